/* troupe-report-item.h: one line of a report on what came over from other files
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
 * Property: `settled` (boolean): what it tells of has been repaired. Its repair is not offered then.
 */
#define TROUPE_TYPE_REPORT_ITEM (troupe_report_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupeReportItem, troupe_report_item, TROUPE, REPORT_ITEM, GObject)

/* @file, @line, @last_line: where it stood; 0: not known. @what: what stood there. @problem: what became of it, with the
 * place in the document and the repair; its message is shown */
TroupeReportItem *troupe_report_item_new (TroupeReportKind kind,
                                          const char *file,
                                          guint line,
                                          guint last_line,
                                          const char *what,
                                          TroupeProblem *problem);

TroupeReportKind troupe_report_item_get_kind (TroupeReportItem *self);
/* What stood there, in one line. (transfer none) */
const char *troupe_report_item_get_what (TroupeReportItem *self);
/* (transfer none) */
TroupeProblem *troupe_report_item_get_problem (TroupeReportItem *self);
/* `tasks.yaml 1–9`. (transfer full) */
char *troupe_report_item_describe_place (TroupeReportItem *self);
void troupe_report_item_set_settled (TroupeReportItem *self, gboolean settled);
gboolean troupe_report_item_is_settled (TroupeReportItem *self);

G_END_DECLS
