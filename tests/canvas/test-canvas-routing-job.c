/* test-canvas-routing-job.c: wire routing, immediately or in a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "canvas-test.h"
#include "troupe-canvas-parts.h"
#include "troupe-canvas-routing-job.h"

#define N_CARDS 24
#define N_GATES 4
#define N_WIRES 70

/* --- Scenes ----------------------------------------------------------------------------------- */

/* Adds cards in columns, as the layout places them, and far more wires than are routed
 * immediately. Some wires lead back, and some lead to gates. */
static void
fill_densely (TroupeCanvasScene *scene, GRand *rand)
{
  static const char *const inputs[] = { "first", "second", "third", NULL };

  troupe_canvas_scene_begin_update (scene);
  for (guint i = 0; i < N_CARDS; i++)
    {
      g_autofree char *id = g_strdup_printf ("card-%u", i);
      const TroupeCanvasNode node = { .id = id,
                                      .title = id,
                                      .has_input = TRUE,
                                      .output = "done",
                                      .x = 320.0 * (i / 4) + g_rand_int_range (rand, 0, 30),
                                      .y = 130.0 * (i % 4) + g_rand_int_range (rand, 0, 30) };

      troupe_canvas_scene_set_node (scene, &node);
    }
  for (guint i = 0; i < N_GATES; i++)
    {
      g_autofree char *id = g_strdup_printf ("gate-%u", i);
      const TroupeCanvasGate gate = {
        .id = id, .x = 600 + 320.0 * i, .y = 560 + 20.0 * i, .inputs = inputs
      };

      troupe_canvas_scene_set_gate (scene, &gate);
    }
  for (guint i = 0; i < N_WIRES; i++)
    {
      g_autofree char *id = g_strdup_printf ("wire-%u", i);
      g_autofree char *from = g_strdup_printf ("card-%d", g_rand_int_range (rand, 0, N_CARDS));
      /* Each input of a gate has a separate wire, which may swap its position with another wire. */
      g_autofree char *to = i < 3 * N_GATES
                                ? g_strdup_printf ("gate-%u", i / 3)
                                : g_strdup_printf ("card-%d", g_rand_int_range (rand, 0, N_CARDS));
      const TroupeCanvasWire wire = {
        .id = id, .from = from, .to = to, .to_input = inputs[i % 3], .routed_back = i % 7 == 0
      };

      troupe_canvas_scene_set_wire (scene, &wire);
    }
  troupe_canvas_scene_end_update (scene);
}

static gboolean
is_settled (gpointer canvas)
{
  troupe_canvas_refresh (canvas);
  return troupe_canvas_router_is_settled (troupe_canvas_get_router (canvas));
}

/* Returns all points of all wires. The points of each wire are preceded by their number.
 * (transfer full) */
static GArray *
copy_points (TroupeCanvas *canvas)
{
  TroupeCanvasRouter *router = troupe_canvas_get_router (canvas);
  GArray *points = g_array_new (FALSE, FALSE, sizeof (graphene_point_t));
  guint n;
  const CanvasRoute *routes = troupe_canvas_router_get_routes (router, &n);

  for (guint i = 0; i < n; i++)
    {
      const graphene_point_t count = GRAPHENE_POINT_INIT ((float) routes[i].n_segments, 0);

      g_array_append_val (points, count);
      if (routes[i].n_segments > 0)
        g_array_append_vals (points, troupe_canvas_router_get_points (router, &routes[i]),
                             3 * routes[i].n_segments + 1);
    }
  return points;
}

static gboolean
are_equal (const GArray *first, const GArray *second)
{
  return first->len == second->len &&
         memcmp (first->data, second->data, first->len * sizeof (graphene_point_t)) == 0;
}

