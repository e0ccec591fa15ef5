/* troupe-flow-runner-private.h: what the files of the flow runner share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-pending.h"
#include "troupe-flow-plan.h"
#include "troupe-flow-runner-feedback.h"
#include "troupe-flow-runner-python.h"
#include "troupe-flow-runner-replay.h"
#include "troupe-flow-runner.h"
#include "troupe-run-checkpoint.h"
#include "troupe-run-keeper.h"

G_BEGIN_DECLS

/* As what a method was launched. */
typedef enum
{
  TROUPE_FRAME_ROOT, /* the kickoff itself */
  TROUPE_FRAME_START,
  TROUPE_FRAME_LISTENER,
  TROUPE_FRAME_ROUTER,
} TroupeFrameRole;

typedef enum
{
  TROUPE_STAGE_ACTION,   /* the action is under way */
  TROUPE_STAGE_STEP,     /* queued: a step of an each has ended, or the frame has failed in it */
  TROUPE_STAGE_RECORD,   /* queued: turn 1, the output is recorded */
  TROUPE_STAGE_ASKING,   /* waits for a person's answer, or is paused until there is one */
  TROUPE_STAGE_FINISH,   /* queued: turn 2, finished and dispatched */
  TROUPE_STAGE_DISPATCH, /* waits for what it launched */
  TROUPE_STAGE_GO_ON,    /* queued: all that it launched has ended */
  TROUPE_STAGE_LAUNCH,   /* queued: what it was about to launch while a person held the run */
  TROUPE_STAGE_CANCELLED,
} TroupeFrameStage;

/* Where a dispatch stands (spec/flow-semantics.md §4). */
typedef enum
{
  TROUPE_PHASE_FIND_ROUTERS,
  TROUPE_PHASE_ROUTERS,
  TROUPE_PHASE_ROUTER_ENDED,
  TROUPE_PHASE_LISTENERS,
  TROUPE_PHASE_BATCH_ENDED,
  TROUPE_PHASE_STARTS,
  TROUPE_PHASE_NEXT_TRIGGER,
} TroupeDispatchPhase;

/* A router's result as an event. @value: what its listeners are given: once a person has said something
 * in the run that is what was said last (spec/flow-semantics.md §10), @is_feedback */
typedef struct
{
  guint event;
  TroupeValue *value;
  gboolean is_feedback;
} TroupeRouterResult;

/* A conditional start that already ran as a router or listener for an event. */
typedef struct
{
  guint event;
  guint method;
} TroupeRanFor;

/**
 * TroupeRunnerDispatch:
 * @trigger: the event that is dispatched, @value: what came with it
 * @current: in the router phase, the event that routers are looked for
 * @cause: sequence number of the finished event that listeners are triggered by
 * @routers: (nullable) (element-type guint): the routers under way, @router the next one
 * @results: (nullable) (element-type TroupeRouterResult): what routers said
 * @armable: (nullable): what rule 4 of §2.2 may arm
 * @position: which of trigger and results is dispatched to listeners
 *
 * One dispatch. A method's frame has one; a start that is a router has two, one after the other.
 */
typedef struct
{
  TroupeDispatchPhase phase;
  guint trigger;
  guint current;
  TroupeValue *value;
  guint64 cause;
  GArray *routers;
  guint router;
  GArray *results;
  GArray *ran_for;
  GHashTable *armable;
  guint position;
  TroupePendingIter starts;
} TroupeRunnerDispatch;

/* An `each` under way (§8). @changed_item: (nullable): what Python made of the item under way; @outputs:
 * of that item, by step, with @order in which they came; @pending: (nullable): of the step whose turn is
 * queued. */
typedef struct
{
  TroupeValue *items;
  TroupeValue **results;
  gsize item;
  TroupeValue *changed_item;
  guint step;
  TroupeValue **outputs;
  guint *order;
  guint n_outputs;
  TroupeValue *last;
  TroupeValue *pending;
} TroupeRunnerEach;

/* What a frame launches once nobody holds the run: @methods (element-type guint), side by side, or one
 * that is awaited @is_alone. @parameter: (nullable) */
typedef struct
{
  TroupeFrameRole role;
  GArray *methods;
  gboolean is_alone;
  TroupeValue *parameter;
  guint64 trigger;
} TroupeRunnerLaunch;

