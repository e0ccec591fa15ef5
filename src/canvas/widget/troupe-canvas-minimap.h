/* troupe-canvas-minimap.h: minimap of a canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-canvas.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasMinimap:
 *
 * Shows the complete scene on 188 × 116 px as plain boxes, and the visible area as a frame that can
 * be dragged. Properties: `canvas`, `pinned` (remains visible even if everything is in view),
 * `wanted` (read only: whether the minimap should be visible now; becomes FALSE one second after
 * everything fits). The owner binds `wanted` to the visibility of the frame around the minimap.
 */
#define TROUPE_TYPE_CANVAS_MINIMAP (troupe_canvas_minimap_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasMinimap, troupe_canvas_minimap, TROUPE, CANVAS_MINIMAP, GtkWidget)

GtkWidget *troupe_canvas_minimap_new (TroupeCanvas *canvas);
void troupe_canvas_minimap_set_canvas (TroupeCanvasMinimap *self, TroupeCanvas *canvas);
gboolean troupe_canvas_minimap_get_wanted (TroupeCanvasMinimap *self);
void troupe_canvas_minimap_set_pinned (TroupeCanvasMinimap *self, gboolean pinned);

G_END_DECLS
