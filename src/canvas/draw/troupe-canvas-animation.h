/* troupe-canvas-animation.h: things go to their new places instead of jumping
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-scene.h"

G_BEGIN_DECLS

/**
 * TroupeCanvasGlide: moves the things of a scene to places that were given to them between begin and
 * end.
 */
#define TROUPE_TYPE_CANVAS_GLIDE (troupe_canvas_glide_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasGlide, troupe_canvas_glide, TROUPE, CANVAS_GLIDE, GObject)

TroupeCanvasGlide *troupe_canvas_glide_new (void);
/* @scene: (nullable). What is on its way in the old one stays where it is. */
void troupe_canvas_glide_set_scene (TroupeCanvasGlide *self, TroupeCanvasScene *scene);

/* @wanted: FALSE: the next end lets everything jump. */
void troupe_canvas_glide_begin (TroupeCanvasGlide *self, gboolean wanted);
/* TRUE where something is on its way. */
gboolean troupe_canvas_glide_end (TroupeCanvasGlide *self, gint64 now);
/* All are where they go to. */
void troupe_canvas_glide_finish (TroupeCanvasGlide *self);
/* TRUE while something is still on its way. */
gboolean troupe_canvas_glide_step (TroupeCanvasGlide *self, gint64 now);

G_END_DECLS
