/* troupe-canvas-text.c: fonts, cached text layouts and symbolic icons of a canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-text"

#include "config.h"

#include <math.h>

#include "troupe-canvas-text.h"

#include "troupe-sanitize-text.h"

/* Styles of doc/interface.md §3. Sizes are in pixels without the text scale, which is applied to
 * the complete canvas. */
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
  [FONT_FAR_WORD] = { 17, PANGO_WEIGHT_SEMIBOLD, FALSE },
  [FONT_BADGE] = { 10.5, PANGO_WEIGHT_BOLD, FALSE },
  [FONT_CHIP] = { 11.5, PANGO_WEIGHT_NORMAL, FALSE },
};

/* How many bytes of each end of a text are laid out, which is more than a line of a canvas shows: layout takes seconds for a name of some megabytes. */
#define MOST_BYTES 1024u

struct _TroupeCanvasText
{
  GObject parent_instance;

  GtkWidget *widget; /* not owned */
  PangoContext *context;
  PangoFontDescription *fonts[N_FONTS];
  float advances[N_FONTS][128]; /* [0]: nonzero if the table is filled */
  GHashTable *labels;           /* "font text" → PangoLayout, short repeated texts */
  GHashTable *icons;            /* name → GdkPaintable */
};

G_DEFINE_FINAL_TYPE (TroupeCanvasText, troupe_canvas_text, G_TYPE_OBJECT)

static void
forget_fonts (TroupeCanvasText *self)
{
  g_assert (TROUPE_IS_CANVAS_TEXT (self));

  for (guint i = 0; i < N_FONTS; i++)
    g_clear_pointer (&self->fonts[i], pango_font_description_free);
  g_clear_object (&self->context);
  g_hash_table_remove_all (self->labels);
}

static void
troupe_canvas_text_finalize (GObject *object)
{
  TroupeCanvasText *self = TROUPE_CANVAS_TEXT (object);

  forget_fonts (self);
  g_clear_pointer (&self->labels, g_hash_table_unref);
  g_clear_pointer (&self->icons, g_hash_table_unref);

  G_OBJECT_CLASS (troupe_canvas_text_parent_class)->finalize (object);
}

static void
troupe_canvas_text_class_init (TroupeCanvasTextClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_canvas_text_finalize;
}

static void
troupe_canvas_text_init (TroupeCanvasText *self)
{
  self->labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->icons = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
}

TroupeCanvasText *
troupe_canvas_text_new (GtkWidget *widget)
{
  TroupeCanvasText *self;

  g_return_val_if_fail (GTK_IS_WIDGET (widget), NULL);

  self = g_object_new (TROUPE_TYPE_CANVAS_TEXT, NULL);
  self->widget = widget;
  return self;
}

/* Returns the text as a line, without the middle of a very long one. (transfer full) */
static char *
make_line (const char *text)
{
  const gsize length = strlen (text);
  const char *front_end = NULL;
  const char *back_start = NULL;
  g_autofree char *ends = NULL;

  if (length <= 2 * MOST_BYTES)
    return troupe_text_to_line (text);
  front_end = g_utf8_find_prev_char (text, text + MOST_BYTES);
  if (front_end == NULL)
    front_end = text;
  back_start = g_utf8_find_next_char (text + length - MOST_BYTES, NULL);
  ends = g_strdup_printf ("%.*s…%s", (int) (front_end - text), text, back_start);
  return troupe_text_to_line (ends);
}

static float
measure (TroupeCanvasText *self, CanvasFont font, const char *text)
{
  g_autoptr (PangoLayout) layout = troupe_canvas_text_layout (self, font, text);
  int width;

  g_assert (TROUPE_IS_CANVAS_TEXT (self));

  pango_layout_get_size (layout, &width, NULL);
  return (float) width / PANGO_SCALE;
}

void
troupe_canvas_text_restyle (TroupeCanvasText *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_TEXT (self));

  forget_fonts (self);
  g_hash_table_remove_all (self->icons);
  self->context = gtk_widget_create_pango_context (self->widget);
  /* Glyphs are positioned by their outlines and not on integral pixels, because text is scaled. */
  pango_context_set_round_glyph_positions (self->context, FALSE);

  for (guint i = 0; i < N_FONTS; i++)
    {
      PangoFontDescription *font =
          pango_font_description_copy (pango_context_get_font_description (self->context));

      pango_font_description_set_absolute_size (font, styles[i].size * PANGO_SCALE);
      pango_font_description_set_weight (font, styles[i].weight);
      self->fonts[i] = font;
      self->advances[i][0] = 0;
    }
}

