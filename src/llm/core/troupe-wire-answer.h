/* troupe-wire-answer.h: what the readers of several APIs make of an answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"

G_BEGIN_DECLS

/* FALSE, always, with the error that what came is no answer of a model. */
gboolean troupe_wire_refuse_answer (TroupeLlmAnswerBuilder *builder, GError **error);
/* FALSE with an error where @answer is no map, or an error under status 200. */
gboolean
troupe_wire_check_answer (TroupeLlmAnswerBuilder *builder, TroupeValue *answer, GError **error);

/* The name of the model under @key. @map: (nullable) */
void troupe_wire_take_model (TroupeLlmAnswerBuilder *builder, TroupeValue *map, const char *key);
/* More of a text, with what it has of U+0000. @text: (nullable): adds nothing, as anything does that is none */
void
troupe_wire_take_text (TroupeLlmAnswerBuilder *builder, TroupeLlmPartType type, TroupeValue *text);
/* All tokens: as the server counted them, or the sum of the others where it gave none (0). */
void troupe_wire_take_total (TroupeLlmUsage *counts, gint64 total);
/* The arguments of a call that came whole, as JSON. @arguments: (nullable): where there are none. (transfer full) */
char *troupe_wire_write_arguments (TroupeValue *arguments);

G_END_DECLS
