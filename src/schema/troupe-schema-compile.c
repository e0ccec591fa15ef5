/* troupe-schema-compile.c: compiles a JSON schema into validation rules
 *
 * The rules are those of the models that CrewAI creates from schemas. They are described in
 * doc/flow-semantics.md §5; the section numbers below refer to this document.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-schema-compile"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-schema-compile.h"
#include "troupe-schema-format.h"
#include "troupe-schema-node.h"

/* Maximum number of consecutive references. */
#define LONGEST_CHAIN 64

typedef struct
{
  TroupeValue *root;
  GPtrArray *owned;
  GHashTable
      *done; /* TroupeValue to TroupeSchemaNode, so that a recursive schema is compiled once */
  guint depth;
  const char *left_out; /* (nullable): property to ignore in the outermost object; NULL once its
                           fields are being compiled */
} SchemaCompiler;

static TroupeSchemaNode *compile (SchemaCompiler *self, TroupeValue *value, GError **error);

static void
field_clear (gpointer data)
{
  TroupeSchemaMember *field = data;

  g_assert (field != NULL);

  g_free (field->name);
  g_clear_pointer (&field->initial, troupe_value_unref);
}

void
troupe_schema_node_free (TroupeSchemaNode *self)
{
  g_clear_pointer (&self->members, g_ptr_array_unref);
  g_clear_pointer (&self->fields, g_array_unref);
  g_clear_pointer (&self->names, g_hash_table_unref);
  g_clear_pointer (&self->choices, troupe_value_unref);
  g_clear_pointer (&self->rules, troupe_value_unref);
  g_clear_pointer (&self->pattern, troupe_regexp_free);
  g_free (self->format);
  g_free (self);
}

static TroupeSchemaNode *
add_schema (SchemaCompiler *self, TroupeSchemaType type)
{
  TroupeSchemaNode *schema = g_new0 (TroupeSchemaNode, 1);

  g_assert (self != NULL);

  schema->type = type;
  g_ptr_array_add (self->owned, schema);
  return schema;
}

static TroupeValue *
get_member (const TroupeValue *map, const char *key, TroupeValueType type)
{
  TroupeValue *value;

  if (!troupe_value_is (map, TROUPE_VALUE_MAP))
    return NULL;
  value = troupe_value_map_lookup_string (map, key, -1);
  return value != NULL && troupe_value_is (value, type) ? value : NULL;
}

static const char *
get_text (const TroupeValue *map, const char *key)
{
  TroupeValue *value = get_member (map, key, TROUPE_VALUE_STRING);

  return value != NULL ? troupe_value_get_string (value, NULL) : NULL;
}

static gboolean fail (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
fail (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL && *error == NULL)
    *error =
        g_error_new_valist (TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_SCHEMA, format, arguments);
  va_end (arguments);
  return FALSE;
}

/* --- References ---------------------------------------------------------------------------- */

/* Follows one step of a JSON pointer, after unescaping it. */
static TroupeValue *
step_into (TroupeValue *value, const char *part)
{
  g_autofree char *decoded = g_uri_unescape_string (part, NULL);
  GString *key;
  TroupeValue *child = NULL;

  if (decoded == NULL)
    return NULL;
  key = g_string_new (decoded);
  g_string_replace (key, "~1", "/", 0);
  g_string_replace (key, "~0", "~", 0);
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    child = troupe_value_map_lookup_string (value, key->str, -1);
  else if (troupe_value_is (value, TROUPE_VALUE_LIST) && key->len > 0 &&
           strspn (key->str, "0123456789") == key->len)
    {
      guint64 index = g_ascii_strtoull (key->str, NULL, 10);

      if (index < troupe_value_list_get_length (value))
        child = troupe_value_list_get (value, index);
    }
  g_string_free (key, TRUE);
  return child;
}

TroupeValue *
troupe_schema_resolve (TroupeValue *root, TroupeValue *schema)
{
  for (guint i = 0; i < LONGEST_CHAIN; i++)
    {
      const char *reference = get_text (schema, "$ref");
      g_auto (GStrv) parts = NULL;

      if (reference == NULL)
        return schema;
      if (*reference != '#')
        return NULL;
      parts = g_strsplit (reference, "/", -1);
      schema = root;
      for (guint j = 1; parts[j] != NULL && schema != NULL; j++)
        schema = step_into (schema, parts[j]);
      if (schema == NULL)
        return NULL;
    }
  return NULL;
}

