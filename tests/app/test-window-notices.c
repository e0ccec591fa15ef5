/* test-window-notices.c: notifications about runs, and runs of a closed window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-wait.h"
#include "fake-server.h"
#include "troupe-preferences-apply.h"
#include "troupe-preferences.h"
#include "window-test.h"

#define GOOD                                                                                       \
  "schema: crewai.flow/v1\nname: good\nmethods:\n  a: {start: true, do: {call: expression, expr: " \
  "'1'}}\n"
#define BAD                                                                                        \
  "schema: crewai.flow/v1\nname: bad <b>\nmethods:\n  a: {start: true, do: {call: expression, "    \
  "expr: '1 / 0'}}\n"
#define ASKING                                                                                     \
  "schema: crewai.flow/v1\nname: asking\nmethods:\n  a:\n    start: true\n    do: {call: "         \
  "expression, expr: \"'draft'\"}\n    human_feedback: {message: 'Good?'}\n"

#define CHOOSING                                                                                   \
  "schema: crewai.flow/v1\nname: choosing\nmethods:\n  a:\n    start: true\n    do: {call: "       \
  "expression, expr: \"'draft'\"}\n    human_feedback: {message: 'Good?', emit: [publish, "        \
  "revise], llm: mock/echo}\n"

/* Two calls of a model that costs money. */
#define PAID                                                                                       \
  "schema: crewai.flow/v1\nname: paid\nmethods:\n  a: {start: true, do: {call: agent, with: "      \
  "{role: "                                                                                        \
  "r, goal: g, backstory: b, llm: openai/gpt-4.1-mini, input: x}}}\n  b: {listen: a, do: {call: "  \
  "agent, with: {role: r, goal: g, backstory: b, llm: openai/gpt-4.1-mini, input: x}}}\n"

#define DIVIDING                                                                                   \
  "schema: crewai.flow/v1\nname: divide\nmethods:\n  a: {start: true, do: {call: expression, "     \
  "expr: '100 / state.by'}}\n"

/* The notifications that were sent: a line for each, with id, title, body and action, and one for each of its buttons. */
static GString *told;

static const char introspection[] =
    "<node><interface name='org.gtk.Notifications'>"
    "<method name='AddNotification'><arg type='s' direction='in'/><arg type='s' direction='in'/>"
    "<arg type='a{sv}' direction='in'/></method>"
    "<method name='RemoveNotification'><arg type='s' direction='in'/><arg type='s' "
    "direction='in'/></method></interface></node>";

/* Adds the label, the action and the target of each button. */
static void
tell_buttons (GVariant *about)
{
  g_autoptr (GVariant) buttons =
      g_variant_lookup_value (about, "buttons", G_VARIANT_TYPE ("aa{sv}"));

  for (gsize i = 0; buttons != NULL && i < g_variant_n_children (buttons); i++)
    {
      g_autoptr (GVariant) button = g_variant_get_child_value (buttons, i);
      g_autoptr (GVariant) target = g_variant_lookup_value (button, "target", NULL);
      g_autofree char *text = target != NULL ? g_variant_print (target, FALSE) : NULL;
      const char *label = NULL;
      const char *action = NULL;

      g_variant_lookup (button, "label", "&s", &label);
      g_variant_lookup (button, "action", "&s", &action);
      g_string_append_printf (told, "  [%s] %s %s\n", label, action, text);
    }
}

static void
called_cb (GDBusConnection *connection,
           const char *sender,
           const char *path,
           const char *interface,
           const char *method,
           GVariant *parameters,
           GDBusMethodInvocation *invocation,
           gpointer user_data)
{
  const char *application = NULL;
  const char *id = NULL;

  if (g_str_equal (method, "AddNotification"))
    {
      g_autoptr (GVariant) about = NULL;
      const char *title = NULL;
      const char *body = NULL;
      const char *action = NULL;

      g_variant_get (parameters, "(&s&s@a{sv})", &application, &id, &about);
      g_variant_lookup (about, "title", "&s", &title);
      g_variant_lookup (about, "body", "&s", &body);
      g_variant_lookup (about, "default-action", "&s", &action);
      g_string_append_printf (told, "+ %s | %s | %s | %s\n", id, title, body, action);
      tell_buttons (about);
    }
  else
    {
      g_variant_get (parameters, "(&s&s)", &application, &id);
      g_string_append_printf (told, "- %s\n", id);
    }
  g_dbus_method_invocation_return_value (invocation, NULL);
}

