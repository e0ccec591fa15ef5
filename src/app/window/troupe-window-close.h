/* troupe-window-close.h: closing tabs and windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-page.h"
#include "troupe-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* Returns TRUE if the tab may be closed immediately; otherwise prompts the user and closes it
 * later. */
gboolean troupe_window_close_page (TroupeWindow *self, TroupePage *page);
/* Like troupe_window_close_page(), for a batch that may be running. */
gboolean troupe_window_may_leave_batch (TroupeWindow *self, TroupeBatchPage *page);
/* Like troupe_window_close_page(), for the window with all its documents. */
gboolean troupe_window_close_all (TroupeWindow *self);
/* Ends the session without prompting: commits pending input, and closes tabs without unsaved
 * changes or running runs, and the window with the last of them. Returns TRUE if the window
 * closed, FALSE if a tab is left; unsaved changes are kept as drafts. */
gboolean troupe_window_end (TroupeWindow *self);

G_END_DECLS
