/* test-memory-listing.c: lists of memory records and of read knowledge sources, for the user
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "memory-server.h"
#include "troupe-knowledge-reading.h"
#include "troupe-memory-listing.h"

#define DIMENSION 5u
#define MANY 20000u

typedef struct
{
  char *folder;
  TroupeMemoryStore *store;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  fixture->folder = memory_make_folder ();
  path = g_build_filename (fixture->folder, "memory.db", NULL);
  fixture->store = troupe_memory_store_open (path, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_clear_object (&fixture->store);
  memory_remove_folder (fixture->folder);
  g_free (fixture->folder);
}

/* Adds records, each one second older than the previous one. */
static void
add (Fixture *fixture, const char *space, const char *const *scopes, const char *const *texts)
{
  const guint n = g_strv_length ((char **) texts);
  g_autoptr (GPtrArray) records =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref);
  g_autofree float *vectors = g_new0 (float, (gsize) n *DIMENSION);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    {
      TroupeMemoryRecord *record = troupe_memory_record_new (texts[i]);

      g_free (record->scope);
      record->scope = g_strdup (scopes[i]);
      g_free (record->id);
      record->id = g_strdup (texts[i]);
      record->created_us -= (gint64) i * G_USEC_PER_SEC;
      g_strfreev (record->categories);
      record->categories = g_strsplit (i == 0 ? "a,b" : "b", ",", -1);
      vectors[(gsize) i * DIMENSION + i % DIMENSION] = 1.0f;
      g_ptr_array_add (records, record);
    }
  troupe_memory_store_add (fixture->store, space, records, vectors, DIMENSION, "model-a", &error);
  g_assert_no_error (error);
}

static const char *const scopes[] = {
  "/crew/a/agent/x", "crew/a/", "/crew/ab", "/", "/flow/f", NULL
};
static const char *const texts[] = { "Eins", "zwei ÄPFEL", "drei", "vier", "fünf", NULL };

static void
assert_count (const TroupeMemoryCount *count, const char *name, guint n)
{
  g_assert_cmpstr (count->name, ==, name);
  g_assert_cmpuint (count->n, ==, n);
}

static void
test_tree (Fixture *fixture, gconstpointer data)
{
  const TroupeMemoryListFilter wish = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMemoryListing) look = NULL;

  add (fixture, TROUPE_MEMORY_SPACE, scopes, texts);
  look = troupe_memory_listing_new (fixture->store, &wish, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (look->n_records, ==, 5);
  g_assert_cmpint (look->n_bytes, >, 0);
  g_assert_cmpstr (look->embedder, ==, "model-a");
  g_assert_cmpuint (look->numbers->len, ==, 5);
  /* A scope is followed by its descendants, before other scopes with the same prefix. */
  g_assert_cmpuint (look->scopes->len, ==, 4);
  assert_count (look->scopes->pdata[0], "/crew/a", 2);
  assert_count (look->scopes->pdata[1], "/crew/a/agent/x", 1);
  assert_count (look->scopes->pdata[2], "/crew/ab", 1);
  assert_count (look->scopes->pdata[3], "/flow/f", 1);
  assert_count (look->categories->pdata[0], "b", 5);
  assert_count (look->categories->pdata[1], "a", 1);
}

static void
test_wishes (Fixture *fixture, gconstpointer data)
{
  const struct
  {
    TroupeMemoryListFilter wish;
    const char *first;
    int n;
  } cases[] = {
    { { .scope = "/crew/a" }, "Eins", 2 },
    { { .scope = "/crew/a/" }, "Eins", 2 },
    { { .scope = "/crew/a/agent/x" }, "Eins", 1 },
    { { .category = "a" }, "Eins", 1 },
    { { .words = "  äpfel " }, "zwei ÄPFEL", 1 },
    { { .words = "ei", .scope = "/crew" }, "Eins", 3 },
    { { .words = "nothing" }, NULL, 0 },
    { { .created_to_us = g_get_real_time () - 2500000 }, "vier", 2 },
  };

  add (fixture, TROUPE_MEMORY_SPACE, scopes, texts);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeMemoryListing) look =
          troupe_memory_listing_new (fixture->store, &cases[i].wish, &error);
      g_autoptr (GPtrArray) records = NULL;

      g_assert_no_error (error);
      records = troupe_memory_listing_read (fixture->store, look->numbers, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (records->len, ==, (guint) cases[i].n);
      g_assert_cmpint (troupe_memory_listing_count (fixture->store, &cases[i].wish, NULL), ==,
                       cases[i].n);
      if (cases[i].n > 0)
        g_assert_cmpstr (((TroupeMemoryRecord *) records->pdata[0])->content, ==, cases[i].first);
      /* The total count does not depend on the filter. */
      g_assert_cmpuint (look->n_records, ==, 5);
    }
}

