/* troupe-ollama-reader.c: parses responses of Ollama's native API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-ollama-reader"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-llm-error.h"
#include "troupe-ollama-reader.h"
#include "troupe-llm-wire.h"
#include "troupe-wire-answer.h"

struct _TroupeOllamaReader
{
  TroupeLlmAnswerBuilder *builder; /* owned by the caller */
};

TroupeOllamaReader *
troupe_ollama_reader_new (TroupeLlmAnswerBuilder *builder)
{
  TroupeOllamaReader *self = g_new0 (TroupeOllamaReader, 1);

  self->builder = builder;

  return self;
}

void
troupe_ollama_reader_free (TroupeOllamaReader *self)
{
  g_free (self);
}

static void
take_end (TroupeOllamaReader *self, TroupeValue *answer)
{
  TroupeLlmUsage *counts = troupe_llm_answer_builder_get_usage (self->builder);
  g_autofree char *reason = troupe_llm_answer_builder_read (self->builder, answer, "done_reason");

  g_assert (self != NULL);

  counts->prompt_tokens = troupe_llm_wire_get_count (answer, "prompt_eval_count");
  counts->completion_tokens = troupe_llm_wire_get_count (answer, "eval_count");
  troupe_wire_take_total (counts, 0);
  troupe_llm_answer_builder_set_finish (self->builder, reason != NULL ? reason : "stop");
}

gboolean
troupe_ollama_reader_take_chunk (TroupeOllamaReader *self, TroupeValue *chunk, GError **error)
{
  TroupeValue *message = troupe_llm_wire_get_map (chunk, "message");
  TroupeValue *calls = troupe_llm_wire_get_list (message, "tool_calls");
  TroupeValue *done = troupe_llm_wire_get (chunk, "done");

  if (!troupe_wire_check_answer (self->builder, chunk, error))
    return FALSE;

  troupe_wire_take_model (self->builder, chunk, "model");
  troupe_wire_take_text (self->builder, TROUPE_LLM_PART_REASONING,
                         troupe_llm_wire_get (message, "thinking"));
  troupe_wire_take_text (self->builder, TROUPE_LLM_PART_TEXT,
                         troupe_llm_wire_get (message, "content"));
  for (gsize i = 0; calls != NULL && i < troupe_value_list_get_length (calls); i++)
    {
      TroupeValue *call = troupe_value_list_get (calls, i);
      TroupeValue *function = troupe_llm_wire_get_map (call, "function");
      TroupeValue *arguments = troupe_llm_wire_get_map (function, "arguments");
      g_autofree char *id = troupe_llm_answer_builder_read (self->builder, call, "id");
      g_autofree char *name = troupe_llm_answer_builder_read (self->builder, function, "name");
      g_autofree char *json = troupe_wire_write_arguments (arguments);

      /* Parses a complete call. Its arguments are an object, and it usually has no id. */
      troupe_llm_answer_builder_extend_call (
          self->builder, troupe_llm_answer_builder_add_call (self->builder), id, name, json, -1);
    }
  if (done != NULL && troupe_value_is (done, TROUPE_VALUE_BOOLEAN) &&
      troupe_value_get_boolean (done))
    take_end (self, chunk);

  return TRUE;
}

gboolean
troupe_ollama_reader_take_whole (TroupeOllamaReader *self, TroupeValue *whole, GError **error)
{
  if (!troupe_ollama_reader_take_chunk (self, whole, error))
    return FALSE;

  if (troupe_llm_wire_get_map (whole, "message") == NULL)
    {
      g_propagate_error (error,
                         troupe_llm_error_new (TROUPE_LLM_ERROR_INVALID,
                                               _ ("The server at %s sent an answer without a "
                                                  "message. Check that it is an Ollama server."),
                                               troupe_llm_answer_builder_get_host (self->builder)));
      return FALSE;
    }
  if (!troupe_llm_answer_builder_is_finished (self->builder))
    take_end (self, whole);

  return TRUE;
}
