/* bench-canvas.c: frame times of the canvas
 *
 * The time of a frame is the wall time from the frame clock's before-paint to its after-paint. Each
 * frame pans by 7, 3 px back or forth. Prints the median and the 95th percentile of 40 frames after
 * 4 warm-up frames, at 1:1 and with everything in view. Nothing is asserted, because the figures
 * depend on the machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <time.h>

#include "demo-scene.h"

#define WARM_UP 4
#define FRAMES 40
#define VIEW_WIDTH 1280
#define VIEW_HEIGHT 800

typedef struct
{
  TroupeCanvas *canvas;
  gint64 before;
  double cpu; /* processor time of this thread in milliseconds, all frames */
  double cpu_before;
  GArray *times; /* double, milliseconds */
  gboolean done;
  int step;
} Run;

static gboolean
pan_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  Run *run = user_data;

  if (run->done)
    return G_SOURCE_REMOVE;
  troupe_canvas_pan (run->canvas, run->step * 7, run->step * 3);
  /* The direction alternates so that the visible area stays the same. */
  run->step = -run->step;
  return G_SOURCE_CONTINUE;
}

static double
get_cpu_time (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1000 + (double) now.tv_nsec / 1e6;
}

static void
before_paint_cb (GdkFrameClock *clock, gpointer user_data)
{
  ((Run *) user_data)->before = g_get_monotonic_time ();
  ((Run *) user_data)->cpu_before = get_cpu_time ();
}

static void
after_paint_cb (GdkFrameClock *clock, gpointer user_data)
{
  Run *run = user_data;
  double time = (double) (g_get_monotonic_time () - run->before) / 1000;

  g_array_append_val (run->times, time);
  run->cpu += get_cpu_time () - run->cpu_before;
  if (run->times->len >= WARM_UP + FRAMES)
    run->done = TRUE;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double first = *(const double *) a, second = *(const double *) b;

  return (first > second) - (first < second);
}

static void
measure (TroupeCanvas *canvas, guint n, const char *what)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (canvas));
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  Run run = { .canvas = canvas, .times = times, .step = 1 };
  gulong before = g_signal_connect (clock, "before-paint", G_CALLBACK (before_paint_cb), &run);
  gulong after = g_signal_connect_after (clock, "after-paint", G_CALLBACK (after_paint_cb), &run);

  gtk_widget_add_tick_callback (GTK_WIDGET (canvas), pan_cb, &run, NULL);
  while (!run.done)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (clock, before);
  g_signal_handler_disconnect (clock, after);
  /* The tick callback must see that the run is over before the struct is freed. */
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_array_remove_range (times, 0, WARM_UP);
  g_array_sort (times, compare);
  g_print ("%6u nodes  %-12s  zoom %4.2f  median %6.1f ms  p95 %6.1f ms\n", n, what,
           troupe_canvas_get_zoom (canvas), g_array_index (times, double, times->len / 2),
           g_array_index (times, double, times->len * 95 / 100));
}

/* Moves the cards closer together. At 10 %, the smallest zoom, a wide grid of 10,000 cards would
 * not be completely in view. */
static void
crowd (TroupeCanvasScene *scene, guint n)
{
  guint columns = 1;

  while (columns * columns < n)
    columns++;
  troupe_canvas_scene_begin_update (scene);
  for (guint i = 0; i < n; i++)
    troupe_canvas_scene_set_position (scene, troupe_canvas_scene_get_nth_node (scene, i)->id,
                                      120.0 * (i % columns), 70.0 * (i / columns));
  troupe_canvas_scene_end_update (scene);
}

static void
bench (guint n)
{
  g_autoptr (TroupeCanvasScene) scene = troupe_canvas_scene_new ();
  GtkWidget *window = gtk_window_new ();
  TroupeCanvas *canvas = TROUPE_CANVAS (troupe_canvas_new ());
  gint64 start;

  demo_scene_fill_many (scene, n);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), VIEW_WIDTH, VIEW_HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (canvas));
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_width (GTK_WIDGET (canvas)) == 0)
    g_main_context_iteration (NULL, TRUE);

  start = g_get_monotonic_time ();
  troupe_canvas_set_scene (canvas, scene);
  {
    graphene_rect_t all;

    troupe_canvas_get_all_bounds (canvas, &all);
  }
  g_print ("%6u nodes  measured and routed in %.1f ms\n", n,
           (double) (g_get_monotonic_time () - start) / 1000);
  troupe_canvas_set_zoom (canvas, 1, FALSE);
  troupe_canvas_set_origin (canvas, 400, 400);
  measure (canvas, n, "1:1");
  if (n >= 5000)
    crowd (scene, n);
  troupe_canvas_fit_all (canvas, FALSE);
  measure (canvas, n, "all visible");
  gtk_window_destroy (GTK_WINDOW (window));
}

