/* troupe-stored-run-summary.c: summarizes a flow for the description of its stored runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-stored-run-summary"

#include "config.h"

#include "troupe-run-crew.h"
#include "troupe-run.h"
#include "troupe-stored-run-summary.h"

/* Returns the number of tasks of the crew of which the flow was made. */
static guint
count_tasks (TroupeFlow *flow)
{
  TroupeValue *tasks = troupe_value_get_member_of (troupe_run_crew_get_action (flow)->definition,
                                                   "tasks", TROUPE_VALUE_LIST);

  return tasks != NULL ? (guint) troupe_value_list_get_length (tasks) : 0;
}

TroupeStoredDocument *
troupe_stored_run_summary_describe (TroupeFlow *flow)
{
  GPtrArray *unsure;
  gboolean is_crew;

  g_return_val_if_fail (flow != NULL, NULL);

  unsure = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (troupe_run_method_has_effects (method))
        g_ptr_array_add (unsure, g_strdup (method->name));
    }
  is_crew = troupe_run_crew_matches (flow);
  return troupe_stored_document_new (
      troupe_flow_get_name (flow), troupe_flow_get_digest (flow), is_crew,
      is_crew ? count_tasks (flow) : troupe_flow_get_n_methods (flow), unsure);
}
