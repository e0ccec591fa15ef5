/* troupe-form-field.c: one field of a form, bound to a path in the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-form-field"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-field.h"
#include "troupe-clock.h"
#include "troupe-form-field-private.h"
#include "troupe-form.h"
#include "troupe-json-check.h"
#include "troupe-text-field.h"

struct _TroupeFormField
{
  GObject parent_instance;

  TroupeFormTarget *target;
  TroupeFieldKind kind;
  GtkWidget *widget;
  char *label;
  char **path;
  char *key; /* the joined path: the key by which typing is merged */
  gboolean required;
  int initial;
  gboolean loading;
  gboolean writing;
  char **choices;     /* (nullable): of a choice, as JSON texts */
  char *usual_choice; /* (nullable): the choice equivalent to a missing value, as JSON */
  gboolean was_shown; /* refreshed at least once */
  gboolean foreign;   /* the value cannot be shown or edited by the widget */
  JsonNode *shown; /* (nullable): the value when a JSON text was last updated */
  char *usual;     /* (nullable): the subtitle replaced by a foreign value */
  guint number_id;
};

G_DEFINE_FINAL_TYPE (TroupeFormField, troupe_form_field, G_TYPE_OBJECT)

static void
troupe_form_field_finalize (GObject *object)
{
  TroupeFormField *self = TROUPE_FORM_FIELD (object);

  g_clear_handle_id (&self->number_id, g_source_remove);
  g_clear_pointer (&self->shown, json_node_unref);
  g_clear_pointer (&self->usual, g_free);
  g_clear_object (&self->target);
  g_clear_object (&self->widget);
  g_clear_pointer (&self->label, g_free);
  g_clear_pointer (&self->path, g_strfreev);
  g_clear_pointer (&self->key, g_free);
  g_clear_pointer (&self->choices, g_strfreev);
  g_clear_pointer (&self->usual_choice, g_free);

  G_OBJECT_CLASS (troupe_form_field_parent_class)->finalize (object);
}

static void
troupe_form_field_class_init (TroupeFormFieldClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_form_field_finalize;
}

static void
troupe_form_field_init (TroupeFormField *self)
{
}

static JsonNode *
get_node (TroupeFormField *self)
{
  g_assert (TROUPE_IS_FORM_FIELD (self));

  return troupe_form_target_get (self->target, (const char *const *) self->path);
}

/* Returns the key of the model's name in the map at @node. Returns NULL if @node cannot contain
 * a name. */
static const char *
get_model_key (JsonNode *node)
{
  static const char *const keys[] = { "model", "model_name", "deployment_name" };
  JsonObject *object;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;

  object = json_node_get_object (node);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (json_object_has_member (object, keys[i]))
      return keys[i];

  /* A Python reference has no other keys. */
  return json_object_has_member (object, "python") ? NULL : keys[0];
}

static char **
dup_value_path (TroupeFormField *self)
{
  const char *key = self->kind == TROUPE_FIELD_MODEL ? get_model_key (get_node (self)) : NULL;

  g_assert (TROUPE_IS_FORM_FIELD (self));

  return key != NULL ? troupe_path_append ((const char *const *) self->path, key)
                     : g_strdupv (self->path);
}

/* Returns TRUE if consecutive input is merged into one undo step. Otherwise each click is a
 * separate step. */
static gboolean
is_typed (TroupeFormField *self)
{
  return self->kind != TROUPE_FIELD_SWITCH && self->kind != TROUPE_FIELD_CHOICE;
}

/* Writes the value to the document. @value: (transfer full) (nullable) */
static void
write_value (TroupeFormField *self, JsonNode *value)
{
  g_autoptr (JsonNode) owned = value;
  g_auto (GStrv) path = dup_value_path (self);
  JsonNode *present = troupe_form_target_get (self->target, (const char *const *) path);

  g_assert (TROUPE_IS_FORM_FIELD (self));

  if (self->foreign || (present == NULL && owned == NULL))
    return;
  if (present != NULL && owned != NULL && troupe_json_node_equal (present, owned))
    return;

  self->writing = TRUE;
  troupe_form_target_set (self->target, (const char *const *) path, owned, self->label,
                          is_typed (self) ? self->key : NULL);
  self->writing = FALSE;
}

