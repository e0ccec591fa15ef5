/* test-editor-forms.c: lists, trees and tables of the inspector: steps, events, conditions, state,
 * JSON
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "editor-test-form.h"
#include "troupe-chooser.h"
#include "troupe-condition-editor.h"
#include "troupe-inspector.h"
#include "troupe-state-form.h"

/* Invalid JSON is not written, and the position of the error is shown. */
static void
test_bad_json (EditorTest *test, gconstpointer data)
{
  TroupeTextField *field;

  troupe_editor_select_method (test->editor, "m_tool");
  field = editor_test_text_field (test, "Arguments", 0);
  gtk_text_buffer_insert_at_cursor (troupe_text_field_get_buffer (field), ",", -1);
  g_assert_nonnull (troupe_text_field_get_message (field));
  editor_test_assert_value (test, "methods/m_tool/do/with/q", "\"${state.topic}\"");
  gtk_text_buffer_set_text (editor_test_buffer (test, "Arguments", 0), "{ \"q\": 1 }", -1);
  editor_test_settle ();
  g_assert_null (troupe_text_field_get_message (field));
  editor_test_assert_value (test, "methods/m_tool/do/with/q", "1");
}

static void
test_name (EditorTest *test, gconstpointer data)
{
  GtkWidget *row;

  troupe_editor_select_method (test->editor, "m_each");
  editor_test_settle ();
  row = editor_test_row (test, "Name", 0);
  gtk_editable_set_text (GTK_EDITABLE (row), "m_tool");
  g_assert_true (gtk_widget_has_css_class (row, "error"));
  g_signal_emit_by_name (row, "entry-activated");
  editor_test_settle ();
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (test->document)));
  gtk_editable_set_text (GTK_EDITABLE (row), "all_of_them");
  g_signal_emit_by_name (row, "entry-activated");
  editor_test_settle ();
  editor_test_assert_condition (test, "m_agent", "all_of_them");
  g_assert_cmpstr (troupe_editor_get_selected_method (test->editor), ==, "all_of_them");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (editor_test_row (test, "Name", 0))), ==,
                   "all_of_them");
  editor_test_check_history (test, 1);
}

static void
test_steps (EditorTest *test, gconstpointer data)
{
  GtkWidget *button;

  troupe_editor_select_method (test->editor, "m_each");
  editor_test_settle ();
  editor_test_click (editor_test_inspector (test), "Move Down", 0);
  editor_test_assert_value (test, "methods/m_each/do/do/0/name", "\"two\"");
  editor_test_check_history (test, 1);
  editor_test_click (editor_test_inspector (test), "Remove Step", 0);
  editor_test_assert_value (test, "methods/m_each/do/do/0/name", "\"two\"");
  editor_test_assert_value (test, "methods/m_each/do/do/1", NULL);
  editor_test_check_history (test, 1);
  button = editor_test_label (editor_test_inspector (test), "Add Step");
  g_signal_emit_by_name (gtk_widget_get_ancestor (button, GTK_TYPE_BUTTON), "clicked");
  editor_test_settle ();
  editor_test_assert_value (test, "methods/m_each/do/do/2/name", "\"step_1\"");
  editor_test_check_loads (test);
  editor_test_check_history (test, 1);
}

/* --- Events ---------------------------------------------------------------------------------- */

static void
rename_event (EditorTest *test, const char *event, const char *name)
{
  GtkWidget *entry;

  g_signal_emit_by_name (editor_test_row (test, event, 0), "activated");
  editor_test_settle ();
  entry =
      gtk_widget_get_ancestor (gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (test->editor))),
                               GTK_TYPE_ENTRY);
  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  g_signal_emit_by_name (entry, "activate");
  editor_test_settle ();
}

static void
assert_events (EditorTest *test, const char *method, const char *expected)
{
  g_autofree char *events = g_strjoinv (",", editor_test_method (test, method)->emit);

  g_assert_cmpstr (events, ==, expected);
}

