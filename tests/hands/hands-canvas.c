/* hands-canvas.c: clicks on the cards of a canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "hands-canvas.h"

typedef struct
{
  TroupeCanvas *canvas;
  const char *id;
  double x;
  double y;
} Place;

static graphene_point_t
find_place (gpointer user_data)
{
  const Place *place = user_data;
  graphene_rect_t card;

  g_assert_true (troupe_canvas_get_bounds (place->canvas, place->id, &card));
  return troupe_canvas_to_widget (place->canvas, (double) card.origin.x + place->x,
                                  (double) card.origin.y + place->y +
                                      (place->y < 0 ? (double) card.size.height : 0));
}

void
hands_click_card (TroupeCanvas *canvas, const char *id, double x, double y, HandsClick click)
{
  Place place = { canvas, id, x, y };

  hands_click_place (find_place, &place, GTK_WIDGET (canvas), click);
}

graphene_point_t
hands_find_on_card (TroupeCanvas *canvas, const char *id, double x, double y)
{
  Place place = { canvas, id, x, y };

  return hands_find_still_place (find_place, &place, GTK_WIDGET (canvas));
}

static graphene_point_t
find_far_point (gpointer canvas)
{
  return troupe_canvas_to_widget (canvas, 1000, 1000);
}

void
hands_wait_view (TroupeCanvas *canvas)
{
  hands_find_still_place (find_far_point, canvas, GTK_WIDGET (canvas));
}
