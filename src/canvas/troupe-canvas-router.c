/* troupe-canvas-router.c: which wires are routed when, and what is known of their ways
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-router"

#include "config.h"

#include "troupe-canvas-router.h"

#include <math.h>
#include <string.h>

#include "troupe-canvas-sizes.h"
#include "troupe-canvas-way.h"

/* How many cards may be looked at for all steps of a scene together. */
#define STEP_BUDGET 4000000

typedef graphene_point_t Point;

/* What a route was found for. */
typedef struct
{
  const TroupeRecord *record; /* only ever compared */
  guint shape;
  gboolean stale; /* described anew */
} Source;

struct _TroupeCanvasRouter
{
  GObject parent_instance;

  TroupeCanvasGeometry *geometry;
  GArray *routes;      /* CanvasRoute for each wire */
  GArray *sources;     /* Source for each of them */
  GArray *points;      /* graphene_point_t */
  guint n_idle_points; /* of them, that no wire has any more */
  gboolean orthogonal;
  gboolean dirty; /* all wires run otherwise */
  guint serial;
  guint n_routed;
};

G_DEFINE_FINAL_TYPE (TroupeCanvasRouter, troupe_canvas_router, G_TYPE_OBJECT)

static void
troupe_canvas_router_finalize (GObject *object)
{
  TroupeCanvasRouter *self = TROUPE_CANVAS_ROUTER (object);

  g_clear_object (&self->geometry);
  g_clear_pointer (&self->routes, g_array_unref);
  g_clear_pointer (&self->sources, g_array_unref);
  g_clear_pointer (&self->points, g_array_unref);

  G_OBJECT_CLASS (troupe_canvas_router_parent_class)->finalize (object);
}

static void
troupe_canvas_router_class_init (TroupeCanvasRouterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_canvas_router_finalize;
}

static void
troupe_canvas_router_init (TroupeCanvasRouter *self)
{
  self->routes = g_array_new (FALSE, TRUE, sizeof (CanvasRoute));
  self->sources = g_array_new (FALSE, TRUE, sizeof (Source));
  self->points = g_array_new (FALSE, FALSE, sizeof (Point));
}

TroupeCanvasRouter *
troupe_canvas_router_new (TroupeCanvasGeometry *geometry)
{
  TroupeCanvasRouter *self;

  g_return_val_if_fail (TROUPE_IS_CANVAS_GEOMETRY (geometry), NULL);

  self = g_object_new (TROUPE_TYPE_CANVAS_ROUTER, NULL);
  self->geometry = g_object_ref (geometry);
  return self;
}

void
troupe_canvas_router_reset (TroupeCanvasRouter *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_ROUTER (self));

  g_array_set_size (self->routes, 0);
  g_array_set_size (self->sources, 0);
  g_array_set_size (self->points, 0);
  self->n_idle_points = 0;
  self->serial++;
}

gboolean
troupe_canvas_router_get_orthogonal (TroupeCanvasRouter *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_ROUTER (self), FALSE);

  return self->orthogonal;
}

void
troupe_canvas_router_set_orthogonal (TroupeCanvasRouter *self, gboolean orthogonal)
{
  g_return_if_fail (TROUPE_IS_CANVAS_ROUTER (self));

  self->orthogonal = orthogonal;
  self->dirty = TRUE;
}

guint
troupe_canvas_router_get_serial (TroupeCanvasRouter *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_ROUTER (self), 0);

  return self->serial;
}

guint
troupe_canvas_router_get_n_routed (TroupeCanvasRouter *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_ROUTER (self), 0);

  return self->n_routed;
}

const CanvasRoute *
troupe_canvas_router_get_routes (TroupeCanvasRouter *self, guint *n)
{
  *n = self->routes->len;
  return (const CanvasRoute *) (gconstpointer) self->routes->data;
}

const graphene_point_t *
troupe_canvas_router_get_points (TroupeCanvasRouter *self, const CanvasRoute *route)
{
  return &g_array_index (self->points, Point, route->first);
}

