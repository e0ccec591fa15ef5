/* troupe-window-tabs.h: tabs and pages of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-page.h"
#include "troupe-document.h"
#include "troupe-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* Shows the welcome page instead of the documents, or the documents again. */
void troupe_window_show_welcome (TroupeWindow *self, gboolean shown);
/* Keeps a native dialog alive while it is shown, because nothing else references it. Drops the
 * previous dialog. @dialog: (nullable) */
void troupe_window_keep_dialog (TroupeWindow *self, GtkNativeDialog *dialog);
/* Returns the tab view of all documents. (transfer none) */
AdwTabView *troupe_window_get_tabs (TroupeWindow *self);
/* Returns the visible page, or NULL if the welcome page is visible. (transfer none) */
TroupePage *troupe_window_get_page (TroupeWindow *self);
/* Returns the visible batch page, or NULL. (transfer none) (nullable) */
TroupeBatchPage *troupe_window_get_batch (TroupeWindow *self);
/* Returns the page of a tab, or NULL for a batch tab. (transfer none) (nullable) */
TroupePage *troupe_window_get_nth_page (TroupeWindow *self, int index);
/* Returns the tab of @page. (nullable): NULL if the page was closed. (transfer none) */
AdwTabPage *troupe_window_find_tab (TroupeWindow *self, TroupePage *page);

/* Opens a document in a new tab and selects it. */
TroupePage *troupe_window_add_document (TroupeWindow *self, TroupeDocument *document);
/* Like troupe_window_add_document(). @left: (nullable): the draft from which the document was
 * restored */
TroupePage *
troupe_window_add_page (TroupeWindow *self, TroupeDocument *document, TroupeRecoveredDraft *left);

/* Updates titles, button states and actions. */
void troupe_window_update (TroupeWindow *self);

G_END_DECLS
