/* test-editor-crew-forms.c: the crew inspector: names, lists, pages, search
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "crew-forms-test.h"
#include "editor-test.h"
#include "troupe-crew-edit.h"
#include "troupe-crew-fold-text.h"
#include "troupe-crew-form.h"
#include "troupe-crew-inspector.h"
#include "troupe-crew-run-side.h"
#include "troupe-delegation-list.h"
#include "troupe-json-check.h"
#include "troupe-python-tools.h"
#include "troupe-template-check.h"
#include "troupe-text-field.h"

/* --- Structured fields ------------------------------------------------------------------------ */

/* A hierarchical crew requires a manager, so the form sets one immediately. */
static void
test_process (CrewFormsTest *test, gconstpointer data)
{
  crew_forms_show (test, NULL);
  g_assert_null (crew_forms_find (test, "manager_llm"));
  adw_combo_row_set_selected (ADW_COMBO_ROW (crew_forms_find (test, "process")), 1);
  editor_test_settle ();
  crew_forms_assert_value (test, "process", "\"hierarchical\"");
  g_assert_nonnull (
      troupe_crew_subject_get_value (test->subject, (const char *const[]){ "manager_llm", NULL }));
  g_assert_nonnull (crew_forms_find (test, "manager_llm"));
  crew_forms_undo_all (test);
  g_assert_null (crew_forms_find (test, "manager_llm"));
}

static void
set_crew (CrewFormsTest *test, const char *key, const char *json)
{
  g_autoptr (JsonNode) value = json != NULL ? troupe_json_check (json, NULL) : NULL;
  g_autoptr (GError) error = NULL;

  troupe_crew_subject_set (test->subject, (const char *const[]){ key, NULL }, value, "Set", NULL,
                           &error);
  g_assert_no_error (error);
  editor_test_settle ();
}

/* A manager agent has its own model. Therefore, the form does not request another model, and an
 * existing model is shown as unused. */
static void
test_manager (CrewFormsTest *test, gconstpointer data)
{
  crew_forms_show (test, NULL);
  adw_combo_row_set_selected (ADW_COMBO_ROW (crew_forms_find (test, "process")), 1);
  editor_test_settle ();
  g_assert_cmpstr (adw_action_row_get_subtitle (
                       ADW_ACTION_ROW (crew_forms_find (test, "manager_llm"))),
                   !=, "Not used, because an agent is the manager");
  set_crew (test, "manager_agent", "\"writer\"");
  g_assert_cmpstr (adw_action_row_get_subtitle (
                       ADW_ACTION_ROW (crew_forms_find (test, "manager_llm"))),
                   ==, "Not used, because an agent is the manager");
  set_crew (test, "manager_llm", NULL);
  g_assert_null (crew_forms_find (test, "manager_llm"));
  crew_forms_undo_all (test);
}

static void
memory_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  guint *n_opened = user_data;

  (*n_opened)++;
}

/* The form links to the memory page where memory or knowledge is configured. */
static void
test_memory_page (CrewFormsTest *test, gconstpointer data)
{
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) action = g_simple_action_new ("memory", NULL);
  guint n_opened = 0;

  g_signal_connect (action, "activate", G_CALLBACK (memory_cb), &n_opened);
  g_action_map_add_action (G_ACTION_MAP (group), G_ACTION (action));
  gtk_widget_insert_action_group (test->inspector, "win", G_ACTION_GROUP (group));
  crew_forms_show (test, NULL);
  g_assert_null (editor_test_find_row (test->inspector, "Memory and Knowledge"));
  set_crew (test, "memory", "true");
  crew_forms_activate (test->inspector, "Memory and Knowledge");
  g_assert_cmpuint (n_opened, ==, 1);
  set_crew (test, "memory", "false");
  g_assert_null (editor_test_find_row (test->inspector, "Memory and Knowledge"));
  set_crew (test, "knowledge_sources", "[]");
  troupe_crew_form_unfold (crew_forms_get_form (test), TROUPE_CREW_FOLD_KNOWS, TRUE);
  editor_test_settle ();
  crew_forms_activate (test->inspector, "Memory and Knowledge");
  g_assert_cmpuint (n_opened, ==, 2);
  crew_forms_undo_all (test);
  gtk_widget_insert_action_group (test->inspector, "win", NULL);
}

static gboolean
has_no_name (GtkWidget *widget, gpointer data)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  if (!GTK_IS_SWITCH (widget) && !GTK_IS_SPIN_BUTTON (widget) && !GTK_IS_CHECK_BUTTON (widget) &&
      !GTK_IS_ENTRY (widget) && !GTK_IS_TEXT_VIEW (widget) && !GTK_IS_SEARCH_ENTRY (widget))
    return FALSE;
  /* The switch inside an expander row and the search entry inside a combo row are hidden. */
  if (!gtk_widget_get_visible (widget))
    return FALSE;
  return !gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL) &&
         !gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY) &&
         !(GTK_IS_CHECK_BUTTON (widget) &&
           gtk_check_button_get_label (GTK_CHECK_BUTTON (widget)) != NULL);
}

/* Every field has an accessible name. */
static void
test_names (CrewFormsTest *test, gconstpointer data)
{
  static const char *const ids[] = { NULL, "task:1", "agent:analyst" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      GtkWidget *nameless;

      crew_forms_show (test, ids[i]);
      for (TroupeCrewFold fold = 0; fold < TROUPE_CREW_FOLD_N; fold++)
        troupe_crew_form_unfold (crew_forms_get_form (test), fold, TRUE);
      editor_test_settle ();
      nameless = editor_test_find (test->inspector, GTK_TYPE_WIDGET, has_no_name, NULL);
      if (nameless != NULL)
        g_error ("a %s of %s has no name", G_OBJECT_TYPE_NAME (nameless),
                 ids[i] != NULL ? ids[i] : "the crew");
    }
}

static void
test_name (CrewFormsTest *test, gconstpointer data)
{
  crew_forms_show (test, "task:0");
  crew_forms_type_text (crew_forms_find (test, "name"), "compare");
  crew_forms_assert_value (test, "tasks/0/name", "\"gather\"");
  crew_forms_type_text (crew_forms_find (test, "name"), "collect");
  crew_forms_assert_value (test, "tasks/0/name", "\"collect\"");
  /* The context of the other task refers to the renamed task by its new name. */
  crew_forms_assert_value (test, "tasks/1/context", "[\"collect\"]");
  crew_forms_undo_all (test);
}

/* A single guardrail is shown as a list with one entry. It keeps the key `guardrail` until the
 * list has more entries. */
