/* troupe-run-persister-owner.c: where a flow saves its states, and which of them belong to its document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-persister-owner"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-run-persister-private.h"
#include "troupe-sanitize-text.h"

/* --- Place --------------------------------------------------------------------------------------- */

static gboolean
fail_backend (TroupeFlow *flow, TroupeValue *backend, GError **error)
{
  g_autofree char *json = troupe_value_to_json (backend, TROUPE_JSON_SPACED);
  g_autofree char *text = troupe_text_shorten (json, 200);

  g_set_error (
      error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
      _ ("The flow “%s” uses %s to save its state, which Troupe does not support. Expected "
         "{\"persistence_type\": \"SQLiteFlowPersistence\"}, with an optional “db_path”."),
      troupe_flow_get_name (flow), text);
  return FALSE;
}

/* Reads the path of a block. Returns FALSE if the block uses an unsupported backend. */
static gboolean
read_block (TroupeFlow *flow, TroupeValue *block, const char **given, GError **error)
{
  TroupeValue *backend =
      block != NULL ? troupe_value_map_lookup_string (block, "persistence", -1) : NULL;
  TroupeValue *type, *path;

  *given = NULL;
  if (backend == NULL || troupe_value_is (backend, TROUPE_VALUE_NULL))
    return TRUE;
  if (!troupe_value_is (backend, TROUPE_VALUE_MAP))
    return fail_backend (flow, backend, error);
  type = troupe_value_map_lookup_string (backend, "persistence_type", -1);
  path = troupe_value_map_lookup_string (backend, "db_path", -1);
  if (type == NULL || !troupe_value_is (type, TROUPE_VALUE_STRING) ||
      !g_str_equal (troupe_value_get_string (type, NULL), "SQLiteFlowPersistence") ||
      (path != NULL && !troupe_value_is (path, TROUPE_VALUE_STRING)))
    return fail_backend (flow, backend, error);
  if (path != NULL)
    *given = troupe_value_get_string (path, NULL);
  return TRUE;
}

/* Returns the database that the user has chosen, or the default database. The path that the user has
 * chosen may contain links. */
static char *
find_chosen (const char *state_database, const char *folder)
{
  g_autofree char *path =
      state_database == NULL ? troupe_flow_states_get_default_path (folder) : NULL;

  return troupe_path_resolve_existing (path != NULL ? path : state_database);
}

/**
 * troupe_run_persister_find_path:
 * @block: (nullable): a persistence block; %NULL is the default database
 * @state_database: (nullable): overrides the path of the block
 * @folder: the working directory
 *
 * Returns: (transfer full) (nullable): the database of flow states that the block selects
 * (doc/flow-semantics.md §9), for troupe_run_persister_open_found(), or %NULL with %TROUPE_RUN_ERROR_PERSISTENCE if its type is not
 * supported
 */
char *
troupe_run_persister_find_path (TroupeFlow *flow,
                                TroupeValue *block,
                                const char *state_database,
                                const char *folder,
                                GError **error)
{
  const char *given;

  if (!read_block (flow, block, &given, error))
    return NULL;
  if (given != NULL && state_database == NULL)
    {
      GError *cause = NULL;
      char *path = troupe_path_confine (given, folder, &cause);

      /* The database must be located where the document specifies; symbolic links are not
       * followed. */
      if (path == NULL)
        {
          g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                               cause->message);
          g_error_free (cause);
        }
      return path;
    }
  return find_chosen (state_database, folder);
}

/**
 * troupe_run_persister_open_found:
 * @path: the result of troupe_run_persister_find_path() for the same @state_database and @folder
 * @create: whether the database and its folder are created if necessary
 *
 * Returns: (transfer full) (nullable): the database of flow states, or %NULL with a %G_IO_ERROR:
 * %G_IO_ERROR_NOT_FOUND if it does not exist and is not created
 */
TroupeFlowStates *
troupe_run_persister_open_found (const char *path,
                                 const char *state_database,
                                 const char *folder,
                                 gboolean create,
                                 GError **error)
{
  g_autofree char *chosen = find_chosen (state_database, folder);

  return troupe_flow_states_open (path, g_str_equal (path, chosen) ? NULL : folder, create, error);
}

char *
troupe_run_persister_name_path (TroupeFlow *flow, TroupeValue *block, const char *folder)
{
  const char *given;

  if (!read_block (flow, block, &given, NULL))
    return NULL;
  return given != NULL ? g_canonicalize_filename (given, folder)
                       : troupe_flow_states_get_default_path (folder);
}

/* --- Owner --------------------------------------------------------------------------------------- */

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
troupe_run_persister_claim_now (TroupeRunPersister *self,
                                TroupeFlowStates *states,
                                TroupeValue *id,
                                GError **error)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (self->runner);
  g_autofree char *json = troupe_value_to_json (id, TROUPE_JSON_SPACED);
  g_autofree char *key = g_strconcat (json, troupe_flow_states_get_path (states), NULL);
  g_autofree char *document = NULL;

  /* No document can guess the ID that was created for this run. */
  if (troupe_value_is (id, TROUPE_VALUE_STRING) &&
      g_str_equal (troupe_value_get_string (id, NULL), options->id))
    return TRUE;
  /* No state is saved under this ID. */
  if (troupe_value_is (id, TROUPE_VALUE_NULL) || g_hash_table_contains (self->claimed, key))
    return TRUE;
  /* Determines a text that identifies the document, which may not be saved as a file yet. */
  document = options->document_path != NULL
                 ? troupe_path_resolve_existing (options->document_path)
                 : g_strconcat (options->folder, "#", troupe_flow_get_name (options->flow), NULL);
  if (!troupe_flow_states_claim (states, id, document, is_of_user (options, id), error))
    return FALSE;
  g_hash_table_add (self->claimed, g_steal_pointer (&key));
  return TRUE;
}

gboolean
troupe_run_persister_claim (TroupeRunPersister *self,
                            TroupeFlowStates *states,
                            TroupeValue *id,
                            gboolean *is_reserved,
                            GError **error)
{
  g_autoptr (GError) cause = NULL;
  const gboolean is_claimed = troupe_run_persister_claim_now (self, states, id, &cause);

  if (is_reserved != NULL)
    *is_reserved = is_claimed;
  if (is_claimed || g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NO_SPACE))
    return TRUE;
  g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE, cause->message);
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
  return states != NULL && troupe_run_persister_claim (self, states, id, NULL, error);
}
