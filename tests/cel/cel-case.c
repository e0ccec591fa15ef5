/* cel-case.c: recorded test cases of the expression language
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include "cel-case.h"
#include "troupe-cel-functions.h"

/* Troupe's own recordings are in the source tree. Third-party recordings may be in another
 * folder. */
static gboolean
read_recording (const char *name, char **text, gsize *length)
{
  const char *folder = g_getenv ("TROUPE_CONFORMANCE_DIR");
  g_autofree char *own = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "conformance", name, NULL);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, name, NULL) : NULL;

  return (path != NULL && g_file_get_contents (path, text, length, NULL)) ||
         g_file_get_contents (own, text, length, NULL);
}

TroupeValue *
cel_case_load (const char *name)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  TroupeValue *value;
  gsize length;

  if (!read_recording (name, &text, &length))
    {
      g_autofree char *why = g_strdup_printf ("%s is not in TROUPE_CONFORMANCE_DIR", name);

      g_test_skip (why);
      return NULL;
    }
  value = troupe_value_from_json (text, (gssize) length, &error);
  g_assert_no_error (error);
  return value;
}

TroupeValue *
cel_case_get (TroupeValue *map, const char *key)
{
  return troupe_value_map_lookup_string (map, key, -1);
}

const char *
cel_case_get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = cel_case_get (map, key);

  return value == NULL ? NULL : troupe_value_get_string (value, NULL);
}

static TroupeValue *
read_list (TroupeValue *value)
{
  gsize length = troupe_value_list_get_length (value);
  g_autofree TroupeValue **items = g_new (TroupeValue *, length);

  for (gsize i = 0; i < length; i++)
    items[i] = cel_case_read_value (troupe_value_list_get (value, i));
  return troupe_value_new_list (items, length);
}

static TroupeValue *
read_map (TroupeValue *value)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
    {
      TroupeValue *pair = troupe_value_list_get (value, i);

      troupe_map_builder_add_key (&builder, cel_case_read_value (troupe_value_list_get (pair, 0)),
                                  cel_case_read_value (troupe_value_list_get (pair, 1)));
    }
  return troupe_map_builder_end (&builder);
}

static double
read_double (const char *text)
{
  if (g_str_equal (text, "NaN"))
    return NAN;
  if (g_str_equal (text, "Infinity"))
    return INFINITY;
  if (g_str_equal (text, "-Infinity"))
    return -INFINITY;
  return g_ascii_strtod (text, NULL);
}

/* Parses `12.5s`: seconds and nanoseconds with the same sign. */
static TroupeValue *
read_duration (const char *text)
{
  gboolean is_negative = *text == '-';
  char *end;
  gint64 seconds = g_ascii_strtoll (text, &end, 10);
  gint32 nanoseconds = 0;

  if (*end == '.')
    {
      gint32 unit = 100000000;

      for (end++; g_ascii_isdigit (*end); end++, unit /= 10)
        nanoseconds += (*end - '0') * unit;
    }
  return troupe_value_new_duration (seconds, is_negative ? -nanoseconds : nanoseconds);
}

static TroupeValue *
read_timestamp (const char *text)
{
  g_autoptr (GDateTime) date = g_date_time_new_from_iso8601 (text, NULL);
  const char *fraction = strchr (text, '.');
  gint32 nanoseconds = 0;
  gint32 unit = 100000000;

  g_assert_nonnull (date);
  if (fraction != NULL)
    {
      for (fraction++; g_ascii_isdigit (*fraction); fraction++, unit /= 10)
        nanoseconds += (*fraction - '0') * unit;
    }
  return troupe_value_new_timestamp (g_date_time_to_unix (date), nanoseconds);
}

TroupeValue *
cel_case_read_value (TroupeValue *described)
{
  const char *type = cel_case_get_text (described, "type");
  TroupeValue *value = cel_case_get (described, "value");
  g_autofree guchar *data = NULL;
  const char *text;
  gsize length;

  if (g_str_equal (type, "null"))
    return troupe_value_new_null ();
  if (g_str_equal (type, "bool") || g_str_equal (type, "string"))
    return troupe_value_ref (value);
  if (g_str_equal (type, "list"))
    return read_list (value);
  if (g_str_equal (type, "map"))
    return read_map (value);
  text = troupe_value_get_string (value, NULL);
  if (g_str_equal (type, "int"))
    return troupe_value_new_integer (g_ascii_strtoll (text, NULL, 10));
  if (g_str_equal (type, "uint"))
    return troupe_value_new_unsigned (g_ascii_strtoull (text, NULL, 10));
  if (g_str_equal (type, "double"))
    return troupe_value_new_double (read_double (text));
  if (g_str_equal (type, "type"))
    return troupe_value_new_type (text);
  if (g_str_equal (type, "duration"))
    return read_duration (text);
  if (g_str_equal (type, "timestamp"))
    return read_timestamp (text);
  g_assert_cmpstr (type, ==, "bytes");
  data = g_base64_decode (text, &length);
  return troupe_value_new_bytes (data, length);
}

/* troupe_value_equal() treats keys of the two integer types as equal, as lookups do. */
gboolean
cel_case_equal (TroupeValue *a, TroupeValue *b)
{
  return troupe_value_equal (a, b);
}

typedef struct
{
  TroupeCelActivation activation;
  TroupeValue *bindings;
  GArray *roots;
} CaseActivation;

static TroupeValue *
get_root (TroupeCelActivation *activation, guint root)
{
  CaseActivation *self = activation->user_data;
  const char *name = g_array_index (self->roots, TroupeCelRoot, root).name;
  TroupeValue *value = NULL;

  if (self->bindings != NULL)
    value = cel_case_get (self->bindings, name);
  /* In CrewAI's dialect, the name of a type is an unknown root, but the underlying evaluator
   * knows the type. */
  if (value == NULL && troupe_cel_type_is_known (name))
    return troupe_value_new_type (name);
  return value == NULL ? NULL : troupe_value_ref (value);
}

static void
add_root (GArray *roots, const char *name)
{
  TroupeCelRoot root = { g_intern_string (name), FALSE };

  g_array_append_val (roots, root);
}

TroupeValue *
cel_case_evaluate (const char *text,
                   gsize length,
                   TroupeCelDialect dialect,
                   TroupeValue *bindings,
                   gboolean for_host,
                   gboolean *compile_failed,
                   GError **error)
{
  g_autoptr (GArray) roots = g_array_new (TRUE, TRUE, sizeof (TroupeCelRoot));
  g_autoptr (TroupeCelProgram) program = NULL;
  CaseActivation self = { .bindings = bindings, .roots = roots };

  for (gsize i = 0; bindings != NULL && i < troupe_value_map_get_size (bindings); i++)
    add_root (roots, troupe_value_get_string (troupe_value_map_get_key (bindings, i), NULL));
  while (program == NULL)
    {
      g_autoptr (GError) local_error = NULL;

      program = troupe_cel_compile (text, (gssize) length, dialect,
                                    (const TroupeCelRoot *) roots->data, &local_error);
      if (program != NULL)
        break;
      if (!g_error_matches (local_error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_UNKNOWN_ROOT))
        {
          *compile_failed = TRUE;
          g_propagate_error (error, g_steal_pointer (&local_error));
          return NULL;
        }
      add_root (roots, troupe_cel_error_get_word (local_error));
    }
  *compile_failed = FALSE;
  self.activation.get_root = get_root;
  self.activation.user_data = &self;
  self.activation.now = g_get_real_time ();
  return troupe_cel_program_evaluate_full (program, &self.activation, for_host, error);
}
