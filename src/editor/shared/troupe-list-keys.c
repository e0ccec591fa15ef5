/* troupe-list-keys.c: Up and Down keys in a search entry move the selection of a list
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-list-keys"

#include "config.h"

#include "troupe-list-keys.h"

static gboolean
key_pressed_cb (GtkListView *list, guint keyval, guint keycode, GdkModifierType state)
{
  GtkSingleSelection *selection;
  guint selected, n_items, next;

  g_assert (GTK_IS_LIST_VIEW (list));
  g_assert (GTK_IS_SINGLE_SELECTION (gtk_list_view_get_model (list)));

  if (keyval != GDK_KEY_Down && keyval != GDK_KEY_Up)
    return FALSE;

  selection = GTK_SINGLE_SELECTION (gtk_list_view_get_model (list));
  selected = gtk_single_selection_get_selected (selection);
  n_items = g_list_model_get_n_items (G_LIST_MODEL (selection));
  if (keyval == GDK_KEY_Down && selected + 1 < n_items)
    next = selected + 1;
  else if (keyval == GDK_KEY_Up && selected > 0 && selected < n_items)
    next = selected - 1;
  else
    return TRUE;

  gtk_single_selection_set_selected (selection, next);
  gtk_widget_activate_action (GTK_WIDGET (list), "list.scroll-to-item", "u", next);

  return TRUE;
}

void
troupe_list_keys_add (GtkWidget *entry, GtkListView *list)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_return_if_fail (GTK_IS_WIDGET (entry));
  g_return_if_fail (GTK_IS_LIST_VIEW (list));

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), list,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (entry, keys);
}
