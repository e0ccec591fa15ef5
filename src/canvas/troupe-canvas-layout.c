/* troupe-canvas-layout.c: how large things are and where their ports stand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-layout"

#include "config.h"

#include <math.h>

#include "troupe-canvas-private.h"

float
_troupe_canvas_strip_height (const TroupeCanvasNodeRun *run)
{
  if (run->state == TROUPE_CANVAS_STATE_IDLE)
    return 0;

  return run->stream != NULL && *run->stream != '\0' ? CARD_STRIP_STREAM : CARD_STRIP;
}

float
_troupe_canvas_events_top (const TroupeCanvasNode *node)
{
  float top = CARD_HEAD;

  if (node->owner != NULL)
    top += CARD_OWNER_ROW;
  if (node->chips != NULL)
    top += CARD_OWNER_ROW;

  return top;
}

static guint
count_events (const TroupeCanvasNode *node)
{
  return node->events != NULL ? g_strv_length ((char **) node->events) : 0;
}

static float
get_head_width (TroupeCanvas *self, const TroupeCanvasNode *node)
{
  float chevron = node->openable ? 16 : 0;
  float width = _troupe_canvas_text_width (self, FONT_NAME, node->title);

  /* The second line may widen a card, but is no reason for a large one. */
  if (node->summary != NULL)
    width = MAX (width, MIN (_troupe_canvas_text_width (self, FONT_SUMMARY, node->summary), 134));

  return CARD_TEXT_X + width + CARD_TEXT_END + chevron;
}

static void
measure_node (TroupeCanvas *self,
              const TroupeCanvasNode *node,
              const TroupeCanvasNodeRun *run,
              float *width,
              float *height)
{
  guint n_events = count_events (node);
  float wanted = get_head_width (self, node);

  for (guint i = 0; i < n_events; i++)
    wanted = MAX (wanted, _troupe_canvas_text_width (self, FONT_EVENT_TAKEN, node->events[i]) + 54);

  wanted = ceilf ((wanted + 0.5f) / 4) * 4;
  wanted = CLAMP (wanted, CARD_WIDTH_MIN, CARD_WIDTH_MAX);
  *width = wanted;
  if (node->width > 0)
    *width = MAX ((float) node->width, CARD_WIDTH_MIN);

  *height = _troupe_canvas_events_top (node);
  if (n_events > 0)
    *height += (float) n_events * CARD_EVENT_ROW + CARD_BOTTOM_PAD;
  if (run != NULL)
    *height += _troupe_canvas_strip_height (run);
}

void
troupe_canvas_measure_node (TroupeCanvas *self,
                            const TroupeCanvasNode *node,
                            double *width,
                            double *height)
{
  float own_width, own_height;

  g_return_if_fail (TROUPE_IS_CANVAS (self));
  g_return_if_fail (node != NULL);

  measure_node (self, node, NULL, &own_width, &own_height);
  if (width != NULL)
    *width = own_width;
  if (height != NULL)
    *height = own_height;
}

graphene_point_t
_troupe_canvas_input_point (TroupeCanvas *self, guint node)
{
  const CanvasBox *box = &g_array_index (self->boxes, CanvasBox, node);

  return GRAPHENE_POINT_INIT (box->x, box->y + PORT_Y);
}

graphene_point_t
_troupe_canvas_output_point (TroupeCanvas *self, guint node, int port)
{
  const CanvasBox *box = &g_array_index (self->boxes, CanvasBox, node);
  float y = PORT_Y;

  if (port >= 0)
    y = _troupe_canvas_events_top (&troupe_scene_node (self->scene, node)->node) +
        CARD_EVENT_ROW * (float) port + CARD_EVENT_ROW / 2;

  return GRAPHENE_POINT_INIT (box->x + box->width, box->y + y);
}

graphene_point_t
_troupe_canvas_gate_input (TroupeCanvas *self, guint gate, int input)
{
  const TroupeGateRecord *record = troupe_scene_gate (self->scene, gate);
  float n = (float) MAX (record->n_inputs, 1);
  /* Many inputs share the left half instead of running around the gate. */
  float step = MIN (0.62f, 2.6f / n);
  float angle = ((float) CLAMP (input, 0, (int) n - 1) - (n - 1) / 2) * step;
  float radius = GATE_RADIUS;

  return GRAPHENE_POINT_INIT ((float) record->gate.x - radius * cosf (angle),
                              (float) record->gate.y + radius * sinf (angle));
}

graphene_point_t
_troupe_canvas_gate_output (TroupeCanvas *self, guint gate)
{
  const TroupeGateRecord *record = troupe_scene_gate (self->scene, gate);

  return GRAPHENE_POINT_INIT ((float) record->gate.x + GATE_RADIUS, (float) record->gate.y);
}

int
_troupe_canvas_port_index (const TroupeCanvasNode *node, const char *port)
{
  if (port == NULL || node->events == NULL)
    return -1;
  for (int i = 0; node->events[i] != NULL; i++)
    if (g_str_equal (node->events[i], port))
      return i;

  return -1;
}

