/* test-mcp-stdio.c: MCP servers over stdio, and their faults
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "../test-memory.h"
#include "../test-wait.h"
#include "mcp-fixture.h"
#include "python-fixture.h"
#include "troupe-file.h"
#include "troupe-mcp-connection.h"
#include "troupe-mcp-link.h"
#include "troupe-mcp-result.h"

/* Opens the server with @fault, calls its first tool, and expects the usual answer. */
static void
test_works (McpFixture *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  mcp_make_script (self, data, NULL);
  mcp_open_first (self);
  g_assert_cmpuint (self->tools->len, ==, 2);
  mcp_call (self, NULL, &answer);
  mcp_expect_text (&answer, "sun in Ulm");
  mcp_call (self, "{\"place\":\"Bern\"}", &answer);
  mcp_expect_text (&answer, "sun in Bern");
  g_assert_cmpuint (mcp_count_events (self, "mcp_connection_started"), ==, 1);
  g_assert_cmpuint (mcp_count_events (self, "mcp_tool_execution_completed"), ==, 2);
}

/* The server sends nothing until it is initialized. */
static void
test_shy (McpFixture *self, gconstpointer data)
{
  troupe_mcp_connection_set_probe_ms (50);
  test_works (self, data);
}

/* --- Events ----------------------------------------------------------------------------------- */

static void
test_events (McpFixture *self, gconstpointer data)
{
  static const char *const types[] = {
    "mcp_connection_started",   "mcp_connection_completed",   "mcp_connection_started",
    "mcp_connection_completed", "mcp_tool_execution_started", "mcp_tool_execution_completed"
  };
  g_auto (ToolAnswer) answer = { 0 };
  const char *at;

  mcp_make_script (self, "anything",
                   ", 'tool_filter': {'type': 'static', 'allowed_tool_names': ['weather_now']}");
  /* Connects separately for each call, as CrewAI does. */
  troupe_mcp_server_set_keeps_connection (self->server, FALSE);
  mcp_open_first (self);
  g_assert_cmpuint (self->tools->len, ==, 1);
  /* The long path of the source tree is shortened in the tool's name. An underscore at the end
   * of the shortened part is also removed. */
  g_assert_true (g_str_has_suffix (troupe_tool_get_name (self->tools->pdata[0]), "_weather_now") ||
                 strlen (troupe_tool_get_name (self->tools->pdata[0])) >= 63);
  mcp_call (self, "{\"place\":\"Ulm\",\"other\":null}", &answer);
  mcp_expect_text (&answer, "sun in Ulm");
  at = self->events->str;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *sought = g_strdup_printf ("\"type\":\"%s\"", types[i]);

      at = strstr (at, sought);
      g_assert_nonnull (at);
      at++;
    }
  g_assert_nonnull (
      strstr (self->events->str, "\"tool_name\":\"weatherNow\",\"tool_args\":{\"place\":\"Ulm\"}"));
}

static void
test_filtered_out (McpFixture *self, gconstpointer data)
{
  mcp_make_script (self, "anything",
                   ", 'tool_filter': {'type': 'static', 'allowed_tool_names': ['weatherNow']}");
  mcp_open (self);
  g_assert_no_error (self->error);
  g_assert_cmpuint (self->tools->len, ==, 0);
}

/* --- Failures of opening ---------------------------------------------------------------------- */

static void
test_missing (McpFixture *self, gconstpointer data)
{
  mcp_make (self, "{'command': 'no-such-command-here', 'args': []}");
  mcp_open (self);
  mcp_expect_error (self, TROUPE_MCP_ERROR_NETWORK, "no-such-command-here");
  g_assert_true (troupe_mcp_server_is_fatal (self->server, self->error));
  g_assert_cmpuint (mcp_count_events (self, "mcp_connection_failed"), ==, 1);
  g_assert_nonnull (strstr (self->events->str, "\"error_type\":\"network\",\"status_code\":null"));
}

