/* troupe-cel-crewai-function.c: functions as CrewAI's evaluator has them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-crewai-function"

#include "config.h"

#include <string.h>

#include "troupe-cel-crewai.h"

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

/* Lists and maps have it too, plain texts and lists do not. */
static TroupeValue *
call_contains (TroupeCelEvaluation *self,
               const TroupeCelNode *node,
               TroupeValue **arguments,
               guint n_arguments)
{
  TroupeCelAnswer answer;
  TroupeCelFunction function;

  if (troupe_cel_crewai_is_plain (self, arguments[0]))
    return fail_types (self, node, arguments, n_arguments);
  if (!troupe_value_is (arguments[0], TROUPE_VALUE_STRING))
    {
      if (!troupe_value_is (arguments[0], TROUPE_VALUE_LIST) &&
          !troupe_value_is (arguments[0], TROUPE_VALUE_MAP))
        return fail_types (self, node, arguments, n_arguments);
      answer = troupe_cel_crewai_contains (self, node, arguments[1], arguments[0]);
      return answer == TROUPE_CEL_FAILED ? NULL
                                         : troupe_value_new_boolean (answer == TROUPE_CEL_YES);
    }
  function = troupe_cel_function_find ("contains", TRUE, 2, TROUPE_CEL_SPEC);
  return function (self, node, arguments, n_arguments);
}

static TroupeValue *
call_list (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments)
{
  if (n_arguments == 0)
    return troupe_value_new_list (NULL, 0);
  return troupe_cel_crewai_iterate (self, node, arguments[0]);
}

static TroupeValue *
call_map (TroupeCelEvaluation *self,
          const TroupeCelNode *node,
          TroupeValue **arguments,
          guint n_arguments)
{
  if (n_arguments == 1 && troupe_value_is (arguments[0], TROUPE_VALUE_MAP))
    return troupe_value_ref (arguments[0]);
  return fail_types (self, node, arguments, n_arguments);
}

static TroupeValue *
call_min (TroupeCelEvaluation *self,
          const TroupeCelNode *node,
          TroupeValue **arguments,
          guint n_arguments)
{
  g_autoptr (TroupeValue) items = troupe_cel_crewai_iterate (self, node, arguments[0]);
  TroupeValue *smallest = NULL;

  for (gsize i = 0; items != NULL && i < troupe_value_list_get_length (items); i++)
    {
      TroupeValue *item = troupe_value_list_get (items, i);
      int order = 0;

      if (!troupe_cel_spend (self, node, 1))
        return NULL;
      if (smallest != NULL &&
          troupe_cel_crewai_compare (self, item, smallest, &order) == TROUPE_CEL_FAILED)
        return troupe_cel_fail_operator (self, node, item, smallest);
      if (smallest == NULL || order < 0)
        smallest = item;
    }
  if (items != NULL && smallest == NULL)
    return fail_types (self, node, arguments, 1);
  return smallest == NULL ? NULL : troupe_value_ref (smallest);
}

static TroupeValue *
call_null_type (TroupeCelEvaluation *self,
                const TroupeCelNode *node,
                TroupeValue **arguments,
                guint n_arguments)
{
  return troupe_value_new_null ();
}

/* The instant at which the run began, the same for all of it. */
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

TroupeCelFunction
troupe_cel_crewai_function_find (const char *name, gboolean method, guint n_arguments)
{
  static const struct
  {
    const char *name;
    guint n_arguments;
    TroupeCelFunction function;
  } functions[] = {
    { "size", 1, call_size },
    { "contains", 2, call_contains },
    { "bool", 1, troupe_cel_crewai_convert_boolean },
    { "int", 1, troupe_cel_crewai_convert_integer },
    { "uint", 1, troupe_cel_crewai_convert_unsigned },
    { "double", 1, troupe_cel_crewai_convert_double },
    { "string", 1, troupe_cel_crewai_convert_string },
    { "bytes", 1, troupe_cel_crewai_convert_bytes },
    { "timestamp", 1, troupe_cel_crewai_convert_timestamp },
    { "duration", 1, troupe_cel_crewai_convert_duration },
    { "list", 0, call_list },
    { "list", 1, call_list },
    { "map", 1, call_map },
    { "min", 1, call_min },
    { "null_type", 0, call_null_type },
    { "now", 0, call_now },
  };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      if (functions[i].n_arguments == n_arguments && strcmp (functions[i].name, name) == 0)
        return functions[i].function;
    }
  return NULL;
}
