/* troupe-canvas-draw.c: the order of drawing and the level of detail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-draw"

#include "config.h"

#include <math.h>

#include "troupe-canvas-private.h"

GdkRGBA
_troupe_rgba (TroupeColor color, double alpha)
{
  return (GdkRGBA){ (float) ((color >> 16) & 0xff) / 255.0f, (float) ((color >> 8) & 0xff) / 255.0f,
                    (float) (color & 0xff) / 255.0f, (float) alpha };
}

void
_troupe_cairo_color (cairo_t *cr, TroupeColor color, double alpha)
{
  GdkRGBA rgba = _troupe_rgba (color, alpha);

  gdk_cairo_set_source_rgba (cr, &rgba);
}

void
_troupe_stroke_rounded (GtkSnapshot *snapshot,
                        float x,
                        float y,
                        float width,
                        float height,
                        float radius,
                        float line,
                        TroupeColor color,
                        double alpha)
{
  GskRoundedRect outline;
  GdkRGBA rgba = _troupe_rgba (color, alpha);
  const float widths[4] = { line, line, line, line };
  const GdkRGBA colors[4] = { rgba, rgba, rgba, rgba };

  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (x, y, width, height), radius);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

/* A border as thick as half the shorter side fills the shape in one node, without a rounded clip.
 * A thicker one would lie on itself in GTK 4.8's GL renderer: seen where it is translucent. */
void
_troupe_fill_rounded (GtkSnapshot *snapshot,
                      float x,
                      float y,
                      float width,
                      float height,
                      float radius,
                      TroupeColor color,
                      double alpha)
{
  _troupe_stroke_rounded (snapshot, x, y, width, height, MIN (radius, MIN (width, height) / 2),
                          MIN (width, height) / 2, color, alpha);
}

void
_troupe_fill_circle (GtkSnapshot *snapshot, float x, float y, float radius, TroupeColor color)
{
  _troupe_fill_rounded (snapshot, x - radius, y - radius, 2 * radius, 2 * radius, radius, color, 1);
}

cairo_t *
_troupe_begin_cairo (GtkSnapshot **sheet, const graphene_rect_t *bounds)
{
  *sheet = gtk_snapshot_new ();
  return gtk_snapshot_append_cairo (*sheet, bounds);
}

void
_troupe_end_cairo (GtkSnapshot *sheet, cairo_t *cr, GtkSnapshot *snapshot)
{
  g_autoptr (GskRenderNode) node = NULL;

  cairo_destroy (cr);
  node = gtk_snapshot_free_to_node (sheet);
  if (node != NULL)
    gtk_snapshot_append_node (snapshot, node);
}

void
_troupe_cairo_rounded (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI_2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, G_PI + G_PI_2);
  cairo_close_path (cr);
}

gboolean
_troupe_canvas_in_view (const graphene_rect_t *view, float x0, float y0, float x1, float y1)
{
  return x1 >= view->origin.x && y1 >= view->origin.y && x0 <= view->origin.x + view->size.width &&
         y0 <= view->origin.y + view->size.height;
}

guint
_troupe_canvas_get_level (TroupeCanvas *self, guint n_visible)
{
  guint level = self->scale >= ZOOM_DETAIL ? 0 : self->scale >= 0.3 ? 1 : 2;

  if (n_visible > DETAILED_CARDS_MAX)
    level = MAX (level, 1);
  if (n_visible > LEVEL_1_CARDS_MAX)
    level = 2;

  return level;
}

static guint
count_visible (TroupeCanvas *self, const graphene_rect_t *view)
{
  guint count = 0;

  for (guint i = 0; i < self->boxes->len; i++)
    {
      const CanvasBox *box = &g_array_index (self->boxes, CanvasBox, i);

      count +=
          _troupe_canvas_in_view (view, box->x, box->y, box->x + box->width, box->y + box->height);
    }

  return count;
}

static void
draw_under (TroupeCanvas *self, GtkSnapshot *snapshot, const graphene_rect_t *view, guint level)
{
  for (guint i = 0; i < self->scene->groups->len; i++)
    {
      const CanvasBox *box = &g_array_index (self->group_boxes, CanvasBox, i);

      if (_troupe_canvas_in_view (view, box->x, box->y, box->x + box->width, box->y + box->height))
        _troupe_canvas_draw_group (self, snapshot, i, level);
    }
  for (guint i = 0; i < self->scene->notes->len; i++)
    {
      CanvasBox box;

      _troupe_canvas_box_of (self, &troupe_scene_note (self->scene, i)->record, &box);
      if (_troupe_canvas_in_view (view, box.x, box.y, box.x + box.width, box.y + box.height))
        _troupe_canvas_draw_note (self, snapshot, i, level);
    }
}

static void
draw_over (TroupeCanvas *self, GtkSnapshot *snapshot, const graphene_rect_t *view, guint level)
{
  for (guint i = 0; level < 2 && i < self->scene->gates->len; i++)
    {
      const TroupeCanvasGate *gate = &troupe_scene_gate (self->scene, i)->gate;
      float reach = 3 * GATE_RADIUS;
      float x = (float) gate->x, y = (float) gate->y;

      if (_troupe_canvas_in_view (view, x - reach, y - reach, x + reach, y + reach))
        _troupe_canvas_draw_gate (self, snapshot, i, level);
    }
  for (guint i = 0; level < 2 && i < self->boxes->len; i++)
    {
      const CanvasBox *box = &g_array_index (self->boxes, CanvasBox, i);

      if (!_troupe_canvas_in_view (view, box->x - 16, box->y - 16, box->x + box->width + 16,
                                   box->y + box->height + 16))
        continue;
      _troupe_canvas_draw_node (self, snapshot, i, level);
      if (level == 0 &&
          troupe_scene_node (self->scene, i)->run.state == TROUPE_CANVAS_STATE_RUNNING)
        _troupe_canvas_draw_ring (self, snapshot, i);
    }
}

