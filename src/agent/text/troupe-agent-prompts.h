/* troupe-agent-prompts.h: every sentence that is written for models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Named as CrewAI names the places of its prompts (doc/crew-semantics.md §10), the words are our own. Not translated:
 * a document must not act otherwise elsewhere. */
typedef enum
{
  TROUPE_PROMPT_ROLE_PLAYING,        /* {role} {backstory} {goal} */
  TROUPE_PROMPT_TOOLS,               /* {tools} {tool_names}: how to write what is wanted as text */
  TROUPE_PROMPT_TASK,                /* {input}: with tools as text */
  TROUPE_PROMPT_TASK_NO_TOOLS,       /* {input} */
  TROUPE_PROMPT_NATIVE_TASK,         /* {input} */
  TROUPE_PROMPT_POST_TOOL_REASONING, /* behind a result, in text mode */
  TROUPE_PROMPT_OBSERVATION,         /* the word at which such a model stops */
  TROUPE_PROMPT_FORCE_FINAL_ANSWER,  /* no round is left */
  TROUPE_PROMPT_TASK_REPEATED_USAGE, /* {tool} {tool_input} */
  TROUPE_PROMPT_TOOL_USAGE_ERROR,    /* {tool} {tools}: there is no such tool */
  TROUPE_PROMPT_TOOL_ARGUMENTS_ERROR,
  TROUPE_PROMPT_TOOL_USAGE_EXCEPTION, /* {error} {tool} {tool_inputs} */
  TROUPE_PROMPT_TOOLS_REMINDER,       /* {tools} {tool_names}: after each third result */
  TROUPE_PROMPT_SUMMARIZER_SYSTEM_MESSAGE,
  TROUPE_PROMPT_SUMMARIZE_INSTRUCTION, /* {conversation} */
  TROUPE_PROMPT_SUMMARY,               /* {merged_summary}: in the place of all that was said */
  TROUPE_PROMPT_DEFERRED_RESULT, /* {id} {path} {lines} {tokens} {tool} {line_count} {preview} */
  TROUPE_PROMPT_DEFERRED_READER, /* what the tool does that reads one */
  TROUPE_PROMPT_DEFERRED_CUT,    /* {next}: behind lines of which only so many were given */
  TROUPE_PROMPT_SKILLS,          /* {tool} {skills}: behind who the agent is */
  TROUPE_PROMPT_SKILL_LOADER,    /* what the tool does that gives one */
  TROUPE_PROMPT_SKILL_MISSING,   /* {name} {names} */
  TROUPE_PROMPT_PLAN_SYSTEM,
  TROUPE_PROMPT_PLAN_CREATE, /* {description} {expected_output} {tools} {max_steps} */
  TROUPE_PROMPT_PLAN_EXPECTED,
  TROUPE_PROMPT_PLAN_NO_TOOLS,
  TROUPE_PROMPT_PLAN_REFINE,       /* {current_plan} {max_steps} */
  TROUPE_PROMPT_PLAN_ANEW,         /* {reason} {results}: behind the request for a plan */
  TROUPE_PROMPT_PLAN_AS_TEXT,      /* the same, of a model that cannot be offered the tool */
  TROUPE_PROMPT_PLAN_TOOL,         /* what create_reasoning_plan does */
  TROUPE_PROMPT_STEP_SYSTEM,       /* {role} {backstory} {goal} */
  TROUPE_PROMPT_STEP,              /* {description} {step} */
  TROUPE_PROMPT_STEP_TOOL,         /* {tool} */
  TROUPE_PROMPT_STEP_RESULTS,      /* {results}: of the steps that it needs */
  TROUPE_PROMPT_STEP_RESULT,       /* {number} {step} {result} */
  TROUPE_PROMPT_STEP_RESULT_ALONE, /* {number} {result} */
  TROUPE_PROMPT_STEP_LEFT,         /* {number} {step} */
  TROUPE_PROMPT_STEP_MISSED,       /* {number}: why the rest is planned anew */
  TROUPE_PROMPT_STEP_STUCK,        /* the same: no step that is left can begin */
  TROUPE_PROMPT_OBSERVATION_SYSTEM,
  TROUPE_PROMPT_OBSERVATION_USER, /* {description} {number} {step} {result} {done} {left} */
  TROUPE_PROMPT_SYNTHESIS_SYSTEM, /* {role} */
  TROUPE_PROMPT_SYNTHESIS,        /* {description} {results} */
  TROUPE_PROMPT_EXPECTED_OUTPUT,  /* {expected_output} */
  TROUPE_PROMPT_MARKDOWN,
  TROUPE_PROMPT_FORMATTED_TASK_INSTRUCTIONS, /* {output_format}: a JSON schema */
  TROUPE_PROMPT_TASK_WITH_CONTEXT,           /* {task} {context} */
  TROUPE_PROMPT_MEMORY,                      /* {memory} */
  TROUPE_PROMPT_RECALL_MEMORY,               /* what the tool does that searches it */
  TROUPE_PROMPT_RECALL_MEMORY_QUERIES,
  TROUPE_PROMPT_SAVE_TO_MEMORY, /* what the tool does that fills it */
  TROUPE_PROMPT_SAVE_TO_MEMORY_CONTENTS,
  TROUPE_PROMPT_SUGGESTIONS,           /* lines of what it was told in training follow */
  TROUPE_PROMPT_FEEDBACK_INSTRUCTIONS, /* {feedback}: of a person */
  TROUPE_PROMPT_VALIDATION_ERROR,      /* {guardrail_result_error} {task_output} */
  TROUPE_PROMPT_GUARDRAIL_GOAL,
  TROUPE_PROMPT_GUARDRAIL_BACKSTORY,
  TROUPE_PROMPT_GUARDRAIL, /* {task_output} {guardrail} */
  TROUPE_PROMPT_GUARDRAIL_VALID,
  TROUPE_PROMPT_GUARDRAIL_FEEDBACK,
  TROUPE_PROMPT_PLANNER_GOAL,
  TROUPE_PROMPT_PLANNER_BACKSTORY,
  TROUPE_PROMPT_PLANNER,      /* {tasks} */
  TROUPE_PROMPT_PLANNER_TASK, /* {number} {description} {expected_output} {role} {goal} {tools} */
  TROUPE_PROMPT_PLANNER_EXPECTED_OUTPUT,
  TROUPE_PROMPT_PLANNER_STEPS,
  TROUPE_PROMPT_CONVERT_TOOL,
  TROUPE_PROMPT_CONVERT_AGAIN,   /* {name} {error} */
  TROUPE_PROMPT_CONVERT_NO_CALL, /* {name} */
  TROUPE_PROMPT_MANAGER_GOAL,
  TROUPE_PROMPT_MANAGER_BACKSTORY,
  TROUPE_PROMPT_MANAGER_REQUEST,
  TROUPE_PROMPT_DELEGATE_WORK,        /* {coworkers} */
  TROUPE_PROMPT_ASK_QUESTION,         /* {coworkers} */
  TROUPE_PROMPT_UNEXISTING_COWORKER,  /* {coworkers} */
  TROUPE_PROMPT_TOOL_EXECUTION_ERROR, /* {agent_role} {error} */
  TROUPE_PROMPT_CONVERSATION_HISTORY, /* lines of it follow */
  /* Agents elsewhere that work can be handed to. */
  TROUPE_PROMPT_A2A_AGENTS,      /* {agents} {history} {turn} {notice}: behind the task */
  TROUPE_PROMPT_A2A_MISSING,     /* {endpoint} {error}: behind the cards of the others */
  TROUPE_PROMPT_A2A_UNAVAILABLE, /* {agents}: none of them is there */
  TROUPE_PROMPT_A2A_TURN,        /* {turn} {max_turns} {warning} */
  TROUPE_PROMPT_A2A_LAST_TURN,
  TROUPE_PROMPT_A2A_NEXT_IS_LAST,
  TROUPE_PROMPT_A2A_ANSWERED, /* the other one has done what it was asked */
  TROUPE_PROMPT_A2A_IDS,      /* what the members of such an answer mean */
  TROUPE_PROMPT_A2A_MESSAGE,
  TROUPE_PROMPT_A2A_IS_A2A,
  /* What people say of a method's output. */
  TROUPE_PROMPT_HUMAN_FEEDBACK_COLLAPSE, /* {feedback} {outcomes} */
  TROUPE_PROMPT_HITL_PRE_REVIEW_SYSTEM,
  TROUPE_PROMPT_HITL_PRE_REVIEW_USER, /* {output} {lessons} */
  TROUPE_PROMPT_HITL_DISTILL_SYSTEM,
  TROUPE_PROMPT_HITL_DISTILL_USER, /* {output} {feedback} */
  /* Flows that hold a conversation. */
  TROUPE_PROMPT_CONVERSATION_SYSTEM,
  TROUPE_PROMPT_CONVERSATION_FROM_HISTORY,
  TROUPE_PROMPT_CONVERSATION_HISTORY_CHECK, /* {prompt} {message} {history} */
  TROUPE_PROMPT_CONVERSATION_LATEST,        /* {history} {message} */
  TROUPE_PROMPT_CONVERSATION_ROUTER,        /* {routes}: a line each */
  TROUPE_PROMPT_CONVERSATION_ROUTE_CONVERSE,
  TROUPE_PROMPT_CONVERSATION_ROUTE_END,
  TROUPE_PROMPT_CONVERSATION_ROUTE_HISTORY,
} TroupePrompt;

/* Its text with the places in braces still in it. (transfer none) */
const char *troupe_prompt_get (TroupePrompt prompt);
/* With the places filled: name, value, …, NULL. (transfer full) */
char *troupe_prompt_fill (TroupePrompt prompt, ...) G_GNUC_NULL_TERMINATED;
/* The same of a prompt that a document brings along. (transfer full) */
char *troupe_prompt_fill_text (const char *text, ...) G_GNUC_NULL_TERMINATED;

G_END_DECLS
