/* troupe-anthropic-reader.h: answers of Anthropic's messages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"

G_BEGIN_DECLS

/**
 * TroupeAnthropicReader:
 *
 * Reads the events of a stream, or one whole message (doc/llm-client.md §6). What the tool
 * TROUPE_LLM_ANSWER_TOOL is called with becomes the answer's text.
 */
typedef struct _TroupeAnthropicReader TroupeAnthropicReader;

TroupeAnthropicReader *troupe_anthropic_reader_new (TroupeLlmAnswerBuilder *builder);
void troupe_anthropic_reader_free (TroupeAnthropicReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAnthropicReader, troupe_anthropic_reader_free)

/* Takes one event of a stream. @type: (nullable): its name, where the event does not say it itself. FALSE where
 * it is an error. */
gboolean troupe_anthropic_reader_take_event (TroupeAnthropicReader *self,
                                             const char *type,
                                             TroupeValue *event,
                                             GError **error);
/* Takes the whole message of an answer that was not streamed. */
gboolean troupe_anthropic_reader_take_whole (TroupeAnthropicReader *self,
                                             TroupeValue *whole,
                                             GError **error);

G_END_DECLS
