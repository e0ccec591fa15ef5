/* troupe-ollama-wire.c: Ollama's native API, for settings that its chat completions ignore
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-ollama-wire"

#include "config.h"

#include <libsoup/soup.h>
#include <string.h>

#include "troupe-ollama-reader.h"
#include "troupe-llm-wire.h"
#include "troupe-wire-request.h"
#include "troupe-wire-value.h"

/* Settings and their names in Ollama. As with chat completions, stop sequences are not sent but
 * applied to the finished answer. */
static const char *const options[][2] = {
  { "temperature", "temperature" },
  { "top_p", "top_p" },
  { "top_k", "top_k" },
  { "seed", "seed" },
  { "presence_penalty", "presence_penalty" },
  { "frequency_penalty", "frequency_penalty" },
  { "max_tokens", "num_predict" },
  { "max_completion_tokens", "num_predict" },
};

/* Returns the URL, whose path is a sibling of /v1, not below it. */
static char *
make_url (const TroupeLlmRequest *request, const TroupeLlmTarget *target)
{
  g_autoptr (GUri) base = g_uri_parse (target->base_url, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (GUri) whole = NULL;
  g_autoptr (GString) path = NULL;

  if (base == NULL)
    return g_strdup (target->base_url);

  path = g_string_new (g_uri_get_path (base));
  while (path->len > 0 && path->str[path->len - 1] == '/')
    g_string_truncate (path, path->len - 1);
  if (g_str_has_suffix (path->str, "/v1"))
    g_string_truncate (path, path->len - strlen ("/v1"));
  g_string_append (path, "/api/chat");
  whole = soup_uri_copy (base, SOUP_URI_PATH, path->str, SOUP_URI_NONE);

  return g_uri_to_string (whole);
}

/* --- Messages --------------------------------------------------------------------------------- */

/* Adds the other parts of a message: images, calls and reasoning. */
static void
add_parts (TroupeMapBuilder *builder, const TroupeLlmMessage *message, GPtrArray *messages)
{
  g_autoptr (GPtrArray) images = g_ptr_array_new ();
  g_autoptr (GPtrArray) calls = g_ptr_array_new ();

  for (guint i = 0; i < message->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (message->parts, i);
      const char *data;

      if (part->type == TROUPE_LLM_PART_FILE &&
          (data = troupe_wire_get_base64 (part, NULL)) != NULL)
        g_ptr_array_add (images, troupe_wire_new_text (data));
      else if (part->type == TROUPE_LLM_PART_TOOL_CALL)
        {
          TroupeMapBuilder function;

          troupe_map_builder_init (&function);
          troupe_wire_add_text (&function, "name", part->name != NULL ? part->name : "");
          troupe_map_builder_add (&function, "arguments", troupe_wire_read_arguments (part));
          g_ptr_array_add (calls, troupe_wire_new_map ("function",
                                                       troupe_map_builder_end (&function), NULL));
        }
      else if (part->type == TROUPE_LLM_PART_TOOL_RESULT)
        troupe_wire_add_text (builder, "tool_name", troupe_wire_find_tool (messages, part));
      else if (part->type == TROUPE_LLM_PART_REASONING && *part->text != '\0')
        troupe_wire_add_text (builder, "thinking", part->text);
    }
  if (images->len > 0)
    troupe_map_builder_add (builder, "images", troupe_wire_end_list (images));
  if (calls->len > 0)
    troupe_map_builder_add (builder, "tool_calls", troupe_wire_end_list (calls));
}

/* --- Settings -------------------------------------------------------------------------------- */

static TroupeValue *
make_body (const TroupeLlmRequest *request, const TroupeLlmTarget *target, GError **error)
{
  TroupeValue *form = troupe_wire_get_form (request->settings);
  TroupeMapBuilder builder;
  TroupeValue *settings;
  TroupeValue *more;
  TroupeValue *think;
  g_autoptr (TroupeValue) rest = NULL;
  TroupeValue *option_settings;
  TroupeValue *context;
  TroupeMapBuilder option_builder;
  GPtrArray *messages;
  g_autoptr (GPtrArray) items = NULL;

  g_assert (request != NULL);

  troupe_map_builder_init (&builder);
  troupe_wire_add_text (&builder, "model", target->model);
  messages = request->messages;
  items = g_ptr_array_new ();
  for (guint i = 0; i < messages->len; i++)
    {
      const TroupeLlmMessage *message = g_ptr_array_index (messages, i);
      g_autofree char *text = troupe_llm_message_get_text (message);
      TroupeMapBuilder message_builder;
      static const char *const names[] = { "system", "user", "assistant", "tool" };

      troupe_map_builder_init (&message_builder);
      troupe_wire_add_text (&message_builder, "role",
                            message->role < G_N_ELEMENTS (names) ? names[message->role]
                                                                 : message->role_name);
      troupe_wire_add_text (&message_builder, "content", text);
      add_parts (&message_builder, message, messages);
      g_ptr_array_add (items, troupe_map_builder_end (&message_builder));
    }
  troupe_map_builder_add (&builder, "messages", troupe_wire_end_list (items));
  if (request->tools != NULL && request->tools->len > 0)
    troupe_map_builder_add (&builder, "tools", troupe_wire_make_functions (request->tools, 0));
  if (form != NULL)
    troupe_wire_add_setting (&builder, "format", form, "schema");
  else if (troupe_wire_wants_json (request->settings))
    troupe_wire_add_text (&builder, "format", "json");
  option_settings = request->settings;
  context = troupe_wire_find_setting (option_settings, "num_ctx");
  troupe_map_builder_init (&option_builder);
  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    troupe_wire_add_setting (&option_builder, options[i][1], option_settings, options[i][0]);
  if (context != NULL)
    troupe_map_builder_add (&option_builder, "num_ctx", troupe_value_ref (context));
  troupe_map_builder_add (&builder, "options", troupe_map_builder_end (&option_builder));
  settings = request->settings;
  more = troupe_llm_wire_get_map (settings, "additional_params");
  think = troupe_wire_find_setting (settings, "think");
  rest = more != NULL ? troupe_value_map_without (more, "num_ctx") : NULL;
  /* num_ctx is set in the options instead. */
  troupe_wire_add_entries (&builder, rest);
  if (think != NULL)
    troupe_map_builder_add (&builder, "think", troupe_value_ref (think));
  troupe_map_builder_add (&builder, "stream", troupe_value_new_boolean (request->stream));

  return troupe_map_builder_end (&builder);
}

static gpointer
reader_new (TroupeLlmAnswerBuilder *builder)
{
  return troupe_ollama_reader_new (builder);
}

static void
reader_free (gpointer reader)
{
  troupe_ollama_reader_free (reader);
}

static gboolean
take_event (gpointer reader, const char *type, TroupeValue *value, GError **error)
{
  return troupe_ollama_reader_take_chunk (reader, value, error);
}

static gboolean
take_whole (gpointer reader, TroupeValue *value, GError **error)
{
  return troupe_ollama_reader_take_whole (reader, value, error);
}

const TroupeLlmWire troupe_ollama_wire = {
  .framing = TROUPE_LLM_FRAMING_LINES,
  .make_url = make_url,
  .make_body = make_body,
  .reader_new = reader_new,
  .reader_free = reader_free,
  .take_event = take_event,
  .take_whole = take_whole,
};
