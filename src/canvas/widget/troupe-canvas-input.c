/* troupe-canvas-input.c: drags, clicks and scrolling on the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-input"

#include "config.h"

#include <math.h>

#include "troupe-canvas-input-private.h"

#define CATCH 6.0 /* distance at which the edge of a neighbor snaps, widget pixels */
#define INSERT_REACH 14.0f

G_DEFINE_FINAL_TYPE (TroupeCanvasInput, troupe_canvas_input, G_TYPE_OBJECT)

static void
clear_moved (gpointer data)
{
  g_free (((CanvasMoved *) data)->id);
}

static GArray *
make_moved (void)
{
  GArray *moved = g_array_new (FALSE, TRUE, sizeof (CanvasMoved));

  g_array_set_clear_func (moved, clear_moved);
  return moved;
}

static void
troupe_canvas_input_finalize (GObject *object)
{
  TroupeCanvasInput *self = TROUPE_CANVAS_INPUT (object);

  g_clear_pointer (&self->moved, g_array_unref);
  g_clear_pointer (&self->refusing, g_hash_table_unref);
  g_clear_pointer (&self->hover_id, g_free);
  g_clear_pointer (&self->hover_port, g_free);
  g_clear_pointer (&self->drag_id, g_free);
  g_clear_pointer (&self->drag_port, g_free);
  g_clear_pointer (&self->drag_wire, g_free);
  g_clear_pointer (&self->target_id, g_free);
  g_clear_pointer (&self->target_input, g_free);
  g_clear_pointer (&self->target_reason, g_free);
  g_clear_pointer (&self->insert_wire, g_free);
  troupe_canvas_input_forget_press (self);
  g_clear_object (&self->scene);

  G_OBJECT_CLASS (troupe_canvas_input_parent_class)->finalize (object);
}

static void
troupe_canvas_input_class_init (TroupeCanvasInputClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_canvas_input_finalize;
}

static void
troupe_canvas_input_init (TroupeCanvasInput *self)
{
  g_assert (self != NULL);

  self->snap = TRUE;
  self->editable = TRUE;
  self->snap_guide_x = self->snap_guide_y = NAN;
  self->moved = make_moved ();
}

TroupeCanvasInput *
troupe_canvas_input_new (TroupeCanvas *canvas)
{
  TroupeCanvasInput *self;

  g_return_val_if_fail (TROUPE_IS_CANVAS (canvas), NULL);

  self = g_object_new (TROUPE_TYPE_CANVAS_INPUT, NULL);
  self->canvas = canvas;
  self->geometry = troupe_canvas_get_geometry (canvas);
  self->router = troupe_canvas_get_router (canvas);
  self->viewport = troupe_canvas_get_viewport (canvas);
  self->selection = troupe_canvas_get_selection (canvas);
  return self;
}

void
troupe_canvas_input_close (TroupeCanvasInput *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_INPUT (self));

  g_clear_handle_id (&self->align_id, g_source_remove);
  self->align_pending = FALSE;
  troupe_canvas_input_set_can_connect (self, NULL, NULL, NULL);
  g_clear_object (&self->scene);
}

void
troupe_canvas_input_set_scene (TroupeCanvasInput *self, TroupeCanvasScene *scene)
{
  g_return_if_fail (TROUPE_IS_CANVAS_INPUT (self));

  troupe_canvas_input_cancel_drag (self);
  troupe_canvas_input_forget_press (self);
  g_set_object (&self->scene, scene);
}

gboolean
troupe_canvas_input_get_editable (TroupeCanvasInput *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_INPUT (self), FALSE);

  return self->editable;
}

void
troupe_canvas_input_set_editable (TroupeCanvasInput *self, gboolean editable)
{
  g_return_if_fail (TROUPE_IS_CANVAS_INPUT (self));

  self->editable = editable;
}

gboolean
troupe_canvas_input_get_snap (TroupeCanvasInput *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_INPUT (self), FALSE);

  return self->snap;
}

