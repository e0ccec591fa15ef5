/* troupe-llm-shapes.h: what several APIs make of the neutral forms of a request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/* The tool that a model is made to call where its API has no other way to hold it to a shape: what it is called
 * with is the answer. */
#define TROUPE_LLM_ANSWER_TOOL "structured_output"

/* A map out of key, (transfer full) value, … and a NULL; a value that is NULL is left out. (transfer full) */
TroupeValue *troupe_llm_shape_map (const char *key, ...) G_GNUC_NULL_TERMINATED;
/* (transfer full) */
TroupeValue *troupe_llm_shape_text (const char *text);
/* A list of what @items holds references to, which it gives away. (transfer full) */
TroupeValue *troupe_llm_shape_list (GPtrArray *items);

/* The schema that the answer is to have, of the setting `response_format`. @settings: (nullable).
 * (transfer none) (nullable) */
TroupeValue *troupe_llm_shape_get_answer_schema (TroupeValue *settings);
/* The setting `stop` as a list, without words of blanks alone, which servers refuse. @settings: (nullable).
 * (transfer full) (nullable): where there are none */
TroupeValue *troupe_llm_shape_list_stops (TroupeValue *settings);
/* The setting, NULL where it is null. @settings: (nullable). (transfer full) (nullable) */
TroupeValue *troupe_llm_shape_get_setting (TroupeValue *settings, const char *name);
/* A call's arguments as a map: an empty one where the model wrote none. (transfer full) */
TroupeValue *troupe_llm_shape_get_arguments (const TroupeLlmPart *call);
/* The base64 of a file's `data:` address, NULL where it has another one. @media_type: (out) (transfer full) */
const char *troupe_llm_shape_get_data (const TroupeLlmPart *file, char **media_type);

typedef enum
{
  TROUPE_LLM_SCHEMA_ALL_REQUIRED = 1 << 0,
  TROUPE_LLM_SCHEMA_BARE =
      1 << 1, /* without titles, and without what constrained decoding does not know */
  TROUPE_LLM_SCHEMA_TELLING =
      1 << 2, /* what constrained decoding does not know is told in the descriptions */
} TroupeLlmSchemaFlags;

/* A schema as services want it that hold a model to it: objects have no other members than those it names.
 * (transfer full) */
TroupeValue *troupe_llm_shape_make_strict (TroupeValue *schema, TroupeLlmSchemaFlags flags);

G_END_DECLS
