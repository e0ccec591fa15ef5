/* troupe-editor-run.c: state of a run on the canvas of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-run"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-editor-run.h"
#include "troupe-flow-difference.h"
#include "troupe-flow-forecast.h"
#include "troupe-json.h"
#include "troupe-run-gates.h"
#include "troupe-run-progress.h"

struct _TroupeEditorRun
{
  TroupeEditorContext *context;
  TroupeCanvasScene *scene;
  TroupeFlow *flow; /* the flow that runs; NULL if no run is shown */
  TroupeTrace *trace;
  GHashTable *progress; /* name → TroupeRunProgress */
  TroupeRunGates *gates;
  TroupeFlowForecast *outlook;
  GHashTable *dirty; /* names of methods whose cards must be updated */
  GHashTable *kept;  /* name → JsonNode of the method when the user kept its result */
  TroupeValue *files_before; /* (nullable) */
  TroupeValue *files_after;  /* (nullable) */
  gboolean active;
  gboolean is_outlook_new;
  gboolean is_run_new; /* whether the state of the run itself has changed */
  gboolean has_values;
  gboolean has_paused_wires;
  gboolean is_in_batch; /* whether a scene update is open until the batch ends */
  GPtrArray *saved;     /* (element-type SavedRun): by the checkpoint of the trace */
};

/* What does not follow from the spans at a checkpoint. */
typedef struct
{
  TroupeRunGatesState *gates;
  TroupeFlowForecastState *outlook;
} SavedRun;

static void
saved_run_free (gpointer data)
{
  SavedRun *saved = data;

  g_clear_pointer (&saved->gates, troupe_run_gates_state_free);
  g_clear_pointer (&saved->outlook, troupe_flow_forecast_state_free);
  g_free (saved);
}

static TroupeRunProgress *
get_progress (TroupeEditorRun *self, const char *method)
{
  return method != NULL ? g_hash_table_lookup (self->progress, method) : NULL;
}

static void step_cb (TroupeTrace *trace, TroupeSpan *span, guint effect, gpointer user_data);
static void span_changed_cb (TroupeTrace *trace, TroupeSpan *span, gpointer user_data);
static void trace_changed_cb (TroupeTrace *trace, gpointer user_data);
static void checkpoint_cb (TroupeEditorRun *self, guint number);
static void rewound_cb (TroupeEditorRun *self, guint number);

static void
unref_node (gpointer data)
{
  if (data != NULL)
    json_node_unref (data);
}

TroupeEditorRun *
troupe_editor_run_new (TroupeEditorContext *context, TroupeCanvasScene *scene, TroupeTrace *trace)
{
  TroupeEditorRun *self;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);
  g_return_val_if_fail (TROUPE_IS_CANVAS_SCENE (scene), NULL);
  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);

  self = g_new0 (TroupeEditorRun, 1);
  self->context = g_object_ref (context);
  self->scene = g_object_ref (scene);
  self->progress =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, troupe_run_progress_free);
  self->dirty = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->saved = g_ptr_array_new_with_free_func (saved_run_free);
  self->kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, unref_node);
  self->trace = g_object_ref (trace);
  g_signal_connect (self->trace, "step", G_CALLBACK (step_cb), self);
  g_signal_connect (self->trace, "span-added", G_CALLBACK (span_changed_cb), self);
  g_signal_connect (self->trace, "span-changed", G_CALLBACK (span_changed_cb), self);
  g_signal_connect (self->trace, "changed", G_CALLBACK (trace_changed_cb), self);
  g_signal_connect_swapped (self->trace, "checkpoint", G_CALLBACK (checkpoint_cb), self);
  g_signal_connect_swapped (self->trace, "rewound", G_CALLBACK (rewound_cb), self);

  return self;
}

static void
forget (TroupeEditorRun *self)
{
  g_assert (self != NULL);

  g_hash_table_remove_all (self->progress);
  g_hash_table_remove_all (self->dirty);
  g_ptr_array_set_size (self->saved, 0);
  g_hash_table_remove_all (self->kept);
  g_clear_pointer (&self->files_before, troupe_value_unref);
  g_clear_pointer (&self->files_after, troupe_value_unref);
  g_clear_pointer (&self->gates, troupe_run_gates_free);
  g_clear_pointer (&self->outlook, troupe_flow_forecast_free);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  self->active = FALSE;
  self->is_outlook_new = FALSE;
  self->is_run_new = FALSE;
}

