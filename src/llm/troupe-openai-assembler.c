/* troupe-openai-assembler.c: an answer out of OpenAI's chunks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-openai-assembler"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-llm-error.h"
#include "troupe-llm-private.h"
#include "troupe-llm-status.h"
#include "troupe-openai-assembler.h"

/* A tool call that grows. */
typedef struct
{
  gint64 index; /* -1 where the server gave none */
  char *id;     /* (nullable): the server's */
  char *name;   /* (nullable) */
  GString *arguments;
  TroupeSecretStream *hiding; /* what is told of the arguments as they come goes through it */
} Call;

struct _TroupeOpenaiAssembler
{
  char *host;
  char *model;
  char *finish_reason;
  TroupeSecret *secret;       /* (nullable) */
  TroupeSecretStream *hiding; /* the content goes through it */
  GString *piece;             /* what came out of it last */
  GString *content;
  TroupeSecretStream *hiding_reasoning;
  GString *reasoning;
  GString *refusal;
  GPtrArray *calls; /* of Call */
  TroupeLlmUsage usage;
};

static void
call_free (Call *call)
{
  g_free (call->id);
  g_free (call->name);
  g_string_free (call->arguments, TRUE);
  troupe_secret_stream_free (call->hiding);
  g_free (call);
}

TroupeOpenaiAssembler *
troupe_openai_assembler_new (const char *host, TroupeSecret *secret)
{
  TroupeOpenaiAssembler *self = g_new0 (TroupeOpenaiAssembler, 1);

  self->host = g_strdup (host);
  self->secret = secret != NULL ? troupe_secret_ref (secret) : NULL;
  self->hiding = troupe_secret_stream_new (secret);
  self->piece = g_string_new (NULL);
  self->content = g_string_new (NULL);
  self->hiding_reasoning = troupe_secret_stream_new (secret);
  self->reasoning = g_string_new (NULL);
  self->refusal = g_string_new (NULL);
  self->calls = g_ptr_array_new_with_free_func ((GDestroyNotify) call_free);
  self->usage.requests = 1;

  return self;
}

void
troupe_openai_assembler_free (TroupeOpenaiAssembler *self)
{
  g_free (self->host);
  g_free (self->model);
  g_free (self->finish_reason);
  g_clear_pointer (&self->secret, troupe_secret_unref);
  troupe_secret_stream_free (self->hiding);
  g_string_free (self->piece, TRUE);
  g_string_free (self->content, TRUE);
  troupe_secret_stream_free (self->hiding_reasoning);
  g_string_free (self->reasoning, TRUE);
  g_string_free (self->refusal, TRUE);
  g_ptr_array_unref (self->calls);
  g_free (self);
}

static TroupeValue *
get (TroupeValue *map, const char *key)
{
  if (map == NULL || !troupe_value_is (map, TROUPE_VALUE_MAP))
    return NULL;

  return troupe_value_map_lookup_string (map, key, -1);
}

/* The text under @key without secrets, with U+FFFD for U+0000; NULL where there is none or an empty
 * one. (transfer full) */
static char *
take_text (TroupeOpenaiAssembler *self, TroupeValue *map, const char *key)
{
  TroupeValue *value = get (map, key);
  const char *text;
  gsize length;

  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_STRING))
    return NULL;

  text = troupe_value_get_string (value, &length);

  return length > 0 ? troupe_secret_hide (self->secret, text, (gssize) length) : NULL;
}

static gint64
get_count (TroupeValue *map, const char *key)
{
  TroupeValue *value = get (map, key);

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER))
    return MAX (troupe_value_get_integer (value), 0);

  return 0;
}

