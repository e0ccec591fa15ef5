/* troupe-inputs-dialog.c: inputs dialog of a run, with a row for each state field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-inputs-dialog"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-bar-box.h"
#include "troupe-button-names.h"
#include "troupe-inputs-dialog.h"
#include "troupe-inputs-row.h"
#include "troupe-sanitize-text.h"
#include "troupe-text-field.h"

struct _TroupeInputsDialog
{
  AdwWindow parent_instance;

  AdwWindowTitle *title;
  GtkWidget *head;
  GtkWidget *last_button;
  GtkToggleButton *form_button;
  GtkStack *stack;
  GtkListBox *list;
  GtkBox *json_box;
  GtkWidget *run_button;
  GtkWidget *many;
  GtkLabel *error_label;
  GtkLabel *hint;
  GtkLabel *estimate;

  TroupeTextField *json;
  TroupeStateModel *model;
  TroupeSchema *schema;    /* (nullable): set for a typed state */
  GPtrArray *descriptions; /* (element-type TroupeSchemaField) */
  GPtrArray *rows;         /* (element-type TroupeInputsRow) */
  GHashTable *edited;      /* (element-type TroupeInputsRow): rows that the user has edited */
  TroupeValue *last;       /* (nullable) */
  gboolean is_json_edited;
  gboolean was_run_pressed; /* with inputs that are not valid */
  gboolean is_filling;
};

enum
{
  GIVEN,
  MANY,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeInputsDialog, troupe_inputs_dialog, ADW_TYPE_WINDOW)

/* --- Reading the inputs ----------------------------------------------------------------------- */

static gboolean
is_json (TroupeInputsDialog *self)
{
  return gtk_stack_get_visible_child (self->stack) == GTK_WIDGET (self->json_box);
}

TroupeValue *
troupe_inputs_dialog_read (TroupeInputsDialog *self, GError **error)
{
  g_auto (TroupeMapBuilder) builder = { NULL };
  gboolean any = FALSE;

  g_return_val_if_fail (TROUPE_IS_INPUTS_DIALOG (self), NULL);

  if (is_json (self))
    {
      g_autofree char *text = troupe_text_field_get_text (self->json);
      g_autoptr (TroupeValue) value = NULL;

      if (g_strstrip (text)[0] == '\0')
        return NULL;
      value = troupe_value_from_json (text, -1, error);
      if (value == NULL)
        return NULL;
      if (!troupe_value_is (value, TROUPE_VALUE_MAP))
        {
          g_set_error (error, TROUPE_FLOW_ERROR, TROUPE_FLOW_ERROR_SCHEMA,
                       _ ("Expected an object, such as {\"a\": 1}."));
          return NULL;
        }
      return troupe_value_map_get_size (value) > 0 ? g_steal_pointer (&value) : NULL;
    }
  troupe_map_builder_init (&builder);
  for (guint i = 0; i < self->rows->len; i++)
    {
      TroupeInputsRow *row = self->rows->pdata[i];
      g_autoptr (GError) local_error = NULL;
      TroupeValue *value = troupe_inputs_row_read (row, &local_error);

      if (local_error != NULL)
        {
          g_set_error (error, TROUPE_FLOW_ERROR, TROUPE_FLOW_ERROR_SCHEMA, "%s: %s",
                       troupe_inputs_row_get_field (row)->name, local_error->message);
          return NULL;
        }
      if (value == NULL)
        continue;
      troupe_map_builder_add (&builder, troupe_inputs_row_get_field (row)->name, value);
      any = TRUE;
    }
  return any ? troupe_map_builder_end (&builder) : NULL;
}

/* --- Validation ------------------------------------------------------------------------------- */

/* Returns TRUE if the state accepts @inputs. Every state accepts NULL (doc/flow-semantics.md
 * §5.1). */
static gboolean
fits_state (TroupeInputsDialog *self, TroupeValue *inputs, GError **error)
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

/* Validates a single value and returns the error message. (transfer full) (nullable) */
static char *
check_value (TroupeInputsDialog *self, const char *name, TroupeValue *value)
{
  g_auto (TroupeMapBuilder) builder = { NULL };
  g_autoptr (TroupeValue) map = NULL;
  g_autoptr (TroupeValue) checked = NULL;
  g_autoptr (GPtrArray) problems =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_problem_free);
  gsize length = strlen (name);

  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  if (self->schema == NULL)
    return NULL;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, name, troupe_value_ref (value));
  map = troupe_map_builder_end (&builder);
  checked = troupe_schema_check (self->schema, map, problems);
  for (guint i = 0; i < problems->len; i++)
    {
      const TroupeSchemaProblem *problem = problems->pdata[i];

      if (strncmp (problem->path, name, length) != 0 ||
          strchr (".[", problem->path[length]) == NULL)
        continue;
      return problem->path[length] == '\0'
                 ? g_strdup (problem->message)
                 : g_strdup_printf ("%s: %s", problem->path, problem->message);
    }
  return NULL;
}

