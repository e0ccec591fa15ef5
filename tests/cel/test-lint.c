/* test-lint.c: lint notes on differences between CrewAI's evaluator and the specification
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cel-case.h"
#include "troupe-cel-lint.h"
#include "troupe-cel-type-private.h"

static const TroupeCelRoot roots[] = { { "state", FALSE },
                                       { "outputs", TRUE },
                                       { "item", FALSE },
                                       { NULL, FALSE } };

/* Appends a note in the form of a line `column message | suggestion`. */
static void
collect (const TroupeCelNote *note, gpointer user_data)
{
  g_string_append_printf (user_data, "%u %s | %s\n", note->place.column, note->message,
                          note->suggestion != NULL ? note->suggestion : "");
}

static TroupeCelType *
read_type (const char *schema)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = troupe_value_from_json (schema, -1, &error);

  g_assert_no_error (error);
  return troupe_cel_type_new_from_schema (value);
}

static char *
lint (const char *text)
{
  g_autoptr (TroupeCelType) state = read_type (
      "{\"type\": \"object\", \"properties\": {"
      "\"n\": {\"type\": \"integer\"}, \"d\": {\"type\": \"number\"}, \"s\": {\"type\": "
      "\"string\"},"
      "\"b\": {\"type\": \"boolean\"}, \"maybe\": {\"type\": [\"integer\", \"null\"]},"
      "\"text\": {\"anyOf\": [{\"type\": \"string\"}, {\"type\": \"null\"}]},"
      "\"tags\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}},"
      "\"mixed\": {\"type\": \"array\", \"items\": {\"type\": [\"integer\", \"string\"]}},"
      "\"items\": {\"type\": \"array\", \"items\": {\"type\": \"object\", \"properties\": {"
      "\"score\": {\"type\": \"integer\"}, \"name\": {\"type\": \"string\"}}}},"
      "\"any\": {}}}");
  TroupeCelType *types[] = { state, NULL, NULL };
  GString *out = g_string_new (NULL);
  guint n_notes = troupe_cel_lint_text (text, roots, types, collect, out);
  guint n_lines = 0;

  for (const char *here = out->str; *here != '\0'; here++)
    n_lines += *here == '\n' ? 1 : 0;
  g_assert_cmpuint (n_notes, ==, n_lines);
  return g_string_free (out, FALSE);
}

/* Asserts that there is a note at @column. */
static void
assert_told (const char *text, guint column)
{
  g_autofree char *notes = lint (text);
  g_autofree char *start = g_strdup_printf ("%u ", column);

  g_test_message ("%s: %s", text, notes);
  g_assert_true (g_str_has_prefix (notes, start));
  g_assert_true (strchr (notes, '\n') == notes + strlen (notes) - 1);
  g_assert_false (g_str_has_suffix (notes, " | \n"));
}

static void
assert_quiet (const char *text)
{
  g_autofree char *notes = lint (text);

  if (*notes != '\0')
    g_test_message ("%s: %s", text, notes);
  g_assert_cmpstr (notes, ==, "");
}

static void
test_numbers (void)
{
  assert_told ("state.n > 2.5", 9);
  assert_told ("state.n == 3.0", 9);
  assert_told ("1 < 2.5", 3);
  assert_told ("state.d > 2.5", 9);
  assert_told ("2.5 == state.n", 5);
  assert_told ("state.n == 'x'", 9);
  assert_told ("1 != null", 3);
  assert_told ("state.maybe == null", 13);
  assert_told ("state.maybe == 3", 13);
  assert_told ("1.0 + 1", 5);
  assert_told ("0.0 / 0.0", 5);
  assert_told ("int(-9223372036854775808.0)", 1);
}

static void
test_containers (void)
{
  assert_told ("2.0 in [1, 2]", 5);
  assert_told ("'b' in [1, 2, 3]", 5);
  assert_told ("1 in {'1': 2}", 3);
  assert_told ("'b' in state.mixed", 5);
  assert_told ("state.mixed.exists(x, x == 'b')", 25);
  assert_told ("[1, 'a'].filter(x, x == 'a')", 10);
  assert_told ("state.items.filter(x, x.score > 2.5)", 31);
  assert_told ("state.tags[-1]", 12);
  assert_told ("{null: 1}", 1);
}

