/* test-editor-wiring.c: adding, removing and moving wires with canvas signals and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "editor-test.h"
#include "troupe-chooser.h"
#include "troupe-palette.h"

#define assert_condition editor_test_assert_condition

/* A router with two events and two expressions, a conditional start and a join. */
static const char *const router_flow =
    "{\n"
    "  \"schema\": \"crewai.flow/v1\",\n"
    "  \"name\": \"t\",\n"
    "  \"methods\": {\n"
    "    \"begin\": {\n"
    "      \"start\": true,\n"
    "      \"do\": { \"call\": \"expression\", \"expr\": \"1\" }\n"
    "    },\n"
    "    \"decide\": {\n"
    "      \"listen\": \"begin\",\n"
    "      \"router\": true,\n"
    "      \"emit\": [\"go\", \"stop\"],\n"
    "      \"do\": { \"call\": \"expression\", \"expr\": \"outputs.begin > 0 ? 'go' : 'stop'\" }\n"
    "    },\n"
    "    \"again\": {\n"
    "      \"start\": \"stop\",\n"
    "      \"do\": { \"call\": \"expression\", \"expr\": \"2\" }\n"
    "    },\n"
    "    \"work\": {\n"
    "      \"listen\": \"go\",\n"
    "      \"do\": { \"call\": \"expression\", \"expr\": \"3\" }\n"
    "    },\n"
    "    \"end\": {\n"
    "      \"listen\": { \"or\": [{ \"and\": [\"work\", \"begin\"] }, \"again\"] },\n"
    "      \"do\": { \"call\": \"expression\", \"expr\": \"outputs.work\" }\n"
    "    }\n"
    "  }\n"
    "}\n";

static void
request (EditorTest *test, const char *from, const char *port, const char *to, gboolean with_and)
{
  g_signal_emit_by_name (test->canvas, "wire-requested", from, port, to, NULL, with_and);
  editor_test_settle ();
}

static void
test_draw (EditorTest *test, gconstpointer data)
{
  g_autofree char *label = NULL;

  request (test, "c", NULL, "b", FALSE);
  assert_condition (test, "b", "a or c");
  g_signal_emit_by_name (test->canvas, "wire-removed", "c>b/#1");
  assert_condition (test, "b", "a");
  request (test, "c", NULL, "b", TRUE);
  assert_condition (test, "b", "a and c");
  g_signal_emit_by_name (test->canvas, "gate-toggled", "b/");
  assert_condition (test, "b", "a or c");
  g_object_get (test->document, "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Toggle AND/OR");
  editor_test_check_history (test, 4);
}

/* The main port of a card has the name of its method. */
static void
test_own_port (EditorTest *test, gconstpointer data)
{
  request (test, "c", "c", "b", FALSE);
  assert_condition (test, "b", "a or c");
  editor_test_check_history (test, 1);
}

static void
test_refused (EditorTest *test, gconstpointer data)
{
  request (test, "b", NULL, "b", FALSE);
  g_assert_cmpstr (test->message->str, ==, "A method cannot listen to itself.");
  request (test, "b", NULL, "a", FALSE);
  g_assert_cmpstr (test->message->str, ==, "a runs at start.");
  request (test, "nobody", NULL, "nowhere", FALSE);
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (test->document)));
}

static void
test_event (EditorTest *test, gconstpointer data)
{
  request (test, "decide", "stop", "work", FALSE);
  assert_condition (test, "work", "go or stop");
  editor_test_check_history (test, 1);
}

/* A wire to a conditional start is added to the start condition. */
static void
test_conditional_start (EditorTest *test, gconstpointer data)
{
  g_autofree char *text = NULL;

  request (test, "work", NULL, "again", FALSE);
  g_assert_null (editor_test_method (test, "again")->listen);
  text = troupe_condition_to_text (editor_test_method (test, "again")->start_condition);
  g_assert_cmpstr (text, ==, "stop or work");
  editor_test_check_history (test, 1);
}

