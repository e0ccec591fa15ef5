/* troupe-llm-message.c: API-independent messages, tool calls and deltas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-message"

#include "config.h"

#include <string.h>

#include "troupe-llm-private.h"
#include "troupe-secret.h"

/* In the order of the enumeration. */
static const char *const role_names[] = { "system", "user", "assistant", "tool" };

/* --- Parts and messages ----------------------------------------------------------------------- */

/* Longer data URIs are not shown, in bytes. */
#define SHOWN_URI_LONGEST 1000

TroupeLlmPart *
troupe_llm_part_new (TroupeLlmPartType type, const char *text)
{
  TroupeLlmPart *self = g_new0 (TroupeLlmPart, 1);

  self->type = type;
  self->text = g_strdup (text != NULL ? text : "");

  return self;
}

void
troupe_llm_part_free (TroupeLlmPart *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self->id);
  g_free (self->name);
  g_free (self->uri);
  g_free (self->media_type);
  g_free (self->signature);
  g_clear_pointer (&self->value, troupe_value_unref);
  g_free (self);
}

TroupeLlmPart *
troupe_llm_part_copy (const TroupeLlmPart *self)
{
  TroupeLlmPart *copy = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  copy = troupe_llm_part_new (self->type, self->text);
  copy->id = g_strdup (self->id);
  copy->name = g_strdup (self->name);
  copy->uri = g_strdup (self->uri);
  copy->media_type = g_strdup (self->media_type);
  copy->signature = g_strdup (self->signature);
  copy->is_error = self->is_error;
  copy->value = self->value != NULL ? troupe_value_ref (self->value) : NULL;

  return copy;
}

TroupeLlmMessage *
troupe_llm_message_new (TroupeLlmRole role)
{
  TroupeLlmMessage *self = g_new0 (TroupeLlmMessage, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->role = role;
  self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_part_free);

  return self;
}

TroupeLlmMessage *
troupe_llm_message_new_text (TroupeLlmRole role, const char *text)
{
  TroupeLlmMessage *self = troupe_llm_message_new (role);

  troupe_llm_message_add (self, troupe_llm_part_new (TROUPE_LLM_PART_TEXT, text));

  return self;
}

TroupeLlmMessage *
troupe_llm_message_ref (TroupeLlmMessage *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_llm_message_unref (TroupeLlmMessage *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->role_name);
  g_ptr_array_unref (self->parts);
  g_clear_pointer (&self->more, troupe_value_unref);
  g_free (self);
}

void
troupe_llm_message_add (TroupeLlmMessage *self, TroupeLlmPart *part)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (part != NULL);

  g_ptr_array_add (self->parts, part);
}

void
troupe_llm_message_add_line (TroupeLlmMessage *self, const char *text)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (text != NULL);

  for (guint i = self->parts->len; i > 0; i--)
    {
      TroupeLlmPart *part = g_ptr_array_index (self->parts, i - 1);
      char *both = NULL;

      if (part->type != TROUPE_LLM_PART_TEXT)
        continue;
      both = g_strconcat (part->text, "\n\n", text, NULL);
      g_free (part->text);
      part->text = both;
      return;
    }
  troupe_llm_message_add (self, troupe_llm_part_new (TROUPE_LLM_PART_TEXT, text));
}

TroupeLlmMessage *
troupe_llm_message_copy (const TroupeLlmMessage *self)
{
  TroupeLlmMessage *copy = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  copy = troupe_llm_message_new (self->role);
  copy->role_name = g_strdup (self->role_name);
  copy->more = self->more != NULL ? troupe_value_ref (self->more) : NULL;
  for (guint i = 0; i < self->parts->len; i++)
    troupe_llm_message_add (copy, troupe_llm_part_copy (g_ptr_array_index (self->parts, i)));

  return copy;
}

