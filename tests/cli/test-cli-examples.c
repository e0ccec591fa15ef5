/* test-cli-examples.c: the shipped examples with crews and agents, unmodified
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"

/* Adds each document of the folder and its subfolders. For a crew, adds its folder. */
static void
add_documents (GPtrArray *documents, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autofree char *crew = g_build_filename (folder, "crew.jsonc", NULL);
  const char *name;

  g_assert_nonnull (dir);
  if (g_file_test (crew, G_FILE_TEST_EXISTS))
    {
      g_ptr_array_add (documents, g_strdup (folder));
      return;
    }
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        add_documents (documents, path);
      else if (g_str_has_suffix (name, ".json"))
        g_ptr_array_add (documents, g_steal_pointer (&path));
    }
}

static void
test_valid (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (GPtrArray) documents = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folder = cli_example ("");

  fixture->wrapper = g_getenv ("TROUPE_SANDBOX");
  add_documents (documents, folder);
  g_assert_cmpuint (documents->len, ==, 12);
  for (guint i = 0; i < documents->len; i++)
    {
      const char *path = documents->pdata[i];
      g_autoptr (CliAnswer) answer =
          cli_fixture_run (fixture, NULL, "validate", path, "--json", NULL);
      g_auto (GStrv) lines = g_strsplit (g_strchomp (answer->out), "\n", -1);

      g_assert_cmpint (answer->status, ==, 0);
      g_assert_cmpstr (answer->err, ==, "");
      for (guint k = 0; lines[k] != NULL; k++)
        {
          g_autoptr (TroupeValue) value = cli_json (lines[k]);

          TroupeValue *problems = troupe_value_get_member_of (value, "problems", TROUPE_VALUE_LIST);

          g_assert_nonnull (problems);
          /* There are no errors, warnings or hints, except that the chat example contains a method
           * that is built in. */
          for (gsize j = 0; j < troupe_value_list_get_length (problems); j++)
            {
              const char *code =
                  troupe_value_get_member_text (troupe_value_list_get (problems, j), "code");

              g_assert_true (g_str_has_suffix (path, "support-chat.json"));
              g_assert_cmpstr (code, ==, "replaces_builtin");
            }
        }
    }
}

/* Runs the example to its end, without network, other programs or prompts. */
static TroupeValue *
run_example (CliFixture *fixture, const char *name)
{
  g_autofree char *file = cli_example (name);
  g_autoptr (CliAnswer) answer = NULL;

  fixture->wrapper = g_getenv ("TROUPE_SANDBOX");
  answer = cli_fixture_run (fixture, NULL, "run", file, "--json", NULL);
  g_assert_cmpint (answer->status, ==, 0);
  g_assert_cmpstr (answer->err, ==, "");
  return cli_json (answer->out);
}

static const char *
get_task_name (TroupeValue *final, gsize index)
{
  return cli_get_text (troupe_value_list_get (cli_get (final, "tasks_output"), index), "name");
}

static void
test_research_crew (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (TroupeValue) value = run_example (fixture, "research-crew");
  TroupeValue *final = cli_get (value, "final");

  g_assert_true (g_str_has_prefix (cli_get_text (final, "raw"), "Yes, mostly."));
  g_assert_cmpuint (troupe_value_list_get_length (cli_get (final, "tasks_output")), ==, 3);
  g_assert_cmpstr (get_task_name (final, 0), ==, "collect_facts");
  g_assert_cmpstr (get_task_name (final, 1), ==, "doubt_facts");
  g_assert_cmpstr (get_task_name (final, 2), ==, "write_page");
  cli_assert_json (value, "usage.requests", "3");
}

static void
test_hike_crew (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (TroupeValue) value = run_example (fixture, "hike-crew");

  g_assert_true (g_str_has_prefix (cli_get_text (value, "final.raw"), "Come with us"));
  /* The manager calls its model four times. Each of the two coworkers to whom the manager
   * delegated calls its model once. */
  cli_assert_json (value, "usage.requests", "6");
}

static void
test_crew_until_approved (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (TroupeValue) value = run_example (fixture, "crew-until-approved.json");

  g_assert_true (g_str_has_prefix (cli_get_text (value, "final.text"), "A lamp that you charge"));
  cli_assert_json (value, "final.version", "2");
  cli_assert_json (value, "usage.requests", "6");
}

/* An answer sends the text back, and an empty answer approves it. The run pauses without an answer. */
static void
test_ask_a_person (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("ask-a-person.json");
  g_autoptr (CliAnswer) waiting = NULL;
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (TroupeValue) value = NULL;

  fixture->wrapper = g_getenv ("TROUPE_SANDBOX");
  waiting = cli_fixture_run (fixture, NULL, "run", file, "--json", NULL);
  g_assert_cmpint (waiting->status, ==, 6);
  answer = cli_fixture_run (fixture, NULL, "run", file, "--json", "--answer", "Make it shorter.",
                            "--answer", "", NULL);
  g_assert_cmpint (answer->status, ==, 0);
  value = cli_json (answer->out);
  g_assert_cmpstr (cli_get_text (value, "final"), ==,
                   "Sent: You are invited: A walk in the woods (changed: Make it shorter.)");
}

static void
test_garden_agent (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *file = cli_example ("garden-agent/flow.json");
  g_autofree char *python = g_find_program_in_path ("python3");
  g_autofree char *events = cli_fixture_path (fixture, "events.jsonl");
  g_autofree char *told = NULL;
  g_autoptr (CliAnswer) refused = cli_fixture_run (fixture, NULL, "run", file, NULL);
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (TroupeValue) value = NULL;

  g_assert_cmpint (refused->status, ==, 5);
  g_assert_nonnull (strstr (refused->err, "python3 garden.py"));
  if (python == NULL)
    {
      g_test_skip ("There is no python3 for the server");
      return;
    }
  answer = cli_fixture_run (fixture, NULL, "run", file, "--json", "--yes", "--allow", "mcp",
                            "--events", events, NULL);
  g_assert_cmpint (answer->status, ==, 0);
  value = cli_json (answer->out);
  g_assert_true (g_str_has_prefix (cli_get_text (value, "final"), "In April you can sow"));
  told = cli_fixture_read (fixture, "events.jsonl");
  /* The events contain the results of the two tool calls as the server sent them. */
  g_assert_nonnull (strstr (told, "In April: broad bean, radish, carrot, beetroot"));
  g_assert_nonnull (strstr (told, "harvest after about 14 weeks"));
  g_assert_null (strstr (told, "mcp_tool_execution_failed"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/examples/valid", test_valid);
  g_test_add_func ("/cli/examples/research-crew", test_research_crew);
  g_test_add_func ("/cli/examples/hike-crew", test_hike_crew);
  g_test_add_func ("/cli/examples/crew-until-approved", test_crew_until_approved);
  g_test_add_func ("/cli/examples/ask-a-person", test_ask_a_person);
  g_test_add_func ("/cli/examples/garden-agent", test_garden_agent);
  return g_test_run ();
}
