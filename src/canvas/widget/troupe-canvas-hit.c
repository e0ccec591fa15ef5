/* troupe-canvas-hit.c: hit testing: finds the item at a point
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-hit"

#include "config.h"

#include <math.h>

#include "troupe-canvas-parts.h"
#include "troupe-canvas-sizes.h"
#include "troupe-canvas-stack.h"

/* Everything is searched linearly from the top of the stack to the bottom. According to
 * measurements, 10,000 cards take a few microseconds, which is less than maintaining an index
 * would cost. */

/* The data that is searched. */
/* Largest radius in which the badge of problems is hit, in canvas pixels. */
#define FAR_BADGE 20.0f

typedef struct
{
  TroupeCanvasScene *scene;
  TroupeCanvasGeometry *geometry;
  TroupeCanvasRouter *router;
  TroupeCanvasText *text;
  TroupeCanvasSelection *selection;
  double scale;
  const CanvasBox *boxes, *group_boxes;
  const CanvasRoute *routes;
  guint n_boxes, n_groups, n_routes;
} Field;

typedef struct
{
  const char *id;
  const char *port;
  guint index;
} Hit;

/* Returns FALSE if there is no scene. */
static gboolean
init_field (Field *self, TroupeCanvas *canvas)
{
  g_assert (self != NULL);

  self->scene = troupe_canvas_get_scene (canvas);
  if (self->scene == NULL)
    return FALSE;

  troupe_canvas_refresh (canvas);
  self->geometry = troupe_canvas_get_geometry (canvas);
  self->router = troupe_canvas_get_router (canvas);
  self->text = troupe_canvas_get_text (canvas);
  self->selection = troupe_canvas_get_selection (canvas);
  self->scale = troupe_canvas_get_scale (canvas);
  self->boxes = troupe_canvas_geometry_get_boxes (self->geometry, &self->n_boxes);
  self->group_boxes = troupe_canvas_geometry_get_group_boxes (self->geometry, &self->n_groups);
  self->routes = troupe_canvas_router_get_routes (self->router, &self->n_routes);
  return TRUE;
}

static float
get_distance (graphene_point_t point, double x, double y)
{
  return hypotf (point.x - (float) x, point.y - (float) y);
}

/* Finds the nearest port, because with a large radius several ports can be within reach. */
static TroupeCanvasKind
hit_ports (const Field *self, guint index, double x, double y, float radius, Hit *hit)
{
  const TroupeCanvasNode *node = &troupe_scene_node (self->scene, index)->node;
  TroupeCanvasKind kind = TROUPE_CANVAS_KIND_GROUND;
  float nearest = radius;

  g_assert (self != NULL);

  hit->id = node->id;
  for (int i = -1; i < 0 || (node->events != NULL && node->events[i] != NULL); i++)
    {
      float distance =
          get_distance (troupe_canvas_geometry_get_output (self->geometry, index, i), x, y);
      const char *port = i < 0 ? node->output : node->events[i];

      if (port == NULL || distance > nearest)
        continue;
      nearest = distance;
      hit->port = port;
      kind = TROUPE_CANVAS_KIND_OUTPUT;
    }
  if (node->has_input &&
      get_distance (troupe_canvas_geometry_get_input (self->geometry, index), x, y) <= nearest)
    kind = TROUPE_CANVAS_KIND_INPUT;

  return kind;
}

static gboolean
is_near (const CanvasBox *box, double x, double y, float margin)
{
  return x >= box->x - margin && y >= box->y - margin && x <= box->x + box->width + margin &&
         y <= box->y + box->height + margin;
}

/* Returns TRUE if the point is on the pill with the number of passes, which is as wide as the
 * number. */
static gboolean
is_on_passes (const Field *self,
              const TroupeNodeRecord *node,
              const CanvasBox *box,
              double x,
              double y)
{
  g_autofree char *text = g_strdup_printf ("×%u", node->run.passes);
  const float width = troupe_canvas_text_width (self->text, FONT_LABEL, text) + 14;
  const double right = box->x + box->width - 6;

  g_assert (self != NULL);

  return x >= right - width - 2 && x <= right + 2 && ABS (y - box->y) <= 12;
}

