/* troupe-wire-value.c: JSON that goes to a model's server and comes from it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-wire-value"

#include "config.h"

#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <string.h>

#include "troupe-llm-error.h"
#include "troupe-llm-status.h"
#include "troupe-wire-value.h"

void
troupe_wire_add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  troupe_map_builder_add (builder, key, troupe_value_new_string (text, -1));
}

void
troupe_wire_add_setting (TroupeMapBuilder *builder,
                         const char *key,
                         TroupeValue *settings,
                         const char *name)
{
  TroupeValue *value = troupe_llm_wire_get (settings, name);

  if (value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL))
    troupe_map_builder_add (builder, key, troupe_value_ref (value));
}

TroupeValue *
troupe_wire_get_setting (TroupeValue *settings, const char *name)
{
  TroupeValue *value = troupe_llm_wire_get (settings, name);

  if (value == NULL)
    value = troupe_llm_wire_get (troupe_llm_wire_get_map (settings, "additional_params"), name);

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? value : NULL;
}

TroupeValue *
troupe_wire_end_list (GPtrArray *items)
{
  TroupeValue *list = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);

  g_ptr_array_set_free_func (items, NULL);
  g_ptr_array_set_size (items, 0);

  return list;
}

TroupeValue *
troupe_wire_new_map (const char *key, TroupeValue *value)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, key, value);

  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_wire_make_functions (GPtrArray *tools, gboolean is_flat)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  for (guint i = 0; i < tools->len; i++)
    {
      const TroupeLlmToolSpec *tool = g_ptr_array_index (tools, i);
      TroupeMapBuilder outer, inner;
      TroupeMapBuilder *function = is_flat ? &outer : &inner;

      troupe_map_builder_init (&outer);
      troupe_wire_add_text (&outer, "type", "function");
      if (!is_flat)
        troupe_map_builder_init (&inner);
      troupe_wire_add_text (function, "name", tool->name);
      troupe_wire_add_text (function, "description", tool->description);
      troupe_map_builder_add (function, "parameters", troupe_value_ref (tool->schema));
      if (!is_flat)
        troupe_map_builder_add (&outer, "function", troupe_map_builder_end (&inner));
      g_ptr_array_add (items, troupe_map_builder_end (&outer));
    }

  return troupe_wire_end_list (items);
}

TroupeValue *
troupe_wire_get_form (TroupeValue *settings)
{
  TroupeValue *format = troupe_llm_wire_get_map (settings, "response_format");
  TroupeValue *form = troupe_llm_wire_get_map (format, "json_schema");

  return troupe_llm_wire_get_map (form, "schema") != NULL ? form : NULL;
}

TroupeValue *
troupe_wire_get_stop (TroupeValue *settings)
{
  TroupeValue *stop = troupe_llm_wire_get (settings, "stop");
  TroupeValue *one;

  if (stop == NULL)
    return NULL;
  if (troupe_value_is (stop, TROUPE_VALUE_LIST))
    return troupe_value_list_get_length (stop) > 0 ? troupe_value_ref (stop) : NULL;
  if (troupe_llm_wire_get_text (settings, "stop") == NULL)
    return NULL;
  one = troupe_value_ref (stop);

  return troupe_value_new_list (&one, 1);
}

char *
troupe_wire_join_system (const char *first, GPtrArray *messages)
{
  g_autoptr (GString) text = g_string_new (first);

  for (guint i = 0; i < messages->len; i++)
    {
      const TroupeLlmMessage *message = g_ptr_array_index (messages, i);
      g_autofree char *said = NULL;

      if (message->role != TROUPE_LLM_ROLE_SYSTEM)
        continue;
      said = troupe_llm_message_get_text (message);
      if (text->len > 0 && *said != '\0')
        g_string_append (text, "\n\n");
      g_string_append (text, said);
    }

  return text->len > 0 ? g_string_free (g_steal_pointer (&text), FALSE) : NULL;
}

TroupeValue *
troupe_wire_read_arguments (const TroupeLlmPart *call)
{
  g_autoptr (TroupeValue) arguments = troupe_value_from_json (call->text, -1, NULL);
  TroupeMapBuilder empty;

  if (arguments != NULL && troupe_value_is (arguments, TROUPE_VALUE_MAP))
    return g_steal_pointer (&arguments);
  troupe_map_builder_init (&empty);

  return troupe_map_builder_end (&empty);
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
troupe_wire_get_base64 (const TroupeLlmPart *file)
{
  const char *comma;

  if (file->uri == NULL || !g_str_has_prefix (file->uri, "data:") ||
      (comma = strchr (file->uri, ',')) == NULL ||
      g_strstr_len (file->uri, comma - file->uri, ";base64") == NULL)
    return NULL;

  return comma + 1;
}

char *
troupe_wire_add_query (const char *url, const char *name, const char *value)
{
  g_autoptr (GUri) uri = g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
  g_autoptr (GUri) whole = NULL;
  g_autofree char *escaped = g_uri_escape_string (value, NULL, FALSE);
  g_autofree char *query = NULL;
  const char *old;

  if (uri == NULL)
    return g_strdup (url);

  old = g_uri_get_query (uri);
  query = g_strconcat (old != NULL ? old : "", old != NULL && *old != '\0' ? "&" : "", name, "=",
                       escaped, NULL);
  whole = soup_uri_copy (uri, SOUP_URI_QUERY, query, SOUP_URI_NONE);

  return g_uri_to_string (whole);
}

gboolean
troupe_wire_check_answer (TroupeLlmAnswerBuilder *builder, TroupeValue *answer, GError **error)
{
  const char *host = troupe_llm_answer_builder_get_host (builder);
  GError *server_error;

  if (!troupe_value_is (answer, TROUPE_VALUE_MAP))
    {
      g_propagate_error (
          error,
          troupe_llm_error_new (
              TROUPE_LLM_ERROR_INVALID,
              _ ("The server at %s sent JSON that is not an answer of a model. Check its address."),
              host));
      return FALSE;
    }

  server_error = troupe_llm_error_from_answer (answer, host);
  if (server_error != NULL)
    {
      g_propagate_error (error, server_error);
      return FALSE;
    }

  return TRUE;
}
