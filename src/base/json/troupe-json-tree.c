/* troupe-json-tree.c: immutable JSON trees with structural sharing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-json-tree"

#include "config.h"

#include <string.h>

#include "troupe-json.h"
#include "troupe-limits.h"

/* The operation at the end of a path. */
typedef enum
{
  EDIT_SET,
  EDIT_REMOVE,
  EDIT_RENAME,
  EDIT_MOVE,
} EditKind;

typedef struct
{
  EditKind kind;
  JsonNode *value;
  const char *name; /* the new key, or the key before which the member is moved */
} Edit;

/* Converts @key to an index of a list of @length, or -1 if @key is invalid. The result @length
 * means append. */
static gint64
read_index (const char *key, guint length)
{
  guint64 index;

  if (strcmp (key, "-1") == 0)
    return length;
  if (!g_ascii_string_to_unsigned (key, 10, 0, length, &index, NULL))
    return -1;
  return (gint64) index;
}

static JsonNode *
get_child (JsonNode *node, const char *key)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    return json_object_get_member (json_node_get_object (node), key);
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);
      guint length = json_array_get_length (array);
      gint64 index = read_index (key, length);
      return index >= 0 && index < length ? json_array_get_element (array, (guint) index) : NULL;
    }
  return NULL;
}

JsonNode *
troupe_json_tree_get (JsonNode *root, const char *const *path)
{
  JsonNode *node = root;

  g_return_val_if_fail (root != NULL && path != NULL, NULL);

  for (guint i = 0; node != NULL && path[i] != NULL; i++)
    node = get_child (node, path[i]);
  return node;
}

static JsonNode *
seal_object (JsonObject *object)
{
  JsonNode *node = json_node_init_object (json_node_alloc (), object);

  json_node_seal (node);
  return node;
}

/* Copies the object, with @value stored under @name instead of @key. @value: (transfer full)
 * (nullable): NULL removes the member */
static JsonNode *
copy_object (JsonObject *object, const char *key, const char *name, JsonNode *value)
{
  g_autoptr (JsonObject) copy = json_object_new ();
  JsonObjectIter iter;
  const char *member;
  JsonNode *node;

  if (object != NULL)
    {
      json_object_iter_init_ordered (&iter, object);
      while (json_object_iter_next_ordered (&iter, &member, &node))
        if (strcmp (member, key) != 0)
          json_object_set_member (copy, member, json_node_ref (node));
        else if (value != NULL)
          json_object_set_member (copy, name, g_steal_pointer (&value));
    }
  if (value != NULL)
    json_object_set_member (copy, name, value);
  return seal_object (copy);
}

/* Copies the array, with @value at @index. @value: (transfer full) (nullable): NULL removes the
 * element */
static JsonNode *
copy_array (JsonArray *array, guint index, JsonNode *value)
{
  guint length = json_array_get_length (array);
  g_autoptr (JsonArray) copy = json_array_sized_new (length + 1);
  JsonNode *node;

  for (guint i = 0; i < length; i++)
    if (i != index)
      json_array_add_element (copy, json_node_ref (json_array_get_element (array, i)));
    else if (value != NULL)
      json_array_add_element (copy, g_steal_pointer (&value));
  if (value != NULL)
    json_array_add_element (copy, value);
  node = json_node_init_array (json_node_alloc (), copy);
  json_node_seal (node);
  return node;
}

