/* troupe-run-rows.c: rows of a run's timeline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-rows"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-run-rows.h"
#include "troupe-sanitize-text.h"

/* Maximum number of characters of a name. */
#define MOST_LETTERS 200
/* Number of rows below a row from which on calls are added to an earlier row of the same name, so
 * that a loop does not create a row for each of its calls. */
#define MOST_CALLS 100

/* The location of the bar of a running span. */
typedef struct
{
  TroupeRunRow *row;
  guint index;
} OpenBar;

char *
troupe_run_row_dup_total (const TroupeRunRow *row, gint64 now)
{
  g_autofree char *total = NULL;

  g_return_val_if_fail (row != NULL, NULL);

  /* The sum of the durations of open bars is their number times the current time, minus the sum of their
   * start times. */
  total = troupe_span_to_text (MAX (row->total + row->n_open * now - row->open_starts, 0));
  return row->bars->len > 1 ? g_strconcat ("Σ ", total, NULL) : g_steal_pointer (&total);
}

static void
row_free (gpointer data)
{
  TroupeRunRow *row = data;

  g_free (row->method);
  g_free (row->label);
  g_free (row->name);
  g_array_unref (row->bars);
  g_clear_pointer (&row->children, g_ptr_array_unref);
  g_free (row);
}

void
troupe_run_rows_init (TroupeRunRows *self)
{
  self->methods = g_ptr_array_new_with_free_func (row_free);
  self->flat = g_ptr_array_new ();
  self->by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->by_span = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->open = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
}

void
troupe_run_rows_clear (TroupeRunRows *self)
{
  g_clear_pointer (&self->open, g_hash_table_unref);
  g_clear_pointer (&self->by_span, g_hash_table_unref);
  g_clear_pointer (&self->by_name, g_hash_table_unref);
  g_clear_pointer (&self->by_key, g_hash_table_unref);
  g_clear_pointer (&self->flat, g_ptr_array_unref);
  g_clear_pointer (&self->methods, g_ptr_array_unref);
}

static TroupeRunRow *
make_row (TroupeRowKind kind, const char *method, const char *label)
{
  TroupeRunRow *row = g_new0 (TroupeRunRow, 1);
  g_autofree char *line = NULL;

  row->kind = kind;
  row->method = g_strdup (method);
  /* A name, which may come from a model, becomes one printable line of limited length. */
  line = troupe_text_first_line (label);
  row->label = g_utf8_strlen (line, -1) > MOST_LETTERS ? g_utf8_substring (line, 0, MOST_LETTERS)
                                                       : g_steal_pointer (&line);
  row->bars = g_array_new (FALSE, FALSE, sizeof (TroupeBar));
  return row;
}

static TroupeRunRow *
ensure_method (TroupeRunRows *self, const char *method)
{
  TroupeRunRow *row = g_hash_table_lookup (self->by_key, method);

  g_assert (self != NULL);

  if (row != NULL)
    return row;
  row = make_row (TROUPE_ROW_METHOD, method, method);
  g_ptr_array_add (self->methods, row);
  g_ptr_array_set_size (self->flat, 0);
  g_hash_table_insert (self->by_key, g_strdup (method), row);
  return row;
}

/* Finds the row of the task or delegation that contains @span, or of its method. */
static TroupeRunRow *
find_parent (TroupeRunRows *self, const TroupeSpan *span, const char *method)
{
  g_assert (self != NULL);

  for (const TroupeSpan *around = span->parent; around != NULL; around = around->parent)
    {
      TroupeRunRow *row = g_hash_table_lookup (self->by_span, &around->id);
      const OpenBar *place;

      if (row != NULL)
        return row;
      if (around->kind == TROUPE_SCOPE_METHOD)
        break;
      place = around->kind == TROUPE_SCOPE_TOOL_CALL && around->id != 0
                  ? g_hash_table_lookup (self->open, &around->id)
                  : NULL;
      if (place == NULL)
        continue;
      /* The tool may have ended when the next call is added. */
      g_hash_table_replace (self->by_span, g_memdup2 (&around->id, sizeof around->id), place->row);
      return place->row;
    }
  return ensure_method (self, method);
}

/* The key contains the kind, because a tool and a model may have the same name. (transfer full) */
static char *
make_key (const TroupeRunRow *parent, TroupeRowKind kind, const char *name)
{
  return g_strdup_printf ("%p\n%d%s", (gconstpointer) parent, (int) kind, name);
}

