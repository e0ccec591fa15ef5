/* troupe-form.c: generic forms: rows and cards that each edit one value of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-form"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-chooser.h"
#include "troupe-clock.h"
#include "troupe-form-entry.h"
#include "troupe-form-field-private.h"
#include "troupe-form.h"
#include "troupe-open-list.h"
#include "troupe-provider-table.h"
#include "troupe-row-name.h"

struct _TroupeForm
{
  GObject parent_instance;

  TroupeFormTarget *target;
  char *first;       /* (nullable): first key of the object's path, e.g. methods */
  char *name;        /* (nullable): second key, which can change */
  GPtrArray *fields; /* TroupeFormField */
};

G_DEFINE_FINAL_TYPE (TroupeForm, troupe_form, G_TYPE_OBJECT)

static void
troupe_form_finalize (GObject *object)
{
  TroupeForm *self = TROUPE_FORM (object);

  g_clear_pointer (&self->fields, g_ptr_array_unref);
  g_clear_object (&self->target);
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->name, g_free);

  G_OBJECT_CLASS (troupe_form_parent_class)->finalize (object);
}

static void
troupe_form_class_init (TroupeFormClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_form_finalize;
}

static void
troupe_form_init (TroupeForm *self)
{
  self->fields = g_ptr_array_new_with_free_func (g_object_unref);
}

TroupeForm *
troupe_form_new (TroupeFormTarget *target)
{
  TroupeForm *self;

  g_return_val_if_fail (TROUPE_IS_FORM_TARGET (target), NULL);

  self = g_object_new (TROUPE_TYPE_FORM, NULL);
  self->target = g_object_ref (target);

  return self;
}

TroupeFormTarget *
troupe_form_get_target (TroupeForm *self)
{
  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);

  return self->target;
}

TroupeEditorContext *
troupe_form_get_context (TroupeForm *self)
{
  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);

  return TROUPE_EDITOR_CONTEXT (self->target);
}

void
troupe_form_set_name (TroupeForm *self, const char *first, const char *name)
{
  g_return_if_fail (TROUPE_IS_FORM (self));

  troupe_set_str (&self->first, first);
  if (!troupe_set_str (&self->name, name))
    return;

  for (guint i = 0; i < self->fields->len; i++)
    troupe_form_field_set_name (g_ptr_array_index (self->fields, i), first, name);
}

void
troupe_form_set_method (TroupeForm *self, const char *method)
{
  troupe_form_set_name (self, "methods", method);
}

const char *
troupe_form_get_method (TroupeForm *self)
{
  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);

  return self->name;
}

void
troupe_form_follow (TroupeForm *self, char **path)
{
  g_return_if_fail (TROUPE_IS_FORM (self));
  g_return_if_fail (path != NULL);

  if (self->name != NULL && g_strcmp0 (path[0], self->first) == 0 && path[1] != NULL)
    troupe_set_str (&path[1], self->name);
}

void
troupe_form_commit (TroupeForm *self)
{
  g_return_if_fail (TROUPE_IS_FORM (self));

  for (guint i = 0; i < self->fields->len; i++)
    troupe_form_field_commit (g_ptr_array_index (self->fields, i));
}

gboolean
troupe_form_is_writing (TroupeForm *self)
{
  g_return_val_if_fail (TROUPE_IS_FORM (self), FALSE);

  for (guint i = 0; i < self->fields->len; i++)
    if (troupe_form_field_is_writing (g_ptr_array_index (self->fields, i)))
      return TRUE;

  return FALSE;
}

gboolean
troupe_form_is_typing (TroupeForm *self)
{
  g_return_val_if_fail (TROUPE_IS_FORM (self), FALSE);

  for (guint i = 0; i < self->fields->len; i++)
    if (troupe_form_field_is_typing (g_ptr_array_index (self->fields, i)))
      return TRUE;

  return FALSE;
}

void
troupe_form_refresh (TroupeForm *self)
{
  g_return_if_fail (TROUPE_IS_FORM (self));

  for (guint i = 0; i < self->fields->len; i++)
    troupe_form_field_refresh (g_ptr_array_index (self->fields, i));
}

GtkWidget *
troupe_form_find (TroupeForm *self, const char *path)
{
  GtkWidget *best = NULL;
  gsize best_length = 0;

  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  for (guint i = 0; i < self->fields->len; i++)
    {
      TroupeFormField *field = g_ptr_array_index (self->fields, i);
      const char *key = troupe_form_field_get_key (field);
      gsize length = strlen (key);

      if (length > best_length && strncmp (path, key, length) == 0 &&
          strchr (".[ ", path[length]) != NULL)
        {
          best = troupe_form_field_get_widget (field);
          best_length = length;
        }
    }

  return best;
}

