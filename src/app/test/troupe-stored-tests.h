/* troupe-stored-tests.h: stored test results of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-services.h"
#include "troupe-store.h"
#include "troupe-test-facts.h"

G_BEGIN_DECLS

/**
 * TroupeStoredTest:
 * @run: the id of the test run
 * @average: average of all scores of the test; @n_rounds: the number of rounds
 * @model: (nullable): the requested model for scoring; NULL for the default model of agents
 * @average: NAN if no output was scored
 * @change: (nullable): describes how the crew has changed since the previous test
 *
 * One of the tests, and a point of the test chart if it has an average.
 */
typedef struct
{
  char *run;
  gint64 started_us;
  double average;
  guint n_rounds;
  char *model;
  char *change;
} TroupeStoredTest;

/**
 * TroupeStoredTests:
 * @tests: (element-type TroupeStoredTest): tests with the models of the crew, oldest first
 * @shown: (nullable): the results of the test that was asked for
 * @other: (nullable): those of the newest test that compares it with another model
 * @inputs: (nullable): the inputs of the newest test
 */
typedef struct
{
  GPtrArray *tests;
  TroupeTestFacts *shown;
  TroupeTestFacts *other;
  TroupeValue *inputs;
} TroupeStoredTests;

void troupe_stored_tests_free (TroupeStoredTests *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoredTests, troupe_stored_tests_free)

/* Maximum number of tests that are read. */
#define TROUPE_STORED_TESTS_MOST 24

/**
 * troupe_stored_tests_read:
 * @path: the file of the crew, or of the flow that contains the crew
 * @method: (nullable): the method that contains the crew
 * @run: (nullable): the ID of the test whose results are read; %NULL: the newest one
 *
 * Reads the stored tests of a crew. Blocks; may be called on any thread. Returns: (transfer full)
 * (nullable): the tests; %NULL with an error of the store
 */
TroupeStoredTests *troupe_stored_tests_read (TroupeStore *store,
                                             const char *path,
                                             const char *method,
                                             const char *run,
                                             GError **error);
/* Asynchronous version, which reads the run store of the application. Without a store, there are
 * no tests. */
void troupe_stored_tests_read_async (TroupeServices *application,
                                     const char *path,
                                     const char *method,
                                     const char *run,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
/* Returns the tests. (transfer full) (nullable): NULL without an error if there is no store */
TroupeStoredTests *troupe_stored_tests_read_finish (GAsyncResult *result, GError **error);

G_END_DECLS
