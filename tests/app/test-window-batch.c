/* test-window-batch.c: the batch page: a document with many inputs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "../test-time.h"
#include "troupe-batch-page-private.h"
#include "troupe-permissions.h"
#include "troupe-window-batch.h"
#include "window-test.h"

/* A flow that divides by the input, so that 0 fails. The flow requires no consent. */
static const char dividing_flow[] =
    "schema: crewai.flow/v1\n"
    "name: Divides\n"
    "state: {type: json_schema, json_schema: {type: object, properties:"
    " {by: {type: integer}, name: {type: string}}}}\n"
    "methods:\n"
    "  begin: {start: true, do: {call: expression, expr: 10 / state.by}}\n"
    "  tell: {listen: begin, do: {call: expression, expr: \"state.name + ' done'\"}}\n";

/* The same, but each item takes a second, so that a batch of N_SLOW items, two at once, is certainly running when the test
 * pauses it. It ends within two seconds if all items run at once. */
static const char slow_flow[] =
    "schema: crewai.flow/v1\n"
    "name: Slow\n"
    "state: {type: dict}\n"
    "methods:\n"
    "  begin: {start: true, do: {call: expression, expr: 10 / state.by}}\n"
    "  wait: {listen: begin, do: {call: agent, with: {role: r, goal: g, backstory: b, input: x,"
    " llm: {model: mock/echo, word_delay_ms: 1000}}}}\n"
    "  tell: {listen: wait, do: {call: expression, expr: \"state.name + ' done'\"}}\n";
#define N_SLOW 60

/* A Python script without consent. */
static const char script_flow[] = "schema: crewai.flow/v1\n"
                                  "name: Scripted\n"
                                  "methods:\n"
                                  "  begin: {start: true, do: {call: script, code: return 1}}\n";

#define N_MANY 100000

static char *
write_inputs (const char *name, guint n, guint fails)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 1; i <= n; i++)
    g_string_append_printf (text, "{\"by\": %d, \"name\": \"number %u\"}\n", i == fails ? 0 : 1, i);
  return write_file (name, text->str);
}

static gboolean
has_batch (gpointer user_data)
{
  return troupe_window_get_batch (user_data) != NULL;
}

static TroupeBatchPage *
open_batch (const char *flow, const char *inputs, TroupeWindow **window)
{
  g_autofree char *path = write_file ("batch.yaml", flow);
  TroupeBatchPage *page;

  *window = open_window (path);
  gtk_widget_activate_action (GTK_WIDGET (*window), "win.batch", NULL);
  wait_until (has_batch, *window);
  page = troupe_window_get_batch (*window);
  troupe_batch_page_set_inputs (page, inputs);
  return page;
}

static TroupeBatchProgress
get_progress (TroupeBatchPage *page)
{
  TroupeBatchProgress progress = { 0 };

  if (troupe_batch_page_get_batch (page) != NULL)
    troupe_batch_get_progress (troupe_batch_page_get_batch (page), &progress);
  return progress;
}

static gboolean
is_over (gpointer user_data)
{
  TroupeBatchPage *page = user_data;

  return troupe_batch_page_was_begun (page) && !troupe_batch_page_is_running (page);
}

static gboolean
is_read (gpointer user_data)
{
  return TROUPE_BATCH_PAGE (user_data)->rows != NULL &&
         !troupe_batch_rows_is_busy (TROUPE_BATCH_PAGE (user_data)->rows);
}

/* Returns TRUE when the batch has ended, its failures are read, and the table has all rows, which it gets some time later. */
static gboolean
shows_failure (gpointer user_data)
{
  TroupeBatchPage *page = user_data;

  return is_over (page) && troupe_batch_rows_get_failures (page->rows)->len > 0 &&
         (!gtk_toggle_button_get_active (page->all_button) ||
          g_list_model_get_n_items (G_LIST_MODEL (page->rows)) == get_progress (page).n_items);
}

static gboolean
shows_names (gpointer user_data)
{
  return TROUPE_BATCH_PAGE (user_data)->has_rows;
}

/* Returns TRUE if a widget of the page shows @text. */
static gboolean
says (TroupeBatchPage *page, const char *text)
{
  g_autofree char *texts = list_texts (GTK_WIDGET (page));

  return strstr (texts, text) != NULL;
}

typedef struct
{
  TroupeBatchPage *page;
  const char *text;
} Words;

static gboolean
has_words (gpointer user_data)
{
  const Words *words = user_data;

  return says (words->page, words->text);
}

static void
wait_for_words (TroupeBatchPage *page, const char *text)
{
  Words words = { page, text };

  g_test_message ("waits for “%s”", text);
  wait_until (has_words, &words);
}

/* The last column, that of the results, gets most of the 880 pixels that a window of 1280 leaves for the table. */
static void
assert_readable (TroupeBatchPage *page)
{
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (page->table));
  int sum = 0;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (gtk_column_view_column_get_visible (column))
        sum += MAX (gtk_column_view_column_get_fixed_width (column), 0);
    }
  g_assert_cmpint (880 - sum, >=, 220);
}

/* --- Complete batches ------------------------------------------------------------------------- */

