/* troupe-azure-wire.c: Azure's variant of OpenAI's chat completions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-azure-wire"

#include "config.h"

#include <libsoup/soup.h>
#include <string.h>

#include "troupe-llm-wire.h"
#include "troupe-openai-reader.h"
#include "troupe-wire-request.h"
#include "troupe-wire-schema.h"
#include "troupe-wire-value.h"

#define DEPLOYMENTS "/openai/deployments"
#define V1 "/openai/v1"

/* Settings that are sent unchanged; CrewAI supports no others for Azure. */
static const char *const passed_settings[] = {
  "temperature",       "top_p",      "presence_penalty",
  "frequency_penalty", "max_tokens", "max_completion_tokens",
  "reasoning_effort",
};

/* --- URL and headers -------------------------------------------------------------------------- */

/* Returns the path of the URL without a trailing slash. (transfer full) (nullable) */
static char *
get_path (const TroupeLlmTarget *target, gboolean *is_azure)
{
  g_autoptr (GUri) base = g_uri_parse (target->base_url, SOUP_HTTP_URI_FLAGS, NULL);
  const char *host = base != NULL ? g_uri_get_host (base) : NULL;
  char *path = g_strdup (base != NULL ? g_uri_get_path (base) : "");

  g_assert (target != NULL);

  while (*path != '\0' && path[strlen (path) - 1] == '/')
    path[strlen (path) - 1] = '\0';
  *is_azure = host != NULL && g_str_has_suffix (host, ".openai.azure.com");

  return path;
}

/* Returns TRUE if the URL names the deployment. */
static gboolean
is_deployment (const TroupeLlmTarget *target)
{
  gboolean is_azure;
  g_autofree char *path = get_path (target, &is_azure);

  return is_azure && !g_str_has_suffix (path, V1);
}

static char *
make_url (const TroupeLlmRequest *request, const TroupeLlmTarget *target)
{
  gboolean is_azure;
  g_autofree char *base = get_path (target, &is_azure);
  g_autofree char *model = g_uri_escape_string (target->model, NULL, FALSE);
  g_autofree char *path = NULL;
  g_autofree char *url = NULL;

  if (g_str_has_suffix (base, V1))
    return troupe_llm_wire_make_url (target, "chat/completions");

  if (!is_azure || strstr (base, DEPLOYMENTS "/") != NULL)
    path = g_strdup ("chat/completions");
  else
    path = g_strconcat (g_str_has_suffix (base, DEPLOYMENTS) ? "" : DEPLOYMENTS + 1,
                        g_str_has_suffix (base, DEPLOYMENTS) ? "" : "/", model, "/chat/completions",
                        NULL);
  url = troupe_llm_wire_make_url (target, path);
  if (strstr (url, "api-version=") != NULL)
    return g_steal_pointer (&url);

  return troupe_llm_wire_add_query (url, "api-version", target->api_version);
}

/* Adds the key of a deployment in two headers, because Azure's own models and those of other
 * vendors expect different headers. */
static gboolean
add_headers (GStrvBuilder *headers,
             const TroupeLlmRequest *request,
             const TroupeLlmTarget *target,
             const char *url,
             GBytes *body,
             GError **error)
{
  g_autofree char *value = g_strconcat ("Bearer ", target->key, NULL);

  g_strv_builder_add (headers, "Authorization");
  g_strv_builder_add (headers, value);

  return TRUE;
}

/* --- Request ---------------------------------------------------------------------------------- */

/* Converts a message. The content is never null in this API, and tool results have no name. */
static TroupeValue *
make_message (const TroupeLlmMessage *message)
{
  g_autoptr (TroupeValue) value = troupe_llm_message_to_value (message);
  g_autoptr (TroupeValue) empty = troupe_wire_new_text ("");
  TroupeValue *content = troupe_llm_wire_get (value, "content");

  g_assert (message != NULL);

  if (message->role == TROUPE_LLM_ROLE_TOOL)
    return troupe_value_map_without (value, "name");
  if (content == NULL || troupe_value_is (content, TROUPE_VALUE_NULL))
    return troupe_value_map_with (value, "content", empty);

  return g_steal_pointer (&value);
}

/* Returns TRUE if stop sequences are sent. Reasoning models do not support them; the answer is
 * truncated locally in any case. */
