/* troupe-llm-answer-builder.h: assembles an answer from streamed deltas
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
 * Assembles the answer of any API: text, reasoning and tool calls are appended incrementally,
 * secrets are redacted in all of them, and deltas are passed to the callback.
 */
typedef struct _TroupeLlmAnswerBuilder TroupeLlmAnswerBuilder;

/* What a part, such as a tool call, counts besides its texts. It is more than its memory, so that
 * an answer has at most 8,192 parts, because readers search them one by one. */
#define TROUPE_LLM_PART_BYTES 8192

/* @host: name of the server in errors. @secret: (nullable): redacted in everything from the
 *   server. @on_delta: (nullable) */
TroupeLlmAnswerBuilder *troupe_llm_answer_builder_new (const char *host,
                                                       TroupeSecret *secret,
                                                       TroupeLlmDeltaFunc on_delta,
                                                       gpointer delta_data);
void troupe_llm_answer_builder_free (TroupeLlmAnswerBuilder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeLlmAnswerBuilder, troupe_llm_answer_builder_free)

const char *troupe_llm_answer_builder_get_host (TroupeLlmAnswerBuilder *self);

/* Returns the string of @key, in which secrets are redacted and U+0000 is replaced with U+FFFD.
 * Use this function for ids, names, models and finish reasons. Returns NULL if the string is
 * missing or empty. @map: (nullable). (transfer full) */
char *
troupe_llm_answer_builder_read (TroupeLlmAnswerBuilder *self, TroupeValue *map, const char *key);

/* Returns FALSE with %TROUPE_LLM_ERROR_LIMIT if the answer is larger than TROUPE_LIMIT_ANSWER. What
 * exceeds it is not added, so that readers need to check it only after each event. */
gboolean troupe_llm_answer_builder_check (TroupeLlmAnswerBuilder *self, GError **error);
/* Counts @n_bytes that are about to be added to the answer, or kept by its reader. Returns FALSE if
 * it becomes too large: then nothing is added, and the answer fails. */
gboolean troupe_llm_answer_builder_take_room (TroupeLlmAnswerBuilder *self, gsize n_bytes);

/* Appends text. @type: text, reasoning or refusal. @length: -1 if NUL-terminated */
void troupe_llm_answer_builder_add_text (TroupeLlmAnswerBuilder *self,
                                         TroupeLlmPartType type,
                                         const char *text,
                                         gssize length);
/* Discards the text so far, because it is not part of the final answer. Deltas of it may have
 * been emitted already. */
void troupe_llm_answer_builder_drop_text (TroupeLlmAnswerBuilder *self);
/* Appends an opaque signature, which the API requires to be sent back with the reasoning.
 * @signature: (nullable) */
void troupe_llm_answer_builder_add_signature (TroupeLlmAnswerBuilder *self, const char *signature);
/* Adds a part in the API's own format, which is sent back unchanged, except for redacted
 * secrets. @value: (transfer none) */
void troupe_llm_answer_builder_add_other (TroupeLlmAnswerBuilder *self, TroupeValue *value);

/* Begins a tool call. Returns its index among the calls, that of the last one if there are too
 * many. */
guint troupe_llm_answer_builder_add_call (TroupeLlmAnswerBuilder *self);
guint troupe_llm_answer_builder_get_n_calls (TroupeLlmAnswerBuilder *self);
/* Extends the tool call with index @place.
 * @id, @name: (nullable): from troupe_llm_answer_builder_read(); the first value is kept.
 * @arguments: (nullable): JSON to append.
 * @length: -1 if NUL-terminated */
void troupe_llm_answer_builder_extend_call (TroupeLlmAnswerBuilder *self,
                                            guint place,
                                            const char *id,
                                            const char *name,
                                            const char *arguments,
                                            gssize length);
/* Sets the signature of a tool call. @signature: (nullable): opaque, sent back with the call */
void troupe_llm_answer_builder_sign_call (TroupeLlmAnswerBuilder *self,
                                          guint place,
                                          const char *signature);
/* (nullable) */
const char *troupe_llm_answer_builder_get_call_id (TroupeLlmAnswerBuilder *self, guint place);
/* Returns TRUE if the arguments of the call are a complete JSON value. */
gboolean troupe_llm_answer_builder_is_call_complete (TroupeLlmAnswerBuilder *self, guint place);

/* Sets the model; the first value is kept. @model: (nullable): from
 * troupe_llm_answer_builder_read() */
void troupe_llm_answer_builder_set_model (TroupeLlmAnswerBuilder *self, const char *model);
/* Marks the answer as finished; if called again, the last value is kept. @word: (nullable): the
 * API's own finish reason, from troupe_llm_answer_builder_read() */
void troupe_llm_answer_builder_set_finish (TroupeLlmAnswerBuilder *self, const char *word);
/* Records that the service has blocked the answer without a finish reason. */
void troupe_llm_answer_builder_set_blocked (TroupeLlmAnswerBuilder *self);
/* Marks the answer as complete, although the server's finish reason says that tool calls are
 * pending. */
void troupe_llm_answer_builder_set_whole (TroupeLlmAnswerBuilder *self);
gboolean troupe_llm_answer_builder_is_finished (TroupeLlmAnswerBuilder *self);
/* Returns TRUE if the answer contains any text or calls, and the arguments of all calls are
 * complete. Ends the texts, so that nothing may be added afterwards. */
gboolean troupe_llm_answer_builder_has_content (TroupeLlmAnswerBuilder *self);
/* Returns the usage, which the caller fills in. Initially it counts one request. */
TroupeLlmUsage *troupe_llm_answer_builder_get_usage (TroupeLlmAnswerBuilder *self);

/* Emits the text that was held back because it might have been the beginning of a secret. */
void troupe_llm_answer_builder_flush (TroupeLlmAnswerBuilder *self);
/* Returns the answer. @stop: (nullable): a string or a list of strings at the first of which the
 * text is truncated. (transfer full) */
TroupeLlmAnswer *troupe_llm_answer_builder_end (TroupeLlmAnswerBuilder *self, TroupeValue *stop);

G_END_DECLS