void
troupe_form_require (TroupeForm *self, GtkWidget *widget)
{
  g_return_if_fail (TROUPE_IS_FORM (self));
  g_return_if_fail (GTK_IS_WIDGET (widget));

  for (guint i = 0; i < self->fields->len; i++)
    if (troupe_form_field_get_widget (g_ptr_array_index (self->fields, i)) == widget)
      troupe_form_field_set_required (g_ptr_array_index (self->fields, i), TRUE);
}

char **
troupe_path_append (const char *const *path, const char *key)
{
  guint length;
  char **result;

  g_return_val_if_fail (path != NULL && key != NULL, NULL);

  length = g_strv_length ((char **) path);
  result = g_new0 (char *, length + 2);
  for (guint i = 0; i < length; i++)
    result[i] = g_strdup (path[i]);
  result[length] = g_strdup (key);

  return result;
}

char **
troupe_path_new (const char *first, ...)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  va_list arguments;

  va_start (arguments, first);
  for (const char *key = first; key != NULL; key = va_arg (arguments, const char *))
    g_ptr_array_add (keys, g_strdup (key));
  va_end (arguments);
  g_ptr_array_add (keys, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&keys), FALSE);
}

static void
add_to_parent (GtkWidget *parent, GtkWidget *widget)
{
  g_assert (GTK_IS_WIDGET (widget));

  if (ADW_IS_PREFERENCES_GROUP (parent))
    adw_preferences_group_add (ADW_PREFERENCES_GROUP (parent), widget);
  else if (ADW_IS_EXPANDER_ROW (parent))
    adw_expander_row_add_row (ADW_EXPANDER_ROW (parent), widget);
  else
    gtk_box_append (GTK_BOX (parent), widget);
}

/* Takes ownership of @field. */
static void
keep_field (TroupeForm *self, TroupeFormField *field)
{
  g_assert (TROUPE_IS_FORM (self));

  g_ptr_array_add (self->fields, field);
  troupe_form_field_refresh (field);
}

GtkWidget *
troupe_form_add_text (TroupeForm *self,
                      GtkWidget *parent,
                      const char *title,
                      const char *label,
                      const char *const *path,
                      TroupeFormFlags flags)
{
  GtkWidget *row = adw_entry_row_new ();
  TroupeFormField *field;

  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  troupe_row_follow_title (row);
  gtk_editable_set_enable_undo (GTK_EDITABLE (row), FALSE);
  troupe_form_entry_take_undo_keys (row);
  add_to_parent (parent, row);
  field = troupe_form_field_new (self->target, TROUPE_FIELD_TEXT, row, label, path);
  troupe_form_field_set_required (field, (flags & TROUPE_FORM_REQUIRED) != 0);
  keep_field (self, field);

  return row;
}

/* Sets the accessible name of the widget. Also sets it for the focusable child (a button or
 * entry), which assistive technology reads out. */
static void
set_name (GtkWidget *widget, const char *words)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  g_assert (GTK_IS_WIDGET (widget));

  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  -1);
  if (GTK_IS_TOGGLE_BUTTON (child) || GTK_IS_TEXT (child))
    gtk_accessible_update_property (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                    -1);
}

void
troupe_form_row_add_chooser (GtkWidget *row, GtkWidget *chooser, const char *words)
{
  GtkWidget *button = gtk_menu_button_new ();

  g_return_if_fail (ADW_IS_ENTRY_ROW (row));

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "pan-down-symbolic");
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), chooser);
  gtk_widget_set_tooltip_text (button, words);
  set_name (button, words);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  g_object_bind_property (row, "editable", button, "sensitive", G_BINDING_SYNC_CREATE);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), button);
}

static void
model_chosen_cb (GtkWidget *row, const char *name)
{
  gtk_editable_set_text (GTK_EDITABLE (row), name);
}

static gboolean
is_rich (JsonNode *node)
{
  return node != NULL && (JSON_NODE_HOLDS_OBJECT (node) || JSON_NODE_HOLDS_ARRAY (node));
}

void
troupe_form_append_model_shape (GString *shape, JsonNode *node)
{
  g_string_append (shape, is_rich (node) ? ":settings" : ":name");
}

