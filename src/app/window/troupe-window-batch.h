/* troupe-window-batch.h: the tabs of a window that have a batch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* As the callback of an action: a tab for a batch of the document in front, or the one that has not begun yet. */
void troupe_window_batch_activated (GtkWidget *widget, const char *name, GVariant *parameter);

/* All of the tab @index, which has one. */
void troupe_window_update_batch_tab (TroupeWindow *self, int index);
void troupe_window_leave_batch (TroupeWindow *self, int index);

/* Ends what “close-page” began: at once, or never, where a person is asked. @is_agreed: nobody has to be */
void troupe_window_close_batch (TroupeWindow *self, AdwTabPage *tab, gboolean is_agreed);

G_END_DECLS
