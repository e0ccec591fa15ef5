/* test-cli-train.c: errors of troupectl train and test
 *
 * Their normal behavior is compared with recorded runs of CrewAI
 * (tests/conformance/train_golden.py).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "../test-remove.h"
#include "cli-fixture.h"
#include "troupe-pickle.h"

#define LEARNT                                                                                     \
  "{\\\"suggestions\\\": [\\\"be brief\\\"], \\\"quality\\\": 7, \\\"final_summary\\\": "          \
  "\\\"fine\\\"}"

/* Every attempt to evaluate the feedback fails. */
#define NO_OBJECT "{\"error\": \"no object\", \"status\": 400}"

/* Writes a crew whose only agent returns @answers in turn. @more: further fields of the crew */
static void
write_crew (CliFixture *fixture, const char *answers, const char *more)
{
  g_autofree char *agent =
      g_strdup_printf ("{\"role\": \"Writer\", \"goal\": \"g\", \"backstory\": \"b\", \"llm\": "
                       "{\"model\": \"mock/script\", "
                       "\"answers\": [%s]}}",
                       answers);
  g_autofree char *crew =
      g_strdup_printf ("{\"name\": \"c\", \"agents\": [\"w\"], \"tasks\": [{\"name\": \"t\", "
                       "\"description\": \"Write.\", "
                       "\"expected_output\": \"A text.\", \"agent\": \"w\"}]%s}",
                       more);

  cli_fixture_write (fixture, "agents/w.json", agent, FALSE);
  cli_fixture_write (fixture, "crew.json", crew, FALSE);
}

/* Writes a file that may contain NUL bytes. */
static void
write_bytes (CliFixture *fixture, const char *name, const char *data, gsize length)
{
  g_autofree char *path = cli_fixture_path (fixture, name);

  g_assert_true (g_file_set_contents (path, data, (gssize) length, NULL));
}

static TroupeValue *
read_pickle (CliFixture *fixture, const char *name)
{
  g_autofree char *path = cli_fixture_path (fixture, name);
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  TroupeValue *value = NULL;
  gsize length = 0;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  value = troupe_pickle_read (data, length, &error);
  g_assert_no_error (error);
  return value;
}

static void
write_trained (CliFixture *fixture, const char *name, const char *json)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (json, -1, NULL);
  g_autoptr (GBytes) bytes = troupe_pickle_write (value, NULL);

  write_bytes (fixture, name, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

/* Training results of other agents remain in the file. */
static void
test_train (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (TroupeValue) trained = NULL;
  g_autoptr (TroupeValue) printed = NULL;

  write_crew (fixture, "\"one\", \"two\", \"" LEARNT "\"", "");
  write_trained (fixture, "t.pkl", "{\"Other\": {\"suggestions\": [\"x\"]}}");
  answer = cli_fixture_run (fixture, NULL, "train", "crew.json", "-n", "1", "-f", "t", "--answer",
                            "shorter", "--json", NULL);
  g_assert_cmpint (answer->status, ==, 0);
  printed = cli_json (answer->out);
  cli_assert_json (printed, "final.agents.Writer.suggestions", "[\"be brief\"]");
  trained = read_pickle (fixture, "t.pkl");
  cli_assert_json (trained, "Other.suggestions", "[\"x\"]");
  cli_assert_json (trained, "Writer.suggestions", "[\"be brief\"]");
}

/* If a round fails, the feedback of the earlier rounds is still saved. */
static void
test_fails_later (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) answer = NULL;
  g_autoptr (TroupeValue) trained = NULL;
  g_autoptr (TroupeValue) printed = NULL;

  write_crew (fixture, "\"one\", \"two\", \"three\", \"" LEARNT "\"", "");
  answer = cli_fixture_run (fixture, NULL, "train", "crew.json", "-n", "2", "-f", "t", "--answer",
                            "shorter", "--json", NULL);
  g_assert_cmpint (answer->status, ==, 1);
  printed = cli_json (answer->out);
  cli_assert_json (printed, "error.kind", "\"feedback\"");
  g_assert_nonnull (strstr (cli_get_text (printed, "error.message"),
                            "The agents have learned from the 1 completed iteration."));
  trained = read_pickle (fixture, "t.pkl");
  cli_assert_json (trained, "Writer.suggestions", "[\"be brief\"]");
}

/* Feedback outlives a failed evaluation and is evaluated without asking again. A later training
 * does not replace it. */
