/* troupe-crew-tasks.c: task scheduler of a crew: order, async tasks, skipped tasks and task context
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-tasks"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-crew-hook-call.h"
#include "troupe-crew-output.h"
#include "troupe-crew-task-override.h"
#include "troupe-crew-tasks.h"
#include "troupe-python-objects.h"

#define SEPARATOR "\n\n----------\n\n"

/* A task that was started. @end is set when the task has ended. */
typedef struct
{
  TroupeCrewTaskRun *run; /* (nullable): while the task is running */
  TroupeCrewTaskEnd end;
  gboolean is_own;     /* a method of the task's class is running, even if @run is NULL */
  gboolean is_joined;  /* its output is in the list of outputs */
  gboolean is_skipped; /* skipped because of its condition */
  gboolean is_kept;    /* finished by an earlier process */
} Place;

/**
 * TroupeCrewTasks:
 * @runner: the runner of the crew, @around: the context in which the runner executes; both borrowed
 * @places: one per task; @outputs: (element-type TroupeValue): in the order in which the tasks were
 *   joined
 * @n_logged: number of tasks whose start is in the log
 * @n_begun: number of tasks that were started or restored
 * @next: index of the task to start next; @is_decided: its condition was evaluated; @is_asking: its
 *   condition is being evaluated or its servers are being opened
 * @is_waiting: no new task may start at present
 * @n_running: number of tasks and other operations in progress
 * @is_over: all tasks have ended, and the runner was notified
 * @is_stopping: no new task starts, and running tasks are awaited; @has_stopped: the runner was
 *   notified that they have ended
 */
struct _TroupeCrewTasks
{
  TroupeCrewRunner *runner;
  const TroupeCrewContext *around;
  Place *places;
  guint n_places;
  GPtrArray *outputs;
  guint n_logged;
  guint n_begun;
  guint next;
  gboolean is_decided;
  gboolean is_asking;
  gboolean is_waiting;
  guint n_running;
  gboolean is_over;
  gboolean is_stopping;
  gboolean has_stopped;
};

/* --- Construction ----------------------------------------------------------------------------- */

TroupeCrewTasks *
troupe_crew_tasks_new (TroupeCrewRunner *runner, guint n_tasks)
{
  TroupeCrewTasks *self = g_new0 (TroupeCrewTasks, 1);

  self->runner = runner;
  self->around = troupe_crew_runner_get_around (runner);
  self->n_places = n_tasks;
  self->places = g_new0 (Place, n_tasks + 1);
  self->outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  return self;
}

void
troupe_crew_tasks_free (TroupeCrewTasks *self)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->n_places; i++)
    {
      TroupeCrewTaskEnd *end = &self->places[i].end;

      g_clear_pointer (&end->output, troupe_value_unref);
      g_clear_error (&end->error);
      g_clear_pointer (&end->error_path, g_free);
    }
  g_free (self->places);
  g_ptr_array_unref (self->outputs);
  g_free (self);
}

GPtrArray *
troupe_crew_tasks_get_outputs (TroupeCrewTasks *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->outputs;
}

TroupeCrewTaskRun *
troupe_crew_tasks_get_run (TroupeCrewTasks *self, guint index)
{
  g_return_val_if_fail (self != NULL && index < self->n_places, NULL);

  return self->places[index].run;
}

gboolean
troupe_crew_tasks_is_first (TroupeCrewTasks *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->n_begun <= 1;
}

static gboolean
is_at_work (const Place *place)
{
  g_assert (place != NULL);

  return place->run != NULL || place->is_own;
}

/* --- Outputs ---------------------------------------------------------------------------------- */

/* Joins the finished async tasks: appends their outputs in document order. Returns FALSE if a
 * task is still running or failed. */
static gboolean
join (TroupeCrewTasks *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->next; i++)
    if (is_at_work (&self->places[i]))
      return FALSE;
  for (guint i = 0; i < self->next; i++)
    {
      Place *place = &self->places[i];

      if (place->is_joined)
        continue;
      place->is_joined = TRUE;
      if (place->end.error != NULL)
        {
          troupe_crew_runner_fail_as (self->runner, &place->end);
          return FALSE;
        }
      g_ptr_array_add (self->outputs, troupe_value_ref (place->end.output));
      if (troupe_crew_runner_get_crew (self->runner)->tasks[i].is_async && !place->is_kept)
        troupe_crew_runner_log (self->runner, i, troupe_crew_output_get_raw (place->end.output));
    }
  return TRUE;
}

