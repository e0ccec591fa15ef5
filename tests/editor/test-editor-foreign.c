/* test-editor-foreign.c: values that their field cannot represent, and fields with uncommitted
 * input
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "editor-test-form.h"
#include "troupe-flow-state-edit.h"
#include "troupe-inspector.h"

static const char *const rich_flow =
    "{ \"schema\": \"crewai.flow/v1\", \"name\": \"rich\",\n"
    "  \"config\": { \"max_method_calls\": \"20\" },\n"
    "  \"state\": { \"type\": \"json_schema\", \"json_schema\": { \"type\": \"object\",\n"
    "    \"properties\": { \"maybe\": { \"type\": [\"string\", \"null\"] } } } },\n"
    "  \"persist\": { \"enabled\": \"yes\" },\n"
    "  \"methods\": {\n"
    "    \"begin\": { \"start\": true, \"do\": { \"call\": \"expression\", \"expr\": \"1\" } },\n"
    "    \"named\": { \"listen\": \"begin\", \"do\": { \"call\": \"agent\", \"with\": { \"role\": "
    "\"R\",\n"
    "      \"goal\": \"G\", \"backstory\": \"B\", \"input\": \"I\",\n"
    "      \"llm\": { \"model\": \"mock/echo\", \"temperature\": 0.5 } } } },\n"
    "    \"other\": { \"listen\": \"named\", \"do\": { \"call\": \"agent\", \"with\": { \"role\": "
    "\"R\",\n"
    "      \"goal\": \"G\", \"backstory\": \"B\", \"input\": \"I\",\n"
    "      \"llm\": { \"temperature\": 1, \"model\": \"mock/echo\" } } } },\n"
    "    \"python\": { \"listen\": \"named\", \"do\": { \"call\": \"agent\", \"with\": { \"role\": "
    "\"R\",\n"
    "      \"goal\": \"G\", \"backstory\": \"B\", \"input\": \"I\",\n"
    "      \"llm\": { \"python\": \"models.mine\" } } } },\n"
    "    \"ask\": { \"listen\": \"other\", \"do\": { \"call\": \"expression\", \"expr\": \"1\" },\n"
    "      \"human_feedback\": { \"message\": \"Good?\", \"emit\": [\"yes\", \"no\"],\n"
    "        \"default_outcome\": \"later\",\n"
    "        \"llm\": { \"model\": \"mock/echo\", \"max_tokens\": 9 } } } } }\n";

static void
type_into (GtkWidget *row, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  editor_test_settle ();
}

static const char *
get_text (GtkWidget *row)
{
  return gtk_editable_get_text (GTK_EDITABLE (row));
}

/* The name in the map is shown and edited, and the other settings of the map are kept. */
static void
test_model_map (EditorTest *test, gconstpointer data)
{
  static const struct
  {
    const char *method, *title, *at, *kept, *value;
  } cases[] = {
    { "named", "Model", "methods/named/do/with/llm/model", "methods/named/do/with/llm/temperature",
      "0.5" },
    { "other", "Model", "methods/other/do/with/llm/model", "methods/other/do/with/llm/temperature",
      "1" },
    { "ask", "Model That Interprets the Answer", "methods/ask/human_feedback/llm/model",
      "methods/ask/human_feedback/llm/max_tokens", "9" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      troupe_editor_select_method (test->editor, cases[i].method);
      editor_test_settle ();
      g_assert_cmpstr (get_text (editor_test_row (test, cases[i].title, 0)), ==, "mock/echo");
      g_assert_nonnull (editor_test_text_field (test, "Model Settings", 0));
      type_into (editor_test_row (test, cases[i].title, 0), "openai/gpt-4.1");
      editor_test_assert_value (test, cases[i].at, "\"openai/gpt-4.1\"");
      editor_test_assert_value (test, cases[i].kept, cases[i].value);
      type_into (editor_test_row (test, cases[i].title, 0), "");
      editor_test_assert_value (test, cases[i].kept, cases[i].value);
      editor_test_check_history (test, 1);
    }
}

/* A text with a mistake in the settings is a draft of these, not of the name of the model, when the
 * form is shown again. */
static void
test_model_draft (EditorTest *test, gconstpointer data)
{
  TroupeTextField *field;
  g_autofree char *text = NULL;

  troupe_editor_select_method (test->editor, "ask");
  editor_test_settle ();
  field = editor_test_text_field (test, "Model Settings", 0);
  gtk_text_buffer_insert_at_cursor (troupe_text_field_get_buffer (field), "one", -1);
  editor_test_settle ();
  troupe_editor_select_method (test->editor, NULL);
  troupe_editor_select_method (test->editor, "ask");
  editor_test_settle ();
  editor_test_assert_value (test, "methods/ask/human_feedback/llm/model", "\"mock/echo\"");
  text = troupe_text_field_get_text (editor_test_text_field (test, "Model Settings", 0));
  g_assert_nonnull (strstr (text, "one"));
}

/* Sets a value as the JSON view does. */
static void
put (EditorTest *test, const char *method, const char *key, const char *json)
{
  const char *path[] = { "methods", method, "do", "with", key, NULL };
  g_autoptr (JsonNode) node = json_from_string (json, NULL);

  json_node_seal (node);
  g_assert_true (
      troupe_document_set (TROUPE_DOCUMENT (test->document), path, node, "Edit", NULL, NULL));
  editor_test_settle ();
}

/* A value that is not a string is shown read-only and is not overwritten. */
static void
test_foreign_text (EditorTest *test, gconstpointer data)
{
  static const char *const rows[][4] = { { "Role", "role", "[7]", "methods/named/do/with/role/0" },
                                         { "Model", "llm", "{ \"python\": \"7\" }",
                                           "methods/named/do/with/llm/python" } };

  troupe_editor_select_method (test->editor, "named");
  editor_test_settle ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GtkWidget *row;

      put (test, "named", rows[i][1], rows[i][2]);
      row = editor_test_row (test, rows[i][0], 0);
      g_assert_nonnull (strstr (get_text (row), "7"));
      g_assert_false (gtk_editable_get_editable (GTK_EDITABLE (row)));
      type_into (row, "lost");
      editor_test_assert_value (test, rows[i][3], i == 0 ? "7" : "\"7\"");
      troupe_document_undo (TROUPE_DOCUMENT (test->document));
      editor_test_settle ();
      g_assert_true (
          gtk_editable_get_editable (GTK_EDITABLE (editor_test_row (test, rows[i][0], 0))));
    }
}