static void
take_usage (TroupeOpenaiAssembler *self, TroupeValue *usage)
{
  TroupeValue *prompt = get (usage, "prompt_tokens_details");
  TroupeValue *completion = get (usage, "completion_tokens_details");

  if (usage == NULL || !troupe_value_is (usage, TROUPE_VALUE_MAP))
    return;

  /* Some servers send the count so far with each chunk: the last one holds. */
  self->usage.prompt_tokens = get_count (usage, "prompt_tokens");
  self->usage.completion_tokens = get_count (usage, "completion_tokens");
  self->usage.total_tokens = get_count (usage, "total_tokens");
  if (self->usage.total_tokens == 0)
    self->usage.total_tokens = self->usage.prompt_tokens + self->usage.completion_tokens;
  self->usage.cached_prompt_tokens = get_count (prompt, "cached_tokens");
  self->usage.cache_creation_tokens = get_count (prompt, "cache_creation_tokens");
  self->usage.reasoning_tokens = get_count (completion, "reasoning_tokens");
}

/* Tells of what came out of the hiding. @into: (nullable): where it is kept. @call: (nullable) */
static void
hand_over (TroupeOpenaiAssembler *self,
           TroupeLlmPartType type,
           GString *into,
           guint index,
           const Call *call,
           TroupeLlmDeltaFunc on_delta,
           gpointer delta_data)
{
  TroupeLlmDelta delta = { .type = type,
                           .text = self->piece->str,
                           .length = self->piece->len,
                           .index = index,
                           .id = call != NULL ? call->id : NULL,
                           .name = call != NULL ? call->name : NULL };

  if (self->piece->len == 0 && call == NULL)
    return;

  if (into != NULL)
    g_string_append_len (into, self->piece->str, (gssize) self->piece->len);
  if (on_delta != NULL)
    on_delta (&delta, delta_data);
  g_string_truncate (self->piece, 0);
}

/* @type: text or reasoning */
static void
take_content (TroupeOpenaiAssembler *self,
              TroupeLlmPartType type,
              TroupeValue *content,
              TroupeLlmDeltaFunc on_delta,
              gpointer delta_data)
{
  gboolean is_text = type == TROUPE_LLM_PART_TEXT;
  g_autofree char *joined = NULL;
  const char *text;
  gsize length;

  if (content == NULL)
    return;
  if (troupe_value_is (content, TROUPE_VALUE_STRING))
    {
      text = troupe_value_get_string (content, &length);
    }
  else
    {
      text = joined = troupe_llm_content_to_text (content);
      length = strlen (joined);
    }
  if (length == 0)
    return;

  troupe_secret_stream_feed (is_text ? self->hiding : self->hiding_reasoning, text, length,
                             self->piece);
  hand_over (self, type, is_text ? self->content : self->reasoning, 0, NULL, on_delta, delta_data);
}

/* Hands out what was held back. */
void
troupe_openai_assembler_flush (TroupeOpenaiAssembler *self,
                               TroupeLlmDeltaFunc on_delta,
                               gpointer delta_data)
{
  troupe_secret_stream_end (self->hiding_reasoning, self->piece);
  hand_over (self, TROUPE_LLM_PART_REASONING, self->reasoning, 0, NULL, on_delta, delta_data);
  troupe_secret_stream_end (self->hiding, self->piece);
  hand_over (self, TROUPE_LLM_PART_TEXT, self->content, 0, NULL, on_delta, delta_data);
  for (guint i = 0; i < self->calls->len; i++)
    {
      Call *call = g_ptr_array_index (self->calls, i);

      troupe_secret_stream_end (call->hiding, self->piece);
      if (self->piece->len > 0)
        hand_over (self, TROUPE_LLM_PART_TOOL_CALL, NULL, i, call, on_delta, delta_data);
    }
}

static gboolean
is_complete (const Call *call)
{
  g_autoptr (TroupeValue) value = NULL;

  if (call->arguments->len == 0)
    return FALSE;

  value = troupe_value_from_json (call->arguments->str, (gssize) call->arguments->len, NULL);

  return value != NULL;
}

