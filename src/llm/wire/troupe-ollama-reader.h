/* troupe-ollama-reader.h: answers of Ollama's own API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"

G_BEGIN_DECLS

/**
 * TroupeOllamaReader:
 *
 * Reads the objects of a stream, one a line, of which the last says that it is done, or the only one of an answer
 * that was not streamed.
 */
typedef struct _TroupeOllamaReader TroupeOllamaReader;

TroupeOllamaReader *troupe_ollama_reader_new (TroupeLlmAnswerBuilder *builder);
void troupe_ollama_reader_free (TroupeOllamaReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeOllamaReader, troupe_ollama_reader_free)

/* Takes one object of a stream. FALSE where it is an error. */
gboolean
troupe_ollama_reader_take_chunk (TroupeOllamaReader *self, TroupeValue *chunk, GError **error);
/* Takes the answer that was not streamed. */
gboolean
troupe_ollama_reader_take_whole (TroupeOllamaReader *self, TroupeValue *whole, GError **error);

G_END_DECLS
