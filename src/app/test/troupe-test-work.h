/* troupe-test-work.h: runs and stored results of the tests and trainings of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"
#include "troupe-rounds-starter.h"
#include "troupe-stored-tests.h"

G_BEGIN_DECLS

/**
 * TroupeTestWork:
 *
 * The model of the page for tests and training. Starts tests and trainings as runs of the page like
 * any other run, reads the scores while they run, and reads the stored results.
 *
 * Signals:
 * - `changed`: the scores or the possible actions have changed
 * - `training-begins` (guint: rounds), `training-moves`: new events, `training-ends`
 *   (#TroupeRunResult)
 * - `kept-read` (utf8, nullable: an error of the store): the stored results were read
 */
#define TROUPE_TYPE_TEST_WORK (troupe_test_work_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTestWork, troupe_test_work, TROUPE, TEST_WORK, GObject)

TroupeTestWork *troupe_test_work_new (TroupePageContent *content, TroupeCrewSubject *subject);
/* Attaches to a running test or training, if any, and then reads the stored results. Must be
 * called once, after the signals were connected. */
void troupe_test_work_begin (TroupeTestWork *self);
/* Called when the user leaves the page. Runs continue, but signals are no longer emitted. */
void troupe_test_work_close (TroupeTestWork *self);

/* Starts a training if @options has a file, otherwise a test. The options of a test are stored
 * for troupe_test_work_start_again(). Prompts for inputs and consent like any run. */
void troupe_test_work_start (TroupeTestWork *self, const TroupeRoundsOptions *options);
/* Starts a test with the rounds, the evaluator and the inputs of the last test. */
void troupe_test_work_start_again (TroupeTestWork *self);
/* Stops the running test or training, if any. */
void troupe_test_work_stop (TroupeTestWork *self);
/* Ends a training after at least one complete round. No more rounds are started, but the agents
 * learn from the feedback. */
void troupe_test_work_finish (TroupeTestWork *self);

/* Returns TRUE if a test or training can be started. */
gboolean troupe_test_work_is_free (TroupeTestWork *self);
/* Returns TRUE while a test or training is running or being started, or stored results are being
 * read. */
gboolean troupe_test_work_is_busy (TroupeTestWork *self);
gboolean troupe_test_work_is_training (TroupeTestWork *self);

/* Shows the stored test with this run ID, until another test or training begins. Does nothing if the run is not among the
 * stored tests, or while a test or training is running. */
void troupe_test_work_show_stored (TroupeTestWork *self, const char *run);
/* Returns TRUE while that is shown. */
gboolean troupe_test_work_is_stored_shown (TroupeTestWork *self);
/* Returns the results for the table. (nullable). This getter and the following getters are
 * (transfer none). */
const TroupeTestFacts *troupe_test_work_get_facts (TroupeTestWork *self);
/* These functions return the results with the models of the crew, and the results of the
 * comparison test with another model. (nullable) */
const TroupeTestFacts *troupe_test_work_get_own (TroupeTestWork *self);
const TroupeTestFacts *troupe_test_work_get_other (TroupeTestWork *self);
/* Returns the results of the test before the last training. (nullable) */
const TroupeTestFacts *troupe_test_work_get_before (TroupeTestWork *self);
const TroupeStoredTests *troupe_test_work_get_stored (TroupeTestWork *self);
/* Returns the options of the running or last test. */
const TroupeRoundsOptions *troupe_test_work_get_options (TroupeTestWork *self);
/* Returns the inputs of the last stored test. (nullable) */
TroupeValue *troupe_test_work_get_inputs (TroupeTestWork *self);
TroupeTrace *troupe_test_work_get_trace (TroupeTestWork *self);
TroupeRoundsStarter *troupe_test_work_get_starter (TroupeTestWork *self);
/* Returns the titles of the crew's tasks, NULL-terminated. (transfer container) */
GPtrArray *troupe_test_work_list_titles (TroupeTestWork *self);
/* Returns TRUE if @run is the running or the last run of this object. @run: (nullable) */
gboolean troupe_test_work_is_run (TroupeTestWork *self, const char *run);

G_END_DECLS
