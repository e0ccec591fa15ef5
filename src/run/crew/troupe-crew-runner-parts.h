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

/* Result of a task: @output or @error. @error_path: (nullable); @is_abrupt: whether the end
 * events of the task and of the crew are suppressed, because CrewAI exits its process in that
 * case. */
typedef struct
{
  TroupeValue *output; /* (nullable) */
  GError *error;       /* (nullable) */
  char *error_path;
  gboolean is_temporary;
  gboolean is_abrupt;
} TroupeCrewTaskEnd;

/* --- troupe-crew-runner.c -------------------------------------------------------------------- */

/* Prepends the path of the crew in the document to a path such as `tasks[0]`. (transfer full) */
char *troupe_crew_runner_make_path (TroupeCrewRunner *self, const char *path);
/* Returns the execution context. (transfer none) */
const TroupeCrewContext *troupe_crew_runner_get_around (TroupeCrewRunner *self);
/* Returns the crew. Its inputs are interpolated as soon as they are available. (transfer none) */
TroupeCrew *troupe_crew_runner_get_crew (TroupeCrewRunner *self);
/* Returns the inputs after the changes made by the before-kickoff hooks. (transfer none)
 * (nullable) */
TroupeValue *troupe_crew_runner_get_inputs (TroupeCrewRunner *self);
/* Returns the description of a task, including the text that the conversation and the planner
 * added. (transfer none) */
const char *troupe_crew_runner_get_description (TroupeCrewRunner *self, guint task);
/* Replaces the description of the task. Used when a method of a Python class provides the
 * description. */
void troupe_crew_runner_set_description (TroupeCrewRunner *self, guint task, const char *text);
/* Returns the scope of the crew's events. (transfer none) */
TroupeScope *troupe_crew_runner_get_scope (TroupeCrewRunner *self);
/* Return the cancellable of all operations that the runner has started, and the main context of
 * the runner. (transfer none) */
GCancellable *troupe_crew_runner_get_cancellable (TroupeCrewRunner *self);
GMainContext *troupe_crew_runner_get_context (TroupeCrewRunner *self);
/* Return the usage of all tasks so far, and add the usage of a task that ran in this process or
 * an earlier one.
 * @is_new: whether the usage is also added to the run. */
const TroupeLlmUsage *troupe_crew_runner_get_usage (TroupeCrewRunner *self);
void
troupe_crew_runner_add_usage (TroupeCrewRunner *self, const TroupeLlmUsage *usage, gboolean is_new);
/* (transfer none) */
TroupeCrewTasks *troupe_crew_runner_get_tasks (TroupeCrewRunner *self);
TroupeCrewFinish *troupe_crew_runner_get_closing (TroupeCrewRunner *self);
/* Returns the Python objects of agents and tasks whose classes belong to the project. (transfer
 * none) (nullable) */
TroupePythonObjects *troupe_crew_runner_get_objects (TroupeCrewRunner *self);
/* Return the declaration of the agent with this index, and its definition for execution. The
 * index -1 refers to the manager. (transfer none) (nullable) */
const TroupeCrewAgent *troupe_crew_runner_get_declared_agent (TroupeCrewRunner *self, int agent);
TroupeAgentDefinition *troupe_crew_runner_get_definition (TroupeCrewRunner *self, int agent);
/* Returns TRUE if the saved outputs of tasks are from an earlier kickoff. */
gboolean troupe_crew_runner_is_replay (TroupeCrewRunner *self);
/* Returns TRUE if a manager executes the tasks. */
gboolean troupe_crew_runner_is_managed (TroupeCrewRunner *self);
/* Returns the agent to which the document assigns the task. (transfer none) (nullable) */
TroupeAgentDefinition *troupe_crew_runner_get_named_agent (TroupeCrewRunner *self, guint task);
/* Returns the path of the agent that executes the task. (transfer full) (nullable) */
char *troupe_crew_runner_make_agent_path (TroupeCrewRunner *self, guint task);
/* Returns the agent that executes the task: the agent assigned to the task, or the manager. */
TroupeAgentDefinition *troupe_crew_runner_get_agent (TroupeCrewRunner *self, guint task);
/* Returns the skills of the agent with this index, -1 for the manager. (transfer none)
 * (nullable) */
TroupeAgentSkills *troupe_crew_runner_get_skills (TroupeCrewRunner *self, int agent);
/* Returns the role of the agent that executes the task. */
const char *troupe_crew_runner_get_role (TroupeCrewRunner *self, guint task);
/* Writes a line to the crew's log. @output: (nullable): NULL when the task starts */
void troupe_crew_runner_log (TroupeCrewRunner *self, guint task, const char *output);
/* Returns the data that an earlier process stored for @part. (transfer none) (nullable) */
TroupeValue *troupe_crew_runner_find (TroupeCrewRunner *self, TroupeCrewPart part);
/* Fails the crew, cancels running work and waits for it to end. @error: (transfer full); @path:
 * (nullable) */
