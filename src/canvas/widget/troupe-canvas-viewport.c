/* troupe-canvas-viewport.c: zoom and scroll position of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-viewport"

#include "config.h"

#include "troupe-canvas-viewport.h"

#include <math.h>

#include "troupe-canvas.h"

#define MOVE_LENGTH (200 * G_TIME_SPAN_MILLISECOND)
#define FREE_MIN 160.0 /* a card at 100 % */

typedef struct
{
  double zoom;
  double x, y; /* center */
} Place;

struct _TroupeCanvasViewport
{
  GObject parent_instance;

  double zoom;
  float unit;
  double scale; /* zoom × unit: widget pixels per canvas pixel */
  double origin_x, origin_y;
  double width, height;
  double insets[4]; /* top, right, bottom, left, widget pixels */

  gboolean moving;
  gint64 start;
  Place from, to;
};

G_DEFINE_FINAL_TYPE (TroupeCanvasViewport, troupe_canvas_viewport, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
troupe_canvas_viewport_class_init (TroupeCanvasViewportClass *klass)
{
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
troupe_canvas_viewport_init (TroupeCanvasViewport *self)
{
  self->zoom = 1;
  self->unit = 1;
  self->scale = 1;
}

TroupeCanvasViewport *
troupe_canvas_viewport_new (void)
{
  return g_object_new (TROUPE_TYPE_CANVAS_VIEWPORT, NULL);
}

double
troupe_canvas_viewport_get_zoom (TroupeCanvasViewport *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self), 1);

  return self->zoom;
}

double
troupe_canvas_viewport_get_scale (TroupeCanvasViewport *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self), 1);

  return self->scale;
}

float
troupe_canvas_viewport_get_unit (TroupeCanvasViewport *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self), 1);

  return self->unit;
}

void
troupe_canvas_viewport_set_unit (TroupeCanvasViewport *self, float unit)
{
  double x, y;

  g_return_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self));

  if (self->unit == unit)
    return;

  x = self->origin_x + self->width / self->scale / 2;
  y = self->origin_y + self->height / self->scale / 2;
  self->moving = FALSE;
  self->unit = unit;
  self->scale = self->zoom * (double) unit;
  self->origin_x = x - self->width / self->scale / 2;
  self->origin_y = y - self->height / self->scale / 2;
  g_signal_emit (self, signals[CHANGED], 0, FALSE);
}

void
troupe_canvas_viewport_set_size (TroupeCanvasViewport *self, int width, int height)
{
  g_return_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self));

  self->width = width;
  self->height = height;
}

void
troupe_canvas_viewport_get_origin (TroupeCanvasViewport *self, double *x, double *y)
{
  g_return_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self));

  *x = self->origin_x;
  *y = self->origin_y;
}

void
troupe_canvas_viewport_set (TroupeCanvasViewport *self, double zoom, double x, double y)
{
  gboolean zoomed;

  g_return_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self));

  zoom = CLAMP (zoom, TROUPE_CANVAS_ZOOM_MIN, TROUPE_CANVAS_ZOOM_MAX);
  zoomed = zoom != self->zoom;
  if (!zoomed && x == self->origin_x && y == self->origin_y)
    return;

  self->zoom = zoom;
  self->scale = zoom * (double) self->unit;
  self->origin_x = x;
  self->origin_y = y;
  g_signal_emit (self, signals[CHANGED], 0, zoomed);
}

void
troupe_canvas_viewport_pan (TroupeCanvasViewport *self, double dx, double dy)
{
  g_return_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self));

  troupe_canvas_viewport_set (self, self->zoom, self->origin_x + dx / self->scale,
                              self->origin_y + dy / self->scale);
}

static void
put_middle (TroupeCanvasViewport *self, const Place *place)
{
  double scale;

  g_assert (TROUPE_IS_CANVAS_VIEWPORT (self));

  scale = place->zoom * (double) self->unit;
  troupe_canvas_viewport_set (self, place->zoom, place->x - self->width / scale / 2,
                              place->y - self->height / scale / 2);
}

