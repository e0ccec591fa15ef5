/* troupe-canvas-way.c: the lines a wire can take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-way"

#include "config.h"

#include "troupe-canvas-way.h"

#include <math.h>

#define STEP_RADIUS 16.0f /* of a step around cards */
#define STEP_AWAY 40.0f   /* from the cards it goes around */
#define SLIGHT_BACK 96.0f /* so little to the left is still a curve where there is height for it */
#define STEP_OUT 26.0f    /* straight on before the first turn: the corner and an arrow */

typedef graphene_point_t Point;

static void
add_point (GArray *points, float x, float y)
{
  Point point = GRAPHENE_POINT_INIT (x, y);

  g_array_append_val (points, point);
}

static void
add_line (GArray *points, Point from, Point to)
{
  add_point (points, from.x + (to.x - from.x) / 3, from.y + (to.y - from.y) / 3);
  add_point (points, from.x + (to.x - from.x) * 2 / 3, from.y + (to.y - from.y) * 2 / 3);
  add_point (points, to.x, to.y);
}

float
troupe_way_get_length (Point a, Point b)
{
  return hypotf (b.x - a.x, b.y - a.y);
}

graphene_point_t
troupe_way_go_towards (Point from, Point to, float distance)
{
  float length = troupe_way_get_length (from, to);
  float part = length > 0 ? distance / length : 0;

  return GRAPHENE_POINT_INIT (from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
}

/* A line through @corners with its corners rounded; the first point is there already. */
static void
add_rounded (GArray *points, const Point *corners, guint n, float radius)
{
  Point last = corners[0];

  for (guint i = 1; i + 1 < n; i++)
    {
      float room = MIN (troupe_way_get_length (corners[i - 1], corners[i]) / (i == 1 ? 1 : 2),
                        troupe_way_get_length (corners[i], corners[i + 1]) / (i + 2 == n ? 1 : 2));
      float r = MIN (radius, room);
      Point before = troupe_way_go_towards (corners[i], corners[i - 1], r);
      Point after = troupe_way_go_towards (corners[i], corners[i + 1], r);
      Point first = troupe_way_go_towards (before, corners[i], r * 0.5523f);
      Point second = troupe_way_go_towards (after, corners[i], r * 0.5523f);

      add_line (points, last, before);
      add_point (points, first.x, first.y);
      add_point (points, second.x, second.y);
      add_point (points, after.x, after.y);
      last = after;
    }
  add_line (points, last, corners[n - 1]);
}

gboolean
troupe_way_is_slightly_back (Point from, Point to)
{
  return from.x - to.x < SLIGHT_BACK && fabsf (to.y - from.y) > 40;
}

void
troupe_way_add_curve (GArray *points, Point from, Point to)
{
  float handle = MAX (24.0f, MIN (fabsf (to.x - from.x) / 2, 120.0f));

  if (to.x < from.x)
    handle += 24;

  add_point (points, from.x + handle, from.y);
  add_point (points, to.x - handle, to.y);
  add_point (points, to.x, to.y);
}

void
troupe_way_add_fall (GArray *points, Point from, Point to)
{
  float handle = MAX (24.0f, MIN (fabsf (to.y - from.y) / 2, 80.0f));

  add_point (points, from.x, from.y + handle);
  add_point (points, to.x, to.y - handle);
  add_point (points, to.x, to.y);
}

/* Through the bends the user has set, smooth at each. */
void
troupe_way_add_bends (GArray *points, Point from, Point to, const TroupeCanvasWire *wire)
{
  Point last = from;
  Point leave = GRAPHENE_POINT_INIT (1, 0);

  for (guint i = 0; i <= wire->n_bends; i++)
    {
      Point here = to, next = to;
      Point arrive = GRAPHENE_POINT_INIT (1, 0);
      float length;

      if (i < wire->n_bends)
        {
          here = GRAPHENE_POINT_INIT ((float) wire->bends[2 * i], (float) wire->bends[2 * i + 1]);
          if (i + 1 < wire->n_bends)
            next = GRAPHENE_POINT_INIT ((float) wire->bends[2 * i + 2],
                                        (float) wire->bends[2 * i + 3]);
          length = troupe_way_get_length (last, next);
          if (length > 0)
            arrive = GRAPHENE_POINT_INIT ((next.x - last.x) / length, (next.y - last.y) / length);
        }
      length = troupe_way_get_length (last, here) / 3;
      add_point (points, last.x + leave.x * length, last.y + leave.y * length);
      add_point (points, here.x - arrive.x * length, here.y - arrive.y * length);
      add_point (points, here.x, here.y);
      last = here;
      leave = arrive;
    }
}

/* The height at which a line from @x0 to @x1 misses all cards; goes down or up from @start. */
static float
find_lane (const CanvasBox *boxes,
           guint n_boxes,
           float x0,
           float x1,
           float start,
           gboolean down,
           guint *budget)
{
  float lane = start;
  gboolean moved = TRUE;

  for (guint round = 0; moved && round < 32; round++)
    {
      moved = FALSE;
      if (*budget < n_boxes)
        break;
      *budget -= n_boxes;
      for (guint i = 0; i < n_boxes; i++)
        {
          const CanvasBox *box = &boxes[i];
          float bottom = box->y + box->rest_height + STRIP_ROOM;

          if (box->x > x1 || box->x + box->width < x0 || box->y - STEP_AWAY / 2 > lane ||
              bottom + STEP_AWAY / 2 < lane)
            continue;
          lane = down ? bottom + STEP_AWAY : box->y - STEP_AWAY;
          moved = TRUE;
        }
    }

  return lane;
}

void
troupe_way_get_reach (graphene_point_t from, graphene_point_t to, float *x0, float *x1)
{
  *x0 = MIN (from.x, to.x) - STEP_OUT;
  *x1 = MAX (from.x, to.x) + STEP_OUT;
}

/* Below all that is in the way, or above it where that is shorter. */
static float
choose_lane (const CanvasBox *boxes,
             guint n_boxes,
             const CanvasBox *first,
             const CanvasBox *last,
             Point from,
             Point to,
             guint *budget)
{
  float x0, x1, below, above;

  troupe_way_get_reach (from, to, &x0, &x1);
  below =
      find_lane (boxes, n_boxes, x0, x1,
                 MAX (first->y + first->height, last->y + last->height) + STEP_AWAY, TRUE, budget);
  above = find_lane (boxes, n_boxes, x0, x1, MIN (first->y, last->y) - STEP_AWAY, FALSE, budget);
  /* The room for the strip does not count as way. */
  return MAX (below - from.y, below - to.y) - STRIP_ROOM <= MAX (from.y - above, to.y - above)
             ? below
             : above;
}

void
troupe_way_add_steps (GArray *points,
                      const CanvasBox *boxes,
                      guint n_boxes,
                      const CanvasBox *first,
                      const CanvasBox *last,
                      graphene_point_t from,
                      graphene_point_t to,
                      guint *budget)
{
  troupe_way_add_lane (points, from, to,
                       choose_lane (boxes, n_boxes, first, last, from, to, budget));
}

void
troupe_way_add_lane (GArray *points, graphene_point_t from, graphene_point_t to, float lane)
{
  const Point corners[] = { from,
                            { from.x + STEP_OUT, from.y },
                            { from.x + STEP_OUT, lane },
                            { to.x - STEP_OUT, lane },
                            { to.x - STEP_OUT, to.y },
                            to };

  add_rounded (points, corners, G_N_ELEMENTS (corners), STEP_RADIUS);
}

void
troupe_way_add_right_angles (GArray *points, Point from, Point to)
{
  float middle = (from.x + to.x) / 2;
  Point corners[] = { from, { middle, from.y }, { middle, to.y }, to };

  if (fabsf (from.y - to.y) < 1)
    add_line (points, from, to);
  else
    add_rounded (points, corners, G_N_ELEMENTS (corners), STEP_RADIUS / 2);
}
