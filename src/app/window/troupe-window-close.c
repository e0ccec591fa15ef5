/* troupe-window-close.c: prompts for unsaved documents and running runs when a tab or window is
 * closed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-button-names.h"
#include "troupe-message-dialog.h"
#include "troupe-row-name.h"
#include "troupe-window-batch.h"
#include "troupe-sanitize-text.h"
#include "troupe-tab-title.h"
#include "troupe-window-close.h"
#include "troupe-window-files.h"
#include "troupe-window-private.h"
#include "troupe-window-save.h"
#include "troupe-window-tabs.h"

/* Maximum height of the list of unsaved documents; a longer list scrolls. */
#define LIST_HEIGHT 300

/* User data of a prompt. @page: (nullable): NULL for the complete window.
 * @pages, @checks: (nullable): the listed documents, and a GtkCheckButton for each. */
typedef struct
{
  TroupeWindow *window;
  GtkWidget *page;
  GPtrArray *pages;
  GPtrArray *checks;
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  g_object_unref (question->window);
  g_clear_object (&question->page);
  g_clear_pointer (&question->pages, g_ptr_array_unref);
  g_clear_pointer (&question->checks, g_ptr_array_unref);
  g_free (question);
}

static GPtrArray *
list_modified (TroupeWindow *self)
{
  GPtrArray *pages = g_ptr_array_new ();

  g_assert (TROUPE_IS_WINDOW (self));

  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    {
      TroupePage *page = troupe_window_get_nth_page (self, i);

      if (page != NULL && troupe_document_is_modified (troupe_page_get_document (page)))
        g_ptr_array_add (pages, page);
    }
  return pages;
}

static gboolean
is_running (GtkWidget *page)
{
  return TROUPE_IS_BATCH_PAGE (page) ? troupe_batch_page_is_running (TROUPE_BATCH_PAGE (page))
                                     : troupe_page_is_running (TROUPE_PAGE (page));
}

/* Lists the pages and batches of the window that are running. @only: restricts the list to this
 * page */
static GPtrArray *
list_running (TroupeWindow *self, GtkWidget *only)
{
  GPtrArray *pages = g_ptr_array_new ();

  g_assert (TROUPE_IS_WINDOW (self));

  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    {
      GtkWidget *page = adw_tab_page_get_child (adw_tab_view_get_nth_page (self->tab_view, i));

      if (is_running (page) && (only == NULL || only == page))
        g_ptr_array_add (pages, page);
    }
  return pages;
}

static char *
describe_batch (TroupeBatchPage *page)
{
  g_autofree char *title = troupe_batch_page_dup_title (page);

  /* Translators: %s is the title of a batch: “Batch of topics.csv”. */
  return g_strdup_printf (_ ("“%s” is running. Closing stops it; choose the same folder later to "
                             "continue with the remaining items."),
                          title);
}

static char *
describe_run (TroupePage *page)
{
  TroupeDocument *document = troupe_page_get_document (page);
  g_autofree char *name = troupe_document_get_title (document);
  g_autofree char *title = troupe_text_to_name (name);

  /* A document without a file cannot be opened again. */
  if (troupe_page_get_n_questions (page) > 0 && troupe_document_get_path (document) == NULL)
    return g_strdup_printf (_ ("“%s” is waiting for your answer. The run is saved as paused; "
                               "“troupectl history” lists it."),
                            title);
  if (troupe_page_get_n_questions (page) > 0)
    return g_strdup_printf (
        _ ("“%s” is waiting for your answer. The run is saved as paused and can "
           "be resumed when you open the file again."),
        title);
  return g_strdup_printf (_ ("“%s” is running. Closing stops the run."), title);
}

/* Returns a sentence for each page. (transfer full) */
static char *
describe_runs (GPtrArray *running)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < running->len; i++)
    {
      GtkWidget *page = g_ptr_array_index (running, i);
      g_autofree char *line = TROUPE_IS_BATCH_PAGE (page)
                                  ? describe_batch (TROUPE_BATCH_PAGE (page))
                                  : describe_run (TROUPE_PAGE (page));

      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "", line);
    }
  return g_string_free (text, FALSE);
}

