/* troupe-gemini-wire.c: Gemini's generateContent API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-gemini-wire"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-gemini-reader.h"
#include "troupe-llm-error.h"
#include "troupe-llm-wire.h"
#include "troupe-wire-request.h"
#include "troupe-wire-schema.h"
#include "troupe-wire-value.h"

/* Maximum delay before a retry that is acceptable (doc/llm-client.md §1). */
#define LONGEST_WAIT_SECONDS 120.0

/* --- URL -------------------------------------------------------------------------------------- */

static char *
make_url_of (const char *verb, const TroupeLlmTarget *target)
{
  gboolean is_path = g_str_has_prefix (target->model, "models/") ||
                     g_str_has_prefix (target->model, "tunedModels/");
  g_autofree char *model = g_uri_escape_string (target->model, "/", FALSE);
  g_autofree char *path = g_strconcat ("v1beta/", is_path ? "" : "models/", model, ":", verb, NULL);

  return troupe_llm_wire_make_url (target, path);
}

static char *
make_url (const TroupeLlmRequest *request, const TroupeLlmTarget *target)
{
  g_autofree char *url =
      make_url_of (request->stream ? "streamGenerateContent" : "generateContent", target);

  g_assert (request != NULL);

  /* Without this parameter, the stream is a single JSON list, which is not complete before the
   * end. */
  return request->stream ? troupe_llm_wire_add_query (url, "alt", "sse") : g_steal_pointer (&url);
}

/* --- Messages --------------------------------------------------------------------------------- */

static TroupeValue *
make_text (const char *text)
{
  return troupe_wire_new_map ("text", troupe_wire_new_text (text), NULL);
}

/* Converts a part of a message. Returns NULL if the part is not sent. (transfer full) (nullable) */
static TroupeValue *
make_part (const TroupeLlmPart *part, GPtrArray *messages)
{
  g_assert (part != NULL);

  switch (part->type)
    {
    case TROUPE_LLM_PART_TEXT:
      /* Empty parts are rejected. */
      return *part->text != '\0' ? make_text (part->text) : NULL;

    case TROUPE_LLM_PART_FILE:
      {
        const char *data = troupe_wire_get_base64 (part, NULL);
        TroupeMapBuilder builder;

        troupe_map_builder_init (&builder);
        troupe_wire_add_text (&builder, "mimeType", part->media_type);
        troupe_wire_add_text (&builder, "data", data);
        if (data == NULL)
          troupe_wire_add_text (&builder, "fileUri", part->uri != NULL ? part->uri : "");
        return troupe_wire_new_map (data != NULL ? "inlineData" : "fileData",
                                    troupe_map_builder_end (&builder), NULL);
      }

    case TROUPE_LLM_PART_TOOL_CALL:
      {
        TroupeMapBuilder call, builder;

        troupe_map_builder_init (&call);
        /* Locally generated ids are not sent. */
        if (part->id != NULL && !g_str_has_prefix (part->id, "call_"))
          troupe_wire_add_text (&call, "id", part->id);
        troupe_wire_add_text (&call, "name", part->name != NULL ? part->name : "");
        troupe_map_builder_add (&call, "args", troupe_wire_read_arguments (part));
        troupe_map_builder_init (&builder);
        troupe_map_builder_add (&builder, "functionCall", troupe_map_builder_end (&call));
        troupe_wire_add_text (&builder, "thoughtSignature", part->signature);
        return troupe_map_builder_end (&builder);
      }

    case TROUPE_LLM_PART_TOOL_RESULT:
      {
        TroupeMapBuilder builder;

        /* Converts a tool result. As in CrewAI, the id is not sent, because results are matched
         * by order. */
        troupe_map_builder_init (&builder);
        troupe_wire_add_text (&builder, "name", troupe_wire_find_tool (messages, part));
        troupe_map_builder_add (&builder, "response",
                                troupe_wire_new_map ("result", troupe_wire_new_text (part->text),
                                                     NULL));
        return troupe_wire_new_map ("functionResponse", troupe_map_builder_end (&builder), NULL);
      }

    case TROUPE_LLM_PART_REASONING:
      {
        TroupeMapBuilder builder;

        /* The reasoning text is not sent, because the server identifies the reasoning by its
         * signature. */
        if (part->signature == NULL)
          return NULL;
        troupe_map_builder_init (&builder);
        troupe_wire_add_text (&builder, "text", "");
        troupe_wire_add_text (&builder, "thoughtSignature", part->signature);
        return troupe_map_builder_end (&builder);
      }

    case TROUPE_LLM_PART_OTHER:
      return part->value != NULL ? troupe_value_ref (part->value) : NULL;

    case TROUPE_LLM_PART_REFUSAL:
    default:
      return NULL;
    }
}

