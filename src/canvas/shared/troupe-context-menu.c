/* troupe-context-menu.c: menus at a point of a widget
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-context-menu"

#include "config.h"

#include "troupe-context-menu.h"

static gboolean
unparent_cb (gpointer user_data)
{
  if (gtk_widget_get_parent (GTK_WIDGET (user_data)) != NULL)
    gtk_widget_unparent (GTK_WIDGET (user_data));
  return G_SOURCE_REMOVE;
}

/* The action of an item is activated after the menu was closed. */
static void
closed_cb (GtkWidget *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, unparent_cb, g_object_ref (popover), g_object_unref);
}

void
troupe_context_menu_open (GtkWidget *widget, GMenuModel *menu, int x, int y)
{
  GtkWidget *popover;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (G_IS_MENU_MODEL (menu));

  popover = gtk_popover_menu_new_from_model (menu);
  gtk_widget_set_parent (popover, widget);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle){ x, y, 1, 1 });
  g_signal_connect (popover, "closed", G_CALLBACK (closed_cb), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
}

void
troupe_context_menu_remove (GtkWidget *widget)
{
  GtkWidget *popover;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  while ((popover = gtk_widget_get_first_child (widget)) != NULL)
    gtk_widget_unparent (popover);
}
