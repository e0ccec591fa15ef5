/* troupe-schema-arguments.c: argument schemas of other programs in a form that model services accept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-schema-arguments"

#include "config.h"

#include <string.h>

#include "troupe-schema-arguments.h"
#include "troupe-schema-compile.h"
#include "troupe-value-overlay.h"

/* Limits of the result. References can multiply, and services limit the depth of schemas. */
#define NODES_MOST 4000u
#define DEPTH_MOST 32u

/* @open: (element-type TroupeValue): definitions that are being expanded */
typedef struct
{
  TroupeValue *root;
  GPtrArray *open;
  guint n_nodes;
} Fit;

static TroupeValue *fit_schema (Fit *self, TroupeValue *schema, guint depth);

static TroupeValue *
make_map (void)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
make_text (const char *text)
{
  return troupe_value_new_string (text, -1);
}

static TroupeValue *
make_type (const char *type)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  if (type != NULL)
    troupe_map_builder_add (&builder, "type", make_text (type));
  return troupe_map_builder_end (&builder);
}

/* Takes ownership of the elements of @items. */
static TroupeValue *
end_list (GPtrArray *items)
{
  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

/* Returns the strings in a list, as a set. @list: (nullable) */
static GHashTable *
make_set (TroupeValue *list)
{
  GHashTable *set = g_hash_table_new (g_str_hash, g_str_equal);

  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    if (troupe_value_is (troupe_value_list_get (list, i), TROUPE_VALUE_STRING))
      g_hash_table_add (set,
                        (gpointer) troupe_value_get_string (troupe_value_list_get (list, i), NULL));

  return set;
}

/* Adds the strings of @list that are in @set, or those that are not. @list: (nullable) */
static void
add_strings (GPtrArray *items, TroupeValue *list, GHashTable *set, gboolean is_in)
{
  for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *one = troupe_value_list_get (list, i);

      if (troupe_value_is (one, TROUPE_VALUE_STRING) &&
          g_hash_table_contains (set, troupe_value_get_string (one, NULL)) == is_in)
        g_ptr_array_add (items, troupe_value_ref (one));
    }
}

/* Returns the names in one list or the other. @list, @more: (nullable). (transfer full) */
static TroupeValue *
unite_names (TroupeValue *list, TroupeValue *more)
{
  g_autoptr (GHashTable) set = make_set (list);
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  add_strings (items, list, set, TRUE);
  add_strings (items, more, set, FALSE);

  return end_list (items);
}

/* --- References and allOf --------------------------------------------------------------------- */

/* Combines two schemas that both apply. The first one takes precedence, except that properties and
 * required names are united. (transfer full) */
static TroupeValue *
combine (TroupeValue *first, TroupeValue *second)
{
  static const char *const united[] = { "properties", "$defs", "definitions" };
  TroupeValue *names = troupe_value_get_member_of (first, "required", TROUPE_VALUE_LIST);
  TroupeValue *more = troupe_value_get_member_of (second, "required", TROUPE_VALUE_LIST);
  g_autoptr (TroupeValue) both = troupe_value_map_overlay (second, first);

  for (guint i = 0; i < G_N_ELEMENTS (united); i++)
    {
      TroupeValue *own = troupe_value_get_member_of (first, united[i], TROUPE_VALUE_MAP);
      TroupeValue *other = troupe_value_get_member_of (second, united[i], TROUPE_VALUE_MAP);
      g_autoptr (TroupeValue) all = NULL;
      g_autoptr (TroupeValue) old = NULL;

      if (own == NULL || other == NULL)
        continue;
      all = troupe_value_map_overlay (other, own);
      old = g_steal_pointer (&both);
      both = troupe_value_map_with (old, united[i], all);
    }
  if (names != NULL && more != NULL)
    {
      g_autoptr (TroupeValue) old = g_steal_pointer (&both);
      g_autoptr (TroupeValue) all = unite_names (names, more);

      both = troupe_value_map_with (old, "required", all);
    }

  return g_steal_pointer (&both);
}

