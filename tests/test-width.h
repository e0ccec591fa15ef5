/* test-width.h: minimum widths of widgets, and which descendant causes them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

static inline int
get_minimum (GtkWidget *widget)
{
  int minimum = 0;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  return minimum;
}

/* Prints the path of the widest descendants, to identify the widget that causes a failure. */
static inline void
tell_widest (GtkWidget *widget)
{
  while (widget != NULL)
    {
      GtkWidget *widest = NULL;

      g_test_message ("%s %s: %d pixels", G_OBJECT_TYPE_NAME (widget),
                      ADW_IS_PREFERENCES_ROW (widget)
                          ? adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget))
                      : GTK_IS_LABEL (widget) ? gtk_label_get_label (GTK_LABEL (widget))
                                              : gtk_widget_get_name (widget),
                      get_minimum (widget));
      for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
           child = gtk_widget_get_next_sibling (child))
        if (!GTK_IS_NATIVE (child) && gtk_widget_get_visible (child) &&
            (widest == NULL || get_minimum (child) > get_minimum (widest)))
          widest = child;
      widget = widest;
    }
}