char *
troupe_crew_tasks_make_context (TroupeCrewTasks *self, guint index)
{
  const TroupeCrewTask *task = NULL;
  const char *given = NULL;
  GString *text = NULL;
  guint n_texts;
  gboolean is_first = TRUE;

  g_return_val_if_fail (self != NULL && index < self->n_places, NULL);

  if (self->around->get_context != NULL)
    given = self->around->get_context (index, self->around->user_data);
  if (given != NULL)
    return g_strdup (given);
  task = &troupe_crew_runner_get_crew (self->runner)->tasks[index];
  text = g_string_new (NULL);
  n_texts = task->has_context ? task->n_context : task->is_async ? 0 : self->outputs->len;
  for (guint i = 0; i < n_texts; i++)
    {
      TroupeValue *output = task->has_context ? self->places[task->context[i]].end.output
                                              : g_ptr_array_index (self->outputs, i);

      /* A skipped task is in the list of all outputs. If the context names the task explicitly,
       * its output is not used. */
      if (output == NULL || (task->has_context && self->places[task->context[i]].is_skipped))
        continue;
      g_string_append (text, is_first ? "" : SEPARATOR);
      g_string_append (text, troupe_crew_output_get_raw (output));
      is_first = FALSE;
    }
  return g_string_free (text, FALSE);
}

TroupeValue *
troupe_crew_tasks_list_texts (TroupeCrewTasks *self)
{
  TroupeMapBuilder builder;

  g_return_val_if_fail (self != NULL, NULL);

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < self->n_places; i++)
    if (self->places[i].end.output != NULL)
      troupe_map_builder_add (
          &builder,
          troupe_crew_task_get_title (&troupe_crew_runner_get_crew (self->runner)->tasks[i]),
          troupe_value_new_string (troupe_crew_output_get_raw (self->places[i].end.output), -1));
  return troupe_map_builder_end (&builder);
}

static void
begin_task (TroupeCrewTasks *self)
{
  const guint index = self->next++;
  g_autofree char *context = troupe_crew_tasks_make_context (self, index);

  g_assert (self != NULL);

  self->is_decided = FALSE;
  self->n_running++;
  self->n_begun++;
  if (troupe_python_objects_have (troupe_crew_runner_get_objects (self->runner),
                                  TROUPE_DECLARED_TASK, (int) index, TROUPE_PYTHON_OVERRIDE_TASK))
    {
      self->places[index].is_own = TRUE;
      troupe_crew_task_override_begin (self->runner, index, context, &self->places[index].run);
    }
  else
    troupe_crew_task_run_begin (self->runner, index, context, &self->places[index].run, NULL);
}

static void
skip_task (TroupeCrewTasks *self)
{
  const guint index = self->next++;
  const TroupeCrewTask *task = &troupe_crew_runner_get_crew (self->runner)->tasks[index];
  Place *place = &self->places[index];

  g_assert (self != NULL);

  self->is_decided = FALSE;
  place->is_joined = TRUE;
  place->is_skipped = TRUE;
  place->end.output = troupe_crew_output_new_skipped (
      task,
      task->agent >= 0 ? troupe_crew_runner_get_crew (self->runner)->agents[task->agent].role : "");
  g_ptr_array_add (self->outputs, troupe_value_ref (place->end.output));
}

/* --- Condition and restored output of the next task ------------------------------------------- */

static void go_on (TroupeCrewTasks *self);

/* @value: (nullable): TRUE if the next task should be executed; @error: (transfer full)
 *   (nullable): why this could not be decided */
