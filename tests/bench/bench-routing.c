/* bench-routing.c: main thread time of routing the wires of large flows
 *
 * Opens random flows in an editor, drags a card, drops it, and adds one wire to the drawing and
 * another wire to the document. Prints the time to route all wires at once, the longest continuous
 * work of the main thread until the page is shown, and its work per frame of the drag. For the drop
 * and the wire, prints the immediate work and the longest work until everything is settled. Also
 * prints the work of the edit. All times are in milliseconds of processor time, on which other
 * processes have little influence.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <time.h>

#include "../editor/editor-test.h"
#include "../plot/drawn-wires.h"
#include "troupe-canvas-parts.h"
#include "troupe-canvas-routing-job.h"

#define FRAMES 20

typedef struct
{
  TroupeFlowDocument *document;
  GtkWidget *window;
  TroupeCanvas *canvas;
  TroupeCanvasScene *scene;
  TroupeCanvasRouter *router;
} Page;

static double
get_time_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static gboolean
wake_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* Waits until all wires are settled and no work is left. Returns the longest continuous work of
 * the main thread during this time. */
static double
watch (Page *page, double longest_ms)
{
  guint wake = g_timeout_add (20, wake_cb, NULL);
  guint n_quiet = 0;

  while (n_quiet < FRAMES)
    {
      double begun_ms = get_time_ms ();
      double took_ms;

      g_main_context_iteration (NULL, TRUE);
      took_ms = get_time_ms () - begun_ms;
      longest_ms = MAX (longest_ms, took_ms);
      n_quiet = troupe_canvas_router_is_settled (page->router) && took_ms < 1 ? n_quiet + 1 : 0;
    }
  g_source_remove (wake);
  return longest_ms;
}

/* Measures a change, including all handlers that it notifies immediately. */
static double
measure_change (Page *page, void (*change) (Page *page))
{
  double begun_ms = get_time_ms ();

  change (page);
  troupe_canvas_refresh (page->canvas);
  return get_time_ms () - begun_ms;
}

/* @document: (transfer full) */
static double
open_page (Page *page, TroupeFlowDocument *document)
{
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  GtkWidget *editor;
  double begun_ms;

  page->document = document;
  begun_ms = get_time_ms ();
  editor = troupe_editor_new (page->document, trace);
  page->window = adw_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (page->window), 1280, 800);
  adw_window_set_content (ADW_WINDOW (page->window), editor);
  page->canvas = TROUPE_CANVAS (editor_test_find (editor, TROUPE_TYPE_CANVAS, NULL, NULL));
  page->scene = troupe_canvas_get_scene (page->canvas);
  page->router = troupe_canvas_get_router (page->canvas);
  gtk_window_present (GTK_WINDOW (page->window));
  return watch (page, get_time_ms () - begun_ms);
}

static void
close_page (Page *page)
{
  gtk_window_destroy (GTK_WINDOW (page->window));
  editor_test_settle ();
  g_object_unref (page->document);
}

/* Routes all wires at once, as for a picture. */
static double
measure_all (Page *page)
{
  double begun_ms;

  troupe_canvas_router_set_orthogonal (page->router, FALSE);
  begun_ms = get_time_ms ();
  troupe_canvas_router_settle (page->router);
  return get_time_ms () - begun_ms;
}

static const char *
get_card (Page *page)
{
  return troupe_canvas_scene_get_nth_node (page->scene,
                                           troupe_canvas_scene_get_n_nodes (page->scene) / 2)
      ->id;
}

static void
drag_card (Page *page)
{
  double x = 0;
  double y = 0;

  troupe_canvas_scene_get_position (page->scene, get_card (page), &x, &y);
  troupe_canvas_router_set_lifted (page->router, get_card (page));
  troupe_canvas_scene_set_position (page->scene, get_card (page), x + 20, y + 20);
}

static void
drop_card (Page *page)
{
  troupe_canvas_router_set_lifted (page->router, NULL);
}

static void
add_wire (Page *page)
{
  TroupeCanvasWire wire = *troupe_canvas_scene_get_nth_wire (page->scene, 0);

  wire.id = "one-more";
  wire.to = get_card (page);
  wire.to_input = NULL;
  troupe_canvas_scene_set_wire (page->scene, &wire);
}

