/* troupe-transcript-finder.h: which lines of the transcript have a word
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
 * Looks through a list of entries a little at a time, so that no frame waits for it, and again where the list changes.
 * Signal: `changed`: another number was found.
 */
#define TROUPE_TYPE_TRANSCRIPT_FINDER (troupe_transcript_finder_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptFinder,
                      troupe_transcript_finder,
                      TROUPE,
                      TRANSCRIPT_FINDER,
                      GObject)

/* @entries: (element-type TroupeTranscriptEntry) */
TroupeTranscriptFinder *troupe_transcript_finder_new (GListModel *entries);

/* @text: (nullable): nothing is looked for */
void troupe_transcript_finder_set_text (TroupeTranscriptFinder *self, const char *text);
/* (nullable) (transfer none): good until the next text */
const TroupeTranscriptWords *troupe_transcript_finder_get_words (TroupeTranscriptFinder *self);

guint troupe_transcript_finder_get_n_found (TroupeTranscriptFinder *self);
/* Whether all was looked through. */
gboolean troupe_transcript_finder_is_done (TroupeTranscriptFinder *self);
/* The place of line @position among those found, from 1; 0: it is none of them. */
guint troupe_transcript_finder_get_place (TroupeTranscriptFinder *self, guint position);
/* The next line behind @position, or before it, and from the other end where there is none; %GTK_INVALID_LIST_POSITION
 * where nothing was found. With that as @position the first, or the last. */
guint
troupe_transcript_finder_step (TroupeTranscriptFinder *self, guint position, gboolean forward);

G_END_DECLS
