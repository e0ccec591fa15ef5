/* test-editor-actions.c: the page's actions and gestures change the document as they should
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "editor-test.h"
#include "troupe-canvas.h"
#include "troupe-palette.h"

#define FLOW                                                                                       \
  "{\n  \"schema\": \"crewai.flow/v1\",\n  \"name\": \"t\",\n  \"methods\": {\n"                   \
  "    \"a\": {\n      \"start\": true,\n      \"do\": { \"call\": \"expression\", \"expr\": \"1\" }\n    },\n" \
  "    \"b\": {\n      \"listen\": \"a\",\n      \"do\": { \"call\": \"expression\", \"expr\": \"outputs.a\" }\n    },\n" \
  "    \"c\": {\n      \"listen\": { \"or\": [\"a\", \"b\"] },\n      \"do\": { \"call\": \"expression\", \"expr\": \"2\" }\n    }\n" \
  "  }\n}\n"

typedef struct {
  TroupeFlowDocument *document;
  GtkWidget *window;
  TroupeEditor *editor;
  TroupeCanvas *canvas;
  char *text; /* as it was opened */
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->document = editor_test_parse (FLOW);
  fixture->text = editor_test_to_text (fixture->document);
  fixture->editor = editor_test_open (fixture->document, 1200, 800, &fixture->window);
  fixture->canvas = TROUPE_CANVAS (
      editor_test_find (GTK_WIDGET (fixture->editor), TROUPE_TYPE_CANVAS, NULL, NULL));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  editor_test_settle ();
  g_assert_finalize_object (fixture->document);
  g_free (fixture->text);
}

static gboolean
act (Fixture *fixture, const char *action)
{
  gboolean done = gtk_widget_activate_action (GTK_WIDGET (fixture->editor), action, NULL);

  editor_test_settle ();

  return done;
}

static const TroupeFlowMethod *
find (Fixture *fixture, const char *name)
{
  return troupe_flow_find_method (troupe_flow_document_get_flow (fixture->document), name);
}

static char *
get_condition (Fixture *fixture, const char *name)
{
  const TroupeFlowMethod *method = find (fixture, name);

  g_assert_nonnull (method);
  if (method->listen == NULL)
    return g_strdup ("-");

  return troupe_condition_to_text (method->listen);
}

#define assert_condition(fixture, name, expected)                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *condition_text = get_condition (fixture, name);                               \
    g_assert_cmpstr (condition_text, ==, expected);                                                \
  }                                                                                                \
  G_STMT_END

/* Undoing everything gives the text back byte by byte. */
static void
assert_undone (Fixture *fixture)
{
  g_autofree char *text = NULL;

  while (troupe_flow_document_undo (fixture->document))
    ;
  editor_test_settle ();
  text = editor_test_to_text (fixture->document);
  g_assert_cmpstr (text, ==, fixture->text);
}

static void
select_ids (Fixture *fixture, const char *first, const char *second)
{
  const char *const ids[] = { first, second, NULL };

  troupe_canvas_set_selection (fixture->canvas, ids);
}

static void
test_open (Fixture *fixture, gconstpointer data)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (fixture->canvas);

  g_assert_cmpuint (troupe_canvas_scene_get_n_nodes (scene), ==, 3);
  g_assert_cmpuint (troupe_canvas_scene_get_n_gates (scene), ==, 1);
  g_assert_cmpuint (troupe_canvas_scene_get_n_wires (scene), ==, 4);
  /* A document without places is shown in order, and opening it is no edit. */
  g_assert_false (troupe_flow_document_is_modified (fixture->document));
  g_assert_cmpfloat (troupe_canvas_scene_get_node (scene, "a")->x, <,
                     troupe_canvas_scene_get_node (scene, "b")->x);
  g_assert_cmpint (troupe_canvas_scene_get_node (scene, "a")->role, ==, TROUPE_CANVAS_ROLE_START);
  g_assert_false (troupe_canvas_scene_get_node (scene, "a")->has_input);
}

static void
test_add (Fixture *fixture, gconstpointer data)
{
  static const char *const kinds[]
      = { "expression", "agent", "crew", "tool", "each", "person", "script", "router" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint n = troupe_flow_get_n_methods (troupe_flow_document_get_flow (fixture->document));
      const char *selected;

      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->editor), "flow.add-method",
                                                 "s", kinds[i]));
      editor_test_settle ();
      g_test_message ("%s", kinds[i]);
      g_assert_cmpuint (troupe_flow_get_n_methods (troupe_flow_document_get_flow (fixture->document)),
                        ==, n + 1);
      /* What is made loads. */
      g_assert_false (troupe_flow_has_errors (troupe_flow_document_get_flow (fixture->document)));
      selected = troupe_editor_get_selected_method (fixture->editor);
      g_assert_nonnull (selected);
      g_assert_true (find (fixture, selected)->router ==
                     (g_str_equal (kinds[i], "router") || g_str_equal (kinds[i], "person")));
    }
  assert_undone (fixture);
}

