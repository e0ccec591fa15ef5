/* troupe-wire-answer.h: response parsing helpers for several wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"

G_BEGIN_DECLS

/* Sets the error that the response is not a model's answer. Always returns FALSE. */
gboolean troupe_wire_refuse_answer (TroupeLlmAnswerBuilder *builder, GError **error);
/* Returns FALSE with an error if @answer is not a map, or if it is an error that the server sent
 * with status 200. */
gboolean
troupe_wire_check_answer (TroupeLlmAnswerBuilder *builder, TroupeValue *answer, GError **error);

/* Sets the name of the model from @key. @map: (nullable) */
void troupe_wire_take_model (TroupeLlmAnswerBuilder *builder, TroupeValue *map, const char *key);
/* Appends text, which may contain U+0000. @text: (nullable): ignored if it is not a string */
void
troupe_wire_take_text (TroupeLlmAnswerBuilder *builder, TroupeLlmPartType type, TroupeValue *text);
/* Sets the total tokens. Uses @total, as counted by the server, or the sum of the other counts
 * if the server reported no total (0). */
void troupe_wire_take_total (TroupeLlmUsage *counts, gint64 total);
/* Serializes the arguments of a complete call to JSON. @arguments: (nullable). (transfer full) */
char *troupe_wire_write_arguments (TroupeValue *arguments);

G_END_DECLS
