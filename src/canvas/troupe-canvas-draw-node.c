/* troupe-canvas-draw-node.c: cards, kept as render nodes until something on them changes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-draw-node"

#include "config.h"

#include <math.h>

#include "troupe-canvas-card.h"

#define FADE_LENGTH (120 * G_TIME_SPAN_MILLISECOND)
#define RING_TURN (1200 * G_TIME_SPAN_MILLISECOND)

void
_troupe_canvas_card_cache_free (gpointer cache)
{
  CardCache *self = cache;

  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_pointer (&self->old_node, gsk_render_node_unref);
  g_clear_object (&self->far_name);
  g_free (self);
}

/* What a card looks like from far away: its role, in a run its state. */
TroupeColor
_troupe_canvas_card_color (TroupeCanvas *self, const TroupeNodeRecord *node)
{
  if (node->run.state != TROUPE_CANVAS_STATE_IDLE)
    return troupe_canvas_palette_get_state (self->palette, node->run.state);
  if (node->node.muted)
    return self->palette->waiting;

  return troupe_canvas_palette_get_role (self->palette, node->node.role);
}

/* Cannot take the wire in the hand: all of it pales, its border too. */
static gboolean
is_refusing (TroupeCanvas *self, const TroupeNodeRecord *node)
{
  return self->refusing != NULL && g_hash_table_contains (self->refusing, node->node.id);
}

TroupeColor
_troupe_card_faded (const Card *card, TroupeColor color)
{
  return card->faded ? troupe_color_mix (color, card->palette->card, 0.55) : color;
}

static TroupeColor
get_border (const Card *card, float *line)
{
  const TroupeCanvasPalette *palette = card->palette;
  TroupeCanvasState state = card->record->run.state;
  TroupeColor role = troupe_canvas_palette_get_role (palette, card->node->role);

  *line = 1.5f;
  switch (state)
    {
    case TROUPE_CANVAS_STATE_DONE:
    case TROUPE_CANVAS_STATE_STALE:
      *line = 2;
      return troupe_canvas_palette_get_state (palette, state);
    case TROUPE_CANVAS_STATE_RUNNING:
    case TROUPE_CANVAS_STATE_FAILED:
    case TROUPE_CANVAS_STATE_PAUSED:
    case TROUPE_CANVAS_STATE_ASKING:
      *line = 3;
      return troupe_canvas_palette_get_state (palette, state);
    case TROUPE_CANVAS_STATE_WAITING:
    case TROUPE_CANVAS_STATE_SKIPPED:
      return palette->edge;
    case TROUPE_CANVAS_STATE_IDLE:
    case TROUPE_CANVAS_N_STATES:
    default:
      if (card->node->muted)
        return palette->edge;
      if (card->hovered)
        *line = 2;
      if (card->node->role == TROUPE_CANVAS_ROLE_NEUTRAL && !card->hovered)
        return palette->edge;
      return troupe_color_mix (role, palette->card,
                               card->hovered || card->canvas->high_contrast ? 1 : 0.9);
    }
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

  _troupe_cairo_rounded (cr, inset, inset, card->width - 2 * inset, card->height - 2 * inset,
                         MAX (card->radius - inset, 2));
  cairo_set_line_width (cr, line);
  cairo_set_dash (cr, dash, 2, 0);
  _troupe_cairo_color (cr, color, alpha);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
draw_border (const Card *card, GtkSnapshot *snapshot)
{
  float line;
  TroupeColor color = get_border (card, &line);

  if (card->refusing)
    color = _troupe_card_faded (card, color);

  if (!card->node->openable)
    {
      _troupe_stroke_rounded (snapshot, 0, 0, card->width, card->height, card->radius, line, color,
                              1);
      return;
    }
  /* Half inside, half outside would cut the dashes at the node's edge. */
  if (line < 2 || card->record->run.state == TROUPE_CANVAS_STATE_IDLE)
    {
      draw_dashes (card, snapshot, line / 2, line, color, 1);
      return;
    }
  _troupe_stroke_rounded (snapshot, 0, 0, card->width, card->height, card->radius, line, color, 1);
  draw_dashes (card, snapshot, 4.5f, 1.5f,
               troupe_canvas_palette_get_role (card->palette, card->node->role), 0.45);
}

static void
draw_hatch (const Card *card, GtkSnapshot *snapshot)
{
  cairo_t *cr =
      gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, card->width, card->height));

  _troupe_cairo_rounded (cr, 0, 0, card->width, card->height, card->radius);
  cairo_clip (cr);
  for (float x = -card->height; x < card->width; x += 9)
    {
      cairo_move_to (cr, x, card->height);
      cairo_line_to (cr, x + card->height, 0);
    }
  cairo_set_line_width (cr, 1);
  _troupe_cairo_color (cr, card->palette->waiting, 0.22);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
