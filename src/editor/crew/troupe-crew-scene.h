/* troupe-crew-scene.h: a crew as it is drawn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"
#include "troupe-crew-subject.h"
#include "troupe-plot-crew-layout.h"

G_BEGIN_DECLS

/**
 * TroupeCrewScene:
 *
 * Keeps a scene like a crew: task cards in their order with what each takes from others, agents below, a manager above
 * where the process is hierarchical, a lane round tasks that run together. It reads what the document says, so that it
 * draws a crew that does not load, too. Ids are those of troupe-crew-id.h.
 */
#define TROUPE_TYPE_CREW_SCENE (troupe_crew_scene_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewScene, troupe_crew_scene, TROUPE, CREW_SCENE, GObject)

TroupeCrewScene *troupe_crew_scene_new (TroupeCrewSubject *subject);

/* (transfer none) */
TroupeCanvasScene *troupe_crew_scene_get_scene (TroupeCrewScene *self);
TroupeCrewSubject *troupe_crew_scene_get_subject (TroupeCrewScene *self);
/* After every change of the crew; also gives back the places of cards that were dragged. */
void troupe_crew_scene_update (TroupeCrewScene *self);

/* The ids of the cards that belong to the one of @id: a task's agent, an agent's tasks. (transfer full),
 * NULL-terminated */
char **troupe_crew_scene_list_related (TroupeCrewScene *self, const char *id);
/* The task under a point in canvas pixels; FALSE where none is. */
gboolean troupe_crew_scene_find_task (TroupeCrewScene *self, double x, double y, guint *index);
/* Which place in the order a task gets that is dropped with its left edge at @x. */
guint troupe_crew_scene_find_order (TroupeCrewScene *self, double x);

G_END_DECLS
