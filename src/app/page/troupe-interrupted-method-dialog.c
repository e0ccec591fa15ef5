/* troupe-interrupted-method-dialog.c: asks for the outcome of an interrupted method
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-interrupted-method-dialog"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-button-names.h"
#include "troupe-interrupted-method-dialog.h"
#include "troupe-message-dialog.h"
#include "troupe-row-name.h"

/* Parses the input. Valid JSON is used as a value, other text as a string, and an empty text as
 * null. */
static TroupeValue *
read_value (const char *text)
{
  TroupeValue *value;

  if (*text == '\0')
    return troupe_value_new_null ();
  value = troupe_value_from_json (text, strlen (text), NULL);

  return value != NULL ? value : troupe_value_new_string (text, -1);
}

static void
response_cb (TroupePage *page, const char *response, AdwMessageDialog *dialog)
{
  GtkWidget *row = g_object_get_data (G_OBJECT (dialog), "troupe-row");
  g_autoptr (TroupeValue) value = NULL;

  g_assert (TROUPE_IS_PAGE (page));
  g_assert (ADW_IS_MESSAGE_DIALOG (dialog));

  if (!g_str_equal (response, "happened"))
    return;
  value = read_value (gtk_editable_get_text (GTK_EDITABLE (row)));
  troupe_page_resume_happened (page, value);
}

void
troupe_interrupted_method_dialog_present (TroupePage *page)
{
  const TroupeStoredRun *kept;
  g_autofree char *heading = NULL;
  GtkWidget *dialog;
  GtkWidget *row;
  GtkWidget *list;

  g_return_if_fail (TROUPE_IS_PAGE (page));

  kept = troupe_page_get_stored_run (page);
  if (kept == NULL || kept->unsure == NULL)
    return;
  /* Translators: %s is the name of a method. */
  heading = g_strdup_printf (_ ("“%s” Completed"), kept->unsure);
  dialog =
      troupe_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (page))), NULL, NULL);
  list = gtk_list_box_new ();
  row = adw_entry_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Output, as text or JSON"));
  troupe_row_follow_title (row);
  adw_entry_row_set_activates_default (ADW_ENTRY_ROW (row), TRUE);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_list_box_append (GTK_LIST_BOX (list), row);
  adw_message_dialog_set_heading_use_markup (ADW_MESSAGE_DIALOG (dialog), FALSE);
  adw_message_dialog_set_heading (ADW_MESSAGE_DIALOG (dialog), heading);
  adw_message_dialog_set_body (
      ADW_MESSAGE_DIALOG (dialog),
      _ ("The run resumes without calling the method again. Its listeners receive the output that "
         "you enter here; leave the field empty if they need no output."));
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), gtk_widget_get_parent (row));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"),
                                    "happened", _ ("_Resume"), NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "happened");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "happened",
                                              ADW_RESPONSE_SUGGESTED);
  g_object_set_data (G_OBJECT (dialog), "troupe-row", row);
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_cb), page, G_CONNECT_SWAPPED);
  troupe_question_present (dialog);
}