static void
test_logic_and_text (void)
{
  assert_told ("state.b && 1", 7);
  assert_told ("string(state.b)", 1);
  assert_told ("string(null)", 1);
  assert_told ("string({'a': 1})", 1);
  assert_told ("int(' 12 ')", 1);
  assert_told ("int('0x1F')", 1);
  assert_told ("int(true)", 1);
  assert_told ("('a' + 'b').contains('a')", 13);
  assert_told ("(state.s + state.s).contains('a')", 21);
  assert_told ("'\\X4a'", 1);
  assert_told ("'\\?'", 1);
  assert_told ("'''a\nb'''", 1);
}

static void
test_time (void)
{
  assert_told ("timestamp(0)", 1);
  assert_told ("timestamp('2024-01-01')", 1);
  assert_told ("string(timestamp('2026-11-21T08:30:00.5Z'))", 1);
  assert_told ("duration('1d')", 1);
  assert_quiet ("now() > timestamp('2026-01-01T00:00:00Z')");
  assert_quiet ("now() - duration('24h') < now()");
  assert_quiet ("string(now())");
}

static void
test_unknown_to_crewai (void)
{
  assert_told ("[1, 2].map(x, x > 1, x * 2)", 8);
  assert_told ("state.headers.`content-type`", 15);
  assert_told ("state.?topic", 7);
  assert_told ("state.tags[?0]", 12);
  assert_told ("type(state.n) == int", 18);
  assert_told ("['a', 'b'].join(', ')", 12);
  assert_told ("state.s.split(',')", 9);
  assert_told ("math.abs(-1)", 1);
}