/* Moves or removes a card, or replaces the description of a card, wire or gate. */
static void
change_anything (CanvasTest *test, GRand *rand)
{
  guint n = troupe_canvas_scene_get_n_nodes (test->scene);
  TroupeCanvasNode node =
      *troupe_canvas_scene_get_nth_node (test->scene, g_rand_int_range (rand, 0, n));
  TroupeCanvasWire wire = *troupe_canvas_scene_get_nth_wire (
      test->scene, g_rand_int_range (rand, 0, troupe_canvas_scene_get_n_wires (test->scene)));
  static const char *const events[] = { "another", "and one more", NULL };
  g_autofree char *id = NULL;

  switch (g_rand_int_range (rand, 0, 8))
    {
    case 0:
      id = g_strdup_printf ("new-%u", g_rand_int (rand));
      node.id = id;
      node.x = g_rand_int_range (rand, -900, 900);
      troupe_canvas_scene_set_node (test->scene, &node);
      wire.to = id;
      wire.id = id = g_strconcat (id, "-wire", NULL);
      troupe_canvas_scene_set_wire (test->scene, &wire);
      g_free ((char *) node.id);
      break;
    case 1:
      if (n > 3)
        troupe_canvas_scene_remove (test->scene, node.id);
      break;
    case 2:
      node.title = "A title that is wider than the others were";
      node.events = events;
      troupe_canvas_scene_set_node (test->scene, &node);
      break;
    case 3:
      wire.routed_back = !wire.routed_back;
      troupe_canvas_scene_set_wire (test->scene, &wire);
      break;
    case 4:
      wire.kind = TROUPE_CANVAS_WIRE_MANAGER;
      troupe_canvas_scene_set_wire (test->scene, &wire);
      break;
    case 5:
      if (troupe_canvas_scene_get_n_wires (test->scene) > 3)
        troupe_canvas_scene_remove (test->scene, wire.id);
      break;
    default:
      troupe_canvas_scene_set_position (test->scene, node.id, g_rand_int_range (rand, -900, 900),
                                        g_rand_int_range (rand, -900, 900));
      break;
    }
}

static void
drag_anything (CanvasTest *test, GRand *rand)
{
  TroupeCanvasRouter *router = troupe_canvas_get_router (test->canvas);
  guint n = troupe_canvas_scene_get_n_nodes (test->scene);
  const char *id =
      troupe_canvas_scene_get_nth_node (test->scene, (guint) g_rand_int_range (rand, 0, (gint) n))
          ->id;

  for (guint i = 0; i < 3; i++)
    {
      troupe_canvas_scene_set_position (test->scene, id, g_rand_int_range (rand, -900, 900),
                                        g_rand_int_range (rand, -900, 900));
      troupe_canvas_router_set_lifted (router, id);
      troupe_canvas_refresh (test->canvas);
    }
  troupe_canvas_router_set_lifted (router, NULL);
}

/* Asserts that the wires equal those of a scene that is routed completely now. */
static void
assert_as_anew (CanvasTest *test, CanvasTest *fresh)
{
  g_autoptr (GArray) points = NULL;
  g_autoptr (GArray) fresh_points = NULL;

  canvas_test_wait (is_settled, test->canvas);
  troupe_canvas_set_scene (fresh->canvas, NULL);
  troupe_canvas_set_scene (fresh->canvas, test->scene);
  troupe_canvas_router_settle (troupe_canvas_get_router (fresh->canvas));
  points = copy_points (test->canvas);
  fresh_points = copy_points (fresh->canvas);
  g_assert_true (are_equal (points, fresh_points));
}

/* --- Same result ------------------------------------------------------------------------------ */

/* After random changes and drags, the wires are the same as if they were routed for the first
 * time. @waits: whether the result is awaited and compared after each change. If FALSE, this is
 * done only sometimes, so that some changes occur while a thread is running */
