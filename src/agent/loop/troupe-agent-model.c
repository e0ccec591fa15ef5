/* troupe-agent-model.c: model client of an agent: requests, events, usage, rate limit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-model"

#include "config.h"

#include "troupe-agent-call-fields.h"
#include "troupe-agent-events.h"
#include "troupe-agent-form.h"
#include "troupe-agent-message-list.h"
#include "troupe-agent-model-hooks.h"
#include "troupe-agent-model.h"
#include "troupe-agent-reply.h"
#include "troupe-agent-request.h"
#include "troupe-agent-shared.h"
#include "troupe-agent-tool-events.h"
#include "troupe-cancel.h"
#include "troupe-llm-gate.h"
#include "troupe-llm-models.h"

/* Maximum number of times that a rate-limited call is sent, and the first pause in milliseconds. */
#define TIMES_MOST 3u
#define PAUSE_MS 1000.0
/* Maximum number of tool results that are sent back within one call. */
#define TAKEN_MOST 8u

/* @pace: rate limit of the crew, or else @own_pace */
struct _TroupeAgentModel
{
  GObject parent_instance;

  TroupeLlmClient *client;
  TroupeEventBus *bus; /* (nullable) */
  TroupeScope *scope;  /* (nullable) */
  char *taking_tool;   /* (nullable) */
  char *role;          /* (nullable) */
  char *title;         /* (nullable) */
  char *model;
  char *name;
  TroupeValue *settings;      /* (nullable): with the stop sequences */
  TroupeSchema *answer_rules; /* (nullable) */
  TroupeAgentValidateFunc validate_func;
  gpointer validate_data;
  TroupeLlmUsage *usage;      /* (nullable) */
  gboolean stream;
  gboolean keeps_misfit;
  gboolean is_conversion;
  gboolean is_format_refused; /* the server does not support `response_format` */
  gint64 deadline_us;
  TroupeAgentHooks hooks;    /* with a reference to its `about` */
  TroupeAgentShared *shared; /* (nullable) */
  TroupeAgentRateLimit own_pace;
  TroupeAgentRateLimit *pace;
};

G_DEFINE_FINAL_TYPE (TroupeAgentModel, troupe_agent_model, G_TYPE_OBJECT)

/* One call. @scope: scope of the latest transmission; @n_times: number of times that the request
 * was sent; @object: (nullable): the validated answer; @answer: (nullable): the answer while its
 * object is validated by a class; @n_taken: number of results sent back
 * within the call; @is_plain: whether the response format was dropped; @unreported: usage of earlier
 * answers within the call, which have no event of their own */
typedef struct
{
  TroupeAgentModel *model;
  TroupeLlmRequest *request;
  TroupeScope *scope;
  TroupeValue *object;
  TroupeLlmAnswer *answer;
  guint n_times;
  guint n_taken;
  gboolean is_plain;
  TroupeLlmUsage unreported;
} Call;

static void
call_free (gpointer data)
{
  Call *call = data;

  g_assert (call != NULL);

  troupe_llm_request_free (call->request);
  g_clear_pointer (&call->scope, troupe_scope_unref);
  g_clear_pointer (&call->object, troupe_value_unref);
  g_clear_pointer (&call->answer, troupe_llm_answer_free);
  g_object_unref (call->model);
  g_free (call);
}

/* --- Events ---------------------------------------------------------------------------------- */

static void
begin_fields (TroupeAgentModel *self, TroupeMapBuilder *fields)
{
  g_assert (TROUPE_IS_AGENT_MODEL (self));

  troupe_agent_events_begin (fields, self->role);
  troupe_agent_events_add_text (fields, "task_name", self->title);
  troupe_agent_events_add_text (fields, "model", self->name);
}

