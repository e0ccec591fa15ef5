/* troupe-flow-runner-python-view.c: outputs that Python code of a run sees, sent as differences
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-python-view"

#include "config.h"

#include "troupe-flow-runner-context.h"
#include "troupe-flow-runner-python-private.h"

void
troupe_runner_view_clear (TroupeRunnerView *self)
{
  g_clear_pointer (&self->outputs, troupe_value_unref);
  g_clear_pointer (&self->removed, g_strfreev);
}

static TroupeFlow *
get_flow (TroupeRunnerPython *self)
{
  return troupe_flow_runner_get_flow (self->runner);
}

static TroupeValue *
get_latest (TroupeRunnerPython *self, guint method)
{
  return troupe_runner_record_get_latest (troupe_flow_runner_get_record (self->runner), method);
}

void
troupe_runner_python_output_changed (TroupeRunnerPython *self, guint method)
{
  if (self == NULL || !self->is_told)
    return;
  g_array_append_val (self->changed, method);
  /* After a long loop without Python calls, sending all outputs is as cheap as sending the
   * changes. */
  if (self->changed->len > troupe_flow_get_n_methods (get_flow (self)))
    {
      self->is_told = FALSE;
      g_array_set_size (self->changed, 0);
    }
}

static void
add_method (TroupeRunnerPython *self, TroupeMapBuilder *builder, guint method)
{
  TroupeValue *latest = get_latest (self, method);

  if (latest != NULL)
    troupe_map_builder_add (builder, troupe_flow_get_method (get_flow (self), method)->name,
                            troupe_value_ref (latest));
}

static gboolean
is_finished_step (TroupeRunnerFrame *frame, const char *name)
{
  const TroupeFlowAction *action = troupe_runner_frame_get_method (frame)->action;
  TroupeRunnerEach *each = troupe_runner_frame_get_each (frame);

  for (guint i = 0; each != NULL && i < each->n_outputs; i++)
    if (g_str_equal (action->steps[each->order[i]].name, name))
      return TRUE;
  return FALSE;
}

static void
add_steps (TroupeRunnerPython *self, TroupeRunnerFrame *frame, TroupeMapBuilder *builder)
{
  const TroupeFlowAction *action = troupe_runner_frame_get_method (frame)->action;
  TroupeRunnerEach *each = troupe_runner_frame_get_each (frame);

  g_assert (self != NULL);

  for (guint i = 0; each != NULL && i < each->n_outputs; i++)
    {
      const char *name = action->steps[each->order[i]].name;

      if (builder != NULL)
        troupe_map_builder_add (builder, name, troupe_value_ref (each->outputs[each->order[i]]));
      g_ptr_array_add (self->steps, (gpointer) name);
    }
}

/**
 * troupe_runner_python_make_view:
 * @outputs: (nullable): the outputs that the code sees; %NULL for the current ones
 *
 * Fills the outputs of @request. Because a flow may have many outputs, only those that the helper
 * does not have yet are sent. If the input is one of the outputs, only the name of that output is
 * sent.
 */
void
troupe_runner_python_make_view (TroupeRunnerPython *self,
                                TroupeRunnerFrame *frame,
                                TroupeValue *outputs,
                                TroupePythonRequest *request,
                                TroupeRunnerView *view)
{
  TroupeRunnerEach *item = troupe_runner_frame_get_each (frame);
  const TroupeFlowAction *each =
      item != NULL ? troupe_runner_frame_get_method (frame)->action : NULL;

  if (outputs == NULL && self->is_told && troupe_python_knows_outputs (self->python))
    {
      char ***removed = &view->removed;
      g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      for (guint i = 0; i < self->changed->len; i++)
        add_method (self, &builder, g_array_index (self->changed, guint, i));
      /* Adds the outputs that were hidden by steps of an earlier item, and removes the other
       * steps. */
      for (guint i = 0; i < self->steps->len; i++)
        {
          const char *name = g_ptr_array_index (self->steps, i);
          const TroupeFlowMethod *method = troupe_flow_find_method (get_flow (self), name);

          if (is_finished_step (frame, name))
            continue;
          if (method != NULL && get_latest (self, method->index) != NULL)
            add_method (self, &builder, method->index);
          else
            g_strv_builder_add (names, name);
        }
      g_ptr_array_set_size (self->steps, 0);
      add_steps (self, frame, &builder);
      *removed = g_strv_builder_end (names);
      view->outputs = troupe_map_builder_end (&builder);
      request->outputs_are_changes = TRUE;
    }
  else
    {
      view->outputs =
          outputs != NULL
              ? troupe_value_ref (outputs)
              : troupe_runner_context_get_outputs (troupe_flow_runner_get_context (self->runner),
                                                   each, item);
      g_ptr_array_set_size (self->steps, 0);
      add_steps (self, frame, NULL);
      self->is_told = outputs == NULL;
    }
  g_array_set_size (self->changed, 0);
  request->outputs = view->outputs;
  request->outputs_removed = (const char *const *) view->removed;
  if (request->input != NULL && outputs == NULL)
    {
      TroupeValue *input = request->input;
      GArray *input_outputs =
          troupe_runner_record_get_outputs (troupe_flow_runner_get_record (self->runner));
      const char *found = NULL;

      /* Finds the output that is the same value as the input. Searches backwards, because the
       * input is usually a recent output. */
      for (guint i = input_outputs->len; i > 0; i--)
        {
          guint method = g_array_index (input_outputs, TroupeRunOutput, i - 1).method;

          if (get_latest (self, method) == input)
            {
              found = troupe_flow_get_method (get_flow (self), method)->name;
              break;
            }
        }
      request->input_output = found;
    }
}