/* Marks invalid numbers, which are displayed but not written. */
static void
show_fit (TroupeFormField *self, gboolean fits)
{
  g_assert (TROUPE_IS_FORM_FIELD (self));

  if (fits)
    gtk_widget_remove_css_class (self->widget, "error");
  else
    gtk_widget_add_css_class (self->widget, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->widget), GTK_ACCESSIBLE_STATE_INVALID,
                               fits ? GTK_ACCESSIBLE_INVALID_FALSE : GTK_ACCESSIBLE_INVALID_TRUE,
                               -1);
}

/* Keeps a text that is not written in the draft. @text: (nullable) */
static void
keep_typed (TroupeFormField *self, const char *text)
{
  g_assert (TROUPE_IS_FORM_FIELD (self));

  troupe_form_target_set_typed (self->target, (const char *const *) self->path, text);
}

static void
write_text (TroupeFormField *self, const char *text)
{
  gboolean optional =
      !self->required || (self->kind == TROUPE_FIELD_CEL &&
                          troupe_cel_field_get_optional (TROUPE_CEL_FIELD (self->widget)));
  /* In a settings map of a model, an empty name is stored instead of removing the key. */
  gboolean removes = text[0] == '\0' && optional &&
                     (self->kind != TROUPE_FIELD_MODEL || get_model_key (get_node (self)) == NULL);

  write_value (self, removes ? NULL : troupe_json_node_new_string (text));
}

/* Returns the value of a text field with its own notation. @message: (out) (transfer full)
 * (nullable): the mistake. (transfer full) (nullable): NULL also for an empty text */
static JsonNode *
read_notation (TroupeFormField *self, const char *text, char **message)
{
  JsonNode *value = NULL;

  g_assert (TROUPE_IS_FORM_FIELD (self));

  if (text[strspn (text, " \t\r\n")] == '\0')
    {
      if (self->required)
        *message = g_strdup (_ ("A value is required."));
      return NULL;
    }
  if (self->kind == TROUPE_FIELD_JSON)
    return troupe_json_check (text, message);
  if (!troupe_form_value_from_text (self->kind, text, &value))
    *message = g_strdup (_ ("Each line must be NAME=text, with every name only once."));
  return value;
}

static void
write_choice (TroupeFormField *self)
{
  guint selected = adw_combo_row_get_selected (ADW_COMBO_ROW (self->widget));
  const char *text;

  g_assert (TROUPE_IS_FORM_FIELD (self));

  if (self->choices == NULL || selected >= g_strv_length (self->choices))
    return;
  text = self->choices[selected];
  if (g_strcmp0 (text, self->usual_choice) == 0)
    text = "";
  write_value (self, text[0] != '\0' ? troupe_json_check (text, NULL) : NULL);
}

static void
write_number (TroupeFormField *self)
{
  int number = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->widget));

  g_assert (TROUPE_IS_FORM_FIELD (self));

  keep_typed (self, NULL);
  write_value (self, number == self->initial ? NULL : troupe_json_node_new_integer (number));
}

static gboolean
write_number_cb (gpointer data)
{
  TroupeFormField *self = data;

  g_assert (TROUPE_IS_FORM_FIELD (self));

  self->number_id = 0;
  write_number (self);

  return G_SOURCE_REMOVE;
}

/* A spin button writes its number only on Enter or when it loses the focus. */
static void
number_typed_cb (TroupeFormField *self)
{
  GtkSpinButton *button = GTK_SPIN_BUTTON (self->widget);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->widget));
  g_autofree char *shown = NULL;

  g_assert (TROUPE_IS_FORM_FIELD (self));

  if (self->loading)
    return;
  shown = g_strdup_printf ("%d", gtk_spin_button_get_value_as_int (button));
  keep_typed (self, g_str_equal (text, shown) ? NULL : text);
}

void
troupe_form_field_commit (TroupeFormField *self)
{
  /* A text with a mistake remains a draft, which the next form shows again. */
  if (self->kind != TROUPE_FIELD_NUMBER)
    return;

  gtk_spin_button_update (GTK_SPIN_BUTTON (self->widget));
  if (self->number_id == 0)
    return;
  g_clear_handle_id (&self->number_id, g_source_remove);
  write_number (self);
}

static void discarded_cb (TroupeFormField *self);

