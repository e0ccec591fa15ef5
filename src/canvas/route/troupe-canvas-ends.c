/* troupe-canvas-ends.c: resolves what a wire connects, and the positions of its ends
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-ends"

#include "config.h"

#include "troupe-canvas-ends.h"

#include <math.h>

#include "troupe-canvas-obstacles.h"
#include "troupe-canvas-sizes.h"

/* Maximum number of inputs for which comparing names is faster than building a hash table. */
#define FEW_INPUTS 8

typedef graphene_point_t Point;

static void
resolve_end (TroupeCanvasScene *scene, const char *id, int *index, gboolean *is_gate)
{
  const TroupeRecord *record;
  int at = *index;
  gboolean gate = *is_gate;
  TroupeCanvasKind kind = gate ? TROUPE_CANVAS_KIND_GATE : TROUPE_CANVAS_KIND_NODE;

  /* The item at the index still has this id, which is true for most items of a large scene after
   * an edit. */
  if (id != NULL && at >= 0 && (guint) at < troupe_scene_count (scene, kind) &&
      g_str_equal (id, gate ? troupe_scene_gate (scene, (guint) at)->gate.id
                            : troupe_scene_node (scene, (guint) at)->node.id))
    return;
  record = troupe_scene_find (scene, TROUPE_CANVAS_KIND_GROUND, id);
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

/* Returns the index of each input of a gate by name. If several inputs have the same name, the
 * first one is used. This table is used only for gates with many inputs, and shared by all wires
 * to the gate. */
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

/* Returns the index of an input, or -1. @inputs: (nullable): by name */
static int
find_name (const TroupeCanvasGate *gate, GHashTable *inputs, const char *name)
{
  gpointer index;

  if (inputs != NULL)
    return g_hash_table_lookup_extended (inputs, name, NULL, &index) ? GPOINTER_TO_INT (index) : -1;
  for (int i = 0; gate->inputs != NULL && gate->inputs[i] != NULL; i++)
    if (g_str_equal (gate->inputs[i], name))
      return i;
  return -1;
}

static int
find_input (const TroupeCanvasGate *gate, GHashTable *inputs, const TroupeCanvasWire *wire)
{
  const char *names[] = { wire->to_input, wire->from_port, wire->from };

  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    {
      int index = names[n] != NULL ? find_name (gate, inputs, names[n]) : -1;

      if (index >= 0)
        return index;
    }
  return 0;
}

/**
 * troupe_canvas_ends_resolve:
 * @route: receives the indices of the items that @wire connects in @scene
 * @all_inputs: (element-type TroupeGateRecord GHashTable): cache that is shared by all wires of an
 *   update
 *
 * Looks up the ids and port names of @wire.
 */
void
troupe_canvas_ends_resolve (TroupeCanvasScene *scene,
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
      GHashTable *inputs =
          gate->n_inputs > FEW_INPUTS ? g_hash_table_lookup (all_inputs, gate) : NULL;

      if (inputs == NULL && gate->n_inputs > FEW_INPUTS)
        {
          inputs = index_inputs (&gate->gate);
          g_hash_table_insert (all_inputs, (gpointer) gate, inputs);
        }
      route->to_input = find_input (&gate->gate, inputs, wire);
    }
}

const TroupeRecord *
troupe_canvas_ends_get_record (TroupeCanvasGeometry *geometry,
                               const CanvasRoute *route,
                               gboolean far)
{
  TroupeCanvasScene *scene = troupe_canvas_geometry_get_scene (geometry);
  int index = far ? route->to : route->from;
  gboolean gate = far ? route->to_gate : route->from_gate;

  if (index < 0)
    return NULL;
  return gate ? &troupe_scene_gate (scene, (guint) index)->record
              : &troupe_scene_node (scene, (guint) index)->record;
}

/**
 * troupe_canvas_ends_find:
 * @to_place: position at the target gate, from the top
 * @from, @to: receive the point at which the wire begins, and the tip of its arrow
 *
 * Computes the positions of both ends of a wire.
 */
