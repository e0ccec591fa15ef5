/* troupe-bedrock-reader.c: answers of Amazon Bedrock's Converse
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-bedrock-reader"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-bedrock-reader.h"
#include "troupe-llm-error.h"
#include "troupe-llm-shapes.h"
#include "troupe-llm-status.h"
#include "troupe-llm-wire.h"

typedef enum
{
  BLOCK_TEXT,
  BLOCK_THOUGHT,
  BLOCK_CALL,
  BLOCK_ANSWER, /* a call whose input is the answer */
} BlockKind;

/* A block of the message's content that grows. */
typedef struct
{
  BlockKind kind;
  gint64 index;
  gboolean is_open;
  gboolean has_input;
  guint place;        /* of a call */
  GString *text;      /* of a thought */
  GString *signature; /* of a thought */
} Block;

struct _TroupeBedrockReader
{
  TroupeLlmAnswerBuilder *builder; /* the caller's */
  GPtrArray *blocks;               /* (element-type Block) */
};

static void
block_free (gpointer data)
{
  Block *block = data;

  g_string_free (block->text, TRUE);
  g_string_free (block->signature, TRUE);
  g_free (block);
}

TroupeBedrockReader *
troupe_bedrock_reader_new (TroupeLlmAnswerBuilder *builder)
{
  TroupeBedrockReader *self = g_new0 (TroupeBedrockReader, 1);

  self->builder = builder;
  self->blocks = g_ptr_array_new_with_free_func (block_free);

  return self;
}

void
troupe_bedrock_reader_free (TroupeBedrockReader *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->blocks);
  g_free (self);
}

/* --- Errors and counts ----------------------------------------------------------------------- */

static gboolean
fail (TroupeBedrockReader *self, const char *exception, TroupeValue *value, GError **error)
{
  g_autofree char *words = troupe_llm_detail_from_value (value);
  guint status = troupe_llm_status_from_exception (exception);

  g_propagate_error (
      error, troupe_llm_error_from_status (status != 0 ? status : 500,
                                           troupe_llm_answer_builder_get_host (self->builder),
                                           *words != '\0' ? words : exception, NULL));

  return FALSE;
}

static gboolean
refuse (TroupeBedrockReader *self, GError **error)
{
  g_propagate_error (
      error,
      troupe_llm_error_new (
          TROUPE_LLM_ERROR_INVALID,
          _ ("The server at %s sent JSON that is not an answer of a model. Check its address."),
          troupe_llm_answer_builder_get_host (self->builder)));

  return FALSE;
}

/* As given: what was written to the cache is told by the total alone. */
static void
take_usage (TroupeBedrockReader *self, TroupeValue *usage)
{
  TroupeLlmUsage *counts = troupe_llm_answer_builder_get_usage (self->builder);
  const gint64 most = G_MAXINT64 / 4;

  if (usage == NULL)
    return;

  counts->prompt_tokens = MIN (troupe_llm_wire_get_count (usage, "inputTokens"), most);
  counts->completion_tokens = MIN (troupe_llm_wire_get_count (usage, "outputTokens"), most);
  counts->total_tokens = troupe_llm_wire_get_count (usage, "totalTokens");
  if (counts->total_tokens == 0)
    counts->total_tokens = counts->prompt_tokens + counts->completion_tokens;
  counts->cached_prompt_tokens = troupe_llm_wire_get_count (usage, "cacheReadInputTokens");
}

/* --- Blocks ---------------------------------------------------------------------------------- */

static Block *
find_block (TroupeBedrockReader *self, gint64 index)
{
  for (guint i = self->blocks->len; i > 0; i--)
    {
      Block *block = g_ptr_array_index (self->blocks, i - 1);

      if (block->index == index && block->is_open)
        return block;
    }

  return NULL;
}

