/* troupe-page-run.c: the running run of a page: start, pause, step, stop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page-run"

#include "config.h"

#include "troupe-services.h"
#include "troupe-engine.h"
#include "troupe-keep-awake.h"
#include "troupe-page-run.h"

/* Minimum interval between two batches of events in milliseconds, which is one frame. */
#define BATCH_INTERVAL 16

/* Number of stored events that are emitted at once. */
#define FEED 250

struct _TroupePageRun
{
  GObject parent_instance;

  TroupeEngine *engine; /* (nullable): engine of the application; set by the first run */
  TroupeRun *run;       /* (nullable) */
  TroupeEventBatch *batch;
  TroupeOtlpFollower *spans; /* (nullable): exports spans to the user's OTLP collector */
  TroupeMonthBudget *month;  /* (nullable): month budget to which the run counts */
  char *inputs;              /* (nullable) */
  gint64 started_us;
  gint64 first_started_us;
  TroupeKeepAwake *awake; /* (nullable) */
  gboolean is_stopping;
  gboolean is_held;
  gboolean is_left; /* the page was closed during the run */
  gboolean is_kept; /* the run ends as paused and must not be cancelled */
  char *full_id;    /* (nullable): the last run, if it reached its disk limit */
  gsize full_limit; /* this limit, in bytes */

  GPtrArray *kept_events; /* (nullable): stored events being emitted */
  guint kept_next;
  guint kept_source;
};

enum
{
  BEGINS,
  EVENTS,
  RESUMED,
  ENDED,
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePageRun, troupe_page_run, G_TYPE_OBJECT)

/* --- Running ---------------------------------------------------------------------------------- */

/* Stops charging the month budget. Called if the run has ended or does not start. */
static void
leave_month (TroupePageRun *self)
{
  g_assert (TROUPE_IS_PAGE_RUN (self));

  if (self->month != NULL)
    troupe_month_budget_leave (self->month);
  g_clear_object (&self->month);
}

/* A breakpoint and a full disk pause the run, too. */
static void
follow_hold (TroupePageRun *self, GPtrArray *events)
{
  gboolean has_changed = FALSE;

  g_assert (TROUPE_IS_PAGE_RUN (self));

  for (guint i = 0; i < events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (events, i);

      has_changed |=
          event->type == TROUPE_EVENT_RUN_HELD || event->type == TROUPE_EVENT_RUN_RELEASED;
    }
  /* The run is asked, because the user may have paused or resumed it after the event. */
  if (has_changed && self->run != NULL)
    troupe_page_run_note_held (self, troupe_run_is_held (self->run));
}

static void
events_arrived (GPtrArray *events, gpointer user_data)
{
  TroupePageRun *self = TROUPE_PAGE_RUN (user_data);

  g_signal_emit (self, signals[EVENTS], 0, events);
  follow_hold (self, events);
}

static void
run_ended_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autoptr (TroupePageRun) self = TROUPE_PAGE_RUN (user_data);
  GApplication *application = g_application_get_default ();
  g_autoptr (TroupeRun) run = g_object_ref (TROUPE_RUN (source));
  g_autoptr (TroupeRunResult) result = troupe_run_execute_finish (run, async_result);

  g_assert (TROUPE_IS_PAGE_RUN (self));

  if (self->is_left && troupe_services_get () != NULL)
    troupe_services_note_left_run (troupe_services_get (), troupe_run_get_path (run));
  if (application != NULL)
    g_application_release (application);
  g_clear_pointer (&self->awake, troupe_keep_awake_end);
  troupe_event_batch_flush (self->batch);
  g_clear_pointer (&self->batch, troupe_event_batch_free);
  g_clear_pointer (&self->spans, troupe_otlp_follower_free);
  g_clear_object (&self->run);
  leave_month (self);
  self->is_stopping = FALSE;
  self->is_held = FALSE;
  /* Remembers the run if it can continue with a larger disk limit. */
  g_clear_pointer (&self->full_id, g_free);
  if (g_error_matches (result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DISK))
    {
      self->full_id = g_strdup (troupe_run_get_id (run));
      self->full_limit = troupe_run_get_disk_limit (run);
    }
  g_signal_emit (self, signals[ENDED], 0, run, result);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
execute (TroupePageRun *self)
{
  GApplication *application = g_application_get_default ();

  g_assert (TROUPE_IS_PAGE_RUN (self));

  /* Keeps the application alive until the run has ended, which may be shortly after its window
   * was closed. */
  if (application != NULL)
    g_application_hold (application);
  if (troupe_services_get () != NULL)
    self->awake = troupe_keep_awake_begin (troupe_services_get_settings (troupe_services_get ()));
  if (self->engine == NULL)
    self->engine = troupe_services_get () != NULL
                       ? g_object_ref (troupe_services_get_engine (troupe_services_get ()))
                       : troupe_engine_new ();
  troupe_run_execute_async (self->run, self->engine, run_ended_cb, g_object_ref (self));
}

