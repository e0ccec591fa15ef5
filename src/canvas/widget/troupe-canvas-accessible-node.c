/* troupe-canvas-accessible-node.c: accessible object of a card
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-accessible-node"

#include "config.h"

#include "troupe-canvas-accessible-node.h"

#include "troupe-canvas-parts.h"

struct _TroupeCanvasAccessibleNode
{
  GtkWidget parent_instance;

  char *id;
  char *named; /* (nullable): the id of the item that it was described as last */
  guint serial;
  gboolean selected;
  GtkAccessible *targets[PROXY_TARGETS_MAX];
  guint n_targets;
};

G_DEFINE_FINAL_TYPE (TroupeCanvasAccessibleNode, troupe_canvas_accessible_node, GTK_TYPE_WIDGET)

const char *
troupe_canvas_accessible_node_get_id (TroupeCanvasAccessibleNode *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_ACCESSIBLE_NODE (self), NULL);

  return self->id;
}

const char *
troupe_canvas_accessible_node_get_named (TroupeCanvasAccessibleNode *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_ACCESSIBLE_NODE (self), NULL);

  return self->named;
}

static TroupeCanvas *
get_canvas (TroupeCanvasAccessibleNode *self)
{
  return TROUPE_CANVAS (gtk_widget_get_parent (GTK_WIDGET (self)));
}

static void
act_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeCanvasAccessibleNode *self = TROUPE_CANVAS_ACCESSIBLE_NODE (widget);
  TroupeCanvas *canvas = get_canvas (self);
  g_autofree char *id = g_strdup (self->id);

  if (id == NULL)
    return;
  /* If several items are selected and the card is one of them, the selection is kept, because
   * Delete refers to all of them. */
  if (!troupe_canvas_is_selected (canvas, id))
    troupe_canvas_select_only (canvas, id);
  if (g_str_equal (name, "node.open"))
    g_signal_emit (canvas, troupe_canvas_signals[SIGNAL_NODE_ACTIVATED], 0, id, TRUE);
  else if (g_str_equal (name, "node.answer"))
    g_signal_emit (canvas, troupe_canvas_signals[SIGNAL_BADGE_ACTIVATED], 0,
                   (int) TROUPE_CANVAS_KIND_ANSWER_BADGE, id);
  else
    troupe_canvas_command (canvas, name);
}

static void
focus_entered_cb (TroupeCanvasAccessibleNode *self, GtkEventControllerFocus *controller)
{
  TroupeCanvas *canvas = get_canvas (self);

  g_assert (TROUPE_IS_CANVAS_ACCESSIBLE_NODE (self));

  if (self->id != NULL)
    troupe_canvas_set_focus_id (canvas, self->id);
  gtk_widget_queue_draw (GTK_WIDGET (canvas));
}

static void
troupe_canvas_accessible_node_finalize (GObject *object)
{
  g_clear_pointer (&TROUPE_CANVAS_ACCESSIBLE_NODE (object)->id, g_free);
  g_clear_pointer (&TROUPE_CANVAS_ACCESSIBLE_NODE (object)->named, g_free);

  G_OBJECT_CLASS (troupe_canvas_accessible_node_parent_class)->finalize (object);
}

static void
troupe_canvas_accessible_node_class_init (TroupeCanvasAccessibleNodeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_canvas_accessible_node_finalize;
  gtk_widget_class_set_css_name (widget_class, "proxy");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_widget_class_install_action (widget_class, "node.open", NULL, act_cb);
  gtk_widget_class_install_action (widget_class, "node.delete", NULL, act_cb);
  gtk_widget_class_install_action (widget_class, "node.connect", NULL, act_cb);
  gtk_widget_class_install_action (widget_class, "node.answer", NULL, act_cb);
}

static void
troupe_canvas_accessible_node_init (TroupeCanvasAccessibleNode *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (focus_entered_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

TroupeCanvasAccessibleNode *
troupe_canvas_accessible_node_new (TroupeCanvas *canvas)
{
  GtkWidget *proxy;

  g_return_val_if_fail (TROUPE_IS_CANVAS (canvas), NULL);

  proxy = g_object_new (TROUPE_TYPE_CANVAS_ACCESSIBLE_NODE, NULL);
  gtk_widget_set_child_visible (proxy, FALSE);
  gtk_widget_set_parent (proxy, GTK_WIDGET (canvas));
  return TROUPE_CANVAS_ACCESSIBLE_NODE (proxy);
}

void
troupe_canvas_accessible_node_set_record (TroupeCanvasAccessibleNode *self,
                                          const TroupeRecord *record)
{
  g_return_if_fail (TROUPE_IS_CANVAS_ACCESSIBLE_NODE (self));

  g_clear_pointer (&self->id, g_free);
  gtk_widget_set_child_visible (GTK_WIDGET (self), record != NULL);
  if (record == NULL)
    return;
  self->id = g_strdup (troupe_record_get_id (record));
}

void
troupe_canvas_accessible_node_describe (TroupeCanvasAccessibleNode *self,
                                        const TroupeRecord *record,
                                        gboolean selected)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (self);
  const char *label, *description;

  g_return_if_fail (TROUPE_IS_CANVAS_ACCESSIBLE_NODE (self));
  g_return_if_fail (record != NULL);

  if (self->serial != record->serial || g_strcmp0 (self->named, troupe_record_get_id (record)) != 0)
    {
      g_free (self->named);
      self->named = g_strdup (troupe_record_get_id (record));
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
      self->serial = record->serial;
    }
  if (self->selected != selected)
    {
      gtk_accessible_update_state (accessible, GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
      self->selected = selected;
    }
}

void
troupe_canvas_accessible_node_relate (TroupeCanvasAccessibleNode *self,
                                      GtkAccessible *const *targets,
                                      guint n)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (self);
  GtkAccessibleRelation relation = GTK_ACCESSIBLE_RELATION_FLOW_TO;

  g_return_if_fail (TROUPE_IS_CANVAS_ACCESSIBLE_NODE (self));
  g_return_if_fail (n <= PROXY_TARGETS_MAX);

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
