/* troupe-llm-client.c: LLM client of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-client"

#include "config.h"

#include "troupe-http-shards.h"
#include "troupe-limits.h"
#include "troupe-llm-call.h"
#include "troupe-llm-count.h"
#include "troupe-llm-gate.h"
#include "troupe-llm-models.h"
#include "troupe-llm-prices.h"
#include "troupe-llm-redact.h"
#include "troupe-llm-replay.h"

struct _TroupeLlmClient
{
  GObject parent_instance;

  SoupSession *session;              /* (nullable): created by the first network call */
  TroupeLlmLimits *limits;           /* (nullable): created by the first network call */
  TroupeLlmEnvironment *environment; /* (nullable): NULL uses g_getenv() */
  TroupeLlmPrices *prices;           /* (nullable): NULL if no price is known */
  TroupeLlmProvider *web;
  TroupeLlmProvider *mock;
  TroupeLlmProvider *made;   /* (nullable) */
  const TroupeLlmGate *gate; /* (nullable) */
  gpointer gate_data;
  gboolean streams;
  gint64 deadline_us;
  TroupeRedactor *redactor; /* (nullable) */
  TroupeRecorder *recorder; /* (nullable) */
  char *only_model;         /* (nullable) */
};

G_DEFINE_FINAL_TYPE (TroupeLlmClient, troupe_llm_client, G_TYPE_OBJECT)

/* Adds the cost of the model that was called. Where the URL names the model, that of the parameters has no effect, so that the
 * higher one of the two prices counts. @model: (nullable) */
static void
add_cost (TroupeLlmClient *self, const char *model, TroupeValue *settings, TroupeLlmUsage *usage)
{
  g_autofree char *called = model != NULL ? troupe_llm_model_get_called (model, settings) : NULL;
  gint64 own = 0;

  g_assert (TROUPE_IS_LLM_CLIENT (self));

  usage->unpriced = 0;
  if (self->prices == NULL || called == NULL ||
      !troupe_llm_prices_get_cost (self->prices, called, usage, &usage->micro_dollars) ||
      !troupe_llm_prices_get_cost (self->prices, model, usage, &own))
    {
      usage->unpriced = usage->requests;
      return;
    }
  usage->saved_micro_dollars =
      troupe_llm_prices_get_saved (self->prices, own > usage->micro_dollars ? model : called,
                                   usage);
  usage->micro_dollars = MAX (usage->micro_dollars, own);
}

static void
answered_cb (TroupeLlmCall *call, TroupeLlmAnswer *answer, gpointer source)
{
  TroupeLlmClient *self = TROUPE_LLM_CLIENT (source);

  g_assert (TROUPE_IS_LLM_CLIENT (self));

  add_cost (self, troupe_llm_call_get_model (call), troupe_llm_call_get_request (call)->settings,
            &answer->usage);
  if (self->redactor != NULL)
    {
      g_autoptr (TroupeSecret) secret = troupe_redactor_get_secret (self->redactor);

      troupe_llm_answer_hide (answer, secret);
    }
  if (self->gate != NULL)
    self->gate->answered (troupe_llm_call_get_request (call), answer, self->gate_data);
}

/* Called when the gate has permitted, answered or refused the call. Takes ownership of
 * @user_data, a task. */
static void
opened_cb (TroupeLlmAnswer *answer, GError *error, gpointer user_data)
{
  GTask *task = user_data;

  g_assert (G_IS_TASK (task));

  if (answer != NULL)
    g_task_return_pointer (task, answer, (GDestroyNotify) troupe_llm_answer_free);
  if (error != NULL)
    g_task_return_error (task, error);
  if (answer != NULL || error != NULL)
    {
      g_object_unref (task);
      return;
    }
  troupe_llm_call_begin (task, ((TroupeLlmClient *) g_task_get_source_object (task))->deadline_us);
}

/* --- Client ----------------------------------------------------------------------------------- */

/**
 * troupe_llm_session_new:
 * @connections: the maximum number of connections, in total and to one host
 *
 * Returns: (transfer full): a session that clients can share
 */
SoupSession *
troupe_llm_session_new (guint connections)
{
  g_return_val_if_fail (connections > 0, NULL);

  return troupe_http_shards_new (connections);
}

/* Creates the session and the limits on demand, so that a run without network calls opens no
 * session. */
static void
need_connections (TroupeLlmClient *self)
{
  g_assert (TROUPE_IS_LLM_CLIENT (self));

  if (self->session == NULL)
    self->session = troupe_llm_session_new (TROUPE_LIMIT_CONNECTIONS);
  if (self->limits == NULL)
    self->limits = troupe_llm_limits_new ();
}

