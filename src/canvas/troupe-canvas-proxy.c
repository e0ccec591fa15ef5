/* troupe-canvas-proxy.c: what assistive technology sees of a card
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-proxy"

#include "config.h"

#include <math.h>

#include "troupe-canvas-private.h"
#include "troupe-canvas-proxy.h"

#define TARGETS_MAX 4

struct _TroupeCanvasProxy
{
  GtkWidget parent_instance;

  char *id;
  guint serial;
  gboolean selected;
  gboolean wanted; /* during an update */
  GtkAccessible *targets[TARGETS_MAX];
  guint n_targets;
};

G_DEFINE_FINAL_TYPE (TroupeCanvasProxy, troupe_canvas_proxy, GTK_TYPE_WIDGET)

const char *
troupe_canvas_proxy_get_id (TroupeCanvasProxy *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_PROXY (self), NULL);

  return self->id;
}

static TroupeCanvas *
get_canvas (TroupeCanvasProxy *self)
{
  return TROUPE_CANVAS (gtk_widget_get_parent (GTK_WIDGET (self)));
}

static void
act_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCanvasProxy *self = TROUPE_CANVAS_PROXY (widget);
  TroupeCanvas *canvas = get_canvas (self);
  g_autofree char *id = g_strdup (self->id);

  if (id == NULL)
    return;
  /* A selection of many that holds the card stays: Delete means them all. */
  if (!troupe_canvas_is_selected (canvas, id))
    troupe_canvas_select_only (canvas, id);
  if (g_str_equal (name, "node.open"))
    g_signal_emit (canvas, _troupe_canvas_signals[SIGNAL_NODE_ACTIVATED], 0, id, TRUE);
  else if (g_str_equal (name, "node.answer"))
    g_signal_emit (canvas, _troupe_canvas_signals[SIGNAL_BADGE_ACTIVATED], 0,
                   (int) TROUPE_CANVAS_KIND_ANSWER_BADGE, id);
  else
    _troupe_canvas_command (canvas, name);
}

