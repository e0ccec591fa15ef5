/* troupe-canvas-accessible-node.h: accessible object of a card
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-record.h"
#include "troupe-canvas.h"

G_BEGIN_DECLS

#define PROXY_TARGETS_MAX 4

/* Draws nothing and takes no pointer: it lies over a card and carries its focus, role, name,
 * description, relations and actions (node.open, node.delete, node.connect). */
#define TROUPE_TYPE_CANVAS_ACCESSIBLE_NODE (troupe_canvas_accessible_node_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasAccessibleNode,
                      troupe_canvas_accessible_node,
                      TROUPE,
                      CANVAS_ACCESSIBLE_NODE,
                      GtkWidget)

/* (transfer none): a child of @canvas until it is unparented. */
TroupeCanvasAccessibleNode *troupe_canvas_accessible_node_new (TroupeCanvas *canvas);
/* @record: (nullable): what it stands for from now on; NULL: nothing, it is not seen. */
void troupe_canvas_accessible_node_set_record (TroupeCanvasAccessibleNode *self,
                                               const TroupeRecord *record);
/* (nullable): NULL while it is not in use. */
const char *troupe_canvas_accessible_node_get_id (TroupeCanvasAccessibleNode *self);
/* Tells assistive technology what has changed since the last time. */
void troupe_canvas_accessible_node_describe (TroupeCanvasAccessibleNode *self,
                                             const TroupeRecord *record,
                                             gboolean selected);
/* @targets: (nullable): where its wires lead, @n of them */
void troupe_canvas_accessible_node_relate (TroupeCanvasAccessibleNode *self,
                                           GtkAccessible *const *targets,
                                           guint n);

G_END_DECLS
