/* test-editor-control.c: breakpoints, mutes and pins of methods in the editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "editor-test.h"
#include "troupe-flow-pin-edit.h"
#include "troupe-flow-pins.h"

static const TroupeCanvasNode *
get_card (EditorTest *test, const char *name)
{
  return troupe_canvas_scene_get_node (test->scene, name);
}

static TroupeFlow *
get_flow (EditorTest *test)
{
  return troupe_flow_document_get_flow (test->document);
}

static gboolean
has_breakpoint (EditorTest *test, const char *kind, const char *name, const char *target)
{
  g_autoptr (TroupeValue) found = troupe_flow_find_breakpoint (test->document, kind, name, target);

  return found != NULL;
}

static void
test_mute (EditorTest *test, gconstpointer data)
{
  editor_test_select (test, "a", "b", NULL);
  g_assert_true (editor_test_press (GTK_WIDGET (test->canvas), GDK_KEY_m, 0));
  g_assert_true (troupe_flow_is_muted (get_flow (test), "a"));
  g_assert_true (troupe_flow_is_muted (get_flow (test), "b"));
  g_assert_true (get_card (test, "a")->muted);
  g_assert_nonnull (strstr (get_card (test, "a")->accessible_label, "muted"));
  g_assert_false (get_card (test, "c")->muted);

  /* If one of the selected methods is not muted, all are muted, else all are unmuted. */
  editor_test_select (test, "b", "c", NULL);
  g_assert_true (editor_test_act (test, "flow.mute"));
  g_assert_true (get_card (test, "c")->muted);
  g_assert_true (editor_test_act (test, "flow.mute"));
  g_assert_false (get_card (test, "b")->muted);
  g_assert_false (get_card (test, "c")->muted);
  g_assert_true (get_card (test, "a")->muted);
  editor_test_check_history (test, 0);
  g_assert_false (get_card (test, "a")->muted);
}

static void
test_breakpoint (EditorTest *test, gconstpointer data)
{
  g_autofree const char **ids = NULL;

  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_press (GTK_WIDGET (test->canvas), GDK_KEY_b, 0));
  g_assert_true (has_breakpoint (test, "method", "b", NULL));
  g_assert_true (get_card (test, "b")->breakpoint);
  g_assert_false (get_card (test, "a")->breakpoint);

  /* A breakpoint follows when its method is renamed, and vanishes with it. */
  g_assert_true (troupe_flow_document_rename_method (test->document, "b", "bee", NULL));
  editor_test_settle ();
  g_assert_true (has_breakpoint (test, "method", "bee", NULL));
  g_assert_true (get_card (test, "bee")->breakpoint);
  editor_test_select (test, "bee", NULL);
  g_assert_true (editor_test_act (test, "flow.delete"));
  g_assert_false (has_breakpoint (test, "method", "bee", NULL));
  editor_test_check_history (test, 0);
}

/* The breakpoint of a wire is drawn on the wire, and can be removed by the same key. */
static void
test_breakpoint_of_wire (EditorTest *test, gconstpointer data)
{
  const TroupeCanvasWire *wire = NULL;
  g_autofree char *id = NULL;

  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (test->scene) && id == NULL; i++)
    {
      wire = troupe_canvas_scene_get_nth_wire (test->scene, i);
      if (g_str_equal (wire->from, "a"))
        id = g_strdup (wire->id);
    }
  g_assert_nonnull (id);
  g_assert_false (wire->breakpoint);
  for (guint i = 0; i < 3; i++)
    {
      editor_test_select (test, id, NULL);
      g_assert_true (editor_test_press (GTK_WIDGET (test->canvas), GDK_KEY_b, 0));
      editor_test_settle ();
      g_assert_cmpint (troupe_canvas_scene_get_wire (test->scene, id)->breakpoint, ==, i != 1);
      for (guint j = 0; j < troupe_canvas_scene_get_n_wires (test->scene); j++)
        {
          wire = troupe_canvas_scene_get_nth_wire (test->scene, j);
          g_assert_true (g_str_equal (wire->id, id) || !wire->breakpoint);
        }
    }
  editor_test_check_history (test, 0);
}