static void
test_gates (Fixture *fixture, gconstpointer data)
{
  g_autofree char *name = NULL;

  select_ids (fixture, "a", "b");
  g_assert_true (
      gtk_widget_activate_action (GTK_WIDGET (fixture->editor), "flow.add-method", "s", "and"));
  name = g_strdup (troupe_editor_get_selected_method (fixture->editor));
  assert_condition (fixture, name, "a and b");

  select_ids (fixture, "c/", NULL);
  g_assert_true (act (fixture, "flow.toggle-gate"));
  assert_condition (fixture, "c", "a and b");
  g_assert_true (act (fixture, "flow.delete"));
  assert_condition (fixture, "c", "-");
  assert_undone (fixture);
}

static void
test_delete (Fixture *fixture, gconstpointer data)
{
  select_ids (fixture, "b", NULL);
  g_assert_true (act (fixture, "flow.delete"));
  g_assert_null (find (fixture, "b"));
  assert_condition (fixture, "c", "a");
  g_assert_null (troupe_editor_get_selected_method (fixture->editor));
  assert_undone (fixture);

  select_ids (fixture, "a", NULL);
  g_assert_true (act (fixture, "flow.delete-reconnect"));
  g_assert_null (find (fixture, "a"));
  assert_undone (fixture);
}

static void
test_wires (Fixture *fixture, gconstpointer data)
{
  TroupeCanvas *canvas = fixture->canvas;
  g_autofree char *label = NULL;

  g_signal_emit_by_name (canvas, "wire-requested", "c", NULL, "b", NULL, FALSE);
  assert_condition (fixture, "b", "a or c");
  g_signal_emit_by_name (canvas, "wire-removed", "c>b/#1");
  assert_condition (fixture, "b", "a");
  g_signal_emit_by_name (canvas, "wire-requested", "c", NULL, "b", NULL, TRUE);
  assert_condition (fixture, "b", "a and c");
  g_signal_emit_by_name (canvas, "gate-toggled", "b/");
  assert_condition (fixture, "b", "a or c");
  g_object_get (fixture->document, "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Toggle and/or");
  assert_undone (fixture);

  /* To itself and to a start there is no wire. */
  g_signal_emit_by_name (canvas, "wire-requested", "b", NULL, "b", NULL, FALSE);
  g_signal_emit_by_name (canvas, "wire-requested", "b", NULL, "a", NULL, FALSE);
  g_assert_false (troupe_flow_document_is_modified (fixture->document));

  g_signal_emit_by_name (canvas, "wire-reconnected", "a>b#0", "c/", FALSE);
  assert_condition (fixture, "b", "-");
  assert_undone (fixture);

  {
    const char *const both[] = { "a>c/#0", "b>c/#1", NULL };

    g_signal_emit_by_name (canvas, "wires-cut", both);
    assert_condition (fixture, "c", "-");
  }
  assert_undone (fixture);
}

static void
test_insert (Fixture *fixture, gconstpointer data)
{
  double x = 0;
  double y = 0;

  g_signal_emit_by_name (fixture->canvas, "node-inserted-on-wire", "c", "a>b#0", 200.0, 80.0, FALSE);
  /* b would have to wait for c, which waits for b: that wire is not drawn. */
  assert_condition (fixture, "b", "c");
  g_assert_true (troupe_flow_document_get_position (fixture->document, "c", &x, &y));
  g_assert_cmpfloat (x, ==, 200);
  assert_undone (fixture);

  g_signal_emit_by_name (fixture->canvas, "node-taken-out", "b", 0.0, 400.0);
  assert_condition (fixture, "b", "-");
  assert_condition (fixture, "c", "a");
  assert_undone (fixture);
}

