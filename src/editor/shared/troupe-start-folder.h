/* troupe-start-folder.h: the folder in which a file dialog begins
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"

G_BEGIN_DECLS

/* Returns the folder of documents without a file: the folder of documents of the user, or the home
 * folder if there is none. (transfer full) */
char *troupe_start_folder_get_default (void);
/* Returns the folder that contains @path, or that of documents without a file. @path: (nullable).
 * (transfer full) */
char *troupe_start_folder_find (const char *path);

/* Lets @chooser begin in the folder of @document, wherever the program was started. Call before
 * the chooser is shown: a portal takes the folder from its request. @document: (nullable) */
void troupe_start_folder_set (GtkFileChooser *chooser, TroupeDocument *document);
/* Like troupe_start_folder_set(), for a folder. @folder: (nullable): that of documents without a file */
void troupe_start_folder_set_path (GtkFileChooser *chooser, const char *folder);

G_END_DECLS
