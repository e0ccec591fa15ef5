/* troupe-run-model.c: what is known of a run, put together from its events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-model"

#include "config.h"

#include "troupe-clock.h"
#include "troupe-flow-outlook.h"
#include "troupe-run-model.h"
#include "troupe-run-rows.h"

/* How much streamed text of one method is kept for looking at. */
#define STREAM_LIMIT (200 * 1000)

/* How much of a traceback is kept, in bytes. */
#define TRACEBACK_LIMIT (20 * 1000)

struct _TroupeRunModel
{
  GObject parent_instance;

  TroupeRunRows rows;
  GPtrArray *events;   /* (element-type TroupeEvent) */
  GHashTable *methods; /* name → TroupeMethodInfo */
  GPtrArray *finished; /* (element-type utf8): methods with an output, in the order of the first */
  TroupeValue *final;
  TroupeValue *inputs;
  TroupeValue *first_state;
  TroupeValue *state;
  TroupeFlowOutlook *outlook; /* (nullable) */
  TroupeValue *next;          /* (nullable): names of the methods that a step would begin */
  gint64 started_us;
  gint64 held_us;    /* that a person held it, without the pause under way */
  gint64 held_since; /* microseconds since 1970; 0: nobody holds it */
  gint64 last_time; /* of the events */
  gint64 elapsed;
  gint64 kept_end; /* when what was kept of it ended */
  gint64 n_tokens;
  guint n_calls;
  guint data_serial;
  gboolean running;
  gboolean is_paused;
  guint n_runs;
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeRunModel, troupe_run_model, G_TYPE_OBJECT)

void
troupe_method_info_free (TroupeMethodInfo *info)
{
  g_clear_pointer (&info->params, troupe_value_unref);
  g_clear_pointer (&info->result, troupe_value_unref);
  g_clear_pointer (&info->output, troupe_value_unref);
  g_clear_pointer (&info->state_before, troupe_value_unref);
  g_clear_pointer (&info->state_value, troupe_value_unref);
  g_clear_pointer (&info->arrived, troupe_value_unref);
  g_clear_pointer (&info->missing, troupe_value_unref);
  g_free (info->error);
  g_free (info->error_path);
  g_free (info->traceback);
  if (info->stream != NULL)
    g_string_free (info->stream, TRUE);
  g_free (info);
}

static void
set_value (TroupeValue **target, TroupeValue *value)
{
  TroupeValue *old = *target;

  *target = value != NULL ? troupe_value_ref (value) : NULL;
  if (old != NULL)
    troupe_value_unref (old);
}

static TroupeMethodInfo *
ensure_method (TroupeRunModel *self, const char *name)
{
  TroupeMethodInfo *info = g_hash_table_lookup (self->methods, name);

  if (info == NULL)
    {
      info = g_new0 (TroupeMethodInfo, 1);
      g_hash_table_insert (self->methods, g_strdup (name), info);
    }
  return info;
}

/* Microseconds of the run: a person's pauses are nobody's time. */
static gint64
get_run_time (TroupeRunModel *self, gint64 time_us)
{
  if (self->held_since != 0)
    time_us = MIN (time_us, self->held_since);
  return time_us - self->started_us - self->held_us;
}

/* The same, as the moment from which the rows are to count. */
static gint64
get_start_for (TroupeRunModel *self, const TroupeEvent *event)
{
  return event->time_us - get_run_time (self, event->time_us);
}

/* --- One event -------------------------------------------------------------------------------- */

/* What is begun anew because its process was gone is the same pass, not one more: the same cause
 * starts a method once. A kept run may have been gone on with several times already. */
static void
leave_pass (TroupeRunModel *self, TroupeMethodInfo *info, const TroupeEvent *event)
{
  const gboolean is_open = info->state == TROUPE_BAR_RUNNING || info->state == TROUPE_BAR_ASKING;

  if (!info->is_left && !(info->passes > 0 && is_open && info->trigger == event->trigger))
    return;
  _troupe_run_rows_end (&self->rows, info->sequence,
                        info->is_left ? self->kept_end : get_run_time (self, event->time_us),
                        TROUPE_BAR_CANCELLED);
  info->passes--;
  info->is_left = FALSE;
}

