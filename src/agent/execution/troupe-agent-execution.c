/* troupe-agent-execution.c: agent execution: attempts, time limit, result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-execution"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-answer.h"
#include "troupe-agent-approval.h"
#include "troupe-agent-deadline.h"
#include "troupe-agent-events.h"
#include "troupe-agent-extras.h"
#include "troupe-agent-form.h"
#include "troupe-agent-job.h"
#include "troupe-agent-loop.h"
#include "troupe-agent-memory.h"
#include "troupe-agent-private.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-remote.h"
#include "troupe-agent-reply.h"
#include "troupe-agent-report.h"
#include "troupe-agent-retry.h"
#include "troupe-agent-shared.h"
#include "troupe-clock.h"
#include "troupe-llm-models.h"
#include "troupe-steps.h"

/* @call: context of the calls of an attempt, whose objects are owned; @context: its context for tool
 *   calls, whose strings and bus are owned; @around: (nullable): scope in which the agent executes;
 * @asked: the original input; @input: with memories and knowledge;
 * @told: (nullable): tools listed in the events of a task; the skill reader is not included;
 * @tools_error: (nullable): why the tools could not be described;
 * @first: initial messages of the attempt, as CrewAI stores them; @said: all messages of the attempt
 *   so far; @outcome: (nullable): what the model returned, until it is parsed;
 * @answer: (nullable): the latest answer; @n_refused: number of rejected answers of the attempt;
 * @total: usage of all attempts */
typedef struct
{
  GTask *task; /* owns this struct */
  TroupeSteps *steps;
  TroupeAgentDefinition *agent;
  TroupeAgentContext call;
  TroupeToolContext context;
  TroupeScope *around;
  char *path;
  TroupeLlmUsage *usage;
  GPtrArray *given; /* (nullable) (element-type TroupeTool) */
  GPtrArray *own;   /* (nullable): the agent's own tools */
  GPtrArray *told;
  TroupeValue *asked;
  TroupeValue *input;
  TroupeAgentJob *job;
  TroupeAgentExtras *kit;
  TroupeAgentMemory *memory; /* (nullable) */
  TroupeAgentPolicy policy;
  TroupeAgentWorkFunc work_func;
  gpointer work_data;
  TroupeAgentDeadline *deadline;

  TroupeAgentReporter reporter;
  TroupeAgentTools *tools;
  GError *tools_error;
  TroupeValue *first;
  GPtrArray *said;
  TroupeAgentOutcome *outcome;
  TroupeAgentAnswer *answer;
  guint n_refused;
  guint n_attempts;
  TroupeLlmUsage total;
} Kickoff;

static TroupeStepResult begin_attempt (gpointer data);

static void
kickoff_free (gpointer data)
{
  Kickoff *self = data;

  g_assert (self != NULL);

  g_clear_pointer (&self->steps, troupe_steps_free);
  g_clear_pointer (&self->agent, troupe_agent_definition_unref);
  g_clear_pointer (&self->call.shared, troupe_agent_shared_unref);
  g_clear_pointer (&self->call.hooks.about, troupe_value_unref);
  g_clear_pointer (&self->call.scope, troupe_scope_unref);
  troupe_tool_context_clear (&self->context);
  g_clear_pointer (&self->around, troupe_scope_unref);
  g_free (self->path);
  g_clear_pointer (&self->given, g_ptr_array_unref);
  g_clear_pointer (&self->own, g_ptr_array_unref);
  g_clear_pointer (&self->told, g_ptr_array_unref);
  g_clear_pointer (&self->asked, troupe_value_unref);
  g_clear_pointer (&self->input, troupe_value_unref);
  g_clear_pointer (&self->job, troupe_agent_job_free);
  g_clear_pointer (&self->kit, troupe_agent_extras_free);
  g_clear_pointer (&self->memory, troupe_agent_memory_unref);
  g_clear_object (&self->tools);
  g_clear_pointer (&self->first, troupe_value_unref);
  g_clear_pointer (&self->said, g_ptr_array_unref);
  g_clear_pointer (&self->answer, troupe_agent_answer_free);
  g_clear_pointer (&self->deadline, troupe_agent_deadline_free);
  g_free (self);
}

