/* troupe-python-sandbox.c: what code in bubblewrap sees and reaches
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-sandbox"

#include "config.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "troupe-python-sandbox.h"

/* Landlock of Linux 6.12 and later keeps a process from abstract sockets that are not its own. */
#define LANDLOCK_CREATE_RULESET 444
#define LANDLOCK_VERSION_WITH_SCOPES 6

/* How many modules of a folder that is not shown whole are shown. */
#define MOST_MODULES 256

static gint is_broken; /* (atomic) */

/* --- Its program -------------------------------------------------------------------------------- */

/* Never by the PATH: a program of that name that lies elsewhere decides what code can do. */
static const char *
find_program (void)
{
  static const char *const programs[] = { "/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap",
                                          "/run/current-system/sw/bin/bwrap",
                                          "/run/current-system/profile/bin/bwrap" };

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    if (g_file_test (programs[i], G_FILE_TEST_IS_EXECUTABLE))
      return programs[i];
  return NULL;
}

const char *
troupe_python_sandbox_find (const TroupePythonSettings *settings)
{
  if (settings->bubblewrap == NULL)
    return find_program ();
  return g_file_test (settings->bubblewrap, G_FILE_TEST_IS_EXECUTABLE) ? settings->bubblewrap
                                                                       : NULL;
}

void
troupe_python_sandbox_note (gboolean works)
{
  g_atomic_int_set (&is_broken, !works);
}

gboolean
troupe_python_has_sandbox (void)
{
  return !g_atomic_int_get (&is_broken) && find_program () != NULL;
}

gboolean
troupe_python_has_sandbox_program (void)
{
  return find_program () != NULL;
}

/* --- Sockets ------------------------------------------------------------------------------------ */

/* Abstract sockets (X11, some session buses) have no file: they live in the namespace of the network, and
 * come with it where code may use it. */
TroupePythonSockets
troupe_python_sandbox_choose_sockets (const TroupePythonSettings *settings)
{
  if ((settings->permissions & TROUPE_PYTHON_PERMIT_NETWORK) == 0)
    return TROUPE_PYTHON_SOCKETS_FREE;
  if (syscall (LANDLOCK_CREATE_RULESET, NULL, 0, 1) >= LANDLOCK_VERSION_WITH_SCOPES)
    return TROUPE_PYTHON_SOCKETS_SCOPED;
  return TROUPE_PYTHON_SOCKETS_FILTERED;
}

#if defined(__x86_64__)
#  define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#  define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#  define ARCHITECTURE AUDIT_ARCH_RISCV64
#endif

/* socket(AF_UNIX, …) fails; a pair of sockets, which has no name, does not. Where another architecture's calls
 * work too these fail, as they are numbered otherwise. */
int
troupe_python_sandbox_open_filter (void)
{
#ifdef ARCHITECTURE
  const struct sock_filter filter[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, arch)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 0, 6),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 4, 0),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 2),
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, args[0])),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  int fd = memfd_create ("troupe-filter", MFD_CLOEXEC);

  if (fd >= 0 && write (fd, filter, sizeof filter) == (gssize) sizeof filter &&
      lseek (fd, 0, SEEK_SET) == 0)
    return fd;
  if (fd >= 0)
    close (fd);
#endif
  return -1;
}

/* --- Paths -------------------------------------------------------------------------------------- */

static void add (GPtrArray *arguments, ...) G_GNUC_NULL_TERMINATED;

static void
add (GPtrArray *arguments, ...)
{
  const char *argument = NULL;
  va_list list;

  va_start (list, arguments);
  while ((argument = va_arg (list, const char *)) != NULL)
    g_ptr_array_add (arguments, g_strdup (argument));
  va_end (list);
}

static gboolean
is_within (const char *path, const char *folder)
{
  gsize length = strlen (folder);

  if (g_str_equal (folder, "/"))
    return TRUE;
  return g_str_has_prefix (path, folder) && (path[length] == '/' || path[length] == '\0');
}

