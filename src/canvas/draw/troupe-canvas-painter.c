/* troupe-canvas-painter.c: order of drawing and level of detail
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-painter"

#include "config.h"

#include <math.h>

#include "troupe-canvas-painter-private.h"
#include "troupe-canvas-stack.h"

/* How much text of notes a frame contains, in bytes. */
#define MOST_NOTE_BYTES 65536u

G_DEFINE_FINAL_TYPE (TroupeCanvasPainter, troupe_canvas_painter, G_TYPE_OBJECT)

static void
forget_grid (TroupeCanvasPainter *self)
{
  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  g_clear_object (&self->grid);
  g_clear_pointer (&self->grid_image, cairo_surface_destroy);
  g_clear_pointer (&self->grid_node, gsk_render_node_unref);
}

static void
troupe_canvas_painter_finalize (GObject *object)
{
  TroupeCanvasPainter *self = TROUPE_CANVAS_PAINTER (object);

  forget_grid (self);
  g_clear_pointer (&self->wires_node, gsk_render_node_unref);
  g_clear_pointer (&self->wires_key, g_byte_array_unref);
  g_clear_pointer (&self->cards, g_hash_table_unref);
  g_clear_object (&self->text);

  G_OBJECT_CLASS (troupe_canvas_painter_parent_class)->finalize (object);
}

static void
troupe_canvas_painter_class_init (TroupeCanvasPainterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_canvas_painter_finalize;
}

static void
troupe_canvas_painter_init (TroupeCanvasPainter *self)
{
  self->palette = troupe_canvas_palette_get (FALSE, FALSE);
  self->cards = troupe_painter_make_cards ();
}

TroupeCanvasPainter *
troupe_canvas_painter_new (TroupeCanvasText *text)
{
  TroupeCanvasPainter *self;

  g_return_val_if_fail (TROUPE_IS_CANVAS_TEXT (text), NULL);

  self = g_object_new (TROUPE_TYPE_CANVAS_PAINTER, NULL);
  self->text = g_object_ref (text);
  return self;
}

const TroupeCanvasPalette *
troupe_canvas_painter_get_palette (TroupeCanvasPainter *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_PAINTER (self), NULL);

  return self->palette;
}

gboolean
troupe_canvas_painter_get_dark (TroupeCanvasPainter *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_PAINTER (self), FALSE);

  return self->dark;
}

gboolean
troupe_canvas_painter_get_high_contrast (TroupeCanvasPainter *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_PAINTER (self), FALSE);

  return self->high_contrast;
}

void
troupe_canvas_painter_set_scheme (TroupeCanvasPainter *self, gboolean dark, gboolean high_contrast)
{
  g_return_if_fail (TROUPE_IS_CANVAS_PAINTER (self));

  self->dark = dark;
  self->high_contrast = high_contrast;
  self->palette = troupe_canvas_palette_get (dark, high_contrast);
  self->generation++;
}

void
troupe_canvas_painter_forget_cards (TroupeCanvasPainter *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_PAINTER (self));

  self->generation++;
}

void
troupe_canvas_painter_forget_all (TroupeCanvasPainter *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_PAINTER (self));

  forget_grid (self);
  self->generation++;
}

void
troupe_canvas_painter_forget_scene (TroupeCanvasPainter *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_PAINTER (self));

  g_hash_table_remove_all (self->cards);
  g_clear_pointer (&self->wires_node, gsk_render_node_unref);
}

void
troupe_canvas_painter_get_last (TroupeCanvasPainter *self, guint *level, guint *n_cards)
{
  g_return_if_fail (TROUPE_IS_CANVAS_PAINTER (self));

  *level = self->last_level;
  *n_cards = self->last_cards;
}

guint
troupe_canvas_painter_choose_level (double scale, guint n_visible)
{
  guint level = scale >= ZOOM_DETAIL ? 0 : scale >= ZOOM_NAMES ? 1 : 2;

  if (n_visible > DETAILED_CARDS_MAX)
    level = MAX (level, 1);
  if (n_visible > LEVEL_1_CARDS_MAX)
    level = 2;

  return level;
}

