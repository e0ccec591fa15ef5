/* troupe-canvas-accessible-nodes.c: accessible objects of the cards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-accessible-nodes"

#include "config.h"

#include "troupe-canvas-accessible-nodes.h"

#include <math.h>

#include "troupe-canvas-accessible-node.h"
#include "troupe-canvas-parts.h"
#include "troupe-canvas-sizes.h"

struct _TroupeCanvasAccessibleNodes
{
  GObject parent_instance;

  TroupeCanvas *canvas; /* not owned */
  GPtrArray *proxies;   /* TroupeCanvasAccessibleNode, used or not */
  GHashTable *by_id;    /* used proxies */
};

G_DEFINE_FINAL_TYPE (TroupeCanvasAccessibleNodes, troupe_canvas_accessible_nodes, G_TYPE_OBJECT)

static void
troupe_canvas_accessible_nodes_finalize (GObject *object)
{
  TroupeCanvasAccessibleNodes *self = TROUPE_CANVAS_ACCESSIBLE_NODES (object);

  g_clear_pointer (&self->by_id, g_hash_table_unref);
  g_clear_pointer (&self->proxies, g_ptr_array_unref);

  G_OBJECT_CLASS (troupe_canvas_accessible_nodes_parent_class)->finalize (object);
}

static void
troupe_canvas_accessible_nodes_class_init (TroupeCanvasAccessibleNodesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_canvas_accessible_nodes_finalize;
}

static void
troupe_canvas_accessible_nodes_init (TroupeCanvasAccessibleNodes *self)
{
  self->proxies = g_ptr_array_new ();
  self->by_id = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

TroupeCanvasAccessibleNodes *
troupe_canvas_accessible_nodes_new (TroupeCanvas *canvas)
{
  TroupeCanvasAccessibleNodes *self;

  g_return_val_if_fail (TROUPE_IS_CANVAS (canvas), NULL);

  self = g_object_new (TROUPE_TYPE_CANVAS_ACCESSIBLE_NODES, NULL);
  self->canvas = canvas;
  return self;
}

guint
troupe_canvas_accessible_nodes_count (TroupeCanvasAccessibleNodes *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_ACCESSIBLE_NODES (self), 0);

  return self->proxies->len;
}

/* --- Cards without a place -------------------------------------------------------------------- */

/* Returns the next card or gate that has no proxy. @taken: ids of further ones; @next: the position. (nullable) */
static const TroupeRecord *
find_next (TroupeCanvasAccessibleNodes *self,
           TroupeCanvasScene *scene,
           GHashTable *taken,
           guint *next)
{
  const guint n_nodes = troupe_scene_count (scene, TROUPE_CANVAS_KIND_NODE);
  const guint n_all = n_nodes + troupe_scene_count (scene, TROUPE_CANVAS_KIND_GATE);

  while (*next < n_all)
    {
      const guint i = (*next)++;
      const TroupeRecord *record =
          i < n_nodes ? troupe_scene_nth (scene, TROUPE_CANVAS_KIND_NODE, i)
                      : troupe_scene_nth (scene, TROUPE_CANVAS_KIND_GATE, i - n_nodes);
      const char *id = troupe_record_get_id (record);

      if (!g_hash_table_contains (self->by_id, id) && !g_hash_table_contains (taken, id))
        return record;
    }
  return NULL;
}

/* Describes the unused proxies as the cards that are out of view. GTK presents them to assistive technology although they
 * have no place, and also while the canvas is hidden and therefore never allocated. */
