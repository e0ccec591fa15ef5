/* troupe-canvas-ends.h: resolves what a wire connects, and the positions of its ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-router.h"

G_BEGIN_DECLS

void troupe_canvas_ends_resolve (TroupeCanvasScene *scene,
                                 CanvasRoute *route,
                                 const TroupeCanvasWire *wire,
                                 GHashTable *all_inputs);
void troupe_canvas_ends_find (TroupeCanvasGeometry *geometry,
                              const CanvasRoute *route,
                              const TroupeCanvasWire *wire,
                              int to_place,
                              graphene_point_t *from,
                              graphene_point_t *to);
int *troupe_canvas_ends_order (TroupeCanvasGeometry *geometry,
                               const CanvasRoute *routes,
                               guint n_routes);
/* Returns the card or gate at an end. (nullable) */
const TroupeRecord *troupe_canvas_ends_get_record (TroupeCanvasGeometry *geometry,
                                                   const CanvasRoute *route,
                                                   gboolean far);

G_END_DECLS
