/* test-plot-layout.c: layout of cards and gates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "../test-time.h"
#include "plot-fixture.h"

static gboolean
overlap (const TroupePlotNode *a, const TroupePlotNode *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height &&
         b->y < a->y + a->height;
}

static void
assert_apart (TroupePlotGraph *graph)
{
  guint n = troupe_plot_graph_get_n_nodes (graph);

  for (guint i = 0; i < n; i++)
    for (guint k = i + 1; k < n; k++)
      {
        const TroupePlotNode *a = troupe_plot_graph_get_node (graph, i);
        const TroupePlotNode *b = troupe_plot_graph_get_node (graph, k);

        if (overlap (a, b))
          g_error ("%s at %g,%g lies over %s at %g,%g", a->id, a->x, a->y, b->id, b->x, b->y);
      }
}

static void
assert_on_grid (TroupePlotGraph *graph)
{
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (graph, i);

      if (!node->is_gate)
        {
          g_assert_cmpfloat (fmod (node->x, 8), ==, 0);
          g_assert_cmpfloat (fmod (node->y, 8), ==, 0);
        }
    }
}

/* Nested gates are in the order of their incoming wires, regardless of the order in the file. */
static void
test_gates_in_order (void)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *methods = g_strdup_printf (
          "'a': {'start': true, 'router': true, 'emit': ['x', 'y'], DO}, "
          "'b1': {'listen': 'x', DO}, 'b2': {'listen': 'x', DO}, 'c1': {'listen': 'y', DO}, "
          "'c2': {'listen': 'y', DO}, "
          "'d': {'listen': {'or': [{'and': ['%c1', '%c2']}, {'and': ['%c2', '%c1']}]}, DO}",
          i == 0 ? 'b' : 'c', i == 0 ? 'b' : 'c', i == 0 ? 'c' : 'b', i == 0 ? 'c' : 'b');
      g_autoptr (TroupePlotGraph) graph = plot_fixture_graph (methods);
      const TroupePlotNode *of_b = plot_fixture_node (graph, i == 0 ? "d/0" : "d/1");
      const TroupePlotNode *of_c = plot_fixture_node (graph, i == 0 ? "d/1" : "d/0");

      troupe_plot_graph_arrange (graph, TRUE);
      assert_apart (graph);
      g_assert_cmpfloat (plot_fixture_node (graph, "b1")->y, <, plot_fixture_node (graph, "c1")->y);
      g_assert_cmpfloat (of_b->y, <, of_c->y);
    }
}

/* Asserts that every wire that does not close a loop leads to the right. */
static void
assert_forward (TroupePlotGraph *graph)
{
  for (guint i = 0; i < troupe_plot_graph_get_n_wires (graph); i++)
    {
      const TroupePlotWire *wire = troupe_plot_graph_get_wire (graph, i);
      const TroupePlotNode *source = troupe_plot_graph_get_node (graph, wire->source);
      const TroupePlotNode *target = troupe_plot_graph_get_node (graph, wire->target);

      if (wire->backwards)
        g_assert_cmpfloat (target->x, <, source->x + source->width);
      else
        g_assert_cmpfloat (target->x, >, source->x + source->width);
    }
}

static void
test_line (void)
{
  g_autoptr (TroupePlotGraph) graph = plot_fixture_graph (
      "'c': {'listen': 'b', DO}, 'b': {'listen': 'a', DO}, 'a': {'start': true, DO}");

  troupe_plot_graph_arrange (graph, TRUE);
  assert_forward (graph);
  assert_on_grid (graph);
  g_assert_cmpfloat (plot_fixture_node (graph, "a")->y, ==, plot_fixture_node (graph, "b")->y);
  g_assert_cmpfloat (plot_fixture_node (graph, "b")->y, ==, plot_fixture_node (graph, "c")->y);
  g_assert_cmpfloat (plot_fixture_node (graph, "a")->x, ==, 40);
}

static void
test_gates_before_their_method (void)
{
  g_autoptr (TroupePlotGraph) graph = plot_fixture_graph (
      "'a': {'start': true, DO}, 'b': {'listen': 'a', DO}, 'c': {'listen': 'a', DO}, "
      "'d': {'listen': {'or': [{'and': ['b', 'c']}, {'and': ['a', 'b']}]}, DO}");
  const TroupePlotNode *card = plot_fixture_node (graph, "d");
  const TroupePlotNode *outer = plot_fixture_node (graph, "d/");
  const TroupePlotNode *inner = plot_fixture_node (graph, "d/0");

  troupe_plot_graph_arrange (graph, TRUE);
  assert_forward (graph);
  assert_apart (graph);
  g_assert_cmpfloat (outer->x, ==, card->x - 64);
  g_assert_cmpfloat (inner->x, ==, card->x - 128);
  /* The gate's output is at the same height as the card's input. */
  g_assert_cmpfloat (outer->y + 16, ==, card->y + 26);
}

