/* troupe-wire-blocks.c: content blocks in responses of Anthropic and Bedrock
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-wire-blocks"

#include "config.h"

#include <string.h>

#include "troupe-llm-wire.h"
#include "troupe-wire-answer.h"
#include "troupe-wire-blocks.h"
#include "troupe-wire-request.h"
#include "troupe-wire-value.h"

struct _TroupeWireBlocks
{
  TroupeLlmAnswerBuilder *builder; /* owned by the caller */
  GPtrArray *blocks;               /* (element-type TroupeWireBlock) */
};

static void
block_free (gpointer data)
{
  TroupeWireBlock *block = data;

  g_clear_pointer (&block->value, troupe_value_unref);
  g_string_free (block->text, TRUE);
  g_string_free (block->signature, TRUE);
  g_free (block);
}

TroupeWireBlocks *
troupe_wire_blocks_new (TroupeLlmAnswerBuilder *builder)
{
  TroupeWireBlocks *self = g_new0 (TroupeWireBlocks, 1);

  self->builder = builder;
  self->blocks = g_ptr_array_new_with_free_func (block_free);

  return self;
}

void
troupe_wire_blocks_free (TroupeWireBlocks *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->blocks);
  g_free (self);
}

/* --- Assembling blocks ------------------------------------------------------------------------ */

TroupeWireBlock *
troupe_wire_blocks_begin (TroupeWireBlocks *self, gint64 index, TroupeWireBlockKind kind)
{
  TroupeWireBlock *block = NULL;

  if (!troupe_llm_answer_builder_take_room (self->builder, TROUPE_LLM_PART_BYTES) &&
      self->blocks->len > 0)
    return g_ptr_array_index (self->blocks, self->blocks->len - 1);
  block = g_new0 (TroupeWireBlock, 1);
  block->kind = kind;
  block->index = index;
  block->is_open = TRUE;
  block->text = g_string_new (NULL);
  block->signature = g_string_new (NULL);
  g_ptr_array_add (self->blocks, block);

  return block;
}

TroupeWireBlock *
troupe_wire_blocks_begin_call (TroupeWireBlocks *self,
                               gint64 index,
                               TroupeValue *call,
                               const char *id_key)
{
  g_autofree char *id = troupe_llm_answer_builder_read (self->builder, call, id_key);
  g_autofree char *name = troupe_llm_answer_builder_read (self->builder, call, "name");
  TroupeWireBlock *block;

  if (g_strcmp0 (name, TROUPE_WIRE_ANSWER_TOOL) == 0)
    {
      /* Earlier text is not part of the answer. */
      troupe_llm_answer_builder_drop_text (self->builder);
      return troupe_wire_blocks_begin (self, index, TROUPE_WIRE_BLOCK_ANSWER);
    }

  block = troupe_wire_blocks_begin (self, index, TROUPE_WIRE_BLOCK_CALL);
  block->place = troupe_llm_answer_builder_add_call (self->builder);
  troupe_llm_answer_builder_extend_call (self->builder, block->place, id, name, "", 0);

  return block;
}

void
troupe_wire_block_set_value (TroupeWireBlock *block, TroupeValue *value)
{
  if (value != NULL)
    troupe_value_ref (value);
  g_clear_pointer (&block->value, troupe_value_unref);
  block->value = value;
}

TroupeWireBlock *
troupe_wire_blocks_find (TroupeWireBlocks *self, gint64 index)
{
  for (guint i = self->blocks->len; i > 0; i--)
    {
      TroupeWireBlock *block = g_ptr_array_index (self->blocks, i - 1);

      if (block->index == index && block->is_open)
        return block;
    }

  return NULL;
}

void
troupe_wire_blocks_add_thought (TroupeWireBlocks *self,
                                TroupeWireBlock *block,
                                TroupeValue *map,
                                const char *text_key)
{
  const char *text = troupe_llm_wire_get_text (map, text_key);
  const char *signature = troupe_llm_wire_get_text (map, "signature");

  troupe_wire_take_text (self->builder, TROUPE_LLM_PART_REASONING,
                         troupe_llm_wire_get (map, text_key));
  if (text != NULL && troupe_llm_answer_builder_take_room (self->builder, strlen (text)))
    g_string_append (block->text, text);
  if (signature != NULL && troupe_llm_answer_builder_take_room (self->builder, strlen (signature)))
    g_string_append (block->signature, signature);
}

