/* test-text-scale.c: the canvas with a text scaling factor of the desktop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "canvas-test.h"
#include "troupe-canvas-parts.h"

#define PLAIN_DPI (96 * 1024)

static void
set_text_scale (double scale)
{
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", (int) (PLAIN_DPI * scale), NULL);
}

static void
open_flow (CanvasTest *test, double scale)
{
  set_text_scale (scale);
  canvas_test_open (test, 1360, 760);
  demo_scene_fill_flow (test->scene, TRUE);
  canvas_test_draw (test);
}

static void
close_flow (CanvasTest *test)
{
  canvas_test_close (test);
  set_text_scale (1);
}

static graphene_rect_t
get_bounds (CanvasTest *test, const char *id)
{
  graphene_rect_t bounds;

  g_assert_true (troupe_canvas_get_bounds (test->canvas, id, &bounds));
  return bounds;
}

/* In canvas pixels, cards and wires have the same size as with unscaled text, so nothing
 * overlaps. */
static void
test_in_proportion (void)
{
  CanvasTest plain, large;
  guint n;

  open_flow (&plain, 1);
  n = troupe_canvas_scene_get_n_nodes (plain.scene);
  open_flow (&large, 1.5);
  g_assert_cmpuint (n, >, 5);
  for (guint i = 0; i < n; i++)
    {
      const char *id = troupe_canvas_scene_get_nth_node (plain.scene, i)->id;
      graphene_rect_t before, after;

      set_text_scale (1);
      before = get_bounds (&plain, id);
      set_text_scale (1.5);
      after = get_bounds (&large, id);
      g_assert_true (graphene_rect_equal (&before, &after));
    }
  canvas_test_close (&plain);
  close_flow (&large);
}

static void
test_hits_and_drags (void)
{
  CanvasTest test;
  graphene_rect_t bounds, view;
  graphene_point_t port;
  const char *id, *event;
  double x, y, now_x, now_y;

  open_flow (&test, 1.5);
  troupe_canvas_set_zoom (test.canvas, 0.8, FALSE);
  troupe_canvas_set_origin (test.canvas, 100, 120);
  g_assert_cmpfloat_with_epsilon (troupe_canvas_get_scale (test.canvas), 1.2, 1e-6);
  troupe_canvas_get_view (test.canvas, &view);
  g_assert_cmpfloat_with_epsilon (view.size.width, 1360 / 1.2, 0.01);

  troupe_canvas_get_port (test.canvas, "triage", FALSE, "quick_note", &port);
  g_assert_cmpint (troupe_canvas_hit (test.canvas, (port.x - 100) * 1.2, (port.y - 120) * 1.2, &id,
                                      &event),
                   ==, TROUPE_CANVAS_KIND_OUTPUT);
  g_assert_cmpstr (event, ==, "quick_note");

  /* A drag by 96 pixels moves the card by 80 canvas pixels, which are the unit of the document. */
  bounds = get_bounds (&test, "write");
  troupe_canvas_scene_get_position (test.scene, "write", &x, &y);
  port = troupe_canvas_to_widget (test.canvas, bounds.origin.x + 60, bounds.origin.y + 10);
  troupe_canvas_input_begin_drag (troupe_canvas_get_hand (test.canvas), port.x, port.y,
                                  GDK_BUTTON_PRIMARY, GDK_SHIFT_MASK, FALSE);
  troupe_canvas_input_update_drag (troupe_canvas_get_hand (test.canvas), port.x + 96, port.y + 192,
                                   GDK_SHIFT_MASK);
  troupe_canvas_input_end_drag (troupe_canvas_get_hand (test.canvas), GDK_SHIFT_MASK);
  troupe_canvas_scene_get_position (test.scene, "write", &now_x, &now_y);
  g_assert_cmpfloat_with_epsilon (now_x - x, 80, 0.01);
  g_assert_cmpfloat_with_epsilon (now_y - y, 160, 0.01);
  close_flow (&test);
}

static void
test_fit (void)
{
  CanvasTest test;
  graphene_rect_t all, view;

  open_flow (&test, 1.5);
  troupe_canvas_fit_all (test.canvas, FALSE);
  troupe_canvas_get_all_bounds (test.canvas, &all);
  troupe_canvas_get_view (test.canvas, &view);
  g_assert_true (graphene_rect_contains_rect (&view, &all));
  g_assert_cmpfloat (troupe_canvas_get_zoom (test.canvas), <, 1);
  close_flow (&test);
}

static void
count (TroupeCanvas *canvas, guint *n)
{
  (*n)++;
}

/* If the setting changes while the window is open, center and zoom stay the same. */
static void
test_followed (void)
{
  CanvasTest test;
  graphene_point_t before, after;
  graphene_rect_t bounds;
  guint n_changes = 0;

  open_flow (&test, 1);
  troupe_canvas_set_zoom (test.canvas, 0.7, FALSE);
  troupe_canvas_set_origin (test.canvas, 80, 40);
  before = troupe_canvas_to_canvas (test.canvas, 680, 380);
  bounds = get_bounds (&test, "review");
  g_signal_connect (test.canvas, "view-changed", G_CALLBACK (count), &n_changes);
  set_text_scale (1.5);
  canvas_test_draw (&test);
  after = troupe_canvas_to_canvas (test.canvas, 680, 380);
  g_assert_true (graphene_point_near (&before, &after, 0.01f));
  g_assert_cmpfloat (troupe_canvas_get_zoom (test.canvas), ==, 0.7);
  g_assert_cmpfloat_with_epsilon (troupe_canvas_get_scale (test.canvas), 1.05, 1e-6);
  g_assert_cmpuint (n_changes, ==, 1);
  {
    graphene_rect_t now = get_bounds (&test, "review");

    g_assert_true (graphene_rect_equal (&bounds, &now));
  }
  set_text_scale (1);
  canvas_test_draw (&test);
  g_assert_cmpfloat (troupe_canvas_get_scale (test.canvas), ==, 0.7);
  close_flow (&test);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/canvas/text-scale/in-proportion", test_in_proportion);
  g_test_add_func ("/canvas/text-scale/hits-and-drags", test_hits_and_drags);
  g_test_add_func ("/canvas/text-scale/fit", test_fit);
  g_test_add_func ("/canvas/text-scale/followed", test_followed);

  return g_test_run ();
}