void troupe_crew_runner_fail (TroupeCrewRunner *self, GError *error, const char *path);
/* Fails the crew with the error in @end and takes ownership of the fields of @end. */
void troupe_crew_runner_fail_as (TroupeCrewRunner *self, TroupeCrewTaskEnd *end);
void troupe_crew_runner_fail_cancelled (TroupeCrewRunner *self);
/* Stops the runner after its error was set. The runner ends as soon as no work is running. */
void troupe_crew_runner_stop (TroupeCrewRunner *self);
/* Called when no stopped work is running any more. */
void troupe_crew_runner_stopped (TroupeCrewRunner *self);
/* Called when all tasks have succeeded. */
void troupe_crew_runner_close (TroupeCrewRunner *self);
/* Closes the log and calls the callback of troupe_crew_runner_begin(). Call after all other
 * parts were closed. @result: (transfer full) (nullable) */
void troupe_crew_runner_return (TroupeCrewRunner *self, TroupeValue *result);

/* --- troupe-crew-memory.c --------------------------------------------------------------------- */

/* Creates the memory and knowledge of the agents. */
gboolean troupe_crew_runner_make_memory (TroupeCrewRunner *self, char **path, GError **error);
void troupe_crew_memory_free (TroupeCrewMemory *self);
/* Reads and embeds the knowledge. The crew fails if this is not possible. */
void troupe_crew_runner_load_knowledge (TroupeCrewRunner *self,
                                        void (*func) (TroupeCrewRunner *self));
/* Returns the memory of the agent with this index, -1 for the manager. (transfer none)
 * (nullable) */
TroupeAgentMemory *troupe_crew_runner_get_memory (TroupeCrewRunner *self, int agent);
/* Creates the memory tools of the agent that executes the task. (transfer full) (nullable)
 * (element-type TroupeTool) */
GPtrArray *troupe_crew_runner_make_memory_tools (TroupeCrewRunner *self, guint task);
/* Adds the memory's usage since the last call to @usage. Usage that no agent reports is added to
 * the run. */
void troupe_crew_runner_take_memory_usage (TroupeCrewRunner *self, TroupeLlmUsage *usage);
/* Waits until pending memories are saved. */
void troupe_crew_runner_drain_memory (TroupeCrewRunner *self,
                                      void (*func) (TroupeCrewRunner *self));

/* --- troupe-crew-plan.c ----------------------------------------------------------------------- */

/* Adds the messages to the task descriptions if the inputs contain a conversation. */
void troupe_crew_runner_add_conversation (TroupeCrewRunner *self);
/* Creates a plan if planning is enabled for the crew, then calls @func. On failure, the runner's
 * error is set before @func is called. */
void troupe_crew_runner_plan (TroupeCrewRunner *self, void (*func) (TroupeCrewRunner *self));

/* --- troupe-crew-trained.c -------------------------------------------------------------------- */

/* Reads the suggestions from the agents' training if the file exists, then calls @func. On
 * failure, the runner's error is set before @func is called. */
void troupe_crew_runner_load_trained (TroupeCrewRunner *self,
                                      void (*func) (TroupeCrewRunner *self));
/* Returns the suggestions for the agent that executes the task, from the file of trained agents
 * or from the current training. (transfer full) (nullable) */
char **troupe_crew_runner_list_suggestions (TroupeCrewRunner *self, guint task);

/* --- troupe-crew-agents.c: agents and tools ----------------------------------------------------- */

/* Creates the agents of the crew, with its inputs. */
gboolean troupe_crew_runner_create_agents (TroupeCrewRunner *self, char **path, GError **error);
/* Returns the tools that the agent executing the task may call. (transfer full) (element-type
 * TroupeTool) */
GPtrArray *troupe_crew_runner_list_tools (TroupeCrewRunner *self, guint task, GError **error);
/* Returns those of @tools that belong to the executing agent regardless of the task. (transfer
 * full) (nullable) */
GPtrArray *troupe_crew_runner_list_own_tools (TroupeCrewRunner *self, guint task, GPtrArray *tools);
/* Returns the tools that an agent declares. (transfer none) (element-type TroupeTool) */
GPtrArray *troupe_crew_runner_get_agent_tools (TroupeCrewRunner *self,
                                               const TroupeCrewAgent *agent,
                                               GError **error);
/* Returns the tools that the document declares for the task's execution. (transfer none)
 * (nullable): NULL if there are none, or with @error set */
