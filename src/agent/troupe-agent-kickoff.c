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
#include "troupe-agent-guard.h"
#include "troupe-agent-job.h"
#include "troupe-agent-kit.h"
#include "troupe-agent-loop.h"
#include "troupe-agent-private.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-report.h"
#include "troupe-agent-review.h"
#include "troupe-agent-shared.h"
#include "troupe-cancel.h"
#include "troupe-llm-models.h"

/* @context: its texts and bus are ours; @around: (nullable): for what the agent works; @scope: of the attempt under
 * way; @messages: of the attempt, as CrewAI keeps them; @inner: (nullable): cancelled when @deadline passes, or
 * with what the caller cancels, @follower; @total: of all attempts; @outcome, @output, @object: (nullable): the last
 * answer, as it was given, as the result has it and as its form has it; @n_refused: answers of the attempt */
typedef struct
{
  TroupeAgentDefinition *agent;
  TroupeLlmClient *client;
  TroupeToolContext context;
  TroupeScope *around;
  char *path;
  TroupeLlmUsage *usage;
  GPtrArray *given; /* (nullable) (element-type TroupeTool) */
  GPtrArray *own;   /* (nullable): of those, in events */
  TroupeValue *input;
  TroupeAgentJob *job;
  TroupeAgentKit *kit;
  TroupeAgentShared *shared; /* (nullable) */
  TroupeAgentPolicy policy;
  TroupeAgentStepFunc step_func;
  gpointer step_data;

  TroupeScope *scope;
  TroupeAgentTools *tools;
  TroupeValue *messages;
  TroupeLlmUsage total;
  guint n_attempts;

  TroupeAgentOutcome *outcome;
  char *output;
  TroupeValue *object;
  guint n_refused;

  GCancellable *inner;
  GCancellable *outer;
  gulong follower;
  GSource *deadline;
  gint64 deadline_us; /* 0: it has none */
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
  g_clear_pointer (&kickoff->own, g_ptr_array_unref);
  g_clear_pointer (&kickoff->input, troupe_value_unref);
  g_clear_pointer (&kickoff->job, troupe_agent_job_free);
  g_clear_pointer (&kickoff->kit, troupe_agent_kit_free);
  g_clear_pointer (&kickoff->shared, troupe_agent_shared_unref);
  g_clear_pointer (&kickoff->scope, troupe_scope_unref);
  g_clear_object (&kickoff->tools);
  g_clear_pointer (&kickoff->messages, troupe_value_unref);
  g_clear_pointer (&kickoff->outcome, troupe_agent_outcome_free);
  g_clear_pointer (&kickoff->object, troupe_value_unref);
  g_free (kickoff->output);
  g_clear_object (&kickoff->inner);
  g_clear_object (&kickoff->outer);
  g_free (kickoff);
}

/* --- Events ---------------------------------------------------------------------------------- */

static TroupeAgentNews
make_news (Kickoff *kickoff)
{
  g_assert (kickoff != NULL);

  return (TroupeAgentNews){ .bus = kickoff->context.bus,
                            .scope = kickoff->scope,
                            .agent = kickoff->agent,
                            .job = kickoff->job };
}

/* --- Ends ------------------------------------------------------------------------------------ */

static void begin_attempt (GTask *task);
static void run_loop (GTask *task, GPtrArray *said);

static gboolean
late_cb (gpointer user_data)
{
  Kickoff *kickoff = user_data;

  g_assert (kickoff != NULL);

  kickoff->is_late = TRUE;
  g_cancellable_cancel (kickoff->inner);

  return G_SOURCE_REMOVE;
}

static void
disarm_deadline (Kickoff *kickoff)
{
  if (kickoff->deadline != NULL)
    g_source_destroy (kickoff->deadline);
  g_clear_pointer (&kickoff->deadline, g_source_unref);
}

/* From now on it has the whole of its time. */
static void
arm_deadline (Kickoff *kickoff)
{
  g_assert (kickoff != NULL);

  if (kickoff->longest <= 0.0)
    return;
  disarm_deadline (kickoff);
  kickoff->deadline_us =
      g_get_monotonic_time () + (gint64) (MIN (kickoff->longest, 1e9) * (double) G_USEC_PER_SEC);
  kickoff->deadline =
      g_timeout_source_new ((guint) (MIN (kickoff->longest, (double) (G_MAXINT / 1000)) * 1000.0));
  g_source_set_callback (kickoff->deadline, late_cb, kickoff, NULL);
  g_source_attach (kickoff->deadline, g_main_context_get_thread_default ());
}