/* It ended; a router's result is an event that it has chosen. */
static void
take_outlook (TroupeRunModel *self, const TroupeEvent *event, TroupeBarState state)
{
  TroupeValue *result = troupe_event_get_field (event, "result");

  if (self->outlook == NULL)
    return;
  if (state != TROUPE_BAR_DONE)
    troupe_flow_outlook_break_off (self->outlook, event->method);
  else
    troupe_flow_outlook_finish (self->outlook, event->method,
                                result != NULL && troupe_value_is (result, TROUPE_VALUE_STRING)
                                    ? troupe_value_get_string (result, NULL)
                                    : NULL);
}

static void
method_started (TroupeRunModel *self, TroupeEvent *event)
{
  TroupeMethodInfo *info = ensure_method (self, event->method);

  if (self->outlook != NULL)
    troupe_flow_outlook_begin (self->outlook, event->method);
  leave_pass (self, info, event);
  info->state = TROUPE_BAR_RUNNING;
  info->sequence = event->sequence;
  info->trigger = event->trigger;
  info->passes++;
  info->elapsed = 0;
  info->start = get_run_time (self, event->time_us);
  info->n_calls = 0;
  g_clear_pointer (&info->error, g_free);
  g_clear_pointer (&info->error_path, g_free);
  g_clear_pointer (&info->traceback, g_free);
  info->error_line = 0;
  info->temporary = FALSE;
  info->stream_cut = FALSE;
  if (info->stream != NULL)
    g_string_truncate (info->stream, 0);
  set_value (&info->arrived, NULL);
  set_value (&info->missing, NULL);
  set_value (&info->params, troupe_event_get_field (event, "params"));
  set_value (&info->result, NULL);
  set_value (&info->state_before, event->state);
  set_value (&info->state_value, event->state);
  _troupe_run_rows_open (&self->rows, TROUPE_ROW_METHOD, event->method, event->method, event,
                         get_start_for (self, event), info->passes);
}

static void
take_error (TroupeMethodInfo *info, const TroupeEvent *event)
{
  TroupeValue *error = troupe_event_get_field (event, "error");
  gsize length;
  const char *text;

  if (error != NULL && troupe_value_is (error, TROUPE_VALUE_MAP))
    error = troupe_value_map_lookup_string (error, "message", -1);
  if (error == NULL || !troupe_value_is (error, TROUPE_VALUE_STRING))
    return;
  text = troupe_value_get_string (error, &length);
  g_free (info->error);
  info->error = g_utf8_make_valid (text, (gssize) length);
}

static void
method_ended (TroupeRunModel *self, TroupeEvent *event, TroupeBarState state)
{
  TroupeMethodInfo *info = ensure_method (self, event->method);

  info->state = state;
  info->elapsed = MAX (1, get_run_time (self, event->time_us) - info->start);
  set_value (&info->result, troupe_event_get_field (event, "result"));
  if (info->result != NULL)
    {
      if (info->output == NULL)
        g_ptr_array_add (self->finished, g_strdup (event->method));
      set_value (&info->output, info->result);
      self->data_serial++;
    }
  if (event->state != NULL)
    set_value (&info->state_value, event->state);
  take_error (info, event);
  take_outlook (self, event, state);
  _troupe_run_rows_close (&self->rows, event, state, get_start_for (self, event));
}

/* It asks a person, or goes on with the answer: the same pass in another state. */
static void
method_turned (TroupeRunModel *self, TroupeEvent *event, TroupeBarState state)
{
  TroupeMethodInfo *info = ensure_method (self, event->method);

  if (info->state != TROUPE_BAR_RUNNING && info->state != TROUPE_BAR_ASKING)
    return;
  info->state = state;
  _troupe_run_rows_mark (&self->rows, info->sequence, state);
}

