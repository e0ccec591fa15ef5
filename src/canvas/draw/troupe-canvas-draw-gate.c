/* troupe-canvas-draw-gate.c: draws gates, with the state of a run if there is one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-draw-gate"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-canvas-painter-private.h"

#define ARCS_MAX 48

static void
draw_centered (TroupeCanvasPainter *self,
               GtkSnapshot *snapshot,
               CanvasFont font,
               const char *text,
               float y,
               TroupeColor color)
{
  PangoLayout *layout = troupe_canvas_text_label (self->text, font, text);
  int width, height;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  pango_layout_get_size (layout, &width, &height);
  troupe_canvas_text_draw (snapshot, layout, -(float) width / PANGO_SCALE / 2,
                           y - (float) height / PANGO_SCALE / 2, color);
}

static void
draw_arc (TroupeCanvasPainter *self, cairo_t *cr, double from, double to, gboolean came)
{
  static const double dash[] = { 3, 3 };

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  cairo_new_sub_path (cr);
  cairo_arc (cr, 0, 0, came ? 15 : 16, from, to);
  cairo_set_line_width (cr, came ? 4 : 2);
  cairo_set_dash (cr, dash, came ? 0 : 2, 0);
  troupe_canvas_set_source (cr, came ? self->palette->done : self->palette->wire_or, 1);
  cairo_stroke (cr);
}

static void
draw_focus (TroupeCanvasPainter *self, GtkSnapshot *snapshot, const char *id)
{
  gboolean selected = troupe_canvas_selection_contains (self->frame->selection, id);
  gboolean focused = self->frame->focus != NULL && g_str_equal (self->frame->focus, id);

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  if (self->frame->no_marks)
    return;
  if (selected)
    troupe_canvas_stroke_rounded (snapshot, -20.5f, -20.5f, 41, 41, 20.5f, 2.5f,
                                  self->palette->selection, 1);
  if (focused)
    {
      static const double dash[] = { 2, 3 };
      const float radius = selected ? 23.75f : 19.25f;
      GtkSnapshot *sheet = NULL;
      cairo_t *cr = troupe_canvas_begin_cairo (
          &sheet, &GRAPHENE_RECT_INIT (-radius - 3, -radius - 3, 2 * radius + 6, 2 * radius + 6));

      cairo_arc (cr, 0, 0, (double) radius, 0, 2 * G_PI);
      cairo_set_line_width (cr, 2.5);
      cairo_set_dash (cr, dash, 2, 0);
      troupe_canvas_set_source (cr, self->palette->selection, 1);
      cairo_stroke (cr);
      troupe_canvas_end_cairo (sheet, cr, snapshot);
    }
}

void
troupe_painter_draw_gate (TroupeCanvasPainter *self,
                          GtkSnapshot *snapshot,
                          guint index,
                          guint level)
{
  const TroupeGateRecord *gate = troupe_scene_gate (self->frame->scene, index);
  gboolean is_and = gate->gate.kind == TROUPE_CANVAS_GATE_AND;
  /* Translators: the word in a gate; “and”: all inputs must have arrived, “or”: one is enough.
   * Must be short. */
  const char *word = is_and ? _ ("and") : _ ("or");
  TroupeColor color = is_and ? self->palette->wire_and : self->palette->wire_or;
  gboolean hovered = !self->frame->no_marks && self->frame->grip.hover_id != NULL &&
                     g_str_equal (self->frame->grip.hover_id, gate->gate.id);

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT ((float) gate->gate.x, (float) gate->gate.y));
  troupe_canvas_fill_circle (snapshot, 0, 0, GATE_RADIUS, self->palette->card);
  if (gate->arrived != NULL)
    {
      guint came = 0;
      g_autofree char *count = NULL;
      GtkSnapshot *sheet = NULL;
      cairo_t *cr;
      double share;
      double gap;

      for (guint i = 0; i < gate->n_inputs; i++)
        came += gate->arrived[i] ? 1 : 0;
      /* Draws one arc for each input, clockwise from the top in the order of the file. If there
       * are too many inputs to distinguish, only shows how many have arrived. */
      cr = troupe_canvas_begin_cairo (&sheet, &GRAPHENE_RECT_INIT (-20, -20, 40, 40));
      share = 2 * G_PI / gate->n_inputs;
      gap = gate->n_inputs > 1 ? MIN (0.16, share / 4) : 0;
      if (gate->n_inputs > ARCS_MAX)
        {
          double part = 0;

          for (guint i = 0; i < gate->n_inputs; i++)
            part += gate->fired || gate->arrived[i] ? share : 0;
          draw_arc (self, cr, -G_PI_2 + part, 3 * G_PI_2, FALSE);
          draw_arc (self, cr, -G_PI_2, -G_PI_2 + part, TRUE);
        }
      for (guint i = 0; i < gate->n_inputs && gate->n_inputs <= ARCS_MAX; i++)
        draw_arc (self, cr, -G_PI_2 + i * share + gap / 2, -G_PI_2 + (i + 1) * share - gap / 2,
                  gate->fired || gate->arrived[i]);
      troupe_canvas_end_cairo (sheet, cr, snapshot);
      if (level == 0)
        {
          count = g_strdup_printf ("%u/%u", came, gate->n_inputs);
          draw_centered (self, snapshot, FONT_GATE, count, 0, self->palette->text);
          draw_centered (self, snapshot, FONT_GATE, word, 25, self->palette->dim);
        }
    }
  else
    {
      troupe_canvas_stroke_rounded (snapshot, -GATE_RADIUS, -GATE_RADIUS, 2 * GATE_RADIUS,
                                    2 * GATE_RADIUS, GATE_RADIUS, hovered ? 3 : 2, color, 1);
      if (level == 0)
        draw_centered (self, snapshot, FONT_GATE, word, -0.5f,
                       is_and ? self->palette->wire_and : self->palette->dim);
    }
  draw_focus (self, snapshot, gate->gate.id);
  gtk_snapshot_restore (snapshot);
}
