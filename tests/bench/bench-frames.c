/* bench-frames.c: frame times of a widget
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>
#include <time.h>

#include "bench-frames.h"

#define PATIENCE_US (60 * G_USEC_PER_SEC)

struct _BenchFrames
{
  GtkWidget *widget;
  GdkFrameClock *clock;
  GArray *times;    /* double, milliseconds */
  gint64 begun_us;  /* wall time at which the frames in @times began */
  gint64 last_us;   /* wall time of the last frame */
  gint64 before_us; /* begin of the current frame; 0 between frames */
  gint64 work_us;   /* start of the current work */
  gint64 worked_us; /* work for the next frame */
  guint n_left;
};

static gint64
get_thread_us (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);

  return (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static void
before_cb (GdkFrameClock *clock, gpointer user_data)
{
  g_assert (GDK_IS_FRAME_CLOCK (clock));

  ((BenchFrames *) user_data)->before_us = get_thread_us ();
}

static void
after_cb (GdkFrameClock *clock, gpointer user_data)
{
  BenchFrames *self = user_data;
  const double took = (double) (get_thread_us () - self->before_us + self->worked_us) / 1e3;

  g_assert (GDK_IS_FRAME_CLOCK (clock));

  self->before_us = 0;
  self->worked_us = 0;
  self->last_us = g_get_monotonic_time ();
  if (self->n_left > 0)
    self->n_left--;
  g_array_append_val (self->times, took);
}

static void
begin (BenchFrames *self)
{
  g_assert (self != NULL);

  g_array_set_size (self->times, 0);
  self->begun_us = g_get_monotonic_time ();
}

BenchFrames *
bench_frames_new (GtkWidget *widget)
{
  BenchFrames *self = g_new0 (BenchFrames, 1);

  self->widget = widget;
  self->clock = g_object_ref (gtk_widget_get_frame_clock (widget));
  self->times = g_array_new (FALSE, FALSE, sizeof (double));
  g_signal_connect (self->clock, "before-paint", G_CALLBACK (before_cb), self);
  g_signal_connect_after (self->clock, "after-paint", G_CALLBACK (after_cb), self);
  begin (self);

  return self;
}

void
bench_frames_free (BenchFrames *self)
{
  g_signal_handlers_disconnect_by_data (self->clock, self);
  g_object_unref (self->clock);
  g_array_unref (self->times);
  g_free (self);
}

void
bench_frames_begin_work (BenchFrames *self)
{
  self->work_us = get_thread_us ();
}

void
bench_frames_end_work (BenchFrames *self)
{
  /* Work during painting is already included in the frame. */
  if (self->before_us == 0)
    self->worked_us += get_thread_us () - self->work_us;
}

static gboolean
wake_up (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

void
bench_frames_run (BenchFrames *self, guint n, GtkTickCallback callback, gpointer user_data)
{
  const guint tick = gtk_widget_add_tick_callback (self->widget, callback, user_data, NULL);
  const guint source = g_timeout_add (200, wake_up, NULL);

  self->n_left = n;
  self->last_us = g_get_monotonic_time ();
  while (self->n_left > 0)
    {
      g_main_context_iteration (NULL, TRUE);
      if (g_get_monotonic_time () - self->last_us > PATIENCE_US)
        g_error ("no frame came in a minute, %u of %u are missing", self->n_left, n);
    }
  g_source_remove (source);
  gtk_widget_remove_tick_callback (self->widget, tick);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const double first = *(const double *) a;
  const double second = *(const double *) b;

  return (first > second) - (first < second);
}

void
bench_frames_report (BenchFrames *self, const char *what, double limit_ms)
{
  const GArray *times = self->times;
  guint n_long = 0;

  g_array_sort (self->times, compare_numbers);
  for (guint i = 0; i < times->len; i++)
    n_long += g_array_index (times, double, i) > limit_ms;
  if (times->len > 0)
    printf ("%-24s %5u frames in %5.1f s  median %6.1f  p95 %6.1f  longest %6.1f, %u beyond %.0f\n",
            what, times->len, (double) (g_get_monotonic_time () - self->begun_us) / 1e6,
            g_array_index (times, double, times->len / 2),
            g_array_index (times, double, times->len * 95 / 100),
            g_array_index (times, double, times->len - 1), n_long, limit_ms);
  /* The output is flushed because a timeout may kill the program during the next measurement. */
  fflush (stdout);
  begin (self);
}
