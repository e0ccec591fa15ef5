/* test-editor-actions.c: actions and gestures of the editor, and their edits
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "editor-test.h"
#include "troupe-canvas-parts.h"
#include "troupe-canvas.h"
#include "troupe-inspector.h"
#include "troupe-note-editor.h"
#include "troupe-palette.h"
#include "troupe-scene-notes.h"

static void
test_add (EditorTest *test, gconstpointer data)
{
  static const char *const kinds[] = { "expression", "agent",  "crew",   "tool",
                                       "each",       "person", "script", "router" };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint n = troupe_flow_get_n_methods (troupe_flow_document_get_flow (test->document));
      const char *selected;

      g_assert_true (
          gtk_widget_activate_action (GTK_WIDGET (test->editor), "flow.add-method", "s", kinds[i]));
      editor_test_settle ();
      g_test_message ("%s", kinds[i]);
      g_assert_cmpuint (troupe_flow_get_n_methods (troupe_flow_document_get_flow (test->document)),
                        ==, n + 1);
      /* The new method is valid. */
      g_assert_false (troupe_flow_has_errors (troupe_flow_document_get_flow (test->document)));
      selected = troupe_editor_get_selected_method (test->editor);
      g_assert_nonnull (selected);
      g_assert_true (editor_test_method (test, selected)->router ==
                     (g_str_equal (kinds[i], "router") || g_str_equal (kinds[i], "person")));
    }
  editor_test_check_history (test, 0);
}

static void
test_delete (EditorTest *test, gconstpointer data)
{
  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_act (test, "flow.delete"));
  g_assert_null (editor_test_method (test, "b"));
  editor_test_assert_condition (test, "c", "a");
  g_assert_null (troupe_editor_get_selected_method (test->editor));
  editor_test_check_history (test, 0);

  editor_test_select (test, "a", NULL);
  g_assert_true (editor_test_act (test, "flow.delete-reconnect"));
  g_assert_null (editor_test_method (test, "a"));
  editor_test_check_history (test, 0);

  /* Several can be selected by mistake. */
  g_assert_null (strstr (test->message->str, "deleted"));
  editor_test_select (test, "a", "b", NULL);
  g_assert_true (editor_test_act (test, "flow.delete"));
  g_assert_cmpstr (test->message->str, ==, "2 methods were deleted. Press Ctrl+Z to undo.");
  editor_test_check_history (test, 0);
}

static void
test_move (EditorTest *test, gconstpointer data)
{
  const TroupeCanvasMove moves[] = {
    { TROUPE_CANVAS_KIND_NODE, "a", 0, 0, 96, 104 },
    { TROUPE_CANVAS_KIND_NODE, "b", 0, 0, 296, 104 },
    { TROUPE_CANVAS_KIND_GATE, "c/", 0, 0, 416, 120 },
  };
  g_autofree char *label = NULL;
  TroupeCanvasScene *scene = troupe_canvas_get_scene (test->canvas);
  double x = 0;
  double y = 0;
  double before = troupe_canvas_scene_get_node (scene, "a")->x;

  g_signal_emit_by_name (test->canvas, "nodes-moved", moves, (guint) G_N_ELEMENTS (moves));
  g_object_get (test->document, "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Move 2 Methods");
  g_assert_true (troupe_document_get_position (TROUPE_DOCUMENT (test->document), "a", &x, &y));
  g_assert_cmpfloat (x, ==, 96);
  g_assert_cmpfloat (y, ==, 104);
  g_assert_true (troupe_document_get_position (TROUPE_DOCUMENT (test->document), "c/", &x, &y));
  g_assert_cmpfloat (x, ==, 400);
  /* The third card keeps the position at which it was drawn. */
  g_assert_true (troupe_document_get_position (TROUPE_DOCUMENT (test->document), "c", &x, &y));
  g_assert_cmpfloat (troupe_canvas_scene_get_node (scene, "a")->x, ==, 96);
  editor_test_check_history (test, 0);
  g_assert_cmpfloat (troupe_canvas_scene_get_node (scene, "a")->x, ==, before);

  g_assert_true (editor_test_act (test, "flow.tidy"));
  g_assert_true (troupe_document_get_position (TROUPE_DOCUMENT (test->document), "b", &x, &y));
  editor_test_check_history (test, 0);
}

static gboolean
has_pasted (gpointer data)
{
  EditorTest *test = data;

  return troupe_flow_get_n_methods (troupe_flow_document_get_flow (test->document)) > 3;
}

static gboolean
has_b (gpointer data)
{
  return editor_test_method (data, "b") != NULL;
}

static void
test_clipboard (EditorTest *test, gconstpointer data)
{
  const TroupeFlowMethod *copy;

  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_act (test, "flow.duplicate"));
  copy = editor_test_method (test, "b_2");
  g_assert_nonnull (copy);
  editor_test_check_history (test, 0);

  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_act (test, "flow.copy"));
  g_assert_true (editor_test_act (test, "flow.paste"));
  editor_test_wait (has_pasted, test);
  g_assert_nonnull (editor_test_method (test, "b_2"));
  g_assert_cmpstr (troupe_editor_get_selected_method (test->editor), ==, "b_2");
  editor_test_check_history (test, 0);

  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_act (test, "flow.cut"));
  g_assert_null (editor_test_method (test, "b"));
  g_assert_true (editor_test_act (test, "flow.paste"));
  editor_test_wait (has_b, test);
  editor_test_check_history (test, 0);
}

/* A flow with everything that a canvas has. Its second method has a gate. */
#define DRAWN                                                                                      \
  "{\"name\": \"F\", \"methods\": {\"r\": {\"start\": true, \"router\": true, \"do\": {\"call\": " \
  "\"expression\", \"expr\": \"'go'\"}}, \"a\": {\"listen\": {\"and\": [\"r\", \"go\"]}, \"do\": " \
  "{\"call\": \"expression\", \"expr\": \"outputs.r\"}}}, \"x-troupe\": {\"positions\": {\"r\": "  \
  "[40, "                                                                                          \
  "120], \"a\": [440, 120]}, \"gates\": {\"a/\": [360, 128]}, \"bends\": {\"a/>a#0\": [[400, "     \
  "300]]}, "                                                                                       \
  "\"groups\": [{\"id\": \"group\", \"title\": \"G\", \"methods\": [\"r\"], \"colour\": "          \
  "\"red\"}], "                                                                                    \
  "\"notes\": [{\"id\": \"note\", \"text\": \"hello\", \"x\": 40, \"y\": 320, \"width\": 200, "    \
  "\"height\": 80}]}}"

static JsonNode *
get_part (EditorTest *test, const char *a, const char *b, const char *c)
{
  const char *const path[] = { a, b, c, NULL };

  return troupe_json_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (test->document)), path);
}

static double
get_number (JsonNode *pair, guint index)
{
  g_assert_nonnull (pair);

  return json_array_get_double_element (json_node_get_array (pair), index);
}

static gboolean
has_two (gpointer data)
{
  return editor_test_count (data) == 2;
}

/* After cutting everything with the keys nothing is left. Pasting it restores the same graph,
 * with notes, gates, groups and bends at the same positions relative to each other. */
