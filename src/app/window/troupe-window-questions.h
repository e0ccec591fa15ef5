/* troupe-window-questions.h: questions of runs to who looks at something else
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/* A run in @page asks a person: tells so where the window or the tab is not in front. */
void troupe_window_question_came (TroupeWindow *self, TroupePage *page, const char *request_id);

G_END_DECLS
