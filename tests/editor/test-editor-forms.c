/* test-editor-forms.c: each field of the inspector reaches its place in the document and back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "editor-test.h"
#include "troupe-chooser.h"
#include "troupe-condition-editor.h"
#include "troupe-inspector.h"
#include "troupe-state-form.h"
#include "troupe-text-field.h"

/* --- Finding fields ------------------------------------------------------------------------- */

typedef struct
{
  const char *title;
  guint skip; /* how many of that title come before */
} Wanted;

static gboolean
has_label (GtkWidget *widget, gpointer data)
{
  return g_strcmp0 (gtk_label_get_label (GTK_LABEL (widget)), data) == 0;
}

static GtkWidget *
find_label (GtkWidget *root, const char *label)
{
  return editor_test_find (root, GTK_TYPE_LABEL, has_label, (gpointer) label);
}

static gboolean
is_row (GtkWidget *widget, gpointer data)
{
  Wanted *wanted = data;

  return g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), wanted->title) ==
             0 &&
         wanted->skip-- == 0;
}

static gboolean
is_text (GtkWidget *widget, gpointer data)
{
  Wanted *wanted = data;

  return find_label (widget, wanted->title) != NULL && wanted->skip-- == 0;
}

static GtkWidget *
get_inspector (EditorTest *test)
{
  return editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_INSPECTOR, NULL, NULL);
}

static GtkWidget *
find_row (EditorTest *test, const char *title, guint skip)
{
  Wanted wanted = { title, skip };
  GtkWidget *row =
      editor_test_find (get_inspector (test), ADW_TYPE_PREFERENCES_ROW, is_row, &wanted);

  if (row == NULL)
    g_error ("there is no row “%s”", title);

  return row;
}

static GtkTextBuffer *
find_buffer (EditorTest *test, const char *title, guint skip)
{
  Wanted wanted = { title, skip };
  GtkWidget *field =
      editor_test_find (get_inspector (test), TROUPE_TYPE_TEXT_FIELD, is_text, &wanted);

  if (field == NULL)
    g_error ("there is no field “%s”", title);

  return troupe_text_field_get_buffer (TROUPE_TEXT_FIELD (field));
}

static gboolean
has_tooltip (GtkWidget *widget, gpointer data)
{
  Wanted *wanted = data;

  return g_strcmp0 (gtk_widget_get_tooltip_text (widget), wanted->title) == 0 &&
         gtk_widget_get_visible (widget) && wanted->skip-- == 0;
}

static void
click (GtkWidget *root, const char *tooltip, guint skip)
{
  Wanted wanted = { tooltip, skip };
  GtkWidget *button = editor_test_find (root, GTK_TYPE_BUTTON, has_tooltip, &wanted);

  if (button == NULL)
    g_error ("there is no button “%s”", tooltip);
  g_signal_emit_by_name (button, "clicked");
  editor_test_settle ();
}

static char *
get_buffer_text (GtkTextBuffer *buffer)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);

  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

/* The value at a path of keys with slashes; NULL where there is none, a text in quotes. */
static char *
get_value (EditorTest *test, const char *path)
{
  g_auto (GStrv) keys = g_strsplit (path, "/", -1);
  JsonNode *node = troupe_json_tree_get (troupe_flow_document_get_root (test->document),
                                         (const char *const *) keys);
  char *text;

  if (node == NULL)
    return NULL;
  text = g_strchomp (troupe_json_write (node, NULL, NULL));

  return text;
}

static void
assert_value (EditorTest *test, const char *path, const char *expected)
{
  g_autofree char *value = get_value (test, path);

  g_assert_cmpstr (value, ==, expected);
}

/* --- Every field of every kind of method ------------------------------------------------------ */

typedef enum
{
  FIELD_ROW,    /* a text in a row */
  FIELD_TEXT,   /* a text of several lines, an expression, JSON */
  FIELD_SWITCH, /* turned over */
  FIELD_CHOICE, /* the entry of that number */
} FieldKind;

