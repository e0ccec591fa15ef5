/* troupe-canvas-painter.h: draws a scene
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-grip.h"
#include "troupe-canvas-pulses.h"
#include "troupe-canvas-router.h"
#include "troupe-canvas-selection.h"

G_BEGIN_DECLS

/* All that one picture shows; nothing of it is changed by drawing. */
typedef struct
{
  TroupeCanvasScene *scene; /* (nullable) */
  TroupeCanvasGeometry *geometry;
  TroupeCanvasRouter *router; /* up to date */
  TroupeCanvasSelection *selection;
  TroupeCanvasPulses *pulses;
  CanvasGrip grip;
  const char *focus; /* (nullable): NULL too where the keyboard is at work elsewhere */
  graphene_rect_t view;
  double scale;
  double origin_x, origin_y;
  int device_scale;
  gint64 time;
  gboolean motion;   /* the desktop wants animations */
  gboolean zooming;  /* the view is on its way to another one */
  gboolean cairo;    /* the renderer keeps no textures */
  gboolean no_marks; /* a picture: no selection, no hover, nothing that moves */
} CanvasFrame;

/**
 * TroupeCanvasPainter: keeps the pictures of cards and of the grid between frames.
 */
#define TROUPE_TYPE_CANVAS_PAINTER (troupe_canvas_painter_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasPainter, troupe_canvas_painter, TROUPE, CANVAS_PAINTER, GObject)

TroupeCanvasPainter *troupe_canvas_painter_new (TroupeCanvasText *text);
const TroupeCanvasPalette *troupe_canvas_painter_get_palette (TroupeCanvasPainter *self);
gboolean troupe_canvas_painter_get_dark (TroupeCanvasPainter *self);
gboolean troupe_canvas_painter_get_high_contrast (TroupeCanvasPainter *self);
void
troupe_canvas_painter_set_scheme (TroupeCanvasPainter *self, gboolean dark, gboolean high_contrast);
/* All cards are drawn anew with the next picture. */
void troupe_canvas_painter_forget_cards (TroupeCanvasPainter *self);
/* The grid too: the fonts or the device have changed. */
void troupe_canvas_painter_forget_all (TroupeCanvasPainter *self);

/* Another scene is drawn from now on: what is kept of the old one is dropped. */
void troupe_canvas_painter_forget_scene (TroupeCanvasPainter *self);

/* TRUE where something has been drawn that moves on its own. */
gboolean troupe_canvas_painter_draw (TroupeCanvasPainter *self,
                                     GtkSnapshot *snapshot,
                                     const CanvasFrame *frame);
/* The dots behind everything, over @width × @height widget pixels. */
void troupe_canvas_painter_draw_grid (TroupeCanvasPainter *self,
                                      GtkSnapshot *snapshot,
                                      const CanvasFrame *frame,
                                      int width,
                                      int height);
/* How much is drawn of a card: 0 all, 1 its name, 2 a rectangle. */
guint troupe_canvas_painter_choose_level (double scale, guint n_visible);
/* What a card looks like from far away: its role, in a run its state; how it differs, where it is marked. */
TroupeColor troupe_canvas_get_card_color (const TroupeCanvasPalette *palette,
                                          const TroupeNodeRecord *node);

/* Of the last picture, for tests. */
void troupe_canvas_painter_get_last (TroupeCanvasPainter *self, guint *level, guint *n_cards);
/* (nullable) (transfer none): what is kept of a card, for tests. */
GskRenderNode *troupe_canvas_painter_get_node (TroupeCanvasPainter *self,
                                               const TroupeNodeRecord *node);

G_END_DECLS
