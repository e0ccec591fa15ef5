/* troupe-json-pane.c: a part of the document as JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-json-pane"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-json-check.h"
#include "troupe-json-pane.h"

struct _TroupeJsonPane
{
  GtkWidget parent_instance;

  TroupeEditorContext *context;
  char *method;
  TroupeTextField *text;
  gboolean writing;
};

G_DEFINE_FINAL_TYPE (TroupeJsonPane, troupe_json_pane, GTK_TYPE_WIDGET)

/* Members of the document that the flow's own JSON leaves out. */
static gboolean
is_left_out (const char *name)
{
  return g_str_equal (name, "methods") || g_str_equal (name, "x-troupe");
}

/* (transfer full) (nullable) */
static JsonNode *
get_node (TroupeJsonPane *self)
{
  JsonNode *root = troupe_editor_context_get_root (self->context);
  JsonNode *node;

  g_assert (TROUPE_IS_JSON_PANE (self));

  if (self->method != NULL)
    {
      const char *path[] = { "methods", self->method, NULL };

      node = troupe_json_tree_get (root, path);
      return node != NULL ? json_node_ref (node) : NULL;
    }

  if (root == NULL || !JSON_NODE_HOLDS_OBJECT (root))
    return NULL;

  node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, json_object_new ());
  {
    g_autoptr (GList) names = json_object_get_members (json_node_get_object (root));

    for (GList *l = names; l != NULL; l = l->next)
      if (!is_left_out (l->data))
        json_object_set_member (json_node_get_object (node), l->data,
                                json_node_ref (
                                    json_object_get_member (json_node_get_object (root), l->data)));
  }
  json_node_seal (node);

  return node;
}

/* Each member that differs; those that are gone go away. */
static void
write_flow (TroupeJsonPane *self, JsonNode *node)
{
  TroupeFlowDocument *document = troupe_editor_context_get_document (self->context);
  JsonObject *object = json_node_get_object (node);
  g_autoptr (JsonNode) old = get_node (self);
  g_autoptr (GList) names = json_object_get_members (object);
  g_autoptr (GList) old_names = json_object_get_members (json_node_get_object (old));

  g_assert (TROUPE_IS_JSON_PANE (self));

  troupe_document_begin_edit (TROUPE_DOCUMENT (document), _ ("Edit JSON"));
  for (GList *l = old_names; l != NULL; l = l->next)
    {
      const char *path[] = { l->data, NULL };

      if (!json_object_has_member (object, l->data))
        troupe_editor_context_set (self->context, path, NULL, _ ("Edit JSON"), "json.flow");
    }
  for (GList *l = names; l != NULL; l = l->next)
    {
      const char *path[] = { l->data, NULL };
      JsonNode *value = json_object_get_member (object, l->data);
      JsonNode *present = json_object_get_member (json_node_get_object (old), l->data);

      if (!is_left_out (l->data) && (present == NULL || !troupe_json_node_equal (present, value)))
        troupe_editor_context_set (self->context, path, value, _ ("Edit JSON"), "json.flow");
    }
  troupe_document_end_edit (TROUPE_DOCUMENT (document));
}

static void
edited_cb (TroupeJsonPane *self)
{
  g_autofree char *text = troupe_text_field_get_text (self->text);
  g_autofree char *message = NULL;
  g_autoptr (JsonNode) node = troupe_json_check (text, &message);
  g_autoptr (JsonNode) present = get_node (self);

  g_assert (TROUPE_IS_JSON_PANE (self));

  if (node != NULL && !JSON_NODE_HOLDS_OBJECT (node))
    message = g_strdup (_ ("Expected an object in braces."));
  troupe_text_field_set_message (self->text, message, TRUE);
  if (message != NULL || present == NULL || troupe_json_node_equal (node, present))
    return;

  self->writing = TRUE;
  if (self->method != NULL)
    {
      const char *path[] = { "methods", self->method, NULL };
      g_autofree char *key = g_strdup_printf ("json.%s", self->method);
      g_autofree char *label = g_strdup_printf (_ ("Edit %s"), self->method);

      troupe_editor_context_set (self->context, path, node, label, key);
    }
  else
    {
      write_flow (self, node);
    }
  self->writing = FALSE;
}

void
troupe_json_pane_set_method (TroupeJsonPane *self, const char *method)
{
  g_return_if_fail (TROUPE_IS_JSON_PANE (self));
  g_return_if_fail (method != NULL);

  troupe_set_str (&self->method, method);
}

void
troupe_json_pane_refresh (TroupeJsonPane *self)
{
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_JSON_PANE (self));

  if (self->writing)
    return;

  node = get_node (self);
  text = node != NULL ? troupe_json_write (node, NULL, NULL) : g_strdup ("");
  g_strchomp (text);
  troupe_text_field_set_text (self->text, text);
  troupe_text_field_set_message (self->text, NULL, FALSE);
}

static void
troupe_json_pane_dispose (GObject *object)
{
  TroupeJsonPane *self = TROUPE_JSON_PANE (object);

  if (self->text != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->text));
  self->text = NULL;
  g_clear_object (&self->context);
  g_clear_pointer (&self->method, g_free);

  G_OBJECT_CLASS (troupe_json_pane_parent_class)->dispose (object);
}

static void
troupe_json_pane_class_init (TroupeJsonPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_json_pane_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_json_pane_init (TroupeJsonPane *self)
{
  g_assert (self != NULL);

  self->text = TROUPE_TEXT_FIELD (troupe_text_field_new (NULL, NULL, "json"));
  troupe_text_field_set_fills (self->text, TRUE);
  g_signal_connect_object (self->text, "edited", G_CALLBACK (edited_cb), self, G_CONNECT_SWAPPED);
  gtk_accessible_update_property (GTK_ACCESSIBLE (troupe_text_field_get_view (self->text)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, "JSON", -1);
  gtk_widget_set_parent (GTK_WIDGET (self->text), GTK_WIDGET (self));
}

GtkWidget *
troupe_json_pane_new (TroupeEditorContext *context, const char *method)
{
  TroupeJsonPane *self;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);

  self = g_object_new (TROUPE_TYPE_JSON_PANE, NULL);
  self->context = g_object_ref (context);
  self->method = g_strdup (method);
  troupe_json_pane_refresh (self);

  return GTK_WIDGET (self);
}

TroupeTextField *
troupe_json_pane_get_text_field (TroupeJsonPane *self)
{
  g_return_val_if_fail (TROUPE_IS_JSON_PANE (self), NULL);

  return self->text;
}