/* (transfer none) (nullable) */
static GCancellable *
get_cancellable (Kickoff *self)
{
  return troupe_agent_deadline_get_cancellable (self->deadline);
}

/* --- Ending ----------------------------------------------------------------------------------- */

/* Ends the kickoff with @result or @error. The deadline ends immediately, because the task may
 * outlive the kickoff. @result, @error: (nullable) (transfer full) */
static TroupeStepResult
end (Kickoff *self, TroupeValue *result, GError *error)
{
  GTask *task = self->task;

  g_assert ((result != NULL) != (error != NULL));

  if (self->usage != NULL)
    troupe_llm_usage_add (self->usage, &self->total);
  troupe_agent_deadline_end (self->deadline);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, result, (GDestroyNotify) troupe_value_unref);
  g_object_unref (task);
  return TROUPE_STEP_END;
}

/* Ends the attempt. Starts another one if there are attempts left, otherwise ends the kickoff.
 * @error: (transfer full); @is_final: whether a retry is useless */
static TroupeStepResult
fail (Kickoff *self, GError *error, gboolean is_final)
{
  g_assert (self != NULL);

  if (troupe_agent_deadline_is_over (self->deadline) &&
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_autofree char *time =
          troupe_duration_format (troupe_agent_deadline_get_seconds (self->deadline));

      g_error_free (error);
      error = g_error_new (
          TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TIMEOUT,
          /* Translators: the role of an agent, the description of its task, and a time such as
           * “30 seconds” */
          _ ("The agent “%s” did not finish “%s” within its max_execution_time of "
             "%s. Increase the limit, or simplify the task."),
          self->agent->role,
          /* Translators: describes the work of an agent that does not perform a task of a crew */
          self->job->description != NULL ? self->job->description : C_ ("agent", "its work"), time);
    }
  /* CrewAI treats the tool calls as the answer of the task. It fails only later, when it stores
   * the answer. */
  if (self->job->is_task && g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_CALL))
    troupe_agent_report_finished (&self->reporter, "");
  else if (!troupe_agent_retry_is_stop (self->job, error))
    troupe_agent_report_failed (&self->reporter, troupe_agent_retry_get_kind (self->job, error),
                                error);
  if (is_final || self->n_attempts > self->agent->max_retries ||
      !(troupe_agent_retry_is_worth_it (self->job, error) ||
        (self->work_func != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))))
    return end (self, NULL, error);
  g_error_free (error);
  troupe_steps_return_to (self->steps, begin_attempt);
  return TROUPE_STEP_PENDING;
}

/* --- Before the first attempt ----------------------------------------------------------------- */

static void
skills_loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Kickoff *self = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  troupe_agent_extras_load_finish (self->kit, result, self->context.run->bus, self->around);
  troupe_steps_continue (self->steps);
}

static TroupeStepResult
load_skills (gpointer data)
{
  Kickoff *self = data;

  if (!troupe_agent_extras_needs_loading (self->kit))
    return TROUPE_STEP_DONE;
  troupe_agent_extras_load_async (self->kit, self->context.run->folder, self->context.run->texts,
                                  get_cancellable (self), skills_loaded_cb, self);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
offer_skills (gpointer data)
{
  Kickoff *self = data;
  GPtrArray *told = self->own != NULL ? self->own : self->given;

  if (told != NULL && self->job->is_task)
    self->told = g_ptr_array_ref (told);
  troupe_agent_extras_offer (self->kit, &self->given);
  return TROUPE_STEP_DONE;
}

static void
recalled_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Kickoff *self = user_data;
  GError *error = NULL;
  g_autofree char *known = troupe_agent_memory_prepare_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (known == NULL)
    {
      end (self, NULL, error);
      return;
    }
  if (*known != '\0')
    {
      troupe_value_unref (self->input);
      self->input = troupe_agent_job_add_known (self->job, self->asked, known);
    }
  troupe_steps_continue (self->steps);
}

