/* troupe-openai-reader.h: parses responses of OpenAI's chat completions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-answer-builder.h"

G_BEGIN_DECLS

/**
 * TroupeOpenaiReader:
 *
 * Parses the chunks of a stream, or one complete object, with the tolerances of doc/llm-client.md
 * §3.
 */
typedef struct _TroupeOpenaiReader TroupeOpenaiReader;

TroupeOpenaiReader *troupe_openai_reader_new (TroupeLlmAnswerBuilder *builder);
void troupe_openai_reader_free (TroupeOpenaiReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeOpenaiReader, troupe_openai_reader_free)

/* Parses one chunk of a stream. Returns FALSE if the chunk is an error. */
gboolean
troupe_openai_reader_take_chunk (TroupeOpenaiReader *self, TroupeValue *chunk, GError **error);
/* Parses the complete object of a response that was not streamed. */
gboolean
troupe_openai_reader_take_whole (TroupeOpenaiReader *self, TroupeValue *whole, GError **error);

G_END_DECLS