/* Returns the row below @parent for a call or a task. Consecutive calls of the same name have one
 * row, and so have all executions of a task. @name: identifies it among those of its kind */
static TroupeRunRow *
ensure_child (TroupeRunRows *self,
              TroupeRunRow *parent,
              TroupeRowKind kind,
              const char *name,
              const char *label)
{
  g_autofree char *key = make_key (parent, kind, name);
  TroupeRunRow *known = g_hash_table_lookup (self->by_name, key);
  const guint n_children = parent->children != NULL ? parent->children->len : 0;
  TroupeRunRow *row;

  g_assert (self != NULL);

  if (known != NULL && (kind == TROUPE_ROW_TASK || n_children >= MOST_CALLS ||
                        g_ptr_array_index (parent->children, n_children - 1) == known))
    return known;
  row = make_row (kind, parent->method, label);
  row->parent = parent;
  row->depth = parent->depth + 1;
  if (parent->children == NULL)
    parent->children = g_ptr_array_new_with_free_func (row_free);
  g_ptr_array_add (parent->children, row);
  g_ptr_array_set_size (self->flat, 0);
  row->name = g_strdup (name);
  g_hash_table_replace (self->by_name, g_steal_pointer (&key), row);
  return row;
}

TroupeBarState
troupe_bar_state_of (const TroupeSpan *span)
{
  static const TroupeBarState states[] = {
    [TROUPE_SCOPE_SAME] = TROUPE_BAR_WAITING,        [TROUPE_SCOPE_RUNNING] = TROUPE_BAR_RUNNING,
    [TROUPE_SCOPE_WAITING] = TROUPE_BAR_ASKING,      [TROUPE_SCOPE_HELD] = TROUPE_BAR_RUNNING,
    [TROUPE_SCOPE_FINISHED] = TROUPE_BAR_DONE,       [TROUPE_SCOPE_FAILED] = TROUPE_BAR_FAILED,
    [TROUPE_SCOPE_CANCELLED] = TROUPE_BAR_CANCELLED, [TROUPE_SCOPE_PAUSED] = TROUPE_BAR_ASKING,
  };

  return states[span->state];
}

/* Returns the row for a span that has just begun, or NULL if it has a bar already. */
static TroupeRunRow *
ensure_row (TroupeRunRows *self, const TroupeSpan *span, const char *method)
{
  const char *name = troupe_span_get_name (span);
  const gboolean is_inside = span->parent != NULL && span->parent->kind == TROUPE_SCOPE_TASK;
  g_autofree char *label = NULL;
  TroupeRunRow *parent;
  gboolean asks;
  g_autoptr (TroupeValue) arguments = NULL;
  TroupeValue *coworker;

  g_assert (self != NULL);

  /* A standalone crew has tasks instead of methods. */
  if (span->kind == TROUPE_SCOPE_METHOD ||
      (span->kind == TROUPE_SCOPE_TASK && troupe_span_get_method (span) == NULL && !is_inside))
    return ensure_method (self, method);
  parent = find_parent (self, span, method);
  if (span->id <= parent->newest)
    return NULL;
  if (span->kind == TROUPE_SCOPE_TASK)
    {
      const char *path = troupe_span_get_path (span);

      return ensure_child (self, parent, TROUPE_ROW_TASK, path != NULL ? path : name, name);
    }
  /* For a delegation, returns the coworker, which is more useful than the name of the tool. */
  asks = g_strcmp0 (name, "ask_question_to_coworker") == 0;
  if (span->kind != TROUPE_SCOPE_TOOL_CALL ||
      (!asks && g_strcmp0 (name, "delegate_work_to_coworker") != 0))
    label = g_strdup (name != NULL ? name : "");
  else
    {
      arguments = troupe_span_dup_arguments (span);
      coworker = arguments != NULL ? troupe_value_get_member (arguments, "coworker") : NULL;
      if (coworker == NULL || !troupe_value_is (coworker, TROUPE_VALUE_STRING))
        label = g_strdup (name);
      else
        label = asks ? g_strdup_printf (_ ("Asks %s"), troupe_value_get_string (coworker, NULL))
                     : g_strdup_printf (_ ("Delegates to %s"),
                                        troupe_value_get_string (coworker, NULL));
    }
  return ensure_child (self, parent,
                       span->kind == TROUPE_SCOPE_TOOL_CALL ? TROUPE_ROW_TOOL : TROUPE_ROW_CALL,
                       label, label);
}

