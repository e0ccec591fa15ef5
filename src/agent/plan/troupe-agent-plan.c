/* troupe-agent-plan.c: plan-and-execute mode of an agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-plan"

#include "config.h"

#include "troupe-agent-reply.h"
#include "troupe-agent-model.h"
#include "troupe-agent-plan-events.h"
#include "troupe-agent-plan-step.h"
#include "troupe-agent-plan.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-setup.h"
#include "troupe-agent-message-list.h"
#include "troupe-cancel.h"
#include "troupe-steps.h"

/* Maximum number of concurrent steps. */
#define STEPS_MOST 8u

/* What follows a batch of steps, in ascending order of precedence. */
typedef enum
{
  NEXT_STEPS,
  NEXT_PLAN,
  NEXT_END,
} Next;

/* @caller: owns this struct; @task: its strings are owned, its config belongs to the agent;
 * @text: (nullable): the first plan; @todos: (element-type TroupeAgentTodo): all steps;
 * @batch: (nullable) (element-type TroupeAgentTodo): steps that are executed together, %NULL if none
 *   is ready; @failures: a #GError or %NULL for each step of the batch;
 * @n_observed: number of evaluated steps of the batch; @reason: (nullable): reason for the last
 *   replan;
 * @inner: cancelled by the first fatal error, and by the caller's cancellable through @follower */
typedef struct
{
  GTask *caller;
  TroupeSteps *steps;
  TroupeAgentLoopSetup *setup;
  TroupeAgentPlanTask task;
  TroupeAgentPlanner *planner;
  TroupeAgentModel *model;
  char *text;
  GPtrArray *todos;
  GPtrArray *batch;
  GError **failures;
  guint n_begun;
  guint n_waiting;
  guint n_observed;
  Next next;
  guint n_replans;
  char *reason;
  GError *error;
  GCancellable *inner;
  GCancellable *outer;
  gulong follower;
} Run;

/* A running step. */
typedef struct
{
  Run *run;
  guint index;
} Wanted;

static void
forget_batch (Run *run)
{
  g_assert (run != NULL);

  for (guint i = 0; run->batch != NULL && i < run->batch->len; i++)
    g_clear_error (&run->failures[i]);
  g_clear_pointer (&run->failures, g_free);
  g_clear_pointer (&run->batch, g_ptr_array_unref);
  run->n_begun = 0;
  run->n_observed = 0;
}

static void
run_free (gpointer data)
{
  Run *run = data;

  g_assert (run != NULL);

  troupe_steps_free (run->steps);
  forget_batch (run);
  g_clear_pointer (&run->setup, troupe_agent_loop_setup_free);
  g_free ((char *) run->task.role);
  g_free ((char *) run->task.goal);
  g_free ((char *) run->task.backstory);
  g_free ((char *) run->task.description);
  g_free ((char *) run->task.expected_output);
  g_clear_object (&run->planner);
  g_clear_object (&run->model);
  g_clear_pointer (&run->todos, g_ptr_array_unref);
  g_clear_error (&run->error);
  g_clear_object (&run->inner);
  g_clear_object (&run->outer);
  g_free (run->text);
  g_free (run->reason);
  g_free (run);
}

/* --- Ending ----------------------------------------------------------------------------------- */

static TroupeValue *
describe (Run *run)
{
  TroupeMapBuilder map;

  g_assert (run != NULL);

  troupe_map_builder_init (&map);
  troupe_map_builder_add (&map, "plan",
                          run->text != NULL ? troupe_value_new_string (run->text, -1)
                                            : troupe_value_new_null ());
  troupe_map_builder_add (&map, "todos",
                          run->todos != NULL ? troupe_agent_todos_to_value (run->todos)
                                             : troupe_value_new_list (NULL, 0));
  troupe_map_builder_add (&map, "replan_count", troupe_value_new_integer (run->n_replans));
  troupe_map_builder_add (&map, "last_replan_reason",
                          run->reason != NULL ? troupe_value_new_string (run->reason, -1)
                                              : troupe_value_new_null ());

  return troupe_map_builder_end (&map);
}