/* The call that a piece continues, or NULL where it begins one. By index; where a server has none,
 * by id; where it has neither, by the place in the list. */
static Call *
find_call (TroupeOpenaiAssembler *self,
           gint64 index,
           const char *id,
           const char *name,
           gsize position)
{
  for (guint i = self->calls->len; i > 0; i--)
    {
      Call *call = g_ptr_array_index (self->calls, i - 1);

      if (index >= 0 && call->index == index)
        /* The index stays 0 with some servers: then a new id begins a new call. */
        return id != NULL && call->id != NULL && !g_str_equal (id, call->id) ? NULL : call;
      if (index < 0 && id != NULL && g_strcmp0 (id, call->id) == 0)
        return call;
    }

  if (index < 0 && id == NULL && position < self->calls->len)
    {
      Call *call = g_ptr_array_index (self->calls, position);

      return name != NULL && is_complete (call) ? NULL : call;
    }

  return NULL;
}

/* More of a call. @function: (nullable): its name and arguments. @index: -1 where there is none */
static void
take_call (TroupeOpenaiAssembler *self,
           TroupeValue *function,
           gint64 index,
           const char *id,
           gsize position,
           TroupeLlmDeltaFunc on_delta,
           gpointer delta_data)
{
  TroupeValue *arguments = get (function, "arguments");
  g_autofree char *name = take_text (self, function, "name");
  Call *call = find_call (self, index, id, name, position);
  gsize n_before;
  guint place;

  if (call == NULL)
    {
      call = g_new0 (Call, 1);
      call->index = index;
      call->arguments = g_string_new (NULL);
      call->hiding = troupe_secret_stream_new (self->secret);
      g_ptr_array_add (self->calls, call);
    }

  if (call->id == NULL)
    call->id = g_strdup (id);
  /* Repeated in every chunk by some, empty in later ones by others: the first counts. */
  if (call->name == NULL)
    call->name = g_steal_pointer (&name);

  n_before = call->arguments->len;
  if (arguments != NULL && troupe_value_is (arguments, TROUPE_VALUE_STRING))
    {
      gsize length;
      const char *text = troupe_value_get_string (arguments, &length);

      g_string_append_len (call->arguments, text, (gssize) length);
    }
  else if (arguments != NULL && troupe_value_is (arguments, TROUPE_VALUE_MAP))
    {
      troupe_value_append_json (arguments, TROUPE_JSON_COMPACT, call->arguments);
    }
  troupe_secret_stream_feed (call->hiding, call->arguments->str + n_before,
                             call->arguments->len - n_before, self->piece);
  if (g_ptr_array_find (self->calls, call, &place))
    hand_over (self, TROUPE_LLM_PART_TOOL_CALL, NULL, place, call, on_delta, delta_data);
}

static void
take_calls (TroupeOpenaiAssembler *self,
            TroupeValue *calls,
            TroupeLlmDeltaFunc on_delta,
            gpointer delta_data)
{
  gsize n_calls = troupe_value_list_get_length (calls);

  for (gsize i = 0; i < n_calls; i++)
    {
      TroupeValue *piece = troupe_value_list_get (calls, i);
      TroupeValue *index = get (piece, "index");
      g_autofree char *id = take_text (self, piece, "id");

      if (troupe_value_is (piece, TROUPE_VALUE_MAP))
        take_call (self, get (piece, "function"),
                   index != NULL && troupe_value_is (index, TROUPE_VALUE_INTEGER)
                       ? troupe_value_get_integer (index)
                       : -1,
                   id, i, on_delta, delta_data);
    }
}