/* What is counted and listened to ends with the kickoff and not with the task, which others may keep. */
static void
let_go (Kickoff *kickoff)
{
  g_assert (kickoff != NULL);

  if (kickoff->usage != NULL)
    troupe_llm_usage_add (kickoff->usage, &kickoff->total);
  disarm_deadline (kickoff);
  if (kickoff->follower != 0)
    g_cancellable_disconnect (kickoff->outer, kickoff->follower);
  kickoff->follower = 0;
}

/* A task is tried again after all but what was meant to end it, and what no attempt can mend. */
static gboolean
is_worth_another_task (const GError *error)
{
  g_assert (error != NULL);

  if (error->domain == TROUPE_LLM_ERROR)
    return error->code != TROUPE_LLM_ERROR_UNKNOWN_MODEL && error->code != TROUPE_LLM_ERROR_NO_KEY;

  return g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY) ||
         g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_LIMIT);
}

/* Whether the model may do better when it is asked anew (doc/crew-semantics.md §11). */
static gboolean
is_worth_another (Kickoff *kickoff, const GError *error)
{
  g_assert (kickoff != NULL);

  if (kickoff->n_attempts > kickoff->agent->max_retries)
    return FALSE;
  if (kickoff->job->is_task)
    return is_worth_another_task (error);

  return g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_REFUSED) ||
         g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID) ||
         g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_CALL) ||
         g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY);
}

static const char *
get_kind (Kickoff *kickoff, const GError *error)
{
  g_assert (kickoff != NULL);

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
          g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_KEPT) ||
          g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TOOL));
}

/* What it is asked, in a word. */
static const char *
get_title (const Kickoff *kickoff)
{
  /* Translators: what an agent is asked that does no task of a crew */
  return kickoff->job->description != NULL ? kickoff->job->description : C_ ("agent", "its work");
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
                           /* Translators: the role of an agent, what it was to do, and seconds */
                           _ ("The agent “%s” did not end “%s” within %g seconds, its "
                              "max_execution_time. Allow it more, or ask it for less."),
                           kickoff->agent->role, get_title (kickoff), kickoff->longest);
    }
  /* CrewAI takes the calls for the answer of a task, and fails when it keeps that. */
  if (kickoff->job->is_task && g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_CALL))
    troupe_agent_report_finished (&news, "");
  else if (!is_stop (kickoff, error))
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
list_messages (Kickoff *kickoff, GPtrArray *said)
{
  gsize n_first = troupe_agent_kit_has_shortened (kickoff->kit)
                      ? 0
                      : troupe_value_list_get_length (kickoff->messages);
  g_autofree TroupeValue **items = g_new (TroupeValue *, said->len + 1);

  g_assert (kickoff != NULL);

  for (guint i = 0; i < said->len; i++)
    items[i] = i < n_first ? troupe_value_ref (troupe_value_list_get (kickoff->messages, i))
                           : troupe_llm_message_to_value (g_ptr_array_index (said, i));

  return troupe_value_new_list (items, said->len);
}

/* @object: (nullable) */
static TroupeValue *
make_result (Kickoff *kickoff, const char *output, TroupeValue *object, GPtrArray *said)
{
  TroupeMapBuilder fields;

  g_assert (kickoff != NULL);

  troupe_map_builder_init (&fields);
  troupe_agent_events_add_text (&fields, "raw", output);
  troupe_map_builder_add (&fields, "pydantic",
                          object != NULL ? troupe_value_ref (object) : troupe_value_new_null ());
  troupe_agent_events_add_text (&fields, "agent_role", kickoff->agent->role);
  troupe_map_builder_add (&fields, "usage_metrics", troupe_llm_usage_to_value (&kickoff->total));
  troupe_map_builder_add (&fields, "messages", list_messages (kickoff, said));
  troupe_map_builder_add (&fields, "tool_failures",
                          troupe_agent_tools_list_failures (kickoff->tools));
  troupe_agent_kit_add_result (kickoff->kit, &fields);

  return troupe_map_builder_end (&fields);
}

/* What was answered, and is found good, is the result. */
static void
succeed (GTask *task)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeValue *result =
      make_result (kickoff, kickoff->output, kickoff->object, kickoff->outcome->messages);
  TroupeAgentNews news = make_news (kickoff);

  g_assert (G_IS_TASK (task));

  troupe_agent_report_finished (&news, kickoff->output);
  let_go (kickoff);
  g_task_return_pointer (task, result, (GDestroyNotify) troupe_value_unref);
}

