/* test-drawing.c: measures, levels of detail, proxies, the minimap
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "canvas-test.h"
#include "troupe-canvas-minimap.h"
#include "troupe-canvas-private.h"
#include "troupe-canvas-proxy.h"

static void
test_measures (void)
{
  static const char *const events[] = { "yes", "no", NULL };
  CanvasTest test;
  TroupeCanvasNode node = { .id = "a", .title = "a", .has_input = TRUE, .output = "a" };
  graphene_point_t before, after;
  double width, height;

  canvas_test_open (&test, 400, 300);
  troupe_canvas_measure_node (test.canvas, &node, &width, &height);
  g_assert_cmpfloat (width, ==, CARD_WIDTH_MIN * test.canvas->unit);
  g_assert_cmpfloat (height, ==, CARD_HEAD * test.canvas->unit);
  node.title = "a_name_that_is_far_too_long_for_any_card_there_is";
  node.events = events;
  troupe_canvas_measure_node (test.canvas, &node, &width, &height);
  g_assert_cmpfloat (width, ==, CARD_WIDTH_MAX * test.canvas->unit);
  g_assert_cmpfloat (height, ==, (52 + 2 * 24 + 6) * test.canvas->unit);

  /* A run never moves a port. */
  troupe_canvas_scene_set_node (test.scene, &node);
  g_assert_true (troupe_canvas_get_port (test.canvas, "a", FALSE, "no", &before));
  troupe_canvas_scene_set_node_state (test.scene, "a", TROUPE_CANVAS_STATE_DONE, NULL);
  g_assert_true (troupe_canvas_get_port (test.canvas, "a", FALSE, "no", &after));
  g_assert_true (graphene_point_equal (&before, &after));
  canvas_test_close (&test);
}

/* A run changes paint, never places: nor the way of a wire. */
static void
test_routes_stay (void)
{
  CanvasTest test;
  g_autoptr (GArray) before = NULL;

  canvas_test_open (&test, 400, 300);
  demo_scene_fill_flow (test.scene, FALSE);
  _troupe_canvas_refresh (test.canvas);
  before = g_array_copy (test.canvas->points);
  g_assert_cmpuint (before->len, >, 0);
  demo_scene_fill_flow (test.scene, TRUE);
  _troupe_canvas_refresh (test.canvas);
  g_assert_cmpmem (before->data, before->len * sizeof (graphene_point_t), test.canvas->points->data,
                   test.canvas->points->len * sizeof (graphene_point_t));
  canvas_test_close (&test);
}

static void
test_cut_text (void)
{
  const char *name = "check_facts_against_primary_sources";
  CanvasTest test;
  g_autofree char *whole = NULL, *cut = NULL, *chinese = NULL;
  const char *ellipsis;
  glong front, back;

  canvas_test_open (&test, 400, 300);
  whole = _troupe_canvas_text_cut (test.canvas, FONT_NAME, name, 2000);
  g_assert_cmpstr (whole, ==, name);
  cut = _troupe_canvas_text_cut (test.canvas, FONT_NAME, name, 150);
  ellipsis = strstr (cut, "…");
  g_assert_nonnull (ellipsis);
  front = ellipsis - cut;
  back = (glong) strlen (ellipsis + strlen ("…"));
  g_assert_cmpint (front, ==, (glong) ((double) (front + back) * 0.6 + 0.5));
  g_assert_true (g_str_has_prefix (name, (cut[front] = '\0', cut)));
  g_assert_true (g_str_has_suffix (name, ellipsis + strlen ("…")));
  chinese =
      _troupe_canvas_text_cut (test.canvas, FONT_NAME, "从今天的主题队列中取出第一个主题", 80);
  g_assert_true (g_utf8_validate (chinese, -1, NULL));
  canvas_test_close (&test);
}

