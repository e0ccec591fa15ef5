/* troupe-window-notices.h: notifications about the runs and batches of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-batch-page.h"
#include "troupe-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* Notifies the user when a run of the page ends, fails or reaches its budget while the window is not active or another
 * tab is in front. The click on a notification performs `app.show-run` with the id of the run. Called once for a page. */
void troupe_window_notices_follow (TroupeWindow *self, TroupePage *page);
/* The same for a batch: when it ends, when items have failed, and when its budget has been used up. Items of a batch do not
 * notify. */
void troupe_window_notices_follow_batch (TroupeWindow *self, TroupeBatchPage *batch);

G_END_DECLS
