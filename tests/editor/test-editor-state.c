/* test-editor-state.c: the window for the state of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "editor-test.h"
#include "troupe-editor-context.h"
#include "troupe-json-pane.h"
#include "troupe-state-editor.h"
#include "troupe-state-python.h"
#include "troupe-state-row.h"

static const char typed[] =
    "{ \"schema\": \"crewai.flow/v1\", \"name\": \"Typed\", \"state\": { \"type\": \"json_schema\","
    " \"json_schema\": { \"type\": \"object\", \"properties\": { \"topic\": { \"type\": \"string\" "
    "},"
    " \"score\": { \"type\": \"number\", \"minimum\": 0 }, \"sources\": { \"type\": \"array\", "
    "\"items\": {"
    " \"type\": \"object\", \"properties\": { \"url\": { \"type\": \"string\" } } } } }, "
    "\"required\": ["
    "\"topic\"] } }, \"methods\": { \"a\": { \"start\": true, \"do\": { \"call\": \"expression\", "
    "\"expr\":"
    " \"state.topic\" } } } }";

typedef struct
{
  TroupeFlowDocument *document;
  GtkWindow *window;
  TroupeStateTable *table;
  char *text;
} StateTest;

static void
set_up (StateTest *test, gconstpointer data)
{
  g_autoptr (TroupeEditorContext) context = NULL;

  test->document = editor_test_parse (typed);
  test->text = editor_test_to_text (test->document);
  context = troupe_editor_context_new (test->document);
  test->window = troupe_state_editor_new (context);
  test->table = troupe_state_editor_get_table (TROUPE_STATE_EDITOR (test->window));
  gtk_window_present (test->window);
  editor_test_settle ();
}

static void
tear_down (StateTest *test, gconstpointer data)
{
  g_autofree char *text = NULL;

  while (troupe_document_undo (TROUPE_DOCUMENT (test->document)))
    ;
  editor_test_settle ();
  text = editor_test_to_text (test->document);
  g_assert_cmpstr (text, ==, test->text);
  gtk_window_destroy (test->window);
  editor_test_settle ();
  g_free (test->text);
  g_assert_finalize_object (test->document);
}

/* Asserts the names of all rows, separated by spaces; `id` is the id of the state itself. */
static void
assert_rows (StateTest *test, const char *expected)
{
  GListModel *rows = troupe_state_table_get_rows (test->table);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (TroupeStateRow) row = g_list_model_get_item (rows, i);
      const TroupeStateField *field = troupe_state_row_get_field (row);

      g_string_append_printf (names, "%s%s", i > 0 ? " " : "", field != NULL ? field->name : "id");
    }
  g_assert_cmpstr (names->str, ==, expected);
}

static gboolean
has_label (GtkWidget *widget, gpointer user_data)
{
  return gtk_widget_get_mapped (widget) &&
         g_strcmp0 (gtk_label_get_label (GTK_LABEL (widget)), user_data) == 0;
}

static GtkWidget *
find_label (StateTest *test, const char *words)
{
  return editor_test_find (GTK_WIDGET (test->window), GTK_TYPE_LABEL, has_label, (gpointer) words);
}

static void
press (StateTest *test, const char *words)
{
  GtkWidget *label = find_label (test, words);

  g_assert_nonnull (label);
  g_signal_emit_by_name (gtk_widget_get_ancestor (label, GTK_TYPE_BUTTON), "clicked");
  editor_test_settle ();
}

static void
choose (StateTest *test, const char *words)
{
  GtkWidget *label = find_label (test, words);

  g_assert_nonnull (label);
  gtk_toggle_button_set_active (
      GTK_TOGGLE_BUTTON (gtk_widget_get_ancestor (label, GTK_TYPE_TOGGLE_BUTTON)), TRUE);
  editor_test_settle ();
}

static GtkTextBuffer *
get_json (StateTest *test)
{
  GtkWidget *pane = editor_test_find (GTK_WIDGET (test->window), TROUPE_TYPE_JSON_PANE, NULL, NULL);

  return troupe_text_field_get_buffer (troupe_json_pane_get_text_field (TROUPE_JSON_PANE (pane)));
}

static void
test_rows (StateTest *test, gconstpointer data)
{
  assert_rows (test, "id topic score sources url");
  g_assert_nonnull (find_label (test, "list of objects"));
  g_assert_nonnull (find_label (test, "number ≥ 0"));
  g_assert_nonnull (find_label (test, "used by a"));
  press (test, "Field");
  assert_rows (test, "id topic score sources url field_4");
  g_assert_cmpstr (troupe_state_table_get_selected (test->table)->name, ==, "field_4");
  troupe_state_table_select (test->table, NULL, "score");
  troupe_state_table_remove (test->table);
  editor_test_settle ();
  assert_rows (test, "id topic sources url field_4");
  troupe_document_undo (TROUPE_DOCUMENT (test->document));
  assert_rows (test, "id topic score sources url field_4");
}

static void
test_inside (StateTest *test, gconstpointer data)
{
  troupe_state_table_select (test->table, NULL, "sources");
  editor_test_settle ();
  press (test, "Nested Field");
  assert_rows (test, "id topic score sources url field_2");
  g_assert_cmpstr (troupe_state_table_get_selected (test->table)->outer[0], ==, "sources");
}

