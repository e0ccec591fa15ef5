/* crew-forms-test.c: fixture for tests of the crew inspector
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "crew-forms-test.h"

#include <string.h>

#include "../test-tooltip.h"
#include "crew-subjects.h"
#include "editor-test.h"
#include "troupe-form-entry.h"
#include "troupe-json-check.h"
#include "troupe-text-field.h"

static const char crew_text[] =
    "{\n"
    "  \"name\": \"research\",\n"
    "  \"agents\": [\"analyst\", \"writer\"],\n"
    "  \"tasks\": [\n"
    "    { \"name\": \"gather\", \"description\": \"Look for {topic}.\", \"expected_output\": \"A "
    "list\", "
    "\"agent\": \"writer\" },\n"
    "    {\n"
    "      \"name\": \"compare\",\n"
    "      \"description\": \"Compare the sources on {topic}. For each figure say who measured it, "
    "when "
    "and how, for {reader}.\",\n"
    "      \"expected_output\": \"A Markdown table: claim, sources for, sources against.\",\n"
    "      \"agent\": \"analyst\",\n"
    "      \"context\": [\"gather\"],\n"
    "      \"tools\": [\"calculator\"],\n"
    "      \"guardrails\": [\"Every figure has a source.\", {\"cel\": \"size(output.raw) > "
    "10\"}],\n"
    "      \"output_json\": {\"type\": \"object\", \"properties\": {\"claims\": {\"type\": "
    "\"array\", "
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
write_all (CrewFormsTest *test)
{
  CrewSubject subject = { "project", test->project, TROUPE_DOCUMENT (test->document),
                          test->subject };

  return crew_subject_write (&subject);
}

static void
changed_cb (CrewFormsTest *test)
{
  troupe_crew_inspector_refresh (TROUPE_CREW_INSPECTOR (test->inspector));
}

static gboolean
is_mapped (gpointer widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0;
}

/* Returns one window for all tests, because GTK 4.8 queries the pointer of a destroyed window if
 * a tooltip was about to be shown. */
static GtkWidget *
get_window (void)
{
  GdkDisplay *display = gdk_display_get_default ();
  GtkWidget *window = g_object_get_data (G_OBJECT (display), "crew-forms-window");

  if (window == NULL)
    {
      window = adw_window_new ();
      g_object_set_data (G_OBJECT (display), "crew-forms-window", window);
    }

  return window;
}

static void
open_texts (CrewFormsTest *test, const char *crew, const char *analyst)
{
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  test->project = crew_project_new ();
  crew_project_write (test->project, "crew.jsonc", crew);
  crew_project_write (test->project, "agents/analyst.jsonc", analyst);
  crew_project_write (test->project, "agents/writer.jsonc", writer_text);
  crew_project_write (test->project, "tools/units.py",
                      "from crewai.tools import BaseTool\nclass Units(BaseTool):\n  pass\n");
  crew_project_write (test->project, "tools/functions.py",
                      "from crewai.tools import tool\n@tool\ndef f(text: str):\n  return text\n");
  path = crew_project_path (test->project, "crew.jsonc");
  test->document = troupe_crew_document_open (path, NULL, &error);
  g_assert_no_error (error);
  test->subject = troupe_crew_subject_new (test->document);
  test->inspector = troupe_crew_inspector_new (test->subject);
  g_signal_connect_swapped (test->subject, "changed", G_CALLBACK (changed_cb), test);
  test_tooltip_tolerate ();
  test->window = get_window ();
  gtk_window_set_default_size (GTK_WINDOW (test->window), 360, 900);
  adw_window_set_content (ADW_WINDOW (test->window), test->inspector);
  gtk_window_present (GTK_WINDOW (test->window));
  editor_test_wait (is_mapped, test->inspector);
  editor_test_settle ();
  test->text = write_all (test);
}