const TroupeRecord *
troupe_canvas_router_get_end (TroupeCanvasRouter *self, const CanvasRoute *route, gboolean far)
{
  TroupeCanvasScene *scene = troupe_canvas_geometry_get_scene (self->geometry);
  int index = far ? route->to : route->from;
  gboolean gate = far ? route->to_gate : route->from_gate;

  if (index < 0)
    return NULL;
  return gate ? &troupe_scene_gate (scene, (guint) index)->record
              : &troupe_scene_node (scene, (guint) index)->record;
}

gboolean
troupe_canvas_router_get_box (TroupeCanvasRouter *self, const TroupeRecord *record, CanvasBox *box)
{
  const CanvasRoute *route;

  g_return_val_if_fail (TROUPE_IS_CANVAS_ROUTER (self), FALSE);

  if (record->kind != TROUPE_CANVAS_KIND_WIRE)
    return troupe_canvas_geometry_get_box (self->geometry, record, box);

  route = &g_array_index (self->routes, CanvasRoute, record->index);
  if (route->n_segments == 0)
    return FALSE;
  *box = (CanvasBox){ route->x0, route->y0, route->x1 - route->x0, route->y1 - route->y0,
                      route->y1 - route->y0 };
  return TRUE;
}

static void
resolve_end (TroupeCanvasScene *scene, const char *id, int *index, gboolean *is_gate)
{
  const TroupeRecord *record = troupe_scene_find (scene, TROUPE_CANVAS_KIND_GROUND, id);

  *index = -1;
  *is_gate = FALSE;
  if (record == NULL)
    return;
  if (record->kind == TROUPE_CANVAS_KIND_NODE || record->kind == TROUPE_CANVAS_KIND_GATE)
    {
      *index = (int) record->index;
      *is_gate = record->kind == TROUPE_CANVAS_KIND_GATE;
    }
}

/* The inputs of a gate by name, the first of each; made once for all of the wires that lead into it. */
static GHashTable *
index_inputs (const TroupeCanvasGate *gate)
{
  GHashTable *inputs = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert (gate != NULL);

  for (int i = 0; gate->inputs != NULL && gate->inputs[i] != NULL; i++)
    if (!g_hash_table_contains (inputs, gate->inputs[i]))
      g_hash_table_insert (inputs, (gpointer) gate->inputs[i], GINT_TO_POINTER (i));

  return inputs;
}

static int
find_input (GHashTable *inputs, const TroupeCanvasWire *wire)
{
  const char *names[] = { wire->to_input, wire->from_port, wire->from };
  gpointer index;

  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    if (names[n] != NULL && g_hash_table_lookup_extended (inputs, names[n], NULL, &index))
      return GPOINTER_TO_INT (index);

  return 0;
}

static void
resolve_wire (TroupeCanvasScene *scene,
              CanvasRoute *route,
              const TroupeCanvasWire *wire,
              GHashTable *all_inputs)
{
  resolve_end (scene, wire->from, &route->from, &route->from_gate);
  resolve_end (scene, wire->to, &route->to, &route->to_gate);
  route->from_port = -1;
  route->to_input = 0;
  if (route->from >= 0 && !route->from_gate)
    route->from_port =
        troupe_canvas_find_event (&troupe_scene_node (scene, (guint) route->from)->node,
                                  wire->from_port);
  if (route->to >= 0 && route->to_gate)
    {
      const TroupeGateRecord *gate = troupe_scene_gate (scene, (guint) route->to);
      GHashTable *inputs = g_hash_table_lookup (all_inputs, gate);

      if (inputs == NULL)
        {
          inputs = index_inputs (&gate->gate);
          g_hash_table_insert (all_inputs, (gpointer) gate, inputs);
        }
      route->to_input = find_input (inputs, wire);
    }
}

static void
drop_points (TroupeCanvasRouter *self, const CanvasRoute *route)
{
  if (route->n_segments > 0)
    self->n_idle_points += 3 * route->n_segments + 1;
}