static void
delta_cb (const TroupeLlmDelta *delta, gpointer user_data)
{
  Call *call = user_data;
  TroupeAgentModel *self = call->model;
  gboolean is_call = delta->type == TROUPE_LLM_PART_TOOL_CALL;
  const gboolean is_thought = delta->type == TROUPE_LLM_PART_REASONING;
  TroupeMapBuilder fields;

  g_assert (TROUPE_IS_AGENT_MODEL (self));

  if (!troupe_agent_events_are_watched (self->bus) ||
      (!is_call && !is_thought && delta->type != TROUPE_LLM_PART_TEXT))
    return;
  /* As in CrewAI, only the thoughts of Gemini's models are reported. */
  if (is_thought && !troupe_agent_form_is_of (call->request->model, TROUPE_WIRE_GEMINI))
    return;

  begin_fields (self, &fields);
  if (!is_thought)
    troupe_agent_events_add_text (&fields, "call_type", is_call ? "tool_call" : "llm_call");
  troupe_map_builder_add (&fields, "chunk",
                          troupe_value_new_string (delta->text, (gssize) delta->length));
  troupe_agent_events_emit (
      self->bus, is_thought ? TROUPE_EVENT_LLM_THINKING_CHUNK : TROUPE_EVENT_LLM_STREAM_CHUNK,
      call->scope, &fields);
}

static void
wait_cb (const char *service, gint64 wait_ms, gpointer user_data)
{
  Call *call = user_data;
  TroupeAgentModel *self = call->model;
  TroupeMapBuilder fields;

  g_assert (TROUPE_IS_AGENT_MODEL (self));

  if (!troupe_agent_events_are_watched (self->bus))
    return;

  begin_fields (self, &fields);
  if (service != NULL)
    troupe_agent_events_add_text (&fields, "service", service);
  troupe_map_builder_add (&fields, "seconds", troupe_value_new_double ((double) wait_ms / 1000.0));
  troupe_agent_events_emit (self->bus, TROUPE_EVENT_LLM_CALL_WAITING, call->scope, &fields);
}

/* Returns the call of @taking_tool, which only returns the arguments written by the model.
 * (transfer none) (nullable) */
static const TroupeLlmPart *
find_taken (TroupeAgentModel *self, const TroupeLlmAnswer *answer)
{
  for (guint i = 0; self->taking_tool != NULL && i < answer->message->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (answer->message->parts, i);

      if (part->type == TROUPE_LLM_PART_TOOL_CALL && g_strcmp0 (part->name, self->taking_tool) == 0)
        return part;
    }
  return NULL;
}

static void
emit_finished (TroupeAgentModel *self, Call *call, const TroupeLlmAnswer *answer)
{
  const TroupeLlmPart *taken = find_taken (self, answer);
  TroupeMapBuilder fields;

  g_assert (TROUPE_IS_AGENT_MODEL (self));

  if (!troupe_agent_events_are_watched (self->bus))
    return;

  if (taken != NULL)
    {
      /* Emits the tool's events before the end of the model's call, as in CrewAI. */
      g_autoptr (TroupeScope) scope =
          troupe_scope_new (TROUPE_SCOPE_TOOL_CALL, call->scope, NULL, taken->name);
      g_autoptr (TroupeValue) arguments = troupe_value_from_json (taken->text, -1, NULL);
      const TroupeAgentToolReporter news = { .bus = self->bus,
                                             .agent = self->scope,
                                             .scope = scope,
                                             .role = self->role,
                                             .title = self->title,
                                             .name = taken->name,
                                             .text = taken->text,
                                             .arguments = arguments };

      troupe_agent_tool_events_tell_started (&news);
      troupe_agent_tool_events_tell_finished (&news, taken->text, TROUPE_AGENT_FAILURE_NONE);
    }
  begin_fields (self, &fields);
  troupe_agent_call_fields_add_answer (&fields, answer, taken != NULL);
  troupe_agent_call_fields_add_usage (&fields, answer, &call->unreported);
  troupe_agent_events_emit (self->bus, TROUPE_EVENT_LLM_CALL_FINISHED, call->scope, &fields);
}

