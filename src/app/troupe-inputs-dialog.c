/* troupe-inputs-dialog.c: asks for the inputs of a run, a row for each field of the state
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-inputs-dialog"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-button-names.h"
#include "troupe-inputs-dialog.h"

/* One field of the form. @entry: an AdwEntryRow; or @choice: an AdwComboRow whose first entry leaves
 * the field out. */
typedef struct
{
  TroupeSchemaField *field;
  GtkWidget *entry;
  GtkWidget *choice;
} InputRow;

struct _TroupeInputsDialog
{
  AdwWindow parent_instance;

  AdwPreferencesGroup *fields;
  GtkWidget *run_button;
  GtkRevealer *error_revealer;
  GtkLabel *error_label;
  GtkLabel *estimate;

  TroupeStateModel *model;
  GPtrArray *descriptions; /* (element-type TroupeSchemaField) */
  GArray *rows;            /* (element-type InputRow) */
};

enum
{
  GIVEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeInputsDialog, troupe_inputs_dialog, ADW_TYPE_WINDOW)

static char *
value_to_field_text (TroupeValue *value)
{
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    return g_strdup (troupe_value_get_string (value, NULL));
  return troupe_value_to_json (value, TROUPE_JSON_SPACED);
}

/* Text fields take what is typed as it is; every other kind is read as JSON, and a field without a
 * kind takes what is no JSON as text. */
static TroupeValue *
read_text (const TroupeSchemaField *field, const char *text, GError **error)
{
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (GError) local_error = NULL;

  g_assert (field != NULL);

  if (g_str_equal (field->type, "string"))
    return troupe_value_new_string (text, -1);
  value = troupe_value_from_json (text, -1, &local_error);
  if (value != NULL)
    return g_steal_pointer (&value);
  if (g_str_equal (field->type, "any"))
    return troupe_value_new_string (text, -1);
  /* The state model coerces texts such as "yes" and "3" and says best what does not fit. */
  if (g_str_equal (field->type, "array") || g_str_equal (field->type, "object"))
    {
      g_set_error (error, TROUPE_FLOW_ERROR, TROUPE_FLOW_ERROR_SCHEMA,
                   _ ("%s: expected JSON such as %s. %s"), field->name,
                   g_str_equal (field->type, "array") ? "[1, 2]" : "{\"a\": 1}",
                   local_error->message);
      return NULL;
    }
  return troupe_value_new_string (text, -1);
}

static TroupeValue *
read_row (const InputRow *row, GError **error)
{
  const char *text;
  guint selected;

  g_assert (row != NULL);

  if (row->choice != NULL)
    {
      selected = adw_combo_row_get_selected (ADW_COMBO_ROW (row->choice));
      if (selected == 0 || selected == GTK_INVALID_LIST_POSITION)
        return NULL;
      return troupe_value_ref (troupe_value_list_get (row->field->choices, selected - 1));
    }
  text = gtk_editable_get_text (GTK_EDITABLE (row->entry));
  return *text != '\0' ? read_text (row->field, text, error) : NULL;
}

TroupeValue *
troupe_inputs_dialog_read (TroupeInputsDialog *self, GError **error)
{
  g_auto (TroupeMapBuilder) builder = { NULL };
  gboolean any = FALSE;

  g_return_val_if_fail (TROUPE_IS_INPUTS_DIALOG (self), NULL);

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < self->rows->len; i++)
    {
      const InputRow *row = &g_array_index (self->rows, InputRow, i);
      g_autoptr (GError) local_error = NULL;
      TroupeValue *value = read_row (row, &local_error);

      if (local_error != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&local_error));
          return NULL;
        }
      if (value == NULL)
        continue;
      troupe_map_builder_add (&builder, row->field->name, value);
      any = TRUE;
    }
  return any ? troupe_map_builder_end (&builder) : NULL;
}

static gboolean
check (TroupeInputsDialog *self, TroupeValue *inputs, GError **error)
{
  g_autoptr (TroupeValue) state = NULL;
  g_autoptr (TroupeValue) merged = NULL;

  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  if (inputs == NULL)
    return TRUE;
  state = troupe_state_model_create (self->model, "00000000-0000-0000-0000-000000000000", error);
  if (state == NULL)
    return FALSE;
  merged = troupe_state_model_merge (self->model, state, inputs, error);
  return merged != NULL;
}

static void
run_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeInputsDialog *self = TROUPE_INPUTS_DIALOG (widget);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) inputs = troupe_inputs_dialog_read (self, &error);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  if (error == NULL)
    check (self, inputs, &error);
  if (error != NULL)
    {
      gtk_label_set_label (self->error_label, error->message);
      gtk_revealer_set_reveal_child (self->error_revealer, TRUE);
      return;
    }
  g_signal_emit (self, signals[GIVEN], 0, inputs);
  gtk_window_close (GTK_WINDOW (self));
}

static const char *
get_type_word (const char *type)
{
  static const struct
  {
    const char *type;
    const char *word;
  } words[] = {
    { "string", N_ ("Text") },         { "integer", N_ ("Whole number") },
    { "number", N_ ("Number") },       { "boolean", N_ ("true or false") },
    { "array", N_ ("List, as JSON") }, { "object", N_ ("Map, as JSON") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i].type, type))
      return _ (words[i].word);
  return _ ("Text or JSON");
}