void
troupe_editor_run_free (TroupeEditorRun *self)
{
  if (self == NULL)
    return;

  forget (self);
  g_signal_handlers_disconnect_by_data (self->trace, self);
  g_object_unref (self->trace);
  g_hash_table_unref (self->progress);
  g_hash_table_unref (self->dirty);
  g_ptr_array_unref (self->saved);
  g_hash_table_unref (self->kept);
  g_object_unref (self->context);
  g_object_unref (self->scene);
  g_free (self);
}

/* --- Updating the cards ----------------------------------------------------------------------- */

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

  g_assert (self != NULL);

  troupe_canvas_scene_begin_update (self->scene);
  g_hash_table_iter_init (&iter, self->dirty);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      TroupeRunProgress *progress = get_progress (self, name);
      const TroupeFlowMethod *method = troupe_flow_find_method (self->flow, name);

      if (progress != NULL && method != NULL)
        troupe_run_progress_show (progress, method,
                                  troupe_trace_get_run_time (self->trace,
                                                             troupe_trace_get_now (self->trace)),
                                  self->scene);
    }
  troupe_canvas_scene_end_update (self->scene);
  g_hash_table_remove_all (self->dirty);
}

void
troupe_editor_run_set_costs (TroupeEditorRun *self, GHashTable *costs)
{
  GHashTableIter iter;
  gpointer name, value;

  g_return_if_fail (self != NULL);

  g_hash_table_iter_init (&iter, self->progress);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      TroupeRunProgress *progress = value;
      const char *cost = costs != NULL ? g_hash_table_lookup (costs, name) : NULL;

      if (!troupe_set_str (&progress->cost, cost))
        continue;
      mark_dirty (self, name);
    }
  if (self->flow != NULL)
    show_dirty (self);
}

void
troupe_editor_run_set_elsewhere (TroupeEditorRun *self, GHashTable *words, GHashTable *times)
{
  GHashTableIter iter;
  gpointer name, value;

  g_return_if_fail (self != NULL);
  g_return_if_fail (words != NULL && times != NULL);

  g_hash_table_iter_init (&iter, self->progress);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      TroupeRunProgress *progress = value;
      const gboolean word =
          troupe_set_str (&progress->elsewhere, g_hash_table_lookup (words, name));
      const gboolean time =
          troupe_set_str (&progress->elsewhere_time, g_hash_table_lookup (times, name));

      if (word || time)
        mark_dirty (self, name);
    }
  if (self->flow != NULL)
    show_dirty (self);
}

/* --- Following the trace ---------------------------------------------------------------------- */

static void
take_method (TroupeEditorRun *self, const TroupeSpan *span, TroupeEventEffect effect)
{
  const TroupeFlowMethod *method =
      troupe_flow_find_method (self->flow, troupe_span_get_name (span));
  TroupeRunProgress *progress = get_progress (self, troupe_span_get_name (span));

  g_assert (self != NULL);

  if (progress == NULL || method == NULL)
    return;

  if (effect == TROUPE_EVENT_OPENS)
    {
      g_clear_pointer (&progress->changes, g_ptr_array_unref);
      troupe_run_gates_start (self->gates, method->name);
      troupe_flow_forecast_begin (self->outlook, method->name);
    }
  else if (effect == TROUPE_EVENT_CLOSES && !troupe_span_is_under_way (span))
    {
      const char *taken = troupe_run_progress_get_taken (span, method);
      TroupeValue *result = troupe_span_get_output (span);

      /* Handles the end of a method. Afterwards, methods that wait for it may never begin. */
      self->is_outlook_new = TRUE;
      if (span->state != TROUPE_SCOPE_FINISHED)
        {
          troupe_flow_forecast_break_off (self->outlook, method->name);
          return;
        }
      troupe_run_gates_finish (self->gates, method->name, taken);
      troupe_flow_forecast_finish (self->outlook, method->name, taken);
      if (result != NULL)
        troupe_editor_context_set_output (self->context, method->name, result);
      if (span->state_after != NULL)
        troupe_editor_context_set_state (self->context, span->state_after);
      self->has_values = TRUE;
    }
  else if (effect == TROUPE_EVENT_CHANGES && span->id == 0 && span->news != NULL)
    {
      troupe_run_gates_arrive (self->gates, troupe_span_get_name (span),
                               troupe_value_map_lookup_string (span->news, "arrived", -1),
                               troupe_value_map_lookup_string (span->news, "event", -1));
    }
}

