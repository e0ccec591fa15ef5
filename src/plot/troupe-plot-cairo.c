/* troupe-plot-cairo.c: renders a drawing as PNG or PDF with cairo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-cairo"

#include "config.h"

#include <cairo-pdf.h>
#include <glib/gi18n.h>
#include <math.h>
#include <pango/pangocairo.h>

#include "troupe-plot-cairo.h"
#include "troupe-plot-icon.h"
#include "troupe-plot-paint.h"
#include "troupe-plot-path.h"

/* Minimum horizontal scale of text that is slightly too wide for its space. */
#define NARROWEST 0.85
/* The scale changes in steps because each scale requires its own font. */
#define NARROW_STEP 0.05

/* @inks: (element-type TroupePlotInk): the inks of the open groups */
typedef struct
{
  TroupePlotPen pen;
  cairo_t *cr;
  TroupePlotScheme scheme;
  GArray *inks;
  GArray *opacities;
  GHashTable *icons;
  PangoContext *context;
} CairoPen;

static TroupePlotInk
get_ink (CairoPen *self)
{
  return self->inks->len > 0 ? g_array_index (self->inks, TroupePlotInk, self->inks->len - 1)
                             : TROUPE_PLOT_INK_TEXT;
}

static double
get_opacity (CairoPen *self)
{
  return self->opacities->len > 0
             ? g_array_index (self->opacities, double, self->opacities->len - 1)
             : 1;
}

static void
set_colour (CairoPen *self, TroupePlotInk ink, TroupePlotInk here, double opacity)
{
  const char *colour =
      troupe_plot_ink_get_colour (ink == TROUPE_PLOT_INK_HERE ? here : ink, self->scheme);
  const guint64 number = colour != NULL ? g_ascii_strtoull (colour + 1, NULL, 16) : 0;

  cairo_set_source_rgba (self->cr, (double) (number >> 16 & 255) / 255,
                         (double) (number >> 8 & 255) / 255, (double) (number & 255) / 255,
                         opacity * get_opacity (self));
}

/* Fills and strokes the current path as @style specifies, and clears the path. */
static void
paint (CairoPen *self, TroupePlotStyle style, TroupePlotInk here, double opacity)
{
  const TroupePlotStyleInfo *info = troupe_plot_style_get_info (style);

  if (info->fill != TROUPE_PLOT_INK_NONE)
    {
      set_colour (self, info->fill, here, info->fill_opacity * opacity);
      cairo_fill_preserve (self->cr);
    }
  if (info->stroke != TROUPE_PLOT_INK_NONE)
    {
      set_colour (self, info->stroke, here, info->stroke_opacity * opacity);
      cairo_set_line_width (self->cr, info->width);
      cairo_set_dash (self->cr, info->dash, info->dash[0] > 0 ? 2 : 0, 0);
      cairo_stroke_preserve (self->cr);
    }
  cairo_new_path (self->cr);
}

/* --- TroupePlotPen implementation ------------------------------------------------------------- */

static void
cairo_begin (TroupePlotPen *pen,
             const char *classes,
             TroupePlotInk ink,
             double x,
             double y,
             double opacity,
             const char *title)
{
  CairoPen *self = (CairoPen *) pen;
  const double all = opacity * get_opacity (self);

  cairo_save (self->cr);
  cairo_translate (self->cr, x, y);
  g_array_append_val (self->inks, ink);
  g_array_append_val (self->opacities, all);
}

static void
cairo_end (TroupePlotPen *pen)
{
  CairoPen *self = (CairoPen *) pen;

  g_array_set_size (self->inks, self->inks->len - 1);
  g_array_set_size (self->opacities, self->opacities->len - 1);
  cairo_restore (self->cr);
}

static void
cairo_rect (TroupePlotPen *pen,
            TroupePlotStyle style,
            double x,
            double y,
            double width,
            double height,
            double radius,
            gboolean turned)
{
  CairoPen *self = (CairoPen *) pen;

  cairo_save (self->cr);
  if (turned)
    {
      cairo_translate (self->cr, x + width / 2, y + height / 2);
      cairo_rotate (self->cr, G_PI / 4);
      cairo_translate (self->cr, -(x + width / 2), -(y + height / 2));
    }
  troupe_plot_path_add_box (self->cr, x, y, width, height, radius);
  cairo_restore (self->cr);
  paint (self, style, get_ink (self), 1);
}

