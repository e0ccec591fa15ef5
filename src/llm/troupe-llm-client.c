/* troupe-llm-client.c: the models that one run can ask
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-client"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-http-shards.h"
#include "troupe-limits.h"
#include "troupe-llm-count.h"
#include "troupe-llm-error.h"
#include "troupe-llm-gate.h"
#include "troupe-llm-limiter.h"
#include "troupe-llm-models.h"
#include "troupe-llm-prices.h"
#include "troupe-llm-private.h"
#include "troupe-llm-target.h"
#include "troupe-llm-wait.h"
#include "troupe-llm-wire.h"

/* doc/llm-client.md §1. */
#define MOST_RETRIES 2.0
#define MOST_RETRIES_OF_CLOUDS 3u
#define FIRST_DELAY_MS 500.0
#define LONGEST_DELAY_MS 8000.0

struct _TroupeLlmClient
{
  GObject parent_instance;

  SoupSession *session;              /* (nullable): until a server is asked */
  TroupeLlmLimits *limits;           /* (nullable): until a server is asked */
  TroupeLlmEnvironment *environment; /* (nullable): g_getenv() */
  TroupeLlmPrices *prices;           /* (nullable): then no price is known */
  TroupeLlmProvider *web;
  TroupeLlmProvider *mock;
  TroupeLlmProvider *made;   /* (nullable) */
  const TroupeLlmGate *gate; /* (nullable) */
  gpointer gate_data;
  gboolean streams;
  gint64 deadline_us;
};

/* One call with all its attempts. */
typedef struct
{
  TroupeLlmRequest *request;
  TroupeLlmProvider *provider;
  TroupeLlmLimits *limits;   /* (nullable): keeps the limiter */
  TroupeLlmLimiter *limiter; /* (nullable): of a model that is asked over the network */
  char *model;               /* as the server knows it */
  const char *title;         /* (nullable): of its service, where that is asked over the network */
  TroupeLlmDeltaFunc on_delta;
  gpointer delta_data;

  GCancellable *cancellable; /* our own: the caller's and the time limit end in it */
  gulong cancelled_id;
  GSource *limit; /* (nullable) */
  double limit_seconds;
  gint64 end_us; /* 0: whenever */
  gboolean is_late;
  gboolean is_delivered; /* a piece was handed over: no other attempt may be made */
  guint n_attempts;
  TroupeProviderWire wire;
  gboolean is_limited; /* whether the settings say how often it is tried */
  guint most_retries;
} Call;

G_DEFINE_FINAL_TYPE (TroupeLlmClient, troupe_llm_client, G_TYPE_OBJECT)

static void wait_for_turn (GTask *task);

static void
call_free (gpointer data)
{
  Call *call = data;

  troupe_llm_request_free (call->request);
  g_clear_object (&call->provider);
  g_clear_object (&call->cancellable);
  g_clear_pointer (&call->limits, troupe_llm_limits_unref);
  g_free (call->model);
  g_free (call);
}

/* --- Ends ----------------------------------------------------------------------------------- */

static void
stop_watching (GTask *task)
{
  Call *call = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (call->limit != NULL)
    {
      g_source_destroy (call->limit);
      g_clear_pointer (&call->limit, g_source_unref);
    }
  if (call->cancelled_id != 0)
    g_cancellable_disconnect (g_task_get_cancellable (task), call->cancelled_id);
  call->cancelled_id = 0;
}

