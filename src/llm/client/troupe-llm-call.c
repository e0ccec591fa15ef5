/* troupe-llm-call.c: a single LLM call with retries, rate limit and timeout
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-call"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-clock.h"
#include "troupe-llm-call.h"
#include "troupe-llm-embed-client.h"
#include "troupe-llm-error.h"
#include "troupe-llm-record.h"
#include "troupe-llm-wait.h"

/* See doc/llm-client.md §1. */
#define MOST_RETRIES 2.0
#define MOST_RETRIES_OF_CLOUDS 3u
#define FIRST_DELAY_MS 500.0
#define LONGEST_DELAY_MS 8000.0

struct _TroupeLlmCall
{
  TroupeLlmRequest *request;
  TroupeLlmProvider *provider;
  TroupeLlmLimits *limits;   /* (nullable): owner of @limiter */
  TroupeLlmLimiter *limiter; /* (nullable): for a model on the network */
  char *model;               /* its name on the server */
  const char *title;         /* (nullable): title of its service, if on the network */
  TroupeLlmDeltaFunc on_delta;
  gpointer delta_data;
  TroupeSecretStream *hiding; /* (nullable): redacts the deltas of text */
  TroupeRecorder *recorder;   /* (nullable) */
  TroupeValue *described;     /* (nullable): the request, for @recorder */
  GPtrArray *chunks;          /* (nullable) (element-type TroupeValue): the deltas, for @recorder */

  TroupeLlmCallAnswered on_answer;
  GCancellable *cancellable; /* own; cancelled by the caller or by the time limit */
  gulong cancelled_id;
  GSource *limit; /* (nullable) */
  double limit_seconds;
  gint64 end_us; /* 0: no deadline */
  gboolean is_late;
  gboolean is_delivered; /* a delta was emitted: no more retries */
  guint n_attempts;
  TroupeProviderWire wire;
  gboolean is_limited; /* the settings specify the number of retries */
  guint most_retries;
};

static void wait_for_turn (GTask *task);

void
troupe_llm_call_free (gpointer data)
{
  TroupeLlmCall *call = data;

  troupe_llm_request_free (call->request);
  g_clear_object (&call->provider);
  g_clear_object (&call->cancellable);
  g_clear_pointer (&call->limits, troupe_llm_limits_unref);
  g_clear_pointer (&call->hiding, troupe_secret_stream_free);
  g_clear_pointer (&call->recorder, troupe_recorder_unref);
  g_clear_pointer (&call->described, troupe_value_unref);
  g_clear_pointer (&call->chunks, g_ptr_array_unref);
  g_free (call->model);
  g_free (call);
}

/* --- Completion ------------------------------------------------------------------------------- */

