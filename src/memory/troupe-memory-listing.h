/* troupe-memory-listing.h: what is remembered, as a person looks at it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory-store.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryListFilter:
 * @scope: (nullable): the scope with all below it. Other than a #TroupeMemoryFilter this goes by whole names: `/a` does
 *   not take `/ab`, for a person chooses it in a tree
 * @category: (nullable)
 * @words: (nullable): what its text contains, whatever its case
 * @created_to_us: 0: no limit; else only what is older, microseconds since 1970
 *
 * Which records a person wants to see, private ones among them.
 */
typedef struct
{
  const char *scope;
  const char *category;
  const char *words;
  gint64 created_to_us;
} TroupeMemoryListFilter;

/* @name: of a scope from the root, `/crew/research/agent/analyst`, or of a category. @n: with all below it */
typedef struct
{
  char *name;
  guint n;
} TroupeMemoryCount;

/**
 * TroupeMemoryListing:
 * @n_records: all there are
 * @n_bytes: of the file
 * @embedder: (nullable): who made the vectors
 * @scopes: (element-type TroupeMemoryCount): in the order of a tree: what is below a scope follows it
 * @categories: (element-type TroupeMemoryCount): the one with most records first
 * @numbers: (element-type gint64): of the records that are wanted, newest first
 *
 * Scopes are made of names, but of `crew`, `flow` and `agent` with the name behind: these two are one step of the tree.
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

/* Blocks, as all here; reads no record's vector. (transfer full) (nullable) */
TroupeMemoryListing *troupe_memory_listing_new (TroupeMemoryStore *store,
                                                const TroupeMemoryListFilter *wish,
                                                GError **error);
void troupe_memory_listing_free (TroupeMemoryListing *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryListing, troupe_memory_listing_free)

/* Those of @numbers that are still there, in their order. (transfer full) (element-type TroupeMemoryRecord) (nullable) */
GPtrArray *
troupe_memory_listing_read (TroupeMemoryStore *store, const GArray *numbers, GError **error);
/* (transfer full) (nullable): NULL also where it is gone, without an error */
TroupeMemoryRecord *
troupe_memory_listing_find (TroupeMemoryStore *store, const char *id, GError **error);
/* How many records @wish means; -1 with an error. */
int troupe_memory_listing_count (TroupeMemoryStore *store,
                                 const TroupeMemoryListFilter *wish,
                                 GError **error);
/* Whether @scope is @root or below it, by whole names; slashes at their ends mean nothing. */
gboolean troupe_memory_listing_is_below (const char *scope, const char *root);
/* The way to a scope from the root, one above the other, as @scopes has them: `/crew/a`, `/crew/a/agent/b`.
 * (transfer full) */
char **troupe_memory_listing_list_steps (const char *scope);

/**
 * TroupeMemoryTaken:
 * @vectors: one behind the other, @dimension numbers each
 *
 * Records that were taken out, with what is needed to put them back as they were.
 */
typedef struct
{
  GPtrArray *records; /* (element-type TroupeMemoryRecord) */
  float *vectors;
  guint dimension;
  char *embedder;
} TroupeMemoryTaken;

/* Takes those of @ids out that are there. (transfer full) (nullable) */
TroupeMemoryTaken *
troupe_memory_taken_new (TroupeMemoryStore *store, const char *const *ids, GError **error);
void troupe_memory_taken_free (TroupeMemoryTaken *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryTaken, troupe_memory_taken_free)
/* Whatever was learnt meanwhile stays. */
gboolean
troupe_memory_taken_put_back (TroupeMemoryTaken *self, TroupeMemoryStore *store, GError **error);
/* Removes what @wish means, for good. @n_removed: (out) (optional) */
gboolean troupe_memory_listing_forget (TroupeMemoryStore *store,
                                       const TroupeMemoryListFilter *wish,
                                       guint *n_removed,
                                       GError **error);

G_END_DECLS