static TroupeLlmProvider *
get_provider (TroupeLlmClient *self, TroupeProviderWire wire)
{
  g_assert (TROUPE_IS_LLM_CLIENT (self));

  if (wire == TROUPE_WIRE_MOCK)
    {
      if (self->mock == NULL)
        self->mock = troupe_mock_provider_new ();
      return self->mock;
    }

  need_connections (self);
  if (self->web == NULL)
    self->web = troupe_web_provider_new (self->session, self->environment, self->limits,
                                         self->redactor);

  return self->web;
}

static void
troupe_llm_client_dispose (GObject *object)
{
  TroupeLlmClient *self = TROUPE_LLM_CLIENT (object);

  g_assert (TROUPE_IS_LLM_CLIENT (self));

  g_clear_object (&self->web);
  g_clear_object (&self->mock);
  g_clear_object (&self->made);
  g_clear_object (&self->session);
  g_clear_pointer (&self->limits, troupe_llm_limits_unref);
  g_clear_pointer (&self->environment, troupe_llm_environment_unref);
  g_clear_pointer (&self->prices, troupe_llm_prices_unref);
  g_clear_pointer (&self->redactor, troupe_redactor_unref);
  g_clear_pointer (&self->recorder, troupe_recorder_unref);
  g_clear_pointer (&self->only_model, g_free);

  G_OBJECT_CLASS (troupe_llm_client_parent_class)->dispose (object);
}

static void
troupe_llm_client_class_init (TroupeLlmClientClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_llm_client_dispose;
}

static void
troupe_llm_client_init (TroupeLlmClient *self)
{
  g_assert (TROUPE_IS_LLM_CLIENT (self));
}

/**
 * troupe_llm_client_new:
 *
 * Returns: (transfer full): a client for the thread-default main context at the time of its first
 * call
 */
TroupeLlmClient *
troupe_llm_client_new (void)
{
  return g_object_new (TROUPE_TYPE_LLM_CLIENT, NULL);
}

/**
 * troupe_llm_client_new_full:
 * @session: (nullable): connections shared with other clients of the thread
 * @limits: (nullable): limits shared with other clients of the thread
 *
 * Returns: (transfer full): a client like that of troupe_llm_client_new()
 */
TroupeLlmClient *
troupe_llm_client_new_full (SoupSession *session, TroupeLlmLimits *limits)
{
  TroupeLlmClient *self = troupe_llm_client_new ();

  g_return_val_if_fail (session == NULL || SOUP_IS_SESSION (session), self);

  g_set_object (&self->session, session);
  if (limits != NULL)
    self->limits = troupe_llm_limits_ref (limits);

  return self;
}

TroupeLlmEnvironment *
troupe_llm_client_get_environment (TroupeLlmClient *self)
{
  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), NULL);

  return self->environment;
}

void
troupe_llm_client_get_connections (TroupeLlmClient *self,
                                   SoupSession **session,
                                   TroupeLlmLimits **limits)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));

  need_connections (self);
  *session = g_object_ref (self->session);
  *limits = troupe_llm_limits_ref (self->limits);
}

TroupeLlmPrices *
troupe_llm_client_get_prices (TroupeLlmClient *self)
{
  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), NULL);

  return self->prices != NULL ? troupe_llm_prices_ref (self->prices) : NULL;
}

/**
 * troupe_llm_client_set_prices:
 * @prices: (nullable): the price table; %NULL, the default, means that no price is known
 *
 * Sets the prices used to compute the cost in the usage of answers.
 */
void
troupe_llm_client_set_prices (TroupeLlmClient *self, TroupeLlmPrices *prices)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));

  if (prices != NULL)
    troupe_llm_prices_ref (prices);
  g_clear_pointer (&self->prices, troupe_llm_prices_unref);
  self->prices = prices;
}

/**
 * troupe_llm_client_set_gate:
 * @gate: (nullable): is consulted before every following call
 */
void
troupe_llm_client_set_gate (TroupeLlmClient *self, const TroupeLlmGate *gate, gpointer user_data)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));

  self->gate = gate;
  self->gate_data = user_data;
}

/**
 * troupe_llm_client_report_usage:
 * @usage: of calls of this client
 */
void
troupe_llm_client_report_usage (TroupeLlmClient *self, const TroupeLlmUsage *usage)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));
  g_return_if_fail (usage != NULL);

  if (self->gate != NULL)
    self->gate->used (usage, self->gate_data);
}

