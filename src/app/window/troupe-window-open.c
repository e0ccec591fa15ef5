/* troupe-window-open.c: opens files in a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "troupe-crew-import.h"
#include "troupe-kind.h"
#include "troupe-plot-carry.h"
#include "troupe-project-kind.h"
#include "troupe-python-offer.h"
#include "troupe-sanitize-text.h"
#include "troupe-template-texts.h"
#include "troupe-window-actions.h"
#include "troupe-window-files.h"
#include "troupe-window-open.h"
#include "troupe-window-private.h"
#include "troupe-window-tabs.h"

/* Maximum number of errors of a file that are listed. The other errors are only counted. */
#define N_TOLD 6

/* Maximum number of crews of a classic project that are opened together. */
#define MOST_CREWS 12

/* Maximum number of closed tabs that can be reopened. */
#define N_CLOSED 20

/* A file being opened. The worker thread does not access window and page; only the main thread
 * unrefs them.
 * @is_template: whether only the text is used, so that the document gets no file
 * @is_picture: whether the document embedded in a picture is opened; the document gets no file
 * @replaced: (nullable): the page that is reloaded
 * @takes_errors: whether the file is opened even with load errors, so that they can be repaired;
 *   a document without load errors is replaced only by a document without load errors
 * @open_paths: (element-type utf8): the files that were open in all windows at the start */
typedef struct
{
  TroupeWindow *window;
  char *path;
  gboolean is_template;
  gboolean is_picture;
  TroupePage *replaced;
  gboolean takes_errors;
  GPtrArray *open_paths;
  TroupeDrafts *drafts;     /* (nullable) */
  char *same_path;          /* (nullable): element of @open_paths that is the same file */
  TroupeDocument *document; /* (nullable) */
  GPtrArray *imports;       /* (nullable): the crews of a classic project */
  TroupePythonOffer *offer; /* (nullable): a Python flow */
  gboolean is_crews;        /* whether only the crews of a project are opened */
  GPtrArray *problems;
  GError *error; /* (nullable) */
} Load;

static void load_next (TroupeWindow *self);

static void
load_free (gpointer data)
{
  Load *load = data;

  g_clear_object (&load->window);
  g_free (load->path);
  g_clear_object (&load->replaced);
  g_clear_pointer (&load->open_paths, g_ptr_array_unref);
  g_clear_object (&load->drafts);
  g_free (load->same_path);
  g_clear_object (&load->document);
  g_clear_pointer (&load->imports, g_ptr_array_unref);
  g_clear_pointer (&load->offer, troupe_python_offer_unref);
  g_clear_pointer (&load->problems, g_ptr_array_unref);
  g_clear_error (&load->error);
  g_free (load);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_free)

/* --- Open documents --------------------------------------------------------------------------- */

/* Returns TRUE if both paths refer to the same file, even through different links. Accesses the
 * disk. */
