/* troupe-test-result.h: a test of a crew and those before it
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
 * What a test gave: when it was, with what, its average and how far that is from the test before, the table, a comparison
 * with another model, and the line of all tests. Without a test it says so.
 *
 * Signals: `round-activated` (whether it is of the test with the other model, task from 0, round from 0), `stop-requested`,
 * `test-requested` (the button where nothing was tested yet).
 */
#define TROUPE_TYPE_TEST_RESULT (troupe_test_result_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTestResult, troupe_test_result, TROUPE, TEST_RESULT, GtkWidget)

GtkWidget *troupe_test_result_new (void);

/* All (nullable), not kept. @facts: what the table shows: the last test, or the one under way; @a, @b: what is compared; @kept:
 * those before. */
void troupe_test_result_show (TroupeTestResult *self,
                              const TroupeTestFacts *facts,
                              const TroupeTestFacts *a,
                              const TroupeTestFacts *b,
                              const TroupeStoredTests *kept);
/* What stands above the table where it went wrong; %NULL: nothing did. */
void troupe_test_result_set_error (TroupeTestResult *self, const char *text);
void troupe_test_result_set_narrow (TroupeTestResult *self, gboolean narrow);

G_END_DECLS
