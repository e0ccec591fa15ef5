/* troupe-report-list.h: what became of what was read from other files, as a table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-report-item.h"

G_BEGIN_DECLS

/**
 * TroupeReportList:
 *
 * The table of a report (doc/interface.md §29): what was left out, changed and came over, where it stood, what became of
 * it, and its repair. A person sees everything, or what needs a look, or the problems that the document has now.
 *
 * Signals: `problem-activated`, `fix-requested` (TroupeProblem, as of a #TroupeProblemList).
 */
#define TROUPE_TYPE_REPORT_LIST (troupe_report_list_get_type ())
G_DECLARE_FINAL_TYPE (TroupeReportList, troupe_report_list, TROUPE, REPORT_LIST, GtkWidget)

/* @problems: what is shown where there is no report, and beside one */
GtkWidget *troupe_report_list_new (GtkWidget *problems);

/* @items: (element-type TroupeReportItem) (nullable): NULL: there is no report. @text: (nullable): the same to be copied */
void troupe_report_list_set_items (TroupeReportList *self, GListModel *items, const char *text);
/* How many are shown. */
guint troupe_report_list_count (TroupeReportList *self);
/* Whether only those are shown that need a look. */
void troupe_report_list_set_short (TroupeReportList *self, gboolean is_short);

G_END_DECLS
