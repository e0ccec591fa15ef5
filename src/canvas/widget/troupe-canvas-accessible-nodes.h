/* troupe-canvas-accessible-nodes.h: accessible objects of the visible cards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasAccessibleNodes:
 *
 * Places an accessible widget over each visible card and gate for assistive technology. A few
 * hundred widgets are reused for any scene.
 */
#define TROUPE_TYPE_CANVAS_ACCESSIBLE_NODES (troupe_canvas_accessible_nodes_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasAccessibleNodes,
                      troupe_canvas_accessible_nodes,
                      TROUPE,
                      CANVAS_ACCESSIBLE_NODES,
                      GObject)

/* Creates an empty pool of proxies. @canvas: the parent of the proxies, which owns the pool */
TroupeCanvasAccessibleNodes *troupe_canvas_accessible_nodes_new (TroupeCanvas *canvas);
/* Unparents all proxies. */
void troupe_canvas_accessible_nodes_close (TroupeCanvasAccessibleNodes *self);

/* Creates as many proxies as the scene may need, and removes those that it no longer needs. Must not be called during
 * allocation. */
void troupe_canvas_accessible_nodes_prepare (TroupeCanvasAccessibleNodes *self);
/* Places each proxy over its card. Called during allocation. */
void troupe_canvas_accessible_nodes_update (TroupeCanvasAccessibleNodes *self);
/* Updates the descriptions without moving the proxies. */
void troupe_canvas_accessible_nodes_describe (TroupeCanvasAccessibleNodes *self);
/* Releases all proxies. */
void troupe_canvas_accessible_nodes_clear (TroupeCanvasAccessibleNodes *self);
/* Moves the keyboard focus to the proxy of @id if the canvas has the focus. */
void troupe_canvas_accessible_nodes_focus (TroupeCanvasAccessibleNodes *self, const char *id);
/* Returns the number of proxies, used or not, for tests. */
guint troupe_canvas_accessible_nodes_count (TroupeCanvasAccessibleNodes *self);

G_END_DECLS
