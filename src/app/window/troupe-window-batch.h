/* troupe-window-batch.h: batch tabs of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* Action callback. Opens a tab for a batch of the visible document, and closes an existing batch
 * tab of this document if its batch was not started. */
void troupe_window_batch_activated (GtkWidget *widget, const char *name, GVariant *parameter);

/* Updates title, tooltip, icon and state of the batch tab @index. */
void troupe_window_update_batch_tab (TroupeWindow *self, int index);
void troupe_window_leave_batch (TroupeWindow *self, int index);

/* Handles “close-page”. Closes the tab immediately, or prompts the user and keeps the tab open
 * for now. @is_agreed: whether no prompt is required */
void troupe_window_close_batch (TroupeWindow *self, AdwTabPage *tab, gboolean is_agreed);

G_END_DECLS
