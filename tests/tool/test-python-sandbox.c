/* test-python-sandbox.c: access of Python code in bubblewrap
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <net/if.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "../test-time.h"
#include "python-family.h"
#include "troupe-folder-policy.h"
#include "troupe-python-sandbox.h"
#include "troupe-sandbox.h"

#define PERMIT_ALL                                                                                 \
  (TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_CODE | TROUPE_PYTHON_PERMIT_TOOL |           \
   TROUPE_PYTHON_PERMIT_NETWORK | TROUPE_PYTHON_PERMIT_WRITE | TROUPE_PYTHON_PERMIT_PROGRAMS)

static guint
count_interfaces (void)
{
  struct if_nameindex *list = if_nameindex ();
  guint n = 0;

  while (list != NULL && list[n].if_index != 0)
    n++;
  if_freenameindex (list);
  return n;
}

static gboolean
skip_without_sandbox (void)
{
  if (python_can_confine ())
    return FALSE;
  g_test_skip ("bubblewrap is not installed, or does not work here");
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
    .permissions = TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_WRITE |
                   TROUPE_PYTHON_PERMIT_NETWORK | TROUPE_PYTHON_PERMIT_PROGRAMS,
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

/* Tries to read the key files in every possible manner, including through links with other
 * names. Returns the contents that could be read. */
static const char thief[] =
    "import os\n"
    "here = os.getcwd()\n"
    "names = ['.env', '.env.local', 'link', 'secrets.txt', 'deep/link', here + '/.env',\n"
    "         here + '/../' + os.path.basename(here) + '/.env', '/proc/self/cwd/.env',\n"
    "         '/proc/self/root' + here + '/.env', '/proc/1/root' + here + '/.env']\n"
    "for top in (here, os.path.dirname(here)):\n"
    "    for folder, folders, files in os.walk(top):\n"
    "        names += [os.path.join(folder, name) for name in files]\n"
    "stolen = []\n"
    "def steal(name):\n"
    "    try:\n"
    "        with open(name) as file:\n"
    "            if 'SECRET' in file.read(): stolen.append(name)\n"
    "    except (OSError, UnicodeDecodeError): pass\n"
    "for name in names: steal(name)\n"
    "for move in (os.rename, os.link, os.symlink):\n"
    "    try: move(here + '/.env', here + '/moved')\n"
    "    except OSError: continue\n"
    "    steal(here + '/moved')\n"
    "    os.unlink(here + '/moved')\n"
    "try: os.unlink(here + '/.env')\n"
    "except OSError: pass\n"
    "steal('.env')\n"
    "return [stolen, open('beside.txt').read()]";

