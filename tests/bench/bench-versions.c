/* bench-versions.c: main loop latency when the comparison of two versions is opened
 *
 * For flows of several sizes, prints the duration of the request and the longest time that the main
 * loop is busy until both versions are drawn and compared. Frames that are painted during this time
 * are counted separately. All times are in milliseconds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>

#include "../app/window-test.h"
#include "troupe-versions-view.h"

#define ROUNDS 5

/* The main loop's state: the time when its last poll returned, and the longest times for which
 * it was busy outside of frames and in frames. */
static gint64 woken_us;
static gint64 frame_us; /* 0 outside of frames */
static gint64 longest_us, longest_frame_us, frames_us;

static void
count (gint64 now_us)
{
  gint64 busy_us = now_us - woken_us - frames_us;

  longest_us = MAX (longest_us, busy_us);
  frames_us = 0;
}

static gint
poll_cb (GPollFD *fds, guint n_fds, gint timeout)
{
  gint n_ready;

  if (woken_us != 0)
    count (g_get_monotonic_time ());
  n_ready = g_poll (fds, n_fds, timeout);
  woken_us = g_get_monotonic_time ();
  return n_ready;
}

static void
before_paint_cb (GdkFrameClock *clock, gpointer user_data)
{
  frame_us = g_get_monotonic_time ();
}

static void
after_paint_cb (GdkFrameClock *clock, gpointer user_data)
{
  const gint64 took_us = g_get_monotonic_time () - frame_us;

  longest_frame_us = MAX (longest_frame_us, took_us);
  frames_us += took_us;
}

/* Creates a chain of methods in rows. @value: the output of each method, so that all methods
 * differ if another value is used */
static char *
make_flow (guint n_methods, guint value)
{
  GString *text = g_string_new ("{\n  \"schema\": \"crewai.flow/v1\",\n  \"name\": \"Versions\",\n"
                                "  \"methods\": {\n");

  for (guint i = 0; i < n_methods; i++)
    {
      g_autofree char *when =
          i == 0 ? g_strdup ("\"start\": true") : g_strdup_printf ("\"listen\": \"m%u\"", i - 1);

      g_string_append_printf (text,
                              "    \"m%u\": {%s, \"do\": {\"call\": \"expression\", \"expr\": "
                              "\"%u\"}}%s\n",
                              i, when, i % 3 == 0 ? value : 1, i + 1 < n_methods ? "," : "");
    }
  g_string_append (text, "  }\n}\n");
  return g_string_free (text, FALSE);
}

static gboolean
has_other (gpointer user_data)
{
  return troupe_page_has_other_version (troupe_window_get_page (user_data));
}

static gboolean
is_compared (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return get_versions (page) != NULL &&
         !troupe_versions_view_is_busy (TROUPE_VERSIONS_VIEW (get_versions (page)));
}

static void
set_expression (TroupeWindow *window)
{
  const char *path[] = { "methods", "m1", "do", "expr", NULL };
  g_autoptr (JsonNode) value = json_node_init_string (json_node_alloc (), "7");

  json_node_seal (value);
  g_assert_true (troupe_document_set (TROUPE_DOCUMENT (get_document (window)), path, value, "Edit",
                                      NULL, NULL));
}

static gboolean
tick_cb (gpointer user_data)
{
  return --*(guint *) user_data > 0;
}

static gboolean
is_over (gpointer user_data)
{
  return *(guint *) user_data == 0;
}

/* Measures one comparison, and stores the times of the request, the loop and the frames in
 * @figures. */
static void
measure (guint n_methods, double *figures)
{
  g_autofree char *base = make_flow (n_methods, 1);
  g_autofree char *other = make_flow (n_methods, 2);
  g_autofree char *path = write_file ("versions.json", base);
  TroupeWindow *window = open_window (path);
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window));
  gint64 begun_us;
  guint n_ticks = 30;

  wait_until (is_idle, window);
  set_expression (window);
  g_free (write_file ("versions.json", other));
  wait_until (has_other, window);
  g_signal_connect (clock, "before-paint", G_CALLBACK (before_paint_cb), NULL);
  g_signal_connect (clock, "after-paint", G_CALLBACK (after_paint_cb), NULL);
  begun_us = g_get_monotonic_time ();
  troupe_page_compare_versions (troupe_window_get_page (window));
  figures[0] = (double) (g_get_monotonic_time () - begun_us) / 1e3;
  woken_us = 0;
  frames_us = longest_us = longest_frame_us = 0;
  g_main_context_set_poll_func (NULL, poll_cb);
  wait_until (is_compared, window);
  /* Wait for rows, wires and texts that are created later. */
  g_timeout_add (16, tick_cb, &n_ticks);
  wait_until (is_over, &n_ticks);
  g_main_context_set_poll_func (NULL, NULL);
  figures[1] = (double) longest_us / 1e3;
  figures[2] = (double) longest_frame_us / 1e3;
  g_signal_handlers_disconnect_by_func (clock, before_paint_cb, NULL);
  g_signal_handlers_disconnect_by_func (clock, after_paint_cb, NULL);
  close_window (window);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  const double first = *(const double *) a, second = *(const double *) b;

  return (first > second) - (first < second);
}

static void
bench (void)
{
  static const guint sizes[] = { 5, 50, 200 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      double rows[3][ROUNDS];

      for (guint k = 0; k < ROUNDS; k++)
        {
          double figures[3];

          measure (sizes[i], figures);
          for (guint n = 0; n < 3; n++)
            rows[n][k] = figures[n];
        }
      for (guint n = 0; n < 3; n++)
        qsort (rows[n], ROUNDS, sizeof (double), compare_numbers);
      printf ("two versions of %3u cards: %6.1f ms to ask, %6.1f ms the longest turn of the loop, "
              "%6.1f ms the longest frame\n",
              sizes[i], rows[0][ROUNDS / 2], rows[1][ROUNDS / 2], rows[2][ROUNDS / 2]);
    }
}

int
main (int argc, char **argv)
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/bench/versions", bench);
  return window_test_run ();
}
