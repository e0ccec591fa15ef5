/* troupe-plot-svg.c: the graph as an SVG picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-svg"

#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>

#include "troupe-plot-graph-private.h"
#include "troupe-plot-palette.h"
#include "troupe-plot-resources.h"
#include "troupe-plot-route.h"
#include "troupe-plot-text.h"

#define MARGIN 40.0
#define ICONS "/io/github/troupe_editor/Troupe/plot/"

/* What a picture is drawn with: its text so far, its colours and how far it reaches. */
typedef struct
{
  TroupePlotGraph *graph;
  const TroupePlotPalette *palette;
  GString *out;
  GHashTable *icons; /* name to what stands inside its file */
  double left;
  double top;
  double right;
  double bottom;
} Picture;

/* Numbers are written without regard to the locale. `%n` is a number, `%s` goes in as it is, `%t` is
 * escaped; there is nothing else. */
static void
draw (Picture *picture, const char *format, ...)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  va_list arguments;

  g_assert (picture != NULL);

  va_start (arguments, format);
  for (const char *at = format; *at != '\0'; at++)
    {
      if (*at != '%')
        {
          g_string_append_c (picture->out, *at);
          continue;
        }
      at++;
      if (*at == 'n')
        {
          double number = round (va_arg (arguments, double) * 100) / 100;
          g_string_append (picture->out, g_ascii_formatd (buffer, sizeof buffer, "%.9g", number));
        }
      else if (*at == 's')
        {
          g_string_append (picture->out, va_arg (arguments, const char *));
        }
      else if (*at == 't')
        {
          troupe_plot_append_escaped (picture->out, va_arg (arguments, const char *));
        }
    }
  va_end (arguments);
}

static TroupePlotNode *
get_node (Picture *picture, guint index)
{
  return &g_array_index (picture->graph->nodes, TroupePlotNode, index);
}

static void
reach (Picture *picture, double x, double y, double width, double height)
{
  g_assert (picture != NULL);

  picture->left = MIN (picture->left, x);
  picture->top = MIN (picture->top, y);
  picture->right = MAX (picture->right, x + width);
  picture->bottom = MAX (picture->bottom, y + height);
}

/* --- Icons -------------------------------------------------------------------------------- */

/* What stands between `<g fill="…">` and `</g>` of one of our own icons. */
static const char *
get_icon (Picture *picture, const char *name)
{
  g_autofree char *path = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const char *text = g_hash_table_lookup (picture->icons, name);
  const char *start = NULL;
  const char *end = NULL;

  g_assert (picture != NULL);

  if (text != NULL)
    return text;
  path = g_strconcat (ICONS, name, ".svg", NULL);
  bytes = g_resource_lookup_data (troupe_plot_get_resource (), path, G_RESOURCE_LOOKUP_FLAGS_NONE,
                                  NULL);
  if (bytes != NULL)
    {
      start = g_strstr_len (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), "<g fill=");
      start = start != NULL ? strchr (start, '>') : NULL;
      end = start != NULL ? strstr (start, "</g>") : NULL;
    }
  text = end != NULL ? g_strndup (start + 1, end - start - 1) : g_strdup ("");
  g_hash_table_insert (picture->icons, g_strdup (name), (gpointer) text);
  return text;
}

/* --- Notes and groups --------------------------------------------------------------------- */

static void
draw_notes (Picture *picture)
{
  const TroupePlotPalette *palette = picture->palette;
  GArray *notes = picture->graph->notes;

  g_assert (picture != NULL);

  for (guint i = 0; i < notes->len; i++)
    {
      const TroupePlotSheet *note = &g_array_index (notes, TroupePlotSheet, i);
      double y = note->title != NULL ? 33 : 12;
      g_auto (GStrv) lines = NULL;

      reach (picture, note->x, note->y, note->width, note->height);
      draw (picture,
            "<g transform=\"translate(%n %n)\"><rect x=\".5\" y=\".5\" width=\"%n\" height=\"%n\" "
            "rx=\"8\" fill=\"%s\" stroke=\"%s\"/>\n",
            note->x, note->y, note->width - 1, note->height - 1, palette->note, palette->note_line);
      if (note->title != NULL)
        {
          g_autofree char *clean = troupe_plot_text_clean (note->title);
          g_autofree char *cut = troupe_plot_text_cut (clean, 13.5, TRUE, note->width - 28, FALSE);
          draw (picture, "<text class=\"note-title\" x=\"14\" y=\"24\">%t</text>\n", cut);
        }
      lines = troupe_plot_text_wrap (note->text, 12.5, note->width - 28,
                                     (guint) MAX ((note->height - y - 4) / 17, 0));
      for (guint k = 0; lines[k] != NULL; k++)
        draw (picture, "<text class=\"note\" x=\"14\" y=\"%n\">%t</text>\n", y + 12 + 17 * k,
              lines[k]);
      draw (picture, "</g>\n");
    }
}

