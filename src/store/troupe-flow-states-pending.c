/* troupe-flow-states-pending.c: pending human feedback of flows, in CrewAI's database format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-states-pending"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-states-private.h"
#include "troupe-store-database.h"
#include "troupe-store.h"

/**
 * troupe_flow_states_save_pending:
 * @id: the ID of the flow, as a string
 * @row: the row of the method that requests the feedback
 * @with_row: whether the row is saved too; the request always contains the state
 * @context: a map with CrewAI's keys
 *
 * Saves the row and the pending request, and replaces a previous request with the same ID
 * (doc/flow-semantics.md §10.1). If the function returns %TRUE, both are durable; if it returns
 * %FALSE, neither was written.
 */
gboolean
troupe_flow_states_save_pending (TroupeFlowStates *self,
                                 const char *id,
                                 const TroupeFlowStateRow *row,
                                 gboolean with_row,
                                 TroupeValue *context,
                                 GError **error)
{
  sqlite3 *handle;
  int code;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (id != NULL && row != NULL && context != NULL, FALSE);

  handle = self->database->handle;
  TROUPE_CRASH_POINT ("states-before-pending");
  code = troupe_flow_states_begin (self);
  if (code == SQLITE_OK && with_row)
    code = troupe_flow_states_save_row (self, row);
  if (code == SQLITE_OK)
    {
      sqlite3_stmt *statement = self->statements[TROUPE_STATES_SAVE_PENDING];
      g_autoptr (TroupeValue) hidden = troupe_redactor_hide_value (self->redactor, context);
      g_autofree char *text = troupe_store_value_to_python_json (hidden);
      g_autofree char *timestamp = troupe_flow_states_get_timestamp ();

      troupe_statement_bind_text (statement, 1, id);
      troupe_statement_bind_text (statement, 2, text);
      troupe_statement_bind_text (statement, 3, troupe_flow_states_get_text (self, row->state));
      troupe_statement_bind_text (statement, 4, timestamp);
      code = troupe_statement_run (statement);
    }
  if (code == SQLITE_OK)
    code = sqlite3_exec (handle, "COMMIT", NULL, NULL, NULL);
  TROUPE_CRASH_POINT ("states-after-pending");
  if (code == SQLITE_OK)
    return TRUE;
  troupe_flow_states_take_error (self, error);
  if (!sqlite3_get_autocommit (handle))
    sqlite3_exec (handle, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}

/* Reads a map from a column of the current row of @statement. */
static TroupeValue *
read_map (TroupeFlowStates *self,
          sqlite3_stmt *statement,
          int column,
          const char *id,
          GError **error)
{
  const char *text = (const char *) sqlite3_column_text (statement, column);
  g_autoptr (GError) cause = NULL;
  TroupeValue *value = troupe_store_value_from_python_json (text != NULL ? text : "", &cause);

  g_assert (self != NULL);

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP))
    return value;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               _ ("Could not read the pending request “%s” in “%s”: %s"), id, self->database->path,
               cause != NULL ? cause->message : _ ("it is not a JSON object."));
  g_clear_pointer (&value, troupe_value_unref);
  return NULL;
}

/**
 * troupe_flow_states_load_pending:
 * @context, @state: (out) (transfer full): maps
 *
 * Returns: %TRUE if there is an unanswered request with @id; %FALSE without an error if there is no
 * such request
 */
gboolean
troupe_flow_states_load_pending (TroupeFlowStates *self,
                                 const char *id,
                                 TroupeValue **context,
                                 TroupeValue **state,
                                 GError **error)
{
  sqlite3_stmt *statement;
  g_autoptr (TroupeValue) found = NULL;
  int code;

  g_return_val_if_fail (self != NULL && id != NULL, FALSE);

  *state = NULL;
  *context = NULL;
  statement = self->statements[TROUPE_STATES_LOAD_PENDING];
  troupe_statement_bind_text (statement, 1, id);
  code = troupe_flow_states_step (self, TROUPE_STATES_LOAD_PENDING);
  if (code == SQLITE_ROW)
    {
      found = read_map (self, statement, 0, id, error);
      if (found != NULL)
        *state = read_map (self, statement, 1, id, error);
      if (*state != NULL)
        *context = g_steal_pointer (&found);
    }
  else if (code != SQLITE_DONE)
    troupe_flow_states_take_error (self, error);
  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  return *context != NULL;
}

/* Removes a request that has been answered. */
gboolean
troupe_flow_states_clear_pending (TroupeFlowStates *self, const char *id, GError **error)
{
  sqlite3_stmt *statement;
  int code;

  g_return_val_if_fail (self != NULL && id != NULL, FALSE);

  statement = self->statements[TROUPE_STATES_CLEAR_PENDING];
  troupe_statement_bind_text (statement, 1, id);
  TROUPE_CRASH_POINT ("states-before-clear");
  code = troupe_flow_states_step (self, TROUPE_STATES_CLEAR_PENDING);
  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  if (code == SQLITE_DONE)
    return TRUE;
  troupe_flow_states_take_error (self, error);
  return FALSE;
}
