/* troupe-llm.c: requests, answers, usage and the provider interface
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm"

#include "config.h"

#include "troupe-llm-private.h"
#include "troupe-secret.h"

G_DEFINE_INTERFACE (TroupeLlmProvider, troupe_llm_provider, G_TYPE_OBJECT)

static void
troupe_llm_provider_default_init (TroupeLlmProviderInterface *iface)
{
}

/**
 * troupe_llm_usage_add:
 *
 * Adds the counts of @other to @self.
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
  self->micro_dollars += other->micro_dollars;
  self->unpriced += other->unpriced;
  self->saved_micro_dollars += other->saved_micro_dollars;
}

/**
 * troupe_llm_usage_to_value:
 *
 * Returns: (transfer full): a map with the names of CrewAI's usage metrics (doc/crew-semantics.md
 * §5)
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
 * @model: (nullable): the model string; %NULL is the model set in the environment
 * @messages: (transfer none) (element-type TroupeLlmMessage): the conversation so far; referenced
 *   and must not be modified afterward
 *
 * Returns: (transfer full): a request without settings, tools and streaming
 */
TroupeLlmRequest *
troupe_llm_request_new (const char *model, GPtrArray *messages)
{
  TroupeLlmRequest *self;

  g_return_val_if_fail (messages != NULL, NULL);

  self = g_new0 (TroupeLlmRequest, 1);
  self->model = g_strdup (model);
  self->messages = g_ptr_array_ref (messages);

  return self;
}

TroupeLlmRequest *
troupe_llm_request_copy (const TroupeLlmRequest *self)
{
  TroupeLlmRequest *copy = troupe_llm_request_new (self->model, self->messages);

  copy->settings = self->settings != NULL ? troupe_value_ref (self->settings) : NULL;
  copy->tools = self->tools != NULL ? g_ptr_array_ref (self->tools) : NULL;
  copy->scope = self->scope != NULL ? troupe_scope_ref (self->scope) : NULL;
  copy->stream = self->stream;
  copy->is_conversion = self->is_conversion;
  copy->deadline_us = self->deadline_us;
  copy->on_wait = self->on_wait;
  copy->wait_data = self->wait_data;

  return copy;
}

void
troupe_llm_request_free (TroupeLlmRequest *self)
{
  if (self == NULL)
    return;

  g_free (self->model);
  g_clear_pointer (&self->messages, g_ptr_array_unref);
  g_clear_pointer (&self->settings, troupe_value_unref);
  g_clear_pointer (&self->tools, g_ptr_array_unref);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_free (self);
}

/* --- Waiting -------------------------------------------------------------------------------- */

typedef struct
{
  GCancellable *cancellable; /* (nullable) */
  gulong cancelled_id;
  GSourceFunc func;
  gpointer user_data;
} Delay;

/* Called in the thread that cancels. */
static void
hurry_cb (GCancellable *cancellable, gpointer source)
{
  g_source_set_ready_time (source, 0);
}

static gboolean
delay_over_cb (gpointer user_data)
{
  Delay *delay = user_data;

  if (delay->cancellable != NULL)
    g_cancellable_disconnect (delay->cancellable, delay->cancelled_id);
  delay->cancelled_id = 0;
  delay->func (delay->user_data);
  return G_SOURCE_REMOVE;
}

static void
delay_free (gpointer data)
{
  Delay *delay = data;

  g_clear_object (&delay->cancellable);
  g_free (delay);
}

void
troupe_llm_delay (guint milliseconds,
                  GCancellable *cancellable,
                  GSourceFunc func,
                  gpointer user_data)
{
  g_autoptr (GSource) source = g_timeout_source_new (milliseconds);
  Delay *delay = g_new0 (Delay, 1);

  delay->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  delay->func = func;
  delay->user_data = user_data;
  g_source_set_static_name (source, "troupe-llm delay");
  g_source_set_callback (source, delay_over_cb, delay, delay_free);
  if (cancellable != NULL)
    delay->cancelled_id =
        g_cancellable_connect (cancellable, G_CALLBACK (hurry_cb), g_source_ref (source),
                               (GDestroyNotify) g_source_unref);
  g_source_attach (source, g_main_context_get_thread_default ());
}

TroupeLlmAnswer *
troupe_llm_answer_new (void)
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
  g_clear_pointer (&self->message, troupe_llm_message_unref);
  g_free (self);
}

/* Replaces U+0000, which would terminate the text, with U+FFFD. */
static void
append_text (GString *out, TroupeValue *string)
{
  gsize length;
  const char *text = troupe_value_get_string (string, &length);
  g_autofree char *whole = troupe_secret_hide (NULL, text, (gssize) length);

  g_string_append (out, whole);
}

char *
troupe_llm_content_to_text (TroupeValue *content)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n_parts;

  if (content == NULL)
    return g_strdup ("");
  if (troupe_value_is (content, TROUPE_VALUE_STRING))
    append_text (text, content);
  if (!troupe_value_is (content, TROUPE_VALUE_LIST))
    return g_strdup (text->str);

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
      append_text (text, part_text);
    }

  return g_strdup (text->str);
}
