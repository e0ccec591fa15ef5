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

/* @context: context for tool calls; its strings and bus are owned; @around: (nullable): scope in
 *   which the agent executes;
 * @scope: scope of the current attempt; @messages: messages of the attempt, as CrewAI stores
 *   them; @total: usage of all attempts; @answer: (nullable): the latest answer; @n_refused:
 *   number of rejected answers of the attempt */
typedef struct
{
  TroupeAgentDefinition *agent;
  TroupeLlmClient *client;
  TroupeToolContext context;
  TroupeScope *around;
  char *path;
  TroupeLlmUsage *usage;
  GPtrArray *given; /* (nullable) (element-type TroupeTool) */
  GPtrArray *own;   /* (nullable): the agent's own tools */
  GPtrArray *
      told; /* (nullable): tools listed in the events of a task; the skill reader is not included */
  TroupeValue *asked; /* the original input */
  TroupeValue *input; /* with memories and knowledge */
  TroupeAgentJob *job;
  TroupeAgentExtras *kit;
  TroupeAgentShared *shared; /* (nullable) */
  TroupeAgentMemory *memory; /* (nullable) */
  TroupeAgentPolicy policy;
  TroupeAgentStepFunc step_func;
  gpointer step_data;
  TroupeAgentGuardFunc guard_func;
  gpointer guard_data;
  const char *guard_name;
  TroupeAgentValidateFunc validate_func;
  gpointer validate_data;
  TroupeAgentWorkFunc work_func;
  gpointer work_data;

  TroupeScope *scope;
  TroupeAgentTools *tools;
  TroupeValue *messages;
  TroupeLlmUsage total;
  guint n_attempts;

  TroupeAgentAnswer *answer;
  guint n_refused;

  TroupeAgentDeadline *deadline;
} Kickoff;

static void
kickoff_free (gpointer data)
{
  Kickoff *kickoff = data;

  g_assert (kickoff != NULL);

  g_clear_pointer (&kickoff->agent, troupe_agent_definition_unref);
  g_clear_object (&kickoff->client);
  g_clear_pointer (&kickoff->context.bus, troupe_event_bus_unref);
  g_free ((char *) kickoff->context.folder);
  g_free ((char *) kickoff->context.owner);
  g_clear_pointer (&kickoff->around, troupe_scope_unref);
  g_free (kickoff->path);
  g_clear_pointer (&kickoff->given, g_ptr_array_unref);
  g_clear_pointer (&kickoff->own, g_ptr_array_unref);
  g_clear_pointer (&kickoff->told, g_ptr_array_unref);
  g_clear_pointer (&kickoff->asked, troupe_value_unref);
  g_clear_pointer (&kickoff->input, troupe_value_unref);
  g_clear_pointer (&kickoff->job, troupe_agent_job_free);
  g_clear_pointer (&kickoff->kit, troupe_agent_extras_free);
  g_clear_pointer (&kickoff->shared, troupe_agent_shared_unref);
  g_clear_pointer (&kickoff->memory, troupe_agent_memory_unref);
  g_clear_pointer (&kickoff->scope, troupe_scope_unref);
  g_clear_object (&kickoff->tools);
  g_clear_pointer (&kickoff->messages, troupe_value_unref);
  g_clear_pointer (&kickoff->answer, troupe_agent_answer_free);
  g_clear_pointer (&kickoff->deadline, troupe_agent_deadline_free);
  g_free (kickoff);
}

/* --- Events ---------------------------------------------------------------------------------- */

/* (transfer none) (nullable) */
static GCancellable *
get_cancellable (Kickoff *kickoff)
{
  return troupe_agent_deadline_get_cancellable (kickoff->deadline);
}

static TroupeAgentReporter
make_news (Kickoff *kickoff)
{
  g_assert (kickoff != NULL);

  return (TroupeAgentReporter){ .bus = kickoff->context.bus,
                            .scope = kickoff->scope,
                            .agent = kickoff->agent,
                            .job = kickoff->job };
}

/* --- Ending ----------------------------------------------------------------------------------- */

static void begin_attempt (GTask *task);
static void run_loop (GTask *task, GPtrArray *said);

/* Updates the usage and ends the deadline immediately, because the task may outlive the kickoff. */
static void
let_go (Kickoff *kickoff)
{
  g_assert (kickoff != NULL);

  if (kickoff->usage != NULL)
    troupe_llm_usage_add (kickoff->usage, &kickoff->total);
  troupe_agent_deadline_end (kickoff->deadline);
}

