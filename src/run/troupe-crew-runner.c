/* troupe-crew-runner.c: one kickoff of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-runner"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-crew-hook.h"
#include "troupe-crew-made.h"
#include "troupe-crew-output.h"
#include "troupe-crew-error.h"
#include "troupe-crew-durable.h"
#include "troupe-crew-runner-private.h"

#define SEPARATOR "\n\n----------\n\n"

static void go_on (TroupeCrewRunner *self);
static void call_before (TroupeCrewRunner *self);
static void call_after (TroupeCrewRunner *self);

/* --- Small pieces ----------------------------------------------------------------------------- */

char *
troupe_crew_runner_make_path (TroupeCrewRunner *self, const char *path)
{
  return self->around.path != NULL && *self->around.path != '\0'
             ? g_strconcat (self->around.path, ".", path, NULL)
             : g_strdup (path);
}

TroupeAgentDefinition *
troupe_crew_runner_get_agent (TroupeCrewRunner *self, guint index)
{
  return self->manager != NULL ? self->manager : self->agents[self->crew->tasks[index].agent];
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

/* --- The end ---------------------------------------------------------------------------------- */

static void
place_clear (TroupeCrewPlace *place)
{
  g_clear_pointer (&place->output, troupe_value_unref);
  g_clear_error (&place->error);
  g_free (place->error_path);
}

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
  for (guint i = 0; i < self->crew->n_tasks; i++)
    place_clear (&self->places[i]);
  g_free (self->places);
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
  g_ptr_array_unref (self->outputs);
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

static void
return_all (TroupeCrewRunner *self)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->task);

  g_assert (self != NULL);

  if (self->error != NULL)
    g_task_return_error (task, g_steal_pointer (&self->error));
  else
    g_task_return_pointer (task, g_steal_pointer (&self->result),
                           (GDestroyNotify) troupe_value_unref);
}

static void
log_closed_cb (GError *error, gpointer user_data)
{
  TroupeCrewRunner *self = user_data;

  g_assert (self != NULL);

  if (error != NULL && self->error == NULL)
    {
      self->error = g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE,
                                 /* Translators: what went wrong */
                                 _ ("The log of the crew cannot be written: %s"), error->message);
      self->error_path = g_strdup ("output_log_file");
      troupe_crew_report_failed (self, self->error);
    }
  g_clear_error (&error);
  return_all (self);
}

static void
servers_closed (TroupeCrewRunner *self)
{
  troupe_crew_log_close (self->log, log_closed_cb, self);
}

static void
close_servers (TroupeCrewRunner *self)
{
  troupe_crew_runner_close_servers (self, servers_closed);
}

/* Nothing of it is saved behind its end. */
static void
end (TroupeCrewRunner *self)
{
  troupe_crew_runner_drain_memory (self, close_servers);
}

/* Tells that it failed, when nothing is under way any more. */
static void
end_failed (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  self->is_stopping = TRUE;
  if (self->n_running > 0)
    {
      g_cancellable_cancel (self->cancellable);
      return;
    }
  TROUPE_CRASH_POINT ("crew-failed");
  if (!self->is_abrupt)
    troupe_crew_report_failed (self, self->error);
  end (self);
}

/* @error: (transfer full); @path: (nullable) */
static void
fail (TroupeCrewRunner *self, GError *error, const char *path)
{
  self->error = troupe_crew_error_take (error, &self->is_temporary);
  self->error_path = g_strdup (path);
  end_failed (self);
}

void
troupe_crew_runner_fail (TroupeCrewRunner *self, GError *error, const char *path)
{
  fail (self, error, path);
}

static gboolean
is_cancelled (TroupeCrewRunner *self)
{
  return g_cancellable_is_cancelled (self->cancellable);
}

static void
fail_cancelled (TroupeCrewRunner *self)
{
  fail (self, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The run was stopped.")),
        NULL);
}

/* --- After the tasks -------------------------------------------------------------------------- */

static void
output_durable_cb (gpointer user_data)
{
  TROUPE_CRASH_POINT ("crew-output-durable");
  end (user_data);
}

static void
keep_output (TroupeCrewRunner *self)
{
  TroupeStoreTicket *ticket = NULL;

  g_assert (self != NULL);

  if (self->around.keep != NULL)
    ticket =
        self->around.keep (TROUPE_CREW_PART_OUTPUT, NULL, self->result, self->around.user_data);
  TROUPE_CRASH_POINT ("crew-output-queued");
  troupe_crew_when_durable (ticket, self->context, self->cancellable, output_durable_cb, self);
}

