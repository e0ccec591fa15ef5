/* troupe-flow-remove.c: removes methods from a flow, optionally reconnecting their listeners
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-remove"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-conditions.h"
#include "troupe-flow-document-private.h"
#include "troupe-flow-reconnect.h"
#include "troupe-flow-rename.h"
#include "troupe-tree.h"

typedef struct
{
  TroupeGoneMethods gone;
  gboolean reconnect;
  char *too_large; /* the method whose condition would exceed the limit */
} Removal;

/* --- Conditions ---------------------------------------------------------------------------- */

static JsonNode *
remove_event (const char *event, JsonNode *node, gpointer user_data)
{
  Removal *self = user_data;

  return troupe_gone_methods_find (&self->gone, event) != NULL ? NULL : json_node_ref (node);
}

/* Returns the method with its rewritten condition @key. (transfer full) */
static JsonNode *
change_condition (Removal *self, const char *name, JsonNode *method, const char *key)
{
  JsonNode *condition = json_object_get_member (json_node_get_object (method), key);
  g_autoptr (JsonNode) mapped = NULL;
  g_autoptr (JsonNode) changed = NULL;
  g_autoptr (JsonNode) yes = NULL;
  gboolean met_start = FALSE;

  if (condition == NULL)
    return json_node_ref (method);
  if (!self->reconnect)
    mapped = troupe_tree_map_condition (condition, remove_event, self);
  else if (!troupe_gone_methods_reconnect (&self->gone, name, condition, &mapped, &met_start))
    {
      troupe_set_str (&self->too_large, name);
      return json_node_ref (method);
    }
  if (mapped == condition)
    return json_node_ref (method);
  changed = troupe_tree_with (method, mapped, key, NULL);
  if (mapped != NULL || !met_start)
    return g_steal_pointer (&changed);
  /* A method that only ran after a start becomes a start. */
  yes = troupe_json_node_new_boolean (TRUE);
  return troupe_tree_with (changed, yes, "start", NULL);
}

static JsonNode *
remove_method (const char *key, JsonNode *node, gpointer user_data)
{
  Removal *self = user_data;
  g_autoptr (JsonNode) listening = NULL;

  if (g_hash_table_contains (self->gone.names, key))
    return NULL;
  if (!JSON_NODE_HOLDS_OBJECT (node))
    return json_node_ref (node);
  listening = change_condition (self, key, node, "listen");
  return change_condition (self, key, listening, "start");
}

/* --- x-troupe ------------------------------------------------------------------------------ */

static JsonNode *
remove_id (const char *key, JsonNode *node, gpointer user_data)
{
  Removal *self = user_data;
  const char *id = key != NULL ? key : troupe_tree_get_text (node);
  g_autofree char *name = id != NULL ? g_strndup (id, strcspn (id, "/")) : NULL;

  return name != NULL && g_hash_table_contains (self->gone.names, name) ? NULL
                                                                        : json_node_ref (node);
}

static JsonNode *
remove_wire (const char *key, JsonNode *node, gpointer user_data)
{
  Removal *self = user_data;

  return troupe_flow_wire_touches (key, self->gone.names) ? NULL : json_node_ref (node);
}

static JsonNode *
remove_from_group (const char *key, JsonNode *node, gpointer user_data)
{
  return g_strcmp0 (key, "methods") == 0 ? troupe_tree_map (node, remove_id, user_data)
                                         : json_node_ref (node);
}

static JsonNode *
remove_from_groups (const char *key, JsonNode *node, gpointer user_data)
{
  return JSON_NODE_HOLDS_OBJECT (node) ? troupe_tree_map (node, remove_from_group, user_data)
                                       : json_node_ref (node);
}

static JsonNode *
remove_break (const char *key, JsonNode *node, gpointer user_data)
{
  static const char *const members[] = { "method", "target", "event" };
  Removal *self = user_data;

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      const char *name = troupe_tree_get_member_text (node, members[i]);

      if (name != NULL && g_hash_table_contains (self->gone.names, name))
        return NULL;
    }
  return json_node_ref (node);
}

