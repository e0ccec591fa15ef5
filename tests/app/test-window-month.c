/* test-window-month.c: the monthly budget in windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-remove.h"
#include "fake-server.h"
#include "troupe-batch-page-private.h"
#include "troupe-month-budget.h"
#include "troupe-monitor-private.h"
#include "troupe-preferences-apply.h"
#include "troupe-preferences.h"
#include "troupe-window-batch.h"
#include "window-test.h"

#define KEY "sk-canary-7f3a91c2"
/* Cost of a call with the response paid_answer. */
#define COST 72000

static TroupeMonthBudget *
get_month (void)
{
  return troupe_services_get_month (TROUPE_SERVICES (window_test_application));
}

static gint64
get_spent (void)
{
  return troupe_month_budget_look (get_month ()).spent;
}

/* Sets a limit that leaves the amount @more for the month. The cost of earlier tests is taken
 * into account. */
static void
leave (gint64 more)
{
  g_settings_set_int64 (get_settings (), TROUPE_MONTH_BUDGET_LIMIT, get_spent () + more);
}

/* Writes a flow of two agents with models on @server. (transfer full) */
static char *
write_flow (FakeServer *server, const char *name)
{
  g_autofree char *example = get_example ("write-and-review.json");
  g_autofree char *text = NULL;
  g_autoptr (GString) changed = NULL;

  g_assert_true (g_file_get_contents (example, &text, NULL, NULL));
  changed = g_string_new (text);
  g_string_replace (changed, "mock/echo", "openai/gpt-4.1-mini", 0);
  /* The name is unique, so that each flow prompts for consent. */
  g_string_replace (changed, "write_and_review", name, 0);
  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, paid_answer), 0, 0,
                   FAKE_END_CLOSE);
  troupe_preferences_set_address (get_settings (), "OPENAI_BASE_URL", fake_server_get_url (server));
  return write_file (name, changed->str);
}

static void
reset (void)
{
  g_settings_reset (get_settings (), TROUPE_MONTH_BUDGET_LIMIT);
  g_settings_reset (get_settings (), TROUPE_PREFERENCES_BUDGET);
  troupe_preferences_set_address (get_settings (), "OPENAI_BASE_URL", "");
}

static gboolean
is_known (gpointer user_data)
{
  return troupe_month_budget_look (get_month ()).is_known;
}

static gboolean
is_paused_for_money (gpointer user_data)
{
  return get_notice (user_data) == TROUPE_RUN_NOTICE_BUDGET;
}

/* Returns TRUE as soon as the notice has its button, because the notice appears with an
 * animation. */
static gboolean
has_stop (gpointer user_data)
{
  return find_labelled (GTK_WIDGET (user_data), "Stop") != NULL;
}

static void
run (TroupeWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
}

static void
run_with_consent (TroupeWindow *window)
{
  run (window);
  wait_until (has_consent_dialog, NULL);
  answer_consent (TRUE);
}

static GtkWidget *
find_money (TroupePage *page)
{
  return get_monitor (page)->money;
}

static void
click (TroupePage *page, const char *label)
{
  wait_until (has_stop, page);
  g_signal_emit_by_name (find_labelled (GTK_WIDGET (page), label), "clicked");
}

/* --- A flow --------------------------------------------------------------------------------------- */

/* The second of two runs reaches the limit while it runs. Raising the limit resumes the run, and
 * the next run can be stopped. */
static void
test_second (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *path = write_flow (server, "second.json");
  TroupeWindow *window;
  TroupePage *page;

  g_settings_set_int64 (get_settings (), TROUPE_MONTH_BUDGET_LIMIT, 200000);
  window = open_window (path);
  page = troupe_window_get_page (window);
  wait_until (is_known, NULL);
  run (window);
  wait_until (has_consent_dialog, NULL);
  wait_for_text (GTK_WIDGET (find_consent ()),
                 "Pauses at $0.2000, the rest of this month’s budget.");
  answer_consent (TRUE);
  wait_until (is_idle, window);
  g_assert_cmpint (get_spent (), ==, 2 * COST);
  g_assert_false (gtk_widget_has_css_class (find_money (page), "budget-near"));

  run (window);
  wait_until (is_paused_for_money, page);
  g_assert_true (troupe_page_is_held (page));
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 3);
  wait_for_text (GTK_WIDGET (page),
                 "This month’s runs have cost $0.2160, so the monthly budget has been used up.");
  g_assert_true (gtk_widget_has_css_class (find_money (page), "budget-near"));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (find_money (page)), ==,
                   "Cost of this month’s runs: $0.2160 of $0.2000");
  wait_for_text (GTK_WIDGET (troupe_monitor_get_cost_side (get_monitor (page))), "of $0.2000");
  g_assert_true (
      shows_text (GTK_WIDGET (troupe_monitor_get_cost_side (get_monitor (page))), "$0.2160"));

  click (page, "Add $0.0500");
  g_assert_cmpint (g_settings_get_int64 (get_settings (), TROUPE_MONTH_BUDGET_LIMIT), ==,
                   3 * COST + 50000);
  g_assert_cmpint (get_notice (page), ==, TROUPE_RUN_NOTICE_NONE);
  wait_until (is_idle, window);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 4);
  g_assert_cmpint (get_spent (), ==, 4 * COST);

  run (window);
  wait_until (is_paused_for_money, page);
  click (page, "Stop");
  wait_until (is_idle, window);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 4);
  g_assert_cmpint (get_notice (page), ==, TROUPE_RUN_NOTICE_NONE);
  close_window (window);
  reset ();
}

