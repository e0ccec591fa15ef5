/* test-lint.c: differences between CrewAI's evaluator and the specification, told before a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cel-case.h"
#include "troupe-cel-lint.h"

static const TroupeCelRoot roots[] = { { "state", FALSE },
                                       { "outputs", TRUE },
                                       { "item", FALSE },
                                       { NULL, FALSE } };

/* Notes as lines of `column message | suggestion`. */
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

/* One note, at that column. */
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

/* Neither of unknown values nor of what both refuse is anything said. */
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

  g_assert_cmpstr (
      notes, ==,
      "9 “3 > 2.5” is an error (> does not take int and double) in CrewAI, and true by "
      "the language's specification | convert one side, so that both are of one type: "
      "double(…), int(…) or string(…)\n");
}

/* --- Expressions of whole flows ------------------------------------------------------------------ */

/* Every text of @value that stands under a key which holds an expression. */
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

/* What was recorded are also the differences, each of which is meant to be one; all others are quiet. */
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
  g_test_add_func ("/cel/lint/examples", test_examples);
  g_test_add_func ("/cel/lint/golden", test_golden);
  return g_test_run ();
}
