/* troupe-document-tests.h: tests of a document on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command.h"

G_BEGIN_DECLS

/* The options that only tests of a document have. */
#define TROUPE_DOCUMENT_TESTS_OPTIONS                                                              \
  { "case", 0, "NAME", N_ ("Run only this case of a file of tests") },                             \
      { "models", 0, "A,B", N_ ("Run the cases with each of these models, and compare them") },    \
      { "record", 0, NULL, N_ ("Call the services, and record the answers of the cases again") },  \
      { "junit", 0, "FILE", N_ ("Write the results of a file of tests as JUnit XML") },            \
  {                                                                                                \
    "parallel", 0, "N", N_ ("Number of cases that run in parallel (default: 8)")                   \
  }

/* Runs files of tests one after the other, and reports the results. @paths: NULL-terminated. Returns the exit of the first file
 * that could not be run, or else %TROUPE_EXIT_RUN_FAILED if a case has failed. */
TroupeExit troupe_document_tests_run (TroupeCommandLine *line, const char *const *paths);
/* Reports the problems of a file of tests, as `validate` does. Returns FALSE if it has errors. */
gboolean troupe_document_tests_validate (TroupeCommandLine *line, const char *path);

G_END_DECLS
