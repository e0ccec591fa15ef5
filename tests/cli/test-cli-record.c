/* test-cli-record.c: troupectl run --record and --replay
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-wait.h"
#include "cli-fixture.h"
#include "fake-server.h"

#define FLOW                                                                                       \
  "{'schema': 'crewai.flow/v1', 'name': 'recorded', 'methods': {"                                  \
  "'write': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'Writer', 'goal': 'g', "      \
  "'backstory': 'b', 'input': 'Write ${state.id}', 'llm': {'model': 'openai/gpt-x', 'api_key': "   \
  "'sk-0123456789', 'base_url': '%s'}}}},"                                                         \
  "'keep': {'listen': 'write', 'do': {'call': 'expression', 'expr': "                              \
  "'outputs.write.raw + string(now())'}}}}"

static void
ended_cb (GObject *process, GAsyncResult *result, gpointer user_data)
{
  g_assert_true (g_subprocess_wait_finish (G_SUBPROCESS (process), result, NULL));
  *(gboolean *) user_data = TRUE;
}

/* Returns the output without what belongs to the run only. */
static char *
get_values (const char *out)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (out, -1, NULL);
  static const char *const members[] = { "result", "final", "state", "outputs", NULL };
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_nonnull (value);
  for (guint i = 0; members[i] != NULL; i++)
    troupe_value_append_json (troupe_value_map_lookup_string (value, members[i], -1),
                              TROUPE_JSON_COMPACT, text);
  return g_strdup (text->str);
}

/* Records a run with a server, and replays it without one, without a key and without a permission. */
static void
test_record (void)
{
  static const char answer[] =
      "{\"model\": \"gpt-x\", \"choices\": [{\"message\": {\"content\": \"Rain\"}, "
      "\"finish_reason\": \"stop\"}], \"usage\": {\"prompt_tokens\": 3, \"completion_tokens\": 1, "
      "\"total_tokens\": 4}}";
  const char *const record[] = {
    "run", "flow.json", "--json", "--yes", "--record", "r.jsonl", NULL
  };
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *base = g_strdup_printf ("%s/v1", fake_server_get_url (server));
  g_auto (GStrv) parts = g_strsplit (FLOW, "%s", 2);
  g_autofree char *flow = g_strconcat (parts[0], base, parts[1], NULL);
  g_autoptr (GSubprocess) process = NULL;
  g_autofree char *recording = NULL;
  g_autofree char *recorded = NULL;
  g_autofree char *out = NULL;
  gboolean has_ended = FALSE;

  fake_server_add (server, fake_reply ("200 OK", "application/json", "", answer), 0, 0,
                   FAKE_END_CLOSE);
  cli_fixture_write (fixture, "flow.json", flow, TRUE);
  process = cli_fixture_start (fixture, record);
  g_subprocess_wait_async (process, NULL, ended_cb, &has_ended);
  /* The server runs in this main context. */
  test_wait_until (has_ended);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
  recording = cli_fixture_read (fixture, "r.jsonl");
  g_assert_null (strstr (recording, "sk-0123456789"));
  g_assert_nonnull (strstr (recording, "\"text\": \"Rain\""));
  /* Ends a program that opens a socket. */
  fixture->wrapper = g_getenv ("TROUPE_SANDBOX");
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (CliAnswer) replayed = cli_fixture_run (fixture, NULL, "run", "flow.json", "--json",
                                                        "--replay", "r.jsonl", NULL);
      g_autofree char *values = NULL;

      g_test_message ("%s", replayed->err);
      g_assert_cmpint (replayed->status, ==, 0);
      values = get_values (replayed->out);
      g_assert_nonnull (strstr (values, "Rain"));
      if (recorded == NULL)
        recorded = g_steal_pointer (&values);
      else
        g_assert_cmpstr (values, ==, recorded);
    }
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
}

