/* bench-engine.c: number of runs that one engine can execute
 *
 * Usage: bench-engine [N_AT_ONCE [N_IN_A_ROW [ROW]]]. Prints one figure per line. ROW selects one
 * row of runs, counted from 0. If TROUPE_CREWAI_PYTHON names a Python with CrewAI, CrewAI also
 * executes 500 concurrent runs. Nothing is asserted, because the figures depend on the machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench-flows.h"
#include "bench-library.h"
#include "bench-server.h"
#include "troupe-engine.h"

#define N_AT_ONCE 10000
#define N_OF_PEER 500
#define N_OF_LIBRARY 10000
#define N_IN_A_ROW 100000
#define N_CONNECTIONS 1024
#define MEMORY_FOLDER "/dev/shm"

/* --- Runs ----------------------------------------------------------------------------------------- */

typedef struct
{
  TroupeEngine *engine;
  TroupeFlow *flow;
  TroupeStore *store;
  char *document;
  guint n_left; /* runs that have not started */
  guint n_active;
} Bench;

static void begin_run (Bench *self);

static void
ended_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  Bench *self = user_data;
  g_autoptr (TroupeRunResult) result = troupe_engine_run_finish (TROUPE_RUN (source), async_result);

  g_assert_no_error (result->error);
  self->n_active--;
  if (self->n_left > 0)
    begin_run (self);
}

static void
begin_run (Bench *self)
{
  g_autoptr (TroupeRun) run = troupe_run_new (self->flow);

  self->n_left--;
  self->n_active++;
  if (self->store != NULL)
    troupe_run_set_store (run, self->store, NULL, self->document);
  troupe_engine_run_async (self->engine, run, NULL, ended_cb, self);
}

/* Executes @n_runs runs. Returns the elapsed time in seconds. @n_at_once: the number of
 * concurrent runs */
static double
measure (Bench *self, guint n_runs, guint n_at_once)
{
  gint64 begun_us = g_get_monotonic_time ();

  self->n_left = n_runs;
  while (self->n_active < n_at_once && self->n_left > 0)
    begin_run (self);
  while (self->n_active > 0)
    g_main_context_iteration (NULL, TRUE);
  return (double) (g_get_monotonic_time () - begun_us) / 1e6;
}

static double
ask_peer (const char *url)
{
  const char *python = g_getenv ("TROUPE_CREWAI_PYTHON");
  const char *root = g_getenv ("TROUPE_SOURCE_DIR");
  g_autofree char *script = NULL;
  g_autofree char *output = NULL;
  g_autofree char *number = g_strdup_printf ("%u", N_OF_PEER);
  g_autoptr (GSubprocess) process = NULL;
  char *line;

  if (python == NULL)
    return -1;
  script = g_build_filename (root != NULL ? root : ".", "tests", "bench", "crewai-peer.py", NULL);
  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                              NULL, python, script, url, number, NULL);
  if (process == NULL || !g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, NULL))
    return -1;
  g_strchomp (output);
  line = strrchr (output, '\n');
  return g_ascii_strtod (line != NULL ? line + 1 : output, NULL);
}

static void
bench_at_once (const char *program, guint n_runs)
{
  g_autofree char *root = NULL;
  GSubprocess *server = bench_server_start (program, &root);
  g_autofree char *url = g_strconcat (root, "/wait/v1", NULL);
  g_autofree char *text = bench_make_calls (url);
  Bench self = { .engine = troupe_engine_new (), .flow = bench_load_flow (text) };
  const double before = bench_get_memory (FALSE);
  double seconds, work, peer, library, library_work;
  guint n_calls;

  troupe_engine_set_max_connections (self.engine, N_CONNECTIONS);
  work = bench_get_work ();
  seconds = measure (&self, n_runs, n_runs);
  work = bench_get_work () - work;
  g_print ("%u runs at once, each with a call of %u ms     %8.2f s, %.2f s of work, %.0f MB more\n",
           n_runs, BENCH_ANSWER_DELAY_MS, seconds, work, bench_get_memory (TRUE) - before);
  n_calls = MIN (n_runs, N_OF_LIBRARY);
  library = bench_library_measure (url, BENCH_QUESTION, n_calls, N_CONNECTIONS, &library_work);
  g_print (
      "libsoup in a GMainLoop, %u calls without a run    %8.2f s, %.2f s of work, %.2f and %.2f "
      "times as much a call\n",
      n_calls, library, library_work, library / n_calls / (seconds / n_runs),
      library_work / n_calls / (work / n_runs));
  peer = ask_peer (url);
  if (peer > 0)
    g_print (
        "the same in CrewAI, %u runs                        %8.2f s, %.1f times as much a run\n",
        N_OF_PEER, peer, peer / N_OF_PEER / (seconds / n_runs));
  g_clear_object (&self.engine);
  troupe_flow_unref (self.flow);
  bench_server_stop (server);
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

/* Measures @n_runs runs, @n_at_once of them at the same time. @base: (nullable): the folder in
 * which the runs are stored */
static void
bench_in_a_row (const char *base, guint n_runs, guint n_at_once)
{
  g_autofree char *folder =
      base != NULL ? g_build_filename (base, "troupe-bench-XXXXXX", NULL) : NULL;
  Bench self = { .engine = troupe_engine_new (), .document = bench_make_chain (3) };
  double before, work, seconds;

  self.flow = bench_load_flow (self.document);
  if (folder != NULL && g_mkdtemp (folder) != NULL)
    self.store = troupe_store_open (folder, NULL);
  measure (&self, MIN (n_runs / 10, 1000), n_at_once);
  before = bench_get_memory (FALSE);
  work = bench_get_work ();
  seconds = measure (&self, n_runs, n_at_once);
  g_print ("%u runs of three expressions, %u at a time, %s %s  %8.2f s, %.1f us a run, "
           "%.2f s of work, %.1f MB more\n",
           n_runs, n_at_once, folder != NULL ? "kept in" : "not kept", base != NULL ? base : "",
           seconds, seconds * 1e6 / n_runs, bench_get_work () - work,
           bench_get_memory (FALSE) - before);
  g_clear_object (&self.engine);
  g_clear_object (&self.store);
  troupe_flow_unref (self.flow);
  g_free (self.document);
  if (folder != NULL)
    remove_folder (folder);
}

/* --- Cost of a thread switch ------------------------------------------------------------------ */

/* Two threads, each with a main loop, that pass control back and forth. */
typedef struct
{
  GMainContext *there;
  gint is_over; /* atomic */
  guint n_left;
} Handing;

static gboolean take_there_cb (gpointer user_data);

static void
hand_to (GMainContext *context, GSourceFunc func, Handing *self)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, func, self, NULL);
  g_source_attach (source, context);
}

