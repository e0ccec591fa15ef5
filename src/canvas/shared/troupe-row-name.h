/* troupe-row-name.h: accessible name, tooltip and buttons of list rows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Sets the accessible name of a row. In a GtkListView, the focus is on a row widget around the
 * child of @item, and this row widget has no name. Must be called in the factory's bind handler
 * and whenever the contents of the row change. */
void troupe_list_item_set_name (GtkListItem *item, const char *name);

/* Sets the accessible name of a row of a GtkColumnView, in which the focus is on a row widget around the
 * cells. @item: of the column that identifies the row. As for troupe_list_item_set_name() */
void troupe_list_item_set_row_name (GtkListItem *item, const char *name);

/* Keeps the accessible name of @row equal to its property `title`. libadwaita 1.2 names only the header
 * inside of an AdwExpanderRow, but the row around it has the focus as well. An AdwEntryRow has two labels with
 * its title, of which it shows one, and GTK 4.18 names the row by both. */
void troupe_row_follow_title (GtkWidget *row);

/* Lets labels of @row that can be cut be at least as wide as the ellipsis. Otherwise GTK warns about a text
 * that is narrower than the ellipsis, such as the path `~`. Call after the number of lines was set. */
void troupe_row_leave_ellipsis_room (GtkWidget *row);

/* Sets the tooltip of the child of @item. Returns FALSE without setting it if the tooltip
 * already has this text. GTK queries the display for the pointer whenever a tooltip is set, so that
 * one of the two hundred rows that a list keeps ready gets it when it is shown. */
gboolean troupe_list_item_set_tooltip (GtkListItem *item, const char *text);

/* Sets the label of a button of a row. A label that is too long for the row is shortened, and the tooltip
 * shows it. @more: (nullable): another tooltip */
void troupe_button_set_row_label (GtkButton *button, const char *label, const char *more);

G_END_DECLS
