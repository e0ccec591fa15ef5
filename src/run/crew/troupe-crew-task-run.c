/* troupe-crew-task-run.c: runs one task of a crew, from its agent to its output file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-task-run"

#include "config.h"

#include <string.h>

#include "troupe-crash-point.h"
#include "troupe-crew-error.h"
#include "troupe-crew-executor.h"
#include "troupe-crew-file.h"
#include "troupe-crew-hook-call.h"
#include "troupe-crew-inventory.h"
#include "troupe-crew-job.h"
#include "troupe-crew-method.h"
#include "troupe-crew-output.h"
#include "troupe-crew-task-files.h"
#include "troupe-crew-task-guardrails.h"
#include "troupe-crew-task-human-input.h"
#include "troupe-crew-task-schema.h"
#include "troupe-crew-tasks.h"
#include "troupe-steps.h"
#include "troupe-wait-durable.h"

/**
 * TroupeCrewTaskRun:
 * @place: reset to %NULL at the end
 * @inner: options of a run that was requested by a method of the task's class
 * @begun_us: start time, monotonic
 * @description: includes the text that the planner and the trigger added
 * @answer: last answer of the agent
 * @raw: its text, or the text with which a guardrail replaced it
 * @object: (nullable): its object, unless @is_converted, which means that @raw is converted to one
 * @output: (nullable): output of the task so far
 * @called: (nullable): the callback that is called
 * @file_text: (nullable): content of the output file; @file_error: (nullable): why it could not be
 *   written
 * @end: result of the task
 */
struct _TroupeCrewTaskRun
{
  TroupeCrewTaskContext assignment;
  TroupeCrewTaskRun **place;
  TroupeCrewTaskInner inner;
  TroupeSteps *steps;
  TroupeCrewTaskSchema *forms;
  TroupeCrewTaskHumanInput *person;
  TroupeCrewTaskGuardrails *guards;
  TroupeCrewTaskFiles *files; /* (nullable) */
  gint64 begun_us;
  char *context;
  char *description;
  GPtrArray *tools;
  TroupeValue *answer;
  char *raw;
  TroupeValue *object;
  gboolean is_converted;
  TroupeValue *output;
  const TroupeCrewHook *called;
  char *file_text;
  GError *file_error;
  TroupeCrewTaskEnd end;
};

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
  troupe_steps_free (self->steps);
  troupe_crew_task_schema_free (self->forms);
  troupe_crew_task_human_input_free (self->person);
  troupe_crew_task_guardrails_free (self->guards);
  troupe_crew_task_files_free (self->files);
  g_clear_pointer (&self->assignment.scope, troupe_scope_unref);
  g_clear_pointer (&self->tools, g_ptr_array_unref);
  g_clear_pointer (&self->answer, troupe_value_unref);
  g_clear_pointer (&self->object, troupe_value_unref);
  g_clear_pointer (&self->output, troupe_value_unref);
  g_clear_pointer (&self->inner.tools, troupe_value_unref);
  g_free (self->context);
  g_free (self->description);
  g_free (self->raw);
  g_free (self->file_text);
  g_free (self);
  if (inner.ended != NULL)
    inner.ended (&end, &usage, inner.user_data);
  else
    troupe_crew_tasks_ended (troupe_crew_runner_get_tasks (runner), index, &end);
}

/* Ends the task with an error. @error: (transfer full); @path: path in the document that caused
 * it */
static TroupeStepResult
fail (TroupeCrewTaskRun *self, GError *error, const char *path)
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
  return TROUPE_STEP_END;
}

/* Ends a step that may have failed. @error: (nullable) (transfer full) */
static void
continue_unless_failed (TroupeCrewTaskRun *self, GError *error, const char *path)
{
  g_assert (self != NULL);

  if (error != NULL)
    fail (self, error, path);
  else
    troupe_steps_continue (self->steps);
}

/* --- Preparation ------------------------------------------------------------------------------ */

static void
schemas_found (GError *error, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;

  continue_unless_failed (self, error, self->assignment.task->path);
}

