/* troupe-test-work.h: the tests and trainings of a crew, the one under way and those before
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
 * What happens on the page of tests and training, without its widgets: tests and trainings are begun here as runs of the page
 * like any other, their marks are read while they run, and those that were kept are read from the store.
 *
 * Signals:
 * - `changed`: other marks are to be shown, or what can be begun is another
 * - `training-begins` (guint: rounds), `training-moves`: something has happened in it, `training-ends` (#TroupeRunResult)
 * - `kept-read` (utf8, nullable: what is wrong with the store): what was kept has been looked at
 */
#define TROUPE_TYPE_TEST_WORK (troupe_test_work_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTestWork, troupe_test_work, TROUPE, TEST_WORK, GObject)

TroupeTestWork *troupe_test_work_new (TroupePageContent *content, TroupeCrewSubject *subject);
/* Joins a test or a training that was begun before and goes on, then reads what was kept. Once, when its signals are
 * connected. */
void troupe_test_work_begin (TroupeTestWork *self);
/* The page is left: runs go on, and nothing is told of them here any more. */
void troupe_test_work_close (TroupeTestWork *self);

/* @wish: of a training where it has a file; else it is what Test Again repeats. Asks for inputs and consent as any run. */
void troupe_test_work_start (TroupeTestWork *self, const TroupeRoundsWish *wish);
/* With rounds, judge and inputs of the last test. */
void troupe_test_work_start_again (TroupeTestWork *self);
/* The one under way, if one is. */
void troupe_test_work_stop (TroupeTestWork *self);
/* Of a training of which a round has ended: no more of them, but what was said is learnt. */
void troupe_test_work_finish (TroupeTestWork *self);

/* Whether one can be begun now. */
gboolean troupe_test_work_is_free (TroupeTestWork *self);
/* Whether one is under way or being started, or what was kept is read. */
gboolean troupe_test_work_is_busy (TroupeTestWork *self);
gboolean troupe_test_work_is_training (TroupeTestWork *self);

/* All (transfer none). What the table shows; (nullable) */
const TroupeTestFacts *troupe_test_work_get_facts (TroupeTestWork *self);
/* With the crew's own models, and with another one beside it; (nullable) */
const TroupeTestFacts *troupe_test_work_get_own (TroupeTestWork *self);
const TroupeTestFacts *troupe_test_work_get_other (TroupeTestWork *self);
/* The test before the last training; (nullable) */
const TroupeTestFacts *troupe_test_work_get_before (TroupeTestWork *self);
const TroupeStoredTests *troupe_test_work_get_stored (TroupeTestWork *self);
/* Of the last test, or the one under way */
const TroupeRoundsWish *troupe_test_work_get_wish (TroupeTestWork *self);
/* What the last kept test was given; (nullable) */
TroupeValue *troupe_test_work_get_inputs (TroupeTestWork *self);
TroupeTrace *troupe_test_work_get_trace (TroupeTestWork *self);
TroupeRoundsStarter *troupe_test_work_get_starter (TroupeTestWork *self);
/* Of the crew's tasks, NULL-terminated. (transfer container) */
GPtrArray *troupe_test_work_list_titles (TroupeTestWork *self);
/* Whether this is the run that is under way here, or was last. @run: (nullable) */
gboolean troupe_test_work_is_run (TroupeTestWork *self, const char *run);

G_END_DECLS
