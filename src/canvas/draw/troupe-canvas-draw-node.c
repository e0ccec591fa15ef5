/* troupe-canvas-draw-node.c: draws cards and caches them as render nodes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-draw-node"

#include "config.h"

#include <math.h>

#include "troupe-canvas-card.h"
#include "troupe-canvas-state.h"

#define FADE_LENGTH (120 * G_TIME_SPAN_MILLISECOND)
#define RING_TURN (1200 * G_TIME_SPAN_MILLISECOND)

/* Everything on which a cached card depends besides its content: the level of detail in the two
 * lowest bits, these flags, and the width. */
#define LOOK_HOVERED (1u << 2)
#define LOOK_REFUSING (1u << 3)
#define LOOK_FLAT (1u << 4)
#define LOOK_WIDTH_SHIFT 5

/* The cache of a card between frames. */
typedef struct
{
  GskRenderNode *node;
  GskRenderNode *old_node; /* fading out */
  gint64 fade_start;
  TroupeCanvasState state;
  guint serial;
  guint look;
  guint generation;
  PangoLayout *far_name;
} CardCache;

static void
free_cache (gpointer cache)
{
  CardCache *self = cache;

  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->old_node, gsk_render_node_unref);
  g_clear_object (&self->far_name);
  g_free (self);
}

GHashTable *
troupe_painter_make_cards (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, free_cache);
}

/* Visits all cards, which is acceptable because this is rarely called. */
void
troupe_painter_drop_cards (TroupeCanvasPainter *self, TroupeCanvasScene *scene)
{
  guint n_nodes = troupe_scene_count (scene, TROUPE_CANVAS_KIND_NODE);
  GHashTableIter iter;
  gpointer record;
  g_autoptr (GHashTable) alive = g_hash_table_new (NULL, NULL);

  if (g_hash_table_size (self->cards) == 0)
    return;

  for (guint i = 0; i < n_nodes; i++)
    g_hash_table_add (alive, (gpointer) troupe_scene_node (scene, i));
  g_hash_table_iter_init (&iter, self->cards);
  while (g_hash_table_iter_next (&iter, &record, NULL))
    if (!g_hash_table_contains (alive, record))
      g_hash_table_iter_remove (&iter);
}

GskRenderNode *
troupe_canvas_painter_get_node (TroupeCanvasPainter *self, const TroupeNodeRecord *node)
{
  CardCache *cache;

  g_return_val_if_fail (TROUPE_IS_CANVAS_PAINTER (self), NULL);

  cache = g_hash_table_lookup (self->cards, node);
  return cache != NULL ? cache->node : NULL;
}

TroupeColor
troupe_canvas_get_card_color (const TroupeCanvasPalette *palette, const TroupeNodeRecord *node)
{
  if (node->run.state != TROUPE_CANVAS_STATE_IDLE)
    return troupe_canvas_palette_get_state (palette, node->run.state);
  if (node->mark != TROUPE_CANVAS_MARK_NONE)
    return troupe_canvas_palette_get_mark (palette, node->mark);
  if (node->node.muted)
    return palette->waiting;

  return troupe_canvas_palette_get_role (palette, node->node.role);
}

/* Returns TRUE if the card cannot be connected to the dragged wire; it is drawn faded, including
 * its border. */
static gboolean
is_refusing (TroupeCanvasPainter *self, const TroupeNodeRecord *node)
{
  return self->frame->grip.refusing != NULL &&
         g_hash_table_contains (self->frame->grip.refusing, node->node.id);
}

TroupeColor
troupe_card_faded (const Card *card, TroupeColor color)
{
  return card->faded ? troupe_color_mix (color, card->palette->card, 0.55) : color;
}

