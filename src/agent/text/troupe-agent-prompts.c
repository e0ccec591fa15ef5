/* troupe-agent-prompts.c: all prompts and prompt templates for models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-prompts"

#include "config.h"

#include <string.h>

#include "troupe-agent-prompts.h"

#define HOW_TO_CALL                                                                                \
  "When you need a tool, write these three lines and stop:\n"                                      \
  "Thought: why you need it\n"                                                                     \
  "Action: the name of one tool, one of [{tool_names}]\n"                                          \
  "Action Input: what the tool is given, as one JSON object\n\n"                                   \
  "You will then be shown what came of it behind \"Observation:\". Never write that line "         \
  "yourself. When you need no tool any more, write:\n"                                             \
  "Thought: why you are done\n"                                                                    \
  "Final Answer: the finished result"

static const char *const prompts[] = {
  [TROUPE_PROMPT_ROLE_PLAYING] =
      "Act as {role}.\nYour background: {backstory}\nWhat you work towards: {goal}\n\n"
      "Answer what you are asked, completely and to the point. Write the finished "
      "result itself and nothing about how you came to it.",
  [TROUPE_PROMPT_TOOLS] =
      "\n\nThese tools are there for you, and no others:\n\n{tools}\n\n" HOW_TO_CALL,
  [TROUPE_PROMPT_TASK] = "{input}\n\nBegin with \"Thought:\".",
  [TROUPE_PROMPT_TASK_NO_TOOLS] = "{input}",
  [TROUPE_PROMPT_NATIVE_TASK] = "{input}",
  [TROUPE_PROMPT_POST_TOOL_REASONING] =
      "Look at what the tool gave. If it is enough, answer with \"Final Answer:\"; else call the "
      "next tool in the same form.",
  [TROUPE_PROMPT_OBSERVATION] = "\nObservation:",
  [TROUPE_PROMPT_FORCE_FINAL_ANSWER] =
      "You cannot call any more tools. Give the best complete answer that you can with what you "
      "have found so far, now.",
  [TROUPE_PROMPT_TASK_REPEATED_USAGE] =
      "You have just called {tool} with the same input ({tool_input}), so it was not called again. "
      "Use what it gave, or try something else.",
  [TROUPE_PROMPT_TOOL_USAGE_ERROR] =
      "There is no tool \"{tool}\". These are all that there are:\n{tools}",
  [TROUPE_PROMPT_TOOL_ARGUMENTS_ERROR] =
      "Error: the Action Input is no JSON object whose keys are the names of the arguments.",
  [TROUPE_PROMPT_TOOL_USAGE_EXCEPTION] =
      "The tool {tool} failed: {error}\nIt takes: {tool_inputs}\nGo on with something else.",
  [TROUPE_PROMPT_TOOLS_REMINDER] =
      "\n\nRemember the tools that are there for you:\n\n{tools}\n\n" HOW_TO_CALL,
  [TROUPE_PROMPT_SUMMARIZER_SYSTEM_MESSAGE] = "You shorten conversations between an agent, the "
                                              "person who gave it a task, and its tools, so "
                                              "that the agent can go on from your text alone.",
  [TROUPE_PROMPT_SUMMARIZE_INSTRUCTION] =
      "Shorten the conversation below. Keep, in this order:\n"
      "1. the task, with every demand on its result and its form, as closely to the words as you "
      "can\n"
      "2. what was found out: names, numbers, dates, addresses, paths, exactly\n"
      "3. what was tried, and what failed and why\n"
      "4. what is still to be done\n"
      "Leave out greetings and repetitions, and add nothing. Write the result between <summary> "
      "and "
      "</summary>.\n\n"
      "{conversation}",
  [TROUPE_PROMPT_SUMMARY] =
      "What was said so far became too long, and was shortened to this:\n\n{merged_summary}\n\n"
      "Go on with the task from here, without beginning anew.",
  [TROUPE_PROMPT_DEFERRED_RESULT] =
      "The result is too long to be shown as a whole, and was put into a file.\n"
      "Artifact: {id}\nFile: {path}\nLines: {lines}\nTokens, about: {tokens}\n"
      "Read what you need of it with the tool {tool}, about {line_count} lines at a time. It "
      "begins:\n\n{preview}",
  [TROUPE_PROMPT_DEFERRED_READER] =
      "Gives lines of a result that was too long to be shown and was put into a file. Takes the "
      "file "
      "as the result named it, the number of the first line (from 1) and how many lines.",
  [TROUPE_PROMPT_DEFERRED_CUT] = "\n[There is more. Go on with start_line {next}.]",
  [TROUPE_PROMPT_SKILLS] =
      "\n\nYou have written instructions for some kinds of work. If one of them fits what you are "
      "asked, read it with the tool {tool} before you begin; if none fits, do without.\n{skills}",
  [TROUPE_PROMPT_SKILL_LOADER] = "Gives the whole instructions of one skill. Takes its name as it "
                                 "stands in the list of skills.",
  [TROUPE_PROMPT_SKILL_MISSING] = "There is no skill \"{name}\". These are all: {names}.",
  [TROUPE_PROMPT_PLAN_SYSTEM] =
      "You plan work before it is done. You name the fewest steps that lead to the result, or none "
      "where it can be done at once.",
  [TROUPE_PROMPT_PLAN_CREATE] =
      "This is to be done:\n{description}\n\n"
      "Wanted is:\n{expected_output}\n\n"
      "Tools that can be used: {tools}\n\n"
      "Say how you would do it. Where parts of it have to be done one after another, or by "
      "different tools, list them as steps, at most {max_steps}: each with what is to be done and "
      "with the numbers of the steps whose results it needs, and with its tool if it needs one. "
      "Where it is one piece of work, list no steps. Say that the plan is ready if nothing about "
      "it is open.",
  [TROUPE_PROMPT_PLAN_EXPECTED] = "All that was asked for.",
  [TROUPE_PROMPT_PLAN_NO_TOOLS] = "none",
  [TROUPE_PROMPT_PLAN_REFINE] =
      "This plan is not ready yet:\n{current_plan}\n\n"
      "Settle what is open in it, and give the whole plan again, with at most {max_steps} steps.",
  [TROUPE_PROMPT_PLAN_ANEW] = "\n\nAn earlier plan for this could not be kept: {reason}\n"
                              "This is done already and stays as it is:\n{results}\n"
                              "Plan only what is left to do, numbered from 1.",
  [TROUPE_PROMPT_PLAN_AS_TEXT] =
      "\n\nAnswer with one JSON object and nothing else: {\"plan\": a text, \"steps\": a list of "
      "{\"step_number\", \"description\", \"tool_to_use\" or null, \"depends_on\": a list of "
      "numbers}, \"ready\": true or false}.",
  [TROUPE_PROMPT_PLAN_TOOL] = "Takes the plan for the work, with its steps if it has any.",
  [TROUPE_PROMPT_STEP_SYSTEM] =
      "Act as {role}.\nYour background: {backstory}\nWhat you work towards: {goal}\n\n"
      "You do one step of a larger piece of work. Do this step and nothing beyond it, with your "
      "tools where they help. Then write its result, with all facts that later steps could need.",
  [TROUPE_PROMPT_STEP] = "The whole work, so that you know what the step is for:\n{description}\n\n"
                         "Your step:\n{step}",
  [TROUPE_PROMPT_STEP_TOOL] = "\n\nThe plan has the tool {tool} in mind for it.",
  [TROUPE_PROMPT_STEP_RESULTS] = "\n\nWhat the steps before it gave:\n{results}",
  [TROUPE_PROMPT_STEP_RESULT] = "Step {number}: {step}\nResult: {result}\n",
  [TROUPE_PROMPT_STEP_RESULT_ALONE] = "Step {number}: {result}\n",
  [TROUPE_PROMPT_STEP_LEFT] = "Step {number}: {step}\n",
  [TROUPE_PROMPT_STEP_MISSED] = "Step {number} did not give what it was for.",
  [TROUPE_PROMPT_STEP_STUCK] = "The steps that are left need results that there are not.",
  [TROUPE_PROMPT_OBSERVATION_SYSTEM] =
      "You watch over a plan while it is carried out. After each step you say whether it did what "
      "it "
      "was for, what was learned, and whether the steps that are left are still right.",
  [TROUPE_PROMPT_OBSERVATION_USER] =
      "The whole work:\n{description}\n\n"
      "Done before:\n{done}\n"
      "Just done was step {number}: {step}\nIts result:\n{result}\n\n"
      "Left to do:\n{left}\n"
      "Judge this step. Suggest another wording for a step that is left only where what was "
      "learned "
      "asks for it. Ask for another plan only where the steps that are left cannot lead to the "
      "result.",
  [TROUPE_PROMPT_SYNTHESIS_SYSTEM] =
      "Act as {role}. A piece of work was done in steps. Write its final result out of what the "
      "steps "
      "gave: complete, in the form that was asked for, and without a word about the steps.",
  [TROUPE_PROMPT_SYNTHESIS] = "The work:\n{description}\n\nWhat the steps gave:\n{results}",
  [TROUPE_PROMPT_EXPECTED_OUTPUT] =
      "What is wanted in the end: {expected_output}\nGive all of it, and no summary of it.",
  [TROUPE_PROMPT_MARKDOWN] = "\n\nWrite the result as Markdown: headings with #, lists with -, "
                             "**bold** for what matters, code between "
                             "backquotes. Put no fence round the whole of it.",
  [TROUPE_PROMPT_FORMATTED_TASK_INSTRUCTIONS] =
      "The result is one JSON object of this JSON schema, and nothing else: no words before or "
      "behind it, and no fence round it.\n\n{output_format}",
  [TROUPE_PROMPT_TASK_WITH_CONTEXT] =
      "{task}\n\nThis was worked out before, and belongs to it:\n{context}\n"
      "(Here ends what was worked out before.)",
  [TROUPE_PROMPT_MEMORY] = "\n\n# What you remember of earlier work\n{memory}",
  [TROUPE_PROMPT_RECALL_MEMORY] =
      "Looks in what you and the others remember of earlier work: facts, decisions, results, what "
      "people want. Search here before you say that you do not know.",
  [TROUPE_PROMPT_RECALL_MEMORY_QUERIES] =
      "What to look for: a short text for each thing that you want to know",
  [TROUPE_PROMPT_SAVE_TO_MEMORY] =
      "Keeps what will matter for later work: facts, decisions with their reasons, what was learnt. "
      "Each has to be understood by itself.",
  [TROUPE_PROMPT_SAVE_TO_MEMORY_CONTENTS] = "What to keep: one sentence or two for each thing",
  [TROUPE_PROMPT_SUGGESTIONS] = "\n\nKeep to what you were told when you were trained:",
  [TROUPE_PROMPT_FEEDBACK_INSTRUCTIONS] =
      "A person has looked at your answer and says:\n{feedback}\n\nGive the whole answer anew, "
      "with all of that in it.",
  [TROUPE_PROMPT_VALIDATION_ERROR] =
      "Your last answer was checked and refused. What is wrong with it: "
      "{guardrail_result_error}\n\n"
      "The answer was:\n{task_output}\n\nGive it anew, without that fault.",
  [TROUPE_PROMPT_GUARDRAIL_GOAL] =
      "Say whether a text keeps a rule, and what is missing where not.",
  [TROUPE_PROMPT_GUARDRAIL_BACKSTORY] =
      "You hold texts against rules, to the letter and without favour. You never mend them.",
  [TROUPE_PROMPT_GUARDRAIL] =
      "Does this text keep the rule below?\n\nText:\n{task_output}\n\nRule:\n{guardrail}\n\n"
      "Judge by the rule alone. Where the text does not keep it, say what has to change.",
  [TROUPE_PROMPT_GUARDRAIL_VALID] = "Whether the text keeps the rule",
  [TROUPE_PROMPT_GUARDRAIL_FEEDBACK] = "What has to change, where the text does not keep the rule",
  [TROUPE_PROMPT_PLANNER_GOAL] = "Write a plan for each task of a team, so that whoever does it "
                                 "knows how to begin and when it "
                                 "is done.",
  [TROUPE_PROMPT_PLANNER_BACKSTORY] =
      "You have led many projects, and see at once which steps a task takes and what its tools are "
      "good for.",
  [TROUPE_PROMPT_PLANNER] =
      "A team has these tasks, in this order:\n\n{tasks}\nWrite for each of them, by its number, "
      "the "
      "steps that lead to what is expected. Name the tools where they help, and leave out none of "
      "the tasks.",
  [TROUPE_PROMPT_PLANNER_TASK] =
      "Task {number}: {description}\n- Expected: {expected_output}\n- Done by: {role}, who works "
      "towards: {goal}\n- Tools: {tools}\n",
  [TROUPE_PROMPT_PLANNER_EXPECTED_OUTPUT] = "A plan of steps for each task of the team.",
  [TROUPE_PROMPT_PLANNER_STEPS] = "The steps of this task, with their tools",
  [TROUPE_PROMPT_CONVERT_TOOL] = "Takes what the text says, field by field.",
  [TROUPE_PROMPT_CONVERT_AGAIN] =
      "{name} does not take that: {error}\nCall {name} again, with what it takes.",
  [TROUPE_PROMPT_CONVERT_NO_CALL] =
      "{name} was not called. Give what you wrote to {name}, by calling it.",
  [TROUPE_PROMPT_MANAGER_GOAL] = "Lead the team so that each task is done as well as it can be.",
  [TROUPE_PROMPT_MANAGER_BACKSTORY] =
      "You have led teams for years. You know who is good at what, hand work on with all that is "
      "needed for it, and look at what comes back. What comes back is not yours: where it falls "
      "short you ask again.",
  [TROUPE_PROMPT_MANAGER_REQUEST] = "The best answer that you can give to your coworker who asks "
                                    "this, with all that is needed to "
                                    "work on with it.",
  [TROUPE_PROMPT_DELEGATE_WORK] =
      "Hands a task to one of these coworkers: {coworkers}\nGive the task, the coworker's role, "
      "and "
      "in the context all that is needed for it: the coworker knows nothing else.",
  [TROUPE_PROMPT_ASK_QUESTION] =
      "Puts a question to one of these coworkers: {coworkers}\nGive the question, the coworker's "
      "role, and in the context all that is needed for it: the coworker knows nothing else.",
  [TROUPE_PROMPT_UNEXISTING_COWORKER] =
      "There is no such coworker. These are all that there are:\n{coworkers}",
  [TROUPE_PROMPT_TOOL_EXECUTION_ERROR] =
      "The coworker \"{agent_role}\" could not do it. What went wrong: {error}",
  [TROUPE_PROMPT_CONVERSATION_HISTORY] = "This belongs to a conversation. What was said before:",
  [TROUPE_PROMPT_A2A_AGENTS] =
      "\n\nOther agents, which run elsewhere, can take over this task or a part of it. Their "
      "cards:\n\n<AVAILABLE_A2A_AGENTS>\n{agents}\n</AVAILABLE_A2A_AGENTS>\n\n"
      "What you and they have said so far:\n\n<PREVIOUS_A2A_CONVERSATION>\n{history}\n"
      "</PREVIOUS_A2A_CONVERSATION>\n{turn}{notice}",
  [TROUPE_PROMPT_A2A_MISSING] = "<!-- {endpoint} cannot be reached: {error} -->",
  [TROUPE_PROMPT_A2A_UNAVAILABLE] =
      "\n\n<A2A_AGENTS_STATUS>\nAgents that run elsewhere were meant to help with this task, and "
      "none of them can be reached now. Do it without them.\n{agents}\n</A2A_AGENTS_STATUS>\n",
  [TROUPE_PROMPT_A2A_TURN] = "\n<CONVERSATION_PROGRESS>\nTurn {turn} of at most {max_turns}.{warning}\n"
                             "</CONVERSATION_PROGRESS>\n",
  [TROUPE_PROMPT_A2A_LAST_TURN] = " This is the last one: set is_a2a to false and give the final "
                                  "answer now.",
  [TROUPE_PROMPT_A2A_NEXT_IS_LAST] = " The next one is the last: come to an end.",
  [TROUPE_PROMPT_A2A_ANSWERED] =
      "\n<REMOTE_AGENT_STATUS>\nThe other agent has answered; its words are the last of the "
      "conversation above, and it takes no more messages about this. Set is_a2a to false and "
      "give your own answer to the task, for the one who gave it to you. Speak of the other agent "
      "in the third person.\n</REMOTE_AGENT_STATUS>\n",
  [TROUPE_PROMPT_A2A_IDS] = "The address of the agent that is spoken to; empty where none is.",
  [TROUPE_PROMPT_A2A_MESSAGE] =
      "Where is_a2a is true, what that agent is told; else your final answer.",
  [TROUPE_PROMPT_A2A_IS_A2A] =
      "True only to ask another agent something that it was not asked yet. False once the "
      "conversation holds what you need: message is then the end of it.",
  [TROUPE_PROMPT_HUMAN_FEEDBACK_COLLAPSE] =
      "Somebody was shown a piece of work and said this about it:\n\n{feedback}\n\n"
      "What is to happen next is one of these: {outcomes}. Choose the one that these words ask "
      "for, and write it exactly as it stands here, with nothing else.",
  [TROUPE_PROMPT_HITL_PRE_REVIEW_SYSTEM] =
      "You prepare work for a person who will judge it. You know what this person has asked for in "
      "earlier work. Change what goes against that, leave everything else as it is, and write the "
      "whole work anew.",
  [TROUPE_PROMPT_HITL_PRE_REVIEW_USER] =
      "The work:\n\n{output}\n\nWhat the person has asked for before:\n{lessons}",
  [TROUPE_PROMPT_HITL_DISTILL_SYSTEM] =
      "You read what a person said about a piece of work and note what holds for later work of "
      "the same kind, too: rules of style, content or form, each as one short sentence that can be "
      "understood by itself. What is about this one piece alone is no rule, and neither is mere "
      "praise or consent. Often there is nothing to note.",
  [TROUPE_PROMPT_HITL_DISTILL_USER] =
      "The work:\n\n{output}\n\nWhat the person said about it:\n\n{feedback}\n\n"
      "Write one rule on a line, or the word NONE.",
  [TROUPE_PROMPT_CONVERSATION_SYSTEM] =
      "You are talking with a person. Answer the newest message, and take into account all that "
      "was said "
      "before it. Be clear and brief, and say so where you do not know something.",
  [TROUPE_PROMPT_CONVERSATION_FROM_HISTORY] =
      "Use nothing but the messages of this conversation. Where they hold the answer, give it.",
  [TROUPE_PROMPT_CONVERSATION_HISTORY_CHECK] =
      "{prompt}\n\nThe newest message: {message}\n\nAll messages:\n{history}",
  [TROUPE_PROMPT_CONVERSATION_LATEST] = "{history}\n\nThe newest message of the user: {message}",
  [TROUPE_PROMPT_CONVERSATION_ROUTER] = "Say which of these routes the newest message of the user "
                                        "is to take:\n{routes}\n\nName one of them and "
                                        "nothing else. Take “converse” where the user comes back "
                                        "to something that was dealt with before, asks for "
                                        "a summary, or wants it explained, whatever route dealt "
                                        "with it then. Take another route only where the user "
                                        "asks anew for what it does.",
  [TROUPE_PROMPT_CONVERSATION_ROUTE_CONVERSE] =
      "Talking, questions about what was said, and all that needs no other route.",
  [TROUPE_PROMPT_CONVERSATION_ROUTE_END] = "The user says goodbye or wants to stop.",
  [TROUPE_PROMPT_CONVERSATION_ROUTE_HISTORY] = "What the messages so far answer by themselves.",
};

const char *
troupe_prompt_get (TroupePrompt prompt)
{
  g_return_val_if_fail ((guint) prompt < G_N_ELEMENTS (prompts), "");

  return prompts[prompt];
}

/* Returns the value for the name at @at, which follows a brace. @length: (out): length of the
 * name */
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

/* Replaces placeholders in one pass, so that braces in a value are not placeholders. */
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
