/* troupe-wire-answer.c: response parsing helpers for several wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-wire-answer"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-llm-error.h"
#include "troupe-llm-status.h"
#include "troupe-wire-answer.h"

gboolean
troupe_wire_refuse_answer (TroupeLlmAnswerBuilder *builder, GError **error)
{
  g_propagate_error (
      error, troupe_llm_error_new (
                 TROUPE_LLM_ERROR_INVALID,
                 _ ("The server at %s sent JSON that is not a model answer. Check the URL."),
                 troupe_llm_answer_builder_get_host (builder)));

  return FALSE;
}

gboolean
troupe_wire_check_answer (TroupeLlmAnswerBuilder *builder, TroupeValue *answer, GError **error)
{
  GError *server_error;

  if (!troupe_value_is (answer, TROUPE_VALUE_MAP))
    return troupe_wire_refuse_answer (builder, error);

  server_error =
      troupe_llm_error_from_answer (answer, troupe_llm_answer_builder_get_host (builder));
  if (server_error != NULL)
    g_propagate_error (error, server_error);

  return server_error == NULL;
}

void
troupe_wire_take_model (TroupeLlmAnswerBuilder *builder, TroupeValue *map, const char *key)
{
  g_autofree char *model = troupe_llm_answer_builder_read (builder, map, key);

  troupe_llm_answer_builder_set_model (builder, model);
}

void
troupe_wire_take_text (TroupeLlmAnswerBuilder *builder, TroupeLlmPartType type, TroupeValue *text)
{
  const char *bytes;
  gsize length;

  if (text == NULL || !troupe_value_is (text, TROUPE_VALUE_STRING))
    return;

  bytes = troupe_value_get_string (text, &length);
  troupe_llm_answer_builder_add_text (builder, type, bytes, (gssize) length);
}

void
troupe_wire_take_total (TroupeLlmUsage *counts, gint64 total)
{
  counts->total_tokens = total > 0 ? total : counts->prompt_tokens + counts->completion_tokens;
}

char *
troupe_wire_write_arguments (TroupeValue *arguments)
{
  return arguments != NULL ? troupe_value_to_json (arguments, TROUPE_JSON_SPACED) : g_strdup ("{}");
}
