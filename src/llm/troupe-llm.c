/* troupe-llm.c: requests, answers, usage and the interface of providers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm"

#include "config.h"

#include "troupe-llm-private.h"

G_DEFINE_INTERFACE (TroupeLlmProvider, troupe_llm_provider, G_TYPE_OBJECT)

static void
troupe_llm_provider_default_init (TroupeLlmProviderInterface *iface)
{
}

/**
 * troupe_llm_usage_add:
 *
 * Adds what @other counted to @self.
 */
void
troupe_llm_usage_add (TroupeLlmUsage *self, const TroupeLlmUsage *other)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (other != NULL);

  self->prompt_tokens += other->prompt_tokens;
  self->completion_tokens += other->completion_tokens;
  self->total_tokens += other->total_tokens;
  self->cached_prompt_tokens += other->cached_prompt_tokens;
  self->reasoning_tokens += other->reasoning_tokens;
  self->cache_creation_tokens += other->cache_creation_tokens;
  self->requests += other->requests;
}

/**
 * troupe_llm_usage_to_value:
 *
 * Returns: (transfer full): a map with the names that CrewAI's usage metrics have
 *   (spec/crew-semantics.md §5)
 */
TroupeValue *
troupe_llm_usage_to_value (const TroupeLlmUsage *self)
{
  TroupeMapBuilder builder;

  g_return_val_if_fail (self != NULL, NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "total_tokens", troupe_value_new_integer (self->total_tokens));
  troupe_map_builder_add (&builder, "prompt_tokens",
                          troupe_value_new_integer (self->prompt_tokens));
  troupe_map_builder_add (&builder, "cached_prompt_tokens",
                          troupe_value_new_integer (self->cached_prompt_tokens));
  troupe_map_builder_add (&builder, "completion_tokens",
                          troupe_value_new_integer (self->completion_tokens));
  troupe_map_builder_add (&builder, "reasoning_tokens",
                          troupe_value_new_integer (self->reasoning_tokens));
  troupe_map_builder_add (&builder, "cache_creation_tokens",
                          troupe_value_new_integer (self->cache_creation_tokens));
  troupe_map_builder_add (&builder, "successful_requests",
                          troupe_value_new_integer (self->requests));

  return troupe_map_builder_end (&builder);
}

/**
 * troupe_llm_request_new:
 * @model: (nullable): the model string; %NULL is the model that the environment names
 * @messages: (transfer none): a list of maps in OpenAI's shape
 *
 * Returns: (transfer full): a request without settings and tools that does not stream
 */
TroupeLlmRequest *
troupe_llm_request_new (const char *model, TroupeValue *messages)
{
  TroupeLlmRequest *self;

  g_return_val_if_fail (messages != NULL && troupe_value_is (messages, TROUPE_VALUE_LIST), NULL);

  self = g_new0 (TroupeLlmRequest, 1);
  self->model = g_strdup (model);
  self->messages = troupe_value_ref (messages);

  return self;
}

TroupeLlmRequest *
_troupe_llm_request_copy (const TroupeLlmRequest *self)
{
  TroupeLlmRequest *copy = troupe_llm_request_new (self->model, self->messages);

  copy->settings = self->settings != NULL ? troupe_value_ref (self->settings) : NULL;
  copy->tools = self->tools != NULL ? troupe_value_ref (self->tools) : NULL;
  copy->stream = self->stream;

  return copy;
}

void
troupe_llm_request_free (TroupeLlmRequest *self)
{
  if (self == NULL)
    return;

  g_free (self->model);
  g_clear_pointer (&self->messages, troupe_value_unref);
  g_clear_pointer (&self->settings, troupe_value_unref);
  g_clear_pointer (&self->tools, troupe_value_unref);
  g_free (self);
}

TroupeLlmAnswer *
_troupe_llm_answer_new (void)
{
  TroupeLlmAnswer *self = g_new0 (TroupeLlmAnswer, 1);

  self->usage.requests = 1;

  return self;
}

void
troupe_llm_answer_free (TroupeLlmAnswer *self)
{
  if (self == NULL)
    return;

  g_free (self->content);
  g_free (self->finish_reason);
  g_free (self->model);
  g_clear_pointer (&self->message, troupe_value_unref);
  g_free (self);
}

char *
_troupe_llm_content_to_text (TroupeValue *content)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n_parts;

  if (content == NULL)
    return g_strdup ("");
  if (troupe_value_is (content, TROUPE_VALUE_STRING))
    return g_strdup (troupe_value_get_string (content, NULL));
  if (!troupe_value_is (content, TROUPE_VALUE_LIST))
    return g_strdup ("");

  n_parts = troupe_value_list_get_length (content);
  for (gsize i = 0; i < n_parts; i++)
    {
      TroupeValue *part = troupe_value_list_get (content, i);
      TroupeValue *part_text = NULL;

      if (troupe_value_is (part, TROUPE_VALUE_STRING))
        part_text = part;
      else if (troupe_value_is (part, TROUPE_VALUE_MAP))
        part_text = troupe_value_map_lookup_string (part, "text", -1);
      if (part_text == NULL || !troupe_value_is (part_text, TROUPE_VALUE_STRING))
        continue;

      if (text->len > 0)
        g_string_append_c (text, ' ');
      g_string_append (text, troupe_value_get_string (part_text, NULL));
    }

  return g_strdup (text->str);
}