static void
draw_over (TroupeCanvasPainter *self, GtkSnapshot *snapshot, guint level)
{
  g_autoptr (GArray) cards = g_array_new (FALSE, FALSE, sizeof (guint));

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  for (guint i = 0;
       level < 2 && i < troupe_scene_count (self->frame->scene, TROUPE_CANVAS_KIND_GATE); i++)
    {
      const TroupeCanvasGate *gate = &troupe_scene_gate (self->frame->scene, i)->gate;
      float reach = 3 * GATE_RADIUS;
      float x = (float) gate->x, y = (float) gate->y;

      if (troupe_canvas_in_view (&self->frame->view, x - reach, y - reach, x + reach, y + reach))
        troupe_painter_draw_gate (self, snapshot, i, level);
    }
  for (guint i = 0; level < 2 && i < self->n_boxes; i++)
    {
      const CanvasBox *box = &self->boxes[i];

      if (troupe_canvas_in_view (&self->frame->view, box->x - 16, box->y - 16,
                                 box->x + box->width + 16, box->y + box->height + 16))
        g_array_append_val (cards, i);
    }
  troupe_canvas_stack_sort (self->frame->scene, self->boxes,
                            self->frame->no_marks ? NULL : self->frame->selection, cards);
  for (guint n = 0; n < cards->len; n++)
    {
      const guint i = g_array_index (cards, guint, n);

      troupe_painter_draw_node (self, snapshot, i, level);
      if (level == 0 &&
          troupe_scene_node (self->frame->scene, i)->run.state == TROUPE_CANVAS_STATE_RUNNING)
        troupe_painter_draw_ring (self, snapshot, i);
    }
}

static void
push_view (TroupeCanvasPainter *self, GtkSnapshot *snapshot)
{
  int scale = self->frame->device_scale;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  /* The origin is aligned to device pixels, so that straight lines stay sharp while panning. */
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot, &GRAPHENE_POINT_INIT (
                    (float) (-round (self->frame->origin_x * self->frame->scale * scale) / scale),
                    (float) (-round (self->frame->origin_y * self->frame->scale * scale) / scale)));
  gtk_snapshot_scale (snapshot, (float) self->frame->scale, (float) self->frame->scale);
}

static void
draw_band (TroupeCanvasPainter *self, GtkSnapshot *snapshot)
{
  float x = (float) MIN (self->frame->grip.drag_x, self->frame->grip.drag_now_x);
  float y = (float) MIN (self->frame->grip.drag_y, self->frame->grip.drag_now_y);
  float width = (float) fabs (self->frame->grip.drag_x - self->frame->grip.drag_now_x);
  float height = (float) fabs (self->frame->grip.drag_y - self->frame->grip.drag_now_y);
  GdkRGBA fill = troupe_color_to_rgba (self->palette->selection, 0.1);

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  if (width < 1 && height < 1)
    return;
  gtk_snapshot_append_color (snapshot, &fill, &GRAPHENE_RECT_INIT (x, y, width, height));
  troupe_canvas_stroke_rounded (snapshot, x, y, width, height, 0, (float) (1 / self->frame->scale),
                                self->palette->selection, 1);
}

static gboolean
is_note_in_view (TroupeCanvasPainter *self, guint index)
{
  CanvasBox box;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  troupe_canvas_geometry_get_box (self->frame->geometry,
                                  &troupe_scene_note (self->frame->scene, index)->record, &box);
  return troupe_canvas_in_view (&self->frame->view, box.x, box.y, box.x + box.width,
                                box.y + box.height);
}

/* Returns the index of the first note that has its text. A frame contains only so many texts, those of the notes on top: more do not fit
 * next to each other, and notes that lie on each other would take seconds. */
static guint
find_first_text (TroupeCanvasPainter *self)
{
  guint first = troupe_scene_count (self->frame->scene, TROUPE_CANVAS_KIND_NOTE);
  gsize n_bytes = 0;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  while (first > 0 && n_bytes < MOST_NOTE_BYTES)
    {
      const char *text = troupe_scene_note (self->frame->scene, --first)->note.text;

      if (text != NULL && is_note_in_view (self, first))
        n_bytes += strnlen (text, TROUPE_NOTE_CHARACTERS);
    }
  return first;
}

