/* troupe-plot-svg.c: renders a drawing as SVG
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-svg"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-plot-icon.h"
#include "troupe-plot-measures.h"
#include "troupe-plot-paint.h"
#include "troupe-plot-svg.h"
#include "troupe-plot-text.h"

/* @is_page: whether the SVG is embedded in an HTML page, where attribute values of one word need
 *   no quotes
 * @icons: (element-type utf8): full names of the used icons, in order of first use */
typedef struct
{
  TroupePlotPen pen;
  gboolean is_page;
  GString *out;
  GPtrArray *icons;
  TroupePlotUsed used;
} SvgPen;

/* --- Writing ---------------------------------------------------------------------------------- */

/* Appends formatted text, independent of the locale. Supports only `%n` (a number), `%s` (a
 * string, verbatim) and `%t` (an escaped string). */
static void
draw (SvgPen *self, const char *format, ...)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  va_list arguments;

  g_assert (self != NULL);

  va_start (arguments, format);
  for (const char *at = format; *at != '\0'; at++)
    {
      if (*at != '%')
        {
          g_string_append_c (self->out, *at);
          continue;
        }
      at++;
      if (*at == 'n')
        {
          const double number = round (va_arg (arguments, double) * 100) / 100;

          /* Normalize -0 to 0, and omit the 0 before a decimal point. */
          g_ascii_formatd (buffer, sizeof buffer, "%.9g", number + 0.0);
          g_string_append (self->out, g_str_has_prefix (buffer, "0.") ? buffer + 1 : buffer);
        }
      else if (*at == 's')
        g_string_append (self->out, va_arg (arguments, const char *));
      else if (*at == 't')
        troupe_plot_append_escaped (self->out, va_arg (arguments, const char *));
    }
  va_end (arguments);
}

/* Appends a numeric attribute. The value 0 is omitted, because it is the default in SVG. */
static void
draw_number (SvgPen *self, const char *name, double number)
{
  if (fabs (number) < 0.005)
    return;
  draw (self, self->is_page ? " %s=%n" : " %s=\"%n\"", name, number);
}

/* Default positions of some styles. They are set in the style sheet of a page, so that most
 * elements can omit x and y. */
static const struct
{
  TroupePlotStyle style;
  double x;
  double y;
} places[] = {
  { TROUPE_PLOT_STYLE_TITLE, 52, 22 },
  { TROUPE_PLOT_STYLE_SUMMARY, 52, 39 },
  { TROUPE_PLOT_STYLE_ICON, 18, 18 },
  { TROUPE_PLOT_STYLE_STRIP_WORD, TROUPE_PLOT_STRIP_TEXT_X, TROUPE_PLOT_STRIP_TEXT_Y },
  { TROUPE_PLOT_STYLE_STRIP_TIME, 0, TROUPE_PLOT_STRIP_TEXT_Y },
};

static void
draw_place (SvgPen *self, TroupePlotStyle style, double x, double y)
{
  for (guint i = 0; self->is_page && i < G_N_ELEMENTS (places); i++)
    if (places[i].style == style)
      {
        x -= places[i].x;
        y -= places[i].y;
      }
  draw_number (self, "x", x);
  draw_number (self, "y", y);
}

static void
draw_class (SvgPen *self, TroupePlotStyle style)
{
  self->used.styles[style] = TRUE;
  draw (self, self->is_page ? " class=%s" : " class=\"%s\"",
        troupe_plot_style_get_info (style)->name);
}

/* --- TroupePlotPen implementation ------------------------------------------------------------- */

static void
svg_begin (TroupePlotPen *pen,
           const char *classes,
           TroupePlotInk ink,
           double x,
           double y,
           double opacity,
           const char *title)
{
  SvgPen *self = (SvgPen *) pen;
  const char *colour = ink != TROUPE_PLOT_INK_NONE ? troupe_plot_ink_get_name (ink) : NULL;
  g_autofree char *both =
      classes != NULL && colour != NULL && !g_str_equal (classes, colour)
          ? g_strconcat (classes, " ", colour, NULL)
          : g_strdup (classes != NULL ? classes : colour);

  self->used.inks[ink] = TRUE;
  draw (self, "<g");
  /* The class `z` moves a strip to the position that it has on most cards. */
  if (self->is_page && classes != NULL && x == 0 && y == TROUPE_PLOT_CARD_HEAD)
    {
      draw (self, " class=\"z %s\">", both);
      return;
    }
  if (both != NULL)
    draw (self, self->is_page && strchr (both, ' ') == NULL ? " class=%s" : " class=\"%s\"", both);
  if (x != 0 || y != 0)
    draw (self, " transform=\"translate(%n %n)\"", x, y);
  draw (self, ">");
  if (title != NULL && !self->is_page)
    draw (self, "<title>%t</title>", title);
}

