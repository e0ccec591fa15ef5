/* troupe-window-drafts.h: stores the state of a window in its drafts and restores it after a crash
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-window.h"

G_BEGIN_DECLS

/* Schedules an update of the notes in the drafts, after tabs or visible areas have changed. */
void troupe_window_note_soon (TroupeWindow *self);
/* Cancels a scheduled update. Must be called before the window is destroyed. */
void troupe_window_end_notes (TroupeWindow *self);
void troupe_window_watch_places (TroupeWindow *self);
/* Called when the window may have learned whether interrupted runs can be resumed. */
void troupe_window_update_recovery (TroupeWindow *self);

G_END_DECLS