/* @answer: (nullable): the answer that was rejected */
static void
tell_failed (Call *call, const char *kind, const GError *error, const TroupeLlmAnswer *answer)
{
  TroupeAgentModel *self = call->model;
  TroupeMapBuilder fields;

  if (!troupe_agent_events_are_watched (self->bus))
    return;
  begin_fields (self, &fields);
  troupe_agent_events_add_error (&fields, kind, error);
  if (answer != NULL)
    troupe_agent_call_fields_add_usage (&fields, answer, &call->unreported);
  troupe_agent_events_emit (self->bus, TROUPE_EVENT_LLM_CALL_FAILED, call->scope, &fields);
}

/* @error: (transfer full) */
static void
fail (GTask *task, const char *kind, GError *error)
{
  g_assert (G_IS_TASK (task));

  tell_failed (g_task_get_task_data (task), kind, error, NULL);
  g_task_return_error (task, error);
}

/* Ends a call whose answer is rejected. The answer counts for the run and its cost, because it was
 * charged for. @is_counted: whether it also counts for the agent; @error: (transfer full) */
static void
reject (GTask *task,
        const TroupeLlmAnswer *answer,
        gboolean is_counted,
        const char *kind,
        GError *error)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentModel *self = call->model;

  g_assert (G_IS_TASK (task));

  if (is_counted && self->usage != NULL)
    troupe_llm_usage_add (self->usage, &answer->usage);
  else
    troupe_llm_client_report_usage (self->client, &answer->usage);
  tell_failed (call, kind, error, answer);
  g_task_return_error (task, error);
}

/* --- Calls ----------------------------------------------------------------------------------- */

/* Handles an invalid answer. Returns FALSE if the call has failed. If invalid answers are kept,
 * the answer is the text. @error: (transfer full) */
static gboolean
take_misfit (GTask *task, const TroupeLlmAnswer *answer, GError *error)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentModel *self = call->model;

  g_assert (G_IS_TASK (task));

  if (self->keeps_misfit)
    {
      g_error_free (error);
      return TRUE;
    }
  /* As in CrewAI, the tokens that an agent reports do not include such an answer of a chat
   * completion. */
  reject (task, answer, !troupe_agent_reply_is_read_by_client (call->request), "output", error);
  return FALSE;
}

/* Parses the structured answer. If a class validates it, that class decides, because it may
 * accept what the schema does not. Returns FALSE if it is invalid and the call has failed. */
static gboolean
read_form (GTask *task, TroupeLlmAnswer *answer)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentModel *self = call->model;
  /* Other servers may ignore the schema. */
  const gboolean is_bare =
      troupe_llm_client_is_openai (self->client, call->request->model, call->request->settings);
  g_autoptr (TroupeValue) raw = NULL;
  GError *error = NULL;
  const gboolean fits = troupe_agent_reply_read (call->request, answer, self->answer_rules, is_bare,
                                                 &call->object, &error);

  g_assert (G_IS_TASK (task));

  if (self->validate_func != NULL)
    raw = troupe_value_from_json (answer->content, -1, NULL);
  if (raw != NULL && (fits || g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID)))
    {
      g_clear_error (&error);
      g_clear_pointer (&call->object, troupe_value_unref);
      call->object = g_steal_pointer (&raw);
      return TRUE;
    }
  return fits || take_misfit (task, answer, error);
}

static void pause_and_send (GTask *task, guint milliseconds);
static void put (GTask *task);
static void send (GTask *task);

/* Returns TRUE if the complete call, including the client's retries, is repeated and reported as
 * a new call. This is the case for a rate-limited call, even if the error occurs at the end of a
 * stream. A call is sent at most three times (doc/crew-semantics.md §13). */
static gboolean
is_throttled (Call *call, const GError *error)
{
  return g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_RATE_LIMIT) &&
         call->n_times < TIMES_MOST;
}

/* For Bedrock, an exceeded context window is not reported, because the agent handles it. */
static gboolean
is_silent (Call *call, const GError *error)
{
  return troupe_agent_form_is_of (call->request->model, TROUPE_WIRE_BEDROCK) &&
         troupe_llm_error_get_overflow (error) == TROUPE_LLM_OVERFLOW_KNOWN;
}

