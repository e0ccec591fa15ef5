/* troupe-run-progress.c: state of a method in a run, and its display on the card
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-progress"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-canvas-state.h"
#include "troupe-change.h"
#include "troupe-run-progress.h"
#include "troupe-scene-builder.h"

/* Maximum number of bytes of streamed text that a card can show. */
#define STREAM_LENGTH 160

TroupeRunProgress *
troupe_run_progress_new (void)
{
  TroupeRunProgress *self = g_new0 (TroupeRunProgress, 1);

  self->state = TROUPE_CANVAS_STATE_WAITING;
  self->can_come = TRUE;

  return self;
}

void
troupe_run_progress_free (gpointer data)
{
  TroupeRunProgress *self = data;

  g_clear_pointer (&self->changes, g_ptr_array_unref);
  g_free (self->time);
  g_free (self->cost);
  g_free (self->word);
  g_free (self->stream);
  g_strfreev (self->taken);
  g_free (self->elsewhere);
  g_free (self->elsewhere_time);
  g_free (self->label);
  g_free (self);
}

/* Returns TRUE if the method is paused because the user has paused the run. A model call that is
 * still running continues. */
static gboolean
is_paused (const TroupeRunProgress *progress)
{
  if (!progress->is_held)
    return FALSE;
  return progress->state == TROUPE_CANVAS_STATE_RUNNING
             ? progress->n_calls == 0
             : progress->is_next && progress->state != TROUPE_CANVAS_STATE_ASKING;
}

/* Returns TRUE if the method is not part of this run and a text about another run exists. */
static gboolean
is_elsewhere (const TroupeRunProgress *progress)
{
  if (progress->elsewhere == NULL || progress->passes > 0)
    return FALSE;
  return (progress->state == TROUPE_CANVAS_STATE_WAITING && !progress->can_come) ||
         (progress->state == TROUPE_CANVAS_STATE_SKIPPED && progress->word == NULL);
}

gboolean
troupe_run_progress_is_stale (const TroupeRunProgress *self)
{
  return self->changes != NULL &&
         (self->state == TROUPE_CANVAS_STATE_DONE || self->state == TROUPE_CANVAS_STATE_FAILED);
}

static TroupeCanvasState
get_shown_state (const TroupeRunProgress *progress)
{
  if (is_paused (progress))
    return TROUPE_CANVAS_STATE_PAUSED;
  if (is_elsewhere (progress))
    return TROUPE_CANVAS_STATE_WAITING;
  if (progress->state == TROUPE_CANVAS_STATE_WAITING && !progress->can_come)
    return TROUPE_CANVAS_STATE_SKIPPED;
  return troupe_run_progress_is_stale (progress) ? TROUPE_CANVAS_STATE_STALE : progress->state;
}

const char *
troupe_run_progress_get_word (const TroupeRunProgress *self)
{
  TroupeCanvasState state = get_shown_state (self);

  if (state == TROUPE_CANVAS_STATE_PAUSED && self->state == TROUPE_CANVAS_STATE_RUNNING)
    return _ ("Paused");
  if (is_elsewhere (self))
    return self->elsewhere;
  return self->word != NULL && state == self->state ? self->word
                                                    : troupe_canvas_state_get_word (state);
}

/* --- Reading the trace ------------------------------------------------------------------------ */

/* (transfer full) (nullable) */
static char *
describe (TroupeCanvasState state, const TroupeSpan *span, const TroupeFlowMethod *method)
{
  TroupeValue *result = span != NULL ? troupe_span_get_output (span) : NULL;
  gsize n_items;

  if (state == TROUPE_CANVAS_STATE_SKIPPED && span != NULL)
    return g_strdup (_ ("Stopped"));
  if (state == TROUPE_CANVAS_STATE_DONE && span != NULL && span->is_reused)
    /* Translators: the state of a task or a method whose result of an earlier run is used. */
    return g_strdup (C_ ("task", "Reused"));
  if (state != TROUPE_CANVAS_STATE_DONE || result == NULL || method->action == NULL ||
      method->action->type != TROUPE_ACTION_EACH || !troupe_value_is (result, TROUPE_VALUE_LIST))
    return NULL;

  n_items = troupe_value_list_get_length (result);

  return g_strdup_printf (ngettext ("Done · %u item", "Done · %u items", n_items), (guint) n_items);
}

const char *
troupe_run_progress_get_taken (const TroupeSpan *span, const TroupeFlowMethod *method)
{
  return method->router ? troupe_span_get_output_text (span) : NULL;
}

