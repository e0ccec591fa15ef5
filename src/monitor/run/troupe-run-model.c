/* troupe-run-model.c: view model of a run: rows, methods, passes and data, derived from the trace
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-model"

#include "config.h"

#include "troupe-flow-forecast.h"
#include "troupe-money.h"
#include "troupe-run-model.h"
#include "troupe-run-rows.h"
#include "troupe-sanitize-text.h"

/* Maximum number of characters of the title of a task in the data of a run. */
#define TITLE_LENGTH 80

struct _TroupeRunModel
{
  GObject parent_instance;

  TroupeTrace *trace;
  TroupeRunRows rows;
  GHashTable *methods;            /* name → TroupeMethodInfo */
  GHashTable *dirty;              /* names of methods that must be updated */
  TroupeFlowForecast *outlook;     /* (nullable) */
  TroupeFlow *flow;                /* (nullable): the flow that runs */
  const TroupeValue *known_state; /* the state at the last change of @data_serial */
  const TroupeValue *known_final;
  guint data_serial;
  guint n_runs;
  guint n_rewinds;
  GPtrArray *
      saved; /* (element-type TroupeFlowForecastState) (nullable): by the checkpoint of the trace */
  gboolean is_crew; /* runs are those of a standalone crew */
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

  g_assert (TROUPE_IS_RUN_MODEL (self));

  if (info == NULL)
    {
      info = g_new0 (TroupeMethodInfo, 1);
      g_hash_table_insert (self->methods, g_strdup (name), info);
    }
  return info;
}

/* --- Updating from spans ---------------------------------------------------------------------- */

static void
take_span (TroupeMethodInfo *info, const TroupeSpan *span)
{
  char *error = troupe_span_dup_error (span);

  g_assert (info != NULL);

  /* Preserves an error set by troupe_run_model_set_failure(), unless the span has its own error
   * or belongs to another pass. */
  if (info->sequence != span->id || error != NULL)
    {
      g_free (info->error);
      info->error = g_steal_pointer (&error);
    }
  if (info->sequence != span->id)
    {
      g_clear_pointer (&info->error_path, g_free);
      info->error_line = 0;
      info->temporary = FALSE;
    }
  info->state = troupe_bar_state_of (span);
  info->is_reused = span->is_reused;
  info->sequence = span->id;
  info->trigger = span->trigger;
  info->start = span->start;
  info->elapsed = span->end != 0 ? MAX (1, span->end - span->start) : 0;
  g_free (info->traceback);
  info->traceback = troupe_span_dup_traceback (span);
  set_value (&info->params, troupe_span_get_input (span));
  set_value (&info->result, troupe_span_get_output (span));
  set_value (&info->state_before, span->state_before);
  set_value (&info->state_value, span->state_after);
}

static TroupeValue *
get_news (const TroupeSpan *span, const char *name)
{
  return span != NULL && span->news != NULL ? troupe_value_map_lookup_string (span->news, name, -1)
                                            : NULL;
}

static void
span_changed_cb (TroupeTrace *trace, TroupeSpan *span, gpointer user_data)
{
  TroupeRunModel *self = TROUPE_RUN_MODEL (user_data);
  const char *method = troupe_span_get_method (span);

  g_assert (TROUPE_IS_TRACE (trace));
  g_assert (TROUPE_IS_RUN_MODEL (self));

  if (span->kind == TROUPE_SCOPE_METHOD || span->kind == TROUPE_SCOPE_TASK ||
      span->kind == TROUPE_SCOPE_MODEL_CALL || span->kind == TROUPE_SCOPE_TOOL_CALL)
    troupe_run_rows_take (&self->rows, span);
  if (span->kind == TROUPE_SCOPE_TASK && method == NULL && troupe_span_get_name (span) != NULL)
    {
      TroupeMethodInfo *info = ensure_method (self, troupe_span_get_name (span));
      TroupeValue *output = troupe_span_get_output (span);

      /* In a standalone crew, tasks correspond to the methods of a flow, and begin once. */
      take_span (info, span);
      info->passes = 1;
      if (output != info->output)
        self->data_serial++;
      set_value (&info->output, output);
    }
  if (method != NULL && !g_hash_table_contains (self->dirty, method))
    g_hash_table_add (self->dirty, g_strdup (method));
}

