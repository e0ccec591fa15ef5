/* troupe-wire-request.h: what several APIs read of a request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/* The tool that a model is made to call where its API has no other way to hold it to a shape: what it is called
 * with is the answer. */
#define TROUPE_WIRE_ANSWER_TOOL "structured_output"

/* What the settings or, where they have nothing, their additional_params have under @name, unless it is null.
 * @settings: (nullable). (transfer none) (nullable) */
TroupeValue *troupe_wire_find_setting (TroupeValue *settings, const char *name);
/* The map {name, schema, strict} of the answer's form that the settings ask for, NULL where they ask for none.
 * @settings: (nullable). (transfer none) */
TroupeValue *troupe_wire_get_form (TroupeValue *settings);
/* The schema in it. @settings: (nullable). (transfer none) (nullable) */
TroupeValue *troupe_wire_get_answer_schema (TroupeValue *settings);
/* Whether the answer is to be JSON of any form. @settings: (nullable) */
gboolean troupe_wire_wants_json (TroupeValue *settings);
/* The stop words as a list, NULL where there are none. @takes_blank: the server takes words of blanks alone, which
 * others refuse. @settings: (nullable). (transfer full) */
TroupeValue *troupe_wire_list_stops (TroupeValue *settings, gboolean takes_blank);
/* The tool that has to be called, where the setting `tool_choice` names one in OpenAI's form. @choice: (nullable).
 * (nullable) */
const char *troupe_wire_get_chosen_tool (TroupeValue *choice);

typedef enum
{
  TROUPE_WIRE_FUNCTION_FLAT = 1 << 0,   /* without the map `function` round each */
  TROUPE_WIRE_FUNCTION_STRICT = 1 << 1, /* says of tools that are strict that they are */
} TroupeWireFunctionFlags;

/* The tools as OpenAI's kind of API lists them. (transfer full) */
TroupeValue *troupe_wire_make_functions (GPtrArray *tools, TroupeWireFunctionFlags flags);

/* Whether the message is the system's. @also: (nullable): the role that counts as the system's, too */
gboolean troupe_wire_is_system (const TroupeLlmMessage *message, const char *also);
/* @first, if there is one, and what the system says, with empty lines between them; NULL where nothing is.
 * @first: (nullable). @also: see troupe_wire_is_system(). (transfer full) */
char *troupe_wire_join_system (const char *first, GPtrArray *messages, const char *also);

/* A call's arguments as a map; an empty one where the model did not write one. (transfer full) */
TroupeValue *troupe_wire_read_arguments (const TroupeLlmPart *call);
/* What a call and its result are known by: the part's id, else one made of @place, which counts on: calls without
 * ids and their results have the same order. (transfer full) */
char *troupe_wire_get_call_id (const TroupeLlmPart *part, guint *place);
/* The tool whose call @result answers, by its own name or by the call's; "" where nobody knows. */
const char *troupe_wire_find_tool (GPtrArray *messages, const TroupeLlmPart *result);
/* What a file's `data:` address holds, in base64; NULL where it is an address of another kind. @media_type: (out)
 * (transfer full) (nullable) (optional): as the file says, else as such an address does */
const char *troupe_wire_get_base64 (const TroupeLlmPart *file, char **media_type);

G_END_DECLS
