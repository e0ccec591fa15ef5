/* troupe-anthropic-reader.c: parses responses of Anthropic's Messages API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-anthropic-reader"

#include "config.h"

#include "troupe-anthropic-reader.h"
#include "troupe-llm-error.h"
#include "troupe-llm-status.h"
#include "troupe-llm-wire.h"
#include "troupe-wire-answer.h"
#include "troupe-wire-blocks.h"
#include "troupe-wire-value.h"

struct _TroupeAnthropicReader
{
  TroupeLlmAnswerBuilder *builder; /* owned by the caller */
  TroupeWireBlocks *blocks;
  char *stop; /* (nullable): finish reason, until finished */
  gint64 input, output, cache_read, cache_creation;
};

TroupeAnthropicReader *
troupe_anthropic_reader_new (TroupeLlmAnswerBuilder *builder)
{
  TroupeAnthropicReader *self = g_new0 (TroupeAnthropicReader, 1);

  self->builder = builder;
  self->blocks = troupe_wire_blocks_new (builder);

  return self;
}

void
troupe_anthropic_reader_free (TroupeAnthropicReader *self)
{
  if (self == NULL)
    return;

  troupe_wire_blocks_free (self->blocks);
  g_free (self->stop);
  g_free (self);
}

/* --- Errors and usage ------------------------------------------------------------------------- */

/* Returns the HTTP status that corresponds to an error in a stream. */
static guint
get_status (const char *type)
{
  static const struct
  {
    const char *type;
    guint status;
  } types[] = {
    { "invalid_request_error", 400 }, { "authentication_error", 401 }, { "billing_error", 402 },
    { "permission_error", 403 },      { "not_found_error", 404 },      { "request_too_large", 413 },
    { "rate_limit_error", 429 },      { "timeout_error", 504 },        { "overloaded_error", 529 },
  };

  for (guint i = 0; type != NULL && i < G_N_ELEMENTS (types); i++)
    if (g_str_equal (type, types[i].type))
      return types[i].status;

  return 500;
}

static gboolean
fail (TroupeAnthropicReader *self, TroupeValue *value, GError **error)
{
  TroupeValue *inner = troupe_llm_wire_get_map (value, "error");
  g_autofree char *words = troupe_llm_detail_from_value (value);
  g_autofree char *detail =
      troupe_llm_detail_with_request (words, troupe_llm_wire_get_text (value, "request_id"));

  g_assert (self != NULL);

  /* Errors of intermediate services contain a code. */
  if (troupe_llm_wire_get (inner, "code") != NULL &&
      !troupe_wire_check_answer (self->builder, value, error))
    return FALSE;

  g_propagate_error (error, troupe_llm_error_from_status (
                                get_status (troupe_llm_wire_get_text (inner, "type")),
                                troupe_llm_answer_builder_get_host (self->builder), detail, NULL));

  return FALSE;
}

static void
take_count (TroupeValue *usage, const char *key, gint64 *count)
{
  TroupeValue *value = troupe_llm_wire_get (usage, key);

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER))
    *count = troupe_llm_wire_get_count (usage, key);
}

/* Processes the token counts. @usage: (nullable): cumulative counts, so the last counts are
 * final */
static void
take_usage (TroupeAnthropicReader *self, TroupeValue *usage)
{
  TroupeLlmUsage *counts = troupe_llm_answer_builder_get_usage (self->builder);

  g_assert (self != NULL);

  take_count (usage, "input_tokens", &self->input);
  take_count (usage, "output_tokens", &self->output);
  take_count (usage, "cache_read_input_tokens", &self->cache_read);
  take_count (usage, "cache_creation_input_tokens", &self->cache_creation);

  /* Unlike in other APIs, tokens read from or written to the cache are not included in the input
   * tokens. */
  counts->prompt_tokens = self->input + self->cache_read + self->cache_creation;
  counts->completion_tokens = self->output;
  troupe_wire_take_total (counts, 0);
  counts->cached_prompt_tokens = self->cache_read;
  counts->cache_creation_tokens = self->cache_creation;
}

/* --- Content blocks --------------------------------------------------------------------------- */

/* @content: (nullable) */
static TroupeWireBlock *
begin_block (TroupeAnthropicReader *self, gint64 index, TroupeValue *content)
{
  const char *type = troupe_llm_wire_get_text (content, "type");
  TroupeValue *input = troupe_llm_wire_get_map (content, "input");
  TroupeWireBlock *block;

  g_assert (self != NULL);

  if (g_strcmp0 (type, "text") == 0)
    {
      block = troupe_wire_blocks_begin (self->blocks, index, TROUPE_WIRE_BLOCK_TEXT);
      troupe_wire_take_text (self->builder, TROUPE_LLM_PART_TEXT,
                             troupe_llm_wire_get (content, "text"));
    }
  else if (g_strcmp0 (type, "thinking") == 0)
    {
      block = troupe_wire_blocks_begin (self->blocks, index, TROUPE_WIRE_BLOCK_THOUGHT);
      troupe_wire_blocks_add_thought (self->blocks, block, content, "thinking");
    }
  else if (g_strcmp0 (type, "tool_use") == 0)
    {
      block = troupe_wire_blocks_begin_call (self->blocks, index, content, "id");
      troupe_wire_block_set_value (block, input);
    }
  else
    {
      block = troupe_wire_blocks_begin (self->blocks, index, TROUPE_WIRE_BLOCK_OTHER);
      troupe_wire_block_set_value (block, content);
    }

  return block;
}