static const struct
{
  const char *method; /* NULL: the flow */
  FieldKind kind;
  const char *title;
  guint skip;
  const char *enter;
  const char *path;
  const char *expected; /* NULL: the key goes */
} fields[] = {
  { NULL, FIELD_ROW, "Name", 0, "other", "name", "\"other\"" },
  { NULL, FIELD_ROW, "Description", 0, "About", "description", "\"About\"" },
  { NULL, FIELD_SWITCH, "Save state after every method", 0, NULL, "persist/enabled", "true" },
  { "m_expression", FIELD_ROW, "Description", 0, "Says it", "methods/m_expression/description",
    "\"Says it\"" },
  { "m_expression", FIELD_TEXT, "Expression", 0, "1 + 1", "methods/m_expression/do/expr",
    "\"1 + 1\"" },
  { "m_expression", FIELD_SWITCH, "Decides what comes next", 0, NULL, "methods/m_expression/router",
    "true" },
  { "m_expression", FIELD_SWITCH, "Save state afterwards", 0, NULL,
    "methods/m_expression/persist/enabled", "true" },
  { "m_expression", FIELD_CHOICE, "Action", 0, "2", "methods/m_expression/do/call", "\"agent\"" },
  { "m_expression", FIELD_CHOICE, "Action", 0, "1", "methods/m_expression/do/call", "\"each\"" },
  { "m_expression", FIELD_CHOICE, "Action", 0, "6", "methods/m_expression/do/call", "\"script\"" },
  { "m_each", FIELD_TEXT, "For each item of", 0, "state.topics", "methods/m_each/do/in",
    "\"state.topics\"" },
  { "m_each", FIELD_ROW, "Name", 1, "first", "methods/m_each/do/do/0/name", "\"first\"" },
  { "m_each", FIELD_TEXT, "Expression", 0, "item + 1", "methods/m_each/do/do/0/action/expr",
    "\"item + 1\"" },
  { "m_each", FIELD_TEXT, "Only if", 0, "item > 1", "methods/m_each/do/do/0/if", "\"item > 1\"" },
  { "m_each", FIELD_ROW, "Tool, as module:Class or app/action", 0, "m:U",
    "methods/m_each/do/do/1/action/ref", "\"m:U\"" },
  { "m_each", FIELD_CHOICE, "Action", 1, "1", "methods/m_each/do/do/0/action/call", "\"agent\"" },
  { "m_each", FIELD_CHOICE, "Action", 2, "5", "methods/m_each/do/do/1/action/call", "\"script\"" },
  { "m_agent", FIELD_ROW, "Role", 0, "Editor", "methods/m_agent/do/with/role", "\"Editor\"" },
  { "m_agent", FIELD_ROW, "Goal", 0, "", "methods/m_agent/do/with/goal", "\"\"" },
  { "m_agent", FIELD_ROW, "Model", 0, "openai/gpt-4.1", "methods/m_agent/do/with/llm",
    "\"openai/gpt-4.1\"" },
  { "m_agent", FIELD_ROW, "Model", 0, "", "methods/m_agent/do/with/llm", NULL },
  { "m_agent", FIELD_TEXT, "Backstory", 0, "Long\nago", "methods/m_agent/do/with/backstory",
    "\"Long\\nago\"" },
  { "m_agent", FIELD_TEXT, "Input", 0, "Bye ${state.topic}", "methods/m_agent/do/with/input",
    "\"Bye ${state.topic}\"" },
  { "m_crew", FIELD_ROW, "File or folder of the crew", 0, "crews/b",
    "methods/m_crew/do/from_declaration", "\"crews/b\"" },
  { "m_crew", FIELD_TEXT, "Inputs", 0, "{}", "methods/m_crew/do/inputs", "{}" },
  { "m_crew", FIELD_TEXT, "Inputs", 0, "", "methods/m_crew/do/inputs", NULL },
  { "m_tool", FIELD_ROW, "Tool, as module:Class or app/action", 0, "slack/send",
    "methods/m_tool/do/ref", "\"slack/send\"" },
  { "m_tool", FIELD_TEXT, "Arguments", 0, "{\n  \"q\": 2\n}", "methods/m_tool/do/with/q", "2" },
  { "m_code", FIELD_ROW, "Function, as module:name", 0, "m:g", "methods/m_code/do/ref", "\"m:g\"" },
  { "m_code", FIELD_TEXT, "Arguments", 0, "{\n  \"n\": true\n}", "methods/m_code/do/with/n",
    "true" },
  { "m_script", FIELD_TEXT, "Code", 0, "return 2", "methods/m_script/do/code", "\"return 2\"" },
  { "m_script", FIELD_ROW, "Language", 0, "python", "methods/m_script/do/language", "\"python\"" },
  { "m_script", FIELD_SWITCH, "Ask a person", 0, NULL,
    "methods/m_script/human_feedback/default_outcome", "\"approved\"" },
  { "m_ask", FIELD_CHOICE, "If nothing is said", 0, "2",
    "methods/m_ask/human_feedback/default_outcome", "\"no\"" },
  { "m_ask", FIELD_CHOICE, "If nothing is said", 0, "0",
    "methods/m_ask/human_feedback/default_outcome", NULL },
  { "m_ask", FIELD_ROW, "Model that reads the answer", 0, "mock/echo",
    "methods/m_ask/human_feedback/llm", "\"mock/echo\"" },
  { "m_ask", FIELD_TEXT, "Question", 0, "Well?", "methods/m_ask/human_feedback/message",
    "\"Well?\"" },
  { "m_ask", FIELD_SWITCH, "Ask a person", 0, NULL, "methods/m_ask/human_feedback", NULL },
  { "m_router", FIELD_SWITCH, "Decides what comes next", 0, NULL, "methods/m_router/router", NULL },
};