/* Code cannot read the keys next to a document in any way, even if it may write in the folder. */
static void
test_sandbox_keys (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-keys-XXXXXX", NULL);
  g_autofree char *deep = g_build_filename (folder, "deep", NULL);
  g_autofree char *keys = g_build_filename (folder, ".env", NULL);
  g_autofree char *local = g_build_filename (folder, ".env.local", NULL);
  g_autofree char *secrets = g_build_filename (folder, "secrets.txt", NULL);
  g_autofree char *beside = g_build_filename (folder, "beside.txt", NULL);
  g_autofree char *link = g_build_filename (folder, "link", NULL);
  g_autofree char *deep_link = g_build_filename (deep, "link", NULL);
  g_autofree char *kept = NULL;

  if (skip_without_sandbox ())
    {
      python_remove_folder (folder);
      return;
    }
  g_assert_cmpint (g_mkdir (deep, 0700), ==, 0);
  g_assert_true (g_file_set_contents (keys, "KEY=SECRET\n", -1, NULL));
  g_assert_true (g_file_set_contents (secrets, "KEY=SECRET\n", -1, NULL));
  g_assert_true (g_file_set_contents (beside, "read", -1, NULL));
  g_assert_cmpint (symlink ("secrets.txt", local), ==, 0);
  g_assert_cmpint (symlink (".env", link), ==, 0);
  g_assert_cmpint (symlink ("../.env", deep_link), ==, 0);
  for (guint i = 0; i < 3; i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      TroupePythonSettings settings = {
        .permissions = i == 0 ? TROUPE_PYTHON_PERMIT_SCRIPT : PERMIT_ALL,
        .sandbox = TROUPE_PYTHON_SANDBOX_REQUIRED,
        .folder = folder,
        .write_folders = i == 2 ? (const char *const[]){ folder, NULL } : NULL,
      };

      python_fixture_init (&fixture, &settings);
      python_assert_script (&fixture, thief, "[[],\"read\"]");
    }
  g_assert_true (g_file_get_contents (keys, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, "KEY=SECRET\n");
  python_remove_folder (folder);
}

/* Keys at any depth, links to keys, and files that start programs are hidden, even from code
 * that may write. If a project contains more such files than can be hidden, its code does not
 * run. */
static void
test_sandbox_depth (void)
{
  static const char *const names[] = { "a/b/.env",    "a/.ENV.local", "certs/server.pem",
                                       ".ssh/id_rsa", ".git/config",  ".git/hooks/x",
                                       "sub/.bashrc", ".env",         "node_modules/a/b.js" };
  g_autofree char *folder = g_dir_make_tmp ("troupe-keys-XXXXXX", NULL);
  g_autofree char *beside = g_build_filename (folder, "beside.txt", NULL);
  g_autofree char *hard = g_build_filename (folder, "a/hard.txt", NULL);
  g_autofree char *env = g_build_filename (folder, ".env", NULL);
  g_autofree char *package = g_build_filename (folder, "node_modules/a/b.js", NULL);

  if (skip_without_sandbox ())
    {
      python_remove_folder (folder);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree char *above = g_path_get_dirname (path);

      g_assert_cmpint (g_mkdir_with_parents (above, 0700), ==, 0);
      g_assert_true (g_file_set_contents (path, "KEY=SECRET\n", -1, NULL));
    }
  g_assert_true (g_file_set_contents (beside, "read", -1, NULL));
  g_assert_cmpint (link (env, hard), ==, 0);
  g_unlink (package);
  g_assert_cmpint (link (env, package), ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      TroupePythonSettings settings = {
        .permissions = i == 0 ? TROUPE_PYTHON_PERMIT_SCRIPT : PERMIT_ALL,
        .sandbox = TROUPE_PYTHON_SANDBOX_REQUIRED,
        .folder = folder,
      };

      python_fixture_init (&fixture, &settings);
      python_assert_script (&fixture, thief, "[[],\"read\"]");
    }
  for (guint i = 0; i < TROUPE_FOLDER_LIMIT_HIDDEN; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/a/%u.key", folder, i);

      g_assert_true (g_file_set_contents (path, "KEY=SECRET\n", -1, NULL));
    }
  {
    g_auto (PythonFixture) fixture = { 0 };
    g_auto (PythonAnswer) answer = { 0 };
    TroupePythonSettings settings = { .permissions = PERMIT_ALL,
                                      .sandbox = TROUPE_PYTHON_SANDBOX_REQUIRED,
                                      .folder = folder };

    python_fixture_init (&fixture, &settings);
    python_script (&fixture, "return 1", NULL, &answer);
    g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_START);
    g_assert_nonnull (strstr (answer.error->message, folder));
  }
  python_remove_folder (folder);
}

/* Writes files in a folder. @files: pairs of a relative path and a content, and a final %NULL */
static void
write_files (const char *folder, const char *const *files)
{
  for (guint i = 0; files[i] != NULL; i += 2)
    {
      g_autofree char *path = g_build_filename (folder, files[i], NULL);
      g_autofree char *above = g_path_get_dirname (path);

      g_assert_cmpint (g_mkdir_with_parents (above, 0700), ==, 0);
      g_assert_true (g_file_set_contents (path, files[i + 1], -1, NULL));
    }
}

/* What a repository has stored of its files is hidden if one with keys may be among them: there is such a file, or a stash. Otherwise code reads
 * it, and if it may change all files, it always does. */
