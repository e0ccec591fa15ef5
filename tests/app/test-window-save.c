/* test-window-save.c: saving documents asynchronously
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <sys/resource.h>

#include "troupe-crew-content.h"
#include "troupe-crew-edit.h"
#include "troupe-window-save.h"
#include "window-test.h"

static const char flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"Saved\", \"methods\": {\"a\": {\"start\": true,"
    " \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}}\n";

static gboolean
file_has (const char *path, const char *text)
{
  g_autofree char *content = NULL;

  g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
  return strstr (content, text) != NULL;
}

static void
rename_method (TroupeWindow *window, const char *from, const char *to)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_flow_document_rename_method (get_document (window), from, to, &error));
  g_assert_no_error (error);
}

static void
save (TroupeWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
}

/* An edit while the file is being written is kept and still counts as unsaved. */
static void
test_edit_while_writing (void)
{
  g_autofree char *path = write_file ("edited.json", flow);
  TroupeWindow *window = open_window (path);
  g_autofree char *subtitle = NULL;

  rename_method (window, "a", "first");
  save (window);
  g_assert_true (window->is_saving);
  subtitle = troupe_page_get_subtitle (troupe_window_get_page (window));
  g_assert_cmpstr (subtitle, ==, "Saving…");
  rename_method (window, "first", "second");
  wait_until (is_written, window);
  g_assert_true (file_has (path, "\"first\""));
  g_assert_true (troupe_document_is_modified (TROUPE_DOCUMENT (get_document (window))));
  g_assert_nonnull (
      troupe_flow_find_method (troupe_flow_document_get_flow (get_document (window)), "second"));

  /* The file was not changed by another program, so there is no prompt. */
  save (window);
  wait_until (is_saved, window);
  g_assert_null (find_dialog ());
  g_assert_true (file_has (path, "\"second\""));
  troupe_document_undo (TROUPE_DOCUMENT (get_document (window)));
  troupe_document_undo (TROUPE_DOCUMENT (get_document (window)));
  save (window);
  wait_until (is_saved, window);
  g_assert_true (file_has (path, "\"a\""));
  close_window (window);
}

/* If the document is saved twice in succession, the file is written twice in the same order. */
static void
test_saved_twice (void)
{
  g_autofree char *path = write_file ("twice.json", flow);
  TroupeWindow *window = open_window (path);

  rename_method (window, "a", "first");
  save (window);
  rename_method (window, "first", "second");
  save (window);
  wait_until (is_saved, window);
  g_assert_null (find_dialog ());
  g_assert_true (file_has (path, "\"second\""));
  close_window (window);
}

static gboolean
has_no_page (gpointer user_data)
{
  return troupe_window_get_page (user_data) == NULL;
}