static void
take_message (TroupeOpenaiAssembler *self,
              TroupeValue *message,
              TroupeLlmDeltaFunc on_delta,
              gpointer delta_data)
{
  TroupeValue *calls = get (message, "tool_calls");
  TroupeValue *call = get (message, "function_call");
  TroupeValue *reasoning = get (message, "reasoning_content");
  g_autofree char *refusal = take_text (self, message, "refusal");

  /* Two names for it; who sends both sends the same twice. */
  if (reasoning == NULL || !troupe_value_is (reasoning, TROUPE_VALUE_STRING))
    reasoning = get (message, "reasoning");
  if (reasoning != NULL && troupe_value_is (reasoning, TROUPE_VALUE_STRING))
    take_content (self, TROUPE_LLM_PART_REASONING, reasoning, on_delta, delta_data);
  take_content (self, TROUPE_LLM_PART_TEXT, get (message, "content"), on_delta, delta_data);
  if (refusal != NULL)
    g_string_append (self->refusal, refusal);

  if (calls != NULL && troupe_value_is (calls, TROUPE_VALUE_LIST))
    take_calls (self, calls, on_delta, delta_data);
  /* How there was one call before there were several. */
  else if (call != NULL && troupe_value_is (call, TROUPE_VALUE_MAP))
    take_call (self, call, -1, NULL, 0, on_delta, delta_data);
}

/* What chunks and whole answers have in common: errors, model and counts. */
static gboolean
take_frame (TroupeOpenaiAssembler *self, TroupeValue *answer, GError **error)
{
  GError *server_error;

  if (!troupe_value_is (answer, TROUPE_VALUE_MAP))
    {
      g_propagate_error (
          error,
          troupe_llm_error_new (
              TROUPE_LLM_ERROR_INVALID,
              _ ("The server at %s sent JSON that is not an answer of a model. Check its address."),
              self->host));
      return FALSE;
    }

  server_error = troupe_llm_error_from_answer (answer, self->host);
  if (server_error != NULL)
    {
      g_propagate_error (error, server_error);
      return FALSE;
    }

  if (self->model == NULL)
    self->model = take_text (self, answer, "model");
  take_usage (self, get (answer, "usage"));

  return TRUE;
}

/* The first of the answers that were asked for, NULL where a chunk holds none. */
static TroupeValue *
get_choice (TroupeValue *answer)
{
  TroupeValue *choices = get (answer, "choices");
  gsize n_choices;

  if (choices == NULL || !troupe_value_is (choices, TROUPE_VALUE_LIST))
    return NULL;

  n_choices = troupe_value_list_get_length (choices);
  for (gsize i = 0; i < n_choices; i++)
    {
      TroupeValue *choice = troupe_value_list_get (choices, i);

      if (troupe_value_is (choice, TROUPE_VALUE_MAP) && get_count (choice, "index") == 0)
        return choice;
    }

  return NULL;
}

gboolean
troupe_openai_assembler_take_chunk (TroupeOpenaiAssembler *self,
                                    TroupeValue *chunk,
                                    TroupeLlmDeltaFunc on_delta,
                                    gpointer delta_data,
                                    GError **error)
{
  TroupeValue *choice;
  char *finish_reason;

  if (!take_frame (self, chunk, error))
    return FALSE;

  choice = get_choice (chunk);
  /* A server that was asked for a stream and has none at hand puts all into one chunk. */
  take_message (self,
                get (choice, "delta") != NULL ? get (choice, "delta") : get (choice, "message"),
                on_delta, delta_data);

  finish_reason = take_text (self, choice, "finish_reason");
  if (finish_reason != NULL)
    {
      g_free (self->finish_reason);
      self->finish_reason = finish_reason;
    }

  return TRUE;
}

gboolean
troupe_openai_assembler_take_whole (TroupeOpenaiAssembler *self, TroupeValue *whole, GError **error)
{
  TroupeValue *choice, *message;

  if (!take_frame (self, whole, error))
    return FALSE;

  choice = get_choice (whole);
  message = get (choice, "message");
  if (message == NULL || !troupe_value_is (message, TROUPE_VALUE_MAP))
    {
      g_propagate_error (
          error, troupe_llm_error_new (TROUPE_LLM_ERROR_INVALID,
                                       _ ("The server at %s sent an answer without a message in "
                                          "it. Check that it speaks OpenAI's "
                                          "chat completions and that the model is one for chats."),
                                       self->host));
      return FALSE;
    }

  take_message (self, message, NULL, NULL);
  g_free (self->finish_reason);
  self->finish_reason = take_text (self, choice, "finish_reason");
  if (self->finish_reason == NULL)
    self->finish_reason = g_strdup ("stop");

  return TRUE;
}

