/* troupe-run-rows.c: the rows of a run's timeline while they grow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-rows"

#include "config.h"

#include "troupe-run-rows.h"

/* Where the bar of something that is under way stands. */
typedef struct
{
  TroupeRunRow *row;
  guint index;
} OpenBar;

static void
row_free (gpointer data)
{
  TroupeRunRow *row = data;

  g_free (row->method);
  g_free (row->label);
  g_array_unref (row->bars);
  g_clear_pointer (&row->calls, g_ptr_array_unref);
  g_free (row);
}

void
_troupe_run_rows_init (TroupeRunRows *self)
{
  self->methods = g_ptr_array_new_with_free_func (row_free);
  self->flat = g_ptr_array_new ();
  self->by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->open = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
}

void
_troupe_run_rows_clear (TroupeRunRows *self)
{
  g_clear_pointer (&self->open, g_hash_table_unref);
  g_clear_pointer (&self->by_key, g_hash_table_unref);
  g_clear_pointer (&self->flat, g_ptr_array_unref);
  g_clear_pointer (&self->methods, g_ptr_array_unref);
}

static TroupeRunRow *
make_row (TroupeRowKind kind, const char *method, const char *label)
{
  TroupeRunRow *row = g_new0 (TroupeRunRow, 1);

  row->kind = kind;
  row->method = g_strdup (method);
  row->label = g_strdup (label);
  row->bars = g_array_new (FALSE, FALSE, sizeof (TroupeBar));
  return row;
}

static TroupeRunRow *
ensure_method (TroupeRunRows *self, const char *method)
{
  TroupeRunRow *row = g_hash_table_lookup (self->by_key, method);

  if (row != NULL)
    return row;
  row = make_row (TROUPE_ROW_METHOD, method, method);
  g_ptr_array_add (self->methods, row);
  g_ptr_array_set_size (self->flat, 0);
  g_hash_table_insert (self->by_key, g_strdup (method), row);
  return row;
}

static TroupeRunRow *
ensure_call (TroupeRunRows *self, const char *method, const char *label)
{
  g_autofree char *key = g_strconcat (method, "\n", label, NULL);
  TroupeRunRow *row = g_hash_table_lookup (self->by_key, key);
  TroupeRunRow *parent;

  if (row != NULL)
    return row;
  parent = ensure_method (self, method);
  row = make_row (TROUPE_ROW_CALL, method, label);
  if (parent->calls == NULL)
    parent->calls = g_ptr_array_new_with_free_func (row_free);
  g_ptr_array_add (parent->calls, row);
  g_ptr_array_set_size (self->flat, 0);
  g_hash_table_insert (self->by_key, g_steal_pointer (&key), row);
  return row;
}

void
_troupe_run_rows_open (TroupeRunRows *self,
                       TroupeRowKind kind,
                       const char *method,
                       const char *label,
                       const TroupeEvent *event,
                       gint64 started_us,
                       guint pass)
{
  TroupeRunRow *row =
      kind == TROUPE_ROW_METHOD ? ensure_method (self, method) : ensure_call (self, method, label);
  const TroupeBar bar = { .start = MAX (0, event->time_us - started_us),
                          .sequence = event->sequence,
                          .pass = pass,
                          .began = event,
                          .state = TROUPE_BAR_RUNNING };
  OpenBar *place = g_new (OpenBar, 1);
  guint64 *key = g_new (guint64, 1);

  *key = event->sequence;
  *place = (OpenBar){ row, row->bars->len };
  g_array_append_val (row->bars, bar);
  row->n_bars[bar.state]++;
  row->n_open++;
  row->open_starts += bar.start;
  g_hash_table_replace (self->open, key, place);
}

static void
end_bar (const OpenBar *place, gint64 end, TroupeBarState state)
{
  TroupeBar *bar = &g_array_index (place->row->bars, TroupeBar, place->index);

  place->row->n_bars[bar->state]--;
  place->row->n_open--;
  place->row->open_starts -= bar->start;
  /* 0 would say that it goes on. */
  bar->end = MAX (MAX (bar->start, end), 1);
  bar->state = state;
  place->row->n_bars[state]++;
  place->row->total += bar->end - bar->start;
}

void
_troupe_run_rows_end (TroupeRunRows *self, guint64 started, gint64 end, TroupeBarState state)
{
  const OpenBar *place = g_hash_table_lookup (self->open, &started);

  if (place == NULL)
    return;
  end_bar (place, end, state);
  g_hash_table_remove (self->open, &started);
}

void
_troupe_run_rows_close (TroupeRunRows *self,
                        const TroupeEvent *event,
                        TroupeBarState state,
                        gint64 started_us)
{
  const OpenBar *place = g_hash_table_lookup (self->open, &event->started);

  if (place != NULL)
    g_array_index (place->row->bars, TroupeBar, place->index).ended = event;
  _troupe_run_rows_end (self, event->started, event->time_us - started_us, state);
}

void
_troupe_run_rows_mark (TroupeRunRows *self, guint64 started, TroupeBarState state)
{
  const OpenBar *place = g_hash_table_lookup (self->open, &started);
  TroupeBar *bar;

  if (place == NULL)
    return;
  bar = &g_array_index (place->row->bars, TroupeBar, place->index);
  place->row->n_bars[bar->state]--;
  bar->state = state;
  place->row->n_bars[state]++;
}

void
_troupe_run_rows_cancel (TroupeRunRows *self, gint64 elapsed, gboolean is_paused)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const OpenBar *place = value;
      const TroupeBar *bar = &g_array_index (place->row->bars, TroupeBar, place->index);

      end_bar (place, elapsed,
               is_paused && bar->state == TROUPE_BAR_ASKING ? TROUPE_BAR_ASKING
                                                            : TROUPE_BAR_CANCELLED);
    }
  g_hash_table_remove_all (self->open);
}

void
_troupe_run_rows_cancel_calls (TroupeRunRows *self, gint64 elapsed)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->open);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    if (((const OpenBar *) value)->row->kind == TROUPE_ROW_CALL)
      {
        end_bar (value, elapsed, TROUPE_BAR_CANCELLED);
        g_hash_table_iter_remove (&iter);
      }
}

GPtrArray *
_troupe_run_rows_list (TroupeRunRows *self)
{
  if (self->flat->len > 0)
    return self->flat;
  for (guint i = 0; i < self->methods->len; i++)
    {
      TroupeRunRow *row = g_ptr_array_index (self->methods, i);

      g_ptr_array_add (self->flat, row);
      if (row->calls != NULL)
        g_ptr_array_extend (self->flat, row->calls, NULL, NULL);
    }
  return self->flat;
}
