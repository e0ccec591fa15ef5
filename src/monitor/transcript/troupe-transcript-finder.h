/* troupe-transcript-finder.h: incremental search in the transcript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-transcript-search.h"

G_BEGIN_DECLS

/**
 * TroupeTranscriptFinder:
 *
 * Searches a list of entries in small steps, so that no frame is delayed. The search is repeated
 * when the list changes. Signal: `changed`: the number of matches has changed.
 */
#define TROUPE_TYPE_TRANSCRIPT_FINDER (troupe_transcript_finder_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptFinder,
                      troupe_transcript_finder,
                      TROUPE,
                      TRANSCRIPT_FINDER,
                      GObject)

/* @entries: (element-type TroupeTranscriptEntry) */
TroupeTranscriptFinder *troupe_transcript_finder_new (GListModel *entries);

/* @text: (nullable): NULL for no search */
void troupe_transcript_finder_set_text (TroupeTranscriptFinder *self, const char *text);
/* Returns the search text, which is valid until it is changed. (transfer none) (nullable) */
const TroupeTranscriptWords *troupe_transcript_finder_get_words (TroupeTranscriptFinder *self);

guint troupe_transcript_finder_get_n_found (TroupeTranscriptFinder *self);
/* Returns the number of the match at @position, from 1; 0 if the entry does not match. */
guint troupe_transcript_finder_get_place (TroupeTranscriptFinder *self, guint position);
/* Returns the next matching position after (@forward) or before @position, and wraps around. If
 * @position is %GTK_INVALID_LIST_POSITION, returns the first or the last match. If there is no
 * match, returns %GTK_INVALID_LIST_POSITION. */
guint
troupe_transcript_finder_step (TroupeTranscriptFinder *self, guint position, gboolean forward);

G_END_DECLS
