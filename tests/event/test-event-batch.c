/* test-event-batch.c: batched delivery of events to another main context
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-time.h"
#include "../test-wait.h"
#include "troupe-event.h"

typedef struct
{
  GPtrArray *events;
  GArray *times; /* of gint64, one per batch */
  GThread *thread;
  TroupeEventBatch *freed_by_func;
} Taken;

static void
taken_init (Taken *taken)
{
  taken->events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  taken->times = g_array_new (FALSE, FALSE, sizeof (gint64));
  taken->thread = NULL;
  taken->freed_by_func = NULL;
}

static void
taken_clear (Taken *taken)
{
  g_ptr_array_unref (taken->events);
  g_array_unref (taken->times);
}

static void
take_cb (GPtrArray *events, gpointer user_data)
{
  Taken *taken = user_data;
  gint64 now = g_get_monotonic_time ();

  g_assert_cmpuint (events->len, >, 0);
  for (guint i = 0; i < events->len; i++)
    g_ptr_array_add (taken->events, troupe_event_ref (g_ptr_array_index (events, i)));
  g_array_append_val (taken->times, now);
  taken->thread = g_thread_self ();
  g_clear_pointer (&taken->freed_by_func, troupe_event_batch_free);
}

static void
emit_chunk (TroupeEventBus *bus, TroupeScope *call, const char *text)
{
  TroupeMapBuilder builder;
  TroupeEvent *event;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "chunk", troupe_value_new_string (text, -1));
  troupe_map_builder_add (&builder, "call_type", troupe_value_new_string ("llm_call", -1));
  event = troupe_event_new (TROUPE_EVENT_LLM_STREAM_CHUNK, call, troupe_map_builder_end (&builder));
  troupe_event_bus_emit (bus, event);
}

static char *
describe (GPtrArray *events)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (events, i);
      TroupeValue *chunk = troupe_event_get_field (event, "chunk");

      g_string_append_printf (out, "%" G_GUINT64_FORMAT ":%s ", event->sequence,
                              chunk != NULL ? troupe_value_get_string (chunk, NULL) : "-");
    }

  return g_string_free (out, FALSE);
}

static void
test_join (void)
{
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();
  g_autoptr (TroupeEventBatch) batch = NULL;
  g_autoptr (TroupeScope) call =
      troupe_scope_new_stored (TROUPE_SCOPE_MODEL_CALL, 1, NULL, NULL, "m");
  g_autoptr (TroupeScope) other =
      troupe_scope_new_stored (TROUPE_SCOPE_MODEL_CALL, 2, NULL, NULL, "m");
  g_autofree char *text = NULL;
  Taken taken;

  taken_init (&taken);
  batch = troupe_event_batch_new (bus, NULL, 16, take_cb, &taken);

  emit_chunk (bus, call, "Hel");                                                /* 1 */
  emit_chunk (bus, other, "other");                                             /* 2 */
  emit_chunk (bus, call, "lo ");                                                /* 3 */
  emit_chunk (bus, call, "you");                                                /* 4 */
  troupe_event_bus_emit (bus, troupe_event_new (TROUPE_EVENT_LOG, NULL, NULL)); /* 5 */
  emit_chunk (bus, call, "!");                                                  /* 6 */
  emit_chunk (bus, NULL, "x");                                                  /* 7 */
  troupe_event_batch_flush (batch);

  text = describe (taken.events);
  g_assert_cmpstr (text, ==, "1:Hello you 2:other 5:- 6:! 7:x ");
  g_assert_cmpuint (taken.times->len, ==, 1);

  troupe_event_batch_flush (batch);
  g_assert_cmpuint (taken.times->len, ==, 1);
  taken_clear (&taken);
}