/* --- Starting --------------------------------------------------------------------------------- */

/* Emits the next stored events. Only some events are emitted per frame, because there can be
 * very many. */
static gboolean
feed_kept_cb (gpointer user_data)
{
  TroupePageRun *self = TROUPE_PAGE_RUN (user_data);
  g_autoptr (GPtrArray) some = g_ptr_array_new ();
  const gint64 now_us = g_get_real_time ();

  g_assert (TROUPE_IS_PAGE_RUN (self));

  for (; some->len < FEED && self->kept_next < self->kept_events->len; self->kept_next++)
    g_ptr_array_add (some, g_ptr_array_index (self->kept_events, self->kept_next));
  g_signal_emit (self, signals[EVENTS], 0, some);
  if (self->kept_next < self->kept_events->len)
    return G_SOURCE_CONTINUE;
  g_signal_emit (self, signals[RESUMED], 0, now_us);
  g_clear_pointer (&self->kept_events, g_ptr_array_unref);
  self->kept_source = 0;
  execute (self);
  return G_SOURCE_REMOVE;
}

static gsize
read_mebibytes (GSettings *settings, const char *key)
{
  const guint64 n_bytes = (guint64) g_settings_get_int (settings, key) * 1024 * 1024;

  return (gsize) MIN (n_bytes, G_MAXSIZE / 2);
}

/* Applies the limits of the settings to the run. Later changes of the settings do not affect
 * this run. */
static void
limit (TroupePageRun *self, TroupeRun *run)
{
  TroupeServices *application = troupe_services_get ();
  const gsize raised = troupe_page_run_get_raised_disk_limit (self, troupe_run_get_id (run));
  g_autoptr (GVariant) disk = NULL;
  GSettings *settings;

  g_assert (TROUPE_IS_RUN (run));

  if (application == NULL)
    return;
  settings = troupe_services_get_settings (application);
  troupe_run_set_memory_limit (run, read_mebibytes (settings, "run-memory-limit"));
  /* The default is smaller for a document that requires no consent. */
  disk = g_settings_get_user_value (settings, "run-disk-limit");
  if (disk != NULL)
    troupe_run_set_disk_limit (run, read_mebibytes (settings, "run-disk-limit"));
  if (raised > troupe_run_get_disk_limit (run) && troupe_run_get_disk_limit (run) > 0)
    troupe_run_set_disk_limit (run, raised);
}

void
troupe_page_run_begin (TroupePageRun *self, TroupeRun *run, const char *inputs, GPtrArray *kept)
{
  TroupeServices *application;

  g_return_if_fail (TROUPE_IS_PAGE_RUN (self));
  g_return_if_fail (TROUPE_IS_RUN (run));
  g_return_if_fail (self->run == NULL);

  self->run = g_object_ref (run);
  self->is_held = FALSE;
  troupe_set_str (&self->inputs, inputs);
  self->started_us = g_get_real_time ();
  /* Stored events keep their original times. */
  self->first_started_us = kept != NULL && kept->len > 0
                               ? ((TroupeEvent *) g_ptr_array_index (kept, 0))->time_us
                               : self->started_us;
  self->batch =
      troupe_event_batch_new (troupe_run_get_bus (run), NULL, BATCH_INTERVAL, events_arrived, self);
  if (troupe_services_get () != NULL)
    self->spans = troupe_run_spans_follow (troupe_services_get_spans (troupe_services_get ()), run);
  limit (self, run);
  application = troupe_services_get ();
  if (application != NULL && troupe_services_get_month (application) != NULL)
    {
      self->month = g_object_ref (troupe_services_get_month (application));
      troupe_month_budget_join (self->month, self->run);
    }
  troupe_run_set_streams (run, TRUE);
  g_signal_emit (self, signals[BEGINS], 0, run);
  if (kept == NULL)
    execute (self);
  else
    {
      self->kept_events = g_ptr_array_ref (kept);
      self->kept_next = 0;
      /* A timeout is used rather than an idle source, which would starve if drawing takes longer
       * than a frame. */
      self->kept_source = g_timeout_add (BATCH_INTERVAL, feed_kept_cb, self);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- User actions ----------------------------------------------------------------------------- */

void
troupe_page_run_stop (TroupePageRun *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_RUN (self));

  if (self->run == NULL || self->is_stopping)
    return;
  self->is_stopping = TRUE;
  troupe_run_cancel (self->run);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_page_run_toggle_hold (TroupePageRun *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_RUN (self));

  if (self->run == NULL || self->is_stopping)
    return;
  self->is_held = !self->is_held;
  if (self->is_held)
    troupe_run_hold (self->run);
  else
    troupe_run_release (self->run);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_page_run_note_held (TroupePageRun *self, gboolean is_held)
{
  g_return_if_fail (TROUPE_IS_PAGE_RUN (self));

  if (self->run == NULL || self->is_stopping || self->is_held == is_held)
    return;
  self->is_held = is_held;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_page_run_step (TroupePageRun *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_RUN (self));

  if (self->run != NULL && self->is_held)
    troupe_run_step (self->run);
}

void
troupe_page_run_keep (TroupePageRun *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_RUN (self));

  if (self->run == NULL)
    return;
  self->is_kept = TRUE;
  troupe_run_answer_later (self->run);
  /* A paused run would never end. */
  troupe_run_release (self->run);
}

void
troupe_page_run_leave (TroupePageRun *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_RUN (self));

  if (self->kept_source != 0)
    {
      /* The resumed run has not started executing yet. */
      g_clear_handle_id (&self->kept_source, g_source_remove);
      g_clear_pointer (&self->batch, troupe_event_batch_free);
      g_clear_object (&self->run);
      leave_month (self);
    }
  g_clear_pointer (&self->kept_events, g_ptr_array_unref);
  if (self->run == NULL)
    return;
  self->is_left = TRUE;
  if (!self->is_kept)
    troupe_run_cancel (self->run);
}

