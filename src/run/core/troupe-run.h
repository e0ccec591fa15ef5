/* troupe-run.h: one run of a flow
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
 * How a run can fail; the codes are the words of `error.kind` in doc/cli.md.
 */
#define TROUPE_RUN_ERROR (troupe_run_error_quark ())
GQuark troupe_run_error_quark (void);

typedef enum
{
  TROUPE_RUN_ERROR_DOCUMENT,
  TROUPE_RUN_ERROR_EXPRESSION,
  TROUPE_RUN_ERROR_BUILD, /* an action that this version does not run; found before anything runs */
  TROUPE_RUN_ERROR_CONSENT,
  TROUPE_RUN_ERROR_SCHEMA,
  TROUPE_RUN_ERROR_LIMIT,
  TROUPE_RUN_ERROR_PROVIDER,
  TROUPE_RUN_ERROR_INPUT,       /* an agent's input is neither text nor messages */
  TROUPE_RUN_ERROR_PERSISTENCE, /* a state cannot be kept or restored */
  TROUPE_RUN_ERROR_SCRIPT,      /* a script or a function of a document, and what it raised */
  TROUPE_RUN_ERROR_TOOL,
  TROUPE_RUN_ERROR_FEEDBACK, /* an answer that fits none of the outcomes */
  TROUPE_RUN_ERROR_OUTPUT, /* of a crew: the answer does not fit its schema, or cannot be converted */
  TROUPE_RUN_ERROR_GUARDRAIL,
  TROUPE_RUN_ERROR_MCP,
  TROUPE_RUN_ERROR_FILE,
  TROUPE_RUN_ERROR_BUDGET, /* what was to be spent at most is spent; `limit`, too */
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

/* One entry of `outputs`, in the order in which they were recorded. @feedback: (nullable): what a person
 * said to it, which expressions see in its place. */
typedef struct
{
  guint method;
  TroupeValue *value;
  TroupeValue *feedback;
} TroupeRunOutput;

/**
 * TroupeRunResult:
 * @final: the return value of kickoff
 * @state: (nullable): as far as the run came
 * @error: (nullable): of %TROUPE_RUN_ERROR; the error that came first
 * @error_method, @error_path: (nullable): where
 * @error_line: the line of the document; 0: what the path says
 * @temporary: whether trying again later may help
 * @elapsed_us: how long the run took, without a person's pauses
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
 * One kickoff of a flow, by the rules of doc/flow-semantics.md §2 to §6 and §8 and with the order of
 * §4.3. It works on an immutable flow and takes its turns in the thread of a #TroupeEngine, so it takes no
 * locks, and thousands of runs and model calls wait side by side.
 */
#define TROUPE_TYPE_RUN (troupe_run_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRun, troupe_run, TROUPE, RUN, GObject)

TroupeRun *troupe_run_new (TroupeFlow *flow);

/* A run that resumes one that was interrupted, cancelled or timed out, without repeating a method
 * that had finished. Nothing is started or changed before it is executed.
 * @id: a UUID, or the first characters of one. @document: (out) (optional) (transfer full): what it was
 * begun with. Errors: %TROUPE_RUN_ERROR_PERSISTENCE, %TROUPE_RUN_ERROR_DOCUMENT. */
TroupeRun *troupe_run_new_from_interrupted (TroupeStore *store,
                                            const char *id,
                                            TroupeFlowDocument **document,
                                            GError **error);
gboolean troupe_run_goes_on (TroupeRun *self);
/* Whether a method that was cut off may have done what must not be done twice unasked: it calls a tool, code or a
 * program, itself or in a step. Calls of an agent's tools are no method's. */
gboolean troupe_run_method_has_effects (const TroupeFlowMethod *method);
/* What a method gave that was cut off, as a person knows: it is not done again. */
gboolean troupe_run_set_interrupted_outcome (TroupeRun *self,
                                             const char *method,
                                             TroupeValue *value,
                                             GError **error);
/* Whether its flow stands for a crew (troupe_run_crew_make_flow()). */
gboolean troupe_run_is_crew (TroupeRun *self);

/* A run that resumes a flow that CrewAI, or a run that is not kept here, paused until a person answers
 * (doc/flow-semantics.md §10.1): from the method that asked, with the state of then and without the outputs
 * of methods before it. @state_database: (nullable): NULL is that of the flow's own persistence, or the
 * default one. Errors: %TROUPE_RUN_ERROR_PERSISTENCE, also where nothing was asked under @flow_id. */
TroupeRun *troupe_run_new_from_pending (TroupeFlow *flow,
                                        const char *state_database,
                                        const char *flow_id,
                                        GError **error);

/* All of these before the run starts. */

/* A map, or NULL: null and {} are not the same (§5.1). */
void troupe_run_set_inputs (TroupeRun *self, TroupeValue *inputs);
/* Microseconds since 1970, for now(); by default the moment of the start. */
void troupe_run_set_clock (TroupeRun *self, gint64 now_us);
/* The UUID of the run and, unless inputs or defaults say otherwise, of its state; by default random. */
void troupe_run_set_id (TroupeRun *self, const char *id);
void troupe_run_set_environment (TroupeRun *self,
                                 TroupeLlmEnvironmentFunc func,
                                 gpointer user_data,
                                 GDestroyNotify destroy);
/* Microseconds; 0 is none. */
void troupe_run_set_timeout (TroupeRun *self, gint64 timeout_us);
/* Bytes that its values may take; 0 is any. 1 GiB unless it is said. */
void troupe_run_set_memory_limit (TroupeRun *self, gsize n_bytes);
/* Millionths of a dollar that calls of models may cost, by the table of prices, with all that was spent before the run was
 * resumed; 0 is any. When they are reached no more calls are begun, %TROUPE_EVENT_BUDGET_REACHED is told, and the run ends
 * with %TROUPE_RUN_ERROR_BUDGET. Also while the run is under way, from any thread: then one that stands still for it goes on. */
void troupe_run_set_budget (TroupeRun *self, gint64 micro_dollars);
/* Whether it is held then (troupe_run_hold()) until it has a higher one, in place of ending. */
void troupe_run_set_budget_pauses (TroupeRun *self, gboolean pauses);
/* What it spends counts for @budget, which several runs share, too, and it stands still or fails where either is reached.
 * What it spent before it was resumed counted there when it was. Once, before it begins. */
void troupe_run_set_larger_budget (TroupeRun *self, TroupeRunBudget *budget);
/* Whether a budget is reached, and which: its own, or the larger one. From any thread. */
TroupeRunBudgetView troupe_run_look_at_budget (TroupeRun *self);
/* What it may spend (0 is any) and has spent as far as prices are known. From any thread. */
gint64 troupe_run_get_budget (TroupeRun *self);
gint64 troupe_run_get_spent (TroupeRun *self);
/* Whether answers of models come in pieces where the document does not say. */
void troupe_run_set_streams (TroupeRun *self, gboolean streams);
/* Keeps the run and its events. @path, @document: what was run, for the history. */
void
troupe_run_set_store (TroupeRun *self, TroupeStore *store, const char *path, const char *document);

/* What relative paths of the document are of: its output files, states, checkpoints and trained agents. The process' own
 * working directory unless it is set, as with CrewAI. Before any of these paths is set. */
void troupe_run_set_folder (TroupeRun *self, const char *folder);
/* The database of flow states in place of the default one and of those that the document names. */
void troupe_run_set_state_database (TroupeRun *self, const char *path);
/* The id of a kept state to begin with (`restore_from_state_id`). */
void troupe_run_set_fork_from (TroupeRun *self, const char *state_id);

/* A checkpoint to begin with: a file, or `DATABASE#ID`. Not together with the one above. */
void troupe_run_set_restore_from (TroupeRun *self, const char *location);

/**
 * troupe_run_set_replay:
 * @crew: what the run's flow stands for
 * @path: of its document
 * @task: the name of a task, its number from 1, its key, or the id that CrewAI has for it
 * @inputs: (nullable): in place of those of then
 *
 * Has the run begin with the task, after what the newest kept kickoff of the document at @path gave to those before
 * it. Not of a run that goes on. Blocks.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_INPUT where there is no such task, or _PERSISTENCE where nothing was kept or
 *   what was kept is of another crew
 */
gboolean troupe_run_set_replay (TroupeRun *self,
                                TroupeCrew *crew,
                                TroupeStore *store,
                                const char *path,
                                const char *task,
                                TroupeValue *inputs,
                                GError **error);

/* Has the crew that the run's flow stands for trained: @n kickoffs, after each task of which a person says something,
 * and what is learnt of it goes into @file, which is of the working directory (doc/crew-semantics.md §11.2). Such a run
 * is not resumed, and its final value is troupe_crew_rounds_end()'s. */
void troupe_run_set_training (TroupeRun *self, guint n, const char *file);
/* No more rounds of a training: the one under way is given up, and what was said in those before it is learnt, which ends the
 * run well. Once a round has ended; from any thread. */
void troupe_run_finish_training (TroupeRun *self);
/* Has it tested: @n kickoffs, of which @model rates each output. @model: (nullable): the one of agents that name none */
void troupe_run_set_evaluation (TroupeRun *self, guint n, const char *model);
/* After that: who rates is asked for a sentence beside the number, as CrewAI does not. */
void troupe_run_set_explains (TroupeRun *self, gboolean explains);
/* How many kickoffs it has; 0: it is neither. @is_training: (out) (optional) */
guint troupe_run_get_rounds (TroupeRun *self, gboolean *is_training);
/* After one of these, for who looks for it in the store (troupe_store_list_rounds()). @method: (nullable): of a crew inside
 * of a flow: in which method; @beside: (nullable): the id of the run that it is to be compared with */
void troupe_run_set_rounds_place (TroupeRun *self, const char *method, const char *beside);

/* What Python of the document may be run (doc/flow-semantics.md §8), and how it is confined. Nothing of
 * it and AUTOMATIC unless it is said. */
void troupe_run_set_python (TroupeRun *self,
                            TroupePythonPermissions permissions,
                            TroupePythonSandbox sandbox);

/* What a person agreed to, who is asked about tools, which keys were found and the limit of memory, as @other has them,
 * which must last as long. */
void troupe_run_set_like (TroupeRun *self, TroupeRun *other);

/* What was found of the code beside the document when a person agreed to it. It is looked at once more right
 * before anything runs: where it is something else by then, nothing does (%TROUPE_RUN_ERROR_CONSENT). */
void troupe_run_set_agreed_code (TroupeRun *self, const TroupeProjectCode *code);
/* Where that lies: the document's folder, or the working one. (transfer full) */
char *troupe_run_get_code_folder (TroupeRun *self);

/**
 * TroupeRunFeedbackFunc:
 * @request: immutable; may be kept
 * @answer: (out) (transfer full): for %TROUPE_FEEDBACK_ANSWERED, a text
 *
 * A method asks a person (doc/flow-semantics.md §10). Called in the run's thread, which it must not
 * hold up. Several methods may ask side by side; each is asked for alone.
 */
typedef TroupeFeedbackReply (*TroupeRunFeedbackFunc) (TroupeRun *self,
                                                      TroupeFeedbackRequest *request,
                                                      char **answer,
                                                      gpointer user_data);
/* Where nobody is there to be asked, the run ends as paused and is kept. */
void troupe_run_set_feedback_func (TroupeRun *self,
                                   TroupeRunFeedbackFunc func,
                                   gpointer user_data,
                                   GDestroyNotify destroy);

/**
 * TroupeRunOfferFunc:
 * @offer: to be settled once, now or later, from any thread
 *
 * An MCP server has said what tools it has, and before any model reads that a person is to agree to it (doc/mcp.md §5).
 * Called in the run's thread, which it must not hold up.
 */
typedef void (*TroupeRunOfferFunc) (TroupeRun *self, TroupeMcpToolList *offer, gpointer user_data);
/* Where nobody is there to be asked, no tools of servers are used, and what needs them fails with
 * %TROUPE_RUN_ERROR_CONSENT. */
void troupe_run_set_tool_list_func (TroupeRun *self,
                                    TroupeRunOfferFunc func,
                                    gpointer user_data,
                                    GDestroyNotify destroy);

const char *troupe_run_get_id (TroupeRun *self);
TroupeFlow *troupe_run_get_flow (TroupeRun *self);
/* Sinks are added before the start. (transfer none) */
TroupeEventBus *troupe_run_get_bus (TroupeRun *self);

/* Whether a key is missing that the keyring may have; and asks it, which may wait for a person: on a thread of its
 * own, before troupe_run_check(). */
gboolean troupe_run_wants_keyring (TroupeRun *self);
void troupe_run_ask_keyring (TroupeRun *self);

/* Whether a model could be asked which outcome an answer to @method means, with the keys that are known by now. Not while
 * the run is under way. */
gboolean troupe_run_interprets_answers (TroupeRun *self, const char *method);

/**
 * troupe_run_check:
 *
 * Everything that can be said before anything runs: load errors, actions that this version does not
 * run yet (named, with what to do), models without a provider or key.
 *
 * Returns: %FALSE with a %TROUPE_RUN_ERROR
 */
gboolean troupe_run_check (TroupeRun *self, GError **error);

/**
 * troupe_run_execute:
 *
 * Runs in the calling thread until the run has ended. May be called once.
 *
 * Returns: (transfer full): how it ended; never %NULL
 */
TroupeRunResult *troupe_run_execute (TroupeRun *self);

/* The same in the thread of @engine; @callback comes in the caller's thread-default context after the
 * last event was handed to the sinks. */
typedef struct _TroupeEngine TroupeEngine;
void troupe_run_execute_async (TroupeRun *self,
                               TroupeEngine *engine,
                               GAsyncReadyCallback callback,
                               gpointer user_data);
TroupeRunResult *troupe_run_execute_finish (TroupeRun *self, GAsyncResult *result);

/* Ends the run from any thread: sockets are closed within 200 ms, methods under way get no end but a
 * cancelled event. Does nothing to a run that has ended. */
void troupe_run_cancel (TroupeRun *self);

/* A person's pause, from any thread. Nothing new begins, what is under way runs to its end and waits
 * there; cancelling and the time-out work as ever. Told by %TROUPE_EVENT_RUN_HELD, whose `next` names the
 * methods that a step would begin or resume, and _RELEASED. The time between them is not the run's.
 * Not to be mixed up with %TROUPE_RESULT_PAUSED, a run that has ended until a person answers. */
void troupe_run_hold (TroupeRun *self);
void troupe_run_release (TroupeRun *self);
/* Lets a run that is held go on until one more method has ended, with what listens to it not begun. */
void troupe_run_step (TroupeRun *self);
gboolean troupe_run_is_held (TroupeRun *self);

/**
 * troupe_run_answer:
 * @request_id: of a request for which the function said %TROUPE_FEEDBACK_WAITS
 * @feedback: what the person wrote; blank is a blank answer
 * @outcome: (nullable): the outcome that the person chose; %NULL: what @feedback says, exactly but for
 *   case and blanks around it
 *
 * Hands an answer in, from any thread.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_FEEDBACK where nobody waits for it any more, or where it fits
 *   none of the outcomes: then the request goes on waiting
 */
gboolean troupe_run_answer (TroupeRun *self,
                            const char *request_id,
                            const char *feedback,
                            const char *outcome,
                            GError **error);
/* Nobody will answer now: when what is under way has ended, the run ends as paused and is kept. From any
 * thread. */
void troupe_run_answer_later (TroupeRun *self);
/* What waits for an answer at this moment, oldest first. From any thread. (transfer full) (element-type
 * TroupeFeedbackRequest) */
GPtrArray *troupe_run_list_requests (TroupeRun *self);

/* The object of `run --json` (doc/cli.md). @problems: (nullable). (transfer full) */
TroupeValue *troupe_run_result_to_value (const TroupeRunResult *self,
                                         TroupeRun *run,
                                         const char *file,
                                         GPtrArray *problems);

G_END_DECLS
