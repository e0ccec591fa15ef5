/* troupe-folder-project.c: folders in which something is developed, and what may be written in them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-project"

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-folder-data.h"
#include "troupe-folder-name.h"
#include "troupe-folder-project.h"

#define FOLDER_FLAGS (O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/* Code creates many files in one folder. A changed folder is therefore not read again for this time, nor for so many times as long as it took. */
#define LEAST_PAUSE (G_USEC_PER_SEC / 2)
#define PAUSE_FACTOR 20
/* A change in the same tick of the file system's clock as another one is not seen. */
#define TICK (2 * (gint64) G_USEC_PER_SEC)
/* Maximum number of folders without a marker that are remembered. */
#define MOST_FOLDERS 20000u

/* Which folder it is. */
typedef struct
{
  guint64 device;
  guint64 inode;
} Place;

/* A folder in which no marker was found. @changed: when the folder was changed, in microseconds of the system's clock; @is_settled: whether that was
 * long before it was read; @next: until when it is not read again */
typedef struct
{
  Place place;
  gint64 changed;
  gboolean is_settled;
  gint64 next;
} Other;

/* @projects: set of Place; @others: (element-type Place Other) */
struct _TroupeFolderProjects
{
  GHashTable *projects;
  GHashTable *others;
};

static guint
hash_place (gconstpointer key)
{
  const Place *place = key;

  return (guint) (place->inode ^ (place->inode >> 32) ^ place->device);
}

static gboolean
is_same_place (gconstpointer a, gconstpointer b)
{
  const Place *first = a;
  const Place *second = b;

  return first->inode == second->inode && first->device == second->device;
}

TroupeFolderProjects *
troupe_folder_projects_new (void)
{
  TroupeFolderProjects *self = g_new0 (TroupeFolderProjects, 1);

  self->projects = g_hash_table_new_full (hash_place, is_same_place, g_free, NULL);
  self->others = g_hash_table_new_full (hash_place, is_same_place, NULL, g_free);
  return self;
}

void
troupe_folder_projects_free (TroupeFolderProjects *self)
{
  if (self == NULL)
    return;
  g_hash_table_unref (self->projects);
  g_hash_table_unref (self->others);
  g_free (self);
}

/* --- Markers ------------------------------------------------------------------------------------- */

/* Returns TRUE for a file, and for a link that leads to one. */
static gboolean
is_file (int folder, const struct dirent *entry)
{
  struct stat status;

  if (entry->d_type == DT_REG)
    return TRUE;
  return (entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN) &&
         fstatat (folder, entry->d_name, &status, 0) == 0 && S_ISREG (status.st_mode);
}

/* Returns TRUE if the folder contains a marker, or if that is unknown. */
static gboolean
has_marker (int folder)
{
  const int copy = openat (folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *entries = copy >= 0 ? fdopendir (copy) : NULL;
  gboolean is_found = entries == NULL;

  if (entries == NULL && copy >= 0)
    close (copy);
  for (const struct dirent *entry = NULL;
       !is_found && entries != NULL && (entry = readdir (entries)) != NULL;)
    is_found = *entry->d_name != '.' && troupe_folder_data_is_marker (entry->d_name) &&
               is_file (copy, entry);
  if (entries != NULL)
    closedir (entries);
  return is_found;
}

/* Programs can set the time of the last modification, but not that of the last change of the status. */
static gint64
get_time_of_change (const struct stat *status)
{
  return (gint64) status->st_ctim.tv_sec * G_USEC_PER_SEC + status->st_ctim.tv_nsec / 1000;
}

/* Remembers that there is no marker in the folder. @begun: when reading it began */
static void
add_other (TroupeFolderProjects *self, const Place *place, gint64 changed, gint64 begun)
{
  const gint64 now = g_get_monotonic_time ();
  Other *other = g_new (Other, 1);

  g_assert (self != NULL);

  if (g_hash_table_size (self->others) >= MOST_FOLDERS)
    g_hash_table_remove_all (self->others);
  *other = (Other){ *place, changed, g_get_real_time () - changed > TICK,
                    now + MAX (LEAST_PAUSE, PAUSE_FACTOR * (now - begun)) };
  g_hash_table_replace (self->others, &other->place, other);
}

/* Returns TRUE if the open folder is a project. */
static gboolean
is_project (TroupeFolderProjects *self, int folder)
{
  const gint64 begun = g_get_monotonic_time ();
  const Other *other;
  struct stat status;
  Place place;

  g_assert (self != NULL);

  if (fstat (folder, &status) != 0)
    return TRUE;
  place = (Place){ status.st_dev, status.st_ino };
  if (g_hash_table_contains (self->projects, &place))
    return TRUE;
  other = g_hash_table_lookup (self->others, &place);
  if (other != NULL && (begun < other->next ||
                        (other->is_settled && other->changed == get_time_of_change (&status))))
    return FALSE;
  if (!has_marker (folder))
    {
      add_other (self, &place, get_time_of_change (&status), begun);
      return FALSE;
    }
  g_hash_table_add (self->projects, g_memdup2 (&place, sizeof place));
  return TRUE;
}

/* --- Places -------------------------------------------------------------------------------------- */

/* Opens the folder @name of @folder, which is closed. Returns -1 if there is none. @is_unknown: (out): set to TRUE if that is unknown */
static int
step_into (int folder, const char *name, gboolean *is_unknown)
{
  const int next = openat (folder, name, FOLDER_FLAGS);

  *is_unknown = *is_unknown || (next < 0 && errno != ENOENT && errno != ENOTDIR && errno != ELOOP);
  close (folder);
  return next;
}

gboolean
troupe_folder_projects_contain (TroupeFolderProjects *self,
                                int root,
                                gboolean is_inside,
                                const char *path)
{
  g_auto (GStrv) names = NULL;
  gboolean is_unknown = FALSE;
  int folder;

  g_return_val_if_fail (self != NULL && path != NULL, TRUE);

  folder = openat (root, ".", FOLDER_FLAGS);
  if (folder < 0)
    return TRUE;
  is_inside = is_inside || is_project (self, folder);
  names = g_strsplit (path, "/", -1);
  for (guint i = 0; names[i] != NULL && names[i + 1] != NULL; i++)
    {
      if (*names[i] == '\0' || g_str_equal (names[i], "."))
        continue;
      folder = folder >= 0 ? step_into (folder, names[i], &is_unknown) : -1;
      is_inside = is_inside || (folder >= 0 && is_project (self, folder));
    }
  if (folder >= 0)
    close (folder);
  return is_unknown || is_inside;
}
