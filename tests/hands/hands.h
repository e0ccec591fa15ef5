/* hands.h: real pointer and key events on a display of the test's own
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Starts an Xvfb with a window manager that end with the test, and makes it the display. Before GTK is
 * initialised. FALSE where there are no such programs. */
gboolean hands_start (void);
/* Ends both. */
void hands_stop (void);

/* Lets the program look at everything that hands did, and do what follows. */
void hands_settle (void);
/* The same, and until @widget has been laid out and drawn. */
void hands_wait_frame (GtkWidget *widget);

/* @x, @y: of @widget. */
void hands_click (GtkWidget *widget, double x, double y);
void hands_click_middle (GtkWidget *widget);
/* Presses at @x0, @y0 and lets go at @x1, @y1 of @widget. */
void hands_drag (GtkWidget *widget, double x0, double y0, double x1, double y1);
void hands_key (guint keyval, GdkModifierType modifiers);
/* ASCII. */
void hands_type (const char *text);

G_END_DECLS