/* --- Reviews --------------------------------------------------------------------------------- */

static TroupeAgentCall
make_call (Kickoff *kickoff)
{
  g_assert (kickoff != NULL);

  return (TroupeAgentCall){ .client = kickoff->client,
                            .bus = kickoff->context.bus,
                            .scope = kickoff->scope,
                            .usage = &kickoff->total,
                            .tool_context = &kickoff->context,
                            .shared = kickoff->shared };
}

/* Goes on in the same attempt, with @text of a user behind all that was said. An answer without tools is no part of
 * that (doc/crew-semantics.md §11.2). */
static void
go_on (GTask *task, const char *text)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  g_autoptr (GPtrArray) said = g_ptr_array_ref (kickoff->outcome->messages);
  TroupeLlmMessage *message = troupe_llm_message_new (TROUPE_LLM_ROLE_USER);

  g_assert (G_IS_TASK (task));

  troupe_llm_message_add (message, troupe_llm_part_new (TROUPE_LLM_PART_TEXT, text));
  g_ptr_array_add (said, message);
  run_loop (task, said);
}

/* A person looked at the answer. @feedback, @error: (nullable) (transfer full) */
static void
answered_by_person (char *feedback, GError *error, gpointer answer_data)
{
  g_autoptr (GTask) task = answer_data;
  Kickoff *kickoff = g_task_get_task_data (task);
  g_autofree char *said = feedback;
  g_autofree char *text = NULL;

  g_assert (G_IS_TASK (task));

  if (said == NULL)
    {
      fail (task,
            error != NULL ? error
                          : g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED,
                                                 _ ("Nobody answers any more.")),
            TRUE);
      return;
    }
  g_clear_error (&error);
  arm_deadline (kickoff);
  if (*g_strstrip (said) == '\0')
    {
      succeed (task);
      return;
    }
  text = troupe_prompt_fill (TROUPE_PROMPT_FEEDBACK_INSTRUCTIONS, "feedback", said, NULL);
  go_on (task, text);
}

static void
guarded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Kickoff *kickoff = g_task_get_task_data (task);
  g_autofree char *feedback = NULL;
  g_autofree char *text = NULL;
  gboolean is_kept = FALSE;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (!troupe_agent_guard_finish (result, &is_kept, &feedback, &error))
    fail (task, error, TRUE);
  else if (is_kept)
    succeed (task);
  else if (kickoff->n_refused >= kickoff->agent->max_refusals)
    fail (task,
          g_error_new (TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_REFUSED,
                       /* Translators: the role of an agent, a number, what was wrong */
                       _ ("The guardrail of the agent “%s” refused its answer after %u more "
                          "attempts: %s"),
                       kickoff->agent->role, kickoff->n_refused, feedback),
          TRUE);
  else
    {
      kickoff->n_refused++;
      text = troupe_agent_tell_refusal (feedback, kickoff->output);
      go_on (task, text);
    }
}

/* Whoever is to look at the answer does. */
static void
review (GTask *task)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  const char *rule = kickoff->job->has_guardrail ? kickoff->agent->guardrail : NULL;
  TroupeAgentCall call = make_call (kickoff);

  g_assert (G_IS_TASK (task));

  if (kickoff->job->ask_func != NULL)
    {
      /* The time that a person takes is not the agent's. */
      disarm_deadline (kickoff);
      kickoff->job->ask_func (kickoff->output, kickoff->inner, answered_by_person,
                              g_object_ref (task), kickoff->job->ask_data);
    }
  else if (rule != NULL)
    troupe_agent_guard_async (kickoff->agent, rule, kickoff->output, kickoff->n_refused, &call,
                              kickoff->inner, guarded_cb, g_object_ref (task));
  else
    succeed (task);
}

/* --- Answers --------------------------------------------------------------------------------- */

static void
converted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Kickoff *kickoff = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  kickoff->object = troupe_agent_convert_finish (result, &error);
  if (kickoff->object != NULL)
    review (task);
  else
    fail (task, error, TRUE);
}

/* Looks for the object in the words of an agent with tools; where there is none the model is asked to make one of
 * them. */