static void
cairo_circle (TroupePlotPen *pen, TroupePlotStyle style, double x, double y, double radius)
{
  CairoPen *self = (CairoPen *) pen;

  cairo_new_sub_path (self->cr);
  cairo_arc (self->cr, x, y, radius, 0, 2 * G_PI);
  paint (self, style, get_ink (self), 1);
}

static void
cairo_line (TroupePlotPen *pen,
            TroupePlotStyle style,
            TroupePlotInk ink,
            const char *path,
            const char *modifier)
{
  CairoPen *self = (CairoPen *) pen;

  troupe_plot_path_add (self->cr, path);
  paint (self, style, ink != TROUPE_PLOT_INK_NONE ? ink : get_ink (self),
         g_strcmp0 (modifier, "off") == 0 ? 0.38 : 1);
}

static void
cairo_text (TroupePlotPen *pen,
            TroupePlotStyle style,
            double x,
            double y,
            const char *text,
            double room)
{
  CairoPen *self = (CairoPen *) pen;
  const TroupePlotStyleInfo *info = troupe_plot_style_get_info (style);
  g_autoptr (PangoLayout) layout = pango_layout_new (self->context);
  PangoFontDescription *font = pango_font_description_new ();
  int width, height;
  double scale, left;

  pango_font_description_set_family (font, troupe_plot_style_get_families ());
  pango_font_description_set_absolute_size (font, info->size * PANGO_SCALE);
  pango_font_description_set_weight (font, (PangoWeight) info->weight);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  if (info->is_tabular)
    {
      PangoAttrList *attributes = pango_attr_list_new ();

      pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
      pango_layout_set_attributes (layout, attributes);
      pango_attr_list_unref (attributes);
    }
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_text (layout, text, -1);
  pango_layout_get_size (layout, &width, &height);
  scale = MIN (floor (room * PANGO_SCALE / MAX (width, 1) / NARROW_STEP) * NARROW_STEP, 1);
  scale = MAX (scale, NARROWEST);
  if (width * scale > room * PANGO_SCALE * 1.001)
    {
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_MIDDLE);
      pango_layout_set_width (layout, (int) (room / scale * PANGO_SCALE));
      pango_layout_get_size (layout, &width, &height);
    }
  left = info->anchor == TROUPE_PLOT_ANCHOR_START ? 0 : (double) width / PANGO_SCALE * scale;
  if (info->anchor == TROUPE_PLOT_ANCHOR_MIDDLE)
    left /= 2;
  cairo_save (self->cr);
  cairo_translate (self->cr, x - left,
                   y - (double) pango_layout_get_baseline (layout) / PANGO_SCALE);
  cairo_scale (self->cr, scale, 1);
  set_colour (self, info->fill, get_ink (self), info->fill_opacity);
  cairo_move_to (self->cr, 0, 0);
  pango_cairo_show_layout (self->cr, layout);
  cairo_restore (self->cr);
  cairo_new_path (self->cr);
}

/* --- Icons ------------------------------------------------------------------------------------ */

static double
get_attribute (const char **names, const char **values, const char *name)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], name))
      return g_ascii_strtod (values[i], NULL);
  return 0;
}