static void
test_foreign_code (EditorTest *test, gconstpointer data)
{
  TroupeTextField *field;
  g_autofree char *text = NULL;

  troupe_editor_select_method (test->editor, "named");
  editor_test_settle ();
  put (test, "named", "backstory", "[7]");
  field = editor_test_text_field (test, "Backstory", 0);
  text = troupe_text_field_get_text (field);
  g_assert_nonnull (strstr (text, "7"));
  g_assert_nonnull (troupe_text_field_get_message (field));
  g_assert_false (gtk_text_view_get_editable (GTK_TEXT_VIEW (troupe_text_field_get_view (field))));
  gtk_text_buffer_insert_at_cursor (troupe_text_field_get_buffer (field), "x", -1);
  editor_test_settle ();
  editor_test_assert_value (test, "methods/named/do/with/backstory/0", "7");
  troupe_document_undo (TROUPE_DOCUMENT (test->document));
  editor_test_settle ();
  g_assert_null (troupe_text_field_get_message (field));
}

static void
test_foreign_rows (EditorTest *test, gconstpointer data)
{
  static const char *const rows[][2] = { { "Max Calls per Method", "20" },
                                         { "Save State After Every Method", "yes" } };

  troupe_editor_select_method (test->editor, NULL);
  editor_test_settle ();
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GtkWidget *row = editor_test_row (test, rows[i][0], 0);

      g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==, rows[i][1]);
      g_assert_false (
          gtk_widget_get_sensitive (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row))));
    }
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (test->document)));
}