/* --- Objects ------------------------------------------------------------------------------- */

/* Returns whether @value contains @text, like Python's `in`: as an item of a list, a key of an
 * object, or a substring of a string. */
static gboolean
holds_text (TroupeValue *value, const char *text)
{
  if (value == NULL)
    return FALSE;
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    return strstr (troupe_value_get_string (value, NULL), text) != NULL;
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    return troupe_value_map_lookup_string (value, text, -1) != NULL;
  if (!troupe_value_is (value, TROUPE_VALUE_LIST))
    return FALSE;
  for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
    {
      TroupeValue *item = troupe_value_list_get (value, i);

      if (troupe_value_is (item, TROUPE_VALUE_STRING) &&
          g_str_equal (troupe_value_get_string (item, NULL), text))
        return TRUE;
    }
  return FALSE;
}

/* Returns Python's truth value: FALSE for null, false, 0 and everything empty. */
static gboolean
is_something (TroupeValue *value)
{
  if (value == NULL || troupe_value_is (value, TROUPE_VALUE_NULL))
    return FALSE;
  if (troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    return troupe_value_get_boolean (value);
  if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    return troupe_value_get_integer (value) != 0;
  if (troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    return troupe_value_get_double (value) < 0 || troupe_value_get_double (value) > 0;
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    return *troupe_value_get_string (value, NULL) != '\0';
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    return troupe_value_list_get_length (value) > 0;
  return !troupe_value_is (value, TROUPE_VALUE_MAP) || troupe_value_map_get_size (value) > 0;
}

/* Limits and formats apply only to a property of one plain type, which may be the target of a
 * reference (§5). */
static gboolean
narrow (SchemaCompiler *self, TroupeSchemaNode **schema, TroupeValue *property, GError **error)
{
  TroupeValue *resolved = troupe_schema_resolve (self->root, property);
  const char *format = get_text (resolved, "format");
  gboolean has_format = format != NULL && troupe_schema_format_is_known (format);
  TroupeSchemaNode *narrowed = *schema;
  const char *pattern;
  static const char *const limits[] = { "minimum", "maximum", "exclusiveMinimum",
                                        "exclusiveMaximum", "multipleOf" };

  g_assert (self != NULL);

  if (narrowed->type == TROUPE_SCHEMA_UNION && has_format)
    {
      TroupeSchemaNode *union_narrowed = add_schema (self, TROUPE_SCHEMA_UNION);

      /* Copies the union and applies the format to the strings in the copy. Other references to
       * the union are not affected. */
      union_narrowed->members = g_ptr_array_new ();
      for (guint i = 0; i < narrowed->members->len; i++)
        {
          TroupeSchemaNode *member = g_ptr_array_index (narrowed->members, i);

          if (member->type == TROUPE_SCHEMA_STRING)
            {
              member = add_schema (self, TROUPE_SCHEMA_STRING);
              member->format = g_strdup (format);
            }
          g_ptr_array_add (union_narrowed->members, member);
        }
      *schema = union_narrowed;
    }
  if (narrowed->type < TROUPE_SCHEMA_STRING || narrowed->type > TROUPE_SCHEMA_BOOLEAN)
    return TRUE;
  narrowed = add_schema (self, narrowed->type);
  *schema = narrowed;
  if (narrowed->type == TROUPE_SCHEMA_STRING && has_format)
    {
      narrowed->format = g_strdup (format);
      return TRUE;
    }
  narrowed->rules = troupe_value_ref (resolved);
  /* CrewAI creates no model if a limit of an integer is not an integer. */
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      TroupeValue *limit = troupe_value_map_lookup_string (resolved, limits[i], -1);

      if (limit == NULL)
        continue;
      if (troupe_value_is (limit, TROUPE_VALUE_STRING) ||
          troupe_value_is (limit, TROUPE_VALUE_LIST) || troupe_value_is (limit, TROUPE_VALUE_MAP))
        return fail (error, _ ("“%s” must be a number."), limits[i]);
      if (narrowed->type == TROUPE_SCHEMA_INTEGER && troupe_value_is (limit, TROUPE_VALUE_DOUBLE) &&
          troupe_value_get_double (limit) != floor (troupe_value_get_double (limit)))
        return fail (error, _ ("“%s” of an integer must be an integer, too."), limits[i]);
    }
  if (narrowed->type != TROUPE_SCHEMA_STRING)
    return TRUE;
  pattern = get_text (narrowed->rules, "pattern");
  if (pattern == NULL)
    return TRUE;
  /* Patterns have the same linear-time syntax as in CrewAI, without look-around and
   * backreferences (§5). */
  narrowed->pattern = troupe_regexp_new (pattern, strlen (pattern));
  if (troupe_regexp_get_problem (narrowed->pattern) != NULL)
    return fail (error, _ ("The pattern “%s” is not valid: %s."), pattern,
                 troupe_regexp_get_problem (narrowed->pattern));
  return TRUE;
}

/* @of: the schema that contains the property */
static gboolean
add_field (SchemaCompiler *self,
           TroupeSchemaNode *model,
           const char *name,
           TroupeValue *property,
           TroupeValue *of,
           GError **error)
{
  TroupeValue *required = troupe_value_map_lookup_string (of, "required", -1);
  TroupeSchemaMember field = { NULL };
  TroupeValue *initial;
  TroupeValue *is_class;

  g_assert (self != NULL);

  if (*name == '_')
    return fail (error, _ ("“%s” is not a valid property name: a name cannot begin with _."), name);
  if (!troupe_value_is (property, TROUPE_VALUE_MAP))
    return fail (error, _ ("The property “%s” is not an object."), name);
  field.schema = compile (self, property, error);
  if (field.schema == NULL || !narrow (self, &field.schema, property, error))
    return FALSE;
  field.required = holds_text (required, name);
  /* The default of a member of a Python class may also be next to a reference. */
  is_class = get_member (of, TROUPE_SCHEMA_CLASS, TROUPE_VALUE_BOOLEAN);
  initial = is_class != NULL && troupe_value_get_boolean (is_class)
                ? troupe_value_map_lookup_string (property, "default", -1)
                : NULL;
  if (!field.required && initial == NULL)
    {
      /* A property that is not required accepts null, except in a class. The node of the
       * property may be shared, so it is wrapped instead of modified. */
      TroupeSchemaNode *optional = add_schema (self, TROUPE_SCHEMA_UNION);

      optional->nullable = TRUE;
      optional->members = g_ptr_array_new ();
      g_ptr_array_add (optional->members, field.schema);
      field.schema = optional;
    }
  field.name = g_strdup (name);
  /* A reference is replaced by its target, and keys next to the reference are ignored. */
  if (initial == NULL)
    initial = troupe_value_map_lookup_string (troupe_schema_resolve (self->root, property),
                                              "default", -1);
  if (initial != NULL)
    field.initial = troupe_value_ref (initial);
  else if (!field.required)
    field.initial = troupe_value_new_null ();
  g_array_append_val (model->fields, field);
  g_hash_table_insert (model->names, g_strdup (name), GUINT_TO_POINTER (model->fields->len));
  return TRUE;
}

static gboolean
add_fields (SchemaCompiler *self, TroupeSchemaNode *model, TroupeValue *schema, GError **error)
{
  TroupeValue *properties = troupe_value_map_lookup_string (schema, "properties", -1);
  const char *left_out = g_steal_pointer (&self->left_out);

  g_assert (self != NULL);

  if (properties != NULL && !troupe_value_is (properties, TROUPE_VALUE_MAP))
    return !is_something (properties) || fail (error, _ ("“%s” must be an object."), "properties");
  for (gsize i = 0; properties != NULL && i < troupe_value_map_get_size (properties); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (properties, i), NULL);

      if (g_strcmp0 (name, left_out) == 0)
        continue;
      if (!add_field (self, model, name, troupe_value_map_get_value (properties, i), schema, error))
        return FALSE;
    }
  return TRUE;
}