/* @error: (transfer full) */
static void
fail (GTask *task, GError *error)
{
  Call *call = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  stop_watching (task);
  if (call->is_late && !g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    {
      g_clear_error (&error);
      error = troupe_llm_error_new (TROUPE_LLM_ERROR_TIMEOUT,
                                    _ ("The model did not finish within the %g seconds of its "
                                       "“timeout”. Set a longer one, or "
                                       "try again later."),
                                    call->limit_seconds);
    }
  if (call->title != NULL && error->domain == TROUPE_LLM_ERROR)
    troupe_llm_error_name_model (error, call->model, call->title);

  g_task_return_error (task, error);
  g_object_unref (task);
}

/* --- Attempts ------------------------------------------------------------------------------- */

static gboolean
retry_cb (gpointer user_data)
{
  GTask *task = user_data;
  Call *call = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (g_cancellable_set_error_if_cancelled (call->cancellable, &error))
    fail (task, error);
  else
    wait_for_turn (task);

  return G_SOURCE_REMOVE;
}

static double
get_first_delay (Call *call)
{
  return troupe_llm_settings_get_number (call->request->settings, "retry_delay_ms", FIRST_DELAY_MS);
}

/* What the server asked for; else twice as long each time, and by chance anything below that, so that
 * many calls that failed together do not come back together. */
static guint
get_delay (Call *call, gint64 after_ms)
{
  double delay_ms =
      MIN (MAX (get_first_delay (call), 0.0) * pow (2.0, (double) call->n_attempts - 1.0),
           LONGEST_DELAY_MS);

  g_assert (call != NULL);

  if (after_ms >= 0)
    return (guint) after_ms;

  return (guint) (delay_ms * g_random_double ());
}

/* After a 429 the whole key waits: see the limiter. */
static void
wait_and_retry (GTask *task, const GError *error, gint64 after_ms)
{
  Call *call = g_task_get_task_data (task);
  GError *late = NULL;
  guint delay;

  g_assert (G_IS_TASK (task));

  if (call->limiter != NULL &&
      g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_RATE_LIMIT))
    {
      wait_for_turn (task);
      return;
    }
  delay = get_delay (call, after_ms);
  if (troupe_llm_wait_begin (call->request, call->end_us, call->title, delay, &late))
    troupe_llm_delay (delay, call->cancellable, retry_cb, task);
  else
    fail (task, late);
}

/* Of the model that was asked for: what the server calls it may be the name of a deployment. */
static void
add_cost (TroupeLlmClient *self, const Call *call, TroupeLlmUsage *usage)
{
  const char *model = call->request->model != NULL ? call->request->model : call->model;

  g_assert (TROUPE_IS_LLM_CLIENT (self));

  usage->unpriced = 0;
  if (self->prices == NULL || model == NULL ||
      !troupe_llm_prices_get_cost (self->prices, model, usage, &usage->micro_dollars))
    usage->unpriced = usage->requests;
}

/* Whether it is tried again, after the server answered with an error as often as the client of that service that CrewAI
 * uses does: Gemini's never, Azure's after a 429 only where it says when (doc/llm-client.md §1). */
static gboolean
is_tried_again (Call *call, const GError *error, gint64 after_ms)
{
  const gboolean is_busy = g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_RATE_LIMIT);
  const gboolean is_status =
      is_busy || g_error_matches (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_SERVER);
  guint most = call->most_retries;

  if (is_status && call->wire == TROUPE_WIRE_GEMINI)
    return FALSE;
  if (is_busy && call->wire == TROUPE_WIRE_AZURE && after_ms < 0)
    return FALSE;
  if (is_status && !call->is_limited &&
      (call->wire == TROUPE_WIRE_AZURE || call->wire == TROUPE_WIRE_BEDROCK))
    most = MOST_RETRIES_OF_CLOUDS;

  return call->n_attempts <= most;
}

