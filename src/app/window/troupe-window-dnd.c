/* troupe-window-dnd.c: drag and drop of files onto a window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-window"

#include "config.h"

#include "troupe-window-dnd.h"

static gboolean
files_dropped_cb (GtkDropTarget *target,
                  const GValue *value,
                  double x,
                  double y,
                  gpointer user_data)
{
  TroupeWindow *self = TROUPE_WINDOW (user_data);
  GdkFileList *list = g_value_get_boxed (value);
  g_autoptr (GSList) files = gdk_file_list_get_files (list);

  g_assert (TROUPE_IS_WINDOW (self));

  gtk_widget_remove_css_class (GTK_WIDGET (self), "drop-frame");
  for (GSList *l = files; l != NULL; l = l->next)
    troupe_window_open_file (self, l->data);
  return files != NULL;
}

static GdkDragAction
drop_entered_cb (GtkDropTarget *target, double x, double y, gpointer user_data)
{
  gtk_widget_add_css_class (GTK_WIDGET (user_data), "drop-frame");
  return GDK_ACTION_COPY;
}

static void
drop_left_cb (GtkDropTarget *target, gpointer user_data)
{
  gtk_widget_remove_css_class (GTK_WIDGET (user_data), "drop-frame");
}

void
troupe_window_take_drops (TroupeWindow *self)
{
  GtkDropTarget *target;

  g_return_if_fail (TROUPE_IS_WINDOW (self));

  target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);
  g_signal_connect_object (target, "drop", G_CALLBACK (files_dropped_cb), self, 0);
  g_signal_connect_object (target, "enter", G_CALLBACK (drop_entered_cb), self, 0);
  g_signal_connect_object (target, "leave", G_CALLBACK (drop_left_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