static TroupeColor
get_border (const Card *card, float *line)
{
  const TroupeCanvasPalette *palette = card->palette;
  TroupeCanvasState state = card->record->run.state;
  const TroupeCanvasStateLook *look = troupe_canvas_state_get_look (state);
  TroupeColor role = troupe_canvas_palette_get_role (palette, card->node->role);

  *line = look->border;
  if (look->is_quiet)
    return palette->edge;
  if (state != TROUPE_CANVAS_STATE_IDLE)
    return troupe_canvas_palette_get_state (palette, state);
  if (card->record->mark == TROUPE_CANVAS_MARK_REMOVED)
    return palette->edge;
  if (card->record->mark != TROUPE_CANVAS_MARK_NONE)
    {
      *line = 2;
      return troupe_canvas_palette_get_mark (palette, card->record->mark);
    }
  if (card->node->muted)
    return palette->edge;
  if (card->hovered)
    *line = 2;
  if (card->node->role == TROUPE_CANVAS_ROLE_NEUTRAL && !card->hovered)
    return palette->edge;
  return troupe_color_mix (role, palette->card, card->hovered || card->high_contrast ? 1 : 0.9);
}

static void
draw_dashes (const Card *card,
             GtkSnapshot *snapshot,
             float inset,
             float line,
             TroupeColor color,
             double alpha)
{
  static const double dash[] = { 5, 3.5 };
  cairo_t *cr =
      gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, card->width, card->height));

  g_assert (card != NULL);

  troupe_canvas_trace_rounded (cr, inset, inset, card->width - 2 * inset, card->height - 2 * inset,
                               MAX (card->radius - inset, 2));
  cairo_set_line_width (cr, line);
  cairo_set_dash (cr, dash, 2, 0);
  troupe_canvas_set_source (cr, color, alpha);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
draw_border (const Card *card, GtkSnapshot *snapshot)
{
  float line;
  TroupeColor color = get_border (card, &line);

  if (card->refusing)
    color = troupe_card_faded (card, color);

  if (!card->node->openable)
    {
      troupe_canvas_stroke_rounded (snapshot, 0, 0, card->width, card->height, card->radius, line,
                                    color, 1);
      return;
    }
  /* The line is moved inside, because a line centered on the edge of the render node would be
   * clipped. */
  if (line < 2 || card->record->run.state == TROUPE_CANVAS_STATE_IDLE)
    {
      draw_dashes (card, snapshot, line / 2, line, color, 1);
      return;
    }
  troupe_canvas_stroke_rounded (snapshot, 0, 0, card->width, card->height, card->radius, line,
                                color, 1);
  draw_dashes (card, snapshot, 4.5f, 1.5f,
               troupe_canvas_palette_get_role (card->palette, card->node->role), 0.45);
}

static void
draw_body (const Card *card, GtkSnapshot *snapshot)
{
  g_assert (card != NULL);

  troupe_canvas_fill_rounded (snapshot, 0, 1.5f, card->width, card->height, card->radius, 0x000000,
                              card->palette->foot);
  troupe_canvas_fill_rounded (snapshot, 0, 0, card->width, card->height, card->radius,
                              card->palette->card, 1);
}

static GskRenderNode *
draw_card (const Card *card, guint level, CardCache *cache)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  g_assert (card != NULL);

  if (level > 0)
    {
      draw_body (card, snapshot);
      troupe_card_draw_far (card, snapshot, &cache->far_name);
      draw_border (card, snapshot);
      troupe_card_draw_ports (card, snapshot);
      return gtk_snapshot_free_to_node (snapshot);
    }

  draw_body (card, snapshot);
  troupe_card_draw_rows (card, snapshot);
  troupe_card_draw_strip (card, snapshot);
  if (card->node->muted)
    {
      cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, card->width,
                                                                              card->height));

      troupe_canvas_trace_rounded (cr, 0, 0, card->width, card->height, card->radius);
      cairo_clip (cr);
      for (float x = -card->height; x < card->width; x += 9)
        {
          cairo_move_to (cr, x, card->height);
          cairo_line_to (cr, x + card->height, 0);
        }
      cairo_set_line_width (cr, 1);
      troupe_canvas_set_source (cr, card->palette->waiting, 0.22);
      cairo_stroke (cr);
      cairo_destroy (cr);
    }
  draw_border (card, snapshot);
  troupe_card_draw_head (card, snapshot);
  troupe_card_draw_ports (card, snapshot);
  troupe_card_draw_badges (card, snapshot);

  return gtk_snapshot_free_to_node (snapshot);
}