static GtkSwitch *
find_switch (EditorTest *test, guint index)
{
  return GTK_SWITCH (editor_test_find (find_row (test, fields[index].title, fields[index].skip),
                                       GTK_TYPE_SWITCH, NULL, NULL));
}

static void
enter (EditorTest *test, guint index)
{
  const char *title = fields[index].title;

  switch (fields[index].kind)
    {
    case FIELD_ROW:
      gtk_editable_set_text (GTK_EDITABLE (find_row (test, title, fields[index].skip)),
                             fields[index].enter);
      break;
    case FIELD_TEXT:
      gtk_text_buffer_set_text (find_buffer (test, title, fields[index].skip), fields[index].enter,
                                -1);
      break;
    case FIELD_SWITCH:
      gtk_switch_set_active (find_switch (test, index),
                             !gtk_switch_get_active (find_switch (test, index)));
      break;
    case FIELD_CHOICE:
      adw_combo_row_set_selected (ADW_COMBO_ROW (find_row (test, title, fields[index].skip)),
                                  (guint) g_ascii_strtoull (fields[index].enter, NULL, 10));
      break;
    default:
      g_assert_not_reached ();
    }
  editor_test_settle ();
}

/* What the field shows now. */
static char *
read_field (EditorTest *test, guint index)
{
  const char *title = fields[index].title;

  switch (fields[index].kind)
    {
    case FIELD_ROW:
      return g_strdup (
          gtk_editable_get_text (GTK_EDITABLE (find_row (test, title, fields[index].skip))));
    case FIELD_TEXT:
      return get_buffer_text (find_buffer (test, title, fields[index].skip));
    case FIELD_SWITCH:
      return g_strdup (gtk_switch_get_active (find_switch (test, index)) ? "on" : "off");
    case FIELD_CHOICE:
      return g_strdup_printf ("%u", adw_combo_row_get_selected (ADW_COMBO_ROW (
                                        find_row (test, title, fields[index].skip))));
    default:
      g_assert_not_reached ();
    }
}

/* Undoes the one step that was done. */
static void
undo_step (EditorTest *test)
{
  g_autofree char *text = NULL;
  gboolean can_undo = TRUE;

  g_assert_true (editor_test_act (test, "flow.undo"));
  g_object_get (test->document, "can-undo", &can_undo, NULL);
  g_assert_false (can_undo);
  text = editor_test_to_text (test->document);
  g_assert_cmpstr (text, ==, test->text);
}

/* After undo and redo the field shows what the document holds. */
static void
test_field (EditorTest *test, guint index)
{
  g_autofree char *before = read_field (test, index);
  g_autofree char *entered = NULL;
  g_autofree char *after = NULL;
  g_autofree char *redone = NULL;
  g_autofree char *done = NULL;
  g_autofree char *done_again = NULL;

  enter (test, index);
  assert_value (test, fields[index].path, fields[index].expected);
  editor_test_check_loads (test);
  entered = read_field (test, index);
  done = editor_test_to_text (test->document);
  undo_step (test);
  after = read_field (test, index);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (editor_test_act (test, "flow.redo"));
  redone = read_field (test, index);
  g_assert_cmpstr (redone, ==, entered);
  done_again = editor_test_to_text (test->document);
  g_assert_cmpstr (done_again, ==, done);
  undo_step (test);
}

static void
test_fields (EditorTest *test, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_test_message ("%s: %s", fields[i].method != NULL ? fields[i].method : "flow",
                      fields[i].title);
      troupe_editor_select_method (test->editor, fields[i].method);
      editor_test_settle ();
      test_field (test, i);
    }
}

