/* troupe-window-open.c: files on their way into the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-window-private.h"

/* How many mistakes of a file are told before the rest is only counted. */
#define N_TOLD 6

/* One file on its way in.
 * @is_template: only its text is wanted; the document gets no file
 * @replaced: (nullable): the page that goes when the file is there */
typedef struct
{
  char *path;
  gboolean is_template;
  TroupePage *replaced;
  GPtrArray *problems;
} Load;

static void load_next (TroupeWindow *self);

static void
load_free (gpointer data)
{
  Load *load = data;

  g_free (load->path);
  g_clear_object (&load->replaced);
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

static gboolean
show_open_document (TroupeWindow *self, const char *path)
{
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    {
      AdwTabPage *tab = adw_tab_view_get_nth_page (self->tab_view, i);
      TroupePage *page = TROUPE_PAGE (adw_tab_page_get_child (tab));
      const char *open =
          troupe_document_get_path (TROUPE_DOCUMENT (troupe_page_get_document (page)));

      if (open != NULL && g_str_equal (open, path))
        {
          adw_tab_view_set_selected_page (self->tab_view, tab);
          return TRUE;
        }
    }
  return FALSE;
}

static void
tell_bad_file (TroupeWindow *self, Load *load, const GError *error)
{
  g_autofree char *name = g_path_get_basename (load->path);
  g_autofree char *heading = g_strdup_printf (_ ("“%s” cannot be opened"), name);
  g_autofree char *body = describe_problems (load->problems, load->path, error);

  _troupe_window_tell_error (self, heading, body);
}

/* The page that the file was read again for goes only now that its place is taken. */
static void
close_replaced (TroupeWindow *self, Load *load)
{
  AdwTabPage *tab = load->replaced != NULL ? _troupe_window_find_tab (self, load->replaced) : NULL;

  if (tab == NULL)
    return;
  self->may_close = TRUE;
  adw_tab_view_close_page (self->tab_view, tab);
  self->may_close = FALSE;
}

static void
loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (source);
  Load *load = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeFlowDocument) document = g_task_propagate_pointer (G_TASK (result), &error);

  self->loading = FALSE;
  if (gtk_widget_in_destruction (GTK_WIDGET (self)) || self->tab_view == NULL)
    return;
  if (document == NULL)
    tell_bad_file (self, load, error);
  else
    {
      _troupe_window_add_document (self, document);
      close_replaced (self, load);
      if (!load->is_template)
        {
          _troupe_window_remember (load->path);
          _troupe_window_fill_recent_menu (self);
        }
    }
  load_next (self);
}

/* One after the other, so that the tabs stand in the order in which the files were chosen. */
static void
load_next (TroupeWindow *self)
{
  g_autoptr (GTask) task = NULL;
  Load *load;

  if (self->loading)
    return;
  while ((load = g_queue_pop_head (&self->loads)) != NULL)
    {
      if (load->is_template || load->replaced != NULL || !show_open_document (self, load->path))
        break;
      load_free (load);
    }
  if (load == NULL)
    return;
  self->loading = TRUE;
  task = g_task_new (self, NULL, loaded, NULL);
  g_task_set_source_tag (task, load_next);
  g_task_set_task_data (task, load, load_free);
  g_task_run_in_thread (task, load_thread);
}

static void
add_load (TroupeWindow *self, const char *path, gboolean is_template, TroupePage *replaced)
{
  Load *load = g_new0 (Load, 1);

  load->path = g_strdup (path);
  load->is_template = is_template;
  g_set_object (&load->replaced, replaced);
  g_queue_push_tail (&self->loads, load);
  load_next (self);
}

void
_troupe_window_reload (TroupeWindow *self, TroupePage *page)
{
  add_load (self, troupe_document_get_path (TROUPE_DOCUMENT (troupe_page_get_document (page))),
            FALSE, page);
}

void
_troupe_window_clear_loads (TroupeWindow *self)
{
  g_queue_clear_full (&self->loads, load_free);
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
  add_load (self, path, FALSE, NULL);
}

void
troupe_window_open_template (TroupeWindow *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_WINDOW (self));

  add_load (self, path, TRUE, NULL);
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
      _troupe_window_show_dialog (self, _ ("Open"), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"));

  gtk_file_chooser_set_select_multiple (chooser, TRUE);
  _troupe_window_add_filters (chooser);
  g_signal_connect_object (chooser, "response", G_CALLBACK (open_answered), self, 0);
}
