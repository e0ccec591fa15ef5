/* test-sandbox-mounts.c: folders that are exchanged while a sandbox is being prepared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../test-remove.h"
#include "../test-time.h"
#include "python-fixture.h"
#include "troupe-folder-policy.h"
#include "troupe-sandbox-gate.h"
#include "troupe-sandbox-system.h"
#include "troupe-sandbox.h"
#include "troupe-tool.h"

#define SECONDS_OF_PATIENCE TEST_WAIT_S
#define GATE 3

/* @top: contains everything; @folder: of the document, with files to hide, in @parent; @other: a folder
 * that the sandbox must not show; @words: arguments of bubblewrap */
typedef struct
{
  char *top;
  char *parent;
  char *folder;
  char *other;
  TroupeSandboxGate gate;
  GPtrArray *words;
} Fixture;

static void
write_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *above = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (above, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, "secret", -1, NULL));
}

static void
set_up (Fixture *self, gconstpointer data)
{
  self->top = g_dir_make_tmp ("troupe-mounts-XXXXXX", NULL);
  g_assert_nonnull (self->top);
  self->parent = g_build_filename (self->top, "parent", NULL);
  self->folder = g_build_filename (self->parent, "document", NULL);
  self->other = g_build_filename (self->top, "other", NULL);
  self->words = g_ptr_array_new_with_free_func (g_free);
  self->gate = (TroupeSandboxGate) TROUPE_SANDBOX_GATE_INIT;
  for (guint i = 0; i < 2; i++)
    {
      const char *folder = i == 0 ? self->folder : self->other;

      write_file (folder, "box/.env");
      write_file (folder, "box/deep/er/.env");
      write_file (folder, "box/keys.pem/x");
      write_file (folder, "box/.vscode/tasks.json");
      write_file (folder, ".env");
      write_file (folder, "notes");
    }
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  troupe_sandbox_gate_clear (&self->gate);
  g_ptr_array_unref (self->words);
  remove_all (self->top);
  g_free (self->top);
  g_free (self->parent);
  g_free (self->folder);
  g_free (self->other);
}

static gboolean
skip_without_sandbox (void)
{
  if (python_can_confine ())
    return FALSE;
  g_test_skip ("bubblewrap is not installed, or does not work here");
  return TRUE;
}

/* --- Sandbox ---------------------------------------------------------------------------------- */

/* Prepares a sandbox that shows the folder, and the folder above it if @shows_parent is set. Its program
 * writes a file. */
static gboolean
prepare (Fixture *self, gboolean may_write, gboolean shows_parent, GError **error)
{
  const char *const inner[] = { self->folder, NULL };

  troupe_sandbox_gate_clear (&self->gate);
  g_ptr_array_set_size (self->words, 0);
  if (!troupe_sandbox_gate_init (&self->gate, error))
    return FALSE;
  /* Otherwise only a folder in it is writable, and nothing could be exchanged. */
  troupe_sandbox_names_allow_programs (troupe_sandbox_mounts_get_names (self->gate.mounts));
  troupe_sandbox_add_walls (self->words);
  troupe_sandbox_add_system (self->words);
  troupe_sandbox_add_home (self->words);
  troupe_sandbox_add_network (self->words, FALSE);
  if ((shows_parent && !troupe_sandbox_add_folder (self->words, self->gate.mounts, self->parent,
                                                   self->parent, inner, TRUE, error)) ||
      !troupe_sandbox_add_folder (self->words, self->gate.mounts, self->folder, self->folder, NULL,
                                  may_write, error))
    return FALSE;
  troupe_sandbox_add (self->words, "--remount-ro", "/", "--chdir", "/", NULL);
  return troupe_sandbox_gate_add (&self->gate, self->words, GATE, error);
}

static void
set_up_child (gpointer user_data)
{
  setsid ();
}

