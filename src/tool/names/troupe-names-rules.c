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
#include "troupe-names-rules.h"
#include "troupe-names-system.h"
#include "troupe-python-modules.h"

#define FOLDER_FLAGS (O_PATH | O_DIRECTORY | O_CLOEXEC)

/* A name on the way to paths that settings of the user name. @name: as the setting spells it; @children: (nullable) (element-type utf8 Node): by folded name;
 * @is_named: whether it ends such a path; @has_modules: whether Python loads modules from it */
typedef struct
{
  char *name;
  GHashTable *children;
  gboolean is_named;
  gboolean has_modules;
} Node;

/* @mounts: (element-type guint64): of the sandbox itself; @known: (element-type guint64): of the folders of the user; @devices: of the same without folders of the user; @roots: (element-type Node): of the folders of the user, whose
 * descriptors are in @folders, and paths in @paths; @names: set of all names of nodes; @places:
 * (element-type TroupeNamesPlace GPtrArray): the nodes of a folder; @granted: paths of hidden folders and files that were granted; @judged: (nullable): the path that was judged last, and whether it is @judged_as of the user */
struct _TroupeNamesRules
{
  GArray *mounts;
  GArray *known;
  GArray *devices;
  GPtrArray *roots;
  GArray *folders;
  GPtrArray *paths;
  GHashTable *names;
  GHashTable *places;
  GPtrArray *granted;
  char *judged;
  gboolean judged_as;
};

/* --- Paths that settings name -------------------------------------------------------------------- */

static void
node_free (gpointer data)
{
  Node *node = data;

  g_clear_pointer (&node->children, g_hash_table_unref);
  g_free (node->name);
  g_free (node);
}

static Node *
node_find (const Node *self, const char *folded)
{
  return self->children != NULL ? g_hash_table_lookup (self->children, folded) : NULL;
}

/* Returns the node of a path, which is created. @names: receives its folded names */
static Node *
node_make (Node *self, const char *path, GHashTable *names)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *folded = troupe_folder_name_fold (parts[i]);
      Node *child = NULL;

      if (*folded == '\0')
        continue;
      child = node_find (self, folded);
      if (self->children == NULL)
        self->children = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, node_free);
      if (child == NULL)
        {
          child = g_new0 (Node, 1);
          child->name = g_strdup (parts[i]);
          g_hash_table_add (names, g_strdup (folded));
          g_hash_table_insert (self->children, g_steal_pointer (&folded), child);
        }
      self = child;
    }
  return self;
}

static guint
hash_place (gconstpointer key)
{
  const TroupeNamesPlace *place = key;

  return (guint) (place->inode ^ (place->inode >> 32) ^ place->device);
}

/* The mount does not count: a program may see the folder in another one. */
static gboolean
equal_place (gconstpointer a, gconstpointer b)
{
  const TroupeNamesPlace *first = a;
  const TroupeNamesPlace *second = b;

  return first->inode == second->inode && first->device == second->device;
}

static void
add_place (TroupeNamesRules *self, int folder, Node *node)
{
  TroupeNamesPlace place;
  GPtrArray *nodes = NULL;

  g_assert (self != NULL);

  if (troupe_names_place_get (&place, folder) != 0)
    return;
  nodes = g_hash_table_lookup (self->places, &place);
  if (nodes == NULL)
    {
      nodes = g_ptr_array_new ();
      g_hash_table_insert (self->places, g_memdup2 (&place, sizeof place), nodes);
    }
  if (!g_ptr_array_find (nodes, node, NULL))
    g_ptr_array_add (nodes, node);
}

/* Returns TRUE if errno, after a path could not be used, says that there is no such folder. Otherwise, for example without free
 * descriptors, it is unknown whether there is one. */
static gboolean
is_missing (void)
{
  return errno == ENOENT || errno == ENOTDIR || errno == ELOOP;
}

/* Adds the folders that exist on the way to the paths of a node, and those with modules. Returns FALSE if that is unknown. */
static gboolean
find_below (TroupeNamesRules *self, int folder, Node *node)
{
  GHashTableIter iter;
  gpointer data;
  gboolean is_known = TRUE;

  g_assert (self != NULL);

  add_place (self, folder, node);
  if (node->children == NULL)
    return TRUE;
  g_hash_table_iter_init (&iter, node->children);
  while (g_hash_table_iter_next (&iter, NULL, &data))
    {
      Node *child = data;
      int inner;

      if (child->children == NULL && !child->has_modules)
        continue;
      inner = openat (folder, child->name, FOLDER_FLAGS | O_NOFOLLOW);
      is_known = is_known && (inner >= 0 || is_missing ());
      if (inner < 0)
        continue;
      is_known = find_below (self, inner, child) && is_known;
      close (inner);
    }
  return is_known;
}

