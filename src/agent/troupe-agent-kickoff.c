/* troupe-agent-kickoff.c: lets an agent answer once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-kickoff"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-events.h"
#include "troupe-agent-form.h"
#include "troupe-agent-job.h"
#include "troupe-agent-loop.h"
#include "troupe-agent-plan.h"
#include "troupe-agent-private.h"
#include "troupe-agent-skill-tool.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-report.h"
#include "troupe-agent-shared.h"
#include "troupe-cancel.h"
#include "troupe-llm-models.h"

/* @context: its texts and bus are ours; @around: (nullable): for what the agent works; @scope: of the attempt under
 * way; @messages: of the attempt, as CrewAI keeps them; @inner: (nullable): cancelled when @deadline passes, or
 * with what the caller cancels, @follower; @total: of all attempts; @skills: (nullable), with the tool that reads them,
 * @loader */
typedef struct
{
  TroupeAgentDefinition *agent;
  TroupeLlmClient *client;
  TroupeToolContext context;
  TroupeScope *around;
  char *path;
  TroupeLlmUsage *usage;
  GPtrArray *given; /* (nullable) (element-type TroupeTool) */
  TroupeValue *input;
  TroupeValue *crew_skills;
  TroupeAgentSkills *skills;
  TroupeTool *loader;
  TroupeAgentJob *job;
  TroupeAgentShared *shared; /* (nullable) */
  TroupeAgentPolicy policy;
  TroupeAgentStepFunc step_func;
  gpointer step_data;

  TroupeScope *scope;
  TroupeAgentTools *tools;
  TroupeValue *messages;
  TroupeLlmUsage total;
  guint n_attempts;

  GCancellable *inner;
  GCancellable *outer;
  gulong follower;
  GSource *deadline;
  double longest;
  gboolean is_late;
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
  g_clear_pointer (&kickoff->input, troupe_value_unref);
  g_clear_pointer (&kickoff->crew_skills, troupe_value_unref);
  g_clear_pointer (&kickoff->skills, troupe_agent_skills_unref);
  g_clear_object (&kickoff->loader);
  g_clear_pointer (&kickoff->job, troupe_agent_job_free);
  g_clear_pointer (&kickoff->shared, troupe_agent_shared_unref);
  g_clear_pointer (&kickoff->scope, troupe_scope_unref);
  g_clear_object (&kickoff->tools);
  g_clear_pointer (&kickoff->messages, troupe_value_unref);
  g_clear_object (&kickoff->inner);
  g_clear_object (&kickoff->outer);
  g_free (kickoff);
}

/* --- Events ---------------------------------------------------------------------------------- */

static TroupeAgentNews
make_news (Kickoff *kickoff)
{
  return (TroupeAgentNews){ .bus = kickoff->context.bus,
                            .scope = kickoff->scope,
                            .agent = kickoff->agent,
                            .job = kickoff->job };
}

/* --- Ends ------------------------------------------------------------------------------------ */

static void begin_attempt (GTask *task);

/* What is counted and listened to ends with the kickoff and not with the task, which others may keep. */
static void
let_go (Kickoff *kickoff)
{
  if (kickoff->usage != NULL)
    troupe_llm_usage_add (kickoff->usage, &kickoff->total);
  if (kickoff->deadline != NULL)
    g_source_destroy (kickoff->deadline);
  g_clear_pointer (&kickoff->deadline, g_source_unref);
  if (kickoff->follower != 0)
    g_cancellable_disconnect (kickoff->outer, kickoff->follower);
  kickoff->follower = 0;
}

/* A task is tried again after all but what was meant to end it, and what no attempt can mend. */
static gboolean
is_worth_another_task (const GError *error)
{
  if (error->domain == TROUPE_LLM_ERROR)
    return error->code != TROUPE_LLM_ERROR_UNKNOWN_MODEL && error->code != TROUPE_LLM_ERROR_NO_KEY;

  return g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY) ||
         g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_LIMIT);
}

/* Whether the model may do better when it is asked anew (doc/crew-semantics.md §11). */
static gboolean
is_worth_another (Kickoff *kickoff, const GError *error)
{
  if (kickoff->n_attempts > kickoff->agent->max_retries)
    return FALSE;
  if (kickoff->job->is_task)
    return is_worth_another_task (error);

  return g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED) ||
         g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID) ||
         g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY);
}

