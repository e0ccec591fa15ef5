/* troupe-compare-view.h: comparison of two stored runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-compare-facts.h"
#include "troupe-editor-frame.h"

G_BEGIN_DECLS

/**
 * TroupeCompareView:
 *
 * Two runs side by side (doc/interface.md §23): a bar with both, their time and cost; the document of the first run with
 * what each method did in A and B; the list of the methods that differ; and the texts of the selected one, line by line. Two other
 * pages show both timelines and the costs.
 *
 * Signals: `left` (the user wants to return to the document), `swapped` (the runs are to be exchanged), `chosen` (the side, 0 for A,
 * and the ID of the run that is to be compared instead).
 *
 * Class actions: `compare.leave`, `compare.swap`, `compare.part` (s: input, output, state), `compare.page` (s: differences,
 * timeline, cost).
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_COMPARE_VIEW (troupe_compare_view_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCompareView, troupe_compare_view, TROUPE, COMPARE_VIEW, GtkWidget)

/* @facts: (transfer full). (transfer full) (nullable): floating; NULL with an error if the document of the first run cannot
 * be shown */
GtkWidget *troupe_compare_view_new (TroupeCompareFacts *facts, GError **error);

/* Shows one side at a time if there is not enough space. */
void troupe_compare_view_set_width_class (TroupeCompareView *self, TroupeEditorWidth width);

G_END_DECLS