/* What a hook gives in place of the output has the fields that it may change. */
static void
take_after (TroupeCrewRunner *self, TroupeValue *changed)
{
  static const char *const names[] = { "raw", "json_dict", "pydantic" };

  g_assert (self != NULL);

  if (!troupe_value_is (changed, TROUPE_VALUE_MAP))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      TroupeValue *value = troupe_value_map_lookup_string (changed, names[i], -1);
      TroupeValue *before = self->result;

      if (value == NULL)
        continue;
      self->result = troupe_value_map_with (before, names[i], value);
      troupe_value_unref (before);
    }
}

static void
after_called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewRunner *self = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) value = troupe_crew_hook_call_finish (result, &error);

  g_assert (self != NULL);

  if (value == NULL)
    {
      fail (self, error, self->crew->after[self->hook - 1].path);
      return;
    }
  take_after (self, value);
  call_after (self);
}

static void
call_after (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  if (self->hook == self->crew->n_after)
    {
      keep_output (self);
      return;
    }
  troupe_crew_hook_call_async (&self->around, &self->crew->after[self->hook++], TROUPE_HOOK_AFTER,
                               self->result, self->crew->name, self->cancellable, after_called_cb,
                               self);
}

static void
finish (TroupeCrewRunner *self)
{
  GError *error = NULL;

  g_assert (self != NULL);

  self->result = troupe_crew_output_make_final (self->outputs, &self->usage, &error);
  if (self->result == NULL)
    {
      fail (self, error, "tasks");
      return;
    }
  TROUPE_CRASH_POINT ("crew-ended");
  troupe_crew_report_finished (self, self->result);
  self->hook = 0;
  call_after (self);
}

/* --- The tasks -------------------------------------------------------------------------------- */

/* Takes the outputs of what was begun beside the others, in its order. FALSE: some of it is still under way, or it
 * failed. */
static gboolean
join (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->next; i++)
    if (self->places[i].run != NULL)
      return FALSE;
  for (guint i = 0; i < self->next; i++)
    {
      TroupeCrewPlace *place = &self->places[i];

      if (place->is_joined)
        continue;
      place->is_joined = TRUE;
      if (place->error != NULL)
        {
          self->is_temporary = place->is_temporary;
          self->is_abrupt = place->is_abrupt;
          self->error = g_steal_pointer (&place->error);
          self->error_path = g_steal_pointer (&place->error_path);
          end_failed (self);
          return FALSE;
        }
      g_ptr_array_add (self->outputs, troupe_value_ref (place->output));
      if (self->crew->tasks[i].is_async && !place->is_kept)
        troupe_crew_runner_log (self, i, troupe_crew_output_get_raw (place->output));
    }
  return TRUE;
}

/* What the task is told of those before it (doc/crew-semantics.md §6). (transfer full) */
static char *
make_context (TroupeCrewRunner *self, const TroupeCrewTask *task)
{
  GString *text = g_string_new (NULL);
  const guint n_texts = task->has_context ? task->n_context
                        : task->is_async  ? 0
                                          : self->outputs->len;
  gboolean is_first = TRUE;

  g_assert (self != NULL);

  for (guint i = 0; i < n_texts; i++)
    {
      TroupeValue *output = task->has_context ? self->places[task->context[i]].output
                                              : g_ptr_array_index (self->outputs, i);

      /* One that was left out stands among all outputs, but has none of its own. */
      if (output == NULL || (task->has_context && self->places[task->context[i]].is_skipped))
        continue;
      g_string_append (text, is_first ? "" : SEPARATOR);
      g_string_append (text, troupe_crew_output_get_raw (output));
      is_first = FALSE;
    }
  return g_string_free (text, FALSE);
}

static void
begin_task (TroupeCrewRunner *self)
{
  const guint index = self->next++;
  g_autofree char *context = make_context (self, &self->crew->tasks[index]);

  g_assert (self != NULL);

  self->is_decided = FALSE;
  self->n_running++;
  troupe_crew_task_run_begin (self, index, context);
}

void
troupe_crew_runner_task_ended (TroupeCrewRunner *self, guint index)
{
  self->n_running--;
  if (self->around.task_ended != NULL)
    self->around.task_ended (self->around.user_data);
  go_on (self);
}

void
troupe_crew_runner_hold (TroupeCrewRunner *self)
{
  self->n_running++;
}

void
troupe_crew_runner_release (TroupeCrewRunner *self)
{
  self->n_running--;
  go_on (self);
}