/* --- Finishing -------------------------------------------------------------------------------- */

static TroupeValue *
write_thought (const char *text, const char *signature)
{
  return troupe_wire_new_map ("type", troupe_wire_new_text ("thinking"), "thinking",
                              troupe_wire_new_text (text), "signature",
                              troupe_wire_new_text (signature), NULL);
}

static void
finish (TroupeAnthropicReader *self)
{
  troupe_wire_blocks_finish (self->blocks, self->stop, write_thought);
}

static void
take_stop (TroupeAnthropicReader *self, TroupeValue *map)
{
  char *stop = troupe_llm_answer_builder_read (self->builder, map, "stop_reason");

  g_assert (self != NULL);

  if (stop == NULL)
    return;

  g_free (self->stop);
  self->stop = stop;
}

/* Parses the members that the start of a stream and a complete message have in common. */
static void
take_message (TroupeAnthropicReader *self, TroupeValue *message)
{
  TroupeValue *content = troupe_llm_wire_get_list (message, "content");

  g_assert (self != NULL);

  troupe_wire_take_model (self->builder, message, "model");
  take_usage (self, troupe_llm_wire_get_map (message, "usage"));
  take_stop (self, message);
  for (gsize i = 0; content != NULL && i < troupe_value_list_get_length (content); i++)
    {
      TroupeValue *part = troupe_value_list_get (content, i);

      if (troupe_value_is (part, TROUPE_VALUE_MAP))
        troupe_wire_blocks_end (self->blocks, begin_block (self, (gint64) i, part));
    }
}

gboolean
troupe_anthropic_reader_take_event (TroupeAnthropicReader *self,
                                    const char *type,
                                    TroupeValue *event,
                                    GError **error)
{
  gint64 index = troupe_llm_wire_get_count (event, "index");
  const char *own = troupe_llm_wire_get_text (event, "type");

  if (!troupe_value_is (event, TROUPE_VALUE_MAP))
    return troupe_wire_refuse_answer (self->builder, error);

  if (own != NULL)
    type = own;
  /* Proxies between the client and the service may send errors in their own format. */
  if (g_strcmp0 (type, "error") == 0 || troupe_llm_wire_get_map (event, "error") != NULL)
    return fail (self, event, error);

  if (g_strcmp0 (type, "message_start") == 0)
    {
      take_message (self, troupe_llm_wire_get_map (event, "message"));
    }
  else if (g_strcmp0 (type, "content_block_start") == 0)
    {
      begin_block (self, index, troupe_llm_wire_get_map (event, "content_block"));
    }
  else if (g_strcmp0 (type, "content_block_delta") == 0)
    {
      TroupeValue *delta = troupe_llm_wire_get_map (event, "delta");
      TroupeWireBlock *block = troupe_wire_blocks_find (self->blocks, index);

      if (g_strcmp0 (troupe_llm_wire_get_text (delta, "type"), "text_delta") == 0)
        troupe_wire_take_text (self->builder, TROUPE_LLM_PART_TEXT,
                               troupe_llm_wire_get (delta, "text"));
      else if (block != NULL && block->kind == TROUPE_WIRE_BLOCK_THOUGHT)
        troupe_wire_blocks_add_thought (self->blocks, block, delta, "thinking");
      else if (block != NULL)
        troupe_wire_blocks_add_input (self->blocks, block,
                                      troupe_llm_wire_get (delta, "partial_json"));
    }
  else if (g_strcmp0 (type, "content_block_stop") == 0)
    {
      TroupeWireBlock *block = troupe_wire_blocks_find (self->blocks, index);

      if (block != NULL)
        troupe_wire_blocks_end (self->blocks, block);
    }
  else if (g_strcmp0 (type, "message_delta") == 0)
    {
      take_stop (self, troupe_llm_wire_get_map (event, "delta"));
      take_usage (self, troupe_llm_wire_get_map (event, "usage"));
    }
  else if (g_strcmp0 (type, "message_stop") == 0)
    {
      finish (self);
    }

  return TRUE;
}

gboolean
troupe_anthropic_reader_take_whole (TroupeAnthropicReader *self, TroupeValue *whole, GError **error)
{
  if (troupe_llm_wire_get_map (whole, "error") != NULL)
    return fail (self, whole, error);
  if (troupe_llm_wire_get_list (whole, "content") == NULL)
    return troupe_wire_refuse_answer (self->builder, error);

  take_message (self, whole);
  finish (self);

  return TRUE;
}
