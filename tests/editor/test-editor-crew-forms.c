/* test-editor-crew-forms.c: the inspector of crews: every field, what it writes, undo, lists, pages, search
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "crew-subjects.h"
#include "editor-test.h"
#include "troupe-crew-field.h"
#include "troupe-crew-form.h"
#include "troupe-crew-inspector.h"
#include "troupe-crew-page.h"
#include "troupe-form-entry.h"
#include "troupe-json-check.h"
#include "troupe-text-field.h"

typedef struct
{
  CrewProject *project;
  TroupeCrewDocument *document;
  TroupeCrewSubject *subject;
  GtkWidget *window;
  GtkWidget *inspector;
  char *text;
} Test;

static const char crew_text[] =
    "{\n"
    "  \"name\": \"research\",\n"
    "  \"agents\": [\"analyst\", \"writer\"],\n"
    "  \"tasks\": [\n"
    "    { \"name\": \"gather\", \"description\": \"Look for {topic}.\", \"expected_output\": \"A list\", "
    "\"agent\": \"writer\" },\n"
    "    {\n"
    "      \"name\": \"compare\",\n"
    "      \"description\": \"Compare the sources on {topic}. For each figure say who measured it, when "
    "and how, for {reader}.\",\n"
    "      \"expected_output\": \"A Markdown table: claim, sources for, sources against.\",\n"
    "      \"agent\": \"analyst\",\n"
    "      \"context\": [\"gather\"],\n"
    "      \"tools\": [\"calculator\"],\n"
    "      \"guardrails\": [\"Every figure has a source.\", {\"cel\": \"size(output.raw) > 10\"}],\n"
    "      \"output_json\": {\"type\": \"object\", \"properties\": {\"claims\": {\"type\": \"array\", "
    "\"items\": {\"type\": \"object\"}}, \"summary\": {\"type\": \"string\"}}, \"required\": "
    "[\"claims\"]},\n"
    "      \"output_file\": \"output/{topic}.json\",\n"
    "      \"async_execution\": true,\n"
    "      \"markdown\": true,\n"
    "      \"future_key\": {\"kept\": [1, 2]}\n"
    "    },\n"
    "    { \"description\": \"Write it.\", \"expected_output\": \"A page\", \"agent\": \"writer\", "
    "\"guardrail\": \"It is short.\" }\n"
    "  ],\n"
    "  \"inputs\": { \"topic\": \"grid losses\" }\n"
    "}\n";

static const char analyst_text[] =
    "{\n"
    "  // Trusts figures.\n"
    "  \"role\": \"Analyst\",\n"
    "  \"goal\": \"Trusts figures, not adjectives\",\n"
    "  \"backstory\": \"You spent ten years at a statistics office.\",\n"
    "  \"llm\": {\"model\": \"openai/gpt-4.1\", \"temperature\": 0.2},\n"
    "  \"tools\": [\"calculator\"],\n"
    "  \"mcps\": [{\"command\": \"npx\", \"args\": [\"-y\", \"@stats/mcp\"]}, "
    "\"https://mcp.example.org/mcp\"],\n"
    "  \"max_iter\": 12,\n"
    "  \"multimodal\": true,\n"
    "  \"planning\": true\n"
    "}\n";

static const char writer_text[] =
    "{ \"role\": \"Writer\", \"goal\": \"Short\", \"backstory\": \"Wrote.\" }\n";

static char *
write_all (Test *test)
{
  CrewSubject subject = { "project", test->project, TROUPE_DOCUMENT (test->document),
                          test->subject };

  return crew_subject_write (&subject);
}

static void
changed_cb (Test *test)
{
  troupe_crew_inspector_refresh (TROUPE_CREW_INSPECTOR (test->inspector));
}

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0;
}

static void
open_texts (Test *test, const char *crew, const char *analyst)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  test->project = crew_project_new ();
  crew_project_write (test->project, "crew.jsonc", crew);
  crew_project_write (test->project, "agents/analyst.jsonc", analyst);
  crew_project_write (test->project, "agents/writer.jsonc", writer_text);
  crew_project_write (test->project, "tools/units.py", "# units\n");
  path = crew_project_path (test->project, "crew.jsonc");
  test->document = troupe_crew_document_open (path, NULL, &error);
  g_assert_no_error (error);
  test->subject = troupe_crew_subject_new (test->document);
  test->inspector = troupe_crew_inspector_new (test->subject);
  g_signal_connect_swapped (test->subject, "changed", G_CALLBACK (changed_cb), test);
  test->window = adw_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (test->window), 360, 900);
  adw_window_set_content (ADW_WINDOW (test->window), test->inspector);
  gtk_window_present (GTK_WINDOW (test->window));
  editor_test_wait (is_mapped, test->inspector);
  editor_test_settle ();
  test->text = write_all (test);
}

static void
set_up (Test *test, gconstpointer data)
{
  open_texts (test, crew_text, analyst_text);
}

static void
tear_down (Test *test, gconstpointer data)
{
  g_signal_handlers_disconnect_by_data (test->subject, test);
  gtk_window_destroy (GTK_WINDOW (test->window));
  editor_test_settle ();
  g_object_unref (test->subject);
  g_assert_finalize_object (test->document);
  crew_project_free (test->project);
  g_free (test->text);
}

/* --- Helpers ---------------------------------------------------------------------------------- */