static void
test_single_guardrail (CrewFormsTest *test, gconstpointer data)
{
  GtkWidget *list;

  crew_forms_show (test, "task:2");
  list = crew_forms_find (test, "guardrails");
  crew_forms_activate (list, "It is short.");
  crew_forms_type_text (editor_test_find (GTK_WIDGET (crew_forms_get_page (test)),
                                          TROUPE_TYPE_TEXT_FIELD, NULL, NULL),
                        "It is long.");
  crew_forms_assert_value (test, "tasks/2/guardrail", "\"It is long.\"");
  crew_forms_assert_value (test, "tasks/2/guardrails", NULL);
  crew_forms_undo_all (test);
  crew_forms_press_button (GTK_WIDGET (crew_forms_get_page (test)), "Back", 0);
  crew_forms_activate (crew_forms_find (test, "guardrails"), "Add Rule or Function");
  g_assert_true (GTK_IS_TEXT_VIEW (gtk_window_get_focus (GTK_WINDOW (test->window))));
  crew_forms_type_text (editor_test_find (GTK_WIDGET (crew_forms_get_page (test)),
                                          TROUPE_TYPE_TEXT_FIELD, NULL, NULL),
                        "No lists.");
  crew_forms_assert_value (test, "tasks/2/guardrail", NULL);
  crew_forms_assert_value (test, "tasks/2/guardrails", "[\"It is short.\", \"No lists.\"]");
  crew_forms_undo_all (test);
  crew_forms_press_button (GTK_WIDGET (crew_forms_get_page (test)), "Back", 0);
  crew_forms_press_button (crew_forms_find (test, "guardrails"), "Remove", 0);
  crew_forms_assert_value (test, "tasks/2/guardrail", NULL);
  crew_forms_undo_all (test);
}

static void
test_guardrails (CrewFormsTest *test, gconstpointer data)
{
  GtkWidget *row;

  crew_forms_show (test, "task:1");
  crew_forms_activate (crew_forms_find (test, "guardrails"), "size(output.raw) &gt; 10");
  crew_forms_type_text (editor_test_find (GTK_WIDGET (crew_forms_get_page (test)),
                                          TROUPE_TYPE_TEXT_FIELD, NULL, NULL),
                        "true");
  crew_forms_assert_value (test, "tasks/1/guardrails/1", "{\"cel\": \"true\"}");
  /* A rule becomes a function with the same text. */
  row = editor_test_find (GTK_WIDGET (crew_forms_get_page (test)), ADW_TYPE_COMBO_ROW, NULL, NULL);
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), 1);
  editor_test_settle ();
  crew_forms_assert_value (test, "tasks/1/guardrails/1", "{\"python\": \"true\"}");
  crew_forms_press_button (GTK_WIDGET (crew_forms_get_page (test)), "Back", 0);
  crew_forms_undo_all (test);
  row = editor_test_find_row (crew_forms_find (test, "guardrails"), "Every figure has a source.");
  g_assert_true (editor_test_type (row, GDK_KEY_Down, GDK_ALT_MASK));
  crew_forms_assert_value (test, "tasks/1/guardrails/0", "{\"cel\": \"size(output.raw) > 10\"}");
  crew_forms_undo_all (test);
}

static void
test_condition (CrewFormsTest *test, gconstpointer data)
{
  crew_forms_show (test, "task:2");
  g_signal_emit_by_name (crew_forms_find (test, "condition"), "activated");
  editor_test_settle ();
  crew_forms_type_text (editor_test_find (GTK_WIDGET (crew_forms_get_page (test)),
                                          TROUPE_TYPE_TEXT_FIELD, NULL, NULL),
                        "checks.enough");
  crew_forms_assert_value (test, "tasks/2/condition", "{\"python\": \"checks.enough\"}");
  crew_forms_assert_value (test, "tasks/2/type", "\"ConditionalTask\"");
  crew_forms_type_text (editor_test_find (GTK_WIDGET (crew_forms_get_page (test)),
                                          TROUPE_TYPE_TEXT_FIELD, NULL, NULL),
                        "");
  crew_forms_assert_value (test, "tasks/2/condition", NULL);
  crew_forms_assert_value (test, "tasks/2/type", NULL);
  crew_forms_undo_all (test);
}

/* A model that is a map remains a map. A name becomes a map when its first setting is added. */
static void
test_model (CrewFormsTest *test, gconstpointer data)
{
  GtkWidget *page;

  crew_forms_show (test, "agent:analyst");
  g_signal_emit_by_name (crew_forms_find (test, "llm"), "activated");
  editor_test_settle ();
  page = GTK_WIDGET (crew_forms_get_page (test));
  crew_forms_activate (page, "ollama/llama3.2");
  crew_forms_assert_value (test, "agents/analyst/llm",
                           "{\"model\": \"ollama/llama3.2\", \"temperature\": 0.2}");
  crew_forms_type_text (crew_forms_get_input (editor_test_find_row (page, "Temperature")), "0.7");
  crew_forms_assert_value (test, "agents/analyst/llm/temperature", "0.7");
  crew_forms_type_text (crew_forms_get_input (editor_test_find_row (page, "Temperature")), "");
  crew_forms_assert_value (test, "agents/analyst/llm", "{\"model\": \"ollama/llama3.2\"}");
  crew_forms_undo_all (test);

  crew_forms_show (test, "agent:writer");
  g_signal_emit_by_name (crew_forms_find (test, "llm"), "activated");
  editor_test_settle ();
  page = GTK_WIDGET (crew_forms_get_page (test));
  crew_forms_type_text (editor_test_find_row (page, "Other Model"), "openai/gpt-4.1-mini");
  crew_forms_assert_value (test, "agents/writer/llm", "\"openai/gpt-4.1-mini\"");
  crew_forms_type_text (crew_forms_get_input (editor_test_find_row (page, "Temperature")), "0.5");
  crew_forms_assert_value (test, "agents/writer/llm",
                           "{\"model\": \"openai/gpt-4.1-mini\", \"temperature\": 0.5}");
  crew_forms_undo_all (test);
}

static void
take_picture (CrewFormsTest *test, const char *name)
{
  const char *folder = g_getenv ("TROUPE_PICTURES");
  g_autofree char *file = g_strconcat (name, ".png", NULL);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, file, NULL) : NULL;

  if (path != NULL)
    editor_test_render (test->window, path);
}

static gboolean
has_label (GtkWidget *root, const char *words)
{
  return editor_test_find (root, GTK_TYPE_LABEL, crew_forms_has_words, &words) != NULL;
}

static void
assert_subtitle (CrewFormsTest *test, const char *key, const char *expected)
{
  GtkWidget *row = crew_forms_find (test, key);

  g_assert_nonnull (row);
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==, expected);
}

/* Several agents show the fields that they have in common, without those that make one of them what
 * it is. One edit sets a field in all of them, as one step. */