static gboolean
is_hovered (TroupeCanvasPainter *self, const char *id)
{
  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  if (self->frame->no_marks)
    return FALSE;
  if (self->frame->grip.target_id != NULL && !self->frame->grip.target_refused &&
      g_str_equal (self->frame->grip.target_id, id))
    return TRUE;

  return self->frame->grip.hover_id != NULL && g_str_equal (self->frame->grip.hover_id, id) &&
         self->frame->grip.hover_kind != TROUPE_CANVAS_KIND_WIRE;
}

static void
renew_card (TroupeCanvasPainter *self, CardCache *cache, const Card *card, guint level, guint look)
{
  GskRenderNode *old = g_steal_pointer (&cache->node);
  TroupeCanvasState state = card->record->run.state;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  if (cache->serial != card->record->record.serial || cache->generation != self->generation)
    g_clear_object (&cache->far_name);
  g_clear_pointer (&cache->old_node, gsk_render_node_unref);
  cache->node = draw_card (card, level, cache);
  if ((look & LOOK_FLAT) != 0 && cache->node != NULL)
    {
      graphene_rect_t bounds;
      GskRenderNode *flat;
      cairo_t *cr;

      /* GTK's cairo renderer visits all children of every node in each frame, even if none of them
       * is visible. Of a cairo node it only checks the bounds. */
      gsk_render_node_get_bounds (cache->node, &bounds);
      flat = gsk_cairo_node_new (&bounds);
      cr = gsk_cairo_node_get_draw_context (flat);
      gsk_render_node_draw (cache->node, cr);
      cairo_destroy (cr);
      gsk_render_node_unref (cache->node);
      cache->node = flat;
    }
  if (old != NULL && cache->state != state && level == 0 && !self->frame->no_marks &&
      self->last_cards < 60 && self->frame->motion)
    {
      cache->old_node = g_steal_pointer (&old);
      cache->fade_start = self->frame->time;
    }
  g_clear_pointer (&old, gsk_render_node_unref);
  cache->state = state;
  cache->serial = card->record->record.serial;
  cache->look = look;
  cache->generation = self->generation;
}

static void
draw_rings (TroupeCanvasPainter *self, GtkSnapshot *snapshot, const Card *card)
{
  gboolean selected = troupe_canvas_selection_contains (self->frame->selection, card->node->id);
  gboolean focused = self->frame->focus != NULL && g_str_equal (self->frame->focus, card->node->id);

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  if (self->frame->no_marks)
    return;
  if (selected)
    troupe_canvas_stroke_rounded (snapshot, -4.5f, -4.5f, card->width + 9, card->height + 9,
                                  card->radius + 4.5f, 2.5f, self->palette->selection, 1);
  else if (card->record->related)
    troupe_canvas_stroke_rounded (snapshot, -4.5f, -4.5f, card->width + 9, card->height + 9,
                                  card->radius + 4.5f, 1.5f, self->palette->selection, 1);
  if (focused)
    {
      static const double dash[] = { 2, 3 };
      /* Outside of the ring of the selection, if there is one. */
      const float out = selected ? 7.75f : 3.25f;
      GtkSnapshot *sheet = NULL;
      cairo_t *cr = troupe_canvas_begin_cairo (
          &sheet, &GRAPHENE_RECT_INIT (-out - 3, -out - 3, card->width + 2 * out + 6,
                                       card->height + 2 * out + 6));

      troupe_canvas_trace_rounded (cr, (double) -out, (double) -out,
                                   (double) (card->width + 2 * out),
                                   (double) (card->height + 2 * out),
                                   (double) (card->radius + out));
      cairo_set_line_width (cr, 2.5);
      cairo_set_dash (cr, dash, 2, 0);
      troupe_canvas_set_source (cr, self->palette->selection, 1);
      cairo_stroke (cr);
      troupe_canvas_end_cairo (sheet, cr, snapshot);
    }
}