/* The result of a router is the event it has chosen. */
static void
step_cb (TroupeTrace *trace, TroupeSpan *span, guint effect, gpointer user_data)
{
  TroupeRunModel *self = TROUPE_RUN_MODEL (user_data);
  TroupeValue *result = troupe_span_get_output (span);

  g_assert (TROUPE_IS_TRACE (trace));
  g_assert (TROUPE_IS_RUN_MODEL (self));

  if (self->outlook == NULL || span->kind != TROUPE_SCOPE_METHOD)
    return;
  if (effect == TROUPE_EVENT_OPENS)
    troupe_flow_forecast_begin (self->outlook, troupe_span_get_name (span));
  else if (effect != TROUPE_EVENT_CLOSES || troupe_span_is_under_way (span))
    return;
  else if (span->state != TROUPE_SCOPE_FINISHED)
    troupe_flow_forecast_break_off (self->outlook, troupe_span_get_name (span));
  else
    troupe_flow_forecast_finish (self->outlook, troupe_span_get_name (span),
                                 result != NULL && troupe_value_is (result, TROUPE_VALUE_STRING)
                                    ? troupe_value_get_string (result, NULL)
                                    : NULL);
}

static void
trace_changed_cb (TroupeTrace *trace, gpointer user_data)
{
  TroupeRunModel *self = TROUPE_RUN_MODEL (user_data);
  const TroupeValue *state = troupe_trace_get_flow_state (trace);
  const TroupeValue *final = troupe_run_model_get_final (self);
  GHashTableIter iter;
  gpointer name;

  g_assert (TROUPE_IS_TRACE (trace));
  g_assert (TROUPE_IS_RUN_MODEL (self));

  g_hash_table_iter_init (&iter, self->dirty);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      const TroupeTraceMethod *method = troupe_trace_find_method (self->trace, name);
      TroupeMethodInfo *info;
      TroupeValue *output;

      if (method == NULL)
        continue;
      info = ensure_method (self, name);
      if (method->latest != NULL)
        take_span (info, method->latest);
      info->passes = method->n_passes;
      info->n_calls = method->n_calls;
      info->stream = method->text.head;
      info->stream_cut = method->text.is_cut;
      set_value (&info->arrived, get_news (method->waiting, "arrived"));
      set_value (&info->missing, get_news (method->waiting, "missing"));
      output = method->last_output != NULL ? troupe_span_get_output (method->last_output) : NULL;
      if (output != info->output)
        self->data_serial++;
      set_value (&info->output, output);
    }
  g_hash_table_remove_all (self->dirty);
  if (state != self->known_state || final != self->known_final)
    self->data_serial++;
  self->known_state = state;
  self->known_final = final;
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- Checkpoints ------------------------------------------------------------------------------ */

static void
free_saved (gpointer state)
{
  troupe_flow_forecast_state_free (state);
}

static void
checkpoint_cb (TroupeRunModel *self, guint number)
{
  g_assert (TROUPE_IS_RUN_MODEL (self));

  g_ptr_array_set_size (self->saved, (int) number);
  g_ptr_array_add (self->saved,
                   self->outlook != NULL ? troupe_flow_forecast_save (self->outlook) : NULL);
}

