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
 * @path: (array zero-terminated=1): keys; one, or two within a map such as `methods`
 * @mine, @theirs: (nullable): %NULL if that version has no such value
 * @is_mine, @is_theirs: whether that version changed it relative to the base
 * @choice: which of them to use. Initially the one that changed, if only one did
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
  TroupeMergeChoice choice;
} TroupeMergeChange;

/* Compares two versions. @base: (nullable): their common ancestor; without it nothing is chosen.
 * Maps of maps are compared by their values, everything else as a whole. (transfer full)
 * (element-type TroupeMergeChange): in the order of @theirs, followed by what only @mine
 * contains */
GPtrArray *troupe_tree_merge_new (JsonNode *base, JsonNode *mine, JsonNode *theirs);

/* Returns @theirs with the values chosen from mine: unchanged lines remain as on disk. Undecided
 * values are those of @theirs. (transfer full) */
JsonNode *troupe_tree_merge_apply (JsonNode *theirs, GPtrArray *changes);

/* Called if one of the versions was edited after @old was created: copies the choices that are
 * still valid to @changes. */
void troupe_tree_merge_keep_choices (GPtrArray *changes, GPtrArray *old);

guint troupe_tree_merge_count_undecided (GPtrArray *changes);

G_END_DECLS