/* If the budget of the run is lower, it is reported first. Both limits apply. */
static void
test_both (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *path = write_flow (server, "both.json");
  TroupeWindow *window;
  TroupePage *page;

  leave (COST);
  g_settings_set_int64 (get_settings (), TROUPE_PREFERENCES_BUDGET, 50000);
  window = open_window (path);
  page = troupe_window_get_page (window);
  run (window);
  wait_until (has_consent_dialog, NULL);
  wait_for_text (GTK_WIDGET (find_consent ()), "Pauses at $0.0500.");
  answer_consent (TRUE);
  wait_until (is_paused_for_money, page);
  wait_for_text (GTK_WIDGET (page), "Paused at $0.0720: the budget has been used up.");
  click (page, "Add $0.0500");
  wait_for_text (GTK_WIDGET (page), "the monthly budget has been used up.");
  g_assert_true (troupe_page_is_held (page));
  g_settings_reset (get_settings (), TROUPE_MONTH_BUDGET_LIMIT);
  wait_until (is_idle, window);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 2);
  close_window (window);
  reset ();
}

/* Raising the limit in the preferences resumes all waiting runs, and the dialog of the Run menu
 * shows why they wait. */
static void
test_all (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *path = write_flow (server, "all-a.json");
  g_autofree char *other = write_flow (server, "all-b.json");
  TroupeWindow *a, *b;

  leave (1);
  a = open_window (path);
  b = open_window (other);
  run_with_consent (a);
  wait_until (is_paused_for_money, troupe_window_get_page (a));
  run_with_consent (b);
  wait_until (is_paused_for_money, troupe_window_get_page (b));
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
  gtk_widget_activate_action (GTK_WIDGET (b), "win.budget", NULL);
  wait_until (has_dialog, NULL);
  wait_for_text (GTK_WIDGET (find_dialog ()), "Per Month, All Runs");
  wait_for_text (GTK_WIDGET (find_dialog ()), "so far");
  g_assert_nonnull (
      strstr (adw_message_dialog_get_body (find_dialog ()), "This month’s runs have cost"));
  answer_dialog ("cancel");
  wait_until (has_no_dialog, NULL);
  leave (9 * COST);
  wait_until (is_idle, a);
  wait_until (is_idle, b);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 4);
  a->may_close = TRUE;
  gtk_window_close (GTK_WINDOW (a));
  close_window (b);
  reset ();
}

/* The preferences show the spent amount while it increases. */
static void
test_preferences (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *path = write_flow (server, "preferences.json");
  g_autofree char *before = troupe_month_budget_describe (get_month ());
  g_autofree char *after = NULL;
  TroupeWindow *window = open_window (path);

  show_preferences ("running");
  wait_for_text (GTK_WIDGET (find_preferences ()), "Pause All Runs in a Month At");
  wait_for_text (GTK_WIDGET (find_preferences ()), before);
  run_with_consent (window);
  wait_until (is_idle, window);
  after = troupe_month_budget_describe (get_month ());
  g_assert_cmpstr (after, !=, before);
  wait_for_text (GTK_WIDGET (find_preferences ()), after);
  gtk_window_destroy (GTK_WINDOW (find_preferences ()));
  close_window (window);
  reset ();
}

/* --- A batch -------------------------------------------------------------------------------------- */

static gboolean
has_batch (gpointer user_data)
{
  return troupe_window_get_batch (user_data) != NULL;
}

static gboolean
is_over (gpointer user_data)
{
  return troupe_batch_page_was_begun (user_data) && !troupe_batch_page_is_running (user_data);
}

static gboolean
can_continue (gpointer user_data)
{
  return is_over (user_data) &&
         gtk_widget_get_visible (TROUPE_BATCH_PAGE (user_data)->continue_button);
}

static gboolean
has_all_answers (gpointer server)
{
  return fake_server_get_n_requests (server) == 6;
}