/* What a script raised is told in its own words before the method fails. */
static void
take_traceback (TroupeRunModel *self, TroupeEvent *event)
{
  TroupeMethodInfo *info = ensure_method (self, event->method);
  TroupeValue *level = troupe_event_get_field (event, "level");
  TroupeValue *message = troupe_event_get_field (event, "message");
  const char *text;
  gsize length;

  if (level == NULL || message == NULL || !troupe_value_is (level, TROUPE_VALUE_STRING) ||
      !troupe_value_is (message, TROUPE_VALUE_STRING) ||
      !g_str_equal (troupe_value_get_string (level, NULL), "error"))
    return;
  text = troupe_value_get_string (message, &length);
  g_free (info->traceback);
  info->traceback = g_utf8_make_valid (text, (gssize) MIN (length, TRACEBACK_LIMIT));
}

static void
join_arrived (TroupeRunModel *self, TroupeEvent *event)
{
  TroupeMethodInfo *info = ensure_method (self, event->method);

  set_value (&info->arrived, troupe_event_get_field (event, "arrived"));
  set_value (&info->missing, troupe_event_get_field (event, "missing"));
}

static const char *
get_model (TroupeEvent *event)
{
  TroupeValue *model = troupe_event_get_field (event, "model");

  return model != NULL && troupe_value_is (model, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (model, NULL)
             : "";
}

/* A call that is broken off, as the run was stopped or its method lost a race, ends as one that failed. */
static gboolean
is_broken_off (const TroupeEvent *event)
{
  TroupeValue *error = troupe_event_get_field (event, "error");
  TroupeValue *kind = error != NULL && troupe_value_is (error, TROUPE_VALUE_MAP)
                          ? troupe_value_map_lookup_string (error, "kind", -1)
                          : NULL;

  return kind != NULL && troupe_value_is (kind, TROUPE_VALUE_STRING) &&
         g_str_equal (troupe_value_get_string (kind, NULL), "cancelled");
}

static void
call_ended (TroupeRunModel *self, TroupeEvent *event, TroupeBarState state)
{
  TroupeValue *usage = troupe_event_get_field (event, "usage");
  TroupeValue *total = NULL;

  if (usage != NULL && troupe_value_is (usage, TROUPE_VALUE_MAP))
    total = troupe_value_map_lookup_string (usage, "total_tokens", -1);
  if (total != NULL && troupe_value_is (total, TROUPE_VALUE_INTEGER))
    self->n_tokens += troupe_value_get_integer (total);
  if (event->method != NULL && ensure_method (self, event->method)->n_calls > 0)
    ensure_method (self, event->method)->n_calls--;
  _troupe_run_rows_close (&self->rows, event, state, get_start_for (self, event));
}

static void
call_started (TroupeRunModel *self, TroupeEvent *event)
{
  ensure_method (self, event->method)->n_calls++;
  _troupe_run_rows_open (&self->rows, TROUPE_ROW_CALL, event->method, get_model (event), event,
                         get_start_for (self, event), 0);
}

static void
chunk_arrived (TroupeRunModel *self, TroupeEvent *event)
{
  TroupeMethodInfo *info = ensure_method (self, event->method);
  TroupeValue *chunk = troupe_event_get_field (event, "chunk");
  g_autofree char *valid = NULL;
  const char *text;
  gsize length;

  if (chunk == NULL || !troupe_value_is (chunk, TROUPE_VALUE_STRING))
    return;
  text = troupe_value_get_string (chunk, &length);
  if (info->stream == NULL)
    info->stream = g_string_new (NULL);
  /* What is shown is the beginning, without a hole. */
  info->stream_cut = info->stream_cut || info->stream->len + length > STREAM_LIMIT;
  if (info->stream_cut)
    return;
  /* No text view takes U+0000. */
  valid = g_utf8_make_valid (text, (gssize) length);
  g_string_append (info->stream, valid);
}

/* What belongs to a method. */
static void
add_method_event (TroupeRunModel *self, TroupeEvent *event)
{
  switch (event->type)
    {
    case TROUPE_EVENT_METHOD_STARTED:
      method_started (self, event);
      break;
    case TROUPE_EVENT_METHOD_FINISHED:
      method_ended (self, event, TROUPE_BAR_DONE);
      break;
    case TROUPE_EVENT_METHOD_FAILED:
      method_ended (self, event, TROUPE_BAR_FAILED);
      break;
    case TROUPE_EVENT_METHOD_CANCELLED:
      method_ended (self, event, TROUPE_BAR_CANCELLED);
      break;
    case TROUPE_EVENT_FEEDBACK_REQUESTED:
    case TROUPE_EVENT_METHOD_PAUSED:
      method_turned (self, event, TROUPE_BAR_ASKING);
      break;
    case TROUPE_EVENT_FEEDBACK_RECEIVED:
      method_turned (self, event, TROUPE_BAR_RUNNING);
      break;
    case TROUPE_EVENT_LLM_CALL_STARTED:
      call_started (self, event);
      break;
    case TROUPE_EVENT_LLM_STREAM_CHUNK:
      chunk_arrived (self, event);
      break;
    case TROUPE_EVENT_LOG:
      take_traceback (self, event);
      break;
    case TROUPE_EVENT_JOIN_ARRIVED:
      join_arrived (self, event);
      break;
    case TROUPE_EVENT_FLOW_STARTED:
    case TROUPE_EVENT_FLOW_FINISHED:
    case TROUPE_EVENT_FLOW_FAILED:
    case TROUPE_EVENT_FLOW_CANCELLED:
    case TROUPE_EVENT_LLM_CALL_FINISHED:
    case TROUPE_EVENT_LLM_CALL_FAILED:
    case TROUPE_EVENT_AGENT_STARTED:
    case TROUPE_EVENT_AGENT_FINISHED:
    case TROUPE_EVENT_AGENT_FAILED:
    case TROUPE_EVENT_CHECKPOINT_STARTED:
    case TROUPE_EVENT_CHECKPOINT_COMPLETED:
    case TROUPE_EVENT_CHECKPOINT_FAILED:
    case TROUPE_EVENT_CHECKPOINT_PRUNED:
    case TROUPE_EVENT_FLOW_PAUSED:
    case TROUPE_EVENT_RUN_HELD:
    case TROUPE_EVENT_RUN_RELEASED:
    case TROUPE_EVENT_N_TYPES:
    default:
      break;
    }
}

static void
run_held (TroupeRunModel *self, TroupeEvent *event)
{
  if (self->held_since == 0)
    self->held_since = event->time_us;
  set_value (&self->next, troupe_event_get_field (event, "next"));
}

static void
run_released (TroupeRunModel *self, gint64 time_us)
{
  if (self->held_since != 0)
    self->held_us += MAX (0, time_us - self->held_since);
  self->held_since = 0;
  set_value (&self->next, NULL);
}

static void
run_started (TroupeRunModel *self, TroupeEvent *event)
{
  /* What was read and made ready before is not part of the run, as its result does not count it. */
  if (g_hash_table_size (self->methods) == 0 && self->held_us == 0)
    self->started_us = MAX (self->started_us, event->time_us);
  set_value (&self->inputs, troupe_event_get_field (event, "inputs"));
  set_value (&self->first_state, event->state);
}

static void
add_event (TroupeRunModel *self, TroupeEvent *event)
{
  g_ptr_array_add (self->events, troupe_event_ref (event));
  self->last_time = MAX (self->last_time, event->time_us);
  if (event->state != NULL && event->state != self->state)
    {
      set_value (&self->state, event->state);
      self->data_serial++;
    }
  if (event->type == TROUPE_EVENT_FLOW_FINISHED)
    {
      set_value (&self->final, troupe_event_get_field (event, "result"));
      self->data_serial++;
    }
  else if (event->type == TROUPE_EVENT_FLOW_STARTED)
    run_started (self, event);
  else if (event->type == TROUPE_EVENT_RUN_HELD)
    run_held (self, event);
  else if (event->type == TROUPE_EVENT_RUN_RELEASED)
    run_released (self, event->time_us);
  else if (event->type == TROUPE_EVENT_FLOW_PAUSED)
    self->is_paused = TRUE;
  else if (event->type == TROUPE_EVENT_LLM_CALL_STARTED)
    self->n_calls++;
  else if (event->type == TROUPE_EVENT_LLM_CALL_FINISHED)
    call_ended (self, event, TROUPE_BAR_DONE);
  else if (event->type == TROUPE_EVENT_LLM_CALL_FAILED)
    call_ended (self, event, is_broken_off (event) ? TROUPE_BAR_CANCELLED : TROUPE_BAR_FAILED);
  if (event->method != NULL)
    add_method_event (self, event);
}

void
troupe_run_model_add_events (TroupeRunModel *self, GPtrArray *events)
{
  g_return_if_fail (TROUPE_IS_RUN_MODEL (self));

  for (guint i = 0; i < events->len; i++)
    add_event (self, g_ptr_array_index (events, i));
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- The run as a whole ----------------------------------------------------------------------- */

void
troupe_run_model_begin (TroupeRunModel *self, gint64 started_us)
{
  g_return_if_fail (TROUPE_IS_RUN_MODEL (self));

  _troupe_run_rows_clear (&self->rows);
  _troupe_run_rows_init (&self->rows);
  g_hash_table_remove_all (self->methods);
  g_ptr_array_set_size (self->finished, 0);
  g_ptr_array_set_size (self->events, 0);
  set_value (&self->final, NULL);
  set_value (&self->inputs, NULL);
  set_value (&self->first_state, NULL);
  set_value (&self->state, NULL);
  set_value (&self->next, NULL);
  g_clear_pointer (&self->outlook, troupe_flow_outlook_free);
  self->data_serial++;
  self->started_us = started_us;
  self->held_us = 0;
  self->held_since = 0;
  self->last_time = started_us;
  self->elapsed = 0;
  self->n_tokens = 0;
  self->n_calls = 0;
  self->running = TRUE;
  self->is_paused = FALSE;
  self->n_runs++;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_run_model_set_flow (TroupeRunModel *self, TroupeFlow *flow)
{
  g_return_if_fail (TROUPE_IS_RUN_MODEL (self));
  g_return_if_fail (flow != NULL);

  g_clear_pointer (&self->outlook, troupe_flow_outlook_free);
  self->outlook = troupe_flow_outlook_new (flow);
}

void
troupe_run_model_set_failure (TroupeRunModel *self,
                              const char *method,
                              const char *message,
                              const char *path,
                              guint line,
                              gboolean temporary)
{
  TroupeMethodInfo *info;

  g_return_if_fail (TROUPE_IS_RUN_MODEL (self));
  g_return_if_fail (method != NULL);

  info = ensure_method (self, method);
  if (info->error == NULL)
    info->error = g_strdup (message);
  troupe_set_str (&info->error_path, path);
  info->error_line = line;
  info->temporary = temporary;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_run_model_end (TroupeRunModel *self, gint64 elapsed_us)
{
  GHashTableIter iter;
  gpointer value;

  g_return_if_fail (TROUPE_IS_RUN_MODEL (self));

  if (elapsed_us == 0)
    elapsed_us = get_run_time (self, g_get_real_time ());
  /* No bar ends behind the end of the run, whoever's clock is a little ahead. */
  self->elapsed = MAX (elapsed_us, get_run_time (self, self->last_time));
  self->running = FALSE;
  run_released (self, self->last_time);
  _troupe_run_rows_cancel (&self->rows, self->elapsed, self->is_paused);
  g_hash_table_iter_init (&iter, self->methods);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      TroupeMethodInfo *info = value;

      if (info->state == TROUPE_BAR_RUNNING ||
          (info->state == TROUPE_BAR_ASKING && !self->is_paused))
        info->state = TROUPE_BAR_CANCELLED;
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_run_model_go_on (TroupeRunModel *self, gint64 now_us)
{
  GHashTableIter iter;
  gpointer value;

  g_return_if_fail (TROUPE_IS_RUN_MODEL (self));

  run_released (self, self->last_time);
  self->kept_end = get_run_time (self, self->last_time);
  /* No call outlives its process. */
  _troupe_run_rows_cancel_calls (&self->rows, self->kept_end);
  self->started_us += MAX (0, now_us - self->last_time);
  self->last_time = MAX (self->last_time, now_us);
  self->is_paused = FALSE;
  g_hash_table_iter_init (&iter, self->methods);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      TroupeMethodInfo *info = value;

      info->is_left = info->state == TROUPE_BAR_RUNNING || info->state == TROUPE_BAR_ASKING;
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
troupe_run_model_is_paused (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  return self->is_paused;
}

gboolean
troupe_run_model_is_running (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  return self->running;
}

gboolean
troupe_run_model_is_held (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  return self->held_since != 0;
}

gboolean
troupe_run_model_is_next (TroupeRunModel *self, const char *name)
{
  gsize n_names;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  if (self->next == NULL || !troupe_value_is (self->next, TROUPE_VALUE_LIST) || name == NULL)
    return FALSE;
  n_names = troupe_value_list_get_length (self->next);
  for (gsize i = 0; i < n_names; i++)
    {
      const TroupeValue *next = troupe_value_list_get (self->next, i);

      if (troupe_value_is (next, TROUPE_VALUE_STRING) &&
          g_str_equal (troupe_value_get_string (next, NULL), name))
        return TRUE;
    }
  return FALSE;
}

gboolean
troupe_run_model_can_come (TroupeRunModel *self, const char *name)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  /* A run that waits for a person goes on later. */
  return (self->running || self->is_paused) &&
         (self->outlook == NULL || troupe_flow_outlook_can_come (self->outlook, name));
}

gboolean
troupe_run_model_has_run (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  return self->n_runs > 0;
}

guint
troupe_run_model_get_n_runs (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), 0);

  return self->n_runs;
}

gint64
troupe_run_model_get_elapsed (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), 0);

  return self->running ? MAX (0, get_run_time (self, g_get_real_time ())) : self->elapsed;
}

guint
troupe_run_model_get_n_rows (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), 0);

  return _troupe_run_rows_list (&self->rows)->len;
}

