/* test-pieces.c: memory and storage of an answer streamed in very many chunks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <malloc.h>
#include <string.h>

#include "../test-time.h"
#include "../test-wait.h"
#include "monitor-test.h"
#include "troupe-json.h"
#include "troupe-engine.h"
#include "troupe-run.h"

/* Number of chunks that a model may stream in an hour. */
#define N_PIECES 100000
#define MOST_BYTES (2u * 1024 * 1024)

#define HEAD                                                                                       \
  "{\"name\":\"P\",\"methods\":{\"a\":{\"start\":true,\"do\":{\"call\":\"agent\",\"with\":{"       \
  "\"role\":\"r\",\"goal\":\"g\",\"backstory\":\"b\",\"input\":\"Go on\",\"llm\":{\"model\":"      \
  "\"mock/script\",\"answers\":[\""
#define TAIL "\"]}}}}}}"

typedef struct
{
  TroupeRunModel *model;
  TroupeRunResult *result;
  guint n_pieces; /* emitted chunks */
  guint n_shown;  /* merged chunks */
} Watch;

static TroupeFlow *
make_flow (void)
{
  g_autoptr (GString) text = g_string_new (HEAD);
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) error = NULL;
  TroupeFlow *flow;

  for (guint i = 0; i < N_PIECES; i++)
    g_string_append (text, i > 0 ? " w" : "w");
  g_string_append (text, TAIL);
  root = troupe_json_read (text->str, text->len, TROUPE_JSON_STRICT, NULL, &error);
  g_assert_no_error (error);
  flow = troupe_flow_new_from_node (root, NULL, NULL, &problems);
  g_assert_nonnull (flow);
  return flow;
}

static void
count_cb (TroupeEvent *event, gpointer user_data)
{
  ((Watch *) user_data)->n_pieces += event->type == TROUPE_EVENT_LLM_STREAM_CHUNK;
}

static void
events_cb (GPtrArray *events, gpointer user_data)
{
  Watch *watch = user_data;

  for (guint i = 0; i < events->len; i++)
    watch->n_shown +=
        ((TroupeEvent *) g_ptr_array_index (events, i))->type == TROUPE_EVENT_LLM_STREAM_CHUNK;
  troupe_trace_add_events (troupe_run_model_get_trace (watch->model), events);
}

static void
ended_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ((Watch *) user_data)->result = troupe_run_execute_finish (TROUPE_RUN (source), result);
}

static gboolean
too_late_cb (gpointer user_data)
{
  g_error ("The run has not ended in time");
  return G_SOURCE_REMOVE;
}

/* Runs the flow like a window does, with a store in @folder. */
static void
run (Watch *watch, TroupeFlow *flow, const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = troupe_store_open (folder, &error);
  g_autoptr (TroupeEngine) engine = troupe_engine_new ();
  g_autoptr (TroupeRun) run = troupe_run_new (flow);
  g_autoptr (TroupeEventBatch) batch = NULL;
  guint deadline = g_timeout_add_seconds (TEST_WAIT_S, too_late_cb, NULL);

  g_assert_no_error (error);
  troupe_run_set_store (run, store, NULL, NULL);
  troupe_run_set_streams (run, TRUE);
  batch = troupe_event_batch_new (troupe_run_get_bus (run), NULL, 16, events_cb, watch);
  troupe_event_bus_add_sink (troupe_run_get_bus (run), count_cb, watch, NULL);
  troupe_run_execute_async (run, engine, ended_cb, watch);
  test_wait_until (watch->result != NULL);
  g_source_remove (deadline);
  troupe_event_batch_flush (batch);
  g_assert_cmpint (watch->result->type, ==, TROUPE_RESULT_OK);
}

static goffset
take_file (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "runs.db", NULL);
  GStatBuf info;

  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpint (g_remove (path), ==, 0);
  return info.st_size;
}

static void
test_kept (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-pieces-XXXXXX", NULL);
  g_autoptr (TroupeFlow) flow = make_flow ();
  g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
  Watch watch = { model, NULL, 0, 0 };
  gsize before = mallinfo2 ().uordblks;
  gsize memory;
  goffset size;

  monitor_test_begin (model, g_get_real_time ());
  troupe_run_model_set_flow (model, flow);
  run (&watch, flow, folder);
  troupe_trace_end (troupe_run_model_get_trace (model), watch.result->elapsed_us);
  g_clear_pointer (&watch.result, troupe_run_result_free);
  memory = mallinfo2 ().uordblks - before;
  size = take_file (folder);
  g_test_message ("%u pieces, %u joined: %" G_GSIZE_FORMAT " bytes in memory, %" G_GOFFSET_FORMAT
                  " in the database",
                  watch.n_pieces, watch.n_shown, memory, size);

  g_assert_cmpuint (watch.n_pieces, ==, N_PIECES);
  g_assert_cmpuint (watch.n_shown, <, N_PIECES / 10);
  g_assert_cmpuint (troupe_run_model_get_events (model)->len, ==, 9);
  g_assert_cmpuint (memory, <=, MOST_BYTES);
  g_assert_cmpint (size, <=, MOST_BYTES);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char **argv)
{
  /* The test measures only the first arena, so malloc must not use other arenas. */
  mallopt (M_ARENA_MAX, 1);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/pieces/kept", test_kept);

  return g_test_run ();
}
