/* troupe-gemini-reader.h: parses responses of Gemini's generateContent API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"

G_BEGIN_DECLS

/**
 * TroupeGeminiReader:
 *
 * Parses one complete response, or the chunks of a stream, each of which is a complete response
 * that contains a part of the text. If the prompt was blocked, the answer is empty and has the
 * corresponding finish reason.
 */
typedef struct _TroupeGeminiReader TroupeGeminiReader;

TroupeGeminiReader *troupe_gemini_reader_new (TroupeLlmAnswerBuilder *builder);
void troupe_gemini_reader_free (TroupeGeminiReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeGeminiReader, troupe_gemini_reader_free)

/* Parses one chunk of a stream. Returns FALSE if the chunk is an error. */
gboolean
troupe_gemini_reader_take_chunk (TroupeGeminiReader *self, TroupeValue *chunk, GError **error);
/* Parses a response that was not streamed. */
gboolean
troupe_gemini_reader_take_whole (TroupeGeminiReader *self, TroupeValue *whole, GError **error);

G_END_DECLS
