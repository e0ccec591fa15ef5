/* troupe-flow-runner-code.c: flow methods that call a Python function
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-code"

#include "config.h"

#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-python.h"

static void
code_list_permissions (const TroupeFlowAction *action, TroupePermissionList *permissions)
{
  troupe_permission_list_add_python (permissions, TROUPE_PYTHON_PERMIT_CODE, action->reference);
}

static gboolean
code_fill_python (const TroupeFlowAction *action,
                  const TroupePreparedActions *made,
                  guint index,
                  TroupePythonRequest *request)
{
  request->kind = TROUPE_PYTHON_KIND_CODE;
  request->source = action->reference;
  return index == 0;
}

const TroupeRunnerAction troupe_runner_action_code = {
  .begin = troupe_runner_python_begin_action,
  .start = troupe_runner_python_start_action,
  .has_effects = TRUE,
  .list_permissions = code_list_permissions,
  .fill_python = code_fill_python,
};
