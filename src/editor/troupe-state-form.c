/* troupe-state-form.c: the state of a flow as a table
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-form"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-form-entry.h"
#include "troupe-form-focus.h"
#include "troupe-json-check.h"
#include "troupe-shown-text.h"
#include "troupe-state-form.h"

struct _TroupeStateForm
{
  GtkWidget parent_instance;

  TroupeEditorContext *context;
  AdwPreferencesGroup *group;
  GtkWidget *kind;
  GtkWidget *add;
  GPtrArray *rows;
  GPtrArray *values; /* entries of first values, which are in the rows */
  char *shape;       /* kind, names, types, required: what decides which rows there are */
  gboolean loading;
  gboolean writing;
  guint rebuild_id;
};

G_DEFINE_FINAL_TYPE (TroupeStateForm, troupe_state_form, GTK_TYPE_WIDGET)

static const char *const types[] = { "string", "integer", "number", "boolean",
                                     "array",  "object",  NULL };

static char *
make_shape (TroupeStateForm *self)
{
  JsonNode *root = troupe_editor_context_get_root (self->context);
  g_auto (GStrv) names = troupe_state_list_names (root);
  GString *shape = g_string_new (NULL);

  g_assert (TROUPE_IS_STATE_FORM (self));

  g_string_append_printf (shape, "%d", troupe_state_get_kind (root));
  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *type = troupe_state_get_type_name (root, names[i]);

      g_string_append_printf (shape, "|%s:%s:%d", names[i], type != NULL ? type : "",
                              troupe_state_get_required (root, names[i]));
    }

  return g_string_free (shape, FALSE);
}

static const char *
get_name (gpointer widget)
{
  return g_object_get_data (G_OBJECT (widget), "name");
}

static void
set_name (gpointer widget, const char *name)
{
  g_object_set_data_full (G_OBJECT (widget), "name", g_strdup (name), g_free);
}

/* A field that holds a text shows the text, everything else is JSON. */
static char *
value_to_text (JsonNode *node)
{
  char *text;

  if (node == NULL)
    return g_strdup ("");
  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    return g_strdup (json_node_get_string (node));

  text = troupe_json_write (node, NULL, NULL);
  g_strchomp (text);

  return g_strdelimit (text, "\n", ' ');
}

static void
value_changed_cb (GtkEditable *row, TroupeStateForm *self)
{
  const char *name = get_name (row);
  const char *text = gtk_editable_get_text (row);
  JsonNode *root = troupe_editor_context_get_root (self->context);
  const char *type = troupe_state_get_type_name (root, name);
  JsonNode *present = troupe_state_get_initial (root, name);
  g_autoptr (JsonNode) node = NULL;
  gboolean is_text;

  g_assert (TROUPE_IS_STATE_FORM (self));

  if (self->loading)
    return;

  is_text = type != NULL ? g_str_equal (type, "string")
                         : present != NULL && JSON_NODE_HOLDS_VALUE (present) &&
                               json_node_get_value_type (present) == G_TYPE_STRING;
  if (!is_text && text[0] != '\0')
    node = troupe_json_check (text, NULL);
  gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
  if (!is_text && text[0] != '\0' && node == NULL)
    {
      /* Of a state without types any text is a value too. */
      if (troupe_state_get_kind (root) == TROUPE_STATE_KIND_DICT)
        is_text = TRUE;
      else
        gtk_widget_add_css_class (GTK_WIDGET (row), "error");
    }
  if (is_text)
    node = troupe_json_node_new_string (text);
  if (node != NULL || text[0] == '\0')
    {
      self->writing = TRUE;
      troupe_state_set_initial (self->context, name, node);
      self->writing = FALSE;
    }
}

static void
remove_clicked_cb (GtkWidget *button, TroupeStateForm *self)
{
  g_autofree char *name = g_strdup (get_name (button));

  g_assert (TROUPE_IS_STATE_FORM (self));

  troupe_state_remove_field (self->context, name);
}

static void
name_committed_cb (GtkWidget *row, const char *text, TroupeStateForm *self)
{
  g_autofree char *name = g_strdup (get_name (row));
  g_autofree char *new_name = g_strstrip (g_strdup (text));

  g_assert (TROUPE_IS_STATE_FORM (self));

  if (new_name[0] != '\0')
    troupe_state_rename_field (self->context, name, new_name);
}

static void
type_selected_cb (GtkWidget *row, GParamSpec *pspec, TroupeStateForm *self)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (row));
  g_autofree char *name = g_strdup (get_name (row));

  if (!self->loading && selected < G_N_ELEMENTS (types) - 1)
    troupe_state_set_type_name (self->context, name, types[selected]);
}

static void
required_changed_cb (GtkWidget *button, GParamSpec *pspec, TroupeStateForm *self)
{
  g_autofree char *name = g_strdup (get_name (button));

  if (!self->loading)
    troupe_state_set_required (self->context, name, gtk_switch_get_active (GTK_SWITCH (button)));
}

