/* test-editor-cel.c: expression fields: errors, repairs, values, completion
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-event.h"
#include "editor-test.h"
#include "troupe-cel-completion.h"
#include "troupe-cel-caret.h"
#include "troupe-cel-field.h"
#include "troupe-text-field.h"

#define CEL_FLOW                                                                                   \
  "{\n  \"schema\": \"crewai.flow/v1\",\n  \"name\": \"t\",\n"                                     \
  "  \"state\": { \"type\": \"json_schema\", \"json_schema\": { \"type\": \"object\","             \
  " \"properties\": { \"topic\": { \"type\": \"string\" }, \"total\": { \"type\": \"number\" } } " \
  "} },\n"                                                                                         \
  "  \"methods\": {\n"                                                                             \
  "    \"fetch_topic\": { \"start\": true, \"do\": { \"call\": \"expression\", \"expr\": \"1\" } " \
  "},\n"                                                                                           \
  "    \"review\": { \"listen\": \"fetch_topic\","                                                 \
  " \"do\": { \"call\": \"expression\", \"expr\": \"2\" } },\n"                                    \
  "    \"tool\": { \"listen\": \"review\", \"do\": { \"call\": \"agent\", \"with\": {"             \
  " \"role\": \"R\", \"goal\": \"G\", \"backstory\": \"B\", \"llm\": \"mock/echo\","               \
  " \"input\": \"Hi\" } } },\n"                                                                    \
  "    \"all\": { \"listen\": \"review\", \"do\": { \"call\": \"each\", \"in\": \"state.list\","   \
  " \"do\": [{ \"name\": \"first\", \"action\": { \"call\": \"expression\", \"expr\": \"item\" } " \
  "},\n"                                                                                           \
  " { \"name\": \"second\", \"action\": { \"call\": \"expression\", \"expr\": \"item\" } }] } }\n" \
  "  }\n}\n"

static gboolean
skip (GtkWidget *widget, gpointer data)
{
  return (*(guint *) data)-- == 0;
}

/* Returns field @number in the form of @method. */
static TroupeCelField *
open_field (EditorTest *test, const char *method, guint number)
{
  GtkWidget *field;

  troupe_editor_select_method (test->editor, method);
  editor_test_settle ();
  field = editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_CEL_FIELD, skip, &number);
  g_assert_nonnull (field);

  return TROUPE_CEL_FIELD (field);
}

static void
type (TroupeCelField *field, const char *text)
{
  gtk_text_buffer_set_text (troupe_text_field_get_buffer (troupe_cel_field_get_text_field (field)),
                            text, -1);
  editor_test_settle ();
}

/* Inserts one character at the cursor, as a key does. */
static void
insert (TroupeCelField *field, char letter)
{
  GtkTextBuffer *buffer = troupe_text_field_get_buffer (troupe_cel_field_get_text_field (field));

  gtk_text_buffer_insert_at_cursor (buffer, &letter, 1);
  editor_test_settle ();
}

static const char *
get_message (TroupeCelField *field)
{
  return troupe_text_field_get_message (troupe_cel_field_get_text_field (field));
}

static gboolean
is_button (GtkWidget *widget, gpointer label)
{
  return g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0;
}

static GtkWidget *
find_fix (TroupeCelField *field, const char *label)
{
  return editor_test_find (GTK_WIDGET (field), GTK_TYPE_BUTTON, is_button, (gpointer) label);
}

static char **
complete (TroupeCelField *field, const char *before)
{
  gsize start = 0;

  return troupe_cel_completion_list (field, before, &start);
}

static void
assert_offers (TroupeCelField *field, const char *before, const char *expected)
{
  g_auto (GStrv) words = complete (field, before);
  g_autofree char *joined = g_strjoinv (" ", words);

  g_assert_cmpstr (joined, ==, expected);
}

static void
test_mistakes (EditorTest *test, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *place;
  } mistakes[] = {
    { "1 +", "ine 1, column" },
    { "1 + * 2", "ine 1, column 5" },
    { "1 +\n  * 2", "ine 2, column 3" },
    { "outputs.fetch_topc", "ine 1, column 9" },
    { "'open", "ine 1, column 1" },
    { "size(", "ine 1, column" },
    { "size('a'", "a comma or )" },
    { "1 +\n sise('a')", "ine 2, column 2" },
    { "", "" },
  };
  TroupeCelField *field = open_field (test, "review", 0);

  g_assert_null (get_message (field));
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      type (field, mistakes[i].text);
      g_test_message ("%s: %s", mistakes[i].text, get_message (field));
      g_assert_nonnull (get_message (field));
      g_assert_nonnull (strstr (get_message (field), mistakes[i].place));
      type (field, "1 + 1");
      g_assert_null (get_message (field));
    }
}

