/* troupe-sandbox.c: arguments of bubblewrap: which parts of the system are visible in a sandbox
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-sandbox"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-data.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-folder-stores.h"
#include "troupe-folder.h"
#include "troupe-sandbox-code.h"
#include "troupe-sandbox-system.h"
#include "troupe-sandbox.h"
#include "troupe-search-paths.h"
#include "troupe-tool.h"

/* Maximum number of arguments for folders; bubblewrap accepts 9,000, with those for the system and the
 * variables of a server. */
#define MOST_WORDS 8000u


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

/* --- System calls ------------------------------------------------------------------------------- */

#if defined(__x86_64__)
#  define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#  define ARCHITECTURE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#  define ARCHITECTURE AUDIT_ARCH_RISCV64
#endif

#ifdef ARCHITECTURE

#  define FIELD(name) ((guint32) offsetof (struct seccomp_data, name))

/* Numbers from here on belong to the x32 ABI of the same processor. */
#  define FIRST_X32 0x40000000u

/* System calls that reach beyond the namespaces of the sandbox. The keys of the kernel belong to the
 * user's session. The filter does not see the operations of a ring, which open sockets as well;
 * programs that use rings continue without them after ENOSYS. */
static const struct
{
  int number;
  int error;
} refused[] = {
  { SYS_io_uring_setup, ENOSYS },
  { SYS_io_uring_enter, ENOSYS },
  { SYS_io_uring_register, ENOSYS },
  { SYS_add_key, EPERM },
  { SYS_request_key, EPERM },
  { SYS_keyctl, EPERM },
  { SYS_bpf, EPERM },
  { SYS_perf_event_open, EPERM },
  { SYS_userfaultfd, EPERM },
  { SYS_open_by_handle_at, EPERM },
  { SYS_kcmp, EPERM },
  { SYS_process_madvise, EPERM },
  { SYS_setns, EPERM },
  /* Its mode is in memory, where the filter does not see it; programs use openat() instead. */
  { SYS_openat2, ENOSYS },
};

#  ifndef SYS_fchmodat2
#    define SYS_fchmodat2 452
#  endif

/* System calls that set the mode of a file, with the index of this argument, and of the flags without
 * which a call creates nothing and has no mode; -1: always. A program with the mode S_ISUID or S_ISGID
 * in the document's folder gives other users of the computer the rights of the user, outside of the
 * sandbox. */
static const struct
{
  int number;
  int mode;
  int flags;
} setting_modes[] = {
#  ifdef SYS_chmod
  { SYS_chmod, 1, -1 },  { SYS_creat, 1, -1 },    { SYS_mknod, 1, -1 },     { SYS_open, 2, 1 },
#  endif
  { SYS_fchmod, 1, -1 }, { SYS_fchmodat, 2, -1 }, { SYS_fchmodat2, 2, -1 }, { SYS_mknodat, 2, -1 },
  { SYS_openat, 3, 2 },
};

/* Families of sockets that belong to the network namespace of the sandbox. Others, such as those
 * between a virtual machine and its host, do not. */
static const int families[] = { AF_INET, AF_INET6, AF_NETLINK };

/* Types of socket pairs that always stay connected with each other. Datagram sockets can be connected to others by a path, also in another
 * sandbox, and pass on descriptors of files and networks. Another one of this family is not created. */
static const int pair_types[] = { SOCK_STREAM, SOCK_SEQPACKET };

/* The part of the type of a socket that is not a flag. */
#  define KIND_OF_SOCKET 0xfu

static void
add_statement (GArray *filter, guint16 code, guint32 value)
{
  const struct sock_filter statement = BPF_STMT (code, value);

  g_array_append_val (filter, statement);
}

/* Adds a statement that is skipped unless the loaded number is @value. */
static void
add_if_equal (GArray *filter, guint32 value, guint32 result)
{
  const struct sock_filter jump = BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);

  g_array_append_val (filter, jump);
  add_statement (filter, BPF_RET | BPF_K, result);
}

