/* troupe-transcript-builder.h: builds the lines of the transcript from spans
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
 * What a #TroupeTranscriptGroup is made of. Texts are good until the next walk.
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
 * Walks through the spans of a trace and keeps the entries that it made of them. For who keeps the list.
 */
typedef struct _TroupeTranscriptBuilder TroupeTranscriptBuilder;

TroupeTranscriptBuilder *troupe_transcript_builder_new (TroupeTrace *trace);
void troupe_transcript_builder_free (TroupeTranscriptBuilder *self);

/* @key: (nullable). Returns: (transfer full) (element-type TroupeTranscriptEntry): those of a group, in their order */
GPtrArray *troupe_transcript_builder_run (TroupeTranscriptBuilder *self,
                                          TroupeTranscriptGroupKind filter,
                                          const char *key);
/* Tasks and agents that are there though they have not begun, in the order of the document. (nullable)
 * (element-type TroupeTranscriptGroup) */
void troupe_transcript_builder_expect (TroupeTranscriptBuilder *self, GListModel *groups);
/* Of the last walk: groups, of everything that there is. (transfer none) (element-type TroupeTranscriptCount) */
GPtrArray *troupe_transcript_builder_get_counts (TroupeTranscriptBuilder *self);
/* Has the entries say so that the last walk found changed. */
void troupe_transcript_builder_tell_changes (TroupeTranscriptBuilder *self);
/* (transfer none) (nullable) */
TroupeTranscriptEntry *troupe_transcript_builder_find (TroupeTranscriptBuilder *self,
                                                       TroupeTranscriptKind kind,
                                                       TroupeSpan *span);

G_END_DECLS
