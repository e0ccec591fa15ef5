/* test-python-process.c: life cycle of the Python helper: permissions, cancellation, crashes,
 * invalid output, secrets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "python-family.h"
#include "troupe-file.h"

static void
test_not_permitted (void)
{
  const TroupePythonKind kinds[] = { TROUPE_PYTHON_KIND_SCRIPT, TROUPE_PYTHON_KIND_CODE,
                                     TROUPE_PYTHON_KIND_TOOL };
  const TroupePythonPermissions permissions[] = {
    TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_TOOL | TROUPE_PYTHON_PERMIT_NETWORK,
    TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_TOOL,
    TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_WRITE,
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      g_auto (PythonAnswer) answer = { 0 };
      TroupePythonSettings settings = { .permissions = permissions[i] };
      TroupePythonRequest request = python_plain;

      request.kind = kinds[i];
      request.check_only = TRUE;
      python_fixture_init (&fixture, &settings);
      python_begin (&fixture, &request, NULL, &answer);
      python_wait (&answer);
      g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NOT_PERMITTED);
      g_assert_false (troupe_python_is_running (fixture.python));
    }
}

static void
test_starts_late (void)
{
  g_auto (PythonFixture) fixture = { 0 };

  python_fixture_init (&fixture, NULL);
  g_assert_false (troupe_python_is_running (fixture.python));
  python_assert_script (&fixture, "return 1", "1");
  g_assert_true (troupe_python_is_running (fixture.python));
  g_assert_false (troupe_python_is_sandboxed (fixture.python));
}

/* Python is not started in a folder that has become a link to another one. */
static void
test_exchanged_folder (void)
{
  g_autofree char *top = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (top, "folder", NULL);
  g_autofree char *other = g_build_filename (top, "other", NULL);
  g_autofree char *target = NULL;

  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (other, 0700), ==, 0);
  target = troupe_path_resolve (folder);
  for (guint i = 0; i < 2; i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      g_auto (PythonAnswer) answer = { 0 };
      TroupePythonSettings settings = { .permissions = TROUPE_PYTHON_PERMIT_SCRIPT,
                                        .sandbox = TROUPE_PYTHON_SANDBOX_NONE,
                                        .folder = folder,
                                        .folder_target = target };

      python_fixture_init (&fixture, &settings);
      python_begin (&fixture, &python_plain, NULL, &answer);
      python_wait (&answer);
      if (i == 0)
        g_assert_no_error (answer.error);
      else
        g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NOT_PERMITTED);
      if (i > 0)
        continue;
      g_assert_cmpint (g_rmdir (folder), ==, 0);
      g_assert_cmpint (symlink (other, folder), ==, 0);
    }
  g_assert_cmpint (g_remove (folder), ==, 0);
  g_assert_cmpint (g_rmdir (other), ==, 0);
  g_assert_cmpint (g_rmdir (top), ==, 0);
}

static void
test_no_interpreter (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) answer = { 0 };
  TroupePythonSettings settings = { .interpreter = "no-such-python",
                                    .sandbox = TROUPE_PYTHON_SANDBOX_NONE };

  python_fixture_init (&fixture, &settings);
  python_begin (&fixture, &python_plain, NULL, &answer);
  python_wait (&answer);
  g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NO_INTERPRETER);
  g_assert_nonnull (strstr (answer.error->message, "no-such-python"));
}

/* Prefix of the fake helpers in these tests. It redirects their standard output to the channel. */
#define TO_CHANNEL "import os\nos.dup2(3, 1)\nos.close(3)\n"