/* TRUE where a card stands elsewhere or, at rest, has another size. */
static gboolean
refresh_nodes (TroupeCanvas *self)
{
  TroupeCanvasScene *scene = self->scene;
  guint old = self->boxes->len;
  gboolean moved = FALSE;

  g_array_set_size (self->boxes, scene->nodes->len);
  for (guint i = 0; i < scene->nodes->len; i++)
    {
      CanvasBox *box = &g_array_index (self->boxes, CanvasBox, i);
      const TroupeNodeRecord *node = troupe_scene_node (scene, i);
      CanvasBox before = *box;

      if (i >= old || !box->measured || box->serial != node->record.serial || self->dirty_structure)
        {
          measure_node (self, &node->node, &node->run, &box->width, &box->height);
          box->rest_height = box->height - _troupe_canvas_strip_height (&node->run);
          box->serial = node->record.serial;
          box->measured = TRUE;
        }
      box->x = (float) node->node.x;
      box->y = (float) node->node.y;
      moved |= box->x != before.x || box->y != before.y || box->width != before.width ||
               box->rest_height != before.rest_height;
    }

  return moved;
}

gboolean
_troupe_canvas_box_of (TroupeCanvas *self, const TroupeRecord *record, CanvasBox *box)
{
  switch ((int) record->kind)
    {
    case TROUPE_CANVAS_KIND_NODE:
      *box = g_array_index (self->boxes, CanvasBox, record->index);
      return TRUE;
    case TROUPE_CANVAS_KIND_GATE:
      {
        const TroupeCanvasGate *gate = &((const TroupeGateRecord *) record)->gate;
        float radius = GATE_RADIUS;

        *box = (CanvasBox){ .x = (float) gate->x - radius,
                            .y = (float) gate->y - radius,
                            .width = 2 * radius,
                            .height = 2 * radius };
        return TRUE;
      }
    case TROUPE_CANVAS_KIND_NOTE:
      {
        const TroupeCanvasNote *note = &((const TroupeNoteRecord *) record)->note;

        *box = (CanvasBox){ .x = (float) note->x,
                            .y = (float) note->y,
                            .width = MAX ((float) note->width, NOTE_WIDTH_MIN),
                            .height = MAX ((float) note->height, NOTE_HEIGHT_MIN) };
        return TRUE;
      }
    case TROUPE_CANVAS_KIND_GROUP:
      *box = g_array_index (self->group_boxes, CanvasBox, record->index);
      return TRUE;
    case TROUPE_CANVAS_KIND_WIRE:
      {
        const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, record->index);

        if (route->n_segments == 0)
          return FALSE;
        *box = (CanvasBox){ .x = route->x0,
                            .y = route->y0,
                            .width = route->x1 - route->x0,
                            .height = route->y1 - route->y0 };
        return TRUE;
      }
    default:
      return FALSE;
    }
}

static CanvasBox
frame_members (TroupeCanvas *self, const TroupeCanvasGroup *group)
{
  float x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;

  for (guint i = 0; group->members != NULL && group->members[i] != NULL; i++)
    {
      const TroupeRecord *member =
          _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_GROUND, group->members[i]);
      CanvasBox box;

      if (member == NULL || member->kind == TROUPE_CANVAS_KIND_GROUP ||
          member->kind == TROUPE_CANVAS_KIND_WIRE || !_troupe_canvas_box_of (self, member, &box))
        continue;
      x0 = MIN (x0, box.x);
      y0 = MIN (y0, box.y);
      x1 = MAX (x1, box.x + box.width);
      y1 = MAX (y1, box.y + box.height);
    }

  if (x0 > x1)
    return (CanvasBox){ .x = (float) group->x,
                        .y = (float) group->y,
                        .width = MAX ((float) group->width, 2 * GROUP_PAD),
                        .height = MAX ((float) group->height, GROUP_PAD + GROUP_TOP) };

  return (CanvasBox){ .x = x0 - GROUP_PAD,
                      .y = y0 - GROUP_TOP,
                      .width = x1 - x0 + 2 * GROUP_PAD,
                      .height = y1 - y0 + GROUP_TOP + GROUP_PAD };
}

static void
refresh_groups (TroupeCanvas *self)
{
  GPtrArray *groups = self->scene->groups;

  g_array_set_size (self->group_boxes, groups->len);
  for (guint i = 0; i < groups->len; i++)
    g_array_index (self->group_boxes, CanvasBox, i) =
        frame_members (self, &troupe_scene_group (self->scene, i)->group);
}

