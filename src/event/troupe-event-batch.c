/* troupe-event-batch.c: passes events to another main context in batches
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-event-batch"

#include "config.h"

#include "troupe-event.h"

/* A queued event. Text of later chunks of the same call is appended to @joined. */
typedef struct
{
  TroupeEvent *event;
  GString *joined; /* (nullable) */
} Entry;

struct _TroupeEventBatch
{
  TroupeEventBus *bus;
  GMainContext *context;
  guint sink_id;
  gint64 interval_us;
  TroupeEventBatchFunc func;
  gpointer user_data;

  GMutex lock;      /* protects the following members */
  GArray *entries;  /* (element-type Entry) */
  GHashTable *open; /* scope of a call → index + 1 of its last chunk, while chunks follow */
  GSource *source;  /* (nullable): the next dispatch */
  gint64 last_us;   /* monotonic time of the last dispatch */
};

static void
entry_clear (gpointer data)
{
  Entry *entry = data;

  g_assert (entry != NULL);

  g_clear_pointer (&entry->event, troupe_event_unref);
  if (entry->joined != NULL)
    g_string_free (entry->joined, TRUE);
}

static GArray *
entries_new (void)
{
  GArray *entries = g_array_new (FALSE, TRUE, sizeof (Entry));

  g_array_set_clear_func (entries, entry_clear);

  return entries;
}

/* Returns the text of a chunk event, or NULL for other events. */
static TroupeValue *
get_chunk (const TroupeEvent *event)
{
  TroupeValue *chunk;

  g_assert (event != NULL);

  if (!troupe_event_type_get_info (event->type)->is_chunk)
    return NULL;

  chunk = troupe_event_get_field (event, "chunk");

  return chunk != NULL && troupe_value_is (chunk, TROUPE_VALUE_STRING) ? chunk : NULL;
}

/* Returns TRUE if two chunks belong to the same text, which is the case if all fields except the
 * text are equal. */
static gboolean
is_same_call (const TroupeEvent *a, const TroupeEvent *b)
{
  gsize n_fields = troupe_value_map_get_size (a->fields);

  g_assert (a != NULL);

  if (a->scope != b->scope || a->type != b->type ||
      troupe_value_map_get_size (b->fields) != n_fields)
    return FALSE;

  for (gsize i = 0; i < n_fields; i++)
    {
      TroupeValue *key = troupe_value_map_get_key (a->fields, i);
      TroupeValue *other = troupe_value_map_lookup (b->fields, key);

      if (other == NULL)
        return FALSE;
      if (!g_str_equal (troupe_value_get_string (key, NULL), "chunk") &&
          !troupe_value_equal (troupe_value_map_get_value (a->fields, i), other))
        return FALSE;
    }

  return TRUE;
}

static void
append_text (GString *out, TroupeValue *chunk)
{
  gsize length;
  const char *text = troupe_value_get_string (chunk, &length);

  g_string_append_len (out, text, (gssize) length);
}

/* Joins @event with the last chunk of its call. Returns FALSE if it must be a separate event. */
static gboolean
join (TroupeEventBatch *self, TroupeEvent *event, TroupeValue *chunk)
{
  guint index = GPOINTER_TO_UINT (g_hash_table_lookup (self->open, event->scope));
  Entry *entry;

  g_assert (self != NULL);

  if (index == 0)
    return FALSE;

  entry = &g_array_index (self->entries, Entry, index - 1);
  if (!is_same_call (entry->event, event))
    return FALSE;

  if (entry->joined == NULL)
    {
      entry->joined = g_string_new (NULL);
      append_text (entry->joined, get_chunk (entry->event));
    }
  append_text (entry->joined, chunk);

  return TRUE;
}

/* Passes the queued events on. The callback may free @self, which is not accessed afterwards. */
static void
hand_over (TroupeEventBatch *self)
{
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  g_autoptr (GArray) entries = NULL;
  TroupeEventBatchFunc func = self->func;
  gpointer user_data = self->user_data;

  g_assert (self != NULL);

  g_mutex_lock (&self->lock);
  entries = self->entries;
  self->entries = entries_new ();
  g_hash_table_remove_all (self->open);
  if (self->source != NULL)
    {
      g_source_destroy (self->source);
      g_clear_pointer (&self->source, g_source_unref);
    }
  self->last_us = g_get_monotonic_time ();
  g_mutex_unlock (&self->lock);

  if (entries->len == 0)
    return;

  for (guint i = 0; i < entries->len; i++)
    {
      Entry *entry = &g_array_index (entries, Entry, i);
      TroupeEvent *event = entry->event;
      TroupeEvent *whole;
      g_autoptr (TroupeValue) text = NULL;
      TroupeEvent *result;

      if (entry->joined == NULL)
        result = troupe_event_ref (event);
      else
        {
          text = troupe_value_new_string (entry->joined->str, (gssize) entry->joined->len);
          whole = troupe_event_new (event->type, event->scope,
                                    troupe_value_map_with (event->fields, "chunk", text));
          whole->sequence = event->sequence;
          whole->trigger = event->trigger;
          whole->time_us = event->time_us;
          whole->state = event->state != NULL ? troupe_value_ref (event->state) : NULL;
          result = whole;
        }
      g_ptr_array_add (events, result);
    }
  func (events, user_data);
}

