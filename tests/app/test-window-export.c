/* test-window-export.c: export of pictures and pages, which are identical to those of troupectl,
 * and their import
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-export-dialog.h"
#include "window-test.h"

static const char flow[] = "{\"schema\": \"crewai.flow/v1\", \"name\": \"Handed on\", \"methods\": "
                           "{\"first\": {\"start\": "
                           "true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, "
                           "\"second\": {\"listen\": \"first\", "
                           "\"do\": {\"call\": \"expression\", \"expr\": \"2\"}}}}\n";

static TroupeExportDialog *
find_export (void)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GObject) window = g_list_model_get_item (windows, i);

      if (TROUPE_IS_EXPORT_DIALOG (window) && gtk_widget_get_visible (GTK_WIDGET (window)))
        return TROUPE_EXPORT_DIALOG (window);
    }
  return NULL;
}

static gboolean
is_made (gpointer user_data)
{
  return !troupe_export_dialog_is_busy (user_data);
}

static TroupeExportDialog *
open_export (TroupeWindow *window)
{
  TroupeExportDialog *dialog;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.export", NULL);
  dialog = find_export ();
  g_assert_nonnull (dialog);
  wait_until (is_made, dialog);
  return dialog;
}

/* Returns the output of `troupectl plot` for the same file. */
static GBytes *
plot (const char *path, const char *ending)
{
  g_autofree char *name = g_strconcat ("plotted", ending, NULL);
  g_autofree char *output = write_file (name, "");
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, g_getenv ("TROUPE_CTL"), "plot", path,
                        "-o", output, NULL);
  char *text;
  gsize length;

  g_assert_no_error (error);
  g_subprocess_wait_check (process, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (output, &text, &length, NULL));
  return g_bytes_new_take (text, length);
}

/* The command and the window write identical bytes, repeatedly. */
static void
test_same_bytes (void)
{
  g_autofree char *path = write_file ("handed-on.json", flow);
  TroupeWindow *window = open_window (path);
  TroupeExportDialog *dialog = open_export (window);

  for (TroupePlotFormat i = 0; i < TROUPE_PLOT_N_FORMATS; i++)
    {
      g_autoptr (GBytes) headless = plot (path, troupe_plot_format_get_ending (i));
      g_autoptr (GBytes) again = plot (path, troupe_plot_format_get_ending (i));

      troupe_export_dialog_set_format (dialog, i);
      wait_until (is_made, dialog);
      g_assert_nonnull (troupe_export_dialog_get_bytes (dialog));
      g_assert_true (g_bytes_equal (troupe_export_dialog_get_bytes (dialog), headless));
      g_assert_true (g_bytes_equal (again, headless));
    }
  gtk_window_close (GTK_WINDOW (dialog));
  close_window (window);
}

/* Finds the switch of the row with this title. */
static GtkSwitch *
find_switch (GtkWidget *widget, const char *title)
{
  if (ADW_IS_ACTION_ROW (widget) &&
      g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title))
    return GTK_SWITCH (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkSwitch *found = find_switch (child, title);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The choice to include the run is used for the next export, also of another document. */
static void
test_remembers_run (void)
{
  g_autofree char *path = write_file ("handed-on.json", flow);
  g_autofree char *other = get_example ("straight-line.json");
  GSettings *settings = troupe_services_get_settings (TROUPE_SERVICES (window_test_application));

  for (int i = 0; i < 3; i++)
    {
      TroupeWindow *window = open_window (i == 1 ? other : path);
      TroupeExportDialog *dialog = open_export (window);
      GtkSwitch *with_run = find_switch (GTK_WIDGET (dialog), "Include Run");
      GtkSwitch *with_texts = find_switch (GTK_WIDGET (dialog), "Prompts and Answers");

      g_assert_cmpint (gtk_switch_get_active (with_run), ==, i == 1);
      g_assert_cmpint (gtk_widget_is_sensitive (GTK_WIDGET (with_texts)), ==, i == 1);
      gtk_switch_set_active (with_run, i == 0);
      g_assert_cmpint (g_settings_get_boolean (settings, "export-with-run"), ==, i == 0);
      gtk_window_close (GTK_WINDOW (dialog));
      close_window (window);
    }
}

static gboolean
has_run (gpointer user_data)
{
  TroupePageContent *content =
      troupe_page_get_content (troupe_window_get_page (TROUPE_WINDOW (user_data)));

  return troupe_run_starter_get_unsaved_run (
             troupe_run_controller_get_starter (troupe_page_content_get_running (content))) != NULL;
}

static gboolean
can_include_run (gpointer user_data)
{
  return gtk_widget_is_sensitive (GTK_WIDGET (find_switch (GTK_WIDGET (user_data), "Include Run")));
}

/* The run of a document that was never saved can be included, too. */
static void
test_unsaved_run (void)
{
  TroupeWindow *window = open_window (NULL);
  TroupeExportDialog *dialog;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.new", NULL);
  dialog = open_export (window);
  g_assert_false (can_include_run (dialog));
  gtk_window_close (GTK_WINDOW (dialog));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_run, window);
  wait_until (is_idle, window);
  dialog = open_export (window);
  wait_until (can_include_run, dialog);
  gtk_window_close (GTK_WINDOW (dialog));
  close_window (window);
}

