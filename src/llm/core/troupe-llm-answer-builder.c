/* troupe-llm-answer-builder.c: assembles an answer from streamed deltas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-answer-builder"

#include "config.h"

#include <string.h>

#include "troupe-limits.h"
#include "troupe-llm-answer-builder.h"
#include "troupe-llm-error.h"
#include "troupe-llm-private.h"
#include "troupe-llm-wire.h"
#include "troupe-surrogates.h"

/* Long texts are redacted in pieces of this size, in bytes, because each piece is copied. */
#define MOST_AT_ONCE (1024u * 1024)

/* A tool call being assembled. */
typedef struct
{
  char *id;        /* (nullable) */
  char *name;      /* (nullable) */
  char *signature; /* (nullable) */
  GString *arguments;
  TroupeSurrogates halves;
  TroupeSecretStream *hiding; /* redacts the deltas of the arguments */
} Call;

/* A text being assembled. */
typedef struct
{
  TroupeSurrogates halves;
  TroupeSecretStream *hiding;
  GString *text; /* redacted text */
} Text;

struct _TroupeLlmAnswerBuilder
{
  char *host;
  char *model;
  char *finish_reason;
  gboolean is_whole;
  gboolean is_blocked;
  TroupeSecret *secret; /* (nullable) */
  TroupeLlmDeltaFunc on_delta;
  gpointer delta_data;

  GString *piece; /* last output of a redaction stream */
  Text content;
  Text reasoning;
  Text refusal;
  GString *signature;
  GPtrArray *others; /* (element-type TroupeValue) */
  GPtrArray *calls;  /* (element-type Call) */
  TroupeLlmUsage usage;
  gsize n_bytes; /* of everything above */
};

static void
call_free (gpointer data)
{
  Call *call = data;

  g_free (call->id);
  g_free (call->name);
  g_free (call->signature);
  g_string_free (call->arguments, TRUE);
  troupe_secret_stream_free (call->hiding);
  g_free (call);
}

static void
text_init (Text *self, TroupeSecret *secret)
{
  self->hiding = troupe_secret_stream_new (secret);
  self->text = g_string_new (NULL);
}

static void
text_clear (Text *self)
{
  troupe_secret_stream_free (self->hiding);
  g_string_free (self->text, TRUE);
}

TroupeLlmAnswerBuilder *
troupe_llm_answer_builder_new (const char *host,
                               TroupeSecret *secret,
                               TroupeLlmDeltaFunc on_delta,
                               gpointer delta_data)
{
  TroupeLlmAnswerBuilder *self = g_new0 (TroupeLlmAnswerBuilder, 1);

  self->host = g_strdup (host);
  self->secret = secret != NULL ? troupe_secret_ref (secret) : NULL;
  self->on_delta = on_delta;
  self->delta_data = delta_data;
  self->piece = g_string_new (NULL);
  text_init (&self->content, secret);
  text_init (&self->reasoning, secret);
  text_init (&self->refusal, secret);
  self->signature = g_string_new (NULL);
  self->others = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  self->calls = g_ptr_array_new_with_free_func (call_free);
  self->usage.requests = 1;

  return self;
}

void
troupe_llm_answer_builder_free (TroupeLlmAnswerBuilder *self)
{
  if (self == NULL)
    return;

  g_free (self->host);
  g_free (self->model);
  g_free (self->finish_reason);
  g_clear_pointer (&self->secret, troupe_secret_unref);
  g_string_free (self->piece, TRUE);
  text_clear (&self->content);
  text_clear (&self->reasoning);
  text_clear (&self->refusal);
  g_string_free (self->signature, TRUE);
  g_ptr_array_unref (self->others);
  g_ptr_array_unref (self->calls);
  g_free (self);
}

const char *
troupe_llm_answer_builder_get_host (TroupeLlmAnswerBuilder *self)
{
  return self->host;
}

char *
troupe_llm_answer_builder_read (TroupeLlmAnswerBuilder *self, TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_llm_wire_get (map, key);
  TroupeSurrogates halves = { 0 };
  g_autoptr (GString) joined = g_string_new (NULL);
  const char *text;
  gsize length;

  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_STRING))
    return NULL;

  text = troupe_value_get_string (value, &length);
  if (length == 0)
    return NULL;
  troupe_surrogates_feed (&halves, text, length, joined);
  troupe_surrogates_end (&halves, joined);

  return troupe_secret_hide (self->secret, joined->str, (gssize) joined->len);
}

