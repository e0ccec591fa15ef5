/* troupe-cel-crewai-function.c: functions of CrewAI's CEL evaluator
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-crewai-function"

#include "config.h"

#include <string.h>

#include "troupe-cel-crewai.h"
#include "troupe-cel-functions.h"

static TroupeValue *
fail_types (TroupeCelEvaluation *self,
            const TroupeCelNode *node,
            TroupeValue **arguments,
            guint n_arguments)
{
  return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, node->name, arguments,
                                n_arguments);
}

static TroupeValue *
call_size (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments)
{
  TroupeCelFunction function;

  if (troupe_value_is (arguments[0], TROUPE_VALUE_NULL))
    return troupe_value_new_integer (0);
  function = troupe_cel_function_find ("size", FALSE, 1, TROUPE_CEL_SPEC);
  return function (self, node, arguments, n_arguments);
}

/* Searches a list like Python's "in". The first element that cannot be compared ends the search. */
static TroupeValue *
look_into_list (TroupeCelEvaluation *self,
                const TroupeCelNode *node,
                TroupeValue *list,
                TroupeValue *item)
{
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *other = troupe_value_list_get (list, i);
      TroupeCelAnswer answer =
          other == item ? TROUPE_CEL_YES : troupe_cel_crewai_equal (self, node, other, item, FALSE);

      if (answer != TROUPE_CEL_NO)
        return answer == TROUPE_CEL_YES ? troupe_value_new_boolean (TRUE) : NULL;
    }
  return troupe_value_new_boolean (FALSE);
}

/* Searches for a subsequence of the bytes, or for a byte by its number. */
static TroupeValue *
look_into_bytes (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue **arguments)
{
  gsize length, part_length;
  const char *data = troupe_value_get_string (arguments[0], &length);
  const char *part;

  if (troupe_value_is (arguments[1], TROUPE_VALUE_BYTES))
    {
      part = troupe_value_get_string (arguments[1], &part_length);
      if (!troupe_cel_spend (self, node, length / 128))
        return NULL;
      return troupe_value_new_boolean (part_length == 0 ||
                                       memmem (data, length, part, part_length) != NULL);
    }
  if (troupe_value_is (arguments[1], TROUPE_VALUE_INTEGER) &&
      troupe_value_get_integer (arguments[1]) >= 0 && troupe_value_get_integer (arguments[1]) < 256)
    return troupe_value_new_boolean (
        memchr (data, (int) troupe_value_get_integer (arguments[1]), length) != NULL);
  if (troupe_value_is (arguments[1], TROUPE_VALUE_UNSIGNED) &&
      troupe_value_get_unsigned (arguments[1]) < 256)
    return troupe_value_new_boolean (
        memchr (data, (int) troupe_value_get_unsigned (arguments[1]), length) != NULL);
  if (troupe_value_is (arguments[1], TROUPE_VALUE_BOOLEAN))
    return troupe_value_new_boolean (
        memchr (data, troupe_value_get_boolean (arguments[1]) ? 1 : 0, length) != NULL);
  return fail_types (self, node, arguments, 2);
}

/* Implements contains(). Lists, maps and bytes support it, too, but plain strings, lists and
 * bytes do not. */
static TroupeValue *
call_contains (TroupeCelEvaluation *self,
               const TroupeCelNode *node,
               TroupeValue **arguments,
               guint n_arguments)
{
  TroupeCelAnswer answer;
  TroupeCelFunction function;
  TroupeValue *found;

  if (troupe_cel_crewai_is_plain (self, arguments[0]))
    return fail_types (self, node, arguments, n_arguments);
  switch (troupe_value_get_value_type (arguments[0]))
    {
    case TROUPE_VALUE_LIST:
      return look_into_list (self, node, arguments[0], arguments[1]);
    case TROUPE_VALUE_BYTES:
      return look_into_bytes (self, node, arguments);
    case TROUPE_VALUE_MAP:
      answer = troupe_cel_crewai_find (self, node, arguments[0], arguments[1], &found);
      return answer == TROUPE_CEL_FAILED ? NULL
                                         : troupe_value_new_boolean (answer == TROUPE_CEL_YES);
    default:
      break;
    }
  function = troupe_cel_function_find ("contains", TRUE, 2, TROUPE_CEL_SPEC);
  return function (self, node, arguments, n_arguments);
}

/* Returns bytes as a string that need not be UTF-8, and returns other values unchanged.
 * (transfer full) (nullable) */
static TroupeValue *
read_as_text (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *value)
{
  gsize length;
  const char *data;

  if (!troupe_value_is (value, TROUPE_VALUE_BYTES))
    return troupe_value_ref (value);
  data = troupe_value_get_string (value, &length);
  return troupe_cel_allocate (self, node, length) ? troupe_value_new_string (data, (gssize) length)
                                                  : NULL;
}

/* Calls a string function of the specification. Bytes can be searched, too, with patterns that
 * are bytes or strings. */
