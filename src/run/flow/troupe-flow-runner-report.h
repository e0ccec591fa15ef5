/* troupe-flow-runner-report.h: the events of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-pending.h"
#include "troupe-flow-runner-parts.h"

G_BEGIN_DECLS

/* Where the events of a run go, and the scopes that they are told in. */
typedef struct _TroupeRunnerReporter TroupeRunnerReporter;

TroupeRunnerReporter *troupe_runner_reporter_new (TroupeFlowRunner *runner);
void troupe_runner_reporter_free (TroupeRunnerReporter *self);
/* The methods may be told of from now on. @is_watched: whether there is more that looks at events than sinks */
void troupe_runner_reporter_begin (TroupeRunnerReporter *self, gboolean is_watched);

void troupe_runner_report_started (TroupeFlowRunner *runner);
/* @final: (nullable): of a run that finished; @error: (nullable): of one that failed */
void troupe_runner_report_ended (TroupeFlowRunner *runner,
                                 TroupeEventType type,
                                 TroupeValue *final,
                                 const GError *error);
void troupe_runner_report_budget (TroupeFlowRunner *runner, const TroupeRunBudgetView *view);
void troupe_runner_report_held (TroupeFlowRunner *runner, TroupeEventType type);
void troupe_runner_report_method_started (TroupeRunnerFrame *frame);
void troupe_runner_report_method_ended (TroupeRunnerFrame *frame, TroupeEventType type);
void troupe_runner_report_requested (TroupeRunnerFrame *frame);
/* @outcome: (nullable): where the person chose one beside the text */
void
troupe_runner_report_received (TroupeRunnerFrame *frame, const char *feedback, const char *outcome);
/* @type: that the method is paused, or the flow */
void troupe_runner_report_paused (TroupeRunnerFrame *frame, TroupeEventType type);
void troupe_runner_report_arrival (TroupeFlowRunner *runner,
                                   const TroupeFlowPending *pending,
                                   guint subscription,
                                   guint event,
                                   guint64 cause);
/* What happens in a conversation. @fields: taken over */
void troupe_runner_report_conversation (TroupeFlowRunner *runner,
                                        TroupeEventType type,
                                        TroupeMapBuilder *fields);
/* Of the flow, once it was told. (transfer none) (nullable) */
TroupeScope *troupe_runner_report_get_scope (TroupeFlowRunner *runner);
/* An error as events have it. (transfer full) */
TroupeValue *troupe_runner_report_make_reason (const GError *error);
void troupe_runner_report_log (TroupeFlowRunner *runner, const char *level, const char *message);
/* What Python of @method (nullable) wrote. @stream: (nullable): `stdout` or `stderr` */
void troupe_runner_report_output (TroupeFlowRunner *runner,
                                  const char *method,
                                  const char *level,
                                  const char *stream,
                                  const char *message);
void troupe_runner_report_checkpoint (TroupeFlowRunner *runner,
                                      TroupeEventType type,
                                      TroupeMapBuilder *fields);
/* Why the frame failed, for whoever reads it again. (transfer full) */
TroupeValue *troupe_runner_report_make_error (TroupeRunnerFrame *frame);

G_END_DECLS