/* Programs that are not a valid helper, and the resulting errors. */
static void
test_rubbish (void)
{
  const struct
  {
    const char *helper;
    int code;
    const char *in_message;
  } cases[] = {
    { "print('hello')", TROUPE_PYTHON_ERROR_PROTOCOL, "hello" },
    { "print('{\"protocol\":2,\"python\":[3,11,1]}')", TROUPE_PYTHON_ERROR_PROTOCOL, "protocol" },
    { "print('{\"protocol\":1,\"python\":[3,8,1]}')", TROUPE_PYTHON_ERROR_NO_INTERPRETER, "3.8" },
    { "print('{\"protocol\":1,\"python\":[3,11,1]}')\nprint('[1]', flush=True)\nimport "
      "time\ntime.sleep(60)",
      TROUPE_PYTHON_ERROR_PROTOCOL, "[1]" },
    { "print('{\"protocol\":1,\"python\":[3,11,1]}')\nprint('{\"id\":77,\"value\":1}')",
      TROUPE_PYTHON_ERROR_PROTOCOL, "77" },
    { "print('{\"protocol\":1,\"python\":[3,11,1]}')\nprint('x' * 20000000)",
      TROUPE_PYTHON_ERROR_PROTOCOL, "16777216" },
    { "import sys\nsys.exit('no luck')", TROUPE_PYTHON_ERROR_START, "no luck" },
    { "print('{\"protocol\":1,\"python\":[3,11,1]}', flush=True)\ninput()\nraise SystemExit(4)",
      TROUPE_PYTHON_ERROR_ENDED, "status 4" },
    { "import os\nos.write(1, b'\\xff\\xfe\\n')", TROUPE_PYTHON_ERROR_PROTOCOL, NULL },
    { "import os, time\nos.close(1)\ntime.sleep(60)", TROUPE_PYTHON_ERROR_START, "was closed" },
    { "print('{\"protocol\":1,\"python\":[3,11,1]}', flush=True)\nimport os, time\nos.close(1)\n"
      "time.sleep(60)",
      TROUPE_PYTHON_ERROR_ENDED, "was closed" },
  };
  g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "helper.py", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      g_autofree char *helper = g_strconcat (TO_CHANNEL, cases[i].helper, NULL);
      PythonAnswer answers[2] = { 0 };
      TroupePythonSettings settings = { .helper = path, .sandbox = TROUPE_PYTHON_SANDBOX_NONE };

      g_assert_true (g_file_set_contents (path, helper, -1, NULL));
      python_fixture_init (&fixture, &settings);
      for (guint k = 0; k < 2; k++)
        python_begin (&fixture, &python_plain, NULL, &answers[k]);
      for (guint k = 0; k < 2; k++)
        {
          python_wait (&answers[k]);
          g_test_message ("%s", answers[k].error->message);
          g_assert_error (answers[k].error, TROUPE_PYTHON_ERROR, cases[i].code);
          if (cases[i].in_message != NULL)
            g_assert_nonnull (strstr (answers[k].error->message, cases[i].in_message));
          python_answer_clear (&answers[k]);
        }
      g_assert_false (troupe_python_is_running (fixture.python));
    }
  g_unlink (path);
  g_rmdir (folder);
}

static gboolean
is_set (gpointer data)
{
  return *(gboolean *) data;
}

static gboolean
set_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
has_log (gpointer data)
{
  return strstr (((PythonFixture *) data)->log->str, "closed") != NULL;
}

/* A call to a helper that has closed its input results in an error, not in SIGPIPE. */
static void
test_deaf (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "helper.py", NULL);
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) first = { 0 };
  g_auto (PythonAnswer) second = { 0 };
  TroupePythonSettings settings = { .helper = path, .sandbox = TROUPE_PYTHON_SANDBOX_NONE };
  const char *helper =
      TO_CHANNEL "import time\nos.close(0)\n"
                 "print('{\"protocol\":1,\"python\":[3,11,1]}')\n"
                 "print('{\"log\":{\"stream\":\"stdout\",\"text\":\"closed\"}}', flush=True)\n"
                 "time.sleep(0.5)\nos._exit(5)";

  g_assert_true (g_file_set_contents (path, helper, -1, NULL));
  python_fixture_init (&fixture, &settings);
  python_begin (&fixture, &python_plain, NULL, &first);
  python_wait_until (has_log, &fixture);
  python_begin (&fixture, &python_plain, NULL, &second);
  python_wait (&first);
  python_wait (&second);
  g_assert_error (first.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_ENDED);
  g_assert_error (second.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_ENDED);
  g_assert_nonnull (strstr (second.error->message, "status 5"));
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_helper_missing (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) answer = { 0 };
  TroupePythonSettings settings = { .helper = "/no/such/helper.py" };

  python_fixture_init (&fixture, &settings);
  python_begin (&fixture, &python_plain, NULL, &answer);
  python_wait (&answer);
  g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_START);
}

