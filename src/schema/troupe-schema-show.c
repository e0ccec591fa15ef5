/* troupe-schema-show.c: values that were never checked, as CrewAI's models show them
 *
 * Pydantic writes what stands in a field by the field's type, also where nothing was validated: defaults, and
 * what a script put there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-schema-show"

#include "config.h"

#include "troupe-schema-node.h"

/* What is behind a union that holds one type beside null; the union where it holds more. */
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

/* The plain type behind what may be left out or null. A union may hold itself. */
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

/* How a value is taken that was never validated: as it stands where it does not fit, or only where it fits
 * exactly, or where Python's classes fit. */
typedef enum
{
  SHOW_ANYTHING,
  SHOW_EXACT,
  SHOW_CLASS,
} ShowCheck;

/* How often a value may be held against types, so that unions of lists of themselves come to an end. */
#define MOST_LOOKS 100000

/* @depth: of lists and unions in each other; @n_left: of %MOST_LOOKS */
typedef struct
{
  guint depth;
  guint n_left;
} Effort;

static TroupeValue *
show (const TroupeSchemaNode *schema, TroupeValue *value, ShowCheck check, Effort *effort);

static TroupeValue *
show_number (const TroupeSchemaNode *schema, TroupeValue *value, ShowCheck check)
{
  gboolean is_boolean = troupe_value_is (value, TROUPE_VALUE_BOOLEAN);
  gboolean is_big = troupe_value_is (value, TROUPE_VALUE_BIG_INTEGER);
  gboolean is_integer = is_big || troupe_value_is (value, TROUPE_VALUE_INTEGER);
  gboolean is_exact = schema->type == TROUPE_SCHEMA_INTEGER
                          ? is_integer
                          : troupe_value_is (value, TROUPE_VALUE_DOUBLE);

  g_assert (schema != NULL);

  if (is_exact)
    return troupe_value_ref (value);
  if (check == SHOW_EXACT || !(is_boolean || is_integer))
    return check == SHOW_ANYTHING ? troupe_value_ref (value) : NULL;
  if (schema->type == TROUPE_SCHEMA_INTEGER)
    return troupe_schema_coerce_integer (value);
  return is_big ? troupe_value_new_double (
                      g_ascii_strtod (troupe_value_get_string (value, NULL), NULL))
                : troupe_schema_coerce_number (value);
}

static TroupeValue *
show_list (const TroupeSchemaNode *schema, TroupeValue *value, ShowCheck check, Effort *effort)
{
  g_autoptr (GPtrArray) items =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  gsize length = troupe_value_list_get_length (value);

  g_assert (schema != NULL);

  for (gsize i = 0; i < length; i++)
    {
      TroupeValue *item = show (schema->items, troupe_value_list_get (value, i), check, effort);

      if (item == NULL)
        return NULL;
      g_ptr_array_add (items, item);
    }
  g_ptr_array_set_free_func (items, NULL);
  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

/* Whether a union with this member asks its members a second time. @seen: types that were looked at, which
 * may hold themselves */
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

/* The first member that has the value exactly, else the first that has its class. */
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

/* (transfer full) (nullable): NULL where it does not fit */
static TroupeValue *
show_plain (const TroupeSchemaNode *schema, TroupeValue *value, ShowCheck check, Effort *effort)
{
  const TroupeSchemaNode *plain = skip_optional (schema);
  TroupeValue *shown;

  if (schema->nullable && troupe_value_is (value, TROUPE_VALUE_NULL))
    return troupe_value_ref (value);
  if (plain->type == TROUPE_SCHEMA_INTEGER || plain->type == TROUPE_SCHEMA_NUMBER)
    return show_number (plain, value, check);
  if (plain->type == TROUPE_SCHEMA_UNION)
    {
      shown = show_union (plain, value, effort);
      return shown != NULL || check != SHOW_ANYTHING ? shown : troupe_value_ref (value);
    }
  if (plain->type == TROUPE_SCHEMA_LIST && plain->items != NULL &&
      troupe_value_is (value, TROUPE_VALUE_LIST))
    return show_list (plain, value, check, effort);
  return check == SHOW_ANYTHING || has_type (plain, value) ? troupe_value_ref (value) : NULL;
}

/* Behind the limits the value is shown as it stands. */
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