static void
test_sandbox_history (void)
{
  static const char key[] = "api_key: sk-proj-aB3dE5fG7hJ9kL1mN2pQ\n";
  static const struct
  {
    const char *file;
    const char *text;
    guint permissions;
    gboolean is_visible;
  } cases[] = {
    { "a.txt", "text\n", TROUPE_PYTHON_PERMIT_SCRIPT, TRUE },
    { ".git/hooks/pre-commit", "true\n", TROUPE_PYTHON_PERMIT_SCRIPT, TRUE },
    { "part/.env", key, TROUPE_PYTHON_PERMIT_SCRIPT, FALSE },
    { "part/.env", key, PERMIT_ALL & ~TROUPE_PYTHON_PERMIT_PROGRAMS, FALSE },
    { "part/.env", key, PERMIT_ALL, TRUE },
    /* A work tree may be called like a bare repository, and look like one. */
    { "tree.git/.env", key, TROUPE_PYTHON_PERMIT_SCRIPT, FALSE },
    { "main/data/.env", key, TROUPE_PYTHON_PERMIT_SCRIPT, FALSE },
    { "settings.yaml", key, TROUPE_PYTHON_PERMIT_SCRIPT, FALSE },
    { ".git/refs/stash", "0\n", TROUPE_PYTHON_PERMIT_SCRIPT, FALSE },
    { ".git/logs/refs/stash", "0\n", TROUPE_PYTHON_PERMIT_SCRIPT, FALSE },
    { "sub/.hg/store/data/.env.i", "0\n", TROUPE_PYTHON_PERMIT_SCRIPT, FALSE },
  };
  static const char *const files[] = {
    ".git/HEAD",
    "ref: refs/heads/main\n",
    ".git/config",
    "[core]\n",
    ".git/refs/heads/x",
    "0\n",
    ".git/objects/info/alternates",
    "../../pool\n/nowhere\n.\n",
    "sub/.hg/hgrc",
    "[ui]\n",
    "tree/.git",
    "gitdir: ../main/data/worktrees/tree\n",
    "main/data/HEAD",
    "ref: refs/heads/main\n",
    "main/data/refs/heads/x",
    "0\n",
    NULL,
  };
  static const char *const stored[] = {
    ".git/objects/ab/cd",
    ".git/modules/x/objects/pack/p.pack",
    ".git/lfs/objects/ab/cd",
    ".git/rr-cache/a/preimage",
    ".git/rebase-merge/patch",
    "main/data/objects/pack/p.pack",
    "pool/ab/cd",
    "linked/ab/cd",
    "sub/.hg/store/data/a.i",
    "sub/.hg/shelved/a.patch",
    "a/.svn/pristine/ab/a",
    "a/.bzr/repository/packs/a.pack",
    "a/.jj/repo/store/git/HEAD",
    "a/.jj/repo/store/git/objects/ab/cd",
    "a/_darcs/patches/a",
    "a/.pijul/changes/a",
    "project.fossil",
  };
  g_autoptr (GString) script = g_string_new ("found = 0\nfor name in (");

  if (skip_without_sandbox ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (stored); i++)
    g_string_append_printf (script, "'%s', ", stored[i]);
  g_string_append (script, "):\n"
                           "  try: found += open(name).read() == name\n"
                           "  except OSError: pass\n"
                           "return found");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *const file[] = { cases[i].file, cases[i].text, NULL };
      g_autofree char *folder = g_dir_make_tmp ("troupe-keys-XXXXXX", NULL);
      g_autofree char *link = g_build_filename (folder, "a/.sl/store", NULL);
      g_autofree char *bare = g_build_filename (folder, "bare.git", NULL);
      g_autofree char *objects = g_build_filename (bare, "objects", NULL);
      g_autofree char *expected =
          g_strdup_printf ("%u", cases[i].is_visible ? (guint) G_N_ELEMENTS (stored) : 0);
      g_auto (PythonFixture) fixture = { 0 };
      const TroupePythonSettings settings = { .permissions = cases[i].permissions,
                                              .sandbox = TROUPE_PYTHON_SANDBOX_REQUIRED,
                                              .folder = folder };

      g_test_message ("%s, permissions %x", cases[i].file, cases[i].permissions);
      write_files (folder, files);
      for (guint k = 0; k < G_N_ELEMENTS (stored); k++)
        write_files (folder, (const char *const[]){ stored[k], stored[k], NULL });
      write_files (folder, file);
      g_assert_cmpint (g_mkdir (bare, 0700), ==, 0);
      g_assert_cmpint (symlink ("../linked", objects), ==, 0);
      /* This one is outside of the folder. */
      write_files (folder, (const char *const[]){ "a/.sl/requires", "", NULL });
      g_assert_cmpint (symlink ("/etc", link), ==, 0);
      python_fixture_init (&fixture, &settings);
      python_assert_script (&fixture, script->str, expected);
      python_remove_folder (folder);
    }
}

/* --- Hidden resources ------------------------------------------------------------------------- */

/* Creates a listening socket, like that of X11 or of a session bus. @name: with a leading NUL
 * for an abstract socket */
static int
listen_at (const char *name, gsize length)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  memcpy (address.sun_path, name, length);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address,
                         (socklen_t) (offsetof (struct sockaddr_un, sun_path) + length)),
                   ==, 0);
  g_assert_cmpint (listen (fd, 8), ==, 0);
  return fd;
}

/* Returns TRUE if code can connect to the socket with the Python address @address. */
static gboolean
can_connect (PythonFixture *fixture, const char *address)
{
  g_auto (PythonAnswer) answer = { 0 };
  g_autofree char *source = g_strdup_printf ("import socket\n"
                                             "try: socket.socket(socket.AF_UNIX).connect(%s)\n"
                                             "except OSError as error: return repr(error)\n"
                                             "return True",
                                             address);

  python_script (fixture, source, NULL, &answer);
  g_assert_no_error (answer.error);
  g_assert_null (answer.result->failure);
  return troupe_value_is (answer.result->value, TROUPE_VALUE_BOOLEAN);
}