/* --- Size ------------------------------------------------------------------------------------- */

gboolean
troupe_llm_answer_builder_check (TroupeLlmAnswerBuilder *self, GError **error)
{
  g_return_val_if_fail (self != NULL, TRUE);

  if (self->n_bytes <= TROUPE_LIMIT_ANSWER)
    return TRUE;
  g_propagate_error (error, troupe_llm_error_new_too_large (TROUPE_LIMIT_ANSWER));
  return FALSE;
}

gboolean
troupe_llm_answer_builder_take_room (TroupeLlmAnswerBuilder *self, gsize n_bytes)
{
  g_return_val_if_fail (self != NULL, FALSE);

  self->n_bytes = n_bytes < G_MAXSIZE - self->n_bytes ? self->n_bytes + n_bytes : G_MAXSIZE;
  return self->n_bytes <= TROUPE_LIMIT_ANSWER;
}

/* --- Deltas ----------------------------------------------------------------------------------- */

/* Emits the last output of a redaction stream. @call: (nullable) */
static void
tell (TroupeLlmAnswerBuilder *self, TroupeLlmPartType type, guint index, const Call *call)
{
  TroupeLlmDelta delta = { .type = type,
                           .text = self->piece->str,
                           .length = self->piece->len,
                           .index = index,
                           .id = call != NULL ? call->id : NULL,
                           .name = call != NULL ? call->name : NULL };

  g_assert (self != NULL);

  if (self->on_delta != NULL)
    self->on_delta (&delta, self->delta_data);
  g_string_truncate (self->piece, 0);
}

static Text *
get_text (TroupeLlmAnswerBuilder *self, TroupeLlmPartType type)
{
  g_assert (self != NULL);

  switch ((int) type)
    {
    case TROUPE_LLM_PART_REASONING:
      return &self->reasoning;

    case TROUPE_LLM_PART_REFUSAL:
      return &self->refusal;

    default:
      return &self->content;
    }
}

static void
keep_piece (TroupeLlmAnswerBuilder *self, TroupeLlmPartType type)
{
  g_assert (self != NULL);

  if (self->piece->len == 0)
    return;

  g_string_append_len (get_text (self, type)->text, self->piece->str, (gssize) self->piece->len);
  /* The reason for a refusal is not emitted as part of the answer. */
  if (type == TROUPE_LLM_PART_REFUSAL)
    g_string_truncate (self->piece, 0);
  else
    tell (self, type, 0, NULL);
}

/* Joins the halves of surrogate pairs of a text that arrives in pieces. *@text and *@n_bytes: (inout):
 * the piece. Returns what *@text points into, if it is not the piece itself. */
static GString *
join_halves (TroupeSurrogates *halves, const char **text, gsize *n_bytes)
{
  GString *joined = NULL;

  g_assert (halves != NULL);

  if (halves->high == 0 && !troupe_surrogates_may_be_in (*text, *n_bytes))
    return NULL;
  joined = g_string_sized_new (*n_bytes + 1);
  troupe_surrogates_feed (halves, *text, *n_bytes, joined);
  *text = joined->str;
  *n_bytes = joined->len;

  return joined;
}

static void
feed_text (TroupeLlmAnswerBuilder *self, TroupeLlmPartType type, const char *text, gsize n_bytes)
{
  g_assert (self != NULL);

  while (n_bytes > 0)
    {
      gsize n_fed;
      gsize end = MOST_AT_ONCE;

      /* Determines the length of the first piece of @text, which ends with a complete character. */
      if (n_bytes <= MOST_AT_ONCE)
        n_fed = n_bytes;
      else
        {
          while (end > MOST_AT_ONCE - 4 && ((guchar) text[end] & 0xc0) == 0x80)
            end--;
          n_fed = end;
        }
      troupe_secret_stream_feed (get_text (self, type)->hiding, text, n_fed, self->piece);
      keep_piece (self, type);
      text += n_fed;
      n_bytes -= n_fed;
    }
}

void
troupe_llm_answer_builder_add_text (TroupeLlmAnswerBuilder *self,
                                    TroupeLlmPartType type,
                                    const char *text,
                                    gssize length)
{
  gsize n_bytes = length >= 0 ? (gsize) length : strlen (text);
  GString *joined = NULL;

  if (!troupe_llm_answer_builder_take_room (self, n_bytes))
    return;
  joined = join_halves (&get_text (self, type)->halves, &text, &n_bytes);
  feed_text (self, type, text, n_bytes);
  if (joined != NULL)
    g_string_free (joined, TRUE);
}

