/* troupe-responses-reader.h: parses responses of OpenAI's Responses API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"

G_BEGIN_DECLS

/**
 * TroupeResponsesReader:
 *
 * Parses the events of a stream, or one complete response. Both contain items: messages, calls, and
 * other items that are sent back unchanged, such as reasoning. If the deltas of an item were
 * incomplete, the missing data is read from the complete item.
 */
typedef struct _TroupeResponsesReader TroupeResponsesReader;

TroupeResponsesReader *troupe_responses_reader_new (TroupeLlmAnswerBuilder *builder);
void troupe_responses_reader_free (TroupeResponsesReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeResponsesReader, troupe_responses_reader_free)

/* Parses one event of a stream. @type: (nullable): the name of the event, used if the event
 * itself does not contain it. Returns FALSE if the event is an error. */
gboolean troupe_responses_reader_take_event (TroupeResponsesReader *self,
                                             const char *type,
                                             TroupeValue *event,
                                             GError **error);
/* Parses a response that was not streamed. */
gboolean troupe_responses_reader_take_whole (TroupeResponsesReader *self,
                                             TroupeValue *whole,
                                             GError **error);

G_END_DECLS
