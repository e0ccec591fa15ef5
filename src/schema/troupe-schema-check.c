/* troupe-schema-check.c: validates and converts a value against a compiled JSON schema
 *
 * The conversions and the selection of a union member follow doc/flow-semantics.md §1 and §5.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-schema-check"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-schema-format.h"
#include "troupe-schema-node.h"

/* How well a value fits: a union selects the best match (§5). */
typedef enum
{
  FIT_LAX,    /* converted */
  FIT_STRICT, /* an integer for a number */
  FIT_EXACT,
} Fit;

typedef struct
{
  GPtrArray *problems;
  GString *path;
  Fit fit;
  int n_given; /* number of fields given to models, or -1 if there was no model */
  guint depth;
  gboolean is_open; /* whether models ignore unknown members */
} Validation;

static TroupeValue *validate (Validation *self, TroupeSchemaNode *schema, TroupeValue *value);

static void
lower_fit (Validation *self, Fit fit)
{
  self->fit = MIN (self->fit, fit);
}

static TroupeValue *
report (Validation *self, gboolean missing, char *message)
{
  TroupeSchemaProblem *problem = g_new0 (TroupeSchemaProblem, 1);

  g_assert (self != NULL);

  problem->path = g_strdup (self->path->str);
  problem->message = message;
  problem->missing = missing;
  g_ptr_array_add (self->problems, problem);
  return NULL;
}

static char *
describe_value (const TroupeValue *value)
{
  g_autofree char *json = NULL;

  switch ((int) troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_LIST:
      return g_strdup (_ ("a list"));
    case TROUPE_VALUE_MAP:
      return g_strdup (_ ("an object"));
    case TROUPE_VALUE_STRING:
      if (g_utf8_strlen (troupe_value_get_string (value, NULL), -1) > 40)
        {
          json = g_utf8_substring (troupe_value_get_string (value, NULL), 0, 40);
          return g_strdup_printf (_ ("the string “%s…”"), json);
        }
      return g_strdup_printf (_ ("the string “%s”"), troupe_value_get_string (value, NULL));
    default:
      return troupe_value_to_json (value, TROUPE_JSON_COMPACT);
    }
}

static TroupeValue *
expected (Validation *self, const char *what, const TroupeValue *found)
{
  g_autofree char *description = describe_value (found);

  return report (self, FALSE, g_strdup_printf (_ ("expected %s, found %s"), what, description));
}

/* --- Scalars ------------------------------------------------------------------------------- */

static gboolean
get_rule (const TroupeSchemaNode *schema, const char *key, double *limit)
{
  TroupeValue *value;
  g_autoptr (TroupeValue) number = NULL;

  g_assert (schema != NULL);

  if (schema->rules == NULL)
    return FALSE;
  value = troupe_value_map_lookup_string (schema->rules, key, -1);
  if (value == NULL || troupe_value_is (value, TROUPE_VALUE_STRING))
    return FALSE;
  number = troupe_schema_coerce_number (value);
  if (number == NULL)
    return FALSE;
  *limit = troupe_value_get_double (number);
  return TRUE;
}

/* Compares with the tolerance of floating point: 0.3 is a multiple of 0.1. */
static gboolean
is_close_multiple (double number, double factor)
{
  double rest = fabs (fmod (number, factor)), ratio = number / factor;
  double most = MIN (fabs (factor), fabs (number)) * 1e-9;

  return rest <= most || fabs (rest - fabs (factor)) <= most ||
         fabs (ratio - nearbyint (ratio)) <= 1e-9;
}

/* Integers are compared exactly. */
static gboolean
is_multiple (TroupeValue *value, double factor)
{
  g_autoptr (TroupeValue) number = troupe_schema_coerce_number (value);
  g_autofree char *text = NULL;
  const char *digits;
  guint64 rest_factor;
  guint64 rest = 0;

  if (troupe_value_is (value, TROUPE_VALUE_DOUBLE) || trunc (factor) < factor ||
      trunc (factor) > factor || fabs (factor) >= 0x1p62 || fabs (factor) < 1.0)
    return is_close_multiple (troupe_value_get_double (number), factor);
  text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  digits = text + (*text == '-');
  rest_factor = (guint64) fabs (factor);
  for (; *digits != '\0'; digits++)
    {
      /* Multiplies by ten without exceeding 64 bits. */
      guint64 sum = 0;

      for (guint i = 0; i < 10; i++)
        sum = sum >= rest_factor - rest ? sum - (rest_factor - rest) : sum + rest;
      rest = (sum + (guint64) (*digits - '0') % rest_factor) % rest_factor;
    }
  return rest == 0;
}