static void
draw_group (Picture *picture, const TroupePlotGroup *group)
{
  const char *hue = troupe_plot_hue_get (group->colour);
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  g_assert (picture != NULL);

  for (guint i = 0; group->members[i] != NULL; i++)
    {
      int index = troupe_plot_graph_find_node (picture->graph, group->members[i]);

      if (index < 0)
        continue;
      left = MIN (left, get_node (picture, index)->x);
      top = MIN (top, get_node (picture, index)->y);
      right = MAX (right, get_node (picture, index)->x + get_node (picture, index)->width);
      bottom = MAX (bottom, get_node (picture, index)->y + get_node (picture, index)->height);
    }
  if (left > right)
    return;
  left -= 24;
  top -= 40;
  right += 24;
  bottom += 24;
  reach (picture, left, top, right - left, bottom - top);
  draw (picture,
        "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" rx=\"18\" fill=\"%s\" "
        "fill-opacity=\"%n\" stroke=\"%s\" stroke-opacity=\".32\"/>\n",
        left, top, right - left, bottom - top, hue, picture->palette->group_opacity, hue);
  if (group->title != NULL)
    {
      g_autofree char *clean = troupe_plot_text_clean (group->title);
      draw (picture, "<text class=\"group\" x=\"%n\" y=\"%n\" fill=\"%s\">%t</text>\n", left + 16,
            top + 21, hue, clean);
    }
}

static void
draw_groups (Picture *picture)
{
  for (guint i = 0; i < picture->graph->groups->len; i++)
    draw_group (picture, &g_array_index (picture->graph->groups, TroupePlotGroup, i));
}

/* --- Wires -------------------------------------------------------------------------------- */

static const char *
get_wire_colour (Picture *picture, const TroupePlotWire *wire)
{
  if (wire->is_and)
    return picture->palette->wire_and;
  return wire->is_event ? picture->palette->wire_event : picture->palette->wire;
}

/* Wires that leave the same port stand together. */
static int
compare_sources (gconstpointer a, gconstpointer b, gpointer user_data)
{
  Picture *picture = user_data;
  guint first = *(const guint *) a;
  guint second = *(const guint *) b;
  const TroupePlotWire *one = &g_array_index (picture->graph->wires, TroupePlotWire, first);
  const TroupePlotWire *other = &g_array_index (picture->graph->wires, TroupePlotWire, second);

  g_assert (picture != NULL);

  if (one->source != other->source)
    return one->source < other->source ? -1 : 1;
  if (g_strcmp0 (one->port, other->port) != 0)
    return g_strcmp0 (one->port, other->port);
  return first < second ? -1 : first > second;
}

static void
draw_wire (Picture *picture, const TroupePlotWire *wire, const TroupePlotRoute *route)
{
  const char *colour = get_wire_colour (picture, wire);

  reach (picture, route->tip_x, route->high - 12, 0, route->low - route->high + 24);
  draw (picture, "<path d=\"%s\" stroke=\"%s\" stroke-width=\"2\"%s/>", route->path, colour,
        wire->is_and ? " stroke-dasharray=\"7 4.5\"" : "");
  draw (picture, "<path d=\"M%n %nl-9 -4.5v9z\" fill=\"%s\"/>\n", route->tip_x, route->tip_y,
        colour);
}

/* Under each wire lies a band in the colour of the ground, which separates crossings. Those of wires
 * from one port are drawn before all of these wires: at the port they run over each other. */
