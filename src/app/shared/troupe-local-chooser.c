/* troupe-local-chooser.c: file chooser for local files and folders
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-local-chooser"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-local-chooser.h"
#include "troupe-start-folder.h"

#define CHOOSER "troupe-local-chooser"
#define FUNC "troupe-local-chooser-func"

static void
answered_cb (GtkFileChooser *chooser, int response, gpointer user_data)
{
  GtkWidget *owner = GTK_WIDGET (user_data);
  TroupeLocalChooserFunc func =
      (TroupeLocalChooserFunc) g_object_get_data (G_OBJECT (chooser), FUNC);
  g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);

  g_assert (GTK_IS_FILE_CHOOSER (chooser));

  if (response == GTK_RESPONSE_ACCEPT)
    func (owner, file != NULL ? g_file_peek_path (file) : NULL);
  g_object_set_data (G_OBJECT (owner), CHOOSER, NULL);
}

GtkFileChooser *
troupe_local_chooser_show (GtkWidget *owner,
                           const char *title,
                           GtkFileChooserAction action,
                           const char *accept,
                           const char *folder,
                           TroupeLocalChooserFunc func)
{
  GtkFileChooserNative *chooser = NULL;

  g_return_val_if_fail (GTK_IS_WIDGET (owner), NULL);
  g_return_val_if_fail (func != NULL, NULL);

  chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (gtk_widget_get_root (owner)), action,
                                         accept, _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  troupe_start_folder_set_path (GTK_FILE_CHOOSER (chooser), folder);
  g_object_set_data (G_OBJECT (chooser), FUNC, (gpointer) func);
  g_object_set_data_full (G_OBJECT (owner), CHOOSER, chooser, g_object_unref);
  g_signal_connect_object (chooser, "response", G_CALLBACK (answered_cb), owner, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));

  return GTK_FILE_CHOOSER (chooser);
}
