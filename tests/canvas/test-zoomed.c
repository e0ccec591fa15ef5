/* test-zoomed.c: positions of drawn elements at every zoom
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "canvas-test.h"
#include "troupe-canvas-parts.h"

static const double zooms[] = { 0.61, 0.68, 1, 1.37, 2.5 };

/* Returns the number of pixels similar to @color in a square around a point of the scene. @near:
 * the tolerance */
static guint
count_near (CanvasTest *test, double x, double y, double radius, TroupeColor color, int near)
{
  g_autoptr (GskRenderNode) node = canvas_test_snapshot (test);
  GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (test->window));
  const int width = gtk_widget_get_width (GTK_WIDGET (test->canvas));
  const int height = gtk_widget_get_height (GTK_WIDGET (test->canvas));
  const graphene_point_t middle = troupe_canvas_to_widget (test->canvas, x, y);
  const int reach = (int) (radius * troupe_canvas_get_zoom (test->canvas));
  g_autoptr (GdkTexture) texture =
      gsk_renderer_render_texture (renderer, node,
                                   &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  g_autofree guint32 *pixels = g_new (guint32, (gsize) width * height);
  guint found = 0;

  gdk_texture_download (texture, (guchar *) pixels, (gsize) width * 4);
  for (int row = MAX ((int) middle.y - reach, 0); row < MIN ((int) middle.y + reach, height); row++)
    for (int column = MAX ((int) middle.x - reach, 0); column < MIN ((int) middle.x + reach, width);
         column++)
      {
        const guint32 pixel = pixels[row * width + column];
        int distance = 0;

        for (guint shift = 0; shift < 24; shift += 8)
          distance += ABS ((int) ((pixel >> shift) & 255) - (int) ((color >> shift) & 255));
        found += distance < near ? 1 : 0;
      }
  return found;
}

static guint
count_pixels (CanvasTest *test, double x, double y, double radius, TroupeColor color)
{
  return count_near (test, x, y, radius, color, 40);
}

static void
look_at (CanvasTest *test, double zoom, double x, double y)
{
  troupe_canvas_set_zoom (test->canvas, zoom, FALSE);
  troupe_canvas_set_origin (test->canvas, x - 200 / zoom, y - 150 / zoom);
}

/* If half of the inputs of a join have arrived, the join shows one arc. */
static void
test_gate (void)
{
  static const char *const inputs[] = { "a", "b", NULL };
  static const gboolean arrived[] = { TRUE, FALSE };
  const TroupeCanvasGate gate = {
    .id = "g", .kind = TROUPE_CANVAS_GATE_AND, .x = 503, .y = 407, .inputs = inputs
  };
  CanvasTest test;

  canvas_test_open (&test, 400, 300);
  troupe_canvas_scene_set_gate (test.scene, &gate);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      look_at (&test, zooms[i], gate.x, gate.y);
      troupe_canvas_scene_clear_run (test.scene);
      g_assert_cmpuint (
          count_pixels (
              &test, 503, 407, 20,
              troupe_canvas_painter_get_palette (troupe_canvas_get_painter (test.canvas))->done),
          ==, 0);
      troupe_canvas_scene_set_gate_run (test.scene, "g", arrived, 2, FALSE);
      g_assert_cmpuint (
          count_pixels (
              &test, 503, 407, 20,
              troupe_canvas_painter_get_palette (troupe_canvas_get_painter (test.canvas))->done),
          >, (guint) (60 * zooms[i]));
    }
  canvas_test_close (&test);
}

/* The preview of a wire ends at the pointer. */
static void
test_wire_preview (void)
{
  const TroupeCanvasNode node = { .id = "a", .title = "a", .output = "a", .x = 400, .y = 400 };
  CanvasTest test;

  canvas_test_open (&test, 400, 300);
  troupe_canvas_scene_set_node (test.scene, &node);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      look_at (&test, zooms[i], 600, 450);
      troupe_canvas_show_preview (test.canvas, "a", "a", 640, 480);
      g_assert_cmpuint (
          count_pixels (&test, 640, 480, 8,
                        troupe_canvas_painter_get_palette (troupe_canvas_get_painter (test.canvas))
                            ->selection),
          >, (guint) (60 * zooms[i] * zooms[i]));
      troupe_canvas_hide_preview (test.canvas);
      g_assert_cmpuint (
          count_pixels (&test, 640, 480, 8,
                        troupe_canvas_painter_get_palette (troupe_canvas_get_painter (test.canvas))
                            ->selection),
          ==, 0);
    }
  canvas_test_close (&test);
}

/* A running card has a spinning ring. */
static void
test_ring (void)
{
  const TroupeCanvasNode node = { .id = "a", .title = "a", .output = "a", .x = 400, .y = 400 };
  TroupeCanvasNodeRun run = TROUPE_CANVAS_NODE_RUN_INIT;
  CanvasTest test;

  canvas_test_open (&test, 400, 300);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  run.state = TROUPE_CANVAS_STATE_RUNNING;
  troupe_canvas_scene_set_node (test.scene, &node);
  troupe_canvas_scene_set_node_run (test.scene, "a", &run);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      look_at (&test, zooms[i], 419, 466);
      /* The line is thin and at an angle, so that few pixels have its full color at a small
       * zoom. */
      g_assert_cmpuint (
          count_near (
              &test, 419, 466, 8,
              troupe_canvas_painter_get_palette (troupe_canvas_get_painter (test.canvas))->running,
              220),
          >, (guint) (5 * zooms[i] * zooms[i]));
    }
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  canvas_test_close (&test);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/canvas/zoomed/gate", test_gate);
  g_test_add_func ("/canvas/zoomed/wire-preview", test_wire_preview);
  g_test_add_func ("/canvas/zoomed/ring", test_ring);
  return g_test_run ();
}