static gboolean
is_same_file (const char *a, const char *b)
{
  GStatBuf first, second;

  if (g_str_equal (a, b))
    return TRUE;
  return g_stat (a, &first) == 0 && g_stat (b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

typedef gboolean (*VisitPage) (TroupeWindow *window, TroupePage *page, gpointer user_data);

/* Calls @func for every page of all windows until @func returns TRUE. @with_file: whether only
 * pages with a file are visited */
static gboolean
visit_pages (TroupeWindow *self, gboolean with_file, VisitPage func, gpointer user_data)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));
  GList *windows = application != NULL ? gtk_application_get_windows (application) : NULL;

  g_assert (TROUPE_IS_WINDOW (self));

  for (GList *l = windows; l != NULL; l = l->next)
    {
      TroupeWindow *window = TROUPE_IS_WINDOW (l->data) ? TROUPE_WINDOW (l->data) : NULL;

      if (window == NULL || window->tab_view == NULL ||
          gtk_widget_in_destruction (GTK_WIDGET (window)))
        continue;
      for (int i = 0; i < adw_tab_view_get_n_pages (window->tab_view); i++)
        {
          TroupePage *page = troupe_window_get_nth_page (window, i);

          if (page != NULL &&
              (!with_file || troupe_document_get_path (troupe_page_get_document (page)) != NULL) &&
              func (window, page, user_data))
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
add_path (TroupeWindow *window, TroupePage *page, gpointer user_data)
{
  g_ptr_array_add (user_data,
                   g_strdup (troupe_document_get_path (troupe_page_get_document (page))));
  return FALSE;
}

static GPtrArray *
list_open_paths (TroupeWindow *self)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  g_assert (TROUPE_IS_WINDOW (self));

  visit_pages (self, TRUE, add_path, paths);
  return paths;
}

static gboolean
raise_page (TroupeWindow *window, TroupePage *page, gpointer user_data)
{
  g_assert (window != NULL);

  if (g_strcmp0 (troupe_document_get_path (troupe_page_get_document (page)), user_data) != 0)
    return FALSE;
  adw_tab_view_set_selected_page (window->tab_view, troupe_window_find_tab (window, page));
  troupe_window_show_welcome (window, FALSE);
  gtk_window_present (GTK_WINDOW (window));
  return TRUE;
}

static gboolean
show_open_document (TroupeWindow *self, const char *path)
{
  g_assert (TROUPE_IS_WINDOW (self));

  return visit_pages (self, TRUE, raise_page, (gpointer) path);
}

typedef struct
{
  TroupePage *page;
  const char *path;
} Other;

static gboolean
is_other_page (TroupeWindow *window, TroupePage *page, gpointer user_data)
{
  const Other *other = user_data;

  return page != other->page &&
         is_same_file (troupe_document_get_path (troupe_page_get_document (page)), other->path);
}

gboolean
troupe_window_is_open_elsewhere (TroupeWindow *self, TroupePage *page, const char *path)
{
  Other other = { page, path };

  return visit_pages (self, TRUE, is_other_page, &other);
}

/* --- Reading ---------------------------------------------------------------------------------- */

static TroupeFlowDocument *
load_template (const char *path, GPtrArray **problems, GError **error)
{
  g_autofree char *text = NULL;
  g_autofree char *translated = NULL;
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (TroupeFlowDocument) document = NULL;
  gsize length;

  text = troupe_file_read (path, TROUPE_LIMIT_DOCUMENT, &length, NULL, error);
  if (text == NULL)
    return NULL;
  document = troupe_flow_document_load_text (text, length, name, problems, error);
  translated = document != NULL ? troupe_template_texts_translate (document, &length) : NULL;
  if (translated == NULL)
    return g_steal_pointer (&document);
  g_clear_pointer (problems, g_ptr_array_unref);
  return troupe_flow_document_load_text (translated, length, name, problems, error);
}

/* Loads the document embedded in an exported picture. */
static TroupeDocument *
load_picture (const char *path, GPtrArray **problems, GError **error)
{
  g_autoptr (TroupePlotCarried) carried = troupe_plot_carry_read_file (path, error);
  g_autoptr (TroupeFlowDocument) flow = NULL;
  g_autofree char *name = g_path_get_basename (path);

  if (carried == NULL)
    return NULL;
  if (!carried->is_crew)
    {
      flow =
          troupe_flow_document_load_text (carried->texts->pdata[0],
                                          strlen (carried->texts->pdata[0]), name, problems, error);
      return flow != NULL && troupe_flow_document_check_marks (flow, error)
                 ? TROUPE_DOCUMENT (g_steal_pointer (&flow))
                 : NULL;
    }
  /* The function requires NULL-terminated lists. */
  g_ptr_array_add (carried->names, NULL);
  g_ptr_array_add (carried->texts, NULL);
  return (TroupeDocument *) troupe_crew_document_new_from_texts (
      (const char *const *) carried->names->pdata, (const char *const *) carried->texts->pdata,
      name, error);
}

static TroupeDocument *
load_file (Load *load)
{
  g_autoptr (TroupeDocument) document =
      troupe_kind_for_path (load->path)->open (load->path, &load->problems, &load->error);

  if (document != NULL && !load->takes_errors &&
      !troupe_document_refuse_errors (document, &load->error))
    return NULL;
  return g_steal_pointer (&document);
}

/* Adds what is stored outside of the file: whether the user has created it, and texts with mistakes. */
static void
find_state (Load *load)
{
  troupe_document_set_own (load->document, troupe_kind_is_own_file (load->document, FALSE));
  if (load->drafts != NULL)
    troupe_drafts_read_typed (load->drafts, load->document);
}

/* Looks for a Python flow, which is opened once the user agrees. Returns FALSE if there is none. A
 * folder that contains a document is opened as that document. */
static gboolean
load_python (Load *load)
{
  g_autoptr (TroupePythonFlow) flow = NULL;

  if (load->is_crews)
    return FALSE;
  flow = troupe_python_flow_find (load->path);
  if (flow == NULL)
    return FALSE;
  if (g_file_test (load->path, G_FILE_TEST_IS_DIR))
    load->document = load_file (load);
  if (load->document != NULL)
    {
      find_state (load);
      return TRUE;
    }
  g_clear_error (&load->error);
  g_clear_pointer (&load->problems, g_ptr_array_unref);
  load->offer = troupe_python_offer_new (g_steal_pointer (&flow), load->path);
  return TRUE;
}

/* Imports the crews of a classic project. The user may have opened any of its files. If some of the
 * crews cannot be imported, the others are. */
static TroupeDocument *
load_classic (Load *load)
{
  g_auto (GStrv) names = troupe_crew_import_list (load->path);
  const TroupeCrewImport *first;

  load->imports = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_crew_import_free);
  for (guint i = 0; names[i] != NULL && i < MOST_CREWS; i++)
    {
      g_autoptr (GError) error = NULL;
      TroupeCrewImport *import = troupe_crew_import_new (load->path, names[i], &error);

      if (import != NULL)
        g_ptr_array_add (load->imports, import);
      else if (load->error == NULL)
        load->error = g_steal_pointer (&error);
    }
  if (load->imports->len == 0)
    {
      g_clear_pointer (&load->imports, g_ptr_array_unref);
      return NULL;
    }
  g_clear_error (&load->error);
  first = load->imports->pdata[0];
  return g_object_ref (TROUPE_DOCUMENT (first->document));
}

