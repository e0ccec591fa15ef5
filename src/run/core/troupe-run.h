/* troupe-run.h: a single run of a flow: options, execution, control and result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-agent.h"
#include "troupe-crew.h"
#include "troupe-event.h"
#include "troupe-feedback.h"
#include "troupe-flow-document.h"
#include "troupe-mcp-tool-list.h"
#include "troupe-project-code.h"
#include "troupe-python.h"
#include "troupe-recorder.h"
#include "troupe-run-budget.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * TROUPE_RUN_ERROR:
 *
 * Errors of a run; the codes are the values of `error.kind` in doc/cli.md.
 */
#define TROUPE_RUN_ERROR (troupe_run_error_quark ())
GQuark troupe_run_error_quark (void);

/* Codes of %TROUPE_RUN_ERROR. */
typedef enum
{
  TROUPE_RUN_ERROR_DOCUMENT,    /* the document does not load, or a field is invalid */
  TROUPE_RUN_ERROR_EXPRESSION,  /* an expression or template could not be evaluated */
  TROUPE_RUN_ERROR_BUILD,       /* unsupported action, found before anything runs */
  TROUPE_RUN_ERROR_CONSENT,     /* the user has not permitted it */
  TROUPE_RUN_ERROR_SCHEMA,      /* inputs or a state do not match the schema of the state */
  TROUPE_RUN_ERROR_LIMIT,       /* a limit of calls, memory, size or threads was reached */
  TROUPE_RUN_ERROR_PROVIDER,    /* a model cannot be called, or a call failed */
  TROUPE_RUN_ERROR_INPUT,       /* an agent's input is neither text nor messages */
  TROUPE_RUN_ERROR_PERSISTENCE, /* a state cannot be stored or restored */
  TROUPE_RUN_ERROR_SCRIPT,      /* a script or function of a document raised this */
  TROUPE_RUN_ERROR_TOOL,        /* a tool failed */
  TROUPE_RUN_ERROR_FEEDBACK,    /* the answer matches none of the outcomes */
  TROUPE_RUN_ERROR_OUTPUT,      /* of a crew: the output does not match its schema, or cannot be
                              converted */
  TROUPE_RUN_ERROR_GUARDRAIL,   /* of a crew: a guardrail rejected every answer, or failed */
  TROUPE_RUN_ERROR_MCP,         /* of a crew: an MCP server failed */
  TROUPE_RUN_ERROR_FILE,        /* of a crew: a file cannot be read or written */
  TROUPE_RUN_ERROR_BUDGET,      /* the budget is used up; its kind is `limit`, too */
  TROUPE_RUN_ERROR_DISK,        /* the run stores too much on the disk; also for `limit` */
  TROUPE_RUN_ERROR_REPLAY,      /* a call has no recorded outcome */
} TroupeRunError;

/* Returns the `error.kind` of an error (doc/cli.md); those of other domains have one, too.
 * (transfer none) */
const char *troupe_run_error_get_kind (const GError *error);

/* The result of a run. The names are those in doc/cli.md. */
typedef enum
{
  TROUPE_RESULT_OK,
  TROUPE_RESULT_LOAD_ERROR,  /* the document does not load */
  TROUPE_RESULT_BUILD_ERROR, /* found before anything was executed */
  TROUPE_RESULT_RUN_ERROR,   /* failed while it was running */
  TROUPE_RESULT_PAUSED,      /* waits for an answer of the user; stored */
  TROUPE_RESULT_CANCELLED,
  TROUPE_RESULT_TIMEOUT,     /* of troupe_run_set_timeout() */
} TroupeRunResultType;

/* Returns the name in doc/cli.md, such as `run_error`. (transfer none) */
const char *troupe_run_result_type_get_name (TroupeRunResultType type);

/* An entry of `outputs`, in the order in which they were recorded. @feedback: (nullable): the
 * user's feedback, which expressions see instead of the value. */
