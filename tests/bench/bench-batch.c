/* bench-batch.c: run time of batches
 *
 * Usage: bench-batch [N_ITEMS]. The default number of items is 5,000. doc/batch.md uses 100,000.
 * Prints one figure per line. Nothing is asserted, because the figures depend on the machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench-server.h"
#include "troupe-batch.h"
#include "troupe-crew-document.h"
#include "troupe-engine.h"
#include "troupe-run-crew.h"

#define N_ITEMS 5000
#define AT_ONCE 64

#define FLOW                                                                                       \
  "{\"schema\": \"crewai.flow/v1\", \"name\": \"three\", \"methods\": {"                           \
  "\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"state.n + 1\"}}, "      \
  "\"b\": {\"listen\": \"a\", \"do\": {\"call\": \"expression\", \"expr\": \"outputs.a * 2\"}}, "  \
  "\"c\": {\"listen\": \"b\", \"do\": {\"call\": \"expression\", \"expr\": \"outputs.b + 3\"}}}}"

typedef struct
{
  gboolean is_done;
  TroupeBatchOutcome outcome;
} Wait;

static void
ended_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Wait *wait = user_data;
  g_autoptr (GError) error = NULL;

  troupe_batch_run_finish (TROUPE_BATCH (object), result, &wait->outcome, &error);
  g_assert_no_error (error);
  wait->is_done = TRUE;
}

static char *
write_items (const char *folder, guint n_items)
{
  char *path = g_build_filename (folder, "in.jsonl", NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n_items; i++)
    g_string_append_printf (text, "{\"id\": \"i%u\", \"n\": %u}\n", i, i);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  return path;
}

static double
measure (const TroupeBatchOptions *options)
{
  g_autoptr (TroupeEngine) engine = troupe_engine_new ();
  g_autoptr (TroupeBatch) batch = troupe_batch_new (options);
  const gint64 begun_us = g_get_monotonic_time ();
  Wait wait = { 0 };

  troupe_batch_run_async (batch, engine, ended_cb, &wait);
  while (!wait.is_done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (wait.outcome, ==, TROUPE_BATCH_OK);
  return (double) (g_get_monotonic_time () - begun_us) / G_USEC_PER_SEC;
}

static void
bench (const char *what, const char *document, const char *path, guint n_items, gboolean keeps_runs)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-bench-XXXXXX", NULL);
  g_autofree char *inputs = write_items (folder, n_items);
  g_autofree char *out = g_build_filename (folder, "out", NULL);
  g_autofree char *state = g_build_filename (folder, "state", NULL);
  g_autofree char *remove = g_strconcat ("rm -rf ", folder, NULL);
  TroupeBatchOptions options = { .document = document,
                                 .path = path,
                                 .inputs = inputs,
                                 .out = out,
                                 .folder = state,
                                 .n_shards = 1,
                                 .max_concurrency = AT_ONCE,
                                 .keeps_runs = keeps_runs };
  const double seconds = measure (&options);
  double again;

  g_print ("%s, %u items: %.2f s, %.0f µs an item, %.0f MB at most\n", what, n_items, seconds,
           seconds * 1e6 / n_items, bench_get_memory (TRUE));
  options.resumes = TRUE;
  again = measure (&options);
  g_print ("%s, resumed when all is done: %.2f s\n", what, again);
  g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL);
}

static char *
load_crew (char **path)
{
  const char *root = g_getenv ("TROUPE_SOURCE_DIR");
  g_autoptr (TroupeCrewDocument) crew = NULL;
  g_autoptr (TroupeFlowDocument) document = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;

  *path = g_build_filename (root != NULL ? root : ".", "data", "examples", "research-crew",
                            "crew.jsonc", NULL);
  crew = troupe_crew_document_load (*path, &problems, &error);
  g_assert_no_error (error);
  document = troupe_run_crew_make_flow (troupe_crew_document_get_crew (crew), "crew", &error);
  g_assert_no_error (error);
  return troupe_document_to_text (TROUPE_DOCUMENT (document), NULL);
}

int
main (int argc, char *argv[])
{
  const guint n_items = argc > 1 ? (guint) atoi (argv[1]) : N_ITEMS;
  g_autofree char *path = NULL;
  g_autofree char *crew = load_crew (&path);

  bench ("flow of three expressions", FLOW, NULL, n_items, TRUE);
  bench ("the same, runs not kept", FLOW, NULL, n_items, FALSE);
  bench ("crew of three tasks, answers at once", crew, path, n_items, TRUE);
  return 0;
}
