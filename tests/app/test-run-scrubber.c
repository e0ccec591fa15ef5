/* test-run-scrubber.c: marks of a past run above its track
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-event.h"
#include "troupe-run-scrubber.h"
#include "window-test.h"

#define WIDTH 600
#define HEIGHT 60

/* The size of the marks of a short run is about 1 KB, each mark adds 50 bytes. */
#define MOST_BYTES (256 * 1024)

static GtkWidget *window;

/* Returns the controls of a run of @n methods, each of which takes a second. @failed: the number of the one that fails */
static GtkWidget *
open_run (guint n, guint failed)
{
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  g_autoptr (TroupeRunPlayer) player = NULL;
  GtkWidget *scrubber = NULL;

  for (guint i = 0; i < 2 * n; i++)
    {
      const TroupeEventType type = i % 2 == 0        ? TROUPE_EVENT_METHOD_STARTED
                                   : i / 2 == failed ? TROUPE_EVENT_METHOD_FAILED
                                                     : TROUPE_EVENT_METHOD_FINISHED;
      TroupeMapBuilder fields;
      TroupeEvent *event = NULL;

      troupe_map_builder_init (&fields);
      event = test_event_new_at (type, "m", i + 1, i % 2 == 1 ? i : 0,
                                 troupe_map_builder_end (&fields));
      event->time_us = (gint64) ((i + 1) / 2) * G_USEC_PER_SEC;
      g_ptr_array_add (events, event);
    }
  player = troupe_run_player_new (trace,
                                  troupe_run_times_new (events, 0, (gint64) n * G_USEC_PER_SEC), 0);
  scrubber = troupe_run_scrubber_new (player);
  window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  gtk_window_set_child (GTK_WINDOW (window), scrubber);
  gtk_window_present (GTK_WINDOW (window));
  troupe_run_player_begin (player);
  return scrubber;
}

static void
close_run (void)
{
  gtk_window_destroy (GTK_WINDOW (window));
}

static GtkWidget *
find_area (GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = GTK_IS_DRAWING_AREA (child) ? child : find_area (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Returns what the marks are drawn with, once they are drawn. (transfer full) (nullable) */
static GskRenderNode *
snapshot_marks (GtkWidget *scrubber)
{
  GtkWidget *area = find_area (scrubber);
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (area);
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (area),
                          gtk_widget_get_height (area));
  return gtk_snapshot_free_to_node (snapshot);
}

static gboolean
has_marks (gpointer scrubber)
{
  GskRenderNode *node = snapshot_marks (scrubber);

  if (node == NULL)
    return FALSE;
  gsk_render_node_unref (node);
  return TRUE;
}

/* Returns the number of separate marks in the middle line, and of those among them that are red. */
static void
count_marks (GtkWidget *scrubber, guint *n_marks, guint *n_red)
{
  GtkWidget *area = find_area (scrubber);
  const int width = gtk_widget_get_width (area);
  const int height = gtk_widget_get_height (area);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  GskRenderNode *node = snapshot_marks (scrubber);
  cairo_t *cr = cairo_create (surface);
  const guint8 *line = NULL;
  gboolean was_drawn = FALSE;
  gboolean was_red = FALSE;

  gsk_render_node_draw (node, cr);
  cairo_surface_flush (surface);
  line = cairo_image_surface_get_data (surface) +
         cairo_image_surface_get_stride (surface) * (height / 2);
  *n_marks = *n_red = 0;
  for (int x = 0; x < width; x++)
    {
      const guint8 *pixel = line + 4 * x; /* blue, green, red, alpha */
      const gboolean is_red = pixel[3] > 128 && pixel[2] > pixel[1] + 64;

      *n_marks += pixel[3] > 0 && !was_drawn;
      *n_red += is_red && !was_red;
      was_drawn = pixel[3] > 0;
      was_red = is_red;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  gsk_render_node_unref (node);
}

/* Each method of a short run has its mark. */
static void
test_few (void)
{
  GtkWidget *scrubber = open_run (6, 4);
  guint n_marks, n_red;

  wait_until (has_marks, scrubber);
  count_marks (scrubber, &n_marks, &n_red);
  g_assert_cmpuint (n_marks, ==, 6);
  g_assert_cmpuint (n_red, ==, 1);
  close_run ();
}

/* A run of many methods is drawn with as many marks as can be told apart, and still shows the only failure. */
static void
test_many (void)
{
  GtkWidget *scrubber = open_run (50000, 30000);
  GskRenderNode *node = NULL;
  g_autoptr (GBytes) bytes = NULL;
  guint n_marks, n_red;

  wait_until (has_marks, scrubber);
  node = snapshot_marks (scrubber);
  bytes = gsk_render_node_serialize (node);
  g_assert_cmpuint (g_bytes_get_size (bytes), <, MOST_BYTES);
  gsk_render_node_unref (node);
  count_marks (scrubber, &n_marks, &n_red);
  g_assert_cmpuint (n_marks, ==, 1);
  g_assert_cmpuint (n_red, ==, 1);
  close_run ();
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/run-scrubber/few", test_few);
  g_test_add_func ("/run-scrubber/many", test_many);
  return window_test_run ();
}