typedef struct
{
  guint method;
  TroupeValue *value;
  TroupeValue *feedback;
} TroupeRunOutput;

/**
 * TroupeRunResult:
 * @final: the return value of kickoff
 * @state: (nullable): the state at the end, even of a run that failed
 * @error: (nullable): the first error, of %TROUPE_RUN_ERROR
 * @error_method, @error_path: (nullable): the location of the error
 * @error_line: the line of the document; 0: use @error_path
 * @temporary: whether a retry later may help
 * @ended_early: (nullable): the method or task after which the run ended, if it was not to run to its end
 * @in_flight: (nullable): what was running when the run was stopped: a list of maps of `kind` (method, task, model_call,
 *   tool_call), `name`, and `method`, `task` and `agent` if there are any
 * @elapsed_us: duration of the run in microseconds, without pauses by the user
 */
typedef struct
{
  TroupeRunResultType type;
  TroupeValue *final;
  TroupeValue *state;
  GArray *outputs; /* (element-type TroupeRunOutput) */
  GError *error;
  char *error_method;
  char *error_path;
  guint error_line;
  gboolean temporary;
  char *ended_early;
  TroupeValue *in_flight;
  TroupeLlmUsage usage;
  gint64 started_us;
  gint64 elapsed_us;
} TroupeRunResult;

void troupe_run_result_free (TroupeRunResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunResult, troupe_run_result_free)

/**
 * TroupeRun:
 *
 * One kickoff of a flow, by the rules of doc/flow-semantics.md §2 to §6 and §8 and with the order
 * of §4.3. It uses an immutable flow and takes its turns on the thread of a #TroupeEngine, so it
 * needs no locks, and thousands of runs and model calls can wait concurrently.
 *
 * Threads: one thread before the run starts, then that of the engine; functions that other threads
 * may call state it.
 */
#define TROUPE_TYPE_RUN (troupe_run_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRun, troupe_run, TROUPE, RUN, GObject)

/* Creates a run that starts @flow from its beginning, and keeps a reference to it. (transfer
 * full) */
TroupeRun *troupe_run_new (TroupeFlow *flow);

/**
 * troupe_run_new_from_interrupted:
 * @store: the store that contains the run
 * @id: a UUID, or its first characters
 * @document: (out) (optional) (transfer full): the document with which the run was started
 *
 * Creates a run that resumes another one, which was interrupted, cancelled or timed out, has
 * failed, or is paused. Methods that had finished are not repeated. Nothing is started or changed
 * before the new run is executed. Blocks.
 *
 * Returns: (transfer full) (nullable): %NULL with %TROUPE_RUN_ERROR_PERSISTENCE if the run does not
 * exist, is running or cannot be resumed, or %TROUPE_RUN_ERROR_DOCUMENT if its document does not
 * load any more
 */
TroupeRun *troupe_run_new_from_interrupted (TroupeStore *store,
                                            const char *id,
                                            TroupeFlowDocument **document,
                                            GError **error);
/* Returns TRUE if it resumes an earlier run. */
gboolean troupe_run_goes_on (TroupeRun *self);
/* Returns TRUE if an interrupted method may have had side effects that must not be repeated
 * without asking the user. This is the case if the method or one of its steps calls a tool, code
 * or a program. Tool calls of an agent do not count. */
gboolean troupe_run_method_has_effects (const TroupeFlowMethod *method);

/**
 * troupe_run_set_interrupted_outcome:
 * @method: a method that was running when the run was interrupted, without human feedback
 * @value: its output
 *
 * Sets the output of an interrupted method if the user knows that it has done its work, so that it
 * is not executed again and its listeners receive @value. The state remains as it was before the
 * method. Call it on a run that resumes another one, before it is executed.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_PERSISTENCE if the flow has no such method, or if the
 * method requests human feedback
 */
gboolean troupe_run_set_interrupted_outcome (TroupeRun *self,
                                             const char *method,
                                             TroupeValue *value,
                                             GError **error);