/* Recalls memories and searches the knowledge. */
static TroupeStepResult
recall (gpointer data)
{
  Kickoff *self = data;
  g_autofree char *query = NULL;
  TroupeAgentMemoryWork work;

  if (self->memory == NULL)
    return TROUPE_STEP_DONE;
  query = troupe_agent_job_describe (self->job, self->asked);
  work = (TroupeAgentMemoryWork){ .agent = self->agent,
                                  .client = self->call.run->client,
                                  .shared = self->call.shared,
                                  .title = self->job->title,
                                  .query = query,
                                  .prompt = troupe_value_is (self->asked, TROUPE_VALUE_STRING)
                                                ? troupe_value_get_string (self->asked, NULL)
                                                : query,
                                  .limit = self->job->is_task ? TROUPE_MEMORY_TASK_LIMIT
                                                              : TROUPE_MEMORY_TOOL_LIMIT,
                                  .scope = self->around,
                                  .usage = &self->total,
                                  .hooks = self->call.hooks };
  troupe_agent_memory_prepare_async (self->memory, &work, get_cancellable (self), recalled_cb,
                                     self);
  return TROUPE_STEP_PENDING;
}

/* --- Start of an attempt ---------------------------------------------------------------------- */

/* Sets the failure policy, and the cache from which identical calls are answered if the crew or the
 * agent enables it (doc/crew-semantics.md §11.1). */
static void
set_rules (Kickoff *self)
{
  TroupeValue *policy = troupe_value_get_member (self->agent->fields, "tool_failure_policy");
  TroupeValue *cache = troupe_value_get_member (self->agent->fields, "cache");
  const gboolean of_crew =
      self->call.shared != NULL && troupe_agent_shared_has_cache (self->call.shared);
  TroupeAgentToolRules rules = { .title = self->job->title,
                                 .policy = self->policy,
                                 .hooks = self->call.hooks,
                                 .cache_owner = of_crew ? "" : self->agent->role };

  g_assert (self != NULL);

  if (!troupe_agent_policy_from_text (self->job->policy, &rules.policy) && policy != NULL &&
      troupe_value_is (policy, TROUPE_VALUE_STRING))
    (void) troupe_agent_policy_from_text (troupe_value_get_string (policy, NULL), &rules.policy);
  if (cache != NULL && troupe_value_is (cache, TROUPE_VALUE_BOOLEAN)
          ? troupe_value_get_boolean (cache)
          : of_crew)
    {
      if (self->call.shared == NULL)
        self->call.shared = troupe_agent_shared_new (0, FALSE);
      rules.cache = self->call.shared;
    }
  troupe_agent_tools_set_rules (self->tools, &rules);
}

static TroupeStepResult
begin_attempt (gpointer data)
{
  Kickoff *self = data;
  TroupeToolContext context = self->context;

  self->n_attempts++;
  g_clear_pointer (&self->call.scope, troupe_scope_unref);
  self->call.scope =
      troupe_scope_new (TROUPE_SCOPE_AGENT, self->around, self->path, self->agent->role);
  self->reporter.scope = self->call.scope;
  context.scope = self->call.scope;
  g_clear_object (&self->tools);
  self->tools = troupe_agent_tools_new (self->given, &context, self->agent->role);
  set_rules (self);
  return TROUPE_STEP_DONE;
}

static void
described_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Kickoff *self = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  (void) troupe_agent_tools_describe_finish (TROUPE_AGENT_TOOLS (source), result,
                                             &self->tools_error);
  troupe_steps_continue (self->steps);
}

/* The tools are described first, because the start event contains their names. */
static TroupeStepResult
describe_tools (gpointer data)
{
  Kickoff *self = data;

  if (troupe_agent_tools_get_n (self->tools) == 0)
    return TROUPE_STEP_DONE;
  troupe_agent_tools_describe_async (self->tools, get_cancellable (self), described_cb, self);
  return TROUPE_STEP_PENDING;
}

static void
own_described_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Kickoff *self = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  /* Errors of a tool that is not offered are ignored. */
  (void) troupe_agent_tools_describe_finish (TROUPE_AGENT_TOOLS (source), result, NULL);
  troupe_steps_continue (self->steps);
}

/* Describes the agent's own tools even if the task does not use them, because their names are
 * part of the events. */