static void
test_cut_everything (EditorTest *test, gconstpointer data)
{
  EditorTest other;
  g_autoptr (JsonNode) methods = NULL;
  JsonNode *note;
  double dx;
  double dy;

  editor_test_set_up (&other, DRAWN);
  methods = json_node_ref (get_part (&other, "methods", NULL, NULL));
  g_assert_true (editor_test_press (GTK_WIDGET (other.canvas), GDK_KEY_a, GDK_CONTROL_MASK));
  g_assert_true (editor_test_press (GTK_WIDGET (other.canvas), GDK_KEY_x, GDK_CONTROL_MASK));
  g_assert_cmpuint (editor_test_count (&other), ==, 0);
  g_assert_cmpuint (troupe_canvas_scene_get_n_notes (other.scene), ==, 0);
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (other.scene), ==, 0);
  g_assert_null (get_part (&other, "x-troupe", "bends", "a/>a#0"));
  g_assert_true (editor_test_press (GTK_WIDGET (other.canvas), GDK_KEY_v, GDK_CONTROL_MASK));
  editor_test_wait (has_two, &other);

  g_assert_true (troupe_json_node_equal (methods, get_part (&other, "methods", NULL, NULL)));
  dx = get_number (get_part (&other, "x-troupe", "positions", "r"), 0) - 40;
  dy = get_number (get_part (&other, "x-troupe", "positions", "r"), 1) - 120;
  g_assert_cmpfloat (get_number (get_part (&other, "x-troupe", "positions", "a"), 0), ==, 440 + dx);
  g_assert_cmpfloat (get_number (get_part (&other, "x-troupe", "gates", "a/"), 0), ==, 360 + dx);
  g_assert_cmpfloat (get_number (get_part (&other, "x-troupe", "gates", "a/"), 1), ==, 128 + dy);
  g_assert_cmpfloat (
      get_number (json_array_get_element (
                      json_node_get_array (get_part (&other, "x-troupe", "bends", "a/>a#0")), 0),
                  1),
      ==, 300 + dy);
  g_assert_cmpuint (troupe_canvas_scene_get_n_groups (other.scene), ==, 1);
  g_assert_cmpuint (troupe_canvas_scene_get_n_notes (other.scene), ==, 1);
  note = get_part (&other, "x-troupe", "notes", "0");
  g_assert_cmpfloat (json_object_get_double_member (json_node_get_object (note), "x"), ==, 40 + dx);
  g_assert_cmpfloat (json_object_get_double_member (json_node_get_object (note), "y"), ==,
                     320 + dy);
  g_assert_cmpstr (other.message->str, ==, "");
  editor_test_check_history (&other, 2);
  editor_test_tear_down (&other, NULL);
}

static gboolean
has_two_notes (gpointer data)
{
  return troupe_canvas_scene_get_n_notes (((EditorTest *) data)->scene) == 2;
}

/* A note alone is cut, copied, pasted and duplicated. */
static void
test_note_clipboard (EditorTest *test, gconstpointer data)
{
  EditorTest other;

  editor_test_set_up (&other, DRAWN);
  editor_test_select (&other, "note", NULL);
  g_assert_true (editor_test_act (&other, "flow.duplicate"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_notes (other.scene), ==, 2);
  editor_test_check_history (&other, 1);
  editor_test_select (&other, "note", NULL);
  g_assert_true (editor_test_act (&other, "flow.copy"));
  g_assert_true (editor_test_act (&other, "flow.paste"));
  editor_test_wait (has_two_notes, &other);
  editor_test_check_history (&other, 1);
  editor_test_select (&other, "note", NULL);
  g_assert_true (editor_test_act (&other, "flow.cut"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_notes (other.scene), ==, 0);
  g_assert_cmpuint (editor_test_count (&other), ==, 2);
  editor_test_check_history (&other, 1);
  editor_test_tear_down (&other, NULL);
}

/* The page says what a copy still refers to. */
static void
test_paste_says (EditorTest *test, gconstpointer data)
{
  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_act (test, "flow.duplicate"));
  g_assert_nonnull (strstr (test->message->str, "a in b_2"));
  editor_test_check_history (test, 1);
}

/* Returns the view in which a note is edited, if it is visible. */
static GtkWidget *
find_open_text (GtkWidget *widget)
{
  if (GTK_IS_TEXT_VIEW (widget) && gtk_widget_get_ancestor (widget, TROUPE_TYPE_NOTE_EDITOR) != NULL &&
      gtk_widget_get_mapped (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_open_text (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
test_notes (EditorTest *test, gconstpointer data)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (test->canvas);
  g_autofree char *id = NULL;
  GtkWidget *text;

  g_assert_true (editor_test_act (test, "flow.add-note"));
  text = find_open_text (GTK_WIDGET (test->editor));
  g_assert_nonnull (text);
  /* A new note is empty. Its place says what to type, but nothing of that is in the document. */
  g_assert_cmpint (gtk_text_buffer_get_char_count (gtk_text_view_get_buffer (GTK_TEXT_VIEW (text))),
                   ==, 0);
  g_assert_cmpuint (troupe_canvas_scene_get_n_notes (scene), ==, 1);
  id = g_strdup (troupe_canvas_scene_get_nth_note (scene, 0)->id);
  g_assert_cmpstr (troupe_document_get_note_text (test->document, id), ==, "");
  g_signal_emit_by_name (test->canvas, "note-resized", id, 320.0, 120.0);
  g_assert_cmpfloat (troupe_canvas_scene_get_note (scene, id)->width, ==, 320);
  editor_test_select (test, id, NULL);
  g_assert_true (editor_test_act (test, "flow.delete"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_notes (scene), ==, 0);
  editor_test_check_history (test, 0);
}

static void
test_palette (EditorTest *test, gconstpointer data)
{
  GtkWidget *palette;
  g_auto (GStrv) shown = NULL;

  g_signal_emit_by_name (test->canvas, "wire-dropped", "b", NULL, 400.0, 300.0, FALSE);
  editor_test_settle ();
  palette = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_PALETTE, NULL, NULL);
  g_assert_nonnull (palette);
  shown = troupe_palette_list_shown (TROUPE_PALETTE (palette));
  g_assert_cmpstr (shown[0], ==, "Expression");
  /* The method c already listens to b, and a is a start method, so there is nothing to connect
   * to. */
  g_assert_false (g_strv_contains ((const char *const *) shown, "c"));
  g_assert_false (g_strv_contains ((const char *const *) shown, "Note"));
  troupe_palette_set_search (TROUPE_PALETTE (palette), "a");
  troupe_palette_activate_first (TROUPE_PALETTE (palette));
  editor_test_settle ();
  {
    const char *name = troupe_editor_get_selected_method (test->editor);
    double x = 0;
    double y = 0;

    g_assert_cmpint (editor_test_method (test, name)->action->type, ==, TROUPE_ACTION_AGENT);
    editor_test_assert_condition (test, name, "b");
    g_assert_true (troupe_document_get_position (TROUPE_DOCUMENT (test->document), name, &x, &y));
    g_assert_cmpfloat (x, ==, 400);
    /* The next key applies to the new card. */
    g_assert_cmpstr (troupe_canvas_get_focus_id (test->canvas), ==, name);
  }
  editor_test_check_history (test, 0);
}

/* Drops a wire from the output of a method and creates a method there. @search: finds its row first. (transfer full):
 * its name */
static char *
drop_method (EditorTest *test, const char *from, const char *event, const char *search)
{
  GtkWidget *palette;

  g_signal_emit_by_name (test->canvas, "wire-dropped", from, event, 400.0, 300.0, FALSE);
  editor_test_settle ();
  palette = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_PALETTE, NULL, NULL);
  g_assert_nonnull (palette);
  troupe_palette_set_search (TROUPE_PALETTE (palette), search);
  troupe_palette_activate_first (TROUPE_PALETTE (palette));
  editor_test_settle ();
  return g_strdup (troupe_editor_get_selected_method (test->editor));
}

/* Returns the text at the path below the action of a method. (transfer none) */
static const char *
get_action_text (EditorTest *test, const char *method, const char *key, const char *inner)
{
  const char *const path[] = { "methods", method, "do", key, inner, NULL };
  JsonNode *node =
      troupe_json_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (test->document)), path);

  g_assert_nonnull (node);
  return json_node_get_string (node);
}

/* An agent or a question that is put after a method is about its output, but not after an event. */
static void
test_output_before (EditorTest *test, gconstpointer data)
{
  g_autofree char *agent = drop_method (test, "b", NULL, "agent");
  g_autofree char *second = drop_method (test, agent, NULL, "agent");
  g_autofree char *ask = drop_method (test, second, NULL, "human feedback");
  g_autofree char *expected = g_strdup_printf ("${outputs.%s.raw}", agent);
  g_autofree char *shown = g_strdup_printf ("outputs.%s.raw", second);
  g_autofree char *after = NULL;

  g_assert_cmpstr (get_action_text (test, agent, "with", "input"), ==, "${outputs.b}");
  g_assert_cmpstr (get_action_text (test, second, "with", "input"), ==, expected);
  g_assert_cmpstr (get_action_text (test, ask, "expr", NULL), ==, shown);
  after = drop_method (test, ask, editor_test_method (test, ask)->emit[0], "agent");
  g_assert_cmpstr (get_action_text (test, after, "with", "input"), ==, "Say hello.");
  editor_test_check_loads (test);
}

static gboolean
has_width (gpointer palette)
{
  return gtk_widget_get_mapped (palette) && gtk_widget_get_width (palette) > 0;
}

static GtkWidget *
open_palette (EditorTest *test)
{
  GtkWidget *palette;

  g_signal_emit_by_name (test->canvas, "wire-dropped", "c", NULL, 400.0, 300.0, FALSE);
  editor_test_settle ();
  palette = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_PALETTE, NULL, NULL);
  g_assert_nonnull (palette);

  return palette;
}

