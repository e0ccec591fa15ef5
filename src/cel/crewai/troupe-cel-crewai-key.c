/* troupe-cel-crewai-key.c: map keys of CrewAI's CEL evaluator
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-crewai-key"

#include "config.h"

#include "troupe-cel-crewai.h"

static gboolean
is_key_of_maps (const TroupeValue *value)
{
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_BOOLEAN:
    case TROUPE_VALUE_INTEGER:
    case TROUPE_VALUE_UNSIGNED:
    case TROUPE_VALUE_STRING:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Returns the same text for equal values. No string of the language contains the first byte,
 * because strings are UTF-8. */
static char *
describe_key (const TroupeValue *key, gsize *length)
{
  GString *out = g_string_new ("\xff");
  char buffer[32];
  const char *data;
  gsize data_length;

  g_string_append_c (out, (char) ('A' + troupe_value_get_value_type (key)));
  switch (troupe_value_get_value_type (key))
    {
    case TROUPE_VALUE_NULL:
      break;
    case TROUPE_VALUE_DOUBLE:
      g_string_append (out, troupe_double_to_text (troupe_value_get_double (key) + 0.0, buffer));
      break;
    case TROUPE_VALUE_TIMESTAMP:
    case TROUPE_VALUE_DURATION:
      g_string_append_printf (out, "%" G_GINT64_FORMAT " %d", troupe_value_get_seconds (key),
                              troupe_value_get_nanoseconds (key));
      break;
    default:
      data = troupe_value_get_string (key, &data_length);
      g_string_append_len (out, data, (gssize) data_length);
      break;
    }
  *length = out->len;
  return g_string_free (out, FALSE);
}

TroupeValue *
troupe_cel_crewai_make_key (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *key)
{
  g_autofree char *text = NULL;
  TroupeValue *made;
  gsize length;

  if (is_key_of_maps (key))
    return troupe_value_ref (key);
  if (troupe_value_is (key, TROUPE_VALUE_LIST) || troupe_value_is (key, TROUPE_VALUE_MAP))
    return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_KEY_TYPE, NULL, &key, 1);
  text = describe_key (key, &length);
  made = troupe_value_new_string (text, (gssize) length);
  if (self->keys == NULL)
    self->keys = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) troupe_value_unref,
                                        (GDestroyNotify) troupe_value_unref);
  g_hash_table_insert (self->keys, troupe_value_ref (made), troupe_value_ref (key));
  return made;
}

TroupeValue *
troupe_cel_crewai_get_key (const TroupeCelEvaluation *self, const TroupeValue *key)
{
  TroupeValue *original = self->keys == NULL ? NULL : g_hash_table_lookup (self->keys, key);

  return original != NULL ? original : (TroupeValue *) key;
}

static gboolean
is_number (const TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_BOOLEAN) ||
         troupe_value_is (value, TROUPE_VALUE_INTEGER) ||
         troupe_value_is (value, TROUPE_VALUE_UNSIGNED) ||
         troupe_value_is (value, TROUPE_VALUE_DOUBLE);
}

static double
to_double (const TroupeValue *value)
{
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_BOOLEAN:
      return (double) troupe_cel_crewai_get_boolean (value);
    case TROUPE_VALUE_INTEGER:
      return (double) troupe_value_get_integer (value);
    case TROUPE_VALUE_UNSIGNED:
      return (double) troupe_value_get_unsigned (value);
    default:
      return troupe_value_get_double (value);
    }
}

TroupeCelAnswer
troupe_cel_crewai_find (TroupeCelEvaluation *self,
                        const TroupeCelNode *node,
                        TroupeValue *map,
                        TroupeValue *key,
                        TroupeValue **value)
{
  g_autoptr (TroupeValue) made = NULL;

  *value = NULL;
  if (is_number (key))
    {
      TroupeValue **found = value;
      gsize size = troupe_value_map_get_size (map);

      /* Looks up a number. Equal numbers of any types collide in Python's dict and are then
       * compared with ==. */
      if (!troupe_cel_spend (self, node, size / 4))
        return TROUPE_CEL_FAILED;
      for (gsize i = 0; i < size; i++)
        {
          TroupeValue *other = troupe_cel_crewai_get_key (self, troupe_value_map_get_key (map, i));
          TroupeCelAnswer answer;

          if (!is_number (other) || to_double (other) != to_double (key))
            continue;
          answer = troupe_cel_crewai_equal (self, node, other, key, FALSE);
          if (answer == TROUPE_CEL_NO)
            continue;
          *found = answer == TROUPE_CEL_YES ? troupe_value_map_get_value (map, i) : NULL;
          return answer;
        }
      return TROUPE_CEL_NO;
    }
  made = troupe_cel_crewai_make_key (self, node, key);
  if (made == NULL)
    return TROUPE_CEL_FAILED;
  *value = troupe_value_map_lookup (map, made);
  return *value != NULL ? TROUPE_CEL_YES : TROUPE_CEL_NO;
}

