/* troupe-flow-states-owner.c: which document a saved flow state belongs to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-states-owner"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-states-private.h"
#include "troupe-store-database.h"
#include "troupe-store.h"

/* Runs a statement of which only the first row matters. Returns SQLITE_ROW, SQLITE_DONE or an error.
 * @text: (out) (optional) (transfer full) (nullable): the first column */
static int
read_first (TroupeFlowStates *self, TroupeFlowStatesStatement which, TroupeValue *id, char **text)
{
  sqlite3_stmt *statement = NULL;
  int code;

  g_assert (self != NULL);

  statement = self->statements[which];
  troupe_flow_states_bind_id (statement, 1, id);
  code = sqlite3_step (statement);
  if (code == SQLITE_ROW && text != NULL)
    *text = troupe_statement_get_text (statement, 0);
  sqlite3_reset (statement);
  sqlite3_clear_bindings (statement);
  return code;
}

/**
 * troupe_flow_states_claim:
 * @id: an ID that was given to the run instead of being created for it
 * @document: the path of the document, or another text that identifies it
 * @is_of_user: whether the user has given the ID; otherwise the document itself contains it
 *
 * Reserves the states with @id for the document that uses them first. Documents of different folders
 * share a database if the folders have the same name, as in CrewAI, and a document could otherwise
 * read or replace what another one has saved under an ID that it guesses. A document whose file no
 * longer exists loses its states to the next one, because it may have been moved. States that CrewAI has
 * saved belong to no document until the user gives their ID.
 *
 * CrewAI does not know the table and ignores it.
 *
 * Returns: %FALSE with a %G_IO_ERROR: %G_IO_ERROR_PERMISSION_DENIED if the states belong to another
 * document
 */
gboolean
troupe_flow_states_claim (TroupeFlowStates *self,
                          TroupeValue *id,
                          const char *document,
                          gboolean is_of_user,
                          GError **error)
{
  g_autofree char *owner = NULL;
  sqlite3_stmt *statement = NULL;
  gboolean is_foreign;
  int code;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (id != NULL && document != NULL, FALSE);

  TROUPE_CRASH_POINT ("states-before-claim");
  code = troupe_flow_states_begin (self);
  if (code == SQLITE_OK)
    code = read_first (self, TROUPE_STATES_OWNER, id, &owner);
  is_foreign = code == SQLITE_ROW && owner != NULL && !g_str_equal (owner, document) &&
               g_file_test (owner, G_FILE_TEST_EXISTS);
  if (code == SQLITE_DONE && !is_of_user)
    {
      code = read_first (self, TROUPE_STATES_IS_SAVED, id, NULL);
      is_foreign = code == SQLITE_ROW;
    }
  if (is_foreign)
    {
      g_autofree char *name = NULL;

      sqlite3_exec (self->database->handle, "ROLLBACK", NULL, NULL, NULL);
      name = troupe_value_to_json (id, TROUPE_JSON_SPACED);
      if (owner != NULL)
        g_set_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                     /* Translators: %s are an ID, a file name of a database and of a document. */
                     _ ("The state %s in “%s” belongs to the document “%s”. Use another ID."), name,
                     self->database->path, owner);
      else
        g_set_error (
            error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
            /* Translators: %s are an ID and the file name of a database. “id” is the name of an input. */
            _ ("The document sets the ID of its state to %s, and “%s” has a state with this "
               "ID that another program or document may have saved. To continue it, give "
               "the ID as the input “id”; otherwise use another ID."),
            name, self->database->path);
      return FALSE;
    }
  if (code == SQLITE_ROW || code == SQLITE_DONE)
    {
      statement = self->statements[TROUPE_STATES_SET_OWNER];
      troupe_flow_states_bind_id (statement, 1, id);
      troupe_statement_bind_text (statement, 2, document);
      code = g_strcmp0 (owner, document) != 0 ? troupe_statement_run (statement) : SQLITE_OK;
    }
  if (code == SQLITE_OK)
    code = sqlite3_exec (self->database->handle, "COMMIT", NULL, NULL, NULL);
  if (code == SQLITE_OK)
    return TRUE;
  troupe_flow_states_take_error (self, error);
  if (!sqlite3_get_autocommit (self->database->handle))
    sqlite3_exec (self->database->handle, "ROLLBACK", NULL, NULL, NULL);
  return FALSE;
}
