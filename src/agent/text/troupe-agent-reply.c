/* troupe-agent-reply.c: interprets a model's answer like CrewAI's clients
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-reply"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-form.h"
#include "troupe-agent-object.h"
#include "troupe-agent-reply.h"
#include "troupe-sanitize-text.h"

/* Maximum number of characters of an answer that are shown. */
#define MAX_SHOWN 100

void
troupe_agent_advise_misfit (GError *error, const char *model, TroupeValue *settings)
{
  char *whole = NULL;

  g_return_if_fail (error != NULL);

  whole = g_strdup_printf (
      /* Translators: a sentence that describes the error in an answer */
      _ ("%s Choose a model that supports JSON schemas, or simplify the schema."), error->message);
  g_free (error->message);
  error->message = whole;
  if (model != NULL)
    troupe_llm_error_name (error, model, settings);
}

TroupeValue *
troupe_agent_read_object (TroupeSchema *schema, const char *text, gboolean is_bare, GError **error)
{
  g_autoptr (GError) cause = NULL;
  TroupeValue *object = is_bare ? troupe_schema_read_text (schema, text, &cause)
                                : troupe_schema_find_text (schema, text, NULL);

  if (object == NULL && !is_bare)
    object = troupe_agent_object_find (schema, text, &cause);

  if (object == NULL)
    {
      g_autofree char *cut = g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), MAX_SHOWN));
      g_autofree char *start = troupe_text_first_line (cut);
      GError *misfit;

      if (g_error_matches (cause, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_JSON))
        misfit = g_error_new (TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID,
                              /* Translators: the start of the answer */
                              _ ("The answer is not the requested JSON object: “%s”."), start);
      else
        misfit = g_error_new (
            TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID,
            /* Translators: a list of errors, such as “score: expected a whole number, found the text
             * “many”.” */
            _ ("The answer does not match the requested fields: %s"), cause->message);
      g_propagate_error (error, misfit);
    }

  return object;
}

gboolean
troupe_agent_reply_is_read_by_client (const TroupeLlmRequest *request)
{
  g_return_val_if_fail (request != NULL, FALSE);

  /* If the request names no model, the environment determines the model, which by default is one
   * of OpenAI's models. */
  return request->model == NULL ||
         troupe_agent_form_find (request->model, request->settings) == TROUPE_AGENT_FORM_ALL;
}

/* Returns TRUE for OpenAI's Responses API, for which CrewAI searches for the object in the text. */
static gboolean
is_by_responses (TroupeValue *settings)
{
  TroupeValue *api = troupe_value_get_member (settings, "api");

  return api != NULL && troupe_value_is (api, TROUPE_VALUE_STRING) &&
         g_str_equal (troupe_value_get_string (api, NULL), "responses");
}

static gboolean
is_responses (const TroupeLlmRequest *request)
{
  g_assert (request != NULL);

  return is_by_responses (request->settings);
}

gboolean
troupe_agent_reply_is_taken_as_text (const char *model, TroupeValue *settings)
{
  return is_by_responses (settings) || troupe_agent_form_is_of (model, TROUPE_WIRE_BEDROCK);
}

/* A truncated or filtered chat completion is an error in CrewAI's client, even if the object is
 * valid. */
static gboolean
is_cut_short (const TroupeLlmRequest *request, const TroupeLlmAnswer *answer)
{
  g_assert (request != NULL);

  return troupe_agent_reply_is_read_by_client (request) &&
         (answer->finish == TROUPE_LLM_FINISH_LENGTH ||
          answer->finish == TROUPE_LLM_FINISH_FILTERED);
}

gboolean
troupe_agent_reply_is_unsaid (const TroupeLlmRequest *request, const TroupeLlmAnswer *answer)
{
  g_return_val_if_fail (request != NULL && answer != NULL, FALSE);

  return *answer->content == '\0' && !request->stream && !is_responses (request) &&
         troupe_agent_reply_is_read_by_client (request) && !is_cut_short (request, answer);
}

void
troupe_agent_reply_fill_arguments (const TroupeLlmRequest *request, TroupeLlmAnswer *answer)
{
  GPtrArray *parts = NULL;

  g_return_if_fail (request != NULL && answer != NULL);

  parts = answer->message->parts;

  if (!request->stream && !is_responses (request))
    return;
  for (guint i = 0; i < parts->len; i++)
    {
      TroupeLlmPart *part = g_ptr_array_index (parts, i);

      if (part->type != TROUPE_LLM_PART_TOOL_CALL || (part->text != NULL && *part->text != '\0'))
        continue;
      g_free (part->text);
      part->text = g_strdup ("{}");
    }
}

gboolean
troupe_agent_reply_read (const TroupeLlmRequest *request,
                         TroupeLlmAnswer *answer,
                         TroupeSchema *rules,
                         gboolean is_bare,
                         TroupeValue **object,
                         GError **error)
{
  GError *misfit = NULL;

  g_return_val_if_fail (request != NULL && answer != NULL && rules != NULL, FALSE);
  g_return_val_if_fail (object != NULL && *object == NULL, FALSE);

  if (is_cut_short (request, answer))
    {
      g_propagate_error (
          error,
          g_error_new (
              TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID,
              answer->finish == TROUPE_LLM_FINISH_LENGTH
                  ? _ ("The JSON answer was cut off at the maximum length (%s). Increase "
                       "“max_tokens”.")
                  : _ ("The JSON answer was stopped by a content filter (%s). Change the prompt."),
              answer->finish_reason != NULL ? answer->finish_reason : "?"));
      return FALSE;
    }
  if (*answer->content == '\0')
    return TRUE;

  *object = troupe_agent_read_object (rules, answer->content, is_bare && !is_responses (request),
                                      &misfit);
  if (misfit != NULL)
    {
      troupe_agent_advise_misfit (misfit, request->model, request->settings);
      g_propagate_error (error, misfit);
    }
  if (*object != NULL && g_strcmp0 (answer->finish_reason, "tool_use") == 0 &&
      troupe_agent_form_is_of (request->model, TROUPE_WIRE_BEDROCK))
    {
      g_free (answer->content);
      answer->content = troupe_value_to_json (*object, TROUPE_JSON_COMPACT);
    }

  return *object != NULL;
}