static TroupeValue *flatten (Fit *self, TroupeValue *schema);

/* Replaces the reference in @schema by its definition, which stays open. (transfer full) */
static TroupeValue *
follow (Fit *self, TroupeValue *schema)
{
  TroupeValue *target = troupe_schema_resolve (self->root, schema);
  g_autoptr (TroupeValue) rest = troupe_value_map_without (schema, "$ref");
  g_autoptr (TroupeValue) definition = NULL;

  g_assert (self != NULL);

  if (target == NULL || !troupe_value_is (target, TROUPE_VALUE_MAP))
    definition = make_map ();
  else if (g_ptr_array_find (self->open, target, NULL))
    definition = make_type (troupe_value_get_member_text (target, "type"));
  else
    {
      g_ptr_array_add (self->open, target);
      definition = flatten (self, target);
    }

  return troupe_value_map_overlay (definition, rest);
}

/* Returns the schema without references and `allOf` at its top. (transfer full): a map */
static TroupeValue *
flatten (Fit *self, TroupeValue *schema)
{
  g_autoptr (TroupeValue) flat = NULL;
  g_autoptr (TroupeValue) rest = NULL;
  TroupeValue *all = NULL;

  g_assert (self != NULL);

  if (!troupe_value_is (schema, TROUPE_VALUE_MAP) || ++self->n_nodes > NODES_MOST)
    return make_map ();
  flat = troupe_value_get_member_of (schema, "$ref", TROUPE_VALUE_STRING) != NULL
             ? follow (self, schema)
             : troupe_value_ref (schema);
  all = troupe_value_get_member_of (flat, "allOf", TROUPE_VALUE_LIST);
  if (all == NULL)
    return g_steal_pointer (&flat);

  rest = troupe_value_map_without (flat, "allOf");
  for (gsize i = 0; i < troupe_value_list_get_length (all); i++)
    {
      g_autoptr (TroupeValue) part = flatten (self, troupe_value_list_get (all, i));
      g_autoptr (TroupeValue) old = g_steal_pointer (&rest);

      rest = combine (old, part);
    }

  return g_steal_pointer (&rest);
}

/* --- Alternatives ----------------------------------------------------------------------------- */

/* (transfer none) (nullable) */
static TroupeValue *
get_choices (TroupeValue *flat)
{
  TroupeValue *choices = troupe_value_get_member_of (flat, "anyOf", TROUPE_VALUE_LIST);

  return choices != NULL ? choices : troupe_value_get_member_of (flat, "oneOf", TROUPE_VALUE_LIST);
}

static gboolean
is_free (TroupeValue *schema)
{
  return troupe_value_get_member (schema, "type") == NULL &&
         troupe_value_get_member (schema, "anyOf") == NULL &&
         troupe_value_get_member (schema, "enum") == NULL;
}

static gboolean
is_null (TroupeValue *schema)
{
  return g_strcmp0 (troupe_value_get_member_text (schema, "type"), "null") == 0;
}

/* Adds the words about a value, which precede everything else. */
static void
add_words (TroupeMapBuilder *builder, TroupeValue *flat)
{
  static const char *const words[] = { "title", "description", "default" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      TroupeValue *value = troupe_value_is (flat, TROUPE_VALUE_MAP)
                               ? troupe_value_map_lookup_string (flat, words[i], -1)
                               : NULL;

      if (value != NULL && (i == 2 || troupe_value_is (value, TROUPE_VALUE_STRING)))
        troupe_map_builder_add (builder, words[i], troupe_value_ref (value));
    }
}

/* (transfer full) */
static TroupeValue *
without_words (TroupeValue *schema)
{
  g_autoptr (TroupeValue) untitled = troupe_value_map_without (schema, "title");
  g_autoptr (TroupeValue) silent = troupe_value_map_without (untitled, "description");

  return troupe_value_map_without (silent, "default");
}

