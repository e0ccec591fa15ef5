/* troupe-transcript-text.h: converting span values to display text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * troupe_transcript_write:
 * @value: (nullable): a string, or any other value, which is written as JSON
 * @limit: in characters; 0: unlimited
 * @length: (out) (optional): number of characters of the complete text. If there is a limit and the
 *   text is larger than TROUPE_VALUE_COUNTED, its size in bytes. troupe_transcript_format_length()
 *   formats both.
 *
 * Converts a value to text for display.
 *
 * Returns: (transfer full): printable lines, with an ellipsis at the end if the text was truncated.
 * If there is a limit, words that are too long for a line are broken.
 */
char *troupe_transcript_write (TroupeValue *value, gsize limit, gsize *length);

/* Does the same as troupe_transcript_write() for a string, which may be invalid UTF-8. */
char *troupe_transcript_write_text (const char *text, gsize size, gsize limit, gsize *length);

/* Converts a value to one line of at most @limit characters. (transfer full) */
char *troupe_transcript_write_line (TroupeValue *value, gsize limit);

/* Maximum length of a name or of arguments in one line, in characters. */
#define TROUPE_TRANSCRIPT_LINE 300
/* Converts a string to one line of at most TROUPE_TRANSCRIPT_LINE characters. @text: (nullable).
 * (transfer full) */
char *troupe_transcript_write_words (const char *text);

/* Returns a field of a map, or NULL. @map: (nullable). (transfer none) */
TroupeValue *troupe_transcript_find (TroupeValue *map, const char *name);
/* Returns a string field of a map, or NULL if the field is not a string. */
const char *troupe_transcript_find_text (TroupeValue *map, const char *name, gsize *size);
gint64 troupe_transcript_find_count (TroupeValue *map, const char *name);

/* Formats a length from troupe_transcript_write(), for example as “1 234 characters” or “20.0 MB”.
 * (transfer full) */
char *troupe_transcript_format_length (gsize length);

/* Number of bytes of a model's text in which the marks of the form “Thought: … Action: …” are
 * searched. */
#define TROUPE_TRANSCRIPT_REACH (100 * 1000)
/* Returns TRUE if @mark is in the searched part of a model's text. @size: bytes of @text */
gboolean troupe_transcript_has_mark (const char *text, gsize size, const char *mark);

/* Extracts the thought from a model's text of the form “Thought: … Action: …”. Any other text is
 * returned completely. Returns NULL if there is no thought. (transfer full) */
char *troupe_transcript_find_thought (const char *text, gsize size);

/* Finds the text that accompanied tool calls. It is contained in the messages that the @next
 * call sent. (transfer none) (nullable) */
TroupeValue *troupe_transcript_find_said (const TroupeSpan *next);

/* Formats a time of the run, for example “0:32”. (transfer full) */
char *troupe_transcript_write_time (gint64 time_us);

/* Returns the name under which the agent of @span is shown: its role, or a description if it has
 * none. Translated. (transfer none) */
const char *troupe_transcript_name_agent (const TroupeSpan *span);
/* Returns TRUE if @span is a model call that requests tool calls. */
gboolean troupe_transcript_calls_tools (const TroupeSpan *span);

G_END_DECLS