/* Every action can be made of every other, and what comes out loads. */
static void
test_action_types (EditorTest *test, gconstpointer data)
{
  static const char *const methods[] = { "m_expression", "m_each", "m_agent", "m_crew",
                                         "m_tool",       "m_code", "m_script" };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    for (guint type = 0; type < TROUPE_ACTION_N_TYPES; type++)
      {
        TroupeActionType own = editor_test_method (test, methods[i])->action->type;

        troupe_editor_select_method (test->editor, methods[i]);
        editor_test_settle ();
        adw_combo_row_set_selected (ADW_COMBO_ROW (find_row (test, "Action", 0)), type);
        editor_test_settle ();
        g_assert_cmpint (editor_test_method (test, methods[i])->action->type, ==, type);
        editor_test_check_loads (test);
        if (type != own)
          undo_step (test);
        else
          g_assert_false (troupe_flow_document_is_modified (test->document));
      }
}

/* JSON that is none is not written, and says where it goes wrong. */
static void
test_bad_json (EditorTest *test, gconstpointer data)
{
  Wanted wanted = { "Arguments", 0 };
  GtkWidget *field;

  troupe_editor_select_method (test->editor, "m_tool");
  gtk_text_buffer_insert_at_cursor (find_buffer (test, "Arguments", 0), ",", -1);
  field = editor_test_find (get_inspector (test), TROUPE_TYPE_TEXT_FIELD, is_text, &wanted);
  g_assert_nonnull (troupe_text_field_get_message (TROUPE_TEXT_FIELD (field)));
  assert_value (test, "methods/m_tool/do/with/q", "\"${state.topic}\"");
  gtk_text_buffer_set_text (find_buffer (test, "Arguments", 0), "{ \"q\": 1 }", -1);
  editor_test_settle ();
  g_assert_null (troupe_text_field_get_message (TROUPE_TEXT_FIELD (field)));
  assert_value (test, "methods/m_tool/do/with/q", "1");
}

static void
test_name (EditorTest *test, gconstpointer data)
{
  GtkWidget *row;

  troupe_editor_select_method (test->editor, "m_each");
  editor_test_settle ();
  row = find_row (test, "Name", 0);
  gtk_editable_set_text (GTK_EDITABLE (row), "m_tool");
  g_assert_true (gtk_widget_has_css_class (row, "error"));
  g_signal_emit_by_name (row, "entry-activated");
  editor_test_settle ();
  g_assert_false (troupe_flow_document_is_modified (test->document));
  gtk_editable_set_text (GTK_EDITABLE (row), "all_of_them");
  g_signal_emit_by_name (row, "entry-activated");
  editor_test_settle ();
  editor_test_assert_condition (test, "m_agent", "all_of_them");
  g_assert_cmpstr (troupe_editor_get_selected_method (test->editor), ==, "all_of_them");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_row (test, "Name", 0))), ==,
                   "all_of_them");
  editor_test_check_history (test, 1);
}

static void
test_steps (EditorTest *test, gconstpointer data)
{
  GtkWidget *button;

  troupe_editor_select_method (test->editor, "m_each");
  editor_test_settle ();
  click (get_inspector (test), "Move down", 0);
  assert_value (test, "methods/m_each/do/do/0/name", "\"two\"");
  editor_test_check_history (test, 1);
  click (get_inspector (test), "Remove the step", 0);
  assert_value (test, "methods/m_each/do/do/0/name", "\"two\"");
  assert_value (test, "methods/m_each/do/do/1", NULL);
  editor_test_check_history (test, 1);
  button = find_label (get_inspector (test), "Add a Step");
  g_signal_emit_by_name (gtk_widget_get_ancestor (button, GTK_TYPE_BUTTON), "clicked");
  editor_test_settle ();
  assert_value (test, "methods/m_each/do/do/2/name", "\"step_1\"");
  editor_test_check_loads (test);
  editor_test_check_history (test, 1);
}

/* --- Events ---------------------------------------------------------------------------------- */