static void
describe_rest (TroupeCanvasAccessibleNodes *self)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self->canvas);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  guint next = 0;

  g_assert (TROUPE_IS_CANVAS_ACCESSIBLE_NODES (self));

  for (guint i = 0; scene != NULL && i < self->proxies->len; i++)
    {
      TroupeCanvasAccessibleNode *proxy = g_ptr_array_index (self->proxies, i);
      const TroupeRecord *record;
      const char *id;
      const TroupeRecord *named_record = NULL;
      const TroupeRecord *named = NULL;

      if (troupe_canvas_accessible_node_get_id (proxy) != NULL)
        continue;
      /* Finds the card or gate that an unused proxy is described as. */
      id = troupe_canvas_accessible_node_get_named (proxy);
      if (id != NULL && !g_hash_table_contains (self->by_id, id))
        {
          named_record = troupe_scene_find (scene, TROUPE_CANVAS_KIND_NODE, id);
          named = named_record != NULL ? named_record
                                       : troupe_scene_find (scene, TROUPE_CANVAS_KIND_GATE, id);
        }
      record = named;
      /* A card is described once. */
      if (record == NULL || !g_hash_table_add (taken, g_strdup (troupe_record_get_id (record))))
        g_ptr_array_add (others, proxy);
      else
        troupe_canvas_accessible_node_describe (proxy, record, FALSE);
    }
  for (guint i = 0; i < others->len; i++)
    {
      const TroupeRecord *record = find_next (self, scene, taken, &next);

      if (record == NULL)
        return;
      troupe_canvas_accessible_node_describe (g_ptr_array_index (others, i), record, FALSE);
    }
}

/* --- Proxies ---------------------------------------------------------------------------------- */

void
troupe_canvas_accessible_nodes_prepare (TroupeCanvasAccessibleNodes *self)
{
  TroupeCanvasScene *scene;
  guint wanted;

  g_return_if_fail (TROUPE_IS_CANVAS_ACCESSIBLE_NODES (self));

  scene = troupe_canvas_get_scene (self->canvas);
  if (scene == NULL)
    return;
  wanted = MIN (troupe_scene_count (scene, TROUPE_CANVAS_KIND_NODE) +
                    troupe_scene_count (scene, TROUPE_CANVAS_KIND_GATE),
                PROXIES_MAX);
  while (self->proxies->len < wanted)
    g_ptr_array_add (self->proxies, troupe_canvas_accessible_node_new (self->canvas));
  for (guint i = self->proxies->len; i > 0 && self->proxies->len > wanted; i--)
    {
      GtkWidget *proxy = g_ptr_array_index (self->proxies, i - 1);

      if (troupe_canvas_accessible_node_get_id (TROUPE_CANVAS_ACCESSIBLE_NODE (proxy)) != NULL)
        continue;
      g_ptr_array_remove_index_fast (self->proxies, i - 1);
      gtk_widget_unparent (proxy);
    }
  describe_rest (self);
}

static void
release (TroupeCanvasAccessibleNodes *self, TroupeCanvasAccessibleNode *proxy)
{
  const char *id = troupe_canvas_accessible_node_get_id (proxy);

  g_assert (TROUPE_IS_CANVAS_ACCESSIBLE_NODES (self));

  if (id == NULL)
    return;
  g_hash_table_remove (self->by_id, id);
  troupe_canvas_accessible_node_set_record (proxy, NULL);
  troupe_canvas_accessible_node_relate (proxy, NULL, 0);
}

void
troupe_canvas_accessible_nodes_clear (TroupeCanvasAccessibleNodes *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_ACCESSIBLE_NODES (self));

  for (guint i = 0; i < self->proxies->len; i++)
    release (self, self->proxies->pdata[i]);
}

void
troupe_canvas_accessible_nodes_close (TroupeCanvasAccessibleNodes *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_ACCESSIBLE_NODES (self));

  troupe_canvas_accessible_nodes_clear (self);
  for (guint i = 0; i < self->proxies->len; i++)
    gtk_widget_unparent (self->proxies->pdata[i]);
  g_ptr_array_set_size (self->proxies, 0);
}

static TroupeCanvasAccessibleNode *
find_end (TroupeCanvasAccessibleNodes *self, const CanvasRoute *route, gboolean far)
{
  const TroupeRecord *record =
      troupe_canvas_router_get_end (troupe_canvas_get_router (self->canvas), route, far);

  g_assert (TROUPE_IS_CANVAS_ACCESSIBLE_NODES (self));

  return record != NULL ? g_hash_table_lookup (self->by_id, troupe_record_get_id (record)) : NULL;
}

