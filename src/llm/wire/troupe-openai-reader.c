/* troupe-openai-reader.c: parses responses of OpenAI's chat completions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-openai-reader"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-llm-error.h"
#include "troupe-llm-private.h"
#include "troupe-openai-reader.h"
#include "troupe-llm-wire.h"
#include "troupe-wire-answer.h"

struct _TroupeOpenaiReader
{
  TroupeLlmAnswerBuilder *builder; /* owned by the caller */
  GArray *indexes;                 /* of gint64: index of each call; -1 if the server sent none */
  GArray *lists;                   /* of guint: number of the last list that contained each call */
  guint n_lists;                   /* number of lists of calls that were parsed */
};

TroupeOpenaiReader *
troupe_openai_reader_new (TroupeLlmAnswerBuilder *builder)
{
  TroupeOpenaiReader *self = g_new0 (TroupeOpenaiReader, 1);

  self->builder = builder;
  self->indexes = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->lists = g_array_new (FALSE, FALSE, sizeof (guint));

  return self;
}

void
troupe_openai_reader_free (TroupeOpenaiReader *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->indexes);
  g_array_unref (self->lists);
  g_free (self);
}

/* --- Text and usage --------------------------------------------------------------------------- */

/* --- Tool calls ------------------------------------------------------------------------------ */

/* Returns TRUE if the call is in the list that is being parsed. The items of one list that have a
 * name are different calls, even if the server sends the same id for all of them. */
static gboolean
is_in_list (TroupeOpenaiReader *self, guint call)
{
  g_assert (self != NULL);

  return g_array_index (self->lists, guint, call) == self->n_lists;
}

/* Returns the index of the call that a delta continues, or -1 if the delta begins a new call.
 * Calls are matched by index. If the server sends no index, they are matched by id; if it sends
 * no id either, by the position in the list. */
static int
find_call (TroupeOpenaiReader *self, gint64 index, const char *id, const char *name, gsize position)
{
  g_assert (self != NULL);

  for (guint i = self->indexes->len; i > 0; i--)
    {
      const char *own = troupe_llm_answer_builder_get_call_id (self->builder, i - 1);

      if (name != NULL && is_in_list (self, i - 1))
        continue;
      if (index >= 0 && g_array_index (self->indexes, gint64, i - 1) == index)
        /* Some servers always send index 0, so a new id begins a new call. */
        return id != NULL && own != NULL && !g_str_equal (id, own) ? -1 : (int) i - 1;
      if (index < 0 && id != NULL && g_strcmp0 (id, own) == 0)
        return (int) i - 1;
    }

  if (index < 0 && id == NULL && position < self->indexes->len)
    return name != NULL &&
                   troupe_llm_answer_builder_is_call_complete (self->builder, (guint) position)
               ? -1
               : (int) position;

  return -1;
}

/* Appends a delta to a call. @function: (nullable): the name and the arguments of the call.
 * @index: -1 if there is none */
static void
take_call (TroupeOpenaiReader *self,
           TroupeValue *function,
           gint64 index,
           const char *id,
           gsize position)
{
  TroupeValue *arguments = troupe_llm_wire_get (function, "arguments");
  g_autofree char *name = troupe_llm_answer_builder_read (self->builder, function, "name");
  int place = find_call (self, index, id, name, position);
  g_autofree char *json = NULL;
  const char *text = NULL;
  gsize length = 0;

  g_assert (self != NULL);

  if (place < 0)
    {
      place = (int) troupe_llm_answer_builder_add_call (self->builder);
      if ((guint) place == self->indexes->len)
        {
          g_array_append_val (self->indexes, index);
          g_array_append_val (self->lists, self->n_lists);
        }
    }
  g_array_index (self->lists, guint, place) = self->n_lists;
  if (arguments != NULL && troupe_value_is (arguments, TROUPE_VALUE_STRING))
    {
      text = troupe_value_get_string (arguments, &length);
    }
  else if (arguments != NULL && troupe_value_is (arguments, TROUPE_VALUE_MAP))
    {
      text = json = troupe_value_to_json (arguments, TROUPE_JSON_COMPACT);
      length = strlen (json);
    }
  troupe_llm_answer_builder_extend_call (self->builder, (guint) place, id, name, text,
                                         (gssize) length);
}

/* --- Messages -------------------------------------------------------------------------------- */

