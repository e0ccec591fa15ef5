/* troupe-crew-runner-begin.c: creation and start of a crew's runner
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-runner"

#include "config.h"

#include "troupe-agent-servers.h"
#include "troupe-crew-runner-private.h"
#include "troupe-crew-runner.h"

static void
runner_free (gpointer data)
{
  TroupeCrewRunner *self = data;

  g_assert (self != NULL);

  if (self->outer_id != 0)
    g_cancellable_disconnect (self->outer, self->outer_id);
  g_clear_object (&self->outer);
  for (guint i = 0; i < self->crew->n_agents && self->agents != NULL; i++)
    g_clear_pointer (&self->agents[i], troupe_agent_definition_unref);
  g_clear_pointer (&self->objects, troupe_python_objects_free);
  troupe_crew_prepare_free (self->opening);
  troupe_crew_tasks_free (self->tasks);
  troupe_crew_finish_free (self->closing);
  g_strfreev (self->descriptions);
  g_free (self->agents);
  g_free (self->steps);
  g_free (self->manager_path);
  g_clear_pointer (&self->manager, troupe_agent_definition_unref);
  g_clear_pointer (&self->shared, troupe_agent_shared_unref);
  g_clear_pointer (&self->skills, troupe_crew_skills_free);
  g_clear_pointer (&self->memory, troupe_crew_memory_free);
  g_hash_table_unref (self->tools);
  g_hash_table_unref (self->servers);
  g_clear_pointer (&self->log, troupe_crew_log_free);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_clear_pointer (&self->inputs, troupe_value_unref);
  g_clear_pointer (&self->result, troupe_value_unref);
  g_clear_pointer (&self->trained, troupe_value_unref);
  g_clear_error (&self->error);
  g_free (self->error_path);
  g_object_unref (self->cancellable);
  g_main_context_unref (self->context);
  g_clear_pointer (&self->around.inputs, troupe_value_unref);
  g_clear_pointer (&self->around.scope, troupe_scope_unref);
  g_free ((char *) self->around.path);
  troupe_crew_unref (self->around.crew);
  troupe_crew_unref (self->crew);
  g_free (self);
}

static gboolean
begin_cb (gpointer user_data)
{
  TroupeCrewRunner *self = user_data;
  TroupeValue *output = troupe_crew_runner_find (self, TROUPE_CREW_PART_OUTPUT);

  g_assert (self != NULL);

  if (output != NULL)
    troupe_crew_runner_return (self, troupe_value_ref (output));
  else
    troupe_crew_prepare_begin (self->opening);
  return G_SOURCE_REMOVE;
}

static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  TroupeCrewRunner *self = user_data;

  g_cancellable_cancel (self->cancellable);
}

TroupeCrewRunner *
troupe_crew_runner_begin (const TroupeCrewContext *around,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  TroupeCrewRunner *self = g_new0 (TroupeCrewRunner, 1);
  g_autoptr (GSource) source = g_idle_source_new ();

  self->around = *around;
  self->around.crew = troupe_crew_ref (around->crew);
  self->around.path = g_strdup (around->path);
  if (around->inputs != NULL)
    {
      self->around.inputs = troupe_value_ref (around->inputs);
      self->inputs = troupe_value_ref (around->inputs);
    }
  if (around->scope != NULL)
    self->around.scope = troupe_scope_ref (around->scope);
  self->crew = troupe_crew_ref (around->crew);
  self->opening = troupe_crew_prepare_new (self);
  self->tasks = troupe_crew_tasks_new (self, self->crew->n_tasks);
  self->closing = troupe_crew_finish_new (self);
  self->descriptions = g_new0 (char *, self->crew->n_tasks + 1);
  self->tools = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  self->servers =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) troupe_agent_servers_free);
  self->cancellable = g_cancellable_new ();
  self->context = g_main_context_ref_thread_default ();
  self->task = g_task_new (NULL, NULL, callback, user_data);
  g_task_set_source_tag (self->task, troupe_crew_runner_begin);
  g_task_set_task_data (self->task, self, runner_free);
  if (cancellable != NULL)
    {
      self->outer = g_object_ref (cancellable);
      self->outer_id = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), self, NULL);
    }
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, begin_cb, self, NULL);
  g_source_attach (source, self->context);
  return self;
}
