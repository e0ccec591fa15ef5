/* troupe-pass-focus.h: Tab and Shift+Tab through a widget that passes the focus to a child
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Moves the focus to the next child of @widget in @direction, like GtkWidgetClass.focus(). GTK also grabs the
 * focus for @widget itself when Shift+Tab leaves it. A widget whose GtkWidgetClass.grab_focus() passes the focus
 * to a child would then enter that child again, and the keyboard could never leave it backwards. */
gboolean troupe_pass_focus (GtkWidget *widget, GtkDirectionType direction);
/* Makes troupe_pass_focus() the GtkWidgetClass.focus() of a class that implements grab_focus() and whose
 * parent is GtkWidget. */
void troupe_pass_focus_install (GtkWidgetClass *widget_class);

G_END_DECLS