/* Refuses the modes S_ISUID and S_ISGID in the calls of #setting_modes. */
static void
add_modes (GArray *filter)
{
  for (guint i = 0; i < G_N_ELEMENTS (setting_modes); i++)
    {
      const gboolean has_flags = setting_modes[i].flags >= 0;
      const guint8 n_rest = has_flags ? 6 : 4;
      const struct sock_filter is_call =
          BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (guint32) setting_modes[i].number, 0, n_rest);
      const struct sock_filter creates =
          BPF_JUMP (BPF_JMP | BPF_JSET | BPF_K, O_CREAT | (O_TMPFILE & ~O_DIRECTORY), 0, 3);
      const struct sock_filter sets_id =
          BPF_JUMP (BPF_JMP | BPF_JSET | BPF_K, S_ISUID | S_ISGID, 0, 1);

      g_array_append_val (filter, is_call);
      if (has_flags)
        {
          add_statement (filter, BPF_LD | BPF_W | BPF_ABS, FIELD (args[setting_modes[i].flags]));
          g_array_append_val (filter, creates);
        }
      add_statement (filter, BPF_LD | BPF_W | BPF_ABS, FIELD (args[setting_modes[i].mode]));
      g_array_append_val (filter, sets_id);
      add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
      add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    }
}

/* Refuses socketpair() except for these types. */
static void
add_pairs (GArray *filter)
{
  const struct sock_filter is_call =
      BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_socketpair, 0, 6 + 2 * G_N_ELEMENTS (pair_types));
  const struct sock_filter is_local = BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0);

  g_array_append_val (filter, is_call);
  add_statement (filter, BPF_LD | BPF_W | BPF_ABS, FIELD (args[0]));
  g_array_append_val (filter, is_local);
  add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  add_statement (filter, BPF_LD | BPF_W | BPF_ABS, FIELD (args[1]));
  add_statement (filter, BPF_ALU | BPF_AND | BPF_K, KIND_OF_SOCKET);
  for (guint i = 0; i < G_N_ELEMENTS (pair_types); i++)
    add_if_equal (filter, (guint32) pair_types[i], SECCOMP_RET_ALLOW);
  add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
}

static GArray *
make_filter (void)
{
  GArray *filter = g_array_new (FALSE, FALSE, sizeof (struct sock_filter));
  const struct sock_filter same_architecture =
      BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  const struct sock_filter before_x32 = BPF_JUMP (BPF_JMP | BPF_JGE | BPF_K, FIRST_X32, 0, 1);
  const struct sock_filter is_socket = BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 1, 0);

  /* System calls of other architectures are refused completely, because their numbers differ. */
  add_statement (filter, BPF_LD | BPF_W | BPF_ABS, FIELD (arch));
  g_array_append_val (filter, same_architecture);
  add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  add_statement (filter, BPF_LD | BPF_W | BPF_ABS, FIELD (nr));
  g_array_append_val (filter, before_x32);
  add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    add_if_equal (filter, (guint32) refused[i].number,
                  SECCOMP_RET_ERRNO | (guint32) refused[i].error);
  add_modes (filter);
  add_pairs (filter);
  g_array_append_val (filter, is_socket);
  add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  add_statement (filter, BPF_LD | BPF_W | BPF_ABS, FIELD (args[0]));
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    add_if_equal (filter, (guint32) families[i], SECCOMP_RET_ALLOW);
  add_statement (filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);

  return filter;
}

#endif