static void
check_same (guint32 seed, gboolean densely, gboolean waits, guint n_rounds)
{
  CanvasTest test, fresh;
  g_autoptr (GRand) rand = NULL;

  g_test_message ("seed %u", seed);
  rand = g_rand_new_with_seed (seed);
  canvas_test_open (&test, 700, 500);
  canvas_test_open (&fresh, 700, 500);
  if (densely)
    fill_densely (test.scene, rand);
  else
    demo_scene_fill_flow (test.scene, FALSE);
  for (guint round = 0; round < n_rounds; round++)
    {
      change_anything (&test, rand);
      if (round % 4 == 3)
        drag_anything (&test, rand);
      if (waits || round % 7 == 6)
        assert_as_anew (&test, &fresh);
      else
        for (gint i = g_rand_int_range (rand, 0, 4); i > 0; i--)
          g_main_context_iteration (NULL, FALSE);
    }
  assert_as_anew (&test, &fresh);
  troupe_canvas_set_scene (fresh.canvas, fresh.scene);
  canvas_test_close (&fresh);
  canvas_test_close (&test);
}

static void
test_same_at_once (void)
{
  /* Regression: a card was moved next to the forward section of a backward wire. */
  check_same (1945288517, FALSE, TRUE, 300);
  /* Regression: a curve that had swapped its end with another curve was matched with its own end
   * again. */
  check_same (1597163227, FALSE, TRUE, 300);
  check_same ((guint32) g_test_rand_int (), FALSE, TRUE, 300);
}

static void
test_same_in_thread (void)
{
  check_same ((guint32) g_test_rand_int (), TRUE, TRUE, 20);
}

static void
test_same_in_the_middle (void)
{
  check_same ((guint32) g_test_rand_int (), TRUE, FALSE, 70);
}

static void
test_same_square (void)
{
  CanvasTest test, fresh;
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);

  canvas_test_open (&test, 700, 500);
  canvas_test_open (&fresh, 700, 500);
  fill_densely (test.scene, rand);
  canvas_test_wait (is_settled, test.canvas);
  g_object_set (test.canvas, "orthogonal", TRUE, NULL);
  g_object_set (fresh.canvas, "orthogonal", TRUE, NULL);
  assert_as_anew (&test, &fresh);
  troupe_canvas_set_scene (fresh.canvas, fresh.scene);
  canvas_test_close (&fresh);
  canvas_test_close (&test);
}

/* --- During routing --------------------------------------------------------------------------- */

/* A refresh routes few wires immediately, but many wires asynchronously, without blocking the
 * drawing thread. */
static void
test_does_not_wait (void)
{
  CanvasTest test;
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  TroupeCanvasRouter *router;

  g_assert_false (troupe_canvas_routing_job_is_quick (N_WIRES));
  canvas_test_open (&test, 700, 500);
  router = troupe_canvas_get_router (test.canvas);
  demo_scene_fill_flow (test.scene, FALSE);
  troupe_canvas_refresh (test.canvas);
  g_assert_true (troupe_canvas_router_is_settled (router));
  fill_densely (test.scene, rand);
  troupe_canvas_refresh (test.canvas);
  g_assert_false (troupe_canvas_router_is_settled (router));
  canvas_test_wait (is_settled, test.canvas);
  /* Nothing has changed, so the wires stay settled. */
  troupe_canvas_refresh (test.canvas);
  g_assert_true (troupe_canvas_router_is_settled (router));
  canvas_test_close (&test);
}

/* Wires with a given lane need no routing job, regardless of their number. */
static void
test_lanes_are_quick (void)
{
  CanvasTest test;
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);

  canvas_test_open (&test, 700, 500);
  fill_densely (test.scene, rand);
  for (guint i = 0; i < N_WIRES; i++)
    {
      TroupeCanvasWire wire = *troupe_canvas_scene_get_nth_wire (test.scene, i);

      wire.has_lane = TRUE;
      wire.lane_y = 900 + i;
      troupe_canvas_scene_set_wire (test.scene, &wire);
    }
  troupe_canvas_refresh (test.canvas);
  g_assert_true (troupe_canvas_router_is_settled (troupe_canvas_get_router (test.canvas)));
  canvas_test_close (&test);
}