/* A wire that is dropped near the edge leaves the view where it is, because the next one may begin at once. */
static void
test_drop_at_edge (EditorTest *test, gconstpointer data)
{
  GtkWidget *palette = NULL;
  graphene_rect_t before, after;

  troupe_canvas_get_view (test->canvas, &before);
  g_signal_emit_by_name (test->canvas, "wire-dropped", "b", NULL,
                         (double) (before.origin.x + before.size.width) - 150.0,
                         (double) (before.origin.y + before.size.height / 2), FALSE);
  editor_test_settle ();
  palette = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_PALETTE, NULL, NULL);
  troupe_palette_activate_first (TROUPE_PALETTE (palette));
  editor_test_settle ();
  troupe_canvas_get_view (test->canvas, &after);
  g_assert_cmpfloat_with_epsilon (after.origin.x, before.origin.x, 0.5);
  g_assert_cmpfloat_with_epsilon (after.origin.y, before.origin.y, 0.5);
  editor_test_check_history (test, 0);
}

/* The button adds after the selected card, like the key that its tooltip names. */
static void
test_add_button (EditorTest *test, gconstpointer data)
{
  GtkWidget *palette = NULL;

  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_act (test, "flow.add"));
  editor_test_settle ();
  palette = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_PALETTE, NULL, NULL);
  g_assert_nonnull (palette);
  troupe_palette_activate_first (TROUPE_PALETTE (palette));
  editor_test_settle ();
  editor_test_assert_condition (test, troupe_editor_get_selected_method (test->editor), "b");
  editor_test_check_history (test, 0);
}

/* A search for what starts a flow finds a row that creates it. The palette has the same width whatever it lists. */
static void
test_palette_start (EditorTest *test, gconstpointer data)
{
  GtkWidget *palette = NULL;
  const char *name = NULL;
  g_auto (GStrv) shown = NULL;
  int width = 0;

  editor_test_select (test, NULL);
  g_assert_true (editor_test_act (test, "flow.add-next"));
  palette = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_PALETTE, NULL, NULL);
  g_assert_nonnull (palette);
  editor_test_wait (has_width, palette);
  width = gtk_widget_get_width (palette);
  g_test_message ("%d pixels", width);
  troupe_palette_set_search (TROUPE_PALETTE (palette), "nothing has a name as long as this one");
  editor_test_settle ();
  g_assert_false (
      gtk_widget_get_visible (editor_test_find (palette, GTK_TYPE_SCROLLED_WINDOW, NULL, NULL)));
  g_assert_cmpint (gtk_widget_get_width (palette), ==, width);
  troupe_palette_set_search (TROUPE_PALETTE (palette), "start");
  editor_test_settle ();
  g_assert_cmpint (gtk_widget_get_width (palette), ==, width);
  shown = troupe_palette_list_shown (TROUPE_PALETTE (palette));
  g_assert_cmpstr (shown[0], ==, "Start Method");
  troupe_palette_activate_first (TROUPE_PALETTE (palette));
  editor_test_settle ();
  name = troupe_editor_get_selected_method (test->editor);
  g_assert_true (editor_test_method (test, name)->start);
  /* After a card, only a search lists it. What it creates is not connected. */
  palette = open_palette (test);
  g_clear_pointer (&shown, g_strfreev);
  shown = troupe_palette_list_shown (TROUPE_PALETTE (palette));
  g_assert_false (g_strv_contains ((const char *const *) shown, "Start Method"));
  troupe_palette_set_search (TROUPE_PALETTE (palette), "start");
  troupe_palette_activate_first (TROUPE_PALETTE (palette));
  editor_test_settle ();
  name = troupe_editor_get_selected_method (test->editor);
  g_assert_true (editor_test_method (test, name)->start);
  editor_test_assert_condition (test, name, "-");
  editor_test_check_history (test, 0);
}

/* If there is nothing to connect to, the keyboard can create what the method is connected to. */
static void
test_connect_to_nothing (EditorTest *test, gconstpointer data)
{
  GtkWidget *palette;
  const char *name;

  editor_test_select (test, "a", "c", NULL);
  g_assert_true (editor_test_act (test, "flow.delete"));
  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_act (test, "flow.connect"));
  editor_test_settle ();
  palette = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_PALETTE, NULL, NULL);
  g_assert_nonnull (palette);
  g_assert_true (gtk_widget_get_visible (palette));
  troupe_palette_activate_first (TROUPE_PALETTE (palette));
  editor_test_settle ();
  name = troupe_editor_get_selected_method (test->editor);
  editor_test_assert_condition (test, name, "b");
  editor_test_check_history (test, 0);
}

