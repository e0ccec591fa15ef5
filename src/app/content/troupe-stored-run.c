/* troupe-stored-run.c: an interrupted run of a document that can be resumed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-stored-run"

#include "config.h"

#include "troupe-store-document.h"
#include "troupe-stored-run.h"
#include "troupe-trace.h"
#include "troupe-value-start.h"

/* Numbers of events that are read at once. Fewer are read if they contain large texts, because a
 * run may be larger than the memory. */
#define PAGE_LEAST 1
#define PAGE_MOST 5000
/* The size in bytes of events that are read at once. */
#define PAGE_WEIGHT (1024 * 1024)

/* Maximum size of a field of an event that is kept while a run is examined, in bytes. Names and
 * paths are shorter, and texts of models are not needed. */
#define FIELD_MOST 1000

TroupeStoredRun *
troupe_stored_run_new (const char *id, const char *digest)
{
  TroupeStoredRun *self;

  g_return_val_if_fail (id != NULL, NULL);

  self = g_new0 (TroupeStoredRun, 1);
  self->id = g_strdup (id);
  self->digest = g_strdup (digest);
  self->is_waiting = TRUE;
  return self;
}

void
troupe_stored_run_free (TroupeStoredRun *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->id);
  g_free (self->digest);
  g_free (self->unsure);
  g_free (self->error);
  g_free (self->failed_method);
  g_free (self);
}

TroupeStoredDocument *
troupe_stored_document_new (const char *name,
                            const char *digest,
                            gboolean is_crew,
                            guint n_parts,
                            GPtrArray *unsure)
{
  TroupeStoredDocument *self;

  g_return_val_if_fail (unsure != NULL, NULL);

  self = g_new0 (TroupeStoredDocument, 1);
  self->name = g_strdup (name);
  self->digest = g_strdup (digest);
  self->is_crew = is_crew;
  self->n_parts = n_parts;
  self->unsure = unsure;
  return self;
}

void
troupe_stored_document_free (TroupeStoredDocument *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->name);
  g_free (self->digest);
  g_free (self->turn_digest);
  g_ptr_array_unref (self->unsure);
  g_free (self);
}

static gboolean
is_unsure (const TroupeStoredDocument *document, const char *name)
{
  return name != NULL &&
         g_ptr_array_find_with_equal_func (document->unsure, name, g_str_equal, NULL);
}

/* Adds the places of the tasks at and below the span that have finished to the set. */
static void
add_finished_tasks (const TroupeSpan *span, GHashTable *places)
{
  const char *place = NULL;

  if (span->kind == TROUPE_SCOPE_TASK && span->state == TROUPE_SCOPE_FINISHED)
    {
      place = troupe_span_get_path (span);
      if (place == NULL)
        place = troupe_span_get_name (span);
      if (place != NULL)
        g_hash_table_add (places, (gpointer) place);
      return;
    }
  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    add_finished_tasks (g_ptr_array_index (span->children, i), places);
}

static guint
count_finished_methods (TroupeTrace *trace)
{
  guint n = 0;

  for (guint i = 0; i < troupe_trace_get_n_methods (trace); i++)
    {
      const TroupeTraceMethod *method = troupe_trace_get_method (trace, i);

      for (guint j = 0; method->passes != NULL && j < method->passes->len; j++)
        if (((TroupeSpan *) g_ptr_array_index (method->passes, j))->state == TROUPE_SCOPE_FINISHED)
          {
            n++;
            break;
          }
    }
  return n;
}

/* Adds a page of events to the trace, and returns the number of events of the next page. */
static guint
take_page (TroupeTrace *trace, const GPtrArray *events, guint page)
{
  g_autoptr (GPtrArray) some = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  gsize weight = 0;

  g_assert (TROUPE_IS_TRACE (trace));

  for (guint i = 0; i < events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (events, i);
      gsize n_fields;
      TroupeMapBuilder builder;
      TroupeEvent *brief;

      weight += event->fields != NULL ? troupe_value_get_weight (event->fields) : 0;
      weight += event->state != NULL ? troupe_value_get_weight (event->state) : 0;
      n_fields = event->fields != NULL ? troupe_value_map_get_size (event->fields) : 0;
      troupe_map_builder_init (&builder);
      for (gsize j = 0; j < n_fields; j++)
        troupe_map_builder_add_key (
            &builder, troupe_value_ref (troupe_value_map_get_key (event->fields, j)),
            troupe_value_dup_start (troupe_value_map_get_value (event->fields, j), FIELD_MOST,
                                    NULL));
      brief = troupe_event_new (event->type, event->scope, troupe_map_builder_end (&builder));
      brief->sequence = event->sequence;
      brief->trigger = event->trigger;
      brief->time_us = event->time_us;
      g_ptr_array_add (some, brief);
    }
  troupe_trace_add_events (trace, some);
  return weight > PAGE_WEIGHT ? MAX (page / 4, PAGE_LEAST) : MIN (page * 2, PAGE_MOST);
}

