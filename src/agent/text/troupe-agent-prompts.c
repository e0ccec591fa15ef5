/* troupe-agent-prompts.c: all prompts and prompt templates for models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-prompts"

#include "config.h"

#include <string.h>

#include "troupe-agent-prompts.h"

#define HOW_TO_CALL                                                                                \
  "To call a tool, write exactly these three lines and then stop:\n"                               \
  "Thought: why you need the tool\n"                                                               \
  "Action: the name of one tool from [{tool_names}]\n"                                             \
  "Action Input: the arguments of the tool as one JSON object\n\n"                                 \
  "The result is then added after \"Observation:\". Never write that line yourself. When you "     \
  "need no further tool, write:\n"                                                                 \
  "Thought: why the task is complete\n"                                                            \
  "Final Answer: the complete result"

static const char *const prompts[] = {
  [TROUPE_PROMPT_ROLE_PLAYING] =
      "Act as {role}.\nYour background: {backstory}\nYour goal: {goal}\n\n"
      "Complete the request fully and precisely. Write only the finished result and do not "
      "explain how you obtained it.",
  [TROUPE_PROMPT_TOOLS] = "\n\nYou can call these tools and no others:\n\n{tools}\n\n" HOW_TO_CALL,
  [TROUPE_PROMPT_TASK] = "{input}\n\nBegin with \"Thought:\".",
  [TROUPE_PROMPT_TASK_NO_TOOLS] = "{input}",
  [TROUPE_PROMPT_NATIVE_TASK] = "{input}",
  [TROUPE_PROMPT_POST_TOOL_REASONING] =
      "Check whether this result is sufficient. If it is, write \"Final Answer:\" and the "
      "complete result. Otherwise, call another tool in the same format.",
  [TROUPE_PROMPT_OBSERVATION] = "\nObservation:",
  [TROUPE_PROMPT_FORCE_FINAL_ANSWER] =
      "You cannot call any more tools. Answer now, as completely as possible, with the "
      "information that you already have.",
  [TROUPE_PROMPT_TASK_REPEATED_USAGE] =
      "Your last call of {tool} had the same input ({tool_input}), so the tool was not called "
      "again. Use its previous result, or try a different input or tool.",
  [TROUPE_PROMPT_TOOL_USAGE_ERROR] =
      "The tool \"{tool}\" does not exist. Available tools:\n{tools}",
  [TROUPE_PROMPT_TOOL_ARGUMENTS_ERROR] =
      "Error: Action Input must be one JSON object whose keys are names of the tool's arguments.",
  [TROUPE_PROMPT_TOOL_USAGE_EXCEPTION] =
      "The tool {tool} failed: {error}\nThe tool expects: {tool_inputs}\nTry a different approach.",
  [TROUPE_PROMPT_TOOLS_REMINDER] =
      "\n\nReminder of the tools that you can call:\n\n{tools}\n\n" HOW_TO_CALL,
  [TROUPE_PROMPT_SUMMARIZER_SYSTEM_MESSAGE] =
      "You summarize conversations between an agent, its user and its tools. The agent continues "
      "the task with nothing but your summary.",
  [TROUPE_PROMPT_SUMMARIZE_INSTRUCTION] =
      "Summarize the conversation below. Include, in this order:\n"
      "1. the task with all requirements for the content and format of the result, in the "
      "original wording where possible\n"
      "2. the findings, with exact names, numbers, dates, addresses and paths\n"
      "3. what was tried, and what failed and why\n"
      "4. the remaining work\n"
      "Omit greetings and repetitions. Add no new information. Write the summary between "
      "<summary> and </summary>.\n\n"
      "{conversation}",
  [TROUPE_PROMPT_SUMMARY] =
      "The conversation became too long and was replaced by this summary:\n\n{merged_summary}\n\n"
      "Continue the task from this point. Do not start over.",
  [TROUPE_PROMPT_DEFERRED_RESULT] =
      "The result is too long to be shown and was saved to a file.\nArtifact: {id}\nFile: {path}\n"
      "Lines: {lines}\nTokens (estimate): {tokens}\n"
      "Read the parts that you need with the tool {tool}, about {line_count} lines at a time. The "
      "result begins with:\n\n{preview}",
  [TROUPE_PROMPT_DEFERRED_READER] =
      "Returns lines of a tool result that was too long to be shown and was saved to a file. Pass "
      "the file path from that result, the number of the first line (starting at 1) and the "
      "number of lines.",
  [TROUPE_PROMPT_DEFERRED_CUT] = "\n[Truncated. Continue with start_line {next}.]",
  [TROUPE_PROMPT_SKILLS] =
      "\n\nSkills are written instructions for specific kinds of tasks. If one of the skills below "
      "applies to your task, load it with the tool {tool} before you start. If none applies, "
      "continue without a skill.\n{skills}",
  [TROUPE_PROMPT_SKILL_LOADER] =
      "Returns the complete instructions of a skill. Pass the name of the skill exactly as it "
      "appears in the list of skills.",
  [TROUPE_PROMPT_SKILL_MISSING] = "The skill \"{name}\" does not exist. Available skills: {names}.",
  [TROUPE_PROMPT_FILES_SENT] = "Files that are part of this message:",
  [TROUPE_PROMPT_FILES_READ] =
      "Files that the tool read_file returns, by the name in quotation marks:",
  [TROUPE_PROMPT_FILE_READER] =
      "Returns the text of an input file of the task. Pass its name exactly as it appears in the "
      "list of files.",
  [TROUPE_PROMPT_FILE_MISSING] =
      "The input file \"{name}\" does not exist. Available files: {names}.",
  [TROUPE_PROMPT_PLAN_SYSTEM] =
      "You plan tasks before they are executed. Use as few steps as possible, and no steps if the "
      "task can be done at once.",
  [TROUPE_PROMPT_PLAN_CREATE] =
      "Task:\n{description}\n\nExpected output:\n{expected_output}\n\nAvailable tools: {tools}\n\n"
      "Describe how you would do this task. If parts of it must be done one after another or with "
      "different tools, list them as steps, at most {max_steps}. For each step, give a "
      "description, the numbers of the steps whose results it needs, and the tool it uses, if "
      "any. If the task has only one part, list no steps. Declare the plan ready if it has no "
      "open questions.",
  [TROUPE_PROMPT_PLAN_EXPECTED] = "Everything that the task asks for.",
  [TROUPE_PROMPT_PLAN_NO_TOOLS] = "none",
  [TROUPE_PROMPT_PLAN_REFINE] =
      "This plan is not ready yet:\n{current_plan}\n\n"
      "Resolve its open questions and return the complete plan, with at most {max_steps} steps.",
  [TROUPE_PROMPT_PLAN_ANEW] = "\n\nAn earlier plan for this task failed: {reason}\n"
                              "These steps are completed and keep their results:\n{results}\n"
                              "Plan only the remaining work. Number the steps from 1.",
  [TROUPE_PROMPT_PLAN_AS_TEXT] =
      "\n\nAnswer with exactly one JSON object and no other text: {\"plan\": string, \"steps\": "
      "list of {\"step_number\": integer, \"description\": string, \"tool_to_use\": string or "
      "null, \"depends_on\": list of integers}, \"ready\": true or false}.",
  [TROUPE_PROMPT_PLAN_TOOL] = "Submits the plan for the task and its steps, if it has any.",
  [TROUPE_PROMPT_STEP_SYSTEM] =
      "Act as {role}.\nYour background: {backstory}\nYour goal: {goal}\n\n"
      "You execute one step of a larger task. Do this step only, and use your tools where they "
      "help. Then write the result of the step with all facts that later steps may need.",
  [TROUPE_PROMPT_STEP] = "The larger task, for context only:\n{description}\n\nYour step:\n{step}",
  [TROUPE_PROMPT_STEP_TOOL] = "\n\nThe plan suggests the tool {tool} for this step.",
  [TROUPE_PROMPT_STEP_RESULTS] = "\n\nResults of the earlier steps:\n{results}",
  [TROUPE_PROMPT_STEP_RESULT] = "Step {number}: {step}\nResult: {result}\n",
  [TROUPE_PROMPT_STEP_RESULT_ALONE] = "Step {number}: {result}\n",
  [TROUPE_PROMPT_STEP_LEFT] = "Step {number}: {step}\n",
  [TROUPE_PROMPT_STEP_MISSED] = "Step {number} did not produce the required result.",
  [TROUPE_PROMPT_STEP_STUCK] = "The remaining steps depend on results that do not exist.",
  [TROUPE_PROMPT_OBSERVATION_SYSTEM] =
      "You monitor the execution of a plan. After each step, report whether the step achieved its "
      "purpose, what was learned, and whether the remaining steps are still correct.",
  [TROUPE_PROMPT_OBSERVATION_USER] =
      "The task:\n{description}\n\nCompleted earlier:\n{done}\n"
      "Just completed: step {number}: {step}\nIts result:\n{result}\n\nRemaining:\n{left}\n"
      "Evaluate this step. Suggest a new description for a remaining step only if the new "
      "information requires it. Request a new plan only if the remaining steps cannot lead to the "
      "result.",
  [TROUPE_PROMPT_SYNTHESIS_SYSTEM] =
      "Act as {role}. A task was executed in steps. Combine the results of the steps into the "
      "final result: complete, in the requested format, and without mentioning the steps.",
  [TROUPE_PROMPT_SYNTHESIS] = "The task:\n{description}\n\nResults of the steps:\n{results}",
  [TROUPE_PROMPT_EXPECTED_OUTPUT] =
      "Expected output: {expected_output}\nWrite it out in full; do not summarize it.",
  [TROUPE_PROMPT_MARKDOWN] =
      "\n\nWrite the result in Markdown: # for headings, - for lists, **bold** for important "
      "words, and backquotes for code. Do not enclose the whole result in a code fence.",
  [TROUPE_PROMPT_FORMATTED_TASK_INSTRUCTIONS] =
      "The result must be exactly one JSON object that matches the JSON schema below. Write no "
      "text before or after it and do not enclose it in a code fence.\n\n{output_format}",
  [TROUPE_PROMPT_TASK_WITH_CONTEXT] =
      "{task}\n\nContext for this task:\n{context}\n(End of the context.)",
  [TROUPE_PROMPT_MEMORY] = "\n\n# Memories of earlier work\n{memory}",
  [TROUPE_PROMPT_RECALL_MEMORY] =
      "Searches the memories that you and the other agents have of earlier work: facts, "
      "decisions, results, preferences of users. Call it before you answer that you do not know "
      "something.",
  [TROUPE_PROMPT_RECALL_MEMORY_QUERIES] = "Search queries: one short text per topic",
  [TROUPE_PROMPT_SAVE_TO_MEMORY] =
      "Saves information for later work: facts, decisions with their reasons, lessons learned. "
      "Each entry must be understandable on its own.",
  [TROUPE_PROMPT_SAVE_TO_MEMORY_CONTENTS] = "Entries to save: one or two sentences each",
  [TROUPE_PROMPT_SUGGESTIONS] = "\n\nApply these rules from your training:",
  [TROUPE_PROMPT_FEEDBACK_INSTRUCTIONS] =
      "The user has reviewed your answer and gave this feedback:\n{feedback}\n\n"
      "Write the complete answer again and apply all of the feedback.",
  [TROUPE_PROMPT_VALIDATION_ERROR] =
      "Your last answer was rejected by a check: {guardrail_result_error}\n\n"
      "The rejected answer:\n{task_output}\n\n"
      "Write the complete answer again and fix this problem.",
  [TROUPE_PROMPT_GUARDRAIL_GOAL] =
      "Decide whether a text complies with a rule and, if it does not, state what must change.",
  [TROUPE_PROMPT_GUARDRAIL_BACKSTORY] =
      "You check texts against rules, strictly and impartially. You never correct the texts "
      "yourself.",
  [TROUPE_PROMPT_GUARDRAIL] =
      "Does this text comply with the rule below?\n\nText:\n{task_output}\n\nRule:\n{guardrail}\n\n"
      "Judge by this rule only. If the text does not comply, state what must change.",
  [TROUPE_PROMPT_GUARDRAIL_VALID] = "Whether the text complies with the rule",
  [TROUPE_PROMPT_GUARDRAIL_FEEDBACK] = "What must change if the text does not comply with the rule",
  [TROUPE_PROMPT_PLANNER_GOAL] =
      "Write a plan for each task of a team. Each plan must make clear how to start the task and "
      "when the task is done.",
  [TROUPE_PROMPT_PLANNER_BACKSTORY] =
      "You have managed many projects. You recognize which steps a task requires and which tools "
      "are useful for them.",
  [TROUPE_PROMPT_PLANNER] =
      "A team has these tasks, in this order:\n\n{tasks}\n"
      "For each task, identified by its number, write the steps that lead to the expected output. "
      "Name the tools where they help. Include every task.",
  [TROUPE_PROMPT_PLANNER_TASK] =
      "Task {number}: {description}\n- Expected output: {expected_output}\n"
      "- Agent: {role}, whose goal is: {goal}\n- Tools: {tools}\n",
  [TROUPE_PROMPT_PLANNER_EXPECTED_OUTPUT] = "A plan with steps for each task of the team.",
  [TROUPE_PROMPT_PLANNER_STEPS] = "The steps of this task and the tools they use",
  [TROUPE_PROMPT_CONVERT_TOOL] = "Submits the content of the text as structured data.",
  [TROUPE_PROMPT_CONVERT_AGAIN] =
      "{name} rejected the arguments: {error}\nCall {name} again with valid arguments.",
  [TROUPE_PROMPT_CONVERT_NO_CALL] =
      "You did not call {name}. Call {name} and pass the content of your answer as its arguments.",
  [TROUPE_PROMPT_MANAGER_GOAL] = "Lead the team so that each task is completed to a high standard.",
  [TROUPE_PROMPT_MANAGER_BACKSTORY] =
      "You have led teams for years. You know the strengths of each member, delegate work with "
      "all required information, and review the results. You do not do the work yourself: if a "
      "result is insufficient, you request a revision.",
  [TROUPE_PROMPT_MANAGER_REQUEST] =
      "A complete answer to the request of your coworker, with all information that the coworker "
      "needs to continue.",
  [TROUPE_PROMPT_DELEGATE_WORK] =
      "Delegates a task to one of these coworkers: {coworkers}\n"
      "Pass the task, the coworker's role, and all required information as the context. The "
      "coworker knows nothing else.",
  [TROUPE_PROMPT_ASK_QUESTION] =
      "Asks one of these coworkers a question: {coworkers}\n"
      "Pass the question, the coworker's role, and all required information as the context. The "
      "coworker knows nothing else.",
  [TROUPE_PROMPT_UNEXISTING_COWORKER] =
      "This coworker does not exist. Available coworkers:\n{coworkers}",
  [TROUPE_PROMPT_TOOL_EXECUTION_ERROR] =
      "The coworker \"{agent_role}\" failed to complete the request: {error}",
  [TROUPE_PROMPT_CONVERSATION_HISTORY] =
      "This request is part of a conversation. The earlier messages:",
  [TROUPE_PROMPT_A2A_AGENTS] =
      "\n\nRemote agents can take over this task or a part of it. Their agent cards:\n\n"
      "<AVAILABLE_A2A_AGENTS>\n{agents}\n</AVAILABLE_A2A_AGENTS>\n\n"
      "Your conversation with them so far:\n\n<PREVIOUS_A2A_CONVERSATION>\n{history}\n"
      "</PREVIOUS_A2A_CONVERSATION>\n{turn}{notice}",
  [TROUPE_PROMPT_A2A_MISSING] = "<!-- {endpoint} is unreachable: {error} -->",
  [TROUPE_PROMPT_A2A_UNAVAILABLE] =
      "\n\n<A2A_AGENTS_STATUS>\n"
      "Remote agents were configured for this task, but none of them is reachable. Complete the "
      "task without them.\n{agents}\n</A2A_AGENTS_STATUS>\n",
  [TROUPE_PROMPT_A2A_TURN] =
      "\n<CONVERSATION_PROGRESS>\nTurn {turn} of at most {max_turns}.{warning}\n"
      "</CONVERSATION_PROGRESS>\n",
  [TROUPE_PROMPT_A2A_LAST_TURN] =
      " This is the last turn: set is_a2a to false and write your final answer in message.",
  [TROUPE_PROMPT_A2A_NEXT_IS_LAST] = " The next turn is the last one: prepare to finish.",
  [TROUPE_PROMPT_A2A_ANSWERED] =
      "\n<REMOTE_AGENT_STATUS>\n"
      "The remote agent has answered. Its answer is the last message of the conversation above, "
      "and it accepts no further messages about this request. Set is_a2a to false and write your "
      "own answer to the task, addressed to the user who requested it. Refer to the remote agent "
      "in the third person.\n</REMOTE_AGENT_STATUS>\n",
  [TROUPE_PROMPT_A2A_IDS] =
      "The endpoint of the remote agent to contact; an empty list if none is contacted.",
  [TROUPE_PROMPT_A2A_MESSAGE] =
      "If is_a2a is true, the message to the remote agent; otherwise your final answer.",
  [TROUPE_PROMPT_A2A_IS_A2A] =
      "True only to send a remote agent a request that it has not received yet. False if the "
      "conversation contains the information you need; message is then the final answer.",
  [TROUPE_PROMPT_HUMAN_FEEDBACK_COLLAPSE] =
      "A user has responded as follows:\n\n{feedback}\n\n"
      "Choose the outcome that this response asks for from this list: {outcomes}. Answer with "
      "its name, exactly as it is written here, and nothing else.",
  [TROUPE_PROMPT_HITL_PRE_REVIEW_SYSTEM] =
      "You revise results before a user reviews them. You know what the user requested in earlier "
      "reviews. Change what conflicts with these requests, leave everything else unchanged, and "
      "return the complete result.",
  [TROUPE_PROMPT_HITL_PRE_REVIEW_USER] =
      "The result:\n\n{output}\n\nEarlier requests of the user:\n{lessons}",
  [TROUPE_PROMPT_HITL_DISTILL_SYSTEM] =
      "You extract rules from a user's feedback on a result. A rule is a requirement for style, "
      "content or format that also applies to later results of the same kind. Write each rule as "
      "one short sentence that is understandable on its own. Ignore feedback that concerns "
      "only this result, and ignore mere praise or approval. Often there are no rules.",
  [TROUPE_PROMPT_HITL_DISTILL_USER] =
      "The result:\n\n{output}\n\nThe user's feedback:\n\n{feedback}\n\n"
      "Write one rule per line, or the word NONE if there are no rules.",
  [TROUPE_PROMPT_CONVERSATION_SYSTEM] =
      "You are in a conversation with a user. Answer the latest message and take all earlier "
      "messages into account. Be clear and brief. If you do not know something, say so.",
  [TROUPE_PROMPT_CONVERSATION_FROM_HISTORY] =
      "Use only the messages of this conversation. If they contain the answer, give it.",
  [TROUPE_PROMPT_CONVERSATION_HISTORY_CHECK] =
      "{prompt}\n\nThe latest message: {message}\n\nAll messages:\n{history}",
  [TROUPE_PROMPT_CONVERSATION_LATEST] = "{history}\n\nThe latest message of the user: {message}",
  [TROUPE_PROMPT_CONVERSATION_ROUTER] =
      "Choose the route for the latest message of the user from this list:\n{routes}\n\n"
      "Answer with the name of one route and nothing else. Choose “converse” if the user returns "
      "to something that was already handled, asks for a summary, or asks for an explanation, "
      "regardless of the route that handled it. Choose another route only if the user makes a new "
      "request for what that route does.",
  [TROUPE_PROMPT_CONVERSATION_ROUTE_CONVERSE] =
      "Conversation, questions about earlier messages, and everything that needs no other route.",
  [TROUPE_PROMPT_CONVERSATION_ROUTE_END] = "The user says goodbye or wants to stop.",
  [TROUPE_PROMPT_CONVERSATION_ROUTE_HISTORY] =
      "Questions that the earlier messages already answer.",
};

const char *
troupe_prompt_get (TroupePrompt prompt)
{
  g_return_val_if_fail ((guint) prompt < G_N_ELEMENTS (prompts), "");

  return prompts[prompt];
}

/* Returns the value for the name at @at, which is the position after a brace. @length: (out):
 * length of the name */
