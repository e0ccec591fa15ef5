/* troupe-window-save.c: saves the documents of a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "troupe-button-names.h"
#include "troupe-crew-document.h"
#include "troupe-crew-import.h"
#include "troupe-message-dialog.h"
#include "troupe-window-actions.h"
#include "troupe-window-files.h"
#include "troupe-window-open.h"
#include "troupe-window-private.h"
#include "troupe-run-consent.h"
#include "troupe-run-controller.h"
#include "troupe-sanitize-text.h"
#include "troupe-start-folder.h"
#include "troupe-tab-title.h"
#include "troupe-window-save.h"
#include "troupe-window-tabs.h"

/* Maximum number of losses that are listed. The other losses are only counted. */
#define N_TOLD 6

typedef struct
{
  TroupeWindow *window;
  TroupePage *page;
  char *path; /* (nullable) */
  gboolean overwrite;
  gboolean asks_where;
  TroupeSavedFunc then;
  TroupeDocumentSaving *saving; /* (nullable): set while writing */
  TroupeSavedConsent *consent;  /* (nullable): set while writing */
  GPtrArray *needed;            /* (nullable): files of an imported crew; set while writing */
  char *folder;                 /* (nullable): where they are written */
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
  g_free (save->path);
  g_clear_pointer (&save->saving, troupe_document_saving_free);
  g_clear_pointer (&save->consent, troupe_saved_consent_free);
  g_clear_pointer (&save->needed, g_ptr_array_unref);
  g_free (save->folder);
  g_free (save);
}

static void save_to (TroupeWindow *self,
                     TroupePage *page,
                     const char *path,
                     gboolean overwrite,
                     TroupeSavedFunc then);

static void
conflict_answered_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  Save *save = user_data;

  if (g_str_equal (response, "keep"))
    save_to (save->window, save->page, NULL, TRUE, save->then);
  else if (g_str_equal (response, "compare"))
    troupe_page_disk_compare_soon (troupe_page_get_disk (save->page));
  else if (g_str_equal (response, "reload"))
    troupe_window_reload (save->window, save->page);
}

/* @file: (nullable): name of the part that could not be written; NULL or "" for the main part */
static void
ask_conflict (TroupeWindow *self, TroupePage *page, const char *file, TroupeSavedFunc then)
{
  const char *path = troupe_document_get_path (troupe_page_get_document (page));
  g_autofree char *base =
      file != NULL && *file != '\0' ? g_strdup (file) : g_path_get_basename (path);
  g_autofree char *name = troupe_text_to_line (base);
  g_autofree char *heading = g_strdup_printf (_ ("%s Was Changed by Another Program"), name);
  GtkWidget *dialog = troupe_message_dialog_new (GTK_WINDOW (self), NULL, NULL);

  g_assert (TROUPE_IS_WINDOW (self));

  adw_message_dialog_set_heading (ADW_MESSAGE_DIALOG (dialog), heading);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"));
  if (troupe_page_disk_is_unreadable (troupe_page_get_disk (page)))
    {
      adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog),
                                   _ ("The file cannot be read now, so the changes cannot be "
                                      "compared. Keeping yours overwrites it."));
      adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "keep", _ ("_Keep Mine"));
    }
  else
    {
      adw_message_dialog_set_body (
          ADW_MESSAGE_DIALOG (dialog),
          _ ("Comparing lets you choose between the changes. Reloading discards "
             "yours. Keeping yours overwrites those of the other program."));
      adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "reload", _ ("_Reload"),
                                        "keep", _ ("_Keep Mine"), "compare", _ ("C_ompare"), NULL);
      adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "reload",
                                                  ADW_RESPONSE_DESTRUCTIVE);
      adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "compare",
                                                  ADW_RESPONSE_SUGGESTED);
    }
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (conflict_answered_cb),
                         save_new (self, page, then), save_free, 0);
  troupe_question_present (dialog);
}

/* Offers to save elsewhere if the file cannot be written, for example because its folder is read-only
 * or its disk is full. */
static void
elsewhere_answered_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  Save *save = user_data;

  if (g_str_equal (response, "save-as"))
    troupe_window_save (save->window, save->page, TRUE, save->then);
}

