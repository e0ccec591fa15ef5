/* troupe-transcript-line.h: what the line of an entry says
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-transcript-entry.h"

G_BEGIN_DECLS

/* Texts of models, tools and documents come out with what is not to be seen written as escapes, and as text: who writes
 * them into markup escapes them. */

/* What the line of @entry says: a name, what belongs to it in one line, what stands at the end. (transfer full) */
char *troupe_transcript_line_dup_title (TroupeTranscriptEntry *entry);
char *troupe_transcript_line_dup_detail (TroupeTranscriptEntry *entry);
char *troupe_transcript_line_dup_end (TroupeTranscriptEntry *entry);

/* What a screen reader says of @entry, one line. (transfer full) */
char *troupe_transcript_line_describe (TroupeTranscriptEntry *entry);

G_END_DECLS