static TroupeValue *
make_turn (const char *role, GPtrArray *parts)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_wire_add_text (&builder, "role", role);
  troupe_map_builder_add (&builder, "parts", troupe_wire_end_list (parts));

  return troupe_map_builder_end (&builder);
}

static gboolean
is_result (const TroupeLlmMessage *message)
{
  return troupe_llm_message_has (message, TROUPE_LLM_PART_TOOL_RESULT);
}

/* Converts the conversation, which must not end with a turn of the model. (transfer full)
 * (nullable) */
static TroupeValue *
make_contents (GPtrArray *messages, GError **error)
{
  g_autoptr (GPtrArray) turns = g_ptr_array_new ();
  const TroupeLlmMessage *last = NULL;

  g_assert (messages != NULL);

  for (guint i = 0; i < messages->len;)
    {
      const TroupeLlmMessage *message = g_ptr_array_index (messages, i);
      guint n_turns = turns->len;
      guint at;
      g_autoptr (GPtrArray) parts = NULL;
      const TroupeLlmMessage *first;
      const TroupeLlmMessage *turn;

      if (message->role == TROUPE_LLM_ROLE_SYSTEM)
        {
          i++;
          continue;
        }
      /* Adds the turn that begins with the message at index @at. If that message is a tool
       * result, the turn includes all results that follow. */
      at = i;
      parts = g_ptr_array_new ();
      first = g_ptr_array_index (messages, at);
      turn = first;
      do
        {
          for (guint j = 0; j < turn->parts->len; j++)
            {
              TroupeValue *part = make_part (g_ptr_array_index (turn->parts, j), messages);

              if (part != NULL)
                g_ptr_array_add (parts, part);
            }
          at++;
          turn = at < messages->len ? g_ptr_array_index (messages, at) : NULL;
        }
      while (turn != NULL && is_result (first) && is_result (turn));

      if (parts->len > 0)
        g_ptr_array_add (
            turns, make_turn (first->role == TROUPE_LLM_ROLE_ASSISTANT ? "model" : "user", parts));
      i = at;
      if (turns->len > n_turns)
        last = message;
    }

  if (last != NULL && last->role == TROUPE_LLM_ROLE_ASSISTANT)
    {
      g_autoptr (GPtrArray) parts = g_ptr_array_new ();

      if (troupe_llm_message_has (last, TROUPE_LLM_PART_TOOL_CALL))
        {
          g_ptr_array_set_free_func (turns, (GDestroyNotify) troupe_value_unref);
          g_propagate_error (error, troupe_llm_error_new (
                                        TROUPE_LLM_ERROR_REFUSED,
                                        _ ("The conversation ends with a tool call that has no "
                                           "result. Add the result before calling Gemini again.")));
          return NULL;
        }
      g_ptr_array_add (parts, make_text ("Please continue."));
      g_ptr_array_add (turns, make_turn ("user", parts));
    }

  return troupe_wire_end_list (turns);
}

/* --- Tools and settings ---------------------------------------------------------------------- */