/* Compares the digits of integers. A shorter sequence is a smaller integer. */
static int
compare_digits (const char *a, const char *b)
{
  gsize length_a = strlen (a), length_b = strlen (b);

  return length_a != length_b ? (length_a < length_b ? -1 : 1) : strcmp (a, b);
}

/* Integers of any size are compared exactly. Returns 2 for unordered values (NaN). */
static int
compare_numbers (TroupeValue *a, TroupeValue *b)
{
  g_autofree char *text_a = NULL, *text_b = NULL;
  g_autoptr (TroupeValue) left = troupe_schema_coerce_number (a),
                          right = troupe_schema_coerce_number (b);
  double number_a = troupe_value_get_double (left), number_b = troupe_value_get_double (right);

  if (number_a < number_b || number_a > number_b)
    return number_a < number_b ? -1 : 1;
  if (isnan (number_a) || isnan (number_b))
    return 2;
  if (troupe_value_is (a, TROUPE_VALUE_DOUBLE) || troupe_value_is (b, TROUPE_VALUE_DOUBLE))
    return 0;
  text_a = troupe_value_to_json (a, TROUPE_JSON_COMPACT);
  text_b = troupe_value_to_json (b, TROUPE_JSON_COMPACT);
  return *text_a == '-' ? compare_digits (text_b + 1, text_a + 1) : compare_digits (text_a, text_b);
}

/* Returns the description of the first rule that the number violates. */
static const char *
find_broken_rule (const TroupeSchemaNode *schema, TroupeValue *value, TroupeValue **limit)
{
  static const char *const keys[] = { "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum",
                                      "multipleOf" };
  const char *words[] = { _ ("at least %s"), _ ("more than %s"), _ ("at most %s"),
                          _ ("less than %s"), _ ("a multiple of %s") };
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      double factor;
      int order;

      g_assert (schema != NULL);

      if (!get_rule (schema, keys[i], &factor))
        continue;
      *limit = troupe_value_map_lookup_string (schema->rules, keys[i], -1);
      order = compare_numbers (value, *limit);
      if ((i == 0 && order != 0 && order != 1) || (i == 1 && order != 1) || (i == 2 && order > 0) ||
          (i == 3 && order >= 0) || (i == 4 && !is_multiple (value, factor)))
        return words[i];
    }
  return NULL;
}

/* Takes ownership of @value. */
static TroupeValue *
check_number (Validation *self, const TroupeSchemaNode *schema, TroupeValue *value)
{
  TroupeValue *limit = NULL;
  const char *words = find_broken_rule (schema, value, &limit);

  if (words != NULL)
    {
      g_autofree char *shown = troupe_value_to_json (limit, TROUPE_JSON_COMPACT);
      g_auto (GStrv) parts = g_strsplit (words, "%s", 2);
      g_autofree char *what = g_strjoinv (shown, parts);

      expected (self, what, value);
      g_clear_pointer (&value, troupe_value_unref);
    }
  return value;
}