static void
test_several_agents (CrewFormsTest *test, gconstpointer data)
{
  static const char *const agents[] = { "agent:analyst", "agent:writer", NULL };
  g_autofree char *help = NULL;
  GtkWidget *page;

  troupe_crew_inspector_show_several (TROUPE_CREW_INSPECTOR (test->inspector), agents);
  editor_test_settle ();
  g_assert_true (has_label (test->inspector, "2 agents"));
  g_assert_null (crew_forms_find (test, "role"));
  assert_subtitle (test, "llm", "Several Values");
  troupe_crew_form_unfold (crew_forms_get_form (test), TROUPE_CREW_FOLD_LIMITS, TRUE);
  editor_test_settle ();
  assert_subtitle (test, "max_iter", "Several Values");
  take_picture (test, "several-agents");
  /* Lists that differ are not replaced by one edit. */
  g_assert_null (crew_forms_find (test, "tools"));

  g_signal_emit_by_name (crew_forms_find (test, "llm"), "activated");
  editor_test_settle ();
  page = GTK_WIDGET (crew_forms_get_page (test));
  crew_forms_activate (page, "ollama/llama3.2");
  crew_forms_assert_value (test, "agents/analyst/llm", "\"ollama/llama3.2\"");
  crew_forms_assert_value (test, "agents/writer/llm", "\"ollama/llama3.2\"");
  crew_forms_type_text (crew_forms_get_input (editor_test_find_row (page, "Temperature")), "0.5");
  crew_forms_assert_value (test, "agents/writer/llm",
                           "{\"model\": \"ollama/llama3.2\", \"temperature\": 0.5}");
  crew_forms_press_button (page, "Back", 0);
  help = g_strdup (adw_action_row_get_subtitle (ADW_ACTION_ROW (crew_forms_find (test, "llm"))));
  g_assert_cmpstr (help, !=, "Several Values");
  crew_forms_undo_all (test);
}

static void
test_several_tasks (CrewFormsTest *test, gconstpointer data)
{
  static const char *const tasks[] = { "task:0", "task:1", NULL };
  static const char *const mixed[] = { "task:0", "agent:writer", NULL };
  TroupeCrewInspector *inspector = TROUPE_CREW_INSPECTOR (test->inspector);

  troupe_crew_inspector_show_several (inspector, tasks);
  editor_test_settle ();
  g_assert_null (crew_forms_find (test, "description"));
  troupe_crew_form_unfold (crew_forms_get_form (test), TROUPE_CREW_FOLD_WHEN, TRUE);
  editor_test_settle ();
  assert_subtitle (test, "async_execution", "Several Values");
  gtk_switch_set_active (
      GTK_SWITCH (crew_forms_get_input (crew_forms_find (test, "async_execution"))), TRUE);
  editor_test_settle ();
  crew_forms_assert_value (test, "tasks/0/async_execution", "true");
  crew_forms_assert_value (test, "tasks/1/async_execution", "true");
  crew_forms_undo_all (test);

  /* Agents and tasks have no field in common, and one item of them is shown as before. */
  troupe_crew_inspector_show_several (inspector, mixed);
  editor_test_settle ();
  g_assert_false (TROUPE_IS_CREW_FORM (troupe_crew_inspector_get_content (inspector)));
  crew_forms_show (test, "task:0");
  g_assert_nonnull (crew_forms_find (test, "description"));
}

/* The model of all agents is one model only if all of them have it. */
static void
test_model_of_all (CrewFormsTest *test, gconstpointer data)
{
  GtkWidget *row;

  crew_forms_show (test, NULL);
  row = editor_test_find_row (test->inspector, "Model of All Agents");
  g_assert_nonnull (row);
  g_assert_true (has_label (row, "Several Values"));
  g_assert_true (troupe_crew_edit_set_models (test->subject, "ollama/llama3.2", NULL));
  editor_test_settle ();
  g_assert_true (has_label (row, "ollama/llama3.2"));
  g_assert_false (has_label (row, "Several Values"));
  crew_forms_undo_all (test);
}

/* Enter in the search takes the first result, even if the list has not been filtered yet. */
static void
test_model_enter (CrewFormsTest *test, gconstpointer data)
{
  GtkWidget *page;
  GtkWidget *search;

  crew_forms_show (test, "agent:writer");
  g_signal_emit_by_name (crew_forms_find (test, "llm"), "activated");
  editor_test_settle ();
  page = GTK_WIDGET (crew_forms_get_page (test));
  search = editor_test_find (page, GTK_TYPE_SEARCH_ENTRY, NULL, NULL);
  g_assert_nonnull (search);
  gtk_editable_set_text (GTK_EDITABLE (search), "ollama/llama3.2");
  g_signal_emit_by_name (search, "activate");
  editor_test_settle ();
  crew_forms_assert_value (test, "agents/writer/llm", "\"ollama/llama3.2\"");

  /* A complete name that is not in the list is taken as well, a part of a name is not. */
  gtk_editable_set_text (GTK_EDITABLE (search), "ollama/own-model:7b ");
  g_signal_emit_by_name (search, "activate");
  editor_test_settle ();
  crew_forms_assert_value (test, "agents/writer/llm", "\"ollama/own-model:7b\"");
  gtk_editable_set_text (GTK_EDITABLE (search), "own-model");
  g_signal_emit_by_name (search, "activate");
  gtk_editable_set_text (GTK_EDITABLE (search), "nowhere/own-model");
  g_signal_emit_by_name (search, "activate");
  editor_test_settle ();
  crew_forms_assert_value (test, "agents/writer/llm", "\"ollama/own-model:7b\"");
  crew_forms_undo_all (test);
}

static void
add_titles (GtkWidget *widget, GString *titles)
{
  if (ADW_IS_PREFERENCES_ROW (widget))
    g_string_append_printf (titles, "%s\n",
                            adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_titles (child, titles);
}

/* Returns the titles of all rows in their order. (transfer full) */
static char *
dup_titles (GtkWidget *widget)
{
  GString *titles = g_string_new (NULL);

  add_titles (widget, titles);
  return g_string_free (titles, FALSE);
}

static void
test_tools (CrewFormsTest *test, gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  GtkWidget *page;
  GtkWidget *row;

  crew_forms_show (test, "agent:analyst");
  g_signal_emit_by_name (crew_forms_find (test, "tools"), "activated");
  editor_test_settle ();
  page = GTK_WIDGET (crew_forms_get_page (test));
  row = editor_test_find_row (page, "FileReadTool");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==,
                   "Reads files in this folder");
  before = dup_titles (page);
  gtk_check_button_set_active (
      GTK_CHECK_BUTTON (editor_test_find (row, GTK_TYPE_CHECK_BUTTON, NULL, NULL)), TRUE);
  editor_test_settle ();
  crew_forms_assert_value (test, "agents/analyst/tools", "[\"calculator\", \"FileReadTool\"]");
  row = editor_test_find_row (page, "calculator");
  gtk_check_button_set_active (
      GTK_CHECK_BUTTON (editor_test_find (row, GTK_TYPE_CHECK_BUTTON, NULL, NULL)), FALSE);
  editor_test_settle ();
  crew_forms_assert_value (test, "agents/analyst/tools", "[\"FileReadTool\"]");
  /* The next click must meet the tool that was there before. */
  after = dup_titles (page);
  g_assert_cmpstr (before, ==, after);
  crew_forms_undo_all (test);
}

static gboolean
has_row (gpointer data)
{
  return editor_test_find_row (data, "custom:units") != NULL;
}