void
troupe_canvas_input_set_snap (TroupeCanvasInput *self, gboolean snap)
{
  g_return_if_fail (TROUPE_IS_CANVAS_INPUT (self));

  self->snap = snap;
}

void
troupe_canvas_input_set_can_connect (TroupeCanvasInput *self,
                                     TroupeCanvasCanConnect can_connect,
                                     gpointer user_data,
                                     GDestroyNotify destroy)
{
  g_return_if_fail (TROUPE_IS_CANVAS_INPUT (self));

  if (self->can_connect_destroy != NULL)
    self->can_connect_destroy (self->can_connect_data);
  self->can_connect = can_connect;
  self->can_connect_data = user_data;
  self->can_connect_destroy = destroy;
}

void
troupe_canvas_input_get_grip (TroupeCanvasInput *self, CanvasGrip *grip)
{
  g_return_if_fail (TROUPE_IS_CANVAS_INPUT (self));
  g_return_if_fail (grip != NULL);

  *grip = (CanvasGrip){
    .hover_kind = self->hover_kind,
    .hover_id = self->hover_id,
    .drag = self->drag,
    .drag_x = self->drag_x,
    .drag_y = self->drag_y,
    .drag_now_x = self->drag_now_x,
    .drag_now_y = self->drag_now_y,
    .drag_backward = self->drag_backward,
    .target_id = self->target_id,
    .target_input = self->target_input,
    .target_reason = self->target_reason,
    .target_refused = self->target_refused,
    .insert_wire = self->insert_wire,
    .refusing = self->refusing,
    .snap_guide_x = self->snap_guide_x,
    .snap_guide_y = self->snap_guide_y,
  };
}

gboolean
troupe_canvas_input_is_dragging (TroupeCanvasInput *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_INPUT (self), FALSE);

  return self->drag != DRAG_NONE;
}

static gboolean
is_inside (const CanvasBox *box, const CanvasBox *frame)
{
  g_assert (box != NULL);
  g_assert (frame != NULL);

  return box->x >= frame->x && box->x + box->width <= frame->x + frame->width &&
         box->y >= frame->y && box->y + box->height <= frame->y + frame->height;
}

static gboolean
is_member (const TroupeCanvasGroup *group, const TroupeRecord *record)
{
  return group->members != NULL && g_strv_contains (group->members, troupe_record_get_id (record));
}

/* Lists the members of a group and what else lies inside of its frame, because it would look left behind.
 * (transfer container) (element-type TroupeRecord) */
static GPtrArray *
list_contents (TroupeCanvasInput *self, const TroupeRecord *record)
{
  static const TroupeCanvasKind kinds[] = { TROUPE_CANVAS_KIND_NODE, TROUPE_CANVAS_KIND_GATE,
                                            TROUPE_CANVAS_KIND_NOTE };
  const TroupeCanvasGroup *group = &((const TroupeGroupRecord *) record)->group;
  GPtrArray *contents = g_ptr_array_new ();
  CanvasBox frame, box;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  if (!troupe_canvas_geometry_get_box (self->geometry, record, &frame))
    return contents;
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint i = 0; i < troupe_scene_count (self->scene, kinds[k]); i++)
      {
        const TroupeRecord *one = troupe_scene_nth (self->scene, kinds[k], i);

        if (is_member (group, one) || (troupe_canvas_geometry_get_box (self->geometry, one, &box) &&
                                       is_inside (&box, &frame)))
          g_ptr_array_add (contents, (gpointer) one);
      }

  return contents;
}

static void
add_moved (TroupeCanvasInput *self, const TroupeRecord *record, GHashTable *seen)
{
  CanvasMoved moved;
  double x, y;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  if (record == NULL || !g_hash_table_add (seen, (gpointer) record) ||
      !troupe_record_read_place (record, &x, &y))
    return;

  moved = (CanvasMoved){ g_strdup (troupe_record_get_id (record)), record->kind, x, y };
  g_array_append_val (self->moved, moved);
  if (record->kind == TROUPE_CANVAS_KIND_GROUP)
    {
      g_autoptr (GPtrArray) contents = list_contents (self, record);

      for (guint i = 0; i < contents->len; i++)
        add_moved (self, contents->pdata[i], seen);
    }
}