static void
test_runs (void)
{
  g_autofree char *inputs = write_inputs ("runs.jsonl", 40, 7);
  g_autofree char *out = NULL;
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);
  TroupeBatchProgress progress;
  g_autofree char *title = troupe_batch_page_dup_title (page);
  const TroupeBatchFailure *failure;

  g_assert_cmpstr (title, ==, "Batch of runs.jsonl");
  g_assert_null (troupe_window_get_page (window));
  troupe_batch_page_start (page);
  wait_until (shows_failure, page);
  progress = get_progress (page);
  g_assert_cmpint (progress.n_ok, ==, 39);
  g_assert_cmpint (progress.n_failed, ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (page->rows)), ==, 40);
  failure = g_ptr_array_index (troupe_batch_rows_get_failures (page->rows), 0);
  g_assert_cmpint (g_array_index (failure->ordinals, gint64, 0), ==, 7);
  wait_until (shows_names, page);
  wait_for_words (page, "number 3 done");
  assert_readable (page);
  g_assert_true (says (page, "40 of 40"));
  g_assert_true (says (page, "1 row: 7"));
  g_assert_cmpstr (troupe_batch_rows_get_names (page->rows)[0], ==, "by");
  g_assert_cmpstr (troupe_batch_rows_get_names (page->rows)[1], ==, "name");
  /* The results are written next to the file with the inputs. */
  out = g_build_filename (g_get_user_data_dir (), "runs-results", "results-0.csv", NULL);
  g_assert_true (g_file_test (out, G_FILE_TEST_EXISTS));

  /* The next batch of the document offers the same file. */
  adw_tab_view_set_selected_page (window->tab_view,
                                  adw_tab_view_get_nth_page (window->tab_view, 0));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.batch", NULL);
  wait_until (has_batch, window);
  g_assert_true (troupe_window_get_batch (window) != page);
  g_assert_cmpstr (troupe_batch_page_get_inputs (troupe_window_get_batch (window)), ==, inputs);
  close_window (window);
}

/* The selected item and its error are shown next to the table. */
static void
test_selected (void)
{
  g_autofree char *inputs = write_inputs ("selected.jsonl", 20, 5);
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);
  g_autofree char *texts = NULL;

  troupe_batch_page_start (page);
  wait_until (shows_failure, page);
  wait_until (is_read, page);
  gtk_single_selection_set_selected (page->selection, 4);
  wait_for_words (page, "begin failed\n");
  texts = list_texts (GTK_WIDGET (page->side));
  g_assert_nonnull (strstr (texts, "number 5\n"));
  g_assert_nonnull (strstr (texts, "Failed after "));
  g_assert_false (gtk_toggle_button_get_active (page->follow_button));
  close_window (window);
}

static gboolean
has_one (gpointer user_data)
{
  TroupeBatchPage *page = user_data;

  return is_read (page) && g_list_model_get_n_items (G_LIST_MODEL (page->rows)) == 1;
}

static gboolean
has_all (gpointer user_data)
{
  return g_list_model_get_n_items (G_LIST_MODEL (TROUPE_BATCH_PAGE (user_data)->rows)) == 20;
}

/* Before the start, the page says what the document expects, what the file contains, and what does not fit. */
static void
test_columns (void)
{
  static const char flow[] =
      "schema: crewai.flow/v1\n"
      "name: Divides\n"
      "state: {type: json_schema, json_schema: {type: object, required: [by], properties:"
      " {by: {type: integer}, name: {type: string}}}}\n"
      "methods:\n"
      "  begin: {start: true, do: {call: expression, expr: 10 / state.by}}\n";
  g_autofree char *path = write_file ("columns.yaml", flow);
  g_autofree char *good = write_file ("good.csv", "by,name\n1,a\n2,b\n");
  g_autofree char *bad = write_file ("bad.jsonl", "{\"nam\": \"a\"}\n{\"by\": 1}\n[]\n");
  TroupeWindow *window = open_window (path);
  TroupeBatchPage *page;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.batch", NULL);
  wait_until (has_batch, window);
  page = troupe_window_get_batch (window);
  g_assert_true (says (page, "The document has the inputs: by, name (optional)"));
  troupe_batch_page_set_inputs (page, good);
  wait_for_words (page, "2 items · columns: by, name");
  g_assert_false (says (page, "Missing"));
  troupe_batch_page_set_inputs (page, bad);
  wait_for_words (page, "3 items · columns: nam, by");
  g_assert_true (says (page, "Missing in some or all items: by"));
  g_assert_true (says (page, "Not an input of the document: nam"));
  g_assert_true (says (page, "1 line is not valid."));
  troupe_batch_page_set_inputs (page, "/nonexistent/file.csv");
  wait_for_words (page, "/nonexistent/file.csv");
  close_window (window);
}

static gboolean
has_none (gpointer user_data)
{
  TroupeBatchPage *page = user_data;

  return is_read (page) && g_list_model_get_n_items (G_LIST_MODEL (page->rows)) == 0;
}

static void
test_filter (void)
{
  g_autofree char *inputs = write_inputs ("filter.jsonl", 20, 5);
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);
  g_autoptr (TroupeBatchRow) row = NULL;
  g_autoptr (TroupeBatchRow) found = NULL;

  troupe_batch_page_start (page);
  wait_until (shows_failure, page);
  gtk_toggle_button_set_active (page->failed_button, TRUE);
  wait_until (has_one, page);
  row = g_list_model_get_item (G_LIST_MODEL (page->rows), 0);
  g_assert_cmpint (troupe_batch_row_get_ordinal (row), ==, 5);
  gtk_toggle_button_set_active (page->all_button, TRUE);
  wait_until (has_all, page);
  gtk_editable_set_text (page->search, "number 17");
  wait_until (has_one, page);
  found = g_list_model_get_item (G_LIST_MODEL (page->rows), 0);
  g_assert_cmpint (troupe_batch_row_get_ordinal (found), ==, 17);
  /* The word of the state is in the record of each item, which the table does not show. */
  gtk_editable_set_text (page->search, "ok");
  wait_until (has_none, page);
  close_window (window);
}