static const char *
get_kind (Kickoff *kickoff, const GError *error)
{
  if (error->domain == TROUPE_TOOL_ERROR ||
      g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_STUCK) ||
      g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TOOL))
    return "tool";
  if (kickoff->job->rules != NULL &&
      g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID))
    return "output";

  return "provider";
}

/* Whether it ended because it was told to: of a task that is no failure of the agent's own (doc/crew-semantics.md
 * §11). */
static gboolean
is_stop (Kickoff *kickoff, const GError *error)
{
  return kickoff->job->is_task &&
         (g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_STUCK) ||
          g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TOOL));
}

/* @error: (transfer full). @is_final: whether nothing would mend it */
static void
fail (GTask *task, GError *error, gboolean is_final)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeAgentNews news = make_news (kickoff);

  g_assert (G_IS_TASK (task));

  if (kickoff->is_late && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_error_free (error);
      error = g_error_new (TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TIMEOUT,
                           /* Translators: the role of an agent, and seconds */
                           _ ("The agent “%s” did not end within %g seconds, its "
                              "max_execution_time. Allow it more, or ask it for less."),
                           kickoff->agent->role, kickoff->longest);
    }
  if (!is_stop (kickoff, error))
    troupe_agent_report_failed (&news, get_kind (kickoff, error), error);
  if (!is_final && is_worth_another (kickoff, error))
    {
      g_error_free (error);
      begin_attempt (task);
      return;
    }
  let_go (kickoff);
  g_task_return_error (task, error);
}

/* All that was said: what was sent first as it was written, and what came of it. */
static TroupeValue *
list_messages (Kickoff *kickoff, const TroupeAgentOutcome *outcome)
{
  GPtrArray *said = outcome->messages;
  gsize n_first = outcome->is_shortened ? 0 : troupe_value_list_get_length (kickoff->messages);
  g_autofree TroupeValue **items = g_new (TroupeValue *, said->len + 1);

  for (guint i = 0; i < said->len; i++)
    items[i] = i < n_first ? troupe_value_ref (troupe_value_list_get (kickoff->messages, i))
                           : troupe_llm_message_to_value (g_ptr_array_index (said, i));

  return troupe_value_new_list (items, said->len);
}

/* @object: (nullable) */
static TroupeValue *
make_result (Kickoff *kickoff,
             const char *output,
             TroupeValue *object,
             const TroupeAgentOutcome *outcome)
{
  TroupeMapBuilder fields;

  troupe_map_builder_init (&fields);
  troupe_agent_events_add_text (&fields, "raw", output);
  troupe_map_builder_add (&fields, "pydantic",
                          object != NULL ? troupe_value_ref (object) : troupe_value_new_null ());
  troupe_agent_events_add_text (&fields, "agent_role", kickoff->agent->role);
  troupe_map_builder_add (&fields, "usage_metrics", troupe_llm_usage_to_value (&kickoff->total));
  troupe_map_builder_add (&fields, "messages", list_messages (kickoff, outcome));
  troupe_map_builder_add (&fields, "tool_failures",
                          troupe_agent_tools_list_failures (kickoff->tools));
  troupe_agent_plan_add_result (&fields, outcome);

  return troupe_map_builder_end (&fields);
}

static void
succeed (GTask *task, const TroupeAgentOutcome *outcome, const char *output, TroupeValue *object)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeValue *result = make_result (kickoff, output, object, outcome);
  TroupeAgentNews news = make_news (kickoff);

  g_assert (G_IS_TASK (task));

  troupe_agent_report_finished (&news, output);
  let_go (kickoff);
  g_task_return_pointer (task, result, (GDestroyNotify) troupe_value_unref);
}

static void
take_outcome (GTask *task, const TroupeAgentOutcome *outcome)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  /* With tools the answer of a task is its text: who asked for it reads it. */
  TroupeSchema *rules = kickoff->job->is_task ? NULL : kickoff->job->rules;
  g_autofree char *output = NULL;
  g_autoptr (TroupeValue) object = NULL;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (*outcome->text == '\0')
    {
      fail (task,
            g_error_new (TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY,
                         /* Translators: the role of an agent */
                         _ ("The agent “%s” gave an empty answer."), kickoff->agent->role),
            FALSE);
      return;
    }
  /* Of an agent without tools the server was asked for it, and the loop has read it. */
  if (outcome->object != NULL)
    object = troupe_value_ref (outcome->object);
  else if (rules != NULL &&
           (object = troupe_agent_read_object (rules, outcome->text, FALSE, &error)) == NULL)
    {
      fail (task, error, TRUE);
      return;
    }
  output = outcome->object != NULL && !kickoff->job->keeps_text
               ? troupe_value_to_json (object, TROUPE_JSON_COMPACT)
               : g_strdup (outcome->text);
  succeed (task, outcome, output, object);
}

