/* test-cel.c: the expression language beyond its specification
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-time.h"
#include "troupe-cel.h"

enum
{
  ROOT_STATE,
  ROOT_OUTPUTS
};

static const TroupeCelRoot roots[] = { { "state", FALSE }, { "outputs", TRUE }, { NULL, FALSE } };

typedef struct
{
  TroupeCelActivation activation;
  TroupeValue *state;
  TroupeValue *outputs;
  guint n_asked;
} Context;

static TroupeValue *
get_root (TroupeCelActivation *activation, guint root)
{
  Context *self = activation->user_data;
  TroupeValue *value = root == ROOT_STATE ? self->state : self->outputs;

  self->n_asked++;
  return value == NULL ? NULL : troupe_value_ref (value);
}

static TroupeValue *
evaluate (const char *text, TroupeCelDialect dialect, const char *state, GError **error)
{
  Context context = { .activation = { .get_root = get_root, .now = 1795265000123456 } };
  g_autoptr (TroupeCelProgram) program = NULL;
  TroupeValue *value;

  context.activation.user_data = &context;
  program = troupe_cel_compile (text, -1, dialect, roots, error);
  if (program == NULL)
    return NULL;
  if (state != NULL)
    context.state = troupe_value_from_json (state, -1, NULL);
  value = troupe_cel_program_evaluate (program, &context.activation, error);
  g_clear_pointer (&context.state, troupe_value_unref);
  return value;
}

static void
assert_gives (const char *text, TroupeCelDialect dialect, const char *state, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = evaluate (text, dialect, state, &error);
  g_autofree char *json = NULL;

  g_assert_no_error (error);
  json = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  g_assert_cmpstr (json, ==, expected);
}

static void
assert_fails (const char *text,
              TroupeCelDialect dialect,
              TroupeCelError code,
              const char *message,
              guint line,
              guint column)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = evaluate (text, dialect, "{\"n\": 3, \"s\": \"x\"}", &error);
  TroupeCelPlace place;

  g_assert_null (value);
  g_assert_error (error, TROUPE_CEL_ERROR, (int) code);
  g_assert_cmpstr (error->message, ==, message);
  g_assert_true (troupe_cel_error_get_place (error, &place));
  g_assert_cmpuint (place.line, ==, line);
  g_assert_cmpuint (place.column, ==, column);
}

static void
test_errors (void)
{
  assert_fails ("1 +", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_SYNTAX,
                "unexpected end of the expression: expected a value", 1, 4);
  assert_fails ("state.n = 3", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_SYNTAX,
                "= is not a comparison: write ==", 1, 9);
  assert_fails ("'é' +\n  'it", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_SYNTAX,
                "this string is not closed: expected a closing quotation mark", 2, 3);
  assert_fails ("'é' + '\\q'", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_SYNTAX,
                "unknown escape: write \\\\ for a backslash", 1, 8);
  assert_fails (
      "state.?n", TROUPE_CEL_CREWAI, TROUPE_CEL_ERROR_SYNTAX,
      "unexpected “?”: expected a field name (optional fields are not supported)", 1,
      7);
  assert_fails ("for + 1", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_SYNTAX,
                "unexpected “for”: expected a name that is not a reserved word", 1, 1);
  assert_fails ("9223372036854775808", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_SYNTAX,
                "the number 9223372036854775808 does not fit in 64 bits", 1, 1);
  assert_fails ("'é' == state.fetch_topc", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_EVALUATION,
                "the key “fetch_topc” does not exist", 1, 14);
  assert_fails ("state.n + state.s", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_EVALUATION,
                "+ does not accept int and string", 1, 9);
  assert_fails ("outputs.fetch", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_EVALUATION,
                "the key “fetch” does not exist", 1, 9);
  assert_fails ("'a'.matches('(')", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_EVALUATION,
                "invalid regular expression: missing ): (", 1, 5);
  assert_fails ("[1].all(2)", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_EVALUATION,
                "all() cannot be used in this form", 1, 5);
  assert_fails ("now()", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_EVALUATION, "unknown function “now”", 1,
                1);
}

static void
test_roots (void)
{
  g_autoptr (GError) error = NULL;

  assert_fails ("inputs.x", TROUPE_CEL_CREWAI, TROUPE_CEL_ERROR_UNKNOWN_ROOT,
                "unknown name “inputs”; expected one of: state, outputs", 1, 1);
  assert_fails ("type(1) == int", TROUPE_CEL_CREWAI, TROUPE_CEL_ERROR_UNKNOWN_ROOT,
                "unknown name “int”; expected one of: state, outputs", 1, 12);
  assert_fails ("now", TROUPE_CEL_CREWAI, TROUPE_CEL_ERROR_UNKNOWN_ROOT,
                "unknown name “now”; expected one of: state, outputs", 1, 1);
  /* A call that begins with a dot is never evaluated, but its arguments are validated. */
  assert_fails (".map(x, x * 2)", TROUPE_CEL_CREWAI, TROUPE_CEL_ERROR_UNKNOWN_ROOT,
                "unknown name “x”; expected one of: state, outputs", 1, 6);
  assert_fails ("[1].map(x, .size(y))", TROUPE_CEL_CREWAI, TROUPE_CEL_ERROR_UNKNOWN_ROOT,
                "unknown name “y”; expected one of: state, outputs", 1, 18);
  assert_fails ("[1].map(x, x) + x", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_UNKNOWN_ROOT,
                "unknown name “x”; expected one of: state, outputs", 1, 17);
  assert_gives ("type(1) == int", TROUPE_CEL_SPEC, NULL, "true");
  assert_gives ("[1].map(now, now + 1)", TROUPE_CEL_CREWAI, NULL, "[2]");
  assert_gives ("string(now())", TROUPE_CEL_CREWAI, NULL, "\"2026-11-21T12:43:20Z\"");
  /* U+0000 is an ordinary character. */
  assert_gives ("size('a\\u0000b')", TROUPE_CEL_CREWAI, NULL, "3");
  assert_gives ("size('a\\u0000b')", TROUPE_CEL_SPEC, NULL, "3");
  /* The time is constant during a run and has a resolution of microseconds. */
  assert_gives ("now() == now()", TROUPE_CEL_CREWAI, NULL, "true");
  assert_gives ("[1, 2].all(x, now() in [now()])", TROUPE_CEL_CREWAI, NULL, "true");
  assert_gives ("timestamp(string(now())) < now()", TROUPE_CEL_CREWAI, NULL, "true");
  assert_gives ("now().getMilliseconds()", TROUPE_CEL_CREWAI, NULL, "123");
  assert_gives ("now().getMilliseconds()", TROUPE_CEL_CREWAI, NULL, "123");
  assert_gives ("[1].map(state, state)", TROUPE_CEL_SPEC, "{}", "[1]");
  assert_gives ("[1, 2].map(x, [10].map(y, x + y))", TROUPE_CEL_SPEC, NULL, "[[11],[12]]");
  assert_gives ("[1].map(state, .state)", TROUPE_CEL_SPEC, "{}", "[{}]");
  g_assert_null (evaluate ("foo.bar", TROUPE_CEL_SPEC, NULL, &error));
  g_assert_cmpstr (troupe_cel_error_get_word (error), ==, "foo");
}