/* A finished batch whose inputs are chosen again shows its results, and is not called unfinished. */
static void
test_finished (void)
{
  g_autofree char *inputs = write_inputs ("finished.jsonl", 3, 2);
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);

  troupe_batch_page_start (page);
  wait_until (shows_failure, page);
  close_window (window);

  page = open_batch (dividing_flow, inputs, &window);
  wait_for_words (page, "The batch in this folder is finished.");
  g_assert_false (says (page, "unfinished"));
  g_assert_nonnull (find_labelled (GTK_WIDGET (page), "Show Results"));
  troupe_batch_page_start (page);
  wait_until (shows_failure, page);
  g_assert_cmpint (get_progress (page).n_ok, ==, 2);
  g_assert_cmpint (get_progress (page).n_ended_now, ==, 0);
  close_window (window);
}

/* A text of several lines is shown by its first line, and in full beside the table; an item without a
 * cost says nothing about one. */
static void
test_lines (void)
{
  static const char flow[] = "schema: crewai.flow/v1\n"
                             "name: Lines\n"
                             "methods:\n"
                             "  begin: {start: true, do: {call: expression,"
                             " expr: \"'# Title\\\\n\\\\nA text.'\"}}\n";
  g_autofree char *inputs = write_file ("lines.jsonl", "{\"topic\": \"one\\ntwo\"}\n");
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (flow, inputs, &window);

  troupe_batch_page_start (page);
  wait_for_words (page, "# Title…");
  wait_for_words (page, "one…");
  gtk_single_selection_set_selected (page->selection, 0);
  wait_for_words (page, "# Title\n\nA text.");
  wait_for_words (page, "Done after");
  g_assert_false (says (page, "\\n"));
  g_assert_false (shows_text (GTK_WIDGET (page->side), "$0"));
  close_window (window);
}

/* If an item omits an input, the page shows the default from the document. */
static void
test_default (void)
{
  static const char flow[] = "schema: crewai.flow/v1\n"
                             "name: Sums\n"
                             "state: {type: json_schema, json_schema: {type: object, properties:"
                             " {a: {type: integer}, words: {type: integer, default: 900}}}}\n"
                             "methods:\n"
                             "  begin: {start: true, do: {call: expression, expr: state.a}}\n";
  g_autofree char *inputs = write_file ("default.jsonl", "{\"a\": 1}\n{\"a\": 2, \"words\": 3}\n");
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (flow, inputs, &window);
  g_autofree char *texts = NULL;

  troupe_batch_page_start (page);
  wait_until (is_over, page);
  wait_until (shows_names, page);
  wait_for_words (page, "2 of 2");
  gtk_single_selection_set_selected (page->selection, 0);
  wait_for_words (page, "default value");
  texts = list_texts (GTK_WIDGET (page->side));
  g_assert_nonnull (strstr (texts, "words\ndefault value\n"));
  g_clear_pointer (&texts, g_free);
  gtk_single_selection_set_selected (page->selection, 1);
  wait_for_words (page, "2 · 2");
  texts = list_texts (GTK_WIDGET (page->side));
  g_assert_null (strstr (texts, "default value"));
  close_window (window);
}

static gboolean
shows_run (gpointer user_data)
{
  TroupeWindow *window = user_data;
  TroupePage *page = troupe_window_get_page (window);
  TroupeTrace *trace = page != NULL ? troupe_monitor_get_trace (get_monitor (page)) : NULL;

  return trace != NULL && !troupe_trace_is_under_way (trace) &&
         troupe_trace_count (trace, TROUPE_SCOPE_METHOD, TROUPE_SCOPE_FAILED) == 1;
}

static gboolean
offers_run (gpointer user_data)
{
  return find_labelled (GTK_WIDGET (TROUPE_BATCH_PAGE (user_data)->side), "Open Run") != NULL;
}

static gboolean
keep_busy_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

static gboolean
says_item (gpointer user_data)
{
  g_autofree char *texts = list_texts (GTK_WIDGET (troupe_window_get_page (user_data)));

  return strstr (texts, "This is the run of item 1 of “Batch of item.jsonl”.") != NULL;
}

/* Returns TRUE if the document has run as a whole. */
static gboolean
has_run_alone (gpointer user_data)
{
  TroupeTrace *trace = troupe_monitor_get_trace (get_monitor (troupe_window_get_page (user_data)));

  return get_notice (troupe_window_get_page (user_data)) != TROUPE_RUN_NOTICE_ITEM &&
         troupe_trace_get_run (trace) != NULL && !troupe_trace_is_under_way (trace);
}

/* Selects the first item when it is known to have ended: the rows are read again when the batch ends. */
static gboolean
offers_first_run (gpointer user_data)
{
  TroupeBatchPage *page = user_data;
  g_autoptr (TroupeBatchRow) row = g_list_model_get_item (G_LIST_MODEL (page->selection), 0);
  const TroupeBatchFacts *facts = row != NULL ? troupe_batch_row_get_facts (row) : NULL;

  if (facts == NULL || facts->state != TROUPE_BATCH_ITEM_OK)
    return FALSE;
  if (gtk_single_selection_get_selected_item (page->selection) != row)
    gtk_single_selection_set_selected (page->selection, 0);
  return offers_run (page);
}

