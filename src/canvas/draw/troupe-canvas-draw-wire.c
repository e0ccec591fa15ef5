/* troupe-canvas-draw-wire.c: draws all wires in one cairo node, their labels and the pulses along
 * them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-draw-wire"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-canvas-painter-private.h"
#include "troupe-canvas-state.h"

#define LABEL_WIDE 200.0f /* minimum width of a wire whose label is always shown */

/* The pill of a label: half its height, its padding, and the space around it. */
#define PILL_HALF 10.0f
#define PILL_PAD 9.0f
#define PILL_CLEAR 2.0f
/* Maximum distance of a pill from its wire, and minimum width of its text. */
#define PILL_AWAY 96.0f
#define PILL_STEP 8.0f
/* Distance of the pill of a pause from its wire, which keeps the red dot visible. */
#define PAUSE_AWAY 19.0f
#define PILL_TEXT_MIN 10.0f
/* How far the pill of a pause may be from its wire, and the number of directions in which a place is searched. */
#define PAUSE_REACH 160.0f
#define PAUSE_TURNS 24

/* The label of a delegation, and its distance from the card that the wire leaves. */
#define ERRAND_WIDTH 244.0f
#define ERRAND_HEIGHT 46.0f
#define ERRAND_PAD 12.0f
#define ERRAND_CLEAR 12.0f

/* Looks of wires, in the order in which they are drawn. Wires with the same look share one
 * stroke. */
typedef enum
{
  LOOK_NOT_TAKEN,
  LOOK_PLAIN,
  LOOK_FIRED,
  LOOK_FIRST,
  LOOK_SECOND,
  LOOK_HOVERED,
  LOOK_SELECTED,
  LOOK_CUT, /* the stroke that is being drawn cuts it */
  N_LOOKS
} WireLook;

/* Returns TRUE if the wire is removed when the present stroke ends. */
static gboolean
is_cut (TroupeCanvasPainter *self, guint index)
{
  const CanvasGrip *grip = &self->frame->grip;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  return grip->drag == DRAG_CUT && self->routes[index].n_segments > 0 &&
         troupe_canvas_router_crosses (self->frame->router, &self->routes[index],
                                       (float) grip->drag_x, (float) grip->drag_y,
                                       (float) grip->drag_now_x, (float) grip->drag_now_y);
}

static WireLook
get_look (TroupeCanvasPainter *self, guint index)
{
  const TroupeWireRecord *wire = troupe_scene_wire (self->frame->scene, index);

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  if (is_cut (self, index))
    return LOOK_CUT;
  if (!self->frame->no_marks &&
      troupe_canvas_selection_contains (self->frame->selection, wire->wire.id))
    return LOOK_SELECTED;
  if (!self->frame->no_marks && self->frame->grip.hover_id != NULL &&
      (self->frame->grip.hover_kind == TROUPE_CANVAS_KIND_WIRE ||
       self->frame->grip.hover_kind == TROUPE_CANVAS_KIND_WIRE_END) &&
      g_str_equal (self->frame->grip.hover_id, wire->wire.id))
    return LOOK_HOVERED;
  if (self->frame->grip.insert_wire != NULL &&
      g_str_equal (self->frame->grip.insert_wire, wire->wire.id))
    return LOOK_SELECTED;
  if (wire->state == TROUPE_CANVAS_WIRE_FIRED)
    return LOOK_FIRED;
  if (wire->state == TROUPE_CANVAS_WIRE_NOT_TAKEN)
    return LOOK_NOT_TAKEN;
  if (wire->state == TROUPE_CANVAS_WIRE_FIRST)
    return LOOK_FIRST;
  if (wire->state == TROUPE_CANVAS_WIRE_SECOND)
    return LOOK_SECOND;

  return LOOK_PLAIN;
}