static void
test_closing_waits (void)
{
  g_autofree char *path = write_file ("closing.json", flow);
  TroupeWindow *window = open_window (path);

  rename_method (window, "a", "first");
  save (window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  g_assert_nonnull (troupe_window_get_page (window));
  wait_until (has_no_page, window);
  g_assert_null (find_dialog ());
  g_assert_true (file_has (path, "\"first\""));
  close_window (window);
}

static gboolean
is_gone (gpointer user_data)
{
  return gtk_application_get_windows (GTK_APPLICATION (window_test_application)) == NULL;
}

static void
test_closing_the_window_waits (void)
{
  g_autofree char *path = write_file ("window.json", flow);
  TroupeWindow *window = open_window (path);

  rename_method (window, "a", "first");
  save (window);
  gtk_window_close (GTK_WINDOW (window));
  g_assert_false (is_gone (NULL));
  wait_until (is_gone, NULL);
  g_assert_true (file_has (path, "\"first\""));
}

/* A write error is reported, and nothing is lost or closed. */
static void
test_failure_keeps_everything (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "gone", NULL);
  g_autofree char *path = NULL;
  TroupeWindow *window;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  path = write_file ("gone/lost.json", flow);
  window = open_window (path);
  rename_method (window, "a", "first");
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  save (window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  wait_until (has_dialog, NULL);
  answer_dialog (adw_message_dialog_get_close_response (find_dialog ()));
  g_assert_nonnull (troupe_window_get_page (window));
  g_assert_true (troupe_document_is_modified (TROUPE_DOCUMENT (get_document (window))));
  g_assert_false (window->is_saving);
  close_window (window);
}

static gboolean
has_file_dialog (gpointer user_data)
{
  GtkNativeDialog *dialog = TROUPE_WINDOW (user_data)->file_dialog;

  return dialog != NULL && gtk_native_dialog_get_visible (dialog);
}

/* A full disk is reported, and the document can be saved elsewhere. It is simulated by a limit for the
 * size of files. */
static void
test_full_disk (void)
{
  g_autofree char *path = write_file ("full.json", flow);
  g_autofree char *elsewhere = g_build_filename (g_get_user_data_dir (), "elsewhere.json", NULL);
  TroupeWindow *window = open_window (path);
  struct rlimit limit, small;
  GLogLevelFlags mask;

  rename_method (window, "a", "first");
  troupe_drafts_flush (troupe_services_get_drafts (TROUPE_SERVICES (window_test_application)));
  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  small = limit;
  small.rlim_cur = 16;
  /* GTK may write its list of recent files meanwhile, which fails as well. */
  mask = g_log_set_always_fatal (G_LOG_LEVEL_ERROR | G_LOG_LEVEL_CRITICAL);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  save (window);
  wait_until (has_dialog, NULL);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_log_set_always_fatal (mask);
  g_assert_nonnull (strstr (adw_message_dialog_get_body (find_dialog ()), "full.json"));
  g_assert_true (file_has (path, "\"a\""));
  answer_dialog ("save-as");
  wait_until (has_file_dialog, window);
  g_signal_emit_by_name (window->file_dialog, "response", GTK_RESPONSE_CANCEL);
  troupe_window_save_chosen (window, troupe_window_get_page (window), elsewhere, NULL);
  wait_until (is_saved, window);
  g_assert_true (file_has (elsewhere, "\"first\""));
  close_window (window);
}

static const char slow_flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"Slow\", \"methods\": {\"a\": {\"start\": true,"
    " \"do\": {\"call\": \"agent\", \"with\": {\"role\": \"R\", \"goal\": \"G\", \"backstory\": "
    "\"B\", \"llm\": \"mock/slow\", \"input\": \"one two three four five six seven eight nine ten "
    "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty\"}}}}}";

static gboolean
is_running (gpointer user_data)
{
  return troupe_page_is_running (troupe_window_get_page (user_data));
}

/* Canceling the file chooser does not count as a confirmation, so closing again still prompts
 * about the run. */
static void
test_given_up_save_agrees_to_nothing (void)
{
  g_autofree char *path = write_file ("slow.json", slow_flow);
  TroupeWindow *window = open_window (path);
  g_autoptr (TroupeFlowDocument) fresh = troupe_flow_document_new ();
  TroupePage *running = troupe_window_get_page (window);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (is_running, window);
  troupe_window_add_document (window, TROUPE_DOCUMENT (fresh));
  rename_method (window, "begin", "first");
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_dialog, NULL);
  answer_dialog ("save");
  wait_until (has_file_dialog, window);
  g_signal_emit_by_name (window->file_dialog, "response", GTK_RESPONSE_CANCEL);
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (fresh)));
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (fresh)));
  g_assert_true (troupe_page_is_running (running));

  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_dialog, NULL);
  g_assert_nonnull (strstr (adw_message_dialog_get_body (find_dialog ()), "Slow"));
  answer_dialog ("cancel");
  g_assert_true (troupe_page_is_running (running));
  close_window (window);
}

/* --- Closing with several unsaved documents ---------------------------------------------------- */

static GtkWidget *
find_check (GtkWidget *widget, const char *file)
{
  GtkWidget *found = NULL;

  if (ADW_IS_ACTION_ROW (widget) &&
      g_str_has_suffix (adw_action_row_get_subtitle (ADW_ACTION_ROW (widget)), file))
    return adw_action_row_get_activatable_widget (ADW_ACTION_ROW (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_check (child, file);
  return found;
}

static gboolean
has_two_pages (gpointer user_data)
{
  return adw_tab_view_get_n_pages (TROUPE_WINDOW (user_data)->tab_view) == 2 &&
         has_page (user_data);
}

/* The dialog names every unsaved document; the checked ones are saved, the others are not. */
static void
test_several_unsaved (void)
{
  g_autofree char *path = write_file ("kept.json", flow);
  g_autofree char *other = write_file ("dropped.json", flow);
  g_autoptr (GFile) file = g_file_new_for_path (other);
  TroupeWindow *window = open_window (path);
  GtkWidget *check;

  rename_method (window, "a", "first");
  troupe_window_open_file (window, file);
  wait_until (has_two_pages, window);
  rename_method (window, "a", "second");
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_dialog, NULL);
  g_assert_nonnull (find_check (GTK_WIDGET (find_dialog ()), "kept.json"));
  check = find_check (GTK_WIDGET (find_dialog ()), "dropped.json");
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (check)));
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), FALSE);
  answer_dialog ("save");
  wait_until (is_gone, NULL);
  g_assert_true (file_has (path, "\"first\""));
  g_assert_true (file_has (other, "\"a\""));
}