/* Gets the two parts of a pair, which may be a string of two characters. */
static gboolean
take_pair (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue *pair,
           TroupeValue **key,
           TroupeValue **value)
{
  g_autoptr (TroupeValue) parts = troupe_cel_crewai_iterate (self, node, pair);

  if (parts == NULL)
    return FALSE;
  if (troupe_value_list_get_length (parts) != 2)
    {
      troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, "map", &pair, 1);
      return FALSE;
    }
  *key = troupe_cel_crewai_make_key (self, node, troupe_value_list_get (parts, 0));
  if (*key == NULL)
    return FALSE;
  *value = troupe_value_ref (troupe_value_list_get (parts, 1));
  return TRUE;
}

TroupeValue *
troupe_cel_crewai_map_from_pairs (TroupeCelEvaluation *self,
                                  const TroupeCelNode *node,
                                  TroupeValue *pairs)
{
  g_autoptr (TroupeValue) items = troupe_cel_crewai_iterate (self, node, pairs);
  g_auto (TroupeMapBuilder) builder = { NULL, NULL };

  if (items == NULL)
    return NULL;
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_list_get_length (items); i++)
    {
      g_autoptr (TroupeValue) key = NULL;
      g_autoptr (TroupeValue) value = NULL;

      if (!troupe_cel_allocate (self, node, 64) ||
          !take_pair (self, node, troupe_value_list_get (items, i), &key, &value))
        return NULL;
      if (troupe_map_builder_lookup (&builder, key) != NULL)
        return troupe_cel_fail_value (self, node, TROUPE_CEL_FAILURE_DUPLICATE, NULL, key);
      troupe_map_builder_add_key (&builder, g_steal_pointer (&key), g_steal_pointer (&value));
    }
  return troupe_map_builder_end (&builder);
}

/* --- Map literals -------------------------------------------------------------------------------- */

/* Evaluates alternating keys and values. A value that fails is stored as a failure. Returns
 * FALSE if the evaluation has to end. */
static gboolean
evaluate_parts (TroupeCelEvaluation *self, const TroupeCelNode *node, GPtrArray *parts)
{
  for (guint i = 0; i < node->n_children; i++)
    {
      TroupeValue *part = troupe_cel_evaluate (self, node->children[i]);

      if (part == NULL)
        {
          if (!troupe_cel_failure_is_absorbable (&self->failure))
            return FALSE;
          part = troupe_cel_crewai_keep_failure (self);
        }
      g_ptr_array_add (parts, part);
    }
  return TRUE;
}

static gboolean
add_pair (TroupeCelEvaluation *self,
          const TroupeCelNode *place,
          TroupeMapBuilder *builder,
          TroupeValue *key,
          TroupeValue *value)
{
  g_autoptr (TroupeValue) made = NULL;

  if (!troupe_cel_crewai_is_value (self, key))
    return FALSE;
  made = troupe_cel_crewai_make_key (self, place, key);
  if (made == NULL || !troupe_cel_allocate (self, place, 64))
    return FALSE;
  if (troupe_map_builder_lookup (builder, made) != NULL)
    {
      troupe_cel_fail_value (self, place, TROUPE_CEL_FAILURE_DUPLICATE, NULL, key);
      return FALSE;
    }
  troupe_map_builder_add_key (builder, g_steal_pointer (&made), troupe_value_ref (value));
  return TRUE;
}

/* Two equal numbers of different types cannot both be keys, because their comparison fails. */
static gboolean
has_equal_number (TroupeCelEvaluation *self,
                  const TroupeCelNode *node,
                  GPtrArray *parts,
                  guint index)
{
  const TroupeValue *key = g_ptr_array_index (parts, index);

  for (guint i = 0; is_number (key) && i < index; i += 2)
    {
      const TroupeValue *other = g_ptr_array_index (parts, i);

      if (is_number (other) && to_double (key) == to_double (other))
        {
          troupe_cel_fail_value (self, node, TROUPE_CEL_FAILURE_DUPLICATE, NULL, key);
          return TRUE;
        }
    }
  return FALSE;
}

TroupeValue *
troupe_cel_crewai_evaluate_map (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  g_autoptr (GPtrArray) parts =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  g_auto (TroupeMapBuilder) builder = { NULL, NULL };

  if (!troupe_cel_allocate (self, node, 64))
    return NULL;
  if (!evaluate_parts (self, node, parts))
    {
      troupe_cel_crewai_catch (self, TROUPE_CEL_ESCAPE_VALUE);
      return NULL;
    }
  troupe_map_builder_init (&builder);
  for (guint i = 0; i < parts->len; i += 2)
    {
      if (!troupe_cel_spend (self, node, i / 16) ||
          has_equal_number (self, node->children[i], parts, i) ||
          !add_pair (self, node->children[i], &builder, g_ptr_array_index (parts, i),
                     g_ptr_array_index (parts, i + 1)))
        return NULL;
    }
  return troupe_map_builder_end (&builder);
}