static TroupeColor
get_color (TroupeCanvasPainter *self, TroupeCanvasWireKind kind, WireLook look)
{
  TroupeColor color = troupe_canvas_palette_get_wire (self->palette, kind);

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  if (look == LOOK_SELECTED)
    return self->palette->selection;
  if (look == LOOK_CUT)
    return self->palette->failed;
  if (look == LOOK_NOT_TAKEN)
    return troupe_color_mix (color, self->palette->canvas, self->high_contrast ? 0.7 : 0.38);
  if (look == LOOK_FIRST || look == LOOK_SECOND)
    return troupe_canvas_palette_get_wire (
        self->palette, look == LOOK_FIRST ? TROUPE_CANVAS_WIRE_AND : TROUPE_CANVAS_WIRE_ERRAND);

  return color;
}

static void
trace_route (TroupeCanvasPainter *self, cairo_t *cr, const CanvasRoute *route, float shorten)
{
  const graphene_point_t *points = troupe_canvas_router_get_points (self->frame->router, route);

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  cairo_move_to (cr, points[0].x, points[0].y);
  for (guint s = 0; s < route->n_segments; s++)
    {
      const graphene_point_t *p = points + 3 * s;
      float x = p[3].x, y = p[3].y;

      /* The line ends inside its arrow head, because otherwise the line would blunt the tip. */
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

/* The wires of a frame, as indices grouped by look, kind and dash. */
typedef struct
{
  GArray *batches[N_LOOKS][TROUPE_CANVAS_N_WIRE_KINDS][2];
} Batches;

static gboolean
is_seen (TroupeCanvasPainter *self, const CanvasRoute *route)
{
  return route->n_segments > 0 &&
         troupe_canvas_in_view (&self->frame->view, route->x0 - 8, route->y0 - 8, route->x1 + 8,
                                route->y1 + 8);
}

static void
stroke_batch (TroupeCanvasPainter *self,
              cairo_t *cr,
              GArray *batch,
              WireLook look,
              TroupeCanvasWireKind kind,
              gboolean muted)
{
  float arrow = look == LOOK_FIRED ? 11 : 9;
  static const double widths[N_LOOKS] = { 2, 2, 3.5, 3.5, 3.5, 3, 3, 3.5 };
  double width = widths[look] + (self->high_contrast ? 1 : 0);
  static const double and_dash[] = { 7, 4.5 };
  static const double dots[] = { 2, 4 };

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  for (guint i = 0; i < batch->len; i++)
    trace_route (self, cr, &self->routes[g_array_index (batch, guint, i)], arrow - 2);

  /* The halo separates crossings, which is not needed for wires that were not taken. */
  if (look != LOOK_NOT_TAKEN)
    {
      cairo_set_dash (cr, NULL, 0, 0);
      cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
      cairo_set_line_width (cr, width + 4);
      troupe_canvas_set_source (cr, self->palette->canvas, 1);
      cairo_stroke_preserve (cr);
    }
  /* The line of a running manager is solid. */
  if (muted || (kind == TROUPE_CANVAS_WIRE_MANAGER && look != LOOK_FIRED))
    cairo_set_dash (cr, dots, 2, 0);
  else if (look == LOOK_SECOND || (kind == TROUPE_CANVAS_WIRE_AND && look != LOOK_FIRST))
    cairo_set_dash (cr, and_dash, 2, 0);
  else
    cairo_set_dash (cr, NULL, 0, 0);
  cairo_set_line_width (cr, width);
  troupe_canvas_set_source (cr, get_color (self, kind, look), 1);
  cairo_stroke (cr);

  for (guint i = 0; i < batch->len; i++)
    {
      const CanvasRoute *route = &self->routes[g_array_index (batch, guint, i)];
      const graphene_point_t *points = troupe_canvas_router_get_points (self->frame->router, route);
      graphene_point_t tip = points[3 * route->n_segments];
      graphene_point_t back = points[3 * route->n_segments - 1];
      float dx = tip.x - back.x;
      float dy = tip.y - back.y;
      float distance = hypotf (dx, dy);
      float half = arrow * 0.46f;

      if (distance <= 0)
        {
          dx = 1;
          dy = 0;
          distance = 1;
        }
      dx /= distance;
      dy /= distance;
      cairo_move_to (cr, tip.x, tip.y);
      cairo_line_to (cr, tip.x - dx * arrow - dy * half, tip.y - dy * arrow + dx * half);
      cairo_line_to (cr, tip.x - dx * arrow + dy * half, tip.y - dy * arrow - dx * half);
      cairo_close_path (cr);
    }
  cairo_fill (cr);
}

static void
trace_far (TroupeCanvasPainter *self, cairo_t *cr, const CanvasRoute *route)
{
  const graphene_point_t *points = troupe_canvas_router_get_points (self->frame->router, route);

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  cairo_move_to (cr, points[0].x, points[0].y);
  cairo_line_to (cr, points[3 * route->n_segments].x, points[3 * route->n_segments].y);
}

/* Draws the wires at level 2: straight lines of one pixel, one stroke per color. */
static void
draw_far_wires (TroupeCanvasPainter *self, cairo_t *cr)
{
  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  cairo_set_line_width (cr, 1 / self->frame->scale);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  for (int kind = 0; kind < TROUPE_CANVAS_N_WIRE_KINDS; kind++)
    {
      gboolean any = FALSE;

      for (guint i = 0; i < self->n_routes; i++)
        {
          const CanvasRoute *route = &self->routes[i];

          if (route->n_segments == 0 ||
              (int) troupe_scene_wire (self->frame->scene, i)->wire.kind != kind ||
              !troupe_canvas_in_view (&self->frame->view, route->x0, route->y0, route->x1,
                                      route->y1))
            continue;
          trace_far (self, cr, route);
          any = TRUE;
        }
      if (!any)
        continue;
      troupe_canvas_set_source (
          cr, troupe_canvas_palette_get_wire (self->palette, (TroupeCanvasWireKind) kind), 1);
      cairo_stroke (cr);
    }
  for (guint i = 0; i < self->n_routes; i++)
    if (is_cut (self, i))
      trace_far (self, cr, &self->routes[i]);
  cairo_set_line_width (cr, 3 / self->frame->scale);
  troupe_canvas_set_source (cr, self->palette->failed, 1);
  cairo_stroke (cr);
}

/* Draws the cards at level 2: one rectangle per card. They are drawn in the node of the wires,
 * because thousands of nodes could exceed a limit of GTK 4.8's GL renderer. */
static void
draw_far_cards (TroupeCanvasPainter *self, cairo_t *cr)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autofree TroupeColor *colors = g_new0 (TroupeColor, MAX (self->n_boxes, 1));
  GHashTableIter iter;
  gpointer key;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  for (guint i = 0; i < self->n_boxes; i++)
    {
      const TroupeNodeRecord *node = troupe_scene_node (self->frame->scene, i);

      colors[i] = troupe_canvas_get_card_color (self->palette, node);
      if (!self->frame->no_marks &&
          troupe_canvas_selection_contains (self->frame->selection, node->node.id))
        colors[i] = self->palette->selection;
      g_hash_table_add (seen, GUINT_TO_POINTER (colors[i]));
    }

  g_hash_table_iter_init (&iter, seen);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      for (guint i = 0; i < self->n_boxes; i++)
        {
          const CanvasBox *box = &self->boxes[i];

          if (colors[i] != GPOINTER_TO_UINT (key) ||
              !troupe_canvas_in_view (&self->frame->view, box->x, box->y, box->x + box->width,
                                      box->y + box->height))
            continue;
          cairo_rectangle (cr, box->x, box->y, box->width, box->height);
        }
      troupe_canvas_set_source (cr, GPOINTER_TO_UINT (key), 1);
      cairo_fill (cr);
    }
}