/* A field with several possible types shows its current type and keeps it until the user selects
 * another type. */
static void
test_foreign_types (EditorTest *test, gconstpointer data)
{
  GtkWidget *row;

  troupe_editor_select_method (test->editor, NULL);
  editor_test_settle ();
  editor_test_open_rows (test);
  row = editor_test_row (test, "maybe", 0);
  g_assert_cmpstr (adw_expander_row_get_subtitle (ADW_EXPANDER_ROW (row)), ==, "string | null");
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (editor_test_row (test, "Type", 0))),
                    ==, TROUPE_STATE_TYPE_OTHER);
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (test->document)));
  adw_combo_row_set_selected (ADW_COMBO_ROW (editor_test_row (test, "Type", 0)), 0);
  editor_test_settle ();
  editor_test_assert_value (test, "state/json_schema/properties/maybe/type", "\"string\"");
  editor_test_check_history (test, 1);
}

/* The default outcome may be a value that is not among the outcomes. */
static void
test_foreign_default (EditorTest *test, gconstpointer data)
{
  AdwComboRow *row;

  troupe_editor_select_method (test->editor, "ask");
  editor_test_settle ();
  row = ADW_COMBO_ROW (editor_test_row (test, "Default Outcome", 0));
  g_assert_cmpstr (gtk_string_object_get_string (
                       GTK_STRING_OBJECT (adw_combo_row_get_selected_item (row))),
                   ==, "later");
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (test->document)));
}

/* --- Names ------------------------------------------------------------------------------------- */

/* After a rename the fields are the same and write to the renamed method. */
static void
test_rename_keeps_fields (EditorTest *test, gconstpointer data)
{
  GtkWidget *name;
  GtkWidget *goal;

  troupe_editor_select_method (test->editor, "other");
  editor_test_settle ();
  name = editor_test_row (test, "Name", 0);
  goal = editor_test_row (test, "Goal", 0);
  type_into (name, "renamed");
  troupe_editor_commit (test->editor);
  editor_test_settle ();
  g_assert_nonnull (editor_test_method (test, "renamed"));
  g_assert_true (editor_test_row (test, "Name", 0) == name);
  g_assert_true (editor_test_row (test, "Goal", 0) == goal);
  type_into (goal, "Another");
  editor_test_assert_value (test, "methods/renamed/do/with/goal", "\"Another\"");
  troupe_document_undo (TROUPE_DOCUMENT (test->document));
  troupe_document_undo (TROUPE_DOCUMENT (test->document));
  editor_test_settle ();
  g_assert_cmpstr (get_text (name), ==, "other");
  g_assert_cmpstr (troupe_editor_get_selected_method (test->editor), ==, "other");
}

/* An entered name is committed as one step, regardless of the following action. An invalid name
 * is discarded. */
static void
test_commit (EditorTest *test, gconstpointer data)
{
  troupe_editor_select_method (test->editor, "other");
  editor_test_settle ();
  type_into (editor_test_row (test, "Name", 0), "renamed");
  troupe_editor_select_method (test->editor, "begin");
  editor_test_settle ();
  g_assert_nonnull (editor_test_method (test, "renamed"));
  g_assert_cmpstr (troupe_editor_get_selected_method (test->editor), ==, "begin");
  editor_test_check_history (test, 1);

  troupe_editor_select_method (test->editor, "other");
  editor_test_settle ();
  type_into (editor_test_row (test, "Name", 0), "no name");
  troupe_editor_commit (test->editor);
  g_assert_cmpstr (get_text (editor_test_row (test, "Name", 0)), ==, "other");
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (test->document)));
}

static GtkWidget *
get_focus (EditorTest *test)
{
  return gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (test->editor)));
}

