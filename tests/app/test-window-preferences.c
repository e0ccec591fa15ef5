/* test-window-preferences.c: the preferences window, and its effect on runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-remove.h"
#include "fake-server.h"
#include "troupe-cost-side.h"
#include "troupe-keyring.h"
#include "troupe-llm-defaults.h"
#include "troupe-permissions.h"
#include "troupe-preferences-apply.h"
#include "troupe-preferences-models.h"
#include "troupe-preferences.h"
#include "troupe-provider-row.h"
#include "troupe-provider-test.h"
#include "troupe-run-spans.h"
#include "window-test.h"

#define KEY "sk-canary-7f3a91c2"

/* Returns the first widget of @type at or below @widget. (nullable) */
static GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_type (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Returns the button with @tooltip at or below @widget. */
static GtkWidget *
find_button (GtkWidget *widget, const char *tooltip)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_widget_get_tooltip_text (widget), tooltip) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, tooltip);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Returns the row of the first provider, which is OpenAI. */
static GtkWidget *
get_openai (void)
{
  GtkWidget *row = find_type (GTK_WIDGET (find_preferences ()), TROUPE_TYPE_PROVIDER_ROW);

  g_assert_cmpstr (troupe_provider_row_get_provider (TROUPE_PROVIDER_ROW (row))->title, ==,
                   "OpenAI");
  return row;
}

static void
close_preferences (void)
{
  gtk_window_destroy (GTK_WINDOW (find_preferences ()));
}

/* --- Pages ------------------------------------------------------------------------------------ */

static void
test_pages (void)
{
  TroupeWindow *window = open_window (NULL);
  GtkWidget *preferences = GTK_WIDGET (show_preferences ("running"));

  g_assert_cmpstr (adw_preferences_window_get_visible_page_name (
                       ADW_PREFERENCES_WINDOW (preferences)),
                   ==, "running");
  wait_for_text (preferences, "Pause a Run At");
  wait_for_text (preferences, "Model Calls");
  wait_for_text (preferences, "Built-in, 20");
  wait_for_text (preferences, "gpt-4.1-mini");
  wait_for_text (preferences, "Anthropic");
  /* There is only one preferences window. */
  g_action_group_activate_action (G_ACTION_GROUP (window_test_application), "preferences", NULL);
  g_assert_true (GTK_WIDGET (find_preferences ()) == preferences);
  close_preferences ();
  close_window (window);
}

typedef struct
{
  GtkWidget *root;
  const char *text;
} Told;

/* Finds the mapped label with the text. (nullable) */
static GtkWidget *
find_told (GtkWidget *widget, const char *text)
{
  GtkWidget *found = GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
                             g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text)
                         ? widget
                         : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); found == NULL && child != NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_told (child, text);
  return found;
}

static gboolean
is_told (gpointer user_data)
{
  const Told *told = user_data;
  GtkWidget *label = find_told (told->root, told->text);

  return label != NULL && gtk_widget_get_width (label) > 100;
}

/* A long message, such as one about a locked keyring, says to its end what to do. */
static void
test_long_message (void)
{
  static const char text[] =
      "Key not stored. The keyring is locked, because its password was not entered. Store the key "
      "again & enter the password, or set the environment variable OPENAI_API_KEY.";
  TroupeWindow *window = open_window (NULL);
  GtkWidget *preferences = GTK_WIDGET (show_preferences ("models"));
  GtkWidget *label;

  wait_for_text (preferences, "Anthropic");
  g_signal_emit_by_name (find_type (preferences, TROUPE_TYPE_PREFERENCES_MODELS), "message", text);
  wait_until (is_told, &((Told){ preferences, text }));
  label = find_told (preferences, text);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))));
  close_preferences ();
  close_window (window);
}

