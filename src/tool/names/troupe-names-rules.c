/* troupe-names-rules.c: which names code in a sandbox may create
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-names"

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "troupe-folder-name.h"
#include "troupe-names-data.h"
#include "troupe-names-rules-private.h"
#include "troupe-names-system.h"
#include "troupe-python-modules.h"

static gboolean
has_number (const GArray *list, guint64 number)
{
  for (guint i = 0; i < list->len; i++)
    if (g_array_index (list, guint64, i) == number)
      return TRUE;
  return FALSE;
}

/* --- Names --------------------------------------------------------------------------------------- */

/* Returns the folded names of the path of an open folder. (transfer full) */
static char **
list_above (int folder)
{
  g_autofree char *path = troupe_names_rules_describe (folder, NULL);
  char **names = g_strsplit (path, "/", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      char *folded = troupe_folder_name_fold (names[i]);

      g_free (names[i]);
      names[i] = folded;
    }
  return names;
}

static gboolean
is_in_package (int folder, const char *name)
{
  const TroupeFolderTrail none = { 0 };
  g_autofree char *folded = troupe_folder_name_fold (name);
  g_auto (GStrv) names = list_above (folder);

  if (troupe_folder_name_is_package (&none, folded))
    return TRUE;
  for (guint i = 0; names[i] != NULL; i++)
    if (troupe_folder_name_is_package (&none, names[i]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if the path is one of the hidden folders and files that were granted, or below one of them. */
static gboolean
is_granted (const TroupeNamesRules *self, const char *path)
{
  for (guint i = 0; i < self->granted->len; i++)
    {
      const char *granted = self->granted->pdata[i];
      const gsize length = strlen (granted);

      if (strncmp (path, granted, length) == 0 && (path[length] == '\0' || path[length] == '/'))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if the name is hidden, and neither known to be harmless nor that of something temporary: programs which Troupe does
 * not know may read such files without being asked. Names of files with keys may have any suffix. */
static gboolean
is_hidden (const char *name, const char *folded)
{
  TroupeFolderTrail trail = { 0 };

  return troupe_folder_name_is_unknown (&trail, folded) &&
         (troupe_folder_name_is_protected (&trail, folded) ||
          (!troupe_folder_name_is_cache (folded) && !troupe_folder_name_is_scratch (name)));
}

/* Returns TRUE if programs execute or read the file without being asked. Packages contain such files, which no program looks
 * for there, but an environment of Python may be anywhere. */
static gboolean
starts_programs (const TroupeNamesRules *self, int parent, const char *name, const char *folded)
{
  g_auto (GStrv) above = NULL;
  TroupeFolderTrail trail = { 0 };
  guint n_above;

  if (troupe_folder_name_is_any_repository (folded))
    return TRUE;
  if (!troupe_folder_name_may_start (folded))
    return FALSE;
  above = list_above (parent);
  n_above = g_strv_length (above);
  if (n_above > 0)
    g_strlcpy (trail.parent, above[n_above - 1], sizeof trail.parent);
  if (troupe_folder_name_is_of_environment (&trail, folded))
    return TRUE;
  if (!troupe_folder_name_starts (&trail, folded))
    {
      g_autofree char *path = troupe_names_rules_describe (parent, name);

      if (!is_hidden (name, folded) || is_granted (self, path))
        return FALSE;
    }
  return !is_in_package (parent, "");
}

/* Returns TRUE if programs of the user would execute or load the file instead of one of the system, wherever it is. @above: the names of
 * the folders above it, which are folded like @folded. @n_above: their number */
static gboolean
hides_system (char *const *above, guint n_above, const char *folded)
{
  return troupe_names_system_hides_library (folded) ||
         (n_above > 0 && troupe_names_system_hides_program (n_above > 1 ? above[n_above - 2] : NULL,
                                                            above[n_above - 1], folded));
}

/* Returns TRUE if a setting of the user names the path. Only new folders may be on the way to one, because others could contain the
 * rest of the path already. */
static gboolean
is_named (TroupeNamesRules *self,
          const TroupeNamesPlace *place,
          const char *folded,
          TroupeNamesKind kind)
{
  const gboolean is_module = troupe_python_module_is_started (folded);
  const GPtrArray *nodes = NULL;

  if (!is_module && !g_hash_table_contains (self->names, folded))
    return FALSE;
  if (!troupe_names_rules_find_places (self))
    return TRUE;
  nodes = g_hash_table_lookup (self->places, place);
  for (guint i = 0; nodes != NULL && i < nodes->len; i++)
    {
      const TroupeNamesNode *node = nodes->pdata[i];
      const TroupeNamesNode *child = troupe_names_node_find (node, folded);

      if (child != NULL && (child->is_named || kind != TROUPE_NAMES_NEW_FOLDER))
        return TRUE;
      if (node->has_modules && is_module)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_free (const TroupeNamesRules *self, const TroupeNamesPlace *place)
{
  return has_number (self->mounts, place->mount) || has_number (self->devices, place->device);
}

const char *
troupe_names_rules_find_below_root (const TroupeNamesRules *self, const char *path)
{
  const char *rest = NULL;

  for (guint i = 0; i < self->paths->len; i++)
    {
      const char *root = self->paths->pdata[i];
      const gsize length = strlen (root);

      if (strncmp (path, root, length) == 0 && (path[length] == '/' || path[length] == '\0') &&
          (rest == NULL || path + length > rest))
        rest = path + length;
    }
  return rest;
}

const char *
troupe_names_rules_find_root (const TroupeNamesRules *self, const char *path)
{
  const char *found = NULL;

  g_return_val_if_fail (self != NULL && path != NULL, NULL);

  for (guint i = 0; i < self->paths->len; i++)
    {
      const char *root = self->paths->pdata[i];
      const gsize length = strlen (root);

      if (strncmp (path, root, length) == 0 && (path[length] == '/' || path[length] == '\0') &&
          (found == NULL || length < strlen (found)))
        found = root;
    }
  return found;
}

gboolean
troupe_names_rules_is_free (const TroupeNamesRules *self, int folder)
{
  TroupeNamesPlace place;

  g_return_val_if_fail (self != NULL, FALSE);

  return troupe_names_place_get (&place, folder) == 0 && is_free (self, &place);
}

/* Returns TRUE if a setting of the user names the path or a folder above it, or Python loads the module at the path by itself. */
static gboolean
is_named_path (const TroupeNamesRules *self, const char *path)
{
  for (guint i = 0; i < self->paths->len; i++)
    {
      const char *root = self->paths->pdata[i];
      const gsize length = strlen (root);
      const TroupeNamesNode *node = self->roots->pdata[i];
      g_auto (GStrv) names = NULL;

      if (strncmp (path, root, length) != 0 || path[length] != '/')
        continue;
      names = g_strsplit (path + length + 1, "/", -1);
      for (guint k = 0; node != NULL && names[k] != NULL; k++)
        {
          g_autofree char *folded = troupe_folder_name_fold (names[k]);

          if (node->has_modules && troupe_python_module_is_started (folded))
            return TRUE;
          node = troupe_names_node_find (node, folded);
          if (node != NULL && node->is_named)
            return TRUE;
        }
    }
  return FALSE;
}

/* Returns TRUE if the folder @top contains an entry with one of the names. */
static gboolean
has_entry (const char *top, const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *path = g_build_filename (top, names[i], NULL);
      struct stat status;

      if (lstat (path, &status) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if the folder @top is a repository, or if it is an environment of Python and @name is a part of one. What makes them one
 * is beside the name; code cannot have created that. */
static gboolean
is_part_of_user (const char *top, const char *name)
{
  static const char *const heads[] = { "HEAD", NULL };
  static const char *const objects[] = { "objects", "commondir", NULL };
  static const char *const refs[] = { "refs", "commondir", NULL };
  static const char *const environments[] = { "pyvenv.cfg",         "conda-meta",
                                              "bin/python",         "bin/python3",
                                              "bin/activate",       "Scripts/activate",
                                              "Scripts/python.exe", NULL };
  static const char *const parts[] = { "bin", "etc", "lib", "lib64", "scripts", NULL };

  if (g_strv_contains (parts, name) && has_entry (top, environments))
    return TRUE;
  return has_entry (top, heads) && has_entry (top, objects) && has_entry (top, refs);
}

/* Returns TRUE if the path is below a folder of the user that is a repository or an environment of Python. */
static gboolean
is_below_part (const char *path, const char *rest)
{
  for (const char *at = rest; *(at += strspn (at, "/")) != '\0'; at += strcspn (at, "/"))
    {
      g_autofree char *top = g_strndup (path, (gsize) (at - path));
      g_autofree char *name = g_strndup (at, strcspn (at, "/"));
      g_autofree char *folded = troupe_folder_name_fold (name);

      if (is_part_of_user (top, folded) || g_str_equal (name, "HEAD") ||
          g_str_equal (name, "commondir"))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if a name of the path below the folders of the user is one that code cannot create. */
static gboolean
has_refused_name (const TroupeNamesRules *self, const char *path)
{
  const char *rest = troupe_names_rules_find_below_root (self, path);
  g_auto (GStrv) names = NULL;
  TroupeFolderTrail trail = { 0 };
  gboolean in_package = FALSE;

  if (rest == NULL || is_granted (self, path))
    return FALSE;
  if (is_named_path (self, path) || is_below_part (path, rest))
    return TRUE;
  names = g_strsplit (rest, "/", -1);
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *folded = troupe_folder_name_fold (names[i]);

      if (*folded == '\0')
        continue;
      if (troupe_folder_name_is_repository (folded) || g_str_has_suffix (folded, ".git") ||
          troupe_folder_name_is_of_environment (&trail, folded) ||
          (!in_package &&
           (is_hidden (names[i], folded) || troupe_folder_name_starts (&trail, folded))))
        return TRUE;
      in_package = in_package || troupe_folder_name_is_package (&trail, folded);
      g_strlcpy (trail.parent, folded, sizeof trail.parent);
      g_free (names[i]);
      names[i] = g_steal_pointer (&folded);
      if (names[i + 1] == NULL && hides_system (names, i, names[i]))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if the path of an open file says where it is: it is in a mount of the user's folders, or the path leads to the file in the same mount. A
 * descriptor of another sandbox, or of a mount that is attached nowhere, has a path that begins elsewhere. */
static gboolean
is_known (const TroupeNamesRules *self, const TroupeNamesPlace *place, const char *path)
{
  TroupeNamesPlace found;
  gboolean is_same;
  int file;

  /* Linux before 5.8 has no numbers of mounts. */
  if (place->mount == 0 || has_number (self->known, place->mount))
    return TRUE;
  file = open (path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  is_same = file >= 0 && troupe_names_place_get (&found, file) == 0 &&
            troupe_names_place_equal (&found, place) && found.mount == place->mount;
  if (file >= 0)
    close (file);
  return is_same;
}

/* Returns TRUE if the file or folder has a name that is not known. Pipes, sockets and files without a name have none. */
static gboolean
is_foreign (const TroupeNamesRules *self, int file, const TroupeNamesPlace *place)
{
  struct stat status;
  g_autofree char *path = troupe_names_rules_describe (file, NULL);

  return fstat (file, &status) == 0 && status.st_nlink > 0 &&
         (S_ISREG (status.st_mode) || S_ISDIR (status.st_mode) || S_ISLNK (status.st_mode)) &&
         !is_known (self, place, path);
}

/* Returns TRUE if what is open, or @name in it, has no name any more or no name yet, so that no program finds it. @is_folder: (out): whether its name is judged
 * as that of a folder */
static gboolean
has_no_name (int file, const char *name, gboolean *is_folder)
{
  struct stat status;

  *is_folder = FALSE;
  if (fstatat (file, name != NULL ? name : "", &status, AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH) != 0)
    return FALSE;
  *is_folder = S_ISDIR (status.st_mode);
  return status.st_nlink == 0;
}

TroupeNamesReason
troupe_names_rules_judge_existing (TroupeNamesRules *self, int file, const char *name)
{
  g_autofree char *path = troupe_names_rules_describe (file, name);
  TroupeNamesPlace place = { 0 };
  struct statvfs status;
  gboolean is_folder;

  g_return_val_if_fail (self != NULL, TROUPE_NAMES_STARTS);

  /* Deeper than PATH_MAX. */
  if (*path == '\0')
    return TROUPE_NAMES_STARTS;
  if (troupe_names_place_get (&place, file) == 0 && is_free (self, &place))
    return TROUPE_NAMES_ALLOWED;
  /* The kernel refuses it, so that this is only about what is reported. */
  if (fstatvfs (file, &status) == 0 && (status.f_flag & ST_RDONLY) != 0)
    return troupe_names_data_is_outside (self, path) ? TROUPE_NAMES_OUTSIDE_OUTPUT
                                                     : TROUPE_NAMES_ALLOWED;
  if (is_foreign (self, file, &place))
    return TROUPE_NAMES_STARTS;
  if (has_no_name (file, name, &is_folder))
    return has_refused_name (self, path) ? TROUPE_NAMES_STARTS : TROUPE_NAMES_ALLOWED;
  /* Many files are often created in the same folder. Whether a file is in a project may change. */
  if (!is_folder || g_strcmp0 (path, self->judged) != 0 || !self->judged_as_folder)
    {
      self->judged_as = has_refused_name (self, path)
                            ? TROUPE_NAMES_STARTS
                            : troupe_names_data_judge (self, path, is_folder);
      self->judged_as_folder = is_folder;
      g_free (self->judged);
      self->judged = g_steal_pointer (&path);
    }
  return self->judged_as;
}

/* Returns FALSE if the kernel creates no names in the folder. */
static gboolean
may_have_names (int folder)
{
  struct statfs status;

  return fstatfs (folder, &status) != 0 ||
         (status.f_type != PROC_SUPER_MAGIC && (status.f_flags & ST_RDONLY) == 0);
}

TroupeNamesReason
troupe_names_rules_judge (TroupeNamesRules *self,
                          int parent,
                          const char *name,
                          TroupeNamesKind kind)
{
  g_autofree char *folded = NULL;
  g_autofree char *path = NULL;
  g_autofree char *whole = NULL;
  g_auto (GStrv) above = NULL;
  TroupeNamesPlace place;
  TroupeNamesReason reason;
  gboolean is_folder;

  g_return_val_if_fail (self != NULL && name != NULL, TROUPE_NAMES_STARTS);

  if (troupe_names_place_get (&place, parent) != 0)
    return TROUPE_NAMES_STARTS;
  if (is_free (self, &place))
    return TROUPE_NAMES_ALLOWED;
  reason = troupe_names_rules_judge_existing (self, parent, NULL);
  if (reason != TROUPE_NAMES_ALLOWED)
    return reason;
  path = troupe_names_rules_describe (parent, NULL);
  /* Some names count only below others. The path of a folder deeper than PATH_MAX is unknown. */
  if (*path == '\0')
    return TROUPE_NAMES_STARTS;
  /* A folder of another sandbox, or of the user, whose rules are not known. */
  if (troupe_names_rules_find_root (self, path) == NULL && may_have_names (parent))
    return TROUPE_NAMES_STARTS;
  folded = troupe_folder_name_fold (name);
  is_folder = kind == TROUPE_NAMES_NEW_FOLDER || kind == TROUPE_NAMES_MOVED_FOLDER;
  /* A link instead of a folder in which some names start programs leads to another one, in which they do not. */
  if (!is_folder &&
      (troupe_folder_name_has_started (folded) || troupe_names_system_has_programs (folded)))
    return TROUPE_NAMES_STARTS;
  above = list_above (parent);
  if (kind != TROUPE_NAMES_NEW_FOLDER && hides_system (above, g_strv_length (above), folded))
    return TROUPE_NAMES_STARTS;
  if ((is_part_of_user (path, folded) && may_have_names (parent)) ||
      troupe_folder_name_completes_repository (parent, name, !is_folder) ||
      starts_programs (self, parent, name, folded))
    return TROUPE_NAMES_STARTS;
  if (is_named (self, &place, folded, kind))
    return TROUPE_NAMES_IS_NAMED;
  whole = g_build_filename (path, name, NULL);
  return troupe_names_data_judge (self, whole, is_folder);
}

/* Returns TRUE if a folder that gets a name contains what is refused in a folder of that name. @folded: the name */
static gboolean
would_start (int from, const char *name, const char *folded)
{
  gboolean is_started = FALSE;
  DIR *entries = NULL;
  int folder;

  if (!troupe_folder_name_has_started (folded))
    return FALSE;
  folder = openat (from, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (folder < 0)
    return !troupe_names_is_missing ();
  entries = fdopendir (folder);
  if (entries == NULL)
    {
      close (folder);
      return TRUE;
    }
  for (const struct dirent *entry = readdir (entries); !is_started && entry != NULL;
       entry = readdir (entries))
    {
      g_autofree char *inner = troupe_folder_name_fold (entry->d_name);

      is_started = troupe_folder_name_is_started_in (folded, inner);
    }
  closedir (entries);
  return is_started;
}

gboolean
troupe_names_rules_keeps (const TroupeNamesRules *self,
                          int from,
                          const char *name,
                          int to,
                          const char *new_name)
{
  g_autofree char *folded = NULL;
  TroupeNamesPlace place;

  g_return_val_if_fail (self != NULL && name != NULL && new_name != NULL, TRUE);

  if (troupe_names_place_get (&place, to) != 0)
    return TRUE;
  if (is_free (self, &place))
    return FALSE;
  folded = troupe_folder_name_fold (new_name);
  return would_start (from, name, folded) || troupe_names_system_has_programs (folded) ||
         (is_in_package (from, name) && !is_in_package (to, new_name)) ||
         troupe_names_data_keep (self, from, name, to, new_name);
}

char *
troupe_names_rules_describe (int parent, const char *name)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", parent);
  char path[PATH_MAX + 32];
  const gssize length = readlink (link, path, sizeof path - 1);

  if (length < 0)
    return g_strdup (name != NULL ? name : "");
  path[length] = '\0';
  return name != NULL ? g_build_filename (path, name, NULL) : g_strdup (path);
}
