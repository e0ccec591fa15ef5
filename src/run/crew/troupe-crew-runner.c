/* troupe-crew-runner.c: runs one kickoff of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-runner"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-crew-error.h"
#include "troupe-crew-runner-private.h"

/* --- Accessors -------------------------------------------------------------------------------- */

char *
troupe_crew_runner_make_path (TroupeCrewRunner *self, const char *path)
{
  return self->around.path != NULL && *self->around.path != '\0'
             ? g_strconcat (self->around.path, ".", path, NULL)
             : g_strdup (path);
}

const TroupeCrewContext *
troupe_crew_runner_get_around (TroupeCrewRunner *self)
{
  return &self->around;
}

TroupeCrew *
troupe_crew_runner_get_crew (TroupeCrewRunner *self)
{
  return self->crew;
}

TroupeValue *
troupe_crew_runner_get_inputs (TroupeCrewRunner *self)
{
  return self->inputs;
}

const char *
troupe_crew_runner_get_description (TroupeCrewRunner *self, guint index)
{
  return self->descriptions[index];
}

TroupeScope *
troupe_crew_runner_get_scope (TroupeCrewRunner *self)
{
  return self->scope;
}

void
troupe_crew_runner_set_description (TroupeCrewRunner *self, guint index, const char *text)
{
  g_autofree char *before = self->descriptions[index];

  self->descriptions[index] = g_strdup (text);
}

GCancellable *
troupe_crew_runner_get_cancellable (TroupeCrewRunner *self)
{
  return self->cancellable;
}

GMainContext *
troupe_crew_runner_get_context (TroupeCrewRunner *self)
{
  return self->context;
}

const TroupeLlmUsage *
troupe_crew_runner_get_usage (TroupeCrewRunner *self)
{
  return &self->usage;
}

void
troupe_crew_runner_add_usage (TroupeCrewRunner *self, const TroupeLlmUsage *usage, gboolean is_new)
{
  troupe_llm_usage_add (&self->usage, usage);
  if (is_new && self->around.usage != NULL)
    troupe_llm_usage_add (self->around.usage, usage);
}

TroupeCrewTasks *
troupe_crew_runner_get_tasks (TroupeCrewRunner *self)
{
  return self->tasks;
}

TroupeCrewFinish *
troupe_crew_runner_get_closing (TroupeCrewRunner *self)
{
  return self->closing;
}

TroupePythonObjects *
troupe_crew_runner_get_objects (TroupeCrewRunner *self)
{
  return self->objects;
}

const TroupeCrewAgent *
troupe_crew_runner_get_declared_agent (TroupeCrewRunner *self, int agent)
{
  return agent >= 0 ? &self->crew->agents[agent] : self->crew->manager;
}

TroupeAgentDefinition *
troupe_crew_runner_get_definition (TroupeCrewRunner *self, int agent)
{
  return agent >= 0 ? self->agents[agent] : self->manager;
}

gboolean
troupe_crew_runner_is_managed (TroupeCrewRunner *self)
{
  return self->manager != NULL;
}

TroupeAgentDefinition *
troupe_crew_runner_get_named_agent (TroupeCrewRunner *self, guint index)
{
  const int agent = self->crew->tasks[index].agent;

  return agent >= 0 ? self->agents[agent] : NULL;
}

char *
troupe_crew_runner_make_agent_path (TroupeCrewRunner *self, guint index)
{
  const int agent = self->crew->tasks[index].agent;
  const char *path = self->manager != NULL ? self->manager_path
                     : agent >= 0          ? self->crew->agents[agent].path
                                           : NULL;

  return path != NULL ? troupe_crew_runner_make_path (self, path) : NULL;
}

TroupeAgentDefinition *
troupe_crew_runner_get_agent (TroupeCrewRunner *self, guint index)
{
  return self->manager != NULL ? self->manager : self->agents[self->crew->tasks[index].agent];
}

gboolean
troupe_crew_runner_is_replay (TroupeCrewRunner *self)
{
  return self->is_replay;
}

TroupeAgentSkills *
troupe_crew_runner_get_skills (TroupeCrewRunner *self, int agent)
{
  return self->skills != NULL ? troupe_crew_skills_get (self->skills, agent) : NULL;
}