static void
test_own_tools (CrewFormsTest *test, gconstpointer data)
{
  GtkWidget *row;

  crew_forms_show (test, "agent:analyst");
  g_signal_emit_by_name (crew_forms_find (test, "tools"), "activated");
  editor_test_settle ();
  editor_test_wait (has_row, crew_forms_get_page (test));
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (editor_test_find_row (
                       GTK_WIDGET (crew_forms_get_page (test)), "custom:units"))),
                   ==, "tools/units.py · runs in the sandbox");
  /* A file with functions only says why it cannot be chosen. */
  row = editor_test_find_row (GTK_WIDGET (crew_forms_get_page (test)), "custom:functions");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==,
                   "tools/functions.py has no subclass of BaseTool");
  g_assert_false (
      gtk_widget_get_sensitive (editor_test_find (row, GTK_TYPE_CHECK_BUTTON, NULL, NULL)));
}

static gboolean
has_new_row (gpointer data)
{
  return editor_test_find_row (data, "custom:save_report") != NULL;
}

static gboolean
says_nothing_found (gpointer page)
{
  return has_label (page, "No tools match “zebra”.");
}

/* A search that finds nothing says so, and a new tool is written from a template and chosen. */
static void
test_new_tool (CrewFormsTest *test, gconstpointer data)
{
  GtkWidget *page;
  GtkWidget *row;
  GtkWidget *check;
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) classes = NULL;

  folder = g_path_get_dirname (
      troupe_document_get_path (troupe_crew_subject_get_document (test->subject)));
  path = g_build_filename (folder, "tools", "save_report.py", NULL);
  crew_forms_show (test, "agent:analyst");
  g_signal_emit_by_name (crew_forms_find (test, "tools"), "activated");
  editor_test_settle ();
  page = GTK_WIDGET (crew_forms_get_page (test));
  gtk_editable_set_text (GTK_EDITABLE (editor_test_find (page, GTK_TYPE_SEARCH_ENTRY, NULL, NULL)),
                         "zebra");
  editor_test_wait (says_nothing_found, page);
  row = editor_test_find_row (page, "Name");
  g_assert_nonnull (row);
  /* A name that is none writes nothing. */
  gtk_editable_set_text (GTK_EDITABLE (row), "../evil");
  g_signal_emit_by_name (row, "apply");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (row)), ==, "../evil");
  gtk_editable_set_text (GTK_EDITABLE (row), "Save report");
  g_signal_emit_by_name (row, "apply");
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "class SaveReport(BaseTool):"));
  classes = troupe_python_tools_read (folder, "save_report");
  g_assert_cmpuint (classes->len, ==, 1);
  editor_test_wait (has_new_row, page);
  crew_forms_assert_value (test, "agents/analyst/tools",
                           "[\"calculator\", \"custom:save_report\"]");
  check = editor_test_find (editor_test_find_row (page, "custom:save_report"),
                            GTK_TYPE_CHECK_BUTTON, NULL, NULL);
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
  /* It is not overwritten. */
  gtk_editable_set_text (GTK_EDITABLE (editor_test_find_row (page, "Name")), "save_report");
  g_signal_emit_by_name (editor_test_find_row (page, "Name"), "apply");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (editor_test_find_row (page, "Name"))), ==,
                   "save_report");
  crew_forms_undo_all (test);
  g_assert_cmpint (g_unlink (path), ==, 0);
}

/* An asynchronous task has no context unless it names tasks, and its row says so. */
static void
test_context_of_async (CrewFormsTest *test, gconstpointer data)
{
  static const char *const path[] = { "tasks", "2", "async_execution", NULL };
  g_autoptr (JsonNode) is_async = json_node_init_boolean (json_node_alloc (), TRUE);
  g_autoptr (GError) error = NULL;

  crew_forms_show (test, "task:2");
  g_assert_true (has_label (crew_forms_find (test, "context"), "All previous tasks"));
  g_assert_true (troupe_crew_subject_set (test->subject, path, is_async, "Edit", NULL, &error));
  g_assert_no_error (error);
  editor_test_settle ();
  g_assert_false (has_label (crew_forms_find (test, "context"), "All previous tasks"));
  g_assert_true (has_label (crew_forms_find (test, "context"), "None"));
}

static void
test_context (CrewFormsTest *test, gconstpointer data)
{
  GtkWidget *row;
  GtkWidget *check;

  crew_forms_show (test, "task:2");
  row = crew_forms_find (test, "context");
  g_signal_emit_by_name (row, "activated");
  editor_test_settle ();
  check = gtk_widget_get_ancestor (editor_test_find (row, GTK_TYPE_LABEL, crew_forms_has_words,
                                                     (gpointer[]){ (gpointer) "None" }),
                                   GTK_TYPE_CHECK_BUTTON);
  g_assert_nonnull (check);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  editor_test_settle ();
  crew_forms_assert_value (test, "tasks/2/context", "[]");
  crew_forms_undo_all (test);
}

/* Names of tasks that chips would shorten are listed below the title in full. */
static void
test_long_context (CrewFormsTest *test, gconstpointer data)
{
  g_autoptr (JsonNode) both = json_from_string ("[\"gather\", \"compare\"]", NULL);
  static const char *const path[] = { "tasks", "2", "context", NULL };

  crew_forms_show (test, "task:2");
  g_assert_true (troupe_crew_subject_set (test->subject, path, both, "Context", NULL, NULL));
  editor_test_settle ();
  g_assert_true (has_label (crew_forms_find (test, "context"), "gather"));
  g_assert_true (has_label (crew_forms_find (test, "context"), "compare"));
  g_assert_true (troupe_crew_edit_rename_task (test->subject, 0, "gather_all_facts", NULL));
  editor_test_settle ();
  g_assert_true (has_label (crew_forms_find (test, "context"), "gather_all_facts, compare"));
  g_assert_false (has_label (crew_forms_find (test, "context"), "compare"));
  crew_forms_undo_all (test);
  editor_test_settle ();
  g_assert_false (has_label (crew_forms_find (test, "context"), "gather_all_facts, compare"));
}

/* The card of an input that is no line of text does not touch the row above it. */
static void
test_input_cards (CrewFormsTest *test, gconstpointer data)
{
  g_autoptr (JsonNode) inputs = json_from_string ("{\"region\": \"Alps\", \"people\": 3}", NULL);
  static const char *const path[] = { "inputs", NULL };
  TroupeCrewForm *form;

  crew_forms_show (test, NULL);
  g_assert_true (troupe_crew_subject_set (test->subject, path, inputs, "Inputs", NULL, NULL));
  editor_test_settle ();
  form = crew_forms_get_form (test);
  g_assert_cmpint (gtk_widget_get_margin_top (troupe_crew_form_find (
                       form, "inputs", (const char *const[]){ "people", NULL })),
                   >, 0);
  g_assert_cmpint (gtk_widget_get_margin_top (troupe_crew_form_find (
                       form, "inputs", (const char *const[]){ "region", NULL })),
                   ==, 0);
  crew_forms_undo_all (test);
}

/* Turning planning off also removes planning_config, because the map alone would enable
 * planning. */