/* Returns the cache key of the drawn wires, which contains everything on which they depend. */
static GByteArray *
describe_wires (TroupeCanvasPainter *self, guint level)
{
  GByteArray *key = g_byte_array_new ();
  const CanvasFrame *frame = self->frame;
  const double view[] = { frame->scale, frame->origin_x, frame->origin_y,
                          (double) frame->view.size.width, (double) frame->view.size.height };
  const guint state[] = { level, (guint) frame->device_scale, self->generation,
                          troupe_canvas_router_get_serial (frame->router) };

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  g_byte_array_append (key, (const guint8 *) view, sizeof view);
  g_byte_array_append (key, (const guint8 *) state, sizeof state);
  for (guint i = 0; i < self->n_routes; i++)
    {
      const TroupeWireRecord *wire = troupe_scene_wire (frame->scene, i);
      const guint look[] = { wire->record.serial, (guint) get_look (self, i) };

      if (is_seen (self, &self->routes[i]))
        g_byte_array_append (key, (const guint8 *) look, sizeof look);
    }

  return key;
}

static void
trace_wires (TroupeCanvasPainter *self, cairo_t *cr)
{
  Batches batches = { 0 };

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  for (guint i = 0; i < self->n_routes; i++)
    {
      const CanvasRoute *route = &self->routes[i];
      const TroupeWireRecord *wire;
      GArray **batch;

      if (!is_seen (self, route))
        continue;
      wire = troupe_scene_wire (self->frame->scene, i);
      batch = &batches.batches[get_look (self, i)][wire->wire.kind][wire->wire.muted ? 1 : 0];
      if (*batch == NULL)
        *batch = g_array_new (FALSE, FALSE, sizeof (guint));
      g_array_append_val (*batch, i);
    }
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
  /* Bends and breakpoints on wires. */
  for (guint i = 0; i < self->n_routes; i++)
    {
      const CanvasRoute *route = &self->routes[i];
      const TroupeCanvasWire *wire = &troupe_scene_wire (self->frame->scene, i)->wire;

      if (route->n_segments == 0 || (wire->n_bends == 0 && !wire->breakpoint) ||
          !troupe_canvas_in_view (&self->frame->view, route->x0, route->y0, route->x1, route->y1))
        continue;
      troupe_canvas_set_source (cr, troupe_canvas_palette_get_wire (self->palette, wire->kind), 1);
      for (guint b = 0; b < wire->n_bends && wire->kind != TROUPE_CANVAS_WIRE_ERRAND; b++)
        {
          cairo_arc (cr, wire->bends[2 * b], wire->bends[2 * b + 1], 4, 0, 2 * G_PI);
          cairo_fill (cr);
        }
      if (wire->breakpoint)
        {
          graphene_point_t middle =
              troupe_canvas_router_get_point_at (self->frame->router, route, 0.5);

          cairo_arc (cr, middle.x, middle.y, 6, 0, 2 * G_PI);
          troupe_canvas_set_source (cr, self->palette->breakpoint, 1);
          cairo_fill (cr);
        }
    }
}

