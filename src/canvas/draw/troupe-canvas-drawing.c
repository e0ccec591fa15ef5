/* troupe-canvas-drawing.c: helper functions to draw shapes and colors with snapshots and cairo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-drawing"

#include "config.h"

#include "troupe-canvas-drawing.h"

void
troupe_canvas_set_source (cairo_t *cr, TroupeColor color, double alpha)
{
  GdkRGBA rgba = troupe_color_to_rgba (color, alpha);

  gdk_cairo_set_source_rgba (cr, &rgba);
}

void
troupe_canvas_stroke_rounded (GtkSnapshot *snapshot,
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
  GdkRGBA rgba = troupe_color_to_rgba (color, alpha);
  const float widths[4] = { line, line, line, line };
  const GdkRGBA colors[4] = { rgba, rgba, rgba, rgba };

  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (x, y, width, height), radius);
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

/* Fills the shape with one border that is as thick as half the shorter side, without a rounded
 * clip. A thicker border would overlap itself in GTK 4.8's GL renderer, which is visible if the
 * color is translucent. */
void
troupe_canvas_fill_rounded (GtkSnapshot *snapshot,
                            float x,
                            float y,
                            float width,
                            float height,
                            float radius,
                            TroupeColor color,
                            double alpha)
{
  troupe_canvas_stroke_rounded (snapshot, x, y, width, height,
                                MIN (radius, MIN (width, height) / 2), MIN (width, height) / 2,
                                color, alpha);
}

void
troupe_canvas_fill_circle (GtkSnapshot *snapshot, float x, float y, float radius, TroupeColor color)
{
  troupe_canvas_fill_rounded (snapshot, x - radius, y - radius, 2 * radius, 2 * radius, radius,
                              color, 1);
}

cairo_t *
troupe_canvas_begin_cairo (GtkSnapshot **sheet, const graphene_rect_t *bounds)
{
  *sheet = gtk_snapshot_new ();
  return gtk_snapshot_append_cairo (*sheet, bounds);
}

void
troupe_canvas_end_cairo (GtkSnapshot *sheet, cairo_t *cr, GtkSnapshot *snapshot)
{
  g_autoptr (GskRenderNode) node = NULL;

  cairo_destroy (cr);
  node = gtk_snapshot_free_to_node (sheet);
  if (node != NULL)
    gtk_snapshot_append_node (snapshot, node);
}

void
troupe_canvas_trace_rounded (cairo_t *cr,
                             double x,
                             double y,
                             double width,
                             double height,
                             double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI_2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, G_PI + G_PI_2);
  cairo_close_path (cr);
}