static void
test_platform (McpFixture *self, gconstpointer data)
{
  mcp_make (self, "'notion#search'");
  mcp_open (self);
  mcp_expect_error (self, TROUPE_MCP_ERROR_VALIDATION, "notion");
  g_assert_false (troupe_mcp_server_is_fatal (self->server, self->error));
  g_assert_cmpuint (mcp_count_events (self, "mcp_config_fetch_failed"), ==, 1);
}

static void
test_early_exit (McpFixture *self, gconstpointer data)
{
  mcp_make_script (self, "early-exit", NULL);
  mcp_open (self);
  mcp_expect_error (self, TROUPE_MCP_ERROR_NETWORK, "no such module");
}

static void
test_silence (McpFixture *self, gconstpointer data)
{
  troupe_mcp_connection_set_probe_ms (50);
  mcp_make_script (self, "silence", NULL);
  troupe_mcp_server_set_timeouts (self->server, 300, 300, 300);
  mcp_open (self);
  mcp_expect_error (self, TROUPE_MCP_ERROR_TIMEOUT, "did not answer");
  g_assert_cmpstr (troupe_mcp_error_get_type_name (self->error), ==, "timeout");
}

static gboolean
note_turn_cb (gpointer user_data)
{
  gint64 *times = user_data; /* the last turn, and the longest time between two */
  const gint64 now = g_get_monotonic_time ();

  times[1] = MAX (times[1], now - times[0]);
  times[0] = now;
  return G_SOURCE_CONTINUE;
}

/* The thread of a run goes on while a program is being started, here by comparing large files with those that
 * were granted. A start that is cancelled returns at once, and its program is killed. */