static void
completed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Call *call = g_task_get_task_data (task);
  TroupeLlmClient *client = g_task_get_source_object (task);
  TroupeLlmProvider *provider = TROUPE_LLM_PROVIDER (object);
  GError *error = NULL;
  gint64 after_ms;
  TroupeLlmAnswer *answer =
      TROUPE_LLM_PROVIDER_GET_IFACE (provider)->complete_finish (provider, result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));
  g_assert (G_IS_TASK (task));
  g_assert (TROUPE_IS_LLM_PROVIDER (provider));

  if (call->limiter != NULL)
    troupe_llm_limiter_release (call->limiter, error, get_first_delay (call));
  if (answer != NULL)
    {
      stop_watching (task);
      add_cost (client, call, &answer->usage);
      if (client->gate != NULL)
        client->gate->answered (call->request, answer, client->gate_data);
      g_task_return_pointer (task, answer, (GDestroyNotify) troupe_llm_answer_free);
      g_object_unref (task);
      return;
    }

  if (!call->is_delivered && !g_cancellable_is_cancelled (call->cancellable) &&
      troupe_llm_error_get_retry (error, &after_ms) && is_tried_again (call, error, after_ms))
    {
      g_debug ("Attempt %u failed: %s", call->n_attempts, error->message);
      wait_and_retry (task, error, after_ms);
      g_clear_error (&error);
      return;
    }

  fail (task, error);
}

static void
delta_cb (const TroupeLlmDelta *delta, gpointer user_data)
{
  Call *call = user_data;

  call->is_delivered = TRUE;
  call->on_delta (delta, call->delta_data);
}

/* Takes @task. */
static void
attempt (GTask *task)
{
  Call *call = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  call->n_attempts++;
  TROUPE_LLM_PROVIDER_GET_IFACE (call->provider)
      ->complete_async (call->provider, call->request, call->on_delta != NULL ? delta_cb : NULL,
                        call, call->cancellable, completed_cb, task);
}

static void
turn_cb (gboolean may_go, gpointer user_data)
{
  GTask *task = user_data;
  Call *call = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (may_go)
    {
      attempt (task);
      return;
    }
  g_cancellable_set_error_if_cancelled (call->cancellable, &error);
  fail (task, error);
}

/* Takes @task. */
static void
wait_for_turn (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  GError *late = NULL;

  g_assert (G_IS_TASK (task));

  if (call->limiter == NULL)
    attempt (task);
  else if (troupe_llm_wait_begin (call->request, call->end_us, call->title,
                                  troupe_llm_limiter_get_wait (call->limiter), &late))
    troupe_llm_limiter_acquire (call->limiter, call->cancellable, turn_cb, task);
  else
    fail (task, late);
}

static gboolean
late_cb (gpointer user_data)
{
  Call *call = user_data;

  call->is_late = TRUE;
  g_clear_pointer (&call->limit, g_source_unref);
  g_cancellable_cancel (call->cancellable);

  return G_SOURCE_REMOVE;
}

static void
cancelled_cb (GCancellable *outer, gpointer user_data)
{
  g_cancellable_cancel (user_data);
}

/* @deadline_us: 0 is never */
static void
shorten (Call *call, gint64 deadline_us)
{
  if (deadline_us > 0 && (call->end_us == 0 || deadline_us < call->end_us))
    call->end_us = deadline_us;
}

static void
watch (GTask *task)
{
  Call *call = g_task_get_task_data (task);
  GCancellable *outer = g_task_get_cancellable (task);

  g_assert (G_IS_TASK (task));

  call->limit_seconds = troupe_llm_settings_get_number (call->request->settings, "timeout", 0.0);
  if (call->limit_seconds > 0.0)
    {
      call->limit_seconds = MIN (call->limit_seconds, 1e6);
      call->end_us =
          g_get_monotonic_time () + (gint64) (call->limit_seconds * (double) G_USEC_PER_SEC);
      call->limit = g_timeout_source_new ((guint) ceil (call->limit_seconds * 1000.0));
      g_source_set_static_name (call->limit, "troupe-llm-client timeout");
      g_source_set_callback (call->limit, late_cb, call, NULL);
      g_source_attach (call->limit, g_main_context_get_thread_default ());
    }

  if (outer != NULL)
    call->cancelled_id = g_cancellable_connect (outer, G_CALLBACK (cancelled_cb),
                                                g_object_ref (call->cancellable), g_object_unref);
}

