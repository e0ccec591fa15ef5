/* test-clear-place.c: a place that is clear is found, and none that is clear is nearer
 *
 * The random test prints its seed; --seed repeats it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "troupe-clear-place.h"

#define N_ROUNDS 300

static graphene_rect_t
make_rect (double x, double y, double width, double height)
{
  return GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height);
}

static void
add_obstacle (GArray *obstacles, graphene_rect_t area, double distance)
{
  TroupeObstacle obstacle = { area, (float) distance };

  g_array_append_val (obstacles, obstacle);
}

/* Returns TRUE if all areas, moved by that much, keep their distance from all obstacles. */
static gboolean
is_clear (const GArray *own, const GArray *obstacles, double dx, double dy)
{
  for (guint i = 0; i < own->len; i++)
    for (guint k = 0; k < obstacles->len; k++)
      {
        const graphene_rect_t *area = &g_array_index (own, graphene_rect_t, i);
        const TroupeObstacle *obstacle = &g_array_index (obstacles, TroupeObstacle, k);
        const double distance = (double) obstacle->distance;
        const double x = (double) area->origin.x + dx - (double) obstacle->area.origin.x;
        const double y = (double) area->origin.y + dy - (double) obstacle->area.origin.y;

        if (x + (double) area->size.width > -distance &&
            x < (double) obstacle->area.size.width + distance &&
            y + (double) area->size.height > -distance &&
            y < (double) obstacle->area.size.height + distance)
          return FALSE;
      }
  return TRUE;
}

/* Fails if there is a cheaper clear place within @reach steps. */
static void
check_nearest (const GArray *own, const GArray *obstacles, double dx, double dy, int reach)
{
  const int across = (int) lround (dx / TROUPE_CLEAR_PLACE_STEP);
  const int down = (int) lround (dy / TROUPE_CLEAR_PLACE_STEP);
  const double cost = troupe_clear_place_get_cost (across, down);

  g_assert_cmpfloat (across * TROUPE_CLEAR_PLACE_STEP, ==, dx);
  g_assert_cmpfloat (down * TROUPE_CLEAR_PLACE_STEP, ==, dy);
  g_assert_true (is_clear (own, obstacles, dx, dy));
  for (int x = -reach; x <= reach; x++)
    for (int y = -reach; y <= reach; y++)
      if (troupe_clear_place_get_cost (x, y) < cost)
        g_assert_false (
            is_clear (own, obstacles, x * TROUPE_CLEAR_PLACE_STEP, y * TROUPE_CLEAR_PLACE_STEP));
}

static int
any (int from, int to)
{
  return g_test_rand_int_range (from, to);
}

/* Cards, notes and wires, which are thin, at random positions with random distances. */
static void
test_random (void)
{
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
      g_autoptr (GArray) obstacles = g_array_new (FALSE, FALSE, sizeof (TroupeObstacle));
      double dx, dy;

      for (int i = any (1, 4); i > 0; i--)
        {
          graphene_rect_t area =
              make_rect (any (-300, 300), any (-300, 300), any (20, 260), any (20, 120));

          g_array_append_val (own, area);
        }
      for (int i = any (0, 40); i > 0; i--)
        {
          const gboolean is_wire = g_test_rand_bit ();
          const gboolean is_flat = g_test_rand_bit ();

          add_obstacle (obstacles,
                        make_rect (g_test_rand_double_range (-900, 900), any (-600, 600),
                                   is_wire && !is_flat ? 0 : any (20, 300),
                                   is_wire && is_flat ? 0 : any (20, 200)),
                        any (0, 33));
        }
      troupe_clear_place_find (own, obstacles, &dx, &dy);
      check_nearest (own, obstacles, dx, dy, 30);
    }
}

static void
test_stays (void)
{
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
  g_autoptr (GArray) obstacles = g_array_new (FALSE, FALSE, sizeof (TroupeObstacle));
  graphene_rect_t area = make_rect (3, 5, 136, 52);
  double dx = 1, dy = 1;

  troupe_clear_place_find (own, obstacles, &dx, &dy);
  g_assert_cmpfloat (dx, ==, 0);
  g_assert_cmpfloat (dy, ==, 0);
  g_array_append_val (own, area);
  /* Exactly at the distance. */
  add_obstacle (obstacles, make_rect (3, 5 + 52 + 16, 136, 52), 16);
  troupe_clear_place_find (own, obstacles, &dx, &dy);
  g_assert_cmpfloat (dx, ==, 0);
  g_assert_cmpfloat (dy, ==, 0);
  /* One pixel nearer: up is as near as down, but down is blocked. */
  add_obstacle (obstacles, make_rect (3, 5 + 52 + 15, 136, 52), 16);
  troupe_clear_place_find (own, obstacles, &dx, &dy);
  g_assert_cmpfloat (dx, ==, 0);
  g_assert_cmpfloat (dy, ==, -TROUPE_CLEAR_PLACE_STEP);
}

/* Without a clear place within reach the objects move below everything. */
static void
test_below (void)
{
  const double far = TROUPE_CLEAR_PLACE_STEP * (TROUPE_CLEAR_PLACE_REACH + 10);
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
  g_autoptr (GArray) obstacles = g_array_new (FALSE, FALSE, sizeof (TroupeObstacle));
  graphene_rect_t area = make_rect (0, 0, 136, 52);
  double dx, dy;

  g_array_append_val (own, area);
  add_obstacle (obstacles, make_rect (-far, -far, 2 * far, 2 * far), 16);
  troupe_clear_place_find (own, obstacles, &dx, &dy);
  g_assert_true (is_clear (own, obstacles, dx, dy));
  g_assert_cmpfloat (dx, ==, 0);
  g_assert_cmpfloat (dy, <=, far + 2 * TROUPE_CLEAR_PLACE_STEP);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clear-place/stays", test_stays);
  g_test_add_func ("/clear-place/below", test_below);
  g_test_add_func ("/clear-place/random", test_random);
  return g_test_run ();
}
