/* troupe-state-form.c: inspector form for the state of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-form"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-form-entry.h"
#include "troupe-form-focus.h"
#include "troupe-open-list.h"
#include "troupe-row-name.h"
#include "troupe-sanitize-text.h"
#include "troupe-state-form.h"
#include "troupe-state-words.h"

/* How many fields are shown at first, and how many more at a time: each takes about half a millisecond. */
#define N_FIELDS 50u

struct _TroupeStateForm
{
  GtkWidget parent_instance;

  TroupeEditorContext *context;
  AdwPreferencesGroup *group;
  GtkWidget *kind;
  GtkWidget *add;
  GPtrArray *rows;
  GPtrArray *values; /* entries for the initial values, owned by the rows */
  GtkWidget *more;   /* (nullable): row of the button that shows more fields */
  guint most;        /* how many fields are shown at most */
  char *shape;       /* kind, names, types, required: determines the rows */
  gboolean loading;
  gboolean writing;
  guint rebuild_id;
  gboolean is_waiting; /* for an open popover, to be built again */
};

G_DEFINE_FINAL_TYPE (TroupeStateForm, troupe_state_form, GTK_TYPE_WIDGET)

static JsonNode *
get_root (TroupeStateForm *self)
{
  g_assert (TROUPE_IS_STATE_FORM (self));

  return troupe_editor_context_get_root (self->context);
}

static TroupeFlowDocument *
get_document (TroupeStateForm *self)
{
  g_assert (TROUPE_IS_STATE_FORM (self));

  return troupe_editor_context_get_document (self->context);
}

/* Lists the top-level fields of the state that are shown. @n_others: (out): number of the others. (transfer full)
 * (element-type TroupeStateField) */
static GPtrArray *
list_fields (TroupeStateForm *self, guint *n_others)
{
  g_autoptr (GPtrArray) all = troupe_state_list_fields (get_root (self));
  GPtrArray *fields = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_state_field_free);

  g_assert (TROUPE_IS_STATE_FORM (self));

  *n_others = 0;
  for (guint i = 0; i < all->len; i++)
    {
      if (((TroupeStateField *) all->pdata[i])->outer[0] != NULL)
        continue;
      if (fields->len < self->most)
        g_ptr_array_add (fields, troupe_state_field_copy (all->pdata[i]));
      else
        (*n_others)++;
    }
  return fields;
}

static char *
make_shape (TroupeStateForm *self)
{
  const TroupeStateKind kind = troupe_state_get_kind (get_root (self));
  guint n_others;
  g_autoptr (GPtrArray) fields = list_fields (self, &n_others);
  GString *shape = g_string_new (NULL);

  g_assert (TROUPE_IS_STATE_FORM (self));

  g_string_append_printf (shape, "%d|%u", kind, n_others);
  for (guint i = 0; i < fields->len; i++)
    {
      const TroupeStateField *field = g_ptr_array_index (fields, i);
      g_autofree char *type = NULL;

      /* Without a schema, the type follows from the value and changes while it is typed, so it
       * must not rebuild the row. */
      if (kind == TROUPE_STATE_KIND_SCHEMA)
        type = troupe_state_describe_type (get_root (self), field);
      g_string_append_printf (shape, "|%s:%s:%d", field->name, type != NULL ? type : "",
                              troupe_state_get_required (get_root (self), field));
    }

  return g_string_free (shape, FALSE);
}

static void
set_name (gpointer widget, const char *name)
{
  g_object_set_data_full (G_OBJECT (widget), "name", g_strdup (name), g_free);
}

/* Returns the field that @widget edits. (transfer full) (nullable) */
static TroupeStateField *
find_field (TroupeStateForm *self, gpointer widget)
{
  g_assert (TROUPE_IS_STATE_FORM (self));

  return troupe_state_find_field (get_root (self), g_object_get_data (G_OBJECT (widget), "name"));
}

