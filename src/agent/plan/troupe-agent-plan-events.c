/* troupe-agent-plan-events.c: emits the events of plans
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-plan-events"

#include "config.h"

#include "troupe-agent-events.h"
#include "troupe-agent-reply.h"
#include "troupe-agent-plan-events.h"

static gboolean
begin (const TroupeAgentLoopSetup *setup, TroupeMapBuilder *fields)
{
  g_assert (setup != NULL);

  if (!troupe_agent_events_are_watched (setup->bus))
    return FALSE;
  troupe_agent_events_begin (fields, setup->role);
  troupe_agent_events_add_text (fields, "task_name", setup->title);

  return TRUE;
}

static void
add_count (TroupeMapBuilder *fields, const char *key, gint64 count)
{
  troupe_map_builder_add (fields, key, troupe_value_new_integer (count));
}

static void
add_flag (TroupeMapBuilder *fields, const char *key, gboolean flag)
{
  troupe_map_builder_add (fields, key, troupe_value_new_boolean (flag));
}

static void
add_todo (TroupeMapBuilder *fields, const TroupeAgentTodo *todo)
{
  add_count (fields, "step_number", todo->number);
  troupe_agent_events_add_text (fields, "step_description", todo->description);
}

/* Returns a list of strings, each with the number of a step and its new description. */
static TroupeValue *
list_wordings (const TroupeAgentObservation *observation)
{
  guint n_wordings = observation->wordings->len;
  g_autofree TroupeValue **items = g_new (TroupeValue *, n_wordings + 1);

  g_assert (observation != NULL);

  for (guint i = 0; i < n_wordings; i++)
    {
      TroupeValue *wording = g_ptr_array_index (observation->wordings, i);

      items[i] = troupe_value_take_string (
          g_strdup_printf (
              "Step %" G_GINT64_FORMAT ": %s",
              troupe_value_get_integer (troupe_value_get_member (wording, "step_number")),
              troupe_value_get_string (troupe_value_get_member (wording, "new_description"), NULL)),
          -1);
    }

  return troupe_value_new_list (items, n_wordings);
}

void
troupe_agent_plan_tell_reasoning (const TroupeAgentLoopSetup *setup,
                                  guint attempt,
                                  const TroupeAgentDraft *draft,
                                  const GError *error)
{
  TroupeEventType type = error != NULL   ? TROUPE_EVENT_REASONING_FAILED
                         : draft != NULL ? TROUPE_EVENT_REASONING_FINISHED
                                         : TROUPE_EVENT_REASONING_STARTED;
  TroupeMapBuilder fields;

  g_return_if_fail (setup != NULL);

  if (!begin (setup, &fields))
    return;
  add_count (&fields, "attempt", attempt);
  if (error != NULL)
    troupe_agent_events_add_error (&fields, "provider", error);
  else if (draft != NULL)
    {
      troupe_agent_events_add_text (&fields, "plan", draft->text);
      add_flag (&fields, "ready", draft->is_ready);
    }
  troupe_agent_events_emit (setup->bus, type, setup->scope, &fields);
}

void
troupe_agent_plan_tell_step (const TroupeAgentLoopSetup *setup, const TroupeAgentTodo *todo)
{
  TroupeMapBuilder fields;

  g_return_if_fail (setup != NULL && todo != NULL);

  if (!begin (setup, &fields))
    return;
  add_todo (&fields, todo);
  troupe_agent_events_emit (setup->bus, TROUPE_EVENT_PLAN_STEP_STARTED, setup->scope, &fields);
}

void
troupe_agent_plan_tell_step_ended (const TroupeAgentLoopSetup *setup,
                                   const TroupeAgentTodo *todo,
                                   const GError *error)
{
  TroupeMapBuilder fields;

  g_return_if_fail (setup != NULL && todo != NULL);

  if (!begin (setup, &fields))
    return;
  add_todo (&fields, todo);
  add_flag (&fields, "success", error == NULL);
  if (error != NULL)
    troupe_agent_events_add_error (&fields, "step", error);
  else
    troupe_agent_events_add_text (&fields, "result", todo->result);
  troupe_agent_events_emit (setup->bus, TROUPE_EVENT_PLAN_STEP_FINISHED, setup->scope, &fields);
}

void
troupe_agent_plan_tell_observation (const TroupeAgentLoopSetup *setup,
                                    const TroupeAgentTodo *todo,
                                    const TroupeAgentObservation *observation,
                                    const GError *error)
{
  TroupeEventType type = error != NULL         ? TROUPE_EVENT_OBSERVATION_FAILED
                         : observation != NULL ? TROUPE_EVENT_OBSERVATION_FINISHED
                                               : TROUPE_EVENT_OBSERVATION_STARTED;
  TroupeMapBuilder fields;

  g_return_if_fail (setup != NULL && todo != NULL);

  if (!begin (setup, &fields))
    return;
  add_todo (&fields, todo);
  if (error != NULL)
    troupe_agent_events_add_error (&fields, "provider", error);
  else if (observation != NULL)
    {
      add_flag (&fields, "step_completed_successfully", observation->is_done);
      troupe_agent_events_add_text (&fields, "key_information_learned", observation->learned);
      add_flag (&fields, "remaining_plan_still_valid", observation->is_valid);
      add_flag (&fields, "needs_full_replan", observation->needs_plan);
      troupe_agent_events_add_text (&fields, "replan_reason", observation->reason);
      add_flag (&fields, "goal_already_achieved", observation->is_achieved);
      troupe_map_builder_add (&fields, "suggested_refinements", list_wordings (observation));
    }
  troupe_agent_events_emit (setup->bus, type, setup->scope, &fields);
}

void
troupe_agent_plan_tell_refined (const TroupeAgentLoopSetup *setup,
                                guint n_refined,
                                const TroupeAgentObservation *observation)
{
  TroupeMapBuilder fields;

  g_return_if_fail (setup != NULL && observation != NULL);

  if (!begin (setup, &fields))
    return;
  add_count (&fields, "refined_step_count", n_refined);
  troupe_map_builder_add (&fields, "refinements", list_wordings (observation));
  troupe_agent_events_emit (setup->bus, TROUPE_EVENT_PLAN_REFINED, setup->scope, &fields);
}

void
troupe_agent_plan_tell_replaced (const TroupeAgentLoopSetup *setup,
                                 const char *reason,
                                 guint n_replans,
                                 guint n_kept)
{
  TroupeMapBuilder fields;

  g_return_if_fail (setup != NULL);

  if (!begin (setup, &fields))
    return;
  troupe_agent_events_add_text (&fields, "replan_reason", reason);
  add_count (&fields, "replan_count", n_replans);
  add_count (&fields, "completed_steps_preserved", n_kept);
  troupe_agent_events_emit (setup->bus, TROUPE_EVENT_PLAN_REPLACED, setup->scope, &fields);
}

void
troupe_agent_plan_tell_achieved (const TroupeAgentLoopSetup *setup, guint n_left, guint n_done)
{
  TroupeMapBuilder fields;

  g_return_if_fail (setup != NULL);

  if (!begin (setup, &fields))
    return;
  add_count (&fields, "steps_remaining", n_left);
  add_count (&fields, "steps_completed", n_done);
  troupe_agent_events_emit (setup->bus, TROUPE_EVENT_GOAL_ACHIEVED, setup->scope, &fields);
}
