/* troupe-responses-wire.c: OpenAI's Responses API, also on Azure
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-responses-wire"

#include "config.h"

#include <libsoup/soup.h>
#include <string.h>

#include "troupe-llm-wire.h"
#include "troupe-responses-reader.h"
#include "troupe-wire-request.h"
#include "troupe-wire-schema.h"
#include "troupe-wire-value.h"

/* Settings that are sent unchanged. The API has no stop sequences, seeds and penalties. */
static const char *const passed_settings[] = {
  "temperature", "top_p", "store", "include", "parallel_tool_calls", "truncation", "user",
};

static gboolean
is_azure (const TroupeLlmTarget *target)
{
  return target->service != NULL && target->service->wire == TROUPE_WIRE_AZURE;
}

static char *
make_url (const TroupeLlmRequest *request, const TroupeLlmTarget *target)
{
  g_autoptr (GUri) base = NULL;
  g_autoptr (GUri) whole = NULL;

  if (!is_azure (target))
    return troupe_llm_wire_make_url (target, "responses");

  /* The URL of a deployment does not support this API. */
  base = g_uri_parse (target->base_url, SOUP_HTTP_URI_FLAGS, NULL);
  if (base == NULL)
    return g_strdup (target->base_url);
  whole = soup_uri_copy (base, SOUP_URI_PATH, "/openai/v1/responses", SOUP_URI_QUERY, NULL,
                         SOUP_URI_NONE);

  return g_uri_to_string (whole);
}

/* --- Messages --------------------------------------------------------------------------------- */

/* Converts a part of a user message. Returns NULL if a user message cannot contain it.
 * (nullable) */
static TroupeValue *
make_part (const TroupeLlmPart *part)
{
  TroupeMapBuilder builder;
  gboolean is_document;

  g_assert (part != NULL);

  if (part->type == TROUPE_LLM_PART_OTHER)
    return part->value != NULL ? troupe_value_ref (part->value) : NULL;
  if (part->type != TROUPE_LLM_PART_TEXT && part->type != TROUPE_LLM_PART_FILE)
    return NULL;

  troupe_map_builder_init (&builder);
  is_document = g_strcmp0 (part->media_type, "application/pdf") == 0;
  troupe_wire_add_text (&builder, "type",
                        part->type == TROUPE_LLM_PART_TEXT ? "input_text"
                        : is_document                      ? "input_file"
                                                           : "input_image");
  if (part->type == TROUPE_LLM_PART_TEXT)
    troupe_wire_add_text (&builder, "text", part->text);
  else if (!is_document)
    troupe_wire_add_text (&builder, "image_url", part->uri != NULL ? part->uri : "");
  else if (troupe_wire_get_base64 (part, NULL) == NULL)
    troupe_wire_add_text (&builder, "file_url", part->uri);
  else
    {
      troupe_wire_add_text (&builder, "filename", "document.pdf");
      troupe_wire_add_text (&builder, "file_data", part->uri);
    }

  return troupe_map_builder_end (&builder);
}

static TroupeValue *
make_message (const char *role, TroupeValue *content)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_wire_add_text (&builder, "role", role);
  troupe_map_builder_add (&builder, "content", content);

  return troupe_map_builder_end (&builder);
}

/* Converts the content of a message. A single text is sent as a string, as in CrewAI. */
static TroupeValue *
make_content (const TroupeLlmMessage *message)
{
  g_autoptr (GPtrArray) parts = g_ptr_array_new ();
  const TroupeLlmPart *first =
      message->parts->len > 0 ? g_ptr_array_index (message->parts, 0) : NULL;

  g_assert (message != NULL);

  if (first == NULL || (message->parts->len == 1 && first->type == TROUPE_LLM_PART_TEXT))
    return troupe_wire_new_text (first != NULL ? first->text : "");

  for (guint i = 0; i < message->parts->len; i++)
    {
      TroupeValue *part = make_part (g_ptr_array_index (message->parts, i));

      if (part != NULL)
        g_ptr_array_add (parts, part);
    }

  return troupe_wire_end_list (parts);
}

/* Copies an item without null members, which the server sends but does not accept. */
static TroupeValue *
make_item (TroupeValue *value)
{
  TroupeMapBuilder builder;

  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    return troupe_value_ref (value);
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
    if (!troupe_value_is (troupe_value_map_get_value (value, i), TROUPE_VALUE_NULL))
      troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_map_get_key (value, i)),
                                  troupe_value_ref (troupe_value_map_get_value (value, i)));

  return troupe_map_builder_end (&builder);
}