static void
test_move (Fixture *fixture, gconstpointer data)
{
  const TroupeCanvasMove moves[] = {
    { TROUPE_CANVAS_KIND_NODE, "a", 0, 0, 96, 104 },
    { TROUPE_CANVAS_KIND_NODE, "b", 0, 0, 296, 104 },
    { TROUPE_CANVAS_KIND_GATE, "c/", 0, 0, 416, 120 },
  };
  g_autofree char *label = NULL;
  TroupeCanvasScene *scene = troupe_canvas_get_scene (fixture->canvas);
  double x = 0;
  double y = 0;
  double before = troupe_canvas_scene_get_node (scene, "a")->x;

  g_signal_emit_by_name (fixture->canvas, "nodes-moved", moves, (guint) G_N_ELEMENTS (moves));
  g_object_get (fixture->document, "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Move 2 methods");
  g_assert_true (troupe_flow_document_get_position (fixture->document, "a", &x, &y));
  g_assert_cmpfloat (x, ==, 96);
  g_assert_cmpfloat (y, ==, 104);
  g_assert_true (troupe_flow_document_get_position (fixture->document, "c/", &x, &y));
  g_assert_cmpfloat (x, ==, 400);
  /* The third was seen somewhere; it stays there. */
  g_assert_true (troupe_flow_document_get_position (fixture->document, "c", &x, &y));
  g_assert_cmpfloat (troupe_canvas_scene_get_node (scene, "a")->x, ==, 96);
  assert_undone (fixture);
  g_assert_cmpfloat (troupe_canvas_scene_get_node (scene, "a")->x, ==, before);

  g_assert_true (act (fixture, "flow.tidy"));
  g_assert_true (troupe_flow_document_get_position (fixture->document, "b", &x, &y));
  assert_undone (fixture);
}

static gboolean
has_pasted (gpointer data)
{
  Fixture *fixture = data;

  return troupe_flow_get_n_methods (troupe_flow_document_get_flow (fixture->document)) > 3;
}

static gboolean
has_three (gpointer data)
{
  return !has_pasted (data);
}

static void
test_clipboard (Fixture *fixture, gconstpointer data)
{
  const TroupeFlowMethod *copy;

  select_ids (fixture, "b", NULL);
  g_assert_true (act (fixture, "flow.duplicate"));
  copy = find (fixture, "b_2");
  g_assert_nonnull (copy);
  assert_undone (fixture);

  select_ids (fixture, "b", NULL);
  g_assert_true (act (fixture, "flow.copy"));
  g_assert_true (act (fixture, "flow.paste"));
  editor_test_wait (has_pasted, fixture);
  g_assert_nonnull (find (fixture, "b_2"));
  g_assert_cmpstr (troupe_editor_get_selected_method (fixture->editor), ==, "b_2");
  assert_undone (fixture);

  select_ids (fixture, "b", NULL);
  g_assert_true (act (fixture, "flow.cut"));
  g_assert_null (find (fixture, "b"));
  g_assert_true (act (fixture, "flow.paste"));
  editor_test_settle ();
  assert_undone (fixture);
  editor_test_wait (has_three, fixture);
}

