/* test-editor-random.c: random sequences of actions: the flow stays valid, and undo restores the
 * original
 *
 * TROUPE_EDITOR_RANDOM_STEPS: the number of actions; the seed is printed and can be passed with
 * --seed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "editor-test.h"
#include "troupe-palette.h"

#define N_STEPS 100
#define MAX_METHODS 16

/* --- Random selection ------------------------------------------------------------------------- */

static const char *
any_of (const char *const *words, guint n_words)
{
  return words[g_test_rand_int_range (0, (int) n_words)];
}

static const char *
any_node (EditorTest *test)
{
  guint n = troupe_canvas_scene_get_n_nodes (test->scene);

  return n > 0 ? troupe_canvas_scene_get_nth_node (test->scene,
                                                   (guint) g_test_rand_int_range (0, (int) n))
                     ->id
               : NULL;
}

static const char *
any_gate (EditorTest *test)
{
  guint n = troupe_canvas_scene_get_n_gates (test->scene);

  return n > 0 ? troupe_canvas_scene_get_nth_gate (test->scene,
                                                   (guint) g_test_rand_int_range (0, (int) n))
                     ->id
               : NULL;
}

static const char *
any_wire (EditorTest *test)
{
  guint n = troupe_canvas_scene_get_n_wires (test->scene);

  return n > 0 ? troupe_canvas_scene_get_nth_wire (test->scene,
                                                   (guint) g_test_rand_int_range (0, (int) n))
                     ->id
               : NULL;
}

static const char *
any_end (EditorTest *test)
{
  const char *gate = any_gate (test);

  return gate != NULL && g_test_rand_bit () ? gate : any_node (test);
}

static const char *
any_port (EditorTest *test, const char *from)
{
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (test->scene, from);

  if (node == NULL || node->events == NULL || node->events[0] == NULL || g_test_rand_bit ())
    return NULL;

  return any_of (node->events, g_strv_length ((char **) node->events));
}

/* --- Actions ---------------------------------------------------------------------------------- */

static void
add (EditorTest *test)
{
  static const char *const kinds[] = { "expression", "agent",  "crew",   "tool", "each",
                                       "person",     "script", "router", "and",  "or" };

  if (editor_test_count (test) < MAX_METHODS)
    editor_test_add (test, any_of (kinds, G_N_ELEMENTS (kinds)));
}

static void
draw_wire (EditorTest *test)
{
  g_autofree char *from = g_strdup (any_end (test));
  g_autofree char *port = g_strdup (from != NULL ? any_port (test, from) : NULL);
  g_autofree char *to = g_strdup (any_end (test));

  if (from != NULL && to != NULL)
    g_signal_emit_by_name (test->canvas, "wire-requested", from, port, to, NULL,
                           (gboolean) g_test_rand_bit ());
}

static void
take_wire (EditorTest *test)
{
  g_autofree char *wire = g_strdup (any_wire (test));
  g_autofree char *other = g_strdup (any_wire (test));
  const char *const both[] = { wire, other, NULL };

  if (wire == NULL)
    return;
  if (g_test_rand_bit ())
    g_signal_emit_by_name (test->canvas, "wire-removed", wire);
  else
    g_signal_emit_by_name (test->canvas, "wires-cut", both);
}

static void
move_wire (EditorTest *test)
{
  g_autofree char *wire = g_strdup (any_wire (test));
  g_autofree char *to = g_strdup (any_end (test));

  if (wire != NULL)
    g_signal_emit_by_name (test->canvas, "wire-reconnected", wire, to,
                           (gboolean) g_test_rand_bit ());
}

static void
put_on_wire (EditorTest *test)
{
  g_autofree char *wire = g_strdup (any_wire (test));
  g_autofree char *node = g_strdup (any_node (test));

  if (wire != NULL)
    g_signal_emit_by_name (test->canvas, "node-inserted-on-wire", node, wire,
                           (double) g_test_rand_int_range (0, 900),
                           (double) g_test_rand_int_range (0, 900), (gboolean) g_test_rand_bit ());
}

static void
take_out (EditorTest *test)
{
  g_autofree char *node = g_strdup (any_node (test));

  if (node != NULL)
    g_signal_emit_by_name (test->canvas, "node-taken-out", node, 16.0, 24.0);
}

static void
move (EditorTest *test)
{
  g_autofree char *node = g_strdup (any_node (test));
  g_autofree char *gate = g_strdup (any_gate (test));
  TroupeCanvasMove moves[] = {
    { TROUPE_CANVAS_KIND_NODE, node, 0, 0, g_test_rand_int_range (-900, 900), 8 },
    { TROUPE_CANVAS_KIND_GATE, gate, 0, 0, 16, g_test_rand_int_range (-900, 900) },
  };

  if (node != NULL)
    g_signal_emit_by_name (test->canvas, "nodes-moved", moves, gate != NULL ? 2u : 1u);
}