char *
troupe_llm_message_get_text (const TroupeLlmMessage *self)
{
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (self != NULL, g_string_free (text, FALSE));

  for (guint i = 0; i < self->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (self->parts, i);

      if (part->type != TROUPE_LLM_PART_TEXT && part->type != TROUPE_LLM_PART_TOOL_RESULT)
        continue;
      if (text->len > 0)
        g_string_append_c (text, ' ');
      g_string_append (text, part->text);
    }

  return g_string_free (text, FALSE);
}

gboolean
troupe_llm_message_has (const TroupeLlmMessage *self, TroupeLlmPartType type)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->parts->len; i++)
    if (((const TroupeLlmPart *) g_ptr_array_index (self->parts, i))->type == type)
      return TRUE;

  return FALSE;
}

/* --- Parsing CrewAI's maps -------------------------------------------------------------------- */

/* Returns a string member. Returns NULL if the value is not a string or is empty. (transfer
 * full) (nullable) */
static char *
get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_get_member (map, key);
  const char *text;
  gsize length;

  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_STRING))
    return NULL;
  text = troupe_value_get_string (value, &length);

  return length > 0 ? troupe_secret_hide (NULL, text, (gssize) length) : NULL;
}

static TroupeLlmPart *
read_part (TroupeValue *value)
{
  g_autofree char *type = get_text (value, "type");
  TroupeLlmPart *part;

  if (troupe_value_is (value, TROUPE_VALUE_STRING) || g_strcmp0 (type, "text") == 0)
    {
      g_autofree char *text = troupe_value_is (value, TROUPE_VALUE_STRING)
                                  ? troupe_llm_content_to_text (value)
                                  : get_text (value, "text");

      part = troupe_llm_part_new (TROUPE_LLM_PART_TEXT, text);
      /* Keeps the complete map if it has other members, such as cache_control. */
      if (troupe_value_is (value, TROUPE_VALUE_MAP) && troupe_value_map_get_size (value) > 2)
        part->value = troupe_value_ref (value);
      return part;
    }
  if (g_strcmp0 (type, "image_url") == 0)
    {
      TroupeLlmPart *file = troupe_llm_part_new (TROUPE_LLM_PART_FILE, NULL);
      TroupeValue *image = troupe_value_get_member (value, "image_url");
      const char *end;

      file->uri = image != NULL && troupe_value_is (image, TROUPE_VALUE_STRING)
                      ? get_text (value, "image_url")
                      : get_text (image, "url");
      if (file->uri != NULL && g_str_has_prefix (file->uri, "data:") &&
          (end = strpbrk (file->uri, ";,")) != NULL)
        file->media_type =
            g_strndup (file->uri + strlen ("data:"), (gsize) (end - file->uri) - strlen ("data:"));
      file->value = troupe_value_ref (value);
      return file;
    }
  part = troupe_llm_part_new (TROUPE_LLM_PART_OTHER, NULL);
  part->value = troupe_value_ref (value);

  return part;
}

static void
read_content (TroupeLlmMessage *self, TroupeValue *content, TroupeValue *message)
{
  g_assert (self != NULL);

  if (self->role == TROUPE_LLM_ROLE_TOOL)
    {
      g_autofree char *text = content == NULL || troupe_value_is (content, TROUPE_VALUE_STRING) ||
                                      troupe_value_is (content, TROUPE_VALUE_LIST)
                                  ? troupe_llm_content_to_text (content)
                                  : troupe_value_to_json (content, TROUPE_JSON_SPACED);
      TroupeLlmPart *part = troupe_llm_part_new (TROUPE_LLM_PART_TOOL_RESULT, text);

      part->id = get_text (message, "tool_call_id");
      part->name = get_text (message, "name");
      troupe_llm_message_add (self, part);
      return;
    }
  if (content == NULL)
    return;
  if (!troupe_value_is (content, TROUPE_VALUE_LIST))
    {
      troupe_llm_message_add (self, read_part (content));
      return;
    }
  for (gsize i = 0; i < troupe_value_list_get_length (content); i++)
    troupe_llm_message_add (self, read_part (troupe_value_list_get (content, i)));
}