static GtkWidget *
make_value_row (TroupeStateForm *self, const char *title, const char *name)
{
  GtkWidget *row = adw_entry_row_new ();
  g_autofree char *shown = troupe_text_to_line (title);
  g_autofree char *text = value_to_text (
      troupe_state_get_initial (troupe_editor_context_get_root (self->context), name));

  g_assert (TROUPE_IS_STATE_FORM (self));

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), shown);
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  gtk_editable_set_enable_undo (GTK_EDITABLE (row), FALSE);
  troupe_form_entry_take_undo_keys (row);
  set_name (row, name);
  g_signal_connect_object (row, "changed", G_CALLBACK (value_changed_cb), self, 0);
  g_ptr_array_add (self->values, row);

  return row;
}

static GtkWidget *
make_remove_button (TroupeStateForm *self, const char *name)
{
  GtkWidget *button = troupe_icon_button_new ("user-trash-symbolic", _ ("Remove the field"));

  g_assert (TROUPE_IS_STATE_FORM (self));

  set_name (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  name, -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_clicked_cb), self, 0);

  return button;
}

static void
keep_row (TroupeStateForm *self, GtkWidget *row)
{
  g_assert (TROUPE_IS_STATE_FORM (self));

  adw_preferences_group_add (self->group, row);
  g_ptr_array_add (self->rows, row);
}

static void
add_value (TroupeStateForm *self, const char *name)
{
  GtkWidget *row = make_value_row (self, name, name);

  g_assert (TROUPE_IS_STATE_FORM (self));

  adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), make_remove_button (self, name));
  keep_row (self, row);
}

static GtkWidget *
make_type_row (TroupeStateForm *self, const char *name, const char *type)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) model = gtk_string_list_new (types);
  g_autofree char *rich =
      troupe_state_describe_type (troupe_editor_context_get_root (self->context), name);
  guint selected = GTK_INVALID_LIST_POSITION;

  g_assert (TROUPE_IS_STATE_FORM (self));

  for (guint i = 0; types[i] != NULL; i++)
    if (g_strcmp0 (types[i], type) == 0)
      selected = i;
  /* What the list cannot make is seen, and stays until another type is chosen. */
  if (rich != NULL)
    {
      selected = G_N_ELEMENTS (types) - 1;
      gtk_string_list_append (model, rich);
    }
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Type"));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (model));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), selected);
  set_name (row, name);
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (type_selected_cb), self, 0);

  return row;
}

static GtkWidget *
make_required_row (TroupeStateForm *self, const char *name)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_switch_new ();

  g_assert (TROUPE_IS_STATE_FORM (self));

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Required"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_switch_set_active (GTK_SWITCH (button),
                         troupe_state_get_required (troupe_editor_context_get_root (self->context),
                                                    name));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Required"), -1);
  set_name (button, name);
  g_signal_connect_object (button, "notify::active", G_CALLBACK (required_changed_cb), self, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);

  return row;
}

static void
add_typed (TroupeStateForm *self, const char *name)
{
  GtkWidget *row = adw_expander_row_new ();
  g_autofree char *shown = troupe_text_to_line (name);
  GtkWidget *name_row = troupe_form_entry_new (_ ("Name"), name);
  const char *type =
      troupe_state_get_type_name (troupe_editor_context_get_root (self->context), name);
  g_autofree char *rich =
      troupe_state_describe_type (troupe_editor_context_get_root (self->context), name);

  g_assert (TROUPE_IS_STATE_FORM (self));

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), shown);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), rich != NULL   ? rich
                                                         : type != NULL ? type
                                                                        : _ ("any"));
  adw_expander_row_add_action (ADW_EXPANDER_ROW (row), make_remove_button (self, name));

  set_name (name_row, name);
  g_signal_connect_object (name_row, "committed", G_CALLBACK (name_committed_cb), self, 0);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row), name_row);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row), make_type_row (self, name, type));
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row),
                            make_value_row (self, _ ("Initial value"), name));
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row), make_required_row (self, name));
  keep_row (self, row);
}

static void
make_rows (TroupeStateForm *self)
{
  JsonNode *root = troupe_editor_context_get_root (self->context);
  TroupeStateKind kind = troupe_state_get_kind (root);
  g_auto (GStrv) names = troupe_state_list_names (root);

  g_assert (TROUPE_IS_STATE_FORM (self));

  self->loading = TRUE;
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->group, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  g_ptr_array_set_size (self->values, 0);

  adw_combo_row_set_selected (ADW_COMBO_ROW (self->kind), kind);
  gtk_widget_set_visible (self->add,
                          kind == TROUPE_STATE_KIND_DICT || kind == TROUPE_STATE_KIND_SCHEMA);
  for (guint i = 0; names[i] != NULL; i++)
    {
      if (kind == TROUPE_STATE_KIND_DICT)
        add_value (self, names[i]);
      else
        add_typed (self, names[i]);
    }
  self->loading = FALSE;
}