static TroupeValue *
validate_boolean (Validation *self, const TroupeSchemaNode *schema, TroupeValue *value)
{
  g_autoptr (TroupeValue) number = NULL;
  gboolean flag;

  if (!troupe_schema_coerce_boolean (value, &flag))
    return expected (self, _ ("true or false"), value);
  if (!troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    lower_fit (self, FIT_LAX);
  /* In Python true is 1, so limits apply to it. */
  number = check_number (self, schema, troupe_value_new_integer (flag));
  return number != NULL ? troupe_value_new_boolean (flag) : NULL;
}

static TroupeValue *
validate_string (Validation *self, const TroupeSchemaNode *schema, TroupeValue *value)
{
  TroupeValue *result;
  const char *text;
  gsize length;
  double limit;

  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      const char *what =
          schema->format != NULL ? troupe_schema_format_describe (schema->format) : _ ("a string");

      lower_fit (self, FIT_LAX);
      result =
          schema->format != NULL ? troupe_schema_format_from_number (schema->format, value) : NULL;
      return result != NULL ? result : expected (self, what, value);
    }
  text = troupe_value_get_string (value, &length);
  if (schema->format != NULL)
    {
      lower_fit (self, FIT_LAX);
      result = troupe_schema_format_normalise (schema->format, text);
      return result != NULL
                 ? result
                 : expected (self, troupe_schema_format_describe (schema->format), value);
    }
  if (get_rule (schema, "minLength", &limit) &&
      (double) g_utf8_strlen (text, (gssize) length) < limit)
    return report (self, FALSE,
                   g_strdup_printf (_ ("expected a string of at least %g characters, found %ld"),
                                    limit, g_utf8_strlen (text, (gssize) length)));
  if (get_rule (schema, "maxLength", &limit) &&
      (double) g_utf8_strlen (text, (gssize) length) > limit)
    return report (self, FALSE,
                   g_strdup_printf (_ ("expected a string of at most %g characters, found %ld"),
                                    limit, g_utf8_strlen (text, (gssize) length)));
  if (schema->pattern != NULL && !troupe_regexp_search (schema->pattern, text, length))
    {
      g_autofree char *what = g_strdup_printf (
          _ ("a string that matches the pattern “%s”"),
          troupe_value_get_string (troupe_value_map_lookup_string (schema->rules, "pattern", -1),
                                   NULL));

      return expected (self, what, value);
    }
  return troupe_value_ref (value);
}

static gboolean
is_number (const TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_INTEGER) ||
         troupe_value_is (value, TROUPE_VALUE_DOUBLE);
}

/* Returns whether the double is exactly equal to the integer. */
static gboolean
is_exactly (const TroupeValue *number, const TroupeValue *integer)
{
  double value = troupe_value_get_double (number);

  return value >= -0x1p63 && value < 0x1p63 && trunc (value) >= value && trunc (value) <= value &&
         (gint64) value == troupe_value_get_integer (integer);
}

/* Compares like Python: 1.0 equals 1, but "2" does not equal 2. */
static gboolean
literal_equal (TroupeValue *choice, TroupeValue *value)
{
  if (!is_number (choice) || !is_number (value) ||
      troupe_value_get_value_type (choice) == troupe_value_get_value_type (value))
    return troupe_value_equal (choice, value);
  return troupe_value_is (choice, TROUPE_VALUE_DOUBLE) ? is_exactly (choice, value)
                                                       : is_exactly (value, choice);
}

TroupeValue *
troupe_schema_node_find_choice (const TroupeSchemaNode *schema, TroupeValue *value)
{
  for (gsize i = 0; i < troupe_value_list_get_length (schema->choices); i++)
    {
      TroupeValue *choice = troupe_value_list_get (schema->choices, i);

      if (literal_equal (choice, value))
        return troupe_value_ref (choice);
    }
  return NULL;
}

/* Returns the number that equals true or false in Python, or the boolean that equals a number.
 * Returns NULL if there is none. */
