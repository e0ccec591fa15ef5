/* troupe-window-drafts.h: what of a window comes back after it was lost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-window.h"

G_BEGIN_DECLS

/* Where the documents stand has changed, or what is seen of them: their drafts are told soon. */
void troupe_window_note_soon (TroupeWindow *self);
/* Before the window goes. */
void troupe_window_end_notes (TroupeWindow *self);
void troupe_window_watch_places (TroupeWindow *self);
/* How many of the runs that were interrupted can go on may be known now. */
void troupe_window_update_recovery (TroupeWindow *self);

G_END_DECLS