void
troupe_canvas_ends_find (TroupeCanvasGeometry *geometry,
                         const CanvasRoute *route,
                         const TroupeCanvasWire *wire,
                         int to_place,
                         Point *from,
                         Point *to)
{
  if (wire->kind == TROUPE_CANVAS_WIRE_MANAGER || wire->kind == TROUPE_CANVAS_WIRE_ERRAND)
    {
      const TroupeRecord *manager = troupe_canvas_ends_get_record (geometry, route, FALSE);
      const TroupeRecord *other = troupe_canvas_ends_get_record (geometry, route, TRUE);
      CanvasBox first, last;

      /* Finds the ends of a manager wire or of a delegation. A manager wire leads from the
       * bottom of the manager to the top of a task; a delegation leads from side to side. */
      g_assert (TROUPE_IS_CANVAS_GEOMETRY (geometry));
      troupe_canvas_geometry_get_box (geometry, manager, &first);
      troupe_canvas_geometry_get_box (geometry, other, &last);
      if (wire->kind == TROUPE_CANVAS_WIRE_MANAGER)
        {
          *from = GRAPHENE_POINT_INIT (first.x + first.width / 2, first.y + first.rest_height);
          *to = GRAPHENE_POINT_INIT (last.x + last.width / 2, last.y - 2);
        }
      else
        {
          *from =
              GRAPHENE_POINT_INIT (first.x, first.y + first.rest_height / 2 + (float) wire->from_y);
          *to = GRAPHENE_POINT_INIT (last.x - 2, last.y + last.rest_height / 2);
        }
      return;
    }

  *from = route->from_gate
              ? troupe_canvas_geometry_get_gate_output (geometry, (guint) route->from)
              : troupe_canvas_geometry_get_output (geometry, (guint) route->from, route->from_port);
  *to = route->to_gate
            ? troupe_canvas_geometry_get_gate_input (geometry, (guint) route->to, to_place)
            : troupe_canvas_geometry_get_input (geometry, (guint) route->to);
  to->x -= (route->to_gate ? 2.0f : TIP_GAP);
}

/**
 * troupe_canvas_ends_order:
 *
 * Sorts the inputs of all gates by the current positions, so that wires need not cross in front of
 * a gate.
 *
 * Returns: (transfer full) (array length=n_routes): the position of each wire at its gate
 */
int *
troupe_canvas_ends_order (TroupeCanvasGeometry *geometry, const CanvasRoute *routes, guint n_routes)
{
  TroupeCanvasScene *scene = troupe_canvas_geometry_get_scene (geometry);
  int *to_places = g_new0 (int, n_routes + 1);
  guint n_gates = troupe_scene_count (scene, TROUPE_CANVAS_KIND_GATE);
  g_autofree guint *first = g_new0 (guint, n_gates + 1);
  g_autofree double *keys = NULL;
  g_autofree guint *counts = NULL;
  g_autofree guint *places = NULL;

  for (guint i = 0; i < n_gates; i++)
    first[i + 1] = first[i] + MAX (troupe_scene_gate (scene, i)->n_inputs, 1);
  keys = g_new0 (double, first[n_gates] + 1);
  counts = g_new0 (guint, first[n_gates] + 1);
  places = g_new0 (guint, first[n_gates] + 1);
  for (guint i = 0; i < n_routes; i++)
    {
      const CanvasRoute *route = &routes[i];
      const TroupeCanvasGate *gate;
      Point from;
      guint input;

      if (!route->to_gate || route->to < 0 || route->from < 0)
        continue;
      gate = &troupe_scene_gate (scene, (guint) route->to)->gate;
      from =
          route->from_gate
              ? troupe_canvas_geometry_get_gate_output (geometry, (guint) route->from)
              : troupe_canvas_geometry_get_output (geometry, (guint) route->from, route->from_port);
      input = first[route->to] + (guint) route->to_input;
      keys[input] += troupe_route_get_input_key (troupe_canvas_path_get_point (from),
                                                 (TroupeRoutePoint){ gate->x, gate->y });
      counts[input]++;
    }
  for (guint i = 0; i < first[n_gates]; i++)
    keys[i] = counts[i] > 0 ? keys[i] / counts[i] : (double) NAN;
  for (guint i = 0; i < n_gates; i++)
    troupe_route_order_inputs (keys + first[i], first[i + 1] - first[i], places + first[i]);
  for (guint i = 0; i < n_routes; i++)
    {
      const CanvasRoute *route = &routes[i];

      if (route->to_gate && route->to >= 0)
        to_places[i] = (int) places[first[route->to] + (guint) route->to_input];
    }
  return to_places;
}
