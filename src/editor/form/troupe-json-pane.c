/* troupe-json-pane.c: JSON editor for a part of the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-json-pane"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-form.h"
#include "troupe-json-check.h"
#include "troupe-json-pane.h"

struct _TroupeJsonPane
{
  GtkWidget parent_instance;

  TroupeFormTarget *target;
  char **path;
  char **left_out;
  TroupeTextField *text;
  gboolean writing;
};

G_DEFINE_FINAL_TYPE (TroupeJsonPane, troupe_json_pane, GTK_TYPE_WIDGET)

static gboolean
is_left_out (TroupeJsonPane *self, const char *name)
{
  g_assert (TROUPE_IS_JSON_PANE (self));

  return self->left_out != NULL && g_strv_contains ((const char *const *) self->left_out, name);
}

/* (transfer full) (nullable) */
static JsonNode *
get_node (TroupeJsonPane *self)
{
  JsonNode *present = troupe_form_target_get (self->target, (const char *const *) self->path);
  JsonNode *node;
  JsonObject *object;
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  g_assert (TROUPE_IS_JSON_PANE (self));

  if (present == NULL || self->left_out == NULL)
    return present != NULL ? json_node_ref (present) : NULL;
  if (!JSON_NODE_HOLDS_OBJECT (present))
    return NULL;

  object = json_object_new ();
  json_object_iter_init_ordered (&iter, json_node_get_object (present));
  while (json_object_iter_next_ordered (&iter, &name, &member))
    if (!is_left_out (self, name))
      json_object_set_member (object, name, json_node_ref (member));
  node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, object);
  json_node_seal (node);

  return node;
}

static void
write_member (TroupeJsonPane *self, const char *name, JsonNode *value)
{
  g_auto (GStrv) path = troupe_path_append ((const char *const *) self->path, name);

  g_assert (TROUPE_IS_JSON_PANE (self));

  troupe_form_target_set (self->target, (const char *const *) path, value, _ ("Edit JSON"),
                          "json.members");
}

/* Keeps a text that cannot be parsed in the draft. @text: (nullable) */
static void
keep_typed (TroupeJsonPane *self, const char *text)
{
  g_auto (GStrv) path = troupe_path_append ((const char *const *) self->path, "{}");

  g_assert (TROUPE_IS_JSON_PANE (self));

  troupe_form_target_set_typed (self->target, (const char *const *) path, text);
}

/* Returns the object that the text contains. @message: (out) (transfer full) (nullable): the
 * mistake. (transfer full) (nullable) */
static JsonNode *
check_text (const char *text, char **message)
{
  g_autoptr (JsonNode) node = troupe_json_check (text, message);

  if (node == NULL || JSON_NODE_HOLDS_OBJECT (node))
    return g_steal_pointer (&node);
  *message = g_strdup (_ ("Expected an object in braces."));
  return NULL;
}

/* Shows the text that was typed and is not in the document, because it has a mistake. Returns
 * FALSE if there is none. */
static gboolean
show_typed (TroupeJsonPane *self)
{
  g_auto (GStrv) path = troupe_path_append ((const char *const *) self->path, "{}");
  g_autofree char *typed =
      g_strdup (troupe_form_target_get_typed (self->target, (const char *const *) path));
  g_autofree char *message = NULL;
  g_autoptr (JsonNode) node = NULL;

  g_assert (TROUPE_IS_JSON_PANE (self));

  if (typed == NULL)
    return FALSE;
  node = check_text (typed, &message);
  if (message == NULL)
    return FALSE;
  troupe_text_field_set_text (self->text, typed);
  troupe_text_field_set_draft (self->text, message);
  return TRUE;
}

static void
edited_cb (TroupeJsonPane *self)
{
  g_autofree char *text = troupe_text_field_get_text (self->text);
  g_autofree char *message = NULL;
  g_autoptr (JsonNode) node = check_text (text, &message);
  g_autoptr (JsonNode) present = get_node (self);

  g_assert (TROUPE_IS_JSON_PANE (self));

  troupe_text_field_set_draft (self->text, message);
  keep_typed (self, message != NULL ? text : NULL);
  if (message != NULL || present == NULL || troupe_json_node_equal (node, present))
    return;

  self->writing = TRUE;
  if (self->left_out != NULL)
    {
      TroupeDocument *document = troupe_form_target_get_document (self->target);
      JsonObject *object = json_node_get_object (node);
      JsonObject *old = json_node_get_object (present);
      g_autoptr (GList) names = json_object_get_members (object);
      g_autoptr (GList) old_names = json_object_get_members (old);

      /* Writes each member that differs, and removes members that are missing in @node. */
      troupe_document_begin_edit (document, _ ("Edit JSON"));
      for (GList *l = old_names; l != NULL; l = l->next)
        if (!json_object_has_member (object, l->data))
          write_member (self, l->data, NULL);
      for (GList *l = names; l != NULL; l = l->next)
        {
          JsonNode *value = json_object_get_member (object, l->data);
          JsonNode *was = json_object_get_member (old, l->data);

          if (!is_left_out (self, l->data) && (was == NULL || !troupe_json_node_equal (was, value)))
            write_member (self, l->data, value);
        }
      troupe_document_end_edit (document);
    }
  else
    {
      guint n_keys = g_strv_length (self->path);
      g_autofree char *joined = g_strjoinv (".", self->path);
      g_autofree char *key = g_strdup_printf ("json.%s", joined);
      const char *last = n_keys > 0 ? self->path[n_keys - 1] : "";
      g_autofree char *label =
          g_strdup_printf (_ ("Edit %s"),
                           g_ascii_isalpha (last[0]) || last[0] == '_' ? last : "JSON");

      troupe_form_target_set (self->target, (const char *const *) self->path, node, label, key);
    }
  self->writing = FALSE;
}

static void
discarded_cb (TroupeJsonPane *self)
{
  g_assert (TROUPE_IS_JSON_PANE (self));

  keep_typed (self, NULL);
  troupe_json_pane_refresh (self);
}

void
troupe_json_pane_set_path (TroupeJsonPane *self, const char *const *path)
{
  g_return_if_fail (TROUPE_IS_JSON_PANE (self));
  g_return_if_fail (path != NULL);

  g_strfreev (self->path);
  self->path = g_strdupv ((char **) path);
}

void
troupe_json_pane_refresh (TroupeJsonPane *self)
{
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_JSON_PANE (self));

  if (self->writing || show_typed (self))
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
  g_clear_object (&self->target);
  g_clear_pointer (&self->path, g_strfreev);
  g_clear_pointer (&self->left_out, g_strfreev);

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
  g_signal_connect_object (self->text, "discarded", G_CALLBACK (discarded_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_accessible_update_property (GTK_ACCESSIBLE (troupe_text_field_get_view (self->text)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, "JSON", -1);
  gtk_widget_set_parent (GTK_WIDGET (self->text), GTK_WIDGET (self));
}

GtkWidget *
troupe_json_pane_new (TroupeFormTarget *target,
                      const char *const *path,
                      const char *const *left_out)
{
  TroupeJsonPane *self;

  g_return_val_if_fail (TROUPE_IS_FORM_TARGET (target), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_JSON_PANE, NULL);
  self->target = g_object_ref (target);
  self->path = g_strdupv ((char **) path);
  self->left_out = g_strdupv ((char **) left_out);
  troupe_json_pane_refresh (self);

  return GTK_WIDGET (self);
}

TroupeTextField *
troupe_json_pane_get_text_field (TroupeJsonPane *self)
{
  g_return_val_if_fail (TROUPE_IS_JSON_PANE (self), NULL);

  return self->text;
}
