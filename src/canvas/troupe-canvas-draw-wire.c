/* troupe-canvas-draw-wire.c: all wires in one cairo node, their words and the points along them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-draw-wire"

#include "config.h"

#include <math.h>

#include "troupe-canvas-private.h"

#define LABEL_WIDE 200.0f /* a wire this wide shows its word at rest */
#define PULSE_LENGTH (600 * G_TIME_SPAN_MILLISECOND)

/* Wires that look the same share one stroke; drawn in this order. */
typedef enum
{
  LOOK_NOT_TAKEN,
  LOOK_PLAIN,
  LOOK_FIRED,
  LOOK_HOVERED,
  LOOK_SELECTED,
  N_LOOKS
} WireLook;

static WireLook
get_look (TroupeCanvas *self, const TroupeWireRecord *wire)
{
  if (!self->plain_picture && troupe_canvas_is_selected (self, wire->wire.id))
    return LOOK_SELECTED;
  if (!self->plain_picture && self->hover_id != NULL &&
      (self->hover_kind == TROUPE_CANVAS_KIND_WIRE ||
       self->hover_kind == TROUPE_CANVAS_KIND_WIRE_END) &&
      g_str_equal (self->hover_id, wire->wire.id))
    return LOOK_HOVERED;
  if (self->insert_wire != NULL && g_str_equal (self->insert_wire, wire->wire.id))
    return LOOK_SELECTED;
  if (wire->state == TROUPE_CANVAS_WIRE_FIRED)
    return LOOK_FIRED;
  if (wire->state == TROUPE_CANVAS_WIRE_NOT_TAKEN)
    return LOOK_NOT_TAKEN;

  return LOOK_PLAIN;
}

static TroupeColor
get_color (TroupeCanvas *self, TroupeCanvasWireKind kind, WireLook look)
{
  TroupeColor color = troupe_canvas_palette_get_wire (self->palette, kind);

  if (look == LOOK_SELECTED)
    return self->palette->selection;
  if (look == LOOK_NOT_TAKEN)
    return troupe_color_mix (color, self->palette->canvas, self->high_contrast ? 0.7 : 0.38);

  return color;
}

static double
get_width (TroupeCanvas *self, WireLook look, gboolean was_fired)
{
  static const double widths[N_LOOKS] = { 2, 2, 3.5, 3, 3 };

  return widths[look] + (self->high_contrast ? 1 : 0) +
         (was_fired && look == LOOK_HOVERED ? 1.5 : 0);
}

static void
set_dash (cairo_t *cr, TroupeCanvasWireKind kind, gboolean muted)
{
  static const double and_dash[] = { 7, 4.5 };
  static const double dots[] = { 2, 4 };

  if (muted || kind == TROUPE_CANVAS_WIRE_MANAGER)
    cairo_set_dash (cr, dots, 2, 0);
  else if (kind == TROUPE_CANVAS_WIRE_AND)
    cairo_set_dash (cr, and_dash, 2, 0);
  else
    cairo_set_dash (cr, NULL, 0, 0);
}

static void
trace_route (TroupeCanvas *self, cairo_t *cr, const CanvasRoute *route, float shorten)
{
  const graphene_point_t *points = &g_array_index (self->points, graphene_point_t, route->first);

  cairo_move_to (cr, points[0].x, points[0].y);
  for (guint s = 0; s < route->n_segments; s++)
    {
      const graphene_point_t *p = points + 3 * s;
      float x = p[3].x, y = p[3].y;

      /* The line ends inside its arrow head, or it would blunt the tip. */
      if (s + 1 == route->n_segments)
        {
          float dx = p[3].x - p[2].x, dy = p[3].y - p[2].y;
          float length = hypotf (dx, dy);

          if (length > 0)
            {
              x -= dx / length * shorten;
              y -= dy / length * shorten;
            }
        }
      cairo_curve_to (cr, p[1].x, p[1].y, p[2].x, p[2].y, x, y);
    }
}