typedef struct
{
  TroupeWindow *window;
  const char *label;
} PageButton;

static GtkWidget *
find_page_button (const PageButton *wanted)
{
  return find_labelled (GTK_WIDGET (troupe_window_get_page (wanted->window)), wanted->label);
}

static gboolean
has_page_button (gpointer user_data)
{
  return find_page_button (user_data) != NULL;
}

static void
press_in_page (TroupeWindow *window, const char *label)
{
  PageButton wanted = { window, label };

  wait_until (has_page_button, &wanted);
  g_signal_emit_by_name (find_page_button (&wanted), "clicked");
}

/* The run of an item says which item it is, leads back to the batch, and runs the document with its inputs. */
static void
test_item_run (void)
{
  g_autofree char *inputs = write_inputs ("item.jsonl", 6, 5);
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);
  TroupeValue *last;

  troupe_batch_page_start (page);
  wait_until (is_over, page);
  wait_until (is_read, page);
  wait_until (offers_first_run, page);
  g_signal_emit_by_name (find_labelled (GTK_WIDGET (page->side), "Open Run"), "clicked");
  g_assert_nonnull (troupe_window_get_page (window));
  wait_until (says_item, window);
  press_in_page (window, "Back to Batch");
  g_assert_null (troupe_window_get_page (window));
  adw_tab_view_set_selected_page (window->tab_view,
                                  adw_tab_view_get_nth_page (window->tab_view, 0));
  press_in_page (window, "Run With These Inputs");
  wait_until (has_run_alone, window);
  last = troupe_run_starter_get_last (troupe_run_controller_get_starter (
      troupe_page_content_get_running (troupe_page_get_content (troupe_window_get_page (window)))));
  g_assert_nonnull (last);
  g_assert_cmpuint (troupe_value_map_get_size (last), ==, 2);
  close_window (window);
}

/* An item opens its run in the tab of the document, also on a machine that draws all the time. */
static void
test_open_run (void)
{
  g_autofree char *inputs = write_inputs ("open.jsonl", 6, 5);
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);
  GtkWidget *button;
  guint drawing;

  troupe_batch_page_start (page);
  wait_until (shows_failure, page);
  wait_until (is_read, page);
  gtk_single_selection_set_selected (page->selection, 4);
  wait_until (offers_run, page);
  button = find_labelled (GTK_WIDGET (page->side), "Open Run");
  drawing = g_idle_add_full (GDK_PRIORITY_REDRAW, keep_busy_cb, NULL, NULL);
  g_signal_emit_by_name (button, "clicked");
  wait_until (shows_run, window);
  g_source_remove (drawing);
  close_window (window);
}

static gboolean
tells_failure (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);
  g_autofree char *texts = page != NULL ? list_texts (GTK_WIDGET (page)) : NULL;

  return texts != NULL &&
         strstr (texts, "This is the run of item 2 of “Batch of mismatch.jsonl”. It failed: The "
                        "inputs do not match the state: by: ") != NULL;
}

/* A run that failed before its first method says that it failed, and why. */
static void
test_open_mismatch (void)
{
  g_autofree char *inputs =
      write_file ("mismatch.jsonl", "{\"by\": 1, \"name\": \"one\"}\n"
                                    "{\"by\": \"much\", \"name\": \"two\"}\n");
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);

  troupe_batch_page_start (page);
  wait_until (shows_failure, page);
  wait_until (is_read, page);
  gtk_single_selection_set_selected (page->selection, 1);
  wait_until (offers_run, page);
  gtk_widget_activate (find_labelled (GTK_WIDGET (page->side), "Open Run"));
  wait_until (tells_failure, window);
  close_window (window);
}

/* The page explains why rows are empty if the database cannot be read. */
static void
test_unreadable (void)
{
  g_autofree char *inputs = write_inputs ("unreadable.jsonl", 6, 5);
  g_autofree char *path = NULL;
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);

  troupe_batch_page_start (page);
  wait_until (shows_failure, page);
  wait_until (is_read, page);
  path = g_build_filename (g_get_user_data_dir (), "unreadable-results", "state", "shard-0-of-1",
                           "batch.db", NULL);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_set_contents (path, "no database at all, but a text", -1, NULL));
  gtk_toggle_button_set_active (page->failed_button, TRUE);
  wait_for_words (page, "No data was lost, but the items could not be shown: ");
  g_assert_true (says (page, "batch.db"));
  close_window (window);
}

/* --- User actions ----------------------------------------------------------------------------- */

static gboolean
has_ended_more (gpointer user_data)
{
  return is_over (user_data) && get_progress (user_data).n_ended_now == 1;
}

static gboolean
has_three_results (gpointer user_data)
{
  return is_over (user_data) && get_progress (user_data).n_ok == 3;
}

/* A line that was repaired is run again in the same batch. Other inputs of items that have succeeded belong to another batch, which a button
 * starts. What was done remains shown until then. */