/* Derives everything from the trace again, which no longer has the later spans. */
static void
rewound_cb (TroupeRunModel *self, guint number)
{
  const TroupeFlowForecastState *saved =
      number < self->saved->len ? g_ptr_array_index (self->saved, number) : NULL;
  const TroupeSpan *run = troupe_trace_get_run (self->trace);

  g_assert (TROUPE_IS_RUN_MODEL (self));

  troupe_run_rows_rewind (&self->rows, self->trace);
  if (self->outlook != NULL && saved != NULL)
    troupe_flow_forecast_restore (self->outlook, saved);
  g_ptr_array_set_size (self->saved, (int) MIN (number + 1, self->saved->len));
  g_hash_table_remove_all (self->methods);
  g_hash_table_remove_all (self->dirty);
  for (guint i = 0; i < troupe_trace_get_n_methods (self->trace); i++)
    g_hash_table_add (self->dirty, g_strdup (troupe_trace_get_method (self->trace, i)->name));
  for (guint i = 0; run->children != NULL && i < run->children->len; i++)
    {
      TroupeSpan *child = g_ptr_array_index (run->children, i);

      if (child->kind == TROUPE_SCOPE_TASK)
        span_changed_cb (self->trace, child, self);
    }
  self->n_rewinds++;
  self->data_serial++;
}

/* --- The run as a whole ----------------------------------------------------------------------- */

void
troupe_run_model_begin (TroupeRunModel *self)
{
  g_return_if_fail (TROUPE_IS_RUN_MODEL (self));

  troupe_run_rows_clear (&self->rows);
  troupe_run_rows_init (&self->rows);
  g_hash_table_remove_all (self->methods);
  g_hash_table_remove_all (self->dirty);
  g_clear_pointer (&self->outlook, troupe_flow_forecast_free);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  g_ptr_array_set_size (self->saved, 0);
  self->known_state = NULL;
  self->known_final = NULL;
  self->data_serial++;
  self->n_runs++;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
troupe_run_model_set_flow (TroupeRunModel *self, TroupeFlow *flow)
{
  g_return_if_fail (TROUPE_IS_RUN_MODEL (self));
  g_return_if_fail (flow != NULL);

  g_clear_pointer (&self->outlook, troupe_flow_forecast_free);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  self->outlook = troupe_flow_forecast_new (flow);
  self->flow = troupe_flow_ref (flow);
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
  /* A stored run knows the place only from its events. */
  if (path != NULL)
    {
      troupe_set_str (&info->error_path, path);
      info->error_line = line;
    }
  info->temporary = info->temporary || temporary;
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
troupe_run_model_is_paused (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  return troupe_trace_get_run (self->trace)->state == TROUPE_SCOPE_PAUSED;
}

gboolean
troupe_run_model_is_running (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  return self->n_runs > 0 && troupe_trace_is_under_way (self->trace);
}

gboolean
troupe_run_model_is_held (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  return troupe_trace_is_held (self->trace);
}

gboolean
troupe_run_model_is_next (TroupeRunModel *self, const char *name)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  return troupe_trace_is_next (self->trace, name);
}

gboolean
troupe_run_model_can_come (TroupeRunModel *self, const char *name)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  /* A run that waits for the user can continue later. */
  return (troupe_run_model_is_running (self) || troupe_run_model_is_paused (self)) &&
         (self->outlook == NULL || troupe_flow_forecast_can_come (self->outlook, name));
}

gboolean
troupe_run_model_is_new (TroupeRunModel *self, const char *name)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  /* A run that is read from the store may have events of methods that the flow no longer has. */
  return self->flow != NULL && name != NULL && !troupe_run_model_is_crew (self) &&
         troupe_flow_find_method (self->flow, name) == NULL &&
         troupe_run_model_get_method (self, name) == NULL;
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

guint
troupe_run_model_get_n_rewinds (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), 0);

  return self->n_rewinds;
}

gint64
troupe_run_model_get_elapsed (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), 0);

  return troupe_trace_get_elapsed (self->trace);
}

guint
troupe_run_model_get_n_rows (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), 0);

  return troupe_run_rows_list (&self->rows)->len;
}

const TroupeRunRow *
troupe_run_model_get_row (TroupeRunModel *self, guint index)
{
  GPtrArray *rows;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  rows = troupe_run_rows_list (&self->rows);
  g_return_val_if_fail (index < rows->len, NULL);
  return g_ptr_array_index (rows, index);
}