static void
act_on_selection (EditorTest *test)
{
  static const char *const actions[] = { "flow.delete",       "flow.delete-reconnect",
                                         "flow.duplicate",    "flow.toggle-gate",
                                         "flow.toggle-start", "flow.tidy",
                                         "flow.add-note",     "flow.delete",
                                         "flow.select-all",   "flow.invert-selection" };
  g_autofree char *first = g_strdup (any_node (test));
  g_autofree char *second = g_strdup (g_test_rand_bit ()   ? any_node (test)
                                      : g_test_rand_bit () ? any_gate (test)
                                                           : NULL);

  if (first != NULL)
    editor_test_select (test, first, second, NULL);
  if (editor_test_count (test) < MAX_METHODS)
    gtk_widget_activate_action (GTK_WIDGET (test->editor), any_of (actions, G_N_ELEMENTS (actions)),
                                NULL);
}

/* Creates a method of the kind that one of @letters selects in the palette. */
static void
choose_letter (GtkWidget *palette, const char *letters)
{
  const char letter[] = { letters[g_test_rand_int_range (0, (int) strlen (letters))], '\0' };

  troupe_palette_set_search (TROUPE_PALETTE (palette), letter);
  troupe_palette_activate_first (TROUPE_PALETTE (palette));
}

/* Inserts a card with the keyboard or the palette; other cards move aside. */
static void
insert_by_key (EditorTest *test)
{
  g_autofree char *wire = g_strdup (any_wire (test));
  GtkWidget *palette;

  if (wire == NULL || editor_test_count (test) >= MAX_METHODS)
    return;
  troupe_canvas_select_only (test->canvas, wire);
  if (!editor_test_act (test, "flow.insert"))
    return;
  palette = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_PALETTE, NULL, NULL);
  if (palette != NULL && gtk_widget_get_visible (palette))
    choose_letter (palette, "ER");
}

static void
frame (EditorTest *test)
{
  static const char *const ways[] = { "L", "C", "R", "T", "M", "B", "H", "V" };
  g_autofree char *first = g_strdup (any_node (test));
  g_autofree char *second = g_strdup (any_node (test));

  if (first == NULL)
    return;
  editor_test_select (test, first, second, NULL);
  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      editor_test_act (test, "flow.ungroup");
      break;
    case 1:
      gtk_widget_activate_action (GTK_WIDGET (test->editor), "flow.align", "s",
                                  any_of (ways, G_N_ELEMENTS (ways)));
      break;
    default:
      editor_test_act (test, "flow.group");
      break;
    }
  if (troupe_canvas_scene_get_n_groups (test->scene) > 0 && g_test_rand_bit ())
    {
      g_autofree char *id = g_strdup (troupe_canvas_scene_get_nth_group (test->scene, 0)->id);

      troupe_canvas_select_only (test->canvas, id);
      gtk_widget_activate_action (GTK_WIDGET (test->editor), "flow.group-colour", "s", "red");
    }
}

static gboolean
is_name_row (GtkWidget *widget, gpointer data)
{
  return g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), data) == 0;
}

static void
rename_method (EditorTest *test)
{
  static const char *const names[] = { "x1", "x2", "longer_name", "a", "b", "not good", "" };
  g_autofree char *name = g_strdup (any_node (test));
  GtkWidget *row;

  if (name == NULL)
    return;
  troupe_editor_select_method (test->editor, name);
  editor_test_settle ();
  row = editor_test_find (GTK_WIDGET (test->editor), ADW_TYPE_ENTRY_ROW, is_name_row,
                          (gpointer) "Name");
  g_assert_nonnull (row);
  gtk_editable_set_text (GTK_EDITABLE (row), any_of (names, G_N_ELEMENTS (names)));
  g_signal_emit_by_name (row, "entry-activated");
}

static void
change_action (EditorTest *test)
{
  g_autofree char *name = g_strdup (any_node (test));
  GtkWidget *row;

  if (name == NULL)
    return;
  troupe_editor_select_method (test->editor, name);
  editor_test_settle ();
  row = editor_test_find (GTK_WIDGET (test->editor), ADW_TYPE_COMBO_ROW, is_name_row,
                          (gpointer) "Action");
  adw_combo_row_set_selected (ADW_COMBO_ROW (row),
                              (guint) g_test_rand_int_range (0, TROUPE_ACTION_N_TYPES));
}

