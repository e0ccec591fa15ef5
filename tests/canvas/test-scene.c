/* test-scene.c: the data of a scene and its signals
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "demo-scene.h"

static void
count (TroupeCanvasScene *scene, gpointer counter)
{
  (*(guint *) counter)++;
}

static void
test_copies (void)
{
  g_autoptr (TroupeCanvasScene) scene = troupe_canvas_scene_new ();
  char id[] = "first", event[] = "go";
  const char *events[] = { event, NULL };
  const TroupeCanvasNode node = { .id = id, .title = id, .events = events, .x = 8, .y = 16 };
  const TroupeCanvasNode *kept;

  troupe_canvas_scene_set_node (scene, &node);
  id[0] = event[0] = '!';
  kept = troupe_canvas_scene_get_node (scene, "first");
  g_assert_nonnull (kept);
  g_assert_cmpstr (kept->title, ==, "first");
  g_assert_cmpstr (kept->events[0], ==, "go");
  g_assert_null (troupe_canvas_scene_get_node (scene, id));

  /* The description is replaced with a modified copy of itself. */
  {
    TroupeCanvasNode again = *kept;

    again.x = 80;
    troupe_canvas_scene_set_node (scene, &again);
  }
  kept = troupe_canvas_scene_get_node (scene, "first");
  g_assert_cmpstr (kept->title, ==, "first");
  g_assert_cmpfloat (kept->x, ==, 80);
}

static void
test_signals (void)
{
  g_autoptr (TroupeCanvasScene) scene = troupe_canvas_scene_new ();
  guint changed = 0, painted = 0;

  g_signal_connect (scene, "changed", G_CALLBACK (count), &changed);
  g_signal_connect (scene, "painted", G_CALLBACK (count), &painted);
  demo_scene_fill_flow (scene, TRUE);
  g_assert_cmpuint (changed, ==, 1);
  g_assert_cmpuint (painted, ==, 0);

  g_assert_true (
      troupe_canvas_scene_set_node_state (scene, "write", TROUPE_CANVAS_STATE_DONE, NULL));
  g_assert_cmpuint (painted, ==, 1);
  g_assert_cmpuint (changed, ==, 1);
  g_assert_true (troupe_canvas_scene_set_node_breakpoint (scene, "write", FALSE));
  g_assert_cmpuint (painted, ==, 1);
  g_assert_true (troupe_canvas_scene_set_position (scene, "write", 0, 0));
  g_assert_cmpuint (changed, ==, 2);
  g_assert_true (troupe_canvas_scene_set_position (scene, "write", 0, 0));
  g_assert_cmpuint (changed, ==, 2);
  g_assert_false (troupe_canvas_scene_set_position (scene, "nobody", 0, 0));
  g_assert_false (
      troupe_canvas_scene_set_node_state (scene, "gate-or", TROUPE_CANVAS_STATE_DONE, NULL));
}

static void
test_run (void)
{
  g_autoptr (TroupeCanvasScene) scene = troupe_canvas_scene_new ();
  const TroupeCanvasNode *node;

  demo_scene_fill_flow (scene, TRUE);
  g_assert_true (troupe_canvas_scene_get_shows_run (scene));
  /* Replacing a description keeps the run state. */
  node = troupe_canvas_scene_get_node (scene, "research");
  troupe_canvas_scene_set_node (scene, node);
  g_assert_cmpstr (troupe_canvas_scene_get_node_run (scene, "research")->word, ==,
                   "Task 2 of 3 · compare");
  troupe_canvas_scene_clear_run (scene);
  g_assert_false (troupe_canvas_scene_get_shows_run (scene));
  g_assert_null (troupe_canvas_scene_get_node_run (scene, "research")->word);
}

static void
test_remove (void)
{
  g_autoptr (TroupeCanvasScene) scene = troupe_canvas_scene_new ();
  guint n;

  demo_scene_fill_many (scene, 2000);
  n = troupe_canvas_scene_get_n_nodes (scene);
  g_assert_cmpuint (n, ==, 2000);
  troupe_canvas_scene_begin_update (scene);
  for (guint i = 0; i < 2000; i += 2)
    {
      g_autofree char *id = g_strdup_printf ("method_%u", i);

      g_assert_true (troupe_canvas_scene_remove (scene, id));
      g_assert_false (troupe_canvas_scene_remove (scene, id));
    }
  troupe_canvas_scene_end_update (scene);
  g_assert_cmpuint (troupe_canvas_scene_get_n_nodes (scene), ==, 1000);
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *id = g_strdup_printf ("method_%u", 2 * i + 1);

      g_assert_cmpstr (troupe_canvas_scene_get_nth_node (scene, i)->id, ==, id);
      g_assert_cmpint (troupe_canvas_scene_get_kind (scene, id), ==, TROUPE_CANVAS_KIND_NODE);
    }
  /* The indices of the other cards were updated, so the next removal removes the intended card. */
  g_assert_true (troupe_canvas_scene_remove (scene, "method_1001"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_nodes (scene), ==, 999);
  g_assert_cmpstr (troupe_canvas_scene_get_nth_node (scene, 500)->id, ==, "method_1003");
  g_assert_cmpstr (troupe_canvas_scene_get_nth_node (scene, 998)->id, ==, "method_1999");
  troupe_canvas_scene_clear (scene);
  g_assert_cmpuint (troupe_canvas_scene_get_n_wires (scene), ==, 0);
}

static void
test_other_kind (void)
{
  g_autoptr (TroupeCanvasScene) scene = troupe_canvas_scene_new ();
  const TroupeCanvasNode node = { .id = "a", .title = "a" };
  const TroupeCanvasNote note = { .id = "a", .title = "b", .width = 200, .height = 100 };

  troupe_canvas_scene_set_node (scene, &node);
  troupe_canvas_scene_set_note (scene, &note);
  g_assert_cmpuint (troupe_canvas_scene_get_n_nodes (scene), ==, 0);
  g_assert_cmpint (troupe_canvas_scene_get_kind (scene, "a"), ==, TROUPE_CANVAS_KIND_NOTE);
  g_assert_cmpint (troupe_canvas_scene_get_kind (scene, NULL), ==, TROUPE_CANVAS_KIND_GROUND);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/canvas/scene/copies", test_copies);
  g_test_add_func ("/canvas/scene/signals", test_signals);
  g_test_add_func ("/canvas/scene/run", test_run);
  g_test_add_func ("/canvas/scene/remove", test_remove);
  g_test_add_func ("/canvas/scene/other-kind", test_other_kind);
  return g_test_run ();
}
