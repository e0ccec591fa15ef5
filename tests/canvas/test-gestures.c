/* test-gestures.c: signals of the canvas for drags, clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "canvas-test.h"
#include "troupe-canvas-parts.h"

typedef struct
{
  CanvasTest test;
  GString *log; /* every signal with its arguments, separated by semicolons */
} Fixture;

static void
log_requested (TroupeCanvas *canvas,
               const char *from,
               const char *port,
               const char *to,
               const char *input,
               gboolean and_wanted,
               Fixture *fixture)
{
  g_string_append_printf (fixture->log, "wire %s.%s>%s%s;", from, port != NULL ? port : "-", to,
                          and_wanted ? " and" : "");
}

static void
log_dropped (TroupeCanvas *canvas,
             const char *from,
             const char *port,
             double x,
             double y,
             gboolean backward,
             Fixture *fixture)
{
  g_string_append_printf (fixture->log, "dropped %s.%s %.0f,%.0f%s;", from,
                          port != NULL ? port : "-", x, y, backward ? " backward" : "");
}

static void
log_moved (TroupeCanvas *canvas, const TroupeCanvasMove *moves, guint n, Fixture *fixture)
{
  for (guint i = 0; i < n; i++)
    g_string_append_printf (fixture->log, "moved %s %.0f,%.0f;", moves[i].id,
                            moves[i].new_x - moves[i].old_x, moves[i].new_y - moves[i].old_y);
}

static void
log_one (TroupeCanvas *canvas, const char *id, Fixture *fixture)
{
  g_string_append_printf (fixture->log, "%s;", id);
}

static void
log_reconnected (TroupeCanvas *canvas,
                 const char *id,
                 const char *to,
                 gboolean and_wanted,
                 Fixture *fixture)
{
  g_string_append_printf (fixture->log, "reconnected %s to %s;", id, to);
}

static void
log_inserted (TroupeCanvas *canvas,
              const char *id,
              const char *wire,
              double x,
              double y,
              gboolean room,
              Fixture *fixture)
{
  g_string_append_printf (fixture->log, "inserted %s on %s%s;", id, wire, room ? "" : " tight");
}

static void
log_activated (TroupeCanvas *canvas, const char *id, gboolean open, Fixture *fixture)
{
  g_string_append_printf (fixture->log, "activated %s%s;", id, open ? " open" : "");
}

static void
log_cut (TroupeCanvas *canvas, const char *const *ids, Fixture *fixture)
{
  for (guint i = 0; ids[i] != NULL; i++)
    g_string_append_printf (fixture->log, "cut %s;", ids[i]);
}

static void
log_ground (TroupeCanvas *canvas, double x, double y, Fixture *fixture)
{
  g_string_append_printf (fixture->log, "ground %.0f,%.0f;", x, y);
}

