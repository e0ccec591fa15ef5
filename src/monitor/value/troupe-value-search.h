/* troupe-value-search.h: search in a tree of values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value-item.h"

G_BEGIN_DECLS

/* The maximum number of matches that a search finds. */
#define TROUPE_VALUE_SEARCH_LIMIT 1000u

/**
 * troupe_value_search:
 * @query: a text; letter case does not matter
 * @cancellable: (nullable): ends the search early
 *
 * Finds the entries whose name or own value, as text, contains @query, in the order of the tree. The first 100,000
 * entries are searched, and the first 100,000 characters of a text.
 *
 * Returns: (transfer full) (element-type GArray): for each match a chain of positions (guint) among the children, from
 *   the root down; empty for the root itself
 * Threads: any thread. Blocks.
 */
GPtrArray *
troupe_value_search (TroupeValueItem *root, const char *query, GCancellable *cancellable);

G_END_DECLS