static void
find_object (GTask *task, TroupeSchema *rules)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeAgentCall call = make_call (kickoff);
  g_autoptr (GError) cause = NULL;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  kickoff->object = troupe_schema_find_text (rules, kickoff->outcome->text, &cause);
  if (kickoff->object != NULL)
    review (task);
  else if (g_error_matches (cause, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_JSON))
    troupe_agent_convert_async (kickoff->agent, kickoff->outcome->text, kickoff->job->form,
                                kickoff->job->name, FALSE, &call, kickoff->inner, converted_cb,
                                g_object_ref (task));
  else
    {
      (void) troupe_agent_read_object (rules, kickoff->outcome->text, FALSE, &error);
      fail (task, error, TRUE);
    }
}

static void
tell_step (Kickoff *kickoff)
{
  g_autoptr (TroupeValue) step = NULL;
  TroupeMapBuilder fields;

  g_assert (kickoff != NULL);

  if (kickoff->step_func == NULL)
    return;
  troupe_map_builder_init (&fields);
  troupe_agent_events_add_text (&fields, "output", kickoff->output);
  troupe_agent_events_add_text (&fields, "text", kickoff->outcome->text);
  step = troupe_map_builder_end (&fields);
  kickoff->step_func (step, kickoff->step_data);
}

/* @outcome: (transfer full) */
static void
take_outcome (GTask *task, TroupeAgentOutcome *outcome)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  /* With tools the answer of a task is its text: who asked for it reads it. */
  TroupeSchema *rules = kickoff->job->is_task ? NULL : kickoff->job->rules;

  g_assert (G_IS_TASK (task));

  g_clear_pointer (&kickoff->outcome, troupe_agent_outcome_free);
  g_clear_pointer (&kickoff->object, troupe_value_unref);
  kickoff->outcome = outcome;
  if (*outcome->text == '\0')
    {
      fail (task,
            g_error_new (TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY,
                         /* Translators: the role of an agent */
                         _ ("The agent “%s” gave an empty answer."), kickoff->agent->role),
            FALSE);
      return;
    }
  g_free (kickoff->output);
  /* What Bedrock's models write by a schema stays as they wrote it. */
  kickoff->output = outcome->object != NULL && !kickoff->job->keeps_text &&
                            !troupe_agent_form_is_of (kickoff->agent->model, TROUPE_WIRE_BEDROCK)
                        ? troupe_value_to_json (outcome->object, TROUPE_JSON_COMPACT)
                        : g_strdup (outcome->text);
  tell_step (kickoff);
  /* Of an agent without tools the server was asked for it, and the loop has read it. */
  if (outcome->object != NULL)
    kickoff->object = troupe_value_ref (outcome->object);
  if (kickoff->object == NULL && rules != NULL)
    find_object (task, rules);
  else
    review (task);
}

/* --- The attempt ----------------------------------------------------------------------------- */

static void
ran_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Kickoff *kickoff = g_task_get_task_data (task);
  GError *error = NULL;
  TroupeAgentOutcome *outcome = troupe_agent_kit_run_finish (kickoff->kit, result, &error);

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

  g_assert (kickoff != NULL);

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
                                  troupe_agent_form_find (model, agent->settings));
      g_autoptr (TroupeValue) old = g_steal_pointer (&settings);

      settings = troupe_value_map_with (old, "response_format", format);
    }

  return g_steal_pointer (&settings);
}

/* Whether the model can be offered tools: OpenAI's names with `o1` cannot (doc/crew-semantics.md §13), and ours only
 * say words. Of others the server says so. */
static gboolean
takes_tools (Kickoff *kickoff)
{
  return troupe_llm_client_takes_tools (kickoff->client, kickoff->agent->model,
                                        kickoff->agent->settings);
}

/* @said: (element-type TroupeLlmMessage): all of the attempt so far */
static void
run_loop (GTask *task, GPtrArray *said)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeAgentDefinition *agent = kickoff->agent;
  gboolean has_tools = troupe_agent_tools_get_n (kickoff->tools) > 0;
  gboolean is_native = has_tools && takes_tools (kickoff);
  g_autoptr (TroupeValue) settings = make_settings (kickoff, has_tools);
  const char *stops[] = { troupe_prompt_get (TROUPE_PROMPT_OBSERVATION),
                          troupe_agent_get_response_tail (agent), NULL };
  TroupeValue *stream = troupe_agent_get (settings, "stream");
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
  setup.deadline_us = kickoff->deadline_us;
  troupe_agent_kit_run_async (kickoff->kit, &setup, kickoff->job, kickoff->input, kickoff->inner,
                              ran_cb, g_object_ref (task));
}

