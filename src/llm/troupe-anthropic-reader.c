/* troupe-anthropic-reader.c: answers of Anthropic's messages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-anthropic-reader"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-anthropic-reader.h"
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
  BLOCK_OTHER,
} BlockKind;

/* A block of the message's content that grows. */
typedef struct
{
  BlockKind kind;
  gint64 index;
  gboolean is_open;
  gboolean has_input;
  guint place;        /* of a call */
  TroupeValue *value; /* (nullable): as it began */
  GString *text;      /* of a thought */
  GString *signature; /* of a thought */
} Block;

struct _TroupeAnthropicReader
{
  TroupeLlmAnswerBuilder *builder; /* the caller's */
  GPtrArray *blocks;               /* (element-type Block) */
  char *stop;                      /* (nullable): why it ended, until it has ended */
  gint64 input, output, cache_read, cache_creation;
};

static void
block_free (gpointer data)
{
  Block *block = data;

  g_clear_pointer (&block->value, troupe_value_unref);
  g_string_free (block->text, TRUE);
  g_string_free (block->signature, TRUE);
  g_free (block);
}

TroupeAnthropicReader *
troupe_anthropic_reader_new (TroupeLlmAnswerBuilder *builder)
{
  TroupeAnthropicReader *self = g_new0 (TroupeAnthropicReader, 1);

  self->builder = builder;
  self->blocks = g_ptr_array_new_with_free_func (block_free);

  return self;
}

void
troupe_anthropic_reader_free (TroupeAnthropicReader *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->blocks);
  g_free (self->stop);
  g_free (self);
}

/* --- Errors and counts ----------------------------------------------------------------------- */

/* The status that an error would have had, had it come before the answer. */
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

/* @usage: (nullable): counts from the beginning on: the last ones hold */
static void
take_usage (TroupeAnthropicReader *self, TroupeValue *usage)
{
  TroupeLlmUsage *counts = troupe_llm_answer_builder_get_usage (self->builder);
  const gint64 most = G_MAXINT64 / 4;

  take_count (usage, "input_tokens", &self->input);
  take_count (usage, "output_tokens", &self->output);
  take_count (usage, "cache_read_input_tokens", &self->cache_read);
  take_count (usage, "cache_creation_input_tokens", &self->cache_creation);

  /* What was read from the cache or written to it is not among the input here, as it is elsewhere. */
  counts->prompt_tokens =
      MIN (self->input, most) + MIN (self->cache_read, most) + MIN (self->cache_creation, most);
  counts->completion_tokens = MIN (self->output, most);
  counts->total_tokens = counts->prompt_tokens + counts->completion_tokens;
  counts->cached_prompt_tokens = self->cache_read;
  counts->cache_creation_tokens = self->cache_creation;
}

/* --- Blocks ---------------------------------------------------------------------------------- */

static Block *
find_block (TroupeAnthropicReader *self, gint64 index)
{
  for (guint i = self->blocks->len; i > 0; i--)
    {
      Block *block = g_ptr_array_index (self->blocks, i - 1);

      if (block->index == index && block->is_open)
        return block;
    }

  return NULL;
}

static BlockKind
get_kind (TroupeValue *content)
{
  const char *type = troupe_llm_wire_get_text (content, "type");

  if (g_strcmp0 (type, "text") == 0)
    return BLOCK_TEXT;
  if (g_strcmp0 (type, "thinking") == 0)
    return BLOCK_THOUGHT;
  if (g_strcmp0 (type, "tool_use") != 0)
    return BLOCK_OTHER;

  return g_strcmp0 (troupe_llm_wire_get_text (content, "name"), TROUPE_LLM_ANSWER_TOOL) == 0
             ? BLOCK_ANSWER
             : BLOCK_CALL;
}

static void
add_text (TroupeAnthropicReader *self, TroupeLlmPartType type, TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_llm_wire_get (map, key);
  const char *text;
  gsize length;

  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_STRING))
    return;

  text = troupe_value_get_string (value, &length);
  troupe_llm_answer_builder_add_text (self->builder, type, text, (gssize) length);
}

static void
add_thought (TroupeAnthropicReader *self, Block *block, TroupeValue *map)
{
  const char *text = troupe_llm_wire_get_text (map, "thinking");
  const char *signature = troupe_llm_wire_get_text (map, "signature");

  add_text (self, TROUPE_LLM_PART_REASONING, map, "thinking");
  g_string_append (block->text, text != NULL ? text : "");
  g_string_append (block->signature, signature != NULL ? signature : "");
}

static Block *
begin_block (TroupeAnthropicReader *self, gint64 index, TroupeValue *content)
{
  Block *block = g_new0 (Block, 1);

  block->kind = get_kind (content);
  block->index = index;
  block->is_open = TRUE;
  block->value = content != NULL ? troupe_value_ref (content) : NULL;
  block->text = g_string_new (NULL);
  block->signature = g_string_new (NULL);
  g_ptr_array_add (self->blocks, block);

  if (block->kind == BLOCK_TEXT)
    {
      add_text (self, TROUPE_LLM_PART_TEXT, content, "text");
    }
  else if (block->kind == BLOCK_THOUGHT)
    {
      add_thought (self, block, content);
    }
  else if (block->kind == BLOCK_ANSWER)
    {
      /* What was said on the way to it is no part of it. */
      troupe_llm_answer_builder_drop_text (self->builder);
    }
  else if (block->kind == BLOCK_CALL)
    {
      g_autofree char *id = troupe_llm_answer_builder_read (self->builder, content, "id");
      g_autofree char *name = troupe_llm_answer_builder_read (self->builder, content, "name");

      block->place = troupe_llm_answer_builder_add_call (self->builder);
      troupe_llm_answer_builder_extend_call (self->builder, block->place, id, name, "", 0);
    }

  return block;
}

