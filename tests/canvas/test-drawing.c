/* test-drawing.c: drawing of the canvas: sizes, levels of detail, proxies, the minimap
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "canvas-test.h"
#include "troupe-canvas-accessible-node.h"
#include "troupe-canvas-minimap.h"
#include "troupe-canvas-painter-private.h"
#include "troupe-canvas-parts.h"
#include "troupe-canvas-sizes.h"

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
  g_assert_cmpfloat (width, ==,
                     CARD_WIDTH_MIN * troupe_canvas_viewport_get_unit (
                                          troupe_canvas_get_viewport (test.canvas)));
  g_assert_cmpfloat (height, ==,
                     CARD_HEAD * troupe_canvas_viewport_get_unit (
                                     troupe_canvas_get_viewport (test.canvas)));
  node.title = "a_name_that_is_far_too_long_for_any_card_there_is";
  node.events = events;
  troupe_canvas_measure_node (test.canvas, &node, &width, &height);
  g_assert_cmpfloat (width, ==,
                     CARD_WIDTH_MAX * troupe_canvas_viewport_get_unit (
                                          troupe_canvas_get_viewport (test.canvas)));
  g_assert_cmpfloat (height, ==,
                     (52 + 2 * 24 + 6) * troupe_canvas_viewport_get_unit (
                                             troupe_canvas_get_viewport (test.canvas)));

  /* A run does not move a port. */
  troupe_canvas_scene_set_node (test.scene, &node);
  g_assert_true (troupe_canvas_get_port (test.canvas, "a", FALSE, "no", &before));
  troupe_canvas_scene_set_node_state (test.scene, "a", TROUPE_CANVAS_STATE_DONE, NULL);
  g_assert_true (troupe_canvas_get_port (test.canvas, "a", FALSE, "no", &after));
  g_assert_true (graphene_point_equal (&before, &after));
  canvas_test_close (&test);
}

/* Returns all points of all wires. */
static GArray *
copy_points (TroupeCanvas *canvas)
{
  TroupeCanvasRouter *router = troupe_canvas_get_router (canvas);
  GArray *points = g_array_new (FALSE, FALSE, sizeof (graphene_point_t));
  guint n;
  const CanvasRoute *routes = troupe_canvas_router_get_routes (router, &n);

  for (guint i = 0; i < n; i++)
    if (routes[i].n_segments > 0)
      g_array_append_vals (points, troupe_canvas_router_get_points (router, &routes[i]),
                           3 * routes[i].n_segments + 1);

  return points;
}

/* A run changes colors but no positions, so wires keep their paths. */
static void
test_routes_stay (void)
{
  CanvasTest test;
  g_autoptr (GArray) before = NULL;
  g_autoptr (GArray) after = NULL;

  canvas_test_open (&test, 400, 300);
  demo_scene_fill_flow (test.scene, FALSE);
  troupe_canvas_refresh (test.canvas);
  before = copy_points (test.canvas);
  g_assert_cmpuint (before->len, >, 0);
  demo_scene_fill_flow (test.scene, TRUE);
  troupe_canvas_refresh (test.canvas);
  after = copy_points (test.canvas);
  g_assert_cmpmem (before->data, before->len * sizeof (graphene_point_t), after->data,
                   after->len * sizeof (graphene_point_t));
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
  whole = troupe_canvas_text_cut (troupe_canvas_get_text (test.canvas), FONT_NAME, name, 2000);
  g_assert_cmpstr (whole, ==, name);
  cut = troupe_canvas_text_cut (troupe_canvas_get_text (test.canvas), FONT_NAME, name, 150);
  ellipsis = strstr (cut, "…");
  g_assert_nonnull (ellipsis);
  front = ellipsis - cut;
  back = (glong) strlen (ellipsis + strlen ("…"));
  g_assert_cmpint (front, ==, (glong) ((double) (front + back) * 0.6 + 0.5));
  g_assert_true (g_str_has_prefix (name, (cut[front] = '\0', cut)));
  g_assert_true (g_str_has_suffix (name, ellipsis + strlen ("…")));
  chinese = troupe_canvas_text_cut (troupe_canvas_get_text (test.canvas), FONT_NAME,
                                    "从今天的主题队列中取出第一个主题", 80);
  g_assert_true (g_utf8_validate (chinese, -1, NULL));
  canvas_test_close (&test);
}

/* Only the ends of a very long name are laid out, which takes no longer than that of another one. */
static void
test_long_text (void)
{
  g_autoptr (GString) name = g_string_new ("begin");
  g_autoptr (PangoLayout) layout = NULL;
  g_autofree char *cut = NULL;
  CanvasTest test;

  while (name->len < 1000000)
    g_string_append (name, "好");
  g_string_append (name, "end");
  canvas_test_open (&test, 400, 300);
  layout = troupe_canvas_text_layout (troupe_canvas_get_text (test.canvas), FONT_NAME, name->str);
  g_assert_cmpuint (strlen (pango_layout_get_text (layout)), <, 4096);
  g_assert_true (g_utf8_validate (pango_layout_get_text (layout), -1, NULL));
  g_assert_true (g_str_has_prefix (pango_layout_get_text (layout), "begin好"));
  g_assert_true (g_str_has_suffix (pango_layout_get_text (layout), "好end"));
  g_assert_cmpfloat (troupe_canvas_text_width (troupe_canvas_get_text (test.canvas), FONT_NAME,
                                               name->str),
                     >, 1000);
  cut = troupe_canvas_text_cut (troupe_canvas_get_text (test.canvas), FONT_NAME, name->str, 150);
  g_assert_cmpuint (strlen (cut), <, 200);
  g_assert_true (g_str_has_suffix (cut, "end"));
  canvas_test_close (&test);
}