/* A deleted record is restored together with its vector, so a vector search finds the record
 * again. */
static void
test_taken (Fixture *fixture, gconstpointer data)
{
  const char *const ids[] = { "zwei ÄPFEL", "not there", NULL };
  const float vector[DIMENSION] = { 0.0f, 1.0f, 0.0f, 0.0f, 0.0f };
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMemoryTaken) taken = NULL;
  g_autoptr (TroupeMemoryRecord) gone = NULL;
  g_autoptr (TroupeMemoryRecord) back = NULL;
  g_autoptr (GPtrArray) matches = NULL;

  add (fixture, TROUPE_MEMORY_SPACE, scopes, texts);
  taken = troupe_memory_taken_new (fixture->store, ids, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (taken->records->len, ==, 1);
  gone = troupe_memory_listing_find (fixture->store, ids[0], &error);
  g_assert_no_error (error);
  g_assert_null (gone);
  g_assert_true (troupe_memory_taken_put_back (taken, fixture->store, &error));
  g_assert_no_error (error);
  back = troupe_memory_listing_find (fixture->store, ids[0], &error);
  g_assert_cmpstr (back->scope, ==, "crew/a/");
  g_assert_cmpint (back->created_us, ==,
                   ((TroupeMemoryRecord *) taken->records->pdata[0])->created_us);
  matches = troupe_memory_store_search (fixture->store, TROUPE_MEMORY_SPACE, vector, DIMENSION,
                                        TROUPE_MEMORY_METRIC_L2, NULL, 1, &error);
  g_assert_cmpstr (((TroupeMemoryMatch *) matches->pdata[0])->record->id, ==, ids[0]);
}

