/* troupe-window-files.c: file and message dialogs of a window, and exports
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-button-names.h"
#include "troupe-export-copy.h"
#include "troupe-export-dialog.h"
#include "troupe-export-show.h"
#include "troupe-folder-data.h"
#include "troupe-folder-results.h"
#include "troupe-message-dialog.h"
#include "troupe-start-folder.h"
#include "troupe-window-files.h"
#include "troupe-window-tabs.h"

/* --- File dialogs ----------------------------------------------------------------------------- */

void
troupe_window_add_filters (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) flows = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (flows, _ ("Flows and Crews"));
  gtk_file_filter_add_suffix (flows, "json");
  gtk_file_filter_add_suffix (flows, "jsonc");
  gtk_file_filter_add_suffix (flows, "yaml");
  gtk_file_filter_add_suffix (flows, "yml");
  if (gtk_file_chooser_get_action (chooser) == GTK_FILE_CHOOSER_ACTION_OPEN)
    gtk_file_filter_add_suffix (flows, "py");
  for (TroupePlotFormat i = 0; i < TROUPE_PLOT_N_FORMATS; i++)
    if (troupe_plot_format_can_carry (i))
      gtk_file_filter_add_suffix (flows, troupe_plot_format_get_ending (i) + 1);
  gtk_file_filter_set_name (all, _ ("All Files"));
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_chooser_add_filter (chooser, flows);
  gtk_file_chooser_add_filter (chooser, all);
}

GtkFileChooser *
troupe_window_new_dialog (TroupeWindow *self,
                          const char *title,
                          GtkFileChooserAction action,
                          const char *accept)
{
  g_autoptr (GtkFileChooserNative) dialog =
      gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, accept, _ ("_Cancel"));
  TroupePage *page = troupe_window_get_page (self);

  troupe_start_folder_set (GTK_FILE_CHOOSER (dialog),
                           page != NULL ? troupe_page_get_document (page) : NULL);
  troupe_window_keep_dialog (self, GTK_NATIVE_DIALOG (dialog));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  return GTK_FILE_CHOOSER (dialog);
}

GtkFileChooser *
troupe_window_show_dialog (TroupeWindow *self,
                           const char *title,
                           GtkFileChooserAction action,
                           const char *accept)
{
  GtkFileChooser *dialog = troupe_window_new_dialog (self, title, action, accept);

  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
  return dialog;
}

char *
troupe_window_suggest_name (TroupeDocument *document, const char *ending)
{
  static const char *const endings[] = { ".json", ".jsonc", ".yaml", ".yml" };
  g_autofree char *title = troupe_document_get_title (document);
  g_autofree char *name = NULL;

  g_strdelimit (title, "/\\", '-');
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (title, endings[i]))
      title[strlen (title) - strlen (endings[i])] = '\0';
  name = g_strconcat (title, ending, NULL);
  /* A document of others could choose the name of settings, such as `package`, for whose file tools look. */
  return *title == '.' ||
                 (*ending != '\0' && !troupe_document_is_own (document) &&
                  (troupe_folder_data_is_marker (name) || !troupe_folder_result_is_name (name)))
             ? g_strconcat ("flow-", title + strspn (title, "."), ending, NULL)
             : g_steal_pointer (&name);
}

void
troupe_window_tell_error (TroupeWindow *self, const char *heading, const char *body)
{
  GtkWidget *dialog = troupe_message_dialog_new (GTK_WINDOW (self), NULL, NULL);

  /* Markup is disabled, because texts from files must not be interpreted as markup. */
  adw_message_dialog_set_heading_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
  adw_message_dialog_set_body_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
  adw_message_dialog_set_heading (ADW_MESSAGE_DIALOG (dialog), heading);
  adw_message_dialog_set_body (ADW_MESSAGE_DIALOG (dialog), body);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _ ("_Close"));
  troupe_question_present (dialog);
}

void
troupe_window_remember (const char *path)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

  if (uri != NULL)
    gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
}

/* The dialog is modal, so that its document is that of the visible page. */
static void
export_told_cb (TroupeWindow *self, const char *text)
{
  TroupePage *page = troupe_window_get_page (self);

  g_assert (TROUPE_IS_WINDOW (self));

  if (page != NULL)
    troupe_window_add_tab_toast (self, GTK_WIDGET (page), text);
}

/* Returns the exportable content of the page. If the page has no such content, shows a message.
 * (transfer full) (nullable) */
static TroupeExportSubject *
take_subject (TroupeWindow *self, TroupePage *page)
{
  TroupeExportSubject *subject = troupe_page_content_make_export (troupe_page_get_content (page));

  g_assert (TROUPE_IS_WINDOW (self));

  if (subject == NULL)
    troupe_window_add_tab_toast (
        self, GTK_WIDGET (page),
        _ ("The document has errors, so there is no image to export. Fix them first."));

  return subject;
}

static void
show_finding_cb (TroupeExportDialog *dialog, const TroupePlotFinding *finding, TroupePage *page)
{
  g_autoptr (TroupePage) shown = g_object_ref (page);

  g_assert (TROUPE_IS_PAGE (page));

  /* The dialog is modal, so it is hidden first, because the focus must be in the window. */
  gtk_widget_set_visible (GTK_WIDGET (dialog), FALSE);
  troupe_export_show (troupe_page_get_content (shown), troupe_page_get_document (shown), finding);
  gtk_window_close (GTK_WINDOW (dialog));
}

void
troupe_window_export_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  TroupePage *page = troupe_window_get_page (self);
  g_autoptr (TroupeExportSubject) subject = NULL;
  TroupeExportDialog *dialog;

  if (page == NULL)
    return;
  troupe_page_content_commit (troupe_page_get_content (page));
  subject = take_subject (self, page);
  if (subject == NULL)
    return;
  dialog = troupe_export_dialog_new (subject, troupe_services_get_settings (troupe_services_get ()),
                                     widget);
  g_signal_connect_object (dialog, "message", G_CALLBACK (export_told_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "show-finding", G_CALLBACK (show_finding_cb), page, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

void
troupe_window_copy_picture_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeWindow *self = TROUPE_WINDOW (widget);
  TroupePage *page = troupe_window_get_page (self);
  const gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  g_autoptr (TroupeExportSubject) subject = NULL;
  TroupeExportChoices choices = { .options.scheme = dark ? TROUPE_PLOT_DARK : TROUPE_PLOT_LIGHT,
                            .options.scale = 2 };

  if (page == NULL)
    return;
  subject = take_subject (self, page);
  if (subject == NULL)
    return;
  if (subject->selection != NULL && subject->selection[0] != NULL)
    choices.part = TROUPE_EXPORT_SELECTION;
  troupe_export_copy (subject, &choices, widget, (TroupeExportCopied) export_told_cb, self);
}