/* Returns a short description of the agent's work. */
static const char *
get_title (const Kickoff *kickoff)
{
  /* Translators: describes the work of an agent that does not perform a task of a crew */
  return kickoff->job->description != NULL ? kickoff->job->description : C_ ("agent", "its work");
}

/* @error: (transfer full). @is_final: whether a retry is useless */
static void
fail (GTask *task, GError *error, gboolean is_final)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeAgentReporter news = make_news (kickoff);

  g_assert (G_IS_TASK (task));

  if (troupe_agent_deadline_is_over (kickoff->deadline) &&
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_autofree char *time =
          troupe_duration_format (troupe_agent_deadline_get_seconds (kickoff->deadline));

      g_error_free (error);
      error = g_error_new (TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TIMEOUT,
                           /* Translators: the role of an agent, the description of its task, and a
                            * time such as “30 seconds” */
                           _ ("The agent “%s” did not finish “%s” within its max_execution_time of "
                              "%s. Increase the limit, or simplify the task."),
                           kickoff->agent->role, get_title (kickoff), time);
    }
  /* CrewAI treats the tool calls as the answer of the task. It fails only later, when it stores
   * the answer. */
  if (kickoff->job->is_task && g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_CALL))
    troupe_agent_report_finished (&news, "");
  else if (!troupe_agent_retry_is_stop (kickoff->job, error))
    troupe_agent_report_failed (&news, troupe_agent_retry_get_kind (kickoff->job, error), error);
  if (!is_final && kickoff->n_attempts <= kickoff->agent->max_retries &&
      (troupe_agent_retry_is_worth_it (kickoff->job, error) ||
       (kickoff->work_func != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))))
    {
      g_error_free (error);
      begin_attempt (task);
      return;
    }
  let_go (kickoff);
  g_task_return_error (task, error);
}

/* Creates the result from the current answer. (transfer full) */
static TroupeValue *
make_result (Kickoff *kickoff)
{
  TroupeMapBuilder fields;

  g_assert (kickoff != NULL);

  troupe_agent_answer_begin_result (
      kickoff->answer, &fields, kickoff->agent, &kickoff->total,
      troupe_agent_extras_has_shortened (kickoff->kit) ? NULL : kickoff->messages);
  troupe_map_builder_add (&fields, "tool_failures",
                          troupe_agent_tools_list_failures (kickoff->tools));
  troupe_agent_extras_add_result (kickoff->kit, &fields);
  return troupe_map_builder_end (&fields);
}

/* Returns the answer as the result. */
static void
end_well (GTask *task)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeAgentReporter news = make_news (kickoff);
  TroupeValue *result = make_result (kickoff);

  g_assert (G_IS_TASK (task));

  troupe_agent_report_finished (&news, troupe_agent_answer_get_output (kickoff->answer));
  let_go (kickoff);
  g_task_return_pointer (task, result, (GDestroyNotify) troupe_value_unref);
}

static void
learnt_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  troupe_agent_memory_learn_finish (result);
  end_well (task);
}

/* Learns from the accepted answer before returning the result, so that saving has started when
 * the caller receives the result. */
static void
succeed (GTask *task)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  g_autofree char *text = NULL;

  g_assert (G_IS_TASK (task));

  if (kickoff->memory == NULL)
    {
      end_well (task);
      return;
    }
  text = troupe_agent_job_describe_end (kickoff->job, kickoff->asked, kickoff->agent->role,
                                        troupe_agent_answer_get_output (kickoff->answer));
  troupe_agent_memory_learn_async (kickoff->memory, kickoff->agent->role, text,
                                   get_cancellable (kickoff), learnt_cb, g_object_ref (task));
}

/* --- Review ----------------------------------------------------------------------------------- */

static TroupeAgentContext
make_call (Kickoff *kickoff)
{
  g_assert (kickoff != NULL);

  return (TroupeAgentContext){ .client = kickoff->client,
                               .bus = kickoff->context.bus,
                               .scope = kickoff->scope,
                               .usage = &kickoff->total,
                               .tool_context = &kickoff->context,
                               .shared = kickoff->shared,
                               .step_func = kickoff->step_func,
                               .step_data = kickoff->step_data,
                               .guard_func = kickoff->guard_func,
                               .guard_data = kickoff->guard_data,
                               .guard_name = kickoff->guard_name,
                               .validate_func = kickoff->validate_func,
                               .validate_data = kickoff->validate_data };
}

