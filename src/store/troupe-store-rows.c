/* troupe-store-rows.c: store: converts messages to rows of the database
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-rows"

#include "config.h"

#include <string.h>

#include "troupe-base.h"
#include "troupe-crash-point.h"
#include "troupe-store-answers.h"
#include "troupe-store-document.h"
#include "troupe-store-record.h"
#include "troupe-store-requests.h"
#include "troupe-store-rows.h"
#include "troupe-store-signature.h"
#include "troupe-store-steps.h"
#include "troupe-store-summary.h"
#include "troupe-store-tasks.h"
#include "troupe-store-value.h"

/* Maximum size in bytes of a result that is saved with the end of a run. A larger result is not
 * saved, because the steps contain the same data. */
#define MAX_RESULT (64u * 1024 * 1024)

typedef enum
{
  STATEMENT_ADD_DOCUMENT,
  STATEMENT_BEGIN_RUN,
  STATEMENT_FIND_RUN,
  STATEMENT_ADD_EVENT,
  STATEMENT_ADD_STEP,
  STATEMENT_ADD_TASK,
  STATEMENT_ADD_ANSWER,
  STATEMENT_FORGET_ANSWERS,
  STATEMENT_ADD_CALL,
  STATEMENT_ADD_REQUEST,
  STATEMENT_CLOSE_REQUEST,
  STATEMENT_ANSWER,
  STATEMENT_DROP_REQUESTS,
  STATEMENT_SET_PATH,
  STATEMENT_ADD_SUMMARY,
  STATEMENT_SET_TEXT,
  STATEMENT_SET_SIGNATURE,
  STATEMENT_SET_PLACE,
  STATEMENT_ADD_COST,
  STATEMENT_SET_EDITED,
  STATEMENT_SET_ANSWERED,
  STATEMENT_RENAME,
  STATEMENT_KEEP,
  STATEMENT_ADD_BOOKMARK,
  STATEMENT_REMOVE_BOOKMARK,
  STATEMENT_FIND_INPUTS,
  STATEMENT_END_RUN,
  STATEMENT_DELETE_RUN,
  N_STATEMENTS,
} StatementType;

static const char *const statement_texts[N_STATEMENTS] = {
  [STATEMENT_ADD_DOCUMENT] = "INSERT OR IGNORE INTO documents (digest, text) VALUES (?, ?)",
  [STATEMENT_BEGIN_RUN] =
      "INSERT INTO runs (id, name, path, digest, status, started_us, document, inputs,"
      " owner_process, owner_start, owner_boot, options)"
      " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  [STATEMENT_FIND_RUN] = "SELECT number FROM runs WHERE id = ?",
  [STATEMENT_ADD_EVENT] = "INSERT INTO events (key, line) VALUES (?, ?)",
  [STATEMENT_ADD_STEP] = TROUPE_STORE_ADD_STEP_SQL,
  [STATEMENT_ADD_TASK] = TROUPE_STORE_ADD_TASK_SQL,
  [STATEMENT_ADD_ANSWER] = TROUPE_STORE_ADD_ANSWER_SQL,
  [STATEMENT_FORGET_ANSWERS] = TROUPE_STORE_FORGET_ANSWERS_SQL,
  [STATEMENT_ADD_CALL] = TROUPE_STORE_ADD_CALL_SQL,
  [STATEMENT_ADD_REQUEST] = TROUPE_STORE_ADD_REQUEST_SQL,
  [STATEMENT_CLOSE_REQUEST] = TROUPE_STORE_CLOSE_REQUEST_SQL,
  [STATEMENT_ANSWER] = TROUPE_STORE_ANSWER_SQL,
  [STATEMENT_DROP_REQUESTS] = TROUPE_STORE_DROP_REQUESTS_SQL,
  /* A run that began before its document was saved belongs to it, although the folder may be newer than the run. */
  [STATEMENT_SET_PATH] = "UPDATE runs SET path = ?1, options = CASE WHEN ?3 IS NULL"
                         " OR NOT json_valid (coalesce (options, '{}')) THEN options"
                         " ELSE json_set (coalesce (options, '{}'), '$.document', json (?3)) END"
                         " WHERE id = ?2 AND path IS NULL",
  [STATEMENT_ADD_SUMMARY] = TROUPE_STORE_ADD_SUMMARY_SQL,
  [STATEMENT_SET_TEXT] = TROUPE_STORE_SET_TEXT_SQL,
  [STATEMENT_SET_SIGNATURE] = TROUPE_STORE_SET_SIGNATURE_SQL,
  [STATEMENT_SET_PLACE] = TROUPE_STORE_SET_PLACE_SQL,
  [STATEMENT_ADD_COST] = TROUPE_STORE_ADD_COST_SQL,
  [STATEMENT_SET_EDITED] = TROUPE_STORE_SET_EDITED_SQL,
  [STATEMENT_SET_ANSWERED] = TROUPE_STORE_SET_ANSWERED_SQL,
  [STATEMENT_RENAME] = TROUPE_STORE_RENAME_SQL,
  [STATEMENT_KEEP] = TROUPE_STORE_KEEP_SQL,
  [STATEMENT_ADD_BOOKMARK] = TROUPE_STORE_ADD_BOOKMARK_SQL,
  [STATEMENT_REMOVE_BOOKMARK] = TROUPE_STORE_REMOVE_BOOKMARK_SQL,
  [STATEMENT_FIND_INPUTS] = "SELECT name, inputs FROM runs WHERE number = ?",
  [STATEMENT_END_RUN] = "UPDATE runs SET status = ?, ended_us = ?, error = ?, result = ?, "
                        "elapsed_us = ? WHERE number = ?",
  [STATEMENT_DELETE_RUN] = "DELETE FROM runs WHERE id = ?",
};

