/* troupe-memory-record.h: memory record and match
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryRecord:
 * @number: number of its row in the file, ascending; 0 before the record is written
 * @id: a UUID, by which models refer to the record
 * @scope: a path such as `/crew/name/agent/role`. It is stored as it was given, even if it begins
 *   or ends with slashes
 * @categories: %NULL-terminated
 * @metadata: a map
 * @importance: 0 to 1
 * @created_us, @accessed_us: microseconds since 1970
 * @source: (nullable): the agent or user who provided the record
 * @is_private: whether only its source may see the record (doc/crew-semantics.md §12)
 *
 * A memory. Its creator fills it in, after which it is immutable. It has an atomic reference count
 * and can be shared between threads.
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

/* Creates a record with a new ID, the current time, the scope `/` and an importance of 0.5. It
 * has no categories and metadata. */
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
 * @similarity: similarity of the record's vector to the vector of the query: 1 / (1 + d²)
 * @score: the rank, 0 to 1 with the default weights
 * @evidence_gaps: (nullable): missing information that the model reported; only set for the first
 *   match
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
 * Converts matches to the lines that prompts and tools contain. A line consists of `- (score=0.59)
 * TEXT`, the categories, and the metadata as Python prints it. Of a long record, it contains the
 * first 20,000 characters.
 *
 * Returns: (transfer full): the lines, without a trailing newline; "" if there are no matches
 */
char *troupe_memory_matches_to_text (GPtrArray *matches);

G_END_DECLS
