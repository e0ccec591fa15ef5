/* python-family.c: code that starts child processes, and checks that they have ended
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <unistd.h>

#include "../test-time.h"
#include "python-family.h"

const TroupePythonRequest python_plain = { .source = "return 1",
                                           .method = "a",
                                           .path = "methods.a.do" };

/* Returns a word that no other process has in its command line. (transfer full) */
char *
python_new_mark (void)
{
  return g_strdup_printf ("troupe-mark-%d-%" G_GINT64_FORMAT, (int) getpid (),
                          g_get_monotonic_time ());
}

gboolean
python_is_gone (gpointer mark)
{
  return !python_has_process (mark);
}

gboolean
python_is_there (gpointer mark)
{
  return python_has_process (mark);
}

/* Asserts that the processes with the mark end within a minute of @since, and not only when they end by themselves. */
void
python_assert_gone (const char *mark, gint64 since)
{
  python_wait_until (python_is_gone, (gpointer) mark);
  g_test_message ("gone after %d ms", (int) ((g_get_monotonic_time () - since) / 1000));
  g_assert_cmpint (g_get_monotonic_time () - since, <, TEST_WAIT_US);
}

/* Returns code that starts two child processes and then sleeps. One of the two processes leaves
 * the session. */
char *
python_new_family (const char *mark, gboolean blocks)
{
  /* PyDLL does not release Python's global interpreter lock while the shell sleeps. */
  g_autofree char *sleep =
      blocks ? g_strdup_printf ("ctypes.PyDLL(None).system(b'sleep 600; : %s-blocked')", mark)
             : g_strdup ("time.sleep(600)");

  return g_strdup_printf (
      "import ctypes, subprocess, sys, time\n"
      "c = 'import time; time.sleep(600)'\n"
      "subprocess.Popen([sys.executable, '-c', c, '%s'])\n"
      "subprocess.Popen([sys.executable, '-c', c, '%s'], start_new_session=True)\n"
      "%s",
      mark, mark, sleep);
}

/* Asserts that a cancelled sleep ends for the caller within 200 ms, and that all its child
 * processes end within two seconds. */
void
python_check_cancel (TroupePythonSandbox sandbox)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) answer = { 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *mark = python_new_mark ();
  g_autofree char *blocked = g_strconcat (mark, "-blocked", NULL);
  g_autofree char *source = python_new_family (mark, TRUE);
  TroupePythonSettings settings = { .sandbox = sandbox };
  TroupePythonRequest request = python_plain;
  gint64 begin = 0;

  python_fixture_init (&fixture, &settings);
  request.source = source;
  python_begin (&fixture, &request, cancellable, &answer);
  python_wait_until (python_is_there, blocked);
  begin = g_get_monotonic_time ();
  g_cancellable_cancel (cancellable);
  python_wait (&answer);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, TEST_WAIT_US);
  g_assert_false (troupe_python_is_running (fixture.python));
  python_assert_gone (mark, begin);
  python_assert_script (&fixture, "return 'another'", "\"another\"");
}

/* Replaces the main function if this program is started with a mark, and calls code that sleeps. */
int
python_call_family (const char *mark, const char *sandbox)
{
  PythonFixture fixture = { 0 };
  PythonAnswer answer = { 0 };
  g_autofree char *source = python_new_family (mark, TRUE);
  TroupePythonSettings settings = { .sandbox = (TroupePythonSandbox) atoi (sandbox) };
  TroupePythonRequest request = python_plain;

  request.source = source;
  python_fixture_init (&fixture, &settings);
  python_begin (&fixture, &request, NULL, &answer);
  python_wait (&answer);
  return 1;
}

/* Kills this program in the middle of a call and asserts that none of its processes survives. */
void
python_check_survivors (TroupePythonSandbox sandbox)
{
  g_autofree char *mark = python_new_mark ();
  g_autofree char *blocked = g_strconcat (mark, "-blocked", NULL);
  g_autofree char *number = g_strdup_printf ("%d", sandbox);
  /* The mark is passed in the environment, so that only the children have it in their command
   * lines. */
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GSubprocess) program = NULL;
  gint64 begin = 0;

  g_subprocess_launcher_setenv (launcher, "TROUPE_TEST_MARK", mark, TRUE);
  program = g_subprocess_launcher_spawn (launcher, NULL, "/proc/self/exe", number, NULL);
  g_assert_nonnull (program);
  python_wait_until (python_is_there, blocked);
  begin = g_get_monotonic_time ();
  g_subprocess_force_exit (program);
  g_assert_true (g_subprocess_wait (program, NULL, NULL));
  python_assert_gone (mark, begin);
}
