/* troupe-otlp-content.c: content of users, models and tools as span attributes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-otlp-content"

#include "config.h"

#include <string.h>

#include "troupe-limits.h"
#include "troupe-llm-message.h"
#include "troupe-llm-target.h"
#include "troupe-otlp-content.h"

/* The data of one span. */
typedef struct
{
  TroupeKeyFinder *finder;
  TroupeValue *given;
  TroupeValue *outcome;
  TroupeMapBuilder fields;
} Made;

/* --- Redacting text --------------------------------------------------------------------------- */

char *
troupe_otlp_content_clean (const char *text, TroupeKeyFinder *finder)
{
  g_autofree char *valid = NULL;
  g_autofree char *hidden = NULL;
  const char *end;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (finder != NULL, NULL);

  valid = g_utf8_make_valid (text, -1);
  hidden = troupe_key_finder_hide (finder, valid);
  if (strlen (hidden) <= TROUPE_OTLP_TEXT_MOST)
    return g_steal_pointer (&hidden);
  end = g_utf8_find_prev_char (hidden, hidden + TROUPE_OTLP_TEXT_MOST);
  return g_strdup_printf ("%.*s…", (int) (end - hidden), hidden);
}

/* (transfer full) */
static TroupeValue *
clean_text (const char *text, TroupeKeyFinder *finder)
{
  return troupe_value_take_string (troupe_otlp_content_clean (text, finder), -1);
}

/* Applies clean_text() to every string in the value. (transfer full) */
static TroupeValue *
clean_value (TroupeValue *value, TroupeKeyFinder *finder, guint depth)
{
  g_assert (value != NULL);

  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    return clean_text (troupe_value_get_string (value, NULL), finder);
  if (depth == TROUPE_LIMIT_NESTING)
    return troupe_value_new_null ();
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      const gsize length = troupe_value_list_get_length (value);
      g_autofree TroupeValue **items = g_new (TroupeValue *, length + 1);

      for (gsize i = 0; i < length; i++)
        items[i] = clean_value (troupe_value_list_get (value, i), finder, depth + 1);
      return troupe_value_new_list (items, length);
    }
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      TroupeMapBuilder fields;

      troupe_map_builder_init (&fields);
      for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
        troupe_map_builder_add_key (
            &fields, clean_value (troupe_value_map_get_key (value, i), finder, depth + 1),
            clean_value (troupe_value_map_get_value (value, i), finder, depth + 1));
      return troupe_map_builder_end (&fields);
    }
  return troupe_value_ref (value);
}

/* Returns a string unchanged, and any other value as JSON. (transfer full) */
static char *
make_text (const Made *made, TroupeValue *value)
{
  g_autoptr (TroupeValue) clean = clean_value (value, made->finder, 0);

  g_assert (made != NULL);

  return troupe_value_is (clean, TROUPE_VALUE_STRING)
             ? g_strdup (troupe_value_get_string (clean, NULL))
             : troupe_value_to_json (clean, TROUPE_JSON_COMPACT);
}

static void
add_plain (Made *made, const char *key, TroupeValue *value)
{
  g_assert (made != NULL);

  if (value != NULL)
    troupe_map_builder_add (&made->fields, key,
                            troupe_value_take_string (make_text (made, value), -1));
}

/* Adds a list as a JSON string, which both old and new receivers support. @list: (transfer full) */
static void
add_json (Made *made, const char *key, TroupeValue *list)
{
  g_autoptr (TroupeValue) owned = list;

  g_assert (made != NULL);

  if (troupe_value_list_get_length (list) > 0)
    troupe_map_builder_add (
        &made->fields, key,
        troupe_value_take_string (troupe_value_to_json (list, TROUPE_JSON_COMPACT), -1));
}

/* --- Messages --------------------------------------------------------------------------------- */

static void
put (TroupeMapBuilder *fields, const char *key, const char *text)
{
  troupe_map_builder_add (fields, key, troupe_value_new_string (text, -1));
}