void
troupe_painter_draw_wires (TroupeCanvasPainter *self, GtkSnapshot *snapshot, guint level)
{
  g_autoptr (GByteArray) key = NULL;

  if (self->n_routes == 0 && !(level == 2 && self->n_boxes > 0))
    return;

  /* At level 2 the node contains the cards as well. */
  if (level < 2)
    key = describe_wires (self, level);
  if (key == NULL || self->wires_node == NULL || self->wires_key == NULL ||
      key->len != self->wires_key->len || memcmp (key->data, self->wires_key->data, key->len) != 0)
    {
      const CanvasFrame *frame;
      int scale;
      GskRenderNode *node;
      cairo_t *cr;

      g_clear_pointer (&self->wires_node, gsk_render_node_unref);
      g_clear_pointer (&self->wires_key, g_byte_array_unref);
      frame = self->frame;
      scale = frame->device_scale;
      node = gsk_cairo_node_new (
          &GRAPHENE_RECT_INIT (0, 0, frame->view.size.width * (float) frame->scale,
                               frame->view.size.height * (float) frame->scale));
      cr = gsk_cairo_node_get_draw_context (node);
      cairo_translate (cr, -round (frame->origin_x * frame->scale * scale) / scale,
                       -round (frame->origin_y * frame->scale * scale) / scale);
      cairo_scale (cr, frame->scale, frame->scale);
      if (level == 2)
        {
          draw_far_wires (self, cr);
          draw_far_cards (self, cr);
        }
      else
        trace_wires (self, cr);
      cairo_destroy (cr);
      self->wires_node = node;
      self->wires_key = g_steal_pointer (&key);
    }
  gtk_snapshot_append_node (snapshot, self->wires_node);
}

