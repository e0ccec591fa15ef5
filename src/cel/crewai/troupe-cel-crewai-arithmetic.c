/* troupe-cel-crewai-arithmetic.c: arithmetic operators + - * / % of CrewAI's CEL evaluator
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-crewai-arithmetic"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-cel-crewai.h"
#include "troupe-int128.h"

static gboolean
is_integral (const TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_BOOLEAN) ||
         troupe_value_is (value, TROUPE_VALUE_INTEGER) ||
         troupe_value_is (value, TROUPE_VALUE_UNSIGNED);
}

static TroupeInt128
get_integral (const TroupeValue *value)
{
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_BOOLEAN:
      return troupe_int128_from_integer (troupe_cel_crewai_get_boolean (value));
    case TROUPE_VALUE_UNSIGNED:
      return troupe_int128_from_unsigned (troupe_value_get_unsigned (value));
    default:
      return troupe_int128_from_integer (troupe_value_get_integer (value));
    }
}

static double
get_real (const TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_DOUBLE)
             ? troupe_value_get_double (value)
             : troupe_int128_to_double (get_integral (value));
}

static TroupeValue *
fail_zero (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_ZERO, troupe_cel_node_get_sign (node));
}

/* Calculations with bools and plain ints result in Python's own integer, which has arbitrary
 * precision. */
static TroupeValue *
make_endless (TroupeCelEvaluation *self, TroupeInt128 number)
{
  char buffer[48];
  gint64 integer;

  if (troupe_int128_to_integer (number, &integer))
    return troupe_cel_crewai_new_plain_integer (self, integer);
  return troupe_value_new_big_integer (troupe_int128_to_text (number, buffer), -1);
}

/* Calculates with two integers. The result has the type of the left operand, or of the right
 * operand if the left one is plain. It is Python's own integer unless that operand is a uint or
 * a wrapped int. */
static TroupeValue *
calculate_integral (TroupeCelEvaluation *self,
                    const TroupeCelNode *node,
                    TroupeValue *left,
                    TroupeValue *right)
{
  TroupeInt128 a = get_integral (left);
  TroupeInt128 b = get_integral (right);
  gboolean left_is_plain = troupe_cel_crewai_is_plain (self, left);
  TroupeValue *model = left_is_plain ? right : left;
  gboolean is_unsigned = troupe_value_is (model, TROUPE_VALUE_UNSIGNED);
  gboolean is_wrapped = is_unsigned || (troupe_value_is (model, TROUPE_VALUE_INTEGER) &&
                                        !troupe_cel_crewai_is_plain (self, model));
  TroupeInt128 result;

  switch (node->kind)
    {
    case TROUPE_CEL_NODE_ADD:
      result = troupe_int128_add (a, b);
      break;
    case TROUPE_CEL_NODE_SUBTRACT:
      result = troupe_int128_add (a, troupe_int128_negate (b));
      break;
    case TROUPE_CEL_NODE_MULTIPLY:
      result = troupe_int128_multiply (a, b);
      break;
    default:
      if (troupe_int128_is_zero (b))
        return fail_zero (self, node);
      if (node->kind == TROUPE_CEL_NODE_DIVIDE && !is_wrapped)
        return troupe_cel_crewai_make_plain (self,
                                             troupe_value_new_double (troupe_int128_to_double (a) /
                                                                      troupe_int128_to_double (b)));
      {
        TroupeCelNodeKind kind = node->kind;
        TroupeInt128 remainder;
        TroupeInt128 quotient = troupe_int128_divide (a, b, is_unsigned || !is_wrapped, &remainder);

        /* If either operand is an int, the quotient is rounded toward zero, otherwise down, as
         * in Python. */
        result = kind == TROUPE_CEL_NODE_DIVIDE ? quotient : remainder;
      }
      break;
    }
  if (is_wrapped)
    {
      guint64 natural;
      gint64 integer;

      if (is_unsigned && troupe_int128_to_unsigned (result, &natural))
        return troupe_value_new_unsigned (natural);
      if (!is_unsigned && troupe_int128_to_integer (result, &integer))
        return troupe_value_new_integer (integer);
      return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_OVERFLOW,
                              troupe_cel_node_get_sign (node));
    }
  return make_endless (self, result);
}

/* Divides an int by a double. Only / and % accept a double as the right operand of an int, and
 * truncate the result. */