static void
show (Test *test, const char *id)
{
  troupe_crew_inspector_show (TROUPE_CREW_INSPECTOR (test->inspector), id);
  editor_test_settle ();
}

static TroupeCrewForm *
get_form (Test *test)
{
  GtkWidget *content =
      troupe_crew_inspector_get_content (TROUPE_CREW_INSPECTOR (test->inspector));

  g_assert_true (TROUPE_IS_CREW_FORM (content));

  return TROUPE_CREW_FORM (content);
}

static TroupeCrewPage *
get_page (Test *test)
{
  GtkWidget *content =
      troupe_crew_inspector_get_content (TROUPE_CREW_INSPECTOR (test->inspector));

  g_assert_true (TROUPE_IS_CREW_PAGE (content));

  return TROUPE_CREW_PAGE (content);
}

static GtkWidget *
find (Test *test, const char *key)
{
  GtkWidget *row = troupe_crew_form_find (get_form (test), key, NULL);

  editor_test_settle ();

  return row;
}

static void
assert_value (Test *test, const char *path, const char *expected)
{
  g_auto (GStrv) keys = g_strsplit (path, "/", -1);
  JsonNode *node = troupe_crew_subject_get_value (test->subject, (const char *const *) keys);
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) wanted = expected != NULL ? troupe_json_check (expected, NULL) : NULL;

  if (node != NULL)
    text = g_strchomp (troupe_json_write (node, NULL, NULL));
  if (g_strcmp0 (text, expected) != 0)
    g_test_message ("%s", path);
  if (node == NULL || wanted == NULL)
    g_assert_cmpstr (text, ==, expected);
  else if (!troupe_json_node_equal (node, wanted))
    g_assert_cmpstr (text, ==, expected);
}

/* All steps back: the same bytes; and each step has a name. */
static void
undo_all (Test *test)
{
  gboolean can_undo = TRUE;
  g_autofree char *text = NULL;

  for (guint i = 0; i < 100; i++)
    {
      g_object_get (test->document, "can-undo", &can_undo, NULL);
      if (!can_undo)
        break;
      troupe_document_undo (TROUPE_DOCUMENT (test->document));
    }
  editor_test_settle ();
  text = write_all (test);
  g_assert_cmpstr (text, ==, test->text);
}

static gboolean
is_input (GtkWidget *widget, gpointer data)
{
  return GTK_IS_SWITCH (widget) || GTK_IS_SPIN_BUTTON (widget) || GTK_IS_ENTRY (widget);
}

/* What a person types or turns in @row. */
static GtkWidget *
get_input (GtkWidget *row)
{
  GtkWidget *input;

  /* It has a switch of its own, which is not seen. */
  if (ADW_IS_EXPANDER_ROW (row))
    return NULL;
  if (ADW_IS_ENTRY_ROW (row) || TROUPE_IS_TEXT_FIELD (row) || ADW_IS_COMBO_ROW (row))
    return row;
  input = editor_test_find (row, GTK_TYPE_WIDGET, is_input, NULL);

  return input;
}

static void
type_text (GtkWidget *input, const char *text)
{
  if (TROUPE_IS_TEXT_FIELD (input))
    gtk_text_buffer_set_text (troupe_text_field_get_buffer (TROUPE_TEXT_FIELD (input)), text, -1);
  else
    gtk_editable_set_text (GTK_EDITABLE (input), text);
  if (TROUPE_IS_FORM_ENTRY (input))
    troupe_form_entry_commit (TROUPE_FORM_ENTRY (input));
  editor_test_settle ();
}

static void
press_button (GtkWidget *root, const char *words, guint skip);

static gboolean
has_words (GtkWidget *widget, gpointer data)
{
  const char **words = data;
  const char *label = GTK_IS_LABEL (widget) ? gtk_label_get_label (GTK_LABEL (widget)) : NULL;

  return g_strcmp0 (label, *words) == 0 ||
         g_strcmp0 (gtk_widget_get_tooltip_text (widget), *words) == 0;
}

typedef struct
{
  const char *words;
  guint skip;
} Wanted;

static gboolean
is_button (GtkWidget *widget, gpointer data)
{
  Wanted *wanted = data;

  return editor_test_find (widget, GTK_TYPE_WIDGET, has_words, &wanted->words) != NULL &&
         wanted->skip-- == 0;
}

static void
press_button (GtkWidget *root, const char *words, guint skip)
{
  Wanted wanted = { words, skip };
  GtkWidget *button = editor_test_find (root, GTK_TYPE_BUTTON, is_button, &wanted);

  if (button == NULL)
    g_error ("there is no button “%s”", words);
  g_signal_emit_by_name (button, "clicked");
  editor_test_settle ();
}

