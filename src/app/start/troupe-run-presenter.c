/* troupe-run-presenter.c: feeds the events of a run into the trace that editor and monitor show
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-presenter"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-money.h"
#include "troupe-refused-writes.h"
#include "troupe-run-kind.h"
#include "troupe-run-presenter.h"
#include "troupe-step-estimates.h"
#include "troupe-value-item.h"

struct _TroupeRunPresenter
{
  GObject parent_instance;

  TroupePageRun *run;
  TroupeTrace *trace;
  TroupeMonitor *monitor; /* not owned: it outlives this object */
  TroupeRunNotice *notice;
  GPtrArray *refused;  /* (element-type utf8): files that the run was not allowed to write */
  GPtrArray *refusals; /* (element-type utf8): what the run said about that */
  gboolean is_past; /* a finished run is shown */
  gboolean is_shown_again;
  gboolean is_quiet;
  gboolean keeps_panel;
  GCancellable *estimating; /* (nullable): set once the steps of the run are estimated */
};

enum
{
  BEGINS,
  RESUMED,
  ENDED,
  MESSAGE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeRunPresenter, troupe_run_presenter, G_TYPE_OBJECT)

static void
tell (TroupeRunPresenter *self, const char *text)
{
  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  g_signal_emit (self, signals[MESSAGE], 0, text);
}

/* --- Paused run ------------------------------------------------------------------------------- */

typedef struct
{
  TroupeFlow *flow;
  TroupeStore *store; /* (nullable) */
  char *folder;       /* (nullable) */
  char *path;         /* (nullable) */
} Estimating;

static void
estimating_free (gpointer data)
{
  Estimating *estimating = data;

  troupe_flow_unref (estimating->flow);
  g_clear_object (&estimating->store);
  g_free (estimating->folder);
  g_free (estimating->path);
  g_free (estimating);
}

static void
estimate_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Estimating *estimating = task_data;
  g_autoptr (TroupeLlmPrices) prices = troupe_llm_prices_new (NULL);

  g_assert (G_IS_TASK (task));

  g_task_return_pointer (task,
                         troupe_step_estimates_read (estimating->flow, estimating->folder, prices,
                                                     estimating->store, estimating->path),
                         (GDestroyNotify) g_hash_table_unref);
}

static void
estimated_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GHashTable) estimates = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Without a result, another run has begun or the page was closed. */
  if (estimates != NULL)
    troupe_monitor_set_estimates (TROUPE_MONITOR (source), estimates);
}

static void
forget_estimates (TroupeRunPresenter *self)
{
  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  if (self->estimating != NULL)
    g_cancellable_cancel (self->estimating);
  g_clear_object (&self->estimating);
}

/* Estimates the steps of the run once, at its first pause. The task does not own the presenter, which cancels it at its
 * end. */
static void
estimate (TroupeRunPresenter *self, TroupeRun *run)
{
  TroupeStore *store = troupe_page_run_find_store ();
  g_autoptr (GTask) task = NULL;
  Estimating *estimating = NULL;

  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  if (self->estimating != NULL)
    return;
  self->estimating = g_cancellable_new ();
  estimating = g_new0 (Estimating, 1);
  estimating->flow = troupe_flow_ref (troupe_run_get_flow (run));
  estimating->store = store != NULL ? g_object_ref (store) : NULL;
  estimating->folder = troupe_run_get_code_folder (run);
  estimating->path = g_strdup (troupe_run_get_path (run));
  task = g_task_new (self->monitor, self->estimating, estimated_cb, NULL);
  g_task_set_source_tag (task, estimate);
  g_task_set_task_data (task, estimating, estimating_free);
  g_task_run_in_thread (task, estimate_thread);
}

