/* troupe-transcript-detail.h: details of a transcript entry
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
 * The details of an entry on three pages. They show figures, the request, and the raw request and
 * response. The raw data is stored in the events of the run, in which known secrets are already
 * masked.
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