static TroupeStepResult
describe_own_tools (gpointer data)
{
  Kickoff *self = data;
  g_autoptr (TroupeAgentTools) own = NULL;

  if (self->tools_error != NULL || self->own == NULL || self->own->len == 0)
    return TROUPE_STEP_DONE;
  own = troupe_agent_tools_new (self->own, &self->context, self->agent->role);
  troupe_agent_tools_describe_async (own, get_cancellable (self), own_described_cb, self);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
report_start (gpointer data)
{
  Kickoff *self = data;
  GError *limit = NULL;

  troupe_agent_report_started (&self->reporter, self->input,
                               self->job->is_task ? self->told : self->given);
  if (self->tools_error != NULL)
    return fail (self, g_steal_pointer (&self->tools_error), TRUE);
  limit = troupe_agent_definition_check_limits (self->agent);
  return limit != NULL ? fail (self, limit, FALSE) : TROUPE_STEP_DONE;
}

/* Returns TRUE if tools can be offered to the model. OpenAI's `o1` models do not support tools
 * (doc/crew-semantics.md §13). Custom providers must declare that they support tools. For any
 * other model without tool support, the server reports an error. */
static gboolean
takes_tools (Kickoff *self)
{
  return troupe_llm_client_takes_tools (self->call.run->client, self->agent->model,
                                        self->agent->settings);
}

static TroupeStepResult
write_messages (gpointer data)
{
  Kickoff *self = data;
  g_autofree char *skills = troupe_agent_extras_begin (self->kit, self->tools);

  g_clear_pointer (&self->first, troupe_value_unref);
  /* The input was already validated before the start. */
  self->first =
      troupe_agent_make_messages (self->agent, self->input,
                                  troupe_agent_tools_get_n (self->tools) > 0 ? self->tools : NULL,
                                  takes_tools (self), skills, NULL);
  g_clear_pointer (&self->said, g_ptr_array_unref);
  self->said = troupe_llm_messages_from_value (self->first);
  troupe_agent_job_add_files (self->job, self->said);
  self->n_refused = 0;
  return TROUPE_STEP_DONE;
}

/* --- Model ------------------------------------------------------------------------------------ */

/* Called with the answer of a custom executor instead of a model. */
static void
worked_cb (char *text, GError *error, gpointer worked_data)
{
  Kickoff *self = worked_data;

  g_assert (self != NULL);

  if (error != NULL)
    {
      fail (self, error, FALSE);
      return;
    }
  self->outcome = g_new0 (TroupeAgentOutcome, 1);
  self->outcome->text = text;
  self->outcome->messages = troupe_llm_messages_from_value (self->first);
  troupe_steps_continue (self->steps);
}

static void
loop_ended_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Kickoff *self = user_data;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  self->outcome = troupe_agent_extras_run_finish (self->kit, result, &error);
  if (self->outcome != NULL)
    troupe_steps_continue (self->steps);
  else
    fail (self, error, FALSE);
}