/* Settings take effect immediately. */
static void
test_settings (void)
{
  TroupeWindow *window = open_window (NULL);
  g_autofree char *address = NULL;
  g_autofree char *model = NULL;
  g_autofree char *after = NULL;

  troupe_preferences_set_address (get_settings (), "DEEPSEEK_BASE_URL", "http://localhost:1/v1");
  g_settings_set_string (get_settings (), TROUPE_PREFERENCES_MODEL, "mock/echo");
  address = troupe_llm_defaults_lookup ("DEEPSEEK_BASE_URL");
  g_assert_cmpstr (address, ==, "http://localhost:1/v1");
  model = troupe_llm_defaults_lookup ("MODEL");
  g_assert_cmpstr (model, ==, "mock/echo");
  troupe_preferences_set_address (get_settings (), "DEEPSEEK_BASE_URL", "");
  g_settings_reset (get_settings (), TROUPE_PREFERENCES_MODEL);
  after = troupe_llm_defaults_lookup ("DEEPSEEK_BASE_URL");
  g_assert_null (after);
  g_settings_set_string (get_settings (), "color-scheme", "dark");
  g_assert_true (adw_style_manager_get_dark (adw_style_manager_get_default ()));
  g_settings_reset (get_settings (), "color-scheme");
  close_window (window);
}

/* --- Keys ----------------------------------------------------------------------------------------- */

static void
test_key (void)
{
  static const char *const names[] = { "OPENAI_API_KEY", NULL };
  TroupeWindow *window = open_window (NULL);
  g_autoptr (GHashTable) keys = NULL;
  g_autofree char *texts = NULL;
  GtkWidget *row, *entry;

  show_preferences ("models");
  row = get_openai ();
  wait_for_text (row, "No key");
  entry = find_type (row, ADW_TYPE_PASSWORD_ENTRY_ROW);
  gtk_editable_set_text (GTK_EDITABLE (entry), "  " KEY "\n");
  g_signal_emit_by_name (entry, "apply");
  /* The key is not lost if the keyring refuses it. */
  g_assert_nonnull (strstr (gtk_editable_get_text (GTK_EDITABLE (entry)), KEY));
  wait_for_text (row, "Key in the keyring");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  texts = list_texts (GTK_WIDGET (find_preferences ()));
  g_assert_null (strstr (texts, KEY));
  keys = troupe_keyring_lookup (names, NULL, NULL);
  g_assert_cmpstr (g_hash_table_lookup (keys, names[0]), ==, KEY);

  g_signal_emit_by_name (find_button (entry, "Remove Key From Keyring"), "clicked");
  wait_for_text (row, "No key");
  g_clear_pointer (&keys, g_hash_table_unref);
  keys = troupe_keyring_lookup (names, NULL, NULL);
  g_assert_cmpuint (g_hash_table_size (keys), ==, 0);
  close_preferences ();
  close_window (window);
}

/* The file keyring of libsecret sets the error twice if its file cannot be replaced. */
static gboolean
is_fatal (const char *domain, GLogLevelFlags level, const char *message, gpointer user_data)
{
  return strstr (message, "GError set over the top") == NULL;
}

static gboolean
offers_test (gpointer row)
{
  return find_labelled (row, "Test") != NULL;
}

/* A key that the keyring refuses stays in its row, which says that it is not stored until the text changes or is stored. */
static void
test_refused_key (void)
{
  const char *path = g_getenv ("SECRET_FILE_TEST_PATH");
  TroupeWindow *window = open_window (NULL);
  GtkWidget *preferences, *row, *entry;

  preferences = GTK_WIDGET (show_preferences ("models"));
  row = get_openai ();
  wait_for_text (row, "No key");
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  wait_until (offers_test, row);
  g_signal_emit_by_name (find_labelled (row, "Test"), "clicked");
  wait_for_text (row, "OpenAI requires a key. Enter it above, or set the environment variable "
                      "OPENAI_API_KEY.");
  entry = find_type (row, ADW_TYPE_PASSWORD_ENTRY_ROW);
  g_test_log_set_fatal_handler (is_fatal, NULL);
  g_remove (path);
  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  gtk_editable_set_text (GTK_EDITABLE (entry), KEY);
  g_signal_emit_by_name (entry, "apply");
  wait_for_text (entry, "Key: not stored");
  /* The message says to its end what to do. */
  wait_for_text (
      preferences,
      "Without a keyring, set the environment variable OPENAI_API_KEY, or write it into a "
      "file “.env” next to the document.");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, KEY);
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (entry)), ==, "Key");
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  g_assert_cmpint (g_rmdir (path), ==, 0);
  close_preferences ();
  close_window (window);
}

