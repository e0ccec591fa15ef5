/* troupe-gemini-reader.c: parses responses of Gemini's generateContent API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-gemini-reader"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-gemini-reader.h"
#include "troupe-llm-error.h"
#include "troupe-llm-wire.h"
#include "troupe-wire-answer.h"

struct _TroupeGeminiReader
{
  TroupeLlmAnswerBuilder *builder; /* owned by the caller */
  gboolean is_signed;              /* the text has a signature */
};

TroupeGeminiReader *
troupe_gemini_reader_new (TroupeLlmAnswerBuilder *builder)
{
  TroupeGeminiReader *self = g_new0 (TroupeGeminiReader, 1);

  self->builder = builder;

  return self;
}

void
troupe_gemini_reader_free (TroupeGeminiReader *self)
{
  g_free (self);
}

static void
take_part (TroupeGeminiReader *self, TroupeValue *part)
{
  TroupeValue *function = troupe_llm_wire_get_map (part, "functionCall");
  TroupeValue *thought = troupe_llm_wire_get (part, "thought");
  const char *signature = troupe_llm_wire_get_text (part, "thoughtSignature");
  gboolean is_thought = thought != NULL && troupe_value_is (thought, TROUPE_VALUE_BOOLEAN) &&
                        troupe_value_get_boolean (thought);

  g_assert (self != NULL);

  if (function != NULL)
    {
      TroupeValue *arguments = troupe_llm_wire_get_map (function, "args");
      g_autofree char *id = troupe_llm_answer_builder_read (self->builder, function, "id");
      g_autofree char *name = troupe_llm_answer_builder_read (self->builder, function, "name");
      g_autofree char *json = troupe_wire_write_arguments (arguments);
      guint place = troupe_llm_answer_builder_add_call (self->builder);

      /* Adds a tool call. */
      troupe_llm_answer_builder_extend_call (self->builder, place, id, name, json, -1);
      if (signature != NULL)
        troupe_llm_answer_builder_sign_call (self->builder, place, signature);
      return;
    }
  /* Signatures cannot be concatenated. */
  if (signature != NULL && !self->is_signed)
    {
      troupe_llm_answer_builder_add_signature (self->builder, signature);
      self->is_signed = TRUE;
    }
  troupe_wire_take_text (self->builder,
                         is_thought ? TROUPE_LLM_PART_REASONING : TROUPE_LLM_PART_TEXT,
                         troupe_llm_wire_get (part, "text"));
}

/* Returns the first of the requested answers, or NULL if there is none. */
static TroupeValue *
get_candidate (TroupeValue *answer)
{
  TroupeValue *candidates = troupe_llm_wire_get_list (answer, "candidates");

  for (gsize i = 0; candidates != NULL && i < troupe_value_list_get_length (candidates); i++)
    {
      TroupeValue *candidate = troupe_value_list_get (candidates, i);

      if (troupe_value_is (candidate, TROUPE_VALUE_MAP) &&
          troupe_llm_wire_get_count (candidate, "index") == 0)
        return candidate;
    }

  return NULL;
}

gboolean
troupe_gemini_reader_take_chunk (TroupeGeminiReader *self, TroupeValue *chunk, GError **error)
{
  g_autofree char *finish = NULL;
  TroupeValue *candidate, *parts;
  TroupeValue *feedback;
  g_autofree char *reason = NULL;
  g_autofree char *words = NULL;
  TroupeValue *usage;
  TroupeLlmUsage *counts;

  if (!troupe_wire_check_answer (self->builder, chunk, error))
    return FALSE;

  troupe_wire_take_model (self->builder, chunk, "modelVersion");
  usage = troupe_llm_wire_get_map (chunk, "usageMetadata");
  counts = troupe_llm_answer_builder_get_usage (self->builder);
  if (usage != NULL)
    {
      /* Each chunk contains the cumulative counts. Reasoning tokens cost as much as output tokens. */
      counts->prompt_tokens = troupe_llm_wire_get_count (usage, "promptTokenCount");
      counts->reasoning_tokens = troupe_llm_wire_get_count (usage, "thoughtsTokenCount");
      counts->completion_tokens =
          troupe_llm_wire_get_count (usage, "candidatesTokenCount") + counts->reasoning_tokens;
      counts->cached_prompt_tokens = troupe_llm_wire_get_count (usage, "cachedContentTokenCount");
      troupe_wire_take_total (counts, troupe_llm_wire_get_count (usage, "totalTokenCount"));
    }

  /* Handles a blocked prompt. It may be blocked before there is any output. */
  feedback = troupe_llm_wire_get_map (chunk, "promptFeedback");
  reason = troupe_llm_answer_builder_read (self->builder, feedback, "blockReason");
  words = troupe_llm_answer_builder_read (self->builder, feedback, "blockReasonMessage");
  if (reason != NULL)
    {
      troupe_llm_answer_builder_set_blocked (self->builder);
      troupe_llm_answer_builder_add_text (self->builder, TROUPE_LLM_PART_REFUSAL,
                                          words != NULL ? words : reason, -1);
    }
  candidate = get_candidate (chunk);
  parts = troupe_llm_wire_get_list (troupe_llm_wire_get_map (candidate, "content"), "parts");
  for (gsize i = 0; parts != NULL && i < troupe_value_list_get_length (parts); i++)
    take_part (self, troupe_value_list_get (parts, i));
  finish = troupe_llm_answer_builder_read (self->builder, candidate, "finishReason");
  troupe_llm_answer_builder_set_finish (self->builder, finish);

  return TRUE;
}

gboolean
troupe_gemini_reader_take_whole (TroupeGeminiReader *self, TroupeValue *whole, GError **error)
{
  if (!troupe_gemini_reader_take_chunk (self, whole, error))
    return FALSE;

  if (troupe_llm_answer_builder_is_finished (self->builder))
    return TRUE;
  if (get_candidate (whole) != NULL)
    {
      troupe_llm_answer_builder_set_finish (self->builder, "STOP");
      return TRUE;
    }
  g_propagate_error (error,
                     troupe_llm_error_new (TROUPE_LLM_ERROR_INVALID,
                                           _ ("The server at %s sent an answer without a message. "
                                              "Check that the URL is a Gemini API endpoint."),
                                           troupe_llm_answer_builder_get_host (self->builder)));

  return FALSE;
}