/* Takes @user_data, a task. */
static void
opened_cb (TroupeLlmAnswer *answer, GError *error, gpointer user_data)
{
  GTask *task = user_data;
  Call *call = g_task_get_task_data (task);

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
  watch (task);
  shorten (call, call->request->deadline_us);
  shorten (call, ((TroupeLlmClient *) g_task_get_source_object (task))->deadline_us);
  wait_for_turn (task);
}

/* --- The client ----------------------------------------------------------------------------- */

/**
 * troupe_llm_session_new:
 * @connections: the most in all and to one host
 *
 * Returns: (transfer full): a session that clients can share
 */
SoupSession *
troupe_llm_session_new (guint connections)
{
  g_return_val_if_fail (connections > 0, NULL);

  return troupe_http_shards_new (connections);
}

/* A run that asks no server opens no session. */
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
    self->web = troupe_web_provider_new (self->session, self->environment, self->limits);

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
 * Returns: (transfer full): a client for the thread-default main context of the moment in which it is
 *   first asked
 */
TroupeLlmClient *
troupe_llm_client_new (void)
{
  return g_object_new (TROUPE_TYPE_LLM_CLIENT, NULL);
}

/**
 * troupe_llm_client_new_full:
 * @session: (nullable): connections that are shared with other clients of the thread
 * @limits: (nullable): limits that are shared with other clients of the thread
 *
 * Returns: (transfer full): a client as troupe_llm_client_new() makes it
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

/**
 * troupe_llm_client_set_limits:
 * @limits: limits that are shared with other clients of the thread
 *
 * Called before the first call.
 */
void
troupe_llm_client_set_limits (TroupeLlmClient *self, TroupeLlmLimits *limits)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));
  g_return_if_fail (limits != NULL);

  troupe_llm_limits_ref (limits);
  g_clear_pointer (&self->limits, troupe_llm_limits_unref);
  self->limits = limits;
  /* The provider keeps those that it was made with. */
  g_clear_object (&self->web);
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
 * @prices: (nullable): what calls cost; %NULL: of none the price is known, which is how a client begins
 *
 * What the usage of an answer says of money from now on.
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
 * @gate: (nullable): who is asked of every call from now on
 */
void
troupe_llm_client_set_gate (TroupeLlmClient *self, const TroupeLlmGate *gate, gpointer user_data)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));

  self->gate = gate;
  self->gate_data = user_data;
}

/**
 * troupe_llm_client_set_environment:
 * @func: looks up a name; called in the client's thread
 * @destroy: (nullable): frees @user_data
 *
 * Where keys and addresses come from. Called before the first call.
 */
void
troupe_llm_client_set_environment (TroupeLlmClient *self,
                                   TroupeLlmEnvironmentFunc func,
                                   gpointer user_data,
                                   GDestroyNotify destroy)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));
  g_return_if_fail (func != NULL);

  g_clear_pointer (&self->environment, troupe_llm_environment_unref);
  self->environment = troupe_llm_environment_new (func, user_data, destroy);
  /* The provider keeps the one that it was made with. */
  g_clear_object (&self->web);
}

void
troupe_llm_client_set_made (TroupeLlmClient *self, TroupeLlmProvider *provider)
{
  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));

  g_set_object (&self->made, provider);
}

/* @model: (nullable) */
static gboolean
is_made (TroupeLlmClient *self, const char *model)
{
  g_assert (TROUPE_IS_LLM_CLIENT (self));

  return self->made != NULL && model != NULL && g_str_has_prefix (model, TROUPE_LLM_MADE_PREFIX);
}