static TroupeValue *
call_on_texts (TroupeCelEvaluation *self,
               const TroupeCelNode *node,
               TroupeValue **arguments,
               guint n_arguments)
{
  g_autoptr (TroupeValue) text = NULL;
  g_autoptr (TroupeValue) part = NULL;
  TroupeCelFunction function = troupe_cel_function_find (node->name, TRUE, 2, TROUPE_CEL_SPEC);

  if (strcmp (node->name, "matches") != 0 &&
      !troupe_value_is (arguments[0], troupe_value_get_value_type (arguments[1])))
    return fail_types (self, node, arguments, n_arguments);
  text = read_as_text (self, node, arguments[0]);
  part = text == NULL ? NULL : read_as_text (self, node, arguments[1]);
  return part == NULL ? NULL : function (self, node, (TroupeValue *[]){ text, part }, 2);
}

static TroupeValue *
call_list (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments)
{
  if (n_arguments == 0)
    return troupe_value_new_list (NULL, 0);
  if (troupe_value_is (arguments[0], TROUPE_VALUE_LIST))
    return troupe_cel_crewai_wrap (self, arguments[0]);
  return troupe_cel_crewai_iterate (self, node, arguments[0]);
}

/* Implements type(). The leading blank distinguishes Python's own types from those of the
 * language. */
static TroupeValue *
call_type (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments)
{
  if (troupe_cel_crewai_is_plain (self, arguments[0]))
    switch (troupe_value_get_value_type (arguments[0]))
      {
      case TROUPE_VALUE_STRING:
        return troupe_value_new_type (" str");
      case TROUPE_VALUE_BYTES:
        return troupe_value_new_type (" bytes");
      case TROUPE_VALUE_DOUBLE:
        return troupe_value_new_type (" float");
      case TROUPE_VALUE_INTEGER:
        return troupe_value_new_type (" int");
      case TROUPE_VALUE_LIST:
        return troupe_value_new_type (" list");
      default:
        return troupe_value_new_type (" datetime.timedelta");
      }
  return troupe_cel_type_of (arguments[0]);
}

static TroupeValue *
call_map (TroupeCelEvaluation *self,
          const TroupeCelNode *node,
          TroupeValue **arguments,
          guint n_arguments)
{
  g_autoptr (TroupeValue) none = troupe_value_new_list (NULL, 0);

  if (n_arguments == 0 || troupe_value_is (arguments[0], TROUPE_VALUE_NULL))
    return troupe_cel_crewai_map_from_pairs (self, node, none);
  if (troupe_value_is (arguments[0], TROUPE_VALUE_MAP))
    return troupe_value_ref (arguments[0]);
  return troupe_cel_crewai_map_from_pairs (self, node, arguments[0]);
}

static TroupeValue *
call_null_type (TroupeCelEvaluation *self,
                const TroupeCelNode *node,
                TroupeValue **arguments,
                guint n_arguments)
{
  return troupe_value_new_null ();
}

/* Returns the start time of the run, which remains the same during the run. */
static TroupeValue *
call_now (TroupeCelEvaluation *self,
          const TroupeCelNode *node,
          TroupeValue **arguments,
          guint n_arguments)
{
  gint64 now = self->activation->now;
  gint64 seconds = now / G_USEC_PER_SEC - (now % G_USEC_PER_SEC < 0 ? 1 : 0);

  return troupe_value_new_timestamp (seconds, (gint32) (now - seconds * G_USEC_PER_SEC) * 1000);
}

/* Fails because the literal is invalid. The argument is the text of the literal. */
static TroupeValue *
call_literal (TroupeCelEvaluation *self,
              const TroupeCelNode *node,
              TroupeValue **arguments,
              guint n_arguments)
{
  return troupe_cel_fail_value (self, node, TROUPE_CEL_FAILURE_CONVERSION, node->name,
                                arguments[0]);
}

#define ANY G_MAXUINT

/* The evaluator's classes accept additional arguments if Python's constructors do. */
TroupeCelFunction
troupe_cel_crewai_function_find (const char *name, guint n_arguments)
{
  static const struct
  {
    const char *name;
    guint fewest;
    guint most;
    TroupeCelFunction function;
  } functions[] = {
    { "size", 1, 1, call_size },
    { "contains", 2, 2, call_contains },
    { "startsWith", 2, 2, call_on_texts },
    { "endsWith", 2, 2, call_on_texts },
    { "matches", 2, 2, call_on_texts },
    { "bool", 1, 1, troupe_cel_crewai_convert_boolean },
    { "int", 1, ANY, troupe_cel_crewai_convert_integer },
    { "uint", 1, ANY, troupe_cel_crewai_convert_unsigned },
    { "double", 1, 1, troupe_cel_crewai_convert_double },
    { "string", 1, ANY, troupe_cel_crewai_convert_string },
    { "bytes", 1, ANY, troupe_cel_crewai_convert_bytes },
    { "timestamp", 1, ANY, troupe_cel_crewai_convert_timestamp },
    { "duration", 1, 2, troupe_cel_crewai_convert_duration },
    { "type", 1, 1, call_type },
    { "list", 0, 1, call_list },
    { "map", 0, 1, call_map },
    { "null_type", 0, 0, call_null_type },
    { "now", 0, 0, call_now },
    { TROUPE_CEL_CREWAI_LITERAL, 1, 1, call_literal },
  };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      if (functions[i].fewest <= n_arguments && functions[i].most >= n_arguments &&
          strcmp (functions[i].name, name) == 0)
        return functions[i].function;
    }
  return NULL;
}
