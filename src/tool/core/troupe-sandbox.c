/* troupe-sandbox.c: arguments of bubblewrap: which parts of the system are visible in a sandbox
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-sandbox"

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

#include "troupe-file.h"
#include "troupe-folder-policy.h"
#include "troupe-sandbox.h"
#include "troupe-tool.h"

static gint is_broken; /* (atomic) */

/* --- Finding bubblewrap ----------------------------------------------------------------------- */

/* Does not search PATH, because a program with the same name in another folder could disable the
 * sandbox. */
const char *
troupe_sandbox_find_program (void)
{
  static const char *const programs[] = { "/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap",
                                          "/run/current-system/sw/bin/bwrap",
                                          "/run/current-system/profile/bin/bwrap" };

  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    if (g_file_test (programs[i], G_FILE_TEST_IS_EXECUTABLE))
      return programs[i];
  return NULL;
}

void
troupe_sandbox_note (gboolean works)
{
  g_atomic_int_set (&is_broken, !works);
}

gboolean
troupe_sandbox_is_broken (void)
{
  return g_atomic_int_get (&is_broken);
}

/* --- Sockets ------------------------------------------------------------------------------------ */

#if defined(__x86_64__)
#  define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#  define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#  define ARCHITECTURE AUDIT_ARCH_RISCV64
#endif

/* Makes socket(AF_UNIX, …) fail. socketpair(), which creates unnamed sockets, still works.
 * System calls of other architectures are refused completely, because their numbers differ. */
int
troupe_sandbox_open_filter (void)
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

void
troupe_sandbox_add (GPtrArray *arguments, ...)
{
  const char *argument = NULL;
  va_list list;

  va_start (list, arguments);
  while ((argument = va_arg (list, const char *)) != NULL)
    g_ptr_array_add (arguments, g_strdup (argument));
  va_end (list);
}

/* System folders of programs, which contain no user data. */
static const char *const shown[] = {
  "/usr", "/etc", "/opt", "/nix/store", "/gnu/store", "/var/lib/ca-certificates", NULL,
};

gboolean
troupe_sandbox_is_shown (const char *path)
{
  for (guint i = 0; shown[i] != NULL; i++)
    if (troupe_path_is_within (path, shown[i]))
      return TRUE;
  return FALSE;
}

void
troupe_sandbox_add_path (GPtrArray *arguments, const char *path)
{
  g_autofree char *home = troupe_path_resolve (g_get_home_dir ());

  if (!troupe_sandbox_is_shown (path) && !troupe_folder_policy_is_system (path) &&
      !troupe_path_is_within (home, path))
    troupe_sandbox_add (arguments, "--ro-bind-try", path, path, NULL);
}

/* --- Visible folders -------------------------------------------------------------------------- */

/* Starts with an empty system that contains only the folders of programs. Anything that is not
 * listed here is not visible, such as other disks, folders of other users or sockets of the
 * desktop. */
void
troupe_sandbox_add_system (GPtrArray *arguments)
{
  static const char *const links[] = { "/bin", "/lib", "/lib32", "/lib64", "/libx32", "/sbin" };
  static const char *const empty[] = { "/tmp", "/var/tmp", "/run" };

  for (guint i = 0; shown[i] != NULL; i++)
    troupe_sandbox_add (arguments, "--ro-bind-try", shown[i], shown[i], NULL);
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *target = g_file_read_link (links[i], NULL);

      if (target != NULL)
        troupe_sandbox_add (arguments, "--symlink", target, links[i], NULL);
      else
        troupe_sandbox_add (arguments, "--ro-bind-try", links[i], links[i], NULL);
    }
  troupe_sandbox_add (arguments, "--dev", "/dev", "--proc", "/proc", NULL);
  /* Provides the number of processors. */
  troupe_sandbox_add (arguments, "--ro-bind-try", "/sys/devices/system", "/sys/devices/system",
                      NULL);
  for (guint i = 0; i < G_N_ELEMENTS (empty); i++)
    troupe_sandbox_add (arguments, "--tmpfs", empty[i], NULL);
}

void
troupe_sandbox_add_walls (GPtrArray *arguments)
{
  troupe_sandbox_add (arguments, "--die-with-parent", "--unshare-user-try", "--unshare-ipc",
                      "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try", NULL);
}

void
troupe_sandbox_add_network (GPtrArray *arguments, gboolean is_open)
{
  if (is_open)
    troupe_sandbox_add (arguments, "--ro-bind-try", "/run/systemd/resolve", "/run/systemd/resolve",
                        NULL);
  else
    troupe_sandbox_add (arguments, "--unshare-net", NULL);
}