static void
activate (GtkWidget *root, const char *title)
{
  GtkWidget *row = editor_test_find_row (root, title);

  if (row == NULL)
    g_error ("there is no row “%s”", title);
  g_signal_emit_by_name (row, "activated");
  editor_test_settle ();
}

/* --- Every field ------------------------------------------------------------------------------ */

/* Something that the kind can show and that is not CrewAI's default. */
static const char *
get_sample (const TroupeCrewField *field)
{
  switch (field->kind)
    {
    case TROUPE_CREW_KIND_BOOLEAN:
      return g_strcmp0 (field->initial, "true") == 0 ? "false" : "true";
    case TROUPE_CREW_KIND_INTEGER:
      return "7";
    case TROUPE_CREW_KIND_NUMBER:
      return "0.5";
    case TROUPE_CREW_KIND_CHOICE:
      for (const TroupeCrewChoice *choice = field->choices; choice->title != NULL; choice++)
        if (choice->json != NULL && g_strcmp0 (choice->json, field->initial) != 0)
          return choice->json;
      return "true";
    case TROUPE_CREW_KIND_SWITCH_OR_MAP:
      return "true";
    case TROUPE_CREW_KIND_AGENT:
      return "\"writer\"";
    case TROUPE_CREW_KIND_CONTEXT:
      return "[\"gather\"]";
    case TROUPE_CREW_KIND_CALLBACK:
    case TROUPE_CREW_KIND_CONVERTER:
    case TROUPE_CREW_KIND_EXECUTOR:
    case TROUPE_CREW_KIND_CONDITION:
      return "{\"python\": \"hooks.f\"}";
    case TROUPE_CREW_KIND_CALLBACKS:
      return "[{\"python\": \"hooks.f\"}]";
    case TROUPE_CREW_KIND_GUARDRAILS:
    case TROUPE_CREW_KIND_LIST:
    case TROUPE_CREW_KIND_SKILLS:
    case TROUPE_CREW_KIND_APPS:
    case TROUPE_CREW_KIND_TOOLS:
    case TROUPE_CREW_KIND_TEXTS:
      return "[\"calculator\"]";
    case TROUPE_CREW_KIND_MCPS:
      return "[\"https://a.example/mcp\"]";
    case TROUPE_CREW_KIND_SCHEMA:
      return "{\"type\": \"object\", \"properties\": {\"a\": {\"type\": \"string\"}}}";
    case TROUPE_CREW_KIND_MAP:
    case TROUPE_CREW_KIND_ANY:
      return "{\"a\": 1}";
    case TROUPE_CREW_KIND_FILES:
    case TROUPE_CREW_KIND_PAIRS:
      return "{\"ledger\": \"ledger.csv\"}";
    case TROUPE_CREW_KIND_OBJECT:
      return NULL;
    default:
      return "\"some text\"";
    }
}

static char **
make_path (const char *id, const char *key)
{
  g_autofree char *path = NULL;

  if (id == NULL)
    return g_strsplit (key, "/", -1);
  path = g_strdup_printf ("%s/%s/%s", g_str_has_prefix (id, "task") ? "tasks" : "agents",
                          strchr (id, ':') + 1, key);
  return g_strsplit (path, "/", -1);
}

/* A document that has the field shows it, and one that has not asks for it where it makes sense. */
static void
check_shown (Test *test, const char *id, const TroupeCrewField *field)
{
  const char *sample = get_sample (field);
  g_autoptr (JsonNode) node = sample != NULL ? troupe_json_check (sample, NULL) : NULL;
  g_auto (GStrv) path = make_path (id, field->key);
  g_autofree char *joined = g_strjoinv ("/", path);
  g_autoptr (GError) error = NULL;
  GtkWidget *row;

  if (node == NULL || (field->flags & TROUPE_CREW_FIELD_ELSEWHERE) != 0)
    return;
  troupe_crew_subject_set (test->subject, (const char *const *) path, node, "Set", NULL, &error);
  g_assert_no_error (error);
  editor_test_settle ();
  row = find (test, field->key);
  if (row == NULL)
    g_error ("%s is not shown", joined);
  g_assert_true (gtk_widget_get_visible (row));
  assert_value (test, joined, sample);
  undo_all (test);
}