static gboolean
has_two_pages (gpointer user_data)
{
  return adw_tab_view_get_n_pages (TROUPE_WINDOW (user_data)->tab_view) == 2;
}

/* Emits the drop signal as GTK does when files are dropped on the window. */
static void
drop_file (TroupeWindow *window, GFile *file)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  GFile *files[] = { file };
  GdkFileList *list = gdk_file_list_new_from_array (files, 1);
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, list);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 10.0, 10.0, &taken);
    }
  g_assert_true (taken);
}

/* An exported file opens as a document without a file, regardless of whether it is dropped on
 * the window or opened. */
static void
test_round_trip (void)
{
  static const TroupePlotFormat formats[] = { TROUPE_PLOT_FORMAT_HTML, TROUPE_PLOT_FORMAT_SVG,
                                              TROUPE_PLOT_FORMAT_PNG };
  g_autofree char *path = write_file ("round.json", flow);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (formats); i++)
    {
      const TroupePlotFormat format = formats[i / 2];
      TroupeWindow *window = open_window (path);
      TroupeExportDialog *dialog = open_export (window);
      g_autofree char *name = g_strconcat ("round", troupe_plot_format_get_ending (format), NULL);
      g_autofree char *output = write_file (name, "");
      g_autoptr (GFile) file = g_file_new_for_path (output);
      g_autoptr (GError) error = NULL;

      troupe_export_dialog_set_format (dialog, format);
      wait_until (is_made, dialog);
      g_assert_true (troupe_export_dialog_write (dialog, output, &error));
      g_assert_no_error (error);
      g_assert_null (find_export ());

      if (i % 2 == 0)
        drop_file (window, file);
      else
        troupe_window_open_file (window, file);
      wait_until (has_two_pages, window);
      g_assert_nonnull (troupe_flow_find_method (
          troupe_flow_document_get_flow (get_document (window)), "second"));
      g_assert_null (troupe_document_get_path (TROUPE_DOCUMENT (get_document (window))));
      close_window (window);
    }
}

static gboolean
asks_or_runs (gpointer user_data)
{
  return find_consent () != NULL || troupe_page_is_running (troupe_window_get_page (user_data));
}

/* The document of a picture has no file, but it comes from elsewhere: it asks before it runs. */
static void
test_picture_asks (void)
{
  g_autofree char *path =
      write_file ("agent.json",
                  "{\"schema\": \"crewai.flow/v1\", \"name\": \"Reads\", \"methods\": "
                  "{\"a\": {\"start\": true, \"do\": {\"call\": \"agent\", \"with\": "
                  "{\"role\": \"r\", \"goal\": \"g\", \"backstory\": \"b\", \"llm\": "
                  "\"mock/echo\", \"tools\": [\"FileReadTool\"], \"input\": \"x\"}}}}}");
  TroupeWindow *window = open_window (path);
  TroupeExportDialog *dialog = open_export (window);
  g_autofree char *output = write_file ("agent.svg", "");
  g_autoptr (GFile) file = g_file_new_for_path (output);
  g_autoptr (GError) error = NULL;
  TroupeDocument *document;

  troupe_export_dialog_set_format (dialog, TROUPE_PLOT_FORMAT_SVG);
  wait_until (is_made, dialog);
  g_assert_true (troupe_export_dialog_write (dialog, output, &error));
  g_assert_no_error (error);
  troupe_window_open_file (window, file);
  wait_until (has_two_pages, window);
  document = TROUPE_DOCUMENT (get_document (window));
  g_assert_null (troupe_document_get_path (document));
  g_assert_false (troupe_document_is_own (document));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (asks_or_runs, window);
  g_assert_nonnull (find_consent ());
  answer_consent (FALSE);
  close_window (window);
}