typedef struct
{
  TroupeCanvas *canvas;
  GArray *points; /* points of the last check */
  guint n_jumps;
} Watched;

static gboolean
is_settled_or_jumps (gpointer user_data)
{
  Watched *watched = user_data;
  const gboolean settled = is_settled (watched->canvas);
  g_autoptr (GArray) points = copy_points (watched->canvas);

  if (!are_equal (watched->points, points))
    {
      watched->n_jumps++;
      g_clear_pointer (&watched->points, g_array_unref);
      watched->points = g_steal_pointer (&points);
    }
  return settled;
}

/* After a card was dropped, each wire stays at its last position until all wires move once. The
 * dropped card's wire then enters a gate above the other wires. */
static void
test_jumps_once (void)
{
  const TroupeCanvasWire wires[] = {
    { .id = "wire-0", .from = "card-1", .to = "gate-0", .to_input = "first" },
    { .id = "wire-1", .from = "card-2", .to = "gate-0", .to_input = "second" },
    { .id = "wire-2", .from = "card-3", .to = "gate-0", .to_input = "third" },
  };
  CanvasTest test;
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  TroupeCanvasRouter *router;
  Watched watched = { 0 };

  canvas_test_open (&test, 700, 500);
  router = troupe_canvas_get_router (test.canvas);
  fill_densely (test.scene, rand);
  for (guint i = 0; i < G_N_ELEMENTS (wires); i++)
    troupe_canvas_scene_set_wire (test.scene, &wires[i]);
  canvas_test_wait (is_settled, test.canvas);
  for (guint i = 0; i < 5; i++)
    {
      troupe_canvas_router_set_lifted (router, "card-3");
      troupe_canvas_scene_set_position (test.scene, "card-3", 0, 600 - 300.0 * i);
      canvas_test_draw (&test);
    }
  watched.canvas = test.canvas;
  watched.points = copy_points (test.canvas);
  troupe_canvas_router_set_lifted (router, NULL);
  troupe_canvas_refresh (test.canvas);
  g_assert_false (is_settled_or_jumps (&watched));
  g_assert_cmpuint (watched.n_jumps, ==, 0);
  canvas_test_wait (is_settled_or_jumps, &watched);
  g_assert_cmpuint (watched.n_jumps, ==, 1);
  g_array_unref (watched.points);
  canvas_test_close (&test);
}

/* Querying the bounds of a wire routes only this wire. */
static void
test_shows (void)
{
  CanvasTest test;
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  graphene_rect_t bounds;
  guint n_drawn = 0;
  guint n;

  canvas_test_open (&test, 700, 500);
  fill_densely (test.scene, rand);
  g_assert_true (troupe_canvas_get_bounds (test.canvas, "wire-40", &bounds));
  for (guint i = 0; i < N_WIRES; i++)
    n_drawn +=
        troupe_canvas_router_get_routes (troupe_canvas_get_router (test.canvas), &n)[i].n_segments >
        0;
  g_assert_cmpuint (n_drawn, ==, 1);
  canvas_test_wait (is_settled, test.canvas);
  canvas_test_close (&test);
}

/* A new wire and the wires of a moved card are drawn immediately. */
static void
test_follows (void)
{
  CanvasTest test;
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  const TroupeCanvasWire wire = { .id = "new", .from = "card-0", .to = "card-23" };
  graphene_rect_t bounds;
  graphene_point_t port;

  canvas_test_open (&test, 700, 500);
  fill_densely (test.scene, rand);
  canvas_test_wait (is_settled, test.canvas);
  troupe_canvas_scene_set_wire (test.scene, &wire);
  troupe_canvas_scene_set_position (test.scene, "card-23", 2600, 900);
  g_assert_true (troupe_canvas_get_bounds (test.canvas, "new", &bounds));
  g_assert_false (troupe_canvas_router_is_settled (troupe_canvas_get_router (test.canvas)));
  g_assert_true (troupe_canvas_get_port (test.canvas, "card-23", TRUE, NULL, &port));
  g_assert_cmpfloat_with_epsilon (bounds.origin.x + bounds.size.width, port.x, 16);
  canvas_test_wait (is_settled, test.canvas);
  canvas_test_close (&test);
}