struct _TroupeStoreRows
{
  const TroupeStoreOwner *owner;
  sqlite3_stmt *statements[N_STATEMENTS];
  GHashTable *redactors; /* run ID to TroupeRedactor, until the run has ended */
  TroupeSecret *secret;  /* (nullable): of the run of the current message */
  GHashTable *numbers; /* run ID to its number, in a transaction */
  char *document;      /* (nullable): of the last started run */
  char *digest;        /* (nullable): its digest */
};

static gboolean
prepare (TroupeStoreRows *self, TroupeDatabase *database, GError **error)
{
  g_assert (self != NULL);

  for (guint i = 0; i < N_STATEMENTS; i++)
    {
      self->statements[i] = troupe_database_prepare (database, statement_texts[i], error);
      if (self->statements[i] == NULL)
        return FALSE;
    }
  return TRUE;
}

TroupeStoreRows *
troupe_store_rows_new (TroupeDatabase *database, const TroupeStoreOwner *owner, GError **error)
{
  g_autoptr (TroupeStoreRows) self = NULL;

  g_return_val_if_fail (database != NULL, NULL);
  g_return_val_if_fail (owner != NULL, NULL);

  self = g_new0 (TroupeStoreRows, 1);
  self->owner = owner;
  self->redactors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                           (GDestroyNotify) troupe_redactor_unref);
  self->numbers = g_hash_table_new (g_str_hash, g_str_equal);
  return prepare (self, database, error) ? g_steal_pointer (&self) : NULL;
}

void
troupe_store_rows_free (TroupeStoreRows *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < N_STATEMENTS; i++)
    sqlite3_finalize (self->statements[i]);
  g_hash_table_unref (self->redactors);
  g_hash_table_unref (self->numbers);
  g_clear_pointer (&self->secret, troupe_secret_unref);
  g_free (self->document);
  g_free (self->digest);
  g_free (self);
}

void
troupe_store_rows_end (TroupeStoreRows *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_remove_all (self->numbers);
}

void
troupe_store_rows_forget (TroupeStoreRows *self, const char *run_id)
{
  g_return_if_fail (self != NULL);

  g_hash_table_remove (self->redactors, run_id);
}

/* Runs a statement without results. */
static int
run_statement (TroupeStoreRows *self, StatementType type)
{
  g_assert (self != NULL);

  return troupe_statement_run (self->statements[type]);
}

/* Returns the number of the run, or 0 if it does not exist. Nothing can be added to a run that
 * does not exist. The number is cached, because no other process can delete a run during a
 * transaction. */
static gint64
find_number (TroupeStoreRows *self, const char *run_id)
{
  sqlite3_stmt *statement = self->statements[STATEMENT_FIND_RUN];
  gpointer known = g_hash_table_lookup (self->numbers, run_id);
  gint64 number = 0;

  g_assert (self != NULL);

  if (known != NULL)
    return GPOINTER_TO_SIZE (known);
  troupe_statement_bind_text (statement, 1, run_id);
  if (sqlite3_step (statement) == SQLITE_ROW)
    number = sqlite3_column_int64 (statement, 0);
  sqlite3_reset (statement);
  if (number != 0)
    g_hash_table_insert (self->numbers, (gpointer) run_id, GSIZE_TO_POINTER (number));
  return number;
}

