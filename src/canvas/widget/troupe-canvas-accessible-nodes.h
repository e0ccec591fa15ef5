/* troupe-canvas-accessible-nodes.h: the proxies of what is in view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasProxies: lays a proxy over each card and gate that is seen, so that assistive technology
 * knows them; a few hundred serve any scene.
 */
#define TROUPE_TYPE_CANVAS_PROXIES (troupe_canvas_proxies_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasProxies, troupe_canvas_proxies, TROUPE, CANVAS_PROXIES, GObject)

/* @canvas: their parent, which owns the pool */
TroupeCanvasProxies *troupe_canvas_proxies_new (TroupeCanvas *canvas);
/* They are no longer children of the canvas. */
void troupe_canvas_proxies_close (TroupeCanvasProxies *self);

/* Outside of allocation: as many as the scene may need. */
void troupe_canvas_proxies_prepare (TroupeCanvasProxies *self);
/* Inside of it: each over its card. */
void troupe_canvas_proxies_update (TroupeCanvasProxies *self);
/* What they stand for is described otherwise, and where it was. */
void troupe_canvas_proxies_describe (TroupeCanvasProxies *self);
/* None stands for anything. */
void troupe_canvas_proxies_clear (TroupeCanvasProxies *self);
/* Takes the keyboard to the proxy of @id where it is on the canvas. */
void troupe_canvas_proxies_focus (TroupeCanvasProxies *self, const char *id);
/* In use or not, for tests. */
guint troupe_canvas_proxies_count (TroupeCanvasProxies *self);

G_END_DECLS