static void
test_into_gate (EditorTest *test, gconstpointer data)
{
  request (test, "decide", "go", "end/0", FALSE);
  assert_condition (test, "end", "(work and begin and go) or again");
  editor_test_check_history (test, 1);

  request (test, "decide", NULL, "end/", TRUE);
  assert_condition (test, "end", "(work and begin) or again or decide");
  editor_test_check_history (test, 1);
}

static void
test_out_of_gate (EditorTest *test, gconstpointer data)
{
  request (test, "end/0", NULL, "again", FALSE);
  g_assert_nonnull (editor_test_method (test, "again")->start_condition);
  editor_test_check_history (test, 1);
}

static void
test_move_end (EditorTest *test, gconstpointer data)
{
  g_autofree char *label = NULL;

  g_signal_emit_by_name (test->canvas, "wire-reconnected", "a>b#0", "c/", FALSE);
  assert_condition (test, "b", "-");
  g_object_get (test->document, "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Move Wire");
  editor_test_check_history (test, 1);
}

static void
test_cut (EditorTest *test, gconstpointer data)
{
  const char *const both[] = { "a>c/#0", "b>c/#1", NULL };

  g_signal_emit_by_name (test->canvas, "wires-cut", both);
  assert_condition (test, "c", "-");
  editor_test_check_history (test, 1);
}

/* A gate with only one remaining input is removed. The enclosing gate is also removed if it has
 * only one input left. */
static void
test_dissolve (EditorTest *test, gconstpointer data)
{
  g_assert_nonnull (troupe_canvas_scene_get_gate (test->scene, "end/0"));
  g_signal_emit_by_name (test->canvas, "wire-removed", "begin>end/0#1");
  assert_condition (test, "end", "work or again");
  g_assert_null (troupe_canvas_scene_get_gate (test->scene, "end/0"));
  g_assert_nonnull (troupe_canvas_scene_get_gate (test->scene, "end/"));
  g_signal_emit_by_name (test->canvas, "wire-removed", "again>end/#1");
  assert_condition (test, "end", "work");
  g_assert_cmpuint (troupe_canvas_scene_get_n_gates (test->scene), ==, 0);
  editor_test_check_history (test, 2);
  g_assert_cmpuint (troupe_canvas_scene_get_n_gates (test->scene), ==, 2);
}

static void
test_gates (EditorTest *test, gconstpointer data)
{
  g_autofree char *name = NULL;

  editor_test_select (test, "a", "b", NULL);
  editor_test_add (test, "and");
  name = g_strdup (troupe_editor_get_selected_method (test->editor));
  assert_condition (test, name, "a and b");
  editor_test_select (test, "c/", NULL);
  g_assert_true (editor_test_act (test, "flow.toggle-gate"));
  assert_condition (test, "c", "a and b");
  g_assert_true (editor_test_act (test, "flow.delete"));
  assert_condition (test, "c", "-");
  editor_test_check_history (test, 3);

  editor_test_select (test, "a", "b", NULL);
  editor_test_add (test, "or");
  assert_condition (test, troupe_editor_get_selected_method (test->editor), "a or b");
  editor_test_check_history (test, 1);
}

static void
test_insert (EditorTest *test, gconstpointer data)
{
  double x = 0;
  double y = 0;

  g_signal_emit_by_name (test->canvas, "node-inserted-on-wire", "c", "a>b#0", 200.0, 80.0, FALSE);
  /* The method b now listens to c. The method c already listens to a, so its condition gets no
   * additional input. */
  assert_condition (test, "b", "c");
  g_assert_true (troupe_document_get_position (TROUPE_DOCUMENT (test->document), "c", &x, &y));
  g_assert_cmpfloat (x, ==, 200);
  editor_test_check_history (test, 1);

  g_signal_emit_by_name (test->canvas, "node-inserted-on-wire", "c", "a>b#0", 200.0, 80.0, TRUE);
  g_assert_true (troupe_document_get_position (TROUPE_DOCUMENT (test->document), "b", &x, &y));
  g_assert_cmpfloat (x, >, 200);
  editor_test_check_history (test, 1);

  g_signal_emit_by_name (test->canvas, "node-taken-out", "b", 0.0, 400.0);
  assert_condition (test, "b", "-");
  assert_condition (test, "c", "a");
  editor_test_check_history (test, 1);
}