void
troupe_canvas_input_collect_moved (TroupeCanvasInput *self)
{
  g_autofree const char **ids = troupe_canvas_list_selected (self->canvas);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  troupe_canvas_finish_glide (self->canvas);
  g_array_set_size (self->moved, 0);
  for (guint i = 0; ids[i] != NULL; i++)
    add_moved (self, troupe_scene_find (self->scene, TROUPE_CANVAS_KIND_GROUND, ids[i]), seen);
}

static void
move_all (TroupeCanvasInput *self, double dx, double dy)
{
  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  troupe_canvas_scene_begin_update (self->scene);
  for (guint i = 0; i < self->moved->len; i++)
    {
      const CanvasMoved *moved = &g_array_index (self->moved, CanvasMoved, i);

      troupe_canvas_scene_set_position (self->scene, moved->id, moved->x + dx, moved->y + dy);
    }
  troupe_canvas_scene_end_update (self->scene);
}

/* Emits `nodes-moved` once, for the items whose position has changed. */
void
troupe_canvas_input_finish_move (TroupeCanvasInput *self)
{
  g_autoptr (GArray) moves = g_array_new (FALSE, FALSE, sizeof (TroupeCanvasMove));
  GArray *moved = self->moved;

  /* A handler may begin a new gesture. */
  self->moved = make_moved ();
  for (guint i = 0; i < moved->len; i++)
    {
      const CanvasMoved *one = &g_array_index (moved, CanvasMoved, i);
      TroupeCanvasMove move = { one->kind, one->id, one->x, one->y, 0, 0 };

      if (troupe_canvas_scene_get_position (self->scene, one->id, &move.new_x, &move.new_y) &&
          (move.new_x != move.old_x || move.new_y != move.old_y))
        g_array_append_val (moves, move);
    }
  g_array_unref (self->moved);
  self->moved = moved;
  if (moves->len > 0)
    g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_NODES_MOVED], 0, moves->data,
                   moves->len);
  g_array_set_size (moved, 0);
}

void
troupe_canvas_input_nudge (TroupeCanvasInput *self, double dx, double dy)
{
  if (self->scene == NULL || !self->editable || self->drag != DRAG_NONE)
    return;

  troupe_canvas_input_collect_moved (self);
  move_all (self, dx, dy);
  troupe_canvas_input_finish_move (self);
}

/* Returns the distance by which the box must be moved to align an edge with an edge of a
 * neighbor; 0 if no edge is near. */
static double
catch_edge (TroupeCanvasInput *self,
            const CanvasBox *own,
            GHashTable *moving,
            gboolean across,
            double delta,
            double *guide)
{
  double reach = CATCH / troupe_canvas_viewport_get_scale (self->viewport), best = reach, push = 0;
  double start = (across ? own->x : own->y) + delta;
  double extent = across ? own->width : own->height;
  const CanvasBox *boxes;
  guint n_boxes;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  boxes = troupe_canvas_geometry_get_boxes (self->geometry, &n_boxes);
  *guide = NAN;
  for (guint i = 0; i < n_boxes; i++)
    {
      const CanvasBox *box = &boxes[i];
      double from = across ? box->x : box->y;
      double to = from + (across ? box->width : box->height);
      double edges[] = { from - start, to - (start + extent) };

      for (guint e = 0; e < G_N_ELEMENTS (edges); e++)
        if (fabs (edges[e]) < best &&
            !g_hash_table_contains (moving, troupe_scene_node (self->scene, i)->node.id))
          {
            best = fabs (edges[e]);
            push = edges[e];
            *guide = e == 0 ? from : to;
          }
    }

  return push;
}

