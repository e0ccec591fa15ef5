/* test-store-history.c: searching, naming and keeping saved runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-event.h"
#include "../test-remove.h"
#include "../test-wait.h"
#include "troupe-store-costs.h"
#include "troupe-store-history.h"
#include "troupe-store-signature.h"

#define FLOW "/p/flow.json"

typedef struct
{
  char *folder;
  TroupeStore *store;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  self->folder = g_dir_make_tmp ("troupe-history-XXXXXX", NULL);
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

static void
begin (Fixture *self, const char *id, const char *path, gint64 started_us, const char *inputs)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (inputs, -1, NULL);
  const TroupeRunRecord record = { .id = (char *) id,
                                   .name = (char *) "Content pipeline",
                                   .path = (char *) path,
                                   .digest = (char *) "d",
                                   .started_us = started_us,
                                   .inputs = value,
                                   .document = (char *) "{}" };

  troupe_store_begin_run (self->store, &record);
}

static void
end (Fixture *self, const char *id, TroupeRunStatus status, const char *error, const char *result)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (result, -1, NULL);

  g_assert_nonnull (value);
  troupe_store_end_run (self->store, id, status, error, value);
}

/* @cost: dollars; negative: the price is unknown */
static void
call_model (Fixture *self, TroupeEventBus *bus, const char *id, const char *model, double cost)
{
  TroupeMapBuilder fields;
  TroupeEvent *event;

  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "model", troupe_value_new_string (model, -1));
  if (cost >= 0)
    troupe_map_builder_add (&fields, "cost", troupe_value_new_double (cost));
  event = test_event_new (TROUPE_EVENT_LLM_CALL_FINISHED, "m", troupe_map_builder_end (&fields));
  troupe_event_ref (event);
  troupe_event_bus_emit (bus, event);
  troupe_store_add_event (self->store, id, event);
  troupe_event_unref (event);
}

/* Four runs: finished, failed, waiting, of another document. */
static void
add_runs (Fixture *self)
{
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();

  begin (self, "run-1", FLOW, 1000, "{\"id\": \"x\", \"topic\": \"Grid losses\", \"n\": 3}");
  call_model (self, bus, "run-1", "openai/gpt-4o", 0.01);
  call_model (self, bus, "run-1", "openai/gpt-4o", 0.02);
  call_model (self, bus, "run-1", "anthropic/claude", -1);
  end (
      self, "run-1", TROUPE_RUN_STATUS_OK, NULL,
      "{\"seconds\": 126.5, \"final\": \"One kilowatt-hour in sixteen\", \"outputs\": [[\"triage\","
      " \"research_needed\"]]}");
  begin (self, "run-2", FLOW, 2000, "{\"topic\": \"Heat pumps in old houses\"}");
  end (self, "run-2", TROUPE_RUN_STATUS_FAILED, "The host does not answer.",
       "{\"seconds\": 34.0, \"error\": {\"method\": \"notify_editors\"}}");
  begin (self, "run-3", FLOW, 3000, "{\"topic\": \"Straße am Äquator 夜间火车\"}");
  end (self, "run-3", TROUPE_RUN_STATUS_PAUSED, NULL, "{\"seconds\": 1.0}");
  begin (self, "run-4", "/p/other.json", 4000, "{}");
  end (self, "run-4", TROUPE_RUN_STATUS_OK, NULL, "{\"seconds\": 0.5, \"final\": 42}");
}

static void
add_event (Fixture *self,
           TroupeEventBus *bus,
           const char *id,
           TroupeEventType type,
           const char *fields)
{
  TroupeEvent *event = test_event_new (type, "m", troupe_value_from_json (fields, -1, NULL));

  troupe_event_bus_emit (bus, troupe_event_ref (event));
  troupe_store_add_event (self->store, id, event);
  troupe_event_unref (event);
}

