/* troupe-canvas-pulses.h: pulses that move along wires when they fire
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-router.h"

G_BEGIN_DECLS

typedef struct
{
  char *wire;
  gint64 start; /* time of its first frame */
} CanvasPulse;

#define TROUPE_TYPE_CANVAS_PULSES (troupe_canvas_pulses_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasPulses, troupe_canvas_pulses, TROUPE, CANVAS_PULSES, GObject)

TroupeCanvasPulses *troupe_canvas_pulses_new (void);
void troupe_canvas_pulses_clear (TroupeCanvasPulses *self);
/* Finds the wires of @scene that have fired since the last call. If @motion is TRUE, starts a
 * pulse for each of these wires in @view. Returns TRUE if a pulse was started. */
gboolean troupe_canvas_pulses_follow (TroupeCanvasPulses *self,
                                      TroupeCanvasScene *scene,
                                      TroupeCanvasRouter *router,
                                      const graphene_rect_t *view,
                                      gint64 now,
                                      gboolean motion);
/* Removes the pulses that have arrived. Returns TRUE if there were any. */
gboolean troupe_canvas_pulses_step (TroupeCanvasPulses *self, gint64 now);

guint troupe_canvas_pulses_count (TroupeCanvasPulses *self);
const CanvasPulse *troupe_canvas_pulses_nth (TroupeCanvasPulses *self, guint index);
/* Returns the progress of a pulse, 0 to 1. The value is outside of this range if the pulse has
 * ended or has not begun. */
double troupe_canvas_pulse_get_part (const CanvasPulse *pulse, gint64 now);

G_END_DECLS