/* Connects two cards as the user does, including the work of the document and the page. */
static void
connect_cards (Page *page)
{
  const char *from = troupe_canvas_scene_get_nth_node (page->scene, 0)->id;

  g_signal_emit_by_name (page->canvas, "wire-requested", from, NULL, get_card (page), NULL, FALSE);
}

/* @document: (transfer full) */
static void
measure (const char *name, TroupeFlowDocument *document)
{
  Page page;
  double open_ms = open_page (&page, document);
  double all_ms = measure_all (&page);
  double drag_ms = 0;
  double drop_ms, dropped_ms, add_ms, added_ms, edit_ms;

  for (guint i = 0; i < 5; i++)
    {
      double frame_ms = measure_change (&page, drag_card);

      drag_ms = MAX (drag_ms, frame_ms);
    }
  drop_ms = measure_change (&page, drop_card);
  dropped_ms = watch (&page, drop_ms);
  add_ms = measure_change (&page, add_wire);
  added_ms = watch (&page, add_ms);
  troupe_canvas_scene_remove (page.scene, "one-more");
  edit_ms = measure_change (&page, connect_cards);
  g_print ("%-26.26s %5u %5u | %7.1f | %7.1f | %5.1f | %5.1f %7.1f | %5.1f %7.1f | %6.1f\n", name,
           troupe_canvas_scene_get_n_nodes (page.scene),
           troupe_canvas_scene_get_n_wires (page.scene), all_ms, open_ms, drag_ms, drop_ms,
           dropped_ms, add_ms, added_ms, edit_ms);
  close_page (&page);
}

/* Prints the longest duration of routing a drawing that has so few wires that they are routed
 * immediately. */
static void
measure_quick (void)
{
  double longest_ms = 0;
  guint n = 0;

  for (guint i = 0; i < 400; i++)
    {
      g_autoptr (TroupePlotGraph) graph = drawn_make_dense_graph (2000 + i, 4 + i % 4);
      guint n_wires = troupe_plot_graph_get_n_wires (graph);
      double begun_ms;

      if (!troupe_canvas_routing_job_is_quick (n_wires))
        continue;
      troupe_plot_graph_arrange (graph, TRUE);
      begun_ms = get_time_ms ();
      troupe_plot_routes_free (troupe_plot_graph_route (graph), n_wires);
      longest_ms = MAX (longest_ms, get_time_ms () - begun_ms);
      n++;
    }
  g_print ("%u dense ones with few wires, which are settled at once: the longest takes %.1f ms\n",
           n, longest_ms);
}

/* Returns NULL if a method listens to itself, because such a flow is not valid. (nullable)
 * (transfer full) */
static TroupeFlowDocument *
read_flow (const char *methods)
{
  g_autofree char *text = plot_fixture_text (methods);

  return troupe_flow_document_load_text (text, strlen (text), "test.json", NULL, NULL);
}

static TroupeFlowDocument *
make_dense (guint32 seed, guint n)
{
  for (;;)
    {
      g_autofree char *methods = drawn_make_dense_methods (seed++, n);
      TroupeFlowDocument *document = read_flow (methods);

      if (document != NULL)
        return document;
    }
}

int
main (int argc, char **argv)
{
  static const guint dense[] = { 4, 6, 8, 10, 12, 16, 20, 30, 45, 60 };
  static const guint large[] = { 12, 25, 50, 100, 200, 400, 1280, 5900 };

  if (!editor_test_init (&argc, &argv))
    return 77;
  measure_quick ();
  g_print ("%-26s %5s %5s | %7s | %7s | %5s | %13s | %13s | %6s\n", "", "cards", "wires", "all",
           "open", "drag", "drop", "wire added", "edited");
  for (guint i = 0; i < G_N_ELEMENTS (dense); i++)
    {
      g_autofree char *name = g_strdup_printf ("dense, %u methods", dense[i]);

      measure (name, make_dense (2000, dense[i]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (large); i++)
    {
      g_autofree char *name = g_strdup_printf ("random, %u methods", large[i]);
      g_autofree char *methods = drawn_make_methods (1000 + i, large[i]);

      measure (name, read_flow (methods));
    }
  return EXIT_SUCCESS;
}
