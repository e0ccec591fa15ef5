/* troupe-cel-math.c: CEL math extension
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-math"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-cel-extension.h"
#include "troupe-cel-operators.h"

static TroupeValue *
fail (TroupeCelEvaluation *self,
      const TroupeCelNode *node,
      TroupeValue **arguments,
      guint n_arguments)
{
  return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, node->name, arguments,
                                n_arguments);
}

/* Implements math.greatest and math.least, which compare the arguments or the elements of a
 * single list. */
static TroupeValue *
call_extreme (TroupeCelEvaluation *self,
              const TroupeCelNode *node,
              TroupeValue **arguments,
              guint n_arguments)
{
  gboolean is_list = n_arguments == 1 && troupe_value_is (arguments[0], TROUPE_VALUE_LIST);
  gsize length = is_list ? troupe_value_list_get_length (arguments[0]) : n_arguments;
  int wanted = strcmp (node->name, "math.least") == 0 ? -1 : 1;
  TroupeValue *found = NULL;

  if (!troupe_cel_spend (self, node, length))
    return NULL;
  for (gsize i = 0; i < length; i++)
    {
      TroupeValue *item = is_list ? troupe_value_list_get (arguments[0], i) : arguments[i];
      int order = 0;

      if (!troupe_value_is (item, TROUPE_VALUE_INTEGER) &&
          !troupe_value_is (item, TROUPE_VALUE_UNSIGNED) &&
          !troupe_value_is (item, TROUPE_VALUE_DOUBLE))
        return fail (self, node, &item, 1);
      if (found != NULL)
        troupe_cel_compare (item, found, &order);
      if (found == NULL || (order < 0 ? -1 : order > 0 ? 1 : 0) == wanted)
        found = item;
    }
  return found == NULL ? fail (self, node, arguments, n_arguments) : troupe_value_ref (found);
}

static TroupeValue *
call_rounding (TroupeCelEvaluation *self,
               const TroupeCelNode *node,
               TroupeValue **arguments,
               guint n_arguments)
{
  double number;

  if (!troupe_value_is (arguments[0], TROUPE_VALUE_DOUBLE))
    return fail (self, node, arguments, n_arguments);
  number = troupe_value_get_double (arguments[0]);
  switch (node->name[strlen ("math.")])
    {
    case 'c':
      return troupe_value_new_double (ceil (number));
    case 'f':
      return troupe_value_new_double (floor (number));
    case 'r':
      return troupe_value_new_double (round (number));
    default:
      return troupe_value_new_double (trunc (number));
    }
}

static TroupeValue *
call_test (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments)
{
  double number;

  if (!troupe_value_is (arguments[0], TROUPE_VALUE_DOUBLE))
    return fail (self, node, arguments, n_arguments);
  number = troupe_value_get_double (arguments[0]);
  if (strcmp (node->name, "math.isNaN") == 0)
    return troupe_value_new_boolean (isnan (number));
  if (strcmp (node->name, "math.isInf") == 0)
    return troupe_value_new_boolean (isinf (number));
  return troupe_value_new_boolean (isfinite (number));
}

static TroupeValue *
call_abs (TroupeCelEvaluation *self,
          const TroupeCelNode *node,
          TroupeValue **arguments,
          guint n_arguments)
{
  switch (troupe_value_get_value_type (arguments[0]))
    {
    case TROUPE_VALUE_UNSIGNED:
      return troupe_value_ref (arguments[0]);
    case TROUPE_VALUE_INTEGER:
      if (troupe_value_get_integer (arguments[0]) == G_MININT64)
        return troupe_cel_fail (self, node, TROUPE_CEL_FAILURE_OVERFLOW, node->name);
      return troupe_value_new_integer (ABS (troupe_value_get_integer (arguments[0])));
    case TROUPE_VALUE_DOUBLE:
      return troupe_value_new_double (fabs (troupe_value_get_double (arguments[0])));
    default:
      return fail (self, node, arguments, n_arguments);
    }
}

static TroupeValue *
call_sign (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments)
{
  gint64 integer;
  double number;

  switch (troupe_value_get_value_type (arguments[0]))
    {
    case TROUPE_VALUE_UNSIGNED:
      return troupe_value_new_unsigned (troupe_value_get_unsigned (arguments[0]) > 0 ? 1 : 0);
    case TROUPE_VALUE_INTEGER:
      integer = troupe_value_get_integer (arguments[0]);
      return troupe_value_new_integer ((integer > 0) - (integer < 0));
    case TROUPE_VALUE_DOUBLE:
      number = troupe_value_get_double (arguments[0]);
      if (isnan (number))
        return troupe_value_ref (arguments[0]);
      return troupe_value_new_double ((number > 0) - (number < 0));
    default:
      return fail (self, node, arguments, n_arguments);
    }
}