static void
test_all_shown (Test *test, gconstpointer data)
{
  const struct
  {
    const char *id;
    TroupeCrewOwner owner;
  } cases[] = {
    { NULL, TROUPE_CREW_OWNER_CREW },
    { "task:2", TROUPE_CREW_OWNER_TASK },
    { "agent:writer", TROUPE_CREW_OWNER_AGENT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      show (test, cases[i].id);
      for (const TroupeCrewField *field = troupe_crew_field_list (cases[i].owner);
           field->key != NULL; field++)
        check_shown (test, cases[i].id, field);
    }
}

/* What takes room is written on a page of its own, and has a card where it is written. */
static void
check_on_page (Test *test, GtkWidget *row, const TroupeCrewField *field, const char *path)
{
  gboolean is_text = field->kind == TROUPE_CREW_KIND_TEMPLATE;
  GtkWidget *text;

  if (!ADW_IS_ACTION_ROW (row))
    return;
  g_signal_emit_by_name (row, "activated");
  editor_test_settle ();
  text = editor_test_find (GTK_WIDGET (get_page (test)), TROUPE_TYPE_TEXT_FIELD, NULL, NULL);
  type_text (text, "{\"a\": [1, ");
  assert_value (test, path, is_text ? "\"{\\\"a\\\": [1, \"" : NULL);
  type_text (text, "{\"a\": [1, 2.50]}");
  assert_value (test, path, is_text ? "\"{\\\"a\\\": [1, 2.50]}\"" : "{\"a\": [1, 2.50]}");
  type_text (text, "");
  assert_value (test, path, NULL);
  press_button (GTK_WIDGET (get_page (test)), "Back", 0);
  undo_all (test);
}

/* What can be typed or turned is written, at its place and no more than that; empty takes it away. */
static void
check_written (Test *test, const char *id, const TroupeCrewField *field)
{
  GtkWidget *row = find (test, field->key);
  GtkWidget *input = row != NULL ? get_input (row) : NULL;
  g_auto (GStrv) path = make_path (id, field->key);
  g_autofree char *joined = g_strjoinv ("/", path);

  if (row != NULL && (field->kind == TROUPE_CREW_KIND_MAP || field->kind == TROUPE_CREW_KIND_ANY ||
                      field->kind == TROUPE_CREW_KIND_TEMPLATE))
    check_on_page (test, row, field, joined);
  if (input == NULL || (field->flags & TROUPE_CREW_FIELD_IDLE) != 0)
    return;
  if (GTK_IS_SWITCH (input))
    {
      gtk_switch_set_active (GTK_SWITCH (input), !gtk_switch_get_active (GTK_SWITCH (input)));
      editor_test_settle ();
      assert_value (test, joined, g_strcmp0 (field->initial, "true") == 0 ? "false" : "true");
      /* More may be asked for now, and the row be another one. */
      input = get_input (find (test, field->key));
      gtk_switch_set_active (GTK_SWITCH (input), !gtk_switch_get_active (GTK_SWITCH (input)));
      editor_test_settle ();
      assert_value (test, joined, NULL);
    }
  else if (GTK_IS_SPIN_BUTTON (input))
    {
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (input), 9);
      editor_test_settle ();
      assert_value (test, joined, "9");
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (input),
                                 g_ascii_strtod (field->initial, NULL));
      editor_test_settle ();
      assert_value (test, joined, NULL);
    }
  else if (ADW_IS_COMBO_ROW (input))
    {
      guint before = adw_combo_row_get_selected (ADW_COMBO_ROW (input));

      adw_combo_row_set_selected (ADW_COMBO_ROW (input), 1);
      editor_test_settle ();
      assert_value (test, joined, field->choices[1].json);
      adw_combo_row_set_selected (ADW_COMBO_ROW (find (test, field->key)), before);
      editor_test_settle ();
      assert_value (test, joined, NULL);
    }
  else if (field->kind == TROUPE_CREW_KIND_INTEGER)
    {
      type_text (input, "x");
      assert_value (test, joined, NULL);
      type_text (input, "11");
      assert_value (test, joined, "11");
      type_text (input, "");
      assert_value (test, joined, NULL);
    }
  else if ((field->flags & TROUPE_CREW_FIELD_NEEDED) != 0)
    {
      type_text (input, "other words");
      assert_value (test, joined, "\"other words\"");
    }
  else if (field->kind == TROUPE_CREW_KIND_CALLBACK ||
           field->kind == TROUPE_CREW_KIND_CONVERTER || field->kind == TROUPE_CREW_KIND_EXECUTOR)
    {
      type_text (input, "hooks.f");
      assert_value (test, joined, "{\"python\": \"hooks.f\"}");
      type_text (input, "");
      assert_value (test, joined, NULL);
    }
  else if (field->kind == TROUPE_CREW_KIND_FILES)
    {
      type_text (input, "ledger=a.csv\nother=b=c.csv");
      assert_value (test, joined, "{\"ledger\": \"a.csv\", \"other\": \"b=c.csv\"}");
      type_text (input, "");
      assert_value (test, joined, NULL);
    }
  else
    {
      type_text (input, "words");
      assert_value (test, joined, "\"words\"");
      type_text (input, "");
      assert_value (test, joined, NULL);
    }
  undo_all (test);
}

static void
test_written (Test *test, gconstpointer data)
{
  show (test, "task:0");
  for (const TroupeCrewField *field = troupe_crew_field_list (TROUPE_CREW_OWNER_TASK);
       field->key != NULL; field++)
    if (!g_str_equal (field->key, "name"))
      check_written (test, "task:0", field);
  show (test, "agent:writer");
  for (const TroupeCrewField *field = troupe_crew_field_list (TROUPE_CREW_OWNER_AGENT);
       field->key != NULL; field++)
    check_written (test, "agent:writer", field);
  show (test, NULL);
  for (const TroupeCrewField *field = troupe_crew_field_list (TROUPE_CREW_OWNER_CREW);
       field->key != NULL; field++)
    if (!g_str_equal (field->key, "name") && !g_str_equal (field->key, "inputs") &&
        !g_str_equal (field->key, "process"))
      check_written (test, NULL, field);
}