static void
test_cancel (void)
{
  python_check_cancel (TROUPE_PYTHON_SANDBOX_NONE);
}

/* Code that ignores SIGTERM is killed. */
static void
test_cancel_stubborn (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) answer = { 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *mark = python_new_mark ();
  g_autofree char *source = g_strdup_printf (
      "import subprocess, sys, ctypes\n"
      "ctypes.CDLL(None).signal(15, ctypes.c_void_p(1))\n"
      "c = 'import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)'\n"
      "subprocess.run([sys.executable, '-c', c, '%s'])",
      mark);
  TroupePythonRequest request = python_plain;
  gint64 begin = 0;

  python_fixture_init (&fixture, NULL);
  request.source = source;
  python_begin (&fixture, &request, cancellable, &answer);
  python_wait_until (python_is_there, mark);
  begin = g_get_monotonic_time ();
  g_cancellable_cancel (cancellable);
  python_wait (&answer);
  python_assert_gone (mark, begin);
}

/* Cancelling one call does not affect the others. */
static void
test_cancel_one (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) loser = { 0 };
  g_auto (PythonAnswer) winner = { 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *mark = python_new_mark ();
  g_autofree char *source = python_new_family (mark, FALSE);
  TroupePythonRequest slow = python_plain;
  TroupePythonRequest quick = python_plain;
  gint64 begin = 0;

  python_fixture_init (&fixture, NULL);
  slow.source = source;
  slow.path = "methods.slow.do";
  quick.source = "import time\ntime.sleep(0.3)\nreturn 'won'";
  python_begin (&fixture, &slow, cancellable, &loser);
  python_wait_until (python_is_there, mark);
  python_begin (&fixture, &quick, NULL, &winner);
  g_cancellable_cancel (cancellable);
  python_wait (&loser);
  g_assert_error (loser.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_true (troupe_python_is_running (fixture.python));
  python_wait (&winner);
  begin = g_get_monotonic_time ();
  g_assert_no_error (winner.error);
  python_assert_value (winner.result->value, "\"won\"");
  g_assert_false (troupe_python_is_running (fixture.python));
  python_assert_gone (mark, begin);
}

static void
test_cancelled_before (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) answer = { 0 };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  python_fixture_init (&fixture, NULL);
  python_begin (&fixture, &python_plain, cancellable, &answer);
  python_wait (&answer);
  g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_false (troupe_python_is_running (fixture.python));
}

/* A process that a finished script has left running ends with the run. */
static void
test_end_of_object (void)
{
  PythonFixture fixture = { 0 };
  g_autofree char *mark = python_new_mark ();
  g_autofree char *source = g_strdup_printf (
      "import subprocess, sys\n"
      "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', '%s'],\n"
      "                 start_new_session=True)\nreturn 1",
      mark);

  python_fixture_init (&fixture, NULL);
  python_assert_script (&fixture, source, "1");
  python_wait_until (python_is_there, mark);
  python_fixture_clear (&fixture);
  python_assert_gone (mark, g_get_monotonic_time ());
}

static void
test_stop (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) answer = { 0 };
  TroupePythonRequest request = python_plain;

  python_fixture_init (&fixture, NULL);
  request.source = "import time\ntime.sleep(60)";
  python_begin (&fixture, &request, NULL, &answer);
  troupe_python_stop (fixture.python);
  python_wait (&answer);
  g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_ENDED);
}

static void
test_killed_from_outside (void)
{
  const struct
  {
    const char *source;
    const char *in_message;
  } cases[] = {
    { "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)", "signal 9" },
    { "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\nimport time\ntime.sleep(60)",
      "signal 9" },
    { "import os\nos._exit(7)", "status 7" },
    { "import ctypes\nctypes.string_at(0)", "signal 11" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      g_auto (PythonAnswer) answer = { 0 };

      python_fixture_init (&fixture, NULL);
      python_script (&fixture, cases[i].source, NULL, &answer);
      g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_ENDED);
      g_test_message ("%s", answer.error->message);
      g_assert_nonnull (strstr (answer.error->message, cases[i].in_message));
      g_assert_false (troupe_python_is_running (fixture.python));
      python_assert_script (&fixture, "return 'again'", "\"again\"");
    }
}