void
troupe_canvas_viewport_go_to (TroupeCanvasViewport *self,
                              double zoom,
                              double x,
                              double y,
                              gint64 start)
{
  Place to = { CLAMP (zoom, TROUPE_CANVAS_ZOOM_MIN, TROUPE_CANVAS_ZOOM_MAX), x, y };

  g_return_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self));

  self->moving = start >= 0;
  if (!self->moving)
    {
      put_middle (self, &to);
      return;
    }

  self->from = (Place){ self->zoom, self->origin_x + self->width / self->scale / 2,
                        self->origin_y + self->height / self->scale / 2 };
  self->to = to;
  self->start = start;
}

gboolean
troupe_canvas_viewport_is_moving (TroupeCanvasViewport *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self), FALSE);

  return self->moving;
}

void
troupe_canvas_viewport_stop (TroupeCanvasViewport *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self));

  self->moving = FALSE;
}

gboolean
troupe_canvas_viewport_step (TroupeCanvasViewport *self, gint64 now)
{
  double t, rest;
  Place place;

  g_return_val_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self), FALSE);

  if (!self->moving)
    return FALSE;

  t = (double) (now - self->start) / (double) MOVE_LENGTH;
  t = CLAMP (t, 0, 1);
  rest = 1 - t;
  t = 1 - rest * rest * rest;
  self->moving = rest > 0;

  /* The zoom changes exponentially, the center linearly. */
  place.zoom = self->from.zoom * pow (self->to.zoom / self->from.zoom, t);
  place.x = self->from.x + (self->to.x - self->from.x) * t;
  place.y = self->from.y + (self->to.y - self->from.y) * t;
  put_middle (self, &place);

  return self->moving;
}

void
troupe_canvas_viewport_set_insets (TroupeCanvasViewport *self, const double insets[4])
{
  g_return_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self));

  for (guint i = 0; i < G_N_ELEMENTS (self->insets); i++)
    self->insets[i] = MAX (insets[i], 0);
}

void
troupe_canvas_viewport_get_free_area (TroupeCanvasViewport *self,
                                      double *x,
                                      double *y,
                                      double *width,
                                      double *height)
{
  g_return_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self));

  *x = self->insets[3];
  *y = self->insets[0];
  *width = self->width - self->insets[1] - *x;
  *height = self->height - self->insets[2] - *y;
  if (*width < FREE_MIN)
    {
      *x = 0;
      *width = self->width;
    }
  /* What covers the lower edge gives way to an item more easily than the tools at the top. */
  if (*height < FREE_MIN)
    *height = self->height - *y;
  if (*height < FREE_MIN)
    {
      *y = 0;
      *height = self->height;
    }
}

void
troupe_canvas_viewport_get_view (TroupeCanvasViewport *self, graphene_rect_t *view)
{
  g_return_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self));

  *view = GRAPHENE_RECT_INIT ((float) self->origin_x, (float) self->origin_y,
                              (float) (self->width / self->scale),
                              (float) (self->height / self->scale));
}

void
troupe_canvas_viewport_get_free_view (TroupeCanvasViewport *self, graphene_rect_t *view)
{
  double x, y, width, height;

  g_return_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self));

  troupe_canvas_viewport_get_free_area (self, &x, &y, &width, &height);
  *view = GRAPHENE_RECT_INIT ((float) (self->origin_x + x / self->scale),
                              (float) (self->origin_y + y / self->scale),
                              (float) (width / self->scale), (float) (height / self->scale));
}

graphene_point_t
troupe_canvas_viewport_to_canvas (TroupeCanvasViewport *self, double x, double y)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self), GRAPHENE_POINT_INIT (0, 0));

  return GRAPHENE_POINT_INIT ((float) (self->origin_x + x / self->scale),
                              (float) (self->origin_y + y / self->scale));
}

graphene_point_t
troupe_canvas_viewport_to_widget (TroupeCanvasViewport *self, double x, double y)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_VIEWPORT (self), GRAPHENE_POINT_INIT (0, 0));

  return GRAPHENE_POINT_INIT ((float) ((x - self->origin_x) * self->scale),
                              (float) ((y - self->origin_y) * self->scale));
}
