/* test-inputs-dialog.c: the dialog for the inputs of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-crew-document.h"
#include "troupe-flow-document.h"
#include "troupe-inputs-dialog.h"
#include "troupe-run-factory.h"
#include "troupe-text-field.h"
#include "troupe-tree.h"
#include "window-test.h"

static const char typed_flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"Typed\", \"state\": {\"type\": \"json_schema\","
    " \"json_schema\": {\"type\": \"object\", \"required\": [\"title\"], \"properties\": {"
    " \"title\": {\"type\": \"string\"}, \"score\": {\"type\": \"number\"},"
    " \"tags\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}},"
    " \"tone\": {\"type\": \"string\", \"enum\": [\"plain\", \"warm\"]}}}},"
    " \"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": "
    "\"1\"}}}}";

static TroupeFlowDocument *
load (const char *text)
{
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document =
      troupe_flow_document_load_text (text, strlen (text), "typed.json", NULL, &error);

  g_assert_no_error (error);
  return document;
}

/* Returns the row of a field. The title of the row begins with the name of the field. */
static GtkWidget *
find_row (GtkWidget *widget, const char *name)
{
  if (ADW_IS_PREFERENCES_ROW (widget) &&
      g_str_has_prefix (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), name))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_row (child, name);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
type_into (TroupeInputsDialog *dialog, const char *name, const char *text)
{
  GtkWidget *row = find_row (GTK_WIDGET (dialog), name);

  g_assert_nonnull (row);
  if (GTK_IS_EDITABLE (row))
    gtk_editable_set_text (GTK_EDITABLE (row), text);
  else
    gtk_text_buffer_set_text (troupe_text_field_get_buffer (TROUPE_TEXT_FIELD (
                                  gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row)))),
                              text, -1);
}

