/* hands-canvas.h: clicks on the cards of a canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "hands.h"
#include "troupe-canvas.h"

G_BEGIN_DECLS

/* Clicks the card @id at (@x, @y), which are measured from its upper left corner; a negative @y from its lower edge.
 * Waits until the card stays where it is and nothing covers it. */
void hands_click_card (TroupeCanvas *canvas, const char *id, double x, double y, HandsClick click);
/* Returns the same place in @canvas, for drags, after the card has come to rest. */
graphene_point_t hands_find_on_card (TroupeCanvas *canvas, const char *id, double x, double y);
/* Waits until the view comes to rest, which follows when a pane is shown or hidden. */
void hands_wait_view (TroupeCanvas *canvas);

G_END_DECLS
