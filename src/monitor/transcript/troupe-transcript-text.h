/* troupe-transcript-text.h: what spans say, as text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-trace.h"

G_BEGIN_DECLS

/**
 * troupe_transcript_write:
 * @value: (nullable): a text, or anything else, which is written as JSON
 * @limit: in letters; 0: all
 * @length: (out) (optional): letters of the whole
 *
 * Returns: (transfer full): lines that are fit to be shown; an ellipsis at the end where it was cut. With a limit, words
 *   that no line has room for are in several lines.
 */
char *troupe_transcript_write (TroupeValue *value, gsize limit, gsize *length);

/* The same of a text, which need not be UTF-8. */
char *troupe_transcript_write_text (const char *text, gsize size, gsize limit, gsize *length);

/* At most @limit letters of it in one line. (transfer full) */
char *troupe_transcript_write_line (TroupeValue *value, gsize limit);

/* So much of a name or of arguments stands in one line, in letters. */
#define TROUPE_TRANSCRIPT_LINE 300
/* The same of a text: at most TROUPE_TRANSCRIPT_LINE letters. @text: (nullable). (transfer full) */
char *troupe_transcript_write_words (const char *text);

/* A field of a map, or NULL. @map: (nullable). (transfer none) */
TroupeValue *troupe_transcript_find (TroupeValue *map, const char *name);
/* The same where it is a text; NULL otherwise. */
const char *troupe_transcript_find_text (TroupeValue *map, const char *name, gsize *size);
gint64 troupe_transcript_find_count (TroupeValue *map, const char *name);

/* Of what a model said in the form “Thought: … Action: …” the thought; of anything else all of it; NULL where there is
 * none. (transfer full) */
char *troupe_transcript_find_thought (const char *text, gsize size);

/* What was said beside a call of tools: it is in what the @next call was sent. (transfer none) (nullable) */
TroupeValue *troupe_transcript_find_said (const TroupeSpan *next);

/* A value of which no text is longer than @limit letters, for who writes it as JSON. (transfer full) */
TroupeValue *troupe_transcript_shorten (TroupeValue *value, gsize limit);

/* “0:32”, a time of the run. (transfer full) */
char *troupe_transcript_write_time (gint64 time_us);

/* Whether @span is a call that calls tools rather than says something. */
gboolean troupe_transcript_calls_tools (const TroupeSpan *span);

G_END_DECLS
