/* troupe-flow-runner-expression.c: flow methods that evaluate an expression
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-expression"

#include "config.h"

#include "troupe-flow-runner-action.h"

static gboolean
expression_begin (TroupeRunnerFrame *frame, const TroupeFlowAction *action)
{
  GError *error = NULL;
  TroupeValue *result = troupe_runner_action_evaluate (frame, action->expression, &error);

  if (result != NULL)
    troupe_runner_action_end (frame, result);
  else
    troupe_runner_action_fail (frame, error, action->expression->path);
  return FALSE;
}

const TroupeRunnerAction troupe_runner_action_expression = {
  .begin = expression_begin,
};