/* Gives each wire the way it had. Records keep their order and new ones come last. */
static void
match_routes (TroupeCanvasRouter *self, TroupeCanvasScene *scene)
{
  guint n_wires = troupe_scene_count (scene, TROUPE_CANVAS_KIND_WIRE);
  guint n_old = self->routes->len, old = 0, kept = 0;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  for (; kept < n_wires && old < n_old; kept++)
    {
      const TroupeRecord *record = &troupe_scene_wire (scene, kept)->record;

      while (old < n_old && g_array_index (self->sources, Source, old).record != record)
        drop_points (self, &g_array_index (self->routes, CanvasRoute, old++));
      if (old == n_old)
        break;
      g_array_index (self->routes, CanvasRoute, kept) =
          g_array_index (self->routes, CanvasRoute, old);
      g_array_index (self->sources, Source, kept) = g_array_index (self->sources, Source, old);
      old++;
    }
  for (; old < n_old; old++)
    drop_points (self, &g_array_index (self->routes, CanvasRoute, old));

  /* What is behind those kept is emptied. */
  g_array_set_size (self->routes, kept);
  g_array_set_size (self->sources, kept);
  g_array_set_size (self->routes, n_wires);
  g_array_set_size (self->sources, n_wires);
}

static void
resolve_wires (TroupeCanvasRouter *self, TroupeCanvasScene *scene)
{
  g_autoptr (GHashTable) inputs =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  match_routes (self, scene);
  for (guint i = 0; i < self->routes->len; i++)
    {
      const TroupeWireRecord *wire = troupe_scene_wire (scene, i);
      Source *source = &g_array_index (self->sources, Source, i);

      source->stale = source->record == NULL || source->shape != wire->record.shape;
      source->record = &wire->record;
      source->shape = wire->record.shape;
      resolve_wire (scene, &g_array_index (self->routes, CanvasRoute, i), &wire->wire, inputs);
    }
}

static void
find_ends (TroupeCanvasRouter *self,
           const CanvasRoute *route,
           const TroupeCanvasWire *wire,
           Point *from,
           Point *to)
{
  TroupeCanvasGeometry *geometry = self->geometry;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  if (wire->kind == TROUPE_CANVAS_WIRE_MANAGER)
    {
      CanvasBox first, last;

      troupe_canvas_geometry_get_box (geometry, troupe_canvas_router_get_end (self, route, FALSE),
                                      &first);
      troupe_canvas_geometry_get_box (geometry, troupe_canvas_router_get_end (self, route, TRUE),
                                      &last);
      *from = GRAPHENE_POINT_INIT (first.x + first.width / 2, first.y + first.rest_height);
      *to = GRAPHENE_POINT_INIT (last.x + last.width / 2, last.y - 2);
      return;
    }

  *from = route->from_gate
              ? troupe_canvas_geometry_get_gate_output (geometry, (guint) route->from)
              : troupe_canvas_geometry_get_output (geometry, (guint) route->from, route->from_port);
  *to = route->to_gate
            ? troupe_canvas_geometry_get_gate_input (geometry, (guint) route->to, route->to_input)
            : troupe_canvas_geometry_get_input (geometry, (guint) route->to);
  to->x -= (route->to_gate ? 2.0f : TIP_GAP);
}

static void
find_way (TroupeCanvasRouter *self, CanvasRoute *route, const TroupeCanvasWire *wire, guint *budget)
{
  Point from = route->start, to = route->end;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  route->back = wire->kind != TROUPE_CANVAS_WIRE_MANAGER && wire->n_bends == 0 && !wire->has_lane &&
                (wire->routed_back || (to.x < from.x && !troupe_way_is_slightly_back (from, to)));
  g_array_append_val (self->points, from);
  if (wire->kind == TROUPE_CANVAS_WIRE_MANAGER)
    troupe_way_add_fall (self->points, from, to);
  else if (wire->has_lane)
    troupe_way_add_lane (self->points, from, to, (float) wire->lane_y);
  else if (wire->n_bends > 0)
    troupe_way_add_bends (self->points, from, to, wire);
  else if (route->back)
    {
      CanvasBox first, last;
      guint n_boxes;
      const CanvasBox *boxes = troupe_canvas_geometry_get_boxes (self->geometry, &n_boxes);

      troupe_canvas_geometry_get_box (self->geometry,
                                      troupe_canvas_router_get_end (self, route, FALSE), &first);
      troupe_canvas_geometry_get_box (self->geometry,
                                      troupe_canvas_router_get_end (self, route, TRUE), &last);
      /* Room for the strip of a run; a gate has none. */
      first.height = first.rest_height + (route->from_gate ? 0 : STRIP_ROOM);
      last.height = last.rest_height + (route->to_gate ? 0 : STRIP_ROOM);
      troupe_way_add_steps (self->points, boxes, n_boxes, &first, &last, from, to, budget);
    }
  else if (self->orthogonal)
    troupe_way_add_right_angles (self->points, from, to);
  else
    troupe_way_add_curve (self->points, from, to);
}

