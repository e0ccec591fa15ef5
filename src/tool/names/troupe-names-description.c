/* troupe-names-description.c: reads the rules for names, and finds the folders that settings of the user name
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-names"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "troupe-folder-name.h"
#include "troupe-names-rules-private.h"

#define FOLDER_FLAGS (O_PATH | O_DIRECTORY | O_CLOEXEC)

/* --- Paths that settings name -------------------------------------------------------------------- */

static void
node_free (gpointer data)
{
  TroupeNamesNode *node = data;

  g_clear_pointer (&node->children, g_hash_table_unref);
  g_free (node->name);
  g_free (node);
}

TroupeNamesNode *
troupe_names_node_find (const TroupeNamesNode *self, const char *folded)
{
  return self->children != NULL ? g_hash_table_lookup (self->children, folded) : NULL;
}

/* Returns the node of a path, which is created. @names: receives its folded names */
static TroupeNamesNode *
node_make (TroupeNamesNode *self, const char *path, GHashTable *names)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      g_autofree char *folded = troupe_folder_name_fold (parts[i]);
      TroupeNamesNode *child = NULL;

      if (*folded == '\0')
        continue;
      child = troupe_names_node_find (self, folded);
      if (self->children == NULL)
        self->children = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, node_free);
      if (child == NULL)
        {
          child = g_new0 (TroupeNamesNode, 1);
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

gboolean
troupe_names_place_equal (gconstpointer a, gconstpointer b)
{
  const TroupeNamesPlace *first = a;
  const TroupeNamesPlace *second = b;

  return first->inode == second->inode && first->device == second->device;
}

static void
add_place (TroupeNamesRules *self, int folder, TroupeNamesNode *node)
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

gboolean
troupe_names_is_missing (void)
{
  return errno == ENOENT || errno == ENOTDIR || errno == ELOOP;
}

/* Adds the folders that exist on the way to the paths of a node, and those with modules. Returns FALSE if that is unknown. */
static gboolean
find_below (TroupeNamesRules *self, int folder, TroupeNamesNode *node)
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
      TroupeNamesNode *child = data;
      int inner;

      if (child->children == NULL && !child->has_modules)
        continue;
      inner = openat (folder, child->name, FOLDER_FLAGS | O_NOFOLLOW);
      is_known = is_known && (inner >= 0 || troupe_names_is_missing ());
      if (inner < 0)
        continue;
      is_known = find_below (self, inner, child) && is_known;
      close (inner);
    }
  return is_known;
}

gboolean
troupe_names_rules_find_places (TroupeNamesRules *self)
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
  const gboolean is_inside = FALSE;
  TroupeNamesPlace place;
  const int folder = open (path, FOLDER_FLAGS);

  g_assert (self != NULL);

  if (folder < 0 || troupe_names_place_get (&place, folder) != 0)
    return FALSE;
  remove_number (self->mounts, place.mount);
  remove_number (self->devices, place.device);
  g_array_append_val (self->known, place.mount);
  g_ptr_array_add (self->roots, g_new0 (TroupeNamesNode, 1));
  g_array_append_val (self->folders, folder);
  g_array_append_val (self->are_inside, is_inside);
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

/* Remembers which folders of the user are projects before code can delete their markers. */
static void
note_projects (TroupeNamesRules *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->folders->len; i++)
    troupe_folder_projects_contain (self->projects, g_array_index (self->folders, int, i), FALSE,
                                    "");
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
      else if (g_str_equal (tag, TROUPE_NAMES_PROGRAMS))
        self->may_change_programs = TRUE;
      else if (g_str_equal (tag, TROUPE_NAMES_VARIABLE))
        take (&at, end);
      else if (g_str_equal (tag, TROUPE_NAMES_PROJECT) && self->roots->len > 0)
        g_array_index (self->are_inside, gboolean, self->are_inside->len - 1) = TRUE;
      else if (self->roots->len > 0)
        {
          TroupeNamesNode *node =
              node_make (g_ptr_array_index (self->roots, self->roots->len - 1), value, self->names);

          node->has_modules = node->has_modules || g_str_equal (tag, TROUPE_NAMES_MODULES);
          node->is_named = node->is_named || g_str_equal (tag, TROUPE_NAMES_NAMED);
        }
    }
  note_projects (self);
  return troupe_names_rules_find_places (self);
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
  self->projects = troupe_folder_projects_new ();
  self->are_inside = g_array_new (FALSE, FALSE, sizeof (gboolean));
  self->places = g_hash_table_new_full (hash_place, troupe_names_place_equal, g_free,
                                        (GDestroyNotify) g_ptr_array_unref);
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
  troupe_folder_projects_free (self->projects);
  g_array_unref (self->are_inside);
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