static void
relate_all (TroupeCanvasAccessibleNodes *self)
{
  typedef struct
  {
    GtkAccessible *targets[PROXY_TARGETS_MAX];
    guint n;
  } Targets;
  g_autoptr (GHashTable) table = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  graphene_rect_t view;
  guint n_routes;
  const CanvasRoute *routes =
      troupe_canvas_router_get_routes (troupe_canvas_get_router (self->canvas), &n_routes);

  g_assert (TROUPE_IS_CANVAS_ACCESSIBLE_NODES (self));

  troupe_canvas_get_view (self->canvas, &view);
  for (guint i = 0; i < n_routes; i++)
    {
      const CanvasRoute *route = &routes[i];
      TroupeCanvasAccessibleNode *from, *to;
      Targets *targets;

      if (route->n_segments == 0 ||
          !troupe_canvas_in_view (&view, route->x0, route->y0, route->x1, route->y1))
        continue;
      from = find_end (self, route, FALSE);
      to = find_end (self, route, TRUE);
      if (from == NULL || to == NULL || from == to)
        continue;
      targets = g_hash_table_lookup (table, from);
      if (targets == NULL)
        {
          targets = g_new0 (Targets, 1);
          g_hash_table_insert (table, from, targets);
        }
      if (targets->n < PROXY_TARGETS_MAX)
        targets->targets[targets->n++] = GTK_ACCESSIBLE (to);
    }

  for (guint i = 0; i < self->proxies->len; i++)
    {
      TroupeCanvasAccessibleNode *proxy = self->proxies->pdata[i];
      Targets *targets = g_hash_table_lookup (table, proxy);

      troupe_canvas_accessible_node_relate (proxy, targets != NULL ? targets->targets : NULL,
                                            targets != NULL ? targets->n : 0);
    }
}

/* Returns the items that require a proxy. These are the visible items, and the focused card even
 * if it is not visible. */
static GPtrArray *
collect_seen (TroupeCanvasAccessibleNodes *self, TroupeCanvasScene *scene)
{
  static const TroupeCanvasKind kinds[] = { TROUPE_CANVAS_KIND_NODE, TROUPE_CANVAS_KIND_GATE };
  TroupeCanvasGeometry *geometry = troupe_canvas_get_geometry (self->canvas);
  GPtrArray *seen = g_ptr_array_new ();
  const TroupeRecord *focus = troupe_scene_find (scene, TROUPE_CANVAS_KIND_GROUND,
                                                 troupe_canvas_get_focus_id (self->canvas));
  graphene_rect_t view;

  g_assert (TROUPE_IS_CANVAS_ACCESSIBLE_NODES (self));

  if (focus != NULL &&
      (focus->kind == TROUPE_CANVAS_KIND_NODE || focus->kind == TROUPE_CANVAS_KIND_GATE))
    g_ptr_array_add (seen, (gpointer) focus);
  troupe_canvas_get_view (self->canvas, &view);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint n = troupe_scene_count (scene, kinds[k]);

      for (guint i = 0; i < n && seen->len < self->proxies->len; i++)
        {
          const TroupeRecord *record = troupe_scene_nth (scene, kinds[k], i);
          CanvasBox box;

          if (record == focus)
            continue;
          troupe_canvas_geometry_get_box (geometry, record, &box);
          if (troupe_canvas_in_view (&view, box.x, box.y, box.x + box.width, box.y + box.height))
            g_ptr_array_add (seen, (gpointer) record);
        }
    }

  return seen;
}

static TroupeCanvasAccessibleNode *
take_free (TroupeCanvasAccessibleNodes *self, guint *from)
{
  g_assert (TROUPE_IS_CANVAS_ACCESSIBLE_NODES (self));

  for (; *from < self->proxies->len; (*from)++)
    {
      TroupeCanvasAccessibleNode *proxy = self->proxies->pdata[*from];

      if (troupe_canvas_accessible_node_get_id (proxy) == NULL)
        return proxy;
    }

  return NULL;
}

