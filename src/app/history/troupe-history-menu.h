/* troupe-history-menu.h: clicks on runs of the history, their menu and its dialogs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-history-row.h"
#include "troupe-local-chooser.h"

G_BEGIN_DECLS

/* Lets a click on a row select and activate it, with Ctrl or Shift only select it, and lets the secondary button, the
 * menu key and Shift+F10 open the menu of the selected rows. The menu has the actions `history.`. */
void troupe_history_menu_attach (GtkListBox *list);
/* Asks for the name of a run next to its row. @callback: `void (gpointer user_data, TroupeHistoryRow *row, const char
 * *title)`, called unless the user cancels; @object: its user data, which must live as long as the row */
void troupe_history_menu_rename (TroupeHistoryRow *row, GCallback callback, gpointer object);
/* Asks for the file of an export. */
void troupe_history_menu_choose_export (GtkWidget *owner,
                                        const char *folder,
                                        TroupeLocalChooserFunc func);

G_END_DECLS
