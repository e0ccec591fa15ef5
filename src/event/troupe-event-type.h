/* troupe-event-type.h: the types of events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-scope.h"

G_BEGIN_DECLS

/* Indexes of the table in troupe-event-type.c, which says all that there is to know about a type. */
typedef enum
{
  TROUPE_EVENT_FLOW_STARTED,
  TROUPE_EVENT_FLOW_FINISHED,
  TROUPE_EVENT_FLOW_FAILED,
  TROUPE_EVENT_FLOW_CANCELLED, /* ours: CrewAI ends without a word */
  TROUPE_EVENT_METHOD_STARTED,
  TROUPE_EVENT_METHOD_FINISHED,
  TROUPE_EVENT_METHOD_FAILED,
  TROUPE_EVENT_METHOD_CANCELLED, /* ours: a loser of a race, or the run was stopped */
  TROUPE_EVENT_JOIN_ARRIVED,     /* ours: an event came to a method that waits for more */
  TROUPE_EVENT_AGENT_STARTED,    /* lite_agent_execution_started */
  TROUPE_EVENT_AGENT_FINISHED,
  TROUPE_EVENT_AGENT_FAILED,
  TROUPE_EVENT_LLM_CALL_STARTED,
  TROUPE_EVENT_LLM_CALL_WAITING, /* ours: its service wants it to wait: model, service, seconds */
  TROUPE_EVENT_LLM_STREAM_CHUNK,
  TROUPE_EVENT_LLM_CALL_FINISHED,
  TROUPE_EVENT_LLM_CALL_FAILED,
  TROUPE_EVENT_TOOL_STARTED, /* tool_usage_started: tool_name, tool_args, run_attempts */
  TROUPE_EVENT_TOOL_FINISHED,
  TROUPE_EVENT_TOOL_FAILED,            /* tool_usage_error: it raised */
  TROUPE_EVENT_TOOL_FAILURE,           /* tool_failure_detected: failure, policy */
  TROUPE_EVENT_TOOL_SELECTION_ERROR,   /* there is no such tool */
  TROUPE_EVENT_TOOL_INPUT_ERROR,       /* tool_validate_input_error */
  TROUPE_EVENT_RETRIEVAL_STARTED,      /* memory_retrieval_started: task_name, agent_role */
  TROUPE_EVENT_RETRIEVAL_FINISHED,     /* memory_content, retrieval_time_ms */
  TROUPE_EVENT_RETRIEVAL_FAILED,       /* error */
  TROUPE_EVENT_MEMORY_QUERY_STARTED,   /* query, limit */
  TROUPE_EVENT_MEMORY_QUERY_FINISHED,  /* results: how many; query_time_ms */
  TROUPE_EVENT_MEMORY_QUERY_FAILED,    /* error */
  TROUPE_EVENT_MEMORY_SAVE_STARTED,    /* value */
  TROUPE_EVENT_MEMORY_SAVE_FINISHED,   /* saved: how many; save_time_ms, agent_role */
  TROUPE_EVENT_MEMORY_SAVE_FAILED,     /* error */
  TROUPE_EVENT_KNOWLEDGE_SEARCH_STARTED,
  TROUPE_EVENT_KNOWLEDGE_SEARCH_FINISHED, /* query, retrieved_knowledge */
  TROUPE_EVENT_KNOWLEDGE_SEARCH_FAILED,   /* query, error */
  TROUPE_EVENT_KNOWLEDGE_QUERY_STARTED,   /* task_prompt */
  TROUPE_EVENT_KNOWLEDGE_QUERY_FINISHED,  /* query: what the model was asked */
  TROUPE_EVENT_KNOWLEDGE_QUERY_FAILED,    /* error */
  TROUPE_EVENT_KNOWLEDGE_LOAD_STARTED,    /* ours: collection, sources: how many */
  TROUPE_EVENT_KNOWLEDGE_LOAD_PROGRESS,   /* ours: done, pieces: so many of all new ones are kept */
  TROUPE_EVENT_KNOWLEDGE_LOAD_FINISHED,   /* embedded: how many chunks were new */
  TROUPE_EVENT_KNOWLEDGE_LOAD_FAILED,     /* error */
  TROUPE_EVENT_MCP_CONNECTION_STARTED, /* server_name, server_url, transport_type, connect_timeout */
  TROUPE_EVENT_MCP_CONNECTION_FINISHED,
  TROUPE_EVENT_MCP_CONNECTION_FAILED, /* error, error_type, status_code */
  TROUPE_EVENT_MCP_CONFIG_FAILED,     /* mcp_config_fetch_failed: slug, error, error_type */
  TROUPE_EVENT_MCP_TOOL_STARTED,      /* mcp_tool_execution_started: tool_name, tool_args */
  TROUPE_EVENT_MCP_TOOL_FINISHED,
  TROUPE_EVENT_MCP_TOOL_FAILED,
  TROUPE_EVENT_LOG, /* ours: what CrewAI would print as a warning */
  TROUPE_EVENT_CHECKPOINT_STARTED,
  TROUPE_EVENT_CHECKPOINT_COMPLETED,
  TROUPE_EVENT_CHECKPOINT_FAILED,
  TROUPE_EVENT_CHECKPOINT_PRUNED,
  TROUPE_EVENT_FEEDBACK_REQUESTED, /* human_feedback_requested: output, message, emit, request_id */
  TROUPE_EVENT_FEEDBACK_RECEIVED,  /* human_feedback_received: feedback, outcome, request_id */
  TROUPE_EVENT_METHOD_PAUSED,      /* it waits for an answer that comes in another process */
  TROUPE_EVENT_FLOW_PAUSED,
  TROUPE_EVENT_RUN_HELD,      /* ours: a person paused the run; nothing new begins */
  TROUPE_EVENT_RUN_RELEASED,  /* ours: and lets it go on */
  TROUPE_EVENT_CREW_STARTED,  /* crew_name, inputs */
  TROUPE_EVENT_CREW_FINISHED, /* output, total_tokens */
  TROUPE_EVENT_CREW_FAILED,
  TROUPE_EVENT_CREW_CANCELLED, /* ours: the run was stopped */
  TROUPE_EVENT_TASK_STARTED,   /* context */
  TROUPE_EVENT_TASK_FINISHED,  /* output */
  TROUPE_EVENT_TASK_FAILED,
  TROUPE_EVENT_TASK_CANCELLED,     /* ours: the run was stopped */
  TROUPE_EVENT_GUARDRAIL_STARTED,  /* guardrail_type, guardrail_name, retry_count */
  TROUPE_EVENT_GUARDRAIL_FINISHED, /* and success, result */
  TROUPE_EVENT_EXECUTION_STARTED,  /* agent_execution_started: of a task; task_prompt, tools */
  TROUPE_EVENT_EXECUTION_FINISHED,
  TROUPE_EVENT_EXECUTION_FAILED,
  TROUPE_EVENT_REASONING_STARTED,
  TROUPE_EVENT_REASONING_FINISHED,
  TROUPE_EVENT_REASONING_FAILED,
  TROUPE_EVENT_PLAN_STEP_STARTED,
  TROUPE_EVENT_PLAN_STEP_FINISHED,
  TROUPE_EVENT_OBSERVATION_STARTED, /* of a step of a plan */
  TROUPE_EVENT_OBSERVATION_FINISHED,
  TROUPE_EVENT_OBSERVATION_FAILED,
  TROUPE_EVENT_PLAN_REFINED,
  TROUPE_EVENT_PLAN_REPLACED,
  TROUPE_EVENT_GOAL_ACHIEVED,
  TROUPE_EVENT_SUMMARY_STARTED, /* what was said is made shorter, as it does not fit the model */
  TROUPE_EVENT_SUMMARY_FINISHED,
  TROUPE_EVENT_SUMMARY_FAILED,
  TROUPE_EVENT_SKILL_DISCOVERY_STARTED,
  TROUPE_EVENT_SKILL_DISCOVERY_FINISHED,
  TROUPE_EVENT_SKILL_LOADED,
  TROUPE_EVENT_SKILL_USED,
  TROUPE_EVENT_SKILL_FAILED,
  TROUPE_EVENT_BUDGET_REACHED, /* ours: no more calls of models go out; limit, spent, unpriced, pauses, period */
  TROUPE_EVENT_CREW_TRAIN_STARTED, /* crew_name, n_iterations, filename, inputs */
  TROUPE_EVENT_CREW_TRAIN_FINISHED,
  TROUPE_EVENT_CREW_TRAIN_FAILED,
  TROUPE_EVENT_CREW_TEST_STARTED, /* crew_name, n_iterations, eval_llm, inputs */
  TROUPE_EVENT_CREW_TEST_RESULT,  /* of a task: quality, execution_duration, model */
  TROUPE_EVENT_CREW_TEST_FINISHED,
  TROUPE_EVENT_CREW_TEST_FAILED,
  TROUPE_EVENT_TASK_EVALUATION, /* of an agent, at the end of a training: evaluation_type */
  TROUPE_EVENT_TURN_STARTED, /* conversation_turn_started: session_id */
  TROUPE_EVENT_TURN_FINISHED,
  TROUPE_EVENT_TURN_FAILED,    /* error */
  TROUPE_EVENT_MESSAGE_ADDED,  /* conversation_message_added: role, content, message_index */
  TROUPE_EVENT_ROUTE_SELECTED, /* route, user_message, message_index, previous_intent */
  TROUPE_EVENT_A2A_CARD_FETCHED, /* endpoint, agent_card, fetch_time_ms */
  TROUPE_EVENT_A2A_CONNECTION_ERROR,
  TROUPE_EVENT_A2A_CONVERSATION_STARTED,
  TROUPE_EVENT_A2A_DELEGATION_STARTED,    /* task_description, turn_number; as a tool's: tool_name, tool_args */
  TROUPE_EVENT_A2A_MESSAGE_SENT,          /* message */
  TROUPE_EVENT_A2A_RESPONSE_RECEIVED,     /* response, status */
  TROUPE_EVENT_A2A_DELEGATION_FINISHED,   /* status, result, error; output */
  TROUPE_EVENT_A2A_CONVERSATION_FINISHED, /* status, final_result, total_turns */
  TROUPE_EVENT_N_TYPES,
} TroupeEventType;

