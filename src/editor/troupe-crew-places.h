/* troupe-crew-places.h: where the cards of a crew stand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define TROUPE_CREW_CARD_WIDTH 264.0

/**
 * TroupeCrewPlaces:
 *
 * Where the cards of a crew stand (doc/interface.md §11, §19, §20), in canvas pixels: tasks in their order in a row,
 * each agent below the first task that it does, the manager above the middle, and wires that pass a task on lanes that
 * lie on nothing. All of it follows from the crew: nobody places a card.
 */
typedef struct _TroupeCrewPlaces TroupeCrewPlaces;

/* @n_tasks, @n_agents: how many. @first_tasks: (array length=n_agents): for each agent the index of the first task that
 * it does; -1: none. @is_led: a manager stands above. */
TroupeCrewPlaces *
troupe_crew_places_new (guint n_tasks, guint n_agents, const int *first_tasks, gboolean is_led);
void troupe_crew_places_free (TroupeCrewPlaces *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeCrewPlaces, troupe_crew_places_free)

/* A wire that passes other tasks is given a lane: call it for all of them, in any order, before the agents are placed.
 * FALSE where it passes none. @y: (out): the height of its long part */
gboolean troupe_crew_places_add_lane (TroupeCrewPlaces *self, guint from, guint to, double *y);
/* Tasks that run beside others have a frame around them that lanes keep away from. */
void troupe_crew_places_set_has_frames (TroupeCrewPlaces *self, gboolean has_frames);

void troupe_crew_places_get_task (TroupeCrewPlaces *self, guint index, double *x, double *y);
void troupe_crew_places_get_agent (TroupeCrewPlaces *self, guint index, double *x, double *y);
void troupe_crew_places_get_manager (TroupeCrewPlaces *self, double *x, double *y);

/* Which place in the order a task has that is dropped with its left edge at @x: 0 to @n_tasks - 1. */
guint troupe_crew_places_find_index (guint n_tasks, double x);

G_END_DECLS