static gboolean
is_open_popover (GtkWidget *widget, gpointer data)
{
  return GTK_IS_POPOVER (widget) && gtk_widget_get_visible (widget);
}

static void
test_fix (EditorTest *test, gconstpointer data)
{
  TroupeCelField *field = open_field (test, "review", 0);
  g_autofree char *text = NULL;

  type (field, "1 + outputs.fetch_topc * 2");
  g_assert_nonnull (strstr (get_message (field), "fetch_topc"));
  g_assert_nonnull (find_fix (field, "Show All Methods"));
  /* The badge of the card says the same. */
  g_assert_nonnull (strstr (troupe_canvas_find_problem (test->canvas, "review"), "fetch_topc"));
  /* A click on the badge leads to the field, which needs no toast that repeats it. */
  g_string_truncate (test->message, 0);
  g_signal_emit_by_name (test->canvas, "badge-activated", (int) TROUPE_CANVAS_KIND_PROBLEM_BADGE,
                         "review");
  editor_test_settle ();
  g_assert_cmpstr (test->message->str, ==, "");
  g_signal_emit_by_name (find_fix (field, "Use “fetch_topic”"), "clicked");
  editor_test_settle ();
  g_assert_null (troupe_canvas_find_problem (test->canvas, "review"));
  /* What a fix has entered is not completed. */
  g_assert_null (editor_test_find (GTK_WIDGET (field), GTK_TYPE_POPOVER, is_open_popover, NULL));
  text = troupe_cel_field_get_text (field);
  g_assert_cmpstr (text, ==, "1 + outputs.fetch_topic * 2");
  g_assert_null (get_message (field));
  editor_test_check_history (test, 0);
}

static gboolean
is_any (GtkWidget *widget, gpointer data)
{
  return TRUE;
}

/* Presses the button below a wrong name and returns the open list of methods. */
static GtkListBox *
show_methods (TroupeCelField *field)
{
  GtkWidget *list;

  g_signal_emit_by_name (find_fix (field, "Show All Methods"), "clicked");
  editor_test_settle ();
  list = editor_test_find (GTK_WIDGET (field), GTK_TYPE_LIST_BOX, is_any, NULL);
  g_assert_nonnull (list);
  g_assert_true (gtk_widget_get_mapped (list));
  return GTK_LIST_BOX (list);
}

/* The list replaces the wrong name where it is, and nothing is changed before a method is chosen. */
static void
test_all_methods (EditorTest *test, gconstpointer data)
{
  TroupeCelField *field = open_field (test, "review", 0);
  GtkTextBuffer *buffer = troupe_text_field_get_buffer (troupe_cel_field_get_text_field (field));
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *selected = NULL;
  GtkListBox *list;
  GtkTextIter begin;
  GtkTextIter end;

  type (field, "'ü' + outputs.lef + 'end'");
  list = show_methods (field);
  before = troupe_cel_field_get_text (field);
  g_assert_cmpstr (before, ==, "'ü' + outputs.lef + 'end'");
  g_assert_true (gtk_text_buffer_get_selection_bounds (buffer, &begin, &end));
  selected = gtk_text_buffer_get_text (buffer, &begin, &end, FALSE);
  g_assert_cmpstr (selected, ==, "lef");
  for (int i = 0; i < 4; i++)
    g_assert_nonnull (gtk_list_box_get_row_at_index (list, i));
  g_assert_null (gtk_list_box_get_row_at_index (list, 4));

  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 0));
  editor_test_settle ();
  after = troupe_cel_field_get_text (field);
  g_assert_cmpstr (after, ==, "'ü' + outputs.fetch_topic + 'end'");
  g_assert_null (get_message (field));
}

static gboolean
has_class (GtkWidget *widget, gpointer name)
{
  return gtk_widget_has_css_class (widget, name);
}

/* An error is red and has a position, as in the list of problems. */
static void
test_unknown_function (EditorTest *test, gconstpointer data)
{
  TroupeCelField *field = open_field (test, "review", 0);
  g_autofree char *text = NULL;

  type (field, "1 + sise('a')");
  g_assert_cmpstr (get_message (field), ==,
                   "Line 1, column 5: the function “sise” does not exist.");
  g_assert_nonnull (
      editor_test_find (GTK_WIDGET (field), GTK_TYPE_LABEL, has_class, (gpointer) "error"));
  g_signal_emit_by_name (find_fix (field, "Use “size”"), "clicked");
  editor_test_settle ();
  text = troupe_cel_field_get_text (field);
  g_assert_cmpstr (text, ==, "1 + size('a')");
  g_assert_null (get_message (field));
}