static void
drop_wire (EditorTest *test)
{
  g_autofree char *from = g_strdup (any_end (test));
  g_autofree char *port = g_strdup (from != NULL ? any_port (test, from) : NULL);
  gboolean backward = from != NULL && strchr (from, '/') == NULL && g_test_rand_bit ();
  GtkWidget *palette;

  if (from == NULL || editor_test_count (test) >= MAX_METHODS)
    return;
  g_signal_emit_by_name (test->canvas, "wire-dropped", from, backward ? NULL : port, 400.0, 300.0,
                         backward);
  editor_test_settle ();
  palette = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_PALETTE, NULL, NULL);
  g_assert_nonnull (palette);
  choose_letter (palette, "EACTLHPR");
}

static void
go_back_and_forth (EditorTest *test)
{
  int n = g_test_rand_int_range (1, 6);

  for (int i = 0; i < n; i++)
    gtk_widget_activate_action (GTK_WIDGET (test->editor), "flow.undo", NULL);
  for (int i = 0; i < n && g_test_rand_bit (); i++)
    gtk_widget_activate_action (GTK_WIDGET (test->editor), "flow.redo", NULL);
}

static const struct
{
  const char *name;
  void (*act) (EditorTest *test);
  int weight;
} acts[] = {
  { "add", add, 4 },
  { "insert by key", insert_by_key, 4 },
  { "frame or align", frame, 4 },
  { "draw a wire", draw_wire, 8 },
  { "take a wire away", take_wire, 3 },
  { "move a wire", move_wire, 3 },
  { "put on a wire", put_on_wire, 2 },
  { "take out", take_out, 2 },
  { "move", move, 2 },
  { "selection", act_on_selection, 4 },
  { "rename", rename_method, 2 },
  { "change the action", change_action, 2 },
  { "drop a wire", drop_wire, 2 },
  { "undo and redo", go_back_and_forth, 2 },
};

/* --- Test ------------------------------------------------------------------------------------- */

static guint
choose_act (void)
{
  int total = 0;
  int chosen;

  for (guint i = 0; i < G_N_ELEMENTS (acts); i++)
    total += acts[i].weight;
  chosen = g_test_rand_int_range (0, total);
  for (guint i = 0; i < G_N_ELEMENTS (acts); i++)
    {
      chosen -= acts[i].weight;
      if (chosen < 0)
        return i;
    }
  g_assert_not_reached ();
}

/* Asserts that the scene matches the document. */
static void
check_scene (EditorTest *test)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (test->document);

  g_assert_cmpuint (troupe_canvas_scene_get_n_nodes (test->scene), ==,
                    troupe_flow_get_n_methods (flow));
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    g_assert_nonnull (
        troupe_canvas_scene_get_node (test->scene, troupe_flow_get_method (flow, i)->name));
  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (test->scene); i++)
    {
      const TroupeCanvasWire *wire = troupe_canvas_scene_get_nth_wire (test->scene, i);

      g_assert_cmpint (troupe_canvas_scene_get_kind (test->scene, wire->from), !=,
                       TROUPE_CANVAS_KIND_GROUND);
      g_assert_cmpint (troupe_canvas_scene_get_kind (test->scene, wire->to), !=,
                       TROUPE_CANVAS_KIND_GROUND);
    }
}

static void
test_random (EditorTest *test, gconstpointer data)
{
  const char *wanted = g_getenv ("TROUPE_EDITOR_RANDOM_STEPS");
  guint n_steps = wanted != NULL ? (guint) g_ascii_strtoull (wanted, NULL, 10) : N_STEPS;
  gboolean can_redo = TRUE;

  for (guint i = 0; i < n_steps; i++)
    {
      guint chosen = choose_act ();

      if (g_test_verbose ())
        g_test_message ("%u: %s", i, acts[chosen].name);
      acts[chosen].act (test);
      editor_test_settle ();
      check_scene (test);
      if (editor_test_count (test) > 0)
        editor_test_check_loads (test);
    }

  /* A new note in which nothing was typed goes when its editor ends, which is a step if something else has changed meanwhile. */
  troupe_editor_commit (test->editor);
  /* All steps are first redone, because the steps that were undone last are also part of the
   * history. */
  for (g_object_get (test->document, "can-redo", &can_redo, NULL); can_redo;
       g_object_get (test->document, "can-redo", &can_redo, NULL))
    g_assert_true (editor_test_act (test, "flow.redo"));
  editor_test_check_history (test, 0);
}

int
main (int argc, char **argv)
{
  if (!editor_test_init (&argc, &argv))
    return 77;

  g_test_add ("/editor/random", EditorTest, editor_test_flow, editor_test_set_up, test_random,
              editor_test_tear_down);

  return g_test_run ();
}
