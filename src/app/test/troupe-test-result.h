/* troupe-test-result.h: result view of a crew test and the history of earlier tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-stored-tests.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeTestResult:
 *
 * Shows the result of a test. This includes time and options, the average and its change since the
 * previous test, the table, a comparison with another model, the chart of all tests, and the list of the other tests. Shows a
 * placeholder if there is no test.
 *
 * Signals: `round-activated` (whether the round belongs to the test with the other model, task from
 * 0, round from 0), `stop-requested`, `test-requested` (the button of the placeholder was clicked), `test-activated` (the ID
 * of the run of a stored test).
 */
#define TROUPE_TYPE_TEST_RESULT (troupe_test_result_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTestResult, troupe_test_result, TROUPE, TEST_RESULT, GtkWidget)

GtkWidget *troupe_test_result_new (void);

/* All arguments are (nullable) and not referenced after the call. @facts: the last or the
 * running test, or the one that the user has chosen, shown in the table; @a, @b: the tests to compare; @kept: the stored tests. */
void troupe_test_result_show (TroupeTestResult *self,
                              const TroupeTestFacts *facts,
                              const TroupeTestFacts *a,
                              const TroupeTestFacts *b,
                              const TroupeStoredTests *kept);
/* Sets the error message above the table. @text: %NULL hides the message */
void troupe_test_result_set_error (TroupeTestResult *self, const char *text);
void troupe_test_result_set_narrow (TroupeTestResult *self, gboolean narrow);

G_END_DECLS
