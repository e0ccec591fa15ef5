/* troupe-canvas-walk.c: selection with keys and with the rubber band
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-walk"

#include "config.h"

#include <math.h>

#include "troupe-canvas-parts.h"

/* Lists cards and gates first, because keyboard navigation can move to them. */
static const TroupeCanvasKind kinds[] = {
  TROUPE_CANVAS_KIND_NODE,
  TROUPE_CANVAS_KIND_GATE,
  TROUPE_CANVAS_KIND_NOTE,
  TROUPE_CANVAS_KIND_GROUP,
};

static const CanvasRoute *
get_routes (TroupeCanvas *self, guint *n)
{
  return troupe_canvas_router_get_routes (troupe_canvas_get_router (self), n);
}

static const TroupeRecord *
get_route_end (TroupeCanvas *self, const CanvasRoute *route, gboolean far)
{
  return troupe_canvas_router_get_end (troupe_canvas_get_router (self), route, far);
}

static void
get_box (TroupeCanvas *self, const TroupeRecord *record, CanvasBox *box)
{
  troupe_canvas_geometry_get_box (troupe_canvas_get_geometry (self), record, box);
}

void
troupe_canvas_select_band (TroupeCanvas *self,
                           const graphene_rect_t *band,
                           GdkModifierType modifiers)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self);
  GHashTable *ids;
  gboolean add = (modifiers & GDK_SHIFT_MASK) != 0;
  gboolean take = (modifiers & GDK_CONTROL_MASK) != 0;

  if (scene == NULL)
    return;
  troupe_canvas_refresh (self);
  ids = troupe_canvas_selection_copy (troupe_canvas_get_selection (self));
  if (!add && !take)
    g_hash_table_remove_all (ids);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint n = troupe_scene_count (scene, kinds[k]);

      for (guint i = 0; i < n; i++)
        {
          const char *id = troupe_record_get_id (troupe_scene_nth (scene, kinds[k], i));
          CanvasBox box;
          graphene_rect_t rect;
          gboolean inside;

          get_box (self, troupe_scene_nth (scene, kinds[k], i), &box);
          rect = GRAPHENE_RECT_INIT (box.x, box.y, box.width, box.height);
          /* A frame is only selected if the band contains all of it. */
          inside = kinds[k] == TROUPE_CANVAS_KIND_GROUP
                       ? troupe_scene_group (scene, i)->group.style == TROUPE_CANVAS_GROUP_FRAME &&
                             troupe_canvas_rect_contains (band, &rect)
                       : graphene_rect_intersection (band, &rect, NULL);
          if (inside && take)
            g_hash_table_remove (ids, id);
          else if (inside)
            g_hash_table_add (ids, g_strdup (id));
        }
    }
  troupe_canvas_selection_take (troupe_canvas_get_selection (self), ids);
}

/* Returns the item from which keyboard navigation starts. This is the focused item, else the
 * first selected item, else the first card. */
static const TroupeRecord *
get_walker (TroupeCanvas *self)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self);
  const char *focus = troupe_canvas_get_focus_id (self);
  const TroupeRecord *record = NULL;
  g_autofree const char **ids = NULL;

  g_assert (TROUPE_IS_CANVAS (self));

  if (focus != NULL)
    record = troupe_scene_find (scene, TROUPE_CANVAS_KIND_GROUND, focus);
  if (record == NULL)
    {
      ids = troupe_canvas_list_selected (self);
      if (ids[0] != NULL)
        record = troupe_scene_find (scene, TROUPE_CANVAS_KIND_GROUND, ids[0]);
    }

  return record;
}

