/* troupe-llm-record.c: calls of models as values of a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-record"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-llm-error.h"
#include "troupe-llm-record.h"
#include "troupe-llm-serialize.h"

/* Indices are values of the enumerations. */
static const char *const roles[] = { "system", "user", "assistant", "tool", "other" };
static const char *const parts[] = { "text",      "file",    "tool_call", "tool_result",
                                     "reasoning", "refusal", "other" };
static const char *const finishes[] = { "stop",     "length", "tool_calls",
                                        "filtered", "paused", "other" };

static void
add_text (TroupeMapBuilder *fields, const char *name, const char *text)
{
  if (text != NULL)
    troupe_map_builder_add (fields, name, troupe_value_new_string (text, -1));
}

/* Returns the index of a name, @otherwise if there is none. @name: (nullable) */
static guint
find_name (const char *const *names, guint n_names, const char *name, guint otherwise)
{
  for (guint i = 0; i < n_names; i++)
    if (g_strcmp0 (names[i], name) == 0)
      return i;
  return otherwise;
}

/* --- Requests --------------------------------------------------------------------------------- */

/* Describes a message: its `content` is a text, or a list of parts. (transfer full) */
static TroupeValue *
describe_message (const TroupeLlmMessage *message)
{
  g_autofree TroupeValue **items = g_new (TroupeValue *, message->parts->len + 1);
  const TroupeLlmPart *first = message->parts->len == 1 ? message->parts->pdata[0] : NULL;
  TroupeMapBuilder fields;

  g_assert (message != NULL);

  troupe_map_builder_init (&fields);
  add_text (&fields, "role",
            message->role_name != NULL ? message->role_name
                                       : roles[MIN (message->role, G_N_ELEMENTS (roles) - 1)]);
  if (first != NULL && first->type == TROUPE_LLM_PART_TEXT)
    {
      add_text (&fields, "content", first->text);
      return troupe_map_builder_end (&fields);
    }
  for (guint i = 0; i < message->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (message->parts, i);
      TroupeMapBuilder part_fields;
      g_autofree char *digest = NULL;

      /* Describes a part without what identifies a single conversation. */
      troupe_map_builder_init (&part_fields);
      add_text (&part_fields, "type", parts[MIN (part->type, G_N_ELEMENTS (parts) - 1)]);
      add_text (&part_fields, "name", part->name);
      if (part->text != NULL && *part->text != '\0')
        add_text (&part_fields, "text", part->text);
      /* Adds the address of a file, or a digest of its content. */
      if (part->uri != NULL)
        {
          if (!g_str_has_prefix (part->uri, "data:"))
            add_text (&part_fields, "uri", part->uri);
          else
            {
              digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, part->uri, -1);
              add_text (&part_fields, "sha256", digest);
            }
        }
      if (part->is_error)
        troupe_map_builder_add (&part_fields, "is_error", troupe_value_new_boolean (TRUE));
      items[i] = troupe_map_builder_end (&part_fields);
    }
  troupe_map_builder_add (&fields, "content", troupe_value_new_list (items, message->parts->len));
  return troupe_map_builder_end (&fields);
}

