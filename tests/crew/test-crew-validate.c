/* test-crew-validate.c: troupectl validate with a project, its crew file and an agent file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include "cli-fixture.h"

static void
write_project (CliFixture *fixture)
{
  g_autofree char *folder = cli_fixture_path (fixture, "p/agents");

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  cli_fixture_write (fixture, "p/crew.jsonc",
                     "{'agents': ['w', 'v'], // two\n"
                     " 'tasks': [{'description': 'd', 'expected_output': 'e', 'agent': 'w'}]}\n",
                     TRUE);
  cli_fixture_write (fixture, "p/agents/w.jsonc",
                     "{'role': 'r', 'goal': 'g',\n 'backstory': 'b', 'max_iter': 'many'}\n", TRUE);
  cli_fixture_write (fixture, "p/agents/v.json", "{'role': 'r', 'goal': 'g', 'backstory': 'b'}\n",
                     TRUE);
}

/* Prints one object for each file of the project, with its problems. */
static void
test_json (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_auto (GStrv) lines = NULL;

  write_project (fixture);
  answer = cli_fixture_run (fixture, NULL, "validate", "--json", "p", NULL);
  g_assert_cmpint (answer->status, ==, 2);
  lines = g_strsplit (g_strstrip (answer->out), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_nonnull (strstr (lines[0], "\"p/crew.jsonc\", \"ok\": true"));
  g_assert_nonnull (strstr (lines[1], "\"p/agents/w.jsonc\", \"ok\": false"));
  g_assert_nonnull (strstr (lines[1], "\"path\": \"max_iter\", \"line\": 2, \"column\": 32"));
  g_assert_nonnull (strstr (lines[2], "\"p/agents/v.json\", \"ok\": true, \"problems\": []"));
}

static void
test_text (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) project = NULL, agent = NULL, good = NULL;

  write_project (fixture);
  project = cli_fixture_run (fixture, NULL, "validate", "p/crew.jsonc", NULL);
  g_assert_cmpint (project->status, ==, 2);
  g_assert_nonnull (strstr (project->err, "p/agents/w.jsonc:2:32: error: max_iter: "));
  g_assert_null (strstr (project->out, "agents/w.jsonc"));
  agent = cli_fixture_run (fixture, NULL, "validate", "p/agents/w.jsonc", NULL);
  g_assert_cmpint (agent->status, ==, 2);
  g_assert_nonnull (strstr (agent->err, "p/agents/w.jsonc:2:32: error: max_iter: "));
  good = cli_fixture_run (fixture, NULL, "validate", "p/agents/v.json", NULL);
  g_assert_cmpint (good->status, ==, 0);
  g_assert_cmpstr (good->out, ==, "p/agents/v.json: valid\n");
}

/* A file that cannot be parsed is reported as one object with the position of the error. */
static void
test_broken (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;

  write_project (fixture);
  cli_fixture_write (fixture, "p/crew.jsonc", "{'agents': ]", TRUE);
  answer = cli_fixture_run (fixture, NULL, "validate", "--json", "p", NULL);
  g_assert_cmpint (answer->status, ==, 2);
  g_assert_nonnull (strstr (answer->out, "\"ok\": false"));
  g_assert_nonnull (strstr (answer->out, "\"line\": 1, \"column\": 12"));
}

/* A problem that prevents a run has the same text as the error of that run. */
static void
test_unsupported (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) json = NULL, agent = NULL, text = NULL, run = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (TroupeValue) crew = NULL;
  TroupeValue *problem;

  write_project (fixture);
  cli_fixture_write (fixture, "p/m.py", "x = 1\n", FALSE);
  cli_fixture_write (
      fixture, "p/crew.jsonc",
      "{'agents': ['w', 'v'], 'tasks': [{'description': 'd', 'expected_output': 'e',\n"
      " 'agent': 'w'}], 'embedder': {'provider': 'custom', 'config': {'f': {'python': 'm.x'}}}}\n",
      TRUE);
  cli_fixture_write (fixture, "p/agents/w.jsonc",
                     "{'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'}\n", TRUE);
  json = cli_fixture_run (fixture, NULL, "validate", "--json", "p", NULL);
  g_assert_cmpint (json->status, ==, 0);
  lines = g_strsplit (json->out, "\n", -1);
  crew = cli_json (lines[0]);
  problem = troupe_value_list_get (cli_get (crew, "problems"), 0);
  cli_assert_json (problem, "code", "\"unsupported\"");
  cli_assert_json (problem, "severity", "\"warning\"");
  cli_assert_json (problem, "path", "\"embedder\"");
  cli_assert_json (problem, "line", "2");
  cli_assert_json (problem, "column", "30");
  run = cli_fixture_run (fixture, NULL, "run", "--yes", "--allow", "all", "p", NULL);
  g_assert_cmpint (run->status, !=, 0);
  g_assert_nonnull (strstr (run->err, cli_get_text (problem, "path")));
  g_assert_nonnull (strstr (run->err, cli_get_text (problem, "message")));
  g_assert_nonnull (strstr (run->err, cli_get_text (problem, "fix")));
  text = cli_fixture_run (fixture, NULL, "validate", "p", NULL);
  g_assert_nonnull (strstr (text->err, "p/crew.jsonc:2:30: warning: embedder: "));
  cli_fixture_write (fixture, "p/agents/v.json",
                     "{'role': 'r', 'goal': 'g', 'backstory': 'b',\n 'from_repository': 'x'}\n",
                     TRUE);
  agent = cli_fixture_run (fixture, NULL, "validate", "p/agents/v.json", NULL);
  g_assert_cmpint (agent->status, ==, 0);
  g_assert_nonnull (strstr (agent->err, "p/agents/v.json:2:21: warning: from_repository: "));
}

