/* troupe-crew-task-run.c: runs one task of a crew, from its agent to its output file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-task-run"

#include "config.h"

#include "troupe-crash-point.h"
#include "troupe-crew-error.h"
#include "troupe-crew-executor.h"
#include "troupe-crew-inventory.h"
#include "troupe-crew-method.h"
#include "troupe-crew-output.h"
#include "troupe-crew-task-callbacks.h"
#include "troupe-crew-task-files.h"
#include "troupe-crew-task-guardrails.h"
#include "troupe-crew-task-human-input.h"
#include "troupe-crew-task-schema.h"
#include "troupe-crew-tasks.h"
#include "troupe-wait-durable.h"

/**
 * TroupeCrewTaskRun:
 * @place: reset to %NULL at the end
 * @inner: options of a run that was requested by a method of the task's class
 * @description: includes the text that the planner and the trigger added
 * @answer: last answer of the agent
 * @output: (nullable): output of the task so far
 * @end: result of the task
 */
struct _TroupeCrewTaskRun
{
  TroupeCrewTaskContext assignment;
  TroupeCrewTaskRun **place;
  TroupeCrewTaskInner inner;
  TroupeCrewTaskSchema *forms;
  TroupeCrewTaskHumanInput *person;
  TroupeCrewTaskGuardrails *guards;
  TroupeCrewTaskCallbacks *after;
  TroupeCrewTaskFiles *files; /* (nullable) */
  char *context;
  char *description;
  GPtrArray *tools;
  TroupeValue *answer;
  char *raw;
  TroupeValue *output;
  TroupeCrewTaskEnd end;
};

static void execute (TroupeCrewTaskRun *self);

static void
task_run_free (TroupeCrewTaskRun *self)
{
  g_assert (self != NULL);

  troupe_crew_task_schema_free (self->forms);
  troupe_crew_task_human_input_free (self->person);
  troupe_crew_task_guardrails_free (self->guards);
  troupe_crew_task_callbacks_free (self->after);
  troupe_crew_task_files_free (self->files);
  g_clear_pointer (&self->assignment.scope, troupe_scope_unref);
  g_clear_pointer (&self->tools, g_ptr_array_unref);
  g_clear_pointer (&self->answer, troupe_value_unref);
  g_clear_pointer (&self->output, troupe_value_unref);
  g_clear_pointer (&self->inner.tools, troupe_value_unref);
  g_free (self->context);
  g_free (self->description);
  g_free (self->raw);
  g_free (self);
}

/* --- Ending ----------------------------------------------------------------------------------- */

static void
add_usage (TroupeCrewTaskRun *self)
{
  troupe_crew_runner_take_memory_usage (self->assignment.runner, &self->assignment.usage);
  troupe_crew_runner_add_usage (self->assignment.runner, &self->assignment.usage, TRUE);
}

void
troupe_crew_task_run_add_usage (TroupeCrewRunner *runner, guint task, const TroupeLlmUsage *usage)
{
  TroupeCrewTaskRun *self = troupe_crew_tasks_get_run (troupe_crew_runner_get_tasks (runner), task);

  if (self != NULL)
    troupe_llm_usage_add (&self->assignment.usage, usage);
  else
    troupe_crew_runner_add_usage (runner, usage, TRUE);
}

static void
end (TroupeCrewTaskRun *self)
{
  const TroupeCrewContext *around = troupe_crew_runner_get_around (self->assignment.runner);
  TroupeCrewRunner *runner = self->assignment.runner;
  const guint index = self->assignment.index;
  const TroupeCrewTaskInner inner = self->inner;
  const TroupeLlmUsage usage = self->assignment.usage;
  TroupeCrewTaskEnd end = self->end;

  g_assert (self != NULL);

  *self->place = NULL;
  if (around->leave != NULL)
    around->leave ((int) index, self->assignment.scope, end.error, end.is_temporary,
                   around->user_data);
  task_run_free (self);
  if (inner.ended != NULL)
    inner.ended (&end, &usage, inner.user_data);
  else
    troupe_crew_tasks_ended (troupe_crew_runner_get_tasks (runner), index, &end);
}

/* Ends the task with an error. @error: (transfer full); @path: path in the document that caused
 * it */
static void
fail_at (TroupeCrewTaskRun *self, GError *error, const char *path)
{
  g_assert (self != NULL);

  add_usage (self);
  self->end.is_abrupt = g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_KEPT);
  self->end.error = troupe_crew_error_take (error, &self->end.is_temporary);
  self->end.error_path = g_strdup (path);
  TROUPE_CRASH_POINT ("crew-task-failed");
  if (!self->end.is_abrupt)
    troupe_crew_report_task_ended (self->assignment.runner, self->assignment.scope,
                                   self->assignment.index, NULL, self->end.error);
  end (self);
}

