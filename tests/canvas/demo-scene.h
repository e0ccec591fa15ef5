/* demo-scene.h: demo scenes for canvas tests, as in the design
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"

/* Fills the scene with the flow of a content pipeline. @running: whether the cards have the
 * states of a run */
void demo_scene_fill_flow (TroupeCanvasScene *scene, gboolean running);
/* Fills the scene with every kind and state of a card, as on the design sheet. */
void demo_scene_fill_anatomy (TroupeCanvasScene *scene);
/* Tasks and agents. */
void demo_scene_fill_crew (TroupeCanvasScene *scene);
/* Fills the scene with @n cards in a square grid, each connected to the card on its right. */
void demo_scene_fill_many (TroupeCanvasScene *scene, guint n);
