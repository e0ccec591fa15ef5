/* troupe-crew-runner-parts.h: functions of a kickoff that its stages call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-review.h"
#include "troupe-python-objects.h"
#include "troupe-run.h"

G_BEGIN_DECLS

typedef struct _TroupeCrewTaskRun TroupeCrewTaskRun;
typedef struct _TroupeCrewMemory TroupeCrewMemory;

typedef struct _TroupeCrewPrepare TroupeCrewPrepare;
typedef struct _TroupeCrewTasks TroupeCrewTasks;
typedef struct _TroupeCrewFinish TroupeCrewFinish;

/* How a task ended: @output when it did well, @error when not. @error_path: (nullable); @is_abrupt: whether nothing is
 * told of its end and the crew's, as CrewAI leaves its process there. */
typedef struct
{
  TroupeValue *output; /* (nullable) */
  GError *error;       /* (nullable) */
  char *error_path;
  gboolean is_temporary;
  gboolean is_abrupt;
} TroupeCrewTaskEnd;

/* --- troupe-crew-runner.c -------------------------------------------------------------------- */

/* `tasks[0]` with what stands before it in the document. (transfer full) */
char *troupe_crew_runner_make_path (TroupeCrewRunner *self, const char *path);
/* In what it works. (transfer none) */
const TroupeCrewContext *troupe_crew_runner_get_around (TroupeCrewRunner *self);
/* With the inputs in it, once there are any. (transfer none) */
TroupeCrew *troupe_crew_runner_get_crew (TroupeCrewRunner *self);
/* As the hooks before the kickoff left them. (transfer none) (nullable) */
TroupeValue *troupe_crew_runner_get_inputs (TroupeCrewRunner *self);
/* Of the task, with what a conversation and the planner add. (transfer none) */
const char *troupe_crew_runner_get_description (TroupeCrewRunner *self, guint task);
/* As a method of a class has made it. */
void troupe_crew_runner_set_description (TroupeCrewRunner *self, guint task, const char *text);
/* Of its events. (transfer none) */
TroupeScope *troupe_crew_runner_get_scope (TroupeCrewRunner *self);
/* Of all that it has begun, and where it lives. (transfer none) */
GCancellable *troupe_crew_runner_get_cancellable (TroupeCrewRunner *self);
GMainContext *troupe_crew_runner_get_context (TroupeCrewRunner *self);
/* What its tasks have taken so far, and what one has, or had in a process before: @is_new says whether it counts for the
 * run, too. */
const TroupeLlmUsage *troupe_crew_runner_get_usage (TroupeCrewRunner *self);
void
troupe_crew_runner_add_usage (TroupeCrewRunner *self, const TroupeLlmUsage *usage, gboolean is_new);
/* (transfer none) */
TroupeCrewTasks *troupe_crew_runner_get_tasks (TroupeCrewRunner *self);
TroupeCrewFinish *troupe_crew_runner_get_closing (TroupeCrewRunner *self);
/* What stands behind agents and tasks whose classes are the project's own. (transfer none) (nullable) */
TroupePythonObjects *troupe_crew_runner_get_objects (TroupeCrewRunner *self);
/* The agent of this index, -1 is the manager: as it is declared, and at work. (transfer none) (nullable) */
const TroupeCrewAgent *troupe_crew_runner_get_declared_agent (TroupeCrewRunner *self, int agent);
TroupeAgentDefinition *troupe_crew_runner_get_definition (TroupeCrewRunner *self, int agent);
/* Whether a manager does its tasks. */
gboolean troupe_crew_runner_is_managed (TroupeCrewRunner *self);
/* Who the task is given to in the document. (transfer none) (nullable) */
TroupeAgentDefinition *troupe_crew_runner_get_named_agent (TroupeCrewRunner *self, guint task);
/* Where the agent that does the task stands. (transfer full) (nullable) */
char *troupe_crew_runner_make_agent_path (TroupeCrewRunner *self, guint task);
/* The agent that does the task: its own, or the manager. */
TroupeAgentDefinition *troupe_crew_runner_get_agent (TroupeCrewRunner *self, guint task);
/* (transfer none) (nullable): of the agent of this index, -1 is the manager */
TroupeAgentSkills *troupe_crew_runner_get_skills (TroupeCrewRunner *self, int agent);
/* How that is called, and where it stands. */
const char *troupe_crew_runner_get_role (TroupeCrewRunner *self, guint task);
/* A line for the crew's log. @output: (nullable): the task begins */
void troupe_crew_runner_log (TroupeCrewRunner *self, guint task, const char *output);
/* (transfer none) (nullable): what a process before has kept of it */
TroupeValue *troupe_crew_runner_find (TroupeCrewRunner *self, TroupeCrewPart part);
/* It cannot go on. @error: (transfer full); @path: (nullable). What is under way is cancelled and waited for. */
void troupe_crew_runner_fail (TroupeCrewRunner *self, GError *error, const char *path);
/* As the task has, which gives what it holds. */
void troupe_crew_runner_fail_as (TroupeCrewRunner *self, TroupeCrewTaskEnd *end);
void troupe_crew_runner_fail_cancelled (TroupeCrewRunner *self);
/* It has its error, and ends when nothing is under way any more. */
void troupe_crew_runner_stop (TroupeCrewRunner *self);
/* Nothing is under way any more of what it has stopped. */
void troupe_crew_runner_stopped (TroupeCrewRunner *self);
/* All its tasks have ended well. */
void troupe_crew_runner_close (TroupeCrewRunner *self);
/* All but its log is closed: that is, and whoever began it is told. @result: (transfer full) (nullable) */
void troupe_crew_runner_return (TroupeCrewRunner *self, TroupeValue *result);

