/* test-window-repair.c: documents with errors: open, repair, save
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-source-pane.h"
#include "window-test.h"

#include <gtksourceview/gtksource.h>

#define GOOD                                                                                       \
  "{\n  \"schema\": \"crewai.flow/v1\",\n  \"name\": \"Mended\",\n  \"methods\": {\n"              \
  "    \"a\": { \"start\": true, \"do\": { \"call\": \"expression\", \"expr\": \"1\" } }\n  "      \
  "}\n}\n"
#define CUT_OFF                                                                                    \
  "{\n  \"schema\": \"crewai.flow/v1\",\n  \"name\": \"Mended\",\n  \"methods\": {\n"              \
  "    \"a\": { \"start\": true, \"do\": { \"call\": \"expression\", \"expr\": \"1\" } \n"
#define NO_ACTION                                                                                  \
  "{\n  \"schema\": \"crewai.flow/v1\",\n  \"name\": \"Half\",\n  \"methods\": {\n"                \
  "    \"a\": { \"start\": true, \"do\": { \"call\": \"expression\", \"expr\": \"1\" } },\n"       \
  "    \"b\": { \"listen\": \"a\" }\n  }\n}\n"

static GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_type (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
get_pane (TroupePage *page)
{
  return troupe_page_text_get_pane (troupe_page_get_text (page));
}

static GtkTextBuffer *
get_buffer (TroupePage *page)
{
  return gtk_text_view_get_buffer (
      GTK_TEXT_VIEW (find_type (get_pane (page), GTK_SOURCE_TYPE_VIEW)));
}

static char *
get_text (TroupePage *page)
{
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (get_buffer (page), &start, &end);
  return gtk_text_buffer_get_text (get_buffer (page), &start, &end, FALSE);
}

static gboolean
is_mended (gpointer user_data)
{
  return !troupe_document_has_errors (troupe_page_get_document (user_data));
}

static gboolean
is_broken (gpointer user_data)
{
  return troupe_document_get_broken_text (troupe_page_get_document (user_data)) != NULL;
}

static void
assert_file (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

/* A document that cannot be drawn at all opens as text. */
static void
test_text (void)
{
  g_autofree char *path = write_file ("cut-off.json", CUT_OFF);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  TroupeDocument *document = troupe_page_get_document (page);
  g_autofree char *shown = NULL, *texts = NULL, *after = NULL;
  GtkListBox *list;
  GtkTextIter cursor;

  g_assert_true (troupe_page_get_front (page) == get_pane (page));
  g_assert_true (TROUPE_IS_SOURCE_PANE (get_pane (page)));
  shown = get_text (page);
  g_assert_cmpstr (shown, ==, CUT_OFF);
  g_assert_false (troupe_document_is_modified (document));
  texts = list_texts (get_pane (page));
  g_assert_nonnull (strstr (texts, "1 error"));

  /* A row of the list leads to the line and column. */
  list = GTK_LIST_BOX (find_type (get_pane (page), GTK_TYPE_LIST_BOX));
  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 0));
  gtk_text_buffer_get_iter_at_mark (get_buffer (page), &cursor,
                                    gtk_text_buffer_get_insert (get_buffer (page)));
  g_assert_cmpint (gtk_text_iter_get_line (&cursor), >=, 4);

  /* As soon as the text is valid, the document becomes a normal flow. */
  gtk_text_buffer_set_text (get_buffer (page), GOOD, -1);
  wait_until (is_mended, page);
  g_assert_cmpuint (
      troupe_flow_get_n_methods (troupe_flow_document_get_flow (get_document (window))), ==, 1);
  g_assert_true (troupe_document_is_modified (document));
  g_assert_cmpint (get_notice (page), ==, TROUPE_RUN_NOTICE_NONE);
  g_signal_emit_by_name (get_pane (page), "drawing-requested");
  g_assert_true (troupe_page_get_front (page) == GTK_WIDGET (troupe_page_get_content (page)));

  /* The repair is one undo step and can be redone. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  g_assert_true (is_broken (page));
  g_assert_false (troupe_document_is_modified (document));
  g_assert_true (troupe_page_get_front (page) == get_pane (page));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.redo", NULL);
  g_assert_true (is_mended (page));
  assert_file (path, CUT_OFF);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_saved, window);
  g_assert_null (find_dialog ());
  after = troupe_document_to_text (document, NULL);
  g_assert_cmpstr (after, ==, GOOD);
  assert_file (path, GOOD);
  close_window (window);
}

/* A broken document can still be saved after a confirmation. */
static void
test_saved_broken (void)
{
  g_autofree char *path = write_file ("stays-broken.json", CUT_OFF);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);

  gtk_text_buffer_set_text (get_buffer (page), "{ \"name\": ", -1);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (has_dialog, NULL);
  g_assert_nonnull (strstr (adw_message_dialog_get_heading (find_dialog ()), "CrewAI Cannot Load"));
  answer_dialog ("cancel");
  assert_file (path, CUT_OFF);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (has_dialog, NULL);
  answer_dialog ("save");
  wait_until (is_saved, window);
  assert_file (path, "{ \"name\": ");
  g_assert_true (is_broken (page));
  close_window (window);
}