const TroupeRunRow *
troupe_run_model_get_row (TroupeRunModel *self, guint index)
{
  GPtrArray *rows;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  rows = _troupe_run_rows_list (&self->rows);
  g_return_val_if_fail (index < rows->len, NULL);
  return g_ptr_array_index (rows, index);
}

const TroupeRunRow *
troupe_run_model_find_row (TroupeRunModel *self, const char *name)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  return name != NULL ? g_hash_table_lookup (self->rows.by_key, name) : NULL;
}

const TroupeMethodInfo *
troupe_run_model_get_method (TroupeRunModel *self, const char *name)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  return name != NULL ? g_hash_table_lookup (self->methods, name) : NULL;
}

/* --- Passes ----------------------------------------------------------------------------------- */

guint
troupe_run_model_get_n_passes (TroupeRunModel *self, const char *name)
{
  const TroupeMethodInfo *info = troupe_run_model_get_method (self, name);

  return info != NULL ? info->passes : 0;
}

/* The last bar of the pass; passes stand in their order. */
static const TroupeBar *
find_pass (TroupeRunModel *self, const char *name, guint number)
{
  const TroupeRunRow *row = troupe_run_model_find_row (self, name);
  guint low = 0;
  guint high = row != NULL ? row->bars->len : 0;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (g_array_index (row->bars, TroupeBar, middle).pass <= number)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0 || g_array_index (row->bars, TroupeBar, low - 1).pass != number)
    return NULL;
  return &g_array_index (row->bars, TroupeBar, low - 1);
}