/* Returns the first node in reading order of those that @view contains. (nullable) */
static const TroupeRecord *
find_first_in (TroupeCanvas *self, const graphene_rect_t *view)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self);
  const TroupeRecord *first = NULL;
  CanvasBox best = { 0 };

  g_assert (TROUPE_IS_CANVAS (self));

  for (guint i = 0; i < troupe_scene_count (scene, TROUPE_CANVAS_KIND_NODE); i++)
    {
      const TroupeRecord *record = troupe_scene_nth (scene, TROUPE_CANVAS_KIND_NODE, i);
      CanvasBox box;
      graphene_rect_t rect;

      get_box (self, record, &box);
      rect = GRAPHENE_RECT_INIT (box.x, box.y, box.width, box.height);
      if (!troupe_canvas_rect_contains (view, &rect) ||
          (first != NULL && (box.x > best.x || (box.x == best.x && box.y >= best.y))))
        continue;
      first = record;
      best = box;
    }
  return first;
}

void
troupe_canvas_show_focus (TroupeCanvas *self)
{
  const TroupeRecord *record;
  g_autofree char *id = NULL;
  graphene_rect_t view;

  g_return_if_fail (TROUPE_IS_CANVAS (self));

  if (troupe_canvas_get_scene (self) == NULL)
    return;
  record = get_walker (self);
  if (record == NULL ||
      (record->kind != TROUPE_CANVAS_KIND_NODE && record->kind != TROUPE_CANVAS_KIND_GATE))
    {
      troupe_canvas_get_free_view (self, &view);
      record = find_first_in (self, &view);
    }
  if (record == NULL &&
      troupe_scene_count (troupe_canvas_get_scene (self), TROUPE_CANVAS_KIND_NODE) > 0)
    record = troupe_scene_nth (troupe_canvas_get_scene (self), TROUPE_CANVAS_KIND_NODE, 0);
  if (record == NULL)
    return;
  id = g_strdup (troupe_record_get_id (record));
  troupe_canvas_set_focus_id (self, id);
  troupe_canvas_reveal (self, id, TRUE);
}

void
troupe_canvas_select_focused (TroupeCanvas *self)
{
  g_autofree char *id = NULL;

  g_return_if_fail (TROUPE_IS_CANVAS (self));

  id = g_strdup (troupe_canvas_get_focus_id (self));
  if (id != NULL && !troupe_canvas_is_selected (self, id) && troupe_canvas_has_focus (self))
    troupe_canvas_select_only (self, id);
}

static void
walk_to (TroupeCanvas *self, const TroupeRecord *record, gboolean extend)
{
  const char *id = troupe_record_get_id (record);

  g_assert (TROUPE_IS_CANVAS (self));

  troupe_canvas_set_walking (self, TRUE);
  if (extend)
    troupe_canvas_selection_add (troupe_canvas_get_selection (self), id);
  else
    troupe_canvas_select_only (self, id);
  troupe_canvas_set_walking (self, FALSE);
  troupe_canvas_set_focus_id (self, id);
}

/* Returns the middle of @record, in canvas pixels. */
static graphene_point_t
get_middle (TroupeCanvas *self, const TroupeRecord *record)
{
  CanvasBox box;

  g_assert (TROUPE_IS_CANVAS (self));

  get_box (self, record, &box);
  return GRAPHENE_POINT_INIT (box.x + box.width / 2, box.y + box.height / 2);
}

/* Returns how far @other is from @here, and in @aside how far it is from the line through @here; negative if it is not in that
 * direction. */
static float
get_way (TroupeCanvas *self,
         const TroupeRecord *here,
         const TroupeRecord *other,
         GtkDirectionType direction,
         float *aside)
{
  const graphene_point_t start = get_middle (self, here);
  const graphene_point_t end = get_middle (self, other);
  const gboolean is_level = direction == GTK_DIR_LEFT || direction == GTK_DIR_RIGHT;
  const float way = is_level ? end.x - start.x : end.y - start.y;

  *aside = fabsf (is_level ? end.y - start.y : end.x - start.x);
  return direction == GTK_DIR_LEFT || direction == GTK_DIR_UP ? -way : way;
}

/* Returns the end of a wire of @here to the right or left, the one whose height is nearest. (nullable) @anywhere: also an end
 * that is on the other side, such as the beginning of a loop */