void
troupe_painter_draw_node (TroupeCanvasPainter *self,
                          GtkSnapshot *snapshot,
                          guint index,
                          guint level)
{
  const CanvasBox *box = &self->boxes[index];
  Card card;
  CardCache *cache;
  const CanvasBox *place = &self->boxes[index];
  guint look;

  card.text = self->text;
  card.high_contrast = self->high_contrast;
  card.palette = self->palette;
  card.record = troupe_scene_node (self->frame->scene, index);
  card.node = &card.record->node;
  card.width = place->width;
  card.height = place->height;
  card.radius = card.node->role == TROUPE_CANVAS_ROLE_START ? CARD_RADIUS_START : CARD_RADIUS;
  card.refusing = is_refusing (self, card.record);
  card.faded = card.refusing || card.node->muted ||
               card.record->mark == TROUPE_CANVAS_MARK_REMOVED ||
               card.record->run.state == TROUPE_CANVAS_STATE_SKIPPED;
  card.hovered = is_hovered (self, card.node->id);
  look =
      level | (card.hovered ? LOOK_HOVERED : 0) | (card.refusing ? LOOK_REFUSING : 0) |
      (self->frame->cairo && self->frame->scale * self->frame->device_scale <= 1 ? LOOK_FLAT : 0) |
      ((guint) lroundf (card.width) << LOOK_WIDTH_SHIFT);
  cache = g_hash_table_lookup (self->cards, card.record);
  if (cache == NULL)
    {
      cache = g_new0 (CardCache, 1);
      g_hash_table_insert (self->cards, (gpointer) card.record, cache);
    }
  if (cache->node == NULL || cache->serial != card.record->record.serial || cache->look != look ||
      cache->generation != self->generation)
    renew_card (self, cache, &card, level, look);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (box->x, box->y));
  /* Ports and badges are above the rings. */
  draw_rings (self, snapshot, &card);
  if (cache->old_node != NULL)
    {
      CardCache *fading = cache;
      double t = (double) (self->frame->time - fading->fade_start) / FADE_LENGTH;

      if (t >= 1 || t < 0)
        {
          g_clear_pointer (&fading->old_node, gsk_render_node_unref);
          gtk_snapshot_append_node (snapshot, fading->node);
        }
      else
        {
          self->in_motion = TRUE;
          gtk_snapshot_push_cross_fade (snapshot, t);
          gtk_snapshot_append_node (snapshot, fading->old_node);
          gtk_snapshot_pop (snapshot);
          gtk_snapshot_append_node (snapshot, fading->node);
          gtk_snapshot_pop (snapshot);
        }
    }
  else
    gtk_snapshot_append_node (snapshot, cache->node);
  gtk_snapshot_restore (snapshot);
}

/* Draws the rotating ring separately from the cached card. */
void
troupe_painter_draw_ring (TroupeCanvasPainter *self, GtkSnapshot *snapshot, guint index)
{
  const CanvasBox *box = &self->boxes[index];
  const TroupeNodeRecord *node = troupe_scene_node (self->frame->scene, index);
  float top = box->height - troupe_canvas_get_strip_height (&node->run);
  TroupeColor color = self->palette->running;
  gboolean motion = self->frame->motion && !self->frame->no_marks;

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (box->x, box->y));
  if (motion)
    {
      double angle = (double) (self->frame->time % RING_TURN) / RING_TURN * 2 * G_PI;
      GtkSnapshot *sheet = NULL;
      cairo_t *cr = troupe_canvas_begin_cairo (&sheet, &GRAPHENE_RECT_INIT (10, top + 5, 18, 18));

      cairo_set_line_width (cr, 2.2);
      cairo_arc (cr, 19, top + 14, 5.5, 0, 2 * G_PI);
      troupe_canvas_set_source (cr, color, 0.3);
      cairo_stroke (cr);
      cairo_arc (cr, 19, top + 14, 5.5, angle, angle + 1.7);
      troupe_canvas_set_source (cr, color, 1);
      cairo_stroke (cr);
      troupe_canvas_end_cairo (sheet, cr, snapshot);
      self->in_motion = TRUE;
    }
  else
    for (int i = -1; i <= 1; i++)
      troupe_canvas_fill_circle (snapshot, 19 + 4.5f * (float) i, top + 14, 1.5f, color);
  gtk_snapshot_restore (snapshot);
}