void
troupe_run_model_fold_row (TroupeRunModel *self, const TroupeRunRow *row, gboolean is_folded)
{
  g_return_if_fail (TROUPE_IS_RUN_MODEL (self));
  g_return_if_fail (row != NULL);

  troupe_run_rows_fold (&self->rows, (TroupeRunRow *) row, is_folded);
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

TroupeMethodInfo *
troupe_run_model_make_pass (TroupeRunModel *self, const char *name, guint number)
{
  TroupeMethodInfo *info;
  const TroupeSpan *span;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  span = troupe_trace_get_pass (self->trace, name, number);
  if (span == NULL)
    return NULL;
  info = g_new0 (TroupeMethodInfo, 1);
  take_span (info, span);
  info->passes = number;
  set_value (&info->output, info->result);
  return info;
}

gboolean
troupe_run_model_is_crew (TroupeRunModel *self)
{
  const TroupeSpan *run;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), FALSE);

  run = troupe_trace_get_run (self->trace);
  for (guint i = 0; run->children != NULL && i < run->children->len; i++)
    {
      const TroupeSpan *span = g_ptr_array_index (run->children, i);

      /* Knowledge, for example, is loaded before the first task. */
      if (span->kind == TROUPE_SCOPE_TASK || span->kind == TROUPE_SCOPE_METHOD)
        return span->kind == TROUPE_SCOPE_TASK;
    }
  /* A run that was refused has no task. */
  return self->is_crew;
}

void
troupe_run_model_set_crew (TroupeRunModel *self, gboolean is_crew)
{
  g_return_if_fail (TROUPE_IS_RUN_MODEL (self));

  self->is_crew = is_crew;
}

TroupeValue *
troupe_run_model_get_inputs (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  return troupe_span_get_input (troupe_trace_get_run (self->trace));
}

TroupeValue *
troupe_run_model_get_final (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  return troupe_span_get_output (troupe_trace_get_run (self->trace));
}

TroupeValue *
troupe_run_model_get_first_state (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  return troupe_trace_get_run (self->trace)->state_before;
}

TroupeValue *
troupe_run_model_get_state (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  return troupe_trace_get_flow_state (self->trace);
}

/* --- Properties, constructor and destructor --------------------------------------------------- */

GPtrArray *
troupe_run_model_get_events (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  return troupe_trace_get_lines (self->trace);
}

guint
troupe_run_model_get_n_calls (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), 0);

  return troupe_trace_count_begun (self->trace, TROUPE_SCOPE_MODEL_CALL);
}

gint64
troupe_run_model_get_n_tokens (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), 0);

  return troupe_trace_get_usage (self->trace)->total_tokens;
}

char *
troupe_run_model_describe_cost (TroupeRunModel *self)
{
  const TroupeTraceUsage *usage;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  usage = troupe_trace_get_usage (self->trace);

  return troupe_money_describe_sum (usage->micro_dollars, usage->n_unpriced == 0);
}

guint
troupe_run_model_get_data_serial (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), 0);

  return self->data_serial;
}

/* Adds the outputs of the tasks of a standalone crew, in their order. The number of a task
 * distinguishes it from earlier tasks with the same title. */
static void
add_task_outputs (TroupeRunModel *self, TroupeMapBuilder *outputs)
{
  const TroupeSpan *run = troupe_trace_get_run (self->trace);
  g_autoptr (GHashTable) last = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_assert (TROUPE_IS_RUN_MODEL (self));

  /* A task that was executed again, such as in the rounds of a training, has its last output. */
  for (guint i = 0; run->children != NULL && i < run->children->len; i++)
    {
      TroupeSpan *task = g_ptr_array_index (run->children, i);
      const char *path = troupe_span_get_path (task);

      if (task->kind == TROUPE_SCOPE_TASK && troupe_span_get_name (task) != NULL)
        g_hash_table_insert (last, (gpointer) (path != NULL ? path : ""), task);
    }
  for (guint i = 0; run->children != NULL && i < run->children->len; i++)
    {
      TroupeSpan *task = g_ptr_array_index (run->children, i);
      const char *path = troupe_span_get_path (task);
      TroupeValue *output = troupe_span_get_output (task);
      char *title;
      g_autofree char *line = NULL;
      g_autofree char *start = NULL;

      if (output == NULL || g_hash_table_lookup (last, path != NULL ? path : "") != task)
        continue;
      /* A task without a name has its description, which may be long. */
      line = troupe_text_first_line (troupe_span_get_name (task));
      if (g_utf8_strlen (line, -1) <= TITLE_LENGTH)
        title = g_steal_pointer (&line);
      else
        {
          start = g_utf8_substring (line, 0, TITLE_LENGTH);
          title = g_strconcat (start, "…", NULL);
        }
      if (g_hash_table_contains (titles, title))
        {
          g_autofree char *plain = title;

          title = g_strdup_printf ("%s (%u)", plain, g_hash_table_size (titles) + 1);
        }
      troupe_map_builder_add (outputs, title, troupe_value_ref (output));
      g_hash_table_add (titles, title);
    }
}