/* --- What is more than a text ----------------------------------------------------------------- */

/* A hierarchical crew needs a manager: it has one at once. */
static void
test_process (Test *test, gconstpointer data)
{
  show (test, NULL);
  g_assert_null (find (test, "manager_llm"));
  adw_combo_row_set_selected (ADW_COMBO_ROW (find (test, "process")), 1);
  editor_test_settle ();
  assert_value (test, "process", "\"hierarchical\"");
  g_assert_nonnull (
      troupe_crew_subject_get_value (test->subject, (const char *const[]){ "manager_llm", NULL }));
  g_assert_nonnull (find (test, "manager_llm"));
  undo_all (test);
  g_assert_null (find (test, "manager_llm"));
}

static gboolean
has_no_name (GtkWidget *widget, gpointer data)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);

  if (!GTK_IS_SWITCH (widget) && !GTK_IS_SPIN_BUTTON (widget) && !GTK_IS_CHECK_BUTTON (widget) &&
      !GTK_IS_ENTRY (widget) && !GTK_IS_TEXT_VIEW (widget) && !GTK_IS_SEARCH_ENTRY (widget))
    return FALSE;
  /* That of a row that unfolds is its own and is not seen. */
  if (GTK_IS_SWITCH (widget) && !gtk_widget_get_visible (widget))
    return FALSE;
  return !gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL) &&
         !gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY) &&
         !(GTK_IS_CHECK_BUTTON (widget) &&
           gtk_check_button_get_label (GTK_CHECK_BUTTON (widget)) != NULL);
}

/* Who cannot see the form is told what each field is. */
static void
test_names (Test *test, gconstpointer data)
{
  static const char *const ids[] = { NULL, "task:1", "agent:analyst" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      GtkWidget *nameless;

      show (test, ids[i]);
      for (TroupeCrewFold fold = 0; fold < TROUPE_CREW_FOLD_N; fold++)
        troupe_crew_form_unfold (get_form (test), fold, TRUE);
      editor_test_settle ();
      nameless = editor_test_find (test->inspector, GTK_TYPE_WIDGET, has_no_name, NULL);
      if (nameless != NULL)
        g_error ("a %s of %s has no name", G_OBJECT_TYPE_NAME (nameless),
                 ids[i] != NULL ? ids[i] : "the crew");
    }
}

static void
test_name (Test *test, gconstpointer data)
{
  show (test, "task:0");
  type_text (find (test, "name"), "compare");
  assert_value (test, "tasks/0/name", "\"gather\"");
  type_text (find (test, "name"), "collect");
  assert_value (test, "tasks/0/name", "\"collect\"");
  /* Who had its output has it still. */
  assert_value (test, "tasks/1/context", "[\"collect\"]");
  undo_all (test);
}

/* A single check is a list of one, and stays under its own name until it is more. */
static void
test_single_guardrail (Test *test, gconstpointer data)
{
  GtkWidget *list;

  show (test, "task:2");
  list = find (test, "guardrails");
  activate (list, "It is short.");
  type_text (editor_test_find (GTK_WIDGET (get_page (test)), TROUPE_TYPE_TEXT_FIELD, NULL, NULL),
             "It is long.");
  assert_value (test, "tasks/2/guardrail", "\"It is long.\"");
  assert_value (test, "tasks/2/guardrails", NULL);
  undo_all (test);
  press_button (GTK_WIDGET (get_page (test)), "Back", 0);
  activate (find (test, "guardrails"), "Add a sentence or a function");
  type_text (editor_test_find (GTK_WIDGET (get_page (test)), TROUPE_TYPE_TEXT_FIELD, NULL, NULL),
             "No lists.");
  assert_value (test, "tasks/2/guardrail", NULL);
  assert_value (test, "tasks/2/guardrails", "[\"It is short.\", \"No lists.\"]");
  undo_all (test);
  press_button (GTK_WIDGET (get_page (test)), "Back", 0);
  press_button (find (test, "guardrails"), "Remove", 0);
  assert_value (test, "tasks/2/guardrail", NULL);
  undo_all (test);
}

