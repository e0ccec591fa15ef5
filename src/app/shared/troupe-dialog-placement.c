/* troupe-dialog-placement.c: places dialogs over their window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-dialog-placement"

#include "config.h"

#include "troupe-dialog-placement.h"

void
troupe_dialog_put_over (GtkWindow *dialog, GtkWidget *widget)
{
  GtkRoot *root;
  int wanted = 0;
  int height = 0;
  int minimum = 0;
  int requested = 0;
  int requested_height = 0;
  int available;

  g_return_if_fail (GTK_IS_WINDOW (dialog));
  g_return_if_fail (GTK_IS_WIDGET (widget));

  root = gtk_widget_get_root (widget);
  if (!GTK_IS_WINDOW (root))
    return;
  gtk_window_set_transient_for (dialog, GTK_WINDOW (root));
  if (gtk_widget_get_width (GTK_WIDGET (root)) == 0)
    return;
  /* Newer versions of libadwaita request a width for every window, which may be more than there is. */
  available = gtk_widget_get_width (GTK_WIDGET (root));
  gtk_widget_get_size_request (GTK_WIDGET (dialog), &requested, &requested_height);
  if (requested > available)
    gtk_widget_set_size_request (GTK_WIDGET (dialog), available, requested_height);
  gtk_window_get_default_size (dialog, &wanted, &height);
  gtk_widget_measure (GTK_WIDGET (dialog), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                      NULL);
  available = MAX (available, minimum);
  if (wanted > available)
    gtk_window_set_default_size (dialog, available, height);
}
