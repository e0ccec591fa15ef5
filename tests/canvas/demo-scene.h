/* demo-scene.h: a flow as in the design's pictures, for tests that need something to look at
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"

/* The content pipeline; @running: in the middle of a run. */
void demo_scene_fill_flow (TroupeCanvasScene *scene, gboolean running);
/* Every kind and every state, as on the sheet of the card's anatomy. */
void demo_scene_fill_anatomy (TroupeCanvasScene *scene);
/* Tasks and agents. */
void demo_scene_fill_crew (TroupeCanvasScene *scene);
/* @n cards in a square grid, each joined to its right neighbour. */
void demo_scene_fill_many (TroupeCanvasScene *scene, guint n);
