/* troupe-crew-gestures.h: converts canvas gestures into edits of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"
#include "troupe-crew-scene.h"

G_BEGIN_DECLS

/**
 * TroupeCrewGestures:
 *
 * The positions of cards are not stored. Dropping a task at another position changes the order,
 * dropping an agent on a task assigns the agent, and every card returns to its computed position.
 * Wires are contexts.
 *
 * Signals: `message` (text), `moved` (uint): the new index of a moved task, `add-requested` (x, y:
 * canvas pixels): the user wants to add something at this position; `task-requested` (uint): a new task
 * at this index, because the output of the task before it was dropped on the background; `menu-requested` (kind, x, y:
 * pixels of the canvas widget).
 */
#define TROUPE_TYPE_CREW_GESTURES (troupe_crew_gestures_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewGestures, troupe_crew_gestures, TROUPE, CREW_GESTURES, GObject)

TroupeCrewGestures *troupe_crew_gestures_new (TroupeCrewScene *scene, TroupeCanvas *canvas);
/* Adds a context between two tasks, in either order of the indexes. If this is not possible,
 * reports the reason and returns FALSE. */
gboolean troupe_crew_gestures_connect (TroupeCrewGestures *self, guint from, guint to);
/* Moves a task to another index. Reports contexts that are removed because of the move. */
void troupe_crew_gestures_move_task (TroupeCrewGestures *self, guint from, guint to);

G_END_DECLS
