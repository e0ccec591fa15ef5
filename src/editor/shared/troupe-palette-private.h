/* troupe-palette-private.h: the rows of the palette
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-palette.h"

G_BEGIN_DECLS

/* A row that creates something. (transfer floating) */
GtkWidget *troupe_palette_new_kind_row (TroupePaletteKind kind);
/* A row that makes @method run after @event too. (transfer floating) */
GtkWidget *troupe_palette_new_target_row (const TroupeFlowMethod *method, const char *event);

/* -1 for a row that creates nothing. */
int troupe_palette_row_get_kind (GtkListBoxRow *row);
/* The method to connect to; NULL for a row that creates something. */
const char *troupe_palette_row_get_target (GtkListBoxRow *row);
/* What typing is compared with, in folded case. */
const char *troupe_palette_row_get_words (GtkListBoxRow *row);
/* The key that takes the row; 0 where it has none. */
char troupe_palette_row_get_letter (GtkListBoxRow *row);

G_END_DECLS
