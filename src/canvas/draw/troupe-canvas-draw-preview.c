/* troupe-canvas-draw-preview.c: draws the preview of a dragged wire or cut
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-draw-preview"

#include "config.h"

#include "troupe-canvas-painter-private.h"

void
troupe_painter_draw_preview (TroupeCanvasPainter *self, GtkSnapshot *snapshot)
{
  graphene_point_t to = GRAPHENE_POINT_INIT ((float) self->frame->grip.drag_now_x,
                                             (float) self->frame->grip.drag_now_y);
  TroupeColor color =
      self->frame->grip.target_refused ? self->palette->failed : self->palette->selection;
  GtkSnapshot *sheet = NULL;
  cairo_t *cr;

  cr = troupe_canvas_begin_cairo (&sheet, &self->frame->view);
  if (self->frame->grip.drag == DRAG_CUT)
    {
      static const double dash[] = { 4, 4 };

      cairo_set_dash (cr, dash, 2, 0);
      cairo_set_line_width (cr, 1.5 / self->frame->scale);
      troupe_canvas_set_source (cr, self->palette->failed, 1);
      cairo_move_to (cr, self->frame->grip.drag_x, self->frame->grip.drag_y);
      cairo_line_to (cr, self->frame->grip.drag_now_x, self->frame->grip.drag_now_y);
      cairo_stroke (cr);
    }
  else
    {
      graphene_point_t from;
      g_autoptr (GArray) points = NULL;
      const graphene_point_t *p;

      if (self->frame->grip.target_id != NULL && !self->frame->grip.target_refused)
        troupe_canvas_geometry_get_port (self->frame->geometry, self->frame->grip.target_id,
                                         !self->frame->grip.drag_backward,
                                         self->frame->grip.target_input, &to);
      from =
          GRAPHENE_POINT_INIT ((float) self->frame->grip.drag_x, (float) self->frame->grip.drag_y);
      points = g_array_new (FALSE, FALSE, sizeof (graphene_point_t));
      if (self->frame->grip.drag_backward)
        troupe_canvas_route_preview (to, from, points);
      else
        troupe_canvas_route_preview (from, to, points);
      p = (const graphene_point_t *) (gconstpointer) points->data;
      cairo_move_to (cr, p[0].x, p[0].y);
      cairo_curve_to (cr, p[1].x, p[1].y, p[2].x, p[2].y, p[3].x, p[3].y);
      cairo_set_line_width (cr, 2.5);
      troupe_canvas_set_source (cr, color, 1);
      cairo_stroke (cr);
      cairo_arc (cr, to.x, to.y, 6, 0, 2 * G_PI);
      cairo_fill (cr);
    }
  troupe_canvas_end_cairo (sheet, cr, snapshot);

  if (self->frame->grip.target_refused && self->frame->grip.target_reason != NULL &&
      self->frame->grip.drag != DRAG_CUT)
    {
      graphene_point_t beside =
          GRAPHENE_POINT_INIT ((float) (self->frame->grip.drag_now_x + 16 / self->frame->scale),
                               (float) (self->frame->grip.drag_now_y + 20 / self->frame->scale));
      g_autoptr (PangoLayout) layout =
          troupe_canvas_text_layout (self->text, FONT_LABEL, self->frame->grip.target_reason);
      int width;
      int height;

      pango_layout_get_pixel_size (layout, &width, &height);
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &beside);
      gtk_snapshot_scale (snapshot, (float) (1 / self->frame->scale),
                          (float) (1 / self->frame->scale));
      troupe_canvas_fill_rounded (snapshot, 0, 0, (float) width + 16, (float) height + 8, 6,
                                  self->palette->card, 1);
      troupe_canvas_stroke_rounded (snapshot, 0, 0, (float) width + 16, (float) height + 8, 6, 1,
                                    self->palette->failed, 1);
      troupe_canvas_text_draw (snapshot, layout, 8, 4, self->palette->failed);
      gtk_snapshot_restore (snapshot);
    }
}
