/* troupe-dark-scheme.c: adds a style class to a widget in the dark color scheme
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-dark-scheme"

#include "config.h"

#include "troupe-dark-scheme.h"

static void
dark_changed_cb (GObject *manager, GParamSpec *pspec, GtkWidget *widget)
{
  gboolean is_dark = FALSE;

  g_assert (GTK_IS_WIDGET (widget));

  g_object_get (manager, "dark", &is_dark, NULL);
  if (is_dark)
    gtk_widget_add_css_class (widget, "dark-scheme");
  else
    gtk_widget_remove_css_class (widget, "dark-scheme");
}

void
troupe_widget_follow_dark (GtkWidget *widget, gpointer manager)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (G_IS_OBJECT (manager));

  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (dark_changed_cb), widget, 0);
  dark_changed_cb (manager, NULL, widget);
}
