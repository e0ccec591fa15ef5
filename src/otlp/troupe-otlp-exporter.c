/* troupe-otlp-exporter.c: queues spans and exports them to an OTLP endpoint
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-otlp-exporter"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-known-keys.h"
#include "troupe-otlp-body.h"
#include "troupe-otlp-exporter.h"
#include "troupe-otlp-sender.h"

/* Microseconds for which spans are collected before a request. */
#define GATHER_US G_USEC_PER_SEC
/* Retry delays in microseconds: the first delay, which is doubled for each retry; the maximum
 * delay; and the total time for one request. */
#define FIRST_WAIT_US G_USEC_PER_SEC
#define MOST_WAIT_US (30 * (gint64) G_USEC_PER_SEC)
#define GIVE_UP_US (120 * (gint64) G_USEC_PER_SEC)

struct _TroupeOtlpExporter
{
  GObject parent_instance;

  TroupeOtlpSettings *settings;
  char *folder; /* (nullable) */
  TroupeOtlpWarnFunc warn;
  gpointer warn_data;
  GMainContext *context;
  GCancellable *cancellable; /* cancelled when the exporter stops waiting */
  TroupeKeyFinder *finder;   /* used on its thread */

  GMutex lock;     /* protects the following members */
  GThread *thread; /* (nullable) */
  GQueue queue;    /* (element-type TroupeOtlpSpan) */
  gsize weight;    /* of all spans in the queue */
  gint64 first_us; /* when the first span in the queue was added */
  gboolean is_closed;
  gint64 deadline_us; /* once it has been closed */
  guint64 n_sent;
  guint64 n_lost;
  gboolean has_warned;
};

G_DEFINE_FINAL_TYPE (TroupeOtlpExporter, troupe_otlp_exporter, G_TYPE_OBJECT)

static void
warn_once (TroupeOtlpExporter *self, const char *message)
{
  gboolean is_first;

  g_assert (TROUPE_IS_OTLP_EXPORTER (self));

  g_mutex_lock (&self->lock);
  is_first = !self->has_warned;
  self->has_warned = TRUE;
  g_mutex_unlock (&self->lock);
  if (is_first && self->warn != NULL)
    self->warn (message, self->warn_data);
}

static gboolean
is_closed (TroupeOtlpExporter *self, gint64 *deadline_us)
{
  gboolean closed;

  g_assert (TROUPE_IS_OTLP_EXPORTER (self));

  g_mutex_lock (&self->lock);
  closed = self->is_closed;
  *deadline_us = self->deadline_us;
  g_mutex_unlock (&self->lock);
  return closed;
}

/* --- Waiting ------------------------------------------------------------------------------------- */

static gboolean
wake_cb (gpointer user_data)
{
  return G_SOURCE_REMOVE;
}

/* Runs one iteration of the thread's context, which ends at @when_us at the latest. */
static void
turn (TroupeOtlpExporter *self, gint64 when_us)
{
  const gint64 rest_us = when_us - g_get_monotonic_time ();
  g_autoptr (GSource) source = NULL;

  g_assert (TROUPE_IS_OTLP_EXPORTER (self));

  if (rest_us <= 0)
    return;
  source = g_timeout_source_new ((guint) (rest_us / 1000 + 1));
  g_source_set_callback (source, wake_cb, NULL, NULL);
  g_source_attach (source, self->context);
  g_main_context_iteration (self->context, TRUE);
  g_source_destroy (source);
}

/* Returns the delay until the next attempt, in microseconds. If the endpoint requested a delay,
 * that is used. Otherwise the delay increases with each attempt. */
static gint64
choose_wait (guint attempt, gint64 wait_ms)
{
  const gint64 own_us = MIN (FIRST_WAIT_US << MIN (attempt, 10), MOST_WAIT_US);

  if (wait_ms >= 0)
    return wait_ms * 1000;
  return (gint64) ((double) own_us * g_random_double_range (0.75, 1.25));
}

/* Waits until the next attempt at @when_us. Returns FALSE if the request must not be retried. */
static gboolean
wait_for_next (TroupeOtlpExporter *self, gint64 when_us, TroupeOtlpAnswer answer)
{
  gint64 deadline_us = 0;

  g_assert (TROUPE_IS_OTLP_EXPORTER (self));

  for (;;)
    {
      /* When closing, do not wait for an unreachable endpoint, because it is unlikely to respond
       * in the last seconds. */
      if (is_closed (self, &deadline_us) && (answer == TROUPE_OTLP_AWAY || when_us > deadline_us))
        return FALSE;
      if (g_get_monotonic_time () >= when_us)
        return TRUE;
      turn (self, when_us);
    }
}

/* --- Thread ----------------------------------------------------------------------------------- */