static void
test_planning (CrewFormsTest *test, gconstpointer data)
{
  GtkWidget *row;

  crew_forms_show (test, "agent:analyst");
  row = troupe_crew_form_find (crew_forms_get_form (test), "planning_config",
                               (const char *const[]){ "max_steps", NULL });
  editor_test_settle ();
  g_assert_nonnull (row);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (crew_forms_get_input (row)), 5);
  editor_test_settle ();
  crew_forms_assert_value (test, "agents/analyst/planning_config", "{\"max_steps\": 5}");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (crew_forms_get_input (row)), 20);
  editor_test_settle ();
  crew_forms_assert_value (test, "agents/analyst/planning_config", NULL);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (crew_forms_get_input (row)), 5);
  editor_test_settle ();
  gtk_switch_set_active (GTK_SWITCH (crew_forms_get_input (crew_forms_find (test, "planning"))),
                         FALSE);
  editor_test_settle ();
  crew_forms_assert_value (test, "agents/analyst/planning_config", NULL);
  crew_forms_assert_value (test, "agents/analyst/planning", NULL);
  crew_forms_undo_all (test);
}

static void
test_servers (CrewFormsTest *test, gconstpointer data)
{
  GtkWidget *page;
  GtkWidget *list;

  crew_forms_show (test, "agent:analyst");
  list = crew_forms_find (test, "mcps");
  crew_forms_activate (list, "npx -y @stats/mcp");
  page = GTK_WIDGET (crew_forms_get_page (test));
  g_assert_null (editor_test_find_row (page, "URL"));
  crew_forms_type_text (
      gtk_widget_get_ancestor (editor_test_find (page, GTK_TYPE_LABEL, crew_forms_has_words,
                                                 (gpointer[]){ (gpointer) "Allowed Tools" }),
                               TROUPE_TYPE_TEXT_FIELD),
      "mean\nmedian");
  crew_forms_assert_value (
      test, "agents/analyst/mcps/0/tool_filter",
      "{\"type\": \"static\", \"allowed_tool_names\": [\"mean\", \"median\"]}");
  crew_forms_type_text (
      gtk_widget_get_ancestor (editor_test_find (page, GTK_TYPE_LABEL, crew_forms_has_words,
                                                 (gpointer[]){ (gpointer) "Allowed Tools" }),
                               TROUPE_TYPE_TEXT_FIELD),
      "");
  crew_forms_assert_value (test, "agents/analyst/mcps/0/tool_filter", NULL);
  crew_forms_undo_all (test);
}

static void
test_schema (CrewFormsTest *test, gconstpointer data)
{
  GtkWidget *page;

  crew_forms_show (test, "task:1");
  g_signal_emit_by_name (crew_forms_find (test, "output_json"), "activated");
  editor_test_settle ();
  page = GTK_WIDGET (crew_forms_get_page (test));
  crew_forms_activate (page, "Add Field");
  crew_forms_assert_value (test, "tasks/1/output_json/properties/field_3",
                           "{\"type\": \"string\"}");
  crew_forms_assert_value (test, "tasks/1/output_json/required", "[\"claims\", \"field_3\"]");
  crew_forms_undo_all (test);
  page = GTK_WIDGET (crew_forms_get_page (test));
  crew_forms_type_text (editor_test_find_row (page, "Field"), "findings");
  crew_forms_assert_value (test, "tasks/1/output_json/required", "[\"findings\"]");
  crew_forms_assert_value (test, "tasks/1/output_json/properties/claims", NULL);
  crew_forms_undo_all (test);
  crew_forms_press_button (GTK_WIDGET (crew_forms_get_page (test)), "Remove", 0);
  crew_forms_assert_value (test, "tasks/1/output_json/required", NULL);
  crew_forms_undo_all (test);
}

/* A field that is an object has a separate page for its fields. */
static void
test_inner_schema (CrewFormsTest *test, gconstpointer data)
{
  GtkWidget *page;
  GtkWidget *type;

  crew_forms_show (test, "task:1");
  g_signal_emit_by_name (crew_forms_find (test, "output_json"), "activated");
  editor_test_settle ();
  page = GTK_WIDGET (crew_forms_get_page (test));
  type = editor_test_find (page, GTK_TYPE_DROP_DOWN, NULL, NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (type), 6);
  editor_test_settle ();
  crew_forms_assert_value (test, "tasks/1/output_json/properties/claims/type", "\"object\"");
  crew_forms_activate (GTK_WIDGET (crew_forms_get_page (test)), "Fields");
  page = GTK_WIDGET (crew_forms_get_page (test));
  g_assert_cmpstr (troupe_crew_page_get_title (TROUPE_CREW_PAGE (page)), ==, "claims");
  crew_forms_activate (page, "Add Field");
  crew_forms_assert_value (test, "tasks/1/output_json/properties/claims/properties/field_1",
                           "{\"type\": \"string\"}");
  crew_forms_assert_value (test, "tasks/1/output_json/properties/claims/required", "[\"field_1\"]");
  page = GTK_WIDGET (crew_forms_get_page (test));
  crew_forms_type_text (editor_test_find_row (page, "Description"), "What they said");
  crew_forms_assert_value (test,
                           "tasks/1/output_json/properties/claims/properties/field_1/description",
                           "\"What they said\"");
  crew_forms_press_button (GTK_WIDGET (crew_forms_get_page (test)), "Back", 0);
  crew_forms_undo_all (test);
}

static void
test_slots (CrewFormsTest *test, gconstpointer data)
{
  const char *slot = troupe_template_check_get_slot ("system_template");
  g_autofree char *none = NULL;
  g_autofree char *gone = NULL;
  g_autofree char *other = NULL;
  gboolean missing = TRUE;

  g_assert_cmpstr (slot, ==, "{{ .System }}");
  g_assert_null (troupe_template_check_get_slot ("backstory"));
  none = troupe_template_check ("You are: {{ .System }}", slot, &missing);
  g_assert_null (none);
  g_assert_false (missing);
  gone = troupe_template_check ("You are careful.", slot, &missing);
  g_assert_nonnull (gone);
  g_assert_true (missing);
  other = troupe_template_check ("{{ .System }} {{ .Prompt }}", slot, &missing);
  g_assert_nonnull (strstr (other, "{{ .Prompt }}"));
  g_assert_false (missing);
}

/* --- Delegations ------------------------------------------------------------------------------ */

typedef struct
{
  TroupeTrace *trace;
  guint64 sequence;
} Run;

static TroupeScope *
tell (Run *self, TroupeEventType type, TroupeScope *around, const char *name, const char *fields)
{
  const TroupeEventTypeInfo *info = troupe_event_type_get_info (type);
  TroupeScope *scope =
      info->effect == TROUPE_EVENT_OPENS
          ? troupe_scope_new_stored (info->kind, self->sequence + 1, around, NULL, name)
          : troupe_scope_ref (around);
  g_autoptr (TroupeEvent) event =
      troupe_event_new (type, scope, troupe_value_from_json (fields, -1, NULL));

  event->sequence = ++self->sequence;
  event->time_us = (gint64) self->sequence * 100000;
  troupe_trace_add_event (self->trace, event);
  g_signal_emit_by_name (self->trace, "changed");
  return scope;
}

static gboolean
says (GtkWidget *widget, gpointer data)
{
  const char *said = GTK_IS_IMAGE (widget) ? gtk_image_get_icon_name (GTK_IMAGE (widget))
                                           : gtk_label_get_label (GTK_LABEL (widget));

  return g_strcmp0 (said, data) == 0;
}

