/* troupe-crew-scene.h: canvas scene of a crew
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
 * Keeps a canvas scene in sync with a crew. It shows task cards in order with their context wires,
 * agents below, the manager above if the process is hierarchical, and a lane around tasks that run
 * in parallel. It reads the document, so a crew that cannot be loaded is drawn, too. The ids are
 * those of troupe-crew-id.h.
 */
#define TROUPE_TYPE_CREW_SCENE (troupe_crew_scene_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewScene, troupe_crew_scene, TROUPE, CREW_SCENE, GObject)

TroupeCrewScene *troupe_crew_scene_new (TroupeCrewSubject *subject);

/* (transfer none) */
TroupeCanvasScene *troupe_crew_scene_get_scene (TroupeCrewScene *self);
TroupeCrewSubject *troupe_crew_scene_get_subject (TroupeCrewScene *self);
/* Updates the scene. Must be called after every change to the crew. Also resets the positions of
 * cards that were dragged. */
void troupe_crew_scene_update (TroupeCrewScene *self);

/* Lists the ids of the cards that are related to @id: the agent of a task, or the tasks of an
 * agent. (transfer full), NULL-terminated */
char **troupe_crew_scene_list_related (TroupeCrewScene *self, const char *id);
/* Finds the task at a point in canvas pixels. Returns FALSE if there is no task at this point. */
gboolean troupe_crew_scene_find_task (TroupeCrewScene *self, double x, double y, guint *index);
/* Returns the index that a task gets if it is dropped with its left edge at @x. */
guint troupe_crew_scene_find_order (TroupeCrewScene *self, double x);

G_END_DECLS