static void
test_slow_start (McpFixture *self, gconstpointer data)
{
  const gboolean cancels = GPOINTER_TO_INT (data);
  const gsize length = 12 * 1024 * 1024;
  g_autofree char *text = g_malloc0 (length);
  g_autofree char *path = g_build_filename (self->folder, "large", NULL);
  g_autofree char *digest =
      g_compute_checksum_for_data (G_CHECKSUM_SHA256, (guchar *) text, length);
  const char *files[41] = { NULL };
  const char *digests[41] = { NULL };
  g_autofree char *scripts = g_test_build_filename (G_TEST_DIST, "tool", NULL);
  g_autofree char *real = troupe_path_resolve (scripts);
  g_autofree char *code = g_strconcat (real, "/", NULL);
  g_autofree char *program = g_build_filename (real, "mcp-server.py", NULL);
  const TroupeMcpGranted granted = { .files = files, .digests = digests };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  static gint64 whole_us = TEST_WAIT_US;
  gint64 times[2] = { 0, 0 };
  gint64 begun;
  guint turns;

  for (guint i = 0; i + 1 < G_N_ELEMENTS (files); i++)
    {
      files[i] = "large";
      digests[i] = digest;
    }
  /* The program is outside of the document's folder; it and its folder are granted without being compared. */
  files[G_N_ELEMENTS (files) - 2] = code;
  digests[G_N_ELEMENTS (files) - 2] = "";
  files[G_N_ELEMENTS (files) - 3] = program;
  digests[G_N_ELEMENTS (files) - 3] = "";
  g_assert_true (g_file_set_contents (path, text, (gssize) length, NULL));
  mcp_make_script (self, "anything", NULL);
  troupe_mcp_server_set_granted (self->server, &granted);
  begun = times[0] = g_get_monotonic_time ();
  turns = g_timeout_add (1, note_turn_cb, times);
  mcp_begin_open (self, cancellable);
  if (cancels)
    g_cancellable_cancel (cancellable);
  test_wait_until (self->is_done);
  g_source_remove (turns);
  times[0] = g_get_monotonic_time () - begun;
  g_test_message ("started in %" G_GINT64_FORMAT " us, longest turn %" G_GINT64_FORMAT " us",
                  times[0], times[1]);
  if (cancels)
    {
      g_assert_error (self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpint (times[0], <, whole_us / 2);
      return;
    }
  g_assert_no_error (self->error);
  g_assert_cmpint (times[0], >, 100 * 1000);
  whole_us = times[0];
  g_assert_cmpint (times[1], <, times[0] / 2);
}

static void
test_versions (McpFixture *self, gconstpointer data)
{
  mcp_make_script (self, data, NULL);
  mcp_open (self);
  mcp_expect_error (self, TROUPE_MCP_ERROR_VALIDATION,
                    g_str_equal (data, "version") ? "1999-01-01" : "2030-01-01");
}

static void
test_cancelled_opening (McpFixture *self, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  mcp_make_script (self, "silence", NULL);
  mcp_begin_open (self, cancellable);
  g_main_context_iteration (NULL, FALSE);
  g_cancellable_cancel (cancellable);
  test_wait_until (self->is_done);
  g_assert_error (self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- Lists ----------------------------------------------------------------------------------- */

static void
test_list (McpFixture *self, const char *fault, guint n_tools)
{
  mcp_make_script (self, fault, NULL);
  mcp_open (self);
  g_assert_no_error (self->error);
  g_assert_cmpuint (self->tools->len, ==, n_tools);
}

static void
test_pages (McpFixture *self, gconstpointer data)
{
  test_list (self, "pages", 3);
}

static void
test_endless (McpFixture *self, gconstpointer data)
{
  test_list (self, "endless", 1000);
}

static void
test_loop (McpFixture *self, gconstpointer data)
{
  test_list (self, "loop", 2);
}

static void
test_odd (McpFixture *self, gconstpointer data)
{
  test_list (self, "odd", 1);
}

static void
test_list_once (McpFixture *self, gconstpointer data)
{
  test_list (self, "list-once", 2);
}

static void
test_no_list (McpFixture *self, gconstpointer data)
{
  mcp_make_script (self, "no-list", NULL);
  mcp_open (self);
  mcp_expect_error (self, TROUPE_MCP_ERROR_VALIDATION, "list of tools");
}

static void
test_recursive (McpFixture *self, gconstpointer data)
{
  g_autofree char *schema = NULL;

  test_list (self, "recursive", 1);
  schema =
      troupe_value_to_json (troupe_tool_get_schema (self->tools->pdata[0]), TROUPE_JSON_COMPACT);
  g_assert_null (strstr (schema, "$ref"));
  g_assert_nonnull (strstr (schema, "\"next\""));
}

static void
test_poison (McpFixture *self, gconstpointer data)
{
  TroupeTool *tool = NULL;
  g_autofree char *schema = NULL;

  test_list (self, "poison", 1);
  tool = self->tools->pdata[0];
  g_assert_true (g_str_has_prefix (troupe_tool_get_description (tool), "abcd\nexxx"));
  g_assert_cmpuint (strlen (troupe_tool_get_description (tool)), ==, 4096);
  schema = troupe_value_to_json (troupe_tool_get_schema (tool), TROUPE_JSON_COMPACT);
  g_assert_nonnull (strstr (schema, "\"qr\""));
}

/* --- Calls ----------------------------------------------------------------------------------- */

static void
call_fault (McpFixture *self, const char *fault, ToolAnswer *answer)
{
  /* A short time limit is set only for faults that should exceed it, because large results may
   * take longer. */
  const gboolean is_timed = g_str_equal (fault, "stalled") || g_str_equal (fault, "progress");

  mcp_make_script (self, fault, ", 'env': {'TOKEN': 't0psecret'}");
  troupe_mcp_server_set_timeouts (self->server, 0, 0, is_timed ? 400 : 0);
  mcp_open_first (self);
  mcp_call (self, NULL, answer);
}

static void
test_text (McpFixture *self, gconstpointer data)
{
  static const char *const texts[][2] = {
    { "blocks",
      "one\n[image: image/png]\ntwo\n[resource: a:c]\n[resource_link: a:d]\n[new]\n[unknown]" },
    { "structured", "{\"a\": 1}" },
    { "asks", "{} -32601" },
    { "progress", "sun in Ulm" },
    { "third", "sun in Ulm" },
  };
  g_auto (ToolAnswer) answer = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (g_str_equal (texts[i][0], data))
      {
        call_fault (self, data, &answer);
        mcp_expect_text (&answer, texts[i][1]);
        if (g_str_equal (data, "progress"))
          g_assert_nonnull (strstr (answer.reports->str, "info - step 7\n"));
        return;
      }
  g_assert_not_reached ();
}

static void
test_fails (McpFixture *self, gconstpointer data)
{
  static const struct
  {
    const char *fault;
    TroupeToolError code;
    const char *part;
    const char *type;
  } cases[] = {
    { "fails", TROUPE_TOOL_ERROR_FAILED, "no such place", "tool_error" },
    { "refuses", TROUPE_TOOL_ERROR_ARGUMENTS, "wrong with …", "server_error" },
    { "crash", TROUPE_TOOL_ERROR_UNAVAILABLE, "boom with …", "network" },
    { "huge", TROUPE_TOOL_ERROR_UNAVAILABLE, "16 MB", "network" },
    { "dense", TROUPE_TOOL_ERROR_UNAVAILABLE, "too large", "network" },
    { "stalled", TROUPE_TOOL_ERROR_UNAVAILABLE, "did not answer", "timeout" },
    { "input", TROUPE_TOOL_ERROR_INVALID, "requires more input", "validation" },
  };
  g_auto (ToolAnswer) answer = { 0 };
  g_autofree char *type = NULL;
  guint i = 0;
  gsize begin;

  while (!g_str_equal (cases[i].fault, data))
    i++;
  begin = test_memory_begin ();
  call_fault (self, data, &answer);
  g_assert_cmpuint (test_memory_end (begin), <=, 2 * TROUPE_MCP_LIMIT_MESSAGE);
  mcp_expect_failure (&answer, cases[i].code, cases[i].part);
  g_assert_null (strstr (answer.error->message, "t0psecret"));
  g_assert_null (strstr (self->events->str, "t0psecret"));
  type = g_strdup_printf ("\"error_type\":\"%s\"", cases[i].type);
  g_assert_nonnull (strstr (self->events->str, type));
}

/* A server that has ended is started again for the same call. */
static void
test_crash_once (McpFixture *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  call_fault (self, "crash-once", &answer);
  mcp_expect_text (&answer, "sun in Ulm");
  g_assert_cmpuint (mcp_count_events (self, "mcp_connection_started"), ==, 2);
  g_assert_nonnull (strstr (self->events->str, "\"is_reconnect\":true"));
  g_assert_cmpuint (mcp_count_events (self, "mcp_tool_execution_started"), ==, 1);
}

/* A tool that is marked as destructive is not called twice. */
static void
test_destructive (McpFixture *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  call_fault (self, "destructive", &answer);
  mcp_expect_failure (&answer, TROUPE_TOOL_ERROR_UNAVAILABLE, "stopped: ");
  mcp_call (self, NULL, &answer);
  mcp_expect_text (&answer, "sun in Ulm");
}

static void
test_long (McpFixture *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  mcp_make_script (self, "long", NULL);
  mcp_open_first (self);
  mcp_call (self, NULL, &answer);
  g_assert_no_error (answer.error);
  g_assert_true (
      g_str_has_suffix (troupe_value_get_string (answer.value, NULL), "was truncated.]"));
  g_assert_cmpuint (strlen (troupe_value_get_string (answer.value, NULL)), <,
                    TROUPE_MCP_LIMIT_RESULT + 100);
}

static void
test_arguments (McpFixture *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  mcp_make_script (self, "arguments", NULL);
  mcp_open_first (self);
  mcp_call (self, "{\"a\":null,\"b\":{\"c\":null,\"d\":[null,{\"e\":null}]},\"f\":[]}", &answer);
  mcp_expect_text (&answer, "{\"b\": {\"d\": [null, {}]}, \"f\": []}");
}

static void
test_changed (McpFixture *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };

  mcp_make_script (self, "changed", NULL);
  mcp_open_first (self);
  g_assert_false (troupe_mcp_server_has_changed (self->server));
  mcp_call (self, NULL, &answer);
  g_assert_true (troupe_mcp_server_has_changed (self->server));
  mcp_open_first (self);
  g_assert_false (troupe_mcp_server_has_changed (self->server));
}

/* The environment contains only the variables that programs need and those that the document
 * names. */
static void
test_environment (McpFixture *self, gconstpointer data)
{
  g_auto (ToolAnswer) answer = { 0 };
  g_autoptr (TroupeValue) environment = NULL;

  g_setenv ("OPENAI_API_KEY", "sk-test", TRUE);
  g_setenv ("LC_TEST", "x", TRUE);
  mcp_make_script (self, "environment", ", 'env': {'MINE': 'yes'}");
  mcp_open_first (self);
  mcp_call (self, NULL, &answer);
  g_assert_no_error (answer.error);
  g_unsetenv ("OPENAI_API_KEY");
  environment = python_value (troupe_value_get_string (answer.value, NULL));
  g_assert_nonnull (troupe_value_map_lookup_string (environment, "PATH", -1));
  g_assert_nonnull (troupe_value_map_lookup_string (environment, "LC_TEST", -1));
  g_assert_nonnull (troupe_value_map_lookup_string (environment, "MINE", -1));
  g_assert_null (troupe_value_map_lookup_string (environment, "OPENAI_API_KEY", -1));
  g_assert_null (troupe_value_map_lookup_string (environment, "TROUPE_SOURCE_DIR", -1));
}

static gboolean
has_written (gpointer data)
{
  McpFixture *self = data;

  return g_file_test (self->file, G_FILE_TEST_EXISTS);
}

static gboolean
has_heard (gpointer data)
{
  McpFixture *self = data;
  g_autofree char *text = NULL;

  return g_file_get_contents (self->file, &text, NULL, NULL) &&
         strstr (text, "notifications/cancelled") != NULL;
}

static void
test_cancelled (McpFixture *self, gconstpointer data)
{
  const TroupeToolContext context = mcp_context (self);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (ToolAnswer) answer = { 0 };

  mcp_make_script (self, "slow", NULL);
  tool_begin (mcp_open_first (self), "{}", &context, cancellable, &answer);
  mcp_wait (has_written, self);
  g_cancellable_cancel (cancellable);
  tool_wait (&answer);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  mcp_wait (has_heard, self);
  g_assert_nonnull (strstr (self->events->str, "\"error_type\":\"cancelled\""));
}

static void
test_at_once (McpFixture *self, gconstpointer data)
{
  const TroupeToolContext context = mcp_context (self);
  g_auto (ToolAnswer) first = { 0 };
  g_auto (ToolAnswer) second = { 0 };

  mcp_make_script (self, "plain", NULL);
  mcp_open_first (self);
  mcp_close (self);
  tool_begin (self->tools->pdata[0], "{\"place\":\"A\"}", &context, NULL, &first);
  tool_begin (self->tools->pdata[0], "{\"place\":\"B\"}", &context, NULL, &second);
  tool_wait (&first);
  tool_wait (&second);
  mcp_expect_text (&first, "sun in A");
  mcp_expect_text (&second, "sun in B");
  g_assert_cmpuint (mcp_count_events (self, "mcp_connection_started"), ==, 2);
}

/* Closing ends running calls. */
static void
test_closed (McpFixture *self, gconstpointer data)
{
  const TroupeToolContext context = mcp_context (self);
  g_auto (ToolAnswer) answer = { 0 };

  mcp_make_script (self, "slow", NULL);
  tool_begin (mcp_open_first (self), "{}", &context, NULL, &answer);
  mcp_wait (has_written, self);
  mcp_close (self);
  tool_wait (&answer);
  mcp_expect_failure (&answer, TROUPE_TOOL_ERROR_UNAVAILABLE, "was closed");
}

static gboolean
is_gone (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid);
  g_autofree char *text = NULL;

  /* The process has ended, but the process that adopts orphans may not have reaped it yet. */
  return !g_file_get_contents (path, &text, NULL, NULL) || strstr (text, ") Z") != NULL;
}

static gboolean
are_gone (gpointer data)
{
  const int *pids = data;

  return is_gone (pids[0]) && is_gone (pids[1]);
}

static void
read_pids (McpFixture *self, int pids[2])
{
  g_autofree char *text = NULL;

  mcp_wait (has_written, self);
  g_assert_true (g_file_get_contents (self->file, &text, NULL, NULL));
  g_assert_cmpint (sscanf (text, "%d %d", &pids[0], &pids[1]), ==, 2);
  g_assert_false (is_gone (pids[0]));
  g_assert_false (is_gone (pids[1]));
}

/* The server ignores the request to exit. A process that the server started ignores it as well. */
static void
test_stubborn (McpFixture *self, gconstpointer data)
{
  int pids[2];

  mcp_make_script (self, "stubborn", NULL);
  mcp_open_first (self);
  read_pids (self, pids);
  mcp_close (self);
  mcp_wait (are_gone, pids);
}

static void
test_forgotten (McpFixture *self, gconstpointer data)
{
  int pids[2];

  mcp_make_script (self, "stubborn", NULL);
  mcp_open_first (self);
  read_pids (self, pids);
  g_clear_pointer (&self->tools, g_ptr_array_unref);
  g_clear_object (&self->server);
  mcp_wait (are_gone, pids);
}

#define TEST(name, data, func)                                                                     \
  g_test_add ("/mcp-stdio/" name, McpFixture, data, mcp_set_up, func, mcp_tear_down)

int
main (int argc, char **argv)
{
  static const char *const works[] = { "plain",   "anything", "modern", "both",    "fragile",
                                       "noise",   "wrong-id", "twice",  "text-id", "early",
                                       "trickle", "deep",     "batch" };
  static const char *const texts[] = { "blocks", "structured", "asks", "progress", "third" };
  static const char *const fails[] = { "fails", "refuses", "crash", "huge",
                                       "dense", "stalled", "input" };

  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (works); i++)
    {
      g_autofree char *path = g_strconcat ("/mcp-stdio/works/", works[i], NULL);

      g_test_add (path, McpFixture, works[i], mcp_set_up, test_works, mcp_tear_down);
    }
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = g_strconcat ("/mcp-stdio/text/", texts[i], NULL);

      g_test_add (path, McpFixture, texts[i], mcp_set_up, test_text, mcp_tear_down);
    }
  for (guint i = 0; i < G_N_ELEMENTS (fails); i++)
    {
      g_autofree char *path = g_strconcat ("/mcp-stdio/fails/", fails[i], NULL);

      g_test_add (path, McpFixture, fails[i], mcp_set_up, test_fails, mcp_tear_down);
    }
  TEST ("works/shy", "shy", test_shy);
  TEST ("events", NULL, test_events);
  TEST ("filtered-out", NULL, test_filtered_out);
  TEST ("missing", NULL, test_missing);
  TEST ("platform", NULL, test_platform);
  TEST ("early-exit", NULL, test_early_exit);
  TEST ("silence", NULL, test_silence);
  TEST ("versions/old", "version", test_versions);
  TEST ("versions/future", "future", test_versions);
  TEST ("cancelled-opening", NULL, test_cancelled_opening);
  TEST ("slow-start", GINT_TO_POINTER (FALSE), test_slow_start);
  TEST ("slow-start/cancelled", GINT_TO_POINTER (TRUE), test_slow_start);
  TEST ("list/pages", NULL, test_pages);
  TEST ("list/endless", NULL, test_endless);
  TEST ("list/loop", NULL, test_loop);
  TEST ("list/odd", NULL, test_odd);
  TEST ("list/once", NULL, test_list_once);
  TEST ("list/none", NULL, test_no_list);
  TEST ("list/recursive", NULL, test_recursive);
  TEST ("list/poison", NULL, test_poison);
  TEST ("crash-once", NULL, test_crash_once);
  TEST ("destructive", NULL, test_destructive);
  TEST ("long", NULL, test_long);
  TEST ("arguments", NULL, test_arguments);
  TEST ("changed", NULL, test_changed);
  TEST ("environment", NULL, test_environment);
  TEST ("cancelled", NULL, test_cancelled);
  TEST ("at-once", NULL, test_at_once);
  TEST ("closed", NULL, test_closed);
  TEST ("stubborn", NULL, test_stubborn);
  TEST ("forgotten", NULL, test_forgotten);

  return g_test_run ();
}
