/* test-hands-money.c: API keys, base URLs, prices and budgets by real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../app/window-test.h"
#include "../test-remove.h"
#include "fake-server.h"
#include "hands.h"
#include "troupe-keyring.h"
#include "troupe-llm-prices.h"
#include "troupe-month-budget.h"
#include "troupe-preferences-apply.h"

#define KEY "sk-canary-7f3a91c2"

/* A call answered with paid_answer costs $0.2320 at $2.00 per million input tokens and $1.60 per
 * million output tokens. */
static gboolean
has_window (gpointer title)
{
  return hands_find_window (title) != NULL;
}

static TroupeWindow *
open_for_hands (const char *path)
{
  TroupeWindow *window;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  return window;
}

static gboolean
is_window_active (gpointer window)
{
  return gtk_window_is_active (window);
}

/* Opens the preferences by their shortcut and clicks the name of the page once the window is
 * active. */
static GtkWidget *
open_preferences (const char *page)
{
  GtkWidget *preferences;

  hands_key (GDK_KEY_comma, GDK_CONTROL_MASK);
  wait_until (has_window, (gpointer) "Preferences");
  preferences = hands_find_window ("Preferences");
  wait_until (is_window_active, preferences);
  hands_wait_frame (preferences);
  hands_click_found (hands_find_label, preferences, page);
  hands_wait_frame (preferences);
  return preferences;
}

static gboolean
has_no_preferences (gpointer user_data)
{
  return hands_find_window ("Preferences") == NULL;
}

static void
close_preferences (void)
{
  hands_key (GDK_KEY_w, GDK_CONTROL_MASK);
  wait_until (has_no_preferences, NULL);
}

static gboolean
has_request (gpointer user_data)
{
  return fake_server_get_n_requests (user_data) > 0;
}

/* --- API keys --------------------------------------------------------------------------------- */

/* A typed key and base URL are stored when they are entered in their rows, and the Test button
 * uses both. */
static void
test_key (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  TroupeWindow *window = open_for_hands (NULL);
  GtkWidget *preferences = open_preferences ("Models");
  GtkWidget *row = hands_find_row (preferences, "OpenAI");
  g_autofree char *request = NULL;
  g_autofree char *texts = NULL;

  fake_server_add (server,
                   fake_reply ("200 OK", "application/json", NULL,
                               "{\"data\": [{\"id\": \"a\"}, {\"id\": \"b\"}]}"),
                   0, 0, FAKE_END_CLOSE);
  fake_server_add (server,
                   fake_reply ("401 Unauthorized", "application/json", NULL,
                               "{\"error\": {\"message\": \"No such key.\"}}"),
                   0, 0, FAKE_END_CLOSE);
  hands_click_found (find_labelled, row, "Add Key");
  hands_wait_field (NULL);
  hands_type (KEY);
  hands_key (GDK_KEY_Return, 0);
  wait_for_text (row, "Key in the keyring");
  g_assert_null (find_labelled (row, "Add Key"));
  hands_wait_frame (preferences);
  hands_click_found (hands_find_row, row, "Base URL");
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type (fake_server_get_url (server));
  hands_key (GDK_KEY_Return, 0);
  wait_for_text (row, fake_server_get_url (server));
  g_assert_nonnull (hands_find_label (row, "Lists the models: free"));
  hands_click_found (find_labelled, row, "Test");
  wait_for_text (row, "2 models");
  g_assert_nonnull (hands_find_label (row, "working"));
  request = fake_server_get_request (server, 0);
  g_assert_nonnull (strstr (request, "Bearer " KEY));
  hands_click_found (find_labelled, row, "Test");
  wait_for_text (row, "No such key");
  g_assert_nonnull (hands_find_label (row, "not working"));
  texts = list_texts (preferences);
  g_assert_null (strstr (texts, KEY));
  close_preferences ();
  close_window (window);
}

static GtkWidget *
find_apply (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget) &&
      g_strcmp0 (gtk_button_get_icon_name (GTK_BUTTON (widget)), "adw-entry-apply-symbolic") == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_apply (child);
  return found;
}

/* A key that the keyring refuses stays in its entry and can be stored again without being changed. No other test
 * uses this key: libsecret's file reads its content again after a change, at times the one before it was removed. */
