/* troupe-flow-runner-report.h: events of a flow run: emission and scopes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-pending.h"
#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/* Emits the events of a run in their scopes. */
typedef struct _TroupeRunnerReporter TroupeRunnerReporter;

TroupeRunnerReporter *troupe_runner_reporter_new (TroupeFlowRunner *runner);
void troupe_runner_reporter_free (TroupeRunnerReporter *self);
/* Called before the events of methods are emitted. @is_watched: whether events are needed in
 * addition to those for sinks */
void troupe_runner_reporter_begin (TroupeRunnerReporter *self, gboolean is_watched);

void troupe_runner_report_started (TroupeFlowRunner *runner);
/* @final: (nullable): result of a run that finished; @error: (nullable): of a run that failed */
void troupe_runner_report_ended (TroupeFlowRunner *runner,
                                 TroupeEventType type,
                                 TroupeValue *final,
                                 const GError *error);
void troupe_runner_report_budget (TroupeFlowRunner *runner, const TroupeRunBudgetView *view);
void troupe_runner_report_held (TroupeFlowRunner *runner, TroupeEventType type);
void troupe_runner_report_method_started (TroupeRunnerFrame *frame);
void troupe_runner_report_method_ended (TroupeRunnerFrame *frame, TroupeEventType type);
void troupe_runner_report_requested (TroupeRunnerFrame *frame);
/* @outcome: (nullable): if the user has chosen one in addition to the text */
void
troupe_runner_report_received (TroupeRunnerFrame *frame, const char *feedback, const char *outcome);
/* @type: method paused or flow paused */
void troupe_runner_report_paused (TroupeRunnerFrame *frame, TroupeEventType type);
void troupe_runner_report_arrival (TroupeFlowRunner *runner,
                                   const TroupeFlowPending *pending,
                                   guint subscription,
                                   guint event,
                                   guint64 cause);
/* Emits an event of a conversation. @fields: (transfer full) */
void troupe_runner_report_conversation (TroupeFlowRunner *runner,
                                        TroupeEventType type,
                                        TroupeMapBuilder *fields);
/* Returns the scope of the flow, after its start was reported. (transfer none) (nullable) */
TroupeScope *troupe_runner_report_get_scope (TroupeFlowRunner *runner);
/* Converts an error to its representation in events. (transfer full) */
TroupeValue *troupe_runner_report_make_reason (const GError *error);
void troupe_runner_report_log (TroupeFlowRunner *runner, const char *level, const char *message);
/* Reports output of Python in @method (nullable). @stream: (nullable): `stdout` or `stderr` */
void troupe_runner_report_output (TroupeFlowRunner *runner,
                                  const char *method,
                                  const char *level,
                                  const char *stream,
                                  const char *message);
void troupe_runner_report_checkpoint (TroupeFlowRunner *runner,
                                      TroupeEventType type,
                                      TroupeMapBuilder *fields);
/* Converts the error of the frame for the store. (transfer full) */
TroupeValue *troupe_runner_report_make_error (TroupeRunnerFrame *frame);

G_END_DECLS