/* Chunks of one call are not merged if another field of the chunks differs. */
static void
test_apart (void)
{
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();
  g_autoptr (TroupeEventBatch) batch = NULL;
  g_autoptr (TroupeScope) call =
      troupe_scope_new_stored (TROUPE_SCOPE_MODEL_CALL, 1, NULL, NULL, "m");
  g_autofree char *text = NULL;
  TroupeMapBuilder builder;
  TroupeEvent *event;
  Taken taken;

  taken_init (&taken);
  batch = troupe_event_batch_new (bus, NULL, 16, take_cb, &taken);

  emit_chunk (bus, call, "text");
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "chunk", troupe_value_new_string ("{}", -1));
  troupe_map_builder_add (&builder, "call_type", troupe_value_new_string ("tool_call", -1));
  event = troupe_event_new (TROUPE_EVENT_LLM_STREAM_CHUNK, call, troupe_map_builder_end (&builder));
  troupe_event_bus_emit (bus, event);
  troupe_event_batch_flush (batch);

  text = describe (taken.events);
  g_assert_cmpstr (text, ==, "1:text 2:{} ");
  taken_clear (&taken);
}

#define N_EVENTS 200
#define INTERVAL_MS 20

static gpointer
emit_thread (gpointer user_data)
{
  TroupeEventBus *bus = user_data;

  for (guint i = 0; i < N_EVENTS; i++)
    {
      troupe_event_bus_emit (bus, troupe_event_new (TROUPE_EVENT_LOG, NULL, NULL));
      g_usleep (500);
    }

  return NULL;
}

static gboolean
deadline_cb (gpointer user_data)
{
  g_error ("The events did not come in time");

  return G_SOURCE_REMOVE;
}

static void
test_threads (void)
{
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();
  g_autoptr (TroupeEventBatch) batch = NULL;
  GThread *thread;
  Taken taken;
  guint deadline = g_timeout_add_seconds (TEST_WAIT_S, deadline_cb, NULL);

  taken_init (&taken);
  batch = troupe_event_batch_new (bus, NULL, INTERVAL_MS, take_cb, &taken);
  thread = g_thread_new ("emitter", emit_thread, bus);
  test_wait_until (taken.events->len >= N_EVENTS);
  g_thread_join (thread);
  g_source_remove (deadline);

  g_assert_true (taken.thread == g_thread_self ());
  for (guint i = 0; i < N_EVENTS; i++)
    g_assert_cmpuint (((TroupeEvent *) g_ptr_array_index (taken.events, i))->sequence, ==, i + 1);
  g_assert_cmpuint (taken.times->len, >, 1);
  for (guint i = 1; i < taken.times->len; i++)
    {
      gint64 gap =
          g_array_index (taken.times, gint64, i) - g_array_index (taken.times, gint64, i - 1);

      /* The main context reads its time once per iteration, so the gap may be a millisecond
       * shorter. */
      g_assert_cmpint (gap, >=, (INTERVAL_MS - 2) * 1000);
    }
  taken_clear (&taken);
}

/* The callback may free the batch, during a delivery or while one is pending. */
static void
test_free (void)
{
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();
  TroupeEventBatch *batch;
  Taken taken;

  taken_init (&taken);
  batch = troupe_event_batch_new (bus, NULL, 0, take_cb, &taken);
  taken.freed_by_func = batch;
  troupe_event_bus_emit (bus, troupe_event_new (TROUPE_EVENT_LOG, NULL, NULL));
  test_wait_until (taken.events->len > 0);
  g_assert_null (taken.freed_by_func);
  g_assert_false (troupe_event_bus_is_watched (bus));

  batch = troupe_event_batch_new (bus, NULL, 0, take_cb, &taken);
  troupe_event_bus_emit (bus, troupe_event_new (TROUPE_EVENT_LOG, NULL, NULL));
  troupe_event_batch_free (batch);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (taken.events->len, ==, 1);
  taken_clear (&taken);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/event-batch/join", test_join);
  g_test_add_func ("/event-batch/apart", test_apart);
  g_test_add_func ("/event-batch/threads", test_threads);
  g_test_add_func ("/event-batch/free", test_free);

  return g_test_run ();
}