gboolean
troupe_openai_assembler_is_finished (TroupeOpenaiAssembler *self)
{
  return self->finish_reason != NULL;
}

/* An id of our own where the server gave none: calls are answered by id. */
static TroupeLlmPart *
call_to_part (TroupeOpenaiAssembler *self, const Call *call)
{
  g_autofree char *arguments =
      troupe_secret_hide (self->secret, call->arguments->str, (gssize) call->arguments->len);
  TroupeLlmPart *part = troupe_llm_part_new (TROUPE_LLM_PART_TOOL_CALL, arguments);

  part->name = g_strdup (call->name != NULL ? call->name : "");
  if (call->id != NULL)
    {
      part->id = g_strdup (call->id);
    }
  else
    {
      g_autofree char *uuid = g_uuid_string_random ();

      part->id = g_strconcat ("call_", uuid, NULL);
    }

  return part;
}

static TroupeLlmMessage *
make_message (TroupeOpenaiAssembler *self)
{
  TroupeLlmMessage *message = troupe_llm_message_new (TROUPE_LLM_ROLE_ASSISTANT);

  if (self->reasoning->len > 0)
    troupe_llm_message_add (message,
                            troupe_llm_part_new (TROUPE_LLM_PART_REASONING, self->reasoning->str));
  if (self->content->len > 0 || self->calls->len == 0)
    troupe_llm_message_add (message,
                            troupe_llm_part_new (TROUPE_LLM_PART_TEXT, self->content->str));
  if (self->refusal->len > 0)
    troupe_llm_message_add (message,
                            troupe_llm_part_new (TROUPE_LLM_PART_REFUSAL, self->refusal->str));
  for (guint i = 0; i < self->calls->len; i++)
    troupe_llm_message_add (message, call_to_part (self, g_ptr_array_index (self->calls, i)));

  return message;
}

static void
cut_at (GString *text, TroupeValue *stop)
{
  const char *word, *found;

  if (!troupe_value_is (stop, TROUPE_VALUE_STRING))
    return;

  word = troupe_value_get_string (stop, NULL);
  if (*word != '\0' && (found = strstr (text->str, word)) != NULL)
    g_string_truncate (text, (gsize) (found - text->str));
}

TroupeLlmAnswer *
troupe_openai_assembler_end (TroupeOpenaiAssembler *self, TroupeValue *stop)
{
  TroupeLlmAnswer *answer = troupe_llm_answer_new ();

  troupe_openai_assembler_flush (self, NULL, NULL);

  /* As CrewAI does it: OpenAI's server is never sent stop words, the text is cut here. */
  if (stop != NULL && troupe_value_is (stop, TROUPE_VALUE_LIST))
    {
      gsize n_words = troupe_value_list_get_length (stop);

      for (gsize i = 0; i < n_words; i++)
        cut_at (self->content, troupe_value_list_get (stop, i));
    }
  else if (stop != NULL)
    {
      cut_at (self->content, stop);
    }

  answer->content = g_strndup (self->content->str, self->content->len);
  answer->finish_reason = g_strdup (self->finish_reason);
  answer->finish = self->calls->len > 0 ? TROUPE_LLM_FINISH_TOOL_CALLS
                                        : troupe_llm_finish_from_word (self->finish_reason);
  answer->model = g_strdup (self->model);
  answer->message = make_message (self);
  answer->usage = self->usage;

  return answer;
}
