/* troupe-flow-runner-each.c: `each` action: executes steps for the items of a list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-each"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-each.h"
#include "troupe-flow-runner-memory.h"
#include "troupe-sanitize-text.h"

/* Number of items between two checks whether the run has been stopped. */
#define ITEMS_A_LOOK 64
/* Characters of a wrong value in a message. */
#define SHOWN_MOST 80

static TroupeRunnerEach *
each_new (TroupeValue *items, guint n_steps)
{
  TroupeRunnerEach *self = g_new0 (TroupeRunnerEach, 1);

  self->items = items;
  self->results = g_new0 (TroupeValue *, troupe_value_list_get_length (items) + 1);
  self->outputs = g_new0 (TroupeValue *, n_steps);
  self->order = g_new0 (guint, n_steps);
  return self;
}

/* Returns TRUE if the step should be executed. Returns FALSE with @error set if its `if` does
 * not return a boolean (§8). */
static gboolean
is_step_wanted (TroupeRunnerFrame *frame, const TroupeFlowStep *step, GError **error)
{
  g_autoptr (TroupeValue) wanted = NULL;

  if (step->condition == NULL)
    return TRUE;
  wanted = troupe_runner_action_evaluate (frame, step->condition, error);
  if (wanted == NULL)
    return FALSE;
  if (!troupe_value_is (wanted, TROUPE_VALUE_BOOLEAN))
    {
      g_autofree char *found = troupe_value_to_json (wanted, TROUPE_JSON_SPACED);
      g_autofree char *shown = troupe_text_shorten (found, SHOWN_MOST);

      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION,
                   _ ("The “if” at %s must return true or false, but it returned %s."),
                   step->condition->path, shown);
      return FALSE;
    }
  return troupe_value_get_boolean (wanted);
}

/* Continues until a step is running; the end of the step is handled in a separate turn. Returns
 * TRUE if all items have ended and the frame has its result or its error. */
static gboolean
go_on (TroupeRunnerFrame *frame)
{
  TroupeRunnerEach *self = troupe_runner_frame_get_each (frame);
  const TroupeFlowAction *action = troupe_runner_frame_get_method (frame)->action;
  gsize n_items = troupe_value_list_get_length (self->items);

  while (self->item < n_items)
    {
      GError *error = NULL;
      const TroupeFlowStep *step;

      /* The check is done here, because items may be processed without a turn. The frame of a
       * stopped run is not continued. */
      if (self->step == 0 && self->item % ITEMS_A_LOOK == 0 &&
          troupe_runner_action_is_stopped (frame))
        return FALSE;
      if (self->step == action->n_steps)
        {
          TROUPE_CRASH_POINT ("each-item-ended");
          self->results[self->item++] =
              self->last != NULL ? g_steal_pointer (&self->last) : troupe_value_new_null ();
          for (guint i = 0; i < self->n_outputs; i++)
            g_clear_pointer (&self->outputs[self->order[i]], troupe_value_unref);
          g_clear_pointer (&self->changed_item, troupe_value_unref);
          self->n_outputs = 0;
          self->step = 0;
          continue;
        }
      step = &action->steps[self->step];
      if (is_step_wanted (frame, step, &error))
        {
          TROUPE_CRASH_POINT ("each-step-begun");
          troupe_runner_action_do (frame, step->action);
          return FALSE;
        }
      if (error != NULL)
        {
          troupe_runner_frame_fail (frame, error, action->steps[self->step].condition->path);
          TROUPE_CRASH_POINT ("action-failed");
          return TRUE;
        }
      self->step++;
    }
  troupe_runner_frame_set_result (frame, troupe_value_new_list (self->results, n_items));
  TROUPE_CRASH_POINT ("each-ended");
  g_clear_pointer (&self->results, g_free);
  return TRUE;
}

static void
each_take_step (TroupeRunnerFrame *frame)
{
  TroupeRunnerEach *self = troupe_runner_frame_get_each (frame);
  TroupeRunnerMemory *memory =
      troupe_flow_runner_get_memory (troupe_runner_frame_get_runner (frame));

  if (!troupe_runner_frame_has_failed (frame))
    {
      TroupeValue *output;

      troupe_runner_memory_count (memory, self->pending);
      output = g_steal_pointer (&self->pending);
      g_clear_pointer (&self->last, troupe_value_unref);
      self->last = troupe_value_ref (output);
      self->outputs[self->step] = output;
      self->order[self->n_outputs++] = self->step;
      TROUPE_CRASH_POINT ("each-step-ended");
      self->step++;
      troupe_runner_frame_check_memory (frame);
    }
  if (troupe_runner_frame_has_failed (frame) || go_on (frame))
    troupe_runner_frame_record (frame);
}

/* Evaluates the list and starts the first step (doc/flow-semantics.md §8). Ends without a turn
 * if there are no items. */
static gboolean
each_begin (TroupeRunnerFrame *frame, const TroupeFlowAction *action)
{
  GError *error = NULL;
  TroupeValue *items = troupe_runner_action_evaluate (frame, action->expression, &error);

  if (items != NULL && !troupe_value_is (items, TROUPE_VALUE_LIST))
    {
      g_autofree char *found = troupe_value_to_json (items, TROUPE_JSON_SPACED);
      g_autofree char *shown = troupe_text_shorten (found, SHOWN_MOST);

      error = g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION,
                           _ ("The “in” at %s must return a list, but it returned %s."),
                           action->expression->path, shown);
      g_clear_pointer (&items, troupe_value_unref);
    }
  if (items == NULL)
    {
      troupe_runner_frame_fail (frame, error, action->expression->path);
      TROUPE_CRASH_POINT ("action-failed");
      return TRUE;
    }
  troupe_runner_frame_set_each (frame, each_new (items, action->n_steps));
  TROUPE_CRASH_POINT ("each-begun");
  return go_on (frame);
}

const TroupeRunnerAction troupe_runner_action_each = {
  .begin = each_begin,
  .take_step = each_take_step,
};
