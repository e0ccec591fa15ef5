/* troupe-event.c: one thing that happened in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-event"

#include "config.h"

#include "troupe-event.h"

/* In the order of TroupeEventType. The names are those of spec/flow-semantics.md §13 and of
 * spec/crew-semantics.md §15 where CrewAI has the event at all. */
static const char *const type_names[TROUPE_EVENT_N_TYPES] = {
  [TROUPE_EVENT_FLOW_STARTED] = "flow_started",
  [TROUPE_EVENT_FLOW_FINISHED] = "flow_finished",
  [TROUPE_EVENT_FLOW_FAILED] = "flow_failed",
  [TROUPE_EVENT_FLOW_CANCELLED] = "flow_cancelled",
  [TROUPE_EVENT_METHOD_STARTED] = "method_execution_started",
  [TROUPE_EVENT_METHOD_FINISHED] = "method_execution_finished",
  [TROUPE_EVENT_METHOD_FAILED] = "method_execution_failed",
  [TROUPE_EVENT_METHOD_CANCELLED] = "method_execution_cancelled",
  [TROUPE_EVENT_JOIN_ARRIVED] = "join_arrived",
  [TROUPE_EVENT_AGENT_STARTED] = "lite_agent_execution_started",
  [TROUPE_EVENT_AGENT_FINISHED] = "lite_agent_execution_completed",
  [TROUPE_EVENT_AGENT_FAILED] = "lite_agent_execution_error",
  [TROUPE_EVENT_LLM_CALL_STARTED] = "llm_call_started",
  [TROUPE_EVENT_LLM_STREAM_CHUNK] = "llm_stream_chunk",
  [TROUPE_EVENT_LLM_CALL_FINISHED] = "llm_call_completed",
  [TROUPE_EVENT_LLM_CALL_FAILED] = "llm_call_failed",
  [TROUPE_EVENT_LOG] = "log",
  [TROUPE_EVENT_CHECKPOINT_STARTED] = "checkpoint_started",
  [TROUPE_EVENT_CHECKPOINT_COMPLETED] = "checkpoint_completed",
  [TROUPE_EVENT_CHECKPOINT_FAILED] = "checkpoint_failed",
  [TROUPE_EVENT_CHECKPOINT_PRUNED] = "checkpoint_pruned",
  [TROUPE_EVENT_FEEDBACK_REQUESTED] = "human_feedback_requested",
  [TROUPE_EVENT_FEEDBACK_RECEIVED] = "human_feedback_received",
  [TROUPE_EVENT_METHOD_PAUSED] = "method_execution_paused",
  [TROUPE_EVENT_FLOW_PAUSED] = "flow_paused",
  [TROUPE_EVENT_RUN_HELD] = "run_held",
  [TROUPE_EVENT_RUN_RELEASED] = "run_released",
};

G_DEFINE_BOXED_TYPE (TroupeEvent, troupe_event, troupe_event_ref, troupe_event_unref)

/**
 * troupe_event_type_get_name:
 *
 * Returns: (transfer none): the name that stands in files, `method_execution_started`
 */
const char *
troupe_event_type_get_name (TroupeEventType type)
{
  g_return_val_if_fail ((guint) type < TROUPE_EVENT_N_TYPES, NULL);

  return type_names[type];
}

/**
 * troupe_event_type_from_name:
 * @type: (out): the type of that name
 *
 * Returns: %FALSE where there is no such type; @type is then untouched
 */
gboolean
troupe_event_type_from_name (const char *name, TroupeEventType *type)
{
  g_return_val_if_fail (name != NULL, FALSE);
  g_return_val_if_fail (type != NULL, FALSE);

  for (guint i = 0; i < TROUPE_EVENT_N_TYPES; i++)
    if (g_str_equal (type_names[i], name))
      {
        *type = (TroupeEventType) i;
        return TRUE;
      }

  return FALSE;
}

/**
 * troupe_event_new:
 * @method: (nullable): the method that it concerns; copied
 * @fields: (transfer full) (nullable): a map of the type's own fields; %NULL is an empty one
 *
 * An event without a place in a run: the bus gives it number and time. Who makes it fills in parent,
 * trigger, started and state before it is emitted.
 *
 * Returns: (transfer full): the event
 */
TroupeEvent *
troupe_event_new (TroupeEventType type, const char *method, TroupeValue *fields)
{
  TroupeEvent *self;

  g_return_val_if_fail ((guint) type < TROUPE_EVENT_N_TYPES, NULL);
  g_return_val_if_fail (fields == NULL || troupe_value_is (fields, TROUPE_VALUE_MAP), NULL);

  self = g_new0 (TroupeEvent, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->type = type;
  self->method = g_strdup (method);
  if (fields != NULL)
    {
      self->fields = fields;
    }
  else
    {
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      self->fields = troupe_map_builder_end (&builder);
    }

  return self;
}

TroupeEvent *
troupe_event_ref (TroupeEvent *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_event_unref (TroupeEvent *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->method);
  g_clear_pointer (&self->fields, troupe_value_unref);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_free (self);
}

/**
 * troupe_event_get_field:
 *
 * Returns: (transfer none) (nullable): what stands under @name among the event's own fields
 */
TroupeValue *
troupe_event_get_field (const TroupeEvent *self, const char *name)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return troupe_value_map_lookup_string (self->fields, name, -1);
}