const char *
troupe_crew_runner_get_role (TroupeCrewRunner *self, guint index)
{
  const int agent = self->crew->tasks[index].agent;

  if (self->manager != NULL)
    return troupe_agent_definition_get_role (self->manager);
  return agent >= 0 ? self->crew->agents[agent].role : NULL;
}

void
troupe_crew_runner_log (TroupeCrewRunner *self, guint index, const char *output)
{
  troupe_crew_log_add (self->log, self->crew->tasks[index].name, self->descriptions[index],
                       troupe_crew_runner_get_role (self, index), output);
}

/* --- Ending ----------------------------------------------------------------------------------- */

static void
log_closed_cb (GError *error, gpointer user_data)
{
  TroupeCrewRunner *self = user_data;
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  g_assert (self != NULL);

  if (error != NULL && self->error == NULL)
    {
      self->error = g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE,
                                 /* Translators: an error message */
                                 _ ("Could not write the log of the crew: %s"), error->message);
      self->error_path = g_strdup ("output_log_file");
      troupe_crew_report_failed (self, self->error);
    }
  g_clear_error (&error);
  if (self->error != NULL)
    g_task_return_error (task, g_steal_pointer (&self->error));
  else
    g_task_return_pointer (task, g_steal_pointer (&self->result),
                           (GDestroyNotify) troupe_value_unref);
}

void
troupe_crew_runner_return (TroupeCrewRunner *self, TroupeValue *result)
{
  self->result = result;
  troupe_crew_log_close (self->log, log_closed_cb, self);
}

void
troupe_crew_runner_close (TroupeCrewRunner *self)
{
  troupe_crew_finish_begin (self->closing);
}

void
troupe_crew_runner_stop (TroupeCrewRunner *self)
{
  troupe_crew_tasks_stop (self->tasks);
}

void
troupe_crew_runner_stopped (TroupeCrewRunner *self)
{
  TROUPE_CRASH_POINT ("crew-failed");
  if (!self->is_abrupt)
    troupe_crew_report_failed (self, self->error);
  troupe_crew_finish_end (self->closing);
}

void
troupe_crew_runner_fail (TroupeCrewRunner *self, GError *error, const char *path)
{
  self->error = troupe_crew_error_take (error, &self->is_temporary);
  self->error_path = g_strdup (path);
  troupe_crew_runner_stop (self);
}

void
troupe_crew_runner_fail_as (TroupeCrewRunner *self, TroupeCrewTaskEnd *end)
{
  self->is_temporary = end->is_temporary;
  self->is_abrupt = end->is_abrupt;
  self->error = g_steal_pointer (&end->error);
  self->error_path = g_steal_pointer (&end->error_path);
  troupe_crew_runner_stop (self);
}

void
troupe_crew_runner_fail_cancelled (TroupeCrewRunner *self)
{
  troupe_crew_runner_fail (
      self, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The run was stopped.")),
      NULL);
}

TroupeValue *
troupe_crew_runner_find (TroupeCrewRunner *self, TroupeCrewPart part)
{
  return self->around.find != NULL ? self->around.find (part, self->around.user_data) : NULL;
}

/* --- Public control --------------------------------------------------------------------------- */

char *
troupe_crew_runner_make_context (TroupeCrewRunner *self, guint task)
{
  g_return_val_if_fail (self != NULL, NULL);

  return troupe_crew_tasks_make_context (self->tasks, task);
}

TroupeValue *
troupe_crew_runner_list_outputs (TroupeCrewRunner *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return troupe_crew_tasks_list_texts (self->tasks);
}

void
troupe_crew_runner_go_on (TroupeCrewRunner *self)
{
  g_return_if_fail (self != NULL);

  troupe_crew_tasks_wake (self->tasks);
}

TroupeValue *
troupe_crew_runner_end (GAsyncResult *result, char **path, gboolean *is_temporary, GError **error)
{
  TroupeCrewRunner *self = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  self = g_task_get_task_data (G_TASK (result));
  *path = self->error_path != NULL    ? troupe_crew_runner_make_path (self, self->error_path)
          : self->around.path != NULL ? g_strdup (self->around.path)
                                      : NULL;
  *is_temporary = self->is_temporary;
  return g_task_propagate_pointer (G_TASK (result), error);
}
