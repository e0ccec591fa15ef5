/* troupe-canvas-text.c: fonts, layouts, cut texts and symbolic icons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-text"

#include "config.h"

#include <math.h>

#include "troupe-canvas-private.h"

/* DESIGN-UI §3. Sizes in pixels: the text scale comes with the card around them. */
static const struct
{
  double size;
  int weight;
  gboolean tabular;
} styles[N_FONTS] = {
  [FONT_NAME] = { 14.67, PANGO_WEIGHT_BOLD, FALSE },
  [FONT_SUMMARY] = { 12, PANGO_WEIGHT_NORMAL, FALSE },
  [FONT_EVENT] = { 12.5, PANGO_WEIGHT_MEDIUM, FALSE },
  [FONT_EVENT_TAKEN] = { 12.5, PANGO_WEIGHT_BOLD, FALSE },
  [FONT_WORD] = { 12, PANGO_WEIGHT_SEMIBOLD, FALSE },
  [FONT_TIME] = { 12, PANGO_WEIGHT_NORMAL, TRUE },
  [FONT_STREAM] = { 11.5, PANGO_WEIGHT_NORMAL, FALSE },
  [FONT_GATE] = { 11.5, PANGO_WEIGHT_BOLD, FALSE },
  [FONT_LABEL] = { 11.5, PANGO_WEIGHT_SEMIBOLD, FALSE },
  [FONT_NOTE_TITLE] = { 13.5, PANGO_WEIGHT_BOLD, FALSE },
  [FONT_NOTE] = { 12.5, PANGO_WEIGHT_NORMAL, FALSE },
  [FONT_GROUP] = { 13, PANGO_WEIGHT_BOLD, FALSE },
  [FONT_FAR] = { 21, PANGO_WEIGHT_BOLD, FALSE },
  [FONT_BADGE] = { 10.5, PANGO_WEIGHT_BOLD, FALSE },
  [FONT_CHIP] = { 11.5, PANGO_WEIGHT_NORMAL, FALSE },
};

static float
measure (TroupeCanvas *self, CanvasFont font, const char *text)
{
  g_autoptr (PangoLayout) layout = _troupe_canvas_text_layout (self, font, text);
  int width;

  pango_layout_get_size (layout, &width, NULL);
  return (float) width / PANGO_SCALE;
}

void
_troupe_canvas_text_init (TroupeCanvas *self)
{
  PangoContext *context = gtk_widget_create_pango_context (GTK_WIDGET (self));

  _troupe_canvas_text_clear (self);
  self->text_context = context;
  /* Text is zoomed: letters must stand where the outlines say, not on whole pixels. */
  pango_context_set_round_glyph_positions (context, FALSE);

  for (guint i = 0; i < N_FONTS; i++)
    {
      PangoFontDescription *font =
          pango_font_description_copy (pango_context_get_font_description (context));

      pango_font_description_set_absolute_size (font, styles[i].size * PANGO_SCALE);
      pango_font_description_set_weight (font, styles[i].weight);
      self->fonts[i] = font;
      self->advances[i][0] = 0;
    }
}

void
_troupe_canvas_text_clear (TroupeCanvas *self)
{
  for (guint i = 0; i < N_FONTS; i++)
    g_clear_pointer (&self->fonts[i], pango_font_description_free);
  g_clear_object (&self->text_context);
  g_hash_table_remove_all (self->labels);
}

PangoLayout *
_troupe_canvas_text_layout (TroupeCanvas *self, CanvasFont font, const char *text)
{
  PangoLayout *layout = pango_layout_new (self->text_context);

  pango_layout_set_font_description (layout, self->fonts[font]);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  if (styles[font].tabular)
    {
      g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

      pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
      pango_layout_set_attributes (layout, attributes);
    }
  pango_layout_set_text (layout, text != NULL ? text : "", -1);

  return layout;
}

PangoLayout *
_troupe_canvas_text_label (TroupeCanvas *self, CanvasFont font, const char *text)
{
  g_autofree char *key = g_strdup_printf ("%u %s", font, text);
  PangoLayout *layout = g_hash_table_lookup (self->labels, key);

  if (layout == NULL)
    {
      /* Words of events come again and again; a table that outgrows this holds something else. */
      if (g_hash_table_size (self->labels) > 4096)
        g_hash_table_remove_all (self->labels);
      layout = _troupe_canvas_text_layout (self, font, text);
      g_hash_table_insert (self->labels, g_steal_pointer (&key), layout);
    }

  return layout;
}

