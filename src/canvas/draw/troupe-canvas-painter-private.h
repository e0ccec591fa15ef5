/* troupe-canvas-painter-private.h: what the files of the painter share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas-drawing.h"
#include "troupe-canvas-painter.h"
#include "troupe-canvas-sizes.h"

G_BEGIN_DECLS

struct _TroupeCanvasPainter
{
  GObject parent_instance;

  TroupeCanvasText *text;
  gboolean dark;
  gboolean high_contrast;
  const TroupeCanvasPalette *palette;

  GHashTable *cards; /* TroupeNodeRecord → CardCache */
  guint generation;  /* grows when all cards must be drawn anew */
  guint structure;   /* of the scene that was drawn last */

  GdkTexture *grid; /* for renderers that keep textures */
  cairo_surface_t
      *grid_image; /* the same picture, for cairo, which would copy a texture each frame */
  double grid_step;
  int grid_width, grid_height, grid_scale;
  gboolean grid_dark;

  /* The nodes of the last picture. Where they come again the renderer draws only what is new beside
   * them: of cairo's nodes it knows no more. */
  GskRenderNode *grid_node;
  double grid_x, grid_y;
  GskRenderNode *wires_node;
  GByteArray *wires_key; /* what it was drawn from */

  /* While a picture is drawn. */
  const CanvasFrame *frame;
  const CanvasBox *boxes, *group_boxes;
  const CanvasRoute *routes;
  guint n_boxes, n_groups, n_routes;
  gboolean in_motion; /* something drawn moves on its own */

  guint last_level;
  guint last_cards;
};

void troupe_painter_draw_wires (TroupeCanvasPainter *self, GtkSnapshot *snapshot, guint level);
/* Where the label of an errand has its upper left corner. @points: of its way; the first is where it begins. */
graphene_point_t troupe_canvas_place_delegation (const TroupeCanvasWire *wire,
                                                 const graphene_point_t *points);
void troupe_painter_draw_labels (TroupeCanvasPainter *self, GtkSnapshot *snapshot, guint level);
void troupe_painter_draw_pulses (TroupeCanvasPainter *self, GtkSnapshot *snapshot);
void troupe_painter_draw_preview (TroupeCanvasPainter *self, GtkSnapshot *snapshot);
void troupe_painter_draw_node (TroupeCanvasPainter *self,
                               GtkSnapshot *snapshot,
                               guint index,
                               guint level);
void troupe_painter_draw_ring (TroupeCanvasPainter *self, GtkSnapshot *snapshot, guint index);
/* The signs of how cards differ from those of another drawing. */
void troupe_painter_draw_marks (TroupeCanvasPainter *self, GtkSnapshot *snapshot);
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
/* Drops what is kept of cards that are gone. */
void troupe_painter_drop_cards (TroupeCanvasPainter *self, TroupeCanvasScene *scene);

G_END_DECLS