static void
test_resume (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) failed = NULL;
  g_autoptr (CliAnswer) resumed = NULL;
  g_autoptr (TroupeValue) trained = NULL;
  g_autofree char *folder = cli_fixture_path (fixture, ".");
  g_autoptr (GDir) dir = NULL;
  const char *name = NULL;
  guint n_kept = 0;

  write_crew (fixture, "\"one\", \"two\", " NO_OBJECT ", " NO_OBJECT ", " NO_OBJECT ", " NO_OBJECT,
              "");
  failed = cli_fixture_run (fixture, NULL, "train", "crew.json", "-n", "1", "-f", "t", "--answer",
                            "shorter", NULL);
  g_assert_cmpint (failed->status, ==, 1);
  g_assert_nonnull (strstr (failed->err, "--resume"));
  write_crew (fixture, "\"" LEARNT "\"", "");
  resumed = cli_fixture_run (fixture, NULL, "train", "crew.json", "-f", "t", "--resume", "--events",
                             "-", NULL);
  g_assert_cmpint (resumed->status, ==, 0);
  g_assert_nonnull (strstr (resumed->out, "shorter"));
  trained = read_pickle (fixture, "t.pkl");
  cli_assert_json (trained, "Writer.suggestions", "[\"be brief\"]");
  write_crew (fixture, "\"one\", \"two\", " NO_OBJECT ", " NO_OBJECT ", " NO_OBJECT ", " NO_OBJECT,
              "");
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (CliAnswer) more = cli_fixture_run (fixture, NULL, "train", "crew.json", "-n", "1",
                                                    "-f", "t", "--answer", "longer", NULL);

      g_assert_cmpint (more->status, ==, 1);
    }
  dir = g_dir_open (folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    n_kept += g_str_has_prefix (name, "training_data.2");
  g_assert_cmpuint (n_kept, ==, 1);
}

/* Feedback that was given before a round failed is evaluated. A crew without feedback has an error that says so. */
static void
test_resume_partly (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) none = NULL;
  g_autoptr (CliAnswer) failed = NULL;
  g_autoptr (CliAnswer) resumed = NULL;

  write_crew (fixture, "\"one\", {\"error\": \"down\", \"status\": 400}", "");
  none = cli_fixture_run (fixture, NULL, "train", "crew.json", "--resume", NULL);
  g_assert_cmpint (none->status, ==, 1);
  g_assert_nonnull (strstr (none->err, "training_data.pkl"));
  failed =
      cli_fixture_run (fixture, NULL, "train", "crew.json", "-n", "1", "--answer", "shorter", NULL);
  g_assert_cmpint (failed->status, ==, 1);
  write_crew (fixture, "\"" LEARNT "\"", "");
  resumed = cli_fixture_run (fixture, NULL, "train", "crew.json", "--resume", "--json", NULL);
  g_assert_cmpint (resumed->status, ==, 0);
  g_assert_nonnull (strstr (resumed->out, "be brief"));
}

/* Mock models complete a training. */
static void
test_mock (void)
{
  static const char *const models[] = { "mock/echo", "mock/say:Fine." };

  for (guint i = 0; i < G_N_ELEMENTS (models); i++)
    {
      g_autoptr (CliFixture) fixture = cli_fixture_new ();
      g_autoptr (CliAnswer) answer = NULL;
      g_autoptr (TroupeValue) value = NULL;
      g_autofree char *agent =
          g_strdup_printf ("{'role': 'Writer', 'goal': 'g', 'backstory': 'b', 'llm': '%s'}",
                           models[i]);

      write_crew (fixture, "", "");
      cli_fixture_write (fixture, "agents/w.json", agent, TRUE);
      answer = cli_fixture_run (fixture, NULL, "train", "crew.json", "-n", "1", "--answer", "x",
                                "--json", NULL);
      value = cli_json (answer->out);
      g_test_message ("%s: %s", models[i], answer->out);
      g_assert_cmpint (answer->status, ==, 0);
      cli_assert_json (value, "final.agents.Writer.quality", "0.0");
    }
}

/* The name of the training file is specified by the crew or by the environment. Otherwise, the
 * file has the default name. */