/**
 * TroupeRunnerFrame:
 * @parent: whose dispatch launched it
 * @next: the next one in the queue of turns
 * @older, @newer: the frames that are alive, in the order of their launch
 * @parameter: (nullable): what a listener is given
 * @error: why the frame failed, @error_order says how early; @error_line: the line of the document, 0
 *   where its path says it
 * @n_running: what it launched and waits for
 * @awaits_one: whether it waits for a single method, in whose last turn it goes on
 * @racers: (nullable): the members of the race that is open among its children
 * @is_racer: whether it takes part in its parent's race
 * @swallows: whether errors of the batch under way end here (§2.3)
 * @is_open: whether it has started and has no end yet
 * @dispatches_result: whether a second dispatch, of the result, is still to come
 * @is_temporary: whether what failed may go well later
 * @is_unsaved: whether its output waits to be made durable
 * @is_unannounced: whether its start is still to be told, behind a replay
 * @is_skipped: whether the method had ended before the checkpoint, so that only its listeners go on
 * @was_told: whether an earlier process told its end
 * @held: (nullable): what it is to launch, while a person holds the run
 * @next_start: of a router that is skipped: the next start whose chain may have to go on
 * @ended_at_once: whether it ended while it was launched
 * @cancellable: (nullable): of an agent or of Python at work; the frame stays until that has called
 *   back
 * @launch: the how-manieth run of the method
 * @ordinal: its number among the methods that have ended
 * @step: (nullable): what was written of it before the run was interrupted
 * @record: (nullable): what its method asks a person, @request as it is asked
 * @answer: (nullable): what came, until it is taken
 * @feedback: (nullable): what the person said, as listeners and expressions see it
 * @pause_order: how early it was paused among what went wrong; 0 is not
 * @is_pending: whether it was asked in another process (spec/flow-semantics.md §10.1)
 *
 * One run of one method, from its launch until the end of the chain that it began.
 */
struct _TroupeRunnerFrame
{
  TroupeRunnerFrame *parent;
  TroupeRunnerFrame *next;
  TroupeRunnerFrame *older;
  TroupeRunnerFrame *newer;
  TroupeFlowRunner *runner;
  const TroupeFlowMethod *method;
  TroupeFrameRole role;
  TroupeFrameStage stage;
  TroupeValue *parameter;
  TroupeValue *result;
  GError *error;
  char *error_path;
  guint error_line;
  guint64 error_order;
  guint64 trigger;
  guint64 started;
  guint64 finished;
  guint n_running;
  GPtrArray *racers;
  gboolean awaits_one : 1;
  gboolean is_racer : 1;
  gboolean swallows : 1;
  gboolean is_open : 1;
  gboolean dispatches_result : 1;
  gboolean is_temporary : 1;
  gboolean is_unsaved : 1;
  gboolean is_unannounced : 1;
  gboolean ended_at_once : 1;
  gboolean is_skipped : 1;
  gboolean was_told : 1;
  guint next_start;
  guint launch;
  gint64 ordinal;
  const TroupeRunStep *step;
  TroupeRunRequest *record;
  TroupeFeedbackRequest *request;
  TroupeFeedbackAnswer *answer;
  TroupeValue *feedback;
  guint64 pause_order;
  gboolean is_pending;
  TroupeRunnerDispatch dispatch;
  TroupeRunnerLaunch *held;
  TroupeRunnerEach *each;
  GCancellable *cancellable;
  /* What a single awaited child leaves behind. */
  TroupeValue *child_result;
  guint64 child_finished;
};

struct _TroupeFlowRunner
{
  TroupeFlowRunnerOptions options;
  TroupeFlow *flow;
  TroupeEventBus *bus;
  TroupeFlowPlan *plan;
  TroupeFlowPending *pending;
  TroupeStateModel *model;
  char *warning; /* (nullable): of the state model */
  TroupeValue *state;
  TroupeValue *seen_state; /* (nullable): the state as expressions see it, where that differs */
  char *unusable; /* (nullable): the field of the state that makes every expression fail */
  gboolean *odd_outputs; /* by method: whether the latest one does so */
  guint n_odd_outputs;
  TroupeValue *name;
  TroupeLlmClient *client;
  TroupeLlmUsage usage;
  TroupeRunnerPython *python; /* (nullable): of a flow that has some */

  GArray *outputs;          /* (element-type TroupeRunOutput) */
  TroupeValue **latest;     /* by method; borrowed from @outputs or @feedbacks */
  GArray *output_order;     /* (element-type guint): methods, as they first came */
  TroupeValue *outputs_map; /* (nullable): all of them as one map, until the next one comes */
  GHashTable *labels;       /* results of routers that no condition mentions, to numbers */
  GHashTable *odd_labels;   /* (nullable): values of Python, by address, to texts */
  guint n_events;
  guint *calls;
  guint *launches;
  guint max_calls;
  gboolean *completed;