static void
take_decision (TroupeCrewTasks *self, TroupeValue *value, GError *error)
{
  const TroupeCrewTask *task = &troupe_crew_runner_get_crew (self->runner)->tasks[self->next];

  g_assert (self != NULL);

  self->n_running--;
  self->is_asking = FALSE;
  TROUPE_CRASH_POINT ("crew-condition-asked");
  if (value == NULL)
    {
      troupe_crew_runner_fail (self->runner, error,
                               task->condition != NULL ? task->condition->path : task->path);
      return;
    }
  if (troupe_value_is (value, TROUPE_VALUE_BOOLEAN) && !troupe_value_get_boolean (value))
    {
      g_autoptr (TroupeStoreTicket) ticket = NULL;
      g_autofree char *key = NULL;
      g_autoptr (TroupeValue) skipped = NULL;
      TroupeMapBuilder builder;

      /* That the task was skipped is stored, so that the tasks behind it can be replayed.
       * Nothing waits for this: if it is lost, the condition is evaluated again. */
      if (self->around->keep != NULL)
        {
          key = troupe_crew_make_task_key (troupe_crew_runner_get_crew (self->runner), self->next);
          troupe_map_builder_init (&builder);
          troupe_map_builder_add (&builder, "skipped", troupe_value_new_boolean (TRUE));
          skipped = troupe_map_builder_end (&builder);
          ticket = self->around->keep ((int) self->next, key, skipped, self->around->user_data);
        }
      skip_task (self);
    }
  else
    self->is_decided = TRUE;
  go_on (self);
}

static void
decided_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GError *error = NULL;
  g_autoptr (TroupeValue) value = troupe_crew_hook_call_finish (result, &error);

  take_decision (user_data, value, error);
}

static void
object_decided_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GError *error = NULL;
  g_autoptr (TroupeValue) said = troupe_python_objects_call_finish (result, &error);

  take_decision (user_data, troupe_value_get_member (said, "text"), error);
}

/* Evaluates the condition of the next task. Returns FALSE if it is being evaluated or cannot be
 * evaluated. */
static gboolean
decide (TroupeCrewTasks *self, const TroupeCrewTask *task)
{
  g_assert (self != NULL);

  /* The condition is not evaluated if there is no earlier output. */
  if (!task->is_conditional || self->is_decided || self->outputs->len == 0)
    return TRUE;
  if (troupe_python_objects_have (troupe_crew_runner_get_objects (self->runner),
                                  TROUPE_DECLARED_TASK, (int) self->next,
                                  TROUPE_PYTHON_OVERRIDE_DECIDE))
    {
      g_autoptr (TroupeValue) arguments = NULL;
      TroupeMapBuilder builder;

      /* Asks the Python class of the next task whether to execute it. */
      g_assert (self->outputs->len > 0);
      self->n_running++;
      self->is_asking = TRUE;
      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "output",
                              troupe_value_ref (
                                  g_ptr_array_index (self->outputs, self->outputs->len - 1)));
      arguments = troupe_map_builder_end (&builder);
      troupe_python_objects_call_async (troupe_crew_runner_get_objects (self->runner),
                                        TROUPE_DECLARED_TASK, (int) self->next, "should_execute",
                                        arguments, NULL, NULL,
                                        troupe_crew_runner_get_cancellable (self->runner),
                                        object_decided_cb, self);
      return FALSE;
    }
  if (task->condition == NULL)
    {
      g_autofree char *title = troupe_crew_task_dup_title (task);

      troupe_crew_runner_fail (self->runner,
                               g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
                                            /* Translators: %s is the name of a task */
                                            _ ("The conditional task “%s” has no “condition”."),
                                            title),
                               task->path);
      return FALSE;
    }
  self->n_running++;
  self->is_asking = TRUE;
  troupe_crew_hook_call_async (self->around, task->condition, TROUPE_HOOK_CONDITION,
                               g_ptr_array_index (self->outputs, self->outputs->len - 1),
                               troupe_crew_task_get_title (task),
                               troupe_crew_runner_get_cancellable (self->runner), decided_cb, self);
  return FALSE;
}

/* Restores the output of a task that an earlier process has finished or skipped. Returns FALSE if there is
 * no stored output. */