static void
test_used (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) named = NULL;
  g_autoptr (CliAnswer) by_environment = NULL;
  g_autoptr (CliAnswer) usual = NULL;

  write_crew (fixture, "\"one\"", "");
  write_trained (fixture, "trained_agents_data.pkl",
                 "{\"Writer\": {\"suggestions\": [\"AS-USUAL\"]}}");
  write_trained (fixture, "e.pkl", "{\"Writer\": {\"suggestions\": [\"FROM-ENVIRONMENT\"]}}");
  write_trained (fixture, "c.pkl", "{\"Writer\": {\"suggestions\": [\"FROM-CREW\"]}}");
  usual = cli_fixture_run (fixture, NULL, "run", "crew.json", "--events", "-", NULL);
  g_setenv ("CREWAI_TRAINED_AGENTS_FILE", "e.pkl", TRUE);
  by_environment =
      cli_fixture_run (fixture, NULL, "run", "crew.json", "--yes", "--events", "-", NULL);
  write_crew (fixture, "\"one\"", ", \"trained_agents_file\": \"c.pkl\"");
  named = cli_fixture_run (fixture, NULL, "run", "crew.json", "--yes", "--events", "-", NULL);
  g_unsetenv ("CREWAI_TRAINED_AGENTS_FILE");
  g_assert_nonnull (strstr (usual->out, "AS-USUAL"));
  g_assert_nonnull (strstr (by_environment->out, "FROM-ENVIRONMENT"));
  g_assert_null (strstr (by_environment->out, "AS-USUAL"));
  g_assert_nonnull (strstr (named->out, "FROM-CREW"));
  g_assert_null (strstr (named->out, "FROM-ENVIRONMENT"));
}

/* A crew may specify only a relative path inside of its project, without links or `..`. The user
 * may specify any file. */
static void
test_outside (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *outside = g_dir_make_tmp ("troupe-outside-XXXXXX", NULL);
  g_autofree char *secret = g_build_filename (outside, "t.pkl", NULL);
  g_autofree char *link = cli_fixture_path (fixture, "link.pkl");
  g_autofree char *usual = cli_fixture_path (fixture, "trained_agents_data.pkl");
  g_autofree char *way = cli_fixture_path (fixture, "way");
  g_autofree char *up = g_strdup_printf ("../%s", strrchr (secret, '/') + 1);
  g_autofree char *inside = cli_fixture_path (fixture, "in.pkl");
  const char *const names[] = { secret,      inside,        up,           "link",
                                "way/t.pkl", "a/../in.pkl", ".ssh/id_rsa" };
  g_autoptr (CliAnswer) trained = NULL;
  g_autoptr (CliAnswer) by_user = NULL;
  g_autoptr (CliAnswer) by_default = NULL;

  write_trained (fixture, "in.pkl", "{\"Writer\": {\"suggestions\": [\"TOPSECRET\"]}}");
  g_assert_cmpint (g_rename (inside, secret), ==, 0);
  g_assert_cmpint (symlink (secret, link), ==, 0);
  g_assert_cmpint (symlink (outside, way), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *more = g_strdup_printf (", \"trained_agents_file\": \"%s\"", names[i]);
      g_autoptr (CliAnswer) answer = NULL;
      g_autoptr (TroupeValue) value = NULL;

      write_crew (fixture, "\"one\"", more);
      answer = cli_fixture_run (fixture, NULL, "run", "crew.json", "--yes", "--json", NULL);
      value = cli_json (answer->out);
      g_test_message ("%s: %s", names[i], cli_get_text (value, "error.message"));
      g_assert_cmpint (answer->status, ==, 1);
      cli_assert_json (value, "error.kind", "\"file\"");
      cli_assert_json (value, "usage.requests", "0");
      g_assert_null (strstr (answer->out, "TOPSECRET"));
    }
  write_crew (fixture, "\"one\"", "");
  g_setenv ("CREWAI_TRAINED_AGENTS_FILE", secret, TRUE);
  by_user = cli_fixture_run (fixture, NULL, "run", "crew.json", "--yes", "--events", "-", NULL);
  g_unsetenv ("CREWAI_TRAINED_AGENTS_FILE");
  g_assert_nonnull (strstr (by_user->out, "TOPSECRET"));
  g_assert_cmpint (symlink (secret, usual), ==, 0);
  by_default = cli_fixture_run (fixture, NULL, "run", "crew.json", "--events", "-", NULL);
  g_assert_cmpint (by_default->status, ==, 1);
  g_assert_null (strstr (by_default->out, "TOPSECRET"));
  trained = cli_fixture_run (fixture, NULL, "train", "crew.json", "-n", "1", "--answer", "x", NULL);
  g_assert_cmpint (trained->status, ==, 1);
  g_assert_nonnull (strstr (trained->err, "symbolic link"));
  remove_all (outside);
}