static void
add_json (TroupeWireBlocks *self, TroupeWireBlock *block, const char *json, gsize length)
{
  g_assert (self != NULL);

  if (length == 0)
    return;

  block->has_input = TRUE;
  if (block->kind == TROUPE_WIRE_BLOCK_ANSWER)
    troupe_llm_answer_builder_add_text (self->builder, TROUPE_LLM_PART_TEXT, json, (gssize) length);
  else if (block->kind == TROUPE_WIRE_BLOCK_CALL)
    troupe_llm_answer_builder_extend_call (self->builder, block->place, NULL, NULL, json,
                                           (gssize) length);
}

void
troupe_wire_blocks_add_input (TroupeWireBlocks *self, TroupeWireBlock *block, TroupeValue *json)
{
  const char *text;
  gsize length;

  if (json == NULL || !troupe_value_is (json, TROUPE_VALUE_STRING))
    return;

  text = troupe_value_get_string (json, &length);
  add_json (self, block, text, length);
}

void
troupe_wire_blocks_end (TroupeWireBlocks *self, TroupeWireBlock *block)
{
  block->is_open = FALSE;
  if ((block->kind == TROUPE_WIRE_BLOCK_CALL || block->kind == TROUPE_WIRE_BLOCK_ANSWER) &&
      !block->has_input)
    {
      /* The input was complete in the first event, or there are no arguments. */
      g_autofree char *json = block->kind == TROUPE_WIRE_BLOCK_ANSWER && block->value != NULL
                                  ? troupe_value_to_json (block->value, TROUPE_JSON_COMPACT)
                                  : troupe_wire_write_arguments (block->value);

      add_json (self, block, json, strlen (json));
    }
  else if (block->kind == TROUPE_WIRE_BLOCK_OTHER && block->value != NULL)
    {
      troupe_llm_answer_builder_add_other (self->builder, block->value);
    }
}

/* --- Finishing -------------------------------------------------------------------------------- */

/* Reasoning is sent back with its signature. A single block becomes the message's reasoning.
 * Several blocks are kept in the API's format, because their signatures cannot be merged. */
static void
sign_thoughts (TroupeWireBlocks *self, TroupeWireThoughtFunc write_thought)
{
  g_autoptr (GPtrArray) thoughts = g_ptr_array_new ();

  g_assert (self != NULL);

  for (guint i = 0; i < self->blocks->len; i++)
    {
      TroupeWireBlock *block = g_ptr_array_index (self->blocks, i);

      if (block->kind == TROUPE_WIRE_BLOCK_THOUGHT && block->signature->len > 0)
        g_ptr_array_add (thoughts, block);
    }

  for (guint i = 0; i < thoughts->len; i++)
    {
      const TroupeWireBlock *block = g_ptr_array_index (thoughts, i);

      if (thoughts->len == 1)
        {
          troupe_llm_answer_builder_add_signature (self->builder, block->signature->str);
        }
      else
        {
          g_autoptr (TroupeValue) said =
              troupe_wire_new_map ("text", troupe_wire_new_text (block->text->str), NULL);
          g_autofree char *text = troupe_llm_answer_builder_read (self->builder, said, "text");
          g_autoptr (TroupeValue) value =
              write_thought (text != NULL ? text : "", block->signature->str);

          troupe_llm_answer_builder_add_other (self->builder, value);
        }
    }
}

void
troupe_wire_blocks_finish (TroupeWireBlocks *self,
                           const char *stop,
                           TroupeWireThoughtFunc write_thought)
{
  gboolean is_shaped = FALSE;

  if (troupe_llm_answer_builder_is_finished (self->builder))
    return;

  for (guint i = 0; i < self->blocks->len; i++)
    {
      TroupeWireBlock *block = g_ptr_array_index (self->blocks, i);

      if (block->is_open)
        troupe_wire_blocks_end (self, block);
      is_shaped = is_shaped || block->kind == TROUPE_WIRE_BLOCK_ANSWER;
    }
  sign_thoughts (self, write_thought);

  troupe_llm_answer_builder_set_finish (self->builder, stop != NULL ? stop : "end_turn");
  /* The tool call is the answer itself, so no tool result is pending. */
  if (is_shaped && troupe_llm_answer_builder_get_n_calls (self->builder) == 0)
    troupe_llm_answer_builder_set_whole (self->builder);
}
