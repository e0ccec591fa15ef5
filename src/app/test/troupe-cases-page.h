/* troupe-cases-page.h: subpage with the tests of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-case-table.h"
#include "troupe-page-content.h"

G_BEGIN_DECLS

/**
 * TroupeCasesPage:
 *
 * The subpage of a flow or a crew described in doc/interface.md §36: the cases of the file of tests beside the document,
 * and the selected one.
 *
 * Property: `work` (read only). Class actions: `cases.run-all`, `cases.run-failed`, `cases.run-one`, `cases.record`, `cases.compare`, `cases.stop`.
 */
#define TROUPE_TYPE_CASES_PAGE (troupe_cases_page_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCasesPage, troupe_cases_page, TROUPE, CASES_PAGE, GtkWidget)

TroupeCasesPage *troupe_cases_page_new (TroupePageContent *content);
/* Makes the buttons for the bar of the subpage. Call once. (transfer container) (element-type GtkWidget): floating */
GPtrArray *troupe_cases_page_make_buttons (TroupeCasesPage *self);
/* Reads the file of tests. */
void troupe_cases_page_begin (TroupeCasesPage *self);
/* Call before the page is left: ends what runs. */
void troupe_cases_page_leave (TroupeCasesPage *self);

G_END_DECLS