void
crew_forms_set_up (CrewFormsTest *test, gconstpointer data)
{
  open_texts (test, crew_text, analyst_text);
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

void
crew_forms_tear_down (CrewFormsTest *test, gconstpointer data)
{
  gpointer document = test->document;

  g_signal_handlers_disconnect_by_data (test->subject, test);
  g_object_add_weak_pointer (G_OBJECT (test->document), &document);
  gtk_window_set_focus (GTK_WINDOW (test->window), NULL);
  adw_window_set_content (ADW_WINDOW (test->window), NULL);
  editor_test_settle ();
  g_object_unref (test->subject);
  g_object_unref (test->document);
  /* Widgets that the window still shows are released with its next frame. */
  editor_test_wait (is_gone, &document);
  crew_project_free (test->project);
  g_free (test->text);
}

/* --- Helpers ---------------------------------------------------------------------------------- */

void
crew_forms_show (CrewFormsTest *test, const char *id)
{
  troupe_crew_inspector_show (TROUPE_CREW_INSPECTOR (test->inspector), id);
  editor_test_settle ();
}

TroupeCrewForm *
crew_forms_get_form (CrewFormsTest *test)
{
  GtkWidget *content = troupe_crew_inspector_get_content (TROUPE_CREW_INSPECTOR (test->inspector));

  g_assert_true (TROUPE_IS_CREW_FORM (content));

  return TROUPE_CREW_FORM (content);
}

TroupeCrewPage *
crew_forms_get_page (CrewFormsTest *test)
{
  GtkWidget *content = troupe_crew_inspector_get_content (TROUPE_CREW_INSPECTOR (test->inspector));

  g_assert_true (TROUPE_IS_CREW_PAGE (content));

  return TROUPE_CREW_PAGE (content);
}

GtkWidget *
crew_forms_find (CrewFormsTest *test, const char *key)
{
  GtkWidget *row = troupe_crew_form_find (crew_forms_get_form (test), key, NULL);

  editor_test_settle ();

  return row;
}

void
crew_forms_assert_value (CrewFormsTest *test, const char *path, const char *expected)
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

/* Undoes all steps. Asserts that the bytes are the same as the original bytes and that each step
 * has a label. */
void
crew_forms_undo_all (CrewFormsTest *test)
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

/* Returns the input widget of @row. */
GtkWidget *
crew_forms_get_input (GtkWidget *row)
{
  GtkWidget *input;

  /* An expander row contains a hidden switch, which is not an input. */
  if (ADW_IS_EXPANDER_ROW (row))
    return NULL;
  if (ADW_IS_ENTRY_ROW (row) || TROUPE_IS_TEXT_FIELD (row) || ADW_IS_COMBO_ROW (row))
    return row;
  input = editor_test_find (row, GTK_TYPE_WIDGET, is_input, NULL);

  return input;
}

void
crew_forms_type_text (GtkWidget *input, const char *text)
{
  if (TROUPE_IS_TEXT_FIELD (input))
    gtk_text_buffer_set_text (troupe_text_field_get_buffer (TROUPE_TEXT_FIELD (input)), text, -1);
  else
    gtk_editable_set_text (GTK_EDITABLE (input), text);
  if (TROUPE_IS_FORM_ENTRY (input))
    troupe_form_entry_commit (TROUPE_FORM_ENTRY (input));
  editor_test_settle ();
}

gboolean
crew_forms_has_words (GtkWidget *widget, gpointer data)
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

  return editor_test_find (widget, GTK_TYPE_WIDGET, crew_forms_has_words, &wanted->words) != NULL &&
         wanted->skip-- == 0;
}

void
crew_forms_press_button (GtkWidget *root, const char *words, guint skip)
{
  Wanted wanted = { words, skip };
  GtkWidget *button = editor_test_find (root, GTK_TYPE_BUTTON, is_button, &wanted);

  if (button == NULL)
    g_error ("there is no button “%s”", words);
  g_signal_emit_by_name (button, "clicked");
  editor_test_settle ();
}

void
crew_forms_activate (GtkWidget *root, const char *title)
{
  GtkWidget *row = editor_test_find_row (root, title);

  if (row == NULL)
    g_error ("there is no row “%s”", title);
  g_signal_emit_by_name (row, "activated");
  editor_test_settle ();
}

/* Loads the style sheet of the window's pages. */
void
crew_forms_load_style (void)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (provider,
                                       "/io/github/troupe_editor/Troupe/editor/editor.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}
