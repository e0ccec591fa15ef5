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

/* What looking for ways may cost in one refresh. */
#define BUDGET 20000000

/* A way back is looked for so far beyond its ends. */
#define REACH 340.0

typedef graphene_point_t Point;

/* What a route was found for. */
typedef struct
{
  const TroupeRecord *record; /* only ever compared */
  guint shape;
  gboolean stale; /* described anew */
  gboolean late;  /* something has changed in its way while a card was in the hand */
  gboolean lent;  /* its way has the end that it had among the others before */
  TroupeRouteWay *way;
  guint serial; /* of the way, when it was drawn */
} Source;

struct _TroupeCanvasRouter
{
  GObject parent_instance;

  TroupeCanvasGeometry *geometry;
  CanvasGround *ground;
  GArray *routes;      /* CanvasRoute for each wire */
  GArray *sources;     /* Source for each of them */
  GArray *points;      /* graphene_point_t */
  guint n_idle_points; /* of them, that no wire has any more */
  gboolean orthogonal;
  gboolean dirty; /* all wires run otherwise */
  char *lifted;   /* (nullable): the card in the hand */
  gboolean lifted_changed;
  guint serial;
  guint n_routed;
};

G_DEFINE_FINAL_TYPE (TroupeCanvasRouter, troupe_canvas_router, G_TYPE_OBJECT)

static void
drop_ways (TroupeCanvasRouter *self)
{
  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  for (guint i = 0; i < self->sources->len; i++)
    g_clear_pointer (&g_array_index (self->sources, Source, i).way, troupe_route_way_free);
}

static void
troupe_canvas_router_finalize (GObject *object)
{
  TroupeCanvasRouter *self = TROUPE_CANVAS_ROUTER (object);

  drop_ways (self);
  g_clear_pointer (&self->ground, troupe_canvas_ground_free);
  g_clear_pointer (&self->lifted, g_free);
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
  self->ground = troupe_canvas_ground_new (geometry);
  return self;
}

void
troupe_canvas_router_reset (TroupeCanvasRouter *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_ROUTER (self));

  drop_ways (self);
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

void
troupe_canvas_router_set_lifted (TroupeCanvasRouter *self, const char *id)
{
  g_return_if_fail (TROUPE_IS_CANVAS_ROUTER (self));

  if (g_strcmp0 (self->lifted, id) == 0)
    return;
  g_free (self->lifted);
  self->lifted = g_strdup (id);
  self->lifted_changed = TRUE;
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
  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  if (route->n_segments > 0)
    self->n_idle_points += 3 * route->n_segments + 1;
}

static void
drop_route (TroupeCanvasRouter *self, guint index)
{
  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  drop_points (self, &g_array_index (self->routes, CanvasRoute, index));
  g_clear_pointer (&g_array_index (self->sources, Source, index).way, troupe_route_way_free);
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
        drop_route (self, old++);
      if (old == n_old)
        break;
      g_array_index (self->routes, CanvasRoute, kept) =
          g_array_index (self->routes, CanvasRoute, old);
      g_array_index (self->sources, Source, kept) = g_array_index (self->sources, Source, old);
      old++;
    }
  for (; old < n_old; old++)
    drop_route (self, old);

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

  if (wire->kind == TROUPE_CANVAS_WIRE_ERRAND)
    {
      CanvasBox first, last;

      troupe_canvas_geometry_get_box (geometry, troupe_canvas_router_get_end (self, route, FALSE),
                                      &first);
      troupe_canvas_geometry_get_box (geometry, troupe_canvas_router_get_end (self, route, TRUE),
                                      &last);
      *from = GRAPHENE_POINT_INIT (first.x, first.y + first.rest_height / 2 + (float) wire->from_y);
      *to = GRAPHENE_POINT_INIT (last.x - 2, last.y + last.rest_height / 2);
      return;
    }

  *from = route->from_gate
              ? troupe_canvas_geometry_get_gate_output (geometry, (guint) route->from)
              : troupe_canvas_geometry_get_output (geometry, (guint) route->from, route->from_port);
  *to = route->to_gate
            ? troupe_canvas_geometry_get_gate_input (geometry, (guint) route->to, route->to_place)
            : troupe_canvas_geometry_get_input (geometry, (guint) route->to);
  to->x -= (route->to_gate ? 2.0f : TIP_GAP);
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

