/* test-window-versions.c: comparison of two versions of a file as drawings and as a list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-canvas-scene-records.h"
#include "troupe-source-pane.h"
#include "troupe-canvas.h"
#include "troupe-tree.h"
#include "troupe-versions-list.h"
#include "troupe-versions-view.h"
#include "troupe-window-compare.h"
#include "window-test.h"

#define METHOD(name, rest, expression)                                                             \
  "    \"" name "\": {" rest ", \"do\": {\"call\": \"expression\", \"expr\": \"" expression "\"}}"
#define FLOW(methods)                                                                              \
  "{\n  \"schema\": \"crewai.flow/v1\",\n  \"name\": \"Versions\",\n  \"methods\": {\n" methods    \
  "\n  }\n}\n"

/* Both versions change the method `both`, and each version changes one other method. The version
 * on disk deletes `gone` and adds `late`. */
#define AFTER(name, before, expression)                                                            \
  ",\n" METHOD (name, "\"listen\": \"" before "\"", expression)
#define BASE                                                                                       \
  FLOW (METHOD ("begin", "\"start\": true", "1") AFTER ("both", "begin", "'one word'")             \
            AFTER ("here", "begin", "2") AFTER ("there", "begin", "3")                             \
                AFTER ("gone", "begin", "4"))
#define THEIRS                                                                                     \
  FLOW (METHOD ("begin", "\"start\": true", "1") AFTER ("both", "begin", "'their word'")           \
            AFTER ("here", "begin", "2") AFTER ("there", "begin", "30")                            \
                AFTER ("late", "there", "5"))

static gboolean
has_other (gpointer user_data)
{
  return troupe_page_has_other_version (troupe_window_get_page (user_data));
}

static gboolean
is_compared (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return get_versions (page) != NULL &&
         !troupe_versions_view_is_busy (TROUPE_VERSIONS_VIEW (get_versions (page)));
}

static void
set_expression (TroupeWindow *window, const char *method, const char *text)
{
  const char *path[] = { "methods", method, "do", "expr", NULL };
  g_autoptr (JsonNode) value = json_node_init_string (json_node_alloc (), text);

  json_node_seal (value);
  g_assert_true (troupe_document_set (TROUPE_DOCUMENT (get_document (window)), path, value, "Edit",
                                      NULL, NULL));
}

/* Opens a file and shows its two versions. */
static TroupeWindow *
open_versions (const char *name)
{
  g_autofree char *path = write_file (name, BASE);
  TroupeWindow *window = open_window (path);

  set_expression (window, "both", "'my word'");
  set_expression (window, "here", "20");
  g_free (write_file (name, THEIRS));
  wait_until (has_other, window);
  troupe_page_compare_versions (troupe_window_get_page (window));
  wait_until (is_compared, window);
  return window;
}

/* Returns the @nth widget of the type @type at or below @widget, counted from 0. */
static GtkWidget *
find_nth (GtkWidget *widget, GType type, guint *nth)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && (*nth)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_nth (child, type, nth);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gpointer
get_part (TroupeWindow *window, GType type, guint nth)
{
  GtkWidget *found = find_nth (get_versions (troupe_window_get_page (window)), type, &nth);

  g_assert_nonnull (found);
  return found;
}

static TroupeCanvas *
get_canvas (TroupeWindow *window, guint side)
{
  return get_part (window, TROUPE_TYPE_CANVAS, side);
}

/* Returns the change mark of a method on a canvas, or -1 if the method is not drawn. */
static int
get_mark (TroupeWindow *window, guint side, const char *method)
{
  const TroupeRecord *node = troupe_scene_find (troupe_canvas_get_scene (get_canvas (window, side)),
                                                TROUPE_CANVAS_KIND_NODE, method);

  return node != NULL ? (int) ((const TroupeNodeRecord *) node)->mark : -1;
}

/* (nullable) */
static const char *
get_selected (TroupeWindow *window)
{
  const TroupeMergeChange *change;

  if (!troupe_versions_list_get_selected (get_part (window, TROUPE_TYPE_VERSIONS_LIST, 0), &change))
    return NULL;
  return change != NULL ? troupe_merge_change_get_name (change) : "";
}

static char *
get_text (TroupeWindow *window, guint side)
{
  char *text = NULL;

  g_object_get (gtk_text_view_get_buffer (get_part (window, GTK_TYPE_TEXT_VIEW, side)), "text",
                &text, NULL);
  return text;
}