static GSubprocess *
spawn (Fixture *self)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_NONE);
  g_autoptr (GError) error = NULL;
  g_autofree char *script = g_strdup_printf ("cat %s/box/.env %s/.env; echo ran > %s/ran",
                                             self->folder, self->folder, self->folder);
  GSubprocess *subprocess = NULL;

  g_ptr_array_insert (self->words, 0, g_strdup (troupe_sandbox_find_program ()));
  troupe_sandbox_add (self->words, "--", "/bin/sh", "-c", script, NULL);
  g_ptr_array_add (self->words, NULL);
  troupe_sandbox_gate_give (&self->gate, launcher, GATE);
  g_subprocess_launcher_set_child_setup (launcher, set_up_child, NULL, NULL);
  subprocess =
      g_subprocess_launcher_spawnv (launcher, (const char *const *) self->words->pdata, &error);
  g_assert_no_error (error);
  return subprocess;
}

/* Waits until bubblewrap has made all mounts. Returns FALSE if it has ended. */
static gboolean
wait_for_mounts (GSubprocess *subprocess)
{
  const char *pid = g_subprocess_get_identifier (subprocess);
  g_autofree char *own = NULL;
  const gint64 deadline = g_get_monotonic_time () + SECONDS_OF_PATIENCE * G_USEC_PER_SEC;

  g_assert_true (g_file_get_contents ("/proc/self/mountinfo", &own, NULL, NULL));
  while (pid != NULL && g_get_monotonic_time () < deadline)
    {
      g_autofree char *path = g_strdup_printf ("/proc/%s/task/%s/children", pid, pid);
      g_autofree char *children = NULL;
      g_autofree char *mounts = NULL;
      g_autofree char *text = NULL;

      if (!g_file_get_contents (path, &children, NULL, NULL) ||
          g_subprocess_get_identifier (subprocess) == NULL)
        return FALSE;
      if (*children != '\0')
        {
          mounts = g_strdup_printf ("/proc/%d/mountinfo", atoi (children));
          if (g_file_get_contents (mounts, &text, NULL, NULL) &&
              troupe_sandbox_mounts_are_finished (text, own))
            return TRUE;
        }
      g_usleep (500);
    }
  return FALSE;
}

