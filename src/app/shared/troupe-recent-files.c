/* troupe-recent-files.c: recently used documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-recent-files"

#include "config.h"

#include <string.h>

#include "troupe-base.h"
#include "troupe-recent-files.h"
#include "troupe-sanitize-text.h"

/* File name extensions of documents. */
static const char *const endings[] = { ".json", ".jsonc", ".yaml", ".yml" };

static void
recent_file_free (gpointer data)
{
  TroupeRecentFile *self = data;

  g_free (self->uri);
  g_free (self->path);
  g_free (self->name);
  g_free (self->folder);
  g_free (self);
}

/* Returns TRUE if the folder is opened as a document. The choosers of GTK also remember other folders, such as those for the
 * results of a batch. */
static gboolean
is_project (const char *path)
{
  static const char *const names[] = { "crew.jsonc", "crew.json", "flow.jsonc",
                                       "flow.json",  "flow.yaml", "flow.yml" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *file = g_build_filename (path, names[i], NULL);

      if (g_file_test (file, G_FILE_TEST_IS_REGULAR))
        return TRUE;
    }
  return FALSE;
}

/* Returns the file name of @path without its extension. (transfer full) (nullable): NULL if
 * @path is not a document */
static char *
dup_stem (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i]))
      return g_strndup (name, strlen (name) - strlen (endings[i]));
  return is_project (path) ? g_steal_pointer (&name) : NULL;
}

/* Returns the path that identifies a document: a crew and the folder that contains it are opened as
 * the same document. (transfer full) */
static char *
find_document (const TroupeRecentFile *file)
{
  g_autofree char *name = g_path_get_basename (file->path);

  return g_str_has_prefix (name, "crew.") && !g_file_test (file->path, G_FILE_TEST_IS_DIR)
             ? g_path_get_dirname (file->path)
             : g_strdup (file->path);
}

static int
compare_infos (gconstpointer a, gconstpointer b)
{
  GDateTime *first = gtk_recent_info_get_modified (*(GtkRecentInfo **) a);
  GDateTime *second = gtk_recent_info_get_modified (*(GtkRecentInfo **) b);

  return g_date_time_compare (second, first);
}

GPtrArray *
troupe_recent_files_list (void)
{
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  g_autoptr (GPtrArray) infos =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gtk_recent_info_unref);
  GPtrArray *files = g_ptr_array_new_with_free_func (recent_file_free);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (GList *l = items; l != NULL; l = l->next)
    if (gtk_recent_info_has_application (l->data, g_get_application_name ()) &&
        gtk_recent_info_is_local (l->data) && gtk_recent_info_exists (l->data))
      g_ptr_array_add (infos, gtk_recent_info_ref (l->data));
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  g_ptr_array_sort (infos, compare_infos);
  for (guint i = 0; i < infos->len; i++)
    {
      TroupeRecentFile *file = NULL;
      GtkRecentInfo *info;
      g_autofree char *path = NULL;
      g_autofree char *stem = NULL;
      g_autofree char *folder = NULL;
      g_autofree char *name = NULL;
      g_autofree char *place = NULL;
      gboolean is_crew, is_folder;

      info = g_ptr_array_index (infos, i);
      path = g_filename_from_uri (gtk_recent_info_get_uri (info), NULL, NULL);
      stem = path != NULL ? dup_stem (path) : NULL;
      folder = path != NULL ? g_path_get_dirname (path) : NULL;
      if (stem != NULL)
        {
          is_folder = g_file_test (path, G_FILE_TEST_IS_DIR);
          is_crew = g_str_equal (stem, "crew") || is_folder;
          file = g_new0 (TroupeRecentFile, 1);
          file->uri = g_strdup (gtk_recent_info_get_uri (info));
          /* The folder name is used for a crew project, because the files of all crew projects have the
           * same name. */
          name = g_str_equal (stem, "crew") && !is_folder ? g_path_get_basename (folder)
                                                          : g_steal_pointer (&stem);
          place = troupe_path_for_display (is_folder ? path : folder);
          file->name = troupe_text_to_line (name);
          file->folder = troupe_text_to_line (place);
          file->icon = is_crew ? "troupe-crew-symbolic" : "troupe-flow-symbolic";
          file->path = g_steal_pointer (&path);
        }
      if (file != NULL && g_hash_table_add (seen, find_document (file)))
        g_ptr_array_add (files, file);
      else if (file != NULL)
        recent_file_free (file);
    }
  return files;
}
