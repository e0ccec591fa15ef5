/* test-agent-artifacts.c: tool results that are too long for the prompt
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "../test-wait.h"
#include "agent-asserts.h"
#include "troupe-agent-artifacts.h"

#define ANY "{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"string\"}}}"
#define READER "read_a_deferred_tool_result"
#define FIRST "results/look-1.txt"

static char *folder;

/* Creates arguments that determine the size of the tool's result. The limit of a result is a
 * quarter of the usable context window: 1,740 tokens, which is 6,960 characters. */
static char *
make_arguments (gsize length)
{
  g_autofree char *text = g_strnfill (length, 'x');

  return g_strdup_printf ("{\"x\":\"%s\"}", text);
}

static void
assert_no_files (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  g_assert_null (g_dir_read_name (dir));
}

static void
begin (AgentTest *test, gsize length)
{
  g_autofree char *arguments = make_arguments (length);

  agent_test_add_tool (test, test_tool_new ("look", TEST_TOOL_SAYS, ANY));
  agent_test_call (test, "look", arguments, NULL);
}

static void
test_deferred (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autofree char *told = NULL;

  begin (test, 10000);
  agent_test_call (test, READER, "{\"file_path\":\"" FIRST "\",\"start_line\":2,\"line_count\":1}",
                   NULL);
  agent_test_say (test, "ANSW");
  agent_test_run (test, "");

  assert_result (test, "raw", "'ANSW'");
  assert_not_asked (test, 0, READER);
  assert_request_has (test, 1, "\"name\":\"" READER "\"");
  told = get_asked (test, 1, 3);
  g_assert_nonnull (strstr (told, FIRST));
  g_assert_nonnull (strstr (told, "Lines: 6\n"));
  /* 5 % of the window is 348 tokens. The result has six lines and about 2,500 tokens, so the
   * suggested number of lines is rounded to 1. */
  g_assert_nonnull (strstr (told, "about 1 lines"));
  g_assert_nonnull (strstr (told, "said {\"x\":\"xxxx"));
  g_assert_cmpuint (strlen (told), <, 2600);
  /* The second line has 2,000 characters. */
  {
    g_autofree char *read = get_asked (test, 2, 5);

    g_assert_cmpuint (strlen (read), ==, 2001);
    g_assert_cmpuint (strspn (read, "x"), ==, 2000);
  }
  assert_no_files ();
}

static void
test_small (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  begin (test, 6900);
  agent_test_say (test, "ANSW");
  agent_test_run (test, "");

  assert_result (test, "raw", "'ANSW'");
  assert_not_asked (test, 1, READER);
}

static void
test_off (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  begin (test, 10000);
  agent_test_say (test, "ANSW");
  agent_test_run (test, ",\"use_better_compaction\":false");

  assert_result (test, "raw", "'ANSW'");
  assert_not_asked (test, 1, READER);
}

static void
test_answer (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autofree char *raw = NULL;

  begin (test, 10000);
  troupe_tool_set_result_as_answer (g_ptr_array_index (test->tools, 0), TRUE);
  agent_test_run (test, "");

  raw = agent_test_get (test, "raw");
  g_assert_cmpuint (strlen (raw), >, 10000);
}

/* An invalid call returns the error message as its result. */
static void
test_wrong_reads (void)
{
  static const struct
  {
    const char *arguments;
    const char *said;
  } calls[] = {
    { "{\"file_path\":\"/etc/passwd\"}",
      "Error: The file /etc/passwd does not contain a tool result." },
    { "{\"file_path\":7}", "Error: file_path must be a string." },
    { "{\"file_path\":\"" FIRST "\",\"start_line\":0}", "Error: start_line and line_count" },
    { "{\"file_path\":\"" FIRST "\",\"start_line\":99}", "Error: start_line 99 is beyond the end" },
  };
  g_autoptr (AgentTest) test = agent_test_new ();

  begin (test, 10000);
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    agent_test_call (test, READER, calls[i].arguments, NULL);
  agent_test_say (test, "ANSW");
  agent_test_run (test, "");

  assert_result (test, "raw", "'ANSW'");
  for (guint i = 0; i < G_N_ELEMENTS (calls); i++)
    assert_asked (test, 2 + i, 5 + 2 * i, calls[i].said);
  assert_result (test, "tool_failures", "[]");
}

/* Reading a file returns no more text than a tool result may have. */
static void
test_read_all (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();
  g_autofree char *read = NULL;

  begin (test, 20000);
  agent_test_call (test, READER, "{\"file_path\":\"" FIRST "\"}", NULL);
  agent_test_say (test, "ANSW");
  agent_test_run (test, "");

  assert_result (test, "raw", "'ANSW'");
  read = get_asked (test, 2, 5);
  g_assert_cmpuint (strlen (read), <, 7100);
  g_assert_nonnull (strstr (read, "start_line 4."));
}

static void
test_cancel (void)
{
  g_autoptr (AgentTest) test = agent_test_new ();

  begin (test, 10000);
  agent_test_add_tool (test, test_tool_new ("hang", TEST_TOOL_HANGS, ANY));
  agent_test_call (test, "hang", "{}", NULL);
  agent_test_begin (test, "openai/gpt-x", "");
  test_wait_until (test_tool_get_n_calls (g_ptr_array_index (test->tools, 1)) > 0);
  assert_no_files ();
  g_cancellable_cancel (test->cancellable);
  agent_test_wait (test);

  g_assert_error (test->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_no_files ();
}

int
main (int argc, char **argv)
{
  int status;

  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  /* GLib reads TMPDIR only once, so it must be set first. */
  folder = g_build_filename (g_getenv ("TMPDIR") != NULL ? g_getenv ("TMPDIR") : "/tmp",
                             "test-agent-artifacts-XXXXXX", NULL);
  g_assert_nonnull (g_mkdtemp (folder));
  g_setenv ("TMPDIR", folder, TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent/artifacts/deferred", test_deferred);
  g_test_add_func ("/agent/artifacts/small", test_small);
  g_test_add_func ("/agent/artifacts/off", test_off);
  g_test_add_func ("/agent/artifacts/answer", test_answer);
  g_test_add_func ("/agent/artifacts/wrong-reads", test_wrong_reads);
  g_test_add_func ("/agent/artifacts/read-all", test_read_all);
  g_test_add_func ("/agent/artifacts/cancel", test_cancel);

  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