static gboolean
take_kept (TroupeCrewTasks *self)
{
  TroupeValue *kept = self->around->find != NULL
                          ? self->around->find ((int) self->next, self->around->user_data)
                          : NULL;
  TroupeValue *output = kept != NULL ? troupe_value_map_lookup_string (kept, "output", -1) : NULL;
  TroupeLlmUsage usage;

  g_assert (self != NULL);

  if (output == NULL && troupe_value_get_member (kept, "skipped") != NULL)
    {
      skip_task (self);
      return TRUE;
    }
  if (output == NULL)
    return FALSE;
  troupe_crew_usage_from_value (troupe_value_map_lookup_string (kept, "usage", -1), &usage);
  troupe_crew_runner_add_usage (self->runner, &usage, FALSE);
  troupe_crew_report_task_reused (self->runner, self->next, output);
  self->places[self->next].is_kept = TRUE;
  self->places[self->next++].end.output = troupe_value_ref (output);
  self->n_begun++;
  self->is_decided = FALSE;
  return TRUE;
}

/* Takes the output of a pinned or muted task. Returns FALSE if the task is executed. */
static gboolean
take_stand_in (TroupeCrewTasks *self)
{
  const guint index = self->next;
  const TroupeCrewTask *task = &troupe_crew_runner_get_crew (self->runner)->tasks[index];
  const TroupeLlmUsage usage = { 0 };
  gboolean is_muted = FALSE;
  g_autofree char *context = NULL;
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeStoreTicket) ticket = NULL;
  TroupeValue *output = NULL;

  g_assert (self != NULL);

  if (self->around->stand_in == NULL)
    return FALSE;
  context = troupe_crew_tasks_make_context (self, index);
  value = self->around->stand_in (index, context, &is_muted, self->around->user_data);
  if (value == NULL)
    return FALSE;
  output = troupe_value_is (value, TROUPE_VALUE_STRING)
               ? troupe_crew_output_new (
                     task, task->description,
                     task->agent >= 0
                         ? troupe_crew_runner_get_crew (self->runner)->agents[task->agent].role
                         : "",
                     troupe_value_get_string (value, NULL), NULL, NULL)
               : troupe_value_ref (value);
  troupe_crew_report_task_bypassed (self->runner, index, output, is_muted ? "muted" : "pinned");
  ticket = troupe_crew_task_run_keep (self->runner, index, output, &usage);
  self->places[index].is_kept = TRUE;
  self->places[index].end.output = output;
  self->next++;
  self->n_begun++;
  self->is_decided = FALSE;
  return TRUE;
}

/* Leaves out a task that is not part of the run. It has no output. */
static gboolean
leave_out (TroupeCrewTasks *self)
{
  g_assert (self != NULL);

  if (self->around->only == 0 || self->next + 1 == self->around->only)
    return FALSE;
  self->places[self->next].is_joined = TRUE;
  self->places[self->next].is_skipped = TRUE;
  self->next++;
  self->is_decided = FALSE;
  return TRUE;
}

/* Returns the number of tasks that are executed. */
static guint
count_tasks (TroupeCrewTasks *self)
{
  const guint n_tasks = troupe_crew_runner_get_crew (self->runner)->n_tasks;

  return self->around->until > 0 ? MIN (n_tasks, self->around->until) : n_tasks;
}

static void
servers_opened (TroupeCrewRunner *runner, GError *error, const char *path)
{
  TroupeCrewTasks *self = troupe_crew_runner_get_tasks (runner);

  g_assert (self != NULL);

  self->n_running--;
  self->is_asking = FALSE;
  if (error != NULL &&
      g_cancellable_is_cancelled (troupe_crew_runner_get_cancellable (self->runner)))
    {
      g_error_free (error);
      troupe_crew_runner_fail_cancelled (self->runner);
    }
  else if (error != NULL)
    troupe_crew_runner_fail (self->runner, error, path);
  else
    go_on (self);
}

/* --- Main loop -------------------------------------------------------------------------------- */

/* Returns TRUE if the last task was a synchronous one and failed. */
static gboolean
has_failed (TroupeCrewTasks *self)
{
  g_assert (self != NULL);

  return self->next > 0 && self->places[self->next - 1].end.error != NULL &&
         !troupe_crew_runner_get_crew (self->runner)->tasks[self->next - 1].is_async;
}