static gboolean
rebuild_idle_cb (gpointer data)
{
  TroupeStateForm *self = data;
  TroupeFormFocus *focus;

  g_assert (TROUPE_IS_STATE_FORM (self));

  self->rebuild_id = 0;
  troupe_form_entry_commit_below (GTK_WIDGET (self));
  focus = troupe_form_focus_take (GTK_WIDGET (self->group));
  make_rows (self);
  troupe_form_focus_give_back (focus, GTK_WIDGET (self->group));

  return G_SOURCE_REMOVE;
}

/* What was undone is seen; what a person is typing is left alone. */
static void
refresh_values (TroupeStateForm *self)
{
  JsonNode *root = troupe_editor_context_get_root (self->context);

  g_assert (TROUPE_IS_STATE_FORM (self));

  if (self->writing)
    return;

  self->loading = TRUE;
  for (guint i = 0; i < self->values->len; i++)
    {
      GtkEditable *row = g_ptr_array_index (self->values, i);
      g_autofree char *text = value_to_text (troupe_state_get_initial (root, get_name (row)));

      gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
      if (!g_str_equal (gtk_editable_get_text (row), text))
        gtk_editable_set_text (row, text);
    }
  self->loading = FALSE;
}

void
troupe_state_form_refresh (TroupeStateForm *self)
{
  g_autofree char *shape = NULL;

  g_return_if_fail (TROUPE_IS_STATE_FORM (self));

  shape = make_shape (self);
  if (g_strcmp0 (shape, self->shape) == 0)
    {
      if (self->rebuild_id == 0)
        refresh_values (self);
      return;
    }

  g_free (self->shape);
  self->shape = g_steal_pointer (&shape);
  /* The row whose signal brought us here must outlive it. */
  if (self->rebuild_id == 0)
    self->rebuild_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, rebuild_idle_cb, self, NULL);
}

static void
kind_selected_cb (TroupeStateForm *self)
{
  guint kind = adw_combo_row_get_selected (ADW_COMBO_ROW (self->kind));

  g_assert (TROUPE_IS_STATE_FORM (self));

  if (!self->loading && kind < TROUPE_STATE_KIND_OTHER &&
      kind != troupe_state_get_kind (troupe_editor_context_get_root (self->context)))
    troupe_state_set_kind (self->context, (TroupeStateKind) kind);
}

static void
add_clicked_cb (TroupeStateForm *self)
{
  g_auto (GStrv) names = troupe_state_list_names (troupe_editor_context_get_root (self->context));

  g_assert (TROUPE_IS_STATE_FORM (self));

  for (guint number = g_strv_length (names) + 1;; number++)
    {
      g_autofree char *name = g_strdup_printf ("field_%u", number);

      if (!g_strv_contains ((const char *const *) names, name))
        {
          troupe_state_add_field (self->context, name);
          return;
        }
    }
}

static void
troupe_state_form_dispose (GObject *object)
{
  TroupeStateForm *self = TROUPE_STATE_FORM (object);

  g_clear_handle_id (&self->rebuild_id, g_source_remove);
  self->loading = TRUE;
  if (self->group != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->group));
  self->group = NULL;
  g_clear_object (&self->context);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->values, g_ptr_array_unref);
  g_clear_pointer (&self->shape, g_free);

  G_OBJECT_CLASS (troupe_state_form_parent_class)->dispose (object);
}

static void
troupe_state_form_class_init (TroupeStateFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_state_form_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_state_form_init (TroupeStateForm *self)
{
  const char *const kinds[] = { _ ("None"), _ ("Plain values"), _ ("Typed fields"),
                                _ ("Python class"), NULL };
  g_autoptr (GtkStringList) model = gtk_string_list_new (kinds);

  g_assert (self != NULL);

  self->rows = g_ptr_array_new ();
  self->values = g_ptr_array_new ();
  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->group, _ ("State"));
  gtk_widget_set_parent (GTK_WIDGET (self->group), GTK_WIDGET (self));

  self->add = troupe_icon_button_new ("list-add-symbolic", _ ("Add a field"));
  g_signal_connect_object (self->add, "clicked", G_CALLBACK (add_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_set_header_suffix (self->group, self->add);

  self->kind = adw_combo_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->kind), _ ("Kind"));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->kind), G_LIST_MODEL (model));
  g_signal_connect_object (self->kind, "notify::selected", G_CALLBACK (kind_selected_cb), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_add (self->group, self->kind);
}

GtkWidget *
troupe_state_form_new (TroupeEditorContext *context)
{
  TroupeStateForm *self;

  g_return_val_if_fail (TROUPE_IS_EDITOR_CONTEXT (context), NULL);

  self = g_object_new (TROUPE_TYPE_STATE_FORM, NULL);
  self->context = g_object_ref (context);
  self->shape = make_shape (self);
  make_rows (self);

  return GTK_WIDGET (self);
}
