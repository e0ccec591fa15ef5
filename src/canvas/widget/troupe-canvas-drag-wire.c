/* troupe-canvas-drag-wire.c: drags that draw, reconnect or cut wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-drag-wire"

#include "config.h"

#include <math.h>

#include "troupe-canvas-input-private.h"

static gboolean
ask_can_connect (TroupeCanvasInput *self,
                 const char *from,
                 const char *port,
                 const char *to,
                 char **reason)
{
  const TroupeCanvasNode *node;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  if (self->can_connect != NULL)
    return self->can_connect (self->canvas, from, port, to, reason, self->can_connect_data);
  if (g_strcmp0 (from, to) == 0)
    return FALSE;

  node = troupe_canvas_scene_get_node (self->scene, to);
  return node == NULL || node->has_input;
}

void
troupe_canvas_input_begin_wire (TroupeCanvasInput *self,
                                const char *id,
                                const char *port,
                                gboolean backward)
{
  graphene_rect_t view;
  graphene_point_t start;
  const CanvasBox *boxes;
  guint n_boxes;

  g_free (self->drag_id);
  self->drag_id = g_strdup (id);
  g_free (self->drag_port);
  self->drag_port = g_strdup (port);
  self->drag_backward = backward;
  if (troupe_canvas_get_port (self->canvas, self->drag_id, backward, self->drag_port, &start))
    {
      self->drag_x = start.x;
      self->drag_y = start.y;
    }

  /* Cards that cannot accept the wire are drawn faded. Cards out of view are checked when the
   * pointer reaches them. */
  g_clear_pointer (&self->refusing, g_hash_table_unref);
  self->refusing = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  troupe_canvas_viewport_get_view (self->viewport, &view);
  boxes = troupe_canvas_geometry_get_boxes (self->geometry, &n_boxes);
  for (guint i = 0, asked = 0; !backward && i < n_boxes && asked < DETAILED_CARDS_MAX; i++)
    {
      const CanvasBox *box = &boxes[i];
      const char *to = troupe_scene_node (self->scene, i)->node.id;

      if (!troupe_canvas_in_view (&view, box->x, box->y, box->x + box->width, box->y + box->height))
        continue;
      asked++;
      if (g_strcmp0 (to, self->drag_id) != 0 &&
          !ask_can_connect (self, self->drag_id, self->drag_port, to, NULL))
        g_hash_table_add (self->refusing, g_strdup (to));
    }
}

void
troupe_canvas_input_update_wire (TroupeCanvasInput *self)
{
  const char *id, *port;

  troupe_canvas_hit_target (self->canvas, self->drag_now_x, self->drag_now_y, self->drag_backward,
                            &id, &port);
  if (id != NULL && self->drag_backward && g_strcmp0 (id, self->drag_id) == 0)
    id = NULL;
  if (g_strcmp0 (id, self->target_id) == 0 && g_strcmp0 (port, self->target_input) == 0)
    return;

  g_clear_pointer (&self->target_reason, g_free);
  g_free (self->target_id);
  self->target_id = g_strdup (id);
  g_free (self->target_input);
  self->target_input = g_strdup (port);
  self->target_refused = FALSE;
  if (id == NULL)
    return;
  self->target_refused =
      self->drag_backward ? !ask_can_connect (self, id, port, self->drag_id, &self->target_reason)
                          : !ask_can_connect (self, self->drag_id, self->drag_port, self->target_id,
                                              &self->target_reason);
}

void
troupe_canvas_input_begin_rewire (TroupeCanvasInput *self, const char *wire_id)
{
  const TroupeCanvasWire *wire = troupe_canvas_scene_get_wire (self->scene, wire_id);

  g_free (self->drag_wire);
  self->drag_wire = g_strdup (wire_id);
  troupe_canvas_select_only (self->canvas, self->drag_wire);
  troupe_canvas_input_begin_wire (self, wire->from, wire->from_port, FALSE);
}

/* Returns TRUE if the point is on the input port of the card. @x, @y: canvas pixels */
static gboolean
is_on_input (TroupeCanvasInput *self, const char *id, double x, double y)
{
  graphene_point_t port;

  return troupe_canvas_get_port (self->canvas, id, TRUE, NULL, &port) &&
         hypot (x - (double) port.x, y - (double) port.y) <= (double) PORT_HIT;
}

/* Returns the wire that leads to the card, if it is the only one. (transfer full) (nullable) */
static char *
dup_only_wire (TroupeCanvasInput *self, const char *to)
{
  const TroupeCanvasWire *found = NULL;

  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (self->scene); i++)
    {
      const TroupeCanvasWire *wire = troupe_canvas_scene_get_nth_wire (self->scene, i);

      if (g_strcmp0 (wire->to, to) != 0)
        continue;
      if (found != NULL)
        return NULL;
      found = wire;
    }

  return found != NULL ? g_strdup (found->id) : NULL;
}

