/* troupe-memory-view.c: widget layout of the memory page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-view"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-button-names.h"
#include "troupe-dark-scheme.h"
#include "troupe-memory-view.h"
#include "troupe-messages.h"
#include "troupe-search-keys.h"
#include "troupe-toast.h"

#define N_SKELETONS 3u

/* --- State ------------------------------------------------------------------------------------ */

gboolean
troupe_memory_view_is_meaning (TroupeMemoryView *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return gtk_toggle_button_get_active (self->meaning);
}

void
troupe_memory_view_set_hint (TroupeMemoryView *self, const char *text)
{
  g_return_if_fail (self != NULL);

  gtk_label_set_label (self->hint, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->hint), text != NULL);
}

void
troupe_memory_view_set_busy (TroupeMemoryView *self, gboolean is_busy)
{
  g_return_if_fail (self != NULL);

  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), is_busy);
  gtk_widget_set_visible (self->spinner, is_busy);
}

void
troupe_memory_view_show_busy (TroupeMemoryView *self)
{
  g_return_if_fail (self != NULL);

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "busy");
}

void
troupe_memory_view_show_empty (TroupeMemoryView *self, const char *title, const char *text)
{
  g_autofree char *escaped = NULL;

  g_return_if_fail (self != NULL);
  g_return_if_fail (title != NULL && text != NULL);

  escaped = g_markup_escape_text (text, -1);
  adw_status_page_set_title (self->empty, title);
  adw_status_page_set_description (self->empty, escaped);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
}

void
troupe_memory_view_show_table (TroupeMemoryView *self)
{
  g_return_if_fail (self != NULL);

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "table");
}

void
troupe_memory_view_tell (TroupeMemoryView *self, const char *text)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (text != NULL);

  troupe_toast_show (self->toasts, troupe_toast_new (text));
  troupe_name_toasts (self->toasts);
}

/* --- Adaptive layout -------------------------------------------------------------------------- */

static void
label_forget (TroupeMemoryView *self)
{
  g_assert (self != NULL);

  if (self->is_narrow)
    gtk_button_set_icon_name (GTK_BUTTON (self->forget), "user-trash-symbolic");
  else
    gtk_button_set_label (GTK_BUTTON (self->forget), _ ("_Delete Records…"));
  gtk_widget_set_tooltip_text (self->forget, self->is_narrow ? _ ("Delete Records…") : NULL);
  /* A button with a label has its name from it. */
  if (self->is_narrow)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->forget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    _ ("Delete Records…"), -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (self->forget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

static void
apply_room (TroupeMemoryView *self)
{
  g_assert (self != NULL);

  gtk_widget_set_visible (self->middle, !self->is_narrow || !self->is_detail_open);
  gtk_widget_set_visible (GTK_WIDGET (self->detail), !self->is_narrow || self->is_detail_open);
}

void
troupe_memory_view_set_detail_open (TroupeMemoryView *self, gboolean is_open)
{
  g_return_if_fail (self != NULL);

  self->is_detail_open = is_open;
  apply_room (self);
}

void
troupe_memory_view_set_narrow (TroupeMemoryView *self, gboolean is_narrow)
{
  g_autoptr (GtkWidget) scopes = NULL;

  g_return_if_fail (self != NULL);

  if (self->is_narrow == is_narrow)
    return;
  self->is_narrow = is_narrow;
  scopes = g_object_ref (GTK_WIDGET (self->scopes));
  if (is_narrow)
    {
      gtk_box_remove (GTK_BOX (self->scopes_place), scopes);
      gtk_popover_set_child (GTK_POPOVER (self->popover), scopes);
    }
  else
    {
      gtk_popover_set_child (GTK_POPOVER (self->popover), NULL);
      gtk_box_append (GTK_BOX (self->scopes_place), scopes);
    }
  gtk_widget_set_visible (self->scopes_place, !is_narrow);
  gtk_widget_set_visible (self->scopes_button, is_narrow);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->tools), is_narrow
                                                                    ? GTK_ORIENTATION_VERTICAL
                                                                    : GTK_ORIENTATION_HORIZONTAL);
  label_forget (self);
  troupe_memory_detail_set_narrow (self->detail, is_narrow);
  troupe_source_table_set_narrow (self->sources, is_narrow);
  apply_room (self);
}

