/* troupe-canvas-stack.h: stacking order of cards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-geometry.h"
#include "troupe-canvas-selection.h"

G_BEGIN_DECLS

/**
 * troupe_canvas_stack_sort:
 * @boxes: boxes of all cards of @scene
 * @selection: (nullable)
 * @cards: (element-type guint): indices of cards, in the order of the scene
 *
 * Sorts @cards from bottom to top. By default, cards have the order of the scene. In a run, cards
 * grow downward and may cover other cards. A card whose state has a higher rank is above other
 * cards. Of two cards with the same rank, the upper card is above the lower card, which would
 * otherwise cover its strip. Selected cards that show a run are on top.
 */
void troupe_canvas_stack_sort (TroupeCanvasScene *scene,
                               const CanvasBox *boxes,
                               TroupeCanvasSelection *selection,
                               GArray *cards);

G_END_DECLS