/* Takes the place of the desktop on a bus of its own. */
static GDBusConnection *
be_the_desktop (const char *address)
{
  static const GDBusInterfaceVTable table = { called_cb, NULL, NULL, { 0 } };
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (introspection, NULL);
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;
  GDBusConnection *connection =
      g_dbus_connection_new_for_address_sync (address,
                                              G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                  G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                              NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_dbus_connection_register_object (connection, "/org/gtk/Notifications",
                                                       node->interfaces[0], &table, NULL, NULL,
                                                       &error),
                    !=, 0);
  reply = g_dbus_connection_call_sync (connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                       "org.freedesktop.DBus", "RequestName",
                                       g_variant_new ("(su)", "org.gtk.Notifications", 4), NULL,
                                       G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  g_assert_no_error (error);
  return connection;
}

static gboolean
was_told (gpointer user_data)
{
  return strstr (told->str, user_data) != NULL;
}

/* Returns the id of the first notification. (transfer full) */
static char *
get_id (void)
{
  const char *start = strstr (told->str, "+ ");

  g_assert_nonnull (start);
  return g_strndup (start + 2, strcspn (start + 2, " "));
}

static TroupeWindow *
run (const char *name, const char *text)
{
  g_autofree char *path = write_file (name, text);
  TroupeWindow *window = open_window (path);

  g_string_truncate (told, 0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  return window;
}

/* The user looks elsewhere: another tab is in front. */
static TroupeWindow *
run_behind (const char *name, const char *text)
{
  g_autofree char *path = write_file (name, text);
  g_autofree char *other = write_file ("front.yaml", GOOD);
  TroupeWindow *window = open_window (path);
  g_autoptr (GFile) file = g_file_new_for_path (other);
  TroupePage *page = troupe_window_get_page (window);

  troupe_window_open_file (window, file);
  test_wait_until (troupe_window_get_page (window) != NULL &&
                   troupe_window_get_page (window) != page);
  g_string_truncate (told, 0);
  troupe_page_start_run (page, FALSE);
  return window;
}

static void
test_ends (void)
{
  TroupeWindow *window = run_behind ("good.yaml", GOOD);
  g_autofree char *id = NULL;
  GActionGroup *actions = G_ACTION_GROUP (window_test_application);
  TroupePage *page = NULL;

  wait_until (was_told, (gpointer) "good Has Finished");
  g_assert_nonnull (strstr (told->str, "| app.show-run\n"));
  id = get_id ();
  g_action_group_activate_action (actions, "show-run", g_variant_new_string (id));
  page = troupe_window_get_page (window);
  g_assert_true (
      g_str_has_suffix (troupe_document_get_path (troupe_page_get_document (page)), "/good.yaml"));
  close_window (window);
}

/* The text of an error is no markup. */
static void
test_fails (void)
{
  TroupeWindow *window = run_behind ("bad.yaml", BAD);

  wait_until (was_told, (gpointer) "Has Failed");
  g_assert_nonnull (strstr (told->str, "bad"));
  close_window (window);
}

static gboolean
is_asking (gpointer user_data)
{
  return troupe_page_get_n_questions (troupe_window_get_page (user_data)) > 0;
}

static gboolean
is_hidden (gpointer user_data)
{
  return !gtk_widget_get_visible (user_data);
}

/* A window that was closed during a run is hidden; its question can be answered, and its run shown. */
static void
test_background (void)
{
  TroupeWindow *window = run ("asking.yaml", ASKING);
  GActionGroup *actions = G_ACTION_GROUP (window_test_application);
  TroupePage *page = NULL;
  g_autofree char *question = NULL;
  g_autofree char *id = NULL;

  wait_until (is_asking, window);
  page = troupe_window_get_page (window);
  question = g_strdup (((TroupeFeedbackRequest *) g_ptr_array_index (
                            troupe_page_questions_list (
                                troupe_page_content_get_questions (troupe_page_get_content (page))),
                            0))
                           ->id);
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_dialog, window);
  answer_dialog ("keep");
  wait_until (is_hidden, window);
  g_assert_true (troupe_page_is_running (page));
  g_string_truncate (told, 0);
  g_action_group_activate_action (actions, "answer", g_variant_new ("(ss)", question, ""));
  wait_until (was_told, (gpointer) "asking Has Finished");
  id = get_id ();
  g_action_group_activate_action (actions, "show-run", g_variant_new_string (id));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window)));
  close_window (window);
}

