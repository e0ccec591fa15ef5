/* troupe-crew-control.c: breakpoints, pins and extent of the crew of a method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-control"

#include "config.h"

#include "troupe-crew-control.h"
#include "troupe-flow-pins.h"
#include "troupe-flow-runner.h"
#include "troupe-runner-extent.h"
#include "troupe-runner-pause.h"

/* @passed: the number of the task from 1 whose breakpoint was met; @until, @only: numbers of tasks from 1, 0 for none */
struct _TroupeCrewControl
{
  TroupeFlowRunner *runner;
  const TroupeFlowMethod *method;
  TroupeCrew *crew;
  char *place;
  guint passed;
  guint until;
  guint only;
};

TroupeCrewControl *
troupe_crew_control_new (TroupeFlowRunner *runner,
                         const TroupeFlowMethod *method,
                         TroupeCrew *crew,
                         const char *place)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (runner);
  TroupeCrewControl *self = g_new0 (TroupeCrewControl, 1);

  self->runner = runner;
  self->method = method;
  self->crew = crew;
  self->place = g_strdup (place);
  if (options->until != NULL)
    self->until = (guint) (options->kind->find_task (crew, options->until) + 1);
  if (options->only != NULL)
    self->only = self->until = (guint) (options->kind->find_task (crew, options->only) + 1);
  return self;
}

void
troupe_crew_control_free (TroupeCrewControl *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->place);
  g_free (self);
}

void
troupe_crew_control_fill (TroupeCrewControl *self, TroupeCrewContext *context)
{
  context->until = self->until;
  context->only = self->only;
}

static char *
make_place (TroupeCrewControl *self, guint task)
{
  return g_strdup_printf ("%s/%u", self->place, task);
}

gboolean
troupe_crew_control_may_begin (TroupeCrewControl *self, TroupeCrewRunner *crew, guint task)
{
  TroupeRunnerPause *pause = troupe_flow_runner_get_pause (self->runner);
  const gboolean is_held = troupe_flow_runner_is_held (self->runner);
  g_autoptr (TroupeRunnerWaitingTask) waiting = NULL;
  TroupeCrew *declared;
  const TroupeCrewAgent *agent;

  if (!is_held && (self->passed == task + 1 || !troupe_runner_pause_has_breakpoints (pause)))
    return TRUE;
  waiting = g_new0 (TroupeRunnerWaitingTask, 1);
  declared = self->crew->declared != NULL ? self->crew->declared : self->crew;
  agent = troupe_crew_get_task_agent (self->crew, task);
  waiting->place = make_place (self, task);
  waiting->crew = self->crew;
  waiting->index = task;
  waiting->task = g_strdup (troupe_crew_task_get_title (&declared->tasks[task]));
  waiting->method = g_strdup (self->method->name);
  waiting->agent = agent != NULL ? g_strdup (agent->role) : NULL;
  waiting->context = troupe_crew_runner_make_context (crew, task);
  waiting->outputs = troupe_crew_runner_list_outputs (crew);
  if (!is_held && !troupe_runner_pause_meet_task (pause, waiting))
    return TRUE;
  self->passed = task + 1;
  troupe_runner_pause_add_task (pause, g_steal_pointer (&waiting));
  return FALSE;
}

TroupeValue *
troupe_crew_control_stand_in (TroupeCrewControl *self,
                              guint task,
                              const char *context,
                              gboolean *is_muted)
{
  TroupeFlow *flow = troupe_flow_runner_get_flow (self->runner);
  const char *name = self->crew->tasks[task].name;
  g_autofree char *id = NULL;
  TroupeValue *pin = NULL;

  *is_muted = FALSE;
  if (name == NULL || !troupe_runner_extent_has_pins (troupe_flow_runner_get_extent (self->runner)))
    return NULL;
  id = g_strconcat (self->method->name, "/", name, NULL);
  pin = troupe_flow_get_pin (flow, id);
  if (pin != NULL)
    return troupe_value_ref (pin);
  *is_muted = troupe_flow_is_muted (flow, id);
  return *is_muted ? troupe_value_new_string (context, -1) : NULL;
}

const char *
troupe_crew_control_find_context (TroupeCrewControl *self, guint task)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (self->runner);
  g_autofree char *place = make_place (self, task);
  const char *context =
      troupe_runner_pause_find_context (troupe_flow_runner_get_pause (self->runner), place);

  if (context != NULL || options->inputs_of == NULL)
    return context;
  for (gsize i = 0; i < troupe_value_map_get_size (options->inputs_of); i++)
    {
      const char *name =
          troupe_value_get_string (troupe_value_map_get_key (options->inputs_of, i), NULL);

      if (options->kind->find_task (self->crew, name) == (int) task)
        return troupe_value_get_string (troupe_value_map_get_value (options->inputs_of, i), NULL);
    }
  return NULL;
}

const char *
troupe_crew_control_get_end (TroupeCrewControl *self)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (self->runner);

  if (self->until == 0)
    return NULL;
  return options->only != NULL ? options->only : options->until;
}
