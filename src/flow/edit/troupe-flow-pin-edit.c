/* troupe-flow-pin-edit.c: pinning outputs, muting methods and setting breakpoints in a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-pin-edit"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-pin-edit.h"
#include "troupe-tree.h"

static JsonNode *
get_section (TroupeFlowDocument *self, const char *section)
{
  return troupe_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (self)), "x-troupe", section,
                          NULL);
}

static gboolean
is_empty (JsonNode *node)
{
  return node == NULL ||
         (JSON_NODE_HOLDS_OBJECT (node) &&
          json_object_get_size (json_node_get_object (node)) == 0) ||
         (JSON_NODE_HOLDS_ARRAY (node) && json_array_get_length (json_node_get_array (node)) == 0);
}

/* Replaces a section of `x-troupe`. A section without content is removed, and so is `x-troupe` then.
 * @section: (nullable) */
static gboolean
set_section (TroupeFlowDocument *self,
             const char *name,
             JsonNode *section,
             const char *label,
             GError **error)
{
  JsonNode *before = troupe_document_get_root (TROUPE_DOCUMENT (self));
  g_autoptr (JsonNode) changed =
      troupe_tree_with (before, is_empty (section) ? NULL : section, "x-troupe", name, NULL);
  g_autoptr (JsonNode) root = NULL;

  g_assert (TROUPE_IS_FLOW_DOCUMENT (self));

  if (changed == NULL)
    return TRUE;
  root = is_empty (troupe_tree_get (changed, "x-troupe", NULL))
             ? troupe_tree_with (changed, NULL, "x-troupe", NULL)
             : json_node_ref (changed);
  return troupe_document_commit (TROUPE_DOCUMENT (self), "", root != NULL ? root : changed, label,
                                 NULL, 0, error);
}

static gboolean
check_method (TroupeFlowDocument *self, const char *method, GError **error)
{
  if (troupe_flow_find_method (troupe_flow_document_get_flow (self), method) != NULL)
    return TRUE;
  g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
               _ ("The method “%s” does not exist."), method);
  return FALSE;
}

gboolean
troupe_flow_set_pin (TroupeFlowDocument *self,
                     const char *method,
                     TroupeValue *value,
                     GError **error)
{
  JsonNode *old = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (JsonNode) pins = NULL;
  g_autofree char *label = NULL;
  JsonObject *object = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self) && method != NULL, FALSE);

  old = get_section (self, "pins");
  if (value != NULL && !check_method (self, method, error))
    return FALSE;
  object = json_object_new ();
  if (old != NULL && JSON_NODE_HOLDS_OBJECT (old))
    {
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (old));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        if (value != NULL || !g_str_equal (key, method))
          json_object_set_member (object, key, json_node_ref (member));
    }
  if (value != NULL)
    json_object_set_member (object, method, troupe_value_to_node (value));
  pins = troupe_tree_take_object (object);
  label = value != NULL ? g_strdup_printf (_ ("Pin the Output of %s"), method)
                        : g_strdup_printf (_ ("Unpin the Output of %s"), method);
  return set_section (self, "pins", pins, label, error);
}

gboolean
troupe_flow_set_muted (TroupeFlowDocument *self,
                       const char *const *methods,
                       gboolean is_muted,
                       GError **error)
{
  JsonNode *old = NULL;
  JsonArray *list = NULL;
  g_autoptr (JsonNode) muted = NULL;
  g_autofree char *label = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self) && methods != NULL, FALSE);

  for (guint i = 0; is_muted && methods[i] != NULL; i++)
    if (!check_method (self, methods[i], error))
      return FALSE;
  if (methods[0] == NULL)
    return TRUE;
  list = json_array_new ();
  old = get_section (self, "muted");
  if (old != NULL && JSON_NODE_HOLDS_ARRAY (old))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (old)); i++)
      {
        JsonNode *node = json_array_get_element (json_node_get_array (old), i);
        const char *name = troupe_tree_get_text (node);

        if (name == NULL || !g_strv_contains (methods, name))
          json_array_add_element (list, json_node_ref (node));
      }
  for (guint i = 0; is_muted && methods[i] != NULL; i++)
    json_array_add_string_element (list, methods[i]);
  muted = troupe_tree_take_array (list);
  label = methods[1] != NULL ? g_strdup (is_muted ? _ ("Mute Methods") : _ ("Unmute Methods"))
          : is_muted         ? g_strdup_printf (_ ("Mute %s"), methods[0])
                             : g_strdup_printf (_ ("Unmute %s"), methods[0]);
  return set_section (self, "muted", muted, label, error);
}

