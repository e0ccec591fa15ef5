/* troupe-run-progress.h: how far a method is in a run, and what its card says of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"
#include "troupe-flow.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/* @stale: the method has been edited since it ran. @start: when this pass began. @time: (nullable): how
 * long it took. @word: (nullable): what stands in place of the state's own word. @stream: (nullable): the
 * last of what a model says, as one line. @taken: (nullable): the events that a router has chosen. @n_calls:
 * to models, that are under way. @is_held: a person holds the run. @is_next: and a step would begin it, or
 * resume it. @can_come: it has not begun, and still may. @elsewhere: (nullable): what
 * is said where it has no part in this run; @elsewhere_time: (nullable): how long it took in another one. @label: (nullable):
 * how the card was described last. Times are of the run, without a person's pauses. */
typedef struct
{
  TroupeCanvasState state;
  gboolean stale;
  guint passes;
  gint64 start;
  guint n_calls;
  gboolean is_held;
  gboolean is_next;
  gboolean can_come;
  char *time;
  char *cost; /* (nullable): said in the place of the time */
  char *word;
  char *stream;
  char **taken;
  char *elsewhere;
  char *elsewhere_time;
  char *label;
} TroupeRunProgress;

/* Waiting. */
TroupeRunProgress *troupe_run_progress_new (void);
void troupe_run_progress_free (gpointer self);

/* Brings it up to date with what @trace knows of @method; but for @stale and @can_come. */
void troupe_run_progress_update (TroupeRunProgress *self,
                                 TroupeTrace *trace,
                                 const TroupeFlowMethod *method);
/* The event that a router has chosen with its result. (transfer none) (nullable) */
const char *troupe_run_progress_get_taken (const TroupeSpan *span, const TroupeFlowMethod *method);
/* The word that the card shows. (transfer none) */
const char *troupe_run_progress_get_word (const TroupeRunProgress *self);
/* Gives the card of @method its state, word, time, text and events, and its accessible label. @now_us: for
 * what is under way, as its @start */
void troupe_run_progress_show (TroupeRunProgress *self,
                               const TroupeFlowMethod *method,
                               gint64 now_us,
                               TroupeCanvasScene *scene);
/* FALSE where the card was made anew and no longer says what the run said of it. */
gboolean troupe_run_progress_is_shown (const TroupeRunProgress *self,
                                       const TroupeFlowMethod *method,
                                       TroupeCanvasScene *scene);

G_END_DECLS
