/* troupe-tree-merge.h: what two versions of a document changed, and one made of both
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
 * @mine, @theirs: (nullable): %NULL where that version has no such value
 * @is_mine, @is_theirs: whether that version changed it since they were the same
 * @choice: which of them shall be taken. Where only one of them changed it, that one at first
 *
 * A value that two versions do not have in common.
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

/* @base: (nullable): what both were made from; without it nothing is decided. Maps of maps are compared by
 * their values, all else as a whole. (transfer full) (element-type TroupeMergeChange): in the order of
 * @theirs, what only @mine has behind that */
GPtrArray *troupe_tree_merge_new (JsonNode *base, JsonNode *mine, JsonNode *theirs);

/* @theirs with what was chosen of mine: lines that are not touched stay as they are on the disk. What is
 * undecided stays as in @theirs. (transfer full) */
JsonNode *troupe_tree_merge_apply (JsonNode *theirs, GPtrArray *changes);

/* One of the versions has been edited since @old was made: what was chosen there and is still the same to be
 * chosen stays chosen in @changes. */
void troupe_tree_merge_keep_choices (GPtrArray *changes, GPtrArray *old);

guint troupe_tree_merge_count_undecided (GPtrArray *changes);

G_END_DECLS