static void
begin_batch (TroupeEditorRun *self)
{
  if (!self->is_in_batch)
    troupe_canvas_scene_begin_update (self->scene);
  self->is_in_batch = TRUE;
}

static void
step_cb (TroupeTrace *trace, TroupeSpan *span, guint effect, gpointer user_data)
{
  TroupeEditorRun *self = user_data;

  g_assert (self != NULL);
  g_assert (TROUPE_IS_TRACE (trace));

  if (self->flow == NULL)
    return;

  begin_batch (self);
  if (span->kind == TROUPE_SCOPE_METHOD)
    {
      take_method (self, span, effect);
    }
  else if (span == troupe_trace_get_run (trace))
    {
      self->is_run_new = TRUE;
      if (effect == TROUPE_EVENT_OPENS && span->state_before != NULL)
        {
          troupe_editor_context_set_state (self->context, span->state_before);
          self->has_values = TRUE;
        }
    }
}

static void
span_changed_cb (TroupeTrace *trace, TroupeSpan *span, gpointer user_data)
{
  TroupeEditorRun *self = user_data;
  const char *method = troupe_span_get_method (span);

  g_assert (self != NULL);
  g_assert (TROUPE_IS_TRACE (trace));

  if (get_progress (self, method) != NULL)
    mark_dirty (self, method);
  /* A new session ends a pause without an event of the run. */
  if (span == troupe_trace_get_run (trace))
    self->is_run_new = TRUE;
}

/* Handles a pause of the run by the user, its continuation or its end. Updates the running and
 * the next methods, and after the end also the waiting methods. */
static void
mark_concerned (TroupeEditorRun *self)
{
  const gboolean has_ended = !troupe_trace_is_under_way (self->trace);
  GHashTableIter iter;
  gpointer name;
  gpointer value;

  g_assert (self != NULL);

  self->is_run_new = FALSE;
  g_hash_table_iter_init (&iter, self->progress);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      const TroupeRunProgress *progress = value;

      if (progress->is_next || troupe_trace_is_next (self->trace, name) ||
          progress->state == TROUPE_CANVAS_STATE_RUNNING ||
          progress->state == TROUPE_CANVAS_STATE_ASKING ||
          (has_ended && progress->state == TROUPE_CANVAS_STATE_WAITING))
        mark_dirty (self, name);
    }
}

static void
update_dirty (TroupeEditorRun *self)
{
  GHashTableIter iter;
  gpointer name;

  if (self->is_run_new)
    mark_concerned (self);
  g_hash_table_iter_init (&iter, self->dirty);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      TroupeRunProgress *progress = get_progress (self, name);
      const TroupeFlowMethod *method = troupe_flow_find_method (self->flow, name);

      if (progress != NULL && method != NULL)
        troupe_run_progress_update (progress, self->trace, method);
    }
}

/* Marks the wires at which the run is paused: those of the event that is about to be passed on; if a breakpoint has paused
 * the run, only those that have one. */
static void
show_paused_wires (TroupeEditorRun *self)
{
  const TroupeSpan *run = troupe_trace_get_run (self->trace);
  TroupeValue *news = run != NULL && troupe_trace_is_held (self->trace) ? run->news : NULL;
  TroupeValue *pending = news != NULL ? troupe_value_get_member (news, "pending") : NULL;
  const char *event = pending != NULL && troupe_value_list_get_length (pending) == 0
                          ? troupe_value_get_member_text (news, "event")
                          : NULL;
  const gboolean is_hit = event != NULL && troupe_value_get_member (news, "breakpoint") != NULL;

  g_assert (self != NULL);

  if (event == NULL && !self->has_paused_wires)
    return;
  self->has_paused_wires = event != NULL;
  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (self->scene); i++)
    {
      const TroupeCanvasWire *wire = troupe_canvas_scene_get_nth_wire (self->scene, i);
      const char *port = wire->from_port != NULL ? wire->from_port : wire->from;

      const gboolean is_here = g_strcmp0 (port, event) == 0 && (!is_hit || wire->breakpoint);

      if (is_here != troupe_canvas_scene_is_wire_paused (self->scene, wire->id))
        troupe_canvas_scene_set_wire_paused (self->scene, wire->id, is_here);
    }
}