static void
test_hit (void)
{
  CanvasTest test;
  const char *id, *port;
  graphene_point_t point;

  canvas_test_open (&test, 1360, 760);
  demo_scene_fill_flow (test.scene, FALSE);
  troupe_canvas_set_zoom (test.canvas, 1.5, FALSE);
  troupe_canvas_set_origin (test.canvas, 100, 120);
  troupe_canvas_get_port (test.canvas, "triage", FALSE, "quick_note", &point);
  point = troupe_canvas_to_widget (test.canvas, point.x + 5, point.y - 5);
  g_assert_cmpint (troupe_canvas_hit (test.canvas, point.x, point.y, &id, &port), ==,
                   TROUPE_CANVAS_KIND_OUTPUT);
  g_assert_cmpstr (id, ==, "triage");
  g_assert_cmpstr (port, ==, "quick_note");
  point = troupe_canvas_to_widget (test.canvas, 748, 410);
  g_assert_cmpint (troupe_canvas_hit (test.canvas, point.x, point.y, &id, NULL), ==,
                   TROUPE_CANVAS_KIND_GATE);
  point = troupe_canvas_to_widget (test.canvas, 100, 200);
  g_assert_cmpint (troupe_canvas_hit (test.canvas, point.x, point.y, &id, NULL), ==,
                   TROUPE_CANVAS_KIND_NOTE);
  point = troupe_canvas_to_widget (test.canvas, 780, 410);
  g_assert_cmpint (troupe_canvas_hit (test.canvas, point.x, point.y, &id, NULL), !=,
                   TROUPE_CANVAS_KIND_GROUND);
  g_assert_cmpint (troupe_canvas_hit (test.canvas, 4, 4, &id, NULL), ==, TROUPE_CANVAS_KIND_GROUND);
  g_assert_null (id);
  canvas_test_close (&test);
}

static void
test_levels (void)
{
  CanvasTest test;

  canvas_test_open (&test, 400, 300);
  troupe_canvas_set_zoom (test.canvas, 1, FALSE);
  g_assert_cmpuint (_troupe_canvas_get_level (test.canvas, 10), ==, 0);
  g_assert_cmpuint (_troupe_canvas_get_level (test.canvas, 1500), ==, 0);
  g_assert_cmpuint (_troupe_canvas_get_level (test.canvas, 1501), ==, 1);
  g_assert_cmpuint (_troupe_canvas_get_level (test.canvas, 4000), ==, 1);
  g_assert_cmpuint (_troupe_canvas_get_level (test.canvas, 4001), ==, 2);
  troupe_canvas_set_zoom (test.canvas, 0.59, FALSE);
  g_assert_cmpuint (_troupe_canvas_get_level (test.canvas, 10), ==, 1);
  troupe_canvas_set_zoom (test.canvas, 0.29, FALSE);
  g_assert_cmpuint (_troupe_canvas_get_level (test.canvas, 10), ==, 2);
  troupe_canvas_set_zoom (test.canvas, 1, FALSE);
  canvas_test_close (&test);
}

/* GTK 4.8's GL renderer dies of too many render nodes: however much lies on one heap. */
static void
test_cap (void)
{
  CanvasTest test;
  const guint crowds[] = { 1400, 3000, 10000 };

  for (guint i = 0; i < G_N_ELEMENTS (crowds); i++)
    {
      g_autoptr (GskRenderNode) node = NULL;
      guint count;

      canvas_test_open (&test, 600, 400);
      demo_scene_fill_many (test.scene, crowds[i]);
      troupe_canvas_scene_begin_update (test.scene);
      for (guint n = 0; n < crowds[i]; n++)
        {
          const char *id = troupe_canvas_scene_get_nth_node (test.scene, n)->id;

          troupe_canvas_scene_set_position (test.scene, id, 5.0 * (n % 60), 2.0 * (n / 60));
        }
      troupe_canvas_scene_end_update (test.scene);
      troupe_canvas_set_origin (test.canvas, 0, 0);
      node = canvas_test_snapshot (&test);
      count = canvas_test_count_nodes (node);
      g_test_message ("%u cards on a heap: level %u, %u render nodes", crowds[i],
                      test.canvas->last_level, count);
      g_assert_cmpuint (test.canvas->last_cards, ==, crowds[i]);
      g_assert_cmpuint (test.canvas->last_level, ==, i);
      g_assert_cmpuint (count, <, 40000);
      canvas_test_close (&test);
    }
}

