/* troupe-test-facts.c: results of a crew test by tasks and rounds
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-facts"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-test-facts.h"

void
troupe_test_facts_free (TroupeTestFacts *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->n_tasks; i++)
    {
      for (guint k = 0; k < self->n_rounds; k++)
        g_free (self->tasks[i].scores[k].reason);
      g_free (self->tasks[i].scores);
      g_free (self->tasks[i].title);
      g_free (self->tasks[i].role);
    }
  g_free (self->tasks);
  g_free (self->run);
  g_free (self->model);
  g_free (self->other);
  g_free (self->inputs);
  g_free (self);
}

/* --- Reading -------------------------------------------------------------------------------------- */

guint
troupe_rounds_walk (TroupeTrace *trace, TroupeRoundFunc func, gpointer user_data)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  const TroupeSpan *run = NULL;
  guint round = 0;

  g_return_val_if_fail (TROUPE_IS_TRACE (trace), 0);

  /* In a standalone crew, the root span is both the run and the crew, so the tasks of all
   * kickoffs are its children. */
  run = troupe_trace_get_run (trace);
  for (guint i = 0; run != NULL && run->children != NULL && i < run->children->len; i++)
    {
      const TroupeSpan *child = g_ptr_array_index (run->children, i);
      guint number = 0;
      const char *path;
      const char *place;

      /* Gets the index of a task from the path of its span, for example `tasks[2]`. */
      if (child->kind != TROUPE_SCOPE_TASK)
        continue;
      path = troupe_span_get_path (child);
      place = path != NULL ? g_strrstr (path, "tasks[") : NULL;
      if (place == NULL)
        continue;
      number = (guint) g_ascii_strtoull (place + strlen ("tasks["), NULL, 10);
      if (!g_hash_table_add (seen, GUINT_TO_POINTER (number + 1)))
        {
          g_hash_table_remove_all (seen);
          g_hash_table_add (seen, GUINT_TO_POINTER (number + 1));
          round++;
        }
      if (func != NULL)
        func (child, number, round, user_data);
    }
  return g_hash_table_size (seen) > 0 ? round + 1 : 0;
}

static void
read_role (TroupeTestTask *task, const TroupeSpan *span)
{
  g_assert (task != NULL);

  for (guint i = 0; task->role == NULL && span->children != NULL && i < span->children->len; i++)
    {
      const TroupeSpan *child = g_ptr_array_index (span->children, i);

      if (child->kind == TROUPE_SCOPE_AGENT)
        task->role = g_strdup (troupe_span_get_title (child));
    }
}

static void
read_task (const TroupeSpan *span, guint number, guint round, gpointer user_data)
{
  TroupeTestFacts *self = user_data;
  TroupeTestScore *score = NULL;
  TroupeValue *news;
  TroupeValue *quality;
  TroupeValue *reason;
  TroupeValue *model;

  g_assert (self != NULL);

  if (number >= self->n_tasks || round >= self->n_rounds)
    return;
  score = &self->tasks[number].scores[round];
  score->task = span->id;
  /* The time for scoring is subtracted from the execution time. */
  if (!troupe_span_is_under_way (span))
    score->elapsed_us = span->end - span->start;
  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    {
      const TroupeSpan *child = g_ptr_array_index (span->children, i);

      if (child->kind == TROUPE_SCOPE_TASK && child->end > 0)
        score->elapsed_us -= child->end - child->start;
    }
  score->elapsed_us = MAX (score->elapsed_us, 0);
  news = span->news;
  quality = news != NULL ? troupe_value_map_lookup_string (news, "quality", -1) : NULL;
  reason = news != NULL ? troupe_value_map_lookup_string (news, "reason", -1) : NULL;
  model = news != NULL ? troupe_value_map_lookup_string (news, "model", -1) : NULL;
  if (quality != NULL)
    {
      if (troupe_value_is (quality, TROUPE_VALUE_DOUBLE))
        score->quality = troupe_value_get_double (quality);
      else if (troupe_value_is (quality, TROUPE_VALUE_INTEGER))
        score->quality = (double) troupe_value_get_integer (quality);
      if (score->quality < TROUPE_TEST_LEAST || score->quality > TROUPE_TEST_MOST)
        {
          score->returned = score->quality;
          score->quality = NAN;
        }
      if (reason != NULL && troupe_value_is (reason, TROUPE_VALUE_STRING))
        troupe_set_str (&score->reason, troupe_value_get_string (reason, NULL));
      if (self->model == NULL && model != NULL && troupe_value_is (model, TROUPE_VALUE_STRING))
        self->model = g_strdup (troupe_value_get_string (model, NULL));
    }
  read_role (&self->tasks[number], span);
}

