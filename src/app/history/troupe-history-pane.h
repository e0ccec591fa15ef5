/* troupe-history-pane.h: list of stored runs in place of the outline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-history-work.h"

G_BEGIN_DECLS

/**
 * TroupeHistoryPane:
 *
 * The stored runs of a document or of all documents, by day, newest first, with a search and filters
 * (doc/interface.md §23). Runs that wait for an answer are listed first. More runs are read as the list is scrolled to
 * its end. Runs are read and changed on other threads.
 *
 * Property: `busy` (boolean, read only): whether the list is being read. The former list stays until then.
 *
 * Signals: `run-activated` (ID and path of a run or NULL: it is to be shown), `answer-requested` (ID and path of a run
 * that waits for an answer), `compare-requested` (IDs of two runs, the earlier one first), `message` (text for a toast),
 * `closed`.
 *
 * Class actions, of the selected runs: `history.open`, `history.rename`, `history.keep`, `history.compare`,
 * `history.make-test`, `history.export`, `history.delete`.
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_HISTORY_PANE (troupe_history_pane_get_type ())
G_DECLARE_FINAL_TYPE (TroupeHistoryPane, troupe_history_pane, TROUPE, HISTORY_PANE, GtkWidget)

/* @find: finds the store. (transfer full): floating */
GtkWidget *troupe_history_pane_new (TroupeHistoryStoreFunc find);
/* Sets the document whose runs are listed. @path: (nullable): NULL for a document without a file;
 * @unsaved: (nullable): IDs of the runs of a document without a file; @has_document: FALSE if no document is visible, so
 * that the runs of all documents are listed */
void troupe_history_pane_set_document (TroupeHistoryPane *self,
                                       const char *path,
                                       const char *const *unsaved,
                                       gboolean has_document);
/* Reads the list again, for example after a run has ended. */
void troupe_history_pane_refresh (TroupeHistoryPane *self);
/* Updates the number of bookmarks of a run if it is listed. */
void troupe_history_pane_set_bookmarks (TroupeHistoryPane *self, const char *run_id, guint n);
/* Compares the two selected runs; otherwise says that two runs must be selected. */
void troupe_history_pane_compare (TroupeHistoryPane *self);

G_END_DECLS