/* Shows the values of the run while it is paused. */
static void
show_pause (TroupeRunPresenter *self)
{
  TroupeRun *run = self->is_past ? NULL : troupe_page_run_get_run (self->run);
  TroupeRunPause *pause = run != NULL ? troupe_run_get_pause (run) : NULL;

  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  if (pause != NULL)
    estimate (self, run);
  troupe_monitor_set_pause (self->monitor, pause != NULL ? run : NULL, pause);
}

/* --- Live run --------------------------------------------------------------------------------- */

/* Shows only the first of several failures. Ignores failures among the stored events of a
 * resumed run. */
static void
step_cb (TroupeTrace *trace, TroupeSpan *span, guint effect, gpointer user_data)
{
  TroupeRunPresenter *self = TROUPE_RUN_PRESENTER (user_data);
  g_autofree char *error = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_TRACE (trace));

  if (span->kind != TROUPE_SCOPE_METHOD || effect != TROUPE_EVENT_CLOSES ||
      span->state != TROUPE_SCOPE_FAILED || troupe_run_notice_has_failure (self->notice) ||
      troupe_page_run_is_catching_up (self->run) || self->is_shown_again)
    return;
  error = troupe_span_dup_error (span);
  text = g_strdup_printf (
      _ ("%s failed: %s Methods that are still running may finish; then the run fails."),
      troupe_span_get_name (span), error != NULL ? error : "");
  troupe_run_notice_tell_failure (self->notice, troupe_span_get_name (span), text, NULL, FALSE);
}

static void
run_begins_cb (TroupeRunPresenter *self, TroupeRun *run)
{
  const gboolean was_open = troupe_monitor_get_panel_open (self->monitor);

  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  self->is_past = FALSE;
  g_ptr_array_set_size (self->refused, 0);
  g_ptr_array_set_size (self->refusals, 0);
  forget_estimates (self);
  troupe_monitor_set_estimates (self->monitor, NULL);
  troupe_trace_begin (self->trace, troupe_page_run_get_first_started (self->run));
  g_signal_emit (self, signals[BEGINS], 0, run);
  troupe_monitor_begin_run (self->monitor, troupe_run_get_flow (run));
  if (self->keeps_panel && !was_open)
    troupe_monitor_set_panel_open (self->monitor, FALSE);
}

static void
note_refused (TroupeRunPresenter *self, const TroupeEvent *event)
{
  const char *message;
  g_autofree char *name = troupe_refused_writes_find (event, &message);

  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  if (name != NULL)
    g_ptr_array_add (self->refusals, g_strdup (message));
  if (name != NULL && !g_ptr_array_find_with_equal_func (self->refused, name, g_str_equal, NULL))
    g_ptr_array_add (self->refused, g_steal_pointer (&name));
}

static void
events_came_cb (TroupeRunPresenter *self, GPtrArray *events)
{
  gboolean has_pause = FALSE;

  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  if (self->is_past)
    return;
  troupe_trace_add_events (self->trace, events);
  for (guint i = 0; i < events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (events, i);

      note_refused (self, event);
      has_pause |= event->type == TROUPE_EVENT_RUN_HELD || event->type == TROUPE_EVENT_RUN_EDITED ||
                   event->type == TROUPE_EVENT_RUN_RELEASED;
    }
  if (has_pause)
    show_pause (self);
}

static void
run_resumed_cb (TroupeRunPresenter *self, gint64 now_us)
{
  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  if (self->is_past)
    return;
  troupe_trace_resume (self->trace, now_us);
  g_signal_emit (self, signals[RESUMED], 0);
}

/* --- Result ----------------------------------------------------------------------------------- */

/* Counts the results of methods, or of tasks of a crew. */
static guint
count_results (TroupeRunPresenter *self, TroupeSpan *span, TroupeScopeKind kind)
{
  guint n_results = 0;

  if (span == NULL)
    return 0;
  if (span->kind == kind)
    return span->state == TROUPE_SCOPE_FINISHED ? 1 : 0;
  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    n_results += count_results (self, g_ptr_array_index (span->children, i), kind);
  return n_results;
}