/* Runs the loop of model and tool calls. A custom executor replaces it for the first answer. */
static TroupeStepResult
run_loop (gpointer data)
{
  Kickoff *self = data;
  TroupeAgentDefinition *agent = self->agent;
  gboolean has_tools = troupe_agent_tools_get_n (self->tools) > 0;
  g_autoptr (TroupeValue) settings = NULL;
  const char *stops[] = { troupe_prompt_get (TROUPE_PROMPT_OBSERVATION),
                          troupe_agent_get_response_tail (agent), NULL };
  TroupeValue *stream = NULL;
  TroupeAgentLoopSetup setup = { 0 };

  if (self->work_func != NULL && self->n_refused == 0)
    {
      self->work_func (troupe_value_is (self->input, TROUPE_VALUE_STRING)
                           ? troupe_value_get_string (self->input, NULL)
                           : "",
                       self->job->ask_func != NULL, get_cancellable (self), worked_cb, self,
                       self->work_data);
      return TROUPE_STEP_PENDING;
    }
  settings = troupe_agent_job_make_settings (self->job, agent, self->call.run->client, has_tools);
  stream = troupe_value_get_member (settings, "stream");
  setup.client = self->call.run->client;
  setup.bus = self->context.run->bus;
  setup.scope = self->call.scope;
  setup.role = agent->role;
  setup.title = self->job->title;
  setup.stops = stops;
  setup.model = agent->model;
  setup.settings = settings;
  setup.answer_rules = has_tools ? NULL : self->job->rules;
  setup.step_func = self->call.step_func;
  setup.step_data = self->call.step_data;
  setup.hooks = self->call.hooks;
  setup.validate_func = self->call.validate_func;
  setup.validate_data = self->call.validate_data;
  setup.keeps_misfit =
      !self->job->is_task && troupe_agent_reply_is_taken_as_text (agent->model, settings);
  setup.stream = stream != NULL && troupe_value_is (stream, TROUPE_VALUE_BOOLEAN)
                     ? troupe_value_get_boolean (stream)
                     : self->job->streams || troupe_llm_client_get_streams (self->call.run->client);
  setup.messages = self->said;
  setup.tools = self->tools;
  setup.is_native = has_tools && takes_tools (self);
  setup.max_iterations = agent->max_iterations;
  setup.max_rpm = agent->max_rpm;
  setup.shared = self->call.shared;
  setup.usage = &self->total;
  setup.deadline_us = troupe_agent_deadline_get_end (self->deadline);
  troupe_agent_extras_run_async (self->kit, &setup, self->job, self->input, get_cancellable (self),
                                 loop_ended_cb, self);
  return TROUPE_STEP_PENDING;
}

/* --- Answer ----------------------------------------------------------------------------------- */

static void
parsed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Kickoff *self = user_data;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  g_clear_pointer (&self->answer, troupe_agent_answer_free);
  self->answer = troupe_agent_answer_read_finish (result, &error);
  /* An empty answer is not final, because a retry may return another one. */
  if (self->answer != NULL)
    troupe_steps_continue (self->steps);
  else
    fail (self, error, !g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY));
}

static TroupeStepResult
parse_answer (gpointer data)
{
  Kickoff *self = data;

  troupe_agent_answer_read_async (g_steal_pointer (&self->outcome), self->agent, self->job,
                                  &self->call, get_cancellable (self), parsed_cb, self);
  return TROUPE_STEP_PENDING;
}

/* Creates the result from the current answer. (transfer full) */
static TroupeValue *
make_result (Kickoff *self)
{
  TroupeMapBuilder fields;

  g_assert (self != NULL);

  troupe_agent_answer_begin_result (self->answer, &fields, self->agent, &self->total,
                                    troupe_agent_extras_has_shortened (self->kit) ? NULL
                                                                                  : self->first);
  troupe_map_builder_add (&fields, "tool_failures", troupe_agent_tools_list_failures (self->tools));
  troupe_agent_extras_add_result (self->kit, &fields);
  return troupe_map_builder_end (&fields);
}

static void
reviewed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Kickoff *self = user_data;
  g_autofree char *again = NULL;
  g_autoptr (TroupeValue) with = NULL;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (!troupe_agent_approval_finish (result, &again, &with, &error))
    fail (self, error, TRUE);
  else if (again == NULL)
    {
      if (with != NULL)
        troupe_agent_answer_replace (self->answer, with);
      troupe_steps_continue (self->steps);
    }
  else
    {
      /* The attempt continues after all earlier messages. If the agent has no tools, they do not
       * include its answer (doc/crew-semantics.md §11.2). */
      g_ptr_array_unref (self->said);
      self->said = g_ptr_array_ref (troupe_agent_answer_get_messages (self->answer));
      g_ptr_array_add (self->said, troupe_llm_message_new_text (TROUPE_LLM_ROLE_USER, again));
      self->n_refused++;
      troupe_steps_return_to (self->steps, run_loop);
    }
}

/* Lets the user or the guardrail review the answer. Only a guardrail function receives the complete
 * result. */
