/* troupe-case-table.h: table of the cases of a file of tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-case-item.h"

G_BEGIN_DECLS

/**
 * TroupeCaseTable:
 *
 * The cases with their state, score, calls, time and cost; if models are compared, a column for each model instead.
 *
 * Signal: `selected` (another case, or none).
 */
#define TROUPE_TYPE_CASE_TABLE (troupe_case_table_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCaseTable, troupe_case_table, TROUPE, CASE_TABLE, GtkWidget)

TroupeCaseTable *troupe_case_table_new (TroupeCaseWork *work);
/* Hides the columns that are less important. */
void troupe_case_table_set_narrow (TroupeCaseTable *self, gboolean is_narrow);
/* Returns the selected case. (transfer none) (nullable) */
TroupeCaseItem *troupe_case_table_get_selected (TroupeCaseTable *self);
/* Returns the cases. (transfer none) (element-type TroupeCaseItem) */
GListModel *troupe_case_table_get_items (TroupeCaseTable *self);

G_END_DECLS
