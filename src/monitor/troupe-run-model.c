/* troupe-run-model.c: what is known of a run, put together from its events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-model"

#include "config.h"

#include "troupe-run-model.h"

/* How much streamed text of one method is kept for looking at. */
#define STREAM_LIMIT (200 * 1000)

struct _TroupeRunModel
{
  GObject parent_instance;

  GPtrArray *events;      /* (element-type TroupeEvent) */
  GPtrArray *rows;        /* (element-type TroupeRunRow) */
  GHashTable *row_by_key; /* "method" or "method\nmodel" → TroupeRunRow */
  GHashTable *methods;    /* name → TroupeMethodInfo */
  TroupeValue *final;
  gint64 started_us;
  gint64 elapsed;
  gint64 n_tokens;
  guint n_calls;
  gboolean running;
  gboolean has_run;
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeRunModel, troupe_run_model, G_TYPE_OBJECT)

static void
row_free (gpointer data)
{
  TroupeRunRow *row = data;

  g_free (row->method);
  g_free (row->label);
  g_array_unref (row->bars);
  g_free (row);
}

static void
info_free (gpointer data)
{
  TroupeMethodInfo *info = data;

  g_clear_pointer (&info->params, troupe_value_unref);
  g_clear_pointer (&info->result, troupe_value_unref);
  g_clear_pointer (&info->state_value, troupe_value_unref);
  g_free (info->error);
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

/* Behind the rows that already belong to the method, so that its calls stand below it. */
static guint
find_place (TroupeRunModel *self, const char *method)
{
  for (guint i = self->rows->len; i > 0; i--)
    {
      const TroupeRunRow *row = g_ptr_array_index (self->rows, i - 1);

      if (g_str_equal (row->method, method))
        return i;
    }
  return self->rows->len;
}

static TroupeRunRow *
ensure_row (TroupeRunModel *self, TroupeRowKind kind, const char *method, const char *label)
{
  g_autofree char *key =
      kind == TROUPE_ROW_METHOD ? g_strdup (method) : g_strconcat (method, "\n", label, NULL);
  TroupeRunRow *row = g_hash_table_lookup (self->row_by_key, key);

  if (row != NULL)
    return row;
  row = g_new0 (TroupeRunRow, 1);
  row->kind = kind;
  row->method = g_strdup (method);
  row->label = g_strdup (label);
  row->bars = g_array_new (FALSE, FALSE, sizeof (TroupeBar));
  if (kind == TROUPE_ROW_METHOD)
    g_ptr_array_add (self->rows, row);
  else
    g_ptr_array_insert (self->rows, (int) find_place (self, method), row);
  g_hash_table_insert (self->row_by_key, g_steal_pointer (&key), row);
  return row;
}

static void
open_bar (TroupeRunModel *self, TroupeRunRow *row, TroupeEvent *event)
{
  const TroupeBar bar = { .start = MAX (0, event->time_us - self->started_us),
                          .sequence = event->sequence,
                          .state = TROUPE_BAR_RUNNING };

  g_array_append_val (row->bars, bar);
}

static void
close_bar (TroupeRunModel *self, TroupeRunRow *row, TroupeEvent *event, TroupeBarState state)
{
  for (guint i = row->bars->len; i > 0; i--)
    {
      TroupeBar *bar = &g_array_index (row->bars, TroupeBar, i - 1);

      if (bar->state != TROUPE_BAR_RUNNING ||
          (event->started != 0 && bar->sequence != event->started))
        continue;
      bar->end = MAX (bar->start, event->time_us - self->started_us);
      bar->state = state;
      return;
    }
}

/* --- One event -------------------------------------------------------------------------------- */

static void
method_started (TroupeRunModel *self, TroupeEvent *event)
{
  TroupeMethodInfo *info = ensure_method (self, event->method);

  info->state = TROUPE_BAR_RUNNING;
  info->passes++;
  info->elapsed = 0;
  info->start = event->time_us - self->started_us;
  g_clear_pointer (&info->error, g_free);
  if (info->stream != NULL)
    g_string_truncate (info->stream, 0);
  set_value (&info->params, troupe_event_get_field (event, "params"));
  set_value (&info->result, NULL);
  set_value (&info->state_value, event->state);
  open_bar (self, ensure_row (self, TROUPE_ROW_METHOD, event->method, event->method), event);
}

static void
method_ended (TroupeRunModel *self, TroupeEvent *event, TroupeBarState state)
{
  TroupeMethodInfo *info = ensure_method (self, event->method);
  TroupeValue *error = troupe_event_get_field (event, "error");

  info->state = state;
  info->elapsed = MAX (1, event->time_us - self->started_us - info->start);
  set_value (&info->result, troupe_event_get_field (event, "result"));
  if (event->state != NULL)
    set_value (&info->state_value, event->state);
  if (error != NULL && troupe_value_is (error, TROUPE_VALUE_MAP))
    error = troupe_value_map_lookup_string (error, "message", -1);
  if (error != NULL && troupe_value_is (error, TROUPE_VALUE_STRING))
    {
      g_free (info->error);
      info->error = g_strdup (troupe_value_get_string (error, NULL));
    }
  close_bar (self, ensure_row (self, TROUPE_ROW_METHOD, event->method, event->method), event,
             state);
}

static const char *
get_model (TroupeEvent *event)
{
  TroupeValue *model = troupe_event_get_field (event, "model");

  return model != NULL && troupe_value_is (model, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (model, NULL)
             : "";
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
  close_bar (self, ensure_row (self, TROUPE_ROW_CALL, event->method, get_model (event)), event,
             state);
}

static void
chunk_arrived (TroupeRunModel *self, TroupeEvent *event)
{
  TroupeMethodInfo *info = ensure_method (self, event->method);
  TroupeValue *chunk = troupe_event_get_field (event, "chunk");
  const char *text;
  gsize length;

  if (chunk == NULL || !troupe_value_is (chunk, TROUPE_VALUE_STRING))
    return;
  text = troupe_value_get_string (chunk, &length);
  if (info->stream == NULL)
    info->stream = g_string_new (NULL);
  if (info->stream->len + length <= STREAM_LIMIT)
    g_string_append_len (info->stream, text, (gssize) length);
}

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
    case TROUPE_EVENT_LLM_CALL_STARTED:
      self->n_calls++;
      open_bar (self, ensure_row (self, TROUPE_ROW_CALL, event->method, get_model (event)), event);
      break;
    case TROUPE_EVENT_LLM_CALL_FINISHED:
      call_ended (self, event, TROUPE_BAR_DONE);
      break;
    case TROUPE_EVENT_LLM_CALL_FAILED:
      call_ended (self, event, TROUPE_BAR_FAILED);
      break;
    case TROUPE_EVENT_LLM_STREAM_CHUNK:
      chunk_arrived (self, event);
      break;
    case TROUPE_EVENT_FLOW_STARTED:
    case TROUPE_EVENT_FLOW_FINISHED:
    case TROUPE_EVENT_FLOW_FAILED:
    case TROUPE_EVENT_FLOW_CANCELLED:
    case TROUPE_EVENT_JOIN_ARRIVED:
    case TROUPE_EVENT_AGENT_STARTED:
    case TROUPE_EVENT_AGENT_FINISHED:
    case TROUPE_EVENT_AGENT_FAILED:
    case TROUPE_EVENT_LOG:
    case TROUPE_EVENT_N_TYPES:
    default:
      break;
    }
}

