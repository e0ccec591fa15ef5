/* troupe-canvas-draw-preview.c: the wire, or the cut, in the hand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-draw-preview"

#include "config.h"

#include "troupe-canvas-private.h"

static void
draw_reason (TroupeCanvas *self, GtkSnapshot *snapshot)
{
  graphene_point_t beside = GRAPHENE_POINT_INIT ((float) (self->drag_now_x + 16 / self->scale),
                                                 (float) (self->drag_now_y + 20 / self->scale));
  g_autoptr (PangoLayout) layout =
      _troupe_canvas_text_layout (self, FONT_LABEL, self->target_reason);
  int width, height;

  pango_layout_get_pixel_size (layout, &width, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &beside);
  gtk_snapshot_scale (snapshot, (float) (1 / self->scale), (float) (1 / self->scale));
  _troupe_fill_rounded (snapshot, 0, 0, (float) width + 16, (float) height + 8, 6,
                        self->palette->card, 1);
  _troupe_stroke_rounded (snapshot, 0, 0, (float) width + 16, (float) height + 8, 6, 1,
                          self->palette->failed, 1);
  _troupe_canvas_text_draw (snapshot, layout, 8, 4, self->palette->failed);
  gtk_snapshot_restore (snapshot);
}

static void
draw_cut (TroupeCanvas *self, cairo_t *cr)
{
  static const double dash[] = { 4, 4 };

  cairo_set_dash (cr, dash, 2, 0);
  cairo_set_line_width (cr, 1.5 / self->scale);
  _troupe_cairo_color (cr, self->palette->failed, 1);
  cairo_move_to (cr, self->drag_x, self->drag_y);
  cairo_line_to (cr, self->drag_now_x, self->drag_now_y);
  cairo_stroke (cr);
}

static void
trace_preview (TroupeCanvas *self, cairo_t *cr, graphene_point_t to)
{
  graphene_point_t from = GRAPHENE_POINT_INIT ((float) self->drag_x, (float) self->drag_y);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (graphene_point_t));
  const graphene_point_t *p;

  if (self->drag_backward)
    _troupe_canvas_route_preview (self, to, from, points);
  else
    _troupe_canvas_route_preview (self, from, to, points);
  p = (const graphene_point_t *) (gconstpointer) points->data;
  cairo_move_to (cr, p[0].x, p[0].y);
  cairo_curve_to (cr, p[1].x, p[1].y, p[2].x, p[2].y, p[3].x, p[3].y);
}

void
_troupe_canvas_draw_preview (TroupeCanvas *self, GtkSnapshot *snapshot)
{
  graphene_rect_t view;
  graphene_point_t to = GRAPHENE_POINT_INIT ((float) self->drag_now_x, (float) self->drag_now_y);
  TroupeColor color = self->target_refused ? self->palette->failed : self->palette->selection;
  GtkSnapshot *sheet = NULL;
  cairo_t *cr;

  troupe_canvas_get_view (self, &view);
  cr = _troupe_begin_cairo (&sheet, &view);
  if (self->drag == DRAG_CUT)
    draw_cut (self, cr);
  else
    {
      if (self->target_id != NULL && !self->target_refused)
        troupe_canvas_get_port (self, self->target_id, !self->drag_backward, self->target_input,
                                &to);
      trace_preview (self, cr, to);
      cairo_set_line_width (cr, 2.5);
      _troupe_cairo_color (cr, color, 1);
      cairo_stroke (cr);
      cairo_arc (cr, to.x, to.y, 6, 0, 2 * G_PI);
      cairo_fill (cr);
    }
  _troupe_end_cairo (sheet, cr, snapshot);

  if (self->target_refused && self->target_reason != NULL && self->drag != DRAG_CUT)
    draw_reason (self, snapshot);
}
