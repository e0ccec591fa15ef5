/* troupe-home-settings.c: files outside of the home folder that its settings make programs execute
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-home-settings"

#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-home-settings.h"

/* Maximum number of files that are looked at, and of folders above one, from the home folder on. */
#define MOST_ENTRIES 20000u
#define MOST_DEPTH 5u
/* How long the links are not looked for again. */
#define KEPT_US (5 * G_USEC_PER_SEC)
/* Maximum number of files with settings in a folder. */
#define MOST_FILES 64u

/* Visible folders of the home folder in which links lead to programs of the user. */
static const char *const visible[] = { "bin", NULL };

/* Folders of data, in which no program looks for settings. */
static const char *const data[] = { ".cache", ".git", "Cache", "node_modules", "Trash", NULL };

static const char *const files[] = { ".bash_aliases",
                                     ".bash_login",
                                     ".bash_logout",
                                     ".bash_profile",
                                     ".bashrc",
                                     ".pam_environment",
                                     ".profile",
                                     ".ssh/config",
                                     ".xprofile",
                                     ".xsessionrc",
                                     ".zlogin",
                                     ".zprofile",
                                     ".zshenv",
                                     ".zshrc",
                                     ".config/fish/config.fish",
                                     NULL };

/* Folders in which each file with this end is read. */
static const struct
{
  const char *folder;
  const char *end;
} folders[] = {
  { ".bashrc.d", "" },
  { ".config/autostart", ".desktop" },
  { ".config/environment.d", ".conf" },
  { ".config/fish/conf.d", ".fish" },
  { ".config/systemd/user", ".service" },
  { ".config/systemd/user", ".timer" },
};

/* A folder that is still to be read. @path: relative to the home folder */
typedef struct
{
  char *path;
  guint depth;
} Waiting;

static GMutex kept_lock;
static char **kept;         /* protected by @kept_lock */
static gint64 kept_time_us; /* protected by @kept_lock */

static void
add_folder (GQueue *waiting, const char *above, const char *name, guint depth)
{
  Waiting *folder = NULL;

  if (depth > MOST_DEPTH || g_strv_contains (data, name))
    return;
  folder = g_new0 (Waiting, 1);
  folder->path = *above != '\0' ? g_build_filename (above, name, NULL) : g_strdup (name);
  folder->depth = depth;
  g_queue_push_tail (waiting, folder);
}

/* Reads one folder: its links are added to the targets, and its folders wait. */
static void
read_folder (const char *home,
             const Waiting *folder,
             GQueue *waiting,
             GHashTable *targets,
             guint *n_entries)
{
  g_autofree char *path = g_build_filename (home, folder->path, NULL);
  DIR *entries = opendir (path);
  const struct dirent *entry = NULL;

  while (entries != NULL && *n_entries < MOST_ENTRIES && (entry = readdir (entries)) != NULL)
    {
      struct stat status;
      unsigned char type = entry->d_type;

      if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
        continue;
      (*n_entries)++;
      if (type == DT_UNKNOWN &&
          fstatat (dirfd (entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
        type = (unsigned char) IFTODT (status.st_mode);
      if (type == DT_LNK)
        {
          g_autofree char *link = g_build_filename (path, entry->d_name, NULL);

          g_hash_table_add (targets, troupe_path_resolve_existing (link));
        }
      else if (type == DT_DIR && (folder->depth > 0 || *entry->d_name == '.' ||
                                  g_strv_contains (visible, entry->d_name)))
        add_folder (waiting, folder->path, entry->d_name, folder->depth + 1);
    }
  if (entries != NULL)
    closedir (entries);
}

/* (transfer full) */
static char **
find_targets (void)
{
  g_autoptr (GHashTable) targets = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  GQueue waiting = G_QUEUE_INIT;
  GHashTableIter iter;
  gpointer target;
  guint n_entries = 0;

  add_folder (&waiting, "", "", 0);
  for (Waiting *folder = g_queue_pop_head (&waiting); folder != NULL;
       folder = g_queue_pop_head (&waiting))
    {
      read_folder (g_get_home_dir (), folder, &waiting, targets, &n_entries);
      g_free (folder->path);
      g_free (folder);
    }
  g_hash_table_iter_init (&iter, targets);
  while (g_hash_table_iter_next (&iter, &target, NULL))
    g_strv_builder_add (list, target);
  return g_strv_builder_end (list);
}

char **
troupe_home_settings_list_targets (void)
{
  char **result = NULL;

  g_mutex_lock (&kept_lock);
  if (kept == NULL || g_get_monotonic_time () - kept_time_us > KEPT_US)
    {
      g_strfreev (kept);
      kept = find_targets ();
      kept_time_us = g_get_monotonic_time ();
    }
  result = g_strdupv (kept);
  g_mutex_unlock (&kept_lock);
  return result;
}

char **
troupe_home_settings_list_files (void)
{
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  const char *const home = g_get_home_dir ();

  for (guint i = 0; files[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (home, files[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        g_strv_builder_add (list, path);
    }
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_build_filename (home, folders[i].folder, NULL);
      g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
      const char *name;

      for (guint k = 0; dir != NULL && k < MOST_FILES && (name = g_dir_read_name (dir)) != NULL;)
        {
          g_autofree char *whole = g_build_filename (path, name, NULL);

          if (!g_str_has_suffix (name, folders[i].end) ||
              !g_file_test (whole, G_FILE_TEST_IS_REGULAR))
            continue;
          g_strv_builder_add (list, whole);
          k++;
        }
    }
  return g_strv_builder_end (list);
}
