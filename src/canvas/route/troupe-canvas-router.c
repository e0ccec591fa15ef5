/* troupe-canvas-router.c: routes the wires of a scene and caches the paths
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-router"

#include "config.h"

#include "troupe-canvas-router.h"

#include <math.h>
#include <string.h>

#include "troupe-canvas-ends.h"
#include "troupe-canvas-obstacles.h"
#include "troupe-canvas-routing-job.h"

/* Limit of the search for wires that immediately follow a moved card, about two milliseconds.
 * Beyond this limit, wires are plain curves until all wires are settled. */
#define FOLLOW_BUDGET 500000
/* Tolerance for detecting that both ends have moved together. */
#define NEAR 0.01f
/* Maximum number of new wires that are drawn immediately. If there are more new wires, they wait
 * until all wires are settled. */
#define FEW_NEW 16

/* Distance beyond its ends in which a backward path is searched. */
#define REACH 340.0

typedef graphene_point_t Point;

/* What a route was computed from. */
typedef struct
{
  const TroupeRecord *record; /* only for comparison */
  guint shape;
  gboolean stale; /* has a new description */
  gboolean late;  /* obstacles have changed since all were settled */
  gboolean lent;  /* whether the path keeps the gate end that was exchanged for the old path */
  TroupeRoutePath *way;
  guint serial; /* of the path when it was drawn */
} Source;

struct _TroupeCanvasRouter
{
  GObject parent_instance;

  TroupeCanvasGeometry *geometry;
  CanvasGround *ground;
  GArray *routes;      /* CanvasRoute per wire */
  GArray *sources;     /* Source per wire */
  GArray *points;      /* graphene_point_t */
  guint n_idle_points; /* number of unused points */
  gboolean orthogonal;
  char *lifted;           /* (nullable): the dragged card */
  gboolean moving;        /* something is still moving */
  gboolean asked;         /* whether orthogonal, lifted or moving has changed since the last
                             refresh */
  gboolean all_new;       /* settling must route all wires again */
  gboolean unsettled;     /* some wires have no final path yet */
  GCancellable *settling; /* (nullable): of the routing thread */
  guint serial;
  guint n_routed;
};

enum
{
  SETTLED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Data of the routing thread. The router may no longer exist when the thread finishes. */
typedef struct
{
  GWeakRef router;
  CanvasSettling *settling;
} Delegation;

G_DEFINE_FINAL_TYPE (TroupeCanvasRouter, troupe_canvas_router, G_TYPE_OBJECT)

static void
delegation_free (gpointer data)
{
  Delegation *delegation = data;

  g_weak_ref_clear (&delegation->router);
  troupe_canvas_routing_job_free (delegation->settling);
  g_free (delegation);
}

static void
stop_settling (TroupeCanvasRouter *self)
{
  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  g_cancellable_cancel (self->settling);
  g_clear_object (&self->settling);
}

static void
drop_ways (TroupeCanvasRouter *self)
{
  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  for (guint i = 0; i < self->sources->len; i++)
    g_clear_pointer (&g_array_index (self->sources, Source, i).way, troupe_route_path_free);
}

static void
troupe_canvas_router_finalize (GObject *object)
{
  TroupeCanvasRouter *self = TROUPE_CANVAS_ROUTER (object);

  stop_settling (self);
  drop_ways (self);
  g_clear_pointer (&self->ground, troupe_canvas_obstacles_free);
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

  signals[SETTLED] = g_signal_new ("settled", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
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
  self->ground = troupe_canvas_obstacles_new (geometry);
  return self;
}

void
troupe_canvas_router_reset (TroupeCanvasRouter *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_ROUTER (self));

  stop_settling (self);
  drop_ways (self);
  g_array_set_size (self->routes, 0);
  g_array_set_size (self->sources, 0);
  g_array_set_size (self->points, 0);
  self->n_idle_points = 0;
  self->moving = FALSE;
  self->unsettled = FALSE;
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
  self->all_new = TRUE;
  self->asked = TRUE;
}

void
troupe_canvas_router_set_lifted (TroupeCanvasRouter *self, const char *id)
{
  g_return_if_fail (TROUPE_IS_CANVAS_ROUTER (self));

  if (g_strcmp0 (self->lifted, id) == 0)
    return;
  g_free (self->lifted);
  self->lifted = g_strdup (id);
  self->asked = TRUE;
}

void
troupe_canvas_router_set_moving (TroupeCanvasRouter *self, gboolean moving)
{
  g_return_if_fail (TROUPE_IS_CANVAS_ROUTER (self));

  if (self->moving == moving)
    return;
  self->moving = moving;
  self->asked = TRUE;
}

gboolean
troupe_canvas_router_is_settled (TroupeCanvasRouter *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_ROUTER (self), TRUE);

