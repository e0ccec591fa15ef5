/* troupe-crew-task-run.c: one task of a crew, from its agent to its file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-task-run"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crash-point.h"
#include "troupe-crew-conversion.h"
#include "troupe-crew-converter.h"
#include "troupe-crew-file.h"
#include "troupe-crew-guardrail.h"
#include "troupe-crew-hook.h"
#include "troupe-crew-job.h"
#include "troupe-crew-output.h"
#include "troupe-crew-parts.h"
#include "troupe-crew-error.h"
#include "troupe-crew-durable.h"
#include "troupe-crew-runner-private.h"

/**
 * TroupeCrewTaskRun:
 * @agent: who does it; @judge: by whose model guardrails in words judge
 * @description: with what the planner and the trigger add to it
 * @models: how many of its classes have told their schemas
 * @answer: what the agent gave at last, @object what was made of it
 * @output: (nullable): of the task, as far as it has come
 * @guardrail: which one is asked next, @n_retries how often it has refused; @is_again: whether any has
 * @begun_us: monotonic; @was_asked: whether a person has said something to it in a training
 * @callback: which of the two is called next; @called: (nullable): the one that is
 */
struct _TroupeCrewTaskRun
{
  TroupeCrewRunner *runner;
  guint index;
  const TroupeCrewTask *task;
  TroupeAgentDefinition *agent;
  TroupeAgentDefinition *judge;
  TroupeScope *scope;
  char *context;
  char *description;
  GPtrArray *tools;
  guint models;
  TroupeValue *of_output;
  TroupeValue *of_answer;
  TroupeCrewForms forms;
  TroupeLlmUsage usage;
  TroupeValue *answer;
  char *raw;
  TroupeValue *output;
  guint guardrail;
  guint n_retries;
  TroupeScope *guardrail_scope;
  gboolean is_again;
  gint64 begun_us;
  gboolean was_asked;
  guint callback;
  const TroupeCrewHook *called;
  char *text;
  GError *error;
};

static void execute (TroupeCrewTaskRun *self);
static void ask_guardrail (TroupeCrewTaskRun *self);

static void
task_run_free (TroupeCrewTaskRun *self)
{
  g_assert (self != NULL);

  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_clear_pointer (&self->guardrail_scope, troupe_scope_unref);
  g_clear_pointer (&self->tools, g_ptr_array_unref);
  troupe_crew_forms_clear (&self->forms);
  g_clear_pointer (&self->of_output, troupe_value_unref);
  g_clear_pointer (&self->of_answer, troupe_value_unref);
  g_clear_pointer (&self->answer, troupe_value_unref);
  g_clear_pointer (&self->output, troupe_value_unref);
  g_clear_error (&self->error);
  g_free (self->context);
  g_free (self->description);
  g_free (self->raw);
  g_free (self->text);
  g_free (self);
}

/* --- The end ---------------------------------------------------------------------------------- */

static void
count_usage (TroupeCrewRunner *runner, const TroupeLlmUsage *usage)
{
  troupe_llm_usage_add (&runner->usage, usage);
  if (runner->around.usage != NULL)
    troupe_llm_usage_add (runner->around.usage, usage);
}

static void
add_usage (TroupeCrewTaskRun *self)
{
  troupe_crew_runner_take_memory_usage (self->runner, &self->usage);
  count_usage (self->runner, &self->usage);
}

void
troupe_crew_task_run_add_usage (TroupeCrewRunner *runner, guint task, const TroupeLlmUsage *usage)
{
  TroupeCrewTaskRun *self = runner->places[task].run;

  if (self != NULL)
    troupe_llm_usage_add (&self->usage, usage);
  else
    count_usage (runner, usage);
}

static void
end (TroupeCrewTaskRun *self)
{
  TroupeCrewRunner *runner = self->runner;
  const guint index = self->index;

  g_assert (self != NULL);

  runner->places[index].run = NULL;
  if (runner->around.leave != NULL)
    runner->around.leave ((int) index, self->scope, runner->places[index].error,
                          runner->places[index].is_temporary, runner->around.user_data);
  task_run_free (self);
  troupe_crew_runner_task_ended (runner, index);
}

