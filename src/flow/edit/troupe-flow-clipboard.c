/* troupe-flow-clipboard.c: copies and pastes methods of a flow as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-clipboard"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-document-private.h"
#include "troupe-flow-paste-layout.h"
#include "troupe-flow-paste-state.h"
#include "troupe-tree.h"
#include "troupe-yaml.h"

static JsonNode *
choose_method (const char *name, JsonNode *node, gpointer user_data)
{
  return g_hash_table_contains (user_data, name) ? json_node_ref (node) : NULL;
}

/* Returns the methods of the document that are in the set @names. (transfer full) */
static JsonNode *
choose_methods (TroupeFlowDocument *self, GHashTable *names)
{
  JsonNode *all =
      troupe_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (self)), "methods", NULL);

  return all != NULL && JSON_NODE_HOLDS_OBJECT (all) ? troupe_tree_map (all, choose_method, names)
                                                     : troupe_tree_take_object (json_object_new ());
}

static GHashTable *
new_set (const char *const *names)
{
  GHashTable *set = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; names[i] != NULL; i++)
    g_hash_table_add (set, (gpointer) names[i]);
  return set;
}

char *
troupe_flow_document_copy (TroupeFlowDocument *self,
                           const char *const *methods,
                           const char *const *notes,
                           const char *const *groups)
{
  g_auto (TroupeFlowPaste) copied = { NULL };
  g_autoptr (GHashTable) names = NULL;
  g_autoptr (JsonNode) chosen = NULL, node = NULL;
  JsonNode *root, *state;
  JsonObject *object;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);
  g_return_val_if_fail (methods != NULL, NULL);

  names = new_set (methods);
  root = troupe_document_get_root (TROUPE_DOCUMENT (self));
  chosen = choose_methods (self, names);
  troupe_flow_paste_init (&copied, NULL, chosen);
  object = json_object_new ();
  json_object_set_member (object, "methods", json_node_ref (chosen));
  state = troupe_flow_state_copy (root, copied.pasted);
  if (state != NULL)
    json_object_set_member (object, "state", state);
  json_object_set_member (object, "x-troupe",
                          troupe_flow_layout_copy (root, names, copied.inner, notes, groups));
  node = troupe_tree_take_object (object);
  return troupe_json_write (node, NULL, NULL);
}

/* --- Reading copied text ---------------------------------------------------------------------- */

/* Returns TRUE if all members of @node have an action, as only methods do. */
static gboolean
holds_methods (JsonNode *node)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *method;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node) ||
      json_object_get_size (json_node_get_object (node)) == 0)
    return FALSE;
  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &name, &method))
    if (!JSON_NODE_HOLDS_OBJECT (method) ||
        json_object_get_member (json_node_get_object (method), "do") == NULL)
      return FALSE;

  return TRUE;
}

static JsonNode *
read_either (const char *text, GError **error)
{
  gsize length = strlen (text);
  g_autoptr (GError) json_error = NULL;
  JsonNode *root =
      troupe_json_read (text, length, TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS, NULL,
                        &json_error);

  if (root == NULL)
    root = troupe_yaml_read (text, length, NULL, NULL);
  if (root == NULL)
    g_propagate_error (error, g_steal_pointer (&json_error));

  return root;
}

/* Returns the methods of a flow, of an object with `methods`, or of a map of methods. A copy of
 * notes or groups has an empty map of methods. */
static JsonNode *
find_methods (JsonNode *root)
{
  JsonNode *methods;

  if (!JSON_NODE_HOLDS_OBJECT (root))
    return NULL;
  methods = troupe_tree_get (root, "methods", NULL);
  if (methods != NULL && JSON_NODE_HOLDS_OBJECT (methods) &&
      (json_object_get_size (json_node_get_object (methods)) > 0 ||
       troupe_flow_layout_has_items (troupe_tree_get (root, "x-troupe", NULL))))
    return methods;

  return holds_methods (root) ? root : NULL;
}

char *
troupe_flow_methods_from_text (const char *text)
{
  static const char *const others[] = { "state", "x-troupe" };
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (JsonNode) whole = NULL;
  JsonNode *methods;
  JsonObject *object;

  g_return_val_if_fail (text != NULL, NULL);

  root = read_either (text, NULL);
  methods = root != NULL ? find_methods (root) : NULL;
  if (methods == NULL)
    return NULL;
  object = json_object_new ();
  json_object_set_member (object, "methods", json_node_ref (methods));
  for (guint i = 0; methods != root && i < G_N_ELEMENTS (others); i++)
    {
      JsonNode *other = troupe_tree_get (root, others[i], NULL);

      if (other != NULL)
        json_object_set_member (object, others[i], json_node_ref (other));
    }
  whole = troupe_tree_take_object (object);

  return troupe_json_write (whole, NULL, NULL);
}

/* --- Pasting ---------------------------------------------------------------------------------- */