static gboolean
has_run (Fixture *self)
{
  g_autofree char *path = g_build_filename (self->folder, "ran", NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* --- Exchanges -------------------------------------------------------------------------------- */

/* What code in another sandbox does between the search and the mounts: @name is replaced by a link to
 * @target, or by @target itself if @is_moved is set. Names are relative to the top. */
typedef struct
{
  const char *name;
  const char *target;
  gboolean is_moved;
} Exchange;

static void
exchange (Fixture *self, const Exchange *how)
{
  g_autofree char *name = g_build_filename (self->top, how->name, NULL);
  g_autofree char *kept = g_strconcat (name, ".kept", NULL);
  g_autofree char *target = g_path_is_absolute (how->target)
                                ? g_strdup (how->target)
                                : g_build_filename (self->top, how->target, NULL);

  g_assert_cmpint (g_rename (name, kept), ==, 0);
  g_assert_cmpint (how->is_moved ? g_rename (target, name) : symlink (target, name), ==, 0);
}

static void
exchange_back (Fixture *self, const Exchange *how)
{
  g_autofree char *name = g_build_filename (self->top, how->name, NULL);
  g_autofree char *kept = g_strconcat (name, ".kept", NULL);
  g_autofree char *target = g_build_filename (self->top, how->target, NULL);

  g_assert_cmpint (how->is_moved ? g_rename (name, target) : g_unlink (name), ==, 0);
  g_assert_cmpint (g_rename (kept, name), ==, 0);
}

static const Exchange exchanges[] = {
  { "parent/document/box", "other/box", FALSE },
  { "parent/document/box", "other/box", TRUE },
  { "parent/document/box", "other", FALSE },
  { "parent/document/box", "/newroot/tmp", FALSE },
  { "parent/document/box", "/oldroot/tmp", FALSE },
  { "parent/document/box/deep", "other/box/deep", FALSE },
  { "parent/document/box/deep/er", "parent/document/box", FALSE },
  { "parent/document/box/.vscode", "other", FALSE },
  { "parent/document/box/keys.pem", "/newroot/tmp", FALSE },
  { "parent/document", "other", FALSE },
  { "parent/document", "other", TRUE },
  { "parent/document", "/newroot/tmp", FALSE },
};

/* The exchange is reverted before anybody looks, as an attacker does. */
static void
test_exchanged (Fixture *self, gconstpointer data)
{
  const guint number = GPOINTER_TO_UINT (data);
  const Exchange *how = &exchanges[number / 3];
  g_autoptr (GSubprocess) subprocess = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *ran = g_build_filename (self->other, "ran", NULL);
  gboolean is_complete;

  /* Settings are not mounted in a folder that is read-only as a whole. */
  if (skip_without_sandbox () || (number % 3 == 1 && strstr (how->name, ".vscode") != NULL))
    return;
  g_assert_true (prepare (self, number % 3 != 1, number % 3 == 2, &error));
  exchange (self, how);
  subprocess = spawn (self);
  is_complete = wait_for_mounts (subprocess);
  exchange_back (self, how);
  if (is_complete)
    {
      g_assert_false (troupe_sandbox_gate_open (&self->gate, subprocess, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
      g_assert_nonnull (strstr (error->message, self->parent));
    }
  g_subprocess_wait (subprocess, NULL, NULL);
  g_assert_false (g_subprocess_get_successful (subprocess));
  g_assert_false (has_run (self));
  g_assert_false (g_file_test (ran, G_FILE_TEST_EXISTS));
}

/* Replaces an argument of bubblewrap. */
static void
replace_word (GPtrArray *words, guint i, const char *text)
{
  g_free (words->pdata[i]);
  words->pdata[i] = g_strdup (text);
}

/* Mounts what an exchange at the right moment would have mounted: something else, elsewhere, writable, not
 * at all, or one more. @i: index of the option of a mount. Returns FALSE if this is not possible. */
static gboolean
tamper (Fixture *self, guint i, guint way)
{
  const char *option = self->words->pdata[i];
  const gboolean is_bind = strstr (option, "bind") != NULL;
  const char *source = is_bind ? self->words->pdata[i + 1] : NULL;
  g_autofree char *other =
      g_build_filename (self->other,
                        is_bind && g_file_test (source, G_FILE_TEST_IS_DIR) ? "box/deep" : "notes",
                        NULL);

  if (way == 0 && is_bind)
    replace_word (self->words, i + 1, other);
  else if (way == 1)
    replace_word (self->words, i + (is_bind ? 2 : 1), "/tmp/elsewhere");
  else if (way == 2 && g_str_has_prefix (option, "--ro-bind"))
    replace_word (self->words, i, "--bind");
  else if (way == 3)
    {
      replace_word (self->words, i, is_bind ? "--setenv" : "--dir");
      if (!is_bind)
        replace_word (self->words, i + 1, "/tmp/elsewhere");
    }
  else if (way == 4 && is_bind)
    {
      const char *const more[] = { "--bind", source, self->words->pdata[i + 2] };

      for (guint k = 0; k < G_N_ELEMENTS (more); k++)
        g_ptr_array_insert (self->words, (int) (i + 3 + k), g_strdup (more[k]));
    }
  else
    return FALSE;
  return TRUE;
}

/* Every mount of the folder is checked, whatever is wrong with it. */
static void
test_wrong (Fixture *self, gconstpointer data)
{
  guint n_tampered = 0;

  if (skip_without_sandbox ())
    return;
  for (guint way = 0; way < 5; way++)
    for (guint i = 0, n_words = G_MAXUINT; i < n_words; i++)
      {
        g_autoptr (GSubprocess) subprocess = NULL;
        g_autoptr (GError) error = NULL;
        g_autofree char *mount = NULL;
        const char *path = NULL;
        gboolean is_complete;

        g_assert_true (prepare (self, TRUE, FALSE, &error));
        n_words = self->words->len;
        path = g_str_equal (self->words->pdata[i], "--tmpfs")   ? self->words->pdata[i + 1]
               : strstr (self->words->pdata[i], "bind") != NULL ? self->words->pdata[i + 2]
                                                                : NULL;
        if (path == NULL || !g_str_has_prefix (path, self->folder))
          continue;
        mount = g_strdup_printf ("%u: %s %s", way, (char *) self->words->pdata[i], path);
        if (!tamper (self, i, way))
          continue;
        g_test_message ("%s", mount);
        subprocess = spawn (self);
        is_complete = wait_for_mounts (subprocess);
        if (is_complete)
          {
            g_assert_false (troupe_sandbox_gate_open (&self->gate, subprocess, &error));
            g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
            n_tampered++;
          }
        g_subprocess_wait (subprocess, NULL, NULL);
        g_assert_false (has_run (self));
      }
  g_test_message ("%u sandboxes were refused", n_tampered);
  g_assert_cmpuint (n_tampered, >, 30);
}

/* A sandbox of folders that do not change meanwhile starts, whatever they contain. */
static void
test_unchanged (Fixture *self, gconstpointer data)
{
  const guint number = GPOINTER_TO_UINT (data);
  g_autoptr (GSubprocess) subprocess = NULL;
  g_autoptr (GError) error = NULL;

  if (skip_without_sandbox ())
    return;
  write_file (self->folder, "with space\t\\040/.env");
  write_file (self->folder, "\xff/.env");
  write_file (self->parent, "beside/.env");
  g_assert_true (prepare (self, TRUE, number == 1, &error));
  subprocess = spawn (self);
  g_assert_true (troupe_sandbox_gate_open (&self->gate, subprocess, &error));
  g_assert_no_error (error);
  g_subprocess_wait (subprocess, NULL, NULL);
  g_assert_true (has_run (self));
}

/* A link that takes the place of a folder is not mounted. */
static void
test_link (Fixture *self, gconstpointer data)
{
  static const Exchange how = { "parent/document/box", "other/box", FALSE };
  g_autoptr (GError) error = NULL;
  g_autofree char *words = NULL;

  g_assert_true (prepare (self, TRUE, FALSE, &error));
  exchange (self, &how);
  g_assert_true (prepare (self, TRUE, FALSE, &error));
  words = g_strjoinv ("\n", (char **) (g_ptr_array_add (self->words, NULL), self->words->pdata));
  g_assert_null (strstr (words, "/box/"));
  g_assert_null (strstr (words, "/box\n"));
}

/* File systems such as NFS do not tell which folder is mounted, so that the folders themselves are
 * compared. */
static void
test_nameless (Fixture *self, gconstpointer data)
{
  g_autoptr (GSubprocess) subprocess = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *own = NULL;
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  g_autofree char *children = NULL;
  g_autoptr (GString) table = NULL;
  const char *pid = NULL;
  int root = -1;

  if (skip_without_sandbox ())
    return;
  g_assert_true (prepare (self, TRUE, FALSE, &error));
  subprocess = spawn (self);
  g_assert_true (wait_for_mounts (subprocess));
  pid = g_subprocess_get_identifier (subprocess);
  path = g_strdup_printf ("/proc/%s/task/%s/children", pid, pid);
  g_assert_true (g_file_get_contents (path, &children, NULL, NULL));
  g_free (path);
  path = g_strdup_printf ("/proc/%d/mountinfo", atoi (children));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_true (g_file_get_contents ("/proc/self/mountinfo", &own, NULL, NULL));
  g_free (path);
  path = g_strdup_printf ("/proc/%d/root", atoi (children));
  root = open (path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  g_assert_cmpint (root, >=, 0);
  g_assert_true (troupe_sandbox_mounts_check (self->gate.mounts, text, own, root, &error));
  table = g_string_new (text);
  g_free (path);
  path = g_strdup_printf (" %s/box %s/box ", self->folder, self->folder);
  g_clear_pointer (&children, g_free);
  children = g_strdup_printf (" / %s/box ", self->folder);
  /* The folder for temporary files may be a file system of its own. */
  if (g_string_replace (table, path, children, 0) > 0)
    {
      g_assert_true (
          troupe_sandbox_mounts_check (self->gate.mounts, table->str, own, root, &error));
      g_assert_no_error (error);
      g_assert_false (troupe_sandbox_mounts_check (self->gate.mounts, table->str, own, -1, &error));
      g_clear_error (&error);
      close (root);
      root = open (self->other, O_PATH | O_DIRECTORY | O_CLOEXEC);
      g_assert_false (
          troupe_sandbox_mounts_check (self->gate.mounts, table->str, own, root, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
    }
  close (root);
  g_assert_true (troupe_sandbox_gate_open (&self->gate, subprocess, NULL));
  g_subprocess_wait (subprocess, NULL, NULL);
}

/* Nothing starts if this process closes its end or dies: the end of the pipe is not taken for a byte. */
static void
test_closed (Fixture *self, gconstpointer data)
{
  g_autoptr (GSubprocess) subprocess = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *children = NULL;
  g_autofree char *path = NULL;
  const char *pid = NULL;

  if (skip_without_sandbox ())
    return;
  g_assert_true (prepare (self, TRUE, FALSE, &error));
  subprocess = spawn (self);
  g_assert_true (wait_for_mounts (subprocess));
  pid = g_subprocess_get_identifier (subprocess);
  path = g_strdup_printf ("/proc/%s/task/%s/children", pid, pid);
  g_assert_true (g_file_get_contents (path, &children, NULL, NULL));
  troupe_sandbox_gate_clear (&self->gate);
  g_usleep (200 * 1000);
  g_assert_false (has_run (self));
  kill (atoi (children), SIGKILL);
  g_subprocess_wait (subprocess, NULL, NULL);
  g_assert_false (has_run (self));
}

/* bubblewrap itself says why it fails. */
static void
test_failing (Fixture *self, gconstpointer data)
{
  g_autoptr (GSubprocess) subprocess = NULL;
  g_autoptr (GError) error = NULL;

  if (skip_without_sandbox ())
    return;
  g_assert_true (prepare (self, TRUE, FALSE, &error));
  troupe_sandbox_add (self->words, "--no-such-option", NULL);
  subprocess = spawn (self);
  g_assert_true (troupe_sandbox_gate_open (&self->gate, subprocess, &error));
  g_subprocess_wait (subprocess, NULL, NULL);
  g_assert_false (has_run (self));
}

/* A sandbox whose process is not known waits for the byte: it does not count as started, and is killed. */
static void
test_bad_info (Fixture *self, gconstpointer data)
{
  g_autofree char *endless = g_strnfill (8192, 'x');
  const char *const texts[] = { "{\"child-pid\": 0}", "{\"child-pid\": x}", endless };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GSubprocess) subprocess = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (troupe_sandbox_gate_init (&self->gate, &error));
      g_assert_cmpint (write (self->gate.child_info, texts[i], strlen (texts[i])), >, 0);
      subprocess =
          g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, "setsid", "sleep", "60", NULL);
      g_assert_no_error (error);
      g_assert_false (troupe_sandbox_gate_open (&self->gate, subprocess, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT);
      g_assert_true (g_subprocess_wait (subprocess, NULL, NULL));
      g_assert_false (g_subprocess_get_successful (subprocess));
      troupe_sandbox_gate_clear (&self->gate);
    }
}

/* If the byte cannot be sent, there is an error, too. */
static void
test_unsent (Fixture *self, gconstpointer data)
{
  g_autoptr (GSubprocess) subprocess = NULL;
  g_autoptr (GError) error = NULL;

  if (skip_without_sandbox ())
    return;
  g_assert_true (prepare (self, TRUE, FALSE, &error));
  subprocess = spawn (self);
  g_assert_true (wait_for_mounts (subprocess));
  close (self->gate.block);
  self->gate.block = open ("/dev/null", O_RDONLY | O_CLOEXEC);
  g_assert_false (troupe_sandbox_gate_open (&self->gate, subprocess, &error));
  g_assert_nonnull (error);
  g_subprocess_wait (subprocess, NULL, NULL);
  g_assert_false (has_run (self));
}

/* bubblewrap accepts a limited number of arguments. Nothing is started with fewer mounts. */
static void
test_too_many (Fixture *self, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 950; i++)
    {
      g_autofree char *name = g_strdup_printf ("many/%u/deep/.idea", i);

      write_file (self->folder, name);
    }
  g_assert_false (prepare (self, TRUE, FALSE, &error));
  g_assert_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED);
  g_assert_nonnull (strstr (error->message, self->folder));
}

/* --- Tables of mounts --------------------------------------------------------------------------- */

#define OWN                                                                                        \
  "20 1 8:1 / / rw - ext4 /dev/sda rw\n21 20 0:5 / /proc rw - proc proc rw\n"                      \
  "22 20 8:3 / /usr/lib rw - ext4 /dev/sdb rw\n"
#define ROOT "40 39 0:40 /newroot / ro - tmpfs tmpfs rw\n"

/* Returns whether the table is what @words ask for. */
static gboolean
check_table (const char *const *words, const char *table)
{
  g_autoptr (TroupeSandboxMounts) mounts = troupe_sandbox_mounts_new ();
  g_autoptr (GPtrArray) list = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  gboolean result;

  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (list, (gpointer) words[i]);
  g_assert_true (troupe_sandbox_mounts_read (mounts, list, &error));
  result = troupe_sandbox_mounts_check (mounts, table, OWN, -1, &error);
  if (!result)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_BUSY);
  return result;
}

static void
test_tables (Fixture *self, gconstpointer data)
{
  static const char *const words[] = { "--ro-bind", "/usr",    "/usr",        "--tmpfs",
                                       "/tmp",      "--tmpfs", "/tmp/hidden", "--remount-ro",
                                       "/",         NULL };
  static const char *const others[] = {
    ROOT "41 40 8:1 /usr /usr ro - ext4 a rw\n42 40 0:41 / /tmp rw - tmpfs a rw\n",
    /* Not read-only. */
    ROOT "41 40 8:1 /usr /usr rw - ext4 a rw\n42 40 0:41 / /tmp rw - tmpfs a rw\n"
         "43 42 0:42 / /tmp/hidden rw - tmpfs a rw\n",
    /* Another folder, and another disk. */
    ROOT "41 40 8:1 /home /usr ro - ext4 a rw\n42 40 0:41 / /tmp rw - tmpfs a rw\n"
         "43 42 0:42 / /tmp/hidden rw - tmpfs a rw\n",
    ROOT "41 40 8:2 /usr /usr ro - ext4 a rw\n42 40 0:41 / /tmp rw - tmpfs a rw\n"
         "43 42 0:42 / /tmp/hidden rw - tmpfs a rw\n",
    /* One more mount, on top of another one and elsewhere. */
    ROOT "41 40 8:1 /usr /usr ro - ext4 a rw\n42 40 0:41 / /tmp rw - tmpfs a rw\n"
         "43 42 0:42 / /tmp/hidden rw - tmpfs a rw\n44 43 0:43 / /tmp/hidden rw - tmpfs a rw\n",
    ROOT "41 40 8:1 /usr /usr ro - ext4 a rw\n42 40 0:41 / /tmp rw - tmpfs a rw\n"
         "43 42 0:42 / /tmp/hidden rw - tmpfs a rw\n44 40 8:1 /home /x ro - ext4 a rw\n",
    /* The same path, but below something that is covered by /tmp. */
    ROOT "41 40 8:1 /usr /usr ro - ext4 a rw\n42 40 0:41 / /tmp rw - tmpfs a rw\n"
         "43 40 0:42 / /tmp/hidden rw - tmpfs a rw\n",
    /* A folder of the host is not empty, and a table that is none. */
    ROOT "41 40 8:1 /usr /usr ro - ext4 a rw\n42 40 8:1 / /tmp rw - tmpfs a rw\n"
         "43 42 0:42 / /tmp/hidden rw - tmpfs a rw\n",
    "",
    "x\n",
    ROOT "41 40\n",
  };

  g_assert_true (check_table (
      words, ROOT "41 40 8:1 /usr /usr ro,nosuid master:1 - ext4 a rw\n"
                  "42 40 0:41 / /tmp rw - tmpfs a rw\n43 42 0:42 / /tmp/hidden rw - tmpfs a rw\n"));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_test_message ("%u", i);
      g_assert_false (check_table (words, others[i]));
    }
}

/* A disk below a read-only folder is read-only as well. */
static void
test_below_read_only (Fixture *self, gconstpointer data)
{
  static const char *const words[] = { "--ro-bind", "/usr", "/all", "--remount-ro", "/", NULL };
  static const char *const begin = ROOT "41 40 8:1 /usr /all ro - ext4 a rw\n";
  g_autofree char *good = g_strconcat (begin, "42 41 8:3 / /all/lib ro - ext4 a rw\n", NULL);
  g_autofree char *bad = g_strconcat (begin, "42 41 8:3 / /all/lib rw - ext4 a rw\n", NULL);

  g_assert_true (check_table (words, good));
  g_assert_false (check_table (words, bad));
}

/* An option whose effect is not known could add a mount that is not checked. */
static void
test_unknown (Fixture *self, gconstpointer data)
{
  static const char *const cases[] = { "--dev-bind", "--overlay-src", "--bind" };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TroupeSandboxMounts) mounts = troupe_sandbox_mounts_new ();
      g_autoptr (GPtrArray) words = g_ptr_array_new ();
      g_autoptr (GError) error = NULL;

      g_ptr_array_add (words, (gpointer) cases[i]);
      g_assert_false (troupe_sandbox_mounts_read (mounts, words, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
    }
}

/* --- Time ---------------------------------------------------------------------------------------- */

/* Returns the number of microseconds until the program is started. */
static gint64
measure_start (Fixture *self)
{
  g_autoptr (GSubprocess) subprocess = NULL;
  g_autoptr (GError) error = NULL;
  gint64 begin = 0;
  gint64 end = 0;

  g_assert_true (prepare (self, TRUE, FALSE, &error));
  begin = g_get_monotonic_time ();
  subprocess = spawn (self);
  g_assert_true (troupe_sandbox_gate_open (&self->gate, subprocess, &error));
  end = g_get_monotonic_time ();
  g_subprocess_wait (subprocess, NULL, NULL);
  return end - begin;
}

/* Returns the number of microseconds for the comparison of a finished sandbox. */
static gint64
measure_check (Fixture *self)
{
  g_autoptr (GSubprocess) subprocess = NULL;
  g_autoptr (GError) error = NULL;
  gint64 begin = 0;
  gint64 end = 0;

  g_assert_true (prepare (self, TRUE, FALSE, &error));
  subprocess = spawn (self);
  g_assert_true (wait_for_mounts (subprocess));
  begin = g_get_monotonic_time ();
  g_assert_true (troupe_sandbox_gate_open (&self->gate, subprocess, &error));
  end = g_get_monotonic_time ();
  g_subprocess_wait (subprocess, NULL, NULL);
  return end - begin;
}

static void
report_time (Fixture *self, const char *name, guint n_rounds)
{
  gint64 check = G_MAXINT64;
  gint64 start = G_MAXINT64;

  for (guint i = 0; i < n_rounds; i++)
    {
      check = MIN (check, measure_check (self));
      start = MIN (start, measure_start (self));
    }
  g_test_message ("%s: started after %" G_GINT64_FORMAT " us, of which %" G_GINT64_FORMAT
                  " us for the check",
                  name, start, check);
  g_assert_cmpint (check * 2, <, start);
}

/* The comparison takes little time beside the mounts themselves, also for as many files as can be
 * hidden. */
static void
test_time (Fixture *self, gconstpointer data)
{
  if (skip_without_sandbox ())
    return;
  report_time (self, "a small project", 3);
  for (guint i = 0; i < TROUPE_FOLDER_LIMIT_HIDDEN - 8; i++)
    {
      g_autofree char *name = g_strdup_printf ("many/%u/.env", i);

      write_file (self->folder, name);
    }
  report_time (self, "as many files as can be hidden", 1);
}

/* Many mounts are compared in linear time. */
static void
test_many (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) table = g_string_new (ROOT);
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TroupeSandboxMounts) mounts = troupe_sandbox_mounts_new ();
  g_autoptr (GError) error = NULL;
  gint64 begin = 0;

  for (guint i = 0; i < 4000; i++)
    {
      g_autofree char *path = g_strdup_printf ("/a/folder/of/the/user/and/%u", i);

      troupe_sandbox_add (words, "--tmpfs", path, NULL);
      g_string_append_printf (table, "%u 40 1:%u / %s rw - tmpfs a rw\n", 41 + i, i, path);
    }
  begin = test_time_get_own ();
  g_assert_true (troupe_sandbox_mounts_read (mounts, words, &error));
  g_assert_true (troupe_sandbox_mounts_check (mounts, table->str, OWN, -1, &error));
  g_test_message ("4,000 mounts: %" G_GINT64_FORMAT " us", test_time_get_own () - begin);
  g_assert_cmpint (test_time_get_own () - begin, <, 500 * 1000 * TEST_SLOWNESS);
}