/* What tells a run from others: the part that it executed, changes, who answered, and its result. */
static void
test_details (Fixture *self, gconstpointer data G_GNUC_UNUSED)
{
  static const char *const options[] = {
    "{\"origin\": {\"run\": \"run-0\", \"name\": \"b#1\", \"edited\": true}, \"until\": \"c\"}",
    "{\"only\": \"b\"}",
    "{}",
  };
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();
  g_autoptr (TroupeRunSummary) first = NULL;
  g_autoptr (TroupeRunSummary) second = NULL;
  g_autoptr (TroupeRunSummary) third = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autofree char *id = g_strdup_printf ("run-%u", i + 1);
      g_autoptr (TroupeValue) value = troupe_value_from_json (options[i], -1, NULL);
      const TroupeRunRecord record = { .id = id,
                                       .name = (char *) "Content pipeline",
                                       .path = (char *) FLOW,
                                       .digest = (char *) "d",
                                       .started_us = i,
                                       .options = value,
                                       .document = (char *) "{}" };

      troupe_store_begin_run (self->store, &record);
    }
  add_event (self, bus, "run-3", TROUPE_EVENT_RUN_EDITED, "{\"place\": \"state.n\"}");
  add_event (self, bus, "run-3", TROUPE_EVENT_FEEDBACK_RECEIVED, "{\"by\": \"dana\"}");
  /* They are found in a run of any length. */
  for (guint i = 0; i < 3000; i++)
    add_event (self, bus, "run-3", TROUPE_EVENT_METHOD_STARTED, "{}");
  end (self, "run-1", TROUPE_RUN_STATUS_OK, NULL, "{\"final\": {\"raw\": \"Tea.\"}}");
  end (self, "run-2", TROUPE_RUN_STATUS_OK, NULL, "{\"final\": [1, 2]}");
  end (self, "run-3", TROUPE_RUN_STATUS_OK, NULL, "{\"final\": null}");
  g_assert_true (troupe_store_flush (self->store, &error));
  first = troupe_store_get_summary (self->store, "run-1", &error);
  second = troupe_store_get_summary (self->store, "run-2", &error);
  third = troupe_store_get_summary (self->store, "run-3", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (first->from, ==, "b#1");
  g_assert_cmpstr (first->until, ==, "c");
  g_assert_true (first->is_edited);
  g_assert_cmpstr (first->final, ==, "Tea.");
  g_assert_cmpstr (second->only, ==, "b");
  g_assert_cmpstr (second->final, ==, "[1,2]");
  g_assert_false (second->is_edited);
  g_assert_null (second->answered_by);
  g_assert_true (third->is_edited);
  g_assert_cmpstr (third->answered_by, ==, "dana");
  g_assert_cmpint (third->answered_us, >, 0);
  g_assert_null (third->final);
}

static void
assert_found (Fixture *self, const TroupeRunFilter *filter, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) found = troupe_store_search_runs (self->store, filter, NULL, 0, &error);
  g_autoptr (GString) ids = g_string_new (NULL);

  g_assert_no_error (error);
  for (guint i = 0; i < found->len; i++)
    g_string_append_printf (ids, "%s%s", i > 0 ? " " : "",
                            ((TroupeRunSummary *) found->pdata[i])->record->id + strlen ("run-"));
  g_assert_cmpstr (ids->str, ==, expected);
  g_assert_cmpuint (troupe_store_count_runs (self->store, filter, &error), ==, found->len);
  g_assert_no_error (error);
}

static void
assert_words (Fixture *self, const char *words, const char *expected)
{
  const TroupeRunFilter filter = { .words = words };

  assert_found (self, &filter, expected);
}

static void
test_words (Fixture *self, gconstpointer data)
{
  add_runs (self);
  assert_words (self, NULL, "4 3 2 1");
  assert_words (self, " ", "4 3 2 1");
  assert_words (self, "content", "4 3 2 1"); /* name of the document */
  assert_words (self, "GRID", "1");          /* input */
  assert_words (self, "kilowatt sixteen", "1");
  assert_words (self, "kilowatt seventeen", "");
  assert_words (self, "research_needed", "1"); /* output of a method */
  assert_words (self, "not answer", "2");      /* error */
  assert_words (self, "claude", "1");          /* model */
  assert_words (self, "STRASSE äquator", "3"); /* folded */
  assert_words (self, "火车", "3");
  assert_words (self, "42", "4");
  assert_words (self, "topic", ""); /* the name of an input is the same in all runs */
  assert_words (self, "%", "");
  assert_words (self, "' OR 1 --", "");
}

