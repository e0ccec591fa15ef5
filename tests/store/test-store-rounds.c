/* test-store-rounds.c: stored trainings and tests of crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-remove.h"
#include "troupe-store-rounds.h"

#define CREW "/p/crew.jsonc"

typedef struct
{
  char *folder;
  TroupeStore *store;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  self->folder = g_dir_make_tmp ("troupe-rounds-XXXXXX", NULL);
  self->store = troupe_store_open (self->folder, NULL);
  g_assert_nonnull (self->store);
}

static void
tear_down (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_clear_object (&self->store);
  remove_all (self->folder);
  g_free (self->folder);
}

/* @options: (nullable): JSON */
static void
begin (Fixture *self, const char *id, const char *path, gint64 started_us, const char *options)
{
  g_autoptr (TroupeValue) value =
      options != NULL ? troupe_value_from_json (options, -1, NULL) : NULL;
  const TroupeRunRecord record = { .id = (char *) id,
                                   .name = (char *) "crew",
                                   .path = (char *) path,
                                   .digest = (char *) "d",
                                   .started_us = started_us,
                                   .options = value,
                                   .document = (char *) "{}" };

  troupe_store_begin_run (self->store, &record);
}

static void
keep (Fixture *self, const char *id, const char *path, gint64 started_us, const char *options)
{
  begin (self, id, path, started_us, options);
  troupe_store_end_run (self->store, id, TROUPE_RUN_STATUS_OK, NULL, NULL);
}

static void
assert_listed (Fixture *self,
               const char *method,
               const char *kind,
               guint limit,
               const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) records =
      troupe_store_list_rounds (self->store, CREW, method, kind, limit, &error);
  g_autoptr (GString) ids = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < records->len; i++)
    {
      const TroupeRunRecord *record = g_ptr_array_index (records, i);

      g_assert_cmpstr (record->path, ==, CREW);
      g_string_append_printf (ids, "%s%s", i > 0 ? " " : "", record->id);
    }
  g_assert_cmpstr (ids->str, ==, expected);
}

/* Lists the completed runs of the given crew that have the given kind, newest first. */
static void
test_list (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  keep (self, "old", CREW, 1, "{\"rounds\": {\"kind\": \"test\"}}");
  keep (self, "inner", CREW, 2, "{\"rounds\": {\"kind\": \"test\", \"place\": \"m\"}}");
  keep (self, "training", CREW, 3, "{\"rounds\": {\"kind\": \"training\"}}");
  keep (self, "other", "/p/other.jsonc", 4, "{\"rounds\": {\"kind\": \"test\"}}");
  keep (self, "new", CREW, 6, "{\"rounds\": {\"kind\": \"test\"}}");
  keep (self, "middle", CREW, 5, "{\"rounds\": {\"kind\": \"test\"}}");
  keep (self, "plain", CREW, 7, NULL);
  keep (self, "without", CREW, 8, "{}");
  begin (self, "running", CREW, 9, "{\"rounds\": {\"kind\": \"test\"}}");
  begin (self, "failed", CREW, 10, "{\"rounds\": {\"kind\": \"test\"}}");
  troupe_store_end_run (self->store, "failed", TROUPE_RUN_STATUS_FAILED, "no", NULL);

  assert_listed (self, NULL, TROUPE_STORE_ROUNDS_TEST, 10, "new middle old");
  assert_listed (self, NULL, TROUPE_STORE_ROUNDS_TEST, 2, "new middle");
  assert_listed (self, NULL, TROUPE_STORE_ROUNDS_TRAINING, 10, "training");
  assert_listed (self, "m", TROUPE_STORE_ROUNDS_TEST, 10, "inner");
  assert_listed (self, "n", TROUPE_STORE_ROUNDS_TEST, 10, "");
}

/* A test that began before its crew was saved belongs to it, although the folder of the crew is newer. */
static void
test_saved_later (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autofree char *folder = g_build_filename (self->folder, "crew", NULL);
  g_autofree char *path = g_build_filename (folder, "crew.jsonc", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) records = NULL;

  keep (self, "before", NULL, 1, "{\"rounds\": {\"kind\": \"test\", \"n\": 2}}");
  g_assert_no_errno (g_mkdir (folder, 0700));
  g_assert_true (g_file_set_contents (path, "{}", -1, NULL));
  troupe_store_set_run_path (self->store, "before", path);
  /* An earlier document at the path. */
  keep (self, "earlier", path, 1, "{\"rounds\": {\"kind\": \"test\"}}");
  records = troupe_store_list_rounds (self->store, path, NULL, TROUPE_STORE_ROUNDS_TEST, 9, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (records->len, ==, 1);
  g_assert_cmpstr (((TroupeRunRecord *) records->pdata[0])->id, ==, "before");
}

static gboolean
can_resume (Fixture *self, const char *id)
{
  g_autoptr (TroupeRunRecord) record = troupe_store_get_run (self->store, id, NULL);

  g_assert_nonnull (record);
  return troupe_store_can_resume (self->store, record);
}

static void
cut_off (Fixture *self, const char *id, const char *options)
{
  begin (self, id, CREW, 1, options);
  troupe_store_end_run (self->store, id, TROUPE_RUN_STATUS_CANCELLED, "stopped", NULL);
  troupe_store_flush (self->store, NULL);
}

/* An interrupted training or test is never resumed. It is started again from the beginning. */
static void
test_never_resumed (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  g_autoptr (GError) error = NULL;

  cut_off (self, "plain", "{}");
  cut_off (self, "test", "{\"rounds\": {\"kind\": \"test\"}}");
  cut_off (self, "training", "{\"rounds\": {\"kind\": \"training\"}}");
  g_assert_true (can_resume (self, "plain"));
  g_assert_false (can_resume (self, "test"));
  g_assert_false (can_resume (self, "training"));

  g_assert_false (troupe_store_claim_run (self->store, "test", &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/store/rounds/list", Fixture, NULL, set_up, test_list, tear_down);
  g_test_add ("/store/rounds/saved-later", Fixture, NULL, set_up, test_saved_later, tear_down);
  g_test_add ("/store/rounds/never-resumed", Fixture, NULL, set_up, test_never_resumed, tear_down);

  return g_test_run ();
}
