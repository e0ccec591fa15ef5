/* troupe-history-menu.c: clicks on runs of the history, their menu and its dialogs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-history-menu"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-history-menu.h"
#include "troupe-history-text.h"

/* --- Menu ------------------------------------------------------------------------------------- */

static gboolean
unparent_cb (gpointer user_data)
{
  gtk_widget_unparent (GTK_WIDGET (user_data));
  return G_SOURCE_REMOVE;
}

/* The action of an item is activated after the menu was closed. */
static void
closed_cb (GtkWidget *popover)
{
  /* The button was released over the menu, so that GTK takes the row for pressed, which looks as if it was selected. */
  gtk_widget_unset_state_flags (gtk_widget_get_parent (popover), GTK_STATE_FLAG_ACTIVE);
  g_idle_add_full (G_PRIORITY_DEFAULT, unparent_cb, g_object_ref (popover), g_object_unref);
}

/* Returns the number of selected rows, of any groups of the list. */
static guint
count_selected (GtkListBox *list)
{
  g_autoptr (GList) rows = gtk_list_box_get_selected_rows (list);

  return g_list_length (rows);
}

/* Makes the menu of the selected rows. Commands that need another number of rows are disabled, below a
 * title that says so. */
static GMenuModel *
make_model (GtkListBox *list, TroupeHistoryRow *row)
{
  static const struct
  {
    const char *label;
    const char *action;
    guint n; /* of the rows that it needs; 0: any */
  } items[] = {
    { N_ ("_Open"), "history.open", 1 },
    { N_ ("_Rename…"), "history.rename", 1 },
    { NULL, "history.keep", 0 },
    { N_ ("_Compare"), "history.compare", 2 },
    { N_ ("Make _Test From Run"), "history.make-test", 1 },
    { N_ ("_Export…"), "history.export", 1 },
    { N_ ("_Delete"), "history.delete", 0 },
  };
  const guint n = count_selected (list);
  const gboolean is_kept = troupe_history_row_get_summary (row)->is_kept;
  static const char *const titles[] = { NULL, N_ ("For One Selected Run"),
                                        N_ ("For Two Selected Runs") };
  GMenu *sections[G_N_ELEMENTS (titles)];
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      sections[i] = g_menu_new ();
      g_menu_append_section (menu, titles[i] != NULL ? _ (titles[i]) : NULL,
                             G_MENU_MODEL (sections[i]));
      g_object_unref (sections[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    g_menu_append (sections[items[i].n == n ? 0 : items[i].n],
                   items[i].label != NULL ? _ (items[i].label)
                   : is_kept              ? _ ("Do Not _Keep")
                                          : _ ("_Keep"),
                   items[i].action);
  return G_MENU_MODEL (menu);
}

static void
open_menu (GtkListBox *list, GtkListBoxRow *row)
{
  g_autoptr (GMenuModel) model = NULL;
  GtkWidget *popover;

  if (!gtk_list_box_row_is_selected (row))
    {
      gtk_list_box_unselect_all (list);
      gtk_list_box_select_row (list, row);
    }
  model = make_model (list, TROUPE_HISTORY_ROW (row));
  popover = gtk_popover_menu_new_from_model (model);
  gtk_widget_set_parent (popover, GTK_WIDGET (row));
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  g_signal_connect (popover, "closed", G_CALLBACK (closed_cb), NULL);
  gtk_popover_popup (GTK_POPOVER (popover));
}

static void
pressed_cb (GtkGestureClick *click, int n_press, double x, double y, gpointer user_data)
{
  GtkListBox *list = GTK_LIST_BOX (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (click)));
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (list, (int) y);

  if (row != NULL)
    open_menu (list, row);
}

static void
released_cb (GtkGestureClick *click, int n_press, double x, double y, gpointer user_data)
{
  GtkListBox *list = GTK_LIST_BOX (gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (click)));
  GtkListBoxRow *row = gtk_list_box_get_row_at_y (list, (int) y);
  const GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (click));

  if (row == NULL || (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) != 0)
    return;
  /* The list box would move the focus to the row afterwards, even if the run is shown already. */
  gtk_gesture_set_state (GTK_GESTURE (click), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_list_box_unselect_all (list);
  gtk_list_box_select_row (list, row);
  gtk_widget_grab_focus (GTK_WIDGET (row));
  g_signal_emit_by_name (list, "row-activated", row);
}