/* What differs between runs of flows and of crews: troupe-run-kind.h. */
typedef struct _TroupeRunKind TroupeRunKind;
/* Returns the kind of the document that is executed. (transfer none) */
const TroupeRunKind *troupe_run_get_kind (TroupeRun *self);

/* Creates a run that resumes a flow that was paused for human feedback by CrewAI or by a run
 * that is not stored here (doc/flow-semantics.md §10.1). The new run continues from the method
 * that requested the feedback. It has the state of that time, but not the outputs of earlier
 * methods. @state_database: (nullable): NULL selects the database of the flow's own persistence,
 * or the default one. Errors: %TROUPE_RUN_ERROR_PERSISTENCE, also if there is no pending
 * feedback for @flow_id. */
TroupeRun *troupe_run_new_from_pending (TroupeFlow *flow,
                                        const char *state_database,
                                        const char *flow_id,
                                        GError **error);

/* Setters of a run: unless stated otherwise, call them before the run starts. */

/* Sets the inputs of kickoff. @inputs: (nullable): a map; NULL and {} are different
 * (doc/flow-semantics.md §5.1). */
void troupe_run_set_inputs (TroupeRun *self, TroupeValue *inputs);
/* Returns the inputs. (transfer none) (nullable) */
TroupeValue *troupe_run_get_inputs (TroupeRun *self);
/* Sets the value of now() in microseconds since 1970. The default is the start time. */
void troupe_run_set_clock (TroupeRun *self, gint64 now_us);
/* Sets the UUID of the run and, unless inputs or defaults specify one, of its state; by default
 * random. */
void troupe_run_set_id (TroupeRun *self, const char *id);
/* Sets the ID of the state instead of that of the run. */
void troupe_run_set_state_id (TroupeRun *self, const char *id);
/* Sets the model that is called instead of every model that the document names, to compare models. Embedders are not
 * affected. Before permissions are asked for. */
void troupe_run_set_model (TroupeRun *self, const char *model);
/* Sets the recorder, which may answer the calls of models, embedders and tools, and keeps their outcomes. If it
 * is offline (troupe_recorder_is_offline()), the run needs neither keys nor permission for hosts. If a call has
 * no recorded outcome, the run fails with %TROUPE_RUN_ERROR_REPLAY. Before permissions are asked for.
 * @recorder: a reference is kept */
void troupe_run_set_recorder (TroupeRun *self, TroupeRecorder *recorder);
/* Returns TRUE if the run calls no service. */
gboolean troupe_run_is_offline (TroupeRun *self);
/* Returns the UUID of the run whose answers are reused (troupe_run_set_reuse()). (transfer none) (nullable) */
const char *troupe_run_get_reused_run (TroupeRun *self);
/* Returns how many calls were answered by stored outcomes or are contained in results that were reused, and how many were made; from
 * any thread. */
void troupe_run_count_reused (TroupeRun *self, guint *n_reused, guint *n_made);
/* Sets methods, or titles of tasks, whose results troupe_run_set_reuse() reuses in spite of changes. Call it before that. @names: NULL-terminated */
void troupe_run_keep_results (TroupeRun *self, const char *const *names);
/* Returns the files that the document refers to, once the run has begun; see troupe_run_files_find(). (transfer none) (nullable) */
TroupeValue *troupe_run_get_files (TroupeRun *self);
/* Returns how many results of methods and tasks the run has reused, and what everything that it has reused had cost, in millionths of a
 * dollar, as far as prices were known; from any thread. @saved: (out) (optional) */
guint troupe_run_count_reused_results (TroupeRun *self, gint64 *saved);
/* Sets the function that looks up keys and addresses of models by the name of an environment
 * variable; g_getenv() by default. It is called on the run's thread. @destroy: (nullable) */
void troupe_run_set_environment (TroupeRun *self,
                                 TroupeLlmEnvironmentFunc func,
                                 gpointer user_data,
                                 GDestroyNotify destroy);
