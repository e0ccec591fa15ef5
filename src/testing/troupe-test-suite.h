/* troupe-test-suite.h: execution of the tests of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-engine.h"
#include "troupe-test-file.h"

G_BEGIN_DECLS

/**
 * TroupeCaseCheck:
 * @says: an assertion, or the sentence of a judge
 * @failure: (nullable): why it does not hold, in a sentence
 * @score: of a judge, from 0 to 1; below 0 for an assertion or without a score
 * @reason: (nullable): of the judge
 *
 * What was expected of a result, and whether it holds.
 */
typedef struct
{
  char *says;
  char *failure;
  char *reason;
  double score;
} TroupeCaseCheck;

/**
 * TroupeCaseResult:
 * @test: borrowed from the file
 * @failures: (element-type utf8): why it failed, a sentence each; empty if it passed
 * @scores: (element-type double): of the judges
 * @checks: (element-type TroupeCaseCheck): the assertions, then the judges that were asked
 * @error: (nullable): the error of the run
 * @output: (nullable): the final value, if the setup keeps outputs
 * @n_calls: of models and tools
 * @seconds: how long the run took
 * @has_ended: whether the other members are final
 * @micro_dollars: what its calls cost, or had cost when they were recorded
 *
 * The result of a case.
 */
typedef struct
{
  const TroupeTestCase *test;
  GPtrArray *failures;
  GArray *scores;
  GPtrArray *checks;
  char *error;
  TroupeValue *output;
  guint n_calls;
  double seconds;
  gint64 micro_dollars;
  gboolean has_ended;
} TroupeCaseResult;

/**
 * TroupeTestSetup:
 * @make_run: returns a run of the document that has its permissions
 * @make_judge: returns a run of the document that troupe_test_make_judge() returns for the model
 * @keeps_outputs: whether results have the final values, for a program that shows them
 * @ended: called for each case that has ended, in the order in which they end; the result lives as long as the
 *   suite
 * @finished: called when all cases have ended; may free the suite
 *
 * What a program provides for tests. The functions are called on the thread that starts the suite.
 */
typedef struct
{
  TroupeRun *(*make_run) (const TroupeTestCase *test, gpointer user_data);
  TroupeRun *(*make_judge) (const char *model, gpointer user_data);
  void (*ended) (const TroupeCaseResult *result, gpointer user_data);
  void (*finished) (gpointer user_data);
  gboolean keeps_outputs;
} TroupeTestSetup;

/**
 * TroupeTestSuite:
 *
 * Runs cases concurrently on an engine, and checks their results.
 * Threads: the thread that creates it, whose main context has to be iterated.
 */
typedef struct _TroupeTestSuite TroupeTestSuite;

/**
 * troupe_test_suite_new:
 * @file: borrowed
 * @only: (nullable): names of cases; a part before a slash selects all records of a file of inputs
 * @is_recorded: whether calls are made and recorded, instead of answered from recordings
 * @model: (nullable): the model that is called instead of those of the document; then each recording has the name of
 *   the model before its extension
 * @setup: borrowed
 *
 * Returns: (transfer full)
 */
TroupeTestSuite *troupe_test_suite_new (TroupeTestFile *file,
                                        const char *const *only,
                                        gboolean is_recorded,
                                        const char *model,
                                        const TroupeTestSetup *setup,
                                        gpointer user_data);
/* Call after it has finished. */
void troupe_test_suite_free (TroupeTestSuite *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeTestSuite, troupe_test_suite_free)

/* Starts the cases, at most @parallel at a time. */
void troupe_test_suite_start (TroupeTestSuite *self, TroupeEngine *engine, guint parallel);
/* Ends the running cases and starts no more; it still finishes. */
void troupe_test_suite_cancel (TroupeTestSuite *self);
/* Returns the results in the order of the cases. (transfer none) (element-type TroupeCaseResult) */
GPtrArray *troupe_test_suite_get_results (TroupeTestSuite *self);

/* Returns TRUE if no selected case calls a service. */
gboolean troupe_test_suite_is_offline (TroupeTestSuite *self);
/* Returns TRUE if the file of tests chooses what the document does, by inputs, answers or a recording. Permissions that the
 * cases need have to be asked for each time then. Offline cases need permissions for Python code only. */
gboolean troupe_test_suite_chooses_calls (TroupeTestSuite *self);
/* Returns the models of the judges of the selected cases, each once. (transfer container) (element-type utf8) */
GPtrArray *troupe_test_suite_list_judges (TroupeTestSuite *self);
/* Lets a run need no permissions for services, before permissions are asked for. */
void troupe_test_set_offline (TroupeRun *run);

/* Returns the text of the flow with which a judge rates. (transfer full) */
char *troupe_test_make_judge (const char *model);

G_END_DECLS