static TroupeValue *
divide_integer_by_double (TroupeCelEvaluation *self,
                          const TroupeCelNode *node,
                          TroupeValue *left,
                          TroupeValue *right)
{
  double a = (double) troupe_value_get_integer (left);
  double b = troupe_value_get_double (right);
  double result;

  if (node->kind != TROUPE_CEL_NODE_DIVIDE && node->kind != TROUPE_CEL_NODE_REMAINDER)
    return troupe_cel_fail_operator (self, node, left, right);
  if (b == 0)
    return fail_zero (self, node);
  if (node->kind == TROUPE_CEL_NODE_DIVIDE)
    {
      double whole_a = fabs (a);
      double whole_b = fabs (b);
      double quotient = (whole_a - fmod (whole_a, whole_b)) / whole_b;
      double whole = floor (quotient);

      /* Both must be positive. Python subtracts the remainder first, which avoids a rounding. */
      result = (quotient - whole > 0.5 ? whole + 1 : whole) * (b < 0 ? -1 : 1);
    }
  else
    result = fmod (fabs (a), fabs (b));
  if (a < 0)
    result = -result;
  if (!(result >= -9223372036854775808.0 && result < 9223372036854775808.0))
    return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_OVERFLOW,
                            troupe_cel_node_get_sign (node));
  return troupe_value_new_integer ((gint64) result);
}

static double
python_modulo (double a, double b)
{
  double result = fmod (a, b);

  if (result != 0 && (result < 0) != (b < 0))
    result += b;
  return result;
}

/* A wrapped double does not support % and returns infinity for a division by zero. A plain
 * double behaves as in Python. */
static TroupeValue *
divide_doubles (TroupeCelEvaluation *self,
                const TroupeCelNode *node,
                TroupeValue *left,
                TroupeValue *right)
{
  gboolean left_is_wrapped =
      troupe_value_is (left, TROUPE_VALUE_DOUBLE) && !troupe_cel_crewai_is_plain (self, left);
  gboolean right_is_wrapped =
      troupe_value_is (right, TROUPE_VALUE_DOUBLE) && !troupe_cel_crewai_is_plain (self, right);
  double a = get_real (left);
  double b = get_real (right);

  if (node->kind == TROUPE_CEL_NODE_REMAINDER)
    {
      if (left_is_wrapped || right_is_wrapped)
        return troupe_cel_fail_operator (self, node, left, right);
      if (b == 0)
        return fail_zero (self, node);
      return troupe_cel_crewai_make_plain (self, troupe_value_new_double (python_modulo (a, b)));
    }
  if (left_is_wrapped && (troupe_value_is (right, TROUPE_VALUE_INTEGER) ||
                          troupe_value_is (right, TROUPE_VALUE_UNSIGNED)))
    return troupe_cel_fail_operator (self, node, left, right);
  if (left_is_wrapped || right_is_wrapped)
    return troupe_value_new_double (b == 0 ? INFINITY : a / b);
  if (b == 0)
    return fail_zero (self, node);
  return troupe_cel_crewai_make_plain (self, troupe_value_new_double (a / b));
}

static TroupeValue *
calculate_doubles (TroupeCelEvaluation *self,
                   const TroupeCelNode *node,
                   TroupeValue *left,
                   TroupeValue *right)
{
  double a = get_real (left);
  double b = get_real (right);
  double result;

  switch (node->kind)
    {
    case TROUPE_CEL_NODE_ADD:
      result = a + b;
      break;
    case TROUPE_CEL_NODE_SUBTRACT:
      result = a - b;
      break;
    case TROUPE_CEL_NODE_MULTIPLY:
      result = a * b;
      break;
    default:
      return divide_doubles (self, node, left, right);
    }
  return troupe_cel_crewai_make_plain (self, troupe_value_new_double (result));
}

static TroupeValue *
concatenate (TroupeCelEvaluation *self,
             const TroupeCelNode *node,
             TroupeValue *left,
             TroupeValue *right)
{
  TroupeValue *value = troupe_cel_calculate (self, node, left, right);

  return value == NULL ? NULL : troupe_cel_crewai_make_plain (self, value);
}

static gboolean
can_repeat (TroupeCelEvaluation *self, const TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_BOOLEAN) ||
         (troupe_value_is (value, TROUPE_VALUE_INTEGER) &&
          troupe_cel_crewai_is_plain (self, value));
}

