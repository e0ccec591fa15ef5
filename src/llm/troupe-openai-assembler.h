/* troupe-openai-assembler.h: an answer out of OpenAI's chunks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

/**
 * TroupeOpenaiAssembler:
 *
 * Puts one answer together, from the chunks of a stream or from one whole object, with the tolerances
 * of doc/llm-client.md §3.
 */
typedef struct _TroupeOpenaiAssembler TroupeOpenaiAssembler;

/* @host: names the server in errors. @secret: (nullable): is masked in all that the server says */
TroupeOpenaiAssembler *troupe_openai_assembler_new (const char *host, TroupeSecret *secret);
void troupe_openai_assembler_free (TroupeOpenaiAssembler *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeOpenaiAssembler, troupe_openai_assembler_free)

/* Takes one chunk of a stream; tells @on_delta of the text in it. FALSE where it is an error. */
gboolean troupe_openai_assembler_take_chunk (TroupeOpenaiAssembler *self,
                                             TroupeValue *chunk,
                                             TroupeLlmDeltaFunc on_delta,
                                             gpointer delta_data,
                                             GError **error);

/* Takes the whole object of an answer that was not streamed. */
gboolean troupe_openai_assembler_take_whole (TroupeOpenaiAssembler *self,
                                             TroupeValue *whole,
                                             GError **error);

/* Hands out what was held back of the text, as it might have become a secret. */
void troupe_openai_assembler_flush (TroupeOpenaiAssembler *self,
                                    TroupeLlmDeltaFunc on_delta,
                                    gpointer delta_data);

/* Whether the model has said that it is done: without that an answer is cut. */
gboolean troupe_openai_assembler_is_finished (TroupeOpenaiAssembler *self);

/* The answer. @stop: (nullable): a text or a list of texts at the first of which it is cut. */
TroupeLlmAnswer *troupe_openai_assembler_end (TroupeOpenaiAssembler *self, TroupeValue *stop);

G_END_DECLS