void
troupe_run_rows_take (TroupeRunRows *self, const TroupeSpan *span)
{
  const char *method = troupe_span_get_stage (span);
  const OpenBar *place;
  TroupeRunRow *row;

  /* A method that only waits, or whose start was not reported, has no bar. */
  if (span->id == 0 || method == NULL ||
      (span->kind == TROUPE_SCOPE_TASK && troupe_span_get_name (span) == NULL))
    return;
  place = g_hash_table_lookup (self->open, &span->id);
  if (place == NULL)
    {
      TroupeBar bar;
      OpenBar *bar_place;
      guint64 *key;

      row = ensure_row (self, span, method);
      if (row == NULL ||
          (row->bars->len != 0 &&
           g_array_index (row->bars, TroupeBar, row->bars->len - 1).sequence >= span->id))
        return;
      /* A span that may contain calls. A tool contains calls if it delegates. */
      if (span->kind == TROUPE_SCOPE_TASK ||
          (span->kind == TROUPE_SCOPE_TOOL_CALL && span->children != NULL))
        g_hash_table_replace (self->by_span, g_memdup2 (&span->id, sizeof span->id), row);
      bar = (TroupeBar){
        .start = span->start, .sequence = span->id, .pass = span->nth, .state = TROUPE_BAR_RUNNING
      };
      bar_place = g_new (OpenBar, 1);
      key = g_new (guint64, 1);
      *key = span->id;
      if (row->parent != NULL)
        row->parent->newest = span->id;
      *bar_place = (OpenBar){ row, row->bars->len };
      g_array_append_val (row->bars, bar);
      row->n_bars[bar.state]++;
      row->n_open++;
      row->open_starts += bar.start;
      g_hash_table_replace (self->open, key, bar_place);
      place = bar_place;
    }
  if (span->end == 0)
    {
      TroupeBarState now = troupe_bar_state_of (span);
      TroupeBar *open = &g_array_index (place->row->bars, TroupeBar, place->index);

      place->row->n_bars[open->state]--;
      open->state = now;
      place->row->n_bars[now]++;
    }
  else
    {
      gint64 end = span->end;
      TroupeBarState state = troupe_bar_state_of (span);
      TroupeBar *bar = &g_array_index (place->row->bars, TroupeBar, place->index);

      place->row->n_bars[bar->state]--;
      place->row->n_open--;
      place->row->open_starts -= bar->start;
      /* The end is at least 1, because 0 would mean that the bar has not ended. */
      bar->end = MAX (MAX (bar->start, end), 1);
      bar->state = state;
      place->row->n_bars[state]++;
      place->row->total += bar->end - bar->start;
      g_hash_table_remove (self->open, &span->id);
    }
}

/* --- Rewinding -------------------------------------------------------------------------------- */

static guint64
get_last_sequence (const TroupeRunRow *row)
{
  return row->bars->len > 0 ? g_array_index (row->bars, TroupeBar, row->bars->len - 1).sequence : 0;
}

/* Removes the bars of @row, and of the rows below it, that belong to later spans. Rows that are empty then are the last
 * ones, because rows are added in the order of their first bars. Returns FALSE if @row is empty. */
static gboolean
rewind_row (TroupeRunRow *row, TroupeTrace *trace)
{
  while (row->bars->len > 0 && troupe_trace_get_span (trace, get_last_sequence (row)) == NULL)
    {
      const TroupeBar *bar = &g_array_index (row->bars, TroupeBar, row->bars->len - 1);

      row->n_bars[bar->state]--;
      if (bar->end != 0)
        row->total -= bar->end - bar->start;
      else
        {
          row->n_open--;
          row->open_starts -= bar->start;
        }
      g_array_set_size (row->bars, row->bars->len - 1);
    }
  row->newest = 0;
  for (guint i = 0; row->children != NULL && i < row->children->len;)
    {
      TroupeRunRow *child = g_ptr_array_index (row->children, i);

      if (rewind_row (child, trace))
        {
          row->newest = MAX (row->newest, get_last_sequence (child));
          i++;
        }
      else
        g_ptr_array_remove_index (row->children, i);
    }
  return row->bars->len > 0 || (row->children != NULL && row->children->len > 0);
}