/* The budget of a card (DESIGN-UI §2): foot, fill, border, mark, icon, two texts, two ports of two. */
static void
test_budget (void)
{
  CanvasTest test;
  const TroupeCanvasNode node = { .id = "a",
                                  .title = "fetch",
                                  .summary = "From the queue",
                                  .icon_name = "troupe-tool-symbolic",
                                  .has_input = TRUE,
                                  .output = "a",
                                  .role = TROUPE_CANVAS_ROLE_LISTENER,
                                  .x = 40,
                                  .y = 40 };
  g_autoptr (GskRenderNode) empty = NULL, full = NULL;
  guint count;

  canvas_test_open (&test, 400, 300);
  empty = canvas_test_snapshot (&test);
  troupe_canvas_scene_set_node (test.scene, &node);
  full = canvas_test_snapshot (&test);
  count = canvas_test_count_nodes (full) - canvas_test_count_nodes (empty);
  g_assert_cmpuint (count, >=, 7);
  g_assert_cmpuint (count, <=, 11);
  canvas_test_close (&test);
}

/* GTK's GL renderer paints a border that is narrower than its corners are round twice where it turns;
 * that is seen where it fills what is translucent. */
static void
check_fills (GskRenderNode *node)
{
  const GskRoundedRect *outline;
  const float *widths;

  switch (gsk_render_node_get_node_type (node))
    {
    case GSK_CONTAINER_NODE:
      for (guint i = 0; i < gsk_container_node_get_n_children (node); i++)
        check_fills (gsk_container_node_get_child (node, i));
      break;
    case GSK_TRANSFORM_NODE:
      check_fills (gsk_transform_node_get_child (node));
      break;
    case GSK_CLIP_NODE:
      check_fills (gsk_clip_node_get_child (node));
      break;
    case GSK_BORDER_NODE:
      outline = gsk_border_node_get_outline (node);
      widths = gsk_border_node_get_widths (node);
      if (2 * widths[0] >= MIN (outline->bounds.size.width, outline->bounds.size.height))
        for (guint i = 0; i < G_N_ELEMENTS (outline->corner); i++)
          g_assert_cmpfloat (outline->corner[i].height, <=, widths[0]);
      break;
    default:
      break;
    }
}

static void
test_fills (void)
{
  CanvasTest test;
  g_autoptr (GskRenderNode) node = NULL;

  canvas_test_open (&test, 1400, 900);
  demo_scene_fill_flow (test.scene, TRUE);
  node = canvas_test_snapshot (&test);
  check_fills (node);
  canvas_test_close (&test);
}

/* Only the card that has changed is drawn anew. */
static void
test_one_card (void)
{
  CanvasTest test;
  CardCache *write, *review;
  GskRenderNode *write_node, *review_node;

  canvas_test_open (&test, 1360, 760);
  demo_scene_fill_flow (test.scene, FALSE);
  troupe_canvas_set_origin (test.canvas, 0, 0);
  canvas_test_draw (&test);
  write = g_hash_table_lookup (test.canvas->cards,
                               _troupe_canvas_scene_lookup (test.scene, TROUPE_CANVAS_KIND_NODE,
                                                            "write"));
  review = g_hash_table_lookup (test.canvas->cards,
                                _troupe_canvas_scene_lookup (test.scene, TROUPE_CANVAS_KIND_NODE,
                                                             "review"));
  g_assert_nonnull (write);
  g_assert_nonnull (review);
  write_node = gsk_render_node_ref (write->node);
  review_node = gsk_render_node_ref (review->node);
  troupe_canvas_scene_set_node_state (test.scene, "write", TROUPE_CANVAS_STATE_DONE, NULL);
  canvas_test_draw (&test);
  g_assert_true (write->node != write_node);
  g_assert_true (review->node == review_node);
  gsk_render_node_unref (write_node);
  gsk_render_node_unref (review_node);
  canvas_test_close (&test);
}