/* If all cards move together, their wires move with them. The wires are not routed again until
 * the cards settle. */
static void
test_moves_along (void)
{
  CanvasTest test, fresh;
  g_autoptr (GRand) rand = g_rand_new_with_seed (10);
  g_autoptr (GArray) before = NULL;
  g_autoptr (GArray) after = NULL;
  TroupeCanvasRouter *router;
  guint n_routed;

  canvas_test_open (&test, 700, 500);
  canvas_test_open (&fresh, 700, 500);
  router = troupe_canvas_get_router (test.canvas);
  fill_densely (test.scene, rand);
  canvas_test_wait (is_settled, test.canvas);
  before = copy_points (test.canvas);
  n_routed = troupe_canvas_router_get_n_routed (router);
  troupe_canvas_scene_begin_update (test.scene);
  for (guint i = 0; i < N_CARDS + N_GATES; i++)
    {
      g_autofree char *id =
          i < N_CARDS ? g_strdup_printf ("card-%u", i) : g_strdup_printf ("gate-%u", i - N_CARDS);
      double x, y;

      troupe_canvas_scene_get_position (test.scene, id, &x, &y);
      troupe_canvas_scene_set_position (test.scene, id, x + 64, y - 32);
    }
  troupe_canvas_scene_end_update (test.scene);
  troupe_canvas_refresh (test.canvas);
  g_assert_false (troupe_canvas_router_is_settled (router));
  g_assert_cmpuint (troupe_canvas_router_get_n_routed (router), ==, n_routed);
  after = copy_points (test.canvas);
  g_assert_cmpuint (after->len, ==, before->len);
  for (guint i = 0, left = 0; i < after->len; i++)
    {
      const graphene_point_t *old = &g_array_index (before, graphene_point_t, i);
      const graphene_point_t *new = &g_array_index (after, graphene_point_t, i);

      if (left-- == 0)
        {
          left = 3 * (guint) new->x + 1;
          continue;
        }
      g_assert_cmpfloat_with_epsilon (new->x, old->x + 64, 0.01);
      g_assert_cmpfloat_with_epsilon (new->y, old->y - 32, 0.01);
    }
  assert_as_anew (&test, &fresh);
  troupe_canvas_set_scene (fresh.canvas, fresh.scene);
  canvas_test_close (&fresh);
  canvas_test_close (&test);
}

/* Wires are not settled while the scene is moving, even if another canvas settles the same
 * scene. */
static void
test_waits_for_motion (void)
{
  CanvasTest test, other;
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  TroupeCanvasRouter *router;

  canvas_test_open (&test, 700, 500);
  router = troupe_canvas_get_router (test.canvas);
  fill_densely (test.scene, rand);
  canvas_test_wait (is_settled, test.canvas);
  troupe_canvas_router_set_moving (router, TRUE);
  canvas_test_open (&other, 700, 500);
  for (guint i = 0; i < 10; i++)
    {
      troupe_canvas_scene_set_position (test.scene, "card-3", 30.0 * i, 40.0 * i);
      canvas_test_draw (&test);
      troupe_canvas_set_scene (other.canvas, NULL);
      troupe_canvas_set_scene (other.canvas, test.scene);
      canvas_test_wait (is_settled, other.canvas);
      g_assert_false (troupe_canvas_router_is_settled (router));
    }
  troupe_canvas_router_set_moving (router, FALSE);
  canvas_test_wait (is_settled, test.canvas);
  troupe_canvas_set_scene (other.canvas, other.scene);
  canvas_test_close (&other);
  canvas_test_close (&test);
}

