/* troupe-message-dialog.h: message dialogs whose headings may be long
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * troupe_message_dialog_new:
 * @parent: (nullable): the window over which the dialog is shown
 * @heading: (nullable): the heading
 * @body: (nullable): the text below it
 *
 * Creates a message dialog. Its heading wraps within long words such as names of files.
 *
 * Returns: (transfer none): the dialog, an #AdwMessageDialog owned by GTK
 */
GtkWidget *troupe_message_dialog_new (GtkWindow *parent, const char *heading, const char *body);

G_END_DECLS
