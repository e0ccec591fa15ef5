/* test-crew-inputs.c: placeholders for inputs in the texts of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "crew-project.h"

static void
assert_filled (const char *text, const char *values, const char *expected)
{
  g_autoptr (TroupeValue) map = crew_value (values);
  g_autoptr (GError) error = NULL;
  g_autofree char *filled = troupe_crew_fill_text (text, map, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (filled, ==, expected);
}

static void
test_placeholders (void)
{
  assert_filled ("a {x} b", "{'x': 'X'}", "a X b");
  assert_filled ("{{x}}", "{'x': 'X'}", "{X}");
  assert_filled ("{a-b} {_1}", "{'a-b': 1, '_1': 2}", "1 2");
  /* Not valid names. */
  assert_filled ("{} { x } {1a} {a.b} {\"k\": 1} {é} {x", "{'x': 'X'}",
                 "{} { x } {1a} {a.b} {\"k\": 1} {é} {x");
  assert_filled ("", "{'x': 1}", "");
  /* Names are replaced in the order of the text, although a value may contain a name that is
   * replaced later. */
  assert_filled ("{a} {b}", "{'a': '{b}', 'b': 'B'}", "B B");
  assert_filled ("{b} {a}", "{'a': '{b}', 'b': 'B'}", "B {b}");
  /* A value is inserted as often as its name occurs. */
  assert_filled ("{a} {a}", "{'a': '{a}!'}", "{a}!! {a}!!");
}

static void
test_values (void)
{
  static const struct
  {
    const char *value;
    const char *text;
  } cases[] = {
    { "'a'", "a" },
    { "true", "True" },
    { "null", "None" },
    { "1", "1" },
    { "1.0", "1.0" },
    { "1e22", "1e+22" },
    { "123456789012345678901234567890", "123456789012345678901234567890" },
    { "['a', 'b', [], {}]", "['a', 'b', [], {}]" },
    { "{'k': 1, 'l': [true, null]}", "{'k': 1, 'l': [True, None]}" },
    { "['\\u0027']", "[\"'\"]" },
    { "['\\u0027\\u0022']", "['\\'\"']" },
    { "['\\n\\u0007\\u200b\\ud83d\\ude00é']", "['\\n\\x07\\u200b😀é']" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) value = crew_value (cases[i].value);
      g_autofree char *text = troupe_crew_value_to_text (value);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

#define CREW                                                                                       \
  "{'agents': {'w': {'role': 'Expert {topic}', 'goal': 'Know {topic}', 'backstory': 'Old "         \
  "{who}'}}, "                                                                                     \
  "'tasks': [{'name': 't', 'description': 'Write {topic}', 'expected_output': 'About {topic}', "   \
  "'agent': 'w', 'output_file': '{dir}/o.md', 'tools': ['{topic}']}]}"

static void
test_everywhere (void)
{
  g_autoptr (TroupeCrew) crew = crew_new (CREW), filled = NULL, again = NULL, none = NULL;
  g_autoptr (TroupeValue) inputs = crew_value ("{'topic': 'bees', 'who': 1.0, 'dir': 'a'}");
  g_autoptr (TroupeValue) others = crew_value ("{'topic': 'ants', 'who': true, 'dir': 'b'}");
  g_autoptr (TroupeValue) empty = crew_value ("{}");
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = troupe_crew_list_placeholders (crew);
  g_autofree char *list = g_strjoinv (" ", names);

  g_assert_cmpstr (list, ==, "topic dir who");
  filled = troupe_crew_interpolate (crew, inputs, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (filled->agents[0].role, ==, "Expert bees");
  g_assert_cmpstr (filled->agents[0].backstory, ==, "Old 1.0");
  g_assert_cmpstr (troupe_value_get_string (
                       troupe_value_map_lookup_string (filled->agents[0].fields, "goal", -1), NULL),
                   ==, "Know bees");
  g_assert_cmpstr (filled->tasks[0].description, ==, "Write bees");
  g_assert_cmpstr (filled->tasks[0].expected_output, ==, "About bees");
  g_assert_cmpstr (filled->tasks[0].output_file, ==, "a/o.md");
  g_assert_cmpstr (troupe_value_get_string (troupe_value_list_get (filled->tasks[0].tools, 0),
                                            NULL),
                   ==, "{topic}");
  /* The original texts are filled in, not the result of the previous call. */
  again = troupe_crew_interpolate (filled, others, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (again->agents[0].role, ==, "Expert ants");
  g_assert_cmpstr (crew->agents[0].role, ==, "Expert {topic}");
  /* If there are no inputs, nothing is replaced, and no input is reported as missing. */
  none = troupe_crew_interpolate (filled, empty, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (none->tasks[0].description, ==, "Write {topic}");
}

static void
assert_refused (TroupeValue *inputs, TroupeCrewError code, const char *words)
{
  g_autoptr (TroupeCrew) crew = crew_new (CREW);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) parts = g_strsplit (words, " ", -1);

  g_assert_null (troupe_crew_interpolate (crew, inputs, NULL, &error));
  g_assert_error (error, TROUPE_CREW_ERROR, (int) code);
  for (guint i = 0; parts[i] != NULL; i++)
    if (strstr (error->message, parts[i]) == NULL)
      g_error ("“%s” does not name %s", error->message, parts[i]);
}

static void
test_missing (void)
{
  static const struct
  {
    const char *inputs;
    TroupeCrewError code;
    const char *words;
  } cases[] = {
    { "{'x': 1}", TROUPE_CREW_ERROR_INPUT, "topic tasks[0].description (t)" },
    { "{'topic': 1, 'who': 2}", TROUPE_CREW_ERROR_INPUT, "dir tasks[0].output_file (t)" },
    { "{'topic': 1, 'dir': 'd'}", TROUPE_CREW_ERROR_INPUT, "who agents.w.backstory (w)" },
    { "{'topic': 1, 'who': 2, 'dir': '../x'}", TROUPE_CREW_ERROR_FILE,
      "../x tasks[0].output_file (t)" },
    { "{'topic': 1, 'who': 2, 'dir': '/etc'}", TROUPE_CREW_ERROR_FILE, "/etc/o.md" },
  };
  g_autoptr (TroupeValue) time = troupe_value_new_timestamp (1, 0);
  g_autoptr (TroupeValue) all = crew_value ("{'topic': 1, 'who': 2, 'dir': 'd'}");
  g_autoptr (TroupeValue) bad = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeValue) inputs = crew_value (cases[i].inputs);

      assert_refused (inputs, cases[i].code, cases[i].words);
    }
  /* An input is validated even if no text uses it. */
  {
    TroupeValue *items[] = { troupe_value_ref (time) };
    g_autoptr (TroupeValue) list = troupe_value_new_list (items, 1);

    bad = troupe_value_map_with (all, "unused", list);
  }
  assert_refused (bad, TROUPE_CREW_ERROR_INPUT, "unused");
}

/* If each name would double the length of a text, the result is an error. */
static void
test_growth (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (TroupeValue) values = crew_value ("{'a': '{a}{a}'}");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 64; i++)
    g_string_append (text, "{a}");
  g_assert_null (troupe_crew_fill_text (text->str, values, &error));
  g_assert_error (error, TROUPE_CREW_ERROR, TROUPE_CREW_ERROR_INPUT);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crew/inputs/placeholders", test_placeholders);
  g_test_add_func ("/crew/inputs/values", test_values);
  g_test_add_func ("/crew/inputs/everywhere", test_everywhere);
  g_test_add_func ("/crew/inputs/missing", test_missing);
  g_test_add_func ("/crew/inputs/growth", test_growth);
  return g_test_run ();
}