  TroupeRunKeeper *keeper;
  GPtrArray *feedbacks; /* (element-type TroupeValue): what people said, in order */
  GHashTable *asked;    /* TroupeFeedbackRequest to the frame that waits for its answer */
  GHashTable *kept; /* (nullable): method and launch to TroupeRunRequest, of a run gone on with */
  GHashTable *kept_states; /* (nullable): the step behind which one asked to the state then */
  guint n_paused;
  gboolean is_stalled;             /* nothing can go on before a person answers */
  TroupeRunnerReplay *replay;      /* (nullable) */
  TroupeRunCheckpoint *checkpoint; /* (nullable) */
  char *checkpoint_id;             /* (nullable): of what the run began with */
  gboolean skips_completed;        /* whether methods that had ended then are not run again */

  TroupeRunnerFrame *root;
  TroupeRunnerFrame *first_turn;
  TroupeRunnerFrame *last_turn;
  TroupeRunnerFrame *newest;
  guint n_calls; /* agents and Python at work */
  gsize n_bytes; /* of what it holds, at most */
  gsize next_bytes; /* above which that is measured again */
  guint64 n_errors;
  guint64 flow_started;
  gboolean watched;
  gboolean shows_methods;
  gboolean timed_out;
  gboolean ended;
  GArray *found;         /* (element-type guint): scratch of a dispatch */
  GPtrArray *references; /* scratch of an evaluation */
};

/* troupe-flow-runner.c */
void
troupe_flow_runner_queue (TroupeFlowRunner *self, TroupeRunnerFrame *frame, TroupeFrameStage stage);
/* The same in front of all others. */
void troupe_flow_runner_queue_first (TroupeFlowRunner *self,
                                     TroupeRunnerFrame *frame,
                                     TroupeFrameStage stage);
/* @state: (transfer full) */
void troupe_flow_runner_set_state (TroupeFlowRunner *self, TroupeValue *state);
void troupe_flow_runner_fail (TroupeFlowRunner *self,
                              TroupeRunnerFrame *frame,
                              GError *error,
                              const char *path);
gboolean troupe_flow_runner_is_stopped (TroupeFlowRunner *self);
/* Whether nothing new may begin, as a person holds the run. */
gboolean troupe_flow_runner_is_held (TroupeFlowRunner *self);

/* troupe-flow-runner-inputs.c */
/* The state before any input. */
TroupeValue *troupe_flow_runner_create_state (TroupeFlowRunner *self, GError **error);
gboolean troupe_flow_runner_take_inputs (TroupeFlowRunner *self, GError **error);
/* @state: takes the place of all of it. @name: for messages */
gboolean troupe_flow_runner_restore_state (TroupeFlowRunner *self,
                                           TroupeValue *state,
                                           const char *name,
                                           GError **error);
gboolean troupe_flow_runner_merges_again (TroupeFlowRunner *self);
gboolean troupe_flow_runner_merge_inputs (TroupeFlowRunner *self, GError **error);

/* troupe-flow-runner-frame.c */
void troupe_flow_runner_record_output (TroupeFlowRunner *self,
                                       guint method,
                                       TroupeValue *value,
                                       TroupeValue *feedback);
TroupeRunnerFrame *troupe_runner_frame_new (TroupeFlowRunner *runner,
                                            TroupeRunnerFrame *parent,
                                            TroupeFrameRole role,
                                            const TroupeFlowMethod *method,
                                            TroupeValue *parameter,
                                            guint64 trigger);
void troupe_runner_frame_free (TroupeRunnerFrame *self);
gboolean troupe_runner_frame_launch (TroupeRunnerFrame *self);
void troupe_runner_frame_record (TroupeRunnerFrame *self);
void troupe_runner_frame_use_step (TroupeRunnerFrame *self);
TroupeRunnerFrame *troupe_runner_frame_end (TroupeRunnerFrame *self);
void troupe_runner_frame_advance (TroupeRunnerFrame *self);

/* troupe-flow-runner-dispatch.c */
void troupe_runner_dispatch_begin (TroupeRunnerFrame *frame,
                                   guint event,
                                   TroupeValue *value,
                                   guint64 cause);
void troupe_runner_dispatch_begin_kickoff (TroupeRunnerFrame *root);
guint troupe_runner_dispatch_get_label (TroupeFlowRunner *runner, TroupeValue *result);
/* Python said which event @result, this very value, is. */
void troupe_runner_dispatch_set_label (TroupeFlowRunner *runner,
                                       TroupeValue *result,
                                       const char *label);
gboolean troupe_runner_dispatch_go_on (TroupeRunnerFrame *frame);
/* Behind a router that is skipped: conditional starts that had ended go on with their chains, one after
 * the other. FALSE where there is none left. */