void
troupe_agent_plan_add_result (TroupeMapBuilder *fields, TroupeValue *plan)
{
  static const char *const keys[] = { "plan", "todos", "replan_count", "last_replan_reason" };
  Run none = { 0 };
  g_autoptr (TroupeValue) known = plan != NULL ? troupe_value_ref (plan) : describe (&none);

  g_return_if_fail (fields != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    troupe_map_builder_add (fields, keys[i],
                            troupe_value_ref (troupe_value_map_lookup_string (known, keys[i], -1)));
}

/* Ends with @outcome or @error. @outcome, @error: (nullable) (transfer full) */
static TroupeStepResult
end (Run *run, TroupeAgentOutcome *outcome, GError *error)
{
  GTask *caller = run->caller;

  g_assert ((outcome != NULL) != (error != NULL));

  if (run->follower != 0)
    g_cancellable_disconnect (run->outer, run->follower);
  run->follower = 0;
  if (error != NULL)
    g_task_return_error (caller, error);
  else
    {
      outcome->plan = describe (run);
      g_task_return_pointer (caller, outcome, (GDestroyNotify) troupe_agent_outcome_free);
    }
  g_object_unref (caller);
  return TROUPE_STEP_END;
}

/* --- Plan ------------------------------------------------------------------------------------- */

static void
planned_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Run *run = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeAgentDraft) draft =
      troupe_agent_planner_plan_finish (TROUPE_AGENT_PLANNER (source), result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (draft == NULL && !troupe_agent_plan_step_may_fail (error))
    {
      end (run, NULL, g_steal_pointer (&error));
      return;
    }
  if (draft != NULL)
    {
      run->text = g_strdup (draft->text);
      run->todos = g_ptr_array_ref (draft->todos);
    }
  troupe_steps_continue (run->steps);
}

static TroupeStepResult
make_plan (gpointer data)
{
  Run *run = data;

  troupe_agent_planner_plan_async (run->planner, NULL, NULL, run->inner, planned_cb, run);
  return TROUPE_STEP_PENDING;
}

static void
ran_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GError *error = NULL;
  TroupeAgentOutcome *outcome = troupe_agent_loop_run_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  end (user_data, outcome, error);
}

static TroupeStepResult
run_without_plan (gpointer data)
{
  Run *run = data;

  if (run->todos != NULL && run->todos->len > 0)
    return TROUPE_STEP_DONE;
  troupe_agent_loop_run_async (run->setup, run->inner, ran_cb, run);
  return TROUPE_STEP_PENDING;
}

/* --- Steps ------------------------------------------------------------------------------------ */

static void
set_reason (Run *run, TroupePrompt prompt, const TroupeAgentTodo *todo, const char *reason)
{
  g_autofree char *number =
      g_strdup_printf ("%" G_GINT64_FORMAT, todo != NULL ? todo->number : (gint64) 0);

  g_assert (run != NULL);

  g_free (run->reason);
  run->reason = reason != NULL && *reason != '\0'
                    ? g_strdup (reason)
                    : troupe_prompt_fill (prompt, "number", number, NULL);
}

/* Chooses all steps that are ready. */
static TroupeStepResult
choose_batch (gpointer data)
{
  Run *run = data;
  const gboolean is_low = run->task.config->effort == TROUPE_AGENT_EFFORT_LOW;
  g_autoptr (GPtrArray) ready = troupe_agent_todos_list_ready (run->todos, is_low);

  if (ready->len > 0)
    {
      run->failures = g_new0 (GError *, ready->len);
      run->batch = g_steal_pointer (&ready);
    }
  else if (troupe_agent_todos_count (run->todos, TROUPE_AGENT_TODO_PENDING) == 0)
    run->next = NEXT_END;
  else
    {
      set_reason (run, TROUPE_PROMPT_STEP_STUCK, NULL, NULL);
      run->next = NEXT_PLAN;
    }
  return TROUPE_STEP_DONE;
}

static void
stepped_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Wanted *wanted = user_data;
  Run *run = wanted->run;
  TroupeAgentTodo *todo = g_ptr_array_index (run->batch, wanted->index);
  GError *error = NULL;
  char *text = troupe_agent_plan_step_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  run->n_waiting--;
  if (text != NULL)
    {
      todo->result = text;
      troupe_agent_plan_tell_step_ended (run->setup, todo, NULL);
    }
  else
    {
      TroupeAgentTodo *failed = g_ptr_array_index (run->batch, wanted->index);

      troupe_agent_plan_tell_step_ended (run->setup, failed, error);
      if (troupe_agent_plan_step_may_fail (error))
        {
          failed->result = g_strdup (error->message);
          run->failures[wanted->index] = error;
        }
      else
        {
          if (run->error == NULL)
            run->error = error;
          else
            g_error_free (error);
          /* Cancels the concurrent steps, whose results are not needed any more. */
          g_cancellable_cancel (run->inner);
        }
    }
  troupe_steps_repeat (run->steps);
}

