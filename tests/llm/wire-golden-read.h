/* wire-golden-read.h: reads recorded JSON and parses recorded answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-wire.h"

G_BEGIN_DECLS

/* Replacement for texts that CrewAI words differently, on both sides of a comparison. */
#define WIRE_GOLDEN_WORDS "<T>"

/* Looks up the value of @first in @map. Unless @second is NULL, then looks up @second in that
 * value. @map, @second: (nullable). (nullable) (transfer none) */
TroupeValue *wire_golden_look (TroupeValue *map, const char *first, const char *second);
/* Returns the length of a list, or 0 for any other value. @list: (nullable) */
gsize wire_golden_count (TroupeValue *list);
/* Replaces all occurrences of @from. (transfer full) */
char *wire_golden_replace (const char *text, const char *from, const char *to);
/* Finds a header and returns its value. @headers: names and values, alternately. (nullable) */
const char *wire_golden_find_header (char **headers, const char *name);
/* Returns TRUE if @value matches the recorded header, in which $KEY represents @key, and $SIG
 * and other placeholders represent parts that differ between calls. */
gboolean wire_golden_is_as (const char *value, const char *recorded, const char *key);
/* Replaces all texts worded by CrewAI with %WIRE_GOLDEN_WORDS, recursively. (transfer full) */
TroupeValue *wire_golden_plain (TroupeValue *value);
/* Returns TRUE if a server treats both values as equal. The order of keys is ignored, and 4
 * equals 4.0.
 * @missing: (nullable): a key that may be missing in either value */
gboolean wire_golden_same (TroupeValue *a, TroupeValue *b, const char *missing);
/* Returns a schema that contains the titles that a Python class gives to its properties.
 * (transfer full) */
TroupeValue *wire_golden_title (TroupeValue *schema);
/* Returns a schema in the form in which CrewAI generates it from a Python class. (transfer full) */
TroupeValue *wire_golden_dress (TroupeValue *schema, gboolean is_titled);
/* Loads a recording. Returns NULL if the file does not exist. (transfer full) (nullable) */
TroupeValue *wire_golden_load (const char *folder, const char *name);
/* Returns the tool call with the number @index. (nullable) */
const TroupeLlmPart *wire_golden_get_call (const TroupeLlmMessage *message, gsize index);

/* Parses an answer from the text of its body. @is_stream: whether the text is framed as the wire
 * requires; @piece: size of the chunks in bytes, 0 for a single chunk; @settings: (nullable).
 * Returns NULL with an error. If the end of the answer is missing, the error is
 * %TROUPE_LLM_ERROR_CUT. */
TroupeLlmAnswer *wire_golden_read (const TroupeLlmWire *wire,
                                   const char *text,
                                   gboolean is_stream,
                                   gsize piece,
                                   TroupeValue *settings,
                                   GError **error);

/* Like wire_golden_read() for the bytes of a stream. */
TroupeLlmAnswer *wire_golden_read_stream (const TroupeLlmWire *wire,
                                          GByteArray *bytes,
                                          gsize piece,
                                          TroupeValue *settings,
                                          GError **error);
/* Parses a recorded reply, and asserts that the result does not depend on the size of the
 * chunks. Returns NULL with an error if parsing fails or the reply has an error status. */
TroupeLlmAnswer *wire_golden_read_reply (const TroupeLlmWire *wire,
                                         TroupeValue *reply,
                                         TroupeValue *settings,
                                         GError **error);

G_END_DECLS
