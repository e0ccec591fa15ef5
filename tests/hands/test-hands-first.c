/* test-hands-first.c: the first hour in the window by real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands.h"
#include "troupe-batch-page-private.h"
#include "troupe-flow-chat.h"
#include "troupe-guide.h"
#include "troupe-window-batch.h"

static void
keep_still (void)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
}

/* --- The guide -------------------------------------------------------------------------------- */

/* A flow in which the guide has nothing more to draw. */
static const char drawn[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"drawn\", \"methods\": {"
    "\"begin\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}},"
    "\"decide\": {\"listen\": \"begin\", \"router\": true, \"emit\": [\"yes\", \"no\"],"
    " \"do\": {\"call\": \"expression\", \"expr\": \"'yes'\"}},"
    "\"answer\": {\"listen\": \"yes\", \"do\": {\"call\": \"expression\", \"expr\": \"2\"}}}}\n";

typedef struct
{
  TroupeWindow *window;
  const char *words;
} Wanted;

static GtkWidget *
find_hint (GtkWidget *widget)
{
  if (GTK_IS_POPOVER (widget) && gtk_widget_has_css_class (widget, "hint") &&
      gtk_widget_get_mapped (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_hint (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
hints_at (gpointer user_data)
{
  const Wanted *wanted = user_data;
  GtkWidget *hint = find_hint (GTK_WIDGET (wanted->window));

  return hint != NULL && shows_text (hint, wanted->words);
}

static void
wait_for_hint (TroupeWindow *window, const char *words)
{
  Wanted wanted = { window, words };

  g_test_message ("waits for the hint “%s”", words);
  wait_until (hints_at, &wanted);
}

static void
click_in_hint (TroupeWindow *window, const char *label)
{
  GtkWidget *hint = find_hint (GTK_WIDGET (window));

  hands_wait_frame (hint);
  hands_click_on_arrival (find_labelled (hint, label), 600, 470);
}

/* A click in a hint takes effect although the pointer has just arrived over the window below. */
static void
test_guide (void)
{
  g_autofree char *path = write_file ("drawn.json", drawn);

  for (guint i = 0; i < 4; i++)
    {
      TroupeWindow *window = open_still_window (path);

      hands_wait_frame (GTK_WIDGET (window));
      g_clear_object (&window->guide);
      window->guide = troupe_guide_new (troupe_window_get_page (window),
                                        troupe_window_header_get_run_button (window->header),
                                        troupe_window_header_get_menu_button (window->header));
      wait_for_hint (window, "Press Run");
      hands_key (GDK_KEY_F5, 0);
      wait_for_hint (window, "5. Read the Results");
      click_in_hint (window, "Next");
      wait_for_hint (window, "6. Save an Image");
      click_in_hint (window, "Next");
      wait_for_hint (window, "7. A First Crew");
      click_in_hint (window, "Done");
      close_window (window);
    }
}

/* --- Keys --------------------------------------------------------------------------------------- */

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
has_rows (gpointer user_data)
{
  return hands_find_label (GTK_WIDGET (TROUPE_BATCH_PAGE (user_data)->table), "2") != NULL;
}

static gboolean
has_chooser (gpointer user_data)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (GTK_IS_FILE_CHOOSER (window) && gtk_widget_get_mapped (window))
        return TRUE;
    }
  return FALSE;
}

static gboolean
has_no_chooser (gpointer user_data)
{
  return !has_chooser (NULL);
}

static gboolean
is_active (gpointer user_data)
{
  return gtk_window_is_active (user_data);
}

#define CTRL GDK_CONTROL_MASK
#define SHIFT GDK_SHIFT_MASK
#define ALT GDK_ALT_MASK

/* The shortcuts of the window that the focused widget gets first, and whether a text field uses the keys
 * itself. */
static const struct
{
  guint key;
  GdkModifierType modifiers;
  gboolean is_of_text;
} keys[] = {
  { GDK_KEY_n, CTRL, FALSE },
  { GDK_KEY_n, CTRL | ALT, FALSE },
  { GDK_KEY_o, CTRL, FALSE },
  { GDK_KEY_s, CTRL, FALSE },
  { GDK_KEY_s, CTRL | SHIFT, FALSE },
  { GDK_KEY_e, CTRL, FALSE },
  { GDK_KEY_c, CTRL | SHIFT, FALSE },
  { GDK_KEY_w, CTRL, FALSE },
  { GDK_KEY_z, CTRL, TRUE },
  { GDK_KEY_z, CTRL | SHIFT, TRUE },
  { GDK_KEY_F5, 0, FALSE },
  { GDK_KEY_F5, CTRL, FALSE },
  { GDK_KEY_F5, CTRL | SHIFT, FALSE },
  { GDK_KEY_F5, SHIFT, FALSE },
  { GDK_KEY_m, CTRL | ALT, FALSE },
  { GDK_KEY_F9, CTRL | SHIFT, FALSE },
  { GDK_KEY_F4, 0, FALSE },
  { GDK_KEY_F4, SHIFT, FALSE },
  { GDK_KEY_2, ALT, FALSE },
  { GDK_KEY_F11, 0, FALSE },
};

/* The keys that reached the window, which does nothing with them here. */
typedef struct
{
  guint n_seen;
} Seen;

static gboolean
seen_cb (GtkEventControllerKey *controller,
         guint key,
         guint code,
         GdkModifierType modifiers,
         Seen *seen)
{
  if (key == GDK_KEY_Control_L || key == GDK_KEY_Shift_L || key == GDK_KEY_Alt_L)
    return GDK_EVENT_PROPAGATE;
  seen->n_seen++;
  return GDK_EVENT_STOP;
}

static gboolean
is_text (GtkWidget *widget)
{
  return GTK_IS_EDITABLE (widget) || GTK_IS_TEXT_VIEW (widget) || GTK_IS_LABEL (widget);
}

/* Presses all keys while @widget has the focus. */
static void
press_keys (TroupeWindow *window, GtkWidget *widget, Seen *seen, GHashTable *done, guint *n_failed)
{
  g_autofree char *name = g_strdup_printf ("%s in %s", G_OBJECT_TYPE_NAME (widget),
                                           G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)));

  if (g_hash_table_contains (done, name))
    return;
  gtk_widget_grab_focus (widget);
  hands_settle ();
  g_hash_table_add (done, g_strdup (name));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const guint n_before = seen->n_seen;

      if (keys[i].is_of_text && is_text (widget))
        continue;
      hands_key (keys[i].key, keys[i].modifiers);
      if (seen->n_seen == n_before + 1)
        continue;
      g_test_message ("%s does not let pass %s", name,
                      gtk_accelerator_name (keys[i].key, keys[i].modifiers));
      (*n_failed)++;
    }
}