/* @error: (transfer full); @path: what of the document it is about */
static void
fail_at (TroupeCrewTaskRun *self, GError *error, const char *path)
{
  TroupeCrewPlace *place = &self->runner->places[self->index];

  g_assert (self != NULL);

  add_usage (self);
  place->is_abrupt = g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_KEPT);
  place->error = troupe_crew_error_take (error, &place->is_temporary);
  place->error_path = g_strdup (path);
  TROUPE_CRASH_POINT ("crew-task-failed");
  if (!place->is_abrupt)
    troupe_crew_report_task_ended (self->runner, self->scope, self->index, NULL, place->error);
  end (self);
}

/* @error: (transfer full) */
static void
fail (TroupeCrewTaskRun *self, GError *error)
{
  fail_at (self, error, self->task->path);
}

static void
durable_cb (gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;

  TROUPE_CRASH_POINT ("crew-task-durable");
  end (self);
}

static TroupeStoreTicket *
keep (TroupeCrewTaskRun *self)
{
  TroupeCrewRunner *runner = self->runner;
  g_autofree char *key = NULL;
  g_autoptr (TroupeValue) value = NULL;
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  if (runner->around.keep == NULL)
    return NULL;
  key = troupe_crew_make_task_key (runner->crew, self->index);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "output", troupe_value_ref (self->output));
  troupe_map_builder_add (&builder, "usage", troupe_crew_usage_to_value (&self->usage));
  value = troupe_map_builder_end (&builder);
  return runner->around.keep ((int) self->index, key, value, runner->around.user_data);
}

/* What is told stands behind what is kept in the same queue: both are durable before anything is paid. */
static void
finish (TroupeCrewTaskRun *self)
{
  TroupeCrewRunner *runner = self->runner;
  TroupeStoreTicket *ticket = NULL;

  g_assert (self != NULL);

  add_usage (self);
  runner->places[self->index].output = troupe_value_ref (self->output);
  TROUPE_CRASH_POINT ("crew-task-ended");
  ticket = keep (self);
  TROUPE_CRASH_POINT ("crew-task-queued");
  troupe_crew_report_task_ended (runner, self->scope, self->index, self->output, NULL);
  if (!self->task->is_async)
    troupe_crew_runner_log (runner, self->index, troupe_crew_output_get_raw (self->output));
  troupe_crew_when_durable (ticket, runner->context, runner->cancellable, durable_cb, self);
}

/* --- The file --------------------------------------------------------------------------------- */

static void
write_file (gpointer data)
{
  TroupeCrewTaskRun *self = data;

  g_assert (self != NULL);

  troupe_crew_file_write (self->runner->around.work, self->task->output_file,
                          self->task->create_directory, self->text, strlen (self->text),
                          &self->error);
}

static void
file_written (gpointer data)
{
  TroupeCrewTaskRun *self = data;

  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("crew-file-written");
  if (self->error != NULL)
    {
      g_autofree char *path = g_strconcat (self->task->path, ".output_file", NULL);

      fail_at (self, g_steal_pointer (&self->error), path);
    }
  else
    finish (self);
}

static void
begin_file (TroupeCrewTaskRun *self)
{
  TroupeCrewRunner *runner = self->runner;

  g_assert (self != NULL);

  if (self->task->output_file == NULL)
    {
      finish (self);
      return;
    }
  self->text = troupe_crew_file_make_text (self->output);
  troupe_crew_job_run (runner->around.io, runner->around.turn, runner->context, write_file,
                       file_written, self);
}

/* --- Callbacks -------------------------------------------------------------------------------- */

static void tell_callbacks (TroupeCrewTaskRun *self);

static void
called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) value = troupe_crew_hook_call_finish (result, &error);

  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("crew-callback-called");
  if (error != NULL)
    fail_at (self, error, self->called->path);
  else
    tell_callbacks (self);
}

static void
output_judged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;
  GError *error = NULL;

  g_assert (self != NULL);

  if (g_task_propagate_boolean (G_TASK (result), &error))
    tell_callbacks (self);
  else
    fail (self, error);
}

/* In a test: in place of the task's own callback, as in CrewAI. */
static void
judge (TroupeCrewTaskRun *self)
{
  TroupeCrewRunner *runner = self->runner;
  const TroupeCrewRound *round = runner->around.round;
  const TroupeCrewJudged judged = { .crew = runner->crew,
                                    .task = self->index,
                                    .agent = self->agent,
                                    .scope = self->scope,
                                    .output = self->output,
                                    .elapsed_us = g_get_monotonic_time () - self->begun_us };

  g_assert (self != NULL);

  self->callback = 1;
  round->judge (&judged, runner->cancellable, output_judged_cb, self, round->user_data);
}

