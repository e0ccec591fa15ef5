/* troupe-responses-reader.h: answers of OpenAI's Responses API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"

G_BEGIN_DECLS

/**
 * TroupeResponsesReader:
 *
 * Reads the events of a stream, or one whole answer, which both are lists of items: messages, calls, and others that
 * go back as they came, such as what was thought. What an item's pieces did not tell is taken of the whole item.
 */
typedef struct _TroupeResponsesReader TroupeResponsesReader;

TroupeResponsesReader *troupe_responses_reader_new (TroupeLlmAnswerBuilder *builder);
void troupe_responses_reader_free (TroupeResponsesReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeResponsesReader, troupe_responses_reader_free)

/* Takes one event of a stream. @type: (nullable): its name, where the event itself has none. FALSE where it is an
 * error. */
gboolean troupe_responses_reader_take_event (TroupeResponsesReader *self,
                                             const char *type,
                                             TroupeValue *event,
                                             GError **error);
/* Takes the answer that was not streamed. */
gboolean troupe_responses_reader_take_whole (TroupeResponsesReader *self,
                                             TroupeValue *whole,
                                             GError **error);

G_END_DECLS
