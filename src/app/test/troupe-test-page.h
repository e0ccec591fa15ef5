/* troupe-test-page.h: test and training of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"
#include "troupe-rounds-dialog.h"
#include "troupe-test-result.h"
#include "troupe-training-pane.h"

G_BEGIN_DECLS

/**
 * TroupeTestPage:
 *
 * The page behind a crew that doc/interface.md §34 describes: its tests on one side, its training on the other, one below the
 * other where it is narrow. Both are runs of the page like any other.
 *
 * Class actions: `rounds.test` (asks how), `rounds.again` (as the last time), `rounds.train`.
 */
#define TROUPE_TYPE_TEST_PAGE (troupe_test_page_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTestPage, troupe_test_page, TROUPE, TEST_PAGE, GtkWidget)

/* Opens it for the crew that is in front; where none is that is told. */
void troupe_test_page_open (TroupePageContent *content);

/* For tests. All (transfer none). */
TroupeTestResult *troupe_test_page_get_result (TroupeTestPage *self);
TroupeTrainingPane *troupe_test_page_get_training (TroupeTestPage *self);
/* (nullable) */
TroupeRoundsDialog *troupe_test_page_get_dialog (TroupeTestPage *self);
TroupeRoundsStarter *troupe_test_page_get_starter (TroupeTestPage *self);
/* What the table shows; the test with another model. (nullable) */
const TroupeTestFacts *troupe_test_page_get_facts (TroupeTestPage *self);
const TroupeTestFacts *troupe_test_page_get_other (TroupeTestPage *self);
const TroupeStoredTests *troupe_test_page_get_stored (TroupeTestPage *self);
/* Whether something runs, or is read. */
gboolean troupe_test_page_is_busy (TroupeTestPage *self);
/* A person wants to see one task of one round. */
void troupe_test_page_open_round (TroupeTestPage *self, gboolean is_other, guint task, guint round);

G_END_DECLS
