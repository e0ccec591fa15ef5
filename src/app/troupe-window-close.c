/* troupe-window-close.c: documents that are not saved when a tab or the window is closed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-window-private.h"

/* What an open question is about. @page: (nullable): NULL is the whole window. */
typedef struct
{
  TroupeWindow *window;
  TroupePage *page;
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  g_object_unref (question->window);
  g_clear_object (&question->page);
  g_free (question);
}

static GPtrArray *
list_modified (TroupeWindow *self)
{
  GPtrArray *pages = g_ptr_array_new ();

  for (int i = 0; i < adw_tab_view_get_n_pages (self->tab_view); i++)
    {
      AdwTabPage *tab = adw_tab_view_get_nth_page (self->tab_view, i);
      TroupePage *page = TROUPE_PAGE (adw_tab_page_get_child (tab));

      if (troupe_flow_document_is_modified (troupe_page_get_document (page)))
        g_ptr_array_add (pages, page);
    }
  return pages;
}

static void
close_tab_now (TroupeWindow *self, TroupePage *page)
{
  self->may_close = TRUE;
  adw_tab_view_close_page (self->tab_view, _troupe_window_find_tab (self, page));
  self->may_close = FALSE;
}

static void
close_window_if_saved (TroupeWindow *self, TroupePage *page)
{
  g_autoptr (GPtrArray) modified = list_modified (self);

  if (modified->len == 0)
    gtk_window_close (GTK_WINDOW (self));
  else
    /* One save dialog after the other, each for a document that has no file yet. */
    _troupe_window_save (self, g_ptr_array_index (modified, 0), FALSE, close_window_if_saved);
}

static void
answered (AdwMessageDialog *dialog, const char *response, gpointer user_data)
{
  Question *question = user_data;
  TroupeWindow *self = question->window;

  if (g_str_equal (response, "discard"))
    {
      if (question->page != NULL)
        close_tab_now (self, question->page);
      else
        {
          self->may_close = TRUE;
          gtk_window_close (GTK_WINDOW (self));
        }
    }
  else if (g_str_equal (response, "save"))
    {
      if (question->page != NULL)
        _troupe_window_save (self, question->page, FALSE, close_tab_now);
      else
        close_window_if_saved (self, NULL);
    }
}

static void
ask (TroupeWindow *self, TroupePage *page, guint n_documents)
{
  Question *question = g_new0 (Question, 1);
  g_autofree char *heading = NULL;
  GtkWidget *dialog;

  heading = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Save changes to %u document?",
                                          "Save changes to %u documents?", n_documents),
                             n_documents);
  dialog = adw_message_dialog_new (GTK_WINDOW (self), heading,
                                   _ ("What is not saved is lost when it is closed."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "discard",
                                    _ ("_Discard"), "save", _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  question->window = g_object_ref (self);
  question->page = page != NULL ? g_object_ref (page) : NULL;
  g_signal_connect_data (dialog, "response", G_CALLBACK (answered), question, question_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

gboolean
_troupe_window_close_page (TroupeWindow *self, TroupePage *page)
{
  if (!troupe_flow_document_is_modified (troupe_page_get_document (page)))
    return TRUE;
  adw_tab_view_close_page_finish (self->tab_view, _troupe_window_find_tab (self, page), FALSE);
  ask (self, page, 1);
  return FALSE;
}

gboolean
_troupe_window_close_all (TroupeWindow *self)
{
  g_autoptr (GPtrArray) modified = list_modified (self);

  if (modified->len == 0)
    return TRUE;
  ask (self, NULL, modified->len);
  return FALSE;
}
