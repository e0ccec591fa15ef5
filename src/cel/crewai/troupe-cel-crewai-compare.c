/* troupe-cel-crewai-compare.c: equality and ordering of CrewAI's CEL evaluator
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-crewai-compare"

#include "config.h"

#include <math.h>

#include "troupe-cel-crewai.h"
#include "troupe-int128.h"

#define ORDER(a, b) ((a) < (b) ? -1 : (a) > (b) ? 1 : 0)

static gboolean
is_integral (TroupeValueType type)
{
  return type == TROUPE_VALUE_BOOLEAN || type == TROUPE_VALUE_INTEGER ||
         type == TROUPE_VALUE_UNSIGNED;
}

static gboolean
is_number (TroupeValueType type)
{
  return is_integral (type) || type == TROUPE_VALUE_DOUBLE;
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

/* Compares exactly, without rounding the integer. */
static int
compare_with_double (TroupeInt128 a, double b)
{
  TroupeInt128 whole;
  int order;

  if (b >= 18446744073709551616.0)
    return -1;
  if (b < -9223372036854775808.0)
    return 1;
  whole =
      b < 0 ? troupe_int128_from_integer ((gint64) b) : troupe_int128_from_unsigned ((guint64) b);
  order = troupe_int128_compare (a, whole);
  return order != 0 ? order : ORDER (0.0, b - trunc (b));
}

static TroupeCelAnswer
compare_numbers (const TroupeValue *a, const TroupeValue *b, int *order)
{
  gboolean a_is_double = troupe_value_is (a, TROUPE_VALUE_DOUBLE);
  gboolean b_is_double = troupe_value_is (b, TROUPE_VALUE_DOUBLE);
  double x = a_is_double ? troupe_value_get_double (a) : 0;
  double y = b_is_double ? troupe_value_get_double (b) : 0;

  if (isnan (x) || isnan (y))
    return TROUPE_CEL_NO;
  if (a_is_double && b_is_double)
    *order = ORDER (x, y);
  else if (a_is_double)
    *order = -compare_with_double (get_integral (b), x);
  else if (b_is_double)
    *order = compare_with_double (get_integral (a), y);
  else
    *order = troupe_int128_compare (get_integral (a), get_integral (b));
  return TROUPE_CEL_YES;
}

TroupeCelAnswer
troupe_cel_crewai_compare (TroupeCelEvaluation *self,
                           const TroupeValue *a,
                           const TroupeValue *b,
                           int *order)
{
  TroupeValueType type_a = troupe_value_get_value_type (a);
  TroupeValueType type_b = troupe_value_get_value_type (b);

  /* Only an int on the left requires an operand of the same type. */
  if (type_a == TROUPE_VALUE_INTEGER && type_b != TROUPE_VALUE_INTEGER &&
      !troupe_cel_crewai_is_plain (self, a))
    return TROUPE_CEL_FAILED;
  if (troupe_value_is (a, TROUPE_VALUE_DOUBLE) && troupe_value_is (b, TROUPE_VALUE_INTEGER) &&
      troupe_value_get_integer (b) == G_MININT64 &&
      troupe_value_get_double (a) <= -9223372036854775808.0 &&
      troupe_value_get_double (a) > -18446744073709551616.0)
    return TROUPE_CEL_FAILED;
  if (is_number (type_a) && is_number (type_b))
    return compare_numbers (a, b, order);
  if (type_a != type_b)
    return TROUPE_CEL_FAILED;
  return troupe_cel_compare (a, b, order);
}

/* Combines the answers of two elements, like && for == and like || for !=. Returns FALSE if
 * further elements cannot change the result. */
static gboolean
combine (TroupeCelAnswer *all, TroupeCelAnswer one, gboolean negated)
{
  TroupeCelAnswer deciding = negated ? TROUPE_CEL_YES : TROUPE_CEL_NO;

  if (*all == TROUPE_CEL_FAILED)
    {
      if (one == TROUPE_CEL_FAILED)
        return FALSE;
      *all = one == deciding ? deciding : TROUPE_CEL_FAILED;
    }
  else
    *all = one;
  return *all != deciding;
}

/* Compares like Python: the first elements that are not equal, or cannot be compared, determine
 * the result. */
static TroupeCelAnswer
compare_plain_lists (TroupeCelEvaluation *self,
                     const TroupeCelNode *node,
                     const TroupeValue *a,
                     const TroupeValue *b,
                     gboolean negated)
{
  for (gsize i = 0; i < troupe_value_list_get_length (a); i++)
    {
      const TroupeValue *item = troupe_value_list_get (a, i);
      const TroupeValue *other = troupe_value_list_get (b, i);
      TroupeCelAnswer one =
          item == other ? TROUPE_CEL_YES : troupe_cel_crewai_equal (self, node, item, other, FALSE);

      if (one == TROUPE_CEL_FAILED)
        return TROUPE_CEL_FAILED;
      if (one == TROUPE_CEL_NO)
        return negated ? TROUPE_CEL_YES : TROUPE_CEL_NO;
    }
  return negated ? TROUPE_CEL_NO : TROUPE_CEL_YES;
}