static void
log_menu (TroupeCanvas *canvas, int kind, const char *id, double x, double y, Fixture *fixture)
{
  g_string_append_printf (fixture->log, "menu %s;", id != NULL ? id : "ground");
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas;

  canvas_test_open (&fixture->test, 1360, 760);
  demo_scene_fill_flow (fixture->test.scene, FALSE);
  fixture->log = g_string_new (NULL);
  canvas = fixture->test.canvas;
  troupe_canvas_set_origin (canvas, 0, 0);
  g_signal_connect (canvas, "wire-requested", G_CALLBACK (log_requested), fixture);
  g_signal_connect (canvas, "wire-dropped", G_CALLBACK (log_dropped), fixture);
  g_signal_connect (canvas, "nodes-moved", G_CALLBACK (log_moved), fixture);
  g_signal_connect (canvas, "gate-toggled", G_CALLBACK (log_one), fixture);
  g_signal_connect (canvas, "wire-removed", G_CALLBACK (log_one), fixture);
  g_signal_connect (canvas, "command", G_CALLBACK (log_one), fixture);
  g_signal_connect (canvas, "wire-reconnected", G_CALLBACK (log_reconnected), fixture);
  g_signal_connect (canvas, "node-inserted-on-wire", G_CALLBACK (log_inserted), fixture);
  g_signal_connect (canvas, "node-activated", G_CALLBACK (log_activated), fixture);
  g_signal_connect (canvas, "wires-cut", G_CALLBACK (log_cut), fixture);
  g_signal_connect (canvas, "ground-activated", G_CALLBACK (log_ground), fixture);
  g_signal_connect (canvas, "context-menu", G_CALLBACK (log_menu), fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_string_free (fixture->log, TRUE);
  canvas_test_close (&fixture->test);
}

static void
expect (Fixture *fixture, const char *log)
{
  g_assert_cmpstr (fixture->log->str, ==, log);
  g_string_truncate (fixture->log, 0);
}

static void
drag (Fixture *fixture,
      double x,
      double y,
      double to_x,
      double to_y,
      guint button,
      GdkModifierType modifiers)
{
  TroupeCanvas *canvas = fixture->test.canvas;

  troupe_canvas_input_begin_drag (troupe_canvas_get_hand (canvas), x, y, button, modifiers, FALSE);
  troupe_canvas_input_update_drag (troupe_canvas_get_hand (canvas), (x + to_x) / 2, (y + to_y) / 2,
                                   modifiers);
  troupe_canvas_input_update_drag (troupe_canvas_get_hand (canvas), to_x, to_y, modifiers);
  troupe_canvas_input_end_drag (troupe_canvas_get_hand (canvas), modifiers);
}

static graphene_point_t
port (Fixture *fixture, const char *id, gboolean input, const char *name)
{
  graphene_point_t point;

  g_assert_true (troupe_canvas_get_port (fixture->test.canvas, id, input, name, &point));
  return troupe_canvas_to_widget (fixture->test.canvas, point.x, point.y);
}

static void
test_move (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas = fixture->test.canvas;
  const char *const two[] = { "fetch_topic", "note", NULL };
  double x, y;

  drag (fixture, 100, 400, 137, 497, GDK_BUTTON_PRIMARY, 0);
  expect (fixture, "moved fetch_topic 40,96;");
  g_assert_true (troupe_canvas_is_selected (canvas, "fetch_topic"));
  drag (fixture, 140, 500, 143, 503, GDK_BUTTON_PRIMARY, GDK_SHIFT_MASK);
  expect (fixture, "moved fetch_topic 3,3;");

  troupe_canvas_set_selection (canvas, two);
  troupe_canvas_input_nudge (troupe_canvas_get_hand (canvas), 8, 0);
  expect (fixture, "moved fetch_topic 8,0;moved note 8,0;");

  /* Esc restores everything and emits no signal. */
  troupe_canvas_scene_get_position (fixture->test.scene, "fetch_topic", &x, &y);
  troupe_canvas_input_begin_drag (troupe_canvas_get_hand (canvas), 160, 510, GDK_BUTTON_PRIMARY, 0,
                                  FALSE);
  troupe_canvas_input_update_drag (troupe_canvas_get_hand (canvas), 400, 700, 0);
  troupe_canvas_input_cancel_drag (troupe_canvas_get_hand (canvas));
  {
    double now_x, now_y;

    troupe_canvas_scene_get_position (fixture->test.scene, "fetch_topic", &now_x, &now_y);
    g_assert_cmpfloat (now_x, ==, x);
    g_assert_cmpfloat (now_y, ==, y);
  }
  expect (fixture, "");
}

static void
test_group (Fixture *fixture, gconstpointer data)
{
  graphene_rect_t group;

  g_assert_true (troupe_canvas_get_bounds (fixture->test.canvas, "group", &group));
  drag (fixture, group.origin.x + 40, group.origin.y + 16, group.origin.x + 104,
        group.origin.y + 16, GDK_BUTTON_PRIMARY, 0);
  g_assert_nonnull (strstr (fixture->log->str, "moved research 64,0;"));
  g_assert_nonnull (strstr (fixture->log->str, "moved check_facts_against_primary_sources 64,0;"));
  g_assert_null (strstr (fixture->log->str, "moved note "));
}

/* What lies inside of the frame moves with it, whether or not it is a member of the group. */
static void
test_group_contents (Fixture *fixture, gconstpointer data)
{
  static const char *const members[] = { "triage", "publish", NULL };
  const TroupeCanvasGroup wide = { .id = "group", .title = "Gather", .members = members };
  graphene_rect_t group;

  troupe_canvas_scene_set_group (fixture->test.scene, &wide);
  g_assert_true (troupe_canvas_get_bounds (fixture->test.canvas, "group", &group));
  drag (fixture, group.origin.x + 40, group.origin.y + 16, group.origin.x + 104,
        group.origin.y + 16, GDK_BUTTON_PRIMARY, 0);
  g_assert_nonnull (strstr (fixture->log->str, "moved triage 64,0;"));
  g_assert_nonnull (strstr (fixture->log->str, "moved publish 64,0;"));
  g_assert_nonnull (strstr (fixture->log->str, "moved write 64,0;"));
  g_assert_nonnull (strstr (fixture->log->str, "moved gate-or 64,0;"));
  g_assert_null (strstr (fixture->log->str, "moved fetch_topic "));
}

static void
test_not_editable (Fixture *fixture, gconstpointer data)
{
  graphene_point_t from = port (fixture, "write", FALSE, NULL);

  g_object_set (fixture->test.canvas, "editable", FALSE, NULL);
  drag (fixture, 100, 400, 140, 450, GDK_BUTTON_PRIMARY, 0);
  drag (fixture, from.x, from.y, from.x + 20, from.y + 300, GDK_BUTTON_PRIMARY, 0);
  troupe_canvas_input_nudge (troupe_canvas_get_hand (fixture->test.canvas), 8, 0);
  troupe_canvas_input_click (troupe_canvas_get_hand (fixture->test.canvas), 748, 410,
                             GDK_BUTTON_PRIMARY, 1, 0);
  expect (fixture, "");
}

static void
test_wire (Fixture *fixture, gconstpointer data)
{
  graphene_point_t reject = port (fixture, "triage", FALSE, "reject");
  graphene_point_t notify = port (fixture, "notify_editors", TRUE, NULL);
  graphene_point_t own = port (fixture, "triage", FALSE, NULL);
  graphene_point_t write = port (fixture, "write", TRUE, NULL);
  graphene_point_t start;

  drag (fixture, reject.x, reject.y, notify.x - 15, notify.y + 10, GDK_BUTTON_PRIMARY, 0);
  expect (fixture, "wire triage.reject>notify_editors;");
  drag (fixture, own.x, own.y, write.x + 40, write.y, GDK_BUTTON_PRIMARY, GDK_CONTROL_MASK);
  expect (fixture, "wire triage.triage>write and;");
  drag (fixture, own.x, own.y, 748, 405, GDK_BUTTON_PRIMARY, 0);
  expect (fixture, "wire triage.triage>gate-or;");
  drag (fixture, own.x, own.y, 700, 700, GDK_BUTTON_PRIMARY, 0);
  expect (fixture, "dropped triage.triage 700,700;");
  drag (fixture, notify.x, notify.y, 60, 700, GDK_BUTTON_PRIMARY, GDK_SHIFT_MASK);
  expect (fixture, "dropped notify_editors.- 60,700 backward;");
  drag (fixture, notify.x, notify.y, reject.x, reject.y, GDK_BUTTON_PRIMARY, 0);
  expect (fixture, "wire triage.reject>notify_editors;");

  /* If two ports are within reach, the nearer port is connected. */
  drag (fixture, notify.x, notify.y, reject.x, reject.y - 20, GDK_BUTTON_PRIMARY, GDK_SHIFT_MASK);
  expect (fixture, "wire triage.quick_note>notify_editors;");

  /* A start method has no input, so it accepts no wire unless the owner allows this. */
  start = port (fixture, "fetch_topic", TRUE, NULL);
  drag (fixture, own.x, own.y, start.x + 30, start.y, GDK_BUTTON_PRIMARY, 0);
  expect (fixture, "");
}

static const char *
hit_node (Fixture *fixture, double x, double y)
{
  const char *id = NULL;

  troupe_canvas_hit (fixture->test.canvas, x, y, &id, NULL);
  return id;
}

/* The status strip of an expanded card is not covered by the card below it. */
static void
test_grown (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas = fixture->test.canvas;
  TroupeCanvasScene *scene = fixture->test.scene;
  const char *const lower[] = { "publish", NULL };
  const char *const none[] = { NULL };
  double x, y;

  troupe_canvas_scene_get_position (scene, "fetch_topic", &x, &y);
  troupe_canvas_scene_set_position (scene, "publish", x, y + 62);
  x += 60;
  y += 70;
  g_assert_cmpstr (hit_node (fixture, x, y), ==, "publish");
  troupe_canvas_scene_set_node_state (scene, "fetch_topic", TROUPE_CANVAS_STATE_DONE, "word");
  g_assert_cmpstr (hit_node (fixture, x, y), ==, "fetch_topic");
  troupe_canvas_scene_set_node_state (scene, "publish", TROUPE_CANVAS_STATE_DONE, "word");
  g_assert_cmpstr (hit_node (fixture, x, y), ==, "fetch_topic");
  /* A card that prompts the user is on top of other cards, and so is a selected card. */
  troupe_canvas_scene_set_node_state (scene, "publish", TROUPE_CANVAS_STATE_ASKING, "word");
  g_assert_cmpstr (hit_node (fixture, x, y), ==, "publish");
  troupe_canvas_scene_set_node_state (scene, "publish", TROUPE_CANVAS_STATE_DONE, "word");
  troupe_canvas_set_selection (canvas, lower);
  g_assert_cmpstr (hit_node (fixture, x, y), ==, "publish");
  troupe_canvas_set_selection (canvas, none);
  canvas_test_draw (&fixture->test);
}

/* If the view scrolls to a new card while the button is pressed, the pressed object is dragged. */
static void
test_pressed (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas = fixture->test.canvas;
  TroupeCanvasInput *hand = troupe_canvas_get_hand (canvas);
  graphene_point_t own = port (fixture, "triage", FALSE, NULL);

  troupe_canvas_input_press (hand, own.x, own.y, FALSE);
  troupe_canvas_set_origin (canvas, 100, 60);
  troupe_canvas_input_begin_drag (hand, own.x, own.y, GDK_BUTTON_PRIMARY, 0, FALSE);
  troupe_canvas_input_update_drag (hand, 600, 640, 0);
  troupe_canvas_input_end_drag (hand, 0);
  expect (fixture, "dropped triage.triage 700,700;");

  /* A removed card is not dragged. */
  troupe_canvas_set_origin (canvas, 0, 0);
  own = port (fixture, "triage", FALSE, NULL);
  troupe_canvas_input_press (hand, own.x, own.y, FALSE);
  troupe_canvas_scene_remove (fixture->test.scene, "triage");
  troupe_canvas_input_begin_drag (hand, own.x, own.y, GDK_BUTTON_PRIMARY, 0, FALSE);
  troupe_canvas_input_update_drag (hand, 700, 700, 0);
  troupe_canvas_input_end_drag (hand, 0);
  expect (fixture, "");
}

static gboolean
refuse (TroupeCanvas *canvas,
        const char *from,
        const char *name,
        const char *to,
        char **reason,
        gpointer user_data)
{
  if (reason != NULL)
    *reason = g_strdup ("It would wait for itself.");
  return !g_str_equal (to, "write");
}

static void
test_refusal (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas = fixture->test.canvas;
  graphene_point_t own = port (fixture, "triage", FALSE, NULL);
  graphene_point_t write = port (fixture, "write", TRUE, NULL);
  CanvasGrip grip;

  troupe_canvas_set_can_connect (canvas, refuse, NULL, NULL);
  troupe_canvas_input_begin_drag (troupe_canvas_get_hand (canvas), own.x, own.y, GDK_BUTTON_PRIMARY,
                                  0, FALSE);
  troupe_canvas_input_update_drag (troupe_canvas_get_hand (canvas), write.x, write.y, 0);
  troupe_canvas_input_get_grip (troupe_canvas_get_hand (canvas), &grip);
  g_assert_true (grip.target_refused);
  g_assert_cmpstr (grip.target_reason, ==, "It would wait for itself.");
  g_assert_true (g_hash_table_contains (grip.refusing, "write"));
  g_assert_false (g_hash_table_contains (grip.refusing, "publish"));
  canvas_test_draw (&fixture->test);
  troupe_canvas_input_end_drag (troupe_canvas_get_hand (canvas), 0);
  expect (fixture, "");
}

static void
test_rewire (Fixture *fixture, gconstpointer data)
{
  graphene_point_t end = port (fixture, "archive_topic", TRUE, NULL);
  graphene_point_t publish = port (fixture, "publish", TRUE, NULL);
  const char *const selected[] = { "triage.reject>archive_topic", NULL };
  const char *const none[] = { NULL };

  drag (fixture, end.x - 14, end.y, publish.x, publish.y, GDK_BUTTON_PRIMARY, 0);
  expect (fixture, "reconnected triage.reject>archive_topic to publish;");
  drag (fixture, end.x - 14, end.y, 700, 700, GDK_BUTTON_PRIMARY, 0);
  expect (fixture, "triage.reject>archive_topic;");
  drag (fixture, end.x - 14, end.y, end.x - 2, end.y, GDK_BUTTON_PRIMARY, 0);
  expect (fixture, "");
  /* The end of the selected wire can be dragged from the input as well. */
  troupe_canvas_set_selection (fixture->test.canvas, selected);
  drag (fixture, end.x, end.y, publish.x, publish.y, GDK_BUTTON_PRIMARY, 0);
  expect (fixture, "reconnected triage.reject>archive_topic to publish;");
  troupe_canvas_set_selection (fixture->test.canvas, none);
  drag (fixture, end.x, end.y, 60, 700, GDK_BUTTON_PRIMARY, GDK_SHIFT_MASK);
  expect (fixture, "dropped archive_topic.- 60,700 backward;");
  /* So can the end of the only wire. */
  drag (fixture, end.x, end.y, 60, 700, GDK_BUTTON_PRIMARY, 0);
  expect (fixture, "triage.reject>archive_topic;");
  /* From input to input: the only wire is moved, and no new one leads from the other card. */
  drag (fixture, end.x - 4, end.y, publish.x + 4, publish.y, GDK_BUTTON_PRIMARY, 0);
  expect (fixture, "reconnected triage.reject>archive_topic to publish;");
}

static void
test_insert (Fixture *fixture, gconstpointer data)
{
  const TroupeCanvasNode lone = {
    .id = "lone", .title = "lone", .x = 600, .y = 620, .has_input = TRUE, .output = "lone"
  };
  graphene_rect_t wire;
  double x, y;

  troupe_canvas_scene_set_node (fixture->test.scene, &lone);
  g_assert_true (
      troupe_canvas_get_bounds (fixture->test.canvas, "triage.quick_note>gate-or", &wire));
  drag (fixture, 640, 646, 640 + wire.origin.x + wire.size.width / 2 - 668,
        646 + wire.origin.y + wire.size.height / 2 - 646, GDK_BUTTON_PRIMARY, GDK_SHIFT_MASK);
  expect (fixture, "inserted lone on triage.quick_note>gate-or;");
  troupe_canvas_scene_get_position (fixture->test.scene, "lone", &x, &y);
  g_assert_cmpfloat (x, ==, 600);
  g_assert_cmpfloat (y, ==, 620);
}

static void
test_band (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas = fixture->test.canvas;

  drag (fixture, 4, 370, 420, 700, GDK_BUTTON_PRIMARY, 0);
  g_assert_true (troupe_canvas_is_selected (canvas, "fetch_topic"));
  g_assert_true (troupe_canvas_is_selected (canvas, "triage"));
  g_assert_true (troupe_canvas_is_selected (canvas, "notify_editors"));
  g_assert_cmpuint (troupe_canvas_get_n_selected (canvas), ==, 3);
  drag (fixture, 785, 470, 720, 380, GDK_BUTTON_PRIMARY, GDK_SHIFT_MASK);
  g_assert_true (troupe_canvas_is_selected (canvas, "gate-or"));
  g_assert_cmpuint (troupe_canvas_get_n_selected (canvas), ==, 4);
  drag (fixture, 4, 370, 190, 480, GDK_BUTTON_PRIMARY, GDK_CONTROL_MASK);
  g_assert_false (troupe_canvas_is_selected (canvas, "fetch_topic"));
  g_assert_cmpuint (troupe_canvas_get_n_selected (canvas), ==, 3);
  expect (fixture, "");
}

/* Returns the number of red pixels beside the line at @x from (@x, 380) to (@x, 440). */
static guint
count_red (Fixture *fixture, int x)
{
  g_autoptr (GskRenderNode) node = canvas_test_snapshot (&fixture->test);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1400, 900);
  cairo_t *cr = cairo_create (surface);
  guint n = 0;

  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  for (int row = 380; row < 440; row++)
    {
      const guchar *line = cairo_image_surface_get_data (surface) +
                           (gsize) row * (gsize) cairo_image_surface_get_stride (surface);

      for (int i = x - 14; i < x - 4; i++)
        n += line[4 * i + 2] > line[4 * i + 1] + 80 && line[4 * i + 2] > line[4 * i] + 80;
    }
  cairo_surface_destroy (surface);
  return n;
}

