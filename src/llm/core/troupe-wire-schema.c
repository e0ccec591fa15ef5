/* troupe-wire-schema.c: JSON schema conversion for structured output
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-wire-schema"

#include "config.h"

#include "troupe-llm-wire.h"
#include "troupe-wire-schema.h"
#include "troupe-wire-value.h"

static TroupeValue *strict_schema (TroupeValue *schema, TroupeWireSchemaFlags flags);

/* Returns TRUE for keywords that services with constrained decoding reject. */
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

/* Converts one member of a schema. */
static TroupeValue *
strict_member (const char *key, TroupeValue *value, TroupeWireSchemaFlags flags)
{
  static const char *const named[] = { "properties", "$defs", "definitions", NULL };
  static const char *const listed[] = { "anyOf", "allOf", "oneOf", "prefixItems", NULL };
  static const char *const single[] = { "items", "additionalProperties", "not", NULL };

  if (troupe_value_is (value, TROUPE_VALUE_MAP) && g_strv_contains (named, key))
    {
      /* Converts the schemas of a map whose keys are names chosen by the document. */
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
        troupe_map_builder_add_key (&builder,
                                    troupe_value_ref (troupe_value_map_get_key (value, i)),
                                    strict_schema (troupe_value_map_get_value (value, i), flags));

      return troupe_map_builder_end (&builder);
    }
  if (troupe_value_is (value, TROUPE_VALUE_LIST) && g_strv_contains (listed, key))
    {
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
        g_ptr_array_add (items, strict_schema (troupe_value_list_get (value, i), flags));

      return troupe_wire_end_list (items);
    }
  if (troupe_value_is (value, TROUPE_VALUE_MAP) && g_strv_contains (single, key))
    return strict_schema (value, flags);

  return troupe_value_ref (value);
}

/* Returns TRUE for an object schema that does not specify its additional members. */
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
strict_schema (TroupeValue *schema, TroupeWireSchemaFlags flags)
{
  TroupeMapBuilder beyond;
  g_autoptr (TroupeValue) left_out = NULL;
  g_autoptr (TroupeValue) strict = NULL;
  TroupeValue *properties;
  gboolean is_all;
  gboolean is_decoded;
  TroupeMapBuilder builder;

  if (!troupe_value_is (schema, TROUPE_VALUE_MAP))
    return troupe_value_ref (schema);

  troupe_map_builder_init (&beyond);
  /* Converts the members of @schema. Keywords that the server does not support are moved to
   * beyond. */
  properties = troupe_llm_wire_get_map (schema, "properties");
  is_all = (flags & TROUPE_WIRE_SCHEMA_ALL_REQUIRED) != 0 && properties != NULL;
  is_decoded = (flags & (TROUPE_WIRE_SCHEMA_BARE | TROUPE_WIRE_SCHEMA_TELLING)) != 0;
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (schema); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (schema, i);
      TroupeValue *value = troupe_value_map_get_value (schema, i);
      const char *name =
          troupe_value_is (key, TROUPE_VALUE_STRING) ? troupe_value_get_string (key, NULL) : "";

      if ((flags & (TROUPE_WIRE_SCHEMA_BARE | TROUPE_WIRE_SCHEMA_UNTITLED)) != 0 &&
          g_str_equal (name, "title"))
        continue;
      if ((flags & TROUPE_WIRE_SCHEMA_UNTITLED) != 0 && g_str_equal (name, "default"))
        continue;
      if (is_decoded && is_beyond_decoding (name, value))
        troupe_map_builder_add_key (&beyond, troupe_value_ref (key), troupe_value_ref (value));
      else if (!is_all || !g_str_equal (name, "required"))
        troupe_map_builder_add_key (&builder, troupe_value_ref (key),
                                    strict_member (name, value, flags));
    }
  if (is_all)
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new ();

      for (gsize i = 0; i < troupe_value_map_get_size (properties); i++)
        g_ptr_array_add (names, troupe_value_ref (troupe_value_map_get_key (properties, i)));
      troupe_map_builder_add (&builder, "required", troupe_wire_end_list (names));
    }
  strict = troupe_map_builder_end (&builder);
  left_out = troupe_map_builder_end (&beyond);
  if (is_open (schema))
    {
      g_autoptr (TroupeValue) none = troupe_value_new_boolean (FALSE);
      TroupeValue *closed = troupe_value_map_with (strict, "additionalProperties", none);

      troupe_value_unref (strict);
      strict = closed;
    }

  if ((flags & TROUPE_WIRE_SCHEMA_TELLING) != 0 && troupe_value_map_get_size (left_out) > 0)
    {
      const char *description = troupe_llm_wire_get_text (strict, "description");
      g_autofree char *json = troupe_value_to_json (left_out, TROUPE_JSON_SPACED);
      g_autoptr (TroupeValue) text = NULL;

      /* Appends the omitted keywords to the schema's description. */
      text = troupe_value_take_string (
          description != NULL ? g_strconcat (description, "\n\n", json, NULL) : g_strdup (json),
          -1);
      return troupe_value_map_with (strict, "description", text);
    }
  return g_steal_pointer (&strict);
}

