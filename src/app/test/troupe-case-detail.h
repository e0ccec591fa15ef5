/* troupe-case-detail.h: the selected test case
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-case-item.h"

G_BEGIN_DECLS

/**
 * TroupeCaseDetail:
 *
 * What is expected of a case and whether it holds, the scores of its judges, its error, its output and its inputs.
 */
#define TROUPE_TYPE_CASE_DETAIL (troupe_case_detail_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCaseDetail, troupe_case_detail, TROUPE, CASE_DETAIL, GtkWidget)

TroupeCaseDetail *troupe_case_detail_new (TroupeCaseWork *work);
/* Shows a case. @item: (nullable) */
void troupe_case_detail_show (TroupeCaseDetail *self, TroupeCaseItem *item);

G_END_DECLS
