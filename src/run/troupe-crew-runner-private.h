/* troupe-crew-runner-private.h: what the files of a crew's kickoff share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-review.h"
#include "troupe-agent-servers.h"
#include "troupe-crew-log.h"
#include "troupe-crew-runner.h"
#include "troupe-crew-skills.h"
#include "troupe-run.h"

G_BEGIN_DECLS

typedef struct _TroupeCrewTaskRun TroupeCrewTaskRun;
typedef struct _TroupeCrewMemory TroupeCrewMemory;

/* A task that was begun: @output is there when it has ended well, @error when not. @is_abrupt: whether nothing is told
 * of its end and the crew's, as CrewAI leaves its process there. */
typedef struct
{
  TroupeCrewTaskRun *run; /* (nullable): while it is under way */
  TroupeValue *output;    /* (nullable) */
  GError *error;          /* (nullable) */
  char *error_path;
  gboolean is_temporary;
  gboolean is_abrupt;
  gboolean is_joined;  /* whether its output stands among the others */
  gboolean is_skipped; /* whether its condition left it out */
  gboolean is_kept;    /* whether a process before has finished it */
} TroupeCrewPlace;

/* What is told of the steps of an agent. @hook: (nullable) */
typedef struct
{
  TroupeCrewRunner *runner;
  const TroupeCrewHook *hook;
  const char *role;
} TroupeCrewStep;

/**
 * TroupeCrewRunner:
 * @crew: with the inputs in it, once there are any
 * @agents: as agents at work, by their index; @manager: (nullable): of a hierarchical crew
 * @steps: of the agents, by their index, and behind them the manager's
 * @skills: (nullable): where any are named
 * @memory: (nullable): where any of it is wanted; @is_drained: whether all is saved that its tasks began to save
 * @tools: TroupeCrewAgent or TroupeCrewTask to a #GPtrArray of its tools: one object each for the whole kickoff
 * @servers: #TroupeAgentDefinition to the #TroupeAgentServers that were asked for; they are asked again before each
 *   task, and were for those before @n_served
 * @log: (nullable); @n_logged: how many tasks it has as begun
 * @places: of the tasks; @outputs: (element-type TroupeValue): in the order in which tasks were joined
 * @n_managed: how many tasks the manager has done or begun
 * @next: the task that is begun next; @is_decided: whether its condition was asked; @is_asking: whether that, or its
 *   servers, are asked now
 * @trained: (nullable): what was learnt in training, by roles
 * @usage: of the whole crew
 * @cancellable: of all that it has begun
 * @is_stopping: whether it waits for what it has cancelled
 */
struct _TroupeCrewRunner
{
  TroupeCrewSurroundings around;
  TroupeCrew *crew;
  TroupeValue *inputs;
  TroupeAgentDefinition **agents;
  TroupeAgentDefinition *manager;
  TroupeCrewStep *steps;
  char *manager_path;
  TroupeAgentShared *shared;
  TroupeCrewSkills *skills;
  TroupeCrewMemory *memory;
  gboolean is_drained;
  GHashTable *tools;
  GHashTable *servers;
  guint n_served;
  TroupeCrewPlace *places;
  char **descriptions; /* of the tasks, with what a conversation and the planner add */
  GPtrArray *outputs;
  TroupeCrewLog *log;
  guint n_logged;
  TroupeScope *scope;
  guint n_managed;
  guint next;
  gboolean is_decided;
  gboolean is_asking;
  gboolean is_waiting; /* until something new may begin */
  gboolean is_stopping;
  guint n_running;
  guint hook; /* the kickoff's hook under way */
  TroupeValue *result;
  TroupeValue *trained;
  TroupeLlmUsage usage;
  GCancellable *outer; /* (nullable) */
  gulong outer_id;
  GCancellable *cancellable;
  GMainContext *context;
  GTask *task;
  GError *error;
  char *error_path;
  gboolean is_temporary;
  gboolean is_abrupt;
};

/* --- troupe-crew-runner.c -------------------------------------------------------------------- */

/* `tasks[0]` with what stands before it in the document. (transfer full) */
char *troupe_crew_runner_make_path (TroupeCrewRunner *self, const char *path);
/* The agent that does the task: its own, or the manager. */
TroupeAgentDefinition *troupe_crew_runner_get_agent (TroupeCrewRunner *self, guint task);
/* (transfer none) (nullable): of the agent of this index, -1 is the manager */
TroupeAgentSkills *troupe_crew_runner_get_skills (TroupeCrewRunner *self, int agent);
/* How that is called, and where it stands. */
const char *troupe_crew_runner_get_role (TroupeCrewRunner *self, guint task);
/* A line for the crew's log. @output: (nullable): the task begins */
void troupe_crew_runner_log (TroupeCrewRunner *self, guint task, const char *output);
/* Something is under way beside the tasks, which the end waits for, and has ended. */
void troupe_crew_runner_hold (TroupeCrewRunner *self);
void troupe_crew_runner_release (TroupeCrewRunner *self);
/* The task of this place has ended. */
void troupe_crew_runner_task_ended (TroupeCrewRunner *self, guint task);

/* It cannot go on, before any task is begun. @error: (transfer full); @path: (nullable) */
void troupe_crew_runner_fail (TroupeCrewRunner *self, GError *error, const char *path);

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

/* --- troupe-crew-cast.c: agents and tools ----------------------------------------------------- */

/* Makes the agents of the crew as it is with its inputs. */
gboolean troupe_crew_runner_cast (TroupeCrewRunner *self, char **path, GError **error);
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
void troupe_crew_runner_watch_steps (TroupeCrewRunner *self, int agent, TroupeAgentCall *call);
/* In what an agent works for @scope. @context: filled in, and pointed to; both borrow. */
void troupe_crew_runner_fill_call (TroupeCrewRunner *self,
                                   TroupeScope *scope,
                                   TroupeLlmUsage *usage,
                                   const char *owner,
                                   TroupeToolContext *context,
                                   TroupeAgentCall *call);

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

/* Begins the task, whose place gets what comes of it; then troupe_crew_runner_task_ended(). @context: its context */
void troupe_crew_task_run_begin (TroupeCrewRunner *runner, guint task, const char *context);
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
