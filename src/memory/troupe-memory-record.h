/* troupe-memory-record.h: memory record and match
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryRecord:
 * @number: its row in the file, ascending; 0 before it is written
 * @id: a UUID, by which models refer to it
 * @scope: a path such as `/crew/name/agent/role`; stored as it was given, with or without slashes
 *   at its ends
 * @categories: %NULL-terminated
 * @metadata: a map
 * @importance: 0 to 1
 * @created_us, @accessed_us: microseconds since 1970
 * @source: (nullable): the agent or user it is from
 * @is_private: whether only its source may see it (doc/crew-semantics.md §12)
 *
 * A memory. Filled in by its creator, then immutable: atomic reference count, shared between
 * threads.
 */
typedef struct
{
  gatomicrefcount ref_count;
  gint64 number;
  char *id;
  char *content;
  char *scope;
  char **categories;
  TroupeValue *metadata;
  double importance;
  gint64 created_us;
  gint64 accessed_us;
  char *source;
  gboolean is_private;
} TroupeMemoryRecord;

/* Creates a record with a new ID and the current time, in the scope `/`, without categories and
 * metadata, with an importance of 0.5. */
TroupeMemoryRecord *troupe_memory_record_new (const char *content);
/* Returns a copy that may be modified before it is shared. (transfer full) */
TroupeMemoryRecord *troupe_memory_record_copy (const TroupeMemoryRecord *self);
TroupeMemoryRecord *troupe_memory_record_ref (TroupeMemoryRecord *self);
void troupe_memory_record_unref (TroupeMemoryRecord *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryRecord, troupe_memory_record_unref)

/* Returns TRUE if @source may see the record. @source: (nullable) */
gboolean
troupe_memory_record_is_seen (const TroupeMemoryRecord *self, const char *source, gboolean is_all);

/* Why a record matches. */
typedef enum
{
  TROUPE_MEMORY_REASON_SEMANTIC = 1 << 0,
  TROUPE_MEMORY_REASON_RECENCY = 1 << 1,    /* its recency factor is above 0.5 */
  TROUPE_MEMORY_REASON_IMPORTANCE = 1 << 2, /* above 0.5 */
} TroupeMemoryReasons;

/**
 * TroupeMemoryMatch:
 * @similarity: of its vector to that of the query: 1 / (1 + d²)
 * @score: the rank, 0 to 1 with the default weights
 * @evidence_gaps: (nullable): only for the first match: missing information that the model reported
 */
typedef struct
{
  TroupeMemoryRecord *record;
  double similarity;
  double score;
  TroupeMemoryReasons reasons;
  char **evidence_gaps;
} TroupeMemoryMatch;

/* @record: (transfer none) */
TroupeMemoryMatch *troupe_memory_match_new (TroupeMemoryRecord *record, double similarity);
void troupe_memory_match_free (TroupeMemoryMatch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryMatch, troupe_memory_match_free)

/**
 * troupe_memory_matches_to_text:
 * @matches: (element-type TroupeMemoryMatch)
 *
 * Returns: (transfer full): the lines that prompts and tools contain: `- (score=0.59) TEXT`, its
 * categories, and its metadata as Python prints it; without a trailing newline; "" without matches
 */
char *troupe_memory_matches_to_text (GPtrArray *matches);

G_END_DECLS