static void
test_guardrails (Test *test, gconstpointer data)
{
  GtkWidget *row;

  show (test, "task:1");
  activate (find (test, "guardrails"), "size(output.raw) &gt; 10");
  type_text (editor_test_find (GTK_WIDGET (get_page (test)), TROUPE_TYPE_TEXT_FIELD, NULL, NULL),
             "true");
  assert_value (test, "tasks/1/guardrails/1", "{\"cel\": \"true\"}");
  /* A sentence becomes a function of the same words. */
  row = editor_test_find (GTK_WIDGET (get_page (test)), ADW_TYPE_COMBO_ROW, NULL, NULL);
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), 1);
  editor_test_settle ();
  assert_value (test, "tasks/1/guardrails/1", "{\"python\": \"true\"}");
  press_button (GTK_WIDGET (get_page (test)), "Back", 0);
  undo_all (test);
  row = editor_test_find_row (find (test, "guardrails"), "Every figure has a source.");
  g_assert_true (editor_test_type (row, GDK_KEY_Down, GDK_ALT_MASK));
  assert_value (test, "tasks/1/guardrails/0", "{\"cel\": \"size(output.raw) > 10\"}");
  undo_all (test);
}

static void
test_condition (Test *test, gconstpointer data)
{
  show (test, "task:2");
  g_signal_emit_by_name (find (test, "condition"), "activated");
  editor_test_settle ();
  type_text (editor_test_find (GTK_WIDGET (get_page (test)), TROUPE_TYPE_TEXT_FIELD, NULL, NULL),
             "checks.enough");
  assert_value (test, "tasks/2/condition", "{\"python\": \"checks.enough\"}");
  assert_value (test, "tasks/2/type", "\"ConditionalTask\"");
  type_text (editor_test_find (GTK_WIDGET (get_page (test)), TROUPE_TYPE_TEXT_FIELD, NULL, NULL),
             "");
  assert_value (test, "tasks/2/condition", NULL);
  assert_value (test, "tasks/2/type", NULL);
  undo_all (test);
}

/* A model that is a map stays one; a name becomes one with its first setting. */
static void
test_model (Test *test, gconstpointer data)
{
  GtkWidget *page;

  show (test, "agent:analyst");
  g_signal_emit_by_name (find (test, "llm"), "activated");
  editor_test_settle ();
  page = GTK_WIDGET (get_page (test));
  activate (page, "ollama/llama3.2");
  assert_value (test, "agents/analyst/llm",
                "{\"model\": \"ollama/llama3.2\", \"temperature\": 0.2}");
  type_text (get_input (editor_test_find_row (page, "Temperature")), "0.7");
  assert_value (test, "agents/analyst/llm/temperature", "0.7");
  type_text (get_input (editor_test_find_row (page, "Temperature")), "");
  assert_value (test, "agents/analyst/llm", "{\"model\": \"ollama/llama3.2\"}");
  undo_all (test);

  show (test, "agent:writer");
  g_signal_emit_by_name (find (test, "llm"), "activated");
  editor_test_settle ();
  page = GTK_WIDGET (get_page (test));
  type_text (editor_test_find_row (page, "Another model"), "openai/gpt-4.1-mini");
  assert_value (test, "agents/writer/llm", "\"openai/gpt-4.1-mini\"");
  type_text (get_input (editor_test_find_row (page, "Temperature")), "0.5");
  assert_value (test, "agents/writer/llm",
                "{\"model\": \"openai/gpt-4.1-mini\", \"temperature\": 0.5}");
  undo_all (test);
}

static void
test_tools (Test *test, gconstpointer data)
{
  GtkWidget *page;
  GtkWidget *row;

  show (test, "agent:analyst");
  g_signal_emit_by_name (find (test, "tools"), "activated");
  editor_test_settle ();
  page = GTK_WIDGET (get_page (test));
  row = editor_test_find_row (page, "FileReadTool");
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==,
                   "Reads and writes in this folder");
  gtk_check_button_set_active (
      GTK_CHECK_BUTTON (editor_test_find (row, GTK_TYPE_CHECK_BUTTON, NULL, NULL)), TRUE);
  editor_test_settle ();
  assert_value (test, "agents/analyst/tools", "[\"calculator\", \"FileReadTool\"]");
  row = editor_test_find_row (page, "calculator");
  gtk_check_button_set_active (
      GTK_CHECK_BUTTON (editor_test_find (row, GTK_TYPE_CHECK_BUTTON, NULL, NULL)), FALSE);
  editor_test_settle ();
  assert_value (test, "agents/analyst/tools", "[\"FileReadTool\"]");
  undo_all (test);
}

static gboolean
has_row (gpointer data)
{
  return editor_test_find_row (data, "custom:units") != NULL;
}

static void
test_own_tools (Test *test, gconstpointer data)
{
  show (test, "agent:analyst");
  g_signal_emit_by_name (find (test, "tools"), "activated");
  editor_test_settle ();
  editor_test_wait (has_row, get_page (test));
  g_assert_cmpstr (
      adw_action_row_get_subtitle (
          ADW_ACTION_ROW (editor_test_find_row (GTK_WIDGET (get_page (test)), "custom:units"))),
      ==, "tools/units.py · runs in the sandbox");
}