static void
finish (TroupeWindow *window)
{
  /* The text of the selection may still be loading. */
  wait_until (is_compared, window);
  close_window (window);
}

/* --- Drawings ---------------------------------------------------------------------------------- */

static void
test_marks (void)
{
  TroupeWindow *window = open_versions ("marks.json");
  const TroupeCanvasNode *node;

  g_assert_cmpint (get_mark (window, 0, "begin"), ==, TROUPE_CANVAS_MARK_NONE);
  g_assert_cmpint (get_mark (window, 1, "begin"), ==, TROUPE_CANVAS_MARK_NONE);
  g_assert_cmpint (get_mark (window, 0, "both"), ==, TROUPE_CANVAS_MARK_CHANGED);
  g_assert_cmpint (get_mark (window, 1, "both"), ==, TROUPE_CANVAS_MARK_CHANGED);
  g_assert_cmpint (get_mark (window, 0, "here"), ==, TROUPE_CANVAS_MARK_CHANGED);
  g_assert_cmpint (get_mark (window, 1, "here"), ==, TROUPE_CANVAS_MARK_NONE);
  g_assert_cmpint (get_mark (window, 0, "there"), ==, TROUPE_CANVAS_MARK_NONE);
  g_assert_cmpint (get_mark (window, 1, "there"), ==, TROUPE_CANVAS_MARK_CHANGED);
  g_assert_cmpint (get_mark (window, 0, "late"), ==, -1);
  g_assert_cmpint (get_mark (window, 1, "late"), ==, TROUPE_CANVAS_MARK_ADDED);
  g_assert_cmpint (get_mark (window, 0, "gone"), ==, TROUPE_CANVAS_MARK_NONE);
  g_assert_cmpint (get_mark (window, 1, "gone"), ==, TROUPE_CANVAS_MARK_REMOVED);
  /* The change is not indicated by a symbol alone. */
  node = troupe_canvas_scene_get_node (troupe_canvas_get_scene (get_canvas (window, 1)), "gone");
  g_assert_true (g_str_has_suffix (node->accessible_label, ", deleted on disk"));
  finish (window);
}

static gboolean
has_label (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_label (child, text))
      return TRUE;
  return FALSE;
}

/* A row shows what happened and to which fields. */
static void
test_reasons (void)
{
  TroupeWindow *window = open_versions ("reasons.json");
  GtkWidget *list = get_part (window, TROUPE_TYPE_VERSIONS_LIST, 0);

  g_assert_true (has_label (list, "changed on both sides · expr"));
  g_assert_true (has_label (list, "changed on disk · expr"));
  g_assert_true (has_label (list, "deleted on disk"));
  g_assert_true (has_label (list, "new on disk"));
  finish (window);
}

/* Documents without positions have the same layout on both sides. */
static void
test_places (void)
{
  TroupeWindow *window = open_versions ("places.json");
  const char *const methods[] = { "begin", "both", "here", "there", "gone" };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      double x[2], y[2];

      for (guint side = 0; side < 2; side++)
        g_assert_true (troupe_canvas_scene_get_position (
            troupe_canvas_get_scene (get_canvas (window, side)), methods[i], &x[side], &y[side]));
      g_assert_cmpfloat (x[0], ==, x[1]);
      g_assert_cmpfloat (y[0], ==, y[1]);
    }
  finish (window);
}

/* A renamed method and the method with the old name in the other version are drawn at different
 * positions. Both are visible on the left. */
static void
test_replaced (void)
{
  static const char *const methods[] = { "begin", "both", "here", "there", "gone_now" };
  static const char *const action[] = { "methods", "gone_now", "do", NULL };
  g_autofree char *path = write_file ("replaced.json", BASE);
  TroupeWindow *window = open_window (path);
  TroupeDocument *document = TROUPE_DOCUMENT (get_document (window));
  g_autoptr (JsonNode) other =
      json_from_string ("{\"call\": \"script\", \"code\": \"import time; print (time.time ())\"}",
                        NULL);
  graphene_rect_t gone, bounds;

  json_node_seal (other);
  set_expression (window, "both", "'my word'");
  g_assert_true (troupe_flow_document_rename_method (TROUPE_FLOW_DOCUMENT (document), "gone",
                                                     "gone_now", NULL));
  g_assert_true (troupe_document_set (document, action, other, "Edit", NULL, NULL));
  g_free (write_file ("replaced.json",
                      FLOW (METHOD ("begin", "\"start\": true", "10")
                                AFTER ("both", "begin", "'one word'") AFTER ("here", "begin", "2")
                                    AFTER ("there", "begin", "3") AFTER ("gone", "begin", "40"))));
  wait_until (has_other, window);
  troupe_page_compare_versions (troupe_window_get_page (window));
  wait_until (is_compared, window);
  g_assert_cmpint (get_mark (window, 0, "gone"), ==, TROUPE_CANVAS_MARK_REMOVED);
  g_assert_true (troupe_canvas_get_bounds (get_canvas (window, 0), "gone", &gone));
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_assert_true (troupe_canvas_get_bounds (get_canvas (window, 0), methods[i], &bounds));
      g_assert_false (graphene_rect_intersection (&gone, &bounds, NULL));
    }
  finish (window);
}

