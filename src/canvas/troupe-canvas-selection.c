/* troupe-canvas-selection.c: what is selected, and walking from card to card
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-selection"

#include "config.h"

#include <math.h>

#include "troupe-canvas-private.h"

static const TroupeCanvasKind kinds[] = {
  TROUPE_CANVAS_KIND_NODE, TROUPE_CANVAS_KIND_GATE,  TROUPE_CANVAS_KIND_WIRE,
  TROUPE_CANVAS_KIND_NOTE, TROUPE_CANVAS_KIND_GROUP,
};

void
_troupe_canvas_selection_emit (TroupeCanvas *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_signal_emit (self, _troupe_canvas_signals[SIGNAL_SELECTION_CHANGED], 0);
}

const char **
troupe_canvas_get_selection (TroupeCanvas *self)
{
  GPtrArray *ids = g_ptr_array_new ();

  g_return_val_if_fail (TROUPE_IS_CANVAS (self), NULL);

  for (guint k = 0; self->scene != NULL && k < G_N_ELEMENTS (kinds); k++)
    {
      GPtrArray *array;

      _troupe_canvas_scene_compact (self->scene);
      array = _troupe_canvas_scene_get_array (self->scene, kinds[k]);
      for (guint i = 0; i < array->len; i++)
        {
          const char *id = troupe_record_get_id (array->pdata[i]);

          if (g_hash_table_contains (self->selection, id))
            g_ptr_array_add (ids, (char *) id);
        }
    }
  g_ptr_array_add (ids, NULL);

  return (const char **) g_ptr_array_free (ids, FALSE);
}

guint
troupe_canvas_get_n_selected (TroupeCanvas *self)
{
  GHashTableIter iter;
  gpointer id;
  guint count = 0;

  g_return_val_if_fail (TROUPE_IS_CANVAS (self), 0);

  g_hash_table_iter_init (&iter, self->selection);
  while (self->scene != NULL && g_hash_table_iter_next (&iter, &id, NULL))
    count += _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_GROUND, id) != NULL;

  return count;
}

gboolean
troupe_canvas_is_selected (TroupeCanvas *self, const char *id)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);

  return id != NULL && g_hash_table_contains (self->selection, id);
}

void
troupe_canvas_set_selection (TroupeCanvas *self, const char *const *ids)
{
  gboolean same = TRUE;
  guint count = 0;

  g_return_if_fail (TROUPE_IS_CANVAS (self));

  for (; ids != NULL && ids[count] != NULL; count++)
    same = same && g_hash_table_contains (self->selection, ids[count]);
  if (same && count == g_hash_table_size (self->selection))
    return;

  {
    /* The ids may be those that are about to be freed. */
    g_auto (GStrv) copies = g_strdupv ((char **) ids);

    g_hash_table_remove_all (self->selection);
    for (guint i = 0; copies != NULL && copies[i] != NULL; i++)
      g_hash_table_add (self->selection, g_strdup (copies[i]));
  }
  _troupe_canvas_selection_emit (self);
}

void
troupe_canvas_select_only (TroupeCanvas *self, const char *id)
{
  const char *ids[] = { id, NULL };

  troupe_canvas_set_selection (self, ids);
}

void
troupe_canvas_select_none (TroupeCanvas *self)
{
  troupe_canvas_set_selection (self, NULL);
}

void
troupe_canvas_select_all (TroupeCanvas *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  if (self->scene == NULL)
    return;
  _troupe_canvas_scene_compact (self->scene);
  g_hash_table_remove_all (self->selection);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      GPtrArray *array = _troupe_canvas_scene_get_array (self->scene, kinds[k]);

      /* Wires go with their nodes. */
      for (guint i = 0; kinds[k] != TROUPE_CANVAS_KIND_WIRE && i < array->len; i++)
        g_hash_table_add (self->selection, g_strdup (troupe_record_get_id (array->pdata[i])));
    }
  _troupe_canvas_selection_emit (self);
}

void
_troupe_canvas_selection_toggle (TroupeCanvas *self, const char *id)
{
  if (!g_hash_table_remove (self->selection, id))
    g_hash_table_add (self->selection, g_strdup (id));
  _troupe_canvas_selection_emit (self);
}

void
_troupe_canvas_selection_add (TroupeCanvas *self, const char *id)
{
  if (g_hash_table_add (self->selection, g_strdup (id)))
    _troupe_canvas_selection_emit (self);
}

