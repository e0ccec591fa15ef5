/* troupe-cel-function.c: lookup of CEL functions, and functions on strings and containers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-function"

#include "config.h"

#include <string.h>

#include "troupe-cel-crewai.h"
#include "troupe-cel-extension.h"
#include "troupe-cel-functions.h"
#include "troupe-cel-parser.h"
#include "troupe-regexp.h"

/* Deducts the steps for a search through @length bytes. */
static gboolean
spend_on_text (TroupeCelEvaluation *self, const TroupeCelNode *node, gsize length)
{
  return troupe_cel_spend (self, node, length / 128);
}

static TroupeValue *
fail_arguments (TroupeCelEvaluation *self,
                const TroupeCelNode *node,
                TroupeValue **arguments,
                guint n_arguments)
{
  return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, node->name, arguments,
                                n_arguments);
}

static gboolean
are_texts (TroupeValue **arguments, guint n_arguments)
{
  for (guint i = 0; i < n_arguments; i++)
    {
      if (!troupe_value_is (arguments[i], TROUPE_VALUE_STRING))
        return FALSE;
    }
  return TRUE;
}

static TroupeValue *
call_size (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments)
{
  const char *text;
  gsize length;

  switch (troupe_value_get_value_type (arguments[0]))
    {
    case TROUPE_VALUE_STRING:
      text = troupe_value_get_string (arguments[0], &length);
      if (!spend_on_text (self, node, length))
        return NULL;
      return troupe_value_new_integer (troupe_cel_text_count (text, length));
    case TROUPE_VALUE_BYTES:
      troupe_value_get_string (arguments[0], &length);
      return troupe_value_new_integer ((gint64) length);
    case TROUPE_VALUE_LIST:
      return troupe_value_new_integer ((gint64) troupe_value_list_get_length (arguments[0]));
    case TROUPE_VALUE_MAP:
      return troupe_value_new_integer ((gint64) troupe_value_map_get_size (arguments[0]));
    default:
      return fail_arguments (self, node, arguments, n_arguments);
    }
}

static TroupeValue *
call_contains (TroupeCelEvaluation *self,
               const TroupeCelNode *node,
               TroupeValue **arguments,
               guint n_arguments)
{
  const char *text, *part;
  gsize length, part_length;

  if (!are_texts (arguments, n_arguments))
    return fail_arguments (self, node, arguments, n_arguments);
  text = troupe_value_get_string (arguments[0], &length);
  part = troupe_value_get_string (arguments[1], &part_length);
  if (!spend_on_text (self, node, length))
    return NULL;
  return troupe_value_new_boolean (part_length == 0 ||
                                   memmem (text, length, part, part_length) != NULL);
}

static TroupeValue *
call_starts_with (TroupeCelEvaluation *self,
                  const TroupeCelNode *node,
                  TroupeValue **arguments,
                  guint n_arguments)
{
  const char *text, *part;
  gsize length, part_length;

  if (!are_texts (arguments, n_arguments))
    return fail_arguments (self, node, arguments, n_arguments);
  text = troupe_value_get_string (arguments[0], &length);
  part = troupe_value_get_string (arguments[1], &part_length);
  return troupe_value_new_boolean (part_length <= length && memcmp (text, part, part_length) == 0);
}

static TroupeValue *
call_ends_with (TroupeCelEvaluation *self,
                const TroupeCelNode *node,
                TroupeValue **arguments,
                guint n_arguments)
{
  const char *text, *part;
  gsize length, part_length;

  if (!are_texts (arguments, n_arguments))
    return fail_arguments (self, node, arguments, n_arguments);
  text = troupe_value_get_string (arguments[0], &length);
  part = troupe_value_get_string (arguments[1], &part_length);
  return troupe_value_new_boolean (part_length <= length &&
                                   memcmp (text + length - part_length, part, part_length) == 0);
}

/* Returns the compiled pattern. A pattern that is not a literal is compiled when it is
 * evaluated. It is cached until a different pattern is evaluated. */
static TroupeRegexp *
get_regexp (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *pattern)
{
  const char *text;
  gsize length;

  g_assert (self != NULL);

  if (node->regexp != NULL)
    return node->regexp;
  if (self->regexp_text != NULL && troupe_value_equal (self->regexp_text, pattern))
    return self->regexp;
  text = troupe_value_get_string (pattern, &length);
  /* Compiling is far more expensive than a step. */
  if (!troupe_cel_spend (self, node, 100 + length))
    return NULL;
  g_clear_pointer (&self->regexp_text, troupe_value_unref);
  if (self->regexp != NULL)
    troupe_regexp_free (self->regexp);
  self->regexp_text = troupe_value_ref (pattern);
  self->regexp = troupe_regexp_new (text, length);
  return self->regexp;
}