/* Whether the way found before still holds, as far as the wire alone is concerned. */
static gboolean
is_settled (TroupeCanvasRouter *self,
            const CanvasRoute *route,
            const Source *source,
            Point from,
            Point to)
{
  double x0 = (double) MIN (from.x, to.x);
  double x1 = (double) MAX (from.x, to.x);
  double reach = to.x < from.x + 60.0f ? REACH : 12;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  return route->n_segments > 0 && !source->stale && !source->late &&
         graphene_point_equal (&route->start, &from) && graphene_point_equal (&route->end, &to) &&
         (source->way == NULL ||
          !troupe_canvas_ground_has_changed (self->ground, x0 - reach, x1 + reach));
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
draw_again (TroupeCanvasRouter *self, guint index, const TroupeCanvasWire *wire)
{
  CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, index);
  Source *source = &g_array_index (self->sources, Source, index);
  guint old_first = route->first;
  guint old_points = route->n_segments > 0 ? 3 * route->n_segments + 1 : 0;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  route->first = self->points->len;
  route->back = source->way != NULL && troupe_route_way_goes_back (source->way);
  troupe_way_add (self->points, source->way, route->start, route->end, wire);
  route->n_segments = (self->points->len - route->first) / 3;
  keep_points (self, route, old_first, old_points);
  cover_route (self, route);
  source->stale = FALSE;
  source->serial = source->way != NULL ? troupe_route_way_get_serial (source->way) : 0;
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
  drop_ways (self);
}

/* Where wires enter gates, now that these stand where they stand. */
static void
order_inputs (TroupeCanvasRouter *self, TroupeCanvasScene *scene)
{
  guint n_gates = troupe_scene_count (scene, TROUPE_CANVAS_KIND_GATE);
  g_autofree guint *first = g_new0 (guint, n_gates + 1);
  g_autofree double *keys = NULL;
  g_autofree guint *counts = NULL;
  g_autofree guint *places = NULL;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  for (guint i = 0; i < n_gates; i++)
    first[i + 1] = first[i] + MAX (troupe_scene_gate (scene, i)->n_inputs, 1);
  keys = g_new0 (double, first[n_gates] + 1);
  counts = g_new0 (guint, first[n_gates] + 1);
  places = g_new0 (guint, first[n_gates] + 1);
  for (guint i = 0; i < self->routes->len; i++)
    {
      const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);
      const TroupeCanvasGate *gate;
      Point from;
      guint input;

      if (!route->to_gate || route->to < 0 || route->from < 0)
        continue;
      gate = &troupe_scene_gate (scene, (guint) route->to)->gate;
      from = route->from_gate
                 ? troupe_canvas_geometry_get_gate_output (self->geometry, (guint) route->from)
                 : troupe_canvas_geometry_get_output (self->geometry, (guint) route->from,
                                                      route->from_port);
      input = first[route->to] + (guint) route->to_input;
      keys[input] += troupe_route_get_input_key (troupe_way_get_point (from),
                                                 (TroupeRoutePoint){ gate->x, gate->y });
      counts[input]++;
    }
  for (guint i = 0; i < first[n_gates]; i++)
    keys[i] = counts[i] > 0 ? keys[i] / counts[i] : (double) NAN;
  for (guint i = 0; i < n_gates; i++)
    troupe_route_order_inputs (keys + first[i], first[i + 1] - first[i], places + first[i]);
  for (guint i = 0; i < self->routes->len; i++)
    {
      CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);

      if (route->to_gate && route->to >= 0)
        route->to_place = (int) places[first[route->to] + (guint) route->to_input];
    }
}

