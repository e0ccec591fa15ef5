/* troupe-transcript-line.h: texts of the first line of a transcript entry
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-transcript-entry.h"

G_BEGIN_DECLS

/* Text of models, tools and documents is returned with escapes instead of invisible characters.
 * The result is plain text, not markup. */

/* Return the three parts of the first line of @entry, which are title, detail, and end.
 * (transfer full) */
char *troupe_transcript_line_dup_title (TroupeTranscriptEntry *entry);
char *troupe_transcript_line_dup_detail (TroupeTranscriptEntry *entry);
char *troupe_transcript_line_dup_end (TroupeTranscriptEntry *entry);

/* Describes @entry for screen readers in one line. (transfer full) */
char *troupe_transcript_line_describe (TroupeTranscriptEntry *entry);

G_END_DECLS
