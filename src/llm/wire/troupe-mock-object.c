/* troupe-mock-object.c: answers of mock models to requests for a JSON object
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mock-object"

#include "config.h"

#include <string.h>

#include "troupe-mock-object.h"

/* A schema that refers to itself ends at this depth. */
#define DEPTH_MOST 12

static TroupeValue *make (TroupeValue *root, TroupeValue *schema, const char *text, guint depth);

static TroupeValue *
get (TroupeValue *map, const char *key, TroupeValueType type)
{
  return map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
             ? troupe_value_get_member_of (map, key, type)
             : NULL;
}

/* Makes a value of a schema that declares its type. */
static TroupeValue *
make_typed (TroupeValue *root, TroupeValue *schema, const char *text, guint depth)
{
  TroupeValue *declared = get (schema, "type", TROUPE_VALUE_STRING);
  TroupeValue *properties = get (schema, "properties", TROUPE_VALUE_MAP);
  const char *type = declared != NULL ? troupe_value_get_string (declared, NULL) : "";

  if (properties != NULL || g_str_equal (type, "object"))
    {
      TroupeValue *map = depth < DEPTH_MOST ? properties : NULL;
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      for (gsize i = 0; map != NULL && i < troupe_value_map_get_size (map); i++)
        troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_map_get_key (map, i)),
                                    make (root, troupe_value_map_get_value (map, i), text, depth));
      return troupe_map_builder_end (&builder);
    }
  if (g_str_equal (type, "array"))
    {
      TroupeValue *items = get (schema, "items", TROUPE_VALUE_MAP);
      TroupeValue *item = NULL;

      if (items == NULL || depth >= DEPTH_MOST)
        return troupe_value_new_list (NULL, 0);
      item = make (root, items, text, depth);
      return troupe_value_new_list (&item, 1);
    }
  if (g_str_equal (type, "number") || g_str_equal (type, "integer"))
    {
      gboolean is_integer = g_str_equal (type, "integer");
      TroupeValue *least = troupe_value_get_member (schema, "minimum");
      g_autoptr (TroupeValue) said = troupe_value_from_json (text, -1, NULL);

      if (said != NULL && (troupe_value_is (said, TROUPE_VALUE_INTEGER) ||
                           (!is_integer && troupe_value_is (said, TROUPE_VALUE_DOUBLE))))
        return g_steal_pointer (&said);

      if (least != NULL && (troupe_value_is (least, TROUPE_VALUE_INTEGER) ||
                            troupe_value_is (least, TROUPE_VALUE_DOUBLE)))
        return troupe_value_ref (least);
      return is_integer ? troupe_value_new_integer (0) : troupe_value_new_double (0);
    }
  if (g_str_equal (type, "null"))
    return troupe_value_new_null ();
  if (g_str_equal (type, "boolean"))
    return troupe_value_new_boolean (TRUE);
  return troupe_value_new_string (text, -1);
}

static TroupeValue *
make (TroupeValue *root, TroupeValue *schema, const char *text, guint depth)
{
  static const char *const choices[] = { "anyOf", "oneOf", "allOf" };
  TroupeValue *found = NULL;

  if (!troupe_value_is (schema, TROUPE_VALUE_MAP) || depth >= DEPTH_MOST)
    return troupe_value_new_null ();
  found = get (schema, "$ref", TROUPE_VALUE_STRING);
  if (found != NULL)
    {
      const char *path = troupe_value_get_string (found, NULL);
      g_auto (GStrv) parts = g_strsplit (path, "/", -1);
      TroupeValue *definition = root;

      /* Follows `#/$defs/NAME`. */
      for (guint i = 1; parts[0] != NULL && parts[i] != NULL && definition != NULL; i++)
        definition = get (definition, parts[i], TROUPE_VALUE_MAP);
      found = definition;
      return found != NULL ? make (root, found, text, depth + 1) : troupe_value_new_null ();
    }
  found = troupe_value_get_member (schema, "const");
  if (found != NULL)
    return troupe_value_ref (found);
  found = get (schema, "enum", TROUPE_VALUE_LIST);
  if (found != NULL && troupe_value_list_get_length (found) > 0)
    return troupe_value_ref (troupe_value_list_get (found, 0));
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      found = get (schema, choices[i], TROUPE_VALUE_LIST);
      if (found != NULL && troupe_value_list_get_length (found) > 0)
        return make (root, troupe_value_list_get (found, 0), text, depth + 1);
    }
  return make_typed (root, schema, text, depth + 1);
}

static gboolean
is_verdict (TroupeValue *properties, gsize index)
{
  TroupeValue *key = troupe_value_map_get_key (properties, index);
  TroupeValue *type =
      get (troupe_value_map_get_value (properties, index), "type", TROUPE_VALUE_STRING);

  return troupe_value_is (key, TROUPE_VALUE_STRING) &&
         g_str_equal (troupe_value_get_string (key, NULL), "valid") && type != NULL &&
         g_str_equal (troupe_value_get_string (type, NULL), "boolean");
}

/* Returns TRUE if the schema contains a decision: a choice of words, or a yes or no. A verdict on an answer
 * is not one: everything is valid, because otherwise no crew with a guardrail would run. */
static gboolean
has_choice (TroupeValue *schema, guint depth)
{
  TroupeValue *words = get (schema, "enum", TROUPE_VALUE_LIST);
  TroupeValue *type = get (schema, "type", TROUPE_VALUE_STRING);

  if ((words != NULL && troupe_value_list_get_length (words) > 1) ||
      (type != NULL && g_str_equal (troupe_value_get_string (type, NULL), "boolean")))
    return TRUE;
  for (gsize i = 0; troupe_value_is (schema, TROUPE_VALUE_MAP) && depth < DEPTH_MOST &&
                    i < troupe_value_map_get_size (schema);
       i++)
    if (!is_verdict (schema, i) && has_choice (troupe_value_map_get_value (schema, i), depth + 1))
      return TRUE;
  for (gsize i = 0; troupe_value_is (schema, TROUPE_VALUE_LIST) && depth < DEPTH_MOST &&
                    i < troupe_value_list_get_length (schema);
       i++)
    if (has_choice (troupe_value_list_get (schema, i), depth + 1))
      return TRUE;
  return FALSE;
}

char *
troupe_mock_object_make (TroupeValue *format, const char *text)
{
  TroupeValue *schema = NULL;
  g_autoptr (TroupeValue) given = NULL;
  g_autoptr (TroupeValue) object = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  schema = get (get (format, "json_schema", TROUPE_VALUE_MAP), "schema", TROUPE_VALUE_MAP);
  /* A mock model makes no decisions: its text is searched for them. */
  if (schema == NULL || has_choice (schema, 0))
    return NULL;
  given = troupe_value_from_json (text, -1, NULL);
  if (given != NULL && troupe_value_is (given, TROUPE_VALUE_MAP))
    return NULL;
  object = make (schema, schema, text, 0);
  return troupe_value_is (object, TROUPE_VALUE_MAP)
             ? troupe_value_to_json (object, TROUPE_JSON_SPACED)
             : NULL;
}
