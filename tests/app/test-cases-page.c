/* test-cases-page.c: the tests of a document in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "troupe-cases-page.h"
#include "troupe-subpage.h"
#include "window-test.h"

#define FLOW                                                                                       \
  "{\"schema\": \"crewai.flow/v1\", \"name\": \"f\", \"state\": {\"type\": \"dict\", "             \
  "\"default\": {\"topic\": \"Sun\"}}, \"x-troupe\": {\"asked\": []}, \"methods\": {\"a\": "       \
  "{\"start\": true, \"do\": {\"call\": "                                                          \
  "\"agent\", \"with\": {\"role\": \"Writer\", \"goal\": \"g\", \"backstory\": \"b\", \"llm\": "   \
  "\"mock/echo\", \"input\": \"About ${state.topic}\"}}}}}"
#define TESTS                                                                                      \
  "{\"cases\": ["                                                                                  \
  "{\"name\": \"good\", \"inputs\": {\"topic\": \"Rain\"}, \"answers\": [{\"agent\": "             \
  "\"Writer\", \"answer\": \"It rains\"}, {\"agent\": \"Judge\", \"answer\": {\"score\": 0.9, "    \
  "\"reason\": \"clear\"}}], \"expect\": [\"text == 'It rains'\"], \"judges\": [{\"says\": \"It "  \
  "is clear\", \"model\": \"mock/echo\"}]},"                                                       \
  "{\"name\": \"bad\", \"answers\": [{\"answer\": \"no\"}], \"expect\": [\"text == 'yes'\", "      \
  "\"calls.total == 1\"]}]}"

/* Writes a flow and its file of tests, and returns the path of the flow. @tests: (nullable). (transfer full) */
static char *
write_tests (const char *name, const char *tests)
{
  char *path = write_file (name, FLOW);
  g_autofree char *beside = troupe_test_file_find_beside (path);

  if (tests != NULL)
    g_assert_true (g_file_set_contents (beside, tests, -1, NULL));
  return path;
}

static TroupeCasesPage *
get_page (TroupeWindow *window)
{
  TroupeSubpage *page =
      troupe_subpage_find (troupe_page_get_content (troupe_window_get_page (window)));

  return page != NULL && TROUPE_IS_CASES_PAGE (troupe_subpage_get_child (page))
             ? TROUPE_CASES_PAGE (troupe_subpage_get_child (page))
             : NULL;
}

/* (transfer none) */
static TroupeCaseWork *
get_work (TroupeCasesPage *page)
{
  TroupeCaseWork *work = NULL;

  g_object_get (page, "work", &work, NULL);
  g_object_unref (work);
  return work;
}

/* Returns the first widget of a type at or below @widget. (transfer none) (nullable) */
static GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
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

/* Returns the first name in the table of the cases. (transfer none) (nullable) */
static GtkWidget *
find_name (GtkWidget *widget)
{
  GtkWidget *found =
      GTK_IS_LABEL (widget) && gtk_widget_has_css_class (widget, "first") ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); found == NULL && child != NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_name (child);
  return found;
}

/* Returns TRUE if a label of the page begins with @text. */
static gboolean
shows_start (TroupeCasesPage *page, const char *text)
{
  g_autofree char *texts = list_texts (GTK_WIDGET (page));

  return strstr (texts, text) != NULL;
}

static gboolean
is_at_rest (gpointer user_data)
{
  TroupeCasesPage *page = get_page (user_data);

  return page != NULL && !troupe_case_work_is_busy (get_work (page));
}

static TroupeCasesPage *
open_page (TroupeWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cases", NULL);
  wait_until (is_at_rest, window);
  return get_page (window);
}

static gboolean
asks_or_rests (gpointer user_data)
{
  return find_consent () != NULL || is_at_rest (user_data);
}

/* Performs an action of the page, agrees to what it asks for, and waits until it has ended. */
static void
perform (TroupeWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (get_page (window)), action, NULL));
  for (;;)
    {
      wait_until (asks_or_rests, window);
      if (find_consent () == NULL)
        break;
      answer_consent (TRUE);
    }
}

static TroupeCaseState
get_state (TroupeCasesPage *page, guint index, guint column)
{
  g_autoptr (TroupeCaseItem) item =
      g_list_model_get_item (troupe_case_table_get_items (TROUPE_CASE_TABLE (
                                 find_type (GTK_WIDGET (page), TROUPE_TYPE_CASE_TABLE))),
                             index);

  return troupe_case_item_get_state (item, column);
}