/* Starts as many steps of the batch as allowed. Continues when all of them have ended. */
static TroupeStepResult
run_batch (gpointer data)
{
  Run *run = data;

  while (run->batch != NULL && run->n_begun < run->batch->len && run->n_waiting < STEPS_MOST &&
         run->error == NULL)
    {
      TroupeAgentTodo *todo = g_ptr_array_index (run->batch, run->n_begun);
      g_autofree char *results = NULL;
      Wanted *wanted;
      g_autoptr (GPtrArray) needed = NULL;

      needed = g_ptr_array_new ();
      for (guint i = 0; i < todo->needs->len; i++)
        {
          TroupeAgentTodo *other =
              troupe_agent_todos_find (run->todos, g_array_index (todo->needs, gint64, i));

          if (other != NULL && other->result != NULL)
            g_ptr_array_add (needed, other);
        }
      results = needed->len > 0 ? troupe_agent_todos_write (needed, TROUPE_PROMPT_STEP_RESULT_ALONE,
                                                            TROUPE_AGENT_TODOS_ENDED)
                                : NULL;
      wanted = g_new0 (Wanted, 1);
      wanted->run = run;
      wanted->index = run->n_begun++;
      run->n_waiting++;
      todo->state = TROUPE_AGENT_TODO_RUNNING;
      troupe_agent_plan_tell_step (run->setup, todo);
      troupe_agent_plan_step_async (run->setup, &run->task, todo, results, run->inner, stepped_cb,
                                    wanted);
    }
  if (run->n_waiting > 0)
    return TROUPE_STEP_PENDING;
  return run->error != NULL ? end (run, NULL, g_steal_pointer (&run->error)) : TROUPE_STEP_DONE;
}

/* --- Evaluation of steps ---------------------------------------------------------------------- */

/* Changes the descriptions of pending steps. */
static void
reword (Run *run, const TroupeAgentObservation *observation)
{
  g_assert (run != NULL);

  for (guint i = 0; i < observation->wordings->len; i++)
    {
      TroupeValue *wording = g_ptr_array_index (observation->wordings, i);
      TroupeAgentTodo *todo = troupe_agent_todos_find (
          run->todos, troupe_value_get_integer (troupe_value_get_member (wording, "step_number")));

      if (todo == NULL || todo->state != TROUPE_AGENT_TODO_PENDING)
        continue;
      g_free (todo->description);
      todo->description = g_strdup (
          troupe_value_get_string (troupe_value_get_member (wording, "new_description"), NULL));
    }
  troupe_agent_plan_tell_refined (
      run->setup, troupe_agent_todos_count (run->todos, TROUPE_AGENT_TODO_PENDING), observation);
}

/* @is_failed: whether the step failed, regardless of the observation */
static void
decide (Run *run,
        TroupeAgentTodo *todo,
        const TroupeAgentObservation *observation,
        gboolean is_failed)
{
  TroupeAgentEffort effort = run->task.config->effort;
  gboolean is_high = effort == TROUPE_AGENT_EFFORT_HIGH;

  g_assert (run != NULL);

  if (is_high && observation->is_achieved)
    {
      todo->state = TROUPE_AGENT_TODO_COMPLETED;
      run->next = NEXT_END;
      return;
    }
  if (effort == TROUPE_AGENT_EFFORT_HIGH ? observation->needs_plan || !observation->is_done
                                         : observation->needs_plan && !observation->is_done)
    {
      todo->state = TROUPE_AGENT_TODO_FAILED;
      set_reason (run, TROUPE_PROMPT_STEP_MISSED, todo, observation->reason);
      run->next = MAX (run->next, NEXT_PLAN);
      return;
    }
  /* With low effort the result of a step is accepted as it is. */
  todo->state = is_failed || (effort != TROUPE_AGENT_EFFORT_LOW && !observation->is_done)
                    ? TROUPE_AGENT_TODO_FAILED
                    : TROUPE_AGENT_TODO_COMPLETED;
  if (is_high && observation->is_valid && observation->wordings->len > 0)
    reword (run, observation);
}