TroupeMethodInfo *
troupe_run_model_make_pass (TroupeRunModel *self, const char *name, guint number)
{
  TroupeMethodInfo *info;
  const TroupeBar *bar;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  bar = number > 0 ? find_pass (self, name, number) : NULL;
  if (bar == NULL)
    return NULL;
  info = g_new0 (TroupeMethodInfo, 1);
  info->state = bar->state;
  info->passes = number;
  info->start = bar->start;
  info->elapsed = MAX (0, bar->end - bar->start);
  info->sequence = bar->sequence;
  info->trigger = bar->began->trigger;
  set_value (&info->params, troupe_event_get_field (bar->began, "params"));
  set_value (&info->state_before, bar->began->state);
  set_value (&info->state_value, bar->began->state);
  if (bar->ended == NULL)
    return info;
  set_value (&info->result, troupe_event_get_field (bar->ended, "result"));
  set_value (&info->output, info->result);
  if (bar->ended->state != NULL)
    set_value (&info->state_value, bar->ended->state);
  take_error (info, bar->ended);
  return info;
}

TroupeValue *
troupe_run_model_get_inputs (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  return self->inputs;
}

TroupeValue *
troupe_run_model_get_final (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  return self->final;
}

TroupeValue *
troupe_run_model_get_first_state (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  return self->first_state;
}