void
_troupe_canvas_selection_band (TroupeCanvas *self,
                               const graphene_rect_t *band,
                               GdkModifierType modifiers)
{
  gboolean add = (modifiers & GDK_SHIFT_MASK) != 0;
  gboolean take = (modifiers & GDK_CONTROL_MASK) != 0;

  if (self->scene == NULL)
    return;
  _troupe_canvas_refresh (self);
  if (!add && !take)
    g_hash_table_remove_all (self->selection);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      GPtrArray *array = _troupe_canvas_scene_get_array (self->scene, kinds[k]);

      for (guint i = 0; kinds[k] != TROUPE_CANVAS_KIND_WIRE && i < array->len; i++)
        {
          const char *id = troupe_record_get_id (array->pdata[i]);
          CanvasBox box;
          graphene_rect_t rect;
          gboolean inside;

          _troupe_canvas_box_of (self, array->pdata[i], &box);
          rect = GRAPHENE_RECT_INIT (box.x, box.y, box.width, box.height);
          /* A frame is meant only when all of it is. */
          inside = kinds[k] == TROUPE_CANVAS_KIND_GROUP
                       ? graphene_rect_contains_rect (band, &rect)
                       : graphene_rect_intersection (band, &rect, NULL);
          if (inside && take)
            g_hash_table_remove (self->selection, id);
          else if (inside)
            g_hash_table_add (self->selection, g_strdup (id));
        }
    }
  _troupe_canvas_selection_emit (self);
}

const char *
troupe_canvas_get_focus_id (TroupeCanvas *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), NULL);

  return self->focus_id;
}

void
troupe_canvas_set_focus_id (TroupeCanvas *self, const char *id)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  if (g_strcmp0 (self->focus_id, id) == 0)
    return;
  {
    char *copy = g_strdup (id);

    g_free (self->focus_id);
    self->focus_id = copy;
  }
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (id != NULL)
    {
      troupe_canvas_reveal (self, id, TRUE);
      _troupe_canvas_proxies_focus (self, id);
    }
}

/* Whether the keyboard is at work here: on the canvas or on one of its proxies. */
gboolean
_troupe_canvas_shows_focus (TroupeCanvas *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && GTK_IS_WINDOW (root) &&
         gtk_window_get_focus_visible (GTK_WINDOW (root)) &&
         (focus == GTK_WIDGET (self) || gtk_widget_is_ancestor (focus, GTK_WIDGET (self)));
}

/* Where the walk stands: the focus, else the first of the selection, else the first card. */
static const TroupeRecord *
get_walker (TroupeCanvas *self)
{
  const TroupeRecord *record = NULL;
  g_autofree const char **ids = NULL;

  if (self->focus_id != NULL)
    record = _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_GROUND, self->focus_id);
  if (record == NULL)
    {
      ids = troupe_canvas_get_selection (self);
      if (ids[0] != NULL)
        record = _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_GROUND, ids[0]);
    }

  return record;
}

static void
walk_to (TroupeCanvas *self, const TroupeRecord *record, gboolean extend)
{
  const char *id = troupe_record_get_id (record);

  if (extend)
    _troupe_canvas_selection_add (self, id);
  else
    troupe_canvas_select_only (self, id);
  troupe_canvas_set_focus_id (self, id);
}

static const TroupeRecord *
get_route_end (TroupeCanvas *self, const CanvasRoute *route, gboolean far)
{
  int index = far ? route->to : route->from;
  gboolean gate = far ? route->to_gate : route->from_gate;

  if (index < 0)
    return NULL;
  return gate ? &troupe_scene_gate (self->scene, (guint) index)->record
              : &troupe_scene_node (self->scene, (guint) index)->record;
}

static const TroupeRecord *
find_along_wires (TroupeCanvas *self, const TroupeRecord *here, gboolean forward)
{
  const TroupeRecord *best = NULL;
  CanvasBox own, box;
  float nearest = INFINITY;

  _troupe_canvas_box_of (self, here, &own);
  for (guint i = 0; i < self->routes->len; i++)
    {
      const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);
      const TroupeRecord *other;
      float distance;

      if (get_route_end (self, route, !forward) != here)
        continue;
      other = get_route_end (self, route, forward);
      if (other == NULL || other == here)
        continue;
      _troupe_canvas_box_of (self, other, &box);
      distance = fabsf (box.y + box.height / 2 - own.y - own.height / 2);
      if (distance < nearest)
        {
          nearest = distance;
          best = other;
        }
    }

  return best;
}