static void
test_events (EditorTest *test, gconstpointer data)
{
  static const char *const methods[] = { "m_router", "m_ask" };
  static const char *const events[][2] = { { "left", "right" }, { "yes", "no" } };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autofree char *turned = g_strjoin (",", events[i][1], events[i][0], NULL);
      g_autofree char *longer = g_strjoin (",", events[i][0], events[i][1], "event_3", NULL);
      g_autofree char *renamed = g_strjoin (",", "north", events[i][1], NULL);

      troupe_editor_select_method (test->editor, methods[i]);
      editor_test_settle ();
      g_assert_true (
          editor_test_type (editor_test_row (test, events[i][0], 0), GDK_KEY_Down, GDK_ALT_MASK));
      assert_events (test, methods[i], turned);
      editor_test_check_history (test, 1);
      editor_test_click (editor_test_inspector (test), "Remove Event", 0);
      assert_events (test, methods[i], events[i][1]);
      editor_test_check_history (test, 1);
      editor_test_click (editor_test_inspector (test), "Add Event", 0);
      assert_events (test, methods[i], longer);
      editor_test_check_loads (test);
      editor_test_check_history (test, 1);
      rename_event (test, events[i][0], "north");
      assert_events (test, methods[i], renamed);
      /* Methods that listened to the old event now listen to the new event. */
      if (i == 0)
        editor_test_assert_condition (test, "m_left", "north");
      editor_test_check_loads (test);
      editor_test_check_history (test, 1);
    }
}

/* The list shows the events that only the expression declares, and an added one does not replace
 * them. */
static void
test_inferred_events (EditorTest *test, gconstpointer data)
{
  troupe_editor_select_method (test->editor, "m_router");
  editor_test_settle ();
  editor_test_click (editor_test_inspector (test), "Remove Event", 0);
  editor_test_click (editor_test_inspector (test), "Remove Event", 0);
  assert_events (test, "m_router", "");
  g_assert_true (g_str_has_prefix (adw_action_row_get_subtitle (
                                       ADW_ACTION_ROW (editor_test_row (test, "left", 0))),
                                   "From the expression"));
  editor_test_click (editor_test_inspector (test), "Add Event", 0);
  assert_events (test, "m_router", "left,event_2");
  rename_event (test, "event_2", "north");
  assert_events (test, "m_router", "left,north");
  editor_test_check_loads (test);
}

/* --- Runs after ------------------------------------------------------------------------------ */

static GtkWidget *
open_conditions (EditorTest *test, const char *method)
{
  GtkWidget *editor;

  troupe_editor_select_method (test->editor, method);
  editor_test_settle ();
  g_signal_emit_by_name (editor_test_row (test, "Runs After", 0), "activated");
  editor_test_settle ();
  editor =
      editor_test_find (editor_test_inspector (test), TROUPE_TYPE_CONDITION_EDITOR, NULL, NULL);
  g_assert_nonnull (editor);

  return editor;
}

static void
choose (GtkWidget *conditions, const char *event)
{
  GtkWidget *chooser = editor_test_find (conditions, TROUPE_TYPE_CHOOSER, NULL, NULL);

  g_assert_nonnull (chooser);
  g_signal_emit_by_name (chooser, "chosen", event);
  gtk_popover_popdown (GTK_POPOVER (chooser));
  editor_test_settle ();
}

/* A condition whose names would be shortened as chips is written below the title. */
static void
test_long_condition (EditorTest *test, gconstpointer data)
{
  AdwActionRow *row;

  troupe_editor_select_method (test->editor, "m_join");
  editor_test_settle ();
  row = ADW_ACTION_ROW (editor_test_row (test, "Runs After", 0));
  g_assert_cmpstr (adw_action_row_get_subtitle (row), ==, "");
  g_assert_true (
      troupe_flow_document_connect (test->document, "left", "m_join", NULL, FALSE, NULL));
  editor_test_settle ();
  row = ADW_ACTION_ROW (editor_test_row (test, "Runs After", 0));
  g_assert_cmpstr (adw_action_row_get_subtitle (row), ==, "(m_tool and m_code) or left");
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (test->document)));
  editor_test_settle ();
  row = ADW_ACTION_ROW (editor_test_row (test, "Runs After", 0));
  g_assert_cmpstr (adw_action_row_get_subtitle (row), ==, "");
}

