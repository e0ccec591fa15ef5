/* test-store-tasks.c: stored outputs of crew tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "../test-remove.h"
#include "troupe-store-document.h"
#include "troupe-store.h"

#define ID "0d6cbe0c-bb1c-4b80-9b5c-3f0f5d4f2c11"

typedef struct
{
  char *folder;
  TroupeStore *store;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->folder = g_dir_make_tmp ("troupe-tasks-XXXXXX", NULL);
  self->store = troupe_store_open (self->folder, NULL);
  g_assert_nonnull (self->store);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->store);
  remove_all (self->folder);
  g_free (self->folder);
}

static void
begin (Fixture *self, const char *id, gint64 started_us)
{
  const TroupeRunRecord record = { .id = (char *) id,
                                   .name = (char *) "crew",
                                   .path = (char *) "/p/crew.jsonc",
                                   .digest = (char *) "d",
                                   .started_us = started_us,
                                   .document = (char *) "{}" };

  troupe_store_begin_run (self->store, &record);
}

static void
add (Fixture *self, const char *id, const char *place, int part, const char *json)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (json, -1, NULL);
  const TroupeTaskOutput output = { (char *) place, part, (char *) "key", value };

  troupe_store_ticket_unref (troupe_store_add_task (self->store, id, &output));
}

static char *
show (Fixture *self, const char *id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) outputs = NULL;
  GString *text = g_string_new (NULL);

  g_assert_true (troupe_store_flush (self->store, &error));
  outputs = troupe_store_get_tasks (self->store, id, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < outputs->len; i++)
    {
      const TroupeTaskOutput *output = g_ptr_array_index (outputs, i);
      g_autofree char *value = troupe_value_to_json (output->value, TROUPE_JSON_COMPACT);

      g_string_append_printf (text, "%s %d %s %s\n", output->place, output->part, output->key,
                              value);
    }
  return g_string_free (text, FALSE);
}

/* Outputs are stored by path and part. A new output replaces an existing output with the same
 * path and part. */
static void
test_kept (Fixture *self, gconstpointer data)
{
  g_autofree char *shown = NULL;

  begin (self, ID, 1);
  add (self, ID, "crew#1", 1, "{\"a\": 1}");
  add (self, ID, "crew#1", 0, "{\"a\": 0}");
  add (self, ID, "crew#1", -1, "[\"plan\"]");
  add (self, ID, "b#2[0].s", 0, "{\"a\": 2}");
  add (self, ID, "crew#1", 1, "{\"a\": 3}");
  shown = show (self, ID);
  g_assert_cmpstr (shown, ==,
                   "b#2[0].s 0 key {\"a\":2}\n"
                   "crew#1 -1 key [\"plan\"]\n"
                   "crew#1 0 key {\"a\":0}\n"
                   "crew#1 1 key {\"a\":3}\n");
}

static void
test_deleted (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  sqlite3 *database = NULL;
  sqlite3_stmt *statement = NULL;
  g_autofree char *path = g_build_filename (self->folder, "runs.db", NULL);

  begin (self, ID, 1);
  add (self, ID, "crew#1", 0, "{}");
  troupe_store_end_run (self->store, ID, TROUPE_RUN_STATUS_OK, NULL, NULL);
  g_assert_true (troupe_store_flush (self->store, NULL));
  g_assert_true (troupe_store_delete_run (self->store, ID, &error));
  g_assert_no_error (error);
  g_clear_object (&self->store);
  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  sqlite3_prepare_v2 (database, "SELECT count (*) FROM task_outputs", -1, &statement, NULL);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  g_assert_cmpint (sqlite3_column_int (statement, 0), ==, 0);
  sqlite3_finalize (statement);
  sqlite3_close (database);
}

/* Finds the newest run of a document that has finished a task. Plans and inputs do not count as
 * tasks. */
static void
test_last_kickoff (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  const TroupeDocumentIdentity document = { .path = "/p/crew.jsonc" };
  const TroupeDocumentIdentity other = { "/p/crew.jsonc", "another", NULL };
  const TroupeDocumentIdentity unsaved = { NULL, NULL, NULL };
  g_autofree char *none = NULL;
  g_autofree char *last = NULL;

  begin (self, "a0000000-0000-4000-8000-000000000000", 1);
  begin (self, ID, 2);
  begin (self, "b0000000-0000-4000-8000-000000000000", 3);
  add (self, "b0000000-0000-4000-8000-000000000000", "crew#1", -2, "{}");
  g_assert_true (troupe_store_flush (self->store, NULL));
  none = troupe_store_find_kickoff_of (self->store, &document, &error);
  g_assert_no_error (error);
  g_assert_null (none);
  add (self, ID, "crew#1", 0, "{}");
  add (self, "a0000000-0000-4000-8000-000000000000", "crew#1", 0, "{}");
  g_assert_true (troupe_store_flush (self->store, NULL));
  last = troupe_store_find_kickoff_of (self->store, &document, &error);
  g_assert_cmpstr (last, ==, ID);
  g_assert_null (troupe_store_find_kickoff_of (self->store, &other, &error));
  g_assert_no_error (error);
  g_assert_null (troupe_store_find_kickoff_of (self->store, &unsaved, &error));
  g_assert_no_error (error);
}

/* A failed run can be claimed if it has finished a task. */
static void
test_failed (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) result = troupe_value_new_null ();

  begin (self, ID, 1);
  troupe_store_end_run (self->store, ID, TROUPE_RUN_STATUS_FAILED, "no", result);
  g_assert_true (troupe_store_flush (self->store, NULL));
  g_assert_false (troupe_store_claim_run (self->store, ID, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  add (self, ID, "crew#1", 0, "{}");
  g_assert_true (troupe_store_flush (self->store, NULL));
  g_assert_true (troupe_store_claim_run (self->store, ID, &error));
  g_assert_no_error (error);
}

/* Secrets are redacted in stored outputs, but the rest of the text is stored. */
static void
test_secret (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  g_autofree char *shown = NULL;

  begin (self, ID, 1);
  troupe_store_hide (self->store, ID, redactor);
  /* A key may become known while the run is written. */
  troupe_redactor_add (redactor, "sk-canary-0123456789");
  add (self, ID, "crew#1", 0, "{\"raw\": \"it is sk-canary-0123456789!\"}");
  shown = show (self, ID);
  g_assert_null (strstr (shown, "sk-canary"));
  g_assert_nonnull (strstr (shown, "it is "));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/store/tasks/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("kept", test_kept);
  ADD ("deleted", test_deleted);
  ADD ("last-kickoff", test_last_kickoff);
  ADD ("failed", test_failed);
  ADD ("secret", test_secret);
  return g_test_run ();
}
