/* troupe-knowledge-reading.h: what was read of a source, and when
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-knowledge.h"

G_BEGIN_DECLS

/**
 * TroupeKnowledgeReading:
 * @read_us: when it was read last, microseconds since 1970; 0: never
 * @stamp: of its files then: troupe_knowledge_source_make_stamp(); of a page by itself what its server knows it again by
 * @failure: (nullable): why the last attempt failed
 * @n_pieces: how many of its pieces the collection has
 * @n_known: how many it had when it was read
 *
 * What a file of memory says of one source of a collection. It is written wherever sources are read, in runs and by a
 * person who asks for it, and is there to be seen: what is looked up does not depend on it.
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

/* All block. @key: troupe_knowledge_source_make_key(). (transfer full) (nullable): NULL, without an error, where it was
 * never tried. */
TroupeKnowledgeReading *troupe_knowledge_reading_find (TroupeMemoryStore *store,
                                                       const char *collection,
                                                       const char *key,
                                                       GError **error);
/* The pieces that the collection has, in the order of the source. (transfer full) (nullable) */
GStrv troupe_knowledge_reading_list_pieces (TroupeMemoryStore *store,
                                            const char *collection,
                                            const char *key,
                                            GError **error);

/**
 * troupe_knowledge_reading_write:
 * @ids: of its pieces, all that are in the collection now
 * @prunes: whether pieces go that it had when it was read before, and that no source of the collection has now. A run
 *   leaves them (doc/crew-semantics.md §12)
 */
gboolean troupe_knowledge_reading_write (TroupeMemoryStore *store,
                                         const char *collection,
                                         const char *key,
                                         const char *stamp,
                                         const char *const *ids,
                                         gboolean prunes,
                                         GError **error);
/* It could not be read: what was read before stays. */
gboolean troupe_knowledge_reading_write_failure (TroupeMemoryStore *store,
                                                 const char *collection,
                                                 const char *key,
                                                 const char *failure,
                                                 GError **error);

/* Whether it has other pieces now: then it counts as changed since it was read, until it is read again. @ids: those that it has
 * now; @has_changed: (out) */
gboolean troupe_knowledge_reading_compare (TroupeMemoryStore *store,
                                           const char *collection,
                                           const char *key,
                                           const char *const *ids,
                                           gboolean *has_changed,
                                           GError **error);

G_END_DECLS
