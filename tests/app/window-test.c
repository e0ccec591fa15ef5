/* window-test.c: fixture for tests of the main window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <unistd.h>

#include "../test-remove.h"
#include "../test-time.h"
#include "window-test.h"

/* Timeout of a wait in seconds. */
#define DEADLINE TEST_WAIT_S

const char paid_answer[] =
    "{\"id\": \"1\", \"object\": \"chat.completion\", \"model\": \"gpt-4.1-mini\", \"choices\": "
    "[{\"index\": 0, \"finish_reason\": \"stop\", \"message\": {\"role\": \"assistant\", "
    "\"content\": \"Leaves turn red.\"}}], \"usage\": {\"prompt_tokens\": 100000, "
    "\"completion_tokens\": 20000, \"total_tokens\": 120000}}";

TroupeApplication *window_test_application;

static gboolean
wake_up (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/* Returns TRUE for warnings that Troupe does not cause. GTK 4.8 queries the pointer of a
 * destroyed window if a tooltip was about to be shown, because windows of a test display open at
 * the pointer. GIO warns if the desktop has no notification server. */
static gboolean
is_of_the_desktop (const char *message)
{
  return strstr (message, "gdk_surface_get_device_position: assertion 'GDK_IS_SURFACE") != NULL ||
         strstr (message, "_gtk_widget_find_at_coords: assertion 'GDK_IS_SURFACE") != NULL ||
         strstr (message, "unable to send notifications") != NULL;
}

static gboolean
is_fatal (const char *domain, GLogLevelFlags level, const char *message, gpointer user_data)
{
  return !is_of_the_desktop (message);
}

void
wait_until_at (int line, const char *func, const char *name, Condition condition,
               gpointer user_data)
{
  const gint64 end = g_get_monotonic_time () + DEADLINE * G_USEC_PER_SEC;
  const guint source = g_timeout_add (20, wake_up, NULL);

  /* GLib resets the handler before each test. */
  g_test_log_set_fatal_handler (is_fatal, NULL);
  while (!condition (user_data) && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
  if (!condition (user_data))
    g_assertion_message_expr (G_LOG_DOMAIN, "window test", line, func, name);
}

char *
write_file (const char *name, const char *text)
{
  char *path = g_build_filename (g_get_user_data_dir (), name, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

char *
get_example (const char *name)
{
  return g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "data", "examples", name, NULL);
}

gboolean
has_page (gpointer user_data)
{
  return troupe_window_get_page (user_data) != NULL;
}

/* Returns the open message dialog, or NULL. */
AdwMessageDialog *
find_dialog (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_visible (window))
        return ADW_MESSAGE_DIALOG (window);
    }
  return NULL;
}

gboolean
has_dialog (gpointer user_data)
{
  return find_dialog () != NULL;
}

gboolean
has_no_dialog (gpointer user_data)
{
  return find_dialog () == NULL;
}

/* Emits the response as its button does, and waits until the dialog is closed. */
void
answer_dialog (const char *response)
{
  g_autoptr (AdwMessageDialog) dialog = g_object_ref (find_dialog ());

  adw_message_dialog_response (dialog, response);
  gtk_window_destroy (GTK_WINDOW (dialog));
  wait_until (has_no_dialog, NULL);
}

GtkWidget *
find_chooser (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *link = windows; link != NULL; link = link->next)
    if (GTK_IS_FILE_CHOOSER (link->data) && gtk_widget_get_mapped (link->data))
      return link->data;
  return NULL;
}

static gboolean
has_chooser (gpointer user_data)
{
  return find_chooser () != NULL;
}

/* Returns TRUE if the dialog would answer with the file. */
static gboolean
has_chosen (gpointer user_data)
{
  GtkWidget *chooser = find_chooser ();
  g_autoptr (GFile) file =
      chooser != NULL ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser)) : NULL;

  return file != NULL && g_file_equal (file, user_data);
}

void
save_in_chooser (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  wait_until (has_chooser, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (find_chooser ()), path);
  wait_until (has_chosen, file);
  gtk_dialog_response (GTK_DIALOG (find_chooser ()), GTK_RESPONSE_ACCEPT);
}

TroupeConsentDialog *
find_consent (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (TROUPE_IS_CONSENT_DIALOG (window) && gtk_widget_get_visible (window))
        return TROUPE_CONSENT_DIALOG (window);
    }
  return NULL;
}