/* Neither unknown values nor expressions that both evaluators reject cause notes. */
static void
test_quiet (void)
{
  static const char *const texts[] = {
    "state.n > 2",
    "state.n == 3 && state.b",
    "state.s == 'x'",
    "state.text == null",
    "state.any > 2.5",
    "state.any == null",
    "state.missing == 3.0",
    "outputs.a > 2.5",
    "item.n == 'x'",
    "has(state.n)",
    "has(state.any.deep)",
    "size(state.tags) > 0",
    "state.tags[0] == 'a'",
    "'a' in state.tags",
    "state.tags.exists(t, t.startsWith('a'))",
    "state.items.filter(x, x.score > 2).map(x, x.name)",
    "state.s + ' and ' + state.s",
    "state.s.contains('a') ? 1 : 2",
    "double(state.n) > 2.5",
    "state.n / 2",
    "-state.n",
    "{'a': state.n, 'b': [state.s]}",
    "state.s.matches('^[a-z]+$')",
    "state.s > 3",
    "1 +",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    assert_quiet (texts[i]);
}

static void
test_message (void)
{
  g_autofree char *notes = lint ("state.n > 2.5");

  g_assert_cmpstr (notes, ==,
                   "9 “3 > 2.5” is an error (> does not accept int and double) in CrewAI, but true "
                   "according to the language specification | convert one side so that both have "
                   "the same type: double(…), int(…) or string(…)\n");
}

/* --- Type inference --------------------------------------------------------------------------- */

static const char infer_schema[] =
    "{\"type\": \"object\", \"properties\": {"
    "\"n\": {\"type\": \"integer\"}, \"d\": {\"type\": \"number\"}, \"s\": {\"type\": "
    "\"string\"}, \"b\": {\"type\": \"boolean\"}, "
    "\"l\": {\"type\": \"array\", \"items\": {\"type\": \"integer\"}}, "
    "\"m\": {\"type\": \"object\", \"properties\": {\"s\": {\"type\": \"string\"}}}, \"any\": "
    "{}}}";

static const char *const states[] = {
  "{\"n\": 3, \"d\": 2.5, \"s\": \"x\", \"b\": true, \"l\": [1, 2], \"m\": {\"s\": \"y\"}, "
  "\"any\": null}",
  "{\"n\": 0, \"d\": 0.0, \"s\": \"\", \"b\": false, \"l\": [], \"m\": {\"s\": \"\"}, "
  "\"any\": [\"a\"]}",
  "{\"n\": -9223372036854775807, \"d\": 1e300, \"s\": \"12\", \"b\": true, \"l\": [0], "
  "\"m\": {\"s\": \"12\"}, \"any\": 2.5}",
};

static TroupeCelKinds
get_kind (const TroupeValue *value)
{
  switch ((int) troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_NULL:
      return TROUPE_CEL_KIND_NULL;
    case TROUPE_VALUE_BOOLEAN:
      return TROUPE_CEL_KIND_BOOLEAN;
    case TROUPE_VALUE_INTEGER:
    case TROUPE_VALUE_BIG_INTEGER:
      return TROUPE_CEL_KIND_INTEGER;
    case TROUPE_VALUE_DOUBLE:
      return TROUPE_CEL_KIND_DOUBLE;
    case TROUPE_VALUE_STRING:
      return TROUPE_CEL_KIND_STRING;
    case TROUPE_VALUE_LIST:
      return TROUPE_CEL_KIND_LIST;
    case TROUPE_VALUE_MAP:
      return TROUPE_CEL_KIND_MAP;
    default:
      return TROUPE_CEL_KIND_UNKNOWN;
    }
}

static TroupeCelType *
infer_text (const char *text)
{
  g_autoptr (TroupeCelType) state = read_type (infer_schema);
  TroupeCelType *types[] = { state, NULL, NULL };
  g_autoptr (TroupeCelProgram) program =
      troupe_cel_compile (text, -1, TROUPE_CEL_CREWAI, roots, NULL);

  return program != NULL ? troupe_cel_type_infer (program, types) : NULL;
}

static void
test_infer (void)
{
  static const struct
  {
    const char *text;
    guint kinds;
  } cases[] = {
    { "1", TROUPE_CEL_KIND_INTEGER },
    { "'a' + state.s", TROUPE_CEL_KIND_STRING },
    { "state.n * 2 + size(state.s)", TROUPE_CEL_KIND_INTEGER },
    { "2.5 / 2.0", TROUPE_CEL_KIND_DOUBLE },
    { "state.d", TROUPE_CEL_KIND_NUMBER },
    { "-state.n", TROUPE_CEL_KIND_INTEGER },
    { "state.n > 3 && state.b", TROUPE_CEL_KIND_BOOLEAN },
    { "state.b ? 1 : 'a'", TROUPE_CEL_KIND_INTEGER | TROUPE_CEL_KIND_STRING },
    { "state.l.map(x, x * 2)", TROUPE_CEL_KIND_LIST },
    { "state.l.map(x, x * 2)[0]", 0 },
    { "{'a': 1, 'b': state.s}", TROUPE_CEL_KIND_MAP },
    { "double(state.n)", TROUPE_CEL_KIND_DOUBLE },
    { "state.m.s", TROUPE_CEL_KIND_STRING },
    /* The type is unknown. */
    { "state.any", 0 },
    { "state.any + 1", 0 },
    { "state.n + 1.5", 0 },
    { "state.n && state.b", 0 },
    { "outputs.a", 0 },
    { "now()", 0 },
    { "b'x'", 0 },
    { "1u", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeCelType) type = infer_text (cases[i].text);

      g_test_message ("%s", cases[i].text);
      g_assert_cmpuint (type != NULL ? (guint) troupe_cel_type_get_kinds (type) : 0, ==,
                        cases[i].kinds);
    }
}

/* There are fewer expressions with sanitizers, because they track the origin of every
 * allocation, which is slow. */
#ifdef __SANITIZE_ADDRESS__
#  define N_EXPRESSIONS 1000
#else
#  define N_EXPRESSIONS 20000
#endif

/* Appends a random expression of any type. */
static void
write_any (GString *out, GRand *random, guint depth)
{
  static const char *const leaves[] = { "state.n",  "state.d",   "state.s",    "state.b", "state.l",
                                        "state.m",  "state.m.s", "state.any",  "1",       "2.5",
                                        "'a'",      "true",      "null",       "[]",      "[1, 2]",
                                        "[1, 'a']", "{'a': 1}",  "state.l[0]", "now()" };
  static const char *const formats[] = { "(%s + %s)",
                                         "(%s - %s)",
                                         "(%s * %s)",
                                         "(%s / %s)",
                                         "(%s %% %s)",
                                         "(%s == %s)",
                                         "(%s < %s)",
                                         "(%s in %s)",
                                         "(%s && %s)",
                                         "(%s || %s)",
                                         "(true ? %s : %s)",
                                         "(false ? %s : %s)",
                                         "[%s, %s]",
                                         "{'a': %s, 'b': %s}",
                                         "[%s].map(x, [x, %s])",
                                         "[%s, %s].filter(x, true)",
                                         "[%s].map(x, x)",
                                         "(!%s)",
                                         "(-%s)",
                                         "size(%s)",
                                         "string(%s)",
                                         "int(%s)",
                                         "double(%s)",
                                         "bool(%s)",
                                         "%s.contains(%s)",
                                         "[%s].exists(x, x == %s)",
                                         "dyn(%s)",
                                         "{'a': %s}.a",
                                         "%s[%s]" };
  const char *format;

  if (depth == 3 || g_rand_int_range (random, 0, 4) == 0)
    {
      g_string_append (out, leaves[g_rand_int_range (random, 0, G_N_ELEMENTS (leaves))]);
      return;
    }
  format = formats[g_rand_int_range (random, 0, G_N_ELEMENTS (formats))];
  for (const char *c = format; *c != '\0'; c++)
    {
      if (*c != '%')
        g_string_append_c (out, *c);
      else if (*++c == 's')
        write_any (out, random, depth + 1);
      else
        g_string_append_c (out, '%');
    }
}

static TroupeValue *
get_state (TroupeCelActivation *activation, guint root)
{
  return root == 0 ? troupe_value_ref (activation->user_data) : NULL;
}

/* Returns TRUE if @value matches @type, including elements and fields. */
static gboolean
fits (TroupeValue *value, const TroupeCelType *type)
{
  if (type == NULL || type->kinds == 0)
    return TRUE;
  if ((type->kinds & get_kind (value)) == 0)
    return FALSE;
  for (gsize i = 0;
       troupe_value_is (value, TROUPE_VALUE_LIST) && i < troupe_value_list_get_length (value); i++)
    {
      if (!fits (troupe_value_list_get (value, i), type->element))
        return FALSE;
    }
  for (gsize i = 0;
       troupe_value_is (value, TROUPE_VALUE_MAP) && i < troupe_value_map_get_size (value); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (value, i), NULL);

      if (!fits (troupe_value_map_get_value (value, i), troupe_cel_type_get_field (type, name)) ||
          (type->is_complete && troupe_cel_type_get_field (type, name) == NULL))
        return FALSE;
    }
  return TRUE;
}