GtkWidget *
troupe_form_add_model (TroupeForm *self,
                       GtkWidget *parent,
                       GtkWidget *box,
                       const char *title,
                       const char *const *path)
{
  GtkWidget *row = adw_entry_row_new ();
  GtkWidget *chooser;

  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  troupe_row_follow_title (row);
  gtk_editable_set_enable_undo (GTK_EDITABLE (row), FALSE);
  troupe_form_entry_take_undo_keys (row);
  chooser = troupe_chooser_new (NULL, _ ("Model"));
  troupe_chooser_set_names (TROUPE_CHOOSER (chooser), troupe_provider_list_examples ());
  g_signal_connect_object (chooser, "chosen", G_CALLBACK (model_chosen_cb), row, G_CONNECT_SWAPPED);
  troupe_form_row_add_chooser (row, chooser, _ ("Common Models"));
  add_to_parent (parent, row);
  keep_field (self, troupe_form_field_new (self->target, TROUPE_FIELD_MODEL, row,
                                           _ ("Change Model"), path));

  if (is_rich (troupe_form_target_get (self->target, path)))
    troupe_form_add_json (self, box, _ ("Model Settings"), _ ("Change Model"), path);

  return row;
}

GtkWidget *
troupe_form_add_switch (TroupeForm *self,
                        GtkWidget *parent,
                        const char *title,
                        const char *label,
                        const char *const *path,
                        gboolean initial)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_switch_new ();
  TroupeFormField *field;

  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  troupe_form_keep_own_name (button);
  add_to_parent (parent, row);
  field = troupe_form_field_new (self->target, TROUPE_FIELD_SWITCH, button, label, path);
  troupe_form_field_set_initial (field, initial);
  keep_field (self, field);

  return row;
}

GtkWidget *
troupe_form_add_number (TroupeForm *self,
                        GtkWidget *parent,
                        const char *title,
                        const char *label,
                        const char *const *path,
                        int initial,
                        int minimum,
                        int maximum)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_spin_button_new_with_range (minimum, maximum, 1);
  TroupeFormField *field;

  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);

  troupe_form_entry_take_undo_keys (button);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  set_name (button, title);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  troupe_form_keep_own_name (button);
  add_to_parent (parent, row);
  field = troupe_form_field_new (self->target, TROUPE_FIELD_NUMBER, button, label, path);
  troupe_form_field_set_initial (field, initial);
  keep_field (self, field);

  return row;
}

GtkWidget *
troupe_form_add_amount (TroupeForm *self,
                        GtkWidget *parent,
                        const char *title,
                        const char *label,
                        const char *const *path,
                        gboolean whole,
                        const char *placeholder)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *entry = gtk_entry_new ();

  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);

  troupe_form_entry_take_undo_keys (entry);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_editable_set_enable_undo (GTK_EDITABLE (entry), FALSE);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 9);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (entry), 9);
  gtk_entry_set_alignment (GTK_ENTRY (entry), 1);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), placeholder);
  gtk_entry_set_input_purpose (GTK_ENTRY (entry), GTK_INPUT_PURPOSE_NUMBER);
  gtk_widget_set_valign (entry, GTK_ALIGN_CENTER);
  set_name (entry, title);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), entry);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), entry);
  troupe_form_keep_own_name (entry);
  add_to_parent (parent, row);
  keep_field (self, troupe_form_field_new (self->target,
                                           whole ? TROUPE_FIELD_INTEGER : TROUPE_FIELD_DECIMAL,
                                           entry, label, path));

  return row;
}

GtkWidget *
troupe_form_add_reference (TroupeForm *self,
                           GtkWidget *parent,
                           const char *title,
                           const char *label,
                           const char *const *path)
{
  GtkWidget *row = adw_entry_row_new ();

  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  troupe_row_follow_title (row);
  gtk_editable_set_enable_undo (GTK_EDITABLE (row), FALSE);
  troupe_form_entry_take_undo_keys (row);
  add_to_parent (parent, row);
  keep_field (self, troupe_form_field_new (self->target, TROUPE_FIELD_REFERENCE, row, label, path));

  return row;
}

/* The least width of the chosen title, unless all titles are shorter. */
#define CHOICE_CHARS 12

static void
setup_chosen_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer chars)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_width_chars (GTK_LABEL (label), GPOINTER_TO_INT (chars));
  gtk_list_item_set_child (item, label);
}

static void
bind_chosen_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer chars)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

/* Returns the list that shows the chosen title of a combo row. (transfer none) (nullable) */
static GtkListView *
find_chosen (GtkWidget *widget)
{
  GtkListView *found = GTK_IS_LIST_VIEW (widget) ? GTK_LIST_VIEW (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    if (!GTK_IS_POPOVER (child))
      found = find_chosen (child);
  return found;
}

/* Keeps the chosen title readable. Beside a long title of the row, a combo row shows only “…”. */
static void
widen_chosen (GtkWidget *row, const char *const *titles)
{
  GtkListView *chosen = find_chosen (row);
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  glong chars = 0;

  if (chosen == NULL)
    return;
  for (guint i = 0; titles[i] != NULL; i++)
    chars = MAX (chars, g_utf8_strlen (titles[i], -1));
  chars = MIN (chars, CHOICE_CHARS);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_chosen_cb), GINT_TO_POINTER ((int) chars));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_chosen_cb), NULL);
  gtk_list_view_set_factory (chosen, factory);
}