/* Keeps a value that is not valid yet in the draft. @text: (nullable) */
static void
keep_value (TroupeStateForm *self, const TroupeStateField *field, const char *text)
{
  g_auto (GStrv) path = troupe_state_field_make_path (field, "default");

  g_assert (TROUPE_IS_STATE_FORM (self));

  troupe_form_target_set_typed (TROUPE_FORM_TARGET (self->context), (const char *const *) path,
                                text);
}

static void
value_changed_cb (GtkEditable *row, TroupeStateForm *self)
{
  g_autoptr (TroupeStateField) field = find_field (self, row);
  const char *text = gtk_editable_get_text (row);
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_STATE_FORM (self));

  if (self->loading || field == NULL)
    return;

  if (text[0] != '\0')
    node = troupe_state_value_from_text (get_root (self), field, text, NULL);
  if (node == NULL && text[0] != '\0')
    {
      gtk_widget_add_css_class (GTK_WIDGET (row), "error");
      keep_value (self, field, text);
      return;
    }
  gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
  keep_value (self, field, NULL);
  self->writing = TRUE;
  troupe_flow_document_set_state_default (get_document (self), field, node, &error);
  self->writing = FALSE;
  troupe_editor_context_report (self->context, error);
}

static void
remove_clicked_cb (GtkWidget *button, TroupeStateForm *self)
{
  g_autoptr (TroupeStateField) field = find_field (self, button);
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_STATE_FORM (self));

  if (field != NULL)
    troupe_flow_document_remove_state_field (get_document (self), field, &error);
  troupe_editor_context_report (self->context, error);
}

static void
name_committed_cb (GtkWidget *row, const char *text, TroupeStateForm *self)
{
  g_autoptr (TroupeStateField) field = find_field (self, row);
  g_autofree char *new_name = g_strstrip (g_strdup (text));
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_STATE_FORM (self));

  if (field != NULL && new_name[0] != '\0')
    troupe_flow_document_rename_state_field (get_document (self), field, new_name, TRUE, &error);
  troupe_editor_context_report (self->context, error);
}

static void
type_selected_cb (GtkWidget *row, GParamSpec *pspec, TroupeStateForm *self)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (row));
  g_autoptr (TroupeStateField) field = find_field (self, row);
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_STATE_FORM (self));

  if (!self->loading && field != NULL && selected < TROUPE_STATE_TYPE_OTHER)
    troupe_flow_document_set_state_type (get_document (self), field, (TroupeFieldType) selected,
                                         &error);
  troupe_editor_context_report (self->context, error);
}

static void
required_changed_cb (GtkWidget *button, GParamSpec *pspec, TroupeStateForm *self)
{
  g_autoptr (TroupeStateField) field = find_field (self, button);
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_STATE_FORM (self));

  if (!self->loading && field != NULL)
    troupe_flow_document_set_state_required (get_document (self), field,
                                             gtk_switch_get_active (GTK_SWITCH (button)), &error);
  troupe_editor_context_report (self->context, error);
}

static GtkWidget *
make_value_row (TroupeStateForm *self, const char *title, const TroupeStateField *field)
{
  GtkWidget *row = adw_entry_row_new ();
  g_autofree char *shown = troupe_text_to_line (title);
  g_autofree char *text =
      troupe_state_value_to_text (troupe_state_get_default (get_root (self), field));

  g_assert (TROUPE_IS_STATE_FORM (self));

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), shown);
  troupe_row_follow_title (row);
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  gtk_editable_set_enable_undo (GTK_EDITABLE (row), FALSE);
  troupe_form_entry_take_undo_keys (row);
  set_name (row, field->name);
  g_signal_connect_object (row, "changed", G_CALLBACK (value_changed_cb), self, 0);
  g_ptr_array_add (self->values, row);

  return row;
}

static GtkWidget *
make_remove_button (TroupeStateForm *self, const char *name)
{
  GtkWidget *button = troupe_icon_button_new ("user-trash-symbolic", _ ("Remove Field"));

  g_assert (TROUPE_IS_STATE_FORM (self));

  set_name (button, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  name, -1);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_clicked_cb), self, 0);

  return button;
}

