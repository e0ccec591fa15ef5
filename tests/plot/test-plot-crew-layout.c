/* test-plot-crew-layout.c: where tasks, agents and the manager of a crew stand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "troupe-plot-crew-layout.h"

#define NOBODY TROUPE_PLOT_CREW_NOBODY

static void
assert_spot (TroupePlotSpot spot, double x, double y)
{
  g_assert_cmpfloat (spot.x, ==, x);
  g_assert_cmpfloat (spot.y, ==, y);
}

/* Three tasks with an agent each: a row with its agents below and the manager in the middle above. */
static void
test_row (void)
{
  const TroupePlotCrewTask tasks[] = { { 0, FALSE }, { 1, FALSE }, { 2, FALSE } };
  g_autoptr (TroupePlotCrewPlaces) places = troupe_plot_crew_places_new (tasks, 3, 3, NULL, 0);

  for (guint i = 0; i < 3; i++)
    {
      assert_spot (places->tasks[i], 40 + 336 * i, 264);
      assert_spot (places->agents[i], 40 + 336 * i, 520);
    }
  assert_spot (places->manager, 40 + 336, 40);
  g_assert_cmpuint (places->lanes->len, ==, 0);
}

/* Neighbours that run beside each other have a lane round them; one alone has none. */
static void
test_lanes (void)
{
  const TroupePlotCrewTask tasks[] = { { 0, FALSE }, { 1, TRUE }, { 0, TRUE },
                                       { 2, FALSE }, { 2, TRUE }, { 1, FALSE } };
  g_autoptr (TroupePlotCrewPlaces) places = troupe_plot_crew_places_new (tasks, 6, 3, NULL, 0);
  const TroupePlotCrewLane *lane;

  g_assert_cmpuint (places->lanes->len, ==, 1);
  lane = &g_array_index (places->lanes, TroupePlotCrewLane, 0);
  g_assert_cmpuint (lane->first, ==, 1);
  g_assert_cmpuint (lane->last, ==, 2);
  g_assert_cmpfloat (lane->box.x, ==, places->tasks[1].x - 24);
  g_assert_cmpfloat (lane->box.y, ==, places->tasks[1].y - 38);
  g_assert_cmpfloat (lane->box.x + lane->box.width, ==, places->tasks[2].x + 264 + 24);
  g_assert_cmpfloat (lane->box.y + lane->box.height, ==, places->tasks[1].y + 132 + 24);
  /* It lies over no card that is none of its own. */
  g_assert_cmpfloat (places->tasks[0].x + 264, <, lane->box.x);
  g_assert_cmpfloat (places->tasks[3].x, >, lane->box.x + lane->box.width);
  assert_spot (places->agents[0], places->tasks[0].x, 520);
  assert_spot (places->agents[1], places->tasks[1].x, 520);
  assert_spot (places->agents[2], places->tasks[3].x, 520);
}

/* Agents that have no task, tasks that have no agent, and nothing at all. */
static void
test_leftovers (void)
{
  const TroupePlotCrewTask tasks[] = { { NOBODY, FALSE }, { 2, FALSE }, { 99, FALSE } };
  g_autoptr (TroupePlotCrewPlaces) places = troupe_plot_crew_places_new (tasks, 3, 4, NULL, 0);
  g_autoptr (TroupePlotCrewPlaces) agents = troupe_plot_crew_places_new (NULL, 0, 2, NULL, 0);
  g_autoptr (TroupePlotCrewPlaces) nothing = troupe_plot_crew_places_new (NULL, 0, 0, NULL, 0);

  assert_spot (places->agents[2], places->tasks[1].x, 520);
  assert_spot (places->agents[0], places->tasks[0].x, 520);
  assert_spot (places->agents[1], places->tasks[2].x, 520);
  assert_spot (places->agents[3], places->tasks[2].x + 336, 520);
  assert_spot (agents->agents[1], 40 + 336, 520);
  assert_spot (nothing->manager, 40, 40);
}