GtkWidget *
troupe_form_add_choice (TroupeForm *self,
                        GtkWidget *parent,
                        const char *title,
                        const char *label,
                        const char *const *path,
                        const char *const *titles,
                        const char *const *values,
                        const char *usual)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) list = gtk_string_list_new (titles);
  TroupeFormField *field;

  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (list));
  troupe_open_list_at_choice (row);
  widen_chosen (row, titles);
  add_to_parent (parent, row);
  field = troupe_form_field_new (self->target, TROUPE_FIELD_CHOICE, row, label, path);
  troupe_form_field_set_choices (field, values, usual);
  keep_field (self, field);

  return row;
}

GtkWidget *
troupe_form_add_lines (TroupeForm *self,
                       GtkWidget *parent,
                       const char *title,
                       const char *label,
                       const char *const *path,
                       gboolean pairs)
{
  GtkWidget *widget;

  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);

  widget = troupe_text_field_new (title, NULL, NULL);
  add_to_parent (parent, widget);
  keep_field (self,
              troupe_form_field_new (self->target, pairs ? TROUPE_FIELD_PAIRS : TROUPE_FIELD_LINES,
                                     widget, label, path));

  return widget;
}

GtkWidget *
troupe_form_add_cel (TroupeForm *self,
                     GtkWidget *parent,
                     const char *title,
                     const char *label,
                     const char *const *path,
                     TroupeCelMode mode)
{
  GtkWidget *widget;
  g_autofree char *key = g_strjoinv (".", (char **) path);
  TroupeFormField *field;

  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);

  widget = troupe_cel_field_new (troupe_form_get_context (self), title, mode);
  troupe_cel_field_set_path (TROUPE_CEL_FIELD (widget), key);
  add_to_parent (parent, widget);
  field = troupe_form_field_new (self->target, TROUPE_FIELD_CEL, widget, label, path);
  troupe_form_field_set_required (field, mode == TROUPE_CEL_MODE_EXPRESSION);
  keep_field (self, field);

  return widget;
}

GtkWidget *
troupe_form_add_code (TroupeForm *self,
                      GtkWidget *parent,
                      const char *title,
                      const char *chip,
                      const char *language,
                      const char *label,
                      const char *const *path,
                      TroupeFormFlags flags)
{
  GtkWidget *widget;
  TroupeFormField *field;

  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);

  widget = troupe_text_field_new (title, chip, language);
  add_to_parent (parent, widget);
  field = troupe_form_field_new (self->target, TROUPE_FIELD_CODE, widget, label, path);
  troupe_form_field_set_required (field, (flags & TROUPE_FORM_REQUIRED) != 0);
  keep_field (self, field);

  return widget;
}

GtkWidget *
troupe_form_add_json (TroupeForm *self,
                      GtkWidget *parent,
                      const char *title,
                      const char *label,
                      const char *const *path)
{
  GtkWidget *widget;

  g_return_val_if_fail (TROUPE_IS_FORM (self), NULL);

  widget = troupe_text_field_new (title, "JSON", "json");
  add_to_parent (parent, widget);
  keep_field (self, troupe_form_field_new (self->target, TROUPE_FIELD_JSON, widget, label, path));

  return widget;
}

AdwPreferencesGroup *
troupe_form_add_group (GtkWidget *box, const char *title)
{
  GtkWidget *group = adw_preferences_group_new ();

  if (title != NULL)
    {
      /* The title of a group is markup, in which a name from the document could be a link. */
      g_autofree char *escaped = g_markup_escape_text (title, -1);

      adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), escaped);
    }
  gtk_box_append (GTK_BOX (box), group);

  return ADW_PREFERENCES_GROUP (group);
}

void
troupe_form_keep_own_name (GtkWidget *widget)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

GtkWidget *
troupe_icon_button_new (const char *icon_name, const char *words)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  gtk_widget_set_tooltip_text (button, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  -1);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);

  return button;
}

GtkWidget *
troupe_where_used_button_new (const char *words)
{
  GtkWidget *button = troupe_icon_button_new ("edit-find-symbolic", _ ("Where Used"));

  g_return_val_if_fail (words != NULL, NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  words, -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "flow.find-words");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", words);

  return button;
}