/* In a template, only the text in ${…} is an expression. */
static void
test_template (EditorTest *test, gconstpointer data)
{
  TroupeCelField *field = open_field (test, "tool", 0);

  type (field, "About ${state.topic} and $5");
  g_assert_null (get_message (field));
  type (field, "损耗 ${outputs.fetch_topc}");
  g_assert_nonnull (get_message (field));
  /* A field that the state does not have is reported while it is typed. */
  type (field, "About ${state.topc}");
  g_assert_nonnull (get_message (field));
  g_assert_nonnull (strstr (get_message (field), "topc"));
  type (field, "About ${state.topic");
  g_assert_nonnull (get_message (field));
  assert_offers (field, "out", "");
  assert_offers (field, "a ${out", "outputs");
  assert_offers (field, "a ${state.to", "topic total");
}

static void
test_completion (EditorTest *test, gconstpointer data)
{
  TroupeCelField *field = open_field (test, "review", 0);

  assert_offers (field, "outputs.", "fetch_topic review tool all");
  assert_offers (field, "1 + outputs.re", "review");
  assert_offers (field, "state.", "topic total id");
  assert_offers (field, "sta", "state startsWith(");
  assert_offers (field, "ite", "");
  assert_offers (field, "outputs.review.", "");
  assert_offers (field, ".", "");
  assert_offers (field, "outputs..", "");

  /* Nothing is completed after strings, numbers and closing brackets. */
  assert_offers (field, "'s", "");
  assert_offers (field, "'open outputs.", "");
  assert_offers (field, "outputs.review + '", "");
  assert_offers (field, "outputs.review + '!", "");
  assert_offers (field, "outputs.review + '!'", "");
  assert_offers (field, "r\"a\" + \"s", "");
  assert_offers (field, "12", "");
  assert_offers (field, "1.", "");
  assert_offers (field, "(1)", "");
  assert_offers (field, "outputs.review[0]", "");
  assert_offers (field, "// sta", "");
  assert_offers (field, "'a' + sta", "state startsWith(");
  assert_offers (field, "'it\\'s' + sta", "state startsWith(");

  /* In a step, the item and the previous steps are offered. */
  field = open_field (test, "all", 1);
  assert_offers (field, "ite", "item");
  field = open_field (test, "all", 3);
  assert_offers (field, "outputs.f", "first fetch_topic");
}

/* The caret is at the bar. */
static void
test_caret (EditorTest *test, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *name; /* (nullable) */
    TroupeCelMode mode;
  } cases[] = {
    { "state.it|ems[0].name + 1", "state.items", TROUPE_CEL_MODE_EXPRESSION },
    { "state.items[0].na|me + 1", "state.items[0].name", TROUPE_CEL_MODE_EXPRESSION },
    { "1 + outputs['a.b'][2].x|", "outputs['a.b'][2].x", TROUPE_CEL_MODE_EXPRESSION },
    { "sta|te.x + 1", "state", TROUPE_CEL_MODE_EXPRESSION },
    { "state.x|", NULL, TROUPE_CEL_MODE_EXPRESSION },
    { "si|ze(state.x)", NULL, TROUPE_CEL_MODE_EXPRESSION },
    { "size(state.x|)", "state.x", TROUPE_CEL_MODE_EXPRESSION },
    { "'state.x|' + state.y", NULL, TROUPE_CEL_MODE_EXPRESSION },
    { "'it\\'s' + state.y|", "state.y", TROUPE_CEL_MODE_EXPRESSION },
    { "f(x).na|me + 1", NULL, TROUPE_CEL_MODE_EXPRESSION },
    { "a[b].c|].d", "a[b].c", TROUPE_CEL_MODE_EXPRESSION },
    { "12|", NULL, TROUPE_CEL_MODE_EXPRESSION },
    { "tr|ue && x", NULL, TROUPE_CEL_MODE_EXPRESSION },
    { "|", NULL, TROUPE_CEL_MODE_EXPRESSION },
    { "About ${state.to|pic + 'x'}", "state.topic", TROUPE_CEL_MODE_TEMPLATE },
    { "Abo|ut ${state.topic}", NULL, TROUPE_CEL_MODE_TEMPLATE },
    { "About ${state.topic} an|d", NULL, TROUPE_CEL_MODE_TEMPLATE },
    { "${a.b} ${c.d| + 1", "c.d", TROUPE_CEL_MODE_TEMPLATE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GString) text = g_string_new (cases[i].text);
      const gsize caret = strcspn (text->str, "|");
      g_autofree char *name = NULL;

      g_string_erase (text, (gssize) caret, 1);
      name = troupe_cel_find_at_caret (text->str, caret, cases[i].mode);
      g_test_message ("%s", cases[i].text);
      g_assert_cmpstr (name, ==, cases[i].name);
      /* Nowhere in a damaged text does anything abort. */
      for (gsize k = 0; k <= text->len; k++)
        g_free (troupe_cel_find_at_caret (text->str, k, cases[i].mode));
    }
}

