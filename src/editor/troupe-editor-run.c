/* troupe-editor-run.c: a run on the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-run"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-editor-run.h"
#include "troupe-flow-outlook.h"
#include "troupe-run-gates.h"
#include "troupe-run-progress.h"

struct _TroupeEditorRun
{
  TroupeEditorContext *context;
  TroupeCanvasScene *scene;
  TroupeFlow *flow;     /* what runs; NULL where no run is shown */
  GHashTable *progress; /* name → TroupeRunProgress */
  TroupeRunGates *gates;
  TroupeFlowOutlook *outlook;
  GHashTable *dirty; /* names whose cards have something new */
  gint64 held_us;    /* that a person held the run, without the pause under way */
  gint64 held_since; /* microseconds since 1970; 0: nobody holds it */
  gint64 last_us;    /* of the events */
  gboolean active;
  gboolean is_outlook_new;
  gboolean is_paused; /* it waits for a person, now or in another process */
  gboolean has_values;
};

static TroupeRunProgress *
get_progress (TroupeEditorRun *self, const char *method)
{
  return method != NULL ? g_hash_table_lookup (self->progress, method) : NULL;
}

TroupeEditorRun *
troupe_editor_run_new (TroupeEditorContext *context, TroupeCanvasScene *scene)
{
  TroupeEditorRun *self;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);
  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (scene), NULL);

  self = g_new0 (TroupeEditorRun, 1);
  self->context = g_object_ref (context);
  self->scene = g_object_ref (scene);
  self->progress =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, troupe_run_progress_free);
  self->dirty = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  return self;
}

static void
forget (TroupeEditorRun *self)
{
  g_hash_table_remove_all (self->progress);
  g_hash_table_remove_all (self->dirty);
  g_clear_pointer (&self->gates, troupe_run_gates_free);
  g_clear_pointer (&self->outlook, troupe_flow_outlook_free);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  self->held_us = 0;
  self->held_since = 0;
  self->last_us = 0;
  self->active = FALSE;
  self->is_outlook_new = FALSE;
  self->is_paused = FALSE;
}

void
troupe_editor_run_free (TroupeEditorRun *self)
{
  if (self == NULL)
    return;

  forget (self);
  g_hash_table_unref (self->progress);
  g_hash_table_unref (self->dirty);
  g_object_unref (self->context);
  g_object_unref (self->scene);
  g_free (self);
}

/* @time_us as the run counts: a person's pauses are nobody's time. */
static gint64
get_run_time (TroupeEditorRun *self, gint64 time_us)
{
  if (self->held_since != 0)
    time_us = MIN (time_us, self->held_since);
  return time_us - self->held_us;
}

/* --- What a card shows --------------------------------------------------------------------- */

static void
show_progress (TroupeEditorRun *self, const char *name)
{
  const TroupeRunProgress *progress = get_progress (self, name);
  const TroupeFlowMethod *method = troupe_flow_find_method (self->flow, name);

  if (progress != NULL && method != NULL)
    troupe_run_progress_show (progress, method, get_run_time (self, g_get_real_time ()),
                              self->scene);
}

static void
mark_dirty (TroupeEditorRun *self, const char *method)
{
  if (!g_hash_table_contains (self->dirty, method))
    g_hash_table_add (self->dirty, g_strdup (method));
}

static void
show_dirty (TroupeEditorRun *self)
{
  GHashTableIter iter;
  gpointer name;

  troupe_canvas_scene_begin_update (self->scene);
  g_hash_table_iter_init (&iter, self->dirty);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    show_progress (self, name);
  troupe_canvas_scene_end_update (self->scene);
  g_hash_table_remove_all (self->dirty);
}

static void
set_state (TroupeEditorRun *self, const char *method, TroupeCanvasState state, const char *word)
{
  TroupeRunProgress *progress = get_progress (self, method);

  if (progress == NULL)
    return;

  progress->state = state;
  troupe_set_str (&progress->word, word);
  mark_dirty (self, method);
}