/* Presses all keys in one widget of each kind at or below @widget. */
static void
press_keys_below (TroupeWindow *window, GtkWidget *widget, Seen *seen, GHashTable *done, guint *n)
{
  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget))
    return;
  if (gtk_widget_get_focusable (widget) && gtk_widget_get_can_focus (widget) &&
      !GTK_IS_WINDOW (widget))
    press_keys (window, widget, seen, done, n);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    press_keys_below (window, child, seen, done, n);
}

static void
check_keys (TroupeWindow *window, GHashTable *done, guint *n_failed)
{
  Seen seen = { 0 };
  /* The last widget before the window, whose own shortcuts would act. */
  GtkWidget *content = gtk_widget_get_first_child (GTK_WIDGET (window));
  GtkEventController *controller = gtk_event_controller_key_new ();

  g_signal_connect (controller, "key-pressed", G_CALLBACK (seen_cb), &seen);
  gtk_widget_add_controller (content, controller);
  hands_wait_frame (GTK_WIDGET (window));
  press_keys_below (window, content, &seen, done, n_failed);
  gtk_widget_remove_controller (content, controller);
}

static gboolean
has_run (gpointer user_data)
{
  return troupe_monitor_get_output (get_monitor (troupe_window_get_page (user_data)), "answer") !=
         NULL;
}

/* The window's shortcuts work wherever the focus is. */
static void
test_all_keys (void)
{
  static const char *const panels[] = { "timeline", "transcript", "data",
                                        "log",      "cost",       "problems" };
  g_autofree char *path = write_file ("drawn.json", drawn);
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  TroupeWindow *window;
  guint n_failed = 0;

  keep_still ();
  window = open_window (NULL);
  check_keys (window, done, &n_failed);
  close_window (window);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  hands_key (GDK_KEY_F5, 0);
  wait_until (has_run, window);
  troupe_editor_select_method (get_editor (troupe_window_get_page (window)), "decide");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-outline", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      g_autofree char *action = g_strdup_printf ("win.panel-%s", panels[i]);

      gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
      check_keys (window, done, &n_failed);
    }
  close_window (window);
  g_test_message ("%u kinds of widgets", g_hash_table_size (done));
  g_assert_cmpuint (n_failed, ==, 0);
}

static gboolean
has_no_page (gpointer user_data)
{
  return troupe_window_get_page (user_data) == NULL;
}

/* Ctrl+Shift+T reopens a tab in a text field, too, which has another use for the key since GTK 4.18. */
static void
test_reopen_key (void)
{
  g_autofree char *closed = write_file ("closed.json", drawn);
  g_autofree char *path = write_file ("drawn.json", drawn);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TroupeWindow *window;
  GtkWidget *field;

  keep_still ();
  window = open_still_window (closed);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  wait_until (has_no_page, window);
  troupe_window_open_file (window, file);
  wait_until (has_page, window);
  hands_wait_frame (GTK_WIDGET (window));
  hands_key (GDK_KEY_F5, CTRL | SHIFT);
  wait_until (has_batch, window);
  hands_wait_frame (GTK_WIDGET (window));
  field = hands_find_type (GTK_WIDGET (troupe_window_get_batch (window)), GTK_TYPE_SPIN_BUTTON);
  g_assert_true (gtk_widget_grab_focus (field));
  hands_settle ();
  hands_key (GDK_KEY_t, CTRL | SHIFT);
  wait_until (has_page, window);
  g_assert_cmpstr (troupe_document_get_path (TROUPE_DOCUMENT (get_document (window))), ==, closed);
  close_window (window);
}