static gboolean
says_straighten (GtkWidget *widget, gpointer data)
{
  return g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), "Straighten") &&
         gtk_widget_get_mapped (widget);
}

static gboolean
lists_keys (gpointer data)
{
  return editor_test_find (data, GTK_TYPE_LABEL, says_straighten, NULL) != NULL;
}

static gboolean
lists_no_keys (gpointer data)
{
  return !lists_keys (data);
}

/* A list shows the second keys after Alt+A. */
static void
test_align_keys (EditorTest *test, gconstpointer data)
{
  GtkWidget *canvas = GTK_WIDGET (test->canvas);

  editor_test_select (test, "a", "b", NULL);
  g_assert_true (editor_test_type (canvas, GDK_KEY_a, GDK_ALT_MASK));
  g_assert_true (lists_no_keys (test->editor));
  editor_test_wait (lists_keys, test->editor);
  g_assert_true (editor_test_type (canvas, GDK_KEY_l, 0));
  editor_test_wait (lists_no_keys, test->editor);

  /* Esc cancels the key sequence. */
  g_assert_true (editor_test_type (canvas, GDK_KEY_a, GDK_ALT_MASK));
  editor_test_wait (lists_keys, test->editor);
  g_assert_true (editor_test_type (canvas, GDK_KEY_Escape, 0));
  editor_test_wait (lists_no_keys, test->editor);
  g_assert_false (editor_test_type (canvas, GDK_KEY_l, 0));
}

static gboolean
is_head (GtkWidget *widget, gpointer data)
{
  return g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), data) &&
         gtk_widget_has_css_class (widget, "heading");
}

typedef struct
{
  GtkWidget *title;
  int before;
} Head;

static gboolean
is_wider (gpointer data)
{
  const Head *head = data;

  return gtk_widget_get_width (gtk_widget_get_parent (head->title)) > head->before + 50;
}

/* With large text, the name in the inspector's header uses the complete width. */
static void
test_large_head (EditorTest *test, gconstpointer data)
{
  GtkSettings *settings = gtk_widget_get_settings (test->window);
  Head head = { 0 };
  int dpi;

  editor_test_select (test, "b", NULL);
  editor_test_settle ();
  head.title =
      editor_test_find (GTK_WIDGET (test->editor), GTK_TYPE_LABEL, is_head, (gpointer) "b");
  g_assert_nonnull (head.title);
  head.before = gtk_widget_get_width (gtk_widget_get_parent (head.title));
  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 96 * 1024 * 3 / 2, NULL);
  editor_test_wait (is_wider, &head);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  editor_test_settle ();
}

static void
test_palette_search (EditorTest *test, gconstpointer data)
{
  GtkWidget *palette;
  g_auto (GStrv) shown = NULL;

  g_signal_emit_by_name (test->canvas, "wire-dropped", "c", NULL, 400.0, 300.0, FALSE);
  editor_test_settle ();
  palette = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_PALETTE, NULL, NULL);
  troupe_palette_set_search (TROUPE_PALETTE (palette), "b");
  troupe_palette_set_search (TROUPE_PALETTE (palette), "zzz");
  g_clear_pointer (&shown, g_strfreev);
  shown = troupe_palette_list_shown (TROUPE_PALETTE (palette));
  g_assert_null (shown[0]);
  troupe_palette_activate_first (TROUPE_PALETTE (palette));
  g_assert_true (gtk_widget_get_visible (palette));
  /* A title that begins with the text is before another entry that only contains it (“tasks”). */
  troupe_palette_set_search (TROUPE_PALETTE (palette), "ask");
  g_clear_pointer (&shown, g_strfreev);
  shown = troupe_palette_list_shown (TROUPE_PALETTE (palette));
  g_assert_cmpstr (shown[0], ==, "Ask for Human Feedback");
  troupe_palette_set_search (TROUPE_PALETTE (palette), "loop");
  g_clear_pointer (&shown, g_strfreev);
  shown = troupe_palette_list_shown (TROUPE_PALETTE (palette));
  g_assert_cmpstr (shown[0], ==, "For Each");
  troupe_palette_set_search (TROUPE_PALETTE (palette), "b");
  troupe_palette_set_search (TROUPE_PALETTE (palette), "");
  g_clear_pointer (&shown, g_strfreev);
  shown = troupe_palette_list_shown (TROUPE_PALETTE (palette));
  g_assert_true (g_strv_contains ((const char *const *) shown, "b"));
  g_signal_emit_by_name (palette, "connect-to", "b");
  editor_test_assert_condition (test, "b", "a or c");
  editor_test_check_history (test, 0);
}

static gboolean
is_clock (GtkWidget *widget, gpointer user_data)
{
  return g_strcmp0 (gtk_image_get_icon_name (GTK_IMAGE (widget)),
                    "document-open-recent-symbolic") == 0;
}

/* Kinds keep their places in the palette. Those that were used last are marked. */
static void
test_palette_order (EditorTest *test, gconstpointer data)
{
  GtkWidget *palette = open_palette (test);
  g_auto (GStrv) before = troupe_palette_list_shown (TROUPE_PALETTE (palette));
  g_auto (GStrv) after = NULL;
  guint n_kinds = 0;

  g_assert_null (editor_test_find (palette, GTK_TYPE_IMAGE, is_clock, NULL));
  troupe_palette_set_search (TROUPE_PALETTE (palette), "router");
  troupe_palette_activate_first (TROUPE_PALETTE (palette));
  editor_test_settle ();
  palette = open_palette (test);
  after = troupe_palette_list_shown (TROUPE_PALETTE (palette));
  g_assert_nonnull (editor_test_find (palette, GTK_TYPE_IMAGE, is_clock, NULL));
  while (g_strcmp0 (before[n_kinds], "Router") != 0)
    n_kinds++;
  for (guint i = 0; i <= n_kinds; i++)
    g_assert_cmpstr (after[i], ==, before[i]);
  gtk_popover_popdown (GTK_POPOVER (palette));
}

/* The events of a new router, and the outcomes of new human feedback, are used by nothing else, so
 * that the new method starts no other method, and itself only after what it was connected to. */
