/* troupe-llm-limiter.c: rate limiter for the calls with one API key
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-limiter"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-clock.h"
#include "troupe-llm-error.h"
#include "troupe-llm-limiter.h"

#define LONGEST_BACKOFF_MS 8000.0
/* The random share of a backoff, so that several programs do not send at the same time. */
#define BACKOFF_JITTER 0.25
/* Longer durations in headers are ignored; calls are sent until the server returns a 429. */
#define LONGEST_SPAN_MS 120000

struct _TroupeLlmLimits
{
  gatomicrefcount ref_count;
  guint concurrency;   /* calls with one key; 0 for no limit */
  GHashTable *of_keys; /* digest to TroupeLlmLimiter */
};

struct _TroupeLlmLimiter
{
  TroupeLlmLimits *limits; /* not owned */
  guint n_active;
  guint window;       /* concurrent calls since the last rejection; 0: no limit */
  guint n_refusals;   /* consecutive rejections; those in one backoff count once */
  gint64 resume_us;   /* monotonic: no call is sent before */
  gint64 n_left;      /* requests remaining on the server; -1 if unknown */
  gint64 refilled_us; /* monotonic: when @n_left is replenished */
  GQueue waiting;     /* queue of Waiter */
  GSource *alarm;     /* (nullable): until the next call may be sent */
};

typedef struct
{
  TroupeLlmLimiter *limiter;
  GList link;
  gboolean is_queued;
  gboolean may_go;
  GSource *source;           /* ready when granted a slot or cancelled */
  GCancellable *cancellable; /* (nullable) */
  gulong cancelled_id;
  TroupeLlmLimiterFunc func;
  gpointer user_data;
} Waiter;

static void let_go (TroupeLlmLimiter *self);

/* --- Limits of all keys ----------------------------------------------------------------------- */

static void
limiter_free (gpointer data)
{
  TroupeLlmLimiter *self = data;

  g_assert (self->n_active == 0 && self->waiting.length == 0);

  if (self->alarm != NULL)
    {
      g_source_destroy (self->alarm);
      g_clear_pointer (&self->alarm, g_source_unref);
    }
  g_free (self);
}

/**
 * troupe_llm_limits_new:
 *
 * Returns: (transfer full): limits without any limiters
 */
TroupeLlmLimits *
troupe_llm_limits_new (void)
{
  TroupeLlmLimits *self = g_new0 (TroupeLlmLimits, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->of_keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, limiter_free);

  return self;
}

TroupeLlmLimits *
troupe_llm_limits_ref (TroupeLlmLimits *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_llm_limits_unref (TroupeLlmLimits *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_hash_table_unref (self->of_keys);
  g_free (self);
}

/**
 * troupe_llm_limits_set_concurrency:
 * @most: maximum number of concurrent calls with one key; 0 for no limit
 */
void
troupe_llm_limits_set_concurrency (TroupeLlmLimits *self, guint most)
{
  g_return_if_fail (self != NULL);

  self->concurrency = most;
}

TroupeLlmLimiter *
troupe_llm_limits_get (TroupeLlmLimits *self, const TroupeLlmTarget *target)
{
  g_autofree char *name = NULL;
  g_autofree char *digest = NULL;
  TroupeLlmLimiter *limiter;

  name = g_strconcat (target->base_url != NULL ? target->base_url : "", "\n",
                      target->key != NULL ? target->key : "", NULL);
  digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, name, -1);
  memset (name, 0, strlen (name));
  limiter = g_hash_table_lookup (self->of_keys, digest);
  if (limiter == NULL)
    {
      limiter = g_new0 (TroupeLlmLimiter, 1);
      limiter->limits = self;
      limiter->n_left = -1;
      g_queue_init (&limiter->waiting);
      g_hash_table_insert (self->of_keys, g_steal_pointer (&digest), limiter);
    }

  return limiter;
}

/* --- Limiter of one key ----------------------------------------------------------------------- */

/* Returns the time at which the next call may be sent, without considering whether a slot is
 * free; 0 for now. */
static gint64
get_due (TroupeLlmLimiter *self)
{
  gint64 now_us = g_get_monotonic_time ();
  gint64 due_us = self->resume_us > now_us ? self->resume_us : 0;

  g_assert (self != NULL);

  /* Once the reset time is reached, the number of remaining requests is unknown. */
  if (self->n_left >= 0 && self->refilled_us <= now_us)
    self->n_left = -1;
  if (self->n_left == 0)
    due_us = MAX (due_us, self->refilled_us);

  return due_us;
}

static gboolean
has_room (TroupeLlmLimiter *self)
{
  guint most = self->limits->concurrency;

  g_assert (self != NULL);

  if (self->window > 0)
    most = most > 0 ? MIN (most, self->window) : self->window;

  return most == 0 || self->n_active < most;
}