static TroupeCanvasProxy *
find_proxy (CanvasTest *test, const char *id)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (test->canvas)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (TROUPE_IS_CANVAS_PROXY (child) &&
        g_strcmp0 (troupe_canvas_proxy_get_id (TROUPE_CANVAS_PROXY (child)), id) == 0)
      return TROUPE_CANVAS_PROXY (child);

  return NULL;
}

static void
log_command (TroupeCanvas *canvas, const char *name, char **log)
{
  g_free (*log);
  *log = g_strdup (name);
}

static void
test_proxies (void)
{
  CanvasTest test;
  TroupeCanvasProxy *write, *review;
  g_autofree char *log = NULL;

  canvas_test_open (&test, 1360, 760);
  demo_scene_fill_flow (test.scene, FALSE);
  troupe_canvas_scene_set_accessible_text (test.scene, "write", "write, listener, agent",
                                           "runs after quick_note; leads to review");
  troupe_canvas_set_origin (test.canvas, 0, 0);
  canvas_test_draw (&test);
  write = find_proxy (&test, "write");
  review = find_proxy (&test, "review");
  g_assert_nonnull (write);
  g_assert_nonnull (review);
  g_assert_nonnull (find_proxy (&test, "gate-or"));
  gtk_test_accessible_assert_role (test.canvas, GTK_ACCESSIBLE_ROLE_LIST);
  gtk_test_accessible_assert_role (write, GTK_ACCESSIBLE_ROLE_LIST_ITEM);
  gtk_test_accessible_assert_property (write, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "write, listener, agent");
  gtk_test_accessible_assert_property (write, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "runs after quick_note; leads to review");
  gtk_test_accessible_assert_relation (write, GTK_ACCESSIBLE_RELATION_FLOW_TO, review, NULL);

  g_signal_connect (test.canvas, "command", G_CALLBACK (log_command), &log);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (write), "node.delete", NULL));
  g_assert_cmpstr (log, ==, "node.delete");
  g_assert_true (troupe_canvas_is_selected (test.canvas, "write"));

  /* Out of view: the proxy goes; the focused one stays, or the focus would be lost. */
  troupe_canvas_set_focus_id (test.canvas, "review");
  troupe_canvas_set_origin (test.canvas, 5000, 5000);
  canvas_test_draw (&test);
  g_assert_null (find_proxy (&test, "write"));
  g_assert_nonnull (find_proxy (&test, "review"));
  canvas_test_close (&test);
}

static void
test_pool (void)
{
  CanvasTest test;

  canvas_test_open (&test, 1200, 900);
  demo_scene_fill_many (test.scene, 3000);
  troupe_canvas_set_zoom (test.canvas, 0.1, FALSE);
  canvas_test_draw (&test);
  g_assert_cmpuint (test.canvas->proxies->len, ==, PROXIES_MAX);
  canvas_test_close (&test);
}

