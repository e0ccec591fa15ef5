/* troupe-elicitation-row.c: row for one field of an MCP elicitation form
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-elicitation-row"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-elicitation-row.h"
#include "troupe-open-list.h"
#include "troupe-pass-focus.h"

/* Width of the titles next to the fields in characters; it is the same for all fields. */
#define NAME_WIDTH 20

/* @checks: (nullable): the check buttons of a multiple choice */
struct _TroupeElicitationRow
{
  GtkWidget parent_instance;

  TroupeElicitation *elicitation;
  const TroupeElicitationField *field;
  GtkWidget *box;
  GtkWidget *name;
  GtkWidget *control;
  GPtrArray *checks;
};

enum
{
  ACTIVATE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeElicitationRow, troupe_elicitation_row, GTK_TYPE_WIDGET)

const TroupeElicitationField *
troupe_elicitation_row_get_field (TroupeElicitationRow *self)
{
  g_return_val_if_fail (TROUPE_IS_ELICITATION_ROW (self), NULL);

  return self->field;
}

/* --- Reading the controls --------------------------------------------------------------------- */

static void
show_wrong (TroupeElicitationRow *self, gboolean is_wrong)
{
  g_assert (TROUPE_IS_ELICITATION_ROW (self));

  if (is_wrong)
    gtk_widget_add_css_class (self->control, "error");
  else
    gtk_widget_remove_css_class (self->control, "error");
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_STATE_INVALID,
      is_wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

gboolean
troupe_elicitation_row_read (TroupeElicitationRow *self, TroupeValue **value, GError **error)
{
  gboolean is_read = FALSE;

  g_return_val_if_fail (TROUPE_IS_ELICITATION_ROW (self) && value != NULL, FALSE);

  *value = NULL;
  if (GTK_IS_ENTRY (self->control))
    is_read = troupe_elicitation_field_read (
        self->field, gtk_editable_get_text (GTK_EDITABLE (self->control)), value, error);
  else
    {
      if (GTK_IS_SWITCH (self->control))
        *value = troupe_value_new_boolean (gtk_switch_get_active (GTK_SWITCH (self->control)));
      else if (self->checks != NULL)
        {
          g_autoptr (GPtrArray) items = g_ptr_array_new ();

          for (guint i = 0; i < self->checks->len; i++)
            if (gtk_check_button_get_active (self->checks->pdata[i]))
              g_ptr_array_add (items, troupe_value_new_string (self->field->values[i], -1));
          if (items->len == 0 && !self->field->is_required)
            *value = NULL;
          else
            *value = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
        }
      else
        {
          const guint first = self->field->is_required ? 0 : 1;
          const guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->control));

          /* If the field is optional, the first entry of the list omits the field. */
          if (selected == GTK_INVALID_LIST_POSITION || selected < first)
            *value = NULL;
          else if (self->field->type == TROUPE_ELICITATION_SWITCH)
            *value = troupe_value_new_boolean (selected == first);
          else
            *value = troupe_value_new_string (self->field->values[selected - first], -1);
        }
      is_read = troupe_elicitation_field_check (self->field, *value, error);
    }
  show_wrong (self, !is_read);
  if (!is_read)
    g_clear_pointer (value, troupe_value_unref);
  return is_read;
}

/* --- Creating the controls -------------------------------------------------------------------- */

static void
changed_cb (TroupeElicitationRow *self)
{
  g_assert (TROUPE_IS_ELICITATION_ROW (self));

  show_wrong (self, FALSE);
}

static void
activated_cb (TroupeElicitationRow *self)
{
  g_assert (TROUPE_IS_ELICITATION_ROW (self));

  g_signal_emit (self, signals[ACTIVATE], 0);
}

static gboolean
is_initial (TroupeValue *initial, const char *value)
{
  return initial != NULL && troupe_value_is (initial, TROUPE_VALUE_STRING) &&
         g_str_equal (troupe_value_get_string (initial, NULL), value);
}

