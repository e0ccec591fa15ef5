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

typedef enum
{
  TROUPE_RUN_ERROR_DOCUMENT,
  TROUPE_RUN_ERROR_EXPRESSION,
  TROUPE_RUN_ERROR_BUILD, /* unsupported action, found before anything runs */
  TROUPE_RUN_ERROR_CONSENT,
  TROUPE_RUN_ERROR_SCHEMA,
  TROUPE_RUN_ERROR_LIMIT,
  TROUPE_RUN_ERROR_PROVIDER,
  TROUPE_RUN_ERROR_INPUT,       /* an agent's input is neither text nor messages */
  TROUPE_RUN_ERROR_PERSISTENCE, /* a state cannot be stored or restored */
  TROUPE_RUN_ERROR_SCRIPT,      /* a script or function of a document raised this */
  TROUPE_RUN_ERROR_TOOL,
  TROUPE_RUN_ERROR_FEEDBACK, /* the answer matches none of the outcomes */
  TROUPE_RUN_ERROR_OUTPUT, /* of a crew: the output does not match its schema, or cannot be
                              converted */
  TROUPE_RUN_ERROR_GUARDRAIL,
  TROUPE_RUN_ERROR_MCP,
  TROUPE_RUN_ERROR_FILE,
  TROUPE_RUN_ERROR_BUDGET, /* the budget is used up; also for `limit` */
} TroupeRunError;

const char *troupe_run_error_get_kind (const GError *error);

/* The result of a run; its names are those of doc/cli.md. */
typedef enum
{
  TROUPE_RESULT_OK,
  TROUPE_RESULT_LOAD_ERROR,
  TROUPE_RESULT_BUILD_ERROR,
  TROUPE_RESULT_RUN_ERROR,
  TROUPE_RESULT_PAUSED,
  TROUPE_RESULT_CANCELLED,
  TROUPE_RESULT_TIMEOUT,
} TroupeRunResultType;

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
 * @error: (nullable): of %TROUPE_RUN_ERROR; the first error
 * @error_method, @error_path: (nullable): its location
 * @error_line: the line of the document; 0: use @error_path
 * @temporary: whether a retry later may help
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
 */
#define TROUPE_TYPE_RUN (troupe_run_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRun, troupe_run, TROUPE, RUN, GObject)

TroupeRun *troupe_run_new (TroupeFlow *flow);

/* Creates a run that resumes one that was interrupted, cancelled or timed out, without repeating
 * methods that had finished. Nothing is started or changed before it is executed.
 * @id: a UUID, or its first characters. @document: (out) (optional) (transfer full): the
 *   document with which it was started. Errors: %TROUPE_RUN_ERROR_PERSISTENCE,
 *   %TROUPE_RUN_ERROR_DOCUMENT. */
TroupeRun *troupe_run_new_from_interrupted (TroupeStore *store,
                                            const char *id,
                                            TroupeFlowDocument **document,
                                            GError **error);
gboolean troupe_run_goes_on (TroupeRun *self);
/* Returns TRUE if an interrupted method may have had side effects that must not be repeated
 * without asking the user: it calls a tool, code or a program, itself or in a step. Tool calls
 * of an agent do not count. */
gboolean troupe_run_method_has_effects (const TroupeFlowMethod *method);
/* Sets the output of an interrupted method as the user knows it, so that it is not executed
 * again. */
gboolean troupe_run_set_interrupted_outcome (TroupeRun *self,
                                             const char *method,
                                             TroupeValue *value,
                                             GError **error);
/* Returns TRUE if its flow wraps a crew (troupe_run_crew_make_flow()). */
gboolean troupe_run_is_crew (TroupeRun *self);

/* Creates a run that resumes a flow that was paused for human feedback by CrewAI or by a run
 * that is not stored here (doc/flow-semantics.md §10.1): from the method that asked, with the
 * state of that time and without the outputs of earlier methods. @state_database: (nullable):
 * NULL is that of the flow's own persistence, or the default one. Errors:
 * %TROUPE_RUN_ERROR_PERSISTENCE, also if there is no pending feedback for @flow_id. */
TroupeRun *troupe_run_new_from_pending (TroupeFlow *flow,
                                        const char *state_database,
                                        const char *flow_id,
                                        GError **error);

/* Call all of these functions before the run starts. */

/* @inputs: a map, or NULL: null and {} are different (§5.1). */
void troupe_run_set_inputs (TroupeRun *self, TroupeValue *inputs);
/* Sets the value of now() in microseconds since 1970; by default the start time. */
void troupe_run_set_clock (TroupeRun *self, gint64 now_us);
/* Sets the UUID of the run and, unless inputs or defaults specify one, of its state; by default
 * random. */
void troupe_run_set_id (TroupeRun *self, const char *id);
void troupe_run_set_environment (TroupeRun *self,
                                 TroupeLlmEnvironmentFunc func,
                                 gpointer user_data,
                                 GDestroyNotify destroy);
/* @timeout_us: microseconds; 0 for none. */
void troupe_run_set_timeout (TroupeRun *self, gint64 timeout_us);
/* @n_bytes: limit for the memory of its values in bytes; 0 for none. 1 GiB by default. */
void troupe_run_set_memory_limit (TroupeRun *self, gsize n_bytes);
/* Sets the limit for the costs of model calls in millionths of a dollar, by the price table,
 * including costs from before the run was resumed; 0 for none. When it is reached, no more calls
 * are started, %TROUPE_EVENT_BUDGET_REACHED is emitted, and the run ends with
 * %TROUPE_RUN_ERROR_BUDGET. May also be called during the run, from any thread; a run that is
 * paused for it then continues. */
