/* troupe-transcript-builder.h: the lines of the transcript, made of the spans of a run
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
 * TroupeTranscriptWalk:
 *
 * Walks through the spans of a trace and keeps the entries that it made of them. For who keeps the list.
 */
typedef struct _TroupeTranscriptWalk TroupeTranscriptWalk;

TroupeTranscriptWalk *troupe_transcript_walk_new (TroupeTrace *trace);
void troupe_transcript_walk_free (TroupeTranscriptWalk *self);

/* @key: (nullable). Returns: (transfer full) (element-type TroupeTranscriptEntry): those of a group, in their order */
GPtrArray *troupe_transcript_walk_run (TroupeTranscriptWalk *self,
                                       TroupeTranscriptGroupKind filter,
                                       const char *key);
/* Tasks and agents that are there though they have not begun, in the order of the document. (nullable)
 * (element-type TroupeTranscriptGroup) */
void troupe_transcript_walk_expect (TroupeTranscriptWalk *self, GListModel *groups);
/* Of the last walk: groups, of everything that there is. (transfer none) (element-type TroupeTranscriptCount) */
GPtrArray *troupe_transcript_walk_get_counts (TroupeTranscriptWalk *self);
/* Has the entries say so that the last walk found changed. */
void troupe_transcript_walk_tell_changes (TroupeTranscriptWalk *self);
/* (transfer none) (nullable) */
TroupeTranscriptEntry *troupe_transcript_walk_find (TroupeTranscriptWalk *self,
                                                    TroupeTranscriptKind kind,
                                                    TroupeSpan *span);

G_END_DECLS