/**
 * troupe_llm_client_check:
 * @model: (nullable): a model string; %NULL is the default model
 * @settings: (nullable): the model's settings
 *
 * Says without any request whether the model can be asked.
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

  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), FALSE);

  if (is_made (self, model))
    return TRUE;
  target = troupe_llm_target_new (model, settings, self->environment, error);

  return target != NULL;
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
 * Returns: (transfer full): the model that CrewAI takes where a document names none
 *   (doc/crew-semantics.md §13)
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

  if (is_made (self, model))
    {
      TroupeValue *takes = troupe_value_get_member (settings, "supports_function_calling");

      return takes != NULL && troupe_value_is (takes, TROUPE_VALUE_BOOLEAN) &&
             troupe_value_get_boolean (takes);
    }
  if (model == NULL)
    model = default_model = troupe_llm_get_default_model (self->environment);
  service = troupe_llm_service_find (model, settings, self->environment, &name, NULL);

  /* What nobody answers to is an error of the call. */
  return service == NULL ||
         (troupe_llm_model_get_flags (service->wire, name) & TROUPE_LLM_MODEL_NO_TOOLS) == 0;
}

gint64
troupe_llm_client_get_most_tokens (TroupeLlmClient *self, const char *model, TroupeValue *settings)
{
  g_autofree char *default_model = NULL;
  const TroupeProvider *service = NULL;
  const TroupeLlmWire *wire = NULL;
  const char *name = NULL;

  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), 0);

  if (model == NULL)
    model = default_model = troupe_llm_get_default_model (self->environment);
  service = troupe_llm_service_find (model, settings, self->environment, &name, NULL);
  wire = service != NULL ? troupe_llm_wire_find (service->wire, settings) : NULL;

  return wire != NULL && wire->get_most_tokens != NULL ? wire->get_most_tokens (name) : 0;
}

/* Who answers, and what limits that. */
static void
aim (TroupeLlmClient *self, Call *call, const TroupeLlmTarget *target)
{
  g_assert (TROUPE_IS_LLM_CLIENT (self));

  if (call->request->model == NULL && target->service->wire == TROUPE_WIRE_MOCK)
    call->request->model = troupe_llm_get_default_model (self->environment);
  call->provider = g_object_ref (get_provider (self, target->service->wire));
  call->wire = target->service->wire;
  if (target->service->wire == TROUPE_WIRE_MOCK)
    return;
  call->limits = troupe_llm_limits_ref (self->limits);
  call->limiter = troupe_llm_limits_get (call->limits, target);
  call->model = g_strdup (target->model);
  call->title = target->service->title;
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
  g_autoptr (TroupeLlmTarget) target = NULL;
  GError *error = NULL;
  Call *call;

  g_return_if_fail (TROUPE_IS_LLM_CLIENT (self));
  g_return_if_fail (request != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_llm_client_complete_async);
  if (g_task_return_error_if_cancelled (task))
    return;

  if (!is_made (self, request->model))
    target = troupe_llm_target_new (request->model, request->settings, self->environment, &error);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  call = g_new0 (Call, 1);
  g_task_set_task_data (task, call, call_free);
  call->request = troupe_llm_request_copy (request);
  if (target != NULL)
    aim (self, call, target);
  else
    {
      call->provider = g_object_ref (self->made);
      call->wire = TROUPE_WIRE_MOCK;
    }
  call->on_delta = on_delta;
  call->delta_data = delta_data;
  call->cancellable = g_cancellable_new ();
  call->is_limited = troupe_llm_wire_get (request->settings, "max_retries") != NULL;
  call->most_retries = (guint) CLAMP (
      troupe_llm_settings_get_number (request->settings, "max_retries", MOST_RETRIES), 0.0, 100.0);
  if (self->gate != NULL)
    self->gate->open (call->request, cancellable, opened_cb, g_steal_pointer (&task),
                      self->gate_data);
  else
    opened_cb (NULL, NULL, g_steal_pointer (&task));
}

/**
 * troupe_llm_client_complete_finish:
 *
 * Returns: (transfer full) (nullable): the answer, or %NULL with an error of %TROUPE_LLM_ERROR or
 *   %G_IO_ERROR_CANCELLED
 */
TroupeLlmAnswer *
troupe_llm_client_complete_finish (TroupeLlmClient *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Counting ------------------------------------------------------------------------------- */

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
