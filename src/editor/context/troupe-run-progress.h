/* troupe-run-progress.h: state of a method in a run, and its display on the card
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"
#include "troupe-flow.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/* @changes: (nullable) (element-type TroupeChange): why the result is stale. @is_reused: the result is that of an earlier run. @start: when this pass began. @time: (nullable):
 *   the duration of the pass. @word: (nullable): a word that is shown instead of the word of the
 *   state. @stream: (nullable): the end of the text that a model streams, as one line. @taken:
 *   (nullable): the events that a router chose. @n_calls: number of running model calls.
 *   @is_held: the user has paused the run. @is_next: the user has paused the run, and the next
 *   step would start or resume the method.
 * @can_come: the method has not started, but still may start. @elsewhere: (nullable): text that
 *   is shown if the method is not part of this run; @elsewhere_time: (nullable): its duration in
 *   another run. @label: (nullable): the last accessible label of the card. Times are relative
 *   to the run, without pauses by the user. */
typedef struct
{
  TroupeCanvasState state;
  GPtrArray *changes;
  gboolean is_reused;
  guint passes;
  gint64 start;
  guint n_calls;
  gboolean is_held;
  gboolean is_next;
  gboolean can_come;
  char *time;
  char *cost; /* (nullable): shown instead of the time */
  char *word;
  char *stream;
  char **taken;
  char *elsewhere;
  char *elsewhere_time;
  char *label;
} TroupeRunProgress;

/* Creates a progress in the state “waiting”. */
TroupeRunProgress *troupe_run_progress_new (void);
void troupe_run_progress_free (gpointer self);

/* Updates everything except @changes and @can_come from @trace. */
void troupe_run_progress_update (TroupeRunProgress *self,
                                 TroupeTrace *trace,
                                 const TroupeFlowMethod *method);
/* Returns the event that a router chose with its result. (transfer none) (nullable) */
const char *troupe_run_progress_get_taken (const TroupeSpan *span, const TroupeFlowMethod *method);
/* Returns TRUE if the method has a result that is stale. */
gboolean troupe_run_progress_is_stale (const TroupeRunProgress *self);
/* Returns the word that the card shows. (transfer none) */
const char *troupe_run_progress_get_word (const TroupeRunProgress *self);
/* Sets the state, word, time, text, events and accessible label of the card of @method. @now_us:
 * the current time, for a running method, relative to the same time as @start */
void troupe_run_progress_show (TroupeRunProgress *self,
                               const TroupeFlowMethod *method,
                               gint64 now_us,
                               TroupeCanvasScene *scene);
/* Returns FALSE if the card was created again and no longer shows the state of the run. */
gboolean troupe_run_progress_is_shown (const TroupeRunProgress *self,
                                       const TroupeFlowMethod *method,
                                       TroupeCanvasScene *scene);

G_END_DECLS
