/* bench-window.c: startup time and memory of the window
 *
 * Measures the welcome page and a window with the example that is opened first. The benchmark
 * restarts itself for each figure, so that only the disk cache is warm. The time is measured from
 * the start of the process to the first frame. The memory is resident memory, with and without
 * shared pages.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>
#include <unistd.h>

#include "troupe-application.h"
#include "troupe-window.h"

#define RUNS 5

/* Returns the start time of the process in microseconds of the monotonic clock, with an accuracy
 * of one kernel tick. */
static gint64
get_process_start (void)
{
  g_autofree char *text = NULL;
  unsigned long long ticks = 0;
  const char *end;

  if (!g_file_get_contents ("/proc/self/stat", &text, NULL, NULL))
    return 0;
  end = strrchr (text, ')');
  if (end == NULL ||
      sscanf (end,
              ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %llu",
              &ticks) != 1)
    return 0;
  return (gint64) (ticks * G_USEC_PER_SEC / (unsigned long long) sysconf (_SC_CLK_TCK));
}

/* Returns a field of /proc/self/smaps_rollup in megabytes. */
static double
get_memory (const char *field)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/self/smaps_rollup", &text, NULL, NULL))
    return 0;
  line = strstr (text, field);
  return line != NULL ? g_ascii_strtod (line + strlen (field), NULL) / 1024 : 0;
}

static void
painted (GdkFrameClock *clock, gpointer user_data)
{
  const gint64 now = g_get_monotonic_time ();

  g_signal_handlers_disconnect_by_func (clock, painted, user_data);
  printf ("%.0f %.0f %.0f\n", (double) (now - get_process_start ()) / 1000, get_memory ("\nRss:"),
          get_memory ("\nPrivate_Dirty:"));
  fflush (stdout);
  g_application_quit (G_APPLICATION (user_data));
}

static gboolean
is_shown (gpointer user_data)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (user_data));
  GdkFrameClock *clock;

  if (window == NULL || !gtk_widget_get_mapped (GTK_WIDGET (window)))
    return G_SOURCE_CONTINUE;
  clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  g_signal_connect (clock, "after-paint", G_CALLBACK (painted), user_data);
  gtk_widget_queue_draw (GTK_WIDGET (window));
  return G_SOURCE_REMOVE;
}

static int
run_once (int argc, char **argv)
{
  g_autoptr (TroupeApplication) application = troupe_application_new ();

  g_application_set_flags (G_APPLICATION (application),
                           G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_timeout_add (1, is_shown, application);
  return g_application_run (G_APPLICATION (application), argc, argv);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const double first = *(const double *) a;
  const double second = *(const double *) b;

  return (first > second) - (first < second);
}

static void
measure (const char *program, const char *what, const char *file)
{
  double figures[3][RUNS];

  for (guint i = 0; i < RUNS; i++)
    {
      const char *const command[] = { program, "--once", file, NULL };
      g_autofree char *text = NULL;
      g_autoptr (GError) error = NULL;

      if (!g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL,
                         &text, NULL, NULL, &error) ||
          sscanf (text, "%lf %lf %lf", &figures[0][i], &figures[1][i], &figures[2][i]) != 3)
        {
          printf ("%-28s no window: %s\n", what, error != NULL ? error->message : "no display?");
          return;
        }
    }
  for (guint i = 0; i < 3; i++)
    qsort (figures[i], RUNS, sizeof (double), compare_numbers);
  printf ("%-28s %4.0f ms (%.0f to %.0f), %.0f MB resident, %.0f MB of its own\n", what,
          figures[0][RUNS / 2], figures[0][0], figures[0][RUNS - 1], figures[1][RUNS / 2],
          figures[2][RUNS / 2]);
}

int
main (int argc, char **argv)
{
  g_autofree char *example =
      g_build_filename (g_getenv ("TROUPE_EXAMPLES_DIR"), "straight-line.json", NULL);

  if (argc > 1 && g_str_equal (argv[1], "--once"))
    {
      argv[1] = argv[0];
      return run_once (argc - 1, argv + 1);
    }
  measure (argv[0], "empty window on screen", NULL);
  measure (argv[0], "window with an example", example);
  return 0;
}
