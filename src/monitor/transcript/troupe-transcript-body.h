/* troupe-transcript-body.h: what stands below the line of an entry
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-transcript-entry.h"

G_BEGIN_DECLS

/* So much of a text a row shows, in letters, and so much where its whole is asked for. */
#define TROUPE_TRANSCRIPT_SHORT 4000
#define TROUPE_TRANSCRIPT_WHOLE 20000
/* So much of a text that still comes. */
#define TROUPE_TRANSCRIPT_STREAMED 3000

/* Texts of models, tools and documents come out with what is not to be seen written as escapes, and as text: who writes
 * them into markup escapes them. */

/**
 * troupe_transcript_body_dup_text:
 * @limit: in letters; 0: all
 * @length: (out) (optional): how many letters the whole has
 *
 * Returns: (transfer full): what @entry says below its line; empty where it says nothing
 */
char *troupe_transcript_body_dup_text (TroupeTranscriptEntry *entry, gsize limit, gsize *length);

/**
 * TroupeTranscriptPart:
 *
 * A part of a text that is folded out: “Arguments”, “Result”, “System”, “Task”.
 */
typedef struct
{
  char *name;
  char *text;
  gsize length; /* letters of the whole text */
} TroupeTranscriptPart;

/* (transfer full) (element-type TroupeTranscriptPart): of a tool, and of what a model was sent.
 * @limit: of each, in letters; 0: all */
GPtrArray *troupe_transcript_body_list_parts (TroupeTranscriptEntry *entry, gsize limit);

/* All of @entry as text, for the clipboard: @limit letters of each part; 0: all. (transfer full) */
char *troupe_transcript_body_to_text (TroupeTranscriptEntry *entry, gsize limit);

G_END_DECLS