static void
test_loop (void)
{
  g_autoptr (TroupePlotGraph) graph = plot_fixture_graph (
      "'begin': {'start': true, DO}, 'improve': {'listen': {'or': ['begin', 'again']}, DO}, "
      "'check': {'listen': 'improve', 'router': true, 'emit': ['again', 'good'], DO}, "
      "'finish': {'listen': 'good', DO}");

  troupe_plot_graph_arrange (graph, TRUE);
  assert_forward (graph);
  assert_apart (graph);
  g_assert_cmpfloat (plot_fixture_node (graph, "begin")->x, ==, 40);
}

/* The layout avoids a crossing of two paths that the order of the document would cause. */
static void
test_no_needless_crossing (void)
{
  g_autoptr (TroupePlotGraph) graph =
      plot_fixture_graph ("'a': {'start': true, DO}, 'b': {'start': true, DO}, "
                          "'x': {'listen': 'b', DO}, 'y': {'listen': 'a', DO}");

  troupe_plot_graph_arrange (graph, TRUE);
  g_assert_cmpfloat (plot_fixture_node (graph, "a")->y, ==, plot_fixture_node (graph, "y")->y);
  g_assert_cmpfloat (plot_fixture_node (graph, "b")->y, ==, plot_fixture_node (graph, "x")->y);
}

static void
test_placed_nodes_stay (void)
{
  g_autoptr (TroupePlotGraph) graph = plot_fixture_graph (
      "'a': {'start': true, DO}, 'b': {'listen': 'a', DO}, 'c': {'listen': 'a', DO}, "
      "'far': {'start': true, DO}");
  TroupePlotNode *a = plot_fixture_node (graph, "a");
  TroupePlotNode *b = plot_fixture_node (graph, "b");
  const TroupePlotNode *c = plot_fixture_node (graph, "c");

  a->x = 1003;
  a->y = 507;
  b->x = 1283;
  b->y = 547;
  a->placed = b->placed = TRUE;
  troupe_plot_graph_arrange (graph, FALSE);
  g_assert_cmpfloat (a->x, ==, 1003);
  g_assert_cmpfloat (b->y, ==, 547);
  assert_apart (graph);
  /* The new card is next to its neighbor, not where a full layout would place it. */
  g_assert_cmpfloat (fabs (c->x - b->x), <, 80);
  g_assert_cmpfloat (fabs (c->y - a->y), <, 200);

  troupe_plot_graph_arrange (graph, TRUE);
  g_assert_cmpfloat (fmod (a->x, 8), ==, 0);
  assert_apart (graph);
  assert_forward (graph);
}

/* New cards leave space for the strips that a run displays below existing cards. */
static void
test_room_for_strips (void)
{
  g_autoptr (TroupePlotGraph) graph = plot_fixture_graph (
      "'a': {'start': true, DO}, 'r': {'listen': 'a', 'router': true, 'emit': ['x', 'y'], DO}, "
      "'b': {'listen': 'a', DO}, 'c': {'listen': 'a', DO}");
  TroupePlotNode *a = plot_fixture_node (graph, "a");
  TroupePlotNode *router = plot_fixture_node (graph, "r");

  router->x = 280;
  router->y = 40;
  a->x = 40;
  a->y = 40;
  a->placed = router->placed = TRUE;
  troupe_plot_graph_arrange (graph, FALSE);
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    for (guint k = 0; k < troupe_plot_graph_get_n_nodes (graph); k++)
      {
        const TroupePlotNode *upper = troupe_plot_graph_get_node (graph, i);
        const TroupePlotNode *lower = troupe_plot_graph_get_node (graph, k);

        if (i != k && lower->y >= upper->y && lower->x < upper->x + upper->width &&
            upper->x < lower->x + lower->width)
          g_assert_cmpfloat (lower->y - upper->y - upper->height, >=, 28 + 8);
      }
}

/* The strip for an agent's stream is higher, and the column reserves the space for this strip. */
static void
test_room_for_streams (void)
{
  g_autoptr (TroupePlotGraph) graph = plot_fixture_graph (
      "'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "
      "'backstory': 'b', 'input': 'i'}}}, "
      "'b': {'start': true, DO}");

  troupe_plot_graph_arrange (graph, TRUE);
  g_assert_cmpfloat (plot_fixture_node (graph, "b")->y, >=,
                     plot_fixture_node (graph, "a")->y + 52 + 48 + 8);
}

