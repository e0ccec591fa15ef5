/* troupe-window-close.h: closing tabs and windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-page.h"
#include "troupe-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* TRUE where the tab may go at once; else the person is asked and the tab goes later. */
gboolean troupe_window_close_page (TroupeWindow *self, TroupePage *page);
/* The same of a batch that may be under way. */
gboolean troupe_window_may_leave_batch (TroupeWindow *self, TroupeBatchPage *page);
/* The same for the window with all its documents. */
gboolean troupe_window_close_all (TroupeWindow *self);
/* The session ends and nobody can be asked: what is being typed becomes an edit, tabs without anything that
 * could be lost go, and the window with the last of them. TRUE where it goes; else its drafts hold what is
 * not saved. */
gboolean troupe_window_end (TroupeWindow *self);

G_END_DECLS
