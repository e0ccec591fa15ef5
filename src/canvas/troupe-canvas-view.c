/* troupe-canvas-view.c: zoom, pan, fit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-view"

#include "config.h"

#include <math.h>

#include "troupe-canvas-private.h"

#define FIT_MARGIN 48.0 /* widget pixels around what is fitted */
#define FREE_MIN 160.0  /* a card at 100 % */

void
_troupe_canvas_view_set (TroupeCanvas *self, double zoom, double x, double y)
{
  gboolean zoomed;

  zoom = CLAMP (zoom, TROUPE_CANVAS_ZOOM_MIN, TROUPE_CANVAS_ZOOM_MAX);
  zoomed = zoom != self->zoom;
  if (!zoomed && x == self->origin_x && y == self->origin_y)
    return;

  self->zoom = zoom;
  self->scale = zoom * (double) self->unit;
  self->origin_x = x;
  self->origin_y = y;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (zoomed)
    g_object_notify (G_OBJECT (self), "zoom");
  g_signal_emit (self, _troupe_canvas_signals[SIGNAL_VIEW_CHANGED], 0);
}

static void
go_to (TroupeCanvas *self, double zoom, double middle_x, double middle_y, gboolean animate)
{
  GtkWidget *widget = GTK_WIDGET (self);
  double scale;

  zoom = CLAMP (zoom, TROUPE_CANVAS_ZOOM_MIN, TROUPE_CANVAS_ZOOM_MAX);
  scale = zoom * (double) self->unit;
  _troupe_canvas_stop_view (self);
  if (animate && gtk_widget_get_mapped (widget) && _troupe_canvas_motion_wanted (self))
    _troupe_canvas_animate_view (self, zoom, middle_x, middle_y);
  else
    _troupe_canvas_view_set (self, zoom, middle_x - gtk_widget_get_width (widget) / scale / 2,
                             middle_y - gtk_widget_get_height (widget) / scale / 2);
}

double
troupe_canvas_get_zoom (TroupeCanvas *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), 1);

  return self->zoom;
}

double
troupe_canvas_get_scale (TroupeCanvas *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), 1);

  return self->scale;
}

void
troupe_canvas_set_zoom (TroupeCanvas *self, double zoom, gboolean animate)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  troupe_canvas_zoom_at (self, zoom, gtk_widget_get_width (GTK_WIDGET (self)) / 2.0,
                         gtk_widget_get_height (GTK_WIDGET (self)) / 2.0, animate);
}

void
troupe_canvas_zoom_at (TroupeCanvas *self, double zoom, double x, double y, gboolean animate)
{
  double scale, fixed_x, fixed_y;

  g_return_if_fail (TROUPE_IS_CANVAS (self));
  g_return_if_fail (zoom > 0);

  zoom = CLAMP (zoom, TROUPE_CANVAS_ZOOM_MIN, TROUPE_CANVAS_ZOOM_MAX);
  scale = zoom * (double) self->unit;
  fixed_x = self->origin_x + x / self->scale;
  fixed_y = self->origin_y + y / self->scale;
  go_to (self, zoom, fixed_x + (gtk_widget_get_width (GTK_WIDGET (self)) / 2.0 - x) / scale,
         fixed_y + (gtk_widget_get_height (GTK_WIDGET (self)) / 2.0 - y) / scale, animate);
}

void
troupe_canvas_pan (TroupeCanvas *self, double dx, double dy)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  _troupe_canvas_stop_view (self);
  _troupe_canvas_view_set (self, self->zoom, self->origin_x + dx / self->scale,
                           self->origin_y + dy / self->scale);
}

void
troupe_canvas_get_origin (TroupeCanvas *self, double *x, double *y)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  if (x != NULL)
    *x = self->origin_x;
  if (y != NULL)
    *y = self->origin_y;
}

void
troupe_canvas_set_origin (TroupeCanvas *self, double x, double y)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  _troupe_canvas_stop_view (self);
  _troupe_canvas_view_set (self, self->zoom, x, y);
}