static void
skip_task (TroupeCrewRunner *self)
{
  const guint index = self->next++;
  const TroupeCrewTask *task = &self->crew->tasks[index];
  TroupeCrewPlace *place = &self->places[index];

  g_assert (self != NULL);

  self->is_decided = FALSE;
  place->is_joined = TRUE;
  place->is_skipped = TRUE;
  place->output =
      troupe_crew_output_new_skipped (task,
                                      task->agent >= 0 ? self->crew->agents[task->agent].role : "");
  g_ptr_array_add (self->outputs, troupe_value_ref (place->output));
}

static void
decided_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewRunner *self = user_data;
  const TroupeCrewTask *task = &self->crew->tasks[self->next];
  GError *error = NULL;
  g_autoptr (TroupeValue) value = troupe_crew_hook_call_finish (result, &error);

  g_assert (self != NULL);

  self->n_running--;
  self->is_asking = FALSE;
  TROUPE_CRASH_POINT ("crew-condition-asked");
  if (value == NULL)
    {
      fail (self, error, task->condition->path);
      return;
    }
  if (troupe_value_is (value, TROUPE_VALUE_BOOLEAN) && !troupe_value_get_boolean (value))
    skip_task (self);
  else
    self->is_decided = TRUE;
  go_on (self);
}

/* FALSE: it is asked, or it cannot be. */
static gboolean
decide (TroupeCrewRunner *self, const TroupeCrewTask *task)
{
  g_assert (self != NULL);

  /* Without any output before it the task is done. */
  if (!task->is_conditional || self->is_decided || self->outputs->len == 0)
    return TRUE;
  if (task->condition == NULL)
    {
      fail (self,
            g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
                         /* Translators: a task */
                         _ ("The conditional task “%s” has no “condition”."),
                         troupe_crew_task_get_title (task)),
            task->path);
      return FALSE;
    }
  self->n_running++;
  self->is_asking = TRUE;
  troupe_crew_hook_call_async (&self->around, task->condition, TROUPE_HOOK_CONDITION,
                               g_ptr_array_index (self->outputs, self->outputs->len - 1),
                               troupe_crew_task_get_title (task), self->cancellable, decided_cb,
                               self);
  return FALSE;
}

/* A task that a process before has finished. FALSE: there is none. */
static gboolean
take_kept (TroupeCrewRunner *self)
{
  TroupeValue *kept = self->around.find != NULL
                          ? self->around.find ((int) self->next, self->around.user_data)
                          : NULL;
  TroupeValue *output = kept != NULL ? troupe_value_map_lookup_string (kept, "output", -1) : NULL;
  TroupeLlmUsage usage;

  g_assert (self != NULL);

  if (output == NULL)
    return FALSE;
  troupe_crew_usage_from_value (troupe_value_map_lookup_string (kept, "usage", -1), &usage);
  troupe_llm_usage_add (&self->usage, &usage);
  self->places[self->next].is_kept = TRUE;
  self->places[self->next++].output = troupe_value_ref (output);
  self->n_managed++;
  self->is_decided = FALSE;
  return TRUE;
}

static void
servers_opened (TroupeCrewRunner *self, GError *error, const char *path)
{
  g_assert (self != NULL);

  self->n_running--;
  self->is_asking = FALSE;
  if (error != NULL && is_cancelled (self))
    {
      g_error_free (error);
      fail_cancelled (self);
    }
  else if (error != NULL)
    fail (self, error, path);
  else
    go_on (self);
}

/* Whether the last task was waited for, and failed. */
static gboolean
has_failed (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  return self->next > 0 && self->places[self->next - 1].error != NULL &&
         !self->crew->tasks[self->next - 1].is_async;
}

/* That the next task begins is logged once, as in CrewAI before it is known whether it has to wait, or is left out. */
static void
log_next (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  if (self->n_logged > self->next || has_failed (self) ||
      (self->around.find != NULL && self->around.find ((int) self->next, self->around.user_data)))
    return;
  self->n_logged = self->next + 1;
  troupe_crew_runner_log (self, self->next, NULL);
}

