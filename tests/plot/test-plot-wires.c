/* test-plot-wires.c: crossings and overlaps of drawn wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-time.h"
#include "drawn-wires.h"
#include "troupe-route.h"

#define N_GRAPHS TEST_SAMPLE (500)

/* No wire runs under a card or gate in a random flow. */
static void
test_nothing_over_cards (void)
{
  guint32 seed = (guint32) g_test_rand_int ();
  guint n_crossings = 0;

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < N_GRAPHS; i++)
    {
      g_autoptr (TroupePlotGraph) graph = drawn_make_graph (seed + i, 4 + i % 40);
      g_autoptr (GPtrArray) lines = NULL;
      guint over;

      troupe_plot_graph_arrange (graph, TRUE);
      lines = drawn_list_lines (graph);
      over = drawn_count_over (graph, lines);
      if (over > 0)
        g_test_message ("seed %u of %u methods", seed + i, 4 + i % 40);
      g_assert_cmpuint (over, ==, 0);
      n_crossings += drawn_count_crossings (lines);
    }
  g_test_message ("%u crossings in %u flows", n_crossings, N_GRAPHS);
}

/* Counts the crossings of fixed flows. With the same ports, dot has 140 crossings in the first
 * flows and 1,130 in the other flows (tests/bench/bench-layout.c). */
static void
test_few_crossings (void)
{
  guint n_few = 0;
  guint n_many = 0;

  for (guint i = 0; i < 113; i++)
    {
      guint n = i < 13 ? 12 + i * 38 / 12 : 12 + (i - 13) % 39;
      g_autoptr (TroupePlotGraph) graph = drawn_make_graph (i < 13 ? 1000 + i : 1087 + i, n);
      g_autoptr (GPtrArray) lines = NULL;

      troupe_plot_graph_arrange (graph, TRUE);
      lines = drawn_list_lines (graph);
      *(i < 13 ? &n_few : &n_many) += drawn_count_crossings (lines);
    }
  g_test_message ("%u and %u crossings", n_few, n_many);
  g_assert_cmpuint (n_few, <=, 60);
  g_assert_cmpuint (n_many, <=, 540);
}

/* Returns the end of a wire's line, before its arrow. */
static DrawnPoint
get_tip (GPtrArray *lines, guint wire)
{
  const GArray *line = lines->pdata[wire];

  return g_array_index (line, DrawnPoint, line->len - 1);
}

/* Asserts that wires of the same gate input end at the same point, and that wires of different
 * inputs end at different points. Otherwise, the drawing of an and gate would be misleading. */
static void
assert_inputs_apart (TroupePlotGraph *graph, GPtrArray *lines)
{
  for (guint i = 0; i < lines->len; i++)
    for (guint k = i + 1; k < lines->len; k++)
      {
        const TroupePlotWire *first = troupe_plot_graph_get_wire (graph, i);
        const TroupePlotWire *second = troupe_plot_graph_get_wire (graph, k);
        gboolean together;

        if (first->target != second->target ||
            !troupe_plot_graph_get_node (graph, first->target)->is_gate)
          continue;
        together = fabs (get_tip (lines, i).y - get_tip (lines, k).y) < 0.5;
        g_assert_true (together == (first->input == second->input));
      }
}

/* Tests small flows with as many connections as possible. With the same ports, dot has 10,142
 * crossings in a hundred of these flows. Wires may be reordered at a gate, but inputs stay separate. */
static void
test_dense (void)
{
  const guint n_graphs = TEST_SAMPLE (100);
  guint n_crossings = 0;

  for (guint i = 0; i < n_graphs; i++)
    {
      g_autoptr (TroupePlotGraph) graph = drawn_make_dense_graph (2000 + i, 4 + i % 7);
      g_autoptr (GPtrArray) lines = NULL;

      troupe_plot_graph_arrange (graph, TRUE);
      lines = drawn_list_lines (graph);
      g_assert_cmpuint (drawn_count_over (graph, lines), ==, 0);
      assert_inputs_apart (graph, lines);
      n_crossings += drawn_count_crossings (lines);
    }
  g_test_message ("%u crossings", n_crossings);
  g_assert_cmpuint (n_crossings, <=, 84 * n_graphs);
}

