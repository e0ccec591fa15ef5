/* troupe-tree-path.c: resolves the path of a problem to the keys of its value
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-tree-path"

#include "config.h"

#include <string.h>

#include "troupe-tree.h"

/* Returns the length of the key of a member of @node at the start of @path. Keys may contain
 * points and brackets, so the longest matching member is used. If no member matches, the text up
 * to the next point or bracket is used. */
static gsize
measure_key (JsonNode *node, const char *path)
{
  gsize longest = 0;

  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *key;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, NULL))
        {
          gsize length = strlen (key);

          if (length > longest && strncmp (path, key, length) == 0 &&
              (path[length] == '\0' || strchr (".[ ", path[length]) != NULL))
            longest = length;
        }
    }
  return longest > 0 ? longest : strcspn (path, ".[ ");
}

char **
troupe_tree_split_path (JsonNode *root, const char *path)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  JsonNode *node = root;

  while (*path != '\0' && *path != ' ')
    {
      char *key;
      gsize length;
      JsonNode *child = NULL;

      if (node == NULL)
        return NULL;
      if (*path == '[')
        {
          length = strspn (path + 1, "0123456789");
          if (length == 0 || path[1 + length] != ']')
            return NULL;
          key = g_strndup (path + 1, length);
          path += length + 2;
        }
      else
        {
          path += *path == '.';
          length = measure_key (node, path);
          if (length == 0)
            return NULL;
          key = g_strndup (path, length);
          path += length;
        }
      g_ptr_array_add (keys, key);
      if (node != NULL)
        {
          if (JSON_NODE_HOLDS_OBJECT (node))
            child = json_object_get_member (json_node_get_object (node), key);
          else if (JSON_NODE_HOLDS_ARRAY (node))
            {
              guint64 index = g_ascii_strtoull (key, NULL, 10);
              JsonArray *array = json_node_get_array (node);
              child = index < json_array_get_length (array)
                          ? json_array_get_element (array, (guint) index)
                          : NULL;
            }
        }
      node = child;
    }
  g_ptr_array_add (keys, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&keys), FALSE);
}
