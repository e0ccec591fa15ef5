/* troupe-cel-crewai-arithmetic.c: + - * / % as CrewAI's evaluator has them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-crewai-arithmetic"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-cel-crewai.h"

static gboolean
is_integral (const TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_BOOLEAN) ||
         troupe_value_is (value, TROUPE_VALUE_INTEGER) ||
         troupe_value_is (value, TROUPE_VALUE_UNSIGNED);
}

static __int128
get_integral (const TroupeValue *value)
{
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_BOOLEAN:
      return troupe_value_get_boolean (value) ? 1 : 0;
    case TROUPE_VALUE_UNSIGNED:
      return troupe_value_get_unsigned (value);
    default:
      return troupe_value_get_integer (value);
    }
}

static double
get_real (const TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_DOUBLE) ? troupe_value_get_double (value)
                                                      : (double) get_integral (value);
}

static TroupeValue *
fail_zero (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_ZERO, troupe_cel_node_get_sign (node));
}

static TroupeValue *
make_integral (TroupeCelEvaluation *self,
               const TroupeCelNode *node,
               __int128 number,
               gboolean is_unsigned)
{
  if (is_unsigned && number >= 0 && number <= (__int128) G_MAXUINT64)
    return troupe_value_new_unsigned ((guint64) number);
  if (!is_unsigned && number >= G_MININT64 && number <= G_MAXINT64)
    return troupe_value_new_integer ((gint64) number);
  return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_OVERFLOW, troupe_cel_node_get_sign (node));
}

/* What bools and plain ints give is Python's own integer, which has no end. */
static TroupeValue *
make_endless (TroupeCelEvaluation *self, __int128 number)
{
  char buffer[48];
  char *here = buffer + sizeof buffer;
  gboolean is_negative = number < 0;

  if (number >= G_MININT64 && number <= G_MAXINT64)
    return troupe_cel_crewai_make_plain (self, troupe_value_new_integer ((gint64) number));
  *--here = '\0';
  for (; number != 0; number /= 10)
    *--here = (char) ('0' + (int) (is_negative ? -(number % 10) : number % 10));
  if (is_negative)
    *--here = '-';
  return troupe_value_new_big_integer (here, -1);
}

/* The quotient or remainder: an int on either side rounds to zero, the others round down, as Python does. */
static __int128
divide (TroupeCelNodeKind kind, __int128 a, __int128 b, gboolean rounds_down)
{
  gboolean is_below = rounds_down && a % b != 0 && (a < 0) != (b < 0);

  if (kind == TROUPE_CEL_NODE_DIVIDE)
    return a / b - (is_below ? 1 : 0);
  return a % b + (is_below ? b : 0);
}

/* An int or uint gives its own kind, also behind a plain int, but not behind a bool. */
static TroupeValue *
calculate_integral (TroupeCelEvaluation *self,
                    const TroupeCelNode *node,
                    TroupeValue *left,
                    TroupeValue *right)
{
  __int128 a = get_integral (left);
  __int128 b = get_integral (right);
  gboolean left_is_plain = troupe_cel_crewai_is_plain (self, left);
  TroupeValue *model = left_is_plain ? right : left;
  gboolean is_unsigned = troupe_value_is (model, TROUPE_VALUE_UNSIGNED);
  gboolean is_wrapped = is_unsigned || (troupe_value_is (model, TROUPE_VALUE_INTEGER) &&
                                        !troupe_cel_crewai_is_plain (self, model));
  __int128 result;

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
      if (b == 0)
        return fail_zero (self, node);
      if (node->kind == TROUPE_CEL_NODE_DIVIDE && !is_wrapped)
        return troupe_cel_crewai_make_plain (self,
                                             troupe_value_new_double ((double) a / (double) b));
      result = divide (node->kind, a, b, is_unsigned || !is_wrapped);
      break;
    }
  return is_wrapped ? make_integral (self, node, result, is_unsigned) : make_endless (self, result);
}

/* Only / and % take a double behind an int, and cut the result. */
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
    result = floor (fabs (a) / fabs (b)) * (b < 0 ? -1 : 1);
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

/* A wrapped double knows no % and gives infinity for a division by zero; a plain one is Python's. */
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

/* A list of its own with the same elements, or with none. */
static TroupeValue *
repeat_list (TroupeValue *list, gsize length)
{
  g_autofree TroupeValue **items = g_new (TroupeValue *, length + 1);

  for (gsize i = 0; i < length; i++)
    items[i] = troupe_value_ref (troupe_value_list_get (list, i));
  return troupe_value_new_list (items, length);
}

/* Python repeats a text or list so often; only a bool gets through to that. */
static TroupeValue *
repeat (TroupeCelEvaluation *self,
        const TroupeCelNode *node,
        TroupeValue *value,
        TroupeValue *times)
{
  gboolean is_list = troupe_value_is (value, TROUPE_VALUE_LIST);
  gsize length = 0;
  const char *data = NULL;
  TroupeValue *copy;

  if (is_list)
    length = troupe_value_list_get_length (value);
  else
    data = troupe_value_get_string (value, &length);
  if (!troupe_value_get_boolean (times))
    length = 0;
  if (!troupe_cel_allocate (self, node, is_list ? length * sizeof value : length))
    return NULL;
  if (is_list)
    copy = repeat_list (value, length);
  else if (troupe_value_is (value, TROUPE_VALUE_STRING))
    copy = troupe_value_new_string (data, (gssize) length);
  else
    copy = troupe_value_new_bytes (data, length);
  return troupe_cel_crewai_make_plain (self, copy);
}

