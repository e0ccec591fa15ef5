/* troupe-run-progress.h: how far a method is in a run, and what its card says of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"
#include "troupe-flow.h"

G_BEGIN_DECLS

/* @stale: the method has been edited since it ran. @is_left: of a run that is gone on with: it was under
 * way when the run ended then. @trigger: the event that caused this pass; 0 is none. @time: (nullable): how long it took. @word:
 * (nullable): what stands in place of the state's own word. @stream: the last of what a model says.
 * @taken: (nullable): the events that a router has chosen. @n_calls: to models, that are under way.
 * @is_held: a person holds the run. @is_next: and a step would begin it, or go on with it. @can_come: it
 * has not begun, and still may. Times are of the run, without a person's pauses. */
typedef struct
{
  TroupeCanvasState state;
  gboolean stale;
  gboolean is_left;
  guint passes;
  guint64 trigger;
  gint64 started_us;
  guint n_calls;
  gboolean is_held;
  gboolean is_next;
  gboolean can_come;
  char *time;
  char *word;
  GString *stream;
  char **taken;
} TroupeRunProgress;

/* Waiting. */
TroupeRunProgress *troupe_run_progress_new (void);
void troupe_run_progress_free (gpointer self);

/* Text that a model has just said; only its end is kept, as one line. */
void troupe_run_progress_add_text (TroupeRunProgress *self, const char *text);
/* The word that the card shows. (transfer none) */
const char *troupe_run_progress_get_word (const TroupeRunProgress *self);
/* Gives the card of @method its state, word, time, text and events, and its accessible label. @now_us: for
 * what is under way, as its @started_us */
void troupe_run_progress_show (const TroupeRunProgress *self,
                               const TroupeFlowMethod *method,
                               gint64 now_us,
                               TroupeCanvasScene *scene);
/* FALSE where the card was made anew and no longer says what the run said of it. */
gboolean troupe_run_progress_is_shown (const TroupeRunProgress *self,
                                       const TroupeFlowMethod *method,
                                       TroupeCanvasScene *scene);

G_END_DECLS