static void
fit (TroupeCanvas *self, const graphene_rect_t *bounds, gboolean animate)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double zoom = MIN (MAX (width - 2 * FIT_MARGIN, 32) / MAX (bounds->size.width, 1),
                     MAX (height - 2 * FIT_MARGIN, 32) / MAX (bounds->size.height, 1));

  go_to (self, MIN (zoom / (double) self->unit, 1.0), bounds->origin.x + bounds->size.width / 2,
         bounds->origin.y + bounds->size.height / 2, animate);
}

void
troupe_canvas_fit_all (TroupeCanvas *self, gboolean animate)
{
  graphene_rect_t bounds;

  g_return_if_fail (TROUPE_IS_CANVAS (self));

  if (gtk_widget_get_width (GTK_WIDGET (self)) <= 0)
    {
      self->fit_pending = TRUE;
      return;
    }
  if (troupe_canvas_get_all_bounds (self, &bounds))
    fit (self, &bounds, animate);
  else
    {
      _troupe_canvas_stop_view (self);
      _troupe_canvas_view_set (self, 1, 0, 0);
    }
}

void
troupe_canvas_fit_selection (TroupeCanvas *self, gboolean animate)
{
  g_autofree const char **ids = NULL;
  graphene_rect_t all, one;
  gboolean any = FALSE;

  g_return_if_fail (TROUPE_IS_CANVAS (self));

  if (gtk_widget_get_width (GTK_WIDGET (self)) <= 0)
    {
      self->fit_selection_pending = TRUE;
      return;
    }
  ids = troupe_canvas_get_selection (self);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      if (!troupe_canvas_get_bounds (self, ids[i], &one))
        continue;
      if (any)
        graphene_rect_union (&all, &one, &all);
      else
        all = one;
      any = TRUE;
    }
  if (any)
    fit (self, &all, animate);
  else
    troupe_canvas_fit_all (self, animate);
}

void
_troupe_canvas_view_allocated (TroupeCanvas *self, int width, int height)
{
  if (width <= 0 || height <= 0)
    return;
  if (self->fit_selection_pending)
    {
      self->fit_selection_pending = FALSE;
      self->fit_pending = FALSE;
      troupe_canvas_fit_selection (self, FALSE);
    }
  else if (self->fit_pending)
    {
      self->fit_pending = FALSE;
      troupe_canvas_fit_all (self, FALSE);
    }
}

void
troupe_canvas_set_insets (TroupeCanvas *self, double top, double right, double bottom, double left)
{
  const double insets[] = { top, right, bottom, left };

  g_return_if_fail (TROUPE_IS_CANVAS (self));

  for (guint i = 0; i < G_N_ELEMENTS (insets); i++)
    self->insets[i] = MAX (insets[i], 0);
}

/* The free part in widget pixels. */
static void
get_free_area (TroupeCanvas *self, double *x, double *y, double *width, double *height)
{
  *x = self->insets[3];
  *y = self->insets[0];
  *width = gtk_widget_get_width (GTK_WIDGET (self)) - self->insets[1] - *x;
  *height = gtk_widget_get_height (GTK_WIDGET (self)) - self->insets[2] - *y;
  if (*width < FREE_MIN)
    {
      *x = 0;
      *width = gtk_widget_get_width (GTK_WIDGET (self));
    }
  if (*height < FREE_MIN)
    {
      *y = 0;
      *height = gtk_widget_get_height (GTK_WIDGET (self));
    }
}

void
troupe_canvas_get_free_view (TroupeCanvas *self, graphene_rect_t *view)
{
  double x, y, width, height;

  g_return_if_fail (TROUPE_IS_CANVAS (self));
  g_return_if_fail (view != NULL);

  get_free_area (self, &x, &y, &width, &height);
  *view = GRAPHENE_RECT_INIT ((float) (self->origin_x + x / self->scale),
                              (float) (self->origin_y + y / self->scale),
                              (float) (width / self->scale), (float) (height / self->scale));
}

