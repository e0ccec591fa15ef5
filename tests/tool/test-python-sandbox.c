/* test-python-sandbox.c: what code in bubblewrap can reach
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "test-python-sandbox"

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "python-family.h"

static gboolean
skip_without_sandbox (void)
{
  if (troupe_python_has_sandbox ())
    return FALSE;
  g_test_skip ("bubblewrap is not installed");
  return TRUE;
}

static void
test_sandbox (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "data.txt", NULL);
  g_autofree char *other = g_dir_make_tmp ("troupe-other-XXXXXX", NULL);
  g_autofree char *is_hidden =
      g_strdup_printf ("import os\nreturn [os.path.exists('%s'), os.path.exists('%s')]", other,
                       folder);
  TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_REQUIRED, .folder = folder };

  if (skip_without_sandbox ())
    return;
  g_assert_true (g_file_set_contents (path, "there", -1, NULL));
  python_fixture_init (&fixture, &settings);
  python_assert_script (&fixture, "return open('data.txt').read()", "\"there\"");
  g_assert_true (troupe_python_is_sandboxed (fixture.python));
  python_assert_script (&fixture,
                        "try: open('data.txt', 'w')\nexcept OSError as e: return type(e).__name__",
                        "\"OSError\"");
  python_assert_script (&fixture, "try: open('/usr/x', 'w')\nexcept OSError as e: return 'no'",
                        "\"no\"");
  python_assert_script (&fixture,
                        "import tempfile\nwith tempfile.NamedTemporaryFile() as f:\n"
                        "  return f.name.startswith('/tmp/')",
                        "true");
  python_assert_script (&fixture, is_hidden, "[false,true]");
  python_assert_script (&fixture,
                        "import socket\ntry: socket.create_connection(('127.0.0.1', 22), 1)\n"
                        "except OSError: pass\n"
                        "return [i[1] for i in socket.if_nameindex()]",
                        "[\"lo\"]");
  python_assert_script (&fixture,
                        "import os\nhome = os.path.expanduser('~')\n"
                        "return [n for n in os.listdir(home) if n not in ('.pyenv', '.local')]",
                        "[]");
  python_assert_script (
      &fixture, "import os\nreturn len([p for p in os.listdir('/proc') if p.isdigit()]) < 5",
      "true");
  g_unlink (path);
  g_rmdir (other);
  g_rmdir (folder);
}

static void
test_sandbox_write (void)
{
  g_auto (PythonFixture) fixture = { 0 };
  g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "out.txt", NULL);
  g_autofree char *text = NULL;
  TroupePythonSettings settings = {
    .permissions =
        TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_WRITE | TROUPE_PYTHON_PERMIT_NETWORK,
    .sandbox = TROUPE_PYTHON_SANDBOX_REQUIRED,
    .folder = folder,
  };

  if (skip_without_sandbox ())
    return;
  python_fixture_init (&fixture, &settings);
  python_assert_script (&fixture, "open('out.txt', 'w').write('kept')", "null");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "kept");
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_sandbox_cancel (void)
{
  if (skip_without_sandbox ())
    return;
  python_check_cancel (TROUPE_PYTHON_SANDBOX_REQUIRED);
  python_check_survivors (TROUPE_PYTHON_SANDBOX_REQUIRED);
}

/* A bubblewrap that is installed and does not work: said, and done without only where that is allowed. */
static void
test_sandbox_broken (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "bwrap", NULL);
  g_autofree char *before = g_strdup (g_getenv ("PATH"));
  g_autofree char *search = g_strdup_printf ("%s:%s", folder, before);

  g_assert_true (
      g_file_set_contents (path, "#!/bin/sh\necho 'bwrap: not allowed' >&2\nexit 1\n", -1, NULL));
  g_assert_cmpint (g_chmod (path, 0755), ==, 0);
  g_setenv ("PATH", search, TRUE);
  for (guint i = 0; i < 2; i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      g_auto (PythonAnswer) answer = { 0 };
      TroupePythonSettings settings = { .sandbox = i == 0 ? TROUPE_PYTHON_SANDBOX_AUTOMATIC
                                                          : TROUPE_PYTHON_SANDBOX_REQUIRED };

      python_fixture_init (&fixture, &settings);
      python_begin (&fixture, &python_plain, NULL, &answer);
      python_wait (&answer);
      if (i == 0)
        {
          g_assert_no_error (answer.error);
          python_assert_value (answer.result->value, "1");
          g_assert_false (troupe_python_is_sandboxed (fixture.python));
          g_assert_nonnull (strstr (fixture.log->str, "- notice bwrap: not allowed\n"));
        }
      else
        {
          g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NO_SANDBOX);
          g_assert_nonnull (strstr (answer.error->message, "bwrap: not allowed"));
        }
    }
  g_setenv ("PATH", before, TRUE);
  g_unlink (path);
  g_rmdir (folder);
}

static void
test_sandbox_missing (void)
{
  g_autofree char *before = g_strdup (g_getenv ("PATH"));
  g_auto (PythonFixture) fixture = { 0 };
  g_auto (PythonAnswer) answer = { 0 };
  TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_REQUIRED };

  g_setenv ("PATH", "/nowhere", TRUE);
  python_fixture_init (&fixture, &settings);
  python_begin (&fixture, &python_plain, NULL, &answer);
  g_setenv ("PATH", before, TRUE);
  python_wait (&answer);
  g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NO_SANDBOX);
}

int
main (int argc, char *argv[])
{
  if (argc == 2 && g_getenv ("TROUPE_TEST_MARK") != NULL)
    return python_call_family (g_getenv ("TROUPE_TEST_MARK"), argv[1]);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tool/python/sandbox/reach", test_sandbox);
  g_test_add_func ("/tool/python/sandbox/write", test_sandbox_write);
  g_test_add_func ("/tool/python/sandbox/cancel", test_sandbox_cancel);
  g_test_add_func ("/tool/python/sandbox/broken", test_sandbox_broken);
  g_test_add_func ("/tool/python/sandbox/missing", test_sandbox_missing);
  return g_test_run ();
}
