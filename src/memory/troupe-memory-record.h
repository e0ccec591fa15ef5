/* troupe-memory-record.h: what is remembered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeMemoryRecord:
 * @number: its place in its file, counted up; 0 before it is written
 * @id: a UUID, under which models name it
 * @scope: a path such as `/crew/name/agent/role`; kept as it was given, with or without a slash at its ends
 * @categories: %NULL-terminated
 * @metadata: a map
 * @importance: 0 to 1
 * @created_us, @accessed_us: microseconds since 1970
 * @source: (nullable): who it is from
 * @is_private: whether only its source sees it (doc/crew-semantics.md §12)
 *
 * One thing that is remembered. Filled in by who makes it, then immutable: atomic reference count, shared by threads.
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

/* With a new id, of this moment, in the scope `/`, without categories and metadata, with an importance of a half. */
TroupeMemoryRecord *troupe_memory_record_new (const char *content);
/* One to be changed before it is shown to others. (transfer full) */
TroupeMemoryRecord *troupe_memory_record_copy (const TroupeMemoryRecord *self);
TroupeMemoryRecord *troupe_memory_record_ref (TroupeMemoryRecord *self);
void troupe_memory_record_unref (TroupeMemoryRecord *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMemoryRecord, troupe_memory_record_unref)

/* Whether @source may see it. @source: (nullable) */
gboolean
troupe_memory_record_is_seen (const TroupeMemoryRecord *self, const char *source, gboolean is_all);

/* Why a record was found. */
typedef enum
{
  TROUPE_MEMORY_REASON_SEMANTIC = 1 << 0,
  TROUPE_MEMORY_REASON_RECENCY = 1 << 1,    /* it lost less than half by its age */
  TROUPE_MEMORY_REASON_IMPORTANCE = 1 << 2, /* above a half */
} TroupeMemoryReasons;

/**
 * TroupeMemoryMatch:
 * @similarity: of its vector and that of what was looked for: 1 / (1 + d²)
 * @score: what it was ranked by, 0 to 1 with the usual weights
 * @evidence_gaps: (nullable): of the first match alone: what the model missed when it looked closer
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
 * Returns: (transfer full): the lines in which prompts and tools show them: `- (score=0.59) TEXT`, its categories,
 *   and its metadata as Python prints it; without a newline at the end; "" without matches
 */
char *troupe_memory_matches_to_text (GPtrArray *matches);

G_END_DECLS
