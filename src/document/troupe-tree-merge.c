/* troupe-tree-merge.c: three-way merge of two versions of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-tree-merge"

#include "config.h"

#include "troupe-base.h"
#include "troupe-tree-merge.h"
#include "troupe-tree.h"

static void
change_free (gpointer data)
{
  TroupeMergeChange *change = data;

  g_strfreev (change->path);
  g_clear_pointer (&change->mine, json_node_unref);
  g_clear_pointer (&change->theirs, json_node_unref);
  g_free (change);
}

static gboolean
is_same (JsonNode *a, JsonNode *b)
{
  return a == b || (a != NULL && b != NULL && troupe_json_node_equal (a, b));
}

static gboolean
is_map (JsonNode *node)
{
  return node != NULL && JSON_NODE_HOLDS_OBJECT (node);
}

/* Returns TRUE if the values have names, as methods and agents do. The layout is merged as one
 * value. */
static gboolean
is_map_of_maps (const char *key, JsonNode *node)
{
  JsonObjectIter iter;
  JsonNode *value;

  if (!is_map (node) || g_str_equal (key, "x-troupe"))
    return FALSE;
  json_object_iter_init (&iter, json_node_get_object (node));
  while (json_object_iter_next (&iter, NULL, &value))
    if (!is_map (value))
      return FALSE;
  return TRUE;
}

static JsonNode *
get (JsonNode *node, const char *key)
{
  return is_map (node) ? json_object_get_member (json_node_get_object (node), key) : NULL;
}

/* Chooses the version that has changed the value, if only one has. */
static void
choose (TroupeMergeChange *change)
{
  if (change->is_mine && !change->is_theirs)
    change->choice = TROUPE_MERGE_MINE;
  else if (change->is_theirs && !change->is_mine)
    change->choice = TROUPE_MERGE_THEIRS;
}

/* Adds a change if the values differ. @first: (nullable): the enclosing key */
static void
add (GPtrArray *changes,
     const char *first,
     const char *key,
     JsonNode *base,
     gboolean has_base,
     JsonNode *mine,
     JsonNode *theirs)
{
  TroupeMergeChange *change;
  const char *path[] = { first != NULL ? first : key, first != NULL ? key : NULL, NULL };

  if (is_same (mine, theirs))
    return;
  change = g_new0 (TroupeMergeChange, 1);
  change->path = g_strdupv ((char **) path);
  change->mine = mine != NULL ? json_node_ref (mine) : NULL;
  change->theirs = theirs != NULL ? json_node_ref (theirs) : NULL;
  change->is_mine = !has_base || !is_same (base, mine);
  change->is_theirs = !has_base || !is_same (base, theirs);
  choose (change);
  g_ptr_array_add (changes, change);
}

typedef struct
{
  GPtrArray *changes;
  const char *first; /* (nullable) */
  JsonNode *base;
  gboolean has_base;
  JsonNode *mine;
  JsonNode *theirs;
} Level;

static void compare (Level *level);

static void
compare_member (Level *level, const char *key)
{
  JsonNode *base = get (level->base, key);
  JsonNode *mine = get (level->mine, key);
  JsonNode *theirs = get (level->theirs, key);

  g_assert (level != NULL);

  if (level->first == NULL && is_map_of_maps (key, mine) && is_map_of_maps (key, theirs))
    {
      Level below = { level->changes, key, base, level->has_base, mine, theirs };

      compare (&below);
      return;
    }
  add (level->changes, level->first, key, base, level->has_base, mine, theirs);
}

static void
compare (Level *level)
{
  JsonObjectIter iter;
  const char *key;

  g_assert (level != NULL);

  if (is_same (level->mine, level->theirs))
    return;
  json_object_iter_init_ordered (&iter, json_node_get_object (level->theirs));
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    compare_member (level, key);
  json_object_iter_init_ordered (&iter, json_node_get_object (level->mine));
  while (json_object_iter_next_ordered (&iter, &key, NULL))
    if (get (level->theirs, key) == NULL)
      compare_member (level, key);
}

