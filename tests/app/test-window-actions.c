/* test-window-actions.c: activation of every class action of all widgets in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "window-test.h"

/* These actions close widgets that the other actions need, or open a dialog of the desktop. */
static const char *const left_out[] = {
  "win.close-tab", "win.welcome", "win.open", "win.save-as", "win.export",
};

static gboolean
is_left_out (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (left_out); i++)
    if (g_str_equal (left_out[i], name))
      return TRUE;
  return FALSE;
}

/* Collects the mapped widgets. Each widget is referenced, because an action may remove other
 * widgets. */
static void
collect (GtkWidget *widget, GPtrArray *widgets)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  g_ptr_array_add (widgets, g_object_ref (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect (child, widgets);
}

static void
settle (void)
{
  for (guint turn = 0; turn < 20; turn++)
    g_main_context_iteration (NULL, FALSE);
}

static void
close_others (TroupeWindow *window)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = g_list_model_get_n_items (toplevels); i > 0; i--)
    {
      /* One window may have been closed together with another window. */
      g_autoptr (GtkWindow) other = g_list_model_get_item (toplevels, i - 1);

      if (other != NULL && other != GTK_WINDOW (window))
        gtk_window_close (other);
    }
}

static void
close_popovers (GtkWidget *widget)
{
  if (GTK_IS_POPOVER (widget))
    gtk_popover_popdown (GTK_POPOVER (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    close_popovers (child);
}

static gboolean
runs_nothing (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return page == NULL || !troupe_page_is_running (page);
}

/* Activates the actions of Troupe's own classes that have no parameter. Returns the number of
 * activated actions. */
static guint
activate_all (TroupeWindow *window, GtkWidget *widget, GHashTable *names)
{
  GtkWidgetClass *klass = GTK_WIDGET_GET_CLASS (widget);
  const GVariantType *parameter;
  const char *name;
  const char *property;
  GType owner;
  guint n_activated = 0;

  for (guint i = 0; gtk_widget_class_query_action (klass, i, &owner, &name, &parameter, &property);
       i++)
    {
      if (!g_str_has_prefix (g_type_name (owner), "Troupe") || parameter != NULL ||
          is_left_out (name))
        continue;
      g_test_message ("%s of %s", name, G_OBJECT_TYPE_NAME (widget));
      gtk_widget_activate_action (widget, name, NULL);
      settle ();
      close_popovers (GTK_WIDGET (window));
      close_others (window);
      gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
      wait_until (runs_nothing, window);
      g_hash_table_add (names, (gpointer) name);
      n_activated++;
    }
  return n_activated;
}

static void
activate_in (TroupeWindow *window, GHashTable *names)
{
  g_autoptr (GPtrArray) widgets = g_ptr_array_new_with_free_func (g_object_unref);

  collect (GTK_WIDGET (window), widgets);
  for (guint i = 0; i < widgets->len; i++)
    if (gtk_widget_get_root (widgets->pdata[i]) != NULL)
      activate_all (window, widgets->pdata[i], names);
}

static void
test_document (void)
{
  static const char *const pages[] = { "timeline", "data", "log", "problems" };
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *example = get_example ("decide-by-score.json");
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  TroupeWindow *window = NULL;
  TroupePage *page = NULL;

  /* An action writes a test file beside the document. */
  g_assert_true (g_file_get_contents (example, &text, NULL, NULL));
  path = write_file ("actions.json", text);
  window = open_window (path);
  page = troupe_window_get_page (window);
  g_object_set (window, "show-outline", TRUE, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
      wait_until (is_idle, window);
      troupe_editor_select_method (get_editor (page), "decide");
      troupe_monitor_set_page (get_monitor (page), pages[i]);
      settle ();
      activate_in (window, names);
    }
  g_test_message ("%u actions", g_hash_table_size (names));
  g_assert_cmpuint (g_hash_table_size (names), >, 35);
  g_object_set (window, "show-outline", FALSE, NULL);
  close_window (window);
}

static void
test_welcome (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  TroupeWindow *window = open_window (NULL);

  activate_in (window, names);
  close_window (window);
}

int
main (int argc, char **argv)
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window/actions/document", test_document);
  g_test_add_func ("/window/actions/welcome", test_welcome);

  return window_test_run ();
}