/* What passes tasks goes below them: together where it comes from one, or where it does not meet. */
static void
test_ways (void)
{
  const TroupePlotCrewTask tasks[] = { { 0, FALSE }, { 0, FALSE }, { 0, FALSE },
                                       { 0, FALSE }, { 0, FALSE }, { 0, FALSE } };
  const TroupePlotCrewWay ways[] = { { .from = 0, .to = 1 }, { .from = 0, .to = 2 },
                                     { .from = 0, .to = 3 }, { .from = 1, .to = 3 },
                                     { .from = 3, .to = 5 }, { .from = 5, .to = 3 } };
  g_autoptr (TroupePlotCrewPlaces) places =
      troupe_plot_crew_places_new (tasks, 6, 1, ways, G_N_ELEMENTS (ways));
  g_autoptr (TroupePlotCrewPlaces) one = troupe_plot_crew_places_new (tasks, 6, 1, ways, 2);

  g_assert_false (places->ways[0].passes);
  g_assert_false (places->ways[5].passes);
  g_assert_true (places->ways[1].passes);
  g_assert_cmpfloat (places->ways[1].y, >, places->tasks[0].y + 132 + 48);
  g_assert_cmpfloat (places->ways[2].y, ==, places->ways[1].y);
  g_assert_cmpfloat (places->ways[3].y, >, places->ways[1].y);
  g_assert_cmpfloat (places->ways[4].y, ==, places->ways[1].y);
  /* Room for it above the agents, and no more than that. */
  g_assert_cmpfloat (places->agents[0].y, >=, places->ways[3].y + 48);
  assert_spot (one->agents[0], 40, 520);
}

/* Where a task is dropped says which it becomes, also where those behind a lane stand farther to the right. */
static void
test_find (void)
{
  const TroupePlotCrewTask tasks[] = { { 0, TRUE }, { 0, TRUE }, { 0, FALSE } };
  g_autoptr (TroupePlotCrewPlaces) places = troupe_plot_crew_places_new (tasks, 3, 1, NULL, 0);
  g_autoptr (TroupePlotCrewPlaces) nothing = troupe_plot_crew_places_new (NULL, 0, 0, NULL, 0);

  g_assert_cmpuint (troupe_plot_crew_places_find_task (places, -500), ==, 0);
  g_assert_cmpuint (troupe_plot_crew_places_find_task (places, 40 + 336 + 160), ==, 1);
  g_assert_cmpuint (troupe_plot_crew_places_find_task (places, places->tasks[2].x - 160), ==, 2);
  g_assert_cmpuint (troupe_plot_crew_places_find_task (places, 9000), ==, 2);
  g_assert_cmpuint (troupe_plot_crew_places_find_task (nothing, 9000), ==, 0);
}

/* Whoever stands there: on the grid, and no card over another. */
static void
test_any (void)
{
  TroupePlotCrewTask tasks[40];

  for (guint round = 0; round < 200; round++)
    {
      guint n_agents = (guint) g_test_rand_int_range (0, 12);
      g_autoptr (TroupePlotCrewPlaces) places = NULL;

      for (guint i = 0; i < G_N_ELEMENTS (tasks); i++)
        tasks[i] =
            (TroupePlotCrewTask){ (guint) g_test_rand_int_range (0, 14), g_test_rand_bit () };
      places = troupe_plot_crew_places_new (tasks, G_N_ELEMENTS (tasks), n_agents, NULL, 0);
      for (guint i = 1; i < G_N_ELEMENTS (tasks); i++)
        {
          g_assert_cmpfloat (places->tasks[i].x, >=, places->tasks[i - 1].x + 264 + 72);
          g_assert_cmpfloat (fmod (places->tasks[i].x, 8), ==, 0);
        }
      for (guint i = 0; i < n_agents; i++)
        for (guint k = 0; k < i; k++)
          g_assert_cmpfloat (fabs (places->agents[i].x - places->agents[k].x), >=, 264 + 24);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/crew-layout/row", test_row);
  g_test_add_func ("/plot/crew-layout/lanes", test_lanes);
  g_test_add_func ("/plot/crew-layout/leftovers", test_leftovers);
  g_test_add_func ("/plot/crew-layout/ways", test_ways);
  g_test_add_func ("/plot/crew-layout/find", test_find);
  g_test_add_func ("/plot/crew-layout/any", test_any);
  return g_test_run ();
}
