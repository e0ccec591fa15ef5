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
/* Maximum size and number of the texts that are searched for a folder, and their size together, in bytes. */
#define MOST_TEXT (64u * 1024)
#define MOST_TEXTS 3000u
#define MOST_BYTES (8u * 1024 * 1024)

/* Visible folders of the home folder in which links lead to programs of the user. */
static const char *const visible[] = { "bin", NULL };

/* Folders of data, in which no program looks for settings. */
static const char *const data[] = { ".cache", ".git",   "Cache", "node_modules",
                                    "Trash",  "troupe", NULL };

/* Parts of the names of databases. They are not opened: SQLite locks files for the whole process, and closing any descriptor of such a file would
 * release the locks, so that another program would remove what is not yet in the database. */
static const char *const database_parts[] = { ".db",  ".sqlite", ".sqlite3", ".db3",
                                              "-wal", "-shm",    "-journal", NULL };

/* Folders, and parts of names of files, in which programs note what the user has done: no text in them is a setting. */
static const char *const noted_folders[] = {
  "Cache",         "Code Cache",      "Crash Reports",    "GPUCache",      "History", "IndexedDB",
  "Local Storage", "Session Storage", "extensions",       "globalStorage", "logs",    "projects",
  "registry",      "sessions",        "workspaceStorage", "todos",         NULL
};
static const char *const noted_parts[] = { "backup",      "bookmark", "cache",     "hist",
                                           "known_hosts", "lock",     "log",       "recent",
                                           "session",     "state",    "storage",   "trusted",
                                           "info",        "xbel",     "workspace", NULL };

/* Hidden folders with links to data of other programs, such as the disks of Windows programs. */
static const char *const data_links[] = { ".PlayOnLinux", ".cache",     ".steam", ".var",
                                          ".wine",        "dosdevices", NULL };

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

/* A folder that is still to be read. @path: relative to the home folder; @is_noted: whether it is in a folder of notes; @has_data:
 * whether its links lead to data */
typedef struct
{
  char *path;
  guint depth;
  gboolean is_noted;
  gboolean has_data;
} Waiting;

/* What is found in the home folder. @targets: (element-type filename): of links, as a set; @linked: (element-type filename): the folders among
 * them in which programs look for settings and programs; @texts: (element-type filename): files that may
 * be settings, those with fewer folders above them first */
typedef struct
{
  GHashTable *targets;
  GPtrArray *linked;
  GPtrArray *texts;
  guint n_entries;
} Finding;

static GMutex kept_lock;
/* Protected by @kept_lock: the targets, the linked folders, the texts, the folder that was searched for last and the texts with it */
static char **kept;
static char **kept_linked;
static char **kept_texts;
static char *kept_folder;
static char **kept_with_folder;
static gint64 kept_time_us;

static void
add_folder (GQueue *waiting, const Waiting *above, const char *name)
{
  Waiting *folder = NULL;

  if (above->depth >= MOST_DEPTH || g_strv_contains (data, name))
    return;
  folder = g_new0 (Waiting, 1);
  folder->path =
      *above->path != '\0' ? g_build_filename (above->path, name, NULL) : g_strdup (name);
  folder->depth = above->depth + 1;
  folder->is_noted = above->is_noted || g_strv_contains (noted_folders, name);
  folder->has_data = above->has_data || g_strv_contains (data_links, name);
  g_queue_push_tail (waiting, folder);
}