static void
test_references (void)
{
  const char *text = "outputs.fetch == 3 && has(outputs.check) || outputs['fetch'] > 1 && "
                     "[1].exists(outputs, outputs == 1)";
  g_autoptr (TroupeValue) three = troupe_value_new_integer (3);
  g_autoptr (TroupeCelProgram) program = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (GError) error = NULL;
  TroupeValue *references[] = { three, NULL };
  Context context = { .activation = { .get_root = get_root, .references = references } };
  TroupeCelPlace place;
  guint root;

  context.activation.user_data = &context;
  program = troupe_cel_compile (text, -1, TROUPE_CEL_CREWAI, roots, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (troupe_cel_program_get_n_references (program), ==, 2);
  g_assert_cmpstr (troupe_cel_program_get_reference (program, 0, &root, &place), ==, "fetch");
  g_assert_cmpuint (root, ==, ROOT_OUTPUTS);
  g_assert_cmpuint (place.column, ==, 9);
  g_assert_cmpstr (troupe_cel_program_get_reference (program, 1, NULL, &place), ==, "check");
  g_assert_cmpuint (place.column, ==, 35);
  g_assert_false (troupe_cel_program_uses_root (program, ROOT_OUTPUTS));
  g_assert_false (troupe_cel_program_uses_root (program, ROOT_STATE));
  value = troupe_cel_program_evaluate (program, &context.activation, &error);
  g_assert_no_error (error);
  g_assert_true (troupe_value_get_boolean (value));
  g_assert_cmpuint (context.n_asked, ==, 0);
}

static void
test_whole_root (void)
{
  static const char *const texts[] = { "size(outputs)", "outputs[state.name]", "'a' in outputs" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (TroupeCelProgram) program =
          troupe_cel_compile (texts[i], -1, TROUPE_CEL_CREWAI, roots, NULL);

      g_assert_true (troupe_cel_program_uses_root (program, ROOT_OUTPUTS));
      g_assert_cmpuint (troupe_cel_program_get_n_references (program), ==, 0);
    }
}

static void
test_root_is_asked_once (void)
{
  Context context = { .activation = { .get_root = get_root } };
  g_autoptr (TroupeCelProgram) program =
      troupe_cel_compile ("state.n + state.n + state.n", -1, TROUPE_CEL_SPEC, roots, NULL);
  g_autoptr (TroupeValue) value = NULL;

  context.activation.user_data = &context;
  context.state = troupe_value_from_json ("{\"n\": 2}", -1, NULL);
  value = troupe_cel_program_evaluate (program, &context.activation, NULL);
  g_assert_cmpint (troupe_value_get_integer (value), ==, 6);
  g_assert_cmpuint (context.n_asked, ==, 1);
  troupe_value_unref (context.state);
}

static char *
repeat (const char *before, const char *middle, const char *after, guint n_times)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_times; i++)
    g_string_append (text, before);
  g_string_append (text, middle);
  for (guint i = 0; i < n_times; i++)
    g_string_append (text, after);
  return g_string_free (text, FALSE);
}

