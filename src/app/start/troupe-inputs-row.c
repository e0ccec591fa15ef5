/* troupe-inputs-row.c: row of the inputs dialog for one field, according to its type
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-inputs-row"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-form.h"
#include "troupe-inputs-row.h"
#include "troupe-open-list.h"
#include "troupe-row-name.h"
#include "troupe-text-field.h"

typedef enum
{
  KIND_TEXT,
  KIND_NUMBER,
  KIND_SWITCH,
  KIND_CHOICE,
  KIND_LINES,
  KIND_JSON,
} Kind;

struct _TroupeInputsRow
{
  GObject parent_instance;

  TroupeSchemaField *field; /* not owned */
  Kind kind;
  GtkWidget *row;
  GtkWidget *message_row;
  GtkWidget *message;
  GtkWidget *repair;
  GtkWidget *button;     /* (nullable): for a switch */
  TroupeTextField *text; /* (nullable): for lines and JSON */
  gboolean is_given;     /* of a switch: set by the user or by the last run */
  gboolean is_loading;
};

enum
{
  EDITED,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeInputsRow, troupe_inputs_row, G_TYPE_OBJECT)

/* --- Values ----------------------------------------------------------------------------------- */

char *
troupe_inputs_value_to_text (TroupeValue *value)
{
  g_return_val_if_fail (value != NULL, NULL);

  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    return g_strdup (troupe_value_get_string (value, NULL));
  return troupe_value_to_json (value, TROUPE_JSON_SPACED);
}

/* Parses the text of the row. String fields use the text verbatim; the text of other fields is
 * parsed as JSON. For fields of any type, text that is not valid JSON is used as a string. */
static TroupeValue *
read_text (TroupeInputsRow *self, const char *text, GError **error)
{
  const char *type = self->field->type;
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (GError) local_error = NULL;

  g_assert (TROUPE_IS_INPUTS_ROW (self));

  if (self->kind == KIND_LINES)
    {
      g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      for (guint i = 0; lines[i] != NULL; i++)
        if (lines[i][0] != '\0')
          g_ptr_array_add (items, troupe_value_new_string (lines[i], -1));
      return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
    }
  if (g_str_equal (type, "string"))
    return troupe_value_new_string (text, -1);
  value = troupe_value_from_json (text, -1, &local_error);
  if (value == NULL && g_str_equal (type, "any"))
    return troupe_value_new_string (text, -1);
  if (g_str_equal (type, "array") && (value == NULL || !troupe_value_is (value, TROUPE_VALUE_LIST)))
    {
      g_set_error (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_VALUE, "%s %s",
                   _ ("Expected a list, such as [1, 2]."),
                   local_error != NULL ? local_error->message : "");
      return NULL;
    }
  if (g_str_equal (type, "object") && (value == NULL || !troupe_value_is (value, TROUPE_VALUE_MAP)))
    {
      g_set_error (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_VALUE, "%s %s",
                   _ ("Expected an object, such as {\"a\": 1}."),
                   local_error != NULL ? local_error->message : "");
      return NULL;
    }
  /* Strings such as "3" are valid as well, because the state converts them to numbers. */
  if (value == NULL)
    value = troupe_value_new_string (text, -1);
  if (g_str_equal (type, "integer"))
    {
      g_autoptr (TroupeValue) number = troupe_schema_coerce_integer (value);

      if (number == NULL)
        {
          g_set_error (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_VALUE,
                       _ ("“%s” is not an integer."), text);
          return NULL;
        }
    }
  if (g_str_equal (type, "number"))
    {
      g_autoptr (TroupeValue) number = troupe_schema_coerce_number (value);

      if (number == NULL)
        {
          g_set_error (error, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_VALUE,
                       _ ("“%s” is not a number."), text);
          return NULL;
        }
    }
  return g_steal_pointer (&value);
}

TroupeValue *
troupe_inputs_row_read (TroupeInputsRow *self, GError **error)
{
  g_autofree char *text = NULL;
  guint selected;

  g_return_val_if_fail (TROUPE_IS_INPUTS_ROW (self), NULL);

  if (self->kind == KIND_CHOICE)
    {
      selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self->row));
      if (selected == 0 || selected == GTK_INVALID_LIST_POSITION)
        return NULL;
      return troupe_value_ref (troupe_value_list_get (self->field->choices, selected - 1));
    }
  if (self->kind == KIND_SWITCH)
    return self->is_given
               ? troupe_value_new_boolean (gtk_switch_get_active (GTK_SWITCH (self->button)))
               : NULL;
  text = self->text != NULL ? troupe_text_field_get_text (self->text)
                            : g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->row)));
  return text[0] != '\0' ? read_text (self, text, error) : NULL;
}