gboolean troupe_runner_dispatch_launch_completed_start (TroupeRunnerFrame *frame);
void troupe_runner_dispatch_clear (TroupeRunnerDispatch *self);
/* Launches what was held back. */
void troupe_runner_dispatch_launch_held (TroupeRunnerFrame *frame);
void troupe_runner_launch_free (TroupeRunnerLaunch *self);

/* troupe-flow-runner-memory.c */
void troupe_runner_memory_count (TroupeFlowRunner *self, TroupeValue *value);
gboolean troupe_runner_memory_check (TroupeFlowRunner *self, TroupeRunnerFrame *frame);

/* troupe-flow-runner-action.c */
gboolean troupe_runner_action_begin (TroupeRunnerFrame *frame);
/* Does @action, which is the method's own or that of the step under way. */
void troupe_runner_action_do (TroupeRunnerFrame *frame, const TroupeFlowAction *action);
/* Starts what waits for others, with what was worked out for it: an agent's input, or the arguments of
 * Python. @outputs: (nullable): what Python is to see of outputs in place of what there is now */
void troupe_runner_action_start (TroupeRunnerFrame *frame,
                                 const TroupeFlowAction *action,
                                 TroupeValue *input,
                                 TroupeValue *outputs);
/* The action or the step under way has ended; the frame's next turn is queued.
 * @result: (transfer full) */
void troupe_runner_action_end (TroupeRunnerFrame *frame, TroupeValue *result);
/* The same with an error. @error: (transfer full); @path: (nullable) */
void troupe_runner_action_fail (TroupeRunnerFrame *frame, GError *error, const char *path);

/* troupe-flow-runner-each.c */
/* TRUE: there was nothing to wait for, and the frame has its result or its error. */
gboolean troupe_runner_each_begin (TroupeRunnerFrame *frame);
void troupe_runner_each_take_step (TroupeRunnerFrame *frame);
TroupeValue *troupe_runner_each_get_item (TroupeRunnerEach *self);
void troupe_runner_each_free (TroupeRunnerEach *self);

/* troupe-flow-runner-context.c */
char *troupe_runner_context_find_unusable (TroupeValue *state);
/* The state as expressions see it, or NULL where that is the state itself. (transfer full) */
TroupeValue *troupe_runner_context_make_seen (TroupeValue *state);
/* The method has another latest output. */
void troupe_runner_context_note_output (TroupeFlowRunner *self, guint method);
TroupeValue *troupe_runner_context_evaluate (TroupeFlowRunner *self,
                                             const TroupeFlowExpression *expression,
                                             const TroupeFlowAction *each,
                                             TroupeRunnerEach *item,
                                             GError **error);
TroupeValue *troupe_runner_context_render (TroupeFlowRunner *self,
                                           const TroupeFlowTemplate *input,
                                           const TroupeFlowAction *each,
                                           TroupeRunnerEach *item,
                                           GError **error);
/* The outputs that an action sees. (transfer full) */
TroupeValue *troupe_runner_context_get_outputs (TroupeFlowRunner *self,
                                                const TroupeFlowAction *each,
                                                TroupeRunnerEach *item);

/* troupe-flow-runner-report.c */
void troupe_runner_report_started (TroupeFlowRunner *self);
void troupe_runner_report_ended (TroupeFlowRunner *self,
                                 TroupeEventType type,
                                 TroupeValue *final,
                                 const GError *error);
void troupe_runner_report_held (TroupeFlowRunner *self, TroupeEventType type);
void troupe_runner_report_method_started (TroupeRunnerFrame *frame);
void troupe_runner_report_method_ended (TroupeRunnerFrame *frame, TroupeEventType type);
void troupe_runner_report_requested (TroupeRunnerFrame *frame);
/* @outcome: (nullable): where the person chose one beside the text */
void
troupe_runner_report_received (TroupeRunnerFrame *frame, const char *feedback, const char *outcome);
/* @type: that the method is paused, or the flow */
void troupe_runner_report_paused (TroupeRunnerFrame *frame, TroupeEventType type);
void troupe_runner_report_arrival (TroupeFlowRunner *self,
                                   guint subscription,
                                   guint event,
                                   guint64 cause);
void troupe_runner_report_log (TroupeFlowRunner *self, const char *level, const char *message);
/* What Python of @method (nullable) wrote. @stream: (nullable): `stdout` or `stderr` */
void troupe_runner_report_output (TroupeFlowRunner *self,
                                  const char *method,
                                  const char *level,
                                  const char *stream,
                                  const char *message);
void troupe_runner_report_checkpoint (TroupeFlowRunner *self,
                                      TroupeEventType type,
                                      TroupeMapBuilder *fields);
/* Why the frame failed, for whoever reads it again. (transfer full) */
TroupeValue *troupe_runner_report_make_error (TroupeRunnerFrame *frame);

G_END_DECLS