static void
snap_move (TroupeCanvasInput *self, GdkModifierType modifiers, double *dx, double *dy)
{
  g_autoptr (GHashTable) moving = NULL;
  const CanvasMoved *first = &g_array_index (self->moved, CanvasMoved, 0);
  const TroupeRecord *record;
  CanvasBox box;
  double push_x, push_y;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  self->snap_guide_x = self->snap_guide_y = NAN;
  if (!self->snap || (modifiers & GDK_SHIFT_MASK) != 0)
    return;

  record = troupe_scene_find (self->scene, TROUPE_CANVAS_KIND_GROUND, self->drag_id);
  for (guint i = 0; i < self->moved->len; i++)
    if (g_strcmp0 (g_array_index (self->moved, CanvasMoved, i).id, self->drag_id) == 0)
      first = &g_array_index (self->moved, CanvasMoved, i);
  if (record == NULL || !troupe_canvas_geometry_get_box (self->geometry, record, &box))
    return;

  moving = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < self->moved->len; i++)
    g_hash_table_add (moving, g_array_index (self->moved, CanvasMoved, i).id);
  box.x = (float) first->x;
  box.y = (float) first->y;
  push_x = catch_edge (self, &box, moving, TRUE, *dx, &self->snap_guide_x);
  push_y = catch_edge (self, &box, moving, FALSE, *dy, &self->snap_guide_y);
  *dx = isnan (self->snap_guide_x) ? troupe_canvas_snap (first->x + *dx) - first->x : *dx + push_x;
  *dy = isnan (self->snap_guide_y) ? troupe_canvas_snap (first->y + *dy) - first->y : *dy + push_y;
}

/* Returns the wire into which a single, unconnected card would be inserted. */
static const char *
find_insert_wire (TroupeCanvasInput *self)
{
  const TroupeRecord *record;
  CanvasBox box;
  const char *found = NULL;
  guint n_routes;
  const CanvasRoute *routes;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  if (self->moved->len != 1)
    return NULL;
  troupe_canvas_router_refresh (self->router);
  routes = troupe_canvas_router_get_routes (self->router, &n_routes);
  record = troupe_scene_find (self->scene, TROUPE_CANVAS_KIND_NODE,
                              g_array_index (self->moved, CanvasMoved, 0).id);
  /* A card without ports cannot be inserted into a wire. */
  if (record == NULL || ((const TroupeNodeRecord *) record)->node.is_person ||
      !troupe_canvas_geometry_get_box (self->geometry, record, &box))
    return NULL;

  for (guint i = 0; i < n_routes; i++)
    {
      const CanvasRoute *route = &routes[i];

      if ((!route->from_gate && route->from == (int) record->index) ||
          (!route->to_gate && route->to == (int) record->index))
        return NULL;
      if (route->n_segments > 0 &&
          troupe_canvas_router_get_distance (self->router, route, box.x + box.width / 2,
                                             box.y + PORT_Y) < INSERT_REACH)
        found = troupe_scene_wire (self->scene, i)->wire.id;
    }

  return found;
}

static CanvasDrag
choose_drag (TroupeCanvasInput *self,
             TroupeCanvasKind kind,
             guint button,
             GdkModifierType modifiers)
{
  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  if (button == GDK_BUTTON_MIDDLE || self->space_held)
    return DRAG_PAN;
  if (button == GDK_BUTTON_SECONDARY)
    return self->editable && (modifiers & GDK_CONTROL_MASK) != 0 ? DRAG_CUT : DRAG_NONE;
  if (button != GDK_BUTTON_PRIMARY)
    return DRAG_NONE;

  switch (kind)
    {
    case TROUPE_CANVAS_KIND_GROUND:
      return DRAG_BAND;
    case TROUPE_CANVAS_KIND_INPUT:
    case TROUPE_CANVAS_KIND_OUTPUT:
      return self->editable ? DRAG_WIRE : DRAG_MOVE;
    case TROUPE_CANVAS_KIND_WIRE_END:
      return self->editable ? DRAG_REWIRE : DRAG_NONE;
    case TROUPE_CANVAS_KIND_BEND:
      return self->editable ? DRAG_BEND : DRAG_NONE;
    case TROUPE_CANVAS_KIND_NOTE_CORNER:
      return self->editable ? DRAG_NOTE_SIZE : DRAG_NONE;
    case TROUPE_CANVAS_KIND_WIRE:
      return DRAG_NONE;
    default:
      return DRAG_MOVE;
    }
}

