/* troupe-local-chooser.h: asks for a file or a folder of this computer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @path: (nullable): what was chosen is on another computer */
typedef void (*TroupeLocalChooserFunc) (GtkWidget *owner, const char *path);

/* Shows it over the window of @owner, which has one at a time; it goes with it. Nothing is told where a person leaves it.
 * Returns: (transfer none): to add filters, or a name */
GtkFileChooser *troupe_local_chooser_show (GtkWidget *owner,
                                           const char *title,
                                           GtkFileChooserAction action,
                                           const char *accept,
                                           TroupeLocalChooserFunc func);

G_END_DECLS