/* Sets the time limit of the run, after which it ends with %TROUPE_RESULT_TIMEOUT. @timeout_us:
 * microseconds; 0 for none. */
void troupe_run_set_timeout (TroupeRun *self, gint64 timeout_us);
/* Sets the limit for the memory of the run's values. @n_bytes: bytes, 0 for none; 1 GiB by
 * default. If the limit is exceeded, the run fails with %TROUPE_RUN_ERROR_LIMIT. */
void troupe_run_set_memory_limit (TroupeRun *self, gsize n_bytes);
/* @n_bytes: limit for what the run stores on the disk, including what it stored before it was
 * resumed; 0 for none. 512 MiB by default. */
void troupe_run_set_disk_limit (TroupeRun *self, gsize n_bytes);
void troupe_run_set_unreviewed (TroupeRun *self, gboolean is_unreviewed);
/* Sets whether the “id” of the inputs comes from the document, as that of a conversation may. It then continues no
 * state that another program or document may have saved. */
void troupe_run_set_id_declared (TroupeRun *self, gboolean is_declared);
/* Marks the run as a test: its inputs come from the author of a file, so that they select no saved state, and
 * an “id” among them is not one that the user has given. Child runs inherit it. */
void troupe_run_set_test (TroupeRun *self, gboolean is_test);
/* Lets the run write no output files, logs, checkpoints and states, because its answers are neither those of a service nor
 * of the user: another person may have written them into a file of tests. Child runs inherit it. */
void troupe_run_set_discards_outputs (TroupeRun *self, gboolean discards_outputs);
/* Returns the limit for what the run stores, in bytes; 0 for none. */
gsize troupe_run_get_disk_limit (TroupeRun *self);
/* Sets the limit for the costs of model calls in millionths of a dollar, by the price table,
 * including costs from before the run was resumed; 0 for none. When it is reached, no more calls
 * are started, %TROUPE_EVENT_BUDGET_REACHED is emitted, and the run ends with
 * %TROUPE_RUN_ERROR_BUDGET. May also be called during the run, from any thread; a run that is
 * paused for it then continues. */
void troupe_run_set_budget (TroupeRun *self, gint64 micro_dollars);
/* Sets whether the run is held (troupe_run_hold()) when its budget is reached, until the budget
 * is raised, instead of ending. */
void troupe_run_set_budget_pauses (TroupeRun *self, gboolean pauses);
/* Sets a budget shared by several runs that is charged in addition to the run's own; the run
 * pauses or fails if either is reached. Costs from before the run was resumed are not charged
 * again. Must be called at most once, before the run starts. */
void troupe_run_set_larger_budget (TroupeRun *self, TroupeRunBudget *budget);
/* Returns a snapshot of the budget that is reached, which is the run's own or the larger one. If
 * neither is reached, returns a snapshot of the run's own budget. May be called from any thread. */
TroupeRunBudgetView troupe_run_look_at_budget (TroupeRun *self);
/* Returns the run's own budget in millionths of a dollar; 0 for none. From any thread. */
gint64 troupe_run_get_budget (TroupeRun *self);
/* Returns the costs so far in millionths of a dollar, as far as prices are known. From any
 * thread. */
gint64 troupe_run_get_spent (TroupeRun *self);
/* Sets whether model answers are streamed if the document does not specify it. */
void troupe_run_set_streams (TroupeRun *self, gboolean streams);
/* Stores the run and its events. @path, @document: the document, for the history. */
void
troupe_run_set_store (TroupeRun *self, TroupeStore *store, const char *path, const char *document);

/* Sets the base folder of relative paths in the document: output files, states, checkpoints and
 * trained agents. By default, this is the working directory of the process, as in CrewAI. Must
 * be called before any of these paths is set. */
void troupe_run_set_folder (TroupeRun *self, const char *folder);
/* Sets whether the document has no file yet, so that the files in the folder of the run belong to other documents:
 * trained agents are not read from there. Before permissions are asked for. Child runs in the same folder inherit it. */
