/* troupe-window-questions.h: notifications for feedback requests of runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* Called when a run in @page requests feedback. Notifies the user if the window or the tab is
 * not active. */
void troupe_window_question_came (TroupeWindow *self, TroupePage *page, const char *request_id);

G_END_DECLS
