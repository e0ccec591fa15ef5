/* troupe-column-titles.c: alignment of the titles of a table with their columns
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-column-titles"

#include "config.h"

#include "troupe-column-titles.h"

/* Finds the label of a title. (nullable) */
static GtkWidget *
find_label (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *label = find_label (child);

      if (label != NULL)
        return label;
    }
  return NULL;
}

void
troupe_column_view_align_titles (GtkColumnView *view,
                                 gboolean (*is_end) (GtkColumnViewColumn *column,
                                                     gpointer user_data),
                                 gpointer user_data)
{
  GListModel *columns;
  GtkWidget *title;

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));
  g_return_if_fail (is_end != NULL);

  /* The first child is the row of titles, which are in the order of the columns. */
  columns = gtk_column_view_get_columns (view);
  title = gtk_widget_get_first_child (GTK_WIDGET (view));
  title = title != NULL ? gtk_widget_get_first_child (title) : NULL;
  for (guint i = 0; title != NULL && i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      GtkWidget *label = find_label (title);

      if (label != NULL && is_end (column, user_data))
        {
          gtk_widget_set_hexpand (label, TRUE);
          gtk_label_set_xalign (GTK_LABEL (label), 1.0f);
          gtk_widget_set_halign (label, GTK_ALIGN_FILL);
        }
      title = gtk_widget_get_next_sibling (title);
    }
}
