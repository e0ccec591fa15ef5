/* troupe-plot-crew-place.h: where the cards of a crew stand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"
#include "troupe-plot-measures.h"

G_BEGIN_DECLS

#define TROUPE_PLOT_TASK_WIDTH 264.0
#define TROUPE_PLOT_TASK_HEIGHT 132.0
#define TROUPE_PLOT_AGENT_HEIGHT 92.0

/* The upper left corners of the tasks, of the agents, and of the manager. */
typedef struct
{
  TroupePlotSpot *tasks;
  TroupePlotSpot *agents;
  TroupePlotSpot manager;
} TroupePlotCrewPlaces;

/* Tasks in their order from left to right, below them the agents, each under the first of its tasks where there is
 * room, and the manager above (doc/interface.md §11). @strip: what each card is higher in a run. */
TroupePlotCrewPlaces *troupe_plot_crew_place (TroupeCrew *crew, double strip);
void troupe_plot_crew_places_free (TroupePlotCrewPlaces *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotCrewPlaces, troupe_plot_crew_places_free)

G_END_DECLS
