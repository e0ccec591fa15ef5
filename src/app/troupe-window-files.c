/* troupe-window-files.c: opening, saving and exporting
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-plot.h"
#include "troupe-window-private.h"

/* How many mistakes of a file are told before the rest is only counted. */
#define N_TOLD 6

/* --- Opening ---------------------------------------------------------------------------------- */

/* One file on its way in. @is_template: only its text is wanted; the document gets no file. */
typedef struct
{
  char *path;
  gboolean is_template;
  GPtrArray *problems;
} Load;

static void
load_free (gpointer data)
{
  Load *load = data;

  g_free (load->path);
  g_clear_pointer (&load->problems, g_ptr_array_unref);
  g_free (load);
}

static TroupeFlowDocument *
load_template (const char *path, GPtrArray **problems, GError **error)
{
  g_autofree char *text = NULL;
  g_autofree char *name = g_path_get_basename (path);
  gsize length;

  text = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, NULL, error);
  if (text == NULL)
    return NULL;
  return troupe_flow_document_load_text (text, length, name, problems, error);
}

static void
load_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Load *load = task_data;
  GError *error = NULL;
  TroupeFlowDocument *document;

  document = load->is_template ? load_template (load->path, &load->problems, &error)
                               : troupe_flow_document_load (load->path, &load->problems, &error);
  if (document != NULL)
    g_task_return_pointer (task, document, g_object_unref);
  else
    g_task_return_error (task, error);
}

static char *
describe_problems (GPtrArray *problems, const char *path, const GError *error)
{
  g_autofree char *file = g_path_get_basename (path);
  GString *text = g_string_new (NULL);
  guint n_errors = 0;

  for (guint i = 0; problems != NULL && i < problems->len; i++)
    {
      const TroupeProblem *problem = g_ptr_array_index (problems, i);
      g_autofree char *line = NULL;

      if (problem->severity != TROUPE_SEVERITY_ERROR || n_errors++ >= N_TOLD)
        continue;
      line = troupe_problem_to_text (problem, file);
      g_string_append_printf (text, "%s\n", line);
    }
  if (n_errors > N_TOLD)
    g_string_append_printf (
        text, g_dngettext (GETTEXT_PACKAGE, "and %u more\n", "and %u more\n", n_errors - N_TOLD),
        n_errors - N_TOLD);
  if (n_errors == 0)
    g_string_append_printf (text, "%s\n", error->message);
  g_string_append (text, _ ("The file was not opened."));
  return g_string_free (text, FALSE);
}

static void
tell_error (TroupeWindow *self, const char *heading, const char *body)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), NULL, NULL);

  /* Texts of foreign files are never markup. */
  adw_message_dialog_set_heading_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
  adw_message_dialog_set_body_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
  adw_message_dialog_set_heading (ADW_MESSAGE_DIALOG (dialog), heading);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), body);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
remember (const char *path)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  if (uri != NULL)
    gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
}

static void
loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (source);
  Load *load = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowDocument) document = g_task_propagate_pointer (G_TASK (result), &error);

  if (document == NULL)
    {
      g_autofree char *name = g_path_get_basename (load->path);
      g_autofree char *heading = g_strdup_printf (_ ("“%s” cannot be opened"), name);
      g_autofree char *body = describe_problems (load->problems, load->path, error);

      tell_error (self, heading, body);
      return;
    }
  _troupe_window_add_document (self, document);
  if (!load->is_template)
    {
      remember (load->path);
      _troupe_window_fill_recent_menu (self);
    }
}

static void
start_loading (TroupeWindow *self, const char *path, gboolean is_template)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, loaded, NULL);
  Load *load = g_new0 (Load, 1);

  load->path = g_strdup (path);
  load->is_template = is_template;
  g_task_set_source_tag (task, start_loading);
  g_task_set_task_data (task, load, load_free);
  g_task_run_in_thread (task, load_thread);
}

static gboolean
show_open_document (TroupeWindow *self, const char *path)
{
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    {
      AdwTabPage *tab = adw_tab_view_get_nth_page (self->tab_view, i);
      TroupePage *page = TROUPE_PAGE (adw_tab_page_get_child (tab));
      const char *open = troupe_flow_document_get_path (troupe_page_get_document (page));

      if (open != NULL && g_str_equal (open, path))
        {
          adw_tab_view_set_selected_page (self->tab_view, tab);
          return TRUE;
        }
    }
  return FALSE;
}