/* Finds the folders again, because this sandbox, another one or the user may have created them since. Those that were found before
 * keep their rules. Returns FALSE if some may be unknown. */
static gboolean
find_places (TroupeNamesRules *self)
{
  gboolean are_known = TRUE;

  g_assert (self != NULL);

  for (guint i = 0; i < self->roots->len; i++)
    are_known = find_below (self, g_array_index (self->folders, int, i),
                            g_ptr_array_index (self->roots, i)) &&
                are_known;
  return are_known;
}

/* --- Description --------------------------------------------------------------------------------- */

/* Adds a file system of the sandbox. @is_own: whether no folder of the user is in it */
static void
add_free (TroupeNamesRules *self, const char *path, gboolean is_own)
{
  TroupeNamesPlace place;
  const int folder = open (path, FOLDER_FLAGS);

  g_assert (self != NULL);

  if (folder < 0)
    return;
  if (troupe_names_place_get (&place, folder) == 0 && place.mount != 0)
    {
      g_array_append_val (self->mounts, place.mount);
      if (is_own)
        g_array_append_val (self->devices, place.device);
    }
  close (folder);
}

static gboolean
has_number (const GArray *list, guint64 number)
{
  for (guint i = 0; i < list->len; i++)
    if (g_array_index (list, guint64, i) == number)
      return TRUE;
  return FALSE;
}

static void
remove_number (GArray *list, guint64 number)
{
  for (guint i = list->len; i > 0; i--)
    if (g_array_index (list, guint64, i - 1) == number)
      g_array_remove_index_fast (list, i - 1);
}

/* Adds a folder of the user. Something else of the sandbox may have been at its path before. Returns FALSE if it is not there. */
static gboolean
add_folder (TroupeNamesRules *self, const char *path)
{
  TroupeNamesPlace place;
  const int folder = open (path, FOLDER_FLAGS);

  g_assert (self != NULL);

  if (folder < 0 || troupe_names_place_get (&place, folder) != 0)
    return FALSE;
  remove_number (self->mounts, place.mount);
  remove_number (self->devices, place.device);
  g_array_append_val (self->known, place.mount);
  g_ptr_array_add (self->roots, g_new0 (Node, 1));
  g_array_append_val (self->folders, folder);
  g_ptr_array_add (self->paths, troupe_names_rules_describe (folder, NULL));
  return TRUE;
}

/* Takes the string after @at. */
static const char *
take (const char **at, const char *end)
{
  const char *text = *at;

  *at += MIN (strlen (text) + 1, (gsize) (end - text));
  return text;
}

static gboolean
read_all (TroupeNamesRules *self, const char *text, gsize length)
{
  const char *at = text;
  const char *end = text + length;

  g_assert (self != NULL);

  while (at < end)
    {
      const char *tag = take (&at, end);
      const char *value = at < end ? take (&at, end) : "";

      if (g_str_equal (tag, TROUPE_NAMES_FREE) || g_str_equal (tag, TROUPE_NAMES_HOME))
        add_free (self, value, g_str_equal (tag, TROUPE_NAMES_FREE));
      else if (g_str_equal (tag, TROUPE_NAMES_FOLDER))
        {
          if (!add_folder (self, value))
            return FALSE;
        }
      else if (g_str_equal (tag, TROUPE_NAMES_GRANTED))
        g_ptr_array_add (self->granted, g_strdup (value));
      else if (g_str_equal (tag, TROUPE_NAMES_VARIABLE))
        take (&at, end);
      else if (self->roots->len > 0)
        {
          Node *node =
              node_make (g_ptr_array_index (self->roots, self->roots->len - 1), value, self->names);

          node->has_modules = node->has_modules || g_str_equal (tag, TROUPE_NAMES_MODULES);
          node->is_named = node->is_named || g_str_equal (tag, TROUPE_NAMES_NAMED);
        }
    }
  return find_places (self);
}

TroupeNamesRules *
troupe_names_rules_new (const char *text, gsize length)
{
  g_autoptr (TroupeNamesRules) self = g_new0 (TroupeNamesRules, 1);

  g_return_val_if_fail (text != NULL || length == 0, NULL);

  self->mounts = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->known = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->devices = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->roots = g_ptr_array_new_with_free_func (node_free);
  self->folders = g_array_new (FALSE, FALSE, sizeof (int));
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->granted = g_ptr_array_new_with_free_func (g_free);
  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->places =
      g_hash_table_new_full (hash_place, equal_place, g_free, (GDestroyNotify) g_ptr_array_unref);
  if (length > 0 && (text[length - 1] != '\0' || !read_all (self, text, length)))
    return NULL;
  return g_steal_pointer (&self);
}