static void
observed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Run *run = user_data;
  GError *error = NULL;
  g_autoptr (TroupeAgentObservation) observation =
      troupe_agent_planner_observe_finish (TROUPE_AGENT_PLANNER (source), result, &error);
  guint index = run->n_observed++;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (observation == NULL)
    {
      end (run, NULL, error);
      return;
    }
  decide (run, g_ptr_array_index (run->batch, index), observation, run->failures[index] != NULL);
  troupe_steps_repeat (run->steps);
}

/* Evaluates the steps one after the other, so that each request includes the state of the
 * earlier steps. */
static TroupeStepResult
observe_batch (gpointer data)
{
  Run *run = data;
  g_autofree char *done = NULL;
  g_autofree char *left = NULL;

  while (run->batch != NULL && run->n_observed < run->batch->len && !run->task.config->observes)
    {
      guint index = run->n_observed++;
      gboolean is_failed = run->failures[index] != NULL;
      g_autoptr (TroupeAgentObservation) plain = troupe_agent_observation_new (!is_failed);

      /* Without an observation, a failed step does not cause replanning. */
      decide (run, g_ptr_array_index (run->batch, index), plain, is_failed);
    }
  if (run->batch == NULL || run->n_observed == run->batch->len)
    return TROUPE_STEP_DONE;
  done = troupe_agent_todos_write (run->todos, TROUPE_PROMPT_STEP_RESULT, TROUPE_AGENT_TODOS_ENDED);
  left = troupe_agent_todos_write (run->todos, TROUPE_PROMPT_STEP_LEFT, TROUPE_AGENT_TODOS_PENDING);
  troupe_agent_planner_observe_async (run->planner, g_ptr_array_index (run->batch, run->n_observed),
                                      done, left, run->inner, observed_cb, run);
  return TROUPE_STEP_PENDING;
}

/* --- Replanning ------------------------------------------------------------------------------- */

static void
replanned_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Run *run = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeAgentDraft) draft =
      troupe_agent_planner_plan_finish (TROUPE_AGENT_PLANNER (source), result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (draft != NULL)
    {
      troupe_agent_todos_replace_pending (run->todos, draft->todos);
      troupe_steps_return_to (run->steps, choose_batch);
    }
  else if (troupe_agent_plan_step_may_fail (error))
    troupe_steps_continue (run->steps);
  else
    end (run, NULL, g_steal_pointer (&error));
}

/* Returns to the steps that are left, if necessary with another plan. If the goal is achieved, or if
 * there were too many plans, the answer follows. */
static TroupeStepResult
replan (gpointer data)
{
  Run *run = data;
  const Next next = run->next;
  const gboolean had_batch = run->batch != NULL;
  g_autofree char *results = NULL;

  forget_batch (run);
  run->next = NEXT_STEPS;
  if (next == NEXT_STEPS)
    {
      troupe_steps_return_to (run->steps, choose_batch);
      return TROUPE_STEP_PENDING;
    }
  if (next == NEXT_END && had_batch)
    troupe_agent_plan_tell_achieved (
        run->setup, troupe_agent_todos_count (run->todos, TROUPE_AGENT_TODO_PENDING),
        troupe_agent_todos_count (run->todos, TROUPE_AGENT_TODO_COMPLETED));
  if (next == NEXT_END || run->n_replans >= run->task.config->max_replans)
    return TROUPE_STEP_DONE;
  run->n_replans++;
  troupe_agent_plan_tell_replaced (run->setup, run->reason, run->n_replans,
                                   troupe_agent_todos_count (run->todos,
                                                             TROUPE_AGENT_TODO_COMPLETED));
  results =
      troupe_agent_todos_write (run->todos, TROUPE_PROMPT_STEP_RESULT, TROUPE_AGENT_TODOS_ENDED);
  troupe_agent_planner_plan_async (run->planner, run->reason, results, run->inner, replanned_cb,
                                   run);
  return TROUPE_STEP_PENDING;
}

/* --- Answer ----------------------------------------------------------------------------------- */

