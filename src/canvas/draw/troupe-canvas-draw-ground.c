/* troupe-canvas-draw-ground.c: draws the grid, groups and notes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-draw-ground"

#include "config.h"

#include <math.h>

#include "troupe-canvas-painter-private.h"
#include "troupe-sanitize-text.h"

#define GRID_STEP 16.0
#define GRID_NEAREST 12.0 /* in pixels on screen; if dots are closer, every second one is skipped */
#define DOT 1.4

/* Renders the grid as one image that is one step larger than the view, so that panning only
 * moves the image. Thousands of dots as render nodes would cost more than the cards, and a path
 * of dots would be filled again in each frame. */
static void
make_grid (TroupeCanvasPainter *self, double step, int width, int height, int scale)
{
  int pixel_width = (int) ceil ((width + step) * scale) + 1;
  int pixel_height = (int) ceil ((height + step) * scale) + 1;
  guint32 ground = 0xff000000u | self->palette->canvas;
  guint32 dot = 0xff000000u | self->palette->dot;
  int size = MAX (1, (int) lround (DOT * MAX (MIN (self->frame->scale, 1.5), 0.7) * scale));
  cairo_surface_t *image =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, pixel_width, pixel_height);
  guint32 *pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (image);
  int stride = cairo_image_surface_get_stride (image) / 4;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  g_clear_object (&self->grid);
  g_clear_pointer (&self->grid_image, cairo_surface_destroy);
  g_clear_pointer (&self->grid_node, gsk_render_node_unref);
  self->grid_image = image;
  if (pixels == NULL)
    return;

  for (gsize i = 0; i < (gsize) stride * (gsize) pixel_height; i++)
    pixels[i] = ground;
  for (double y = 0; y * scale < pixel_height; y += step)
    for (double x = 0; x * scale < pixel_width; x += step)
      {
        int dot_x = (int) lround (x * scale);
        int dot_y = (int) lround (y * scale);

        for (int row = MAX (dot_y, 0); row < MIN (dot_y + size, pixel_height); row++)
          for (int column = MAX (dot_x, 0); column < MIN (dot_x + size, pixel_width); column++)
            pixels[row * stride + column] = dot;
      }
  cairo_surface_mark_dirty (image);
  cairo_surface_set_device_scale (image, scale, scale);
}

/* Renders the grid image again if it does not fit. Returns FALSE if there is no image. */
static gboolean
ensure_grid (TroupeCanvasPainter *self, double step, int width, int height)
{
  int scale = self->frame->device_scale;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  if (self->grid_image == NULL || self->grid_step != step || self->grid_width < width ||
      self->grid_height < height || self->grid_scale != scale || self->grid_dark != self->dark)
    {
      make_grid (self, step, width, height, scale);
      self->grid_step = step;
      self->grid_width = width;
      self->grid_height = height;
      self->grid_scale = scale;
      self->grid_dark = self->dark;
    }

  return cairo_image_surface_get_data (self->grid_image) != NULL;
}

static void
draw_dots (TroupeCanvasPainter *self, GtkSnapshot *snapshot, double step, int width, int height)
{
  int scale = self->frame->device_scale;
  double x, y;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  x = fmod (self->frame->origin_x * self->frame->scale, step);
  y = fmod (self->frame->origin_y * self->frame->scale, step);
  x = -round ((x < 0 ? x + step : x) * scale) / scale;
  y = -round ((y < 0 ? y + step : y) * scale) / scale;
  if (self->frame->cairo)
    {
      graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, 0, 0);

      if (self->grid_node != NULL)
        gsk_render_node_get_bounds (self->grid_node, &bounds);
      if (x != self->grid_x || y != self->grid_y || bounds.size.width != (float) width ||
          bounds.size.height != (float) height)
        {
          GskRenderNode *node;
          cairo_t *cr;

          g_clear_pointer (&self->grid_node, gsk_render_node_unref);
          node = gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
          cr = gsk_cairo_node_get_draw_context (node);
          cairo_set_source_surface (cr, self->grid_image, x, y);
          cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
          cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
          cairo_paint (cr);
          cairo_destroy (cr);
          self->grid_node = node;
          self->grid_x = x;
          self->grid_y = y;
        }
      gtk_snapshot_append_node (snapshot, self->grid_node);
    }
  else
    {
      GdkTexture *texture;

      if (self->grid == NULL)
        {
          cairo_surface_t *image = self->grid_image;
          gsize stride = (gsize) cairo_image_surface_get_stride (image);
          g_autoptr (GBytes) bytes =
              g_bytes_new (cairo_image_surface_get_data (image),
                           stride * (gsize) cairo_image_surface_get_height (image));

          self->grid = gdk_memory_texture_new (cairo_image_surface_get_width (image),
                                               cairo_image_surface_get_height (image),
                                               GDK_MEMORY_DEFAULT, bytes, stride);
        }
      texture = self->grid;
      gtk_snapshot_append_texture (
          snapshot, texture,
          &GRAPHENE_RECT_INIT ((float) x, (float) y,
                               (float) gdk_texture_get_width (texture) / (float) scale,
                               (float) gdk_texture_get_height (texture) / (float) scale));
    }
}