/* Says what the run has reused. (transfer full) (nullable): NULL if it has reused nothing */
static char *
describe_reused (TroupeRunPresenter *self, TroupeRun *run)
{
  gint64 saved = 0;
  const guint n_results = troupe_run_count_reused_results (run, &saved);
  const guint n_all = count_results (self, troupe_trace_get_run (self->trace),
                                     troupe_run_get_kind (run)->part_scope);
  g_autofree char *money = saved > 0 ? troupe_money_describe_sum (saved, TRUE) : NULL;
  g_autofree char *reused = NULL;
  guint n_calls = 0, n_made = 0;

  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  if (troupe_run_get_reused_run (run) == NULL)
    return NULL;
  troupe_run_count_reused (run, &n_calls, &n_made);
  if (n_results > 0)
    /* Translators: the number of reused results, and the number of all results. */
    reused = g_strdup_printf (ngettext ("%u of %u result reused", "%u of %u results reused",
                                        MAX (n_all, n_results)),
                              n_results, MAX (n_all, n_results));
  else if (n_calls > 0)
    /* Translators: the number of reused calls of models and tools, and the number of all calls. */
    reused = g_strdup_printf (ngettext ("%u of %u call reused", "%u of %u calls reused",
                                        n_calls + n_made),
                              n_calls, n_calls + n_made);
  else
    return NULL;
  /* Translators: “4 of 7 results reused”, and an amount of money. */
  return money != NULL ? g_strdup_printf (_ ("%s, %s saved"), reused, money)
                       : g_steal_pointer (&reused);
}

static void
tell_success (TroupeRunPresenter *self, TroupeRun *run, TroupeRunResult *result, const char *time)
{
  const char *inputs = troupe_page_run_get_inputs (self->run);
  g_autofree char *cost =
      troupe_money_describe_sum (result->usage.micro_dollars, result->usage.unpriced == 0);
  g_autofree char *tokens =
      troupe_value_format_count ((guint64) MAX (result->usage.total_tokens, 0));
  g_autofree char *reused = describe_reused (self, run);
  g_autofree char *finished = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  if (cost != NULL)
    /* Translators: a duration, a number of tokens, an amount of money. */
    finished = g_strdup_printf (_ ("Finished in %s · %s tokens · %s"), time, tokens, cost);
  else if (result->usage.total_tokens > 0)
    /* Translators: a duration, a number of tokens. */
    finished = g_strdup_printf (_ ("Finished in %s · %s tokens"), time, tokens);
  else
    finished = g_strdup_printf (_ ("Finished in %s"), time);
  if (reused != NULL)
    {
      g_autofree char *before = g_steal_pointer (&finished);

      /* Translators: “Finished in 3 ms”, and “4 of 7 results reused”. */
      finished = g_strdup_printf (_ ("%s · %s"), before, reused);
    }
  if (inputs != NULL)
    /* Translators: “Finished in 3 ms”; and the inputs, such as: score = 0.5 */
    text = g_strdup_printf (_ ("%s · with %s"), finished, inputs);
  tell (self, text != NULL ? text : finished);
}

/* Returns TRUE if the run failed because a file was not written for want of a permission. */
static gboolean
is_for_permission (TroupeRunPresenter *self, const GError *error)
{
  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  for (guint i = 0; i < self->refusals->len; i++)
    if (strstr (error->message, self->refusals->pdata[i]) != NULL)
      return TRUE;
  return FALSE;
}

