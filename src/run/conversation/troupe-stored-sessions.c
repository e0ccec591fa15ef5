/* troupe-stored-sessions.c: stored conversation sessions: their states and runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-stored-sessions"

#include "config.h"

#include "troupe-conversation-flow.h"
#include "troupe-flow-states.h"
#include "troupe-run-persister.h"
#include "troupe-store-document.h"
#include "troupe-stored-sessions.h"

/* Returns a member of @map; NULL also if the member is null or @map is not a map. (transfer
 * none) (nullable) */
static TroupeValue *
look_up (TroupeValue *map, const char *name)
{
  TroupeValue *value = map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (map, name, -1)
                           : NULL;

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

static const char *
get_text (TroupeValue *map, const char *name)
{
  TroupeValue *value = look_up (map, name);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (value, NULL)
             : NULL;
}

/* --- States ----------------------------------------------------------------------------------- */

gboolean
troupe_conversation_is_stored (TroupeFlow *flow)
{
  TroupeValue *enabled = NULL;

  g_return_val_if_fail (flow != NULL, FALSE);

  enabled = look_up (troupe_flow_get_persist (flow), "enabled");
  return enabled != NULL && troupe_value_is (enabled, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (enabled);
}

char *
troupe_conversation_find_states (TroupeFlow *flow, const char *folder, GError **error)
{
  g_return_val_if_fail (flow != NULL && folder != NULL, NULL);

  return troupe_run_persister_find_path (flow, troupe_flow_get_persist (flow), NULL, folder, error);
}

/* Returns FALSE with an error if the database could not be opened. @states: (out) (transfer full)
 * (nullable): NULL if the database does not exist */
static gboolean
open_states (const char *path, TroupeFlowStates **states, GError **error)
{
  GError *cause = NULL;

  *states = troupe_flow_states_open (path, NULL, FALSE, &cause);
  if (*states != NULL)
    return TRUE;
  if (!g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    {
      g_propagate_error (error, cause);
      return FALSE;
    }
  g_error_free (cause);
  return TRUE;
}

TroupeValue *
troupe_conversation_load_state (const char *states_path, const char *id, GError **error)
{
  g_autoptr (TroupeFlowStates) states = NULL;
  g_autoptr (TroupeValue) key = NULL;

  g_return_val_if_fail (states_path != NULL && id != NULL, NULL);

  /* Loading a state does not create a database. */
  if (!open_states (states_path, &states, error) || states == NULL)
    return NULL;
  key = troupe_value_new_string (id, -1);
  return troupe_flow_states_load (states, key, error);
}

gboolean
troupe_conversation_put_back_state (const char *states_path,
                                    const char *id,
                                    TroupeValue *state,
                                    GError **error)
{
  g_autoptr (TroupeFlowStates) states = NULL;
  g_autoptr (TroupeValue) key = NULL;
  g_autoptr (TroupeValue) whole = NULL;
  TroupeFlowStateRow row = { 0 };

  g_return_val_if_fail (states_path != NULL && id != NULL, FALSE);

  if (!open_states (states_path, &states, error))
    return FALSE;
  /* If the turn saved nothing, there is nothing to restore. */
  if (states == NULL)
    return TRUE;
  key = troupe_value_new_string (id, -1);
  if (state != NULL)
    whole = troupe_value_ref (state);
  else
    {
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "id", troupe_value_ref (key));
      troupe_map_builder_add (&builder, "messages", troupe_value_new_list (NULL, 0));
      whole = troupe_map_builder_end (&builder);
    }
  row.id = key;
  row.method = troupe_turn_kind_get_method (TROUPE_TURN_ROUTE);
  row.state = whole;
  return troupe_flow_states_save (states, &row, 1, error);
}

/* --- Runs ------------------------------------------------------------------------------------- */

void
troupe_stored_session_free (TroupeStoredSession *self)
{
  if (self == NULL)
    return;
  g_free (self->id);
  g_free (self->message);
  g_ptr_array_unref (self->run_ids);
  g_free (self);
}

static TroupeStoredSession *
new_session (const char *id, gint64 last_us)
{
  TroupeStoredSession *self = g_new0 (TroupeStoredSession, 1);

  self->id = g_strdup (id);
  self->last_us = last_us;
  self->run_ids = g_ptr_array_new_with_free_func (g_free);
  return self;
}

GPtrArray *
troupe_conversation_list_stored (TroupeStore *store,
                                 const TroupeDocumentIdentity *document,
                                 GError **error)
{
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (GPtrArray) sessions =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_stored_session_free);
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_str_hash, g_str_equal);

  g_return_val_if_fail (TROUPE_IS_STORE (store), NULL);
  g_return_val_if_fail (document != NULL, NULL);

  runs = troupe_store_list_runs_of (store, document, 0, error);
  if (runs == NULL)
    return NULL;
  for (guint i = 0; i < runs->len; i++)
    {
      const TroupeRunRecord *listed = g_ptr_array_index (runs, i);
      /* A run that another process deleted in the meantime is not an error. */
      g_autoptr (TroupeRunRecord) record = troupe_store_get_run (store, listed->id, NULL);

      if (record != NULL)
        {
          /* Adds a run to its session. */
          g_autoptr (TroupeValue) text =
              record->document != NULL ? troupe_value_from_json (record->document, -1, NULL) : NULL;
          TroupeValue *turn = look_up (look_up (text, "x-troupe"), "conversation");
          const char *message = get_text (turn, "message");
          const char *id = get_text (record->inputs, "id");
          TroupeStoredSession *session = NULL;

          g_assert (sessions != NULL);
          if (message != NULL && id != NULL)
            {
              session = g_hash_table_lookup (by_id, id);
              if (session == NULL)
                {
                  session = new_session (id, record->started_us);
                  g_ptr_array_add (sessions, session);
                  g_hash_table_insert (by_id, session->id, session);
                }
              g_free (session->message);
              session->message = g_strdup (message);
              g_ptr_array_insert (session->run_ids, 0, g_strdup (record->id));
            }
        }
    }
  return g_steal_pointer (&sessions);
}
