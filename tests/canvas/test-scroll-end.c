/* test-scroll-end.c: text views that are removed while they scroll
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gtksourceview/gtksource.h>

#include "../test-wait.h"
#include "troupe-scroll-end.h"

static void
wait_until (gboolean (*is_so) (gpointer), gpointer data)
{
  test_wait_until (is_so (data));
}

static gboolean
is_scrollable (gpointer adjustment)
{
  return gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment) + 2000;
}

static gboolean
is_moving (gpointer adjustment)
{
  return gtk_adjustment_get_value (adjustment) > 0;
}

/* Adds a text whose first line is far too long for its window. (transfer none) */
static GtkWidget *
add_view (GtkWidget *window, GtkWidget *view)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *scroller = gtk_scrolled_window_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 1000; i++)
    g_string_append (text, "long ");
  g_string_append (text, "\nshort\n");
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text->str, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (box), scroller);
  gtk_window_set_default_size (GTK_WINDOW (window), 200, 200);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_window_present (GTK_WINDOW (window));
  return scroller;
}

/* Deletes the line to which the view is scrolling. */
static void
shorten (GtkTextBuffer *buffer)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_get_iter_at_line (buffer, &end, 1);
  gtk_text_buffer_delete (buffer, &start, &end);
}

/* Removing a view that scrolls to the end of a line causes no critical warning of GTK. The test
 * environment makes critical warnings fatal. */
static void
test_taken_away (gconstpointer data)
{
  gboolean is_source = GPOINTER_TO_INT (data);
  GtkWidget *window = gtk_window_new ();
  GtkWidget *view = is_source ? gtk_source_view_new () : gtk_text_view_new ();
  GtkWidget *scroller = add_view (window, view);
  GtkAdjustment *adjustment = gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (view));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkTextIter start;

  troupe_scroll_end_with (view);
  wait_until (is_scrollable, adjustment);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
  g_signal_emit_by_name (view, "move-cursor", GTK_MOVEMENT_PARAGRAPH_ENDS, 1, FALSE);
  wait_until (is_moving, adjustment);
  shorten (buffer);
  gtk_box_remove (GTK_BOX (gtk_window_get_child (GTK_WINDOW (window))), scroller);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);

  g_test_add_data_func ("/scroll-end/text", GINT_TO_POINTER (FALSE), test_taken_away);
  g_test_add_data_func ("/scroll-end/source", GINT_TO_POINTER (TRUE), test_taken_away);

  return g_test_run ();
}