/* Returns the pause before the call is repeated, which is twice as long as the client's pause. */
static guint
get_pause (Call *call)
{
  TroupeValue *delay = troupe_value_get_member (call->request->settings, "retry_delay_ms");
  double first_ms = PAUSE_MS;

  if (delay != NULL && troupe_value_is (delay, TROUPE_VALUE_INTEGER))
    first_ms = 2.0 * (double) troupe_value_get_integer (delay);

  return (guint) CLAMP (first_ms * (double) (1u << (call->n_times - 1)), 0.0, 60000.0);
}

/* Like CrewAI's client for Bedrock, sends the tool's result back and asks again within the same
 * call. Returns FALSE if there is no such result, or if too many results were sent back. */
static gboolean
take_back (Call *call, const TroupeLlmAnswer *answer)
{
  const TroupeLlmPart *taken = find_taken (call->model, answer);
  g_autoptr (TroupeValue) arguments = NULL;
  g_autofree char *text = NULL;
  TroupeLlmPart *part = NULL;
  TroupeLlmMessage *message = NULL;
  GPtrArray *said = NULL;

  if (taken == NULL || call->n_taken >= TAKEN_MOST ||
      !troupe_agent_form_is_of (call->request->model, TROUPE_WIRE_BEDROCK))
    return FALSE;

  call->n_taken++;
  arguments = troupe_value_from_json (taken->text, -1, NULL);
  text = arguments != NULL ? troupe_value_to_json (arguments, TROUPE_JSON_SPACED)
                           : g_strdup (taken->text);
  part = troupe_llm_part_new (TROUPE_LLM_PART_TOOL_RESULT, text);
  part->id = g_strdup (taken->id);
  part->name = g_strdup (taken->name);
  message = troupe_llm_message_new (TROUPE_LLM_ROLE_TOOL);
  troupe_llm_message_add (message, part);
  said = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  for (guint i = 0; i < call->request->messages->len; i++)
    g_ptr_array_add (said, troupe_llm_message_ref (g_ptr_array_index (call->request->messages, i)));
  g_ptr_array_add (said, troupe_llm_message_ref (answer->message));
  g_ptr_array_add (said, message);
  g_ptr_array_unref (call->request->messages);
  call->request->messages = said;

  return TRUE;
}

/* Like CrewAI's client for chat completions, asks again for plain text within the same call if a
 * structured answer is empty. Returns FALSE if that is not necessary. */
static gboolean
ask_plainly (Call *call, const TroupeLlmAnswer *answer)
{
  TroupeAgentModel *self = call->model;
  TroupeValue *plain = NULL;

  if (self->answer_rules == NULL || call->is_plain ||
      !troupe_agent_reply_is_unsaid (call->request, answer))
    return FALSE;

  call->is_plain = TRUE;
  plain = troupe_agent_settings_without (call->request->settings, "response_format");
  troupe_value_unref (call->request->settings);
  call->request->settings = plain;
  if (self->usage != NULL)
    troupe_llm_usage_add (self->usage, &answer->usage);
  if (!answer->is_restored)
    troupe_llm_usage_add (&call->unreported, &answer->usage);

  return TRUE;
}

/* Asks once more without `response_format` if the server rejected it, within the same call. OpenAI's
 * own servers support it for all models of which CrewAI requests it. Returns FALSE if that is not
 * the case. */
static gboolean
ask_without_format (Call *call, const GError *error)
{
  TroupeAgentModel *self = call->model;

  if (self->answer_rules == NULL || !troupe_llm_error_refuses_format (error) ||
      troupe_llm_client_is_openai (self->client, call->request->model, call->request->settings) ||
      !troupe_agent_request_drop_format (call->request))
    return FALSE;
  self->is_format_refused = TRUE;

  return TRUE;
}

/* Lets the fallback of the model take over if the model fails permanently, for this call and all
 * later ones. Returns FALSE if there is none, or if the error can be handled with the same model. */