static void
read_call (TroupeLlmMessage *self, TroupeValue *function, char *id)
{
  TroupeValue *arguments = troupe_value_get_member (function, "arguments");
  TroupeLlmPart *part = troupe_llm_part_new (TROUPE_LLM_PART_TOOL_CALL, NULL);

  part->id = id;
  part->name = get_text (function, "name");
  g_clear_pointer (&part->text, g_free);
  if (arguments == NULL || troupe_value_is (arguments, TROUPE_VALUE_STRING))
    part->text = troupe_llm_content_to_text (arguments);
  else
    part->text = troupe_value_to_json (arguments, TROUPE_JSON_COMPACT);
  troupe_llm_message_add (self, part);
}

static TroupeLlmRole
read_role (const char *name)
{
  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (role_names); i++)
    if (g_str_equal (name, role_names[i]))
      return (TroupeLlmRole) i;
  if (g_strcmp0 (name, "function") == 0)
    return TROUPE_LLM_ROLE_TOOL;

  return name != NULL ? TROUPE_LLM_ROLE_OTHER : TROUPE_LLM_ROLE_USER;
}

TroupeLlmMessage *
troupe_llm_message_from_value (TroupeValue *value)
{
  g_autofree char *role = NULL;
  TroupeLlmMessage *self;
  TroupeValue *calls;
  static const char *const known[] = { "role",         "content",       "tool_calls",
                                       "tool_call_id", "function_call", NULL };
  g_auto (TroupeMapBuilder) builder = { NULL };
  guint n_fields = 0;

  g_return_val_if_fail (value != NULL, NULL);

  role = get_text (value, "role");
  self = troupe_llm_message_new (read_role (role));
  if (self->role == TROUPE_LLM_ROLE_OTHER)
    self->role_name = g_steal_pointer (&role);
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    return self;

  read_content (self, troupe_value_get_member (value, "content"), value);
  calls = troupe_value_get_member (value, "tool_calls");
  if (calls != NULL && troupe_value_is (calls, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (calls); i++)
      {
        TroupeValue *call = troupe_value_list_get (calls, i);

        read_call (self, troupe_value_get_member (call, "function"), get_text (call, "id"));
      }
  if (troupe_value_get_member (value, "function_call") != NULL)
    read_call (self, troupe_value_get_member (value, "function_call"), NULL);
  /* Keeps all other fields for the API that supports them. */
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (value, i);
      const char *name =
          troupe_value_is (key, TROUPE_VALUE_STRING) ? troupe_value_get_string (key, NULL) : "";

      if (g_strv_contains (known, name) ||
          (self->role == TROUPE_LLM_ROLE_TOOL && g_str_equal (name, "name")))
        continue;
      troupe_map_builder_add_key (&builder, troupe_value_ref (key),
                                  troupe_value_ref (troupe_value_map_get_value (value, i)));
      n_fields++;
    }
  if (n_fields > 0)
    {
      self->more = troupe_map_builder_end (&builder);
      troupe_map_builder_init (&builder);
    }

  return self;
}

/* Returns TRUE if the content of the file is part of the message. */
static gboolean
has_content (const TroupeLlmPart *part)
{
  return part->type == TROUPE_LLM_PART_FILE && part->uri != NULL &&
         g_str_has_prefix (part->uri, "data:") &&
         (part->name != NULL || strlen (part->uri) > SHOWN_URI_LONGEST);
}

TroupeValue *
troupe_llm_message_describe (const TroupeLlmMessage *self)
{
  g_autoptr (TroupeLlmMessage) copy = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (!troupe_llm_message_has (self, TROUPE_LLM_PART_FILE))
    return troupe_llm_message_to_value (self);

  copy = troupe_llm_message_new (self->role);
  copy->role_name = g_strdup (self->role_name);
  copy->more = self->more != NULL ? troupe_value_ref (self->more) : NULL;
  for (guint i = 0; i < self->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (self->parts, i);
      TroupeLlmPart *shown = NULL;

      if (!has_content (part))
        {
          troupe_llm_message_add (copy, troupe_llm_part_copy (part));
          continue;
        }
      shown = troupe_llm_part_new (TROUPE_LLM_PART_FILE, NULL);
      shown->uri = part->name != NULL ? g_strdup (part->name)
                                      : g_strndup (part->uri, strcspn (part->uri, ",") + 1);
      troupe_llm_message_add (copy, shown);
    }

  return troupe_llm_message_to_value (copy);
}

