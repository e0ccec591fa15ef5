/* troupe-window-files.h: file and message dialogs of a window, and exports
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"
#include "troupe-window.h"

G_BEGIN_DECLS

void troupe_window_tell_error (TroupeWindow *self, const char *heading, const char *body);
void troupe_window_remember (const char *path); /* adds it to the recent files */
void troupe_window_add_filters (GtkFileChooser *chooser);
/* Creates a file dialog that the window keeps alive. The caller must connect to `response` and show
 * the dialog after the folder and everything else was set, because GTK cannot change the folder of a
 * dialog that is still loading another one. (transfer none) */
GtkFileChooser *troupe_window_new_dialog (TroupeWindow *self,
                                          const char *title,
                                          GtkFileChooserAction action,
                                          const char *accept);
/* Creates and shows a file dialog without any further settings. (transfer none) */
GtkFileChooser *troupe_window_show_dialog (TroupeWindow *self,
                                           const char *title,
                                           GtkFileChooserAction action,
                                           const char *accept);
/* Suggests a file name for a document without a file. (transfer full) */
char *troupe_window_suggest_name (TroupeDocument *document, const char *ending);

void troupe_window_export_activated (GtkWidget *widget, const char *name, GVariant *parameter);
/* Copies the selection, or everything if nothing is selected, as an image to the clipboard. */
void
troupe_window_copy_picture_activated (GtkWidget *widget, const char *name, GVariant *parameter);

G_END_DECLS
