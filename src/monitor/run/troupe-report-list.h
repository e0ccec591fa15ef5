/* troupe-report-list.h: table of an import report
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
 * The table of an import report (doc/interface.md §29). It shows what was omitted, changed and
 * imported, its location, the result, and the fix. The user can switch between all items, items
 * that need attention, and the current problems of the document.
 *
 * Signals: `problem-activated`, `fix-requested` (TroupeProblem, as for #TroupeProblemList).
 */
#define TROUPE_TYPE_REPORT_LIST (troupe_report_list_get_type ())
G_DECLARE_FINAL_TYPE (TroupeReportList, troupe_report_list, TROUPE, REPORT_LIST, GtkWidget)

/* @problems: the widget that is shown if there is no report, and to which the user can switch if
 *   there is a report */
GtkWidget *troupe_report_list_new (GtkWidget *problems);

/* @items: (element-type TroupeReportItem) (nullable): NULL if there is no report. @text:
 *   (nullable): the report as text for copying */
void troupe_report_list_set_items (TroupeReportList *self, GListModel *items, const char *text);

G_END_DECLS