TroupeValue *
troupe_flow_get_breakpoints (TroupeFlowDocument *self)
{
  JsonNode *node = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  node = get_section (self, "breakpoints");
  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? troupe_value_from_node (node) : NULL;
}

/* Returns the member that names the second half of the place. A breakpoint on a task names its method. */
static const char *
get_target_key (const char *kind)
{
  return g_str_equal (kind, "task") ? "method" : "target";
}

/* Returns TRUE if the element of the list is the breakpoint on this place. One on a task is not on its method. */
static gboolean
is_at (JsonNode *node, const char *kind, const char *name, const char *target)
{
  return g_str_equal (kind, "task") == (troupe_tree_get_member_text (node, "task") != NULL) &&
         g_strcmp0 (troupe_tree_get_member_text (node, kind), name) == 0 &&
         g_strcmp0 (troupe_tree_get_member_text (node, get_target_key (kind)), target) == 0;
}

/* (transfer none) (nullable) */
static JsonArray *
get_list (TroupeFlowDocument *self)
{
  JsonNode *node = get_section (self, "breakpoints");

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

TroupeValue *
troupe_flow_find_breakpoint (TroupeFlowDocument *self,
                             const char *kind,
                             const char *name,
                             const char *target)
{
  JsonArray *list = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);
  g_return_val_if_fail (kind != NULL && name != NULL, NULL);

  list = get_list (self);
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    if (is_at (json_array_get_element (list, i), kind, name, target))
      return troupe_value_from_node (json_array_get_element (list, i));
  return NULL;
}

gboolean
troupe_flow_set_breakpoint (TroupeFlowDocument *self,
                            const char *kind,
                            const char *name,
                            const char *target,
                            gboolean is_set,
                            const char *condition,
                            GError **error)
{
  g_autoptr (JsonNode) node = NULL;
  g_autofree char *label = NULL;
  JsonArray *old = NULL;
  JsonArray *list = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (kind != NULL && name != NULL, FALSE);

  old = get_list (self);
  list = json_array_new ();
  for (guint i = 0; old != NULL && i < json_array_get_length (old); i++)
    if (!is_at (json_array_get_element (old, i), kind, name, target))
      json_array_add_element (list, json_node_ref (json_array_get_element (old, i)));
  if (is_set)
    {
      JsonObject *breakpoint = json_object_new ();

      json_object_set_string_member (breakpoint, kind, name);
      if (target != NULL)
        json_object_set_string_member (breakpoint, get_target_key (kind), target);
      if (condition != NULL && *condition != '\0')
        json_object_set_string_member (breakpoint, "if", condition);
      json_array_add_object_element (list, breakpoint);
    }
  node = troupe_tree_take_array (list);
  label =
      g_strdup_printf (is_set ? _ ("Set a Breakpoint on %s") : _ ("Remove the Breakpoint on %s"),
                       name);
  return set_section (self, "breakpoints", node, label, error);
}

gboolean
troupe_flow_set_breakpoints (TroupeFlowDocument *self, TroupeValue *breakpoints, GError **error)
{
  g_autoptr (JsonNode) node = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);

  node = breakpoints != NULL ? troupe_value_to_node (breakpoints) : NULL;
  return set_section (self, "breakpoints", node,
                      node != NULL ? _ ("Change Breakpoints") : _ ("Remove All Breakpoints"),
                      error);
}
