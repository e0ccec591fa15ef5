/* bench-crew.c: overhead of crews in addition to the time of their models
 *
 * Usage: bench-crew [ROW], where ROW is `one`, `many`, `cold` or `tools`. By default, all rows are
 * executed. Prints one figure per line. If TROUPE_CREWAI_PYTHON names a Python with CrewAI, the
 * same crews are run by CrewAI with the same server, and the ratio is printed. Nothing is asserted,
 * because the figures depend on the machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "bench-library.h"
#include "bench-server.h"
#include "troupe-crew-document.h"
#include "troupe-engine.h"
#include "troupe-run-crew.h"
#include "troupe-run.h"

#define ROUNDS 200
#define N_AT_ONCE 500
#define COLD_ROUNDS 9

#define CREW                                                                                       \
  "{\"name\": \"bench\", \"agents\": [\"worker\"], \"tasks\": [{\"name\": \"work\", "              \
  "\"description\": \"Say yes.\", \"expected_output\": \"One word.\", \"agent\": \"worker\"}]}"
/* %s: the URL, and the tools. */
#define AGENT                                                                                      \
  "{\"role\": \"Worker\", \"goal\": \"Say it\", \"backstory\": \"You say yes.\", \"llm\": "        \
  "{\"model\": \"openai/gpt-4.1-mini\", \"base_url\": \"%s\", \"api_key\": \"none\"}%s}"

typedef struct
{
  char *folder; /* the crew's folder */
  TroupeCrewDocument *crew;
  TroupeFlowDocument *document;
} Crew;

static void
write_file (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

/* Creates a crew of one task whose model has the URL @root followed by @path. */
static Crew
crew_new (const char *root, const char *path, const char *tools)
{
  g_autofree char *url = g_strconcat (root, path, NULL);
  g_autofree char *agent = g_strdup_printf (AGENT, url, tools);
  g_autofree char *file = NULL;
  g_autofree char *agents = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  Crew self = { .folder = g_dir_make_tmp ("troupe-bench-XXXXXX", NULL) };

  agents = g_build_filename (self.folder, "agents", NULL);
  g_mkdir (agents, 0700);
  write_file (self.folder, "crew.jsonc", CREW);
  write_file (agents, "worker.jsonc", agent);
  file = g_build_filename (self.folder, "crew.jsonc", NULL);
  self.crew = troupe_crew_document_load (file, &problems, &error);
  g_assert_no_error (error);
  self.document =
      troupe_run_crew_make_flow (troupe_crew_document_get_crew (self.crew), "bench", &error);
  g_assert_no_error (error);
  return self;
}

static void
crew_clear (Crew *self)
{
  static const char *const names[] = { "agents/worker.jsonc", "agents", "crew.jsonc", "." };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (self->folder, names[i], NULL);

      g_remove (path);
    }
  g_rmdir (self->folder);
  g_clear_object (&self->document);
  g_clear_object (&self->crew);
  g_clear_pointer (&self->folder, g_free);
}

/* --- Runs ----------------------------------------------------------------------------------------- */

typedef struct
{
  TroupeEngine *engine;
  TroupeFlow *flow;
  guint n_left; /* runs that have not ended */
} Batch;

static void
ended_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  Batch *self = user_data;
  g_autoptr (TroupeRunResult) result = troupe_engine_run_finish (TROUPE_RUN (source), async_result);

  g_assert_no_error (result->error);
  self->n_left--;
}

/* Returns the milliseconds until all runs have ended. */
static double
run_batch (Batch *self, guint n_runs)
{
  const gint64 begun_us = g_get_monotonic_time ();

  self->n_left = n_runs;
  for (guint i = 0; i < n_runs; i++)
    {
      g_autoptr (TroupeRun) run = troupe_run_new (self->flow);

      troupe_engine_run_async (self->engine, run, NULL, ended_cb, self);
    }
  while (self->n_left > 0)
    g_main_context_iteration (NULL, TRUE);
  return (double) (g_get_monotonic_time () - begun_us) / 1e3;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const double first = *(const double *) a, second = *(const double *) b;

  return (first > second) - (first < second);
}

static double
get_median (double *figures, guint n_figures)
{
  qsort (figures, n_figures, sizeof *figures, compare);
  return figures[n_figures / 2];
}