static GtkWidget *
find_widget (GtkWidget *widget, GType type, const char *label)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type) &&
      (label == NULL || g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_widget (child, type, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
can_run (TroupeInputsDialog *dialog)
{
  return gtk_widget_get_sensitive (find_widget (GTK_WIDGET (dialog), GTK_TYPE_BUTTON, "_Run"));
}

/* Returns the message below the row of a field, or NULL if there is no message. */
static const char *
get_message (TroupeInputsDialog *dialog, const char *name)
{
  GtkWidget *row = gtk_widget_get_next_sibling (find_row (GTK_WIDGET (dialog), name));
  GtkWidget *label = NULL;

  if (!gtk_widget_get_visible (row))
    return NULL;
  label = find_widget (row, GTK_TYPE_LABEL, NULL);
  return gtk_label_get_label (GTK_LABEL (label));
}

static void
assert_inputs (TroupeInputsDialog *dialog, const char *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) inputs = troupe_inputs_dialog_read (dialog, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  if (json == NULL)
    {
      g_assert_null (inputs);
      return;
    }
  g_assert_nonnull (inputs);
  text = troupe_value_to_json (inputs, TROUPE_JSON_COMPACT);
  g_assert_cmpstr (text, ==, json);
}

static void
test_empty_is_not_a_map (void)
{
  g_autoptr (TroupeFlowDocument) document = load (typed_flow);
  TroupeInputsDialog *dialog =
      troupe_inputs_dialog_new (troupe_flow_document_get_flow (document), NULL, NULL);

  assert_inputs (dialog, NULL);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_reads_by_kind (void)
{
  g_autoptr (TroupeFlowDocument) document = load (typed_flow);
  TroupeInputsDialog *dialog =
      troupe_inputs_dialog_new (troupe_flow_document_get_flow (document), NULL, NULL);

  type_into (dialog, "title", "12");
  type_into (dialog, "score", "0.5");
  type_into (dialog, "tags", "a\n\nb c");
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_row (GTK_WIDGET (dialog), "tone")), 2);
  assert_inputs (dialog,
                 "{\"title\":\"12\",\"score\":0.5,\"tags\":[\"a\",\"b c\"],\"tone\":\"warm\"}");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_offers_the_last_inputs (void)
{
  g_autoptr (TroupeFlowDocument) document = load (typed_flow);
  g_autoptr (TroupeValue) last =
      troupe_value_from_json ("{\"title\":\"again\",\"tone\":\"plain\"}", -1, NULL);
  TroupeInputsDialog *dialog =
      troupe_inputs_dialog_new (troupe_flow_document_get_flow (document), NULL, last);

  assert_inputs (dialog, "{\"title\":\"again\",\"tone\":\"plain\"}");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
count_given (TroupeInputsDialog *dialog, TroupeValue *inputs, gpointer user_data)
{
  (*(guint *) user_data)++;
}

static void
test_tells_what_does_not_fit (void)
{
  g_autoptr (TroupeFlowDocument) document = load (typed_flow);
  TroupeInputsDialog *dialog =
      troupe_inputs_dialog_new (troupe_flow_document_get_flow (document), NULL, NULL);
  guint n_given = 0;

  g_signal_connect (dialog, "given", G_CALLBACK (count_given), &n_given);
  gtk_window_present (GTK_WINDOW (dialog));
  type_into (dialog, "title", "x");
  type_into (dialog, "score", "much");
  gtk_widget_activate_action (GTK_WIDGET (dialog), "inputs.run", NULL);
  g_assert_cmpuint (n_given, ==, 0);
  type_into (dialog, "score", "2");
  gtk_widget_activate_action (GTK_WIDGET (dialog), "inputs.run", NULL);
  g_assert_cmpuint (n_given, ==, 1);
}

static const char every_kind[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"Kinds\", \"state\": {\"type\": \"json_schema\","
    " \"json_schema\": {\"type\": \"object\", \"required\": [\"topic\"], \"properties\": {"
    " \"topic\": {\"type\": \"string\"}, \"words\": {\"type\": \"integer\", \"minimum\": 10, "
    "\"default\": 900}, \"draft\": {\"type\": \"boolean\", \"default\": true}, \"more\": "
    "{\"type\": "
    "\"object\"}}}}, \"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", "
    "\"expr\": \"1\"}}}}";

/* Nothing is reported before anything was typed, or Run was pressed. An invalid input shows a message
 * with a repair button below its row, and the run button is insensitive. */
static void
test_messages (void)
{
  g_autoptr (TroupeFlowDocument) document = load (every_kind);
  TroupeInputsDialog *dialog =
      troupe_inputs_dialog_new (troupe_flow_document_get_flow (document), NULL, NULL);
  GtkWidget *repair;
  guint n_given = 0;

  g_signal_connect (dialog, "given", G_CALLBACK (count_given), &n_given);
  gtk_window_present (GTK_WINDOW (dialog));
  g_assert_null (get_message (dialog, "topic"));
  g_assert_true (can_run (dialog));
  type_into (dialog, "words", "20");
  g_assert_null (get_message (dialog, "topic"));
  type_into (dialog, "words", "900");
  gtk_widget_activate_action (GTK_WIDGET (dialog), "inputs.run", NULL);
  g_assert_cmpuint (n_given, ==, 0);
  g_assert_cmpstr (get_message (dialog, "topic"), ==, "The input “topic” is required.");
  g_assert_false (can_run (dialog));
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (dialog)),
                                         find_row (GTK_WIDGET (dialog), "topic")));
  type_into (dialog, "topic", "Grid");
  g_assert_null (get_message (dialog, "topic"));
  g_assert_true (can_run (dialog));
  type_into (dialog, "words", "9oo");
  g_assert_cmpstr (get_message (dialog, "words"), ==, "“9oo” is not an integer.");
  g_assert_false (can_run (dialog));
  repair = find_widget (GTK_WIDGET (dialog), GTK_TYPE_BUTTON, "Use 900");
  g_signal_emit_by_name (repair, "clicked");
  g_assert_null (get_message (dialog, "words"));
  g_assert_true (can_run (dialog));
  type_into (dialog, "words", "3");
  g_assert_nonnull (get_message (dialog, "words"));
  type_into (dialog, "words", "12");
  type_into (dialog, "more", "[1]");
  g_assert_nonnull (get_message (dialog, "more"));
  type_into (dialog, "more", "{\"a\": 1}");
  assert_inputs (dialog, "{\"topic\":\"Grid\",\"words\":12,\"more\":{\"a\":1}}");
  gtk_switch_set_active (GTK_SWITCH (find_widget (GTK_WIDGET (dialog), GTK_TYPE_SWITCH, NULL)),
                         FALSE);
  assert_inputs (dialog, "{\"topic\":\"Grid\",\"words\":12,\"draft\":false,\"more\":{\"a\":1}}");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* The form and the JSON view show the same inputs. */
static void
test_json (void)
{
  g_autoptr (TroupeFlowDocument) document = load (every_kind);
  TroupeInputsDialog *dialog =
      troupe_inputs_dialog_new (troupe_flow_document_get_flow (document), NULL, NULL);
  GtkWidget *json = find_widget (GTK_WIDGET (dialog), GTK_TYPE_TOGGLE_BUTTON, "JSON");
  GtkWidget *form = find_widget (GTK_WIDGET (dialog), GTK_TYPE_TOGGLE_BUTTON, "Form");
  GtkWidget *stack = find_widget (GTK_WIDGET (dialog), GTK_TYPE_STACK, NULL);
  GtkTextBuffer *buffer;

  type_into (dialog, "topic", "Grid");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (json), TRUE);
  assert_inputs (dialog, "{\"topic\":\"Grid\",\"words\":900}");
  buffer = troupe_text_field_get_buffer (TROUPE_TEXT_FIELD (
      gtk_widget_get_first_child (gtk_stack_get_visible_child (GTK_STACK (stack)))));
  gtk_text_buffer_set_text (buffer, "{\"topic\": 1, \"words\"", -1);
  g_assert_false (can_run (dialog));
  gtk_text_buffer_set_text (buffer, "{\"topic\": \"Wind\", \"words\": 20, \"draft\": false}", -1);
  g_assert_true (can_run (dialog));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (form), TRUE);
  assert_inputs (dialog, "{\"topic\":\"Wind\",\"words\":20,\"draft\":false}");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* An input that the document does not request has no row unless it is required. */
static void
test_asked (void)
{
  static const char *const asked[] = { "words", NULL };
  g_autoptr (TroupeFlowDocument) document = load (every_kind);
  TroupeInputsDialog *dialog =
      troupe_inputs_dialog_new (troupe_flow_document_get_flow (document), asked, NULL);

  g_assert_nonnull (find_row (GTK_WIDGET (dialog), "topic"));
  g_assert_nonnull (find_row (GTK_WIDGET (dialog), "words"));
  g_assert_null (find_row (GTK_WIDGET (dialog), "more"));
  g_assert_null (find_row (GTK_WIDGET (dialog), "draft"));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Returns the number of inputs that the dialog requires before it runs a crew with the placeholder
 * {year}. @more: further fields of the crew */
static guint
count_required (const char *more)
{
  static const char *const names[] = { "one", NULL };
  g_autofree char *text = g_strdup_printf (
      "{\"name\": \"c\", \"agents\": [\"one\"], \"tasks\": [{\"name\": \"t\", \"description\": "
      "\"News of {year}\", \"expected_output\": \"o\", \"agent\": \"one\"}]%s}",
      more);
  g_autoptr (JsonNode) crew = json_from_string (text, NULL);
  g_autoptr (JsonNode) agent =
      json_from_string ("{\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\"}", NULL);
  JsonNode *agents[] = { agent };
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeCrewDocument) document =
      troupe_crew_document_new_from_trees (crew, names, agents, &error);
  g_autoptr (TroupeRunFactory) factory = NULL;
  JsonNode *state;
  JsonNode *schema;

  g_assert_no_error (error);
  factory = troupe_run_factory_new (TROUPE_DOCUMENT (document));
  state = troupe_tree_get_member (troupe_flow_get_root (troupe_run_factory_get_asked (factory)),
                                  "state");
  schema = troupe_tree_get_member (state, "json_schema");
  return json_array_get_length (json_node_get_array (troupe_tree_get_member (schema, "required")));
}

/* A function before the kickoff can set inputs, so the dialog demands none. */
static void
test_before_kickoff (void)
{
  g_assert_cmpuint (count_required (""), ==, 1);
  g_assert_cmpuint (
      count_required (", \"before_kickoff_callbacks\": [{\"python\": \"hooks.prepare\"}]"), ==, 0);
}

int
main (int argc, char *argv[])
{
  window_test_isolate ();
  g_test_init (&argc, &argv, NULL);
  adw_init ();

  g_test_add_func ("/inputs-dialog/empty-is-not-a-map", test_empty_is_not_a_map);
  g_test_add_func ("/inputs-dialog/reads-by-kind", test_reads_by_kind);
  g_test_add_func ("/inputs-dialog/offers-the-last-inputs", test_offers_the_last_inputs);
  g_test_add_func ("/inputs-dialog/tells-what-does-not-fit", test_tells_what_does_not_fit);
  g_test_add_func ("/inputs-dialog/messages", test_messages);
  g_test_add_func ("/inputs-dialog/json", test_json);
  g_test_add_func ("/inputs-dialog/asked", test_asked);
  g_test_add_func ("/inputs-dialog/before-kickoff", test_before_kickoff);
  return g_test_run ();
}