/* Expressions and templates read a field as `state.NAME`. */
static GtkWidget *
make_uses_button (const TroupeStateField *field)
{
  g_autofree char *words = g_strconcat ("state.", field->name, NULL);

  return troupe_where_used_button_new (words);
}

static void
keep_row (TroupeStateForm *self, GtkWidget *row)
{
  g_assert (TROUPE_IS_STATE_FORM (self));

  adw_preferences_group_add (self->group, row);
  g_ptr_array_add (self->rows, row);
}

static GtkWidget *
make_type_row (TroupeStateForm *self, const TroupeStateField *field)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) model = gtk_string_list_new (NULL);
  TroupeFieldType type = troupe_state_get_type (get_root (self), field);

  g_assert (TROUPE_IS_STATE_FORM (self));

  for (guint i = 0; i < TROUPE_STATE_TYPE_OTHER; i++)
    gtk_string_list_append (model, troupe_state_type_get_title ((TroupeFieldType) i));
  /* A type that is not in the list is displayed, and preserved until the user chooses another
   * type. */
  if (type == TROUPE_STATE_TYPE_OTHER)
    {
      g_autofree char *rich = troupe_state_describe_type (get_root (self), field);

      gtk_string_list_append (model, rich);
    }
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Type"));
  troupe_open_list_at_choice (row);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (model));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), type);
  set_name (row, field->name);
  g_signal_connect_object (row, "notify::selected", G_CALLBACK (type_selected_cb), self, 0);

  return row;
}

static GtkWidget *
make_required_row (TroupeStateForm *self, const TroupeStateField *field)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_switch_new ();

  g_assert (TROUPE_IS_STATE_FORM (self));

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Required"));
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_switch_set_active (GTK_SWITCH (button), troupe_state_get_required (get_root (self), field));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Required"), -1);
  set_name (button, field->name);
  g_signal_connect_object (button, "notify::active", G_CALLBACK (required_changed_cb), self, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  troupe_form_keep_own_name (button);

  return row;
}

/* Creates the rows in the row of a typed field when it is opened for the first time, because most fields are never opened. */
static void
expanded_cb (GtkWidget *row, GParamSpec *pspec, TroupeStateForm *self)
{
  g_autoptr (TroupeStateField) field = find_field (self, row);
  const gboolean was_loading = self->loading;
  GtkWidget *name_row;
  g_auto (GStrv) path = NULL;

  g_assert (TROUPE_IS_STATE_FORM (self));

  if (field == NULL || g_object_get_data (G_OBJECT (row), "filled") != NULL)
    return;
  g_object_set_data (G_OBJECT (row), "filled", row);
  self->loading = TRUE;
  name_row = troupe_form_entry_new (_ ("Name"), field->name);
  set_name (name_row, field->name);
  g_signal_connect_object (name_row, "committed", G_CALLBACK (name_committed_cb), self, 0);
  path = troupe_state_field_make_path (field, "name");
  troupe_form_target_keep_typed (TROUPE_FORM_TARGET (self->context), (const char *const *) path,
                                 name_row);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row), name_row);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row), make_type_row (self, field));
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row),
                            make_value_row (self, _ ("Initial Value"), field));
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row), make_required_row (self, field));
  self->loading = was_loading;
}

static void
add_typed (TroupeStateForm *self, const TroupeStateField *field)
{
  GtkWidget *row = adw_expander_row_new ();
  g_autofree char *shown = troupe_text_to_line (field->name);
  g_autofree char *type = troupe_state_describe_type (get_root (self), field);

  g_assert (TROUPE_IS_STATE_FORM (self));

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), shown);
  troupe_row_follow_title (row);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), type);
  adw_expander_row_add_action (ADW_EXPANDER_ROW (row), make_uses_button (field));
  adw_expander_row_add_action (ADW_EXPANDER_ROW (row), make_remove_button (self, field->name));
  set_name (row, field->name);
  g_signal_connect_object (row, "notify::expanded", G_CALLBACK (expanded_cb), self, 0);
  keep_row (self, row);
}

static void queue_rebuild (gpointer data);

