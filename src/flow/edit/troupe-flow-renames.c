/* troupe-flow-renames.c: methods that two versions of a flow have under different names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-renames"

#include "config.h"

#include <string.h>

#include "troupe-flow-rename.h"
#include "troupe-flow-renames.h"
#include "troupe-json.h"
#include "troupe-tree.h"

/* Share of the words of both methods that have to be the same. */
#define LEAST_ALIKE 0.6
/* Number of pairs of methods that are compared at most, and of words of a method. */
#define MOST_PAIRS 10000
#define MOST_WORDS 2000

static void
rename_free (gpointer data)
{
  TroupeFlowRename *self = data;

  g_free (self->base);
  g_free (self->mine);
  g_free (self->theirs);
  g_free (self);
}

/* (nullable) */
static JsonObject *
get_methods (JsonNode *root)
{
  const char *const path[] = { "methods", NULL };
  JsonNode *node = root != NULL ? troupe_json_tree_get (root, path) : NULL;

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* --- Similarity ------------------------------------------------------------------------------- */

typedef struct
{
  GHashTable *counts; /* word to number */
  guint n;
} Words;

static void
count_text (Words *words, const char *text)
{
  const char *end = text;

  while (*end != '\0' && words->n < MOST_WORDS)
    {
      const char *word = end;
      char *copy;

      while (g_ascii_isalnum (*end) || *end == '_' || (guchar) *end >= 0x80)
        end++;
      if (end == word)
        {
          end++;
          continue;
        }
      copy = g_strndup (word, (gsize) (end - word));
      g_hash_table_replace (words->counts, copy,
                            GUINT_TO_POINTER (
                                GPOINTER_TO_UINT (g_hash_table_lookup (words->counts, copy)) + 1));
      words->n++;
    }
}

/* Counts the words of all values. The keys are not counted, because most methods have the same. */
static void
count_words (Words *words, JsonNode *node)
{
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      JsonNode *member;

      json_object_iter_init (&iter, json_node_get_object (node));
      while (json_object_iter_next (&iter, NULL, &member))
        count_words (words, member);
    }
  else if (JSON_NODE_HOLDS_ARRAY (node))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
      count_words (words, json_array_get_element (json_node_get_array (node), i));
  else if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    count_text (words, json_node_get_string (node));
  else
    {
      g_autofree char *text = troupe_json_write (node, NULL, NULL);

      count_text (words, text);
    }
}

/* Returns the share of words that both have, from 0 to 1. */
static double
measure (JsonNode *a, JsonNode *b)
{
  g_autoptr (GHashTable) own = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) other = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Words left = { own, 0 };
  Words right = { other, 0 };
  guint n_same = 0;
  GHashTableIter iter;
  gpointer word, count;

  count_words (&left, a);
  count_words (&right, b);
  g_hash_table_iter_init (&iter, own);
  while (g_hash_table_iter_next (&iter, &word, &count))
    n_same += MIN (GPOINTER_TO_UINT (count), GPOINTER_TO_UINT (g_hash_table_lookup (other, word)));

  return left.n + right.n > 0 ? 2.0 * n_same / (left.n + right.n) : 0;
}

/* --- Matching --------------------------------------------------------------------------------- */

/* Lists the members of @own that @other does not have. (transfer container) */
static GPtrArray *
list_missing (JsonObject *own, JsonObject *other)
{
  GPtrArray *names = g_ptr_array_new ();
  JsonObjectIter iter;
  const char *name;

  json_object_iter_init_ordered (&iter, own);
  while (json_object_iter_next_ordered (&iter, &name, NULL))
    if (!json_object_has_member (other, name))
      g_ptr_array_add (names, (gpointer) name);

  return names;
}

/* Maps the names of methods that are missing in @now to their new names there, the most similar pairs first.
 * (transfer container): the names belong to the objects */
static GHashTable *
match (JsonObject *before, JsonObject *now)
{
  GHashTable *names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) gone = list_missing (before, now);
  g_autoptr (GPtrArray) new = list_missing (now, before);

  if ((guint64) gone->len * new->len > MOST_PAIRS)
    return names;
  while (gone->len > 0 && new->len > 0)
    {
      double best = 0;
      guint best_gone = 0, best_new = 0;

      for (guint i = 0; i < gone->len; i++)
        for (guint j = 0; j < new->len; j++)
          {
            const double alike = measure (json_object_get_member (before, gone->pdata[i]),
                                          json_object_get_member (now, new->pdata[j]));

            if (alike > best)
              {
                best = alike;
                best_gone = i;
                best_new = j;
              }
          }
      if (best < LEAST_ALIKE)
        break;
      g_hash_table_insert (names, gone->pdata[best_gone], new->pdata[best_new]);
      g_ptr_array_remove_index (gone, best_gone);
      g_ptr_array_remove_index (new, best_new);
    }

  return names;
}

