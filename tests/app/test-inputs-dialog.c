/* test-inputs-dialog.c: the form that asks for a run's inputs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-flow-document.h"
#include "troupe-inputs-dialog.h"

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

/* The row of a field: its title begins with the field's name. */
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
  gtk_editable_set_text (GTK_EDITABLE (row), text);
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
      troupe_inputs_dialog_new (troupe_flow_document_get_flow (document), NULL);

  assert_inputs (dialog, NULL);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_reads_by_kind (void)
{
  g_autoptr (TroupeFlowDocument) document = load (typed_flow);
  TroupeInputsDialog *dialog =
      troupe_inputs_dialog_new (troupe_flow_document_get_flow (document), NULL);

  type_into (dialog, "title", "12");
  type_into (dialog, "score", "0.5");
  type_into (dialog, "tags", "[\"a\"]");
  adw_combo_row_set_selected (ADW_COMBO_ROW (find_row (GTK_WIDGET (dialog), "tone")), 2);
  assert_inputs (dialog, "{\"title\":\"12\",\"score\":0.5,\"tags\":[\"a\"],\"tone\":\"warm\"}");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_offers_the_last_inputs (void)
{
  g_autoptr (TroupeFlowDocument) document = load (typed_flow);
  g_autoptr (TroupeValue) last =
      troupe_value_from_json ("{\"title\":\"again\",\"tone\":\"plain\"}", -1, NULL);
  TroupeInputsDialog *dialog =
      troupe_inputs_dialog_new (troupe_flow_document_get_flow (document), last);

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
      troupe_inputs_dialog_new (troupe_flow_document_get_flow (document), NULL);
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

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  adw_init ();

  g_test_add_func ("/inputs-dialog/empty-is-not-a-map", test_empty_is_not_a_map);
  g_test_add_func ("/inputs-dialog/reads-by-kind", test_reads_by_kind);
  g_test_add_func ("/inputs-dialog/offers-the-last-inputs", test_offers_the_last_inputs);
  g_test_add_func ("/inputs-dialog/tells-what-does-not-fit", test_tells_what_does_not_fit);

  return g_test_run ();
}
