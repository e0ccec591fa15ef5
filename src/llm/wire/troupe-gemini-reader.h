/* troupe-gemini-reader.h: answers of Gemini's generateContent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"

G_BEGIN_DECLS

/**
 * TroupeGeminiReader:
 *
 * Reads the chunks of a stream, each of which is a whole answer with a piece of the text, or one answer. A prompt
 * that was blocked is an answer that says nothing and ended for that reason.
 */
typedef struct _TroupeGeminiReader TroupeGeminiReader;

TroupeGeminiReader *troupe_gemini_reader_new (TroupeLlmAnswerBuilder *builder);
void troupe_gemini_reader_free (TroupeGeminiReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeGeminiReader, troupe_gemini_reader_free)

/* Takes one chunk of a stream. FALSE where it is an error. */
gboolean
troupe_gemini_reader_take_chunk (TroupeGeminiReader *self, TroupeValue *chunk, GError **error);
/* Takes the answer that was not streamed. */
gboolean
troupe_gemini_reader_take_whole (TroupeGeminiReader *self, TroupeValue *whole, GError **error);

G_END_DECLS