/* Stores the document and returns the digest under which it is stored. (nullable) */
static const char *
write_document (TroupeStoreRows *self, const char *text, int *code)
{
  sqlite3_stmt *statement = self->statements[STATEMENT_ADD_DOCUMENT];
  const char *digest = NULL;

  g_assert (self != NULL);

  if (text != NULL)
    {
      /* The digest is cached, because the same document is often run repeatedly, and comparing
       * the text is faster than computing its digest. */
      if (g_strcmp0 (self->document, text) != 0)
        {
          troupe_set_str (&self->document, text);
          g_free (self->digest);
          self->digest = troupe_store_make_digest (text);
        }
      digest = self->digest;
    }
  if (digest == NULL)
    return NULL;
  troupe_statement_bind_text (statement, 1, digest);
  troupe_statement_bind_text (statement, 2, text);
  *code = run_statement (self, STATEMENT_ADD_DOCUMENT);
  return digest;
}

/* Writes the text in which the run is searched, and its signature. */
static int
write_text (TroupeStoreRows *self,
            gint64 number,
            const char *name,
            TroupeValue *inputs,
            TroupeValue *result,
            const char *error)
{
  sqlite3_stmt *statement = self->statements[STATEMENT_SET_TEXT];
  g_autofree char *text = troupe_store_make_text (name, inputs, result, error, self->secret);
  g_autoptr (GBytes) signature = troupe_store_signature_new (text, strlen (text));
  gconstpointer bits = NULL;
  gsize size = 0;
  int code;

  g_assert (self != NULL);

  sqlite3_bind_int64 (statement, 1, number);
  troupe_statement_bind_text (statement, 2, text);
  code = run_statement (self, STATEMENT_SET_TEXT);
  if (code != SQLITE_OK)
    return code;
  statement = self->statements[STATEMENT_SET_SIGNATURE];
  bits = g_bytes_get_data (signature, &size);
  sqlite3_bind_int64 (statement, 1, number);
  sqlite3_bind_blob (statement, 2, bits, (int) size, SQLITE_TRANSIENT);
  return run_statement (self, STATEMENT_SET_SIGNATURE);
}

/* Summarizes a run that has just been added. */
static int
begin_summary (TroupeStoreRows *self, const TroupeRunRecord *record)
{
  sqlite3_stmt *statement = self->statements[STATEMENT_ADD_SUMMARY];
  const gint64 number = find_number (self, record->id);
  g_autofree char *subject =
      record->inputs != NULL
          ? troupe_store_hide_text (troupe_store_make_subject (record->inputs), self->secret)
          : NULL;
  int code;

  g_assert (self != NULL);

  sqlite3_bind_int64 (statement, 1, number);
  troupe_statement_bind_text (statement, 2, subject);
  code = run_statement (self, STATEMENT_ADD_SUMMARY);
  return code == SQLITE_OK ? write_text (self, number, record->name, record->inputs, NULL, NULL)
                           : code;
}

/* Adds the results of a run that has ended to its summary. */
static int
end_summary (TroupeStoreRows *self, const TroupeStoreMessage *message)
{
  sqlite3_stmt *find = self->statements[STATEMENT_FIND_INPUTS];
  sqlite3_stmt *statement = self->statements[STATEMENT_SET_PLACE];
  const gint64 number = find_number (self, message->run_id);
  g_autoptr (TroupeValue) inputs = NULL;
  g_autofree char *name = NULL;
  const char *text;
  int code;

  g_assert (self != NULL);

  sqlite3_bind_int64 (find, 1, number);
  if (sqlite3_step (find) == SQLITE_ROW)
    {
      name = troupe_statement_get_text (find, 0);
      text = (const char *) sqlite3_column_text (find, 1);
      inputs = text != NULL ? troupe_value_from_json (text, -1, NULL) : NULL;
    }
  sqlite3_reset (find);
  code = write_text (self, number, name, inputs, message->result, message->text);
  if (code != SQLITE_OK || message->status != TROUPE_RUN_STATUS_FAILED || message->result == NULL)
    return code;
  sqlite3_bind_int64 (statement, 1, number);
  troupe_statement_bind_text (
      statement, 2,
      troupe_value_get_member_text (troupe_value_get_member (message->result, "error"), "method"));
  return run_statement (self, STATEMENT_SET_PLACE);
}