/* Drags all cards while another canvas settles the same scene. */
static void
drag_all (CanvasTest *test, CanvasTest *other, guint n_frames)
{
  TroupeCanvasInput *hand = troupe_canvas_get_hand (test->canvas);
  graphene_rect_t bounds;
  graphene_point_t at;

  troupe_canvas_set_origin (test->canvas, -50, -50);
  troupe_canvas_select_all (test->canvas);
  g_assert_true (troupe_canvas_get_bounds (test->canvas, "card-0", &bounds));
  at = troupe_canvas_to_widget (test->canvas, (double) bounds.origin.x + 60,
                                (double) bounds.origin.y + 12);
  troupe_canvas_input_begin_drag (hand, (double) at.x, (double) at.y, GDK_BUTTON_PRIMARY, 0, FALSE);
  for (guint i = 1; i <= n_frames; i++)
    {
      troupe_canvas_input_update_drag (hand, (double) at.x + 16 * i, (double) at.y + 8 * i, 0);
      canvas_test_draw (test);
      troupe_canvas_set_scene (other->canvas, NULL);
      troupe_canvas_set_scene (other->canvas, test->scene);
      canvas_test_wait (is_settled, other->canvas);
      g_assert_false (is_settled (test->canvas));
    }
}

/* Cards that are dragged together are settled when they are dropped or the drag is canceled. */
static void
test_drags_many (void)
{
  for (guint i = 0; i < 2; i++)
    {
      CanvasTest test, fresh;
      g_autoptr (GRand) rand = g_rand_new_with_seed (11);
      double x = 0, y = 0;

      canvas_test_open (&test, 700, 500);
      canvas_test_open (&fresh, 700, 500);
      fill_densely (test.scene, rand);
      canvas_test_wait (is_settled, test.canvas);
      drag_all (&test, &fresh, 4);
      if (i == 0)
        troupe_canvas_input_end_drag (troupe_canvas_get_hand (test.canvas), 0);
      else
        troupe_canvas_input_cancel_drag (troupe_canvas_get_hand (test.canvas));
      troupe_canvas_scene_get_position (test.scene, "card-0", &x, &y);
      g_assert_true ((x > 40) == (i == 0));
      assert_as_anew (&test, &fresh);
      troupe_canvas_set_scene (fresh.canvas, fresh.scene);
      canvas_test_close (&fresh);
      canvas_test_close (&test);
    }
}

/* Animated cards are settled when the animation has finished. */
static void
test_glides (void)
{
  CanvasTest test, fresh;
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);
  double x = 0, y = 0;

  canvas_test_open (&test, 700, 500);
  canvas_test_open (&fresh, 700, 500);
  fill_densely (test.scene, rand);
  canvas_test_wait (is_settled, test.canvas);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  troupe_canvas_begin_glide (test.canvas);
  troupe_canvas_scene_set_position (test.scene, "card-2", 1500, 900);
  troupe_canvas_end_glide (test.canvas);
  canvas_test_draw (&test);
  g_assert_false (is_settled (test.canvas));
  canvas_test_wait (is_settled, test.canvas);
  troupe_canvas_scene_get_position (test.scene, "card-2", &x, &y);
  g_assert_cmpfloat (x, ==, 1500);
  assert_as_anew (&test, &fresh);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  troupe_canvas_set_scene (fresh.canvas, fresh.scene);
  canvas_test_close (&fresh);
  canvas_test_close (&test);
}

