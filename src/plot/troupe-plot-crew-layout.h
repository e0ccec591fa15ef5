/* troupe-plot-crew-layout.h: where tasks, agents and the manager of a crew stand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-measures.h"

G_BEGIN_DECLS

/* Sizes of the cards of a crew at rest. */
#define TROUPE_PLOT_CREW_WIDTH 264.0
#define TROUPE_PLOT_CREW_TASK_HEIGHT 132.0
#define TROUPE_PLOT_CREW_AGENT_HEIGHT 92.0

/* What a lane reaches beyond the cards in it. */
#define TROUPE_PLOT_CREW_LANE_PAD 24.0
#define TROUPE_PLOT_CREW_LANE_TOP 38.0

/* No agent. */
#define TROUPE_PLOT_CREW_NOBODY G_MAXUINT

/**
 * TroupePlotCrewTask:
 * @agent: index of who does it, or %TROUPE_PLOT_CREW_NOBODY
 * @beside_others: whether it runs beside its neighbours that do as well
 */
typedef struct
{
  guint agent;
  gboolean beside_others;
} TroupePlotCrewTask;

/**
 * TroupePlotCrewWay:
 * @from: the task whose output is given on
 * @to: the task that takes it
 * @passes: whether it passes other tasks; if not, it leads straight on
 * @y: the height of its long part, where it passes others
 */
typedef struct
{
  guint from;
  guint to;
  gboolean passes;
  double y;
} TroupePlotCrewWay;

/**
 * TroupePlotCrewLane: tasks that run at the same time, two or more neighbours.
 */
typedef struct
{
  guint first;
  guint last;
  TroupePlotBox box;
} TroupePlotCrewLane;

/**
 * TroupePlotCrewPlaces:
 * @tasks: (array length=n_tasks): upper left corners
 * @agents: (array length=n_agents): the same
 * @manager: where a manager stands, whether there is one or not
 * @lanes: (element-type TroupePlotCrewLane)
 * @ways: (array length=n_ways): in the order in which they were given
 */
typedef struct
{
  guint n_tasks;
  guint n_agents;
  guint n_ways;
  TroupePlotSpot *tasks;
  TroupePlotSpot *agents;
  TroupePlotSpot manager;
  GArray *lanes;
  TroupePlotCrewWay *ways;
} TroupePlotCrewPlaces;

TroupePlotCrewPlaces *troupe_plot_crew_places_new (const TroupePlotCrewTask *tasks,
                                                   guint n_tasks,
                                                   guint n_agents,
                                                   const TroupePlotCrewWay *ways,
                                                   guint n_ways);
void troupe_plot_crew_places_free (TroupePlotCrewPlaces *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotCrewPlaces, troupe_plot_crew_places_free)

/* Which place in the order a task has whose left edge is at @x: the nearest, 0 to n_tasks - 1; 0 where there are none. */
guint troupe_plot_crew_places_find_task (const TroupePlotCrewPlaces *self, double x);

G_END_DECLS