static void
end_text (TroupeLlmAnswerBuilder *self, TroupeLlmPartType type)
{
  g_autoptr (GString) left = g_string_new (NULL);

  troupe_surrogates_end (&get_text (self, type)->halves, left);
  feed_text (self, type, left->str, left->len);
  troupe_secret_stream_end (get_text (self, type)->hiding, self->piece);
  keep_piece (self, type);
}

void
troupe_llm_answer_builder_drop_text (TroupeLlmAnswerBuilder *self)
{
  end_text (self, TROUPE_LLM_PART_TEXT);
  g_string_truncate (self->content.text, 0);
}

void
troupe_llm_answer_builder_add_signature (TroupeLlmAnswerBuilder *self, const char *signature)
{
  g_autofree char *joined =
      signature != NULL ? troupe_surrogates_join (signature, strlen (signature)) : NULL;

  if (joined != NULL && troupe_llm_answer_builder_take_room (self, strlen (joined)))
    g_string_append (self->signature, joined);
}

void
troupe_llm_answer_builder_add_other (TroupeLlmAnswerBuilder *self, TroupeValue *value)
{
  TroupeValue *hidden = NULL;

  if (troupe_llm_answer_builder_take_room (self, TROUPE_LLM_PART_BYTES) &&
      troupe_llm_answer_builder_take_room (self, troupe_value_get_weight (value)))
    {
      g_autofree char *text = NULL;
      g_autofree char *joined = NULL;
      g_autofree char *inside_hidden = NULL;

      /* Redacts the secrets anywhere in the value, and joins or replaces halves of surrogate
       * pairs. */
      text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
      if (self->secret == NULL && !troupe_surrogates_may_be_in (text, strlen (text)))
        hidden = troupe_value_ref (value);
      else
        {
          joined = troupe_surrogates_join (text, strlen (text));
          inside_hidden = troupe_secret_hide (self->secret, joined, -1);
          hidden = g_str_equal (text, inside_hidden)
                       ? troupe_value_ref (value)
                       : troupe_value_from_json (inside_hidden, -1, NULL);
        }
    }
  if (hidden != NULL)
    g_ptr_array_add (self->others, hidden);
}

static void
take_arguments (TroupeLlmAnswerBuilder *self, Call *call, const char *text, gsize n_bytes)
{
  g_assert (self != NULL);

  g_string_append_len (call->arguments, text, (gssize) n_bytes);
  troupe_secret_stream_feed (call->hiding, text, n_bytes, self->piece);
}

void
troupe_llm_answer_builder_flush (TroupeLlmAnswerBuilder *self)
{
  end_text (self, TROUPE_LLM_PART_REASONING);
  end_text (self, TROUPE_LLM_PART_TEXT);
  end_text (self, TROUPE_LLM_PART_REFUSAL);
  for (guint i = 0; i < self->calls->len; i++)
    {
      Call *call = g_ptr_array_index (self->calls, i);
      g_autoptr (GString) left = g_string_new (NULL);

      troupe_surrogates_end (&call->halves, left);
      take_arguments (self, call, left->str, left->len);
      troupe_secret_stream_end (call->hiding, self->piece);
      if (self->piece->len > 0)
        tell (self, TROUPE_LLM_PART_TOOL_CALL, i, call);
    }
}

/* --- Tool calls ------------------------------------------------------------------------------- */

guint
troupe_llm_answer_builder_add_call (TroupeLlmAnswerBuilder *self)
{
  Call *call = NULL;

  /* The last call is continued instead, of an answer that fails anyway. */
  if (!troupe_llm_answer_builder_take_room (self, TROUPE_LLM_PART_BYTES) && self->calls->len > 0)
    return self->calls->len - 1;
  call = g_new0 (Call, 1);
  call->arguments = g_string_new (NULL);
  call->hiding = troupe_secret_stream_new (self->secret);
  g_ptr_array_add (self->calls, call);

  return self->calls->len - 1;
}

guint
troupe_llm_answer_builder_get_n_calls (TroupeLlmAnswerBuilder *self)
{
  return self->calls->len;
}

