/* troupe-tree-patch.c: serializable patch between two document trees
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-tree-patch"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-tree-patch.h"
#include "troupe-tree.h"

/* --- Creating a patch ------------------------------------------------------------------------- */

typedef struct
{
  GPtrArray *path; /* (element-type utf8) */
  JsonArray *steps;
} Maker;

static void find_changes (Maker *self, JsonNode *before, JsonNode *after);

static JsonObject *
add_step (Maker *self)
{
  JsonObject *step = json_object_new ();
  JsonArray *at = json_array_new ();

  g_assert (self != NULL);

  for (guint i = 0; i < self->path->len; i++)
    json_array_add_element (at, troupe_json_node_new_string (g_ptr_array_index (self->path, i)));
  json_object_set_array_member (step, "at", at);
  json_array_add_object_element (self->steps, step);
  return step;
}

/* Whether JSON text can represent the value. */
static gboolean
fits_json (JsonNode *node)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      const char *key;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &key, &member))
        if (!fits_json (member))
          return FALSE;
      return TRUE;
    }
  if (JSON_NODE_HOLDS_ARRAY (node))
    {
      JsonArray *array = json_node_get_array (node);

      for (guint i = 0; i < json_array_get_length (array); i++)
        if (!fits_json (json_array_get_element (array, i)))
          return FALSE;
      return TRUE;
    }
  if (!JSON_NODE_HOLDS_VALUE (node))
    return TRUE;
  return !troupe_json_node_is_time (node) && (json_node_get_value_type (node) != G_TYPE_DOUBLE ||
                                              isfinite (json_node_get_double (node)));
}

static void
add_value (Maker *self, JsonNode *value)
{
  JsonObject *step = add_step (self);
  gboolean is_json = fits_json (value);
  g_autofree char *text =
      is_json ? troupe_json_write (value, NULL, NULL) : troupe_yaml_write (value, NULL, NULL);

  json_object_set_string_member (step, is_json ? "json" : "yaml", text);
}

static void
find_changes_at (Maker *self, const char *key, JsonNode *before, JsonNode *after)
{
  g_assert (self != NULL);

  g_ptr_array_add (self->path, (gpointer) key);
  if (before != NULL)
    find_changes (self, before, after);
  else
    add_value (self, after);
  g_ptr_array_set_size (self->path, self->path->len - 1);
}

/* A member of a map, in order. */
typedef struct
{
  const char *key;
  JsonNode *node;
} Member;

static GArray *
list_members (JsonNode *node)
{
  GArray *members = g_array_new (FALSE, FALSE, sizeof (Member));
  JsonObjectIter iter;
  Member member;

  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &member.key, &member.node))
    g_array_append_val (members, member);
  return members;
}

static gboolean
has_same_keys (GArray *a, GArray *b)
{
  if (a->len != b->len)
    return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!g_str_equal (g_array_index (a, Member, i).key, g_array_index (b, Member, i).key))
      return FALSE;
  return TRUE;
}

static void
add_run (JsonArray *keys, gint64 *n)
{
  if (*n != 0)
    json_array_add_int_element (keys, *n);
  *n = 0;
}

/* Describes the keys of a map in their new order. @origins: (out caller-allocates): for each
 * member of @after the index in @before, or its length */
static JsonArray *
describe_keys (GArray *before, GArray *after, guint *origins)
{
  g_autoptr (GHashTable) by_key = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) by_node = g_hash_table_new (NULL, NULL);
  JsonArray *keys = json_array_new ();
  gint64 n_same = 0;
  guint next = 0;

  for (guint i = 0; i < before->len; i++)
    {
      const Member *member = &g_array_index (before, Member, i);

      g_hash_table_insert (by_key, (gpointer) member->key, GUINT_TO_POINTER (i));
      g_hash_table_insert (by_node, member->node, GUINT_TO_POINTER (i));
    }
  for (guint i = 0; i < after->len; i++)
    {
      const Member *member = &g_array_index (after, Member, i);
      JsonArray *pair;
      guint none = before->len;
      gpointer index;

      /* It is found by its key or, if it was renamed, by its node. */
      if (g_hash_table_lookup_extended (by_key, member->key, NULL, &index) ||
          g_hash_table_lookup_extended (by_node, member->node, NULL, &index))
        origins[i] = GPOINTER_TO_UINT (index);
      else
        origins[i] = none;
      if (origins[i] < before->len &&
          g_str_equal (g_array_index (before, Member, origins[i]).key, member->key))
        {
          if (origins[i] != next)
            {
              gint64 jump = (gint64) origins[i] - next;

              add_run (keys, &n_same);
              if (jump > 0)
                {
                  jump = -jump;
                  add_run (keys, &jump);
                }
            }
          if (origins[i] >= next)
            {
              n_same++;
              next = origins[i] + 1;
              continue;
            }
        }
      add_run (keys, &n_same);
      pair = json_array_new ();
      json_array_add_string_element (pair, member->key);
      if (origins[i] < before->len)
        json_array_add_string_element (pair, g_array_index (before, Member, origins[i]).key);
      else
        json_array_add_null_element (pair);
      json_array_add_array_element (keys, pair);
      if (origins[i] == next)
        next++;
    }
  add_run (keys, &n_same);
  return keys;
}

