/* troupe-flow-conditions.c: transforms conditions in a document's JSON tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-conditions"

#include "config.h"

#include "troupe-flow-conditions.h"
#include "troupe-tree.h"

const char *
troupe_condition_node_get_word (JsonNode *node)
{
  JsonObject *object;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;
  object = json_node_get_object (node);
  if (json_object_has_member (object, "and"))
    return "and";
  return json_object_has_member (object, "or") ? "or" : NULL;
}

JsonNode *
troupe_condition_node_get_inputs (JsonNode *gate)
{
  const char *word = troupe_condition_node_get_word (gate);
  JsonNode *list = word != NULL ? json_object_get_member (json_node_get_object (gate), word) : NULL;

  return list != NULL && JSON_NODE_HOLDS_ARRAY (list) ? list : NULL;
}

typedef struct
{
  TroupeMapEventFunc func;
  gpointer user_data;
  guint depth;
} ConditionMap;

static JsonNode *map_condition (const char *key, JsonNode *node, gpointer user_data);

static JsonNode *
map_condition (const char *key, JsonNode *node, gpointer user_data)
{
  ConditionMap *self = user_data;
  const char *event = troupe_tree_get_text (node);
  JsonNode *inputs = troupe_condition_node_get_inputs (node);

  if (event != NULL)
    return self->func (event, node, self->user_data);
  if (inputs != NULL && self->depth <= TROUPE_LIMIT_NESTING)
    {
      g_autoptr (JsonNode) mapped = NULL;
      gboolean collapse;
      JsonArray *array;

      self->depth++;
      mapped = troupe_tree_map (inputs, map_condition, self);
      self->depth--;
      if (mapped == inputs)
        return json_node_ref (node);
      /* A gate that collapses is replaced by its single remaining input, or by nothing. */
      collapse = json_array_get_length (json_node_get_array (mapped)) <
                 json_array_get_length (json_node_get_array (inputs));
      array = json_node_get_array (mapped);
      if (collapse && json_array_get_length (array) == 0)
        return NULL;
      if (collapse && json_array_get_length (array) == 1)
        return json_node_ref (json_array_get_element (array, 0));
      return troupe_tree_with (node, mapped, troupe_condition_node_get_word (node), NULL);
    }
  return json_node_ref (node);
}

JsonNode *
troupe_tree_map_condition (JsonNode *condition, TroupeMapEventFunc func, gpointer user_data)
{
  ConditionMap map = { func, user_data, 0 };

  return map_condition (NULL, condition, &map);
}