static void
test_repaired_inputs (void)
{
  g_autofree char *inputs = write_inputs ("repaired.jsonl", 3, 2);
  g_autofree char *repaired = NULL;
  g_autofree char *other = NULL;
  g_autofree char *first = g_build_filename (g_get_user_data_dir (), "repaired-results", NULL);
  g_autofree char *second = g_build_filename (g_get_user_data_dir (), "repaired-results-2", NULL);
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);

  troupe_batch_page_start (page);
  wait_until (shows_failure, page);
  wait_until (is_read, page);
  g_assert_cmpstr (troupe_batch_page_get_out (page), ==, first);
  g_assert_false (gtk_widget_get_visible (page->new_button));
  repaired = write_inputs ("repaired.jsonl", 3, 0);
  g_signal_emit_by_name (page->side, "run-again", (gint64) 2);
  wait_until (has_three_results, page);
  g_assert_cmpstr (troupe_batch_page_get_out (page), ==, first);
  g_assert_false (gtk_widget_get_visible (page->new_button));
  wait_until (is_read, page);

  other = write_inputs ("repaired.jsonl", 3, 1);
  g_signal_emit_by_name (page->side, "run-again", (gint64) 2);
  wait_for_words (page, "The inputs of items that have succeeded have changed since the batch was "
                        "started. A new batch writes its results to “repaired-results-2”.");
  g_assert_false (says (page, "--"));
  g_assert_cmpint (get_progress (page).n_ok, ==, 3);
  g_assert_true (gtk_widget_get_sensitive (page->export_button));
  /* The batch of before can still be looked at. */
  wait_for_words (page, "number 2");
  g_assert_true (gtk_widget_activate (page->new_button));
  wait_until (shows_failure, page);
  g_assert_cmpstr (troupe_batch_page_get_out (page), ==, second);
  g_assert_false (gtk_widget_get_visible (page->notice_box));
  close_window (window);
}

/* For test_retry(): only failed items are run again. */
static gboolean
has_two_failures (gpointer user_data)
{
  TroupeBatchPage *page = user_data;

  return !troupe_batch_page_is_running (page) && get_progress (page).n_failed == 2;
}

/* The button next to a failed item retries this item only. */
static void
test_retry_one (void)
{
  g_autofree char *inputs = write_file ("retry-one.jsonl", "{\"by\": 0, \"name\": \"one\"}\n"
                                                           "{\"by\": 1, \"name\": \"two\"}\n"
                                                           "{\"by\": 0, \"name\": \"three\"}\n");
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);

  troupe_batch_page_start (page);
  wait_until (has_two_failures, page);
  g_signal_emit_by_name (page->side, "run-again", (gint64) 3);
  wait_until (has_ended_more, page);
  g_assert_cmpint (get_progress (page).n_ok, ==, 1);
  g_assert_cmpint (get_progress (page).n_failed, ==, 2);
  close_window (window);
}

/* Returns the IDs of the runs of the results, in the order of the inputs. (transfer full) */
static char **
list_runs (const char *name)
{
  g_autofree char *path = g_build_filename (g_get_user_data_dir (), name, "results-0.jsonl", NULL);
  g_autoptr (GStrvBuilder) runs = g_strv_builder_new ();
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (TroupeValue) line = troupe_value_from_json (lines[i], -1, NULL);

      g_strv_builder_add (runs, troupe_value_get_member_text (line, "run"));
    }
  return g_strv_builder_end (runs);
}

/* An item that has succeeded is run again as a whole by the button of its pane, which says what that means. */
static void
test_again (void)
{
  g_autofree char *inputs = write_inputs ("again.jsonl", 3, 0);
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);
  g_auto (GStrv) first = NULL;
  g_auto (GStrv) second = NULL;

  troupe_batch_page_start (page);
  wait_until (is_over, page);
  wait_until (is_read, page);
  wait_for_words (page, "number 3 done");
  first = list_runs ("again-results");
  g_assert_cmpuint (g_strv_length (first), ==, 3);
  gtk_single_selection_set_selected (page->selection, 1);
  wait_for_words (page, "Run Again runs all steps of this item again. The new result replaces "
                        "this one.");
  gtk_widget_activate (find_labelled (GTK_WIDGET (page->side), "Run Again"));
  wait_until (has_ended_more, page);
  g_assert_cmpint (get_progress (page).n_ok, ==, 3);
  second = list_runs ("again-results");
  g_assert_cmpuint (g_strv_length (second), ==, 3);
  g_assert_cmpstr (second[0], ==, first[0]);
  g_assert_cmpstr (second[1], !=, first[1]);
  g_assert_cmpstr (second[2], ==, first[2]);
  close_window (window);
}

/* Returns the visible button at or below @widget that activates batch.retry-item with @ordinal,
 * or NULL. */
static GtkWidget *
find_retry (GtkWidget *widget, gint64 ordinal)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_get_visible (widget) &&
      g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), "batch.retry-item") ==
          0 &&
      g_variant_get_int64 (gtk_actionable_get_action_target_value (GTK_ACTIONABLE (widget))) ==
          ordinal)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_retry (child, ordinal);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
has_retry (gpointer user_data)
{
  return find_retry (GTK_WIDGET (TROUPE_BATCH_PAGE (user_data)->table), 3) != NULL;
}

/* A row of the table has a retry button only if its item failed. */
static void
test_retry_row (void)
{
  g_autofree char *inputs = write_file ("retry-row.jsonl", "{\"by\": 0, \"name\": \"one\"}\n"
                                                           "{\"by\": 1, \"name\": \"two\"}\n"
                                                           "{\"by\": 0, \"name\": \"three\"}\n");
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);

  troupe_batch_page_start (page);
  wait_until (has_two_failures, page);
  wait_until (has_retry, page);
  g_assert_null (find_retry (GTK_WIDGET (page->table), 2));
  g_signal_emit_by_name (find_retry (GTK_WIDGET (page->table), 3), "clicked");
  wait_until (has_ended_more, page);
  g_assert_cmpint (get_progress (page).n_failed, ==, 2);
  close_window (window);
}

