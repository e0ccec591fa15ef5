/* troupe-schema-show.c: serializes unvalidated values like CrewAI's models
 *
 * Pydantic serializes a field by its type, even if its value was not validated. Such values are
 * defaults, and values set by a script.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-schema-show"

#include "config.h"

#include "troupe-schema-node.h"

/* Returns the only member of a union in addition to null, or the union if it has more members. */
static const TroupeSchemaNode *
get_only_member (const TroupeSchemaNode *schema)
{
  const TroupeSchemaNode *only = NULL;

  g_assert (schema != NULL);

  for (guint i = 0; schema->type == TROUPE_SCHEMA_UNION && i < schema->members->len; i++)
    {
      const TroupeSchemaNode *member = g_ptr_array_index (schema->members, i);

      if (member->type == TROUPE_SCHEMA_NULL)
        continue;
      if (only != NULL)
        return schema;
      only = member;
    }
  return only != NULL ? only : schema;
}

/* Returns the plain type without optional and null. Bounded, because a union may contain itself. */
static const TroupeSchemaNode *
skip_optional (const TroupeSchemaNode *schema)
{
  for (guint i = 0; i < TROUPE_LIMIT_NESTING; i++)
    {
      const TroupeSchemaNode *only = get_only_member (schema);

      if (only == schema)
        break;
      schema = only;
    }
  return schema;
}

/* How an unvalidated value must match. With SHOW_ANYTHING, a value that does not match is
 * returned unchanged. SHOW_EXACT requires an exact match, and SHOW_CLASS requires that the
 * Python class matches. */
typedef enum
{
  SHOW_ANYTHING,
  SHOW_EXACT,
  SHOW_CLASS,
} ShowCheck;

/* Maximum number of comparisons of values with types, so that recursive unions of lists
 * terminate. */
#define MOST_LOOKS 100000

/* @depth: nesting depth of lists and unions; @n_left: number of comparisons left of %MOST_LOOKS */
typedef struct
{
  guint depth;
  guint n_left;
} Effort;

static TroupeValue *
show (const TroupeSchemaNode *schema, TroupeValue *value, ShowCheck check, Effort *effort);

/* Returns whether a union with this member tries its members a second time. @seen: visited
 * types, needed because types may be recursive */
static gboolean
has_asking_member (const TroupeSchemaNode *schema, GHashTable *seen)
{
  g_assert (schema != NULL);

  if (!g_hash_table_add (seen, (gpointer) schema))
    return FALSE;
  if (schema->type == TROUPE_SCHEMA_LIST)
    return schema->items != NULL && has_asking_member (schema->items, seen);
  for (guint i = 0; schema->type == TROUPE_SCHEMA_UNION && i < schema->members->len; i++)
    {
      if (has_asking_member (g_ptr_array_index (schema->members, i), seen))
        return TRUE;
    }
  return schema->type == TROUPE_SCHEMA_INTEGER || schema->type == TROUPE_SCHEMA_MODEL;
}

static gboolean
asks_again (const TroupeSchemaNode *schema)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  return has_asking_member (schema, seen);
}

/* Uses the first member that matches exactly. If there is none, uses the first member whose
 * class matches. */
static TroupeValue *
show_union (const TroupeSchemaNode *schema, TroupeValue *value, Effort *effort)
{
  g_assert (schema != NULL);

  for (ShowCheck check = SHOW_EXACT; check <= (asks_again (schema) ? SHOW_CLASS : SHOW_EXACT);
       check++)
    {
      for (guint i = 0; i < schema->members->len; i++)
        {
          TroupeValue *shown = show (g_ptr_array_index (schema->members, i), value, check, effort);

          if (shown != NULL)
            return shown;
        }
    }
  return NULL;
}