static gboolean
is_same_element (JsonArray *a, guint i, JsonArray *b, guint k)
{
  JsonNode *left = json_array_get_element (a, i);
  JsonNode *right = json_array_get_element (b, k);

  return left == right || troupe_json_node_equal (left, right);
}

static void
find_changes (Maker *self, JsonNode *before, JsonNode *after)
{
  if (before == after)
    return;
  if (JSON_NODE_HOLDS_OBJECT (before) && JSON_NODE_HOLDS_OBJECT (after))
    {
      g_autoptr (GArray) old = list_members (before);
      g_autoptr (GArray) new = list_members (after);
      g_autofree guint *origins = g_new (guint, new->len + 1);

      if (has_same_keys (old, new))
        for (guint i = 0; i < new->len; i++)
          origins[i] = i;
      else
        json_object_set_array_member (add_step (self), "keys", describe_keys (old, new, origins));
      for (guint i = 0; i < new->len; i++)
        {
          const Member *member = &g_array_index (new, Member, i);
          JsonNode *origin =
              origins[i] < old->len ? g_array_index (old, Member, origins[i]).node : NULL;

          if (origin != member->node)
            find_changes_at (self, member->key, origin, member->node);
        }
    }
  else if (JSON_NODE_HOLDS_ARRAY (before) && JSON_NODE_HOLDS_ARRAY (after))
    {
      JsonArray *old = json_node_get_array (before), *new = json_node_get_array (after);
      guint n_old = json_array_get_length (old), n_new = json_array_get_length (new);
      guint n_shorter = MIN (n_old, n_new);
      guint n_front = 0, n_back = 0;
      gboolean keeps_length = n_old == n_new;

      while (n_front < n_shorter && is_same_element (old, n_front, new, n_front))
        n_front++;
      while (n_back < n_shorter - n_front &&
             is_same_element (old, n_old - 1 - n_back, new, n_new - 1 - n_back))
        n_back++;
      if (!keeps_length)
        {
          JsonArray *splice = json_array_new ();

          json_array_add_int_element (splice, n_front);
          json_array_add_int_element (splice, n_old - n_front - n_back);
          json_array_add_int_element (splice, n_new - n_front - n_back);
          json_object_set_array_member (add_step (self), "splice", splice);
        }
      for (guint i = n_front; i < n_new - n_back; i++)
        {
          g_autofree char *key = g_strdup_printf ("%u", i);

          find_changes_at (self, key, keeps_length ? json_array_get_element (old, i) : NULL,
                           json_array_get_element (new, i));
        }
    }
  else if (!troupe_json_node_equal (before, after))
    add_value (self, after);
}

JsonNode *
troupe_tree_patch_new (JsonNode *before, JsonNode *after)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new ();
  Maker self = { path, json_array_new () };

  g_return_val_if_fail (before != NULL && after != NULL, NULL);

  find_changes (&self, before, after);
  return troupe_tree_take_array (self.steps);
}

/* --- Applying a patch ------------------------------------------------------------------------- */

static gboolean
refuse (GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               _ ("The edit history does not match the document."));
  return FALSE;
}