static void
load_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Load *load = task_data;

  g_assert (G_IS_TASK (task));

  if (!load->is_template && !load->is_picture && load->replaced == NULL)
    {
      g_autofree char *declared = troupe_project_find_document (load->path);
      char *file = troupe_kind_find_file (declared != NULL ? declared : load->path);

      g_free (load->path);
      load->path = file;
    }
  if (!load->is_template && !load->is_picture && load->replaced == NULL)
    {
      GPtrArray *paths = load->open_paths;
      const char *path = load->path;
      char *same = NULL;

      for (guint i = 0; i < paths->len; i++)
        if (is_same_file (g_ptr_array_index (paths, i), path))
          {
            same = g_strdup (g_ptr_array_index (paths, i));
            break;
          }
      load->same_path = same;
    }
  if (load->is_template)
    {
      load->document = (TroupeDocument *) load_template (load->path, &load->problems, &load->error);
      if (load->document != NULL)
        troupe_document_set_own (load->document, TRUE);
    }
  else if (load->is_picture)
    load->document = load_picture (load->path, &load->problems, &load->error);
  else if (load->same_path == NULL && load->replaced == NULL && load_python (load))
    g_debug ("%s is a Python flow", load->path);
  else if (load->same_path == NULL && load->replaced == NULL &&
           troupe_crew_import_is_classic (load->path))
    load->document = load_classic (load);
  else if (load->same_path == NULL)
    {
      load->document = load_file (load);
      if (load->document == NULL)
        {
          g_autofree char *text = troupe_project_describe (load->path);

          /* Replaces the error of a file that is not a document with a sentence that says what
           * it is. */
          if (text != NULL)
            {
              g_clear_error (&load->error);
              g_clear_pointer (&load->problems, g_ptr_array_unref);
              g_set_error_literal (&load->error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, text);
            }
        }
      else if (load->replaced == NULL)
        find_state (load);
    }
  g_task_return_boolean (task, TRUE);
}