/* Prints a figure, its goal, and the ratio of CrewAI's figure to this figure. @peer: (nullable):
 * the figures of CrewAI, or NULL if CrewAI is not available */
static void
print_figure (TroupeValue *peer,
              const char *key,
              const char *text,
              double figure,
              const char *unit,
              double aim)
{
  TroupeValue *other = peer != NULL ? troupe_value_map_lookup_string (peer, key, -1) : NULL;

  g_print ("%-52s %9.2f %s (aim %g)", text, figure, unit, aim);
  if (other != NULL && troupe_value_is (other, TROUPE_VALUE_DOUBLE))
    g_print ("   CrewAI %.2f %s, %.0f times as much", troupe_value_get_double (other), unit,
             troupe_value_get_double (other) / figure);
  g_print ("\n");
}

/* Runs crews one after the other in a process in which the same crew has already run. */
static void
bench_one (const char *root, TroupeValue *peer)
{
  Crew crew = crew_new (root, "/now/v1", "");
  Batch batch = { troupe_engine_new (), troupe_flow_document_get_flow (crew.document), 0 };
  double figures[ROUNDS];

  for (guint i = 0; i < 20; i++)
    run_batch (&batch, 1);
  for (guint i = 0; i < ROUNDS; i++)
    figures[i] = run_batch (&batch, 1);
  print_figure (peer, "one_ms", "a crew of one task, warm", get_median (figures, ROUNDS), "ms",
                0.5);
  g_object_unref (batch.engine);
  crew_clear (&crew);
}

static void
bench_many (const char *root, TroupeValue *peer)
{
  Crew crew = crew_new (root, "/wait/v1", "");
  Batch batch = { troupe_engine_new (), troupe_flow_document_get_flow (crew.document), 0 };
  g_autofree char *text =
      g_strdup_printf ("%u crews at once, calls of %u ms", N_AT_ONCE, BENCH_ANSWER_DELAY_MS);
  g_autofree char *url = g_strconcat (root, "/wait/v1", NULL);
  double work, figure, library, library_work;

  troupe_engine_set_max_connections (batch.engine, N_AT_ONCE);
  work = bench_get_work ();
  figure = run_batch (&batch, N_AT_ONCE);
  work = bench_get_work () - work;
  print_figure (peer, "many_ms", text, figure, "ms", 300);
  g_print ("%-52s %9.2f ms\n", "  of them work of the processor", work * 1e3);
  print_figure (peer, "many_mb", "  memory of the process at its highest", bench_get_memory (TRUE),
                "MB", 150);
  print_figure (NULL, "", "  the same once more, with connections", run_batch (&batch, N_AT_ONCE),
                "ms", 300);
  library = bench_library_measure (url, BENCH_QUESTION, N_AT_ONCE, N_AT_ONCE, &library_work);
  g_print ("%-52s %9.2f ms, %.2f ms of work\n", "  the calls alone, by libsoup", library * 1e3,
           library_work * 1e3);
  g_object_unref (batch.engine);
  crew_clear (&crew);
}

/* Measures the command line from start to exit. Its data folder is in memory, to exclude the
 * time of the disk. */
static void
bench_cold (const char *root, TroupeValue *peer)
{
  Crew crew = crew_new (root, "/now/v1", "");
  const char *program = g_getenv ("TROUPE_CTL");
  g_autofree char *data = g_build_filename (crew.folder, "data", NULL);
  double figures[COLD_ROUNDS], unkept[COLD_ROUNDS];

  if (program == NULL)
    {
      g_print ("no troupectl in TROUPE_CTL: no cold start\n");
      crew_clear (&crew);
      return;
    }
  for (guint i = 0; i < 2 * COLD_ROUNDS; i++)
    {
      const gint64 begun_us = g_get_monotonic_time ();
      g_autoptr (GError) error = NULL;
      g_autoptr (GSubprocess) process =
          g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error, program, "run", crew.folder,
                            "--yes", "--data-dir", data, i % 2 == 0 ? "--quiet" : "--no-store",
                            NULL);

      g_assert_no_error (error);
      g_assert_true (g_subprocess_wait_check (process, NULL, NULL));
      (i % 2 == 0 ? figures : unkept)[i / 2] = (double) (g_get_monotonic_time () - begun_us) / 1e3;
    }
  print_figure (peer, "cold_ms", "from starting the program to its end",
                get_median (figures, COLD_ROUNDS), "ms", 40);
  print_figure (NULL, "", "  the same without keeping the run", get_median (unkept, COLD_ROUNDS),
                "ms", 40);
  crew_clear (&crew);
}

