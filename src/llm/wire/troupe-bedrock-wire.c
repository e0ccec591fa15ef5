/* troupe-bedrock-wire.c: Amazon Bedrock's Converse API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-bedrock-wire"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-aws-signature.h"
#include "troupe-bedrock-reader.h"
#include "troupe-llm-error.h"
#include "troupe-llm-wire.h"
#include "troupe-wire-request.h"
#include "troupe-wire-schema.h"
#include "troupe-wire-value.h"

/* Messages with this role are sent as system messages. */
#define DEVELOPER "developer"

/* --- Messages -------------------------------------------------------------------------------- */

/* The messages being serialized, in which turns of user and assistant alternate. */
typedef struct
{
  GPtrArray *turns;  /* (element-type TroupeValue) */
  GPtrArray *blocks; /* (element-type TroupeValue): blocks of the current turn */
  gboolean is_user;  /* role of the current turn */
  guint n_calls;     /* with @n_results: used to number calls and results without an id */
  guint n_results;
  gboolean is_conversion;
} Turns;

static TroupeValue *
make_text (const char *text)
{
  return troupe_wire_new_map ("text", troupe_wire_new_text (text), NULL);
}

static gboolean
is_blank (const char *text)
{
  return text[strspn (text, " \t\r\n")] == '\0';
}

/* Returns the name of a document, which may consist of few characters only. */
static TroupeValue *
make_document_name (const TroupeLlmPart *part)
{
  g_autofree char *name = g_strdup (part->id != NULL && *part->id != '\0' ? part->id : "document");

  return troupe_wire_new_text (
      g_strcanon (name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS " -()[]", '-'));
}

/* Converts a file. The message must contain the data of the file, because the service does not
 * download files. */
static TroupeValue *
make_file (const TroupeLlmPart *part, GError **error)
{
  g_autofree char *media_type = NULL;
  const char *data = troupe_wire_get_base64 (part, &media_type);
  gboolean is_image = media_type != NULL && g_str_has_prefix (media_type, "image/");
  const char *format;
  TroupeValue *source;

  if (data == NULL)
    {
      g_propagate_error (
          error, troupe_llm_error_new (
                     TROUPE_LLM_ERROR_REFUSED,
                     _ ("Bedrock models do not accept file URLs. Provide the file itself.")));
      return NULL;
    }

  format = strchr (media_type, '/') != NULL ? strchr (media_type, '/') + 1 : media_type;
  source = troupe_wire_new_map ("bytes", troupe_wire_new_text (data), NULL);
  if (is_image)
    return troupe_wire_new_map (
        "image",
        troupe_wire_new_map ("format",
                             troupe_wire_new_text (g_str_equal (format, "jpg") ? "jpeg" : format),
                             "source", source, NULL),
        NULL);

  return troupe_wire_new_map (
      "document",
      troupe_wire_new_map ("format",
                           troupe_wire_new_text (g_str_equal (format, "plain") ? "txt" : format),
                           "name", make_document_name (part), "source", source, NULL),
      NULL);
}

/* Converts a part of a message. Returns NULL if the part is not sent, or with an error. */
static TroupeValue *
make_block (Turns *turns, const TroupeLlmPart *part, GError **error)
{
  switch (part->type)
    {
    case TROUPE_LLM_PART_TEXT:
      return is_blank (part->text) ? NULL : make_text (part->text);

    case TROUPE_LLM_PART_FILE:
      return make_file (part, error);

    case TROUPE_LLM_PART_TOOL_CALL:
      {
        g_autofree char *id = troupe_wire_get_call_id (part, &turns->n_calls);

        return troupe_wire_new_map (
            "toolUse",
            troupe_wire_new_map ("toolUseId", troupe_wire_new_text (id), "name",
                                 troupe_wire_new_text (part->name != NULL ? part->name : ""),
                                 "input", troupe_wire_read_arguments (part), NULL),
            NULL);
      }

    case TROUPE_LLM_PART_TOOL_RESULT:
      {
        g_autofree char *id = troupe_wire_get_call_id (part, &turns->n_results);
        TroupeValue *text = is_blank (part->text) ? NULL : make_text (part->text);

        /* Converts a tool result. Blank text is rejected, but an empty result is accepted. */
        return troupe_wire_new_map (
            "toolResult",
            troupe_wire_new_map (
                "toolUseId", troupe_wire_new_text (id), "content",
                troupe_value_new_list (&text, text != NULL ? 1 : 0), "status",
                turns->is_conversion && part->is_error ? troupe_wire_new_text ("error") : NULL,
                NULL),
            NULL);
      }

    case TROUPE_LLM_PART_REASONING:
      if (part->signature == NULL)
        return NULL;

      return troupe_wire_new_map (
          "reasoningContent",
          troupe_wire_new_map ("reasoningText",
                               troupe_wire_new_map ("text", troupe_wire_new_text (part->text),
                                                    "signature",
                                                    troupe_wire_new_text (part->signature), NULL),
                               NULL),
          NULL);

    case TROUPE_LLM_PART_OTHER:
      return part->value != NULL ? troupe_value_ref (part->value) : NULL;

    case TROUPE_LLM_PART_REFUSAL:
    default:
      return NULL;
    }
}