static TroupeStepResult
find_schemas (gpointer data)
{
  TroupeCrewTaskRun *self = data;

  troupe_crew_task_schema_find (self->forms, schemas_found, self);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
list_tools (gpointer data)
{
  TroupeCrewTaskRun *self = data;
  GError *error = NULL;

  self->tools =
      troupe_crew_runner_list_tools (self->assignment.runner, self->assignment.index, &error);
  if (error != NULL)
    return fail (self, error, self->assignment.task->path);
  if (self->inner.tools != NULL)
    {
      g_autoptr (GPtrArray) all = self->tools;

      self->tools = troupe_crew_method_pick_tools (all, self->inner.tools);
    }
  return TROUPE_STEP_DONE;
}

static void
files_read (TroupeCrewTaskFiles *files, GError *error, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;

  g_assert (self != NULL);

  self->files = files;
  if (files != NULL)
    {
      g_autofree char *description = g_steal_pointer (&self->description);

      self->description = troupe_crew_task_files_describe (files, description);
      troupe_crew_task_files_offer (files, self->tools);
    }
  continue_unless_failed (self, error, self->assignment.task->path);
}

static TroupeStepResult
read_files (gpointer data)
{
  TroupeCrewTaskRun *self = data;

  troupe_crew_task_files_read (&self->assignment, files_read, self);
  return TROUPE_STEP_PENDING;
}

/* --- Agent ------------------------------------------------------------------------------------ */

static void
executed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) answer = troupe_crew_executor_execute_finish (result, &error);
  g_autoptr (TroupeValue) before = NULL;
  TroupeValue *object = NULL;
  gboolean needs_object;

  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("crew-agent-ended");
  if (answer == NULL)
    {
      fail (self, error, self->assignment.task->path);
      return;
    }
  before = self->answer;
  self->answer = troupe_crew_output_add_failures (
      answer, before != NULL ? troupe_value_map_lookup_string (before, "tool_failures", -1) : NULL);
  troupe_set_str (&self->raw, troupe_crew_output_get_raw (answer));
  object = troupe_value_map_lookup_string (answer, "pydantic", -1);
  if (object != NULL && !troupe_value_is (object, TROUPE_VALUE_MAP))
    object = NULL;
  needs_object = troupe_crew_task_schema_need (self->forms, object);
  /* The first answer is validated before it is converted to an object. Later answers are
   * converted first. */
  self->is_converted =
      needs_object && (object != NULL || self->assignment.task->n_guardrails == 0 ||
                       troupe_crew_task_guardrails_have_refused (self->guards));
  g_clear_pointer (&self->object, troupe_value_unref);
  if (object != NULL && !needs_object && troupe_crew_task_schema_get (self->forms)->rules != NULL)
    self->object = troupe_value_ref (object);
  troupe_steps_continue (self->steps);
}

static TroupeStepResult
execute (gpointer data)
{
  TroupeCrewTaskRun *self = data;
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
  return TROUPE_STEP_PENDING;
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
  if (troupe_crew_convert_finish (result, &object, &error))
    take_output (self, object);
  continue_unless_failed (self, error, self->assignment.task->path);
}

static TroupeStepResult
create_output (gpointer data)
{
  TroupeCrewTaskRun *self = data;

  if (self->is_converted)
    {
      troupe_crew_task_schema_convert_async (self->forms, self->raw, converted_cb, self);
      return TROUPE_STEP_PENDING;
    }
  take_output (self, self->object);
  return TROUPE_STEP_DONE;
}

/* --- Guardrails ------------------------------------------------------------------------------- */

/* A guardrail that accepts the answer may replace it: by an output, which is used unchanged, or by a
 * text, which is converted to an object. */
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
    fail (self, error, path);
  else if (decision == TROUPE_CREW_GUARDS_PASSED)
    troupe_steps_continue (self->steps);
  else if (decision == TROUPE_CREW_GUARDS_REFUSED)
    {
      g_free (self->context);
      self->context = troupe_agent_tell_refusal (verdict->text, self->raw);
      troupe_steps_return_to (self->steps, execute);
    }
  else if (verdict->output != NULL)
    {
      g_clear_pointer (&self->output, troupe_value_unref);
      self->output = troupe_crew_output_add_failures (
          verdict->output, self->answer != NULL
                               ? troupe_value_map_lookup_string (self->answer, "tool_failures", -1)
                               : NULL);
      troupe_set_str (&self->raw, troupe_crew_output_get_raw (self->output));
      troupe_steps_repeat (self->steps);
    }
  else
    {
      troupe_set_str (&self->raw, verdict->text);
      self->is_converted = troupe_crew_task_schema_get (self->forms)->rules != NULL;
      g_clear_pointer (&self->object, troupe_value_unref);
      troupe_steps_return_to (self->steps, create_output);
    }
}

static TroupeStepResult
ask_guardrails (gpointer data)
{
  TroupeCrewTaskRun *self = data;

  troupe_crew_task_guardrails_ask (self->guards, self->output);
  return TROUPE_STEP_PENDING;
}

/* --- Callbacks -------------------------------------------------------------------------------- */

static void
called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) value = troupe_crew_hook_call_finish (result, &error);

  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("crew-callback-called");
  continue_unless_failed (self, error, self->called->path);
}

/* @hook: (nullable) */
static TroupeStepResult
call_callback (TroupeCrewTaskRun *self, const TroupeCrewHook *hook)
{
  TroupeCrewRunner *runner = self->assignment.runner;

  g_assert (self != NULL);

  if (hook == NULL)
    return TROUPE_STEP_DONE;
  self->called = hook;
  troupe_crew_hook_call_async (troupe_crew_runner_get_around (runner), hook, TROUPE_HOOK_CALLBACK,
                               self->output, troupe_crew_task_get_title (self->assignment.task),
                               troupe_crew_runner_get_cancellable (runner), called_cb, self);
  return TROUPE_STEP_PENDING;
}

