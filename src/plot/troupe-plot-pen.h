/* troupe-plot-pen.h: what a picture is painted with
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-style.h"

G_BEGIN_DECLS

typedef struct _TroupePlotPen TroupePlotPen;

/**
 * TroupePlotPenClass:
 * @begin: what follows is moved by @x, @y, and HERE is @ink. @classes: (nullable): for style sheets; @title: (nullable):
 *   what is said of it; @opacity: of all of it. Groups nest
 * @end: of the last group
 * @rect: @turned: stands on a corner
 * @line: @path: as SVG writes it; HERE is @ink. @modifier: (nullable): another class
 * @text: at most @room wide; what is longer is cut or set narrower
 * @icon: one of our own, by the name of its file, 16 wide and high at scale 1
 * @port: a dot
 * @arrow: of a line, its tip at @x, @y
 *
 * What a format has to be able to draw; troupe_plot_paint() tells it a whole picture.
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

/* @is_spare: leaves out what a picture that must be small can do without: feet and halos */
struct _TroupePlotPen
{
  const TroupePlotPenClass *klass;
  gboolean is_spare;
};

G_END_DECLS
