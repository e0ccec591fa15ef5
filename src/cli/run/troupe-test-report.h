/* troupe-test-report.h: results of tests as text, JSON and JUnit XML
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-test-suite.h"

G_BEGIN_DECLS

/* Prints the case that has ended, with why it failed. */
void troupe_test_report_print_case (const TroupeCaseResult *result);
/* Prints the number of cases that passed and failed, with their time and cost. */
void troupe_test_report_print_sum (GPtrArray *results);
/* Prints a line of a table that compares models, after the heading if it is the first one. */
void troupe_test_report_print_model (const char *model, GPtrArray *results, gboolean is_first);
/* Returns the results as the object of --json. @file: the file of tests; @model: (nullable): the model of the
 * cases. (transfer full) */
TroupeValue *troupe_test_report_to_value (const char *file, const char *model, GPtrArray *results);
/* Appends the results of a file of tests as a test suite of JUnit XML. */
void troupe_test_report_append_junit (GString *xml, const char *file, GPtrArray *results);
/* Writes the test suites as JUnit XML. Returns FALSE with %G_IO_ERROR or %G_FILE_ERROR. */
gboolean troupe_test_report_write_junit (const char *path, const GString *suites, GError **error);
/* Returns the number of cases that failed. */
guint troupe_test_report_count_failed (GPtrArray *results);

G_END_DECLS