static void
test_conditions (EditorTest *test, gconstpointer data)
{
  GtkWidget *conditions = open_conditions (test, "m_join");
  GtkWidget *check = editor_test_find (conditions, GTK_TYPE_CHECK_BUTTON, NULL, NULL);

  editor_test_click (conditions, "Toggle AND/OR", 0);
  editor_test_assert_condition (test, "m_join", "m_tool or m_code");
  editor_test_check_history (test, 1);
  editor_test_click (conditions, "Add Event", 0);
  choose (conditions, "left");
  editor_test_assert_condition (test, "m_join", "m_tool and m_code and left");
  editor_test_check_history (test, 1);
  editor_test_click (conditions, "Add Gate Here", 0);
  choose (conditions, "left");
  editor_test_assert_condition (test, "m_join", "(m_tool or left) and m_code");
  editor_test_check_history (test, 1);
  editor_test_click (conditions, "Remove", 1);
  editor_test_assert_condition (test, "m_join", "m_code");
  editor_test_check_history (test, 1);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  editor_test_settle ();
  g_assert_true (editor_test_method (test, "m_join")->start);
  editor_test_check_history (test, 1);
  /* The form may have a new row. */
  check = editor_test_find (open_conditions (test, "m_join"), GTK_TYPE_CHECK_BUTTON, NULL, NULL);
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
}

/* --- State ----------------------------------------------------------------------------------- */

static void
choose_row (EditorTest *test, const char *title, guint skip, guint selected)
{
  adw_combo_row_set_selected (ADW_COMBO_ROW (editor_test_row (test, title, skip)), selected);
  editor_test_settle ();
}

static void
test_state (EditorTest *test, gconstpointer data)
{
  troupe_editor_select_method (test->editor, NULL);
  editor_test_settle ();
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (editor_test_row (test, "Kind", 0))),
                    ==, TROUPE_STATE_KIND_SCHEMA);

  choose_row (test, "Kind", 0, TROUPE_STATE_KIND_DICT);
  editor_test_assert_value (test, "state/type", "\"dict\"");
  editor_test_check_loads (test);
  editor_test_check_history (test, 1);
  choose_row (test, "Kind", 0, TROUPE_STATE_KIND_NONE);
  editor_test_check_loads (test);
  editor_test_check_history (test, 1);
  editor_test_click (editor_test_inspector (test), "Add Field", 0);
  editor_test_assert_value (test, "state/json_schema/properties/field_3/type", "\"string\"");
  editor_test_check_loads (test);
  editor_test_check_history (test, 1);
  editor_test_click (editor_test_inspector (test), "Remove Field", 0);
  editor_test_assert_value (test, "state/json_schema/properties/topic", NULL);
  editor_test_check_loads (test);
  editor_test_check_history (test, 1);
}

static void
test_state_types (EditorTest *test, gconstpointer data)
{
  GtkWidget *row;

  troupe_editor_select_method (test->editor, NULL);
  editor_test_settle ();
  editor_test_open_rows (test);
  choose_row (test, "Type", 1, 1);
  editor_test_assert_value (test, "state/json_schema/properties/score/type", "\"integer\"");
  editor_test_check_history (test, 1);
  row = editor_test_find (editor_test_row (test, "Required", 1), GTK_TYPE_SWITCH, NULL, NULL);
  gtk_switch_set_active (GTK_SWITCH (row), TRUE);
  editor_test_settle ();
  editor_test_assert_value (test, "state/json_schema/required/1", "\"score\"");
  editor_test_check_history (test, 1);
}