static TroupeCelAnswer
compare_lists (TroupeCelEvaluation *self,
               const TroupeCelNode *node,
               const TroupeValue *a,
               const TroupeValue *b,
               gboolean negated)
{
  gsize length = troupe_value_list_get_length (a);
  TroupeCelAnswer all = negated ? TROUPE_CEL_NO : TROUPE_CEL_YES;

  g_assert (self != NULL);

  if (length != troupe_value_list_get_length (b))
    return negated ? TROUPE_CEL_YES : TROUPE_CEL_NO;
  if (troupe_cel_crewai_is_plain (self, a))
    {
      /* Python calls the comparison method of the subclass, which is the wrapped list. */
      if (!troupe_cel_crewai_is_plain (self, b))
        return compare_lists (self, node, b, a, negated);
      return compare_plain_lists (self, node, a, b, negated);
    }
  for (gsize i = 0; i < length; i++)
    {
      TroupeCelAnswer one = troupe_cel_crewai_equal (self, node, troupe_value_list_get (a, i),
                                                     troupe_value_list_get (b, i), negated);

      if (one == TROUPE_CEL_FAILED && troupe_cel_failure_is_limit (&self->failure))
        return TROUPE_CEL_FAILED;
      if (!combine (&all, one, negated))
        break;
    }
  return all;
}

/* In CrewAI's evaluator an int key and an equal uint key collide, but cannot be compared. */
static gboolean
are_keys_comparable (const TroupeValue *map, const TroupeValue *key)
{
  TroupeValueType type = troupe_value_get_value_type (key);

  if (!is_integral (type))
    return TRUE;
  for (gsize i = 0; i < troupe_value_map_get_size (map); i++)
    {
      const TroupeValue *other = troupe_value_map_get_key (map, i);

      if (is_integral (troupe_value_get_value_type (other)) &&
          troupe_int128_compare (get_integral (other), get_integral (key)) == 0)
        return troupe_value_is (other, type);
    }
  return TRUE;
}

static TroupeCelAnswer
compare_maps (TroupeCelEvaluation *self,
              const TroupeCelNode *node,
              const TroupeValue *a,
              const TroupeValue *b,
              gboolean negated)
{
  gsize size = troupe_value_map_get_size (a);
  TroupeCelAnswer different = negated ? TROUPE_CEL_YES : TROUPE_CEL_NO;
  TroupeCelAnswer all = negated ? TROUPE_CEL_NO : TROUPE_CEL_YES;

  g_assert (self != NULL);

  if (size != troupe_value_map_get_size (b))
    return different;
  for (gsize i = 0; i < size; i++)
    {
      const TroupeValue *key = troupe_value_map_get_key (a, i);

      if (!are_keys_comparable (b, key))
        return TROUPE_CEL_FAILED;
      if (troupe_value_map_lookup (b, key) == NULL)
        return different;
    }
  for (gsize i = 0; i < size; i++)
    {
      const TroupeValue *key = troupe_value_map_get_key (a, i);
      TroupeCelAnswer one = troupe_cel_crewai_equal (self, node, troupe_value_map_get_value (a, i),
                                                     troupe_value_map_lookup (b, key), negated);

      if (one == TROUPE_CEL_FAILED && troupe_cel_failure_is_limit (&self->failure))
        return TROUPE_CEL_FAILED;
      if (!combine (&all, one, negated))
        break;
    }
  return all;
}