static void
trace_changed_cb (TroupeTrace *trace, gpointer user_data)
{
  TroupeEditorRun *self = user_data;

  g_assert (self != NULL);
  g_assert (TROUPE_IS_TRACE (trace));

  if (self->flow == NULL)
    return;

  begin_batch (self);
  update_dirty (self);
  troupe_run_gates_show (self->gates);
  troupe_run_gates_set_animated (self->gates, TRUE);
  if (self->is_outlook_new)
    {
      GHashTableIter iter;
      gpointer name;
      gpointer value;

      /* Updates whether the methods that have not begun are shown as waiting. Methods that can
       * no longer begin are not shown as waiting. */
      self->is_outlook_new = FALSE;
      g_hash_table_iter_init (&iter, self->progress);
      while (g_hash_table_iter_next (&iter, &name, &value))
        {
          TroupeRunProgress *progress = value;
          gboolean can_come;

          if (progress->state != TROUPE_CANVAS_STATE_WAITING)
            continue;
          can_come = troupe_flow_forecast_can_come (self->outlook, name);
          if (can_come != progress->can_come)
            mark_dirty (self, name);
          progress->can_come = can_come;
        }
    }
  show_dirty (self);
  show_paused_wires (self);
  self->is_in_batch = FALSE;
  troupe_canvas_scene_end_update (self->scene);

  if (self->has_values)
    {
      self->has_values = FALSE;
      troupe_editor_context_values_changed (self->context);
    }
}

/* --- Checkpoints ------------------------------------------------------------------------------ */

static void
checkpoint_cb (TroupeEditorRun *self, guint number)
{
  SavedRun *saved;

  g_assert (self != NULL);

  if (self->flow == NULL)
    return;
  saved = g_new0 (SavedRun, 1);
  saved->gates = troupe_run_gates_save (self->gates);
  saved->outlook = troupe_flow_forecast_save (self->outlook);
  g_ptr_array_set_size (self->saved, (int) number);
  g_ptr_array_add (self->saved, saved);
}

/* Restores the canvas as it was at the checkpoint. The cards are updated from the trace with the next batch, before
 * which the scene is not drawn. */
static void
rewound_cb (TroupeEditorRun *self, guint number)
{
  const SavedRun *saved;
  GHashTableIter iter;
  gpointer name;
  gpointer value;
  const GPtrArray *outputs;
  TroupeValue *state;

  g_assert (self != NULL);

  if (self->flow == NULL || number >= self->saved->len)
    return;
  begin_batch (self);
  saved = g_ptr_array_index (self->saved, number);
  troupe_run_gates_restore (self->gates, saved->gates);
  /* The events of the next batch are repeated. */
  troupe_run_gates_set_animated (self->gates, FALSE);
  troupe_flow_forecast_restore (self->outlook, saved->outlook);
  g_ptr_array_set_size (self->saved, (int) number + 1);
  g_hash_table_iter_init (&iter, self->progress);
  while (g_hash_table_iter_next (&iter, &name, &value))
    mark_dirty (self, name);
  /* Takes the values of expressions from the trace as it is now. */
  outputs = troupe_trace_get_outputs (self->trace);
  state = troupe_trace_get_flow_state (self->trace);
  troupe_editor_context_clear_values (self->context);
  for (guint i = 0; i < outputs->len; i++)
    {
      const TroupeTraceMethod *method = g_ptr_array_index (outputs, i);
      TroupeValue *output = method->last_output->state == TROUPE_SCOPE_FINISHED
                                ? troupe_span_get_output (method->last_output)
                                : NULL;

      if (output != NULL)
        troupe_editor_context_set_output (self->context, method->name, output);
    }
  if (state != NULL)
    troupe_editor_context_set_state (self->context, state);
  self->has_values = TRUE;
  self->active = troupe_trace_is_under_way (self->trace);
  self->is_run_new = TRUE;
  self->is_outlook_new = TRUE;
}

/* --- Public functions ------------------------------------------------------------------------- */

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
  self->outlook = troupe_flow_forecast_new (flow);
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
troupe_editor_run_go_on (TroupeEditorRun *self)
{
  g_return_if_fail (self != NULL);

  if (self->flow == NULL)
    return;

  self->is_run_new = TRUE;
  update_dirty (self);
  show_dirty (self);
}

void
troupe_editor_run_end (TroupeEditorRun *self)
{
  g_return_if_fail (self != NULL);

  if (self->flow == NULL)
    return;

  self->active = FALSE;
  self->is_run_new = TRUE;
  update_dirty (self);
  show_dirty (self);
}