static int
write_begin (TroupeStoreRows *self, const TroupeStoreMessage *message)
{
  sqlite3_stmt *statement = self->statements[STATEMENT_BEGIN_RUN];
  const TroupeRunRecord *record = message->record;
  const char *document;
  g_autofree char *inputs = NULL;
  g_autofree char *options = NULL;
  int code = SQLITE_OK;

  g_assert (self != NULL);

  document = write_document (self, record->document, &code);
  if (code != SQLITE_OK)
    return code;
  if (record->inputs != NULL)
    inputs =
        troupe_store_hide_text (troupe_value_to_json (record->inputs, TROUPE_JSON_FLOAT_OBJECTS),
                                self->secret);
  if (record->options != NULL)
    options = troupe_store_value_to_hidden_text (record->options, self->secret);
  troupe_statement_bind_text (statement, 1, record->id);
  troupe_statement_bind_text (statement, 2, record->name != NULL ? record->name : "");
  troupe_statement_bind_text (statement, 3, record->path);
  troupe_statement_bind_text (statement, 4, record->digest != NULL ? record->digest : "");
  troupe_statement_bind_text (statement, 5, troupe_run_status_get_name (record->status));
  sqlite3_bind_int64 (statement, 6, record->started_us);
  troupe_statement_bind_text (statement, 7, document);
  troupe_statement_bind_text (statement, 8, inputs);
  sqlite3_bind_int64 (statement, 9, self->owner->process);
  sqlite3_bind_int64 (statement, 10, self->owner->start);
  troupe_statement_bind_text (statement, 11, self->owner->boot);
  troupe_statement_bind_text (statement, 12, options);
  TROUPE_CRASH_POINT ("store-run-before-insert");
  code = run_statement (self, STATEMENT_BEGIN_RUN);
  /* A run and the steps with which it begins exist together, or not at all. */
  if (code == SQLITE_OK && record->steps != NULL)
    code =
        troupe_store_write_steps (self->statements[STATEMENT_ADD_STEP],
                                  find_number (self, message->run_id), record->steps, self->secret);
  return code == SQLITE_OK ? begin_summary (self, record) : code;
}

/* Adds to the summary what a user did: changed a value, or answered. */
static int
note_user (TroupeStoreRows *self, const TroupeStoreMessage *message)
{
  const TroupeEvent *event = message->event;
  const gboolean is_edit = event->type == TROUPE_EVENT_RUN_EDITED;
  sqlite3_stmt *statement =
      self->statements[is_edit ? STATEMENT_SET_EDITED : STATEMENT_SET_ANSWERED];

  g_assert (self != NULL);

  if (!is_edit && event->type != TROUPE_EVENT_FEEDBACK_RECEIVED &&
      event->type != TROUPE_EVENT_INPUT_RECEIVED)
    return SQLITE_OK;
  sqlite3_bind_int64 (statement, 1, find_number (self, message->run_id));
  if (!is_edit)
    {
      troupe_statement_bind_text (statement, 2, troupe_value_get_member_text (event->fields, "by"));
      sqlite3_bind_int64 (statement, 3, event->time_us);
    }
  return troupe_statement_run (statement);
}

static int
write_event (TroupeStoreRows *self, const TroupeStoreMessage *message)
{
  sqlite3_stmt *statement = self->statements[STATEMENT_ADD_EVENT];
  g_autofree char *line = troupe_store_hide_text (
      troupe_event_to_json (message->event, message->run_id, TROUPE_EVENT_JSON_DEFAULT),
      self->secret);
  int code;

  g_assert (self != NULL);

  sqlite3_bind_int64 (statement, 1,
                      troupe_store_make_key (find_number (self, message->run_id),
                                             message->event->sequence));
  troupe_statement_bind_text (statement, 2, line);
  TROUPE_CRASH_POINT ("store-event-before-insert");
  code = run_statement (self, STATEMENT_ADD_EVENT);
  if (code == SQLITE_OK)
    code = note_user (self, message);
  if (code != SQLITE_OK || !troupe_event_is_billed (message->event))
    return code;
  return troupe_store_write_cost (self->statements[STATEMENT_ADD_COST],
                                  find_number (self, message->run_id), message->event);
}

