/* troupe-names-links.c: where symbolic links that code creates or moves lead
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-names"

#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-names-links.h"

/* Maximum number of links on the way of a link, as in the kernel. */
#define MOST_LINKS 40u
/* Maximum number of files in a folder that is moved, and how deep they may be. Other calls wait while they are searched. */
#define MOST_FILES 50000u
#define MOST_DEPTH 128u

#define FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)

/* --- Texts --------------------------------------------------------------------------------------- */

/* Returns the number of `..` at the beginning of the text, or -1 if another one follows a name, or the root. */
static int
count_steps_up (const char *text)
{
  const gboolean is_absolute = *text == '/';
  gboolean has_name = is_absolute;
  int n_steps = 0;

  for (const char *at = text; *at != '\0';)
    {
      const gsize length = strcspn (at, "/");

      if (length == 2 && strncmp (at, "..", 2) == 0)
        {
          if (has_name)
            return -1;
          n_steps++;
        }
      else if (length > 0 && !(length == 1 && *at == '.'))
        has_name = TRUE;
      at += length + strspn (at + length, "/");
    }
  return n_steps;
}

/* Returns the number of names in a path. */
static int
count_names (const char *path)
{
  int n_names = 0;

  for (const char *at = path; *(at += strspn (at, "/")) != '\0'; at += strcspn (at, "/"))
    n_names++;
  return n_names;
}

/* Returns TRUE if the path leads into the folders of the user. @above: the path of the folder of the link. @n_up: how many steps the text goes
 * up first. Going above the folder and into it again depends on the names above it, and no program writes that. */
static gboolean
is_inside (const TroupeNamesRules *rules, const char *path, const char *above, int n_up)
{
  const char *root = troupe_names_rules_find_root (rules, path);
  const char *own = troupe_names_rules_find_root (rules, above);

  if (root == NULL)
    return FALSE;
  return root != own || n_up <= count_names (above + strlen (own));
}

/* --- The system ---------------------------------------------------------------------------------- */

static gboolean
is_below_system (const char *path)
{
  static const char *const folders[] = { "/usr",       "/bin",    "/sbin", "/lib", "/lib32",
                                         "/lib64",     "/libx32", "/etc",  "/opt", "/nix/store",
                                         "/gnu/store", "/app",    "/snap" };

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      const gsize length = strlen (folders[i]);

      if (strncmp (path, folders[i], length) == 0 && (path[length] == '\0' || path[length] == '/'))
        return TRUE;
    }
  return FALSE;
}

/* Returns TRUE if the user can change the file. Everything of the system is read-only in the sandbox, so that access() does not say it. The
 * superuser can change everything; programs and data are allowed nevertheless. */
static gboolean
may_user_change (const char *path)
{
  struct stat status;

  if (stat (path, &status) != 0)
    return TRUE;
  if (geteuid () == 0)
    return !S_ISREG (status.st_mode) || g_str_has_prefix (path, "/etc/");
  return status.st_uid == geteuid () || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
}

/* Returns TRUE if the path leads to something of the system that the user cannot change, also through links of the system, or to nothing that the
 * user could create. */
static gboolean
is_of_system (const char *path)
{
  static const char *const devices[] = { "/dev/null",   "/dev/zero",    "/dev/full",
                                         "/dev/random", "/dev/urandom", NULL };
  g_autofree char *existing = g_strdup (path);
  char real[PATH_MAX];

  if (g_strv_contains (devices, path))
    return TRUE;
  if (!is_below_system (path))
    return FALSE;
  while (realpath (existing, real) == NULL)
    {
      char *above = NULL;
      struct stat status;

      /* A link that leads to nothing. */
      if (errno != ENOENT || lstat (existing, &status) == 0)
        return FALSE;
      above = g_path_get_dirname (existing);
      g_free (existing);
      existing = above;
    }
  /* Sandboxes do not show all of these folders, and their root belongs to the user. */
  if (g_str_equal (real, "/"))
    return geteuid () != 0;
  return is_below_system (real) && !may_user_change (real);
}

/* --- Links --------------------------------------------------------------------------------------- */

static gboolean
leads_out (const TroupeNamesRules *rules, int parent, const char *text, guint *n_links);

/* Returns TRUE if a link on the way to the path, which is below the folder @root of the user, leads out. Nothing is on the way to what does
 * not exist; its names are judged when they are created. */