static TroupeValue *
call_sqrt (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments)
{
  switch (troupe_value_get_value_type (arguments[0]))
    {
    case TROUPE_VALUE_UNSIGNED:
      return troupe_value_new_double (sqrt ((double) troupe_value_get_unsigned (arguments[0])));
    case TROUPE_VALUE_INTEGER:
      return troupe_value_new_double (sqrt ((double) troupe_value_get_integer (arguments[0])));
    case TROUPE_VALUE_DOUBLE:
      return troupe_value_new_double (sqrt (troupe_value_get_double (arguments[0])));
    default:
      return fail (self, node, arguments, n_arguments);
    }
}

/* --- Bit operations --------------------------------------------------------------------------- */

static gboolean
get_bits (const TroupeValue *value, guint64 *bits)
{
  if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    *bits = (guint64) troupe_value_get_integer (value);
  else if (troupe_value_is (value, TROUPE_VALUE_UNSIGNED))
    *bits = troupe_value_get_unsigned (value);
  else
    return FALSE;
  return TRUE;
}

/* Creates a value of the same type as @model. */
static TroupeValue *
new_of_bits (const TroupeValue *model, guint64 bits)
{
  if (troupe_value_is (model, TROUPE_VALUE_UNSIGNED))
    return troupe_value_new_unsigned (bits);
  return troupe_value_new_integer ((gint64) bits);
}

static TroupeValue *
call_bits (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments)
{
  guint64 a, b;

  if (!get_bits (arguments[0], &a) || !get_bits (arguments[1], &b) ||
      !troupe_value_is (arguments[0], troupe_value_get_value_type (arguments[1])))
    return fail (self, node, arguments, n_arguments);
  if (strcmp (node->name, "math.bitAnd") == 0)
    return new_of_bits (arguments[0], a & b);
  if (strcmp (node->name, "math.bitOr") == 0)
    return new_of_bits (arguments[0], a | b);
  return new_of_bits (arguments[0], a ^ b);
}

static TroupeValue *
call_bit_not (TroupeCelEvaluation *self,
              const TroupeCelNode *node,
              TroupeValue **arguments,
              guint n_arguments)
{
  guint64 bits;

  if (!get_bits (arguments[0], &bits))
    return fail (self, node, arguments, n_arguments);
  return new_of_bits (arguments[0], ~bits);
}

/* A right shift is logical: it does not extend the sign. */
static TroupeValue *
call_shift (TroupeCelEvaluation *self,
            const TroupeCelNode *node,
            TroupeValue **arguments,
            guint n_arguments)
{
  guint64 bits;
  gint64 distance;

  if (!get_bits (arguments[0], &bits) || !troupe_value_is (arguments[1], TROUPE_VALUE_INTEGER))
    return fail (self, node, arguments, n_arguments);
  distance = troupe_value_get_integer (arguments[1]);
  if (distance < 0)
    return troupe_cel_fail_value (self, node, TROUPE_CEL_FAILURE_INDEX, NULL, arguments[1]);
  if (distance >= 64)
    return new_of_bits (arguments[0], 0);
  return new_of_bits (arguments[0], strcmp (node->name, "math.bitShiftLeft") == 0
                                        ? bits << distance
                                        : bits >> distance);
}

const TroupeCelExtension *
troupe_cel_math_get_functions (void)
{
  static const TroupeCelExtension functions[] = {
    { "math.greatest", 1, G_MAXUINT, call_extreme },
    { "math.least", 1, G_MAXUINT, call_extreme },
    { "math.ceil", 1, 1, call_rounding },
    { "math.floor", 1, 1, call_rounding },
    { "math.round", 1, 1, call_rounding },
    { "math.trunc", 1, 1, call_rounding },
    { "math.isNaN", 1, 1, call_test },
    { "math.isInf", 1, 1, call_test },
    { "math.isFinite", 1, 1, call_test },
    { "math.abs", 1, 1, call_abs },
    { "math.sign", 1, 1, call_sign },
    { "math.sqrt", 1, 1, call_sqrt },
    { "math.bitAnd", 2, 2, call_bits },
    { "math.bitOr", 2, 2, call_bits },
    { "math.bitXor", 2, 2, call_bits },
    { "math.bitNot", 1, 1, call_bit_not },
    { "math.bitShiftLeft", 2, 2, call_shift },
    { "math.bitShiftRight", 2, 2, call_shift },
    { NULL },
  };

  return functions;
}
