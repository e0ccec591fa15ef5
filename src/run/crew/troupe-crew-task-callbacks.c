/* troupe-crew-task-callbacks.c: callbacks and output file of a finished task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-task-callbacks"

#include "config.h"

#include <string.h>

#include "troupe-crash-point.h"
#include "troupe-crew-file.h"
#include "troupe-crew-hook-call.h"
#include "troupe-crew-job.h"
#include "troupe-crew-task-callbacks.h"

/* @assignment: borrowed; @output: (nullable): output of the task; @callback: index of the next
 *   callback; @called: (nullable): the current callback; @text: content of the file; @error:
 *   (nullable): the error that occurred while the file was written */
struct _TroupeCrewTaskCallbacks
{
  TroupeCrewTaskContext *assignment;
  gint64 begun_us;
  TroupeValue *output;
  guint callback;
  const TroupeCrewHook *called;
  char *text;
  GError *error;
  void (*func) (GError *error, const char *path, gpointer user_data);
  gpointer user_data;
};

TroupeCrewTaskCallbacks *
troupe_crew_task_callbacks_new (TroupeCrewTaskContext *assignment, gint64 begun_us)
{
  TroupeCrewTaskCallbacks *self = g_new0 (TroupeCrewTaskCallbacks, 1);

  self->assignment = assignment;
  self->begun_us = begun_us;
  return self;
}

void
troupe_crew_task_callbacks_free (TroupeCrewTaskCallbacks *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->output, troupe_value_unref);
  g_clear_error (&self->error);
  g_free (self->text);
  g_free (self);
}

/* --- Output file ------------------------------------------------------------------------------ */

static void
write_file (gpointer data)
{
  TroupeCrewTaskCallbacks *self = data;

  g_assert (self != NULL);

  troupe_crew_file_write (troupe_crew_runner_get_around (self->assignment->runner)->work,
                          self->assignment->task->output_file,
                          self->assignment->task->create_directory, self->text, strlen (self->text),
                          &self->error);
}

static void
file_written (gpointer data)
{
  TroupeCrewTaskCallbacks *self = data;

  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("crew-file-written");
  if (self->error != NULL)
    {
      g_autofree char *path = g_strconcat (self->assignment->task->path, ".output_file", NULL);

      self->func (g_steal_pointer (&self->error), path, self->user_data);
    }
  else
    self->func (NULL, NULL, self->user_data);
}

static void
begin_file (TroupeCrewTaskCallbacks *self)
{
  TroupeCrewRunner *runner = self->assignment->runner;
  g_autoptr (TroupeValue) output = NULL;

  g_assert (self != NULL);

  if (self->assignment->task->output_file == NULL)
    {
      self->func (NULL, NULL, self->user_data);
      return;
    }
  /* Guardrails and tools whose result is the answer are not models, whose texts have no keys. */
  output = troupe_redactor_hide_value (
      troupe_event_bus_get_redactor (troupe_crew_runner_get_around (runner)->bus), self->output);
  self->text = troupe_crew_file_make_text (output);
  troupe_crew_job_run (troupe_crew_runner_get_around (runner)->io,
                       troupe_crew_runner_get_around (runner)->turn,
                       troupe_crew_runner_get_context (runner), write_file, file_written, self);
}

/* --- Callbacks -------------------------------------------------------------------------------- */

static void tell_callbacks (TroupeCrewTaskCallbacks *self);

static void
called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskCallbacks *self = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) value = troupe_crew_hook_call_finish (result, &error);

  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("crew-callback-called");
  if (error != NULL)
    self->func (error, self->called->path, self->user_data);
  else
    tell_callbacks (self);
}

static void
output_judged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskCallbacks *self = user_data;
  GError *error = NULL;

  g_assert (self != NULL);

  if (g_task_propagate_boolean (G_TASK (result), &error))
    tell_callbacks (self);
  else
    self->func (error, self->assignment->task->path, self->user_data);
}

/* Calls the judge of a test instead of the task's own callback, as in CrewAI. */
static void
judge (TroupeCrewTaskCallbacks *self)
{
  TroupeCrewRunner *runner = self->assignment->runner;
  const TroupeCrewRound *round = troupe_crew_runner_get_around (runner)->round;
  const TroupeCrewJudged judged = { .crew = troupe_crew_runner_get_crew (runner),
                                    .task = self->assignment->index,
                                    .agent = self->assignment->agent,
                                    .scope = self->assignment->scope,
                                    .output = self->output,
                                    .elapsed_us = g_get_monotonic_time () - self->begun_us };

  g_assert (self != NULL);

  self->callback = 1;
  round->judge (&judged, troupe_crew_runner_get_cancellable (runner), output_judged_cb, self,
                round->user_data);
}

/* Calls the callback of the task, then that of the crew if it is a different one. */
static void
tell_callbacks (TroupeCrewTaskCallbacks *self)
{
  TroupeCrewRunner *runner = self->assignment->runner;
  const TroupeCrewHook *of_crew = troupe_crew_runner_get_crew (runner)->task_callback;
  const TroupeCrewHook *own = self->assignment->task->callback;
  const TroupeCrewHook *hook = NULL;

  g_assert (self != NULL);

  if (self->callback == 0 && troupe_crew_runner_get_around (runner)->round != NULL &&
      troupe_crew_runner_get_around (runner)->round->judge != NULL)
    {
      judge (self);
      return;
    }
  if (of_crew != NULL && own != NULL && g_str_equal (of_crew->text, own->text))
    of_crew = NULL;
  while (hook == NULL && self->callback < 2)
    hook = self->callback++ == 0 ? own : of_crew;
  self->called = hook;
  if (hook == NULL)
    begin_file (self);
  else
    troupe_crew_hook_call_async (troupe_crew_runner_get_around (runner), hook, TROUPE_HOOK_CALLBACK,
                                 self->output, troupe_crew_task_get_title (self->assignment->task),
                                 troupe_crew_runner_get_cancellable (runner), called_cb, self);
}

void
troupe_crew_task_callbacks_begin (TroupeCrewTaskCallbacks *self,
                                  TroupeValue *output,
                                  void (*func) (GError *error,
                                                const char *path,
                                                gpointer user_data),
                                  gpointer user_data)
{
  g_return_if_fail (self != NULL && self->output == NULL && output != NULL && func != NULL);

  self->output = troupe_value_ref (output);
  self->func = func;
  self->user_data = user_data;
  tell_callbacks (self);
}