void
troupe_canvas_input_forget_press (TroupeCanvasInput *self)
{
  self->press.is_held = FALSE;
  g_clear_pointer (&self->press.id, g_free);
  g_clear_pointer (&self->press.port, g_free);
}

void
troupe_canvas_input_press (TroupeCanvasInput *self,
                           double widget_x,
                           double widget_y,
                           gboolean touch)
{
  CanvasPress *press = &self->press;
  const char *id, *port;

  troupe_canvas_input_forget_press (self);
  troupe_canvas_viewport_stop (self->viewport);
  press->is_held = TRUE;
  press->point = troupe_canvas_to_canvas (self->canvas, widget_x, widget_y);
  press->kind = troupe_canvas_hit_at (self->canvas, press->point.x, press->point.y,
                                      touch ? PORT_HIT_TOUCH : PORT_HIT, &id, &port, &press->index);
  press->id = g_strdup (id);
  press->port = g_strdup (port);
}

/* Returns the wire whose end is dragged from an input: the selected one, or the only one unless Shift
 * is held. Without one, a drag from the input draws another wire. (transfer full) (nullable) */
static char *
find_wire_end (TroupeCanvasInput *self, const char *id, const char *port, GdkModifierType modifiers)
{
  const char *only = NULL;
  guint n = 0;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (self->scene); i++)
    {
      const TroupeCanvasWire *wire = troupe_canvas_scene_get_nth_wire (self->scene, i);

      if (wire->kind == TROUPE_CANVAS_WIRE_ERRAND || g_strcmp0 (wire->to, id) != 0 ||
          g_strcmp0 (wire->to_input, port) != 0)
        continue;
      if (troupe_canvas_is_selected (self->canvas, wire->id))
        return g_strdup (wire->id);
      only = wire->id;
      n++;
    }
  return n == 1 && (modifiers & GDK_SHIFT_MASK) == 0 ? g_strdup (only) : NULL;
}