static void
close_tab_now (TroupeWindow *self, TroupePage *page)
{
  AdwTabPage *tab = troupe_window_find_tab (self, page);

  g_assert (TROUPE_IS_WINDOW (self));

  if (tab == NULL)
    return;
  self->may_close = TRUE;
  adw_tab_view_close_page (self->tab_view, tab);
  self->may_close = FALSE;
}

/* Closes the window and discards what is not saved. */
static void
close_window_now (TroupeWindow *self)
{
  g_assert (TROUPE_IS_WINDOW (self));

  self->may_close = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

static void
close_window_if_saved (TroupeWindow *self, TroupePage *page)
{
  g_autoptr (GPtrArray) modified = list_modified (self);

  g_assert (TROUPE_IS_WINDOW (self));

  for (guint i = 0; i < self->discarded->len; i++)
    g_ptr_array_remove (modified, g_ptr_array_index (self->discarded, i));
  if (modified->len == 0 && self->discarded->len > 0)
    {
      for (guint i = 0; i < self->discarded->len; i++)
        troupe_document_clear_typed (troupe_page_get_document (self->discarded->pdata[i]));
      close_window_now (self);
    }
  else if (modified->len == 0)
    {
      /* An earlier prompt already asked about running runs, so the user is not asked again. The
       * flag is set only during this call, because the user may have cancelled saving. */
      self->may_leave_runs = TRUE;
      gtk_window_close (GTK_WINDOW (self));
      self->may_leave_runs = FALSE;
    }
  else
    /* The save dialogs are shown one after the other, one for each document without a file. */
    troupe_window_save (self, g_ptr_array_index (modified, 0), FALSE, close_window_if_saved);
}

/* --- Unsaved documents ------------------------------------------------------------------------ */

static void
answered_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  Question *question = user_data;
  TroupeWindow *self = question->window;

  if (g_str_equal (response, "discard"))
    {
      g_autoptr (GPtrArray) pages = list_modified (self);

      /* Forgets the texts of fields that are not in the documents that are discarded. */
      for (guint i = 0; i < pages->len; i++)
        if (question->page == NULL || (gpointer) question->page == pages->pdata[i])
          troupe_document_clear_typed (troupe_page_get_document (pages->pdata[i]));
      if (question->page != NULL)
        close_tab_now (self, TROUPE_PAGE (question->page));
      else
        close_window_now (self);
    }
  else if (g_str_equal (response, "save"))
    {
      /* Sets the documents that are discarded when the window closes after the others were
       * saved. The list is valid until the next prompt, because the user may cancel saving. */
      g_ptr_array_set_size (self->discarded, 0);
      for (guint i = 0; question->checks != NULL && i < question->checks->len; i++)
        if (!gtk_check_button_get_active (g_ptr_array_index (question->checks, i)))
          g_ptr_array_add (self->discarded, g_object_ref (g_ptr_array_index (question->pages, i)));
      if (question->page != NULL)
        troupe_window_save (self, TROUPE_PAGE (question->page), FALSE, close_tab_now);
      else
        close_window_if_saved (self, NULL);
    }
}

/* Creates the row of a document with the title of its tab, which tells documents with the same name apart. */
static GtkWidget *
make_row (TroupeWindow *self, TroupePage *page, GPtrArray *checks)
{
  AdwTabPage *tab = adw_tab_view_get_page (self->tab_view, GTK_WIDGET (page));
  const char *title = troupe_tab_title_get (tab);
  g_autofree char *file = troupe_page_describe_file (page);
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *check = gtk_check_button_new ();

  g_assert (TROUPE_IS_PAGE (page));

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), file);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 1);
  troupe_row_leave_ellipsis_room (row);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  g_ptr_array_add (checks, g_object_ref (check));
  return row;
}