static const TroupeRecord *
find_along_wires (TroupeCanvas *self,
                  const TroupeRecord *here,
                  GtkDirectionType direction,
                  gboolean anywhere)
{
  const gboolean forward = direction == GTK_DIR_RIGHT;
  const TroupeRecord *best = NULL;
  float nearest = INFINITY;
  guint n_routes;
  const CanvasRoute *routes = get_routes (self, &n_routes);

  g_assert (TROUPE_IS_CANVAS (self));

  for (guint i = 0; i < n_routes; i++)
    {
      const TroupeRecord *other;
      float aside;

      if (get_route_end (self, &routes[i], !forward) != here)
        continue;
      other = get_route_end (self, &routes[i], forward);
      if (other == NULL || other == here)
        continue;
      if ((get_way (self, here, other, direction, &aside) >= 1 || anywhere) && aside < nearest)
        {
          nearest = aside;
          best = other;
        }
    }

  return best;
}

/* Returns the nearest card or gate in a direction. A distance to the side is weighted three times. (nullable) */
static const TroupeRecord *
find_sibling (TroupeCanvas *self, const TroupeRecord *here, GtkDirectionType direction)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self);
  const TroupeRecord *best = NULL;
  float nearest = INFINITY;

  g_assert (TROUPE_IS_CANVAS (self));

  for (guint k = 0; k < 2; k++)
    for (guint i = 0; i < troupe_scene_count (scene, kinds[k]); i++)
      {
        const TroupeRecord *other = troupe_scene_nth (scene, kinds[k], i);
        float aside;
        const float way = get_way (self, here, other, direction, &aside);

        if (other == here || way < 1 || way + 3 * aside >= nearest)
          continue;
        nearest = way + 3 * aside;
        best = other;
      }

  return best;
}

/* Returns the next card to the right or left whose upper edge is at most half a card higher or lower. (nullable) */
static const TroupeRecord *
find_in_row (TroupeCanvas *self, const TroupeRecord *here, GtkDirectionType direction)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self);
  const TroupeRecord *best = NULL;
  float nearest = INFINITY;
  CanvasBox own, box;

  g_assert (TROUPE_IS_CANVAS (self));

  get_box (self, here, &own);
  for (guint i = 0; i < troupe_scene_count (scene, TROUPE_CANVAS_KIND_NODE); i++)
    {
      const TroupeRecord *other = &troupe_scene_node (scene, i)->record;
      float way;

      get_box (self, other, &box);
      way = direction == GTK_DIR_RIGHT ? box.x - own.x : own.x - box.x;
      if (other == here || way <= 0 || way >= nearest || fabsf (box.y - own.y) > own.height / 2)
        continue;
      nearest = way;
      best = other;
    }

  return best;
}

static gboolean
is_in_order (const TroupeRecord *record)
{
  return record->kind == TROUPE_CANVAS_KIND_NODE &&
         (((const TroupeNodeRecord *) record)->node.mark_text != NULL ||
          ((const TroupeNodeRecord *) record)->node.is_person);
}

/* Returns TRUE if the card @record is on the way to @end, at whose height it is. */
static gboolean
is_in_between (TroupeCanvas *self,
               const TroupeRecord *record,
               const TroupeRecord *end,
               GtkDirectionType direction)
{
  float aside;
  CanvasBox box;

  g_assert (TROUPE_IS_CANVAS (self));

  get_box (self, record, &box);
  return get_way (self, record, end, direction, &aside) >= 1 && aside < box.height / 2;
}

/* Returns where an arrow key to the right or left leads: in a row of ordered cards to the next one, else along a wire, unless a
 * card without a wire from @here is in between; without a wire, to the nearest card. (nullable) */
static const TroupeRecord *
find_beside (TroupeCanvas *self, const TroupeRecord *here, GtkDirectionType direction)
{
  const TroupeRecord *in_row = find_in_row (self, here, direction);
  const TroupeRecord *next;

  g_assert (TROUPE_IS_CANVAS (self));

  if (is_in_order (here) && in_row != NULL)
    return in_row;
  next = find_along_wires (self, here, direction, FALSE);
  if (next != NULL && in_row != NULL && is_in_between (self, in_row, next, direction))
    return in_row;
  if (next == NULL)
    next = find_sibling (self, here, direction);
  return next != NULL ? next : find_along_wires (self, here, direction, TRUE);
}

