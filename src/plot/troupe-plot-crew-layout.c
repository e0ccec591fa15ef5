/* troupe-plot-crew-layout.c: layout of a crew: positions of tasks, agents and the manager
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-crew-layout"

#include "config.h"

#include <math.h>

#include "troupe-plot-crew-layout.h"

#define STEP 336.0       /* distance from one card of a row to the next */
#define BEHIND_LANE 32.0 /* extra space after a lane, in which wires to its last task turn */
#define TASKS_BELOW 224.0
#define AGENTS_BELOW 256.0
#define FIRST_WAY 60.0 /* distance of the first wire below the tasks; the run strip below a card
                          is 48 high */
#define NEXT_WAY                                                                                   \
  16.0 /* distance between two wires; a multiple of the grid, because everything below is moved
          by it */

/* Sets the positions of the tasks and the boxes of the lanes. Tasks after a lane are moved to
 * the right. */
static void
place_tasks (TroupePlotCrewPlaces *self, const TroupePlotCrewTask *tasks, guint n_tasks)
{
  double x = TROUPE_PLOT_MARGIN;

  g_assert (self != NULL);

  for (guint first = 0; first < n_tasks;)
    {
      guint last = first;

      while (tasks[first].beside_others && last + 1 < n_tasks && tasks[last + 1].beside_others)
        last++;
      for (guint i = first; i <= last; i++, x += STEP)
        self->tasks[i] = (TroupePlotSpot){ x, TROUPE_PLOT_MARGIN + TASKS_BELOW };
      if (last > first)
        {
          const TroupePlotSpot *from = &self->tasks[first];
          TroupePlotCrewLane lane = { first, last, { 0 } };

          lane.box.x = from->x - TROUPE_PLOT_CREW_LANE_PAD;
          lane.box.y = from->y - TROUPE_PLOT_CREW_LANE_TOP;
          lane.box.width = self->tasks[last].x - from->x + TROUPE_PLOT_CREW_WIDTH +
                           2 * TROUPE_PLOT_CREW_LANE_PAD;
          lane.box.height =
              TROUPE_PLOT_CREW_TASK_HEIGHT + TROUPE_PLOT_CREW_LANE_TOP + TROUPE_PLOT_CREW_LANE_PAD;
          g_array_append_val (self->lanes, lane);
          x += BEHIND_LANE;
        }
      first = last + 1;
    }
}

/* Assigns a height to each wire that passes tasks. Wires from the same task share a height, and
 * so do wires that do not overlap. Wires that begin later get heights nearer to the cards, so
 * that a wire within the span of another wire does not cross it. Two wires that overlap
 * partially cross in any case. Returns the number of heights. */
static guint
place_ways (TroupePlotCrewPlaces *self)
{
  /* For each task, the last task that is reached from it, or 0 if no other task is passed. For
   * each height, the leftmost start of the wires so far. */
  g_autofree guint *lasts = g_new0 (guint, MAX (self->n_tasks, 1));
  g_autofree guint *heights = g_new0 (guint, MAX (self->n_tasks, 1));
  g_autoptr (GArray) used = g_array_new (FALSE, FALSE, sizeof (guint));

  g_assert (self != NULL);

  for (guint i = 0; i < self->n_ways; i++)
    {
      TroupePlotCrewWay *way = &self->ways[i];

      way->passes = way->from < way->to && way->to < self->n_tasks && way->to - way->from > 1;
      if (way->passes)
        lasts[way->from] = MAX (lasts[way->from], way->to);
    }
  for (guint from = self->n_tasks; from-- > 0;)
    {
      guint at = 0;

      if (lasts[from] == 0)
        continue;
      while (at < used->len && g_array_index (used, guint, at) < lasts[from])
        at++;
      g_array_set_size (used, MAX (used->len, at + 1));
      g_array_index (used, guint, at) = from;
      heights[from] = at;
    }
  for (guint i = 0; i < self->n_ways; i++)
    if (self->ways[i].passes)
      self->ways[i].y = TROUPE_PLOT_MARGIN + TASKS_BELOW + TROUPE_PLOT_CREW_TASK_HEIGHT +
                        FIRST_WAY + NEXT_WAY * heights[self->ways[i].from];
  return used->len;
}

