/* troupe-cel-type.c: static type information for CEL expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-type"

#include "config.h"

#include <string.h>

#include "troupe-cel-type-private.h"
#include "troupe-limits.h"

/* Enough for each kind and some pairs of kinds. */
#define MAX_EXAMPLES 4

/* Examples of nested lists add no information. */
#define MAX_EXAMPLE_DEPTH 3

TroupeCelType *
troupe_cel_type_new (TroupeCelKinds kinds)
{
  TroupeCelType *self = g_new0 (TroupeCelType, 1);

  self->kinds = kinds;
  return self;
}

void
troupe_cel_type_free (TroupeCelType *self)
{
  if (self == NULL)
    return;
  troupe_cel_type_free (self->element);
  g_clear_pointer (&self->fields, g_hash_table_unref);
  g_free (self);
}

TroupeCelKinds
troupe_cel_type_get_kinds (const TroupeCelType *self)
{
  g_return_val_if_fail (self != NULL, TROUPE_CEL_KIND_UNKNOWN);

  return (TroupeCelKinds) self->kinds;
}

void
troupe_cel_type_set_element (TroupeCelType *self, TroupeCelType *element)
{
  g_return_if_fail (self != NULL);

  troupe_cel_type_free (self->element);
  self->element = element;
}

void
troupe_cel_type_set_complete (TroupeCelType *self)
{
  g_return_if_fail (self != NULL);

  self->is_complete = TRUE;
}

void
troupe_cel_type_set_field (TroupeCelType *self, const char *name, TroupeCelType *field)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (name != NULL);

  if (self->fields == NULL)
    self->fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify) troupe_cel_type_free);
  g_hash_table_insert (self->fields, g_strdup (name), field);
}

const TroupeCelType *
troupe_cel_type_get_field (const TroupeCelType *self, const char *name)
{
  return self == NULL || self->fields == NULL ? NULL : g_hash_table_lookup (self->fields, name);
}

static int
compare_names (const void *left, const void *right)
{
  return strcmp (*(const char *const *) left, *(const char *const *) right);
}

const char **
troupe_cel_type_list_all_fields (const TroupeCelType *self)
{
  const char **names;
  guint n_names;

  g_return_val_if_fail (self != NULL, NULL);

  if (!self->is_complete)
    return NULL;
  if (self->fields == NULL)
    return g_new0 (const char *, 1);
  names = (const char **) g_hash_table_get_keys_as_array (self->fields, &n_names);
  qsort (names, n_names, sizeof *names, compare_names);
  return names;
}

/* --- JSON Schema --------------------------------------------------------------------------------- */

static TroupeCelType *read_schema (TroupeValue *schema, guint depth);

static TroupeCelKinds
read_word (const TroupeValue *word)
{
  static const struct
  {
    const char *name;
    guint kinds;
  } words[] = {
    { "null", TROUPE_CEL_KIND_NULL },       { "boolean", TROUPE_CEL_KIND_BOOLEAN },
    { "integer", TROUPE_CEL_KIND_INTEGER }, { "number", TROUPE_CEL_KIND_NUMBER },
    { "string", TROUPE_CEL_KIND_STRING },   { "array", TROUPE_CEL_KIND_LIST },
    { "object", TROUPE_CEL_KIND_MAP },
  };

  for (guint i = 0; troupe_value_is (word, TROUPE_VALUE_STRING) && i < G_N_ELEMENTS (words); i++)
    {
      if (strcmp (troupe_value_get_string (word, NULL), words[i].name) == 0)
        return words[i].kinds;
    }
  return TROUPE_CEL_KIND_UNKNOWN;
}

static TroupeCelKinds
get_kind (const TroupeValue *value)
{
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_NULL:
      return TROUPE_CEL_KIND_NULL;
    case TROUPE_VALUE_BOOLEAN:
      return TROUPE_CEL_KIND_BOOLEAN;
    case TROUPE_VALUE_INTEGER:
      return TROUPE_CEL_KIND_INTEGER;
    case TROUPE_VALUE_DOUBLE:
      return TROUPE_CEL_KIND_DOUBLE;
    case TROUPE_VALUE_STRING:
      return TROUPE_CEL_KIND_STRING;
    case TROUPE_VALUE_LIST:
      return TROUPE_CEL_KIND_LIST;
    case TROUPE_VALUE_MAP:
      return TROUPE_CEL_KIND_MAP;
    default:
      return TROUPE_CEL_KIND_UNKNOWN;
    }
}

/* Combines the kinds of the elements of a list. The result is unknown if the kind of any element
 * is unknown. */
static TroupeCelKinds
collect (TroupeValue *list, TroupeCelKinds (*read) (const TroupeValue *value))
{
  guint kinds = 0;

  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      guint one = read (troupe_value_list_get (list, i));

      if (one == TROUPE_CEL_KIND_UNKNOWN)
        return TROUPE_CEL_KIND_UNKNOWN;
      kinds |= one;
    }
  return kinds;
}

static TroupeCelKinds
read_alternative (const TroupeValue *schema)
{
  TroupeValue *type = troupe_value_is (schema, TROUPE_VALUE_MAP)
                          ? troupe_value_map_lookup_string (schema, "type", -1)
                          : NULL;

  return type == NULL ? TROUPE_CEL_KIND_UNKNOWN : read_word (type);
}