/* Inspects the sandbox from the inside, with and without network access. There are no desktop
 * sockets, no files from the temporary folder, from other users or from other disks, and no
 * environment variables that refer to any of them. */
static void
test_sandbox_hidden (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  g_autofree char *other = g_dir_make_tmp ("troupe-other-XXXXXX", NULL);
  g_autofree char *abstract = g_strdup_printf ("%ctroupe-%d-abstract", '@', (int) getpid ());
  g_autofree char *abstract_code = g_strdup_printf ("'\\0%s'", abstract + 1);
  g_autofree char *path = g_build_filename (other, "socket", NULL);
  g_autofree char *path_code = g_strdup_printf ("'%s'", path);
  g_autofree char *before = g_strdup (g_getenv ("DISPLAY"));
  int sockets[2];

  if (skip_without_sandbox ())
    {
      python_remove_folder (folder);
      python_remove_folder (other);
      return;
    }
  sockets[1] = listen_at (path, strlen (path));
  abstract[0] = '\0';
  sockets[0] = listen_at (abstract, 1 + strlen (abstract + 1));
  g_setenv ("DISPLAY", ":0", TRUE);
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/user/0/bus", TRUE);
  for (guint i = 0; i < 3; i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      TroupePythonSettings settings = {
        .permissions = i == 0   ? PERMIT_ALL
                       : i == 1 ? PERMIT_ALL & ~TROUPE_PYTHON_PERMIT_NETWORK
                                : TROUPE_PYTHON_PERMIT_NOTHING,
        .sandbox = i == 2 ? TROUPE_PYTHON_SANDBOX_NONE : TROUPE_PYTHON_SANDBOX_REQUIRED,
        .folder = folder,
      };

      python_fixture_init (&fixture, &settings);
      /* The third case shows that the sockets are reachable without a sandbox. */
      g_assert_cmpint (can_connect (&fixture, abstract_code), ==, i == 2);
      g_assert_cmpint (can_connect (&fixture, path_code), ==, i == 2);
      if (i == 2)
        continue;
      python_assert_script (
          &fixture,
          "import os\n"
          "known = {'app', 'bin', 'dev', 'etc', 'gnu', 'lib', 'lib32', 'lib64', 'libx32', 'nix',\n"
          "         'opt', 'proc', 'run', 'sbin', 'sys', 'tmp', 'usr', 'var'}\n"
          "def first(path): return path.split('/')[1]\n"
          "known |= {first(os.path.expanduser('~')), first(os.getcwd()), first(os.__file__)}\n"
          "import sys\n"
          "known |= {first(sys.executable), first(sys.argv[0] or '/usr')}\n"
          "known |= {first(sys.modules['troupe_python_session'].OURS)}\n"
          "return sorted(set(os.listdir('/')) - known)",
          "[]");
      python_assert_script (
          &fixture,
          "import os\nreturn [os.path.exists(p) for p in ('/run/user', '/run/dbus',"
          " '/run/media', '/tmp/.X11-unix', '/var/lib/dpkg', '/var/spool')]",
          "[false,false,false,false,false,false]");
      python_assert_script (&fixture,
                            "import os, sys\n"
                            "ours = sys.modules['troupe_python_session'].OURS.split('/')\n"
                            "seen = {os.getcwd().split('/')[2]}\n"
                            "seen |= {ours[2]} if ours[1] == 'tmp' else set()\n"
                            "return [set(os.listdir('/tmp')) == seen, os.listdir('/var/tmp')]",
                            "[true,[]]");
      python_assert_script (
          &fixture,
          "import os\nreturn [n for n in os.environ if 'DISPLAY' in n or 'DBUS' in n or "
          "'XDG' in n or 'AUTH' in n]",
          "[]");
      /* Sockets created by the code itself work. */
      python_assert_script (&fixture,
                            "import socket\na, b = socket.socketpair()\na.send(b'x')\n"
                            "return b.recv(1).decode()",
                            "\"x\"");
    }
  close (sockets[0]);
  close (sockets[1]);
  if (before != NULL)
    g_setenv ("DISPLAY", before, TRUE);
  else
    g_unsetenv ("DISPLAY");
  g_unsetenv ("DBUS_SESSION_BUS_ADDRESS");
  python_remove_folder (other);
  python_remove_folder (folder);
}

