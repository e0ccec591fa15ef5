/* troupe-tree-patch.h: what changed between two trees, as a list that can be written down
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-base.h"

G_BEGIN_DECLS

/**
 * troupe_tree_patch_new:
 *
 * The steps that make @after of @before. Subtrees that both share are not looked at, so the work is that
 * of the change. All values are written as texts, so that what may nest deeply does not nest here:
 *
 * - `{"at": [key, …], "json": text}` or `"yaml"`, where JSON cannot hold it: the new value there
 * - `{"at": [key, …], "keys": [n, -n, [new, old], …]}`: the keys of a map in their new order: the next n
 *   of before, n that are gone, one that is called otherwise or (old is null) is new and set by a later step
 * - `{"at": [key, …], "splice": [start, n_removed, n_added]}`: of a list; what is added is set by later steps
 *
 * Returns: (transfer full): a list, empty where nothing changed
 */
JsonNode *troupe_tree_patch_new (JsonNode *before, JsonNode *after);

/**
 * troupe_tree_patch_apply:
 *
 * Makes those steps. What did not change is shared with @before.
 *
 * Returns: (transfer full) (nullable): the tree; %NULL with %G_IO_ERROR_INVALID_DATA where @patch is none
 *   of this tree
 */
JsonNode *troupe_tree_patch_apply (JsonNode *before, JsonNode *patch, GError **error);

G_END_DECLS