static void
set_all (TroupeEditorRun *self, TroupeCanvasState from, TroupeCanvasState to, const char *word)
{
  GHashTableIter iter;
  gpointer name;
  gpointer value;

  g_hash_table_iter_init (&iter, self->progress);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (((TroupeRunProgress *) value)->state == from)
      set_state (self, name, to, word);
}

/* --- Events -------------------------------------------------------------------------------- */

/* What is begun anew because its process was gone is the same pass, not one more: the same cause
 * starts a method once. */
static gboolean
is_begun_anew (const TroupeRunProgress *progress, const TroupeEvent *event)
{
  return progress->is_left || (progress->passes > 0 && progress->trigger == event->trigger &&
                               (progress->state == TROUPE_CANVAS_STATE_RUNNING ||
                                progress->state == TROUPE_CANVAS_STATE_ASKING));
}

static void
take_start (TroupeEditorRun *self, const TroupeEvent *event)
{
  TroupeRunProgress *progress = get_progress (self, event->method);

  if (progress == NULL)
    return;

  progress->passes += is_begun_anew (progress, event) ? 0 : 1;
  progress->is_left = FALSE;
  progress->trigger = event->trigger;
  progress->started_us = get_run_time (self, event->time_us);
  progress->n_calls = 0;
  progress->is_next = FALSE;
  progress->stale = FALSE;
  g_clear_pointer (&progress->time, g_free);
  g_clear_pointer (&progress->taken, g_strfreev);
  g_string_truncate (progress->stream, 0);
  set_state (self, event->method, TROUPE_CANVAS_STATE_RUNNING, NULL);
  troupe_run_gates_start (self->gates, event->method);
  troupe_flow_outlook_begin (self->outlook, event->method);
}

static void
set_time (TroupeEditorRun *self, TroupeRunProgress *progress, const TroupeEvent *event)
{
  g_free (progress->time);
  progress->time =
      troupe_span_to_text (MAX (0, get_run_time (self, event->time_us) - progress->started_us));
}

/* It ended, so that what waits for it may wait in vain. */
static void
take_outlook (TroupeEditorRun *self, const char *method, const char *taken, gboolean is_done)
{
  self->is_outlook_new = TRUE;
  if (is_done)
    troupe_flow_outlook_finish (self->outlook, method, taken);
  else
    troupe_flow_outlook_break_off (self->outlook, method);
}

static char *
describe_result (const TroupeFlowMethod *method, TroupeValue *result)
{
  gsize n_items;

  if (result == NULL || method->action == NULL || method->action->type != TROUPE_ACTION_EACH ||
      !troupe_value_is (result, TROUPE_VALUE_LIST))
    return NULL;

  n_items = troupe_value_list_get_length (result);

  return g_strdup_printf (ngettext ("Done · %u item", "Done · %u items", n_items), (guint) n_items);
}

static void
take_end (TroupeEditorRun *self, const TroupeEvent *event)
{
  TroupeRunProgress *progress = get_progress (self, event->method);
  const TroupeFlowMethod *method =
      event->method != NULL ? troupe_flow_find_method (self->flow, event->method) : NULL;
  TroupeValue *result = troupe_event_get_field (event, "result");
  TroupeValue *state =
      event->state != NULL ? event->state : troupe_event_get_field (event, "state");
  g_autofree char *word = NULL;
  const char *taken = NULL;

  if (progress == NULL || method == NULL)
    return;

  set_time (self, progress, event);
  word = describe_result (method, result);
  set_state (self, event->method, TROUPE_CANVAS_STATE_DONE, word);

  if (method->router && result != NULL && troupe_value_is (result, TROUPE_VALUE_STRING))
    taken = troupe_value_get_string (result, NULL);
  if (method->router)
    {
      const char *const events[] = { taken, NULL };

      g_strfreev (progress->taken);
      progress->taken = g_strdupv ((char **) events);
    }
  troupe_run_gates_finish (self->gates, event->method, taken);
  take_outlook (self, event->method, taken, TRUE);

  if (result != NULL)
    troupe_editor_context_set_output (self->context, event->method, result);
  if (state != NULL)
    troupe_editor_context_set_state (self->context, state);
  self->has_values = TRUE;
}

