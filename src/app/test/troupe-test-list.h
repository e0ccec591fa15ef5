/* troupe-test-list.h: list of the other stored tests of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeTestList:
 *
 * A row for each stored test of a crew except the one that is shown, newest first, with its time, options and average.
 * The list is hidden while it has no rows.
 *
 * Signals: `test-activated` (the ID of the test run).
 */
#define TROUPE_TYPE_TEST_LIST (troupe_test_list_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTestList, troupe_test_list, TROUPE, TEST_LIST, GtkWidget)

GtkWidget *troupe_test_list_new (void);

/* Sets the tests. Does nothing if the rows are the same, so that they keep the focus. @tests: (nullable) (element-type
 * TroupeStoredTest): oldest first, not referenced after the call; @shown: (nullable): the ID of the test run that is shown */
void troupe_test_list_set_tests (TroupeTestList *self, GPtrArray *tests, const char *shown);

G_END_DECLS