/* Returns the maximum width on either side of a pill centered at @middle that does not touch a
 * card. */
static float
find_pill_room (const CanvasBox *boxes, guint n_boxes, graphene_point_t middle)
{
  float room = G_MAXFLOAT;

  for (guint i = 0; i < n_boxes && room > 0; i++)
    {
      const CanvasBox *box = &boxes[i];

      if (middle.y + PILL_HALF + PILL_CLEAR <= box->y ||
          middle.y - PILL_HALF - PILL_CLEAR >= box->y + box->height)
        continue;
      room = MIN (room, MAX (box->x - middle.x, middle.x - box->x - box->width) - PILL_CLEAR);
    }
  return room;
}

/* Makes both the pill of a hovered wire and the card next to the wire legible. If the pill would
 * cover a card, moves the pill above or below the card. If there is no space at these positions
 * either, truncates the text of the pill.
 * @middle: (inout). (transfer full): the text that fits */
static char *
fit_pill (TroupeCanvasPainter *self, const char *text, graphene_point_t *middle)
{
  const float half = troupe_canvas_text_width (self->text, FONT_LABEL, text) / 2 + PILL_PAD;
  const float room = find_pill_room (self->boxes, self->n_boxes, *middle);

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  for (float away = PILL_STEP; room < half && away <= PILL_AWAY; away += PILL_STEP)
    for (int side = -1; side <= 1; side += 2)
      {
        graphene_point_t place = GRAPHENE_POINT_INIT (middle->x, middle->y + away * (float) side);

        if (find_pill_room (self->boxes, self->n_boxes, place) < half)
          continue;
        *middle = place;
        return g_strdup (text);
      }
  if (room >= half)
    return g_strdup (text);
  return troupe_canvas_text_cut (self->text, FONT_LABEL, text,
                                 2 * MAX (room - PILL_PAD, PILL_TEXT_MIN));
}

graphene_point_t
troupe_canvas_place_pause (const CanvasBox *boxes,
                           guint n_boxes,
                           float half,
                           graphene_point_t middle)
{
  for (float away = 0; away <= PAUSE_REACH; away += PILL_STEP)
    for (guint i = 0; i < PAUSE_TURNS; i++)
      {
        /* Below and above the wire first, then ever more to the sides. */
        const double turn = (double) ((i + 1) / 2) * (i % 2 == 0 ? 1 : -1) * 2 * G_PI / PAUSE_TURNS;
        const graphene_point_t place = GRAPHENE_POINT_INIT (middle.x + away * (float) sin (turn),
                                                            middle.y + away * (float) cos (turn));

        if (find_pill_room (boxes, n_boxes, place) >= half)
          return place;
      }
  return middle;
}