typedef struct
{
  TroupeCanvasScene *scene;
  guint turn;
  gboolean done;
} Painting;

/* Changes the state of one of 200 cards in each frame, as a run does. */
static gboolean
paint_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  Painting *painting = user_data;
  TroupeCanvasNodeRun run = TROUPE_CANVAS_NODE_RUN_INIT;
  guint n = troupe_canvas_scene_get_n_nodes (painting->scene);

  if (painting->done)
    return G_SOURCE_REMOVE;
  run.state = painting->turn % 2 == 0 ? TROUPE_CANVAS_STATE_DONE : TROUPE_CANVAS_STATE_FAILED;
  run.time = "1.2 s";
  troupe_canvas_scene_set_node_run (
      painting->scene,
      troupe_canvas_scene_get_nth_node (painting->scene, painting->turn++ * 7 % n)->id, &run);
  return G_SOURCE_CONTINUE;
}

static void
bench_run (void)
{
  const guint n = 200;
  g_autoptr (TroupeCanvasScene) scene = troupe_canvas_scene_new ();
  g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
  GtkWidget *window = gtk_window_new ();
  TroupeCanvas *canvas = TROUPE_CANVAS (troupe_canvas_new ());
  Painting painting = { scene, 0, FALSE };
  Run run = { .canvas = canvas, .times = times, .step = 1 };
  GdkFrameClock *clock;
  gulong before, after;

  demo_scene_fill_many (scene, n);
  for (guint i = 0; i < n; i++)
    troupe_canvas_scene_set_node_state (scene, troupe_canvas_scene_get_nth_node (scene, i)->id,
                                        TROUPE_CANVAS_STATE_WAITING, NULL);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), VIEW_WIDTH, VIEW_HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (canvas));
  troupe_canvas_set_scene (canvas, scene);
  gtk_window_present (GTK_WINDOW (window));
  while (gtk_widget_get_width (GTK_WIDGET (canvas)) == 0)
    g_main_context_iteration (NULL, TRUE);

  clock = gtk_widget_get_frame_clock (GTK_WIDGET (canvas));
  for (guint view = 0; view < 2; view++)
    {
      if (view == 0)
        troupe_canvas_set_zoom (canvas, 1, FALSE);
      else
        troupe_canvas_fit_all (canvas, FALSE);
      g_array_set_size (times, 0);
      run.done = painting.done = FALSE;
      run.cpu = 0;
      before = g_signal_connect (clock, "before-paint", G_CALLBACK (before_paint_cb), &run);
      after = g_signal_connect_after (clock, "after-paint", G_CALLBACK (after_paint_cb), &run);
      gtk_widget_add_tick_callback (GTK_WIDGET (canvas), paint_cb, &painting, NULL);
      while (!run.done)
        g_main_context_iteration (NULL, TRUE);
      painting.done = TRUE;
      g_signal_handler_disconnect (clock, before);
      g_signal_handler_disconnect (clock, after);
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_array_remove_range (times, 0, WARM_UP);
      g_array_sort (times, compare);
      g_print ("%6u nodes  one changes, %-11s  zoom %4.2f  median %6.1f ms  p95 %6.1f ms  "
               "own work %.1f ms\n",
               n, view == 0 ? "1:1" : "all visible", troupe_canvas_get_zoom (canvas),
               g_array_index (times, double, times->len / 2),
               g_array_index (times, double, times->len * 95 / 100), run.cpu / (WARM_UP + FRAMES));
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Usage: bench-canvas [run]; `run` measures only the cost of a run. */
int
main (int argc, char **argv)
{
  static const guint sizes[] = { 100, 1000, 5000, 10000 };

  gtk_init ();
  for (guint i = 0; argc == 1 && i < G_N_ELEMENTS (sizes); i++)
    bench (sizes[i]);
  bench_run ();

  return EXIT_SUCCESS;
}