/* Returns the number of painted nodes of as many notes, which lie on each other. */
static guint
count_notes (guint n_notes, const char *text)
{
  g_autoptr (GskRenderNode) node = NULL;
  CanvasTest test;
  guint count;

  canvas_test_open (&test, 800, 600);
  for (guint i = 0; i < n_notes; i++)
    {
      g_autofree char *id = g_strdup_printf ("note%u", i);
      const TroupeCanvasNote note = {
        .id = id, .x = 100, .y = 100, .width = 200, .height = 100, .text = text
      };

      troupe_canvas_scene_set_note (test.scene, &note);
    }
  canvas_test_draw (&test);
  node = canvas_test_snapshot (&test);
  count = canvas_test_count_nodes (node);
  canvas_test_close (&test);
  return count;
}

/* Of many notes that lie on each other, only those on top have a text, so that a frame does not take seconds. */
static void
test_pile_of_notes (void)
{
  g_autofree char *text = g_strnfill (3000, 'a');
  const guint n_plain = count_notes (2, "") - count_notes (1, "");

  g_assert_cmpuint (count_notes (2, text) - count_notes (1, text), >, n_plain);
  g_assert_cmpuint (count_notes (200, text) - count_notes (100, text), ==, 100 * n_plain);
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
  g_assert_cmpuint (troupe_canvas_painter_choose_level (troupe_canvas_get_scale (test.canvas), 10),
                    ==, 0);
  g_assert_cmpuint (
      troupe_canvas_painter_choose_level (troupe_canvas_get_scale (test.canvas), 1500), ==, 0);
  g_assert_cmpuint (
      troupe_canvas_painter_choose_level (troupe_canvas_get_scale (test.canvas), 1501), ==, 1);
  g_assert_cmpuint (
      troupe_canvas_painter_choose_level (troupe_canvas_get_scale (test.canvas), 4000), ==, 1);
  g_assert_cmpuint (
      troupe_canvas_painter_choose_level (troupe_canvas_get_scale (test.canvas), 4001), ==, 2);
  troupe_canvas_set_zoom (test.canvas, 0.59, FALSE);
  g_assert_cmpuint (troupe_canvas_painter_choose_level (troupe_canvas_get_scale (test.canvas), 10),
                    ==, 1);
  troupe_canvas_set_zoom (test.canvas, 0.29, FALSE);
  g_assert_cmpuint (troupe_canvas_painter_choose_level (troupe_canvas_get_scale (test.canvas), 10),
                    ==, 2);
  troupe_canvas_set_zoom (test.canvas, 1, FALSE);
  canvas_test_close (&test);
}

/* Above a zoom of 1:1, a card keeps its render nodes. GTK renderers other than cairo always get
 * render nodes. */
#define ZOOM_OF_NODES 1.01

/* GTK 4.8's GL renderer crashes if there are too many render nodes. Therefore, their number is
 * limited, regardless of how many cards overlap. */
static void
test_cap (void)
{
  CanvasTest test;
  const guint crowds[] = { 1400, 3000, 10000 };

  for (guint i = 0; i < G_N_ELEMENTS (crowds); i++)
    {
      g_autoptr (GskRenderNode) node = NULL;
      guint count, level, n_cards;

      canvas_test_open (&test, 600, 400);
      demo_scene_fill_many (test.scene, crowds[i]);
      troupe_canvas_scene_begin_update (test.scene);
      for (guint n = 0; n < crowds[i]; n++)
        {
          const char *id = troupe_canvas_scene_get_nth_node (test.scene, n)->id;

          troupe_canvas_scene_set_position (test.scene, id, 5.0 * (n % 60), 2.0 * (n / 60));
        }
      troupe_canvas_scene_end_update (test.scene);
      troupe_canvas_set_zoom (test.canvas, ZOOM_OF_NODES, FALSE);
      troupe_canvas_set_origin (test.canvas, 0, 0);
      node = canvas_test_snapshot (&test);
      count = canvas_test_count_nodes (node);
      troupe_canvas_painter_get_last (troupe_canvas_get_painter (test.canvas), &level, &n_cards);
      g_test_message ("%u cards on a heap: level %u, %u render nodes", crowds[i], level, count);
      g_assert_cmpuint (n_cards, ==, crowds[i]);
      g_assert_cmpuint (level, ==, i);
      g_assert_cmpuint (count, <, 40000);
      canvas_test_close (&test);
    }
}