static TroupeCanvasKind
hit_badges (const Field *self, guint index, double x, double y)
{
  const TroupeNodeRecord *node = troupe_scene_node (self->scene, index);
  const CanvasBox *box = &self->boxes[index];
  const float radius = 10;
  /* The badge of problems does not become smaller on the screen, but it must leave space for the port. */
  const double problem_radius =
      CLAMP ((double) radius / self->scale, (double) radius, (double) FAR_BADGE);
  graphene_point_t left = GRAPHENE_POINT_INIT (box->x, box->y);
  graphene_point_t right =
      GRAPHENE_POINT_INIT (box->x + 2 + troupe_canvas_get_problems_x (node, box->width), box->y);

  g_assert (self != NULL);

  if (node->node.breakpoint && get_distance (left, x, y) <= radius)
    return TROUPE_CANVAS_KIND_BREAKPOINT_BADGE;
  if (node->node.n_errors + node->node.n_warnings > 0 &&
      get_distance (right, x, y) <= problem_radius)
    return TROUPE_CANVAS_KIND_PROBLEM_BADGE;
  if (node->run.passes > 1 && is_on_passes (self, node, box, x, y))
    return TROUPE_CANVAS_KIND_PASSES_BADGE;
  if ((node->run.state == TROUPE_CANVAS_STATE_ASKING ||
       node->run.state == TROUPE_CANVAS_STATE_STALE) &&
      self->scale >= ZOOM_DETAIL && is_near (box, x, y, 0) &&
      y >= box->y + box->height - troupe_canvas_get_strip_height (&node->run))
    return node->run.state == TROUPE_CANVAS_STATE_ASKING ? TROUPE_CANVAS_KIND_ANSWER_BADGE
                                                         : TROUPE_CANVAS_KIND_STALE_BADGE;

  return TROUPE_CANVAS_KIND_GROUND;
}

static TroupeCanvasKind
hit_gates (const Field *self, double x, double y, float port_radius, Hit *hit)
{
  g_assert (self != NULL);

  for (guint i = troupe_scene_count (self->scene, TROUPE_CANVAS_KIND_GATE); i-- > 0;)
    {
      const TroupeCanvasGate *gate = &troupe_scene_gate (self->scene, i)->gate;
      graphene_point_t middle = GRAPHENE_POINT_INIT ((float) gate->x, (float) gate->y);
      graphene_point_t output = troupe_canvas_geometry_get_gate_output (self->geometry, i);

      hit->id = gate->id;
      /* The output is a handle outside of the ring, because a click inside must hit the gate. */
      if (x > output.x - 3 && get_distance (output, x, y) <= port_radius)
        return TROUPE_CANVAS_KIND_OUTPUT;
      if (get_distance (middle, x, y) <= GATE_HIT)
        return TROUPE_CANVAS_KIND_GATE;
    }

  return TROUPE_CANVAS_KIND_GROUND;
}

static TroupeCanvasKind
hit_wires (const Field *self, double x, double y, Hit *hit)
{
  float margin = (float) (WIRE_HIT / MIN (self->scale, 1.0));
  float nearest = margin;
  TroupeCanvasKind kind = TROUPE_CANVAS_KIND_GROUND;

  g_assert (self != NULL);

  for (guint i = self->n_routes; i-- > 0;)
    {
      const CanvasRoute *route = &self->routes[i];
      const TroupeCanvasWire *wire = &troupe_scene_wire (self->scene, i)->wire;
      float distance;

      /* A delegation appears and disappears during a run and cannot be selected. */
      if (wire->kind == TROUPE_CANVAS_WIRE_ERRAND)
        continue;
      if (route->n_segments == 0 || x < route->x0 - margin || y < route->y0 - margin ||
          x > route->x1 + margin || y > route->y1 + margin)
        continue;
      for (guint b = 0; b < wire->n_bends; b++)
        if (hypot (wire->bends[2 * b] - x, wire->bends[2 * b + 1] - y) <= margin)
          {
            hit->id = wire->id;
            hit->index = b;
            return TROUPE_CANVAS_KIND_BEND;
          }
      distance = troupe_canvas_router_get_distance (self->router, route, (float) x, (float) y);
      if (distance < nearest)
        {
          graphene_point_t tip =
              troupe_canvas_router_get_points (self->router, route)[3 * route->n_segments];

          nearest = distance;
          hit->id = wire->id;
          kind = get_distance (tip, x, y) <= 14 ? TROUPE_CANVAS_KIND_WIRE_END
                                                : TROUPE_CANVAS_KIND_WIRE;
        }
    }

  return kind;
}