static TroupeValue *
make_tool_config (TroupeValue *choice)
{
  const char *name = troupe_wire_get_chosen_tool (choice);
  const char *word =
      troupe_value_is (choice, TROUPE_VALUE_STRING) ? troupe_value_get_string (choice, NULL) : "";
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  if (name != NULL || g_str_equal (word, "required"))
    troupe_wire_add_text (&builder, "mode", "ANY");
  else
    troupe_wire_add_text (&builder, "mode", g_str_equal (word, "none") ? "NONE" : "AUTO");
  if (name != NULL)
    {
      TroupeValue *allowed = troupe_wire_new_text (name);

      troupe_map_builder_add (&builder, "allowedFunctionNames",
                              troupe_value_new_list (&allowed, 1));
    }

  return troupe_wire_new_map ("functionCallingConfig", troupe_map_builder_end (&builder), NULL);
}

/* Adds the order of the properties to each object of the schema. (transfer full) */
static TroupeValue *
order_schema (TroupeValue *schema)
{
  TroupeValue *properties = troupe_llm_wire_get_map (schema, "properties");
  TroupeMapBuilder builder;

  if (troupe_value_is (schema, TROUPE_VALUE_LIST))
    {
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      for (gsize i = 0; i < troupe_value_list_get_length (schema); i++)
        g_ptr_array_add (items, order_schema (troupe_value_list_get (schema, i)));
      return troupe_wire_end_list (items);
    }
  if (!troupe_value_is (schema, TROUPE_VALUE_MAP))
    return troupe_value_ref (schema);

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (schema); i++)
    troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_map_get_key (schema, i)),
                                order_schema (troupe_value_map_get_value (schema, i)));
  if (properties != NULL && troupe_llm_wire_get (schema, "type") != NULL)
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new ();

      for (gsize i = 0; i < troupe_value_map_get_size (properties); i++)
        g_ptr_array_add (names, troupe_value_ref (troupe_value_map_get_key (properties, i)));
      troupe_map_builder_add (&builder, "propertyOrdering", troupe_wire_end_list (names));
    }

  return troupe_map_builder_end (&builder);
}

/* Returns TRUE for models from 2.5 on, which support reasoning and return its text. */
static gboolean
is_thinking (const char *model)
{
  const char *number = strstr (model, "gemini-");

  return number != NULL && g_ascii_strtod (number + strlen ("gemini-"), NULL) >= 2.5;
}

static TroupeValue *
make_config (const TroupeLlmRequest *request, const char *model)
{
  TroupeValue *stop = troupe_wire_list_stops (request->settings, TRUE);
  TroupeMapBuilder builder;
  TroupeValue *form;

  g_assert (request != NULL);

  troupe_map_builder_init (&builder);
  troupe_wire_add_setting (&builder, "temperature", request->settings, "temperature");
  troupe_wire_add_setting (&builder, "topP", request->settings, "top_p");
  troupe_wire_add_setting (&builder, "topK", request->settings, "top_k");
  troupe_wire_add_setting (&builder, "maxOutputTokens", request->settings, "max_output_tokens");
  if (stop != NULL)
    troupe_map_builder_add (&builder, "stopSequences", stop);
  form = troupe_wire_get_form (request->settings);
  if (request->tools == NULL || request->tools->len <= 0)
    {
      if (form != NULL || troupe_wire_wants_json (request->settings))
        troupe_wire_add_text (&builder, "responseMimeType", "application/json");
      if (form != NULL)
        {
          g_autoptr (TroupeValue) schema =
              troupe_wire_inline_schema (troupe_llm_wire_get_map (form, "schema"));

          troupe_map_builder_add (&builder, "responseJsonSchema", order_schema (schema));
        }
    }
  if (is_thinking (model))
    troupe_map_builder_add (&builder, "thinkingConfig",
                            troupe_wire_new_map ("include_thoughts",
                                                 troupe_value_new_boolean (TRUE), NULL));

  return troupe_map_builder_end (&builder);
}

