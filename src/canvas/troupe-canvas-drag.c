/* troupe-canvas-drag.c: what a drag or a click does
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-drag"

#include "config.h"

#include <math.h>

#include "troupe-canvas-private.h"

#define CATCH 6.0 /* how near a neighbour's edge catches, widget pixels */
#define INSERT_REACH 14.0f

static void
add_moved (TroupeCanvas *self, TroupeRecord *record, GHashTable *seen)
{
  CanvasMoved moved;
  double *x, *y;

  if (record == NULL || !g_hash_table_add (seen, record) ||
      !troupe_record_get_place (record, &x, &y))
    return;

  moved = (CanvasMoved){ g_strdup (troupe_record_get_id (record)), record->kind, *x, *y };
  g_array_append_val (self->moved, moved);
  if (record->kind == TROUPE_CANVAS_KIND_GROUP)
    {
      const char *const *members = ((TroupeGroupRecord *) record)->group.members;

      for (guint i = 0; members != NULL && members[i] != NULL; i++)
        {
          TroupeRecord *member =
              _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_GROUND, members[i]);

          if (member != NULL && member->kind != TROUPE_CANVAS_KIND_GROUP)
            add_moved (self, member, seen);
        }
    }
}

void
_troupe_canvas_collect_moved (TroupeCanvas *self)
{
  g_autofree const char **ids = troupe_canvas_get_selection (self);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  troupe_canvas_finish_glide (self);
  g_array_set_size (self->moved, 0);
  for (guint i = 0; ids[i] != NULL; i++)
    add_moved (self, _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_GROUND, ids[i]),
               seen);
}

static void
move_all (TroupeCanvas *self, double dx, double dy)
{
  troupe_canvas_scene_begin_update (self->scene);
  for (guint i = 0; i < self->moved->len; i++)
    {
      const CanvasMoved *moved = &g_array_index (self->moved, CanvasMoved, i);

      troupe_canvas_scene_set_position (self->scene, moved->id, moved->x + dx, moved->y + dy);
    }
  troupe_canvas_scene_end_update (self->scene);
}

/* Tells the owner, once, what has another place than before. */
void
_troupe_canvas_finish_move (TroupeCanvas *self)
{
  g_autoptr (GArray) moves = g_array_new (FALSE, FALSE, sizeof (TroupeCanvasMove));
  GArray *moved = self->moved;

  /* A handler may begin something new. */
  self->moved = g_array_new (FALSE, TRUE, sizeof (CanvasMoved));
  g_array_set_clear_func (self->moved, NULL);
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
    g_signal_emit (self, _troupe_canvas_signals[SIGNAL_NODES_MOVED], 0, moves->data, moves->len);
  g_array_set_size (moved, 0);
}

void
_troupe_canvas_nudge (TroupeCanvas *self, double dx, double dy)
{
  if (self->scene == NULL || !self->editable || self->drag != DRAG_NONE)
    return;

  _troupe_canvas_collect_moved (self);
  move_all (self, dx, dy);
  _troupe_canvas_finish_move (self);
}

/* How far @value must go so that an edge meets a neighbour's; 0 where none is near. */
static double
catch_edge (TroupeCanvas *self,
            const CanvasBox *own,
            GHashTable *moving,
            gboolean across,
            double delta,
            double *guide)
{
  double reach = CATCH / self->scale, best = reach, push = 0;
  double start = (across ? own->x : own->y) + delta;
  double extent = across ? own->width : own->height;

  *guide = NAN;
  for (guint i = 0; i < self->boxes->len; i++)
    {
      const CanvasBox *box = &g_array_index (self->boxes, CanvasBox, i);
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
snap_move (TroupeCanvas *self, GdkModifierType modifiers, double *dx, double *dy)
{
  g_autoptr (GHashTable) moving = NULL;
  const CanvasMoved *first = &g_array_index (self->moved, CanvasMoved, 0);
  const TroupeRecord *record;
  CanvasBox box;
  double push_x, push_y;

  self->snap_guide_x = self->snap_guide_y = NAN;
  if (!self->snap || (modifiers & GDK_SHIFT_MASK) != 0)
    return;

  record = _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_GROUND, self->drag_id);
  for (guint i = 0; i < self->moved->len; i++)
    if (g_strcmp0 (g_array_index (self->moved, CanvasMoved, i).id, self->drag_id) == 0)
      first = &g_array_index (self->moved, CanvasMoved, i);
  if (record == NULL || !_troupe_canvas_box_of (self, record, &box))
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

/* The wire a lone, unconnected card would be put into. */
static const char *
find_insert_wire (TroupeCanvas *self)
{
  const TroupeRecord *record;
  CanvasBox box;
  const char *found = NULL;

  if (self->moved->len != 1)
    return NULL;
  _troupe_canvas_refresh (self);
  record = _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_NODE,
                                        g_array_index (self->moved, CanvasMoved, 0).id);
  if (record == NULL || !_troupe_canvas_box_of (self, record, &box))
    return NULL;

  for (guint i = 0; i < self->routes->len; i++)
    {
      const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);

      if ((!route->from_gate && route->from == (int) record->index) ||
          (!route->to_gate && route->to == (int) record->index))
        return NULL;
      if (route->n_segments > 0 &&
          _troupe_canvas_route_distance (self, route, box.x + box.width / 2, box.y + PORT_Y) <
              INSERT_REACH)
        found = troupe_scene_wire (self->scene, i)->wire.id;
    }

  return found;
}