static TroupeCanvasKind
hit_notes (const Field *self, double x, double y, Hit *hit)
{
  g_assert (self != NULL);

  for (guint i = troupe_scene_count (self->scene, TROUPE_CANVAS_KIND_NOTE); i-- > 0;)
    {
      const TroupeNoteRecord *note = troupe_scene_note (self->scene, i);
      CanvasBox box;

      troupe_canvas_geometry_get_box (self->geometry, &note->record, &box);
      if (!is_near (&box, x, y, 0))
        continue;
      hit->id = note->note.id;
      if (x >= box.x + box.width - 14 && y >= box.y + box.height - 14)
        return TROUPE_CANVAS_KIND_NOTE_CORNER;
      return TROUPE_CANVAS_KIND_NOTE;
    }

  return TROUPE_CANVAS_KIND_GROUND;
}

TroupeCanvasKind
troupe_canvas_hit_at (TroupeCanvas *self,
                      double x,
                      double y,
                      float port_radius,
                      const char **id,
                      const char **port,
                      guint *index)
{
  Hit hit = { NULL, NULL, 0 };
  TroupeCanvasKind kind = TROUPE_CANVAS_KIND_GROUND;
  Field field;

  if (init_field (&field, self))
    {
      g_autoptr (GArray) near = NULL;

      near = g_array_new (FALSE, FALSE, sizeof (guint));
      for (guint i = 0; i < field.n_boxes; i++)
        if (is_near (&field.boxes[i], x, y, MAX (port_radius, FAR_BADGE)))
          g_array_append_val (near, i);
      troupe_canvas_stack_sort (field.scene, field.boxes, field.selection, near);
      for (guint n = near->len; n-- > 0;)
        {
          const guint i = g_array_index (near, guint, n);
          const CanvasBox *box = &field.boxes[i];
          TroupeCanvasKind node_kind = hit_badges (&field, i, x, y);

          if (node_kind == TROUPE_CANVAS_KIND_GROUND)
            node_kind = hit_ports (&field, i, x, y, port_radius, &hit);
          if (node_kind == TROUPE_CANVAS_KIND_GROUND && is_near (box, x, y, 0))
            node_kind = TROUPE_CANVAS_KIND_NODE;
          if (node_kind != TROUPE_CANVAS_KIND_GROUND)
            {
              hit.id = troupe_scene_node (field.scene, i)->node.id;
              kind = node_kind;
              break;
            }
        }
      if (kind == TROUPE_CANVAS_KIND_GROUND)
        kind = hit_gates (&field, x, y, port_radius, &hit);
      if (kind == TROUPE_CANVAS_KIND_GROUND)
        kind = hit_wires (&field, x, y, &hit);
      if (kind == TROUPE_CANVAS_KIND_GROUND)
        kind = hit_notes (&field, x, y, &hit);
      if (kind == TROUPE_CANVAS_KIND_GROUND)
        {
          TroupeCanvasKind groups = TROUPE_CANVAS_KIND_GROUND;

          /* A group is hit only by its title and edge. Its interior counts as background, so
           * that the rubber band can be used. */
          for (guint i = field.n_groups; i-- > 0;)
            {
              const CanvasBox *box = &field.group_boxes[i];

              if (!is_near (box, x, y, 4) ||
                  troupe_scene_group (field.scene, i)->group.style != TROUPE_CANVAS_GROUP_FRAME)
                continue;
              if (y <= box->y + 32 || x <= box->x + 6 || x >= box->x + box->width - 6 ||
                  y >= box->y + box->height - 6)
                {
                  hit.id = troupe_scene_group (field.scene, i)->group.id;
                  groups = TROUPE_CANVAS_KIND_GROUP;
                  break;
                }
            }
          kind = groups;
        }
    }

  if (id != NULL)
    *id = kind != TROUPE_CANVAS_KIND_GROUND ? hit.id : NULL;
  if (port != NULL)
    *port = kind == TROUPE_CANVAS_KIND_OUTPUT ? hit.port : NULL;
  if (index != NULL)
    *index = hit.index;
  return kind;
}