/* --- troupe-crew-memory.c --------------------------------------------------------------------- */

/* Makes what the agents remember and know. */
gboolean troupe_crew_runner_make_memory (TroupeCrewRunner *self, char **path, GError **error);
void troupe_crew_memory_free (TroupeCrewMemory *self);
/* Reads and embeds what they are to know; where that fails, the crew does. */
void troupe_crew_runner_load_knowledge (TroupeCrewRunner *self,
                                        void (*func) (TroupeCrewRunner *self));
/* Of the agent of this index, -1 is the manager. (transfer none) (nullable) */
TroupeAgentMemory *troupe_crew_runner_get_memory (TroupeCrewRunner *self, int agent);
/* Those of the one who does the task. (transfer full) (nullable) (element-type TroupeTool) */
GPtrArray *troupe_crew_runner_make_memory_tools (TroupeCrewRunner *self, guint task);
/* Adds what it took since the last time to @usage; what no agent tells of goes to the run. */
void troupe_crew_runner_take_memory_usage (TroupeCrewRunner *self, TroupeLlmUsage *usage);
/* Waits for what was begun to be saved. */
void troupe_crew_runner_drain_memory (TroupeCrewRunner *self,
                                      void (*func) (TroupeCrewRunner *self));

/* --- troupe-crew-plan.c ----------------------------------------------------------------------- */

/* Adds what was said so far to the descriptions, where the inputs hold a conversation. */
void troupe_crew_runner_add_conversation (TroupeCrewRunner *self);
/* Has a plan made where the crew wants one; then @func is called, with the runner's error set where that failed. */
void troupe_crew_runner_plan (TroupeCrewRunner *self, void (*func) (TroupeCrewRunner *self));

/* --- troupe-crew-trained.c -------------------------------------------------------------------- */

/* Reads what its agents were told in training, where there is such a file; then @func is called, with the runner's error
 * set where that failed. */
void troupe_crew_runner_load_trained (TroupeCrewRunner *self,
                                      void (*func) (TroupeCrewRunner *self));
/* What stands in it for the one who does the task, or what a training has come to. (transfer full) (nullable) */
char **troupe_crew_runner_list_suggestions (TroupeCrewRunner *self, guint task);

/* --- troupe-crew-agents.c: agents and tools ----------------------------------------------------- */

/* Makes the agents of the crew as it is with its inputs. */
gboolean troupe_crew_runner_create_agents (TroupeCrewRunner *self, char **path, GError **error);
/* What the one who does the task may call. (transfer full) (element-type TroupeTool) */
GPtrArray *troupe_crew_runner_list_tools (TroupeCrewRunner *self, guint task, GError **error);
/* Of @tools those that the one who does the task has whatever it does. (transfer full) (nullable) */
GPtrArray *troupe_crew_runner_list_own_tools (TroupeCrewRunner *self, guint task, GPtrArray *tools);
/* The tools that an agent has by itself. (transfer none) (element-type TroupeTool) */
GPtrArray *troupe_crew_runner_get_agent_tools (TroupeCrewRunner *self,
                                               const TroupeCrewAgent *agent,
                                               GError **error);