static void
test_retry (void)
{
  g_autofree char *inputs = write_inputs ("retry.jsonl", 20, 5);
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);

  troupe_batch_page_start (page);
  wait_until (shows_failure, page);
  g_assert_cmpint (get_progress (page).n_ended_now, ==, 20);
  troupe_batch_page_retry_failed (page);
  wait_until (has_ended_more, page);
  g_assert_cmpint (get_progress (page).n_ok, ==, 19);
  g_assert_cmpint (get_progress (page).n_failed, ==, 1);
  close_window (window);
}

static gboolean
lists_no_failure (gpointer user_data)
{
  return troupe_batch_rows_get_failures (TROUPE_BATCH_PAGE (user_data)->rows)->len == 0;
}

static gboolean
is_told (gpointer user_data)
{
  return TROUPE_BATCH_PAGE (user_data)->n_looks == 0;
}

static gboolean
has_next (gpointer user_data)
{
  return TROUPE_BATCH_PAGE (user_data)->next != NULL;
}

/* An item that is retried is no longer listed among the failures. It would fail again at once, so the batch is paused
 * before it begins: the page waits as if it still read the previous one. */
static void
test_retried_failures (void)
{
  g_autofree char *inputs = write_inputs ("retried.jsonl", 3, 2);
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);

  troupe_batch_page_start (page);
  wait_until (shows_failure, page);
  wait_until (is_told, page);
  page->n_looks++;
  troupe_batch_page_retry_failed (page);
  wait_until (has_next, page);
  troupe_batch_set_paused (page->next, TRUE);
  page->n_looks--;
  g_signal_emit_by_name (page->setup, "changed");
  wait_until (lists_no_failure, page);
  g_assert_true (troupe_batch_page_is_paused (page));
  troupe_batch_page_toggle_pause (page);
  wait_until (shows_failure, page);
  close_window (window);
}

/* Returns TRUE if the table is scrolled to its last row, with its result and its time. */
static gboolean
shows_last (gpointer user_data)
{
  TroupeBatchPage *page = user_data;
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (page->scrolled);

  return is_over (page) && gtk_adjustment_get_upper (adjustment) > 150 * 20 &&
         gtk_adjustment_get_value (adjustment) + gtk_adjustment_get_page_size (adjustment) >
             gtk_adjustment_get_upper (adjustment) - 2 &&
         says (page, "number 150 done");
}

/* The table follows the batch to its last row. Times below a second are shown. */
static void
test_reaches_end (void)
{
  g_autofree char *inputs = write_inputs ("end.jsonl", 150, 140);
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (dividing_flow, inputs, &window);

  troupe_batch_page_start (page);
  wait_until (shows_last, page);
  g_assert_true (says (page, " ms"));
  g_assert_false (says (page, "0:00"));
  close_window (window);
}

static gboolean
runs_items (gpointer user_data)
{
  return get_progress (user_data).n_ok > 5;
}

static gboolean
rests (gpointer user_data)
{
  return get_progress (user_data).n_running == 0;
}

/* For test_pause_export_resume(): a batch is paused with the window's button. It then starts no
 * item, can be exported, and prompts when it is closed. The same folder is resumed. */
static gboolean
has_failed_once (gpointer user_data)
{
  return get_progress (user_data).n_failed == 1;
}

static gboolean
has_no_failure (gpointer user_data)
{
  return get_progress (user_data).n_failed == 0;
}

/* A retried item is queued at once and starts after the other items, and so does one that had succeeded. */
static void
test_retry_while_running (void)
{
  g_autofree char *inputs = write_inputs ("retry-running.jsonl", N_SLOW, 1);
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (slow_flow, inputs, &window);

  gtk_adjustment_set_value (page->at_once, 2);
  troupe_batch_page_start (page);
  wait_until (has_failed_once, page);
  troupe_batch_page_toggle_pause (page);
  g_assert_true (troupe_batch_page_is_paused (page));
  wait_until (rests, page);
  troupe_batch_page_retry_item (page, 2);
  troupe_batch_page_retry_item (page, 1);
  wait_until (has_no_failure, page);
  g_assert_true (troupe_batch_page_is_running (page));
  gtk_adjustment_set_value (page->at_once, N_SLOW);
  troupe_batch_page_toggle_pause (page);
  wait_until (is_over, page);
  g_assert_cmpint (get_progress (page).n_ended_now, ==, N_SLOW + 2);
  g_assert_cmpint (get_progress (page).n_failed, ==, 1);
  g_assert_cmpint (get_progress (page).n_ok, ==, N_SLOW - 1);
  close_window (window);
}

