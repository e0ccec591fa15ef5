/* troupe-openai-wire.c: OpenAI's chat completions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-openai-wire"

#include "config.h"

#include "troupe-llm-wire.h"
#include "troupe-openai-reader.h"
#include "troupe-wire-request.h"
#include "troupe-wire-value.h"

/* Settings that are sent unchanged. `stop` is not sent: see troupe_llm_answer_builder_end(). */
static const char *const passed_settings[] = {
  "temperature",
  "top_p",
  "max_tokens",
  "max_completion_tokens",
  "presence_penalty",
  "seed",
  "logit_bias",
  "frequency_penalty",
  "logprobs",
  "top_logprobs",
  "response_format",
  "parallel_tool_calls",
  "user",
};

/* Returns TRUE if the service rejects requests that contain @key. */
static gboolean
is_rejected (const TroupeLlmTarget *target, const char *key)
{
  return g_strv_contains (target->service->rejected, key);
}

/* The o1 models do not support system messages, so they are sent as user messages
 * (doc/crew-semantics.md §13). */
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

static void
add_settings (TroupeMapBuilder *builder, TroupeValue *settings, const TroupeLlmTarget *target)
{
  /* Servers reject requests that contain both limits. As in CrewAI, only the newer limit is
   * sent. */
  const gboolean has_limit = troupe_llm_wire_get (settings, "max_completion_tokens") != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (passed_settings); i++)
    if ((!has_limit || !g_str_equal (passed_settings[i], "max_tokens")) &&
        !is_rejected (target, passed_settings[i]))
      troupe_wire_add_setting (builder, passed_settings[i], settings, passed_settings[i]);
  if (target->has_own_url || troupe_llm_model_is_reasoning (target->model))
    troupe_wire_add_setting (builder, "reasoning_effort", settings, "reasoning_effort");
  troupe_wire_add_entries (builder, troupe_llm_wire_get_map (settings, "additional_params"));
}

static TroupeValue *
make_body (const TroupeLlmRequest *request, const TroupeLlmTarget *target, GError **error)
{
  TroupeMapBuilder builder;
  gboolean has_system;
  g_autofree TroupeValue **items = NULL;

  g_assert (request != NULL);

  troupe_map_builder_init (&builder);
  troupe_wire_add_text (&builder, "model", target->model);
  has_system = (troupe_llm_model_get_flags (target->service->wire, target->model) &
                TROUPE_LLM_MODEL_NO_SYSTEM) == 0;
  items = g_new (TroupeValue *, request->messages->len + 1);
  g_assert (request->messages != NULL);
  for (guint i = 0; i < request->messages->len; i++)
    {
      g_autoptr (TroupeValue) message =
          troupe_llm_message_to_value (g_ptr_array_index (request->messages, i));

      items[i] = has_system ? g_steal_pointer (&message) : without_system_role (message);
    }
  troupe_map_builder_add (&builder, "messages",
                          troupe_value_new_list (items, request->messages->len));
  add_settings (&builder, request->settings, target);
  if (request->tools != NULL && request->tools->len > 0)
    {
      troupe_map_builder_add (&builder, "tools",
                              troupe_wire_make_functions (request->tools,
                                                          TROUPE_WIRE_FUNCTION_STRICT));
      troupe_wire_add_text (&builder, "tool_choice", "auto");
      troupe_wire_add_setting (&builder, "tool_choice", request->settings, "tool_choice");
    }

  /* `stream` is sent in the same cases as in CrewAI, whose client uses a different method if
   * there is a response format. */
  if (request->stream || troupe_llm_wire_get (request->settings, "response_format") != NULL)
    troupe_map_builder_add (&builder, "stream", troupe_value_new_boolean (request->stream));
  if (request->stream && !is_rejected (target, "stream_options"))
    troupe_map_builder_add (&builder, "stream_options",
                            troupe_wire_new_map ("include_usage", troupe_value_new_boolean (TRUE),
                                                 NULL));

  return troupe_map_builder_end (&builder);
}

static char *
make_url (const TroupeLlmRequest *request, const TroupeLlmTarget *target)
{
  return troupe_llm_wire_make_url (target, "chat/completions");
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

const TroupeLlmWire troupe_openai_wire = {
  .framing = TROUPE_LLM_FRAMING_SSE,
  .make_url = make_url,
  .make_body = make_body,
  .reader_new = reader_new,
  .reader_free = reader_free,
  .take_event = take_event,
  .take_whole = take_whole,
};