static void
test_fit (void)
{
  CanvasTest test;
  graphene_rect_t all, view;

  canvas_test_open (&test, 700, 500);
  demo_scene_fill_flow (test.scene, FALSE);
  troupe_canvas_fit_all (test.canvas, FALSE);
  g_assert_true (troupe_canvas_get_all_bounds (test.canvas, &all));
  troupe_canvas_get_view (test.canvas, &view);
  g_assert_true (graphene_rect_contains_rect (&view, &all));
  g_assert_cmpfloat (troupe_canvas_get_zoom (test.canvas), <=, 1);
  troupe_canvas_select_only (test.canvas, "write");
  troupe_canvas_fit_selection (test.canvas, FALSE);
  g_assert_cmpfloat (troupe_canvas_get_zoom (test.canvas), ==, 1);
  troupe_canvas_center_on (test.canvas, "publish", FALSE);
  troupe_canvas_get_view (test.canvas, &view);
  troupe_canvas_get_bounds (test.canvas, "publish", &all);
  g_assert_true (graphene_rect_contains_rect (&view, &all));
  canvas_test_close (&test);
}

/* What a run paints, and a card that moves, must not route ten thousand wires again in each frame. */
static void
test_routes_kept (void)
{
  CanvasTest test;
  TroupeCanvasNodeRun run = TROUPE_CANVAS_NODE_RUN_INIT;
  graphene_rect_t kept, moved;
  const char *wire;

  canvas_test_open (&test, 700, 500);
  demo_scene_fill_flow (test.scene, FALSE);
  canvas_test_draw (&test);
  g_assert_cmpuint (test.canvas->last_routed, ==, troupe_canvas_scene_get_n_wires (test.scene));

  run.state = TROUPE_CANVAS_STATE_RUNNING;
  run.stream = "so far";
  troupe_canvas_scene_set_node_run (test.scene, "triage", &run);
  canvas_test_draw (&test);
  g_assert_cmpuint (test.canvas->last_routed, ==, 0);

  /* One card moves: its wires do, and those that go around cards. */
  wire = troupe_canvas_scene_get_nth_wire (test.scene, 0)->id;
  troupe_canvas_get_bounds (test.canvas, wire, &kept);
  troupe_canvas_scene_set_position (test.scene, "publish", 2000, 900);
  canvas_test_draw (&test);
  g_assert_cmpuint (test.canvas->last_routed, >, 0);
  g_assert_cmpuint (test.canvas->last_routed, <, troupe_canvas_scene_get_n_wires (test.scene) / 2);
  troupe_canvas_get_bounds (test.canvas, wire, &moved);
  g_assert_true (graphene_rect_equal (&kept, &moved));

  g_object_set (test.canvas, "orthogonal", TRUE, NULL);
  canvas_test_draw (&test);
  g_assert_cmpuint (test.canvas->last_routed, ==, troupe_canvas_scene_get_n_wires (test.scene));
  canvas_test_close (&test);
}

/* Whatever was moved, the wires run as if they were all routed now. */
static void
test_routes_same (void)
{
  CanvasTest test, fresh;
  g_autoptr (GRand) rand = NULL;
  guint32 seed = g_random_int ();

  g_test_message ("seed %u", seed);
  rand = g_rand_new_with_seed (seed);
  canvas_test_open (&test, 700, 500);
  canvas_test_open (&fresh, 700, 500);
  demo_scene_fill_flow (test.scene, FALSE);
  for (guint round = 0; round < 60; round++)
    {
      guint n = troupe_canvas_scene_get_n_nodes (test.scene);
      const char *id =
          troupe_canvas_scene_get_nth_node (test.scene, g_rand_int_range (rand, 0, n))->id;

      troupe_canvas_scene_set_position (test.scene, id, g_rand_int_range (rand, -900, 900),
                                        g_rand_int_range (rand, -900, 900));
      _troupe_canvas_refresh (test.canvas);
      troupe_canvas_set_scene (fresh.canvas, NULL);
      troupe_canvas_set_scene (fresh.canvas, test.scene);
      for (guint i = 0; i < troupe_canvas_scene_get_n_wires (test.scene); i++)
        {
          const char *wire = troupe_canvas_scene_get_nth_wire (test.scene, i)->id;
          graphene_rect_t one, other;

          g_assert_true (troupe_canvas_get_bounds (test.canvas, wire, &one));
          g_assert_true (troupe_canvas_get_bounds (fresh.canvas, wire, &other));
          g_assert_true (graphene_rect_equal (&one, &other));
        }
    }
  troupe_canvas_set_scene (fresh.canvas, fresh.scene);
  canvas_test_close (&fresh);
  canvas_test_close (&test);
}