/* @call: (nullable): what begins a call */
static Block *
begin_block (TroupeBedrockReader *self, gint64 index, BlockKind kind, TroupeValue *call)
{
  Block *block = g_new0 (Block, 1);
  g_autofree char *id = troupe_llm_answer_builder_read (self->builder, call, "toolUseId");
  g_autofree char *name = troupe_llm_answer_builder_read (self->builder, call, "name");

  block->kind = kind;
  if (kind == BLOCK_CALL && g_strcmp0 (name, TROUPE_LLM_ANSWER_TOOL) == 0)
    block->kind = BLOCK_ANSWER;
  block->index = index;
  block->is_open = TRUE;
  block->text = g_string_new (NULL);
  block->signature = g_string_new (NULL);
  g_ptr_array_add (self->blocks, block);

  if (block->kind == BLOCK_CALL)
    {
      block->place = troupe_llm_answer_builder_add_call (self->builder);
      troupe_llm_answer_builder_extend_call (self->builder, block->place, id, name, "", 0);
    }
  else if (block->kind == BLOCK_ANSWER)
    {
      /* What was said on the way to it is no part of it. */
      troupe_llm_answer_builder_drop_text (self->builder);
    }

  return block;
}

static void
add_text (TroupeBedrockReader *self, TroupeLlmPartType type, TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_llm_wire_get (map, key);
  const char *text;
  gsize length;

  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_STRING))
    return;

  text = troupe_value_get_string (value, &length);
  troupe_llm_answer_builder_add_text (self->builder, type, text, (gssize) length);
}

/* @thought: a map with more of the text, of the signature, or with what the service hides */
static void
add_thought (TroupeBedrockReader *self, Block *block, TroupeValue *thought)
{
  const char *text = troupe_llm_wire_get_text (thought, "text");
  const char *signature = troupe_llm_wire_get_text (thought, "signature");
  const char *hidden = troupe_llm_wire_get_text (thought, "redactedContent");

  add_text (self, TROUPE_LLM_PART_REASONING, thought, "text");
  g_string_append (block->text, text != NULL ? text : "");
  g_string_append (block->signature, signature != NULL ? signature : "");
  if (hidden != NULL)
    {
      g_autoptr (TroupeValue) value = troupe_llm_shape_map (
          "reasoningContent",
          troupe_llm_shape_map ("redactedContent", troupe_llm_shape_text (hidden), NULL), NULL);

      troupe_llm_answer_builder_add_other (self->builder, value);
    }
}

static void
add_input (TroupeBedrockReader *self, Block *block, const char *json, gsize length)
{
  if (length == 0)
    return;

  block->has_input = TRUE;
  if (block->kind == BLOCK_ANSWER)
    troupe_llm_answer_builder_add_text (self->builder, TROUPE_LLM_PART_TEXT, json, (gssize) length);
  else if (block->kind == BLOCK_CALL)
    troupe_llm_answer_builder_extend_call (self->builder, block->place, NULL, NULL, json,
                                           (gssize) length);
}

static void
end_block (TroupeBedrockReader *self, Block *block)
{
  if (!block->has_input && (block->kind == BLOCK_CALL || block->kind == BLOCK_ANSWER))
    add_input (self, block, "{}", 2);
  block->is_open = FALSE;
}

static void
take_delta (TroupeBedrockReader *self, gint64 index, TroupeValue *delta)
{
  TroupeValue *thought = troupe_llm_wire_get_map (delta, "reasoningContent");
  TroupeValue *input = troupe_llm_wire_get (troupe_llm_wire_get_map (delta, "toolUse"), "input");
  Block *block = find_block (self, index);
  const char *json;
  gsize length;

  add_text (self, TROUPE_LLM_PART_TEXT, delta, "text");
  if (thought != NULL)
    {
      /* Thoughts and texts have no event at their beginning. */
      if (block == NULL || block->kind != BLOCK_THOUGHT)
        block = begin_block (self, index, BLOCK_THOUGHT, NULL);
      add_thought (self, block, thought);
    }
  else if (block != NULL && input != NULL && troupe_value_is (input, TROUPE_VALUE_STRING))
    {
      json = troupe_value_get_string (input, &length);
      add_input (self, block, json, length);
    }
}