static void
ask_elsewhere (TroupeWindow *self, TroupePage *page, const char *body, TroupeSavedFunc then)
{
  GtkWidget *dialog =
      troupe_message_dialog_new (GTK_WINDOW (self), _ ("Could Not Save File"), NULL);

  g_assert (TROUPE_IS_WINDOW (self));

  adw_message_dialog_set_body_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), body);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "save-as",
                                    _ ("Save _As…"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save-as",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save-as");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (elsewhere_answered_cb),
                         save_new (self, page, then), save_free, 0);
  troupe_question_present (dialog);
}

/* --- Writing ---------------------------------------------------------------------------------- */

static void save_next (TroupeWindow *self);

static void
tell_failure (Save *save, const GError *error)
{
  g_assert (save != NULL);

  save->window->closes_when_saved = NULL;
  if (gtk_widget_in_destruction (GTK_WIDGET (save->window)))
    return;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG))
    ask_conflict (save->window, save->page,
                  save->saving != NULL ? troupe_document_saving_get_failed (save->saving) : NULL,
                  save->then);
  else if (error->domain == G_IO_ERROR)
    ask_elsewhere (save->window, save->page, error->message, save->then);
  else
    troupe_window_tell_error (save->window, _ ("Could Not Save File"), error->message);
}

static void
tell_success (Save *save)
{
  TroupeWindow *self = save->window;

  g_assert (save != NULL);

  troupe_window_remember (troupe_document_get_path (troupe_page_get_document (save->page)));
  if (gtk_widget_in_destruction (GTK_WIDGET (self)))
    return;
  troupe_window_header_fill_recent (self->header);
  troupe_window_update (self);
  if (save->then != NULL)
    save->then (self, save->page);
}

static void
written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Save *save = user_data;
  g_autoptr (TroupeWindow) self = g_object_ref (save->window);
  GApplication *application = g_application_get_default ();
  g_autoptr (GError) error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  self->is_saving = FALSE;
  troupe_page_set_saving (save->page, FALSE);
  if (g_task_propagate_boolean (G_TASK (result), &error) &&
      troupe_document_end_save (troupe_page_get_document (save->page), save->saving, &error))
    {
      troupe_run_consent_settle (troupe_run_controller_get_consent (
          troupe_page_content_get_running (troupe_page_get_content (save->page))));
      tell_success (save);
    }
  else
    {
      troupe_document_fail_save (troupe_page_get_document (save->page), save->saving);
      tell_failure (save, error);
    }
  save_free (save, NULL);
  save_next (self);
  if (application != NULL)
    g_application_release (application);
}

/* Accesses only the text, the consent and the files, because document, page and window are used
 * only by the main thread. The files come first, because the document names them. */
static void
write_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Save *save = task_data;
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  if ((save->needed == NULL ||
       troupe_crew_import_write_files (save->needed, save->folder, &error)) &&
      troupe_document_saving_write (save->saving, &error))
    {
      troupe_saved_consent_keep (save->consent);
      g_task_return_boolean (task, TRUE);
    }
  else
    g_task_return_error (task, error);
}

/* Closes the page or window whose closing was deferred until its document was written. */
static void
close_waiting (TroupeWindow *self)
{
  gpointer waiting = g_steal_pointer (&self->closes_when_saved);

  g_assert (TROUPE_IS_WINDOW (self));

  if (waiting == NULL || gtk_widget_in_destruction (GTK_WIDGET (self)))
    return;
  if (waiting == self)
    gtk_window_close (GTK_WINDOW (self));
  else
    for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
      if (adw_tab_page_get_child (adw_tab_view_get_nth_page (self->tab_view, i)) == waiting)
        {
          adw_tab_view_close_page (self->tab_view, adw_tab_view_get_nth_page (self->tab_view, i));
          return;
        }
}

/* Takes the files that an imported crew needs. */
static void
take_needed (Save *save)
{
  GPtrArray *needed = troupe_page_get_needed_files (save->page);
  const char *path = save->path != NULL
                         ? save->path
                         : troupe_document_get_path (troupe_page_get_document (save->page));

  if (needed == NULL || path == NULL)
    return;
  save->needed = g_ptr_array_ref (needed);
  save->folder = g_path_get_dirname (path);
}

/* Writes one document after the other. A document that is saved twice is written twice, in the
 * order of the requests. */
