/* wire-golden-read.h: recorded JSON, and answers that are read of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-wire.h"

G_BEGIN_DECLS

/* Stands on both sides for words that are CrewAI's own. */
#define WIRE_GOLDEN_WORDS "<T>"

/* What is under @first, and below that under @second. @second: (nullable). (nullable) (transfer none) */
TroupeValue *wire_golden_look (TroupeValue *map, const char *first, const char *second);
/* The length of a list, 0 of anything else. @list: (nullable) */
gsize wire_golden_count (TroupeValue *list);
/* (transfer full) */
char *wire_golden_replace (const char *text, const char *from, const char *to);
/* @headers: name, value, …. (nullable) */
const char *wire_golden_find_header (char **headers, const char *name);
/* Whether a header is what was recorded with $KEY in it, up to what else differs from call to call ($SIG, …). */
gboolean wire_golden_is_as (const char *value, const char *recorded, const char *key);
/* Words of CrewAI's as one text, wherever they stand. (transfer full) */
TroupeValue *wire_golden_plain (TroupeValue *value);
/* Equal for a server: whatever the order of keys, and 4 is 4.0. @missing: (nullable): a key that either may have */
gboolean wire_golden_same (TroupeValue *a, TroupeValue *b, const char *missing);
/* A schema with the titles that a class of Python gives to its properties. (transfer full) */
TroupeValue *wire_golden_title (TroupeValue *schema);
/* A schema as CrewAI has it once a class of Python was made of it. (transfer full) */
TroupeValue *wire_golden_dress (TroupeValue *schema, gboolean is_titled);
/* NULL where there is no such file. (transfer full) (nullable) */
TroupeValue *wire_golden_load (const char *folder, const char *name);
/* The call at that place among the calls. (nullable) */
const TroupeLlmPart *wire_golden_get_call (const TroupeLlmMessage *message, gsize index);

/* An answer out of the text of its body. @is_stream: framed as the wire says, in pieces of @piece bytes, 0: all at
 * once. NULL with an error, %TROUPE_LLM_ERROR_CUT where its end is missing. @settings: (nullable) */
TroupeLlmAnswer *wire_golden_read (const TroupeLlmWire *wire,
                                   const char *text,
                                   gboolean is_stream,
                                   gsize piece,
                                   TroupeValue *settings,
                                   GError **error);

/* The same of the bytes of a stream. */
TroupeLlmAnswer *wire_golden_read_stream (const TroupeLlmWire *wire,
                                          GByteArray *bytes,
                                          gsize piece,
                                          TroupeValue *settings,
                                          GError **error);
/* The answer of a recorded reply, which is the same in pieces of any size. NULL with an error, of a status too */
TroupeLlmAnswer *wire_golden_read_reply (const TroupeLlmWire *wire,
                                         TroupeValue *reply,
                                         TroupeValue *settings,
                                         GError **error);

G_END_DECLS