gboolean
has_consent_dialog (gpointer user_data)
{
  return find_consent () != NULL;
}

static gboolean
has_no_consent_dialog (gpointer user_data)
{
  return find_consent () == NULL;
}

/* Returns TRUE if a button below the widget does something that is possible now. */
static gboolean
accepts_action (GtkWidget *widget, const char *action)
{
  if (GTK_IS_ACTIONABLE (widget) &&
      g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action) == 0)
    return gtk_widget_is_sensitive (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (accepts_action (child, action))
      return TRUE;
  return FALSE;
}

static gboolean
accepts_answer (gpointer user_data)
{
  return accepts_action (user_data, "consent.allow");
}

/* The dialog accepts no answer before it has been shown for a moment. */
void
answer_consent (gboolean allow)
{
  if (allow)
    wait_until (accepts_answer, find_consent ());
  gtk_widget_activate_action (GTK_WIDGET (find_consent ()),
                              allow ? "consent.allow" : "window.close", NULL);
  wait_until (has_no_consent_dialog, NULL);
}

static void
append_texts (GtkWidget *widget, GString *out)
{
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (out, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    append_texts (child, out);
}

char *
list_texts (GtkWidget *widget)
{
  GString *out = g_string_new (NULL);

  append_texts (widget, out);
  return g_string_free (out, FALSE);
}

typedef struct
{
  GtkWidget *widget;
  const char *text;
} Wanted;

gboolean
shows_text (GtkWidget *widget, const char *text)
{
  g_autofree char *texts = list_texts (widget);

  return strstr (texts, text) != NULL;
}

static gboolean
shows_wanted (gpointer user_data)
{
  const Wanted *wanted = user_data;

  return shows_text (wanted->widget, wanted->text);
}

void
wait_for_text (GtkWidget *widget, const char *text)
{
  Wanted wanted = { widget, text };

  g_test_message ("waits for “%s”", text);
  wait_until (shows_wanted, &wanted);
}

GtkWidget *
find_labelled (GtkWidget *widget, const char *label)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget))
    {
      g_autofree char *texts = list_texts (widget);

      if (g_str_equal (g_strchomp (texts), label))
        return widget;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_labelled (child, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
log_desktop (const char *domain, GLogLevelFlags level, const char *message, gpointer user_data)
{
  if (!is_of_the_desktop (message))
    g_log_default_handler (domain, level, message, user_data);
}

TroupeWindow *
open_window (const char *path)
{
  TroupeWindow *window = troupe_window_new (GTK_APPLICATION (window_test_application));

  /* GLib resets the handler before each test. */
  g_test_log_set_fatal_handler (is_fatal, NULL);
  gtk_window_set_default_size (GTK_WINDOW (window), 1280, 800);
  gtk_window_present (GTK_WINDOW (window));
  if (path != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (path);

      troupe_window_open_file (window, file);
      wait_until (has_page, window);
    }
  return window;
}

/* Returns TRUE if no notice bar is animated. */
static gboolean
has_still_notices (GtkWidget *widget)
{
  if (TROUPE_IS_NOTICE_BAR (widget))
    {
      GtkRevealer *revealer = GTK_REVEALER (gtk_widget_get_first_child (widget));

      return gtk_revealer_get_child_revealed (revealer) == gtk_revealer_get_reveal_child (revealer);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!has_still_notices (child))
      return FALSE;
  return TRUE;
}

gboolean
has_settled_notice (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return !troupe_run_controller_is_looking (
             troupe_page_content_get_running (troupe_page_get_content (page))) &&
         has_still_notices (GTK_WIDGET (page));
}

TroupeWindow *
open_still_window (const char *path)
{
  TroupeWindow *window = open_window (path);

  if (path != NULL)
    wait_until (has_settled_notice, window);
  return window;
}

static gboolean
has_no_window (gpointer user_data)
{
  return gtk_application_get_windows (GTK_APPLICATION (window_test_application)) == NULL;
}

void
close_window (TroupeWindow *window)
{
  window->may_close = TRUE;
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_no_window, NULL);
}

gboolean
is_idle (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return page != NULL && !troupe_page_is_running (page);
}

gboolean
is_written (gpointer user_data)
{
  return !TROUPE_WINDOW (user_data)->is_saving;
}

gboolean
is_saved (gpointer user_data)
{
  return is_written (user_data) &&
         !troupe_document_is_modified (TROUPE_DOCUMENT (get_document (user_data)));
}

gpointer
get_header_part (TroupeWindow *window, const char *id)
{
  GObject *part =
      gtk_widget_get_template_child (GTK_WIDGET (window->header), TROUPE_TYPE_WINDOW_HEADER, id);

  g_assert_nonnull (part);
  return part;
}

TroupeFlowDocument *
get_document (TroupeWindow *window)
{
  return TROUPE_FLOW_DOCUMENT (troupe_page_get_document (troupe_window_get_page (window)));
}

GtkWidget *
get_disk_bar (TroupePage *page)
{
  return troupe_page_disk_get_bar (troupe_page_get_disk (page));
}

GtkWidget *
get_versions (TroupePage *page)
{
  return troupe_page_disk_get_versions (troupe_page_get_disk (page));
}

TroupeEditor *
get_editor (TroupePage *page)
{
  return troupe_flow_content_get_editor (troupe_flow_content_of (page));
}

TroupeMonitor *
get_monitor (TroupePage *page)
{
  return troupe_flow_content_get_monitor (troupe_flow_content_of (page));
}

TroupeRunNoticeSubject
get_notice (TroupePage *page)
{
  return troupe_run_notice_get_subject (
      troupe_flow_content_get_notice (troupe_flow_content_of (page)));
}

GtkWindow *
get_inputs_dialog (TroupePage *page)
{
  return troupe_run_starter_get_dialog (
      troupe_flow_content_get_starter (troupe_flow_content_of (page)));
}

/* --- Preferences ------------------------------------------------------------------------------ */

GSettings *
get_settings (void)
{
  return troupe_services_get_settings (TROUPE_SERVICES (window_test_application));
}

TroupePreferences *
find_preferences (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

      if (TROUPE_IS_PREFERENCES (window) && gtk_widget_get_visible (window))
        return TROUPE_PREFERENCES (window);
    }
  return NULL;
}