/* Joins a list of strings, one per line. Returns NULL if an item is not a string or contains a
 * line break. (transfer full) (nullable) */
static char *
join_lines (TroupeValue *value)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!troupe_value_is (value, TROUPE_VALUE_LIST))
    return NULL;
  for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
    {
      TroupeValue *item = troupe_value_list_get (value, i);

      if (!troupe_value_is (item, TROUPE_VALUE_STRING) ||
          strchr (troupe_value_get_string (item, NULL), '\n') != NULL)
        return NULL;
      g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "",
                              troupe_value_get_string (item, NULL));
    }
  return g_strdup (text->str);
}

void
troupe_inputs_row_set_value (TroupeInputsRow *self, TroupeValue *value)
{
  TroupeValue *shown = value != NULL ? value : self->field->initial;
  g_autofree char *text = NULL;

  g_return_if_fail (TROUPE_IS_INPUTS_ROW (self));

  self->is_loading = TRUE;
  if (shown != NULL && troupe_value_is (shown, TROUPE_VALUE_NULL))
    shown = NULL;
  if (self->kind == KIND_CHOICE)
    {
      guint selected = 0;

      for (gsize i = 0; value != NULL && i < troupe_value_list_get_length (self->field->choices);
           i++)
        if (troupe_value_equal (troupe_value_list_get (self->field->choices, i), value))
          selected = (guint) i + 1;
      adw_combo_row_set_selected (ADW_COMBO_ROW (self->row), selected);
    }
  else if (self->kind == KIND_SWITCH)
    {
      self->is_given = value != NULL || (self->field->required && self->field->initial == NULL);
      gtk_switch_set_active (GTK_SWITCH (self->button),
                             shown != NULL && troupe_value_is (shown, TROUPE_VALUE_BOOLEAN) &&
                                 troupe_value_get_boolean (shown));
    }
  else
    {
      if (shown != NULL && self->kind == KIND_LINES)
        text = join_lines (shown);
      if (shown != NULL && text == NULL)
        text = troupe_inputs_value_to_text (shown);
      if (self->text != NULL)
        troupe_text_field_set_text (self->text, text != NULL ? text : "");
      else
        gtk_editable_set_text (GTK_EDITABLE (self->row), text != NULL ? text : "");
    }
  self->is_loading = FALSE;
  g_signal_emit (self, signals[EDITED], 0);
}

/* --- Error message ---------------------------------------------------------------------------- */

void
troupe_inputs_row_set_message (TroupeInputsRow *self, const char *text)
{
  g_return_if_fail (TROUPE_IS_INPUTS_ROW (self));

  gtk_widget_set_visible (self->message_row, text != NULL);
  gtk_label_set_label (GTK_LABEL (self->message), text != NULL ? text : "");
  if (text != NULL)
    gtk_widget_add_css_class (self->row, "error");
  else
    gtk_widget_remove_css_class (self->row, "error");
  gtk_accessible_update_state (
      GTK_ACCESSIBLE (self->row), GTK_ACCESSIBLE_STATE_INVALID,
      text != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

static void
repair_cb (TroupeInputsRow *self)
{
  g_assert (TROUPE_IS_INPUTS_ROW (self));

  troupe_inputs_row_set_value (self, NULL);
  gtk_widget_grab_focus (self->row);
}

static void
make_message (TroupeInputsRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-error-symbolic");
  TroupeValue *initial = self->field->initial;

  g_assert (TROUPE_IS_INPUTS_ROW (self));

  self->message = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->message), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->message), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (self->message), 0);
  gtk_widget_set_hexpand (self->message, TRUE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), self->message);
  if (initial != NULL && !troupe_value_is (initial, TROUPE_VALUE_NULL))
    {
      g_autofree char *text = troupe_inputs_value_to_text (initial);
      g_autofree char *label = g_strdup_printf (_ ("Use %s"), text);

      self->repair = gtk_button_new_with_label (label);
      gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->repair))),
                               PANGO_ELLIPSIZE_END);
      gtk_widget_add_css_class (self->repair, "celfix");
      gtk_widget_set_valign (self->repair, GTK_ALIGN_CENTER);
      g_signal_connect_object (self->repair, "clicked", G_CALLBACK (repair_cb), self,
                               G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (box), self->repair);
    }
  gtk_widget_add_css_class (box, "input-message");
  gtk_widget_add_css_class (icon, "error");
  gtk_widget_add_css_class (self->message, "error");
  self->message_row = g_object_ref_sink (gtk_list_box_row_new ());
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self->message_row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self->message_row), FALSE);
  gtk_widget_set_focusable (self->message_row, FALSE);
  gtk_widget_hide (self->message_row);
}

