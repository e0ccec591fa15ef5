/* troupe-flow-kept.c: what a flow tells of its kept runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-kept"

#include "config.h"

#include "troupe-flow-kept.h"

static gboolean
action_has_effects (const TroupeFlowAction *action)
{
  g_assert (action != NULL);

  for (guint i = 0; i < action->n_steps; i++)
    if (action_has_effects (action->steps[i].action))
      return TRUE;
  return action->type == TROUPE_ACTION_TOOL || action->type == TROUPE_ACTION_CODE ||
         action->type == TROUPE_ACTION_SCRIPT;
}

TroupeKeptDocument *
troupe_flow_kept_describe (TroupeFlow *flow)
{
  GPtrArray *unsure;

  g_return_val_if_fail (flow != NULL, NULL);

  unsure = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (action_has_effects (method->action))
        g_ptr_array_add (unsure, g_strdup (method->name));
    }
  return troupe_kept_document_new (troupe_flow_get_digest (flow), troupe_flow_get_n_methods (flow),
                                   unsure);
}
