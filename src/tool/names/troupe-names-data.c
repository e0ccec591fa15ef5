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
#include "troupe-folder-results.h"
#include "troupe-names-data.h"
#include "troupe-names-rules-private.h"

/* Maximum number of files in a folder that is moved, and how deep they may be. Other calls wait while they are searched. */
#define MOST_FILES 50000u
#define MOST_DEPTH 128u

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/* Returns the part of the path whose names are judged. What the user has granted by its path is not judged itself, and may be the folder of a rule as well.
 * @is_granted: (out): whether the part is below such a path. (nullable) */
static const char *
find_judged (const TroupeNamesRules *rules, const char *path, gboolean *is_granted)
{
  const char *rest = troupe_names_rules_find_below_root (rules, path);

  *is_granted = FALSE;
  for (guint i = 0; rest != NULL && i < rules->granted->len; i++)
    {
      const char *granted = rules->granted->pdata[i];
      const gsize length = strlen (granted);

      if (strncmp (path, granted, length) == 0 && (path[length] == '/' || path[length] == '\0') &&
          path + length >= rest)
        {
          rest = path + length;
          *is_granted = TRUE;
        }
    }
  return rest;
}

/* Returns TRUE if the path, which was not granted, is in a folder in which something is developed. */
static gboolean
is_in_project (const TroupeNamesRules *rules, const char *path)
{
  const char *root = troupe_names_rules_find_root (rules, path);
  guint index;

  if (root == NULL || !g_ptr_array_find (rules->paths, root, &index))
    return FALSE;
  return troupe_folder_projects_contain (rules->projects,
                                         g_array_index (rules->folders, int, index),
                                         g_array_index (rules->are_inside, gboolean, index),
                                         path + strlen (root));
}

gboolean
troupe_names_data_is_outside (const TroupeNamesRules *rules, const char *path)
{
  const char *rest;
  gboolean is_granted;

  g_return_val_if_fail (rules != NULL && path != NULL, TRUE);

  rest = rules->may_change_programs ? NULL : find_judged (rules, path, &is_granted);
  /* What was granted by its path is what the user wants to be changed. */
  return rest != NULL && *rest != '\0' && !is_granted && !troupe_folder_data_is_output (rest);
}

TroupeNamesReason
troupe_names_data_judge (const TroupeNamesRules *rules, const char *path, gboolean is_folder)
{
  g_autofree char *name = NULL;
  const char *rest;
  gboolean is_granted;

  g_return_val_if_fail (rules != NULL && path != NULL, TROUPE_NAMES_IS_PROGRAM);

  if (rules->may_change_programs)
    return TROUPE_NAMES_ALLOWED;
  rest = find_judged (rules, path, &is_granted);
  if (rest == NULL || *rest == '\0')
    return TROUPE_NAMES_ALLOWED;
  if (!is_granted && !troupe_folder_data_is_output (rest))
    return TROUPE_NAMES_OUTSIDE_OUTPUT;
  if (!troupe_folder_data_is_path (rest, is_folder))
    return TROUPE_NAMES_IS_PROGRAM;
  name = g_path_get_basename (path);
  if (!is_folder && !troupe_folder_result_is_name (name))
    return TROUPE_NAMES_NO_RESULT;
  return is_folder || is_granted || troupe_folder_data_is_inert (name) ||
                 !is_in_project (rules, path)
             ? TROUPE_NAMES_ALLOWED
             : TROUPE_NAMES_IN_PROJECT;
}

/* Returns the path to which the text leads by its names. (transfer full) */
static char *
find_target (int parent, const char *text)
{
  g_autofree char *above = troupe_names_rules_describe (parent, NULL);

  return g_canonicalize_filename (text, above);
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
          troupe_names_data_judge (rules, inner, S_ISDIR (status.st_mode)) != TROUPE_NAMES_ALLOWED;
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

/* --- Links --------------------------------------------------------------------------------------- */

TroupeNamesReason
troupe_names_data_judge_target (const TroupeNamesRules *rules, int parent, const char *text)
{
  g_autofree char *target = NULL;
  struct stat status;
  gboolean is_folder;

  g_return_val_if_fail (rules != NULL && text != NULL, TROUPE_NAMES_IS_PROGRAM);

  if (rules->may_change_programs || troupe_names_rules_is_free (rules, parent))
    return TROUPE_NAMES_ALLOWED;
  target = find_target (parent, text);
  is_folder = fstatat (parent, text, &status, 0) == 0 && S_ISDIR (status.st_mode);
  return is_folder ? TROUPE_NAMES_IS_PROGRAM : troupe_names_data_judge (rules, target, FALSE);
}

/* --- Content ------------------------------------------------------------------------------------- */

/* Length of the beginning of a file that is read. */
#define BEGINNING 16u

/* Returns TRUE if the four bytes are the number, in one of both orders. */
static gboolean
is_number (const guint8 *bytes, guint32 number)
{
  guint32 read;

  memcpy (&read, bytes, sizeof read);
  return read == number || GUINT32_SWAP_LE_BE (read) == number;
}

static gboolean
begins_pickled (const guint8 *bytes, gsize length)
{
  static const guint32 gdbm_numbers[] = { 0x13579acd, 0x13579ace, 0x13579acf };
  static const guint32 berkeley_numbers[] = { 0x00053162, 0x00061561 };
  gboolean is_pickled = length >= 2 && bytes[0] == 0x80 && bytes[1] >= 2 && bytes[1] <= 5;

  for (guint i = 0; length >= 4 && i < G_N_ELEMENTS (gdbm_numbers); i++)
    is_pickled = is_pickled || is_number (bytes, gdbm_numbers[i]);
  for (guint i = 0; length >= BEGINNING && i < G_N_ELEMENTS (berkeley_numbers); i++)
    is_pickled = is_pickled || is_number (bytes + 12, berkeley_numbers[i]);
  return is_pickled;
}

gboolean
troupe_names_data_is_pickled (const TroupeNamesRules *rules, int parent, const char *name)
{
  guint8 bytes[BEGINNING];
  g_autofree char *link = NULL;
  struct stat status;
  gssize length = -1;
  int file;

  g_return_val_if_fail (rules != NULL && name != NULL, TRUE);

  if (rules->may_change_programs || troupe_names_rules_is_free (rules, parent) ||
      fstatat (parent, name, &status, AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH) != 0 ||
      !S_ISREG (status.st_mode))
    return FALSE;
  /* The file may be open without the permission to read it. */
  link = *name == '\0' ? g_strdup_printf ("/proc/self/fd/%d", parent) : NULL;
  file = link != NULL ? open (link, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
                      : openat (parent, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (file >= 0)
    {
      length = pread (file, bytes, sizeof bytes, 0);
      close (file);
    }
  return length < 0 || begins_pickled (bytes, (gsize) length);
}