static gboolean
take_here_cb (gpointer user_data)
{
  Handing *self = user_data;

  if (--self->n_left > 0)
    hand_to (self->there, take_there_cb, self);
  return G_SOURCE_REMOVE;
}

static gboolean
take_there_cb (gpointer user_data)
{
  hand_to (NULL, take_here_cb, user_data);
  return G_SOURCE_REMOVE;
}

static gpointer
handing_thread (gpointer data)
{
  Handing *self = data;

  while (!g_atomic_int_get (&self->is_over))
    g_main_context_iteration (self->there, TRUE);
  return NULL;
}

/* Measures the lower bound for consecutive runs. Each run is passed to the engine's thread and
 * back. */
static void
bench_handing (guint n_times)
{
  Handing self = { .there = g_main_context_new (), .n_left = n_times };
  GThread *thread = g_thread_new ("handing", handing_thread, &self);
  const gint64 begun_us = g_get_monotonic_time ();
  const double work = bench_get_work ();
  double seconds;

  hand_to (self.there, take_there_cb, &self);
  while (self.n_left > 0)
    g_main_context_iteration (NULL, TRUE);
  seconds = (double) (g_get_monotonic_time () - begun_us) / 1e6;
  g_print (
      "%u times to another thread's loop and back       %8.2f s, %.1f us each, %.2f s of work\n",
      n_times, seconds, seconds * 1e6 / n_times, bench_get_work () - work);
  g_atomic_int_set (&self.is_over, TRUE);
  g_main_context_wakeup (self.there);
  g_thread_join (thread);
  g_main_context_unref (self.there);
}

/* Measures the rows of runs. @row: the selected row, or -1 for all */
static void
bench_rows (guint n_runs, int row)
{
  const struct
  {
    const char *base;
    guint n_at_once;
  } rows[] = {
    { NULL, 1 },
    { NULL, 100 },
    /* A folder in memory excludes the disk, so that only the cost of the engine and SQLite
     * remains. */
    { MEMORY_FOLDER, 1 },
    { g_get_tmp_dir (), 100 },
    { g_get_tmp_dir (), 1 },
  };

  if (row <= 0)
    bench_handing (n_runs);
  for (int i = 0; i < (int) G_N_ELEMENTS (rows); i++)
    {
      if ((row < 0 || row == i) &&
          (rows[i].base == NULL || g_file_test (rows[i].base, G_FILE_TEST_IS_DIR)))
        bench_in_a_row (rows[i].base, n_runs, rows[i].n_at_once);
    }
}

int
main (int argc, char *argv[])
{
  guint n_at_once = argc > 1 ? (guint) atoi (argv[1]) : N_AT_ONCE;
  guint n_in_a_row = argc > 2 ? (guint) atoi (argv[2]) : N_IN_A_ROW;

  bench_raise_files ();
  if (argc > 1 && g_str_equal (argv[1], BENCH_SERVE))
    return bench_serve ();
  if (n_at_once > 0)
    bench_at_once (argv[0], n_at_once);
  if (n_in_a_row > 0)
    bench_rows (n_in_a_row, argc > 3 ? atoi (argv[3]) : -1);
  return 0;
}