/* The entry for the name of a new event has the focus. */
static void
test_new_event (EditorTest *test, gconstpointer data)
{
  GtkWidget *entry;

  troupe_editor_select_method (test->editor, "ask");
  editor_test_settle ();
  editor_test_click (editor_test_inspector (test), "Add Event", 0);
  editor_test_settle ();
  entry = gtk_widget_get_ancestor (get_focus (test), GTK_TYPE_ENTRY);
  g_assert_nonnull (entry);
  g_assert_cmpstr (get_text (entry), ==, "event_3");
  gtk_editable_set_text (GTK_EDITABLE (entry), "maybe");
  g_signal_emit_by_name (entry, "activate");
  editor_test_settle ();
  g_assert_cmpstr (editor_test_method (test, "ask")->emit[2], ==, "maybe");
  editor_test_check_history (test, 2);
}

/* --- Accessible names ------------------------------------------------------------------------- */

static gboolean
has_name (GtkWidget *widget)
{
  return gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget),
                                           GTK_ACCESSIBLE_PROPERTY_LABEL) ||
         gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget),
                                           GTK_ACCESSIBLE_RELATION_LABELLED_BY) ||
         editor_test_find (widget, GTK_TYPE_LABEL, NULL, NULL) != NULL;
}

/* Every focusable widget of this application has an accessible name. */
static guint
check_names (GtkWidget *widget)
{
  guint n = 0;
  gboolean ours = gtk_widget_get_ancestor (widget, ADW_TYPE_ENTRY_ROW) == NULL ||
                  gtk_widget_get_ancestor (widget, GTK_TYPE_MENU_BUTTON) != NULL;

  if ((GTK_IS_BUTTON (widget) || GTK_IS_SWITCH (widget) || GTK_IS_TEXT_VIEW (widget) ||
       GTK_IS_TEXT (widget) || GTK_IS_LIST_VIEW (widget) || GTK_IS_DROP_DOWN (widget)) &&
      ours && gtk_widget_get_mapped (widget) &&
      /* The buttons of a spin button are hidden from screen readers. */
      gtk_widget_get_ancestor (gtk_widget_get_parent (widget), GTK_TYPE_SPIN_BUTTON) == NULL &&
      gtk_widget_get_ancestor (widget, ADW_TYPE_COMBO_ROW) == NULL &&
      gtk_widget_get_ancestor (widget, GTK_TYPE_POPOVER) == NULL)
    {
      if (!has_name (widget))
        g_error ("%s in %s has no name", G_OBJECT_TYPE_NAME (widget),
                 G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)));
      n++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += check_names (child);

  return n;
}

static void
test_names (EditorTest *test, gconstpointer data)
{
  static const char *const methods[] = { NULL, "begin", "named", "ask" };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      troupe_editor_select_method (test->editor, NULL);
      troupe_editor_select_method (test->editor, methods[i]);
      editor_test_settle ();
      g_assert_cmpuint (check_names (editor_test_inspector (test)), >, 3);
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*test) (EditorTest *test, gconstpointer data);
  } tests[] = {
    { "/editor/foreign/model-map", test_model_map },
    { "/editor/foreign/model-draft", test_model_draft },
    { "/editor/foreign/text", test_foreign_text },
    { "/editor/foreign/code", test_foreign_code },
    { "/editor/foreign/rows", test_foreign_rows },
    { "/editor/foreign/types", test_foreign_types },
    { "/editor/foreign/default", test_foreign_default },
    { "/editor/foreign/rename-keeps-fields", test_rename_keeps_fields },
    { "/editor/foreign/commit", test_commit },
    { "/editor/foreign/new-event", test_new_event },
    { "/editor/foreign/names", test_names },
  };

  if (!editor_test_init (&argc, &argv))
    return 77;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, EditorTest, rich_flow, editor_test_set_up, tests[i].test,
                editor_test_tear_down);

  return g_test_run ();
}