static char *
describe_problems (GPtrArray *problems, const GError *error)
{
  GString *text = g_string_new (NULL);
  guint n_errors = 0;

  for (guint i = 0; problems != NULL && i < problems->len; i++)
    {
      const TroupeProblem *problem = g_ptr_array_index (problems, i);
      g_autofree char *line = NULL;

      if (problem->severity != TROUPE_SEVERITY_ERROR || n_errors++ >= N_TOLD)
        continue;
      line = troupe_problem_to_sentence (problem);
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

/* Checks again, because two windows may have been asked to open the same file at the same time. */
static gboolean
was_opened_meanwhile (TroupeWindow *self, Load *load)
{
  g_autoptr (GPtrArray) now = list_open_paths (self);

  g_assert (TROUPE_IS_WINDOW (self));

  for (guint i = 0; i < now->len; i++)
    {
      const char *path = g_ptr_array_index (now, i);

      if (!g_ptr_array_find_with_equal_func (load->open_paths, path, g_str_equal, NULL) &&
          is_same_file (path, load->path))
        return show_open_document (self, path);
    }
  return FALSE;
}

typedef struct
{
  const char *id;
} Import;

static gboolean
raise_import (TroupeWindow *window, TroupePage *page, gpointer user_data)
{
  const Import *import = user_data;

  g_assert (window != NULL);

  if (g_strcmp0 (troupe_page_get_import_id (page), import->id) != 0)
    return FALSE;
  adw_tab_view_set_selected_page (window->tab_view, troupe_window_find_tab (window, page));
  troupe_window_show_welcome (window, FALSE);
  gtk_window_present (GTK_WINDOW (window));
  return TRUE;
}

static void
settle (TroupeWindow *self, Load *load)
{
  g_assert (TROUPE_IS_WINDOW (self));

  if (load->same_path != NULL)
    {
      show_open_document (self, load->same_path);
      return;
    }
  if (load->offer != NULL)
    {
      troupe_python_offer_present (load->offer, self);
      return;
    }
  if (load->document == NULL)
    {
      g_autofree char *base = g_path_get_basename (load->path);
      g_autofree char *name = troupe_text_to_line (base);
      g_autofree char *heading = g_strdup_printf (_ ("Could Not Open “%s”"), name);
      g_autofree char *body = describe_problems (load->problems, load->error);

      troupe_window_tell_error (self, heading, body);
      return;
    }
  if (load->replaced != NULL)
    {
      if (troupe_window_find_tab (self, load->replaced) != NULL)
        {
          if (!troupe_page_adopt (load->replaced, load->document))
            troupe_window_add_tab_toast (self, GTK_WIDGET (load->replaced),
                                         _ ("Finish the current action first."));
        }
      return;
    }
  if (load->imports != NULL)
    {
      for (guint i = 0; i < load->imports->len; i++)
        {
          const TroupeCrewImport *crew = load->imports->pdata[i];
          Import import = { crew->id };
          g_autoptr (TroupeImportReport) report = NULL;
          TroupePage *page;

          /* Adds an imported crew. The user may have opened both files of the crew at the same
           * time, but they are the same document. */
          if (visit_pages (self, FALSE, raise_import, &import))
            continue;
          report = troupe_import_report_new (crew);
          page = troupe_window_add_document (self, TROUPE_DOCUMENT (crew->document));
          troupe_page_set_import (page, report);
          troupe_page_set_needed_files (page, crew->needed);
          troupe_window_update (self);
        }
      return;
    }
  if (!load->is_template && !load->is_picture && was_opened_meanwhile (self, load))
    return;
  troupe_window_add_document (self, load->document);
  if (!load->is_template && !load->is_picture)
    {
      troupe_window_remember (load->path);
      troupe_window_header_fill_recent (self->header);
    }
}

static void
loaded (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Load) load = user_data;
  TroupeWindow *self = load->window;

  g_assert (G_IS_ASYNC_RESULT (result));

  self->loading = FALSE;
  if (gtk_widget_in_destruction (GTK_WIDGET (self)) || self->tab_view == NULL)
    return;
  settle (self, load);
  load_next (self);
}

/* Reads files one after the other, so that the tabs are in the order in which the files were
 * chosen. */
static void
load_next (TroupeWindow *self)
{
  g_autoptr (GTask) task = NULL;
  Load *load;
  TroupeServices *application;
  TroupeDrafts *drafts;

  g_assert (TROUPE_IS_WINDOW (self));

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
  load->open_paths = list_open_paths (self);
  application = TROUPE_SERVICES (gtk_window_get_application (GTK_WINDOW (self)));
  drafts = application != NULL ? troupe_services_get_drafts (application) : NULL;
  load->drafts = drafts != NULL ? g_object_ref (drafts) : NULL;
  task = g_task_new (NULL, NULL, loaded, load);
  g_task_set_source_tag (task, load_next);
  g_task_set_task_data (task, load, NULL);
  g_task_run_in_thread (task, load_thread);
}

static void
add_load (TroupeWindow *self,
          const char *path,
          gboolean is_template,
          gboolean is_crews,
          TroupePage *replaced)
{
  Load *load = g_new0 (Load, 1);

  g_assert (TROUPE_IS_WINDOW (self));

  load->window = g_object_ref (self);
  load->path = g_strdup (path);
  load->is_template = is_template;
  load->is_crews = is_crews;
  load->is_picture = !is_template && replaced == NULL && troupe_plot_carry_is_picture (path);
  g_set_object (&load->replaced, replaced);
  load->takes_errors =
      replaced == NULL || troupe_document_has_errors (troupe_page_get_document (replaced));
  g_queue_push_tail (&self->loads, load);
  load_next (self);
}

void
troupe_window_reload (TroupeWindow *self, TroupePage *page)
{
  add_load (self, troupe_document_get_path (troupe_page_get_document (page)), FALSE, FALSE, page);
}

void
troupe_window_clear_loads (TroupeWindow *self)
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
          g_strdup_printf (_ ("%s is not on this computer. Copy it to a local folder first."), uri);

      troupe_window_add_toast (self, text);
      return;
    }
  add_load (self, path, FALSE, FALSE, NULL);
}