/* --- The attempt ----------------------------------------------------------------------------- */

static void
ran_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (TroupeAgentOutcome) outcome = troupe_agent_loop_run_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (outcome != NULL)
    take_outcome (task, outcome);
  else
    fail (task, error, FALSE);
}

static gboolean
get_number (TroupeValue *value, double *number)
{
  if (value == NULL)
    return FALSE;
  if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    *number = (double) troupe_value_get_integer (value);
  else if (troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    *number = troupe_value_get_double (value);
  else
    return FALSE;

  return *number > 0.0;
}

/* (transfer full) */
static char *
get_model_name (Kickoff *kickoff)
{
  return kickoff->agent->model != NULL ? g_strdup (kickoff->agent->model)
                                       : troupe_llm_client_get_default_model (kickoff->client);
}

/* The model's settings, with the form that is asked for. (transfer full) */
static TroupeValue *
make_settings (Kickoff *kickoff, gboolean has_tools)
{
  TroupeAgentDefinition *agent = kickoff->agent;
  g_autoptr (TroupeValue) settings = NULL;
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  settings = troupe_map_builder_end (&builder);
  if (agent->settings != NULL)
    {
      troupe_value_unref (settings);
      settings = troupe_value_ref (agent->settings);
    }

  if (kickoff->job->form != NULL && !has_tools)
    {
      g_autofree char *model = get_model_name (kickoff);
      g_autoptr (TroupeValue) format =
          troupe_agent_form_wrap (kickoff->job->form, kickoff->job->name,
                                  troupe_agent_form_needs_all (model));
      g_autoptr (TroupeValue) old = g_steal_pointer (&settings);

      settings = troupe_value_map_with (old, "response_format", format);
    }

  return g_steal_pointer (&settings);
}

/* Whether the agent's own word for @key is not "false". */
static gboolean
is_on (TroupeAgentDefinition *agent, const char *key)
{
  TroupeValue *value = troupe_agent_get (agent->fields, key);

  return value == NULL || !troupe_value_is (value, TROUPE_VALUE_BOOLEAN) ||
         troupe_value_get_boolean (value);
}

/* What is said of skills, which is told of once. (transfer full) (nullable) */
static char *
describe_skills (Kickoff *kickoff)
{
  if (kickoff->skills == NULL)
    return NULL;
  if (kickoff->n_attempts == 1)
    troupe_agent_skills_tell (kickoff->skills, kickoff->context.bus, kickoff->scope,
                              kickoff->agent->role);
  if (kickoff->loader == NULL)
    return NULL;

  return troupe_agent_skills_describe (
      kickoff->skills, troupe_agent_tools_get_name (kickoff->tools, kickoff->loader));
}

static void
run_plan (GTask *task, const TroupeAgentLoopSetup *setup)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  g_autofree char *description = troupe_agent_job_describe (kickoff->job, kickoff->input);
  TroupeAgentPlanTask what = { .role = kickoff->agent->role,
                               .goal = kickoff->agent->goal,
                               .backstory = kickoff->agent->backstory,
                               .config = kickoff->agent->plan,
                               .description = description,
                               .expected_output = kickoff->job->expected_output };

  g_assert (G_IS_TASK (task));

  troupe_agent_plan_run_async (setup, &what, kickoff->inner, ran_cb, g_object_ref (task));
}

