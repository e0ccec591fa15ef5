/* troupe-dark-scheme.h: adds a style class to a widget in the dark color scheme
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * troupe_widget_follow_dark:
 * @manager: an object with a boolean property `dark`, such as an AdwStyleManager
 *
 * Gives @widget the style class `dark-scheme` as long as @manager is dark, until either of them is
 * finalized.
 */
void troupe_widget_follow_dark (GtkWidget *widget, gpointer manager);

G_END_DECLS
