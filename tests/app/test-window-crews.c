/* test-window-crews.c: conversion of a flow's crew to a project and back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "troupe-crew-content.h"
#include "troupe-crew-inspector.h"
#include "troupe-page-content.h"
#include "troupe-test-work.h"
#include "window-test.h"

static const char flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"f\", \"methods\": {\"begin\": {\"start\": true, "
    "\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, \"work\": {\"listen\": \"begin\", "
    "\"do\": {\"call\": \"crew\", \"with\": {\"name\": \"c\", \"agents\": {\"one\": {\"role\": "
    "\"One\", \"goal\": \"g\", \"backstory\": \"b\"}}, \"tasks\": [{\"name\": \"t\", "
    "\"description\": \"d\", \"expected_output\": \"o\", \"agent\": \"one\"}]}}}}}\n";

static gboolean
is_offered (TroupeFlowContent *content, const char *action)
{
  return g_action_group_get_action_enabled (
      troupe_flow_crews_get_actions (troupe_flow_content_get_crews (content)), action);
}

static const TroupeFlowAction *
get_crew (TroupeWindow *window)
{
  return troupe_flow_find_method (troupe_flow_document_get_flow (get_document (window)), "work")
      ->action;
}

/* Only the conversion that is suitable for the method is offered. Each conversion is a single
 * undo step, and the files remain. */
static void
test_both_ways (void)
{
  g_autofree char *path = write_file ("with-crew.json", flow);
  g_autofree char *around = g_path_get_dirname (path);
  g_autofree char *folder = g_build_filename (around, "made", NULL);
  g_autofree char *crew = g_build_filename (folder, "crew.jsonc", NULL);
  g_autofree char *agent = g_build_filename (folder, "agents", "one.jsonc", NULL);
  g_autofree char *now = NULL;
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  TroupeFlowContent *content = TROUPE_FLOW_CONTENT (troupe_page_get_content (page));
  TroupeFlowCrews *crews = troupe_flow_content_get_crews (content);

  troupe_editor_select_method (get_editor (page), "begin");
  g_assert_false (is_offered (content, "make-project"));
  g_assert_false (is_offered (content, "put-inline"));
  troupe_editor_select_method (get_editor (page), "work");
  g_assert_true (is_offered (content, "make-project"));
  g_assert_false (is_offered (content, "put-inline"));

  g_assert_true (troupe_flow_crews_make_project (crews, "work", folder));
  g_assert_nonnull (get_crew (window)->reference);
  g_assert_true (g_file_test (crew, G_FILE_TEST_IS_REGULAR));
  g_assert_true (g_file_test (agent, G_FILE_TEST_IS_REGULAR));
  g_assert_false (is_offered (content, "make-project"));
  g_assert_true (is_offered (content, "put-inline"));
  /* The flow's file is written only when it is saved. */
  g_assert_true (g_file_get_contents (path, &now, NULL, NULL));
  g_assert_cmpstr (now, ==, flow);

  g_assert_true (troupe_flow_crews_put_inline (crews, "work"));
  g_assert_null (get_crew (window)->reference);
  g_assert_true (g_file_test (crew, G_FILE_TEST_IS_REGULAR));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  g_assert_nonnull (get_crew (window)->reference);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  g_assert_null (get_crew (window)->reference);
  /* If the folder already contains a crew, nothing is written and the flow is unchanged. */
  g_assert_false (troupe_flow_crews_make_project (crews, "work", folder));
  g_assert_null (get_crew (window)->reference);
  close_window (window);
}

static gboolean
is_in_form (gpointer user_data)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (user_data));

  return focus != NULL && gtk_widget_get_ancestor (focus, TROUPE_TYPE_CREW_INSPECTOR) != NULL;
}

static char *
dup_selected (TroupeCrewEditor *editor)
{
  char *id = NULL;

  g_object_get (editor, "selected", &id, NULL);
  return id;
}

