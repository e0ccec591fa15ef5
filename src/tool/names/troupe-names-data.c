/* troupe-names-data.c: judges whether code in a sandbox changes documents and data only
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-names"

#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "troupe-folder-data.h"
#include "troupe-names-data.h"
#include "troupe-names-rules-private.h"

/* Maximum number of files in a folder that is moved, and how deep they may be. Other calls wait while they are searched. */
#define MOST_FILES 50000u
#define MOST_DEPTH 128u

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/* Returns the part of the path whose names are judged. What the user has granted by its path is not judged itself. (nullable) */
static const char *
find_judged (const TroupeNamesRules *rules, const char *path)
{
  const char *rest = troupe_names_rules_find_below_root (rules, path);

  for (guint i = 0; rest != NULL && i < rules->granted->len; i++)
    {
      const char *granted = rules->granted->pdata[i];
      const gsize length = strlen (granted);

      if (strncmp (path, granted, length) == 0 && (path[length] == '/' || path[length] == '\0') &&
          path + length > rest)
        rest = path + length;
    }
  return rest;
}

gboolean
troupe_names_data_allows (const TroupeNamesRules *rules, const char *path, gboolean is_folder)
{
  const char *rest;

  g_return_val_if_fail (rules != NULL && path != NULL, FALSE);

  if (rules->may_change_programs)
    return TRUE;
  rest = find_judged (rules, path);
  return rest == NULL || *rest == '\0' || troupe_folder_data_is_path (rest, is_folder);
}

/* Returns the path to which the text leads by its names. (transfer full) */
static char *
find_target (int parent, const char *text)
{
  g_autofree char *above = troupe_names_rules_describe (parent, NULL);

  return g_canonicalize_filename (text, above);
}

static gboolean
is_folder (int parent, const char *path)
{
  struct stat status;

  return fstatat (parent, path, &status, 0) == 0 && S_ISDIR (status.st_mode);
}

gboolean
troupe_names_data_leads_to_folder (int parent, const char *text)
{
  g_autofree char *path = find_target (parent, text);
  g_autofree char *name = g_path_get_basename (path);

  g_return_val_if_fail (text != NULL, FALSE);

  return !troupe_folder_data_is_file (name) && is_folder (parent, text);
}

gboolean
troupe_names_data_allows_target (const TroupeNamesRules *rules, int parent, const char *text)
{
  g_autofree char *path = NULL;

  g_return_val_if_fail (rules != NULL && text != NULL, FALSE);

  path = find_target (parent, text);
  return troupe_names_rules_is_free (rules, parent) ||
         troupe_names_data_allows (rules, path, is_folder (parent, text));
}

gboolean
troupe_names_data_is_folder (int parent, const char *name, const struct stat *status)
{
  char text[PATH_MAX];
  gssize length;

  g_return_val_if_fail (name != NULL && status != NULL, FALSE);

  if (!S_ISLNK (status->st_mode))
    return S_ISDIR (status->st_mode);
  length = readlinkat (parent, name, text, sizeof text - 1);
  text[MAX (length, 0)] = '\0';
  return length > 0 && troupe_names_data_leads_to_folder (parent, text);
}

/* --- Moved folders ------------------------------------------------------------------------------- */

/* Returns TRUE if a name in the folder, whose path would be @path, would be refused there. Closes @folder, which is -1 if it could not be opened. @n_files: of
 * those that were seen */
static gboolean
has_other (const TroupeNamesRules *rules, int folder, const char *path, guint depth, guint *n_files)
{
  DIR *entries = folder >= 0 ? fdopendir (folder) : NULL;
  gboolean is_other = entries == NULL || depth > MOST_DEPTH;

  if (entries == NULL && folder >= 0)
    close (folder);
  for (const struct dirent *entry = NULL;
       !is_other && entries != NULL && (entry = readdir (entries)) != NULL;)
    {
      g_autofree char *inner = g_build_filename (path, entry->d_name, NULL);
      struct stat status;

      if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
        continue;
      is_other =
          ++*n_files > MOST_FILES ||
          fstatat (folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
          !troupe_names_data_allows (rules, inner,
                                     troupe_names_data_is_folder (folder, entry->d_name, &status));
      if (!is_other && S_ISDIR (status.st_mode))
        is_other = has_other (rules, openat (folder, entry->d_name, FOLDER_FLAGS), inner, depth + 1,
                              n_files);
    }
  if (entries != NULL)
    closedir (entries);
  return is_other;
}

gboolean
troupe_names_data_keep (const TroupeNamesRules *rules,
                        int from,
                        const char *name,
                        int to,
                        const char *new_name)
{
  g_autofree char *path = NULL;
  guint n_files = 0;

  g_return_val_if_fail (rules != NULL && name != NULL && new_name != NULL, TRUE);

  if (rules->may_change_programs || troupe_names_rules_is_free (rules, to))
    return FALSE;
  path = troupe_names_rules_describe (to, new_name);
  return has_other (rules, openat (from, name, FOLDER_FLAGS), path, 0, &n_files);
}
