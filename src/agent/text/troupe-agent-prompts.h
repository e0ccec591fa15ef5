/* troupe-agent-prompts.h: all prompts and prompt templates for models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The prompts. They have the names of CrewAI's prompt slices (doc/crew-semantics.md §10), but
 * different wording. They are not translated, because a document must behave the same in every
 * locale. The comments list the placeholders. Threads: any thread. */
typedef enum
{
  TROUPE_PROMPT_ROLE_PLAYING,        /* {role} {backstory} {goal} */
  TROUPE_PROMPT_TOOLS,               /* {tools} {tool_names}: format of calls in text mode */
  TROUPE_PROMPT_TASK,                /* {input}: in text mode */
  TROUPE_PROMPT_TASK_NO_TOOLS,       /* {input} */
  TROUPE_PROMPT_NATIVE_TASK,         /* {input} */
  TROUPE_PROMPT_POST_TOOL_REASONING, /* after a tool result in text mode */
  TROUPE_PROMPT_OBSERVATION,         /* stop sequence in text mode */
  TROUPE_PROMPT_FORCE_FINAL_ANSWER,  /* no requests are left */
  TROUPE_PROMPT_TASK_REPEATED_USAGE, /* {tool} {tool_input} */
  TROUPE_PROMPT_TOOL_USAGE_ERROR,    /* {tool} {tools}: unknown tool */
  TROUPE_PROMPT_TOOL_ARGUMENTS_ERROR,
  TROUPE_PROMPT_TOOL_USAGE_EXCEPTION, /* {error} {tool} {tool_inputs} */
  TROUPE_PROMPT_TOOLS_REMINDER,       /* {tools} {tool_names}: after each third result */
  TROUPE_PROMPT_SUMMARIZER_SYSTEM_MESSAGE,
  TROUPE_PROMPT_SUMMARIZE_INSTRUCTION, /* {conversation} */
  TROUPE_PROMPT_SUMMARY,               /* {merged_summary}: replaces the conversation */
  TROUPE_PROMPT_DEFERRED_RESULT, /* {id} {path} {lines} {tokens} {tool} {line_count} {preview} */
  TROUPE_PROMPT_DEFERRED_READER, /* description of the tool that reads such a result */
  TROUPE_PROMPT_DEFERRED_CUT,    /* {next}: after a truncated range of lines */
  TROUPE_PROMPT_SKILLS,          /* {tool} {skills}: after the agent's description */
  TROUPE_PROMPT_SKILL_LOADER,    /* description of the tool that loads a skill */
  TROUPE_PROMPT_SKILL_MISSING,   /* {name} {names} */
  TROUPE_PROMPT_FILES_SENT,      /* before the list of files in the message */
  TROUPE_PROMPT_FILES_READ,      /* before the list of files for the tool */
  TROUPE_PROMPT_FILE_READER,     /* description of the tool that returns an input file */
  TROUPE_PROMPT_FILE_MISSING,    /* {name} {names} */
  TROUPE_PROMPT_PLAN_SYSTEM,
  TROUPE_PROMPT_PLAN_CREATE, /* {description} {expected_output} {tools} {max_steps} */
  TROUPE_PROMPT_PLAN_EXPECTED,
  TROUPE_PROMPT_PLAN_NO_TOOLS,
  TROUPE_PROMPT_PLAN_REFINE,       /* {current_plan} {max_steps} */
  TROUPE_PROMPT_PLAN_ANEW,         /* {reason} {results}: appended when replanning */
  TROUPE_PROMPT_PLAN_AS_TEXT,      /* appended for a model without tool support */
  TROUPE_PROMPT_PLAN_TOOL,         /* description of create_reasoning_plan */
  TROUPE_PROMPT_STEP_SYSTEM,       /* {role} {backstory} {goal} */
  TROUPE_PROMPT_STEP,              /* {description} {step} */
  TROUPE_PROMPT_STEP_TOOL,         /* {tool} */
  TROUPE_PROMPT_STEP_RESULTS,      /* {results}: of the steps it depends on */
  TROUPE_PROMPT_STEP_RESULT,       /* {number} {step} {result} */
  TROUPE_PROMPT_STEP_RESULT_ALONE, /* {number} {result} */
  TROUPE_PROMPT_STEP_LEFT,         /* {number} {step} */
  TROUPE_PROMPT_STEP_MISSED,       /* {number}: reason for replanning after a step */
  TROUPE_PROMPT_STEP_STUCK,        /* reason for replanning if no step is ready */
  TROUPE_PROMPT_OBSERVATION_SYSTEM,
  TROUPE_PROMPT_OBSERVATION_USER, /* {description} {number} {step} {result} {done} {left} */
  TROUPE_PROMPT_SYNTHESIS_SYSTEM, /* {role} */
  TROUPE_PROMPT_SYNTHESIS,        /* {description} {results} */
  TROUPE_PROMPT_EXPECTED_OUTPUT,  /* {expected_output} */
  TROUPE_PROMPT_MARKDOWN,
  TROUPE_PROMPT_FORMATTED_TASK_INSTRUCTIONS, /* {output_format}: a JSON schema */
  TROUPE_PROMPT_TASK_WITH_CONTEXT,           /* {task} {context} */
  TROUPE_PROMPT_MEMORY,                      /* {memory} */
  TROUPE_PROMPT_RECALL_MEMORY,               /* description of the tool that searches the memory */
  TROUPE_PROMPT_RECALL_MEMORY_QUERIES,
  TROUPE_PROMPT_SAVE_TO_MEMORY, /* description of the tool that saves memories */
  TROUPE_PROMPT_SAVE_TO_MEMORY_CONTENTS,
  TROUPE_PROMPT_SUGGESTIONS,           /* followed by the suggestions from training */
  TROUPE_PROMPT_FEEDBACK_INSTRUCTIONS, /* {feedback}: from the user */
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
  TROUPE_PROMPT_CONVERSATION_HISTORY, /* followed by the messages */
  /* Remote agents (A2A). */
  TROUPE_PROMPT_A2A_AGENTS,      /* {agents} {history} {turn} {notice}: appended to the task */
  TROUPE_PROMPT_A2A_MISSING,     /* {endpoint} {error}: after the cards */
  TROUPE_PROMPT_A2A_UNAVAILABLE, /* {agents}: none of them is reachable */
  TROUPE_PROMPT_A2A_TURN,        /* {turn} {max_turns} {warning} */
  TROUPE_PROMPT_A2A_LAST_TURN,
  TROUPE_PROMPT_A2A_NEXT_IS_LAST,
  TROUPE_PROMPT_A2A_ANSWERED, /* the remote agent has completed the request */
  TROUPE_PROMPT_A2A_IDS,      /* descriptions of the answer's fields */
  TROUPE_PROMPT_A2A_MESSAGE,
  TROUPE_PROMPT_A2A_IS_A2A,
  /* Human feedback on the output of a method. */
  TROUPE_PROMPT_HUMAN_FEEDBACK_COLLAPSE, /* {feedback} {outcomes} */
  TROUPE_PROMPT_HITL_PRE_REVIEW_SYSTEM,
  TROUPE_PROMPT_HITL_PRE_REVIEW_USER, /* {output} {lessons} */
  TROUPE_PROMPT_HITL_DISTILL_SYSTEM,
  TROUPE_PROMPT_HITL_DISTILL_USER, /* {output} {feedback} */
  /* Conversation flows. */
  TROUPE_PROMPT_CONVERSATION_SYSTEM,
  TROUPE_PROMPT_CONVERSATION_FROM_HISTORY,
  TROUPE_PROMPT_CONVERSATION_HISTORY_CHECK, /* {prompt} {message} {history} */
  TROUPE_PROMPT_CONVERSATION_LATEST,        /* {history} {message} */
  TROUPE_PROMPT_CONVERSATION_ROUTER,        /* {routes}: one per line */
  TROUPE_PROMPT_CONVERSATION_ROUTE_CONVERSE,
  TROUPE_PROMPT_CONVERSATION_ROUTE_END,
  TROUPE_PROMPT_CONVERSATION_ROUTE_HISTORY,
} TroupePrompt;

/* Returns the template with its placeholders in braces. (transfer none) */
const char *troupe_prompt_get (TroupePrompt prompt);
/* Returns the text with its placeholders replaced. The arguments are name, value, …, NULL; all
 * of them are strings. (transfer full) */
char *troupe_prompt_fill (TroupePrompt prompt, ...) G_GNUC_NULL_TERMINATED;
/* Replaces the placeholders in @text, a template from the document. (transfer full) */
char *troupe_prompt_fill_text (const char *text, ...) G_GNUC_NULL_TERMINATED;

G_END_DECLS
