/* troupe-shortcuts.h: lets the shortcuts window fit into narrow screens
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the sections of the window scroll, and show one column in a window below 900. GTK 4.8 has no own way to do that.
 * Must be called once, before the window is shown. */
void troupe_shortcuts_adapt (GtkShortcutsWindow *shortcuts);

G_END_DECLS
