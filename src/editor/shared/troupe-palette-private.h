/* troupe-palette-private.h: rows of the palette
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-palette.h"

G_BEGIN_DECLS

/* Creates a row for a kind of object to create. @is_recent: whether it is marked as one of the last
 * used kinds. (transfer floating) */
GtkWidget *troupe_palette_new_kind_row (TroupePaletteKind kind, gboolean is_recent);
/* Replaces the description of a row. */
void troupe_palette_row_describe (GtkWidget *row, const char *detail);
/* Makes a row unavailable. @reason: shown instead of the description */
void troupe_palette_row_disable (GtkWidget *row, const char *reason);
/* Creates a row that lets @method also run after @event. (transfer floating) */
GtkWidget *troupe_palette_new_target_row (const TroupeFlowMethod *method, const char *event);

/* Returns the kind that the row creates, or -1 for a row that creates nothing. */
int troupe_palette_row_get_kind (GtkListBoxRow *row);
/* Returns the method to connect to, or NULL for a row that creates something. */
const char *troupe_palette_row_get_target (GtkListBoxRow *row);
/* Returns the case-folded search text of the row. */
const char *troupe_palette_row_get_words (GtkListBoxRow *row);
/* Returns the shortcut letter of the row, or 0 if it has none. */
char troupe_palette_row_get_letter (GtkListBoxRow *row);

G_END_DECLS
