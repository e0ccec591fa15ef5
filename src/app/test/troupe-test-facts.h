/* troupe-test-facts.h: results of a crew test by tasks and rounds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-trace.h"

G_BEGIN_DECLS

/* Scores are from TROUPE_TEST_LEAST to TROUPE_TEST_MOST. Scores of at least TROUPE_TEST_GOOD are good. Scores below TROUPE_TEST_LOW are low. */
#define TROUPE_TEST_LEAST 1.0
#define TROUPE_TEST_MOST 10.0
#define TROUPE_TEST_GOOD 9.0
#define TROUPE_TEST_LOW 6.0

/**
 * TroupeTestScore:
 * @quality: from 1 to 10; NAN if not scored
 * @returned: what the evaluator returned instead of a score from 1 to 10; NAN otherwise
 * @reason: (nullable): explanation of the evaluator
 * @task: span id of the task, which is the sequence number of its first event; 0 if the task has
 *   not started
 * @elapsed_us: execution time of the task; 0 if the task has not ended
 *
 * The score of one task in one round.
 */
typedef struct
{
  double quality;
  double returned;
  char *reason;
  guint64 task;
  gint64 elapsed_us;
} TroupeTestScore;

/* @scores: one per round; @role: (nullable): role of the agent that executed the task */
typedef struct
{
  char *title;
  char *role;
  TroupeTestScore *scores;
} TroupeTestTask;

/**
 * TroupeTestFacts:
 * @run: (nullable): the id of the test run
 * @round: the current round, from 1; callers set it to 0 if no round is running
 * @model: (nullable): the model that scored the outputs
 * @other: (nullable): the model that all agents used instead of their own models
 * @inputs: (nullable): description of the inputs
 * @is_priced: whether @micro_dollars is the complete cost
 *
 * The results of a test, for display while the test runs and afterwards.
 */
typedef struct
{
  char *run;
  gint64 started_us;
  gint64 elapsed_us;
  gint64 micro_dollars;
  gboolean is_priced;
  guint n_rounds;
  guint round;
  char *model;
  char *other;
  char *inputs;
  TroupeTestTask *tasks;
  guint n_tasks;
} TroupeTestFacts;

/* Called for a task of a round; @number and @round count from 0. */
typedef void (*TroupeRoundFunc) (const TroupeSpan *task,
                                 guint number,
                                 guint round,
                                 gpointer user_data);
/* Calls @func for each task of a run with several rounds, in the order in which the tasks
 * started. @func: (nullable). Returns the number of rounds that have started. A new round starts
 * with a task that has already started in the current round. */
guint troupe_rounds_walk (TroupeTrace *trace, TroupeRoundFunc func, gpointer user_data);

/**
 * troupe_test_facts_read:
 * @trace: trace of a test run, which may still be running
 * @titles: titles of the crew's tasks, NULL-terminated
 * @n_rounds: total number of rounds
 *
 * Reads the results of a test.
 *
 * Returns: (transfer full): the results without the members that only the run record contains,
 * which are the id, the inputs and the models
 */
TroupeTestFacts *
troupe_test_facts_read (TroupeTrace *trace, const char *const *titles, guint n_rounds);
void troupe_test_facts_free (TroupeTestFacts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeTestFacts, troupe_test_facts_free)

/* These functions return the average of the available scores; NAN if there are no scores. The
 * score of a round is the average of its tasks, as in CrewAI. */
double troupe_test_facts_get_task_average (const TroupeTestFacts *self, guint task);
double troupe_test_facts_get_round_average (const TroupeTestFacts *self, guint round);
double troupe_test_facts_get_average (const TroupeTestFacts *self);
/* These functions return average execution times in microseconds; 0 if nothing has ended. */
gint64 troupe_test_facts_get_task_time (const TroupeTestFacts *self, guint task);
gint64 troupe_test_facts_get_round_time (const TroupeTestFacts *self);

/* Formats a score as `8.5`, or as a dash if there is no score. (transfer full) */
char *troupe_test_mark_to_text (double mark);

G_END_DECLS