static JsonArray *
get_list (JsonNode *step, const char *key)
{
  JsonNode *node = troupe_tree_get (step, key, NULL);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* (transfer container) (nullable) */
static const char **
get_path (JsonNode *step)
{
  JsonArray *at = get_list (step, "at");
  guint n_keys = at != NULL ? json_array_get_length (at) : 0;
  const char **path;

  if (at == NULL)
    return NULL;
  path = g_new0 (const char *, n_keys + 1);
  for (guint i = 0; i < n_keys; i++)
    {
      path[i] = troupe_tree_get_text (json_array_get_element (at, i));
      if (path[i] == NULL)
        {
          g_free (path);
          return NULL;
        }
    }
  return path;
}

/* Adds or skips a run of members. Returns FALSE if there are not enough members. */
static gboolean
take_run (JsonObject *result, GArray *members, guint *next, gint64 n)
{
  const guint64 n_members = n > 0 ? (guint64) n : -(guint64) n;

  if (n_members > members->len - *next)
    return FALSE;
  for (guint64 i = 0; i < n_members; i++, (*next)++)
    {
      const Member *member = &g_array_index (members, Member, *next);

      if (n > 0)
        json_object_set_member (result, member->key, json_node_ref (member->node));
    }
  return TRUE;
}

/* Adds a renamed member or a new member. The value of a new member is null until a later step
 * sets it. */
static gboolean
take_pair (JsonObject *result, JsonNode *map, GArray *members, guint *next, JsonNode *entry)
{
  JsonArray *pair = JSON_NODE_HOLDS_ARRAY (entry) ? json_node_get_array (entry) : NULL;
  const char *key, *old_key;
  JsonNode *old;

  if (pair == NULL || json_array_get_length (pair) != 2)
    return FALSE;
  key = troupe_tree_get_text (json_array_get_element (pair, 0));
  old_key = troupe_tree_get_text (json_array_get_element (pair, 1));
  if (key == NULL)
    return FALSE;
  if (old_key == NULL)
    {
      json_object_set_member (result, key, troupe_json_node_new_null ());
      return TRUE;
    }
  old = json_object_get_member (json_node_get_object (map), old_key);
  if (old == NULL)
    return FALSE;
  json_object_set_member (result, key, json_node_ref (old));
  if (*next < members->len && g_str_equal (g_array_index (members, Member, *next).key, old_key))
    (*next)++;
  return TRUE;
}

static JsonNode *
apply_keys (JsonNode *map, JsonArray *keys)
{
  g_autoptr (GArray) members = NULL;
  g_autoptr (JsonObject) result = json_object_new ();
  guint next = 0;

  if (map == NULL || !JSON_NODE_HOLDS_OBJECT (map))
    return NULL;
  members = list_members (map);
  for (guint i = 0; i < json_array_get_length (keys); i++)
    {
      JsonNode *entry = json_array_get_element (keys, i);
      gboolean is_run =
          JSON_NODE_HOLDS_VALUE (entry) && json_node_get_value_type (entry) == G_TYPE_INT64;

      if (is_run ? !take_run (result, members, &next, json_node_get_int (entry))
                 : !take_pair (result, map, members, &next, entry))
        return NULL;
    }
  return troupe_tree_take_object (g_steal_pointer (&result));
}

static JsonNode *
apply_splice (JsonNode *list, JsonArray *splice)
{
  JsonArray *old, *result;
  gint64 numbers[3];
  guint n_old;

  if (list == NULL || !JSON_NODE_HOLDS_ARRAY (list) || json_array_get_length (splice) != 3)
    return NULL;
  old = json_node_get_array (list);
  n_old = json_array_get_length (old);
  for (guint i = 0; i < 3; i++)
    {
      double number;

      if (!troupe_tree_get_number (json_array_get_element (splice, i), &number) || number < 0 ||
          number > G_MAXINT32)
        return NULL;
      numbers[i] = (gint64) number;
    }
  if (numbers[0] + numbers[1] > n_old || numbers[2] > TROUPE_LIMIT_DOCUMENT / 2)
    return NULL;
  result = json_array_new ();
  for (guint i = 0; i < numbers[0]; i++)
    json_array_add_element (result, json_node_ref (json_array_get_element (old, i)));
  for (guint i = 0; i < numbers[2]; i++)
    json_array_add_element (result, troupe_json_node_new_null ());
  for (guint i = (guint) (numbers[0] + numbers[1]); i < n_old; i++)
    json_array_add_element (result, json_node_ref (json_array_get_element (old, i)));
  return troupe_tree_take_array (result);
}

/* (transfer full) (nullable) */
static JsonNode *
apply_step (JsonNode *root, JsonNode *step)
{
  g_autofree const char **path = get_path (step);
  JsonArray *keys = get_list (step, "keys");
  JsonArray *splice = get_list (step, "splice");
  g_autoptr (JsonNode) value = NULL;
  JsonNode *old;

  if (path == NULL)
    return NULL;
  old = path[0] != NULL ? troupe_json_tree_get (root, path) : root;
  if (old == NULL)
    return NULL;
  if (keys != NULL)
    value = apply_keys (old, keys);
  else if (splice != NULL)
    value = apply_splice (old, splice);
  else
    {
      const char *json = troupe_tree_get_text (troupe_tree_get (step, "json", NULL));
      const char *yaml = troupe_tree_get_text (troupe_tree_get (step, "yaml", NULL));

      if (json != NULL)
        value = troupe_json_read (json, strlen (json), TROUPE_JSON_STRICT, NULL, NULL);
      else if (yaml != NULL)
        value = troupe_yaml_read (yaml, strlen (yaml), NULL, NULL);
      else
        value = NULL;
    }
  if (value == NULL)
    return NULL;
  return path[0] != NULL ? troupe_json_tree_with (root, path, value) : g_steal_pointer (&value);
}

JsonNode *
troupe_tree_patch_apply (JsonNode *before, JsonNode *patch, GError **error)
{
  g_autoptr (JsonNode) root = NULL;
  JsonArray *steps;

  g_return_val_if_fail (before != NULL, NULL);

  if (patch == NULL || !JSON_NODE_HOLDS_ARRAY (patch))
    {
      refuse (error);
      return NULL;
    }
  root = json_node_ref (before);
  steps = json_node_get_array (patch);
  for (guint i = 0; i < json_array_get_length (steps); i++)
    {
      JsonNode *changed = apply_step (root, json_array_get_element (steps, i));

      if (changed == NULL)
        {
          refuse (error);
          return NULL;
        }
      json_node_unref (root);
      root = changed;
    }
  return g_steal_pointer (&root);
}
