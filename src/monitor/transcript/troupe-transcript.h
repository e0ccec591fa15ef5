/* troupe-transcript.h: list model of the transcript: what agents said and did in a run
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
 * A #GListModel of #TroupeTranscriptEntry, built from the spans of a trace that stores all of them.
 * The model follows the run. For streamed text, the entry emits a signal at most ten times a
 * second. New and finished spans change the list at most four times a second, and less often if the
 * list is long. Entry objects are preserved.
 *
 * Signal: `updated`: the list was rebuilt, even if it did not change.
 */
#define TROUPE_TYPE_TRANSCRIPT (troupe_transcript_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscript, troupe_transcript, TROUPE, TRANSCRIPT, GObject)

TroupeTranscript *troupe_transcript_new (TroupeTrace *trace);

/* FALSE, the default, stops updates of the list until it is watched again. */
void troupe_transcript_set_watched (TroupeTranscript *self, gboolean watched);

/* Returns the groups. The first one contains everything. It is followed by the tasks in the
 * order in which they began, and the agents in the order in which they appeared. (transfer none)
 * (element-type TroupeTranscriptGroup) */
GListModel *troupe_transcript_get_groups (TroupeTranscript *self);
/* Sets the tasks and agents that the document defines. Those that have not begun are listed in
 * the groups from the start of the run, without calls. (nullable) (element-type
 * TroupeTranscriptGroup) */
void troupe_transcript_expect (TroupeTranscript *self, GListModel *groups);
/* Sets the group that is shown, even if it has no entries yet. */
void troupe_transcript_set_filter (TroupeTranscript *self,
                                   TroupeTranscriptGroupKind kind,
                                   const char *key);

/* Expands or collapses an entry with its nested entries. */
void troupe_transcript_fold (TroupeTranscript *self, TroupeTranscriptEntry *entry, gboolean open);

/* Returns the newest entry of a model call, or NULL. (transfer none) */
TroupeTranscriptEntry *troupe_transcript_get_newest (TroupeTranscript *self);

/* Performs a pending update immediately. */
void troupe_transcript_update (TroupeTranscript *self);

G_END_DECLS