/* Without links, as far as it is there. */
static char *
resolve (const char *path)
{
  char *resolved = realpath (path, NULL);
  char *copy = resolved != NULL ? g_strdup (resolved) : g_canonicalize_filename (path, "/");

  free (resolved);
  return copy;
}

/* What all systems have for programs, and nothing of anybody's own. */
static const char *const shown[] = {
  "/usr", "/etc", "/opt", "/nix/store", "/gnu/store", "/var/lib/ca-certificates", NULL,
};

static gboolean
is_shown (const char *path)
{
  for (guint i = 0; shown[i] != NULL; i++)
    if (is_within (path, shown[i]))
      return TRUE;
  return FALSE;
}

/* Whether showing @folder would show what others, or other programs, keep in it. */
static gboolean
is_shared (const char *folder)
{
  static const char *const below[] = { "/dev", "/proc", "/sys" };
  const char *const above[] = { "/home",
                                "/media",
                                "/mnt",
                                "/root",
                                "/run",
                                "/tmp",
                                "/var/tmp",
                                "/dev",
                                "/proc",
                                g_get_tmp_dir (),
                                g_get_user_runtime_dir () };
  g_autofree char *real = resolve (folder);
  g_autofree char *home = resolve (g_get_home_dir ());

  /* One that lies deep in a folder is hidden there. */
  if (g_str_equal (home, real))
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (above); i++)
    {
      g_autofree char *other = resolve (above[i]);

      if (is_within (other, real) && !is_within (other, home))
        return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (below); i++)
    if (is_within (real, below[i]))
      return TRUE;
  return FALSE;
}

static void
add_path (GPtrArray *arguments, const char *path)
{
  g_autofree char *home = resolve (g_get_home_dir ());

  if (!is_shown (path) && !is_shared (path) && !is_within (home, path))
    add (arguments, "--ro-bind-try", path, path, NULL);
}

/* --- What is shown ------------------------------------------------------------------------------ */

/* An empty system with the folders of programs alone: what is not named here is not there, be it another
 * disk, a folder of somebody else's or a socket of the desktop. */
static void
add_system (GPtrArray *arguments)
{
  static const char *const links[] = { "/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin" };
  static const char *const empty[] = { "/tmp", "/var/tmp", "/run" };

  for (guint i = 0; shown[i] != NULL; i++)
    add (arguments, "--ro-bind-try", shown[i], shown[i], NULL);
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *target = g_file_read_link (links[i], NULL);

      if (target != NULL)
        add (arguments, "--symlink", target, links[i], NULL);
      else
        add (arguments, "--ro-bind-try", links[i], links[i], NULL);
    }
  add (arguments, "--dev", "/dev", "--proc", "/proc", NULL);
  /* How many processors there are. */
  add (arguments, "--ro-bind-try", "/sys/devices/system", "/sys/devices/system", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (empty); i++)
    add (arguments, "--tmpfs", empty[i], NULL);
}

static void
add_home (GPtrArray *arguments)
{
  g_autofree char *home = g_canonicalize_filename (g_get_home_dir (), "/");

  if (!g_str_equal (home, "/") && !is_shown (home))
    add (arguments, "--tmpfs", home, NULL);
}

/* A Python in the home folder comes with its own tree: ~/.pyenv, a virtual environment. Where that tree
 * would be the home itself or ~/.local, only its programs and libraries are shown. */
static void
add_prefix (GPtrArray *arguments, const char *program)
{
  g_autofree char *programs = g_path_get_dirname (program);
  g_autofree char *prefix = g_path_get_dirname (programs);
  g_autofree char *home = g_canonicalize_filename (g_get_home_dir (), "/");
  g_autofree char *local = g_build_filename (home, ".local", NULL);
  g_autofree char *libraries = g_build_filename (prefix, "lib", NULL);

  if (!is_shared (prefix) && !g_str_equal (prefix, local))
    {
      add_path (arguments, prefix);
      return;
    }
  add_path (arguments, programs);
  add_path (arguments, libraries);
}