/* A class may override a method that Troupe does not call. This is detected in the source of the
 * class and its base classes, without executing code. */
static void
test_override (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) found = NULL, fine = NULL;
  g_autofree char *ran = cli_fixture_path (fixture, "ran.txt");

  write_project (fixture);
  cli_fixture_write (fixture, "p/m.py",
                     "open('ran.txt', 'w').write('x')\n"
                     "class Base(Agent):\n"
                     "  async def other(self): pass\n"
                     "  def _execute_without_timeout(self, prompt, task):\n"
                     "    return prompt\n"
                     "class Editor(Base, Editor):\n"
                     "  tone: str = 'class Inner: def set_skills(self)'\n"
                     "class Good(Agent):\n"
                     "  def execute_task(self, task, context=None, tools=None):\n"
                     "    def set_skills(): pass\n"
                     "    return 'x'\n"
                     "class Work(Task):\n"
                     "  def _save_file(self, result): pass\n",
                     FALSE);
  cli_fixture_write (fixture, "p/crew.jsonc",
                     "{'agents': ['w'], 'tasks': [{'description': 'd', 'expected_output': 'e',\n"
                     " 'agent': 'w', 'type': {'python': 'm.Work'}}]}\n",
                     TRUE);
  cli_fixture_write (fixture, "p/agents/w.jsonc",
                     "{'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo',\n"
                     " 'type': {'python': 'm.Editor'}}\n",
                     TRUE);
  found = cli_fixture_run (fixture, NULL, "validate", "p", NULL);
  g_assert_cmpint (found->status, ==, 0);
  g_assert_nonnull (
      strstr (found->err, "p/crew.jsonc:2:24: warning: tasks[0].type: Work._save_file() "));
  g_assert_nonnull (strstr (found->err, "p/agents/w.jsonc:2:10: warning: type: "
                                        "Base._execute_without_timeout() "));
  cli_fixture_write (fixture, "p/agents/w.jsonc",
                     "{'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo',\n"
                     " 'type': {'python': 'm.Good'}}\n",
                     TRUE);
  fine = cli_fixture_run (fixture, NULL, "validate", "p", NULL);
  g_assert_null (strstr (fine->err, "agents/w.jsonc"));
  g_assert_false (g_file_test (ran, G_FILE_TEST_EXISTS));
}

/* Files that cannot be passed to the model are reported, and a run is rejected with the same
 * sentence. */
static void
test_input_files (void)
{
  static const struct
  {
    const char *file;
    const char *model;
    const char *words; /* NULL if the file is accepted */
  } rows[] = {
    { "in/a.png", "mock/echo", NULL },
    { "in/n.txt", "openai/gpt-3.5-turbo", NULL },
    { "in/a.png", "openai/gpt-3.5-turbo", "cannot be passed to the model" },
    { "in/big.png", "openai/gpt-4o", "Use a smaller file." },
    { "in/none.png", "openai/gpt-4o", "in/none.png" },
    { ".env", "openai/gpt-4o", ".env" },
  };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *folder = cli_fixture_path (fixture, "p/in");
  g_autofree char *big = cli_fixture_path (fixture, "p/in/big.png");

  write_project (fixture);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  cli_fixture_write (fixture, "p/in/a.png", "\x89PNG\r\n1", FALSE);
  cli_fixture_write (fixture, "p/in/n.txt", "text", FALSE);
  cli_fixture_write (fixture, "p/in/big.png", "\x89PNG\r\n1", FALSE);
  cli_fixture_write (fixture, "p/.env", "A=b", FALSE);
  g_assert_no_errno (truncate (big, 200 * 1024 * 1024));

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *crew = g_strdup_printf (
          "{'agents': ['w'], 'tasks': [{'description': 'd', 'expected_output': 'e', "
          "'agent': 'w', 'input_files': {'f': '%s'}}]}\n",
          rows[i].file);
      g_autofree char *agent =
          g_strdup_printf ("{'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': '%s'}\n",
                           rows[i].model);
      g_autoptr (CliAnswer) found = NULL, ran = NULL;

      cli_fixture_write (fixture, "p/crew.jsonc", crew, TRUE);
      cli_fixture_write (fixture, "p/agents/w.jsonc", agent, TRUE);
      found = cli_fixture_run (fixture, NULL, "validate", "p", NULL);
      g_test_message ("%s, %s: %s", rows[i].file, rows[i].model, found->err);
      g_assert_cmpint (found->status, ==, 0);
      g_assert_cmpint (strstr (found->err, "[bad_file]") != NULL, ==, rows[i].words != NULL);
      if (rows[i].words == NULL)
        continue;
      g_assert_nonnull (strstr (found->err, "tasks[0].input_files.f: "));
      g_assert_nonnull (strstr (found->err, rows[i].words));
      ran = cli_fixture_run (fixture, NULL, "run", "--yes", "--no-store", "p", NULL);
      g_assert_cmpint (ran->status, !=, 0);
      g_assert_nonnull (strstr (ran->err, rows[i].words));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/crew/validate/json", test_json);
  g_test_add_func ("/crew/validate/text", test_text);
  g_test_add_func ("/crew/validate/broken", test_broken);
  g_test_add_func ("/crew/validate/unsupported", test_unsupported);
  g_test_add_func ("/crew/validate/override", test_override);
  g_test_add_func ("/crew/validate/input-files", test_input_files);
  return g_test_run ();
}
