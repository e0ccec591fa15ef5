/* troupe-ollama-reader.h: parses responses of Ollama's native API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"

G_BEGIN_DECLS

/**
 * TroupeOllamaReader:
 *
 * Parses the objects of a stream, or the single object of a response that was not streamed. A
 * stream contains one object per line, and the last object is marked as done.
 */
typedef struct _TroupeOllamaReader TroupeOllamaReader;

TroupeOllamaReader *troupe_ollama_reader_new (TroupeLlmAnswerBuilder *builder);
void troupe_ollama_reader_free (TroupeOllamaReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeOllamaReader, troupe_ollama_reader_free)

/* Parses one object of a stream. Returns FALSE if the object is an error. */
gboolean
troupe_ollama_reader_take_chunk (TroupeOllamaReader *self, TroupeValue *chunk, GError **error);
/* Parses a response that was not streamed. */
gboolean
troupe_ollama_reader_take_whole (TroupeOllamaReader *self, TroupeValue *whole, GError **error);

G_END_DECLS
