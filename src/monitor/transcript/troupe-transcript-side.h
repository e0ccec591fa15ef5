/* troupe-transcript-side.h: side list of the transcript: tasks, agents, and search
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-transcript-group.h"

G_BEGIN_DECLS

/**
 * TroupeTranscriptSide:
 *
 * Lists the groups of the transcript, and contains the search entry.
 *
 * Signals: `chosen` (TroupeTranscriptGroup), `search` (text), `next` (gboolean: TRUE for the next
 * match, FALSE for the previous one).
 */
#define TROUPE_TYPE_TRANSCRIPT_SIDE (troupe_transcript_side_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptSide,
                      troupe_transcript_side,
                      TROUPE,
                      TRANSCRIPT_SIDE,
                      GtkWidget)

/* @groups: (element-type TroupeTranscriptGroup) */
GtkWidget *troupe_transcript_side_new (GListModel *groups);

/* Shows that match @place, from 1, of @n_places is selected; 0: no match is selected. Shows
 * nothing if there is no search text. */
void troupe_transcript_side_set_found (TroupeTranscriptSide *self, guint place, guint n_places);
/* Selects the group of @kind with @key, if it exists. */
void troupe_transcript_side_choose (TroupeTranscriptSide *self,
                                    TroupeTranscriptGroupKind kind,
                                    const char *key);
void troupe_transcript_side_focus_search (TroupeTranscriptSide *self);

G_END_DECLS