static void
more_clicked_cb (TroupeStateForm *self)
{
  g_assert (TROUPE_IS_STATE_FORM (self));

  self->most += N_FIELDS;
  g_free (self->shape);
  self->shape = make_shape (self);
  queue_rebuild (self);
}

/* Adds a button that shows more fields, because a person cannot look through all of them here, and each takes memory and time. */
static void
add_more (TroupeStateForm *self, guint n_others)
{
  GtkWidget *button = gtk_button_new ();
  g_autofree char *label = NULL;

  g_assert (TROUPE_IS_STATE_FORM (self));

  /* Translators: a button below a list; %u is the number of fields that are not in it yet. */
  label = g_strdup_printf (ngettext ("Show More (%u Field)", "Show More (%u Fields)", n_others),
                           n_others);
  gtk_button_set_label (GTK_BUTTON (button), label);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_object (button, "clicked", G_CALLBACK (more_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  self->more = button;
  adw_preferences_group_add (self->group, button);
}

/* Creates the rows of the fields. There are no rows for a Python class, which defines its own
 * fields. */
static void
make_rows (TroupeStateForm *self)
{
  TroupeStateKind kind = troupe_state_get_kind (get_root (self));
  guint n_others;
  g_autoptr (GPtrArray) fields = list_fields (self, &n_others);

  g_assert (TROUPE_IS_STATE_FORM (self));

  self->loading = TRUE;
  if (self->more != NULL)
    adw_preferences_group_remove (self->group, g_steal_pointer (&self->more));
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->group, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
  g_ptr_array_set_size (self->values, 0);

  adw_combo_row_set_selected (ADW_COMBO_ROW (self->kind), MIN (kind, TROUPE_STATE_KIND_CLASS));
  gtk_widget_set_visible (self->add,
                          kind == TROUPE_STATE_KIND_DICT || kind == TROUPE_STATE_KIND_SCHEMA);
  for (guint i = 0; i < fields->len; i++)
    {
      if (kind == TROUPE_STATE_KIND_DICT)
        {
          const TroupeStateField *field = g_ptr_array_index (fields, i);
          GtkWidget *row = make_value_row (self, field->name, field);

          adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), make_uses_button (field));
          adw_entry_row_add_suffix (ADW_ENTRY_ROW (row), make_remove_button (self, field->name));
          keep_row (self, row);
        }
      else if (kind == TROUPE_STATE_KIND_SCHEMA)
        add_typed (self, g_ptr_array_index (fields, i));
    }
  if (n_others > 0)
    add_more (self, n_others);
  self->loading = FALSE;
}

static gboolean rebuild_idle_cb (gpointer data);

/* The rebuild is delayed, because the row that emitted the current signal must outlive it. */
static void
queue_rebuild (gpointer data)
{
  TroupeStateForm *self = data;

  g_assert (TROUPE_IS_STATE_FORM (self));

  self->is_waiting = FALSE;
  if (self->rebuild_id == 0)
    self->rebuild_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, rebuild_idle_cb, self, NULL);
}

static gboolean
rebuild_idle_cb (gpointer data)
{
  TroupeStateForm *self = data;
  g_autoptr (GArray) open = NULL;
  TroupeFormFocus *focus;

  g_assert (TROUPE_IS_STATE_FORM (self));

  self->rebuild_id = 0;
  self->is_waiting =
      troupe_form_focus_wait (GTK_WIDGET (self->group), G_OBJECT (self), queue_rebuild);
  if (self->is_waiting)
    return G_SOURCE_REMOVE;
  troupe_form_entry_commit_below (GTK_WIDGET (self));
  focus = troupe_form_focus_take (GTK_WIDGET (self->group));
  open = g_array_new (FALSE, FALSE, sizeof (gboolean));
  for (guint i = 0; i < self->rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (self->rows, i);
      const gboolean is_open =
          ADW_IS_EXPANDER_ROW (row) && adw_expander_row_get_expanded (ADW_EXPANDER_ROW (row));

      g_array_append_val (open, is_open);
    }
  make_rows (self);
  /* More fields are at the end. */
  for (guint i = 0; i < open->len && open->len <= self->rows->len; i++)
    if (g_array_index (open, gboolean, i) && ADW_IS_EXPANDER_ROW (self->rows->pdata[i]))
      adw_expander_row_set_expanded (self->rows->pdata[i], TRUE);
  troupe_form_focus_give_back (focus, GTK_WIDGET (self->group));

  return G_SOURCE_REMOVE;
}