/* Validates a row. Its message is shown only if the user has edited it, or has pressed Run. @is_told:
 * (inout): set to %TRUE if a message is shown. Returns TRUE if the row is valid. */
static gboolean
check_row (TroupeInputsDialog *self, TroupeInputsRow *row, gboolean *is_told)
{
  const TroupeSchemaField *field = troupe_inputs_row_get_field (row);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = troupe_inputs_row_read (row, &error);
  g_autofree char *message = NULL;
  gboolean is_shown;

  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  if (error != NULL)
    message = g_strdup (error->message);
  else if (value == NULL && field->required && field->initial == NULL)
    message = g_strdup_printf (_ ("The input “%s” is required."), field->name);
  else if (value != NULL)
    {
      g_autofree char *problem = check_value (self, field->name, value);

      if (problem != NULL)
        {
          g_autofree char *first = g_utf8_substring (problem, 0, 1);
          g_autofree char *upper = g_utf8_strup (first, -1);
          const char *rest = g_utf8_next_char (problem);

          /* Converts a message of the schema into a sentence. */
          message = g_strconcat (upper, rest, g_str_has_suffix (problem, ".") ? "" : ".", NULL);
        }
      else
        message = NULL;
    }
  is_shown =
      message != NULL && (self->was_run_pressed || g_hash_table_contains (self->edited, row));
  troupe_inputs_row_set_message (row, is_shown ? message : NULL);
  *is_told = *is_told || is_shown;
  return message == NULL;
}

/* Validates all inputs and shows each error at its field, unless the user has not edited anything there
 * and has not pressed Run. Run is insensitive while an error is shown. Returns TRUE if the inputs are
 * valid. */
static gboolean
check (TroupeInputsDialog *self)
{
  const gboolean may_tell =
      self->was_run_pressed ||
      (is_json (self) ? self->is_json_edited : g_hash_table_size (self->edited) > 0);
  g_autoptr (TroupeValue) inputs = NULL;
  g_autoptr (GError) error = NULL;
  gboolean fits = TRUE;
  gboolean is_told = FALSE;

  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  for (guint i = 0; !is_json (self) && i < self->rows->len; i++)
    fits = check_row (self, self->rows->pdata[i], &is_told) && fits;
  if (fits)
    {
      inputs = troupe_inputs_dialog_read (self, &error);
      if (error == NULL)
        fits_state (self, inputs, &error);
    }
  is_told = is_told || (error != NULL && may_tell);
  if (is_json (self))
    troupe_text_field_set_message (self->json, error != NULL && may_tell ? error->message : NULL,
                                   TRUE);
  gtk_widget_set_visible (GTK_WIDGET (self->error_label),
                          error != NULL && may_tell && !is_json (self));
  gtk_label_set_label (self->error_label, error != NULL ? error->message : "");
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "inputs.run", !is_told);
  gtk_widget_set_sensitive (self->last_button,
                            self->last != NULL &&
                                (inputs == NULL || !troupe_value_equal (inputs, self->last)));
  return fits && error == NULL;
}

static void
row_edited_cb (TroupeInputsRow *row, TroupeInputsDialog *self)
{
  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  if (self->is_filling)
    return;
  g_hash_table_add (self->edited, row);
  check (self);
}

static void
json_edited_cb (TroupeInputsDialog *self)
{
  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  if (self->is_filling)
    return;
  self->is_json_edited = TRUE;
  check (self);
}

static void
run_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeInputsDialog *self = TROUPE_INPUTS_DIALOG (widget);
  g_autoptr (TroupeValue) inputs = NULL;

  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  if (!check (self))
    {
      self->was_run_pressed = TRUE;
      check (self);
      /* Focuses the first row that is not valid. */
      for (guint i = 0; !is_json (self) && i < self->rows->len; i++)
        if (gtk_widget_get_visible (troupe_inputs_row_get_message_widget (self->rows->pdata[i])))
          {
            gtk_widget_grab_focus (troupe_inputs_row_get_widget (self->rows->pdata[i]));
            break;
          }
      return;
    }
  inputs = troupe_inputs_dialog_read (self, NULL);
  g_signal_emit (self, signals[GIVEN], 0, inputs);
  gtk_window_close (GTK_WINDOW (self));
}