static gboolean
has_label (GtkWidget *root, const char *text)
{
  if (GTK_IS_LABEL (root) && g_str_equal (gtk_label_get_text (GTK_LABEL (root)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_label (child, text))
      return TRUE;
  return FALSE;
}

/* The bar counts the visible objects: methods, or tasks and agents. */
static void
test_bar (void)
{
  g_autofree char *path = write_file ("counted.json", flow);
  TroupeWindow *window = open_window (path);
  TroupePageContent *content = troupe_page_get_content (troupe_window_get_page (window));
  TroupeFlowInner *inner = troupe_flow_content_get_inner (TROUPE_FLOW_CONTENT (content));
  GtkWidget *bar;

  g_assert_true (troupe_flow_inner_enter (inner, "work"));
  bar = troupe_page_content_get_bar (content);
  g_assert_true (has_label (bar, "1 task · 1 agent"));
  troupe_flow_inner_leave (inner);
  g_assert_false (has_label (bar, "1 task · 1 agent"));
  close_window (window);
}

/* A problem can be shown from the flow and from inside of the crew. The task is selected, and
 * the field with the problem has the focus. */
static void
test_problem_inside (void)
{
  g_auto (GStrv) halves = g_strsplit (flow, "\"expected_output\": \"o\"", 2);
  g_autofree char *wrong = g_strjoinv ("\"expected_output\": 3", halves);
  g_autofree char *path = write_file ("with-mistake.json", wrong);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  TroupePageContent *content = troupe_page_get_content (page);
  TroupeFlowInner *inner = troupe_flow_content_get_inner (TROUPE_FLOW_CONTENT (content));
  GPtrArray *problems = troupe_document_get_problems (troupe_page_get_document (page));
  const TroupeProblem *problem = problems->pdata[0];
  g_autoptr (TroupeProblem) around =
      troupe_problem_new (TROUPE_SEVERITY_ERROR, "wrong_type", "methods.work.do.with",
                          "Of the whole crew.");

  g_assert_cmpstr (problem->path, ==, "methods.work.do.with.tasks[0].expected_output");
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *selected = NULL;

      gtk_window_set_focus (GTK_WINDOW (window), NULL);
      troupe_page_content_show_problem (content, problem);
      g_assert_nonnull (troupe_flow_inner_get_editor (inner));
      selected = dup_selected (troupe_flow_inner_get_editor (inner));
      g_assert_cmpstr (selected, ==, "task:0");
      wait_until (is_in_form, window);
    }
  /* A problem of the method itself is shown in the flow. */
  around->method = g_strdup ("work");
  troupe_page_content_show_problem (content, around);
  g_assert_null (troupe_flow_inner_get_editor (inner));
  close_window (window);
}

/* An agent that is in use cannot be deleted and stays selected. */
static void
test_delete_agent_at_work (void)
{
  g_autofree char *path = write_file ("with-worker.json", flow);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  TroupeFlowInner *inner =
      troupe_flow_content_get_inner (TROUPE_FLOW_CONTENT (troupe_page_get_content (page)));
  g_autofree char *selected = NULL;
  TroupeCrewEditor *editor;

  g_assert_true (troupe_flow_inner_enter (inner, "work"));
  editor = troupe_flow_inner_get_editor (inner);
  troupe_crew_editor_select (editor, "agent:one");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (editor), "crew.delete", NULL));
  selected = dup_selected (editor);
  g_assert_cmpstr (selected, ==, "agent:one");
  g_assert_false (troupe_document_is_modified (troupe_page_get_document (page)));
  close_window (window);
}

