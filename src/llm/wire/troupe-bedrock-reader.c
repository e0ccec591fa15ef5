/* troupe-bedrock-reader.c: parses responses of Amazon Bedrock's Converse API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-bedrock-reader"

#include "config.h"

#include "troupe-bedrock-reader.h"
#include "troupe-llm-error.h"
#include "troupe-llm-status.h"
#include "troupe-llm-wire.h"
#include "troupe-wire-answer.h"
#include "troupe-wire-blocks.h"
#include "troupe-wire-value.h"

struct _TroupeBedrockReader
{
  TroupeLlmAnswerBuilder *builder; /* owned by the caller */
  TroupeWireBlocks *blocks;
};

TroupeBedrockReader *
troupe_bedrock_reader_new (TroupeLlmAnswerBuilder *builder)
{
  TroupeBedrockReader *self = g_new0 (TroupeBedrockReader, 1);

  self->builder = builder;
  self->blocks = troupe_wire_blocks_new (builder);

  return self;
}

void
troupe_bedrock_reader_free (TroupeBedrockReader *self)
{
  if (self == NULL)
    return;

  troupe_wire_blocks_free (self->blocks);
  g_free (self);
}

/* --- Errors and usage ------------------------------------------------------------------------- */

/* Uses the counts as the server reports them. Tokens written to the cache are only included in
 * the total. */
static void
take_usage (TroupeBedrockReader *self, TroupeValue *usage)
{
  TroupeLlmUsage *counts = troupe_llm_answer_builder_get_usage (self->builder);

  g_assert (self != NULL);

  if (usage == NULL)
    return;

  counts->prompt_tokens = troupe_llm_wire_get_count (usage, "inputTokens");
  counts->completion_tokens = troupe_llm_wire_get_count (usage, "outputTokens");
  troupe_wire_take_total (counts, troupe_llm_wire_get_count (usage, "totalTokens"));
  counts->cached_prompt_tokens = troupe_llm_wire_get_count (usage, "cacheReadInputTokens");
}

/* --- Content blocks --------------------------------------------------------------------------- */

/* Appends to a reasoning block. @thought: a map with more text, more of the signature, or
 * redacted content */
static void
add_thought (TroupeBedrockReader *self, TroupeWireBlock *block, TroupeValue *thought)
{
  const char *hidden = troupe_llm_wire_get_text (thought, "redactedContent");

  g_assert (self != NULL);

  troupe_wire_blocks_add_thought (self->blocks, block, thought, "text");
  if (hidden != NULL)
    {
      TroupeValue *inner =
          troupe_wire_new_map ("redactedContent", troupe_wire_new_text (hidden), NULL);
      g_autoptr (TroupeValue) value = troupe_wire_new_map ("reasoningContent", inner, NULL);

      troupe_llm_answer_builder_add_other (self->builder, value);
    }
}

/* --- Finishing -------------------------------------------------------------------------------- */

static TroupeValue *
write_thought (const char *text, const char *signature)
{
  TroupeValue *inner = troupe_wire_new_map ("text", troupe_wire_new_text (text), "signature",
                                            troupe_wire_new_text (signature), NULL);

  return troupe_wire_new_map ("reasoningContent",
                              troupe_wire_new_map ("reasoningText", inner, NULL), NULL);
}

/* @map: contains the stop reason */
static void
finish (TroupeBedrockReader *self, TroupeValue *map)
{
  g_autofree char *stop = troupe_llm_answer_builder_read (self->builder, map, "stopReason");

  troupe_wire_blocks_finish (self->blocks, stop, write_thought);
}