/* One step of the loop. FALSE: it waits, or it has ended. */
static gboolean
take_step (TroupeCrewRunner *self)
{
  const TroupeCrewTask *task = NULL;

  g_assert (self != NULL);

  if (self->next < self->crew->n_tasks)
    task = &self->crew->tasks[self->next];
  if (task != NULL && self->log != NULL)
    log_next (self);
  if ((task == NULL || !task->is_async || has_failed (self)) && !join (self))
    return FALSE;
  if (task == NULL)
    {
      /* What else is under way is waited for, and what is saved. */
      if (self->n_running == 0 && !self->is_drained)
        {
          self->is_drained = TRUE;
          troupe_crew_runner_drain_memory (self, finish);
        }
      return FALSE;
    }
  if (take_kept (self))
    return TRUE;
  if (!decide (self, task))
    return FALSE;
  if (task != &self->crew->tasks[self->next])
    return TRUE;
  if (self->around.may_begin != NULL && !self->around.may_begin (self->around.user_data))
    {
      self->is_waiting = TRUE;
      return FALSE;
    }
  if (!troupe_crew_runner_has_servers (self, self->next))
    {
      self->n_running++;
      self->is_asking = TRUE;
      troupe_crew_runner_open_servers (self, self->next, servers_opened);
      return FALSE;
    }
  begin_task (self);
  return task->is_async;
}

/* Whether a task that is not async is under way, or something is asked before the next one. */
static gboolean
is_busy (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  if (self->is_asking)
    return TRUE;
  return self->next > 0 && self->places[self->next - 1].run != NULL &&
         !self->crew->tasks[self->next - 1].is_async;
}

static void
go_on (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  if (self->is_stopping)
    {
      if (self->n_running == 0 && self->task != NULL)
        end_failed (self);
      return;
    }
  if (self->result != NULL || is_busy (self))
    return;
  if (is_cancelled (self))
    {
      if (self->n_running == 0)
        fail_cancelled (self);
      return;
    }
  while (!self->is_stopping && take_step (self))
    ;
}

void
troupe_crew_runner_go_on (TroupeCrewRunner *self)
{
  g_return_if_fail (self != NULL);

  if (!self->is_waiting)
    return;
  self->is_waiting = FALSE;
  go_on (self);
}

/* --- Before the tasks ------------------------------------------------------------------------- */

static void
planned (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  if (self->error != NULL)
    end_failed (self);
  else
    go_on (self);
}

static void
trained_loaded (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  if (self->error != NULL)
    end_failed (self);
  else
    troupe_crew_runner_plan (self, planned);
}

static void
knowledge_loaded (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  troupe_crew_runner_load_trained (self, trained_loaded);
}

/* Texts, agents, the log; what they know and have learnt; then the plan. */
static void
begin_tasks (TroupeCrewRunner *self)
{
  GError *error = NULL;
  g_autofree char *where = NULL;
  TroupeCrew *crew = troupe_crew_interpolate (self->around.crew, self->inputs, &where, &error);

  g_assert (self != NULL);

  if (crew == NULL)
    {
      fail (self, error, where);
      return;
    }
  troupe_crew_unref (self->crew);
  self->crew = crew;
  self->manager_path = g_strdup (crew->manager != NULL ? crew->manager->path : "manager_llm");
  for (guint i = 0; i < crew->n_tasks; i++)
    self->descriptions[i] = g_strdup (crew->tasks[i].description);
  troupe_crew_runner_add_conversation (self);
  if (!troupe_crew_runner_cast (self, &where, &error))
    {
      fail (self, error, where);
      return;
    }
  self->log = troupe_crew_log_new (&self->around, self->context);
  if (!troupe_crew_runner_make_memory (self, &where, &error))
    fail (self, error, where);
  else
    troupe_crew_runner_load_knowledge (self, knowledge_loaded);
}

static void
keep_begun (TroupeCrewRunner *self)
{
  g_autoptr (TroupeValue) value = NULL;
  TroupeStoreTicket *ticket = NULL;
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  if (self->around.keep == NULL)
    return;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "inputs",
                          self->inputs != NULL ? troupe_value_ref (self->inputs)
                                               : troupe_value_new_null ());
  troupe_map_builder_add (&builder, "scope", troupe_value_new_integer ((gint64) self->scope->id));
  value = troupe_map_builder_end (&builder);
  /* It is durable with whatever is waited for next. */
  ticket = self->around.keep (TROUPE_CREW_PART_BEGUN, NULL, value, self->around.user_data);
  g_clear_pointer (&ticket, troupe_store_ticket_unref);
}

static void
begin_crew (TroupeCrewRunner *self)
{
  g_assert (self != NULL);

  troupe_crew_report_started (self, self->inputs);
  keep_begun (self);
  TROUPE_CRASH_POINT ("crew-begun");
  begin_tasks (self);
}

static void
before_called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewRunner *self = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) value = troupe_crew_hook_call_finish (result, &error);

  g_assert (self != NULL);

  if (value == NULL)
    {
      fail (self, error, self->crew->before[self->hook - 1].path);
      return;
    }
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    {
      g_clear_pointer (&self->inputs, troupe_value_unref);
      self->inputs = troupe_value_ref (value);
    }
  call_before (self);
}

