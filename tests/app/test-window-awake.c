/* test-window-awake.c: the desktop is kept awake during runs, if the user wants that
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-wait.h"
#include "troupe-keep-awake.h"
#include "window-test.h"

#define GOOD                                                                                       \
  "schema: crewai.flow/v1\nname: good\nmethods:\n  a: {start: true, do: {call: expression, expr: " \
  "'1'}}\n"
#define BAD                                                                                        \
  "schema: crewai.flow/v1\nname: bad\nmethods:\n  a: {start: true, do: {call: expression, expr: "  \
  "'1 / 0'}}\n"
#define ASKING                                                                                     \
  "schema: crewai.flow/v1\nname: asking\nmethods:\n  a:\n    start: true\n    do: {call: "         \
  "expression, expr: \"'draft'\"}\n    human_feedback: {message: 'Good?'}\n"
#define DIVIDING                                                                                   \
  "schema: crewai.flow/v1\nname: divide\nmethods:\n  a: {start: true, do: {call: expression, "     \
  "expr: '100 / state.by'}}\n"

/* The flag of the session manager for “do not suspend”. */
#define SUSPEND 4

/* A session manager. It has a thread of its own, because GTK waits for its answers in the main thread. */
static struct
{
  char *address;
  GMainLoop *loop;
  GMutex lock;      /* protects the following */
  GHashTable *held; /* cookie → flags */
  guint n_asked;    /* how often Inhibit() was called */
  gboolean is_wrong;
  gboolean is_ready;
} manager;

static const char introspection[] =
    "<node><interface name='org.gnome.SessionManager'>"
    "<method name='Inhibit'><arg type='s' direction='in'/><arg type='u' direction='in'/>"
    "<arg type='s' direction='in'/><arg type='u' direction='in'/>"
    "<arg type='u' direction='out'/></method>"
    "<method name='Uninhibit'><arg type='u' direction='in'/></method>"
    "</interface></node>";

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
  GVariant *answer = NULL;
  const char *reason = NULL;
  guint number = 0;
  guint flags = 0;

  g_mutex_lock (&manager.lock);
  if (g_str_equal (method, "Inhibit"))
    {
      g_variant_get (parameters, "(&su&su)", NULL, NULL, &reason, &flags);
      number = ++manager.n_asked;
      g_hash_table_insert (manager.held, GUINT_TO_POINTER (number), GUINT_TO_POINTER (flags));
      manager.is_wrong |= flags != SUSPEND || *reason == '\0';
      answer = g_variant_new ("(u)", number);
    }
  else
    {
      g_variant_get (parameters, "(u)", &number);
      manager.is_wrong |= !g_hash_table_remove (manager.held, GUINT_TO_POINTER (number));
    }
  g_mutex_unlock (&manager.lock);
  g_dbus_method_invocation_return_value (invocation, answer);
}

