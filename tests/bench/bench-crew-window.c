/* bench-crew-window.c: frame times of a window with a crew
 *
 * Opens a crew of 200 tasks and 20 agents. Measures the time until its page is shown, its first
 * frame, frames in which it is panned by 40 px, and frames while it runs with models that respond
 * immediately. Then 200,000 tokens arrive in a model call in batches of 200 per frame, while the
 * card, the transcript and its detail are visible. All times are in milliseconds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>

#include "../app/window-test.h"
#include "bench-frames.h"
#include "troupe-consent-dialog.h"
#include "troupe-monitor.h"
#include "troupe-page-content.h"
#include "troupe-trace.h"

#define N_TASKS 200
#define N_AGENTS 20
#define N_MOVES 200
#define N_BATCHES 1000
#define BATCH 200
/* The first of these frames also includes the first layout and drawing of the panel. */
#define N_OPENING 3
#define LIMIT_MS 33.0

typedef struct
{
  TroupeWindow *window;
  BenchFrames *frames;
  guint n_moves;
  TroupeScope *call;
  guint64 sequence;
} Run;

static void
write_agent (const char *folder, guint i, const char *model)
{
  g_autofree char *name = g_strdup_printf ("crew-%s/agents/a%u.jsonc", folder, i);
  g_autofree char *text = g_strdup_printf (
      "{\"role\": \"Agent %u\", \"goal\": \"Answers\", \"backstory\": \"Knows.\", \"llm\": %s}", i,
      model);

  g_free (write_file (name, text));
}

/* Returns the folder of the crew. (transfer full) */
static char *
write_crew (const char *folder, guint n_tasks, guint n_agents, const char *model)
{
  g_autoptr (GString) text = g_string_new ("{\"name\": \"large\", \"agents\": [");
  g_autofree char *name = g_strdup_printf ("crew-%s/crew.jsonc", folder);
  g_autofree char *agents = g_strdup_printf ("crew-%s/agents/", folder);
  g_autofree char *path = NULL;
  g_autofree char *parent = NULL;
  g_autofree char *inner = NULL;
  g_autofree char *probe = write_file ("probe", "");

  parent = g_path_get_dirname (probe);
  inner = g_build_filename (parent, agents, NULL);
  g_assert_cmpint (g_mkdir_with_parents (inner, 0700), ==, 0);
  for (guint i = 0; i < n_agents; i++)
    {
      g_string_append_printf (text, "%s\"a%u\"", i > 0 ? ", " : "", i);
      write_agent (folder, i, model);
    }
  g_string_append (text, "], \"tasks\": [");
  for (guint i = 0; i < n_tasks; i++)
    {
      g_string_append_printf (text,
                              "%s{\"name\": \"task_%u\", \"description\": \"Do what is next.\", "
                              "\"expected_output\": \"A line\", \"agent\": \"a%u\"",
                              i > 0 ? ",\n" : "", i, i % n_agents);
      if (i > 2)
        g_string_append_printf (text, ", \"context\": [\"task_%u\", \"task_%u\"]", i - 1, i - 3);
      g_string_append_c (text, '}');
    }
  g_string_append (text, "]}");
  path = write_file (name, text->str);

  return g_path_get_dirname (path);
}

static TroupeMonitor *
find_monitor (TroupeWindow *window)
{
  GtkWidget *bar =
      troupe_page_content_get_bar (troupe_page_get_content (troupe_window_get_page (window)));

  return TROUPE_MONITOR (gtk_widget_get_ancestor (bar, TROUPE_TYPE_MONITOR));
}

static gboolean
move_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  Run *run = user_data;
  const double step = run->n_moves++ * 40.0;

  troupe_page_content_set_view (troupe_page_get_content (troupe_window_get_page (run->window)), 1,
                                600 + step, 400);

  return G_SOURCE_CONTINUE;
}

static gboolean
has_run (gpointer user_data)
{
  TroupeTrace *trace = troupe_monitor_get_trace (find_monitor (user_data));

  return !troupe_page_is_running (troupe_window_get_page (user_data)) &&
         troupe_trace_get_run (trace) != NULL &&
         troupe_trace_get_run (trace)->state == TROUPE_SCOPE_FINISHED;
}

static gboolean
asks_or_runs (gpointer user_data)
{
  return has_consent_dialog (user_data) ||
         troupe_page_is_running (troupe_window_get_page (user_data)) || has_run (user_data);
}