/* Makes null an alternative. @schema: (transfer full): fitted */
static TroupeValue *
or_null (TroupeValue *schema)
{
  g_autoptr (TroupeValue) owned = schema;
  TroupeValue *choices = troupe_value_get_member_of (schema, "anyOf", TROUPE_VALUE_LIST);
  g_autoptr (GPtrArray) items = g_ptr_array_new ();
  TroupeMapBuilder builder;

  if (is_free (schema) || is_null (schema))
    return g_steal_pointer (&owned);
  for (gsize i = 0; choices != NULL && i < troupe_value_list_get_length (choices); i++)
    if (is_null (troupe_value_list_get (choices, i)))
      return g_steal_pointer (&owned);

  for (gsize i = 0; choices != NULL && i < troupe_value_list_get_length (choices); i++)
    g_ptr_array_add (items, troupe_value_ref (troupe_value_list_get (choices, i)));
  if (choices == NULL)
    g_ptr_array_add (items, without_words (schema));
  g_ptr_array_add (items, make_type ("null"));
  troupe_map_builder_init (&builder);
  add_words (&builder, schema);
  troupe_map_builder_add (&builder, "anyOf", end_list (items));

  return troupe_map_builder_end (&builder);
}

/* Returns the words of @flat with these alternatives. A single one is not an alternative, and if one
 * of them accepts everything, all do. */
static TroupeValue *
end_choices (TroupeValue *flat, GPtrArray *choices)
{
  TroupeMapBuilder builder;
  g_autoptr (TroupeValue) list = end_list (choices);
  gboolean is_any = choices->len == 0;

  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    is_any |= is_free (troupe_value_list_get (list, i));
  troupe_map_builder_init (&builder);
  add_words (&builder, flat);
  if (!is_any && choices->len > 1)
    troupe_map_builder_add (&builder, "anyOf", troupe_value_ref (list));
  if (!is_any && choices->len == 1)
    {
      g_autoptr (TroupeValue) words = troupe_map_builder_end (&builder);

      return troupe_value_map_overlay (troupe_value_list_get (list, 0), words);
    }

  return troupe_map_builder_end (&builder);
}

static TroupeValue *
fit_choices (Fit *self, TroupeValue *flat, TroupeValue *choices, guint depth)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  g_assert (self != NULL);

  for (gsize i = 0; i < troupe_value_list_get_length (choices); i++)
    g_ptr_array_add (items, fit_schema (self, troupe_value_list_get (choices, i), depth + 1));

  return end_choices (flat, items);
}

/* Adds the properties of an alternative. Properties of the same name are alternatives of each
 * other. */
static void
unite_properties (TroupeMapBuilder *all, TroupeValue *more)
{
  for (gsize i = 0; i < troupe_value_map_get_size (more); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (more, i);
      TroupeValue *value = troupe_value_map_get_value (more, i);
      TroupeValue *own = troupe_map_builder_lookup (all, key);
      TroupeMapBuilder builder;

      if (own != NULL && troupe_value_equal (own, value))
        continue;
      if (own != NULL)
        {
          TroupeValue *choices[] = { troupe_value_ref (own), troupe_value_ref (value) };

          troupe_map_builder_init (&builder);
          troupe_map_builder_add (&builder, "anyOf", troupe_value_new_list (choices, 2));
        }
      troupe_map_builder_add_key (all, troupe_value_ref (key),
                                  own != NULL ? troupe_map_builder_end (&builder)
                                              : troupe_value_ref (value));
    }
}

/* Merges the alternatives of an object into the object. It requires what all of them require.
 * (transfer full) */