static void
test_survivors (void)
{
  python_check_survivors (TROUPE_PYTHON_SANDBOX_NONE);
}

/* If one of the two supervisors is killed, the other one ends a child that has left its session. */
static void
test_killed_supervisor (void)
{
  const char *const victims[] = {
    "os.getppid()",
    "int(open('/proc/%d/stat' % os.getppid()).read().rpartition(')')[2].split()[1])",
  };

  for (guint i = 0; i < G_N_ELEMENTS (victims); i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      g_auto (PythonAnswer) answer = { 0 };
      g_autofree char *mark = python_new_mark ();
      g_autofree char *source = g_strdup_printf (
          "import os, signal, subprocess, sys, time\n"
          "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', '%s'],\n"
          "                 start_new_session=True)\n"
          "os.kill(%s, signal.SIGKILL)\ntime.sleep(60)",
          mark, victims[i]);

      python_fixture_init (&fixture, NULL);
      python_script (&fixture, source, NULL, &answer);
      g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_ENDED);
      python_assert_gone (mark, g_get_monotonic_time ());
    }
}

static gpointer
start_on_thread (gpointer data)
{
  PythonFixture *fixture = data;

  python_assert_script (fixture, "return 1", "1");
  return NULL;
}

/* The helper survives the end of the thread that made the first call, if the main context still
 * exists. */
static void
test_thread_that_ends (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_autoptr (GSource) source = g_timeout_source_new (100);
  gboolean is_over = FALSE;

  python_fixture_init (&fixture, NULL);
  g_thread_join (g_thread_new ("first", start_on_thread, &fixture));
  g_source_set_callback (source, set_cb, &is_over, NULL);
  g_source_attach (source, NULL);
  python_wait_until (is_set, &is_over);
  g_assert_true (troupe_python_is_running (fixture.python));
  python_assert_script (&fixture, "return 2", "2");
}

/* Code that closes the channel in any way ends the run with a descriptive error. */
static void
test_closed_channel (void)
{
  const char *const sources[] = {
    "import os\nos.closerange(3, 256)\nreturn 1",
    "import os, tempfile\nos.closerange(3, 256)\n"
    "kept = [tempfile.TemporaryFile() for _ in range(64)]\nreturn 1",
    "import os\nos.closerange(3, 256)\nimport time\ntime.sleep(60)",
  };

  for (guint sandboxed = 0; sandboxed <= python_can_confine (); sandboxed++)
    for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
      {
        g_auto (PythonFixture) fixture = { 0 };
        g_auto (PythonAnswer) answer = { 0 };
        TroupePythonSettings settings = { .sandbox = sandboxed ? TROUPE_PYTHON_SANDBOX_REQUIRED
                                                               : TROUPE_PYTHON_SANDBOX_NONE };

        python_fixture_init (&fixture, &settings);
        python_script (&fixture, sources[i], NULL, &answer);
        g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_ENDED);
        g_test_message ("%s", answer.error->message);
        g_assert_nonnull (strstr (answer.error->message, "was closed"));
        python_assert_script (&fixture, "return 'again'", "\"again\"");
      }
}

static gboolean
is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Code closes the pipe of calls while the helper reads from it. The helper must not interpret
 * what it then reads as the end of the run. The code waits until the first thread reads the
 * pipe, because otherwise the code would end before the second call. */