static TroupeStepResult
review_answer (gpointer data)
{
  Kickoff *self = data;
  const TroupeAgentGuardrail guardrail = {
    .rule = self->job->has_guardrail ? self->agent->guardrail : NULL,
    .n_refused = self->n_refused,
    .n_most = self->agent->max_refusals,
  };
  g_autoptr (TroupeValue) output = NULL;
  TroupeMapBuilder fields;

  if (self->job->has_guardrail && self->call.guard_func != NULL)
    output = make_result (self);
  else
    {
      troupe_map_builder_init (&fields);
      troupe_agent_events_add_text (&fields, "raw", troupe_agent_answer_get_output (self->answer));
      output = troupe_map_builder_end (&fields);
    }
  troupe_agent_approval_async (self->agent, self->job, output, &guardrail, self->deadline,
                               &self->call, reviewed_cb, self);
  return TROUPE_STEP_PENDING;
}

static void
learnt_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Kickoff *self = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  troupe_agent_memory_learn_finish (result);
  troupe_steps_continue (self->steps);
}

/* Learns from the accepted answer before returning the result, so that saving has started when
 * the caller receives the result. */
static TroupeStepResult
learn (gpointer data)
{
  Kickoff *self = data;
  g_autofree char *text = NULL;

  if (self->memory == NULL)
    return TROUPE_STEP_DONE;
  text = troupe_agent_job_describe_end (self->job, self->asked, self->agent->role,
                                        troupe_agent_answer_get_output (self->answer));
  troupe_agent_memory_learn_async (self->memory, self->agent->role, text, get_cancellable (self),
                                   learnt_cb, self);
  return TROUPE_STEP_PENDING;
}

static TroupeStepResult
return_result (gpointer data)
{
  Kickoff *self = data;
  TroupeValue *result = make_result (self);

  troupe_agent_report_finished (&self->reporter, troupe_agent_answer_get_output (self->answer));
  return end (self, result, NULL);
}

/* --- Kickoff ---------------------------------------------------------------------------------- */

/* The order is CrewAI's (doc/crew-semantics.md §11). */
static const TroupeStep steps[] = {
  { "load skills", load_skills },
  { "offer skills", offer_skills },
  { "recall", recall },
  { "begin attempt", begin_attempt }, /* repeated after a failure that may not last */
  { "describe tools", describe_tools },
  { "describe own tools", describe_own_tools },
  { "report start", report_start },
  { "write messages", write_messages },
  { "run loop", run_loop }, /* repeated with the reason after each rejection */
  { "parse answer", parse_answer },
  { "review answer", review_answer },
  { "learn", learn },
  { "return result", return_result },
  { NULL, NULL },
};