static gboolean
has_stop (const char *model)
{
  return (troupe_llm_model_get_flags (TROUPE_WIRE_AZURE, model) & TROUPE_LLM_MODEL_NO_STOP) == 0 &&
         !troupe_llm_model_is_reasoning (model);
}

static TroupeValue *
make_body (const TroupeLlmRequest *request, const TroupeLlmTarget *target, GError **error)
{
  TroupeMapBuilder builder;
  g_autoptr (GPtrArray) items = NULL;
  TroupeValue *settings;
  TroupeValue *stop;

  g_assert (request != NULL);

  troupe_map_builder_init (&builder);
  if (!is_deployment (target))
    troupe_wire_add_text (&builder, "model", target->model);
  items = g_ptr_array_new ();
  g_assert (request->messages != NULL);
  for (guint i = 0; i < request->messages->len; i++)
    g_ptr_array_add (items, make_message (g_ptr_array_index (request->messages, i)));
  troupe_map_builder_add (&builder, "messages", troupe_wire_end_list (items));
  if (request->tools != NULL && request->tools->len > 0)
    {
      troupe_map_builder_add (&builder, "tools", troupe_wire_make_functions (request->tools, 0));
      troupe_wire_add_text (&builder, "tool_choice", "auto");
      troupe_wire_add_setting (&builder, "tool_choice", request->settings, "tool_choice");
    }
  settings = request->settings;
  stop = has_stop (target->model) ? troupe_wire_list_stops (settings, TRUE) : NULL;
  for (guint i = 0; i < G_N_ELEMENTS (passed_settings); i++)
    troupe_wire_add_setting (&builder, passed_settings[i], settings, passed_settings[i]);
  if (stop != NULL)
    troupe_map_builder_add (&builder, "stop", stop);
  if (troupe_llm_wire_get_map (settings, "response_format") != NULL)
    {
      TroupeValue *format = troupe_llm_wire_get_map (settings, "response_format");
      TroupeValue *form = troupe_wire_get_form (settings);
      const char *name = troupe_llm_wire_get_text (form, "name");
      g_autoptr (TroupeValue) text = NULL;
      g_autoptr (TroupeValue) described = NULL;
      g_autoptr (TroupeValue) whole = NULL;
      TroupeValue *result;

      /* It requires a description, and its schema must not contain references. */
      if (form == NULL || name == NULL)
        result = troupe_value_ref (format);
      else
        {
          whole = troupe_wire_inline_form (form);
          if (troupe_llm_wire_get (form, "description") != NULL)
            result = troupe_value_map_with (format, "json_schema", whole);
          else
            {
              text = troupe_value_take_string (g_strconcat ("Schema for ", name, NULL), -1);
              described = troupe_value_map_with (whole, "description", text);
              result = troupe_value_map_with (format, "json_schema", described);
            }
        }
      troupe_map_builder_add (&builder, "response_format", result);
    }
  troupe_wire_add_entries (&builder, troupe_llm_wire_get_map (settings, "additional_params"));
  troupe_map_builder_add (&builder, "stream", troupe_value_new_boolean (request->stream));
  if (request->stream)
    troupe_map_builder_add (&builder, "stream_options",
                            troupe_wire_new_map ("include_usage", troupe_value_new_boolean (TRUE),
                                                 NULL));

  return troupe_map_builder_end (&builder);
}

static gpointer
reader_new (TroupeLlmAnswerBuilder *builder)
{
  return troupe_openai_reader_new (builder);
}

static void
reader_free (gpointer reader)
{
  troupe_openai_reader_free (reader);
}

static gboolean
take_event (gpointer reader, const char *type, TroupeValue *value, GError **error)
{
  return troupe_openai_reader_take_chunk (reader, value, error);
}

static gboolean
take_whole (gpointer reader, TroupeValue *value, GError **error)
{
  return troupe_openai_reader_take_whole (reader, value, error);
}

const TroupeLlmWire troupe_azure_wire = {
  .framing = TROUPE_LLM_FRAMING_SSE,
  .make_url = make_url,
  .make_body = make_body,
  .add_headers = add_headers,
  .reader_new = reader_new,
  .reader_free = reader_free,
  .take_event = take_event,
  .take_whole = take_whole,
};