/* Returns the heading for one document, with its name, or for several. (transfer full) */
static char *
make_heading (TroupeWindow *self, GPtrArray *pages)
{
  AdwTabPage *tab;

  if (pages->len > 1)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Save Changes to %u Document?",
                                         "Save Changes to %u Documents?", pages->len),
                            pages->len);
  tab = adw_tab_view_get_page (self->tab_view, g_ptr_array_index (pages, 0));
  /* Translators: %s is the name of a document. */
  return g_strdup_printf (_ ("Save Changes to “%s”?"), troupe_tab_title_get (tab));
}

/* @page: (nullable): the page that is closed; NULL for the window
 * @modified: the unsaved pages, at least one */
static void
ask (TroupeWindow *self, TroupePage *page, GPtrArray *modified)
{
  Question *question = g_new0 (Question, 1);
  g_autoptr (GPtrArray) running = list_running (self, page != NULL ? GTK_WIDGET (page) : NULL);
  g_autofree char *runs = describe_runs (running);
  g_autofree char *body =
      g_strdup_printf ("%s\n%s",
                       modified->len > 1
                           ? _ ("Save saves the selected documents and discards the changes of the "
                                "others.")
                           : _ ("Unsaved changes are lost when you close."),
                       runs);
  g_autofree char *heading = make_heading (self, modified);
  GtkWidget *dialog;

  g_assert (TROUPE_IS_WINDOW (self));

  dialog = troupe_message_dialog_new (GTK_WINDOW (self), NULL, NULL);
  adw_message_dialog_set_heading_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
  adw_message_dialog_set_heading (ADW_MESSAGE_DIALOG (dialog), heading);
  adw_message_dialog_set_body_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
  if (modified->len > 1)
    {
      GPtrArray *pages;
      GPtrArray *checks;
      GtkWidget *scroller;
      GtkWidget *list;

      question->pages = g_ptr_array_new_with_free_func (g_object_unref);
      question->checks = g_ptr_array_new_with_free_func (g_object_unref);
      for (guint i = 0; i < modified->len; i++)
        g_ptr_array_add (question->pages, g_object_ref (g_ptr_array_index (modified, i)));
      /* Creates the list of @pages with a check box for each, which is added to @checks. */
      pages = question->pages;
      checks = question->checks;
      scroller = gtk_scrolled_window_new ();
      list = gtk_list_box_new ();
      gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
      gtk_widget_add_css_class (list, "boxed-list");
      for (guint i = 0; i < pages->len; i++)
        gtk_list_box_append (GTK_LIST_BOX (list),
                             make_row (self, g_ptr_array_index (pages, i), checks));
      gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      _ ("Documents to save"), -1);
      gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
      gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                      GTK_POLICY_AUTOMATIC);
      gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
      gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), LIST_HEIGHT);
      adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), scroller);
    }
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), g_strchomp (body));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "discard",
                                    modified->len > 1 ? _ ("_Discard All") : _ ("_Discard"), "save",
                                    _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  question->window = g_object_ref (self);
  question->page = page != NULL ? g_object_ref (GTK_WIDGET (page)) : NULL;
  g_signal_connect_data (dialog, "response", G_CALLBACK (answered_cb), question, question_free, 0);
  troupe_question_present (dialog);
}

/* --- Running runs ----------------------------------------------------------------------------- */

static void
run_answered_cb (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  Question *question = user_data;
  TroupeWindow *self = question->window;

  /* The window is only hidden: its runs go on, notifications show it again, and so does starting Troupe again. */
  if (g_str_equal (response, "keep"))
    gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
  if (!g_str_equal (response, "close"))
    return;
  self->may_leave_runs = TRUE;
  if (question->page == NULL)
    gtk_window_close (GTK_WINDOW (self));
  else if (gtk_widget_is_ancestor (question->page, GTK_WIDGET (self->tab_view)))
    adw_tab_view_close_page (self->tab_view,
                             adw_tab_view_get_page (self->tab_view, question->page));
  self->may_leave_runs = FALSE;
}

