/* troupe-import-report.h: report on a crew imported from agents.yaml and tasks.yaml
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
 * What the user has to know about an imported crew, until the crew is saved or the report is
 * closed. Consists of the rows of the table in Problems, and of the bar below the tabs that
 * summarizes how much was imported (doc/interface.md §29). The buttons of the bar activate
 * `win.save-as` and emit `closed`.
 */
#define TROUPE_TYPE_IMPORT_REPORT (troupe_import_report_get_type ())
G_DECLARE_FINAL_TYPE (TroupeImportReport, troupe_import_report, TROUPE, IMPORT_REPORT, GObject)

/* @import: the required data is copied */
TroupeImportReport *troupe_import_report_new (const TroupeCrewImport *import);

/* Returns the identifier of the imported crew. (transfer none) */
const char *troupe_import_report_get_id (TroupeImportReport *self);
/* Returns the folder that contains all imported files. (transfer none) */
const char *troupe_import_report_get_folder (TroupeImportReport *self);
/* Returns the bar. (transfer none) */
GtkWidget *troupe_import_report_get_bar (TroupeImportReport *self);
/* (transfer none) (element-type TroupeReportItem) */
GListModel *troupe_import_report_get_items (TroupeImportReport *self);
/* Returns the complete report, one item per line. (transfer none) */
const char *troupe_import_report_get_text (TroupeImportReport *self);
/* Called after every edit. @problems: the problems of the crew. Items without a matching problem
 * are marked as fixed. */
void troupe_import_report_update (TroupeImportReport *self, GPtrArray *problems);

G_END_DECLS