/* Applies the edit at the end of the path, where @node is the container of its last element. */
static JsonNode *
apply_here (JsonNode *node, const char *key, const Edit *edit)
{
  JsonObject *object =
      node == NULL || !JSON_NODE_HOLDS_OBJECT (node) ? NULL : json_node_get_object (node);
  JsonNode *child = node == NULL ? NULL : get_child (node, key);

  switch (edit->kind)
    {
    case EDIT_REMOVE:
      return child == NULL ? json_node_ref (node) : NULL;
    case EDIT_RENAME:
      if (object == NULL || child == NULL)
        return NULL;
      if (strcmp (key, edit->name) == 0)
        return json_node_ref (node);
      if (json_object_has_member (object, edit->name))
        return NULL;
      return copy_object (object, key, edit->name, json_node_ref (child));
    case EDIT_MOVE:
      if (object == NULL || child == NULL)
        return NULL;
      if (edit->name != NULL &&
          (strcmp (key, edit->name) == 0 || !json_object_has_member (object, edit->name)))
        return json_node_ref (node);
      {
        const char *sibling = edit->name;
        g_autoptr (JsonObject) copy = json_object_new ();
        JsonNode *moved = json_object_get_member (object, key);
        JsonObjectIter iter;
        const char *member;
        JsonNode *member_node;

        json_object_iter_init_ordered (&iter, object);
        while (json_object_iter_next_ordered (&iter, &member, &member_node))
          {
            if (sibling != NULL && strcmp (member, sibling) == 0)
              json_object_set_member (copy, key, json_node_ref (moved));
            if (strcmp (member, key) != 0)
              json_object_set_member (copy, member, json_node_ref (member_node));
          }
        if (!json_object_has_member (copy, key))
          json_object_set_member (copy, key, json_node_ref (moved));
        return seal_object (copy);
      }
    case EDIT_SET:
    default:
      return NULL;
    }
}

/* Copies @node with @child stored under @key. @node: (nullable): NULL for a new map; @child:
 * (transfer full) (nullable): NULL removes the entry */
static JsonNode *
replace_child (JsonNode *node, const char *key, JsonNode *child)
{
  if (node == NULL || JSON_NODE_HOLDS_OBJECT (node))
    return copy_object (node == NULL ? NULL : json_node_get_object (node), key, key, child);
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      gint64 index = read_index (key, json_array_get_length (json_node_get_array (node)));
      if (index >= 0)
        return copy_array (json_node_get_array (node), (guint) index, child);
    }
  if (child != NULL)
    json_node_unref (child);
  return NULL;
}

/* The recursion is bounded, because troupe_json_tree_apply() rejects longer paths. */
static JsonNode *
apply_at (JsonNode *node, const char *const *path, const Edit *edit)
{
  gboolean is_last = path[1] == NULL;
  JsonNode *child, *made;

  if (node != NULL && !JSON_NODE_HOLDS_OBJECT (node) && !JSON_NODE_HOLDS_ARRAY (node))
    return NULL;
  if (is_last && edit->kind == EDIT_SET)
    return replace_child (node, path[0], json_node_ref (edit->value));
  if (is_last && (edit->kind != EDIT_REMOVE || get_child (node, path[0]) == NULL))
    return apply_here (node, path[0], edit);
  if (is_last)
    return replace_child (node, path[0], NULL);

  child = node == NULL ? NULL : get_child (node, path[0]);
  if (child == NULL && edit->kind != EDIT_SET)
    return edit->kind == EDIT_REMOVE ? json_node_ref (node) : NULL;
  made = apply_at (child, path + 1, edit);
  if (made == NULL)
    return NULL;
  if (made == child)
    {
      json_node_unref (made);
      return json_node_ref (node);
    }
  return replace_child (node, path[0], made);
}

/* The recursive calls must not be arguments of MAX(), because MAX() would evaluate them twice
 * per level, that is 2^depth times. */
static guint
measure_depth (JsonNode *node, guint limit)
{
  guint deepest = 0;

  if (!JSON_NODE_HOLDS_OBJECT (node) && !JSON_NODE_HOLDS_ARRAY (node))
    return 0;
  if (limit == 0)
    return 1;
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        {
          guint depth = measure_depth (member, limit - 1);
          deepest = MAX (deepest, depth);
        }
    }
  else
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (array); i++)
        {
          guint depth = measure_depth (json_array_get_element (array, i), limit - 1);
          deepest = MAX (deepest, depth);
        }
    }
  return deepest + 1;
}

/* Rejects edits whose result the parser would not accept. */
static JsonNode *
apply (JsonNode *root, const char *const *path, const Edit *edit)
{
  guint length = g_strv_length ((char **) path);
  guint left = TROUPE_LIMIT_NESTING - MIN (length, TROUPE_LIMIT_NESTING);

  if (length > TROUPE_LIMIT_NESTING ||
      (edit->value != NULL && measure_depth (edit->value, left) > left))
    return NULL;
  if (path[0] != NULL)
    return apply_at (root, path, edit);
  /* The whole document can only be replaced. */
  return edit->kind == EDIT_SET ? json_node_ref (edit->value) : NULL;
}

