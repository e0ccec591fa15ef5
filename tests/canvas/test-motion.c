/* test-motion.c: animated moves of cards, and autoscroll during a drag
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "canvas-test.h"
#include "troupe-canvas-parts.h"

typedef struct
{
  CanvasTest test;
  double x; /* x coordinate of the observed card; @origin is that of the view */
  double origin;
  guint n_between;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  canvas_test_open (&fixture->test, 1000, 700);
  demo_scene_fill_flow (fixture->test.scene, FALSE);
  troupe_canvas_set_origin (fixture->test.canvas, 0, 0);
  canvas_test_draw (&fixture->test);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  canvas_test_close (&fixture->test);
}

static double
get_x (Fixture *fixture, const char *id)
{
  double x = 0, y = 0;

  g_assert_true (troupe_canvas_scene_get_position (fixture->test.scene, id, &x, &y));
  return x;
}

static void
move_away (Fixture *fixture)
{
  double x = 0, y = 0;

  troupe_canvas_scene_get_position (fixture->test.scene, "write", &x, &y);
  fixture->x = x + 400;
  troupe_canvas_begin_glide (fixture->test.canvas);
  troupe_canvas_scene_set_position (fixture->test.scene, "write", fixture->x, y);
  troupe_canvas_end_glide (fixture->test.canvas);
}

static gboolean
has_arrived (gpointer data)
{
  Fixture *fixture = data;
  double x = get_x (fixture, "write");

  if (x > fixture->x - 400 && x < fixture->x)
    fixture->n_between++;
  return x == fixture->x;
}

static void
test_glide (Fixture *fixture, gconstpointer data)
{
  double x = 0, y = 0;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", TRUE, NULL);
  g_assert_true (troupe_canvas_scene_get_position (fixture->test.scene, "write", &x, &y));
  /* On a busy machine the next frame may come after the end of the animation. */
  for (guint i = 0; i < 20 && fixture->n_between == 0; i++)
    {
      troupe_canvas_scene_set_position (fixture->test.scene, "write", x, y);
      move_away (fixture);
      g_assert_cmpfloat (get_x (fixture, "write"), ==, fixture->x - 400);
      canvas_test_wait (has_arrived, fixture);
    }
  g_assert_cmpuint (fixture->n_between, >, 0);

  /* A gesture finishes the animation first. */
  move_away (fixture);
  troupe_canvas_select_only (fixture->test.canvas, "triage");
  troupe_canvas_input_nudge (troupe_canvas_get_hand (fixture->test.canvas), 8, 0);
  g_assert_cmpfloat (get_x (fixture, "write"), ==, fixture->x);

  /* If a card is moved or removed during the animation, the animation does not move it. */
  move_away (fixture);
  troupe_canvas_scene_set_position (fixture->test.scene, "write", 5, 5);
  troupe_canvas_finish_glide (fixture->test.canvas);
  g_assert_cmpfloat (get_x (fixture, "write"), ==, 5);
  move_away (fixture);
  troupe_canvas_scene_remove (fixture->test.scene, "write");
  troupe_canvas_finish_glide (fixture->test.canvas);
  move_away (fixture);
}

/* If the desktop disables animations, cards move immediately. */
static void
test_still (Fixture *fixture, gconstpointer data)
{
  move_away (fixture);
  g_assert_cmpfloat (get_x (fixture, "write"), ==, fixture->x);
}

static gboolean
has_panned (gpointer data)
{
  Fixture *fixture = data;
  double x = 0, y = 0;

  troupe_canvas_get_origin (fixture->test.canvas, &x, &y);
  return x > fixture->origin + 50;
}