void
troupe_run_model_add_events (TroupeRunModel *self, GPtrArray *events)
{
  g_return_if_fail (TROUPE_IS_RUN_MODEL (self));

  for (guint i = 0; i < events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (events, i);

      g_ptr_array_add (self->events, troupe_event_ref (event));
      if (event->type == TROUPE_EVENT_FLOW_FINISHED)
        set_value (&self->final, troupe_event_get_field (event, "result"));
      else if (event->method != NULL)
        add_method_event (self, event);
    }
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- The run as a whole ----------------------------------------------------------------------- */

void
troupe_run_model_begin (TroupeRunModel *self, gint64 started_us)
{
  g_return_if_fail (TROUPE_IS_RUN_MODEL (self));

  g_hash_table_remove_all (self->row_by_key);
  g_hash_table_remove_all (self->methods);
  g_ptr_array_set_size (self->rows, 0);
  g_ptr_array_set_size (self->events, 0);
  set_value (&self->final, NULL);
  self->started_us = started_us;
  self->elapsed = 0;
  self->n_tokens = 0;
  self->n_calls = 0;
  self->running = TRUE;
  self->has_run = TRUE;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_run_model_end (TroupeRunModel *self)
{
  GHashTableIter iter;
  gpointer value;

  g_return_if_fail (TROUPE_IS_RUN_MODEL (self));

  self->elapsed = g_get_real_time () - self->started_us;
  self->running = FALSE;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const TroupeRunRow *row = g_ptr_array_index (self->rows, i);

      for (guint j = 0; j < row->bars->len; j++)
        {
          TroupeBar *bar = &g_array_index (row->bars, TroupeBar, j);

          if (bar->state != TROUPE_BAR_RUNNING)
            continue;
          bar->state = TROUPE_BAR_CANCELLED;
          bar->end = MAX (bar->start, self->elapsed);
        }
    }
  g_hash_table_iter_init (&iter, self->methods);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (((TroupeMethodInfo *) value)->state == TROUPE_BAR_RUNNING)
      ((TroupeMethodInfo *) value)->state = TROUPE_BAR_CANCELLED;
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
troupe_run_model_is_running (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  return self->running;
}

gboolean
troupe_run_model_has_run (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  return self->has_run;
}

gint64
troupe_run_model_get_elapsed (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), 0);

  return self->running ? MAX (0, g_get_real_time () - self->started_us) : self->elapsed;
}