static void
count_items (TroupeBatchPage *page, gint64 n_ok, gint64 n_failed)
{
  TroupeBatchProgress progress = { 0 };

  troupe_batch_get_progress (troupe_batch_page_get_batch (page), &progress);
  g_assert_cmpint (progress.n_ok, ==, n_ok);
  g_assert_cmpint (progress.n_failed, ==, n_failed);
  g_assert_cmpint (progress.n_items, ==, 3);
}

/* A batch stops in the middle of an item and continues after the limit is raised. The cost of
 * the batch is saved. */
static void
test_batch (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *path = write_flow (server, "batch.json");
  g_autofree char *inputs =
      write_file ("month.jsonl", "{\"topic\": \"a\"}\n{\"topic\": \"b\"}\n{\"topic\": \"c\"}\n");
  TroupeWindow *window = open_window (path);
  TroupeBatchPage *page;
  gint64 spent = get_spent ();
  gint64 written;
  int month;

  leave (3 * COST);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.batch", NULL);
  wait_until (has_batch, window);
  page = troupe_window_get_batch (window);
  troupe_batch_page_set_inputs (page, inputs);
  gtk_adjustment_set_value (page->at_once, 1);
  troupe_batch_page_start (page);
  wait_until (has_consent_dialog, NULL);
  answer_consent (TRUE);
  wait_until (can_continue, page);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 3);
  count_items (page, 1, 0);
  wait_for_text (GTK_WIDGET (page), "This month’s runs have cost");
  wait_for_text (GTK_WIDGET (page), "Raise the budget to continue with the remaining items.");
  g_assert_cmpint (get_spent (), ==, spent + 3 * COST);
  g_settings_get (get_settings (), TROUPE_MONTH_BUDGET_BATCHES, "(ix)", &month, &written);
  g_assert_cmpint (written, ==, 3 * COST);

  leave (9 * COST);
  g_signal_emit_by_name (page->continue_button, "clicked");
  wait_until (has_all_answers, server);
  wait_until (is_over, page);
  count_items (page, 3, 0);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 6);
  g_assert_cmpint (get_spent (), ==, spent + 6 * COST);
  close_window (window);
  reset ();
}

/* Returns the question about prices, if it is shown. (nullable) */
static GtkWidget *
find_price_question (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_visible (window) &&
          shows_text (window, "Run Without a Known Price?"))
        return window;
    }
  return NULL;
}

static gboolean
has_price_question (gpointer user_data)
{
  return find_price_question () != NULL;
}

static gboolean
has_no_price_question (gpointer user_data)
{
  return find_price_question () == NULL;
}

/* A run can be started again once the last one was refused. */
static gboolean
can_start (gpointer window)
{
  return is_idle (window) && !troupe_page_is_starting (troupe_window_get_page (window));
}

/* With a budget, a run whose models have no known price asks first, and only goes on to the consent
 * if the user agrees. */
static void
test_unknown_price (void)
{
  g_autofree char *example = get_example ("write-and-review.json");
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GString) changed = NULL;
  TroupeWindow *window;

  g_assert_true (g_file_get_contents (example, &text, NULL, NULL));
  changed = g_string_new (text);
  g_string_replace (changed, "mock/echo", "openai/no-such-model-9", 0);
  path = write_file ("unpriced.json", changed->str);
  g_settings_set_int64 (get_settings (), TROUPE_PREFERENCES_BUDGET, 1000000);
  window = open_window (path);
  run (window);
  wait_until (has_price_question, NULL);
  g_assert_true (shows_text (find_price_question (), "openai/no-such-model-9"));
  g_assert_true (shows_text (find_price_question (), "so the budget cannot limit its cost"));
  g_assert_false (has_consent_dialog (NULL));
  gtk_window_close (GTK_WINDOW (find_price_question ()));
  wait_until (has_no_price_question, NULL);
  wait_until (can_start, window);
  g_assert_false (has_consent_dialog (NULL));

  run (window);
  wait_until (has_price_question, NULL);
  g_signal_emit_by_name (find_labelled (find_price_question (), "Run Anyway"), "clicked");
  wait_until (has_consent_dialog, NULL);
  answer_consent (FALSE);
  wait_until (can_start, window);
  g_settings_set_int64 (get_settings (), TROUPE_PREFERENCES_BUDGET, 0);
  run (window);
  wait_until (has_consent_dialog, NULL);
  g_assert_false (has_price_question (NULL));
  answer_consent (FALSE);
  close_window (window);
  reset ();
}

int
main (int argc, char **argv)
{
  g_setenv ("OPENAI_API_KEY", KEY, TRUE);
  window_test_init (&argc, &argv);
  g_test_add_func ("/window/month/second", test_second);
  g_test_add_func ("/window/month/both", test_both);
  g_test_add_func ("/window/month/all", test_all);
  g_test_add_func ("/window/month/preferences", test_preferences);
  g_test_add_func ("/window/month/unknown-price", test_unknown_price);
  g_test_add_func ("/window/month/batch", test_batch);
  return window_test_run ();
}