static void
set_once (TroupeLlmAnswerBuilder *self, char **field, const char *text)
{
  g_assert (self != NULL);

  if (*field == NULL && text != NULL && *text != '\0' &&
      troupe_llm_answer_builder_take_room (self, strlen (text)))
    *field = g_strdup (text);
}

void
troupe_llm_answer_builder_extend_call (TroupeLlmAnswerBuilder *self,
                                       guint place,
                                       const char *id,
                                       const char *name,
                                       const char *arguments,
                                       gssize length)
{
  Call *call;

  g_return_if_fail (place < self->calls->len);

  call = g_ptr_array_index (self->calls, place);
  set_once (self, &call->id, id);
  /* Some servers repeat the id and the name in every chunk, and other servers leave them empty
   * in later chunks, so the first value is kept. */
  set_once (self, &call->name, name);
  if (arguments != NULL)
    {
      gsize n_bytes = length >= 0 ? (gsize) length : strlen (arguments);
      GString *joined = NULL;

      if (!troupe_llm_answer_builder_take_room (self, n_bytes))
        return;
      joined = join_halves (&call->halves, &arguments, &n_bytes);
      take_arguments (self, call, arguments, n_bytes);
      if (joined != NULL)
        g_string_free (joined, TRUE);
    }
  tell (self, TROUPE_LLM_PART_TOOL_CALL, place, call);
}

void
troupe_llm_answer_builder_sign_call (TroupeLlmAnswerBuilder *self,
                                     guint place,
                                     const char *signature)
{
  g_autofree char *joined =
      signature != NULL ? troupe_surrogates_join (signature, strlen (signature)) : NULL;
  Call *call;

  g_return_if_fail (place < self->calls->len);

  call = g_ptr_array_index (self->calls, place);
  set_once (self, &call->signature, joined);
}

const char *
troupe_llm_answer_builder_get_call_id (TroupeLlmAnswerBuilder *self, guint place)
{
  g_return_val_if_fail (place < self->calls->len, NULL);

  return ((Call *) g_ptr_array_index (self->calls, place))->id;
}

gboolean
troupe_llm_answer_builder_is_call_complete (TroupeLlmAnswerBuilder *self, guint place)
{
  g_autoptr (TroupeValue) value = NULL;
  const GString *arguments;

  g_return_val_if_fail (place < self->calls->len, FALSE);

  arguments = ((Call *) g_ptr_array_index (self->calls, place))->arguments;
  if (arguments->len == 0)
    return FALSE;

  value = troupe_value_from_json (arguments->str, (gssize) arguments->len, NULL);

  return value != NULL;
}

/* --- Finishing the answer --------------------------------------------------------------------- */

void
troupe_llm_answer_builder_set_model (TroupeLlmAnswerBuilder *self, const char *model)
{
  set_once (self, &self->model, model);
}

void
troupe_llm_answer_builder_set_finish (TroupeLlmAnswerBuilder *self, const char *word)
{
  if (word == NULL)
    return;

  g_free (self->finish_reason);
  self->finish_reason = g_strdup (word);
}

void
troupe_llm_answer_builder_set_blocked (TroupeLlmAnswerBuilder *self)
{
  self->is_blocked = TRUE;
}

void
troupe_llm_answer_builder_set_whole (TroupeLlmAnswerBuilder *self)
{
  self->is_whole = TRUE;
}

gboolean
troupe_llm_answer_builder_has_content (TroupeLlmAnswerBuilder *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  troupe_llm_answer_builder_flush (self);
  for (guint i = 0; i < self->calls->len; i++)
    if (((Call *) g_ptr_array_index (self->calls, i))->arguments->len > 0 &&
        !troupe_llm_answer_builder_is_call_complete (self, i))
      return FALSE;

  return self->content.text->len > 0 || self->refusal.text->len > 0 ||
         self->reasoning.text->len > 0 || self->calls->len > 0;
}

gboolean
troupe_llm_answer_builder_is_finished (TroupeLlmAnswerBuilder *self)
{
  return self->finish_reason != NULL || self->is_blocked;
}

TroupeLlmUsage *
troupe_llm_answer_builder_get_usage (TroupeLlmAnswerBuilder *self)
{
  return &self->usage;
}

/* Returns TRUE if an earlier call of the answer has the same id. */
static gboolean
is_id_taken (TroupeLlmAnswerBuilder *self, const Call *call)
{
  g_assert (self != NULL);

  for (guint i = 0; g_ptr_array_index (self->calls, i) != call; i++)
    if (g_strcmp0 (((Call *) g_ptr_array_index (self->calls, i))->id, call->id) == 0)
      return TRUE;

  return FALSE;
}