/* In a desktop from right to left, a graph and its texts are laid out as in any other. */
static void
test_right_to_left (void)
{
  g_autoptr (PangoLayout) layout = NULL;
  CanvasTest test;

  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  canvas_test_open (&test, 400, 300);
  layout = troupe_canvas_text_layout (troupe_canvas_get_text (test.canvas), FONT_NAME, "begin");
  g_assert_cmpint (pango_context_get_base_dir (pango_layout_get_context (layout)), ==,
                   PANGO_DIRECTION_LTR);
  canvas_test_close (&test);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

/* Returns the pixels that are currently painted. */
static GBytes *
paint (CanvasTest *test)
{
  g_autoptr (GskRenderNode) node = canvas_test_snapshot (test);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 400, 300);
  cairo_t *cr = cairo_create (surface);
  GBytes *bytes;

  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  bytes = g_bytes_new (cairo_image_surface_get_data (surface),
                       300 * (gsize) cairo_image_surface_get_stride (surface));
  cairo_surface_destroy (surface);
  return bytes;
}

/* Returns TRUE if the status text is visible on @node at a small zoom. */
static gboolean
shows_word (const TroupeCanvasNode *node)
{
  static const char *const words[] = { "Answering the manager", "On compare" };
  g_autoptr (GBytes) first = NULL;
  g_autoptr (GBytes) second = NULL;
  CanvasTest test;

  canvas_test_open (&test, 400, 300);
  troupe_canvas_scene_set_node (test.scene, node);
  troupe_canvas_set_zoom (test.canvas, 0.5, FALSE);
  troupe_canvas_set_origin (test.canvas, 0, 0);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      TroupeCanvasNodeRun run = TROUPE_CANVAS_NODE_RUN_INIT;

      run.state = TROUPE_CANVAS_STATE_DONE;
      run.word = words[i];
      troupe_canvas_scene_set_node_run (test.scene, node->id, &run);
      *(i == 0 ? &first : &second) = paint (&test);
    }
  canvas_test_close (&test);
  return !g_bytes_equal (first, second);
}

/* Cards of crews show their progress even at zoom levels at which small text is unreadable. */
static void
test_far (void)
{
  static const char *const none[] = { NULL };
  TroupeCanvasNode node = { .id = "a", .title = "Analyst", .x = 40, .y = 40 };

  g_assert_false (shows_word (&node));
  node.is_person = TRUE;
  node.chips = none;
  g_assert_true (shows_word (&node));
  node.is_person = FALSE;
  node.owner = "Analyst";
  g_assert_true (shows_word (&node));
}

/* Fitting uses smaller margins if this makes the texts readable. */
static void
test_fit_to_read (void)
{
  TroupeCanvasNode node = { .id = "a", .title = "a", .x = 0, .y = 0 };
  CanvasTest test;
  graphene_rect_t bounds;
  double unit;

  canvas_test_open (&test, 700, 500);
  unit = troupe_canvas_viewport_get_unit (troupe_canvas_get_viewport (test.canvas));
  troupe_canvas_scene_set_node (test.scene, &node);
  node.id = "b";
  node.x = 0;
  /* The view is 500 px high. With margins of 64 px the scale would be 0.56; with 24 px it is
   * 0.68. */
  node.y = 660 / unit - CARD_HEAD;
  troupe_canvas_scene_set_node (test.scene, &node);
  canvas_test_draw (&test);
  troupe_canvas_fit_all (test.canvas, FALSE);
  g_assert_cmpfloat_with_epsilon (troupe_canvas_get_scale (test.canvas), ZOOM_DETAIL, 0.001);
  node.y = 1000 / unit;
  troupe_canvas_scene_set_node (test.scene, &node);
  canvas_test_draw (&test);
  troupe_canvas_fit_all (test.canvas, FALSE);
  g_assert_true (troupe_canvas_get_bounds (test.canvas, "b", &bounds));
  g_assert_cmpfloat (troupe_canvas_get_scale (test.canvas), <, 0.5);
  canvas_test_close (&test);
}

/* The render node budget of a card (doc/interface.md §2). A card has a foot, a fill, a border, a
 * mark, an icon, two texts, and two ports of two nodes each. */
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
  g_autoptr (GskRenderNode) empty = NULL, full = NULL, flat = NULL;
  guint count;

  canvas_test_open (&test, 400, 300);
  troupe_canvas_set_zoom (test.canvas, ZOOM_OF_NODES, FALSE);
  troupe_canvas_set_origin (test.canvas, 0, 0);
  empty = canvas_test_snapshot (&test);
  troupe_canvas_scene_set_node (test.scene, &node);
  full = canvas_test_snapshot (&test);
  count = canvas_test_count_nodes (full) - canvas_test_count_nodes (empty);
  g_assert_cmpuint (count, >=, 7);
  g_assert_cmpuint (count, <=, 11);
  /* These tests use cairo, for which the card is a single drawing. */
  troupe_canvas_set_zoom (test.canvas, 1, FALSE);
  troupe_canvas_set_origin (test.canvas, 0, 0);
  flat = canvas_test_snapshot (&test);
  g_assert_cmpuint (canvas_test_count_nodes (flat) - canvas_test_count_nodes (empty), ==, 1);
  canvas_test_close (&test);
}