/* @error: (transfer full) */
static void
fail (TroupeCrewTaskRun *self, GError *error)
{
  fail_at (self, error, self->assignment.task->path);
}

static void
durable_cb (gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;

  TROUPE_CRASH_POINT ("crew-task-durable");
  end (self);
}

TroupeStoreTicket *
troupe_crew_task_run_keep (TroupeCrewRunner *runner,
                           guint index,
                           TroupeValue *output,
                           const TroupeLlmUsage *usage)
{
  const TroupeCrewContext *around = troupe_crew_runner_get_around (runner);
  g_autofree char *key = NULL;
  g_autoptr (TroupeValue) value = NULL;
  TroupeMapBuilder builder;

  if (around->keep == NULL)
    return NULL;
  key = troupe_crew_make_task_key (troupe_crew_runner_get_crew (runner), index);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "output", troupe_value_ref (output));
  troupe_map_builder_add (&builder, "usage", troupe_crew_usage_to_value (usage));
  value = troupe_map_builder_end (&builder);
  return around->keep ((int) index, key, value, around->user_data);
}

/* The event is queued after the stored output in the same queue, so that both are durable before
 * the next paid call. */
static void
finish (TroupeCrewTaskRun *self)
{
  TroupeCrewRunner *runner = self->assignment.runner;
  TroupeStoreTicket *ticket = NULL;

  g_assert (self != NULL);

  add_usage (self);
  self->end.output = troupe_value_ref (self->output);
  TROUPE_CRASH_POINT ("crew-task-ended");
  if (self->inner.ended == NULL)
    ticket = troupe_crew_task_run_keep (runner, self->assignment.index, self->output,
                                        &self->assignment.usage);
  TROUPE_CRASH_POINT ("crew-task-queued");
  troupe_crew_report_task_ended (runner, self->assignment.scope, self->assignment.index,
                                 self->output, NULL);
  if (!self->assignment.task->is_async && self->inner.ended == NULL)
    troupe_crew_runner_log (runner, self->assignment.index,
                            troupe_crew_output_get_raw (self->output));
  troupe_crew_wait_durable (ticket, troupe_crew_runner_get_context (runner),
                            troupe_crew_runner_get_cancellable (runner), durable_cb, self);
}

static void
followed (GError *error, const char *path, gpointer user_data)
{
  if (error != NULL)
    fail_at (user_data, error, path);
  else
    finish (user_data);
}

/* --- Output ----------------------------------------------------------------------------------- */

static void
take_output (TroupeCrewTaskRun *self, TroupeValue *object)
{
  g_assert (self != NULL);

  g_clear_pointer (&self->output, troupe_value_unref);
  self->output = troupe_crew_output_new (
      self->assignment.task,
      troupe_crew_runner_get_description (self->assignment.runner, self->assignment.index),
      troupe_crew_runner_get_role (self->assignment.runner, self->assignment.index), self->raw,
      object, self->answer);
}

static void
converted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) object = NULL;

  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("crew-answer-converted");
  if (!troupe_crew_convert_finish (result, &object, &error))
    {
      fail (self, error);
      return;
    }
  take_output (self, object);
  troupe_crew_task_guardrails_ask (self->guards, self->output);
}

/* Uses the guardrail's replacement. A string is converted to an object; a complete output is
 * used unchanged. */
static void
take_verdict (TroupeCrewTaskRun *self, const TroupeCrewVerdict *verdict)
{
  g_autofree char *before = g_steal_pointer (&self->raw);

  g_assert (self != NULL);

  if (verdict->output != NULL)
    {
      g_clear_pointer (&self->output, troupe_value_unref);
      self->output = troupe_crew_output_add_failures (
          verdict->output, self->answer != NULL
                               ? troupe_value_map_lookup_string (self->answer, "tool_failures", -1)
                               : NULL);
      self->raw = g_strdup (troupe_crew_output_get_raw (self->output));
    }
  else
    {
      self->raw = g_strdup (verdict->text);
      if (troupe_crew_task_schema_get (self->forms)->rules != NULL)
        {
          troupe_crew_task_schema_convert_async (self->forms, self->raw, converted_cb, self);
          return;
        }
      take_output (self, NULL);
    }
  troupe_crew_task_guardrails_ask (self->guards, self->output);
}

