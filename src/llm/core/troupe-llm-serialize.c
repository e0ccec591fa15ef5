/* troupe-llm-serialize.c: serialization of model requests and answers, for replay
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-serialize"

#include "config.h"

#include "troupe-llm-serialize.h"

/* The counts of a usage, named like its members. */
static const struct
{
  const char *name;
  glong offset;
} counts[] = {
#define COUNT(member)                                                                              \
  {                                                                                                \
#    member, G_STRUCT_OFFSET(TroupeLlmUsage, member)                                               \
  }
  COUNT (prompt_tokens),    COUNT (completion_tokens),
  COUNT (total_tokens),     COUNT (cached_prompt_tokens),
  COUNT (reasoning_tokens), COUNT (cache_creation_tokens),
  COUNT (requests),         COUNT (micro_dollars),
  COUNT (unpriced),
#undef COUNT
};

/* --- Serialization ---------------------------------------------------------------------------- */

static void
add_text (TroupeMapBuilder *fields, const char *name, const char *text)
{
  if (text != NULL)
    troupe_map_builder_add (fields, name, troupe_value_new_string (text, -1));
}

static void
add_number (TroupeMapBuilder *fields, const char *name, gint64 number)
{
  troupe_map_builder_add (fields, name, troupe_value_new_integer (number));
}

static TroupeValue *
part_to_value (const TroupeLlmPart *part)
{
  TroupeMapBuilder fields;

  g_assert (part != NULL);

  troupe_map_builder_init (&fields);
  add_number (&fields, "type", part->type);
  add_text (&fields, "text", part->text);
  add_text (&fields, "id", part->id);
  add_text (&fields, "name", part->name);
  add_text (&fields, "uri", part->uri);
  add_text (&fields, "media_type", part->media_type);
  add_text (&fields, "signature", part->signature);
  if (part->is_error)
    troupe_map_builder_add (&fields, "is_error", troupe_value_new_boolean (TRUE));
  if (part->value != NULL)
    troupe_map_builder_add (&fields, "value", troupe_value_ref (part->value));
  return troupe_map_builder_end (&fields);
}

static TroupeValue *
message_to_value (const TroupeLlmMessage *message)
{
  g_autofree TroupeValue **parts = g_new (TroupeValue *, message->parts->len + 1);
  TroupeMapBuilder fields;

  g_assert (message != NULL);

  for (guint i = 0; i < message->parts->len; i++)
    parts[i] = part_to_value (g_ptr_array_index (message->parts, i));
  troupe_map_builder_init (&fields);
  add_number (&fields, "role", message->role);
  add_text (&fields, "role_name", message->role_name);
  troupe_map_builder_add (&fields, "parts", troupe_value_new_list (parts, message->parts->len));
  if (message->more != NULL)
    troupe_map_builder_add (&fields, "more", troupe_value_ref (message->more));
  return troupe_map_builder_end (&fields);
}

TroupeValue *
troupe_llm_usage_serialize (const TroupeLlmUsage *usage)
{
  TroupeMapBuilder fields;

  g_return_val_if_fail (usage != NULL, NULL);

  troupe_map_builder_init (&fields);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      const gint64 number = G_STRUCT_MEMBER (gint64, usage, counts[i].offset);

      if (number != 0)
        add_number (&fields, counts[i].name, number);
    }
  return troupe_map_builder_end (&fields);
}

TroupeValue *
troupe_llm_answer_to_value (const TroupeLlmAnswer *answer)
{
  TroupeMapBuilder fields;

  g_return_val_if_fail (answer != NULL, NULL);

  troupe_map_builder_init (&fields);
  add_text (&fields, "content", answer->content);
  add_number (&fields, "finish", answer->finish);
  add_text (&fields, "finish_reason", answer->finish_reason);
  add_text (&fields, "model", answer->model);
  troupe_map_builder_add (&fields, "message", message_to_value (answer->message));
  troupe_map_builder_add (&fields, "usage", troupe_llm_usage_serialize (&answer->usage));
  return troupe_map_builder_end (&fields);
}

/* --- Deserialization -------------------------------------------------------------------------- */

/* (transfer full) (nullable) */
static char *
get_text (TroupeValue *map, const char *name)
{
  TroupeValue *value = troupe_value_get_member_of (map, name, TROUPE_VALUE_STRING);

  return value != NULL ? g_strdup (troupe_value_get_string (value, NULL)) : NULL;
}

static gint64
get_number (TroupeValue *map, const char *name)
{
  TroupeValue *value = troupe_value_get_member_of (map, name, TROUPE_VALUE_INTEGER);

  return value != NULL ? troupe_value_get_integer (value) : 0;
}