static gboolean
menu_key_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  GtkWidget *row = gtk_widget_get_focus_child (widget);

  if (row == NULL || !TROUPE_IS_HISTORY_ROW (row))
    return FALSE;
  open_menu (GTK_LIST_BOX (widget), GTK_LIST_BOX_ROW (row));
  return TRUE;
}

void
troupe_history_menu_attach (GtkListBox *list)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
  } keys[] = { { GDK_KEY_Menu, 0 }, { GDK_KEY_F10, GDK_SHIFT_MASK } };
  GtkEventController *shortcuts = gtk_shortcut_controller_new ();
  GtkGesture *secondary = gtk_gesture_click_new ();
  GtkGesture *primary = gtk_gesture_click_new ();

  g_return_if_fail (GTK_IS_LIST_BOX (list));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  g_signal_connect (secondary, "pressed", G_CALLBACK (pressed_cb), NULL);
  gtk_widget_add_controller (GTK_WIDGET (list), GTK_EVENT_CONTROLLER (secondary));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (primary), GDK_BUTTON_PRIMARY);
  g_signal_connect (primary, "released", G_CALLBACK (released_cb), NULL);
  gtk_widget_add_controller (GTK_WIDGET (list), GTK_EVENT_CONTROLLER (primary));
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (
        GTK_SHORTCUT_CONTROLLER (shortcuts),
        gtk_shortcut_new (gtk_keyval_trigger_new (keys[i].key, keys[i].modifiers),
                          gtk_callback_action_new (menu_key_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (list), shortcuts);
}

/* --- Dialogs ---------------------------------------------------------------------------------- */

static void
named_cb (GtkEditable *entry, gpointer user_data)
{
  GtkWidget *popover = user_data;
  TroupeHistoryRow *row = TROUPE_HISTORY_ROW (gtk_widget_get_parent (popover));
  void (*callback) (gpointer object, TroupeHistoryRow * row, const char *title) =
      (void (*) (gpointer, TroupeHistoryRow *, const char *)) g_object_get_data (G_OBJECT (popover),
                                                                                 "callback");

  callback (g_object_get_data (G_OBJECT (popover), "object"), row, gtk_editable_get_text (entry));
  gtk_popover_popdown (GTK_POPOVER (popover));
}

void
troupe_history_menu_rename (TroupeHistoryRow *row, GCallback callback, gpointer object)
{
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *entry = gtk_entry_new ();
  const char *title;
  g_autofree char *without = NULL;

  g_return_if_fail (TROUPE_IS_HISTORY_ROW (row));
  g_return_if_fail (callback != NULL);

  title = troupe_history_row_get_summary (row)->title;
  without = troupe_history_text_get_title (troupe_history_row_get_summary (row));
  gtk_editable_set_text (GTK_EDITABLE (entry), title != NULL ? title : "");
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), without);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 24);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Name of the Run"), -1);
  g_object_set_data (G_OBJECT (popover), "callback", (gpointer) callback);
  g_object_set_data (G_OBJECT (popover), "object", object);
  g_signal_connect (entry, "activate", G_CALLBACK (named_cb), popover);
  g_signal_connect (popover, "closed", G_CALLBACK (closed_cb), NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), entry);
  gtk_widget_set_parent (popover, GTK_WIDGET (row));
  gtk_popover_popup (GTK_POPOVER (popover));
  gtk_widget_grab_focus (entry);
}

void
troupe_history_menu_choose_export (GtkWidget *owner,
                                   const char *folder,
                                   TroupeLocalChooserFunc func)
{
  GtkFileChooser *chooser;

  g_return_if_fail (GTK_IS_WIDGET (owner));

  chooser = troupe_local_chooser_show (owner, _ ("Export Run"), GTK_FILE_CHOOSER_ACTION_SAVE,
                                       _ ("_Export"), folder, func);
  gtk_file_chooser_set_current_name (chooser, "run.jsonl");
}