static void
test_context (Test *test, gconstpointer data)
{
  GtkWidget *row;
  GtkWidget *check;

  show (test, "task:2");
  row = find (test, "context");
  g_signal_emit_by_name (row, "activated");
  editor_test_settle ();
  check = gtk_widget_get_ancestor (
      editor_test_find (row, GTK_TYPE_LABEL, has_words, (gpointer[]){ (gpointer) "None" }),
      GTK_TYPE_CHECK_BUTTON);
  g_assert_nonnull (check);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  editor_test_settle ();
  assert_value (test, "tasks/2/context", "[]");
  undo_all (test);
}

/* Turning it off takes the way of planning with it: a map alone is enough for a plan. */
static void
test_planning (Test *test, gconstpointer data)
{
  GtkWidget *row;

  show (test, "agent:analyst");
  row = troupe_crew_form_find (get_form (test), "planning_config",
                               (const char *const[]){ "max_steps", NULL });
  editor_test_settle ();
  g_assert_nonnull (row);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (get_input (row)), 5);
  editor_test_settle ();
  assert_value (test, "agents/analyst/planning_config", "{\"max_steps\": 5}");
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (get_input (row)), 20);
  editor_test_settle ();
  assert_value (test, "agents/analyst/planning_config", NULL);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (get_input (row)), 5);
  editor_test_settle ();
  gtk_switch_set_active (GTK_SWITCH (get_input (find (test, "planning"))), FALSE);
  editor_test_settle ();
  assert_value (test, "agents/analyst/planning_config", NULL);
  assert_value (test, "agents/analyst/planning", NULL);
  undo_all (test);
}

static void
test_servers (Test *test, gconstpointer data)
{
  GtkWidget *page;
  GtkWidget *list;

  show (test, "agent:analyst");
  list = find (test, "mcps");
  activate (list, "npx -y @stats/mcp");
  page = GTK_WIDGET (get_page (test));
  g_assert_null (editor_test_find_row (page, "Address"));
  type_text (gtk_widget_get_ancestor (
                 editor_test_find (page, GTK_TYPE_LABEL, has_words,
                                   (gpointer[]){ (gpointer) "Allowed tools" }),
                 TROUPE_TYPE_TEXT_FIELD),
             "mean\nmedian");
  assert_value (test, "agents/analyst/mcps/0/tool_filter",
                "{\"type\": \"static\", \"allowed_tool_names\": [\"mean\", \"median\"]}");
  type_text (gtk_widget_get_ancestor (
                 editor_test_find (page, GTK_TYPE_LABEL, has_words,
                                   (gpointer[]){ (gpointer) "Allowed tools" }),
                 TROUPE_TYPE_TEXT_FIELD),
             "");
  assert_value (test, "agents/analyst/mcps/0/tool_filter", NULL);
  undo_all (test);
}

static void
test_schema (Test *test, gconstpointer data)
{
  GtkWidget *page;

  show (test, "task:1");
  g_signal_emit_by_name (find (test, "output_json"), "activated");
  editor_test_settle ();
  page = GTK_WIDGET (get_page (test));
  activate (page, "Add a field");
  assert_value (test, "tasks/1/output_json/properties/field_3", "{\"type\": \"string\"}");
  assert_value (test, "tasks/1/output_json/required", "[\"claims\", \"field_3\"]");
  undo_all (test);
  page = GTK_WIDGET (get_page (test));
  type_text (editor_test_find_row (page, "Field"), "findings");
  assert_value (test, "tasks/1/output_json/required", "[\"findings\"]");
  assert_value (test, "tasks/1/output_json/properties/claims", NULL);
  undo_all (test);
  press_button (GTK_WIDGET (get_page (test)), "Remove", 0);
  assert_value (test, "tasks/1/output_json/required", NULL);
  undo_all (test);
}

/* Nothing is lost that no row knows, and it can be changed. */
static void
test_unknown (Test *test, gconstpointer data)
{
  GtkWidget *field;

  show (test, "task:1");
  field = find (test, "future_key");
  g_assert_true (TROUPE_IS_TEXT_FIELD (field));
  type_text (find (test, "description"), "Other");
  assert_value (test, "tasks/1/future_key", "{\"kept\": [1, 2]}");
  type_text (field, "{\"kept\": 3}");
  assert_value (test, "tasks/1/future_key", "{\"kept\": 3}");
  undo_all (test);
}

static void
test_idle (Test *test, gconstpointer data)
{
  show (test, "agent:writer");
  g_assert_null (find (test, "multimodal"));
  show (test, "agent:analyst");
  press_button (find (test, "multimodal"), "Remove", 0);
  assert_value (test, "agents/analyst/multimodal", NULL);
  g_assert_null (find (test, "multimodal"));
  undo_all (test);
  g_assert_nonnull (find (test, "multimodal"));
}

