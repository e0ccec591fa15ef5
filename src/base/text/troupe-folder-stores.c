/* troupe-folder-stores.c: what repositories have stored of the files in a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-stores"

#include "config.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-stores.h"

/* How much is read of a list of folders with more objects, in bytes. */
#define N_ALTERNATES (64u * 1024)

/* Earlier states of files, changes that were put aside, and patches of an operation that was begun. In lower case. */
static const struct
{
  const char *parent;
  const char *name;
} stores[] = {
  { ".hg", "store" },        { ".hg", "shelved" },
  { ".hg", "strip-backup" }, { ".hg", "patches" },
  { ".hg", "largefiles" },   { ".sl", "store" },
  { ".svn", "pristine" },    { ".svn", "text-base" },
  { ".bzr", "repository" },  { ".bzr", "checkout" },
  { ".jj", "repo" },         { ".pijul", "changes" },
  { ".pijul", "pristine" },  { "_darcs", "patches" },
  { "_darcs", "pristine" },  { "_darcs", "pristine.hashed" },
};
static const char *const stores_in_git[] = { "lost-found",   "objects",  "rebase-apply",
                                             "rebase-merge", "rr-cache", NULL };

gboolean
troupe_folder_stores_is_name (const TroupeFolderTrail *trail, const char *name)
{
  g_return_val_if_fail (trail != NULL && name != NULL, TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (stores); i++)
    if (g_str_equal (stores[i].parent, trail->parent) && g_str_equal (stores[i].name, name))
      return TRUE;
  return (trail->in_git && g_strv_contains (stores_in_git, name)) ||
         g_str_equal (name, ".fslckout") || g_str_equal (name, "_fossil_") ||
         g_str_has_suffix (name, ".fossil");
}

gboolean
troupe_folder_stores_contain (GPtrArray *list, const char *path)
{
  g_return_val_if_fail (path != NULL, FALSE);

  for (guint i = 0; list != NULL && i < list->len; i++)
    if (troupe_path_is_within (path, list->pdata[i]))
      return TRUE;
  return FALSE;
}

/* The folder of which the paths are collected, and those that were found in it, absolute and without links. */
typedef struct
{
  const char *root;
  GPtrArray *paths;
  GHashTable *known;
} Collection;

/* Adds the target of a path if it is in the folder. @path: absolute */
static void
add_target (Collection *self, const char *path)
{
  g_autofree char *real = troupe_path_resolve (path);

  g_assert (self != NULL);

  if (!g_str_equal (real, self->root) && troupe_path_is_within (real, self->root) &&
      g_file_test (real, G_FILE_TEST_EXISTS) && g_hash_table_add (self->known, real))
    g_ptr_array_add (self->paths, g_steal_pointer (&real));
}

/* Adds the folders in which Git looks for more objects. @objects: absolute */
static void
add_alternates (Collection *self, const char *objects)
{
  g_autofree char *file = g_build_filename (objects, "info", "alternates", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  const int descriptor = open (file, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  gssize length;

  g_assert (self != NULL);

  if (descriptor < 0)
    return;
  text = g_malloc (N_ALTERNATES + 1);
  length = read (descriptor, text, N_ALTERNATES);
  close (descriptor);
  text[MAX (length, 0)] = '\0';
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *whole = g_canonicalize_filename (lines[i], objects);

      if (*lines[i] != '\0')
        add_target (self, whole);
    }
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
troupe_folder_stores_settle (const char *root, GPtrArray *found, GPtrArray *hidden)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  Collection collection = { root, paths, known };
  GPtrArray *list = NULL;

  g_return_val_if_fail (root != NULL && found != NULL && hidden != NULL, NULL);

  list = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < found->len; i++)
    {
      g_autofree char *whole = g_build_filename (root, found->pdata[i], NULL);

      add_target (&collection, whole);
    }
  /* The array grows by the folders that the files in its folders name. */
  for (guint i = 0; i < paths->len; i++)
    add_alternates (&collection, paths->pdata[i]);
  /* A folder precedes what is in it. */
  g_ptr_array_sort (paths, compare_paths);
  for (guint i = 0; i < paths->len; i++)
    {
      const char *below = troupe_path_get_below (paths->pdata[i], root);

      if (!troupe_folder_stores_contain (list, below) &&
          !troupe_folder_stores_contain (hidden, below))
        g_ptr_array_add (list, g_strdup (below));
    }
  return list;
}
