/* troupe-open-list.c: lists of choices that open at the present choice
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-open-list"

#include "config.h"

#include "troupe-open-list.h"

/* Returns the first widget of @type at or below @widget. (transfer none) (nullable) */
static GtkWidget *
find (GtkWidget *widget, GType type)
{
  GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (widget), type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

/* GTK moves the focus to the first entry, so that Down and Return would choose the second one,
 * whatever is selected. */
static void
focus_selected_cb (GtkWidget *chooser, GParamSpec *pspec, GtkWidget *popover)
{
  GtkWidget *list = find (popover, GTK_TYPE_LIST_VIEW);
  guint selected = GTK_INVALID_LIST_POSITION;
  GtkWidget *entry;

  g_assert (GTK_IS_WIDGET (chooser));

  g_object_get (chooser, "selected", &selected, NULL);
  if (!gtk_widget_get_visible (popover) || list == NULL || selected == GTK_INVALID_LIST_POSITION)
    return;
  gtk_widget_activate_action (list, "list.scroll-to-item", "u", selected);
  entry = gtk_widget_get_first_child (list);
  for (guint i = 0; i < selected && entry != NULL; i++)
    entry = gtk_widget_get_next_sibling (entry);
  if (entry != NULL)
    gtk_widget_grab_focus (entry);
}

void
troupe_open_list_at_choice (GtkWidget *chooser)
{
  GtkWidget *popover;

  g_return_if_fail (GTK_IS_WIDGET (chooser));

  popover = find (chooser, GTK_TYPE_POPOVER);
  if (popover != NULL)
    g_signal_connect_object (popover, "notify::visible", G_CALLBACK (focus_selected_cb), chooser,
                             G_CONNECT_SWAPPED);
}