void
troupe_canvas_center_on (TroupeCanvas *self, const char *id, gboolean animate)
{
  graphene_rect_t bounds;
  double x, y, width, height, zoom, scale;

  g_return_if_fail (TROUPE_IS_CANVAS (self));

  if (!troupe_canvas_get_bounds (self, id, &bounds))
    return;

  zoom = self->zoom < ZOOM_DETAIL ? 1.0 : self->zoom;
  scale = zoom * (double) self->unit;
  get_free_area (self, &x, &y, &width, &height);
  /* From the middle of the free part to that of all. */
  x = (gtk_widget_get_width (GTK_WIDGET (self)) - width) / 2 - x;
  y = (gtk_widget_get_height (GTK_WIDGET (self)) - height) / 2 - y;
  go_to (self, zoom, (double) bounds.origin.x + (double) bounds.size.width / 2 + x / scale,
         (double) bounds.origin.y + (double) bounds.size.height / 2 + y / scale, animate);
}

/* How far a span must be pushed to lie in another; what is too long shows its beginning. */
static double
get_push (double from, double to, double view_from, double view_to)
{
  if (from < view_from || to - from > view_to - view_from)
    return from - view_from;
  if (to > view_to)
    return to - view_to;

  return 0;
}

void
troupe_canvas_reveal (TroupeCanvas *self, const char *id, gboolean animate)
{
  graphene_rect_t bounds, view, all;
  double dx, dy;

  g_return_if_fail (TROUPE_IS_CANVAS (self));

  if (gtk_widget_get_width (GTK_WIDGET (self)) <= 0 ||
      !troupe_canvas_get_bounds (self, id, &bounds))
    return;

  graphene_rect_inset (&bounds, -24, -24);
  troupe_canvas_get_view (self, &all);
  troupe_canvas_get_free_view (self, &view);
  dx = get_push (bounds.origin.x, bounds.origin.x + bounds.size.width, view.origin.x,
                 view.origin.x + view.size.width);
  dy = get_push (bounds.origin.y, bounds.origin.y + bounds.size.height, view.origin.y,
                 view.origin.y + view.size.height);
  if (dx != 0 || dy != 0)
    go_to (self, self->zoom, (double) all.origin.x + dx + (double) all.size.width / 2,
           (double) all.origin.y + dy + (double) all.size.height / 2, animate);
}

void
troupe_canvas_get_view (TroupeCanvas *self, graphene_rect_t *view)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));
  g_return_if_fail (view != NULL);

  *view = GRAPHENE_RECT_INIT ((float) self->origin_x, (float) self->origin_y,
                              (float) (gtk_widget_get_width (GTK_WIDGET (self)) / self->scale),
                              (float) (gtk_widget_get_height (GTK_WIDGET (self)) / self->scale));
}

gboolean
troupe_canvas_get_pointer (TroupeCanvas *self, double *x, double *y)
{
  graphene_point_t point;

  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (x != NULL && y != NULL, FALSE);

  if (!self->pointer_inside)
    return FALSE;
  point = troupe_canvas_to_canvas (self, self->pointer_x, self->pointer_y);
  *x = (double) point.x;
  *y = (double) point.y;

  return TRUE;
}

graphene_point_t
troupe_canvas_to_canvas (TroupeCanvas *self, double x, double y)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), GRAPHENE_POINT_INIT (0, 0));

  return GRAPHENE_POINT_INIT ((float) (self->origin_x + x / self->scale),
                              (float) (self->origin_y + y / self->scale));
}

graphene_point_t
troupe_canvas_to_widget (TroupeCanvas *self, double x, double y)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), GRAPHENE_POINT_INIT (0, 0));

  return GRAPHENE_POINT_INIT ((float) ((x - self->origin_x) * self->scale),
                              (float) ((y - self->origin_y) * self->scale));
}

double
troupe_canvas_snap (double value)
{
  return round (value / SNAP_STEP) * SNAP_STEP;
}