/* Continues the attempt with @text as a user message after all earlier messages. If the agent
 * has no tools, the earlier messages do not include its answer (doc/crew-semantics.md §11.2). */
static void
go_on (GTask *task, const char *text)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  g_autoptr (GPtrArray) said = g_ptr_array_ref (troupe_agent_answer_get_messages (kickoff->answer));
  TroupeLlmMessage *message = troupe_llm_message_new (TROUPE_LLM_ROLE_USER);

  g_assert (G_IS_TASK (task));

  troupe_llm_message_add (message, troupe_llm_part_new (TROUPE_LLM_PART_TEXT, text));
  g_ptr_array_add (said, message);
  run_loop (task, said);
}

/* Called after the review by the user or the guardrail. */
static void
approved_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Kickoff *kickoff = g_task_get_task_data (task);
  g_autofree char *again = NULL;
  g_autoptr (TroupeValue) with = NULL;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (!troupe_agent_approval_finish (result, &again, &with, &error))
    fail (task, error, TRUE);
  else if (again == NULL)
    {
      if (with != NULL)
        troupe_agent_answer_replace (kickoff->answer, with);
      succeed (task);
    }
  else
    {
      kickoff->n_refused++;
      go_on (task, again);
    }
}

/* Returns the output to review: the complete result only for a guardrail function. (transfer
 * full) */
static TroupeValue *
make_output (Kickoff *kickoff)
{
  TroupeMapBuilder fields;

  g_assert (kickoff != NULL);

  if (kickoff->job->has_guardrail && kickoff->guard_func != NULL)
    return make_result (kickoff);
  troupe_map_builder_init (&fields);
  troupe_agent_events_add_text (&fields, "raw", troupe_agent_answer_get_output (kickoff->answer));
  return troupe_map_builder_end (&fields);
}

/* An empty answer is not final, because a retry may return another one. */
static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeAgentContext call = make_call (kickoff);
  g_autoptr (TroupeValue) output = NULL;
  TroupeAgentGuardrail guardrail;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  g_clear_pointer (&kickoff->answer, troupe_agent_answer_free);
  kickoff->answer = troupe_agent_answer_read_finish (result, &error);
  if (kickoff->answer == NULL)
    {
      gboolean is_empty = g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY);

      fail (task, error, !is_empty);
      return;
    }
  guardrail.rule = kickoff->job->has_guardrail ? kickoff->agent->guardrail : NULL;
  guardrail.n_refused = kickoff->n_refused;
  guardrail.n_most = kickoff->agent->max_refusals;
  output = make_output (kickoff);
  troupe_agent_approval_async (kickoff->agent, kickoff->job, output, &guardrail, kickoff->deadline,
                               &call, approved_cb, g_object_ref (task));
}

/* --- Attempt ---------------------------------------------------------------------------------- */

static void
ran_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Kickoff *kickoff = g_task_get_task_data (task);
  GError *error = NULL;
  TroupeAgentOutcome *outcome = troupe_agent_extras_run_finish (kickoff->kit, result, &error);
  TroupeAgentContext call = make_call (kickoff);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (outcome != NULL)
    troupe_agent_answer_read_async (outcome, kickoff->agent, kickoff->job, &call,
                                    get_cancellable (kickoff), read_cb, g_object_ref (task));
  else
    fail (task, error, FALSE);
}

/* Called with the answer of a custom executor instead of a model. */
static void
worked_cb (char *text, GError *error, gpointer worked_data)
{
  g_autoptr (GTask) task = worked_data;
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeAgentOutcome *outcome = NULL;
  TroupeAgentContext call = make_call (kickoff);

  if (error != NULL)
    {
      fail (task, error, FALSE);
      return;
    }
  outcome = g_new0 (TroupeAgentOutcome, 1);
  outcome->text = text;
  outcome->messages = troupe_llm_messages_from_value (kickoff->messages);
  troupe_agent_answer_read_async (outcome, kickoff->agent, kickoff->job, &call,
                                  get_cancellable (kickoff), read_cb, g_object_ref (task));
}

static void
work (GTask *task)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  const char *prompt = troupe_value_is (kickoff->input, TROUPE_VALUE_STRING)
                           ? troupe_value_get_string (kickoff->input, NULL)
                           : "";

  g_assert (G_IS_TASK (task));

  kickoff->work_func (prompt, kickoff->job->ask_func != NULL, get_cancellable (kickoff), worked_cb,
                      g_object_ref (task), kickoff->work_data);
}

