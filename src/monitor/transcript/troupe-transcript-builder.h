/* troupe-transcript-builder.h: building transcript entries from spans
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-transcript-entry.h"
#include "troupe-transcript-group.h"

G_BEGIN_DECLS

/**
 * TroupeTranscriptCount:
 *
 * The data of a #TroupeTranscriptGroup. Strings are valid until the next run of the builder.
 */
typedef struct
{
  TroupeTranscriptGroupKind kind;
  const char *key;
  const char *name;
  guint number;
  guint n_calls;
  gboolean manages;
} TroupeTranscriptCount;

/**
 * TroupeTranscriptBuilder:
 *
 * Traverses the spans of a trace, and caches the entries it has created. Used by the list model.
 */
typedef struct _TroupeTranscriptBuilder TroupeTranscriptBuilder;

TroupeTranscriptBuilder *troupe_transcript_builder_new (TroupeTrace *trace);
void troupe_transcript_builder_free (TroupeTranscriptBuilder *self);

/* Traverses the trace and builds the entries of the group with @filter and @key, in order. @key:
 * (nullable). (transfer full) (element-type TroupeTranscriptEntry) */
GPtrArray *troupe_transcript_builder_run (TroupeTranscriptBuilder *self,
                                          TroupeTranscriptGroupKind filter,
                                          const char *key);
/* Sets the tasks and agents that are listed before they begin, in the order of the document.
 * (nullable) (element-type TroupeTranscriptGroup) */
void troupe_transcript_builder_expect (TroupeTranscriptBuilder *self, GListModel *groups);
/* Returns the groups found by the last run, regardless of the filter. (transfer none)
 * (element-type TroupeTranscriptCount) */
GPtrArray *troupe_transcript_builder_get_counts (TroupeTranscriptBuilder *self);
/* Emits `changed` for the entries that the last run found to be changed. */
void troupe_transcript_builder_tell_changes (TroupeTranscriptBuilder *self);
/* (transfer none) (nullable) */
TroupeTranscriptEntry *troupe_transcript_builder_find (TroupeTranscriptBuilder *self,
                                                       TroupeTranscriptKind kind,
                                                       TroupeSpan *span);

G_END_DECLS