void troupe_run_set_unsaved (TroupeRun *self, gboolean is_unsaved);
/* Sets the database of flow states, instead of the default one and those that the document
 * specifies. */
void troupe_run_set_state_database (TroupeRun *self, const char *path);
/* Sets the id of a stored state to start from (`restore_from_state_id`). */
void troupe_run_set_fork_from (TroupeRun *self, const char *state_id);

/* Sets a checkpoint to start from: a file, or `DATABASE#ID`. Cannot be combined with
 * troupe_run_set_fork_from(). */
void troupe_run_set_restore_from (TroupeRun *self, const char *location);

/**
 * troupe_run_set_replay:
 * @crew: the crew that the run's flow wraps
 * @path: path of its document
 * @task: the name of a task, its number from 1, its key, or its CrewAI id
 * @inputs: (nullable): used instead of the original ones
 *
 * Makes the run start with the task, with the outputs of the earlier tasks from the newest stored
 * kickoff of the document at @path. Cannot be used for a resumed run. Blocks.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_INPUT if there is no such task, or _PERSISTENCE if nothing
 * was stored or the stored kickoff is of another crew
 */
gboolean troupe_run_set_replay (TroupeRun *self,
                                TroupeCrew *crew,
                                TroupeStore *store,
                                const char *path,
                                const char *task,
                                TroupeValue *inputs,
                                GError **error);

/* Trains the crew that the run's flow wraps: @n kickoffs, in which the user gives feedback after
 * each task, and the results are written to @file, relative to the working directory
 * (doc/crew-semantics.md §11.2). Such a run cannot be resumed, and its final value is that of
 * troupe_crew_rounds_end(). */
void troupe_run_set_training (TroupeRun *self, guint n, const char *file);
/* Sets whether the training only evaluates the feedback in training_data.pkl, without a kickoff and
 * without questions. It is an error of the run if there is none. */
void troupe_run_set_resumes_training (TroupeRun *self, gboolean resumes);
/* Ends a training early and successfully: the current round is abandoned, and the training uses
 * the feedback of the earlier ones. Requires at least one finished round; from any thread. */
void troupe_run_finish_training (TroupeRun *self);
/* Tests the crew: @n kickoffs, in which @model scores each output. @model: (nullable): NULL is
 * the default model of agents without one */
void troupe_run_set_evaluation (TroupeRun *self, guint n, const char *model);
/* Makes the scoring model return a sentence in addition to the score, unlike in CrewAI. Must be
 * called after troupe_run_set_evaluation(). */
void troupe_run_set_explains (TroupeRun *self, gboolean explains);
/* Returns the number of kickoffs, or 0 if the run is neither a training nor a test.
 * @is_training: (out) (optional) */
guint troupe_run_get_rounds (TroupeRun *self, gboolean *is_training);
/* Describes a training or test for troupe_store_list_rounds(); call it after the functions that
 * set one. @method: (nullable): method of the flow that contains the crew; @beside: (nullable):
 * id of the run to compare it with */
void troupe_run_set_rounds_place (TroupeRun *self, const char *method, const char *beside);

/* Sets which Python code of the document may be run (doc/flow-semantics.md §8), and how it is
 * confined. By default none, with an AUTOMATIC sandbox. */
void troupe_run_set_python (TroupeRun *self,
                            TroupePythonPermissions permissions,
                            TroupePythonSandbox sandbox);

/* Copies the permissions, tool approval handler, keys and memory limit of @other, which must
 * outlive @self. If the documents of the runs differ, nothing is copied, FALSE is returned, and the run
 * fails with %TROUPE_RUN_ERROR_CONSENT. */
gboolean troupe_run_set_like (TroupeRun *self, TroupeRun *other);

/* Sets the code next to the document, as it was found when the user agreed to it. The code is
 * examined again immediately before the run. If it has changed, the run does not start
 * (%TROUPE_RUN_ERROR_CONSENT). */