gboolean
troupe_bedrock_reader_take_event (TroupeBedrockReader *self,
                                  const char *type,
                                  TroupeValue *event,
                                  GError **error)
{
  gint64 index = troupe_llm_wire_get_count (event, "contentBlockIndex");
  TroupeValue *call = troupe_llm_wire_get_map (troupe_llm_wire_get_map (event, "start"), "toolUse");

  if (type != NULL && *type == '!')
    {
      const char *exception = type + 1;
      g_autofree char *words = troupe_llm_detail_from_value (event);
      guint status = troupe_llm_status_from_exception (exception);

      g_propagate_error (
          error, troupe_llm_error_from_status (status != 0 ? status : 500,
                                               troupe_llm_answer_builder_get_host (self->builder),
                                               *words != '\0' ? words : exception, NULL));
      return FALSE;
    }
  if (!troupe_value_is (event, TROUPE_VALUE_MAP))
    return troupe_wire_refuse_answer (self->builder, error);

  if (g_strcmp0 (type, "contentBlockStart") == 0 && call != NULL)
    {
      troupe_wire_blocks_begin_call (self->blocks, index, call, "toolUseId");
    }
  else if (g_strcmp0 (type, "contentBlockDelta") == 0)
    {
      TroupeValue *delta = troupe_llm_wire_get_map (event, "delta");
      TroupeValue *thought = troupe_llm_wire_get_map (delta, "reasoningContent");
      TroupeValue *input =
          troupe_llm_wire_get (troupe_llm_wire_get_map (delta, "toolUse"), "input");
      TroupeWireBlock *block = troupe_wire_blocks_find (self->blocks, index);

      troupe_wire_take_text (self->builder, TROUPE_LLM_PART_TEXT,
                             troupe_llm_wire_get (delta, "text"));
      if (thought != NULL)
        {
          /* Reasoning and text blocks have no start event. */
          if (block == NULL || block->kind != TROUPE_WIRE_BLOCK_THOUGHT)
            block = troupe_wire_blocks_begin (self->blocks, index, TROUPE_WIRE_BLOCK_THOUGHT);
          add_thought (self, block, thought);
        }
      else if (block != NULL)
        {
          troupe_wire_blocks_add_input (self->blocks, block, input);
        }
    }
  else if (g_strcmp0 (type, "contentBlockStop") == 0)
    {
      TroupeWireBlock *block = troupe_wire_blocks_find (self->blocks, index);

      if (block != NULL)
        troupe_wire_blocks_end (self->blocks, block);
    }
  else if (g_strcmp0 (type, "messageStop") == 0)
    {
      finish (self, event);
    }
  else if (g_strcmp0 (type, "metadata") == 0)
    {
      take_usage (self, troupe_llm_wire_get_map (event, "usage"));
    }

  return TRUE;
}

gboolean
troupe_bedrock_reader_take_whole (TroupeBedrockReader *self, TroupeValue *whole, GError **error)
{
  TroupeValue *output = troupe_llm_wire_get_map (whole, "output");
  TroupeValue *content =
      troupe_llm_wire_get_list (troupe_llm_wire_get_map (output, "message"), "content");

  /* Proxies between the client and the service may send errors in their own format. */
  if (content == NULL)
    return troupe_wire_check_answer (self->builder, whole, error) &&
           troupe_wire_refuse_answer (self->builder, error);

  take_usage (self, troupe_llm_wire_get_map (whole, "usage"));
  for (gsize i = 0; i < troupe_value_list_get_length (content); i++)
    {
      gint64 index = (gint64) i;
      TroupeValue *block_content = troupe_value_list_get (content, i);
      TroupeValue *call = troupe_llm_wire_get_map (block_content, "toolUse");
      TroupeValue *input = troupe_llm_wire_get_map (call, "input");
      TroupeValue *thought = troupe_llm_wire_get_map (block_content, "reasoningContent");
      TroupeValue *inner = troupe_llm_wire_get_map (thought, "reasoningText");
      TroupeWireBlock *block;

      /* Parses a block of a complete response. */
      if (call != NULL)
        {
          block = troupe_wire_blocks_begin_call (self->blocks, index, call, "toolUseId");
          troupe_wire_block_set_value (block, input);
          troupe_wire_blocks_end (self->blocks, block);
        }
      else if (thought != NULL)
        {
          block = troupe_wire_blocks_begin (self->blocks, index, TROUPE_WIRE_BLOCK_THOUGHT);
          add_thought (self, block, inner != NULL ? inner : thought);
          troupe_wire_blocks_end (self->blocks, block);
        }
      else if (troupe_llm_wire_get (block_content, "text") != NULL)
        {
          troupe_wire_take_text (self->builder, TROUPE_LLM_PART_TEXT,
                                 troupe_llm_wire_get (block_content, "text"));
        }
      else if (troupe_value_is (block_content, TROUPE_VALUE_MAP))
        {
          troupe_llm_answer_builder_add_other (self->builder, block_content);
        }
    }
  finish (self, whole);

  return TRUE;
}