void
troupe_canvas_input_end_wire (TroupeCanvasInput *self, GdkModifierType modifiers)
{
  g_autofree char *from = g_strdup (self->drag_id);
  g_autofree char *port = g_strdup (self->drag_port);
  g_autofree char *to = g_strdup (self->target_id);
  g_autofree char *target_port = g_strdup (self->target_input);
  gboolean refused = self->target_refused, backward = self->drag_backward;
  gboolean and_wanted = (modifiers & GDK_CONTROL_MASK) != 0;
  double x = self->drag_now_x, y = self->drag_now_y;
  /* From one input to another: the arrowhead was meant, whose front half belongs to the port. */
  const gboolean is_move = backward && to != NULL && is_on_input (self, to, x, y);
  g_autofree char *moved = is_move ? dup_only_wire (self, from) : NULL;

  troupe_canvas_input_clear_drag (self);
  if (moved != NULL)
    g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_WIRE_RECONNECTED], 0, moved, to,
                   and_wanted);
  if (refused || is_move)
    return;
  if (to == NULL)
    g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_WIRE_DROPPED], 0, from, port, x, y,
                   backward);
  else if (backward)
    g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_WIRE_REQUESTED], 0, to, target_port,
                   from, NULL, and_wanted);
  else
    g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_WIRE_REQUESTED], 0, from, port, to,
                   target_port, and_wanted);
}

void
troupe_canvas_input_end_rewire (TroupeCanvasInput *self, GdkModifierType modifiers)
{
  g_autofree char *wire_id = g_steal_pointer (&self->drag_wire);
  g_autofree char *to = g_strdup (self->target_id);
  const TroupeCanvasWire *wire = troupe_canvas_scene_get_wire (self->scene, wire_id);
  gboolean refused = self->target_refused;
  const gboolean is_from_input = self->press.kind == TROUPE_CANVAS_KIND_INPUT;
  const double x = self->drag_now_x, y = self->drag_now_y;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  troupe_canvas_input_clear_drag (self);
  if (wire != NULL && is_from_input)
    {
      const char *output = wire->to;
      const char *id = NULL;
      const char *port = NULL;
      g_autofree char *from = NULL;
      g_autofree char *from_port = NULL;
      g_autofree char *target = g_strdup (output);

      /* A drag from an input to an output draws another wire, although the input has one:
       * there, the end of that one has no meaning. */
      if (troupe_canvas_hit_at (self->canvas, x, y, PORT_HIT, &id, &port, NULL) ==
              TROUPE_CANVAS_KIND_OUTPUT &&
          g_strcmp0 (id, output) != 0)
        {
          from = g_strdup (id);
          from_port = g_strdup (port);
          if (ask_can_connect (self, from, from_port, target, NULL))
            g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_WIRE_REQUESTED], 0, from,
                           from_port, target, NULL, (modifiers & GDK_CONTROL_MASK) != 0);
          return;
        }
    }
  if (wire == NULL || refused || g_strcmp0 (wire->to, to) == 0)
    return;
  if (to == NULL)
    g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_WIRE_REMOVED], 0, wire_id);
  else
    g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_WIRE_RECONNECTED], 0, wire_id, to,
                   (modifiers & GDK_CONTROL_MASK) != 0);
}

void
troupe_canvas_input_end_cut (TroupeCanvasInput *self)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  guint n_routes;
  const CanvasRoute *routes = troupe_canvas_router_get_routes (self->router, &n_routes);

  for (guint i = 0; i < n_routes; i++)
    {
      const CanvasRoute *route = &routes[i];

      if (route->n_segments > 0 &&
          troupe_canvas_router_crosses (self->router, route, (float) self->drag_x,
                                        (float) self->drag_y, (float) self->drag_now_x,
                                        (float) self->drag_now_y))
        g_ptr_array_add (ids, g_strdup (troupe_scene_wire (self->scene, i)->wire.id));
    }
  troupe_canvas_input_clear_drag (self);
  if (ids->len == 0)
    return;
  g_ptr_array_add (ids, NULL);
  g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_WIRES_CUT], 0, ids->pdata);
}

void
troupe_canvas_input_show_preview (TroupeCanvasInput *self,
                                  const char *from,
                                  const char *port,
                                  double x,
                                  double y)
{
  g_return_if_fail (TROUPE_IS_CANVAS_INPUT (self));
  g_return_if_fail (from != NULL);

  if (self->scene == NULL ||
      troupe_canvas_scene_get_kind (self->scene, from) == TROUPE_CANVAS_KIND_GROUND)
    return;
  troupe_canvas_input_cancel_drag (self);
  troupe_canvas_router_refresh (self->router);
  troupe_canvas_input_begin_wire (self, from, port, FALSE);
  self->drag = DRAG_WIRE;
  self->preview_only = TRUE;
  self->drag_now_x = x;
  self->drag_now_y = y;
  troupe_canvas_input_update_wire (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
}

void
troupe_canvas_input_hide_preview (TroupeCanvasInput *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_INPUT (self));

  if (self->preview_only)
    troupe_canvas_input_cancel_drag (self);
}