void troupe_run_set_agreed_code (TroupeRun *self, const TroupeProjectCode *code);
/* Sets the folders and programs that the user granted, which are those of a permission report. MCP
 * servers that are programs cannot access other folders, even if a link leads to another folder in
 * the meantime; other programs and another interpreter are not started, even if they are found
 * first in PATH in the meantime. Without a call, everything that the document names is granted.
 * @digest: of the document to which the report belongs. If the run has another document, FALSE is
 * returned, and the run fails with %TROUPE_RUN_ERROR_CONSENT. */
gboolean troupe_run_set_granted (TroupeRun *self, const char *digest, TroupeValue *report);
/* Returns the folder of the document's code: the folder of the document, or the working
 * directory. (transfer full) */
char *troupe_run_get_code_folder (TroupeRun *self);
/* Returns the path of the document. (transfer none) (nullable) */
const char *troupe_run_get_path (TroupeRun *self);

/**
 * TroupeRunFeedbackFunc:
 * @request: immutable; may be kept
 * @answer: (out) (transfer full): for %TROUPE_FEEDBACK_ANSWERED, a string
 *
 * Called when a method asks the user (doc/flow-semantics.md §10), on the run's thread, which it
 * must not block. Several methods may ask concurrently; it is called for each of them.
 */
typedef TroupeFeedbackReply (*TroupeRunFeedbackFunc) (TroupeRun *self,
                                                      TroupeFeedbackRequest *request,
                                                      char **answer,
                                                      gpointer user_data);
/* Sets the function that asks the user. Without a function the run ends as paused and is stored.
 * @destroy: (nullable) */
void troupe_run_set_feedback_func (TroupeRun *self,
                                   TroupeRunFeedbackFunc func,
                                   gpointer user_data,
                                   GDestroyNotify destroy);

/**
 * TroupeRunToolListFunc:
 * @offer: to be accepted or rejected once, now or later, from any thread
 *
 * Called when an MCP server has listed its tools and the user has to agree to the list before a
 * model reads it (doc/mcp.md §5). Called on the run's thread, which it must not block.
 */
typedef void (*TroupeRunToolListFunc) (TroupeRun *self, TroupeMcpToolList *offer, gpointer user_data);
/* Sets the function that asks the user about the tools of MCP servers. Without a function no tools
 * of MCP servers are used, and whatever requires them fails with %TROUPE_RUN_ERROR_CONSENT.
 * @destroy: (nullable) */
void troupe_run_set_tool_list_func (TroupeRun *self,
                                    TroupeRunToolListFunc func,
                                    gpointer user_data,
                                    GDestroyNotify destroy);

/* Returns the UUID of the run. (transfer none) */
const char *troupe_run_get_id (TroupeRun *self);
/* Returns the flow that the run executes. (transfer none) */
TroupeFlow *troupe_run_get_flow (TroupeRun *self);
/* Returns the event bus of the run; add sinks before the start. (transfer none) */
TroupeEventBus *troupe_run_get_bus (TroupeRun *self);

/* Returns TRUE if the run requires a key that is not in the environment, so that it may be in the
 * keyring. */
gboolean troupe_run_wants_keyring (TroupeRun *self);
/* Looks up the missing keys in the file `.env` next to the document, then in the keyring, which may
 * wait until the user has unlocked it. Call it on a separate thread, before troupe_run_check() and
 * while no other thread uses the run. If it was not called, the run does the same when it starts.
 * Files and keyrings that cannot be read count as empty. */
void troupe_run_ask_keyring (TroupeRun *self);

/* Returns TRUE if a model can map an answer to @method to an outcome, with the keys known so
 * far. Must not be called during the run. */
gboolean troupe_run_interprets_answers (TroupeRun *self, const char *method);

