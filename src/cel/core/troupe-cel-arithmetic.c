/* troupe-cel-arithmetic.c: arithmetic operators + - * / % of the CEL specification
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-arithmetic"

#include "config.h"

#include <string.h>

#include "troupe-cel-operators.h"

static TroupeValue *
fail_overflow (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_OVERFLOW, troupe_cel_node_get_sign (node));
}

static TroupeValue *
calculate_integers (TroupeCelEvaluation *self, const TroupeCelNode *node, gint64 a, gint64 b)
{
  gboolean overflow = FALSE;
  gint64 result = 0;

  switch (node->kind)
    {
    case TROUPE_CEL_NODE_ADD:
      overflow = __builtin_add_overflow (a, b, &result);
      break;
    case TROUPE_CEL_NODE_SUBTRACT:
      overflow = __builtin_sub_overflow (a, b, &result);
      break;
    case TROUPE_CEL_NODE_MULTIPLY:
      overflow = __builtin_mul_overflow (a, b, &result);
      break;
    default:
      if (b == 0)
        return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_ZERO,
                                troupe_cel_node_get_sign (node));
      /* The smallest integer has no positive counterpart. In C even its remainder by -1 is
       * undefined. */
      if (b == -1)
        overflow = node->kind == TROUPE_CEL_NODE_DIVIDE && __builtin_sub_overflow (0, a, &result);
      else
        result = node->kind == TROUPE_CEL_NODE_DIVIDE ? a / b : a % b;
      break;
    }
  return overflow ? fail_overflow (self, node) : troupe_value_new_integer (result);
}

static TroupeValue *
calculate_unsigned (TroupeCelEvaluation *self, const TroupeCelNode *node, guint64 a, guint64 b)
{
  gboolean overflow = FALSE;
  guint64 result = 0;

  switch (node->kind)
    {
    case TROUPE_CEL_NODE_ADD:
      overflow = __builtin_add_overflow (a, b, &result);
      break;
    case TROUPE_CEL_NODE_SUBTRACT:
      overflow = __builtin_sub_overflow (a, b, &result);
      break;
    case TROUPE_CEL_NODE_MULTIPLY:
      overflow = __builtin_mul_overflow (a, b, &result);
      break;
    default:
      if (b == 0)
        return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_ZERO,
                                troupe_cel_node_get_sign (node));
      result = node->kind == TROUPE_CEL_NODE_DIVIDE ? a / b : a % b;
      break;
    }
  return overflow ? fail_overflow (self, node) : troupe_value_new_unsigned (result);
}

static TroupeValue *
calculate_doubles (TroupeCelEvaluation *self,
                   const TroupeCelNode *node,
                   TroupeValue *left,
                   TroupeValue *right)
{
  double a = troupe_value_get_double (left);
  double b = troupe_value_get_double (right);

  switch (node->kind)
    {
    case TROUPE_CEL_NODE_ADD:
      return troupe_value_new_double (a + b);
    case TROUPE_CEL_NODE_SUBTRACT:
      return troupe_value_new_double (a - b);
    case TROUPE_CEL_NODE_MULTIPLY:
      return troupe_value_new_double (a * b);
    case TROUPE_CEL_NODE_DIVIDE:
      return troupe_value_new_double (a / b);
    default:
      return troupe_cel_fail_operator (self, node, left, right);
    }
}

static TroupeValue *
concatenate_text (TroupeCelEvaluation *self,
                  const TroupeCelNode *node,
                  TroupeValue *a,
                  TroupeValue *b)
{
  gsize length_a, length_b;
  const char *text_a = troupe_value_get_string (a, &length_a);
  const char *text_b = troupe_value_get_string (b, &length_b);
  gboolean is_text = troupe_value_is (a, TROUPE_VALUE_STRING);
  TroupeValue *value;
  char *joined;

  if (!troupe_cel_allocate (self, node, 32 + length_a + length_b))
    return NULL;
  joined = g_malloc (length_a + length_b + 1);
  memcpy (joined, text_a, length_a);
  memcpy (joined + length_a, text_b, length_b);
  joined[length_a + length_b] = '\0';
  if (is_text)
    return troupe_value_take_string (joined, (gssize) (length_a + length_b));
  value = troupe_value_new_bytes (joined, length_a + length_b);
  g_free (joined);
  return value;
}

static TroupeValue *
concatenate_lists (TroupeCelEvaluation *self,
                   const TroupeCelNode *node,
                   TroupeValue *a,
                   TroupeValue *b)
{
  gsize length_a = troupe_value_list_get_length (a);
  gsize length = length_a + troupe_value_list_get_length (b);
  g_autofree TroupeValue **items = NULL;

  if (!troupe_cel_allocate (self, node, 32 + length * sizeof *items) ||
      !troupe_cel_spend (self, node, length / 16))
    return NULL;
  items = g_new (TroupeValue *, length);
  for (gsize i = 0; i < length; i++)
    items[i] = troupe_value_ref (i < length_a ? troupe_value_list_get (a, i)
                                              : troupe_value_list_get (b, i - length_a));
  return troupe_value_new_list (items, length);
}

TroupeValue *
troupe_cel_calculate (TroupeCelEvaluation *self,
                      const TroupeCelNode *node,
                      TroupeValue *a,
                      TroupeValue *b)
{
  TroupeValueType type_a = troupe_value_get_value_type (a);
  TroupeValueType type_b = troupe_value_get_value_type (b);

  if (type_a == type_b)
    {
      switch (type_a)
        {
        case TROUPE_VALUE_INTEGER:
          return calculate_integers (self, node, troupe_value_get_integer (a),
                                     troupe_value_get_integer (b));
        case TROUPE_VALUE_UNSIGNED:
          return calculate_unsigned (self, node, troupe_value_get_unsigned (a),
                                     troupe_value_get_unsigned (b));
        case TROUPE_VALUE_DOUBLE:
          return calculate_doubles (self, node, a, b);
        case TROUPE_VALUE_STRING:
        case TROUPE_VALUE_BYTES:
          if (node->kind == TROUPE_CEL_NODE_ADD)
            return concatenate_text (self, node, a, b);
          break;
        case TROUPE_VALUE_LIST:
          if (node->kind == TROUPE_CEL_NODE_ADD)
            return concatenate_lists (self, node, a, b);
          break;
        default:
          break;
        }
    }
  if (type_a == TROUPE_VALUE_TIMESTAMP || type_a == TROUPE_VALUE_DURATION)
    return troupe_cel_time_calculate (self, node, a, b);
  return troupe_cel_fail_operator (self, node, a, b);
}

TroupeValue *
troupe_cel_negate (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *value)
{
  gint64 result;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_INTEGER:
      if (__builtin_sub_overflow (0, troupe_value_get_integer (value), &result))
        return fail_overflow (self, node);
      return troupe_value_new_integer (result);
    case TROUPE_VALUE_DOUBLE:
      return troupe_value_new_double (-troupe_value_get_double (value));
    default:
      return troupe_cel_fail_operator (self, node, value, NULL);
    }
}