static void
trace_arrow (TroupeCanvas *self, cairo_t *cr, const CanvasRoute *route, float length)
{
  const graphene_point_t *points = &g_array_index (self->points, graphene_point_t, route->first);
  graphene_point_t tip = points[3 * route->n_segments];
  graphene_point_t back = points[3 * route->n_segments - 1];
  float dx = tip.x - back.x, dy = tip.y - back.y;
  float distance = hypotf (dx, dy);
  float half = length * 0.46f;

  if (distance <= 0)
    {
      dx = 1;
      dy = 0;
      distance = 1;
    }
  dx /= distance;
  dy /= distance;
  cairo_move_to (cr, tip.x, tip.y);
  cairo_line_to (cr, tip.x - dx * length - dy * half, tip.y - dy * length + dx * half);
  cairo_line_to (cr, tip.x - dx * length + dy * half, tip.y - dy * length - dx * half);
  cairo_close_path (cr);
}

/* What one frame's wires are sorted into: indices by look, kind and dash. */
typedef struct
{
  GArray *batches[N_LOOKS][TROUPE_CANVAS_N_WIRE_KINDS][2];
} Batches;

static void
sort_wires (TroupeCanvas *self, const graphene_rect_t *view, Batches *batches)
{
  for (guint i = 0; i < self->routes->len; i++)
    {
      const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);
      const TroupeWireRecord *wire;
      GArray **batch;

      if (route->n_segments == 0 || !_troupe_canvas_in_view (view, route->x0 - 8, route->y0 - 8,
                                                             route->x1 + 8, route->y1 + 8))
        continue;
      wire = troupe_scene_wire (self->scene, i);
      batch = &batches->batches[get_look (self, wire)][wire->wire.kind][wire->wire.muted ? 1 : 0];
      if (*batch == NULL)
        *batch = g_array_new (FALSE, FALSE, sizeof (guint));
      g_array_append_val (*batch, i);
    }
}

static void
stroke_batch (TroupeCanvas *self,
              cairo_t *cr,
              GArray *batch,
              WireLook look,
              TroupeCanvasWireKind kind,
              gboolean muted)
{
  float arrow = look == LOOK_FIRED ? 11 : 9;
  double width = get_width (self, look, FALSE);

  for (guint i = 0; i < batch->len; i++)
    trace_route (self, cr,
                 &g_array_index (self->routes, CanvasRoute, g_array_index (batch, guint, i)),
                 arrow - 2);

  /* The halo separates crossings; of what is not taken nothing need be separated. */
  if (look != LOOK_NOT_TAKEN)
    {
      cairo_set_dash (cr, NULL, 0, 0);
      cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
      cairo_set_line_width (cr, width + 4);
      _troupe_cairo_color (cr, self->palette->canvas, 1);
      cairo_stroke_preserve (cr);
    }
  set_dash (cr, kind, muted);
  cairo_set_line_width (cr, width);
  _troupe_cairo_color (cr, get_color (self, kind, look), 1);
  cairo_stroke (cr);

  for (guint i = 0; i < batch->len; i++)
    trace_arrow (self, cr,
                 &g_array_index (self->routes, CanvasRoute, g_array_index (batch, guint, i)),
                 arrow);
  cairo_fill (cr);
}

/* Bends and breakpoints on wires. */
static void
draw_wire_dots (TroupeCanvas *self, cairo_t *cr, const graphene_rect_t *view)
{
  for (guint i = 0; i < self->routes->len; i++)
    {
      const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);
      const TroupeCanvasWire *wire = &troupe_scene_wire (self->scene, i)->wire;

      if (route->n_segments == 0 || (wire->n_bends == 0 && !wire->breakpoint) ||
          !_troupe_canvas_in_view (view, route->x0, route->y0, route->x1, route->y1))
        continue;
      _troupe_cairo_color (cr, troupe_canvas_palette_get_wire (self->palette, wire->kind), 1);
      for (guint b = 0; b < wire->n_bends; b++)
        {
          cairo_arc (cr, wire->bends[2 * b], wire->bends[2 * b + 1], 4, 0, 2 * G_PI);
          cairo_fill (cr);
        }
      if (wire->breakpoint)
        {
          graphene_point_t middle = _troupe_canvas_route_at (self, route, 0.5);

          cairo_arc (cr, middle.x, middle.y, 6, 0, 2 * G_PI);
          _troupe_cairo_color (cr, self->palette->breakpoint, 1);
          cairo_fill (cr);
        }
    }
}

