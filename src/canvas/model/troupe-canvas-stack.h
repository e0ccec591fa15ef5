/* troupe-canvas-stack.h: which card lies on which
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-geometry.h"
#include "troupe-canvas-selection.h"

G_BEGIN_DECLS

/**
 * troupe_canvas_stack_sort:
 * @boxes: of all cards of @scene
 * @selection: (nullable)
 * @cards: (element-type guint): indices of cards, in the order of the scene
 *
 * Cards lie on each other in the order of the scene. A run lets them grow, downwards, and those beside them stay
 * where they are: a card that has something to tell then lies on those that have less, and of two that have as
 * much the upper one, whose strip would be covered. What is selected lies on top of them. Sorts @cards from the
 * bottom to the top.
 */
void troupe_canvas_stack_sort (TroupeCanvasScene *scene,
                               const CanvasBox *boxes,
                               TroupeCanvasSelection *selection,
                               GArray *cards);

G_END_DECLS