static GtkWidget *
make_list (TroupeElicitationRow *self)
{
  const TroupeElicitationField *field = self->field;
  const char *const both[] = { _ ("Yes"), _ ("No"), NULL };
  const char *const *titles =
      field->type == TROUPE_ELICITATION_SWITCH ? both : (const char *const *) field->titles;
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  GtkWidget *control = NULL;
  guint selected = 0;

  g_assert (TROUPE_IS_ELICITATION_ROW (self));

  if (!field->is_required)
    /* Translators: no value is chosen */
    gtk_string_list_append (list, _ ("(Omitted)"));
  for (guint i = 0; titles[i] != NULL; i++)
    {
      gtk_string_list_append (list, titles[i]);
      if (field->values != NULL && is_initial (field->initial, field->values[i]))
        selected = i + (field->is_required ? 0 : 1);
    }
  control = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&list)), NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (control), selected);
  troupe_open_list_at_choice (control);
  return control;
}

static gboolean
has_initial (TroupeValue *initial, const char *value)
{
  for (gsize i = 0; initial != NULL && i < troupe_value_list_get_length (initial); i++)
    if (is_initial (troupe_value_list_get (initial, i), value))
      return TRUE;
  return FALSE;
}

static GtkWidget *
make_control (TroupeElicitationRow *self)
{
  const TroupeElicitationField *field = self->field;
  GtkWidget *control = NULL;

  g_assert (TROUPE_IS_ELICITATION_ROW (self));

  if (field->type == TROUPE_ELICITATION_CHOICES)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

      self->checks = g_ptr_array_new ();
      for (guint i = 0; self->field->values[i] != NULL; i++)
        {
          GtkWidget *check = gtk_check_button_new_with_label (self->field->titles[i]);

          gtk_check_button_set_active (GTK_CHECK_BUTTON (check),
                                       has_initial (self->field->initial, self->field->values[i]));
          g_ptr_array_add (self->checks, check);
          gtk_box_append (GTK_BOX (box), check);
        }
      return box;
    }
  if (field->type == TROUPE_ELICITATION_CHOICE)
    return make_list (self);
  if (field->type != TROUPE_ELICITATION_SWITCH)
    {
      GtkWidget *entry = gtk_entry_new ();
      g_autofree char *initial = troupe_elicitation_field_describe_initial (self->field);
      const TroupeElicitationField *purpose_field = self->field;
      GtkInputPurpose purpose = GTK_INPUT_PURPOSE_FREE_FORM;

      if (purpose_field->type == TROUPE_ELICITATION_INTEGER ||
          purpose_field->type == TROUPE_ELICITATION_NUMBER)
        purpose = GTK_INPUT_PURPOSE_NUMBER;
      else if (g_strcmp0 (purpose_field->format, "email") == 0)
        purpose = GTK_INPUT_PURPOSE_EMAIL;
      else if (g_strcmp0 (purpose_field->format, "uri") == 0)
        purpose = GTK_INPUT_PURPOSE_URL;
      gtk_entry_set_input_purpose (GTK_ENTRY (entry), purpose);
      if (g_strcmp0 (self->field->format, "date") == 0)
        gtk_entry_set_placeholder_text (GTK_ENTRY (entry), "2026-07-28");
      else if (g_strcmp0 (self->field->format, "date-time") == 0)
        gtk_entry_set_placeholder_text (GTK_ENTRY (entry), "2026-07-28T09:30:00Z");
      gtk_editable_set_width_chars (GTK_EDITABLE (entry), 12);
      gtk_widget_set_hexpand (entry, TRUE);
      if (initial != NULL)
        gtk_editable_set_text (GTK_EDITABLE (entry), initial);
      g_signal_connect_object (entry, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (entry, "activate", G_CALLBACK (activated_cb), self,
                               G_CONNECT_SWAPPED);
      return entry;
    }
  /* A switch cannot express an omitted value. */
  if (field->initial == NULL && !field->is_required)
    return make_list (self);
  control = gtk_switch_new ();
  gtk_widget_set_halign (control, GTK_ALIGN_START);
  gtk_switch_set_active (GTK_SWITCH (control),
                         field->initial != NULL && troupe_value_get_boolean (field->initial));
  return control;
}

