/* troupe-mcp-home.c: private home folders of MCP servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-home"

#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-folder-record.h"
#include "troupe-mcp-home.h"

/* Maximum depth of folders that are deleted. */
#define MOST_DEPTH 200u
/* Appended to the name of a folder that is being deleted. */
#define UNUSED ".unused"
/* Age of the last start after which a folder is deleted, in seconds, and the length of its name. */
#define MOST_AGE_S (G_GINT64_CONSTANT (90) * 24 * 60 * 60)
#define N_NAME 64u

static void
hash_texts (GChecksum *checksum, char **texts)
{
  /* Including the terminating NUL makes the boundaries of the strings unambiguous. */
  for (guint i = 0; texts[i] != NULL; i++)
    g_checksum_update (checksum, (const guchar *) texts[i], (gssize) strlen (texts[i]) + 1);
  g_checksum_update (checksum, (const guchar *) "", 1);
}

/* Returns the name of a home folder. @place: (nullable): NULL as before it was a part of the name; @code: (nullable): of
 * the server of any code if NULL. (transfer full) */
static char *
make_name (const TroupeMcpConfig *config, const char *place, const char *folder, const char *code)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  char *of_program[] = { (char *) place, (char *) folder, config->command, NULL };

  hash_texts (checksum, place != NULL ? of_program : of_program + 1);
  hash_texts (checksum, config->arguments);
  hash_texts (checksum, config->environment);
  if (code != NULL)
    g_checksum_update (checksum, (const guchar *) code, -1);
  return g_strdup (g_checksum_get_string (checksum));
}

/* --- Deleting --------------------------------------------------------------------------------- */

/* Opens a folder without following a link, also one that programs of the server have locked. Returns -1 if that
 * fails. */