/* A folder in PYTHONPATH is visible, but not the keys in it. */
static void
test_sandbox_python_path (void)
{
  static const char source[] = "import path_module, os\n"
                               "folder = os.path.dirname(path_module.__file__)\n"
                               "try: return open(folder + '/.env').read()\n"
                               "except OSError: return path_module.value";
  g_autofree char *folder = g_dir_make_tmp ("troupe-path-XXXXXX", NULL);
  g_autofree char *module = g_build_filename (folder, "path_module.py", NULL);
  g_autofree char *keys = g_build_filename (folder, ".env", NULL);
  g_autofree char *before = g_strdup (g_getenv ("PYTHONPATH"));

  g_assert_true (g_file_set_contents (module, "value = 5\n", -1, NULL));
  g_assert_true (g_file_set_contents (keys, "KEY=secret\n", -1, NULL));
  g_setenv ("PYTHONPATH", folder, TRUE);
  if (!skip_without_sandbox ())
    {
      g_auto (PythonFixture) fixture = { 0 };
      TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_REQUIRED };

      python_fixture_init (&fixture, &settings);
      python_assert_script (&fixture, source, "5");
    }
  if (before != NULL)
    g_setenv ("PYTHONPATH", before, TRUE);
  else
    g_unsetenv ("PYTHONPATH");
  python_remove_folder (folder);
}

/* If the document is in the temporary folder, its modules are visible, but no other files. */
static void
test_sandbox_shared_folder (void)
{
  const char *folder = g_get_tmp_dir ();
  g_autofree char *name = g_strdup_printf ("troupe_beside_%d", (int) getpid ());
  g_autofree char *module = g_strconcat (folder, "/", name, ".py", NULL);
  g_autofree char *secret = g_strconcat (folder, "/", name, ".txt", NULL);
  g_autofree char *source =
      g_strdup_printf ("import os, %s\nreturn [%s.value, os.path.exists('%s')]", name, name,
                       secret);
  g_auto (PythonFixture) fixture = { 0 };
  TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_REQUIRED, .folder = folder };

  if (skip_without_sandbox ())
    return;
  g_assert_true (g_file_set_contents (module, "value = 5\n", -1, NULL));
  g_assert_true (g_file_set_contents (secret, "secret", -1, NULL));
  python_fixture_init (&fixture, &settings);
  python_assert_script (&fixture, source, "[5,false]");
  g_unlink (module);
  g_unlink (secret);
}

/* Tests each permission separately: for the network, for the document's folder and for other
 * folders. */
static void
test_sandbox_modes (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  g_autofree char *extra = g_dir_make_tmp ("troupe-extra-XXXXXX", NULL);
  const char *const extras[] = { extra, "/no/such/folder", NULL };
  g_autofree char *source =
      g_strdup_printf ("import os, socket\n"
                       "def may(path):\n"
                       "  try: open(path + '/x', 'w').close()\n"
                       "  except OSError: return False\n"
                       "  return True\n"
                       "return [may(os.getcwd()), may('%s'), may('/'), may('/usr'), "
                       "len(socket.if_nameindex()) == %u]",
                       extra, count_interfaces ());

  if (skip_without_sandbox ())
    {
      python_remove_folder (folder);
      python_remove_folder (extra);
      return;
    }
  for (guint i = 0; i < 8; i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      g_autofree char *expected =
          g_strdup_printf ("[%s,%s,false,false,%s]", i & 1 ? "true" : "false",
                           i & 2 ? "true" : "false", i & 4 ? "true" : "false");
      TroupePythonSettings settings = {
        .permissions = TROUPE_PYTHON_PERMIT_SCRIPT | TROUPE_PYTHON_PERMIT_PROGRAMS |
                       (i & 1 ? TROUPE_PYTHON_PERMIT_WRITE : 0) |
                       (i & 4 ? TROUPE_PYTHON_PERMIT_NETWORK : 0),
        .sandbox = TROUPE_PYTHON_SANDBOX_REQUIRED,
        .folder = folder,
        .write_folders = i & 2 ? extras : NULL,
      };

      /* On a machine that only has a loopback interface, access with and without the network is
       * the same. */
      if (count_interfaces () < 2 && (i & 4) == 0)
        continue;
      python_fixture_init (&fixture, &settings);
      python_assert_script (&fixture, source, expected);
    }
  python_remove_folder (folder);
  python_remove_folder (extra);
}

/* Installs the filter of system calls. */
static void
install_filter (gpointer user_data)
{
  struct sock_filter filter[128];
  int fd = GPOINTER_TO_INT (user_data);
  gssize size = read (fd, filter, sizeof filter);
  struct sock_fprog program = { (unsigned short) ((gsize) size / sizeof *filter), filter };

  prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}

/* Runs @source with the filter, and returns what it prints. (transfer full) */
static char *
run_filtered (const char *source, int fd)
{
  const char *const words[] = { "python3", "-c", source, NULL };
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  char *out = NULL;

  g_subprocess_launcher_set_child_setup (launcher, install_filter, GINT_TO_POINTER (fd), NULL);
  process = g_subprocess_launcher_spawnv (launcher, words, NULL);
  g_assert_nonnull (process);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &out, NULL, NULL));
  g_assert_true (g_subprocess_get_successful (process));
  close (fd);
  return out;
}