static TroupeValue *
merge_choices (Fit *self, TroupeValue *flat)
{
  TroupeValue *choices = get_choices (flat);
  TroupeValue *own = troupe_value_get_member_of (flat, "properties", TROUPE_VALUE_MAP);
  TroupeMapBuilder builder;
  g_autoptr (TroupeValue) properties = NULL;
  g_autoptr (TroupeValue) required = NULL;
  g_autoptr (TroupeValue) names = NULL;
  g_autoptr (TroupeValue) whole = NULL;

  g_assert (self != NULL);

  troupe_map_builder_init (&builder);
  if (own != NULL)
    unite_properties (&builder, own);
  for (gsize i = 0; i < troupe_value_list_get_length (choices); i++)
    {
      g_autoptr (TroupeValue) one = flatten (self, troupe_value_list_get (choices, i));
      TroupeValue *more = troupe_value_get_member_of (one, "properties", TROUPE_VALUE_MAP);
      g_autoptr (TroupeValue) old = g_steal_pointer (&required);
      TroupeValue *other = troupe_value_get_member_of (one, "required", TROUPE_VALUE_LIST);
      g_autoptr (GHashTable) set = make_set (old != NULL ? old : other);
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      add_strings (items, other, set, TRUE);
      required = end_list (items);
      if (more != NULL)
        unite_properties (&builder, more);
    }
  properties = troupe_map_builder_end (&builder);
  names = unite_names (troupe_value_get_member_of (flat, "required", TROUPE_VALUE_LIST), required);
  whole = troupe_value_map_with (flat, "properties", properties);

  return troupe_value_map_with (whole, "required", names);
}

/* --- Kinds of values -------------------------------------------------------------------------- */

/* Adds those @names that are present. Draft 4 has booleans instead of exclusive limits. */
static void
add_limits (TroupeMapBuilder *builder, TroupeValue *flat, const char *const *names)
{
  for (; *names != NULL; names++)
    {
      TroupeValue *limit = troupe_value_get_member (flat, *names);

      if (limit != NULL && (troupe_value_is (limit, TROUPE_VALUE_INTEGER) ||
                            troupe_value_is (limit, TROUPE_VALUE_DOUBLE)))
        troupe_map_builder_add (builder, *names, troupe_value_ref (limit));
    }
}

/* Adds the properties of an object; optional ones accept null. */
static void
add_properties (Fit *self, TroupeMapBuilder *builder, TroupeValue *flat, guint depth)
{
  TroupeValue *properties = troupe_value_get_member_of (flat, "properties", TROUPE_VALUE_MAP);
  g_autoptr (GHashTable) required =
      make_set (troupe_value_get_member_of (flat, "required", TROUPE_VALUE_LIST));
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  gsize n_properties = properties != NULL ? troupe_value_map_get_size (properties) : 0;
  TroupeMapBuilder members;
  TroupeValue *others;

  g_assert (self != NULL);

  troupe_map_builder_init (&members);
  for (gsize i = 0; i < n_properties && self->n_nodes <= NODES_MOST; i++)
    {
      TroupeValue *key = troupe_value_map_get_key (properties, i);
      TroupeValue *one = NULL;

      if (!troupe_value_is (key, TROUPE_VALUE_STRING))
        continue;
      one = fit_schema (self, troupe_value_map_get_value (properties, i), depth + 1);
      if (g_hash_table_contains (required, troupe_value_get_string (key, NULL)))
        g_ptr_array_add (names, troupe_value_ref (key));
      else
        one = or_null (one);
      troupe_map_builder_add_key (&members, troupe_value_ref (key), one);
    }
  troupe_map_builder_add (builder, "properties", troupe_map_builder_end (&members));
  if (names->len > 0)
    troupe_map_builder_add (builder, "required", end_list (names));
  /* Whether an object accepts other members, which it does if it declares none. */
  others = troupe_value_get_member (flat, "additionalProperties");
  if (others != NULL && troupe_value_is (others, TROUPE_VALUE_BOOLEAN))
    troupe_map_builder_add (builder, "additionalProperties", troupe_value_ref (others));
  else if (others != NULL && troupe_value_is (others, TROUPE_VALUE_MAP))
    troupe_map_builder_add (builder, "additionalProperties", fit_schema (self, others, depth + 1));
  else if (troupe_value_get_member (flat, "patternProperties") != NULL ||
           (n_properties == 0 && depth > 0))
    troupe_map_builder_add (builder, "additionalProperties", troupe_value_new_boolean (TRUE));
}