TroupeCanvasKind
troupe_canvas_hit (TroupeCanvas *self, double x, double y, const char **id, const char **port)
{
  graphene_point_t point;

  g_return_val_if_fail (TROUPE_IS_CANVAS (self), TROUPE_CANVAS_KIND_GROUND);

  point = troupe_canvas_to_canvas (self, x, y);
  return troupe_canvas_hit_at (self, point.x, point.y, PORT_HIT, id, port, NULL);
}

static TroupeCanvasKind
hit_output_near (const Field *self,
                 double x,
                 double y,
                 float reach,
                 const char **id,
                 const char **port)
{
  Hit hit = { NULL, NULL, 0 };

  g_assert (self != NULL);

  for (guint i = self->n_boxes; i-- > 0;)
    {
      const CanvasBox *box = &self->boxes[i];

      if (!is_near (box, x, y, reach))
        continue;
      if (hit_ports (self, i, x, y, reach, &hit) == TROUPE_CANVAS_KIND_OUTPUT)
        {
          *id = hit.id;
          *port = hit.port;
          return TROUPE_CANVAS_KIND_OUTPUT;
        }
      if (is_near (box, x, y, 0) && troupe_scene_node (self->scene, i)->node.output != NULL)
        {
          *id = troupe_scene_node (self->scene, i)->node.id;
          *port = troupe_scene_node (self->scene, i)->node.output;
          return TROUPE_CANVAS_KIND_OUTPUT;
        }
    }

  return TROUPE_CANVAS_KIND_GROUND;
}

TroupeCanvasKind
troupe_canvas_hit_target (TroupeCanvas *canvas,
                          double x,
                          double y,
                          gboolean backward,
                          const char **id,
                          const char **port)
{
  Field field;
  const Field *self = &field;
  float reach;
  Hit hit = { NULL, NULL, 0 };

  *id = NULL;
  *port = NULL;
  if (!init_field (&field, canvas))
    return TROUPE_CANVAS_KIND_GROUND;

  reach = (float) MAX (WIRE_SNAP, WIRE_SNAP / field.scale);
  if (backward)
    {
      TroupeCanvasKind kind = hit_output_near (self, x, y, reach, id, port);

      if (kind == TROUPE_CANVAS_KIND_GROUND &&
          hit_gates (self, x, y, reach, &hit) != TROUPE_CANVAS_KIND_GROUND)
        {
          *id = hit.id;
          return TROUPE_CANVAS_KIND_GATE;
        }
      return kind;
    }

  for (guint i = self->n_boxes; i-- > 0;)
    {
      const CanvasBox *box = &self->boxes[i];

      if (!is_near (box, x, y, reach))
        continue;
      /* A card without an input accepts a wire as well, and then becomes a listener. */
      if (is_near (box, x, y, 0) ||
          get_distance (troupe_canvas_geometry_get_input (self->geometry, i), x, y) <= reach)
        {
          *id = troupe_scene_node (self->scene, i)->node.id;
          return TROUPE_CANVAS_KIND_NODE;
        }
    }
  if (hit_gates (self, x, y, reach, &hit) != TROUPE_CANVAS_KIND_GROUND)
    {
      *id = hit.id;
      return TROUPE_CANVAS_KIND_GATE;
    }

  return TROUPE_CANVAS_KIND_GROUND;
}