/* (transfer full) */
static TroupeValue *
make_part (const Made *made, const TroupeLlmPart *part)
{
  TroupeMapBuilder fields;

  g_assert (made != NULL);

  if (part->type == TROUPE_LLM_PART_FILE)
    {
      const gboolean is_inline = part->uri == NULL || g_str_has_prefix (part->uri, "data:");
      TroupeMapBuilder file;

      /* Describes a file by its name. The contents of the file are not sent. */
      troupe_map_builder_init (&file);
      put (&file, "type", "uri");
      put (&file, "modality",
           part->media_type != NULL && g_str_has_prefix (part->media_type, "image/")   ? "image"
           : part->media_type != NULL && g_str_has_prefix (part->media_type, "audio/") ? "audio"
           : part->media_type != NULL && g_str_has_prefix (part->media_type, "video/")
               ? "video"
               : "document");
      if (part->media_type != NULL)
        put (&file, "mime_type", part->media_type);
      put (&file, "uri", is_inline ? "data:" : part->uri);
      return troupe_map_builder_end (&file);
    }
  troupe_map_builder_init (&fields);
  if (part->type == TROUPE_LLM_PART_TOOL_CALL)
    {
      g_autoptr (TroupeValue) value = NULL;

      put (&fields, "type", "tool_call");
      if (part->id != NULL)
        put (&fields, "id", part->id);
      put (&fields, "name", part->name != NULL ? part->name : "");
      /* The arguments are sent as data, or as a string if the model did not write valid JSON. */
      value = troupe_value_from_json (part->text, -1, NULL);
      troupe_map_builder_add (&fields, "arguments",
                              value != NULL ? clean_value (value, made->finder, 0)
                                            : clean_text (part->text, made->finder));
      return troupe_map_builder_end (&fields);
    }
  if (part->type == TROUPE_LLM_PART_TOOL_RESULT)
    {
      put (&fields, "type", "tool_call_response");
      if (part->id != NULL)
        put (&fields, "id", part->id);
      troupe_map_builder_add (&fields, "response", clean_text (part->text, made->finder));
      return troupe_map_builder_end (&fields);
    }
  put (&fields, "type", part->type == TROUPE_LLM_PART_REASONING ? "reasoning" : "text");
  troupe_map_builder_add (&fields, "content", clean_text (part->text, made->finder));
  return troupe_map_builder_end (&fields);
}

/* (transfer full) */
static TroupeValue *
make_parts (const Made *made, const TroupeLlmMessage *message)
{
  g_autofree TroupeValue **parts = g_new (TroupeValue *, message->parts->len + 1);

  g_assert (made != NULL);

  for (guint i = 0; i < message->parts->len; i++)
    parts[i] = make_part (made, g_ptr_array_index (message->parts, i));
  return troupe_value_new_list (parts, message->parts->len);
}

/* Adds the last messages that fit into the size limit. @skips_system: whether to skip system
 * messages, because they are sent in a separate attribute */
static void
add_messages (Made *made, TroupeValue *list, gboolean skips_system)
{
  g_autoptr (GPtrArray) messages = troupe_llm_messages_from_value (list);
  g_autoptr (GPtrArray) made_last = g_ptr_array_new ();
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  gsize weight = 0;

  g_assert (made != NULL);

  for (guint i = messages->len; i > 0; i--)
    {
      const TroupeLlmMessage *message = g_ptr_array_index (messages, i - 1);
      TroupeValue *value;
      TroupeMapBuilder fields;
      static const char *const names[] = {
        [TROUPE_LLM_ROLE_SYSTEM] = "system",
        [TROUPE_LLM_ROLE_USER] = "user",
        [TROUPE_LLM_ROLE_ASSISTANT] = "assistant",
        [TROUPE_LLM_ROLE_TOOL] = "tool",
      };

      if (skips_system && message->role == TROUPE_LLM_ROLE_SYSTEM)
        continue;
      troupe_map_builder_init (&fields);
      put (&fields, "role",
           message->role == TROUPE_LLM_ROLE_OTHER
               ? (message->role_name != NULL ? message->role_name : "user")
               : names[message->role]);
      troupe_map_builder_add (&fields, "parts", make_parts (made, message));
      value = troupe_map_builder_end (&fields);
      weight += troupe_value_get_weight (value);
      g_ptr_array_add (made_last, value);
      if (weight > TROUPE_OTLP_TEXTS_MOST)
        break;
    }
  for (guint i = made_last->len; i > 0; i--)
    g_ptr_array_add (items, g_ptr_array_index (made_last, i - 1));
  add_json (made, "gen_ai.input.messages",
            troupe_value_new_list ((TroupeValue **) items->pdata, items->len));
}

