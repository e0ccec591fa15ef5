/* troupe-local-chooser.h: file chooser for local files and folders
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @path: (nullable): NULL if the chosen file is not local */
typedef void (*TroupeLocalChooserFunc) (GtkWidget *owner, const char *path);

/* Shows a file chooser over the window of @owner. An owner has at most one file chooser, which
 * is destroyed with @owner. @func is not called if the user cancels.
 * @folder: (nullable): where it begins; %NULL for the folder of documents without a file
 * Returns: (transfer none): the file chooser, so that the caller can add filters or set a file
 * name */
GtkFileChooser *troupe_local_chooser_show (GtkWidget *owner,
                                           const char *title,
                                           GtkFileChooserAction action,
                                           const char *accept,
                                           const char *folder,
                                           TroupeLocalChooserFunc func);

G_END_DECLS