static TroupeValue *
call_matches (TroupeCelEvaluation *self,
              const TroupeCelNode *node,
              TroupeValue **arguments,
              guint n_arguments)
{
  TroupeRegexp *regexp;
  const char *problem, *text;
  gsize length;

  if (!are_texts (arguments, n_arguments))
    return fail_arguments (self, node, arguments, n_arguments);
  regexp = get_regexp (self, node, arguments[1]);
  if (regexp == NULL)
    return NULL;
  problem = troupe_regexp_get_problem (regexp);
  if (problem != NULL)
    return troupe_cel_fail_text (self, node, TROUPE_CEL_FAILURE_PATTERN, NULL, problem,
                                 strlen (problem));
  text = troupe_value_get_string (arguments[0], &length);
  if (!troupe_cel_spend (self, node, length / 16))
    return NULL;
  return troupe_value_new_boolean (troupe_regexp_search (regexp, text, length));
}

TroupeValue *
troupe_cel_type_of (const TroupeValue *value)
{
  return troupe_value_new_type (troupe_cel_type_get_name (troupe_value_get_value_type (value)));
}

static TroupeValue *
call_type (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments)
{
  TroupeValue *content;

  if (troupe_cel_optional_look (self, arguments[0], &content))
    return troupe_value_new_type ("optional_type");
  return troupe_cel_type_of (arguments[0]);
}

static TroupeValue *
call_dyn (TroupeCelEvaluation *self,
          const TroupeCelNode *node,
          TroupeValue **arguments,
          guint n_arguments)
{
  return troupe_value_ref (arguments[0]);
}

/* --- Looking up and calling functions --------------------------------------------------------- */

typedef enum
{
  AS_FUNCTION = 1 << 0,
  AS_METHOD = 1 << 1,
} CallStyle;

static const struct
{
  const char *name;
  CallStyle style;
  guint n_arguments;
  TroupeCelFunction function;
} functions[] = {
  { "size", AS_FUNCTION | AS_METHOD, 1, call_size },
  { "contains", AS_METHOD, 2, call_contains },
  { "startsWith", AS_METHOD, 2, call_starts_with },
  { "endsWith", AS_METHOD, 2, call_ends_with },
  { "matches", AS_FUNCTION | AS_METHOD, 2, call_matches },
  { "type", AS_FUNCTION, 1, call_type },
  { "dyn", AS_FUNCTION, 1, call_dyn },
  { "bool", AS_FUNCTION, 1, troupe_cel_convert_boolean },
  { "int", AS_FUNCTION, 1, troupe_cel_convert_integer },
  { "uint", AS_FUNCTION, 1, troupe_cel_convert_unsigned },
  { "double", AS_FUNCTION, 1, troupe_cel_convert_double },
  { "string", AS_FUNCTION, 1, troupe_cel_convert_string },
  { "bytes", AS_FUNCTION, 1, troupe_cel_convert_bytes },
  { "timestamp", AS_FUNCTION, 1, troupe_cel_convert_timestamp },
  { "duration", AS_FUNCTION, 1, troupe_cel_convert_duration },
};

TroupeCelFunction
troupe_cel_function_find (const char *name,
                          gboolean method,
                          guint n_arguments,
                          TroupeCelDialect dialect)
{
  CallStyle style = method ? AS_METHOD : AS_FUNCTION;

  if (dialect == TROUPE_CEL_CREWAI)
    {
      /* In CrewAI's dialect a method is a function whose first argument is the receiver. */
      TroupeCelFunction function = troupe_cel_crewai_methods.function_find (name, n_arguments);

      if (function == NULL && (n_arguments == 1 || n_arguments == 2))
        function = troupe_cel_time_function_find (name);
      return function;
    }
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      if ((functions[i].style & style) != 0 && functions[i].n_arguments == n_arguments &&
          strcmp (functions[i].name, name) == 0)
        return functions[i].function;
    }
  if (method && (n_arguments == 1 || n_arguments == 2))
    {
      TroupeCelFunction function = troupe_cel_time_function_find (name);

      if (function != NULL)
        return function;
    }
  return troupe_cel_extension_find (name, method, n_arguments);
}

gboolean
troupe_cel_type_is_known (const char *name)
{
  static const char *const names[] = {
    "bool",
    "bytes",
    "double",
    "int",
    "list",
    "map",
    "null_type",
    "optional_type",
    "string",
    "type",
    "uint",
    "google.protobuf.Timestamp",
    "google.protobuf.Duration",
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (strcmp (names[i], name) == 0)
        return TRUE;
    }
  return FALSE;
}

TroupeCelFailureKind
troupe_cel_function_find_failure (const char *name, gboolean method)
{
  if (method && troupe_cel_macro_is_known (name))
    return TROUPE_CEL_FAILURE_MACRO;
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      if (strcmp (functions[i].name, name) == 0)
        return TROUPE_CEL_FAILURE_COUNT;
    }
  return troupe_cel_time_function_find (name) != NULL ? TROUPE_CEL_FAILURE_COUNT
                                                      : TROUPE_CEL_FAILURE_FUNCTION;
}