static void
save_next (TroupeWindow *self)
{
  GApplication *application = g_application_get_default ();
  g_autoptr (GTask) task = NULL;
  g_autoptr (GError) error = NULL;
  Save *save;

  g_assert (TROUPE_IS_WINDOW (self));

  if (self->is_saving)
    return;
  save = g_queue_pop_head (&self->saves);
  if (save == NULL)
    {
      close_waiting (self);
      return;
    }
  save->saving = troupe_document_begin_save (troupe_page_get_document (save->page), save->path,
                                             save->overwrite, &error);
  if (save->saving == NULL)
    {
      tell_failure (save, error);
      save_free (save, NULL);
      save_next (self);
      return;
    }
  save->consent =
      troupe_run_consent_take (troupe_run_controller_get_consent (troupe_page_content_get_running (
                                   troupe_page_get_content (save->page))),
                               save->path);
  take_needed (save);
  self->is_saving = TRUE;
  troupe_page_set_saving (save->page, TRUE);
  /* The application is kept alive until the file is written, even if the last window is closed. */
  if (application != NULL)
    g_application_hold (application);
  task = g_task_new (NULL, NULL, written, save);
  g_task_set_source_tag (task, save_next);
  g_task_set_task_data (task, save, NULL);
  g_task_run_in_thread (task, write_thread);
}

static void
save_to (TroupeWindow *self,
         TroupePage *page,
         const char *path,
         gboolean overwrite,
         TroupeSavedFunc then)
{
  Save *save = save_new (self, page, then);

  g_assert (TROUPE_IS_WINDOW (self));

  save->path = g_strdup (path);
  save->overwrite = overwrite;
  g_queue_push_tail (&self->saves, save);
  save_next (self);
}

gboolean
troupe_window_wait_for_save (TroupeWindow *self, TroupePage *page)
{
  if (!self->is_saving || (page != NULL && !troupe_page_is_saving (page)))
    return FALSE;
  self->closes_when_saved = page != NULL ? (gpointer) page : (gpointer) self;
  return TRUE;
}

/* --- Other formats ---------------------------------------------------------------------------- */

static void
losses_answered_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  Save *save = user_data;

  if (g_str_equal (response, "save"))
    save_to (save->window, save->page, save->path, TRUE, save->then);
}

/* Saves under another name. Prompts the user first if the format of that file would lose
 * content. */
static void
save_under (TroupeWindow *self, TroupePage *page, const char *path, TroupeSavedFunc then)
{
  TroupeDocument *document = troupe_page_get_document (page);
  const TroupeFormat now = troupe_document_get_format (document);
  const TroupeFormat wanted = troupe_format_from_path (path, now);
  g_autoptr (GPtrArray) losses = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_WINDOW (self));

  if (troupe_window_is_open_elsewhere (self, page, path))
    {
      ask_elsewhere (self, page,
                     _ ("This file is open in another tab. Close it there first, or choose another "
                        "name."),
                     then);
      return;
    }
  if (wanted != now)
    {
      text = troupe_document_convert (document, wanted, NULL, &losses, &error);
      if (text == NULL)
        {
          troupe_window_tell_error (self, _ ("Could Not Save File"), error->message);
          return;
        }
    }
  if (losses != NULL && losses->len > 0)
    {
      g_autofree char *base = g_path_get_basename (path);
      g_autofree char *name = troupe_text_to_line (base);
      g_autofree char *heading = g_strdup_printf (_ ("“%s” Cannot Store Everything"), name);
      g_autoptr (GString) body = g_string_new (NULL);
      GtkWidget *dialog = troupe_message_dialog_new (GTK_WINDOW (self), heading, NULL);
      Save *save = save_new (self, page, then);

      for (guint i = 0; i < losses->len && i < N_TOLD; i++)
        g_string_append_printf (body, "%s\n",
                                ((const TroupeProblem *) g_ptr_array_index (losses, i))->message);
      if (losses->len > N_TOLD)
        g_string_append_printf (body,
                                g_dngettext (GETTEXT_PACKAGE, "and %u more\n", "and %u more\n",
                                             losses->len - N_TOLD),
                                losses->len - N_TOLD);
      g_string_append (body, _ ("The existing file stays unchanged if you choose another name."));
      adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), body->str);
      adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"),
                                        "save", _ ("_Save Anyway"), NULL);
      adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
      save->path = g_strdup (path);
      g_signal_connect_data (dialog, "response", G_CALLBACK (losses_answered_cb), save, save_free,
                             0);
      troupe_question_present (dialog);
    }
  else
    save_to (self, page, path, TRUE, then);
}

