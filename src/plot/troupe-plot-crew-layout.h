/* troupe-plot-crew-layout.h: layout of a crew: positions of tasks, agents and the manager
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-measures.h"

G_BEGIN_DECLS

/* Sizes of the cards of a crew when no run is shown. */
#define TROUPE_PLOT_CREW_WIDTH 264.0
#define TROUPE_PLOT_CREW_TASK_HEIGHT 132.0
#define TROUPE_PLOT_CREW_AGENT_HEIGHT 92.0

/* Distance between the edge of a lane and the cards in it. */
#define TROUPE_PLOT_CREW_LANE_PAD 24.0
#define TROUPE_PLOT_CREW_LANE_TOP 38.0

/* Index that means “no agent”. */
#define TROUPE_PLOT_CREW_NOBODY G_MAXUINT

/**
 * TroupePlotCrewTask:
 * @agent: index of the agent that executes the task, or %TROUPE_PLOT_CREW_NOBODY
 * @beside_others: whether the task runs in parallel with neighboring tasks that have this flag as
 *   well
 */
typedef struct
{
  guint agent;
  gboolean beside_others;
} TroupePlotCrewTask;

/**
 * TroupePlotCrewWay:
 * @from: the task whose output is passed on
 * @to: the task that receives the output
 * @passes: whether the wire passes other tasks; if not, it is a straight line
 * @y: if the wire passes other tasks, the y of its long horizontal segment
 *
 * A context wire between two tasks.
 */
typedef struct
{
  guint from;
  guint to;
  gboolean passes;
  double y;
} TroupePlotCrewWay;

/**
 * TroupePlotCrewLane:
 *
 * Two or more neighbouring tasks that run in parallel.
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
 * @agents: (array length=n_agents): upper left corners
 * @manager: the position of the manager, set even if the crew has none
 * @lanes: (element-type TroupePlotCrewLane)
 * @ways: (array length=n_ways): in the order in which they were passed in
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

/* Returns the index of the task whose left edge is nearest to @x, 0 to n_tasks - 1. Returns 0 if
 * there are no tasks. */
guint troupe_plot_crew_places_find_task (const TroupePlotCrewPlaces *self, double x);

G_END_DECLS