static gboolean
is_condition_entry (GtkWidget *widget, gpointer user_data)
{
  return gtk_widget_get_mapped (widget) &&
         g_strcmp0 (gtk_entry_get_placeholder_text (GTK_ENTRY (widget)), "state.pass > 1") == 0;
}

static gboolean
has_entry (gpointer data)
{
  EditorTest *test = data;

  return editor_test_find (GTK_WIDGET (test->editor), GTK_TYPE_ENTRY, is_condition_entry, NULL) !=
         NULL;
}

static void
test_condition (EditorTest *test, gconstpointer data)
{
  g_autoptr (TroupeValue) found = NULL;
  GtkWidget *entry;

  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_press (GTK_WIDGET (test->canvas), GDK_KEY_b, GDK_SHIFT_MASK));
  editor_test_wait (has_entry, test);
  entry = editor_test_find (GTK_WIDGET (test->editor), GTK_TYPE_ENTRY, is_condition_entry, NULL);
  /* What is no expression is refused. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "state.n >");
  g_signal_emit_by_name (entry, "activate");
  g_assert_false (has_breakpoint (test, "method", "b", NULL));
  gtk_editable_set_text (GTK_EDITABLE (entry), "state.n > 1");
  g_signal_emit_by_name (entry, "activate");
  found = troupe_flow_find_breakpoint (test->document, "method", "b", NULL);
  g_assert_nonnull (found);
  g_assert_cmpstr (troupe_value_get_member_text (found, "if"), ==, "state.n > 1");
  editor_test_check_history (test, 0);
}

/* A method can only be pinned to an output. */
static void
test_pin (EditorTest *test, gconstpointer data)
{
  editor_test_select (test, "a", NULL);
  g_assert_true (editor_test_press (GTK_WIDGET (test->canvas), GDK_KEY_p, 0));
  g_assert_null (troupe_flow_get_pin (get_flow (test), "a"));
  g_assert_nonnull (strstr (test->message->str, "Run the flow first"));

  g_autoptr (TroupeValue) value = troupe_value_new_integer (7);

  g_assert_true (troupe_flow_set_pin (test->document, "a", value, NULL));
  editor_test_settle ();
  g_assert_cmpstr (get_card (test, "a")->signs[0], ==, "view-pin-symbolic");
  g_assert_true (editor_test_act (test, "flow.pin"));
  g_assert_null (troupe_flow_get_pin (get_flow (test), "a"));
  g_assert_null (get_card (test, "a")->signs);
}

static void
note_part_cb (TroupeEditor *editor, const char *part, const char *method, GString *out)
{
  g_string_append_printf (out, "%s %s;", part, method);
}

static void
test_parts (EditorTest *test, gconstpointer data)
{
  g_autoptr (GString) parts = g_string_new (NULL);

  g_signal_connect (test->editor, "part-requested", G_CALLBACK (note_part_cb), parts);
  editor_test_select (test, "b", NULL);
  g_assert_true (editor_test_act (test, "flow.run-from"));
  g_assert_true (
      editor_test_press (GTK_WIDGET (test->editor), GDK_KEY_F5, GDK_ALT_MASK | GDK_SHIFT_MASK));
  g_assert_true (editor_test_act (test, "flow.run-only"));
  g_assert_cmpstr (parts->str, ==, "from b;until b;only b;");
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (EditorTest *test, gconstpointer data);
  } tests[] = {
    { "/editor/control/mute", test_mute },
    { "/editor/control/breakpoint", test_breakpoint },
    { "/editor/control/breakpoint-of-wire", test_breakpoint_of_wire },
    { "/editor/control/condition", test_condition },
    { "/editor/control/pin", test_pin },
    { "/editor/control/parts", test_parts },
  };

  if (!editor_test_init (&argc, &argv))
    return 77;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, EditorTest, editor_test_flow, editor_test_set_up, tests[i].test,
                editor_test_tear_down);

  return g_test_run ();
}