static void
rename_event (EditorTest *test, const char *event, const char *name)
{
  GtkWidget *entry;

  g_signal_emit_by_name (find_row (test, event, 0), "activated");
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
          editor_test_type (find_row (test, events[i][0], 0), GDK_KEY_Down, GDK_ALT_MASK));
      assert_events (test, methods[i], turned);
      editor_test_check_history (test, 1);
      click (get_inspector (test), "Remove the event", 0);
      assert_events (test, methods[i], events[i][1]);
      editor_test_check_history (test, 1);
      click (get_inspector (test), "Add an event", 0);
      assert_events (test, methods[i], longer);
      editor_test_check_loads (test);
      editor_test_check_history (test, 1);
      rename_event (test, events[i][0], "north");
      assert_events (test, methods[i], renamed);
      /* Who listened to the old word listens to the new one. */
      if (i == 0)
        editor_test_assert_condition (test, "m_left", "north");
      editor_test_check_loads (test);
      editor_test_check_history (test, 1);
    }
}

/* --- Runs after ------------------------------------------------------------------------------ */

static GtkWidget *
open_conditions (EditorTest *test, const char *method)
{
  GtkWidget *editor;

  troupe_editor_select_method (test->editor, method);
  editor_test_settle ();
  g_signal_emit_by_name (find_row (test, "Runs after", 0), "activated");
  editor_test_settle ();
  editor = editor_test_find (get_inspector (test), TROUPE_TYPE_CONDITION_EDITOR, NULL, NULL);
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

static void
test_conditions (EditorTest *test, gconstpointer data)
{
  GtkWidget *conditions = open_conditions (test, "m_join");
  GtkWidget *check = editor_test_find (conditions, GTK_TYPE_CHECK_BUTTON, NULL, NULL);

  click (conditions, "Toggle and/or", 0);
  editor_test_assert_condition (test, "m_join", "m_tool or m_code");
  editor_test_check_history (test, 1);
  click (conditions, "Add an event", 0);
  choose (conditions, "left");
  editor_test_assert_condition (test, "m_join", "m_tool and m_code and left");
  editor_test_check_history (test, 1);
  click (conditions, "Add a gate here", 0);
  choose (conditions, "left");
  editor_test_assert_condition (test, "m_join", "(m_tool or left) and m_code");
  editor_test_check_history (test, 1);
  click (conditions, "Remove", 1);
  editor_test_assert_condition (test, "m_join", "m_code");
  editor_test_check_history (test, 1);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  editor_test_settle ();
  g_assert_true (editor_test_method (test, "m_join")->start);
  editor_test_check_history (test, 1);
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
}

/* --- State ----------------------------------------------------------------------------------- */

static void
choose_row (EditorTest *test, const char *title, guint skip, guint selected)
{
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_row (test, title, skip)), selected);
  editor_test_settle ();
}

static void
test_state (EditorTest *test, gconstpointer data)
{
  GtkWidget *row;

  troupe_editor_select_method (test->editor, NULL);
  editor_test_settle ();
  g_assert_cmpuint (adw_combo_row_get_selected (ADW_COMBO_ROW (find_row (test, "Kind", 0))), ==,
                    TROUPE_STATE_KIND_SCHEMA);

  choose_row (test, "Kind", 0, TROUPE_STATE_KIND_DICT);
  assert_value (test, "state/type", "\"dict\"");
  editor_test_check_loads (test);
  editor_test_check_history (test, 1);
  choose_row (test, "Kind", 0, TROUPE_STATE_KIND_NONE);
  editor_test_check_loads (test);
  editor_test_check_history (test, 1);
  click (get_inspector (test), "Add a field", 0);
  assert_value (test, "state/json_schema/properties/field_3/type", "\"string\"");
  editor_test_check_loads (test);
  editor_test_check_history (test, 1);
  click (get_inspector (test), "Remove the field", 0);
  assert_value (test, "state/json_schema/properties/topic", NULL);
  editor_test_check_loads (test);
  editor_test_check_history (test, 1);

  choose_row (test, "Type", 1, 1);
  assert_value (test, "state/json_schema/properties/score/type", "\"integer\"");
  editor_test_check_history (test, 1);
  row = editor_test_find (find_row (test, "Must be given", 1), GTK_TYPE_SWITCH, NULL, NULL);
  gtk_switch_set_active (GTK_SWITCH (row), TRUE);
  editor_test_settle ();
  assert_value (test, "state/json_schema/required/1", "\"score\"");
  editor_test_check_history (test, 1);

  row = find_row (test, "First value", 0);
  gtk_editable_set_text (GTK_EDITABLE (row), "Wind");
  assert_value (test, "state/default/topic", "\"Wind\"");
  editor_test_check_history (test, 1);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (find_row (test, "First value", 0))), ==,
                   "Grid");
  row = find_row (test, "First value", 1);
  gtk_editable_set_text (GTK_EDITABLE (row), "many");
  g_assert_true (gtk_widget_has_css_class (row, "error"));
  g_assert_false (troupe_flow_document_is_modified (test->document));
  gtk_editable_set_text (GTK_EDITABLE (row), "0.5");
  assert_value (test, "state/default/score", "0.5");
  editor_test_check_history (test, 1);

  /* Index 1: the first "Name" is the flow's. */
  row = find_row (test, "Name", 1);
  gtk_editable_set_text (GTK_EDITABLE (row), "subject");
  g_signal_emit_by_name (row, "apply");
  editor_test_settle ();
  assert_value (test, "state/json_schema/properties/subject/type", "\"string\"");
  assert_value (test, "state/default/subject", "\"Grid\"");
  assert_value (test, "state/json_schema/required/0", "\"subject\"");
  editor_test_check_history (test, 1);
}