/* Merges the properties and required fields of all schemas (§5). */
static TroupeValue *
merge_all_of (SchemaCompiler *self, TroupeValue *list, GError **error)
{
  g_auto (TroupeMapBuilder) properties = { NULL };
  g_autoptr (GPtrArray) required = g_ptr_array_new ();
  gboolean is_list = troupe_value_is (list, TROUPE_VALUE_LIST);
  TroupeMapBuilder merged;

  g_assert (self != NULL);

  /* Python also iterates over a string or an object, but their items have no properties. */
  if (!is_list && !troupe_value_is (list, TROUPE_VALUE_STRING) &&
      !troupe_value_is (list, TROUPE_VALUE_MAP))
    {
      fail (error, _ ("“%s” must be a list."), "allOf");
      return NULL;
    }
  troupe_map_builder_init (&properties);
  for (gsize i = 0; is_list && i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *part = troupe_schema_resolve (self->root, troupe_value_list_get (list, i));
      TroupeValue *map, *names;

      if (part == NULL)
        {
          fail (error, _ ("The target of a reference in “%s” does not exist."), "allOf");
          g_ptr_array_foreach (required, (GFunc) troupe_value_unref, NULL);
          return NULL;
        }
      map = get_member (part, "properties", TROUPE_VALUE_MAP);
      for (gsize j = 0; map != NULL && j < troupe_value_map_get_size (map); j++)
        troupe_map_builder_add_key (&properties,
                                    troupe_value_ref (troupe_value_map_get_key (map, j)),
                                    troupe_value_ref (troupe_value_map_get_value (map, j)));
      names = get_member (part, "required", TROUPE_VALUE_LIST);
      for (gsize j = 0; names != NULL && j < troupe_value_list_get_length (names); j++)
        g_ptr_array_add (required, troupe_value_ref (troupe_value_list_get (names, j)));
    }
  troupe_map_builder_init (&merged);
  troupe_map_builder_add (&merged, "type", troupe_value_new_string ("object", -1));
  troupe_map_builder_add (&merged, "properties", troupe_map_builder_end (&properties));
  troupe_map_builder_init (&properties);
  troupe_map_builder_add (&merged, "required",
                          troupe_value_new_list ((TroupeValue **) required->pdata, required->len));
  return troupe_map_builder_end (&merged);
}

