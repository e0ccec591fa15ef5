/* test-editor-control.c: breakpoints, mutes and pins of methods in the editor
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "editor-test.h"
#include "troupe-breakpoint-form.h"
#include "troupe-control-list.h"
#include "troupe-flow-pin-edit.h"
#include "troupe-flow-pins.h"
#include "troupe-form-entry.h"
#include "troupe-pin-form.h"
#include "troupe-text-field.h"

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
  g_assert_cmpstr (get_card (test, "a")->badge, ==, "view-pin-symbolic");
  /* Signs in the head would cut the name. */
  g_assert_null (get_card (test, "a")->signs);
  g_assert_true (editor_test_act (test, "flow.pin"));
  g_assert_null (troupe_flow_get_pin (get_flow (test), "a"));
  g_assert_null (get_card (test, "a")->badge);
}

static gboolean
is_text_field (GtkWidget *widget, gpointer user_data)
{
  return gtk_widget_get_mapped (widget);
}

static gboolean
has_text (GtkWidget *widget, gpointer user_data)
{
  return gtk_widget_get_mapped (widget) &&
         strstr (gtk_label_get_label (GTK_LABEL (widget)), user_data) != NULL;
}

static gboolean
has_button (GtkWidget *widget, gpointer user_data)
{
  return g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), user_data) == 0;
}

/* The inspector shows the pinned output, which can be changed and unpinned, and says if it does not fit. */
static void
test_pin_form (EditorTest *test, gconstpointer data)
{
  GtkWidget *editor = GTK_WIDGET (test->editor);
  g_autoptr (TroupeValue) value = troupe_value_new_integer (7);
  GtkWidget *form = NULL;
  GtkWidget *field = NULL;
  g_autofree char *text = NULL;
  GError *error = NULL;

  g_assert_true (troupe_flow_set_pin (test->document, "b", value, NULL));
  editor_test_select (test, "b", NULL);
  editor_test_settle ();
  form = editor_test_find (editor, TROUPE_TYPE_PIN_FORM, NULL, NULL);
  g_assert_nonnull (form);
  field = editor_test_find (form, TROUPE_TYPE_TEXT_FIELD, is_text_field, NULL);
  g_assert_nonnull (field);
  text = troupe_text_field_get_text (TROUPE_TEXT_FIELD (field));
  g_assert_cmpstr (g_strstrip (text), ==, "7");
  gtk_text_buffer_set_text (troupe_text_field_get_buffer (TROUPE_TEXT_FIELD (field)), "{\"n\": 8",
                            -1);
  g_assert_cmpint (troupe_value_get_integer (troupe_flow_get_pin (get_flow (test), "b")), ==, 7);
  g_assert_nonnull (troupe_text_field_get_message (TROUPE_TEXT_FIELD (field)));
  gtk_text_buffer_set_text (troupe_text_field_get_buffer (TROUPE_TEXT_FIELD (field)), "{\"n\": 8}",
                            -1);
  g_assert_cmpint (troupe_value_get_integer (
                       troupe_value_get_member (troupe_flow_get_pin (get_flow (test), "b"), "n")),
                   ==, 8);
  editor_test_check_history (test, 0);

  /* The form follows a new name. */
  g_assert_true (troupe_flow_set_pin (test->document, "b", value, NULL));
  g_assert_true (troupe_flow_document_rename_method (test->document, "b", "bee", &error));
  g_assert_no_error (error);
  editor_test_select (test, "bee", NULL);
  editor_test_settle ();
  form = editor_test_find (editor, TROUPE_TYPE_PIN_FORM, NULL, NULL);
  g_assert_nonnull (form);
  g_signal_emit_by_name (editor_test_find (form, GTK_TYPE_BUTTON, has_button, (gpointer) "Unpin"),
                         "clicked");
  editor_test_settle ();
  g_assert_null (troupe_flow_get_pin (get_flow (test), "bee"));
  g_assert_null (editor_test_find (editor, TROUPE_TYPE_PIN_FORM, NULL, NULL));
}

/* The output of an agent must look like one. */
static void
test_pin_mismatch (EditorTest *test, gconstpointer data)
{
  const char *const action[] = { "methods", "b", "do", NULL };
  g_autoptr (JsonNode) agent = json_from_string (
      "{\"call\": \"agent\", \"with\": {\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\", "
      "\"input\": \"i\"}}",
      NULL);
  g_autoptr (TroupeValue) value = troupe_value_new_integer (7);
  GError *error = NULL;

  g_assert_true (troupe_document_set (TROUPE_DOCUMENT (test->document), action,
                                      g_steal_pointer (&agent), "Edit", NULL, &error));
  g_assert_no_error (error);
  g_assert_true (troupe_flow_set_pin (test->document, "b", value, NULL));
  editor_test_select (test, "b", NULL);
  editor_test_settle ();
  g_assert_nonnull (editor_test_find (GTK_WIDGET (test->editor), GTK_TYPE_LABEL, has_text,
                                      (gpointer) "must be an object with the string “raw”"));
}

