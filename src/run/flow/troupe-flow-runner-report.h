/* troupe-flow-runner-report.h: events of a flow run: emission and scopes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-pending.h"
#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/* Emits the events of a run in their scopes; events without a listener are skipped. Owned by its
 * runner. Threads: the run's thread. */
typedef struct _TroupeRunnerReporter TroupeRunnerReporter;

/* Creates the reporter of a run. @runner: owns the reporter. (transfer full) */
TroupeRunnerReporter *troupe_runner_reporter_new (TroupeFlowRunner *runner);
void troupe_runner_reporter_free (TroupeRunnerReporter *self);
/* Called after an event of the flow or of a method was emitted. */
typedef void (*TroupeRunnerReportFunc) (TroupeEventType type, gpointer user_data);
/* Called before the events of methods are emitted. @func: (nullable): needs the events even if
 * nothing else does; @func_data: for @func */
void troupe_runner_reporter_begin (TroupeRunnerReporter *self,
                                   TroupeRunnerReportFunc func,
                                   gpointer func_data);

/* Emits that the flow was created, unless events of its methods are suppressed. */
void troupe_runner_report_created (TroupeFlowRunner *runner);
/* Reports the checkpoint from which the run starts, if there is one. */
void troupe_runner_report_restored (TroupeFlowRunner *runner);

/* Emits the start of the flow, and opens its scope. Resumed runs continue the scope of their
 * earlier start event. */
void troupe_runner_report_started (TroupeFlowRunner *runner);
/* Emits the end of the flow, and closes its scope.
 * @type: flow finished, failed or cancelled
 * @final: (nullable): result of a finished run
 * @error: (nullable): error of a failed run */
void troupe_runner_report_ended (TroupeFlowRunner *runner,
                                 TroupeEventType type,
                                 TroupeValue *final,
                                 const GError *error);
/* Reports that the cost of model calls has reached the budget of the run or of the month. */
void troupe_runner_report_budget (TroupeFlowRunner *runner, const TroupeRunBudgetView *view);
/* Reports that the user has paused or resumed the run. @type: %TROUPE_EVENT_RUN_HELD, which
 * contains the `next` methods, or _RELEASED */
void troupe_runner_report_held (TroupeFlowRunner *runner, TroupeEventType type);
/* Reports a change of a paused run. @edit: a map of path, before, after and by */
void troupe_runner_report_edited (TroupeFlowRunner *runner, TroupeValue *edit);
/* Emits the start of the frame's method, and opens its scope. A replayed method has the scope of
 * its stored event. */
void troupe_runner_report_method_started (TroupeRunnerFrame *frame);
/* Emits the end of the frame's method. @type: method finished, failed or cancelled */
void troupe_runner_report_method_ended (TroupeRunnerFrame *frame, TroupeEventType type);
/* Reports that the frame's method waits for human feedback. */
void troupe_runner_report_requested (TroupeRunnerFrame *frame);
/* Reports the answer to a feedback request. @outcome: (nullable): set if the user has chosen an
 * outcome in addition to the text */
void
troupe_runner_report_received (TroupeRunnerFrame *frame, const char *feedback, const char *outcome);
/* Reports that code asks the user. Returns the scope of the question, for
 * troupe_runner_report_input_received(). (transfer full) (nullable). @metadata: (nullable) */
TroupeScope *troupe_runner_report_input_requested (TroupeRunnerFrame *frame,
                                                   const char *message,
                                                   TroupeValue *metadata);
/* Reports the answer to a question of code. @scope: of the question; @response, @metadata,
 * @response_metadata: (nullable) */
void troupe_runner_report_input_received (TroupeRunnerFrame *frame,
                                          TroupeScope *scope,
                                          const char *message,
                                          const char *response,
                                          TroupeValue *metadata,
                                          TroupeValue *response_metadata);
/* Reports that the run is paused until the user answers. @type: method paused or flow paused */
void troupe_runner_report_paused (TroupeRunnerFrame *frame, TroupeEventType type);

/**
 * troupe_runner_report_arrival:
 * @subscription: index of the condition in the plan of @pending
 * @event: index of the event in that plan
 * @cause: sequence number of the event that caused it
 *
 * Reports that an event arrived at a condition that waits for further events. The report contains
 * `event`, the events of the condition that have `arrived`, and those that are `missing`, up to 64
 * of each.
 */
void troupe_runner_report_arrival (TroupeFlowRunner *runner,
                                   const TroupeFlowPending *pending,
                                   guint subscription,
                                   guint event,
                                   guint64 cause);
/* Reports in the log that an event does not run a method again, whose `or` has fired
 * (doc/flow-semantics.md §2.2). The parameters are those of troupe_runner_report_arrival(). */
void troupe_runner_report_not_repeated (TroupeFlowRunner *runner,
                                        const TroupeFlowPending *pending,
                                        guint subscription,
                                        guint event);
/* Emits an event of a conversation. @fields: (transfer full) */
void troupe_runner_report_conversation (TroupeFlowRunner *runner,
                                        TroupeEventType type,
                                        TroupeMapBuilder *fields);
/* Returns the scope of the flow, after its start was reported. (transfer none) (nullable) */
TroupeScope *troupe_runner_report_get_scope (TroupeFlowRunner *runner);
/* Converts an error to its representation in events. (transfer full) */
TroupeValue *troupe_runner_report_make_reason (const GError *error);
/* Reports a message that CrewAI would print. @level: `info` or `warning` */
void troupe_runner_report_log (TroupeFlowRunner *runner, const char *level, const char *message);
/* Reports output of Python. @method: (nullable); @level: `info`, `warning` or `error`; @stream:
 * (nullable): `stdout` or `stderr` */
void troupe_runner_report_output (TroupeFlowRunner *runner,
                                  const char *method,
                                  const char *level,
                                  const char *stream,
                                  const char *message);
/* Emits an event of a checkpoint; the first one of each checkpoint opens a scope. @fields:
 * (transfer full) */
void troupe_runner_report_checkpoint (TroupeFlowRunner *runner,
                                      TroupeEventType type,
                                      TroupeMapBuilder *fields);
/* Converts the error of the frame for the store. (transfer full) */
TroupeValue *troupe_runner_report_make_error (TroupeRunnerFrame *frame);

G_END_DECLS