/* Sends one request until the endpoint accepts it, or until no further retry is made. */
static gboolean
send_body (TroupeOtlpExporter *self, TroupeOtlpSender *sender, GBytes *body)
{
  const gint64 begun_us = g_get_monotonic_time ();

  g_assert (TROUPE_IS_OTLP_EXPORTER (self));

  for (guint attempt = 0;; attempt++)
    {
      gint64 wait_ms = -1;
      gint64 when_us;
      g_autofree char *reason = NULL;
      const TroupeOtlpAnswer answer =
          troupe_otlp_sender_send (sender, body, self->cancellable, &wait_ms, &reason);

      if (answer == TROUPE_OTLP_SENT)
        {
          if (reason != NULL)
            warn_once (self, reason);
          return TRUE;
        }
      when_us = g_get_monotonic_time () + choose_wait (attempt, wait_ms);
      if (answer == TROUPE_OTLP_REFUSED || g_cancellable_is_cancelled (self->cancellable) ||
          when_us - begun_us > GIVE_UP_US || !wait_for_next (self, when_us, answer))
        {
          warn_once (self, reason);
          return FALSE;
        }
    }
}

/* Waits until there are enough spans or the waiting time has elapsed. Returns NULL if the
 * exporter is closed. (transfer full) (nullable) (element-type TroupeOtlpSpan) */
static GPtrArray *
take_spans (TroupeOtlpExporter *self)
{
  GPtrArray *spans;

  g_assert (TROUPE_IS_OTLP_EXPORTER (self));

  g_mutex_lock (&self->lock);
  while (!self->is_closed && self->queue.length < TROUPE_OTLP_BATCH &&
         (self->queue.length == 0 || g_get_monotonic_time () < self->first_us + GATHER_US))
    {
      const gint64 when_us = self->queue.length == 0 ? G_MAXINT64 : self->first_us + GATHER_US;

      g_mutex_unlock (&self->lock);
      if (when_us == G_MAXINT64)
        g_main_context_iteration (self->context, TRUE);
      else
        turn (self, when_us);
      g_mutex_lock (&self->lock);
    }
  spans = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_otlp_span_free);
  while (self->queue.length > 0 && spans->len < TROUPE_OTLP_BATCH)
    {
      TroupeOtlpSpan *span = g_queue_pop_head (&self->queue);

      self->weight -= troupe_otlp_span_get_weight (span);
      g_ptr_array_add (spans, span);
    }
  self->first_us = g_get_monotonic_time ();
  g_mutex_unlock (&self->lock);
  if (spans->len == 0)
    g_clear_pointer (&spans, g_ptr_array_unref);
  return spans;
}

static gpointer
thread_func (gpointer data)
{
  TroupeOtlpExporter *self = data;
  g_autoptr (TroupeOtlpSender) sender = NULL;
  GPtrArray *spans;
  TroupeKeyFinder *finder;

  g_assert (TROUPE_IS_OTLP_EXPORTER (self));

  g_main_context_push_thread_default (self->context);
  /* The keys that must never be sent are those of the environment, and those that authenticate
   * the exporter at the endpoint. */
  finder = troupe_key_finder_new ();
  troupe_known_keys_gather_environment (finder, self->folder);
  for (guint i = 0; self->settings->headers[i] != NULL; i += 2)
    {
      const char *value = self->settings->headers[i + 1];
      const char *blank = strrchr (value, ' ');

      troupe_key_finder_add (finder, self->settings->headers[i], blank != NULL ? blank + 1 : value);
    }
  self->finder = finder;
  sender = troupe_otlp_sender_new (self->settings);
  while ((spans = take_spans (self)) != NULL)
    {
      while (spans->len > 0)
        {
          guint n_taken = 0;
          g_autoptr (GBytes) body =
              troupe_otlp_body_make (self->settings, spans, self->finder, &n_taken);
          const gboolean is_sent =
              !g_cancellable_is_cancelled (self->cancellable) && send_body (self, sender, body);

          g_mutex_lock (&self->lock);
          *(is_sent ? &self->n_sent : &self->n_lost) += n_taken;
          g_mutex_unlock (&self->lock);
          g_ptr_array_remove_range (spans, 0, n_taken);
        }
      g_ptr_array_unref (spans);
    }
  g_clear_pointer (&sender, troupe_otlp_sender_free);
  while (g_main_context_iteration (self->context, FALSE))
    ;
  g_main_context_pop_thread_default (self->context);
  return NULL;
}

/* --- Public API ------------------------------------------------------------------------------- */

gboolean
troupe_otlp_exporter_has_content (TroupeOtlpExporter *self)
{
  g_return_val_if_fail (TROUPE_IS_OTLP_EXPORTER (self), FALSE);

  return self->settings->has_content;
}

