/* test-row-name.c: tooltips of the rows of a list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-wait.h"
#include "troupe-row-name.h"

#define N_ROWS 300

/* The rows that are bound. */
static GPtrArray *bound;

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  gtk_list_item_set_child (item, gtk_label_new (NULL));
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  const char *text = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), text);
  g_assert_true (troupe_list_item_set_tooltip (item, text));
  g_assert_false (troupe_list_item_set_tooltip (item, text));
  g_ptr_array_add (bound, item);
}

/* Returns the number of rows that are shown, or that have the tooltip. @text: (nullable) */
static guint
count (const char *text)
{
  guint n = 0;

  for (guint i = 0; i < bound->len; i++)
    {
      GtkWidget *child = gtk_list_item_get_child (bound->pdata[i]);

      n += text == NULL ? gtk_widget_get_mapped (child)
                        : g_strcmp0 (gtk_widget_get_tooltip_text (child), text) == 0;
    }
  return n;
}

/* A row has its tooltip as soon as it is shown, and not before: each one is a question to the display server. */
static void
test_tooltips (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkStringList *names = gtk_string_list_new (NULL);

  bound = g_ptr_array_new ();
  for (guint i = 0; i < N_ROWS; i++)
    {
      g_autofree char *name = g_strdup_printf ("row %u", i);

      gtk_string_list_append (names, name);
    }
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_scrolled_window_set_child (
      GTK_SCROLLED_WINDOW (scroller),
      gtk_list_view_new (GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (names))),
                         factory));
  gtk_window_set_child (GTK_WINDOW (window), scroller);
  gtk_window_set_default_size (GTK_WINDOW (window), 200, 200);
  g_assert_cmpuint (bound->len, >, 50);
  g_assert_cmpuint (count ("row 1"), ==, 0);
  gtk_window_present (GTK_WINDOW (window));
  test_wait_until (count (NULL) > 0 && count (NULL) < 50);
  g_assert_cmpuint (count ("row 1"), ==, 1);
  for (guint i = 0; i < bound->len; i++)
    g_assert_true (troupe_list_item_set_tooltip (bound->pdata[i], "other"));
  g_assert_cmpuint (count ("other"), ==, count (NULL));
  gtk_window_destroy (GTK_WINDOW (window));
  g_ptr_array_unref (bound);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv);
  g_test_add_func ("/row-name/tooltips", test_tooltips);
  return g_test_run ();
}