static gboolean
is_read (gpointer user_data)
{
  return shows_text (user_data, "answered by");
}

/* A run that asks in another tab notifies with the answers that are possible. The button of one answers; the run goes on, and the
 * history says who has answered, and when. */
static void
test_asks (void)
{
  TroupeWindow *window = run_behind ("choosing.yaml", CHOOSING);
  g_autofree char *id = NULL;
  g_autofree char *button = NULL;
  g_autofree char *answered = g_strdup_printf ("answered by %s today", g_get_user_name ());
  GActionGroup *actions = G_ACTION_GROUP (window_test_application);

  wait_until (was_told, (gpointer) "a Needs Your Answer | Good?");
  id = get_id ();
  button = g_strdup_printf ("  [publish] app.answer ('%s', 'publish')\n", id);
  g_assert_nonnull (strstr (told->str, button));
  g_assert_nonnull (strstr (told->str, "  [revise] app.answer"));
  g_assert_nonnull (strstr (told->str, "| app.show-question\n"));
  g_string_truncate (told, 0);
  g_action_group_activate_action (actions, "answer", g_variant_new ("(ss)", id, "publish"));
  wait_until (was_told, (gpointer) "choosing Has Finished");
  /* The question is of no use any more. */
  g_clear_pointer (&button, g_free);
  button = g_strdup_printf ("- %s\n", id);
  wait_until (was_told, button);
  g_clear_pointer (&id, g_free);
  id = get_id ();
  g_action_group_activate_action (actions, "show-run", g_variant_new_string (id));
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.history", NULL);
  wait_until (is_read, window);
  wait_for_text (GTK_WIDGET (window), answered);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.history", NULL);
  close_window (window);
}

/* A run in another tab that reaches its budget says so and waits. */
static void
test_budget (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  TroupeWindow *window = NULL;
  g_autofree char *id = NULL;

  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, paid_answer), 0, 0,
                   FAKE_END_CLOSE);
  troupe_preferences_set_address (get_settings (), "OPENAI_BASE_URL", fake_server_get_url (server));
  g_settings_set_int64 (get_settings (), TROUPE_PREFERENCES_BUDGET, 1000);
  window = run_behind ("paid.yaml", PAID);
  wait_until (has_consent_dialog, NULL);
  answer_consent (TRUE);
  wait_until (was_told, (gpointer) "paid Has Reached Its Budget | The budget of $0.0010 has been "
                                   "used up. The run waits. | app.show-run");
  id = get_id ();
  g_action_group_activate_action (G_ACTION_GROUP (window_test_application), "show-run",
                                  g_variant_new_string (id));
  g_assert_true (troupe_page_is_held (troupe_window_get_page (window)));
  g_settings_reset (get_settings (), TROUPE_PREFERENCES_BUDGET);
  troupe_preferences_set_address (get_settings (), "OPENAI_BASE_URL", "");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
  wait_until (is_idle, window);
  close_window (window);
}

/* Opens a batch that divides by the items of the file. */
static TroupeBatchPage *
open_batch (TroupeWindow **window, const char *name, const char *items)
{
  g_autofree char *path = write_file ("divide.yaml", DIVIDING);
  g_autofree char *inputs = write_file (name, items);
  TroupeBatchPage *page = NULL;

  *window = open_window (path);
  gtk_widget_activate_action (GTK_WIDGET (*window), "win.batch", NULL);
  page = troupe_window_get_batch (*window);
  g_assert_nonnull (page);
  troupe_batch_page_set_inputs (page, inputs);
  g_string_truncate (told, 0);
  return page;
}

/* A batch behind another tab, and the click on its notification. */
static void
test_batch (void)
{
  g_autofree char *other = write_file ("front.yaml", GOOD);
  g_autoptr (GFile) file = g_file_new_for_path (other);
  TroupeWindow *window = NULL;
  TroupeBatchPage *page =
      open_batch (&window, "some.jsonl", "{\"by\": 1}\n{\"by\": 0}\n{\"by\": 2}\n");
  g_autofree char *id = NULL;

  troupe_window_open_file (window, file);
  wait_until (has_page, window);
  troupe_batch_page_start (page);
  wait_until (was_told, (gpointer) "Batch of some.jsonl Has Finished | 2 items succeeded · 1 item "
                                   "failed | app.show-run");
  id = get_id ();
  g_assert_true (troupe_window_get_batch (window) != page);
  g_action_group_activate_action (G_ACTION_GROUP (window_test_application), "show-run",
                                  g_variant_new_string (id));
  g_assert_true (troupe_window_get_batch (window) == page);
  close_window (window);
}

