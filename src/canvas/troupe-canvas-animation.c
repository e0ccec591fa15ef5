/* troupe-canvas-animation.c: everything that moves, driven by one tick
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-animation"

#include "config.h"

#include <math.h>

#include "troupe-canvas-private.h"

#define VIEW_LENGTH (200 * G_TIME_SPAN_MILLISECOND)
#define PULSE_LENGTH (600 * G_TIME_SPAN_MILLISECOND)
#define RING_PERIOD (G_TIME_SPAN_SECOND / 30)

gboolean
_troupe_canvas_motion_wanted (TroupeCanvas *self)
{
  gboolean wanted = TRUE;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &wanted,
                NULL);
  return wanted;
}

gint64
_troupe_canvas_frame_time (TroupeCanvas *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));

  return clock != NULL ? gdk_frame_clock_get_frame_time (clock) : g_get_monotonic_time ();
}

static void
step_view (TroupeCanvas *self, gint64 now)
{
  double t = (double) (now - self->view_start) / (double) VIEW_LENGTH;
  double rest, zoom, scale, x, y;

  t = CLAMP (t, 0, 1);
  rest = 1 - t;
  t = 1 - rest * rest * rest;
  if (rest <= 0)
    self->view_animating = FALSE;

  /* The zoom goes by factors, the middle by what the zoom leaves of the way. */
  zoom = self->view_from[0] * pow (self->view_to[0] / self->view_from[0], t);
  x = self->view_from[1] + (self->view_to[1] - self->view_from[1]) * t;
  y = self->view_from[2] + (self->view_to[2] - self->view_from[2]) * t;
  scale = zoom * (double) self->unit;
  _troupe_canvas_view_set (self, zoom, x - gtk_widget_get_width (GTK_WIDGET (self)) / scale / 2,
                           y - gtk_widget_get_height (GTK_WIDGET (self)) / scale / 2);
}

static gboolean
step_pulses (TroupeCanvas *self, gint64 now)
{
  gboolean any = self->pulses->len > 0;

  for (guint i = self->pulses->len; i-- > 0;)
    if (now - g_array_index (self->pulses, CanvasPulse, i).start > PULSE_LENGTH)
      g_array_remove_index (self->pulses, i);

  return any;
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TroupeCanvas *self = TROUPE_CANVAS (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  gboolean glides = _troupe_canvas_step_glide (self, now);
  gboolean pans = _troupe_canvas_step_edge (self, now);

  if (self->view_animating)
    step_view (self, now);
  if (step_pulses (self, now))
    gtk_widget_queue_draw (widget);
  if (self->in_motion && now - self->ring_frame >= RING_PERIOD)
    {
      self->ring_frame = now;
      gtk_widget_queue_draw (widget);
    }

  if (glides || pans || self->view_animating || self->pulses->len > 0 || self->in_motion)
    return G_SOURCE_CONTINUE;

  self->tick = 0;
  return G_SOURCE_REMOVE;
}

void
_troupe_canvas_ensure_tick (TroupeCanvas *self)
{
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

void
_troupe_canvas_animate_view (TroupeCanvas *self, double zoom, double middle_x, double middle_y)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->view_from[0] = self->zoom;
  self->view_from[1] = self->origin_x + gtk_widget_get_width (widget) / self->scale / 2;
  self->view_from[2] = self->origin_y + gtk_widget_get_height (widget) / self->scale / 2;
  self->view_to[0] = zoom;
  self->view_to[1] = middle_x;
  self->view_to[2] = middle_y;
  self->view_start = _troupe_canvas_frame_time (self);
  self->view_animating = TRUE;
  _troupe_canvas_ensure_tick (self);
}

void
_troupe_canvas_stop_view (TroupeCanvas *self)
{
  self->view_animating = FALSE;
}

void
_troupe_canvas_add_pulse (TroupeCanvas *self, const char *wire)
{
  CanvasPulse pulse;

  if (self->pulses->len >= PULSES_MAX || !_troupe_canvas_motion_wanted (self) ||
      !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;

  pulse.wire = g_strdup (wire);
  pulse.start = _troupe_canvas_frame_time (self);
  g_array_append_val (self->pulses, pulse);
  _troupe_canvas_ensure_tick (self);
}