static GtkWidget *
make_choice (const TroupeSchemaField *field, TroupeValue *last)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  guint selected = 0;

  g_assert (field != NULL);

  gtk_string_list_append (list, _ ("As in the flow"));
  for (gsize i = 0; i < troupe_value_list_get_length (field->choices); i++)
    {
      TroupeValue *choice = troupe_value_list_get (field->choices, i);
      g_autofree char *text = value_to_field_text (choice);

      gtk_string_list_append (list, text);
      if (last != NULL && troupe_value_equal (choice, last))
        selected = (guint) i + 1;
    }
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (list));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), selected);
  return row;
}

/* Enter in a field says that all of them are filled in. */
static void
entry_activated_cb (TroupeInputsDialog *self)
{
  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  gtk_widget_activate_action (GTK_WIDGET (self), "inputs.run", NULL);
}

static void
add_row (TroupeInputsDialog *self, TroupeSchemaField *field, TroupeValue *last)
{
  InputRow row = { .field = field };
  const char *name = field->title != NULL ? field->title : field->name;
  g_autofree char *title = NULL;
  GtkWidget *widget;

  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  /* Translators: a field's name and what it takes: "score · Number · required". */
  title = field->required && field->initial == NULL
              ? g_strdup_printf (_ ("%s · %s · required"), name, get_type_word (field->type))
              : g_strdup_printf (_ ("%s · %s"), name, get_type_word (field->type));
  if (field->choices != NULL)
    widget = row.choice = make_choice (field, last);
  else
    {
      g_autofree char *text = NULL;

      widget = row.entry = adw_entry_row_new ();
      g_signal_connect_object (widget, "entry-activated", G_CALLBACK (entry_activated_cb), self,
                               G_CONNECT_SWAPPED);
      if (last != NULL)
        text = value_to_field_text (last);
      else if (field->initial != NULL && !troupe_value_is (field->initial, TROUPE_VALUE_NULL))
        text = value_to_field_text (field->initial);
      if (text != NULL)
        gtk_editable_set_text (GTK_EDITABLE (widget), text);
    }
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (widget), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (widget), title);
  gtk_widget_set_tooltip_text (widget, field->description);
  adw_preferences_group_add (self->fields, widget);
  g_array_append_val (self->rows, row);
}

void
troupe_inputs_dialog_set_estimate (TroupeInputsDialog *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_INPUTS_DIALOG (self));

  gtk_label_set_label (self->estimate, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->estimate), text != NULL);
}

/* A person begins to write at once. */
static void
troupe_inputs_dialog_show (GtkWidget *widget)
{
  TroupeInputsDialog *self = TROUPE_INPUTS_DIALOG (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  GTK_WIDGET_CLASS (troupe_inputs_dialog_parent_class)->show (widget);

  if (self->rows->len > 0)
    {
      const InputRow *first = &g_array_index (self->rows, InputRow, 0);

      gtk_widget_grab_focus (first->entry != NULL ? first->entry : first->choice);
    }
  else
    gtk_widget_grab_focus (self->run_button);
}

static void
troupe_inputs_dialog_dispose (GObject *object)
{
  TroupeInputsDialog *self = TROUPE_INPUTS_DIALOG (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_INPUTS_DIALOG);
  g_clear_pointer (&self->rows, g_array_unref);
  g_clear_pointer (&self->descriptions, g_ptr_array_unref);
  g_clear_pointer (&self->model, troupe_state_model_unref);
  G_OBJECT_CLASS (troupe_inputs_dialog_parent_class)->dispose (object);
}

static void
troupe_inputs_dialog_class_init (TroupeInputsDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = troupe_inputs_dialog_dispose;
  widget_class->show = troupe_inputs_dialog_show;

  signals[GIVEN] = g_signal_new ("given", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, TROUPE_TYPE_VALUE);

  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/app/troupe-inputs-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, fields);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, run_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, error_revealer);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, error_label);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, estimate);
  gtk_widget_class_install_action (widget_class, "inputs.run", NULL, run_activated);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK, "inputs.run",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F5, 0, "inputs.run", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
troupe_inputs_dialog_init (TroupeInputsDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  troupe_name_buttons (GTK_WIDGET (self));
  self->rows = g_array_new (FALSE, FALSE, sizeof (InputRow));
}

TroupeInputsDialog *
troupe_inputs_dialog_new (TroupeFlow *flow, TroupeValue *last)
{
  TroupeInputsDialog *self;

  g_return_val_if_fail (flow != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_INPUTS_DIALOG, NULL);
  self->model = troupe_state_model_new (flow, NULL);
  self->descriptions = troupe_flow_list_state_fields (flow);
  for (guint i = 0; i < self->descriptions->len; i++)
    {
      TroupeSchemaField *field = g_ptr_array_index (self->descriptions, i);

      add_row (self, field,
               last != NULL ? troupe_value_map_lookup_string (last, field->name, -1) : NULL);
    }
  if (self->descriptions->len == 0)
    adw_preferences_group_set_description (
        self->fields, _ ("The state of this flow has no fields. Run starts the flow as it is."));
  return self;
}