static void
drag_to_edge (Fixture *fixture, graphene_point_t from)
{
  TroupeCanvas *canvas = fixture->test.canvas;
  double y = 0;

  from = troupe_canvas_to_widget (canvas, from.x, from.y);
  troupe_canvas_get_origin (canvas, &fixture->origin, &y);
  troupe_canvas_input_begin_drag (troupe_canvas_get_hand (canvas), from.x, from.y,
                                  GDK_BUTTON_PRIMARY, 0, FALSE);
  troupe_canvas_input_update_drag (troupe_canvas_get_hand (canvas), 500, 350, GDK_SHIFT_MASK);
  troupe_canvas_input_update_drag (troupe_canvas_get_hand (canvas), 995, 350, GDK_SHIFT_MASK);
}

static void
test_edge_card (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas = fixture->test.canvas;
  graphene_rect_t bounds;
  graphene_point_t at;
  double before = get_x (fixture, "triage");

  g_assert_true (troupe_canvas_get_bounds (canvas, "triage", &bounds));
  drag_to_edge (fixture, GRAPHENE_POINT_INIT (bounds.origin.x + 80, bounds.origin.y + 12));
  canvas_test_wait (has_panned, fixture);
  /* The card is at the pointer. */
  g_assert_true (troupe_canvas_get_bounds (canvas, "triage", &bounds));
  at = troupe_canvas_to_widget (canvas, bounds.origin.x + 80, bounds.origin.y + 12);
  g_assert_cmpfloat_with_epsilon (at.x, 995, 1);
  g_assert_cmpfloat_with_epsilon (at.y, 350, 1);

  /* Away from the edge the view does not scroll. */
  troupe_canvas_input_update_drag (troupe_canvas_get_hand (canvas), 500, 350, GDK_SHIFT_MASK);
  {
    double x = 0, y = 0, later = 0;

    troupe_canvas_get_origin (canvas, &x, &y);
    for (guint i = 0; i < 5; i++)
      canvas_test_draw (&fixture->test);
    troupe_canvas_get_origin (canvas, &later, &y);
    g_assert_cmpfloat (x, ==, later);
  }
  troupe_canvas_input_cancel_drag (troupe_canvas_get_hand (canvas));
  g_assert_cmpfloat (get_x (fixture, "triage"), ==, before);
}

static void
test_edge_wire (Fixture *fixture, gconstpointer data)
{
  graphene_point_t port;

  g_assert_true (troupe_canvas_get_port (fixture->test.canvas, "triage", FALSE, "reject", &port));
  drag_to_edge (fixture, port);
  canvas_test_wait (has_panned, fixture);
  troupe_canvas_input_cancel_drag (troupe_canvas_get_hand (fixture->test.canvas));
}

/* A card that is picked up near the edge does not scroll the view until the user has dragged it
 * away from the edge. */
static void
test_edge_unarmed (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas = fixture->test.canvas;
  graphene_rect_t bounds;
  double x = 0, y = 0, later = 0;

  g_assert_true (troupe_canvas_get_bounds (canvas, "triage", &bounds));
  troupe_canvas_set_origin (canvas, bounds.origin.x - 920, bounds.origin.y - 300);
  troupe_canvas_get_origin (canvas, &x, &y);
  troupe_canvas_input_begin_drag (troupe_canvas_get_hand (canvas), 975, 312, GDK_BUTTON_PRIMARY, 0,
                                  FALSE);
  troupe_canvas_input_update_drag (troupe_canvas_get_hand (canvas), 980, 312, 0);
  for (guint i = 0; i < 5; i++)
    canvas_test_draw (&fixture->test);
  troupe_canvas_get_origin (canvas, &later, &y);
  g_assert_cmpfloat (x, ==, later);
  troupe_canvas_input_cancel_drag (troupe_canvas_get_hand (canvas));
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "glide", test_glide },
    { "still", test_still },
    { "edge-card", test_edge_card },
    { "edge-wire", test_edge_wire },
    { "edge-unarmed", test_edge_unarmed },
  };

  gtk_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strdup_printf ("/canvas/motion/%s", tests[i].name);

      g_test_add (path, Fixture, NULL, set_up, tests[i].test, tear_down);
    }
  return g_test_run ();
}