static void
take_failure (TroupeEditorRun *self, const TroupeEvent *event)
{
  TroupeRunProgress *progress = get_progress (self, event->method);

  if (progress == NULL)
    return;

  set_time (self, progress, event);
  set_state (self, event->method, TROUPE_CANVAS_STATE_FAILED, NULL);
  take_outlook (self, event->method, NULL, FALSE);
}

static void
take_chunk (TroupeEditorRun *self, const TroupeEvent *event)
{
  TroupeRunProgress *progress = get_progress (self, event->method);
  TroupeValue *chunk = troupe_event_get_field (event, "chunk");

  if (progress == NULL || chunk == NULL || !troupe_value_is (chunk, TROUPE_VALUE_STRING))
    return;

  troupe_run_progress_add_text (progress, troupe_value_get_string (chunk, NULL));
  mark_dirty (self, event->method);
}

/* A model answers, or has answered. */
static void
take_call (TroupeEditorRun *self, const TroupeEvent *event, gboolean begins)
{
  TroupeRunProgress *progress = get_progress (self, event->method);

  if (progress == NULL || (!begins && progress->n_calls == 0))
    return;

  if (begins)
    progress->n_calls++;
  else
    progress->n_calls--;
  mark_dirty (self, event->method);
}

static void
mark_next (TroupeEditorRun *self, TroupeValue *next)
{
  const gsize n_names = next != NULL && troupe_value_is (next, TROUPE_VALUE_LIST)
                            ? troupe_value_list_get_length (next)
                            : 0;

  for (gsize i = 0; i < n_names; i++)
    {
      const TroupeValue *name = troupe_value_list_get (next, i);
      TroupeRunProgress *progress = troupe_value_is (name, TROUPE_VALUE_STRING)
                                        ? get_progress (self, troupe_value_get_string (name, NULL))
                                        : NULL;

      if (progress != NULL)
        progress->is_next = TRUE;
    }
}

/* @next: (nullable): what a step would begin */
static void
set_held (TroupeEditorRun *self, gboolean held, TroupeValue *next)
{
  GHashTableIter iter;
  gpointer name;
  gpointer value;

  g_hash_table_iter_init (&iter, self->progress);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      TroupeRunProgress *progress = value;

      if (progress->is_next || progress->state == TROUPE_CANVAS_STATE_RUNNING)
        mark_dirty (self, name);
      progress->is_held = held;
      progress->is_next = FALSE;
    }
  mark_next (self, next);
  g_hash_table_iter_init (&iter, self->progress);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (((TroupeRunProgress *) value)->is_next)
      mark_dirty (self, name);
}

static void
take_hold (TroupeEditorRun *self, const TroupeEvent *event)
{
  if (self->held_since == 0)
    self->held_since = event->time_us;
  set_held (self, TRUE, troupe_event_get_field (event, "next"));
}

static void
release (TroupeEditorRun *self, gint64 time_us)
{
  if (self->held_since == 0)
    return;

  self->held_us += MAX (0, time_us - self->held_since);
  self->held_since = 0;
  set_held (self, FALSE, NULL);
}

/* It asks a person, or goes on with the answer. */
static void
take_turn (TroupeEditorRun *self, const TroupeEvent *event, TroupeCanvasState state)
{
  const TroupeRunProgress *progress = get_progress (self, event->method);

  if (progress != NULL && (progress->state == TROUPE_CANVAS_STATE_RUNNING ||
                           progress->state == TROUPE_CANVAS_STATE_ASKING))
    set_state (self, event->method, state, NULL);
}

static void
take_flow_start (TroupeEditorRun *self, const TroupeEvent *event)
{
  if (event->state == NULL)
    return;

  troupe_editor_context_set_state (self->context, event->state);
  self->has_values = TRUE;
}