static void
cover_route (TroupeCanvasRouter *self, CanvasRoute *route)
{
  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  route->x0 = route->y0 = INFINITY;
  route->x1 = route->y1 = -INFINITY;
  /* The handles' hull covers the curve. */
  for (guint i = route->first; i <= route->first + 3 * route->n_segments; i++)
    {
      const Point *point = &g_array_index (self->points, Point, i);

      route->x0 = MIN (route->x0, point->x);
      route->y0 = MIN (route->y0, point->y);
      route->x1 = MAX (route->x1, point->x);
      route->y1 = MAX (route->y1, point->y);
    }
}

/* Whether the way found before still holds. */
static gboolean
is_settled (const CanvasRoute *route,
            const Source *source,
            Point from,
            Point to,
            const CanvasChange *change)
{
  float x0, x1;

  troupe_way_get_reach (from, to, &x0, &x1);
  return route->n_segments > 0 && !source->stale &&
         (!route->back || change->x0 > x1 || change->x1 < x0) &&
         graphene_point_equal (&route->start, &from) && graphene_point_equal (&route->end, &to);
}

/* The new points have been added behind all others; those of before lie idle if they do not fit there. */
static void
keep_points (TroupeCanvasRouter *self, CanvasRoute *route, guint old_first, guint old_points)
{
  guint n = self->points->len - route->first;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  if (n == old_points)
    {
      memcpy (&g_array_index (self->points, Point, old_first),
              &g_array_index (self->points, Point, route->first), n * sizeof (Point));
      g_array_set_size (self->points, route->first);
      route->first = old_first;
    }
  else
    {
      self->n_idle_points += old_points;
    }
}

static void
route_again (TroupeCanvasRouter *self,
             CanvasRoute *route,
             const TroupeCanvasWire *wire,
             guint *budget)
{
  guint old_first = route->first;
  guint old_points = route->n_segments > 0 ? 3 * route->n_segments + 1 : 0;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  route->first = self->points->len;
  find_way (self, route, wire, budget);
  route->n_segments = (self->points->len - route->first) / 3;
  keep_points (self, route, old_first, old_points);
  cover_route (self, route);
  self->n_routed++;
}

/* Closes the gaps that ways of before have left. */
static void
compact_points (TroupeCanvasRouter *self)
{
  GArray *kept =
      g_array_sized_new (FALSE, FALSE, sizeof (Point), self->points->len - self->n_idle_points);

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  for (guint i = 0; i < self->routes->len; i++)
    {
      CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);
      guint first = route->first;

      if (route->n_segments == 0)
        continue;
      route->first = kept->len;
      g_array_append_vals (kept, &g_array_index (self->points, Point, first),
                           3 * route->n_segments + 1);
    }
  g_array_unref (self->points);
  self->points = kept;
  self->n_idle_points = 0;
}

static void
forget_routes (TroupeCanvasRouter *self)
{
  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  g_array_set_size (self->points, 0);
  self->n_idle_points = 0;
  for (guint i = 0; i < self->routes->len; i++)
    g_array_index (self->routes, CanvasRoute, i).n_segments = 0;
}

