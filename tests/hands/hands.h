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
/* With the right button. */
void hands_menu (GtkWidget *widget, double x, double y);
/* Presses at @x0, @y0 and lets go at @x1, @y1 of @widget. */
void hands_drag (GtkWidget *widget, double x0, double y0, double x1, double y1);
/* Gives the focus to a window of another program. */
void hands_activate (gulong window);
/* What another program offers: moves over the middle of its window @source; presses; moves over a place of @to; lets go.
 * Moving is done again until what it leads to is there: a program has to see where the pointer is. */
void hands_reach (gulong source);
void hands_take (void);
void hands_hover (GtkWidget *to);
void hands_let_go (void);
/* The X window of @window. */
gulong hands_get_id (GtkWindow *window);
void hands_key (guint keyval, GdkModifierType modifiers);
/* ASCII. */
void hands_type (const char *text);

/* The first widget in view at or below @root that shows @words: a label, a row by its title; one of @type. (nullable) */
GtkWidget *hands_find_label (GtkWidget *root, const char *words);
GtkWidget *hands_find_row (GtkWidget *root, const char *title);
GtkWidget *hands_find_type (GtkWidget *root, GType type);
/* The window of the program with that title. (nullable) */
GtkWidget *hands_find_window (const char *title);

G_END_DECLS