/* While the stroke is drawn, the wires that it will cut are red. */
static void
test_cut_preview (Fixture *fixture, gconstpointer data)
{
  TroupeCanvasInput *hand = troupe_canvas_get_hand (fixture->test.canvas);

  troupe_canvas_input_begin_drag (hand, 970, 380, GDK_BUTTON_SECONDARY, GDK_CONTROL_MASK, FALSE);
  troupe_canvas_input_update_drag (hand, 970, 390, GDK_CONTROL_MASK);
  g_assert_cmpuint (count_red (fixture, 970), ==, 0);
  troupe_canvas_input_update_drag (hand, 970, 440, GDK_CONTROL_MASK);
  g_assert_cmpuint (count_red (fixture, 970), >, 10);
  troupe_canvas_input_update_drag (hand, 970, 390, GDK_CONTROL_MASK);
  g_assert_cmpuint (count_red (fixture, 970), ==, 0);
  troupe_canvas_input_cancel_drag (hand);
  expect (fixture, "");
}

static void
test_cut (Fixture *fixture, gconstpointer data)
{
  drag (fixture, 970, 380, 970, 440, GDK_BUTTON_SECONDARY, GDK_CONTROL_MASK);
  expect (fixture, "cut write.>review;");
}

static void
test_pan (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas = fixture->test.canvas;
  graphene_point_t before, after;
  double x, y;

  drag (fixture, 300, 300, 250, 330, GDK_BUTTON_MIDDLE, 0);
  troupe_canvas_get_origin (canvas, &x, &y);
  g_assert_cmpfloat_with_epsilon (x, 50, 0.01);
  g_assert_cmpfloat_with_epsilon (y, -30, 0.01);

  before = troupe_canvas_to_canvas (canvas, 200, 150);
  troupe_canvas_zoom_at (canvas, 2.5, 200, 150, FALSE);
  after = troupe_canvas_to_canvas (canvas, 200, 150);
  g_assert_true (graphene_point_near (&before, &after, 0.01f));
  troupe_canvas_zoom_at (canvas, 100, 0, 0, FALSE);
  g_assert_cmpfloat (troupe_canvas_get_zoom (canvas), ==, TROUPE_CANVAS_ZOOM_MAX);
  troupe_canvas_zoom_at (canvas, 0.0001, 0, 0, FALSE);
  g_assert_cmpfloat (troupe_canvas_get_zoom (canvas), ==, TROUPE_CANVAS_ZOOM_MIN);
}