  return !self->unsettled;
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
  return troupe_canvas_ends_get_record (self->geometry, route, far);
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
drop_route (TroupeCanvasRouter *self, guint index)
{
  const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, index);

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  if (route->n_segments > 0)
    self->n_idle_points += 3 * route->n_segments + 1;
  g_clear_pointer (&g_array_index (self->sources, Source, index).way, troupe_route_path_free);
}

/* Removes the route of a wire that lacks one of its ends. */
static void
undraw (TroupeCanvasRouter *self, guint index)
{
  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  drop_route (self, index);
  g_array_index (self->routes, CanvasRoute, index).n_segments = 0;
}

static void
resolve_wires (TroupeCanvasRouter *self, TroupeCanvasScene *scene)
{
  g_autoptr (GHashTable) inputs =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
  guint n_wires = troupe_scene_count (scene, TROUPE_CANVAS_KIND_WIRE);
  guint n_old = self->routes->len;
  guint old = 0;
  guint kept = 0;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  /* Moves the old routes to their wires. Records keep their order, and new records are appended. */
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

  /* Clear everything after the kept routes. */
  g_array_set_size (self->routes, kept);
  g_array_set_size (self->sources, kept);
  g_array_set_size (self->routes, n_wires);
  g_array_set_size (self->sources, n_wires);
  for (guint i = 0; i < self->routes->len; i++)
    {
      const TroupeWireRecord *wire = troupe_scene_wire (scene, i);
      Source *source = &g_array_index (self->sources, Source, i);

      source->stale = source->record == NULL || source->shape != wire->record.shape;
      source->record = &wire->record;
      source->shape = wire->record.shape;
      troupe_canvas_ends_resolve (scene, &g_array_index (self->routes, CanvasRoute, i), &wire->wire,
                                  inputs);
    }
}

static void
cover_route (TroupeCanvasRouter *self, CanvasRoute *route)
{
  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  route->x0 = route->y0 = INFINITY;
  route->x1 = route->y1 = -INFINITY;
  /* The control points enclose the curve. */
  for (guint i = route->first; i <= route->first + 3 * route->n_segments; i++)
    {
      const Point *point = &g_array_index (self->points, Point, i);

      route->x0 = MIN (route->x0, point->x);
      route->y0 = MIN (route->y0, point->y);
      route->x1 = MAX (route->x1, point->x);
      route->y1 = MAX (route->y1, point->y);
    }
}

/* --- Drawing -------------------------------------------------------------------------------- */

/* Returns TRUE if the old path of the wire is still valid, regardless of other wires. */
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
          !troupe_canvas_obstacles_has_changed (self->ground, x0 - reach, x1 + reach));
}

static void
draw_again (TroupeCanvasRouter *self, guint index, const TroupeCanvasWire *wire)
{
  CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, index);
  Source *source = &g_array_index (self->sources, Source, index);
  guint old_first = route->first;
  guint old_points = route->n_segments > 0 ? 3 * route->n_segments + 1 : 0;
  guint n;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  route->first = self->points->len;
  route->back = source->way != NULL && troupe_route_path_goes_back (source->way);
  troupe_canvas_path_add (self->points, source->way, route->start, route->end, wire);
  route->n_segments = (self->points->len - route->first) / 3;
  /* The new points were appended at the end. If they fit, moves them to the position of the old
   * points; otherwise the old points become unused. */
  n = self->points->len - route->first;
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
  cover_route (self, route);
  source->stale = FALSE;
  source->serial = source->way != NULL ? troupe_route_path_get_serial (source->way) : 0;
  self->n_routed++;
}

/* --- Following moved cards -------------------------------------------------------------------- */