static TroupeValue *
fit_type (Fit *self, TroupeValue *flat, const char *type, guint depth)
{
  static const char *const number_limits[] = { "minimum",          "maximum",    "exclusiveMinimum",
                                               "exclusiveMaximum", "multipleOf", NULL };
  static const char *const list_limits[] = { "minItems", "maxItems", NULL };
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  troupe_map_builder_init (&builder);
  add_words (&builder, flat);
  if (type != NULL)
    troupe_map_builder_add (&builder, "type", make_text (type));
  if (g_strcmp0 (type, "object") == 0)
    add_properties (self, &builder, flat, depth);
  else if (g_strcmp0 (type, "array") == 0)
    {
      TroupeValue *items = troupe_value_get_member (flat, "items");
      TroupeValue *places = troupe_value_get_member_of (flat, "prefixItems", TROUPE_VALUE_LIST);
      g_autoptr (TroupeValue) nothing = make_map ();

      /* A tuple accepts any of its items at each place. */
      if (places == NULL && items != NULL && troupe_value_is (items, TROUPE_VALUE_LIST))
        places = items;
      troupe_map_builder_add (&builder, "items",
                              places != NULL
                                  ? fit_choices (self, nothing, places, depth)
                                  : fit_schema (self, items != NULL ? items : nothing, depth + 1));
      add_limits (&builder, flat, list_limits);
    }
  else if (g_strcmp0 (type, "string") == 0)
    {
      static const char *const formats[] = { "date-time", "date", "time", "duration", NULL };
      const char *pattern = troupe_value_get_member_text (flat, "pattern");
      const char *format = troupe_value_get_member_text (flat, "format");

      /* Only what services understand of the rules for a string: look-around in patterns and
       * most formats are rejected. */
      if (pattern != NULL && strstr (pattern, "(?") == NULL)
        troupe_map_builder_add (&builder, "pattern", make_text (pattern));
      if (format != NULL && g_strv_contains (formats, format))
        troupe_map_builder_add (&builder, "format", make_text (format));
    }
  else if (g_strcmp0 (type, "integer") == 0 || g_strcmp0 (type, "number") == 0)
    add_limits (&builder, flat, number_limits);

  return troupe_map_builder_end (&builder);
}

/* Returns the type of a value, or NULL. */
static const char *
get_type_of (TroupeValue *value)
{
  switch ((int) troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_STRING:
      return "string";
    case TROUPE_VALUE_INTEGER:
      return "integer";
    case TROUPE_VALUE_DOUBLE:
      return "number";
    case TROUPE_VALUE_BOOLEAN:
      return "boolean";
    case TROUPE_VALUE_NULL:
      return "null";
    default:
      return NULL;
    }
}

/* Returns the alternatives of an `enum`, one for each type, because services require a type. Values
 * of other types than @type are omitted. @type: (nullable) */
static TroupeValue *
fit_values (TroupeValue *flat, TroupeValue *values, const char *type)
{
  static const char *const types[] = { "string", "integer", "number", "boolean", "null" };
  g_autoptr (GPtrArray) choices = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (GPtrArray) found = g_ptr_array_new ();
      TroupeMapBuilder builder;

      if (type != NULL && !g_str_equal (type, types[i]) &&
          !(g_str_equal (type, "number") && g_str_equal (types[i], "integer")))
        continue;
      for (gsize j = 0; j < troupe_value_list_get_length (values); j++)
        if (g_strcmp0 (get_type_of (troupe_value_list_get (values, j)), types[i]) == 0)
          g_ptr_array_add (found, troupe_value_ref (troupe_value_list_get (values, j)));
      if (found->len == 0)
        continue;
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "type", make_text (types[i]));
      if (g_str_equal (types[i], "null"))
        troupe_value_unref (end_list (found));
      else
        troupe_map_builder_add (&builder, "enum", end_list (found));
      g_ptr_array_add (choices, troupe_map_builder_end (&builder));
    }

  return end_choices (flat, choices);
}

