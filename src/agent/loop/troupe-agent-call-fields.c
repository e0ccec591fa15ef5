/* troupe-agent-call-fields.c: fields of the events of model calls: request, answer, usage
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-call-fields"

#include "config.h"

#include "troupe-agent-call-fields.h"
#include "troupe-agent-events.h"
#include "troupe-money.h"

/* Adds `max_tokens` to the event if the settings specify the limit under another name, or do not
 * specify it. @most: limit that the client sends by default; 0 for none */
static void
add_most (TroupeMapBuilder *fields, TroupeValue *settings, gint64 most)
{
  static const char *const names[] = { "max_output_tokens", "max_completion_tokens" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      TroupeValue *value = troupe_value_get_member (settings, names[i]);

      if (value == NULL)
        continue;
      troupe_map_builder_add (fields, "max_tokens", troupe_value_ref (value));
      return;
    }
  if (most > 0)
    troupe_map_builder_add (fields, "max_tokens", troupe_value_new_integer (most));
}

void
troupe_agent_call_fields_add_request (TroupeMapBuilder *fields,
                                      const TroupeLlmRequest *request,
                                      gint64 most)
{
  static const char *const settings[] = {
    "temperature", "top_p", "max_tokens", "seed", "frequency_penalty", "presence_penalty", "n"
  };
  GPtrArray *messages;
  g_autofree TroupeValue **items = NULL;

  g_return_if_fail (fields != NULL && request != NULL);

  troupe_map_builder_add (fields, "stream", troupe_value_new_boolean (request->stream));
  messages = request->messages;
  items = g_new (TroupeValue *, messages->len + 1);
  for (guint i = 0; i < messages->len; i++)
    items[i] = troupe_llm_message_describe (g_ptr_array_index (messages, i));
  troupe_map_builder_add (fields, "messages", troupe_value_new_list (items, messages->len));
  if (request->tools != NULL)
    {
      GPtrArray *specs = request->tools;
      g_autofree TroupeValue **spec_items = g_new (TroupeValue *, specs->len + 1);

      for (guint i = 0; i < specs->len; i++)
        spec_items[i] = troupe_value_new_string (
            ((const TroupeLlmToolSpec *) g_ptr_array_index (specs, i))->name, -1);
      troupe_map_builder_add (fields, "tools", troupe_value_new_list (spec_items, specs->len));
    }
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      TroupeValue *value = troupe_value_get_member (request->settings, settings[i]);

      if (value != NULL)
        troupe_map_builder_add (fields, settings[i], troupe_value_ref (value));
    }
  if (troupe_value_get_member (request->settings, "max_tokens") == NULL)
    add_most (fields, request->settings, most);
  if (troupe_value_get_member (request->settings, "stop") != NULL)
    troupe_map_builder_add (fields, "stop_sequences",
                            troupe_value_ref (troupe_value_get_member (request->settings, "stop")));
}

static TroupeValue *
describe_usage (const TroupeLlmUsage *usage)
{
  const struct
  {
    const char *key;
    gint64 value;
  } counts[] = {
    { "prompt_tokens", usage->prompt_tokens },
    { "completion_tokens", usage->completion_tokens },
    { "total_tokens", usage->total_tokens },
    { "cached_prompt_tokens", usage->cached_prompt_tokens },
    { "reasoning_tokens", usage->reasoning_tokens },
  };
  TroupeMapBuilder fields;

  g_assert (usage != NULL);

  troupe_map_builder_init (&fields);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    troupe_map_builder_add (&fields, counts[i].key, troupe_value_new_integer (counts[i].value));

  return troupe_map_builder_end (&fields);
}

void
troupe_agent_call_fields_add_answer (TroupeMapBuilder *fields,
                                     const TroupeLlmAnswer *answer,
                                     gboolean is_taken)
{
  g_return_if_fail (fields != NULL && answer != NULL);

  troupe_agent_events_add_text (fields, "call_type",
                                answer->finish == TROUPE_LLM_FINISH_TOOL_CALLS ? "tool_call"
                                                                               : "llm_call");
  troupe_agent_events_add_text (fields, "finish_reason", !is_taken ? answer->finish_reason : NULL);
  if (answer->model != NULL)
    troupe_agent_events_add_text (fields, "response_model", answer->model);
  if (answer->finish == TROUPE_LLM_FINISH_TOOL_CALLS)
    {
      g_autoptr (TroupeValue) message = troupe_llm_message_to_value (answer->message);
      TroupeValue *calls = troupe_value_get_member (message, "tool_calls");

      /* The tool calls as CrewAI stores them in a message. */
      if (calls != NULL)
        troupe_map_builder_add (fields, "response", troupe_value_ref (calls));
    }
  else
    troupe_agent_events_add_text (fields, "response", answer->content);
}

void
troupe_agent_call_fields_add_usage (TroupeMapBuilder *fields,
                                    const TroupeLlmAnswer *answer,
                                    const TroupeLlmUsage *earlier)
{
  TroupeLlmUsage all;

  g_return_if_fail (fields != NULL && answer != NULL && earlier != NULL);

  /* The usage of a restored answer was reported when the answer was received. */
  if (answer->is_restored)
    {
      troupe_map_builder_add (fields, "restored", troupe_value_new_boolean (TRUE));
      return;
    }
  all = *earlier;
  troupe_llm_usage_add (&all, &answer->usage);
  troupe_map_builder_add (fields, "usage", describe_usage (&answer->usage));
  if (all.requests == 0 || all.unpriced != 0)
    return;
  troupe_map_builder_add (fields, "cost", troupe_money_to_value (all.micro_dollars));
  if (all.saved_micro_dollars != 0)
    troupe_map_builder_add (fields, "cache_saved",
                            troupe_value_new_double ((double) all.saved_micro_dollars / 1e6));
}