int
troupe_sandbox_open_filter (void)
{
#ifdef ARCHITECTURE
  g_autoptr (GArray) filter = make_filter ();
  const gsize size = filter->len * sizeof (struct sock_filter);
  int fd = memfd_create ("troupe-filter", MFD_CLOEXEC);

  if (fd >= 0 && write (fd, filter->data, size) == (gssize) size && lseek (fd, 0, SEEK_SET) == 0)
    return fd;
  if (fd >= 0)
    close (fd);
#else
  errno = ENOTSUP;
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

/* --- Namespaces --------------------------------------------------------------------------------- */

void
troupe_sandbox_add_walls (GPtrArray *arguments)
{
  /* For root, bubblewrap keeps all capabilities, with which the program could unmount what hides
   * files. */
  troupe_sandbox_add (arguments, "--die-with-parent", "--unshare-user-try", "--unshare-ipc",
                      "--unshare-pid", "--unshare-uts", "--unshare-cgroup-try", "--cap-drop", "ALL",
                      NULL);
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

/* --- Folders of the user ---------------------------------------------------------------------- */

/* How much of a folder code may write. */
typedef enum
{
  WRITABLE_NOTHING,
  WRITABLE_OUTPUT, /* the folder for outputs in it */
  WRITABLE_ALL,
} Writable;

/* @source: the folder without symbolic links; @path: its path in the sandbox; @root: a descriptor of the
 * folder that was searched; @pinned, @fixed: sets of the relative paths that are mount points, and of
 * those that are read-only */
typedef struct
{
  GPtrArray *arguments;
  TroupeSandboxMounts *mounts;
  const char *source;
  const char *path;
  int root;
  Writable writable;
  GHashTable *pinned;
  GHashTable *fixed;
} Visible;

/* Mounts a part of the folder on itself. Fails if a link is on the way, because links would be resolved
 * outside of the sandbox: code in another sandbox has replaced a folder since it was searched. */
static gboolean
mount_part (const Visible *self, const char *option, const char *part, GError **error)
{
  g_autofree char *source = g_build_filename (self->source, part, NULL);
  g_autofree char *path = g_build_filename (self->path, part, NULL);
  int descriptor = troupe_folder_open_exact (self->root, part);

  if (descriptor >= 0)
    troupe_sandbox_mounts_bind (self->mounts, self->arguments, option, source, path, descriptor);
  else if (errno == ENOENT || errno == ENOTDIR || errno == ELOOP)
    g_propagate_error (error, troupe_sandbox_mounts_make_error (path));
  else
    g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED, "%s: %s", path,
                 g_strerror (errno));
  return descriptor >= 0;
}

/* Returns TRUE if code may write in the folder of @part. */
static gboolean
is_writable (const Visible *self, const char *part)
{
  return self->writable == WRITABLE_ALL ||
         (self->writable == WRITABLE_OUTPUT && troupe_folder_data_is_output (part) &&
          strchr (part, '/') != NULL);
}

/* Makes each folder above @part a mount point of its own. A mount point cannot be renamed, so a
 * program cannot move a protected file to another name, where another sandbox would not hide it.
 * Nothing below a read-only folder can be renamed. */
static gboolean
pin_folders (const Visible *self, const char *part, GError **error)
{
  if (!is_writable (self, part))
    return TRUE;
  for (const char *end = strchr (part, '/'); end != NULL; end = strchr (end + 1, '/'))
    {
      g_autofree char *above = g_strndup (part, (gsize) (end - part));

      if (g_hash_table_contains (self->fixed, above))
        return TRUE;
      if (g_hash_table_add (self->pinned, g_strdup (above)) &&
          !mount_part (self, "--bind", above, error))
        return FALSE;
    }
  return TRUE;
}

/* Pins the folders above other folders that sandboxes show. @inner: (nullable) */
static gboolean
pin_inner (const Visible *self, const char *const *inner, GError **error)
{
  for (guint i = 0; inner != NULL && inner[i] != NULL; i++)
    if (troupe_path_is_within (inner[i], self->source) &&
        strlen (inner[i]) > strlen (self->source) + 1 &&
        !pin_folders (self, inner[i] + strlen (self->source) + 1, error))
      return FALSE;
  return TRUE;
}

/* Makes the configuration of the user's programs read-only. */
static gboolean
fix_files (const Visible *self, GPtrArray *parts, GError **error)
{
  for (guint i = 0; i < parts->len; i++)
    {
      if (!is_writable (self, parts->pdata[i]))
        continue;
      if (!pin_folders (self, parts->pdata[i], error) ||
          !mount_part (self, "--ro-bind", parts->pdata[i], error))
        return FALSE;
      g_hash_table_add (self->fixed, g_strdup (parts->pdata[i]));
    }
  return TRUE;
}

/* Makes the files read-only with which MCP servers start, so that nothing exchanges them before a start. */
static gboolean
fix_code (const Visible *self, GError **error)
{
  g_autoptr (GPtrArray) parts = troupe_sandbox_code_list (self->source);

  for (guint i = 0; i < parts->len; i++)
    if (g_hash_table_contains (self->fixed, parts->pdata[i]))
      g_ptr_array_remove_index (parts, i--);
  return fix_files (self, parts, error);
}

/* Opens an empty file of the user that no sandbox shows elsewhere. @path: (out): (transfer full). Returns -1 if
 * there is none */
static int
open_empty (char **path)
{
  g_autofree char *folder = g_build_filename (g_get_user_runtime_dir (), "troupe", NULL);
  g_autofree char *file = g_build_filename (folder, "empty", NULL);
  struct stat status;
  int descriptor = -1;

  if (g_mkdir_with_parents (folder, 0700) == 0)
    descriptor = open (file, O_RDONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0400);
  if (descriptor < 0 ||
      (fstat (descriptor, &status) == 0 && S_ISREG (status.st_mode) && status.st_size == 0))
    {
      *path = g_steal_pointer (&file);
      return descriptor;
    }
  close (descriptor);
  return -1;
}

/* Replaces the configuration of a repository in the sandbox by an empty one: Git fails if it cannot read the file,
 * and can neither be told programs nor read addresses in such a one. Returns FALSE if the file has another name. */
static gboolean
replace_config (const Visible *self, const char *part, const char *path)
{
  g_autofree char *name = g_path_get_basename (part);
  g_autofree char *file = NULL;
  int descriptor = -1;

  if (!g_str_equal (name, "config"))
    return FALSE;
  descriptor = open_empty (&file);
  if (descriptor < 0)
    return FALSE;
  troupe_sandbox_mounts_bind (self->mounts, self->arguments, "--ro-bind", file, path, descriptor);
  return TRUE;
}

/* Hides files and folders, never links, because the targets of links would be resolved outside of the
 * sandbox. @above: (nullable): what is hidden as a whole, with the files in it */
static gboolean
hide_files (const Visible *self, GPtrArray *parts, GPtrArray *above, GError **error)
{
  for (guint i = 0; i < parts->len; i++)
    {
      g_autofree char *path = g_build_filename (self->path, parts->pdata[i], NULL);
      struct stat status;

      if (troupe_folder_stores_contain (above, parts->pdata[i]))
        continue;
      if (!pin_folders (self, parts->pdata[i], error))
        return FALSE;
      if (fstatat (self->root, parts->pdata[i], &status, AT_SYMLINK_NOFOLLOW) == 0 &&
          S_ISDIR (status.st_mode))
        troupe_sandbox_add (self->arguments, "--tmpfs", path, NULL);
      else if (!replace_config (self, parts->pdata[i], path))
        troupe_sandbox_add (self->arguments, "--ro-bind", "/dev/null", path, NULL);
    }
  return TRUE;
}

/* Returns the folder for outputs unless it is hidden, or belongs to another program. (transfer full) (nullable) */
static TroupeSandboxOutput *
open_output (const Visible *self, TroupeFolderPolicy *policy, GPtrArray *hidden)
{
  GPtrArray *fixed = troupe_folder_policy_list_fixed (policy);

  if (g_ptr_array_find_with_equal_func (hidden, TROUPE_FOLDER_OUTPUT, g_str_equal, NULL) ||
      g_ptr_array_find_with_equal_func (fixed, TROUPE_FOLDER_OUTPUT, g_str_equal, NULL))
    return NULL;
  return troupe_sandbox_output_new (self->root, TROUPE_FOLDER_OUTPUT);
}

gboolean
troupe_sandbox_add_folder (GPtrArray *arguments,
                           TroupeSandboxMounts *mounts,
                           const char *folder,
                           const char *path,
                           const char *const *inner,
                           gboolean may_write,
                           GError **error)
{
  g_autofree char *source = troupe_path_resolve (folder);
  g_autoptr (TroupeFolderPolicy) policy = troupe_folder_policy_new (source);
  g_autoptr (GHashTable) pinned = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) fixed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GError) cause = NULL;
  GPtrArray *hidden = troupe_folder_policy_list_hidden (policy, &cause);
  TroupeSandboxNames *names = troupe_sandbox_mounts_get_names (mounts);
  Visible visible = {
    arguments,        mounts, source, path, troupe_folder_policy_get_descriptor (policy),
    WRITABLE_NOTHING, pinned, fixed
  };
  TroupeSandboxOutput *output = NULL;
  GPtrArray *stores = NULL;
  g_autofree char *real = NULL;
  g_autofree char *home = NULL;
  g_autofree char *display = NULL;

  if (hidden == NULL)
    {
      g_set_error_literal (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED,
                           cause->message);
      return FALSE;
    }
  if (visible.root < 0)
    {
      g_propagate_error (error, troupe_sandbox_mounts_make_error (path));
      return FALSE;
    }
  if (may_write && troupe_sandbox_names_get_problem () != NULL)
    {
      troupe_sandbox_names_deny (names);
      may_write = FALSE;
    }
  if (may_write)
    {
      troupe_sandbox_names_add_folder (names, source, path,
                                       troupe_folder_policy_list_hooks (policy));
      if (!troupe_sandbox_names_limits_to_output (names, path))
        visible.writable = WRITABLE_ALL;
      else if ((output = open_output (&visible, policy, hidden)) != NULL)
        visible.writable = WRITABLE_OUTPUT;
    }
  if (output != NULL)
    {
      troupe_sandbox_names_take_output (names, output);
      g_hash_table_add (pinned, g_strdup (TROUPE_FOLDER_OUTPUT));
    }
  if (!mount_part (&visible, visible.writable == WRITABLE_ALL ? "--bind" : "--ro-bind", "",
                   error) ||
      (output != NULL && !mount_part (&visible, "--bind", TROUPE_FOLDER_OUTPUT, error)))
    return FALSE;
  if (visible.writable != WRITABLE_ALL)
    stores = troupe_folder_policy_list_stores (policy);
  /* Replaces the home folder with an empty one if the visible folder contains it. */
  real = troupe_path_resolve (path);
  home = troupe_path_resolve (g_get_home_dir ());
  if (troupe_path_is_within (home, real) && !troupe_sandbox_is_shown (home))
    troupe_sandbox_add (arguments, "--tmpfs", home, NULL);
  if ((visible.writable != WRITABLE_NOTHING &&
       (!pin_inner (&visible, inner, error) ||
        !fix_files (&visible, troupe_folder_policy_list_fixed (policy), error) ||
        !fix_code (&visible, error))) ||
      (stores != NULL && !hide_files (&visible, stores, NULL, error)) ||
      !hide_files (&visible, hidden, stores, error))
    return FALSE;
  if (visible.arguments->len <= MOST_WORDS)
    return TRUE;
  display = g_filename_display_name (visible.source);
  g_set_error (
      error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED,
      /* Translators: %s is a folder. */
      _ ("The folder “%s” contains hidden files and files with keys, such as “.vscode” and "
         "“.env”, in too many folders for a sandbox to protect. Nothing was run. Move the "
         "document or the files."),
      display);
  return FALSE;
}

