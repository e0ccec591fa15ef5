/* troupe-llm-answer-builder.h: an answer out of the pieces in which it comes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

/**
 * TroupeLlmAnswerBuilder:
 *
 * What every API's answer is put together with: texts, reasoning and tool calls grow piece by piece, secrets
 * are masked in all of them, and whoever wants the pieces as they come is told of them.
 */
typedef struct _TroupeLlmAnswerBuilder TroupeLlmAnswerBuilder;

/* @host: names the server in errors. @secret: (nullable): is masked in all that the server says. @on_delta:
 * (nullable) */
TroupeLlmAnswerBuilder *troupe_llm_answer_builder_new (const char *host,
                                                       TroupeSecret *secret,
                                                       TroupeLlmDeltaFunc on_delta,
                                                       gpointer delta_data);
void troupe_llm_answer_builder_free (TroupeLlmAnswerBuilder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmAnswerBuilder, troupe_llm_answer_builder_free)

const char *troupe_llm_answer_builder_get_host (TroupeLlmAnswerBuilder *self);

/* The text under @key with U+FFFD for U+0000 and without secrets: what is told of ids, names, models and
 * reasons goes through this. NULL where there is none or an empty one. @map: (nullable). (transfer full) */
char *
troupe_llm_answer_builder_read (TroupeLlmAnswerBuilder *self, TroupeValue *map, const char *key);

/* @type: text, reasoning or refusal. @length: -1: up to the NUL */
void troupe_llm_answer_builder_add_text (TroupeLlmAnswerBuilder *self,
                                         TroupeLlmPartType type,
                                         const char *text,
                                         gssize length);
/* Forgets the text so far, of which pieces may have been told: it was only on the way to the answer. */
void troupe_llm_answer_builder_drop_text (TroupeLlmAnswerBuilder *self);
/* What the API wants back with the reasoning, unread; pieces are joined. @signature: (nullable) */
void troupe_llm_answer_builder_add_signature (TroupeLlmAnswerBuilder *self, const char *signature);
/* A part as its API wrote it, which goes back to it as it is, but for secrets. @value: (transfer none) */
void troupe_llm_answer_builder_add_other (TroupeLlmAnswerBuilder *self, TroupeValue *value);

/* Begins a tool call. Its place among the calls is returned. */
guint troupe_llm_answer_builder_add_call (TroupeLlmAnswerBuilder *self);
guint troupe_llm_answer_builder_get_n_calls (TroupeLlmAnswerBuilder *self);
/* @id, @name: (nullable): of troupe_llm_answer_builder_read(); what was said of them first stays. @arguments: (nullable): more of them, JSON.
 * @length: -1: up to the NUL */
void troupe_llm_answer_builder_extend_call (TroupeLlmAnswerBuilder *self,
                                            guint place,
                                            const char *id,
                                            const char *name,
                                            const char *arguments,
                                            gssize length);
/* @signature: (nullable): unread, goes back with the call */
void troupe_llm_answer_builder_sign_call (TroupeLlmAnswerBuilder *self,
                                          guint place,
                                          const char *signature);
/* (nullable) */
const char *troupe_llm_answer_builder_get_call_id (TroupeLlmAnswerBuilder *self, guint place);
/* Whether its arguments are a whole JSON value. */
gboolean troupe_llm_answer_builder_is_call_complete (TroupeLlmAnswerBuilder *self, guint place);

/* The first one holds. @model: (nullable): of troupe_llm_answer_builder_read() */
void troupe_llm_answer_builder_set_model (TroupeLlmAnswerBuilder *self, const char *model);
/* The last one holds: the model has said that it is done. @word: (nullable): the API's own, of
 * troupe_llm_answer_builder_read() */
void troupe_llm_answer_builder_set_finish (TroupeLlmAnswerBuilder *self, const char *word);
/* The service held the answer back, and gives no word for its end. */
void troupe_llm_answer_builder_set_blocked (TroupeLlmAnswerBuilder *self);
/* Nothing is waited for, although the server's word says that tools are. */
void troupe_llm_answer_builder_set_whole (TroupeLlmAnswerBuilder *self);
gboolean troupe_llm_answer_builder_is_finished (TroupeLlmAnswerBuilder *self);
/* To be filled in; one request at first. */
TroupeLlmUsage *troupe_llm_answer_builder_get_usage (TroupeLlmAnswerBuilder *self);

/* Hands out what was held back, as it might have become a secret. */
void troupe_llm_answer_builder_flush (TroupeLlmAnswerBuilder *self);
/* The answer. @stop: (nullable): a text or a list of texts at the first of which the text is cut.
 * (transfer full) */
TroupeLlmAnswer *troupe_llm_answer_builder_end (TroupeLlmAnswerBuilder *self, TroupeValue *stop);

G_END_DECLS