guint
troupe_run_model_get_n_rows (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), 0);

  return self->rows->len;
}

const TroupeRunRow *
troupe_run_model_get_row (TroupeRunModel *self, guint index)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self) && index < self->rows->len, NULL);

  return g_ptr_array_index (self->rows, index);
}

const TroupeMethodInfo *
troupe_run_model_get_method (TroupeRunModel *self, const char *name)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  return name != NULL ? g_hash_table_lookup (self->methods, name) : NULL;
}

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

TroupeValue *
troupe_run_model_get_data (TroupeRunModel *self)
{
  g_auto (TroupeMapBuilder) data = { NULL };
  g_auto (TroupeMapBuilder) outputs = { NULL };
  TroupeValue *state = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  troupe_map_builder_init (&data);
  troupe_map_builder_init (&outputs);
  for (guint i = 0; i < self->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (self->events, i);
      TroupeValue *result = troupe_event_get_field (event, "result");

      if (event->state != NULL)
        state = event->state;
      if (event->type == TROUPE_EVENT_METHOD_FINISHED && result != NULL)
        troupe_map_builder_add (&outputs, event->method, troupe_value_ref (result));
    }
  if (self->final != NULL)
    troupe_map_builder_add (&data, "final", troupe_value_ref (self->final));
  troupe_map_builder_add (&data, "outputs", troupe_map_builder_end (&outputs));
  if (state != NULL)
    troupe_map_builder_add (&data, "state", troupe_value_ref (state));
  return troupe_map_builder_end (&data);
}

static void
troupe_run_model_finalize (GObject *object)
{
  TroupeRunModel *self = TROUPE_RUN_MODEL (object);

  g_clear_pointer (&self->row_by_key, g_hash_table_unref);
  g_clear_pointer (&self->methods, g_hash_table_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->events, g_ptr_array_unref);
  g_clear_pointer (&self->final, troupe_value_unref);
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
  self->rows = g_ptr_array_new_with_free_func (row_free);
  self->row_by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->methods = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, info_free);
}

TroupeRunModel *
troupe_run_model_new (void)
{
  return g_object_new (TROUPE_TYPE_RUN_MODEL, NULL);
}