void
troupe_window_open_crews (TroupeWindow *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_WINDOW (self));

  add_load (self, path, FALSE, TRUE, NULL);
}

void
troupe_window_open_template (TroupeWindow *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_WINDOW (self));

  add_load (self, path, TRUE, FALSE, NULL);
}

/* --- Closed tabs ------------------------------------------------------------------------------- */

void
troupe_window_note_closed (TroupeWindow *self, TroupePage *page)
{
  const char *path = troupe_document_get_path (troupe_page_get_document (page));

  if (path == NULL)
    return;
  if (self->closed->len >= N_CLOSED)
    g_ptr_array_remove_index (self->closed, 0);
  g_ptr_array_add (self->closed, g_strdup (path));
}

void
troupe_window_reopen (TroupeWindow *self)
{
  g_autofree char *path = NULL;

  if (self->closed->len == 0)
    return;
  path = g_ptr_array_steal_index (self->closed, self->closed->len - 1);
  add_load (self, path, FALSE, FALSE, NULL);
  troupe_window_update_actions (self);
}

/* --- File dialog ------------------------------------------------------------------------------ */

static void
open_answered_cb (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);
  g_autoptr (GListModel) files = NULL;

  g_assert (TROUPE_IS_WINDOW (self));

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
troupe_window_open_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  const gboolean is_folder = g_str_equal (name, "win.open-folder");
  GtkFileChooser *chooser =
      is_folder
          ? troupe_window_show_dialog (self, _ ("Open Folder"),
                                       GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Open"))
          : troupe_window_show_dialog (self, _ ("Open"), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"));

  gtk_file_chooser_set_select_multiple (chooser, !is_folder);
  if (!is_folder)
    troupe_window_add_filters (chooser);
  g_signal_connect_object (chooser, "response", G_CALLBACK (open_answered_cb), self, 0);
}
