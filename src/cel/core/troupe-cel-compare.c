/* troupe-cel-compare.c: equality, ordering and membership of the CEL specification
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-compare"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-cel-extension.h"
#include "troupe-cel-operators.h"

static inline gboolean
is_number (TroupeValueType type)
{
  return type == TROUPE_VALUE_INTEGER || type == TROUPE_VALUE_UNSIGNED ||
         type == TROUPE_VALUE_DOUBLE;
}

#define ORDER(a, b) ((a) < (b) ? -1 : (a) > (b) ? 1 : 0)

/* The conformance tests require that the integer is rounded to a double (`9223372036854775807`
 * is not less than `9223372036854775808.0`). A double outside the range of the integer is less
 * or greater accordingly. */
static TroupeCelAnswer
compare_with_double (const TroupeValue *a, double b, int *order)
{
  if (isnan (b))
    return TROUPE_CEL_NO;
  if (troupe_value_is (a, TROUPE_VALUE_INTEGER))
    *order = ORDER ((double) troupe_value_get_integer (a), b);
  else
    *order = ORDER ((double) troupe_value_get_unsigned (a), b);
  return TROUPE_CEL_YES;
}

static TroupeCelAnswer
compare_numbers (const TroupeValue *a, const TroupeValue *b, int *order)
{
  TroupeValueType type_a = troupe_value_get_value_type (a);
  TroupeValueType type_b = troupe_value_get_value_type (b);

  if (type_a == TROUPE_VALUE_DOUBLE && type_b == TROUPE_VALUE_DOUBLE)
    {
      double x = troupe_value_get_double (a);
      double y = troupe_value_get_double (b);

      *order = ORDER (x, y);
      return isnan (x) || isnan (y) ? TROUPE_CEL_NO : TROUPE_CEL_YES;
    }
  if (type_b == TROUPE_VALUE_DOUBLE)
    return compare_with_double (a, troupe_value_get_double (b), order);
  if (type_a == TROUPE_VALUE_DOUBLE)
    {
      TroupeCelAnswer answer = compare_with_double (b, troupe_value_get_double (a), order);

      *order = -*order;
      return answer;
    }
  if (type_a == TROUPE_VALUE_INTEGER && troupe_value_get_integer (a) < 0)
    *order = type_b == TROUPE_VALUE_INTEGER
                 ? ORDER (troupe_value_get_integer (a), troupe_value_get_integer (b))
                 : -1;
  else if (type_b == TROUPE_VALUE_INTEGER && troupe_value_get_integer (b) < 0)
    *order = 1;
  else
    {
      guint64 x = type_a == TROUPE_VALUE_INTEGER ? (guint64) troupe_value_get_integer (a)
                                                 : troupe_value_get_unsigned (a);
      guint64 y = type_b == TROUPE_VALUE_INTEGER ? (guint64) troupe_value_get_integer (b)
                                                 : troupe_value_get_unsigned (b);

      *order = ORDER (x, y);
    }
  return TROUPE_CEL_YES;
}

/* Compares the bytes, because UTF-8 preserves the order of code points. */
static int
compare_text (const TroupeValue *a, const TroupeValue *b)
{
  gsize length_a, length_b;
  const char *text_a = troupe_value_get_string (a, &length_a);
  const char *text_b = troupe_value_get_string (b, &length_b);
  int order = memcmp (text_a, text_b, MIN (length_a, length_b));

  return order != 0 ? order : ORDER (length_a, length_b);
}

TroupeCelAnswer
troupe_cel_compare (const TroupeValue *a, const TroupeValue *b, int *order)
{
  TroupeValueType type_a = troupe_value_get_value_type (a);
  TroupeValueType type_b = troupe_value_get_value_type (b);

  if (is_number (type_a) && is_number (type_b))
    return compare_numbers (a, b, order);
  if (type_a != type_b)
    return TROUPE_CEL_FAILED;
  switch (type_a)
    {
    case TROUPE_VALUE_BOOLEAN:
      *order = troupe_value_get_boolean (a) - troupe_value_get_boolean (b);
      return TROUPE_CEL_YES;
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_BYTES:
      *order = compare_text (a, b);
      return TROUPE_CEL_YES;
    case TROUPE_VALUE_TIMESTAMP:
    case TROUPE_VALUE_DURATION:
      {
        int by_seconds = ORDER (troupe_value_get_seconds (a), troupe_value_get_seconds (b));

        *order = by_seconds != 0
                     ? by_seconds
                     : ORDER (troupe_value_get_nanoseconds (a), troupe_value_get_nanoseconds (b));
        return TROUPE_CEL_YES;
      }
    default:
      return TROUPE_CEL_FAILED;
    }
}