/* Sockets of the Internet and unnamed sockets work. Named sockets, sockets of other families, rings
 * and the keys of the kernel are refused, with an error that programs expect. */
static void
test_sandbox_filter (void)
{
  g_autofree char *source = g_strdup_printf (
      "import ctypes, errno, os, socket\n"
      "libc = ctypes.CDLL(None, use_errno=True)\n"
      "def call(number, *arguments):\n"
      "    done = libc.syscall(number, *arguments)\n"
      "    return errno.errorcode[ctypes.get_errno()] if done < 0 else 'done'\n"
      "def open_socket(family):\n"
      "    try: socket.socket(family, socket.SOCK_STREAM).close()\n"
      "    except OSError as error: return errno.errorcode[error.errno]\n"
      "    return 'done'\n"
      "socket.socketpair()[0].close()\n"
      "print(open_socket(socket.AF_INET), open_socket(socket.AF_UNIX), open_socket(40),"
      " open_socket(38))\n"
      "print(call(%d, 1, None), call(%d, 0, 0, 0, 0), call(%d, 0, -3, 0), call(%d, b'user', b'k', "
      "b'v', 1, -3),"
      " call(%d, b'user', b'k', None, -3))\n",
      SYS_io_uring_setup, SYS_io_uring_enter, SYS_keyctl, SYS_add_key, SYS_request_key);
  int fd = troupe_sandbox_open_filter ();
  g_autofree char *out = NULL;

  if (fd < 0)
    {
      g_test_skip ("there is no filter for this architecture");
      return;
    }
  out = run_filtered (source, fd);
  g_assert_cmpstr (out, ==, "done EPERM EPERM EPERM\nENOSYS ENOSYS EPERM EPERM EPERM\n");
}

/* The code has no capabilities, even if root starts it, and cannot remove what hides a file. */
static void
test_sandbox_capabilities (void)
{
  static const char source[] =
      "import ctypes\n"
      "libc = ctypes.CDLL(None)\n"
      "status = open('/proc/self/status').read().split()\n"
      "return [status[status.index(name) + 1].strip('0')"
      " for name in ('CapEff:', 'CapPrm:', 'CapInh:', 'CapAmb:')]"
      " + [libc.umount2(b'/proc', 2), libc.mount(b'none', b'/usr', None, 4128, None)]\n";
  g_auto (PythonFixture) fixture = { 0 };
  TroupePythonSettings settings = { .permissions = PERMIT_ALL,
                                    .sandbox = TROUPE_PYTHON_SANDBOX_REQUIRED };

  if (skip_without_sandbox ())
    return;
  python_fixture_init (&fixture, &settings);
  python_assert_script (&fixture, source, "[\"\",\"\",\"\",\"\",-1,-1]");
}

static void
test_sandbox_cancel (void)
{
  if (skip_without_sandbox ())
    return;
  python_check_cancel (TROUPE_PYTHON_SANDBOX_REQUIRED);
  python_check_survivors (TROUPE_PYTHON_SANDBOX_REQUIRED);
}

/* --- Without a sandbox ------------------------------------------------------------------------ */

/* Without the required consent no code is run, and the error names the reason. */
static void
check_broken (const char *bubblewrap, const char *reason)
{
  static const struct
  {
    TroupePythonSandbox sandbox;
    TroupePythonPermissions permissions;
    gboolean runs;
  } cases[] = {
    { TROUPE_PYTHON_SANDBOX_AUTOMATIC, PERMIT_ALL, FALSE },
    { TROUPE_PYTHON_SANDBOX_AUTOMATIC, PERMIT_ALL | TROUPE_PYTHON_PERMIT_UNCONFINED, TRUE },
    { TROUPE_PYTHON_SANDBOX_REQUIRED, PERMIT_ALL | TROUPE_PYTHON_PERMIT_UNCONFINED, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      g_auto (PythonAnswer) answer = { 0 };
      TroupePythonSettings settings = { .permissions = cases[i].permissions,
                                        .sandbox = cases[i].sandbox,
                                        .bubblewrap = bubblewrap };

      python_fixture_init (&fixture, &settings);
      python_begin (&fixture, &python_plain, NULL, &answer);
      python_wait (&answer);
      if (cases[i].runs)
        {
          g_assert_no_error (answer.error);
          python_assert_value (answer.result->value, "1");
          g_assert_false (troupe_python_is_sandboxed (fixture.python));
          g_assert_cmpint (strstr (fixture.log->str, "- notice The sandbox") != NULL, ==,
                           g_str_has_prefix (reason, "bwrap:"));
          continue;
        }
      g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_NO_SANDBOX);
      g_test_message ("%s", answer.error->message);
      g_assert_nonnull (strstr (answer.error->message, reason));
      g_assert_nonnull (strstr (answer.error->message, "--allow no-sandbox"));
      g_assert_false (troupe_python_is_running (fixture.python));
    }
}