static gboolean
has_footer (gpointer data)
{
  return troupe_text_field_get_footer (troupe_cel_field_get_text_field (data)) != NULL;
}

static gboolean
shows_four (gpointer data)
{
  return g_strcmp0 (troupe_text_field_get_footer (troupe_cel_field_get_text_field (data)), "4") ==
         0;
}

static gboolean
tells_why (gpointer data)
{
  const char *footer = troupe_text_field_get_footer (troupe_cel_field_get_text_field (data));

  return footer != NULL && g_str_has_prefix (footer, "no value: ") &&
         strstr (footer, "“x”") != NULL;
}

/* Adds an event to the run that the page shows. @fields: (nullable): fields of the event;
 * @state: (nullable): the state of the flow at that time */
static void
send (EditorTest *test,
      TroupeEventType kind,
      const char *method,
      const char *fields,
      const char *state)
{
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  TroupeEvent *event =
      test_event_new (kind, method,
                      fields != NULL ? troupe_value_from_json (fields, -1, NULL) : NULL);

  if (state != NULL)
    event->state = troupe_value_from_json (state, -1, NULL);
  g_ptr_array_add (events, event);
  troupe_trace_add_events (troupe_editor_get_trace (test->editor), events);
  editor_test_settle ();
}

/* After a run, a field offers the members of recorded values and shows its result. */
static void
test_values (EditorTest *test, gconstpointer data)
{
  TroupeCelField *field = open_field (test, "review", 0);

  g_assert_false (has_footer (field));
  editor_test_begin_run (test->editor, troupe_flow_document_get_flow (test->document));
  send (test, TROUPE_EVENT_METHOD_STARTED, "fetch_topic", NULL, NULL);
  send (test, TROUPE_EVENT_METHOD_FINISHED, "fetch_topic",
        "{\"result\": {\"words\": 2, \"name\": \"x\"}}",
        "{\"topic\": \"t\", \"list\": [{\"sku\": 1}]}");
  editor_test_end_run (test->editor);
  type (field, "outputs.fetch_topic.words * 2");
  editor_test_wait (shows_four, field);
  type (field, "int(outputs.fetch_topic.name)");
  editor_test_wait (tells_why, field);
  assert_offers (field, "outputs.fetch_topic.", "words name");
  assert_offers (field, "state.", "topic list");
  field = open_field (test, "all", 1);
  assert_offers (field, "item.", "sku");
}

static GtkWidget *
get_open_list (TroupeCelField *field)
{
  GtkWidget *popover = NULL;

  for (GtkWidget *view =
           GTK_WIDGET (troupe_text_field_get_view (troupe_cel_field_get_text_field (field)));
       view != NULL && popover == NULL; view = gtk_widget_get_parent (view))
    for (GtkWidget *child = gtk_widget_get_first_child (view); child != NULL;
         child = gtk_widget_get_next_sibling (child))
      if (GTK_IS_POPOVER (child) && gtk_widget_get_visible (child))
        popover = child;

  return popover;
}

/* A dot opens the list. Down followed by Enter accepts the second entry, and Esc closes the
 * list. */
