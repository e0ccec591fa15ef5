/* troupe-event-type.c: event types and their lookup table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-event-type"

#include "config.h"

#include "troupe-event-type.h"

#define ROW(type, name, kind, effect, state, category)                                             \
  [TROUPE_EVENT_##type] = { name,                                                                  \
                            TROUPE_SCOPE_##kind,                                                   \
                            TROUPE_EVENT_##effect,                                                 \
                            TROUPE_SCOPE_##state,                                                  \
                            TROUPE_EVENT_CATEGORY_##category,                                      \
                            FALSE }

/* A row contains all properties of a type. Code that depends on types uses the table, so that a
 * new type requires only a row, an index and the code that emits it. */
/* clang-format off */
static const TroupeEventTypeInfo infos[TROUPE_EVENT_N_TYPES] = {
  ROW (FLOW_CREATED, "flow_created", RUN, CHANGES, SAME, RUN),
  ROW (FLOW_PLOT, "flow_plot", RUN, CHANGES, SAME, RUN),
  ROW (FLOW_STARTED, "flow_started", FLOW, OPENS, RUNNING, RUN),
  ROW (FLOW_FINISHED, "flow_finished", FLOW, CLOSES, FINISHED, RUN),
  ROW (FLOW_FAILED, "flow_failed", FLOW, CLOSES, FAILED, RUN),
  ROW (FLOW_CANCELLED, "flow_cancelled", FLOW, CLOSES, CANCELLED, RUN),
  ROW (FLOW_PAUSED, "flow_paused", FLOW, CLOSES, PAUSED, RUN),
  ROW (RUN_HELD, "run_held", FLOW, CHANGES, HELD, RUN),
  ROW (RUN_RELEASED, "run_released", FLOW, CHANGES, RUNNING, RUN),
  ROW (RUN_EDITED, "run_edited", FLOW, CHANGES, SAME, RUN),
  ROW (BUDGET_REACHED, "budget_reached", RUN, CHANGES, SAME, RUN),

  ROW (METHOD_STARTED, "method_execution_started", METHOD, OPENS, RUNNING, METHOD),
  ROW (METHOD_FINISHED, "method_execution_finished", METHOD, CLOSES, FINISHED, METHOD),
  ROW (METHOD_FAILED, "method_execution_failed", METHOD, CLOSES, FAILED, METHOD),
  ROW (METHOD_CANCELLED, "method_execution_cancelled", METHOD, CLOSES, CANCELLED, METHOD),
  ROW (METHOD_PAUSED, "method_execution_paused", METHOD, CLOSES, PAUSED, METHOD),
  ROW (JOIN_ARRIVED, "join_arrived", METHOD, CHANGES, WAITING, METHOD),

  /* In a filter, the tasks of a crew are equivalent to the methods of a flow. */
  ROW (CREW_STARTED, "crew_kickoff_started", CREW, OPENS, RUNNING, METHOD),
  ROW (CREW_FINISHED, "crew_kickoff_completed", CREW, CLOSES, FINISHED, METHOD),
  ROW (CREW_FAILED, "crew_kickoff_failed", CREW, CLOSES, FAILED, METHOD),
  ROW (CREW_CANCELLED, "crew_kickoff_cancelled", CREW, CLOSES, CANCELLED, METHOD),
  /* Training or testing a crew: its kickoffs happen between start and end. */
  ROW (CREW_TRAIN_STARTED, "crew_train_started", RUN, CHANGES, SAME, METHOD),
  ROW (CREW_TRAIN_FINISHED, "crew_train_completed", RUN, CHANGES, SAME, METHOD),
  ROW (CREW_TRAIN_FAILED, "crew_train_failed", RUN, CHANGES, SAME, METHOD),
  ROW (CREW_TEST_STARTED, "crew_test_started", RUN, CHANGES, SAME, METHOD),
  ROW (CREW_TEST_RESULT, "crew_test_result", TASK, CHANGES, SAME, METHOD),
  ROW (CREW_TEST_FINISHED, "crew_test_completed", RUN, CHANGES, SAME, METHOD),
  ROW (CREW_TEST_FAILED, "crew_test_failed", RUN, CHANGES, SAME, METHOD),
  ROW (TASK_EVALUATION, "task_evaluation", RUN, CHANGES, SAME, METHOD),
  ROW (TASK_STARTED, "task_started", TASK, OPENS, RUNNING, METHOD),
  ROW (TASK_FINISHED, "task_completed", TASK, CLOSES, FINISHED, METHOD),
  ROW (TASK_FAILED, "task_failed", TASK, CLOSES, FAILED, METHOD),
  ROW (TASK_CANCELLED, "task_cancelled", TASK, CLOSES, CANCELLED, METHOD),
  ROW (TASK_REUSED, "task_reused", TASK, CLOSES, FINISHED, METHOD),
  ROW (GUARDRAIL_STARTED, "llm_guardrail_started", GUARDRAIL, OPENS, RUNNING, CALL),
  ROW (GUARDRAIL_FINISHED, "llm_guardrail_completed", GUARDRAIL, CLOSES, FINISHED, CALL),

  ROW (EXECUTION_STARTED, "agent_execution_started", AGENT, OPENS, RUNNING, CALL),
  ROW (EXECUTION_FINISHED, "agent_execution_completed", AGENT, CLOSES, FINISHED, CALL),
  ROW (EXECUTION_FAILED, "agent_execution_error", AGENT, CLOSES, FAILED, CALL),
  ROW (REASONING_STARTED, "agent_reasoning_started", AGENT, CHANGES, SAME, CALL),
  ROW (REASONING_FINISHED, "agent_reasoning_completed", AGENT, CHANGES, SAME, CALL),
  ROW (REASONING_FAILED, "agent_reasoning_failed", AGENT, CHANGES, SAME, CALL),
  ROW (PLAN_STEP_STARTED, "plan_step_started", AGENT, CHANGES, SAME, CALL),
  ROW (PLAN_STEP_FINISHED, "plan_step_completed", AGENT, CHANGES, SAME, CALL),
  ROW (OBSERVATION_STARTED, "step_observation_started", AGENT, CHANGES, SAME, CALL),
  ROW (OBSERVATION_FINISHED, "step_observation_completed", AGENT, CHANGES, SAME, CALL),
  ROW (OBSERVATION_FAILED, "step_observation_failed", AGENT, CHANGES, SAME, CALL),
  ROW (PLAN_REFINED, "plan_refinement", AGENT, CHANGES, SAME, CALL),
  ROW (PLAN_REPLACED, "plan_replan_triggered", AGENT, CHANGES, SAME, CALL),
  ROW (GOAL_ACHIEVED, "goal_achieved_early", AGENT, CHANGES, SAME, CALL),
  ROW (SUMMARY_STARTED, "context_window_summarization_started", AGENT, CHANGES, SAME, CALL),
  ROW (SUMMARY_FINISHED, "context_window_summarization_completed", AGENT, CHANGES, SAME, CALL),
  ROW (SUMMARY_FAILED, "context_window_summarization_failed", AGENT, CHANGES, SAME, CALL),
  ROW (SKILL_DISCOVERY_STARTED, "skill_discovery_started", RUN, CHANGES, SAME, CALL),
  ROW (SKILL_DISCOVERY_FINISHED, "skill_discovery_completed", RUN, CHANGES, SAME, CALL),
  ROW (SKILL_LOADED, "skill_loaded", RUN, CHANGES, SAME, CALL),
  ROW (SKILL_ACTIVATED, "skill_activated", AGENT, CHANGES, SAME, CALL),
  ROW (SKILL_USED, "skill_used", AGENT, CHANGES, SAME, CALL),
  ROW (SKILL_FAILED, "skill_load_failed", RUN, CHANGES, SAME, CALL),

  ROW (AGENT_STARTED, "lite_agent_execution_started", AGENT, OPENS, RUNNING, CALL),
  ROW (AGENT_FINISHED, "lite_agent_execution_completed", AGENT, CLOSES, FINISHED, CALL),
  ROW (AGENT_FAILED, "lite_agent_execution_error", AGENT, CLOSES, FAILED, CALL),

  ROW (LLM_CALL_STARTED, "llm_call_started", MODEL_CALL, OPENS, RUNNING, CALL),
  ROW (LLM_CALL_WAITING, "llm_call_waiting", MODEL_CALL, CHANGES, RUNNING, CALL),
  ROW (LLM_CALL_FINISHED, "llm_call_completed", MODEL_CALL, CLOSES, FINISHED, CALL),
  ROW (LLM_CALL_FAILED, "llm_call_failed", MODEL_CALL, CLOSES, FAILED, CALL),
  [TROUPE_EVENT_LLM_STREAM_CHUNK] = {
    "llm_stream_chunk", TROUPE_SCOPE_MODEL_CALL, TROUPE_EVENT_CHANGES, TROUPE_SCOPE_RUNNING,
    TROUPE_EVENT_CATEGORY_CALL, TRUE
  },
  [TROUPE_EVENT_LLM_THINKING_CHUNK] = {
    "llm_thinking_chunk", TROUPE_SCOPE_MODEL_CALL, TROUPE_EVENT_CHANGES, TROUPE_SCOPE_RUNNING,
    TROUPE_EVENT_CATEGORY_CALL, TRUE
  },

  ROW (TOOL_STARTED, "tool_usage_started", TOOL_CALL, OPENS, RUNNING, CALL),
  ROW (TOOL_FINISHED, "tool_usage_finished", TOOL_CALL, CLOSES, FINISHED, CALL),
  ROW (TOOL_FAILED, "tool_usage_error", TOOL_CALL, CLOSES, FAILED, CALL),
  ROW (TOOL_FAILURE, "tool_failure_detected", RUN, CHANGES, SAME, CALL),
  ROW (HOOK_DISPATCHED, "hook_dispatched", AGENT, CHANGES, SAME, CALL),
  ROW (TOOL_SELECTION_ERROR, "tool_selection_error", AGENT, CHANGES, SAME, CALL),
  ROW (TOOL_INPUT_ERROR, "tool_validate_input_error", AGENT, CHANGES, SAME, CALL),

  ROW (RETRIEVAL_STARTED, "memory_retrieval_started", MEMORY, OPENS, RUNNING, CALL),
  ROW (RETRIEVAL_FINISHED, "memory_retrieval_completed", MEMORY, CLOSES, FINISHED, CALL),
  ROW (RETRIEVAL_FAILED, "memory_retrieval_failed", MEMORY, CLOSES, FAILED, CALL),
  ROW (MEMORY_QUERY_STARTED, "memory_query_started", MEMORY, OPENS, RUNNING, CALL),
  ROW (MEMORY_QUERY_FINISHED, "memory_query_completed", MEMORY, CLOSES, FINISHED, CALL),
  ROW (MEMORY_QUERY_FAILED, "memory_query_failed", MEMORY, CLOSES, FAILED, CALL),
  ROW (MEMORY_SAVE_STARTED, "memory_save_started", MEMORY, OPENS, RUNNING, CALL),
  ROW (MEMORY_SAVE_FINISHED, "memory_save_completed", MEMORY, CLOSES, FINISHED, CALL),
  ROW (MEMORY_SAVE_FAILED, "memory_save_failed", MEMORY, CLOSES, FAILED, CALL),
  ROW (KNOWLEDGE_SEARCH_STARTED, "knowledge_search_query_started", KNOWLEDGE, OPENS, RUNNING, CALL),
  ROW (KNOWLEDGE_SEARCH_FINISHED, "knowledge_search_query_completed", KNOWLEDGE, CLOSES, FINISHED, CALL),
  ROW (KNOWLEDGE_SEARCH_FAILED, "knowledge_search_query_failed", KNOWLEDGE, CLOSES, FAILED, CALL),
  ROW (KNOWLEDGE_QUERY_STARTED, "knowledge_query_started", KNOWLEDGE, CHANGES, SAME, CALL),
  ROW (KNOWLEDGE_QUERY_FINISHED, "knowledge_query_completed", KNOWLEDGE, CHANGES, SAME, CALL),
  ROW (KNOWLEDGE_QUERY_FAILED, "knowledge_query_failed", KNOWLEDGE, CLOSES, FAILED, CALL),
  ROW (KNOWLEDGE_LOAD_STARTED, "knowledge_load_started", KNOWLEDGE, OPENS, RUNNING, CALL),
  ROW (KNOWLEDGE_LOAD_PROGRESS, "knowledge_load_progress", KNOWLEDGE, CHANGES, SAME, CALL),
  ROW (KNOWLEDGE_LOAD_FINISHED, "knowledge_load_completed", KNOWLEDGE, CLOSES, FINISHED, CALL),
  ROW (KNOWLEDGE_LOAD_FAILED, "knowledge_load_failed", KNOWLEDGE, CLOSES, FAILED, CALL),

  ROW (MCP_CONNECTION_STARTED, "mcp_connection_started", RUN, CHANGES, SAME, CALL),
  ROW (MCP_CONNECTION_FINISHED, "mcp_connection_completed", RUN, CHANGES, SAME, CALL),
  ROW (MCP_CONNECTION_FAILED, "mcp_connection_failed", RUN, CHANGES, SAME, CALL),
  ROW (MCP_CONFIG_FAILED, "mcp_config_fetch_failed", RUN, CHANGES, SAME, CALL),
  ROW (MCP_TOOL_STARTED, "mcp_tool_execution_started", TOOL_CALL, CHANGES, SAME, CALL),
  ROW (MCP_TOOL_FINISHED, "mcp_tool_execution_completed", TOOL_CALL, CHANGES, SAME, CALL),
  ROW (MCP_TOOL_FAILED, "mcp_tool_execution_failed", TOOL_CALL, CHANGES, SAME, CALL),

  ROW (A2A_CARD_FETCHED, "a2a_agent_card_fetched", RUN, CHANGES, SAME, CALL),
  ROW (A2A_CONNECTION_ERROR, "a2a_connection_error", RUN, CHANGES, SAME, CALL),
  ROW (A2A_CONVERSATION_STARTED, "a2a_conversation_started", AGENT, CHANGES, SAME, CALL),
  ROW (A2A_DELEGATION_STARTED, "a2a_delegation_started", TOOL_CALL, OPENS, RUNNING, CALL),
  ROW (A2A_MESSAGE_SENT, "a2a_message_sent", AGENT, CHANGES, SAME, CALL),
  ROW (A2A_RESPONSE_RECEIVED, "a2a_response_received", AGENT, CHANGES, SAME, CALL),
  ROW (A2A_DELEGATION_FINISHED, "a2a_delegation_completed", TOOL_CALL, CLOSES, FINISHED, CALL),
  ROW (A2A_CONVERSATION_FINISHED, "a2a_conversation_completed", AGENT, CHANGES, SAME, CALL),

  ROW (FEEDBACK_REQUESTED, "human_feedback_requested", QUESTION, OPENS, WAITING, QUESTION),
  ROW (FEEDBACK_RECEIVED, "human_feedback_received", QUESTION, CLOSES, FINISHED, QUESTION),
  ROW (INPUT_REQUESTED, "flow_input_requested", QUESTION, OPENS, WAITING, QUESTION),
  ROW (INPUT_RECEIVED, "flow_input_received", QUESTION, CLOSES, FINISHED, QUESTION),

  ROW (CHECKPOINT_STARTED, "checkpoint_started", CHECKPOINT, OPENS, RUNNING, CHECKPOINT),
  ROW (CHECKPOINT_COMPLETED, "checkpoint_completed", CHECKPOINT, CLOSES, FINISHED, CHECKPOINT),
  ROW (CHECKPOINT_FAILED, "checkpoint_failed", CHECKPOINT, CLOSES, FAILED, CHECKPOINT),
  ROW (CHECKPOINT_PRUNED, "checkpoint_pruned", CHECKPOINT, CHANGES, SAME, CHECKPOINT),
  ROW (CHECKPOINT_RESTORE_STARTED, "checkpoint_restore_started", RUN, CHANGES, SAME, CHECKPOINT),
  ROW (CHECKPOINT_RESTORE_FINISHED, "checkpoint_restore_completed", RUN, CHANGES, SAME, CHECKPOINT),

  ROW (TURN_STARTED, "conversation_turn_started", RUN, CHANGES, SAME, RUN),
  ROW (TURN_FINISHED, "conversation_turn_completed", RUN, CHANGES, SAME, RUN),
  ROW (TURN_FAILED, "conversation_turn_failed", RUN, CHANGES, SAME, RUN),
  ROW (MESSAGE_ADDED, "conversation_message_added", RUN, CHANGES, SAME, RUN),
  ROW (ROUTE_SELECTED, "conversation_route_selected", RUN, CHANGES, SAME, RUN),

  ROW (LOG, "log", RUN, CHANGES, SAME, LOG),
};
/* clang-format on */