void troupe_run_set_budget (TroupeRun *self, gint64 micro_dollars);
/* Sets whether the run is then held (troupe_run_hold()) until the budget is raised, instead of
 * ending. */
void troupe_run_set_budget_pauses (TroupeRun *self, gboolean pauses);
/* Sets a budget shared by several runs that is charged in addition to the run's own; the run
 * pauses or fails if either is reached. Costs from before the run was resumed are not charged
 * again. Once, before the run starts. */
void troupe_run_set_larger_budget (TroupeRun *self, TroupeRunBudget *budget);
/* Returns whether a budget is reached, and which: its own, or the larger one. From any thread. */
TroupeRunBudgetView troupe_run_look_at_budget (TroupeRun *self);
/* Return the budget (0 for none) and the costs so far, as far as prices are known. From any
 * thread. */
gint64 troupe_run_get_budget (TroupeRun *self);
gint64 troupe_run_get_spent (TroupeRun *self);
/* Sets whether model answers are streamed if the document does not specify it. */
void troupe_run_set_streams (TroupeRun *self, gboolean streams);
/* Stores the run and its events. @path, @document: the document, for the history. */
void
troupe_run_set_store (TroupeRun *self, TroupeStore *store, const char *path, const char *document);

/* Sets the base folder of relative paths in the document: output files, states, checkpoints and
 * trained agents. By default the working directory of the process, as in CrewAI. Call it before
 * any of these paths is set. */
void troupe_run_set_folder (TroupeRun *self, const char *folder);
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
/* Ends a training early and successfully: the current round is abandoned, and the training uses
 * the feedback of the earlier ones. Requires at least one finished round; from any thread. */
void troupe_run_finish_training (TroupeRun *self);
/* Tests the crew: @n kickoffs, in which @model scores each output. @model: (nullable): NULL is
 * the default model of agents without one */
void troupe_run_set_evaluation (TroupeRun *self, guint n, const char *model);
/* Asks the scoring model for a sentence in addition to the score, unlike CrewAI. Call it after
 * troupe_run_set_evaluation(). */
void troupe_run_set_explains (TroupeRun *self, gboolean explains);
/* Returns the number of kickoffs; 0: neither a training nor a test. @is_training: (out)
 * (optional) */
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

/* Uses the permissions, tool approval handler, keys and memory limit of @other, which must
 * outlive @self. */
void troupe_run_set_like (TroupeRun *self, TroupeRun *other);

/* Sets the code next to the document that was found when the user agreed to it. It is examined
 * again immediately before the run: if it has changed, the run does not start
 * (%TROUPE_RUN_ERROR_CONSENT). */
void troupe_run_set_agreed_code (TroupeRun *self, const TroupeProjectCode *code);
/* Returns the folder of that code: the document's folder, or the working directory. (transfer
 * full) */
char *troupe_run_get_code_folder (TroupeRun *self);

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
/* Without a function the run ends as paused and is stored. */
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
/* Without a function no tools of MCP servers are used, and whatever requires them fails with
 * %TROUPE_RUN_ERROR_CONSENT. */
void troupe_run_set_tool_list_func (TroupeRun *self,
                                    TroupeRunToolListFunc func,
                                    gpointer user_data,
                                    GDestroyNotify destroy);

const char *troupe_run_get_id (TroupeRun *self);
TroupeFlow *troupe_run_get_flow (TroupeRun *self);
/* Add sinks before the start. (transfer none) */
TroupeEventBus *troupe_run_get_bus (TroupeRun *self);

/* Returns TRUE if a missing key may be in the keyring; the second function looks it up, which
 * may wait for the user: on a separate thread, before troupe_run_check(). */
gboolean troupe_run_wants_keyring (TroupeRun *self);
void troupe_run_ask_keyring (TroupeRun *self);

/* Returns TRUE if a model can map an answer to @method to an outcome, with the keys known so
 * far. Not during the run. */
gboolean troupe_run_interprets_answers (TroupeRun *self, const char *method);

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

/* Does the same on the thread of @engine; @callback is called in the caller's thread-default
 * context after the last event was passed to the sinks. */
typedef struct _TroupeEngine TroupeEngine;
void troupe_run_execute_async (TroupeRun *self,
                               TroupeEngine *engine,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
TroupeRunResult *troupe_run_execute_finish (TroupeRun *self, GAsyncResult *result);

/* Ends the run from any thread: sockets are closed within 200 ms, running methods emit a
 * cancelled event instead of an end event. Does nothing if the run has ended. */
void troupe_run_cancel (TroupeRun *self);

/* Pauses the run for the user, from any thread. Nothing new is started, and what is running
 * finishes and waits; cancelling and the timeout still work. Reported by %TROUPE_EVENT_RUN_HELD,
 * whose `next` contains the methods that a step would start or resume, and _RELEASED. The time
 * between them does not count as execution time. Not to be confused with %TROUPE_RESULT_PAUSED,
 * a run that has ended until the user answers. */
void troupe_run_hold (TroupeRun *self);
void troupe_run_release (TroupeRun *self);
/* Continues a held run until one more method has ended; its listeners are not started. */
void troupe_run_step (TroupeRun *self);
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
/* Postpones all answers: when the running methods have ended, the run ends as paused and is
 * stored. From any thread. */
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
