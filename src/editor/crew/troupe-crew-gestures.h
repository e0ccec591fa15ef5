/* troupe-crew-gestures.h: what a person does on the canvas of a crew becomes edits
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
 * Nobody places a card of a crew: a task that is dropped elsewhere has another place in the order, an agent that is
 * dropped on a task does it, and every card goes back to where it belongs. Wires are contexts.
 *
 * Signals: `message` (text), `moved` (uint): a task has this place now, `add-requested` (x, y: canvas pixels): a person
 * wants something new there; `menu-requested` (kind, x, y: pixels of the canvas' widget).
 */
#define TROUPE_TYPE_CREW_GESTURES (troupe_crew_gestures_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewGestures, troupe_crew_gestures, TROUPE, CREW_GESTURES, GObject)

TroupeCrewGestures *troupe_crew_gestures_new (TroupeCrewScene *scene, TroupeCanvas *canvas);
/* A context by two indexes, whichever comes first; FALSE where it cannot be, and why was told. */
gboolean troupe_crew_gestures_connect (TroupeCrewGestures *self, guint from, guint to);
/* A task gets another place; what that takes away is told. */
void troupe_crew_gestures_move_task (TroupeCrewGestures *self, guint from, guint to);

G_END_DECLS
