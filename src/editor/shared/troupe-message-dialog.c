/* troupe-message-dialog.c: message dialogs whose headings may be long
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-message-dialog"

#include "config.h"

#include "troupe-message-dialog.h"

/* Less than what the smallest dialog of libadwaita has for its heading. */
#define HEADING_WIDTH 240

/* libadwaita has a large and a small label for the heading and shows the one that fits. It requires
 * the smaller of their minimum widths and then measures both at this width, about which GTK 4.18 warns.
 * The large one is not wrapped, so that its minimum is the whole heading. This gives both the same
 * minimum. */
static void
fit_headings (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget) && (gtk_widget_has_css_class (widget, "title-2") ||
                                gtk_widget_has_css_class (widget, "title-4")))
    {
      gtk_label_set_wrap (GTK_LABEL (widget), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (widget), PANGO_WRAP_WORD_CHAR);
      gtk_widget_set_size_request (widget, HEADING_WIDTH, -1);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    fit_headings (child);
}

GtkWidget *
troupe_message_dialog_new (GtkWindow *parent, const char *heading, const char *body)
{
  GtkWidget *dialog;

  g_return_val_if_fail (parent == NULL || GTK_IS_WINDOW (parent), NULL);

  dialog = adw_message_dialog_new (parent, heading, body);
  fit_headings (dialog);
  return dialog;
}
