/* test-batch-look.c: queries of a batch during and after its run, and retries of failed items
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-remove.h"
#include "../test-time.h"
#include "troupe-batch-results.h"
#include "troupe-batch.h"
#include "troupe-engine.h"

/* Seconds until a test times out. */
#define DEADLINE TEST_WAIT_S
#define N_ITEMS 400

/* Fails if the input requires it. */
static const char flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"Look\", \"state\": {\"type\": \"dict\"},"
    " \"methods\": {\"begin\": {\"start\": true, \"do\": {\"call\": \"expression\","
    " \"expr\": \"10 / state.by\"}}}}";

typedef struct
{
  char *folder;
  char *inputs;
  TroupeEngine *engine;
  TroupeBatch *batch;
  gboolean is_ended;
  TroupeBatchOutcome outcome;
  gpointer found;
  gboolean has_looked;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  GString *text = g_string_new (NULL);

  self->folder = g_dir_make_tmp ("troupe-batch-XXXXXX", NULL);
  self->inputs = g_build_filename (self->folder, "in.jsonl", NULL);
  self->engine = troupe_engine_new ();
  for (int i = 1; i <= N_ITEMS; i++)
    g_string_append_printf (text, "{\"by\": %d, \"word\": \"w%d_\"}\n", i % 100 == 5 ? 0 : 1, i);
  g_assert_true (g_file_set_contents (self->inputs, text->str, -1, NULL));
  g_string_free (text, TRUE);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_object (&self->batch);
  g_clear_object (&self->engine);
  remove_all (self->folder);
  g_free (self->folder);
  g_free (self->inputs);
}

static gboolean
wake_up (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

static void
wait_for (const gboolean *condition)
{
  const gint64 end = g_get_monotonic_time () + DEADLINE * G_USEC_PER_SEC;
  const guint source = g_timeout_add (20, wake_up, NULL);

  while (!*condition && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
  g_assert_true (*condition);
}

static void
ended_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Fixture *self = user_data;
  g_autoptr (GError) error = NULL;

  troupe_batch_run_finish (TROUPE_BATCH (object), result, &self->outcome, &error);
  g_assert_no_error (error);
  self->is_ended = TRUE;
}

static void
make_batch (Fixture *self, gboolean resumes)
{
  const TroupeBatchOptions options = { .document = flow,
                                       .inputs = self->inputs,
                                       .out = self->folder,
                                       .folder = self->folder,
                                       .n_shards = 1,
                                       .max_concurrency = 4,
                                       .resumes = resumes,
                                       .retries_failed = resumes,
                                       .follows = TRUE };

  g_clear_object (&self->batch);
  self->is_ended = FALSE;
  self->batch = troupe_batch_new (&options);
}

static void
looked_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Fixture *self = user_data;
  g_autoptr (GError) error = NULL;

  self->found = troupe_batch_look_finish (TROUPE_BATCH (object), result, &error);
  g_assert_no_error (error);
  self->has_looked = TRUE;
}

/* Lists the failed items. @data: the thread on which the query must not run */
static gpointer
list_failed (TroupeBatchStore *store, gpointer data, GError **error)
{
  g_assert_true (g_thread_self () != data);
  return troupe_batch_store_list_ordinals (store, 1u << TROUPE_BATCH_ITEM_FAILED, NULL, error);
}

static gpointer
list_word (TroupeBatchStore *store, gpointer data, GError **error)
{
  return troupe_batch_store_list_ordinals (store, (1u << TROUPE_BATCH_ITEM_N_STATES) - 1, data,
                                           error);
}

static GArray *
look (Fixture *self, TroupeBatchLookFunc func, gpointer data)
{
  self->has_looked = FALSE;
  troupe_batch_look_async (self->batch, func, data, NULL, (GDestroyNotify) g_array_unref, NULL,
                           looked_cb, self);
  wait_for (&self->has_looked);
  return self->found;
}

static guint
count_failed (Fixture *self)
{
  g_autoptr (GArray) ordinals = look (self, list_failed, g_thread_self ());

  return ordinals->len;
}