static void
test_refused (void)
{
  g_autofree char *folder = g_path_get_dirname (g_getenv ("SECRET_FILE_TEST_PATH"));
  TroupeWindow *window = open_for_hands (NULL);
  GtkWidget *preferences = open_preferences ("Models");
  GtkWidget *row = hands_find_row (preferences, "Anthropic");

  hands_click_found (find_labelled, row, "Add Key");
  hands_wait_field (NULL);
  hands_type (KEY);
  /* There is no place to write to, although an empty keyring can still be read. */
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  hands_key (GDK_KEY_Return, 0);
  wait_for_text (preferences, "Key not stored.");
  hands_wait_frame (preferences);
  g_assert_nonnull (find_apply (row));
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  hands_click_middle (find_apply (row));
  wait_for_text (row, "Key in the keyring");
  g_assert_true (troupe_keyring_remove ("ANTHROPIC_API_KEY", NULL, NULL));
  close_preferences ();
  close_window (window);
}

/* If a service does not need a key for its list of models, it is tested with a short question.
 * The cost of the question is shown first. */
static void
test_probe (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  TroupeWindow *window = open_for_hands (NULL);
  GtkWidget *preferences;
  GtkWidget *row;
  g_autofree char *request = NULL;

  fake_server_add (server,
                   fake_reply ("401 Unauthorized", "application/json", NULL,
                               "{\"error\": {\"message\": \"No such user.\"}}"),
                   0, 0, FAKE_END_CLOSE);
  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, paid_answer), 0, 0,
                   FAKE_END_CLOSE);
  troupe_preferences_set_address (get_settings (), "OPENROUTER_BASE_URL",
                                  fake_server_get_url (server));
  preferences = open_preferences ("Models");
  row = hands_find_row (preferences, "OpenRouter");
  hands_click_found (find_labelled, row, "Add Key");
  hands_wait_field (NULL);
  hands_type (KEY);
  hands_key (GDK_KEY_Return, 0);
  wait_for_text (row, "Key in the keyring");
  wait_for_text (row, "Sends openrouter/openai/gpt-4.1-nano a short question that costs < $0.0001");
  hands_wait_frame (preferences);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 0);
  hands_click_found (find_labelled, row, "Test");
  wait_for_text (row, "No such user");
  request = fake_server_get_request (server, 0);
  g_assert_nonnull (strstr (request, "Bearer " KEY));
  g_assert_nonnull (strstr (request, "\"openai/gpt-4.1-nano\""));
  g_assert_nonnull (strstr (request, "\"max_tokens\":16"));
  hands_click_found (find_labelled, row, "Test");
  wait_until (has_request, server);
  wait_for_text (row, "working");
  close_preferences ();
  troupe_preferences_set_address (get_settings (), "OPENROUTER_BASE_URL", "");
  close_window (window);
}

/* --- Prices and budgets --------------------------------------------------------------------------- */

static gboolean
is_price_written (gpointer user_data)
{
  g_autoptr (TroupeLlmPrices) prices = troupe_llm_prices_new (NULL);
  TroupeLlmPrice price = { 0 };

  return troupe_llm_prices_find (prices, "openai/gpt-4.1-mini", &price) && price.is_own &&
         price.input == 2.0;
}

/* Returns TRUE if only what contains “4.1-mini” is shown. On a busy machine, the beginning of the word is searched first. */
static gboolean
is_searched (gpointer preferences)
{
  return hands_find_label (preferences, "claude-3-5-haiku") == NULL &&
         hands_find_label (preferences, "gpt-4.1-nano") == NULL &&
         hands_find_label (preferences, "gpt-4.1-mini") != NULL;
}

/* A custom price is set by search, click and typing. */
static void
test_price (void)
{
  TroupeWindow *window = open_for_hands (NULL);
  GtkWidget *preferences = open_preferences ("Prices");
  GtkWidget *search = NULL;

  wait_for_text (preferences, "gpt-4.1-mini");
  wait_for_text (preferences, "gpt-4.1-nano");
  hands_wait_frame (preferences);
  hands_click_middle (hands_find_type (preferences, GTK_TYPE_SEARCH_ENTRY));
  hands_type ("4.1-mini");
  wait_until (is_searched, preferences);
  hands_wait_frame (preferences);
  search = hands_get_field ();
  hands_click_found (hands_find_label, preferences, "gpt-4.1-mini");
  hands_wait_field (search);
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type ("2");
  hands_key (GDK_KEY_Return, 0);
  wait_until (is_price_written, NULL);
  wait_for_text (preferences, "custom");
  close_preferences ();
  close_window (window);
}

static gboolean
is_paused_for_money (gpointer user_data)
{
  return get_notice (user_data) == TROUPE_RUN_NOTICE_BUDGET;
}

typedef struct
{
  TroupePage *page;
  const char *label;
} Button;

static gboolean
has_button (gpointer user_data)
{
  const Button *button = user_data;

  return find_labelled (GTK_WIDGET (button->page), button->label) != NULL;
}

static void
click_button (TroupePage *page, const char *label)
{
  Button button = { page, label };

  g_test_message ("clicks “%s”", label);
  wait_until (has_button, &button);
  hands_wait_frame (GTK_WIDGET (page));
  hands_click_found (find_labelled, GTK_WIDGET (page), label);
}