/**
 * troupe_plot_crew_places_new:
 * @tasks: (array length=n_tasks): in their order
 * @n_agents: number of agents in the row below the tasks, without the manager
 * @ways: (array length=n_ways): context wires between tasks, ordered by their target task; only
 *   @from and @to are read
 *
 * Computes the layout of a crew for the canvas and for exported images. Tasks form a row in their
 * order. Agents are placed below the first of their tasks, agents without tasks in free columns,
 * and the manager above the middle of the row. Wires that pass tasks run below the tasks; wires
 * that begin later run above wires that begin earlier. The more wires there are, the lower the
 * agents are placed. The positions do not depend on whether there is a manager, so that the process
 * can be switched back and forth. All positions are on the grid. The measures are those of
 * doc/interface.md §11.
 *
 * Returns: (transfer full)
 */
TroupePlotCrewPlaces *
troupe_plot_crew_places_new (const TroupePlotCrewTask *tasks,
                             guint n_tasks,
                             guint n_agents,
                             const TroupePlotCrewWay *ways,
                             guint n_ways)
{
  TroupePlotCrewPlaces *self;
  guint n_heights;
  g_autofree gboolean *placed = NULL;
  g_autofree gboolean *taken = NULL;
  double y;
  double x = TROUPE_PLOT_MARGIN;
  guint free = 0;

  g_return_val_if_fail (tasks != NULL || n_tasks == 0, NULL);
  g_return_val_if_fail (ways != NULL || n_ways == 0, NULL);

  self = g_new0 (TroupePlotCrewPlaces, 1);
  self->n_tasks = n_tasks;
  self->n_agents = n_agents;
  self->n_ways = n_ways;
  self->tasks = g_new0 (TroupePlotSpot, MAX (n_tasks, 1));
  self->agents = g_new0 (TroupePlotSpot, MAX (n_agents, 1));
  self->lanes = g_array_new (FALSE, FALSE, sizeof (TroupePlotCrewLane));
  self->ways = g_new0 (TroupePlotCrewWay, MAX (n_ways, 1));
  for (guint i = 0; i < n_ways; i++)
    self->ways[i] = ways[i];
  place_tasks (self, tasks, n_tasks);
  /* Places each agent below the first of its tasks, and agents without tasks in free columns. */
  n_heights = place_ways (self);
  placed = g_new0 (gboolean, MAX (self->n_agents, 1));
  taken = g_new0 (gboolean, MAX (self->n_tasks, 1));
  y = TROUPE_PLOT_MARGIN + TASKS_BELOW + AGENTS_BELOW +
      NEXT_WAY * (n_heights > 1 ? n_heights - 1 : 0);
  for (guint i = 0; i < self->n_tasks; i++)
    {
      const guint agent = tasks[i].agent;

      if (agent >= self->n_agents || placed[agent])
        continue;
      self->agents[agent] = (TroupePlotSpot){ self->tasks[i].x, y };
      placed[agent] = taken[i] = TRUE;
    }
  if (self->n_tasks > 0)
    x = self->tasks[self->n_tasks - 1].x + STEP;
  for (guint i = 0; i < self->n_agents; i++)
    {
      if (placed[i])
        continue;
      while (free < self->n_tasks && taken[free])
        free++;
      self->agents[i] = (TroupePlotSpot){ free < self->n_tasks ? self->tasks[free++].x : x, y };
      if (self->agents[i].x == x)
        x += STEP;
    }
  self->manager = (TroupePlotSpot){ TROUPE_PLOT_MARGIN, TROUPE_PLOT_MARGIN };
  if (n_tasks > 0)
    self->manager.x = troupe_plot_snap ((self->tasks[0].x + self->tasks[n_tasks - 1].x) / 2);
  return self;
}

void
troupe_plot_crew_places_free (TroupePlotCrewPlaces *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->tasks);
  g_free (self->agents);
  g_free (self->ways);
  g_clear_pointer (&self->lanes, g_array_unref);
  g_free (self);
}

guint
troupe_plot_crew_places_find_task (const TroupePlotCrewPlaces *self, double x)
{
  guint nearest = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 1; i < self->n_tasks; i++)
    if (fabs (self->tasks[i].x - x) < fabs (self->tasks[nearest].x - x))
      nearest = i;
  return nearest;
}