static JsonNode *
remove_from_layout (const char *key, JsonNode *node, gpointer user_data)
{
  if (g_str_equal (key, "positions") || g_str_equal (key, "gates") || g_str_equal (key, "pins"))
    return JSON_NODE_HOLDS_OBJECT (node) ? troupe_tree_map (node, remove_id, user_data)
                                         : json_node_ref (node);
  if (g_str_equal (key, "muted") && JSON_NODE_HOLDS_ARRAY (node))
    return troupe_tree_map (node, remove_id, user_data);
  if (g_str_equal (key, "breakpoints") && JSON_NODE_HOLDS_ARRAY (node))
    return troupe_tree_map (node, remove_break, user_data);
  if (g_str_equal (key, "bends"))
    return JSON_NODE_HOLDS_OBJECT (node) ? troupe_tree_map (node, remove_wire, user_data)
                                         : json_node_ref (node);
  if (g_str_equal (key, "groups"))
    return troupe_tree_map (node, remove_from_groups, user_data);
  return json_node_ref (node);
}

/* --- Document --------------------------------------------------------------------------------- */

static JsonNode *
remove_from_root (const char *key, JsonNode *node, gpointer user_data)
{
  if (g_str_equal (key, "methods"))
    return troupe_tree_map (node, remove_method, user_data);
  if (g_str_equal (key, "x-troupe"))
    return troupe_tree_map (node, remove_from_layout, user_data);
  return json_node_ref (node);
}

gboolean
troupe_flow_document_remove_methods (TroupeFlowDocument *self,
                                     const char *const *names,
                                     gboolean reconnect,
                                     GError **error)
{
  g_autoptr (GHashTable) gone = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) events = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Removal removal = { { NULL, gone, events }, reconnect, NULL };
  gboolean done;
  const char *first;
  guint n_gone;
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *label = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (names != NULL, FALSE);

  for (guint i = 0; names[i] != NULL; i++)
    {
      if (troupe_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (self)), "methods", names[i],
                           NULL) == NULL)
        {
          g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                       _ ("The method “%s” does not exist."), names[i]);
          return FALSE;
        }
      g_hash_table_add (gone, (gpointer) names[i]);
    }
  if (g_hash_table_size (gone) == 0)
    return TRUE;
  removal.gone.flow = troupe_flow_document_get_flow (self);
  first = names[0];
  n_gone = g_hash_table_size (removal.gone.names);
  done = FALSE;
  /* Finds the events that no remaining method emits. */
  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; i < troupe_flow_get_n_methods (removal.gone.flow); i++)
        {
          const TroupeFlowMethod *method = troupe_flow_get_method (removal.gone.flow, i);
          gboolean event_gone = g_hash_table_contains (removal.gone.names, method->name);
          g_autoptr (GPtrArray) removal_events = NULL;
          gboolean complete;

          if (event_gone != (pass == 0))
            continue;
          removal_events = troupe_flow_method_list_events (method, &complete);
          if (!event_gone)
            g_hash_table_remove (removal.gone.events, method->name);
          for (guint j = 0; j < removal_events->len; j++)
            {
              if (event_gone)
                g_hash_table_insert (removal.gone.events, g_strdup (removal_events->pdata[j]),
                                     (gpointer) method);
              else
                g_hash_table_remove (removal.gone.events, removal_events->pdata[j]);
            }
        }
    }
  root = troupe_tree_map (troupe_document_get_root (TROUPE_DOCUMENT (self)), remove_from_root,
                          &removal);
  if (removal.too_large != NULL)
    g_set_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT,
                 _ ("Reconnecting would give the condition of “%s” more than %d events. Delete "
                    "without reconnecting, or delete fewer methods at once."),
                 removal.too_large, TROUPE_LIMIT_CONDITION);
  else
    {
      label = n_gone == 1
                  ? g_strdup_printf (_ ("Delete %s"), first)
                  : g_strdup_printf (ngettext ("Delete %u Method", "Delete %u Methods", n_gone),
                                     n_gone);
      done = troupe_flow_document_commit (self, root, label, NULL, TRUE, error);
    }
  g_free (removal.too_large);
  return done;
}