/* Returns TRUE if tools can be offered to the model. OpenAI's `o1` models do not support tools
 * (doc/crew-semantics.md §13). Custom providers must declare that they support tools. For any
 * other model without tool support, the server reports an error. */
static gboolean
takes_tools (Kickoff *kickoff)
{
  return troupe_llm_client_takes_tools (kickoff->client, kickoff->agent->model,
                                        kickoff->agent->settings);
}

/* @said: (element-type TroupeLlmMessage): all messages of the attempt so far */
static void
run_loop (GTask *task, GPtrArray *said)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeAgentDefinition *agent = kickoff->agent;
  gboolean has_tools = troupe_agent_tools_get_n (kickoff->tools) > 0;
  gboolean is_native = has_tools && takes_tools (kickoff);
  g_autoptr (TroupeValue) settings =
      troupe_agent_job_make_settings (kickoff->job, agent, kickoff->client, has_tools);
  const char *stops[] = { troupe_prompt_get (TROUPE_PROMPT_OBSERVATION),
                          troupe_agent_get_response_tail (agent), NULL };
  TroupeValue *stream = troupe_value_get_member (settings, "stream");
  TroupeAgentLoopSetup setup = { 0 };

  g_assert (G_IS_TASK (task));

  setup.client = kickoff->client;
  setup.bus = kickoff->context.bus;
  setup.scope = kickoff->scope;
  setup.role = agent->role;
  setup.title = kickoff->job->title;
  setup.stops = stops;
  setup.model = agent->model;
  setup.settings = settings;
  setup.answer_rules = has_tools ? NULL : kickoff->job->rules;
  setup.step_func = kickoff->step_func;
  setup.step_data = kickoff->step_data;
  setup.validate_func = kickoff->validate_func;
  setup.validate_data = kickoff->validate_data;
  setup.keeps_misfit =
      !kickoff->job->is_task && troupe_agent_reply_is_taken_as_text (agent->model, settings);
  setup.stream = stream != NULL && troupe_value_is (stream, TROUPE_VALUE_BOOLEAN)
                     ? troupe_value_get_boolean (stream)
                     : kickoff->job->streams || troupe_llm_client_get_streams (kickoff->client);
  setup.messages = said;
  setup.tools = kickoff->tools;
  setup.is_native = is_native;
  setup.max_iterations = agent->max_iterations;
  setup.max_rpm = agent->max_rpm;
  setup.shared = kickoff->shared;
  setup.usage = &kickoff->total;
  setup.deadline_us = troupe_agent_deadline_get_end (kickoff->deadline);
  troupe_agent_extras_run_async (kickoff->kit, &setup, kickoff->job, kickoff->input,
                                 get_cancellable (kickoff), ran_cb, g_object_ref (task));
}

static void
run (GTask *task)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  gboolean has_tools = troupe_agent_tools_get_n (kickoff->tools) > 0;
  g_autofree char *skills = troupe_agent_extras_begin (kickoff->kit, kickoff->tools);
  g_autoptr (GPtrArray) said = NULL;

  g_assert (G_IS_TASK (task));

  g_clear_pointer (&kickoff->messages, troupe_value_unref);
  /* The input was already validated before the start. */
  kickoff->messages =
      troupe_agent_make_messages (kickoff->agent, kickoff->input, has_tools ? kickoff->tools : NULL,
                                  takes_tools (kickoff), skills, NULL);
  said = troupe_llm_messages_from_value (kickoff->messages);
  troupe_agent_job_add_files (kickoff->job, said);
  kickoff->n_refused = 0;
  if (kickoff->work_func != NULL)
    work (task);
  else
    run_loop (task, said);
}

/* @error: (nullable) (transfer full): why the tools could not be prepared */
static void
begin_work (GTask *task, GError *error)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeAgentReporter news = make_news (kickoff);
  GError *limit = troupe_agent_definition_check_limits (kickoff->agent);

  g_assert (G_IS_TASK (task));

  troupe_agent_report_started (&news, kickoff->input,
                               kickoff->job->is_task ? kickoff->told : kickoff->given);
  if (error != NULL)
    {
      g_clear_error (&limit);
      fail (task, error, TRUE);
    }
  else if (limit != NULL)
    fail (task, limit, FALSE);
  else
    run (task);
}

static void
own_described_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  /* Errors of a tool that is not offered are ignored. */
  (void) troupe_agent_tools_describe_finish (TROUPE_AGENT_TOOLS (source), result, NULL);
  begin_work (task, NULL);
}

