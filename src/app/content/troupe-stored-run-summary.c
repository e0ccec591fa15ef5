/* troupe-stored-run-summary.c: summarizes a flow for the description of its stored runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-stored-run-summary"

#include "config.h"

#include "troupe-conversation-flow.h"
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

/* Returns the document that a turn of the conversation runs. (transfer full) (nullable): NULL if the flow is no conversation, or if
 * it cannot run */
static TroupeFlowDocument *
make_turn (TroupeFlow *flow)
{
  const TroupeConversationTurn turn = { NULL };

  return troupe_flow_is_conversational (flow)
             ? troupe_conversation_make_flow (flow, &turn, troupe_flow_get_name (flow), NULL)
             : NULL;
}

gboolean
troupe_stored_run_summary_matches (TroupeFlow *flow, const char *digest)
{
  g_autoptr (TroupeFlowDocument) made = NULL;

  g_return_val_if_fail (flow != NULL, FALSE);

  if (g_strcmp0 (digest, troupe_flow_get_digest (flow)) == 0)
    return TRUE;
  made = make_turn (flow);
  return made != NULL &&
         g_strcmp0 (digest, troupe_flow_get_digest (troupe_flow_document_get_flow (made))) == 0;
}

TroupeStoredDocument *
troupe_stored_run_summary_describe (TroupeFlow *flow)
{
  TroupeStoredDocument *self;
  g_autoptr (TroupeFlowDocument) made = NULL;
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
  self = troupe_stored_document_new (
      troupe_flow_get_name (flow), troupe_flow_get_digest (flow), is_crew,
      is_crew ? count_tasks (flow) : troupe_flow_get_n_methods (flow), unsure);
  made = make_turn (flow);
  if (made != NULL)
    {
      TroupeFlow *turn = troupe_flow_document_get_flow (made);

      self->turn_digest = g_strdup (troupe_flow_get_digest (turn));
      self->n_turn_parts = troupe_flow_get_n_methods (turn);
    }
  return self;
}