static char *
write_flow (FakeServer *server)
{
  g_autofree char *example = get_example ("write-and-review.json");
  g_autofree char *text = NULL;
  g_autoptr (GString) changed = NULL;

  g_assert_true (g_file_get_contents (example, &text, NULL, NULL));
  changed = g_string_new (text);
  g_string_replace (changed, "mock/echo", "openai/gpt-4.1-mini", 0);
  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, paid_answer), 0, 0,
                   FAKE_END_CLOSE);
  troupe_preferences_set_address (get_settings (), "OPENAI_BASE_URL", fake_server_get_url (server));
  return write_file ("spend.json", changed->str);
}

static gboolean
has_entry (gpointer window)
{
  return hands_find_label (window, "Budget…") != NULL;
}

/* Returns TRUE once the dialog is the active window. The window manager decides which window
 * receives the keys. */
static gboolean
is_dialog_active (gpointer user_data)
{
  return find_dialog () != NULL && gtk_window_is_active (GTK_WINDOW (find_dialog ()));
}

/* A budget set in the Run menu uses the custom price. The run pauses, continues after an
 * increase and can be stopped. The cost panel shows the budget, and five runs yield an estimate. */
static void
test_budget (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *path = write_flow (server);
  TroupeWindow *window;
  TroupePage *page;

  window = open_for_hands (path);
  page = troupe_window_get_page (window);
  hands_click_middle (
      hands_find_type (get_header_part (window, "run_button"), GTK_TYPE_MENU_BUTTON));
  wait_until (has_entry, window);
  /* The menu has its own surface, which is drawn separately. */
  hands_wait_frame (hands_find_label (GTK_WIDGET (window), "Budget…"));
  hands_click_found (hands_find_label, GTK_WIDGET (window), "Budget…");
  wait_until (is_dialog_active, NULL);
  hands_wait_frame (GTK_WIDGET (find_dialog ()));
  hands_type ("0.20");
  hands_key (GDK_KEY_Return, 0);
  wait_until (has_no_dialog, NULL);
  g_assert_cmpint (g_settings_get_int64 (get_settings (), TROUPE_PREFERENCES_BUDGET), ==, 200000);

  wait_until (is_window_active, window);
  hands_key (GDK_KEY_F5, 0);
  wait_until (has_consent_dialog, NULL);
  hands_wait_frame (GTK_WIDGET (find_consent ()));
  wait_for_text (GTK_WIDGET (find_consent ()),
                 "(rough estimate, from the texts). Pauses at $0.2000.");
  hands_click_found (find_labelled, GTK_WIDGET (find_consent ()), "Allow and Run");
  wait_until (is_paused_for_money, page);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
  wait_for_text (GTK_WIDGET (page), "Paused at $0.2320: the budget has been used up.");
  hands_wait_frame (GTK_WIDGET (page));
  hands_click_found (hands_find_label, GTK_WIDGET (page), "Cost");
  wait_for_text (GTK_WIDGET (page), "116% used · pauses at $0.2000");
  click_button (page, "Add $0.2000");
  wait_until (is_idle, window);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 2);
  wait_for_text (GTK_WIDGET (page), "107% used · pauses at $0.4320");

  hands_key (GDK_KEY_F5, 0);
  wait_until (is_paused_for_money, page);
  click_button (page, "Stop");
  wait_until (is_idle, window);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 3);
  g_assert_cmpint (get_notice (page), ==, TROUPE_RUN_NOTICE_NONE);
  wait_for_text (GTK_WIDGET (page), "rough estimate, from the texts");
  for (guint i = 0; i < 4; i++)
    {
      hands_key (GDK_KEY_F5, 0);
      wait_until (is_paused_for_money, page);
      click_button (page, "Add $0.2000");
      wait_until (is_idle, window);
    }
  wait_for_text (GTK_WIDGET (page), "from the last 5 runs");
  wait_for_text (GTK_WIDGET (page), "$0.4640");
  click_button (page, "Tool");
  wait_for_text (GTK_WIDGET (page), "No tools were called.");
  g_settings_reset (get_settings (), TROUPE_PREFERENCES_BUDGET);
  troupe_preferences_set_address (get_settings (), "OPENAI_BASE_URL", "");
  close_window (window);
}

static gboolean
is_limited (gpointer user_data)
{
  return g_settings_get_int64 (get_settings (), TROUPE_MONTH_BUDGET_LIMIT) ==
         *(const gint64 *) user_data;
}