static void
test_search (Test *test, gconstpointer data)
{
  static const char *const queries[] = { "Max iter", "Turns at most", "max_iter" };

  show (test, "agent:analyst");
  for (guint i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      troupe_crew_inspector_find (TROUPE_CREW_INSPECTOR (test->inspector), queries[i]);
      /* The entry tells of what was typed a moment later. */
      g_signal_emit_by_name (
          editor_test_find (test->inspector, GTK_TYPE_SEARCH_ENTRY, NULL, NULL), "search-changed");
      editor_test_settle ();
      g_assert_nonnull (editor_test_find_row (
          troupe_crew_inspector_get_content (TROUPE_CREW_INSPECTOR (test->inspector)),
          "Max iterations"));
    }
  activate (troupe_crew_inspector_get_content (TROUPE_CREW_INSPECTOR (test->inspector)),
            "Max iterations");
  g_assert_true (troupe_crew_form_is_unfolded (get_form (test), TROUPE_CREW_FOLD_LIMITS));
}

static void
test_json (Test *test, gconstpointer data)
{
  GtkWidget *field;

  show (test, "agent:writer");
  troupe_crew_inspector_set_json (TROUPE_CREW_INSPECTOR (test->inspector), TRUE);
  editor_test_settle ();
  field = editor_test_find (
      troupe_crew_inspector_get_content (TROUPE_CREW_INSPECTOR (test->inspector)),
      TROUPE_TYPE_TEXT_FIELD, NULL, NULL);
  type_text (field, "{\"role\": \"W\", \"goal\": \"G\", \"backstory\": \"B\", \"own\": true}");
  assert_value (test, "agents/writer/own", "true");
  undo_all (test);
}

/* A text that names what no input gives says so, and one that does is told, too. */
static void
test_placeholders (Test *test, gconstpointer data)
{
  TroupeTextField *field;

  show (test, "task:1");
  field = TROUPE_TEXT_FIELD (find (test, "description"));
  g_assert_nonnull (strstr (troupe_text_field_get_message (field), "{reader}"));
  type_text (GTK_WIDGET (field), "About {topic}");
  g_assert_null (troupe_text_field_get_message (field));
  undo_all (test);
}

/* --- Pictures --------------------------------------------------------------------------------- */

static void
take_picture (Test *test, const char *name)
{
  const char *folder = g_getenv ("TROUPE_PICTURES");
  g_autofree char *file = g_strconcat (name, ".png", NULL);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, file, NULL) : NULL;

  if (path != NULL)
    editor_test_render (test->window, path);
}

static void
unfold_all (Test *test, gboolean open)
{
  for (TroupeCrewFold fold = 0; fold < TROUPE_CREW_FOLD_N; fold++)
    troupe_crew_form_unfold (get_form (test), fold, open);
  editor_test_settle ();
}

/* Everything can be open at once, and is drawn. */
static void
test_pictures (Test *test, gconstpointer data)
{
  static const char *const ids[] = { NULL, "task:1", "agent:analyst" };
  static const char *const names[] = { "crew", "task", "agent" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autofree char *open = g_strconcat (names[i], "-open", NULL);

      show (test, ids[i]);
      take_picture (test, names[i]);
      unfold_all (test, TRUE);
      if (g_getenv ("TROUPE_PICTURES") != NULL)
        gtk_window_set_default_size (GTK_WINDOW (test->window), 360, 3000);
      editor_test_settle ();
      take_picture (test, open);
      gtk_window_set_default_size (GTK_WINDOW (test->window), 360, 900);
      unfold_all (test, FALSE);
    }
  g_signal_emit_by_name (find (test, "tools"), "activated");
  editor_test_settle ();
  take_picture (test, "agent-tools");
  press_button (GTK_WIDGET (get_page (test)), "Back", 0);
  g_signal_emit_by_name (find (test, "llm"), "activated");
  editor_test_settle ();
  take_picture (test, "agent-model");
  press_button (GTK_WIDGET (get_page (test)), "Back", 0);
  show (test, "task:1");
  g_signal_emit_by_name (find (test, "output_json"), "activated");
  editor_test_settle ();
  take_picture (test, "task-schema");
  press_button (GTK_WIDGET (get_page (test)), "Back", 0);
}

/* The window's own style, as its pages bring it. */
static void
load_style (void)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider,
                                       "/io/github/troupe_editor/Troupe/editor/editor.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

int
main (int argc, char **argv)
{
  const struct
  {
    const char *name;
    void (*function) (Test *, gconstpointer);
  } tests[] = {
    { "all-shown", test_all_shown },
    { "written", test_written },
    { "process", test_process },
    { "names", test_names },
    { "name", test_name },
    { "single-guardrail", test_single_guardrail },
    { "guardrails", test_guardrails },
    { "condition", test_condition },
    { "model", test_model },
    { "tools", test_tools },
    { "own-tools", test_own_tools },
    { "context", test_context },
    { "planning", test_planning },
    { "servers", test_servers },
    { "schema", test_schema },
    { "unknown", test_unknown },
    { "idle", test_idle },
    { "search", test_search },
    { "json", test_json },
    { "placeholders", test_placeholders },
    { "pictures", test_pictures },
  };

  if (!editor_test_init (&argc, &argv))
    return 77;
  load_style ();
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/editor-crew-forms/", tests[i].name, NULL);

      g_test_add (path, Test, NULL, set_up, tests[i].function, tear_down);
    }

  return g_test_run ();
}
