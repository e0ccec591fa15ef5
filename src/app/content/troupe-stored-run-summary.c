/* troupe-stored-run-summary.c: summarizes a flow for the description of its stored runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-stored-run-summary"

#include "config.h"

#include "troupe-run.h"
#include "troupe-stored-run-summary.h"

TroupeStoredDocument *
troupe_stored_run_summary_describe (TroupeFlow *flow)
{
  GPtrArray *unsure;

  g_return_val_if_fail (flow != NULL, NULL);

  unsure = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (troupe_run_method_has_effects (method))
        g_ptr_array_add (unsure, g_strdup (method->name));
    }
  return troupe_stored_document_new (troupe_flow_get_digest (flow),
                                     troupe_flow_get_n_methods (flow), unsure);
}