static void
svg_end (TroupePlotPen *pen)
{
  draw ((SvgPen *) pen, "</g>\n");
}

static void
close_element (SvgPen *self)
{
  draw (self, self->is_page ? " />" : "/>");
}

/* The marks of methods and tasks are always the same and are defined once in `defs`. */
static void
draw_mark (SvgPen *self, const char *id)
{
  self->used.styles[TROUPE_PLOT_STYLE_MARK] = TRUE;
  draw (self, "<use class=m href=#%s />", id);
}

static void
svg_rect (TroupePlotPen *pen,
          TroupePlotStyle style,
          double x,
          double y,
          double width,
          double height,
          double radius,
          gboolean turned)
{
  SvgPen *self = (SvgPen *) pen;

  if (self->is_page && style == TROUPE_PLOT_STYLE_MARK)
    {
      draw_mark (self, turned ? "k2" : "k1");
      return;
    }
  draw (self, "<rect");
  draw_class (self, style);
  /* The style sheet of a page offsets cards by half of their border. */
  if (!self->is_page || style < TROUPE_PLOT_STYLE_CARD || style > TROUPE_PLOT_STYLE_CARD_SKIPPED)
    {
      draw_number (self, "x", x);
      draw_number (self, "y", y);
    }
  draw_number (self, "width", width);
  draw_number (self, "height", height);
  draw_number (self, "rx", radius);
  if (turned)
    draw (self, " transform=\"rotate(45 %n %n)\"", x + width / 2, y + height / 2);
  close_element (self);
}

static void
svg_circle (TroupePlotPen *pen, TroupePlotStyle style, double x, double y, double radius)
{
  SvgPen *self = (SvgPen *) pen;

  if (self->is_page && style == TROUPE_PLOT_STYLE_MARK && radius == 16)
    {
      draw_mark (self, "k0");
      return;
    }
  draw (self, "<circle");
  draw_class (self, style);
  draw_number (self, "cx", x);
  draw_number (self, "cy", y);
  draw_number (self, "r", radius);
  close_element (self);
}

static void
svg_line (TroupePlotPen *pen,
          TroupePlotStyle style,
          TroupePlotInk ink,
          const char *path,
          const char *modifier)
{
  SvgPen *self = (SvgPen *) pen;
  const char *name = troupe_plot_style_get_info (style)->name;

  self->used.styles[style] = TRUE;
  self->used.inks[ink] = TRUE;
  if (self->is_page && ink == TROUPE_PLOT_INK_NONE && modifier == NULL)
    draw (self, "<path class=%s", name);
  else
    {
      draw (self, "<path class=\"%s", name);
      if (ink != TROUPE_PLOT_INK_NONE)
        draw (self, " %s", troupe_plot_ink_get_name (ink));
      draw (self, modifier != NULL ? " %s\"" : "\"", modifier);
    }
  draw (self, " d=\"%s\"", path);
  close_element (self);
  if (ink != TROUPE_PLOT_INK_NONE)
    draw (self, "\n");
}

static void
svg_text (TroupePlotPen *pen,
          TroupePlotStyle style,
          double x,
          double y,
          const char *text,
          double room)
{
  SvgPen *self = (SvgPen *) pen;

  draw (self, "<text");
  draw_class (self, style);
  draw_place (self, style, x, y);
  /* In a page, the space separates texts for screen readers. */
  draw (self, self->is_page ? ">%t</text> " : ">%t</text>", text);
}

static void
note_icon (SvgPen *self, const char *name)
{
  for (guint i = 0; i < self->icons->len; i++)
    if (g_str_equal (self->icons->pdata[i], name))
      return;
  g_ptr_array_add (self->icons, g_strdup (name));
}

static void
svg_icon (TroupePlotPen *pen,
          TroupePlotStyle style,
          const char *name,
          double x,
          double y,
          double scale)
{
  SvgPen *self = (SvgPen *) pen;
  g_autofree char *word = troupe_plot_icon_shorten (name);

  note_icon (self, name);
  draw (self, "<use");
  draw_class (self, style);
  draw (self, self->is_page ? " href=#i-%s" : " href=\"#i-%s\"", word);
  if (self->is_page && style == TROUPE_PLOT_STYLE_STRIP_ICON)
    ;
  else if (scale != 1)
    draw (self, " transform=\"translate(%n %n) scale(%n)\"", x, y, scale);
  else
    draw_place (self, style, x, y);
  close_element (self);
}