/* The fitted view contains all wires, although they were not routed yet. */
static void
test_fits_again (void)
{
  CanvasTest test;
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  graphene_rect_t all, view;

  canvas_test_open (&test, 700, 500);
  fill_densely (test.scene, rand);
  troupe_canvas_fit_all (test.canvas, FALSE);
  g_assert_false (troupe_canvas_router_is_settled (troupe_canvas_get_router (test.canvas)));
  troupe_canvas_get_all_bounds (test.canvas, &all);
  troupe_canvas_get_view (test.canvas, &view);
  g_assert_true (troupe_canvas_rect_contains (&view, &all));
  canvas_test_wait (is_settled, test.canvas);
  {
    graphene_rect_t settled;

    troupe_canvas_get_all_bounds (test.canvas, &settled);
    g_assert_false (graphene_rect_equal (&all, &settled));
    troupe_canvas_get_view (test.canvas, &view);
    g_assert_true (troupe_canvas_rect_contains (&view, &settled));
    g_assert_cmpfloat_with_epsilon (view.origin.x + view.size.width / 2,
                                    settled.origin.x + settled.size.width / 2, 2);
    g_assert_cmpfloat_with_epsilon (view.origin.y + view.size.height / 2,
                                    settled.origin.y + settled.size.height / 2, 2);
  }
  canvas_test_close (&test);
}

/* --- Destruction ------------------------------------------------------------------------------ */

/* The canvas or its scene may be destroyed while a thread is running. */
static void
test_closes_in_the_middle (void)
{
  for (guint i = 0; i < 30; i++)
    {
      CanvasTest test;
      g_autoptr (GRand) rand = g_rand_new_with_seed (100 + i);

      canvas_test_open (&test, 300, 200);
      fill_densely (test.scene, rand);
      troupe_canvas_refresh (test.canvas);
      g_assert_false (troupe_canvas_router_is_settled (troupe_canvas_get_router (test.canvas)));
      for (guint k = 0; k < i % 3; k++)
        g_main_context_iteration (NULL, FALSE);
      if (i % 2 == 0)
        {
          troupe_canvas_set_scene (test.canvas, NULL);
          g_assert_true (troupe_canvas_router_is_settled (troupe_canvas_get_router (test.canvas)));
        }
      if (i % 4 == 0)
        troupe_canvas_set_scene (test.canvas, test.scene);
      canvas_test_close (&test);
    }
}

/* A picture contains all wires at their final positions. */
static void
test_picture (void)
{
  CanvasTest test;
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  const graphene_rect_t area = GRAPHENE_RECT_INIT (0, 0, 2000, 700);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;

  canvas_test_open (&test, 700, 500);
  fill_densely (test.scene, rand);
  troupe_canvas_snapshot_area (test.canvas, snapshot, &area, 1);
  g_assert_true (troupe_canvas_router_is_settled (troupe_canvas_get_router (test.canvas)));
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  canvas_test_close (&test);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);

  g_test_add_func ("/canvas/routing-job/same/at-once", test_same_at_once);
  g_test_add_func ("/canvas/routing-job/same/in-thread", test_same_in_thread);
  g_test_add_func ("/canvas/routing-job/same/in-the-middle", test_same_in_the_middle);
  g_test_add_func ("/canvas/routing-job/same/square", test_same_square);
  g_test_add_func ("/canvas/routing-job/does-not-wait", test_does_not_wait);
  g_test_add_func ("/canvas/routing-job/lanes-are-quick", test_lanes_are_quick);
  g_test_add_func ("/canvas/routing-job/jumps-once", test_jumps_once);
  g_test_add_func ("/canvas/routing-job/shows", test_shows);
  g_test_add_func ("/canvas/routing-job/follows", test_follows);
  g_test_add_func ("/canvas/routing-job/moves-along", test_moves_along);
  g_test_add_func ("/canvas/routing-job/waits-for-motion", test_waits_for_motion);
  g_test_add_func ("/canvas/routing-job/drags-many", test_drags_many);
  g_test_add_func ("/canvas/routing-job/glides", test_glides);
  g_test_add_func ("/canvas/routing-job/fits-again", test_fits_again);
  g_test_add_func ("/canvas/routing-job/closes-in-the-middle", test_closes_in_the_middle);
  g_test_add_func ("/canvas/routing-job/picture", test_picture);

  return g_test_run ();
}