/* Returns the label with the text @text, or the image with the icon name @text. */
static GtkWidget *
find_said (GtkWidget *root, GType type, const char *text)
{
  return editor_test_find (root, type, says, (gpointer) text);
}

static gboolean
is_called (GtkWidget *widget, gpointer data)
{
  return g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), data) == 0;
}

/* Returns the toggle button for the side of the inspector that has the label @label. */
static GtkWidget *
find_side (CrewFormsTest *test, const char *label)
{
  return editor_test_find (test->inspector, GTK_TYPE_TOGGLE_BUTTON, is_called, (gpointer) label);
}

static GtkWidget *
find_handed (CrewFormsTest *test)
{
  return editor_test_find (test->inspector, TROUPE_TYPE_DELEGATION_LIST, NULL, NULL);
}

static void
test_handed_out (CrewFormsTest *test, gconstpointer data)
{
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  Run run = { trace, 0 };
  g_autoptr (TroupeScope) crew = NULL, task = NULL, analyst = NULL, ask = NULL, writer = NULL;
  g_autoptr (TroupeScope) ended = NULL, call = NULL, piece = NULL, called = NULL;
  g_autofree char *role = NULL;
  GtkWidget *row;

  troupe_crew_inspector_set_trace (TROUPE_CREW_INSPECTOR (test->inspector), trace);
  crew_forms_show (test, "agent:analyst");
  g_assert_false (gtk_widget_get_visible (find_handed (test)));
  role = g_strdup (json_object_get_string_member (
      json_node_get_object (troupe_crew_subject_get_agent (test->subject, "analyst")), "role"));
  troupe_trace_begin (trace, 0);
  crew = tell (&run, TROUPE_EVENT_CREW_STARTED, NULL, "crew", "{}");
  task = tell (&run, TROUPE_EVENT_TASK_STARTED, crew, "gather", "{}");
  analyst = tell (&run, TROUPE_EVENT_EXECUTION_STARTED, task, role, "{}");
  ask = tell (&run, TROUPE_EVENT_TOOL_STARTED, analyst, "ask_question_to_coworker",
              "{\"tool_args\":{\"question\":\"Which <b>one</b>?\",\"context\":\"Two of them\"}}");
  /* A tool call is shown as a delegation only when a coworker executes it. */
  g_assert_false (gtk_widget_get_visible (find_handed (test)));
  writer = tell (&run, TROUPE_EVENT_EXECUTION_STARTED, ask, "Writer", "{}");
  row = editor_test_find_row (find_handed (test), "Which <b>one</b>?");
  g_assert_nonnull (row);
  g_assert_cmpstr (adw_expander_row_get_subtitle (ADW_EXPANDER_ROW (row)), ==,
                   "Writer · question · gather");
  /* Streamed text is shown as it arrives. */
  g_assert_true (adw_expander_row_get_expanded (ADW_EXPANDER_ROW (row)));
  call = tell (&run, TROUPE_EVENT_LLM_CALL_STARTED, writer, "a/model", "{}");
  piece = tell (&run, TROUPE_EVENT_LLM_STREAM_CHUNK, call, NULL, "{\"chunk\":\"The first, I\"}");
  g_assert_nonnull (find_said (row, GTK_TYPE_LABEL, "The first, I▌"));
  called = tell (&run, TROUPE_EVENT_LLM_CALL_FINISHED, call, NULL, "{\"cost\":0.25}");
  ended = tell (&run, TROUPE_EVENT_TOOL_FINISHED, ask, NULL, "{\"output\":\"The first.\"}");
  g_assert_false (adw_expander_row_get_expanded (ADW_EXPANDER_ROW (row)));
  g_assert_nonnull (find_said (row, GTK_TYPE_LABEL, "The first."));
  g_assert_nonnull (find_said (row, GTK_TYPE_IMAGE, "troupe-check-symbolic"));
  /* The delegation is not shown for the other agents. */
  crew_forms_show (test, "agent:writer");
  g_assert_false (gtk_widget_get_visible (find_handed (test)));
  crew_forms_show (test, "agent:analyst");
  g_assert_true (gtk_widget_get_visible (find_handed (test)));
}

/* The agent's work in a run is shown on a separate side of the inspector. This side is selected
 * automatically during the run until the user selects the form. */
static void
test_run_side (CrewFormsTest *test, gconstpointer data)
{
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  Run run = { trace, 0 };
  TroupeCrewInspector *inspector = TROUPE_CREW_INSPECTOR (test->inspector);
  g_autoptr (TroupeScope) crew = NULL, task = NULL, analyst = NULL, ended = NULL;
  g_autofree char *role = g_strdup (json_object_get_string_member (
      json_node_get_object (troupe_crew_subject_get_agent (test->subject, "analyst")), "role"));

  troupe_crew_inspector_set_trace (inspector, trace);
  crew_forms_show (test, "agent:analyst");
  g_assert_false (gtk_widget_get_visible (find_side (test, "Run")));
  troupe_trace_begin (trace, 0);
  crew = tell (&run, TROUPE_EVENT_CREW_STARTED, NULL, "crew", "{}");
  task = tell (&run, TROUPE_EVENT_TASK_STARTED, crew, "gather", "{}");
  analyst = tell (&run, TROUPE_EVENT_EXECUTION_STARTED, task, role, "{}");
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TroupeScope) call =
          tell (&run, TROUPE_EVENT_LLM_CALL_STARTED, analyst, "a/model", "{}");
      g_autoptr (TroupeScope) called =
          tell (&run, TROUPE_EVENT_LLM_CALL_FINISHED, call, NULL, "{\"cost\":0.25}");
    }
  g_assert_true (gtk_widget_get_visible (find_side (test, "Run")));
  g_assert_true (TROUPE_IS_CREW_RUN_SIDE (troupe_crew_inspector_get_content (inspector)));
  /* For an agent that did not work in the run, this side is hidden. */
  crew_forms_show (test, "agent:writer");
  g_assert_false (gtk_widget_get_visible (find_side (test, "Run")));
  g_assert_true (TROUPE_IS_CREW_FORM (troupe_crew_inspector_get_content (inspector)));
  crew_forms_show (test, "agent:analyst");
  g_assert_true (TROUPE_IS_CREW_RUN_SIDE (troupe_crew_inspector_get_content (inspector)));
  g_assert_nonnull (editor_test_find_row (test->inspector, "Turns"));
  g_assert_nonnull (
      find_said (test->inspector, GTK_TYPE_LABEL, "2 of at most 12"));
  g_assert_nonnull (find_said (test->inspector, GTK_TYPE_LABEL, "$0.5000"));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_side (test, "Form")), TRUE);
  g_assert_true (TROUPE_IS_CREW_FORM (troupe_crew_inspector_get_content (inspector)));
  crew_forms_show (test, "agent:writer");
  crew_forms_show (test, "agent:analyst");
  g_assert_true (TROUPE_IS_CREW_FORM (troupe_crew_inspector_get_content (inspector)));
  ended = tell (&run, TROUPE_EVENT_CREW_FINISHED, crew, NULL, "{}");
}