static gboolean
fall_back (GTask *task, const GError *error)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentModel *self = call->model;
  TroupeLlmRequest *request = call->request;

  g_assert (G_IS_TASK (task));

  if (!troupe_llm_error_is_outage (error) || troupe_llm_error_refuses_tools (error) ||
      troupe_llm_error_get_overflow (error) != TROUPE_LLM_OVERFLOW_NONE ||
      !troupe_agent_request_fall_back (request))
    return FALSE;

  tell_failed (call, "provider", error, NULL);
  g_clear_pointer (&self->settings, troupe_value_unref);
  self->settings = troupe_value_ref (request->settings);
  troupe_set_str (&self->model, request->model);
  g_free (self->name);
  self->name = troupe_llm_model_get_name (request->model, request->settings);
  self->is_format_refused = FALSE;
  call->n_times = 0;
  send (task);

  return TRUE;
}

static void
call_hooks (GTask *task, const char *response, TroupeAgentHookedFunc func)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentModel *self = call->model;
  const TroupeAgentModelHooks hooks = { .hooks = self->hooks,
                                        .bus = self->bus,
                                        .scope = self->scope,
                                        .role = self->role,
                                        .model = self->name,
                                        .iterations = -1 };

  g_assert (G_IS_TASK (task));

  troupe_agent_model_hooks_call (&hooks, call->request->messages, response,
                                 g_task_get_cancellable (task), func, g_object_ref (task));
}

/* The hooks may have changed the text. */
static void
after_hooked_cb (TroupeValue *hooked, GError *error, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Call *call = g_task_get_task_data (task);
  g_autoptr (TroupeLlmAnswer) answer = g_steal_pointer (&call->answer);
  const char *text = troupe_agent_hooks_get_text (hooked, "response");

  g_assert (G_IS_TASK (task));

  if (error == NULL)
    error = troupe_agent_model_hooks_take_error (hooked);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (text != NULL)
    {
      g_free (answer->content);
      answer->content = g_strdup (text);
    }
  g_task_return_pointer (task, g_steal_pointer (&answer), (GDestroyNotify) troupe_llm_answer_free);
}

/* As in CrewAI, neither an object nor a call of a tool is passed to hooks. */
static gboolean
is_hooked (Call *call, const TroupeLlmAnswer *answer)
{
  return troupe_agent_hooks_exist (&call->model->hooks) && call->object == NULL &&
         answer->content != NULL && *answer->content != '\0' &&
         !troupe_llm_message_has (answer->message, TROUPE_LLM_PART_TOOL_CALL);
}

/* Ends the call with its answer, or sends it again. @answer: (transfer full) */
static void
take_answer (GTask *task, TroupeLlmAnswer *answer)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentModel *self = call->model;

  g_assert (G_IS_TASK (task));

  if (self->usage != NULL)
    troupe_llm_usage_add (self->usage, &answer->usage);
  emit_finished (self, call, answer);
  if (take_back (call, answer))
    {
      troupe_llm_answer_free (answer);
      put (task);
      return;
    }
  if (!is_hooked (call, answer))
    {
      g_task_return_pointer (task, answer, (GDestroyNotify) troupe_llm_answer_free);
      return;
    }
  call->answer = answer;
  call_hooks (task, answer->content, after_hooked_cb);
}

static void
validated_cb (TroupeValue *object, GError *error, gpointer validated_data)
{
  g_autoptr (GTask) task = validated_data;
  Call *call = g_task_get_task_data (task);
  g_autoptr (TroupeLlmAnswer) answer = g_steal_pointer (&call->answer);

  g_assert (G_IS_TASK (task));

  g_clear_pointer (&call->object, troupe_value_unref);
  call->object = object;
  /* Everything that follows shows the answer as the class has changed it. */
  if (object != NULL && !troupe_agent_form_is_of (call->request->model, TROUPE_WIRE_BEDROCK))
    {
      g_free (answer->content);
      answer->content = troupe_value_to_json (object, TROUPE_JSON_COMPACT);
    }
  if (error != NULL && error->domain != TROUPE_LLM_ERROR)
    reject (task, answer, FALSE, "script", error);
  else if (error == NULL || take_misfit (task, answer, error))
    take_answer (task, g_steal_pointer (&answer));
}

