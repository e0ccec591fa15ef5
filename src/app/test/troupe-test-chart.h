/* troupe-test-chart.h: line chart of the average scores of a crew's tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeTestChart:
 *
 * Shows the average score of each test, oldest first, with grid lines at integer scores. Below the
 * plot, shows the dates of the first and the last test and descriptions of the changes. The tooltip
 * of a point shows its details; assistive technologies read all points.
 */
#define TROUPE_TYPE_TEST_CHART (troupe_test_chart_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTestChart, troupe_test_chart, TROUPE, TEST_CHART, GtkWidget)

GtkWidget *troupe_test_chart_new (void);

/* @tests: (element-type TroupeStoredTest): copied */
void troupe_test_chart_set_tests (TroupeTestChart *self, GPtrArray *tests);

G_END_DECLS