/* @object: (nullable) */
static void
finish (Run *run, const char *text, TroupeValue *object)
{
  TroupeAgentOutcome *outcome = g_new0 (TroupeAgentOutcome, 1);

  g_assert (run != NULL);

  outcome->text = g_strdup (text);
  outcome->object = object != NULL ? troupe_value_ref (object) : NULL;
  outcome->messages = g_ptr_array_ref (run->setup->messages);
  end (run, outcome, NULL);
}

/* Returns the joined results if no answer could be synthesized, so that the results are not
 * lost. If the answer requires a schema, fails instead. @error: (nullable) (transfer full) */
static void
finish_without_answer (Run *run, GError *error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert (run != NULL);

  for (guint i = 0; i < run->todos->len; i++)
    {
      const TroupeAgentTodo *todo = g_ptr_array_index (run->todos, i);

      if (todo->state == TROUPE_AGENT_TODO_COMPLETED && todo->result != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n\n" : "", todo->result);
    }
  if (error != NULL && (text->len == 0 || run->setup->answer_rules != NULL ||
                        !troupe_agent_plan_step_may_fail (error)))
    {
      end (run, NULL, error);
      return;
    }
  g_clear_error (&error);
  finish (run, text->str, NULL);
}

static void
synthesized_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Run *run = user_data;
  g_autoptr (TroupeValue) object = NULL;
  GError *error = NULL;
  g_autoptr (TroupeLlmAnswer) answer =
      troupe_agent_model_ask_finish (TROUPE_AGENT_MODEL (source), result, &object, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (answer != NULL && *answer->content != '\0')
    finish (run, answer->content, object);
  else
    finish_without_answer (run, error);
}

/* Requests the answer that combines all results. */
static TroupeStepResult
synthesize (gpointer data)
{
  Run *run = data;
  g_autofree char *system =
      troupe_prompt_fill (TROUPE_PROMPT_SYNTHESIS_SYSTEM, "role", run->task.role, NULL);
  g_autofree char *results =
      troupe_agent_todos_write (run->todos, TROUPE_PROMPT_STEP_RESULT, TROUPE_AGENT_TODOS_ENDED);
  g_autofree char *user = troupe_prompt_fill (TROUPE_PROMPT_SYNTHESIS, "description",
                                              run->task.description, "results", results, NULL);
  g_autoptr (GPtrArray) messages = troupe_agent_message_list_new (system, user);

  troupe_agent_model_ask_async (run->model, messages, NULL, run->inner, synthesized_cb, run);
  return TROUPE_STEP_PENDING;
}

/* --- Starting --------------------------------------------------------------------------------- */

static const TroupeStep steps[] = {
  { "make plan", make_plan },
  { "run without plan", run_without_plan }, /* ends here if there is no plan */
  { "choose batch", choose_batch },
  { "run batch", run_batch },
  { "observe batch", observe_batch },
  { "replan", replan }, /* returns to “choose batch” while there are steps */
  { "synthesize", synthesize },
  { NULL, NULL },
};

void
troupe_agent_plan_run_async (const TroupeAgentLoopSetup *setup,
                             const TroupeAgentPlanTask *task,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  Run *run = NULL;

  g_return_if_fail (setup != NULL && task != NULL && task->config != NULL);

  run = g_new0 (Run, 1);
  run->steps = troupe_steps_new (steps, run);
  run->setup = troupe_agent_loop_setup_copy (setup);
  /* All parts of the execution share the agent's rate limit. */
  if (run->setup->shared == NULL && run->setup->max_rpm > 0)
    run->setup->shared = troupe_agent_shared_new (run->setup->max_rpm, FALSE);
  run->task = *task;
  run->task.role = g_strdup (task->role);
  run->task.goal = g_strdup (task->goal);
  run->task.backstory = g_strdup (task->backstory);
  run->task.description = g_strdup (task->description);
  run->task.expected_output = g_strdup (task->expected_output);
  run->planner = troupe_agent_planner_new (run->setup, &run->task);
  run->model = troupe_agent_model_new (run->setup);
  run->inner = g_cancellable_new ();
  if (cancellable != NULL)
    {
      run->outer = g_object_ref (cancellable);
      run->follower = troupe_cancel_follow (cancellable, run->inner);
    }
  run->caller = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (run->caller, troupe_agent_plan_run_async);
  g_task_set_check_cancellable (run->caller, FALSE);
  g_task_set_task_data (run->caller, run, run_free);
  troupe_steps_start (run->steps);
}

