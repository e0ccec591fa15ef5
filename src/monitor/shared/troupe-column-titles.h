/* troupe-column-titles.h: alignment of the titles of a table with their columns
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * troupe_column_view_align_titles:
 * @is_end: whether the contents of a column are aligned to its end, as numbers are
 *
 * Aligns the titles of @view with their columns, which GTK cannot do. Call it again when a column
 * was added.
 */
void troupe_column_view_align_titles (GtkColumnView *view,
                                      gboolean (*is_end) (GtkColumnViewColumn *column,
                                                          gpointer user_data),
                                      gpointer user_data);

G_END_DECLS
