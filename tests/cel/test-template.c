/* test-template.c: templates with embedded expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-cel.h"

static const TroupeCelRoot roots[] = { { "state", FALSE }, { "outputs", TRUE }, { NULL, FALSE } };

static TroupeValue *
get_root (TroupeCelActivation *activation, guint root)
{
  return troupe_value_ref (activation->user_data);
}

static void
collect_error (const char *path, const GError *error, gpointer user_data)
{
  GString *out = user_data;
  TroupeCelPlace place = { 0 };

  troupe_cel_error_get_place (error, &place);
  g_string_append_printf (out, "%s|%d|%u\n", path, error->code, place.column);
}

/* Compiles the JSON text of a value and evaluates it. */
static TroupeValue *
render (const char *json, GError **error)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (json, -1, NULL);
  g_autoptr (TroupeValue) state = troupe_value_from_json (
      "{\"i\": 3, \"d\": 1.0, \"big\": 1e16, \"s\": \"x\", \"n\": null, \"é\": [\"é\", true]}", -1,
      NULL);
  g_autoptr (GString) problems = g_string_new (NULL);
  g_autoptr (TroupeCelTemplate) template = NULL;
  TroupeCelActivation activation = { .get_root = get_root, .user_data = state };

  g_assert_nonnull (value);
  template = troupe_cel_template_compile (value, TROUPE_CEL_CREWAI, roots, collect_error, problems);
  g_assert_cmpstr (problems->str, ==, "");
  return troupe_cel_template_render (template, &activation, NULL, NULL, error);
}

