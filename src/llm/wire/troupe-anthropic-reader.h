/* troupe-anthropic-reader.h: parses responses of Anthropic's Messages API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"

G_BEGIN_DECLS

/**
 * TroupeAnthropicReader:
 *
 * Parses the events of a stream, or one complete message (doc/llm-client.md §6). The arguments of
 * the tool TROUPE_WIRE_ANSWER_TOOL become the answer's text.
 */
typedef struct _TroupeAnthropicReader TroupeAnthropicReader;

TroupeAnthropicReader *troupe_anthropic_reader_new (TroupeLlmAnswerBuilder *builder);
void troupe_anthropic_reader_free (TroupeAnthropicReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAnthropicReader, troupe_anthropic_reader_free)

/* Parses one event of a stream. @type: (nullable): the name of the event, used if the event
 * itself does not contain it. Returns FALSE if the event is an error. */
gboolean troupe_anthropic_reader_take_event (TroupeAnthropicReader *self,
                                             const char *type,
                                             TroupeValue *event,
                                             GError **error);
/* Parses the complete message of a response that was not streamed. */
gboolean troupe_anthropic_reader_take_whole (TroupeAnthropicReader *self,
                                             TroupeValue *whole,
                                             GError **error);

G_END_DECLS