void
troupe_canvas_walk (TroupeCanvas *self, GtkDirectionType direction, gboolean extend)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self);
  const TroupeRecord *here, *next;

  g_assert (TROUPE_IS_CANVAS (self));

  if (scene == NULL)
    return;
  troupe_canvas_refresh (self);
  here = get_walker (self);
  if (here == NULL)
    {
      if (troupe_scene_count (scene, TROUPE_CANVAS_KIND_NODE) > 0)
        walk_to (self, &troupe_scene_node (scene, 0)->record, FALSE);
      return;
    }

  if (here->kind == TROUPE_CANVAS_KIND_WIRE)
    {
      guint n_routes;
      const CanvasRoute *routes = get_routes (self, &n_routes);

      next = get_route_end (self, &routes[here->index],
                            direction == GTK_DIR_RIGHT || direction == GTK_DIR_DOWN);
    }
  else if (direction == GTK_DIR_RIGHT || direction == GTK_DIR_LEFT)
    next = find_beside (self, here, direction);
  else
    next = find_sibling (self, here, direction);

  if (next != NULL)
    walk_to (self, next, extend);
}

/* Handles the key W: selects the wires of the current card, one after the other. */
void
troupe_canvas_walk_wire (TroupeCanvas *self)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self);
  const CanvasRoute *routes;
  guint n_routes;
  const TroupeRecord *here;
  guint first = 0;

  if (scene == NULL)
    return;
  troupe_canvas_refresh (self);
  routes = get_routes (self, &n_routes);
  here = get_walker (self);
  if (here == NULL || n_routes == 0)
    return;

  for (guint i = 0; i < n_routes; i++)
    if (troupe_canvas_is_selected (self, troupe_scene_wire (scene, i)->wire.id))
      first = i + 1;
  for (guint n = 0; n < n_routes; n++)
    {
      guint i = (first + n) % n_routes;
      const CanvasRoute *route = &routes[i];

      if (route->n_segments == 0 ||
          (get_route_end (self, route, FALSE) != here && get_route_end (self, route, TRUE) != here))
        continue;
      troupe_canvas_select_only (self, troupe_scene_wire (scene, i)->wire.id);
      return;
    }
}

/* Adds everything that leads to the selection or is reached from it. This is a breadth-first
 * search over adjacency lists that are built once, so that each wire is visited once. */
void
troupe_canvas_select_reach (TroupeCanvas *self, gboolean up, gboolean down)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self);
  const CanvasRoute *routes;
  guint n_routes;
  g_autoptr (GHashTable) neighbours =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GPtrArray) queue = g_ptr_array_new ();
  g_autofree const char **ids = NULL;
  GHashTable *reached;

  if (scene == NULL)
    return;
  troupe_canvas_refresh (self);
  routes = get_routes (self, &n_routes);
  for (guint i = 0; i < n_routes; i++)
    {
      const CanvasRoute *route = &routes[i];

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

  ids = troupe_canvas_list_selected (self);
  for (guint i = 0; ids[i] != NULL; i++)
    g_ptr_array_add (queue,
                     (gpointer) troupe_scene_find (scene, TROUPE_CANVAS_KIND_GROUND, ids[i]));
  reached = troupe_canvas_selection_copy (troupe_canvas_get_selection (self));
  for (guint i = 0; i < queue->len; i++)
    {
      GPtrArray *list = g_hash_table_lookup (neighbours, queue->pdata[i]);

      for (guint n = 0; list != NULL && n < list->len; n++)
        if (g_hash_table_add (reached, g_strdup (troupe_record_get_id (list->pdata[n]))))
          g_ptr_array_add (queue, list->pdata[n]);
    }
  troupe_canvas_selection_take (troupe_canvas_get_selection (self), reached);
}