static void
test_sandbox_broken (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "bwrap", NULL);

  g_assert_true (
      g_file_set_contents (path, "#!/bin/sh\necho 'bwrap: not allowed' >&2\nexit 1\n", -1, NULL));
  g_assert_cmpint (g_chmod (path, 0755), ==, 0);
  check_broken (path, "bwrap: not allowed");
  python_remove_folder (folder);
}

/* A sandbox with a mount that was not asked for is prepared once more; no code runs in it, nor without a
 * sandbox. */
static void
test_sandbox_changed (void)
{
  static const guint n_wrong[] = { 0, 1, 9 };

  if (skip_without_sandbox ())
    return;
  for (guint i = 0; i < G_N_ELEMENTS (n_wrong); i++)
    {
      g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
      g_autofree char *path = g_build_filename (folder, "bwrap", NULL);
      g_autofree char *starts = g_build_filename (folder, "starts", NULL);
      g_autofree char *text = g_strdup_printf ("#!/bin/sh\necho >> '%s'\n"
                                               "if [ $(wc -l < '%s') -le %u ]\n"
                                               "then exec bwrap --tmpfs /extra \"$@\"\n"
                                               "fi\nexec bwrap \"$@\"\n",
                                               starts, starts, n_wrong[i]);
      g_autofree char *counted = NULL;
      g_auto (PythonFixture) fixture = { 0 };
      g_auto (PythonAnswer) answer = { 0 };
      TroupePythonSettings settings = { .permissions = PERMIT_ALL | TROUPE_PYTHON_PERMIT_UNCONFINED,
                                        .sandbox = TROUPE_PYTHON_SANDBOX_AUTOMATIC,
                                        .bubblewrap = path };

      g_assert_true (g_file_set_contents (path, text, -1, NULL));
      g_assert_cmpint (g_chmod (path, 0755), ==, 0);
      python_fixture_init (&fixture, &settings);
      python_begin (&fixture, &python_plain, NULL, &answer);
      python_wait (&answer);
      g_assert_true (g_file_get_contents (starts, &counted, NULL, NULL));
      g_assert_cmpuint (strlen (counted), ==, i == 0 ? 1 : 2);
      if (n_wrong[i] < 2)
        {
          g_assert_no_error (answer.error);
          g_assert_true (troupe_python_is_sandboxed (fixture.python));
        }
      else
        {
          g_assert_error (answer.error, TROUPE_PYTHON_ERROR, TROUPE_PYTHON_ERROR_START);
          g_assert_nonnull (strstr (answer.error->message, "/extra"));
          g_assert_false (troupe_python_is_running (fixture.python));
        }
      python_remove_folder (folder);
    }
}

static void
test_sandbox_missing (void)
{
  check_broken ("/no/such/bwrap", "bubblewrap is not installed");
}

/* A program named bwrap in PATH is ignored. */
static void
test_sandbox_planted (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "bwrap", NULL);
  g_autofree char *before = g_strdup (g_getenv ("PATH"));
  g_autofree char *search = g_strdup_printf ("%s:%s", folder, before);
  g_auto (PythonFixture) fixture = { 0 };
  TroupePythonSettings settings = { .permissions = PERMIT_ALL | TROUPE_PYTHON_PERMIT_UNCONFINED,
                                    .folder = folder };

  if (!skip_without_sandbox ())
    {
      g_assert_true (g_file_set_contents (
          path, "#!/bin/sh\necho 'bwrap: setting up uid map' >&2\nexit 1\n", -1, NULL));
      g_assert_cmpint (g_chmod (path, 0755), ==, 0);
      g_setenv ("PATH", search, TRUE);
      python_fixture_init (&fixture, &settings);
      python_assert_script (&fixture, "return 1", "1");
      g_assert_true (troupe_python_is_sandboxed (fixture.python));
      g_setenv ("PATH", before, TRUE);
    }
  python_remove_folder (folder);
}

/* Runs the checks in a process that cannot create namespaces, as in most containers. */
static int
run_in_container (void)
{
  g_assert_true (troupe_python_has_sandbox ());
  check_broken (NULL, "bwrap: ");
  g_assert_false (troupe_python_has_sandbox ());
  return 0;
}