/* Returns TRUE if CrewAI finds a crew with this file in a folder. */
static gboolean
is_crew_name (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);

  return g_str_equal (name, "crew.jsonc") || g_str_equal (name, "crew.json");
}

/* Returns TRUE if the document is saved as a folder with several files. A crew that was opened from a
 * file with another name remains such a file. */
static gboolean
is_folder (TroupeDocument *document)
{
  const char *path = troupe_document_get_path (document);

  return TROUPE_IS_CREW_DOCUMENT (document) && (path == NULL || is_crew_name (path));
}

/* Returns the main file of a crew that is saved as a folder. @chosen: the folder, or `crew.jsonc` or
 * `crew.json` in the folder, that the user has chosen; another name of a JSON file is taken for the
 * name of the folder. (transfer full) (nullable): %NULL with an error if something else exists at this
 * path */
static char *
find_crew_target (const char *chosen, GError **error)
{
  const char *const endings[] = { ".jsonc", ".json" };
  g_autofree char *name = g_strdup (chosen);
  g_autofree char *present = NULL;

  if (is_crew_name (chosen))
    return g_strdup (chosen);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i]))
      {
        name[strlen (name) - strlen (endings[i])] = '\0';
        break;
      }
  if (!troupe_file_check_chosen_folder (name, error))
    return NULL;
  present = troupe_crew_find_file (name);
  if (present != NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS,
                   _ ("%s already exists. Choose a folder without a crew."), present);
      return NULL;
    }
  if (g_mkdir_with_parents (name, 0777) != 0)
    {
      const int saved = errno;

      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (saved),
                   _ ("Could not create the folder “%s”: %s"), name, g_strerror (saved));
      return NULL;
    }
  return g_build_filename (name, "crew.jsonc", NULL);
}

static void
programs_answered_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  Save *save = user_data;

  g_assert (ADW_IS_MESSAGE_DIALOG (dialog));

  if (g_str_equal (response, "copy"))
    save_under (save->window, save->page, save->path, save->then);
  else if (g_str_equal (response, "save-as"))
    troupe_window_save (save->window, save->page, TRUE, save->then);
}

/* Saves under another name. Prompts the user first if Python code of an imported crew is copied to a folder with programs. */
static void
save_with_programs (TroupeWindow *self, TroupePage *page, const char *path, TroupeSavedFunc then)
{
  GPtrArray *needed = troupe_page_get_needed_files (page);
  g_autofree char *folder = g_path_get_dirname (path);
  g_auto (GStrv) programs =
      needed != NULL ? troupe_crew_import_list_programs (needed, folder) : NULL;
  g_autoptr (GString) body = NULL;
  GtkWidget *dialog;
  Save *save;

  g_assert (TROUPE_IS_WINDOW (self));

  if (programs == NULL)
    {
      save_under (self, page, path, then);
      return;
    }
  body =
      g_string_new (_ ("The folder contains or belongs to other programs. Test tools and programs "
                       "that start there may execute the Python code that is copied with the "
                       "crew:"));
  for (guint i = 0; programs[i] != NULL && i < N_TOLD; i++)
    {
      g_autofree char *shown = troupe_text_to_name (programs[i]);

      g_string_append_printf (body, "\n%s", shown);
    }
  if (g_strv_length (programs) > N_TOLD)
    {
      const guint n_more = g_strv_length (programs) - N_TOLD;

      g_string_append_c (body, '\n');
      g_string_append_printf (
          body, g_dngettext (GETTEXT_PACKAGE, "and %u more", "and %u more", n_more), n_more);
    }
  dialog =
      troupe_message_dialog_new (GTK_WINDOW (self), _ ("Copy Python Code Into This Folder?"), NULL);
  adw_message_dialog_set_body_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), body->str);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "save-as",
                                    _ ("Save _As…"), "copy", _ ("C_opy and Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "copy",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  save = save_new (self, page, then);
  save->path = g_strdup (path);
  g_signal_connect_data (dialog, "response", G_CALLBACK (programs_answered_cb), save, save_free, 0);
  troupe_question_present (dialog);
}