/* The task's own, then the crew's where that is another one. */
static void
tell_callbacks (TroupeCrewTaskRun *self)
{
  TroupeCrewRunner *runner = self->runner;
  const TroupeCrewHook *of_crew = runner->crew->task_callback;
  const TroupeCrewHook *own = self->task->callback;
  const TroupeCrewHook *hook = NULL;

  g_assert (self != NULL);

  if (self->callback == 0 && runner->around.round != NULL && runner->around.round->judge != NULL)
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
    troupe_crew_hook_call_async (&runner->around, hook, TROUPE_HOOK_CALLBACK, self->output,
                                 troupe_crew_task_get_title (self->task), runner->cancellable,
                                 called_cb, self);
}

/* --- Guardrails ------------------------------------------------------------------------------- */

static void
take_output (TroupeCrewTaskRun *self, TroupeValue *object)
{
  g_assert (self != NULL);

  g_clear_pointer (&self->output, troupe_value_unref);
  self->output = troupe_crew_output_new (self->task, self->runner->descriptions[self->index],
                                         troupe_crew_runner_get_role (self->runner, self->index),
                                         self->raw, object, self->answer);
}

static void
converted_again_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) object = NULL;

  g_assert (self != NULL);

  if (!troupe_crew_convert_finish (result, &object, &error))
    {
      fail (self, error);
      return;
    }
  take_output (self, object);
  ask_guardrail (self);
}

static void
fill_call (TroupeCrewTaskRun *self,
           TroupeScope *scope,
           TroupeToolContext *context,
           TroupeAgentCall *call)
{
  troupe_crew_runner_fill_call (self->runner, scope, &self->usage,
                                troupe_crew_task_get_title (self->task), context, call);
}

/* What is asked to convert an answer stands in no task and no agent. */
static void
convert (TroupeCrewTaskRun *self, GAsyncReadyCallback callback)
{
  TroupeToolContext context;
  TroupeAgentCall call;

  g_assert (self != NULL);

  fill_call (self, self->scope, &context, &call);
  if (self->task->converter != NULL)
    {
      troupe_crew_converter_async (&self->runner->around, self->task, self->agent, self->raw,
                                   &self->forms, &call, self->runner->cancellable, callback, self);
      return;
    }
  troupe_crew_convert_async (self->agent, self->raw, &self->forms,
                             self->task->output == TROUPE_CREW_OUTPUT_JSON, &call,
                             self->runner->cancellable, callback, self);
}

/* The text that a guardrail gave, its own or the one it took, is made an object. */
static void
replace_text (TroupeCrewTaskRun *self, const char *text)
{
  g_autofree char *before = g_steal_pointer (&self->raw);

  g_assert (self != NULL);

  self->raw = g_strdup (text);
  if (self->forms.rules != NULL)
    {
      convert (self, converted_again_cb);
      return;
    }
  take_output (self, NULL);
  ask_guardrail (self);
}

/* What the guardrail says of an answer that it takes (doc/crew-semantics.md §8). */
static void
take_verdict (TroupeCrewTaskRun *self, TroupeCrewVerdict *verdict)
{
  g_assert (self != NULL);

  self->guardrail++;
  self->n_retries = 0;
  if (verdict->output != NULL)
    {
      g_clear_pointer (&self->output, troupe_value_unref);
      self->output = troupe_crew_output_add_failures (
          verdict->output, self->answer != NULL
                               ? troupe_value_map_lookup_string (self->answer, "tool_failures", -1)
                               : NULL);
      g_free (self->raw);
      self->raw = g_strdup (troupe_crew_output_get_raw (self->output));
      ask_guardrail (self);
    }
  else
    replace_text (self, verdict->text);
}