static void
resolve_end (TroupeCanvas *self, const char *id, int *index, gboolean *is_gate)
{
  const TroupeRecord *record =
      _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_GROUND, id);

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
resolve_wire (TroupeCanvas *self,
              CanvasRoute *route,
              const TroupeCanvasWire *wire,
              GHashTable *all_inputs)
{
  TroupeCanvasScene *scene = self->scene;

  resolve_end (self, wire->from, &route->from, &route->from_gate);
  resolve_end (self, wire->to, &route->to, &route->to_gate);
  route->from_port = -1;
  route->to_input = 0;
  if (route->from >= 0 && !route->from_gate)
    route->from_port =
        _troupe_canvas_port_index (&troupe_scene_node (scene, (guint) route->from)->node,
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
resolve_wires (TroupeCanvas *self)
{
  TroupeCanvasScene *scene = self->scene;
  g_autoptr (GHashTable) inputs =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);

  g_array_set_size (self->routes, scene->wires->len);
  for (guint i = 0; i < scene->wires->len; i++)
    {
      CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);

      resolve_wire (self, route, &troupe_scene_wire (scene, i)->wire, inputs);
      route->pulses = troupe_scene_wire (scene, i)->pulses;
    }
}

/* Pictures of cards that are gone; seldom, so a whole pass does no harm. */
static void
drop_dead_cards (TroupeCanvas *self)
{
  GHashTableIter iter;
  gpointer record;
  g_autoptr (GHashTable) alive = g_hash_table_new (NULL, NULL);

  if (g_hash_table_size (self->cards) == 0)
    return;

  for (guint i = 0; i < self->scene->nodes->len; i++)
    g_hash_table_add (alive, troupe_scene_node (self->scene, i));
  g_hash_table_iter_init (&iter, self->cards);
  while (g_hash_table_iter_next (&iter, &record, NULL))
    if (!g_hash_table_contains (alive, record))
      g_hash_table_iter_remove (&iter);
}

void
_troupe_canvas_refresh (TroupeCanvas *self)
{
  gboolean anew, moved;

  if (self->scene == NULL || (!self->dirty_structure && !self->dirty_geometry))
    return;

  _troupe_canvas_scene_compact (self->scene);
  if (self->structure != self->scene->structure)
    {
      self->structure = self->scene->structure;
      self->dirty_structure = TRUE;
      drop_dead_cards (self);
    }
  anew = self->dirty_structure || self->dirty_routes;
  moved = refresh_nodes (self);
  if (self->dirty_structure)
    resolve_wires (self);
  refresh_groups (self);
  _troupe_canvas_route_all (self, anew, moved);
  self->dirty_routes = FALSE;
  self->dirty_structure = FALSE;
  self->dirty_geometry = FALSE;
}

gboolean
troupe_canvas_get_bounds (TroupeCanvas *self, const char *id, graphene_rect_t *bounds)
{
  const TroupeRecord *record;
  CanvasBox box;

  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (bounds != NULL, FALSE);

  if (self->scene == NULL)
    return FALSE;
  _troupe_canvas_refresh (self);
  record = _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_GROUND, id);
  if (record == NULL || !_troupe_canvas_box_of (self, record, &box))
    return FALSE;

  *bounds = GRAPHENE_RECT_INIT (box.x, box.y, box.width, box.height);
  return TRUE;
}

gboolean
troupe_canvas_get_all_bounds (TroupeCanvas *self, graphene_rect_t *bounds)
{
  static const TroupeCanvasKind kinds[] = { TROUPE_CANVAS_KIND_NODE, TROUPE_CANVAS_KIND_GATE,
                                            TROUPE_CANVAS_KIND_NOTE, TROUPE_CANVAS_KIND_GROUP,
                                            TROUPE_CANVAS_KIND_WIRE };
  float x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;

  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (bounds != NULL, FALSE);

  if (self->scene == NULL)
    return FALSE;
  _troupe_canvas_refresh (self);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      GPtrArray *array = _troupe_canvas_scene_get_array (self->scene, kinds[k]);

      for (guint i = 0; i < array->len; i++)
        {
          CanvasBox box;

          if (!_troupe_canvas_box_of (self, array->pdata[i], &box))
            continue;
          x0 = MIN (x0, box.x);
          y0 = MIN (y0, box.y);
          x1 = MAX (x1, box.x + box.width);
          y1 = MAX (y1, box.y + box.height);
        }
    }
  if (x0 > x1)
    return FALSE;

  *bounds = GRAPHENE_RECT_INIT (x0, y0, x1 - x0, y1 - y0);
  return TRUE;
}

gboolean
troupe_canvas_get_port (TroupeCanvas *self,
                        const char *id,
                        gboolean input,
                        const char *port,
                        graphene_point_t *point)
{
  const TroupeRecord *record;

  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (point != NULL, FALSE);

  if (self->scene == NULL)
    return FALSE;
  _troupe_canvas_refresh (self);
  record = _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_GROUND, id);
  if (record == NULL)
    return FALSE;
  if (record->kind == TROUPE_CANVAS_KIND_NODE)
    {
      const TroupeCanvasNode *node = &((const TroupeNodeRecord *) record)->node;

      *point = input ? _troupe_canvas_input_point (self, record->index)
                     : _troupe_canvas_output_point (self, record->index,
                                                    _troupe_canvas_port_index (node, port));
      return TRUE;
    }
  if (record->kind == TROUPE_CANVAS_KIND_GATE)
    {
      *point = input ? _troupe_canvas_gate_input (self, record->index, 0)
                     : _troupe_canvas_gate_output (self, record->index);
      return TRUE;
    }

  return FALSE;
}