static void
judged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;
  GError *error = NULL;

  g_assert (self != NULL);

  (void) g_task_propagate_boolean (G_TASK (result), &error);
  continue_unless_failed (self, error, self->assignment.task->path);
}

/* Calls the judge of a test instead of the task's own callback, as in CrewAI. */
static TroupeStepResult
call_own_callback (gpointer data)
{
  TroupeCrewTaskRun *self = data;
  TroupeCrewRunner *runner = self->assignment.runner;
  const TroupeCrewRound *round = troupe_crew_runner_get_around (runner)->round;
  const TroupeCrewJudged judged = { .crew = troupe_crew_runner_get_crew (runner),
                                    .task = self->assignment.index,
                                    .agent = self->assignment.agent,
                                    .scope = self->assignment.scope,
                                    .output = self->output,
                                    .elapsed_us = g_get_monotonic_time () - self->begun_us };

  if (round == NULL || round->judge == NULL)
    return call_callback (self, self->assignment.task->callback);
  round->judge (&judged, troupe_crew_runner_get_cancellable (runner), judged_cb, self,
                round->user_data);
  return TROUPE_STEP_PENDING;
}

/* Calls the callback of the crew, unless it is that of the task. */
static TroupeStepResult
call_crew_callback (gpointer data)
{
  TroupeCrewTaskRun *self = data;
  const TroupeCrewHook *own = self->assignment.task->callback;
  const TroupeCrewHook *of_crew =
      troupe_crew_runner_get_crew (self->assignment.runner)->task_callback;

  if (of_crew != NULL && own != NULL && g_str_equal (of_crew->text, own->text))
    return TROUPE_STEP_DONE;
  return call_callback (self, of_crew);
}

/* --- Output file ------------------------------------------------------------------------------ */

/* Runs on the pool for files. */
static void
write_text (gpointer data)
{
  TroupeCrewTaskRun *self = data;

  g_assert (self != NULL);

  troupe_crew_file_write (troupe_crew_runner_get_around (self->assignment.runner)->run->work,
                          self->assignment.task->output_file,
                          self->assignment.task->create_directory, self->file_text,
                          strlen (self->file_text), &self->file_error);
}

static void
text_written (gpointer data)
{
  TroupeCrewTaskRun *self = data;
  g_autofree char *path = g_strconcat (self->assignment.task->path, ".output_file", NULL);

  TROUPE_CRASH_POINT ("crew-file-written");
  continue_unless_failed (self, g_steal_pointer (&self->file_error), path);
}

static TroupeStepResult
write_file (gpointer data)
{
  TroupeCrewTaskRun *self = data;
  const TroupeCrewContext *around = troupe_crew_runner_get_around (self->assignment.runner);
  g_autoptr (TroupeValue) output = NULL;

  if (self->assignment.task->output_file == NULL || around->discards_outputs)
    return TROUPE_STEP_DONE;
  /* Guardrails and tools whose result is the answer are not models, whose texts have no keys. */
  output =
      troupe_redactor_hide_value (troupe_event_bus_get_redactor (around->run->bus), self->output);
  self->file_text = troupe_crew_file_make_text (output);
  troupe_crew_job_run (around->io, around->turn,
                       troupe_crew_runner_get_context (self->assignment.runner), write_text,
                       text_written, self);
  return TROUPE_STEP_PENDING;
}

/* --- Storing ---------------------------------------------------------------------------------- */

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

static void
durable_cb (gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;

  TROUPE_CRASH_POINT ("crew-task-durable");
  end (self);
}

/* The event is queued after the stored output in the same queue, so that both are durable before
 * the next paid call. */
static TroupeStepResult
store_output (gpointer data)
{
  TroupeCrewTaskRun *self = data;
  TroupeCrewRunner *runner = self->assignment.runner;
  TroupeStoreTicket *ticket = NULL;

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
                            troupe_crew_runner_get_around (runner)->run->recorder,
                            troupe_crew_runner_get_cancellable (runner), durable_cb, self);
  return TROUPE_STEP_PENDING;
}

/* --- Starting --------------------------------------------------------------------------------- */

/* The order is CrewAI's (doc/crew-semantics.md §8). */
static const TroupeStep steps[] = {
  { "find schemas", find_schemas },
  { "list tools", list_tools },
  { "read files", read_files },
  { "execute", execute }, /* repeated with the reason after each rejection */
  { "create output", create_output },
  { "ask guardrails", ask_guardrails },
  { "call own callback", call_own_callback },
  { "call crew callback", call_crew_callback },
  { "write file", write_file },
  { "store output", store_output },
  { NULL, NULL },
};

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
  self->steps = troupe_steps_new (steps, self);
  self->begun_us = g_get_monotonic_time ();
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
  troupe_steps_start (self->steps);
}