static void
completed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Call *call = g_task_get_task_data (task);
  TroupeAgentModel *self = call->model;
  g_autoptr (TroupeLlmAnswer) answer = NULL;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  answer = troupe_llm_client_complete_finish (TROUPE_LLM_CLIENT (source), result, &error);
  if (answer == NULL && is_throttled (call, error))
    {
      tell_failed (call, "provider", error, NULL);
      g_error_free (error);
      pause_and_send (task, get_pause (call));
      return;
    }
  if (answer == NULL && ask_without_format (call, error))
    {
      g_error_free (error);
      put (task);
      return;
    }
  if (answer == NULL && fall_back (task, error))
    {
      g_error_free (error);
      return;
    }
  if (answer == NULL && is_silent (call, error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (answer == NULL)
    {
      /* An error of another domain means that a limit of the run prevented the call. */
      fail (task, error->domain == TROUPE_LLM_ERROR ? "provider" : "limit", error);
      return;
    }

  troupe_agent_reply_fill_arguments (call->request, answer);
  if (ask_plainly (call, answer))
    {
      put (task);
      return;
    }
  /* As in CrewAI, an invalid answer makes the call fail, and not only the agent. */
  if (self->answer_rules != NULL && !call->is_plain && !read_form (task, answer))
    return;
  if (self->validate_func == NULL || call->object == NULL)
    {
      take_answer (task, g_steal_pointer (&answer));
      return;
    }
  call->answer = g_steal_pointer (&answer);
  self->validate_func (call->object, g_task_get_cancellable (task), validated_cb,
                       g_object_ref (task), self->validate_data);
}

/* The hooks may have changed the messages, or forbidden the request. */
static void
before_hooked_cb (TroupeValue *hooked, GError *error, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Call *call = g_task_get_task_data (task);
  GPtrArray *messages = NULL;

  g_assert (G_IS_TASK (task));

  if (error == NULL)
    error = troupe_agent_model_hooks_take_error (hooked);
  if (error != NULL)
    {
      fail (task, "hook", error);
      return;
    }
  messages = troupe_agent_model_hooks_take_messages (hooked, call->request->messages);
  if (messages != NULL)
    {
      g_ptr_array_unref (call->request->messages);
      call->request->messages = messages;
    }
  put (task);
}

static void
send (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentModel *self = call->model;

  g_assert (G_IS_TASK (task));

  call->n_times++;
  g_clear_pointer (&call->scope, troupe_scope_unref);
  call->scope = troupe_scope_new (TROUPE_SCOPE_MODEL_CALL, self->scope, NULL, self->name);
  g_assert (TROUPE_IS_AGENT_MODEL (self));
  if (troupe_agent_events_are_watched (self->bus))
    {
      gint64 most;
      TroupeMapBuilder fields;

      most = troupe_llm_client_get_most_tokens (self->client, call->request->model,
                                                call->request->settings);
      begin_fields (self, &fields);
      troupe_agent_call_fields_add_request (&fields, call->request, most);
      troupe_agent_events_emit (self->bus, TROUPE_EVENT_LLM_CALL_STARTED, call->scope, &fields);
    }
  if (troupe_agent_hooks_exist (&self->hooks))
    call_hooks (task, NULL, before_hooked_cb);
  else
    put (task);
}

/* Sends the request without an event. */
static void
put (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  TroupeAgentModel *self = call->model;

  g_assert (G_IS_TASK (task));

  self->pace->n_sent++;
  troupe_llm_client_complete_async (self->client, call->request, delta_cb, call,
                                    g_task_get_cancellable (task), completed_cb,
                                    g_object_ref (task));
}

static void wait_for (GTask *task, gint64 wait_us);

static void
pause_and_send (GTask *task, guint milliseconds)
{
  g_assert (G_IS_TASK (task));

  wait_for (task, (gint64) milliseconds * 1000);
}

static gboolean
minute_passed_cb (gpointer user_data)
{
  GTask *task = user_data;
  Call *call = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (!g_task_return_error_if_cancelled (task))
    {
      /* Other agents may have waited for the same minute. */
      gint64 wait_us = troupe_agent_rate_limit_get_wait (call->model->pace);

      if (wait_us > 0)
        wait_for (task, wait_us);
      else
        send (task);
    }

  return G_SOURCE_REMOVE;
}

/* Waits until @wait_us microseconds have passed or the call is cancelled. */
static void
wait_for (GTask *task, gint64 wait_us)
{
  GCancellable *cancellable = g_task_get_cancellable (task);
  g_autoptr (GSource) source = g_timeout_source_new ((guint) (wait_us / 1000 + 1));

  g_assert (G_IS_TASK (task));

  if (cancellable != NULL)
    {
      g_autoptr (GSource) cancel =
          troupe_cancel_source_new (cancellable, g_task_get_context (task));

      g_source_add_child_source (source, cancel);
    }
  g_source_set_callback (source, minute_passed_cb, g_object_ref (task), g_object_unref);
  g_source_attach (source, g_task_get_context (task));
}

void
troupe_agent_model_ask_async (TroupeAgentModel *self,
                              GPtrArray *messages,
                              GPtrArray *specs,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Call *call = NULL;
  gint64 wait_us;

  g_return_if_fail (TROUPE_IS_AGENT_MODEL (self));
  g_return_if_fail (messages != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_model_ask_async);
  g_task_set_check_cancellable (task, FALSE);
  call = g_new0 (Call, 1);
  call->model = g_object_ref (self);
  call->request = troupe_llm_request_new (self->model, messages);
  call->request->settings = self->settings != NULL ? troupe_value_ref (self->settings) : NULL;
  call->request->tools = specs != NULL && specs->len > 0 ? g_ptr_array_ref (specs) : NULL;
  call->request->scope = self->scope != NULL ? troupe_scope_ref (self->scope) : NULL;
  call->request->stream = self->stream;
  call->request->is_conversion = self->is_conversion;
  call->request->deadline_us = self->deadline_us;
  call->request->on_wait = wait_cb;
  call->request->wait_data = call;
  if (self->is_format_refused)
    troupe_agent_request_drop_format (call->request);
  g_task_set_task_data (task, call, call_free);

  wait_us = troupe_agent_rate_limit_get_wait (self->pace);
  if (wait_us > 0)
    wait_for (task, wait_us);
  else
    send (task);
}

TroupeLlmAnswer *
troupe_agent_model_ask_finish (TroupeAgentModel *self,
                               GAsyncResult *result,
                               TroupeValue **object,
                               GError **error)
{
  Call *call = NULL;

  g_return_val_if_fail (TROUPE_IS_AGENT_MODEL (self) && g_task_is_valid (result, self), NULL);

  call = g_task_get_task_data (G_TASK (result));
  *object = g_steal_pointer (&call->object);

  return g_task_propagate_pointer (G_TASK (result), error);
}

gboolean
troupe_agent_model_asked_plainly (TroupeAgentModel *self, GAsyncResult *result)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_MODEL (self) && g_task_is_valid (result, self), FALSE);

  return ((Call *) g_task_get_task_data (G_TASK (result)))->is_plain;
}

