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

/* Everything that a frame shows; drawing does not modify it. */
typedef struct
{
  TroupeCanvasScene *scene; /* (nullable) */
  TroupeCanvasGeometry *geometry;
  TroupeCanvasRouter *router; /* up to date */
  TroupeCanvasSelection *selection;
  TroupeCanvasPulses *pulses;
  CanvasGrip grip;
  const char *focus; /* (nullable): id of the focused item; NULL if the focus is elsewhere */
  graphene_rect_t view;
  double scale;
  double origin_x, origin_y;
  int device_scale;
  gint64 time;
  gboolean motion;   /* animations are enabled in the desktop */
  gboolean zooming;  /* the view is being animated */
  gboolean cairo;    /* the renderer caches no textures */
  gboolean no_marks; /* image export: no selection, hover or motion */
} CanvasFrame;

/**
 * TroupeCanvasPainter:
 *
 * Draws a scene. Caches the render nodes of cards and of the grid between frames.
 */
#define TROUPE_TYPE_CANVAS_PAINTER (troupe_canvas_painter_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCanvasPainter, troupe_canvas_painter, TROUPE, CANVAS_PAINTER, GObject)

TroupeCanvasPainter *troupe_canvas_painter_new (TroupeCanvasText *text);
const TroupeCanvasPalette *troupe_canvas_painter_get_palette (TroupeCanvasPainter *self);
gboolean troupe_canvas_painter_get_dark (TroupeCanvasPainter *self);
gboolean troupe_canvas_painter_get_high_contrast (TroupeCanvasPainter *self);
void
troupe_canvas_painter_set_scheme (TroupeCanvasPainter *self, gboolean dark, gboolean high_contrast);
/* Invalidates all cached cards. */
void troupe_canvas_painter_forget_cards (TroupeCanvasPainter *self);
/* Invalidates the cached cards and the grid, because the fonts or the device have changed. */
void troupe_canvas_painter_forget_all (TroupeCanvasPainter *self);

/* Drops all caches of the old scene after the scene was replaced. */
void troupe_canvas_painter_forget_scene (TroupeCanvasPainter *self);

/* Draws a frame. Returns TRUE if it contains something that is animated. */
gboolean troupe_canvas_painter_draw (TroupeCanvasPainter *self,
                                     GtkSnapshot *snapshot,
                                     const CanvasFrame *frame);
/* Draws the dots of the background over @width × @height widget pixels. */
void troupe_canvas_painter_draw_grid (TroupeCanvasPainter *self,
                                      GtkSnapshot *snapshot,
                                      const CanvasFrame *frame,
                                      int width,
                                      int height);
/* Returns the level of detail of cards: 0 everything, 1 the name, 2 a rectangle. */
guint troupe_canvas_painter_choose_level (double scale, guint n_visible);
/* Returns the color of a card at low zoom. This is the color of its state in a run, of its diff
 * mark, or of its role. */
TroupeColor troupe_canvas_get_card_color (const TroupeCanvasPalette *palette,
                                          const TroupeNodeRecord *node);

/* Returns the level of detail and the number of cards of the last frame, for tests. */
void troupe_canvas_painter_get_last (TroupeCanvasPainter *self, guint *level, guint *n_cards);
/* Returns the cached render node of a card, for tests. (nullable) (transfer none) */
GskRenderNode *troupe_canvas_painter_get_node (TroupeCanvasPainter *self,
                                               const TroupeNodeRecord *node);

G_END_DECLS
