/* troupe-pass-focus.c: Tab and Shift+Tab through a widget that passes the focus to a child
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-pass-focus"

#include "config.h"

#include "troupe-pass-focus.h"

gboolean
troupe_pass_focus (GtkWidget *widget, GtkDirectionType direction)
{
  const gboolean is_back = direction == GTK_DIR_TAB_BACKWARD;
  GtkWidget *from;
  GtkWidget *child;
  GtkRoot *root;
  GtkWidget *focus;

  g_return_val_if_fail (GTK_IS_WIDGET (widget), FALSE);

  if (!is_back && direction != GTK_DIR_TAB_FORWARD)
    return GTK_WIDGET_CLASS (g_type_class_peek (GTK_TYPE_WIDGET))->focus (widget, direction);
  /* A widget that the focus has left still has a focus child, from which entering it again
   * would begin; what comes before that would not be reached. */
  root = gtk_widget_get_root (widget);
  focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  from = focus != NULL && gtk_widget_is_ancestor (focus, widget)
             ? gtk_widget_get_focus_child (widget)
             : NULL;
  child = from != NULL ? from
          : is_back    ? gtk_widget_get_last_child (widget)
                       : gtk_widget_get_first_child (widget);
  while (child != NULL)
    {
      if (gtk_widget_get_mapped (child) && gtk_widget_child_focus (child, direction))
        return TRUE;
      child = is_back ? gtk_widget_get_prev_sibling (child) : gtk_widget_get_next_sibling (child);
    }
  return FALSE;
}

void
troupe_pass_focus_install (GtkWidgetClass *widget_class)
{
  g_return_if_fail (GTK_IS_WIDGET_CLASS (widget_class));

  widget_class->focus = troupe_pass_focus;
}