/* Describes the agent's own tools even if the task does not use them, because their names are
 * part of the events. */
static void
describe_own (GTask *task)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  g_autoptr (TroupeAgentTools) own = NULL;

  g_assert (G_IS_TASK (task));

  if (kickoff->own == NULL || kickoff->own->len == 0)
    {
      begin_work (task, NULL);
      return;
    }
  own = troupe_agent_tools_new (kickoff->own, &kickoff->context, kickoff->agent->role);
  troupe_agent_tools_describe_async (own, get_cancellable (kickoff), own_described_cb,
                                     g_object_ref (task));
}

static void
described_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (troupe_agent_tools_describe_finish (TROUPE_AGENT_TOOLS (source), result, &error))
    describe_own (task);
  else
    begin_work (task, error);
}

/* Returns TRUE if identical calls are answered from the cache, which requires that the crew or
 * the agent enables it (doc/crew-semantics.md §11.1). @owner: (out) (transfer none): owner of
 * the cache */
static gboolean
has_cache (Kickoff *kickoff, const char **owner)
{
  TroupeValue *own = troupe_value_get_member (kickoff->agent->fields, "cache");
  gboolean is_said = own != NULL && troupe_value_is (own, TROUPE_VALUE_BOOLEAN);
  gboolean of_crew = kickoff->shared != NULL && troupe_agent_shared_has_cache (kickoff->shared);

  g_assert (kickoff != NULL);

  *owner = of_crew ? "" : kickoff->agent->role;

  return is_said ? troupe_value_get_boolean (own) : of_crew;
}

static void
set_rules (Kickoff *kickoff)
{
  TroupeValue *policy = troupe_value_get_member (kickoff->agent->fields, "tool_failure_policy");
  TroupeAgentToolRules rules = { .title = kickoff->job->title, .policy = kickoff->policy };

  g_assert (kickoff != NULL);

  if (!troupe_agent_policy_from_text (kickoff->job->policy, &rules.policy) && policy != NULL &&
      troupe_value_is (policy, TROUPE_VALUE_STRING))
    (void) troupe_agent_policy_from_text (troupe_value_get_string (policy, NULL), &rules.policy);
  if (has_cache (kickoff, &rules.cache_owner))
    {
      if (kickoff->shared == NULL)
        kickoff->shared = troupe_agent_shared_new (0, FALSE);
      rules.cache = kickoff->shared;
    }
  troupe_agent_tools_set_rules (kickoff->tools, &rules);
}

static void
begin_attempt (GTask *task)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeToolContext context = kickoff->context;

  g_assert (G_IS_TASK (task));

  kickoff->n_attempts++;
  g_clear_pointer (&kickoff->scope, troupe_scope_unref);
  kickoff->scope =
      troupe_scope_new (TROUPE_SCOPE_AGENT, kickoff->around, kickoff->path, kickoff->agent->role);
  context.scope = kickoff->scope;
  g_clear_object (&kickoff->tools);
  kickoff->tools = troupe_agent_tools_new (kickoff->given, &context, kickoff->agent->role);
  set_rules (kickoff);
  /* The tools are described first, because the start event contains their names. */
  if (troupe_agent_tools_get_n (kickoff->tools) > 0)
    troupe_agent_tools_describe_async (kickoff->tools, get_cancellable (kickoff), described_cb,
                                       g_object_ref (task));
  else
    describe_own (task);
}

static void
prepared_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Kickoff *kickoff = g_task_get_task_data (task);
  GError *error = NULL;
  g_autofree char *known = troupe_agent_memory_prepare_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (known == NULL)
    {
      let_go (kickoff);
      g_task_return_error (task, error);
      return;
    }
  if (*known != '\0')
    {
      troupe_value_unref (kickoff->input);
      kickoff->input = troupe_agent_job_add_known (kickoff->job, kickoff->asked, known);
    }
  begin_attempt (task);
}