static void
end_turn (Turns *turns)
{
  g_assert (turns != NULL);

  if (turns->blocks->len == 0)
    return;

  if (turns->turns->len == 0 && !turns->is_user)
    {
      /* The first turn must be the user's. */
      TroupeValue *hello = make_text ("Hello");

      g_ptr_array_add (turns->turns,
                       troupe_wire_new_map ("role", troupe_wire_new_text ("user"), "content",
                                            troupe_value_new_list (&hello, 1), NULL));
    }
  g_ptr_array_add (
      turns->turns,
      troupe_wire_new_map ("role", troupe_wire_new_text (turns->is_user ? "user" : "assistant"),
                           "content", troupe_wire_end_list (turns->blocks), NULL));
}

static gboolean
is_thought (const TroupeLlmPart *part)
{
  return part->type == TROUPE_LLM_PART_REASONING ||
         (part->type == TROUPE_LLM_PART_OTHER &&
          troupe_llm_wire_get (part->value, "reasoningContent") != NULL);
}

/* Merges consecutive messages of one role into one turn, because the API requires alternating
 * roles. In a turn, reasoning comes first. */
static gboolean
take_message (Turns *turns, const TroupeLlmMessage *message, GError **error)
{
  gboolean is_user = message->role != TROUPE_LLM_ROLE_ASSISTANT;

  g_assert (turns != NULL);

  if (is_user != turns->is_user)
    end_turn (turns);
  turns->is_user = is_user;
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < message->parts->len; i++)
      {
        const TroupeLlmPart *part = g_ptr_array_index (message->parts, i);
        GError *local_error = NULL;
        TroupeValue *block;

        if (is_thought (part) != (pass == 0))
          continue;
        block = make_block (turns, part, &local_error);
        if (local_error != NULL)
          {
            g_propagate_error (error, local_error);
            return FALSE;
          }
        if (block != NULL)
          g_ptr_array_add (turns->blocks, block);
      }

  return TRUE;
}

/* --- Tools ----------------------------------------------------------------------------------- */

/* Creates the specification of a tool. @description: (nullable). @schema: (transfer full) */
static TroupeValue *
make_spec (const char *name, const char *description, TroupeValue *schema)
{
  return troupe_wire_new_map (
      "toolSpec",
      troupe_wire_new_map (
          "name", troupe_wire_new_text (name), "description",
          description != NULL && *description != '\0' ? troupe_wire_new_text (description) : NULL,
          "inputSchema", troupe_wire_new_map ("json", schema, NULL), NULL),
      NULL);
}

static gboolean
has_spec (GPtrArray *specs, const char *name)
{
  g_assert (specs != NULL);

  for (guint i = 0; i < specs->len; i++)
    if (g_strcmp0 (troupe_llm_wire_get_text (
                       troupe_llm_wire_get_map (g_ptr_array_index (specs, i), "toolSpec"), "name"),
                   name) == 0)
      return TRUE;

  return FALSE;
}

/* Adds the tools that were called in the conversation. If it contains tool calls, the API
 * requires tools, even if no tool may be called any more. This function is only used if no tools
 * are offered, so that a name invented by the model is never offered. */
static void
add_told_tools (GPtrArray *specs, GPtrArray *messages)
{
  for (guint i = 0; i < messages->len; i++)
    {
      const TroupeLlmMessage *message = g_ptr_array_index (messages, i);

      for (guint j = 0; j < message->parts->len; j++)
        {
          const TroupeLlmPart *part = g_ptr_array_index (message->parts, j);

          if (part->type == TROUPE_LLM_PART_TOOL_CALL && part->name != NULL &&
              !has_spec (specs, part->name))
            g_ptr_array_add (
                specs, make_spec (part->name, NULL,
                                  troupe_wire_new_map ("type", troupe_wire_new_text ("object"),
                                                       "properties",
                                                       troupe_wire_new_map (NULL, NULL), NULL)));
        }
    }
}

