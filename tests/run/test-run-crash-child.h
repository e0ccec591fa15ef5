/* test-run-crash-child.h: one process of the crash test, which may be killed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define CRASH_MAX_POINTS 160
#define CRASH_MAX_LOG 65536

/* How often a named place of the engine was come by. */
typedef struct
{
  char name[40];
  guint n_visits;
} CrashPoint;

/**
 * CrashPage:
 * @deadly_point: (nullable): at whose @deadly_visit the process ends, as by a loss of power
 * @log: `a> a< b> b!`: what was told of methods, in order
 * @has_looked: whether it came so far as to know
 * @before: `a*1 b*2`: of the methods whose end was durable when the process began
 * @n_before: how many ends these are
 * @answers: `a#1/0*2`: where how many answers of models were durable then, of work that had not ended
 *
 * What a child leaves behind however it ends: memory that it shares with the parent.
 */
typedef struct
{
  const char *deadly_point;
  guint deadly_visit;
  guint n_points;
  CrashPoint points[CRASH_MAX_POINTS];
  gsize n_log;
  char log[CRASH_MAX_LOG];
  gboolean has_looked;
  char before[4096];
  guint n_before;
  char answers[4096];
} CrashPage;

/**
 * CrashDocument:
 * @text: a flow, with what the test is to know under `x-crash`:
 *   `rows`: which methods have how many rows of flow states in the end;
 *   `inputs`; `padding`: the length of an input `text`;
 *   `restore`: the checkpoint to begin with; `seed`: the id of a state that is there before, with
 *   `fork` to begin with it under another id;
 *   `hold`: whether the run is held behind each method, `cancel`: behind which method it is cancelled;
 *   `checkpoints`: how many files of checkpoints there may be;
 *   `answers`: what a person says to the outputs 1, 2 …, `waits`: whether that takes until later, `pause`:
 *   whether the first process finds nobody there;
 *   `races`: whether methods are cancelled by others;
 *   `python`: whether it has scripts, each of which adds its method's name to the file `actions`;
 *   `share`: that only each so many of the places is tried, as the runs take long;
 *   `visits`: at how many visits of each point it is killed
 * @asks_model: whether it is an example whose models are those of crash-model.h
 */
typedef struct
{
  char *name;
  char *text;
  char *folder; /* of the documents */
  gboolean asks_model;
} CrashDocument;

/**
 * crash_child:
 * @folder: where all files of the run are
 *
 * Begins the document's run, or resumes it where there is one, and ends the process. @stops: whether
 * a document that is cancelled is. One that is not killed leaves what it finds in the end in `remains`.
 */
void crash_child (const CrashDocument *document,
                  const char *folder,
                  gboolean stops,
                  CrashPage *page) G_GNUC_NORETURN;

G_END_DECLS