static gboolean
is_running (gpointer user_data)
{
  return troupe_batch_page_is_running (user_data);
}

/* A batch of a closed window goes on and notifies; its notification shows the window again. */
static void
test_background_batch (void)
{
  g_autoptr (GString) items = g_string_new (NULL);
  TroupeWindow *window = NULL;
  TroupeBatchPage *page = NULL;
  g_autofree char *id = NULL;

  for (guint i = 1; i <= 300; i++)
    g_string_append_printf (items, "{\"by\": %u}\n", i);
  page = open_batch (&window, "many.jsonl", items->str);
  troupe_batch_page_start (page);
  wait_until (is_running, page);
  troupe_batch_page_toggle_pause (page);
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_dialog, window);
  answer_dialog ("keep");
  wait_until (is_hidden, window);
  g_assert_true (troupe_batch_page_is_running (page));
  troupe_batch_page_toggle_pause (page);
  wait_until (was_told, (gpointer) "Batch of many.jsonl Has Finished | 300 items succeeded |");
  id = get_id ();
  g_action_group_activate_action (G_ACTION_GROUP (window_test_application), "show-run",
                                  g_variant_new_string (id));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window)));
  close_window (window);
}

/* A batch that cannot continue says why; one that the user stops says nothing. */
static void
test_batch_reasons (void)
{
  g_autofree char *other = write_file ("front.yaml", GOOD);
  g_autoptr (GFile) file = g_file_new_for_path (other);
  TroupeWindow *window = NULL;
  TroupeBatchPage *page = open_batch (&window, "few.jsonl", "{\"by\": 1}\n");

  troupe_window_open_file (window, file);
  wait_until (has_page, window);
  g_signal_emit_by_name (page, "ended", (guint) TROUPE_BATCH_STOPPED, "Stopped.");
  g_signal_emit_by_name (page, "ended", (guint) TROUPE_BATCH_BUDGET, "The budget is used up.");
  wait_until (was_told,
              (gpointer) "Batch of few.jsonl Has Reached Its Budget | The budget is used up.");
  g_assert_null (strstr (told->str, "Stopped."));
  g_signal_emit_by_name (page, "ended", (guint) TROUPE_BATCH_TEMPORARY, "The disk is full.");
  wait_until (was_told, (gpointer) "Batch of few.jsonl Was Interrupted | The disk is full.");
  g_signal_emit_by_name (page, "ended", (guint) TROUPE_BATCH_FAILED, "Could not read “few.jsonl”.");
  wait_until (was_told, (gpointer) "Batch of few.jsonl Has Failed | Could not read");
  close_window (window);
}

int
main (int argc, char **argv)
{
  g_autofree char *display = g_strdup (g_getenv ("DISPLAY"));
  /* Ends with this process: the application keeps its connection until then. */
  GTestDBus *bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_autoptr (GDBusConnection) desktop = NULL;
  int result = 0;

  told = g_string_new (NULL);
  /* This removes the display from the environment. */
  g_test_dbus_up (bus);
  if (display != NULL)
    g_setenv ("DISPLAY", display, TRUE);
  desktop = be_the_desktop (g_test_dbus_get_bus_address (bus));
  g_setenv ("OPENAI_API_KEY", "sk-test", TRUE);
  window_test_init (&argc, &argv);
  g_test_add_func ("/window-notices/ends", test_ends);
  g_test_add_func ("/window-notices/fails", test_fails);
  g_test_add_func ("/window-notices/asks", test_asks);
  g_test_add_func ("/window-notices/budget", test_budget);
  g_test_add_func ("/window-notices/background", test_background);
  g_test_add_func ("/window-notices/batch", test_batch);
  g_test_add_func ("/window-notices/background-batch", test_background_batch);
  g_test_add_func ("/window-notices/batch-reasons", test_batch_reasons);
  result = window_test_run ();
  g_string_free (told, TRUE);
  return result;
}