void
troupe_sandbox_add_file (GPtrArray *arguments,
                         TroupeSandboxMounts *mounts,
                         const char *file,
                         const char *path,
                         gboolean may_write)
{
  int descriptor = troupe_folder_open_exact (-1, file);

  if (descriptor >= 0)
    troupe_sandbox_mounts_bind (mounts, arguments, may_write ? "--bind-try" : "--ro-bind-try", file,
                                path, descriptor);
}

/* --- Probing ---------------------------------------------------------------------------------- */

char *
troupe_sandbox_probe (const char *bubblewrap)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GSubprocessLauncher) launcher = NULL;
  g_auto (GStrv) environment = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *output = NULL;

  g_return_val_if_fail (bubblewrap != NULL, NULL);

  troupe_sandbox_add (words, bubblewrap, NULL);
  troupe_sandbox_add_walls (words);
  troupe_sandbox_add_system (words);
  troupe_sandbox_add_network (words, FALSE);
  troupe_sandbox_add (words, "--remount-ro", "/", "--", "/bin/true", NULL);
  g_ptr_array_add (words, NULL);
  launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE |
                                        G_SUBPROCESS_FLAGS_STDERR_PIPE);
  environment = troupe_search_paths_make_environment ();
  g_subprocess_launcher_set_environ (launcher, environment);
  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) words->pdata, &error);
  if (process == NULL ||
      !g_subprocess_communicate_utf8 (process, NULL, NULL, NULL, &output, &error))
    return g_strdup (error->message);
  if (g_subprocess_get_successful (process))
    return NULL;
  g_strstrip (output);

  return *output != '\0' ? g_steal_pointer (&output) : g_strdup (_ ("bubblewrap failed"));
}
