/* troupe-transcript-side.h: tasks and agents to choose from, and the search
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
 * Signals: `chosen` (TroupeTranscriptGroup), `search` (text), `next` (gboolean: whether it goes on, or back).
 */
#define TROUPE_TYPE_TRANSCRIPT_SIDE (troupe_transcript_side_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptSide,
                      troupe_transcript_side,
                      TROUPE,
                      TRANSCRIPT_SIDE,
                      GtkWidget)

/* @groups: (element-type TroupeTranscriptGroup) */
GtkWidget *troupe_transcript_side_new (GListModel *groups);

/* The @place, from 1, of @n_places; 0: none of them is shown. Nothing is said where nothing is looked for. */
void troupe_transcript_side_set_found (TroupeTranscriptSide *self, guint place, guint n_places);
/* Chooses what of @kind has @key, if it is there. */
void troupe_transcript_side_choose (TroupeTranscriptSide *self,
                                    TroupeTranscriptGroupKind kind,
                                    const char *key);
void troupe_transcript_side_focus_search (TroupeTranscriptSide *self);

G_END_DECLS
