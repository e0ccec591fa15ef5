/* troupe-transcript-row.h: widget for a transcript entry
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-transcript-entry.h"
#include "troupe-transcript-search.h"

G_BEGIN_DECLS

/**
 * TroupeTranscriptRow:
 *
 * A widget that shows any #TroupeTranscriptEntry and follows its changes. It can be reused for
 * another entry. Signals: `fold` (entry): the entry should be expanded or collapsed; `copy`
 * (entry).
 */
#define TROUPE_TYPE_TRANSCRIPT_ROW (troupe_transcript_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptRow, troupe_transcript_row, TROUPE, TRANSCRIPT_ROW, GtkWidget)

GtkWidget *troupe_transcript_row_new (void);

/* @entry: (nullable) */
void troupe_transcript_row_set_entry (TroupeTranscriptRow *self, TroupeTranscriptEntry *entry);
TroupeTranscriptEntry *troupe_transcript_row_get_entry (TroupeTranscriptRow *self);

/* Highlights @words in the displayed text. @words: (nullable) (transfer none): must remain valid
 * until the next call */
void troupe_transcript_row_set_words (TroupeTranscriptRow *self,
                                      const TroupeTranscriptWords *words);

G_END_DECLS
