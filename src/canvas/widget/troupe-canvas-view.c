/* troupe-canvas-view.c: zoom, pan and zoom to fit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-view"

#include "config.h"

#include <math.h>

#include "troupe-canvas-parts.h"
#include "troupe-canvas-sizes.h"

/* Margin at each side if a larger one would make text illegible, in screen pixels. */
#define NARROW_MARGIN 20.0

static void
go_to (TroupeCanvas *self, double zoom, double middle_x, double middle_y, gboolean animate)
{
  gboolean moves;

  g_assert (TROUPE_IS_CANVAS (self));

  moves =
      animate && gtk_widget_get_mapped (GTK_WIDGET (self)) && troupe_canvas_motion_wanted (self);
  troupe_canvas_viewport_go_to (troupe_canvas_get_viewport (self), zoom, middle_x, middle_y,
                                moves ? troupe_canvas_frame_time (self) : -1);
  if (moves)
    troupe_canvas_ensure_tick (self);
}

double
troupe_canvas_get_zoom (TroupeCanvas *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), 1);

  return troupe_canvas_viewport_get_zoom (troupe_canvas_get_viewport (self));
}

double
troupe_canvas_get_scale (TroupeCanvas *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), 1);

  return troupe_canvas_viewport_get_scale (troupe_canvas_get_viewport (self));
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
  TroupeCanvasViewport *viewport;
  graphene_point_t fixed;
  double scale;

  g_return_if_fail (TROUPE_IS_CANVAS (self));
  g_return_if_fail (zoom > 0);

  viewport = troupe_canvas_get_viewport (self);
  zoom = CLAMP (zoom, TROUPE_CANVAS_ZOOM_MIN, TROUPE_CANVAS_ZOOM_MAX);
  scale = zoom * (double) troupe_canvas_viewport_get_unit (viewport);
  fixed = troupe_canvas_viewport_to_canvas (viewport, x, y);
  go_to (self, zoom,
         (double) fixed.x + (gtk_widget_get_width (GTK_WIDGET (self)) / 2.0 - x) / scale,
         (double) fixed.y + (gtk_widget_get_height (GTK_WIDGET (self)) / 2.0 - y) / scale, animate);
}

void
troupe_canvas_pan (TroupeCanvas *self, double dx, double dy)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  troupe_canvas_viewport_stop (troupe_canvas_get_viewport (self));
  troupe_canvas_viewport_pan (troupe_canvas_get_viewport (self), dx, dy);
}

void
troupe_canvas_get_origin (TroupeCanvas *self, double *x, double *y)
{
  double own_x, own_y;

  g_return_if_fail (TROUPE_IS_CANVAS (self));

  troupe_canvas_viewport_get_origin (troupe_canvas_get_viewport (self), &own_x, &own_y);
  if (x != NULL)
    *x = own_x;
  if (y != NULL)
    *y = own_y;
}

void
troupe_canvas_set_origin (TroupeCanvas *self, double x, double y)
{
  TroupeCanvasViewport *viewport;

  g_return_if_fail (TROUPE_IS_CANVAS (self));

  viewport = troupe_canvas_get_viewport (self);
  troupe_canvas_viewport_stop (viewport);
  troupe_canvas_viewport_set (viewport, troupe_canvas_viewport_get_zoom (viewport), x, y);
}

gboolean
troupe_canvas_rect_contains (const graphene_rect_t *outer, const graphene_rect_t *inner)
{
  graphene_rect_t a, b;

  g_return_val_if_fail (outer != NULL && inner != NULL, FALSE);

  graphene_rect_normalize_r (outer, &a);
  graphene_rect_normalize_r (inner, &b);
  return b.origin.x >= a.origin.x && b.origin.y >= a.origin.y &&
         b.origin.x + b.size.width <= a.origin.x + a.size.width &&
         b.origin.y + b.size.height <= a.origin.y + a.size.height;
}

/* Returns the zoom at which @bounds fits with margins of @across and @down at each side, in
 * screen pixels. */
static double
find_fit (TroupeCanvas *self, const graphene_rect_t *bounds, double across, double down)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));

  g_assert (TROUPE_IS_CANVAS (self));

  return MIN (MAX (width - 2 * across, 32) / MAX (bounds->size.width, 1),
              MAX (height - 2 * down, 32) / MAX (bounds->size.height, 1));
}

static void
fit (TroupeCanvas *self, const graphene_rect_t *bounds, gboolean animate)
{
  static const double readable[] = { ZOOM_DETAIL, ZOOM_NAMES };
  double zoom = find_fit (self, bounds, TROUPE_CANVAS_FIT_ACROSS, TROUPE_CANVAS_FIT_DOWN);
  double x, y, chosen;

  g_assert (TROUPE_IS_CANVAS (self));

  if (troupe_canvas_choose_fit (self, bounds, &chosen, &x, &y))
    {
      go_to (self, chosen, x, y, animate);
      return;
    }
  /* Legible text is more important than margins. */
  for (guint i = 0; i < G_N_ELEMENTS (readable); i++)
    if (zoom < readable[i] &&
        find_fit (self, bounds, NARROW_MARGIN, NARROW_MARGIN) >= readable[i])
      {
        zoom = readable[i];
        break;
      }
  go_to (self,
         MIN (zoom / (double) troupe_canvas_viewport_get_unit (troupe_canvas_get_viewport (self)),
              1.0),
         bounds->origin.x + bounds->size.width / 2, bounds->origin.y + bounds->size.height / 2,
         animate);
}