static void
test_sandbox_container (void)
{
  const char *const words[] = { "bwrap", "--unshare-user", "--disable-userns", "--dev-bind", "/",
                                "/",     "/proc/self/exe", "container",        NULL };
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GSubprocess) process = NULL;

  if (skip_without_sandbox ())
    return;
  for (guint i = 0; words[i] != NULL; i++)
    g_strv_builder_add (builder, g_str_equal (words[i], "/proc/self/exe") ? self : words[i]);
  arguments = g_strv_builder_end (builder);
  process = g_subprocess_newv ((const char *const *) arguments, G_SUBPROCESS_FLAGS_NONE, NULL);
  g_assert_nonnull (process);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  g_assert_true (g_subprocess_get_successful (process));
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  const gint64 difference = *(const gint64 *) a - *(const gint64 *) b;

  return difference < 0 ? -1 : difference > 0;
}

/* The thread of a run starts the helper itself, and waits until its sandbox is complete, once a run: in a folder with 2,000 files,
 * 100 of them hidden, for some 0.2 s on a busy computer. The limits are generous for this reason. */
static void
test_start_time (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-python-XXXXXX", NULL);
  TroupePythonSettings settings = { .sandbox = TROUPE_PYTHON_SANDBOX_REQUIRED, .folder = folder };
  TroupePythonRequest request = { .kind = TROUPE_PYTHON_KIND_SCRIPT,
                                  .source = "return 1",
                                  .method = "m",
                                  .path = "methods.m.do",
                                  .state = python_value ("{}"),
                                  .outputs = python_value ("{}") };
  gint64 times[9];

  if (skip_without_sandbox ())
    return;
  for (guint i = 0; i < 2000; i++)
    {
      g_autofree char *name = g_strdup_printf (i % 20 == 0 ? "%u.pem" : "%u.txt", i);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_assert_true (g_file_set_contents (path, "x", -1, NULL));
    }
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_auto (PythonFixture) fixture = { 0 };
      g_auto (PythonAnswer) answer = { 0 };

      python_fixture_init (&fixture, &settings);
      times[i] = test_time_get_thread ();
      python_begin (&fixture, &request, NULL, &answer);
      times[i] = test_time_get_thread () - times[i];
      python_wait (&answer);
      g_assert_no_error (answer.error);
    }
  qsort (times, G_N_ELEMENTS (times), sizeof *times, compare_times);
  g_test_message ("computed for %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                  " us, median %" G_GINT64_FORMAT " us",
                  times[0], times[G_N_ELEMENTS (times) - 1], times[G_N_ELEMENTS (times) / 2]);
  g_assert_cmpint (times[G_N_ELEMENTS (times) / 2], <, 2 * G_USEC_PER_SEC);
  g_assert_cmpint (times[G_N_ELEMENTS (times) - 1], <, 10 * G_USEC_PER_SEC);
  troupe_value_unref (request.state);
  troupe_value_unref (request.outputs);
  python_remove_folder (folder);
}

int
main (int argc, char *argv[])
{
  if (argc == 2 && g_getenv ("TROUPE_TEST_MARK") != NULL)
    return python_call_family (g_getenv ("TROUPE_TEST_MARK"), argv[1]);
  if (argc == 2 && g_str_equal (argv[1], "container"))
    return run_in_container ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tool/python/sandbox/reach", test_sandbox);
  g_test_add_func ("/tool/python/sandbox/start-time", test_start_time);
  g_test_add_func ("/tool/python/sandbox/write", test_sandbox_write);
  g_test_add_func ("/tool/python/sandbox/hidden", test_sandbox_hidden);
  g_test_add_func ("/tool/python/sandbox/keys", test_sandbox_keys);
  g_test_add_func ("/tool/python/sandbox/depth", test_sandbox_depth);
  g_test_add_func ("/tool/python/sandbox/history", test_sandbox_history);
  g_test_add_func ("/tool/python/sandbox/shared-folder", test_sandbox_shared_folder);
  g_test_add_func ("/tool/python/sandbox/modes", test_sandbox_modes);
  g_test_add_func ("/tool/python/sandbox/python-path", test_sandbox_python_path);
  g_test_add_func ("/tool/python/sandbox/filter", test_sandbox_filter);
  g_test_add_func ("/tool/python/sandbox/capabilities", test_sandbox_capabilities);
  g_test_add_func ("/tool/python/sandbox/cancel", test_sandbox_cancel);
  g_test_add_func ("/tool/python/sandbox/broken", test_sandbox_broken);
  g_test_add_func ("/tool/python/sandbox/changed", test_sandbox_changed);
  g_test_add_func ("/tool/python/sandbox/missing", test_sandbox_missing);
  g_test_add_func ("/tool/python/sandbox/planted", test_sandbox_planted);
  g_test_add_func ("/tool/python/sandbox/container", test_sandbox_container);
  return g_test_run ();
}