TroupeValue *
troupe_run_model_get_data (TroupeRunModel *self)
{
  g_auto (TroupeMapBuilder) data = { NULL };
  g_auto (TroupeMapBuilder) outputs = { NULL };
  TroupeValue *final, *state;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  final = troupe_run_model_get_final (self);
  state = troupe_run_model_get_state (self);
  troupe_map_builder_init (&data);
  troupe_map_builder_init (&outputs);
  if (troupe_run_model_is_crew (self))
    add_task_outputs (self, &outputs);
  else
    {
      GPtrArray *methods = troupe_trace_get_outputs (self->trace);

      /* Adds the outputs of the methods of a flow, in the order of their first output. */
      for (guint i = 0; i < methods->len; i++)
        {
          const TroupeTraceMethod *method = g_ptr_array_index (methods, i);

          troupe_map_builder_add (&outputs, method->name,
                                  troupe_value_ref (troupe_span_get_output (method->last_output)));
        }
    }
  if (final != NULL)
    troupe_map_builder_add (&data, "final", troupe_value_ref (final));
  troupe_map_builder_add (&data, "outputs", troupe_map_builder_end (&outputs));
  if (state != NULL)
    troupe_map_builder_add (&data, "state", troupe_value_ref (state));
  return troupe_map_builder_end (&data);
}

static void
troupe_run_model_finalize (GObject *object)
{
  TroupeRunModel *self = TROUPE_RUN_MODEL (object);

  troupe_run_rows_clear (&self->rows);
  g_clear_pointer (&self->methods, g_hash_table_unref);
  g_clear_pointer (&self->dirty, g_hash_table_unref);
  g_clear_pointer (&self->saved, g_ptr_array_unref);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->outlook, troupe_flow_forecast_free);
  g_clear_pointer (&self->flow, troupe_flow_unref);
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
  g_assert (self != NULL);

  self->saved = g_ptr_array_new_with_free_func (free_saved);
  self->dirty = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  troupe_run_rows_init (&self->rows);
  self->methods = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) troupe_method_info_free);
}

TroupeRunModel *
troupe_run_model_new (TroupeTrace *trace)
{
  TroupeRunModel *self;

  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);

  self = g_object_new (TROUPE_TYPE_RUN_MODEL, NULL);
  self->trace = g_object_ref (trace);
  g_signal_connect_object (trace, "step", G_CALLBACK (step_cb), self, 0);
  g_signal_connect_object (trace, "span-added", G_CALLBACK (span_changed_cb), self, 0);
  g_signal_connect_object (trace, "span-changed", G_CALLBACK (span_changed_cb), self, 0);
  g_signal_connect_object (trace, "changed", G_CALLBACK (trace_changed_cb), self, 0);
  g_signal_connect_object (trace, "checkpoint", G_CALLBACK (checkpoint_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "rewound", G_CALLBACK (rewound_cb), self, G_CONNECT_SWAPPED);
  return self;
}

TroupeTrace *
troupe_run_model_get_trace (TroupeRunModel *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (self), NULL);

  return self->trace;
}