static void
take_arrival (TroupeEditorRun *self, const TroupeEvent *event)
{
  if (event->method != NULL)
    troupe_run_gates_arrive (self->gates, event->method, troupe_event_get_field (event, "arrived"),
                             troupe_event_get_field (event, "event"));
}

static void
take_event (TroupeEditorRun *self, const TroupeEvent *event)
{
  self->last_us = MAX (self->last_us, event->time_us);
  switch (event->type)
    {
    case TROUPE_EVENT_METHOD_STARTED:
      take_start (self, event);
      break;
    case TROUPE_EVENT_METHOD_FINISHED:
      take_end (self, event);
      break;
    case TROUPE_EVENT_METHOD_FAILED:
      take_failure (self, event);
      break;
    case TROUPE_EVENT_METHOD_CANCELLED:
      set_state (self, event->method, TROUPE_CANVAS_STATE_SKIPPED, _ ("Stopped"));
      take_outlook (self, event->method, NULL, FALSE);
      break;
    case TROUPE_EVENT_LLM_CALL_STARTED:
      take_call (self, event, TRUE);
      break;
    case TROUPE_EVENT_LLM_CALL_FINISHED:
    case TROUPE_EVENT_LLM_CALL_FAILED:
      take_call (self, event, FALSE);
      break;
    case TROUPE_EVENT_RUN_HELD:
      take_hold (self, event);
      break;
    case TROUPE_EVENT_RUN_RELEASED:
      release (self, event->time_us);
      break;
    case TROUPE_EVENT_JOIN_ARRIVED:
      take_arrival (self, event);
      break;
    case TROUPE_EVENT_LLM_STREAM_CHUNK:
      take_chunk (self, event);
      break;
    case TROUPE_EVENT_FLOW_STARTED:
      take_flow_start (self, event);
      break;
    case TROUPE_EVENT_FLOW_CANCELLED:
      set_all (self, TROUPE_CANVAS_STATE_RUNNING, TROUPE_CANVAS_STATE_SKIPPED, _ ("Stopped"));
      set_all (self, TROUPE_CANVAS_STATE_ASKING, TROUPE_CANVAS_STATE_SKIPPED, _ ("Stopped"));
      break;
    case TROUPE_EVENT_FEEDBACK_REQUESTED:
    case TROUPE_EVENT_METHOD_PAUSED:
      take_turn (self, event, TROUPE_CANVAS_STATE_ASKING);
      break;
    case TROUPE_EVENT_FEEDBACK_RECEIVED:
      take_turn (self, event, TROUPE_CANVAS_STATE_RUNNING);
      break;
    case TROUPE_EVENT_FLOW_PAUSED:
      self->is_paused = TRUE;
      break;
    default:
      break;
    }
}

/* What has not begun, and can do so no more, is not waited for. */
static void
update_outlook (TroupeEditorRun *self)
{
  GHashTableIter iter;
  gpointer name;
  gpointer value;

  self->is_outlook_new = FALSE;
  g_hash_table_iter_init (&iter, self->progress);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      TroupeRunProgress *progress = value;
      gboolean can_come;

      if (progress->state != TROUPE_CANVAS_STATE_WAITING)
        continue;
      can_come = troupe_flow_outlook_can_come (self->outlook, name);
      if (can_come != progress->can_come)
        mark_dirty (self, name);
      progress->can_come = can_come;
    }
}

/* --- Public -------------------------------------------------------------------------------- */

void
troupe_editor_run_begin (TroupeEditorRun *self, TroupeFlow *flow)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (flow != NULL);

  troupe_canvas_scene_clear_run (self->scene);
  forget (self);
  troupe_editor_context_clear_values (self->context);
  self->flow = troupe_flow_ref (flow);
  self->gates = troupe_run_gates_new (self->scene, flow);
  self->outlook = troupe_flow_outlook_new (flow);
  self->active = TRUE;
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      g_hash_table_insert (self->progress, g_strdup (method->name), troupe_run_progress_new ());
      mark_dirty (self, method->name);
    }
  troupe_editor_run_document_changed (self);
  show_dirty (self);
}