/* Executes one step of the loop. Returns FALSE if the loop has to wait or has ended. */
static gboolean
take_step (TroupeCrewTasks *self)
{
  const TroupeCrewTask *task = NULL;

  g_assert (self != NULL);

  if (self->next < count_tasks (self))
    task = &troupe_crew_runner_get_crew (self->runner)->tasks[self->next];
  if (task != NULL)
    {
      /* Logs the start of the next task once. As in CrewAI, the log entry is written before it
       * is known whether the task has to wait or is skipped. */
      if (self->n_logged <= self->next && !has_failed (self) &&
          !(self->around->find != NULL &&
            self->around->find ((int) self->next, self->around->user_data)))
        {
          self->n_logged = self->next + 1;
          troupe_crew_runner_log (self->runner, self->next, NULL);
        }
    }
  if ((task == NULL || !task->is_async || has_failed (self)) && !join (self))
    return FALSE;
  if (task == NULL)
    {
      /* Wait for other operations in progress and for pending writes. */
      if (self->n_running == 0 && !self->is_over)
        {
          self->is_over = TRUE;
          troupe_crew_runner_close (self->runner);
        }
      return FALSE;
    }
  if (take_kept (self) || leave_out (self) || take_stand_in (self))
    return TRUE;
  if (!decide (self, task))
    return FALSE;
  if (task != &troupe_crew_runner_get_crew (self->runner)->tasks[self->next])
    return TRUE;
  if (self->around->may_begin != NULL &&
      !self->around->may_begin (self->runner, self->next, self->around->user_data))
    {
      self->is_waiting = TRUE;
      return FALSE;
    }
  if (!troupe_crew_runner_has_servers (self->runner, self->next))
    {
      self->n_running++;
      self->is_asking = TRUE;
      troupe_crew_runner_open_servers (self->runner, self->next, servers_opened);
      return FALSE;
    }
  begin_task (self);
  return task->is_async;
}

static void
tell_stopped (TroupeCrewTasks *self)
{
  g_assert (self != NULL);

  if (self->has_stopped)
    return;
  self->has_stopped = TRUE;
  troupe_crew_runner_stopped (self->runner);
}

static void
go_on (TroupeCrewTasks *self)
{
  g_assert (self != NULL);

  if (self->is_stopping)
    {
      if (self->n_running == 0)
        tell_stopped (self);
      return;
    }
  if (self->is_over || self->is_asking ||
      (self->next > 0 && is_at_work (&self->places[self->next - 1]) &&
       !troupe_crew_runner_get_crew (self->runner)->tasks[self->next - 1].is_async))
    return;
  if (g_cancellable_is_cancelled (troupe_crew_runner_get_cancellable (self->runner)))
    {
      if (self->n_running == 0)
        troupe_crew_runner_fail_cancelled (self->runner);
      return;
    }
  while (!self->is_stopping && take_step (self))
    ;
}

/* --- Public functions ------------------------------------------------------------------------- */

void
troupe_crew_tasks_go_on (TroupeCrewTasks *self)
{
  g_return_if_fail (self != NULL);

  go_on (self);
}

void
troupe_crew_tasks_stop (TroupeCrewTasks *self)
{
  g_return_if_fail (self != NULL);

  self->is_stopping = TRUE;
  if (self->n_running > 0)
    g_cancellable_cancel (troupe_crew_runner_get_cancellable (self->runner));
  else
    tell_stopped (self);
}

void
troupe_crew_tasks_wake (TroupeCrewTasks *self)
{
  g_return_if_fail (self != NULL);

  if (!self->is_waiting)
    return;
  self->is_waiting = FALSE;
  go_on (self);
}

void
troupe_crew_tasks_hold (TroupeCrewTasks *self)
{
  g_return_if_fail (self != NULL);

  self->n_running++;
}

void
troupe_crew_tasks_release (TroupeCrewTasks *self)
{
  g_return_if_fail (self != NULL && self->n_running > 0);

  self->n_running--;
  go_on (self);
}

void
troupe_crew_tasks_ended (TroupeCrewTasks *self, guint index, TroupeCrewTaskEnd *end)
{
  const TroupeCrewContext *around = NULL;

  g_return_if_fail (self != NULL && index < self->n_places && end != NULL);

  around = self->around;
  self->places[index].end = *end;
  self->places[index].is_own = FALSE;
  *end = (TroupeCrewTaskEnd){ 0 };
  if (around->task_ended != NULL)
    around->task_ended (around->user_data);
  troupe_crew_tasks_release (self);
}