/* Counts the rows of the bar's menu, and the insensitive rows and buttons. */
static void
count_pale (GtkWidget *widget, guint *n_rows, guint *n_pale)
{
  const gboolean is_row = g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkModelButton");

  if (is_row || GTK_IS_BUTTON (widget))
    {
      *n_rows += is_row;
      *n_pale += !gtk_widget_is_sensitive (widget);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    count_pale (child, n_rows, n_pale);
}

/* The bar of panels moves with the crew into its frame and back, and all of its entries stay
 * sensitive. */
static void
test_bar_goes_along (void)
{
  g_autofree char *path = write_file ("with-bar.json", flow);
  TroupeWindow *window = open_window (path);
  TroupePageContent *content = troupe_page_get_content (troupe_window_get_page (window));
  TroupeFlowInner *inner = troupe_flow_content_get_inner (TROUPE_FLOW_CONTENT (content));

  for (guint i = 0; i < 3; i++)
    {
      guint n_rows = 0, n_pale = 0;

      if (i == 1)
        g_assert_true (troupe_flow_inner_enter (inner, "work"));
      else if (i == 2)
        troupe_flow_inner_leave (inner);
      count_pale (troupe_page_content_get_bar (content), &n_rows, &n_pale);
      g_assert_cmpuint (n_rows, ==, 6);
      g_assert_cmpuint (n_pale, ==, 0);
    }
  close_window (window);
}

/* The window shows what a run of the document would refuse, until it is corrected. */
static void
test_refusals (void)
{
  static const char missing[] =
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"f\", \"methods\": {\"work\": {\"start\": true, "
      "\"do\": {\"call\": \"crew\", \"from_declaration\": \"crews/none/crew.jsonc\"}}}}\n";
  g_autofree char *path = write_file ("refused.json", missing);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.panel-problems", NULL);
  wait_for_text (GTK_WIDGET (page), "Fails in CrewAI 1.15: 1 place");
  wait_for_text (GTK_WIDGET (page), "The method will fail when it is reached.");
  close_window (window);
}

/* A new crew is part of the flow and can run as it is: it has no problem that the user did not cause, and it opens. */
static void
test_new_crew (void)
{
  g_autofree char *path = write_file ("grows.json", flow);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  TroupePageContent *content = troupe_page_get_content (page);
  TroupeFlowInner *inner = troupe_flow_content_get_inner (TROUPE_FLOW_CONTENT (content));
  TroupeEditor *editor = get_editor (page);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.panel-problems", NULL);
  wait_for_text (GTK_WIDGET (page), "2 methods");
  gtk_widget_activate_action (GTK_WIDGET (editor), "flow.add-method", "s", "crew");
  wait_for_text (GTK_WIDGET (page), "3 methods");
  troupe_editor_select_method (editor, "crew");
  wait_for_text (GTK_WIDGET (page), "No problems");
  g_assert_false (shows_text (GTK_WIDGET (page), "does not exist"));
  g_assert_true (is_offered (TROUPE_FLOW_CONTENT (content), "make-project"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (editor), "flow.open-crew", NULL));
  g_assert_cmpstr (troupe_flow_inner_get_method (inner), ==, "crew");
  close_window (window);
}

static gboolean
has_save_dialog (gpointer user_data)
{
  GList *windows = gtk_window_list_toplevels ();
  gboolean found = FALSE;

  for (GList *l = windows; l != NULL; l = l->next)
    if (ADW_IS_MESSAGE_DIALOG (l->data) &&
        g_strcmp0 (adw_message_dialog_get_heading (l->data), "Save the Flow First") == 0)
      {
        found = TRUE;
        adw_message_dialog_response (l->data, "cancel");
      }
  g_list_free (windows);
  return found;
}

/* A flow without a file has no folder from which it could refer to a crew, so it is saved first. */
static void
test_unsaved (void)
{
  static const char *const actions[] = { "crew-place.choose-file", "crew-place.create-file" };
  static const char *const place[] = { "methods", "work", "do", NULL };
  TroupeWindow *window = open_window (NULL);
  TroupePage *page;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.new", NULL);
  page = troupe_window_get_page (window);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_assert_true (
          gtk_widget_activate_action (GTK_WIDGET (get_editor (page)), actions[i], "^as", place));
      g_assert_true (has_save_dialog (NULL));
    }
  close_window (window);
}

/* Returns TRUE if the run of the saved document has begun, or was asked about. */
static gboolean
goes_on (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);
  g_autofree char *texts = list_texts (GTK_WIDGET (page));

  return troupe_document_get_path (troupe_page_get_document (page)) != NULL &&
         (troupe_page_is_running (page) || find_consent () != NULL ||
          strstr (texts, "Finished") != NULL || strstr (texts, "The run failed") != NULL ||
          strstr (texts, "Add Key") != NULL);
}

/* A crew that was never saved has no folder for the files of its tasks. In a folder that others use, a run would
 * refuse to write them after the calls were paid for, so it does not begin. */