TroupeValue *
troupe_llm_record_request (const TroupeLlmRequest *request, const char *model)
{
  g_autofree TroupeValue **messages = NULL;
  TroupeMapBuilder fields;
  TroupeValue *settings;
  static const char *const left_out[] = { "api_key",
                                          "extra_headers",
                                          "default_headers",
                                          "headers",
                                          "base_url",
                                          "api_base",
                                          "endpoint",
                                          "timeout",
                                          "max_retries",
                                          "retry_delay_ms",
                                          "connect_timeout",
                                          "first_byte_timeout",
                                          "idle_timeout",
                                          "total_timeout",
                                          "word_delay_ms",
                                          "x-troupe-fallback",
                                          NULL };
  TroupeMapBuilder setting_fields;

  g_return_val_if_fail (request != NULL && model != NULL, NULL);

  messages = g_new (TroupeValue *, request->messages->len + 1);
  for (guint i = 0; i < request->messages->len; i++)
    messages[i] = describe_message (g_ptr_array_index (request->messages, i));
  troupe_map_builder_init (&fields);
  add_text (&fields, "model", model);
  troupe_map_builder_add (&fields, "messages",
                          troupe_value_new_list (messages, request->messages->len));
  settings = request->settings;
  troupe_map_builder_init (&setting_fields);
  for (gsize i = 0; settings != NULL && i < troupe_value_map_get_size (settings); i++)
    {
      TroupeValue *value = troupe_value_map_get_value (settings, i);
      const char *name = troupe_value_get_string (troupe_value_map_get_key (settings, i), NULL);

      if (!g_strv_contains (left_out, name) && !troupe_value_is (value, TROUPE_VALUE_NULL))
        troupe_map_builder_add (&setting_fields, name, troupe_value_ref (value));
    }
  troupe_map_builder_add (&fields, "settings", troupe_map_builder_end (&setting_fields));
  troupe_map_builder_add (&fields, "tools", troupe_llm_tools_to_value (request->tools));
  return troupe_map_builder_end (&fields);
}

/* --- Deltas ----------------------------------------------------------------------------------- */

TroupeValue *
troupe_llm_record_delta (const TroupeLlmDelta *delta)
{
  TroupeMapBuilder fields;

  g_return_val_if_fail (delta != NULL, NULL);

  if (delta->type == TROUPE_LLM_PART_TEXT)
    return troupe_value_new_string (delta->text, (gssize) delta->length);
  troupe_map_builder_init (&fields);
  add_text (&fields, "type", parts[MIN (delta->type, G_N_ELEMENTS (parts) - 1)]);
  add_text (&fields, "id", delta->id);
  add_text (&fields, "name", delta->name);
  troupe_map_builder_add (&fields, "index", troupe_value_new_integer (delta->index));
  troupe_map_builder_add (&fields, "text",
                          troupe_value_new_string (delta->text, (gssize) delta->length));
  return troupe_map_builder_end (&fields);
}

gboolean
troupe_llm_record_has_deltas (TroupeValue *outcome)
{
  return troupe_value_is_filled (troupe_value_get_member_of (outcome, "chunks", TROUPE_VALUE_LIST));
}

void
troupe_llm_record_replay_deltas (TroupeValue *outcome, TroupeLlmDeltaFunc func, gpointer user_data)
{
  TroupeValue *chunks = troupe_value_get_member_of (outcome, "chunks", TROUPE_VALUE_LIST);

  g_return_if_fail (func != NULL);

  for (gsize i = 0; chunks != NULL && i < troupe_value_list_get_length (chunks); i++)
    {
      TroupeValue *chunk = troupe_value_list_get (chunks, i);
      const gboolean is_text = troupe_value_is (chunk, TROUPE_VALUE_STRING);
      TroupeValue *text =
          is_text ? chunk : troupe_value_get_member_of (chunk, "text", TROUPE_VALUE_STRING);
      TroupeValue *index = troupe_value_get_member_of (chunk, "index", TROUPE_VALUE_INTEGER);
      TroupeLlmDelta delta = {
        .type = TROUPE_LLM_PART_TEXT,
        .text = "",
        .index = index != NULL ? (guint) CLAMP (troupe_value_get_integer (index), 0, G_MAXINT) : 0,
        .id = troupe_value_get_member_text (chunk, "id"),
        .name = troupe_value_get_member_text (chunk, "name"),
      };

      if (text != NULL)
        delta.text = troupe_value_get_string (text, &delta.length);
      if (!is_text)
        delta.type = (TroupeLlmPartType) find_name (parts, G_N_ELEMENTS (parts),
                                                    troupe_value_get_member_text (chunk, "type"),
                                                    TROUPE_LLM_PART_TEXT);
      func (&delta, user_data);
    }
}

/* --- Answers ---------------------------------------------------------------------------------- */