GPtrArray *troupe_crew_runner_get_task_tools (TroupeCrewRunner *self, guint task, GError **error);
/* Arranges that the step callback of the agent is called, if the document declares one. The
 * index -1 refers to the manager. */
void troupe_crew_runner_watch_steps (TroupeCrewRunner *self, int agent, TroupeAgentContext *call);
/* Fills @call with the context in which an agent executes for @scope. @context: filled in, and
 * referenced by @call. Both structures borrow what they refer to. */
void troupe_crew_runner_fill_call (TroupeCrewRunner *self,
                                   TroupeScope *scope,
                                   TroupeLlmUsage *usage,
                                   const char *owner,
                                   TroupeToolContext *context,
                                   TroupeAgentContext *call);

/* --- troupe-crew-servers.c -------------------------------------------------------------------- */

/* Returns TRUE if the executing agent has no MCP servers, or if their tools were already
 * requested for this task. */
gboolean troupe_crew_runner_has_servers (TroupeCrewRunner *self, guint task);
/* Connects to the agent's servers. @func: called with an error (transfer full) and its path on
 * failure */
void troupe_crew_runner_open_servers (TroupeCrewRunner *self,
                                      guint task,
                                      void (*func) (TroupeCrewRunner *self,
                                                    GError *error,
                                                    const char *path));
/* Returns the tools of the MCP servers for the task. (transfer none) (nullable) (element-type
 * TroupeTool) */
GPtrArray *troupe_crew_runner_get_server_tools (TroupeCrewRunner *self, guint task);
void troupe_crew_runner_close_servers (TroupeCrewRunner *self,
                                       void (*func) (TroupeCrewRunner *self));

/* --- troupe-crew-task-run.c ------------------------------------------------------------------- */

/**
 * TroupeCrewTaskInner:
 * @description: (nullable): as changed by the method
 * @tools: (nullable): names of the allowed tools; %NULL and an empty list allow all
 * @ended: called instead of troupe_crew_tasks_ended(); takes ownership of the contents of @end. The
 *   callee stores the output
 *
 * Options for a task run that was requested by a method of the task's class.
 */
typedef struct
{
  const char *description;
  TroupeValue *tools;
  void (*ended) (TroupeCrewTaskEnd *end, const TroupeLlmUsage *usage, gpointer user_data);
  gpointer user_data;
} TroupeCrewTaskInner;

/* Starts the task; troupe_crew_tasks_ended() is called at its end. @context: context of the
 * task; @place: set to the task run while it is running; @inner: (nullable) */
void troupe_crew_task_run_begin (TroupeCrewRunner *runner,
                                 guint task,
                                 const char *context,
                                 TroupeCrewTaskRun **place,
                                 const TroupeCrewTaskInner *inner);
/* Stores the output of the task before the next paid call. (transfer full) (nullable) */
TroupeStoreTicket *troupe_crew_task_run_keep (TroupeCrewRunner *runner,
                                              guint task,
                                              TroupeValue *output,
                                              const TroupeLlmUsage *usage);
/* Adds usage that other agents have caused to the usage of the task. If the task has ended, the
 * usage is added directly to that of the crew. */
void
troupe_crew_task_run_add_usage (TroupeCrewRunner *runner, guint task, const TroupeLlmUsage *usage);

/* --- troupe-crew-report.c --------------------------------------------------------------------- */

/* Emits the start event of the crew and opens its scope. (transfer full) */
TroupeScope *troupe_crew_report_started (TroupeCrewRunner *self, TroupeValue *inputs);
void troupe_crew_report_finished (TroupeCrewRunner *self, TroupeValue *output);
void troupe_crew_report_failed (TroupeCrewRunner *self, const GError *error);
/* Emits the start event and opens the scope of a task. (transfer full) */
TroupeScope *
troupe_crew_report_task_started (TroupeCrewRunner *self, guint task, const char *context);
/* In a replay, reports that the saved @output of a task is used instead of executing it. */
void troupe_crew_report_task_reused (TroupeCrewRunner *self, guint task, TroupeValue *output);
/* Reports that a task is not executed. @how: `pinned` or `muted` */
void troupe_crew_report_task_bypassed (TroupeCrewRunner *self,
                                       guint task,
                                       TroupeValue *output,
                                       const char *how);
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
/* Emits the end event of a guardrail. @result: (nullable); @message: (nullable): reason for the
 * rejection */
void troupe_crew_report_guardrail_ended (TroupeCrewRunner *self,
                                         TroupeScope *scope,
                                         guint task,
                                         const TroupeCrewHook *hook,
                                         guint n_retries,
                                         TroupeValue *result,
                                         const char *message);

G_END_DECLS