static void
test_filters (Fixture *self, gconstpointer data)
{
  TroupeRunFilter filter = { .path = FLOW };

  add_runs (self);
  assert_found (self, &filter, "3 2 1");
  filter.statuses = 1u << TROUPE_RUN_STATUS_FAILED | 1u << TROUPE_RUN_STATUS_PAUSED;
  assert_found (self, &filter, "3 2");
  filter.since_us = 2000;
  filter.until_us = 3000;
  assert_found (self, &filter, "2");
  filter = (TroupeRunFilter){ .min_elapsed_us = 30 * G_USEC_PER_SEC };
  assert_found (self, &filter, "2 1");
  filter = (TroupeRunFilter){ .min_micro_dollars = 30000 };
  assert_found (self, &filter, "1");
  filter.min_micro_dollars++;
  assert_found (self, &filter, "");
  filter = (TroupeRunFilter){ .ids = (const char *const[]){ "run-4", "run-\"2", "run-1", NULL } };
  assert_found (self, &filter, "4 1");
  filter.ids = (const char *const[]){ NULL };
  assert_found (self, &filter, "");
  filter = (TroupeRunFilter){ .is_kept = TRUE };
  assert_found (self, &filter, "");
  troupe_store_keep_run (self->store, "run-2", TRUE);
  assert_found (self, &filter, "2");
}