static TroupeRouteWire
get_wanted (TroupeCanvasRouter *self,
            const CanvasRoute *route,
            const TroupeCanvasWire *wire,
            Point from,
            Point to)
{
  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  return (TroupeRouteWire){ .from = troupe_canvas_path_get_point (from),
                            .to = troupe_canvas_path_get_point (to),
                            .loops = wire->routed_back,
                            .square = self->orthogonal,
                            .gate = route->to_gate ? (guint) route->to + 1 : 0 };
}

/* Returns TRUE if the path of the wire is determined by this router. */
static gboolean
has_way (const TroupeCanvasWire *wire)
{
  return wire->kind != TROUPE_CANVAS_WIRE_MANAGER && wire->kind != TROUPE_CANVAS_WIRE_ERRAND &&
         wire->n_bends == 0 && !wire->has_lane;
}

/* Translates a wire whose ends have moved by the same distance. This is almost free, which
 * matters when the layout makes space and moves many cards at once. The wire then has no path
 * until all wires are settled. */
static gboolean
shift (TroupeCanvasRouter *self, guint index, Point from, Point to)
{
  CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, index);
  Source *source = &g_array_index (self->sources, Source, index);
  const float dx = from.x - route->start.x;
  const float dy = from.y - route->start.y;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  if (fabsf (to.x - route->end.x - dx) > NEAR || fabsf (to.y - route->end.y - dy) > NEAR)
    return FALSE;
  if (dx == 0 && dy == 0 && graphene_point_equal (&route->end, &to))
    return TRUE;
  g_clear_pointer (&source->way, troupe_route_path_free);
  for (guint i = route->first; i <= route->first + 3 * route->n_segments; i++)
    {
      Point *point = &g_array_index (self->points, Point, i);

      point->x += dx;
      point->y += dy;
    }
  cover_route (self, route);
  route->start = from;
  route->end = to;
  return TRUE;
}

/* Gives a wire whose ends have moved an individual path. All other wires are unchanged. */
static void
follow (TroupeCanvasRouter *self, guint index, const TroupeCanvasWire *wire, guint64 *budget)
{
  CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, index);
  Source *source = &g_array_index (self->sources, Source, index);
  TroupeRouteWire ends;
  Point from, to;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  troupe_canvas_ends_find (self->geometry, route, wire, route->to_place, &from, &to);
  if (is_settled (self, route, source, from, to))
    return;
  source->late = TRUE;
  if (!source->stale && route->n_segments > 0 && has_way (wire) && shift (self, index, from, to))
    return;
  ends = get_wanted (self, route, wire, from, to);
  /* The end of the wire may have been exchanged at its gate. The exchanged end is kept until all
   * wires are settled again. */
  source->lent = source->way != NULL && graphene_point_equal (&route->end, &to);
  if (source->lent)
    ends.to = troupe_route_path_get_end (source->way);
  route->start = from;
  route->end = to;
  g_clear_pointer (&source->way, troupe_route_path_free);
  if (has_way (wire))
    source->way =
        troupe_route_find (troupe_canvas_obstacles_get_field (self->ground), &ends, budget);
  draw_again (self, index, wire);
}

void
troupe_canvas_router_show (TroupeCanvasRouter *self, guint index)
{
  const CanvasRoute *route;
  guint64 budget = FOLLOW_BUDGET;

  g_return_if_fail (TROUPE_IS_CANVAS_ROUTER (self));
  g_return_if_fail (index < self->routes->len);

  route = &g_array_index (self->routes, CanvasRoute, index);
  if (!self->unsettled || route->n_segments > 0 || route->from < 0 || route->to < 0)
    return;
  self->serial++;
  follow (self, index,
          &troupe_scene_wire (troupe_canvas_geometry_get_scene (self->geometry), index)->wire,
          &budget);
}

static void
follow_all (TroupeCanvasRouter *self, TroupeCanvasScene *scene)
{
  guint64 budget = FOLLOW_BUDGET;
  guint n_new = 0;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  for (guint i = 0; i < self->routes->len; i++)
    {
      const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);

      n_new += route->n_segments == 0 && route->from >= 0 && route->to >= 0;
    }
  for (guint i = 0; i < self->routes->len; i++)
    {
      const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);

      if (route->from < 0 || route->to < 0)
        undraw (self, i);
      else if (route->n_segments > 0 || n_new <= FEW_NEW)
        follow (self, i, &troupe_scene_wire (scene, i)->wire, &budget);
    }
}