static void
run (GTask *task)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeAgentDefinition *agent = kickoff->agent;
  gboolean has_tools = troupe_agent_tools_get_n (kickoff->tools) > 0;
  gboolean is_native =
      has_tools && troupe_llm_client_takes_tools (kickoff->client, agent->model, agent->settings);
  g_autoptr (TroupeValue) settings = make_settings (kickoff, has_tools);
  const char *stops[] = { troupe_prompt_get (TROUPE_PROMPT_OBSERVATION),
                          troupe_agent_get_response_tail (agent), NULL };
  TroupeValue *stream = troupe_agent_get (settings, "stream");
  g_autoptr (TroupeAgentArtifacts) artifacts = NULL;
  g_autofree char *skills = describe_skills (kickoff);
  g_autoptr (GPtrArray) said = NULL;
  TroupeAgentLoopSetup setup = { 0 };

  g_assert (G_IS_TASK (task));

  g_clear_pointer (&kickoff->messages, troupe_value_unref);
  /* That it is a question was seen before anything began. */
  kickoff->messages =
      troupe_agent_make_messages (agent, kickoff->input, has_tools ? kickoff->tools : NULL,
                                  is_native, skills, NULL);
  said = troupe_llm_messages_from_value (kickoff->messages);
  setup.client = kickoff->client;
  setup.bus = kickoff->context.bus;
  setup.scope = kickoff->scope;
  setup.role = agent->role;
  setup.title = kickoff->job->title;
  setup.stops = stops;
  setup.model = agent->model;
  setup.settings = settings;
  setup.answer_rules = has_tools ? NULL : kickoff->job->rules;
  setup.stream = stream != NULL && troupe_value_is (stream, TROUPE_VALUE_BOOLEAN)
                     ? troupe_value_get_boolean (stream)
                     : kickoff->job->streams;
  setup.messages = said;
  setup.tools = kickoff->tools;
  setup.is_native = is_native;
  setup.max_iterations = agent->max_iterations;
  setup.max_rpm = agent->max_rpm;
  setup.respects_window = is_on (agent, "respect_context_window");
  if (has_tools && is_on (agent, "use_better_compaction"))
    setup.artifacts = artifacts =
        troupe_agent_artifacts_new (kickoff->client, agent->model, settings);
  setup.shared = kickoff->shared;
  setup.usage = &kickoff->total;
  if (agent->plan != NULL)
    run_plan (task, &setup);
  else
    troupe_agent_loop_run_async (&setup, kickoff->inner, ran_cb, g_object_ref (task));
}

/* @error: (nullable) (transfer full): why the agent has no tools */
static void
begin_work (GTask *task, GError *error)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeAgentNews news = make_news (kickoff);
  GError *limit = troupe_agent_definition_check_limits (kickoff->agent);

  g_assert (G_IS_TASK (task));

  troupe_agent_report_started (&news, kickoff->input, kickoff->given);
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
described_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  (void) troupe_agent_tools_describe_finish (TROUPE_AGENT_TOOLS (source), result, &error);
  begin_work (task, error);
}

/* Whether equal calls are answered from what was given before: where the crew wants it, or the agent says so itself
 * (doc/crew-semantics.md §11.1). @owner: (out) (transfer none): whose cache it is */
static gboolean
has_cache (Kickoff *kickoff, const char **owner)
{
  TroupeValue *own = troupe_agent_get (kickoff->agent->fields, "cache");
  gboolean is_said = own != NULL && troupe_value_is (own, TROUPE_VALUE_BOOLEAN);
  gboolean of_crew = kickoff->shared != NULL && troupe_agent_shared_has_cache (kickoff->shared);

  *owner = of_crew ? "" : kickoff->agent->role;

  return is_said ? troupe_value_get_boolean (own) : of_crew;
}

static void
set_rules (Kickoff *kickoff)
{
  TroupeValue *policy = troupe_agent_get (kickoff->agent->fields, "tool_failure_policy");
  TroupeAgentToolRules rules = { .title = kickoff->job->title,
                                 .policy = kickoff->policy,
                                 .step_func = kickoff->step_func,
                                 .step_data = kickoff->step_data };

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
  /* By then the tools have their names, which are told. */
  if (troupe_agent_tools_get_n (kickoff->tools) > 0)
    troupe_agent_tools_describe_async (kickoff->tools, kickoff->inner, described_cb,
                                       g_object_ref (task));
  else
    begin_work (task, NULL);
}

/* --- Skills ---------------------------------------------------------------------------------- */

static void
skills_loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Kickoff *kickoff = g_task_get_task_data (task);

  g_assert (G_IS_ASYNC_RESULT (result));

  kickoff->skills = troupe_agent_skills_load_finish (result, NULL);
  /* Without any it was cancelled, which the attempt finds out and tells. */
  if (kickoff->skills != NULL)
    kickoff->loader =
        troupe_agent_skill_tool_offer (kickoff->skills, kickoff->agent->role, &kickoff->given);
  begin_attempt (task);
}