void
troupe_canvas_router_refresh (TroupeCanvasRouter *self)
{
  TroupeCanvasScene *scene;
  CanvasChange change;
  guint budget = STEP_BUDGET;

  g_return_if_fail (TROUPE_IS_CANVAS_ROUTER (self));

  scene = troupe_canvas_geometry_get_scene (self->geometry);
  troupe_canvas_geometry_refresh (self->geometry, &change);
  if (scene == NULL || (!change.looked && !self->dirty))
    return;

  self->serial++;
  if (change.structure)
    resolve_wires (self, scene);
  if (self->dirty)
    forget_routes (self);
  else if (self->n_idle_points > self->points->len / 2)
    compact_points (self);
  for (guint i = 0; i < self->routes->len; i++)
    {
      CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);
      Source *source = &g_array_index (self->sources, Source, i);
      const TroupeCanvasWire *wire = &troupe_scene_wire (scene, i)->wire;
      Point from, to;

      if (route->from < 0 || route->to < 0)
        {
          drop_points (self, route);
          route->n_segments = 0;
          continue;
        }
      find_ends (self, route, wire, &from, &to);
      if (is_settled (route, source, from, to, &change))
        continue;
      route->start = from;
      route->end = to;
      route_again (self, route, wire, &budget);
      source->stale = FALSE;
    }
  self->dirty = FALSE;
}

void
troupe_canvas_route_preview (graphene_point_t from, graphene_point_t to, GArray *points)
{
  g_array_set_size (points, 0);
  g_array_append_val (points, from);
  troupe_way_add_curve (points, from, to);
}

static Point
get_cubic (const Point *p, float t)
{
  float u = 1 - t;
  float a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, d = t * t * t;

  return GRAPHENE_POINT_INIT (a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                              a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y);
}

graphene_point_t
troupe_canvas_router_get_point_at (TroupeCanvasRouter *self, const CanvasRoute *route, double t)
{
  const Point *points = &g_array_index (self->points, Point, route->first);
  guint steps = 16;
  float total = 0, wanted;
  Point last = points[0];

  for (guint i = 1; i <= route->n_segments * steps; i++)
    {
      Point here =
          get_cubic (points + 3 * ((i - 1) / steps), (float) ((i - 1) % steps + 1) / (float) steps);

      total += troupe_way_get_length (last, here);
      last = here;
    }

  wanted = (float) t * total;
  last = points[0];
  for (guint i = 1; i <= route->n_segments * steps; i++)
    {
      Point here =
          get_cubic (points + 3 * ((i - 1) / steps), (float) ((i - 1) % steps + 1) / (float) steps);
      float length = troupe_way_get_length (last, here);

      if (length >= wanted)
        return troupe_way_go_towards (last, here, wanted);
      wanted -= length;
      last = here;
    }

  return last;
}

static float
get_line_distance (Point a, Point b, float x, float y)
{
  float dx = b.x - a.x, dy = b.y - a.y;
  float square = dx * dx + dy * dy;
  float t = square > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / square : 0;

  t = CLAMP (t, 0, 1);
  return hypotf (x - (a.x + t * dx), y - (a.y + t * dy));
}

float
troupe_canvas_router_get_distance (TroupeCanvasRouter *self,
                                   const CanvasRoute *route,
                                   float x,
                                   float y)
{
  const Point *points = &g_array_index (self->points, Point, route->first);
  float nearest = INFINITY;

  for (guint s = 0; s < route->n_segments; s++)
    {
      Point last = points[3 * s];

      for (guint i = 1; i <= 16; i++)
        {
          Point here = get_cubic (points + 3 * s, (float) i / 16.0f);

          nearest = MIN (nearest, get_line_distance (last, here, x, y));
          last = here;
        }
    }

  return nearest;
}

static float
get_side (Point a, Point b, float x, float y)
{
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
}

gboolean
troupe_canvas_router_crosses (TroupeCanvasRouter *self,
                              const CanvasRoute *route,
                              float ax,
                              float ay,
                              float bx,
                              float by)
{
  const Point *points = &g_array_index (self->points, Point, route->first);
  Point a = GRAPHENE_POINT_INIT (ax, ay), b = GRAPHENE_POINT_INIT (bx, by);

  for (guint s = 0; s < route->n_segments; s++)
    {
      Point last = points[3 * s];

      for (guint i = 1; i <= 16; i++)
        {
          Point here = get_cubic (points + 3 * s, (float) i / 16.0f);

          if (get_side (a, b, last.x, last.y) * get_side (a, b, here.x, here.y) <= 0 &&
              get_side (last, here, ax, ay) * get_side (last, here, bx, by) <= 0)
            return TRUE;
          last = here;
        }
    }

  return FALSE;
}
