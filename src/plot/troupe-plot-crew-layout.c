/* troupe-plot-crew-layout.c: where tasks, agents and the manager of a crew stand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-crew-layout"

#include "config.h"

#include "troupe-plot-crew-layout.h"

#define STEP 336.0       /* from one card of a row to the next */
#define BEHIND_LANE 32.0 /* more, where a lane ends: wires to its last task go round in it */
#define TASKS_BELOW 224.0
#define AGENTS_BELOW 256.0

/* Lanes, and how much farther to the right each task stands because of those before it. */
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

/* Each agent stands below the first of its tasks, those without one behind all tasks. */
static void
place_agents (TroupePlotCrewPlaces *self,
              const TroupePlotCrewTask *tasks,
              guint n_tasks,
              guint n_agents)
{
  g_autofree gboolean *placed = g_new0 (gboolean, MAX (n_agents, 1));
  double y = TROUPE_PLOT_MARGIN + TASKS_BELOW + AGENTS_BELOW;
  double x = TROUPE_PLOT_MARGIN;

  g_assert (self != NULL);

  for (guint i = 0; i < n_tasks; i++)
    {
      guint agent = tasks[i].agent;

      if (agent >= n_agents || placed[agent])
        continue;
      self->agents[agent] = (TroupePlotSpot){ self->tasks[i].x, y };
      placed[agent] = TRUE;
    }
  if (n_tasks > 0)
    x = self->tasks[n_tasks - 1].x + STEP;
  for (guint i = 0; i < n_agents; i++)
    {
      if (placed[i])
        continue;
      self->agents[i] = (TroupePlotSpot){ x, y };
      x += STEP;
    }
}

/**
 * troupe_plot_crew_places_new:
 * @tasks: (array length=n_tasks): in their order
 * @n_agents: how many stand below; a manager is none of them
 *
 * Tasks stand in a row in their order, agents below the first of their tasks, a manager above the middle
 * of the row. Without a manager all stand in the same places, so that the process can be switched to and
 * fro. On the grid. The measures are those of doc/interface.md §11.
 *
 * Returns: (transfer full)
 */
TroupePlotCrewPlaces *
troupe_plot_crew_places_new (const TroupePlotCrewTask *tasks, guint n_tasks, guint n_agents)
{
  TroupePlotCrewPlaces *self = g_new0 (TroupePlotCrewPlaces, 1);

  g_return_val_if_fail (tasks != NULL || n_tasks == 0, self);

  self->tasks = g_new0 (TroupePlotSpot, MAX (n_tasks, 1));
  self->agents = g_new0 (TroupePlotSpot, MAX (n_agents, 1));
  self->lanes = g_array_new (FALSE, FALSE, sizeof (TroupePlotCrewLane));
  place_tasks (self, tasks, n_tasks);
  place_agents (self, tasks, n_tasks, n_agents);
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
  g_clear_pointer (&self->lanes, g_array_unref);
  g_free (self);
}