/* Returns a request body as large as the one that an agent sends in the middle of its tool
 * calls, so that the server sends the same response. (transfer full) */
static char *
make_question (void)
{
  g_autofree char *padding = g_strnfill (4000, 'x');

  return g_strdup_printf ("{\"messages\":[{\"role\":\"user\",\"content\":\"%s\"}],\"tools\":"
                          "[{\"type\":\"function\",\"function\":{\"name\":\"calculator\"}}]}",
                          padding);
}

/* Measures the time between a response with a tool call and the next request. The part of this
 * time that libsoup needs is measured separately. */
static void
bench_tools (const char *root, TroupeValue *peer)
{
  Crew crew = crew_new (root, "/tools/v1", ", \"tools\": [\"calculator\"]");
  Batch batch = { troupe_engine_new (), troupe_flow_document_get_flow (crew.document), 0 };
  g_autofree char *text =
      g_strdup_printf ("%u tool calls, beside the model's part", BENCH_N_TOOL_CALLS);
  g_autofree char *url = g_strconcat (root, "/tools/v1", NULL);
  g_autofree char *question = make_question ();
  double figures[20], library[20], whole, of_library, work;

  run_batch (&batch, 1);
  bench_server_take_gaps (root);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      run_batch (&batch, 1);
      figures[i] = bench_server_take_gaps (root) / 1e3;
      /* The first call opens the connection, and each of the other calls ends a gap. */
      bench_library_measure (url, question, BENCH_N_TOOL_CALLS + 1, 1, &work);
      library[i] = bench_server_take_gaps (root) / 1e3;
    }
  of_library = get_median (library, G_N_ELEMENTS (library));
  whole = get_median (figures, G_N_ELEMENTS (figures));
  print_figure (peer, "tools_ms", text, whole, "ms", 2);
  print_figure (NULL, "", "  without what libsoup alone takes of it", whole - of_library, "ms", 2);
  g_object_unref (batch.engine);
  crew_clear (&crew);
}

/* Returns the figures of CrewAI, or NULL. (transfer full) (nullable) */
static TroupeValue *
ask_peer (const char *root, const char *row)
{
  const char *python = g_getenv ("TROUPE_CREWAI_PYTHON");
  const char *source = g_getenv ("TROUPE_SOURCE_DIR");
  g_autofree char *script = NULL;
  g_autofree char *output = NULL;
  g_autoptr (GSubprocess) process = NULL;
  char *line;

  script =
      g_build_filename (source != NULL ? source : ".", "tests", "bench", "crewai-crews.py", NULL);
  if (python != NULL)
    process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                                NULL, python, script, root, row, NULL);
  if (process == NULL ||
      !g_subprocess_communicate_utf8 (process, NULL, NULL, &output, NULL, NULL) ||
      !g_subprocess_get_successful (process))
    {
      g_print ("no CrewAI to compare with: TROUPE_CREWAI_PYTHON names no Python that has it\n");
      return NULL;
    }
  g_strchomp (output);
  line = strrchr (output, '\n');
  return troupe_value_from_json (line != NULL ? line + 1 : output, -1, NULL);
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *name;
    void (*bench) (const char *root, TroupeValue *peer);
  } rows[] = {
    { "one", bench_one }, { "many", bench_many }, { "cold", bench_cold }, { "tools", bench_tools }
  };
  const char *row = argc > 1 ? argv[1] : "all";
  g_autofree char *root = NULL;
  g_autoptr (TroupeValue) peer = NULL;
  GSubprocess *server;

  bench_raise_files ();
  if (g_str_equal (row, BENCH_SERVE))
    return bench_serve ();
  server = bench_server_start (argv[0], &root);
  peer = ask_peer (root, row);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (g_str_equal (row, "all") || g_str_equal (row, rows[i].name))
      rows[i].bench (root, peer);
  bench_server_stop (server);
  return 0;
}