void
troupe_names_rules_free (TroupeNamesRules *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->mounts);
  g_array_unref (self->known);
  g_array_unref (self->devices);
  g_hash_table_unref (self->places);
  g_ptr_array_unref (self->roots);
  for (guint i = 0; i < self->folders->len; i++)
    close (g_array_index (self->folders, int, i));
  g_array_unref (self->folders);
  g_hash_table_unref (self->names);
  g_ptr_array_unref (self->granted);
  g_ptr_array_unref (self->paths);
  g_free (self->judged);
  g_free (self);
}

void
troupe_names_rules_set_variables (const char *text, gsize length)
{
  const char *at = text;
  const char *end = text + length;

  while (at < end)
    {
      const char *tag = take (&at, end);
      const char *name = at < end ? take (&at, end) : "";

      if (g_str_equal (tag, TROUPE_NAMES_VARIABLE) && at < end)
        g_setenv (name, take (&at, end), TRUE);
    }
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
  if (!find_places (self))
    return TRUE;
  nodes = g_hash_table_lookup (self->places, place);
  for (guint i = 0; nodes != NULL && i < nodes->len; i++)
    {
      const Node *node = nodes->pdata[i];
      const Node *child = node_find (node, folded);

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

/* Returns the part of a path below the innermost folder of the user. (nullable) */
static const char *
find_below_root (const TroupeNamesRules *self, const char *path)
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
      const Node *node = self->roots->pdata[i];
      g_auto (GStrv) names = NULL;

      if (strncmp (path, root, length) != 0 || path[length] != '/')
        continue;
      names = g_strsplit (path + length + 1, "/", -1);
      for (guint k = 0; node != NULL && names[k] != NULL; k++)
        {
          g_autofree char *folded = troupe_folder_name_fold (names[k]);

          if (node->has_modules && troupe_python_module_is_started (folded))
            return TRUE;
          node = node_find (node, folded);
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
  const char *rest = find_below_root (self, path);
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
            equal_place (&found, place) && found.mount == place->mount;
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

gboolean
troupe_names_rules_is_of_user (TroupeNamesRules *self, int file, const char *name)
{
  g_autofree char *path = troupe_names_rules_describe (file, name);
  TroupeNamesPlace place = { 0 };
  struct statvfs status;

  g_return_val_if_fail (self != NULL, TRUE);

  /* Deeper than PATH_MAX. */
  if (*path == '\0')
    return TRUE;
  if (troupe_names_place_get (&place, file) == 0 && is_free (self, &place))
    return FALSE;
  /* The kernel refuses it, and nothing needs to be reported. */
  if (fstatvfs (file, &status) == 0 && (status.f_flag & ST_RDONLY) != 0)
    return FALSE;
  if (is_foreign (self, file, &place))
    return TRUE;
  /* Many files are often created in the same folder. */
  if (g_strcmp0 (path, self->judged) != 0)
    {
      self->judged_as = has_refused_name (self, path);
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
  g_auto (GStrv) above = NULL;
  TroupeNamesPlace place;

  g_return_val_if_fail (self != NULL && name != NULL, TROUPE_NAMES_STARTS);

  if (troupe_names_place_get (&place, parent) != 0)
    return TROUPE_NAMES_STARTS;
  if (is_free (self, &place))
    return TROUPE_NAMES_ALLOWED;
  if (troupe_names_rules_is_of_user (self, parent, NULL))
    return TROUPE_NAMES_STARTS;
  path = troupe_names_rules_describe (parent, NULL);
  /* Some names count only below others. The path of a folder deeper than PATH_MAX is unknown. */
  if (*path == '\0')
    return TROUPE_NAMES_STARTS;
  /* A folder of another sandbox, or of the user, whose rules are not known. */
  if (troupe_names_rules_find_root (self, path) == NULL && may_have_names (parent))
    return TROUPE_NAMES_STARTS;
  folded = troupe_folder_name_fold (name);
  /* A link instead of a folder in which some names start programs leads to another one, in which they do not. */
  if (kind == TROUPE_NAMES_FILE &&
      (troupe_folder_name_has_started (folded) || troupe_names_system_has_programs (folded)))
    return TROUPE_NAMES_STARTS;
  above = list_above (parent);
  if (kind != TROUPE_NAMES_NEW_FOLDER && hides_system (above, g_strv_length (above), folded))
    return TROUPE_NAMES_STARTS;
  if ((is_part_of_user (path, folded) && may_have_names (parent)) ||
      troupe_folder_name_completes_repository (parent, name, kind == TROUPE_NAMES_FILE) ||
      starts_programs (self, parent, name, folded))
    return TROUPE_NAMES_STARTS;
  return is_named (self, &place, folded, kind) ? TROUPE_NAMES_IS_NAMED : TROUPE_NAMES_ALLOWED;
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
    return !is_missing ();
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
         (is_in_package (from, name) && !is_in_package (to, new_name));
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
