/* troupe-stored-tests.h: stored test results of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-application.h"
#include "troupe-store.h"
#include "troupe-test-facts.h"

G_BEGIN_DECLS

/**
 * TroupeStoredTest:
 * @run: the id of its run
 * @average: of all its marks; @n_rounds: in how many rounds
 * @model: (nullable): who rated, as it was asked for; NULL: the model of agents that name none
 * @change: (nullable): what had become of the crew since the test before it, in words
 *
 * One point of the line of tests.
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
 * @tests: (element-type TroupeStoredTest): oldest first, those with the crew's own models
 * @last: (nullable): the newest of them
 * @other: (nullable): the newest test beside that, with another model
 * @inputs: (nullable): what the last one was given
 */
typedef struct
{
  GPtrArray *tests;
  TroupeTestFacts *last;
  TroupeTestFacts *other;
  TroupeValue *inputs;
} TroupeStoredTests;

void troupe_stored_tests_free (TroupeStoredTests *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoredTests, troupe_stored_tests_free)

/* How many are looked at. */
#define TROUPE_STORED_TESTS_MOST 24

/**
 * troupe_stored_tests_read:
 * @path: the file of the crew, or of the flow that it stands in
 * @method: (nullable): the method that it stands in
 *
 * Blocks; on any thread. Returns: (transfer full) (nullable): %NULL with an error of the store
 */
TroupeStoredTests *
troupe_stored_tests_read (TroupeStore *store, const char *path, const char *method, GError **error);
/* The same off the main thread, from the store that runs are kept in; without one nothing is kept. */
void troupe_stored_tests_read_async (TroupeApplication *application,
                                     const char *path,
                                     const char *method,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
/* (transfer full) (nullable): also without an error */
TroupeStoredTests *troupe_stored_tests_read_finish (GAsyncResult *result, GError **error);

G_END_DECLS