typedef enum
{
  TROUPE_EVENT_OPENS,   /* a scope, of which the event's number is the id from then on */
  TROUPE_EVENT_CHANGES, /* something in a scope that stays open, or only tells of it */
  TROUPE_EVENT_CLOSES,
} TroupeEventEffect;

/* What somebody who reads a log might want to see of it. */
typedef enum
{
  TROUPE_EVENT_CATEGORY_RUN,
  TROUPE_EVENT_CATEGORY_METHOD,
  TROUPE_EVENT_CATEGORY_CALL, /* agents and their models */
  TROUPE_EVENT_CATEGORY_QUESTION,
  TROUPE_EVENT_CATEGORY_CHECKPOINT,
  TROUPE_EVENT_CATEGORY_LOG,
} TroupeEventCategory;

/**
 * TroupeEventTypeInfo:
 * @name: in files: CrewAI's, where it has the event (doc/flow-semantics.md §13,
 *   doc/crew-semantics.md §15)
 * @kind: of which kind its scopes are; %TROUPE_SCOPE_RUN where it may be any
 * @effect: what it does to the scope
 * @state: in what state it leaves the scope
 * @category: for filters
 * @is_piece: whether it is a piece of something that comes whole later; pieces are joined where they
 *   are shown, and are not kept
 */
typedef struct
{
  const char *name;
  TroupeScopeKind kind;
  TroupeEventEffect effect;
  TroupeScopeState state;
  TroupeEventCategory category;
  gboolean is_piece;
} TroupeEventTypeInfo;

const TroupeEventTypeInfo *troupe_event_type_get_info (TroupeEventType type);
const char *troupe_event_type_get_name (TroupeEventType type);
gboolean troupe_event_type_from_name (const char *name, TroupeEventType *type);

G_END_DECLS