/* --- Creating the row ------------------------------------------------------------------------- */

static void
edited_cb (TroupeInputsRow *self)
{
  g_assert (TROUPE_IS_INPUTS_ROW (self));

  if (self->is_loading)
    return;
  self->is_given = TRUE;
  g_signal_emit (self, signals[EDITED], 0);
}

static void
activated_cb (TroupeInputsRow *self)
{
  g_assert (TROUPE_IS_INPUTS_ROW (self));

  g_signal_emit (self, signals[ACTIVATED], 0);
}

static gboolean
is_list_of_texts (const TroupeSchemaField *field, const TroupeSchemaNode *node)
{
  const TroupeSchemaNode *list = node != NULL ? troupe_schema_node_skip_null (node) : NULL;
  const TroupeSchemaNode *items = list != NULL ? troupe_schema_node_get_items (list) : NULL;

  return g_str_equal (field->type, "array") && items != NULL &&
         troupe_schema_node_get_schema_type (items) == TROUPE_SCHEMA_STRING;
}

static Kind
choose_kind (const TroupeSchemaField *field, const TroupeSchemaNode *node)
{
  if (field->choices != NULL)
    return KIND_CHOICE;
  if (g_str_equal (field->type, "boolean"))
    return KIND_SWITCH;
  if (g_str_equal (field->type, "integer") || g_str_equal (field->type, "number"))
    return KIND_NUMBER;
  if (is_list_of_texts (field, node))
    return KIND_LINES;
  if (g_str_equal (field->type, "array") || g_str_equal (field->type, "object"))
    return KIND_JSON;
  return KIND_TEXT;
}

/* Increments the number by @by, like a spin button. If the text is not a number, uses the
 * default of the field as the start value. */
static void
step (TroupeInputsRow *self, double by)
{
  double number = 0;
  char *end = NULL;
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->row));
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_assert (TROUPE_IS_INPUTS_ROW (self));

  number = g_ascii_strtod (text, &end);
  if (text[0] == '\0' || *end != '\0' || !isfinite (number))
    number = 0;
  g_ascii_formatd (buffer, sizeof buffer, "%.12g", number + by);
  gtk_editable_set_text (GTK_EDITABLE (self->row), buffer);
}

static void
less_cb (TroupeInputsRow *self)
{
  step (self, g_str_equal (self->field->type, "integer") ? -1 : -0.1);
}

static void
more_cb (TroupeInputsRow *self)
{
  step (self, g_str_equal (self->field->type, "integer") ? 1 : 0.1);
}