static gboolean
has_type (const TroupeSchemaNode *schema, TroupeValue *value)
{
  g_autoptr (TroupeValue) choice = NULL;

  g_assert (schema != NULL);

  switch (schema->type)
    {
    case TROUPE_SCHEMA_STRING:
      return troupe_value_is (value, TROUPE_VALUE_STRING);
    case TROUPE_SCHEMA_BOOLEAN:
      return troupe_value_is (value, TROUPE_VALUE_BOOLEAN);
    case TROUPE_SCHEMA_NULL:
      return troupe_value_is (value, TROUPE_VALUE_NULL);
    case TROUPE_SCHEMA_MAP:
      return troupe_value_is (value, TROUPE_VALUE_MAP);
    case TROUPE_SCHEMA_LIST:
      return troupe_value_is (value, TROUPE_VALUE_LIST);
    case TROUPE_SCHEMA_LITERAL:
      choice = troupe_schema_node_find_choice (schema, value);
      return choice != NULL;
    case TROUPE_SCHEMA_MODEL:
      return FALSE;
    default:
      return TRUE;
    }
}

/* Serializes the value by its plain type. (transfer full) (nullable): NULL if the value does not
 * match */
static TroupeValue *
show_plain (const TroupeSchemaNode *schema, TroupeValue *value, ShowCheck check, Effort *effort)
{
  const TroupeSchemaNode *plain = skip_optional (schema);
  TroupeValue *shown;

  if (schema->nullable && troupe_value_is (value, TROUPE_VALUE_NULL))
    return troupe_value_ref (value);
  if (plain->type == TROUPE_SCHEMA_INTEGER || plain->type == TROUPE_SCHEMA_NUMBER)
    {
      gboolean is_boolean = troupe_value_is (value, TROUPE_VALUE_BOOLEAN);
      gboolean is_big = troupe_value_is (value, TROUPE_VALUE_BIG_INTEGER);
      gboolean is_integer = is_big || troupe_value_is (value, TROUPE_VALUE_INTEGER);
      gboolean is_exact = plain->type == TROUPE_SCHEMA_INTEGER
                              ? is_integer
                              : troupe_value_is (value, TROUPE_VALUE_DOUBLE);

      if (is_exact)
        return troupe_value_ref (value);
      if (check == SHOW_EXACT || !(is_boolean || is_integer))
        return check == SHOW_ANYTHING ? troupe_value_ref (value) : NULL;
      if (plain->type == TROUPE_SCHEMA_INTEGER)
        return troupe_schema_coerce_integer (value);
      return is_big ? troupe_value_new_double (
                          g_ascii_strtod (troupe_value_get_string (value, NULL), NULL))
                    : troupe_schema_coerce_number (value);
    }
  if (plain->type == TROUPE_SCHEMA_UNION)
    {
      shown = show_union (plain, value, effort);
      return shown != NULL || check != SHOW_ANYTHING ? shown : troupe_value_ref (value);
    }
  if (plain->type == TROUPE_SCHEMA_LIST && plain->items != NULL &&
      troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      g_autoptr (GPtrArray) items =
          g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
      gsize length = troupe_value_list_get_length (value);

      for (gsize i = 0; i < length; i++)
        {
          TroupeValue *item = show (plain->items, troupe_value_list_get (value, i), check, effort);

          if (item == NULL)
            return NULL;
          g_ptr_array_add (items, item);
        }
      g_ptr_array_set_free_func (items, NULL);
      return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
    }
  return check == SHOW_ANYTHING || has_type (plain, value) ? troupe_value_ref (value) : NULL;
}

/* Beyond the limits the value is returned unchanged. */
static TroupeValue *
show (const TroupeSchemaNode *schema, TroupeValue *value, ShowCheck check, Effort *effort)
{
  TroupeValue *shown;

  if (effort->depth >= TROUPE_LIMIT_NESTING || effort->n_left == 0)
    return troupe_value_ref (value);
  effort->n_left--;
  effort->depth++;
  shown = show_plain (schema, value, check, effort);
  effort->depth--;
  return shown;
}

TroupeValue *
troupe_schema_node_show (const TroupeSchemaNode *schema, TroupeValue *value)
{
  Effort effort = { 0, MOST_LOOKS };

  return show (schema, value, SHOW_ANYTHING, &effort);
}