static TroupeSchemaNode *
compile_model (SchemaCompiler *self, TroupeValue *value, GError **error)
{
  TroupeSchemaNode *model = add_schema (self, TROUPE_SCHEMA_MODEL);
  TroupeValue *all_of = troupe_value_map_lookup_string (value, "allOf", -1);
  g_autoptr (TroupeValue) merged = NULL;

  g_assert (self != NULL);

  g_hash_table_insert (self->done, value, model);
  model->fields = g_array_new (FALSE, FALSE, sizeof (TroupeSchemaMember));
  g_array_set_clear_func (model->fields, field_clear);
  model->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (all_of != NULL)
    {
      merged = merge_all_of (self, all_of, error);
      if (merged == NULL)
        return NULL;
      value = merged;
    }
  return add_fields (self, model, value, error) ? model : NULL;
}

/* --- Types --------------------------------------------------------------------------------- */

/* Returns whether both nodes are the same Python type. Such a type counts once. */
static gboolean
is_same_type (const TroupeSchemaNode *a, const TroupeSchemaNode *b)
{
  if (a == b)
    return TRUE;
  if (a->type != b->type || a->format != NULL || b->format != NULL)
    return FALSE;
  return a->type <= TROUPE_SCHEMA_NULL || a->type == TROUPE_SCHEMA_MAP ||
         (a->type == TROUPE_SCHEMA_LIST && a->items == NULL && b->items == NULL);
}

/* Nested unions are flattened. */
static void
add_member (TroupeSchemaNode *schema, TroupeSchemaNode *member)
{
  g_assert (schema != NULL);

  if (member->type == TROUPE_SCHEMA_UNION && member != schema)
    {
      for (guint i = 0; i < member->members->len; i++)
        add_member (schema, g_ptr_array_index (member->members, i));
      return;
    }
  for (guint i = 0; i < schema->members->len; i++)
    {
      if (is_same_type (g_ptr_array_index (schema->members, i), member))
        return;
    }
  g_ptr_array_add (schema->members, member);
}

/* A union with one member becomes that member, so that the limits of the property apply to it. */
static TroupeSchemaNode *
finish_union (SchemaCompiler *self, TroupeSchemaNode *schema, TroupeValue *value)
{
  TroupeSchemaNode *only =
      schema->members->len == 1 ? g_ptr_array_index (schema->members, 0) : NULL;

  g_assert (self != NULL);

  if (only == NULL || only == schema)
    return schema;
  g_hash_table_insert (self->done, value, only);
  return only;
}