static void
test_new_events (EditorTest *test, gconstpointer data)
{
  static const char *const kinds[] = { "router", "person" };
  g_autoptr (GHashTable) events = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  EditorTest other;

  editor_test_set_up (
      &other, "{\"name\": \"F\", \"methods\": {\"r\": {\"start\": true, \"router\": true, "
              "\"emit\": [\"yes\", \"no\"], \"do\": {\"call\": \"expression\", \"expr\": "
              "\"'yes'\"}}, \"w\": {\"listen\": {\"or\": [\"revise\", \"yes_2\", \"agent\"]}, "
              "\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}}");
  for (guint i = 0; i < 2 * G_N_ELEMENTS (kinds); i++)
    {
      const TroupeFlowMethod *method;
      g_autoptr (GPtrArray) emitted = NULL;
      gboolean complete;

      troupe_canvas_select_none (other.canvas);
      editor_test_add (&other, kinds[i / 2]);
      method = editor_test_method (&other, troupe_editor_get_selected_method (other.editor));
      g_assert_nonnull (method);
      emitted = troupe_flow_method_list_events (method, &complete);
      g_assert_cmpuint (emitted->len, ==, 2);
      for (guint j = 0; j < emitted->len; j++)
        {
          g_assert_true (g_hash_table_add (events, g_strdup (emitted->pdata[j])));
          g_assert_false (g_str_equal (emitted->pdata[j], "yes"));
          g_assert_false (g_str_equal (emitted->pdata[j], "no"));
          g_assert_false (g_str_equal (emitted->pdata[j], "yes_2"));
          g_assert_false (g_str_equal (emitted->pdata[j], "revise"));
        }
    }
  g_assert_true (g_hash_table_contains (events, "yes_3"));
  g_assert_true (g_hash_table_contains (events, "no_2"));
  /* Only a name that is taken has a number. */
  g_assert_true (g_hash_table_contains (events, "approved"));
  g_assert_true (g_hash_table_contains (events, "revise_2"));
  /* The name of a method is an event, too. */
  editor_test_add (&other, "agent");
  g_assert_cmpstr (troupe_editor_get_selected_method (other.editor), ==, "agent_2");
  editor_test_check_history (&other, 0);
  editor_test_check_loads (&other);
  editor_test_tear_down (&other, NULL);
}

static void
test_selection (EditorTest *test, gconstpointer data)
{
  g_autofree char *property = NULL;

  troupe_editor_select_method (test->editor, "b");
  g_assert_cmpstr (troupe_editor_get_selected_method (test->editor), ==, "b");
  g_object_get (test->editor, "selected-method", &property, NULL);
  g_assert_cmpstr (property, ==, "b");
  g_assert_true (editor_test_act (test, "flow.invert-selection"));
  g_assert_false (troupe_canvas_is_selected (test->canvas, "b"));
  g_assert_true (troupe_canvas_is_selected (test->canvas, "a"));
  g_assert_true (editor_test_act (test, "flow.select-none"));
  g_assert_cmpuint (troupe_canvas_get_n_selected (test->canvas), ==, 0);
  g_assert_true (editor_test_act (test, "flow.select-all"));
  g_assert_true (troupe_canvas_is_selected (test->canvas, "c"));
  troupe_editor_select_method (test->editor, NULL);
  g_assert_null (troupe_editor_get_selected_method (test->editor));
}

static gboolean
is_in_view (EditorTest *test, const char *id)
{
  graphene_rect_t view, bounds;

  troupe_canvas_get_view (test->canvas, &view);
  return troupe_canvas_get_bounds (test->canvas, id, &bounds) &&
         graphene_rect_intersection (&view, &bounds, NULL);
}

/* If Undo removes all that is in view, the rest is shown instead of an empty canvas. */
static void
test_undo_returns (EditorTest *test, gconstpointer data)
{
  g_autofree char *name = NULL;
  TroupeCanvasMove move = { TROUPE_CANVAS_KIND_NODE, NULL, 0, 0, 9000, 9000 };

  editor_test_add (test, "agent");
  name = g_strdup (troupe_editor_get_selected_method (test->editor));
  move.id = name;
  g_signal_emit_by_name (test->canvas, "nodes-moved", &move, 1u);
  troupe_editor_view_center_on (
      troupe_editor_frame_get_view (troupe_editor_get_frame (test->editor)), name, FALSE);
  editor_test_settle ();
  g_assert_true (is_in_view (test, name));
  g_assert_false (is_in_view (test, "a"));
  g_assert_true (editor_test_act (test, "flow.undo"));
  g_assert_true (editor_test_act (test, "flow.undo"));
  editor_test_settle ();
  g_assert_null (editor_test_method (test, name));
  g_assert_true (is_in_view (test, "a"));
  g_assert_true (is_in_view (test, "b"));
}

/* What is selected next is read from its beginning, however far the form before it was scrolled. */
static void
test_scrolled_form (EditorTest *test, gconstpointer data)
{
  GtkWidget *inspector =
      editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_INSPECTOR, NULL, NULL);
  GtkWidget *scroller;
  GtkAdjustment *adjustment;

  editor_test_select (test, "b", NULL);
  editor_test_settle ();
  scroller = editor_test_find (inspector, GTK_TYPE_SCROLLED_WINDOW, NULL, NULL);
  g_assert_nonnull (scroller);
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  gtk_adjustment_configure (adjustment, 300, 0, 5000, 10, 100, 100);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 300);
  editor_test_select (test, "c", NULL);
  editor_test_settle ();
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, 0);
}

static void
test_others (EditorTest *test, gconstpointer data)
{
  static const char *const actions[] = {
    "flow.add",      "flow.find",        "flow.fit",           "flow.zoom-in",
    "flow.zoom-out", "flow.zoom-normal", "flow.edit",          "flow.rename",
    "flow.connect",  "flow.connect-and", "flow.fit-selection", "flow.minimap"
  };

  troupe_editor_select_method (test->editor, "b");
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_test_message ("%s", actions[i]);
      g_assert_true (editor_test_act (test, actions[i]));
    }
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (test->document)));
  for (int width = TROUPE_EDITOR_WIDE; width <= TROUPE_EDITOR_TINY; width++)
    {
      troupe_editor_frame_set_width_class (troupe_editor_get_frame (test->editor),
                                           (TroupeEditorWidth) width);
      editor_test_settle ();
    }
  troupe_editor_frame_set_bottom (troupe_editor_get_frame (test->editor), gtk_label_new ("bottom"));
  troupe_editor_frame_set_bottom_open (troupe_editor_get_frame (test->editor), TRUE);
  editor_test_settle ();
  troupe_editor_frame_set_bottom_open (troupe_editor_get_frame (test->editor), FALSE);
  editor_test_settle ();
}

#define NAMES                                                                                      \
  "{\n  \"schema\": \"crewai.flow/v1\",\n  \"name\": \"t\",\n  \"methods\": {\n"                   \
  "    \"ask\": {\n      \"start\": true,\n      \"router\": true,\n"                              \
  "      \"emit\": [\"ask_more\", \"done\"],\n"                                                    \
  "      \"do\": { \"call\": \"expression\", \"expr\": \"'done'\" }\n    },\n"                     \
  "    \"more\": {\n      \"listen\": { \"and\": [\"ask\", \"ask_more\"] },\n"                     \
  "      \"do\": { \"call\": \"expression\", \"expr\": \"outputs.ask + outputs.ask_more\" }\n"     \
  "    },\n"                                                                                       \
  "    \"say\": {\n      \"listen\": \"done\",\n"                                                  \
  "      \"do\": { \"call\": \"tool\", \"ref\": \"m:T\", \"with\": { \"q\": \"${outputs.ask}\" } " \
  "}\n"                                                                                            \
  "    }\n  },\n  \"x-troupe\": { \"positions\": { \"ask\": [8, 16] } }\n}\n"