static void
edited_cb (TroupeFormField *self)
{
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_FORM_FIELD (self));

  if (self->loading)
    return;

  switch (self->kind)
    {
    case TROUPE_FIELD_MODEL:
    case TROUPE_FIELD_TEXT:
      write_text (self, gtk_editable_get_text (GTK_EDITABLE (self->widget)));
      break;
    case TROUPE_FIELD_INTEGER:
    case TROUPE_FIELD_DECIMAL:
    case TROUPE_FIELD_REFERENCE:
      {
        const char *word = gtk_editable_get_text (GTK_EDITABLE (self->widget));
        JsonNode *value = NULL;
        gboolean is_empty = word[strspn (word, " ")] == '\0';
        gboolean fits = is_empty || troupe_form_value_from_text (self->kind, word, &value);

        /* Writes the text if it is a valid value. */
        show_fit (self, fits);
        keep_typed (self, fits ? NULL : word);
        if (fits)
          write_value (self, value);
      }
      break;
    case TROUPE_FIELD_CHOICE:
      write_choice (self);
      break;
    case TROUPE_FIELD_SWITCH:
      {
        gboolean active = gtk_switch_get_active (GTK_SWITCH (self->widget));

        write_value (self, active == self->initial ? NULL : troupe_json_node_new_boolean (active));
      }
      break;
    case TROUPE_FIELD_NUMBER:
      /* The spin button emits its signal while the focus changes, when no widget may be
       * removed, so the number is written later. */
      if (self->number_id == 0)
        self->number_id = g_idle_add_full (G_PRIORITY_HIGH, write_number_cb, self, NULL);
      break;
    case TROUPE_FIELD_CEL:
      text = troupe_cel_field_get_text (TROUPE_CEL_FIELD (self->widget));
      write_text (self, text);
      break;
    case TROUPE_FIELD_CODE:
      text = troupe_text_field_get_text (TROUPE_TEXT_FIELD (self->widget));
      write_text (self, text);
      break;
    case TROUPE_FIELD_LINES:
    case TROUPE_FIELD_PAIRS:
    case TROUPE_FIELD_JSON:
      text = troupe_text_field_get_text (TROUPE_TEXT_FIELD (self->widget));
      {
        g_autofree char *message = NULL;
        JsonNode *value = read_notation (self, text, &message);

        /* Writes the value of a text field with its own notation, or keeps a text with a
         * mistake as a draft. */
        troupe_text_field_set_draft (TROUPE_TEXT_FIELD (self->widget), message);
        keep_typed (self, message != NULL ? text : NULL);
        if (message == NULL)
          write_value (self, value);
      }
      break;
    default:
      g_assert_not_reached ();
    }
}

static const char *
get_signal (TroupeFieldKind kind)
{
  switch (kind)
    {
    case TROUPE_FIELD_MODEL:
    case TROUPE_FIELD_TEXT:
    case TROUPE_FIELD_INTEGER:
    case TROUPE_FIELD_DECIMAL:
    case TROUPE_FIELD_REFERENCE:
      return "changed";
    case TROUPE_FIELD_CHOICE:
      return "notify::selected";
    case TROUPE_FIELD_SWITCH:
      return "notify::active";
    case TROUPE_FIELD_NUMBER:
      return "value-changed";
    case TROUPE_FIELD_CEL:
    case TROUPE_FIELD_CODE:
    case TROUPE_FIELD_LINES:
    case TROUPE_FIELD_PAIRS:
    case TROUPE_FIELD_JSON:
      return "edited";
    default:
      g_assert_not_reached ();
    }
}

TroupeFormField *
troupe_form_field_new (TroupeFormTarget *target,
                       TroupeFieldKind kind,
                       GtkWidget *widget,
                       const char *label,
                       const char *const *path)
{
  TroupeFormField *self = g_object_new (TROUPE_TYPE_FORM_FIELD, NULL);

  self->target = g_object_ref (target);
  self->kind = kind;
  self->widget = g_object_ref (widget);
  self->label = g_strdup (label);
  self->path = g_strdupv ((char **) path);
  self->key = g_strjoinv (".", self->path);
  g_signal_connect_object (widget, get_signal (kind), G_CALLBACK (edited_cb), self,
                           G_CONNECT_SWAPPED);
  if (TROUPE_IS_TEXT_FIELD (widget))
    g_signal_connect_object (widget, "discarded", G_CALLBACK (discarded_cb), self,
                             G_CONNECT_SWAPPED);
  if (kind == TROUPE_FIELD_NUMBER)
    g_signal_connect_object (widget, "changed", G_CALLBACK (number_typed_cb), self,
                             G_CONNECT_SWAPPED);

  return self;
}

void
troupe_form_field_set_required (TroupeFormField *self, gboolean required)
{
  self->required = required;
}

void
troupe_form_field_set_initial (TroupeFormField *self, int initial)
{
  self->initial = initial;
}

