/* troupe-dialog-placement.h: places dialogs over their window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Ties a dialog that is not shown yet to the window of @widget, no wider than that where it can be. */
void troupe_dialog_put_over (GtkWindow *dialog, GtkWidget *widget);

G_END_DECLS