/* Renaming a method with F2 updates only conditions, expressions, templates and positions. */
static void
test_rename (EditorTest *test, gconstpointer data)
{
  GtkWidget *entry;
  g_autofree char *text = NULL;
  double x = 0;
  double y = 0;

  editor_test_select (test, "ask", NULL);
  g_assert_true (editor_test_press (GTK_WIDGET (test->canvas), GDK_KEY_F2, 0));
  entry = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (test->editor))) != NULL
              ? gtk_widget_get_ancestor (gtk_root_get_focus (
                                             gtk_widget_get_root (GTK_WIDGET (test->editor))),
                                         GTK_TYPE_ENTRY)
              : NULL;
  g_assert_nonnull (entry);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "ask");

  /* An invalid name is rejected. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "more");
  g_signal_emit_by_name (entry, "activate");
  gtk_editable_set_text (GTK_EDITABLE (entry), "1x");
  g_signal_emit_by_name (entry, "activate");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (test->document)));

  gtk_editable_set_text (GTK_EDITABLE (entry), "query");
  g_signal_emit_by_name (entry, "activate");
  editor_test_settle ();
  text = editor_test_to_text (test->document);
  g_assert_null (editor_test_method (test, "ask"));
  editor_test_assert_condition (test, "more", "query and ask_more");
  g_assert_nonnull (strstr (text, "outputs.query + outputs.ask_more"));
  g_assert_nonnull (strstr (text, "${outputs.query}"));
  g_assert_nonnull (strstr (text, "[\"ask_more\", \"done\"]"));
  g_assert_true (troupe_document_get_position (TROUPE_DOCUMENT (test->document), "query", &x, &y));
  g_assert_cmpstr (troupe_editor_get_selected_method (test->editor), ==, "query");
  editor_test_check_history (test, 1);
}

static gboolean
has_five (gpointer data)
{
  return editor_test_count (data) == 5;
}

static gboolean
has_four (gpointer data)
{
  return editor_test_count (data) == 4;
}

/* A selection that was copied on one page can be pasted on another page. */
static void
test_between (EditorTest *test, gconstpointer data)
{
  EditorTest other;

  editor_test_set_up (&other, NAMES);
  editor_test_select (test, "b", "c", NULL);
  g_assert_true (editor_test_act (test, "flow.copy"));
  g_assert_true (editor_test_act (&other, "flow.paste"));
  editor_test_wait (has_five, &other);
  /* Only the wire between the two methods is copied, not the wire from another method. */
  editor_test_assert_condition (&other, "c", "b");
  editor_test_assert_condition (&other, "b", "-");
  editor_test_check_history (&other, 1);

  editor_test_select (&other, "say", NULL);
  g_assert_true (editor_test_act (&other, "flow.copy"));
  g_assert_true (editor_test_press (GTK_WIDGET (test->canvas), GDK_KEY_v, GDK_CONTROL_MASK));
  editor_test_wait (has_four, test);
  g_assert_nonnull (editor_test_method (test, "say"));
  editor_test_check_history (test, 1);
  editor_test_tear_down (&other, NULL);
}

/* For test_foreign(): clipboard text that is not valid as methods is reported and changes
 * nothing. */
static gboolean
was_told (gpointer data)
{
  return ((EditorTest *) data)->message->len > 0;
}

static gboolean
is_open (GtkWidget *widget, gpointer user_data)
{
  return gtk_widget_get_mapped (widget);
}

static void
paste_text (EditorTest *test, const char *text)
{
  g_string_truncate (test->message, 0);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (test->editor)), text);
  g_assert_true (editor_test_act (test, "flow.paste"));
}

static void
test_foreign (EditorTest *test, gconstpointer data)
{
  static const char *const texts[] = { "{", "[1, 2]", "{ \"methods\": 3 }", "", "  \n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      paste_text (test, texts[i]);
      editor_test_wait (was_told, test);
      g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (test->document)));
    }
}

/* Content of a format that cannot be pasted counts as nothing. */
static void
test_paste_unsupported (EditorTest *test, gconstpointer data)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static ("x", 1);
  g_autoptr (GdkContentProvider) content =
      gdk_content_provider_new_for_bytes ("application/x-other", bytes);

  g_string_truncate (test->message, 0);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (test->editor)), content);
  g_assert_true (editor_test_act (test, "flow.paste"));
  editor_test_wait (was_told, test);
  g_assert_cmpstr (test->message->str, ==, "There is nothing to paste.");
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (test->document)));
}

static gboolean
has_note (gpointer data)
{
  return troupe_canvas_scene_get_n_notes (((EditorTest *) data)->scene) > 0;
}

/* Plain text is pasted as a note, unchanged. */
static void
test_paste_plain (EditorTest *test, gconstpointer data)
{
  static const char *const texts[] = { "Good morning", "Ask Dana: she knows.\n- first\n- second",
                                       "name: a\nvalue: b" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      const TroupeCanvasNote *note;

      paste_text (test, texts[i]);
      editor_test_wait (has_note, test);
      note = troupe_canvas_scene_get_nth_note (test->scene, 0);
      g_assert_cmpstr (troupe_document_get_note_text (test->document, note->id), ==, texts[i]);
      g_assert_true (troupe_canvas_is_selected (test->canvas, note->id));
      editor_test_check_history (test, 1);
    }
}

static gboolean
has_ask (gpointer data)
{
  return editor_test_method (data, "ask") != NULL;
}

/* JSON or YAML of a flow, or of methods only, is pasted as methods. */
static void
test_paste_written (EditorTest *test, gconstpointer data)
{
  static const char *const texts[] = {
    "{\"ask\": {\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}",
    "schema: crewai.flow/v1\nname: Other\nmethods:\n  ask:\n    start: true\n    do:\n"
    "      call: expression\n      expr: '1'\n",
    "ask:\n  do: {call: expression, expr: '1'}\nthen:\n  listen: ask\n"
    "  do: {call: expression, expr: '2'}\n",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      graphene_rect_t card;
      graphene_rect_t view;

      paste_text (test, texts[i]);
      editor_test_wait (has_ask, test);
      g_assert_cmpuint (troupe_canvas_scene_get_n_notes (test->scene), ==, 0);
      g_assert_true (troupe_canvas_is_selected (test->canvas, "ask"));
      troupe_canvas_get_bounds (test->canvas, "ask", &card);
      troupe_canvas_get_view (test->canvas, &view);
      g_assert_true (graphene_rect_contains_rect (&view, &card));
      if (i == 2)
        editor_test_assert_condition (test, "then", "ask");
      editor_test_check_history (test, 1);
    }
}

/* Pasted cards are centered in the view, regardless of the previous selection and of the
 * position of the view. */
static void
test_paste_place (EditorTest *test, gconstpointer data)
{
  graphene_rect_t card;
  graphene_rect_t view;
  graphene_rect_t other;

  editor_test_select (test, "b", NULL);
  troupe_canvas_set_origin (test->canvas, 5000, -3000);
  paste_text (test, "{\"ask\": {\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}");
  editor_test_wait (has_ask, test);
  troupe_canvas_get_view (test->canvas, &view);
  troupe_canvas_get_bounds (test->canvas, "ask", &card);
  g_assert_cmpfloat ((double) view.origin.x, ==, 5000);
  g_assert_true (graphene_rect_contains_rect (&view, &card));

  /* If cards are pasted a second time at the same position, they are placed next to the cards
   * that were pasted first. */
  paste_text (test, "{\"more\": {\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}");
  editor_test_wait (has_five, test);
  troupe_canvas_get_bounds (test->canvas, "more", &other);
  g_assert_false (graphene_rect_intersection (&card, &other, NULL));
  g_assert_true (graphene_rect_contains_rect (&view, &other));
}

