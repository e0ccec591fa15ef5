/* troupe-transcript-detail.h: what is known of an entry of the transcript
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-transcript-entry.h"

G_BEGIN_DECLS

/**
 * TroupeTranscriptDetail:
 *
 * Three pages: figures, what was asked, and both sides as they are kept in the events of the run, where known secrets
 * are masked already.
 */
#define TROUPE_TYPE_TRANSCRIPT_DETAIL (troupe_transcript_detail_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTranscriptDetail,
                      troupe_transcript_detail,
                      TROUPE,
                      TRANSCRIPT_DETAIL,
                      GtkWidget)

GtkWidget *troupe_transcript_detail_new (void);

/* @entry: (nullable) */
void troupe_transcript_detail_set_entry (TroupeTranscriptDetail *self,
                                         TroupeTranscriptEntry *entry);

G_END_DECLS
