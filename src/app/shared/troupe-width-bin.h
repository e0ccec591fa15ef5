/* troupe-width-bin.h: container without a minimum width
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeWidthBin:
 *
 * A container with a minimum width of 0, so that a window can become as narrow as the adaptive
 * layout of its content allows. The window changes the layout when it gets its width. Until then,
 * content that does not fit is clipped.
 *
 * Properties: `child` (GtkWidget).
 */
#define TROUPE_TYPE_WIDTH_BIN (troupe_width_bin_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWidthBin, troupe_width_bin, TROUPE, WIDTH_BIN, GtkWidget)

/* (transfer none) (nullable) */
GtkWidget *troupe_width_bin_get_child (TroupeWidthBin *self);
void troupe_width_bin_set_child (TroupeWidthBin *self, GtkWidget *child);

G_END_DECLS