/* --- Settling ------------------------------------------------------------------------------- */

/* Returns the position of each wire at its gate. (transfer full) (array): by wire */
static int *
order_inputs (TroupeCanvasRouter *self)
{
  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  return troupe_canvas_ends_order (
      self->geometry, (const CanvasRoute *) (gconstpointer) self->routes->data, self->routes->len);
}

/* Creates a job to route all wires. (transfer full) @to_places: by wire */
static CanvasSettling *
make_settling (TroupeCanvasRouter *self, TroupeCanvasScene *scene, const int *to_places)
{
  CanvasSettling *settling =
      troupe_canvas_routing_job_new (troupe_canvas_obstacles_get_field (self->ground),
                                     self->routes->len);

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  for (guint i = 0; i < self->routes->len; i++)
    {
      CanvasWanted *wanted = troupe_canvas_routing_job_get (settling, i);
      const TroupeCanvasWire *wire;
      const CanvasRoute *route;
      const Source *source;
      TroupeRouteWire ends;

      wanted->to_place = to_places[i];
      /* Determines what has to be computed for a wire. */
      wire = &troupe_scene_wire (scene, i)->wire;
      route = &g_array_index (self->routes, CanvasRoute, i);
      source = &g_array_index (self->sources, Source, i);
      if (route->from < 0 || route->to < 0)
        continue;
      troupe_canvas_ends_find (self->geometry, route, wire, wanted->to_place, &wanted->start,
                               &wanted->end);
      if (!self->all_new && is_settled (self, route, source, wanted->start, wanted->end))
        wanted->need = CANVAS_WAY_KEPT;
      else if (self->all_new || source->stale || source->lent || source->way == NULL ||
               route->n_segments == 0 || !graphene_point_equal (&route->start, &wanted->start) ||
               !graphene_point_equal (&route->end, &wanted->end))
        wanted->need = CANVAS_WAY_NEW;
      else
        wanted->need = CANVAS_WAY_AGAIN;
      if (!has_way (wire))
        continue;
      ends = get_wanted (self, route, wire, wanted->start, wanted->end);
      wanted->way = wanted->need == CANVAS_WAY_NEW ? troupe_route_path_new_plain (&ends)
                                                   : troupe_route_path_copy (source->way);
    }
  return settling;
}

/* Takes over the results and draws the wires whose path has changed. Nothing else may have
 * changed since the job was created. */
static void
take_settled (TroupeCanvasRouter *self, TroupeCanvasScene *scene, CanvasSettling *settling)
{
  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  for (guint i = 0; i < self->routes->len; i++)
    {
      CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);
      Source *source = &g_array_index (self->sources, Source, i);
      CanvasWanted *wanted = troupe_canvas_routing_job_get (settling, i);

      if (wanted->need == CANVAS_WAY_NONE)
        {
          undraw (self, i);
          continue;
        }
      g_clear_pointer (&source->way, troupe_route_path_free);
      source->way = g_steal_pointer (&wanted->way);
      source->late = source->lent = FALSE;
      route->start = wanted->start;
      route->end = wanted->end;
      route->to_place = wanted->to_place;
      if (wanted->need == CANVAS_WAY_NEW ||
          (source->way != NULL && source->serial != troupe_route_path_get_serial (source->way)))
        draw_again (self, i, &troupe_scene_wire (scene, i)->wire);
    }
  self->all_new = FALSE;
  self->unsettled = FALSE;
}

static void
settle_now (TroupeCanvasRouter *self, TroupeCanvasScene *scene, const int *to_places)
{
  g_autoptr (CanvasSettling) settling = make_settling (self, scene, to_places);

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  troupe_canvas_routing_job_run (settling, NULL);
  take_settled (self, scene, settling);
}

static void
settle_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Delegation *delegation = data;

  g_assert (G_IS_TASK (task));

  troupe_canvas_routing_job_run (delegation->settling, cancellable);
  g_task_return_boolean (task, TRUE);
}

