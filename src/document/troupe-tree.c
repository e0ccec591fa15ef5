/* troupe-tree.c: immutable document trees with structural sharing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-tree"

#include "config.h"

#include <string.h>

#include "troupe-yaml.h"
#include "troupe-tree.h"

JsonNode *
troupe_tree_take_object (JsonObject *object)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (node, object);
  json_node_seal (node);
  return node;
}

JsonNode *
troupe_tree_take_array (JsonArray *array)
{
  JsonNode *node = json_node_new (JSON_NODE_ARRAY);

  json_node_take_array (node, array);
  json_node_seal (node);
  return node;
}

static JsonNode *
map_object (JsonNode *node, TroupeMapNodeFunc func, gpointer user_data)
{
  JsonObject *result = json_object_new ();
  gboolean changed = FALSE;
  JsonObjectIter iter;
  const char *key;
  JsonNode *member;

  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &key, &member))
    {
      JsonNode *mapped = func (key, member, user_data);

      changed = changed || mapped != member;
      if (mapped != NULL)
        json_object_set_member (result, key, mapped);
    }
  if (changed)
    return troupe_tree_take_object (result);
  json_object_unref (result);
  return json_node_ref (node);
}

JsonNode *
troupe_tree_map (JsonNode *node, TroupeMapNodeFunc func, gpointer user_data)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    return map_object (node, func, user_data);
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      JsonArray *result = json_array_new ();
      gboolean changed = FALSE;

      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          JsonNode *element = json_array_get_element (array, i);
          JsonNode *mapped = func (NULL, element, user_data);

          changed = changed || mapped != element;
          if (mapped != NULL)
            json_array_add_element (result, mapped);
        }
      if (changed)
        return troupe_tree_take_array (result);
      json_array_unref (result);
      return json_node_ref (node);
    }
  return json_node_ref (node);
}

static GPtrArray *
collect_keys (const char *key, va_list rest)
{
  GPtrArray *keys = g_ptr_array_new ();

  for (; key != NULL; key = va_arg (rest, const char *))
    g_ptr_array_add (keys, (gpointer) key);
  g_ptr_array_add (keys, NULL);
  return keys;
}

JsonNode *
troupe_tree_with (JsonNode *root, JsonNode *value, const char *key, ...)
{
  g_autoptr (GPtrArray) keys = NULL;
  va_list rest;

  va_start (rest, key);
  keys = collect_keys (key, rest);
  va_end (rest);
  return troupe_json_tree_with (root, (const char *const *) keys->pdata, value);
}

JsonNode *
troupe_tree_get (JsonNode *root, const char *key, ...)
{
  g_autoptr (GPtrArray) keys = NULL;
  va_list rest;

  va_start (rest, key);
  keys = collect_keys (key, rest);
  va_end (rest);
  return troupe_json_tree_get (root, (const char *const *) keys->pdata);
}

JsonNode *
troupe_tree_get_member (JsonNode *node, const char *key)
{
  return node != NULL && JSON_NODE_HOLDS_OBJECT (node)
             ? json_object_get_member (json_node_get_object (node), key)
             : NULL;
}

const char *
troupe_tree_get_member_text (JsonNode *node, const char *key)
{
  JsonNode *member = troupe_tree_get_member (node, key);

  return member != NULL && troupe_json_node_is_text (member) ? json_node_get_string (member) : NULL;
}

JsonArray *
troupe_tree_get_member_list (JsonNode *node, const char *key)
{
  JsonNode *member = troupe_tree_get_member (node, key);

  return member != NULL && JSON_NODE_HOLDS_ARRAY (member) ? json_node_get_array (member) : NULL;
}

const char *
troupe_tree_get_text (JsonNode *node)
{
  return node != NULL && troupe_json_node_is_text (node) ? json_node_get_string (node) : NULL;
}

gboolean
troupe_tree_get_number (JsonNode *node, double *number)
{
  GType type;

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return FALSE;
  type = json_node_get_value_type (node);
  if (type != G_TYPE_INT64 && type != G_TYPE_DOUBLE)
    return FALSE;
  *number = json_node_get_double (node);
  return TRUE;
}

char *
troupe_tree_number_name (const char *name, guint64 step)
{
  const char *end = name + strlen (name);
  gsize length = strlen (name);
  guint64 number = 1;

  if (step == 0)
    return g_strdup (name);
  while (end > name && g_ascii_isdigit (end[-1]))
    end--;
  if (end - name > 1 && end[-1] == '_' && *end != '\0' && *end != '0' && strlen (end) < 7)
    {
      number = g_ascii_strtoull (end, NULL, 10);
      length = (gsize) (end - name) - 1;
    }
  return g_strdup_printf ("%.*s_%" G_GUINT64_FORMAT, (int) length, name, number + step);
}

char *
troupe_tree_find_free_name (const char *wanted,
                            gboolean (*taken) (const char *, gpointer),
                            gpointer user_data)
{
  for (guint64 step = 0;; step++)
    {
      g_autofree char *name = troupe_tree_number_name (wanted, step);

      if (!taken (name, user_data))
        return g_steal_pointer (&name);
    }
}
