/* troupe-memory-listing.h: listing of memory records for the memory view: filter, tree, undo of
 * removal
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-store.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryListFilter:
 * @scope: (nullable): the scope, including all scopes below it. Unlike in #TroupeMemoryFilter,
 *   complete path elements are compared, because the user selects the scope in a tree: `/a` does
 *   not match `/ab`
 * @category: (nullable)
 * @words: (nullable): a substring of the content, ignoring case
 * @created_to_us: 0: no limit; otherwise only older records, in microseconds since 1970
 *
 * Selects the records that the user wants to see, including private records.
 */
typedef struct
{
  const char *scope;
  const char *category;
  const char *words;
  gint64 created_to_us;
} TroupeMemoryListFilter;

/* @name: a category, or the path of a scope from the root, such as
 *   `/crew/research/agent/analyst`. @n: number of records, including the records in lower scopes */
typedef struct
{
  char *name;
  guint n;
} TroupeMemoryCount;

/**
 * TroupeMemoryListing:
 * @n_records: the total number of records
 * @n_bytes: the size of the file
 * @embedder: (nullable): the embedder that created the vectors
 * @scopes: (element-type TroupeMemoryCount): in the order of the tree, in which a scope is followed
 *   by the scopes below it
 * @categories: (element-type TroupeMemoryCount): sorted by number of records, descending
 * @numbers: (element-type gint64): the numbers of the matching records, newest first
 *
 * The contents of the memory view. Each path element of a scope is a level of the tree, but `crew`,
 * `flow` and `agent` form one level together with the name that follows.
 */
typedef struct
{
  guint n_records;
  gint64 n_bytes;
  char *embedder;
  GPtrArray *scopes;
  GPtrArray *categories;
  GArray *numbers;
} TroupeMemoryListing;

/* Lists the records that match @list_filter, without reading vectors. Blocks, like all functions
 * in this file. (transfer full) (nullable) */
TroupeMemoryListing *troupe_memory_listing_new (TroupeMemoryStore *store,
                                                const TroupeMemoryListFilter *list_filter,
                                                GError **error);
void troupe_memory_listing_free (TroupeMemoryListing *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryListing, troupe_memory_listing_free)

/* Returns the records with @numbers that still exist, in this order. (transfer full)
 * (element-type TroupeMemoryRecord) (nullable) */
GPtrArray *
troupe_memory_listing_read (TroupeMemoryStore *store, const GArray *numbers, GError **error);
/* Returns the record with @id; NULL without an error if it no longer exists. (transfer full)
 * (nullable) */
TroupeMemoryRecord *
troupe_memory_listing_find (TroupeMemoryStore *store, const char *id, GError **error);
/* Returns the number of records that match @list_filter; -1 with @error set. */
int troupe_memory_listing_count (TroupeMemoryStore *store,
                                 const TroupeMemoryListFilter *list_filter,
                                 GError **error);
/* Returns TRUE if @scope is @root or is below it. Complete path elements are compared, and
 * trailing slashes are ignored. */
gboolean troupe_memory_listing_is_below (const char *scope, const char *root);
/* Returns the paths of a scope and its ancestors, from the top, as in @scopes: `/crew/a`,
 * `/crew/a/agent/b`. (transfer full) */
char **troupe_memory_listing_list_steps (const char *scope);

/**
 * TroupeMemoryTaken:
 * @vectors: the concatenated vectors, each of which has @dimension numbers
 *
 * Removed records, with the data required to restore them.
 */
typedef struct
{
  GPtrArray *records; /* (element-type TroupeMemoryRecord) */
  float *vectors;
  guint dimension;
  char *embedder;
} TroupeMemoryTaken;

/* Removes the existing records with @ids. (transfer full) (nullable) */
TroupeMemoryTaken *
troupe_memory_taken_new (TroupeMemoryStore *store, const char *const *ids, GError **error);
void troupe_memory_taken_free (TroupeMemoryTaken *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryTaken, troupe_memory_taken_free)
/* Restores the records. Records that were saved in the meantime are preserved. */
gboolean
troupe_memory_taken_put_back (TroupeMemoryTaken *self, TroupeMemoryStore *store, GError **error);
/* Removes the records that match @list_filter permanently. @n_removed: (out) (optional) */
gboolean troupe_memory_listing_forget (TroupeMemoryStore *store,
                                       const TroupeMemoryListFilter *list_filter,
                                       guint *n_removed,
                                       GError **error);

G_END_DECLS