void
troupe_sandbox_add_home (GPtrArray *arguments)
{
  g_autofree char *home = g_canonicalize_filename (g_get_home_dir (), "/");

  if (!g_str_equal (home, "/") && !troupe_sandbox_is_shown (home))
    troupe_sandbox_add (arguments, "--tmpfs", home, NULL);
}

/* A Python interpreter in the home folder belongs to an installation tree, such as ~/.pyenv or a
 * virtual environment. If that tree is the home folder itself or ~/.local, only its programs and
 * libraries are made visible. */
static void
add_prefix (GPtrArray *arguments, const char *program)
{
  g_autofree char *programs = g_path_get_dirname (program);
  g_autofree char *prefix = g_path_get_dirname (programs);
  g_autofree char *home = g_canonicalize_filename (g_get_home_dir (), "/");
  g_autofree char *local = g_build_filename (home, ".local", NULL);
  g_autofree char *libraries = g_build_filename (prefix, "lib", NULL);

  if (!troupe_folder_policy_is_system (prefix) && !g_str_equal (prefix, local))
    {
      troupe_sandbox_add_path (arguments, prefix);
      return;
    }
  troupe_sandbox_add_path (arguments, programs);
  troupe_sandbox_add_path (arguments, libraries);
}

void
troupe_sandbox_add_interpreter (GPtrArray *arguments, const char *interpreter)
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

/* Replaces the home folder with an empty one if the visible folder contains it. */
void
troupe_sandbox_hide_home (GPtrArray *arguments, const char *folder)
{
  g_autofree char *real = troupe_path_resolve (folder);
  g_autofree char *home = troupe_path_resolve (g_get_home_dir ());

  if (troupe_path_is_within (home, real) && !troupe_sandbox_is_shown (home))
    troupe_sandbox_add (arguments, "--tmpfs", home, NULL);
}

/* Makes each folder above @path a mount point of its own. A mount point cannot be renamed, so a
 * program cannot move a protected file to another name, where another sandbox would not hide it.
 * Nothing below a read-only folder can be renamed. @pinned: set of the paths that were added;
 * @fixed: set of the read-only paths */
static void
pin_folders (GPtrArray *arguments,
             const char *folder,
             const char *path,
             GHashTable *pinned,
             GHashTable *fixed)
{
  for (const char *end = strchr (path, '/'); end != NULL; end = strchr (end + 1, '/'))
    {
      g_autofree char *part = g_strndup (path, (gsize) (end - path));
      g_autofree char *full = g_build_filename (folder, part, NULL);

      if (g_hash_table_contains (fixed, part))
        return;
      if (g_hash_table_add (pinned, g_steal_pointer (&part)))
        troupe_sandbox_add (arguments, "--bind", full, full, NULL);
    }
}

/* Makes the configuration of the user's programs read-only. @fixed: receives the paths */
static void
fix_files (GPtrArray *arguments,
           const char *folder,
           GPtrArray *paths,
           GHashTable *pinned,
           GHashTable *fixed)
{
  for (guint i = 0; i < paths->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, paths->pdata[i], NULL);

      pin_folders (arguments, folder, paths->pdata[i], pinned, fixed);
      troupe_sandbox_add (arguments, "--ro-bind", path, path, NULL);
      g_hash_table_add (fixed, g_strdup (paths->pdata[i]));
    }
}

/* The paths refer only to files and folders. They never refer to links, because the targets of
 * links would be resolved outside of the sandbox. */
gboolean
troupe_sandbox_hide_keys (GPtrArray *arguments,
                          const char *folder,
                          gboolean may_write,
                          GError **error)
{
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (folder);
  g_autoptr (GHashTable) pinned = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) fixed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GError) cause = NULL;
  GPtrArray *hidden = troupe_folder_policy_list_hidden (policy, &cause);

  if (hidden == NULL)
    g_set_error_literal (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED, cause->message);
  else if (may_write)
    fix_files (arguments, folder, troupe_folder_policy_list_fixed (policy), pinned, fixed);
  for (guint i = 0; hidden != NULL && i < hidden->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, hidden->pdata[i], NULL);

      if (may_write)
        pin_folders (arguments, folder, hidden->pdata[i], pinned, fixed);
      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        troupe_sandbox_add (arguments, "--tmpfs", path, NULL);
      else
        troupe_sandbox_add (arguments, "--ro-bind", "/dev/null", path, NULL);
    }
  return hidden != NULL;
}