static void
give_up (TroupeCrewTaskRun *self, const char *message)
{
  const char *title = troupe_crew_task_get_title (self->task);
  const TroupeCrewHook *hook = &self->task->guardrails[self->guardrail];

  g_assert (self != NULL);

  fail_at (self,
           g_error_new (
               TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_GUARDRAIL,
               /* Translators: a task, a sentence or the name of a function, how often, and why */
               ngettext ("The answer of the task “%s” was refused by “%s” after %u "
                         "retry: %s",
                         "The answer of the task “%s” was refused by “%s” after %u "
                         "retries: %s",
                         self->task->max_retries),
               title, troupe_crew_hook_get_name (hook), self->task->max_retries, message),
           hook->path);
}

static void
judged_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;
  const TroupeCrewHook *hook = &self->task->guardrails[self->guardrail];
  GError *error = NULL;
  g_autoptr (TroupeCrewVerdict) verdict = troupe_crew_guardrail_finish (result, &error);
  const char *message = error != NULL ? error->message : NULL;
  g_autoptr (TroupeValue) shown = NULL;

  g_assert (self != NULL);

  TROUPE_CRASH_POINT ("crew-guardrail-asked");
  if (verdict != NULL && verdict->passes)
    shown = verdict->output != NULL
                ? troupe_value_ref (troupe_value_map_lookup_string (verdict->output, "raw", -1))
                : troupe_value_new_string (verdict->text, -1);
  else if (verdict != NULL)
    message = verdict->text;
  troupe_crew_report_guardrail_ended (self->runner, self->guardrail_scope, self->index, hook,
                                      self->n_retries, shown, message);
  g_clear_pointer (&self->guardrail_scope, troupe_scope_unref);
  if (verdict == NULL)
    fail_at (self, error, hook->path);
  else if (verdict->passes)
    take_verdict (self, verdict);
  else if (self->n_retries >= self->task->max_retries)
    give_up (self, verdict->text);
  else
    {
      self->n_retries++;
      self->is_again = TRUE;
      g_free (self->context);
      self->context = troupe_agent_tell_refusal (verdict->text, self->raw);
      execute (self);
    }
}

static void
ask_guardrail (TroupeCrewTaskRun *self)
{
  TroupeCrewRunner *runner = self->runner;
  const TroupeCrewHook *hook = NULL;
  TroupeToolContext context;
  TroupeAgentCall call;

  g_assert (self != NULL);

  if (self->guardrail == self->task->n_guardrails)
    {
      tell_callbacks (self);
      return;
    }
  hook = &self->task->guardrails[self->guardrail];
  self->guardrail_scope = troupe_crew_report_guardrail_started (runner, self->scope, self->index,
                                                                hook, self->n_retries);
  fill_call (self, self->guardrail_scope, &context, &call);
  troupe_crew_guardrail_ask_async (&runner->around, hook, self->judge, self->output, &call,
                                   troupe_crew_task_get_title (self->task), runner->cancellable,
                                   judged_cb, self);
}

/* --- The agent -------------------------------------------------------------------------------- */

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
  ask_guardrail (self);
}

static void
executed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;
  GError *error = NULL;
  g_autoptr (TroupeValue) answer = troupe_agent_execute_finish (result, &error);
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
  needs_object = self->forms.rules != NULL &&
                 (object == NULL || self->forms.of_answer != self->forms.of_output);
  /* A text is judged before an object is made of it; a second one is not. */
  if (needs_object && (object != NULL || self->task->n_guardrails == 0 || self->is_again))
    {
      convert (self, converted_cb);
      return;
    }
  take_output (self, self->forms.rules != NULL && !needs_object ? object : NULL);
  ask_guardrail (self);
}

static void
ask_cb (const char *answer,
        GCancellable *cancellable,
        TroupeAgentAnswerFunc func,
        gpointer func_data,
        gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;
  const TroupeCrewSurroundings *around = &self->runner->around;

  g_assert (self != NULL);

  if (around->ask == NULL)
    {
      func (NULL, g_error_new_literal (G_IO_ERROR, G_IO_ERROR_PENDING, ""), func_data);
      return;
    }
  around->ask (troupe_crew_task_get_title (self->task), troupe_scope_find_path (self->scope),
               answer, cancellable, func, func_data, around->user_data);
}

/* --- In a training ------------------------------------------------------------------------------ */

typedef struct
{
  TroupeCrewTaskRun *run;
  char *answer;
  TroupeAgentAnswerFunc func;
  gpointer func_data;
} TrainingQuestion;

