/* troupe-bedrock-reader.h: parses responses of Amazon Bedrock's Converse API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"

G_BEGIN_DECLS

/**
 * TroupeBedrockReader:
 *
 * Parses the events of a stream, or one complete response (doc/llm-client.md §7). The arguments of
 * the tool TROUPE_WIRE_ANSWER_TOOL become the answer's text.
 */
typedef struct _TroupeBedrockReader TroupeBedrockReader;

TroupeBedrockReader *troupe_bedrock_reader_new (TroupeLlmAnswerBuilder *builder);
void troupe_bedrock_reader_free (TroupeBedrockReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeBedrockReader, troupe_bedrock_reader_free)

/* Parses one event of a stream. @type: (nullable): the name of the event, as emitted by
 * TroupeAwsFrames. Returns FALSE if the event is an error. */
gboolean troupe_bedrock_reader_take_event (TroupeBedrockReader *self,
                                           const char *type,
                                           TroupeValue *event,
                                           GError **error);
/* Parses a response that was not streamed. */
gboolean
troupe_bedrock_reader_take_whole (TroupeBedrockReader *self, TroupeValue *whole, GError **error);

G_END_DECLS