static TroupeValue *
find_twin (TroupeValue *value)
{
  g_autoptr (TroupeValue) number = NULL;
  double given;

  if (troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    return troupe_value_new_integer (troupe_value_get_boolean (value));
  if (!is_number (value))
    return NULL;
  number = troupe_schema_coerce_number (value);
  given = troupe_value_get_double (number);
  if (given < 0.0 || given > 1.0 || floor (given) < given)
    return NULL;
  return troupe_value_new_boolean (given > 0.0);
}

/* --- Lists, objects, unions ---------------------------------------------------------------- */

static TroupeValue *
validate_list (Validation *self, const TroupeSchemaNode *schema, TroupeValue *value)
{
  g_autoptr (GPtrArray) items = NULL;
  gsize n_items;
  guint n_before = self->problems->len;

  g_assert (self != NULL);

  if (!troupe_value_is (value, TROUPE_VALUE_LIST))
    return expected (self, _ ("a list"), value);
  if (schema->items == NULL)
    return troupe_value_ref (value);
  n_items = troupe_value_list_get_length (value);
  items = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  for (gsize i = 0; i < n_items; i++)
    {
      gsize mark = self->path->len;
      TroupeValue *item;

      g_string_append_printf (self->path, "[%" G_GSIZE_FORMAT "]", i);
      item = validate (self, schema->items, troupe_value_list_get (value, i));
      g_string_truncate (self->path, mark);
      if (item != NULL)
        g_ptr_array_add (items, item);
    }
  if (self->problems->len > n_before)
    return NULL;
  g_ptr_array_set_free_func (items, NULL);
  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

static void
enter_field (Validation *self, const char *name)
{
  if (self->path->len > 0)
    g_string_append_c (self->path, '.');
  g_string_append (self->path, name);
}

static TroupeValue *
validate_model (Validation *self, const TroupeSchemaNode *schema, TroupeValue *value)
{
  guint n_before = self->problems->len;
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    return expected (self, _ ("an object"), value);
  /* A map that becomes an object is not an exact match. The fit of the object's fields is also
   * taken into account. */
  lower_fit (self, FIT_STRICT);
  self->n_given = MAX (self->n_given, 0);
  troupe_map_builder_init (&builder);
  for (guint i = 0; i < schema->fields->len; i++)
    {
      TroupeSchemaMember *field = &g_array_index (schema->fields, TroupeSchemaMember, i);
      TroupeValue *given = troupe_value_map_lookup_string (value, field->name, -1);
      TroupeValue *result = NULL;
      gsize mark = self->path->len;

      enter_field (self, field->name);
      if (given != NULL)
        {
          self->n_given = MAX (self->n_given, 0) + 1;
          result = validate (self, field->schema, given);
        }
      else if (field->initial != NULL)
        result = troupe_schema_node_show (field->schema, field->initial);
      else
        report (self, TRUE, g_strdup (_ ("a value is required")));
      g_string_truncate (self->path, mark);
      if (result != NULL)
        troupe_map_builder_add (&builder, field->name, result);
    }
  for (gsize i = 0; !self->is_open && i < troupe_value_map_get_size (value); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (value, i);
      gsize mark = self->path->len;

      if (troupe_value_is (key, TROUPE_VALUE_STRING) &&
          g_hash_table_contains (schema->names, troupe_value_get_string (key, NULL)))
        continue;
      enter_field (self, troupe_value_is (key, TROUPE_VALUE_STRING)
                             ? troupe_value_get_string (key, NULL)
                             : "?");
      report (self, FALSE, g_strdup (_ ("unknown field")));
      g_string_truncate (self->path, mark);
    }
  if (self->problems->len > n_before)
    {
      troupe_map_builder_clear (&builder);
      return NULL;
    }
  return troupe_map_builder_end (&builder);
}

/* Selects the best member of the union. The criteria are the number of given fields, then the
 * fit, then the order of the members. */
static TroupeValue *
validate_union (Validation *self, const TroupeSchemaNode *schema, TroupeValue *value)
{
  g_autoptr (GPtrArray) all =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_problem_free);
  TroupeValue *best = NULL;
  Fit best_fit = FIT_LAX, outer = self->fit;
  int best_given = -1, outer_given = self->n_given;
  GPtrArray *problems = self->problems;

  g_assert (self != NULL);

  if (schema->nullable && troupe_value_is (value, TROUPE_VALUE_NULL))
    return troupe_value_ref (value);
  if (schema->members->len == 1)
    return validate (self, g_ptr_array_index (schema->members, 0), value);
  self->problems = all;
  for (guint i = 0; i < schema->members->len; i++)
    {
      TroupeValue *result;

      self->fit = FIT_EXACT;
      self->n_given = -1;
      result = validate (self, g_ptr_array_index (schema->members, i), value);
      if (result == NULL)
        continue;
      if (best == NULL || (self->n_given >= 0 && best_given >= 0 && self->n_given != best_given
                               ? self->n_given > best_given
                               : self->fit > best_fit))
        {
          g_clear_pointer (&best, troupe_value_unref);
          best = g_steal_pointer (&result);
          best_fit = self->fit;
          best_given = self->n_given;
        }
      g_clear_pointer (&result, troupe_value_unref);
      /* No later member can be better. */
      if (best != NULL && best_fit == FIT_EXACT && best_given < 0)
        break;
    }
  self->problems = problems;
  self->fit = best != NULL ? MIN (outer, best_fit) : outer;
  self->n_given = best_given > 0 ? MAX (outer_given, 0) + best_given : outer_given;
  if (best != NULL)
    return best;
  /* Reports the problems of each member, so that the user sees what would be accepted. */
  for (guint i = 0; i < all->len; i++)
    g_ptr_array_add (problems, g_ptr_array_index (all, i));
  g_ptr_array_set_free_func (all, NULL);
  return NULL;
}

static TroupeValue *
validate_type (Validation *self, TroupeSchemaNode *schema, TroupeValue *value)
{
  switch (schema->type)
    {
    case TROUPE_SCHEMA_STRING:
      return validate_string (self, schema, value);
    case TROUPE_SCHEMA_INTEGER:
      {
        TroupeValue *number = troupe_schema_coerce_integer (value);

        if (number == NULL)
          return expected (self, _ ("an integer"), value);
        if (!troupe_value_is (value, TROUPE_VALUE_INTEGER) &&
            !troupe_value_is (value, TROUPE_VALUE_BIG_INTEGER))
          lower_fit (self, FIT_LAX);
        return check_number (self, schema, number);
      }
    case TROUPE_SCHEMA_NUMBER:
      {
        TroupeValue *real = troupe_schema_coerce_number (value);

        if (real == NULL)
          return expected (self, _ ("a number"), value);
        if (troupe_value_is (value, TROUPE_VALUE_INTEGER) ||
            troupe_value_is (value, TROUPE_VALUE_BIG_INTEGER))
          lower_fit (self, FIT_STRICT);
        else if (!troupe_value_is (value, TROUPE_VALUE_DOUBLE))
          lower_fit (self, FIT_LAX);
        return check_number (self, schema, real);
      }
    case TROUPE_SCHEMA_BOOLEAN:
      return validate_boolean (self, schema, value);
    case TROUPE_SCHEMA_NULL:
      return troupe_value_is (value, TROUPE_VALUE_NULL) ? troupe_value_ref (value)
                                                        : expected (self, _ ("null"), value);
    case TROUPE_SCHEMA_LIST:
      return validate_list (self, schema, value);
    case TROUPE_SCHEMA_MAP:
      return troupe_value_is (value, TROUPE_VALUE_MAP) ? troupe_value_ref (value)
                                                       : expected (self, _ ("an object"), value);
    case TROUPE_SCHEMA_MODEL:
      return validate_model (self, schema, value);
    case TROUPE_SCHEMA_LITERAL:
      {
        TroupeValue *choice = troupe_schema_node_find_choice (schema, value);
        g_autoptr (TroupeValue) twin = NULL;
        g_autofree char *choices = NULL;
        g_autofree char *what = NULL;

        /* If true or false is not a choice itself, it matches the choice 1 or 0, and vice versa,
         * as in Python. */
        if (choice == NULL)
          {
            twin = find_twin (value);
            choice = twin != NULL ? troupe_schema_node_find_choice (schema, twin) : NULL;
          }
        if (choice != NULL)
          return choice;
        choices = troupe_value_to_json (schema->choices, TROUPE_JSON_SPACED);
        what = g_strdup_printf (_ ("one of %s"), choices);
        return expected (self, what, value);
      }
    case TROUPE_SCHEMA_UNION:
      return validate_union (self, schema, value);
    case TROUPE_SCHEMA_ANY:
    default:
      /* A match with any type is better than a conversion, but not as good as a match with a
       * specific type. */
      lower_fit (self, FIT_STRICT);
      return troupe_value_ref (value);
    }
}

static TroupeValue *
validate (Validation *self, TroupeSchemaNode *schema, TroupeValue *value)
{
  TroupeValue *result;

  g_assert (self != NULL);

  /* A union can refer to itself without consuming a part of the value. */
  if (self->depth >= TROUPE_LIMIT_NESTING)
    return report (self, FALSE, g_strdup (_ ("the value is nested too deeply")));
  self->depth++;
  result = validate_type (self, schema, value);
  self->depth--;
  return result;
}

TroupeValue *
troupe_schema_node_check (TroupeSchemaNode *self,
                          TroupeValue *value,
                          gboolean is_open,
                          GPtrArray *problems)
{
  Validation validation = { problems, g_string_new (NULL), FIT_EXACT, -1, 0, is_open };
  TroupeValue *result = validate (&validation, self, value);

  g_string_free (validation.path, TRUE);
  return result;
}
