/* troupe-canvas-proxy.h: what assistive technology sees of a card
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Draws nothing and takes no pointer: it lies over a card and carries its focus, role, name,
 * description, relations and actions (node.open, node.delete, node.connect). */
#define TROUPE_TYPE_CANVAS_PROXY (troupe_canvas_proxy_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasProxy, troupe_canvas_proxy, TROUPE, CANVAS_PROXY, GtkWidget)

/* (nullable): NULL while it is not in use. */
const char *troupe_canvas_proxy_get_id (TroupeCanvasProxy *self);

G_END_DECLS
