/* troupe-canvas-accessible-node.h: accessible object of a card
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-record.h"
#include "troupe-canvas.h"

G_BEGIN_DECLS

#define PROXY_TARGETS_MAX 4

/* An invisible widget without pointer input that is placed over a card and provides its focus,
 * role, name, description, relations and actions (node.open, node.delete, node.connect). */
#define TROUPE_TYPE_CANVAS_ACCESSIBLE_NODE (troupe_canvas_accessible_node_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasAccessibleNode,
                      troupe_canvas_accessible_node,
                      TROUPE,
                      CANVAS_ACCESSIBLE_NODE,
                      GtkWidget)

/* Creates a proxy without an item. (transfer none): a child of @canvas until it is unparented. */
TroupeCanvasAccessibleNode *troupe_canvas_accessible_node_new (TroupeCanvas *canvas);
/* Sets the item that the proxy represents. @record: (nullable): NULL hides the proxy. */
void troupe_canvas_accessible_node_set_record (TroupeCanvasAccessibleNode *self,
                                               const TroupeRecord *record);
/* Returns the id of the item, or NULL while the proxy is unused. (nullable) */
const char *troupe_canvas_accessible_node_get_id (TroupeCanvasAccessibleNode *self);
/* Returns the id of the item that it was described as last, also while it is unused. (nullable) */
const char *troupe_canvas_accessible_node_get_named (TroupeCanvasAccessibleNode *self);
/* Updates the accessible properties that have changed since the last call. */
void troupe_canvas_accessible_node_describe (TroupeCanvasAccessibleNode *self,
                                             const TroupeRecord *record,
                                             gboolean selected);
/* Sets the flow-to relation. @targets: (nullable): the @n proxies to which the wires of the item
 * lead */
void troupe_canvas_accessible_node_relate (TroupeCanvasAccessibleNode *self,
                                           GtkAccessible *const *targets,
                                           guint n);

G_END_DECLS