static TroupeValue *
make_choice (const char *type, const char *name)
{
  return troupe_wire_new_map (type, troupe_wire_new_map ("name", troupe_wire_new_text (name), NULL),
                              NULL);
}

/* Converts the setting `tool_choice`, which may be in OpenAI's format or that of the API.
 * (nullable) */
static TroupeValue *
translate_choice (TroupeValue *settings)
{
  TroupeValue *choice = troupe_llm_wire_get_map (settings, "tool_choice");
  const char *word = troupe_llm_wire_get_text (settings, "tool_choice");
  const char *name = troupe_wire_get_chosen_tool (choice);

  if (name != NULL)
    return make_choice ("tool", name);
  if (choice != NULL)
    return troupe_value_ref (choice);
  if (g_strcmp0 (word, "required") == 0)
    return make_choice ("any", NULL);

  return g_strcmp0 (word, "auto") == 0 ? make_choice ("auto", NULL) : NULL;
}

static void
add_tools (TroupeMapBuilder *body, const TroupeLlmRequest *request)
{
  g_autoptr (GPtrArray) specs =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  TroupeValue *schema = troupe_wire_get_answer_schema (request->settings);
  g_autoptr (TroupeValue) whole = schema != NULL ? troupe_wire_inline_schema (schema) : NULL;
  TroupeValue *choice = NULL;

  for (guint i = 0; request->tools != NULL && i < request->tools->len; i++)
    {
      const TroupeLlmToolSpec *tool = g_ptr_array_index (request->tools, i);

      g_ptr_array_add (specs, make_spec (tool->name, tool->description,
                                         tool->is_strict
                                             ? troupe_wire_make_strict (
                                                   tool->schema, TROUPE_WIRE_SCHEMA_ALL_REQUIRED)
                                             : troupe_value_ref (tool->schema)));
    }
  if (schema != NULL)
    {
      choice = specs->len > 0 ? make_choice ("any", NULL)
                              : make_choice ("tool", TROUPE_WIRE_ANSWER_TOOL);
      g_ptr_array_add (specs, make_spec (TROUPE_WIRE_ANSWER_TOOL,
                                         "Submits the answer in the required format.",
                                         troupe_wire_make_strict (whole, 0)));
    }
  else if (specs->len > 0)
    {
      choice = translate_choice (request->settings);
    }
  if (request->tools == NULL || request->tools->len == 0)
    add_told_tools (specs, request->messages);
  if (specs->len > 0)
    troupe_map_builder_add (body, "toolConfig",
                            troupe_wire_new_map ("tools", troupe_wire_end_list (specs),
                                                 "toolChoice", choice, NULL));
}

/* --- Body, headers and token counting --------------------------------------------------------- */

static TroupeValue *
make_body (const TroupeLlmRequest *request, const TroupeLlmTarget *target, GError **error)
{
  g_assert (request != NULL);

  /* The API's name and CrewAI's name of each setting. CrewAI's name takes precedence. */
  static const char *const passed[][2] = {
    { "guardrailConfig", "guardrailConfig" },
    { "guardrailConfig", "guardrail_config" },
    { "additionalModelRequestFields", "additionalModelRequestFields" },
    { "additionalModelRequestFields", "additional_model_request_fields" },
  };
  g_auto (TroupeMapBuilder) body = { NULL };
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) blocks = NULL;
  GPtrArray *messages;
  g_autofree char *system = NULL;
  Turns turns;

  troupe_map_builder_init (&body);
  all = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  blocks = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  messages = request->messages;
  system = troupe_wire_join_system (NULL, messages, DEVELOPER);
  turns = (Turns){ all, blocks, TRUE, 0, 0, request->is_conversion };
  for (guint i = 0; i < messages->len; i++)
    {
      const TroupeLlmMessage *message = g_ptr_array_index (messages, i);

      if (!troupe_wire_is_system (message, DEVELOPER) && !take_message (&turns, message, error))
        return NULL;
    }
  if (all->len == 0 && blocks->len == 0)
    g_ptr_array_add (blocks, make_text ("Hello"));
  end_turn (&turns);

  troupe_map_builder_add (&body, "messages", troupe_wire_end_list (all));
  if (system != NULL)
    {
      TroupeValue *block = make_text (system);

      troupe_map_builder_add (&body, "system", troupe_value_new_list (&block, 1));
    }

  if (!request->is_conversion)
    {
      TroupeValue *settings = request->settings;
      TroupeValue *stops = troupe_wire_list_stops (settings, FALSE);
      TroupeMapBuilder config;

      troupe_map_builder_init (&config);
      troupe_wire_add_setting (&config, "maxTokens", settings, "max_tokens");
      troupe_wire_add_setting (&config, "temperature", settings, "temperature");
      troupe_wire_add_setting (&config, "topP", settings, "top_p");
      if (stops != NULL)
        troupe_map_builder_add (&config, "stopSequences", stops);
      troupe_map_builder_add (&body, "inferenceConfig", troupe_map_builder_end (&config));
    }
  add_tools (&body, request);
  for (guint i = 0; i < G_N_ELEMENTS (passed); i++)
    troupe_wire_add_setting (&body, passed[i][0], request->settings, passed[i][1]);

  return troupe_map_builder_end (&body);
}