PangoLayout *
troupe_canvas_text_layout (TroupeCanvasText *self, CanvasFont font, const char *text)
{
  PangoLayout *layout = pango_layout_new (self->context);
  g_autofree char *shown = text != NULL ? make_line (text) : NULL;

  pango_layout_set_font_description (layout, self->fonts[font]);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  if (styles[font].tabular)
    {
      g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

      pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
      pango_layout_set_attributes (layout, attributes);
    }
  pango_layout_set_text (layout, shown != NULL ? shown : "", -1);

  return layout;
}

PangoLayout *
troupe_canvas_text_label (TroupeCanvasText *self, CanvasFont font, const char *text)
{
  g_autofree char *key = g_strdup_printf ("%u %s", font, text);
  PangoLayout *layout = g_hash_table_lookup (self->labels, key);

  if (layout == NULL)
    {
      /* The table is meant for a few repeated texts, such as names of events. It is cleared when
       * it exceeds this limit, because in this case its texts are not repeated. */
      if (g_hash_table_size (self->labels) > 4096)
        g_hash_table_remove_all (self->labels);
      layout = troupe_canvas_text_layout (self, font, text);
      g_hash_table_insert (self->labels, g_steal_pointer (&key), layout);
    }

  return layout;
}

float
troupe_canvas_text_width (TroupeCanvasText *self, CanvasFont font, const char *text)
{
  float width = 0;

  if (text == NULL || *text == '\0')
    return 0;
  if (self->advances[font][0] == 0)
    {
      for (int c = 32; c < 127; c++)
        {
          /* Eight equal characters in a row are measured to reduce the rounding error. */
          char sample[9];

          memset (sample, c, 8);
          sample[8] = '\0';
          self->advances[font][c] = measure (self, font, sample) / 8.0f;
        }
      self->advances[font][0] = 1;
    }

  if (strlen (text) > 2 * MOST_BYTES)
    return measure (self, font, text);
  /* Character widths are added up, because shaping 10,000 names takes almost a second, and most
   * names are ASCII. */
  for (const char *p = text; *p != '\0'; p++)
    {
      if ((guchar) *p < 32 || (guchar) *p > 126)
        return measure (self, font, text);
      width += self->advances[font][(guchar) *p];
    }

  return width;
}

char *
troupe_canvas_text_cut (TroupeCanvasText *self, CanvasFont font, const char *whole, float width)
{
  g_autofree char *text = make_line (whole);
  glong length = g_utf8_strlen (text, -1);
  glong least = 1, most = length - 1;
  char *best = NULL;

  if (measure (self, font, text) <= width || length < 3)
    return g_strdup (text);

  while (least <= most)
    {
      glong kept = (least + most) / 2;
      glong front = lround ((double) kept * 3.0 / 5.0);
      glong back = kept - front;
      const char *front_end = g_utf8_offset_to_pointer (text, front);
      const char *back_start = g_utf8_offset_to_pointer (text, length - back);
      char *candidate = g_strdup_printf ("%.*s…%s", (int) (front_end - text), text, back_start);

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
troupe_canvas_text_draw (GtkSnapshot *snapshot,
                         PangoLayout *layout,
                         float x,
                         float y,
                         TroupeColor color)
{
  GdkRGBA rgba = troupe_color_to_rgba (color, 1);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  gtk_snapshot_append_layout (snapshot, layout, &rgba);
  gtk_snapshot_restore (snapshot);
}

void
troupe_canvas_text_draw_icon (TroupeCanvasText *self,
                              GtkSnapshot *snapshot,
                              const char *name,
                              float x,
                              float y,
                              float size,
                              TroupeColor color)
{
  GdkPaintable *icon;
  GdkRGBA rgba = troupe_color_to_rgba (color, 1);
  GdkRGBA colors[4] = { rgba, rgba, rgba, rgba };

  g_assert (TROUPE_IS_CANVAS_TEXT (self));
  icon = g_hash_table_lookup (self->icons, name);
  if (icon == NULL)
    {
      GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (self->widget));

      icon = GDK_PAINTABLE (gtk_icon_theme_lookup_icon (
          theme, name, NULL, 16, 2 * gtk_widget_get_scale_factor (self->widget),
          gtk_widget_get_direction (self->widget), GTK_ICON_LOOKUP_FORCE_SYMBOLIC));
      g_hash_table_insert (self->icons, g_strdup (name), icon);
    }

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (x, y));
  if (GTK_IS_SYMBOLIC_PAINTABLE (icon))
    gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), snapshot, size, size,
                                              colors, G_N_ELEMENTS (colors));
  else
    gdk_paintable_snapshot (icon, snapshot, size, size);
  gtk_snapshot_restore (snapshot);
}