/* The scroll wheel zooms between both limits, from any zoom that Fit has set. */
static void
test_wheel (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas = fixture->test.canvas;
  TroupeCanvasInput *hand = troupe_canvas_get_hand (canvas);
  static const double starts[] = { 1, 0.1, 0.012, TROUPE_CANVAS_ZOOM_MIN };

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    for (guint is_smooth = 0; is_smooth < 2; is_smooth++)
      {
        double scale = is_smooth ? 40 : 1;

        troupe_canvas_set_zoom (canvas, starts[i], FALSE);
        for (guint n = 0; n < 60; n++)
          troupe_canvas_input_scroll (hand, 0, scale, is_smooth, GDK_CONTROL_MASK);
        g_assert_cmpfloat (troupe_canvas_get_zoom (canvas), ==, TROUPE_CANVAS_ZOOM_MIN);
        for (guint n = 0; n < 100; n++)
          troupe_canvas_input_scroll (hand, 0, -scale, is_smooth, GDK_CONTROL_MASK);
        g_assert_cmpfloat (troupe_canvas_get_zoom (canvas), ==, TROUPE_CANVAS_ZOOM_MAX);
      }
}

static void
test_click (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas = fixture->test.canvas;

  troupe_canvas_input_click (troupe_canvas_get_hand (canvas), 860, 410, GDK_BUTTON_PRIMARY, 1, 0);
  g_assert_true (troupe_canvas_is_selected (canvas, "write"));
  g_assert_cmpstr (troupe_canvas_get_focus_id (canvas), ==, "write");
  troupe_canvas_input_click (troupe_canvas_get_hand (canvas), 860, 410, GDK_BUTTON_PRIMARY, 2, 0);
  expect (fixture, "activated write open;");
  troupe_canvas_input_click (troupe_canvas_get_hand (canvas), 1040, 420, GDK_BUTTON_PRIMARY, 2, 0);
  expect (fixture, "activated review;");
  troupe_canvas_input_click (troupe_canvas_get_hand (canvas), 748, 410, GDK_BUTTON_PRIMARY, 1, 0);
  expect (fixture, "gate-or;");
  troupe_canvas_input_click (troupe_canvas_get_hand (canvas), 900, 100, GDK_BUTTON_PRIMARY, 2, 0);
  expect (fixture, "ground 900,100;");
  troupe_canvas_input_click (troupe_canvas_get_hand (canvas), 1220, 450, GDK_BUTTON_SECONDARY, 1,
                             0);
  expect (fixture, "menu publish;");
  g_assert_true (troupe_canvas_is_selected (canvas, "publish"));
  troupe_canvas_input_click (troupe_canvas_get_hand (canvas), 860, 410, GDK_BUTTON_PRIMARY, 1,
                             GDK_CONTROL_MASK);
  g_assert_cmpuint (troupe_canvas_get_n_selected (canvas), ==, 2);
  troupe_canvas_input_click (troupe_canvas_get_hand (canvas), 900, 100, GDK_BUTTON_PRIMARY, 1, 0);
  g_assert_cmpuint (troupe_canvas_get_n_selected (canvas), ==, 0);
}