void
troupe_form_field_set_choices (TroupeFormField *self, const char *const *choices, const char *usual)
{
  g_strfreev (self->choices);
  self->choices = g_strdupv ((char **) choices);
  troupe_set_str (&self->usual_choice, usual);
}

void
troupe_form_field_set_name (TroupeFormField *self, const char *first, const char *name)
{
  if (g_strcmp0 (self->path[0], first) != 0 || self->path[1] == NULL)
    return;

  troupe_set_str (&self->path[1], name);
  g_free (self->key);
  self->key = g_strjoinv (".", self->path);
  if (self->kind == TROUPE_FIELD_CEL)
    troupe_cel_field_set_path (TROUPE_CEL_FIELD (self->widget), self->key);
}

gboolean
troupe_form_field_is_writing (TroupeFormField *self)
{
  return self->writing;
}

gboolean
troupe_form_field_is_typing (TroupeFormField *self)
{
  return self->writing && is_typed (self);
}

/* Shows a foreign value as subtitle of the row of a switch or a number. */
static void
show_in_row (TroupeFormField *self, JsonNode *node)
{
  GtkWidget *row = gtk_widget_get_ancestor (self->widget, ADW_TYPE_ACTION_ROW);
  g_autofree char *text = NULL;
  g_autofree char *escaped = NULL;

  if (row == NULL)
    return;
  if (!self->foreign)
    {
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), self->usual);
      g_clear_pointer (&self->usual, g_free);
      return;
    }
  text = troupe_form_value_to_text (self->kind, node);
  escaped = g_markup_escape_text (text, -1);
  if (g_strcmp0 (escaped, adw_action_row_get_subtitle (ADW_ACTION_ROW (row))) == 0)
    return;
  troupe_set_str (&self->usual, adw_action_row_get_subtitle (ADW_ACTION_ROW (row)));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), escaped);
}

/* Marks a value that this field does not support. The value is readable in the field, but must
 * be edited as JSON. */
static void
set_foreign (TroupeFormField *self, JsonNode *node)
{
  const char *words = _ ("This field cannot show the complete value. Edit it as JSON.");
  gboolean foreign = troupe_form_value_is_foreign (self->kind, node);
  gboolean was = self->foreign;

  g_assert (TROUPE_IS_FORM_FIELD (self));

  self->foreign = foreign;
  if (!foreign && !was)
    return;

  switch (self->kind)
    {
    case TROUPE_FIELD_SWITCH:
    case TROUPE_FIELD_NUMBER:
      gtk_widget_set_sensitive (self->widget, !foreign);
      show_in_row (self, node);
      break;
    case TROUPE_FIELD_MODEL:
    case TROUPE_FIELD_TEXT:
    case TROUPE_FIELD_INTEGER:
    case TROUPE_FIELD_DECIMAL:
    case TROUPE_FIELD_REFERENCE:
      gtk_editable_set_editable (GTK_EDITABLE (self->widget), !foreign);
      gtk_widget_set_tooltip_text (self->widget, foreign ? words : NULL);
      break;
    case TROUPE_FIELD_CEL:
      troupe_cel_field_set_foreign (TROUPE_CEL_FIELD (self->widget), foreign ? words : NULL);
      break;
    case TROUPE_FIELD_CODE:
    case TROUPE_FIELD_LINES:
    case TROUPE_FIELD_PAIRS:
      troupe_text_field_set_editable (TROUPE_TEXT_FIELD (self->widget), !foreign);
      troupe_text_field_set_message (TROUPE_TEXT_FIELD (self->widget), foreign ? words : NULL,
                                     FALSE);
      break;
    case TROUPE_FIELD_JSON:
    case TROUPE_FIELD_CHOICE:
    default:
      break;
    }
}

/* Sets the text of an entry, and preserves the cursor position as far as possible. */
static void
set_entry_text (TroupeFormField *self, JsonNode *node)
{
  GtkEditable *entry = GTK_EDITABLE (self->widget);
  g_autofree char *text = troupe_form_value_to_text (self->kind, node);
  int position;

  g_assert (TROUPE_IS_FORM_FIELD (self));

  if (self->foreign)
    g_strdelimit (text, "\n", ' ');
  /* A blank text is no reference, but may be the beginning of one. */
  if (g_str_equal (gtk_editable_get_text (entry), text) ||
      (self->writing && self->kind == TROUPE_FIELD_REFERENCE))
    return;

  position = gtk_editable_get_position (entry);
  gtk_editable_set_text (entry, text);
  gtk_editable_set_position (entry, MIN (position, (int) g_utf8_strlen (text, -1)));
}