static int
get_agent_index (TroupeCrewTaskRun *self)
{
  return self->runner->manager != NULL ? -1 : self->task->agent;
}

static void
trained_cb (char *feedback, GError *error, gpointer user_data)
{
  TrainingQuestion *question = user_data;
  TroupeCrewTaskRun *self = question->run;
  const TroupeCrewRound *round = self->runner->around.round;
  TroupeAgentAnswerFunc func = question->func;
  gpointer func_data = question->func_data;

  g_assert (self != NULL);

  /* A training that waits would begin anew when it is resumed. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PENDING))
    {
      g_clear_error (&error);
      error = g_error_new (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK,
                           /* Translators: a task */
                           _ ("Nobody says anything to the answer of the task “%s”: a training "
                              "needs one line for each task and iteration."),
                           troupe_crew_task_get_title (self->task));
    }
  if (feedback != NULL)
    {
      self->was_asked = TRUE;
      round->answered (get_agent_index (self), self->agent, question->answer, feedback,
                       round->user_data);
    }
  g_free (question->answer);
  g_free (question);
  func (feedback, error, func_data);
}

/* Once, and what the agent makes of it is taken. */
static void
train_cb (const char *answer,
          GCancellable *cancellable,
          TroupeAgentAnswerFunc func,
          gpointer func_data,
          gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;
  const TroupeCrewRound *round = self->runner->around.round;
  TrainingQuestion *question = NULL;

  g_assert (self != NULL);

  if (self->was_asked)
    {
      round->improved (get_agent_index (self), answer, round->user_data);
      func (NULL, NULL, func_data);
      return;
    }
  question = g_new0 (TrainingQuestion, 1);
  question->run = self;
  question->answer = g_strdup (answer);
  question->func = func;
  question->func_data = func_data;
  ask_cb (answer, cancellable, trained_cb, question, self);
}

static void
execute (TroupeCrewTaskRun *self)
{
  TroupeCrewRunner *runner = self->runner;
  const TroupeCrewTask *task = self->task;
  const char *agent_path = runner->manager != NULL ? runner->manager_path
                           : task->agent >= 0      ? runner->crew->agents[task->agent].path
                                                   : NULL;
  g_autofree char *path =
      agent_path != NULL ? troupe_crew_runner_make_path (runner, agent_path) : NULL;
  g_autoptr (GPtrArray) own = troupe_crew_runner_list_own_tools (runner, self->index, self->tools);
  g_auto (GStrv) suggestions = troupe_crew_runner_list_suggestions (runner, self->index);
  TroupeToolContext context;
  TroupeAgentCall call;
  TroupeAgentTask what = { .title = troupe_crew_task_get_title (task),
                           .description = self->description,
                           .expected_output = task->expected_output,
                           .suggestions = (const char *const *) suggestions,
                           .policy = task->policy,
                           .context = *self->context != '\0' ? self->context : NULL,
                           .markdown = task->markdown };

  g_assert (self != NULL);

  if (self->of_answer == NULL)
    what.shown_schema = self->forms.of_output;
  if (self->tools->len == 0)
    what.schema = self->forms.of_answer;
  what.schema_name = troupe_crew_forms_get_name (self->forms.of_answer);
  if (runner->around.round != NULL && runner->around.round->answered != NULL)
    {
      self->was_asked = FALSE;
      what.ask_func = train_cb;
      what.ask_data = self;
      what.takes_blank = TRUE;
    }
  else if (task->human_input)
    {
      what.ask_func = ask_cb;
      what.ask_data = self;
    }
  fill_call (self, self->scope, &context, &call);
  call.path = path;
  call.tools = self->tools;
  call.own_tools = own;
  call.skills = troupe_crew_runner_get_skills (runner, runner->manager != NULL ? -1 : task->agent);
  call.memory = troupe_crew_runner_get_memory (runner, runner->manager != NULL ? -1 : task->agent);
  troupe_crew_runner_watch_steps (runner, runner->manager != NULL ? -1 : task->agent, &call);
  TROUPE_CRASH_POINT ("crew-agent-begun");
  troupe_agent_execute_async (self->agent, &what, &call, runner->cancellable, executed_cb, self);
}

/* --- The beginning ---------------------------------------------------------------------------- */