void
troupe_flow_pasted_clear (TroupeFlowPasted *self)
{
  g_clear_pointer (&self->methods, g_strfreev);
  g_clear_pointer (&self->notes, g_strfreev);
  g_clear_pointer (&self->groups, g_strfreev);
  g_clear_pointer (&self->notice, g_free);
}

static JsonNode *
join_objects (JsonNode *first, JsonNode *second)
{
  JsonObject *result = json_object_new ();
  JsonNode *parts[] = { first, second };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      if (parts[i] == NULL || !JSON_NODE_HOLDS_OBJECT (parts[i]))
        continue;
      json_object_iter_init_ordered (&iter, json_node_get_object (parts[i]));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        json_object_set_member (result, key, json_node_ref (member));
    }
  return troupe_tree_take_object (result);
}

/* Returns the document with the copied @methods of @copied. (transfer full) */
static JsonNode *
paste_into (JsonNode *root,
            TroupeFlowPaste *paste,
            JsonNode *copied,
            JsonNode *methods,
            double x,
            double y,
            gboolean keep_outside_wires,
            TroupeFlowPasted *pasted)
{
  g_autoptr (JsonNode) renamed = troupe_flow_paste_rename (paste, methods, keep_outside_wires);
  g_autoptr (JsonNode) stateful = troupe_flow_state_paste (paste, root, copied);
  JsonNode *layout = methods != copied ? troupe_tree_get (copied, "x-troupe", NULL) : NULL;
  g_autoptr (JsonNode) joined = NULL, extended = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  JsonObjectIter iter;
  const char *name;

  json_object_iter_init_ordered (&iter, json_node_get_object (renamed));
  while (json_object_iter_next_ordered (&iter, &name, NULL))
    g_strv_builder_add (builder, name);
  pasted->methods = g_strv_builder_end (builder);
  joined = join_objects (troupe_tree_get (root, "methods", NULL), renamed);
  extended = pasted->methods[0] != NULL ? troupe_tree_with (stateful, joined, "methods", NULL)
                                        : json_node_ref (stateful);
  return troupe_flow_layout_paste (paste, extended, layout, x, y, &pasted->notes, &pasted->groups);
}

gboolean
troupe_flow_document_paste (TroupeFlowDocument *self,
                            const char *text,
                            double x,
                            double y,
                            gboolean keep_outside_wires,
                            TroupeFlowPasted *pasted,
                            GError **error)
{
  g_auto (TroupeFlowPaste) paste = { NULL };
  g_auto (TroupeFlowPasted) result = { NULL };
  g_autoptr (JsonNode) copied = NULL, root = NULL;
  g_autofree char *label = NULL;
  JsonNode *methods;
  guint n_methods;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (text != NULL && pasted != NULL, FALSE);

  *pasted = (TroupeFlowPasted){ NULL };
  copied = read_either (text, error);
  if (copied == NULL)
    return FALSE;
  methods = find_methods (copied);
  if (methods == NULL)
    {
      g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                   _ ("The copied content contains no methods."));
      return FALSE;
    }
  troupe_flow_paste_init (&paste, troupe_flow_document_get_flow (self), methods);
  root = paste_into (troupe_document_get_root (TROUPE_DOCUMENT (self)), &paste, copied, methods, x,
                     y, keep_outside_wires, &result);
  n_methods = g_strv_length (result.methods);
  if (n_methods == 0)
    label = g_strdup (_ ("Paste"));
  else
    label =
        g_strdup_printf (ngettext ("Paste %u Method", "Paste %u Methods", n_methods), n_methods);
  if (!troupe_flow_document_commit (self, root, label, NULL, TRUE, error))
    return FALSE;
  result.notice = troupe_paste_remarks_describe (&paste.remarks);
  *pasted = result;
  result = (TroupeFlowPasted){ NULL };
  return TRUE;
}

void
troupe_flow_document_move_pasted (TroupeFlowDocument *self,
                                  const TroupeFlowPasted *pasted,
                                  double dx,
                                  double dy,
                                  const char *label)
{
  g_auto (TroupeFlowPaste) moved = { NULL };
  g_autoptr (GHashTable) names = NULL;
  g_autoptr (JsonNode) chosen = NULL, root = NULL;

  g_return_if_fail (TROUPE_IS_FLOW_DOCUMENT (self));
  g_return_if_fail (pasted != NULL && pasted->methods != NULL);

  names = new_set ((const char *const *) pasted->methods);
  chosen = choose_methods (self, names);
  troupe_flow_paste_init (&moved, NULL, chosen);
  root = troupe_flow_layout_move (troupe_document_get_root (TROUPE_DOCUMENT (self)), names,
                                  moved.inner, (const char *const *) pasted->notes,
                                  (const char *const *) pasted->groups, dx, dy);
  troupe_document_commit (TROUPE_DOCUMENT (self), "", root, label, NULL, TROUPE_COMMIT_LAYOUT,
                          NULL);
}
