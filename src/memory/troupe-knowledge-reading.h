/* troupe-knowledge-reading.h: stored state of a knowledge source: when and what was read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-knowledge.h"

G_BEGIN_DECLS

/**
 * TroupeKnowledgeReading:
 * @read_us: when the source was last read, in microseconds since 1970; 0: never
 * @stamp: the stamp of its files at that time: troupe_knowledge_source_make_stamp(); for a page,
 *   the cache validators of its server
 * @failure: (nullable): why the last attempt failed
 * @n_pieces: how many chunks of the source are in the collection
 * @n_known: how many chunks the source had when it was read
 *
 * State of one source of a collection, stored in the memory database. It is written whenever the
 * source is read, in runs and on request of the user. It is only shown to the user: queries do not
 * depend on it.
 */
typedef struct
{
  gint64 read_us;
  char *stamp;
  char *failure;
  guint n_pieces;
  guint n_known;
} TroupeKnowledgeReading;

void troupe_knowledge_reading_free (TroupeKnowledgeReading *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeKnowledgeReading, troupe_knowledge_reading_free)

/* Returns the state of a source. All functions in this file block. @key:
 * troupe_knowledge_source_make_key(). (transfer full) (nullable): NULL without an error if there
 * was no attempt to read the source. */
TroupeKnowledgeReading *troupe_knowledge_reading_find (TroupeMemoryStore *store,
                                                       const char *collection,
                                                       const char *key,
                                                       GError **error);
/* Returns the chunks that are in the collection, in the order of the source. (transfer full)
 * (nullable) */
GStrv troupe_knowledge_reading_list_pieces (TroupeMemoryStore *store,
                                            const char *collection,
                                            const char *key,
                                            GError **error);

/**
 * troupe_knowledge_reading_write:
 * @ids: the IDs of the source's chunks, all of which are in the collection
 * @prunes: whether to remove previous chunks of the source that are no longer in any source of the
 *   collection. A run does not remove chunks (doc/crew-semantics.md §12)
 */
gboolean troupe_knowledge_reading_write (TroupeMemoryStore *store,
                                         const char *collection,
                                         const char *key,
                                         const char *stamp,
                                         const char *const *ids,
                                         gboolean prunes,
                                         GError **error);
/* Records that the source could not be read; the previous state is preserved. */
gboolean troupe_knowledge_reading_write_failure (TroupeMemoryStore *store,
                                                 const char *collection,
                                                 const char *key,
                                                 const char *failure,
                                                 GError **error);

/* Compares the chunks of the source with the stored ones. If they differ, the source is marked
 * as changed until it is read again. @ids: the current chunks of the source; @has_changed: (out) */
gboolean troupe_knowledge_reading_compare (TroupeMemoryStore *store,
                                           const char *collection,
                                           const char *key,
                                           const char *const *ids,
                                           gboolean *has_changed,
                                           GError **error);

G_END_DECLS