static char *
make_url_of (const char *verb, const TroupeLlmTarget *target)
{
  g_autofree char *model = g_uri_escape_string (target->model, NULL, FALSE);
  g_autofree char *path = g_strconcat ("model/", model, "/", verb, NULL);

  return troupe_llm_wire_make_url (target, path);
}

static char *
make_url (const TroupeLlmRequest *request, const TroupeLlmTarget *target)
{
  return make_url_of (request->stream ? "converse-stream" : "converse", target);
}

/* Creates a request that counts the tokens of everything that the model would read. */
static TroupeValue *
make_count (const TroupeLlmRequest *request,
            const TroupeLlmTarget *target,
            char **url,
            GError **error)
{
  static const char *const counted[] = { "messages", "system", "toolConfig",
                                         "additionalModelRequestFields", NULL };
  g_autoptr (TroupeValue) body = make_body (request, target, error);

  if (body == NULL)
    return NULL;
  *url = make_url_of ("count-tokens", target);

  return troupe_wire_new_map (
      "input", troupe_wire_new_map ("converse", troupe_wire_pick (body, counted), NULL), NULL);
}

static gboolean
add_headers (GStrvBuilder *headers,
             const TroupeLlmRequest *request,
             const TroupeLlmTarget *target,
             const char *url,
             GBytes *body,
             GError **error)
{
  static const char *const own[] = { "content-type", "application/json", NULL };
  gsize length;
  gconstpointer data = g_bytes_get_data (body, &length);
  TroupeAwsRequest aws = {
    .access_key = target->key,
    .secret_key = target->secret_key,
    .session_token = target->session_token,
    .region = target->region,
    .service = "bedrock",
    .method = "POST",
    .url = url,
    .headers = own,
    .body = data,
    .length = length,
    .seconds = g_get_real_time () / G_USEC_PER_SEC,
  };
  g_auto (GStrv) signature = troupe_aws_signature_make (&aws);

  if (signature == NULL)
    {
      g_propagate_error (error, troupe_llm_error_new (TROUPE_LLM_ERROR_REFUSED,
                                                      _ ("“%s” is not a valid server URL."), url));
      return FALSE;
    }
  g_strv_builder_addv (headers, (const char **) signature);

  return TRUE;
}

static gpointer
reader_new (TroupeLlmAnswerBuilder *builder)
{
  return troupe_bedrock_reader_new (builder);
}

static void
reader_free (gpointer reader)
{
  troupe_bedrock_reader_free (reader);
}

static gboolean
take_event (gpointer reader, const char *type, TroupeValue *value, GError **error)
{
  return troupe_bedrock_reader_take_event (reader, type, value, error);
}

static gboolean
take_whole (gpointer reader, TroupeValue *value, GError **error)
{
  return troupe_bedrock_reader_take_whole (reader, value, error);
}

const TroupeLlmWire troupe_bedrock_wire = {
  .framing = TROUPE_LLM_FRAMING_AWS,
  .make_url = make_url,
  .make_body = make_body,
  .add_headers = add_headers,
  .reader_new = reader_new,
  .reader_free = reader_free,
  .take_event = take_event,
  .take_whole = take_whole,
  .make_count = make_count,
  .count_key = "inputTokens",
};