/* Adds one element of an icon (path, rectangle or circle) to the cairo path. */
static void
icon_element (GMarkupParseContext *context,
              const char *element,
              const char **names,
              const char **values,
              gpointer user_data,
              GError **error)
{
  cairo_t *cr = user_data;

  cairo_set_fill_rule (cr, CAIRO_FILL_RULE_WINDING);
  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], "fill-rule") && g_str_equal (values[i], "evenodd"))
      cairo_set_fill_rule (cr, CAIRO_FILL_RULE_EVEN_ODD);
  if (g_str_equal (element, "rect"))
    troupe_plot_path_add_box (cr, get_attribute (names, values, "x"),
                              get_attribute (names, values, "y"),
                              get_attribute (names, values, "width"),
                              get_attribute (names, values, "height"),
                              get_attribute (names, values, "rx"));
  else if (g_str_equal (element, "circle"))
    {
      cairo_new_sub_path (cr);
      cairo_arc (cr, get_attribute (names, values, "cx"), get_attribute (names, values, "cy"),
                 get_attribute (names, values, "r"), 0, 2 * G_PI);
    }
  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], "d"))
      troupe_plot_path_add (cr, values[i]);
  cairo_fill (cr);
}

static void
cairo_icon (TroupePlotPen *pen,
            TroupePlotStyle style,
            const char *name,
            double x,
            double y,
            double scale)
{
  static const GMarkupParser parser = { .start_element = icon_element };
  CairoPen *self = (CairoPen *) pen;
  const TroupePlotStyleInfo *info = troupe_plot_style_get_info (style);
  g_autoptr (GMarkupParseContext) context = NULL;
  const char *text = g_hash_table_lookup (self->icons, name);

  if (text == NULL)
    {
      g_autofree char *loaded = troupe_plot_icon_load (name);

      text = g_strconcat ("<g>", loaded, "</g>", NULL);
      g_hash_table_insert (self->icons, g_strdup (name), (gpointer) text);
    }
  cairo_save (self->cr);
  cairo_translate (self->cr, x, y);
  cairo_scale (self->cr, scale, scale);
  set_colour (self, info->fill, get_ink (self), info->fill_opacity);
  context = g_markup_parse_context_new (&parser, 0, self->cr, NULL);
  g_markup_parse_context_parse (context, text, -1, NULL);
  cairo_restore (self->cr);
  cairo_new_path (self->cr);
}

static void
cairo_port (TroupePlotPen *pen, double x, double y, TroupePlotInk ink)
{
  CairoPen *self = (CairoPen *) pen;

  cairo_new_sub_path (self->cr);
  cairo_arc (self->cr, x, y, 6, 0, 2 * G_PI);
  set_colour (self, TROUPE_PLOT_INK_CARD, ink, 1);
  cairo_fill_preserve (self->cr);
  set_colour (self, ink, ink, 1);
  cairo_set_line_width (self->cr, 1);
  cairo_set_dash (self->cr, NULL, 0, 0);
  cairo_stroke (self->cr);
  cairo_arc (self->cr, x, y, 4.5, 0, 2 * G_PI);
  cairo_fill (self->cr);
}

static void
cairo_arrow (TroupePlotPen *pen,
             TroupePlotInk ink,
             double x,
             double y,
             gboolean is_down,
             double size,
             double opacity)
{
  CairoPen *self = (CairoPen *) pen;

  cairo_move_to (self->cr, x, y);
  if (is_down)
    {
      cairo_rel_line_to (self->cr, -size / 2, -size);
      cairo_rel_line_to (self->cr, size, 0);
    }
  else
    {
      cairo_rel_line_to (self->cr, -size, -size / 2);
      cairo_rel_line_to (self->cr, 0, size);
    }
  cairo_close_path (self->cr);
  set_colour (self, ink, ink, opacity);
  cairo_fill (self->cr);
}

static const TroupePlotPenClass cairo_class = {
  cairo_begin, cairo_end,  cairo_rect, cairo_circle, cairo_line,
  cairo_text,  cairo_icon, cairo_port, cairo_arrow,
};

/* --- Rendering a drawing ---------------------------------------------------------------------- */