/* A picture without an embedded document is reported and opens nothing. */
static void
test_foreign_picture (void)
{
  g_autofree char *path = write_file ("foreign.svg", "<svg><script>alert(1)</script></svg>");
  TroupeWindow *window = open_window (NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *texts = NULL;

  troupe_window_open_file (window, file);
  wait_until (has_dialog, window);
  texts = list_texts (GTK_WIDGET (find_dialog ()));
  g_assert_nonnull (strstr (texts, "contains no document"));
  answer_dialog ("close");
  g_assert_cmpint (adw_tab_view_get_n_pages (window->tab_view), ==, 0);
  close_window (window);
}

/* A secret blocks the export, and the line with the secret is reported. If the user has the
 * secret redacted, the export continues. */
static void
test_keys (void)
{
  g_autofree char *path = write_file (
      "keys.json",
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"Keys\", \"methods\": {\"a\": {\"start\": true, "
      "\"do\": {\"call\": \"expression\", \"expr\": "
      "\"'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'\"}}}}");
  TroupeWindow *window = open_window (path);
  TroupeExportDialog *dialog = open_export (window);
  g_autofree char *texts = list_texts (GTK_WIDGET (dialog));
  g_autofree char *masked = NULL;

  g_assert_null (troupe_export_dialog_get_bytes (dialog));
  g_assert_nonnull (strstr (texts, "a GitHub token"));
  g_assert_nonnull (strstr (texts, "line 1"));
  g_assert_null (strstr (texts, "ghp_"));
  gtk_widget_activate_action (GTK_WIDGET (dialog), "export.redact", NULL);
  wait_until (is_made, dialog);
  g_assert_nonnull (troupe_export_dialog_get_bytes (dialog));
  masked = g_strndup (g_bytes_get_data (troupe_export_dialog_get_bytes (dialog), NULL),
                      g_bytes_get_size (troupe_export_dialog_get_bytes (dialog)));
  g_assert_null (strstr (masked, "ghp_"));
  gtk_window_close (GTK_WINDOW (dialog));
  close_window (window);
}

static GtkWidget *
find_show (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), "Show") == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_show (child);

  return found;
}

/* Returns TRUE as soon as the field has the focus and its text is selected. */
static gboolean
has_selected (gpointer user_data)
{
  GtkWidget *focus = gtk_window_get_focus (user_data);
  g_autofree char *text = NULL;

  if (focus != NULL && GTK_IS_TEXT_VIEW (focus))
    {
      GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (focus));
      GtkTextIter start;
      GtkTextIter end;

      if (gtk_text_buffer_get_selection_bounds (buffer, &start, &end))
        text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
    }
  else if (focus != NULL && GTK_IS_EDITABLE (focus))
    {
      int start;
      int end;

      if (gtk_editable_get_selection_bounds (GTK_EDITABLE (focus), &start, &end))
        text = gtk_editable_get_chars (GTK_EDITABLE (focus), start, end);
    }

  return text != NULL && strstr (text, "ghp_") != NULL;
}

static void
test_show_key (void)
{
  g_autofree char *path = write_file (
      "shown.json",
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"Keys\", \"methods\": {\"a\": {\"start\": true, "
      "\"do\": {\"call\": \"expression\", \"expr\": \"state.topic\"}}, \"b\": {\"listen\": \"a\", "
      "\"do\": {\"call\": \"expression\", \"expr\": "
      "\"'ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'\"}}}}");
  TroupeWindow *window = open_window (path);
  TroupeExportDialog *dialog = open_export (window);
  GtkWidget *show = find_show (GTK_WIDGET (dialog));

  g_assert_nonnull (show);
  g_signal_emit_by_name (show, "clicked");
  g_assert_null (find_export ());
  wait_until (has_selected, window);
  close_window (window);
}

static gboolean
has_picture (gpointer user_data)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (user_data);

  return gdk_content_formats_contain_mime_type (gdk_clipboard_get_formats (clipboard), "image/png");
}

static void
test_copy (void)
{
  g_autofree char *path = write_file ("copy.json", flow);
  TroupeWindow *window = open_window (path);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.copy-picture", NULL);
  wait_until (has_picture, window);
  close_window (window);
}

int
main (int argc, char **argv)
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window/export/same-bytes", test_same_bytes);
  g_test_add_func ("/window/export/remembers-run", test_remembers_run);
  g_test_add_func ("/window/export/unsaved-run", test_unsaved_run);
  g_test_add_func ("/window/export/round-trip", test_round_trip);
  g_test_add_func ("/window/export/picture-asks", test_picture_asks);
  g_test_add_func ("/window/export/foreign-picture", test_foreign_picture);
  g_test_add_func ("/window/export/keys", test_keys);
  g_test_add_func ("/window/export/show-key", test_show_key);
  g_test_add_func ("/window/export/copy", test_copy);
  return window_test_run ();
}