gint64
troupe_llm_limiter_get_wait (TroupeLlmLimiter *self)
{
  gint64 due_us = get_due (self);

  return due_us > 0 ? (due_us - g_get_monotonic_time () + 999) / 1000 : 0;
}

guint
troupe_llm_limiter_get_n_waiting (TroupeLlmLimiter *self)
{
  return self->waiting.length;
}

static void
take_place (TroupeLlmLimiter *self)
{
  self->n_active++;
  if (self->n_left > 0)
    self->n_left--;
}

static gboolean
alarm_cb (gpointer user_data)
{
  TroupeLlmLimiter *self = user_data;

  g_assert (self != NULL);

  g_clear_pointer (&self->alarm, g_source_unref);
  let_go (self);

  return G_SOURCE_REMOVE;
}

/* Wakes the queued calls that may start. Each call continues from its own source. */
static void
let_go (TroupeLlmLimiter *self)
{
  g_assert (self != NULL);

  while (self->waiting.length > 0 && has_room (self))
    {
      gint64 due_us = get_due (self);
      Waiter *waiter;

      if (due_us > 0)
        {
          if (self->alarm == NULL)
            {
              self->alarm = g_timeout_source_new (0);
              g_source_set_static_name (self->alarm, "troupe-llm-limiter alarm");
              g_source_set_callback (self->alarm, alarm_cb, self, NULL);
              g_source_set_ready_time (self->alarm, due_us);
              g_source_attach (self->alarm, g_main_context_get_thread_default ());
            }
          else
            g_source_set_ready_time (self->alarm, due_us);
          return;
        }
      waiter = self->waiting.head->data;
      g_queue_unlink (&self->waiting, &waiter->link);
      waiter->is_queued = FALSE;
      waiter->may_go = TRUE;
      take_place (self);
      g_source_set_ready_time (waiter->source, 0);
    }
}

/* Called in the thread that cancels. */
static void
hurry_cb (GCancellable *cancellable, gpointer source)
{
  g_source_set_ready_time (source, 0);
}

static gboolean
turn_cb (gpointer user_data)
{
  Waiter *waiter = user_data;

  if (waiter->is_queued)
    g_queue_unlink (&waiter->limiter->waiting, &waiter->link);
  waiter->is_queued = FALSE;
  if (waiter->cancellable != NULL)
    g_cancellable_disconnect (waiter->cancellable, waiter->cancelled_id);
  waiter->cancelled_id = 0;
  waiter->func (waiter->may_go, waiter->user_data);

  return G_SOURCE_REMOVE;
}

static void
waiter_free (gpointer data)
{
  Waiter *waiter = data;

  g_clear_object (&waiter->cancellable);
  g_free (waiter);
}

void
troupe_llm_limiter_acquire (TroupeLlmLimiter *self,
                            GCancellable *cancellable,
                            TroupeLlmLimiterFunc func,
                            gpointer user_data)
{
  g_autoptr (GSource) source = NULL;
  Waiter *waiter;

  if (self->waiting.length == 0 && has_room (self) && get_due (self) == 0)
    {
      take_place (self);
      func (TRUE, user_data);
      return;
    }

  source = g_timeout_source_new (0);
  g_source_set_ready_time (source, -1);
  waiter = g_new0 (Waiter, 1);
  waiter->limiter = self;
  waiter->link.data = waiter;
  waiter->is_queued = TRUE;
  waiter->source = source;
  waiter->func = func;
  waiter->user_data = user_data;
  waiter->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  g_queue_push_tail_link (&self->waiting, &waiter->link);
  g_source_set_static_name (source, "troupe-llm-limiter turn");
  g_source_set_callback (source, turn_cb, waiter, waiter_free);
  if (cancellable != NULL)
    waiter->cancelled_id =
        g_cancellable_connect (cancellable, G_CALLBACK (hurry_cb), g_source_ref (source),
                               (GDestroyNotify) g_source_unref);
  g_source_attach (source, g_main_context_get_thread_default ());
  let_go (self);
}

/* Delays all calls with the key, and halves the number of concurrent calls. If the calls after a
 * backoff are rejected as well, only one call at a time is sent until one is answered. A call that
 * is rejected during the backoff had started before the backoff began. It only extends the backoff
 * if the server specifies a time. */
static void
back_off (TroupeLlmLimiter *self, gint64 after_ms, double first_delay_ms)
{
  gint64 now_us = g_get_monotonic_time ();
  double delay_ms;

  g_assert (self != NULL);

  if (self->resume_us > now_us)
    {
      if (after_ms >= 0)
        self->resume_us = MAX (self->resume_us, now_us + after_ms * 1000);
      return;
    }

  delay_ms = MIN (MAX (first_delay_ms, 0.0) * pow (2.0, (double) MIN (self->n_refusals, 16)),
                  LONGEST_BACKOFF_MS);
  self->n_refusals++;
  self->window = self->n_refusals > 1 ? 1 : MAX ((self->n_active + 1) / 2, 1);
  delay_ms *= 1.0 - BACKOFF_JITTER * g_random_double ();
  self->resume_us = now_us + (after_ms >= 0 ? after_ms * 1000 : (gint64) (delay_ms * 1000.0));
}