/* --- Getters ---------------------------------------------------------------------------------- */

gsize
troupe_page_run_get_raised_disk_limit (TroupePageRun *self, const char *id)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_RUN (self), 0);
  g_return_val_if_fail (id != NULL, 0);

  return g_strcmp0 (self->full_id, id) == 0 ? MIN (self->full_limit, G_MAXSIZE / 4) * 2 : 0;
}

gboolean
troupe_page_run_is_under_way (TroupePageRun *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_RUN (self), FALSE);

  return self->run != NULL;
}

gboolean
troupe_page_run_is_stopping (TroupePageRun *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_RUN (self), FALSE);

  return self->is_stopping;
}

gboolean
troupe_page_run_is_held (TroupePageRun *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_RUN (self), FALSE);

  return self->is_held;
}

gboolean
troupe_page_run_is_catching_up (TroupePageRun *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_RUN (self), FALSE);

  return self->kept_source != 0;
}

TroupeRun *
troupe_page_run_get_run (TroupePageRun *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_RUN (self), NULL);

  return self->run;
}

gint64
troupe_page_run_get_started (TroupePageRun *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_RUN (self), 0);

  return self->started_us;
}

gint64
troupe_page_run_get_first_started (TroupePageRun *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_RUN (self), 0);

  return self->first_started_us;
}

const char *
troupe_page_run_get_inputs (TroupePageRun *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_RUN (self), NULL);

  return self->inputs;
}

/* --- Application ------------------------------------------------------------------------------ */

TroupeEngine *
troupe_page_run_get_engine (void)
{
  TroupeServices *application = troupe_services_get ();

  return application != NULL ? troupe_services_get_engine (application) : NULL;
}

TroupeStore *
troupe_page_run_find_store (void)
{
  TroupeServices *application = troupe_services_get ();

  return application != NULL ? troupe_services_find_store (application) : NULL;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_page_run_dispose (GObject *object)
{
  troupe_page_run_leave (TROUPE_PAGE_RUN (object));
  G_OBJECT_CLASS (troupe_page_run_parent_class)->dispose (object);
}

static void
troupe_page_run_finalize (GObject *object)
{
  TroupePageRun *self = TROUPE_PAGE_RUN (object);

  g_assert (self->run == NULL);
  g_clear_object (&self->engine);
  g_clear_object (&self->month);
  g_clear_pointer (&self->inputs, g_free);
  g_clear_pointer (&self->full_id, g_free);
  G_OBJECT_CLASS (troupe_page_run_parent_class)->finalize (object);
}

static void
troupe_page_run_class_init (TroupePageRunClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_page_run_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_page_run_finalize;

  signals[BEGINS] = g_signal_new ("begins", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, TROUPE_TYPE_RUN);
  signals[EVENTS] = g_signal_new ("events", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_PTR_ARRAY);
  signals[RESUMED] = g_signal_new ("resumed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 1, G_TYPE_INT64);
  signals[ENDED] = g_signal_new ("ended", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 2, TROUPE_TYPE_RUN, G_TYPE_POINTER);
  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_page_run_init (TroupePageRun *self)
{
}

TroupePageRun *
troupe_page_run_new (void)
{
  return g_object_new (TROUPE_TYPE_PAGE_RUN, NULL);
}