static void
test_forget (Fixture *fixture, gconstpointer data)
{
  const TroupeMemoryListFilter some = { .scope = "/crew/a" };
  const TroupeMemoryListFilter all = { 0 };
  g_autoptr (GError) error = NULL;
  guint n = 0;

  add (fixture, TROUPE_MEMORY_SPACE, scopes, texts);
  g_assert_true (troupe_memory_listing_forget (fixture->store, &some, &n, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (troupe_memory_listing_count (fixture->store, &all, NULL), ==, 3);
}

/* Chunks that belong to no source are deleted only if the user reads a source again. */
static void
test_readings (Fixture *fixture, gconstpointer data)
{
  const char *const first[] = { "Eins", "drei", NULL };
  const char *const second[] = { "drei", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeKnowledgeReading) none = NULL;
  g_autoptr (TroupeKnowledgeReading) reading = NULL;
  g_autoptr (TroupeKnowledgeReading) failed = NULL;
  g_auto (GStrv) pieces = NULL;
  g_autoptr (GHashTable) left = NULL;

  add (fixture, "knowledge_crew", scopes, texts);
  none = troupe_knowledge_reading_find (fixture->store, "knowledge_crew", "key", &error);
  g_assert_no_error (error);
  g_assert_null (none);
  g_assert_true (troupe_knowledge_reading_write (fixture->store, "knowledge_crew", "key", "1",
                                                 first, FALSE, &error));
  reading = troupe_knowledge_reading_find (fixture->store, "knowledge_crew", "key", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (reading->n_pieces, ==, 2);
  g_assert_cmpstr (reading->stamp, ==, "1");
  g_assert_null (reading->failure);
  g_assert_true (troupe_knowledge_reading_write (fixture->store, "knowledge_crew", "other", "1",
                                                 second, FALSE, &error));
  g_assert_true (troupe_knowledge_reading_write_failure (fixture->store, "knowledge_crew", "key",
                                                         "It is empty.", &error));
  failed = troupe_knowledge_reading_find (fixture->store, "knowledge_crew", "key", &error);
  g_assert_cmpstr (failed->failure, ==, "It is empty.");
  g_assert_cmpuint (failed->n_pieces, ==, 2);
  g_assert_cmpint (failed->read_us, ==, reading->read_us);
  pieces = troupe_knowledge_reading_list_pieces (fixture->store, "knowledge_crew", "key", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (pieces), ==, 2);
  g_assert_cmpstr (pieces[1], ==, "drei");
  /* Another source also contains “drei”, so this chunk is not deleted. */
  g_assert_true (troupe_knowledge_reading_write (fixture->store, "knowledge_crew", "key", "2",
                                                 first + 2, TRUE, &error));
  g_assert_no_error (error);
  left = troupe_memory_store_find_ids (fixture->store, "knowledge_crew", first, &error);
  g_assert_false (g_hash_table_contains (left, "Eins"));
  g_assert_true (g_hash_table_contains (left, "drei"));
}

/* The key of a source depends on its definition. Its stamp changes when the file changes, and
 * determining the stamp does not require opening the file. */
static void
test_stamps (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value =
      troupe_value_from_json ("{\"source_type\": \"text_file\", \"file_paths\": [\"a.txt\"]}", -1,
                              NULL);
  g_autoptr (TroupeKnowledgeSource) source =
      troupe_knowledge_source_new (value, fixture->folder, &error);
  g_autoptr (TroupeKnowledgeSource) same =
      troupe_knowledge_source_new (value, fixture->folder, &error);
  g_autofree char *folder = g_build_filename (fixture->folder, "knowledge", NULL);
  g_autofree char *path = g_build_filename (folder, "a.txt", NULL);
  g_autofree char *key = troupe_knowledge_source_make_key (source);
  g_autofree char *same_key = troupe_knowledge_source_make_key (same);
  g_autofree char *missing = troupe_knowledge_source_make_stamp (source);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  g_assert_cmpstr (key, ==, same_key);
  g_assert_cmpstr (missing, ==, "");
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "one", -1, NULL));
  before = troupe_knowledge_source_make_stamp (source);
  g_assert_true (g_file_set_contents (path, "three", -1, NULL));
  after = troupe_knowledge_source_make_stamp (source);
  g_assert_cmpstr (before, !=, after);
}

/* Only the numbers of the records in a long list are loaded, and few records are read. */
static void
test_many (Fixture *fixture, gconstpointer data)
{
  const TroupeMemoryListFilter wish = { .words = "19999" };
  const TroupeMemoryListFilter all = { 0 };
  g_autoptr (GPtrArray) records =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref);
  g_autofree float *vectors = g_new0 (float, (gsize) MANY *DIMENSION);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeMemoryListing) look = NULL;
  g_autoptr (TroupeMemoryListing) one = NULL;

  for (guint i = 0; i < MANY; i++)
    {
      g_autofree char *text = g_strdup_printf ("record %u", i);

      g_ptr_array_add (records, troupe_memory_record_new (text));
    }
  troupe_memory_store_add (fixture->store, TROUPE_MEMORY_SPACE, records, vectors, DIMENSION,
                           "model-a", &error);
  g_assert_no_error (error);
  look = troupe_memory_listing_new (fixture->store, &all, &error);
  g_assert_cmpuint (look->numbers->len, ==, MANY);
  one = troupe_memory_listing_new (fixture->store, &wish, &error);
  g_assert_cmpuint (one->numbers->len, ==, 1);
}

int
main (int argc, char **argv)
{
  const struct
  {
    const char *path;
    void (*func) (Fixture *, gconstpointer);
  } tests[] = {
    { "/memory-listing/tree", test_tree },         { "/memory-listing/wishes", test_wishes },
    { "/memory-listing/taken", test_taken },       { "/memory-listing/forget", test_forget },
    { "/memory-listing/readings", test_readings }, { "/memory-listing/stamps", test_stamps },
    { "/memory-listing/many", test_many },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);

  return g_test_run ();
}