void
troupe_window_open_file (TroupeWindow *self, GFile *file)
{
  g_autofree char *path = NULL;

  g_return_if_fail (TROUPE_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  path = g_file_get_path (file);
  if (path == NULL)
    {
      g_autofree char *uri = g_file_get_uri (file);
      g_autofree char *text =
          g_strdup_printf (_ ("%s is not on this computer. Copy it here first."), uri);

      troupe_window_add_toast (self, text);
      return;
    }
  if (!show_open_document (self, path))
    start_loading (self, path, FALSE);
}

void
troupe_window_open_template (TroupeWindow *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_WINDOW (self));

  start_loading (self, path, TRUE);
}

/* --- File dialogs ----------------------------------------------------------------------------- */

static void
add_filters (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) flows = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (flows, _ ("Flows"));
  gtk_file_filter_add_suffix (flows, "json");
  gtk_file_filter_add_suffix (flows, "jsonc");
  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, flows);
  gtk_file_chooser_add_filter (chooser, all);
}

/* Nobody else keeps a native dialog alive while it is shown. */
static GtkFileChooser *
show_dialog (TroupeWindow *self, const char *title, GtkFileChooserAction action, const char *accept)
{
  GtkFileChooserNative *dialog =
      gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, accept, _ ("_Cancel"));

  if (self->file_dialog != NULL)
    gtk_native_dialog_destroy (self->file_dialog);
  g_set_object (&self->file_dialog, GTK_NATIVE_DIALOG (dialog));
  g_object_unref (dialog);
  gtk_native_dialog_set_modal (self->file_dialog, TRUE);
  gtk_native_dialog_show (self->file_dialog);
  return GTK_FILE_CHOOSER (dialog);
}

static void
open_answered (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);
  g_autoptr (GListModel) files = NULL;

  gtk_native_dialog_hide (dialog);
  if (response != GTK_RESPONSE_ACCEPT)
    return;
  files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (dialog));
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (GFile) file = g_list_model_get_item (files, i);

      troupe_window_open_file (self, file);
    }
}

void
_troupe_window_open_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  GtkFileChooser *chooser =
      show_dialog (self, _ ("Open"), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"));

  gtk_file_chooser_set_select_multiple (chooser, TRUE);
  add_filters (chooser);
  g_signal_connect_object (chooser, "response", G_CALLBACK (open_answered), self, 0);
}

/* --- Saving ----------------------------------------------------------------------------------- */

typedef struct
{
  TroupeWindow *window;
  TroupePage *page;
  TroupeSavedFunc then;
} Save;

static Save *
save_new (TroupeWindow *window, TroupePage *page, TroupeSavedFunc then)
{
  Save *save = g_new0 (Save, 1);

  save->window = g_object_ref (window);
  save->page = g_object_ref (page);
  save->then = then;
  return save;
}

static void
save_free (gpointer data, GClosure *closure)
{
  Save *save = data;

  g_object_unref (save->window);
  g_object_unref (save->page);
  g_free (save);
}

static void save_to (TroupeWindow *self,
                     TroupePage *page,
                     const char *path,
                     gboolean overwrite,
                     TroupeSavedFunc then);

static void
conflict_answered (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  Save *save = user_data;
  TroupeFlowDocument *document = troupe_page_get_document (save->page);
  const char *path = troupe_flow_document_get_path (document);

  if (g_str_equal (response, "keep"))
    save_to (save->window, save->page, NULL, TRUE, save->then);
  else if (g_str_equal (response, "reload"))
    {
      g_autofree char *copy = g_strdup (path);
      AdwTabPage *tab = _troupe_window_find_tab (save->window, save->page);

      save->window->may_close = TRUE;
      adw_tab_view_close_page (save->window->tab_view, tab);
      save->window->may_close = FALSE;
      start_loading (save->window, copy, FALSE);
    }
}