/* Enter in a field starts the run. */
static void
entry_activated_cb (TroupeInputsDialog *self)
{
  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  gtk_widget_activate_action (GTK_WIDGET (self), "inputs.run", NULL);
}

/* --- Filling the form ------------------------------------------------------------------------- */

/* @values: (nullable) */
static void
fill_form (TroupeInputsDialog *self, TroupeValue *values)
{
  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  self->is_filling = TRUE;
  for (guint i = 0; i < self->rows->len; i++)
    {
      TroupeInputsRow *row = self->rows->pdata[i];
      const char *name = troupe_inputs_row_get_field (row)->name;

      troupe_inputs_row_set_value (
          row, values != NULL ? troupe_value_map_lookup_string (values, name, -1) : NULL);
    }
  self->is_filling = FALSE;
}

static void
fill_json (TroupeInputsDialog *self, TroupeValue *values)
{
  g_autofree char *text =
      values != NULL ? troupe_value_to_json (values, TROUPE_JSON_PRETTY) : g_strdup ("{}");

  g_strchomp (text);

  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  self->is_filling = TRUE;
  troupe_text_field_set_text (self->json, text);
  self->is_filling = FALSE;
}

static void
last_cb (TroupeInputsDialog *self)
{
  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  if (is_json (self))
    fill_json (self, self->last);
  else
    fill_form (self, self->last);
  check (self);
}

static void
many_cb (TroupeInputsDialog *self)
{
  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  g_signal_emit (self, signals[MANY], 0);
  gtk_window_close (GTK_WINDOW (self));
}

/* Switches between form and JSON, and transfers the values if they can be parsed. */
static void
side_toggled_cb (TroupeInputsDialog *self)
{
  gboolean json = !gtk_toggle_button_get_active (self->form_button);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) values = NULL;

  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  /* Returns early if the other widgets do not exist yet, because the buttons of the template
   * emit “toggled” before. */
  if (self->json == NULL || json == is_json (self))
    return;
  values = troupe_inputs_dialog_read (self, &error);
  gtk_stack_set_visible_child (self->stack,
                               json ? GTK_WIDGET (self->json_box) : GTK_WIDGET (self->list));
  if (error == NULL && json)
    fill_json (self, values);
  else if (error == NULL)
    fill_form (self, values);
  check (self);
}

static void
row_activated_cb (GtkListBox *list, GtkListBoxRow *row)
{
  if (ADW_IS_ACTION_ROW (row))
    adw_action_row_activate (ADW_ACTION_ROW (row));
}

void
troupe_inputs_dialog_set_estimate (TroupeInputsDialog *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_INPUTS_DIALOG (self));

  gtk_label_set_label (self->estimate, text != NULL ? text : "");
}

/* --- GObject implementation ------------------------------------------------------------------- */

static gboolean
is_asked (const TroupeSchemaField *field, const char *const *asked)
{
  return asked == NULL || g_strv_contains (asked, field->name) ||
         (field->required && field->initial == NULL);
}

/* Focuses the first field, so that the user can start typing. */
static void
troupe_inputs_dialog_show (GtkWidget *widget)
{
  TroupeInputsDialog *self = TROUPE_INPUTS_DIALOG (widget);

  g_assert (TROUPE_IS_INPUTS_DIALOG (self));

  GTK_WIDGET_CLASS (troupe_inputs_dialog_parent_class)->show (widget);

  if (self->rows->len == 0)
    gtk_widget_grab_focus (self->run_button);
  else if (!gtk_widget_grab_focus (troupe_inputs_row_get_widget (self->rows->pdata[0])))
    gtk_widget_child_focus (GTK_WIDGET (self->list), GTK_DIR_TAB_FORWARD);
}