/* --- JSON, gates, wires, several ---------------------------------------------------------------- */

static GtkTextBuffer *
open_json (EditorTest *test, const char *method)
{
  GtkWidget *field;

  troupe_editor_select_method (test->editor, method);
  troupe_inspector_set_json (TROUPE_INSPECTOR (get_inspector (test)), TRUE);
  editor_test_settle ();
  field = editor_test_find (troupe_inspector_get_content (TROUPE_INSPECTOR (get_inspector (test))),
                            TROUPE_TYPE_TEXT_FIELD, NULL, NULL);
  g_assert_nonnull (field);

  return troupe_text_field_get_buffer (TROUPE_TEXT_FIELD (field));
}

static void
test_json (EditorTest *test, gconstpointer data)
{
  GtkTextBuffer *buffer = open_json (test, "m_code");
  g_autofree char *text = get_buffer_text (buffer);

  g_assert_nonnull (strstr (text, "\"m:f\""));
  gtk_text_buffer_set_text (buffer, "{ \"listen\": ", -1);
  gtk_text_buffer_set_text (buffer, "[]", -1);
  g_assert_false (troupe_flow_document_is_modified (test->document));
  gtk_text_buffer_set_text (
      buffer, "{ \"start\": true, \"do\": { \"call\": \"expression\", \"expr\": \"7\" } }", -1);
  editor_test_settle ();
  g_assert_true (editor_test_method (test, "m_code")->start);
  assert_value (test, "methods/m_code/do/expr", "\"7\"");
  editor_test_check_history (test, 1);

  buffer = open_json (test, NULL);
  gtk_text_buffer_set_text (buffer, "{ \"schema\": \"crewai.flow/v1\", \"name\": \"n\" }", -1);
  editor_test_settle ();
  assert_value (test, "state", NULL);
  assert_value (test, "name", "\"n\"");
  g_assert_nonnull (editor_test_method (test, "m_code"));
  editor_test_check_history (test, 1);
  troupe_inspector_set_json (TROUPE_INSPECTOR (get_inspector (test)), FALSE);
}

static void
test_others (EditorTest *test, gconstpointer data)
{
  GtkWidget *content;

  editor_test_select (test, "m_join/", NULL);
  content = troupe_inspector_get_content (TROUPE_INSPECTOR (get_inspector (test)));
  g_assert_nonnull (find_label (content, "m_tool"));
  editor_test_select (test, "m_expression>m_each#0", NULL);
  content = troupe_inspector_get_content (TROUPE_INSPECTOR (get_inspector (test)));
  g_assert_nonnull (find_label (content, "m_expression"));
  g_assert_nonnull (find_label (content, "m_each"));
  editor_test_select (test, "m_each", "m_tool", NULL);
  content = troupe_inspector_get_content (TROUPE_INSPECTOR (get_inspector (test)));
  g_assert_nonnull (find_label (content, "Duplicate"));
  g_assert_false (troupe_flow_document_is_modified (test->document));
}

static const struct
{
  const char *path;
  void (*test) (EditorTest *test, gconstpointer data);
} tests[] = {
  { "/editor/forms/fields", test_fields },
  { "/editor/forms/action-types", test_action_types },
  { "/editor/forms/bad-json", test_bad_json },
  { "/editor/forms/name", test_name },
  { "/editor/forms/steps", test_steps },
  { "/editor/forms/events", test_events },
  { "/editor/forms/conditions", test_conditions },
  { "/editor/forms/state", test_state },
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

  return g_test_run ();
}
