/* troupe-llm-shapes.c: what several APIs make of the neutral forms of a request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-shapes"

#include "config.h"

#include <string.h>

#include "troupe-llm-shapes.h"
#include "troupe-llm-wire.h"

TroupeValue *
troupe_llm_shape_map (const char *key, ...)
{
  TroupeMapBuilder builder;
  va_list arguments;

  troupe_map_builder_init (&builder);
  va_start (arguments, key);
  while (key != NULL)
    {
      TroupeValue *value = va_arg (arguments, TroupeValue *);

      if (value != NULL)
        troupe_map_builder_add (&builder, key, value);
      key = va_arg (arguments, const char *);
    }
  va_end (arguments);

  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_llm_shape_text (const char *text)
{
  return troupe_value_new_string (text, -1);
}

TroupeValue *
troupe_llm_shape_list (GPtrArray *items)
{
  TroupeValue *list = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);

  g_ptr_array_set_free_func (items, NULL);
  g_ptr_array_set_size (items, 0);

  return list;
}

/* --- Settings -------------------------------------------------------------------------------- */

TroupeValue *
troupe_llm_shape_get_answer_schema (TroupeValue *settings)
{
  TroupeValue *format = troupe_llm_wire_get_map (settings, "response_format");

  return troupe_llm_wire_get_map (troupe_llm_wire_get_map (format, "json_schema"), "schema");
}

TroupeValue *
troupe_llm_shape_get_setting (TroupeValue *settings, const char *name)
{
  TroupeValue *value = troupe_llm_wire_get (settings, name);

  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) ? troupe_value_ref (value)
                                                                      : NULL;
}

static void
add_stop (GPtrArray *words, TroupeValue *word)
{
  g_autofree char *bare = NULL;

  if (!troupe_value_is (word, TROUPE_VALUE_STRING))
    return;

  bare = g_strstrip (g_strdup (troupe_value_get_string (word, NULL)));
  if (*bare != '\0')
    g_ptr_array_add (words, troupe_value_ref (word));
}

TroupeValue *
troupe_llm_shape_list_stops (TroupeValue *settings)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  TroupeValue *stop = troupe_llm_wire_get (settings, "stop");

  if (stop == NULL)
    return NULL;

  if (troupe_value_is (stop, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (stop); i++)
      add_stop (words, troupe_value_list_get (stop, i));
  else
    add_stop (words, stop);

  return words->len > 0 ? troupe_llm_shape_list (words) : NULL;
}

/* --- Parts ----------------------------------------------------------------------------------- */

TroupeValue *
troupe_llm_shape_get_arguments (const TroupeLlmPart *call)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (call->text, -1, NULL);

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP))
    return g_steal_pointer (&value);

  return troupe_llm_shape_map (NULL, NULL);
}

const char *
troupe_llm_shape_get_data (const TroupeLlmPart *file, char **media_type)
{
  const char *start, *comma;

  if (file->uri == NULL || !g_str_has_prefix (file->uri, "data:"))
    return NULL;

  start = file->uri + strlen ("data:");
  comma = strchr (start, ',');
  if (comma == NULL || g_strstr_len (start, comma - start, ";base64") == NULL)
    return NULL;

  *media_type = file->media_type != NULL ? g_strdup (file->media_type)
                                         : g_strndup (start, strcspn (start, ";,"));

  return comma + 1;
}

/* --- Schemas --------------------------------------------------------------------------------- */

static TroupeValue *strict_schema (TroupeValue *schema, TroupeLlmSchemaFlags flags);

static TroupeValue *
strict_list (TroupeValue *list, TroupeLlmSchemaFlags flags)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    g_ptr_array_add (items, strict_schema (troupe_value_list_get (list, i), flags));

  return troupe_llm_shape_list (items);
}

/* The schemas that a map has under names of the document's own. */
static TroupeValue *
strict_members (TroupeValue *map, TroupeLlmSchemaFlags flags)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (map); i++)
    troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_map_get_key (map, i)),
                                strict_schema (troupe_value_map_get_value (map, i), flags));

  return troupe_map_builder_end (&builder);
}

/* What a server that decodes by the schema refuses. */
static gboolean
is_beyond_decoding (const char *key, TroupeValue *value)
{
  static const char *const beyond[] = {
    "default",          "minimum",       "maximum",       "exclusiveMinimum",
    "exclusiveMaximum", "multipleOf",    "minLength",     "maxLength",
    "minItems",         "maxItems",      "uniqueItems",   "contains",
    "examples",         "minProperties", "maxProperties", NULL,
  };

  if (g_str_equal (key, "minItems") && troupe_value_is (value, TROUPE_VALUE_INTEGER) &&
      troupe_value_get_integer (value) <= 1)
    return FALSE;

  return g_strv_contains (beyond, key);
}