/* --- Constructing and disposing --------------------------------------------------------------- */

void
troupe_elicitation_row_set_narrow (TroupeElicitationRow *self, gboolean narrow)
{
  g_return_if_fail (TROUPE_IS_ELICITATION_ROW (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->box),
                                  narrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  gtk_box_set_spacing (GTK_BOX (self->box), narrow ? 2 : 12);
  gtk_label_set_width_chars (GTK_LABEL (self->name), narrow ? -1 : NAME_WIDTH);
  gtk_label_set_max_width_chars (GTK_LABEL (self->name), narrow ? -1 : NAME_WIDTH);
}

static gboolean
troupe_elicitation_row_grab_focus (GtkWidget *widget)
{
  TroupeElicitationRow *self = TROUPE_ELICITATION_ROW (widget);

  if (self->checks != NULL && self->checks->len > 0)
    return gtk_widget_grab_focus (self->checks->pdata[0]);
  return gtk_widget_grab_focus (self->control);
}

static void
troupe_elicitation_row_dispose (GObject *object)
{
  TroupeElicitationRow *self = TROUPE_ELICITATION_ROW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->checks, g_ptr_array_unref);
  g_clear_pointer (&self->elicitation, troupe_elicitation_unref);
  G_OBJECT_CLASS (troupe_elicitation_row_parent_class)->dispose (object);
}

static void
troupe_elicitation_row_class_init (TroupeElicitationRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_elicitation_row_dispose;
  widget_class->grab_focus = troupe_elicitation_row_grab_focus;
  troupe_pass_focus_install (widget_class);
  signals[ACTIVATE] = g_signal_new ("activate", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
troupe_elicitation_row_init (TroupeElicitationRow *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_elicitation_row_new (TroupeElicitation *elicitation, guint index)
{
  TroupeElicitationRow *self;
  const TroupeElicitationField *field;
  GtkWidget *right;
  g_autofree char *text = NULL;
  GtkWidget *label;

  g_return_val_if_fail (elicitation != NULL && index < elicitation->fields->len, NULL);

  self = g_object_new (TROUPE_TYPE_ELICITATION_ROW, NULL);
  self->elicitation = troupe_elicitation_ref (elicitation);
  self->field = elicitation->fields->pdata[index];
  field = self->field;
  right = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  text = self->field->is_required
             /* Translators: the title of a required field */
             ? g_strdup_printf (_ ("%s (required)"), self->field->title)
             : g_strdup (self->field->title);
  label = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), NAME_WIDTH);
  gtk_label_set_max_width_chars (GTK_LABEL (label), NAME_WIDTH);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  self->name = label;
  self->control = make_control (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  field->title, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  field->description != NULL ? field->description : "", -1);
  gtk_widget_set_hexpand (right, TRUE);
  gtk_box_append (GTK_BOX (right), self->control);
  if (field->description != NULL)
    {
      GtkWidget *description = gtk_label_new (field->description);

      gtk_label_set_xalign (GTK_LABEL (description), 0);
      gtk_label_set_wrap (GTK_LABEL (description), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (description), PANGO_WRAP_WORD_CHAR);
      gtk_widget_add_css_class (description, "dim-label");
      gtk_widget_add_css_class (description, "caption");
      gtk_box_append (GTK_BOX (right), description);
    }
  gtk_box_append (GTK_BOX (self->box), self->name);
  gtk_box_append (GTK_BOX (self->box), right);
  return GTK_WIDGET (self);
}