/* GTK's GL renderer paints the corners of a border twice if it is narrower than their radius,
 * which is visible if the fill is translucent. */
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
  troupe_canvas_set_zoom (test.canvas, ZOOM_OF_NODES, FALSE);
  node = canvas_test_snapshot (&test);
  check_fills (node);
  canvas_test_close (&test);
}

static GskRenderNode *
get_kept (CanvasTest *test, const char *id)
{
  const TroupeRecord *record = troupe_scene_find (test->scene, TROUPE_CANVAS_KIND_NODE, id);
  GskRenderNode *node;

  g_assert_nonnull (record);
  node = troupe_canvas_painter_get_node (troupe_canvas_get_painter (test->canvas),
                                         (const TroupeNodeRecord *) record);
  g_assert_nonnull (node);
  return node;
}

/* Only the changed card is drawn again. */
static void
test_one_card (void)
{
  CanvasTest test;
  g_autoptr (GskRenderNode) write = NULL;
  g_autoptr (GskRenderNode) review = NULL;

  canvas_test_open (&test, 1360, 760);
  demo_scene_fill_flow (test.scene, FALSE);
  troupe_canvas_set_origin (test.canvas, 0, 0);
  canvas_test_draw (&test);
  write = gsk_render_node_ref (get_kept (&test, "write"));
  review = gsk_render_node_ref (get_kept (&test, "review"));
  troupe_canvas_scene_set_node_state (test.scene, "write", TROUPE_CANVAS_STATE_DONE, NULL);
  canvas_test_draw (&test);
  g_assert_true (get_kept (&test, "write") != write);
  g_assert_true (get_kept (&test, "review") == review);
  canvas_test_close (&test);
}

static guint
count_drawn (CanvasTest *test, TroupeCanvasMark mark)
{
  g_autoptr (GskRenderNode) node = NULL;

  g_assert_true (troupe_canvas_scene_set_node_mark (test->scene, "a", mark));
  node = canvas_test_snapshot (test);
  return canvas_test_count_nodes (node);
}

/* The mark of a difference is visible at any zoom. It remains when the card's description is
 * replaced. */
static void
test_marks (void)
{
  CanvasTest test;
  TroupeCanvasNode node = {
    .id = "a", .title = "a", .x = 40, .y = 40, .width = 160, .n_errors = 1
  };
  const double zooms[] = { 1, 0.5, 0.1 };
  const TroupeNodeRecord *record;
  graphene_point_t point;

  canvas_test_open (&test, 400, 300);
  troupe_canvas_scene_set_node (test.scene, &node);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      guint plain;

      troupe_canvas_set_zoom (test.canvas, zooms[i], FALSE);
      troupe_canvas_set_origin (test.canvas, 0, 0);
      plain = count_drawn (&test, TROUPE_CANVAS_MARK_NONE);
      g_assert_cmpuint (count_drawn (&test, TROUPE_CANVAS_MARK_CHANGED), >, plain);
      g_assert_cmpuint (count_drawn (&test, TROUPE_CANVAS_MARK_ADDED), >, plain);
      g_assert_cmpuint (count_drawn (&test, TROUPE_CANVAS_MARK_REMOVED), >, plain);
      troupe_canvas_set_origin (test.canvas, 5000, 5000);
      g_assert_cmpuint (count_drawn (&test, TROUPE_CANVAS_MARK_ADDED), ==,
                        count_drawn (&test, TROUPE_CANVAS_MARK_NONE));
    }
  g_assert_false (troupe_canvas_scene_set_node_mark (test.scene, "none", TROUPE_CANVAS_MARK_ADDED));
  troupe_canvas_scene_set_node_mark (test.scene, "a", TROUPE_CANVAS_MARK_ADDED);
  troupe_canvas_scene_set_node (test.scene, &node);
  record = (const TroupeNodeRecord *) troupe_scene_find (test.scene, TROUPE_CANVAS_KIND_NODE, "a");
  g_assert_cmpint (record->mark, ==, TROUPE_CANVAS_MARK_ADDED);

  /* The badge of problems moves aside for the mark. */
  troupe_canvas_set_zoom (test.canvas, 1, FALSE);
  troupe_canvas_set_origin (test.canvas, 0, 0);
  point = troupe_canvas_to_widget (test.canvas, 200 - 24, 41);
  g_assert_cmpint (troupe_canvas_hit (test.canvas, point.x, point.y, NULL, NULL), ==,
                   TROUPE_CANVAS_KIND_PROBLEM_BADGE);
  point = troupe_canvas_to_widget (test.canvas, 198, 41);
  g_assert_cmpint (troupe_canvas_hit (test.canvas, point.x, point.y, NULL, NULL), !=,
                   TROUPE_CANVAS_KIND_PROBLEM_BADGE);
  canvas_test_close (&test);
}

/* Counts the render nodes of a card with that many errors. */
static guint
count_with_errors (CanvasTest *test, guint n_errors)
{
  const TroupeCanvasNode node = { .id = "a", .title = "a", .x = 0, .y = 40, .n_errors = n_errors };
  g_autoptr (GskRenderNode) drawn = NULL;

  troupe_canvas_scene_set_node (test->scene, &node);
  canvas_test_draw (test);
  drawn = canvas_test_snapshot (test);

  return canvas_test_count_nodes (drawn);
}

