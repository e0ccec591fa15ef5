/* troupe-tree-merge.h: three-way merge of two versions of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  TROUPE_MERGE_UNDECIDED,
  TROUPE_MERGE_MINE,
  TROUPE_MERGE_THEIRS,
} TroupeMergeChoice;

/**
 * TroupeMergeChange:
 * @path: (array zero-terminated=1): the keys; one key, or two keys within a map such as `methods`
 * @mine, @theirs: (nullable): %NULL if that version has no such value
 * @is_mine, @is_theirs: whether that version changed the value relative to the base
 * @is_name: the change is one of the name of a value that both versions have: @path ends with `name`, @mine and
 *   @theirs are the names. Applying a merge leaves it to the caller
 * @choice: which version to use. Initially the version that changed the value, if only one version
 *   did
 *
 * A value that differs between two versions.
 */
typedef struct
{
  char **path;
  JsonNode *mine;
  JsonNode *theirs;
  gboolean is_mine;
  gboolean is_theirs;
  gboolean is_name;
  TroupeMergeChoice choice;
} TroupeMergeChange;

/* Compares two versions. @base: (nullable): their common ancestor; without it nothing is chosen.
 * Maps of maps are compared by their values, everything else is compared as one value. (transfer
 * full) (element-type TroupeMergeChange): in the order of @theirs, followed by the values that
 * only @mine contains */
GPtrArray *troupe_tree_merge_new (JsonNode *base, JsonNode *mine, JsonNode *theirs);

/* Adds a change of the name of a value of the map @map to the beginning of @changes. @mine: also its key in the
 * path. @is_mine, @is_theirs: which version has changed the name */
void troupe_tree_merge_add_name (GPtrArray *changes,
                                 const char *map,
                                 const char *mine,
                                 const char *theirs,
                                 gboolean is_mine,
                                 gboolean is_theirs);

/* Returns @theirs with the values that were chosen from the other version, so that unchanged
 * lines remain as on disk. Undecided values are those of @theirs. (transfer full) */
JsonNode *troupe_tree_merge_apply (JsonNode *theirs, GPtrArray *changes);

/* Returns @mine with the values that were chosen from the other version. Undecided values are those of @mine.
 * (transfer full) */
JsonNode *troupe_tree_merge_apply_theirs (JsonNode *mine, GPtrArray *changes);

/* Called if one of the versions was edited after @old was created. Copies the choices that are
 * still valid to @changes. */
void troupe_tree_merge_keep_choices (GPtrArray *changes, GPtrArray *old);

guint troupe_tree_merge_count_undecided (GPtrArray *changes);

G_END_DECLS
