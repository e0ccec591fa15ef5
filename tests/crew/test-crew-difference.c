/* test-crew-difference.c: which results of an earlier run no longer fit a crew, and why
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-crew-difference.h"

static TroupeCrew *
load (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) definition = troupe_value_from_json (json, -1, &error);
  TroupeCrew *crew = NULL;

  g_assert_no_error (error);
  crew = troupe_crew_new (definition, NULL, &error);
  g_assert_no_error (error);
  return crew;
}

static const char whole[] =
    "{'name': 'C', 'agents': {'w': {'role': 'R', 'goal': 'G', 'backstory': 'B', 'llm': 'openai/m'},"
    "'v': {'role': 'V', 'goal': 'G', 'backstory': 'B', 'llm': 'openai/m'}}, 'tasks': ["
    "{'name': 'a', 'description': 'A', 'expected_output': 'x', 'agent': 'w'},"
    "{'name': 'b', 'description': 'B', 'expected_output': 'x', 'agent': 'v', 'context': []},"
    "{'name': 'c', 'description': 'C', 'expected_output': 'x', 'agent': 'v', 'context': ['a']}]}";

typedef struct
{
  const char *name;
  const char *from;
  const char *to;
  const char *expected;
} Case;

static const Case cases[] = {
  { "same", "'C'", "'D'", "" },
  { "own", "'description': 'A'", "'description': 'New'",
    "a: “description” was changed\nc: It uses the output of “a”, which is out of date\n" },
  { "agent", "'R', 'goal': 'G'", "'R', 'goal': 'H'",
    "a: “goal” of the agent “w” was changed\n"
    "c: It uses the output of “a”, which is out of date\n" },
  { "model", "'V', 'goal': 'G', 'backstory': 'B', 'llm': 'openai/m'",
    "'V', 'goal': 'G', 'backstory': 'B', 'llm': 'openai/n'",
    "b: The model of the agent “v” was changed\nc: The model of the agent “v” was changed\n" },
  { "verbose", "'role': 'R'", "'role': 'R', 'verbose': true", "" },
  { "process", "'name': 'C'", "'name': 'C', 'verbose': true", "" },
  { "added", "{'name': 'c'",
    "{'name': 'n', 'description': 'N', 'expected_output': 'x', 'agent': 'w'}, {'name': 'c'", "" },
  { "moved", "{'name': 'b', 'description': 'B', 'expected_output': 'x', 'agent': 'v', 'context': []},",
    "", "" },
};

static void
test_reasons (gconstpointer data)
{
  const Case *example = data;
  g_auto (GStrv) parts = g_strsplit (whole, example->from, 2);
  g_autofree char *changed = g_strjoinv (example->to, parts);
  g_autoptr (TroupeCrew) before = load (whole);
  g_autoptr (TroupeCrew) after = load (changed);
  g_autoptr (TroupeCrewDifference) difference =
      troupe_crew_difference_new (before, after, NULL, NULL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_nonnull (parts[1]);
  for (guint i = 0; i < after->n_tasks; i++)
    {
      GPtrArray *changes = troupe_crew_difference_get_task (difference, i);

      for (guint k = 0; changes != NULL && k < changes->len; k++)
        {
          g_autofree char *reason = troupe_change_to_text (g_ptr_array_index (changes, k));

          g_string_append_printf (text, "%s: %s\n", after->tasks[i].name, reason);
        }
    }
  g_assert_cmpstr (text->str, ==, example->expected);
}

/* A result that the user keeps makes nothing else stale. */
static void
test_kept (void)
{
  static const char *const kept[] = { "a", NULL };
  g_auto (GStrv) parts = g_strsplit (whole, "'description': 'A'", 2);
  g_autofree char *changed = g_strjoinv ("'description': 'New'", parts);
  g_autoptr (TroupeCrew) before = load (whole);
  g_autoptr (TroupeCrew) after = load (changed);
  g_autoptr (TroupeCrewDifference) difference =
      troupe_crew_difference_new (before, after, NULL, NULL, kept);

  g_assert_cmpuint (troupe_crew_difference_count (difference), ==, 0);
}

/* The file that a task writes is another one after each run, which changes no result; a file that it reads does. */
static void
test_files (void)
{
  static const char *const written[] = { "output_file", "output_log_file" };
  g_autoptr (TroupeValue) files_before =
      troupe_value_from_json ("{\"out.md\": {\"digest\": \"1\"}, \"in.md\": {\"digest\": \"1\"}}",
                              -1, NULL);
  g_autoptr (TroupeValue) files_after =
      troupe_value_from_json ("{\"out.md\": {\"digest\": \"2\"}, \"in.md\": {\"digest\": \"2\"}}",
                              -1, NULL);

  for (guint i = 0; i < 3; i++)
    {
      g_auto (GStrv) parts = g_strsplit (whole, i == 1 ? "'name': 'C'" : "'description': 'A'", 2);
      g_autofree char *field =
          i < 2 ? g_strdup_printf ("%s, '%s': 'out.md'",
                                   i == 1 ? "'name': 'C'" : "'description': 'A'", written[i])
                : g_strdup ("'description': 'A', 'input_files': {'f': 'in.md'}");
      g_autofree char *text = g_strjoinv (field, parts);
      g_autoptr (TroupeCrew) crew = load (text);
      g_autoptr (TroupeCrewDifference) difference =
          troupe_crew_difference_new (crew, crew, files_before, files_after, NULL);

      /* A change of the task “a” counts for “c”, too. */
      g_assert_cmpuint (troupe_crew_difference_count (difference), ==, i < 2 ? 0 : 2);
    }
}

#define PLAIN(name) "{'name': '" name "', 'description': 'D', 'expected_output': 'x', 'agent': 'w'}"

/* A task that names no context is given all outputs before it, so that moving or removing another one changes it. */
static void
test_order (void)
{
  static const char head[] =
      "{'name': 'C', 'agents': {'w': {'role': 'R', 'goal': 'G', 'backstory': 'B', 'llm': "
      "'openai/m'}}, 'tasks': [";
  static const struct
  {
    const char *tasks;
    guint n_stale;
  } orders[] = {
    { PLAIN ("a") "," PLAIN ("b") "," PLAIN ("c"), 0 },
    { PLAIN ("b") "," PLAIN ("a") "," PLAIN ("c"), 3 },
    { PLAIN ("a") "," PLAIN ("c") "," PLAIN ("b"), 2 },
    { PLAIN ("b") "," PLAIN ("c"), 2 },
    { PLAIN ("a") "," PLAIN ("b"), 0 },
  };
  g_autofree char *first = g_strconcat (head, orders[0].tasks, "]}", NULL);
  g_autoptr (TroupeCrew) before = load (first);

  for (guint i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      g_autofree char *text = g_strconcat (head, orders[i].tasks, "]}", NULL);
      g_autoptr (TroupeCrew) after = load (text);
      g_autoptr (TroupeCrewDifference) difference =
          troupe_crew_difference_new (before, after, NULL, NULL, NULL);

      g_assert_cmpuint (troupe_crew_difference_count (difference), ==, orders[i].n_stale);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/crew-difference/reasons/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_reasons);
    }
  g_test_add_func ("/crew-difference/kept", test_kept);
  g_test_add_func ("/crew-difference/files", test_files);
  g_test_add_func ("/crew-difference/order", test_order);
  return g_test_run ();
}