/* Fields without a row are kept and can be edited. */
static void
test_unknown (CrewFormsTest *test, gconstpointer data)
{
  GtkWidget *field;

  crew_forms_show (test, "task:1");
  field = crew_forms_find (test, "future_key");
  g_assert_true (TROUPE_IS_TEXT_FIELD (field));
  crew_forms_type_text (crew_forms_find (test, "description"), "Other");
  crew_forms_assert_value (test, "tasks/1/future_key", "{\"kept\": [1, 2]}");
  crew_forms_type_text (field, "{\"kept\": 3}");
  crew_forms_assert_value (test, "tasks/1/future_key", "{\"kept\": 3}");
  crew_forms_undo_all (test);
}

/* Returns the summary of the expander row that has the title @title. (nullable) */
static const char *
get_fold_text (CrewFormsTest *test, const char *title)
{
  GtkWidget *row = editor_test_find_row (
      troupe_crew_inspector_get_content (TROUPE_CREW_INSPECTOR (test->inspector)), title);

  return row != NULL ? adw_expander_row_get_subtitle (ADW_EXPANDER_ROW (row)) : NULL;
}

/* An expander row summarizes the values that are set, not all possible values. */
static void
test_folds (CrewFormsTest *test, gconstpointer data)
{
  crew_forms_show (test, "task:1");
  g_assert_cmpstr (get_fold_text (test, "Validation"), ==,
                   "“Every figure has a source.” and 1 more");
  g_assert_cmpstr (get_fold_text (test, "Output"), ==,
                   "Output JSON: claims and 1 more, Output File: output/{topic}.json");
  g_assert_cmpstr (get_fold_text (test, "Execution"), ==, "Async Execution");
  g_assert_cmpstr (get_fold_text (test, "More"), ==, "Markdown, future_key");
  crew_forms_show (test, "task:2");
  g_assert_cmpstr (get_fold_text (test, "Validation"), ==, "“It is short.”");
  g_assert_cmpstr (get_fold_text (test, "Output"), ==, "Text, no file");
  crew_forms_show (test, "agent:analyst");
  g_assert_cmpstr (get_fold_text (test, "Tool Servers"), ==, "npx and 1 more");
  g_assert_cmpstr (get_fold_text (test, "Limits"), ==, "Max Iterations: 12");
  g_assert_cmpstr (get_fold_text (test, "Agent Memory"), ==, "Shared with the crew");
  g_assert_cmpstr (get_fold_text (test, "Planning and Reasoning"), ==, "Planning");
  crew_forms_show (test, "agent:writer");
  g_assert_cmpstr (get_fold_text (test, "Limits"), ==, "25 turns");
  g_assert_cmpstr (get_fold_text (test, "Planning and Reasoning"), ==, "Off");
}

/* Every kind of value is shortened to one line of limited length. */
static void
test_fold_values (CrewFormsTest *test, gconstpointer data)
{
  static const struct
  {
    TroupeCrewOwner owner;
    TroupeCrewFold fold;
    const char *map;
    guint n_changed;
    const char *text;
  } cases[] = {
    { TROUPE_CREW_OWNER_AGENT, TROUPE_CREW_FOLD_THINKS,
      "{\"planning_config\": {\"max_steps\": 5, \"reasoning_effort\": \"high\"}}", 1,
      "Effort: High, Max Steps: 5" },
    { TROUPE_CREW_OWNER_AGENT, TROUPE_CREW_FOLD_REMEMBERS, "{\"memory\": false}", 1,
      "Memory: None" },
    { TROUPE_CREW_OWNER_AGENT, TROUPE_CREW_FOLD_KNOWS,
      "{\"knowledge_sources\": [{\"class\": \"text\", \"file_paths\": [\"units.txt\"]}]}", 1,
      "Knowledge Sources: units.txt" },
    { TROUPE_CREW_OWNER_AGENT, TROUPE_CREW_FOLD_KNOWS, "{\"knowledge_sources\": []}", 1,
      "Knowledge Sources" },
    { TROUPE_CREW_OWNER_AGENT, TROUPE_CREW_FOLD_LIMITS,
      "{\"respect_context_window\": false, \"max_rpm\": 10}", 2,
      "Max RPM: 10, Respect Context Window: No" },
    { TROUPE_CREW_OWNER_CREW, TROUPE_CREW_FOLD_CALLBACKS,
      "{\"task_callback\": {\"python\": \"hooks.told\"}}", 1, "Task Callback: hooks.told" },
    { TROUPE_CREW_OWNER_CREW, TROUPE_CREW_FOLD_THINKS,
      "{\"planning\": true, \"planning_llm\": {\"model\": \"gpt-4.1\", \"temperature\": 0}}", 2,
      "Planning, Planning LLM: gpt-4.1" },
    { TROUPE_CREW_OWNER_TASK, TROUPE_CREW_FOLD_CHECKS,
      "{\"guardrails\": [\"A sentence that is a good deal longer than there is room for\"]}", 1,
      "“A sentence that is a good deal longer t…”" },
    { TROUPE_CREW_OWNER_TASK, TROUPE_CREW_FOLD_MORE,
      "{\"input_files\": {\"ledger\": \"l.csv\", \"b\": \"b.csv\"}, \"markdown\": true, "
      "\"prompt_context\": \"x\", \"tool_failure_policy\": \"raise\"}",
      4, "Input Files: ledger and 1 more, Markdown, Tool Failure Policy: Stop, …" },
    { TROUPE_CREW_OWNER_TASK, TROUPE_CREW_FOLD_CHECKS, "{\"guardrails\": null}", 0, "None" },
    { TROUPE_CREW_OWNER_TASK, TROUPE_CREW_FOLD_OUTPUT, "{\"output_json\": 3}", 1,
      "Output JSON: 3" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (JsonNode) map = troupe_json_check (cases[i].map, NULL);
      guint n_changed = 0;
      g_autofree char *text =
          troupe_crew_fold_describe (cases[i].owner, cases[i].fold, map, NULL, &n_changed);

      g_assert_nonnull (map);
      g_assert_cmpstr (text, ==, cases[i].text);
      g_assert_cmpuint (n_changed, ==, cases[i].n_changed);
    }
}

static void
test_idle (CrewFormsTest *test, gconstpointer data)
{
  crew_forms_show (test, "agent:writer");
  g_assert_null (crew_forms_find (test, "multimodal"));
  crew_forms_show (test, "agent:analyst");
  crew_forms_press_button (crew_forms_find (test, "multimodal"), "Remove", 0);
  crew_forms_assert_value (test, "agents/analyst/multimodal", NULL);
  g_assert_null (crew_forms_find (test, "multimodal"));
  crew_forms_undo_all (test);
  g_assert_nonnull (crew_forms_find (test, "multimodal"));
}

static void
test_search (CrewFormsTest *test, gconstpointer data)
{
  static const char *const queries[] = { "Max iter", "Maximum number of turns", "max_iter" };

  crew_forms_show (test, "agent:analyst");
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      troupe_crew_inspector_find (TROUPE_CREW_INSPECTOR (test->inspector), queries[i]);
      /* The search entry emits its signal with a delay, so emit it immediately. */
      g_signal_emit_by_name (editor_test_find (test->inspector, GTK_TYPE_SEARCH_ENTRY, NULL, NULL),
                             "search-changed");
      editor_test_settle ();
      g_assert_nonnull (editor_test_find_row (troupe_crew_inspector_get_content (
                                                  TROUPE_CREW_INSPECTOR (test->inspector)),
                                              "Max Iterations"));
    }
  crew_forms_activate (troupe_crew_inspector_get_content (TROUPE_CREW_INSPECTOR (test->inspector)),
                       "Max Iterations");
  g_assert_true (
      troupe_crew_form_is_unfolded (crew_forms_get_form (test), TROUPE_CREW_FOLD_LIMITS));
}