static int
end_with (TroupeStoreRows *self, const TroupeStoreMessage *message, const char *result)
{
  sqlite3_stmt *statement = self->statements[STATEMENT_END_RUN];
  g_autofree char *text = NULL;
  int code;
  TroupeValue *seconds;

  g_assert (self != NULL);

  troupe_statement_bind_text (statement, 1, troupe_run_status_get_name (message->status));
  sqlite3_bind_int64 (statement, 2, message->time_us);
  text = troupe_store_hide_text (g_strdup (message->text), self->secret);
  troupe_statement_bind_text (statement, 3, text);
  code = result == NULL ? sqlite3_bind_null (statement, 4)
                        : sqlite3_bind_text64 (statement, 4, result, strlen (result), SQLITE_STATIC,
                                               SQLITE_UTF8);
  /* The duration that the run reported excludes waiting for the user. */
  seconds = message->result != NULL && troupe_value_is (message->result, TROUPE_VALUE_MAP)
                ? troupe_value_map_lookup_string (message->result, "seconds", -1)
                : NULL;
  if (seconds != NULL && troupe_value_is (seconds, TROUPE_VALUE_DOUBLE))
    sqlite3_bind_int64 (statement, 5,
                        (sqlite3_int64) (troupe_value_get_double (seconds) * G_USEC_PER_SEC));
  else
    sqlite3_bind_null (statement, 5);
  sqlite3_bind_int64 (statement, 6, find_number (self, message->run_id));
  TROUPE_CRASH_POINT ("store-end-before-update");
  if (code == SQLITE_OK)
    return run_statement (self, STATEMENT_END_RUN);
  sqlite3_clear_bindings (statement);
  return code;
}

/* Writes the end of a run. The end is written even if the result is too large for the database. */
static int
write_end (TroupeStoreRows *self, const TroupeStoreMessage *message)
{
  g_autofree char *result = NULL;
  int code;

  if (message->result != NULL && troupe_value_get_weight (message->result) <= MAX_RESULT)
    result =
        troupe_store_hide_text (troupe_value_to_json (message->result, TROUPE_JSON_FLOAT_OBJECTS),
                                self->secret);
  code = end_with (self, message, result);
  if (code == SQLITE_TOOBIG)
    code = end_with (self, message, NULL);
  return code == SQLITE_OK ? end_summary (self, message) : code;
}

/* Removes the requests of a run that has ended and cannot be resumed. */
static int
drop_requests (TroupeStoreRows *self, const TroupeStoreMessage *message)
{
  g_assert (self != NULL);

  if (troupe_run_status_can_go_on (message->status))
    return SQLITE_OK;
  troupe_statement_bind_text (self->statements[STATEMENT_DROP_REQUESTS], 1, message->run_id);
  return run_statement (self, STATEMENT_DROP_REQUESTS);
}

static int
write_steps (TroupeStoreRows *self, const TroupeStoreMessage *message)
{
  int code = troupe_store_write_steps (self->statements[STATEMENT_ADD_STEP],
                                       find_number (self, message->run_id), message->steps,
                                       self->secret);

  g_assert (self != NULL);

  if (code == SQLITE_OK)
    code = troupe_store_answer_requests (self->statements[STATEMENT_ANSWER], message->run_id,
                                         message->steps);
  return code;
}

/* @place: (nullable): NULL for the whole run */
static int
forget_answers (TroupeStoreRows *self, const char *run_id, const char *place)
{
  sqlite3_stmt *statement = self->statements[STATEMENT_FORGET_ANSWERS];

  g_assert (self != NULL);

  troupe_statement_bind_text (statement, 1, run_id);
  troupe_statement_bind_text (statement, 2, place);
  return run_statement (self, STATEMENT_FORGET_ANSWERS);
}

static int
close_request (TroupeStoreRows *self, const TroupeStoreMessage *message)
{
  troupe_statement_bind_text (self->statements[STATEMENT_CLOSE_REQUEST], 1, message->run_id);
  troupe_statement_bind_text (self->statements[STATEMENT_CLOSE_REQUEST], 2, message->text);
  return run_statement (self, STATEMENT_CLOSE_REQUEST);
}

static int
set_path (TroupeStoreRows *self, const TroupeStoreMessage *message)
{
  sqlite3_stmt *statement = self->statements[STATEMENT_SET_PATH];
  g_autofree char *mark = troupe_store_dup_mark (message->text);

  g_assert (self != NULL);

  troupe_statement_bind_text (statement, 1, message->text);
  troupe_statement_bind_text (statement, 2, message->run_id);
  troupe_statement_bind_text (statement, 3, mark);
  return run_statement (self, STATEMENT_SET_PATH);
}