static void
svg_port (TroupePlotPen *pen, double x, double y, TroupePlotInk ink)
{
  SvgPen *self = (SvgPen *) pen;

  self->used.inks[ink] = TRUE;
  if (self->is_page && ink == TROUPE_PLOT_INK_WIRE && y == TROUPE_PLOT_PORT_Y)
    {
      draw (self, "<use href=#pq");
      y = 0;
    }
  else
    draw (self, self->is_page ? "<use class=%s href=#p" : "<use class=\"%s\" href=\"#p\"",
          troupe_plot_ink_get_name (ink));
  draw_number (self, "x", x);
  draw_number (self, "y", y);
  close_element (self);
}

/* Draws nothing, because lines use SVG markers of their class. */
static void
svg_arrow (TroupePlotPen *pen,
           TroupePlotInk ink,
           double x,
           double y,
           gboolean is_down,
           double size,
           double opacity)
{
}

static const TroupePlotPenClass svg_class = {
  svg_begin, svg_end, svg_rect, svg_circle, svg_line, svg_text, svg_icon, svg_port, svg_arrow,
};

/* --- Rendering a drawing ---------------------------------------------------------------------- */

/* Appends the definitions of an arrow for each ink of lines, a port, and the used icons. If the
 * drawing shows a run, the icons of all states are also appended. */
static void
draw_definitions (SvgPen *self, gboolean has_run)
{
  guint n_inks;
  const TroupePlotInk *of_lines = troupe_plot_style_list_line_inks (&n_inks);

  g_assert (self != NULL);

  for (guint i = 0; has_run && i < TROUPE_PLOT_N_STATES; i++)
    if (troupe_plot_state_get_icon (i) != NULL)
      note_icon (self, troupe_plot_state_get_icon (i));
  draw (self, "<defs>");
  for (guint i = 0; i < n_inks; i++)
    {
      const char *name = troupe_plot_ink_get_name (of_lines[i]);

      if (!self->used.inks[of_lines[i]])
        continue;
      draw (self,
            "<marker id=\"m-%s\" class=\"%s\" markerWidth=\"10\" markerHeight=\"10\" refX=\"1\" "
            "refY=\"5\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">"
            "<path d=\"M0 .5L9 5L0 9.5z\" fill=\"currentColor\"/></marker>\n",
            name, name);
    }
  draw (self, "<g id=\"p\"><circle class=\"pc\" r=\"6\"/><circle r=\"4.5\" "
              "fill=\"currentColor\"/></g>\n");
  if (self->is_page)
    draw (self, "<use id=pq class=or href=#p y=%n /><circle id=k0 cx=26 cy=26 r=16 />"
                "<rect id=k1 x=10 y=10 width=32 height=32 rx=8 />"
                "<rect id=k2 x=13 y=13 width=26 height=26 rx=5 transform=\"rotate(45 26 26)\"/>\n",
          TROUPE_PLOT_PORT_Y);
  for (guint i = 0; i < self->icons->len; i++)
    {
      g_autofree char *word = troupe_plot_icon_shorten (self->icons->pdata[i]);
      g_autofree char *text = troupe_plot_icon_load (self->icons->pdata[i]);

      draw (self, "<g id=\"i-%s\">%s</g>\n", word, text);
    }
  draw (self, "</defs>\n");
}

static void
svg_pen_init (SvgPen *self, gboolean is_page)
{
  self->pen.klass = &svg_class;
  self->pen.is_spare = is_page;
  self->is_page = is_page;
  self->out = g_string_new (NULL);
  self->icons = g_ptr_array_new_with_free_func (g_free);
}

static void
draw_style (SvgPen *self, TroupePlotScheme scheme)
{
  g_autofree char *families = g_strdup (troupe_plot_style_get_families ());
  g_auto (GStrv) names = g_strsplit (families, ",", -1);

  g_assert (self != NULL);

  g_string_append (self->out, "<style>text{font-family:");
  for (guint i = 0; names[i] != NULL; i++)
    g_string_append_printf (self->out, strchr (names[i], ' ') != NULL ? "%s'%s'" : "%s%s",
                            i > 0 ? "," : "", names[i]);
  g_string_append (self->out, "}");
  troupe_plot_style_append_rules (self->out, &self->used, TROUPE_PLOT_RULES_COLOURS,
                                  scheme == TROUPE_PLOT_DARK ? scheme : TROUPE_PLOT_LIGHT);
  if (scheme == TROUPE_PLOT_BOTH)
    {
      g_string_append (self->out, "@media(prefers-color-scheme:dark){");
      troupe_plot_style_append_rules (self->out, &self->used, TROUPE_PLOT_RULES_COLOURS, TROUPE_PLOT_DARK);
      g_string_append (self->out, "}");
    }
  g_string_append (self->out, "</style>\n");
}

