/* troupe-window-files.c: dialogs about files, and the picture
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-button-names.h"
#include "troupe-window-files.h"
#include "troupe-window-tabs.h"

/* --- File dialogs ----------------------------------------------------------------------------- */

void
troupe_window_add_filters (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) flows = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (flows, _ ("Flows"));
  gtk_file_filter_add_suffix (flows, "json");
  gtk_file_filter_add_suffix (flows, "jsonc");
  gtk_file_filter_add_suffix (flows, "yaml");
  gtk_file_filter_add_suffix (flows, "yml");
  gtk_file_filter_set_name (all, _ ("All files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, flows);
  gtk_file_chooser_add_filter (chooser, all);
}

GtkFileChooser *
troupe_window_show_dialog (TroupeWindow *self,
                           const char *title,
                           GtkFileChooserAction action,
                           const char *accept)
{
  g_autoptr (GtkFileChooserNative) dialog =
      gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, accept, _ ("_Cancel"));

  troupe_window_keep_dialog (self, GTK_NATIVE_DIALOG (dialog));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
  return GTK_FILE_CHOOSER (dialog);
}

char *
troupe_window_suggest_name (TroupeDocument *document, const char *ending)
{
  static const char *const endings[] = { ".json", ".jsonc", ".yaml", ".yml" };
  g_autofree char *title = troupe_document_get_title (document);

  g_strdelimit (title, "/\\", '-');
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (title, endings[i]))
      title[strlen (title) - strlen (endings[i])] = '\0';
  return g_strconcat (title, ending, NULL);
}

void
troupe_window_present_question (GtkWidget *dialog)
{
  troupe_name_buttons (dialog);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
troupe_window_tell_error (TroupeWindow *self, const char *heading, const char *body)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), NULL, NULL);

  /* Texts of foreign files are never markup. */
  adw_message_dialog_set_heading_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
  adw_message_dialog_set_body_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
  adw_message_dialog_set_heading (ADW_MESSAGE_DIALOG (dialog), heading);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), body);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  troupe_window_present_question (dialog);
}

void
troupe_window_remember (const char *path)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  if (uri != NULL)
    gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
}

static void
export_answered_cb (GtkNativeDialog *dialog, int response, gpointer user_data)
{
  TroupePage *page = user_data;
  g_autoptr (GFile) file = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_PAGE (page));

  gtk_native_dialog_hide (dialog);
  if (response != GTK_RESPONSE_ACCEPT)
    return;
  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  path = file != NULL ? g_file_get_path (file) : NULL;
  if (path != NULL &&
      !troupe_page_content_export_picture (troupe_page_get_content (page), path, &error))
    troupe_window_tell_error (TROUPE_WINDOW (gtk_widget_get_root (GTK_WIDGET (page))),
                              _ ("The picture was not saved"), error->message);
}

void
troupe_window_export_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  TroupePage *page = troupe_window_get_page (self);
  GtkFileChooser *chooser;
  g_autofree char *suggestion = NULL;

  if (page == NULL)
    return;
  chooser = troupe_window_show_dialog (self, _ ("Export Picture"), GTK_FILE_CHOOSER_ACTION_SAVE,
                                       _ ("_Save"));
  suggestion = troupe_window_suggest_name (troupe_page_get_document (page), ".svg");
  gtk_file_chooser_set_current_name (chooser, suggestion);
  g_signal_connect_object (chooser, "response", G_CALLBACK (export_answered_cb), page, 0);
}