static TroupeLlmPart *
part_from_value (TroupeValue *value)
{
  g_autofree char *text = get_text (value, "text");
  TroupeLlmPart *part = troupe_llm_part_new ((TroupeLlmPartType) get_number (value, "type"), text);
  TroupeValue *whole = troupe_value_is (value, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (value, "value", -1)
                           : NULL;

  g_assert (part != NULL);

  part->id = get_text (value, "id");
  part->name = get_text (value, "name");
  part->uri = get_text (value, "uri");
  part->media_type = get_text (value, "media_type");
  part->signature = get_text (value, "signature");
  part->is_error = troupe_value_get_member_of (value, "is_error", TROUPE_VALUE_BOOLEAN) != NULL;
  part->value = whole != NULL ? troupe_value_ref (whole) : NULL;
  return part;
}

static TroupeLlmMessage *
message_from_value (TroupeValue *value)
{
  TroupeLlmMessage *message = troupe_llm_message_new ((TroupeLlmRole) get_number (value, "role"));
  TroupeValue *parts = troupe_value_get_member_of (value, "parts", TROUPE_VALUE_LIST);
  TroupeValue *more = troupe_value_get_member_of (value, "more", TROUPE_VALUE_MAP);

  g_assert (message != NULL);

  message->role_name = get_text (value, "role_name");
  message->more = more != NULL ? troupe_value_ref (more) : NULL;
  for (gsize i = 0; parts != NULL && i < troupe_value_list_get_length (parts); i++)
    troupe_llm_message_add (message, part_from_value (troupe_value_list_get (parts, i)));
  return message;
}

void
troupe_llm_usage_deserialize (TroupeValue *value, TroupeLlmUsage *usage)
{
  g_return_if_fail (usage != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    G_STRUCT_MEMBER (gint64, usage, counts[i].offset) = get_number (value, counts[i].name);
}

TroupeLlmAnswer *
troupe_llm_answer_from_value (TroupeValue *value)
{
  TroupeValue *message = NULL;
  TroupeValue *usage = NULL;
  TroupeLlmAnswer *answer = NULL;

  g_return_val_if_fail (value != NULL, NULL);

  message = troupe_value_get_member_of (value, "message", TROUPE_VALUE_MAP);
  usage = troupe_value_get_member_of (value, "usage", TROUPE_VALUE_MAP);
  if (message == NULL || troupe_value_get_member_of (value, "content", TROUPE_VALUE_STRING) == NULL)
    return NULL;
  answer = g_new0 (TroupeLlmAnswer, 1);
  answer->content = get_text (value, "content");
  answer->finish = (TroupeLlmFinish) get_number (value, "finish");
  answer->finish_reason = get_text (value, "finish_reason");
  answer->model = get_text (value, "model");
  answer->message = message_from_value (message);
  answer->is_restored = TRUE;
  troupe_llm_usage_deserialize (usage, &answer->usage);
  return answer;
}

/* --- Request digest --------------------------------------------------------------------------- */

TroupeValue *
troupe_llm_tools_to_value (GPtrArray *tools)
{
  const guint n_tools = tools != NULL ? tools->len : 0;
  g_autofree TroupeValue **items = g_new (TroupeValue *, n_tools + 1);

  for (guint i = 0; i < n_tools; i++)
    {
      const TroupeLlmToolSpec *spec = g_ptr_array_index (tools, i);
      TroupeMapBuilder fields;

      troupe_map_builder_init (&fields);
      add_text (&fields, "name", spec->name);
      add_text (&fields, "description", spec->description);
      if (spec->schema != NULL)
        troupe_map_builder_add (&fields, "schema", troupe_value_ref (spec->schema));
      items[i] = troupe_map_builder_end (&fields);
    }
  return troupe_value_new_list (items, n_tools);
}

char *
troupe_llm_request_make_digest (const TroupeLlmRequest *request)
{
  g_autofree TroupeValue **messages = NULL;
  g_autoptr (TroupeValue) whole = NULL;
  g_autofree char *text = NULL;
  TroupeMapBuilder fields;
  TroupeValue *settings;
  static const char *const hidden[] = { "api_key", "extra_headers", "default_headers", "headers",
                                        NULL };
  TroupeMapBuilder setting_fields;

  g_return_val_if_fail (request != NULL, NULL);

  messages = g_new (TroupeValue *, request->messages->len + 1);
  for (guint i = 0; i < request->messages->len; i++)
    messages[i] = message_to_value (g_ptr_array_index (request->messages, i));
  troupe_map_builder_init (&fields);
  add_text (&fields, "model", request->model);
  troupe_map_builder_add (&fields, "messages",
                          troupe_value_new_list (messages, request->messages->len));
  settings = request->settings;
  troupe_map_builder_init (&setting_fields);
  for (gsize i = 0; settings != NULL && i < troupe_value_map_get_size (settings); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (settings, i), NULL);

      if (!g_strv_contains (hidden, name))
        troupe_map_builder_add (&setting_fields, name,
                                troupe_value_ref (troupe_value_map_get_value (settings, i)));
    }
  troupe_map_builder_add (&fields, "settings", troupe_map_builder_end (&setting_fields));
  troupe_map_builder_add (&fields, "tools", troupe_llm_tools_to_value (request->tools));
  whole = troupe_map_builder_end (&fields);
  text = troupe_value_to_json (whole, TROUPE_JSON_FLOAT_OBJECTS);
  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}
