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
 * The positions of cards are not stored: dropping a task at another position changes the order,
 * dropping an agent on a task assigns it, and every card returns to its computed position. Wires
 * are contexts.
 *
 * Signals: `message` (text), `moved` (uint): the new index of a moved task, `add-requested` (x, y:
 * canvas pixels): the user wants to add something there; `menu-requested` (kind, x, y: pixels of
 * the canvas widget).
 */
#define TROUPE_TYPE_CREW_GESTURES (troupe_crew_gestures_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewGestures, troupe_crew_gestures, TROUPE, CREW_GESTURES, GObject)

TroupeCrewGestures *troupe_crew_gestures_new (TroupeCrewScene *scene, TroupeCanvas *canvas);
/* Adds a context between two tasks, in either order of the indexes. Returns FALSE if it is not
 * possible; the reason was reported. */
gboolean troupe_crew_gestures_connect (TroupeCrewGestures *self, guint from, guint to);
/* Moves a task to another index; reports contexts that are removed by that. */
void troupe_crew_gestures_move_task (TroupeCrewGestures *self, guint from, guint to);

G_END_DECLS