static void
assert_renders (const char *json, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = render (json, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_types (void)
{
  assert_renders ("\"plain\"", "\"plain\"");
  assert_renders ("\"${state.i}\"", "3");
  assert_renders ("\" \\n${ state.i }\\t\"", "3");
  assert_renders ("\"${state.i}.\"", "\"3.\"");
  assert_renders ("\"${state.i}${state.i}\"", "\"33\"");
  assert_renders ("\"<${state.n}>\"", "\"<>\"");
  assert_renders ("\"${state.d} ${state.big}\"", "\"1.0 1e+16\"");
  assert_renders ("\"v ${state['é']}\"", "\"v [\\\"é\\\", true]\"");
  assert_renders ("\"v ${1.0/0.0}\"", "\"v Infinity\"");
  assert_renders ("\"v ${[1.0/0.0, {'a': -1e400}, null]}\"",
                  "\"v [Infinity, {\\\"a\\\": -Infinity}, null]\"");
  assert_renders ("[1, {\"a\": \"${state.s}\", \"b\": [true, \"x${state.s}\"]}, null]",
                  "[1,{\"a\":\"x\",\"b\":[true,\"xx\"]},null]");
}

static void
test_dollars (void)
{
  assert_renders ("\"$5 $x $ {state.i}\"", "\"$5 $x $ {state.i}\"");
  assert_renders ("\"$${state.i}\"", "\"$3\"");
  assert_renders ("\"write ${'${'}x}\"", "\"write ${x}\"");
  assert_renders ("\"${ {'k': 'v'}.k }\"", "\"v\"");
  assert_renders ("\"a ${'p}x'} b\"", "\"a p}x b\"");
  assert_renders ("\"${1 // }\\n + 1}\"", "2");
}

static void
assert_refused (const char *json, const char *expected)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (json, -1, NULL);
  g_autoptr (GString) problems = g_string_new (NULL);

  g_assert_null (
      troupe_cel_template_compile (value, TROUPE_CEL_CREWAI, roots, collect_error, problems));
  g_assert_cmpstr (problems->str, ==, expected);
}

static void
test_errors (void)
{
  /* The numbers are those of TroupeCelError: 0 syntax, 1 unknown root, 2 empty, 3 unterminated. */
  assert_refused ("\"a ${}\"", "|2|3\n");
  assert_refused ("\"é ${  } ${1 +}\"", " (expression 1)|2|3\n (expression 2)|0|14\n");
  assert_refused ("\"a ${state.i\"", "|3|3\n");
  assert_refused ("\"a ${state.i // }\"", "|3|3\n");
  assert_refused ("\"a ${'x}\"", "|3|3\n");
  assert_refused ("\"${1} ${'x}\"", " (expression 2)|3|6\n");
  assert_refused ("{\"topic\": \"${foo}\", \"l\": [{\"content\": \"${1 1}\"}]}",
                  ".topic|1|3\n.l[0].content|0|5\n");
  assert_refused ("[{\"content\": \"${x}\"}]", "[0].content|1|3\n");
}

static void
test_evaluation_error (void)
{
  g_autoptr (GError) error = NULL;
  TroupeCelPlace place;

  g_assert_null (render ("\"é ${state.i} ${state.missing}\"", &error));
  g_assert_error (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_EVALUATION);
  g_assert_cmpstr (error->message, ==,
                   "the expression “state.missing” failed: the key “missing” does not exist");
  g_assert_cmpstr (troupe_cel_error_get_word (error), ==, "missing");
  g_assert_true (troupe_cel_error_get_place (error, &place));
  g_assert_cmpuint (place.column, ==, 22);
}

typedef struct
{
  TroupeValue *values[2];
  guint n_calls;
} Outputs;

static void
fill_references (TroupeCelActivation *activation, guint program_index, gpointer user_data)
{
  Outputs *outputs = user_data;

  g_assert_cmpuint (program_index, ==, outputs->n_calls);
  activation->references = &outputs->values[outputs->n_calls];
  outputs->n_calls++;
}

static void
test_references (void)
{
  g_autoptr (TroupeValue) value =
      troupe_value_from_json ("\"${outputs.a}-${outputs.b}\"", -1, NULL);
  g_autoptr (TroupeCelTemplate) template =
      troupe_cel_template_compile (value, TROUPE_CEL_CREWAI, roots, NULL, NULL);
  g_autoptr (TroupeValue) one = troupe_value_new_integer (1);
  g_autoptr (TroupeValue) two = troupe_value_new_integer (2);
  g_autoptr (TroupeValue) text = NULL;
  g_autoptr (GError) error = NULL;
  TroupeCelActivation activation = { .get_root = get_root };
  Outputs outputs = { { one, two }, 0 };
  TroupeCelPlace place;

  g_assert_cmpuint (troupe_cel_template_get_n_programs (template), ==, 2);
  g_assert_cmpstr (troupe_cel_program_get_reference (troupe_cel_template_get_program (template, 1),
                                                     0, NULL, &place),
                   ==, "b");
  /* Positions are relative to the whole text. */
  g_assert_cmpuint (place.column, ==, 24);
  text = troupe_cel_template_render (template, &activation, fill_references, &outputs, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (troupe_value_get_string (text, NULL), ==, "1-2");
  g_assert_cmpuint (outputs.n_calls, ==, 2);
}

/* A value without expressions is returned without a copy. */
static void
test_constant (void)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json ("{\"a\": [1, \"$5\"]}", -1, NULL);
  g_autoptr (TroupeCelTemplate) template =
      troupe_cel_template_compile (value, TROUPE_CEL_CREWAI, roots, NULL, NULL);
  TroupeCelActivation activation = { .get_root = get_root };
  g_autoptr (TroupeValue) result =
      troupe_cel_template_render (template, &activation, NULL, NULL, NULL);

  g_assert_true (result == value);
}

/* Millions of expressions in one text or in many texts are rejected before they are parsed, with
 * a single error. */
static void
test_many (void)
{
  GString *text = g_string_new (NULL);
  g_autofree TroupeValue **items = g_new (TroupeValue *, 300000);
  g_autoptr (TroupeValue) one = NULL;
  g_autoptr (TroupeValue) list = NULL;
  TroupeValue *const *values[] = { &one, &list };
  gint64 begun_us = g_get_monotonic_time ();

  for (guint i = 0; i < 2000000; i++)
    g_string_append (text, "${1}");
  one = troupe_value_take_string (g_string_free (text, FALSE), -1);
  for (guint i = 0; i < 300000; i++)
    items[i] = troupe_value_new_string ("${1}", -1);
  list = troupe_value_new_list (items, 300000);
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (GString) problems = g_string_new (NULL);
      g_autofree char *code = g_strdup_printf ("|%d|", TROUPE_CEL_ERROR_LIMIT);

      g_assert_null (troupe_cel_template_compile (*values[i], TROUPE_CEL_CREWAI, roots,
                                                  collect_error, problems));
      g_assert_nonnull (strstr (problems->str, code));
      g_assert_true (strchr (problems->str, '\n') == problems->str + problems->len - 1);
    }
  g_test_message ("%.0f ms", (double) (g_get_monotonic_time () - begun_us) / 1000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cel/template/many", test_many);
  g_test_add_func ("/cel/template/types", test_types);
  g_test_add_func ("/cel/template/dollars", test_dollars);
  g_test_add_func ("/cel/template/errors", test_errors);
  g_test_add_func ("/cel/template/evaluation-error", test_evaluation_error);
  g_test_add_func ("/cel/template/references", test_references);
  g_test_add_func ("/cel/template/constant", test_constant);
  return g_test_run ();
}