TroupeTestFacts *
troupe_test_facts_read (TroupeTrace *trace, const char *const *titles, guint n_rounds)
{
  TroupeTestFacts *self = g_new0 (TroupeTestFacts, 1);
  TroupeSpan *run;
  const TroupeTraceUsage *usage;

  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);
  g_return_val_if_fail (titles != NULL, NULL);

  run = troupe_trace_get_run (trace);
  usage = troupe_trace_get_usage (trace);
  self->n_rounds = n_rounds;
  self->n_tasks = g_strv_length ((char **) titles);
  self->tasks = g_new0 (TroupeTestTask, self->n_tasks);
  for (guint i = 0; i < self->n_tasks; i++)
    {
      self->tasks[i].title = g_strdup (titles[i]);
      self->tasks[i].scores = g_new0 (TroupeTestScore, n_rounds);
      for (guint k = 0; k < n_rounds; k++)
        self->tasks[i].scores[k].quality = self->tasks[i].scores[k].returned = NAN;
    }
  self->micro_dollars = usage->micro_dollars;
  self->is_priced = usage->n_unpriced == 0;
  self->elapsed_us = troupe_trace_get_elapsed (trace);
  if (run == NULL)
    return self;
  self->started_us = run->started_us;
  self->round = MAX (troupe_rounds_walk (trace, read_task, self), 1);
  return self;
}

/* --- Averages --------------------------------------------------------------------------------- */

double
troupe_test_facts_get_task_average (const TroupeTestFacts *self, guint task)
{
  double sum = 0;
  guint n = 0;

  g_return_val_if_fail (self != NULL && task < self->n_tasks, NAN);

  for (guint i = 0; i < self->n_rounds; i++)
    if (!isnan (self->tasks[task].scores[i].quality))
      {
        sum += self->tasks[task].scores[i].quality;
        n++;
      }
  return n > 0 ? sum / n : NAN;
}

double
troupe_test_facts_get_round_average (const TroupeTestFacts *self, guint round)
{
  double sum = 0;
  guint n = 0;

  g_return_val_if_fail (self != NULL && round < self->n_rounds, NAN);

  for (guint i = 0; i < self->n_tasks; i++)
    if (!isnan (self->tasks[i].scores[round].quality))
      {
        sum += self->tasks[i].scores[round].quality;
        n++;
      }
  return n > 0 ? sum / n : NAN;
}

double
troupe_test_facts_get_average (const TroupeTestFacts *self)
{
  double sum = 0;
  guint n = 0;

  g_return_val_if_fail (self != NULL, NAN);

  for (guint i = 0; i < self->n_rounds; i++)
    {
      const double mark = troupe_test_facts_get_round_average (self, i);

      if (isnan (mark))
        continue;
      sum += mark;
      n++;
    }
  return n > 0 ? sum / n : NAN;
}

gint64
troupe_test_facts_get_task_time (const TroupeTestFacts *self, guint task)
{
  gint64 sum = 0;
  guint n = 0;

  g_return_val_if_fail (self != NULL && task < self->n_tasks, 0);

  for (guint i = 0; i < self->n_rounds; i++)
    if (self->tasks[task].scores[i].elapsed_us > 0)
      {
        sum += self->tasks[task].scores[i].elapsed_us;
        n++;
      }
  return n > 0 ? sum / n : 0;
}

gint64
troupe_test_facts_get_round_time (const TroupeTestFacts *self)
{
  gint64 sum = 0;

  g_return_val_if_fail (self != NULL, 0);

  for (guint i = 0; i < self->n_tasks; i++)
    sum += troupe_test_facts_get_task_time (self, i);
  return sum;
}

char *
troupe_test_mark_to_text (double mark)
{
  return isnan (mark) ? g_strdup ("–") : g_strdup_printf ("%.1f", mark);
}