static gboolean
is_not_wanted (gpointer minimap)
{
  return !troupe_canvas_minimap_get_wanted (minimap);
}

static void
test_minimap (void)
{
  CanvasTest test;
  GtkWidget *minimap;

  canvas_test_open (&test, 700, 500);
  demo_scene_fill_flow (test.scene, FALSE);
  minimap = g_object_ref_sink (troupe_canvas_minimap_new (test.canvas));
  g_assert_true (troupe_canvas_minimap_get_wanted (TROUPE_CANVAS_MINIMAP (minimap)));
  troupe_canvas_fit_all (test.canvas, FALSE);
  g_assert_true (troupe_canvas_minimap_get_wanted (TROUPE_CANVAS_MINIMAP (minimap)));
  canvas_test_wait (is_not_wanted, minimap);
  troupe_canvas_minimap_set_pinned (TROUPE_CANVAS_MINIMAP (minimap), TRUE);
  g_assert_true (troupe_canvas_minimap_get_wanted (TROUPE_CANVAS_MINIMAP (minimap)));
  g_assert_finalize_object (minimap);
  canvas_test_close (&test);
}

/* Each picture is drawn without a warning, in both schemes and at all levels; twice the same. */
static void
test_pictures (void)
{
  static const double zooms[] = { 1, 0.5, 0.2, 4 };
  CanvasTest test;

  canvas_test_open (&test, 800, 600);
  demo_scene_fill_anatomy (test.scene);
  demo_scene_fill_crew (test.scene);
  troupe_canvas_select_all (test.canvas);
  for (guint i = 0; i < 8; i++)
    {
      GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (test.window));
      g_autoptr (GskRenderNode) node = NULL;
      g_autoptr (GdkTexture) texture = NULL;

      g_object_set (test.canvas, "dark", i % 2 == 1, "high-contrast", i % 3 == 1, "orthogonal",
                    i % 4 == 2, NULL);
      troupe_canvas_set_zoom (test.canvas, zooms[i / 2], FALSE);
      troupe_canvas_set_origin (test.canvas, -10, -10);
      canvas_test_draw (&test);
      node = canvas_test_snapshot (&test);
      texture = gsk_renderer_render_texture (renderer, node, NULL);
      g_assert_cmpint (gdk_texture_get_width (texture), ==, 800);
    }
  canvas_test_close (&test);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/canvas/drawing/measures", test_measures);
  g_test_add_func ("/canvas/drawing/routes-stay", test_routes_stay);
  g_test_add_func ("/canvas/drawing/cut-text", test_cut_text);
  g_test_add_func ("/canvas/drawing/hit", test_hit);
  g_test_add_func ("/canvas/drawing/levels", test_levels);
  g_test_add_func ("/canvas/drawing/cap", test_cap);
  g_test_add_func ("/canvas/drawing/budget", test_budget);
  g_test_add_func ("/canvas/drawing/fills", test_fills);
  g_test_add_func ("/canvas/drawing/one-card", test_one_card);
  g_test_add_func ("/canvas/drawing/proxies", test_proxies);
  g_test_add_func ("/canvas/drawing/pool", test_pool);
  g_test_add_func ("/canvas/drawing/fit", test_fit);
  g_test_add_func ("/canvas/drawing/routes-kept", test_routes_kept);
  g_test_add_func ("/canvas/drawing/routes-same", test_routes_same);
  g_test_add_func ("/canvas/drawing/minimap", test_minimap);
  g_test_add_func ("/canvas/drawing/pictures", test_pictures);
  return g_test_run ();
}