/* Problems are drawn at every zoom. Their badge keeps its size on the screen, and can be clicked there. */
static void
test_far_problems (void)
{
  static const double zooms[] = { 0.45, 0.2 };
  CanvasTest test = { NULL };
  graphene_rect_t bounds;

  canvas_test_open (&test, 400, 300);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      graphene_point_t corner;

      troupe_canvas_set_zoom (test.canvas, zooms[i], FALSE);
      troupe_canvas_set_origin (test.canvas, 0, 0);
      g_assert_cmpuint (count_with_errors (&test, 0), <, count_with_errors (&test, 1));
      g_assert_true (troupe_canvas_get_bounds (test.canvas, "a", &bounds));
      corner =
          troupe_canvas_to_widget (test.canvas, (double) (bounds.origin.x + bounds.size.width) + 16,
                                   (double) bounds.origin.y);
      g_assert_cmpint (troupe_canvas_hit (test.canvas, (double) corner.x, (double) corner.y, NULL,
                                          NULL),
                       ==, TROUPE_CANVAS_KIND_PROBLEM_BADGE);
    }
  canvas_test_close (&test);
}

static TroupeCanvasAccessibleNode *
find_proxy (CanvasTest *test, const char *id)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (test->canvas)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (TROUPE_IS_CANVAS_ACCESSIBLE_NODE (child) &&
        g_strcmp0 (troupe_canvas_accessible_node_get_id (TROUPE_CANVAS_ACCESSIBLE_NODE (child)),
                   id) == 0)
      return TROUPE_CANVAS_ACCESSIBLE_NODE (child);

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
  TroupeCanvasAccessibleNode *write, *review;
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

  /* The proxy of a card out of view is removed unless the proxy has the focus, because the focus
   * would be lost. */
  troupe_canvas_set_focus_id (test.canvas, "review");
  troupe_canvas_set_origin (test.canvas, 5000, 5000);
  canvas_test_draw (&test);
  g_assert_null (find_proxy (&test, "write"));
  g_assert_nonnull (find_proxy (&test, "review"));
  canvas_test_close (&test);
}

/* Finds the proxy that is described as the card. (nullable) */
static GtkWidget *
find_named (CanvasTest *test, const char *id)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (test->canvas)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (TROUPE_IS_CANVAS_ACCESSIBLE_NODE (child) &&
        g_strcmp0 (troupe_canvas_accessible_node_get_named (TROUPE_CANVAS_ACCESSIBLE_NODE (child)),
                   id) == 0)
      return child;
  return NULL;
}

static void
assert_all_named (CanvasTest *test)
{
  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (test->scene); i++)
    {
      GtkWidget *proxy = find_named (test, troupe_canvas_scene_get_nth_node (test->scene, i)->id);

      g_assert_nonnull (proxy);
      g_assert_true (
          gtk_test_accessible_has_property (GTK_ACCESSIBLE (proxy), GTK_ACCESSIBLE_PROPERTY_LABEL));
    }
  g_assert_cmpuint (troupe_canvas_accessible_nodes_count (troupe_canvas_get_proxies (test->canvas)),
                    ==,
                    troupe_canvas_scene_get_n_nodes (test->scene) +
                        troupe_canvas_scene_get_n_gates (test->scene));
}