static void
test_json (CrewFormsTest *test, gconstpointer data)
{
  GtkWidget *field;

  crew_forms_show (test, "agent:writer");
  troupe_crew_inspector_set_json (TROUPE_CREW_INSPECTOR (test->inspector), TRUE);
  editor_test_settle ();
  field =
      editor_test_find (troupe_crew_inspector_get_content (TROUPE_CREW_INSPECTOR (test->inspector)),
                        TROUPE_TYPE_TEXT_FIELD, NULL, NULL);
  crew_forms_type_text (field,
                        "{\"role\": \"W\", \"goal\": \"G\", \"backstory\": \"B\", \"own\": true}");
  crew_forms_assert_value (test, "agents/writer/own", "true");
  crew_forms_undo_all (test);
}

/* If a text contains a placeholder that no input provides, a message is shown. For a valid text,
 * no message is shown. */
static void
test_placeholders (CrewFormsTest *test, gconstpointer data)
{
  TroupeTextField *field;

  crew_forms_show (test, "task:1");
  field = TROUPE_TEXT_FIELD (crew_forms_find (test, "description"));
  g_assert_nonnull (strstr (troupe_text_field_get_message (field), "{reader}"));
  crew_forms_type_text (GTK_WIDGET (field), "About {topic}");
  g_assert_null (troupe_text_field_get_message (field));
  crew_forms_undo_all (test);
}

/* The inputs of the crew have a row for each placeholder of its texts. */
static void
test_inputs (CrewFormsTest *test, gconstpointer data)
{
  crew_forms_show (test, NULL);
  crew_forms_type_text (crew_forms_get_input (crew_forms_find (test, "inputs.reader")),
                        "an engineer");
  crew_forms_assert_value (test, "inputs",
                           "{\"topic\": \"grid losses\", \"reader\": \"an engineer\"}");
  crew_forms_type_text (crew_forms_get_input (crew_forms_find (test, "inputs.topic")), "");
  crew_forms_assert_value (test, "inputs", "{\"reader\": \"an engineer\"}");
  crew_forms_undo_all (test);

  /* A new placeholder gets a row; a value that is no text keeps its type. */
  crew_forms_show (test, "task:1");
  crew_forms_type_text (crew_forms_find (test, "description"), "About {topic} for {n} readers");
  crew_forms_show (test, NULL);
  g_assert_nonnull (crew_forms_find (test, "inputs.n"));
  g_assert_null (crew_forms_find (test, "inputs.reader"));
  crew_forms_undo_all (test);
}

/* --- Screenshots ------------------------------------------------------------------------------ */

static void
unfold_all (CrewFormsTest *test, gboolean open)
{
  for (TroupeCrewFold fold = 0; fold < TROUPE_CREW_FOLD_N; fold++)
    troupe_crew_form_unfold (crew_forms_get_form (test), fold, open);
  editor_test_settle ();
}

/* All rows can be expanded at once and are drawn. */
static void
test_pictures (CrewFormsTest *test, gconstpointer data)
{
  static const char *const ids[] = { NULL, "task:1", "agent:analyst" };
  static const char *const names[] = { "crew", "task", "agent" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *open = g_strconcat (names[i], "-open", NULL);

      crew_forms_show (test, ids[i]);
      take_picture (test, names[i]);
      unfold_all (test, TRUE);
      if (g_getenv ("TROUPE_PICTURES") != NULL)
        gtk_window_set_default_size (GTK_WINDOW (test->window), 360, 3000);
      editor_test_settle ();
      take_picture (test, open);
      gtk_window_set_default_size (GTK_WINDOW (test->window), 360, 900);
      unfold_all (test, FALSE);
    }
  g_signal_emit_by_name (crew_forms_find (test, "tools"), "activated");
  editor_test_settle ();
  take_picture (test, "agent-tools");
  crew_forms_press_button (GTK_WIDGET (crew_forms_get_page (test)), "Back", 0);
  g_signal_emit_by_name (crew_forms_find (test, "llm"), "activated");
  editor_test_settle ();
  take_picture (test, "agent-model");
  crew_forms_press_button (GTK_WIDGET (crew_forms_get_page (test)), "Back", 0);
  crew_forms_show (test, "task:1");
  g_signal_emit_by_name (crew_forms_find (test, "output_json"), "activated");
  editor_test_settle ();
  take_picture (test, "task-schema");
  crew_forms_press_button (GTK_WIDGET (crew_forms_get_page (test)), "Back", 0);
}

int
main (int argc, char **argv)
{
  const struct
  {
    const char *name;
    void (*function) (CrewFormsTest *, gconstpointer);
  } tests[] = {
    { "process", test_process },
    { "manager", test_manager },
    { "memory-page", test_memory_page },
    { "names", test_names },
    { "name", test_name },
    { "single-guardrail", test_single_guardrail },
    { "guardrails", test_guardrails },
    { "condition", test_condition },
    { "model", test_model },
    { "several-agents", test_several_agents },
    { "several-tasks", test_several_tasks },
    { "model-of-all", test_model_of_all },
    { "model-enter", test_model_enter },
    { "tools", test_tools },
    { "own-tools", test_own_tools },
    { "new-tool", test_new_tool },
    { "planning", test_planning },
    { "servers", test_servers },
    { "schema", test_schema },
    { "inner-schema", test_inner_schema },
    { "slots", test_slots },
    { "handed-out", test_handed_out },
    { "run-side", test_run_side },
    { "unknown", test_unknown },
    { "folds", test_folds },
    { "fold-values", test_fold_values },
    { "idle", test_idle },
    { "search", test_search },
    { "json", test_json },
    { "placeholders", test_placeholders },
    { "inputs", test_inputs },
    { "pictures", test_pictures },
    /* This test is the last one, because GTK 4.8 queries the pointer of a destroyed popover half
     * a second later. */
    { "context", test_context },
    { "long-context", test_long_context },
    { "input-cards", test_input_cards },
    { "context-of-async", test_context_of_async },
  };

  if (!editor_test_init (&argc, &argv))
    return 77;
  crew_forms_load_style ();
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/editor-crew-forms/", tests[i].name, NULL);

      g_test_add (path, CrewFormsTest, NULL, crew_forms_set_up, tests[i].function,
                  crew_forms_tear_down);
    }

  return g_test_run ();
}