static void
test_pause_export_resume (void)
{
  g_autofree char *inputs = write_inputs ("pause.jsonl", N_SLOW, 0);
  g_autofree char *csv = g_build_filename (g_get_user_data_dir (), "export.csv", NULL);
  g_autofree char *text = NULL;
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (slow_flow, inputs, &window);
  gint64 n_ok;

  gtk_adjustment_set_value (page->at_once, 2);
  troupe_batch_page_start (page);
  wait_until (runs_items, page);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.pause", NULL);
  g_assert_true (troupe_batch_page_is_paused (page));
  wait_until (rests, page);
  n_ok = get_progress (page).n_ok;
  g_assert_cmpint (n_ok, <, N_SLOW);
  troupe_batch_page_export (page, csv);
  wait_until (is_told, page);
  g_assert_true (g_file_get_contents (csv, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "number 1 done"));
  g_assert_cmpint (get_progress (page).n_ok, ==, n_ok);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  wait_until (has_dialog, NULL);
  answer_dialog ("cancel");
  g_assert_true (troupe_batch_page_is_running (page));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
  wait_until (is_over, page);
  close_window (window);

  page = open_batch (slow_flow, inputs, &window);
  wait_for_words (
      page, "This folder contains an unfinished batch, which continues with the "
            "remaining items if the document and the inputs of finished items are unchanged.");
  gtk_adjustment_set_value (page->at_once, N_SLOW);
  troupe_batch_page_start (page);
  wait_until (is_over, page);
  g_assert_cmpint (get_progress (page).n_ok, ==, N_SLOW);
  g_assert_cmpint (get_progress (page).n_ended_now, <=, N_SLOW - n_ok);
  close_window (window);
}

/* --- Consent ----------------------------------------------------------------------------------------- */

/* The consent for code is requested before the first item. Without this consent, no item starts
 * and no folder is created. */
static void
test_consent (void)
{
  g_autofree char *inputs = write_inputs ("consent.jsonl", 2, 0);
  g_autofree char *out = g_build_filename (g_get_user_data_dir (), "consent-results", NULL);
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (script_flow, inputs, &window);

  troupe_batch_page_start (page);
  wait_until (has_consent_dialog, NULL);
  g_assert_false (troupe_batch_page_was_begun (page));
  answer_consent (FALSE);
  wait_for_words (page, "Permission denied. Nothing was run.");
  g_assert_false (troupe_batch_page_was_begun (page));
  g_assert_false (g_file_test (out, G_FILE_TEST_EXISTS));
  close_window (window);
}

static gboolean
shows_document (gpointer window)
{
  return troupe_window_get_page (window) != NULL;
}

static gboolean
is_no_stranger (gpointer window)
{
  return get_notice (troupe_window_get_page (window)) == TROUPE_RUN_NOTICE_NONE;
}

static gboolean
is_stranger (gpointer window)
{
  return get_notice (troupe_window_get_nth_page (window, 0)) == TROUPE_RUN_NOTICE_FOREIGN;
}

/* What was allowed for a batch is not called foreign in the tab of the document any more. */
static void
test_allowed (void)
{
  g_autofree char *inputs = write_inputs ("allowed.jsonl", 2, 0);
  TroupeWindow *window;
  TroupeBatchPage *page = open_batch (script_flow, inputs, &window);

  wait_until (is_stranger, window);
  troupe_batch_page_start (page);
  wait_until (has_consent_dialog, NULL);
  answer_consent (TRUE);
  wait_until (is_over, page);
  adw_tab_view_set_selected_page (window->tab_view,
                                  adw_tab_view_get_nth_page (window->tab_view, 0));
  wait_until (shows_document, window);
  wait_until (is_no_stranger, window);
  close_window (window);
}

/* A batch whose items were not stored for this user says what an allowed document does, so that the permissions are asked for again. */
static void
test_foreign_items (void)
{
  g_autofree char *inputs = write_inputs ("foreign.jsonl", 2, 0);
  g_autofree char *list =
      g_build_filename (g_get_user_state_dir (), "troupe", "own-databases", NULL);
  g_autofree char *folder = troupe_store_get_default_folder ();
  TroupeWindow *window;
  TroupeBatchPage *page = NULL;

  g_assert_true (troupe_permissions_withdraw_all (folder, NULL));
  page = open_batch (script_flow, inputs, &window);
  for (guint i = 0; i < 3; i++)
    {
      /* As if the folder of results had come with the inputs. */
      if (i == 2)
        g_assert_cmpint (g_unlink (list), ==, 0);
      troupe_batch_page_start (page);
      if (i != 1)
        {
          wait_until (has_consent_dialog, NULL);
          g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (find_consent ())), ==,
                           i == 0 ? "Allow This File to Run?"
                                  : "Continue a Batch That Comes From Another Source?");
          answer_consent (i == 0);
        }
      if (i < 2)
        wait_until (is_over, page);
      else
        wait_for_words (page, "Permission denied. Nothing was run.");
      close_window (window);
      if (i < 2)
        page = open_batch (script_flow, inputs, &window);
    }
}

/* --- Inputs dialog ---------------------------------------------------------------------------- */

static gboolean
asks_for_inputs (gpointer user_data)
{
  return get_inputs_dialog (troupe_window_get_page (user_data)) != NULL;
}