static void
take_message (TroupeOpenaiReader *self, TroupeValue *message)
{
  TroupeValue *calls = troupe_llm_wire_get_list (message, "tool_calls");
  TroupeValue *call = troupe_llm_wire_get_map (message, "function_call");
  TroupeValue *refusal = troupe_llm_wire_get (message, "refusal");
  TroupeValue *content;
  TroupeValue *reasoning = troupe_llm_wire_get (message, "reasoning_content");

  g_assert (self != NULL);

  /* Servers that use both names send the same text twice. */
  if (reasoning == NULL || !troupe_value_is (reasoning, TROUPE_VALUE_STRING))
    reasoning = troupe_llm_wire_get (message, "reasoning");
  troupe_wire_take_text (
      self->builder, TROUPE_LLM_PART_REASONING,
      reasoning != NULL && troupe_value_is (reasoning, TROUPE_VALUE_STRING) ? reasoning : NULL);
  /* Appends content of TROUPE_LLM_PART_TEXT. */
  content = troupe_llm_wire_get (message, "content");
  if (content != NULL)
    {
      if (troupe_value_is (content, TROUPE_VALUE_STRING))
        {
          troupe_wire_take_text (self->builder, TROUPE_LLM_PART_TEXT, content);
        }
      else
        {
          g_autofree char *joined = troupe_llm_content_to_text (content);

          troupe_llm_answer_builder_add_text (self->builder, TROUPE_LLM_PART_TEXT, joined, -1);
        }
    }
  troupe_wire_take_text (self->builder, TROUPE_LLM_PART_REFUSAL, refusal);

  if (calls != NULL)
    {
      self->n_lists++;
      for (gsize i = 0; i < troupe_value_list_get_length (calls); i++)
        {
          TroupeValue *piece = troupe_value_list_get (calls, i);
          TroupeValue *index = troupe_llm_wire_get (piece, "index");
          g_autofree char *id = troupe_llm_answer_builder_read (self->builder, piece, "id");

          if (troupe_value_is (piece, TROUPE_VALUE_MAP))
            take_call (self, troupe_llm_wire_get (piece, "function"),
                       index != NULL && troupe_value_is (index, TROUPE_VALUE_INTEGER)
                           ? troupe_value_get_integer (index)
                           : -1,
                       id, i);
        }
    }
  /* Legacy format with a single function call. */
  else if (call != NULL)
    take_call (self, call, -1, NULL, 0);
}

/* Parses what chunks and complete responses have in common: errors, model and usage. */
static gboolean
take_frame (TroupeOpenaiReader *self, TroupeValue *answer, GError **error)
{
  TroupeValue *usage;
  TroupeLlmUsage *counts;
  TroupeValue *prompt;
  TroupeValue *completion;

  g_assert (self != NULL);

  if (!troupe_wire_check_answer (self->builder, answer, error))
    return FALSE;

  troupe_wire_take_model (self->builder, answer, "model");
  usage = troupe_llm_wire_get_map (answer, "usage");
  counts = troupe_llm_answer_builder_get_usage (self->builder);
  prompt = troupe_llm_wire_get (usage, "prompt_tokens_details");
  completion = troupe_llm_wire_get (usage, "completion_tokens_details");
  if (usage != NULL)
    {
      /* Some servers send cumulative counts with each chunk, so the last counts are final. */
      counts->prompt_tokens = troupe_llm_wire_get_count (usage, "prompt_tokens");
      counts->completion_tokens = troupe_llm_wire_get_count (usage, "completion_tokens");
      troupe_wire_take_total (counts, troupe_llm_wire_get_count (usage, "total_tokens"));
      counts->cached_prompt_tokens = troupe_llm_wire_get_count (prompt, "cached_tokens");
      counts->cache_creation_tokens = troupe_llm_wire_get_count (prompt, "cache_creation_tokens");
      counts->reasoning_tokens = troupe_llm_wire_get_count (completion, "reasoning_tokens");
    }

  return TRUE;
}

/* Returns the first of the requested answers, or NULL if the chunk contains none. */
static TroupeValue *
get_choice (TroupeValue *answer)
{
  TroupeValue *choices = troupe_llm_wire_get_list (answer, "choices");

  if (choices == NULL)
    return NULL;

  for (gsize i = 0; i < troupe_value_list_get_length (choices); i++)
    {
      TroupeValue *choice = troupe_value_list_get (choices, i);

      if (troupe_value_is (choice, TROUPE_VALUE_MAP) &&
          troupe_llm_wire_get_count (choice, "index") == 0)
        return choice;
    }

  return NULL;
}

gboolean
troupe_openai_reader_take_chunk (TroupeOpenaiReader *self, TroupeValue *chunk, GError **error)
{
  g_autofree char *finish = NULL;
  TroupeValue *choice, *delta;

  if (!take_frame (self, chunk, error))
    return FALSE;

  choice = get_choice (chunk);
  delta = troupe_llm_wire_get (choice, "delta");
  /* A server that does not support streaming sends the whole message in one chunk. */
  take_message (self, delta != NULL ? delta : troupe_llm_wire_get (choice, "message"));
  finish = troupe_llm_answer_builder_read (self->builder, choice, "finish_reason");
  troupe_llm_answer_builder_set_finish (self->builder, finish);

  return TRUE;
}

gboolean
troupe_openai_reader_take_whole (TroupeOpenaiReader *self, TroupeValue *whole, GError **error)
{
  g_autofree char *finish = NULL;
  TroupeValue *choice, *message;

  if (!take_frame (self, whole, error))
    return FALSE;

  choice = get_choice (whole);
  message = troupe_llm_wire_get_map (choice, "message");
  if (message == NULL)
    {
      g_propagate_error (
          error, troupe_llm_error_new (
                     TROUPE_LLM_ERROR_INVALID,
                     _ ("The server at %s sent an answer without a message. Check that it supports "
                        "OpenAI’s chat completions and that the model supports chats."),
                     troupe_llm_answer_builder_get_host (self->builder)));
      return FALSE;
    }

  take_message (self, message);
  finish = troupe_llm_answer_builder_read (self->builder, choice, "finish_reason");
  troupe_llm_answer_builder_set_finish (self->builder, finish != NULL ? finish : "stop");

  return TRUE;
}