static void
troupe_inputs_dialog_dispose (GObject *object)
{
  TroupeInputsDialog *self = TROUPE_INPUTS_DIALOG (object);

  self->is_filling = TRUE;
  gtk_widget_dispose_template (GTK_WIDGET (self), TROUPE_TYPE_INPUTS_DIALOG);
  g_clear_pointer (&self->edited, g_hash_table_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  g_clear_pointer (&self->descriptions, g_ptr_array_unref);
  g_clear_pointer (&self->schema, troupe_schema_unref);
  g_clear_pointer (&self->model, troupe_state_model_unref);
  g_clear_pointer (&self->last, troupe_value_unref);
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

  signals[MANY] = g_signal_new ("many", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);

  g_type_ensure (TROUPE_TYPE_BAR_BOX);
  gtk_widget_class_set_template_from_resource (
      widget_class, "/io/github/troupe_editor/Troupe/app/troupe-inputs-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, title);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, head);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, last_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, form_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, list);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, json_box);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, run_button);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, many);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, error_label);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, hint);
  gtk_widget_class_bind_template_child (widget_class, TroupeInputsDialog, estimate);
  gtk_widget_class_bind_template_callback (widget_class, last_cb);
  gtk_widget_class_bind_template_callback (widget_class, many_cb);
  gtk_widget_class_bind_template_callback (widget_class, side_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
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
  self->rows = g_ptr_array_new_with_free_func (g_object_unref);
  self->edited = g_hash_table_new (NULL, NULL);
  self->json = TROUPE_TEXT_FIELD (troupe_text_field_new (_ ("All Values"), NULL, "json"));
  gtk_box_append (self->json_box, GTK_WIDGET (self->json));
  g_signal_connect_object (self->json, "edited", G_CALLBACK (json_edited_cb), self,
                           G_CONNECT_SWAPPED);
}

TroupeInputsDialog *
troupe_inputs_dialog_new (TroupeFlow *flow, const char *const *asked, TroupeValue *last)
{
  TroupeInputsDialog *self;
  g_autofree char *name = NULL;
  gboolean any_free = FALSE;

  g_return_val_if_fail (flow != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_INPUTS_DIALOG, NULL);
  self->model = troupe_state_model_new (flow, NULL);
  if (troupe_flow_get_state_schema (flow) != NULL)
    self->schema = troupe_schema_new (troupe_flow_get_state_schema (flow), "id", NULL);
  self->descriptions = troupe_flow_list_state_fields (flow);
  self->last = last != NULL ? troupe_value_ref (last) : NULL;
  name = troupe_text_to_line (troupe_flow_get_name (flow));
  adw_window_title_set_subtitle (self->title, name);
  for (guint i = 0; i < self->descriptions->len; i++)
    {
      TroupeSchemaField *field = self->descriptions->pdata[i];
      const TroupeSchemaNode *node;
      TroupeInputsRow *row;

      if (!is_asked (field, asked))
        continue;
      node =
          self->schema != NULL
              ? troupe_schema_node_find_field (troupe_schema_get_root (self->schema), field->name)
              : NULL;
      row = troupe_inputs_row_new (field, node);
      gtk_list_box_append (self->list, troupe_inputs_row_get_widget (row));
      gtk_list_box_append (self->list, troupe_inputs_row_get_message_widget (row));
      g_signal_connect_object (row, "edited", G_CALLBACK (row_edited_cb), self, 0);
      g_signal_connect_object (row, "activated", G_CALLBACK (entry_activated_cb), self,
                               G_CONNECT_SWAPPED);
      g_ptr_array_add (self->rows, row);
      any_free = any_free || !field->required;
    }
  gtk_widget_set_visible (self->head, self->rows->len > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->stack), self->rows->len > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->hint), any_free || self->rows->len == 0);
  if (self->rows->len == 0)
    gtk_label_set_label (
        self->hint, self->descriptions->len == 0
                        ? _ ("The state of this flow has no fields. Press Run to start the flow.")
                        : _ ("This flow needs no inputs. Press Run to start the flow."));
  fill_form (self, last);
  check (self);
  return self;
}

void
troupe_inputs_dialog_set_subject (TroupeInputsDialog *self, const char *name)
{
  g_autofree char *line = NULL;

  g_return_if_fail (TROUPE_IS_INPUTS_DIALOG (self));
  g_return_if_fail (name != NULL);

  line = troupe_text_to_line (name);
  adw_window_title_set_subtitle (self->title, line);
}

void
troupe_inputs_dialog_set_purpose (TroupeInputsDialog *self, const char *title, const char *button)
{
  g_return_if_fail (TROUPE_IS_INPUTS_DIALOG (self));
  g_return_if_fail (title != NULL && button != NULL);

  gtk_window_set_title (GTK_WINDOW (self), title);
  adw_window_title_set_title (self->title, title);
  gtk_button_set_label (GTK_BUTTON (self->run_button), button);
  gtk_widget_set_visible (self->many, FALSE);
  if (self->rows->len == 0)
    gtk_label_set_label (self->hint, _ ("The crew needs no inputs."));
}