GPtrArray *
troupe_llm_messages_from_value (TroupeValue *list)
{
  GPtrArray *messages = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);

  g_return_val_if_fail (list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST), messages);

  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    g_ptr_array_add (messages, troupe_llm_message_from_value (troupe_value_list_get (list, i)));

  return messages;
}

/* --- Serialization to CrewAI's maps ----------------------------------------------------------- */

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  troupe_map_builder_add (builder, key, troupe_value_new_string (text, -1));
}

static TroupeValue *
part_to_value (const TroupeLlmPart *part)
{
  TroupeMapBuilder builder, image;

  g_assert (part != NULL);

  if (part->value != NULL)
    return troupe_value_ref (part->value);
  troupe_map_builder_init (&builder);
  if (part->type == TROUPE_LLM_PART_FILE)
    {
      troupe_map_builder_init (&image);
      add_text (&image, "url", part->uri != NULL ? part->uri : "");
      add_text (&builder, "type", "image_url");
      troupe_map_builder_add (&builder, "image_url", troupe_map_builder_end (&image));
    }
  else
    {
      add_text (&builder, "type", "text");
      add_text (&builder, "text", part->text);
    }

  return troupe_map_builder_end (&builder);
}

/* Converts the content of a message. A single text becomes a string, which all servers accept.
 * Without content, the result is null. (transfer full) */
static TroupeValue *
content_to_value (const TroupeLlmMessage *self)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  const TroupeLlmPart *only = NULL;

  g_assert (self != NULL);

  for (guint i = 0; i < self->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (self->parts, i);

      if (part->type == TROUPE_LLM_PART_TOOL_RESULT)
        return troupe_value_new_string (part->text, -1);
      if (part->type != TROUPE_LLM_PART_TEXT && part->type != TROUPE_LLM_PART_FILE &&
          part->type != TROUPE_LLM_PART_OTHER)
        continue;
      only = part;
      g_ptr_array_add (items, part_to_value (part));
    }
  if (items->len == 1 && only->type == TROUPE_LLM_PART_TEXT && only->value == NULL)
    {
      troupe_value_unref (g_ptr_array_index (items, 0));
      return troupe_value_new_string (only->text, -1);
    }
  if (items->len == 0)
    return troupe_value_new_null ();

  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

/* Converts a tool call. A call without an id gets one from its index, because results refer to
 * ids and null is rejected. */
