/* troupe-open-list.h: lists of choices that open at the present choice
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes the list of an AdwComboRow or a GtkDropDown open with the focus on the selected entry, so
 * that Up, Down and Return choose from there. Main thread */
void troupe_open_list_at_choice (GtkWidget *chooser);

G_END_DECLS
