/* troupe-sandbox-system.c: what a sandbox shows of the system
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-sandbox-system"

#include "config.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-name.h"
#include "troupe-folder-policy.h"
#include "troupe-folder.h"
#include "troupe-key-finder.h"
#include "troupe-sandbox-system.h"
#include "troupe-sandbox.h"
#include "troupe-secret.h"

/* Maximum depth of the folders of the system that are searched for private files. */
#define PRIVATE_DEPTH 8u

/* System folders of programs, which contain no user data. */
static const char *const shown[] = {
  "/usr", "/etc", "/nix/store", "/gnu/store", "/var/lib/ca-certificates", NULL,
};

/* Folders in which programs are installed without packages, but in which users have their projects as well. Each folder in them is judged
 * (is_installed()), except those of shown[] that every system has. */
static const char *const mixed[] = { "/opt", "/usr/local" };
static const char *const standard[] = { "bin",     "games",  "include", "lib",  "lib32", "lib64",
                                        "libexec", "libx32", "man",     "sbin", "share", NULL };
/* Sources and data of the user. */
static const char *const others[] = { "/usr/src", "/usr/local/src", "/usr/local/etc",
                                      "/usr/local/var", NULL };

/* Maximum size of a file of settings that is read, in bytes. */
#define MOST_SETTINGS (64u * 1024)
/* How many folders, and entries of a folder, are looked at for what makes it a project. */
#define MOST_INNER 200u

/* Returns TRUE if the folder, or one directly in it if @depth is 1, contains a repository or a file with keys. */
static gboolean
is_project (const char *folder, guint depth)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  for (guint i = 0; dir != NULL && i < MOST_INNER && (name = g_dir_read_name (dir)) != NULL; i++)
    {
      g_autofree char *folded = troupe_folder_name_fold (name);
      g_autofree char *path = g_build_filename (folder, name, NULL);
      TroupeFolderTrail none = { 0 };

      if (troupe_folder_name_is_protected (&none, folded) ||
          troupe_folder_name_is_any_repository (folded) ||
          (depth > 0 && !g_file_test (path, G_FILE_TEST_IS_SYMLINK) &&
           is_project (path, depth - 1)))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if the folder in one of mixed[] is an installation of the system, which code may see: only root changes it, and it is no
 * project. */
static gboolean
is_installed (const char *folder)
{
  struct stat status;

  return stat (folder, &status) == 0 && status.st_uid == 0 && (status.st_mode & S_IWOTH) == 0 &&
         (!S_ISDIR (status.st_mode) || !is_project (folder, 1));
}

/* Returns the folder in one of mixed[] in which the path is. (transfer full) (nullable): NULL if it is in none, or in one that every
 * system has */
static char *
find_mixed (const char *path)
{
  for (guint i = 0; i < G_N_ELEMENTS (mixed); i++)
    {
      const char *rest = troupe_path_get_below (path, mixed[i]);
      g_autofree char *name = rest != NULL ? g_strndup (rest, strcspn (rest, "/")) : NULL;

      if (name != NULL && *name != '\0' && (i == 0 || !g_strv_contains (standard, name)))
        return g_build_filename (mixed[i], name, NULL);
    }
  return NULL;
}

gboolean
troupe_sandbox_is_shown (const char *path)
{
  g_autofree char *folder = find_mixed (path);

  for (guint i = 0; others[i] != NULL; i++)
    if (troupe_path_is_within (path, others[i]))
      return FALSE;
  if (folder != NULL)
    return is_installed (folder);
  for (guint i = 0; shown[i] != NULL; i++)
    if (troupe_path_is_within (path, shown[i]))
      return TRUE;
  return FALSE;
}

/* Shows what is installed in the folders of mixed[], and hides the rest of those that are in one of shown[]. */
static void
add_mixed (GPtrArray *arguments)
{
  for (guint i = 0; others[i] != NULL; i++)
    if (g_file_test (others[i], G_FILE_TEST_IS_DIR) &&
        !g_file_test (others[i], G_FILE_TEST_IS_SYMLINK))
      troupe_sandbox_add (arguments, "--tmpfs", others[i], NULL);
  for (guint i = 0; i < G_N_ELEMENTS (mixed); i++)
    {
      g_autoptr (GDir) dir = g_dir_open (mixed[i], 0, NULL);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *path = g_build_filename (mixed[i], name, NULL);
          g_autofree char *found = find_mixed (path);
          const gboolean is_folder = g_file_test (path, G_FILE_TEST_IS_DIR);

          if (found == NULL || (i > 0 && g_strv_contains (others, path)))
            continue;
          if (i == 0 && is_installed (path))
            troupe_sandbox_add (arguments, "--ro-bind-try", path, path, NULL);
          else if (i > 0 && !is_installed (path) && !g_file_test (path, G_FILE_TEST_IS_SYMLINK))
            troupe_sandbox_add (arguments, is_folder ? "--tmpfs" : "--ro-bind",
                                is_folder ? path : "/dev/null", is_folder ? NULL : path, NULL);
        }
    }
}

gboolean
troupe_sandbox_may_show (const char *path)
{
  g_autofree char *home = troupe_path_resolve (g_get_home_dir ());

  return !troupe_sandbox_is_shown (path) && !troupe_folder_policy_is_system (path) &&
         !troupe_path_is_within (home, path);
}

