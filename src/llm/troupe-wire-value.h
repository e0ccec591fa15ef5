/* troupe-wire-value.h: JSON that goes to a model's server and comes from it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-wire.h"

G_BEGIN_DECLS

/* What goes out. */
void troupe_wire_add_text (TroupeMapBuilder *builder, const char *key, const char *text);
/* Under @key what the settings have under @name, unless it is missing or null. @settings: (nullable) */
void troupe_wire_add_setting (TroupeMapBuilder *builder,
                              const char *key,
                              TroupeValue *settings,
                              const char *name);
/* What the settings have under @name, or their additional_params, unless it is null. (nullable) (transfer none) */
TroupeValue *troupe_wire_get_setting (TroupeValue *settings, const char *name);
/* A list of the values, whose references are taken over; the array is empty afterwards. (transfer full) */
TroupeValue *troupe_wire_end_list (GPtrArray *items);
/* A map of one entry. Takes @value. (transfer full) */
TroupeValue *troupe_wire_new_map (const char *key, TroupeValue *value);

/* The tools as OpenAI's kind of API lists them, without `strict`. @is_flat: without the map `function` round each.
 * (transfer full) */
TroupeValue *troupe_wire_make_functions (GPtrArray *tools, gboolean is_flat);

/* The map {name, schema, strict} of the answer's form that the settings ask for, NULL where they ask for none.
 * @settings: (nullable). (transfer none) */
TroupeValue *troupe_wire_get_form (TroupeValue *settings);
/* The stop words as a list, NULL where there are none. @settings: (nullable). (transfer full) */
TroupeValue *troupe_wire_get_stop (TroupeValue *settings);
/* @first, if there is one, and what the system says, with empty lines between them; NULL where nothing is.
 * @first: (nullable). (transfer full) */
char *troupe_wire_join_system (const char *first, GPtrArray *messages);
/* A call's arguments as a map; an empty one where the model did not write one. (transfer full) */
TroupeValue *troupe_wire_read_arguments (const TroupeLlmPart *call);
/* The tool whose call @result answers, by its own name or by the call's; "" where nobody knows. */
const char *troupe_wire_find_tool (GPtrArray *messages, const TroupeLlmPart *result);
/* What a file's `data:` address holds, in base64; NULL where it is an address of another kind. */
const char *troupe_wire_get_base64 (const TroupeLlmPart *file);
/* The address with more in its query. (transfer full) */
char *troupe_wire_add_query (const char *url, const char *name, const char *value);

/* FALSE with an error where @answer is no map, or an error under status 200. */
gboolean
troupe_wire_check_answer (TroupeLlmAnswerBuilder *builder, TroupeValue *answer, GError **error);

G_END_DECLS