static void
test_batch_keys (void)
{
  g_autofree char *path = write_file ("drawn.json", drawn);
  g_autofree char *inputs = write_file ("rows.jsonl", "{\"a\": 1}\n{\"a\": 2}\n{\"a\": 3}\n");
  TroupeWindow *window;
  TroupeBatchPage *page;
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_failed = 0;

  keep_still ();
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  hands_key (GDK_KEY_F5, CTRL | SHIFT);
  wait_until (has_batch, window);
  page = troupe_window_get_batch (window);
  troupe_batch_page_set_inputs (page, inputs);
  troupe_batch_page_start (page);
  wait_until (is_over, page);
  hands_wait_frame (GTK_WIDGET (window));
  wait_until (has_rows, page);
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_found (hands_find_label, GTK_WIDGET (page->table), "2");
  /* The first widget of a row that can have the focus is a button that is hidden here. */
  g_assert_true (gtk_widget_get_mapped (gtk_window_get_focus (GTK_WINDOW (window))));
  hands_key (GDK_KEY_o, CTRL);
  wait_until (has_chooser, NULL);
  hands_key (GDK_KEY_Escape, 0);
  wait_until (has_no_chooser, NULL);
  wait_until (is_active, window);
  check_keys (window, done, &n_failed);
  g_assert_cmpuint (n_failed, ==, 0);
  hands_click_found (hands_find_label, GTK_WIDGET (page->table), "2");
  hands_key (GDK_KEY_Page_Up, CTRL);
  g_assert_nonnull (troupe_window_get_page (window));
  hands_key (GDK_KEY_Page_Down, CTRL);
  g_assert_true (troupe_window_get_batch (window) == page);
  close_window (window);
}

/* --- Chat ------------------------------------------------------------------------------------- */

static const char chat_flow[] = "schema: crewai.flow/v1\n"
                                "name: Shop\n"
                                "conversational: {llm: \"mock/say:Welcome.\"}\n"
                                "methods:\n"
                                "  tell: {listen: converse, do: {call: expression, expr: '1'}}\n";

static TroupeChatController *
get_talk (TroupeWindow *window)
{
  return troupe_flow_chat_get_talk (
      troupe_flow_content_get_chat (troupe_flow_content_of (troupe_window_get_page (window))));
}

static TroupeChatPane *
get_pane (TroupeWindow *window)
{
  return troupe_flow_chat_get_pane (
      troupe_flow_content_get_chat (troupe_flow_content_of (troupe_window_get_page (window))));
}

typedef struct
{
  TroupeWindow *window;
  guint n;
} Turns;

static gboolean
has_turns (gpointer user_data)
{
  const Turns *turns = user_data;
  TroupeStore *store = troupe_services_get_store (TROUPE_SERVICES (window_test_application));

  return troupe_chat_controller_get_n_turns (get_talk (turns->window)) == turns->n &&
         !troupe_chat_controller_is_running (get_talk (turns->window)) &&
         (turns->n == 0 || (store != NULL && troupe_store_flush (store, NULL)));
}

/* Ctrl+L goes to the entry of the chat. */
static void
say (TroupeWindow *window, const char *text, guint n)
{
  hands_key (GDK_KEY_l, CTRL);
  hands_type (text);
  hands_key (GDK_KEY_Return, 0);
  wait_until (has_turns, &(Turns){ window, n });
}

/* A chat that is opened again shows its last conversation, which the next message continues. */
static void
test_chat_again (void)
{
  g_autofree char *path = write_file ("again.yaml", chat_flow);
  g_autofree char *id = NULL;
  TroupeWindow *window;

  keep_still ();
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  say (window, "hello", 1);
  id = g_strdup (troupe_chat_controller_get_id (get_talk (window)));
  close_window (window);
  window = open_still_window (path);
  wait_until (has_turns, &(Turns){ window, 1 });
  hands_wait_frame (GTK_WIDGET (window));
  say (window, "again", 2);
  g_assert_cmpstr (troupe_chat_controller_get_id (get_talk (window)), ==, id);
  close_window (window);
  window = open_still_window (path);
  wait_until (has_turns, &(Turns){ window, 2 });
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_found (hands_find_label, GTK_WIDGET (get_pane (window)), "New Conversation");
  wait_until (has_turns, &(Turns){ window, 0 });
  say (window, "other", 1);
  g_assert_cmpstr (troupe_chat_controller_get_id (get_talk (window)), !=, id);
  close_window (window);
}

int
main (int argc, char **argv)
{
  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  window_test_init (&argc, &argv);
  g_test_add_func ("/hands/first/guide", test_guide);
  g_test_add_func ("/hands/first/batch-keys", test_batch_keys);
  g_test_add_func ("/hands/first/reopen-key", test_reopen_key);
  g_test_add_func ("/hands/first/chat-again", test_chat_again);
  g_test_add_func ("/hands/first/all-keys", test_all_keys);
  return window_test_run ();
}