static void
call_before (TroupeCrewRunner *self)
{
  g_autoptr (TroupeValue) inputs = NULL;

  g_assert (self != NULL);

  if (self->hook == self->crew->n_before)
    {
      begin_crew (self);
      return;
    }
  inputs = self->inputs != NULL ? troupe_value_ref (self->inputs)
                                : troupe_value_from_json ("{}", -1, NULL);
  troupe_crew_hook_call_async (&self->around, &self->crew->before[self->hook++], TROUPE_HOOK_BEFORE,
                               inputs, self->crew->name, self->cancellable, before_called_cb, self);
}

/* --- A kickoff that a process before has begun ------------------------------------------------- */

static TroupeValue *
find (TroupeCrewRunner *self, TroupeCrewPart part)
{
  return self->around.find != NULL ? self->around.find (part, self->around.user_data) : NULL;
}

/* Inputs as the hooks left them. What was told of a crew that is all of its run is not told again. */
static void
begin_again (TroupeCrewRunner *self, TroupeValue *begun)
{
  TroupeValue *inputs = troupe_value_map_lookup_string (begun, "inputs", -1);
  TroupeValue *scope = troupe_value_map_lookup_string (begun, "scope", -1);
  const gint64 id = scope != NULL && troupe_value_is (scope, TROUPE_VALUE_INTEGER)
                        ? troupe_value_get_integer (scope)
                        : 0;

  g_assert (self != NULL);

  g_clear_pointer (&self->inputs, troupe_value_unref);
  if (inputs != NULL && troupe_value_is (inputs, TROUPE_VALUE_MAP))
    self->inputs = troupe_value_ref (inputs);
  if (self->around.scope == NULL && id > 0)
    self->scope = troupe_scope_new_told (TROUPE_SCOPE_CREW, (guint64) id, NULL, self->around.path,
                                         self->crew->name);
  else
    troupe_crew_report_started (self, self->inputs);
  begin_tasks (self);
}

static void
begin (TroupeCrewRunner *self)
{
  TroupeValue *begun = find (self, TROUPE_CREW_PART_BEGUN);

  if (begun != NULL)
    begin_again (self, begun);
  else
    call_before (self);
}

static void
skills_loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewRunner *self = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  self->skills = troupe_crew_skills_load_finish (result, NULL);
  if (self->skills == NULL)
    fail_cancelled (self);
  else
    begin (self);
}

static void
load_skills (TroupeCrewRunner *self)
{
  const gboolean is_told = find (self, TROUPE_CREW_PART_BEGUN) != NULL;

  g_assert (self != NULL);

  if (troupe_crew_skills_are_named (self->around.crew))
    troupe_crew_skills_load_async (self->around.crew, self->around.folder,
                                   is_told ? NULL : self->around.bus, self->around.scope,
                                   self->cancellable, skills_loaded_cb, self);
  else
    begin (self);
}

/* What Python makes is there. */
static void
made_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewRunner *self = user_data;
  g_autofree char *path = NULL;
  GError *error = NULL;
  TroupeCrew *crew = troupe_crew_made_finish (result, &path, &error);

  g_assert (self != NULL);

  if (crew == NULL)
    {
      fail (self, error, path);
      return;
    }
  troupe_crew_unref (self->around.crew);
  self->around.crew = crew;
  troupe_crew_unref (self->crew);
  self->crew = troupe_crew_ref (crew);
  load_skills (self);
}

static gboolean
begin_cb (gpointer user_data)
{
  TroupeCrewRunner *self = user_data;
  TroupeValue *output = find (self, TROUPE_CREW_PART_OUTPUT);

  g_assert (self != NULL);

  if (output != NULL)
    {
      self->result = troupe_value_ref (output);
      return_all (self);
    }
  else if (troupe_crew_made_is_there (self->around.crew))
    troupe_crew_made_async (&self->around, self->cancellable, made_cb, self);
  else
    load_skills (self);
  return G_SOURCE_REMOVE;
}

/* --- Making ----------------------------------------------------------------------------------- */

static void
cancelled_cb (GCancellable *cancellable, gpointer user_data)
{
  TroupeCrewRunner *self = user_data;

  g_cancellable_cancel (self->cancellable);
}

TroupeCrewRunner *
troupe_crew_runner_begin (const TroupeCrewSurroundings *around,
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
  self->places = g_new0 (TroupeCrewPlace, self->crew->n_tasks + 1);
  self->descriptions = g_new0 (char *, self->crew->n_tasks + 1);
  self->outputs = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
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
