/* test-plot-crew-layout.c: layout of a crew's tasks, agents and manager
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

/* Three tasks with one agent each form a row, with their agents below and the manager above the
 * middle. */
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

/* Adjacent tasks that run concurrently share a lane. A single asynchronous task has no lane. */
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
  /* The lane does not overlap other cards. */
  g_assert_cmpfloat (places->tasks[0].x + 264, <, lane->box.x);
  g_assert_cmpfloat (places->tasks[3].x, >, lane->box.x + lane->box.width);
  assert_spot (places->agents[0], places->tasks[0].x, 520);
  assert_spot (places->agents[1], places->tasks[1].x, 520);
  assert_spot (places->agents[2], places->tasks[3].x, 520);
}

/* Agents without a task, tasks without an agent, and an empty crew are also laid out. */
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

/* Wires that pass tasks run below these tasks. Several wires share a path if they come from the
 * same task or do not overlap. */
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
  g_assert_cmpfloat (places->ways[3].y, >, places->tasks[0].y + 132 + 48);
  g_assert_cmpfloat (places->ways[2].y, ==, places->ways[1].y);
  g_assert_cmpfloat (places->ways[1].y, >, places->ways[3].y);
  g_assert_cmpfloat (places->ways[4].y, ==, places->ways[3].y);
  /* The agents are moved down by just enough space for the wires above them. */
  g_assert_cmpfloat (places->agents[0].y, >=, places->ways[1].y + 48);
  assert_spot (one->agents[0], 40, 520);
}

/* Returns TRUE if the vertical part at @x of @way crosses the horizontal part of @other. */
static gboolean
crosses_at (double x, const TroupePlotCrewWay *way, const TroupePlotCrewWay *other)
{
  return way->y > other->y && other->from + 0.25 < x && x < other->to - 0.25;
}

/* Counts each point where wires cross once, and asserts that wires from different tasks do not
 * coincide. */
static guint
count_crossings (const TroupePlotCrewWay *ways, guint n_ways)
{
  g_autoptr (GHashTable) points = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < n_ways; i++)
    for (guint k = 0; k < n_ways; k++)
      {
        const double turns[] = { ways[i].from + 0.25, ways[i].to - 0.25 };

        if (!ways[i].passes || !ways[k].passes)
          continue;
        g_assert_false (ways[i].from != ways[k].from && ways[i].y == ways[k].y &&
                        ways[i].from < ways[k].to && ways[k].from < ways[i].to);
        for (guint t = 0; t < G_N_ELEMENTS (turns); t++)
          if (crosses_at (turns[t], &ways[i], &ways[k]))
            g_hash_table_add (points, g_strdup_printf ("%g %g", turns[t], ways[k].y));
      }
  return g_hash_table_size (points);
}

/* Adds wires that are nested between the two tasks, so that no two wires partly overlap. */
static void
add_nested (GArray *ways, guint first, guint last)
{
  const TroupePlotCrewWay way = { .from = first, .to = last };
  guint middle;

  if (last < first + 2)
    return;
  g_array_append_val (ways, way);
  middle = (guint) g_test_rand_int_range ((int) first + 1, (int) last);
  if (g_test_rand_bit ())
    add_nested (ways, first + 1, middle);
  add_nested (ways, middle, last - g_test_rand_bit ());
}

/* A nested wire is closer to the cards than the enclosing wire, so that the two wires do not
 * cross. */
static void
test_nested_ways (void)
{
  for (guint round = 0; round < 100; round++)
    {
      g_autoptr (GArray) ways = g_array_new (FALSE, FALSE, sizeof (TroupePlotCrewWay));
      g_autofree TroupePlotCrewTask *tasks = g_new0 (TroupePlotCrewTask, 20);
      g_autoptr (TroupePlotCrewPlaces) places = NULL;

      add_nested (ways, 0, 19);
      places = troupe_plot_crew_places_new (
          tasks, 20, 1, (const TroupePlotCrewWay *) (gconstpointer) ways->data, ways->len);
      g_assert_cmpuint (count_crossings (places->ways, places->n_ways), ==, 0);
    }
}

/* Reference for the test. It assigns levels in the order of the target tasks, and uses the first
 * level that is free or contains a wire from the same task. */
static void
place_as_they_come (TroupePlotCrewWay *ways, guint n_ways)
{
  TroupePlotCrewWay used[20] = { 0 };
  guint n = 0;

  for (guint i = 0; i < n_ways; i++)
    {
      guint at = 0;

      if (!ways[i].passes)
        continue;
      while (at < n && ways[i].from < used[at].to && ways[i].from != used[at].from)
        at++;
      n = MAX (n, at + 1);
      used[at].from = ways[i].from;
      used[at].to = MAX (used[at].to, ways[i].to);
      ways[i].y = at;
    }
}

/* Overlapping wires must cross, but do so less often than with the simple order. */
static void
test_random_ways (void)
{
  guint n_crossings = 0;
  guint n_as_they_come = 0;

  for (guint round = 0; round < 300; round++)
    {
      const guint n_tasks = (guint) g_test_rand_int_range (4, 14);
      const int part = g_test_rand_int_range (2, 8);
      g_autoptr (GArray) ways = g_array_new (FALSE, FALSE, sizeof (TroupePlotCrewWay));
      g_autofree TroupePlotCrewTask *tasks = g_new0 (TroupePlotCrewTask, n_tasks);
      g_autoptr (TroupePlotCrewPlaces) places = NULL;

      for (guint to = 0; to < n_tasks; to++)
        for (guint from = 0; from < to; from++)
          {
            const TroupePlotCrewWay way = { .from = from, .to = to };

            if (g_test_rand_int_range (0, part) == 0)
              g_array_append_val (ways, way);
          }
      places = troupe_plot_crew_places_new (
          tasks, n_tasks, 1, (const TroupePlotCrewWay *) (gconstpointer) ways->data, ways->len);
      n_crossings += count_crossings (places->ways, places->n_ways);
      place_as_they_come (places->ways, places->n_ways);
      n_as_they_come += count_crossings (places->ways, places->n_ways);
    }
  g_test_message ("%u crossings, %u if they are placed as they come", n_crossings, n_as_they_come);
  g_assert_cmpuint (n_crossings, <, n_as_they_come * 9 / 10);
}

/* The position of a drop determines the task's new index. Tasks after a lane are farther to the
 * right. */
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

/* Any crew is laid out on the grid without overlapping cards. */
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
  g_test_add_func ("/plot/crew-layout/ways/nested", test_nested_ways);
  g_test_add_func ("/plot/crew-layout/ways/random", test_random_ways);
  g_test_add_func ("/plot/crew-layout/find", test_find);
  g_test_add_func ("/plot/crew-layout/any", test_any);
  return g_test_run ();
}
