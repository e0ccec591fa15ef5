/* troupe-run-reuse-tasks.c: reusing the outputs of the unchanged tasks of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-reuse-tasks"

#include "config.h"

#include "troupe-crew-difference.h"
#include "troupe-crew-runner.h"
#include "troupe-prepared-crew.h"
#include "troupe-run-crew.h"
#include "troupe-run-files.h"
#include "troupe-run-options.h"
#include "troupe-run-reuse-tasks.h"
#include "troupe-run-storage.h"

static TroupePreparedCrew *
read_crew (TroupeRun *self, TroupeFlow *flow)
{
  const TroupeFlowAction *action = troupe_run_crew_get_action (flow);

  g_assert (TROUPE_IS_RUN (self));

  return action != NULL ? troupe_prepared_crew_new (action, troupe_run_get_options (self)->folder)
                        : NULL;
}

static gboolean
is_on (TroupeValue *value)
{
  return value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL) &&
         !(troupe_value_is (value, TROUPE_VALUE_BOOLEAN) && !troupe_value_get_boolean (value));
}

/* A plan is made for all tasks together, and is a part of their texts. */
static gboolean
is_reusable (TroupeCrew *crew, TroupeCrewDifference *changes)
{
  return !is_on (troupe_value_get_member (crew->fields, "memory")) && crew->old_memory == NULL &&
         (!is_on (troupe_value_get_member (crew->fields, "planning")) ||
          troupe_crew_difference_count (changes) == 0);
}

static gboolean
is_empty (TroupeValue *inputs)
{
  return inputs == NULL ||
         (troupe_value_is (inputs, TROUPE_VALUE_MAP) && troupe_value_map_get_size (inputs) == 0);
}

static const TroupeTaskOutput *
find_output (GPtrArray *kept, int part)
{
  for (guint i = 0; i < kept->len; i++)
    if (((const TroupeTaskOutput *) g_ptr_array_index (kept, i))->part == part)
      return g_ptr_array_index (kept, i);
  return NULL;
}

/* Returns TRUE if a fork, whose record has no inputs of its own, has begun with what this run begins with. */
static gboolean
has_inputs_of_fork (TroupeRun *self, GPtrArray *kept)
{
  const TroupeTaskOutput *begun = find_output (kept, TROUPE_CREW_PART_BEGUN);
  TroupeValue *before = begun != NULL && troupe_value_is (begun->value, TROUPE_VALUE_MAP)
                            ? troupe_value_get_member (begun->value, "inputs")
                            : NULL;
  g_autoptr (TroupeValue) inputs =
      troupe_run_crew_merge_inputs (troupe_flow_get_state_default (troupe_run_get_flow (self)),
                                    troupe_run_get_inputs (self));

  g_assert (TROUPE_IS_RUN (self));

  return (is_empty (inputs) && is_empty (before)) ||
         (inputs != NULL && before != NULL && troupe_value_equal (inputs, before));
}

/* @kept: the outputs of the tasks of the earlier run */
static gboolean
has_same_inputs (TroupeRun *self, const TroupeRunRecord *record, GPtrArray *kept)
{
  TroupeValue *inputs = troupe_run_get_inputs (self);
  const gboolean is_fork =
      record->options != NULL &&
      troupe_value_get_member_of (record->options, "origin", TROUPE_VALUE_MAP) != NULL;

  g_assert (TROUPE_IS_RUN (self));

  if (is_fork && is_empty (record->inputs))
    return has_inputs_of_fork (self, kept);
  return (is_empty (inputs) && is_empty (record->inputs)) ||
         (inputs != NULL && record->inputs != NULL && troupe_value_equal (inputs, record->inputs));
}

/* Returns the calls of a task of the earlier run. (transfer full) */
static GPtrArray *
find_calls (GPtrArray *calls, const char *task)
{
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < calls->len; i++)
    {
      TroupeStoredAnswer *call = g_ptr_array_index (calls, i);
      g_autoptr (TroupeValue) caller = troupe_value_from_json (call->place, -1, NULL);

      if (g_strcmp0 (troupe_value_get_member_text (caller, "task"), task) == 0)
        g_ptr_array_add (found, call);
    }
  return found;
}

/* Adds the output of a task, or the beginning. The tokens of the earlier run do not count for this one, and its event is not
 * that with which this kickoff begins: a beginning without a scope reports its own, and the tasks that are reused. */
static void
add (GPtrArray *chosen, const TroupeTaskOutput *output, int part)
{
  TroupeTaskOutput *copy = troupe_task_output_copy (output);
  TroupeValue *whole = copy->value;
  const char *left_out = part >= 0 ? "usage" : part == TROUPE_CREW_PART_BEGUN ? "scope" : NULL;

  copy->part = part;
  if (left_out != NULL && troupe_value_is (whole, TROUPE_VALUE_MAP))
    {
      copy->value = troupe_value_map_without (whole, left_out);
      troupe_value_unref (whole);
    }
  g_ptr_array_add (chosen, copy);
}

/* Returns what the crew begins with; nothing but its inputs if all tasks are stale. (transfer full) */
static GPtrArray *
choose (TroupeRun *self,
        TroupeCrew *before,
        TroupeCrew *after,
        TroupeCrewDifference *changes,
        GPtrArray *kept,
        GPtrArray *calls)
{
  static const int parts[] = { TROUPE_CREW_PART_BEGUN, TROUPE_CREW_PART_PLANS };
  GPtrArray *chosen = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_task_output_free);

  g_assert (TROUPE_IS_RUN (self));

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (find_output (kept, parts[i]) != NULL)
      add (chosen, find_output (kept, parts[i]), parts[i]);
  for (guint i = 0; i < after->n_tasks; i++)
    {
      const int index = troupe_crew_difference_get_before (changes, i);
      const TroupeTaskOutput *output = index >= 0 ? find_output (kept, index) : NULL;
      g_autoptr (GPtrArray) of_task = NULL;

      if (output == NULL || troupe_crew_difference_get_task (changes, i) != NULL)
        continue;
      add (chosen, output, (int) i);
      of_task = find_calls (calls, troupe_crew_task_get_title (&before->tasks[index]));
      troupe_reused_results_add_task (troupe_run_get_options (self)->results, of_task);
    }
  return chosen;
}

void
troupe_run_reuse_tasks (TroupeRun *self,
                        TroupeStore *store,
                        const TroupeRunRecord *record,
                        TroupeFlow *before,
                        GPtrArray *calls)
{
  TroupePreparedCrew *old = read_crew (self, before);
  TroupePreparedCrew *new = read_crew (self, troupe_run_get_flow (self));
  g_autoptr (GPtrArray) kept = troupe_store_get_tasks (store, record->id, NULL);
  g_autoptr (TroupeCrewDifference) changes = NULL;

  g_return_if_fail (TROUPE_IS_RUN (self));

  if (old != NULL && new != NULL && old->crew != NULL &&new->crew != NULL)
    changes = troupe_crew_difference_new (
        old->crew, new->crew, troupe_run_files_get (record), troupe_run_get_options (self)->files,
        (const char *const *) troupe_run_get_options (self)->kept_results);
  if (changes != NULL && kept != NULL && kept->len > 0 && !troupe_run_goes_on (self) &&
      is_reusable (new->crew, changes) && has_same_inputs (self, record, kept))
    troupe_run_take_tasks (self, choose (self, old->crew, new->crew, changes, kept, calls));
  g_clear_pointer (&old, troupe_prepared_crew_free);
  g_clear_pointer (&new, troupe_prepared_crew_free);
}