/* Asserts that the inferred type is correct for every state. The check is made after the value
 * was converted to JSON. */
static gboolean
check_inferred (const char *text, TroupeCelType *type)
{
  g_autoptr (TroupeCelProgram) program =
      troupe_cel_compile (text, -1, TROUPE_CEL_CREWAI, roots, NULL);
  gboolean any = FALSE;

  for (guint i = 0; program != NULL && i < G_N_ELEMENTS (states); i++)
    {
      g_autoptr (TroupeValue) state = troupe_value_from_json (states[i], -1, NULL);
      TroupeCelActivation activation = { .get_root = get_state,
                                         .user_data = state,
                                         .now = 1795265000123456 };
      g_autoptr (TroupeValue) value = troupe_cel_program_evaluate (program, &activation, NULL);
      g_autoptr (TroupeValue) json =
          value != NULL ? troupe_cel_value_to_json (value, TROUPE_CEL_CREWAI, NULL) : NULL;

      if (json == NULL)
        continue;
      any = TRUE;
      if (!fits (json, type))
        {
          g_autofree char *shown = troupe_value_to_json (json, TROUPE_JSON_SPACED);

          g_error ("%s is %s, which does not fit its type", text, shown);
        }
    }
  return any && type != NULL;
}

static void
test_infer_anything (void)
{
  guint32 seed = (guint32) g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  guint n_known = 0;

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < N_EXPRESSIONS; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (TroupeCelType) type = NULL;

      write_any (text, random, 0);
      type = infer_text (text->str);
      n_known += check_inferred (text->str, type) ? 1 : 0;
    }
  g_test_message ("%u expressions have a value and a type", n_known);
  g_assert_cmpuint (n_known, >, N_EXPRESSIONS / 10);
}