static void
check_refused (CliFixture *fixture, const char *what)
{
  g_autoptr (CliAnswer) used =
      cli_fixture_run (fixture, NULL, "run", "crew.json", "--yes", "--json", NULL);
  g_autoptr (CliAnswer) trained =
      cli_fixture_run (fixture, NULL, "train", "crew.json", "--yes", "-n", "1", "-f", "t.pkl",
                       "--answer", "x", "--json", NULL);
  CliAnswer *const answers[] = { used, trained };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autoptr (TroupeValue) value = cli_json (answers[i]->out);

      g_assert_cmpint (answers[i]->status, ==, 1);
      cli_assert_json (value, "error.kind", "\"file\"");
      cli_assert_json (value, "usage.requests", "0");
      g_assert_nonnull (strstr (cli_get_text (value, "error.message"), "t.pkl"));
      g_assert_nonnull (strstr (cli_get_text (value, "error.message"), what));
    }
}

/* A pickle that would execute Python code is rejected and not modified. */
static void
test_files (void)
{
  static const char hostile[] = "\x80\x04\x8c\x05posix\x8c\x06system\x93\x8c\x0atouch made\x85R.";
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *made = cli_fixture_path (fixture, "made");

  write_crew (fixture, "\"one\"", ", \"trained_agents_file\": \"t.pkl\"");
  write_bytes (fixture, "t.pkl", hostile, sizeof hostile - 1);
  check_refused (fixture, "0x93");
  g_assert_false (g_file_test (made, G_FILE_TEST_EXISTS));
  write_bytes (fixture, "t.pkl", "\x80\x04}\x8c", 4);
  check_refused (fixture, "damaged");
  write_bytes (fixture, "t.pkl", "\x80\x04].", 4);
  check_refused (fixture, "by role");
}

/* Invalid arguments and paths are rejected before any prompt or model call. */
static void
test_words (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) none = NULL;
  g_autoptr (CliAnswer) word = NULL;
  g_autoptr (CliAnswer) folder = NULL;
  g_autoptr (CliAnswer) stranger = NULL;

  write_crew (fixture, "\"one\"", "");
  none = cli_fixture_run (fixture, NULL, "train", "crew.json", "-n", "0", NULL);
  word = cli_fixture_run (fixture, NULL, "test", "crew.json", "-n", "many", NULL);
  folder = cli_fixture_run (fixture, NULL, "train", "crew.json", "-n", "1", "-f", "no/t.pkl", NULL);
  g_assert_cmpint (none->status, ==, 2);
  g_assert_nonnull (strstr (none->err, "“0”"));
  g_assert_cmpint (word->status, ==, 2);
  g_assert_nonnull (strstr (word->err, "“many”"));
  g_assert_cmpint (folder->status, ==, 1);
  g_assert_nonnull (strstr (folder->err, "no/t.pkl"));
  write_trained (fixture, "trained_agents_data.pkl", "{\"Other\": {\"suggestions\": [\"x\"]}}");
  stranger = cli_fixture_run (fixture, NULL, "run", "crew.json", NULL);
  g_assert_cmpint (stranger->status, ==, 0);
  g_assert_nonnull (strstr (stranger->err, "trained_agents_data.pkl"));
}

/* If the budget is used up, the feedback is saved, and earlier training results are unchanged. */
static void
test_budget (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *prices = cli_fixture_path (fixture, "prices.json");
  g_autoptr (CliAnswer) trained = NULL;
  g_autoptr (CliAnswer) tested = NULL;
  g_autoptr (TroupeValue) learnt = NULL;
  g_autoptr (TroupeValue) data = NULL;
  g_autofree char *text = NULL;

  cli_fixture_write (fixture, "prices.json",
                     "{'date': '2026-11-23', 'currency': 'USD', 'per': 1000000, 'models':"
                     " {'mock/script': {'input': 0, 'output': 500000}}}",
                     TRUE);
  write_crew (fixture, "\"one\", \"two\", \"" LEARNT "\"", "");
  write_trained (fixture, "t.pkl", "{\"Writer\": {\"suggestions\": [\"before\"]}}");
  g_setenv ("TROUPE_PRICES_FILE", prices, TRUE);
  trained =
      cli_fixture_run (fixture, NULL, "train", "crew.json", "-n", "3", "-f", "t.pkl",
                       "--budget-usd", "0.25", "--answer", "shorter", "--answer", "longer", NULL);
  tested = cli_fixture_run (fixture, NULL, "test", "crew.json", "-n", "3", "-m", "mock/echo",
                            "--budget-usd", "0.25", NULL);
  g_unsetenv ("TROUPE_PRICES_FILE");
  g_assert_cmpint (trained->status, ==, 4);
  g_assert_cmpint (tested->status, ==, 4);
  learnt = read_pickle (fixture, "t.pkl");
  cli_assert_json (learnt, "Writer.suggestions", "[\"before\"]");
  data = read_pickle (fixture, "training_data.pkl");
  g_assert_cmpuint (troupe_value_map_get_size (data), ==, 1);
  text = troupe_value_to_json (troupe_value_map_get_value (troupe_value_map_get_value (data, 0), 0),
                               TROUPE_JSON_SPACED);
  g_assert_cmpstr (text, ==, "{\"initial_output\": \"one\", \"human_feedback\": \"shorter\"}");
}

