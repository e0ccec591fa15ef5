/* troupe-canvas-painter-private.h: private struct and functions of the painter
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-drawing.h"
#include "troupe-canvas-painter.h"
#include "troupe-canvas-sizes.h"

G_BEGIN_DECLS

/* How many characters of a note are laid out at most. */
#define TROUPE_NOTE_CHARACTERS 4000

struct _TroupeCanvasPainter
{
  GObject parent_instance;

  TroupeCanvasText *text;
  gboolean dark;
  gboolean high_contrast;
  const TroupeCanvasPalette *palette;

  GHashTable *cards; /* TroupeNodeRecord → CardCache */
  guint generation;  /* increased to invalidate all cards */
  guint structure;   /* of the scene that was drawn last */

  GdkTexture *grid; /* for renderers that cache textures */
  cairo_surface_t
      *grid_image; /* the same image for cairo, which would copy a texture in each frame */
  double grid_step;
  int grid_width, grid_height, grid_scale;
  gboolean grid_dark;

  /* The render nodes of the last frame. If they are reused, the renderer only draws the
   * differences, because it cannot compare the contents of cairo nodes. */
  GskRenderNode *grid_node;
  double grid_x, grid_y;
  GskRenderNode *wires_node;
  GByteArray *wires_key; /* cache key of wires_node */

  /* Only valid during a frame. */
  const CanvasFrame *frame;
  const CanvasBox *boxes, *group_boxes;
  const CanvasRoute *routes;
  guint n_boxes, n_groups, n_routes;
  gboolean in_motion; /* the frame contains an animation */

  guint last_level;
  guint last_cards;
};

void troupe_painter_draw_wires (TroupeCanvasPainter *self, GtkSnapshot *snapshot, guint level);
/* Returns the upper left corner of the label of a delegation. @points: the points of the wire,
 * beginning at its source. */
graphene_point_t troupe_canvas_place_delegation (const TroupeCanvasWire *wire,
                                                 const graphene_point_t *points);
/* Returns the place nearest to @middle where a pill of that half width touches no card. What a pause says must be
 * legible, so that far from such a place the pill is drawn at @middle, over a card. */
graphene_point_t troupe_canvas_place_pause (const CanvasBox *boxes,
                                            guint n_boxes,
                                            float half,
                                            graphene_point_t middle);
void troupe_painter_draw_labels (TroupeCanvasPainter *self, GtkSnapshot *snapshot, guint level);
void troupe_painter_draw_pulses (TroupeCanvasPainter *self, GtkSnapshot *snapshot);
void troupe_painter_draw_preview (TroupeCanvasPainter *self, GtkSnapshot *snapshot);
void troupe_painter_draw_node (TroupeCanvasPainter *self,
                               GtkSnapshot *snapshot,
                               guint index,
                               guint level);
void troupe_painter_draw_ring (TroupeCanvasPainter *self, GtkSnapshot *snapshot, guint index);
/* Draws the diff marks of cards. */
void troupe_painter_draw_marks (TroupeCanvasPainter *self, GtkSnapshot *snapshot);
/* Draws the badges of cards with problems in the size that they have at 100 %, where the cards themselves have
 * none. */
void troupe_painter_draw_far_problems (TroupeCanvasPainter *self, GtkSnapshot *snapshot);
void troupe_painter_draw_gate (TroupeCanvasPainter *self,
                               GtkSnapshot *snapshot,
                               guint index,
                               guint level);
void troupe_painter_draw_note (TroupeCanvasPainter *self,
                               GtkSnapshot *snapshot,
                               guint index,
                               guint level);
void troupe_painter_draw_group (TroupeCanvasPainter *self,
                                GtkSnapshot *snapshot,
                                guint index,
                                guint level);
GHashTable *troupe_painter_make_cards (void);
/* Drops the caches of removed cards. */
void troupe_painter_drop_cards (TroupeCanvasPainter *self, TroupeCanvasScene *scene);

G_END_DECLS