static void
insert_expression (EditorTest *test)
{
  GtkWidget *palette =
      editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_PALETTE, NULL, NULL);

  troupe_palette_set_search (TROUPE_PALETTE (palette), "E");
  troupe_palette_activate_first (TROUPE_PALETTE (palette));
  editor_test_settle ();
}

static char *
find_wire (EditorTest *test, const char *from, const char *to)
{
  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (test->scene); i++)
    {
      const TroupeCanvasWire *wire = troupe_canvas_scene_get_nth_wire (test->scene, i);

      if (g_str_equal (wire->from, from) && g_str_equal (wire->to, to))
        return g_strdup (wire->id);
    }
  g_assert_not_reached ();
}

static void
assert_apart (EditorTest *test)
{
  guint n = troupe_canvas_scene_get_n_nodes (test->scene);

  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < i; j++)
      {
        graphene_rect_t first;
        graphene_rect_t second;

        g_assert_true (troupe_canvas_get_bounds (
            test->canvas, troupe_canvas_scene_get_nth_node (test->scene, i)->id, &first));
        g_assert_true (troupe_canvas_get_bounds (
            test->canvas, troupe_canvas_scene_get_nth_node (test->scene, j)->id, &second));
        g_assert_false (graphene_rect_intersection (&first, &second, NULL));
      }
}

/* A card that is inserted by key is placed between the two ends of the wire, and the cards after
 * it move aside. */
static void
test_insert_room (EditorTest *test, gconstpointer data)
{
  static const char *const wires[][2] = { { "a", "b" }, { "c/", "c" }, { "b", "c/" } };

  g_assert_true (editor_test_act (test, "flow.tidy"));
  editor_test_mark (test);
  for (guint i = 0; i < G_N_ELEMENTS (wires); i++)
    {
      g_autofree char *wire = find_wire (test, wires[i][0], wires[i][1]);
      g_autofree char *text = NULL;
      graphene_rect_t source;
      graphene_rect_t card;
      graphene_rect_t target;

      troupe_canvas_select_only (test->canvas, wire);
      g_assert_true (editor_test_act (test, "flow.insert"));
      insert_expression (test);
      assert_apart (test);
      g_assert_true (troupe_canvas_get_bounds (
          test->canvas, troupe_editor_get_selected_method (test->editor), &card));
      /* In the second case the gate now waits for the new card. */
      if (troupe_canvas_get_bounds (test->canvas, wires[i][0], &source))
        g_assert_cmpfloat (source.origin.x + source.size.width, <, card.origin.x);
      g_assert_true (troupe_canvas_get_bounds (test->canvas, wires[i][1], &target));
      g_assert_cmpfloat (card.origin.x + card.size.width, <, target.origin.x);
      editor_test_check_loads (test);
      g_assert_true (editor_test_act (test, "flow.undo"));
      text = editor_test_to_text (test->document);
      g_assert_cmpstr (text, ==, test->text);
    }
}

/* --- Keyboard --------------------------------------------------------------------------------- */

static GtkWidget *
find_open_chooser (EditorTest *test)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (test->editor)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (TROUPE_IS_CHOOSER (child) && gtk_widget_get_visible (child))
      return child;

  return NULL;
}

static gboolean
is_mapped (GtkWidget *widget, gpointer data)
{
  return gtk_widget_get_mapped (widget);
}

/* C, the name of the other card and Enter connect two cards without a mouse. */
static void
test_connect_key (EditorTest *test, gconstpointer data)
{
  static const struct
  {
    GdkModifierType modifiers;
    const char *condition;
  } ways[] = { { 0, "a or c" }, { GDK_SHIFT_MASK, "a and c" } };

  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      GtkWidget *chooser;
      GtkWidget *entry;

      editor_test_select (test, "c", NULL);
      gtk_widget_grab_focus (GTK_WIDGET (test->canvas));
      g_assert_true (editor_test_press (GTK_WIDGET (test->canvas), GDK_KEY_c, ways[i].modifiers));
      chooser = find_open_chooser (test);
      g_assert_nonnull (chooser);
      entry = editor_test_find (chooser, GTK_TYPE_SEARCH_ENTRY, is_mapped, NULL);
      gtk_editable_set_text (GTK_EDITABLE (entry), "b");
      editor_test_settle ();
      g_signal_emit_by_name (entry, "activate");
      editor_test_settle ();
      g_assert_null (find_open_chooser (test));
      assert_condition (test, "b", ways[i].condition);
      editor_test_check_history (test, 1);
    }
}