static void
tell_end (TroupeRunPresenter *self, TroupeRun *run, TroupeRunResult *result)
{
  g_autofree char *time = troupe_span_to_text (result->elapsed_us);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  switch (result->type)
    {
    case TROUPE_RESULT_OK:
      tell_success (self, run, result, time);
      break;
    case TROUPE_RESULT_CANCELLED:
      tell (self, _ ("Stopped."));
      break;
    case TROUPE_RESULT_TIMEOUT:
      text = g_strdup_printf (_ ("Timed out after %s."), time);
      tell (self, text);
      break;
    case TROUPE_RESULT_PAUSED:
    case TROUPE_RESULT_LOAD_ERROR:
    case TROUPE_RESULT_BUILD_ERROR:
    case TROUPE_RESULT_RUN_ERROR:
    default:
      if (result->error != NULL)
        {
          g_autofree char *failure = NULL;

          if (result->error_method != NULL)
            failure =
                g_strdup_printf (_ ("%s failed: %s"), result->error_method, result->error->message);
          else
            failure = g_strdup_printf (_ ("The run failed: %s"), result->error->message);
          troupe_run_notice_tell_failure (self->notice, result->error_method, failure,
                                          result->error, is_for_permission (self, result->error));
        }
      break;
    }
}

static void
run_ended_cb (TroupeRunPresenter *self, TroupeRun *run, TroupeRunResult *result)
{
  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  if (!self->is_past)
    {
      troupe_trace_end (self->trace, result->elapsed_us);
      g_signal_emit (self, signals[ENDED], 0);
      troupe_monitor_end_run (self->monitor, result);
    }
  show_pause (self);
  if (result->type != TROUPE_RESULT_OK || !self->is_quiet)
    tell_end (self, run, result);
  /* Code that catches the error may end well without the file. */
  if (result->type == TROUPE_RESULT_OK && self->refused->len > 0)
    {
      g_autofree char *text = troupe_refused_writes_describe (self->refused);

      troupe_run_notice_tell_refused_writes (self->notice, text);
    }
}

/* --- Finished runs ---------------------------------------------------------------------------- */

static void
begin_again (TroupeRunPresenter *self, TroupeRun *run, gint64 started_us)
{
  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  troupe_trace_begin (self->trace, started_us);
  g_signal_emit (self, signals[BEGINS], 0, run);
  troupe_monitor_begin_run (self->monitor, troupe_run_get_flow (run));
}

static void
add_again (TroupeRunPresenter *self, GPtrArray *events)
{
  g_assert (TROUPE_IS_RUN_PRESENTER (self));

  self->is_shown_again = TRUE;
  troupe_trace_add_events (self->trace, events);
  self->is_shown_again = FALSE;
}

void
troupe_run_presenter_begin_past (TroupeRunPresenter *self, TroupeFlow *flow, gint64 started_us)
{
  g_autoptr (TroupeRun) run = NULL;

  g_return_if_fail (TROUPE_IS_RUN_PRESENTER (self));
  g_return_if_fail (flow != NULL);

  self->is_past = TRUE;
  show_pause (self);
  /* Handlers of `begins` get the flow from a run. */
  run = troupe_run_new (flow);
  begin_again (self, run, started_us);
}

void
troupe_run_presenter_add_past (TroupeRunPresenter *self, GPtrArray *events)
{
  g_return_if_fail (TROUPE_IS_RUN_PRESENTER (self));
  g_return_if_fail (events != NULL);

  if (self->is_past)
    add_again (self, events);
}

void
troupe_run_presenter_end_past (TroupeRunPresenter *self,
                               TroupeRunResultType type,
                               const char *error,
                               gint64 elapsed_us)
{
  g_autoptr (GError) cause =
      error != NULL ? g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_EXPRESSION, error)
                    : NULL;
  const TroupeRunResult result = { .type = type, .error = cause, .elapsed_us = elapsed_us };

  g_return_if_fail (TROUPE_IS_RUN_PRESENTER (self));

  if (!self->is_past)
    return;
  if (error != NULL)
    troupe_run_notice_tell_past_failure (self->notice, error);
  troupe_trace_end (self->trace, elapsed_us);
  g_signal_emit (self, signals[ENDED], 0);
  troupe_monitor_end_run (self->monitor, &result);
}