/**
 * troupe_llm_client_set_environment:
 * @func: looks up a name; called in the client's thread
 * @destroy: (nullable): frees @user_data
 *
 * Sets the source of keys and addresses. Must be called before the first call.
 */
void
troupe_llm_client_set_environment (TroupeLlmClient *self,
                                   TroupeLlmEnvironmentFunc func,
                                   gpointer user_data,
                                   GDestroyNotify destroy)
{
  TroupeKeyRecipients *recipients = NULL;

  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));
  g_return_if_fail (func != NULL);

  recipients = self->environment != NULL ? g_steal_pointer (&self->environment->recipients) : NULL;
  g_clear_pointer (&self->environment, troupe_llm_environment_unref);
  self->environment = troupe_llm_environment_new (func, user_data, destroy);
  self->environment->recipients = recipients;
  /* The provider keeps the environment with which it was created, so it must be created again. */
  g_clear_object (&self->web);
}

void
troupe_llm_client_set_recipients (TroupeLlmClient *self, TroupeKeyRecipients *recipients)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));
  g_return_if_fail (recipients != NULL);

  if (self->environment == NULL)
    self->environment = troupe_llm_environment_new (NULL, NULL, NULL);
  troupe_key_recipients_ref (recipients);
  g_clear_pointer (&self->environment->recipients, troupe_key_recipients_unref);
  self->environment->recipients = recipients;
  /* The provider keeps the environment with which it was created, so it must be created again. */
  g_clear_object (&self->web);
}

void
troupe_llm_client_set_redactor (TroupeLlmClient *self, TroupeRedactor *redactor)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));
  g_return_if_fail (redactor != NULL);

  troupe_redactor_ref (redactor);
  g_clear_pointer (&self->redactor, troupe_redactor_unref);
  self->redactor = redactor;
  /* The provider keeps the redactor it was created with, so it must be created again. */
  g_clear_object (&self->web);
}

TroupeRedactor *
troupe_llm_client_get_redactor (TroupeLlmClient *self)
{
  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), NULL);

  return self->redactor;
}

void
troupe_llm_client_set_recorder (TroupeLlmClient *self, TroupeRecorder *recorder)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));
  g_return_if_fail (recorder != NULL);

  troupe_recorder_ref (recorder);
  g_clear_pointer (&self->recorder, troupe_recorder_unref);
  self->recorder = recorder;
}

void
troupe_llm_client_set_only_model (TroupeLlmClient *self, const char *model)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));

  g_free (self->only_model);
  self->only_model = g_strdup (model);
}

/* Replaces a model by the only one that is called. @model, @settings: (inout) (nullable) */
static void
choose (TroupeLlmClient *self, const char **model, TroupeValue **settings)
{
  g_assert (TROUPE_IS_LLM_CLIENT (self));

  if (self->only_model == NULL)
    return;
  *model = self->only_model;
  *settings = NULL;
}

TroupeRecorder *
troupe_llm_client_get_recorder (TroupeLlmClient *self)
{
  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), NULL);

  return self->recorder;
}

void
troupe_llm_client_set_made (TroupeLlmClient *self, TroupeLlmProvider *provider)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));

  g_set_object (&self->made, provider);
}

/* @model: (nullable) */
static gboolean
is_custom_provider (TroupeLlmClient *self, const char *model)
{
  g_assert (TROUPE_IS_LLM_CLIENT (self));

  return self->made != NULL && model != NULL && g_str_has_prefix (model, TROUPE_LLM_MADE_PREFIX);
}

/**
 * troupe_llm_client_check:
 * @model: (nullable): a model string; %NULL is the default model
 * @settings: (nullable): the model's settings
 *
 * Checks without a request whether the model is known and has a key.
 *
 * Returns: %FALSE with %TROUPE_LLM_ERROR_UNKNOWN_MODEL or %TROUPE_LLM_ERROR_NO_KEY
 */
gboolean
troupe_llm_client_check (TroupeLlmClient *self,
                         const char *model,
                         TroupeValue *settings,
                         GError **error)
{
  g_autoptr (TroupeLlmTarget) target = NULL;
  g_autoptr (TroupeValue) rest = NULL;
  g_autofree char *fallback = NULL;

  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), FALSE);

  choose (self, &model, &settings);
  if (is_custom_provider (self, model) || troupe_recorder_is_offline (self->recorder))
    return TRUE;
  target = troupe_llm_target_new (model, settings, self->environment, error);
  fallback = troupe_llm_model_get_fallback (settings, &rest);

  return target != NULL &&
         (fallback == NULL || troupe_llm_client_check (self, fallback, rest, error));
}

