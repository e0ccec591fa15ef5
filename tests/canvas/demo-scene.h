/* demo-scene.h: demo scenes for canvas tests, as in the design
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"

/* The content pipeline; @running: during a run. */
void demo_scene_fill_flow (TroupeCanvasScene *scene, gboolean running);
/* Every kind and state of a card, as on the design sheet. */
void demo_scene_fill_anatomy (TroupeCanvasScene *scene);
/* Tasks and agents. */
void demo_scene_fill_crew (TroupeCanvasScene *scene);
/* @n cards in a square grid, each connected to the card on its right. */
void demo_scene_fill_many (TroupeCanvasScene *scene, guint n);