/* Returns the row of the provider at or below @widget. (nullable) */
static GtkWidget *
find_provider (GtkWidget *widget, const char *title)
{
  if (TROUPE_IS_PROVIDER_ROW (widget) &&
      g_str_equal (troupe_provider_row_get_provider (TROUPE_PROVIDER_ROW (widget))->title, title))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_provider (child, title);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* A key that was stored under another variable of the provider is the provider's key. */
static void
test_key_of_other_variable (void)
{
  static const char *const names[] = { "GOOGLE_API_KEY", "GEMINI_API_KEY", NULL };
  TroupeWindow *window = open_window (NULL);
  g_autoptr (GHashTable) keys = NULL;
  g_autoptr (GError) error = NULL;
  GtkWidget *row, *entry;

  troupe_keyring_store ("GEMINI_API_KEY", KEY, NULL, &error);
  g_assert_no_error (error);
  show_preferences ("models");
  row = find_provider (GTK_WIDGET (find_preferences ()), "Gemini");
  wait_for_text (row, "Key in the keyring");
  entry = find_type (row, ADW_TYPE_PASSWORD_ENTRY_ROW);
  wait_for_text (entry, "Enter a new one to replace it");
  g_signal_emit_by_name (find_button (entry, "Remove Key From Keyring"), "clicked");
  wait_for_text (row, "No key");
  keys = troupe_keyring_lookup (names, NULL, NULL);
  g_assert_cmpuint (g_hash_table_size (keys), ==, 0);
  close_preferences ();
  close_window (window);
}

static void
test_key_of_environment (void)
{
  TroupeWindow *window = open_window (NULL);
  GtkWidget *row, *entry;

  g_setenv ("OPENAI_API_KEY", KEY, TRUE);
  show_preferences ("models");
  row = get_openai ();
  entry = find_type (row, ADW_TYPE_PASSWORD_ENTRY_ROW);
  g_assert_false (gtk_widget_get_sensitive (entry));
  wait_for_text (row, "Key from OPENAI_API_KEY");
  g_unsetenv ("OPENAI_API_KEY");
  close_preferences ();
  close_window (window);
}

/* --- Test of a provider ----------------------------------------------------------------------- */

static void
test_test (void)
{
  TroupeWindow *window = open_window (NULL);
  g_autoptr (FakeServer) server = fake_server_new ();
  GtkWidget *row;
  TroupeProviderTest *test;

  g_setenv ("OPENAI_API_KEY", KEY, TRUE);
  troupe_preferences_set_address (get_settings (), "OPENAI_BASE_URL", fake_server_get_url (server));
  fake_server_add (server,
                   fake_reply ("200 OK", "application/json", NULL,
                               "{\"data\": [{\"id\": \"a\"}, {\"id\": \"b\"}]}"),
                   0, 0, FAKE_END_CLOSE);
  fake_server_add (server,
                   fake_reply ("401 Unauthorized", "application/json", NULL,
                               "{\"error\": {\"message\": \"No such key: " KEY ".\"}}"),
                   0, 0, FAKE_END_CLOSE);
  fake_server_add (server, g_strdup (""), 0, 0, FAKE_END_HOLD);
  show_preferences ("models");
  row = get_openai ();
  test = TROUPE_PROVIDER_TEST (find_type (row, TROUPE_TYPE_PROVIDER_TEST));
  troupe_provider_test_start (test);
  g_assert_true (troupe_provider_test_is_busy (test));
  wait_for_text (row, "2 models");
  g_assert_cmpint (troupe_provider_test_get_result (test), ==, TROUPE_PROVIDER_WORKS);
  troupe_provider_test_start (test);
  wait_for_text (row, "No such key");
  g_assert_cmpint (troupe_provider_test_get_result (test), ==, TROUPE_PROVIDER_REFUSES);
  g_assert_false (shows_text (row, KEY));
  troupe_provider_test_start (test);
  wait_for_text (row, "Cancel");
  troupe_provider_test_cancel (test);
  g_assert_false (troupe_provider_test_is_busy (test));
  g_assert_cmpint (troupe_provider_test_get_result (test), ==, TROUPE_PROVIDER_UNTESTED);
  close_preferences ();
  troupe_preferences_set_address (get_settings (), "OPENAI_BASE_URL", "");
  g_unsetenv ("OPENAI_API_KEY");
  close_window (window);
}

/* --- Budget of a run -------------------------------------------------------------------------- */

static gboolean
is_paused_for_money (gpointer user_data)
{
  return get_notice (user_data) == TROUPE_RUN_NOTICE_BUDGET;
}

/* Returns TRUE as soon as the notice has its button, because the notice appears with an
 * animation. */
static gboolean
has_add (gpointer user_data)
{
  return find_labelled (GTK_WIDGET (user_data), "Add $0.0500") != NULL;
}

/* A run pauses if its models have used up the budget, and continues after the budget is raised. */
static void
test_budget (void)
{
  g_autofree char *example = get_example ("write-and-review.json");
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GString) changed = NULL;
  g_autoptr (FakeServer) server = fake_server_new ();
  TroupeWindow *window;
  TroupePage *page;
  GtkWidget *add;

  g_setenv ("OPENAI_API_KEY", KEY, TRUE);
  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, paid_answer), 0, 0,
                   FAKE_END_CLOSE);
  g_assert_true (g_file_get_contents (example, &text, NULL, NULL));
  changed = g_string_new (text);
  g_string_replace (changed, "mock/echo", "openai/gpt-4.1-mini", 0);
  path = write_file ("spend.json", changed->str);
  troupe_preferences_set_address (get_settings (), "OPENAI_BASE_URL", fake_server_get_url (server));
  g_settings_set_int64 (get_settings (), TROUPE_PREFERENCES_BUDGET, 50000);

  window = open_window (path);
  page = troupe_window_get_page (window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_consent_dialog, NULL);
  /* The consent dialog shows the host of the models from the preferences, and the budget. */
  wait_for_text (GTK_WIDGET (find_consent ()), "127.0.0.1:");
  wait_for_text (GTK_WIDGET (find_consent ()), "Pauses at $0.0500");
  answer_consent (TRUE);
  wait_until (is_paused_for_money, page);
  g_assert_true (troupe_page_is_held (page));
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
  wait_for_text (GTK_WIDGET (page), "Paused at $0.0720: the budget has been used up.");
  wait_for_text (GTK_WIDGET (page), "$0.0720 of $0.0500");
  wait_until (has_add, page);
  add = find_labelled (GTK_WIDGET (page), "Add $0.0500");
  g_signal_emit_by_name (add, "clicked");
  wait_until (is_idle, window);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 2);
  g_assert_cmpint (get_notice (page), ==, TROUPE_RUN_NOTICE_NONE);

  g_settings_reset (get_settings (), TROUPE_PREFERENCES_BUDGET);
  troupe_preferences_set_address (get_settings (), "OPENAI_BASE_URL", "");
  g_unsetenv ("OPENAI_API_KEY");
  close_window (window);
}