void
troupe_window_save_chosen (TroupeWindow *self,
                           TroupePage *page,
                           const char *name,
                           TroupeSavedFunc then)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  g_return_if_fail (TROUPE_IS_WINDOW (self));
  g_return_if_fail (TROUPE_IS_PAGE (page));
  g_return_if_fail (name != NULL);

  path = is_folder (troupe_page_get_document (page)) ? find_crew_target (name, &error)
                                                     : g_strdup (name);
  if (path == NULL)
    ask_elsewhere (self, page, error->message, then);
  else
    save_with_programs (self, page, path, then);
}

static void
save_answered_cb (GtkNativeDialog *dialog, int response, gpointer user_data)
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
    troupe_window_save_chosen (save->window, save->page, path, save->then);
}

/* --- Documents with errors -------------------------------------------------------------------- */

static void
errors_answered_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  Save *save = user_data;

  g_assert (ADW_IS_MESSAGE_DIALOG (dialog));

  if (!g_str_equal (response, "save"))
    return;
  troupe_page_agree_to_errors (save->page);
  troupe_window_save (save->window, save->page, save->asks_where, save->then);
}

/* Shows the tab of the page that a dialog is about, and returns its title. (transfer none) */
static const char *
show_tab (TroupeWindow *self, TroupePage *page)
{
  AdwTabPage *tab = troupe_window_find_tab (self, page);

  g_assert (TROUPE_IS_WINDOW (self));

  adw_tab_view_set_selected_page (self->tab_view, tab);
  return troupe_tab_title_get (tab);
}

void
troupe_window_save (TroupeWindow *self, TroupePage *page, gboolean ask_where, TroupeSavedFunc then)
{
  TroupeDocument *document = troupe_page_get_document (page);
  const char *path = troupe_document_get_path (document);
  g_autofree char *name = NULL;
  g_autofree char *title = NULL;
  GtkFileChooser *chooser;
  gboolean saves_folder;

  g_assert (TROUPE_IS_WINDOW (self));

  troupe_page_commit (page);
  if (!troupe_page_may_save (page))
    {
      g_autoptr (GError) error = NULL;
      GtkWidget *dialog =
          troupe_message_dialog_new (GTK_WINDOW (self), _ ("Save Content That CrewAI Cannot Load?"),
                                     NULL);
      Save *save = save_new (self, page, then);

      show_tab (self, page);
      /* The user may save the file with errors, but must be informed that CrewAI does not
       * accept such a file. */
      troupe_document_refuse_errors (troupe_page_get_document (page), &error);
      adw_message_dialog_set_body_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
      adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog),
                                   error != NULL ? error->message : "");
      adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"),
                                        "save", _ ("_Save Anyway"), NULL);
      adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
      save->asks_where = ask_where;
      g_signal_connect_data (dialog, "response", G_CALLBACK (errors_answered_cb), save, save_free,
                             0);
      gtk_window_present (GTK_WINDOW (dialog));
      return;
    }
  if (path != NULL && !ask_where)
    {
      save_to (self, page, NULL, FALSE, then);
      return;
    }
  saves_folder = is_folder (document);
  /* The title tells several new documents apart, which are saved one after the other. */
  title = g_strdup_printf (saves_folder
                               /* Translators: %s is the name of a crew */
                               ? _ ("Save “%s” as Folder")
                               /* Translators: %s is the name of a document */
                               : _ ("Save “%s” As"),
                           show_tab (self, page));
  chooser = troupe_window_new_dialog (self, title, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"));
  name = path != NULL && !saves_folder
             ? g_path_get_basename (path)
             : troupe_window_suggest_name (document, saves_folder ? "" : ".json");
  gtk_file_chooser_set_current_name (chooser, name);
  if (path != NULL && saves_folder)
    {
      g_autofree char *own = g_path_get_dirname (path);
      g_autofree char *around = g_path_get_dirname (own);

      /* The new folder is next to the one of the crew. */
      troupe_start_folder_set_path (chooser, around);
    }
  if (!saves_folder)
    troupe_window_add_filters (chooser);
  g_signal_connect_data (chooser, "response", G_CALLBACK (save_answered_cb),
                         save_new (self, page, then), save_free, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
