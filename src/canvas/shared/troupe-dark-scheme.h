/* troupe-dark-scheme.h: a style class for the colours of a style sheet that are another in the dark
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * troupe_widget_follow_dark:
 * @manager: an object with a boolean property `dark`, as an AdwStyleManager is
 *
 * Gives @widget the style class `dark-scheme` as long as @manager is dark, from now until either is gone.
 */
void troupe_widget_follow_dark (GtkWidget *widget, gpointer manager);

G_END_DECLS