static void
assert_too_deep (const char *before, const char *middle, const char *after)
{
  g_autofree char *text = repeat (before, middle, after, 10000);
  g_autoptr (GError) error = NULL;

  g_assert_null (evaluate (text, TROUPE_CEL_SPEC, NULL, &error));
  g_assert_error (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_SYNTAX);
}

static void
test_depth (void)
{
  g_autofree char *sum = repeat ("1+", "1", "", 900);
  g_autofree char *either = repeat ("false||", "true", "", 20000);
  g_autofree char *nested = repeat ("[", "1", "]", 200);
  g_autoptr (TroupeValue) value = NULL;

  assert_too_deep ("(", "1", ")");
  assert_too_deep ("[", "1", "]");
  assert_too_deep ("{'a':", "1", "}");
  assert_too_deep ("size(", "1", ")");
  assert_too_deep ("-", "1", "");
  assert_too_deep ("!", "true", "");
  assert_too_deep ("true?1:", "1", "");
  assert_too_deep ("1+", "1", "");
  assert_too_deep ("", "state", ".a");
  assert_too_deep ("", "state", "[0]");
  assert_too_deep ("[1].map(x,", "1", ")");
  assert_gives (sum, TROUPE_CEL_SPEC, NULL, "901");
  assert_gives (either, TROUPE_CEL_SPEC, NULL, "true");
  value = evaluate (nested, TROUPE_CEL_SPEC, NULL, NULL);
  g_assert_nonnull (value);
}

static void
assert_stops (const char *text)
{
  gint64 start = test_time_get_own ();
  g_autoptr (GError) error = NULL;

  for (guint dialect = TROUPE_CEL_SPEC; dialect <= TROUPE_CEL_CREWAI; dialect++)
    {
      g_clear_error (&error);
      g_assert_null (
          evaluate (text, (TroupeCelDialect) dialect, "{\"s\": \"0123456789abcdef\"}", &error));
      g_assert_error (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_LIMIT);
    }
  /* The goal is a tenth of a second for each expression. The rest of the limit allows for other
   * processes on the machine. */
  g_test_message ("%.60s: %" G_GINT64_FORMAT " µs", text, test_time_get_own () - start);
  g_assert_cmpint (test_time_get_own () - start, <, 4 * G_USEC_PER_SEC * TEST_SLOWNESS);
}