static void
test_options (void)
{
  static const struct
  {
    const char *arguments[8];
    const char *message;
    int status;
  } cases[] = {
    { { "run", "f.json", "--replay", "none" }, "Could not read the recording “none”", 2 },
    { { "run", "f.json", "--replay-missing", "live" }, "requires --replay", 2 },
    { { "run", "f.json", "--replay", "r", "--replay-missing", "maybe" },
      "must be error, ask or live",
      2 },
    { { "run", "f.json", "--replay", "r", "--replay-missing", "ask" }, "requires a terminal", 2 },
    { { "run", "f.json", "--replay", "r", "--record", "r" }, "name the same file", 2 },
    { { "run", "f.json", "--replay", "r", "--input", "topic=Sun" },
      "differs at messages[1].content",
      1 },
    { { "run", "f.json", "--replay", "r", "--input", "topic=Sun", "--replay-missing=live" },
      "",
      0 },
    { { "run", "g.json", "--replay", "r", "--input", "topic=Rain" },
      "another version of the document",
      0 },
    { { "run", "f.json", "--record", "no/r" }, "Could not write the recording “no/r”", 2 },
  };
  static const char flow[] =
      "{'schema': 'crewai.flow/v1', 'name': 'f', 'methods': {'a': {'start': true, 'do': {'call': "
      "'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo', 'input': "
      "'About ${state.topic}'}}}%s}}";
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_auto (GStrv) parts = g_strsplit (flow, "%s", 2);
  g_autofree char *same = g_strconcat (parts[0], parts[1], NULL);
  g_autofree char *other =
      g_strconcat (parts[0], ", 'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': '1'}}",
                   parts[1], NULL);
  g_autoptr (CliAnswer) recorded = NULL;

  cli_fixture_write (fixture, "f.json", same, TRUE);
  cli_fixture_write (fixture, "g.json", other, TRUE);
  recorded = cli_fixture_run (fixture, NULL, "run", "f.json", "--input", "topic=Rain", "--record",
                              "r", NULL);
  g_assert_cmpint (recorded->status, ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (CliAnswer) answer = cli_fixture_runv (fixture, NULL, cases[i].arguments);

      g_test_message ("case %u: %d %s", i, answer->status, answer->err);
      g_assert_cmpint (answer->status, ==, cases[i].status);
      g_assert_nonnull (strstr (answer->err, cases[i].message));
    }
}

/* A test whose recording was interrupted says so, because the answer is in the line that is not used. */
static void
test_half (void)
{
  g_autoptr (CliFixture) fixture = cli_fixture_new ();
  g_autoptr (CliAnswer) recorded = NULL;
  g_autoptr (CliAnswer) tested = NULL;
  g_autofree char *whole = NULL;
  g_autofree char *half = NULL;

  cli_fixture_write (fixture, "f.json",
                     "{'schema': 'crewai.flow/v1', 'name': 'f', 'methods': {'a': {'start': true, "
                     "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': 'b', "
                     "'llm': 'mock/echo', 'input': 'x'}}}}}",
                     TRUE);
  cli_fixture_write (fixture, "f.test.json",
                     "{'cases': [{'name': 'one', 'recording': 'half.jsonl'}]}", TRUE);
  recorded = cli_fixture_run (fixture, NULL, "run", "f.json", "--record", "r.jsonl", NULL);
  g_assert_cmpint (recorded->status, ==, 0);
  whole = cli_fixture_read (fixture, "r.jsonl");
  half = g_strndup (whole, strlen (whole) - 20);
  cli_fixture_write (fixture, "half.jsonl", half, FALSE);
  tested = cli_fixture_run (fixture, NULL, "test", "f.test.json", NULL);
  g_test_message ("%s%s", tested->out, tested->err);
  g_assert_cmpint (tested->status, ==, 1);
  g_assert_nonnull (strstr (tested->out, "has no answer for"));
  g_assert_nonnull (strstr (tested->out, "ends within line 2"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/record/record", test_record);
  g_test_add_func ("/cli/record/options", test_options);
  g_test_add_func ("/cli/record/half", test_half);
  return g_test_run ();
}
