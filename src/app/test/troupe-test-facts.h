/* troupe-test-facts.h: what a test of a crew gave, by tasks and rounds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-trace.h"

G_BEGIN_DECLS

/* From here on a mark is good, and below that it is low. */
#define TROUPE_TEST_GOOD 9.0
#define TROUPE_TEST_LOW 6.0

/**
 * TroupeTestScore:
 * @quality: from 1 to 10; NAN: not rated
 * @reason: (nullable): what the judge says it lacks
 * @task: the span of the task: the sequence number of its first event; 0: not begun
 * @elapsed_us: how long the task took; 0: it has not ended
 *
 * One task in one round.
 */
typedef struct
{
  double quality;
  char *reason;
  guint64 task;
  gint64 elapsed_us;
} TroupeTestScore;

/* @scores: one a round; @role: (nullable): who did it */
typedef struct
{
  char *title;
  char *role;
  TroupeTestScore *scores;
} TroupeTestTask;

/**
 * TroupeTestFacts:
 * @run: (nullable): the id of its run
 * @round: which is under way, from 1; who knows that none is sets it to 0
 * @model: (nullable): who rated
 * @other: (nullable): the model that all agents had in place of their own
 * @inputs: (nullable): what it was given, in words
 * @is_priced: whether @micro_dollars is all that it cost
 *
 * What is shown of a test while it runs and later alike.
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

/* A task of a round; @number and @round from 0. */
typedef void (*TroupeRoundFunc) (const TroupeSpan *task,
                                 guint number,
                                 guint round,
                                 gpointer user_data);
/* Calls @func (nullable) for each task of a run of several rounds, in the order in which they began; how many rounds have begun. A round
 * begins with a task that the round before had begun already. */
guint troupe_rounds_walk (TroupeTrace *trace, TroupeRoundFunc func, gpointer user_data);

/**
 * troupe_test_facts_read:
 * @trace: of the run of a test, also while it is under way
 * @titles: of the crew's tasks, NULL-terminated
 * @n_rounds: how many there are to be
 *
 * Returns: (transfer full): without what only the run's record says: its id, inputs and models
 */
TroupeTestFacts *
troupe_test_facts_read (TroupeTrace *trace, const char *const *titles, guint n_rounds);
void troupe_test_facts_free (TroupeTestFacts *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeTestFacts, troupe_test_facts_free)

/* Means of what is rated; NAN where nothing is. A round counts as the mean of its tasks, as CrewAI has it. */
double troupe_test_facts_get_task_average (const TroupeTestFacts *self, guint task);
double troupe_test_facts_get_round_average (const TroupeTestFacts *self, guint round);
double troupe_test_facts_get_average (const TroupeTestFacts *self);
/* Means of microseconds; 0 where nothing has ended. */
gint64 troupe_test_facts_get_task_time (const TroupeTestFacts *self, guint task);
gint64 troupe_test_facts_get_round_time (const TroupeTestFacts *self);

/* `8.5`, and a dash where there is none. (transfer full) */
char *troupe_test_mark_to_text (double mark);

G_END_DECLS