/* A single click on the arrow of a card opens it, and a double click opens it once. */
static void
test_arrow (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas = fixture->test.canvas;
  TroupeCanvasInput *hand = troupe_canvas_get_hand (canvas);
  graphene_rect_t card;
  graphene_point_t at;

  g_assert_true (troupe_canvas_get_bounds (canvas, "write", &card));
  at = troupe_canvas_to_widget (canvas, card.origin.x + card.size.width - 19, card.origin.y + 26);
  troupe_canvas_input_click (hand, at.x, at.y, GDK_BUTTON_PRIMARY, 1, 0);
  g_assert_true (troupe_canvas_is_selected (canvas, "write"));
  expect (fixture, "activated write open;");
  troupe_canvas_input_click (hand, at.x, at.y, GDK_BUTTON_PRIMARY, 2, 0);
  expect (fixture, "");
  /* The same place of a card without an arrow. */
  g_assert_true (troupe_canvas_get_bounds (canvas, "review", &card));
  at = troupe_canvas_to_widget (canvas, card.origin.x + card.size.width - 19, card.origin.y + 26);
  troupe_canvas_input_click (hand, at.x, at.y, GDK_BUTTON_PRIMARY, 1, 0);
  expect (fixture, "");
}

static void
test_actions (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas = fixture->test.canvas;
  GtkWidget *widget = GTK_WIDGET (canvas);

  troupe_canvas_select_only (canvas, "write");
  g_assert_true (gtk_widget_activate_action (widget, "node.delete", NULL));
  expect (fixture, "node.delete;");
  g_assert_true (gtk_widget_activate_action (widget, "canvas.walk", "s", "right"));
  g_assert_true (troupe_canvas_is_selected (canvas, "review"));
  g_assert_true (gtk_widget_activate_action (widget, "canvas.walk", "s", "left"));
  g_assert_true (gtk_widget_activate_action (widget, "canvas.walk", "s", "extend-left"));
  g_assert_true (troupe_canvas_is_selected (canvas, "gate-or"));
  g_assert_cmpuint (troupe_canvas_get_n_selected (canvas), ==, 2);
  g_assert_true (gtk_widget_activate_action (widget, "canvas.toggle-gate", NULL));
  expect (fixture, "gate-or;");
  troupe_canvas_select_only (canvas, "publish");
  g_assert_true (gtk_widget_activate_action (widget, "node.move", "s", "far-right"));
  expect (fixture, "moved publish 64,0;");
  g_assert_true (gtk_widget_activate_action (widget, "canvas.select-reach", "s", "upstream"));
  g_assert_true (troupe_canvas_is_selected (canvas, "fetch_topic"));
  g_assert_false (troupe_canvas_is_selected (canvas, "notify_editors"));
  g_assert_true (gtk_widget_activate_action (widget, "canvas.select-all", NULL));
  g_assert_cmpuint (troupe_canvas_get_n_selected (canvas), ==, 13);
  g_assert_true (gtk_widget_activate_action (widget, "canvas.invert", NULL));
  g_assert_cmpuint (troupe_canvas_get_n_selected (canvas), ==, 0);
  g_assert_true (gtk_widget_activate_action (widget, "canvas.select-none", NULL));
  expect (fixture, "canvas.leave;");
}

