/* troupe-window-batch.h: batch tabs of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-page.h"
#include "troupe-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* Action callback. Opens a tab for a batch of the visible document, and closes an existing batch
 * tab of this document if its batch was not started. */
void troupe_window_batch_activated (GtkWidget *widget, const char *name, GVariant *parameter);

/* Updates title, tooltip, icon and state of the batch tab @index. @length: of its title, as from
 * troupe_tab_title_choose_length() */
void troupe_window_update_batch_tab (TroupeWindow *self, int index, guint length);
void troupe_window_leave_batch (TroupeWindow *self, int index);

/* Handles “close-page”. Closes the tab immediately, or prompts the user and keeps the tab open
 * for now. @is_agreed: whether no prompt is required */
void troupe_window_close_batch (TroupeWindow *self, AdwTabPage *tab, gboolean is_agreed);

/* Finds the running batch of the document. (transfer none) (nullable): NULL if there is none */
TroupeBatchPage *troupe_window_find_running_batch (TroupeWindow *self, TroupeDocument *document);
/* Adds the tab of a batch that was running when the program ended, which the user can continue there. @inputs, @out: its files */
void troupe_window_restore_batch (TroupeWindow *self,
                                  TroupePage *page,
                                  const char *inputs,
                                  const char *out);

G_END_DECLS