/* Adds a single message that consists of a string, or of data as text. @reason: (nullable) */
static void
add_single (Made *made, const char *key, const char *role, TroupeValue *value, const char *reason)
{
  TroupeMapBuilder part, message;
  TroupeValue *parts, *whole;

  g_assert (made != NULL);

  if (value == NULL)
    return;
  troupe_map_builder_init (&part);
  put (&part, "type", "text");
  troupe_map_builder_add (&part, "content", troupe_value_take_string (make_text (made, value), -1));
  parts = troupe_map_builder_end (&part);
  troupe_map_builder_init (&message);
  put (&message, "role", role);
  troupe_map_builder_add (&message, "parts", troupe_value_new_list (&parts, 1));
  if (reason != NULL)
    put (&message, "finish_reason", reason);
  whole = troupe_map_builder_end (&message);
  add_json (made, key, troupe_value_new_list (&whole, 1));
}

/* --- Content by kind -------------------------------------------------------------------------- */

static const char *
get_reason (TroupeValue *outcome)
{
  static const char *const words[] = {
    [TROUPE_LLM_FINISH_STOP] = "stop",
    [TROUPE_LLM_FINISH_LENGTH] = "length",
    [TROUPE_LLM_FINISH_TOOL_CALLS] = "tool_call",
    [TROUPE_LLM_FINISH_FILTERED] = "content_filter",
    [TROUPE_LLM_FINISH_PAUSED] = "stop",
    [TROUPE_LLM_FINISH_OTHER] = "stop",
  };
  TroupeValue *reason = troupe_value_get_member (outcome, "finish_reason");

  return reason != NULL && troupe_value_is (reason, TROUPE_VALUE_STRING)
             ? words[troupe_llm_finish_from_word (troupe_value_get_string (reason, NULL))]
             : "stop";
}

/* Adds the model's response: text, or the tools that it calls. */
static void
add_answer (Made *made)
{
  TroupeValue *response = troupe_value_get_member (made->outcome, "response");
  g_autoptr (TroupeLlmMessage) message = NULL;
  g_autoptr (TroupeValue) value = NULL;
  TroupeMapBuilder fields;
  TroupeValue *whole;

  g_assert (made != NULL);

  if (response == NULL || !troupe_value_is (response, TROUPE_VALUE_LIST))
    {
      add_single (made, "gen_ai.output.messages", "assistant", response,
                  get_reason (made->outcome));
      return;
    }
  troupe_map_builder_init (&fields);
  put (&fields, "role", "assistant");
  troupe_map_builder_add (&fields, "tool_calls", troupe_value_ref (response));
  value = troupe_map_builder_end (&fields);
  message = troupe_llm_message_from_value (value);
  troupe_map_builder_init (&fields);
  put (&fields, "role", "assistant");
  troupe_map_builder_add (&fields, "parts", make_parts (made, message));
  put (&fields, "finish_reason", get_reason (made->outcome));
  whole = troupe_map_builder_end (&fields);
  add_json (made, "gen_ai.output.messages", troupe_value_new_list (&whole, 1));
}

static void
describe_call (Made *made)
{
  TroupeValue *messages = troupe_value_get_member (made->given, "messages");
  TroupeValue *tools = troupe_value_get_member (made->given, "tools");
  gboolean is_apart;
  TroupeValue *model;
  const char *name;
  const TroupeProvider *provider;

  model = troupe_value_get_member (made->given, "model");
  provider =
      model != NULL && troupe_value_is (model, TROUPE_VALUE_STRING)
          ? troupe_llm_service_find (troupe_value_get_string (model, NULL), NULL, NULL, &name, NULL)
          : NULL;
  is_apart = provider != NULL &&
             (provider->wire == TROUPE_WIRE_ANTHROPIC || provider->wire == TROUPE_WIRE_GEMINI ||
              provider->wire == TROUPE_WIRE_BEDROCK);
  if (messages != NULL && troupe_value_is (messages, TROUPE_VALUE_LIST))
    {
      if (is_apart)
        {
          g_autoptr (GPtrArray) instructions = troupe_llm_messages_from_value (messages);
          g_autoptr (GPtrArray) items = g_ptr_array_new ();

          for (guint i = 0; i < instructions->len; i++)
            {
              const TroupeLlmMessage *message = g_ptr_array_index (instructions, i);

              for (guint k = 0; message->role == TROUPE_LLM_ROLE_SYSTEM && k < message->parts->len;
                   k++)
                g_ptr_array_add (items, make_part (made, g_ptr_array_index (message->parts, k)));
            }
          add_json (made, "gen_ai.system_instructions",
                    troupe_value_new_list ((TroupeValue **) items->pdata, items->len));
        }
      add_messages (made, messages, is_apart);
    }
  add_answer (made);
  if (tools != NULL && troupe_value_is (tools, TROUPE_VALUE_LIST))
    {
      const gsize length = troupe_value_list_get_length (tools);
      g_autofree TroupeValue **items = g_new (TroupeValue *, length + 1);

      for (gsize i = 0; i < length; i++)
        {
          TroupeMapBuilder fields;

          troupe_map_builder_init (&fields);
          put (&fields, "type", "function");
          troupe_map_builder_add (&fields, "name",
                                  clean_value (troupe_value_list_get (tools, i), made->finder, 0));
          items[i] = troupe_map_builder_end (&fields);
        }
      add_json (made, "gen_ai.tool.definitions", troupe_value_new_list (items, length));
    }
}