static TroupeSchemaNode *
compile_union (SchemaCompiler *self, TroupeValue *value, GError **error)
{
  static const char *const keys[] = { "anyOf", "oneOf" };
  TroupeSchemaNode *schema = add_schema (self, TROUPE_SCHEMA_UNION);

  g_assert (self != NULL);

  g_hash_table_insert (self->done, value, schema);
  schema->members = g_ptr_array_new ();
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    {
      TroupeValue *list = get_member (value, keys[k], TROUPE_VALUE_LIST);

      for (gsize i = 0; list != NULL && i < troupe_value_list_get_length (list); i++)
        {
          TroupeSchemaNode *member = compile (self, troupe_value_list_get (list, i), error);

          if (member == NULL)
            return NULL;
          add_member (schema, member);
        }
    }
  return finish_union (self, schema, value);
}

static TroupeSchemaNode *
compile_type (SchemaCompiler *self, TroupeValue *value, const char *word, GError **error)
{
  static const struct
  {
    const char *word;
    TroupeSchemaType type;
  } plain[] = {
    { "string", TROUPE_SCHEMA_STRING }, { "integer", TROUPE_SCHEMA_INTEGER },
    { "number", TROUPE_SCHEMA_NUMBER }, { "boolean", TROUPE_SCHEMA_BOOLEAN },
    { "null", TROUPE_SCHEMA_NULL },
  };
  TroupeValue *part;
  TroupeSchemaNode *list;

  g_assert (self != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (plain); i++)
    {
      if (g_str_equal (word, plain[i].word))
        return add_schema (self, plain[i].type);
    }
  if (g_str_equal (word, "array"))
    {
      list = add_schema (self, TROUPE_SCHEMA_LIST);
      part = get_member (value, "items", TROUPE_VALUE_MAP);
      if (part != NULL && troupe_value_map_get_size (part) > 0)
        {
          g_hash_table_insert (self->done, value, list);
          list->items = compile (self, part, error);
          if (list->items == NULL)
            return NULL;
        }
      return list;
    }
  if (g_str_equal (word, "object"))
    {
      part = get_member (value, "properties", TROUPE_VALUE_MAP);
      if (part != NULL && troupe_value_map_get_size (part) > 0)
        return compile_model (self, value, error);
      return add_schema (self, TROUPE_SCHEMA_MAP);
    }
  fail (error, _ ("Unknown type “%s”."), word);
  return NULL;
}

/* Compiles a `type` that is a list of names. The result is a union, or a single type (§5). */
static TroupeSchemaNode *
compile_types (SchemaCompiler *self, TroupeValue *value, TroupeValue *types, GError **error)
{
  TroupeSchemaNode *schema = NULL;
  gsize n_types = troupe_value_list_get_length (types);

  if (n_types == 0)
    {
      fail (error, _ ("The list “%s” is empty."), "type");
      return NULL;
    }
  if (n_types > 1)
    {
      schema = add_schema (self, TROUPE_SCHEMA_UNION);
      schema->members = g_ptr_array_new ();
    }
  for (gsize i = 0; i < n_types; i++)
    {
      TroupeValue *word = troupe_value_list_get (types, i);
      TroupeSchemaNode *member;

      if (!troupe_value_is (word, TROUPE_VALUE_STRING))
        {
          fail (error, _ ("“%s” contains a value that is not a string."), "type");
          return NULL;
        }
      member = compile_type (self, value, troupe_value_get_string (word, NULL), error);
      if (member == NULL || schema == NULL)
        return member;
      add_member (schema, member);
    }
  return finish_union (self, schema, value);
}

/* Returns the choices of an enum. These are the items of a list, the keys of an object, or the
 * characters of a string. */
static TroupeValue *
get_choices (TroupeValue *value)
{
  TroupeValue *choices = troupe_value_map_lookup_string (value, "enum", -1);
  g_autoptr (GPtrArray) items = NULL;

  if (!is_something (choices))
    return NULL;
  if (troupe_value_is (choices, TROUPE_VALUE_LIST))
    return troupe_value_ref (choices);
  items = g_ptr_array_new ();
  if (troupe_value_is (choices, TROUPE_VALUE_MAP))
    {
      for (gsize i = 0; i < troupe_value_map_get_size (choices); i++)
        g_ptr_array_add (items, troupe_value_ref (troupe_value_map_get_key (choices, i)));
    }
  else if (troupe_value_is (choices, TROUPE_VALUE_STRING))
    {
      const char *text = troupe_value_get_string (choices, NULL);

      for (; *text != '\0'; text = g_utf8_next_char (text))
        g_ptr_array_add (items, troupe_value_new_string (text, g_utf8_next_char (text) - text));
    }
  return items->len > 0 ? troupe_value_new_list ((TroupeValue **) items->pdata, items->len) : NULL;
}