JsonNode *
troupe_json_tree_with (JsonNode *root, const char *const *path, JsonNode *value)
{
  Edit edit = { value != NULL ? EDIT_SET : EDIT_REMOVE, value, NULL };

  g_return_val_if_fail (root != NULL && path != NULL, NULL);

  if (value != NULL && !json_node_is_immutable (value))
    {
      /* The caller's node must not be sealed. */
      g_autoptr (JsonNode) copy = json_node_copy (value);
      json_node_seal (copy);
      edit.value = copy;
      return apply (root, path, &edit);
    }
  return apply (root, path, &edit);
}

JsonNode *
troupe_json_tree_rename (JsonNode *root, const char *const *path, const char *name)
{
  const Edit edit = { EDIT_RENAME, NULL, name };

  g_return_val_if_fail (root != NULL && path != NULL && name != NULL, NULL);

  return apply (root, path, &edit);
}

JsonNode *
troupe_json_tree_move (JsonNode *root, const char *const *path, const char *sibling)
{
  const Edit edit = { EDIT_MOVE, NULL, sibling };

  g_return_val_if_fail (root != NULL && path != NULL, NULL);

  return apply (root, path, &edit);
}

static gboolean equal_at (JsonNode *a, JsonNode *b, guint depth);

static gboolean
objects_equal (JsonObject *a, JsonObject *b, guint depth)
{
  JsonObjectIter iter_a, iter_b;
  const char *name_a, *name_b;
  JsonNode *node_a, *node_b;

  if (json_object_get_size (a) != json_object_get_size (b))
    return FALSE;
  json_object_iter_init_ordered (&iter_a, a);
  json_object_iter_init_ordered (&iter_b, b);
  while (json_object_iter_next_ordered (&iter_a, &name_a, &node_a) &&
         json_object_iter_next_ordered (&iter_b, &name_b, &node_b))
    if (strcmp (name_a, name_b) != 0 || !equal_at (node_a, node_b, depth + 1))
      return FALSE;
  return TRUE;
}

static gboolean
arrays_equal (JsonArray *a, JsonArray *b, guint depth)
{
  guint length = json_array_get_length (a);

  if (length != json_array_get_length (b))
    return FALSE;
  for (guint i = 0; i < length; i++)
    if (!equal_at (json_array_get_element (a, i), json_array_get_element (b, i), depth + 1))
      return FALSE;
  return TRUE;
}

static gboolean
leaves_equal (JsonNode *a, JsonNode *b)
{
  GType type = json_node_get_value_type (a);

  if (type != json_node_get_value_type (b))
    return FALSE;
  if (type == G_TYPE_INT64)
    return json_node_get_int (a) == json_node_get_int (b);
  if (type == G_TYPE_BOOLEAN)
    return json_node_get_boolean (a) == json_node_get_boolean (b);
  if (type == G_TYPE_DOUBLE)
    {
      double number_a = json_node_get_double (a), number_b = json_node_get_double (b);
      return number_a == number_b || (number_a != number_a && number_b != number_b);
    }
  /* The parent distinguishes strings from big integers and timestamps, which are string nodes
   * too. */
  return json_node_get_parent (a) == json_node_get_parent (b) &&
         strcmp (json_node_get_string (a), json_node_get_string (b)) == 0;
}

static gboolean
equal_at (JsonNode *a, JsonNode *b, guint depth)
{
  JsonNodeType type = json_node_get_node_type (a);

  if (a == b)
    return TRUE;
  if (type != json_node_get_node_type (b) || depth > TROUPE_LIMIT_NESTING)
    return FALSE;
  switch (type)
    {
    case JSON_NODE_OBJECT:
      return objects_equal (json_node_get_object (a), json_node_get_object (b), depth);
    case JSON_NODE_ARRAY:
      return arrays_equal (json_node_get_array (a), json_node_get_array (b), depth);
    case JSON_NODE_VALUE:
      return leaves_equal (a, b);
    case JSON_NODE_NULL:
    default:
      return TRUE;
    }
}

gboolean
troupe_json_node_equal (JsonNode *a, JsonNode *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return equal_at (a, b, 0);
}