/* Assistive technology knows all cards by their names: before the canvas is shown, out of view, and after a change. */
static void
test_names (void)
{
  CanvasTest test;

  canvas_test_open (&test, 1360, 760);
  demo_scene_fill_flow (test.scene, FALSE);
  assert_all_named (&test);
  troupe_canvas_set_origin (test.canvas, 5000, 5000);
  canvas_test_draw (&test);
  g_assert_null (find_proxy (&test, "write"));
  assert_all_named (&test);
  troupe_canvas_scene_set_accessible_text (test.scene, "write", "write, agent", "");
  gtk_test_accessible_assert_property (find_named (&test, "write"), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "write, agent");
  troupe_canvas_set_origin (test.canvas, 0, 0);
  canvas_test_draw (&test);
  g_assert_nonnull (find_proxy (&test, "write"));
  assert_all_named (&test);
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
  g_assert_cmpuint (troupe_canvas_accessible_nodes_count (troupe_canvas_get_proxies (test.canvas)),
                    ==, PROXIES_MAX);
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

/* Returns the number of cards that were measured and the number of wires that were routed since
 * the last call. */
static void
count_work (CanvasTest *test, guint *n_measured, guint *n_routed)
{
  static guint last_measured, last_routed;
  guint measured, routed;

  canvas_test_draw (test);
  measured = troupe_canvas_geometry_get_n_measured (troupe_canvas_get_geometry (test->canvas));
  routed = troupe_canvas_router_get_n_routed (troupe_canvas_get_router (test->canvas));
  *n_measured = measured - last_measured;
  *n_routed = routed - last_routed;
  last_measured = measured;
  last_routed = routed;
}

/* Ten thousand wires are not routed again in each frame when a run is painted or a card moves. */
static void
test_routes_kept (void)
{
  CanvasTest test;
  TroupeCanvasNodeRun run = TROUPE_CANVAS_NODE_RUN_INIT;
  TroupeCanvasNode node;
  TroupeCanvasWire drawn;
  graphene_rect_t kept, moved;
  const char *wire;
  guint n_measured, n_routed, n_wires;

  canvas_test_open (&test, 700, 500);
  count_work (&test, &n_measured, &n_routed);
  demo_scene_fill_flow (test.scene, FALSE);
  count_work (&test, &n_measured, &n_routed);
  n_wires = troupe_canvas_scene_get_n_wires (test.scene);
  g_assert_cmpuint (n_measured, ==, troupe_canvas_scene_get_n_nodes (test.scene));
  g_assert_cmpuint (n_routed, ==, n_wires);

  run.state = TROUPE_CANVAS_STATE_RUNNING;
  run.stream = "so far";
  troupe_canvas_scene_set_node_run (test.scene, "triage", &run);
  troupe_canvas_scene_set_wire_state (test.scene,
                                      troupe_canvas_scene_get_nth_wire (test.scene, 1)->id,
                                      TROUPE_CANVAS_WIRE_FIRED, TRUE);
  troupe_canvas_scene_set_node_problems (test.scene, "write", 2, 0);
  count_work (&test, &n_measured, &n_routed);
  g_assert_cmpuint (n_measured, ==, 0);
  g_assert_cmpuint (n_routed, ==, 0);

  /* One card moves. Only its wires and the wires that avoid cards are routed again. */
  wire = troupe_canvas_scene_get_nth_wire (test.scene, 0)->id;
  troupe_canvas_get_bounds (test.canvas, wire, &kept);
  troupe_canvas_scene_set_position (test.scene, "publish", 2000, 900);
  count_work (&test, &n_measured, &n_routed);
  g_assert_cmpuint (n_measured, ==, 0);
  g_assert_cmpuint (n_routed, >, 0);
  g_assert_cmpuint (n_routed, <, n_wires / 2);
  troupe_canvas_get_bounds (test.canvas, wire, &moved);
  g_assert_true (graphene_rect_equal (&kept, &moved));

  /* If the description of a card is replaced and the width stays the same, only this card is
   * measured. */
  node = *troupe_canvas_scene_get_node (test.scene, "publish");
  troupe_canvas_scene_set_node (test.scene, &node);
  count_work (&test, &n_measured, &n_routed);
  g_assert_cmpuint (n_measured, ==, 1);
  g_assert_cmpuint (n_routed, ==, 0);

  /* The same applies to a wire with another label and an unchanged path. */
  drawn = *troupe_canvas_scene_get_nth_wire (test.scene, 1);
  drawn.label = "another";
  drawn.muted = TRUE;
  troupe_canvas_scene_set_wire (test.scene, &drawn);
  count_work (&test, &n_measured, &n_routed);
  g_assert_cmpuint (n_measured, ==, 0);
  g_assert_cmpuint (n_routed, ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      drawn = *troupe_canvas_scene_get_nth_wire (test.scene, 1);
      drawn.routed_back = !drawn.routed_back;
      troupe_canvas_scene_set_wire (test.scene, &drawn);
      count_work (&test, &n_measured, &n_routed);
      g_assert_cmpuint (n_routed, >, 0);
    }

  /* Removing a card removes its wires. Other wires are routed again only in the vicinity of the
   * card. */
  troupe_canvas_scene_remove (test.scene, "publish");
  count_work (&test, &n_measured, &n_routed);
  g_assert_cmpuint (n_measured, ==, 0);
  g_assert_cmpuint (n_routed, <, n_wires / 2);
  troupe_canvas_get_bounds (test.canvas, wire, &moved);
  g_assert_true (graphene_rect_equal (&kept, &moved));

  g_object_set (test.canvas, "orthogonal", TRUE, NULL);
  count_work (&test, &n_measured, &n_routed);
  g_assert_cmpuint (n_measured, ==, 0);
  g_assert_cmpuint (n_routed, >, n_wires / 2);
  canvas_test_close (&test);
}

/* While a card is dragged, its wires follow it and all other wires stay the same. A frame of a
 * drag does not process any other wire. */
static void
test_routes_held (void)
{
  CanvasTest test;
  TroupeCanvasRouter *router;
  guint n_measured, n_routed;
  guint n_own = 0;

  canvas_test_open (&test, 700, 500);
  demo_scene_fill_flow (test.scene, FALSE);
  count_work (&test, &n_measured, &n_routed);
  router = troupe_canvas_get_router (test.canvas);
  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (test.scene); i++)
    {
      const TroupeCanvasWire *wire = troupe_canvas_scene_get_nth_wire (test.scene, i);

      n_own += g_str_equal (wire->from, "triage") || g_str_equal (wire->to, "triage");
    }
  g_assert_cmpuint (n_own, >, 0);
  for (guint i = 0; i < 5; i++)
    {
      /* The card is dragged across the other cards and beyond them. */
      troupe_canvas_scene_set_position (test.scene, "triage", 300 + 60 * i, 500 - 90.0 * i);
      troupe_canvas_router_set_lifted (router, "triage");
      count_work (&test, &n_measured, &n_routed);
      g_assert_cmpuint (n_routed, ==, n_own);
    }
  troupe_canvas_router_set_lifted (router, NULL);
  count_work (&test, &n_measured, &n_routed);
  g_assert_cmpuint (n_routed, >, 0);
  canvas_test_close (&test);
}

