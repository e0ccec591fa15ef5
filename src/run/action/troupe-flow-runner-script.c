/* troupe-flow-runner-script.c: flow methods that run a script
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-script"

#include "config.h"

#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-python.h"

static void
script_list_permissions (const TroupeFlowAction *action, TroupePermissionList *permissions)
{
  troupe_permission_list_add_python (permissions, TROUPE_PYTHON_PERMIT_SCRIPT, action->code);
}

static gboolean
script_fill_python (const TroupeFlowAction *action,
                    const TroupePreparedActions *made,
                    guint index,
                    TroupePythonRequest *request)
{
  g_assert (action != NULL);

  request->kind = TROUPE_PYTHON_KIND_SCRIPT;
  request->source = action->code;
  request->line = action->line;
  request->is_block = action->is_block;
  return index == 0;
}

const TroupeRunnerAction troupe_runner_action_script = {
  .begin = troupe_runner_python_begin_action,
  .start = troupe_runner_python_start_action,
  .has_effects = TRUE,
  .list_permissions = script_list_permissions,
  .fill_python = script_fill_python,
};
