/* test-editor-fields.c: every field of the inspector is written to the document and read back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "editor-test-form.h"

/* --- All fields of all kinds of methods ------------------------------------------------------- */

typedef enum
{
  FIELD_ROW,    /* single-line text */
  FIELD_TEXT,   /* multi-line text, an expression, JSON */
  FIELD_SWITCH, /* toggled */
  FIELD_CHOICE, /* selects the entry of that number */
} FieldKind;

static const struct
{
  const char *method; /* NULL for the flow */
  FieldKind kind;
  const char *title;
  guint skip;
  const char *enter;
  const char *path;
  const char *expected; /* NULL: the key is removed */
} fields[] = {
  { NULL, FIELD_ROW, "Name", 0, "other", "name", "\"other\"" },
  { NULL, FIELD_ROW, "Description", 0, "About", "description", "\"About\"" },
  { NULL, FIELD_SWITCH, "Save State After Every Method", 0, NULL, "persist/enabled", "true" },
  { "m_expression", FIELD_ROW, "Description", 0, "Says it", "methods/m_expression/description",
    "\"Says it\"" },
  { "m_expression", FIELD_TEXT, "Expression", 0, "1 + 1", "methods/m_expression/do/expr",
    "\"1 + 1\"" },
  { "m_expression", FIELD_SWITCH, "Decides which event comes next", 0, NULL,
    "methods/m_expression/router", "true" },
  { "m_expression", FIELD_SWITCH, "Save State Afterwards", 0, NULL,
    "methods/m_expression/persist/enabled", "true" },
  { "m_expression", FIELD_CHOICE, "Action", 0, "2", "methods/m_expression/do/call", "\"agent\"" },
  { "m_expression", FIELD_CHOICE, "Action", 0, "1", "methods/m_expression/do/call", "\"each\"" },
  { "m_expression", FIELD_CHOICE, "Action", 0, "6", "methods/m_expression/do/call", "\"script\"" },
  { "m_each", FIELD_TEXT, "For Each Item Of", 0, "state.topics", "methods/m_each/do/in",
    "\"state.topics\"" },
  { "m_each", FIELD_ROW, "Name", 1, "first", "methods/m_each/do/do/0/name", "\"first\"" },
  { "m_each", FIELD_TEXT, "Expression", 0, "item + 1", "methods/m_each/do/do/0/action/expr",
    "\"item + 1\"" },
  { "m_each", FIELD_TEXT, "Condition", 0, "item > 1", "methods/m_each/do/do/0/if", "\"item > 1\"" },
  { "m_each", FIELD_ROW, "Tool (module:Class or app/action)", 0, "m:U",
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
  { "m_crew", FIELD_ROW, "Crew File or Folder", 0, "crews/b", "methods/m_crew/do/from_declaration",
    "\"crews/b\"" },
  { "m_crew", FIELD_TEXT, "Inputs", 0, "{}", "methods/m_crew/do/inputs", "{}" },
  { "m_crew", FIELD_TEXT, "Inputs", 0, "", "methods/m_crew/do/inputs", NULL },
  { "m_tool", FIELD_ROW, "Tool (module:Class or app/action)", 0, "slack/send",
    "methods/m_tool/do/ref", "\"slack/send\"" },
  { "m_tool", FIELD_TEXT, "Arguments", 0, "{\n  \"q\": 2\n}", "methods/m_tool/do/with/q", "2" },
  { "m_code", FIELD_ROW, "Function (module:name)", 0, "m:g", "methods/m_code/do/ref", "\"m:g\"" },
  { "m_code", FIELD_TEXT, "Arguments", 0, "{\n  \"n\": true\n}", "methods/m_code/do/with/n",
    "true" },
  { "m_script", FIELD_TEXT, "Code", 0, "return 2", "methods/m_script/do/code", "\"return 2\"" },
  { "m_script", FIELD_ROW, "Language", 0, "python", "methods/m_script/do/language", "\"python\"" },
  { "m_script", FIELD_SWITCH, "Ask for Human Feedback", 0, NULL,
    "methods/m_script/human_feedback/default_outcome", "\"approved\"" },
  { "m_ask", FIELD_CHOICE, "Default Outcome", 0, "2",
    "methods/m_ask/human_feedback/default_outcome", "\"no\"" },
  { "m_ask", FIELD_CHOICE, "Default Outcome", 0, "0",
    "methods/m_ask/human_feedback/default_outcome", NULL },
  { "m_ask", FIELD_ROW, "Model That Interprets the Answer", 0, "mock/echo",
    "methods/m_ask/human_feedback/llm", "\"mock/echo\"" },
  { "m_ask", FIELD_TEXT, "Question", 0, "Well?", "methods/m_ask/human_feedback/message",
    "\"Well?\"" },
  { "m_ask", FIELD_SWITCH, "Ask for Human Feedback", 0, NULL, "methods/m_ask/human_feedback",
    NULL },
  { "m_router", FIELD_SWITCH, "Decides which event comes next", 0, NULL, "methods/m_router/router",
    NULL },
};

static GtkSwitch *
find_switch (EditorTest *test, guint index)
{
  return GTK_SWITCH (
      editor_test_find (editor_test_row (test, fields[index].title, fields[index].skip),
                        GTK_TYPE_SWITCH, NULL, NULL));
}

static void
enter (EditorTest *test, guint index)
{
  const char *title = fields[index].title;

  switch (fields[index].kind)
    {
    case FIELD_ROW:
      gtk_editable_set_text (GTK_EDITABLE (editor_test_row (test, title, fields[index].skip)),
                             fields[index].enter);
      break;
    case FIELD_TEXT:
      gtk_text_buffer_set_text (editor_test_buffer (test, title, fields[index].skip),
                                fields[index].enter, -1);
      break;
    case FIELD_SWITCH:
      gtk_switch_set_active (find_switch (test, index),
                             !gtk_switch_get_active (find_switch (test, index)));
      break;
    case FIELD_CHOICE:
      adw_combo_row_set_selected (ADW_COMBO_ROW (editor_test_row (test, title, fields[index].skip)),
                                  (guint) g_ascii_strtoull (fields[index].enter, NULL, 10));
      break;
    default:
      g_assert_not_reached ();
    }
  editor_test_settle ();
}

/* Returns the value that the field shows. */
static char *
read_field (EditorTest *test, guint index)
{
  const char *title = fields[index].title;

  switch (fields[index].kind)
    {
    case FIELD_ROW:
      return g_strdup (
          gtk_editable_get_text (GTK_EDITABLE (editor_test_row (test, title, fields[index].skip))));
    case FIELD_TEXT:
      return editor_test_buffer_text (editor_test_buffer (test, title, fields[index].skip));
    case FIELD_SWITCH:
      return g_strdup (gtk_switch_get_active (find_switch (test, index)) ? "on" : "off");
    case FIELD_CHOICE:
      return g_strdup_printf ("%u", adw_combo_row_get_selected (ADW_COMBO_ROW (
                                        editor_test_row (test, title, fields[index].skip))));
    default:
      g_assert_not_reached ();
    }
}

/* After undo and redo, the field shows the value of the document. */
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
  editor_test_assert_value (test, fields[index].path, fields[index].expected);
  editor_test_check_loads (test);
  entered = read_field (test, index);
  done = editor_test_to_text (test->document);
  editor_test_undo_step (test);
  after = read_field (test, index);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (editor_test_act (test, "flow.redo"));
  redone = read_field (test, index);
  g_assert_cmpstr (redone, ==, entered);
  done_again = editor_test_to_text (test->document);
  g_assert_cmpstr (done_again, ==, done);
  editor_test_undo_step (test);
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

/* Turning saving on and off again leaves nothing in the document, for the flow and for a method. */
static void
test_switch_back (EditorTest *test, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      g_autofree char *before = editor_test_to_text (test->document);
      g_autofree char *after = NULL;

      if (fields[i].kind != FIELD_SWITCH || !g_str_has_suffix (fields[i].path, "persist/enabled"))
        continue;
      troupe_editor_select_method (test->editor, fields[i].method);
      editor_test_settle ();
      enter (test, i);
      editor_test_assert_value (test, fields[i].path, fields[i].expected);
      enter (test, i);
      after = editor_test_to_text (test->document);
      g_assert_cmpstr (after, ==, before);
    }
}