static void
guardrails_decided (TroupeCrewGuardrailsDecision decision,
                    const TroupeCrewVerdict *verdict,
                    GError *error,
                    const char *path,
                    gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;

  g_assert (self != NULL);

  if (error != NULL)
    fail_at (self, error, path);
  else if (decision == TROUPE_CREW_GUARDS_PASSED)
    troupe_crew_task_callbacks_begin (self->after, self->output, followed, self);
  else if (decision == TROUPE_CREW_GUARDS_TOOK)
    take_verdict (self, verdict);
  else
    {
      g_free (self->context);
      self->context = troupe_agent_tell_refusal (verdict->text, self->raw);
      execute (self);
    }
}

/* --- Agent ------------------------------------------------------------------------------------ */

static void
executed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) answer = troupe_crew_executor_execute_finish (result, &error);
  TroupeValue *before = NULL;
  TroupeValue *object = NULL;
  gboolean needs_object;

  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("crew-agent-ended");
  if (answer == NULL)
    {
      fail (self, error);
      return;
    }
  before = self->answer;
  self->answer = troupe_crew_output_add_failures (
      answer, before != NULL ? troupe_value_map_lookup_string (before, "tool_failures", -1) : NULL);
  g_clear_pointer (&before, troupe_value_unref);
  g_free (self->raw);
  self->raw = g_strdup (troupe_crew_output_get_raw (answer));
  object = troupe_value_map_lookup_string (answer, "pydantic", -1);
  if (object != NULL && !troupe_value_is (object, TROUPE_VALUE_MAP))
    object = NULL;
  needs_object = troupe_crew_task_schema_need (self->forms, object);
  /* The first answer is validated before it is converted to an object. Later answers are
   * converted first. */
  if (needs_object && (object != NULL || self->assignment.task->n_guardrails == 0 ||
                       troupe_crew_task_guardrails_have_refused (self->guards)))
    {
      troupe_crew_task_schema_convert_async (self->forms, self->raw, converted_cb, self);
      return;
    }
  take_output (self, troupe_crew_task_schema_get (self->forms)->rules != NULL && !needs_object
                         ? object
                         : NULL);
  troupe_crew_task_guardrails_ask (self->guards, self->output);
}

static void
execute (TroupeCrewTaskRun *self)
{
  TroupeCrewRunner *runner = self->assignment.runner;
  const TroupeCrewTask *task = self->assignment.task;
  g_autofree char *path = troupe_crew_runner_make_agent_path (runner, self->assignment.index);
  g_autoptr (GPtrArray) own =
      troupe_crew_runner_list_own_tools (runner, self->assignment.index, self->tools);
  g_auto (GStrv) suggestions = troupe_crew_runner_list_suggestions (runner, self->assignment.index);
  const TroupeCrewForms *forms = troupe_crew_task_schema_get (self->forms);
  const int agent = troupe_crew_task_context_get_agent_index (&self->assignment);
  const TroupeCrewExecution work = { runner, agent, self->assignment.index, TRUE };
  TroupeToolContext context;
  TroupeAgentContext call;
  TroupeAgentTask what = { .title = troupe_crew_task_get_title (task),
                           .description = self->description,
                           .expected_output = task->expected_output,
                           .suggestions = (const char *const *) suggestions,
                           .policy = task->policy,
                           .context = *self->context != '\0' ? self->context : NULL,
                           .markdown = task->markdown };

  g_assert (self != NULL);

  what.shown_schema = troupe_crew_task_schema_get_shown (self->forms);
  if (self->tools->len == 0)
    what.schema = forms->of_answer;
  what.schema_name = troupe_crew_forms_get_name (forms->of_answer);
  what.files = self->files != NULL ? troupe_crew_task_files_get_parts (self->files) : NULL;
  troupe_crew_task_human_input_join (self->person, &what);
  troupe_crew_task_context_fill_call (&self->assignment, self->assignment.scope, &context, &call);
  call.path = path;
  call.tools = self->tools;
  call.own_tools = own;
  call.skills = troupe_crew_runner_get_skills (runner, agent);
  call.memory = troupe_crew_runner_get_memory (runner, agent);
  troupe_crew_runner_watch_steps (runner, agent, &call);
  troupe_crew_task_schema_watch (self->forms, &call);
  TROUPE_CRASH_POINT ("crew-agent-begun");
  troupe_crew_executor_execute_async (
      &work, &what, &call, troupe_crew_runner_get_cancellable (runner), executed_cb, self);
}

/* --- Starting --------------------------------------------------------------------------------- */

