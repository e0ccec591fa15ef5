/* troupe-dialog-placement.h: places dialogs over their window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes a dialog that is not shown yet transient for the window of @widget. If possible, limits
 * the width of the dialog to the width of the window. */
void troupe_dialog_put_over (GtkWindow *dialog, GtkWidget *widget);

G_END_DECLS
