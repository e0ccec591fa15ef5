/* troupe-cel-crewai.c: deviations of CrewAI's evaluator (celpy) from the CEL specification
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-crewai"

#include "config.h"

#include "troupe-cel-crewai.h"
#include "troupe-value-private.h"

gboolean
troupe_cel_crewai_is_plain (TroupeCelEvaluation *self, const TroupeValue *value)
{
  return self->plain != NULL && g_hash_table_contains (self->plain, value);
}

TroupeValue *
troupe_cel_crewai_wrap (TroupeCelEvaluation *self, TroupeValue *value)
{
  g_autofree TroupeValue **items = NULL;
  const char *data;
  gsize length;

  if (!troupe_cel_crewai_is_plain (self, value))
    return troupe_value_ref (value);
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_INTEGER:
      return troupe_value_new_integer (troupe_value_get_integer (value));
    case TROUPE_VALUE_DOUBLE:
      return troupe_value_new_double (troupe_value_get_double (value));
    case TROUPE_VALUE_DURATION:
      return troupe_value_new_duration (troupe_value_get_seconds (value),
                                        troupe_value_get_nanoseconds (value));
    case TROUPE_VALUE_STRING:
      data = troupe_value_get_string (value, &length);
      return troupe_value_new_string (data, (gssize) length);
    case TROUPE_VALUE_BYTES:
      data = troupe_value_get_string (value, &length);
      return troupe_value_new_bytes (data, length);
    case TROUPE_VALUE_LIST:
      length = troupe_value_list_get_length (value);
      items = g_new (TroupeValue *, length + 1);
      for (gsize i = 0; i < length; i++)
        items[i] = troupe_value_ref (troupe_value_list_get (value, i));
      return troupe_value_new_list (items, length);
    default:
      return troupe_value_ref (value);
    }
}

/* Small integers are shared, so a plain one requires a separate value. */
TroupeValue *
troupe_cel_crewai_new_plain_integer (TroupeCelEvaluation *self, gint64 number)
{
  TroupeScalar *value = g_new0 (TroupeScalar, 1);

  troupe_value_init_header (&value->header, TROUPE_VALUE_INTEGER);
  value->integer = number;
  return troupe_cel_crewai_make_plain (self, &value->header);
}

TroupeValue *
troupe_cel_crewai_new_boolean (TroupeCelEvaluation *self, gint64 number)
{
  TroupeScalar *value;

  if (number == 0 || number == 1)
    return troupe_value_new_boolean (number == 1);
  value = g_new0 (TroupeScalar, 1);
  troupe_value_init_header (&value->header, TROUPE_VALUE_BOOLEAN);
  value->integer = number;
  self->needs_finish = TRUE;
  return &value->header;
}

gint64
troupe_cel_crewai_get_boolean (const TroupeValue *value)
{
  return ((const TroupeScalar *) value)->integer;
}

/* The table keeps the value alive, so that its address is not reused. */
TroupeValue *
troupe_cel_crewai_make_plain (TroupeCelEvaluation *self, TroupeValue *value)
{
  if (self->plain == NULL)
    self->plain = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) troupe_value_unref, NULL);
  g_hash_table_add (self->plain, troupe_value_ref (value));
  return value;
}

gboolean
troupe_cel_crewai_is_true (const TroupeValue *value)
{
  gsize length;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_NULL:
      return FALSE;
    case TROUPE_VALUE_BOOLEAN:
      return troupe_value_get_boolean (value);
    case TROUPE_VALUE_INTEGER:
      return troupe_value_get_integer (value) != 0;
    case TROUPE_VALUE_UNSIGNED:
      return troupe_value_get_unsigned (value) != 0;
    case TROUPE_VALUE_DOUBLE:
      return troupe_value_get_double (value) != 0;
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_BYTES:
      troupe_value_get_string (value, &length);
      return length > 0;
    case TROUPE_VALUE_LIST:
      return troupe_value_list_get_length (value) > 0;
    case TROUPE_VALUE_MAP:
      return troupe_value_map_get_size (value) > 0;
    case TROUPE_VALUE_DURATION:
      return troupe_value_get_seconds (value) != 0 || troupe_value_get_nanoseconds (value) != 0;
    default:
      return TRUE;
    }
}

