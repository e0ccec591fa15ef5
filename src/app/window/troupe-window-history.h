/* troupe-window-history.h: history of runs in a window, past runs and their comparison
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-frame.h"
#include "troupe-page.h"
#include "troupe-window.h"

G_BEGIN_DECLS

/**
 * TroupeWindowHistory:
 *
 * The history of a window next to its documents. It opens the documents of runs, and shows runs and their comparison in
 * them.
 *
 * Property: `shown` (boolean): whether the history is visible.
 */
#define TROUPE_TYPE_WINDOW_HISTORY (troupe_window_history_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWindowHistory, troupe_window_history, TROUPE, WINDOW_HISTORY, GObject)

/* @window: not referenced, must live as long as the object; @flap: the container of the documents, in which the history is
 * hidden. (transfer full) */
TroupeWindowHistory *troupe_window_history_new (TroupeWindow *window, AdwFlap *flap);

/* Shows or hides the history, and moves the focus into it or back to the document. */
void troupe_window_history_set_shown (TroupeWindowHistory *self, gboolean shown);
gboolean troupe_window_history_is_shown (TroupeWindowHistory *self);
/* Compares the two runs that are selected in the history; shows the history if it is hidden. */
void troupe_window_history_compare (TroupeWindowHistory *self);
/* Returns TRUE if the visible document is covered by a past run. */
gboolean troupe_window_history_shows_run (TroupeWindowHistory *self);
/* Offers to begin a new run at the present time of that past run. */
void troupe_window_history_fork (TroupeWindowHistory *self);
/* Asks how to fork a run of the visible document, after the document was edited for it. @moment: day and time of the run */
void troupe_window_history_fork_run (TroupeWindowHistory *self,
                                     const char *run_id,
                                     const char *step,
                                     const char *moment);
/* Lets the history follow the visible document and its run. */
void troupe_window_history_update (TroupeWindowHistory *self);
/* Places the history next to the documents, or over them if there is not enough space. */
void troupe_window_history_set_width_class (TroupeWindowHistory *self, TroupeEditorWidth width);
/* Returns the pane. (transfer none) */
GtkWidget *troupe_window_history_get_pane (TroupeWindowHistory *self);

G_END_DECLS