static void
test_budget (void)
{
  g_autofree char *doubling = repeat ("[", "state.s", "].map(x, x + x)[0]", 60);
  g_autofree char *pairs = repeat ("[", "1", "].map(x, [x, x])[0]", 60);
  g_autofree char *compared = g_strdup_printf ("%s == %s", pairs, pairs);
  const char *digits = "[0,1,2,3,4,5,6,7,8,9]";
  g_autofree char *nested = g_strdup_printf (
      "%s.map(a, %s.map(b, %s.map(c, %s.map(d, %s.map(e, %s.map(f, %s.map(g, 1)))))))", digits,
      digits, digits, digits, digits, digits, digits);
  g_autofree char *absorbed = g_strdup_printf ("%s == [] || true", nested);
  g_autofree char *hidden = g_strdup_printf ("[1].all(x, %s == []) || true", nested);
  g_autofree char *guarded = g_strdup_printf ("true || %s == []", nested);

  assert_stops (doubling);
  assert_stops (compared);
  assert_stops (nested);
  assert_stops (absorbed);
  assert_stops (hidden);
  assert_gives (guarded, TROUPE_CEL_SPEC, NULL, "true");
}

/* A result with shared parts that would require several gibibytes of JSON. It is not nested
 * deeper, because a sanitizer walks the complete stack for each value. */