static TroupeLlmMessage *
make_message (TroupeLlmAnswerBuilder *self)
{
  TroupeLlmMessage *message = troupe_llm_message_new (TROUPE_LLM_ROLE_ASSISTANT);
  const Text *text;

  g_assert (self != NULL);

  if (self->reasoning.text->len > 0 || self->signature->len > 0)
    {
      TroupeLlmPart *part =
          troupe_llm_part_new (TROUPE_LLM_PART_REASONING, self->reasoning.text->str);

      if (self->signature->len > 0)
        part->signature = g_strdup (self->signature->str);
      troupe_llm_message_add (message, part);
    }
  if (self->content.text->len > 0 || self->calls->len == 0)
    troupe_llm_message_add (message,
                            troupe_llm_part_new (TROUPE_LLM_PART_TEXT, self->content.text->str));
  text = &self->refusal;
  if (text->text->len > 0)
    troupe_llm_message_add (message,
                            troupe_llm_part_new (TROUPE_LLM_PART_REFUSAL, text->text->str));
  for (guint i = 0; i < self->others->len; i++)
    {
      TroupeLlmPart *part = troupe_llm_part_new (TROUPE_LLM_PART_OTHER, NULL);

      part->value = troupe_value_ref (g_ptr_array_index (self->others, i));
      troupe_llm_message_add (message, part);
    }
  for (guint i = 0; i < self->calls->len; i++)
    {
      const Call *call = g_ptr_array_index (self->calls, i);
      g_autofree char *arguments =
          troupe_secret_hide (self->secret, call->arguments->str, (gssize) call->arguments->len);
      TroupeLlmPart *part = troupe_llm_part_new (TROUPE_LLM_PART_TOOL_CALL, arguments);

      /* Generates an id if the server sent none, or the same one twice, because results refer
       * to calls by id. */
      part->name = g_strdup (call->name != NULL ? call->name : "");
      part->signature = g_strdup (call->signature);
      if (call->id != NULL && !is_id_taken (self, call))
        {
          part->id = g_strdup (call->id);
        }
      else
        {
          g_autofree char *uuid = g_uuid_string_random ();

          part->id = g_strconcat ("call_", uuid, NULL);
        }
      troupe_llm_message_add (message, part);
    }

  return message;
}

/* Truncates the text at a stop sequence, and strips white space at both ends of the truncated
 * text, as CrewAI does. */
static void
cut_at (GString *text, TroupeValue *stop)
{
  const char *word, *found;

  g_assert (text != NULL);

  if (!troupe_value_is (stop, TROUPE_VALUE_STRING))
    return;

  word = troupe_value_get_string (stop, NULL);
  if (*word != '\0' && (found = strstr (text->str, word)) != NULL)
    {
      gsize length = (gsize) (found - text->str);

      while (length > 0 && g_ascii_isspace (text->str[length - 1]))
        length--;
      g_string_truncate (text, length);
      g_string_erase (text, 0, (gssize) strspn (text->str, " \t\n\v\f\r"));
    }
}

TroupeLlmAnswer *
troupe_llm_answer_builder_end (TroupeLlmAnswerBuilder *self, TroupeValue *stop)
{
  TroupeLlmAnswer *answer = troupe_llm_answer_new ();
  GString *content = self->content.text;

  self->on_delta = NULL;
  troupe_llm_answer_builder_flush (self);

  if (stop != NULL && troupe_value_is (stop, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (stop); i++)
      cut_at (content, troupe_value_list_get (stop, i));
  else if (stop != NULL)
    cut_at (content, stop);

  answer->content = g_strndup (content->str, content->len);
  answer->finish_reason = g_strdup (self->finish_reason);
  answer->finish = self->calls->len > 0 ? TROUPE_LLM_FINISH_TOOL_CALLS
                                        : troupe_llm_finish_from_word (self->finish_reason);
  if (self->is_blocked && self->finish_reason == NULL)
    answer->finish = TROUPE_LLM_FINISH_FILTERED;
  if (self->is_whole && answer->finish == TROUPE_LLM_FINISH_TOOL_CALLS)
    answer->finish = TROUPE_LLM_FINISH_STOP;
  answer->model = g_strdup (self->model);
  answer->message = make_message (self);
  answer->usage = self->usage;

  return answer;
}