gboolean
troupe_agent_model_refuses_tools (const GError *error)
{
  return troupe_llm_error_refuses_tools (error);
}

/* --- Construction ----------------------------------------------------------------------------- */

const char *
troupe_agent_model_get_name (TroupeAgentModel *self)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_MODEL (self), NULL);

  return self->name;
}

TroupeSecret *
troupe_agent_model_get_secret (TroupeAgentModel *self)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_MODEL (self), NULL);

  return troupe_redactor_get_secret (troupe_event_bus_get_redactor (self->bus));
}

void
troupe_agent_model_name_error (TroupeAgentModel *self, GError *error)
{
  g_autofree char *usual = NULL;

  g_return_if_fail (TROUPE_IS_AGENT_MODEL (self) && error != NULL);

  usual = self->model == NULL ? troupe_llm_client_get_default_model (self->client) : NULL;
  troupe_llm_error_name (error, self->model != NULL ? self->model : usual, self->settings);
}

void
troupe_agent_model_advise_misfit (TroupeAgentModel *self, GError *error)
{
  g_return_if_fail (TROUPE_IS_AGENT_MODEL (self) && error != NULL);

  troupe_agent_advise_misfit (error, self->model, self->settings);
}

void
troupe_agent_model_set_hooks (TroupeAgentModel *self, const TroupeAgentHooks *hooks)
{
  g_return_if_fail (TROUPE_IS_AGENT_MODEL (self) && hooks != NULL);

  if (hooks->about != NULL)
    troupe_value_ref (hooks->about);
  g_clear_pointer (&self->hooks.about, troupe_value_unref);
  self->hooks = *hooks;
}