/* A method that is renamed here and changed on the disk is one method: its name and its content are two changes,
 * and both are kept. */
static void
test_renamed (void)
{
  static const char *const name[] = { "methods", "gone_now", "do", "expr", NULL };
  static const char *const listener[] = { "methods", "late", "listen", NULL };
  g_autofree char *path = write_file ("renamed.json", BASE);
  TroupeWindow *window = open_window (path);
  TroupeDocument *document = TROUPE_DOCUMENT (get_document (window));
  TroupeVersionsView *view;
  g_autoptr (JsonNode) root = NULL;

  g_assert_true (troupe_flow_document_rename_method (TROUPE_FLOW_DOCUMENT (document), "gone",
                                                     "gone_now", NULL));
  g_free (write_file ("renamed.json",
                      FLOW (METHOD ("begin", "\"start\": true", "1")
                                AFTER ("both", "begin", "'one word'") AFTER ("here", "begin", "2")
                                    AFTER ("there", "begin", "3") AFTER ("gone", "begin", "40")
                                        AFTER ("late", "gone", "outputs.gone"))));
  wait_until (has_other, window);
  troupe_page_compare_versions (troupe_window_get_page (window));
  wait_until (is_compared, window);
  view = TROUPE_VERSIONS_VIEW (get_versions (troupe_window_get_page (window)));
  g_assert_true (shows_text (GTK_WIDGET (view), "renamed here, “gone” on disk"));
  g_assert_false (shows_text (GTK_WIDGET (view), "deleted"));
  g_assert_cmpint (get_mark (window, 0, "gone_now"), ==, TROUPE_CANVAS_MARK_CHANGED);
  g_assert_cmpint (get_mark (window, 0, "gone"), ==, -1);
  g_assert_cmpint (get_mark (window, 1, "gone"), ==, TROUPE_CANVAS_MARK_CHANGED);
  g_assert_cmpint (get_mark (window, 1, "gone_now"), ==, -1);
  /* A selected card is selected under both names. */
  troupe_canvas_set_selection (get_canvas (window, 1), (const char *const[]){ "gone", NULL });
  g_assert_true (troupe_canvas_is_selected (get_canvas (window, 0), "gone_now"));
  g_assert_true (troupe_canvas_is_selected (get_canvas (window, 1), "gone"));
  /* Everything is decided, and what is new on the disk listens to the new name. */
  root = troupe_versions_view_make_root (view);
  g_assert_cmpstr (json_node_get_string (troupe_json_tree_get (root, name)), ==, "40");
  g_assert_cmpstr (json_node_get_string (troupe_json_tree_get (root, listener)), ==, "gone_now");
  finish (window);
}

static void
assert_same_view (TroupeWindow *window)
{
  double x[2], y[2];

  for (guint side = 0; side < 2; side++)
    troupe_canvas_get_origin (get_canvas (window, side), &x[side], &y[side]);
  g_assert_cmpfloat (troupe_canvas_get_zoom (get_canvas (window, 0)), ==,
                     troupe_canvas_get_zoom (get_canvas (window, 1)));
  g_assert_cmpfloat_with_epsilon (x[0], x[1], 0.001);
  g_assert_cmpfloat_with_epsilon (y[0], y[1], 0.001);
}

static gboolean
is_opened (gpointer user_data)
{
  graphene_rect_t bounds, view;
  TroupeCanvas *canvas = get_canvas (user_data, 0);

  if (gtk_widget_get_width (GTK_WIDGET (canvas)) <= 0 ||
      !troupe_canvas_get_bounds (canvas, "both", &bounds))
    return FALSE;
  troupe_canvas_get_view (canvas, &view);
  return graphene_rect_contains_rect (&view, &bounds);
}