static void
test_state_values (EditorTest *test, gconstpointer data)
{
  GtkWidget *row;

  troupe_editor_select_method (test->editor, NULL);
  editor_test_settle ();
  editor_test_open_rows (test);
  row = editor_test_row (test, "Initial Value", 0);
  gtk_editable_set_text (GTK_EDITABLE (row), "Wind");
  editor_test_assert_value (test, "state/default/topic", "\"Wind\"");
  editor_test_check_history (test, 1);
  g_assert_cmpstr (gtk_editable_get_text (
                       GTK_EDITABLE (editor_test_row (test, "Initial Value", 0))),
                   ==, "Grid");
  row = editor_test_row (test, "Initial Value", 1);
  gtk_editable_set_text (GTK_EDITABLE (row), "many");
  g_assert_true (gtk_widget_has_css_class (row, "error"));
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (test->document)));
  gtk_editable_set_text (GTK_EDITABLE (row), "0.5");
  editor_test_assert_value (test, "state/default/score", "0.5");
  editor_test_check_history (test, 1);
}

static void
test_state_names (EditorTest *test, gconstpointer data)
{
  GtkWidget *row;

  troupe_editor_select_method (test->editor, NULL);
  editor_test_settle ();
  editor_test_open_rows (test);
  /* The first row with the title "Name" is the name of the flow, so the index is 1. */
  row = editor_test_row (test, "Name", 1);
  gtk_editable_set_text (GTK_EDITABLE (row), "subject");
  g_signal_emit_by_name (row, "entry-activated");
  editor_test_settle ();
  editor_test_assert_value (test, "state/json_schema/properties/subject/type", "\"string\"");
  editor_test_assert_value (test, "state/default/subject", "\"Grid\"");
  editor_test_assert_value (test, "state/json_schema/required/0", "\"subject\"");
  editor_test_check_history (test, 1);
}

static guint
count_fields (GtkWidget *widget)
{
  guint n = ADW_IS_EXPANDER_ROW (widget) &&
            g_str_has_prefix (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), "x");

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_fields (child);
  return n;
}

static gboolean
has_label (GtkWidget *widget, gpointer label)
{
  return g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0;
}

/* Thousands of fields would block the window: some are shown, and more on request. Those that were opened stay open. */
static void
test_many_fields (void)
{
  static const struct
  {
    guint n_shown;
    const char *label; /* (nullable) */
  } steps[] = { { 50, "Show More (70 Fields)" }, { 100, "Show More (20 Fields)" }, { 120, NULL } };
  g_autoptr (GString) flow = g_string_new (
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"n\", \"methods\": {\"a\": {\"start\": true, "
      "\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}, \"state\": {\"type\": "
      "\"json_schema\", \"json_schema\": {\"type\": \"object\", \"properties\": {");
  EditorTest test = { 0 };
  GtkWidget *inspector;

  for (guint i = 0; i < 120; i++)
    g_string_append_printf (flow, "%s\"x%u\": {\"type\": \"string\"}", i > 0 ? ", " : "", i);
  g_string_append (flow, "}}}}");
  editor_test_set_up (&test, flow->str);
  troupe_editor_select_method (test.editor, NULL);
  editor_test_settle ();
  inspector = editor_test_inspector (&test);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (editor_test_row (&test, "x7", 0)), TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      GtkWidget *more = NULL;

      g_assert_cmpuint (count_fields (inspector), ==, steps[i].n_shown);
      g_assert_true (
          adw_expander_row_get_expanded (ADW_EXPANDER_ROW (editor_test_row (&test, "x7", 0))));
      if (steps[i].label == NULL)
        break;
      more = editor_test_find (inspector, GTK_TYPE_BUTTON, has_label, (gpointer) steps[i].label);
      g_assert_nonnull (more);
      g_signal_emit_by_name (more, "clicked");
      editor_test_settle ();
    }
  editor_test_tear_down (&test, NULL);
}

/* --- JSON, gates, wires, multiple selection --------------------------------------------------- */