/* Passes a key to the canvas's key controllers. */
static gboolean
press (GtkWidget *widget, guint key, GdkModifierType modifiers)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean is_done = FALSE;

      if (!GTK_IS_EVENT_CONTROLLER_KEY (controller))
        continue;
      g_signal_emit_by_name (controller, "key-pressed", key, 0u, modifiers, &is_done);
      if (is_done)
        return TRUE;
    }
  return FALSE;
}

/* Presses Alt+A followed by a letter, with or without Alt still pressed. */
static void
test_arrange_keys (Fixture *fixture, gconstpointer data)
{
  GtkWidget *widget = GTK_WIDGET (fixture->test.canvas);
  const char *const three[] = { "fetch_topic", "triage", "notify_editors", NULL };

  troupe_canvas_set_selection (fixture->test.canvas, three);
  g_assert_true (press (widget, GDK_KEY_a, GDK_ALT_MASK));
  g_assert_true (press (widget, GDK_KEY_l, 0));
  expect (fixture, "moved triage -184,76;moved notify_editors -184,0;");
  g_assert_true (press (widget, GDK_KEY_a, GDK_ALT_MASK));
  g_assert_false (press (widget, GDK_KEY_Shift_L, GDK_ALT_MASK));
  g_assert_true (press (widget, GDK_KEY_T, GDK_ALT_MASK | GDK_SHIFT_MASK));
  expect (fixture, "moved triage 184,-76;moved notify_editors 396,-256;");
  g_assert_false (press (widget, GDK_KEY_l, 0));
}

