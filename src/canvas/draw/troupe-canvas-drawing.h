/* troupe-canvas-drawing.h: helper functions to draw shapes and colors with snapshots and cairo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-canvas-palette.h"

G_BEGIN_DECLS

void troupe_canvas_set_source (cairo_t *cr, TroupeColor color, double alpha);
void troupe_canvas_fill_rounded (GtkSnapshot *snapshot,
                                 float x,
                                 float y,
                                 float width,
                                 float height,
                                 float radius,
                                 TroupeColor color,
                                 double alpha);
void troupe_canvas_stroke_rounded (GtkSnapshot *snapshot,
                                   float x,
                                   float y,
                                   float width,
                                   float height,
                                   float radius,
                                   float line,
                                   TroupeColor color,
                                   double alpha);
void troupe_canvas_fill_circle (GtkSnapshot *snapshot,
                                float x,
                                float y,
                                float radius,
                                TroupeColor color);
/* Begins to draw with cairo in a scaled snapshot. GTK 4.8 applies the scale to the position of a
 * cairo node twice, so that the node disappears at any zoom except 100 %. Therefore @sheet is a
 * separate, unscaled snapshot. The order of calls is begin, draw, end. */
cairo_t *troupe_canvas_begin_cairo (GtkSnapshot **sheet, const graphene_rect_t *bounds);
void troupe_canvas_end_cairo (GtkSnapshot *sheet, cairo_t *cr, GtkSnapshot *snapshot);
void troupe_canvas_trace_rounded (cairo_t *cr,
                                  double x,
                                  double y,
                                  double width,
                                  double height,
                                  double radius);

G_END_DECLS
