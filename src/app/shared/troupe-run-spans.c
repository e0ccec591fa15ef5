/* troupe-run-spans.c: exports spans of runs to the OTLP endpoint in the preferences
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-spans"

#include "config.h"

#include "troupe-run-spans.h"

/* Maximum time in microseconds that shutdown waits after the windows were closed. */
#define CLOSE_US (G_USEC_PER_SEC / 2)

struct _TroupeRunSpans
{
  GObject parent_instance;

  GSettings *settings;
  GMutex lock;
  TroupeOtlpExporter *exporter; /* (nullable): protected by @lock; runs have references of their
                                   own */
};

/* A warning of an exporter, sent to the main thread. */
typedef struct
{
  GWeakRef spans;
  char *message;
} Warning;

enum
{
  FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeRunSpans, troupe_run_spans, G_TYPE_OBJECT)

static void
warning_free (gpointer data)
{
  Warning *warning = data;

  g_weak_ref_clear (&warning->spans);
  g_free (warning->message);
  g_free (warning);
}

static gboolean
warned_cb (gpointer user_data)
{
  Warning *warning = user_data;
  g_autoptr (TroupeRunSpans) self = g_weak_ref_get (&warning->spans);

  g_assert (warning->message != NULL);

  if (self != NULL)
    g_signal_emit (self, signals[FAILED], 0, warning->message);
  return G_SOURCE_REMOVE;
}

static void
warn (TroupeRunSpans *self, const char *message)
{
  Warning *warning = g_new0 (Warning, 1);

  g_assert (TROUPE_IS_RUN_SPANS (self));

  g_weak_ref_init (&warning->spans, self);
  warning->message = g_strdup (message);
  g_idle_add_full (G_PRIORITY_DEFAULT, warned_cb, warning, warning_free);
}

/* Called on the exporter's thread, which may outlive this object. @user_data: a weak reference */
static void
warn_cb (const char *message, gpointer user_data)
{
  g_autoptr (TroupeRunSpans) self = g_weak_ref_get (user_data);

  g_assert (message != NULL);

  if (self != NULL)
    warn (self, message);
}

static void
weak_free (gpointer data)
{
  g_weak_ref_clear (data);
  g_free (data);
}

static void
changed_cb (TroupeRunSpans *self)
{
  TroupeOtlpExporter *old;
  TroupeOtlpExporter *next = NULL;
  g_autofree char *endpoint = NULL;
  g_autoptr (GError) error = NULL;
  TroupeOtlpSettings *settings;
  GWeakRef *weak;

  g_assert (TROUPE_IS_RUN_SPANS (self));

  endpoint = g_settings_get_string (self->settings, TROUPE_RUN_SPANS_ENDPOINT);
  if (*endpoint != '\0')
    {
      settings = troupe_otlp_settings_new (endpoint, &error);
      if (error != NULL)
        warn (self, error->message);
      if (settings != NULL)
        {
          settings->has_content = g_settings_get_boolean (self->settings, TROUPE_RUN_SPANS_TEXTS);
          weak = g_new0 (GWeakRef, 1);
          g_weak_ref_init (weak, self);
          next = troupe_otlp_exporter_new (settings, NULL, warn_cb, weak);
          g_object_set_data_full (G_OBJECT (next), "troupe-run-spans", weak, weak_free);
        }
    }
  g_mutex_lock (&self->lock);
  old = g_steal_pointer (&self->exporter);
  self->exporter = next;
  g_mutex_unlock (&self->lock);
  g_clear_object (&old);
}

TroupeOtlpFollower *
troupe_run_spans_follow (TroupeRunSpans *self, TroupeRun *run)
{
  g_autoptr (TroupeOtlpExporter) exporter = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN_SPANS (self), NULL);
  g_return_val_if_fail (TROUPE_IS_RUN (run), NULL);

  g_mutex_lock (&self->lock);
  g_set_object (&exporter, self->exporter);
  g_mutex_unlock (&self->lock);
  return exporter != NULL ? troupe_otlp_follower_new (exporter, troupe_run_get_bus (run),
                                                      troupe_run_get_id (run))
                          : NULL;
}

void
troupe_run_spans_close (TroupeRunSpans *self)
{
  g_return_if_fail (TROUPE_IS_RUN_SPANS (self));

  if (self->exporter != NULL)
    troupe_otlp_exporter_close (self->exporter, CLOSE_US);
}

static void
troupe_run_spans_finalize (GObject *object)
{
  TroupeRunSpans *self = TROUPE_RUN_SPANS (object);

  g_clear_object (&self->exporter);
  g_clear_object (&self->settings);
  g_mutex_clear (&self->lock);

  G_OBJECT_CLASS (troupe_run_spans_parent_class)->finalize (object);
}

static void
troupe_run_spans_class_init (TroupeRunSpansClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_run_spans_finalize;

  signals[FAILED] = g_signal_new ("failed", TROUPE_TYPE_RUN_SPANS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_run_spans_init (TroupeRunSpans *self)
{
  g_mutex_init (&self->lock);
}

TroupeRunSpans *
troupe_run_spans_new (GSettings *settings)
{
  TroupeRunSpans *self;

  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);

  self = g_object_new (TROUPE_TYPE_RUN_SPANS, NULL);
  self->settings = g_object_ref (settings);
  g_signal_connect_object (settings, "changed::" TROUPE_RUN_SPANS_ENDPOINT, G_CALLBACK (changed_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::" TROUPE_RUN_SPANS_TEXTS, G_CALLBACK (changed_cb),
                           self, G_CONNECT_SWAPPED);
  changed_cb (self);
  return self;
}