static TroupeCelAnswer
lists_equal (TroupeCelEvaluation *self,
             const TroupeCelNode *node,
             const TroupeValue *a,
             const TroupeValue *b)
{
  gsize length = troupe_value_list_get_length (a);

  if (length != troupe_value_list_get_length (b))
    return TROUPE_CEL_NO;
  for (gsize i = 0; i < length; i++)
    {
      TroupeCelAnswer answer =
          troupe_cel_equal (self, node, troupe_value_list_get (a, i), troupe_value_list_get (b, i));

      if (answer != TROUPE_CEL_YES)
        return answer;
    }
  return TROUPE_CEL_YES;
}

static TroupeCelAnswer
maps_equal (TroupeCelEvaluation *self,
            const TroupeCelNode *node,
            const TroupeValue *a,
            const TroupeValue *b)
{
  gsize size = troupe_value_map_get_size (a);

  if (size != troupe_value_map_get_size (b))
    return TROUPE_CEL_NO;
  for (gsize i = 0; i < size; i++)
    {
      const TroupeValue *other = troupe_value_map_lookup (b, troupe_value_map_get_key (a, i));
      TroupeCelAnswer answer;

      if (other == NULL)
        return TROUPE_CEL_NO;
      answer = troupe_cel_equal (self, node, troupe_value_map_get_value (a, i), other);
      if (answer != TROUPE_CEL_YES)
        return answer;
    }
  return TROUPE_CEL_YES;
}

/* Fails only if the budget is exhausted. This can occur because shared parts can make a small
 * value exponentially large. */
TroupeCelAnswer
troupe_cel_equal (TroupeCelEvaluation *self,
                  const TroupeCelNode *node,
                  const TroupeValue *a,
                  const TroupeValue *b)
{
  TroupeValueType type_a = troupe_value_get_value_type (a);
  TroupeValueType type_b = troupe_value_get_value_type (b);
  TroupeValue *content_a, *content_b;
  int order = 1;

  if (is_number (type_a) && is_number (type_b))
    return compare_numbers (a, b, &order) == TROUPE_CEL_YES && order == 0;
  if (type_a != type_b)
    return TROUPE_CEL_NO;
  if (!troupe_cel_spend (self, node, 1))
    return TROUPE_CEL_FAILED;
  switch (type_a)
    {
    case TROUPE_VALUE_LIST:
      return lists_equal (self, node, a, b);
    case TROUPE_VALUE_MAP:
      return maps_equal (self, node, a, b);
    case TROUPE_VALUE_NULL:
      return TROUPE_CEL_YES;
    case TROUPE_VALUE_TYPE:
      if (troupe_cel_optional_look (self, a, &content_a) &&
          troupe_cel_optional_look (self, b, &content_b))
        return content_a == NULL || content_b == NULL
                   ? content_a == content_b
                   : troupe_cel_equal (self, node, content_a, content_b);
      G_GNUC_FALLTHROUGH;
    case TROUPE_VALUE_BIG_INTEGER:
      return compare_text (a, b) == 0;
    default:
      return troupe_cel_compare (a, b, &order) == TROUPE_CEL_YES && order == 0;
    }
}

TroupeValue *
troupe_cel_key_from_double (double number)
{
  if (!(number == floor (number)))
    return NULL;
  if (number >= -9223372036854775808.0 && number < 9223372036854775808.0)
    return troupe_value_new_integer ((gint64) number);
  if (number >= 0 && number < 18446744073709551616.0)
    return troupe_value_new_unsigned ((guint64) number);
  return NULL;
}

TroupeCelAnswer
troupe_cel_contains (TroupeCelEvaluation *self,
                     const TroupeCelNode *node,
                     TroupeValue *element,
                     TroupeValue *container)
{
  gsize length;

  if (troupe_value_is (container, TROUPE_VALUE_MAP))
    {
      g_autoptr (TroupeValue) integral = NULL;

      switch (troupe_value_get_value_type (element))
        {
        case TROUPE_VALUE_DOUBLE:
          integral = troupe_cel_key_from_double (troupe_value_get_double (element));
          return integral != NULL && troupe_value_map_lookup (container, integral) != NULL;
        case TROUPE_VALUE_STRING:
        case TROUPE_VALUE_BOOLEAN:
        case TROUPE_VALUE_INTEGER:
        case TROUPE_VALUE_UNSIGNED:
          return troupe_value_map_lookup (container, element) != NULL;
        default:
          return TROUPE_CEL_NO;
        }
    }
  if (!troupe_value_is (container, TROUPE_VALUE_LIST))
    {
      troupe_cel_fail_operator (self, node, element, container);
      return TROUPE_CEL_FAILED;
    }
  length = troupe_value_list_get_length (container);
  if (!troupe_cel_spend (self, node, length))
    return TROUPE_CEL_FAILED;
  for (gsize i = 0; i < length; i++)
    {
      TroupeCelAnswer answer =
          troupe_cel_equal (self, node, element, troupe_value_list_get (container, i));

      if (answer != TROUPE_CEL_NO)
        return answer;
    }
  return TROUPE_CEL_NO;
}
