/* troupe-canvas-autoscroll.c: scrolls while dragging at the edge of the view
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-autoscroll"

#include "config.h"

#include "troupe-canvas-input-private.h"

/* Sizes are in widget pixels. The speed is per second with the pointer on the edge. */
#define ZONE 36.0
#define SPEED 700.0
#define SPEED_MAX 1.5 /* factor outside of the edge */
#define STEP_MAX (G_TIME_SPAN_SECOND / 20)

/* Returns how far @at is inside the zone at either end, as a fraction of the zone's width. The
 * value is negative at the start. */
static double
get_depth (double at, int extent)
{
  if (extent < 3 * ZONE)
    return 0;
  if (at < ZONE)
    return -MIN ((ZONE - at) / ZONE, SPEED_MAX);
  if (at > extent - ZONE)
    return MIN ((at - extent + ZONE) / ZONE, SPEED_MAX);

  return 0;
}

static gboolean
can_pan (TroupeCanvasInput *self)
{
  return !self->preview_only && (self->drag == DRAG_MOVE || self->drag == DRAG_WIRE ||
                                 self->drag == DRAG_REWIRE || self->drag == DRAG_NOTE_SIZE);
}

static void
get_depths (TroupeCanvasInput *self, double *across, double *down)
{
  *across = get_depth (self->edge_x, gtk_widget_get_width (GTK_WIDGET (self->canvas)));
  *down = get_depth (self->edge_y, gtk_widget_get_height (GTK_WIDGET (self->canvas)));
}

void
troupe_canvas_input_follow_edge (TroupeCanvasInput *self,
                                 double x,
                                 double y,
                                 GdkModifierType modifiers)
{
  double across, down;

  self->edge_x = x;
  self->edge_y = y;
  self->edge_modifiers = modifiers;
  get_depths (self, &across, &down);

  /* If an item is grabbed near the edge, scrolling does not start immediately. Before, the
   * pointer must have been farther inside, or outside. */
  if ((across == 0 && down == 0) || ABS (across) > 1 || ABS (down) > 1)
    self->edge_armed = TRUE;
  if (!self->edge_armed || !can_pan (self) || (across == 0 && down == 0))
    {
      self->edge_frame = 0;
      return;
    }
  if (self->edge_frame == 0)
    self->edge_frame = troupe_canvas_frame_time (self->canvas);
  troupe_canvas_ensure_tick (self->canvas);
}

gboolean
troupe_canvas_input_step_autoscroll (TroupeCanvasInput *self, gint64 now)
{
  double across, down, seconds;

  if (self->edge_frame == 0 || !can_pan (self))
    {
      self->edge_frame = 0;
      return FALSE;
    }

  get_depths (self, &across, &down);
  seconds = (double) CLAMP (now - self->edge_frame, 0, STEP_MAX) / G_TIME_SPAN_SECOND;
  self->edge_frame = now;
  troupe_canvas_viewport_pan (self->viewport, across * SPEED * seconds, down * SPEED * seconds);
  /* The pointer is at another canvas position now. */
  troupe_canvas_input_update_drag (self, self->edge_x, self->edge_y, self->edge_modifiers);

  return self->edge_frame != 0;
}