static gboolean
has_items (const TroupeValue *value, const char *key)
{
  TroupeValue *list = get_member (value, key, TROUPE_VALUE_LIST);

  return list != NULL && troupe_value_list_get_length (list) > 0;
}

static TroupeSchemaNode *
compile_resolved (SchemaCompiler *self, TroupeValue *value, GError **error)
{
  TroupeSchemaNode *schema = NULL;
  TroupeValue *type;
  TroupeValue *all_of;
  g_autoptr (TroupeValue) choices = NULL;
  TroupeValue *constant;

  choices = get_choices (value);
  constant = troupe_value_map_lookup_string (value, "const", -1);
  if (choices != NULL || constant != NULL)
    {
      schema = add_schema (self, TROUPE_SCHEMA_LITERAL);
      if (choices != NULL)
        schema->choices = g_steal_pointer (&choices);
      else
        {
          TroupeValue *items[] = { troupe_value_ref (constant) };

          schema->choices = troupe_value_new_list (items, 1);
        }
    }
  type = troupe_value_map_lookup_string (value, "type", -1);
  if (schema != NULL)
    return schema;
  if (has_items (value, "anyOf") || has_items (value, "oneOf"))
    return compile_union (self, value, error);
  if (has_items (value, "allOf"))
    {
      all_of = get_member (value, "allOf", TROUPE_VALUE_LIST);
      return troupe_value_list_get_length (all_of) == 1
                 ? compile (self, troupe_value_list_get (all_of, 0), error)
                 : compile_model (self, value, error);
    }
  if (type == NULL || troupe_value_is (type, TROUPE_VALUE_NULL))
    return add_schema (self, TROUPE_SCHEMA_ANY);
  if (troupe_value_is (type, TROUPE_VALUE_STRING))
    return compile_type (self, value, troupe_value_get_string (type, NULL), error);
  if (troupe_value_is (type, TROUPE_VALUE_LIST))
    return compile_types (self, value, type, error);
  fail (error, _ ("“%s” is neither a string nor a list of strings."), "type");
  return NULL;
}

static TroupeSchemaNode *
compile (SchemaCompiler *self, TroupeValue *value, GError **error)
{
  TroupeValue *resolved = troupe_schema_resolve (self->root, value);
  TroupeSchemaNode *schema;

  g_assert (self != NULL);

  if (resolved == NULL || !troupe_value_is (resolved, TROUPE_VALUE_MAP))
    {
      fail (error, _ ("The target of the reference “%s” does not exist."),
            get_text (value, "$ref") != NULL ? get_text (value, "$ref") : "$ref");
      return NULL;
    }
  schema = g_hash_table_lookup (self->done, resolved);
  if (schema != NULL)
    return schema;
  if (self->depth >= TROUPE_LIMIT_NESTING)
    {
      fail (error, _ ("The schema is nested too deeply at “%s”."), "$ref");
      return NULL;
    }
  self->depth++;
  schema = compile_resolved (self, resolved, error);
  self->depth--;
  return schema;
}

TroupeSchemaNode *
troupe_schema_compile (TroupeValue *root, const char *left_out, GPtrArray *owned, GError **error)
{
  SchemaCompiler compiler = { root, owned, NULL, 0, left_out };
  TroupeValue *resolved = troupe_schema_resolve (root, root);
  TroupeSchemaNode *schema;

  if (resolved == NULL || troupe_value_map_get_size (root) == 0)
    {
      fail (error, _ ("The schema “%s” is empty."), "{}");
      return NULL;
    }
  /* The title is the name of the model. */
  if (is_something (troupe_value_map_lookup_string (resolved, "title", -1)) &&
      get_text (resolved, "title") == NULL)
    {
      fail (error, _ ("“%s” must be a string."), "title");
      return NULL;
    }
  compiler.done = g_hash_table_new (NULL, NULL);
  /* The schema is compiled as an object with its properties, regardless of its type (§5). */
  schema = compile_model (&compiler, resolved, error);
  g_hash_table_unref (compiler.done);
  return schema;
}