/* Level 2: straight lines of one pixel, one stroke for each colour. */
static void
draw_far_wires (TroupeCanvas *self, cairo_t *cr, const graphene_rect_t *view)
{
  cairo_set_line_width (cr, 1 / self->scale);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  for (int kind = 0; kind < TROUPE_CANVAS_N_WIRE_KINDS; kind++)
    {
      gboolean any = FALSE;

      for (guint i = 0; i < self->routes->len; i++)
        {
          const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);
          const graphene_point_t *points;

          if (route->n_segments == 0 ||
              (int) troupe_scene_wire (self->scene, i)->wire.kind != kind ||
              !_troupe_canvas_in_view (view, route->x0, route->y0, route->x1, route->y1))
            continue;
          points = &g_array_index (self->points, graphene_point_t, route->first);
          cairo_move_to (cr, points[0].x, points[0].y);
          cairo_line_to (cr, points[3 * route->n_segments].x, points[3 * route->n_segments].y);
          any = TRUE;
        }
      if (!any)
        continue;
      _troupe_cairo_color (
          cr, troupe_canvas_palette_get_wire (self->palette, (TroupeCanvasWireKind) kind), 1);
      cairo_stroke (cr);
    }
}

/* Level 2: one rectangle a card. In the wires' node, since thousands of nodes of their own could
 * overrun GTK 4.8's GL renderer. */
static void
draw_far_cards (TroupeCanvas *self, cairo_t *cr, const graphene_rect_t *view)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autofree TroupeColor *colors = g_new0 (TroupeColor, MAX (self->boxes->len, 1));
  GHashTableIter iter;
  gpointer key;

  for (guint i = 0; i < self->boxes->len; i++)
    {
      const TroupeNodeRecord *node = troupe_scene_node (self->scene, i);

      colors[i] = _troupe_canvas_card_color (self, node);
      if (!self->plain_picture && troupe_canvas_is_selected (self, node->node.id))
        colors[i] = self->palette->selection;
      g_hash_table_add (seen, GUINT_TO_POINTER (colors[i]));
    }

  g_hash_table_iter_init (&iter, seen);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      for (guint i = 0; i < self->boxes->len; i++)
        {
          const CanvasBox *box = &g_array_index (self->boxes, CanvasBox, i);

          if (colors[i] != GPOINTER_TO_UINT (key) ||
              !_troupe_canvas_in_view (view, box->x, box->y, box->x + box->width,
                                       box->y + box->height))
            continue;
          cairo_rectangle (cr, box->x, box->y, box->width, box->height);
        }
      _troupe_cairo_color (cr, GPOINTER_TO_UINT (key), 1);
      cairo_fill (cr);
    }
}

void
_troupe_canvas_draw_wires (TroupeCanvas *self,
                           GtkSnapshot *snapshot,
                           const graphene_rect_t *view,
                           guint level,
                           gboolean boxes)
{
  Batches batches = { 0 };
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  cairo_t *cr;

  if (self->routes->len == 0 && !(boxes && self->boxes->len > 0))
    return;

  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, view->size.width * (float) self->scale,
                                                       view->size.height * (float) self->scale));
  cairo_translate (cr, -round (self->origin_x * self->scale * scale) / scale,
                   -round (self->origin_y * self->scale * scale) / scale);
  cairo_scale (cr, self->scale, self->scale);
  if (level == 2)
    {
      draw_far_wires (self, cr, view);
      if (boxes)
        draw_far_cards (self, cr, view);
      cairo_destroy (cr);
      return;
    }

  sort_wires (self, view, &batches);
  for (int look = 0; look < N_LOOKS; look++)
    for (int kind = 0; kind < TROUPE_CANVAS_N_WIRE_KINDS; kind++)
      for (int muted = 0; muted < 2; muted++)
        {
          GArray *batch = batches.batches[look][kind][muted];

          if (batch == NULL)
            continue;
          stroke_batch (self, cr, batch, (WireLook) look, (TroupeCanvasWireKind) kind, muted != 0);
          g_array_unref (batch);
        }
  cairo_set_dash (cr, NULL, 0, 0);
  draw_wire_dots (self, cr, view);
  cairo_destroy (cr);
}