static void
make_entry (TroupeInputsRow *self)
{
  g_assert (TROUPE_IS_INPUTS_ROW (self));

  self->row = adw_entry_row_new ();
  troupe_row_follow_title (self->row);
  g_signal_connect_object (self->row, "changed", G_CALLBACK (edited_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->row, "entry-activated", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  if (self->kind == KIND_NUMBER)
    {
      GtkWidget *less = troupe_icon_button_new ("list-remove-symbolic", _ ("Fewer"));
      GtkWidget *more = troupe_icon_button_new ("list-add-symbolic", _ ("More"));

      g_signal_connect_object (less, "clicked", G_CALLBACK (less_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (more, "clicked", G_CALLBACK (more_cb), self, G_CONNECT_SWAPPED);
      adw_entry_row_add_suffix (ADW_ENTRY_ROW (self->row), less);
      adw_entry_row_add_suffix (ADW_ENTRY_ROW (self->row), more);
    }
}

static void
make_choice (TroupeInputsRow *self)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  TroupeValue *initial = self->field->initial;
  g_autofree char *own = NULL;
  g_autofree char *first = NULL;

  g_assert (TROUPE_IS_INPUTS_ROW (self));

  if (initial != NULL && !troupe_value_is (initial, TROUPE_VALUE_NULL))
    own = troupe_inputs_value_to_text (initial);
  /* Translators: %s is the default value of the flow if the user makes no choice. */
  first = own != NULL             ? g_strdup_printf (_ ("%s (flow default)"), own)
          : self->field->required ? g_strdup (_ ("Choose an Option"))
                                  : g_strdup (_ ("Flow Default"));
  gtk_string_list_append (list, first);
  for (gsize i = 0; i < troupe_value_list_get_length (self->field->choices); i++)
    {
      g_autofree char *text =
          troupe_inputs_value_to_text (troupe_value_list_get (self->field->choices, i));

      gtk_string_list_append (list, text);
    }
  self->row = adw_combo_row_new ();
  troupe_open_list_at_choice (self->row);
  adw_combo_row_set_model (ADW_COMBO_ROW (self->row), G_LIST_MODEL (list));
  g_signal_connect_object (self->row, "notify::selected", G_CALLBACK (edited_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
make_row (TroupeInputsRow *self)
{
  g_autofree char *title = NULL;
  const char *name;
  const char *word;
  gboolean required;

  g_assert (TROUPE_IS_INPUTS_ROW (self));

  name = self->field->title != NULL ? self->field->title : self->field->name;
  /* Finds the name of the type, unless the row makes the type obvious. */
  if (self->kind == KIND_LINES)
    word = _ ("one per line");
  else if (self->kind == KIND_JSON)
    word = g_str_equal (self->field->type, "array") ? _ ("List (JSON)") : _ ("Object (JSON)");
  else if (self->kind == KIND_NUMBER)
    word = g_str_equal (self->field->type, "integer") ? _ ("Integer") : _ ("Number");
  else
    word = NULL;
  required = self->field->required && self->field->initial == NULL;
  if (word == NULL)
    title = required ? g_strdup_printf (_ ("%s · required"), name) : g_strdup (name);
  else
    {
      /* Translators: the name of a field and its type: "score · Number · required". */
      title = required ? g_strdup_printf (_ ("%s · %s · required"), name, word)
                       : g_strdup_printf (_ ("%s · %s"), name, word);
    }
  if (self->kind == KIND_CHOICE)
    make_choice (self);
  else if (self->kind == KIND_SWITCH)
    {
      self->row = adw_action_row_new ();
      self->button = gtk_switch_new ();
      gtk_widget_set_valign (self->button, GTK_ALIGN_CENTER);
      adw_action_row_add_suffix (ADW_ACTION_ROW (self->row), self->button);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (self->row), self->button);
      g_signal_connect_object (self->button, "notify::active", G_CALLBACK (edited_cb), self,
                               G_CONNECT_SWAPPED);
    }
  else if (self->kind == KIND_LINES || self->kind == KIND_JSON)
    {
      GtkWidget *text =
          troupe_text_field_new (title, NULL, self->kind == KIND_JSON ? "json" : NULL);

      self->text = TROUPE_TEXT_FIELD (text);
      self->row = adw_preferences_row_new ();
      gtk_widget_add_css_class (text, "input-card");
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self->row), text);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self->row), FALSE);
      gtk_widget_set_focusable (self->row, FALSE);
      g_signal_connect_object (text, "edited", G_CALLBACK (edited_cb), self, G_CONNECT_SWAPPED);
    }
  else
    make_entry (self);
  g_object_ref_sink (self->row);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self->row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->row), title);
  if (ADW_IS_ACTION_ROW (self->row) && self->field->description != NULL)
    {
      g_autofree char *escaped = g_markup_escape_text (self->field->description, -1);

      adw_action_row_set_subtitle (ADW_ACTION_ROW (self->row), escaped);
      adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self->row), 2);
    }
  else
    gtk_widget_set_tooltip_text (self->row, self->field->description);
}

/* --- GObject implementation ------------------------------------------------------------------- */

const TroupeSchemaField *
troupe_inputs_row_get_field (TroupeInputsRow *self)
{
  g_return_val_if_fail (TROUPE_IS_INPUTS_ROW (self), NULL);

  return self->field;
}

GtkWidget *
troupe_inputs_row_get_widget (TroupeInputsRow *self)
{
  g_return_val_if_fail (TROUPE_IS_INPUTS_ROW (self), NULL);

  return self->row;
}

GtkWidget *
troupe_inputs_row_get_message_widget (TroupeInputsRow *self)
{
  g_return_val_if_fail (TROUPE_IS_INPUTS_ROW (self), NULL);

  return self->message_row;
}

static void
troupe_inputs_row_dispose (GObject *object)
{
  TroupeInputsRow *self = TROUPE_INPUTS_ROW (object);

  g_clear_object (&self->row);
  g_clear_object (&self->message_row);

  G_OBJECT_CLASS (troupe_inputs_row_parent_class)->dispose (object);
}

static void
troupe_inputs_row_class_init (TroupeInputsRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_inputs_row_dispose;

  signals[EDITED] = g_signal_new ("edited", TROUPE_TYPE_INPUTS_ROW, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[ACTIVATED] = g_signal_new ("activated", TROUPE_TYPE_INPUTS_ROW, G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_inputs_row_init (TroupeInputsRow *self)
{
}

TroupeInputsRow *
troupe_inputs_row_new (TroupeSchemaField *field, const TroupeSchemaNode *node)
{
  TroupeInputsRow *self;

  g_return_val_if_fail (field != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_INPUTS_ROW, NULL);
  self->field = field;
  self->kind = choose_kind (field, node);
  make_row (self);
  make_message (self);
  troupe_inputs_row_set_value (self, NULL);
  return self;
}