static void
draw_pill (TroupeCanvasPainter *self,
           GtkSnapshot *snapshot,
           const char *text,
           graphene_point_t middle,
           TroupeColor color,
           TroupeColor line)
{
  PangoLayout *layout = troupe_canvas_text_label (self->text, FONT_LABEL, text);
  int width, height;
  float half;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  pango_layout_get_pixel_size (layout, &width, &height);
  half = (float) width / 2 + PILL_PAD;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &middle);
  troupe_canvas_fill_rounded (snapshot, -half, -PILL_HALF, 2 * half, 2 * PILL_HALF, PILL_HALF,
                              troupe_color_mix (color, self->palette->canvas, 0.06), 1);
  troupe_canvas_stroke_rounded (snapshot, -half, -PILL_HALF, 2 * half, 2 * PILL_HALF, PILL_HALF, 1,
                                line, 1);
  troupe_canvas_text_draw (snapshot, layout, (float) -width / 2, (float) -height / 2, color);
  gtk_snapshot_restore (snapshot);
}

/* Returns the position of a delegation label. The label consists of two lines on a small card at
 * the first section of the wire, next to the card that the wire leaves. */
graphene_point_t
troupe_canvas_place_delegation (const TroupeCanvasWire *wire, const graphene_point_t *points)
{
  const float lane = wire->n_bends > 0 ? (float) wire->bends[0] : points[0].x;
  graphene_point_t place = { MIN ((points[0].x + lane) / 2 - ERRAND_WIDTH / 2,
                                  points[0].x - ERRAND_CLEAR - ERRAND_WIDTH),
                             points[0].y - ERRAND_HEIGHT / 2 };

  /* If another card is next to the delegating card, the label uses the space where the wire runs
   * below all cards. */
  if (wire->n_bends == 4 && points[0].x - lane < ERRAND_WIDTH)
    {
      place.x = (float) (wire->bends[2] + wire->bends[4]) / 2 - ERRAND_WIDTH / 2;
      place.y = (float) wire->bends[3] - ERRAND_HEIGHT / 2;
    }
  return place;
}

static void
draw_delegation (TroupeCanvasPainter *self,
                 GtkSnapshot *snapshot,
                 const CanvasRoute *route,
                 const TroupeCanvasWire *wire,
                 TroupeColor color)
{
  const graphene_point_t place =
      troupe_canvas_place_delegation (wire,
                                      troupe_canvas_router_get_points (self->frame->router, route));
  const float x = place.x;
  const float y = place.y;
  const char *const lines[] = { wire->label, wire->words };
  const float room = ERRAND_WIDTH - 2 * ERRAND_PAD;

  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  troupe_canvas_fill_rounded (snapshot, x, y, ERRAND_WIDTH, ERRAND_HEIGHT, 12, self->palette->card,
                              1);
  troupe_canvas_stroke_rounded (snapshot, x, y, ERRAND_WIDTH, ERRAND_HEIGHT, 12, 1.5f, color, 1);
  troupe_canvas_text_draw_icon (self->text, snapshot, "troupe-delegate-symbolic", x + ERRAND_PAD,
                                y + 8, 13, color);
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      const float inset = i == 0 ? 17 : 0;
      g_autoptr (PangoLayout) layout =
          troupe_canvas_text_layout (self->text, i == 0 ? FONT_WORD : FONT_STREAM,
                                     lines[i] != NULL ? lines[i] : "");

      pango_layout_set_width (layout, (int) ((room - inset) * PANGO_SCALE));
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
      troupe_canvas_text_draw (snapshot, layout, x + ERRAND_PAD + inset, y + (i == 0 ? 6 : 24),
                               i == 0 ? color : self->palette->text);
    }
}