/* A single document is named in the question. */
static void
test_one_unsaved (void)
{
  g_autofree char *path = write_file ("single.json", flow);
  TroupeWindow *window = open_window (path);

  rename_method (window, "a", "first");
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_dialog, NULL);
  g_assert_nonnull (strstr (adw_message_dialog_get_heading (find_dialog ()), "Saved"));
  answer_dialog ("discard");
  wait_until (is_gone, NULL);
  g_assert_true (file_has (path, "\"a\""));
}

/* --- Closing before a run starts -------------------------------------------------------------- */

static gboolean
is_null (gpointer user_data)
{
  return *(gpointer *) user_data == NULL;
}

/* If the window is closed while the store is being opened, no run starts. */
static void
test_closed_while_it_opens (void)
{
  g_autofree char *path = write_file ("gone.json", flow);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  TroupeStore *store;

  if (troupe_services_peek_store (TROUPE_SERVICES (window_test_application), &store))
    {
      g_test_skip ("another test has opened the store before");
      close_window (window);
      return;
    }
  g_object_add_weak_pointer (G_OBJECT (page), (gpointer *) &page);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  close_window (window);
  wait_until (is_null, &page);
  runs =
      troupe_store_list_runs (troupe_services_get_store (TROUPE_SERVICES (window_test_application)),
                              path, 10, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (runs->len, ==, 0);
}

static gboolean
has_one_run (gpointer user_data)
{
  g_autoptr (GPtrArray) runs =
      troupe_store_list_runs (troupe_services_get_store (TROUPE_SERVICES (window_test_application)),
                              user_data, 0, NULL);

  return runs != NULL && runs->len == 1;
}

/* The run of a document that has no file yet belongs to the file that the document gets. A later
 * copy of the document has no runs. */
static void
test_run_before_saving (void)
{
  g_autofree char *path = write_file ("first.json", "x");
  g_autofree char *other = write_file ("copy.json", "x");
  TroupeWindow *window = open_window (NULL);
  g_autoptr (TroupeFlowDocument) fresh = troupe_flow_document_new ();
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (GError) error = NULL;
  TroupePage *page;

  g_assert_no_errno (g_unlink (path));
  g_assert_no_errno (g_unlink (other));
  troupe_window_add_document (window, TROUPE_DOCUMENT (fresh));
  page = troupe_window_get_page (window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (is_running, window);
  wait_until (is_idle, window);
  troupe_window_save_chosen (window, page, path, NULL);
  wait_until (is_saved, window);
  wait_until (has_one_run, path);
  troupe_window_save_chosen (window, page, other, NULL);
  wait_until (is_saved, window);
  g_assert_true (has_one_run (path));
  runs =
      troupe_store_list_runs (troupe_services_get_store (TROUPE_SERVICES (window_test_application)),
                              other, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (runs->len, ==, 0);
  close_window (window);
}

static void
count_cb (guint *n)
{
  ++*n;
}

/* A flow that has no file yet can be run from a method on as well, with what its last run has done before it. */
static void
test_part_before_saving (void)
{
  static const char text[] =
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"Part\", \"methods\": {"
      "\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"3\"}}, "
      "\"b\": {\"listen\": \"a\", \"do\": {\"call\": \"expression\", \"expr\": \"outputs.a\"}}}}";
  TroupeWindow *window = open_window (NULL);
  g_autoptr (TroupeFlowDocument) fresh =
      troupe_flow_document_load_text (text, strlen (text), "Part", NULL, NULL);
  TroupePage *page = NULL;
  TroupePageRun *run = NULL;
  guint n_begun = 0;

  g_assert_nonnull (fresh);
  g_assert_null (troupe_document_get_path (TROUPE_DOCUMENT (fresh)));
  troupe_window_add_document (window, TROUPE_DOCUMENT (fresh));
  page = troupe_window_get_page (window);
  run = troupe_page_content_get_run (troupe_page_get_content (page));
  g_signal_connect_swapped (run, "begins", G_CALLBACK (count_cb), &n_begun);
  troupe_editor_select_method (get_editor (page), "b");
  /* Without a run, it says what is missing. */
  troupe_page_perform (page, "flow.run-from");
  wait_for_text (GTK_WIDGET (window),
                 "No run of this flow has reached “b” yet. Run the flow first.");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (is_running, window);
  wait_until (is_idle, window);
  g_assert_cmpuint (n_begun, ==, 1);
  troupe_page_perform (page, "flow.run-from");
  wait_until (is_running, window);
  wait_until (is_idle, window);
  g_assert_cmpuint (n_begun, ==, 2);
  g_signal_handlers_disconnect_by_data (run, &n_begun);
  close_window (window);
}

static gboolean
has_file (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return troupe_document_get_path (troupe_page_get_document (page)) != NULL &&
         is_written (user_data);
}

/* A new crew has no changes after it was saved, also if its agent got another ID before: the file of
 * the agent under its first ID never existed. */
static void
test_new_crew (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "new-crew", NULL);
  TroupeWindow *window = open_window (NULL);
  g_autoptr (GError) error = NULL;
  TroupeCrewEditor *editor;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.new-crew", NULL));
  wait_until (has_page, window);
  editor =
      troupe_crew_content_get_editor (troupe_crew_content_of (troupe_window_get_page (window)));
  g_assert_true (troupe_crew_edit_rename_agent (troupe_crew_editor_get_subject (editor), "agent",
                                                "editor", &error));
  g_assert_no_error (error);
  g_assert_nonnull (
      adw_tab_page_get_indicator_icon (adw_tab_view_get_nth_page (window->tab_view, 0)));
  troupe_window_save_chosen (window, troupe_window_get_page (window), folder, NULL);
  wait_until (has_file, window);
  g_assert_false (
      troupe_document_is_modified (troupe_page_get_document (troupe_window_get_page (window))));
  g_assert_null (adw_tab_page_get_indicator_icon (adw_tab_view_get_nth_page (window->tab_view, 0)));
  close_window (window);
}

static gboolean
one_is_kept (gpointer store)
{
  g_autoptr (GPtrArray) runs = troupe_store_list_runs (store, "/limited", 0, NULL);

  return runs->len == 1;
}

/* The limit of the run history takes effect immediately. */
static void
test_history_limit (void)
{
  TroupeStore *store = troupe_services_get_store (TROUPE_SERVICES (window_test_application));
  GSettings *settings = troupe_services_get_settings (TROUPE_SERVICES (window_test_application));

  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *id = g_uuid_string_random ();
      TroupeRunRecord record = { .id = id,
                                 .name = (char *) "n",
                                 .path = (char *) "/limited",
                                 .digest = (char *) "d",
                                 .started_us = g_get_real_time () };

      troupe_store_begin_run (store, &record);
      troupe_store_end_run (store, id, TROUPE_RUN_STATUS_OK, NULL, NULL);
    }
  g_assert_false (one_is_kept (store));
  g_settings_set_uint (settings, "history-max-runs", 1);
  wait_until (one_is_kept, store);
  g_settings_reset (settings, "history-max-runs");
}

static gboolean
is_in_folder (gpointer user_data)
{
  GtkWidget *chooser = find_chooser ();
  g_autoptr (GFile) folder =
      chooser != NULL ? gtk_file_chooser_get_current_folder (GTK_FILE_CHOOSER (chooser)) : NULL;

  return folder != NULL && g_strcmp0 (g_file_peek_path (folder), user_data) == 0;
}

static gboolean
has_gone_idle (gpointer user_data)
{
  return !g_main_context_pending (NULL);
}

/* The first save of a document that belongs in a folder, such as that of a Python flow, begins there
 * and without an error. */
static void
test_own_folder (void)
{
  g_autofree char *path = write_file ("own-folder/other.json", flow);
  g_autofree char *folder = g_path_get_dirname (path);
  TroupeWindow *window = open_window (NULL);
  g_autoptr (GList) windows = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.new", NULL);
  troupe_document_set_folder (TROUPE_DOCUMENT (get_document (window)), folder);
  save (window);
  wait_until (is_in_folder, folder);
  wait_until (has_gone_idle, NULL);
  g_assert_null (find_dialog ());
  g_assert_true (is_in_folder (folder));
  windows = gtk_window_list_toplevels ();
  for (GList *link = windows; link != NULL; link = link->next)
    g_assert_false (GTK_IS_MESSAGE_DIALOG (link->data));
  gtk_dialog_response (GTK_DIALOG (find_chooser ()), GTK_RESPONSE_CANCEL);
  close_window (window);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window-save/closed-while-the-store-opens", test_closed_while_it_opens);
  g_test_add_func ("/window-save/edit-while-writing", test_edit_while_writing);
  g_test_add_func ("/window-save/saved-twice", test_saved_twice);
  g_test_add_func ("/window-save/own-folder", test_own_folder);
  g_test_add_func ("/window-save/closing-waits", test_closing_waits);
  g_test_add_func ("/window-save/closing-the-window-waits", test_closing_the_window_waits);
  g_test_add_func ("/window-save/full-disk", test_full_disk);
  g_test_add_func ("/window-save/failure-keeps-everything", test_failure_keeps_everything);
  g_test_add_func ("/window-save/given-up", test_given_up_save_agrees_to_nothing);
  g_test_add_func ("/window-save/several-unsaved", test_several_unsaved);
  g_test_add_func ("/window-save/one-unsaved", test_one_unsaved);
  g_test_add_func ("/window-save/run-before-saving", test_run_before_saving);
  g_test_add_func ("/window-save/part-before-saving", test_part_before_saving);
  g_test_add_func ("/window-save/new-crew", test_new_crew);
  g_test_add_func ("/window-save/history-limit", test_history_limit);
  return window_test_run ();
}
