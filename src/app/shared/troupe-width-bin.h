/* troupe-width-bin.h: a child that never makes its window wider
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeWidthBin:
 *
 * Asks for no width of its own, so that a window can be made as narrow as its content can become.
 * The window folds its content when it learns its width; until then what does not fit is cut off.
 *
 * Properties: `child` (GtkWidget).
 */
#define TROUPE_TYPE_WIDTH_BIN (troupe_width_bin_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWidthBin, troupe_width_bin, TROUPE, WIDTH_BIN, GtkWidget)

/* (transfer none) (nullable) */
GtkWidget *troupe_width_bin_get_child (TroupeWidthBin *self);
void troupe_width_bin_set_child (TroupeWidthBin *self, GtkWidget *child);

G_END_DECLS