/* A document that can be drawn despite its errors is drawn, and its problems are listed. */
static void
test_drawn (void)
{
  g_autofree char *path = write_file ("no-action.json", NO_ACTION);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  g_autofree char *text = NULL;

  g_assert_true (troupe_page_get_front (page) == GTK_WIDGET (troupe_page_get_content (page)));
  g_assert_true (troupe_document_has_errors (troupe_page_get_document (page)));
  g_assert_cmpint (get_notice (page), ==, TROUPE_RUN_NOTICE_ERRORS);
  g_assert_cmpuint (
      troupe_flow_get_n_methods (troupe_flow_document_get_flow (get_document (window))), ==, 2);
  g_signal_emit_by_name (
      troupe_editor_frame_get_notice (troupe_editor_get_frame (get_editor (page))), "activated");
  g_assert_true (troupe_page_get_front (page) == get_pane (page));
  text = get_text (page);
  g_assert_cmpstr (text, ==, NO_ACTION);

  /* An edit on the card repairs the document as well as an edit of the text. */
  g_assert_true (troupe_flow_document_set_action_type (get_document (window), "b",
                                                       TROUPE_ACTION_EXPRESSION, NULL));
  g_assert_true (is_mended (page));
  g_free (text);
  text = get_text (page);
  g_assert_nonnull (strstr (text, "\"do\""));
  close_window (window);
}

/* A text with a syntax error has no tree. An edit of the tree therefore fails and does not
 * overwrite the user's text. */
static void
test_no_edit_over_text (void)
{
  g_autofree char *path = write_file ("untouched.json", CUT_OFF);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert_null (troupe_flow_document_add_method (get_document (window), "x",
                                                  TROUPE_ACTION_EXPRESSION, &error));
  g_assert_error (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT);
  text = troupe_document_to_text (troupe_page_get_document (page), NULL);
  g_assert_cmpstr (text, ==, CUT_OFF);
  close_window (window);
}

/* A file that is not text or has another type is not opened. */
static void
test_refused (void)
{
  static const char *const texts[] = { "\x89PNG\r\n", "[1, 2]", "just words" };
  TroupeWindow *window = open_window (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = write_file ("other.json", texts[i]);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      troupe_window_open_file (window, file);
      wait_until (has_dialog, NULL);
      g_assert_false (has_page (window));
      answer_dialog ("close");
    }
  close_window (window);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window-repair/text", test_text);
  g_test_add_func ("/window-repair/saved-broken", test_saved_broken);
  g_test_add_func ("/window-repair/drawn", test_drawn);
  g_test_add_func ("/window-repair/no-edit-over-text", test_no_edit_over_text);
  g_test_add_func ("/window-repair/refused", test_refused);
  return window_test_run ();
}