static void
draw_notes (TroupeCanvasPainter *self, GtkSnapshot *snapshot, guint level)
{
  const guint first = level == 0 ? find_first_text (self) : 0;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  for (guint i = 0; i < troupe_scene_count (self->frame->scene, TROUPE_CANVAS_KIND_NOTE); i++)
    if (is_note_in_view (self, i))
      troupe_painter_draw_note (self, snapshot, i, i < first ? 1 : level);
}

static void
draw_scene (TroupeCanvasPainter *self, GtkSnapshot *snapshot)
{
  guint n_visible = 0;
  guint level;
  CanvasDrag drag = self->frame->grip.drag;
  GdkRGBA line;
  float thin;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  for (guint i = 0; i < self->n_boxes; i++)
    {
      const CanvasBox *box = &self->boxes[i];

      n_visible += troupe_canvas_in_view (&self->frame->view, box->x, box->y, box->x + box->width,
                                          box->y + box->height);
    }
  level = troupe_canvas_painter_choose_level (self->frame->scale, n_visible);

  self->last_cards = n_visible;
  self->last_level = level;

  push_view (self, snapshot);
  for (guint i = 0; i < self->n_groups; i++)
    {
      const CanvasBox *box = &self->group_boxes[i];

      if (troupe_canvas_in_view (&self->frame->view, box->x, box->y, box->x + box->width,
                                 box->y + box->height))
        troupe_painter_draw_group (self, snapshot, i, level);
    }
  draw_notes (self, snapshot, level);
  gtk_snapshot_restore (snapshot);

  troupe_painter_draw_wires (self, snapshot, level);

  push_view (self, snapshot);
  draw_over (self, snapshot, level);
  if (level < 2)
    troupe_painter_draw_labels (self, snapshot, level);
  if (level > 0)
    troupe_painter_draw_far_problems (self, snapshot);
  troupe_painter_draw_marks (self, snapshot);
  troupe_painter_draw_pulses (self, snapshot);
  if (drag == DRAG_WIRE || drag == DRAG_REWIRE || drag == DRAG_CUT)
    troupe_painter_draw_preview (self, snapshot);
  if (drag == DRAG_BAND)
    draw_band (self, snapshot);
  line = troupe_color_to_rgba (self->palette->selection, 0.7);
  thin = (float) (1 / self->frame->scale);
  if (self->frame->grip.drag == DRAG_MOVE)
    {
      if (!isnan (self->frame->grip.snap_guide_x))
        gtk_snapshot_append_color (snapshot, &line,
                                   &GRAPHENE_RECT_INIT ((float) self->frame->grip.snap_guide_x,
                                                        self->frame->view.origin.y, thin,
                                                        self->frame->view.size.height));
      if (!isnan (self->frame->grip.snap_guide_y))
        gtk_snapshot_append_color (snapshot, &line,
                                   &GRAPHENE_RECT_INIT (self->frame->view.origin.x,
                                                        (float) self->frame->grip.snap_guide_y,
                                                        self->frame->view.size.width, thin));
    }
  gtk_snapshot_restore (snapshot);
}

gboolean
troupe_canvas_painter_draw (TroupeCanvasPainter *self,
                            GtkSnapshot *snapshot,
                            const CanvasFrame *frame)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_PAINTER (self), FALSE);
  g_return_val_if_fail (frame != NULL && frame->scene != NULL, FALSE);

  if (self->structure != troupe_scene_get_structure (frame->scene))
    {
      self->structure = troupe_scene_get_structure (frame->scene);
      troupe_painter_drop_cards (self, frame->scene);
    }

  self->frame = frame;
  self->boxes = troupe_canvas_geometry_get_boxes (frame->geometry, &self->n_boxes);
  self->group_boxes = troupe_canvas_geometry_get_group_boxes (frame->geometry, &self->n_groups);
  self->routes = troupe_canvas_router_get_routes (frame->router, &self->n_routes);
  self->in_motion = FALSE;
  draw_scene (self, snapshot);
  self->frame = NULL;

  return self->in_motion;
}