static void
test_unsaved_output (void)
{
  static const char *const paths[][4] = { { "tasks", "0", "description", NULL },
                                          { "tasks", "0", "expected_output", NULL },
                                          { "tasks", "0", "output_file", NULL } };
  static const char *const values[] = { "Write.", "A text", "out/article.md" };
  TroupeWindow *window = open_window (NULL);
  TroupeDocument *document;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.new-crew", NULL);
  wait_until (has_page, window);
  document = troupe_page_get_document (troupe_window_get_page (window));
  troupe_document_set_folder (document, g_get_home_dir ());
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (JsonNode) value = json_node_init_string (json_node_alloc (), values[i]);

      json_node_seal (value);
      g_assert_true (troupe_document_set (document, paths[i], value, "Write", NULL, NULL));
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_dialog, NULL);
  g_assert_cmpstr (adw_message_dialog_get_heading (find_dialog ()), ==, "Save the Crew First");
  g_assert_false (troupe_page_is_running (troupe_window_get_page (window)));
  adw_message_dialog_response (find_dialog (), "cancel");
  gtk_window_destroy (GTK_WINDOW (find_dialog ()));

  /* The run that was requested follows when the crew is saved. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_dialog, NULL);
  adw_message_dialog_response (find_dialog (), "win.save-and-run");
  gtk_window_destroy (GTK_WINDOW (find_dialog ()));
  {
    g_autofree char *path = write_file ("unsaved-output/x", "");
    g_autofree char *around = g_path_get_dirname (path);
    g_autofree char *folder = g_build_filename (around, "trip", NULL);

    save_in_chooser (folder);
  }
  wait_until (goes_on, window);
  close_window (window);
}

static gboolean
shows_crew (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return page != NULL && TROUPE_IS_CREW_CONTENT (troupe_page_get_content (page));
}

/* A crew that was created here does not count as coming from elsewhere, neither when it is created nor
 * when it is opened later. */
static void
test_created (void)
{
  static const char *const place[] = { "methods", "work", "do", NULL };
  static const char empty[] =
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"f\", \"methods\": {\"work\": {\"start\": true, "
      "\"do\": {\"call\": \"crew\", \"from_declaration\": \"crew.jsonc\"}}}}";
  g_autofree char *path = write_file ("creates.json", empty);
  g_autofree char *around = g_path_get_dirname (path);
  g_autofree char *folder = g_build_filename (around, "created", NULL);
  TroupeWindow *window = open_window (path);
  TroupeFlowContent *content =
      TROUPE_FLOW_CONTENT (troupe_page_get_content (troupe_window_get_page (window)));

  g_assert_true (troupe_flow_crews_create (troupe_flow_content_get_crews (content), place, folder));
  wait_until (shows_crew, window);
  g_assert_true (
      troupe_document_is_own (troupe_page_get_document (troupe_window_get_page (window))));
  close_window (window);

  window = open_window (folder);
  wait_until (shows_crew, window);
  g_assert_true (
      troupe_document_is_own (troupe_page_get_document (troupe_window_get_page (window))));
  close_window (window);
}

static gboolean
has_begun (gpointer window)
{
  TroupePage *page = troupe_window_get_page (window);

  return troupe_page_is_running (page) ||
         troupe_run_controller_is_starting (
             troupe_page_content_get_running (troupe_page_get_content (page)));
}

/* A method whose crew does not exist offers to create one, and the problem has the same fix. */
static void
test_missing (void)
{
  static const char missing[] =
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"f\", \"methods\": {\"work\": {\"start\": true, "
      "\"do\": {\"call\": \"crew\", \"from_declaration\": \"crew.jsonc\", \"inputs\": "
      "{\"topic\": \"bees\"}}}}}\n";
  g_autofree char *path = write_file ("no-crew.json", missing);
  TroupeWindow *window = open_window (path);
  TroupeFlowContent *content =
      TROUPE_FLOW_CONTENT (troupe_page_get_content (troupe_window_get_page (window)));
  TroupeFlowCrews *crews = troupe_flow_content_get_crews (content);
  GtkWidget *dialog = NULL;
  g_auto (GStrv) crumbs = NULL;
  GList *windows;

  /* Run says that the crew is missing, and shows the problem. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_for_text (GTK_WIDGET (window), "The crew of “work” does not exist.");
  wait_for_text (GTK_WIDGET (troupe_window_get_page (window)), "New Crew Inline");
  g_assert_false (has_begun (window));

  g_assert_true (troupe_flow_crews_offer (crews, "work"));
  windows = gtk_window_list_toplevels ();
  for (GList *l = windows; l != NULL; l = l->next)
    if (ADW_IS_MESSAGE_DIALOG (l->data))
      dialog = l->data;
  g_list_free (windows);
  g_assert_nonnull (dialog);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "inline");
  g_assert_null (get_crew (window)->reference);
  g_assert_nonnull (get_crew (window)->definition);
  g_assert_false (troupe_flow_crews_offer (crews, "work"));
  /* The new crew is open. */
  crumbs = troupe_page_content_list_crumbs (TROUPE_PAGE_CONTENT (content));
  g_assert_cmpuint (g_strv_length (crumbs), ==, 2);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  g_assert_nonnull (get_crew (window)->reference);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.panel-problems", NULL);
  wait_for_text (GTK_WIDGET (troupe_window_get_page (window)), "New Crew Inline");
  close_window (window);
}