static void
draw_all (cairo_surface_t *surface,
          TroupePlotDrawing *drawing,
          TroupePlotBox view,
          TroupePlotScheme scheme,
          double scale)
{
  CairoPen self = { .pen.klass = &cairo_class, .scheme = scheme };
  PangoFontMap *map = pango_cairo_font_map_new ();
  cairo_font_options_t *options = cairo_font_options_create ();
  const double step = 16;

  /* Font options for print, independent of the desktop settings. */
  cairo_font_options_set_antialias (options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style (options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics (options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_font_map_set_resolution (PANGO_CAIRO_FONT_MAP (map), 96);
  self.context = pango_font_map_create_context (map);
  pango_cairo_context_set_font_options (self.context, options);
  pango_context_set_round_glyph_positions (self.context, FALSE);

  self.cr = cairo_create (surface);
  self.inks = g_array_new (FALSE, FALSE, sizeof (TroupePlotInk));
  self.opacities = g_array_new (FALSE, FALSE, sizeof (double));
  self.icons = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  cairo_scale (self.cr, scale, scale);
  cairo_translate (self.cr, -view.x, -view.y);
  set_colour (&self, TROUPE_PLOT_INK_CANVAS, TROUPE_PLOT_INK_NONE, 1);
  cairo_paint (self.cr);
  if (view.width * view.height / (step * step) <= 200000)
    {
      for (double y = ceil (view.y / step) * step; y < view.y + view.height; y += step)
        for (double x = ceil (view.x / step) * step; x < view.x + view.width; x += step)
          cairo_rectangle (self.cr, x, y, 1.4, 1.4);
      set_colour (&self, TROUPE_PLOT_INK_DOT, TROUPE_PLOT_INK_NONE, 1);
      cairo_fill (self.cr);
    }
  troupe_plot_paint (drawing, &self.pen);

  cairo_destroy (self.cr);
  g_array_unref (self.inks);
  g_array_unref (self.opacities);
  g_hash_table_unref (self.icons);
  g_object_unref (self.context);
  g_object_unref (map);
  cairo_font_options_destroy (options);
}

static cairo_status_t
write_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* Returns @bytes as a file, or %NULL with @error if cairo failed. @bytes: (transfer full) */
static GBytes *
finish (GByteArray *bytes, cairo_status_t status, GError **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (bytes);
  g_byte_array_unref (bytes);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, _ ("Could not draw the image: %s"),
               cairo_status_to_string (status));
  return NULL;
}

GBytes *
troupe_plot_to_png (TroupePlotDrawing *drawing,
                    TroupePlotBox view,
                    TroupePlotScheme scheme,
                    double scale,
                    GError **error)
{
  const double width = ceil (view.width * scale);
  const double height = ceil (view.height * scale);
  cairo_surface_t *surface;
  cairo_status_t status;
  GByteArray *bytes;

  g_return_val_if_fail (drawing != NULL, NULL);
  g_return_val_if_fail (scale > 0, NULL);

  if (width > TROUPE_PLOT_PNG_SIDE || height > TROUPE_PLOT_PNG_SIDE ||
      width * height > TROUPE_PLOT_PNG_PIXELS)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE,
                   _ ("The image would be too large: %.0f × %.0f pixels. Choose a smaller scale, "
                      "or a part of the drawing."),
                   width, height);
      return NULL;
    }
  surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) MAX (width, 1), (int) MAX (height, 1));
  bytes = g_byte_array_new ();
  draw_all (surface, drawing, view, scheme, scale);
  status = cairo_surface_write_to_png_stream (surface, write_cb, bytes);
  cairo_surface_destroy (surface);
  return finish (bytes, status, error);
}

GBytes *
troupe_plot_to_pdf (TroupePlotDrawing *drawing,
                    TroupePlotBox view,
                    TroupePlotScheme scheme,
                    GError **error)
{
  GByteArray *bytes;
  cairo_surface_t *surface;
  cairo_status_t status;
  /* A pixel of the drawing is 1/96 inch, and a unit of PDF is 1/72 inch. */
  const double scale = 72.0 / 96.0;

  g_return_val_if_fail (drawing != NULL, NULL);

  bytes = g_byte_array_new ();
  surface = cairo_pdf_surface_create_for_stream (write_cb, bytes, view.width * scale,
                                                 view.height * scale);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE,
                                  drawing->title != NULL ? drawing->title : "");
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Troupe");
  /* The date is constant, so that the same drawing always produces the same bytes. */
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  draw_all (surface, drawing, view, scheme, scale);
  cairo_surface_finish (surface);
  status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  return finish (bytes, status, error);
}