static void
test_notes (Fixture *fixture, gconstpointer data)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (fixture->canvas);
  g_autofree char *id = NULL;

  g_assert_true (act (fixture, "flow.add-note"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_notes (scene), ==, 1);
  id = g_strdup (troupe_canvas_scene_get_nth_note (scene, 0)->id);
  g_signal_emit_by_name (fixture->canvas, "note-resized", id, 320.0, 120.0);
  g_assert_cmpfloat (troupe_canvas_scene_get_note (scene, id)->width, ==, 320);
  select_ids (fixture, id, NULL);
  g_assert_true (act (fixture, "flow.delete"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_notes (scene), ==, 0);
  assert_undone (fixture);
}

static void
test_palette (Fixture *fixture, gconstpointer data)
{
  GtkWidget *palette;
  g_auto (GStrv) shown = NULL;

  g_signal_emit_by_name (fixture->canvas, "wire-dropped", "b", NULL, 400.0, 300.0, FALSE);
  editor_test_settle ();
  palette = editor_test_find (GTK_WIDGET (fixture->editor), TROUPE_TYPE_PALETTE, NULL, NULL);
  g_assert_nonnull (palette);
  shown = troupe_palette_list_shown (TROUPE_PALETTE (palette));
  g_assert_cmpstr (shown[0], ==, "Expression");
  /* c listens to b already and a is a start method: there is nothing to connect to. */
  g_assert_false (g_strv_contains ((const char *const *) shown, "c"));
  g_assert_false (g_strv_contains ((const char *const *) shown, "Note"));
  g_assert_true (troupe_palette_press_letter (TROUPE_PALETTE (palette), 'a'));
  editor_test_settle ();
  {
    const char *name = troupe_editor_get_selected_method (fixture->editor);
    double x = 0;
    double y = 0;

    g_assert_cmpint (find (fixture, name)->action->type, ==, TROUPE_ACTION_AGENT);
    assert_condition (fixture, name, "b");
    g_assert_true (troupe_flow_document_get_position (fixture->document, name, &x, &y));
    g_assert_cmpfloat (x, ==, 400);
  }
  assert_undone (fixture);

  g_signal_emit_by_name (fixture->canvas, "wire-dropped", "c", NULL, 400.0, 300.0, FALSE);
  editor_test_settle ();
  troupe_palette_set_search (TROUPE_PALETTE (palette), "b");
  troupe_palette_set_search (TROUPE_PALETTE (palette), "zzz");
  g_clear_pointer (&shown, g_strfreev);
  shown = troupe_palette_list_shown (TROUPE_PALETTE (palette));
  g_assert_null (shown[0]);
  g_assert_false (troupe_palette_press_letter (TROUPE_PALETTE (palette), 'E'));
  troupe_palette_set_search (TROUPE_PALETTE (palette), "循环");
  g_clear_pointer (&shown, g_strfreev);
  shown = troupe_palette_list_shown (TROUPE_PALETTE (palette));
  g_assert_cmpstr (shown[0], ==, "For each");
  troupe_palette_set_search (TROUPE_PALETTE (palette), "b");
  troupe_palette_set_search (TROUPE_PALETTE (palette), "");
  g_clear_pointer (&shown, g_strfreev);
  shown = troupe_palette_list_shown (TROUPE_PALETTE (palette));
  g_assert_true (g_strv_contains ((const char *const *) shown, "b"));
  g_signal_emit_by_name (palette, "connect-to", "b");
  assert_condition (fixture, "b", "a or c");
  assert_undone (fixture);
}

static void
test_selection (Fixture *fixture, gconstpointer data)
{
  g_autofree char *property = NULL;

  troupe_editor_select_method (fixture->editor, "b");
  g_assert_cmpstr (troupe_editor_get_selected_method (fixture->editor), ==, "b");
  g_object_get (fixture->editor, "selected-method", &property, NULL);
  g_assert_cmpstr (property, ==, "b");
  g_assert_true (act (fixture, "flow.invert-selection"));
  g_assert_false (troupe_canvas_is_selected (fixture->canvas, "b"));
  g_assert_true (troupe_canvas_is_selected (fixture->canvas, "a"));
  g_assert_true (act (fixture, "flow.select-none"));
  g_assert_cmpuint (troupe_canvas_get_n_selected (fixture->canvas), ==, 0);
  g_assert_true (act (fixture, "flow.select-all"));
  g_assert_true (troupe_canvas_is_selected (fixture->canvas, "c"));
  troupe_editor_select_method (fixture->editor, NULL);
  g_assert_null (troupe_editor_get_selected_method (fixture->editor));
}

static void
test_others (Fixture *fixture, gconstpointer data)
{
  static const char *const actions[] = { "flow.add",     "flow.find",        "flow.fit",
                                         "flow.zoom-in", "flow.zoom-out",    "flow.zoom-normal",
                                         "flow.edit",    "flow.rename",      "flow.connect",
                                         "flow.connect-and", "flow.fit-selection", "flow.minimap" };

  troupe_editor_select_method (fixture->editor, "b");
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_test_message ("%s", actions[i]);
      g_assert_true (act (fixture, actions[i]));
    }
  g_assert_false (troupe_flow_document_is_modified (fixture->document));
  for (int width = TROUPE_EDITOR_WIDE; width <= TROUPE_EDITOR_TINY; width++)
    {
      troupe_editor_set_width_class (fixture->editor, (TroupeEditorWidth) width);
      editor_test_settle ();
    }
  troupe_editor_set_bottom (fixture->editor, gtk_label_new ("bottom"));
  troupe_editor_set_bottom_open (fixture->editor, TRUE);
  editor_test_settle ();
  troupe_editor_set_bottom_open (fixture->editor, FALSE);
  editor_test_settle ();
}

int
main (int argc, char **argv)
{
  static const struct {
    const char *path;
    void (*test) (Fixture *fixture, gconstpointer data);
  } tests[] = {
    { "/editor/actions/open", test_open },           { "/editor/actions/add", test_add },
    { "/editor/actions/gates", test_gates },         { "/editor/actions/delete", test_delete },
    { "/editor/actions/wires", test_wires },         { "/editor/actions/insert", test_insert },
    { "/editor/actions/move", test_move },           { "/editor/actions/clipboard", test_clipboard },
    { "/editor/actions/notes", test_notes },         { "/editor/actions/palette", test_palette },
    { "/editor/actions/selection", test_selection }, { "/editor/actions/others", test_others },
  };

  if (!editor_test_init (&argc, &argv))
    return 77;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);

  return g_test_run ();
}