/* Python fills a text with values; one without a gap stays as it is beside a list or a map. */
static TroupeValue *
fill (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *text, TroupeValue *values)
{
  gsize length;
  const char *data = troupe_value_get_string (text, &length);

  if ((!troupe_value_is (values, TROUPE_VALUE_LIST) &&
       !troupe_value_is (values, TROUPE_VALUE_MAP)) ||
      memchr (data, '%', length) != NULL)
    return troupe_cel_fail_operator (self, node, text, values);
  if (!troupe_cel_allocate (self, node, length))
    return NULL;
  return troupe_cel_crewai_make_plain (self, troupe_value_new_string (data, (gssize) length));
}

/* The difference of two durations, and a multiple of one, are Python's own. */
static TroupeValue *
calculate_durations (TroupeCelEvaluation *self,
                     const TroupeCelNode *node,
                     TroupeValue *a,
                     TroupeValue *b)
{
  __int128 unit = 1000000000;
  __int128 total = troupe_value_get_seconds (a) * unit + troupe_value_get_nanoseconds (a);

  if (node->kind == TROUPE_CEL_NODE_MULTIPLY && is_integral (b))
    {
      if (get_integral (b) > G_MAXINT32 || get_integral (b) < G_MININT32)
        return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_OVERFLOW, "*");
      total *= get_integral (b);
    }
  else if (node->kind == TROUPE_CEL_NODE_SUBTRACT && troupe_value_is (b, TROUPE_VALUE_DURATION))
    total -= troupe_value_get_seconds (b) * unit + troupe_value_get_nanoseconds (b);
  else
    return troupe_cel_calculate (self, node, a, b);
  /* 999,999,999 days is Python's own limit. */
  if (total > 999999999 * unit * 86400 || total < -999999999 * unit * 86400)
    return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_OVERFLOW,
                            troupe_cel_node_get_sign (node));
  return troupe_cel_crewai_make_plain (self, troupe_value_new_duration ((gint64) (total / unit),
                                                                        (gint32) (total % unit)));
}

/* A timestamp keeps its offset when time is added to it. */
static TroupeValue *
calculate_timestamps (TroupeCelEvaluation *self,
                      const TroupeCelNode *node,
                      TroupeValue *a,
                      TroupeValue *b)
{
  TroupeValue *result = troupe_cel_calculate (self, node, a, b);
  TroupeValue *instant = troupe_value_is (a, TROUPE_VALUE_TIMESTAMP) ? a : b;

  if (result != NULL && troupe_value_is (result, TROUPE_VALUE_TIMESTAMP))
    troupe_cel_crewai_set_offset (self, result, troupe_cel_crewai_get_offset (self, instant));
  return result;
}

static gboolean
is_sequence (const TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_STRING) ||
         troupe_value_is (value, TROUPE_VALUE_BYTES) || troupe_value_is (value, TROUPE_VALUE_LIST);
}

TroupeValue *
troupe_cel_crewai_calculate (TroupeCelEvaluation *self,
                             const TroupeCelNode *node,
                             TroupeValue *a,
                             TroupeValue *b)
{
  gboolean a_is_integral = is_integral (a);
  gboolean b_is_integral = is_integral (b);

  if (a_is_integral && b_is_integral)
    return calculate_integral (self, node, a, b);
  if (troupe_value_is (a, TROUPE_VALUE_DOUBLE) &&
      (b_is_integral || troupe_value_is (b, TROUPE_VALUE_DOUBLE)))
    return calculate_doubles (self, node, a, b);
  if (a_is_integral && troupe_value_is (b, TROUPE_VALUE_DOUBLE))
    {
      if (troupe_value_is (a, TROUPE_VALUE_BOOLEAN) || troupe_cel_crewai_is_plain (self, a))
        return calculate_doubles (self, node, a, b);
      if (troupe_value_is (a, TROUPE_VALUE_INTEGER))
        return divide_integer_by_double (self, node, a, b);
      return troupe_cel_fail_operator (self, node, a, b);
    }
  /* Nobody else divides by a double, so its own division is asked, and that looks at zero first. */
  if (node->kind == TROUPE_CEL_NODE_DIVIDE && troupe_value_is (b, TROUPE_VALUE_DOUBLE) &&
      troupe_value_get_double (b) == 0 && !troupe_cel_crewai_is_plain (self, b) &&
      !troupe_value_is (a, TROUPE_VALUE_DURATION))
    return troupe_value_new_double (INFINITY);
  if (node->kind == TROUPE_CEL_NODE_MULTIPLY)
    {
      if (is_sequence (a) && troupe_value_is (b, TROUPE_VALUE_BOOLEAN))
        return repeat (self, node, a, b);
      if (is_sequence (b) && troupe_value_is (a, TROUPE_VALUE_BOOLEAN))
        return repeat (self, node, b, a);
    }
  if (troupe_value_is (a, TROUPE_VALUE_TIMESTAMP) || troupe_value_is (b, TROUPE_VALUE_TIMESTAMP))
    return calculate_timestamps (self, node, a, b);
  switch (troupe_value_get_value_type (a))
    {
    case TROUPE_VALUE_STRING:
      if (node->kind == TROUPE_CEL_NODE_REMAINDER)
        return fill (self, node, a, b);
      return concatenate (self, node, a, b);
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
  result = troupe_cel_negate (self, node, value);
  if (result != NULL && troupe_cel_crewai_is_plain (self, value))
    return troupe_cel_crewai_make_plain (self, result);
  return result;
}
