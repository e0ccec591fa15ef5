/* troupe-canvas-way.h: the lines a wire can take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-geometry.h"

G_BEGIN_DECLS

#define TIP_GAP 7.0f     /* before the port's middle */
#define STRIP_ROOM 28.0f /* kept free below a card: a run must not move a wire */

/* Each adds cubics to @points (graphene_point_t), which has @from already. */
void troupe_way_add_curve (GArray *points, graphene_point_t from, graphene_point_t to);
/* In steps, with the long part at the height @lane. */
void troupe_way_add_lane (GArray *points, graphene_point_t from, graphene_point_t to, float lane);
void troupe_way_add_right_angles (GArray *points, graphene_point_t from, graphene_point_t to);
/* From a manager down to a task. */
void troupe_way_add_fall (GArray *points, graphene_point_t from, graphene_point_t to);
/* Through the bends the user has set, smooth at each. */
void troupe_way_add_bends (GArray *points,
                           graphene_point_t from,
                           graphene_point_t to,
                           const TroupeCanvasWire *wire);
/* Back around the cards in rounded steps. @first, @last: what it joins, as high as it may become;
 * @budget: how many cards may still be looked at */
void troupe_way_add_steps (GArray *points,
                           const CanvasBox *boxes,
                           guint n_boxes,
                           const CanvasBox *first,
                           const CanvasBox *last,
                           graphene_point_t from,
                           graphene_point_t to,
                           guint *budget);
/* From where to where the cards are that such a way goes around. */
void troupe_way_get_reach (graphene_point_t from, graphene_point_t to, float *x0, float *x1);
/* So little to the left that a curve will do. */
gboolean troupe_way_is_slightly_back (graphene_point_t from, graphene_point_t to);

float troupe_way_get_length (graphene_point_t a, graphene_point_t b);
graphene_point_t troupe_way_go_towards (graphene_point_t from, graphene_point_t to, float distance);

G_END_DECLS