static GtkWidget *
find_row (GtkWidget *widget, const char *title)
{
  if (ADW_IS_ACTION_ROW (widget) &&
      g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_row (child, title);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* If a file with several inputs is opened in the inputs dialog, the batch page is shown, and
 * nothing is run. */
static void
test_many_at_once (void)
{
  g_autofree char *path = write_file ("many.yaml", dividing_flow);
  TroupeWindow *window = open_window (path);
  GtkWidget *row;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run-with-inputs", NULL);
  wait_until (asks_for_inputs, window);
  row = find_row (GTK_WIDGET (get_inputs_dialog (troupe_window_get_page (window))), "Batch Run");
  g_assert_nonnull (row);
  adw_action_row_activate (ADW_ACTION_ROW (row));
  wait_until (has_batch, window);
  g_assert_false (troupe_batch_page_was_begun (troupe_window_get_batch (window)));
  close_window (window);
}

/* --- 100,000 items ---------------------------------------------------------------------------- */

/* Creates the database of a batch with waiting items, without running them. */
static TroupeBatch *
make_many (const char *folder, GError **error)
{
  g_autofree char *shard = troupe_batch_get_shard_folder (folder, 0, 1);
  g_autoptr (TroupeStoreFolder) place = troupe_store_folder_open (shard, TRUE, NULL);
  g_autoptr (TroupeBatchStore) store = troupe_batch_store_open (place, shard, error);
  const TroupeBatchOptions options = { .document = "{}",
                                       .inputs = "-",
                                       .out = folder,
                                       .folder = folder,
                                       .n_shards = 1,
                                       .max_concurrency = 1 };

  g_assert_nonnull (store);
  g_assert_true (troupe_batch_store_begin (store, NULL));
  for (guint i = 1; i <= N_MANY; i++)
    {
      g_autoptr (TroupeBatchItem) item = troupe_batch_item_new ();
      gint64 taken_by = 0;

      item->ordinal = item->line = i;
      item->id = g_strdup_printf ("%u", i);
      item->input = g_strdup_printf ("{\"name\": \"number %u\"}", i);
      g_assert_true (troupe_batch_store_add (store, item, &taken_by, NULL));
    }
  g_assert_true (troupe_batch_store_commit (store, NULL));
  return troupe_batch_new (&options);
}

static gboolean
lists_all (gpointer user_data)
{
  return g_list_model_get_n_items (user_data) == N_MANY &&
         !troupe_batch_rows_is_busy (TROUPE_BATCH_ROWS (user_data));
}

static gboolean
was_read (gpointer user_data)
{
  return troupe_batch_row_get_facts (user_data) != NULL;
}

/* An item is read only if it is watched. The list is available quickly, and the calling thread
 * is not blocked. */
static void
test_many (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "many", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeBatch) batch = make_many (folder, &error);
  g_autoptr (TroupeBatchRows) rows = troupe_batch_rows_new ();
  gint64 begun_us, longest_us = 0;

  /* The batch was not started by this process. The filter is a word that all items contain, so
   * it selects all of their ordinals. */
  troupe_batch_rows_set_filter (rows, TROUPE_BATCH_FILTER_ALL, "number");
  troupe_batch_rows_set_batch (rows, batch);
  wait_until (lists_all, rows);
  for (guint i = 0; i < N_MANY; i += 997)
    {
      g_autoptr (TroupeBatchRow) row = NULL;

      begun_us = test_time_get_thread ();
      row = g_list_model_get_item (G_LIST_MODEL (rows), i);
      longest_us = MAX (longest_us, test_time_get_thread () - begun_us);
      g_assert_nonnull (row);
      g_assert_cmpint (troupe_batch_row_get_ordinal (row), ==, (gint64) i + 1);
      g_assert_null (troupe_batch_row_get_facts (row));
      if (i % 9970 == 0)
        {
          g_autofree char *name = NULL;
          g_autofree char *expected = g_strdup_printf ("number %u", i + 1);

          troupe_batch_row_watch (row);
          troupe_batch_rows_read_soon (rows);
          g_assert_null (troupe_batch_row_get_facts (row));
          wait_until (was_read, row);
          name = troupe_batch_facts_show_input (troupe_batch_row_get_facts (row), "name");
          g_assert_cmpstr (name, ==, expected);
          troupe_batch_row_unwatch (row);
        }
    }
  g_assert_cmpint (longest_us, <, 8000 * TEST_SLOWNESS);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);

  g_test_add_func ("/window-batch/runs", test_runs);
  g_test_add_func ("/window-batch/selected", test_selected);
  g_test_add_func ("/window-batch/columns", test_columns);
  g_test_add_func ("/window-batch/filter", test_filter);
  g_test_add_func ("/window-batch/reaches-end", test_reaches_end);
  g_test_add_func ("/window-batch/retry", test_retry);
  g_test_add_func ("/window-batch/retried-failures", test_retried_failures);
  g_test_add_func ("/window-batch/repaired-inputs", test_repaired_inputs);
  g_test_add_func ("/window-batch/retry-one", test_retry_one);
  g_test_add_func ("/window-batch/again", test_again);
  g_test_add_func ("/window-batch/retry-row", test_retry_row);
  g_test_add_func ("/window-batch/default", test_default);
  g_test_add_func ("/window-batch/open-run", test_open_run);
  g_test_add_func ("/window-batch/open-mismatch", test_open_mismatch);
  g_test_add_func ("/window-batch/item-run", test_item_run);
  g_test_add_func ("/window-batch/unreadable", test_unreadable);
  g_test_add_func ("/window-batch/retry-while-running", test_retry_while_running);
  g_test_add_func ("/window-batch/finished", test_finished);
  g_test_add_func ("/window-batch/lines", test_lines);
  g_test_add_func ("/window-batch/pause-export-resume", test_pause_export_resume);
  g_test_add_func ("/window-batch/consent", test_consent);
  g_test_add_func ("/window-batch/allowed", test_allowed);
  g_test_add_func ("/window-batch/foreign-items", test_foreign_items);
  g_test_add_func ("/window-batch/many-at-once", test_many_at_once);
  g_test_add_func ("/window-batch/many", test_many);

  return window_test_run ();
}
