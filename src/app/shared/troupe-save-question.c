/* troupe-save-question.c: asks to save a document before something that needs its file
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-save-question"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-message-dialog.h"
#include "troupe-save-question.h"

/* The responses are "cancel" and the name of the action. */
static void
answered_cb (GtkWidget *place, const char *response)
{
  g_assert (GTK_IS_WIDGET (place));

  if (!g_str_equal (response, "cancel"))
    gtk_widget_activate_action (place, response, NULL);
}

void
troupe_save_question_ask (GtkWidget *place,
                          const char *heading,
                          const char *body,
                          const char *button,
                          const char *action)
{
  const char *save = action != NULL ? action : "win.save-as";
  GtkRoot *root;
  GtkWidget *dialog;

  g_return_if_fail (GTK_IS_WIDGET (place));
  g_return_if_fail (heading != NULL && body != NULL);

  root = gtk_widget_get_root (place);
  if (!GTK_IS_WINDOW (root))
    return;
  dialog = troupe_message_dialog_new (GTK_WINDOW (root), heading, body);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), save,
                                    button != NULL ? button : _ ("Save _As…"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), save,
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), save);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (answered_cb), place, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}