static gboolean
is_not_wanted (gpointer minimap)
{
  return !troupe_canvas_minimap_get_wanted (minimap);
}

/* Tool bars float 12 px from the upper and lower edges and are 42 px high. They do not cover
 * fitted content. */
static void
test_fit_beside_tools (void)
{
  const double tools = 54;
  const TroupeCanvasGroup tall = { .id = "tall",
                                   .title = "Tall",
                                   .style = TROUPE_CANVAS_GROUP_CAPTION,
                                   .width = 100,
                                   .height = 4000 };
  CanvasTest test;
  graphene_rect_t all;
  double height;

  canvas_test_open (&test, 700, 500);
  troupe_canvas_scene_set_group (test.scene, &tall);
  height = gtk_widget_get_height (GTK_WIDGET (test.canvas));
  troupe_canvas_fit_all (test.canvas, FALSE);
  g_assert_true (troupe_canvas_get_all_bounds (test.canvas, &all));
  g_assert_cmpfloat (troupe_canvas_to_widget (test.canvas, 0, (double) all.origin.y).y, >=, tools);
  g_assert_cmpfloat (
      troupe_canvas_to_widget (test.canvas, 0, (double) (all.origin.y + all.size.height)).y, <=,
      height - tools);
  canvas_test_close (&test);
}

/* The label of a delegation covers no card. It is placed in front of the delegating agent if
 * there is space, or otherwise below all cards. */
static void
test_delegation_label (void)
{
  const graphene_point_t above[] = { { 400, 60 } };
  const graphene_point_t beside[] = { { 376, 500 } };
  const double round[] = { 12, 0, 12, 620, 12, 620, 12, 0 };
  const double below[] = { 348, 0, 348, 620, 12, 620, 12, 0 };
  TroupeCanvasWire wire = { .kind = TROUPE_CANVAS_WIRE_ERRAND, .bends = round, .n_bends = 2 };
  graphene_point_t place = troupe_canvas_place_delegation (&wire, above);

  g_assert_cmpfloat (place.x + 244, <=, above[0].x);
  g_assert_cmpfloat (place.y, ==, above[0].y - 23);
  wire.bends = below;
  wire.n_bends = 4;
  place = troupe_canvas_place_delegation (&wire, beside);
  g_assert_cmpfloat (place.y, ==, 620 - 23);
  g_assert_cmpfloat (place.x, ==, (348 + 12) / 2.0 - 122);
}

/* The word for a pause is whole also at a short wire between columns of cards, where it touches none of them. */
static void
test_pause_place (void)
{
  const CanvasBox boxes[] = { { .x = 454, .y = 208, .width = 114, .height = 132 },
                              { .x = 637, .y = 174, .width = 148, .height = 66 },
                              { .x = 637, .y = 255, .width = 148, .height = 66 },
                              { .x = 637, .y = 337, .width = 114, .height = 66 } };
  const graphene_point_t middle = GRAPHENE_POINT_INIT (602, 295);
  const float half = 52;
  const graphene_point_t place =
      troupe_canvas_place_pause (boxes, G_N_ELEMENTS (boxes), half, middle);
  const graphene_rect_t pill = GRAPHENE_RECT_INIT (place.x - half, place.y - 10, 2 * half, 20);

  for (guint i = 0; i < G_N_ELEMENTS (boxes); i++)
    {
      const graphene_rect_t box =
          GRAPHENE_RECT_INIT (boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height);

      g_assert_false (graphene_rect_intersection (&pill, &box, NULL));
    }
  g_assert_cmpfloat (fabs ((double) (place.x - middle.x)), <=, 160);
  g_assert_cmpfloat (fabs ((double) (place.y - middle.y)), <=, 160);
  /* At a long wire, it stays where it is. */
  g_assert_true (graphene_point_equal (
      &(graphene_point_t){ 602, 95 },
      &(graphene_point_t){ troupe_canvas_place_pause (boxes, G_N_ELEMENTS (boxes), half,
                                                      GRAPHENE_POINT_INIT (602, 95))
                               .x,
                           95 }));
}

/* Rounding must not affect the result. Otherwise, the minimap would stay visible although
 * everything is in view. */