static void
describe_agent (Made *made)
{
  TroupeValue *messages = troupe_value_get_member (made->given, "messages");

  if (messages != NULL && troupe_value_is (messages, TROUPE_VALUE_LIST))
    add_messages (made, messages, FALSE);
  else
    add_single (made, "gen_ai.input.messages", "user",
                messages != NULL ? messages : troupe_value_get_member (made->given, "task_prompt"),
                NULL);
  add_single (made, "gen_ai.output.messages", "assistant",
              troupe_value_get_member (made->outcome, "output"), "stop");
}

static void
describe_workflow (Made *made)
{
  TroupeValue *result = troupe_value_get_member (made->outcome, "result");

  add_single (made, "gen_ai.input.messages", "user",
              troupe_value_get_member (made->given, "inputs"), NULL);
  add_single (made, "gen_ai.output.messages", "assistant",
              result != NULL ? result : troupe_value_get_member (made->outcome, "output"), "stop");
}

static void
describe_tool (Made *made)
{
  add_plain (made, "gen_ai.tool.call.arguments",
             troupe_value_get_member (made->given, "tool_args"));
  add_plain (made, "gen_ai.tool.call.result", troupe_value_get_member (made->outcome, "output"));
}

static void
describe_memory (Made *made)
{
  add_plain (made, "gen_ai.memory.query.text", troupe_value_get_member (made->given, "query"));
}

static void
describe_knowledge (Made *made)
{
  TroupeValue *query = troupe_value_get_member (made->given, "query");

  add_plain (made, "gen_ai.retrieval.query.text",
             query != NULL ? query : troupe_value_get_member (made->outcome, "query"));
}

static void (*const describers[TROUPE_SCOPE_N_KINDS]) (Made *made) = {
  [TROUPE_SCOPE_FLOW] = describe_workflow,       [TROUPE_SCOPE_CREW] = describe_workflow,
  [TROUPE_SCOPE_AGENT] = describe_agent,         [TROUPE_SCOPE_MODEL_CALL] = describe_call,
  [TROUPE_SCOPE_TOOL_CALL] = describe_tool,      [TROUPE_SCOPE_MEMORY] = describe_memory,
  [TROUPE_SCOPE_KNOWLEDGE] = describe_knowledge,
};

TroupeValue *
troupe_otlp_content_new (TroupeScopeKind kind, TroupeValue *given, TroupeValue *outcome)
{
  TroupeMapBuilder fields;

  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "kind", troupe_value_new_integer (kind));
  if (given != NULL)
    troupe_map_builder_add (&fields, "given", troupe_value_ref (given));
  if (outcome != NULL)
    troupe_map_builder_add (&fields, "outcome", troupe_value_ref (outcome));
  return troupe_map_builder_end (&fields);
}

TroupeValue *
troupe_otlp_content_describe (TroupeValue *content, TroupeKeyFinder *finder)
{
  Made made = { .finder = finder };
  gint64 kind;

  g_return_val_if_fail (content != NULL, NULL);
  g_return_val_if_fail (finder != NULL, NULL);

  kind = troupe_value_get_integer (troupe_value_get_member (content, "kind"));
  made.given = troupe_value_get_member (content, "given");
  made.outcome = troupe_value_get_member (content, "outcome");
  troupe_map_builder_init (&made.fields);
  if (kind >= 0 && kind < TROUPE_SCOPE_N_KINDS && describers[kind] != NULL)
    describers[kind](&made);
  return troupe_map_builder_end (&made.fields);
}