char *
troupe_plot_to_svg (TroupePlotDrawing *drawing,
                    TroupePlotBox view,
                    TroupePlotScheme scheme,
                    const char *metadata)
{
  SvgPen self = { 0 };
  g_autoptr (GString) body = NULL;
  char *text;

  g_return_val_if_fail (drawing != NULL, NULL);

  svg_pen_init (&self, FALSE);
  troupe_plot_paint (drawing, &self.pen);
  body = self.out;
  self.out = g_string_sized_new (body->len + 16384);
  self.used.styles[TROUPE_PLOT_STYLE_GROUND] = self.used.styles[TROUPE_PLOT_STYLE_DOTS] = TRUE;

  draw (&self,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%n\" height=\"%n\" "
        "viewBox=\"%n %n %n %n\" role=\"img\" aria-labelledby=\"title description\">\n",
        view.width, view.height, view.x, view.y, view.width, view.height);
  draw (&self, "<title id=\"title\">%t</title>\n<desc id=\"description\">%t</desc>\n",
        drawing->title != NULL ? drawing->title : _ ("Flow"),
        drawing->description != NULL ? drawing->description : "");
  if (metadata != NULL)
    draw (&self, "<metadata>%s</metadata>\n", metadata);
  draw_style (&self, scheme);
  draw_definitions (&self, FALSE);
  draw (&self,
        "<defs><pattern id=\"dots\" width=\"16\" height=\"16\" patternUnits=\"userSpaceOnUse\">"
        "<rect class=\"ds\" width=\"1.4\" height=\"1.4\"/></pattern></defs>\n"
        "<rect class=\"gd\" x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\"/>"
        "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"url(#dots)\"/>\n",
        view.x, view.y, view.width, view.height, view.x, view.y, view.width, view.height);
  g_string_append_len (self.out, body->str, (gssize) body->len);
  g_string_append (self.out, "</svg>\n");
  g_ptr_array_unref (self.icons);
  text = g_string_free (self.out, FALSE);
  return text;
}

char *
troupe_plot_to_page_svg (TroupePlotDrawing *drawing,
                         TroupePlotBox view,
                         TroupePlotUsed *used,
                         GString *rules)
{
  SvgPen self = { 0 };
  g_autoptr (GString) body = NULL;
  char x[G_ASCII_DTOSTR_BUF_SIZE];
  char y[G_ASCII_DTOSTR_BUF_SIZE];

  g_return_val_if_fail (drawing != NULL, NULL);

  svg_pen_init (&self, TRUE);
  troupe_plot_paint (drawing, &self.pen);
  body = self.out;
  self.out = g_string_sized_new (body->len + 8192);
  draw (&self, "<svg id=v viewBox=\"%n %n %n %n\">\n", view.x, view.y, view.width, view.height);
  draw_definitions (&self, drawing->steps->len > 0);
  g_string_append_len (self.out, body->str, (gssize) body->len);
  g_string_append (self.out, "</svg>\n");
  g_ptr_array_unref (self.icons);
  if (drawing->steps->len > 0)
    {
      static const TroupePlotStyle more[] = {
        TROUPE_PLOT_STYLE_EVENT,          TROUPE_PLOT_STYLE_EVENT_TAKEN,
        TROUPE_PLOT_STYLE_EVENT_LEFT,     TROUPE_PLOT_STYLE_STRIP,
        TROUPE_PLOT_STYLE_STRIP_ICON,     TROUPE_PLOT_STYLE_STRIP_WORD,
        TROUPE_PLOT_STYLE_STRIP_TIME,     TROUPE_PLOT_STYLE_WIRE_FIRED,
        TROUPE_PLOT_STYLE_WIRE_AND_FIRED,
      };

      /* These styles appear while a run is replayed, but not in its final state. */
      for (guint i = TROUPE_PLOT_STYLE_CARD; i <= TROUPE_PLOT_STYLE_CARD_SKIPPED; i++)
        self.used.styles[i] = TRUE;
      for (guint i = 0; i < G_N_ELEMENTS (more); i++)
        self.used.styles[more[i]] = TRUE;
      for (guint i = TROUPE_PLOT_STATE_WAITING; i < TROUPE_PLOT_N_STATES; i++)
        self.used.inks[troupe_plot_state_get_ink (i)] = TRUE;
    }
  self.used.inks[TROUPE_PLOT_INK_WIRE] = TRUE;
  *used = self.used;
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    g_string_append_printf (rules, ".%s{transform:translate(%spx,%spx)}",
                            troupe_plot_style_get_info (places[i].style)->name,
                            g_ascii_formatd (x, sizeof x, "%.6g", places[i].x),
                            g_ascii_formatd (y, sizeof y, "%.6g", places[i].y));
  return g_string_free (self.out, FALSE);
}