gboolean
troupe_otlp_exporter_has_room (TroupeOtlpExporter *self)
{
  gboolean has_room;

  g_return_val_if_fail (TROUPE_IS_OTLP_EXPORTER (self), FALSE);

  g_mutex_lock (&self->lock);
  has_room = !self->is_closed && self->queue.length < TROUPE_OTLP_QUEUE / 2 &&
             self->weight < TROUPE_OTLP_QUEUE_BYTES / 2;
  if (!has_room)
    self->n_lost++;
  g_mutex_unlock (&self->lock);
  return has_room;
}

void
troupe_otlp_exporter_add (TroupeOtlpExporter *self, TroupeOtlpSpan *span)
{
  const gsize weight = troupe_otlp_span_get_weight (span);
  gboolean is_taken;

  g_return_if_fail (TROUPE_IS_OTLP_EXPORTER (self));

  g_mutex_lock (&self->lock);
  is_taken = !self->is_closed && self->queue.length < TROUPE_OTLP_QUEUE &&
             self->weight + weight <= TROUPE_OTLP_QUEUE_BYTES;
  if (is_taken && self->thread == NULL)
    {
      self->thread = g_thread_try_new ("troupe-otlp", thread_func, self, NULL);
      is_taken = self->thread != NULL;
    }
  if (is_taken)
    {
      if (self->queue.length == 0)
        self->first_us = g_get_monotonic_time ();
      g_queue_push_tail (&self->queue, span);
      self->weight += weight;
      if (self->queue.length == 1 || self->queue.length == TROUPE_OTLP_BATCH)
        g_main_context_wakeup (self->context);
    }
  else
    {
      self->n_lost++;
    }
  g_mutex_unlock (&self->lock);
  if (!is_taken)
    troupe_otlp_span_free (span);
}

static gboolean
deadline_cb (gpointer user_data)
{
  g_cancellable_cancel (user_data);
  return G_SOURCE_REMOVE;
}

void
troupe_otlp_exporter_close (TroupeOtlpExporter *self, gint64 timeout_us)
{
  GThread *thread;
  guint64 n_lost = 0;
  g_autoptr (GSource) source = NULL;

  g_return_if_fail (TROUPE_IS_OTLP_EXPORTER (self));
  g_return_if_fail (timeout_us >= 0);

  g_mutex_lock (&self->lock);
  self->is_closed = TRUE;
  self->deadline_us = g_get_monotonic_time () + timeout_us;
  thread = g_steal_pointer (&self->thread);
  g_mutex_unlock (&self->lock);
  if (thread == NULL)
    return;
  source = g_timeout_source_new ((guint) (timeout_us / 1000));
  g_source_set_callback (source, deadline_cb, g_object_ref (self->cancellable), g_object_unref);
  g_source_attach (source, self->context);
  g_main_context_wakeup (self->context);
  g_thread_join (thread);
  g_source_destroy (source);
  troupe_otlp_exporter_count (self, NULL, &n_lost);
  if (n_lost > 0)
    warn_once (self, _ ("Some spans were not sent: the endpoint is too slow."));
}

void
troupe_otlp_exporter_count (TroupeOtlpExporter *self, guint64 *n_sent, guint64 *n_lost)
{
  g_return_if_fail (TROUPE_IS_OTLP_EXPORTER (self));

  g_mutex_lock (&self->lock);
  if (n_sent != NULL)
    *n_sent = self->n_sent;
  if (n_lost != NULL)
    *n_lost = self->n_lost;
  g_mutex_unlock (&self->lock);
}

static void
troupe_otlp_exporter_finalize (GObject *object)
{
  TroupeOtlpExporter *self = TROUPE_OTLP_EXPORTER (object);

  troupe_otlp_exporter_close (self, 0);
  g_queue_clear_full (&self->queue, (GDestroyNotify) troupe_otlp_span_free);
  g_clear_pointer (&self->finder, troupe_key_finder_unref);
  g_main_context_unref (self->context);
  g_object_unref (self->cancellable);
  g_free (self->folder);
  troupe_otlp_settings_free (self->settings);
  g_mutex_clear (&self->lock);

  G_OBJECT_CLASS (troupe_otlp_exporter_parent_class)->finalize (object);
}

static void
troupe_otlp_exporter_class_init (TroupeOtlpExporterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_otlp_exporter_finalize;
}

static void
troupe_otlp_exporter_init (TroupeOtlpExporter *self)
{
  g_mutex_init (&self->lock);
  g_queue_init (&self->queue);
  self->context = g_main_context_new ();
  self->cancellable = g_cancellable_new ();
}

TroupeOtlpExporter *
troupe_otlp_exporter_new (TroupeOtlpSettings *settings,
                          const char *folder,
                          TroupeOtlpWarnFunc warn,
                          gpointer user_data)
{
  TroupeOtlpExporter *self;

  g_return_val_if_fail (settings != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_OTLP_EXPORTER, NULL);
  self->settings = settings;
  self->folder = g_strdup (folder);
  self->warn = warn;
  self->warn_data = user_data;
  return self;
}