/* If the user has arranged the cards, a gate without a position is moved aside so that it does
 * not overlap a card. */
static void
test_gate_finds_room (void)
{
  g_autoptr (TroupePlotGraph) graph =
      plot_fixture_graph ("'a': {'start': true, DO}, 'b': {'listen': 'a', DO}, "
                          "'c': {'listen': {'and': ['a', 'b']}, DO}");
  TroupePlotNode *card = plot_fixture_node (graph, "c");
  TroupePlotNode *other = plot_fixture_node (graph, "b");
  TroupePlotNode *gate = plot_fixture_node (graph, "c/");

  plot_fixture_node (graph, "a")->placed = card->placed = other->placed = TRUE;
  card->x = 400;
  other->x = 250;
  other->y = 8;
  troupe_plot_graph_arrange (graph, FALSE);
  assert_apart (graph);
  g_assert_cmpfloat (gate->x, <=, card->x - 64);
  g_assert_cmpfloat (fabs (gate->y - card->y), <, 80);

  /* A position chosen by the user is preserved, even on a card. */
  gate->placed = TRUE;
  gate->x = 300;
  gate->y = 16;
  troupe_plot_graph_arrange (graph, FALSE);
  g_assert_cmpfloat (gate->x, ==, 300);
}

/* A card that is moved leaves its gate behind. A gate that is added in front of that gate, as when a wire is
 * dropped on the card, does not stand behind it: the wire between them would fold back. */
static void
test_gates_stay_in_order (void)
{
  g_autoptr (TroupePlotGraph) graph = plot_fixture_graph (
      "'a': {'start': true, DO}, 'b': {'start': true, DO}, 'd': {'listen': 'c', DO}, "
      "'c': {'listen': {'or': [{'and': ['a', 'b']}, 'd']}, DO}");
  TroupePlotNode *outer = plot_fixture_node (graph, "c/");
  const TroupePlotNode *inner = plot_fixture_node (graph, "c/0");

  for (guint i = 0; i < 4; i++)
    {
      TroupePlotNode *card = troupe_plot_graph_get_node (graph, i);

      card->placed = TRUE;
      card->x = i < 2 ? 40 : 640;
      card->y = 40 + 200 * i;
    }
  plot_fixture_node (graph, "c")->y = 140;
  outer->placed = TRUE;
  outer->x = 420;
  outer->y = 148;
  troupe_plot_graph_arrange (graph, FALSE);
  g_assert_cmpfloat (outer->x, ==, 420);
  g_assert_cmpfloat (inner->x, <=, outer->x - 64);
  assert_apart (graph);
}

/* Many cards without a position share one placed neighbor, so all of these cards compete for the
 * same position. */
static void
test_crowd (void)
{
  g_autoptr (GString) methods = g_string_new ("'s': {'start': true, DO}");
  g_autoptr (TroupePlotGraph) graph = NULL;

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (methods, ", 'm%u': {'listen': 's', DO}", i);
  graph = plot_fixture_graph (methods->str);
  plot_fixture_node (graph, "s")->placed = TRUE;
  for (guint i = 0; i < 150; i++)
    {
      TroupePlotNode *node = troupe_plot_graph_get_node (graph, 1 + i);

      node->x = 300;
      node->y = 90.0 * i;
      node->placed = TRUE;
    }
  troupe_plot_graph_arrange (graph, FALSE);
  assert_apart (graph);
}

static TroupePlotGraph *
make_random (guint32 seed, guint n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  g_autoptr (GString) methods = g_string_new ("'m0': {'start': true, DO}");

  for (guint i = 1; i < n; i++)
    {
      guint first = g_rand_int_range (random, MAX (0, (int) i - 40), i);
      /* Some wires lead back, so that there are loops. */
      guint second = g_rand_int_range (random, 0, MIN (n, i + 3));

      if (g_rand_int_range (random, 0, 3) > 0 && second != i && second != first)
        g_string_append_printf (methods, ", 'm%u': {'listen': {'%s': ['m%u', 'm%u']}, DO}", i,
                                g_rand_boolean (random) ? "and" : "or", first, second);
      else
        g_string_append_printf (methods, ", 'm%u': {'listen': 'm%u', DO}", i, first);
    }
  return plot_fixture_graph (methods->str);
}