/* They are read when the work begins, and no sooner. */
static void
begin_all (GTask *task)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeValue *own = troupe_agent_definition_get_skills (kickoff->agent);

  g_assert (G_IS_TASK (task));

  if (troupe_agent_skills_are_named (own) || troupe_agent_skills_are_named (kickoff->crew_skills))
    troupe_agent_skills_load_async (own, kickoff->crew_skills, kickoff->context.folder,
                                    kickoff->inner, skills_loaded_cb, g_object_ref (task));
  else
    begin_attempt (task);
}

/* --- The kickoff ----------------------------------------------------------------------------- */

static gboolean
late_cb (gpointer user_data)
{
  Kickoff *kickoff = user_data;

  g_assert (kickoff != NULL);

  kickoff->is_late = TRUE;
  g_cancellable_cancel (kickoff->inner);

  return G_SOURCE_REMOVE;
}

/* The whole of it, with all calls of tools, takes no longer than the agent may. @cancellable: (nullable) */
static void
set_deadline (Kickoff *kickoff, GCancellable *cancellable)
{
  if (!get_number (troupe_agent_get (kickoff->agent->fields, "max_execution_time"),
                   &kickoff->longest))
    {
      kickoff->inner = cancellable != NULL ? g_object_ref (cancellable) : NULL;
      return;
    }
  kickoff->inner = g_cancellable_new ();
  if (cancellable != NULL)
    {
      kickoff->outer = g_object_ref (cancellable);
      kickoff->follower = troupe_cancel_follow (cancellable, kickoff->inner);
    }
  kickoff->deadline =
      g_timeout_source_new ((guint) (MIN (kickoff->longest, (double) (G_MAXINT / 1000)) * 1000.0));
  g_source_set_callback (kickoff->deadline, late_cb, kickoff, NULL);
  g_source_attach (kickoff->deadline, g_main_context_get_thread_default ());
}

static Kickoff *
kickoff_new (TroupeAgentDefinition *agent,
             TroupeValue *input,
             TroupeAgentJob *job,
             const TroupeAgentCall *call)
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
  kickoff->input = troupe_value_ref (input);
  kickoff->crew_skills = call->skills != NULL ? troupe_value_ref (call->skills) : NULL;
  kickoff->job = job;
  kickoff->shared = call->shared != NULL ? troupe_agent_shared_ref (call->shared) : NULL;
  kickoff->policy = call->policy;
  kickoff->step_func = call->step_func;
  kickoff->step_data = call->step_data;

  return kickoff;
}

/* Whether it can be begun at all. */
static gboolean
check (TroupeAgentDefinition *self, TroupeValue *input, const TroupeAgentCall *call, GError **error)
{
  g_autofree char *unsupported = troupe_agent_definition_get_unsupported (self);
  g_autoptr (TroupeValue) messages = NULL;

  if (unsupported == NULL && call->tools == NULL &&
      *troupe_agent_definition_get_tools (self) != NULL)
    /* Translators: the role of an agent */
    unsupported = g_strdup_printf (_ ("The agent “%s” has tools, and was given none."), self->role);
  if (unsupported != NULL)
    {
      g_set_error_literal (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_UNSUPPORTED, unsupported);
      return FALSE;
    }
  messages = troupe_agent_make_messages (self, input, NULL, FALSE, NULL, error);

  return messages != NULL;
}

void
troupe_agent_work_async (TroupeAgentDefinition *self,
                         TroupeValue *input,
                         TroupeAgentJob *job,
                         const TroupeAgentCall *call,
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
  if (!check (self, input, call, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  kickoff = kickoff_new (self, input, g_steal_pointer (&owned), call);
  g_task_set_task_data (task, kickoff, kickoff_free);
  set_deadline (kickoff, cancellable);
  begin_all (task);
}

TroupeValue *
troupe_agent_work_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

void
troupe_agent_kickoff_async (TroupeAgentDefinition *self,
                            TroupeValue *input,
                            const TroupeAgentCall *call,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (input != NULL);
  g_return_if_fail (call != NULL && TROUPE_IS_LLM_CLIENT (call->client));

  troupe_agent_work_async (self, input, troupe_agent_job_new_kickoff (self), call, cancellable,
                           callback, user_data);
}

TroupeValue *
troupe_agent_kickoff_finish (GAsyncResult *result, GError **error)
{
  return troupe_agent_work_finish (result, error);
}