/**
 * troupe_event_type_get_info:
 *
 * Returns: (transfer none): the row of the type in the table
 */
const TroupeEventTypeInfo *
troupe_event_type_get_info (TroupeEventType type)
{
  g_return_val_if_fail ((guint) type < TROUPE_EVENT_N_TYPES, NULL);

  return &infos[type];
}

/**
 * troupe_event_type_get_name:
 *
 * Returns: (transfer none): the name in files, such as `method_execution_started`
 */
const char *
troupe_event_type_get_name (TroupeEventType type)
{
  g_return_val_if_fail ((guint) type < TROUPE_EVENT_N_TYPES, NULL);

  return infos[type].name;
}

/**
 * troupe_event_type_from_name:
 * @type: (out): the type of that name
 *
 * Returns: %FALSE if the type does not exist; in this case @type is not set
 */
gboolean
troupe_event_type_from_name (const char *name, TroupeEventType *type)
{
  g_return_val_if_fail (name != NULL, FALSE);
  g_return_val_if_fail (type != NULL, FALSE);

  for (guint i = 0; i < TROUPE_EVENT_N_TYPES; i++)
    if (g_str_equal (infos[i].name, name))
      {
        *type = (TroupeEventType) i;
        return TRUE;
      }

  return FALSE;
}