/* Adds a turn, in which the reasoning precedes the text and the calls. */
static void
add_turn (GPtrArray *items, const TroupeLlmMessage *message)
{
  g_autofree char *text = troupe_llm_message_get_text (message);

  for (guint i = 0; i < message->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (message->parts, i);

      if (part->type == TROUPE_LLM_PART_OTHER && part->value != NULL)
        g_ptr_array_add (items, make_item (part->value));
    }
  if (*text != '\0')
    g_ptr_array_add (items, make_message ("assistant", troupe_wire_new_text (text)));
  for (guint i = 0; i < message->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (message->parts, i);

      if (part->type == TROUPE_LLM_PART_TOOL_CALL)
        {
          TroupeMapBuilder builder;

          troupe_map_builder_init (&builder);
          troupe_wire_add_text (&builder, "type", "function_call");
          troupe_wire_add_text (&builder, "call_id", part->id != NULL ? part->id : "call_0");
          troupe_wire_add_text (&builder, "name", part->name != NULL ? part->name : "");
          troupe_wire_add_text (&builder, "arguments", part->text);
          g_ptr_array_add (items, troupe_map_builder_end (&builder));
        }
    }
}

static void
add_items (GPtrArray *items, const TroupeLlmMessage *message)
{
  switch (message->role)
    {
    case TROUPE_LLM_ROLE_SYSTEM:
      return; /* sent as `instructions` */

    case TROUPE_LLM_ROLE_ASSISTANT:
      add_turn (items, message);
      return;

    case TROUPE_LLM_ROLE_TOOL:
      for (guint i = 0; i < message->parts->len; i++)
        {
          const TroupeLlmPart *part = g_ptr_array_index (message->parts, i);
          TroupeMapBuilder builder;

          troupe_map_builder_init (&builder);
          troupe_wire_add_text (&builder, "type", "function_call_output");
          troupe_wire_add_text (&builder, "call_id", part->id != NULL ? part->id : "call_0");
          troupe_wire_add_text (&builder, "output", part->text);
          g_ptr_array_add (items, troupe_map_builder_end (&builder));
        }
      return;

    case TROUPE_LLM_ROLE_USER:
    case TROUPE_LLM_ROLE_OTHER:
    default:
      g_ptr_array_add (items,
                       make_message (message->role_name != NULL ? message->role_name : "user",
                                     make_content (message)));
    }
}

/* Converts the messages. If one of them contains the id of a previous response, earlier messages
 * are omitted, because the server has stored them. */
static TroupeValue *
make_input (GPtrArray *messages, const char **previous)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  guint begin = 0;

  g_assert (messages != NULL);

  for (guint i = 0; i < messages->len; i++)
    {
      const TroupeLlmMessage *message = g_ptr_array_index (messages, i);
      const char *id = troupe_llm_wire_get_text (message->more, "previous_response_id");

      if (id == NULL)
        continue;
      *previous = id;
      begin = i;
    }
  for (guint i = begin; i < messages->len; i++)
    add_items (items, g_ptr_array_index (messages, i));

  return troupe_wire_end_list (items);
}

/* --- Tools and settings ---------------------------------------------------------------------- */

/* Converts the name of a built-in tool of the server from CrewAI's name to the API's name. */
static TroupeValue *
make_builtin (TroupeValue *name)
{
  static const char *const names[][2] = {
    { "web_search", "web_search_preview" },
    { "computer_use", "computer_use_preview" },
  };

  if (!troupe_value_is (name, TROUPE_VALUE_STRING))
    return troupe_value_ref (name);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (troupe_value_get_string (name, NULL), names[i][0]))
      return troupe_wire_new_map ("type", troupe_wire_new_text (names[i][1]), NULL);

  return troupe_wire_new_map ("type", troupe_value_ref (name), NULL);
}

/* Returns the response format. In this API, the format and its type form a single object, and
 * the schema must not contain references. (nullable) */
static TroupeValue *
make_format (TroupeValue *settings)
{
  TroupeValue *format = troupe_llm_wire_get_map (settings, "response_format");
  TroupeValue *form = troupe_wire_get_form (settings);
  g_autoptr (TroupeValue) whole = NULL;
  TroupeMapBuilder builder;

  if (form == NULL)
    return format != NULL ? troupe_value_ref (format) : NULL;
  whole = troupe_wire_inline_form (form);
  troupe_map_builder_init (&builder);
  troupe_wire_add_text (&builder, "type", "json_schema");
  troupe_wire_add_setting (&builder, "name", form, "name");
  troupe_wire_add_setting (&builder, "strict", form, "strict");
  troupe_wire_add_setting (&builder, "schema", whole, "schema");

  return troupe_map_builder_end (&builder);
}