static void
draw_wires (Picture *picture, const TroupePlotRoute *routes)
{
  GArray *wires = picture->graph->wires;
  g_autofree guint *order = g_new (guint, MAX (wires->len, 1));
  guint first = 0;

  g_assert (picture != NULL);

  for (guint i = 0; i < wires->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (int) wires->len, sizeof (guint), compare_sources, picture);

  draw (picture, "<g fill=\"none\">\n");
  while (first < wires->len)
    {
      const TroupePlotWire *wire = &g_array_index (wires, TroupePlotWire, order[first]);
      guint end = first;

      for (; end < wires->len; end++)
        {
          const TroupePlotWire *other = &g_array_index (wires, TroupePlotWire, order[end]);

          if (other->source != wire->source || g_strcmp0 (other->port, wire->port) != 0)
            break;
          draw (picture, "<path d=\"%s\" stroke=\"%s\" stroke-width=\"8\"/>\n",
                routes[order[end]].path, picture->palette->canvas);
        }
      for (; first < end; first++)
        draw_wire (picture, &g_array_index (wires, TroupePlotWire, order[first]),
                   &routes[order[first]]);
    }
  draw (picture, "</g>\n");
}

/* The word of an event, in a pill at the middle of a wire that is long enough for it. */
static void
draw_labels (Picture *picture, const TroupePlotRoute *routes)
{
  GArray *wires = picture->graph->wires;

  g_assert (picture != NULL);

  for (guint i = 0; i < wires->len; i++)
    {
      const TroupePlotWire *wire = &g_array_index (wires, TroupePlotWire, i);
      g_autofree char *clean = NULL;
      g_autofree char *cut = NULL;
      double width = 0;

      if (!wire->is_event || routes[i].length < 200)
        continue;
      clean = troupe_plot_text_clean (wire->port);
      cut = troupe_plot_text_cut (clean, 11.5, TRUE, 140, TRUE);
      width = troupe_plot_text_width (cut, 11.5, TRUE) + 18;
      draw (picture,
            "<g transform=\"translate(%n %n)\"><rect x=\"%n\" y=\"-10\" width=\"%n\" "
            "height=\"20\" rx=\"10\" fill=\"%s\" stroke=\"%s\"/>"
            "<text class=\"label\" y=\"4\" fill=\"%s\">%t</text></g>\n",
            routes[i].middle_x, routes[i].middle_y, -width / 2, width, picture->palette->card,
            picture->palette->wire_event, picture->palette->wire_event, cut);
    }
}

/* --- Cards and gates ---------------------------------------------------------------------- */

static const char *
get_role_colour (Picture *picture, TroupePlotRole role)
{
  const char *const colours[] = { picture->palette->start, picture->palette->listener,
                                  picture->palette->router };

  return colours[role];
}

static void
draw_port (Picture *picture, double x, double y, const char *colour)
{
  g_assert (picture != NULL);

  draw (picture,
        "<circle cx=\"%n\" cy=\"%n\" r=\"6.5\" fill=\"%s\" stroke=\"%s\"/>"
        "<circle cx=\"%n\" cy=\"%n\" r=\"4.5\" fill=\"%s\"/>\n",
        x, y, picture->palette->card, colour, x, y, colour);
}

static void
draw_mark (Picture *picture, const TroupePlotNode *node, const char *colour)
{
  if (node->role == TROUPE_PLOT_ROLE_ROUTER)
    draw (picture,
          "<rect x=\"13\" y=\"13\" width=\"26\" height=\"26\" rx=\"5\" "
          "transform=\"rotate(45 26 26)\" fill=\"%s\"/>",
          colour);
  else if (node->role == TROUPE_PLOT_ROLE_START)
    draw (picture, "<circle cx=\"26\" cy=\"26\" r=\"16\" fill=\"%s\"/>", colour);
  else
    draw (picture, "<rect x=\"10\" y=\"10\" width=\"32\" height=\"32\" rx=\"8\" fill=\"%s\"/>",
          colour);
  draw (picture, "<g transform=\"translate(18 18)\" fill=\"#ffffff\">%s</g>\n",
        get_icon (picture, node->icon_name));
}