/* Lists the keys of a map, or the numbers of bytes. */
static TroupeValue *
list_parts (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *value)
{
  gboolean is_map = troupe_value_is (value, TROUPE_VALUE_MAP);
  g_autofree TroupeValue **items = NULL;
  const char *data = NULL;
  gsize length;

  if (is_map)
    length = troupe_value_map_get_size (value);
  else
    data = troupe_value_get_string (value, &length);
  if (!troupe_cel_spend (self, node, length / 16) ||
      !troupe_cel_allocate (self, node, length * (is_map ? 1 : 6) * sizeof *items))
    return NULL;
  items = g_new (TroupeValue *, length + 1);
  for (gsize i = 0; i < length; i++)
    {
      if (is_map)
        items[i] = troupe_value_ref (
            troupe_cel_crewai_methods.get_key (self, troupe_value_map_get_key (value, i)));
      else
        items[i] = troupe_cel_crewai_new_plain_integer (self, (guchar) data[i]);
    }
  return troupe_value_new_list (items, length);
}

TroupeValue *
troupe_cel_crewai_iterate (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *value)
{
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_LIST:
      return troupe_value_ref (value);
    case TROUPE_VALUE_STRING:
      {
        g_autoptr (GPtrArray) letters = g_ptr_array_new ();
        gsize length;
        const char *here = troupe_value_get_string (value, &length);
        const char *end = here + length;

        if (!troupe_cel_spend (self, node, length) ||
            !troupe_cel_allocate (self, node, 48 * length))
          return NULL;
        while (here < end)
          {
            const char *next = g_utf8_next_char (here);

            g_ptr_array_add (letters, troupe_cel_crewai_make_plain (
                                          self, troupe_value_new_string (here, next - here)));
            here = next;
          }
        return troupe_value_new_list ((TroupeValue **) letters->pdata, letters->len);
      }
    case TROUPE_VALUE_MAP:
    case TROUPE_VALUE_BYTES:
      return list_parts (self, node, value);
    default:
      if (node->kind == TROUPE_CEL_NODE_CALL || node->kind == TROUPE_CEL_NODE_METHOD)
        return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, node->name, &value,
                                      1);
      return troupe_cel_fail_operator (self, node, value, NULL);
    }
}

TroupeValue *
troupe_cel_crewai_keep_failure (TroupeCelEvaluation *self)
{
  TroupeValue *value = troupe_value_new_type ("error");

  if (self->failures == NULL)
    self->failures =
        g_hash_table_new_full (NULL, NULL, (GDestroyNotify) troupe_value_unref, g_free);
  g_hash_table_insert (self->failures, troupe_value_ref (value),
                       g_memdup2 (&self->failure, sizeof self->failure));
  return value;
}

gboolean
troupe_cel_crewai_is_value (TroupeCelEvaluation *self, const TroupeValue *value)
{
  const TroupeCelFailure *failure =
      self->failures == NULL ? NULL : g_hash_table_lookup (self->failures, value);

  if (failure != NULL)
    self->failure = *failure;
  return failure == NULL;
}

/* --- Indexing --------------------------------------------------------------------------------- */

/* Returns an element of a list. As in Python, negative indexes count from the end, and a bool is
 * 0 or 1. */
static TroupeValue *
index_list (TroupeCelEvaluation *self,
            const TroupeCelNode *node,
            TroupeValue *list,
            TroupeValue *index)
{
  g_autoptr (TroupeValue) counted = NULL;
  gint64 number = 0;

  switch (troupe_value_get_value_type (index))
    {
    case TROUPE_VALUE_BOOLEAN:
      number = troupe_cel_crewai_get_boolean (index);
      break;
    case TROUPE_VALUE_INTEGER:
      number = troupe_value_get_integer (index);
      break;
    case TROUPE_VALUE_UNSIGNED:
      return troupe_cel_index (self, node, list, index);
    default:
      return troupe_cel_fail_operator (self, node, list, index);
    }
  if (number < 0)
    number += (gint64) troupe_value_list_get_length (list);
  counted = troupe_value_new_integer (number);
  return troupe_cel_index (self, node, list, counted);
}

/* Takes ownership of @value. */
static TroupeValue *
check_value (TroupeCelEvaluation *self, TroupeValue *value)
{
  if (value != NULL && !troupe_cel_crewai_is_value (self, value))
    g_clear_pointer (&value, troupe_value_unref);
  return value;
}