/* One member of a schema. */
static TroupeValue *
strict_member (const char *key, TroupeValue *value, TroupeLlmSchemaFlags flags)
{
  static const char *const named[] = { "properties", "$defs", "definitions", NULL };
  static const char *const listed[] = { "anyOf", "allOf", "oneOf", "prefixItems", NULL };
  static const char *const single[] = { "items", "additionalProperties", "not", NULL };

  if (troupe_value_is (value, TROUPE_VALUE_MAP) && g_strv_contains (named, key))
    return strict_members (value, flags);
  if (troupe_value_is (value, TROUPE_VALUE_LIST) && g_strv_contains (listed, key))
    return strict_list (value, flags);
  if (troupe_value_is (value, TROUPE_VALUE_MAP) && g_strv_contains (single, key))
    return strict_schema (value, flags);

  return troupe_value_ref (value);
}

static TroupeValue *
list_names (TroupeValue *properties)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (gsize i = 0; i < troupe_value_map_get_size (properties); i++)
    g_ptr_array_add (names, troupe_value_ref (troupe_value_map_get_key (properties, i)));

  return troupe_llm_shape_list (names);
}

/* Appends what was left out to the schema's description. */
static TroupeValue *
tell (TroupeValue *schema, TroupeValue *left_out)
{
  const char *description = troupe_llm_wire_get_text (schema, "description");
  g_autofree char *json = troupe_value_to_json (left_out, TROUPE_JSON_SPACED);
  g_autoptr (TroupeValue) text = NULL;

  text = troupe_value_take_string (
      description != NULL ? g_strconcat (description, "\n\n", json, NULL) : g_strdup (json), -1);

  return troupe_value_map_with (schema, "description", text);
}

/* The members of @schema, but for those that the server does not know, which go to @beyond. */
static TroupeValue *
strict_map (TroupeValue *schema, TroupeLlmSchemaFlags flags, TroupeMapBuilder *beyond)
{
  TroupeValue *properties = troupe_llm_wire_get_map (schema, "properties");
  gboolean is_all = (flags & TROUPE_LLM_SCHEMA_ALL_REQUIRED) != 0 && properties != NULL;
  gboolean is_decoded = (flags & (TROUPE_LLM_SCHEMA_BARE | TROUPE_LLM_SCHEMA_TELLING)) != 0;
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (schema); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (schema, i);
      TroupeValue *value = troupe_value_map_get_value (schema, i);
      const char *name =
          troupe_value_is (key, TROUPE_VALUE_STRING) ? troupe_value_get_string (key, NULL) : "";

      if ((flags & TROUPE_LLM_SCHEMA_BARE) != 0 && g_str_equal (name, "title"))
        continue;
      if (is_decoded && is_beyond_decoding (name, value))
        troupe_map_builder_add_key (beyond, troupe_value_ref (key), troupe_value_ref (value));
      else if (!is_all || !g_str_equal (name, "required"))
        troupe_map_builder_add_key (&builder, troupe_value_ref (key),
                                    strict_member (name, value, flags));
    }
  if (is_all)
    troupe_map_builder_add (&builder, "required", list_names (properties));

  return troupe_map_builder_end (&builder);
}

/* Whether it is an object's that says nothing itself of members beyond those that it names. */
static gboolean
is_open (TroupeValue *schema)
{
  TroupeValue *more = troupe_llm_wire_get (schema, "additionalProperties");

  if (more != NULL && troupe_value_is (more, TROUPE_VALUE_MAP))
    return FALSE;

  return troupe_llm_wire_get_map (schema, "properties") != NULL ||
         g_strcmp0 (troupe_llm_wire_get_text (schema, "type"), "object") == 0;
}

static TroupeValue *
strict_schema (TroupeValue *schema, TroupeLlmSchemaFlags flags)
{
  TroupeMapBuilder beyond;
  g_autoptr (TroupeValue) left_out = NULL;
  g_autoptr (TroupeValue) strict = NULL;

  if (!troupe_value_is (schema, TROUPE_VALUE_MAP))
    return troupe_value_ref (schema);

  troupe_map_builder_init (&beyond);
  strict = strict_map (schema, flags, &beyond);
  left_out = troupe_map_builder_end (&beyond);
  if (is_open (schema))
    {
      g_autoptr (TroupeValue) none = troupe_value_new_boolean (FALSE);
      TroupeValue *closed = troupe_value_map_with (strict, "additionalProperties", none);

      troupe_value_unref (strict);
      strict = closed;
    }

  return (flags & TROUPE_LLM_SCHEMA_TELLING) != 0 && troupe_value_map_get_size (left_out) > 0
             ? tell (strict, left_out)
             : g_steal_pointer (&strict);
}

TroupeValue *
troupe_llm_shape_make_strict (TroupeValue *schema, TroupeLlmSchemaFlags flags)
{
  return strict_schema (schema, flags);
}