static void
test_random (void)
{
  guint32 seed = (guint32) g_test_rand_int ();

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (TroupePlotGraph) graph = make_random (seed + i, 2 + i * 3);
      g_autoptr (TroupePlotGraph) again = make_random (seed + i, 2 + i * 3);

      troupe_plot_graph_arrange (graph, TRUE);
      troupe_plot_graph_arrange (again, TRUE);
      assert_apart (graph);
      assert_forward (graph);
      assert_on_grid (graph);
      for (guint k = 0; k < troupe_plot_graph_get_n_nodes (graph); k++)
        {
          g_assert_cmpfloat (troupe_plot_graph_get_node (graph, k)->x, ==,
                             troupe_plot_graph_get_node (again, k)->x);
          g_assert_cmpfloat (troupe_plot_graph_get_node (graph, k)->y, ==,
                             troupe_plot_graph_get_node (again, k)->y);
        }
    }
}

static void
test_thousand (void)
{
  g_autoptr (TroupePlotGraph) graph = make_random (7, 1000);
  gint64 start = test_time_get_own ();
  double seconds;

  troupe_plot_graph_arrange (graph, TRUE);
  seconds = (double) (test_time_get_own () - start) / G_USEC_PER_SEC;
  g_test_minimized_result (seconds, "1,000 methods arranged in %.1f ms", seconds * 1000);
  if (g_test_perf ())
    g_assert_cmpfloat (seconds, <, 0.1);
  /* The limit is far above the normal time, so that a slow machine passes and a quadratic
   * algorithm fails. */
  g_assert_cmpfloat (seconds, <, 2 * TEST_SLOWNESS);
  assert_apart (graph);
}

/* The user waits for the position of an added card, so the cost must not grow faster than the
 * flow. */
static void
test_quick (void)
{
  g_autoptr (TroupePlotGraph) graph = make_random (7, 1280);
  g_autoptr (TroupePlotGraph) again = make_random (7, 1280);
  guint n = troupe_plot_graph_get_n_nodes (graph);
  guint added = 700;
  double seconds = G_MAXDOUBLE;

  troupe_plot_graph_arrange (graph, TRUE);
  for (guint round = 0; round < 5; round++)
    {
      gint64 start;

      for (guint i = 0; i < n; i++)
        {
          TroupePlotNode *node = troupe_plot_graph_get_node (again, i);

          node->x = troupe_plot_graph_get_node (graph, i)->x;
          node->y = troupe_plot_graph_get_node (graph, i)->y;
          node->placed = node->owner != added;
        }
      start = test_time_get_own ();
      troupe_plot_graph_arrange_quickly (again);
      seconds = MIN (seconds, (double) (test_time_get_own () - start) / G_USEC_PER_SEC);
    }
  g_test_minimized_result (seconds, "placed one of 1,280 in %.1f ms", seconds * 1000);
  if (g_test_perf ())
    g_assert_cmpfloat (seconds, <, 0.008);
  g_assert_cmpfloat (seconds, <, 0.2 * TEST_SLOWNESS);
  assert_apart (again);
}

static void
test_nothing (void)
{
  g_autoptr (TroupePlotGraph) graph = plot_fixture_graph ("");

  troupe_plot_graph_arrange (graph, TRUE);
  troupe_plot_graph_arrange (graph, FALSE);
  g_assert_cmpuint (troupe_plot_graph_get_n_nodes (graph), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/layout/line", test_line);
  g_test_add_func ("/plot/layout/gates-before-their-method", test_gates_before_their_method);
  g_test_add_func ("/plot/layout/gates-in-order", test_gates_in_order);
  g_test_add_func ("/plot/layout/loop", test_loop);
  g_test_add_func ("/plot/layout/no-needless-crossing", test_no_needless_crossing);
  g_test_add_func ("/plot/layout/placed-nodes-stay", test_placed_nodes_stay);
  g_test_add_func ("/plot/layout/gate-finds-room", test_gate_finds_room);
  g_test_add_func ("/plot/layout/gates-stay-in-order", test_gates_stay_in_order);
  g_test_add_func ("/plot/layout/room-for-strips", test_room_for_strips);
  g_test_add_func ("/plot/layout/room-for-streams", test_room_for_streams);
  g_test_add_func ("/plot/layout/crowd", test_crowd);
  g_test_add_func ("/plot/layout/random", test_random);
  g_test_add_func ("/plot/layout/thousand", test_thousand);
  g_test_add_func ("/plot/layout/quick", test_quick);
  g_test_add_func ("/plot/layout/nothing", test_nothing);
  return g_test_run ();
}