static gboolean
hand_over_cb (gpointer user_data)
{
  hand_over (user_data);

  return G_SOURCE_REMOVE;
}

/* Called on the run's thread. */
static void
take_cb (TroupeEvent *event, gpointer user_data)
{
  TroupeEventBatch *self = user_data;
  TroupeValue *chunk = get_chunk (event);
  gint64 wait_us;

  g_assert (self != NULL);

  g_mutex_lock (&self->lock);
  if (chunk == NULL || !join (self, event, chunk))
    {
      Entry entry = { troupe_event_ref (event), NULL };

      g_array_append_val (self->entries, entry);
      /* The entry keeps the scope alive while it is a key. */
      if (chunk != NULL)
        g_hash_table_insert (self->open, event->scope, GUINT_TO_POINTER (self->entries->len));
      /* Text is never moved before another event that preceded it. */
      else
        g_hash_table_remove_all (self->open);
    }
  if (self->source == NULL)
    {
      wait_us = self->last_us + self->interval_us - g_get_monotonic_time ();
      self->source = g_timeout_source_new ((guint) (MAX (wait_us, 0) + 999) / 1000);
      g_source_set_priority (self->source, G_PRIORITY_DEFAULT);
      g_source_set_static_name (self->source, "troupe-event-batch");
      g_source_set_callback (self->source, hand_over_cb, self, NULL);
      g_source_attach (self->source, self->context);
    }
  g_mutex_unlock (&self->lock);
}

/**
 * troupe_event_batch_new:
 * @context: (nullable): the context in which @func is called; %NULL is the default context
 * @interval_ms: the minimum time between two dispatches, in milliseconds
 * @func: called with the events; it may free the batch
 *
 * Creates a batch and adds it to @bus. The batch must be created and freed while no event is
 * emitted, and flushed and freed in @context. A joined chunk has the number and the time of its
 * first chunk. Chunks of different calls may be reordered, but never relative to another event.
 *
 * Returns: (transfer full): the batch
 */
TroupeEventBatch *
troupe_event_batch_new (TroupeEventBus *bus,
                        GMainContext *context,
                        guint interval_ms,
                        TroupeEventBatchFunc func,
                        gpointer user_data)
{
  TroupeEventBatch *self;

  g_return_val_if_fail (bus != NULL, NULL);
  g_return_val_if_fail (func != NULL, NULL);

  self = g_new0 (TroupeEventBatch, 1);
  g_mutex_init (&self->lock);
  self->bus = troupe_event_bus_ref (bus);
  self->context = g_main_context_ref (context != NULL ? context : g_main_context_default ());
  self->interval_us = (gint64) interval_ms * 1000;
  self->func = func;
  self->user_data = user_data;
  self->entries = entries_new ();
  self->open = g_hash_table_new (NULL, NULL);
  self->last_us = g_get_monotonic_time () - self->interval_us;
  self->sink_id = troupe_event_bus_add_sink (bus, take_cb, self, NULL);

  return self;
}

/**
 * troupe_event_batch_flush:
 *
 * Passes all queued events on immediately. Called in the target context when the run has ended.
 */
void
troupe_event_batch_flush (TroupeEventBatch *self)
{
  g_return_if_fail (self != NULL);

  hand_over (self);
}

/**
 * troupe_event_batch_free:
 *
 * Removes the batch from the bus and frees it. Queued events are dropped.
 */
void
troupe_event_batch_free (TroupeEventBatch *self)
{
  if (self == NULL)
    return;

  troupe_event_bus_remove_sink (self->bus, self->sink_id);
  if (self->source != NULL)
    {
      g_source_destroy (self->source);
      g_clear_pointer (&self->source, g_source_unref);
    }
  g_clear_pointer (&self->entries, g_array_unref);
  g_clear_pointer (&self->open, g_hash_table_unref);
  g_clear_pointer (&self->context, g_main_context_unref);
  g_clear_pointer (&self->bus, troupe_event_bus_unref);
  g_mutex_clear (&self->lock);
  g_free (self);
}