static void
push_view (TroupeCanvas *self, GtkSnapshot *snapshot)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  /* On whole device pixels: straight lines stay sharp while panning. */
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot,
      &GRAPHENE_POINT_INIT ((float) (-round (self->origin_x * self->scale * scale) / scale),
                            (float) (-round (self->origin_y * self->scale * scale) / scale)));
  gtk_snapshot_scale (snapshot, (float) self->scale, (float) self->scale);
}

static void
draw_band (TroupeCanvas *self, GtkSnapshot *snapshot)
{
  float x = (float) MIN (self->drag_x, self->drag_now_x);
  float y = (float) MIN (self->drag_y, self->drag_now_y);
  float width = (float) fabs (self->drag_x - self->drag_now_x);
  float height = (float) fabs (self->drag_y - self->drag_now_y);
  GdkRGBA fill = _troupe_rgba (self->palette->selection, 0.1);

  if (width < 1 && height < 1)
    return;
  gtk_snapshot_append_color (snapshot, &fill, &GRAPHENE_RECT_INIT (x, y, width, height));
  _troupe_stroke_rounded (snapshot, x, y, width, height, 0, (float) (1 / self->scale),
                          self->palette->selection, 1);
}

static void
draw_guides (TroupeCanvas *self, GtkSnapshot *snapshot, const graphene_rect_t *view)
{
  GdkRGBA line = _troupe_rgba (self->palette->selection, 0.7);
  float thin = (float) (1 / self->scale);

  if (self->drag != DRAG_MOVE)
    return;
  if (!isnan (self->snap_guide_x))
    gtk_snapshot_append_color (snapshot, &line,
                               &GRAPHENE_RECT_INIT ((float) self->snap_guide_x, view->origin.y,
                                                    thin, view->size.height));
  if (!isnan (self->snap_guide_y))
    gtk_snapshot_append_color (snapshot, &line,
                               &GRAPHENE_RECT_INIT (view->origin.x, (float) self->snap_guide_y,
                                                    view->size.width, thin));
}

static void
draw_scene (TroupeCanvas *self, GtkSnapshot *snapshot, const graphene_rect_t *view)
{
  guint n_visible = count_visible (self, view);
  guint level = _troupe_canvas_get_level (self, n_visible);

  self->last_cards = n_visible;
  self->last_level = level;
  self->in_motion = FALSE;

  push_view (self, snapshot);
  draw_under (self, snapshot, view, level);
  gtk_snapshot_restore (snapshot);

  _troupe_canvas_draw_wires (self, snapshot, view, level, level == 2);

  push_view (self, snapshot);
  draw_over (self, snapshot, view, level);
  if (level < 2)
    _troupe_canvas_draw_labels (self, snapshot, view, level);
  _troupe_canvas_draw_pulses (self, snapshot);
  if (self->drag == DRAG_WIRE || self->drag == DRAG_REWIRE || self->drag == DRAG_CUT)
    _troupe_canvas_draw_preview (self, snapshot);
  if (self->drag == DRAG_BAND)
    draw_band (self, snapshot);
  draw_guides (self, snapshot, view);
  gtk_snapshot_restore (snapshot);
}

void
_troupe_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TroupeCanvas *self = TROUPE_CANVAS (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  graphene_rect_t view;

  if (width <= 0 || height <= 0)
    return;

  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  if (self->ground)
    _troupe_canvas_draw_grid (self, snapshot, width, height);
  if (self->scene != NULL)
    {
      _troupe_canvas_refresh (self);
      troupe_canvas_get_view (self, &view);
      draw_scene (self, snapshot, &view);
      if (self->in_motion)
        _troupe_canvas_ensure_tick (self);
    }
  gtk_snapshot_pop (snapshot);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gtk_widget_snapshot_child (widget, child, snapshot);
}

void
troupe_canvas_snapshot_area (TroupeCanvas *self,
                             GtkSnapshot *snapshot,
                             const graphene_rect_t *area,
                             double scale)
{
  double zoom, origin_x, origin_y;
  GdkRGBA ground;
  graphene_rect_t bounds;

  g_return_if_fail (TROUPE_IS_CANVAS (self));
  g_return_if_fail (snapshot != NULL);
  g_return_if_fail (area != NULL && scale > 0);

  zoom = self->scale;
  origin_x = self->origin_x;
  origin_y = self->origin_y;
  self->scale = scale;
  self->origin_x = area->origin.x;
  self->origin_y = area->origin.y;
  self->plain_picture = TRUE;
  self->generation++;

  ground = _troupe_rgba (self->palette->canvas, 1);
  bounds = GRAPHENE_RECT_INIT (0, 0, area->size.width * (float) scale,
                               area->size.height * (float) scale);
  gtk_snapshot_push_clip (snapshot, &bounds);
  gtk_snapshot_append_color (snapshot, &ground, &bounds);
  if (self->scene != NULL)
    {
      _troupe_canvas_refresh (self);
      draw_scene (self, snapshot, area);
    }
  gtk_snapshot_pop (snapshot);

  self->scale = zoom;
  self->origin_x = origin_x;
  self->origin_y = origin_y;
  self->plain_picture = FALSE;
  self->generation++;
}