GPtrArray *
troupe_tree_merge_new (JsonNode *base, JsonNode *mine, JsonNode *theirs)
{
  GPtrArray *changes = g_ptr_array_new_with_free_func (change_free);
  Level level = { changes, NULL, base, base != NULL, mine, theirs };

  g_return_val_if_fail (mine != NULL, changes);
  g_return_val_if_fail (theirs != NULL, changes);

  if (is_map (mine) && is_map (theirs))
    compare (&level);
  return changes;
}

void
troupe_tree_merge_add_name (GPtrArray *changes,
                            const char *map,
                            const char *mine,
                            const char *theirs,
                            gboolean is_mine,
                            gboolean is_theirs)
{
  const char *const path[] = { map, mine, "name", NULL };
  TroupeMergeChange *change;

  g_return_if_fail (changes != NULL);
  g_return_if_fail (map != NULL && mine != NULL && theirs != NULL);

  change = g_new0 (TroupeMergeChange, 1);
  change->path = g_strdupv ((char **) path);
  change->mine = troupe_json_node_new_string (mine);
  change->theirs = troupe_json_node_new_string (theirs);
  change->is_mine = is_mine;
  change->is_theirs = is_theirs;
  change->is_name = TRUE;
  choose (change);
  g_ptr_array_insert (changes, 0, change);
}

/* Returns @root with the values of the version that was chosen if @choice is chosen. (transfer full) */
static JsonNode *
apply (JsonNode *root, GPtrArray *changes, TroupeMergeChoice choice)
{
  root = json_node_ref (root);
  for (guint i = 0; i < changes->len; i++)
    {
      const TroupeMergeChange *change = g_ptr_array_index (changes, i);
      JsonNode *next;

      if (change->choice != choice || change->is_name)
        continue;
      next = troupe_json_tree_with (root, (const char *const *) change->path,
                                    choice == TROUPE_MERGE_MINE ? change->mine : change->theirs);
      json_node_unref (root);
      root = next;
    }
  return root;
}

JsonNode *
troupe_tree_merge_apply (JsonNode *theirs, GPtrArray *changes)
{
  g_return_val_if_fail (theirs != NULL, NULL);
  g_return_val_if_fail (changes != NULL, NULL);

  return apply (theirs, changes, TROUPE_MERGE_MINE);
}

JsonNode *
troupe_tree_merge_apply_theirs (JsonNode *mine, GPtrArray *changes)
{
  g_return_val_if_fail (mine != NULL, NULL);
  g_return_val_if_fail (changes != NULL, NULL);

  return apply (mine, changes, TROUPE_MERGE_THEIRS);
}

void
troupe_tree_merge_keep_choices (GPtrArray *changes, GPtrArray *old)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_return_if_fail (changes != NULL);
  g_return_if_fail (old != NULL);

  for (guint i = 0; i < old->len; i++)
    {
      TroupeMergeChange *change = g_ptr_array_index (old, i);

      g_hash_table_insert (known, g_strjoinv ("\n", change->path), change);
    }
  for (guint i = 0; i < changes->len; i++)
    {
      TroupeMergeChange *change = g_ptr_array_index (changes, i);
      g_autofree char *path = g_strjoinv ("\n", change->path);
      const TroupeMergeChange *before = g_hash_table_lookup (known, path);

      if (before != NULL && before->choice != TROUPE_MERGE_UNDECIDED &&
          is_same (before->mine, change->mine) && is_same (before->theirs, change->theirs))
        change->choice = before->choice;
    }
}

guint
troupe_tree_merge_count_undecided (GPtrArray *changes)
{
  guint n = 0;

  g_return_val_if_fail (changes != NULL, 0);

  for (guint i = 0; i < changes->len; i++)
    if (((TroupeMergeChange *) g_ptr_array_index (changes, i))->choice == TROUPE_MERGE_UNDECIDED)
      n++;
  return n;
}