static void
start (TroupeWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (asks_or_runs, window);
  if (has_consent_dialog (window))
    answer_consent (TRUE);
}

static void
bench_large (void)
{
  g_autofree char *folder = write_crew ("large", N_TASKS, N_AGENTS, "\"mock/say:It is done.\"");
  Run run = { 0 };
  const gint64 begun_us = g_get_monotonic_time ();
  TroupeWindow *window = open_window (folder);

  printf ("%u tasks: the page is there after %.1f\n", N_TASKS,
          (double) (g_get_monotonic_time () - begun_us) / 1e3);
  run.window = window;
  run.frames = bench_frames_new (GTK_WIDGET (window));
  bench_frames_run (run.frames, 3, move_cb, &run);
  bench_frames_report (run.frames, "first frames", LIMIT_MS);
  bench_frames_run (run.frames, N_MOVES, move_cb, &run);
  bench_frames_report (run.frames, "moved by 40 px", LIMIT_MS);
  start (window);
  wait_until (has_run, window);
  bench_frames_report (run.frames, "while it runs", LIMIT_MS);
  bench_frames_free (run.frames);
  close_window (window);
}

/* Returns an open model call in @span or below it. */
static TroupeSpan *
find_call (TroupeSpan *span)
{
  TroupeSpan *found = NULL;

  if (span->kind == TROUPE_SCOPE_MODEL_CALL && span->is_open)
    return span;
  for (guint i = 0; span->children != NULL && i < span->children->len && found == NULL; i++)
    found = find_call (g_ptr_array_index (span->children, i));

  return found;
}

static TroupeSpan *
get_call (TroupeWindow *window)
{
  TroupeTrace *trace = troupe_monitor_get_trace (find_monitor (window));
  TroupeSpan *whole = troupe_trace_get_run (trace);

  return whole != NULL ? find_call (whole) : NULL;
}

static gboolean
has_call (gpointer user_data)
{
  return get_call (user_data) != NULL;
}

static gboolean
feed_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  Run *run = user_data;
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);

  bench_frames_begin_work (run->frames);
  for (guint i = 0; i < BATCH; i++)
    {
      TroupeMapBuilder fields;
      TroupeEvent *event;

      troupe_map_builder_init (&fields);
      troupe_map_builder_add (&fields, "chunk",
                              troupe_value_new_string (i % 40 == 0 ? "token\n" : "token ", -1));
      event = troupe_event_new (TROUPE_EVENT_LLM_STREAM_CHUNK, run->call,
                                troupe_map_builder_end (&fields));
      event->sequence = ++run->sequence;
      event->time_us = g_get_real_time ();
      g_ptr_array_add (events, event);
    }
  troupe_trace_add_events (troupe_monitor_get_trace (find_monitor (run->window)), events);
  bench_frames_end_work (run->frames);

  return G_SOURCE_CONTINUE;
}

static void
bench_stream (void)
{
  g_autofree char *folder = write_crew (
      "stream", 3, 2,
      "{\"model\": \"mock/script\", \"word_delay_ms\": 600000, \"answers\": [\"one two three\"]}");
  Run run = { .sequence = 1000000 };
  TroupeWindow *window = open_window (folder);
  TroupeMonitor *monitor = find_monitor (window);
  TroupeSpan *span;

  start (window);
  troupe_monitor_set_page (monitor, "transcript");
  troupe_monitor_set_panel_open (monitor, TRUE);
  wait_until (has_call, window);
  span = get_call (window);
  run.call = troupe_scope_new_stored (TROUPE_SCOPE_MODEL_CALL, span->id, NULL, NULL,
                                      troupe_span_get_name (span));
  run.window = window;
  run.frames = bench_frames_new (GTK_WIDGET (window));
  bench_frames_run (run.frames, N_OPENING, feed_cb, &run);
  bench_frames_report (run.frames, "stream, panel opens", LIMIT_MS);
  bench_frames_run (run.frames, N_BATCHES, feed_cb, &run);
  bench_frames_report (run.frames, "stream, 200,000 tokens", LIMIT_MS);
  bench_frames_free (run.frames);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
  wait_until (is_idle, window);
  troupe_scope_unref (run.call);
  close_window (window);
}

int
main (int argc, char **argv)
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/bench/crew-window/large", bench_large);
  g_test_add_func ("/bench/crew-window/stream", bench_stream);

  return window_test_run ();
}