void
troupe_run_presenter_show_past (TroupeRunPresenter *self,
                                TroupeFlow *flow,
                                GPtrArray *events,
                                TroupeRunResultType type,
                                gint64 started_us,
                                gint64 elapsed_us)
{
  g_return_if_fail (TROUPE_IS_RUN_PRESENTER (self));
  g_return_if_fail (flow != NULL && events != NULL);

  troupe_run_presenter_begin_past (self, flow, started_us);
  troupe_run_presenter_add_past (self, events);
  troupe_run_presenter_end_past (self, type, NULL, elapsed_us);
}

gboolean
troupe_run_presenter_shows_past (TroupeRunPresenter *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_PRESENTER (self), FALSE);

  return self->is_past;
}

void
troupe_run_presenter_show_own (TroupeRunPresenter *self, GPtrArray *events)
{
  TroupeRun *run;

  g_return_if_fail (TROUPE_IS_RUN_PRESENTER (self));
  g_return_if_fail (events != NULL);

  run = troupe_page_run_get_run (self->run);
  if (run == NULL || !self->is_past)
    return;
  self->is_past = FALSE;
  begin_again (self, run, troupe_page_run_get_first_started (self->run));
  add_again (self, events);
  show_pause (self);
}

void
troupe_run_presenter_set_quiet (TroupeRunPresenter *self, gboolean is_quiet)
{
  g_return_if_fail (TROUPE_IS_RUN_PRESENTER (self));

  self->is_quiet = is_quiet;
}

void
troupe_run_presenter_set_keeps_panel (TroupeRunPresenter *self, gboolean keeps_panel)
{
  g_return_if_fail (TROUPE_IS_RUN_PRESENTER (self));

  self->keeps_panel = keeps_panel;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_run_presenter_finalize (GObject *object)
{
  TroupeRunPresenter *self = TROUPE_RUN_PRESENTER (object);

  forget_estimates (self);
  g_clear_object (&self->run);
  g_clear_object (&self->trace);
  g_clear_object (&self->notice);
  g_ptr_array_unref (self->refused);
  g_ptr_array_unref (self->refusals);
  G_OBJECT_CLASS (troupe_run_presenter_parent_class)->finalize (object);
}

static void
troupe_run_presenter_class_init (TroupeRunPresenterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_run_presenter_finalize;

  signals[BEGINS] = g_signal_new ("begins", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, TROUPE_TYPE_RUN);
  signals[RESUMED] = g_signal_new ("resumed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[ENDED] = g_signal_new ("ended", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_run_presenter_init (TroupeRunPresenter *self)
{
  self->refused = g_ptr_array_new_with_free_func (g_free);
  self->refusals = g_ptr_array_new_with_free_func (g_free);
}

TroupeRunPresenter *
troupe_run_presenter_new (TroupePageRun *run,
                          TroupeTrace *trace,
                          TroupeMonitor *monitor,
                          TroupeRunNotice *notice)
{
  TroupeRunPresenter *self;

  g_return_val_if_fail (TROUPE_IS_PAGE_RUN (run), NULL);
  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);
  g_return_val_if_fail (TROUPE_IS_MONITOR (monitor), NULL);
  g_return_val_if_fail (TROUPE_IS_RUN_NOTICE (notice), NULL);
  g_return_val_if_fail (trace == troupe_monitor_get_trace (monitor), NULL);

  self = g_object_new (TROUPE_TYPE_RUN_PRESENTER, NULL);
  self->run = g_object_ref (run);
  self->trace = g_object_ref (trace);
  self->monitor = monitor;
  self->notice = g_object_ref (notice);
  g_signal_connect_object (run, "begins", G_CALLBACK (run_begins_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "events", G_CALLBACK (events_came_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "resumed", G_CALLBACK (run_resumed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (run, "ended", G_CALLBACK (run_ended_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->trace, "step", G_CALLBACK (step_cb), self, 0);
  return self;
}