/* The gates of a card are close to each other, but a wire passes between them instead of running
 * under the previous card. */
static void
test_between_gates (void)
{
  g_autoptr (TroupePlotGraph) graph = plot_fixture_graph (
      "'m0': {'start': true, DO}, 'm1': {'listen': 'm0', DO}, 'm2': {'listen': {'and': ['m0', "
      "{'and': "
      "['e0', 'm1']}, {'and': ['e0', 'm1', 'm0']}]}, DO}, 'm3': {'listen': 'e0', DO}, "
      "'m4': {'listen': 'e0', DO}, 'm5': {'listen': {'or': ['m3', {'and': ['e0', 'e0']}]}, DO}");
  g_autoptr (GPtrArray) lines = NULL;

  troupe_plot_graph_arrange (graph, TRUE);
  lines = drawn_list_lines (graph);
  g_assert_cmpuint (drawn_count_over (graph, lines), ==, 0);
}

static guint
count_back (TroupePlotGraph *graph)
{
  guint n = 0;

  for (guint i = 0; i < troupe_plot_graph_get_n_wires (graph); i++)
    n += troupe_plot_graph_get_wire (graph, i)->backwards;
  return n;
}

/* Loops have as few wires that lead back as possible, but the start of the flow is on the left. */
static void
test_few_lead_back (void)
{
  g_autoptr (TroupePlotGraph) graph =
      plot_fixture_graph ("'begin': {'start': true, DO}, 'first': {'listen': {'or': ['begin', "
                          "'second', 'third']}, DO}, "
                          "'second': {'listen': {'or': ['first', 'begin']}, DO}, "
                          "'third': {'listen': {'or': ['second', 'begin']}, DO}");
  g_autoptr (TroupePlotGraph) start = plot_fixture_graph (
      "'begin': {'start': {'or': ['one', 'two']}, DO}, 'one': {'listen': 'begin', DO}, "
      "'two': {'listen': 'one', DO}");

  troupe_plot_graph_arrange (graph, TRUE);
  g_assert_cmpuint (count_back (graph), ==, 1);
  troupe_plot_graph_arrange (start, TRUE);
  g_assert_cmpuint (count_back (start), ==, 2);
  g_assert_cmpfloat (plot_fixture_node (start, "begin")->x, <, plot_fixture_node (start, "one")->x);
}

/* Backward wires to the same gate are parallel and ordered by their turns. */
static void
test_ways_back_beside (void)
{
  g_autoptr (GString) methods = g_string_new ("'m0': {'start': true, DO}");
  g_autoptr (TroupePlotGraph) graph = NULL;
  g_autoptr (GPtrArray) lines = NULL;

  for (guint i = 1; i <= 4; i++)
    g_string_append_printf (methods,
                            ", 'm%u': {'listen': %s, 'router': true, 'emit': ['e%u', 'g%u'], DO}",
                            i,
                            i == 1   ? "{'or': ['m0', 'e2', 'e3', {'and': ['e4', 'e1']}]}"
                            : i == 2 ? "{'or': ['g1', 'e4']}"
                            : i == 3 ? "'g2'"
                                     : "{'and': ['g3', 'g1']}",
                            i, i);
  graph = plot_fixture_graph (methods->str);
  troupe_plot_graph_arrange (graph, TRUE);
  lines = drawn_list_lines (graph);
  for (guint a = 0; a < lines->len; a++)
    for (guint b = a + 1; b < lines->len; b++)
      g_assert_cmpuint (drawn_count_pair (lines->pdata[a], lines->pdata[b]), <=, 1);
}