static void
draw_events (Picture *picture, const TroupePlotNode *node)
{
  g_assert (picture != NULL);

  if (node->events == NULL)
    return;
  draw (picture, "<path d=\"M1.5 52H%n\" stroke=\"%s\"/>\n", node->width - 1.5,
        picture->palette->line);
  for (guint i = 0; node->events[i] != NULL; i++)
    {
      double y = TROUPE_PLOT_CARD_HEAD + TROUPE_PLOT_CARD_ROW * (i + 0.5);
      g_autofree char *clean = troupe_plot_text_clean (node->events[i]);
      g_autofree char *cut = troupe_plot_text_cut (clean, 12.5, FALSE, node->width - 28, TRUE);

      draw (picture, "<text class=\"event\" x=\"%n\" y=\"%n\">%t</text>\n", node->width - 14,
            y + 4.5, cut);
      draw_port (picture, node->width, y, picture->palette->wire_event);
    }
}

static void
draw_texts (Picture *picture, const TroupePlotNode *node)
{
  const char *summary = node->summary != NULL ? node->summary : "";
  g_autofree char *name = troupe_plot_text_clean (node->id);
  double room = node->width - TROUPE_PLOT_CARD_HEAD - 14;
  g_autofree char *short_name = NULL;
  g_autofree char *short_summary = NULL;

  short_name = troupe_plot_text_cut (name, 14.67, TRUE, room + 1, TRUE);
  short_summary = troupe_plot_text_cut (summary, 12, FALSE, room, FALSE);
  draw (picture, "<text class=\"name\" x=\"52\" y=\"%n\">%t</text>\n",
        *summary != '\0' ? 22.0 : 31.0, short_name);
  draw (picture, "<text class=\"summary\" x=\"52\" y=\"39\">%t</text>\n", short_summary);
}

static void
draw_card (Picture *picture, const TroupePlotNode *node)
{
  const char *colour = get_role_colour (picture, node->role);
  double radius = node->role == TROUPE_PLOT_ROLE_START ? 24 : 12;

  g_assert (picture != NULL);

  reach (picture, node->x, node->y, node->width, node->height);
  draw (picture, "<g transform=\"translate(%n %n)\"><title>%t", node->x, node->y, node->id);
  if (node->description != NULL)
    draw (picture, ": %t", node->description);
  draw (picture,
        "</title>\n"
        "<rect y=\"1.5\" width=\"%n\" height=\"%n\" rx=\"%n\" fill=\"#000000\" "
        "fill-opacity=\"%n\"/>"
        "<rect width=\"%n\" height=\"%n\" rx=\"%n\" fill=\"%s\"/>"
        "<rect x=\".75\" y=\".75\" width=\"%n\" height=\"%n\" rx=\"%n\" fill=\"none\" "
        "stroke=\"%s\" stroke-opacity=\".9\" stroke-width=\"1.5\"/>\n",
        node->width, node->height, radius, picture->palette->foot_opacity, node->width,
        node->height, radius, picture->palette->card, node->width - 1.5, node->height - 1.5,
        radius - 0.75, colour);
  draw_mark (picture, node, colour);
  draw_texts (picture, node);
  draw_events (picture, node);
  if (node->has_input)
    draw_port (picture, 0, TROUPE_PLOT_PORT_Y, picture->palette->wire);
  draw_port (picture, node->width, TROUPE_PLOT_PORT_Y, picture->palette->wire);
  draw (picture, "</g>\n");
}

static void
draw_gate (Picture *picture, const TroupePlotNode *node)
{
  const char *colour = node->gate_is_and ? picture->palette->wire_and : picture->palette->wire;

  g_assert (picture != NULL);

  reach (picture, node->x, node->y, node->width, node->height);
  draw (picture,
        "<g transform=\"translate(%n %n)\"><circle r=\"15\" fill=\"%s\" stroke=\"%s\" "
        "stroke-width=\"2\"/><text class=\"gate\" y=\"4\" fill=\"%s\">%t</text></g>\n",
        node->x + node->width / 2, node->y + node->height / 2, picture->palette->card, colour,
        node->gate_is_and ? colour : picture->palette->dim,
        node->gate_is_and ? _ ("and") : _ ("or"));
}