static gboolean
read_events (TroupeStoredRun *self,
             TroupeStore *store,
             const TroupeStoredDocument *document,
             GError **error)
{
  g_autoptr (TroupeEventReader) reader = troupe_event_reader_new ();
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  guint64 last = 0;
  guint page = PAGE_LEAST;
  gboolean has_more = TRUE;
  g_autoptr (GPtrArray) open = NULL;

  g_assert (self != NULL);

  troupe_trace_begin (trace, self->started_us);
  while (has_more)
    {
      g_autoptr (GPtrArray) events =
          troupe_store_get_events_behind (store, self->id, reader, page, &last, &has_more, error);

      if (events == NULL)
        return FALSE;
      if (events->len > 0)
        self->last_us = ((TroupeEvent *) g_ptr_array_index (events, events->len - 1))->time_us;
      page = take_page (trace, events, page);
    }
  if (document->is_crew)
    {
      g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
      TroupeSpan *run = troupe_trace_get_run (trace);

      if (run != NULL)
        add_finished_tasks (run, places);
      self->n_done = g_hash_table_size (places);
    }
  else
    self->n_done = count_finished_methods (trace);
  for (guint i = 0; i < troupe_trace_get_n_methods (trace) && self->failed_method == NULL; i++)
    {
      const TroupeTraceMethod *method = troupe_trace_get_method (trace, i);

      if (method->latest != NULL && method->latest->state == TROUPE_SCOPE_FAILED)
        self->failed_method = g_strdup (method->name);
    }
  /* Examines what was running at the last event. The end of the run is not added to the trace,
   * because that would close all spans. */
  open = troupe_trace_list_running (trace);
  for (guint i = 0; i < open->len; i++)
    {
      TroupeSpan *span = g_ptr_array_index (open, i);

      if (span->state == TROUPE_SCOPE_WAITING || span->state == TROUPE_SCOPE_PAUSED)
        continue;
      if (span->kind == TROUPE_SCOPE_MODEL_CALL)
        self->n_calls++;
      if (self->unsure == NULL && (span->kind == TROUPE_SCOPE_TOOL_CALL ||
                                   (span->kind == TROUPE_SCOPE_METHOD &&
                                    is_unsure (document, troupe_span_get_name (span)))))
        self->unsure =
            g_strdup (troupe_span_get_method (span) != NULL ? troupe_span_get_method (span)
                                                            : troupe_span_get_name (span));
    }
  self->can_have_happened = is_unsure (document, self->unsure);
  return TRUE;
}

/* Returns TRUE if the user is offered to resume the run. Runs that the user stopped are not
 * offered. */
static gboolean
is_offered (TroupeStore *store, const TroupeRunRecord *record)
{
  g_assert (TROUPE_IS_STORE (store));
  g_assert (record != NULL);

  return (record->status == TROUPE_RUN_STATUS_INTERRUPTED ||
          record->status == TROUPE_RUN_STATUS_PAUSED ||
          record->status == TROUPE_RUN_STATUS_FAILED) &&
         troupe_store_can_resume (store, record);
}

/* (nullable) */
static TroupeStoredRun *
describe (TroupeStore *store,
          const TroupeRunRecord *record,
          const TroupeStoredDocument *document,
          GError **error)
{
  g_autoptr (TroupeStoredRun) self = NULL;

  g_assert (TROUPE_IS_STORE (store));
  g_assert (document != NULL);

  if (!is_offered (store, record))
    return NULL;
  self = troupe_stored_run_new (record->id, record->digest);
  self->is_waiting = record->status == TROUPE_RUN_STATUS_PAUSED;
  self->has_failed = record->status == TROUPE_RUN_STATUS_FAILED;
  self->error = g_strdup (record->error);
  self->started_us = record->started_us;
  if (g_strcmp0 (record->digest, document->digest) == 0)
    self->n_parts = document->n_parts;
  else if (document->turn_digest != NULL && g_strcmp0 (record->digest, document->turn_digest) == 0)
    self->n_parts = document->n_turn_parts;
  else
    self->has_changed = TRUE;
  self->is_crew = document->is_crew;
  if (!read_events (self, store, document, error))
    return NULL;
  return g_steal_pointer (&self);
}

TroupeStoredRun *
troupe_stored_run_find (TroupeStore *store,
                        const char *path,
                        const TroupeStoredDocument *document,
                        GError **error)
{
  TroupeDocumentIdentity identity = { .path = path };
  g_autoptr (GPtrArray) runs = NULL;

  g_return_val_if_fail (TROUPE_IS_STORE (store), NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (document != NULL, NULL);

  identity.name = document->name;
  identity.digest = document->digest;
  runs = troupe_store_list_runs_of (store, &identity, 1, error);
  if (runs == NULL || runs->len == 0)
    return NULL;
  return describe (store, g_ptr_array_index (runs, 0), document, error);
}

TroupeStoredRun *
troupe_stored_run_find_by_id (TroupeStore *store,
                              const char *id,
                              const TroupeStoredDocument *document,
                              GError **error)
{
  g_autoptr (TroupeRunRecord) record = NULL;

  g_return_val_if_fail (TROUPE_IS_STORE (store), NULL);
  g_return_val_if_fail (id != NULL, NULL);
  g_return_val_if_fail (document != NULL, NULL);

  record = troupe_store_get_run (store, id, error);
  return record != NULL ? describe (store, record, document, error) : NULL;
}

gboolean
troupe_stored_run_give_up (TroupeStore *store, const char *id, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_STORE (store), FALSE);
  g_return_val_if_fail (id != NULL, FALSE);

  if (!troupe_store_claim_run (store, id, error))
    return FALSE;
  troupe_store_end_run (store, id, TROUPE_RUN_STATUS_CANCELLED, NULL, NULL);
  return troupe_store_flush (store, error);
}