static void
fill_advances (TroupeCanvas *self, CanvasFont font)
{
  for (int c = 32; c < 127; c++)
    {
      /* Eight in a row, so that the rounding of one does not add up. */
      char text[9];

      memset (text, c, 8);
      text[8] = '\0';
      self->advances[font][c] = measure (self, font, text) / 8.0f;
    }
  self->advances[font][0] = 1;
}

float
_troupe_canvas_text_width (TroupeCanvas *self, CanvasFont font, const char *text)
{
  float width = 0;

  if (text == NULL || *text == '\0')
    return 0;
  if (self->advances[font][0] == 0)
    fill_advances (self, font);

  /* Shaping 10,000 names takes most of a second; names are ASCII. */
  for (const char *p = text; *p != '\0'; p++)
    {
      if ((guchar) *p < 32 || (guchar) *p > 126)
        return measure (self, font, text);
      width += self->advances[font][(guchar) *p];
    }

  return width;
}

static char *
cut_to (const char *text, glong length, glong kept)
{
  glong front = lround ((double) kept * 3.0 / 5.0);
  glong back = kept - front;
  const char *front_end = g_utf8_offset_to_pointer (text, front);
  const char *back_start = g_utf8_offset_to_pointer (text, length - back);

  return g_strdup_printf ("%.*s…%s", (int) (front_end - text), text, back_start);
}

char *
_troupe_canvas_text_cut (TroupeCanvas *self, CanvasFont font, const char *text, float width)
{
  glong length = g_utf8_strlen (text, -1);
  glong least = 1, most = length - 1;
  char *best = NULL;

  if (measure (self, font, text) <= width || length < 3)
    return g_strdup (text);

  while (least <= most)
    {
      glong kept = (least + most) / 2;
      char *candidate = cut_to (text, length, kept);

      if (measure (self, font, candidate) <= width)
        {
          g_free (best);
          best = candidate;
          least = kept + 1;
        }
      else
        {
          g_free (candidate);
          most = kept - 1;
        }
    }

  return best != NULL ? best : g_strdup ("…");
}

void
_troupe_canvas_text_draw (GtkSnapshot *snapshot,
                          PangoLayout *layout,
                          float x,
                          float y,
                          TroupeColor color)
{
  GdkRGBA rgba = _troupe_rgba (color, 1);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  gtk_snapshot_append_layout (snapshot, layout, &rgba);
  gtk_snapshot_restore (snapshot);
}

static GdkPaintable *
get_icon (TroupeCanvas *self, const char *name)
{
  GdkPaintable *icon = g_hash_table_lookup (self->icons, name);

  if (icon == NULL)
    {
      GtkIconTheme *theme =
          gtk_icon_theme_get_for_display (gtk_widget_get_display (GTK_WIDGET (self)));

      icon = GDK_PAINTABLE (gtk_icon_theme_lookup_icon (
          theme, name, NULL, 16, 2 * gtk_widget_get_scale_factor (GTK_WIDGET (self)),
          gtk_widget_get_direction (GTK_WIDGET (self)), GTK_ICON_LOOKUP_FORCE_SYMBOLIC));
      g_hash_table_insert (self->icons, g_strdup (name), icon);
    }

  return icon;
}

void
_troupe_canvas_icon_draw (TroupeCanvas *self,
                          GtkSnapshot *snapshot,
                          const char *name,
                          float x,
                          float y,
                          float size,
                          TroupeColor color)
{
  GdkPaintable *icon = get_icon (self, name);
  GdkRGBA rgba = _troupe_rgba (color, 1);
  GdkRGBA colors[4] = { rgba, rgba, rgba, rgba };

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  if (GTK_IS_SYMBOLIC_PAINTABLE (icon))
    gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), snapshot, size, size,
                                              colors, G_N_ELEMENTS (colors));
  else
    gdk_paintable_snapshot (icon, snapshot, size, size);
  gtk_snapshot_restore (snapshot);
}