void
troupe_sandbox_add_path (GPtrArray *arguments, const char *path)
{
  g_autofree char *first = g_strndup (path, 1 + strcspn (path + 1, "/"));
  g_autofree char *real = troupe_path_resolve (first);

  /* `/bin` may be a link to a folder of the system, which the sandbox has as well. */
  if (troupe_sandbox_may_show (path) && !troupe_sandbox_is_shown (real))
    troupe_sandbox_add (arguments, "--ro-bind-try", path, path, NULL);
}

/* Makes the settings of the kernel, which apply to the whole machine, read-only. bubblewrap does not
 * protect them in a user namespace, where files of root belong to root. */
static void
protect_kernel_settings (GPtrArray *arguments)
{
  static const char *const parts[] = { "sys", "sysrq-trigger", "irq", "bus", "acpi", "fs", "mtrr" };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *path = g_build_filename ("/proc", parts[i], NULL);

      if (g_file_test (path, G_FILE_TEST_EXISTS))
        troupe_sandbox_add (arguments, "--ro-bind-try", path, path, NULL);
    }
}

/* Hides what other users may not read, if root starts the program. Only root changes these
 * folders. */
static void
hide_private (GPtrArray *arguments, const char *folder, guint depth)
{
  g_autoptr (GDir) entries = g_dir_open (folder, 0, NULL);
  const char *name = NULL;

  while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      struct stat status;

      if (lstat (path, &status) != 0)
        continue;
      /* A folder that is too deep to be searched is hidden as a whole. */
      if (S_ISDIR (status.st_mode) && ((status.st_mode & S_IXOTH) == 0 || depth == 0))
        troupe_sandbox_add (arguments, "--tmpfs", path, NULL);
      else if (S_ISDIR (status.st_mode))
        hide_private (arguments, path, depth - 1);
      else if (S_ISREG (status.st_mode) && (status.st_mode & S_IROTH) == 0)
        troupe_sandbox_add (arguments, "--ro-bind", "/dev/null", path, NULL);
    }
}

/* Returns TRUE if a line of the file assigns a key to a variable or a setting, or contains something in the form of a key. */
static gboolean
has_keys (const char *path)
{
  g_autofree char *text = troupe_file_read (path, MOST_SETTINGS, NULL, NULL, NULL);
  g_auto (GStrv) lines = text != NULL ? g_strsplit (text, "\n", -1) : NULL;
  g_autoptr (TroupeKeyFinder) finder = troupe_key_finder_new ();

  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      const char *value = strchr (lines[i], '=');
      g_autofree char *name =
          value != NULL ? g_strndup (lines[i], (gsize) (value - lines[i])) : NULL;
      g_autofree char *plain = g_strdup (value != NULL ? value + 1 : lines[i]);
      g_autofree char *found = NULL;

      g_strstrip (g_strdelimit (plain, "\"'", ' '));
      if (name != NULL && troupe_key_finder_is_key_name (name) &&
          strlen (plain) >= TROUPE_SECRET_LONG && strpbrk (plain, "$/ ") == NULL)
        return TRUE;
      found = troupe_key_finder_find_member (finder, name, plain);
      if (found != NULL)
        return TRUE;
    }
  return FALSE;
}

/* Hides files of the system with settings for all users if they contain keys, which are not passed to code otherwise either. */
static void
hide_keys (GPtrArray *arguments)
{
  static const char *const files[] = { "/etc/environment",  "/etc/profile",
                                       "/etc/bash.bashrc",  "/etc/zsh/zshenv",
                                       "/etc/zsh/zprofile", "/etc/pip.conf",
                                       "/etc/npmrc",        "/etc/gitconfig",
                                       "/etc/wgetrc",       "/etc/security/pam_env.conf" };
  static const char *const folders[] = { "/etc/profile.d", "/etc/environment.d", "/etc/default",
                                         "/etc/conf.d" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    if (g_file_test (files[i], G_FILE_TEST_IS_REGULAR) && has_keys (files[i]))
      troupe_sandbox_add (arguments, "--ro-bind", "/dev/null", files[i], NULL);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autoptr (GDir) dir = g_dir_open (folders[i], 0, NULL);
      const char *name;

      while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *path = g_build_filename (folders[i], name, NULL);

          if (g_file_test (path, G_FILE_TEST_IS_REGULAR) && has_keys (path))
            troupe_sandbox_add (arguments, "--ro-bind", "/dev/null", path, NULL);
        }
    }
}

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
  add_mixed (arguments);
  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    {
      g_autofree char *target = g_file_read_link (links[i], NULL);

      if (target != NULL)
        troupe_sandbox_add (arguments, "--symlink", target, links[i], NULL);
      else
        troupe_sandbox_add (arguments, "--ro-bind-try", links[i], links[i], NULL);
    }
  troupe_sandbox_add (arguments, "--dev", "/dev", "--proc", "/proc", NULL);
  protect_kernel_settings (arguments);
  if (geteuid () == 0)
    hide_private (arguments, "/etc", PRIVATE_DEPTH);
  hide_keys (arguments);
  /* Provides the number of processors. */
  troupe_sandbox_add (arguments, "--ro-bind-try", "/sys/devices/system", "/sys/devices/system",
                      NULL);
  for (guint i = 0; i < G_N_ELEMENTS (empty); i++)
    troupe_sandbox_add (arguments, "--tmpfs", empty[i], NULL);
}