/* Repeats a string or list as Python does. @times is a bool or a plain int. */
static TroupeValue *
repeat (TroupeCelEvaluation *self,
        const TroupeCelNode *node,
        TroupeValue *value,
        TroupeValue *times)
{
  gboolean is_list = troupe_value_is (value, TROUPE_VALUE_LIST);
  g_autoptr (GString) text = g_string_new (NULL);
  TroupeInt128 number = get_integral (times);
  gsize length = 0;
  gsize n_times = 0;
  const char *data = NULL;
  TroupeValue *copy;

  g_assert (self != NULL);

  if (is_list)
    length = troupe_value_list_get_length (value);
  else
    data = troupe_value_get_string (value, &length);
  if (number.is_negative || number.low == 0 || length == 0)
    length = 0;
  else
    n_times = number.low > self->bytes_left / length ? self->bytes_left : (gsize) number.low;
  if (length > 0 &&
      !troupe_cel_allocate (self, node, n_times * length * (is_list ? sizeof value : 1)))
    return NULL;
  if (is_list)
    {
      g_autofree TroupeValue **items = g_new (TroupeValue *, length * n_times + 1);

      for (gsize i = 0; i < length * n_times; i++)
        items[i] = troupe_value_ref (troupe_value_list_get (value, i % length));
      copy = troupe_value_new_list (items, length * n_times);
    }
  else
    {
      for (gsize i = 0; i < n_times && length > 0; i++)
        g_string_append_len (text, data, (gssize) length);
      copy = troupe_value_is (value, TROUPE_VALUE_STRING)
                 ? troupe_value_new_string (text->str, (gssize) text->len)
                 : troupe_value_new_bytes (text->str, text->len);
    }
  return troupe_cel_crewai_make_plain (self, copy);
}

/* Python's % formats a string with values. A string without placeholders remains unchanged if
 * the operand is a list or a map. */
static TroupeValue *
fill (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *text, TroupeValue *values)
{
  gsize length;
  const char *data = troupe_value_get_string (text, &length);

  if ((!troupe_value_is (values, TROUPE_VALUE_LIST) &&
       !troupe_value_is (values, TROUPE_VALUE_MAP) &&
       !troupe_value_is (values, TROUPE_VALUE_BYTES)) ||
      memchr (data, '%', length) != NULL)
    return troupe_cel_fail_operator (self, node, text, values);
  if (!troupe_cel_allocate (self, node, length))
    return NULL;
  return troupe_cel_crewai_make_plain (self, troupe_value_new_string (data, (gssize) length));
}

/* Rounds to microseconds, half to even, as Python does. */
static TroupeValue *
make_duration (TroupeCelEvaluation *self, const TroupeCelNode *node, double microseconds)
{
  gint64 whole;

  /* Python's limit is 999,999,999 days. */
  if (!(fabs (microseconds) < 999999999.0 * 86400e6))
    return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_OVERFLOW,
                            troupe_cel_node_get_sign (node));
  whole = (gint64) rint (microseconds);
  return troupe_cel_crewai_make_plain (
      self,
      troupe_value_new_duration (whole / G_USEC_PER_SEC, (gint32) (whole % G_USEC_PER_SEC) * 1000));
}

static double
get_microseconds (const TroupeValue *duration)
{
  return (double) troupe_value_get_seconds (duration) * 1e6 +
         troupe_value_get_nanoseconds (duration) / 1000;
}

/* Calculates with durations. The product, quotient, remainder and difference follow Python; only
 * + does not. */
static TroupeValue *
calculate_durations (TroupeCelEvaluation *self,
                     const TroupeCelNode *node,
                     TroupeValue *a,
                     TroupeValue *b)
{
  gboolean b_is_duration = troupe_value_is (b, TROUPE_VALUE_DURATION);
  gboolean b_is_number = is_integral (b) || troupe_value_is (b, TROUPE_VALUE_DOUBLE);
  double x = get_microseconds (a);
  double y = b_is_duration ? get_microseconds (b) : b_is_number ? get_real (b) : 1;

  if ((node->kind == TROUPE_CEL_NODE_DIVIDE || node->kind == TROUPE_CEL_NODE_REMAINDER) && y == 0)
    return fail_zero (self, node);
  if (node->kind == TROUPE_CEL_NODE_SUBTRACT && b_is_duration)
    return make_duration (self, node, x - y);
  if (node->kind == TROUPE_CEL_NODE_MULTIPLY && b_is_number)
    return make_duration (self, node, x * y);
  if (node->kind == TROUPE_CEL_NODE_DIVIDE && b_is_duration)
    return troupe_cel_crewai_make_plain (self, troupe_value_new_double (x / y));
  if (node->kind == TROUPE_CEL_NODE_DIVIDE && b_is_number)
    return make_duration (self, node, x / y);
  if (node->kind == TROUPE_CEL_NODE_REMAINDER && b_is_duration)
    return make_duration (self, node, python_modulo (x, y));
  return troupe_cel_calculate (self, node, a, b);
}