static TroupeValue *
call_to_value (const TroupeLlmPart *part, guint index)
{
  TroupeMapBuilder function, builder;
  g_autofree char *id = part->id != NULL ? g_strdup (part->id) : g_strdup_printf ("call_%u", index);

  g_assert (part != NULL);

  troupe_map_builder_init (&function);
  add_text (&function, "name", part->name != NULL ? part->name : "");
  add_text (&function, "arguments", part->text);
  troupe_map_builder_init (&builder);
  add_text (&builder, "id", id);
  add_text (&builder, "type", "function");
  troupe_map_builder_add (&builder, "function", troupe_map_builder_end (&function));

  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_llm_message_to_value (const TroupeLlmMessage *self)
{
  g_autoptr (GPtrArray) calls = g_ptr_array_new ();
  TroupeMapBuilder builder;

  g_return_val_if_fail (self != NULL, NULL);

  troupe_map_builder_init (&builder);
  add_text (&builder, "role",
            self->role != TROUPE_LLM_ROLE_OTHER ? role_names[self->role] : self->role_name);
  troupe_map_builder_add (&builder, "content", content_to_value (self));
  for (guint i = 0; i < self->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (self->parts, i);

      if (part->type == TROUPE_LLM_PART_TOOL_CALL)
        g_ptr_array_add (calls, call_to_value (part, calls->len));
      if (part->type == TROUPE_LLM_PART_REFUSAL)
        add_text (&builder, "refusal", part->text);
      if (part->type != TROUPE_LLM_PART_TOOL_RESULT)
        continue;
      if (part->id != NULL)
        add_text (&builder, "tool_call_id", part->id);
      if (part->name != NULL)
        add_text (&builder, "name", part->name);
    }
  if (calls->len > 0)
    troupe_map_builder_add (&builder, "tool_calls",
                            troupe_value_new_list ((TroupeValue **) calls->pdata, calls->len));
  for (gsize i = 0; self->more != NULL && i < troupe_value_map_get_size (self->more); i++)
    troupe_map_builder_add_key (&builder,
                                troupe_value_ref (troupe_value_map_get_key (self->more, i)),
                                troupe_value_ref (troupe_value_map_get_value (self->more, i)));

  return troupe_map_builder_end (&builder);
}

/* --- Tool specifications and finish reasons --------------------------------------------------- */

TroupeLlmToolSpec *
troupe_llm_tool_spec_new (const char *name, const char *description, TroupeValue *schema)
{
  TroupeLlmToolSpec *self;

  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (schema != NULL, NULL);

  self = g_new0 (TroupeLlmToolSpec, 1);
  self->name = g_strdup (name);
  self->description = g_strdup (description != NULL ? description : "");
  self->schema = troupe_value_ref (schema);

  return self;
}

void
troupe_llm_tool_spec_free (TroupeLlmToolSpec *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->description);
  g_clear_pointer (&self->schema, troupe_value_unref);
  g_free (self);
}

TroupeLlmFinish
troupe_llm_finish_from_word (const char *word)
{
  static const struct
  {
    const char *word;
    TroupeLlmFinish finish;
  } words[] = {
    /* OpenAI and compatible servers */
    { "stop", TROUPE_LLM_FINISH_STOP },
    { "length", TROUPE_LLM_FINISH_LENGTH },
    { "tool_calls", TROUPE_LLM_FINISH_TOOL_CALLS },
    { "function_call", TROUPE_LLM_FINISH_TOOL_CALLS },
    { "content_filter", TROUPE_LLM_FINISH_FILTERED },
    /* Responses */
    { "completed", TROUPE_LLM_FINISH_STOP },
    { "max_output_tokens", TROUPE_LLM_FINISH_LENGTH },
    { "incomplete", TROUPE_LLM_FINISH_LENGTH },
    /* Anthropic and Bedrock */
    { "end_turn", TROUPE_LLM_FINISH_STOP },
    { "stop_sequence", TROUPE_LLM_FINISH_STOP },
    { "max_tokens", TROUPE_LLM_FINISH_LENGTH }, /* also Gemini */
    { "model_context_window_exceeded", TROUPE_LLM_FINISH_LENGTH },
    { "tool_use", TROUPE_LLM_FINISH_TOOL_CALLS },
    { "pause_turn", TROUPE_LLM_FINISH_PAUSED },
    { "refusal", TROUPE_LLM_FINISH_FILTERED },
    { "content_filtered", TROUPE_LLM_FINISH_FILTERED },
    { "guardrail_intervened", TROUPE_LLM_FINISH_FILTERED },
    /* Gemini */
    { "safety", TROUPE_LLM_FINISH_FILTERED },
    { "recitation", TROUPE_LLM_FINISH_FILTERED },
    { "blocklist", TROUPE_LLM_FINISH_FILTERED },
    { "prohibited_content", TROUPE_LLM_FINISH_FILTERED },
    { "spii", TROUPE_LLM_FINISH_FILTERED },
    { "image_safety", TROUPE_LLM_FINISH_FILTERED },
    { "jailbreak", TROUPE_LLM_FINISH_FILTERED },
    { "model_armor", TROUPE_LLM_FINISH_FILTERED },
  };

  for (guint i = 0; word != NULL && i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (word, words[i].word) == 0)
      return words[i].finish;

  return TROUPE_LLM_FINISH_OTHER;
}