void
troupe_canvas_fit_all (TroupeCanvas *self, gboolean animate)
{
  graphene_rect_t bounds;

  g_return_if_fail (TROUPE_IS_CANVAS (self));

  if (gtk_widget_get_width (GTK_WIDGET (self)) <= 0)
    {
      troupe_canvas_set_pending_fit (self, PENDING_ALL);
      return;
    }
  if (troupe_canvas_get_all_bounds (self, &bounds))
    {
      fit (self, &bounds, animate);
      if (!animate)
        troupe_canvas_note_fit (self);
    }
  else
    {
      troupe_canvas_viewport_stop (troupe_canvas_get_viewport (self));
      troupe_canvas_viewport_set (troupe_canvas_get_viewport (self), 1, 0, 0);
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
      troupe_canvas_set_pending_fit (self, PENDING_SELECTION);
      return;
    }
  ids = troupe_canvas_list_selected (self);
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
troupe_canvas_set_insets (TroupeCanvas *self, double top, double right, double bottom, double left)
{
  const double insets[] = { top, right, bottom, left };

  g_return_if_fail (TROUPE_IS_CANVAS (self));

  troupe_canvas_viewport_set_insets (troupe_canvas_get_viewport (self), insets);
}

void
troupe_canvas_get_free_view (TroupeCanvas *self, graphene_rect_t *view)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));
  g_return_if_fail (view != NULL);

  troupe_canvas_viewport_get_free_view (troupe_canvas_get_viewport (self), view);
}

void
troupe_canvas_center_on (TroupeCanvas *self, const char *id, gboolean animate)
{
  TroupeCanvasViewport *viewport;
  graphene_rect_t bounds, view;
  double x, y, width, height, zoom, scale;

  g_return_if_fail (TROUPE_IS_CANVAS (self));

  if (!troupe_canvas_get_bounds (self, id, &bounds))
    return;

  viewport = troupe_canvas_get_viewport (self);
  zoom = troupe_canvas_get_zoom (self);
  troupe_canvas_viewport_get_free_view (viewport, &view);
  /* What is in view and readable stays where the user sees it. */
  if (zoom >= ZOOM_DETAIL && !troupe_canvas_viewport_is_moving (viewport) &&
      troupe_canvas_rect_contains (&view, &bounds))
    return;
  if (zoom < ZOOM_DETAIL)
    zoom = 1.0;
  scale = zoom * (double) troupe_canvas_viewport_get_unit (viewport);
  troupe_canvas_viewport_get_free_area (viewport, &x, &y, &width, &height);
  /* Offset from the center of the free part to the center of the widget. */
  x = (gtk_widget_get_width (GTK_WIDGET (self)) - width) / 2 - x;
  y = (gtk_widget_get_height (GTK_WIDGET (self)) - height) / 2 - y;
  go_to (self, zoom, (double) bounds.origin.x + (double) bounds.size.width / 2 + x / scale,
         (double) bounds.origin.y + (double) bounds.size.height / 2 + y / scale, animate);
}

/* Returns the distance by which a span must be moved to be inside of another span. If it is too
 * long, its start is shown. */
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
    go_to (self, troupe_canvas_get_zoom (self),
           (double) all.origin.x + dx + (double) all.size.width / 2,
           (double) all.origin.y + dy + (double) all.size.height / 2, animate);
}

void
troupe_canvas_get_view (TroupeCanvas *self, graphene_rect_t *view)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));
  g_return_if_fail (view != NULL);

  troupe_canvas_viewport_get_view (troupe_canvas_get_viewport (self), view);
}

gboolean
troupe_canvas_get_pointer (TroupeCanvas *self, double *x, double *y)
{
  graphene_point_t point;

  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (x != NULL && y != NULL, FALSE);

  if (!troupe_canvas_input_get_pointer (troupe_canvas_get_hand (self), x, y))
    return FALSE;
  point = troupe_canvas_to_canvas (self, *x, *y);
  *x = (double) point.x;
  *y = (double) point.y;

  return TRUE;
}

graphene_point_t
troupe_canvas_to_canvas (TroupeCanvas *self, double x, double y)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), GRAPHENE_POINT_INIT (0, 0));

  return troupe_canvas_viewport_to_canvas (troupe_canvas_get_viewport (self), x, y);
}

graphene_point_t
troupe_canvas_to_widget (TroupeCanvas *self, double x, double y)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), GRAPHENE_POINT_INIT (0, 0));

  return troupe_canvas_viewport_to_widget (troupe_canvas_get_viewport (self), x, y);
}

double
troupe_canvas_snap (double value)
{
  return round (value / SNAP_STEP) * SNAP_STEP;
}
