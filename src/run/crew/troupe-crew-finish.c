/* troupe-crew-finish.c: last stage of a kickoff: output, hooks, cleanup
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-finish"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-crew-finish.h"
#include "troupe-crew-hook-call.h"
#include "troupe-crew-output.h"
#include "troupe-crew-tasks.h"
#include "troupe-steps.h"
#include "troupe-wait-durable.h"

/* @runner: the runner that is being finished, borrowed; @hook: the after-kickoff hook to call
 *   next; @result: (nullable): the crew's output so far */
struct _TroupeCrewFinish
{
  TroupeCrewRunner *runner;
  TroupeSteps *steps; /* (nullable) */
  guint hook;
  TroupeValue *result;
};

TroupeCrewFinish *
troupe_crew_finish_new (TroupeCrewRunner *runner)
{
  TroupeCrewFinish *self = g_new0 (TroupeCrewFinish, 1);

  self->runner = runner;
  return self;
}

void
troupe_crew_finish_free (TroupeCrewFinish *self)
{
  g_return_if_fail (self != NULL);

  troupe_steps_free (self->steps);
  g_clear_pointer (&self->result, troupe_value_unref);
  g_free (self);
}

static void
step_done (TroupeCrewRunner *runner)
{
  troupe_steps_continue (troupe_crew_runner_get_closing (runner)->steps);
}

static TroupeStepResult
drain_memory (gpointer data)
{
  TroupeCrewFinish *self = data;

  troupe_crew_runner_drain_memory (self->runner, step_done);
  return TROUPE_STEP_PENDING;
}

/* --- Output ----------------------------------------------------------------------------------- */

static TroupeStepResult
create_output (gpointer data)
{
  TroupeCrewFinish *self = data;
  GError *error = NULL;

  self->result = troupe_crew_output_make_final (
      troupe_crew_tasks_get_outputs (troupe_crew_runner_get_tasks (self->runner)),
      troupe_crew_runner_get_usage (self->runner), &error);
  if (self->result == NULL)
    {
      troupe_crew_runner_fail (self->runner, error, "tasks");
      return TROUPE_STEP_END;
    }
  TROUPE_CRASH_POINT ("crew-ended");
  troupe_crew_report_finished (self->runner, self->result);
  self->hook = 0;
  return TROUPE_STEP_DONE;
}

static void
hook_called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewFinish *self = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) value = troupe_crew_hook_call_finish (result, &error);
  static const char *const names[] = { "raw", "json_dict", "pydantic" };

  g_assert (self != NULL);

  if (value == NULL)
    {
      troupe_crew_runner_fail (
          self->runner, error,
          troupe_crew_runner_get_crew (self->runner)->after[self->hook - 1].path);
      return;
    }
  /* Applies the fields of the output that a hook may change. */
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    for (guint i = 0; i < G_N_ELEMENTS (names); i++)
      {
        TroupeValue *field = troupe_value_map_lookup_string (value, names[i], -1);
        TroupeValue *before = self->result;

        if (field == NULL)
          continue;
        self->result = troupe_value_map_with (before, names[i], field);
        troupe_value_unref (before);
      }
  troupe_steps_repeat (self->steps);
}

static TroupeStepResult
call_after_hooks (gpointer data)
{
  TroupeCrewFinish *self = data;
  TroupeCrew *crew = troupe_crew_runner_get_crew (self->runner);

  if (self->hook == crew->n_after)
    return TROUPE_STEP_DONE;
  troupe_crew_hook_call_async (troupe_crew_runner_get_around (self->runner),
                               &crew->after[self->hook++], TROUPE_HOOK_AFTER, self->result,
                               crew->name, troupe_crew_runner_get_cancellable (self->runner),
                               hook_called_cb, self);
  return TROUPE_STEP_PENDING;
}

static void
output_durable_cb (gpointer user_data)
{
  TROUPE_CRASH_POINT ("crew-output-durable");
  troupe_crew_finish_end (user_data);
}

static TroupeStepResult
store_output (gpointer data)
{
  TroupeCrewFinish *self = data;
  const TroupeCrewContext *around = troupe_crew_runner_get_around (self->runner);
  TroupeStoreTicket *ticket = NULL;

  if (around->keep != NULL)
    ticket = around->keep (TROUPE_CREW_PART_OUTPUT, NULL, self->result, around->user_data);
  TROUPE_CRASH_POINT ("crew-output-queued");
  troupe_crew_wait_durable (ticket, troupe_crew_runner_get_context (self->runner),
                            troupe_crew_runner_get_around (self->runner)->run->recorder,
                            troupe_crew_runner_get_cancellable (self->runner), output_durable_cb,
                            self);
  return TROUPE_STEP_PENDING;
}

static const TroupeStep steps[] = {
  { "drain memory", drain_memory },
  { "create output", create_output },
  { "call after hooks", call_after_hooks },
  { "store output", store_output }, /* ends with the steps below */
  { NULL, NULL },
};

/* --- End, with or without an output ----------------------------------------------------------- */

static TroupeStepResult
close_servers (gpointer data)
{
  TroupeCrewFinish *self = data;

  troupe_crew_runner_close_servers (self->runner, step_done);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
return_output (gpointer data)
{
  TroupeCrewFinish *self = data;

  troupe_crew_runner_return (self->runner, g_steal_pointer (&self->result));
  return TROUPE_STEP_END;
}

static const TroupeStep end_steps[] = {
  { "drain memory", drain_memory },
  { "close servers", close_servers },
  { "return output", return_output },
  { NULL, NULL },
};

/* --- Starting --------------------------------------------------------------------------------- */

static void
start (TroupeCrewFinish *self, const TroupeStep *table)
{
  g_clear_pointer (&self->steps, troupe_steps_free);
  self->steps = troupe_steps_new (table, self);
  troupe_steps_start (self->steps);
}

void
troupe_crew_finish_begin (TroupeCrewFinish *self)
{
  g_return_if_fail (self != NULL);

  start (self, steps);
}

void
troupe_crew_finish_end (TroupeCrewFinish *self)
{
  g_return_if_fail (self != NULL);

  start (self, end_steps);
}