/* --- OpenTelemetry spans ---------------------------------------------------------------------- */

/* Permissions are counted and revoked with one click. */
static void
test_consents (void)
{
  g_autofree char *folder = troupe_store_get_default_folder ();
  TroupeWindow *window = open_window (NULL);
  GtkWidget *page;
  GtkWidget *button;

  g_assert_true (troupe_permissions_withdraw_all (folder, NULL));
  g_assert_true (troupe_permissions_grant (folder, "0123456789abcdef", NULL));
  page = GTK_WIDGET (show_preferences ("running"));
  wait_for_text (page, "1 document version may run without asking");
  button = find_labelled (page, "Revoke All");
  g_assert_true (gtk_widget_is_sensitive (button));
  g_signal_emit_by_name (button, "clicked");
  wait_for_text (page, "None. Troupe asks before it runs a document from another source");
  g_assert_false (gtk_widget_is_sensitive (button));
  g_assert_false (troupe_permissions_were_granted (folder, "0123456789abcdef"));
  close_preferences ();
  close_window (window);
}

static gboolean
has_request (gpointer user_data)
{
  return fake_server_get_n_requests (user_data) > 0;
}

/* An invalid endpoint is not stored. A valid endpoint receives the spans of a run in the window,
 * without prompts and answers. */
