/* troupe-canvas-animation.h: animates cards to new positions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasAnimation:
 *
 * Moves cards, gates and notes of a scene smoothly to new positions.
 */
#define TROUPE_TYPE_CANVAS_ANIMATION (troupe_canvas_animation_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasAnimation,
                      troupe_canvas_animation,
                      TROUPE,
                      CANVAS_ANIMATION,
                      GObject)

TroupeCanvasAnimation *troupe_canvas_animation_new (void);
/* Sets the scene. @scene: (nullable). Items that are being animated in the old scene stay at
 * their current positions. */
void troupe_canvas_animation_set_scene (TroupeCanvasAnimation *self, TroupeCanvasScene *scene);

/* Records all positions before a change. @wanted: whether this change is animated */
void troupe_canvas_animation_begin (TroupeCanvasAnimation *self, gboolean wanted);
/* Starts to animate all items whose position has changed since troupe_canvas_animation_begin().
 * Returns TRUE if there are any such items. */
gboolean troupe_canvas_animation_end (TroupeCanvasAnimation *self, gint64 now);
/* Moves all items to their final positions at once. */
void troupe_canvas_animation_finish (TroupeCanvasAnimation *self);
/* Advances the animation. Returns TRUE while an item is still moving. */
gboolean troupe_canvas_animation_step (TroupeCanvasAnimation *self, gint64 now);

G_END_DECLS
