/* troupe-folder-link.c: where the symbolic links of a folder lead
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-link"

#include "config.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-link.h"
#include "troupe-folder-name.h"

/* Maximum number of links that are followed, as in the kernel. */
#define MOST_LINKS 40u

/* Returns the longest existing folder above @path in @existing, and the part of @path that begins with
 * the first name that does not exist. */
static const char *
find_missing (const char *path, char **existing)
{
  g_autofree char *above = g_strdup (path);

  for (;;)
    {
      char *end = strrchr (above, '/');
      char *resolved = NULL;

      if (end == NULL || end == above)
        {
          *existing = g_strdup ("/");
          return path + 1;
        }
      *end = '\0';
      resolved = realpath (above, NULL);
      if (resolved != NULL)
        {
          *existing = g_strdup (resolved);
          free (resolved);
          return path + strlen (above) + 1;
        }
    }
}

/* Follows all links, including those that lead to nothing, which a program would create. (transfer full)
 * (nullable): %NULL if the links never end */
static char *
follow (const char *path)
{
  g_autofree char *current = g_strdup (path);

  for (guint i = 0; i < MOST_LINKS; i++)
    {
      char *resolved = realpath (current, NULL);
      g_autofree char *existing = NULL;
      g_autofree char *name = NULL;
      g_autofree char *link = NULL;
      g_autofree char *target = NULL;
      const char *rest = NULL;
      char *next = NULL;

      if (resolved != NULL)
        {
          char *copy = g_strdup (resolved);

          free (resolved);
          return copy;
        }
      rest = find_missing (current, &existing);
      name = g_strndup (rest, strcspn (rest, "/"));
      rest += strlen (name);
      link = g_build_filename (existing, name, NULL);
      target = g_file_read_link (link, NULL);
      if (target == NULL)
        {
          g_autofree char *whole = g_strconcat (link, rest, NULL);

          return g_canonicalize_filename (whole, "/");
        }
      next = g_path_is_absolute (target) ? g_strconcat (target, rest, NULL)
                                         : g_strconcat (existing, "/", target, rest, NULL);
      g_free (current);
      current = next;
    }
  return NULL;
}

/* Returns TRUE if the path below a folder contains a name that other programs look for. Packages contain
 * links to hidden folders of package managers. */
static gboolean
is_watched (const char *rest)
{
  g_auto (GStrv) names = g_strsplit (rest, "/", -1);
  TroupeFolderTrail trail = { 0 };

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *name = troupe_folder_name_fold (names[i]);

      if (*name == '\0')
        continue;
      if (troupe_folder_name_is_package (&trail, name))
        return FALSE;
      if (troupe_folder_name_is_fixed (&trail, name) || troupe_folder_name_is_repository (name) ||
          (troupe_folder_name_is_unknown (&trail, name) && !troupe_folder_name_is_cache (name)) ||
          troupe_folder_name_is_protected (&trail, name))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if code may write to @path anyway. */
static gboolean
is_inside (const char *path, const char *const *roots, const char *hole)
{
  if (hole != NULL && troupe_path_is_within (path, hole))
    return FALSE;
  for (guint i = 0; roots[i] != NULL; i++)
    if (troupe_path_is_within (path, roots[i]) && !is_watched (path + strlen (roots[i])))
      return TRUE;
  return FALSE;
}

static gboolean
is_of_system (const char *path)
{
  static const char *const folders[] = { "/usr",   "/bin",    "/sbin", "/lib", "/lib32",
                                         "/lib64", "/libx32", "/etc",  "/opt", "/nix",
                                         "/gnu",   "/app",    "/snap" };
  static const char *const devices[] = { "/dev/null",   "/dev/zero",    "/dev/full",
                                         "/dev/random", "/dev/urandom", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    if (troupe_path_is_within (path, folders[i]))
      return TRUE;
  return g_strv_contains (devices, path);
}

/* Returns TRUE if nothing can be changed through the link. The superuser can change everything; a link to
 * a program is allowed nevertheless. */
static gboolean
is_harmless (const char *lexical, const char *real)
{
  struct stat status;

  if (!is_of_system (lexical) || !is_of_system (real) || stat (real, &status) != 0)
    return FALSE;
  if (S_ISCHR (status.st_mode))
    return TRUE;
  if (geteuid () == 0)
    return S_ISREG (status.st_mode) && !troupe_path_is_within (real, "/etc");
  return access (real, W_OK) != 0;
}

/* Returns TRUE for `bin/python3` of a virtual environment, which leads to an interpreter that may belong
 * to the user. */
static gboolean
is_interpreter (int folder, const char *name, const char *path, const char *real)
{
  g_autofree char *above = g_path_get_dirname (path);
  g_autofree char *last = g_path_get_basename (real);
  struct stat status;

  return g_str_has_prefix (name, "python") && g_str_has_suffix (above, "/bin") &&
         fstatat (folder, "../pyvenv.cfg", &status, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISREG (status.st_mode) && g_str_has_prefix (last, "python") &&
         stat (real, &status) == 0 && S_ISREG (status.st_mode) && access (real, X_OK) == 0;
}

gboolean
troupe_folder_link_leads_out (int folder,
                              const char *name,
                              const char *path,
                              const char *const *roots,
                              const char *hole)
{
  g_autofree char *above = NULL;
  g_autofree char *lexical = NULL;
  g_autofree char *real = NULL;
  char target[4096];
  gssize length;

  g_return_val_if_fail (name != NULL && path != NULL && roots != NULL, TRUE);

  length = readlinkat (folder, name, target, sizeof target - 1);
  if (length < 0)
    return FALSE;
  target[length] = '\0';
  above = g_path_get_dirname (path);
  lexical = g_canonicalize_filename (target, above);
  real = follow (path);
  /* What another process finds there is not known: `/proc/self`, `/dev/fd`. */
  if (real == NULL || troupe_path_is_within (lexical, "/proc") ||
      troupe_path_is_within (real, "/proc"))
    return TRUE;
  if (is_inside (lexical, roots, hole) && is_inside (real, roots, hole))
    return FALSE;
  return !is_harmless (lexical, real) && !is_interpreter (folder, name, path, real);
}
