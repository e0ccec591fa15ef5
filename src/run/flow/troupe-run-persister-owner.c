/* troupe-run-persister-owner.c: keeps a document from the saved states of other documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-persister-owner"

#include "config.h"

#include "troupe-run-persister-private.h"

/* Returns a text that identifies the document, which may not be saved as a file yet. (transfer full) */
static char *
identify_document (const TroupeFlowRunnerOptions *options)
{
  g_assert (options != NULL);

  return options->document_path != NULL
             ? troupe_path_resolve_existing (options->document_path)
             : g_strconcat (options->folder, "#", troupe_flow_get_name (options->flow), NULL);
}

/* Returns TRUE if the ID comes from the user. Inputs of a test come from its author, and what a run continues
 * has been checked before, unless a version that did not check it has begun the run. */
static gboolean
is_of_user (const TroupeFlowRunnerOptions *options, TroupeValue *id)
{
  TroupeValue *given =
      options->inputs != NULL ? troupe_value_map_lookup_string (options->inputs, "id", -1) : NULL;

  g_assert (options != NULL);

  if (options->is_test)
    return FALSE;
  return (given != NULL && !options->is_id_declared && troupe_value_equal (given, id)) ||
         (options->steps != NULL && !options->is_fork) || options->pending != NULL ||
         (options->fork_from != NULL && troupe_value_is (id, TROUPE_VALUE_STRING) &&
          g_str_equal (troupe_value_get_string (id, NULL), options->fork_from));
}

gboolean
troupe_run_persister_claim (TroupeRunPersister *self,
                            TroupeFlowStates *states,
                            TroupeValue *id,
                            GError **error)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (self->runner);
  g_autofree char *json = troupe_value_to_json (id, TROUPE_JSON_SPACED);
  g_autofree char *key = g_strconcat (json, troupe_flow_states_get_path (states), NULL);
  g_autofree char *document = NULL;
  GError *cause = NULL;

  /* No document can guess the ID that was created for this run. */
  if (troupe_value_is (id, TROUPE_VALUE_STRING) &&
      g_str_equal (troupe_value_get_string (id, NULL), options->id))
    return TRUE;
  /* No state is saved under this ID. */
  if (troupe_value_is (id, TROUPE_VALUE_NULL) || g_hash_table_contains (self->claimed, key))
    return TRUE;
  document = identify_document (options);
  if (troupe_flow_states_claim (states, id, document, is_of_user (options, id), &cause))
    {
      g_hash_table_add (self->claimed, g_steal_pointer (&key));
      return TRUE;
    }
  g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE, cause->message);
  g_error_free (cause);
  return FALSE;
}

gboolean
troupe_run_persister_claim_pending (TroupeRunPersister *self, TroupeValue *pending, GError **error)
{
  const char *path = troupe_value_get_member_text (pending, "path");
  TroupeValue *id = troupe_value_map_lookup_string (pending, "flow_id", -1);
  TroupeFlowStates *states = NULL;

  g_return_val_if_fail (self != NULL && path != NULL && id != NULL, FALSE);

  states = troupe_run_persister_open_path (self, path, error);
  return states != NULL && troupe_run_persister_claim (self, states, id, error);
}
