/* troupe-transcript-body.h: text of a transcript entry below its first line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-transcript-entry.h"

G_BEGIN_DECLS

/* Maximum number of characters of a text in a row: by default, and after the user has requested
 * the complete text. */
#define TROUPE_TRANSCRIPT_SHORT 4000
#define TROUPE_TRANSCRIPT_WHOLE 20000
/* Maximum number of characters of a text that is still streamed. */
#define TROUPE_TRANSCRIPT_STREAMED 3000

/* In texts of models, tools and documents, invisible characters are replaced by escapes. The
 * result is plain text, not markup. */

/**
 * troupe_transcript_body_dup_text:
 * @limit: in characters; 0: unlimited
 * @length: (out) (optional): number of characters of the whole text
 *
 * Returns: (transfer full): the text of @entry below its first line; may be empty
 */
char *troupe_transcript_body_dup_text (TroupeTranscriptEntry *entry, gsize limit, gsize *length);

/**
 * TroupeTranscriptPart:
 *
 * A named part of an expanded text: “Arguments”, “Result”, “System”, “Task”.
 */
typedef struct
{
  char *name;
  char *text;
  gsize length; /* characters of the whole text */
  char **files; /* (nullable): names of the files of a message */
} TroupeTranscriptPart;

/* Lists the parts of a tool call, or of the messages sent to a model. (transfer full)
 * (element-type TroupeTranscriptPart)
 * @limit: for each, in characters; 0: unlimited */
GPtrArray *troupe_transcript_body_list_parts (TroupeTranscriptEntry *entry, gsize limit);

/* Returns @entry as text for the clipboard: at most @limit characters of each part; 0:
 * unlimited. (transfer full) */
char *troupe_transcript_body_to_text (TroupeTranscriptEntry *entry, gsize limit);

G_END_DECLS