static TroupeValue *
make_body (const TroupeLlmRequest *request, const TroupeLlmTarget *target, GError **error)
{
  TroupeValue *contents = make_contents (request->messages, error);
  g_autofree char *system = troupe_wire_join_system (NULL, request->messages, NULL);
  TroupeValue *safety = troupe_llm_wire_get (request->settings, "safety_settings");
  TroupeValue *choice = troupe_llm_wire_get (request->settings, "tool_choice");
  TroupeMapBuilder builder;

  g_assert (request != NULL);

  if (contents == NULL)
    return NULL;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "contents", contents);
  if (system != NULL)
    {
      g_autoptr (GPtrArray) parts = g_ptr_array_new ();

      g_ptr_array_add (parts, make_text (system));
      troupe_map_builder_add (&builder, "systemInstruction", make_turn ("user", parts));
    }
  if (request->tools != NULL && request->tools->len > 0)
    {
      GPtrArray *tools = request->tools;
      g_autoptr (GPtrArray) declarations = g_ptr_array_new ();
      TroupeValue *all;

      for (guint i = 0; i < tools->len; i++)
        {
          const TroupeLlmToolSpec *tool = g_ptr_array_index (tools, i);
          TroupeMapBuilder tool_builder;

          troupe_map_builder_init (&tool_builder);
          troupe_wire_add_text (&tool_builder, "name", tool->name);
          troupe_wire_add_text (&tool_builder, "description", tool->description);
          troupe_map_builder_add (&tool_builder, "parameters_json_schema",
                                  troupe_value_ref (tool->schema));
          g_ptr_array_add (declarations, troupe_map_builder_end (&tool_builder));
        }
      all = troupe_wire_new_map ("functionDeclarations", troupe_wire_end_list (declarations), NULL);
      troupe_map_builder_add (&builder, "tools", troupe_value_new_list (&all, 1));
      if (choice != NULL && !troupe_value_is (choice, TROUPE_VALUE_NULL))
        troupe_map_builder_add (&builder, "toolConfig", make_tool_config (choice));
    }
  if (safety != NULL && !troupe_value_is (safety, TROUPE_VALUE_NULL))
    {
      g_autoptr (GPtrArray) items = g_ptr_array_new ();
      TroupeValue *result;

      /* Converts a map {category: threshold}; a list in the API's format is used unchanged. */
      if (!troupe_value_is (safety, TROUPE_VALUE_MAP))
        result = troupe_value_ref (safety);
      else
        {
          for (gsize i = 0; i < troupe_value_map_get_size (safety); i++)
            {
              TroupeMapBuilder safety_builder;

              troupe_map_builder_init (&safety_builder);
              troupe_map_builder_add (&safety_builder, "category",
                                      troupe_value_ref (troupe_value_map_get_key (safety, i)));
              troupe_map_builder_add (&safety_builder, "threshold",
                                      troupe_value_ref (troupe_value_map_get_value (safety, i)));
              g_ptr_array_add (items, troupe_map_builder_end (&safety_builder));
            }
          result = troupe_wire_end_list (items);
        }
      troupe_map_builder_add (&builder, "safetySettings", result);
    }
  troupe_map_builder_add (&builder, "generationConfig", make_config (request, target->model));

  return troupe_map_builder_end (&builder);
}

/* --- Token counting --------------------------------------------------------------------------- */

/* Creates a request that counts tokens. The API only counts contents (doc/llm-client.md §8). */
static TroupeValue *
make_count (const TroupeLlmRequest *request,
            const TroupeLlmTarget *target,
            char **url,
            GError **error)
{
  g_autofree char *system = troupe_wire_join_system (NULL, request->messages, NULL);
  TroupeValue *contents = NULL;

  g_assert (request != NULL);

  if (system != NULL || (request->tools != NULL && request->tools->len > 0) ||
      troupe_wire_get_form (request->settings) != NULL)
    return NULL;
  contents = make_contents (request->messages, error);
  if (contents == NULL)
    return NULL;
  *url = make_url_of ("countTokens", target);

  return troupe_wire_new_map ("contents", contents, NULL);
}