static void
test_keys (EditorTest *test, gconstpointer data)
{
  TroupeCelField *field = open_field (test, "review", 0);
  GtkWidget *view =
      GTK_WIDGET (troupe_text_field_get_view (troupe_cel_field_get_text_field (field)));
  g_autofree char *text = NULL;

  gtk_widget_grab_focus (view);
  type (field, "outputs.");
  g_assert_nonnull (get_open_list (field));
  g_assert_true (editor_test_type (view, GDK_KEY_Down, 0));
  g_assert_true (editor_test_type (view, GDK_KEY_Return, 0));
  text = troupe_cel_field_get_text (field);
  g_assert_cmpstr (text, ==, "outputs.review");
  g_assert_null (get_open_list (field));
  type (field, "state");
  g_assert_null (get_open_list (field));
  g_assert_true (editor_test_type (view, GDK_KEY_space, GDK_CONTROL_MASK));
  g_assert_nonnull (get_open_list (field));
  g_assert_true (editor_test_type (view, GDK_KEY_Escape, 0));
  g_assert_null (get_open_list (field));

  /* Typing beyond the name closes the list, and so does losing the focus. */
  type (field, "");
  for (const char *at = "outputs.review + '!'"; *at != '\0'; at++)
    {
      insert (field, *at);
      g_assert_true ((get_open_list (field) != NULL) ==
                     (strchr (".revi", *at) != NULL && *at != '+'));
    }
  type (field, "outputs.");
  g_assert_nonnull (get_open_list (field));
  g_assert_true (gtk_widget_is_focus (view));
  gtk_widget_grab_focus (GTK_WIDGET (test->canvas));
  editor_test_settle ();
  g_assert_null (get_open_list (field));

  /* A second Esc leaves the field. */
  gtk_widget_grab_focus (view);
  type (field, "outputs.");
  g_assert_true (editor_test_type (view, GDK_KEY_Escape, 0));
  g_assert_true (gtk_widget_is_focus (view));
  g_assert_false (editor_test_type (view, GDK_KEY_Escape, 0));
  g_assert_true (editor_test_press (view, GDK_KEY_Escape, 0));
  g_assert_true (gtk_widget_is_focus (GTK_WIDGET (test->canvas)));
  type (field, "state");

  /* Ctrl+Z undoes an edit of the document. On a slow machine the texts above are typed so slowly
   * that they are more than one edit. */
  for (guint i = 0; i < 40 && g_strcmp0 (text, "2") != 0; i++)
    {
      g_assert_true (editor_test_type (view, GDK_KEY_z, GDK_CONTROL_MASK));
      g_clear_pointer (&text, g_free);
      text = troupe_cel_field_get_text (field);
    }
  g_assert_cmpstr (text, ==, "2");
}

typedef struct
{
  TroupeTextField *field;
  double limit; /* maximum height */
} Fitting;

/* Returns TRUE if the field shows the text without scrolling and without unused space. */
static gboolean
shows_all (gpointer data)
{
  Fitting *fitting = data;
  GtkWidget *scroller =
      gtk_widget_get_ancestor (GTK_WIDGET (troupe_text_field_get_view (fitting->field)),
                               GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));

  return gtk_adjustment_get_upper (adjustment) <= gtk_adjustment_get_page_size (adjustment) &&
         gtk_widget_get_height (scroller) <= fitting->limit;
}

static gboolean
shows_part (gpointer data)
{
  return !shows_all (data);
}

/* 3 to 12 lines are shown completely, in any font. */
static void
test_height (EditorTest *test, gconstpointer data)
{
  static const char *const lines[] = { "// abc", "// 各行文字", "// ខ្មែរ བོད" };
  TroupeCelField *field = open_field (test, "review", 0);
  Fitting fitting = { troupe_cel_field_get_text_field (field), 0 };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    for (guint n = 13; n > 0; n--)
      {
        g_autoptr (GString) text = g_string_new (lines[i]);

        for (guint line = 1; line < n; line++)
          g_string_append_printf (text, "\n%s", lines[i]);
        type (field, text->str);
        g_test_message ("%u of %s", n, lines[i]);
        fitting.limit = n <= 3 ? 110 : 18 + 32.0 * n;
        if (n <= 12)
          editor_test_wait (shows_all, &fitting);
        else
          editor_test_wait (shows_part, &fitting);
      }
  type (field, "outputs.fetch_topic + outputs.fetch_topic + outputs.fetch_topic + "
               "outputs.fetch_topic + outputs.fetch_topic + outputs.fetch_topic");
  fitting.limit = 200;
  editor_test_wait (shows_all, &fitting);
}

static const struct
{
  const char *path;
  void (*test) (EditorTest *test, gconstpointer data);
} tests[] = {
  { "/editor/cel/mistakes", test_mistakes },
  { "/editor/cel/fix", test_fix },
  { "/editor/cel/unknown-function", test_unknown_function },
  { "/editor/cel/template", test_template },
  { "/editor/cel/completion", test_completion },
  { "/editor/cel/all-methods", test_all_methods },
  { "/editor/cel/caret", test_caret },
  { "/editor/cel/values", test_values },
  { "/editor/cel/keys", test_keys },
  { "/editor/cel/height", test_height },
};

int
main (int argc, char **argv)
{
  if (!editor_test_init (&argc, &argv))
    return 77;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, EditorTest, CEL_FLOW, editor_test_set_up, tests[i].test,
                editor_test_tear_down);

  return g_test_run ();
}