draw_body (const Card *card, GtkSnapshot *snapshot)
{
  _troupe_fill_rounded (snapshot, 0, 1.5f, card->width, card->height, card->radius, 0x000000,
                        card->palette->foot);
  _troupe_fill_rounded (snapshot, 0, 0, card->width, card->height, card->radius,
                        card->palette->card, 1);
}

static void
draw_far (const Card *card, GtkSnapshot *snapshot, CardCache *cache)
{
  TroupeColor role = troupe_canvas_palette_get_role (card->palette, card->node->role);

  draw_body (card, snapshot);
  draw_border (card, snapshot);
  _troupe_fill_rounded (snapshot, 8, 8, 8, 36, 4, _troupe_card_faded (card, role), 1);
  if (cache->far_name == NULL)
    {
      g_autofree char *name = _troupe_canvas_text_cut (card->canvas, FONT_FAR, card->node->title,
                                                       card->width - 24 - 12);

      cache->far_name = _troupe_canvas_text_layout (card->canvas, FONT_FAR, name);
    }
  _troupe_canvas_text_draw (snapshot, cache->far_name, 24, 11,
                            _troupe_card_faded (card, card->palette->text));
  _troupe_card_draw_ports (card, snapshot);
}

static GskRenderNode *
draw_card (const Card *card, guint level, CardCache *cache)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  if (level > 0)
    {
      draw_far (card, snapshot, cache);
      return gtk_snapshot_free_to_node (snapshot);
    }

  draw_body (card, snapshot);
  _troupe_card_draw_rows (card, snapshot);
  _troupe_card_draw_strip (card, snapshot);
  if (card->node->muted)
    draw_hatch (card, snapshot);
  draw_border (card, snapshot);
  _troupe_card_draw_head (card, snapshot);
  _troupe_card_draw_ports (card, snapshot);
  _troupe_card_draw_badges (card, snapshot);

  return gtk_snapshot_free_to_node (snapshot);
}

static gboolean
is_hovered (TroupeCanvas *self, const char *id)
{
  if (self->plain_picture)
    return FALSE;
  if (self->target_id != NULL && !self->target_refused && g_str_equal (self->target_id, id))
    return TRUE;

  return self->hover_id != NULL && g_str_equal (self->hover_id, id) &&
         self->hover_kind != TROUPE_CANVAS_KIND_WIRE;
}

static void
init_card (TroupeCanvas *self, Card *card, guint index)
{
  const CanvasBox *box = &g_array_index (self->boxes, CanvasBox, index);

  card->canvas = self;
  card->palette = self->palette;
  card->record = troupe_scene_node (self->scene, index);
  card->node = &card->record->node;
  card->width = box->width;
  card->height = box->height;
  card->radius = card->node->role == TROUPE_CANVAS_ROLE_START ? CARD_RADIUS_START : CARD_RADIUS;
  card->refusing = is_refusing (self, card->record);
  card->faded =
      card->refusing || card->node->muted || card->record->run.state == TROUPE_CANVAS_STATE_SKIPPED;
  card->hovered = is_hovered (self, card->node->id);
}

static void
renew_card (TroupeCanvas *self, CardCache *cache, const Card *card, guint level, guint look)
{
  GskRenderNode *old = g_steal_pointer (&cache->node);
  TroupeCanvasState state = card->record->run.state;

  if (cache->serial != card->record->record.serial || cache->generation != self->generation)
    g_clear_object (&cache->far_name);
  g_clear_pointer (&cache->old_node, gsk_render_node_unref);
  cache->node = draw_card (card, level, cache);
  if (old != NULL && cache->state != state && level == 0 && !self->plain_picture &&
      self->last_cards < 60 && _troupe_canvas_motion_wanted (self))
    {
      cache->old_node = g_steal_pointer (&old);
      cache->fade_start = _troupe_canvas_frame_time (self);
    }
  g_clear_pointer (&old, gsk_render_node_unref);
  cache->state = state;
  cache->serial = card->record->record.serial;
  cache->look = look;
  cache->generation = self->generation;
}

static CardCache *
get_cache (TroupeCanvas *self, const Card *card, guint level)
{
  guint look = level | (card->hovered ? 4 : 0) | (card->refusing ? 8 : 0) |
               ((guint) lroundf (card->width) << 4);
  CardCache *cache = g_hash_table_lookup (self->cards, card->record);

  if (cache == NULL)
    {
      cache = g_new0 (CardCache, 1);
      g_hash_table_insert (self->cards, (gpointer) card->record, cache);
    }
  if (cache->node == NULL || cache->serial != card->record->record.serial || cache->look != look ||
      cache->generation != self->generation)
    renew_card (self, cache, card, level, look);

  return cache;
}