void
troupe_canvas_painter_draw_grid (TroupeCanvasPainter *self,
                                 GtkSnapshot *snapshot,
                                 const CanvasFrame *frame,
                                 int width,
                                 int height)
{
  double step;

  g_return_if_fail (TROUPE_IS_CANVAS_PAINTER (self));
  g_return_if_fail (frame != NULL);

  self->frame = frame;
  step = GRID_STEP * self->frame->scale;
  while (step < GRID_NEAREST)
    step *= 2;
  /* During a zoom animation, the grid is drawn without an image, because a new texture for each
   * frame would be too expensive. */
  if ((frame->zooming && self->grid_step != step) || !ensure_grid (self, step, width, height))
    {
      GdkRGBA ground = troupe_color_to_rgba (self->palette->canvas, 1);

      gtk_snapshot_append_color (snapshot, &ground,
                                 &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
    }
  else
    draw_dots (self, snapshot, step, width, height);
  self->frame = NULL;
}

static void
draw_selected (TroupeCanvasPainter *self,
               GtkSnapshot *snapshot,
               const CanvasBox *box,
               float radius,
               const char *id)
{
  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  if (self->frame->no_marks || !troupe_canvas_selection_contains (self->frame->selection, id))
    return;
  troupe_canvas_stroke_rounded (snapshot, box->x - 4.5f, box->y - 4.5f, box->width + 9,
                                box->height + 9, radius + 4.5f, 2.5f, self->palette->selection, 1);
}

void
troupe_painter_draw_group (TroupeCanvasPainter *self,
                           GtkSnapshot *snapshot,
                           guint index,
                           guint level)
{
  const TroupeCanvasGroup *group = &troupe_scene_group (self->frame->scene, index)->group;
  const CanvasBox *box = &self->group_boxes[index];
  TroupeColor hue = self->palette->hues[CLAMP ((int) group->hue, 0, TROUPE_CANVAS_N_HUES - 1)];
  PangoLayout *title;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  if (group->style != TROUPE_CANVAS_GROUP_FRAME)
    {
      const gboolean lane = group->style == TROUPE_CANVAS_GROUP_LANE;

      if (lane)
        {
          static const double dash[] = { 5, 4 };
          GtkSnapshot *sheet;
          cairo_t *cr = troupe_canvas_begin_cairo (
              &sheet,
              &GRAPHENE_RECT_INIT (box->x - 1, box->y - 1, box->width + 2, box->height + 2));

          /* Draws a lane, whose extent is derived from its members. The lane is dashed and has
           * an icon before its title. */
          troupe_canvas_trace_rounded (cr, box->x, box->y, box->width, box->height, 18);
          troupe_canvas_set_source (cr, self->palette->running, self->dark ? 0.1 : 0.05);
          cairo_fill_preserve (cr);
          cairo_set_dash (cr, dash, 2, 0);
          cairo_set_line_width (cr, self->high_contrast ? 2 : 1);
          troupe_canvas_set_source (cr, self->palette->running, self->high_contrast ? 1 : 0.3);
          cairo_stroke (cr);
          troupe_canvas_end_cairo (sheet, cr, snapshot);
          troupe_canvas_text_draw_icon (self->text, snapshot, "troupe-async-symbolic", box->x + 14,
                                        box->y + 8, 12, self->palette->running);
        }
      if (level < 2 && group->title != NULL)
        {
          float indent = lane ? 32 : 0;
          TroupeColor color = lane ? self->palette->running : self->palette->dim;
          PangoLayout *caption = troupe_canvas_text_label (self->text, FONT_GROUP, group->title);

          pango_layout_set_width (caption, (int) (MAX (box->width - indent, 100) * PANGO_SCALE));
          pango_layout_set_ellipsize (caption, PANGO_ELLIPSIZE_END);
          troupe_canvas_text_draw (snapshot, caption, box->x + indent,
                                   box->y + (indent > 0 ? 5 : 0), color);
        }
      return;
    }

  troupe_canvas_fill_rounded (snapshot, box->x, box->y, box->width, box->height, 18, hue,
                              self->palette->group_fill);
  troupe_canvas_stroke_rounded (snapshot, box->x, box->y, box->width, box->height, 18,
                                self->high_contrast ? 2 : 1, hue, self->high_contrast ? 1 : 0.32);
  draw_selected (self, snapshot, box, 18, group->id);
  if (level == 2 || group->title == NULL || *group->title == '\0')
    return;

  title = troupe_canvas_text_label (self->text, FONT_GROUP, group->title);
  pango_layout_set_width (title, (int) ((box->width - 32) * PANGO_SCALE));
  pango_layout_set_ellipsize (title, PANGO_ELLIPSIZE_END);
  troupe_canvas_text_draw (snapshot, title, box->x + 16, box->y + 9,
                           troupe_color_mix (hue, self->palette->text, self->dark ? 0.35 : 0.75));
}

/* Converts the supported Markdown of a note (**bold**, *italic* and `code`) to Pango markup;
 * unpaired marks are not changed. */
static char *
note_to_markup (const char *text)
{
  static const struct
  {
    const char *sign, *open, *close;
  } marks[] = { { "**", "<b>", "</b>" }, { "*", "<i>", "</i>" }, { "`", "<tt>", "</tt>" } };
  GString *markup = g_string_new (NULL);

  while (*text != '\0')
    {
      const char *end = NULL;
      guint i;

      for (i = 0; i < G_N_ELEMENTS (marks); i++)
        {
          gsize length = strlen (marks[i].sign);

          if (strncmp (text, marks[i].sign, length) != 0)
            continue;
          end = strstr (text + length, marks[i].sign);
          if (end == text + length)
            end = NULL;
          break;
        }
      if (end != NULL)
        {
          gsize length = strlen (marks[i].sign);
          g_autofree char *inner =
              g_markup_escape_text (text + length, end - text - (gssize) length);

          g_string_append_printf (markup, "%s%s%s", marks[i].open, inner, marks[i].close);
          text = end + length;
        }
      else
        {
          const char *next = g_utf8_next_char (text);
          g_autofree char *plain = g_markup_escape_text (text, next - text);

          g_string_append (markup, plain);
          text = next;
        }
    }

  return g_string_free (markup, FALSE);
}

static PangoLayout *
make_note_layout (TroupeCanvasPainter *self, const char *text, float width, float height)
{
  PangoLayout *layout = troupe_canvas_text_layout (self->text, FONT_NOTE, "");
  /* More characters do not fit into the note, even narrow ones; layout of some megabytes takes seconds. */
  const double most = ((double) width / 2 + 1) * ((double) height / 10 + 1);
  g_autofree char *cut = troupe_text_shorten (text, (gsize) MIN (most, TROUPE_NOTE_CHARACTERS));
  g_autofree char *shown = troupe_text_to_lines (cut);
  g_autofree char *markup = note_to_markup (shown);

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  pango_layout_set_single_paragraph_mode (layout, FALSE);
  pango_layout_set_markup (layout, markup, -1);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_width (layout, (int) (width * PANGO_SCALE));
  pango_layout_set_height (layout, (int) (height * PANGO_SCALE));
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_line_spacing (layout, 1.15f);

  return layout;
}

void
troupe_painter_draw_note (TroupeCanvasPainter *self,
                          GtkSnapshot *snapshot,
                          guint index,
                          guint level)
{
  const TroupeNoteRecord *record = troupe_scene_note (self->frame->scene, index);
  const TroupeCanvasNote *note = &record->note;
  const TroupeCanvasPalette *palette = self->palette;
  CanvasBox box;
  gboolean has_title = note->title != NULL && *note->title != '\0';

  troupe_canvas_geometry_get_box (self->frame->geometry, &record->record, &box);
  troupe_canvas_fill_rounded (snapshot, box.x, box.y, box.width, box.height, 8, palette->note, 1);
  troupe_canvas_stroke_rounded (snapshot, box.x, box.y, box.width, box.height, 8, 1,
                                self->high_contrast ? palette->text : palette->note_line, 1);
  draw_selected (self, snapshot, &box, 8, note->id);
  if (level == 2)
    return;

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (box.x, box.y));
  if (has_title)
    {
      PangoLayout *title = troupe_canvas_text_label (self->text, FONT_NOTE_TITLE, note->title);

      pango_layout_set_width (title, (int) ((box.width - 28) * PANGO_SCALE));
      pango_layout_set_ellipsize (title, PANGO_ELLIPSIZE_END);
      troupe_canvas_text_draw (snapshot, title, 14, 11, palette->text);
    }
  if (note->text != NULL && level == 0)
    {
      float top = has_title ? 33 : 11;
      g_autoptr (PangoLayout) text = make_note_layout (self, note->text, MAX (box.width - 28, 20),
                                                       MAX (box.height - top - 8, 16));

      troupe_canvas_text_draw (snapshot, text, 14, top, palette->text);
    }
  gtk_snapshot_restore (snapshot);
}