static void
test_closed_calls (void)
{
  static const char wait_for_reader[] =
      "import os, time\n"
      "def reads():\n"
      "    with open(f'/proc/self/task/{os.getpid()}/syscall') as file:\n"
      "        words = file.read().split()\n"
      "    return len(words) > 1 and 3 <= int(words[1], 16) < 256\n"
      "while not reads():\n"
      "    time.sleep(0.001)\n";
  const char *const sources[] = {
    "",
    "import tempfile\nkept = [tempfile.TemporaryFile() for _ in range(64)]\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      g_auto (PythonAnswer) first = { 0 };
      g_auto (PythonAnswer) second = { 0 };
      g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
      g_autofree char *mark = g_build_filename (folder, "closed", NULL);
      g_autofree char *source = g_strdup_printf ("%sos.closerange(3, 256)\n%s"
                                                 "os.mkdir('%s')\ntime.sleep(60)",
                                                 wait_for_reader, sources[i], mark);
      g_autoptr (TroupeValue) empty = python_value ("{}");
      TroupePythonRequest request = {
        .kind = TROUPE_PYTHON_KIND_SCRIPT,
        .source = source,
        .method = "a",
        .path = "methods.a.do",
        .file = "flow.yaml",
        .is_block = TRUE,
        .state = empty,
        .outputs = empty,
      };

      python_fixture_init (&fixture, NULL);
      python_begin (&fixture, &request, NULL, &first);
      python_wait_until (is_there, mark);
      request.source = "return 2";
      python_begin (&fixture, &request, NULL, &second);
      python_wait (&first);
      python_wait (&second);
      g_assert_error (first.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_ENDED);
      g_assert_error (second.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_ENDED);
      g_test_message ("%s", first.error->message);
      g_assert_nonnull (strstr (first.error->message, "was closed"));
      python_assert_script (&fixture, "return 'again'", "\"again\"");
      python_remove_folder (folder);
    }
}

/* Files next to the document never replace programs or modules of Python or of the helper. */
static void
test_isolated (void)
{
  static const char *const names[] = { "json.py",    "random.py",        "troupe_python_values.py",
                                       "site.py",    "sitecustomize.py", "ctypes.py",
                                       "tempfile.py" };
  g_auto (PythonFixture) fixture = { 0 };
  g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  g_autofree char *program = g_build_filename (folder, "python3", NULL);
  g_autofree char *module = g_build_filename (folder, "own_module.py", NULL);
  g_autofree char *before = g_strdup (g_getenv ("PATH"));
  g_autofree char *search = g_strdup_printf (":.:%s:%s", folder, before);
  g_autofree char *here = g_get_current_dir ();
  TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_NONE, .folder = folder };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_assert_true (g_file_set_contents (path, "raise SystemExit('planted')\n", -1, NULL));
    }
  g_assert_true (g_file_set_contents (module, "value = 7\n", -1, NULL));
  g_assert_true (g_file_set_contents (program, "#!/bin/sh\nexit 3\n", -1, NULL));
  g_assert_cmpint (g_chmod (program, 0755), ==, 0);
  g_assert_cmpint (g_chdir (folder), ==, 0);
  g_setenv ("PATH", search, TRUE);
  g_setenv ("PYTHONPATH", ":.", TRUE);
  g_setenv ("LD_LIBRARY_PATH", ":.", TRUE);
  python_fixture_init (&fixture, &settings);
  python_assert_script (&fixture,
                        "import json, random, tempfile, own_module\nreturn own_module.value", "7");
  python_assert_script (&fixture,
                        "import os, sys\n"
                        "lists = [sys.path] + [os.environ[n].split(':') for n in\n"
                        "         ('PATH', 'PYTHONPATH', 'LD_LIBRARY_PATH') if n in os.environ]\n"
                        "return [p for l in lists for p in l if not os.path.isabs(p)]",
                        "[]");
  python_assert_script (&fixture,
                        "import os, sys\n"
                        "return sys.path.index(os.getcwd()) > sys.path.index("
                        "os.path.dirname(os.__file__))",
                        "true");
  python_assert_script (&fixture, "import sys\nreturn sys.flags.isolated", "1");
  g_setenv ("PATH", before, TRUE);
  g_unsetenv ("PYTHONPATH");
  g_unsetenv ("LD_LIBRARY_PATH");
  g_assert_cmpint (g_chdir (here), ==, 0);
  python_remove_folder (folder);
}

/* Only the accepted modules of the document's folder are imported, and only from their source.
 * Modules that are added later are ignored, even if they have the name of an installed module.
 * Bytecode of a different source is also ignored. */