static Kickoff *
kickoff_new (TroupeAgentDefinition *agent,
             TroupeValue *input,
             TroupeAgentJob *job,
             const TroupeAgentContext *call)
{
  Kickoff *self = g_new0 (Kickoff, 1);

  self->steps = troupe_steps_new (steps, self);
  self->agent = troupe_agent_definition_ref (agent);
  if (call->tool_context != NULL)
    self->context = *call->tool_context;
  self->context.owner = g_strdup (self->context.owner);
  self->context.run = troupe_run_context_ref (call->run);
  self->context.scope = NULL;
  self->call = (TroupeAgentContext){
    .run = self->context.run,
    .usage = &self->total,
    .tool_context = &self->context,
    .shared = call->shared != NULL ? troupe_agent_shared_ref (call->shared) : NULL,
    .step_func = call->step_func,
    .step_data = call->step_data,
    .guard_func = call->guard_func,
    .guard_data = call->guard_data,
    .guard_name = call->guard_name,
    .validate_func = call->validate_func,
    .validate_data = call->validate_data,
    .hooks = call->hooks,
  };
  if (call->hooks.exist != NULL)
    {
      TroupeMapBuilder about;
      TroupeMapBuilder part;

      /* Describes what hooks receive about the agent. As in CrewAI, there is a task and a crew
       * only if the job is a task. */
      troupe_map_builder_init (&about);
      troupe_map_builder_init (&part);
      troupe_map_builder_add (&part, "role", troupe_value_new_string (agent->role, -1));
      troupe_map_builder_add (&part, "goal", troupe_value_new_string (agent->goal, -1));
      troupe_map_builder_add (&part, "backstory", troupe_value_new_string (agent->backstory, -1));
      if (agent->model != NULL)
        troupe_map_builder_add (&part, "model", troupe_value_new_string (agent->model, -1));
      troupe_map_builder_add (&about, "agent", troupe_map_builder_end (&part));
      if (job->is_task)
        {
          const char *description = job->description != NULL ? job->description : "";
          const char *title = job->title != NULL ? job->title : description;
          const char *expected = job->expected_output != NULL ? job->expected_output : "";

          troupe_map_builder_init (&part);
          troupe_map_builder_add (&part, "name", troupe_value_new_string (title, -1));
          troupe_map_builder_add (&part, "description", troupe_value_new_string (description, -1));
          troupe_map_builder_add (&part, "expected_output", troupe_value_new_string (expected, -1));
          troupe_map_builder_add (&about, "task", troupe_map_builder_end (&part));
        }
      self->call.hooks.about = troupe_map_builder_end (&about);
    }
  else
    self->call.hooks.about = NULL;
  self->around = call->scope != NULL ? troupe_scope_ref (call->scope) : NULL;
  self->path = g_strdup (call->path);
  self->usage = call->usage;
  self->given = call->tools != NULL ? g_ptr_array_ref (call->tools) : NULL;
  self->own = call->own_tools != NULL ? g_ptr_array_ref (call->own_tools) : NULL;
  self->input = troupe_value_ref (input);
  self->asked = troupe_value_ref (input);
  self->memory = call->memory != NULL ? troupe_agent_memory_ref (call->memory) : NULL;
  self->job = job;
  self->kit = troupe_agent_extras_new (agent, call);
  self->policy = call->policy;
  self->work_func = call->work_func;
  self->work_data = call->work_data;
  self->reporter = (TroupeAgentReporter){ .bus = self->context.run->bus,
                                          .agent = self->agent,
                                          .job = self->job };

  return self;
}

void
troupe_agent_work_async (TroupeAgentDefinition *self,
                         TroupeValue *input,
                         TroupeAgentJob *job,
                         const TroupeAgentContext *call,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  g_autoptr (TroupeAgentJob) owned = job;
  g_autoptr (GTask) task = NULL;
  GError *error = NULL;
  Kickoff *kickoff;
  TroupeValue *value;
  double longest;

  g_return_if_fail (self != NULL && input != NULL && job != NULL);
  g_return_if_fail (call != NULL && TROUPE_IS_LLM_CLIENT (call->run->client));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_work_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  if (!troupe_agent_job_check (self, input, call, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  kickoff = kickoff_new (self, input, g_steal_pointer (&owned), call);
  g_task_set_task_data (task, kickoff, kickoff_free);
  kickoff->task = g_steal_pointer (&task);
  /* The deadline covers the complete kickoff, including all tool calls. */
  value = troupe_value_get_member (self->fields, "max_execution_time");
  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER))
    longest = (double) troupe_value_get_integer (value);
  else if (value != NULL && troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    longest = troupe_value_get_double (value);
  else
    longest = 0.0;
  kickoff->deadline = troupe_agent_deadline_new (longest, cancellable);
  troupe_steps_start (kickoff->steps);
}

TroupeValue *
troupe_agent_work_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
troupe_agent_execution_async (TroupeAgentDefinition *self,
                              TroupeValue *input,
                              const TroupeAgentContext *call,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (TroupeAgentRemotes) remotes = NULL;
  GError *error = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (input != NULL);
  g_return_if_fail (call != NULL && TROUPE_IS_LLM_CLIENT (call->run->client));

  remotes = troupe_agent_remotes_new (self, &error);
  if (error != NULL)
    g_task_report_error (NULL, callback, user_data, troupe_agent_execution_async, error);
  else if (remotes != NULL)
    troupe_agent_remote_work_async (self, g_steal_pointer (&remotes), NULL, input, call,
                                    cancellable, callback, user_data);
  else
    troupe_agent_work_async (self, input, troupe_agent_job_new_kickoff (self), call, cancellable,
                             callback, user_data);
}

TroupeValue *
troupe_agent_execution_finish (GAsyncResult *result, GError **error)
{
  return troupe_agent_work_finish (result, error);
}
