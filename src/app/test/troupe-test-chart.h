/* troupe-test-chart.h: the averages of a crew's tests as a line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeTestChart:
 *
 * The average of each test, oldest first, with lines at whole marks, and below it when the first and the last were and the names
 * of what was changed. A point under the pointer says all of it; assistive technology reads all points.
 */
#define TROUPE_TYPE_TEST_CHART (troupe_test_chart_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTestChart, troupe_test_chart, TROUPE, TEST_CHART, GtkWidget)

GtkWidget *troupe_test_chart_new (void);

/* @tests: (element-type TroupeStoredTest): is copied */
void troupe_test_chart_set_tests (TroupeTestChart *self, GPtrArray *tests);

G_END_DECLS
