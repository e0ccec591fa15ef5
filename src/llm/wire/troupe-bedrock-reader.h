/* troupe-bedrock-reader.h: answers of Amazon Bedrock's Converse
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"

G_BEGIN_DECLS

/**
 * TroupeBedrockReader:
 *
 * Reads the events of a stream, or one whole answer (doc/llm-client.md §7). What the tool
 * TROUPE_LLM_ANSWER_TOOL is called with becomes the answer's text.
 */
typedef struct _TroupeBedrockReader TroupeBedrockReader;

TroupeBedrockReader *troupe_bedrock_reader_new (TroupeLlmAnswerBuilder *builder);
void troupe_bedrock_reader_free (TroupeBedrockReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeBedrockReader, troupe_bedrock_reader_free)

/* Takes one event of a stream. @type: (nullable): as TroupeAwsFrames tells it. FALSE where it is an error. */
gboolean troupe_bedrock_reader_take_event (TroupeBedrockReader *self,
                                           const char *type,
                                           TroupeValue *event,
                                           GError **error);
/* Takes an answer that was not streamed. */
gboolean
troupe_bedrock_reader_take_whole (TroupeBedrockReader *self, TroupeValue *whole, GError **error);

G_END_DECLS
