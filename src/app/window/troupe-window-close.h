/* troupe-window-close.h: closing tabs and windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-page.h"
#include "troupe-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* Returns TRUE if the tab may be closed immediately. Otherwise prompts the user and closes the
 * tab later. */
gboolean troupe_window_close_page (TroupeWindow *self, TroupePage *page);
/* Like troupe_window_close_page(), but for a batch that may be running. */
gboolean troupe_window_may_leave_batch (TroupeWindow *self, TroupeBatchPage *page);
/* Like troupe_window_close_page(), but for the window with all its documents. */
gboolean troupe_window_close_all (TroupeWindow *self);
/* Ends the session without prompting. Commits pending input, and closes all tabs without unsaved
 * changes or running runs, and the window with the last tab. Returns TRUE if the window was
 * closed, FALSE if a tab is left. Unsaved changes are kept as drafts. */
gboolean troupe_window_end (TroupeWindow *self);

G_END_DECLS