static void
files_read (TroupeCrewTaskFiles *files, GError *error, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;

  g_assert (self != NULL);

  if (error != NULL)
    {
      fail (self, error);
      return;
    }
  self->files = files;
  if (files != NULL)
    {
      g_autofree char *description = g_steal_pointer (&self->description);

      self->description = troupe_crew_task_files_describe (files, description);
      troupe_crew_task_files_offer (files, self->tools);
    }
  execute (self);
}

static void
forms_found (GError *error, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;

  g_assert (self != NULL);

  if (error == NULL)
    self->tools =
        troupe_crew_runner_list_tools (self->assignment.runner, self->assignment.index, &error);
  if (error == NULL && self->inner.tools != NULL)
    {
      g_autoptr (GPtrArray) all = self->tools;

      self->tools = troupe_crew_method_pick_tools (all, self->inner.tools);
    }
  if (error != NULL)
    fail (self, error);
  else
    troupe_crew_task_files_read (&self->assignment, files_read, self);
}

/* Returns the description for the prompt, including the payload of the trigger. The payload is
 * not added to the task itself. */
static char *
make_description (TroupeCrewRunner *runner, guint index)
{
  const TroupeCrewTask *task = &troupe_crew_runner_get_crew (runner)->tasks[index];
  TroupeValue *payload =
      troupe_value_get_member (troupe_crew_runner_get_inputs (runner), "crewai_trigger_payload");
  const gboolean wants_it =
      task->takes_trigger > 0 ||
      (task->takes_trigger < 0 && index == 0 &&
       troupe_crew_runner_get_crew (runner)->process == TROUPE_CREW_SEQUENTIAL);
  g_autofree char *text = NULL;

  g_assert (runner != NULL);

  if (payload == NULL || troupe_value_is (payload, TROUPE_VALUE_NULL) || !wants_it)
    return g_strdup (troupe_crew_runner_get_description (runner, index));
  text = troupe_crew_value_to_text (payload);
  return g_strdup_printf ("%s\n\nTrigger Payload: %s",
                          troupe_crew_runner_get_description (runner, index), text);
}

/* Returns the task's own agent, even if a manager executes the task. For the first task of a
 * managed crew it returns the manager: CrewAI creates the manager's executor for that task and
 * validates it again with the manager as its agent (doc/crew-semantics.md §8). */
static TroupeAgentDefinition *
find_judge (TroupeCrewTaskRun *self)
{
  TroupeCrewRunner *runner = self->assignment.runner;
  TroupeAgentDefinition *own = troupe_crew_runner_get_named_agent (runner, self->assignment.index);

  g_assert (self != NULL);

  if (own == NULL || (troupe_crew_runner_is_managed (runner) &&
                      troupe_crew_tasks_is_first (troupe_crew_runner_get_tasks (runner))))
    return self->assignment.agent;
  return own;
}

void
troupe_crew_task_run_begin (TroupeCrewRunner *runner,
                            guint index,
                            const char *context,
                            TroupeCrewTaskRun **place,
                            const TroupeCrewTaskInner *inner)
{
  TroupeCrewTaskRun *self = g_new0 (TroupeCrewTaskRun, 1);
  const TroupeCrewContext *around = troupe_crew_runner_get_around (runner);

  self->assignment.runner = runner;
  self->assignment.index = index;
  self->assignment.task = &troupe_crew_runner_get_crew (runner)->tasks[index];
  self->assignment.agent = troupe_crew_runner_get_agent (runner, index);
  self->forms = troupe_crew_task_schema_new (&self->assignment);
  self->person = troupe_crew_task_human_input_new (&self->assignment);
  self->guards = troupe_crew_task_guardrails_new (&self->assignment, find_judge (self),
                                                  guardrails_decided, self);
  self->after = troupe_crew_task_callbacks_new (&self->assignment, g_get_monotonic_time ());
  self->context = g_strdup (context);
  self->description = make_description (runner, index);
  self->place = place;
  if (inner != NULL)
    self->inner = *inner;
  if (inner != NULL && inner->description != NULL)
    troupe_set_str (&self->description, inner->description);
  self->inner.description = NULL;
  if (self->inner.tools != NULL)
    troupe_value_ref (self->inner.tools);
  *place = self;
  TROUPE_CRASH_POINT ("crew-task-begun");
  self->assignment.scope = troupe_crew_report_task_started (runner, index, context);
  if (around->enter != NULL)
    around->enter ((int) index, self->assignment.scope, around->user_data);
  troupe_crew_task_schema_find (self->forms, forms_found, self);
}