/* Sets the text of an optional number. The text that the user has typed is preserved if it is
 * another notation of the same number. */
static void
set_number_text (TroupeFormField *self, JsonNode *node)
{
  g_autoptr (JsonNode) shown = NULL;

  g_assert (TROUPE_IS_FORM_FIELD (self));

  if (self->writing &&
      troupe_form_value_from_text (self->kind, gtk_editable_get_text (GTK_EDITABLE (self->widget)),
                                   &shown) &&
      node != NULL && troupe_json_node_equal (shown, node))
    return;
  set_entry_text (self, node);
  show_fit (self, TRUE);
}

/* Clears the selection if the value is not one of the entries. */
static void
set_choice (TroupeFormField *self, JsonNode *node)
{
  guint selected = GTK_INVALID_LIST_POSITION;
  g_autoptr (JsonNode) usual = NULL;

  g_assert (TROUPE_IS_FORM_FIELD (self));

  if (node != NULL && JSON_NODE_HOLDS_NULL (node))
    node = NULL;
  if (node == NULL && self->usual_choice != NULL)
    node = usual = troupe_json_check (self->usual_choice, NULL);
  for (guint i = 0; self->choices != NULL && self->choices[i] != NULL; i++)
    {
      const char *text = self->choices[i];
      g_autoptr (JsonNode) choice = text[0] != '\0' ? troupe_json_check (text, NULL) : NULL;

      if (node == NULL ? choice == NULL : choice != NULL && troupe_json_node_equal (choice, node))
        {
          selected = i;
          break;
        }
    }
  if (adw_combo_row_get_selected (ADW_COMBO_ROW (self->widget)) != selected)
    adw_combo_row_set_selected (ADW_COMBO_ROW (self->widget), selected);
}

/* Updates a JSON text from the document. While the user types, a text that is equivalent to the
 * value or incomplete is not replaced, unless the document has changed. */
static void
refresh_json (TroupeFormField *self, JsonNode *node)
{
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;
  g_autoptr (JsonNode) present = NULL;
  gboolean same = self->shown != NULL && node != NULL && troupe_json_node_equal (self->shown, node);

  g_assert (TROUPE_IS_FORM_FIELD (self));

  g_clear_pointer (&self->shown, json_node_unref);
  self->shown = node != NULL ? json_node_ref (node) : NULL;
  if (same || self->writing)
    return;

  shown = troupe_text_field_get_text (TROUPE_TEXT_FIELD (self->widget));
  present = troupe_json_check (shown, NULL);
  if (present != NULL && node != NULL && troupe_json_node_equal (present, node))
    return;

  text = node != NULL ? troupe_json_write (node, NULL, NULL) : g_strdup ("");
  g_strchomp (text);
  troupe_text_field_set_text (TROUPE_TEXT_FIELD (self->widget), text);
  troupe_text_field_set_message (TROUPE_TEXT_FIELD (self->widget), NULL, FALSE);
}

/* Shows the draft of a text field with its own notation. Returns FALSE if there is none. */
static gboolean
show_draft (TroupeFormField *self)
{
  g_autofree char *typed =
      g_strdup (troupe_form_target_get_typed (self->target, (const char *const *) self->path));
  g_autofree char *message = NULL;
  g_autoptr (JsonNode) value = NULL;

  g_assert (TROUPE_IS_FORM_FIELD (self));

  if (typed == NULL || self->foreign || self->writing)
    return FALSE;
  value = read_notation (self, typed, &message);
  if (message == NULL)
    return FALSE;
  troupe_text_field_set_text (TROUPE_TEXT_FIELD (self->widget), typed);
  troupe_text_field_set_draft (TROUPE_TEXT_FIELD (self->widget), message);
  return TRUE;
}

static void
discarded_cb (TroupeFormField *self)
{
  g_assert (TROUPE_IS_FORM_FIELD (self));

  keep_typed (self, NULL);
  g_clear_pointer (&self->shown, json_node_unref);
  troupe_text_field_set_draft (TROUPE_TEXT_FIELD (self->widget), NULL);
  troupe_form_field_refresh (self);
}

/* Returns TRUE if the field writes only some texts and keeps the others in the draft. A draft with the
 * path of another field belongs to the JSON text of the same value. */