/* --- Errors ----------------------------------------------------------------------------------- */

/* Returns the actual status. An invalid or expired key is reported as a bad request, like any
 * other error. */
static guint
get_status (guint status, TroupeValue *body)
{
  TroupeValue *inner = troupe_llm_wire_get_map (body, "error");
  TroupeValue *details = troupe_llm_wire_get_list (inner, "details");
  const char *words = troupe_llm_wire_get_text (inner, "message");

  if (status != 400)
    return 0;
  if (words != NULL && (g_str_has_prefix (words, "API key not valid") ||
                        g_str_has_prefix (words, "API key expired")))
    return 401;
  for (gsize i = 0; details != NULL && i < troupe_value_list_get_length (details); i++)
    if (g_strcmp0 (troupe_llm_wire_get_text (troupe_value_list_get (details, i), "reason"),
                   "API_KEY_INVALID") == 0)
      return 401;

  return 0;
}

static gboolean
is_quota_of_day (TroupeValue *detail)
{
  TroupeValue *violations = troupe_llm_wire_get_list (detail, "violations");

  for (gsize i = 0; violations != NULL && i < troupe_value_list_get_length (violations); i++)
    {
      const char *id = troupe_llm_wire_get_text (troupe_value_list_get (violations, i), "quotaId");

      if (id != NULL && strstr (id, "PerDay") != NULL)
        return TRUE;
    }

  return FALSE;
}

/* Decides whether to retry. The API has no Retry-After header; instead, the body contains the
 * delay. If the body contains no delay, or a daily quota is exhausted, waiting does not help
 * (doc/llm-client.md §5). */
static void
judge_error (GError *error, guint status, TroupeValue *body)
{
  TroupeValue *details =
      troupe_llm_wire_get_list (troupe_llm_wire_get_map (body, "error"), "details");
  double wait = NAN;
  gint64 after_ms;

  if (status != 429 || !troupe_llm_error_get_retry (error, &after_ms) || after_ms >= 0)
    return;

  for (gsize i = 0; details != NULL && i < troupe_value_list_get_length (details); i++)
    {
      TroupeValue *detail = troupe_value_list_get (details, i);
      const char *delay = troupe_llm_wire_get_text (detail, "retryDelay");

      if (is_quota_of_day (detail))
        {
          wait = NAN;
          break;
        }
      if (delay != NULL && g_ascii_isdigit (*delay))
        wait = g_ascii_strtod (delay, NULL);
    }

  if (wait >= 0 && wait <= LONGEST_WAIT_SECONDS)
    troupe_llm_error_set_retry (error, (gint64) ceil (wait * 1000.0), TRUE);
  else
    troupe_llm_error_set_retry (error, -1, FALSE);
}

static gpointer
reader_new (TroupeLlmAnswerBuilder *builder)
{
  return troupe_gemini_reader_new (builder);
}

static void
reader_free (gpointer reader)
{
  troupe_gemini_reader_free (reader);
}

static gboolean
take_event (gpointer reader, const char *type, TroupeValue *value, GError **error)
{
  return troupe_gemini_reader_take_chunk (reader, value, error);
}

static gboolean
take_whole (gpointer reader, TroupeValue *value, GError **error)
{
  return troupe_gemini_reader_take_whole (reader, value, error);
}

const TroupeLlmWire troupe_gemini_wire = {
  .framing = TROUPE_LLM_FRAMING_SSE,
  .make_url = make_url,
  .make_body = make_body,
  .get_status = get_status,
  .judge_error = judge_error,
  .reader_new = reader_new,
  .reader_free = reader_free,
  .take_event = take_event,
  .take_whole = take_whole,
  .make_count = make_count,
  .count_key = "totalTokens",
};
