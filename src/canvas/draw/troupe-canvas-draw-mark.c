/* troupe-canvas-draw-mark.c: draws marks of a constant size on cards: differences from another document, and problems
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-draw-mark"

#include "config.h"

#include "troupe-canvas-painter-private.h"

void
troupe_painter_draw_marks (TroupeCanvasPainter *self, GtkSnapshot *snapshot)
{
  /* Marks have a minimum size on screen, because the user searches for them in an overview. */
  const float scale = MAX (1, 1 / (float) self->frame->scale);
  const float reach = (MARK_RADIUS + 2) * scale;
  guint n_drawn = 0;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  for (guint i = 0; i < self->n_boxes && n_drawn < MARKS_MAX; i++)
    {
      const CanvasBox *box = &self->boxes[i];
      const TroupeNodeRecord *node = troupe_scene_node (self->frame->scene, i);
      const float x = box->x + box->width - 2, y = box->y + 1;
      TroupeColor color;
      TroupeCanvasMark mark;
      TroupeColor sign;
      GdkRGBA rgba;
      GtkSnapshot *sheet = NULL;
      cairo_t *cr;

      if (node->mark == TROUPE_CANVAS_MARK_NONE ||
          !troupe_canvas_in_view (&self->frame->view, x - reach, y - reach, x + reach, y + reach))
        continue;
      color = troupe_canvas_palette_get_mark (self->palette, node->mark);
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
      gtk_snapshot_scale (snapshot, scale, scale);
      troupe_canvas_fill_circle (snapshot, 0, 0, MARK_RADIUS + 1.5f, self->palette->canvas);
      troupe_canvas_fill_circle (snapshot, 0, 0, MARK_RADIUS, color);
      /* Draws the sign as bars and a wave, because a font glyph would not be centered. */
      mark = node->mark;
      sign = troupe_color_get_sign (color);
      rgba = troupe_color_to_rgba (sign, 1);
      if (mark != TROUPE_CANVAS_MARK_CHANGED)
        {
          gtk_snapshot_append_color (snapshot, &rgba, &GRAPHENE_RECT_INIT (-4, -0.8f, 8, 1.6f));
          if (mark == TROUPE_CANVAS_MARK_ADDED)
            gtk_snapshot_append_color (snapshot, &rgba, &GRAPHENE_RECT_INIT (-0.8f, -4, 1.6f, 8));
        }
      else
        {
          cr = troupe_canvas_begin_cairo (&sheet, &GRAPHENE_RECT_INIT (-6, -6, 12, 12));
          cairo_set_line_width (cr, 1.6);
          cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
          cairo_move_to (cr, -3.8, 1);
          cairo_curve_to (cr, -1.9, -3.2, 1.9, 3.2, 3.8, -1);
          troupe_canvas_set_source (cr, sign, 1);
          cairo_stroke (cr);
          troupe_canvas_end_cairo (sheet, cr, snapshot);
        }
      gtk_snapshot_restore (snapshot);
      n_drawn++;
    }
}

void
troupe_painter_draw_far_problems (TroupeCanvasPainter *self, GtkSnapshot *snapshot)
{
  const float scale = MAX (1, 1 / (float) self->frame->scale);
  const float reach = (PROBLEM_RADIUS + 2) * scale;
  guint n_drawn = 0;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  for (guint i = 0; i < self->n_boxes && n_drawn < MARKS_MAX; i++)
    {
      const CanvasBox *box = &self->boxes[i];
      const TroupeNodeRecord *record = troupe_scene_node (self->frame->scene, i);
      const TroupeCanvasNode *node = &record->node;
      const gboolean is_error = node->n_errors > 0;
      const float x = box->x + troupe_canvas_get_problems_x (record, box->width);
      const float y = box->y + 1;
      const float radius = is_error ? PROBLEM_RADIUS : PROBLEM_RADIUS - 1.5f;
      TroupeColor color;
      GdkRGBA rgba;

      if (node->n_errors + node->n_warnings == 0 ||
          !troupe_canvas_in_view (&self->frame->view, x - reach, y - reach, x + reach, y + reach))
        continue;
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
      gtk_snapshot_scale (snapshot, scale, scale);
      troupe_canvas_fill_circle (snapshot, 0, 0, radius + 1.5f, self->palette->canvas);
      troupe_canvas_fill_circle (snapshot, 0, 0, radius,
                                 is_error ? self->palette->error_badge
                                          : self->palette->warning_badge);
      /* Draws an exclamation mark as bars, for the same reason as signs. */
      color = is_error ? 0xffffff : self->palette->warning_sign;
      rgba = troupe_color_to_rgba (color, 1);
      gtk_snapshot_append_color (snapshot, &rgba, &GRAPHENE_RECT_INIT (-0.9f, -4, 1.8f, 4.8f));
      gtk_snapshot_append_color (snapshot, &rgba, &GRAPHENE_RECT_INIT (-0.9f, 2, 1.8f, 1.8f));
      gtk_snapshot_restore (snapshot);
      n_drawn++;
    }
}