/* A test is stored for the window's page, but it can be neither resumed nor replayed. */
static void
test_kept (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) unkept = NULL;
  g_autoptr (CliAnswer) none = NULL;
  g_autoptr (CliAnswer) tested = NULL;
  g_autoptr (CliAnswer) history = NULL;
  g_autoptr (CliAnswer) replayed = NULL;
  g_autoptr (TroupeValue) record = NULL;

  write_crew (fixture, "\"one\", \"two\"", "");
  unkept = cli_fixture_run (fixture, NULL, "test", "crew.json", "-n", "1", "-m", "mock/echo",
                            "--no-store", NULL);
  none = cli_fixture_run (fixture, NULL, "history", "--json", NULL);
  g_assert_cmpstr (none->out, ==, "");
  tested = cli_fixture_run (fixture, NULL, "test", "crew.json", "-n", "2", "-m", "mock/echo", NULL);
  g_assert_cmpint (tested->status, ==, unkept->status);
  history = cli_fixture_run (fixture, NULL, "history", "--json", NULL);
  record = cli_json (history->out);
  cli_assert_json (record, "resumable", "false");
  replayed = cli_fixture_run (fixture, NULL, "replay", "crew.json", "-t", "t", NULL);
  g_assert_cmpint (replayed->status, !=, 0);
}

/* The saved run of a replay says which outputs it reuses. */
static void
test_reused (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *agents = cli_fixture_path (fixture, "agents");
  g_autoptr (CliAnswer) run = NULL;
  g_autoptr (CliAnswer) replayed = NULL;
  g_autoptr (CliAnswer) history = NULL;
  g_autoptr (CliAnswer) shown = NULL;
  g_autoptr (TroupeValue) record = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_cmpint (g_mkdir_with_parents (agents, 0700), ==, 0);
  cli_fixture_write (fixture, "agents/w.jsonc",
                     "{'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'}", TRUE);
  cli_fixture_write (fixture, "crew.json",
                     "{'name': 'two', 'agents': ['w'], 'tasks': [{'name': 'look', 'description': "
                     "'Look.', 'expected_output': 'x', 'agent': 'w'}, {'name': 'write', "
                     "'description': 'Write.', 'expected_output': 'x', 'agent': 'w'}]}",
                     TRUE);
  run = cli_fixture_run (fixture, NULL, "run", "crew.json", NULL);
  g_assert_cmpint (run->status, ==, 0);
  replayed = cli_fixture_run (fixture, NULL, "replay", "crew.json", "-t", "write", NULL);
  g_assert_cmpint (replayed->status, ==, 0);
  history = cli_fixture_run (fixture, NULL, "history", "--json", NULL);
  lines = g_strsplit (history->out, "\n", -1);
  record = cli_json (lines[0]);
  shown = cli_fixture_run (fixture, NULL, "history", "show", cli_get_text (record, "run"), NULL);
  g_assert_nonnull (strstr (shown->out, "reused  look"));
}