static void
focus_entered_cb (TroupeCanvasProxy *self, GtkEventControllerFocus *controller)
{
  TroupeCanvas *canvas = get_canvas (self);

  if (self->id != NULL)
    troupe_canvas_set_focus_id (canvas, self->id);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
troupe_canvas_proxy_finalize (GObject *object)
{
  g_clear_pointer (&TROUPE_CANVAS_PROXY (object)->id, g_free);

  G_OBJECT_CLASS (troupe_canvas_proxy_parent_class)->finalize (object);
}

static void
troupe_canvas_proxy_class_init (TroupeCanvasProxyClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_canvas_proxy_finalize;
  gtk_widget_class_set_css_name (widget_class, "proxy");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_widget_class_install_action (widget_class, "node.open", NULL, act_cb);
  gtk_widget_class_install_action (widget_class, "node.delete", NULL, act_cb);
  gtk_widget_class_install_action (widget_class, "node.connect", NULL, act_cb);
  gtk_widget_class_install_action (widget_class, "node.answer", NULL, act_cb);
}

static void
troupe_canvas_proxy_init (TroupeCanvasProxy *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (focus_entered_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

void
_troupe_canvas_proxies_prepare (TroupeCanvas *self)
{
  guint wanted;

  if (self->scene == NULL)
    return;
  wanted = MIN (self->scene->nodes->len + self->scene->gates->len, PROXIES_MAX);
  while (self->proxies->len < wanted)
    {
      GtkWidget *proxy = g_object_new (TROUPE_TYPE_CANVAS_PROXY, NULL);

      gtk_widget_set_child_visible (proxy, FALSE);
      gtk_widget_set_parent (proxy, GTK_WIDGET (self));
      g_ptr_array_add (self->proxies, proxy);
    }
}

static void
release (TroupeCanvas *self, TroupeCanvasProxy *proxy)
{
  if (proxy->id == NULL)
    return;
  g_hash_table_remove (self->proxy_by_id, proxy->id);
  g_clear_pointer (&proxy->id, g_free);
  gtk_widget_set_child_visible (GTK_WIDGET (proxy), FALSE);
}

void
_troupe_canvas_proxies_clear (TroupeCanvas *self)
{
  for (guint i = 0; i < self->proxies->len; i++)
    release (self, self->proxies->pdata[i]);
}

static void
describe (TroupeCanvas *self, TroupeCanvasProxy *proxy, const TroupeRecord *record)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (proxy);
  gboolean selected = troupe_canvas_is_selected (self, proxy->id);
  const char *label, *description;

  if (proxy->serial != record->serial)
    {
      if (record->kind == TROUPE_CANVAS_KIND_NODE)
        {
          const TroupeCanvasNode *node = &((const TroupeNodeRecord *) record)->node;

          label = node->accessible_label != NULL ? node->accessible_label : node->title;
          description = node->accessible_description;
        }
      else
        {
          const TroupeCanvasGate *gate = &((const TroupeGateRecord *) record)->gate;

          label = gate->accessible_label != NULL ? gate->accessible_label : gate->id;
          description = gate->accessible_description;
        }
      gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      label != NULL ? label : "",
                                      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                      description != NULL ? description : "", -1);
      proxy->serial = record->serial;
    }
  if (proxy->selected != selected)
    {
      gtk_accessible_update_state (accessible, GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
      proxy->selected = selected;
    }
}

static void
relate (TroupeCanvasProxy *self, GtkAccessible *const *targets, guint n)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (self);
  GtkAccessibleRelation relation = GTK_ACCESSIBLE_RELATION_FLOW_TO;

  if (n == self->n_targets &&
      (n == 0 || memcmp (targets, self->targets, n * sizeof (targets[0])) == 0))
    return;
  self->n_targets = n;
  if (n > 0)
    memcpy (self->targets, targets, n * sizeof (targets[0]));
  switch (n)
    {
    case 0:
      gtk_accessible_reset_relation (accessible, relation);
      break;
    case 1:
      gtk_accessible_update_relation (accessible, relation, targets[0], NULL, -1);
      break;
    case 2:
      gtk_accessible_update_relation (accessible, relation, targets[0], targets[1], NULL, -1);
      break;
    case 3:
      gtk_accessible_update_relation (accessible, relation, targets[0], targets[1], targets[2],
                                      NULL, -1);
      break;
    default:
      gtk_accessible_update_relation (accessible, relation, targets[0], targets[1], targets[2],
                                      targets[3], NULL, -1);
      break;
    }
}

static TroupeCanvasProxy *
find_end (TroupeCanvas *self, const CanvasRoute *route, gboolean far)
{
  int index = far ? route->to : route->from;
  gboolean gate = far ? route->to_gate : route->from_gate;

  if (index < 0)
    return NULL;
  return g_hash_table_lookup (self->proxy_by_id,
                              gate ? troupe_scene_gate (self->scene, (guint) index)->gate.id
                                   : troupe_scene_node (self->scene, (guint) index)->node.id);
}

static void
relate_all (TroupeCanvas *self)
{
  typedef struct
  {
    GtkAccessible *targets[TARGETS_MAX];
    guint n;
  } Targets;
  g_autoptr (GHashTable) table = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  graphene_rect_t view;

  troupe_canvas_get_view (self, &view);
  for (guint i = 0; i < self->routes->len; i++)
    {
      const CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);
      TroupeCanvasProxy *from, *to;
      Targets *targets;

      if (route->n_segments == 0 ||
          !_troupe_canvas_in_view (&view, route->x0, route->y0, route->x1, route->y1))
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
      if (targets->n < TARGETS_MAX)
        targets->targets[targets->n++] = GTK_ACCESSIBLE (to);
    }

  for (guint i = 0; i < self->proxies->len; i++)
    {
      TroupeCanvasProxy *proxy = self->proxies->pdata[i];
      Targets *targets = g_hash_table_lookup (table, proxy);

      relate (proxy, targets != NULL ? targets->targets : NULL, targets != NULL ? targets->n : 0);
    }
}