/* Checks the parts of the document before the user is asked for consent: load errors, unsupported
 * actions, crews in files that must not be read, such as one outside of the folder of the flow. Neither
 * models nor keys are checked. Returns %FALSE with a %TROUPE_RUN_ERROR. */
gboolean troupe_run_check_parts (TroupeRun *self, GError **error);

/**
 * troupe_run_check:
 *
 * Checks everything that can be checked before the run: load errors, unsupported actions (named,
 * with advice), models without a provider or key.
 *
 * Returns: %FALSE with a %TROUPE_RUN_ERROR
 */
gboolean troupe_run_check (TroupeRun *self, GError **error);

/**
 * troupe_run_execute:
 *
 * Executes the run on the calling thread until it has ended. May be called once.
 *
 * Returns: (transfer full): the result; never %NULL
 */
TroupeRunResult *troupe_run_execute (TroupeRun *self);

/* The threads that execute runs (troupe-engine.h). */
typedef struct _TroupeEngine TroupeEngine;

/**
 * troupe_run_execute_async:
 * @engine: the engine that executes the run
 *
 * Executes the run on the thread of @engine, where its sinks are called, too. @callback is called
 * in the caller's thread-default context after the last event was passed to the sinks. May be
 * called once; cancel the run with troupe_run_cancel(), it then ends with %TROUPE_RESULT_CANCELLED.
 */
void troupe_run_execute_async (TroupeRun *self,
                               TroupeEngine *engine,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
/* Returns the result, which describes failures, too. (transfer full), never NULL */
TroupeRunResult *troupe_run_execute_finish (TroupeRun *self, GAsyncResult *result);

/* Ends the run, from any thread. Sockets are closed within 200 ms, running methods emit a
 * cancelled event instead of an end event, and child runs are also cancelled. Does nothing if
 * the run has ended. */
void troupe_run_cancel (TroupeRun *self);

/* Pauses the run for the user, from any thread. Nothing new is started, and what is running
 * finishes and waits; cancelling and the timeout still work. Reported by %TROUPE_EVENT_RUN_HELD,
 * whose `next` contains the methods that a step would start or resume, and _RELEASED. The time
 * between them does not count as execution time. Not to be confused with %TROUPE_RESULT_PAUSED,
 * a run that has ended until the user answers. */
void troupe_run_hold (TroupeRun *self);
/* Resumes a run that the user has paused; from any thread. */
void troupe_run_release (TroupeRun *self);
/* Continues a held run until one more method has ended. The listeners of that method are not
 * started. May be called from any thread. */
void troupe_run_step (TroupeRun *self);
/* Returns TRUE if the user, or a used-up budget, has paused the run. From any thread. */
gboolean troupe_run_is_held (TroupeRun *self);

/**
 * troupe_run_answer:
 * @request_id: id of a request for which the function returned %TROUPE_FEEDBACK_WAITS
 * @feedback: the text that the user entered; may be blank
 * @outcome: (nullable): the outcome that the user chose; %NULL: determined from @feedback, which
 *   must be equal except for case and surrounding white space
 *
 * Answers a request, from any thread.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_FEEDBACK if the request is not open any more, or if the
 * answer matches none of the outcomes: then the request remains open
 */
gboolean troupe_run_answer (TroupeRun *self,
                            const char *request_id,
                            const char *feedback,
                            const char *outcome,
                            GError **error);
/* Postpones all answers. When the running methods have ended, the run ends as paused and is
 * stored. May be called from any thread. */
void troupe_run_answer_later (TroupeRun *self);
/* Lists the open requests, oldest first. From any thread. (transfer full) (element-type
 * TroupeFeedbackRequest) */
GPtrArray *troupe_run_list_requests (TroupeRun *self);

/* Returns the object that `run --json` prints (doc/cli.md). @problems: (nullable). (transfer
 * full) */
TroupeValue *troupe_run_result_to_value (const TroupeRunResult *self,
                                         TroupeRun *run,
                                         const char *file,
                                         GPtrArray *problems);

G_END_DECLS