/* Returns TRUE if the message contains nothing but the text of the answer. */
static gboolean
is_only_text (const TroupeLlmAnswer *answer)
{
  const GPtrArray *all = answer->message->parts;
  const TroupeLlmPart *part = all->len == 1 ? all->pdata[0] : NULL;

  return answer->message->more == NULL && part != NULL && part->type == TROUPE_LLM_PART_TEXT &&
         part->id == NULL && part->signature == NULL && part->value == NULL &&
         g_strcmp0 (part->text, answer->content) == 0;
}

TroupeValue *
troupe_llm_record_answer (const TroupeLlmAnswer *answer, GPtrArray *chunks)
{
  TroupeValue *list = NULL;
  TroupeMapBuilder fields, outcome;
  g_autofree TroupeValue **chunk_items = NULL;

  g_return_val_if_fail (answer != NULL, NULL);

  if (chunks != NULL && chunks->len != 0)
    {
      chunk_items = g_new (TroupeValue *, chunks->len);
      for (guint i = 0; i < chunks->len; i++)
        chunk_items[i] = troupe_value_ref (g_ptr_array_index (chunks, i));
      list = troupe_value_new_list (chunk_items, chunks->len);
    }
  troupe_map_builder_init (&fields);
  add_text (&fields, "text", answer->content);
  add_text (&fields, "finish", finishes[MIN (answer->finish, G_N_ELEMENTS (finishes) - 1)]);
  add_text (&fields, "finish_reason", answer->finish_reason);
  add_text (&fields, "model", answer->model);
  if (!is_only_text (answer))
    {
      const TroupeLlmMessage *message = answer->message;
      g_autofree TroupeValue **items = g_new (TroupeValue *, message->parts->len + 1);

      for (guint i = 0; i < message->parts->len; i++)
        {
          const TroupeLlmPart *part = g_ptr_array_index (message->parts, i);
          TroupeMapBuilder part_fields;

          /* Describes a part completely. */
          troupe_map_builder_init (&part_fields);
          add_text (&part_fields, "type", parts[MIN (part->type, G_N_ELEMENTS (parts) - 1)]);
          add_text (&part_fields, "id", part->id);
          add_text (&part_fields, "name", part->name);
          add_text (&part_fields, "text", part->text);
          add_text (&part_fields, "uri", part->uri);
          add_text (&part_fields, "media_type", part->media_type);
          add_text (&part_fields, "signature", part->signature);
          if (part->is_error)
            troupe_map_builder_add (&part_fields, "is_error", troupe_value_new_boolean (TRUE));
          if (part->value != NULL)
            troupe_map_builder_add (&part_fields, "value", troupe_value_ref (part->value));
          items[i] = troupe_map_builder_end (&part_fields);
        }
      troupe_map_builder_add (&fields, "parts", troupe_value_new_list (items, message->parts->len));
      if (message->more != NULL)
        troupe_map_builder_add (&fields, "more", troupe_value_ref (message->more));
    }
  troupe_map_builder_add (&fields, "usage", troupe_llm_usage_serialize (&answer->usage));
  troupe_map_builder_init (&outcome);
  troupe_map_builder_add (&outcome, "answer", troupe_map_builder_end (&fields));
  if (list != NULL)
    troupe_map_builder_add (&outcome, "chunks", list);
  return troupe_map_builder_end (&outcome);
}

TroupeValue *
troupe_llm_record_error (const GError *error)
{
  g_autoptr (TroupeValue) details = NULL;
  TroupeMapBuilder fields;
  gint64 after_ms = -1;

  g_return_val_if_fail (error != NULL, NULL);

  if (error->domain != TROUPE_LLM_ERROR)
    return troupe_recorder_make_failure (TROUPE_LLM_ERROR_INVALID, error->message, NULL);
  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "status",
                          troupe_value_new_integer (troupe_llm_error_get_status (error)));
  troupe_map_builder_add (&fields, "may_retry",
                          troupe_value_new_boolean (troupe_llm_error_get_retry (error, &after_ms)));
  details = troupe_map_builder_end (&fields);
  return troupe_recorder_make_failure (error->code, error->message, details);
}

static char *
copy_text (TroupeValue *map, const char *name)
{
  return g_strdup (troupe_value_get_member_text (map, name));
}