/* If the pointer is over the canvas, cards are pasted at the pointer, regardless of the
 * selection. */
static void
test_paste_pointer (EditorTest *test, gconstpointer data)
{
  graphene_point_t at;
  graphene_rect_t card;

  troupe_canvas_set_zoom (test->canvas, 0.8, FALSE);
  troupe_canvas_set_origin (test->canvas, -2000, 1000);
  troupe_canvas_input_set_pointer (troupe_canvas_get_hand (test->canvas), 320, 240);
  at = troupe_canvas_to_canvas (test->canvas, 320, 240);
  paste_text (test, "{\"ask\": {\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}");
  editor_test_wait (has_ask, test);
  troupe_canvas_get_bounds (test->canvas, "ask", &card);
  g_assert_cmpfloat_with_epsilon (card.origin.x, at.x, 5);
  g_assert_cmpfloat_with_epsilon (card.origin.y, at.y, 5);
}

/* The popover for the name follows its card when the view scrolls. The view of a new page also
 * scrolls. */
static void
test_rename_follows (EditorTest *test, gconstpointer data)
{
  GdkRectangle place;
  graphene_rect_t bounds;
  graphene_point_t corner;
  graphene_point_t on_page;
  GtkWidget *popover;

  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_act (test, "flow.rename"));
  popover = editor_test_find (GTK_WIDGET (test->editor), GTK_TYPE_POPOVER, is_open, NULL);
  g_assert_nonnull (popover);
  troupe_canvas_set_origin (test->canvas, -333, -222);
  editor_test_settle ();
  g_assert_true (gtk_popover_get_pointing_to (GTK_POPOVER (popover), &place));
  troupe_canvas_get_bounds (test->canvas, "b", &bounds);
  corner = troupe_canvas_to_widget (test->canvas, bounds.origin.x, bounds.origin.y);
  g_assert_true (gtk_widget_compute_point (GTK_WIDGET (test->canvas), GTK_WIDGET (test->editor),
                                           &corner, &on_page));
  g_assert_cmpint (ABS (place.x - (int) on_page.x), <=, 1);
  g_assert_cmpint (ABS (place.y - (int) on_page.y), <=, 1);
  /* A tooltip of the card would cover it. */
  g_assert_false (gtk_widget_get_has_tooltip (GTK_WIDGET (test->canvas)));
  gtk_popover_popdown (GTK_POPOVER (popover));
  editor_test_settle ();
  g_assert_true (gtk_widget_get_has_tooltip (GTK_WIDGET (test->canvas)));
}

static void
test_new_names (EditorTest *test, gconstpointer data)
{
  static const char *const cases[][2] = {
    { "router", "router" }, { "person", "ask" }, { "and", "join" }, { "expression", "expression" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      editor_test_add (test, cases[i][0]);
      g_assert_cmpstr (troupe_editor_get_selected_method (test->editor), ==, cases[i][1]);
    }
}

/* A bend moves with the cards if both ends of its wire do, and stays if only one does. Undo is one step. */
static void
test_carried_bends (EditorTest *test, gconstpointer data)
{
  const TroupeCanvasWire *wire = troupe_canvas_scene_get_nth_wire (test->scene, 0);
  g_autofree char *id = g_strdup (wire->id);
  g_autofree char *from = g_strdup (wire->from);
  g_autofree char *to = g_strdup (wire->to);
  const TroupeCanvasMove moves[] = { { TROUPE_CANVAS_KIND_NODE, from, 0, 0, 80, 40 },
                                     { TROUPE_CANVAS_KIND_NODE, to, 200, 0, 280, 40 } };

  g_signal_emit_by_name (test->canvas, "bend-requested", id, 120.0, 200.0);
  g_signal_emit_by_name (test->canvas, "nodes-moved", moves, 1u);
  g_assert_cmpfloat (troupe_canvas_scene_get_wire (test->scene, id)->bends[0], ==, 120);
  g_signal_emit_by_name (test->canvas, "nodes-moved", moves, 2u);
  g_assert_cmpfloat (troupe_canvas_scene_get_wire (test->scene, id)->bends[0], ==, 200);
  g_assert_cmpfloat (troupe_canvas_scene_get_wire (test->scene, id)->bends[1], ==, 240);
  g_assert_true (editor_test_act (test, "flow.undo"));
  g_assert_cmpfloat (troupe_canvas_scene_get_wire (test->scene, id)->bends[0], ==, 120);
}

/* R adds a bend to a wire, and the bend can be moved and removed. Each of these actions is one
 * undo step. */
static void
test_bends (EditorTest *test, gconstpointer data)
{
  g_autofree char *wire = g_strdup (troupe_canvas_scene_get_nth_wire (test->scene, 0)->id);
  const TroupeCanvasWire *drawn;

  troupe_canvas_select_only (test->canvas, wire);
  g_assert_true (editor_test_press (GTK_WIDGET (test->canvas), GDK_KEY_r, 0));
  drawn = troupe_canvas_scene_get_wire (test->scene, wire);
  g_assert_cmpuint (drawn->n_bends, ==, 1);
  g_signal_emit_by_name (test->canvas, "bend-moved", wire, 0u, 203.0, 317.0);
  drawn = troupe_canvas_scene_get_wire (test->scene, wire);
  g_assert_cmpfloat (drawn->bends[0], ==, 200);
  g_assert_cmpfloat (drawn->bends[1], ==, 320);
  g_signal_emit_by_name (test->canvas, "bend-requested", wire, 90.0, 200.0);
  g_assert_cmpuint (troupe_canvas_scene_get_wire (test->scene, wire)->n_bends, ==, 2);
  editor_test_check_loads (test);
  g_assert_true (editor_test_act (test, "flow.unbend"));
  g_assert_cmpuint (troupe_canvas_scene_get_wire (test->scene, wire)->n_bends, ==, 0);
  g_assert_true (editor_test_act (test, "flow.undo"));
  g_assert_cmpuint (troupe_canvas_scene_get_wire (test->scene, wire)->n_bends, ==, 2);
  g_assert_true (editor_test_act (test, "flow.redo"));
  /* Removing all bends restores the original text. */
  g_assert_true (editor_test_act (test, "flow.undo"));
  g_assert_true (editor_test_act (test, "flow.bend"));
  editor_test_check_history (test, 4);
}

/* Keys of features that do not exist yet are not bound. */
static void
test_no_idle_keys (EditorTest *test, gconstpointer data)
{
  static const guint idle[] = { GDK_KEY_h, GDK_KEY_k };

  editor_test_select (test, "b", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (idle); i++)
    g_assert_false (editor_test_press (GTK_WIDGET (test->canvas), idle[i], 0));
}

/* A copy of a copy gets the next number. */
static void
test_copy_names (EditorTest *test, gconstpointer data)
{
  static const char *const names[] = { "b_2", "b_3", "b_4" };

  editor_test_select (test, "b", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_assert_true (editor_test_act (test, "flow.duplicate"));
      g_assert_cmpstr (troupe_editor_get_selected_method (test->editor), ==, names[i]);
    }
  editor_test_select (test, "b", "b_2", NULL);
  g_assert_true (editor_test_act (test, "flow.duplicate"));
  g_assert_nonnull (editor_test_method (test, "b_5"));
  g_assert_nonnull (editor_test_method (test, "b_6"));
}

/* The edit shortcuts of the page. */
static void
test_keys (EditorTest *test, gconstpointer data)
{
  GtkWidget *canvas = GTK_WIDGET (test->canvas);
  GtkWidget *text;

  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_press (canvas, GDK_KEY_d, GDK_CONTROL_MASK));
  g_assert_cmpuint (editor_test_count (test), ==, 4);
  g_assert_true (editor_test_press (canvas, GDK_KEY_z, GDK_CONTROL_MASK));
  g_assert_cmpuint (editor_test_count (test), ==, 3);
  g_assert_true (editor_test_press (canvas, GDK_KEY_y, GDK_CONTROL_MASK));
  g_assert_true (editor_test_press (canvas, GDK_KEY_z, GDK_CONTROL_MASK));
  g_assert_true (editor_test_press (canvas, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  g_assert_cmpuint (editor_test_count (test), ==, 4);
  editor_test_check_history (test, 1);

  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_press (canvas, GDK_KEY_x, 0));
  editor_test_assert_condition (test, "c", "a");
  editor_test_check_history (test, 1);
  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_press (canvas, GDK_KEY_Delete, GDK_CONTROL_MASK));
  g_assert_null (editor_test_method (test, "b"));
  g_assert_true (troupe_condition_mentions (editor_test_method (test, "c")->listen, "a"));
  g_assert_false (troupe_condition_mentions (editor_test_method (test, "c")->listen, "b"));
  editor_test_check_history (test, 1);
  g_assert_true (editor_test_press (canvas, GDK_KEY_l, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  editor_test_check_history (test, 1);
  /* Undo of an empty new note removes the note and nothing else. */
  g_assert_true (editor_test_act (test, "flow.redo"));
  g_assert_true (editor_test_press (canvas, GDK_KEY_n, GDK_SHIFT_MASK));
  g_assert_cmpuint (troupe_canvas_scene_get_n_notes (test->scene), ==, 1);
  g_assert_true (editor_test_act (test, "flow.undo"));
  g_assert_cmpuint (troupe_canvas_scene_get_n_notes (test->scene), ==, 0);
  editor_test_check_history (test, 1);
  g_assert_true (editor_test_press (canvas, GDK_KEY_n, GDK_SHIFT_MASK));
  text = find_open_text (GTK_WIDGET (test->editor));
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (text)), "note", -1);
  gtk_widget_grab_focus (canvas);
  editor_test_settle ();
  editor_test_check_history (test, 2);
  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_press (canvas, GDK_KEY_Right, GDK_CONTROL_MASK));
  editor_test_check_history (test, 1);
}