/* A field that no expression uses is renamed without a prompt. */
static void
test_rename (StateTest *test, gconstpointer data)
{
  troupe_state_table_request_rename (test->table, 2, "grade");
  editor_test_settle ();
  assert_rows (test, "id topic grade sources url");
  g_assert_cmpstr (troupe_state_table_get_selected (test->table)->name, ==, "grade");
}

static void
test_text (StateTest *test, gconstpointer data)
{
  gtk_text_buffer_set_text (
      get_json (test),
      "{ \"type\": \"json_schema\", \"json_schema\": { \"properties\": { \"n\": { "
      "\"type\": \"integer\" } } } }",
      -1);
  editor_test_settle ();
  assert_rows (test, "id n");
  /* Invalid JSON changes nothing, and the rows of the table stay. */
  gtk_text_buffer_set_text (get_json (test), "{ \"type\": ", -1);
  editor_test_settle ();
  assert_rows (test, "id n");
}

static void
test_kinds (StateTest *test, gconstpointer data)
{
  JsonNode *root;

  choose (test, "Pydantic");
  root = troupe_document_get_root (TROUPE_DOCUMENT (test->document));
  g_assert_cmpint (troupe_state_get_kind (root), ==, TROUPE_STATE_KIND_CLASS);
  g_assert_true (troupe_state_table_is_read_only (test->table));
  assert_rows (test, "id topic score sources url");
  choose (test, "Free-Form");
  root = troupe_document_get_root (TROUPE_DOCUMENT (test->document));
  g_assert_cmpint (troupe_state_get_kind (root), ==, TROUPE_STATE_KIND_DICT);
  assert_rows (test, "id");
}

static gboolean
has_said (gpointer user_data)
{
  StateTest *test = user_data;

  return find_label (test, "The last 2 runs match this state.") != NULL;
}

static gboolean
has_complained (gpointer user_data)
{
  StateTest *test = user_data;

  return find_label (test, "The last 2 runs match this state.") == NULL;
}

static void
test_runs (StateTest *test, gconstpointer data)
{
  g_autoptr (GPtrArray) states =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStateField) score = NULL;

  g_ptr_array_add (states, troupe_value_from_json ("{\"id\":\"1\",\"topic\":\"a\",\"score\":2.5}",
                                                   -1, NULL));
  g_ptr_array_add (states, troupe_value_from_json ("{\"id\":\"2\",\"topic\":\"b\"}", -1, NULL));
  troupe_state_editor_set_runs (TROUPE_STATE_EDITOR (test->window), states);
  editor_test_wait (has_said, test);
  score = troupe_state_find_field (troupe_document_get_root (TROUPE_DOCUMENT (test->document)),
                                   "score");
  troupe_flow_document_set_state_type (test->document, score, TROUPE_STATE_TYPE_BOOLEAN, &error);
  g_assert_no_error (error);
  editor_test_wait (has_complained, test);
  g_ptr_array_remove_index (states, 1);
  press (test, "From a Run");
  assert_rows (test, "id topic score sources url");
}

static void
taken_cb (TroupeStatePython *window, JsonNode *schema, char **taken)
{
  g_autoptr (TroupeValue) value = troupe_value_from_node (schema);

  *taken = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
}

static void
test_python (void)
{
  g_autofree char *taken = NULL;
  g_autoptr (TroupeFlowDocument) document = editor_test_parse (typed);
  GtkWindow *window = troupe_state_python_new (TROUPE_DOCUMENT (document));

  g_signal_connect (window, "taken", G_CALLBACK (taken_cb), &taken);
  gtk_window_present (window);
  gtk_widget_activate_action (GTK_WIDGET (window), "python.take", NULL);
  g_assert_null (taken);
  troupe_state_python_set_text (TROUPE_STATE_PYTHON (window),
                                "class State(BaseModel):\n    topic: str = ''\n");
  gtk_widget_activate_action (GTK_WIDGET (window), "python.take", NULL);
  g_assert_cmpstr (
      taken, ==,
      "{\"type\":\"object\",\"properties\":{\"topic\":{\"type\":\"string\",\"default\":\"\"}"
      "}}");
  editor_test_settle ();
}

int
main (int argc, char *argv[])
{
  if (!editor_test_init (&argc, &argv))
    return 77;

  g_test_add ("/editor-state/rows", StateTest, NULL, set_up, test_rows, tear_down);
  g_test_add ("/editor-state/inside", StateTest, NULL, set_up, test_inside, tear_down);
  g_test_add ("/editor-state/rename", StateTest, NULL, set_up, test_rename, tear_down);
  g_test_add ("/editor-state/text", StateTest, NULL, set_up, test_text, tear_down);
  g_test_add ("/editor-state/kinds", StateTest, NULL, set_up, test_kinds, tear_down);
  g_test_add ("/editor-state/runs", StateTest, NULL, set_up, test_runs, tear_down);
  g_test_add_func ("/editor-state/python", test_python);

  return g_test_run ();
}
