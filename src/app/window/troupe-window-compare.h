/* troupe-window-compare.h: compares the shown document with another file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-window.h"

G_BEGIN_DECLS

/* Installs `win.compare`, which asks for a file and compares the shown document with it, and
 * `win.compare-conflict`, which compares both versions of a file with a conflict of Git. */
void troupe_window_install_compare (GtkWidgetClass *widget_class);
/* Reads the file or crew folder @path on another thread and shows it beside the shown document, so that the user
 * can take over its differences. A dialog says why that is not possible, such as for a file of another type. */
void troupe_window_compare_with (TroupeWindow *self, const char *path);

G_END_DECLS
