/* troupe-run-view.h: a past run with its document as it was then
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-frame.h"
#include "troupe-run-times.h"
#include "troupe-store-history.h"

G_BEGIN_DECLS

/**
 * TroupeRunView:
 *
 * Shows a stored run: a bar that says what is seen, the document that ran, which cannot be edited, its timeline, log
 * and values, and a scrubber that moves through its time (doc/interface.md §23). Cards that differ from the document of
 * today are marked.
 *
 * Signals: `left` (the user wants to return to the document), `fork-requested` (ID of the run, the step before which a new run
 * is to begin, day and time of the run), `change-requested` (the document of the run, its title: to be shown beside that of today),
 * `crew-change-requested` (the trees of the crew of today and of that of the run, its title), `bookmarked` (ID of the run, gint64 time, whether a bookmark was set or removed, the number of bookmarks), `message` (text for a toast).
 *
 * Class actions: `run-view.leave`, `run-view.fork` (before the method or task that the user has selected, else as
 * `run-view.fork-moment`), `run-view.fork-moment` (before what had not ended at the present time), `run-view.fork-method`
 * (before the selected method).
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_RUN_VIEW (troupe_run_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunView, troupe_run_view, TROUPE, RUN_VIEW, GtkWidget)

/**
 * troupe_run_view_new:
 * @summary: of the run
 * @record: the complete record
 * @times: (transfer full): its events
 * @today: (nullable): the text of the present document, of troupe_run_factory_dup_text(); %NULL if the run is of another
 *   document
 * @error: (out): why the document of the run cannot be shown
 *
 * Returns: (transfer full) (nullable): floating; %NULL with an error
 */
GtkWidget *troupe_run_view_new (const TroupeRunSummary *summary,
                                const TroupeRunRecord *record,
                                TroupeRunTimes *times,
                                const char *today,
                                GError **error);

const char *troupe_run_view_get_run_id (TroupeRunView *self);
/* Returns the selected method of a flow. (transfer none) (nullable) */
const char *troupe_run_view_get_selected (TroupeRunView *self);
/* Sets the bookmarks of the run. @bookmarks: (element-type gint64): their times in ascending order */
void troupe_run_view_set_bookmarks (TroupeRunView *self, GArray *bookmarks);
/* Hides what does not fit the width. */
void troupe_run_view_set_width_class (TroupeRunView *self, TroupeEditorWidth width);

G_END_DECLS
