/* troupe-canvas-accessible-nodes.h: accessible objects of the visible cards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasAccessibleNodes: lays a proxy over each card and gate that is seen, so that assistive technology
 * knows them; a few hundred serve any scene.
 */
#define TROUPE_TYPE_CANVAS_ACCESSIBLE_NODES (troupe_canvas_accessible_nodes_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasAccessibleNodes,
                      troupe_canvas_accessible_nodes,
                      TROUPE,
                      CANVAS_ACCESSIBLE_NODES,
                      GObject)

/* @canvas: their parent, which owns the pool */
TroupeCanvasAccessibleNodes *troupe_canvas_accessible_nodes_new (TroupeCanvas *canvas);
/* They are no longer children of the canvas. */
void troupe_canvas_accessible_nodes_close (TroupeCanvasAccessibleNodes *self);

/* Outside of allocation: as many as the scene may need. */
void troupe_canvas_accessible_nodes_prepare (TroupeCanvasAccessibleNodes *self);
/* Inside of it: each over its card. */
void troupe_canvas_accessible_nodes_update (TroupeCanvasAccessibleNodes *self);
/* What they stand for is described otherwise, and where it was. */
void troupe_canvas_accessible_nodes_describe (TroupeCanvasAccessibleNodes *self);
/* None stands for anything. */
void troupe_canvas_accessible_nodes_clear (TroupeCanvasAccessibleNodes *self);
/* Takes the keyboard to the proxy of @id where it is on the canvas. */
void troupe_canvas_accessible_nodes_focus (TroupeCanvasAccessibleNodes *self, const char *id);
/* In use or not, for tests. */
guint troupe_canvas_accessible_nodes_count (TroupeCanvasAccessibleNodes *self);

G_END_DECLS