void
troupe_llm_client_set_streams (TroupeLlmClient *self, gboolean streams)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));

  self->streams = streams;
}

void
troupe_llm_client_set_deadline (TroupeLlmClient *self, gint64 deadline_us)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));

  self->deadline_us = deadline_us;
}

gboolean
troupe_llm_client_get_streams (TroupeLlmClient *self)
{
  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), FALSE);

  return self->streams;
}

/**
 * troupe_llm_client_get_default_model:
 *
 * Returns: (transfer full): the model that CrewAI uses if a document specifies none
 * (doc/crew-semantics.md §13)
 */
char *
troupe_llm_client_get_default_model (TroupeLlmClient *self)
{
  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), NULL);

  return troupe_llm_get_default_model (self->environment);
}

char **
troupe_llm_client_list_missing_keys (TroupeLlmClient *self,
                                     const char *model,
                                     TroupeValue *settings)
{
  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), NULL);

  return troupe_llm_list_missing_keys (model, settings, self->environment);
}

gboolean
troupe_llm_client_takes_tools (TroupeLlmClient *self, const char *model, TroupeValue *settings)
{
  g_autofree char *default_model = NULL;
  const TroupeProvider *service = NULL;
  const char *name = NULL;

  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), FALSE);

  choose (self, &model, &settings);
  if (is_custom_provider (self, model))
    {
      TroupeValue *takes = troupe_value_get_member (settings, "supports_function_calling");

      return takes != NULL && troupe_value_is (takes, TROUPE_VALUE_BOOLEAN) &&
             troupe_value_get_boolean (takes);
    }
  if (model == NULL)
    model = default_model = troupe_llm_get_default_model (self->environment);
  service = troupe_llm_service_find (model, settings, self->environment, &name, NULL);

  /* An unknown model is reported when it is called. */
  return service == NULL ||
         (troupe_llm_model_get_flags (service->wire, name) & TROUPE_LLM_MODEL_NO_TOOLS) == 0;
}

gboolean
troupe_llm_client_is_openai (TroupeLlmClient *self, const char *model, TroupeValue *settings)
{
  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), FALSE);

  choose (self, &model, &settings);
  return !is_custom_provider (self, model) &&
         troupe_llm_model_is_at_openai (model, settings, self->environment);
}

gint64
troupe_llm_client_get_most_tokens (TroupeLlmClient *self, const char *model, TroupeValue *settings)
{
  g_autofree char *default_model = NULL;
  const TroupeProvider *service = NULL;
  const TroupeLlmWire *wire = NULL;
  const char *name = NULL;

  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), 0);

  choose (self, &model, &settings);
  if (model == NULL)
    model = default_model = troupe_llm_get_default_model (self->environment);
  service = troupe_llm_service_find (model, settings, self->environment, &name, NULL);
  wire = service != NULL ? troupe_llm_wire_find (service->wire, settings) : NULL;

  return wire != NULL && wire->get_most_tokens != NULL ? wire->get_most_tokens (name) : 0;
}

/* Redacts the keys of the run in the request. @target: (nullable): adds its own key, which is sent
 * as a header only */
static void
redact (TroupeLlmClient *self, TroupeLlmCall *call, const TroupeLlmTarget *target)
{
  g_autoptr (TroupeSecret) secret = NULL;

  g_assert (TROUPE_IS_LLM_CLIENT (self));

  if (self->redactor == NULL)
    return;
  if (target != NULL)
    troupe_llm_target_list_secrets (target, self->redactor);
  secret = troupe_redactor_get_secret (self->redactor);
  if (secret == NULL)
    return;
  troupe_llm_request_hide (troupe_llm_call_get_request (call), secret);
  /* A provider on the network redacts the deltas itself. */
  if (target == NULL || target->service->wire == TROUPE_WIRE_MOCK)
    troupe_llm_call_hide (call, secret);
}

/* Makes the call that is the data of @task: (transfer full) */
static void
make_call (GTask *task)
{
  TroupeLlmClient *self = g_task_get_source_object (task);
  TroupeLlmCall *call = g_task_get_task_data (task);
  TroupeLlmRequest *request = troupe_llm_call_get_request (call);
  g_autoptr (TroupeLlmTarget) target = NULL;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (!is_custom_provider (self, request->model))
    target = troupe_llm_target_new (request->model, request->settings, self->environment, &error);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  /* Sets the provider and the limits of the call. */
  if (target == NULL)
    troupe_llm_call_aim (call, self->made, TROUPE_WIRE_MOCK);
  else
    {
      if (request->model == NULL && target->service->wire == TROUPE_WIRE_MOCK)
        request->model = troupe_llm_get_default_model (self->environment);
      troupe_llm_call_aim (call, get_provider (self, target->service->wire), target->service->wire);
      if (target->service->wire != TROUPE_WIRE_MOCK)
        troupe_llm_call_limit (call, self->limits, target);
    }
  redact (self, call, target);
  if (self->gate != NULL)
    self->gate->open (request, g_task_get_cancellable (task), opened_cb, task, self->gate_data);
  else
    opened_cb (NULL, NULL, task);
}