static void
test_common_view (void)
{
  TroupeWindow *window = open_versions ("view.json");
  gboolean editable;

  /* The first difference is selected. */
  g_assert_cmpstr (get_selected (window), ==, "both");
  wait_until (is_opened, window);
  assert_same_view (window);
  troupe_canvas_set_zoom (get_canvas (window, 0), 1.7, FALSE);
  assert_same_view (window);
  troupe_canvas_pan (get_canvas (window, 1), 120, -40);
  assert_same_view (window);
  troupe_canvas_set_origin (get_canvas (window, 0), 17, 29);
  assert_same_view (window);
  for (guint side = 0; side < 2; side++)
    {
      g_object_get (get_canvas (window, side), "editable", &editable, NULL);
      g_assert_false (editable);
    }
  finish (window);
}

/* --- Selection -------------------------------------------------------------------------------- */

static void
test_selection (void)
{
  TroupeWindow *window = open_versions ("selection.json");
  g_autofree char *mine = NULL, *theirs = NULL, *same = NULL, *whole = NULL;

  /* The canvas is focused, as it is by a click. A window without a focus would focus the first
   * row when the window becomes active, which selects this row. */
  g_assert_true (gtk_widget_grab_focus (GTK_WIDGET (get_canvas (window, 0))));
  g_assert_true (troupe_canvas_is_selected (get_canvas (window, 0), "both"));
  g_assert_true (troupe_canvas_is_selected (get_canvas (window, 1), "both"));
  /* Selecting a card selects its row, its texts, and the card in the other version. */
  troupe_canvas_select_only (get_canvas (window, 1), "there");
  g_assert_cmpstr (get_selected (window), ==, "there");
  g_assert_true (troupe_canvas_is_selected (get_canvas (window, 0), "there"));
  wait_until (is_compared, window);
  mine = get_text (window, 0);
  theirs = get_text (window, 1);
  g_assert_nonnull (strstr (mine, "−     \"expr\": \"3\""));
  g_assert_nonnull (strstr (theirs, "+     \"expr\": \"30\""));

  /* An unchanged method has no row, but its texts are shown. */
  troupe_canvas_select_only (get_canvas (window, 0), "begin");
  g_assert_null (get_selected (window));
  wait_until (is_compared, window);
  same = get_text (window, 1);
  g_assert_nonnull (strstr (same, "\"start\": true"));
  g_assert_null (strstr (same, "+ "));

  /* Selecting a row selects its cards. The last row represents the complete file. */
  troupe_versions_list_select_method (get_part (window, TROUPE_TYPE_VERSIONS_LIST, 0), "late");
  g_assert_true (troupe_canvas_is_selected (get_canvas (window, 1), "late"));
  g_assert_false (troupe_canvas_is_selected (get_canvas (window, 0), "begin"));
  {
    GtkListBox *list = get_part (window, GTK_TYPE_LIST_BOX, 0);
    GtkListBoxRow *row, *last = NULL;

    for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
      last = row;
    gtk_list_box_select_row (list, last);
  }
  g_assert_cmpstr (get_selected (window), ==, "");
  g_assert_cmpuint (troupe_canvas_get_n_selected (get_canvas (window, 1)), ==, 0);
  wait_until (is_compared, window);
  whole = get_text (window, 1);
  g_assert_nonnull (strstr (whole, "\"schema\": \"crewai.flow/v1\""));
  finish (window);
}

/* In a changed line, the changed words are highlighted more strongly. */
static void
test_words (void)
{
  TroupeWindow *window = open_versions ("words.json");
  GtkTextBuffer *buffer;
  GtkTextIter start, end;
  g_autofree char *words = NULL;
  GtkTextTag *tag, *line;

  g_assert_cmpstr (get_selected (window), ==, "both");
  buffer = gtk_text_view_get_buffer (get_part (window, GTK_TYPE_TEXT_VIEW, 1));
  tag = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), "words");
  line = gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), "differs");
  gtk_text_buffer_get_start_iter (buffer, &start);
  g_assert_true (gtk_text_iter_forward_to_tag_toggle (&start, tag));
  end = start;
  g_assert_true (gtk_text_iter_forward_to_tag_toggle (&end, tag));
  words = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  g_assert_cmpstr (words, ==, "their");
  g_assert_true (gtk_text_iter_has_tag (&start, line));
  g_assert_false (gtk_text_iter_forward_to_tag_toggle (&end, tag) &&
                  gtk_text_iter_has_tag (&end, tag));
  finish (window);
}