static void
close_detail_cb (gpointer user_data)
{
  TroupeMemoryView *self = user_data;

  troupe_memory_view_set_detail_open (self, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->table));
}

static void
scope_chosen_cb (gpointer user_data)
{
  TroupeMemoryView *self = user_data;

  gtk_popover_popdown (GTK_POPOVER (self->popover));
}

/* --- Key bindings ----------------------------------------------------------------------------- */

typedef struct
{
  void (*func) (gpointer user_data);
  gpointer user_data;
} Key;

static gboolean
key_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  const Key *key = user_data;

  key->func (key->user_data);

  return TRUE;
}

void
troupe_memory_view_add_key (TroupeMemoryView *self,
                            guint key,
                            GdkModifierType modifiers,
                            GCallback func,
                            gpointer user_data)
{
  GtkEventController *controller;
  Key *own;

  g_return_if_fail (self != NULL && func != NULL);

  controller = gtk_shortcut_controller_new ();
  own = g_new0 (Key, 1);
  own->func = (void (*) (gpointer)) func;
  own->user_data = user_data;
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_keyval_trigger_new (key, modifiers),
                        gtk_callback_action_new (key_cb, own, g_free)));
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  gtk_widget_add_controller (GTK_WIDGET (self->table), controller);
}

/* --- Child widgets ---------------------------------------------------------------------------- */

static GtkWidget *
make_tools (TroupeMemoryView *self)
{
  GtkWidget *first = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *second = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *rest = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *box;

  g_assert (self != NULL);

  self->tools = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->popover = gtk_popover_new ();
  self->scopes_button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (self->scopes_button), "view-list-symbolic");
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->scopes_button), self->popover);
  gtk_widget_set_tooltip_text (self->scopes_button, _ ("Scopes"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scopes_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Scopes"), -1);
  gtk_widget_set_visible (self->scopes_button, FALSE);
  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _ ("Search Memory"), NULL);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->search), 12);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->search), 34);
  gtk_widget_set_hexpand (self->search, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->search), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Search Memory"), -1);
  gtk_widget_set_hexpand (rest, TRUE);
  self->spinner = gtk_spinner_new ();
  gtk_widget_set_visible (self->spinner, FALSE);
  self->forget = gtk_button_new ();
  gtk_button_set_use_underline (GTK_BUTTON (self->forget), TRUE);
  label_forget (self);
  gtk_widget_set_sensitive (self->forget, FALSE);
  gtk_box_append (GTK_BOX (first), self->scopes_button);
  gtk_box_append (GTK_BOX (first), self->search);
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  gtk_widget_add_css_class (box, "linked");
  self->meaning = GTK_TOGGLE_BUTTON (gtk_toggle_button_new_with_label (_ ("Meaning")));
  self->word = GTK_TOGGLE_BUTTON (gtk_toggle_button_new_with_label (_ ("Word")));
  gtk_toggle_button_set_group (self->meaning, self->word);
  gtk_toggle_button_set_active (self->word, TRUE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->meaning),
                               _ ("Find similar meanings, with one call to the embedder"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->word), _ ("Find the words, without any calls"));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->meaning));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->word));
  gtk_box_append (GTK_BOX (second), box);
  gtk_box_append (GTK_BOX (second), self->spinner);
  gtk_box_append (GTK_BOX (second), rest);
  gtk_box_append (GTK_BOX (second), self->forget);
  gtk_box_append (GTK_BOX (self->tools), first);
  gtk_box_append (GTK_BOX (self->tools), second);
  gtk_widget_add_css_class (self->tools, "memory-tools");

  return self->tools;
}

