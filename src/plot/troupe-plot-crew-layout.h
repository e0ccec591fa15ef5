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
 */
typedef struct
{
  TroupePlotSpot *tasks;
  TroupePlotSpot *agents;
  TroupePlotSpot manager;
  GArray *lanes;
} TroupePlotCrewPlaces;

TroupePlotCrewPlaces *
troupe_plot_crew_places_new (const TroupePlotCrewTask *tasks, guint n_tasks, guint n_agents);
void troupe_plot_crew_places_free (TroupePlotCrewPlaces *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotCrewPlaces, troupe_plot_crew_places_free)

G_END_DECLS