/* Updates the values, for example after undo, except those that the user is typing. */
static void
refresh_values (TroupeStateForm *self)
{
  guint n_others;
  g_autoptr (GPtrArray) fields = NULL;
  g_autoptr (GHashTable) by_name = NULL;

  g_assert (TROUPE_IS_STATE_FORM (self));

  if (self->writing)
    return;

  fields = list_fields (self, &n_others);
  by_name = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < fields->len; i++)
    g_hash_table_insert (by_name, ((TroupeStateField *) fields->pdata[i])->name, fields->pdata[i]);
  self->loading = TRUE;
  for (guint i = 0; i < self->values->len; i++)
    {
      GtkEditable *row = g_ptr_array_index (self->values, i);
      const TroupeStateField *field =
          g_hash_table_lookup (by_name, g_object_get_data (G_OBJECT (row), "name"));
      g_autofree char *text =
          field != NULL
              ? troupe_state_value_to_text (troupe_state_get_default (get_root (self), field))
              : g_strdup ("");

      gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
      if (!g_str_equal (gtk_editable_get_text (row), text))
        gtk_editable_set_text (row, text);
    }
  self->loading = FALSE;
}

static void
refresh (TroupeStateForm *self)
{
  g_autofree char *shape = NULL;

  g_assert (TROUPE_IS_STATE_FORM (self));

  shape = make_shape (self);
  if (g_strcmp0 (shape, self->shape) == 0)
    {
      if (self->rebuild_id == 0 && !self->is_waiting)
        refresh_values (self);
      return;
    }

  g_free (self->shape);
  self->shape = g_steal_pointer (&shape);
  queue_rebuild (self);
}

static void
kind_selected_cb (TroupeStateForm *self)
{
  guint kind = adw_combo_row_get_selected (ADW_COMBO_ROW (self->kind));
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_STATE_FORM (self));

  if (!self->loading && kind < TROUPE_STATE_KIND_OTHER)
    troupe_flow_document_set_state_kind (get_document (self), (TroupeStateKind) kind, &error);
  troupe_editor_context_report (self->context, error);
}

static void
add_clicked_cb (TroupeStateForm *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *name = troupe_flow_document_add_state_field (get_document (self), NULL, &error);

  g_assert (TROUPE_IS_STATE_FORM (self));

  troupe_editor_context_report (self->context, error);
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
  const char *const kinds[] = { _ ("None"), _ ("Plain Values"), _ ("Typed Fields"),
                                _ ("Python Class"), NULL };
  g_autoptr (GtkStringList) model = gtk_string_list_new (kinds);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *edit;

  g_assert (self != NULL);

  self->most = N_FIELDS;
  self->rows = g_ptr_array_new ();
  self->values = g_ptr_array_new ();
  self->group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->group, _ ("State"));
  gtk_widget_set_parent (GTK_WIDGET (self->group), GTK_WIDGET (self));

  self->add = troupe_icon_button_new ("list-add-symbolic", _ ("Add Field"));
  g_signal_connect_object (self->add, "clicked", G_CALLBACK (add_clicked_cb), self,
                           G_CONNECT_SWAPPED);
  edit = troupe_icon_button_new ("document-edit-symbolic", _ ("Edit the State as a Table"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (edit), "flow.state");
  gtk_box_append (GTK_BOX (buttons), self->add);
  gtk_box_append (GTK_BOX (buttons), edit);
  adw_preferences_group_set_header_suffix (self->group, buttons);

  self->kind = adw_combo_row_new ();
  troupe_open_list_at_choice (self->kind);
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
  g_signal_connect_object (troupe_editor_context_get_document (context), "changed",
                           G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}