/* Those that the document gives the one who does the task. (transfer none) (nullable): none, or @error is set */
GPtrArray *troupe_crew_runner_get_task_tools (TroupeCrewRunner *self, guint task, GError **error);
/* Has the steps of the agent of this index told, -1 is the manager, where the document wants it. */
void troupe_crew_runner_watch_steps (TroupeCrewRunner *self, int agent, TroupeAgentContext *call);
/* In what an agent works for @scope. @context: filled in, and pointed to; both borrow. */
void troupe_crew_runner_fill_call (TroupeCrewRunner *self,
                                   TroupeScope *scope,
                                   TroupeLlmUsage *usage,
                                   const char *owner,
                                   TroupeToolContext *context,
                                   TroupeAgentContext *call);

/* --- troupe-crew-servers.c -------------------------------------------------------------------- */

/* Whether the MCP servers of the one who does the task were asked for it, where it has any. */
gboolean troupe_crew_runner_has_servers (TroupeCrewRunner *self, guint task);
/* Connects to them. @func: with an error (transfer full) and its place where that failed */
void troupe_crew_runner_open_servers (TroupeCrewRunner *self,
                                      guint task,
                                      void (*func) (TroupeCrewRunner *self,
                                                    GError *error,
                                                    const char *path));
/* (transfer none) (nullable) (element-type TroupeTool) */
GPtrArray *troupe_crew_runner_get_server_tools (TroupeCrewRunner *self, guint task);
void troupe_crew_runner_close_servers (TroupeCrewRunner *self,
                                       void (*func) (TroupeCrewRunner *self));

/* --- troupe-crew-task-run.c ------------------------------------------------------------------- */

/**
 * TroupeCrewTaskInner:
 * @description: (nullable): as the method has made it
 * @tools: (nullable): the names of those that it may have; %NULL and an empty list are all
 * @ended: in the place of troupe_crew_tasks_ended(); takes what @end holds. Its output is kept by whoever is told
 *
 * Where what a task does is what a method of its class has asked for.
 */
typedef struct
{
  const char *description;
  TroupeValue *tools;
  void (*ended) (TroupeCrewTaskEnd *end, const TroupeLlmUsage *usage, gpointer user_data);
  gpointer user_data;
} TroupeCrewTaskInner;

/* Begins the task; then troupe_crew_tasks_ended(). @context: its context; @place: where it stands while it is under way;
 * @inner: (nullable) */
void troupe_crew_task_run_begin (TroupeCrewRunner *runner,
                                 guint task,
                                 const char *context,
                                 TroupeCrewTaskRun **place,
                                 const TroupeCrewTaskInner *inner);
/* Keeps what came of the task, before anything is paid. (transfer full) (nullable) */
TroupeStoreTicket *troupe_crew_task_run_keep (TroupeCrewRunner *runner,
                                              guint task,
                                              TroupeValue *output,
                                              const TroupeLlmUsage *usage);
/* What others have taken for the task counts as its own; where it has ended, as the crew's alone. */
void
troupe_crew_task_run_add_usage (TroupeCrewRunner *runner, guint task, const TroupeLlmUsage *usage);

/* --- troupe-crew-report.c --------------------------------------------------------------------- */

void troupe_crew_report_started (TroupeCrewRunner *self, TroupeValue *inputs);
void troupe_crew_report_finished (TroupeCrewRunner *self, TroupeValue *output);
void troupe_crew_report_failed (TroupeCrewRunner *self, const GError *error);
/* Opens the scope of a task. (transfer full) */
TroupeScope *
troupe_crew_report_task_started (TroupeCrewRunner *self, guint task, const char *context);
void troupe_crew_report_task_ended (TroupeCrewRunner *self,
                                    TroupeScope *scope,
                                    guint task,
                                    TroupeValue *output,
                                    const GError *error);
/* (transfer full) */
TroupeScope *troupe_crew_report_guardrail_started (TroupeCrewRunner *self,
                                                   TroupeScope *scope,
                                                   guint task,
                                                   const TroupeCrewHook *hook,
                                                   guint n_retries);
/* @result: (nullable); @message: (nullable): why it was refused */
void troupe_crew_report_guardrail_ended (TroupeCrewRunner *self,
                                         TroupeScope *scope,
                                         guint task,
                                         const TroupeCrewHook *hook,
                                         guint n_retries,
                                         TroupeValue *result,
                                         const char *message);

G_END_DECLS
