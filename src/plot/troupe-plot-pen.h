/* troupe-plot-pen.h: abstract painter that the output formats implement
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-style.h"

G_BEGIN_DECLS

typedef struct _TroupePlotPen TroupePlotPen;

/**
 * TroupePlotPenClass:
 * @begin: opens a group, translated by @x, @y, in which HERE is @ink. @classes: (nullable): for
 *   style sheets; @title: (nullable): its accessible title; @opacity: of the whole group. Groups
 *   nest
 * @end: closes the innermost group
 * @rect: @turned: rotated by 45 degrees
 * @line: @path: SVG path data; HERE is @ink. @modifier: (nullable): an additional class
 * @text: at most @room wide; longer text is cut or condensed
 * @icon: an icon of the application by file name, 16 wide and high at scale 1
 * @port: a dot
 * @arrow: the arrowhead of a line, with its tip at @x, @y
 *
 * The drawing operations of an output format; troupe_plot_paint() calls them for a whole drawing.
 */
typedef struct
{
  void (*begin) (TroupePlotPen *self,
                 const char *classes,
                 TroupePlotInk ink,
                 double x,
                 double y,
                 double opacity,
                 const char *title);
  void (*end) (TroupePlotPen *self);
  void (*rect) (TroupePlotPen *self,
                TroupePlotStyle style,
                double x,
                double y,
                double width,
                double height,
                double radius,
                gboolean turned);
  void (*circle) (TroupePlotPen *self, TroupePlotStyle style, double x, double y, double radius);
  void (*line) (TroupePlotPen *self,
                TroupePlotStyle style,
                TroupePlotInk ink,
                const char *path,
                const char *modifier);
  void (*text) (TroupePlotPen *self,
                TroupePlotStyle style,
                double x,
                double y,
                const char *text,
                double room);
  void (*icon) (TroupePlotPen *self,
                TroupePlotStyle style,
                const char *name,
                double x,
                double y,
                double scale);
  void (*port) (TroupePlotPen *self, double x, double y, TroupePlotInk ink);
  void (*arrow) (TroupePlotPen *self,
                 TroupePlotInk ink,
                 double x,
                 double y,
                 gboolean is_down,
                 double size,
                 double opacity);
} TroupePlotPenClass;

/* @is_spare: whether to omit dispensable elements (feet and halos), because the file must be
 *   small */
struct _TroupePlotPen
{
  const TroupePlotPenClass *klass;
  gboolean is_spare;
};

G_END_DECLS