static void
append_fading (TroupeCanvas *self, GtkSnapshot *snapshot, CardCache *cache)
{
  double t = (double) (_troupe_canvas_frame_time (self) - cache->fade_start) / FADE_LENGTH;

  if (t >= 1 || t < 0)
    {
      g_clear_pointer (&cache->old_node, gsk_render_node_unref);
      gtk_snapshot_append_node (snapshot, cache->node);
      return;
    }
  self->in_motion = TRUE;
  gtk_snapshot_push_cross_fade (snapshot, t);
  gtk_snapshot_append_node (snapshot, cache->old_node);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_append_node (snapshot, cache->node);
  gtk_snapshot_pop (snapshot);
}

static void
draw_rings (TroupeCanvas *self, GtkSnapshot *snapshot, const Card *card)
{
  gboolean selected = troupe_canvas_is_selected (self, card->node->id);
  gboolean focused = self->focus_id != NULL && g_str_equal (self->focus_id, card->node->id) &&
                     _troupe_canvas_shows_focus (self);

  if (self->plain_picture)
    return;
  if (selected)
    _troupe_stroke_rounded (snapshot, -4.5f, -4.5f, card->width + 9, card->height + 9,
                            card->radius + 4.5f, 2.5f, self->palette->selection, 1);
  else if (card->record->related)
    _troupe_stroke_rounded (snapshot, -4.5f, -4.5f, card->width + 9, card->height + 9,
                            card->radius + 4.5f, 1.5f, self->palette->selection, 1);
  if (focused && !selected)
    {
      static const double dash[] = { 2, 3 };
      GtkSnapshot *sheet = NULL;
      cairo_t *cr = _troupe_begin_cairo (&sheet, &GRAPHENE_RECT_INIT (-6, -6, card->width + 12,
                                                                      card->height + 12));

      _troupe_cairo_rounded (cr, -3.25, -3.25, card->width + 6.5, card->height + 6.5,
                             card->radius + 3.25);
      cairo_set_line_width (cr, 2.5);
      cairo_set_dash (cr, dash, 2, 0);
      _troupe_cairo_color (cr, self->palette->selection, 1);
      cairo_stroke (cr);
      _troupe_end_cairo (sheet, cr, snapshot);
    }
}

void
_troupe_canvas_draw_node (TroupeCanvas *self, GtkSnapshot *snapshot, guint index, guint level)
{
  const CanvasBox *box = &g_array_index (self->boxes, CanvasBox, index);
  Card card;
  CardCache *cache;

  init_card (self, &card, index);
  cache = get_cache (self, &card, level);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (box->x, box->y));
  /* Ports and badges lie over the rings. */
  draw_rings (self, snapshot, &card);
  if (cache->old_node != NULL)
    append_fading (self, snapshot, cache);
  else
    gtk_snapshot_append_node (snapshot, cache->node);
  gtk_snapshot_restore (snapshot);
}

/* Drawn apart from the kept card, since it turns. */
void
_troupe_canvas_draw_ring (TroupeCanvas *self, GtkSnapshot *snapshot, guint index)
{
  const CanvasBox *box = &g_array_index (self->boxes, CanvasBox, index);
  const TroupeNodeRecord *node = troupe_scene_node (self->scene, index);
  float top = box->height - _troupe_canvas_strip_height (&node->run);
  TroupeColor color = self->palette->running;
  gboolean motion = _troupe_canvas_motion_wanted (self) && !self->plain_picture;

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (box->x, box->y));
  if (motion)
    {
      double angle = (double) (_troupe_canvas_frame_time (self) % RING_TURN) / RING_TURN * 2 * G_PI;
      GtkSnapshot *sheet = NULL;
      cairo_t *cr = _troupe_begin_cairo (&sheet, &GRAPHENE_RECT_INIT (10, top + 5, 18, 18));

      cairo_set_line_width (cr, 2.2);
      cairo_arc (cr, 19, top + 14, 5.5, 0, 2 * G_PI);
      _troupe_cairo_color (cr, color, 0.3);
      cairo_stroke (cr);
      cairo_arc (cr, 19, top + 14, 5.5, angle, angle + 1.7);
      _troupe_cairo_color (cr, color, 1);
      cairo_stroke (cr);
      _troupe_end_cairo (sheet, cr, snapshot);
      self->in_motion = TRUE;
    }
  else
    for (int i = -1; i <= 1; i++)
      _troupe_fill_circle (snapshot, 19 + 4.5f * (float) i, top + 14, 1.5f, color);
  gtk_snapshot_restore (snapshot);
}