/* A block of a whole answer. */
static void
take_block (TroupeBedrockReader *self, gint64 index, TroupeValue *content)
{
  TroupeValue *call = troupe_llm_wire_get_map (content, "toolUse");
  TroupeValue *thought = troupe_llm_wire_get_map (content, "reasoningContent");
  TroupeValue *inner = troupe_llm_wire_get_map (thought, "reasoningText");

  if (call != NULL)
    {
      Block *block = begin_block (self, index, BLOCK_CALL, call);
      TroupeValue *input = troupe_llm_wire_get_map (call, "input");
      g_autofree char *json =
          input != NULL ? troupe_value_to_json (input, TROUPE_JSON_SPACED) : g_strdup ("{}");

      add_input (self, block, json, strlen (json));
      end_block (self, block);
    }
  else if (thought != NULL)
    {
      Block *block = begin_block (self, index, BLOCK_THOUGHT, NULL);

      add_thought (self, block, inner != NULL ? inner : thought);
      end_block (self, block);
    }
  else if (troupe_llm_wire_get (content, "text") != NULL)
    {
      add_text (self, TROUPE_LLM_PART_TEXT, content, "text");
    }
  else if (troupe_value_is (content, TROUPE_VALUE_MAP))
    {
      troupe_llm_answer_builder_add_other (self->builder, content);
    }
}

/* --- The end --------------------------------------------------------------------------------- */

/* Thoughts go back signed. One is the message's reasoning; several are kept as they are, as their signatures
 * cannot be joined. */
static void
sign_thoughts (TroupeBedrockReader *self)
{
  g_autoptr (GPtrArray) thoughts = g_ptr_array_new ();

  for (guint i = 0; i < self->blocks->len; i++)
    {
      Block *block = g_ptr_array_index (self->blocks, i);

      if (block->kind == BLOCK_THOUGHT && block->signature->len > 0)
        g_ptr_array_add (thoughts, block);
    }

  for (guint i = 0; i < thoughts->len; i++)
    {
      const Block *block = g_ptr_array_index (thoughts, i);
      g_autoptr (TroupeValue) said =
          troupe_llm_shape_map ("text", troupe_llm_shape_text (block->text->str), NULL);
      g_autofree char *text = troupe_llm_answer_builder_read (self->builder, said, "text");

      if (thoughts->len == 1)
        {
          troupe_llm_answer_builder_add_signature (self->builder, block->signature->str);
        }
      else
        {
          TroupeValue *inner =
              troupe_llm_shape_map ("text", troupe_llm_shape_text (text != NULL ? text : ""),
                                    "signature", troupe_llm_shape_text (block->signature->str),
                                    NULL);
          g_autoptr (TroupeValue) value =
              troupe_llm_shape_map ("reasoningContent",
                                    troupe_llm_shape_map ("reasoningText", inner, NULL), NULL);

          troupe_llm_answer_builder_add_other (self->builder, value);
        }
    }
}

/* @map: has the reason */
static void
finish (TroupeBedrockReader *self, TroupeValue *map)
{
  g_autofree char *stop = troupe_llm_answer_builder_read (self->builder, map, "stopReason");
  gboolean is_shaped = FALSE;

  if (troupe_llm_answer_builder_is_finished (self->builder))
    return;

  for (guint i = 0; i < self->blocks->len; i++)
    {
      Block *block = g_ptr_array_index (self->blocks, i);

      if (block->is_open)
        end_block (self, block);
      is_shaped = is_shaped || block->kind == BLOCK_ANSWER;
    }
  sign_thoughts (self);

  /* The tool that was called is the answer: nothing waits for a result. */
  if (stop == NULL || (is_shaped && g_str_equal (stop, "tool_use") &&
                       troupe_llm_answer_builder_get_n_calls (self->builder) == 0))
    troupe_llm_answer_builder_set_finish (self->builder, "end_turn");
  else
    troupe_llm_answer_builder_set_finish (self->builder, stop);
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
    return fail (self, type + 1, event, error);
  if (!troupe_value_is (event, TROUPE_VALUE_MAP))
    return refuse (self, error);

  if (g_strcmp0 (type, "contentBlockStart") == 0 && call != NULL)
    {
      begin_block (self, index, BLOCK_CALL, call);
    }
  else if (g_strcmp0 (type, "contentBlockDelta") == 0)
    {
      take_delta (self, index, troupe_llm_wire_get_map (event, "delta"));
    }
  else if (g_strcmp0 (type, "contentBlockStop") == 0)
    {
      Block *block = find_block (self, index);

      if (block != NULL)
        end_block (self, block);
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

  if (content == NULL)
    return refuse (self, error);

  take_usage (self, troupe_llm_wire_get_map (whole, "usage"));
  for (gsize i = 0; i < troupe_value_list_get_length (content); i++)
    take_block (self, (gint64) i, troupe_value_list_get (content, i));
  finish (self, whole);

  return TRUE;
}