static TroupeCelKinds
read_kinds (TroupeValue *schema)
{
  static const char *const alternatives[] = { "anyOf", "oneOf" };
  TroupeValue *value = troupe_value_map_lookup_string (schema, "type", -1);

  if (value != NULL)
    return troupe_value_is (value, TROUPE_VALUE_LIST) ? collect (value, read_word)
                                                      : read_word (value);
  if ((value = troupe_value_map_lookup_string (schema, "const", -1)) != NULL)
    return get_kind (value);
  value = troupe_value_map_lookup_string (schema, "enum", -1);
  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_LIST))
    return collect (value, get_kind);
  for (guint i = 0; i < G_N_ELEMENTS (alternatives); i++)
    {
      value = troupe_value_map_lookup_string (schema, alternatives[i], -1);
      if (value != NULL && troupe_value_is (value, TROUPE_VALUE_LIST))
        return collect (value, read_alternative);
    }
  return TROUPE_CEL_KIND_UNKNOWN;
}

static TroupeCelType *
read_schema (TroupeValue *schema, guint depth)
{
  TroupeCelType *self = troupe_cel_type_new (TROUPE_CEL_KIND_UNKNOWN);
  TroupeValue *items, *properties;

  if (depth >= TROUPE_LIMIT_NESTING || !troupe_value_is (schema, TROUPE_VALUE_MAP))
    return self;
  self->kinds = read_kinds (schema);
  items = troupe_value_map_lookup_string (schema, "items", -1);
  if (items != NULL)
    self->element = read_schema (items, depth + 1);
  properties = troupe_value_map_lookup_string (schema, "properties", -1);
  for (gsize i = 0; properties != NULL && troupe_value_is (properties, TROUPE_VALUE_MAP) &&
                    i < troupe_value_map_get_size (properties);
       i++)
    {
      const TroupeValue *name = troupe_value_map_get_key (properties, i);

      if (troupe_value_is (name, TROUPE_VALUE_STRING))
        troupe_cel_type_set_field (self, troupe_value_get_string (name, NULL),
                                   read_schema (troupe_value_map_get_value (properties, i),
                                                depth + 1));
    }
  return self;
}

TroupeCelType *
troupe_cel_type_new_from_schema (TroupeValue *schema)
{
  g_return_val_if_fail (schema != NULL, NULL);

  return read_schema (schema, 0);
}

/* --- Examples ------------------------------------------------------------------------------------ */

static GPtrArray *make_examples (const TroupeCelType *self, guint depth);

static void
add_map (const TroupeCelType *self, guint depth, GPtrArray *out)
{
  g_autoptr (GString) all = g_string_new ("{");
  GHashTableIter iter;
  gpointer name, field;

  g_assert (self != NULL);

  if (self->fields != NULL)
    {
      g_hash_table_iter_init (&iter, self->fields);
      while (g_hash_table_iter_next (&iter, &name, &field))
        {
          g_autoptr (GPtrArray) examples = make_examples (field, depth + 1);
          g_autofree char *quoted = g_strescape (name, NULL);

          /* Uses only names that need no escaping, because an example need not have all fields. */
          if (examples == NULL || strcmp (quoted, name) != 0)
            continue;
          g_string_append_printf (all, "%s\"%s\": %s", all->len > 1 ? ", " : "",
                                  (const char *) name,
                                  (const char *) g_ptr_array_index (examples, 0));
        }
    }
  g_string_append_c (all, '}');
  g_ptr_array_add (out, g_strdup (all->str));
}

static GPtrArray *
make_examples (const TroupeCelType *self, guint depth)
{
  static const struct
  {
    guint kind;
    const char *text;
  } simple[] = {
    { TROUPE_CEL_KIND_NULL, "null" },    { TROUPE_CEL_KIND_BOOLEAN, "true" },
    { TROUPE_CEL_KIND_INTEGER, "3" },    { TROUPE_CEL_KIND_DOUBLE, "2.5" },
    { TROUPE_CEL_KIND_STRING, "'abc'" },
  };
  g_autoptr (GPtrArray) out = NULL;

  if (self == NULL || self->kinds == TROUPE_CEL_KIND_UNKNOWN || depth > MAX_EXAMPLE_DEPTH)
    return NULL;
  out = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < G_N_ELEMENTS (simple); i++)
    {
      if ((self->kinds & simple[i].kind) != 0)
        g_ptr_array_add (out, g_strdup (simple[i].text));
    }
  if ((self->kinds & TROUPE_CEL_KIND_LIST) != 0)
    {
      g_autoptr (GPtrArray) elements =
          self->element == NULL ? NULL : make_examples (self->element, depth + 1);
      g_autoptr (GString) all = g_string_new ("[");

      for (guint i = 0; elements != NULL && i < elements->len; i++)
        {
          g_string_append_printf (all, "%s%s", i == 0 ? "" : ", ",
                                  (const char *) g_ptr_array_index (elements, i));
        }
      g_string_append_c (all, ']');
      g_ptr_array_add (out, g_strdup (all->str));
    }
  if ((self->kinds & TROUPE_CEL_KIND_MAP) != 0)
    add_map (self, depth, out);
  if (out->len > MAX_EXAMPLES)
    g_ptr_array_set_size (out, MAX_EXAMPLES);
  return g_steal_pointer (&out);
}

GPtrArray *
troupe_cel_type_make_examples (const TroupeCelType *self)
{
  return make_examples (self, 0);
}