static void
test_view_keys (EditorTest *test, gconstpointer data)
{
  GtkWidget *canvas = GTK_WIDGET (test->canvas);
  double zoom = troupe_canvas_get_zoom (test->canvas);

  g_assert_true (editor_test_press (canvas, GDK_KEY_minus, GDK_CONTROL_MASK));
  g_assert_cmpfloat (troupe_canvas_get_zoom (test->canvas), <, zoom);
  g_assert_true (editor_test_press (canvas, GDK_KEY_0, GDK_CONTROL_MASK));
  g_assert_cmpfloat (troupe_canvas_get_zoom (test->canvas), ==, 1);
  g_assert_true (editor_test_press (canvas, GDK_KEY_slash, 0));
  g_assert_nonnull (editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_PALETTE, NULL, NULL));
}

static void
test_start (EditorTest *test, gconstpointer data)
{
  editor_test_select (test, "c", NULL);
  g_assert_true (editor_test_act (test, "flow.toggle-start"));
  g_assert_true (editor_test_method (test, "c")->start);
  editor_test_check_history (test, 1);
  g_assert_true (editor_test_act (test, "flow.toggle-start"));
  g_assert_true (editor_test_act (test, "flow.toggle-start"));
  g_assert_false (editor_test_method (test, "c")->start);
}

static const struct
{
  const char *path;
  void (*test) (EditorTest *test, gconstpointer data);
  gboolean with_names;
} tests[] = {
  { "/editor/actions/add", test_add, FALSE },
  { "/editor/actions/delete", test_delete, FALSE },
  { "/editor/actions/rename", test_rename, TRUE },
  { "/editor/actions/start", test_start, FALSE },
  { "/editor/actions/move", test_move, FALSE },
  { "/editor/actions/clipboard", test_clipboard, FALSE },
  { "/editor/actions/cut-everything", test_cut_everything, FALSE },
  { "/editor/actions/note-clipboard", test_note_clipboard, FALSE },
  { "/editor/actions/paste-says", test_paste_says, FALSE },
  { "/editor/actions/paste-plain", test_paste_plain, FALSE },
  { "/editor/actions/paste-written", test_paste_written, FALSE },
  { "/editor/actions/paste-place", test_paste_place, FALSE },
  { "/editor/actions/paste-pointer", test_paste_pointer, FALSE },
  { "/editor/actions/copy-names", test_copy_names, FALSE },
  { "/editor/actions/new-names", test_new_names, FALSE },
  { "/editor/actions/rename-follows", test_rename_follows, FALSE },
  { "/editor/actions/bends", test_bends, FALSE },
  { "/editor/actions/carried-bends", test_carried_bends, FALSE },
  { "/editor/actions/no-idle-keys", test_no_idle_keys, FALSE },
  { "/editor/actions/between", test_between, FALSE },
  { "/editor/actions/palette-order", test_palette_order, FALSE },
  { "/editor/actions/new-events", test_new_events, FALSE },
  { "/editor/actions/foreign", test_foreign, FALSE },
  { "/editor/actions/paste-unsupported", test_paste_unsupported, FALSE },
  { "/editor/actions/notes", test_notes, FALSE },
  { "/editor/actions/palette", test_palette, FALSE },
  { "/editor/actions/output-before", test_output_before, FALSE },
  { "/editor/actions/add-button", test_add_button, FALSE },
  { "/editor/actions/drop-at-edge", test_drop_at_edge, FALSE },
  { "/editor/actions/palette-start", test_palette_start, FALSE },
  { "/editor/actions/connect-to-nothing", test_connect_to_nothing, FALSE },
  { "/editor/actions/palette-search", test_palette_search, FALSE },
  { "/editor/actions/align-keys", test_align_keys, FALSE },
  { "/editor/actions/large-head", test_large_head, FALSE },
  { "/editor/actions/selection", test_selection, FALSE },
  { "/editor/actions/keys", test_keys, FALSE },
  { "/editor/actions/view-keys", test_view_keys, FALSE },
  { "/editor/actions/undo-returns", test_undo_returns, FALSE },
  { "/editor/actions/scrolled-form", test_scrolled_form, FALSE },
  { "/editor/actions/others", test_others, FALSE },
};

int
main (int argc, char **argv)
{
  if (!editor_test_init (&argc, &argv))
    return 77;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, EditorTest, tests[i].with_names ? NAMES : editor_test_flow,
                editor_test_set_up, tests[i].test, editor_test_tear_down);

  return g_test_run ();
}