static void
draw_pill (TroupeCanvas *self,
           GtkSnapshot *snapshot,
           const char *text,
           graphene_point_t middle,
           TroupeColor color,
           TroupeColor line)
{
  PangoLayout *layout = _troupe_canvas_text_label (self, FONT_LABEL, text);
  int width, height;
  float half;

  pango_layout_get_pixel_size (layout, &width, &height);
  half = (float) width / 2 + 9;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &middle);
  _troupe_fill_rounded (snapshot, -half, -10, 2 * half, 20, 10,
                        troupe_color_mix (color, self->palette->canvas, 0.06), 1);
  _troupe_stroke_rounded (snapshot, -half, -10, 2 * half, 20, 10, 1, line, 1);
  _troupe_canvas_text_draw (snapshot, layout, (float) -width / 2, (float) -height / 2, color);
  gtk_snapshot_restore (snapshot);
}

void
_troupe_canvas_draw_labels (TroupeCanvas *self,
                            GtkSnapshot *snapshot,
                            const graphene_rect_t *view,
                            guint level)
{
  for (guint i = 0; i < self->routes->len; i++)
    {
      const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);
      const TroupeWireRecord *wire = troupe_scene_wire (self->scene, i);
      WireLook look;
      TroupeColor color;

      if (route->n_segments == 0 || wire->wire.label == NULL ||
          !_troupe_canvas_in_view (view, route->x0, route->y0, route->x1, route->y1))
        continue;
      look = get_look (self, wire);
      if (route->x1 - route->x0 < LABEL_WIDE && look != LOOK_HOVERED && look != LOOK_SELECTED)
        continue;
      if (level > 0 && look != LOOK_HOVERED && look != LOOK_SELECTED)
        continue;
      color = troupe_canvas_palette_get_wire (self->palette, wire->wire.kind);
      if (look == LOOK_NOT_TAKEN)
        color = troupe_color_mix (color, self->palette->canvas, 0.5);
      draw_pill (self, snapshot, wire->wire.label, _troupe_canvas_route_at (self, route, 0.5),
                 color,
                 look == LOOK_SELECTED ? self->palette->selection
                                       : troupe_color_mix (color, self->palette->canvas, 0.7));
    }
}

void
_troupe_canvas_draw_pulses (TroupeCanvas *self, GtkSnapshot *snapshot)
{
  gint64 now = _troupe_canvas_frame_time (self);

  for (guint i = 0; i < self->pulses->len; i++)
    {
      const CanvasPulse *pulse = &g_array_index (self->pulses, CanvasPulse, i);
      const TroupeRecord *record =
          _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_WIRE, pulse->wire);
      double t = (double) (now - pulse->start) / (double) PULSE_LENGTH;
      const CanvasRoute *route;
      graphene_point_t point;
      TroupeColor color;

      if (record == NULL || t < 0 || t > 1)
        continue;
      route = &g_array_index (self->routes, CanvasRoute, record->index);
      if (route->n_segments == 0)
        continue;
      point = _troupe_canvas_route_at (self, route, t);
      color = troupe_canvas_palette_get_wire (self->palette,
                                              ((const TroupeWireRecord *) record)->wire.kind);
      _troupe_fill_circle (snapshot, point.x, point.y, 6, color);
      _troupe_fill_circle (snapshot, point.x, point.y, 2.5f, self->palette->card);
    }
}