static gboolean
keeps_typed (TroupeFormField *self)
{
  return self->kind == TROUPE_FIELD_INTEGER || self->kind == TROUPE_FIELD_DECIMAL ||
         self->kind == TROUPE_FIELD_REFERENCE || self->kind == TROUPE_FIELD_NUMBER ||
         self->kind == TROUPE_FIELD_LINES || self->kind == TROUPE_FIELD_PAIRS ||
         self->kind == TROUPE_FIELD_JSON;
}

/* Shows the text that was typed before a crash, as if it were typed again. Later, the field shows
 * what is typed anyway, unless the document has changed, for example by undo. */
static void
refresh_typed (TroupeFormField *self)
{
  g_autofree char *typed =
      g_strdup (troupe_form_target_get_typed (self->target, (const char *const *) self->path));
  g_autofree char *shown = NULL;

  g_assert (TROUPE_IS_FORM_FIELD (self));

  if (typed != NULL && keeps_typed (self))
    {
      if (TROUPE_IS_TEXT_FIELD (self->widget))
        shown = troupe_text_field_get_text (TROUPE_TEXT_FIELD (self->widget));
      else
        shown = GTK_IS_EDITABLE (self->widget)
                    ? g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->widget)))
                    : NULL;
    }
  if (shown == NULL || self->foreign || self->writing || g_str_equal (shown, typed))
    return;
  if (self->was_shown)
    keep_typed (self, NULL);
  else if (TROUPE_IS_TEXT_FIELD (self->widget))
    gtk_text_buffer_set_text (troupe_text_field_get_buffer (TROUPE_TEXT_FIELD (self->widget)),
                              typed, -1);
  else
    gtk_editable_set_text (GTK_EDITABLE (self->widget), typed);
}

void
troupe_form_field_refresh (TroupeFormField *self)
{
  g_auto (GStrv) path = dup_value_path (self);
  JsonNode *node = troupe_form_target_get (self->target, (const char *const *) path);
  gboolean is_value = node != NULL && JSON_NODE_HOLDS_VALUE (node);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_FORM_FIELD (self));

  self->loading = TRUE;
  set_foreign (self, node);
  switch (self->kind)
    {
    case TROUPE_FIELD_INTEGER:
    case TROUPE_FIELD_DECIMAL:
      set_number_text (self, node);
      break;
    case TROUPE_FIELD_MODEL:
    case TROUPE_FIELD_TEXT:
    case TROUPE_FIELD_REFERENCE:
      set_entry_text (self, node);
      break;
    case TROUPE_FIELD_CHOICE:
      set_choice (self, node);
      break;
    case TROUPE_FIELD_SWITCH:
      if (!self->foreign)
        gtk_switch_set_active (GTK_SWITCH (self->widget),
                               is_value ? json_node_get_boolean (node) : self->initial);
      break;
    case TROUPE_FIELD_NUMBER:
      if (!self->foreign)
        {
          int number = is_value ? (int) json_node_get_int (node) : self->initial;
          GtkSpinButton *button = GTK_SPIN_BUTTON (self->widget);

          /* Sets the number, unless a number that the user has typed is still to be written. */
          if (self->number_id == 0 && gtk_spin_button_get_value_as_int (button) != number)
            gtk_spin_button_set_value (button, number);
        }
      break;
    case TROUPE_FIELD_CEL:
      text = troupe_form_value_to_text (self->kind, node);
      troupe_cel_field_set_text (TROUPE_CEL_FIELD (self->widget), text);
      break;
    case TROUPE_FIELD_CODE:
      text = troupe_form_value_to_text (self->kind, node);
      troupe_text_field_set_text (TROUPE_TEXT_FIELD (self->widget), text);
      break;
    case TROUPE_FIELD_LINES:
    case TROUPE_FIELD_PAIRS:
      if (!self->writing && !show_draft (self))
        {
          text = troupe_form_value_to_text (self->kind, node);
          troupe_text_field_set_text (TROUPE_TEXT_FIELD (self->widget), text);
        }
      break;
    case TROUPE_FIELD_JSON:
      if (!show_draft (self))
        refresh_json (self, node);
      break;
    default:
      g_assert_not_reached ();
    }
  self->loading = FALSE;
  refresh_typed (self);
  self->was_shown = TRUE;
}

const char *
troupe_form_field_get_key (TroupeFormField *self)
{
  return self->key;
}

GtkWidget *
troupe_form_field_get_widget (TroupeFormField *self)
{
  return self->widget;
}
