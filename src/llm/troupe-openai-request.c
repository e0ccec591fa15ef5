/* troupe-openai-request.c: the body of a call in OpenAI's chat completions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-openai-request"

#include "config.h"

#include <string.h>

#include "troupe-openai-request.h"

/* Settings that go to the server as they are. `stop` is not among them: see
 * _troupe_openai_assembler_end(). */
static const char *const passed_settings[] = {
  "temperature",
  "top_p",
  "n",
  "max_tokens",
  "max_completion_tokens",
  "presence_penalty",
  "seed",
  "logit_bias",
  "frequency_penalty",
  "logprobs",
  "top_logprobs",
  "response_format",
  "tool_choice",
  "parallel_tool_calls",
  "user",
};

/* The o1 models take no system message: it goes out as a user's (spec/crew-semantics.md §13). */
static TroupeValue *
without_system_role (TroupeValue *message)
{
  g_autoptr (TroupeValue) renamed = NULL;
  g_autoptr (TroupeValue) user = NULL;
  g_autoptr (TroupeValue) content = NULL;
  TroupeValue *role = NULL, *old;

  if (troupe_value_is (message, TROUPE_VALUE_MAP))
    role = troupe_value_map_lookup_string (message, "role", -1);
  if (role == NULL || !troupe_value_is (role, TROUPE_VALUE_STRING) ||
      !g_str_equal (troupe_value_get_string (role, NULL), "system"))
    return troupe_value_ref (message);

  user = troupe_value_new_string ("user", -1);
  renamed = troupe_value_map_with (message, "role", user);
  old = troupe_value_map_lookup_string (message, "content", -1);
  if (old == NULL || !troupe_value_is (old, TROUPE_VALUE_STRING))
    return g_steal_pointer (&renamed);

  content =
      troupe_value_take_string (g_strconcat ("System: ", troupe_value_get_string (old, NULL), NULL),
                                -1);

  return troupe_value_map_with (renamed, "content", content);
}

static TroupeValue *
make_messages (TroupeValue *messages, const char *model)
{
  gsize n_messages = troupe_value_list_get_length (messages);
  g_autofree TroupeValue **items = NULL;

  if (strstr (model, "o1") == NULL || n_messages == 0)
    return troupe_value_ref (messages);

  items = g_new (TroupeValue *, n_messages);
  for (gsize i = 0; i < n_messages; i++)
    items[i] = without_system_role (troupe_value_list_get (messages, i));

  return troupe_value_new_list (items, n_messages);
}

static void
add_setting (TroupeMapBuilder *builder, TroupeValue *settings, const char *name)
{
  TroupeValue *value = troupe_value_map_lookup_string (settings, name, -1);

  if (value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL))
    troupe_map_builder_add (builder, name, troupe_value_ref (value));
}

static void
add_settings (TroupeMapBuilder *builder, TroupeValue *settings, const TroupeLlmTarget *target)
{
  TroupeValue *more;

  for (guint i = 0; i < G_N_ELEMENTS (passed_settings); i++)
    add_setting (builder, settings, passed_settings[i]);
  if (target->has_own_url || _troupe_llm_model_is_reasoning (target->model))
    add_setting (builder, settings, "reasoning_effort");

  more = troupe_value_map_lookup_string (settings, "additional_params", -1);
  if (more != NULL && troupe_value_is (more, TROUPE_VALUE_MAP))
    for (gsize i = 0; i < troupe_value_map_get_size (more); i++)
      troupe_map_builder_add_key (builder, troupe_value_ref (troupe_value_map_get_key (more, i)),
                                  troupe_value_ref (troupe_value_map_get_value (more, i)));
}

GBytes *
_troupe_openai_request_to_bytes (const TroupeLlmRequest *request, const TroupeLlmTarget *target)
{
  g_autoptr (TroupeValue) body = NULL;
  TroupeMapBuilder builder;
  char *text;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "model", troupe_value_new_string (target->model, -1));
  troupe_map_builder_add (&builder, "messages", make_messages (request->messages, target->model));
  if (request->settings != NULL)
    add_settings (&builder, request->settings, target);
  if (request->tools != NULL && troupe_value_is (request->tools, TROUPE_VALUE_LIST) &&
      troupe_value_list_get_length (request->tools) > 0)
    troupe_map_builder_add (&builder, "tools", troupe_value_ref (request->tools));

  troupe_map_builder_add (&builder, "stream", troupe_value_new_boolean (request->stream));
  if (request->stream)
    {
      TroupeMapBuilder options;

      troupe_map_builder_init (&options);
      troupe_map_builder_add (&options, "include_usage", troupe_value_new_boolean (TRUE));
      troupe_map_builder_add (&builder, "stream_options", troupe_map_builder_end (&options));
    }

  body = troupe_map_builder_end (&builder);
  text = troupe_value_to_json (body, TROUPE_JSON_COMPACT);

  return g_bytes_new_take (text, strlen (text));
}

char *
_troupe_openai_request_get_url (const TroupeLlmTarget *target)
{
  g_autoptr (GUri) base = g_uri_parse (target->base_url, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (GUri) whole = NULL;
  g_autofree char *path = NULL;
  const char *base_path;

  if (base == NULL)
    return g_strdup (target->base_url);

  base_path = g_uri_get_path (base);
  path = g_strconcat (base_path, g_str_has_suffix (base_path, "/") ? "" : "/", "chat/completions",
                      NULL);
  whole = soup_uri_copy (base, SOUP_URI_PATH, path, SOUP_URI_NONE);

  return g_uri_to_string (whole);
}