static void
test_spans (void)
{
  g_autofree char *example = get_example ("write-and-review.json");
  g_autofree char *request = NULL;
  g_autoptr (FakeServer) server = fake_server_new ();
  TroupeWindow *window = open_window (example);
  GtkWidget *row;
  GtkWidget *page;

  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, "{}"), 0, 0,
                   FAKE_END_CLOSE);
  page = GTK_WIDGET (show_preferences ("running"));
  row = find_type (page, ADW_TYPE_ENTRY_ROW);
  gtk_editable_set_text (GTK_EDITABLE (row), "localhost:4318");
  g_signal_emit_by_name (row, "apply");
  g_assert_true (gtk_widget_has_css_class (row, "error"));
  g_assert_false (g_settings_get_user_value (get_settings (), TROUPE_RUN_SPANS_ENDPOINT) != NULL);
  gtk_editable_set_text (GTK_EDITABLE (row), fake_server_get_url (server));
  g_signal_emit_by_name (row, "apply");
  g_assert_false (gtk_widget_has_css_class (row, "error"));
  close_preferences ();

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_request, server);
  wait_until (is_idle, window);
  request = fake_server_get_request (server, 0);
  g_assert_nonnull (strstr (request, "\"invoke_workflow write_and_review\""));
  g_assert_nonnull (strstr (request, "\"chat echo\""));
  g_assert_null (strstr (request, "leaves"));
  g_settings_reset (get_settings (), TROUPE_RUN_SPANS_ENDPOINT);
  close_window (window);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-keyring-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "keyring", NULL);
  int status;

  g_setenv ("SECRET_FILE_TEST_PATH", file, TRUE);
  g_unsetenv ("OPENAI_API_KEY");
  g_unsetenv ("OPENAI_BASE_URL");
  g_unsetenv ("OPENAI_API_BASE");
  g_unsetenv ("MODEL");
  window_test_init (&argc, &argv);

  g_test_add_func ("/window/preferences/pages", test_pages);
  g_test_add_func ("/window/preferences/long-message", test_long_message);
  g_test_add_func ("/window/preferences/settings", test_settings);
  g_test_add_func ("/window/preferences/key", test_key);
  g_test_add_func ("/window/preferences/key-of-other-variable", test_key_of_other_variable);
  g_test_add_func ("/window/preferences/refused-key", test_refused_key);
  g_test_add_func ("/window/preferences/key-of-environment", test_key_of_environment);
  g_test_add_func ("/window/preferences/test", test_test);
  g_test_add_func ("/window/preferences/budget", test_budget);
  g_test_add_func ("/window/preferences/consents", test_consents);
  g_test_add_func ("/window/preferences/spans", test_spans);

  status = window_test_run ();
  remove_all (folder);
  return status;
}