static gboolean
is_noted (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; noted_parts[i] != NULL; i++)
    if (strstr (lower, noted_parts[i]) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
is_database (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (guint i = 0; database_parts[i] != NULL; i++)
    if (strstr (lower, database_parts[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* Reads one folder: its links and its files are added, and its folders wait. */
static void
read_folder (const char *home, const Waiting *folder, GQueue *waiting, Finding *finding)
{
  g_autofree char *path = g_build_filename (home, folder->path, NULL);
  DIR *entries = opendir (path);
  const struct dirent *entry = NULL;

  while (entries != NULL && finding->n_entries < MOST_ENTRIES &&
         (entry = readdir (entries)) != NULL)
    {
      struct stat status;
      unsigned char type = entry->d_type;

      if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
        continue;
      finding->n_entries++;
      if (type == DT_UNKNOWN &&
          fstatat (dirfd (entries), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
        type = (unsigned char) IFTODT (status.st_mode);
      if (type == DT_LNK)
        {
          g_autofree char *link = g_build_filename (path, entry->d_name, NULL);

          char *target = troupe_path_resolve_existing (link);

          if (!folder->has_data && g_file_test (target, G_FILE_TEST_IS_DIR))
            g_ptr_array_add (finding->linked, g_strdup (target));
          g_hash_table_add (finding->targets, target);
        }
      if ((type == DT_LNK || type == DT_REG) && !folder->is_noted && !is_noted (entry->d_name) &&
          !is_database (entry->d_name) && (folder->depth > 0 || *entry->d_name == '.') &&
          finding->texts->len < MOST_TEXTS)
        g_ptr_array_add (finding->texts, g_build_filename (path, entry->d_name, NULL));
      if (type == DT_DIR &&
          (folder->depth > 0 || *entry->d_name == '.' || g_strv_contains (visible, entry->d_name)))
        add_folder (waiting, folder, entry->d_name);
    }
  if (entries != NULL)
    closedir (entries);
}

/* Finds what is in the home folder, unless it is known. @kept_lock is held. */
static void
find_all (void)
{
  Finding finding = { g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                      g_ptr_array_new (), g_ptr_array_new (), 0 };
  Waiting top = { (char *) "", 0, FALSE, FALSE };
  g_autoptr (GStrvBuilder) list = NULL;
  GQueue waiting = G_QUEUE_INIT;
  GHashTableIter iter;
  gpointer target;

  if (kept != NULL && g_get_monotonic_time () - kept_time_us <= KEPT_US)
    {
      g_hash_table_unref (finding.targets);
      g_ptr_array_unref (finding.linked);
      g_ptr_array_unref (finding.texts);
      return;
    }
  list = g_strv_builder_new ();
  read_folder (g_get_home_dir (), &top, &waiting, &finding);
  for (Waiting *folder = g_queue_pop_head (&waiting); folder != NULL;
       folder = g_queue_pop_head (&waiting))
    {
      read_folder (g_get_home_dir (), folder, &waiting, &finding);
      g_free (folder->path);
      g_free (folder);
    }
  g_hash_table_iter_init (&iter, finding.targets);
  while (g_hash_table_iter_next (&iter, &target, NULL))
    g_strv_builder_add (list, target);
  g_hash_table_unref (finding.targets);
  g_ptr_array_add (finding.texts, NULL);
  g_ptr_array_add (finding.linked, NULL);
  g_strfreev (kept);
  g_strfreev (kept_linked);
  g_strfreev (kept_texts);
  g_clear_pointer (&kept_folder, g_free);
  kept = g_strv_builder_end (list);
  kept_texts = (char **) g_ptr_array_free (finding.texts, FALSE);
  kept_linked = (char **) g_ptr_array_free (finding.linked, FALSE);
  kept_time_us = g_get_monotonic_time ();
}

char **
troupe_home_settings_list_targets (void)
{
  char **result = NULL;

  g_mutex_lock (&kept_lock);
  find_all ();
  result = g_strdupv (kept);
  g_mutex_unlock (&kept_lock);
  return result;
}

char **
troupe_home_settings_list_linked (void)
{
  char **result = NULL;

  g_mutex_lock (&kept_lock);
  find_all ();
  result = g_strdupv (kept_linked);
  g_mutex_unlock (&kept_lock);
  return result;
}

/* Returns a pattern for the folder, or for the one in the home folder in which it is, because settings may change to that one. (transfer
 * full) (nullable). @part: (out) (transfer full): what a text that matches contains at least */
static GRegex *
make_pattern (const char *folder, char **part)
{
  g_autofree char *home = troupe_path_resolve (g_get_home_dir ());
  const char *rest = troupe_path_get_below (folder, home);
  g_autofree char *first = NULL;
  g_autofree char *home_pattern = g_regex_escape_string (home, -1);
  g_autofree char *other_pattern = g_regex_escape_string (g_get_home_dir (), -1);
  g_autofree char *name = NULL;
  g_autofree char *pattern = NULL;

  if (rest != NULL && *rest != '\0')
    {
      first = g_strndup (rest, strcspn (rest, "/"));
      *part = g_strconcat ("/", first, NULL);
      name = g_regex_escape_string (first, -1);
      pattern = g_strdup_printf (
          "(?:%s|%s|~|\\$HOME|\\$\\{HOME\\}|\\$\\{env:HOME\\}|%%h)\"?/+%s(?![\\w.-])", home_pattern,
          other_pattern, name);
    }
  else
    {
      *part = g_strdup (folder);
      name = g_regex_escape_string (folder, -1);
      pattern = g_strdup_printf ("%s(?![\\w.-])", name);
    }
  return g_regex_new (pattern, G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, NULL);
}

char **
troupe_home_settings_list_with (const char *folder)
{
  g_autoptr (GStrvBuilder) list = g_strv_builder_new ();
  g_autoptr (GRegex) pattern = NULL;
  g_autofree char *part = NULL;
  char **result = NULL;
  gsize n_bytes = 0;

  g_return_val_if_fail (folder != NULL, NULL);

  g_mutex_lock (&kept_lock);
  find_all ();
  if (g_strcmp0 (kept_folder, folder) != 0)
    {
      pattern = make_pattern (folder, &part);
      for (guint i = 0; pattern != NULL && kept_texts[i] != NULL && n_bytes < MOST_BYTES; i++)
        {
          gsize length = 0;
          g_autofree char *text = troupe_file_read (kept_texts[i], MOST_TEXT, &length, NULL, NULL);

          n_bytes += length;
          if (text != NULL && strstr (text, part) != NULL && memchr (text, '\0', length) == NULL &&
              g_regex_match (pattern, text, 0, NULL))
            g_strv_builder_add (list, kept_texts[i]);
        }
      g_strfreev (kept_with_folder);
      kept_with_folder = g_strv_builder_end (list);
      g_free (kept_folder);
      kept_folder = g_strdup (folder);
    }
  result = g_strdupv (kept_with_folder);
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