static gboolean
overlap (TroupeCanvas *canvas, const char *one, const char *other)
{
  graphene_rect_t a, b;

  return troupe_canvas_get_bounds (canvas, one, &a) &&
         troupe_canvas_get_bounds (canvas, other, &b) && graphene_rect_intersection (&a, &b, NULL);
}

/* Cards that are aligned keep apart, so that none hides another one. */
static void
test_arrange (Fixture *fixture, gconstpointer data)
{
  const char *const three[] = { "fetch_topic", "triage", "notify_editors", NULL };

  troupe_canvas_set_selection (fixture->test.canvas, three);
  troupe_canvas_input_arrange (troupe_canvas_get_hand (fixture->test.canvas), 'L');
  expect (fixture, "moved triage -184,76;moved notify_editors -184,0;");
  troupe_canvas_input_arrange (troupe_canvas_get_hand (fixture->test.canvas), 'T');
  expect (fixture, "moved triage 184,-76;moved notify_editors 396,-256;");
  for (guint i = 0; three[i] != NULL; i++)
    for (guint k = 0; k < i; k++)
      g_assert_false (overlap (fixture->test.canvas, three[i], three[k]));
}

/* Straightening never places a card on another card, regardless of how many wires start at one
 * card. */
static void
test_straighten (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas = fixture->test.canvas;
  TroupeCanvasScene *scene = fixture->test.scene;
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();

  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (scene); i++)
    g_ptr_array_add (ids, (gpointer) troupe_canvas_scene_get_nth_node (scene, i)->id);
  g_ptr_array_add (ids, NULL);
  troupe_canvas_set_selection (canvas, (const char *const *) ids->pdata);
  troupe_canvas_input_arrange (troupe_canvas_get_hand (canvas), 'S');
  g_assert_cmpuint (fixture->log->len, >, 0);
  for (guint i = 0; ids->pdata[i] != NULL; i++)
    for (guint k = 0; k < i; k++)
      if (overlap (canvas, ids->pdata[i], ids->pdata[k]))
        g_error ("%s lies on %s", (const char *) ids->pdata[i], (const char *) ids->pdata[k]);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "move", test_move },
    { "group", test_group },
    { "group-contents", test_group_contents },
    { "not-editable", test_not_editable },
    { "wire", test_wire },
    { "pressed", test_pressed },
    { "grown", test_grown },
    { "refusal", test_refusal },
    { "rewire", test_rewire },
    { "insert", test_insert },
    { "band", test_band },
    { "cut", test_cut },
    { "cut-preview", test_cut_preview },
    { "pan", test_pan },
    { "wheel", test_wheel },
    { "click", test_click },
    { "arrow", test_arrow },
    { "actions", test_actions },
    { "arrange", test_arrange },
    { "straighten", test_straighten },
    { "arrange-keys", test_arrange_keys },
  };

  gtk_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strdup_printf ("/canvas/gestures/%s", tests[i].name);

      g_test_add (path, Fixture, NULL, set_up, tests[i].test, tear_down);
    }
  return g_test_run ();
}