TroupeValue *
troupe_run_model_get_state (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  return self->state;
}

/* --- All of it -------------------------------------------------------------------------------- */

GPtrArray *
troupe_run_model_get_events (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  return self->events;
}

guint
troupe_run_model_get_n_calls (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), 0);

  return self->n_calls;
}

gint64
troupe_run_model_get_n_tokens (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), 0);

  return self->n_tokens;
}

guint
troupe_run_model_get_data_serial (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), 0);

  return self->data_serial;
}

TroupeValue *
troupe_run_model_get_data (TroupeRunModel *self)
{
  g_auto (TroupeMapBuilder) data = { NULL };
  g_auto (TroupeMapBuilder) outputs = { NULL };

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  troupe_map_builder_init (&data);
  troupe_map_builder_init (&outputs);
  for (guint i = 0; i < self->finished->len; i++)
    {
      const char *name = g_ptr_array_index (self->finished, i);
      const TroupeMethodInfo *info = g_hash_table_lookup (self->methods, name);

      troupe_map_builder_add (&outputs, name, troupe_value_ref (info->output));
    }
  if (self->final != NULL)
    troupe_map_builder_add (&data, "final", troupe_value_ref (self->final));
  troupe_map_builder_add (&data, "outputs", troupe_map_builder_end (&outputs));
  if (self->state != NULL)
    troupe_map_builder_add (&data, "state", troupe_value_ref (self->state));
  return troupe_map_builder_end (&data);
}