static GtkTextBuffer *
open_json (EditorTest *test, const char *method)
{
  GtkWidget *field;

  troupe_editor_select_method (test->editor, method);
  troupe_inspector_set_json (TROUPE_INSPECTOR (editor_test_inspector (test)), TRUE);
  editor_test_settle ();
  field = editor_test_find (troupe_inspector_get_content (
                                TROUPE_INSPECTOR (editor_test_inspector (test))),
                            TROUPE_TYPE_TEXT_FIELD, NULL, NULL);
  g_assert_nonnull (field);

  return troupe_text_field_get_buffer (TROUPE_TEXT_FIELD (field));
}

static void
test_json (EditorTest *test, gconstpointer data)
{
  GtkTextBuffer *buffer = open_json (test, "m_code");
  g_autofree char *text = editor_test_buffer_text (buffer);

  g_assert_nonnull (strstr (text, "\"m:f\""));
  gtk_text_buffer_set_text (buffer, "{ \"listen\": ", -1);
  gtk_text_buffer_set_text (buffer, "[]", -1);
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (test->document)));
  gtk_text_buffer_set_text (
      buffer, "{ \"start\": true, \"do\": { \"call\": \"expression\", \"expr\": \"7\" } }", -1);
  editor_test_settle ();
  g_assert_true (editor_test_method (test, "m_code")->start);
  editor_test_assert_value (test, "methods/m_code/do/expr", "\"7\"");
  editor_test_check_history (test, 1);

  buffer = open_json (test, NULL);
  gtk_text_buffer_set_text (buffer, "{ \"schema\": \"crewai.flow/v1\", \"name\": \"n\" }", -1);
  editor_test_settle ();
  editor_test_assert_value (test, "state", NULL);
  editor_test_assert_value (test, "name", "\"n\"");
  g_assert_nonnull (editor_test_method (test, "m_code"));
  editor_test_check_history (test, 1);
  troupe_inspector_set_json (TROUPE_INSPECTOR (editor_test_inspector (test)), FALSE);
}

static void
test_others (EditorTest *test, gconstpointer data)
{
  GtkWidget *content;

  editor_test_select (test, "m_join/", NULL);
  content = troupe_inspector_get_content (TROUPE_INSPECTOR (editor_test_inspector (test)));
  g_assert_nonnull (editor_test_label (content, "m_tool"));
  editor_test_select (test, "m_expression>m_each#0", NULL);
  content = troupe_inspector_get_content (TROUPE_INSPECTOR (editor_test_inspector (test)));
  g_assert_nonnull (editor_test_label (content, "m_expression"));
  g_assert_nonnull (editor_test_label (content, "m_each"));
  editor_test_select (test, "m_each", "m_tool", NULL);
  content = troupe_inspector_get_content (TROUPE_INSPECTOR (editor_test_inspector (test)));
  g_assert_nonnull (editor_test_label (content, "Duplicate"));
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (test->document)));
}

static const struct
{
  const char *path;
  void (*test) (EditorTest *test, gconstpointer data);
} tests[] = {
  { "/editor/forms/bad-json", test_bad_json },
  { "/editor/forms/name", test_name },
  { "/editor/forms/steps", test_steps },
  { "/editor/forms/events", test_events },
  { "/editor/forms/inferred-events", test_inferred_events },
  { "/editor/forms/conditions", test_conditions },
  { "/editor/forms/long-condition", test_long_condition },
  { "/editor/forms/state", test_state },
  { "/editor/forms/state-types", test_state_types },
  { "/editor/forms/state-values", test_state_values },
  { "/editor/forms/state-names", test_state_names },
  { "/editor/forms/json", test_json },
  { "/editor/forms/others", test_others },
};

int
main (int argc, char **argv)
{
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;

  if (!editor_test_init (&argc, &argv))
    return 77;

  path = g_test_build_filename (G_TEST_DIST, "editor", "forms-flow.json", NULL);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, EditorTest, text, editor_test_set_up, tests[i].test,
                editor_test_tear_down);

  g_test_add_func ("/editor/forms/many-fields", test_many_fields);
  return g_test_run ();
}