void
troupe_agent_model_forget_who (TroupeAgentModel *self)
{
  g_return_if_fail (TROUPE_IS_AGENT_MODEL (self));

  g_clear_pointer (&self->role, g_free);
  g_clear_pointer (&self->title, g_free);
}

TroupeAgentModel *
troupe_agent_model_new (const TroupeAgentLoopSetup *setup)
{
  TroupeAgentModel *self = NULL;
  g_autofree char *model = NULL;

  g_return_val_if_fail (setup != NULL && TROUPE_IS_LLM_CLIENT (setup->client), NULL);

  self = g_object_new (TROUPE_TYPE_AGENT_MODEL, NULL);
  self->client = g_object_ref (setup->client);
  self->bus = setup->bus != NULL ? troupe_event_bus_ref (setup->bus) : NULL;
  self->scope = setup->scope != NULL ? troupe_scope_ref (setup->scope) : NULL;
  self->role = g_strdup (setup->role);
  self->title = g_strdup (setup->title);
  self->model = g_strdup (setup->model);
  model = setup->model != NULL ? g_strdup (setup->model)
                               : troupe_llm_client_get_default_model (setup->client);
  self->name = troupe_llm_model_get_name (model, setup->settings);
  self->settings = troupe_agent_request_add_stops (setup->model, setup->settings, setup->stops);
  self->answer_rules = setup->answer_rules != NULL ? troupe_schema_ref (setup->answer_rules) : NULL;
  self->validate_func = setup->validate_func;
  self->validate_data = setup->validate_data;
  self->usage = setup->usage;
  self->stream = setup->stream;
  self->keeps_misfit = setup->keeps_misfit;
  self->is_conversion = setup->is_conversion;
  self->deadline_us = setup->deadline_us;
  self->taking_tool = g_strdup (setup->taking_tool);
  troupe_agent_model_set_hooks (self, &setup->hooks);
  self->own_pace.most = setup->max_rpm;
  self->pace = &self->own_pace;
  if (setup->shared != NULL)
    {
      self->shared = troupe_agent_shared_ref (setup->shared);
      if (troupe_agent_shared_get_pace (self->shared) != NULL)
        self->pace = troupe_agent_shared_get_pace (self->shared);
    }

  return self;
}

static void
troupe_agent_model_finalize (GObject *object)
{
  TroupeAgentModel *self = TROUPE_AGENT_MODEL (object);

  g_assert (TROUPE_IS_AGENT_MODEL (self));

  g_clear_object (&self->client);
  g_clear_pointer (&self->bus, troupe_event_bus_unref);
  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_clear_pointer (&self->settings, troupe_value_unref);
  g_clear_pointer (&self->answer_rules, troupe_schema_unref);
  g_clear_pointer (&self->shared, troupe_agent_shared_unref);
  g_clear_pointer (&self->hooks.about, troupe_value_unref);
  g_free (self->taking_tool);
  g_free (self->role);
  g_free (self->title);
  g_free (self->model);
  g_free (self->name);

  G_OBJECT_CLASS (troupe_agent_model_parent_class)->finalize (object);
}

static void
troupe_agent_model_class_init (TroupeAgentModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_agent_model_finalize;
}

static void
troupe_agent_model_init (TroupeAgentModel *self)
{
  g_assert (TROUPE_IS_AGENT_MODEL (self));
}