/* Returns the bar of the span with this id in @row or below it. */
static gboolean
find_bar (TroupeRunRow *row, guint64 id, OpenBar *place)
{
  guint first = 0;
  guint end = row->bars->len;

  while (first < end)
    {
      const guint middle = first + (end - first) / 2;
      const TroupeBar *bar = &g_array_index (row->bars, TroupeBar, middle);

      if (bar->sequence == id)
        {
          *place = (OpenBar){ row, middle };
          return TRUE;
        }
      if (bar->sequence < id)
        first = middle + 1;
      else
        end = middle;
    }
  for (guint i = 0; row->children != NULL && i < row->children->len; i++)
    if (find_bar (g_ptr_array_index (row->children, i), id, place))
      return TRUE;
  return FALSE;
}

static gboolean
is_gone (gpointer id, gpointer value, gpointer trace)
{
  return troupe_trace_get_span (trace, *(guint64 *) id) == NULL;
}

/* Adds the rows below @row to the table of the last rows of each name. */
static void
index_names (TroupeRunRows *self, TroupeRunRow *row)
{
  for (guint i = 0; row->children != NULL && i < row->children->len; i++)
    {
      TroupeRunRow *child = g_ptr_array_index (row->children, i);

      g_hash_table_replace (self->by_name, make_key (row, child->kind, child->name), child);
      index_names (self, child);
    }
}

void
troupe_run_rows_rewind (TroupeRunRows *self, TroupeTrace *trace)
{
  g_autoptr (GPtrArray) running = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (TROUPE_IS_TRACE (trace));

  g_ptr_array_set_size (self->flat, 0);
  g_hash_table_foreach_remove (self->open, is_gone, trace);
  g_hash_table_foreach_remove (self->by_span, is_gone, trace);
  g_hash_table_remove_all (self->by_name);
  for (guint i = 0; i < self->methods->len;)
    {
      TroupeRunRow *row = g_ptr_array_index (self->methods, i);

      if (rewind_row (row, trace))
        {
          index_names (self, row);
          i++;
          continue;
        }
      g_hash_table_remove (self->by_key, row->method);
      g_ptr_array_remove_index (self->methods, i);
    }
  running = troupe_trace_list_running (trace);
  for (guint i = 0; i < running->len; i++)
    {
      const TroupeSpan *span = g_ptr_array_index (running, i);
      const char *method = troupe_span_get_stage (span);
      TroupeRunRow *row = method != NULL ? g_hash_table_lookup (self->by_key, method) : NULL;
      OpenBar place;
      TroupeBar *bar;

      /* The bar of @span has no end again. */
      if (span->id == 0 || g_hash_table_contains (self->open, &span->id) || row == NULL ||
          !find_bar (row, span->id, &place))
        continue;
      bar = &g_array_index (place.row->bars, TroupeBar, place.index);
      place.row->n_bars[bar->state]--;
      place.row->total -= bar->end - bar->start;
      place.row->n_open++;
      place.row->open_starts += bar->start;
      bar->end = 0;
      bar->state = troupe_bar_state_of (span);
      place.row->n_bars[bar->state]++;
      g_hash_table_replace (self->open, g_memdup2 (&span->id, sizeof span->id),
                            g_memdup2 (&place, sizeof place));
    }
}

/* --- Listing ---------------------------------------------------------------------------------- */

static void
list_row (TroupeRunRows *self, TroupeRunRow *row)
{
  g_ptr_array_add (self->flat, row);
  for (guint i = 0; !row->is_folded && row->children != NULL && i < row->children->len; i++)
    list_row (self, g_ptr_array_index (row->children, i));
}

GPtrArray *
troupe_run_rows_list (TroupeRunRows *self)
{
  if (self->flat->len > 0)
    return self->flat;
  for (guint i = 0; i < self->methods->len; i++)
    list_row (self, g_ptr_array_index (self->methods, i));
  return self->flat;
}

void
troupe_run_rows_fold (TroupeRunRows *self, TroupeRunRow *row, gboolean is_folded)
{
  g_return_if_fail (row != NULL);

  row->is_folded = is_folded;
  g_ptr_array_set_size (self->flat, 0);
}
