/* troupe-test-page.h: subpage to test and train a crew
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
 * The subpage of a crew described in doc/interface.md §34. It shows tests on one side and training
 * on the other side, or one below the other if the page is narrow. Tests and trainings are runs of
 * the page like any other run.
 *
 * Class actions: `rounds.test` (opens the dialog), `rounds.again` (starts a test with the last
 * options), `rounds.train`.
 */
#define TROUPE_TYPE_TEST_PAGE (troupe_test_page_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTestPage, troupe_test_page, TROUPE, TEST_PAGE, GtkWidget)

/* Opens the page for the crew that is shown. If no crew is shown, shows a message. */
void troupe_test_page_open (TroupePageContent *content);
/* Opens the page and the dialog of a test, with the focus in the field of the model that scores the outputs. */
void troupe_test_page_choose_evaluator (TroupePageContent *content);
/* These functions open the page and the dialog of a test or a training. */
void troupe_test_page_test (TroupePageContent *content);
void troupe_test_page_train (TroupePageContent *content);

/* Returns the result view. This getter and the following getters are for tests and (transfer
 * none). */
TroupeTestResult *troupe_test_page_get_result (TroupeTestPage *self);
TroupeTrainingPane *troupe_test_page_get_training (TroupeTestPage *self);
/* (nullable) */
TroupeRoundsDialog *troupe_test_page_get_dialog (TroupeTestPage *self);
TroupeRoundsStarter *troupe_test_page_get_starter (TroupeTestPage *self);
/* These functions return the results shown in the table, and the results of the comparison test.
 * (nullable) */
const TroupeTestFacts *troupe_test_page_get_facts (TroupeTestPage *self);
const TroupeTestFacts *troupe_test_page_get_other (TroupeTestPage *self);
const TroupeStoredTests *troupe_test_page_get_stored (TroupeTestPage *self);
/* Returns TRUE while something is running or being read. */
gboolean troupe_test_page_is_busy (TroupeTestPage *self);
/* Shows one task of one round. */
void troupe_test_page_open_round (TroupeTestPage *self, gboolean is_other, guint task, guint round);

G_END_DECLS