/* The backward wire of a loop has no needless crossings. */
static void
test_loop (void)
{
  g_autoptr (TroupePlotGraph) graph = plot_fixture_graph (
      "'begin': {'start': true, DO}, 'improve': {'listen': {'or': ['begin', 'again']}, DO}, "
      "'check': {'listen': 'improve', 'router': true, 'emit': ['good', 'again'], DO}, "
      "'finish': {'listen': 'good', DO}");
  g_autoptr (GPtrArray) lines = NULL;

  troupe_plot_graph_arrange (graph, TRUE);
  lines = drawn_list_lines (graph);
  g_assert_cmpuint (drawn_count_over (graph, lines), ==, 0);
  g_assert_cmpuint (drawn_count_crossings (lines), ==, 0);
}

/* The routes of the same flow are always the same. */
static void
test_same_twice (void)
{
  for (guint i = 0; i < 20; i++)
    {
      gboolean dense = i % 2 == 1;
      g_autoptr (TroupePlotGraph) graph =
          dense ? drawn_make_dense_graph (i, 8) : drawn_make_graph (i, 40);
      g_autoptr (TroupePlotGraph) again =
          dense ? drawn_make_dense_graph (i, 8) : drawn_make_graph (i, 40);
      TroupePlotRoute *routes, *same;
      guint n = troupe_plot_graph_get_n_wires (graph);

      troupe_plot_graph_arrange (graph, TRUE);
      troupe_plot_graph_arrange (again, TRUE);
      routes = troupe_plot_graph_route (graph);
      same = troupe_plot_graph_route (again);
      for (guint k = 0; k < n; k++)
        g_assert_cmpstr (routes[k].path, ==, same[k].path);
      troupe_plot_routes_free (routes, n);
      troupe_plot_routes_free (same, n);
    }
}

static GArray *
draw_way (const TroupeRoutePath *way)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (TroupeRoutePoint));

  troupe_route_path_draw (way, points);
  return points;
}

/* The settled paths do not depend on previous calls, because a canvas settles its paths
 * repeatedly. */
static void
test_settled_again (void)
{
  g_autoptr (TroupePlotGraph) graph = drawn_make_dense_graph (2006, 10);
  guint n_nodes = troupe_plot_graph_get_n_nodes (graph);
  guint n = troupe_plot_graph_get_n_wires (graph);
  g_autofree TroupeRouteBox *boxes = g_new (TroupeRouteBox, n_nodes);
  g_autofree TroupeRoutePath **ways = g_new0 (TroupeRoutePath *, n);
  g_autoptr (TroupeRouteField) field = NULL;
  g_autoptr (GPtrArray) once = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  guint64 budget = G_MAXUINT64;
  guint n_exchanged = 0;

  troupe_plot_graph_arrange (graph, TRUE);
  for (guint i = 0; i < n_nodes; i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (graph, i);

      boxes[i] = (TroupeRouteBox){ node->x, node->y, node->width, node->height, node->height };
    }
  field = troupe_route_field_new (boxes, n_nodes);
  for (guint i = 0; i < n; i++)
    {
      const TroupePlotWire *wire = troupe_plot_graph_get_wire (graph, i);
      const TroupePlotNode *target = troupe_plot_graph_get_node (graph, wire->target);
      TroupeRouteWire ends = { .loops = wire->backwards,
                               .gate = target->is_gate ? wire->target : 0 };

      ends.from.x = boxes[wire->source].x + boxes[wire->source].width;
      ends.from.y = boxes[wire->source].y + 26;
      ends.to.x = target->x - 2;
      ends.to.y = target->y + (target->is_gate ? 6 + 4 * wire->place : 26);
      ways[i] = troupe_route_find (field, &ends, &budget);
    }
  for (guint round = 0; round < 3; round++)
    {
      troupe_route_settle (field, ways, n, FALSE, &budget);
      for (guint i = 0; i < n; i++)
        {
          g_autoptr (GArray) line = draw_way (ways[i]);
          const GArray *first = round > 0 ? once->pdata[i] : NULL;

          if (round == 0)
            g_ptr_array_add (once, g_array_ref (line));
          else
            g_assert_cmpmem (line->data, line->len * sizeof (TroupeRoutePoint), first->data,
                             first->len * sizeof (TroupeRoutePoint));
        }
    }
  for (guint i = 0; i < n; i++)
    {
      const TroupePlotWire *wire = troupe_plot_graph_get_wire (graph, i);

      n_exchanged +=
          troupe_plot_graph_get_node (graph, wire->target)->is_gate &&
          troupe_route_path_get_end (ways[i]).y != boxes[wire->target].y + 6 + 4 * wire->place;
      troupe_route_path_free (ways[i]);
    }
  g_assert_cmpuint (n_exchanged, >, 0);
}