static int
write_bookmark (TroupeStoreRows *self, const TroupeStoreMessage *message)
{
  const StatementType type = message->is_kept ? STATEMENT_ADD_BOOKMARK : STATEMENT_REMOVE_BOOKMARK;

  troupe_statement_bind_text (self->statements[type], 1, message->run_id);
  sqlite3_bind_int64 (self->statements[type], 2, message->moment_us);
  return run_statement (self, type);
}

int
troupe_store_rows_write (TroupeStoreRows *self, const TroupeStoreMessage *message)
{
  int code;

  g_return_val_if_fail (self != NULL, SQLITE_MISUSE);
  g_return_val_if_fail (message != NULL, SQLITE_MISUSE);

  g_clear_pointer (&self->secret, troupe_secret_unref);
  if (message->run_id != NULL)
    self->secret =
        troupe_redactor_get_secret (g_hash_table_lookup (self->redactors, message->run_id));
  switch (message->type)
    {
    case TROUPE_STORE_MESSAGE_BEGIN:
      return write_begin (self, message);

    case TROUPE_STORE_MESSAGE_EVENT:
      return write_event (self, message);

    case TROUPE_STORE_MESSAGE_STEPS:
      return write_steps (self, message);

    case TROUPE_STORE_MESSAGE_TASK:
      return troupe_store_write_task (self->statements[STATEMENT_ADD_TASK], message->run_id,
                                      message->task, self->secret);

    case TROUPE_STORE_MESSAGE_ANSWER:
      return troupe_store_write_answer (self->statements[STATEMENT_ADD_ANSWER], message->run_id,
                                        message->answer, self->secret);

    case TROUPE_STORE_MESSAGE_CALL:
      return troupe_store_write_answer (self->statements[STATEMENT_ADD_CALL], message->run_id,
                                        message->answer, self->secret);

    case TROUPE_STORE_MESSAGE_FORGET_ANSWERS:
      return forget_answers (self, message->run_id, message->text);

    case TROUPE_STORE_MESSAGE_REQUEST:
      return troupe_store_write_request (self->statements[STATEMENT_ADD_REQUEST], message->request,
                                         self->secret);

    case TROUPE_STORE_MESSAGE_CLOSE_REQUEST:
      return close_request (self, message);

    case TROUPE_STORE_MESSAGE_PATH:
      return set_path (self, message);

    case TROUPE_STORE_MESSAGE_TITLE:
      troupe_statement_bind_text (self->statements[STATEMENT_RENAME], 1, message->run_id);
      troupe_statement_bind_text (self->statements[STATEMENT_RENAME], 2, message->text);
      return run_statement (self, STATEMENT_RENAME);

    case TROUPE_STORE_MESSAGE_KEEP:
      troupe_statement_bind_text (self->statements[STATEMENT_KEEP], 1, message->run_id);
      sqlite3_bind_int (self->statements[STATEMENT_KEEP], 2, message->is_kept);
      return run_statement (self, STATEMENT_KEEP);

    case TROUPE_STORE_MESSAGE_BOOKMARK:
      return write_bookmark (self, message);

    case TROUPE_STORE_MESSAGE_END:
      code = write_end (self, message);
      if (code == SQLITE_OK && message->status == TROUPE_RUN_STATUS_OK)
        code = forget_answers (self, message->run_id, NULL);
      return code == SQLITE_OK ? drop_requests (self, message) : code;

    case TROUPE_STORE_MESSAGE_DELETE:
      g_hash_table_remove (self->numbers, message->run_id);
      troupe_statement_bind_text (self->statements[STATEMENT_DELETE_RUN], 1, message->run_id);
      return run_statement (self, STATEMENT_DELETE_RUN);

    case TROUPE_STORE_MESSAGE_MARK:
      return SQLITE_OK;

    case TROUPE_STORE_MESSAGE_HIDE:
      g_hash_table_insert (self->redactors, g_strdup (message->run_id),
                           troupe_redactor_ref (message->redactor));
      return SQLITE_OK;

    case TROUPE_STORE_MESSAGE_RETENTION:
    case TROUPE_STORE_MESSAGE_PRUNE:
    case TROUPE_STORE_MESSAGE_COMMIT:
    case TROUPE_STORE_MESSAGE_WAIT:
    case TROUPE_STORE_MESSAGE_RETRY:
    case TROUPE_STORE_MESSAGE_QUIT:
    default:
      g_assert_not_reached ();
    }
}
