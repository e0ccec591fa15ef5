/* troupe-search-keys.c: Down in a search entry leads to the list that it filters
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-search-keys"

#include "config.h"

#include "troupe-search-keys.h"

static gboolean
can_focus (GtkWidget *row)
{
  return gtk_widget_get_mapped (row) && gtk_widget_is_sensitive (row) &&
         gtk_widget_get_focusable (row);
}

/* Returns the selected row if it is shown, else the first one that is. (transfer none) (nullable) */
static GtkWidget *
find_row (GtkListBox *list)
{
  GtkListBoxRow *selected = gtk_list_box_get_selected_row (list);
  GtkListBoxRow *row = NULL;

  if (selected != NULL && can_focus (GTK_WIDGET (selected)))
    return GTK_WIDGET (selected);
  for (int i = 0; (row = gtk_list_box_get_row_at_index (list, i)) != NULL; i++)
    if (can_focus (GTK_WIDGET (row)))
      return GTK_WIDGET (row);
  return NULL;
}

/* Focuses a row at or below the widget. Returns FALSE if there is none. */
static gboolean
focus_row (GtkWidget *widget)
{
  GtkWidget *row = NULL;

  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  if (GTK_IS_LIST_BOX (widget))
    {
      row = find_row (GTK_LIST_BOX (widget));
      return row != NULL && gtk_widget_grab_focus (row);
    }
  if (GTK_IS_LIST_VIEW (widget))
    return gtk_widget_child_focus (widget, GTK_DIR_TAB_FORWARD);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (focus_row (child))
      return TRUE;
  return FALSE;
}

static gboolean
key_pressed_cb (GtkWidget *list, guint keyval, guint keycode, GdkModifierType state)
{
  const guint held = state & gtk_accelerator_get_default_mod_mask ();

  if ((keyval != GDK_KEY_Down && keyval != GDK_KEY_KP_Down) || held != 0)
    return FALSE;
  /* Nothing else is below an entry whose list is empty. */
  focus_row (list);
  return TRUE;
}

void
troupe_search_keys_add (GtkWidget *entry, GtkWidget *list)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_return_if_fail (GTK_IS_WIDGET (entry) && GTK_IS_WIDGET (list));

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), list,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (entry, keys);
}
