/* troupe-wire-request.h: request serialization helpers for several wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/* The tool that the model is forced to call if its API has no structured output. The arguments
 * of the call are the answer. */
#define TROUPE_WIRE_ANSWER_TOOL "structured_output"

/* Returns the setting @name from the settings. If it is missing or null, returns it from their
 * additional_params.
 * @settings: (nullable). (transfer none) (nullable) */
TroupeValue *troupe_wire_find_setting (TroupeValue *settings, const char *name);
/* Returns the response format {name, schema, strict} in the settings, or NULL if there is none.
 * @settings: (nullable). (transfer none) */
TroupeValue *troupe_wire_get_form (TroupeValue *settings);
/* Returns the schema of the response format. @settings: (nullable). (transfer none) (nullable) */
TroupeValue *troupe_wire_get_answer_schema (TroupeValue *settings);
/* Returns TRUE if the answer may be any JSON, without a schema. @settings: (nullable) */
gboolean troupe_wire_wants_json (TroupeValue *settings);
/* Returns the stop sequences as a list, or NULL if there are none. @takes_blank: whether the
 * server accepts sequences that consist of white space only, which other servers reject.
 * @settings: (nullable). (transfer full) */
TroupeValue *troupe_wire_list_stops (TroupeValue *settings, gboolean takes_blank);
/* Returns the tool that must be called, if `tool_choice` names one in OpenAI's format. @choice:
 * (nullable). (nullable) */
const char *troupe_wire_get_chosen_tool (TroupeValue *choice);

typedef enum
{
  TROUPE_WIRE_FUNCTION_FLAT = 1 << 0,   /* without a nested map `function` */
  TROUPE_WIRE_FUNCTION_STRICT = 1 << 1, /* include `strict` for strict tools */
} TroupeWireFunctionFlags;

/* Returns the tools in OpenAI's format. (transfer full) */
TroupeValue *troupe_wire_make_functions (GPtrArray *tools, TroupeWireFunctionFlags flags);

/* Returns TRUE for a system message. @also: (nullable): another role that counts as system */
gboolean troupe_wire_is_system (const TroupeLlmMessage *message, const char *also);
/* Joins @first and the system messages with empty lines. Returns NULL if there is no text to
 * join.
 * @first: (nullable). @also: see troupe_wire_is_system(). (transfer full) */
char *troupe_wire_join_system (const char *first, GPtrArray *messages, const char *also);

/* Parses the arguments of a call; returns an empty map if they are not a map. (transfer full) */
TroupeValue *troupe_wire_read_arguments (const TroupeLlmPart *call);
/* Returns the id of a call or its result. If the part has no id, derives one from @place, which
 * is then incremented. This matches calls without ids to their results, because both have the
 * same order. (transfer full) */
char *troupe_wire_get_call_id (const TroupeLlmPart *part, guint *place);
/* Returns the name of the tool whose call @result answers. The name is taken from the result or
 * from its call; it is "" if unknown. */
const char *troupe_wire_find_tool (GPtrArray *messages, const TroupeLlmPart *result);
/* Returns the base64 content of a file's `data:` URI, or NULL for any other URI. @media_type:
 * (out) (transfer full) (nullable) (optional): the media type of the file, or if it has none, of
 * the URI */
const char *troupe_wire_get_base64 (const TroupeLlmPart *file, char **media_type);

G_END_DECLS
