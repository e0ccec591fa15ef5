/* troupe-report-item.h: list model item of an import report
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-problem.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_REPORT_LEFT_OUT,
  TROUPE_REPORT_CHANGED,
  TROUPE_REPORT_CARRIED,
} TroupeReportKind;

/**
 * TroupeReportItem:
 *
 * An entry of a report about what was imported from other files.
 *
 * Property: `settled` (boolean): whether its problem was fixed, so that no fix is offered.
 */
#define TROUPE_TYPE_REPORT_ITEM (troupe_report_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupeReportItem, troupe_report_item, TROUPE, REPORT_ITEM, GObject)

/* @file, @line, @last_line: the location in the imported file; 0: unknown. @what: the imported
 *   text. @problem: describes the result of the import, and contains the path in the document
 *   and the fix; its message is displayed */
TroupeReportItem *troupe_report_item_new (TroupeReportKind kind,
                                          const char *file,
                                          guint line,
                                          guint last_line,
                                          const char *what,
                                          TroupeProblem *problem);

TroupeReportKind troupe_report_item_get_kind (TroupeReportItem *self);
/* Returns the imported text in one line. (transfer none) */
const char *troupe_report_item_get_what (TroupeReportItem *self);
/* (transfer none) */
TroupeProblem *troupe_report_item_get_problem (TroupeReportItem *self);
/* Returns the location, for example `tasks.yaml 1–9`. (transfer full) */
char *troupe_report_item_describe_place (TroupeReportItem *self);
void troupe_report_item_set_settled (TroupeReportItem *self, gboolean settled);
gboolean troupe_report_item_is_settled (TroupeReportItem *self);

G_END_DECLS