/* Returns TRUE if a string in the tree is @name, such as that of an event. */
static gboolean
has_string (JsonNode *node, const char *name)
{
  if (JSON_NODE_HOLDS_VALUE (node))
    return json_node_get_value_type (node) == G_TYPE_STRING &&
           g_str_equal (json_node_get_string (node), name);
  if (JSON_NODE_HOLDS_OBJECT (node))
    {
      JsonObjectIter iter;
      JsonNode *member;

      json_object_iter_init (&iter, json_node_get_object (node));
      while (json_object_iter_next (&iter, NULL, &member))
        if (has_string (member, name))
          return TRUE;
    }
  if (JSON_NODE_HOLDS_ARRAY (node))
    for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
      if (has_string (json_array_get_element (json_node_get_array (node), i), name))
        return TRUE;
  return FALSE;
}

/* Adds the pair if each version can have the name of the other. @base, @base_root: (nullable) */
static void
add (GPtrArray *renames,
     const char *base,
     const char *mine,
     const char *theirs,
     JsonNode *base_root,
     JsonNode *theirs_root)
{
  TroupeFlowRename *rename;

  if (!g_str_equal (mine, theirs) && has_string (theirs_root, mine))
    return;
  if (base != NULL && !g_str_equal (base, mine) && has_string (base_root, mine))
    return;
  rename = g_new0 (TroupeFlowRename, 1);
  rename->base = g_strdup (base);
  rename->mine = g_strdup (mine);
  rename->theirs = g_strdup (theirs);
  g_ptr_array_add (renames, rename);
}

static void
find_with_base (GPtrArray *renames, JsonNode *base_root, JsonNode *mine_root, JsonNode *theirs_root)
{
  JsonObject *base = get_methods (base_root);
  JsonObject *mine = get_methods (mine_root);
  JsonObject *theirs = get_methods (theirs_root);
  g_autoptr (GHashTable) to_mine = match (base, mine);
  g_autoptr (GHashTable) to_theirs = match (base, theirs);
  JsonObjectIter iter;
  const char *name;

  json_object_iter_init_ordered (&iter, base);
  while (json_object_iter_next_ordered (&iter, &name, NULL))
    {
      const char *own =
          json_object_has_member (mine, name) ? name : g_hash_table_lookup (to_mine, name);
      const char *other =
          json_object_has_member (theirs, name) ? name : g_hash_table_lookup (to_theirs, name);

      if (own != NULL && other != NULL && !(g_str_equal (own, name) && g_str_equal (other, name)))
        add (renames, name, own, other, base_root, theirs_root);
    }
}

GPtrArray *
troupe_flow_renames_find (JsonNode *base, JsonNode *mine, JsonNode *theirs)
{
  GPtrArray *renames = g_ptr_array_new_with_free_func (rename_free);
  g_autoptr (GHashTable) names = NULL;
  GHashTableIter iter;
  gpointer own, other;

  g_return_val_if_fail (mine != NULL, renames);
  g_return_val_if_fail (theirs != NULL, renames);

  if (get_methods (mine) == NULL || get_methods (theirs) == NULL)
    return renames;
  if (get_methods (base) != NULL)
    {
      find_with_base (renames, base, mine, theirs);
      return renames;
    }
  names = match (get_methods (mine), get_methods (theirs));
  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &own, &other))
    add (renames, NULL, own, other, NULL, theirs);

  return renames;
}

/* --- Names ------------------------------------------------------------------------------------ */

/* (nullable) */
static const char *
get_name (const TroupeFlowRename *rename, TroupeFlowVersion version)
{
  return version == TROUPE_FLOW_VERSION_BASE   ? rename->base
         : version == TROUPE_FLOW_VERSION_MINE ? rename->mine
                                               : rename->theirs;
}

JsonNode *
troupe_flow_renames_apply (GPtrArray *renames,
                           JsonNode *root,
                           TroupeFlowVersion from,
                           TroupeFlowVersion to)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  g_return_val_if_fail (renames != NULL, NULL);
  g_return_val_if_fail (root != NULL, NULL);

  for (guint i = 0; i < renames->len; i++)
    {
      const char *before = get_name (renames->pdata[i], from);
      const char *now = get_name (renames->pdata[i], to);

      if (before != NULL && now != NULL && !g_str_equal (before, now))
        g_hash_table_insert (names, (gpointer) before, (gpointer) now);
    }

  return g_hash_table_size (names) > 0 ? troupe_flow_rename_in_root (root, names)
                                       : json_node_ref (root);
}

const char *
troupe_flow_renames_find_name (GPtrArray *renames,
                               const char *name,
                               TroupeFlowVersion from,
                               TroupeFlowVersion to)
{
  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; renames != NULL && i < renames->len; i++)
    if (g_strcmp0 (get_name (renames->pdata[i], from), name) == 0)
      return get_name (renames->pdata[i], to);

  return name;
}