void
troupe_canvas_input_begin_drag (TroupeCanvasInput *self,
                                double widget_x,
                                double widget_y,
                                guint button,
                                GdkModifierType modifiers,
                                gboolean touch)
{
  g_autofree char *id = NULL;
  g_autofree char *port = NULL;

  troupe_canvas_input_cancel_drag (self);
  if (!self->press.is_held ||
      !(self->press.id == NULL ||
        troupe_scene_find (self->scene, TROUPE_CANVAS_KIND_GROUND, self->press.id) != NULL))
    troupe_canvas_input_press (self, widget_x, widget_y, touch);
  troupe_canvas_finish_glide (self->canvas);
  id = g_steal_pointer (&self->press.id);
  port = g_steal_pointer (&self->press.port);
  self->press.is_held = FALSE;
  self->edge_armed = FALSE;
  self->drag = choose_drag (self, self->press.kind, button, modifiers);
  self->drag_modifiers = modifiers;
  self->drag_x = self->drag_now_x = (double) self->press.point.x;
  self->drag_y = self->drag_now_y = (double) self->press.point.y;
  self->drag_index = self->press.index;

  if (self->drag == DRAG_WIRE && self->press.kind == TROUPE_CANVAS_KIND_INPUT)
    {
      char *wire = find_wire_end (self, id, port, modifiers);

      if (wire != NULL)
        {
          g_free (id);
          id = wire;
          self->drag = DRAG_REWIRE;
        }
    }
  if (self->drag == DRAG_WIRE)
    troupe_canvas_input_begin_wire (self, id, port, self->press.kind == TROUPE_CANVAS_KIND_INPUT);
  else if (self->drag == DRAG_REWIRE)
    troupe_canvas_input_begin_rewire (self, id);
  else if (self->drag == DRAG_MOVE)
    {
      g_free (self->drag_id);
      self->drag_id = g_strdup (id);
      if (!troupe_canvas_is_selected (self->canvas, self->drag_id))
        {
          if ((modifiers & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0)
            troupe_canvas_selection_add (self->selection, self->drag_id);
          else
            troupe_canvas_select_only (self->canvas, self->drag_id);
        }
      if (self->editable)
        troupe_canvas_input_collect_moved (self);
      else
        g_array_set_size (self->moved, 0);
    }
  else if (self->drag == DRAG_BEND || self->drag == DRAG_NOTE_SIZE)
    {
      char *copy = g_strdup (id);

      g_free (self->drag_id);
      self->drag_id = copy;
    }
  if (self->drag == DRAG_NOTE_SIZE)
    {
      const TroupeCanvasNote *note = troupe_canvas_scene_get_note (self->scene, id);

      /* Restored by Esc. */
      self->old_width = note->width;
      self->old_height = note->height;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
}

void
troupe_canvas_input_update_drag (TroupeCanvasInput *self,
                                 double widget_x,
                                 double widget_y,
                                 GdkModifierType modifiers)
{
  graphene_point_t point = troupe_canvas_to_canvas (self->canvas, widget_x, widget_y);

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  if (self->drag == DRAG_PAN)
    {
      double x, y;

      /* Keep the grabbed point under the pointer. */
      troupe_canvas_viewport_get_origin (self->viewport, &x, &y);
      troupe_canvas_viewport_set (self->viewport, troupe_canvas_viewport_get_zoom (self->viewport),
                                  x + self->drag_x - (double) point.x,
                                  y + self->drag_y - (double) point.y);
      return;
    }

  self->drag_now_x = point.x;
  self->drag_now_y = point.y;
  troupe_canvas_input_follow_edge (self, widget_x, widget_y, modifiers);
  if (self->drag == DRAG_MOVE)
    {
      double dx = self->drag_now_x - self->drag_x;
      double dy = self->drag_now_y - self->drag_y;
      const char *wire;

      if (self->moved->len != 0)
        {
          snap_move (self, modifiers, &dx, &dy);
          move_all (self, dx, dy);
          troupe_canvas_router_set_lifted (self->router,
                                           self->moved->len == 1 ? self->drag_id : NULL);
          troupe_canvas_router_set_moving (self->router, TRUE);
          wire = find_insert_wire (self);
          if (g_strcmp0 (wire, self->insert_wire) != 0)
            {
              g_free (self->insert_wire);
              self->insert_wire = g_strdup (wire);
            }
        }
    }
  else if (self->drag == DRAG_WIRE || self->drag == DRAG_REWIRE)
    troupe_canvas_input_update_wire (self);
  else if (self->drag == DRAG_NOTE_SIZE)
    {
      const TroupeCanvasNote *note = troupe_canvas_scene_get_note (self->scene, self->drag_id);
      double width;
      double height;

      if (note != NULL)
        {
          width = MAX (self->drag_now_x - note->x, NOTE_WIDTH_MIN);
          height = MAX (self->drag_now_y - note->y, NOTE_HEIGHT_MIN);
          if (self->snap)
            {
              width = troupe_canvas_snap (width);
              height = troupe_canvas_snap (height);
            }
          troupe_canvas_scene_set_note_size (self->scene, self->drag_id, width, height);
        }
    }
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
}

/* Clears the gesture. Moved items stay at their current positions. */
void
troupe_canvas_input_clear_drag (TroupeCanvasInput *self)
{
  self->drag = DRAG_NONE;
  self->preview_only = FALSE;
  self->edge_frame = 0;
  self->edge_armed = FALSE;
  g_clear_pointer (&self->refusing, g_hash_table_unref);
  g_clear_pointer (&self->target_id, g_free);
  g_clear_pointer (&self->target_input, g_free);
  g_clear_pointer (&self->target_reason, g_free);
  g_clear_pointer (&self->insert_wire, g_free);
  self->target_refused = FALSE;
  self->snap_guide_x = self->snap_guide_y = NAN;
  troupe_canvas_router_set_lifted (self->router, NULL);
  troupe_canvas_router_set_moving (self->router, FALSE);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
}

void
troupe_canvas_input_cancel_drag (TroupeCanvasInput *self)
{
  if (self->drag == DRAG_NONE)
    return;

  if (self->drag == DRAG_MOVE && self->scene != NULL)
    move_all (self, 0, 0);
  if (self->drag == DRAG_NOTE_SIZE && self->scene != NULL)
    troupe_canvas_scene_set_note_size (self->scene, self->drag_id, self->old_width,
                                       self->old_height);
  g_array_set_size (self->moved, 0);
  troupe_canvas_input_clear_drag (self);
}

static void
end_move (TroupeCanvasInput *self)
{
  g_autofree char *wire = g_strdup (self->insert_wire);
  g_autofree char *id = g_strdup (self->drag_id);
  gboolean take_out = (self->drag_modifiers & GDK_ALT_MASK) != 0 && self->moved->len == 1 &&
                      g_array_index (self->moved, CanvasMoved, 0).kind == TROUPE_CANVAS_KIND_NODE;
  double x = 0, y = 0;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  troupe_canvas_input_clear_drag (self);
  if (wire == NULL && !take_out)
    {
      troupe_canvas_input_finish_move (self);
      return;
    }

  troupe_canvas_scene_get_position (self->scene, id, &x, &y);
  move_all (self, 0, 0);
  g_array_set_size (self->moved, 0);
  if (wire != NULL)
    g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_NODE_INSERTED_ON_WIRE], 0, id, wire,
                   x, y, !take_out);
  else
    g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_NODE_TAKEN_OUT], 0, id, x, y);
}