static void
begin_work (TroupeCrewTaskRun *self)
{
  GError *error = NULL;

  g_assert (self != NULL);

  if (!troupe_crew_forms_init (&self->forms, self->of_output, self->of_answer, &error))
    {
      fail (self, error);
      return;
    }
  self->tools = troupe_crew_runner_list_tools (self->runner, self->index, &error);
  if (self->tools == NULL)
    fail (self, error);
  else
    execute (self);
}

static void find_models (TroupeCrewTaskRun *self);

static void
described_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeCrewTaskRun *self = user_data;
  TroupeValue **place = self->models == 1 ? &self->of_output : &self->of_answer;
  GError *error = NULL;

  g_assert (self != NULL);

  *place = troupe_crew_hook_call_finish (result, &error);
  if (error != NULL)
    fail (self, error);
  else
    find_models (self);
}

/* Classes of Python tell their schemas. */
static void
find_models (TroupeCrewTaskRun *self)
{
  g_assert (self != NULL);

  while (self->models < 2)
    {
      const gboolean is_output = self->models++ == 0;
      char *name = is_output ? self->task->model : self->task->response_model;
      g_autofree char *path =
          g_strdup_printf ("%s.%s", self->task->path, is_output ? "output" : "response_model");
      const TroupeCrewHook hook = { TROUPE_CREW_HOOK_PYTHON, name, NULL, path };

      if (name == NULL)
        continue;
      troupe_crew_hook_call_async (&self->runner->around, &hook, TROUPE_HOOK_MODEL, NULL,
                                   troupe_crew_task_get_title (self->task),
                                   self->runner->cancellable, described_cb, self);
      return;
    }
  begin_work (self);
}

/* What the one who triggered it hands over stands in the prompt and not in the task. */
static char *
make_description (TroupeCrewRunner *runner, guint index)
{
  const TroupeCrewTask *task = &runner->crew->tasks[index];
  TroupeValue *payload =
      runner->inputs != NULL
          ? troupe_value_map_lookup_string (runner->inputs, "crewai_trigger_payload", -1)
          : NULL;
  const gboolean wants_it =
      task->takes_trigger > 0 ||
      (task->takes_trigger < 0 && index == 0 && runner->crew->process == TROUPE_CREW_SEQUENTIAL);
  g_autofree char *text = NULL;

  g_assert (runner != NULL);

  if (payload == NULL || troupe_value_is (payload, TROUPE_VALUE_NULL) || !wants_it)
    return g_strdup (runner->descriptions[index]);
  text = troupe_crew_value_to_text (payload);
  return g_strdup_printf ("%s\n\nTrigger Payload: %s", runner->descriptions[index], text);
}

/* That of the task's own agent, also where a manager does the task. In CrewAI the manager's executor is made for its
 * first task, which is checked once more then, with the manager as its agent (doc/crew-semantics.md §8). */
static TroupeAgentDefinition *
find_judge (TroupeCrewTaskRun *self)
{
  TroupeCrewRunner *runner = self->runner;

  g_assert (self != NULL);

  if (self->task->agent < 0 || (runner->manager != NULL && runner->n_managed == 0))
    return self->agent;
  return runner->agents[self->task->agent];
}

void
troupe_crew_task_run_begin (TroupeCrewRunner *runner, guint index, const char *context)
{
  TroupeCrewTaskRun *self = g_new0 (TroupeCrewTaskRun, 1);

  self->runner = runner;
  self->index = index;
  self->begun_us = g_get_monotonic_time ();
  self->task = &runner->crew->tasks[index];
  self->agent = troupe_crew_runner_get_agent (runner, index);
  self->judge = find_judge (self);
  runner->n_managed++;
  self->context = g_strdup (context);
  self->description = make_description (runner, index);
  if (self->task->schema != NULL && self->task->output != TROUPE_CREW_OUTPUT_RAW)
    self->of_output = troupe_value_ref (self->task->schema);
  if (self->task->response_schema != NULL)
    self->of_answer = troupe_value_ref (self->task->response_schema);
  runner->places[index].run = self;
  TROUPE_CRASH_POINT ("crew-task-begun");
  self->scope = troupe_crew_report_task_started (runner, index, context);
  if (runner->around.enter != NULL)
    runner->around.enter ((int) index, self->scope, runner->around.user_data);
  find_models (self);
}