/* --- The whole ---------------------------------------------------------------------------- */

/* What somebody who hears the picture gets. */
static void
draw_description (Picture *picture)
{
  const TroupePlotGraph *graph = picture->graph;

  g_assert (picture != NULL);

  draw (picture, "<title id=\"title\">%t</title>\n<desc id=\"description\">",
        graph->title != NULL ? graph->title : _ ("Flow"));
  if (graph->description != NULL)
    draw (picture, "%t", graph->description);
  draw (picture, "</desc>\n");
}

static void
draw_head (Picture *picture)
{
  const TroupePlotPalette *palette = picture->palette;
  double x = floor ((picture->left - MARGIN) / 16) * 16;
  double y = floor ((picture->top - MARGIN) / 16) * 16;
  double width = ceil ((picture->right + MARGIN - x) / 16) * 16;
  double height = ceil ((picture->bottom + MARGIN - y) / 16) * 16;

  draw (picture,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%n\" height=\"%n\" "
        "viewBox=\"%n %n %n %n\" role=\"img\" aria-labelledby=\"title description\">\n",
        width, height, x, y, width, height);
  draw_description (picture);
  draw (picture,
        "<style>text{font-family:Cantarell,'Adwaita Sans',Inter,'Noto Sans',"
        "'Noto Sans CJK SC',sans-serif;font-size:12px}.name,.event,.note,.note-title{fill:%s}"
        ".name{font-size:14.67px;font-weight:700}.summary{fill:%s}"
        ".event{font-size:12.5px;font-weight:500;text-anchor:end}"
        ".gate{font-size:11.5px;font-weight:700;text-anchor:middle}"
        ".label{font-size:11.5px;font-weight:600;text-anchor:middle}"
        ".note-title{font-size:13.5px;font-weight:700}.note{font-size:12.5px}"
        ".group{font-size:13px;font-weight:700}</style>\n",
        palette->text, palette->dim);
  draw (picture,
        "<defs><pattern id=\"dots\" width=\"16\" height=\"16\" patternUnits=\"userSpaceOnUse\">"
        "<rect width=\"1.4\" height=\"1.4\" fill=\"%s\"/></pattern></defs>\n"
        "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"%s\"/>"
        "<rect x=\"%n\" y=\"%n\" width=\"%n\" height=\"%n\" fill=\"url(#dots)\"/>\n",
        palette->dot, x, y, width, height, palette->canvas, x, y, width, height);
}

static void
draw_body (Picture *picture)
{
  TroupePlotGraph *graph = picture->graph;
  TroupePlotRoute *routes = troupe_plot_graph_route (graph);

  draw_groups (picture);
  draw_notes (picture);
  draw_wires (picture, routes);
  for (guint i = graph->n_cards; i < graph->nodes->len; i++)
    draw_gate (picture, get_node (picture, i));
  for (guint i = 0; i < graph->n_cards; i++)
    draw_card (picture, get_node (picture, i));
  draw_labels (picture, routes);
  troupe_plot_routes_free (routes, graph->wires->len);
}

/**
 * troupe_plot_to_svg:
 *
 * The graph as one self-contained SVG that looks like the canvas: no script, no link, every text of
 * the document escaped; title and description for readers that speak.
 *
 * Returns: (transfer full): the text of the file
 */
char *
troupe_plot_to_svg (TroupePlotGraph *self, TroupePlotScheme scheme)
{
  Picture picture = { .graph = self };
  GString *body = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  picture.palette = troupe_plot_palette_get (scheme);
  picture.icons = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  picture.left = picture.top = G_MAXDOUBLE;
  picture.right = picture.bottom = -G_MAXDOUBLE;
  body = g_string_new (NULL);
  picture.out = body;
  draw_body (&picture);
  if (picture.left > picture.right)
    reach (&picture, 0, 0, 320, 160);

  picture.out = g_string_sized_new (body->len + 4096);
  draw_head (&picture);
  g_string_append_len (picture.out, body->str, body->len);
  g_string_append (picture.out, "</svg>\n");
  g_string_free (body, TRUE);
  g_hash_table_unref (picture.icons);
  return g_string_free (picture.out, FALSE);
}