static void
test_result_limit (void)
{
  g_autofree char *pairs = repeat ("[", "1", "].map(x, [x, x])[0]", 30);
  g_autoptr (TroupeValue) value = evaluate (pairs, TROUPE_CEL_SPEC, NULL, NULL);
  g_autoptr (TroupeValue) type = evaluate ("[int]", TROUPE_CEL_SPEC, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (value);
  g_assert_null (troupe_cel_value_to_json (value, TROUPE_CEL_SPEC, &error));
  g_assert_error (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_LIMIT);
  g_clear_error (&error);
  g_assert_null (troupe_cel_value_to_json (type, TROUPE_CEL_SPEC, &error));
  g_assert_error (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_EVALUATION);
}

static void
test_json (void)
{
  g_autoptr (TroupeValue) value =
      evaluate ("{1: b'abc', true: 18446744073709551615u, 'd': duration('90.5s'), "
                "'t': timestamp('2024-01-01T00:00:00.25Z'), 'l': [1u]}",
                TROUPE_CEL_SPEC, NULL, NULL);
  g_autoptr (TroupeValue) json = troupe_cel_value_to_json (value, TROUPE_CEL_SPEC, NULL);
  g_autoptr (TroupeValue) crewai = troupe_cel_value_to_json (value, TROUPE_CEL_CREWAI, NULL);
  g_autoptr (TroupeValue) same = troupe_cel_value_to_json (json, TROUPE_CEL_SPEC, NULL);
  g_autofree char *text = troupe_value_to_json (json, TROUPE_JSON_COMPACT);
  g_autofree char *crewai_text = troupe_value_to_json (crewai, TROUPE_JSON_COMPACT);

  g_assert_cmpstr (text, ==,
                   "{\"1\":\"YWJj\",\"true\":18446744073709551615,\"d\":\"90.5s\","
                   "\"t\":\"2024-01-01T00:00:00.25Z\",\"l\":[1]}");
  g_assert_cmpstr (crewai_text, ==,
                   "{\"1\":\"YWJj\",\"true\":18446744073709551615,\"d\":\"90s\","
                   "\"t\":\"2024-01-01T00:00:00Z\",\"l\":[1]}");
  g_assert_true (same == json);
}

static void
test_absorption (void)
{
  assert_gives ("false && 1/0 == 0", TROUPE_CEL_SPEC, NULL, "false");
  assert_gives ("1/0 == 0 && false", TROUPE_CEL_SPEC, NULL, "false");
  assert_gives ("1/0 == 0 || true", TROUPE_CEL_SPEC, NULL, "true");
  assert_gives ("1 || 1/0 == 0 || true", TROUPE_CEL_SPEC, NULL, "true");
  assert_fails ("1 || 1/0 == 0", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_EVALUATION,
                "|| does not accept int", 1, 1);
  assert_fails ("1/0 == 0 || state.none", TROUPE_CEL_SPEC, TROUPE_CEL_ERROR_EVALUATION, "/ by zero",
                1, 2);
}

static void
test_tokens (void)
{
  const char *text = "a.b in [true, 1.5e3, r'x'] && @ // end\n+ 'open";
  static const TroupeCelTokenType types[] = {
    TROUPE_CEL_TOKEN_NAME,     TROUPE_CEL_TOKEN_OPERATOR, TROUPE_CEL_TOKEN_NAME,
    TROUPE_CEL_TOKEN_KEYWORD,  TROUPE_CEL_TOKEN_OPERATOR, TROUPE_CEL_TOKEN_KEYWORD,
    TROUPE_CEL_TOKEN_OPERATOR, TROUPE_CEL_TOKEN_NUMBER,   TROUPE_CEL_TOKEN_OPERATOR,
    TROUPE_CEL_TOKEN_STRING,   TROUPE_CEL_TOKEN_OPERATOR, TROUPE_CEL_TOKEN_OPERATOR,
    TROUPE_CEL_TOKEN_OTHER,    TROUPE_CEL_TOKEN_COMMENT,  TROUPE_CEL_TOKEN_OPERATOR,
    TROUPE_CEL_TOKEN_STRING,
  };
  g_autoptr (GArray) tokens = troupe_cel_tokenize (text, -1);
  g_autoptr (GArray) accents = troupe_cel_tokenize ("été", -1);
  gsize position = 0;

  g_assert_cmpuint (tokens->len, ==, G_N_ELEMENTS (types));
  for (guint i = 0; i < tokens->len; i++)
    {
      const TroupeCelToken *token = &g_array_index (tokens, TroupeCelToken, i);

      g_assert_cmpint (token->type, ==, types[i]);
      g_assert_cmpuint (token->start, >=, position);
      g_assert_cmpuint (token->end, >, token->start);
      position = token->end;
    }
  g_assert_cmpuint (position, ==, strlen (text));
  /* A character that is not ASCII is one complete token. */
  g_assert_cmpuint (accents->len, ==, 3);
  g_assert_cmpuint (g_array_index (accents, TroupeCelToken, 0).end, ==, strlen ("é"));
}

static void
test_field (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCelProgram) program =
      troupe_cel_compile_field ("  ${ 1 + 2 }  ", TROUPE_CEL_CREWAI, roots, &error);
  TroupeCelPlace place;

  g_assert_no_error (error);
  g_assert_cmpstr (troupe_cel_program_get_text (program), ==, "1 + 2");
  g_assert_null (troupe_cel_compile_field (" ${  } ", TROUPE_CEL_CREWAI, roots, &error));
  g_assert_error (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_EMPTY);
  g_clear_error (&error);
  g_assert_null (troupe_cel_compile_field ("${1} + ${2}", TROUPE_CEL_CREWAI, roots, &error));
  g_assert_error (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_null (troupe_cel_compile_field ("\n ${ é }", TROUPE_CEL_CREWAI, roots, &error));
  g_assert_true (troupe_cel_error_get_place (error, &place));
  g_assert_cmpuint (place.line, ==, 2);
  g_assert_cmpuint (place.column, ==, 5);
}

static void
test_zones (void)
{
  assert_fails ("timestamp('2024-01-01T00:00:00Z').getHours('../../etc/passwd')", TROUPE_CEL_SPEC,
                TROUPE_CEL_ERROR_EVALUATION, "unknown time zone “../../etc/passwd”", 1, 35);
  assert_fails ("timestamp('2024-01-01T00:00:00Z').getHours('Mars/Base')", TROUPE_CEL_SPEC,
                TROUPE_CEL_ERROR_EVALUATION, "unknown time zone “Mars/Base”", 1, 35);
  /* Some systems have no files for former names. */
  assert_gives ("timestamp('2024-01-01T12:00:00Z').getHours('EST')", TROUPE_CEL_SPEC, NULL, "7");
  assert_gives ("timestamp('2024-01-01T12:00:00Z').getHours('Asia/Calcutta')", TROUPE_CEL_SPEC, NULL,
                "17");
  assert_gives ("timestamp('0001-01-01T00:00:00Z').getDayOfYear('-01:00')", TROUPE_CEL_SPEC, NULL,
                "365");
}

/* Sums of nanoseconds exceed 64 bits long before sums of seconds do. */
static void
test_spans (void)
{
  static const struct
  {
    const char *text;
    const char *expected; /* (nullable): out of range */
  } cases[] = {
    { "duration('9223372036.854775807s')", "\"9223372036.854775807s\"" },
    { "duration('9223372036.854775808s')", NULL },
    { "duration('-9223372036.854775807s')", "\"-9223372036.854775807s\"" },
    { "duration('-9223372036.854775808s')", NULL },
    { "duration('9223372036854775807ns')", "\"9223372036.854775807s\"" },
    { "duration('9223372036854775808ns')", NULL },
    { "duration('9223372036854775807h')", NULL },
    { "duration('0.999999999999999999h')", "\"3599.999999999s\"" },
    { "duration('0.1234567890123456789h')", "\"444.444440444s\"" },
    { "duration('1.5ns')", "\"0.000000001s\"" },
    { "duration('1h1m1.000000001s999ms1us')", "\"3661.999001001s\"" },
    { "duration('-0.5s') + duration('0.5s')", "\"0s\"" },
    { "duration('1s') - duration('1.000000001s')", "\"-0.000000001s\"" },
    { "duration('2s') - duration('0.5s')", "\"1.5s\"" },
    { "duration('-2s') + duration('0.5s')", "\"-1.5s\"" },
    { "duration('9223372036s') + duration('854775807ns')", "\"9223372036.854775807s\"" },
    { "duration('9223372036s') + duration('854775808ns')", NULL },
    { "timestamp('1970-01-01T00:00:00Z') - duration('1ns')", "\"1969-12-31T23:59:59.999999999Z\"" },
    { "timestamp('0001-01-01T00:00:00Z') - duration('1ns')", NULL },
    { "timestamp('9999-12-31T23:59:59.999999999Z') + duration('1ns')", NULL },
    { "timestamp('9999-12-31T23:59:59Z') + duration('999999999ns')",
      "\"9999-12-31T23:59:59.999999999Z\"" },
    { "timestamp('9999-12-31T23:59:59Z') - timestamp('0001-01-01T00:00:00Z')", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeValue) value = evaluate (cases[i].text, TROUPE_CEL_SPEC, NULL, &error);
      g_autofree char *json = NULL;

      g_test_message ("%s", cases[i].text);
      if (cases[i].expected == NULL)
        {
          g_assert_error (error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_EVALUATION);
          continue;
        }
      g_assert_no_error (error);
      json = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
      g_assert_cmpstr (json, ==, cases[i].expected);
    }
}

/* CrewAI's integers may exceed 64 bits in intermediate results. */
static void
test_wide_integers (void)
{
  assert_gives ("9223372036854775807u * 2u", TROUPE_CEL_CREWAI, NULL, "18446744073709551614");
  assert_fails ("9223372036854775807u * 3u", TROUPE_CEL_CREWAI, TROUPE_CEL_ERROR_EVALUATION,
                "the result of * is out of range", 1, 22);
  assert_fails ("9223372036854775807 + 1", TROUPE_CEL_CREWAI, TROUPE_CEL_ERROR_EVALUATION,
                "the result of + is out of range", 1, 21);
  assert_gives ("-9223372036854775807 - 1", TROUPE_CEL_CREWAI, NULL, "-9223372036854775808");
  assert_gives ("-7 / 2", TROUPE_CEL_CREWAI, NULL, "-3");
  assert_gives ("-7 % 2", TROUPE_CEL_CREWAI, NULL, "-1");
  assert_gives ("18446744073709551615u > 18446744073709551614u", TROUPE_CEL_CREWAI, NULL, "true");
}

static void
test_crewai (void)
{
  assert_gives ("state.l[-1]", TROUPE_CEL_CREWAI, "{\"l\": [1, 2]}", "2");
  assert_gives ("('a' + 'b').size()", TROUPE_CEL_CREWAI, NULL, "2");
  assert_fails ("('a' + 'b').contains('a')", TROUPE_CEL_CREWAI, TROUPE_CEL_ERROR_EVALUATION,
                "contains does not accept string and string", 1, 13);
  assert_fails ("['a' + 'b'].map(x, x.contains('a'))", TROUPE_CEL_CREWAI,
                TROUPE_CEL_ERROR_EVALUATION, "contains does not accept string and string", 1, 22);
  assert_gives ("'ab'.contains('a')", TROUPE_CEL_CREWAI, NULL, "true");
  assert_gives ("[1.5 + 1, (1.0 + 1.0) == 2]", TROUPE_CEL_CREWAI, NULL, "[2.5,true]");
  assert_gives ("[1] + [true]", TROUPE_CEL_CREWAI, NULL, "[1,1]");
  assert_fails ("duration('2h') - duration('1h')", TROUPE_CEL_CREWAI, TROUPE_CEL_ERROR_EVALUATION,
                "a computed value of type duration cannot be a result", 1, 16);
  assert_gives ("string(timestamp('2024-01-01T00:00:00+08:00') + duration('1h'))",
                TROUPE_CEL_CREWAI, NULL, "\"2024-01-01T01:00:00+08:00\"");
  assert_fails ("[1].map(x, x / 0) == [] || true", TROUPE_CEL_CREWAI, TROUPE_CEL_ERROR_EVALUATION,
                "/ by zero", 1, 14);
  /* An error inside of a map is raised only when its entry is accessed. */
  assert_gives ("[{'a': 1 / 0, 'b': 2}.b, size({'a': 1 / 0})]", TROUPE_CEL_CREWAI, NULL, "[2,1]");
  assert_fails ("{'a': 1 / 0}.a", TROUPE_CEL_CREWAI, TROUPE_CEL_ERROR_EVALUATION, "/ by zero", 1,
                9);
  assert_fails ("{'a': 1 / 0}['a']", TROUPE_CEL_CREWAI, TROUPE_CEL_ERROR_EVALUATION, "/ by zero", 1,
                9);
  assert_fails ("[{'a': 1 / 0}]", TROUPE_CEL_CREWAI, TROUPE_CEL_ERROR_EVALUATION, "/ by zero", 1,
                10);
  assert_gives ("b'ab'.map(x, x) + [[3, 1].min()]", TROUPE_CEL_CREWAI, NULL, "[97,98,1]");
  assert_gives ("[1].all(x, [1].map(y, y / 0) == []) || true", TROUPE_CEL_CREWAI, NULL, "true");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cel/errors", test_errors);
  g_test_add_func ("/cel/roots", test_roots);
  g_test_add_func ("/cel/references", test_references);
  g_test_add_func ("/cel/whole-root", test_whole_root);
  g_test_add_func ("/cel/root-is-asked-once", test_root_is_asked_once);
  g_test_add_func ("/cel/depth", test_depth);
  g_test_add_func ("/cel/budget", test_budget);
  g_test_add_func ("/cel/result-limit", test_result_limit);
  g_test_add_func ("/cel/json", test_json);
  g_test_add_func ("/cel/absorption", test_absorption);
  g_test_add_func ("/cel/tokens", test_tokens);
  g_test_add_func ("/cel/field", test_field);
  g_test_add_func ("/cel/zones", test_zones);
  g_test_add_func ("/cel/spans", test_spans);
  g_test_add_func ("/cel/wide-integers", test_wide_integers);
  g_test_add_func ("/cel/crewai", test_crewai);
  return g_test_run ();
}