static gpointer
manage (gpointer user_data)
{
  static const GDBusInterfaceVTable table = { called_cb, NULL, NULL, { 0 } };
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (introspection, NULL);
  g_autoptr (GDBusConnection) connection = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;

  g_main_context_push_thread_default (context);
  manager.loop = g_main_loop_new (context, FALSE);
  connection =
      g_dbus_connection_new_for_address_sync (manager.address,
                                              G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                  G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                              NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_dbus_connection_register_object (connection, "/org/gnome/SessionManager",
                                                       node->interfaces[0], &table, NULL, NULL,
                                                       &error),
                    !=, 0);
  reply = g_dbus_connection_call_sync (connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                       "org.freedesktop.DBus", "RequestName",
                                       g_variant_new ("(su)", "org.gnome.SessionManager", 4), NULL,
                                       G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  g_assert_no_error (error);
  g_mutex_lock (&manager.lock);
  manager.is_ready = TRUE;
  g_mutex_unlock (&manager.lock);
  g_main_loop_run (manager.loop);
  g_clear_pointer (&manager.loop, g_main_loop_unref);
  g_main_context_pop_thread_default (context);
  return NULL;
}

static gboolean
is_ready (void)
{
  gboolean ready;

  g_mutex_lock (&manager.lock);
  ready = manager.is_ready;
  g_mutex_unlock (&manager.lock);
  return ready;
}

/* Returns how often the desktop is kept awake now. */
static guint
count_held (void)
{
  guint n;

  g_mutex_lock (&manager.lock);
  g_assert_false (manager.is_wrong);
  n = g_hash_table_size (manager.held);
  g_mutex_unlock (&manager.lock);
  return n;
}

static guint
count_asked (void)
{
  guint n;

  g_mutex_lock (&manager.lock);
  n = manager.n_asked;
  g_mutex_unlock (&manager.lock);
  return n;
}

/* --- Runs ------------------------------------------------------------------------------------- */

static TroupeWindow *
run (const char *name, const char *text)
{
  g_autofree char *path = write_file (name, text);
  TroupeWindow *window = open_window (path);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  return window;
}

static gboolean
is_asking (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return page != NULL && troupe_page_get_n_questions (page) > 0;
}

static TroupeWindow *
run_asking (void)
{
  TroupeWindow *window = run ("asking.yaml", ASKING);

  wait_until (is_asking, window);
  return window;
}

/* Answers the question of the page with an empty text. */
static void
answer (TroupePage *page)
{
  GPtrArray *questions = troupe_page_questions_list (
      troupe_page_content_get_questions (troupe_page_get_content (page)));
  const TroupeFeedbackRequest *request = g_ptr_array_index (questions, 0);

  g_action_group_activate_action (G_ACTION_GROUP (window_test_application), "answer",
                                  g_variant_new ("(ss)", request->id, ""));
}

/* The default, and the setting switched off again. */
static void
test_unasked (void)
{
  GSettings *settings = get_settings ();
  TroupeWindow *window = NULL;

  g_assert_false (g_settings_get_boolean (settings, TROUPE_KEEP_AWAKE));
  g_assert_null (troupe_keep_awake_begin (NULL));
  troupe_keep_awake_end (NULL);
  window = run_asking ();
  g_assert_cmpuint (count_asked (), ==, 0);
  answer (troupe_window_get_page (window));
  wait_until (is_idle, window);
  close_window (window);
  g_assert_cmpuint (count_asked (), ==, 0);
}

static void
begin_awake (void)
{
  g_settings_set_boolean (get_settings (), TROUPE_KEEP_AWAKE, TRUE);
}

static void
end_awake (void)
{
  test_wait_until (count_held () == 0);
  g_settings_reset (get_settings (), TROUPE_KEEP_AWAKE);
}

/* Only while the run is under way, not before or after it. */
static void
test_ends (void)
{
  g_autofree char *path = write_file ("asking.yaml", ASKING);
  TroupeWindow *window = NULL;
  guint n_before = count_asked ();

  begin_awake ();
  window = open_window (path);
  g_assert_cmpuint (count_asked (), ==, n_before);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (is_asking, window);
  g_assert_cmpuint (count_held (), ==, 1);
  answer (troupe_window_get_page (window));
  wait_until (is_idle, window);
  test_wait_until (count_held () == 0);
  g_assert_cmpuint (count_asked (), ==, n_before + 1);
  close_window (window);
  end_awake ();
}

/* The setting is followed during the run. */
static void
test_changed (void)
{
  TroupeWindow *window = run_asking ();

  g_assert_cmpuint (count_held (), ==, 0);
  begin_awake ();
  test_wait_until (count_held () == 1);
  g_settings_reset (get_settings (), TROUPE_KEEP_AWAKE);
  test_wait_until (count_held () == 0);
  g_assert_true (troupe_page_is_running (troupe_window_get_page (window)));
  begin_awake ();
  test_wait_until (count_held () == 1);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
  wait_until (is_idle, window);
  end_awake ();
  /* Nothing runs any more. */
  begin_awake ();
  g_assert_cmpuint (count_held (), ==, 0);
  close_window (window);
  end_awake ();
}

static void
test_fails (void)
{
  const guint n_before = count_asked ();
  TroupeWindow *window = NULL;

  begin_awake ();
  window = run ("bad.yaml", BAD);
  test_wait_until (count_asked () == n_before + 1 && count_held () == 0);
  wait_until (is_idle, window);
  close_window (window);
  end_awake ();
}

static void
test_stopped (void)
{
  TroupeWindow *window = NULL;

  begin_awake ();
  window = run_asking ();
  g_assert_cmpuint (count_held (), ==, 1);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
  wait_until (is_idle, window);
  test_wait_until (count_held () == 0);
  close_window (window);
  end_awake ();
}

static gboolean
has_no_window (gpointer user_data)
{
  return gtk_application_get_windows (GTK_APPLICATION (window_test_application)) == NULL;
}

/* The run ends with its window. */
static void
test_closed (void)
{
  TroupeWindow *window = NULL;

  begin_awake ();
  window = run_asking ();
  g_assert_cmpuint (count_held (), ==, 1);
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_dialog, window);
  g_assert_cmpuint (count_held (), ==, 1);
  answer_dialog ("close");
  wait_until (has_no_window, NULL);
  end_awake ();
}

static gboolean
is_hidden (gpointer user_data)
{
  return !gtk_widget_get_visible (user_data);
}