/* Looks up the call in the recording of the run. The keys of the call are redacted in its request even
 * if the call is not made. @task: (transfer full) */
static void
replay_call (TroupeLlmClient *self, GTask *task)
{
  const TroupeLlmRequest *request = troupe_llm_call_get_request (g_task_get_task_data (task));
  g_autofree char *usual =
      request->model == NULL ? troupe_llm_get_default_model (self->environment) : NULL;
  g_autoptr (TroupeLlmTarget) target = NULL;

  g_assert (TROUPE_IS_LLM_CLIENT (self));

  if (self->redactor != NULL && !is_custom_provider (self, request->model))
    target = troupe_llm_target_new (request->model, request->settings, self->environment, NULL);
  if (target != NULL)
    troupe_llm_target_list_secrets (target, self->redactor);
  troupe_llm_replay_begin (task, self->recorder, request->model != NULL ? request->model : usual,
                           make_call);
}

void
troupe_llm_client_complete_async (TroupeLlmClient *self,
                                  const TroupeLlmRequest *request,
                                  TroupeLlmDeltaFunc on_delta,
                                  gpointer delta_data,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  TroupeLlmCall *call = NULL;
  TroupeLlmRequest *call_request;
  static const char *const others[] = { "model",       "base_url",      "api_base",
                                        "api_key",     "endpoint",      "provider",
                                        "api_version", "extra_headers", "x-troupe-fallback" };

  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));
  g_return_if_fail (request != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_llm_client_complete_async);
  if (g_task_return_error_if_cancelled (task))
    return;
  call = troupe_llm_call_new (request, on_delta, delta_data, answered_cb);
  g_task_set_task_data (task, call, troupe_llm_call_free);
  /* Lets the call use the only model that is called. Settings that change its answer are kept. */
  call_request = troupe_llm_call_get_request (call);
  if (self->only_model != NULL)
    {
      g_free (call_request->model);
      call_request->model = g_strdup (self->only_model);
      for (guint i = 0; call_request->settings != NULL && i < G_N_ELEMENTS (others); i++)
        {
          TroupeValue *without = troupe_value_map_without (call_request->settings, others[i]);

          troupe_value_unref (call_request->settings);
          call_request->settings = without;
        }
    }
  if (self->recorder != NULL)
    replay_call (self, g_steal_pointer (&task));
  else
    make_call (g_steal_pointer (&task));
}

/**
 * troupe_llm_client_complete_finish:
 *
 * Returns: (transfer full) (nullable): the answer, or %NULL with an error of %TROUPE_LLM_ERROR or
 * %G_IO_ERROR_CANCELLED
 */
TroupeLlmAnswer *
troupe_llm_client_complete_finish (TroupeLlmClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Token counting --------------------------------------------------------------------------- */

void
troupe_llm_client_count_tokens_async (TroupeLlmClient *self,
                                      const TroupeLlmRequest *request,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (TroupeLlmTarget) target = NULL;
  const TroupeLlmWire *wire = NULL;

  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));
  g_return_if_fail (request != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_llm_client_count_tokens_async);
  if (g_task_return_error_if_cancelled (task))
    return;

  /* The count of a service would not be the same when the run is replayed. */
  if (!troupe_recorder_is_strict (self->recorder))
    target = troupe_llm_target_new (request->model, request->settings, self->environment, NULL);
  if (target != NULL)
    wire = troupe_llm_count_find_wire (target, request);
  if (wire == NULL)
    {
      g_task_return_int (task, (gssize) troupe_llm_estimate_tokens (request->messages));
      return;
    }

  get_provider (self, target->service->wire);
  troupe_llm_count (self->session, g_steal_pointer (&target), wire, request,
                    g_steal_pointer (&task));
}

gint64
troupe_llm_client_count_tokens_finish (TroupeLlmClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), -1);
  g_return_val_if_fail (g_task_is_valid (result, self), -1);

  return g_task_propagate_int (G_TASK (result), error);
}