static gboolean
has_output (gpointer window)
{
  return troupe_monitor_get_output (get_monitor (troupe_window_get_page (window)), "go") != NULL;
}

/* A missing crew of a method that no run can reach does not keep the flow from running. */
static void
test_missing_unreached (void)
{
  static const char text[] =
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"f\", \"methods\": {\"go\": {\"start\": true, "
      "\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, \"idle\": {\"listen\": \"later\", "
      "\"do\": {\"call\": \"crew\", \"from_declaration\": \"crew.jsonc\"}}}}\n";
  g_autofree char *path = write_file ("unreached.json", text);
  TroupeWindow *window = open_window (path);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_consent_dialog, NULL);
  answer_consent (TRUE);
  wait_until (has_output, window);
  close_window (window);
}

static gboolean
has_second_task (gpointer editor)
{
  g_autofree char *selected = NULL;

  g_object_get (editor, "selected", &selected, NULL);
  return g_strcmp0 (selected, "task:1") == 0;
}

/* A crew whose task says nothing is not run, because the answer of a model would be of no use. The task
 * is selected, and the problems are shown. */
static void
test_empty_task (void)
{
  static const char text[] =
      "{\"agents\": [\"one\"], \"tasks\": [{\"name\": \"first\", \"description\": \"d\", "
      "\"expected_output\": \"o\", \"agent\": \"one\"}, {\"name\": \"second\", "
      "\"description\": \" \", \"expected_output\": \"\", \"agent\": \"one\"}]}\n";
  static const char *const path[] = { "tasks", "1", "description", NULL };
  g_autofree char *file = write_file ("empty-task/crew.jsonc", text);
  g_autofree char *agent = write_file (
      "empty-task/agents/one.jsonc",
      "{\"role\": \"One\", \"goal\": \"g\", \"backstory\": \"b\", \"llm\": \"mock/echo\"}");
  TroupeWindow *window = open_still_window (file);
  TroupePageContent *content = troupe_page_get_content (troupe_window_get_page (window));
  TroupeCrewEditor *editor = troupe_crew_content_get_editor (TROUPE_CREW_CONTENT (content));
  g_autoptr (JsonNode) words = json_node_init_string (json_node_alloc (), "Say it.");
  TroupeRoundsOptions options = { .n = 1 };
  g_autoptr (TroupeTestWork) work = NULL;

  /* The file is looked at before a run. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_second_task, editor);
  g_assert_false (has_begun (window));

  /* Neither is it tested, trained or run as a batch. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.batch", NULL);
  g_assert_cmpint (adw_tab_view_get_n_pages (window->tab_view), ==, 1);
  work = troupe_test_work_new (content, troupe_page_content_get_crew (content));
  troupe_test_work_start (work, &options);
  g_assert_false (troupe_rounds_starter_is_busy (troupe_test_work_get_starter (work)));
  troupe_test_work_close (work);

  g_assert_true (troupe_document_set (troupe_page_get_document (troupe_window_get_page (window)),
                                      path, words, "Write", NULL, NULL));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_begun, window);
  wait_until (is_idle, window);
  close_window (window);
}

int
main (int argc, char **argv)
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/app/crews/both-ways", test_both_ways);
  g_test_add_func ("/app/crews/bar", test_bar);
  g_test_add_func ("/app/crews/problem-inside", test_problem_inside);
  g_test_add_func ("/app/crews/delete-agent-at-work", test_delete_agent_at_work);
  g_test_add_func ("/app/crews/bar-goes-along", test_bar_goes_along);
  g_test_add_func ("/app/crews/refusals", test_refusals);
  g_test_add_func ("/app/crews/new", test_new_crew);
  g_test_add_func ("/app/crews/unsaved", test_unsaved);
  g_test_add_func ("/app/crews/unsaved-output", test_unsaved_output);
  g_test_add_func ("/app/crews/created", test_created);
  g_test_add_func ("/app/crews/missing", test_missing);
  g_test_add_func ("/app/crews/missing-unreached", test_missing_unreached);
  g_test_add_func ("/app/crews/empty-task", test_empty_task);
  return window_test_run ();
}