static void
test_contains (void)
{
  const graphene_rect_t all = GRAPHENE_RECT_INIT (40, 198, 1304, 458);

  for (guint i = 0; i < 1000; i++)
    {
      const float zoom = 0.5f + 0.0003f * (float) i;
      const graphene_rect_t view =
          GRAPHENE_RECT_INIT (-254.3f - 0.01f * (float) i, 115.1f, 1440 / zoom, 505 / zoom);
      const graphene_rect_t turned =
          GRAPHENE_RECT_INIT (view.origin.x + view.size.width, view.origin.y, -view.size.width,
                              view.size.height);

      g_assert_true (troupe_canvas_rect_contains (&view, &all));
      g_assert_true (troupe_canvas_rect_contains (&turned, &all));
      g_assert_false (troupe_canvas_rect_contains (&all, &view));
    }
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

/* Returns the number of pixels in a row of the picture, from @x to @x + @width, that have the
 * tint of a lane. */
static guint
count_tinted (GdkTexture *texture, int x, int y, int width)
{
  const gsize stride = 4 * (gsize) gdk_texture_get_width (texture);
  g_autofree guchar *data = g_malloc (stride * (gsize) gdk_texture_get_height (texture));
  guint n = 0;

  gdk_texture_download (texture, data, stride);
  for (int i = x; i < x + width; i++)
    {
      const guchar *pixel = data + (gsize) y * stride + 4 * (gsize) i;

      n += pixel[0] > pixel[2] + 4; /* blue, red: the ground is gray */
    }
  return n;
}

/* A lane surrounds its cards at any zoom. */
static void
test_lane (void)
{
  static const double zooms[] = { 1, 0.75, 0.4, 1.5 };
  const char *const members[] = { "a", NULL };
  const TroupeCanvasGroup group = { .id = "lane",
                                    .members = members,
                                    .style = TROUPE_CANVAS_GROUP_LANE };
  const TroupeCanvasNode node = { .id = "a", .title = "a", .x = 200, .y = 120, .width = 160 };
  CanvasTest test;

  canvas_test_open (&test, 800, 600);
  troupe_canvas_scene_set_node (test.scene, &node);
  troupe_canvas_scene_set_group (test.scene, &group);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    {
      GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (test.window));
      g_autoptr (GskRenderNode) drawn = NULL;
      g_autoptr (GdkTexture) texture = NULL;
      const double zoom = zooms[i];
      /* Two rows are just inside of the lane's edges, 38 px above the card and 24 px below it.
       * Another row is above the lane. */
      const int inside[] = { (int) ((120 - 34 + 60) * zoom), (int) ((120 + 52 + 20 + 60) * zoom) };
      const int above = (int) ((120 - 44 + 60) * zoom);

      troupe_canvas_set_zoom (test.canvas, zoom, FALSE);
      troupe_canvas_set_origin (test.canvas, -100, -60);
      canvas_test_draw (&test);
      drawn = canvas_test_snapshot (&test);
      texture = gsk_renderer_render_texture (renderer, drawn, &GRAPHENE_RECT_INIT (0, 0, 800, 600));
      for (guint k = 0; k < G_N_ELEMENTS (inside); k++)
        g_assert_cmpuint (count_tinted (texture, (int) (320 * zoom), inside[k], (int) (120 * zoom)),
                          >, (guint) (80 * zoom));
      g_assert_cmpuint (count_tinted (texture, (int) (320 * zoom), above, (int) (120 * zoom)), ==,
                        0);
    }
  canvas_test_close (&test);
}

/* Each scene is drawn without a warning, in both color schemes and at all levels of detail. It
 * is drawn twice, with the same result. */
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
  g_test_add_func ("/canvas/drawing/right-to-left", test_right_to_left);
  g_test_add_func ("/canvas/drawing/routes-stay", test_routes_stay);
  g_test_add_func ("/canvas/drawing/cut-text", test_cut_text);
  g_test_add_func ("/canvas/drawing/hit", test_hit);
  g_test_add_func ("/canvas/drawing/levels", test_levels);
  g_test_add_func ("/canvas/drawing/far", test_far);
  g_test_add_func ("/canvas/drawing/fit-to-read", test_fit_to_read);
  g_test_add_func ("/canvas/drawing/cap", test_cap);
  g_test_add_func ("/canvas/drawing/budget", test_budget);
  g_test_add_func ("/canvas/drawing/fills", test_fills);
  g_test_add_func ("/canvas/drawing/one-card", test_one_card);
  g_test_add_func ("/canvas/drawing/marks", test_marks);
  g_test_add_func ("/canvas/drawing/far-problems", test_far_problems);
  g_test_add_func ("/canvas/drawing/proxies", test_proxies);
  g_test_add_func ("/canvas/drawing/names", test_names);
  g_test_add_func ("/canvas/drawing/pool", test_pool);
  g_test_add_func ("/canvas/drawing/fit", test_fit);
  g_test_add_func ("/canvas/drawing/fit/beside-tools", test_fit_beside_tools);
  g_test_add_func ("/canvas/drawing/routes-kept", test_routes_kept);
  g_test_add_func ("/canvas/drawing/routes-held", test_routes_held);
  g_test_add_func ("/canvas/drawing/minimap", test_minimap);
  g_test_add_func ("/canvas/drawing/contains", test_contains);
  g_test_add_func ("/canvas/drawing/errand-label", test_delegation_label);
  g_test_add_func ("/canvas/drawing/pause-place", test_pause_place);
  g_test_add_func ("/canvas/drawing/lane", test_lane);
  g_test_add_func ("/canvas/drawing/long-text", test_long_text);
  g_test_add_func ("/canvas/drawing/pile-of-notes", test_pile_of_notes);
  g_test_add_func ("/canvas/drawing/pictures", test_pictures);
  return g_test_run ();
}