/* Returns the values that are accepted, from `enum` or `const`. (transfer full) (nullable) */
static TroupeValue *
get_values (TroupeValue *flat)
{
  TroupeValue *values = troupe_value_get_member_of (flat, "enum", TROUPE_VALUE_LIST);
  TroupeValue *one = troupe_value_map_lookup_string (flat, "const", -1);

  if (values != NULL)
    return troupe_value_ref (values);
  if (one == NULL)
    return NULL;
  troupe_value_ref (one);

  return troupe_value_new_list (&one, 1);
}

/* Returns the type, which may be implied by other keywords. (nullable) */
static const char *
get_type (TroupeValue *flat)
{
  const char *type = troupe_value_get_member_text (flat, "type");

  if (type != NULL)
    return type;
  if (troupe_value_get_member_of (flat, "properties", TROUPE_VALUE_MAP) != NULL)
    return "object";

  return troupe_value_get_member (flat, "items") != NULL ? "array" : NULL;
}

/* @flat: without references; has one type at most */
static TroupeValue *
fit_flat (Fit *self, TroupeValue *flat, guint depth)
{
  const char *type = get_type (flat);
  g_autoptr (TroupeValue) values = get_values (flat);

  g_assert (self != NULL);

  if (values != NULL)
    return fit_values (flat, values, type);
  if (get_choices (flat) == NULL)
    return fit_type (self, flat, type, depth);
  if (g_strcmp0 (type, "object") == 0 &&
      troupe_value_get_member_of (flat, "properties", TROUPE_VALUE_MAP) != NULL)
    {
      g_autoptr (TroupeValue) merged = merge_choices (self, flat);

      return fit_type (self, merged, type, depth);
    }

  return fit_choices (self, flat, get_choices (flat), depth);
}

static TroupeValue *
fit_schema (Fit *self, TroupeValue *schema, guint depth)
{
  const guint n_open = self->open->len;
  g_autoptr (TroupeValue) flat = NULL;
  TroupeValue *types = NULL, *nullable = NULL, *fitted = NULL;

  if (depth > DEPTH_MOST || self->n_nodes > NODES_MOST)
    return make_map ();
  flat = flatten (self, schema);
  types = troupe_value_get_member_of (flat, "type", TROUPE_VALUE_LIST);
  if (types != NULL)
    {
      g_autoptr (GPtrArray) choices = g_ptr_array_new ();
      g_autoptr (TroupeValue) silent = without_words (flat);

      for (gsize i = 0; i < troupe_value_list_get_length (types); i++)
        {
          g_autoptr (TroupeValue) one =
              troupe_value_map_with (silent, "type", troupe_value_list_get (types, i));
          g_autoptr (TroupeValue) type_fitted = fit_flat (self, one, depth);

          /* None of the values of an `enum` may have this type. */
          if (!is_free (type_fitted))
            g_ptr_array_add (choices, g_steal_pointer (&type_fitted));
        }
      fitted = end_choices (flat, choices);
    }
  else
    fitted = fit_flat (self, flat, depth);
  g_ptr_array_set_size (self->open, (gint) n_open);
  nullable = troupe_value_get_member_of (flat, "nullable", TROUPE_VALUE_BOOLEAN);

  return nullable != NULL && troupe_value_get_boolean (nullable) ? or_null (fitted) : fitted;
}

TroupeValue *
troupe_schema_fit_arguments (TroupeValue *schema)
{
  g_autoptr (GPtrArray) open = g_ptr_array_new ();
  Fit self = { schema, open, 0 };
  g_autoptr (TroupeValue) flat = NULL;
  g_autoptr (TroupeValue) whole = NULL;

  g_return_val_if_fail (schema != NULL, NULL);

  flat = flatten (&self, schema);
  whole = get_choices (flat) != NULL ? merge_choices (&self, flat) : troupe_value_ref (flat);

  return fit_type (&self, whole, "object", 0);
}
