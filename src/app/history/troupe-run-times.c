/* troupe-run-times.c: events of a past run with their times
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-times"

#include "config.h"

#include "troupe-run-times.h"
#include "troupe-trace.h"

static gboolean
find_is_crew (GPtrArray *events)
{
  for (guint i = 0; i < events->len; i++)
    {
      const TroupeScopeKind kind =
          troupe_event_type_get_info (((TroupeEvent *) events->pdata[i])->type)->kind;

      if (kind == TROUPE_SCOPE_METHOD || kind == TROUPE_SCOPE_TASK)
        return kind == TROUPE_SCOPE_TASK;
    }
  return FALSE;
}

TroupeRunTimes *
troupe_run_times_new (GPtrArray *events, gint64 started_us, gint64 elapsed_us)
{
  TroupeRunTimes *self;
  g_autoptr (TroupeTrace) trace = NULL;
  gint64 latest = 0;

  g_return_val_if_fail (events != NULL, NULL);

  self = g_new0 (TroupeRunTimes, 1);
  self->events = g_ptr_array_ref (events);
  self->times = g_array_sized_new (FALSE, FALSE, sizeof (gint64), events->len);
  self->marks = g_array_new (FALSE, FALSE, sizeof (TroupeRunMark));
  self->is_crew = find_is_crew (events);
  /* The trace knows which pauses and sessions its times leave out. */
  trace = troupe_trace_new ();
  troupe_trace_set_keeps_all (trace, FALSE);
  troupe_trace_begin (trace, started_us);
  for (guint i = 0; i < events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (events, i);
      const TroupeEventTypeInfo *info;
      TroupeRunMark mark;

      troupe_trace_add_event (trace, event);
      latest = MAX (latest, troupe_trace_get_run_time (trace, event->time_us));
      g_array_append_val (self->times, latest);
      /* Adds the mark of an event. Tasks are marked if the run is that of a standalone crew. */
      info = troupe_event_type_get_info (event->type);
      mark = (TroupeRunMark){ latest, info->state };
      if (info->kind == TROUPE_SCOPE_QUESTION && info->effect == TROUPE_EVENT_OPENS)
        mark.state = TROUPE_SCOPE_WAITING;
      else if (info->effect != TROUPE_EVENT_CLOSES ||
               info->kind != (self->is_crew ? TROUPE_SCOPE_TASK : TROUPE_SCOPE_METHOD))
        continue;
      g_array_append_val (self->marks, mark);
    }
  self->end = MAX (latest, elapsed_us);
  return self;
}

void
troupe_run_times_free (TroupeRunTimes *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->events);
  g_array_unref (self->times);
  g_array_unref (self->marks);
  g_free (self);
}

gint64
troupe_run_times_get (const TroupeRunTimes *self, guint position)
{
  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (position <= self->times->len, 0);

  return position > 0 ? g_array_index (self->times, gint64, position - 1) : 0;
}

guint
troupe_run_times_find (const TroupeRunTimes *self, gint64 time)
{
  guint first = 0;
  guint last;

  g_return_val_if_fail (self != NULL, 0);

  last = self->times->len;
  while (first < last)
    {
      const guint middle = first + (last - first) / 2;

      if (g_array_index (self->times, gint64, middle) <= time)
        first = middle + 1;
      else
        last = middle;
    }
  return first;
}

/* --- Steps ------------------------------------------------------------------------------------ */

/* What has started: the number of executions by method, and the steps by the IDs of their scopes. */
typedef struct
{
  GHashTable *counts;
  GHashTable *steps;
  guint n_tasks;
} Started;

/* Adds a method or a task that starts. */
static void
add_start (const TroupeRunTimes *self, Started *started, const TroupeEvent *event)
{
  const char *method = troupe_event_get_method (event);
  guint64 *id = g_new (guint64, 1);
  guint count;

  *id = event->scope->id;
  if (self->is_crew)
    {
      g_hash_table_replace (started->steps, id, g_strdup_printf ("%u", ++started->n_tasks));
      return;
    }
  count = GPOINTER_TO_UINT (g_hash_table_lookup (started->counts, method)) + 1;
  g_hash_table_insert (started->counts, (gpointer) method, GUINT_TO_POINTER (count));
  g_hash_table_replace (started->steps, id, g_strdup_printf ("%s#%u", method, count));
}

char *
troupe_run_times_find_step (const TroupeRunTimes *self, gint64 time)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) steps =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  Started started = { counts, steps, 0 };
  GHashTableIter iter;
  gpointer key;
  gpointer oldest_step;
  guint64 oldest = G_MAXUINT64;
  const char *found = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  for (guint i = 0; i < self->events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (self->events, i);
      const TroupeEventTypeInfo *info = troupe_event_type_get_info (event->type);
      const char *step = NULL;

      if (info->kind != (self->is_crew ? TROUPE_SCOPE_TASK : TROUPE_SCOPE_METHOD) ||
          event->scope == NULL || (!self->is_crew && troupe_event_get_method (event) == NULL))
        continue;
      step = g_hash_table_lookup (steps, &event->scope->id);
      if (info->effect == TROUPE_EVENT_OPENS)
        add_start (self, &started, event);
      /* A step that has failed is still to be run, also at the end of the run. */
      else if (info->effect == TROUPE_EVENT_CLOSES && step != NULL &&
               info->state != TROUPE_SCOPE_FAILED)
        {
          /* Steps are in the order in which they have ended. */
          if (g_array_index (self->times, gint64, i) > time)
            return g_strdup (step);
          g_hash_table_remove (steps, &event->scope->id);
        }
    }
  g_hash_table_iter_init (&iter, started.steps);
  while (g_hash_table_iter_next (&iter, &key, &oldest_step))
    if (*(guint64 *) key < oldest)
      {
        oldest = *(guint64 *) key;
        found = oldest_step;
      }
  return g_strdup (found);
}