static void
place (TroupeCanvas *self, TroupeCanvasProxy *proxy, const CanvasBox *box)
{
  graphene_point_t corner = troupe_canvas_to_widget (self, box->x, box->y);
  int width = MAX ((int) lround (box->width * self->scale), 1);
  int height = MAX ((int) lround (box->height * self->scale), 1);
  int minimum;

  gtk_widget_set_child_visible (GTK_WIDGET (proxy), TRUE);
  /* GTK wants each child measured before it is given a place. */
  gtk_widget_measure (GTK_WIDGET (proxy), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                      NULL);
  gtk_widget_allocate (
      GTK_WIDGET (proxy), width, height, -1,
      gsk_transform_translate (NULL, &GRAPHENE_POINT_INIT (roundf (corner.x), roundf (corner.y))));
}

/* What should have a proxy: what is in view, and the card that has the focus wherever it is. */
static GPtrArray *
collect_seen (TroupeCanvas *self)
{
  static const TroupeCanvasKind kinds[] = { TROUPE_CANVAS_KIND_NODE, TROUPE_CANVAS_KIND_GATE };
  GPtrArray *seen = g_ptr_array_new ();
  TroupeRecord *focus =
      _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_GROUND, self->focus_id);
  graphene_rect_t view;

  if (focus != NULL &&
      (focus->kind == TROUPE_CANVAS_KIND_NODE || focus->kind == TROUPE_CANVAS_KIND_GATE))
    g_ptr_array_add (seen, focus);
  troupe_canvas_get_view (self, &view);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      GPtrArray *array = _troupe_canvas_scene_get_array (self->scene, kinds[k]);

      for (guint i = 0; i < array->len && seen->len < self->proxies->len; i++)
        {
          CanvasBox box;

          if (array->pdata[i] == focus)
            continue;
          _troupe_canvas_box_of (self, array->pdata[i], &box);
          if (_troupe_canvas_in_view (&view, box.x, box.y, box.x + box.width, box.y + box.height))
            g_ptr_array_add (seen, array->pdata[i]);
        }
    }

  return seen;
}

static TroupeCanvasProxy *
take_free (TroupeCanvas *self, guint *from)
{
  for (; *from < self->proxies->len; (*from)++)
    {
      TroupeCanvasProxy *proxy = self->proxies->pdata[*from];

      if (proxy->id == NULL)
        return proxy;
    }

  return NULL;
}

void
_troupe_canvas_proxies_update (TroupeCanvas *self)
{
  g_autoptr (GPtrArray) seen = NULL;
  guint from = 0;

  if (self->scene == NULL || self->proxies->len == 0)
    return;

  _troupe_canvas_refresh (self);
  seen = collect_seen (self);
  for (guint i = 0; i < seen->len; i++)
    {
      TroupeCanvasProxy *proxy =
          g_hash_table_lookup (self->proxy_by_id, troupe_record_get_id (seen->pdata[i]));

      if (proxy != NULL)
        proxy->wanted = TRUE;
    }
  for (guint i = 0; i < self->proxies->len; i++)
    {
      TroupeCanvasProxy *proxy = self->proxies->pdata[i];

      if (!proxy->wanted)
        release (self, proxy);
      proxy->wanted = FALSE;
    }
  for (guint i = 0; i < seen->len; i++)
    {
      const TroupeRecord *record = seen->pdata[i];
      const char *id = troupe_record_get_id (record);
      TroupeCanvasProxy *proxy = g_hash_table_lookup (self->proxy_by_id, id);
      CanvasBox box;

      if (proxy == NULL)
        {
          proxy = take_free (self, &from);
          if (proxy == NULL)
            break;
          proxy->id = g_strdup (id);
          proxy->serial = record->serial - 1;
          g_hash_table_insert (self->proxy_by_id, g_strdup (id), proxy);
        }
      describe (self, proxy, record);
      _troupe_canvas_box_of (self, record, &box);
      place (self, proxy, &box);
    }
  relate_all (self);
}

void
_troupe_canvas_proxies_focus (TroupeCanvas *self, const char *id)
{
  GtkWidget *proxy = g_hash_table_lookup (self->proxy_by_id, id);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  /* The keyboard is not taken from where it works: the inspector, a search entry. */
  if (proxy == NULL || focus == NULL || focus == proxy ||
      (focus != GTK_WIDGET (self) && !gtk_widget_is_ancestor (focus, GTK_WIDGET (self))))
    return;
  gtk_widget_grab_focus (proxy);
}
