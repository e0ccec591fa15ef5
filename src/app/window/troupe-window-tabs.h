/* troupe-window-tabs.h: what a window shows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-page.h"
#include "troupe-document.h"
#include "troupe-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* The welcome page in front of the documents, and back. */
void troupe_window_show_welcome (TroupeWindow *self, gboolean shown);
/* Nobody else keeps a native dialog alive while it is shown. The one before it goes. @dialog:
 * (nullable) */
void troupe_window_keep_dialog (TroupeWindow *self, GtkNativeDialog *dialog);
/* Of all its documents. (transfer none) */
AdwTabView *troupe_window_get_tabs (TroupeWindow *self);
/* The page in front, or NULL on the welcome page. (transfer none) */
TroupePage *troupe_window_get_page (TroupeWindow *self);
/* The batch in front, or NULL. (transfer none) (nullable) */
TroupeBatchPage *troupe_window_get_batch (TroupeWindow *self);
/* The page of a tab, or NULL where it has a batch. (transfer none) (nullable) */
TroupePage *troupe_window_get_nth_page (TroupeWindow *self, int index);
/* (nullable): NULL where it was closed. (transfer none) */
AdwTabPage *troupe_window_find_tab (TroupeWindow *self, TroupePage *page);

/* Puts a document into a new tab and shows it. */
TroupePage *troupe_window_add_document (TroupeWindow *self, TroupeDocument *document);
/* The same with the draft that it was restored from, if any. */
TroupePage *
troupe_window_add_page (TroupeWindow *self, TroupeDocument *document, TroupeLeftDraft *left);

/* Titles, button states and actions after something changed. */
void troupe_window_update (TroupeWindow *self);

G_END_DECLS