void
troupe_editor_run_add_events (TroupeEditorRun *self, GPtrArray *events)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (events != NULL);

  if (self->flow == NULL)
    return;

  troupe_canvas_scene_begin_update (self->scene);
  for (guint i = 0; i < events->len; i++)
    take_event (self, g_ptr_array_index (events, i));
  troupe_run_gates_show (self->gates);
  if (self->is_outlook_new)
    update_outlook (self);
  show_dirty (self);
  troupe_canvas_scene_end_update (self->scene);

  if (self->has_values)
    {
      self->has_values = FALSE;
      troupe_editor_context_values_changed (self->context);
    }
}

void
troupe_editor_run_go_on (TroupeEditorRun *self)
{
  GHashTableIter iter;
  gpointer value;

  g_return_if_fail (self != NULL);

  self->is_paused = FALSE;
  release (self, self->last_us);
  g_hash_table_iter_init (&iter, self->progress);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      TroupeRunProgress *progress = value;

      progress->is_left = progress->state == TROUPE_CANVAS_STATE_RUNNING ||
                          progress->state == TROUPE_CANVAS_STATE_ASKING;
    }
}

void
troupe_editor_run_end (TroupeEditorRun *self)
{
  g_return_if_fail (self != NULL);

  if (self->flow == NULL)
    return;

  self->active = FALSE;
  release (self, self->last_us);
  if (!self->is_paused)
    {
      set_all (self, TROUPE_CANVAS_STATE_WAITING, TROUPE_CANVAS_STATE_SKIPPED, NULL);
      set_all (self, TROUPE_CANVAS_STATE_ASKING, TROUPE_CANVAS_STATE_SKIPPED, _ ("Stopped"));
    }
  set_all (self, TROUPE_CANVAS_STATE_RUNNING, TROUPE_CANVAS_STATE_SKIPPED, _ ("Stopped"));
  show_dirty (self);
}

void
troupe_editor_run_clear (TroupeEditorRun *self)
{
  g_return_if_fail (self != NULL);

  forget (self);
  troupe_canvas_scene_clear_run (self->scene);
}

void
troupe_editor_run_document_changed (TroupeEditorRun *self)
{
  TroupeFlow *flow;

  g_return_if_fail (self != NULL);

  if (self->flow == NULL)
    return;

  flow = troupe_editor_context_get_flow (self->context);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      const TroupeFlowMethod *ran = troupe_flow_find_method (self->flow, method->name);
      TroupeRunProgress *progress = get_progress (self, method->name);
      gboolean stale;

      if (progress == NULL || ran == NULL)
        continue;
      stale = method->node != ran->node && (method->node == NULL || ran->node == NULL ||
                                            !troupe_json_node_equal (method->node, ran->node));
      if (stale == progress->stale && troupe_run_progress_is_shown (progress, method, self->scene))
        continue;
      progress->stale = stale;
      mark_dirty (self, method->name);
    }
  show_dirty (self);
}

void
troupe_editor_run_tick (TroupeEditorRun *self)
{
  GHashTableIter iter;
  gpointer name;
  gpointer value;

  g_return_if_fail (self != NULL);

  if (self->held_since != 0)
    return;
  g_hash_table_iter_init (&iter, self->progress);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (((TroupeRunProgress *) value)->state == TROUPE_CANVAS_STATE_RUNNING)
      mark_dirty (self, name);
  if (self->flow != NULL)
    show_dirty (self);
}

gboolean
troupe_editor_run_is_active (TroupeEditorRun *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->active;
}

char *
troupe_editor_run_describe (TroupeEditorRun *self, const char *method)
{
  const TroupeRunProgress *progress;

  g_return_val_if_fail (self != NULL, NULL);

  progress = get_progress (self, method);

  return progress != NULL ? g_strdup (troupe_run_progress_get_word (progress)) : NULL;
}