static void
ask_conflict (TroupeWindow *self, TroupePage *page, TroupeSavedFunc then)
{
  const char *path = troupe_flow_document_get_path (troupe_page_get_document (page));
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *heading = g_strdup_printf (_ ("%s was changed by another program"), name);
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), NULL, NULL);

  adw_message_dialog_set_heading (ADW_MESSAGE_DIALOG (dialog), heading);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog),
                               _ ("Reloading drops what you changed here. Keeping yours replaces "
                                  "what the other program wrote."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "reload",
                                    _ ("_Reload"), "keep", _ ("_Keep Mine"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "reload",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (conflict_answered),
                         save_new (self, page, then), save_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
save_to (TroupeWindow *self,
         TroupePage *page,
         const char *path,
         gboolean overwrite,
         TroupeSavedFunc then)
{
  TroupeFlowDocument *document = troupe_page_get_document (page);
  g_autoptr (GError) error = NULL;

  if (!troupe_flow_document_save (document, path, overwrite, &error))
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG))
        ask_conflict (self, page, then);
      else
        tell_error (self, _ ("The file was not saved"), error->message);
      return;
    }
  remember (troupe_flow_document_get_path (document));
  _troupe_window_fill_recent_menu (self);
  _troupe_window_update (self);
  if (then != NULL)
    then (self, page);
}

static void
save_answered (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  Save *save = user_data;
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;

  gtk_native_dialog_hide (dialog);
  if (response != GTK_RESPONSE_ACCEPT)
    return;
  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  path = file != NULL ? g_file_get_path (file) : NULL;
  if (path != NULL)
    save_to (save->window, save->page, path, TRUE, save->then);
}

static char *
suggest_name (TroupeFlowDocument *document, const char *ending)
{
  g_autofree char *title = troupe_flow_document_get_title (document);

  g_strdelimit (title, "/\\", '-');
  if (g_str_has_suffix (title, ".json"))
    title[strlen (title) - strlen (".json")] = '\0';
  return g_strconcat (title, ending, NULL);
}

void
_troupe_window_save (TroupeWindow *self, TroupePage *page, gboolean ask_where, TroupeSavedFunc then)
{
  TroupeFlowDocument *document = troupe_page_get_document (page);
  const char *path = troupe_flow_document_get_path (document);
  g_autofree char *name = NULL;
  GtkFileChooser *chooser;

  if (path != NULL && !ask_where)
    {
      save_to (self, page, NULL, FALSE, then);
      return;
    }
  chooser = show_dialog (self, _ ("Save As"), GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"));
  name = path != NULL ? g_path_get_basename (path) : suggest_name (document, ".json");
  gtk_file_chooser_set_current_name (chooser, name);
  add_filters (chooser);
  g_signal_connect_data (chooser, "response", G_CALLBACK (save_answered),
                         save_new (self, page, then), save_free, 0);
}

/* --- Exporting -------------------------------------------------------------------------------- */

static gboolean
export_picture (TroupePage *page, const char *path, GError **error)
{
  TroupeFlowDocument *document = troupe_page_get_document (page);
  g_autoptr (TroupePlotGraph) graph =
      troupe_plot_graph_new (troupe_flow_document_get_flow (document), NULL, NULL);
  const gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  g_autofree char *svg = NULL;

  troupe_plot_graph_place_from_document (graph, document);
  troupe_plot_graph_arrange (graph, FALSE);
  svg = troupe_plot_to_svg (graph, dark ? TROUPE_PLOT_DARK : TROUPE_PLOT_LIGHT);
  return troupe_file_save (path, svg, strlen (svg), NULL, NULL, error);
}

static void
export_answered (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  Save *save = user_data;
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  gtk_native_dialog_hide (dialog);
  if (response != GTK_RESPONSE_ACCEPT)
    return;
  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  path = file != NULL ? g_file_get_path (file) : NULL;
  if (path != NULL && !export_picture (save->page, path, &error))
    tell_error (save->window, _ ("The picture was not saved"), error->message);
}

void
_troupe_window_export_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  TroupePage *page = _troupe_window_get_page (self);
  GtkFileChooser *chooser;
  g_autofree char *suggestion = NULL;

  if (page == NULL)
    return;
  chooser = show_dialog (self, _ ("Export Picture"), GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"));
  suggestion = suggest_name (troupe_page_get_document (page), ".svg");
  gtk_file_chooser_set_current_name (chooser, suggestion);
  g_signal_connect_data (chooser, "response", G_CALLBACK (export_answered),
                         save_new (self, page, NULL), save_free, 0);
}