/* W selects a wire of the card. Delete removes this wire, and I inserts a card on it. */
static void
test_wire_keys (EditorTest *test, gconstpointer data)
{
  GtkWidget *canvas = GTK_WIDGET (test->canvas);
  GtkWidget *palette;
  g_autofree char *name = NULL;

  troupe_canvas_set_focus_id (test->canvas, "b");
  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_press (canvas, GDK_KEY_w, 0));
  g_assert_false (troupe_canvas_is_selected (test->canvas, "b"));
  editor_test_select (test, "a>b#0", NULL);
  g_assert_true (editor_test_press (canvas, GDK_KEY_Delete, 0));
  assert_condition (test, "b", "-");
  editor_test_check_history (test, 1);

  editor_test_select (test, "a>b#0", NULL);
  g_assert_true (editor_test_press (canvas, GDK_KEY_i, 0));
  palette = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_PALETTE, NULL, NULL);
  g_assert_nonnull (palette);
  troupe_palette_set_search (TROUPE_PALETTE (palette), "e");
  troupe_palette_activate_first (TROUPE_PALETTE (palette));
  editor_test_settle ();
  name = g_strdup (troupe_editor_get_selected_method (test->editor));
  assert_condition (test, name, "a");
  assert_condition (test, "b", name);
  editor_test_check_history (test, 1);
}

static void
test_gate_key (EditorTest *test, gconstpointer data)
{
  troupe_canvas_set_focus_id (test->canvas, "c/");
  editor_test_select (test, "c/", NULL);
  g_assert_true (editor_test_press (GTK_WIDGET (test->canvas), GDK_KEY_o, 0));
  assert_condition (test, "c", "a and b");
  editor_test_check_history (test, 1);

  /* With a card selected, its gate is toggled. */
  editor_test_select (test, "c", NULL);
  g_assert_true (editor_test_act (test, "flow.toggle-gate"));
  assert_condition (test, "c", "a and b");
  editor_test_check_history (test, 1);
}

static const struct
{
  const char *path;
  void (*test) (EditorTest *test, gconstpointer data);
  gboolean with_router;
} tests[] = {
  { "/editor/wiring/draw", test_draw, FALSE },
  { "/editor/wiring/own-port", test_own_port, FALSE },
  { "/editor/wiring/refused", test_refused, FALSE },
  { "/editor/wiring/event", test_event, TRUE },
  { "/editor/wiring/conditional-start", test_conditional_start, TRUE },
  { "/editor/wiring/into-gate", test_into_gate, TRUE },
  { "/editor/wiring/out-of-gate", test_out_of_gate, TRUE },
  { "/editor/wiring/move-end", test_move_end, FALSE },
  { "/editor/wiring/cut", test_cut, FALSE },
  { "/editor/wiring/dissolve", test_dissolve, TRUE },
  { "/editor/wiring/gates", test_gates, FALSE },
  { "/editor/wiring/insert", test_insert, FALSE },
  { "/editor/wiring/insert-room", test_insert_room, FALSE },
  { "/editor/wiring/connect-key", test_connect_key, FALSE },
  { "/editor/wiring/wire-keys", test_wire_keys, FALSE },
  { "/editor/wiring/gate-key", test_gate_key, FALSE },
};

int
main (int argc, char **argv)
{
  if (!editor_test_init (&argc, &argv))
    return 77;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, EditorTest, tests[i].with_router ? router_flow : editor_test_flow,
                editor_test_set_up, tests[i].test, editor_test_tear_down);

  return g_test_run ();
}
