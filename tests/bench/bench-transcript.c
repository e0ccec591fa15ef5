/* bench-transcript.c: frame times of a long transcript
 *
 * Scrolls through a run of more than 10,000 lines by 120 px per frame. After that, 200,000 tokens
 * of text arrive in batches of 200. Nothing is asserted, because the figures depend on the machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>
#include <stdio.h>

#include "bench-frames.h"
#include "troupe-transcript-view.h"

#define N_TURNS 3400
#define FRAMES 300
#define N_BATCHES 1000
#define BATCH 200

typedef struct
{
  TroupeTrace *trace;
  TroupeScope *call;
  GtkAdjustment *adjustment;
  BenchFrames *frames;
  guint64 sequence;
} Run;

/* @fields: JSON with ' for " */
static void
tell (Run *run, GPtrArray *events, TroupeEventType type, TroupeScope *scope, const char *fields)
{
  g_autofree char *json = g_strdelimit (g_strdup (fields), "'", '"');
  TroupeEvent *event = troupe_event_new (type, scope, troupe_value_from_json (json, -1, NULL));

  event->sequence = ++run->sequence;
  event->time_us = (gint64) run->sequence * 1000;
  g_ptr_array_add (events, event);
}

static TroupeScope *
open_scope (Run *run,
            GPtrArray *events,
            TroupeEventType type,
            TroupeScope *around,
            const char *name,
            const char *fields)
{
  TroupeScope *scope = troupe_scope_new_stored (troupe_event_type_get_info (type)->kind,
                                                run->sequence + 1, around, "tasks[0]", name);

  tell (run, events, type, scope, fields);

  return scope;
}

/* Adds one agent with a thought and a tool call in each turn. The last call is not finished. */
static void
fill (Run *run)
{
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  g_autoptr (TroupeScope) task =
      open_scope (run, events, TROUPE_EVENT_TASK_STARTED, NULL, "work", "{}");
  g_autoptr (TroupeScope) agent =
      open_scope (run, events, TROUPE_EVENT_EXECUTION_STARTED, task, "Worker", "{}");

  for (guint i = 0; i < N_TURNS; i++)
    {
      g_autoptr (TroupeScope) call =
          open_scope (run, events, TROUPE_EVENT_LLM_CALL_STARTED, agent, "model", "{}");
      g_autoptr (TroupeScope) tool = NULL;
      g_autoptr (TroupeScope) other = NULL;

      tell (run, events, TROUPE_EVENT_LLM_CALL_FINISHED, call,
            "{'response':'Thought: I look at the next of many sources, and say so in a sentence or "
            "two that are "
            "long enough to be wrapped into several lines of the list, as those of models "
            "are.\\nAction: search'}");
      tool = open_scope (run, events, TROUPE_EVENT_TOOL_STARTED, agent, "search",
                         "{'tool_args':{'query':'losses'}}");
      tell (run, events, TROUPE_EVENT_TOOL_FINISHED, tool, "{'output':'ten results'}");
      other = open_scope (run, events, TROUPE_EVENT_TOOL_STARTED, agent, "fetch",
                          "{'tool_args':{'url':'x'}}");
      tell (run, events, TROUPE_EVENT_TOOL_FINISHED, other, "{'output':'a page'}");
    }
  run->call = open_scope (run, events, TROUPE_EVENT_LLM_CALL_STARTED, agent, "model", "{}");
  troupe_trace_add_events (run->trace, events);
}

static gboolean
scroll_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  Run *run = user_data;

  gtk_adjustment_set_value (run->adjustment, gtk_adjustment_get_value (run->adjustment) - 120);

  return G_SOURCE_CONTINUE;
}

static gboolean
stream_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  Run *run = user_data;
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);

  bench_frames_begin_work (run->frames);
  for (guint i = 0; i < BATCH; i++)
    tell (run, events, TROUPE_EVENT_LLM_STREAM_CHUNK, run->call, "{'chunk':'token '}");
  troupe_trace_add_events (run->trace, events);
  bench_frames_end_work (run->frames);

  return G_SOURCE_CONTINUE;
}

static void
measure (Run *run, guint n_frames, GtkTickCallback callback, const char *what)
{
  bench_frames_run (run->frames, n_frames, callback, run);
  bench_frames_report (run->frames, what, 16);
  printf ("%24s at %.0f of %.0f\n", "", gtk_adjustment_get_value (run->adjustment),
          gtk_adjustment_get_upper (run->adjustment));
}

static GtkWidget *
find_scroller (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_SCROLLED_WINDOW (widget) &&
      ADW_IS_CLAMP_SCROLLABLE (gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (widget))))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_scroller (child);

  return found;
}

int
main (void)
{
  Run run = { 0 };
  GtkWidget *window;
  GtkWidget *view;
  gint64 begin;

  adw_init ();
  run.trace = troupe_trace_new ();
  view = troupe_transcript_view_new (run.trace);
  window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (window), 1400, 700);
  gtk_window_set_child (GTK_WINDOW (window), view);
  troupe_trace_begin (run.trace, 0);
  fill (&run);
  gtk_window_present (GTK_WINDOW (window));
  while (!gtk_widget_get_mapped (view))
    g_main_context_iteration (NULL, TRUE);
  begin = g_get_monotonic_time ();
  troupe_transcript_update (troupe_transcript_view_get_transcript (TROUPE_TRANSCRIPT_VIEW (view)));
  g_print ("%u lines, looked through in %.1f ms\n",
           g_list_model_get_n_items (G_LIST_MODEL (
               troupe_transcript_view_get_transcript (TROUPE_TRANSCRIPT_VIEW (view)))),
           (double) (g_get_monotonic_time () - begin) / 1000);
  run.adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (find_scroller (view)));
  run.frames = bench_frames_new (view);
  measure (&run, 30, stream_cb, "warm up");
  measure (&run, N_BATCHES, stream_cb, "stream");
  measure (&run, FRAMES, scroll_cb, "scroll");
  bench_frames_free (run.frames);
  gtk_window_destroy (GTK_WINDOW (window));
  troupe_scope_unref (run.call);
  g_object_unref (run.trace);

  return 0;
}