static gboolean
is_sequence (const TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_STRING) ||
         troupe_value_is (value, TROUPE_VALUE_BYTES) || troupe_value_is (value, TROUPE_VALUE_LIST);
}

static gboolean
is_number (const TroupeValue *value)
{
  return is_integral (value) || troupe_value_is (value, TROUPE_VALUE_DOUBLE);
}

TroupeValue *
troupe_cel_crewai_calculate (TroupeCelEvaluation *self,
                             const TroupeCelNode *node,
                             TroupeValue *a,
                             TroupeValue *b)
{
  if (is_number (a) && is_number (b))
    {
      if (is_integral (a) && is_integral (b))
        return calculate_integral (self, node, a, b);
      if (troupe_value_is (a, TROUPE_VALUE_DOUBLE) || troupe_value_is (a, TROUPE_VALUE_BOOLEAN) ||
          troupe_cel_crewai_is_plain (self, a))
        return calculate_doubles (self, node, a, b);
      if (troupe_value_is (a, TROUPE_VALUE_INTEGER))
        return divide_integer_by_double (self, node, a, b);
      return troupe_cel_fail_operator (self, node, a, b);
    }
  /* No other type supports division by a double, so Python calls the double's reflected
   * division, which checks for zero first. */
  if (node->kind == TROUPE_CEL_NODE_DIVIDE && troupe_value_is (b, TROUPE_VALUE_DOUBLE) &&
      troupe_value_get_double (b) == 0 && !troupe_cel_crewai_is_plain (self, b) &&
      !troupe_value_is (a, TROUPE_VALUE_DURATION))
    return troupe_value_new_double (INFINITY);
  if (node->kind == TROUPE_CEL_NODE_MULTIPLY)
    {
      TroupeValue *product;

      /* Multiplies a duration or sequence by a bool or number on either side. */
      self->failure.kind = TROUPE_CEL_FAILURE_NONE;
      if (troupe_value_is (b, TROUPE_VALUE_DURATION) &&
          (can_repeat (self, a) || troupe_value_is (a, TROUPE_VALUE_DOUBLE)))
        product = calculate_durations (self, node, b, a);
      else if (is_sequence (a) && can_repeat (self, b))
        product = repeat (self, node, a, b);
      else if (is_sequence (b) && can_repeat (self, a))
        product = repeat (self, node, b, a);
      else
        product = NULL;
      if (product != NULL || self->failure.kind != TROUPE_CEL_FAILURE_NONE)
        return product;
    }
  if (troupe_value_is (a, TROUPE_VALUE_TIMESTAMP) || troupe_value_is (b, TROUPE_VALUE_TIMESTAMP))
    return troupe_cel_calculate (self, node, a, b);
  switch (troupe_value_get_value_type (a))
    {
    case TROUPE_VALUE_STRING:
      return node->kind == TROUPE_CEL_NODE_REMAINDER ? fill (self, node, a, b)
                                                     : concatenate (self, node, a, b);
    case TROUPE_VALUE_BYTES:
    case TROUPE_VALUE_LIST:
      return concatenate (self, node, a, b);
    case TROUPE_VALUE_DURATION:
      return calculate_durations (self, node, a, b);
    default:
      return troupe_cel_calculate (self, node, a, b);
    }
}

TroupeValue *
troupe_cel_crewai_negate (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *value)
{
  TroupeValue *result;

  if (troupe_value_is (value, TROUPE_VALUE_DURATION))
    return troupe_cel_crewai_make_plain (
        self, troupe_value_new_duration (-troupe_value_get_seconds (value),
                                         -troupe_value_get_nanoseconds (value)));
  if (troupe_value_is (value, TROUPE_VALUE_INTEGER) && troupe_cel_crewai_is_plain (self, value))
    return make_endless (self, troupe_int128_negate (get_integral (value)));
  result = troupe_cel_negate (self, node, value);
  if (result != NULL && troupe_cel_crewai_is_plain (self, value))
    return troupe_cel_crewai_make_plain (self, result);
  return result;
}
