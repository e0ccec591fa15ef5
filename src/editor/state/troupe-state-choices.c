/* troupe-state-choices.c: form row for the allowed values (`enum`) of a state field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-choices"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-form.h"
#include "troupe-json-check.h"
#include "troupe-state-choices.h"
#include "troupe-typed-text.h"
#include "troupe-state-words.h"
#include "troupe-tree.h"

/* Limits of the displayed chips, in total and per line. The schema next to the chips contains
 * all values. */
#define MOST_CHIPS 60
#define CHIPS_IN_LINE 4
#define LONGEST_CHIP 16

typedef struct
{
  TroupeEditorContext *context;
  char **path;
  GtkWidget *chips;
  GtkWidget *popover;
  GtkWidget *entry;
} Choices;

static void
choices_free (gpointer data)
{
  Choices *self = data;

  g_object_unref (self->context);
  g_strfreev (self->path);
  g_free (self);
}

/* (transfer none) (nullable) */
static JsonArray *
get_list (Choices *self)
{
  JsonNode *node = troupe_json_tree_get (troupe_editor_context_get_root (self->context),
                                         (const char *const *) self->path);

  return node != NULL && JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
}

/* Writes all values except the value at index @without, followed by @added. */
static void
write_list (Choices *self, int without, JsonNode *added)
{
  JsonArray *present = get_list (self);
  JsonArray *list = json_array_new ();
  g_autoptr (JsonNode) node = NULL;

  for (guint i = 0; present != NULL && i < json_array_get_length (present); i++)
    if ((int) i != without)
      json_array_add_element (list, json_node_ref (json_array_get_element (present, i)));
  if (added != NULL)
    json_array_add_element (list, json_node_ref (added));
  node = troupe_tree_take_array (list);
  troupe_editor_context_set (self->context, (const char *const *) self->path, node,
                             _ ("Change Limit"), NULL);
}

static void
remove_cb (GtkWidget *button, Choices *self)
{
  JsonArray *list = get_list (self);

  /* An empty `enum` would allow no value at all. */
  if (list == NULL || json_array_get_length (list) < 2)
    {
      troupe_editor_context_say (self->context, _ ("At least one value must remain."));
      return;
    }
  write_list (self, GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "troupe-index")), NULL);
}

/* Adds the text as a number if the other values are numbers, otherwise as a string. */
static void
added_cb (GtkWidget *entry, Choices *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (entry));
  JsonArray *list = get_list (self);
  JsonNode *first =
      list != NULL && json_array_get_length (list) > 0 ? json_array_get_element (list, 0) : NULL;
  gboolean is_text = first == NULL || troupe_tree_get_text (first) != NULL;
  g_autoptr (JsonNode) value = is_text ? NULL : troupe_json_check (text, NULL);

  if (text[0] == '\0')
    return;
  if (value == NULL)
    value = troupe_json_node_new_string (text);
  gtk_popover_popdown (GTK_POPOVER (self->popover));
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    if (troupe_json_node_equal (json_array_get_element (list, i), value))
      return;
  write_list (self, -1, value);
}

static void
popover_shown_cb (GtkWidget *popover, Choices *self)
{
  g_autofree char *field = g_strjoinv (".", self->path);

  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  troupe_typed_text_begin (GTK_EDITABLE (self->entry),
                           TROUPE_DOCUMENT (troupe_editor_context_get_document (self->context)),
                           field);
  gtk_widget_grab_focus (self->entry);
}

static void
refresh_cb (GtkWidget *row)
{
  Choices *self = g_object_get_data (G_OBJECT (row), "troupe-choices");
  JsonArray *list = get_list (self);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->chips)) != NULL)
    gtk_box_remove (GTK_BOX (self->chips), child);
  for (guint i = 0; list != NULL && i < MIN (json_array_get_length (list), MOST_CHIPS); i++)
    {
      g_autofree char *text = troupe_state_value_to_text (json_array_get_element (list, i));
      GtkWidget *chip = gtk_button_new_with_label (text);
      g_autofree char *spoken = g_strdup_printf (_ ("Remove “%s”"), text);
      GtkWidget *label = gtk_button_get_child (GTK_BUTTON (chip));
      GtkWidget *line;

      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (label), LONGEST_CHIP);
      gtk_widget_add_css_class (chip, "chip");
      gtk_widget_add_css_class (chip, "flat");
      gtk_widget_set_tooltip_text (chip, spoken);
      gtk_widget_set_valign (chip, GTK_ALIGN_CENTER);
      gtk_accessible_update_property (GTK_ACCESSIBLE (chip), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                      -1);
      g_object_set_data (G_OBJECT (chip), "troupe-index", GUINT_TO_POINTER (i));
      g_signal_connect (chip, "clicked", G_CALLBACK (remove_cb), self);
      line = gtk_widget_get_last_child (self->chips);
      if (i % CHIPS_IN_LINE == 0)
        {
          line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
          gtk_widget_set_halign (line, GTK_ALIGN_END);
          gtk_box_append (GTK_BOX (self->chips), line);
        }
      gtk_box_append (GTK_BOX (line), chip);
    }
}

GtkWidget *
troupe_state_choices_new (TroupeEditorContext *context, const TroupeStateField *field)
{
  Choices *self;
  GtkWidget *row;
  GtkWidget *button;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);
  g_return_val_if_fail (field != NULL, NULL);

  self = g_new0 (Choices, 1);
  self->context = g_object_ref (context);
  self->path = troupe_state_field_make_path (field, "enum");
  self->chips = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_set_halign (self->chips, GTK_ALIGN_END);
  gtk_widget_set_valign (self->chips, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (self->chips, TRUE);
  row = adw_action_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("One Of"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), self->chips);
  button = gtk_menu_button_new ();
  self->popover = gtk_popover_new ();
  self->entry = gtk_entry_new ();
  gtk_entry_set_placeholder_text (GTK_ENTRY (self->entry), _ ("Other Value"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Other Value"), -1);
  gtk_popover_set_child (GTK_POPOVER (self->popover), self->entry);
  troupe_typed_text_take_save_key (self->popover);
  g_signal_connect (self->entry, "activate", G_CALLBACK (added_cb), self);
  g_signal_connect (self->popover, "show", G_CALLBACK (popover_shown_cb), self);
  g_signal_connect_object (self->popover, "closed", G_CALLBACK (troupe_typed_text_end), self->entry,
                           G_CONNECT_SWAPPED);
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "list-add-symbolic");
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), self->popover);
  gtk_widget_set_tooltip_text (button, _ ("Add Value"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  g_object_set_data_full (G_OBJECT (row), "troupe-choices", self, choices_free);
  g_signal_connect_object (troupe_editor_context_get_document (context), "changed",
                           G_CALLBACK (refresh_cb), row, G_CONNECT_SWAPPED);
  refresh_cb (row);
  return row;
}