/* --- Decisions -------------------------------------------------------------------------------- */

static void
test_choices_stay (void)
{
  TroupeWindow *window = open_versions ("stay.json");
  TroupePage *page = troupe_window_get_page (window);
  GtkWidget *take_over = find_labelled (get_versions (page), "Apply");
  GtkListBox *list = GTK_LIST_BOX (
      gtk_widget_get_ancestor (find_labelled (get_versions (page), "Disk"), GTK_TYPE_LIST_BOX));
  g_autofree char *label = NULL;

  g_assert_false (gtk_widget_is_sensitive (take_over));
  g_assert_false (
      gtk_widget_has_css_class (get_header_part (window, "run_button"), "suggested-action"));
  g_assert_true (gtk_widget_has_css_class (take_over, "suggested-action"));
  /* The first row is the conflict. A decision shows what it is about. */
  gtk_list_box_select_row (list, gtk_list_box_get_row_at_index (list, 1));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_labelled (get_versions (page), "Disk")),
                                TRUE);
  g_assert_true (gtk_list_box_get_selected_row (list) == gtk_list_box_get_row_at_index (list, 0));
  g_assert_true (gtk_widget_is_sensitive (take_over));

  /* An edit of another method keeps the decision. An edit of the same method resets the
   * decision. */
  set_expression (window, "here", "21");
  wait_until (is_compared, window);
  g_assert_true (gtk_widget_is_sensitive (take_over));
  set_expression (window, "both", "'another one'");
  wait_until (is_compared, window);
  g_assert_false (gtk_widget_is_sensitive (take_over));

  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (window))));
  wait_until (is_compared, window);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_labelled (get_versions (page), "Mine")),
                                TRUE);
  g_signal_emit_by_name (take_over, "clicked");
  g_assert_null (get_versions (page));
  g_assert_true (
      gtk_widget_has_css_class (get_header_part (window, "run_button"), "suggested-action"));
  g_assert_nonnull (
      troupe_flow_find_method (troupe_flow_document_get_flow (get_document (window)), "late"));
  g_assert_null (
      troupe_flow_find_method (troupe_flow_document_get_flow (get_document (window)), "gone"));
  g_object_get (get_document (window), "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Merge Both Versions");
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (window))));
  g_assert_null (
      troupe_flow_find_method (troupe_flow_document_get_flow (get_document (window)), "late"));
  close_window (window);
}

#define SCRIPT(more)                                                                               \
  FLOW ("    \"begin\": {\"start\": true, \"do\": {\"call\": \"script\", \"code\": \"return "      \
        "1\"}}" more)

static gboolean
asks_or_runs (gpointer user_data)
{
  return find_consent () != NULL || troupe_page_is_running (troupe_window_get_page (user_data));
}

/* Returns TRUE if Run prompts for consent. Waits for the end of the run in either case. */
static gboolean
run_asks (TroupeWindow *window)
{
  gboolean asks;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (asks_or_runs, window);
  asks = find_consent () != NULL;
  if (asks)
    answer_consent (TRUE);
  wait_until (is_idle, window);
  return asks;
}

/* Content that another program wrote requires new consent, regardless of which consents were
 * granted before. */
static void
test_taken_asks (void)
{
  const char *name[] = { "name", NULL };
  g_autofree char *path = write_file ("taken.json", SCRIPT (""));
  g_autoptr (JsonNode) value = json_node_init_string (json_node_alloc (), "Mine");
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);

  json_node_seal (value);
  g_assert_true (run_asks (window));
  g_assert_true (troupe_document_set (TROUPE_DOCUMENT (get_document (window)), name, value, "Edit",
                                      NULL, NULL));
  g_assert_false (run_asks (window));
  g_free (write_file ("taken.json", SCRIPT (AFTER ("late", "begin", "5"))));
  wait_until (has_other, window);
  troupe_page_compare_versions (page);
  wait_until (is_compared, window);
  g_signal_emit_by_name (find_labelled (get_versions (page), "Apply"), "clicked");
  g_assert_null (get_versions (page));
  g_assert_true (run_asks (window));
  close_window (window);
}

/* Clicks the button @label of the first row of the list of differences that has it. */
static void
choose (TroupeWindow *window, const char *label, guint nth)
{
  GtkWidget *list = get_part (window, TROUPE_TYPE_VERSIONS_LIST, 0);
  GtkWidget *button;

  for (guint i = 0;; i++)
    {
      guint left = i;

      button = find_nth (list, GTK_TYPE_TOGGLE_BUTTON, &left);
      g_assert_nonnull (button);
      if (g_str_equal (gtk_button_get_label (GTK_BUTTON (button)), label) && nth-- == 0)
        break;
    }
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
}