static int
open_folder (int parent, const char *name)
{
  const int exact = openat (parent, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", exact);
  struct stat status;
  int folder;

  if (exact < 0)
    return -1;
  if (fstat (exact, &status) == 0 && (status.st_mode & S_IRWXU) != S_IRWXU)
    (void) !chmod (path, 0700);
  folder = openat (exact, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  close (exact);
  return folder;
}

/* Deletes what the folder contains, and closes it. Links are deleted, not followed. */
static void
empty_folder (int folder, guint depth)
{
  DIR *stream = folder >= 0 ? fdopendir (folder) : NULL;
  const struct dirent *entry = NULL;

  if (stream == NULL)
    {
      if (folder >= 0)
        close (folder);
      return;
    }
  while ((entry = readdir (stream)) != NULL)
    {
      if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
        continue;
      if (unlinkat (dirfd (stream), entry->d_name, 0) == 0 || depth >= MOST_DEPTH)
        continue;
      empty_folder (open_folder (dirfd (stream), entry->d_name), depth + 1);
      unlinkat (dirfd (stream), entry->d_name, AT_REMOVEDIR);
    }
  closedir (stream);
}

/* Returns TRUE if a folder with this name is mounted in a sandbox of a process. */
static gboolean
is_used (const char *name)
{
  g_autoptr (GDir) processes = g_dir_open ("/proc", 0, NULL);
  const char *id = NULL;

  /* If the processes are unknown, the folder may be used. */
  if (processes == NULL)
    return TRUE;
  while ((id = g_dir_read_name (processes)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc", id, "mountinfo", NULL);
      g_autofree char *mounts = NULL;

      if (g_ascii_isdigit (*id) && g_file_get_contents (path, &mounts, NULL, NULL) &&
          strstr (mounts, name) != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
delete_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const char *path = task_data;

  empty_folder (open_folder (AT_FDCWD, path), 0);
  g_rmdir (path);
  g_task_return_boolean (task, TRUE);
}

/* Deletes the folder @path in a thread. What a process that ends leaves is deleted at a later start. */
static void
delete_later (const char *path)
{
  g_autoptr (GTask) task = NULL;
  struct stat status;

  if (lstat (path, &status) != 0 || !S_ISDIR (status.st_mode))
    return;
  task = g_task_new (NULL, NULL, NULL, NULL);
  g_task_set_source_tag (task, delete_later);
  g_task_set_task_data (task, g_strdup (path), g_free);
  g_task_run_in_thread (task, delete_thread);
}

/* Deletes the folder @name unless it is used. */
static void
delete_home (const char *above, const char *name)
{
  g_autofree char *path = g_build_filename (above, name, NULL);
  g_autofree char *unused = g_strconcat (path, UNUSED, NULL);
  struct stat status;

  /* A program that starts in the meantime creates a new folder. */
  if (lstat (path, &status) == 0 && S_ISDIR (status.st_mode) && !is_used (name))
    (void) !rename (path, unused);
  delete_later (unused);
}

/* --- Unused folders --------------------------------------------------------------------------- */

/* Returns the file whose time is that of the last start with the folder @name. Programs of the server can change the
 * times of the folder itself. (transfer full) */
static char *
make_stamp_path (const char *name)
{
  return g_build_filename (g_get_user_cache_dir (), "troupe", "servers-used", name, NULL);
}

/* Returns TRUE if the folder was last used too long ago. One of an earlier version counts from now on. */
static gboolean
is_outdated (const char *name)
{
  g_autofree char *stamp = make_stamp_path (name);
  struct stat status;

  if (lstat (stamp, &status) == 0)
    return g_get_real_time () / G_USEC_PER_SEC - status.st_mtim.tv_sec > MOST_AGE_S;
  g_file_set_contents (stamp, "", 0, NULL);
  return FALSE;
}

static gboolean
is_home_name (const char *name)
{
  return strlen (name) == N_NAME && strspn (name, "0123456789abcdef") == N_NAME;
}

/* Deletes the folders of servers that were not started for a long time, and what was not deleted completely. */
static void
delete_outdated (const char *above)
{
  g_autoptr (GDir) entries = g_dir_open (above, 0, NULL);
  const char *entry = NULL;

  while (entries != NULL && (entry = g_dir_read_name (entries)) != NULL)
    {
      g_autofree char *name = g_str_has_suffix (entry, UNUSED)
                                  ? g_strndup (entry, strlen (entry) - strlen (UNUSED))
                                  : g_strdup (entry);
      g_autofree char *stamp = NULL;

      if (!is_home_name (name))
        continue;
      if (!g_str_equal (name, entry))
        {
          g_autofree char *path = g_build_filename (above, entry, NULL);

          delete_later (path);
        }
      else if (is_outdated (name) && !is_used (name))
        {
          stamp = make_stamp_path (name);
          delete_home (above, name);
          g_unlink (stamp);
        }
    }
}

/* --- Other code ------------------------------------------------------------------------------- */

/* Returns the folder with a file for each server, which contains the name of its home folder. (transfer full) */
static char *
make_current_path (void)
{
  return g_build_filename (g_get_user_cache_dir (), "troupe", "servers-current", NULL);
}

/* Deletes the files of servers whose home folders were deleted. */
static void
forget_deleted (const char *above)
{
  g_autofree char *folder = make_current_path ();
  g_autoptr (GDir) entries = g_dir_open (folder, 0, NULL);
  const char *entry = NULL;

  while (entries != NULL && (entry = g_dir_read_name (entries)) != NULL)
    {
      g_autofree char *file = g_build_filename (folder, entry, NULL);
      g_autofree char *name = NULL;
      g_autofree char *home = NULL;

      if (!g_file_get_contents (file, &name, NULL, NULL))
        continue;
      home = g_build_filename (above, name, NULL);
      if (!g_file_test (home, G_FILE_TEST_IS_DIR))
        g_unlink (file);
    }
}

/* Deletes the home folder of the code with which the server was started before. @any: the name for all code; @name:
 * the one for this code */
static void
delete_other (const char *above, const char *any, const char *name)
{
  g_autofree char *folder = make_current_path ();
  g_autofree char *file = g_build_filename (folder, any, NULL);
  g_autofree char *other = NULL;

  if (g_file_get_contents (file, &other, NULL, NULL) && is_home_name (other) &&
      !g_str_equal (other, name))
    delete_home (above, other);
  if (g_strcmp0 (other, name) == 0)
    return;
  forget_deleted (above);
  g_mkdir_with_parents (folder, 0700);
  g_file_set_contents (file, name, -1, NULL);
}

char *
troupe_mcp_home_make (const TroupeMcpConfig *config,
                      const char *place,
                      const char *folder,
                      const char *code)
{
  g_autofree char *any = NULL;
  g_autofree char *owner = NULL;
  g_autofree char *name = NULL;
  g_autofree char *before = NULL;
  g_autofree char *above = NULL;
  g_autofree char *home = NULL;
  g_autofree char *stamp = NULL;
  g_autofree char *home_above = NULL;
  struct stat status = { 0 };

  g_return_val_if_fail (config != NULL && place != NULL && folder != NULL, NULL);

  /* Programs store the path of their home folder in their data, so that the data of an earlier
   * version of Troupe, with another path, cannot be used. */
  any = make_name (config, place, folder, NULL);
  if (stat (folder, &status) != 0)
    owner = g_strdup (code);
  else
    owner =
        g_strdup_printf ("%" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %s", (guint64) status.st_ino,
                         troupe_folder_record_read_birth (AT_FDCWD, folder),
                         code != NULL ? code : "");
  name = make_name (config, place, folder, owner);
  before = make_name (config, NULL, folder, NULL);
  above = g_build_filename (g_get_user_cache_dir (), "troupe", "servers", NULL);
  home = g_build_filename (above, name, NULL);
  /* Before the folders are looked at, also by other processes. */
  /* Notes that the folder is used now. */
  stamp = make_stamp_path (name);
  home_above = g_path_get_dirname (stamp);
  g_mkdir_with_parents (home_above, 0700);
  g_file_set_contents (stamp, "", 0, NULL);
  delete_home (above, before);
  if (code != NULL)
    delete_other (above, any, name);
  delete_outdated (above);
  return g_mkdir_with_parents (home, 0700) == 0 ? g_steal_pointer (&home) : NULL;
}