/* --- Expressions of complete flows ------------------------------------------------------------ */

/* Adds every string of @value whose key contains an expression. */
static void
find_expressions (TroupeValue *value, GPtrArray *out)
{
  static const char *const keys[] = { "expr", "if", "in", NULL };

  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
      find_expressions (troupe_value_list_get (value, i), out);
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    return;
  for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
    {
      TroupeValue *child = troupe_value_map_get_value (value, i);
      const char *key = troupe_value_get_string (troupe_value_map_get_key (value, i), NULL);

      if (troupe_value_is (child, TROUPE_VALUE_STRING) && g_strv_contains (keys, key))
        g_ptr_array_add (out, (gpointer) troupe_value_get_string (child, NULL));
      else
        find_expressions (child, out);
    }
}

static void
test_examples (void)
{
  g_autofree char *folder =
      g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "data", "examples", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n_expressions = 0;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      g_autoptr (TroupeValue) flow = NULL;
      g_autoptr (GPtrArray) expressions = g_ptr_array_new ();

      if (!g_str_has_suffix (name, ".json") || !g_file_get_contents (path, &text, NULL, NULL))
        continue;
      flow = troupe_value_from_json (text, -1, NULL);
      g_assert_nonnull (flow);
      find_expressions (flow, expressions);
      for (guint i = 0; i < expressions->len; i++, n_expressions++)
        assert_quiet (g_ptr_array_index (expressions, i));
    }
  g_assert_cmpuint (n_expressions, >, 5);
}

/* The recording contains intentional differences. All other expressions cause no notes. */
static void
test_golden (void)
{
  g_autoptr (TroupeValue) recording = cel_case_load ("flow-golden.json");
  g_autoptr (GPtrArray) expressions = g_ptr_array_new ();
  guint n_told = 0;

  if (recording == NULL)
    return;
  find_expressions (cel_case_get (recording, "cases"), expressions);
  for (guint i = 0; i < expressions->len; i++)
    {
      g_autofree char *notes = lint (g_ptr_array_index (expressions, i));

      if (*notes != '\0')
        g_test_message ("%s: %s", (const char *) g_ptr_array_index (expressions, i), notes);
      n_told += *notes != '\0' ? 1 : 0;
    }
  g_test_message ("%u of %u expressions have notes", n_told, expressions->len);
  g_assert_cmpuint (expressions->len, >, 100);
  g_assert_cmpuint (n_told * 10, <, expressions->len);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cel/lint/numbers", test_numbers);
  g_test_add_func ("/cel/lint/containers", test_containers);
  g_test_add_func ("/cel/lint/logic-and-text", test_logic_and_text);
  g_test_add_func ("/cel/lint/time", test_time);
  g_test_add_func ("/cel/lint/unknown-to-crewai", test_unknown_to_crewai);
  g_test_add_func ("/cel/lint/quiet", test_quiet);
  g_test_add_func ("/cel/lint/message", test_message);
  g_test_add_func ("/cel/lint/infer", test_infer);
  g_test_add_func ("/cel/lint/infer-anything", test_infer_anything);
  g_test_add_func ("/cel/lint/examples", test_examples);
  g_test_add_func ("/cel/lint/golden", test_golden);
  return g_test_run ();
}