gboolean
has_preferences (gpointer user_data)
{
  return find_preferences () != NULL;
}

TroupePreferences *
show_preferences (const char *page)
{
  g_action_group_activate_action (G_ACTION_GROUP (window_test_application), "preferences-page",
                                  g_variant_new_string (page));
  wait_until (has_preferences, NULL);
  return find_preferences ();
}

/* --- Tests ------------------------------------------------------------------------------------ */

/* The folder with the folders of the user, and the process that has created it. */
static char *isolated;
static GPid isolated_by;

static void
remove_isolated (void)
{
  if (isolated_by == getpid ())
    remove_all (isolated);
}

void
window_test_isolate (void)
{
  static const char *const names[] = { "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME",
                                       "XDG_STATE_HOME" };
  g_autofree char *folder = g_dir_make_tmp ("troupe-window-XXXXXX", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);

      g_mkdir_with_parents (path, 0700);
      g_setenv (names[i], path, TRUE);
    }
  /* Removed when the program ends, after threads have written everything. */
  isolated = g_steal_pointer (&folder);
  isolated_by = getpid ();
  atexit (remove_isolated);
}

void
window_test_init (int *argc, char ***argv)
{
  g_autofree char *examples = NULL;

  window_test_isolate ();
  g_test_init (argc, argv, NULL);
  g_log_set_handler ("Gdk", G_LOG_LEVEL_CRITICAL | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION,
                     log_desktop, NULL);
  g_log_set_handler ("GLib-GIO", G_LOG_LEVEL_WARNING | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION,
                     log_desktop, NULL);
  g_log_set_handler ("Gtk", G_LOG_LEVEL_CRITICAL | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION,
                     log_desktop, NULL);
  examples = get_example ("");
  g_setenv ("TROUPE_EXAMPLES_DIR", examples, TRUE);
  window_test_application = troupe_application_new ();
  g_application_set_flags (G_APPLICATION (window_test_application),
                           G_APPLICATION_NON_UNIQUE | G_APPLICATION_HANDLES_OPEN);
  g_application_set_default (G_APPLICATION (window_test_application));
  g_assert_true (g_application_register (G_APPLICATION (window_test_application), NULL, NULL));
}

int
window_test_run (void)
{
  int status = g_test_run ();

  g_clear_object (&window_test_application);
  return status;
}