static TroupeValue *
make_body (const TroupeLlmRequest *request, const TroupeLlmTarget *target, GError **error)
{
  const char *previous = troupe_llm_wire_get_text (request->settings, "previous_response_id");
  g_autofree char *instructions =
      troupe_wire_join_system (troupe_llm_wire_get_text (request->settings, "instructions"),
                               request->messages, NULL);
  TroupeValue *builtin = troupe_llm_wire_get_list (request->settings, "builtin_tools");
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  TroupeValue *tools;
  TroupeValue *choice = troupe_llm_wire_get (request->settings, "tool_choice");
  TroupeMapBuilder builder;
  TroupeValue *settings;
  static const char *const limits[] = { "max_tokens", "max_completion_tokens",
                                        "max_output_tokens" };
  const char *effort;
  TroupeValue *format;

  g_assert (request != NULL);

  for (gsize i = 0; builtin != NULL && i < troupe_value_list_get_length (builtin); i++)
    g_ptr_array_add (items, make_builtin (troupe_value_list_get (builtin, i)));
  if (request->tools != NULL)
    {
      g_autoptr (TroupeValue) own =
          troupe_wire_make_functions (request->tools, TROUPE_WIRE_FUNCTION_FLAT);

      for (gsize i = 0; i < troupe_value_list_get_length (own); i++)
        g_ptr_array_add (items, troupe_value_ref (troupe_value_list_get (own, i)));
    }
  tools = items->len > 0 ? troupe_wire_end_list (items) : NULL;
  troupe_map_builder_init (&builder);
  troupe_wire_add_text (&builder, "model", target->model);
  troupe_map_builder_add (&builder, "input", make_input (request->messages, &previous));
  troupe_wire_add_text (&builder, "instructions", instructions);
  troupe_wire_add_text (&builder, "previous_response_id", previous);
  if (tools != NULL)
    {
      troupe_map_builder_add (&builder, "tools", tools);
      if (choice != NULL && !troupe_value_is (choice, TROUPE_VALUE_NULL))
        {
          const char *name = troupe_wire_get_chosen_tool (choice);
          TroupeMapBuilder choice_builder;
          TroupeValue *result;

          /* Converts the tool choice {type, function: {name}}, which is flat in this API. */
          if (name == NULL)
            result = troupe_value_ref (choice);
          else
            {
              troupe_map_builder_init (&choice_builder);
              troupe_wire_add_text (&choice_builder, "type", "function");
              troupe_wire_add_text (&choice_builder, "name", name);
              result = troupe_map_builder_end (&choice_builder);
            }
          troupe_map_builder_add (&builder, "tool_choice", result);
        }
    }
  settings = request->settings;
  effort = troupe_llm_wire_get_text (settings, "reasoning_effort");
  format = make_format (settings);
  for (guint i = 0; i < G_N_ELEMENTS (passed_settings); i++)
    troupe_wire_add_setting (&builder, passed_settings[i], settings, passed_settings[i]);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    troupe_wire_add_setting (&builder, "max_output_tokens", settings, limits[i]);
  if (effort != NULL)
    troupe_map_builder_add (&builder, "reasoning",
                            troupe_wire_new_map ("effort", troupe_wire_new_text (effort), NULL));
  if (format != NULL)
    troupe_map_builder_add (&builder, "text", troupe_wire_new_map ("format", format, NULL));
  troupe_wire_add_entries (&builder, troupe_llm_wire_get_map (settings, "additional_params"));
  if (request->stream)
    troupe_map_builder_add (&builder, "stream", troupe_value_new_boolean (TRUE));

  return troupe_map_builder_end (&builder);
}

static gpointer
reader_new (TroupeLlmAnswerBuilder *builder)
{
  return troupe_responses_reader_new (builder);
}

static void
reader_free (gpointer reader)
{
  troupe_responses_reader_free (reader);
}

static gboolean
take_event (gpointer reader, const char *type, TroupeValue *value, GError **error)
{
  return troupe_responses_reader_take_event (reader, type, value, error);
}

static gboolean
take_whole (gpointer reader, TroupeValue *value, GError **error)
{
  return troupe_responses_reader_take_whole (reader, value, error);
}

const TroupeLlmWire troupe_responses_wire = {
  .framing = TROUPE_LLM_FRAMING_SSE,
  .make_url = make_url,
  .make_body = make_body,
  .is_bearer = TRUE,
  .reader_new = reader_new,
  .reader_free = reader_free,
  .take_event = take_event,
  .take_whole = take_whole,
};
