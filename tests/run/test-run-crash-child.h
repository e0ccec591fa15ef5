/* test-run-crash-child.h: child process of the crash test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define CRASH_MAX_POINTS 160
#define CRASH_MAX_LOG 65536

/* Number of times that a named crash point was reached. */
typedef struct
{
  char name[40];
  guint n_visits;
} CrashPoint;

/**
 * CrashPage:
 * @deadly_point: (nullable): crash point at which the process is killed, as by a power failure,
 *   when the visit @deadly_visit occurs
 * @log: `a> a< b> b!`: events of methods, in order
 * @has_looked: whether the process has read the stored run
 * @before: `a*1 b*2`: methods whose end was durable when the process started
 * @n_before: number of these ends
 * @answers: `a#1/0*2`: number of model answers of unfinished work that were durable when the
 *   process started, by place
 *
 * The data that a child leaves, regardless of how it ends. The memory is shared with the parent.
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
 * @text: a flow, with data for the test under `x-crash`: `rows`: number of rows of flow states at
 *   the end, by method; `inputs`; `padding`: length of an input `text`; `restore`: checkpoint to
 *   start with; `seed`: id of a state that exists in advance, with `fork` to start with it under
 *   another id; `hold`: whether the run is paused after each method; `cancel`: the method after
 *   which it is cancelled; `checkpoints`: maximum number of checkpoint files; `answers`: the user's
 *   answers to the outputs 1, 2 …; `waits`: whether they come later; `pause`: whether the first
 *   process gets no answer; `races`: whether methods cancel others; `python`: whether it has
 *   scripts, each of which appends its method's name to the file `actions`; `share`: only one out
 *   of so many places is tried, because the runs take long; `visits`: number of visits of each
 *   point at which it is killed
 * @asks_model: whether it is an example that uses the models of crash-model.h
 */
typedef struct
{
  char *name;
  char *text;
  char *folder; /* folder of the documents */
  gboolean asks_model;
} CrashDocument;

/**
 * crash_child:
 * @folder: contains all files of the run
 * @stops: whether the run is cancelled or paused as the document requires
 *
 * Starts the document's run, or resumes an existing run, and then ends the process. A process that
 * is not killed writes the data that it finds at the end to `remains`.
 */
void crash_child (const CrashDocument *document,
                  const char *folder,
                  gboolean stops,
                  CrashPage *page) G_GNUC_NORETURN;

G_END_DECLS