static gboolean
passes_out (const TroupeNamesRules *rules, const char *root, const char *path, guint *n_links)
{
  g_auto (GStrv) names = g_strsplit (path + strlen (root), "/", -1);
  int folder = open (root, O_PATH | O_DIRECTORY | O_CLOEXEC);
  gboolean is_out = folder < 0;

  for (guint i = 0; folder >= 0 && !is_out && names[i] != NULL; i++)
    {
      char text[PATH_MAX];
      gssize length;
      int next;

      if (*names[i] == '\0')
        continue;
      length = readlinkat (folder, names[i], text, sizeof text - 1);
      text[MAX (length, 0)] = '\0';
      is_out = length >= 0 && leads_out (rules, folder, text, n_links);
      next = openat (folder, names[i], O_PATH | O_DIRECTORY | O_CLOEXEC);
      close (folder);
      folder = next;
    }
  if (folder >= 0)
    close (folder);
  return is_out;
}

/* @n_links: of those that were followed */
static gboolean
leads_out (const TroupeNamesRules *rules, int parent, const char *text, guint *n_links)
{
  const int n_up = count_steps_up (text);
  g_autofree char *above = troupe_names_rules_describe (parent, NULL);
  g_autofree char *path = NULL;

  if (n_up < 0 || *above == '\0' || ++*n_links > MOST_LINKS)
    return TRUE;
  path = g_canonicalize_filename (text, above);
  if (is_inside (rules, path, above, n_up))
    return passes_out (rules, troupe_names_rules_find_root (rules, path), path, n_links);
  return !is_of_system (path);
}

gboolean
troupe_names_links_lead_out (const TroupeNamesRules *rules, int parent, const char *text)
{
  guint n_links = 0;

  g_return_val_if_fail (rules != NULL && text != NULL, TRUE);

  return !troupe_names_rules_is_free (rules, parent) && leads_out (rules, parent, text, &n_links);
}

/* --- Moved folders ------------------------------------------------------------------------------- */

/* Returns TRUE if the text, in a folder with the path @above, leads out by its names. Where an absolute one leads does not change. */
static gboolean
leads_out_by_names (const TroupeNamesRules *rules, const char *above, const char *text)
{
  const int n_up = count_steps_up (text);
  g_autofree char *path = g_canonicalize_filename (text, above);

  return *text != '/' &&
         (n_up < 0 || (!is_inside (rules, path, above, n_up) && !is_of_system (path)));
}

/* Searches a folder and closes @folder, which is -1 if it could not be opened. Returns TRUE if a link in it would lead out if the path of the
 * folder were @path, or if that is unknown. @n_files: of those that were seen */
static gboolean
has_link_out (const TroupeNamesRules *rules,
              int folder,
              const char *path,
              guint depth,
              guint *n_files)
{
  DIR *entries = folder >= 0 ? fdopendir (folder) : NULL;
  gboolean is_out = entries == NULL || depth > MOST_DEPTH;

  if (entries == NULL && folder >= 0)
    close (folder);
  for (const struct dirent *entry = NULL;
       !is_out && entries != NULL && (entry = readdir (entries)) != NULL;)
    {
      char text[PATH_MAX];
      gssize length = -1;

      if (g_str_equal (entry->d_name, ".") || g_str_equal (entry->d_name, ".."))
        continue;
      is_out = ++*n_files > MOST_FILES;
      if (entry->d_type == DT_LNK || entry->d_type == DT_UNKNOWN)
        length = readlinkat (dirfd (entries), entry->d_name, text, sizeof text - 1);
      text[MAX (length, 0)] = '\0';
      if (length >= 0)
        is_out = is_out || leads_out_by_names (rules, path, text);
      else if (entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN)
        {
          g_autofree char *inner = g_build_filename (path, entry->d_name, NULL);
          const int next = openat (dirfd (entries), entry->d_name, FOLDER_FLAGS);

          if (next >= 0 || entry->d_type == DT_DIR || errno != ENOTDIR)
            is_out = is_out || has_link_out (rules, next, inner, depth + 1, n_files);
        }
    }
  if (entries != NULL)
    closedir (entries);
  return is_out;
}

gboolean
troupe_names_links_keep (const TroupeNamesRules *rules,
                         int from,
                         const char *name,
                         int to,
                         const char *new_name)
{
  g_autofree char *old_path = troupe_names_rules_describe (from, name);
  g_autofree char *path = troupe_names_rules_describe (to, new_name);
  const char *old_root = NULL;
  const char *root = NULL;
  guint n_files = 0;

  g_return_val_if_fail (rules != NULL && name != NULL && new_name != NULL, TRUE);

  if (troupe_names_rules_is_free (rules, to))
    return FALSE;
  old_root = troupe_names_rules_find_root (rules, old_path);
  root = troupe_names_rules_find_root (rules, path);
  /* The same steps up lead to the same folder, or to one below it. */
  if (root != NULL && root == old_root && count_names (path) >= count_names (old_path))
    return FALSE;
  return has_link_out (rules, openat (from, name, FOLDER_FLAGS), path, 0, &n_files);
}
