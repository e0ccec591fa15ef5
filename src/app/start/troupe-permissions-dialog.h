/* troupe-permissions-dialog.h: shows what a document could do before anything of it is run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-document.h"

G_BEGIN_DECLS

/**
 * troupe_permissions_dialog_open:
 * @over: the widget over whose window the dialog is shown
 * @document: a flow or crew document that can be loaded
 *
 * Shows the list of the consent dialog for a run of @document, without a question. Looks up the code of the
 * project on another thread first. Starts nothing and grants nothing. Threads: main thread.
 */
void troupe_permissions_dialog_open (GtkWidget *over, TroupeDocument *document);

G_END_DECLS
