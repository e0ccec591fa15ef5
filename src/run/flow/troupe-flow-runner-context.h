/* troupe-flow-runner-context.h: evaluation context of expressions and templates in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-each.h"
#include "troupe-runner-record.h"
#include "troupe-runner-state.h"

G_BEGIN_DECLS

typedef struct _TroupeRunnerContext TroupeRunnerContext;

/* Borrows all arguments. @now_us: the value of now() */
TroupeRunnerContext *troupe_runner_context_new (TroupeFlow *flow,
                                                TroupeRunnerState *state,
                                                TroupeRunnerRecord *record,
                                                gint64 now_us);
void troupe_runner_context_free (TroupeRunnerContext *self);

/* Enables the check for values for which expressions have no type. Only needed in a run with
 * Python, because only Python can return such values. */
void troupe_runner_context_look_for_odd (TroupeRunnerContext *self);

TroupeValue *troupe_runner_context_evaluate (TroupeRunnerContext *self,
                                             const TroupeFlowExpression *expression,
                                             const TroupeFlowAction *each,
                                             TroupeRunnerEach *item,
                                             GError **error);
TroupeValue *troupe_runner_context_render (TroupeRunnerContext *self,
                                           const TroupeFlowTemplate *input,
                                           const TroupeFlowAction *each,
                                           TroupeRunnerEach *item,
                                           GError **error);
TroupeValue *troupe_runner_context_render_value (TroupeRunnerContext *self,
                                                 TroupeValue *value,
                                                 const TroupeFlowAction *each,
                                                 TroupeRunnerEach *item,
                                                 GError **error);
/* Returns the outputs that an action sees. (transfer full) */
TroupeValue *troupe_runner_context_get_outputs (TroupeRunnerContext *self,
                                                const TroupeFlowAction *each,
                                                TroupeRunnerEach *item);

G_END_DECLS