void
troupe_canvas_accessible_nodes_update (TroupeCanvasAccessibleNodes *self)
{
  g_autoptr (GPtrArray) seen = NULL;
  TroupeCanvasScene *scene;
  guint from = 0;
  g_autoptr (GHashTable) wanted = NULL;

  g_return_if_fail (TROUPE_IS_CANVAS_ACCESSIBLE_NODES (self));

  scene = troupe_canvas_get_scene (self->canvas);
  if (scene == NULL || self->proxies->len == 0)
    return;

  troupe_canvas_refresh (self->canvas);
  seen = collect_seen (self, scene);
  wanted = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < seen->len; i++)
    {
      gpointer proxy = g_hash_table_lookup (self->by_id, troupe_record_get_id (seen->pdata[i]));

      if (proxy != NULL)
        g_hash_table_add (wanted, proxy);
    }
  for (guint i = 0; i < self->proxies->len; i++)
    if (!g_hash_table_contains (wanted, self->proxies->pdata[i]))
      release (self, self->proxies->pdata[i]);
  for (guint i = 0; i < seen->len; i++)
    {
      const TroupeRecord *record = seen->pdata[i];
      const char *id = troupe_record_get_id (record);
      TroupeCanvasAccessibleNode *proxy = g_hash_table_lookup (self->by_id, id);
      CanvasBox box;
      TroupeCanvas *canvas;
      double scale;
      graphene_point_t corner;
      int width;
      int height;
      int minimum;

      if (proxy == NULL)
        {
          proxy = take_free (self, &from);
          if (proxy == NULL)
            break;
          troupe_canvas_accessible_node_set_record (proxy, record);
          g_hash_table_insert (self->by_id, g_strdup (id), proxy);
        }
      troupe_canvas_accessible_node_describe (proxy, record,
                                              troupe_canvas_is_selected (self->canvas, id));
      troupe_canvas_geometry_get_box (troupe_canvas_get_geometry (self->canvas), record, &box);
      canvas = self->canvas;
      scale = troupe_canvas_get_scale (canvas);
      corner = troupe_canvas_to_widget (canvas, box.x, box.y);
      width = MAX ((int) lround (box.width * scale), 1);
      height = MAX ((int) lround (box.height * scale), 1);
      /* GTK requires that each child is measured before it is allocated. */
      gtk_widget_measure (GTK_WIDGET (proxy), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                          NULL);
      gtk_widget_allocate (GTK_WIDGET (proxy), width, height, -1,
                           gsk_transform_translate (
                               NULL, &GRAPHENE_POINT_INIT (roundf (corner.x), roundf (corner.y))));
    }
  relate_all (self);
  describe_rest (self);
}

void
troupe_canvas_accessible_nodes_describe (TroupeCanvasAccessibleNodes *self)
{
  TroupeCanvasScene *scene;

  g_return_if_fail (TROUPE_IS_CANVAS_ACCESSIBLE_NODES (self));

  scene = troupe_canvas_get_scene (self->canvas);
  for (guint i = 0; scene != NULL && i < self->proxies->len; i++)
    {
      TroupeCanvasAccessibleNode *proxy = self->proxies->pdata[i];
      const char *id = troupe_canvas_accessible_node_get_id (proxy);
      const TroupeRecord *record = troupe_scene_find (scene, TROUPE_CANVAS_KIND_GROUND, id);

      if (record != NULL &&
          (record->kind == TROUPE_CANVAS_KIND_NODE || record->kind == TROUPE_CANVAS_KIND_GATE))
        troupe_canvas_accessible_node_describe (proxy, record,
                                                troupe_canvas_is_selected (self->canvas, id));
    }
  describe_rest (self);
}

void
troupe_canvas_accessible_nodes_focus (TroupeCanvasAccessibleNodes *self, const char *id)
{
  GtkWidget *canvas, *proxy, *focus;
  GtkRoot *root;

  g_return_if_fail (TROUPE_IS_CANVAS_ACCESSIBLE_NODES (self));

  canvas = GTK_WIDGET (self->canvas);
  proxy = g_hash_table_lookup (self->by_id, id);
  root = gtk_widget_get_root (canvas);
  focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  /* The focus is not taken from other widgets, such as the inspector or a search entry. */
  if (proxy == NULL || focus == NULL || focus == proxy ||
      (focus != canvas && !gtk_widget_is_ancestor (focus, canvas)))
    return;
  gtk_widget_grab_focus (proxy);
}
