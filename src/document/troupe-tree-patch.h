/* troupe-tree-patch.h: serializable patch between two document trees
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-base.h"

G_BEGIN_DECLS

/**
 * troupe_tree_patch_new:
 *
 * Computes the steps from @before to @after. Shared subtrees are skipped, so the cost is
 * proportional to the change. All values are written as strings, so that deeply nested values do
 * not nest here:
 *
 * - `{"at": [key, …], "json": text}` or, if JSON cannot represent it, `"yaml"`: the new value at
 *   this path
 * - `{"at": [key, …], "keys": [n, -n, [new, old], …]}`: the keys of a map in their new order: the
 *   next n old keys, n removed keys, or a key that is renamed or (if old is null) new and set by a
 *   later step
 * - `{"at": [key, …], "splice": [start, n_removed, n_added]}`: for a list; added elements are set
 *   by later steps
 *
 * Returns: (transfer full): a list, empty if nothing changed
 */
JsonNode *troupe_tree_patch_new (JsonNode *before, JsonNode *after);

/**
 * troupe_tree_patch_apply:
 *
 * Applies the steps. Unchanged parts are shared with @before.
 *
 * Returns: (transfer full) (nullable): the tree; %NULL with %G_IO_ERROR_INVALID_DATA if @patch is
 * not valid for this tree
 */
JsonNode *troupe_tree_patch_apply (JsonNode *before, JsonNode *patch, GError **error);

G_END_DECLS