/* Looks for the way of one wire anew where it may be another one. */
static void
find_way (TroupeCanvasRouter *self,
          guint index,
          const TroupeCanvasWire *wire,
          gboolean held,
          guint64 *budget)
{
  CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, index);
  Source *source = &g_array_index (self->sources, Source, index);
  TroupeRouteWire ends = { .loops = wire->routed_back,
                           .square = self->orthogonal,
                           .gate = route->to_gate ? (guint) route->to + 1 : 0 };
  Point from, to;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  find_ends (self, route, wire, &from, &to);
  if (is_settled (self, route, source, from, to))
    return;
  source->stale = source->stale || source->way == NULL || route->n_segments == 0 ||
                  (source->lent && !held) || !graphene_point_equal (&route->start, &from) ||
                  !graphene_point_equal (&route->end, &to);
  ends.from = troupe_way_get_point (from);
  ends.to = troupe_way_get_point (to);
  /* Among others it may have another place at its gate, where it is seen until all are settled again. */
  source->lent = held && source->way != NULL && graphene_point_equal (&route->end, &to);
  if (source->lent)
    ends.to = troupe_route_way_get_end (source->way);
  route->start = from;
  route->end = to;
  source->late = held;
  if (held && source->way != NULL && !source->stale)
    return;
  if (source->way != NULL && !source->stale)
    {
      troupe_route_find_again (troupe_canvas_ground_get_field (self->ground), source->way, budget);
      return;
    }
  g_clear_pointer (&source->way, troupe_route_way_free);
  if (wire->kind != TROUPE_CANVAS_WIRE_MANAGER && wire->kind != TROUPE_CANVAS_WIRE_ERRAND &&
      wire->n_bends == 0 && !wire->has_lane)
    source->way = troupe_route_find (troupe_canvas_ground_get_field (self->ground), &ends, budget);
}

/* Among the others a wire may have to go otherwise, though nothing has changed where it runs; not while a card is in the
 * hand, whose own wires alone follow it then. */
static void
settle_ways (TroupeCanvasRouter *self, TroupeCanvasScene *scene, gboolean held, guint64 *budget)
{
  g_autofree TroupeRouteWay **ways = g_new0 (TroupeRouteWay *, self->sources->len + 1);

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  for (guint i = 0; i < self->sources->len; i++)
    ways[i] = g_array_index (self->sources, Source, i).way;
  if (!held)
    troupe_route_settle (troupe_canvas_ground_get_field (self->ground), ways, self->sources->len,
                         FALSE, budget);
  for (guint i = 0; i < self->sources->len; i++)
    {
      const Source *source = &g_array_index (self->sources, Source, i);
      const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);

      if (route->from < 0 || route->to < 0)
        continue;
      if (source->stale || route->n_segments == 0 ||
          (source->way != NULL && source->serial != troupe_route_way_get_serial (source->way)))
        draw_again (self, i, &troupe_scene_wire (scene, i)->wire);
    }
}

void
troupe_canvas_router_refresh (TroupeCanvasRouter *self)
{
  TroupeCanvasScene *scene;
  CanvasChange change;
  guint64 budget = BUDGET;
  gboolean held;

  g_return_if_fail (TROUPE_IS_CANVAS_ROUTER (self));

  scene = troupe_canvas_geometry_get_scene (self->geometry);
  troupe_canvas_geometry_refresh (self->geometry, &change);
  if (scene == NULL || (!change.looked && !self->dirty && !self->lifted_changed))
    return;

  self->serial++;
  if (change.structure)
    resolve_wires (self, scene);
  if (self->dirty)
    forget_routes (self);
  else if (self->n_idle_points > self->points->len / 2)
    compact_points (self);
  held = self->lifted != NULL && !change.structure && !self->dirty;
  troupe_canvas_ground_refresh (self->ground, self->lifted);
  self->lifted_changed = FALSE;
  if (!held)
    order_inputs (self, scene);
  for (guint i = 0; i < self->routes->len; i++)
    {
      CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);

      if (route->from >= 0 && route->to >= 0)
        {
          find_way (self, i, &troupe_scene_wire (scene, i)->wire, held, &budget);
          continue;
        }
      drop_route (self, i);
      route->n_segments = 0;
    }
  settle_ways (self, scene, held, &budget);
  self->dirty = FALSE;
}

void
troupe_canvas_route_preview (graphene_point_t from, graphene_point_t to, GArray *points)
{
  const TroupeCanvasWire plain = { 0 };
  TroupeRouteWire ends = { .from = troupe_way_get_point (from), .to = troupe_way_get_point (to) };
  g_autoptr (TroupeRouteWay) way = troupe_route_way_new_plain (&ends);

  g_array_set_size (points, 0);
  troupe_way_add (points, way, from, to, &plain);
}