static void
test_agreed_modules (void)
{
  const char *const agreed[] = { "own_module.py", "package/__init__.py", "package/inner.py", NULL };
  static const char *const files[] = { "own_module.py", "package/__init__.py", "package/inner.py",
                                       "package/other.py", "other.py" };
  g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  g_autofree char *package = g_build_filename (folder, "package", NULL);
  const char *source = "import importlib\n"
                       "def value(name):\n"
                       "  try: return importlib.import_module(name).value\n"
                       "  except ImportError: return None\n"
                       "return [value(n) for n in ('own_module', 'package', 'package.inner',\n"
                       "                           'package.other', 'other')]";

  g_assert_cmpint (g_mkdir (package, 0755), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i], NULL);

      g_assert_true (g_file_set_contents (path, "value = 1\n", -1, NULL));
    }
  for (guint i = 0; i < 2; i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_NONE,
                                        .folder = folder,
                                        .modules = i == 1 ? agreed : NULL };

      python_fixture_init (&fixture, &settings);
      /* Creates bytecode of a different source with the same modification time and size. */
      python_assert_script (&fixture,
                            "import os, py_compile\n"
                            "def write(n): open('own_module.py', 'w').write(f'value = {n}\\n'); "
                            "os.utime('own_module.py', (1e9, 1e9))\n"
                            "write(2)\npy_compile.compile('own_module.py')\nwrite(1)\n"
                            "return len(os.listdir('__pycache__'))",
                            "1");
      python_assert_script (&fixture, source, i == 0 ? "[1,1,1,1,1]" : "[1,1,1,null,null]");
    }
  python_remove_folder (folder);
}

static gpointer
cancel_thread (gpointer data)
{
  g_cancellable_cancel (data);
  return NULL;
}

/* A call can be cancelled from another thread at any moment before its answer. A call that
 * continues keeps the helper alive. */
static void
test_cancel_race (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) slow = { 0 };
  g_autoptr (GRand) random = NULL;
  TroupePythonRequest request = python_plain;
  guint32 seed = g_random_int ();
  guint n_cancelled = 0;

  g_test_message ("seed %u", seed);
  random = g_rand_new_with_seed (seed);
  python_fixture_init (&fixture, NULL);
  request.source = "import time\ntime.sleep(60)";
  request.path = "methods.slow.do";
  python_begin (&fixture, &request, NULL, &slow);
  python_assert_script (&fixture, "return 1", "1");
  for (guint i = 0; i < 200; i++)
    {
      g_auto (PythonAnswer) answer = { 0 };
      GCancellable *cancellable = g_cancellable_new ();
      gint64 end = g_get_monotonic_time () + g_rand_int_range (random, 0, 600);
      GThread *thread = NULL;

      python_begin (&fixture, &python_plain, cancellable, &answer);
      while (!answer.is_done && g_get_monotonic_time () < end)
        g_main_context_iteration (NULL, FALSE);
      thread = g_thread_new ("cancel", cancel_thread, cancellable);
      python_wait (&answer);
      g_thread_join (thread);
      n_cancelled += answer.error != NULL ? 1 : 0;
      if (answer.error != NULL)
        g_assert_error (answer.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_finalize_object (cancellable);
    }
  g_test_message ("%u of 200 were cancelled", n_cancelled);
  troupe_python_stop (fixture.python);
  python_wait (&slow);
}

static gpointer
run_on_thread (gpointer data)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  PythonFixture fixture = { 0 };
  PythonAnswer answer = { 0 };

  g_main_context_push_thread_default (context);
  python_fixture_init (&fixture, NULL);
  python_begin (&fixture, &python_plain, NULL, &answer);
  while (!answer.is_done)
    g_main_context_iteration (context, TRUE);
  g_assert_no_error (answer.error);
  python_answer_clear (&answer);
  python_fixture_clear (&fixture);
  g_main_context_pop_thread_default (context);
  return NULL;
}