/* The nearest card above or below, sideways distance counting thrice. */
static const TroupeRecord *
find_sibling (TroupeCanvas *self, const TroupeRecord *here, gboolean down)
{
  const TroupeRecord *best = NULL;
  CanvasBox own;
  float nearest = INFINITY;

  _troupe_canvas_box_of (self, here, &own);
  for (guint k = 0; k < 2; k++)
    {
      GPtrArray *array = _troupe_canvas_scene_get_array (self->scene, kinds[k]);

      for (guint i = 0; i < array->len; i++)
        {
          CanvasBox box;
          float dx, dy, distance;

          if (array->pdata[i] == here)
            continue;
          _troupe_canvas_box_of (self, array->pdata[i], &box);
          dx = fabsf (box.x + box.width / 2 - own.x - own.width / 2);
          dy = box.y + box.height / 2 - own.y - own.height / 2;
          if (down ? dy <= 1 : dy >= -1)
            continue;
          distance = fabsf (dy) + 3 * dx;
          if (distance < nearest)
            {
              nearest = distance;
              best = array->pdata[i];
            }
        }
    }

  return best;
}

void
_troupe_canvas_walk (TroupeCanvas *self, GtkDirectionType direction, gboolean extend)
{
  const TroupeRecord *here, *next = NULL;

  if (self->scene == NULL)
    return;
  _troupe_canvas_refresh (self);
  here = get_walker (self);
  if (here == NULL)
    {
      if (self->scene->nodes->len > 0)
        walk_to (self, &troupe_scene_node (self->scene, 0)->record, FALSE);
      return;
    }

  if (here->kind == TROUPE_CANVAS_KIND_WIRE)
    next = get_route_end (self, &g_array_index (self->routes, CanvasRoute, here->index),
                          direction == GTK_DIR_RIGHT || direction == GTK_DIR_DOWN);
  else if (direction == GTK_DIR_RIGHT || direction == GTK_DIR_LEFT)
    next = find_along_wires (self, here, direction == GTK_DIR_RIGHT);
  else
    next = find_sibling (self, here, direction == GTK_DIR_DOWN);

  if (next != NULL)
    walk_to (self, next, extend);
}

/* W: the wires of the card the walk stands on, one after the other. */
void
_troupe_canvas_walk_wire (TroupeCanvas *self)
{
  const TroupeRecord *here;
  guint first = 0;

  if (self->scene == NULL)
    return;
  _troupe_canvas_refresh (self);
  here = get_walker (self);
  if (here == NULL || self->routes->len == 0)
    return;

  for (guint i = 0; i < self->routes->len; i++)
    if (troupe_canvas_is_selected (self, troupe_scene_wire (self->scene, i)->wire.id))
      first = i + 1;
  for (guint n = 0; n < self->routes->len; n++)
    {
      guint i = (first + n) % self->routes->len;
      const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);

      if (route->n_segments == 0 ||
          (get_route_end (self, route, FALSE) != here && get_route_end (self, route, TRUE) != here))
        continue;
      troupe_canvas_select_only (self, troupe_scene_wire (self->scene, i)->wire.id);
      return;
    }
}

/* Adds everything the selection can be reached from, or leads to. A breadth-first walk over lists of
 * neighbours made once: each wire is looked at once. */
void
_troupe_canvas_select_reach (TroupeCanvas *self, gboolean up, gboolean down)
{
  g_autoptr (GHashTable) neighbours =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GPtrArray) queue = g_ptr_array_new ();
  g_autofree const char **ids = NULL;

  if (self->scene == NULL)
    return;
  _troupe_canvas_refresh (self);
  for (guint i = 0; i < self->routes->len; i++)
    {
      const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);

      for (int way = 0; way < 2; way++)
        {
          const TroupeRecord *near = get_route_end (self, route, way != 0);
          const TroupeRecord *far = get_route_end (self, route, way == 0);
          GPtrArray *list;

          if (near == NULL || far == NULL || !(way == 0 ? down : up))
            continue;
          list = g_hash_table_lookup (neighbours, near);
          if (list == NULL)
            {
              list = g_ptr_array_new ();
              g_hash_table_insert (neighbours, (gpointer) near, list);
            }
          g_ptr_array_add (list, (gpointer) far);
        }
    }

  ids = troupe_canvas_get_selection (self);
  for (guint i = 0; ids[i] != NULL; i++)
    g_ptr_array_add (queue,
                     _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_GROUND, ids[i]));
  for (guint i = 0; i < queue->len; i++)
    {
      GPtrArray *list = g_hash_table_lookup (neighbours, queue->pdata[i]);

      for (guint n = 0; list != NULL && n < list->len; n++)
        if (g_hash_table_add (self->selection, g_strdup (troupe_record_get_id (list->pdata[n]))))
          g_ptr_array_add (queue, list->pdata[n]);
    }
  _troupe_canvas_selection_emit (self);
}