/* Another file has no common history with the document: nothing is decided. What is taken from it is one undo
 * step, leaves the file of the document alone, and must be allowed again. */
static void
test_other_file (void)
{
  g_autofree char *path = write_file ("ann.json", SCRIPT (AFTER ("ours", "begin", "7")));
  g_autofree char *other =
      write_file ("bob.json", SCRIPT (AFTER ("ours", "begin", "7") AFTER ("late", "begin", "6")));
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  TroupeDocument *document = TROUPE_DOCUMENT (get_document (window));
  g_autoptr (JsonNode) before = json_node_ref (troupe_document_get_root (document));
  g_autofree char *text = NULL;
  g_autofree char *now = NULL;

  g_assert_true (run_asks (window));
  g_assert_false (run_asks (window));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  troupe_window_compare_with (window, other);
  wait_until (is_compared, window);
  g_assert_cmpint (get_mark (window, 1, "late"), ==, TROUPE_CANVAS_MARK_ADDED);
  g_assert_true (has_label (get_versions (page), "bob.json"));
  g_assert_true (has_label (get_versions (page), "This Document"));
  g_assert_true (
      has_label (get_part (window, TROUPE_TYPE_VERSIONS_LIST, 0), "only in the other file"));
  g_assert_false (gtk_widget_get_sensitive (find_labelled (get_versions (page), "Apply")));
  /* A check of the document's own file does not end the comparison. */
  troupe_page_look_at_disk (page);
  choose (window, "Other", 0);
  wait_until (is_compared, window);
  g_assert_true (gtk_widget_get_sensitive (find_labelled (get_versions (page), "Apply")));
  g_signal_emit_by_name (find_labelled (get_versions (page), "Apply"), "clicked");
  g_assert_null (get_versions (page));
  g_assert_nonnull (troupe_tree_get (troupe_document_get_root (document), "methods", "late", NULL));
  g_assert_true (troupe_document_is_modified (document));
  g_assert_cmpstr (troupe_document_get_path (document), ==, path);
  g_assert_true (g_file_get_contents (path, &now, NULL, NULL));
  g_assert_cmpstr (now, ==, text);
  g_assert_true (run_asks (window));
  g_assert_true (troupe_document_undo (document));
  g_assert_true (json_node_equal (before, troupe_document_get_root (document)));
  close_window (window);
}

/* Keeping everything changes nothing, and Escape leaves. */
static void
test_other_kept (void)
{
  g_autofree char *path = write_file ("kept.json", BASE);
  g_autofree char *other = write_file ("kept-other.json", THEIRS);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  TroupeDocument *document = TROUPE_DOCUMENT (get_document (window));

  for (guint i = 0; i < 2; i++)
    {
      troupe_window_compare_with (window, other);
      wait_until (is_compared, window);
      g_signal_emit_by_name (
          find_labelled (get_versions (page), i == 0 ? "Keep All of Mine" : "Close"), "clicked");
      g_assert_null (get_versions (page));
      g_assert_false (troupe_document_is_modified (document));
    }
  close_window (window);
}

static gboolean
has_error (gpointer user_data)
{
  return find_dialog () != NULL;
}

/* Only documents of the same type are compared; a message says why others are not. */
static void
test_other_refused (void)
{
  g_autofree char *path = write_file ("flow-here.json", BASE);
  g_autofree char *crew = get_example ("research-crew/crew.jsonc");
  g_autofree char *broken = write_file ("broken.json", "{\"methods\": {");
  const char *const cases[][2] = { { crew, "It is a crew" }, { broken, "Line 1" } };
  TroupeWindow *window = open_window (path);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      troupe_window_compare_with (window, cases[i][0]);
      wait_until (has_error, NULL);
      g_test_message ("%s", adw_message_dialog_get_body (find_dialog ()));
      g_assert_nonnull (strstr (adw_message_dialog_get_body (find_dialog ()), cases[i][1]));
      gtk_window_destroy (GTK_WINDOW (find_dialog ()));
      g_assert_null (get_versions (troupe_window_get_page (window)));
    }
  close_window (window);
}