/* Counts the threads that wait for a helper. */
static guint
count_reapers (void)
{
  g_autoptr (GDir) tasks = g_dir_open ("/proc/self/task", 0, NULL);
  const char *name = NULL;
  guint n = 0;

  while ((name = g_dir_read_name (tasks)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/task", name, "comm", NULL);
      g_autofree char *comm = NULL;

      if (g_file_get_contents (path, &comm, NULL, NULL) && g_str_has_prefix (comm, "troupe-python"))
        n++;
    }
  return n;
}

static guint
count_descriptors (void)
{
  g_autoptr (GDir) folder = g_dir_open ("/proc/self/fd", 0, NULL);
  guint n = 0;

  while (g_dir_read_name (folder) != NULL)
    n++;
  return n;
}

static gboolean
is_reaped (gpointer data)
{
  return count_reapers () == 0;
}

static gboolean
has_descriptors (gpointer n)
{
  return count_descriptors () <= *(guint *) n;
}

/* If the thread and main context of a run end before its helper, nothing is leaked. */
static void
test_threads (void)
{
  guint before = 0;

  g_thread_join (g_thread_new ("run", run_on_thread, NULL));
  python_wait_until (is_reaped, NULL);
  before = count_descriptors ();
  for (guint i = 0; i < 10; i++)
    g_thread_join (g_thread_new ("run", run_on_thread, NULL));
  python_wait_until (is_reaped, NULL);
  python_wait_until (has_descriptors, &before);
}

static void
test_environment (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  const char *const named[] = { "TROUPE_TEST_NAMED", NULL };
  TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_NONE, .variables = named };

  python_fixture_init (&fixture, &settings);
  python_assert_script (
      &fixture, "import os\nreturn [k for k, v in os.environ.items() if 'secret' in v]", "[]");
  python_assert_script (&fixture,
                        "import os\nreturn [os.environ['TROUPE_TEST_NAMED'], 'PATH' in os.environ]",
                        "[\"given\",true]");
  /* Only the three standard channels and the helper's own descriptor are open, so no secrets can
   * leak from other pipes. */
  python_assert_script (
      &fixture,
      "import os\nout = os.popen('ls /proc/self/fd').read().split()\nreturn len(out) <= 4", "true");
}

static void
test_folder (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  g_autofree char *expected = g_strdup_printf ("\"%s\"", folder);
  TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_NONE, .folder = folder };

  python_fixture_init (&fixture, &settings);
  python_assert_script (&fixture, "import os\nreturn os.getcwd()", expected);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  if (argc == 2 && g_getenv ("TROUPE_TEST_MARK") != NULL)
    return python_call_family (g_getenv ("TROUPE_TEST_MARK"), argv[1]);
  g_setenv ("OPENAI_API_KEY", "sk-secret", TRUE);
  g_setenv ("TROUPE_TEST_OTHER", "sk-secret", TRUE);
  g_setenv ("TROUPE_TEST_NAMED", "given", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tool/python/not-permitted", test_not_permitted);
  g_test_add_func ("/tool/python/starts-late", test_starts_late);
  g_test_add_func ("/tool/python/exchanged-folder", test_exchanged_folder);
  g_test_add_func ("/tool/python/no-interpreter", test_no_interpreter);
  g_test_add_func ("/tool/python/rubbish", test_rubbish);
  g_test_add_func ("/tool/python/deaf", test_deaf);
  g_test_add_func ("/tool/python/helper-missing", test_helper_missing);
  g_test_add_func ("/tool/python/cancel", test_cancel);
  g_test_add_func ("/tool/python/cancel-stubborn", test_cancel_stubborn);
  g_test_add_func ("/tool/python/cancel-one", test_cancel_one);
  g_test_add_func ("/tool/python/cancelled-before", test_cancelled_before);
  g_test_add_func ("/tool/python/end-of-object", test_end_of_object);
  g_test_add_func ("/tool/python/stop", test_stop);
  g_test_add_func ("/tool/python/killed-from-outside", test_killed_from_outside);
  g_test_add_func ("/tool/python/killed-supervisor", test_killed_supervisor);
  g_test_add_func ("/tool/python/thread-that-ends", test_thread_that_ends);
  g_test_add_func ("/tool/python/closed-channel", test_closed_channel);
  g_test_add_func ("/tool/python/closed-calls", test_closed_calls);
  g_test_add_func ("/tool/python/isolated", test_isolated);
  g_test_add_func ("/tool/python/agreed-modules", test_agreed_modules);
  g_test_add_func ("/tool/python/cancel-race", test_cancel_race);
  g_test_add_func ("/tool/python/survivors", test_survivors);
  g_test_add_func ("/tool/python/threads", test_threads);
  g_test_add_func ("/tool/python/environment", test_environment);
  g_test_add_func ("/tool/python/folder", test_folder);
  return g_test_run ();
}