void
troupe_canvas_input_end_drag (TroupeCanvasInput *self, GdkModifierType modifiers)
{
  g_autofree char *id = g_strdup (self->drag_id);
  const TroupeCanvasNote *note;

  switch (self->drag)
    {
    case DRAG_BAND:
      {
        graphene_rect_t band = GRAPHENE_RECT_INIT ((float) MIN (self->drag_x, self->drag_now_x),
                                                   (float) MIN (self->drag_y, self->drag_now_y),
                                                   (float) fabs (self->drag_x - self->drag_now_x),
                                                   (float) fabs (self->drag_y - self->drag_now_y));

        troupe_canvas_input_clear_drag (self);
        troupe_canvas_select_band (self->canvas, &band, modifiers);
        break;
      }
    case DRAG_MOVE:
      end_move (self);
      break;
    case DRAG_WIRE:
      troupe_canvas_input_end_wire (self, modifiers);
      break;
    case DRAG_REWIRE:
      troupe_canvas_input_end_rewire (self, modifiers);
      break;
    case DRAG_CUT:
      troupe_canvas_input_end_cut (self);
      break;
    case DRAG_BEND:
      troupe_canvas_input_clear_drag (self);
      g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_BEND_MOVED], 0, id,
                     self->drag_index, self->drag_now_x, self->drag_now_y);
      break;
    case DRAG_NOTE_SIZE:
      troupe_canvas_input_clear_drag (self);
      note = troupe_canvas_scene_get_note (self->scene, id);
      if (note != NULL)
        g_signal_emit (self->canvas, troupe_canvas_signals[SIGNAL_NOTE_RESIZED], 0, id, note->width,
                       note->height);
      break;
    case DRAG_PAN:
    case DRAG_NONE:
    default:
      troupe_canvas_input_clear_drag (self);
      break;
    }
}