GError *
troupe_llm_record_read_error (TroupeValue *outcome)
{
  const char *message = NULL;
  TroupeValue *details = NULL;
  TroupeValue *status = NULL;
  GError *failure = NULL;
  int code = 0;

  if (!troupe_recorder_read_failure (outcome, &code, &message, &details))
    return NULL;
  status = troupe_value_get_member_of (details, "status", TROUPE_VALUE_INTEGER);
  failure = troupe_llm_error_new ((TroupeLlmError) CLAMP (code, 0, TROUPE_LLM_ERROR_LIMIT), "%s",
                                  message);
  if (status != NULL)
    troupe_llm_error_set_status (failure,
                                 (guint) CLAMP (troupe_value_get_integer (status), 0, 999));
  return failure;
}

TroupeLlmAnswer *
troupe_llm_record_read_answer (TroupeValue *outcome, GError **error)
{
  TroupeValue *value = troupe_value_get_member_of (outcome, "answer", TROUPE_VALUE_MAP);
  GError *failure = troupe_llm_record_read_error (outcome);
  TroupeLlmAnswer *answer = NULL;
  const char *text = troupe_value_get_member_text (value, "text");
  const char *message_text;
  TroupeLlmMessage *message;
  TroupeValue *list;
  TroupeValue *more;

  if (failure != NULL)
    {
      g_propagate_error (error, failure);
      return NULL;
    }
  if (value == NULL)
    {
      g_propagate_error (error, troupe_llm_error_new (
                                    TROUPE_LLM_ERROR_INVALID,
                                    _ ("A recorded call of a model has neither an “answer” nor an "
                                       "“error”. Record it again.")));
      return NULL;
    }
  answer = g_new0 (TroupeLlmAnswer, 1);
  answer->content = g_strdup (text != NULL ? text : "");
  answer->finish = (TroupeLlmFinish) find_name (finishes, G_N_ELEMENTS (finishes),
                                                troupe_value_get_member_text (value, "finish"),
                                                TROUPE_LLM_FINISH_STOP);
  answer->finish_reason = copy_text (value, "finish_reason");
  answer->model = copy_text (value, "model");
  message_text = answer->content;
  message = troupe_llm_message_new (TROUPE_LLM_ROLE_ASSISTANT);
  list = troupe_value_get_member_of (value, "parts", TROUPE_VALUE_LIST);
  more = troupe_value_get_member_of (value, "more", TROUPE_VALUE_MAP);
  message->more = more != NULL ? troupe_value_ref (more) : NULL;
  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *part_value = troupe_value_list_get (list, i);
      const guint type =
          find_name (parts, G_N_ELEMENTS (parts), troupe_value_get_member_text (part_value, "type"),
                     TROUPE_LLM_PART_TEXT);
      TroupeLlmPart *part = troupe_llm_part_new ((TroupeLlmPartType) type,
                                                 troupe_value_get_member_text (part_value, "text"));
      TroupeValue *own = troupe_value_get_member (part_value, "value");

      part->id = copy_text (part_value, "id");
      part->name = copy_text (part_value, "name");
      part->uri = copy_text (part_value, "uri");
      part->media_type = copy_text (part_value, "media_type");
      part->signature = copy_text (part_value, "signature");
      part->is_error =
          troupe_value_get_member_of (part_value, "is_error", TROUPE_VALUE_BOOLEAN) != NULL;
      part->value = own != NULL ? troupe_value_ref (own) : NULL;
      troupe_llm_message_add (message, part);
    }
  if (list == NULL)
    troupe_llm_message_add (message, troupe_llm_part_new (TROUPE_LLM_PART_TEXT, message_text));
  answer->message = message;
  if (troupe_llm_message_has (answer->message, TROUPE_LLM_PART_TOOL_CALL))
    answer->finish = TROUPE_LLM_FINISH_TOOL_CALLS;
  troupe_llm_usage_deserialize (troupe_value_get_member (value, "usage"), &answer->usage);
  answer->usage.requests = MAX (answer->usage.requests, 1);
  answer->is_restored = TRUE;
  return answer;
}