TroupeMemoryView *
troupe_memory_view_new (GtkWidget *parent)
{
  TroupeMemoryView *self = g_new0 (TroupeMemoryView, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *scrolled;
  GtkWidget *stack_box;

  g_return_val_if_fail (GTK_IS_WIDGET (parent), self);

  self->toasts = ADW_TOAST_OVERLAY (adw_toast_overlay_new ());
  self->scopes_place = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->scopes_place, "memory-scopes");
  self->scopes = TROUPE_MEMORY_SCOPES (troupe_memory_scopes_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (self->scopes), TRUE);
  gtk_box_append (GTK_BOX (self->scopes_place), GTK_WIDGET (self->scopes));
  self->detail = TROUPE_MEMORY_DETAIL (troupe_memory_detail_new ());
  gtk_box_append (GTK_BOX (box), self->scopes_place);
  self->middle = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->hint = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_xalign (self->hint, 0);
  gtk_label_set_wrap (self->hint, TRUE);
  gtk_label_set_wrap_mode (self->hint, PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (GTK_WIDGET (self->hint), "memory-hint");
  gtk_widget_set_visible (GTK_WIDGET (self->hint), FALSE);
  self->sources = TROUPE_SOURCE_TABLE (troupe_source_table_new ());
  gtk_box_append (GTK_BOX (self->middle), make_tools (self));
  gtk_box_append (GTK_BOX (self->middle), GTK_WIDGET (self->hint));
  scrolled = gtk_scrolled_window_new ();
  self->table = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  troupe_search_keys_add (self->search, GTK_WIDGET (self->table));
  gtk_widget_add_css_class (GTK_WIDGET (self->table), "memory-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->table), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Memory"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->table));
  self->empty = ADW_STATUS_PAGE (adw_status_page_new ());
  adw_status_page_set_icon_name (self->empty, "troupe-memory-symbolic");
  gtk_widget_add_css_class (GTK_WIDGET (self->empty), "compact");
  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), scrolled, "table");
  gtk_stack_add_named (GTK_STACK (self->stack), GTK_WIDGET (self->empty), "empty");
  /* Creates placeholder lines that are shown while the records are being read. */
  stack_box = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", 14,
                            "accessible-role", GTK_ACCESSIBLE_ROLE_GROUP, NULL);
  for (guint i = 0; i < N_SKELETONS; i++)
    {
      GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

      gtk_widget_add_css_class (line, "memory-skeleton");
      gtk_box_append (GTK_BOX (stack_box), line);
    }
  gtk_widget_add_css_class (stack_box, "memory-body");
  gtk_accessible_update_property (GTK_ACCESSIBLE (stack_box), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Loading"), -1);
  gtk_stack_add_named (GTK_STACK (self->stack), stack_box, "busy");
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (self->middle), self->stack);
  gtk_box_append (GTK_BOX (self->middle), GTK_WIDGET (self->sources));
  gtk_widget_add_css_class (self->middle, "view");
  gtk_widget_set_hexpand (self->middle, TRUE);
  gtk_box_append (GTK_BOX (box), self->middle);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->detail));
  troupe_widget_follow_dark (box, adw_style_manager_get_default ());
  adw_toast_overlay_set_child (self->toasts, box);
  gtk_widget_set_parent (GTK_WIDGET (self->toasts), parent);
  g_signal_connect_swapped (self->detail, "close-requested", G_CALLBACK (close_detail_cb), self);
  g_signal_connect_swapped (self->scopes, "changed", G_CALLBACK (scope_chosen_cb), self);

  return self;
}

void
troupe_memory_view_free (TroupeMemoryView *self)
{
  g_return_if_fail (self != NULL);

  g_signal_handlers_disconnect_by_data (self->detail, self);
  g_signal_handlers_disconnect_by_data (self->scopes, self);
  gtk_widget_unparent (GTK_WIDGET (self->toasts));
  g_free (self);
}