static const char *
find_value (GPtrArray *pairs, const char *at, gsize *length)
{
  g_assert (pairs != NULL);

  for (guint i = 0; i + 1 < pairs->len; i += 2)
    {
      const char *name = g_ptr_array_index (pairs, i);

      *length = strlen (name);
      if (strncmp (at, name, *length) == 0 && at[*length] == '}')
        return g_ptr_array_index (pairs, i + 1);
    }

  return NULL;
}

/* Replaces all placeholders in one pass, so that braces in an inserted value are not treated as
 * placeholders. */
static char *
fill (const char *text, GPtrArray *pairs)
{
  GString *out = g_string_new (NULL);

  for (const char *at = text; *at != '\0';)
    {
      gsize length = 0;
      const char *value = *at == '{' ? find_value (pairs, at + 1, &length) : NULL;

      if (value != NULL)
        {
          g_string_append (out, value);
          at += length + 2;
        }
      else
        g_string_append_c (out, *at++);
    }

  return g_string_free (out, FALSE);
}

static void
take_pairs (GPtrArray *pairs, va_list list)
{
  for (char *text = va_arg (list, char *); text != NULL; text = va_arg (list, char *))
    g_ptr_array_add (pairs, text);
}

char *
troupe_prompt_fill (TroupePrompt prompt, ...)
{
  g_autoptr (GPtrArray) pairs = g_ptr_array_new ();
  va_list list;

  va_start (list, prompt);
  take_pairs (pairs, list);
  va_end (list);

  return fill (troupe_prompt_get (prompt), pairs);
}

char *
troupe_prompt_fill_text (const char *text, ...)
{
  g_autoptr (GPtrArray) pairs = g_ptr_array_new ();
  va_list list;

  g_return_val_if_fail (text != NULL, NULL);

  va_start (list, text);
  take_pairs (pairs, list);
  va_end (list);

  return fill (text, pairs);
}
