/* troupe-start-folder.c: the folder in which a file dialog begins
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-start-folder"

#include "config.h"

#include "troupe-start-folder.h"

char *
troupe_start_folder_get_default (void)
{
  const char *documents = g_get_user_special_dir (G_USER_DIRECTORY_DOCUMENTS);

  return g_strdup (documents != NULL && g_file_test (documents, G_FILE_TEST_IS_DIR)
                       ? documents
                       : g_get_home_dir ());
}

char *
troupe_start_folder_find (const char *path)
{
  return path != NULL ? g_path_get_dirname (path) : troupe_start_folder_get_default ();
}

void
troupe_start_folder_set_path (GtkFileChooser *chooser, const char *folder)
{
  g_autofree char *path =
      folder != NULL ? g_strdup (folder) : troupe_start_folder_get_default ();
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_return_if_fail (GTK_IS_FILE_CHOOSER (chooser));

  gtk_file_chooser_set_current_folder (chooser, file, NULL);
}

void
troupe_start_folder_set (GtkFileChooser *chooser, TroupeDocument *document)
{
  const char *path = document != NULL ? troupe_document_get_path (document) : NULL;
  const char *project =
      document != NULL && path == NULL ? troupe_document_get_folder (document) : NULL;
  g_autofree char *folder =
      project != NULL ? g_strdup (project) : troupe_start_folder_find (path);

  g_return_if_fail (GTK_IS_FILE_CHOOSER (chooser));
  g_return_if_fail (document == NULL || TROUPE_IS_DOCUMENT (document));

  troupe_start_folder_set_path (chooser, folder);
}