#define TEST(name, func, data)                                                                     \
  g_test_add ("/sandbox-mounts/" name, Fixture, data, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_autofree char *home = g_dir_make_tmp ("troupe-home-XXXXXX", NULL);
  int result;

  g_assert_nonnull (home);
  /* Must precede the first use of the variable. */
  g_setenv ("HOME", home, TRUE);
  g_test_init (&argc, &argv, NULL);

  TEST ("tables", test_tables, NULL);
  TEST ("below-read-only", test_below_read_only, NULL);
  TEST ("unknown", test_unknown, NULL);
  TEST ("unchanged", test_unchanged, GUINT_TO_POINTER (0));
  TEST ("unchanged-parent", test_unchanged, GUINT_TO_POINTER (1));
  TEST ("link", test_link, NULL);
  TEST ("closed", test_closed, NULL);
  TEST ("nameless", test_nameless, NULL);
  TEST ("failing", test_failing, NULL);
  TEST ("bad-info", test_bad_info, NULL);
  TEST ("unsent", test_unsent, NULL);
  TEST ("time", test_time, NULL);
  TEST ("many", test_many, NULL);
  TEST ("too-many", test_too_many, NULL);
  TEST ("wrong", test_wrong, NULL);
  for (guint i = 0; i < 3 * G_N_ELEMENTS (exchanges); i++)
    {
      g_autofree char *name = g_strdup_printf ("/sandbox-mounts/exchanged/%u/%u", i / 3, i % 3);

      g_test_add (name, Fixture, GUINT_TO_POINTER (i), set_up, test_exchanged, tear_down);
    }

  result = g_test_run ();
  remove_all (home);
  return result;
}