void
troupe_llm_limiter_release (TroupeLlmLimiter *self, const GError *error, double first_delay_ms)
{
  g_return_if_fail (self->n_active > 0);

  if (error == NULL)
    {
      self->n_refusals = 0;
      /* Raises the limit by one for each answer, until the limit is so high that it is removed. */
      if (self->window > 0)
        self->window = self->window > 4096 ? 0 : self->window + 1;
    }
  else if (troupe_llm_error_is_busy (error))
    {
      gint64 after_ms;

      /* If the requested delay is too long, only this call fails, and other calls are tried. */
      if (troupe_llm_error_get_retry (error, &after_ms))
        back_off (self, after_ms, first_delay_ms);
    }
  self->n_active--;
  let_go (self);
}

/* --- Rate limit headers ----------------------------------------------------------------------- */

gint64
troupe_llm_limiter_parse_span (const char *text)
{
  static const struct
  {
    const char *unit;
    double milliseconds;
  } units[] = {
    { "ms", 1.0 }, { "s", 1000.0 }, { "m", 60000.0 }, { "h", 3600000.0 }, { "d", 86400000.0 }
  };
  double total = 0.0;
  gint64 moment_us;

  if (troupe_time_from_text (text, &moment_us))
    return MAX ((moment_us - g_get_real_time ()) / 1000, 0);

  while (g_ascii_isspace (*text))
    text++;
  if (!g_ascii_isdigit (*text))
    return -1;
  while (*text != '\0')
    {
      char *end;
      double number = g_ascii_isdigit (*text) ? g_ascii_strtod (text, &end) : NAN;
      gboolean is_known = FALSE;

      if (!isfinite (number))
        return -1;
      text = end;
      for (guint i = 0; !is_known && i < G_N_ELEMENTS (units); i++)
        {
          if (!g_str_has_prefix (text, units[i].unit))
            continue;
          total += number * units[i].milliseconds;
          text += strlen (units[i].unit);
          is_known = TRUE;
        }
      /* A number without a unit is in seconds. */
      if (!is_known && *text != '\0')
        return -1;
      if (!is_known)
        total += number * 1000.0;
    }

  return total < 1e12 ? (gint64) ceil (total) : -1;
}

static void
take_pair (TroupeLlmLimiter *self,
           SoupMessageHeaders *headers,
           const char *left_name,
           const char *reset_name,
           gboolean is_requests)
{
  gint64 n_left;
  const char *reset;
  gint64 span_ms;
  gint64 refilled_us;
  const char *text;
  char *end;
  gint64 count;

  g_assert (self != NULL);

  text = soup_message_headers_get_one (headers, left_name);
  n_left = -1;
  if (text != NULL && g_ascii_isdigit (*text))
    {
      count = g_ascii_strtoll (text, &end, 10);
      n_left = *end == '\0' ? count : -1;
    }
  reset = soup_message_headers_get_one (headers, reset_name);
  span_ms = reset != NULL ? troupe_llm_limiter_parse_span (reset) : -1;
  if (n_left < 0 || span_ms < 0 || span_ms > LONGEST_SPAN_MS)
    return;
  /* The token limit only matters at 0, because the tokens of a call are not known in advance. */
  if (!is_requests && n_left > 0)
    return;
  refilled_us = g_get_monotonic_time () + span_ms * 1000;
  if (is_requests)
    /* Other running calls may not be included yet. */
    n_left = MAX (n_left - ((gint64) self->n_active - 1), 0);
  if (!is_requests && self->n_left == 0)
    refilled_us = MAX (refilled_us, self->refilled_us);
  self->n_left = n_left;
  self->refilled_us = refilled_us;
}

void
troupe_llm_limiter_take_headers (TroupeLlmLimiter *self, SoupMessageHeaders *headers)
{
  take_pair (self, headers, "x-ratelimit-remaining-requests", "x-ratelimit-reset-requests", TRUE);
  take_pair (self, headers, "anthropic-ratelimit-requests-remaining",
             "anthropic-ratelimit-requests-reset", TRUE);
  take_pair (self, headers, "x-ratelimit-remaining-tokens", "x-ratelimit-reset-tokens", FALSE);
  take_pair (self, headers, "anthropic-ratelimit-tokens-remaining",
             "anthropic-ratelimit-tokens-reset", FALSE);
}
