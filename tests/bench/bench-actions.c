/* bench-actions.c: times from an action in the window until its result is on the screen
 *
 * Measures the preferences (limit: 100 ms), arrow keys among 1,000 cards with an open inspector
 * (33 ms), and the log of a run of 1,000 methods and of one with 100,000 events (50 ms). Each figure is the median of the times from
 * the call of the action to the end of the first frame of the window that shows its result, and the
 * longest one. Then follows the longest time for which the main loop was busy afterwards, and the
 * median of the processor time that an action took, which depends less on what else is running.
 * TROUPE_BENCH_ONLY=keys, preferences, log or events measures only that.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>
#include <time.h>

#include "../app/window-test.h"
#include "troupe-editor-frame.h"
#include "troupe-monitor.h"
#include "troupe-page-content.h"
#include "troupe-run-controller.h"
#include "troupe-trace.h"

#define N_METHODS 1000
#define N_TIMES 9
/* Each pass of the loop has a step and a router, which begin and finish. */
#define N_PASSES 25000
#define WATCHED_US (G_USEC_PER_SEC / 2)

typedef struct
{
  double times[N_TIMES];     /* milliseconds */
  double processor[N_TIMES]; /* milliseconds of the main thread */
  guint n_times;
  double longest_busy; /* milliseconds */
  gboolean is_painted;
} Times;

static double
get_ms (gint64 since_us)
{
  return (double) (g_get_monotonic_time () - since_us) / 1e3;
}

/* Returns the processor time of the main thread in milliseconds. */
static double
get_processor_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static void
painted_cb (GdkFrameClock *clock, gpointer user_data)
{
  ((Times *) user_data)->is_painted = TRUE;
}

static gboolean
is_painted (gpointer user_data)
{
  return ((Times *) user_data)->is_painted;
}

typedef struct
{
  gint64 us;
  double processor_ms;
} Start;

static Start
start (void)
{
  return (Start){ g_get_monotonic_time (), get_processor_ms () };
}

/* Waits until a frame of @window was painted after @begun, and adds the time. */
static void
add_time (Times *self, GtkWidget *window, Start begun)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (window);
  const gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (painted_cb), self);
  gint64 end_us;

  self->is_painted = FALSE;
  gtk_widget_queue_draw (window);
  wait_until (is_painted, self);
  g_signal_handler_disconnect (clock, handler);
  if (self->n_times < N_TIMES)
    {
      self->processor[self->n_times] = get_processor_ms () - begun.processor_ms;
      self->times[self->n_times++] = get_ms (begun.us);
    }
  end_us = g_get_monotonic_time () + WATCHED_US;
  while (g_get_monotonic_time () < end_us)
    {
      const gint64 step_us = g_get_monotonic_time ();

      if (g_main_context_iteration (NULL, FALSE))
        self->longest_busy = MAX (self->longest_busy, get_ms (step_us));
      else
        g_usleep (500);
    }
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const double first = *(const double *) a, second = *(const double *) b;

  return (first > second) - (first < second);
}

static void
report (Times *self, const char *what, double limit_ms)
{
  const double first = self->times[0];
  const double first_processor = self->processor[0];

  qsort (self->times, self->n_times, sizeof (double), compare);
  qsort (self->processor, self->n_times, sizeof (double), compare);
  printf ("%-32s first %5.0f, median %5.0f, longest %5.0f ms (limit %.0f), then busy for %.0f ms; "
          "processor first %.0f, median %.0f ms\n",
          what, first, self->times[self->n_times / 2], self->times[self->n_times - 1], limit_ms,
          self->longest_busy, first_processor, self->processor[self->n_times / 2]);
}

static gboolean
is_mapped (gpointer user_data)
{
  return find_preferences () != NULL && gtk_widget_get_mapped (GTK_WIDGET (find_preferences ()));
}

static gboolean
has_no_preferences (gpointer user_data)
{
  return find_preferences () == NULL;
}

static void
measure_preferences (void)
{
  TroupeWindow *window = open_window (NULL);
  Times times = { { 0 } };

  /* The first frames of the window itself do not count. */
  add_time (&(Times){ { 0 } }, GTK_WIDGET (window), start ());
  for (guint i = 0; i < N_TIMES; i++)
    {
      const Start begun = start ();

      g_action_group_activate_action (G_ACTION_GROUP (window_test_application), "preferences",
                                      NULL);
      wait_until (is_mapped, NULL);
      add_time (&times, GTK_WIDGET (find_preferences ()), begun);
      gtk_window_close (GTK_WINDOW (find_preferences ()));
      wait_until (has_no_preferences, NULL);
    }
  report (&times, "preferences", 100);
  close_window (window);
}