/* An expression is converted to every other action type and back to a valid expression. Each
 * result loads. */
static void
become (EditorTest *test, const char *name, TroupeActionType type)
{
  troupe_editor_select_method (test->editor, name);
  editor_test_settle ();
  adw_combo_row_set_selected (ADW_COMBO_ROW (editor_test_row (test, "Action", 0)), type);
  editor_test_settle ();
  g_assert_cmpint (editor_test_method (test, name)->action->type, ==, type);
  editor_test_check_loads (test);
  editor_test_undo_step (test);
}

static void
test_action_types (EditorTest *test, gconstpointer data)
{
  static const char *const methods[] = { [TROUPE_ACTION_EXPRESSION] = "m_expression",
                                         [TROUPE_ACTION_EACH] = "m_each",
                                         [TROUPE_ACTION_AGENT] = "m_agent",
                                         [TROUPE_ACTION_CREW] = "m_crew",
                                         [TROUPE_ACTION_TOOL] = "m_tool",
                                         [TROUPE_ACTION_CODE] = "m_code",
                                         [TROUPE_ACTION_SCRIPT] = "m_script" };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      if (i != TROUPE_ACTION_EXPRESSION)
        {
          become (test, "m_expression", (TroupeActionType) i);
          become (test, methods[i], TROUPE_ACTION_EXPRESSION);
        }
      become (test, methods[i], (TroupeActionType) ((i + 1) % TROUPE_ACTION_N_TYPES));
    }
}

static const struct
{
  const char *path;
  void (*test) (EditorTest *test, gconstpointer data);
} tests[] = {
  { "/editor/fields/all", test_fields },
  { "/editor/fields/switch-back", test_switch_back },
  { "/editor/fields/action-types", test_action_types },
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
