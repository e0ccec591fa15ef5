/* bench-past-run.c: time to open a long past run and to move through it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <time.h>

#include "../app/window-test.h"
#include "../test-event.h"
#include "troupe-run-view.h"

#define N_EVENTS 100000u
#define START G_GINT64_CONSTANT (1577836800000000)

/* The methods of the flow, from the command line. */
static guint n_methods = 50;

static char *
make_document (void)
{
  GString *text = g_string_new ("{\"schema\": \"crewai.flow/v1\", \"name\": \"long\", \"methods\": {"
                                "\"m0\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}");

  for (guint i = 1; i < n_methods; i++)
    g_string_append_printf (text,
                            ", \"m%u\": {\"listen\": \"m%u\", \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}",
                            i, i - 1);
  g_string_append (text, "}}");
  return g_string_free (text, FALSE);
}

static GPtrArray *
make_events (void)
{
  GPtrArray *events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);

  for (guint i = 0; i < N_EVENTS; i++)
    {
      const guint64 pass = i / 4;
      g_autofree char *method = g_strdup_printf ("m%u", (guint) (pass % n_methods));
      static const TroupeEventType types[] = { TROUPE_EVENT_METHOD_STARTED, TROUPE_EVENT_LLM_CALL_STARTED,
                                               TROUPE_EVENT_LLM_CALL_FINISHED, TROUPE_EVENT_METHOD_FINISHED };
      static const int starts[] = { 0, 0, 1, 3 };
      TroupeMapBuilder fields;
      TroupeEvent *event;

      troupe_map_builder_init (&fields);
      troupe_map_builder_add (&fields, i % 4 == 2 ? "response" : "result", troupe_value_new_integer (i));
      event = test_event_new_at (types[i % 4], method, i + 1, i % 4 >= 2 ? i + 1 - (guint) starts[i % 4] : 0,
                                 troupe_map_builder_end (&fields));
      event->time_us = START + (gint64) i * 1000;
      g_ptr_array_add (events, event);
    }
  return events;
}

/* Returns the processor time of this thread, on which other programs have little influence, in microseconds. */
static gint64
get_cpu_us (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static GtkWidget *
find_scale (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = GTK_IS_SCALE (child) ? child : find_scale (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean has_painted;

static void
painted_cb (GdkFrameClock *clock)
{
  has_painted = TRUE;
}

/* Processes everything that is pending. Returns the longest time between two chances to draw, in milliseconds: of drawing a
 * frame, and of the work before it. @frame: (out) */
static double
settle (double *frame)
{
  double slowest = 0;

  *frame = 0;

  for (guint n_idle = 0; n_idle < 20;)
    {
      const gint64 begun_us = get_cpu_us ();
      double took;

      has_painted = FALSE;
      n_idle = g_main_context_iteration (NULL, FALSE) ? 0 : n_idle + 1;
      took = (double) (get_cpu_us () - begun_us) / 1000.0;
      if (has_painted)
        *frame = MAX (*frame, took);
      else
        slowest = MAX (slowest, took);
    }
  return slowest;
}

static void
measure (GtkWidget *scale, const char *title, double from, double to, double step)
{
  double slowest_move = 0;
  double slowest = 0;
  double slowest_frame = 0;
  double sum = 0;
  guint n = 0;

  for (double at = from; step > 0 ? at <= to : at >= to; at += step, n++)
    {
      const gint64 begun_us = get_cpu_us ();
      double took;
      double at_once;
      double frame;

      gtk_range_set_value (GTK_RANGE (scale), at);
      took = (double) (get_cpu_us () - begun_us) / 1000.0;
      slowest_move = MAX (slowest_move, took);
      at_once = settle (&frame);
      slowest = MAX (slowest, at_once);
      slowest_frame = MAX (slowest_frame, frame);
      sum += (double) (get_cpu_us () - begun_us) / 1000.0;
    }
  g_print ("%-20s %6.1f ms until shown; at most %6.1f ms for the move, %6.1f ms of work before a "
           "frame, %6.1f ms to draw it\n",
           title, sum / n, slowest_move, slowest, slowest_frame);
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) events = NULL;
  g_autofree char *document = NULL;
  TroupeRunRecord record = { .id = (char *) "run",
                             .name = (char *) "long",
                             .digest = (char *) "d",
                             .status = TROUPE_RUN_STATUS_OK,
                             .started_us = START,
                             .ended_us = START + N_EVENTS * 1000,
                             .elapsed_us = N_EVENTS * 1000 };
  const TroupeRunSummary summary = { .record = &record };
  TroupeRunTimes *times;
  GtkWidget *window;
  GtkWidget *view;
  GtkWidget *scale;
  double opened;
  double drawn;
  gint64 begun_us;

  if (argc > 1)
    n_methods = (guint) CLAMP (g_ascii_strtoull (argv[1], NULL, 10), 1, 2000);
  argc = 1;
  document = make_document ();
  record.document = document;
  events = make_events ();
  window_test_init (&argc, &argv);
  window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (window), 1400, 900);
  gtk_window_present (GTK_WINDOW (window));
  begun_us = get_cpu_us ();
  times = troupe_run_times_new (events, START, record.elapsed_us);
  g_print ("times of %u events: %.1f ms\n", N_EVENTS, (double) (get_cpu_us () - begun_us) / 1000.0);
  begun_us = get_cpu_us ();
  view = troupe_run_view_new (&summary, &record, times, NULL, NULL);
  gtk_window_set_child (GTK_WINDOW (window), view);
  g_print ("opening: %.1f ms\n", (double) (get_cpu_us () - begun_us) / 1000.0);
  g_signal_connect_after (gtk_widget_get_frame_clock (window), "paint", G_CALLBACK (painted_cb),
                          NULL);
  opened = settle (&drawn);
  g_print ("opened after: %.1f ms of work and %.1f ms of drawing at most at once\n", opened, drawn);
  scale = find_scale (view);
  measure (scale, "back, by 1 %", 99, 1, -1);
  measure (scale, "forward, by 1 %", 1, 99, 1);
  measure (scale, "back near the start", 5, 0, -0.1);
  measure (scale, "back near the end", 99.9, 95, -0.1);
  return 0;
}
