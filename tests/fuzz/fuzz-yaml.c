/* fuzz-yaml.c: fuzzes the YAML reader and writer with arbitrary bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-yaml.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Maximum number of aliases in an input. The writer expands aliases, so the text may become much
 * longer than the input. */
#define MOST_ALIASES 50

static void
assert_place (GError *error, gsize length)
{
  TroupePlace place;

  g_assert_true (troupe_json_error_get_place (error, &place, NULL));
  g_assert_cmpuint (place.start, <=, length);
  g_assert_cmpuint (place.line, >, 0);
}

static void
assert_reads_back (const char *text, gsize length, JsonNode *root)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) back = troupe_yaml_read (text, length, NULL, &error);

  if (error != NULL || !troupe_json_node_equal (root, back))
    g_error ("%s\n%s", error != NULL ? error->message : "another tree", text);
}

/* Asserts that every node has a position inside the text. */
static void
check_places (TroupeJsonText *source, JsonNode *node, gsize length, guint depth)
{
  TroupePlace place;
  guint line, column;

  g_assert_true (troupe_json_text_get_place (source, node, &place));
  g_assert_cmpuint (place.start, <=, place.end);
  g_assert_cmpuint (place.end, <=, length);
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    troupe_json_text_find_inside (source, node, strlen (json_node_get_string (node)) / 2, &line,
                                  &column);
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        check_places (source, member, length, depth + 1);
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
      check_places (source, json_array_get_element (json_node_get_array (node), i), length,
                    depth + 1);
}

/* Makes one edit. The bytes of the input determine its location and kind. */
static void
check_edit (JsonNode *root, TroupeJsonText *source, const guint8 *data, gsize size)
{
  const char *path[3] = { NULL };
  JsonNode *node = root;
  g_autoptr (JsonNode) value = NULL;
  g_autoptr (JsonNode) edited = NULL;
  g_autofree char *written = NULL;
  gsize length;

  for (guint i = 0; i < 2 && JSON_NODE_HOLDS_OBJECT (node); i++)
    {
      g_autoptr (GList) keys = json_object_get_members (json_node_get_object (node));
      guint n_keys = g_list_length (keys);

      if (n_keys == 0)
        break;
      path[i] = g_list_nth_data (keys, data[size / 2] % n_keys);
      node = json_object_get_member (json_node_get_object (node), path[i]);
    }
  if (path[0] == NULL)
    return;
  value = size % 3 == 0 ? NULL : troupe_json_node_new_string (size % 3 == 1 ? "new" : "a\nb\n");
  edited = size % 5 == 0 ? troupe_json_tree_rename (root, path, "renamed")
                         : troupe_json_tree_with (root, path, value);
  if (edited == NULL)
    return;
  written = troupe_yaml_write (edited, source, &length);
  assert_reads_back (written, length, edited);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  /* Allocates exactly the size of the input, so that the sanitizer detects reads beyond the end. */
  g_autofree char *text = size == 0 ? NULL : g_memdup2 (data, size);
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = troupe_yaml_read (text, size, &source, &error);
  g_autofree char *same = NULL;
  g_autofree char *plain = NULL;
  TroupeYamlOddity oddity;
  TroupePlace place;
  gsize length;

  if (root == NULL)
    {
      assert_place (error, size);
      return 0;
    }
  same = troupe_yaml_write (root, source, &length);
  g_assert_cmpmem (same, length, text, size);
  troupe_yaml_find_oddity (source, &oddity, &place);
  troupe_json_text_find_comment (source, &place);
  if (troupe_json_text_count_aliases (source) > MOST_ALIASES)
    return 0;
  check_places (source, root, size, 0);
  plain = troupe_yaml_write (root, NULL, &length);
  assert_reads_back (plain, length, root);
  check_edit (root, source, data, size);
  return 0;
}