#define CONFLICT(base)                                                                             \
  "{\n  \"schema\": \"crewai.flow/v1\",\n  \"name\": \"Versions\",\n  \"methods\": {\n"            \
  "<<<<<<< HEAD\n" METHOD ("begin", "\"start\": true",                                             \
                           "10") ",\n" base "=======\n" METHOD ("begin", "\"start\": true", "11")  \
      AFTER ("late", "begin", "5") ",\n>>>>>>> feature\n" METHOD ("end", "\"listen\": \"begin\"",  \
                                                                  "3") "\n  }\n}\n"

/* Returns TRUE if the cursor is at the first marker. */
static gboolean
is_at_conflict (GtkWidget *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  GtkTextIter cursor, end;
  g_autofree char *text = NULL;

  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  end = cursor;
  gtk_text_iter_forward_chars (&end, 7);
  text = gtk_text_iter_get_text (&cursor, &end);
  return g_str_equal (text, "<<<<<<<");
}

/* Opens a file that has conflict markers of Git, and compares both versions. */
static TroupeWindow *
open_conflict (const char *name, const char *text)
{
  g_autofree char *path = write_file (name, text);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  guint nth = 0;
  GtkWidget *pane = find_nth (GTK_WIDGET (page), TROUPE_TYPE_SOURCE_PANE, &nth);

  g_assert_nonnull (pane);
  nth = 0;
  g_assert_nonnull (troupe_document_get_broken_text (troupe_page_get_document (page)));
  g_assert_nonnull (find_labelled (GTK_WIDGET (page), "Compare Both Versions"));
  g_assert_true (is_at_conflict (find_nth (pane, GTK_TYPE_TEXT_VIEW, &nth)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare-conflict", NULL);
  return window;
}

/* The version of the current branch becomes the document, and the other one is compared with it. With the
 * common base, what only one version has changed is decided. Saving writes a file without markers. */
static void
test_conflict (void)
{
  const char *const expression[] = { "methods", "begin", "do", "expr", NULL };
  TroupeWindow *window =
      open_conflict ("conflict.json",
                     CONFLICT ("||||||| 1234567\n" METHOD ("begin", "\"start\": true", "1") ",\n"));
  TroupePage *page = troupe_window_get_page (window);
  TroupeDocument *document = troupe_page_get_document (page);
  GtkWidget *list;
  JsonNode *root;

  wait_until (is_compared, window);
  g_assert_null (troupe_document_get_broken_text (document));
  g_assert_true (troupe_document_is_modified (document));
  list = get_part (window, TROUPE_TYPE_VERSIONS_LIST, 0);
  g_assert_true (has_label (get_versions (page), "feature"));
  g_assert_true (has_label (list, "changed on both sides · expr"));
  g_assert_true (has_label (list, "new in the other version"));
  choose (window, "Mine", 0);
  g_signal_emit_by_name (find_labelled (get_versions (page), "Apply"), "clicked");
  g_assert_null (get_versions (page));
  root = troupe_document_get_root (document);
  g_assert_cmpstr (json_node_get_string (troupe_json_tree_get (root, expression)), ==, "10");
  g_assert_nonnull (troupe_tree_get (root, "methods", "late", NULL));
  g_assert_nonnull (troupe_tree_get (root, "methods", "end", NULL));
  /* The page shows the flow, not the text. */
  g_assert_true (troupe_page_get_front (page) == GTK_WIDGET (troupe_page_get_content (page)));
  g_assert_true (troupe_document_undo (document));
  g_assert_null (troupe_tree_get (troupe_document_get_root (document), "methods", "late", NULL));
  g_assert_true (troupe_document_undo (document));
  g_assert_nonnull (troupe_document_get_broken_text (document));
  close_window (window);
}

/* A version that cannot be read is named with the place in the file, and the text stays. */
static void
test_broken_side (void)
{
  TroupeWindow *window =
      open_conflict ("broken-side.json",
                     "{\"methods\": {\n<<<<<<< HEAD\n  \"a\": {\n=======\n  \"a\": {}\n"
                     ">>>>>>> feature\n}}\n");

  wait_until (has_error, NULL);
  g_test_message ("%s", adw_message_dialog_get_body (find_dialog ()));
  g_assert_nonnull (strstr (adw_message_dialog_get_body (find_dialog ()), "“HEAD”"));
  g_assert_nonnull (strstr (adw_message_dialog_get_body (find_dialog ()), "ine 8"));
  gtk_window_destroy (GTK_WINDOW (find_dialog ()));
  g_assert_nonnull (troupe_document_get_broken_text (TROUPE_DOCUMENT (get_document (window))));
  close_window (window);
}

/* A method that was restored is drawn without a mark. */
static void
test_gone_and_back (void)
{
  TroupeWindow *window = open_versions ("gone-back.json");
  TroupeDocument *document = TROUPE_DOCUMENT (get_document (window));
  const char *path[] = { "methods", "late", NULL };
  g_autoptr (JsonNode) value = NULL;

  value = json_node_ref (
      troupe_tree_get (troupe_document_get_root (troupe_versions_view_get_theirs (
                           TROUPE_VERSIONS_VIEW (get_versions (troupe_window_get_page (window))))),
                       path[0], path[1], NULL));
  g_assert_true (troupe_document_set (document, path, value, "Edit", NULL, NULL));
  wait_until (is_compared, window);
  g_assert_cmpint (get_mark (window, 0, "late"), ==, TROUPE_CANVAS_MARK_NONE);
  g_assert_cmpint (get_mark (window, 1, "late"), ==, TROUPE_CANVAS_MARK_NONE);
  g_assert_true (troupe_document_set (document, (const char *[]){ "methods", "gone", NULL }, NULL,
                                      "Edit", NULL, NULL));
  wait_until (is_compared, window);
  g_assert_cmpint (get_mark (window, 0, "gone"), ==, -1);
  g_assert_cmpint (get_mark (window, 1, "gone"), ==, -1);
  g_assert_true (troupe_document_undo (document));
  wait_until (is_compared, window);
  g_assert_cmpint (get_mark (window, 1, "gone"), ==, TROUPE_CANVAS_MARK_REMOVED);
  close_window (window);
}

/* --- Narrow windows --------------------------------------------------------------------------- */

static gboolean
shows_one (gpointer user_data)
{
  return gtk_widget_get_mapped (GTK_WIDGET (get_canvas (user_data, 0))) !=
         gtk_widget_get_mapped (GTK_WIDGET (get_canvas (user_data, 1)));
}

static void
test_narrow (void)
{
  TroupeWindow *window = open_versions ("narrow.json");
  TroupePage *page = troupe_window_get_page (window);
  GtkWidget *list = get_part (window, TROUPE_TYPE_VERSIONS_LIST, 0);
  GtkWidget *texts[] = { get_part (window, GTK_TYPE_TEXT_VIEW, 0),
                         get_part (window, GTK_TYPE_TEXT_VIEW, 1) };

  g_assert_false (shows_one (window));
  troupe_versions_view_set_narrow (TROUPE_VERSIONS_VIEW (get_versions (page)), TRUE);
  wait_until (shows_one, window);
  g_assert_true (gtk_widget_get_mapped (texts[0]));
  g_assert_false (gtk_widget_get_mapped (texts[1]));
  /* The switch between the versions is above the list. */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_labelled (get_versions (page), "Disk")),
                                TRUE);
  wait_until (shows_one, window);
  g_assert_false (gtk_widget_get_mapped (texts[0]));
  g_assert_true (gtk_widget_get_mapped (texts[1]));
  g_assert_true (gtk_widget_get_mapped (list));
  troupe_versions_view_set_narrow (TROUPE_VERSIONS_VIEW (get_versions (page)), FALSE);
  g_assert_false (shows_one (window));
  g_assert_true (gtk_widget_get_mapped (texts[0]));
  finish (window);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window-versions/marks", test_marks);
  g_test_add_func ("/window-versions/reasons", test_reasons);
  g_test_add_func ("/window-versions/places", test_places);
  g_test_add_func ("/window-versions/replaced", test_replaced);
  g_test_add_func ("/window-versions/renamed", test_renamed);
  g_test_add_func ("/window-versions/common-view", test_common_view);
  g_test_add_func ("/window-versions/selection", test_selection);
  g_test_add_func ("/window-versions/words", test_words);
  g_test_add_func ("/window-versions/choices-stay", test_choices_stay);
  g_test_add_func ("/window-versions/taken-asks", test_taken_asks);
  g_test_add_func ("/window-versions/other-file", test_other_file);
  g_test_add_func ("/window-versions/other-kept", test_other_kept);
  g_test_add_func ("/window-versions/other-refused", test_other_refused);
  g_test_add_func ("/window-versions/conflict", test_conflict);
  g_test_add_func ("/window-versions/broken-side", test_broken_side);
  g_test_add_func ("/window-versions/gone-and-back", test_gone_and_back);
  g_test_add_func ("/window-versions/narrow", test_narrow);
  return window_test_run ();
}