static TroupeValue *
index_map (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *map, TroupeValue *key)
{
  TroupeValue *value;
  TroupeCelAnswer answer;

  switch (troupe_value_get_value_type (key))
    {
    case TROUPE_VALUE_STRING:
      return check_value (self, troupe_cel_index (self, node, map, key));
    case TROUPE_VALUE_INTEGER:
      if (troupe_cel_crewai_is_plain (self, key))
        return troupe_cel_fail_operator (self, node, map, key);
      G_GNUC_FALLTHROUGH;
    case TROUPE_VALUE_BOOLEAN:
    case TROUPE_VALUE_UNSIGNED:
      answer = troupe_cel_crewai_methods.find (self, node, map, key, &value);
      break;
    default:
      return troupe_cel_fail_operator (self, node, map, key);
    }
  if (answer == TROUPE_CEL_NO)
    return troupe_cel_fail_value (self, node, TROUPE_CEL_FAILURE_KEY, NULL, key);
  return answer == TROUPE_CEL_YES ? check_value (self, troupe_value_ref (value)) : NULL;
}

TroupeValue *
troupe_cel_crewai_index (TroupeCelEvaluation *self,
                         const TroupeCelNode *node,
                         TroupeValue *container,
                         TroupeValue *index)
{
  g_autoptr (TroupeValue) letters = NULL;

  switch (troupe_value_get_value_type (container))
    {
    case TROUPE_VALUE_LIST:
      return index_list (self, node, container, index);
    case TROUPE_VALUE_MAP:
      return index_map (self, node, container, index);
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_BYTES:
      letters = troupe_cel_crewai_iterate (self, node, container);
      return letters == NULL ? NULL : index_list (self, node, letters, index);
    default:
      return troupe_cel_fail_operator (self, node, container, index);
    }
}

/* --- Logical operators ------------------------------------------------------------------------ */

static gboolean
is_boolean (const TroupeCelOperand *self)
{
  return self->value != NULL && troupe_value_is (self->value, TROUPE_VALUE_BOOLEAN);
}

/* Combines two operands of && or ||. If only one operand is a boolean, the result is this
 * boolean if it decides, else the other operand. Two operands that are not booleans are a
 * failure. Replaces @left and takes ownership of @right. */
void
troupe_cel_crewai_combine (TroupeCelEvaluation *self,
                           const TroupeCelNode *node,
                           gboolean deciding,
                           TroupeCelOperand *left,
                           TroupeCelOperand *right)
{
  gboolean keeps_left;

  if (!is_boolean (left) && !is_boolean (right))
    {
      if (left->value != NULL && right->value != NULL)
        {
          troupe_cel_fail_operator (self, node, left->value, right->value);
          left->failure = self->failure;
        }
      else if (left->value != NULL)
        left->failure = right->failure;
      g_clear_pointer (&left->value, troupe_value_unref);
      g_clear_pointer (&right->value, troupe_value_unref);
      return;
    }
  if (is_boolean (left))
    keeps_left = !troupe_value_get_boolean (left->value) == !deciding;
  else
    keeps_left = troupe_value_get_boolean (right->value) != deciding;
  if (keeps_left)
    g_clear_pointer (&right->value, troupe_value_unref);
  else
    {
      g_clear_pointer (&left->value, troupe_value_unref);
      *left = *right;
    }
}

TroupeValue *
troupe_cel_crewai_take_operand (TroupeCelEvaluation *self, TroupeCelOperand *operand)
{
  if (operand->value == NULL)
    self->failure = operand->failure;
  return operand->value;
}

TroupeValue *
troupe_cel_crewai_evaluate_logic (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  gboolean deciding = node->kind == TROUPE_CEL_NODE_OR;
  TroupeCelOperand all = { NULL };

  for (guint i = 0; i < node->n_children; i++)
    {
      TroupeCelOperand one = { troupe_cel_evaluate (self, node->children[i]) };

      if (one.value == NULL)
        {
          one.failure = self->failure;
          if (!troupe_cel_failure_is_absorbable (&self->failure))
            {
              g_clear_pointer (&all.value, troupe_value_unref);
              return NULL;
            }
        }
      if (i == 0)
        all = one;
      else
        troupe_cel_crewai_combine (self, node, deciding, &all, &one);
    }
  return troupe_cel_crewai_take_operand (self, &all);
}