/* Returns TRUE if a value of this type cannot be compared with other types. */
static gboolean
is_strict (TroupeCelEvaluation *self, const TroupeValue *value)
{
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_UNSIGNED:
      return TRUE;
    case TROUPE_VALUE_INTEGER:
    case TROUPE_VALUE_DOUBLE:
    case TROUPE_VALUE_LIST:
      return !troupe_cel_crewai_is_plain (self, value);
    case TROUPE_VALUE_MAP:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Returns TRUE if numbers of these different types can be compared. */
static gboolean
are_numbers_comparable (TroupeCelEvaluation *self, const TroupeValue *a, const TroupeValue *b)
{
  TroupeValueType type_b = troupe_value_get_value_type (b);

  switch (troupe_value_get_value_type (a))
    {
    case TROUPE_VALUE_INTEGER:
      if (is_strict (self, a))
        return FALSE;
      G_GNUC_FALLTHROUGH;
    case TROUPE_VALUE_BOOLEAN:
      return is_integral (type_b) || !is_strict (self, b);
    case TROUPE_VALUE_DOUBLE:
      return !is_strict (self, a);
    default:
      return type_b == TROUPE_VALUE_INTEGER && !is_strict (self, b);
    }
}

/* Compares values of different types. */
static TroupeCelAnswer
compare_kinds (TroupeCelEvaluation *self,
               const TroupeValue *a,
               const TroupeValue *b,
               gboolean negated)
{
  TroupeValueType type_a = troupe_value_get_value_type (a);
  TroupeValueType type_b = troupe_value_get_value_type (b);
  const TroupeValue *other = type_a == TROUPE_VALUE_NULL ? b : a;
  int order = 1;

  if (is_number (type_a) && is_number (type_b))
    {
      if (!are_numbers_comparable (self, a, b))
        return TROUPE_CEL_FAILED;
      return (compare_numbers (a, b, &order) == TROUPE_CEL_YES && order == 0) != negated;
    }
  /* Lists and maps can be compared with null, but only by ==. */
  if ((type_a == TROUPE_VALUE_NULL || type_b == TROUPE_VALUE_NULL) &&
      (troupe_value_is (other, TROUPE_VALUE_LIST) || troupe_value_is (other, TROUPE_VALUE_MAP)))
    return !negated ? TROUPE_CEL_NO : is_strict (self, other) ? TROUPE_CEL_FAILED : TROUPE_CEL_YES;
  if (is_strict (self, a) || is_strict (self, b))
    return TROUPE_CEL_FAILED;
  return negated ? TROUPE_CEL_YES : TROUPE_CEL_NO;
}

/* Returns the answer to `a == b`, or to `a != b` if @negated. The two answers are not always the
 * negation of each other. */
TroupeCelAnswer
troupe_cel_crewai_equal (TroupeCelEvaluation *self,
                         const TroupeCelNode *node,
                         const TroupeValue *a,
                         const TroupeValue *b,
                         gboolean negated)
{
  TroupeCelAnswer answer;
  int order = 1;

  if (!troupe_cel_spend (self, node, 1))
    return TROUPE_CEL_FAILED;
  if (!troupe_value_is (a, troupe_value_get_value_type (b)))
    answer = compare_kinds (self, a, b, negated);
  else if (troupe_value_is (a, TROUPE_VALUE_LIST))
    answer = compare_lists (self, node, a, b, negated);
  else if (troupe_value_is (a, TROUPE_VALUE_MAP))
    answer = compare_maps (self, node, a, b, negated);
  else if (troupe_value_is (a, TROUPE_VALUE_DOUBLE) || troupe_value_is (a, TROUPE_VALUE_BOOLEAN))
    answer = (compare_numbers (a, b, &order) == TROUPE_CEL_YES && order == 0) != negated;
  else
    answer = (troupe_cel_equal (self, node, a, b) == TROUPE_CEL_YES) != negated;
  if (answer == TROUPE_CEL_FAILED && self->steps_left > 0)
    troupe_cel_fail_operator (self, node, (TroupeValue *) a, (TroupeValue *) b);
  return answer;
}

TroupeValue *
troupe_cel_crewai_evaluate_equality (TroupeCelEvaluation *self,
                                     const TroupeCelNode *node,
                                     const TroupeValue *a,
                                     const TroupeValue *b)
{
  TroupeCelAnswer answer =
      troupe_cel_crewai_equal (self, node, a, b, node->kind == TROUPE_CEL_NODE_UNEQUAL);

  return answer == TROUPE_CEL_FAILED ? NULL : troupe_value_new_boolean (answer == TROUPE_CEL_YES);
}

/* An element that cannot be compared is an error, unless another element is equal. */
static TroupeCelAnswer
search (TroupeCelEvaluation *self,
        const TroupeCelNode *node,
        TroupeValue *element,
        TroupeValue *container)
{
  gboolean is_map = troupe_value_is (container, TROUPE_VALUE_MAP);
  gsize length =
      is_map ? troupe_value_map_get_size (container) : troupe_value_list_get_length (container);
  TroupeCelAnswer result = TROUPE_CEL_NO;

  g_assert (self != NULL);

  for (gsize i = 0; i < length; i++)
    {
      const TroupeValue *candidate =
          is_map ? troupe_cel_crewai_get_key (self, troupe_value_map_get_key (container, i))
                 : troupe_value_list_get (container, i);
      TroupeCelAnswer answer = troupe_cel_crewai_equal (self, node, candidate, element, FALSE);

      if (answer == TROUPE_CEL_YES)
        return TROUPE_CEL_YES;
      if (answer == TROUPE_CEL_FAILED)
        {
          if (troupe_cel_failure_is_limit (&self->failure))
            return TROUPE_CEL_FAILED;
          result = TROUPE_CEL_FAILED;
        }
    }
  return result;
}

TroupeCelAnswer
troupe_cel_crewai_contains (TroupeCelEvaluation *self,
                            const TroupeCelNode *node,
                            TroupeValue *element,
                            TroupeValue *container)
{
  g_autoptr (TroupeValue) letters = NULL;

  switch (troupe_value_get_value_type (container))
    {
    case TROUPE_VALUE_MAP:
      /* Keys of data are always strings, and strings are hashed. */
      if (troupe_value_is (element, TROUPE_VALUE_STRING) &&
          troupe_value_map_lookup (container, element) != NULL)
        return TROUPE_CEL_YES;
      G_GNUC_FALLTHROUGH;
    case TROUPE_VALUE_LIST:
      return search (self, node, element, container);
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_BYTES:
      letters = troupe_cel_crewai_iterate (self, node, container);
      return letters == NULL ? TROUPE_CEL_FAILED : search (self, node, element, letters);
    default:
      troupe_cel_fail_operator (self, node, element, container);
      return TROUPE_CEL_FAILED;
    }
}