/* Recalls memories and searches the knowledge. Called after the skills were loaded. */
static void
begin (GTask *task)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  GPtrArray *told = kickoff->own != NULL ? kickoff->own : kickoff->given;
  g_autofree char *query = NULL;
  TroupeAgentMemoryWork work;

  g_assert (G_IS_TASK (task));

  if (told != NULL && kickoff->job->is_task)
    kickoff->told = g_ptr_array_ref (told);
  troupe_agent_extras_offer (kickoff->kit, &kickoff->given);
  if (kickoff->memory == NULL)
    {
      begin_attempt (task);
      return;
    }
  query = troupe_agent_job_describe (kickoff->job, kickoff->asked);
  work = (TroupeAgentMemoryWork){ .agent = kickoff->agent,
                                  .client = kickoff->client,
                                  .shared = kickoff->shared,
                                  .title = kickoff->job->title,
                                  .query = query,
                                  .prompt = troupe_value_is (kickoff->asked, TROUPE_VALUE_STRING)
                                                ? troupe_value_get_string (kickoff->asked, NULL)
                                                : query,
                                  .limit = kickoff->job->is_task ? TROUPE_MEMORY_TASK_LIMIT
                                                                 : TROUPE_MEMORY_TOOL_LIMIT,
                                  .scope = kickoff->around,
                                  .usage = &kickoff->total };
  troupe_agent_memory_prepare_async (kickoff->memory, &work, get_cancellable (kickoff), prepared_cb,
                                     g_object_ref (task));
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Kickoff *kickoff = g_task_get_task_data (task);

  g_assert (G_IS_ASYNC_RESULT (result));

  troupe_agent_extras_load_finish (kickoff->kit, result, kickoff->context.bus, kickoff->around);
  begin (task);
}

/* --- Kickoff ---------------------------------------------------------------------------------- */

/* Returns its max_execution_time; 0 if it has none. */
static double
get_longest (TroupeAgentDefinition *agent)
{
  TroupeValue *value = troupe_value_get_member (agent->fields, "max_execution_time");

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER))
    return (double) troupe_value_get_integer (value);
  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    return troupe_value_get_double (value);

  return 0.0;
}

static Kickoff *
kickoff_new (TroupeAgentDefinition *agent,
             TroupeValue *input,
             TroupeAgentJob *job,
             const TroupeAgentContext *call)
{
  Kickoff *kickoff = g_new0 (Kickoff, 1);

  kickoff->agent = troupe_agent_definition_ref (agent);
  kickoff->client = g_object_ref (call->client);
  if (call->tool_context != NULL)
    kickoff->context = *call->tool_context;
  kickoff->context.folder = g_strdup (kickoff->context.folder);
  kickoff->context.owner = g_strdup (kickoff->context.owner);
  kickoff->context.bus = call->bus != NULL ? troupe_event_bus_ref (call->bus) : NULL;
  kickoff->context.scope = NULL;
  kickoff->around = call->scope != NULL ? troupe_scope_ref (call->scope) : NULL;
  kickoff->path = g_strdup (call->path);
  kickoff->usage = call->usage;
  kickoff->given = call->tools != NULL ? g_ptr_array_ref (call->tools) : NULL;
  kickoff->own = call->own_tools != NULL ? g_ptr_array_ref (call->own_tools) : NULL;
  kickoff->input = troupe_value_ref (input);
  kickoff->asked = troupe_value_ref (input);
  kickoff->memory = call->memory != NULL ? troupe_agent_memory_ref (call->memory) : NULL;
  kickoff->job = job;
  kickoff->kit = troupe_agent_extras_new (agent, call);
  kickoff->shared = call->shared != NULL ? troupe_agent_shared_ref (call->shared) : NULL;
  kickoff->policy = call->policy;
  kickoff->step_func = call->step_func;
  kickoff->step_data = call->step_data;
  kickoff->guard_func = call->guard_func;
  kickoff->guard_data = call->guard_data;
  kickoff->guard_name = call->guard_name;
  kickoff->validate_func = call->validate_func;
  kickoff->validate_data = call->validate_data;
  kickoff->work_func = call->work_func;
  kickoff->work_data = call->work_data;

  return kickoff;
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

  g_return_if_fail (self != NULL && input != NULL && job != NULL);
  g_return_if_fail (call != NULL && TROUPE_IS_LLM_CLIENT (call->client));

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
  /* The deadline covers the complete kickoff, including all tool calls. */
  kickoff->deadline = troupe_agent_deadline_new (get_longest (self), cancellable);
  if (troupe_agent_extras_needs_loading (kickoff->kit))
    troupe_agent_extras_load_async (kickoff->kit, kickoff->context.folder, get_cancellable (kickoff),
                                    loaded_cb, g_object_ref (task));
  else
    begin (task);
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
  g_return_if_fail (call != NULL && TROUPE_IS_LLM_CLIENT (call->client));

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