/* Bookmarks are sorted, counted, removed, and deleted with their run. */
static void
test_bookmarks (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) moments = NULL;
  g_autoptr (GArray) none = NULL;
  g_autoptr (TroupeRunSummary) summary = NULL;

  add_runs (self);
  troupe_store_set_bookmark (self->store, "run-1", 5000, TRUE);
  troupe_store_set_bookmark (self->store, "run-1", 3000, TRUE);
  troupe_store_set_bookmark (self->store, "run-1", 3000, TRUE);
  troupe_store_set_bookmark (self->store, "run-1", 4000, TRUE);
  troupe_store_set_bookmark (self->store, "run-1", 4000, FALSE);
  troupe_store_set_bookmark (self->store, "run-9", 4000, TRUE);
  moments = troupe_store_list_bookmarks (self->store, "run-1", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (moments->len, ==, 2);
  g_assert_cmpint (g_array_index (moments, gint64, 0), ==, 3000);
  g_assert_cmpint (g_array_index (moments, gint64, 1), ==, 5000);
  summary = troupe_store_get_summary (self->store, "run-1", &error);
  g_assert_cmpuint (summary->n_bookmarks, ==, 2);
  g_assert_true (troupe_store_delete_run (self->store, "run-1", &error));
  none = troupe_store_list_bookmarks (self->store, "run-1", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (none->len, ==, 0);
}

static void
test_summary (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeRunSummary) first = NULL;
  g_autoptr (TroupeRunSummary) second = NULL;
  g_autoptr (TroupeRunSummary) gone = NULL;

  add_runs (self);
  troupe_store_rename_run (self->store, "run-1", "The long one");
  first = troupe_store_get_summary (self->store, "run-1", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (first->title, ==, "The long one");
  g_assert_cmpstr (first->subject, ==, "Grid losses");
  g_assert_cmpstr (first->models, ==, "openai/gpt-4o,anthropic/claude");
  g_assert_null (first->place);
  g_assert_cmpint (first->micro_dollars, ==, 30000);
  g_assert_cmpuint (first->n_calls, ==, 3);
  g_assert_cmpuint (first->n_unpriced, ==, 1);
  g_assert_cmpint (first->record->elapsed_us, ==, 126500000);
  assert_words (self, "LONG one", "1");
  troupe_store_rename_run (self->store, "run-1", "");
  assert_words (self, "LONG one", "");
  second = troupe_store_get_summary (self->store, "run-2", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (second->place, ==, "notify_editors");
  g_assert_cmpstr (second->record->error, ==, "The host does not answer.");
  gone = troupe_store_get_summary (self->store, "run-9", &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* A page continues after the last run of the previous one, also if the runs began at the same time. */
static void
test_pages (Fixture *self, gconstpointer data)
{
  const TroupeRunFilter filter = { .words = "even" };
  g_autoptr (GPtrArray) page = NULL;
  TroupeRunSummary *last = NULL;
  guint n_found = 0;

  for (guint i = 0; i < 50; i++)
    {
      g_autofree char *id = g_strdup_printf ("run-%02u", i);

      begin (self, id, FLOW, 1000 + i / 4, i % 2 == 0 ? "{\"a\": \"even\"}" : "{\"a\": \"odd\"}");
    }
  do
    {
      g_autoptr (GPtrArray) next =
          troupe_store_search_runs (self->store, &filter, last != NULL ? last->record : NULL, 7,
                                    NULL);

      g_assert_cmpuint (next->len, <=, 7);
      n_found += next->len;
      g_clear_pointer (&page, g_ptr_array_unref);
      page = g_steal_pointer (&next);
      last = page->len > 0 ? page->pdata[page->len - 1] : NULL;
    }
  while (last != NULL);
  g_assert_cmpuint (n_found, ==, 25);
}

/* Keys that the run knows are in no text of its summary. */
static void
test_secrets (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeRedactor) redactor = troupe_redactor_new ();
  g_autoptr (TroupeSecret) secret =
      troupe_secret_new ((const char *const[]){ "sk-canary-0123456789", NULL });
  g_autoptr (TroupeRunSummary) summary = NULL;

  troupe_redactor_add_secret (redactor, secret);
  troupe_store_hide (self->store, "run-1", redactor);
  begin (self, "run-1", FLOW, 1000, "{\"topic\": \"the sk-canary-0123456789 key\"}");
  end (self, "run-1", TROUPE_RUN_STATUS_FAILED, "sk-canary-0123456789",
       "{\"final\": \"is sk-canary-0123456789\"}");
  summary = troupe_store_get_summary (self->store, "run-1", NULL);
  g_assert_nonnull (strstr (summary->subject, "the "));
  g_assert_null (strstr (summary->subject, "canary"));
  assert_words (self, "key", "1");
  assert_words (self, "canary", "");
}

/* Kept runs are neither removed by limits nor counted among those that are, and nothing of a deleted run stays. */
static void
test_keeping (Fixture *self, gconstpointer data)
{
  const TroupeStoreRetention none_left = { 0, -1, -1 };
  g_autoptr (GError) error = NULL;
  guint n_removed;

  add_runs (self);
  troupe_store_keep_run (self->store, "run-1", TRUE);
  g_assert_true (troupe_store_prune (self->store, &none_left, &n_removed, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n_removed, ==, 2);
  assert_words (self, NULL, "3 1");
  troupe_store_keep_run (self->store, "run-1", FALSE);
  g_assert_true (troupe_store_prune (self->store, &none_left, &n_removed, &error));
  assert_words (self, NULL, "3");
  g_assert_true (troupe_store_delete_run (self->store, "run-3", &error));
  assert_words (self, NULL, "");
}

/* A long output does not displace what is written after it, and a text is cut between two characters. */
static void
test_long (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) result = g_string_new ("{\"final\": \"start ");

  for (guint i = 0; i < 20000; i++)
    g_string_append (result, "夜");
  g_string_append (result, " end\", \"outputs\": [[\"m\", \"needle\"]]}");
  begin (self, "run-1", FLOW, 1000, "{\"topic\": \"hay\"}");
  end (self, "run-1", TROUPE_RUN_STATUS_FAILED, "stack", result->str);
  assert_words (self, "hay stack start needle", "1");
  assert_words (self, "夜夜夜", "1");
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GAsyncResult **found = user_data;

  *found = g_object_ref (result);
}

static void
test_asynchronous (Fixture *self, gconstpointer data)
{
  const TroupeRunFilter filter = { .words = "heat" };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) other = NULL;
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GError) error = NULL;

  add_runs (self);
  troupe_store_search_runs_async (self->store, &filter, NULL, 10, NULL, found_cb, &result);
  test_wait_until (result != NULL);
  found = troupe_store_search_runs_finish (self->store, result, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (found->len, ==, 1);
  troupe_store_search_runs_async (self->store, &filter, NULL, 10, cancellable, found_cb, &other);
  g_cancellable_cancel (cancellable);
  test_wait_until (other != NULL);
  g_assert_null (troupe_store_search_runs_finish (self->store, other, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Returns random text of @length letters, from few enough that words occur again. (transfer full) */
static char *
make_text (GRand *random, gsize length, guint n_letters)
{
  char *text = g_malloc (length + 1);

  for (gsize i = 0; i < length; i++)
    text[i] = (char) ('a' + g_rand_int_range (random, 0, (gint32) n_letters));
  text[length] = '\0';
  return text;
}

/* @sql: a query of one number */
static gboolean
ask (TroupeDatabase *database, const char *sql, const char *text, const char *word)
{
  sqlite3_stmt *statement = NULL;
  gboolean is_true;

  g_assert_cmpint (sqlite3_prepare_v2 (database->handle, sql, -1, &statement, NULL), ==, SQLITE_OK);
  sqlite3_bind_text (statement, 1, text, -1, NULL);
  sqlite3_bind_text (statement, 2, word, -1, NULL);
  g_assert_cmpint (sqlite3_step (statement), ==, SQLITE_ROW);
  is_true = sqlite3_column_int (statement, 0) != 0;
  sqlite3_finalize (statement);
  return is_true;
}

static gboolean
may_contain (TroupeDatabase *database, const char *text, const char *word)
{
  return ask (database, "SELECT troupe_may_contain (troupe_signature (?1), ?2)", text, word);
}

/* No word of a text is ruled out, and most other words are, however long the text is. */
static void
test_signatures (Fixture *self, gconstpointer data)
{
  static const gsize lengths[] = { 0, 1, 2, 3, 4, 40, 400, 3000, 16 * 1024 };
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  TroupeDatabase database = { 0 };
  guint n_ruled_out = 0;
  guint n_others = 0;

  g_assert_cmpint (sqlite3_open (":memory:", &database.handle), ==, SQLITE_OK);
  troupe_store_add_signature_functions (&database);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    for (guint round = 0; round < 40; round++)
      {
        g_autofree char *text = make_text (random, lengths[i], 26);
        g_autofree char *other = make_text (random, 7, 26);
        const gsize from =
            lengths[i] > 0 ? (gsize) g_rand_int_range (random, 0, (gint32) lengths[i]) : 0;
        g_autofree char *word = g_strndup (text + from, (gsize) g_rand_int_range (random, 0, 12));

        g_assert_true (may_contain (&database, text, word));
        if (strstr (text, other) != NULL)
          continue;
        n_others++;
        n_ruled_out += may_contain (&database, text, other) ? 0 : 1;
      }
  g_assert_cmpuint (n_others, >, 300);
  g_assert_cmpuint (n_ruled_out * 100, >=, n_others * 95);
  g_assert_true (may_contain (&database, "夜间火车", "火车"));
  g_assert_false (may_contain (&database, "夜间火车", "飞机"));
  /* Short words and damaged signatures rule nothing out. */
  g_assert_true (may_contain (&database, "x", "ab"));
  g_assert_true (ask (&database, "SELECT troupe_may_contain (NULL, ?2)", "", "word"));
  g_assert_true (ask (&database, "SELECT troupe_may_contain (zeroblob (33), ?2)", "", "word"));
  g_assert_false (ask (&database, "SELECT troupe_may_contain (zeroblob (32), ?2)", "", "word"));
  g_assert_true (ask (&database, "SELECT troupe_may_contain (zeroblob (32), ?2)", "", "wo"));
  sqlite3_close (database.handle);
}

static void
execute (Fixture *self, const char *sql)
{
  g_autofree char *path = g_build_filename (self->folder, "runs.db", NULL);
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (database);
}

/* A signature is what a search reads first; a run without one is searched by its text. */
static void
test_stored_signatures (Fixture *self, gconstpointer data)
{
  add_runs (self);
  assert_words (self, "kilowatt", "1");
  execute (self, "DELETE FROM run_signatures");
  assert_words (self, "kilowatt", "1");
  /* The text is not read if its signature does not contain the word. */
  execute (self, "INSERT INTO run_signatures SELECT number, zeroblob (64) FROM runs");
  assert_words (self, "kilowatt", "");
  assert_words (self, "grid", "");
  assert_words (self, "claude", "1");
}

/* The costs of a month are known without reading the events of its runs, which may have hundreds of megabytes. */
static void
test_costs (Fixture *self, gconstpointer data)
{
  g_autoptr (GPtrArray) costs = NULL;
  const TroupeRunCost *cost;

  add_runs (self);
  troupe_store_flush (self->store, NULL);
  execute (self, "DELETE FROM events");
  costs = troupe_store_list_costs (self->store, FLOW, "ok", 0, 0, NULL);
  g_assert_cmpuint (costs->len, ==, 1);
  cost = g_ptr_array_index (costs, 0);
  g_assert_cmpint (cost->micro_dollars, ==, 30000);
  g_assert_cmpuint (cost->n_calls, ==, 3);
  g_assert_cmpuint (cost->n_unpriced, ==, 1);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *self, gconstpointer data);
  } tests[] = {
    { "/store/history/words", test_words },
    { "/store/history/filters", test_filters },
    { "/store/history/bookmarks", test_bookmarks },
    { "/store/history/summary", test_summary },
    { "/store/history/pages", test_pages },
    { "/store/history/secrets", test_secrets },
    { "/store/history/keeping", test_keeping },
    { "/store/history/long", test_long },
    { "/store/history/asynchronous", test_asynchronous },
    { "/store/history/details", test_details },
    { "/store/history/signatures", test_signatures },
    { "/store/history/signatures-in-store", test_stored_signatures },
    { "/store/history/costs", test_costs },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
