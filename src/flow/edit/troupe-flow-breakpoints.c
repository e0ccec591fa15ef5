/* troupe-flow-breakpoints.c: the list of breakpoints in the tree of a flow, and those on events after edits of the events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-breakpoints"

#include "config.h"

#include "troupe-flow-breakpoints.h"
#include "troupe-json.h"
#include "troupe-limits.h"
#include "troupe-tree.h"

JsonArray *
troupe_flow_breakpoints_get_list (JsonNode *root)
{
  JsonNode *node = troupe_tree_get (root, "x-troupe", "breakpoints", NULL);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

JsonNode *
troupe_flow_breakpoints_put_list (JsonNode *root, JsonArray *list)
{
  g_autoptr (JsonNode) node =
      json_array_get_length (list) > 0 ? troupe_tree_take_array (list) : NULL;
  g_autoptr (JsonNode) changed = NULL;
  JsonNode *section = NULL;

  if (node == NULL)
    json_array_unref (list);
  changed = troupe_tree_with (root, node, "x-troupe", "breakpoints", NULL);
  if (changed == NULL)
    return json_node_ref (root);
  section = troupe_tree_get (changed, "x-troupe", NULL);
  if (section != NULL && JSON_NODE_HOLDS_OBJECT (section) &&
      json_object_get_size (json_node_get_object (section)) == 0)
    return troupe_tree_with (changed, NULL, "x-troupe", NULL);
  return g_steal_pointer (&changed);
}

/* --- Renaming -------------------------------------------------------------------------------------- */

JsonNode *
troupe_flow_breakpoints_rename_event (JsonNode *root,
                                      const char *event,
                                      const char *new_event,
                                      gboolean keeps_old)
{
  JsonArray *before = troupe_flow_breakpoints_get_list (root);
  JsonArray *after = NULL;
  gboolean is_changed = FALSE;

  g_return_val_if_fail (root != NULL && event != NULL && new_event != NULL, NULL);

  if (before == NULL)
    return json_node_ref (root);
  after = json_array_new ();
  for (guint i = 0; i < json_array_get_length (before); i++)
    {
      JsonNode *node = json_array_get_element (before, i);
      const gboolean is_meant = g_strcmp0 (troupe_tree_get_member_text (node, "event"), event) == 0;
      g_autoptr (JsonNode) name = NULL;

      if (!is_meant || keeps_old)
        json_array_add_element (after, json_node_ref (node));
      if (!is_meant)
        continue;
      is_changed = TRUE;
      name = troupe_json_node_new_string (new_event);
      json_array_add_element (after, troupe_tree_with (node, name, "event", NULL));
    }
  if (is_changed)
    return troupe_flow_breakpoints_put_list (root, after);
  json_array_unref (after);
  return json_node_ref (root);
}

/* --- Removing -------------------------------------------------------------------------------------- */

/* @condition: (nullable): the `listen` or `start` of a method */
static gboolean
mentions (JsonNode *condition, const char *event, guint depth)
{
  static const char *const gates[] = { "or", "and" };

  if (condition == NULL || depth > TROUPE_LIMIT_NESTING)
    return FALSE;
  if (JSON_NODE_HOLDS_ARRAY (condition))
    {
      JsonArray *list = json_node_get_array (condition);

      for (guint i = 0; i < json_array_get_length (list); i++)
        if (mentions (json_array_get_element (list, i), event, depth + 1))
          return TRUE;
      return FALSE;
    }
  if (JSON_NODE_HOLDS_OBJECT (condition))
    return mentions (troupe_tree_get_member (condition, gates[0]), event, depth + 1) ||
           mentions (troupe_tree_get_member (condition, gates[1]), event, depth + 1);
  return g_strcmp0 (troupe_tree_get_text (condition), event) == 0;
}

static gboolean
listens (JsonNode *root, const char *method, const char *event)
{
  JsonNode *node = troupe_tree_get (root, "methods", method, NULL);

  return node != NULL && (mentions (troupe_tree_get_member (node, "listen"), event, 0) ||
                          mentions (troupe_tree_get_member (node, "start"), event, 0));
}

static gboolean
declares (JsonNode *emit, const char *event)
{
  JsonArray *list =
      emit != NULL && JSON_NODE_HOLDS_ARRAY (emit) ? json_node_get_array (emit) : NULL;

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    if (g_strcmp0 (troupe_tree_get_text (json_array_get_element (list, i)), event) == 0)
      return TRUE;
  return FALSE;
}

/* Returns TRUE if a method has the name of the event or declares it. */
static gboolean
is_declared (JsonNode *root, const char *event)
{
  JsonNode *methods = troupe_tree_get (root, "methods", NULL);
  JsonObjectIter iter;
  const char *name;
  JsonNode *method;

  if (methods == NULL || !JSON_NODE_HOLDS_OBJECT (methods))
    return FALSE;
  json_object_iter_init (&iter, json_node_get_object (methods));
  while (json_object_iter_next (&iter, &name, &method))
    if (g_str_equal (name, event) || declares (troupe_tree_get (method, "emit", NULL), event) ||
        declares (troupe_tree_get (method, "human_feedback", "emit", NULL), event))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if the wire from the event to the method is gone. */
static gboolean
is_gone (JsonNode *before, JsonNode *after, const char *event, const char *target)
{
  return (listens (before, target, event) && !listens (after, target, event)) ||
         (is_declared (before, event) && !is_declared (after, event));
}

JsonNode *
troupe_flow_breakpoints_prune (JsonNode *before, JsonNode *after)
{
  JsonArray *list = troupe_flow_breakpoints_get_list (after);
  JsonArray *rest = NULL;

  g_return_val_if_fail (before != NULL && after != NULL, NULL);

  if (list == NULL || before == after)
    return json_node_ref (after);
  rest = json_array_new ();
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonNode *node = json_array_get_element (list, i);
      const char *event = troupe_tree_get_member_text (node, "event");
      const char *target = troupe_tree_get_member_text (node, "target");

      if (event == NULL || target == NULL || !is_gone (before, after, event, target))
        json_array_add_element (rest, json_node_ref (node));
    }
  if (json_array_get_length (rest) < json_array_get_length (list))
    return troupe_flow_breakpoints_put_list (after, rest);
  json_array_unref (rest);
  return json_node_ref (after);
}
