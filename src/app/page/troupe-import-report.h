/* troupe-import-report.h: the report on a crew that was read from agents.yaml and tasks.yaml
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-import.h"
#include "troupe-monitor.h"

G_BEGIN_DECLS

/**
 * TroupeImportReport:
 *
 * What a person has to know of a crew that was imported, until it is saved or the report is closed: the rows of the table
 * in Problems, and the bar under the tabs that says how much came over (doc/interface.md §29). Its buttons are
 * `win.save-as` and one that emits `closed`.
 */
#define TROUPE_TYPE_IMPORT_REPORT (troupe_import_report_get_type ())
G_DECLARE_FINAL_TYPE (TroupeImportReport, troupe_import_report, TROUPE, IMPORT_REPORT, GObject)

/* @import: is copied as far as it is needed */
TroupeImportReport *troupe_import_report_new (const TroupeCrewImport *import);

/* All that was read lies below it. (transfer none) */
const char *troupe_import_report_get_folder (TroupeImportReport *self);
/* The bar. (transfer none) */
GtkWidget *troupe_import_report_get_bar (TroupeImportReport *self);
/* (transfer none) (element-type TroupeReportItem) */
GListModel *troupe_import_report_get_items (TroupeImportReport *self);
/* The whole report, a line each. (transfer none) */
const char *troupe_import_report_get_text (TroupeImportReport *self);
/* After every edit: @problems are those of the crew. What is not among them any more has been repaired. */
void troupe_import_report_update (TroupeImportReport *self, GPtrArray *problems);

G_END_DECLS
