/* troupe-canvas-animation.h: animates cards to new positions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasAnimation: moves the things of a scene to places that were given to them between begin and
 * end.
 */
#define TROUPE_TYPE_CANVAS_ANIMATION (troupe_canvas_animation_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasAnimation,
                      troupe_canvas_animation,
                      TROUPE,
                      CANVAS_ANIMATION,
                      GObject)

TroupeCanvasAnimation *troupe_canvas_animation_new (void);
/* @scene: (nullable). What is on its way in the old one stays where it is. */
void troupe_canvas_animation_set_scene (TroupeCanvasAnimation *self, TroupeCanvasScene *scene);

/* @wanted: FALSE: the next end lets everything jump. */
void troupe_canvas_animation_begin (TroupeCanvasAnimation *self, gboolean wanted);
/* TRUE where something is on its way. */
gboolean troupe_canvas_animation_end (TroupeCanvasAnimation *self, gint64 now);
/* All are where they go to. */
void troupe_canvas_animation_finish (TroupeCanvasAnimation *self);
/* TRUE while something is still on its way. */
gboolean troupe_canvas_animation_step (TroupeCanvasAnimation *self, gint64 now);

G_END_DECLS