static void
stop_watching (GTask *task)
{
  TroupeLlmCall *call = g_task_get_task_data (task);

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

/* Takes ownership of @outcome. */
static void
record (TroupeLlmCall *call, TroupeValue *outcome)
{
  g_autoptr (TroupeValue) taken = outcome;

  g_assert (call != NULL);

  troupe_recorder_add (call->recorder, TROUPE_RECORD_MODEL, call->described, call->request->scope,
                       taken);
}

/* @error: (transfer full) */
static void
fail (GTask *task, GError *error)
{
  TroupeLlmCall *call = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  stop_watching (task);
  if (call->is_late && !g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    {
      g_autofree char *time = troupe_duration_format (call->limit_seconds);

      g_clear_error (&error);
      error = troupe_llm_error_new (TROUPE_LLM_ERROR_TIMEOUT,
                                    /* Translators: %s is a time such as “30 seconds” */
                                    _ ("The model did not finish within its “timeout” of %s. Set a "
                                       "longer timeout, or try again later."),
                                    time);
    }
  if (call->title != NULL && error->domain == TROUPE_LLM_ERROR)
    troupe_llm_error_name_model (error, call->model, call->title);
  if (call->recorder != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    record (call, troupe_llm_record_error (error));

  g_task_return_error (task, error);
  g_object_unref (task);
}

/* --- Attempts ------------------------------------------------------------------------------- */

static gboolean
retry_cb (gpointer user_data)
{
  GTask *task = user_data;
  TroupeLlmCall *call = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if (g_cancellable_set_error_if_cancelled (call->cancellable, &error))
    fail (task, error);
  else
    wait_for_turn (task);

  return G_SOURCE_REMOVE;
}

static double
get_first_delay (TroupeLlmCall *call)
{
  return troupe_llm_settings_get_number (call->request->settings, "retry_delay_ms", FIRST_DELAY_MS);
}

/* Returns the delay requested by the server. Without such a delay, returns an exponential
 * backoff with full jitter, so that many calls that failed together do not retry at the same
 * time. */
static guint
get_delay (TroupeLlmCall *call, gint64 after_ms)
{
  double delay_ms =
      MIN (MAX (get_first_delay (call), 0.0) * pow (2.0, (double) call->n_attempts - 1.0),
           LONGEST_DELAY_MS);

  g_assert (call != NULL);

  if (after_ms >= 0)
    return (guint) after_ms;

  return (guint) (delay_ms * g_random_double ());
}

/* Schedules a retry. After a 429 or 529, the limiter delays all calls with the same key. */
static void
wait_and_retry (GTask *task, const GError *error, gint64 after_ms)
{
  TroupeLlmCall *call = g_task_get_task_data (task);
  GError *late = NULL;
  guint delay;

  g_assert (G_IS_TASK (task));

  if (call->limiter != NULL && troupe_llm_error_is_busy (error))
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

/* Returns TRUE if the call is to be retried. After a response with an error status, the number
 * of retries is the one of the client library that CrewAI uses for the service. For example,
 * Gemini never retries, and Azure retries after a 429 only if the response specifies a delay
 * (doc/llm-client.md §1). */
static gboolean
is_tried_again (TroupeLlmCall *call, const GError *error, gint64 after_ms)
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

/* Passes a delta on to the caller. */
static void
emit_delta (TroupeLlmCall *call, const TroupeLlmDelta *delta)
{
  g_assert (call != NULL);

  if (call->chunks != NULL)
    g_ptr_array_add (call->chunks, troupe_llm_record_delta (delta));
  call->on_delta (delta, call->delta_data);
}

/* Passes a delta of text on without keys. @delta: (nullable): NULL at the end */
static void
hide_delta (TroupeLlmCall *call, const TroupeLlmDelta *delta)
{
  g_autoptr (GString) text = g_string_new (NULL);
  TroupeLlmDelta hidden = { .type = TROUPE_LLM_PART_TEXT };

  g_assert (call != NULL);

  if (delta != NULL)
    troupe_secret_stream_feed (call->hiding, delta->text, delta->length, text);
  else
    troupe_secret_stream_end (call->hiding, text);
  if (delta != NULL)
    hidden = *delta;
  hidden.text = text->str;
  hidden.length = text->len;
  if (text->len > 0)
    emit_delta (call, &hidden);
}

static void
completed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  TroupeLlmCall *call = g_task_get_task_data (task);
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
      if (call->hiding != NULL && call->is_delivered)
        hide_delta (call, NULL);
      call->on_answer (call, answer, g_task_get_source_object (task));
      if (call->recorder != NULL)
        record (call, troupe_llm_record_answer (answer, call->chunks));
      g_task_return_pointer (task, answer, (GDestroyNotify) troupe_llm_answer_free);
      g_object_unref (task);
      return;
    }

  if (!call->is_delivered && !g_cancellable_is_cancelled (call->cancellable) &&
      troupe_llm_error_get_retry (error, &after_ms) && is_tried_again (call, error, after_ms))
    {
      g_debug ("Attempt %u failed: %s %d", call->n_attempts, g_quark_to_string (error->domain),
               error->code);
      wait_and_retry (task, error, after_ms);
      g_clear_error (&error);
      return;
    }

  fail (task, error);
}

static void
delta_cb (const TroupeLlmDelta *delta, gpointer user_data)
{
  TroupeLlmCall *call = user_data;

  call->is_delivered = TRUE;
  if (call->hiding != NULL && delta->type == TROUPE_LLM_PART_TEXT)
    hide_delta (call, delta);
  else
    emit_delta (call, delta);
}

/* Takes ownership of @task. */
static void
attempt (GTask *task)
{
  TroupeLlmCall *call = g_task_get_task_data (task);

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
  TroupeLlmCall *call = g_task_get_task_data (task);
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

/* Takes ownership of @task. */
static void
wait_for_turn (GTask *task)
{
  TroupeLlmCall *call = g_task_get_task_data (task);
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
  TroupeLlmCall *call = user_data;

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

/* @deadline_us: 0 for none */
static void
shorten (TroupeLlmCall *call, gint64 deadline_us)
{
  if (deadline_us > 0 && (call->end_us == 0 || deadline_us < call->end_us))
    call->end_us = deadline_us;
}

static void
watch (GTask *task)
{
  TroupeLlmCall *call = g_task_get_task_data (task);
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

/* --- Public functions ------------------------------------------------------------------------- */

TroupeLlmCall *
troupe_llm_call_new (const TroupeLlmRequest *request,
                     TroupeLlmDeltaFunc on_delta,
                     gpointer delta_data,
                     TroupeLlmCallAnswered on_answer)
{
  TroupeLlmCall *call = g_new0 (TroupeLlmCall, 1);

  call->request = troupe_llm_request_copy (request);
  call->on_delta = on_delta;
  call->delta_data = delta_data;
  call->on_answer = on_answer;
  call->cancellable = g_cancellable_new ();
  call->is_limited = troupe_llm_wire_get (request->settings, "max_retries") != NULL;
  call->most_retries = (guint) CLAMP (
      troupe_llm_settings_get_number (request->settings, "max_retries", MOST_RETRIES), 0.0, 100.0);

  return call;
}

TroupeLlmRequest *
troupe_llm_call_get_request (TroupeLlmCall *call)
{
  g_return_val_if_fail (call != NULL, NULL);

  return call->request;
}

const char *
troupe_llm_call_get_model (TroupeLlmCall *call)
{
  g_return_val_if_fail (call != NULL, NULL);

  return call->request->model != NULL ? call->request->model : call->model;
}

void
troupe_llm_call_aim (TroupeLlmCall *call, TroupeLlmProvider *provider, TroupeProviderWire wire)
{
  g_return_if_fail (call != NULL);
  g_return_if_fail (TROUPE_IS_LLM_PROVIDER (provider));

  g_set_object (&call->provider, provider);
  call->wire = wire;
}

void
troupe_llm_call_hide (TroupeLlmCall *call, TroupeSecret *secret)
{
  g_return_if_fail (call != NULL);
  g_return_if_fail (call->hiding == NULL);

  call->hiding = troupe_secret_stream_new (secret);
}

void
troupe_llm_call_set_recorder (TroupeLlmCall *call, TroupeRecorder *recorder, TroupeValue *request)
{
  g_return_if_fail (call != NULL && call->recorder == NULL);
  g_return_if_fail (recorder != NULL && request != NULL);

  call->recorder = troupe_recorder_ref (recorder);
  call->described = troupe_value_ref (request);
  if (call->on_delta != NULL && troupe_recorder_is_strict (recorder))
    call->chunks = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
}

void
troupe_llm_call_replay_deltas (TroupeLlmCall *call, TroupeValue *outcome)
{
  g_return_if_fail (call != NULL && outcome != NULL);

  if (call->on_delta != NULL)
    troupe_llm_record_replay_deltas (outcome, call->on_delta, call->delta_data);
}

void
troupe_llm_call_limit (TroupeLlmCall *call, TroupeLlmLimits *limits, const TroupeLlmTarget *target)
{
  g_return_if_fail (call != NULL);
  g_return_if_fail (limits != NULL);
  g_return_if_fail (target != NULL);

  call->limits = troupe_llm_limits_ref (limits);
  call->limiter = troupe_llm_limits_get (call->limits, target);
  call->model = g_strdup (target->model);
  call->title = target->service->title;
}

void
troupe_llm_call_begin (GTask *task, gint64 deadline_us)
{
  TroupeLlmCall *call;

  g_return_if_fail (G_IS_TASK (task));

  call = g_task_get_task_data (task);
  watch (task);
  shorten (call, call->request->deadline_us);
  shorten (call, deadline_us);
  wait_for_turn (task);
}