void
troupe_run_progress_update (TroupeRunProgress *self,
                            TroupeTrace *trace,
                            const TroupeFlowMethod *method)
{
  const TroupeTraceMethod *known = troupe_trace_find_method (trace, method->name);
  const TroupeSpan *span = known != NULL ? known->latest : NULL;
  static const TroupeCanvasState states[] = {
    [TROUPE_SCOPE_SAME] = TROUPE_CANVAS_STATE_WAITING,
    [TROUPE_SCOPE_RUNNING] = TROUPE_CANVAS_STATE_RUNNING,
    [TROUPE_SCOPE_WAITING] = TROUPE_CANVAS_STATE_ASKING,
    [TROUPE_SCOPE_HELD] = TROUPE_CANVAS_STATE_RUNNING,
    [TROUPE_SCOPE_FINISHED] = TROUPE_CANVAS_STATE_DONE,
    [TROUPE_SCOPE_FAILED] = TROUPE_CANVAS_STATE_FAILED,
    [TROUPE_SCOPE_CANCELLED] = TROUPE_CANVAS_STATE_SKIPPED,
    [TROUPE_SCOPE_PAUSED] = TROUPE_CANVAS_STATE_ASKING,
  };
  TroupeScopeState run;

  g_return_if_fail (self != NULL);

  /* A stopped method counts as skipped, with a separate word. A running method of a cancelled
   * run has ended, even if its end was not reported yet. */
  run = troupe_trace_get_run (trace)->state;
  g_assert (TROUPE_IS_TRACE (trace));
  if (span == NULL)
    self->state = troupe_trace_is_under_way (trace) || run == TROUPE_SCOPE_PAUSED
                      ? TROUPE_CANVAS_STATE_WAITING
                      : TROUPE_CANVAS_STATE_SKIPPED;
  else if (troupe_span_is_under_way (span) && run == TROUPE_SCOPE_CANCELLED)
    self->state = TROUPE_CANVAS_STATE_SKIPPED;
  else
    self->state = states[span->state];
  self->is_held = troupe_trace_is_held (trace);
  self->is_next = troupe_trace_is_next (trace, method->name);
  g_free (self->word);
  self->word = describe (self->state, span, method);
  g_clear_pointer (&self->stream, g_free);
  /* If the run was rewound, the method may not have begun yet. */
  if (span == NULL)
    {
      g_clear_pointer (&self->time, g_free);
      g_clear_pointer (&self->taken, g_strfreev);
    }
  self->passes = known != NULL ? known->n_passes : 0;
  self->n_calls = known != NULL ? known->n_calls : 0;
  if (known == NULL)
    return;
  if (self->state == TROUPE_CANVAS_STATE_RUNNING && known->text.head != NULL)
    self->stream = g_strdelimit (g_strdup (troupe_span_text_get_end (&known->text, STREAM_LENGTH)),
                                 "\n\r\t", ' ');
  if (span != NULL)
    {
      const gboolean has_ended =
          self->state == TROUPE_CANVAS_STATE_DONE || self->state == TROUPE_CANVAS_STATE_FAILED;

      self->start = span->start;
      g_clear_pointer (&self->time, g_free);
      self->is_reused = span->is_reused;
      if (has_ended && !span->is_reused)
        self->time = troupe_span_to_text (span->id != 0 ? span->end - span->start : 0);
      g_clear_pointer (&self->taken, g_strfreev);
      if (method->router && self->state == TROUPE_CANVAS_STATE_DONE)
        {
          const char *const events[] = { troupe_run_progress_get_taken (span, method), NULL };

          self->taken = g_strdupv ((char **) events);
        }
    }
}

/* --- The card ------------------------------------------------------------------------------ */

/* Returns the accessible label, which contains the first reason for which the result is stale. (transfer full) */
static char *
make_label (const TroupeRunProgress *self, const char *about, const char *word)
{
  g_autofree char *reason = NULL;

  if (!troupe_run_progress_is_stale (self))
    return g_strdup_printf ("%s, %s", about, word);
  reason = troupe_change_to_text (g_ptr_array_index (self->changes, 0));
  return g_strdup_printf ("%s, %s: %s", about, word, reason);
}

void
troupe_run_progress_show (TroupeRunProgress *self,
                          const TroupeFlowMethod *method,
                          gint64 now_us,
                          TroupeCanvasScene *scene)
{
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (scene, method->name);
  TroupeCanvasNodeRun run = TROUPE_CANVAS_NODE_RUN_INIT;
  g_autofree char *elapsed = NULL;
  g_autofree char *about = NULL;
  g_autofree char *description = NULL;

  g_return_if_fail (self != NULL);

  if (node == NULL)
    return;

  if (self->state == TROUPE_CANVAS_STATE_RUNNING)
    elapsed = troupe_span_to_text (MAX (0, now_us - self->start));
  run.state = get_shown_state (self);
  run.word = troupe_run_progress_get_word (self);
  run.time = elapsed != NULL ? elapsed : self->time;
  /* A method that has not started its next pass must not show the time of an earlier pass. */
  if (run.state == TROUPE_CANVAS_STATE_PAUSED && self->state != TROUPE_CANVAS_STATE_RUNNING)
    run.time = NULL;
  if (is_elsewhere (self))
    run.time = self->elsewhere_time;
  if (self->cost != NULL)
    run.time = self->cost;
  run.stream = self->stream;
  run.passes = self->passes;
  run.taken = (const char *const *) self->taken;

  description = g_strdup (node->accessible_description);
  about = troupe_method_describe (method);
  g_free (self->label);
  self->label = make_label (self, about, run.word);
  troupe_canvas_scene_set_node_run (scene, method->name, &run);
  troupe_canvas_scene_set_accessible_text (scene, method->name, self->label, description);
}

gboolean
troupe_run_progress_is_shown (const TroupeRunProgress *self,
                              const TroupeFlowMethod *method,
                              TroupeCanvasScene *scene)
{
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (scene, method->name);

  g_return_val_if_fail (self != NULL, FALSE);

  return node == NULL || g_strcmp0 (node->accessible_label, self->label) == 0;
}