static void
test_run (void)
{
  g_autofree char *path = write_tests ("cases-1.json", TESTS);
  TroupeWindow *window = open_window (path);
  TroupeCasesPage *page = open_page (window);
  const TroupeCaseResult *result = NULL;
  const TroupeCaseCheck *check = NULL;

  g_assert_true (shows_text (GTK_WIDGET (page), "2 cases, not run yet"));
  g_assert_cmpint (get_state (page, 0, 0), ==, TROUPE_CASE_NOT_RUN);
  perform (window, "cases.run-all");
  g_assert_true (shows_start (page, "1 case passed, 1 failed · score 0.90"));
  g_assert_cmpint (get_state (page, 0, 0), ==, TROUPE_CASE_PASSED);
  g_assert_cmpint (get_state (page, 1, 0), ==, TROUPE_CASE_FAILED);
  result = troupe_case_work_get_result (get_work (page), 0, 0);
  g_assert_cmpuint (result->checks->len, ==, 2);
  check = result->checks->pdata[1];
  g_assert_cmpstr (check->says, ==, "It is clear");
  g_assert_cmpstr (check->reason, ==, "clear");
  g_assert_cmpfloat (check->score, ==, 0.9);
  result = troupe_case_work_get_result (get_work (page), 0, 1);
  check = result->checks->pdata[0];
  g_assert_nonnull (strstr (check->failure, "text == 'yes'"));
  check = result->checks->pdata[1];
  g_assert_null (check->failure);
  g_assert_cmpuint (result->n_calls, ==, 1);
  /* Only the case that failed, then the selected one. */
  perform (window, "cases.run-failed");
  g_assert_true (troupe_case_work_get_result (get_work (page), 0, 1) != result);
  gtk_single_selection_set_selected (
      GTK_SINGLE_SELECTION (gtk_column_view_get_model (
          GTK_COLUMN_VIEW (find_type (GTK_WIDGET (page), GTK_TYPE_COLUMN_VIEW)))),
      0);
  perform (window, "cases.run-one");
  g_assert_cmpint (get_state (page, 0, 0), ==, TROUPE_CASE_PASSED);
  /* A name that is cut shows its end, in which the names of tests made from runs differ. */
  g_assert_cmpint (gtk_label_get_ellipsize (GTK_LABEL (find_name (GTK_WIDGET (page)))), ==,
                   PANGO_ELLIPSIZE_MIDDLE);
  close_window (window);
}

static gboolean
asks_or_has_models (gpointer user_data)
{
  return find_consent () != NULL || troupe_case_work_get_n_columns (get_work (user_data)) == 3;
}

/* A column for each model. */
static void
test_models (void)
{
  GtkWidget *entry = NULL;
  static const char tests[] = "{\"cases\": [{\"name\": \"x\", \"expect\": [\"text == 'x'\"]}]}";
  g_autofree char *path = write_tests ("cases-2.json", tests);
  TroupeWindow *window = open_window (path);
  TroupeCasesPage *page = open_page (window);

  entry = find_type (
      GTK_WIDGET (troupe_subpage_find (troupe_page_get_content (troupe_window_get_page (window)))),
      GTK_TYPE_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "mock/say:x, mock/say:y");
  g_signal_emit_by_name (entry, "activate");
  /* The work is at rest until it has begun, also after a permission was granted, which is stored first. */
  for (;;)
    {
      wait_until (asks_or_has_models, page);
      if (find_consent () == NULL)
        break;
      answer_consent (TRUE);
    }
  for (;;)
    {
      wait_until (asks_or_rests, window);
      if (find_consent () == NULL)
        break;
      answer_consent (TRUE);
    }
  g_assert_cmpuint (troupe_case_work_get_n_columns (get_work (page)), ==, 3);
  g_assert_cmpint (get_state (page, 0, 1), ==, TROUPE_CASE_PASSED);
  g_assert_cmpint (get_state (page, 0, 2), ==, TROUPE_CASE_FAILED);
  g_assert_true (shows_start (page, "mock/say:y: 0 cases passed, 1 failed"));
  close_window (window);
}

/* A file with errors is not run, and says where they are. */
static void
test_problems (void)
{
  static const char tests[] =
      "{\"cases\": [\n  {\"name\": \"x\", \"nonsense\": 1, \"expect\": [\"text ==\"]}]}";
  g_autofree char *path = write_tests ("cases-3.json", tests);
  TroupeWindow *window = open_window (path);
  TroupeCasesPage *page = open_page (window);
  TroupeTestFile *file = troupe_case_work_get_file (get_work (page));

  g_autofree char *texts = list_texts (GTK_WIDGET (page));

  g_test_message ("%s", texts);
  g_assert_cmpuint (file->problems->len, ==, 2);
  g_assert_true (strstr (texts, ":2:") != NULL);
  gtk_widget_activate_action (GTK_WIDGET (page), "cases.run-all", NULL);
  g_assert_true (is_at_rest (window));
  g_assert_cmpint (get_state (page, 0, 0), ==, TROUPE_CASE_NOT_RUN);
  close_window (window);
}

static gboolean
has_cases (gpointer user_data)
{
  TroupeTestFile *file = troupe_case_work_get_file (get_work (get_page (user_data)));

  return is_at_rest (user_data) && file != NULL && file->cases->len == 1;
}

static gboolean
has_ended (gpointer user_data)
{
  TroupePageContent *content = troupe_page_get_content (troupe_window_get_page (user_data));

  return troupe_page_run_get_started (troupe_page_content_get_run (content)) != 0 &&
         !troupe_page_run_is_under_way (troupe_page_content_get_run (content));
}

static gboolean
has_consent_or_run (gpointer user_data)
{
  return find_consent () != NULL || has_ended (user_data);
}

/* A test of the last run passes without calls. */
static void
test_from_run (void)
{
  g_autofree char *path = write_tests ("cases-4.json", NULL);
  TroupeWindow *window = open_window (path);
  TroupeCasesPage *page = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_consent_or_run, window);
  if (find_consent () != NULL)
    answer_consent (TRUE);
  wait_until (has_ended, window);
  page = open_page (window);
  g_assert_true (shows_start (page, "There are no tests yet."));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.new-case", NULL);
  wait_until (has_cases, window);
  g_assert_true (troupe_test_case_is_offline (
      troupe_case_work_get_file (get_work (page))->cases->pdata[0], FALSE));
  perform (window, "cases.run-all");
  g_assert_cmpint (get_state (page, 0, 0), ==, TROUPE_CASE_PASSED);
  close_window (window);
}

int
main (int argc, char **argv)
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/cases-page/run", test_run);
  g_test_add_func ("/cases-page/models", test_models);
  g_test_add_func ("/cases-page/problems", test_problems);
  g_test_add_func ("/cases-page/from-run", test_from_run);
  return window_test_run ();
}