/* Queries work during the run and after its thread has ended, but never on the caller's thread. */
static void
test_look (Fixture *self, gconstpointer data)
{
  g_autoptr (GArray) found = NULL;
  g_autoptr (GPtrArray) places = NULL;

  make_batch (self, FALSE);
  troupe_batch_set_paused (self->batch, TRUE);
  troupe_batch_run_async (self->batch, self->engine, ended_cb, self);
  g_assert_cmpuint (count_failed (self), ==, 0);
  g_assert_false (self->is_ended);
  troupe_batch_set_paused (self->batch, FALSE);
  wait_for (&self->is_ended);
  g_assert_cmpint (self->outcome, ==, TROUPE_BATCH_FAILED);
  g_assert_cmpuint (count_failed (self), ==, N_ITEMS / 100);
  /* An SQL wildcard is matched literally. */
  found = look (self, list_word, (gpointer) "w17_");
  g_assert_cmpuint (found->len, ==, 1);
  g_assert_cmpint (g_array_index (found, gint64, 0), ==, 17);
  places = troupe_batch_list_places (self->batch);
  g_assert_cmpuint (places->len, ==, 0);
}

/* A finished batch can be resumed to retry only its failed items. */
static void
test_retry (Fixture *self, gconstpointer data)
{
  TroupeBatchProgress progress;

  make_batch (self, FALSE);
  troupe_batch_run_async (self->batch, self->engine, ended_cb, self);
  wait_for (&self->is_ended);
  make_batch (self, TRUE);
  troupe_batch_run_async (self->batch, self->engine, ended_cb, self);
  wait_for (&self->is_ended);
  troupe_batch_get_progress (self->batch, &progress);
  g_assert_cmpint (progress.n_ended_now, ==, N_ITEMS / 100);
  g_assert_cmpint (progress.n_failed, ==, N_ITEMS / 100);
  g_assert_cmpint (progress.n_ok, ==, N_ITEMS - N_ITEMS / 100);
  g_assert_cmpint (progress.rest_us, ==, 0);
}

/* Failed items can be retried during the run. */
static void
test_retry_now (Fixture *self, gconstpointer data)
{
  const gint64 end = g_get_monotonic_time () + DEADLINE * G_USEC_PER_SEC;
  TroupeBatchProgress progress;

  make_batch (self, FALSE);
  troupe_batch_set_max_concurrency (self->batch, 1);
  g_assert_cmpuint (troupe_batch_get_max_concurrency (self->batch), ==, 1);
  troupe_batch_run_async (self->batch, self->engine, ended_cb, self);
  while (count_failed (self) == 0 && g_get_monotonic_time () < end)
    continue;
  g_assert_false (self->is_ended);
  troupe_batch_retry_failed (self->batch);
  wait_for (&self->is_ended);
  troupe_batch_get_progress (self->batch, &progress);
  g_assert_cmpint (progress.n_ok + progress.n_failed, ==, N_ITEMS);
  g_assert_cmpint (progress.n_ended_now, >, N_ITEMS);
}

static gpointer
export_now (TroupeBatchStore *store, gpointer data, GError **error)
{
  return troupe_batch_results_export (data, store, error) ? g_array_new (FALSE, FALSE, 1) : NULL;
}

static void
test_export (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->folder, "mine.csv", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GArray) found = NULL;

  make_batch (self, FALSE);
  troupe_batch_run_async (self->batch, self->engine, ended_cb, self);
  wait_for (&self->is_ended);
  found = look (self, export_now, path);
  g_assert_nonnull (found);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\r\n", -1);
  /* Expects the header, the rows, and an empty string after the last line break. */
  g_assert_cmpuint (g_strv_length (lines), ==, N_ITEMS + 2);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/batch-look/look", test_look);
  ADD ("/batch-look/retry", test_retry);
  ADD ("/batch-look/retry-now", test_retry_now);
  ADD ("/batch-look/export", test_export);
#undef ADD

  return g_test_run ();
}