void
troupe_editor_run_clear (TroupeEditorRun *self)
{
  g_return_if_fail (self != NULL);

  forget (self);
  troupe_canvas_scene_clear_run (self->scene);
}

/* --- Stale results ---------------------------------------------------------------------------- */

char **
troupe_editor_run_list_kept (TroupeEditorRun *self)
{
  TroupeFlow *flow;
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  GHashTableIter iter;
  gpointer name;
  gpointer node;

  g_return_val_if_fail (self != NULL, NULL);

  flow = troupe_editor_context_get_flow (self->context);
  g_hash_table_iter_init (&iter, self->kept);
  while (g_hash_table_iter_next (&iter, &name, &node))
    {
      const TroupeFlowMethod *method = troupe_flow_find_method (flow, name);

      /* A method that was changed again is stale again. */
      if (method != NULL && method->node != NULL && node != NULL &&
          troupe_json_node_equal (method->node, node))
        g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

/* While the run is running, only the methods that have ended are marked; the run uses its copy of the flow. */
void
troupe_editor_run_document_changed (TroupeEditorRun *self)
{
  TroupeFlow *flow;
  g_autoptr (TroupeFlowDifference) difference = NULL;
  g_auto (GStrv) kept = NULL;

  g_return_if_fail (self != NULL);

  if (self->flow == NULL)
    return;

  flow = troupe_editor_context_get_flow (self->context);
  kept = troupe_editor_run_list_kept (self);
  difference = troupe_flow_difference_new (self->flow, flow, self->files_before, self->files_after,
                                           (const char *const *) kept);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      GPtrArray *changes = troupe_flow_difference_get (difference, method->name);
      TroupeRunProgress *progress = get_progress (self, method->name);

      if (progress == NULL || (troupe_changes_equal (progress->changes, changes) &&
                               troupe_run_progress_is_shown (progress, method, self->scene)))
        continue;
      if (changes != NULL)
        g_ptr_array_ref (changes);
      g_clear_pointer (&progress->changes, g_ptr_array_unref);
      progress->changes = changes;
      mark_dirty (self, method->name);
    }
  show_dirty (self);
}

void
troupe_editor_run_set_files (TroupeEditorRun *self, TroupeValue *before, TroupeValue *after)
{
  g_return_if_fail (self != NULL);

  if (self->flow == NULL)
    return;
  g_clear_pointer (&self->files_before, troupe_value_unref);
  g_clear_pointer (&self->files_after, troupe_value_unref);
  self->files_before = before != NULL ? troupe_value_ref (before) : NULL;
  self->files_after = after != NULL ? troupe_value_ref (after) : NULL;
  troupe_editor_run_document_changed (self);
}

GPtrArray *
troupe_editor_run_get_changes (TroupeEditorRun *self, const char *method)
{
  const TroupeRunProgress *progress;

  g_return_val_if_fail (self != NULL, NULL);

  progress = get_progress (self, method);
  return progress != NULL && troupe_run_progress_is_stale (progress) ? progress->changes : NULL;
}

void
troupe_editor_run_keep_result (TroupeEditorRun *self, const char *method)
{
  const TroupeFlowMethod *known;

  g_return_if_fail (self != NULL && method != NULL);

  known = troupe_flow_find_method (troupe_editor_context_get_flow (self->context), method);
  if (known == NULL || known->node == NULL)
    return;
  g_hash_table_replace (self->kept, g_strdup (method), json_node_ref (known->node));
  troupe_editor_run_document_changed (self);
}

void
troupe_editor_run_count_results (TroupeEditorRun *self, guint *n_valid, guint *n_stale)
{
  GHashTableIter iter;
  gpointer value;

  g_return_if_fail (self != NULL && n_valid != NULL && n_stale != NULL);

  *n_valid = *n_stale = 0;
  g_hash_table_iter_init (&iter, self->progress);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const TroupeRunProgress *progress = value;

      if (troupe_run_progress_is_stale (progress))
        *n_stale += 1;
      else if (progress->state == TROUPE_CANVAS_STATE_DONE)
        *n_valid += 1;
    }
}

void
troupe_editor_run_tick (TroupeEditorRun *self)
{
  GHashTableIter iter;
  gpointer name;
  gpointer value;

  g_return_if_fail (self != NULL);

  if (troupe_trace_is_held (self->trace))
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