static void
add_interpreter (GPtrArray *arguments, const char *interpreter)
{
  g_autofree char *program = g_strdup (interpreter);

  for (guint i = 0; i < 16; i++)
    {
      g_autofree char *target = g_file_read_link (program, NULL);
      g_autofree char *folder = g_path_get_dirname (program);

      add_prefix (arguments, program);
      if (target == NULL)
        return;
      g_free (program);
      program = g_canonicalize_filename (target, folder);
    }
}

/* What the environment leads Python to. */
static void
add_named (GPtrArray *arguments, const char *const *environment)
{
  static const char *const names[] = { "LD_LIBRARY_PATH", "PYTHONPATH", "REQUESTS_CA_BUNDLE",
                                       "SSL_CERT_DIR", "SSL_CERT_FILE" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *value = g_environ_getenv ((char **) environment, names[i]);
      g_auto (GStrv) parts = g_strsplit (value != NULL ? value : "", ":", -1);

      for (guint k = 0; parts[k] != NULL; k++)
        if (g_path_is_absolute (parts[k]))
          add_path (arguments, parts[k]);
    }
}

/* Of a folder that others use too, the modules that lie beside the document. */
static void
add_modules (GPtrArray *arguments, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name = NULL;
  guint n_modules = 0;

  add (arguments, "--dir", folder, NULL);
  while (dir != NULL && n_modules < MOST_MODULES && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (!g_str_has_suffix (name, ".py") || g_file_test (path, G_FILE_TEST_IS_SYMLINK) ||
          !g_file_test (path, G_FILE_TEST_IS_REGULAR))
        continue;
      add (arguments, "--ro-bind-try", path, path, NULL);
      n_modules++;
    }
}

/* What is shown may have the home folder in it. */
static void
hide_home (GPtrArray *arguments, const char *folder)
{
  g_autofree char *real = resolve (folder);
  g_autofree char *home = resolve (g_get_home_dir ());

  if (is_within (home, real) && !is_shown (home))
    add (arguments, "--tmpfs", home, NULL);
}

static void
add_folder (GPtrArray *arguments, const TroupePythonSettings *settings, const char *folder)
{
  gboolean may_write = (settings->permissions & TROUPE_PYTHON_PERMIT_WRITE) != 0;

  if (is_shared (folder))
    add_modules (arguments, folder);
  else
    {
      add (arguments, may_write ? "--bind" : "--ro-bind", folder, folder, NULL);
      hide_home (arguments, folder);
    }
  for (guint i = 0; settings->write_folders != NULL && settings->write_folders[i] != NULL; i++)
    add (arguments, "--bind-try", settings->write_folders[i], settings->write_folders[i], NULL);
}

void
troupe_python_sandbox_add (GPtrArray *arguments,
                           const TroupePythonSettings *settings,
                           const char *const *environment,
                           const char *interpreter,
                           const char *helper,
                           const char *folder)
{
  g_autofree char *helper_folder = g_path_get_dirname (helper);

  add (arguments, troupe_python_sandbox_find (settings), "--die-with-parent", "--unshare-user-try",
       "--unshare-ipc", "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try", NULL);
  add_system (arguments);
  add_home (arguments);
  if (settings->permissions & TROUPE_PYTHON_PERMIT_NETWORK)
    add (arguments, "--ro-bind-try", "/run/systemd/resolve", "/run/systemd/resolve", NULL);
  else
    add (arguments, "--unshare-net", NULL);
  add_interpreter (arguments, interpreter);
  add_named (arguments, environment);
  if (!is_shown (helper_folder))
    add (arguments, "--ro-bind", helper_folder, helper_folder, NULL);
  add_folder (arguments, settings, folder);
  add (arguments, "--remount-ro", "/", "--chdir", "/", NULL);
}