static void
settled_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Delegation *delegation = g_task_get_task_data (G_TASK (result));
  g_autoptr (TroupeCanvasRouter) self = g_weak_ref_get (&delegation->router);

  g_assert (G_IS_TASK (result));

  if (self == NULL)
    return;
  /* The refresh cancels the job if it is out of date. */
  troupe_canvas_router_refresh (self);
  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return;
  g_clear_object (&self->settling);
  self->serial++;
  take_settled (self, troupe_canvas_geometry_get_scene (self->geometry), delegation->settling);
  g_signal_emit (self, signals[SETTLED], 0);
}

/* Runs a job on a thread. @settling: (transfer full) */
static void
settle_later (TroupeCanvasRouter *self, CanvasSettling *settling)
{
  g_autoptr (GTask) task = NULL;
  Delegation *delegation = g_new0 (Delegation, 1);

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  self->settling = g_cancellable_new ();
  task = g_task_new (NULL, self->settling, settled_cb, NULL);
  g_weak_ref_init (&delegation->router, self);
  delegation->settling = settling;
  g_task_set_source_tag (task, settle_later);
  g_task_set_task_data (task, delegation, delegation_free);
  g_task_run_in_thread (task, settle_in_thread);
}

/* Coordinates the paths of all wires. A path may change because of other paths, even if nothing
 * has changed in its area. If there are few wires, all wires are settled immediately. Otherwise
 * wires follow their ends, and all wires are settled on a thread as soon as nothing moves any
 * more. */
static void
settle (TroupeCanvasRouter *self, TroupeCanvasScene *scene, gboolean structure)
{
  g_autofree int *to_places = order_inputs (self);
  guint n = 0;

  g_assert (TROUPE_IS_CANVAS_ROUTER (self));

  for (guint i = 0; i < self->routes->len; i++)
    n += has_way (&troupe_scene_wire (scene, i)->wire);
  if (troupe_canvas_routing_job_is_quick (n))
    {
      settle_now (self, scene, to_places);
      return;
    }
  self->unsettled = TRUE;
  for (guint i = 0; i < self->routes->len; i++)
    if (structure || g_array_index (self->routes, CanvasRoute, i).n_segments == 0)
      g_array_index (self->routes, CanvasRoute, i).to_place = to_places[i];
  follow_all (self, scene);
  if (!self->moving)
    settle_later (self, make_settling (self, scene, to_places));
}

void
troupe_canvas_router_refresh (TroupeCanvasRouter *self)
{
  TroupeCanvasScene *scene;
  CanvasChange change;

  g_return_if_fail (TROUPE_IS_CANVAS_ROUTER (self));

  scene = troupe_canvas_geometry_get_scene (self->geometry);
  troupe_canvas_geometry_refresh (self->geometry, &change);
  if (scene == NULL || (!change.looked && !self->asked))
    return;

  stop_settling (self);
  self->serial++;
  self->asked = FALSE;
  if (change.structure)
    resolve_wires (self, scene);
  if (self->n_idle_points > self->points->len / 2)
    {
      GArray *kept =
          g_array_sized_new (FALSE, FALSE, sizeof (Point), self->points->len - self->n_idle_points);

      /* Removes the unused points. */
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
  troupe_canvas_obstacles_refresh (self->ground, self->lifted);
  if (self->lifted == NULL || change.structure || self->all_new)
    {
      settle (self, scene, change.structure);
      return;
    }
  /* While a card is dragged, only its own wires follow the card. */
  follow_all (self, scene);
  self->unsettled = TRUE;
}

void
troupe_canvas_router_settle (TroupeCanvasRouter *self)
{
  g_autofree int *to_places = NULL;

  g_return_if_fail (TROUPE_IS_CANVAS_ROUTER (self));

  troupe_canvas_router_refresh (self);
  if (!self->unsettled)
    return;
  stop_settling (self);
  to_places = order_inputs (self);
  self->serial++;
  settle_now (self, troupe_canvas_geometry_get_scene (self->geometry), to_places);
  g_signal_emit (self, signals[SETTLED], 0);
}

void
troupe_canvas_route_preview (graphene_point_t from, graphene_point_t to, GArray *points)
{
  const TroupeCanvasWire plain = { 0 };
  TroupeRouteWire ends = { .from = troupe_canvas_path_get_point (from),
                           .to = troupe_canvas_path_get_point (to) };
  g_autoptr (TroupeRoutePath) way = troupe_route_path_new_plain (&ends);

  g_array_set_size (points, 0);
  troupe_canvas_path_add (points, way, from, to, &plain);
}