/* Adding a method that listens to an existing method moves only a few of the 40 other cards. */
static void
test_stable (void)
{
  guint n_moved = 0;
  guint n_cards = 0;

  for (guint i = 0; i < 30; i++)
    {
      g_autoptr (TroupePlotGraph) graph = drawn_make_graph (500 + i, 40);
      g_autoptr (TroupePlotGraph) larger = drawn_make_larger_graph (500 + i, 40);

      troupe_plot_graph_arrange (graph, TRUE);
      drawn_take_places (larger, graph, FALSE);
      troupe_plot_graph_arrange (larger, FALSE);
      for (guint k = 0; k < troupe_plot_graph_get_n_nodes (larger); k++)
        troupe_plot_graph_get_node (larger, k)->placed = TRUE;
      g_assert_cmpuint (drawn_count_moved (larger, graph), ==, 0);
      troupe_plot_graph_arrange (larger, TRUE);
      n_moved += drawn_count_moved (larger, graph);
      n_cards += 40;
    }
  g_test_message ("%u of %u cards moved by more than a row or column", n_moved, n_cards);
  g_assert_cmpuint (n_moved, <=, n_cards / 7);
}

/* A wire bent by the user passes through the bends, even over cards. */
static void
test_bends_kept (void)
{
  g_autoptr (TroupePlotGraph) graph =
      plot_fixture_graph ("'a': {'start': true, DO}, 'b': {'listen': 'a', DO}");
  const double bends[] = { 300, 400, 320, 500 };
  g_autoptr (GPtrArray) lines = NULL;
  GArray *line;
  gboolean seen[2] = { FALSE, FALSE };

  troupe_plot_graph_arrange (graph, TRUE);
  troupe_plot_graph_set_bends (graph, 0, bends, 2);
  lines = drawn_list_lines (graph);
  line = lines->pdata[0];
  for (guint i = 0; i < line->len; i++)
    for (guint k = 0; k < 2; k++)
      seen[k] = seen[k] || drawn_is_near (g_array_index (line, DrawnPoint, i),
                                          (DrawnPoint){ bends[2 * k], bends[2 * k + 1] }, 0.5);
  g_assert_true (seen[0] && seen[1]);
}

/* --- Paths only ------------------------------------------------------------------------------- */