void
troupe_painter_draw_labels (TroupeCanvasPainter *self, GtkSnapshot *snapshot, guint level)
{
  g_assert (TROUPE_IS_CANVAS_PAINTER (self));

  for (guint i = 0; i < self->n_routes; i++)
    {
      const CanvasRoute *route = &self->routes[i];
      const TroupeWireRecord *wire = troupe_scene_wire (self->frame->scene, i);
      g_autofree char *cut = NULL;
      g_autofree char *lettered = NULL;
      graphene_point_t middle;
      WireLook look;
      TroupeColor color;

      if (route->n_segments == 0 ||
          !troupe_canvas_in_view (&self->frame->view, route->x0, route->y0, route->x1, route->y1))
        continue;
      if (wire->is_paused && level == 0)
        {
          const char *word = troupe_canvas_state_get_word (TROUPE_CANVAS_STATE_PAUSED);
          graphene_point_t place =
              troupe_canvas_router_get_point_at (self->frame->router, route, 0.5);

          /* Draws the pill of a wire at which the run is paused, at any length of the wire. */
          place.y += PAUSE_AWAY;
          place = troupe_canvas_place_pause (
              self->boxes, self->n_boxes,
              troupe_canvas_text_width (self->text, FONT_LABEL, word) / 2 + PILL_PAD, place);
          draw_pill (self, snapshot, word, place, self->palette->paused, self->palette->paused);
        }
      if (wire->wire.label == NULL)
        continue;
      look = get_look (self, i);
      if (wire->wire.kind == TROUPE_CANVAS_WIRE_ERRAND)
        {
          if (level == 0)
            draw_delegation (self, snapshot, route, &wire->wire,
                             get_color (self, wire->wire.kind, look));
          continue;
        }
      if (route->x1 - route->x0 < LABEL_WIDE && wire->wire.kind != TROUPE_CANVAS_WIRE_MANAGER &&
          look != LOOK_HOVERED && look != LOOK_SELECTED)
        continue;
      if (level > 0 && look != LOOK_HOVERED && look != LOOK_SELECTED)
        continue;
      color = troupe_canvas_palette_get_wire (self->palette, wire->wire.kind);
      if (look == LOOK_NOT_TAKEN)
        color = troupe_color_mix (color, self->palette->canvas, 0.5);
      /* The letter of the run, because its color alone must not be needed. */
      if (look == LOOK_FIRST || look == LOOK_SECOND)
        {
          color = get_color (self, wire->wire.kind, look);
          lettered = g_strdup_printf ("%s · %s", look == LOOK_FIRST ? "A" : "B", wire->wire.label);
        }
      middle = troupe_canvas_router_get_point_at (self->frame->router, route, 0.5);
      if (look == LOOK_HOVERED || look == LOOK_SELECTED)
        cut = fit_pill (self, wire->wire.label, &middle);
      draw_pill (self, snapshot,
                 cut != NULL        ? cut
                 : lettered != NULL ? lettered
                                    : wire->wire.label,
                 middle, color,
                 look == LOOK_SELECTED ? self->palette->selection
                                       : troupe_color_mix (color, self->palette->canvas, 0.7));
    }
}

void
troupe_painter_draw_pulses (TroupeCanvasPainter *self, GtkSnapshot *snapshot)
{
  for (guint i = 0; i < troupe_canvas_pulses_count (self->frame->pulses); i++)
    {
      const CanvasPulse *pulse = troupe_canvas_pulses_nth (self->frame->pulses, i);
      const TroupeRecord *record =
          troupe_scene_find (self->frame->scene, TROUPE_CANVAS_KIND_WIRE, pulse->wire);
      double t = troupe_canvas_pulse_get_part (pulse, self->frame->time);
      const CanvasRoute *route;
      graphene_point_t point;
      TroupeColor color;

      if (record == NULL || t < 0 || t > 1)
        continue;
      route = &self->routes[record->index];
      if (route->n_segments == 0)
        continue;
      point = troupe_canvas_router_get_point_at (self->frame->router, route, t);
      color = troupe_canvas_palette_get_wire (self->palette,
                                              ((const TroupeWireRecord *) record)->wire.kind);
      troupe_canvas_fill_circle (snapshot, point.x, point.y, 6, color);
      troupe_canvas_fill_circle (snapshot, point.x, point.y, 2.5f, self->palette->card);
    }
}