/* A crew begins with the outputs of its tasks that are not stale, and executes the others. */
static void
test_reuse_tasks (void)
{
  static const char crew[] =
      "{'name': 'three', 'agents': ['w'], 'tasks': [{'name': 'look', 'description': 'Look.', "
      "'expected_output': 'x', 'agent': 'w'}, {'name': 'write', 'description': '%s', "
      "'expected_output': 'x', 'agent': 'w', 'context': []}, {'name': 'end', 'description': "
      "'End.', 'expected_output': 'x', 'agent': 'w', 'context': ['look']}]}";
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *agents = cli_fixture_path (fixture, "agents");
  g_autofree char *first = g_strdup_printf (crew, "Write.");
  g_autofree char *second = g_strdup_printf (crew, "Write more.");
  g_autoptr (CliAnswer) run = NULL;
  g_autoptr (CliAnswer) again = NULL;
  g_autoptr (TroupeValue) result = NULL;
  TroupeValue *reused = NULL;

  g_assert_cmpint (g_mkdir_with_parents (agents, 0700), ==, 0);
  cli_fixture_write (fixture, "agents/w.jsonc",
                     "{'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'}", TRUE);
  cli_fixture_write (fixture, "crew.json", first, TRUE);
  run = cli_fixture_run (fixture, NULL, "run", "crew.json", NULL);
  g_assert_cmpint (run->status, ==, 0);
  cli_fixture_write (fixture, "crew.json", second, TRUE);
  again = cli_fixture_run (fixture, NULL, "run", "crew.json", "--reuse", "last", "--json", NULL);
  g_assert_cmpint (again->status, ==, 0);
  result = cli_json (again->out);
  reused = troupe_value_get_member (result, "reused");
  cli_assert_json (reused, "results", "2");
  cli_assert_json (reused, "made", "1");
  g_assert_nonnull (strstr (again->out, "Write more."));
  /* The run was saved with what it reused. */
  g_assert_cmpstr (again->err, ==, "");
}

/* A fork of a crew is reused like another run: it has the outputs of the tasks before it, and their inputs. */
static void
test_reuse_fork (void)
{
  static const char crew[] =
      "{'name': 'two', 'agents': ['w'], 'inputs': {'place': 'Oslo'}, 'tasks': [{'name': 'look', "
      "'description': 'Look for {topic} in {place}.', 'expected_output': 'x', 'agent': 'w'}, "
      "{'name': 'write', 'description': 'Write.', 'expected_output': 'x', 'agent': 'w'}]}";
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autofree char *agents = cli_fixture_path (fixture, "agents");
  g_autoptr (CliAnswer) run = NULL;
  g_autoptr (CliAnswer) fork = NULL;
  g_autoptr (CliAnswer) again = NULL;
  g_autoptr (CliAnswer) other = NULL;
  g_autoptr (TroupeValue) first = NULL;
  g_autoptr (TroupeValue) second = NULL;
  g_autoptr (TroupeValue) result = NULL;
  g_autoptr (TroupeValue) of_other = NULL;

  g_assert_cmpint (g_mkdir_with_parents (agents, 0700), ==, 0);
  cli_fixture_write (fixture, "agents/w.jsonc",
                     "{'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'}", TRUE);
  cli_fixture_write (fixture, "crew.json", crew, TRUE);
  run =
      cli_fixture_run (fixture, NULL, "run", "crew.json", "--input", "topic=rain", "--json", NULL);
  first = cli_json (run->out);
  fork = cli_fixture_run (fixture, NULL, "history", "fork", cli_get_text (first, "run"), "--at",
                          "write", "--json", NULL);
  second = cli_json (fork->out);
  again = cli_fixture_run (fixture, NULL, "run", "crew.json", "--input", "topic=rain", "--reuse",
                           cli_get_text (second, "run"), "--json", NULL);
  result = cli_json (again->out);
  cli_assert_json (result, "reused.results", "2");
  cli_assert_json (result, "reused.made", "0");
  g_assert_cmpstr (again->err, ==, "");
  other = cli_fixture_run (fixture, NULL, "run", "crew.json", "--input", "topic=hail", "--reuse",
                           cli_get_text (second, "run"), "--json", NULL);
  of_other = cli_json (other->out);
  cli_assert_json (of_other, "reused.results", "0");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/train/train", test_train);
  g_test_add_func ("/cli/train/fails-later", test_fails_later);
  g_test_add_func ("/cli/train/resume", test_resume);
  g_test_add_func ("/cli/train/resume-partly", test_resume_partly);
  g_test_add_func ("/cli/train/mock", test_mock);
  g_test_add_func ("/cli/train/used", test_used);
  g_test_add_func ("/cli/train/outside", test_outside);
  g_test_add_func ("/cli/train/files", test_files);
  g_test_add_func ("/cli/train/words", test_words);
  g_test_add_func ("/cli/train/budget", test_budget);
  g_test_add_func ("/cli/train/kept", test_kept);
  g_test_add_func ("/cli/train/reused", test_reused);
  g_test_add_func ("/cli/train/reuse-tasks", test_reuse_tasks);
  g_test_add_func ("/cli/train/reuse-fork", test_reuse_fork);
  return g_test_run ();
}
