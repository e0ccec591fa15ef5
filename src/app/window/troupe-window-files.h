/* troupe-window-files.h: dialogs about files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-document.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* Shows a question whose answers are there; they are named without the letters of their keys. */
void troupe_window_present_question (GtkWidget *dialog);
void troupe_window_tell_error (TroupeWindow *self, const char *heading, const char *body);
void troupe_window_remember (const char *path); /* among the recent files */
void troupe_window_add_filters (GtkFileChooser *chooser);
/* Shown and kept alive by the window; connect to `response`. (transfer none) */
GtkFileChooser *troupe_window_show_dialog (TroupeWindow *self,
                                           const char *title,
                                           GtkFileChooserAction action,
                                           const char *accept);
/* A file name for a document that has none. (transfer full) */
char *troupe_window_suggest_name (TroupeDocument *document, const char *ending);

void troupe_window_export_activated (GtkWidget *widget, const char *name, GVariant *parameter);
/* What is selected, else all of it, as a picture on the clipboard. */
void
troupe_window_copy_picture_activated (GtkWidget *widget, const char *name, GVariant *parameter);

G_END_DECLS