/* Returns TRUE if no running run prevents closing @page or the window. */
static gboolean
may_leave_runs (TroupeWindow *self, GtkWidget *page)
{
  g_autoptr (GPtrArray) running = NULL;
  Question *question;
  g_autofree char *body = NULL;
  GtkWidget *dialog;

  g_assert (TROUPE_IS_WINDOW (self));

  if (self->may_leave_runs)
    return TRUE;
  running = list_running (self, page);
  if (running->len == 0)
    return TRUE;
  question = g_new0 (Question, 1);
  body = describe_runs (running);
  dialog = troupe_message_dialog_new (GTK_WINDOW (self), NULL, NULL);
  adw_message_dialog_set_heading (ADW_MESSAGE_DIALOG (dialog),
                                  g_dngettext (GETTEXT_PACKAGE, "Close During a Run?",
                                               "Close During Runs?", running->len));
  adw_message_dialog_set_body_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), body);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "close",
                                    _ ("C_lose"), NULL);
  if (page == NULL)
    adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "keep",
                                     _ ("_Keep Running in the Background"));
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  question->window = g_object_ref (self);
  question->page = page != NULL ? g_object_ref (page) : NULL;
  g_signal_connect_data (dialog, "response", G_CALLBACK (run_answered_cb), question, question_free,
                         0);
  troupe_question_present (dialog);
  return FALSE;
}

gboolean
troupe_window_close_page (TroupeWindow *self, TroupePage *page)
{
  troupe_page_commit (page);
  if (!troupe_window_wait_for_save (self, page))
    {
      if (troupe_document_is_modified (troupe_page_get_document (page)))
        {
          g_autoptr (GPtrArray) pages = g_ptr_array_new ();

          g_ptr_array_add (pages, page);
          ask (self, page, pages);
        }
      else if (may_leave_runs (self, GTK_WIDGET (page)))
        return TRUE;
    }
  adw_tab_view_close_page_finish (self->tab_view, troupe_window_find_tab (self, page), FALSE);
  return FALSE;
}

gboolean
troupe_window_may_leave_batch (TroupeWindow *self, TroupeBatchPage *page)
{
  g_return_val_if_fail (TROUPE_IS_WINDOW (self), TRUE);

  return may_leave_runs (self, GTK_WIDGET (page));
}

/* Commits pending input of all pages, because it would otherwise be lost. */
static void
commit_all (TroupeWindow *self)
{
  g_assert (TROUPE_IS_WINDOW (self));

  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    if (troupe_window_get_nth_page (self, i) != NULL)
      troupe_page_commit (troupe_window_get_nth_page (self, i));
}

gboolean
troupe_window_close_all (TroupeWindow *self)
{
  g_autoptr (GPtrArray) modified = NULL;

  commit_all (self);
  if (troupe_window_wait_for_save (self, NULL))
    return FALSE;
  modified = list_modified (self);
  if (modified->len == 0)
    return may_leave_runs (self, NULL);
  ask (self, NULL, modified);
  return FALSE;
}

gboolean
troupe_window_end (TroupeWindow *self)
{
  gboolean is_needed = FALSE;

  g_return_val_if_fail (TROUPE_IS_WINDOW (self), TRUE);

  commit_all (self);
  for (int i = adw_tab_view_get_n_pages (self->tab_view) - 1; i >= 0; i--)
    {
      AdwTabPage *tab = adw_tab_view_get_nth_page (self->tab_view, i);
      TroupePage *page = troupe_window_get_nth_page (self, i);

      if (is_running (adw_tab_page_get_child (tab)) ||
          (page != NULL && troupe_document_is_modified (troupe_page_get_document (page))))
        is_needed = TRUE;
      else if (page == NULL)
        adw_tab_view_close_page (self->tab_view, tab);
      else
        close_tab_now (self, page);
    }
  if (is_needed)
    return FALSE;
  self->may_close = TRUE;
  gtk_window_close (GTK_WINDOW (self));
  return TRUE;
}