static void
update_move (TroupeCanvas *self, GdkModifierType modifiers)
{
  double dx = self->drag_now_x - self->drag_x;
  double dy = self->drag_now_y - self->drag_y;
  const char *wire;

  if (self->moved->len == 0)
    return;
  snap_move (self, modifiers, &dx, &dy);
  move_all (self, dx, dy);
  wire = find_insert_wire (self);
  if (g_strcmp0 (wire, self->insert_wire) != 0)
    {
      g_free (self->insert_wire);
      self->insert_wire = g_strdup (wire);
    }
}

static void
begin_move (TroupeCanvas *self, const char *id, GdkModifierType modifiers)
{
  g_free (self->drag_id);
  self->drag_id = g_strdup (id);
  if (!troupe_canvas_is_selected (self, self->drag_id))
    {
      if ((modifiers & (GDK_SHIFT_MASK | GDK_CONTROL_MASK)) != 0)
        _troupe_canvas_selection_add (self, self->drag_id);
      else
        troupe_canvas_select_only (self, self->drag_id);
    }
  if (self->editable)
    _troupe_canvas_collect_moved (self);
  else
    g_array_set_size (self->moved, 0);
}

static CanvasDrag
choose_drag (TroupeCanvas *self, TroupeCanvasKind kind, guint button, GdkModifierType modifiers)
{
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

static void
set_drag_id (TroupeCanvas *self, const char *id)
{
  char *copy = g_strdup (id);

  g_free (self->drag_id);
  self->drag_id = copy;
}

void
_troupe_canvas_drag_begin (TroupeCanvas *self,
                           double widget_x,
                           double widget_y,
                           guint button,
                           GdkModifierType modifiers,
                           gboolean touch)
{
  graphene_point_t point = troupe_canvas_to_canvas (self, widget_x, widget_y);
  const char *id, *port;
  guint index;
  TroupeCanvasKind kind;

  _troupe_canvas_drag_cancel (self);
  _troupe_canvas_stop_view (self);
  troupe_canvas_finish_glide (self);
  self->edge_armed = FALSE;
  kind = _troupe_canvas_hit_at (self, point.x, point.y, touch ? PORT_HIT_TOUCH : PORT_HIT, &id,
                                &port, &index);
  self->drag = choose_drag (self, kind, button, modifiers);
  self->drag_modifiers = modifiers;
  self->drag_x = self->drag_now_x = point.x;
  self->drag_y = self->drag_now_y = point.y;
  self->drag_index = index;
  self->pan_x = self->origin_x;
  self->pan_y = self->origin_y;

  if (self->drag == DRAG_WIRE)
    _troupe_canvas_begin_wire (self, id, port, kind == TROUPE_CANVAS_KIND_INPUT);
  else if (self->drag == DRAG_REWIRE)
    _troupe_canvas_begin_rewire (self, id);
  else if (self->drag == DRAG_MOVE)
    begin_move (self, id, modifiers);
  else if (self->drag == DRAG_BEND || self->drag == DRAG_NOTE_SIZE)
    set_drag_id (self, id);
  if (self->drag == DRAG_NOTE_SIZE)
    {
      const TroupeCanvasNote *note = troupe_canvas_scene_get_note (self->scene, id);

      /* What Esc gives back. */
      self->pan_x = note->width;
      self->pan_y = note->height;
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
update_note_size (TroupeCanvas *self)
{
  const TroupeCanvasNote *note = troupe_canvas_scene_get_note (self->scene, self->drag_id);
  double width, height;

  if (note == NULL)
    return;
  width = MAX (self->drag_now_x - note->x, NOTE_WIDTH_MIN);
  height = MAX (self->drag_now_y - note->y, NOTE_HEIGHT_MIN);
  if (self->snap)
    {
      width = troupe_canvas_snap (width);
      height = troupe_canvas_snap (height);
    }
  troupe_canvas_scene_set_note_size (self->scene, self->drag_id, width, height);
}

void
_troupe_canvas_drag_update (TroupeCanvas *self,
                            double widget_x,
                            double widget_y,
                            GdkModifierType modifiers)
{
  graphene_point_t point = troupe_canvas_to_canvas (self, widget_x, widget_y);

  if (self->drag == DRAG_PAN)
    {
      /* The point that was taken stays under the pointer. */
      _troupe_canvas_view_set (self, self->zoom, self->origin_x + self->drag_x - point.x,
                               self->origin_y + self->drag_y - point.y);
      return;
    }

  self->drag_now_x = point.x;
  self->drag_now_y = point.y;
  _troupe_canvas_edge_follow (self, widget_x, widget_y, modifiers);
  if (self->drag == DRAG_MOVE)
    update_move (self, modifiers);
  else if (self->drag == DRAG_WIRE || self->drag == DRAG_REWIRE)
    _troupe_canvas_update_wire (self);
  else if (self->drag == DRAG_NOTE_SIZE)
    update_note_size (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Forgets the gesture; what it has moved stays. */
void
_troupe_canvas_clear_drag (TroupeCanvas *self)
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
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
_troupe_canvas_drag_cancel (TroupeCanvas *self)
{
  if (self->drag == DRAG_NONE)
    return;

  if (self->drag == DRAG_MOVE && self->scene != NULL)
    move_all (self, 0, 0);
  if (self->drag == DRAG_NOTE_SIZE && self->scene != NULL)
    troupe_canvas_scene_set_note_size (self->scene, self->drag_id, self->pan_x, self->pan_y);
  g_array_set_size (self->moved, 0);
  _troupe_canvas_clear_drag (self);
}

static void
end_move (TroupeCanvas *self)
{
  g_autofree char *wire = g_strdup (self->insert_wire);
  g_autofree char *id = g_strdup (self->drag_id);
  gboolean take_out = (self->drag_modifiers & GDK_ALT_MASK) != 0 && self->moved->len == 1 &&
                      g_array_index (self->moved, CanvasMoved, 0).kind == TROUPE_CANVAS_KIND_NODE;
  double x = 0, y = 0;

  _troupe_canvas_clear_drag (self);
  if (wire == NULL && !take_out)
    {
      _troupe_canvas_finish_move (self);
      return;
    }

  troupe_canvas_scene_get_position (self->scene, id, &x, &y);
  move_all (self, 0, 0);
  g_array_set_size (self->moved, 0);
  if (wire != NULL)
    g_signal_emit (self, _troupe_canvas_signals[SIGNAL_NODE_INSERTED_ON_WIRE], 0, id, wire, x, y,
                   !take_out);
  else
    g_signal_emit (self, _troupe_canvas_signals[SIGNAL_NODE_TAKEN_OUT], 0, id, x, y);
}

static void
end_band (TroupeCanvas *self, GdkModifierType modifiers)
{
  graphene_rect_t band = GRAPHENE_RECT_INIT ((float) MIN (self->drag_x, self->drag_now_x),
                                             (float) MIN (self->drag_y, self->drag_now_y),
                                             (float) fabs (self->drag_x - self->drag_now_x),
                                             (float) fabs (self->drag_y - self->drag_now_y));

  _troupe_canvas_clear_drag (self);
  _troupe_canvas_selection_band (self, &band, modifiers);
}

void
_troupe_canvas_drag_end (TroupeCanvas *self, GdkModifierType modifiers)
{
  g_autofree char *id = g_strdup (self->drag_id);
  const TroupeCanvasNote *note;

  switch (self->drag)
    {
    case DRAG_BAND:
      end_band (self, modifiers);
      break;
    case DRAG_MOVE:
      end_move (self);
      break;
    case DRAG_WIRE:
      _troupe_canvas_end_wire (self, modifiers);
      break;
    case DRAG_REWIRE:
      _troupe_canvas_end_rewire (self, modifiers);
      break;
    case DRAG_CUT:
      _troupe_canvas_end_cut (self);
      break;
    case DRAG_BEND:
      _troupe_canvas_clear_drag (self);
      g_signal_emit (self, _troupe_canvas_signals[SIGNAL_BEND_MOVED], 0, id, self->drag_index,
                     self->drag_now_x, self->drag_now_y);
      break;
    case DRAG_NOTE_SIZE:
      _troupe_canvas_clear_drag (self);
      note = troupe_canvas_scene_get_note (self->scene, id);
      if (note != NULL)
        g_signal_emit (self, _troupe_canvas_signals[SIGNAL_NOTE_RESIZED], 0, id, note->width,
                       note->height);
      break;
    case DRAG_PAN:
    case DRAG_NONE:
    default:
      _troupe_canvas_clear_drag (self);
      break;
    }
}
