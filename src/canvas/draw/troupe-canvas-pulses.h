/* troupe-canvas-pulses.h: the points that run along wires that fire
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-router.h"

G_BEGIN_DECLS

typedef struct
{
  char *wire;
  gint64 start; /* the time of the frame it began with */
} CanvasPulse;

#define TROUPE_TYPE_CANVAS_PULSES (troupe_canvas_pulses_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasPulses, troupe_canvas_pulses, TROUPE, CANVAS_PULSES, GObject)

TroupeCanvasPulses *troupe_canvas_pulses_new (void);
void troupe_canvas_pulses_clear (TroupeCanvasPulses *self);
/* Looks which wires of @scene have fired since it was called last; of those in @view a point begins to
 * run, where @motion. TRUE where one has begun. */
gboolean troupe_canvas_pulses_follow (TroupeCanvasPulses *self,
                                      TroupeCanvasScene *scene,
                                      TroupeCanvasRouter *router,
                                      const graphene_rect_t *view,
                                      gint64 now,
                                      gboolean motion);
/* Drops those that have arrived; TRUE where there were any. */
gboolean troupe_canvas_pulses_step (TroupeCanvasPulses *self, gint64 now);

guint troupe_canvas_pulses_count (TroupeCanvasPulses *self);
const CanvasPulse *troupe_canvas_pulses_nth (TroupeCanvasPulses *self, guint index);
/* How much of its way it has made, 0 to 1; else it is over or has not begun. */
double troupe_canvas_pulse_get_part (const CanvasPulse *pulse, gint64 now);

G_END_DECLS