/* Types @text into the row of the preferences, replacing its contents. */
static void
type_month (const char *text, gint64 sum)
{
  GtkWidget *preferences = open_preferences ("Running");
  GtkWidget *row = hands_find_row (preferences, "Pause All Runs in a Month At");

  hands_wait_frame (preferences);
  hands_click_middle (row);
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type (text);
  hands_key (GDK_KEY_Return, 0);
  wait_until (is_limited, &sum);
  close_preferences ();
}

/* The earlier tests have spent more than the typed monthly budget, so the next run pauses at
 * once. The run continues after the budget is raised. */
static void
test_month (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *path = write_flow (server);
  TroupeWindow *window = open_for_hands (path);
  TroupePage *page = troupe_window_get_page (window);

  type_month ("0.20", 200000);
  wait_until (is_window_active, window);
  hands_key (GDK_KEY_F5, 0);
  /* The server is another one than in the earlier tests, which requires another consent. */
  wait_until (has_consent_dialog, NULL);
  hands_wait_frame (GTK_WIDGET (find_consent ()));
  answer_consent (TRUE);
  wait_until (is_paused_for_money, page);
  wait_for_text (GTK_WIDGET (page), "the monthly budget has been used up.");
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 0);
  type_month ("90", 90000000);
  wait_until (is_idle, window);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 2);
  g_assert_cmpint (get_notice (page), ==, TROUPE_RUN_NOTICE_NONE);
  g_settings_reset (get_settings (), TROUPE_MONTH_BUDGET_LIMIT);
  troupe_preferences_set_address (get_settings (), "OPENAI_BASE_URL", "");
  close_window (window);
}

/* --- Real keyring ----------------------------------------------------------------------------- */

static gboolean
has_service (gpointer bus)
{
  g_autoptr (GVariant) reply =
      g_dbus_connection_call_sync (bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                   "org.freedesktop.DBus", "NameHasOwner",
                                   g_variant_new ("(s)", "org.freedesktop.secrets"), NULL,
                                   G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
  gboolean is_there = FALSE;

  if (reply != NULL)
    g_variant_get (reply, "(b)", &is_there);
  return is_there;
}

/* Starts a Secret Service on the test's own bus, with a new, unlocked keyring. */
static GSubprocess *
start_service (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  GSubprocess *service;

  g_assert_no_error (error);
  service = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                                  G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                              &error, "gnome-keyring-daemon", "--foreground", "--unlock",
                              "--components=secrets", NULL);
  g_assert_no_error (error);
  g_output_stream_write_all (g_subprocess_get_stdin_pipe (service), "test", 4, NULL, NULL, &error);
  g_assert_no_error (error);
  g_output_stream_close (g_subprocess_get_stdin_pipe (service), NULL, NULL);
  wait_until (has_service, bus);
  return service;
}

/* Tests API keys with a real Secret Service. */
static int
run_with_service (int argc, char **argv, const char *folder)
{
  /* The bus ends with the test. Stopping it would wait until all references to the connection
   * are released. */
  GTestDBus *bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_autoptr (GSubprocess) service = NULL;
  g_autofree char *program = g_find_program_in_path ("gnome-keyring-daemon");
  int status;

  if (program == NULL)
    {
      g_print ("1..0 # SKIP there is no gnome-keyring-daemon\n");
      return 77;
    }
  g_test_dbus_up (bus);
  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  g_unsetenv ("SECRET_BACKEND");
  g_setenv ("XDG_RUNTIME_DIR", folder, TRUE);
  window_test_init (&argc, &argv);
  service = start_service ();
  g_test_add_func ("/hands/money/service", test_key);
  status = window_test_run ();
  g_subprocess_force_exit (service);
  g_subprocess_wait (service, NULL, NULL);
  return status;
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-keyring-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "keyring", NULL);
  const gboolean with_service = argc > 1 && g_str_equal (argv[1], "--service");
  int status;

  g_unsetenv ("OPENAI_API_KEY");
  g_unsetenv ("OPENAI_BASE_URL");
  g_unsetenv ("OPENAI_API_BASE");
  g_unsetenv ("OPENROUTER_API_KEY");
  g_unsetenv ("OPENROUTER_BASE_URL");
  g_unsetenv ("MODEL");
  if (with_service)
    {
      status = run_with_service (1, argv, folder);
      remove_all (folder);
      return status;
    }
  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  g_setenv ("SECRET_FILE_TEST_PATH", file, TRUE);
  window_test_init (&argc, &argv);
  g_test_add_func ("/hands/money/refused", test_refused);
  g_test_add_func ("/hands/money/key", test_key);
  g_test_add_func ("/hands/money/probe", test_probe);
  g_test_add_func ("/hands/money/price", test_price);
  g_test_add_func ("/hands/money/budget", test_budget);
  g_test_add_func ("/hands/money/month", test_month);
  status = window_test_run ();
  remove_all (folder);
  return status;
}
