/* troupe-transcript.h: what agents said and did in a run, line by line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-transcript-entry.h"
#include "troupe-transcript-group.h"

G_BEGIN_DECLS

/**
 * TroupeTranscript:
 *
 * A #GListModel of #TroupeTranscriptEntry, made of the spans of a trace that keeps all. It follows the run: what only
 * grows tells so by its entry, at most ten times a second; what begins or ends changes the list, at most four times a
 * second, and less often where it is so long that this takes time. Entries stay the same objects.
 *
 * Signal: `updated`: the list was looked through, also where it stayed what it was.
 */
#define TROUPE_TYPE_TRANSCRIPT (troupe_transcript_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscript, troupe_transcript, TROUPE, TRANSCRIPT, GObject)

TroupeTranscript *troupe_transcript_new (TroupeTrace *trace);

/* FALSE, as it is at first: the list stays what it is until somebody looks again. */
void troupe_transcript_set_watched (TroupeTranscript *self, gboolean watched);

/* (element-type TroupeTranscriptGroup): everything, tasks as they began, agents as they came. (transfer none) */
GListModel *troupe_transcript_get_groups (TroupeTranscript *self);
/* What a run will have, as its document says: those that have not begun are in the groups from the beginning of the run
 * on, without calls. (nullable) (element-type TroupeTranscriptGroup) */
void troupe_transcript_expect (TroupeTranscript *self, GListModel *groups);
/* What is shown; of which there need be nothing yet. */
void troupe_transcript_set_filter (TroupeTranscript *self,
                                   TroupeTranscriptGroupKind kind,
                                   const char *key);

/* Folds an entry out or back, and its inside with it. */
void troupe_transcript_fold (TroupeTranscript *self, TroupeTranscriptEntry *entry, gboolean open);

/* The newest call of a model that an entry is of, or NULL. (transfer none) */
TroupeTranscriptEntry *troupe_transcript_get_newest (TroupeTranscript *self);

/* At once what else would be done in a moment. */
void troupe_transcript_update (TroupeTranscript *self);

G_END_DECLS