/* A wire finds a path between cards at arbitrary positions if such a path exists. */
static void
test_scattered (void)
{
  guint32 seed = (guint32) g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  TroupeRouteBox boxes[26];

  g_test_message ("seed %u", seed);
  for (guint round = 0; round < TEST_SAMPLE (300); round++)
    {
      g_autoptr (TroupeRouteField) field = NULL;

      /* Each cell of a grid contains only one card, so that there is always a gap between two
       * cards. */
      for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
        boxes[i] =
            (TroupeRouteBox){ i % 6 * 300 + g_rand_double_range (random, 0, 50),
                              i / 6 * 160.0 + g_rand_double_range (random, 0, 30), 180, 52, 80 };
      field = troupe_route_field_new (boxes, G_N_ELEMENTS (boxes));
      for (guint i = 0; i < 20; i++)
        {
          const TroupeRouteBox *source = &boxes[g_rand_int_range (random, 0, 26)];
          const TroupeRouteBox *target = &boxes[g_rand_int_range (random, 0, 26)];
          TroupeRouteWire wire = { .from = { source->x + 180, source->y + 26 },
                                   .to = { target->x - 7, target->y + 26 },
                                   .square = g_rand_boolean (random) };
          guint64 budget = G_MAXUINT64;
          g_autoptr (TroupeRoutePath) way = troupe_route_find (field, &wire, &budget);
          g_autoptr (GArray) cubics = g_array_new (FALSE, FALSE, sizeof (TroupeRoutePoint));
          g_autoptr (GArray) line = g_array_new (FALSE, FALSE, sizeof (DrawnPoint));

          troupe_route_path_draw (way, cubics);
          troupe_route_flatten ((const TroupeRoutePoint *) (gconstpointer) cubics->data,
                                cubics->len / 3, line);
          for (guint k = 0; k < G_N_ELEMENTS (boxes); k++)
            {
              const TroupePlotNode node = {
                .x = boxes[k].x, .y = boxes[k].y, .width = boxes[k].width, .height = boxes[k].height
              };

              g_assert_false (drawn_is_over (line, &node));
            }
        }
    }
}

/* The number of crossings does not depend on the order of the two lines, even if they share a
 * port. */
static void
test_crossed_both_ways (void)
{
  guint32 seed = (guint32) g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  guint n_crossings = 0;

  g_test_message ("seed %u", seed);
  for (guint round = 0; round < TEST_SAMPLE (2000); round++)
    {
      g_autoptr (GArray) first = g_array_new (FALSE, FALSE, sizeof (TroupeRoutePoint));
      g_autoptr (GArray) second = g_array_new (FALSE, FALSE, sizeof (TroupeRoutePoint));
      GArray *const lines[] = { first, second, first };
      guint n;

      for (guint i = 0; i < 6; i++)
        for (guint k = 0; k < 2; k++)
          {
            const TroupeRoutePoint point = { g_rand_double_range (random, 0, 40),
                                             g_rand_double_range (random, 0, 40) };

            g_array_append_val (lines[k], point);
          }
      if (round % 4 < 2)
        g_array_index (second, TroupeRoutePoint, 0) = g_array_index (first, TroupeRoutePoint, 0);
      if (round % 2 == 0)
        g_array_index (second, TroupeRoutePoint, 5) = g_array_index (first, TroupeRoutePoint, 5);
      n = troupe_route_count_crossings (lines, 2);
      g_assert_cmpuint (troupe_route_count_crossings (lines + 1, 2), ==, n);
      n_crossings += n;
    }
  g_assert_cmpuint (n_crossings, >, TEST_SAMPLE (1000));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/wires/nothing-over-cards", test_nothing_over_cards);
  g_test_add_func ("/plot/wires/few-crossings", test_few_crossings);
  g_test_add_func ("/plot/wires/dense", test_dense);
  g_test_add_func ("/plot/wires/between-gates", test_between_gates);
  g_test_add_func ("/plot/wires/few-lead-back", test_few_lead_back);
  g_test_add_func ("/plot/wires/ways-back-beside", test_ways_back_beside);
  g_test_add_func ("/plot/wires/loop", test_loop);
  g_test_add_func ("/plot/wires/same-twice", test_same_twice);
  g_test_add_func ("/plot/wires/settled-again", test_settled_again);
  g_test_add_func ("/plot/wires/stable", test_stable);
  g_test_add_func ("/plot/wires/bends-kept", test_bends_kept);
  g_test_add_func ("/plot/wires/scattered", test_scattered);
  g_test_add_func ("/plot/wires/crossed-both-ways", test_crossed_both_ways);
  return g_test_run ();
}