/* The run goes on without its window, and so does its wish. */
static void
test_background (void)
{
  TroupeWindow *window = NULL;

  begin_awake ();
  window = run_asking ();
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_dialog, window);
  answer_dialog ("keep");
  wait_until (is_hidden, window);
  g_assert_cmpuint (count_held (), ==, 1);
  answer (troupe_window_get_page (window));
  wait_until (is_idle, window);
  test_wait_until (count_held () == 0);
  close_window (window);
  end_awake ();
}

/* The end of one run does not let the desktop sleep during another. */
static void
test_two (void)
{
  g_autofree char *other = write_file ("good.yaml", GOOD);
  g_autoptr (GFile) file = g_file_new_for_path (other);
  const guint n_before = count_asked ();
  TroupeWindow *window = NULL;
  TroupePage *asking = NULL;

  begin_awake ();
  window = run_asking ();
  asking = troupe_window_get_page (window);
  troupe_window_open_file (window, file);
  test_wait_until (troupe_window_get_page (window) != NULL &&
                   troupe_window_get_page (window) != asking);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  test_wait_until (count_asked () == n_before + 2 && count_held () == 1);
  wait_until (is_idle, window);
  g_assert_true (troupe_page_is_running (asking));
  g_assert_cmpuint (count_held (), ==, 1);
  answer (asking);
  test_wait_until (!troupe_page_is_running (asking));
  test_wait_until (count_held () == 0);
  close_window (window);
  end_awake ();
}

static gboolean
is_running (gpointer user_data)
{
  return troupe_batch_page_is_running (user_data);
}

/* Opens the batch page of a flow and starts a batch that is paused until the caller lets it go on. */
static TroupeBatchPage *
run_batch (TroupeWindow **window)
{
  g_autoptr (GString) items = g_string_new (NULL);
  g_autofree char *path = write_file ("divide.yaml", DIVIDING);
  g_autofree char *inputs = NULL;
  TroupeBatchPage *page = NULL;

  for (guint i = 1; i <= 300; i++)
    g_string_append_printf (items, "{\"by\": %u}\n", i);
  inputs = write_file ("many.jsonl", items->str);
  *window = open_window (path);
  gtk_widget_activate_action (GTK_WIDGET (*window), "win.batch", NULL);
  page = troupe_window_get_batch (*window);
  g_assert_nonnull (page);
  troupe_batch_page_set_inputs (page, inputs);
  g_assert_cmpuint (count_held (), ==, 0);
  troupe_batch_page_start (page);
  wait_until (is_running, page);
  troupe_batch_page_toggle_pause (page);
  return page;
}

static void
test_batch (void)
{
  TroupeWindow *window = NULL;
  TroupeBatchPage *page = NULL;

  begin_awake ();
  page = run_batch (&window);
  g_assert_cmpuint (count_held (), ==, 1);
  troupe_batch_page_toggle_pause (page);
  test_wait_until (!troupe_batch_page_is_running (page));
  test_wait_until (count_held () == 0);
  close_window (window);
  end_awake ();
}

static void
test_batch_closed (void)
{
  TroupeWindow *window = NULL;

  begin_awake ();
  run_batch (&window);
  g_assert_cmpuint (count_held (), ==, 1);
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_dialog, window);
  answer_dialog ("close");
  wait_until (has_no_window, NULL);
  end_awake ();
}

int
main (int argc, char **argv)
{
  g_autofree char *display = g_strdup (g_getenv ("DISPLAY"));
  /* Ends with this process: the application keeps its connection until then. */
  GTestDBus *bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  GThread *thread = NULL;
  int result = 0;

  /* This removes the display from the environment. */
  g_test_dbus_up (bus);
  if (display != NULL)
    g_setenv ("DISPLAY", display, TRUE);
  manager.address = g_strdup (g_test_dbus_get_bus_address (bus));
  manager.held = g_hash_table_new (NULL, NULL);
  thread = g_thread_new ("session manager", manage, NULL);
  /* GTK looks for the session manager once, when the application starts. */
  test_wait_for_thread (is_ready ());
  window_test_init (&argc, &argv);
  g_test_add_func ("/window-awake/unasked", test_unasked);
  g_test_add_func ("/window-awake/ends", test_ends);
  g_test_add_func ("/window-awake/changed", test_changed);
  g_test_add_func ("/window-awake/fails", test_fails);
  g_test_add_func ("/window-awake/stopped", test_stopped);
  g_test_add_func ("/window-awake/closed", test_closed);
  g_test_add_func ("/window-awake/background", test_background);
  g_test_add_func ("/window-awake/two", test_two);
  g_test_add_func ("/window-awake/batch", test_batch);
  g_test_add_func ("/window-awake/batch-closed", test_batch_closed);
  result = window_test_run ();
  g_main_loop_quit (manager.loop);
  g_thread_join (thread);
  g_hash_table_unref (manager.held);
  g_free (manager.address);
  return result;
}