TroupeValue *
troupe_wire_make_strict (TroupeValue *schema, TroupeWireSchemaFlags flags)
{
  return strict_schema (schema, flags);
}

/* --- References ------------------------------------------------------------------------------ */

static TroupeValue *inline_refs (TroupeValue *schema, TroupeValue *defs, GPtrArray *open);

static TroupeValue *
inline_refs (TroupeValue *schema, TroupeValue *defs, GPtrArray *open)
{
  TroupeValue *definition = NULL;
  g_autoptr (TroupeValue) made = NULL;
  static const char place[] = "#/$defs/";
  const char *ref;
  gsize n_made;
  TroupeMapBuilder builder;

  if (troupe_value_is (schema, TROUPE_VALUE_LIST))
    {
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      for (gsize i = 0; i < troupe_value_list_get_length (schema); i++)
        g_ptr_array_add (items, inline_refs (troupe_value_list_get (schema, i), defs, open));
      return troupe_wire_end_list (items);
    }
  if (!troupe_value_is (schema, TROUPE_VALUE_MAP))
    return troupe_value_ref (schema);

  ref = troupe_llm_wire_get_text (schema, "$ref");
  if (ref != NULL && defs != NULL && g_str_has_prefix (ref, place))
    definition = troupe_llm_wire_get_map (defs, ref + strlen (place));
  if (definition != NULL)
    {
      TroupeValue *definition_made = NULL;

      /* Expands a definition. */
      if (g_ptr_array_find (open, definition, NULL))
        {
          const char *type = troupe_llm_wire_get_text (definition, "type");
          made = troupe_wire_new_map (
              "type", troupe_value_new_string (type != NULL ? type : "object", -1), NULL);
        }
      else
        {
          g_ptr_array_add (open, definition);
          definition_made = inline_refs (definition, defs, open);
          g_ptr_array_remove_index (open, open->len - 1);
          made = definition_made;
        }
    }
  /* Expands the references in a schema. */
  n_made = made != NULL ? troupe_value_map_get_size (made) : 0;
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < n_made; i++)
    troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_map_get_key (made, i)),
                                troupe_value_ref (troupe_value_map_get_value (made, i)));
  for (gsize i = 0; i < troupe_value_map_get_size (schema); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (schema, i);
      TroupeValue *value = troupe_value_map_get_value (schema, i);
      const char *name = troupe_value_get_string (key, NULL);

      if (value == defs || (made != NULL && (g_str_equal (name, "$ref") ||
                                             troupe_llm_wire_get (made, name) != NULL)))
        continue;
      troupe_map_builder_add_key (&builder, troupe_value_ref (key),
                                  inline_refs (value, defs, open));
    }
  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_wire_inline_schema (TroupeValue *schema)
{
  g_autoptr (GPtrArray) open = g_ptr_array_new ();

  g_return_val_if_fail (schema != NULL, NULL);

  return inline_refs (schema, troupe_llm_wire_get_map (schema, "$defs"), open);
}

TroupeValue *
troupe_wire_inline_form (TroupeValue *form)
{
  g_autoptr (TroupeValue) schema =
      troupe_wire_inline_schema (troupe_llm_wire_get_map (form, "schema"));

  return troupe_value_map_with (form, "schema", schema);
}
