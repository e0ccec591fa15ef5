/* troupe-wire-request.c: request serialization helpers for several wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-wire-request"

#include "config.h"

#include <string.h>

#include "troupe-llm-wire.h"
#include "troupe-wire-request.h"
#include "troupe-wire-schema.h"
#include "troupe-wire-value.h"

/* --- Settings -------------------------------------------------------------------------------- */

TroupeValue *
troupe_wire_find_setting (TroupeValue *settings, const char *name)
{
  TroupeValue *value = troupe_llm_wire_get (settings, name);

  if (value == NULL)
    value = troupe_llm_wire_get (troupe_llm_wire_get_map (settings, "additional_params"), name);

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

TroupeValue *
troupe_wire_get_form (TroupeValue *settings)
{
  TroupeValue *format = troupe_llm_wire_get_map (settings, "response_format");
  TroupeValue *form = troupe_llm_wire_get_map (format, "json_schema");

  return troupe_llm_wire_get_map (form, "schema") != NULL ? form : NULL;
}

TroupeValue *
troupe_wire_get_answer_schema (TroupeValue *settings)
{
  return troupe_llm_wire_get_map (troupe_wire_get_form (settings), "schema");
}

gboolean
troupe_wire_wants_json (TroupeValue *settings)
{
  TroupeValue *format = troupe_llm_wire_get_map (settings, "response_format");

  return g_strcmp0 (troupe_llm_wire_get_text (format, "type"), "json_object") == 0;
}

static gboolean
is_blank (TroupeValue *word)
{
  const char *text = troupe_value_get_string (word, NULL);

  return text[strspn (text, " \t\n\f\r")] == '\0';
}

TroupeValue *
troupe_wire_list_stops (TroupeValue *settings, gboolean takes_blank)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  TroupeValue *sequences = troupe_wire_find_setting (settings, "stop_sequences");
  TroupeValue *stop = sequences != NULL ? sequences : troupe_llm_wire_get (settings, "stop");
  gboolean is_list = stop != NULL && troupe_value_is (stop, TROUPE_VALUE_LIST);
  gsize n_words = is_list ? troupe_value_list_get_length (stop) : stop != NULL;

  if (is_list && takes_blank)
    return n_words > 0 ? troupe_value_ref (stop) : NULL;

  for (gsize i = 0; i < n_words; i++)
    {
      TroupeValue *word = is_list ? troupe_value_list_get (stop, i) : stop;

      if (troupe_value_is (word, TROUPE_VALUE_STRING) &&
          *troupe_value_get_string (word, NULL) != '\0' && (takes_blank || !is_blank (word)))
        g_ptr_array_add (words, troupe_value_ref (word));
    }

  return words->len > 0 ? troupe_wire_end_list (words) : NULL;
}

/* --- Tools ----------------------------------------------------------------------------------- */

const char *
troupe_wire_get_chosen_tool (TroupeValue *choice)
{
  return troupe_llm_wire_get_text (troupe_llm_wire_get_map (choice, "function"), "name");
}

TroupeValue *
troupe_wire_make_functions (GPtrArray *tools, TroupeWireFunctionFlags flags)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  gboolean is_flat = (flags & TROUPE_WIRE_FUNCTION_FLAT) != 0;

  for (guint i = 0; i < tools->len; i++)
    {
      const TroupeLlmToolSpec *tool = g_ptr_array_index (tools, i);
      TroupeMapBuilder outer, inner;
      TroupeMapBuilder *function = is_flat ? &outer : &inner;
      gboolean is_strict;

      troupe_map_builder_init (&outer);
      troupe_wire_add_text (&outer, "type", "function");
      if (!is_flat)
        troupe_map_builder_init (&inner);
      troupe_wire_add_text (function, "name", tool->name);
      troupe_wire_add_text (function, "description", tool->description);
      is_strict = (flags & TROUPE_WIRE_FUNCTION_STRICT) != 0 && tool->is_strict;
      troupe_map_builder_add (
          function, "parameters",
          is_strict ? troupe_wire_make_strict (tool->schema, TROUPE_WIRE_SCHEMA_UNTITLED |
                                                                 TROUPE_WIRE_SCHEMA_ALL_REQUIRED)
                    : troupe_value_ref (tool->schema));
      if (is_strict)
        troupe_map_builder_add (function, "strict", troupe_value_new_boolean (TRUE));
      if (!is_flat)
        troupe_map_builder_add (&outer, "function", troupe_map_builder_end (&inner));
      g_ptr_array_add (items, troupe_map_builder_end (&outer));
    }

  return troupe_wire_end_list (items);
}

/* --- Messages -------------------------------------------------------------------------------- */

gboolean
troupe_wire_is_system (const TroupeLlmMessage *message, const char *also)
{
  return message->role == TROUPE_LLM_ROLE_SYSTEM ||
         (also != NULL && g_strcmp0 (message->role_name, also) == 0);
}

char *
troupe_wire_join_system (const char *first, GPtrArray *messages, const char *also)
{
  g_autoptr (GString) text = g_string_new (first);

  for (guint i = 0; i < messages->len; i++)
    {
      const TroupeLlmMessage *message = g_ptr_array_index (messages, i);
      g_autofree char *said = NULL;

      if (!troupe_wire_is_system (message, also))
        continue;
      said = troupe_llm_message_get_text (message);
      if (text->len > 0 && *said != '\0')
        g_string_append (text, "\n\n");
      g_string_append (text, said);
    }

  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

/* --- Parts ----------------------------------------------------------------------------------- */

TroupeValue *
troupe_wire_read_arguments (const TroupeLlmPart *call)
{
  g_autoptr (TroupeValue) arguments = troupe_value_from_json (call->text, -1, NULL);

  if (arguments != NULL && troupe_value_is (arguments, TROUPE_VALUE_MAP))
    return g_steal_pointer (&arguments);

  return troupe_wire_new_map (NULL, NULL);
}

char *
troupe_wire_get_call_id (const TroupeLlmPart *part, guint *place)
{
  guint index = (*place)++;

  return part->id != NULL ? g_strdup (part->id) : g_strdup_printf ("call_%u", index);
}

const char *
troupe_wire_find_tool (GPtrArray *messages, const TroupeLlmPart *result)
{
  if (result->name != NULL)
    return result->name;

  for (guint i = messages->len; i > 0 && result->id != NULL; i--)
    {
      const TroupeLlmMessage *message = g_ptr_array_index (messages, i - 1);

      for (guint j = 0; j < message->parts->len; j++)
        {
          const TroupeLlmPart *part = g_ptr_array_index (message->parts, j);

          if (part->type == TROUPE_LLM_PART_TOOL_CALL && part->name != NULL &&
              g_strcmp0 (part->id, result->id) == 0)
            return part->name;
        }
    }

  return "";
}

const char *
troupe_wire_get_base64 (const TroupeLlmPart *file, char **media_type)
{
  const char *start = file->uri != NULL && g_str_has_prefix (file->uri, "data:")
                          ? file->uri + strlen ("data:")
                          : NULL;
  const char *comma = start != NULL ? strchr (start, ',') : NULL;
  const char *data =
      comma != NULL && g_strstr_len (start, comma - start, ";base64") != NULL ? comma + 1 : NULL;

  if (media_type != NULL && file->media_type == NULL && data != NULL)
    *media_type = g_strndup (start, strcspn (start, ";,"));
  else if (media_type != NULL)
    *media_type = g_strdup (file->media_type);

  return data;
}