/* (transfer full) */
static char *
make_flow (void)
{
  GString *text =
      g_string_new ("{\"schema\": \"crewai.flow/v1\", \"name\": \"Large\", \"methods\": "
                    "{\"m0\": {\"start\": true, \"do\": {\"call\": \"expression\", "
                    "\"expr\": \"1\"}}");

  for (guint i = 1; i < N_METHODS; i++)
    g_string_append_printf (text,
                            ",\n\"m%u\": {\"listen\": \"m%u\", \"do\": {\"call\": \"expression\", "
                            "\"expr\": \"%u\"}}",
                            i, i % 25 == 0 ? i - 25 : i - 1, i);
  g_string_append (text, "}}");
  return g_string_free (text, FALSE);
}

static gboolean
is_over (gpointer user_data)
{
  return !troupe_page_is_running (troupe_window_get_page (user_data)) &&
         !troupe_run_controller_is_starting (troupe_page_content_get_running (
             troupe_page_get_content (troupe_window_get_page (user_data))));
}

static void
measure_keys (TroupeWindow *window)
{
  TroupeCanvas *canvas = troupe_editor_frame_get_canvas (
      troupe_editor_get_frame (get_editor (troupe_window_get_page (window))));
  Times times = { { 0 } };

  gtk_widget_grab_focus (GTK_WIDGET (canvas));
  troupe_canvas_set_selection (canvas, (const char *const[]){ "m30", NULL });
  add_time (&(Times){ { 0 } }, GTK_WIDGET (window), start ());
  for (guint i = 0; i < N_TIMES; i++)
    {
      const Start begun = start ();

      /* The action of the key. */
      gtk_widget_activate_action (GTK_WIDGET (canvas), "canvas.walk", "s",
                                  i % 2 == 0 ? "right" : "left");
      add_time (&times, GTK_WIDGET (window), begun);
    }
  report (&times, "arrow key among 1,000 cards", 33);
}

static void
measure_log (TroupeWindow *window, const char *name)
{
  TroupeMonitor *monitor = get_monitor (troupe_window_get_page (window));
  Times times = { { 0 } };

  for (guint i = 0; i < N_TIMES; i++)
    {
      Start begun;

      gtk_widget_activate_action (GTK_WIDGET (monitor), "panel.timeline", NULL);
      add_time (&(Times){ { 0 } }, GTK_WIDGET (window), start ());
      begun = start ();
      gtk_widget_activate_action (GTK_WIDGET (monitor), "panel.log", NULL);
      add_time (&times, GTK_WIDGET (window), begun);
    }
  report (&times, name, 50);
}

/* The log of a loop, in which each pass adds four events. */
static void
measure_events (void)
{
  g_autofree char *text = g_strdup_printf (
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"Loop\", \"config\": {\"max_method_calls\": "
      "%u}, "
      "\"methods\": {\"begin\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": "
      "\"0\"}}, "
      "\"step\": {\"listen\": {\"or\": [\"begin\", \"again\"]}, \"do\": {\"call\": \"expression\", "
      "\"expr\": \"has(outputs.step) ? outputs.step + 1 : 1\"}}, "
      "\"check\": {\"listen\": \"step\", \"router\": true, \"emit\": [\"again\", \"good\"], "
      "\"do\": "
      "{\"call\": \"expression\", \"expr\": \"outputs.step < %u ? 'again' : 'good'\"}}}}",
      2 * N_PASSES, N_PASSES);
  g_autofree char *path = write_file ("loop.json", text);
  TroupeWindow *window = open_window (path);
  gint64 begun = g_get_monotonic_time ();

  gtk_window_set_default_size (GTK_WINDOW (window), 1400, 900);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  while (!is_over (window))
    g_main_context_iteration (NULL, TRUE);
  printf ("a run of 100,000 events took %.1f s\n", get_ms (begun) / 1e3);
  measure_log (window, "log of 100,000 events");
  close_window (window);
}

static gboolean
is_wanted (const char *name)
{
  const char *only = g_getenv ("TROUPE_BENCH_ONLY");

  return only == NULL || g_str_equal (only, name);
}

int
main (int argc, char **argv)
{
  g_autofree char *text = make_flow ();
  g_autofree char *path = NULL;
  TroupeWindow *window;

  window_test_init (&argc, &argv);
  if (is_wanted ("preferences"))
    measure_preferences ();
  path = write_file ("large.json", text);
  window = open_window (path);
  gtk_window_set_default_size (GTK_WINDOW (window), 1400, 900);
  if (is_wanted ("keys"))
    measure_keys (window);
  if (is_wanted ("log"))
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
      wait_until (is_over, window);
      measure_log (window, "log of 1,000 methods");
    }
  close_window (window);
  if (is_wanted ("events"))
    measure_events ();
  return 0;
}
