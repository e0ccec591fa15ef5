/* troupe-value-view-actions.c: actions of the value view: copying and opening values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-view"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "troupe-scroll-end.h"
#include "troupe-value-tree.h"
#include "troupe-value-view-private.h"

/* Maximum number of characters of a line in the text form. */
#define LINE_LIMIT 2000

char *
troupe_value_to_text (const TroupeValue *value)
{
  gsize length;
  const char *text;

  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    return troupe_value_to_json (value, TROUPE_JSON_PRETTY);
  text = troupe_value_get_string (value, &length);
  return g_utf8_make_valid (text, (gssize) length);
}

/* Returns the item of the selected row, or if there is none, the item of the complete value.
 * (nullable) */
static TroupeValueItem *
dup_target (TroupeValueView *self)
{
  TroupeValueItem *item = NULL;

  g_assert (TROUPE_IS_VALUE_VIEW (self));

  if (self->value == NULL)
    return NULL;
  if (troupe_value_view_choose_form (self) == TROUPE_VALUE_FORM_TREE)
    item = troupe_value_tree_dup_selected (TROUPE_VALUE_TREE (self->tree));
  if (item == NULL)
    item = troupe_value_item_new (self->name, self->path, self->value, NULL);
  return item;
}

static void
copy_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (TroupeValueItem) item = dup_target (TROUPE_VALUE_VIEW (widget));
  g_autofree char *text = NULL;

  g_assert (GTK_IS_WIDGET (widget));

  if (item == NULL)
    return;
  if (!g_str_equal (name, "value.copy-path"))
    text = troupe_value_to_text (troupe_value_item_get_value (item));
  else if (*troupe_value_item_get_path (item) != '\0')
    text = g_strdup (troupe_value_item_get_path (item));
  else
    text = g_strdup (troupe_value_item_get_name (item));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

GtkWidget *
troupe_value_make_text (GtkTextBuffer **buffer)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *text = gtk_text_view_new ();

  gtk_text_view_set_editable (GTK_TEXT_VIEW (text), FALSE);
  gtk_text_view_set_monospace (GTK_TEXT_VIEW (text), TRUE);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (text), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (text), 12);
  gtk_text_view_set_right_margin (GTK_TEXT_VIEW (text), 12);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (text), 8);
  gtk_text_view_set_bottom_margin (GTK_TEXT_VIEW (text), 8);
  gtk_widget_add_css_class (text, "value-text");
  gtk_accessible_update_property (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Value as Text"), -1);
  gtk_widget_set_vexpand (scroller, TRUE);
  troupe_scroll_end_with (text);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), text);
  *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (text));
  return scroller;
}

void
troupe_value_append_text (GtkTextBuffer *buffer, const char *text, gsize length)
{
  const char *end = text + length;
  g_autoptr (GString) pieces = g_string_sized_new (length);
  GtkTextIter iter;
  int column;

  gtk_text_buffer_get_end_iter (buffer, &iter);
  column = gtk_text_iter_get_line_offset (&iter);
  while (text < end)
    {
      const char *next = g_utf8_next_char (text);

      if (*text == '\n')
        column = 0;
      else if (++column > LINE_LIMIT)
        {
          g_string_append_c (pieces, '\n');
          column = 1;
        }
      g_string_append_len (pieces, text, MIN (next, end) - text);
      text = next;
    }
  gtk_text_buffer_insert (buffer, &iter, pieces->str, (int) pieces->len);
}

static void
open_whole_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autoptr (TroupeValueItem) item = dup_target (TROUPE_VALUE_VIEW (widget));
  GtkRoot *root = gtk_widget_get_root (widget);
  g_autofree char *text = NULL;
  GtkWidget *window, *box, *scroller;
  GtkTextBuffer *buffer;

  g_assert (GTK_IS_WIDGET (widget));

  if (item == NULL)
    return;
  text = troupe_value_to_text (troupe_value_item_get_value (item));
  scroller = troupe_value_make_text (&buffer);
  troupe_value_append_text (buffer, text, strlen (text));
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (box), adw_header_bar_new ());
  gtk_box_append (GTK_BOX (box), scroller);
  window = adw_window_new ();
  gtk_window_set_title (GTK_WINDOW (window), troupe_value_item_get_name (item));
  gtk_window_set_default_size (GTK_WINDOW (window), 720, 560);
  adw_window_set_content (ADW_WINDOW (window), box);
  if (GTK_IS_WINDOW (root))
    {
      gtk_window_set_transient_for (GTK_WINDOW (window), GTK_WINDOW (root));
      gtk_window_set_destroy_with_parent (GTK_WINDOW (window), TRUE);
    }
  gtk_window_present (GTK_WINDOW (window));
}

/* Only a tree is searched; a string has no tree. */
static void
find_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeValueView *self = TROUPE_VALUE_VIEW (widget);

  if (self->value == NULL)
    return;
  troupe_value_view_set_form (self, TROUPE_VALUE_FORM_TREE);
  if (troupe_value_view_choose_form (self) == TROUPE_VALUE_FORM_TREE)
    troupe_value_tree_find (TROUPE_VALUE_TREE (self->tree));
}

static void
show_menu (TroupeValueView *self, double x, double y)
{
  g_assert (TROUPE_IS_VALUE_VIEW (self));

  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
pressed_cb (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  g_assert (GTK_IS_GESTURE_CLICK (gesture));

  show_menu (TROUPE_VALUE_VIEW (user_data), x, y);
}

static void
menu_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_assert (GTK_IS_WIDGET (widget));

  show_menu (TROUPE_VALUE_VIEW (widget), 24, 24);
}

void
troupe_value_view_add_menu (TroupeValueView *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_menu_append (menu, _ ("Copy Value"), "value.copy");
  g_menu_append (menu, _ ("Copy Path"), "value.copy-path");
  g_menu_append (menu, _ ("Open in Full"), "value.open-whole");
  g_menu_append (menu, _ ("Find…"), "value.find");
  self->menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_object (click, "pressed", G_CALLBACK (pressed_cb), self, 0);
  gtk_widget_add_controller (self->stack, GTK_EVENT_CONTROLLER (click));
}

void
troupe_value_view_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "value.copy", NULL, copy_activated);
  gtk_widget_class_install_action (widget_class, "value.copy-path", NULL, copy_activated);
  gtk_widget_class_install_action (widget_class, "value.open-whole", NULL, open_whole_activated);
  gtk_widget_class_install_action (widget_class, "value.find", NULL, find_activated);
  gtk_widget_class_install_action (widget_class, "value.menu", NULL, menu_activated);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "value.copy",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK | GDK_ALT_MASK,
                                       "value.copy-path", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "value.find",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK, "value.menu",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "value.menu", NULL);
}