static void
add_input (TroupeAnthropicReader *self, Block *block, const char *json, gsize length)
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
take_delta (TroupeAnthropicReader *self, gint64 index, TroupeValue *delta)
{
  const char *type = troupe_llm_wire_get_text (delta, "type");
  Block *block = find_block (self, index);
  TroupeValue *json = troupe_llm_wire_get (delta, "partial_json");
  const char *text;
  gsize length;

  if (g_strcmp0 (type, "text_delta") == 0)
    {
      add_text (self, TROUPE_LLM_PART_TEXT, delta, "text");
    }
  else if (block != NULL && block->kind == BLOCK_THOUGHT)
    {
      add_thought (self, block, delta);
    }
  else if (block != NULL && json != NULL && troupe_value_is (json, TROUPE_VALUE_STRING))
    {
      text = troupe_value_get_string (json, &length);
      add_input (self, block, text, length);
    }
}

static void
end_block (TroupeAnthropicReader *self, Block *block)
{
  TroupeValue *input = troupe_llm_wire_get_map (block->value, "input");

  block->is_open = FALSE;
  if ((block->kind == BLOCK_CALL || block->kind == BLOCK_ANSWER) && !block->has_input)
    {
      /* Whole from the start, or without arguments. */
      g_autofree char *json =
          input != NULL ? troupe_value_to_json (input, TROUPE_JSON_SPACED) : g_strdup ("{}");

      add_input (self, block, json, strlen (json));
    }
  else if (block->kind == BLOCK_OTHER && block->value != NULL &&
           troupe_value_is (block->value, TROUPE_VALUE_MAP))
    {
      troupe_llm_answer_builder_add_other (self->builder, block->value);
    }
}

/* --- The end --------------------------------------------------------------------------------- */

/* Thoughts go back signed. One is the message's reasoning; several are kept as they are, as their signatures
 * cannot be joined. */
static void
sign_thoughts (TroupeAnthropicReader *self)
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
          g_autoptr (TroupeValue) value =
              troupe_llm_shape_map ("type", troupe_llm_shape_text ("thinking"), "thinking",
                                    troupe_llm_shape_text (text != NULL ? text : ""), "signature",
                                    troupe_llm_shape_text (block->signature->str), NULL);

          troupe_llm_answer_builder_add_other (self->builder, value);
        }
    }
}

static void
finish (TroupeAnthropicReader *self)
{
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
  if (self->stop == NULL || (is_shaped && g_str_equal (self->stop, "tool_use") &&
                             troupe_llm_answer_builder_get_n_calls (self->builder) == 0))
    {
      g_free (self->stop);
      self->stop = g_strdup ("end_turn");
    }
  troupe_llm_answer_builder_set_finish (self->builder, self->stop);
}

static gboolean
refuse (TroupeAnthropicReader *self, GError **error)
{
  g_propagate_error (
      error,
      troupe_llm_error_new (
          TROUPE_LLM_ERROR_INVALID,
          _ ("The server at %s sent JSON that is not an answer of a model. Check its address."),
          troupe_llm_answer_builder_get_host (self->builder)));

  return FALSE;
}

static void
take_stop (TroupeAnthropicReader *self, TroupeValue *map)
{
  char *stop = troupe_llm_answer_builder_read (self->builder, map, "stop_reason");

  if (stop == NULL)
    return;

  g_free (self->stop);
  self->stop = stop;
}

/* What the beginning of a stream and a whole answer have in common. */
static void
take_message (TroupeAnthropicReader *self, TroupeValue *message)
{
  TroupeValue *content = troupe_llm_wire_get_list (message, "content");
  g_autofree char *model = troupe_llm_answer_builder_read (self->builder, message, "model");

  troupe_llm_answer_builder_set_model (self->builder, model);
  take_usage (self, troupe_llm_wire_get_map (message, "usage"));
  take_stop (self, message);
  for (gsize i = 0; content != NULL && i < troupe_value_list_get_length (content); i++)
    {
      TroupeValue *part = troupe_value_list_get (content, i);

      if (troupe_value_is (part, TROUPE_VALUE_MAP))
        end_block (self, begin_block (self, (gint64) i, part));
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
    return refuse (self, error);

  if (own != NULL)
    type = own;
  /* Between the service and here there may be others who say it in their own way. */
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
      take_delta (self, index, troupe_llm_wire_get_map (event, "delta"));
    }
  else if (g_strcmp0 (type, "content_block_stop") == 0)
    {
      Block *block = find_block (self, index);

      if (block != NULL)
        end_block (self, block);
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
    return refuse (self, error);

  take_message (self, whole);
  finish (self);

  return TRUE;
}
