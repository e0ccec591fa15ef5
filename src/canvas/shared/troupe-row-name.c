/* troupe-row-name.c: accessible name, tooltip and buttons of list rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-row-name"

#include "config.h"

#include "troupe-row-name.h"

/* The tooltip of a row, which it gets when it is shown. */
#define TOOLTIP "troupe-tooltip"

/* Width of “…”, in characters, which is wide in some fonts. */
#define ELLIPSIS_CHARS 2

void
troupe_list_item_set_name (GtkListItem *item, const char *name)
{
  GtkWidget *child;
  GtkWidget *row;

  g_return_if_fail (GTK_IS_LIST_ITEM (item));
  g_return_if_fail (name != NULL);

  child = gtk_list_item_get_child (item);
  row = child != NULL ? gtk_widget_get_parent (child) : NULL;
  if (row != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

void
troupe_list_item_set_row_name (GtkListItem *item, const char *name)
{
  GtkWidget *child;
  GtkWidget *cell;
  GtkWidget *row;

  g_return_if_fail (GTK_IS_LIST_ITEM (item));
  g_return_if_fail (name != NULL);

  child = gtk_list_item_get_child (item);
  cell = child != NULL ? gtk_widget_get_parent (child) : NULL;
  row = cell != NULL ? gtk_widget_get_parent (cell) : NULL;
  if (row != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
title_changed_cb (GtkWidget *row)
{
  g_autofree char *title = NULL;

  g_assert (GTK_IS_WIDGET (row));

  g_object_get (row, "title", &title, NULL);
  if (title != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
}

void
troupe_row_follow_title (GtkWidget *row)
{
  g_return_if_fail (GTK_IS_WIDGET (row));
  g_return_if_fail (g_object_class_find_property (G_OBJECT_GET_CLASS (row), "title") != NULL);

  g_signal_connect (row, "notify::title", G_CALLBACK (title_changed_cb), NULL);
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  title_changed_cb (row);
}

static void
mapped_cb (GtkWidget *child)
{
  const char *text = g_object_get_data (G_OBJECT (child), TOOLTIP);

  if (g_strcmp0 (gtk_widget_get_tooltip_text (child), text) != 0)
    gtk_widget_set_tooltip_text (child, text);
}

gboolean
troupe_list_item_set_tooltip (GtkListItem *item, const char *text)
{
  GtkWidget *child;

  g_return_val_if_fail (GTK_IS_LIST_ITEM (item), FALSE);

  child = gtk_list_item_get_child (item);
  if (child == NULL || g_strcmp0 (g_object_get_data (G_OBJECT (child), TOOLTIP), text) == 0)
    return FALSE;
  if (!g_signal_handler_find (child, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, mapped_cb, NULL))
    g_signal_connect (child, "map", G_CALLBACK (mapped_cb), NULL);
  g_object_set_data_full (G_OBJECT (child), TOOLTIP, g_strdup (text), g_free);
  /* With each tooltip, GTK asks the display server where the pointer is. A list has many rows that are not shown. */
  if (gtk_widget_get_mapped (child))
    mapped_cb (child);
  return TRUE;
}

void
troupe_button_set_row_label (GtkButton *button, const char *label, const char *more)
{
  const char *tooltip = more != NULL ? more : label;

  g_return_if_fail (GTK_IS_BUTTON (button) && label != NULL);

  gtk_button_set_label (button, label);
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (button)), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (gtk_button_get_child (button)), 30);
  /* See troupe_list_item_set_tooltip(). */
  if (g_strcmp0 (gtk_widget_get_tooltip_text (GTK_WIDGET (button)), tooltip) != 0)
    gtk_widget_set_tooltip_text (GTK_WIDGET (button), tooltip);
}

void
troupe_row_leave_ellipsis_room (GtkWidget *row)
{
  g_return_if_fail (GTK_IS_WIDGET (row));

  if (GTK_IS_LABEL (row) && gtk_label_get_ellipsize (GTK_LABEL (row)) != PANGO_ELLIPSIZE_NONE &&
      gtk_label_get_width_chars (GTK_LABEL (row)) < ELLIPSIS_CHARS)
    gtk_label_set_width_chars (GTK_LABEL (row), ELLIPSIS_CHARS);
  for (GtkWidget *child = gtk_widget_get_first_child (row); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    troupe_row_leave_ellipsis_room (child);
}