static void
run (GTask *task)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  gboolean has_tools = troupe_agent_tools_get_n (kickoff->tools) > 0;
  g_autofree char *skills = troupe_agent_kit_begin (kickoff->kit, kickoff->tools);
  g_autoptr (GPtrArray) said = NULL;

  g_assert (G_IS_TASK (task));

  g_clear_pointer (&kickoff->messages, troupe_value_unref);
  /* That it is a question was seen before anything began. */
  kickoff->messages =
      troupe_agent_make_messages (kickoff->agent, kickoff->input, has_tools ? kickoff->tools : NULL,
                                  takes_tools (kickoff), skills, NULL);
  said = troupe_llm_messages_from_value (kickoff->messages);
  kickoff->n_refused = 0;
  run_loop (task, said);
}

/* @error: (nullable) (transfer full): why the agent has no tools */
static void
begin_work (GTask *task, GError *error)
{
  Kickoff *kickoff = g_task_get_task_data (task);
  TroupeAgentNews news = make_news (kickoff);
  GError *limit = troupe_agent_definition_check_limits (kickoff->agent);

  g_assert (G_IS_TASK (task));

  troupe_agent_report_started (&news, kickoff->input,
                               kickoff->own != NULL ? kickoff->own : kickoff->given);
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

  /* One that is not offered is in nobody's way. */
  (void) troupe_agent_tools_describe_finish (TROUPE_AGENT_TOOLS (source), result, NULL);
  begin_work (task, NULL);
}

/* Tools of the agent's own that its task does without are told by their names all the same. */
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
  troupe_agent_tools_describe_async (own, kickoff->inner, own_described_cb, g_object_ref (task));
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

/* Whether equal calls are answered from what was given before: where the crew wants it, or the agent says so itself
 * (doc/crew-semantics.md §11.1). @owner: (out) (transfer none): whose cache it is */
static gboolean
has_cache (Kickoff *kickoff, const char **owner)
{
  TroupeValue *own = troupe_agent_get (kickoff->agent->fields, "cache");
  gboolean is_said = own != NULL && troupe_value_is (own, TROUPE_VALUE_BOOLEAN);
  gboolean of_crew = kickoff->shared != NULL && troupe_agent_shared_has_cache (kickoff->shared);

  g_assert (kickoff != NULL);

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
  /* By then the tools have their names, which are told. */
  if (troupe_agent_tools_get_n (kickoff->tools) > 0)
    troupe_agent_tools_describe_async (kickoff->tools, kickoff->inner, described_cb,
                                       g_object_ref (task));
  else
    describe_own (task);
}

/* What it may have read is there. */
static void
begin (GTask *task)
{
  Kickoff *kickoff = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  troupe_agent_kit_offer (kickoff->kit, &kickoff->given);
  begin_attempt (task);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Kickoff *kickoff = g_task_get_task_data (task);

  g_assert (G_IS_ASYNC_RESULT (result));

  troupe_agent_kit_load_finish (kickoff->kit, result, kickoff->context.bus, kickoff->around);
  begin (task);
}

/* --- The kickoff ----------------------------------------------------------------------------- */

/* The whole of it, with all calls of tools, takes no longer than the agent may. @cancellable: (nullable) */
static void
set_deadline (Kickoff *kickoff, GCancellable *cancellable)
{
  g_assert (kickoff != NULL);

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
  arm_deadline (kickoff);
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
  kickoff->own = call->own_tools != NULL ? g_ptr_array_ref (call->own_tools) : NULL;
  kickoff->input = troupe_value_ref (input);
  kickoff->job = job;
  kickoff->kit = troupe_agent_kit_new (agent, call);
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

  g_assert (self != NULL);

  if (unsupported == NULL && call->tools == NULL &&
      *troupe_agent_definition_get_tools (self) != NULL)
    /* Translators: the role of an agent */
    unsupported = g_strdup_printf (_ ("The agent “%s” has tools, and was given none."), self->role);
  if (unsupported != NULL)
    {
      g_set_error_literal (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_UNSUPPORTED, unsupported);
      return FALSE;
    }
  if (call->step_func == NULL && troupe_agent_get (self->fields, "step_callback") != NULL)
    {
      g_set_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_UNSUPPORTED,
                   /* Translators: the role of an agent */
                   _ ("The agent “%s” has a step_callback, which nobody calls here."), self->role);
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
  if (troupe_agent_kit_needs_loading (kickoff->kit))
    troupe_agent_kit_load_async (kickoff->kit, kickoff->context.folder, kickoff->inner, loaded_cb,
                                 g_object_ref (task));
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