static void
troupe_run_model_finalize (GObject *object)
{
  TroupeRunModel *self = TROUPE_RUN_MODEL (object);

  _troupe_run_rows_clear (&self->rows);
  g_clear_pointer (&self->methods, g_hash_table_unref);
  g_clear_pointer (&self->finished, g_ptr_array_unref);
  g_clear_pointer (&self->events, g_ptr_array_unref);
  g_clear_pointer (&self->final, troupe_value_unref);
  g_clear_pointer (&self->inputs, troupe_value_unref);
  g_clear_pointer (&self->first_state, troupe_value_unref);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_clear_pointer (&self->next, troupe_value_unref);
  g_clear_pointer (&self->outlook, troupe_flow_outlook_free);
  G_OBJECT_CLASS (troupe_run_model_parent_class)->finalize (object);
}

static void
troupe_run_model_class_init (TroupeRunModelClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_run_model_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_run_model_init (TroupeRunModel *self)
{
  self->events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  self->finished = g_ptr_array_new_with_free_func (g_free);
  _troupe_run_rows_init (&self->rows);
  self->methods = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) troupe_method_info_free);
}

TroupeRunModel *
troupe_run_model_new (void)
{
  return g_object_new (TROUPE_TYPE_RUN_MODEL, NULL);
}