/* The inspector of a wire shows its breakpoint, the menu checks it, and the flow lists it. */
static void
test_wire_form (EditorTest *test, gconstpointer data)
{
  GtkWidget *editor = GTK_WIDGET (test->editor);
  g_autoptr (TroupeValue) found = NULL;
  g_autofree char *id = NULL;
  GtkWidget *form = NULL;
  GtkWidget *entry = NULL;
  gboolean breaks = TRUE;

  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (test->scene) && id == NULL; i++)
    if (g_str_equal (troupe_canvas_scene_get_nth_wire (test->scene, i)->from, "a"))
      id = g_strdup (troupe_canvas_scene_get_nth_wire (test->scene, i)->id);
  editor_test_select (test, id, NULL);
  form = editor_test_find (editor, TROUPE_TYPE_BREAKPOINT_FORM, NULL, NULL);
  g_assert_nonnull (form);
  g_object_get (test->editor, "selected-breaks", &breaks, NULL);
  g_assert_false (breaks);
  gtk_switch_set_active (GTK_SWITCH (editor_test_find (form, GTK_TYPE_SWITCH, NULL, NULL)), TRUE);
  editor_test_settle ();
  g_object_get (test->editor, "selected-breaks", &breaks, NULL);
  g_assert_true (breaks);
  g_assert_true (troupe_canvas_scene_get_wire (test->scene, id)->breakpoint);
  entry = editor_test_find (form, TROUPE_TYPE_FORM_ENTRY, NULL, NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "state.n >");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "state.n > 1");
  troupe_form_entry_commit (TROUPE_FORM_ENTRY (entry));
  found = troupe_flow_find_breakpoint (test->document, "event", "a", "b");
  g_assert_nonnull (found);
  g_assert_cmpstr (troupe_value_get_member_text (found, "if"), ==, "state.n > 1");
  editor_test_check_history (test, 0);
}

/* The form of the flow lists what is set; all breakpoints can be removed at once. */
static void
test_list (EditorTest *test, gconstpointer data)
{
  static const char *const muted[] = { "c", NULL };
  GtkWidget *editor = GTK_WIDGET (test->editor);
  g_autoptr (TroupeValue) value = troupe_value_new_integer (7);
  GtkWidget *list = NULL;
  GtkWidget *row = NULL;

  editor_test_select (test, NULL);
  list = editor_test_find (editor, TROUPE_TYPE_CONTROL_LIST, NULL, NULL);
  g_assert_nonnull (list);
  g_assert_false (gtk_widget_get_visible (list));
  g_assert_true (
      troupe_flow_set_breakpoint (test->document, "event", "a", "b", TRUE, "state.n > 1", NULL));
  g_assert_true (
      troupe_flow_set_breakpoint (test->document, "method", "c", NULL, TRUE, NULL, NULL));
  g_assert_true (troupe_flow_set_pin (test->document, "b", value, NULL));
  g_assert_true (troupe_flow_set_muted (test->document, muted, TRUE, NULL));
  editor_test_settle ();
  g_assert_true (gtk_widget_get_visible (list));
  row = editor_test_find_row (list, "a → b");
  g_assert_nonnull (row);
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==,
                   "Breakpoint if state.n > 1");
  row = editor_test_find_row (list, "b");
  g_assert_nonnull (row);
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==, "Pinned output: 7");
  /* Its button unpins it. */
  g_signal_emit_by_name (editor_test_find (row, GTK_TYPE_BUTTON, NULL, NULL), "clicked");
  editor_test_settle ();
  g_assert_null (troupe_flow_get_pin (get_flow (test), "b"));
  g_assert_null (editor_test_find_row (list, "b"));
  g_assert_true (editor_test_act (test, "flow.remove-breakpoints"));
  editor_test_settle ();
  g_assert_null (editor_test_find_row (list, "a → b"));
  row = editor_test_find_row (list, "c");
  g_assert_nonnull (row);
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==, "Muted");
  editor_test_check_history (test, 0);
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
    { "/editor/control/pin-form", test_pin_form },
    { "/editor/control/pin-mismatch", test_pin_mismatch },
    { "/editor/control/wire-form", test_wire_form },
    { "/editor/control/list", test_list },
    { "/editor/control/parts", test_parts },
  };

  if (!editor_test_init (&argc, &argv))
    return 77;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, EditorTest, editor_test_flow, editor_test_set_up, tests[i].test,
                editor_test_tear_down);

  return g_test_run ();
}
