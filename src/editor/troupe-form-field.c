/* troupe-form-field.c: one field of a form and its place in the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-form-field"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-field.h"
#include "troupe-form-field-private.h"
#include "troupe-json-check.h"
#include "troupe-text-field.h"

struct _TroupeFormField
{
  GObject parent_instance;

  TroupeEditorContext *context;
  TroupeFieldKind kind;
  GtkWidget *widget;
  char *label;
  char **path;
  char *key; /* the path in one word: the key under which typing is merged */
  gboolean required;
  int initial;
  gboolean loading;
  gboolean writing;
};

G_DEFINE_FINAL_TYPE (TroupeFormField, troupe_form_field, G_TYPE_OBJECT)

static void
troupe_form_field_finalize (GObject *object)
{
  TroupeFormField *self = TROUPE_FORM_FIELD (object);

  g_clear_object (&self->context);
  g_clear_object (&self->widget);
  g_clear_pointer (&self->label, g_free);
  g_clear_pointer (&self->path, g_strfreev);
  g_clear_pointer (&self->key, g_free);

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
  return troupe_json_tree_get (troupe_editor_context_get_root (self->context),
                               (const char *const *) self->path);
}

/* @value: (transfer full) (nullable) */
static void
write_value (TroupeFormField *self, JsonNode *value)
{
  g_autoptr (JsonNode) owned = value;
  JsonNode *present = get_node (self);

  if (present == NULL && owned == NULL)
    return;
  if (present != NULL && owned != NULL && troupe_json_node_equal (present, owned))
    return;

  self->writing = TRUE;
  troupe_editor_context_set (self->context, (const char *const *) self->path, owned, self->label,
                             self->kind == TROUPE_FIELD_SWITCH ? NULL : self->key);
  self->writing = FALSE;
}

static void
write_text (TroupeFormField *self, const char *text)
{
  gboolean optional =
      !self->required || (self->kind == TROUPE_FIELD_CEL &&
                          troupe_cel_field_get_optional (TROUPE_CEL_FIELD (self->widget)));
  gboolean removes = text[0] == '\0' && optional;

  write_value (self, removes ? NULL : troupe_json_node_new_string (text));
}

static void
write_json (TroupeFormField *self, const char *text)
{
  g_autofree char *message = NULL;
  JsonNode *node = NULL;

  if (text[strspn (text, " \t\r\n")] != '\0')
    {
      node = troupe_json_check (text, &message);
      troupe_text_field_set_message (TROUPE_TEXT_FIELD (self->widget), message, TRUE);
      if (node == NULL)
        return;
    }
  else
    {
      troupe_text_field_set_message (TROUPE_TEXT_FIELD (self->widget), NULL, FALSE);
    }

  write_value (self, node);
}

static void
write_switch (TroupeFormField *self)
{
  gboolean active = gtk_switch_get_active (GTK_SWITCH (self->widget));

  write_value (self, active == self->initial ? NULL : troupe_json_node_new_boolean (active));
}

static void
write_number (TroupeFormField *self)
{
  int number = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->widget));

  write_value (self, number == self->initial ? NULL : troupe_json_node_new_integer (number));
}

static void
edited_cb (TroupeFormField *self)
{
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_FORM_FIELD (self));

  if (self->loading)
    return;

  switch (self->kind)
    {
    case TROUPE_FIELD_TEXT:
      write_text (self, gtk_editable_get_text (GTK_EDITABLE (self->widget)));
      break;
    case TROUPE_FIELD_SWITCH:
      write_switch (self);
      break;
    case TROUPE_FIELD_NUMBER:
      write_number (self);
      break;
    case TROUPE_FIELD_CEL:
      text = troupe_cel_field_get_text (TROUPE_CEL_FIELD (self->widget));
      write_text (self, text);
      break;
    case TROUPE_FIELD_CODE:
      text = troupe_text_field_get_text (TROUPE_TEXT_FIELD (self->widget));
      write_text (self, text);
      break;
    case TROUPE_FIELD_JSON:
      text = troupe_text_field_get_text (TROUPE_TEXT_FIELD (self->widget));
      write_json (self, text);
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
    case TROUPE_FIELD_TEXT:
      return "changed";
    case TROUPE_FIELD_SWITCH:
      return "notify::active";
    case TROUPE_FIELD_NUMBER:
      return "value-changed";
    case TROUPE_FIELD_CEL:
    case TROUPE_FIELD_CODE:
    case TROUPE_FIELD_JSON:
      return "edited";
    default:
      g_assert_not_reached ();
    }
}

TroupeFormField *
_troupe_form_field_new (TroupeEditorContext *context,
                        TroupeFieldKind kind,
                        GtkWidget *widget,
                        const char *label,
                        const char *const *path)
{
  TroupeFormField *self = g_object_new (TROUPE_TYPE_FORM_FIELD, NULL);

  self->context = g_object_ref (context);
  self->kind = kind;
  self->widget = g_object_ref (widget);
  self->label = g_strdup (label);
  self->path = g_strdupv ((char **) path);
  self->key = g_strjoinv (".", self->path);
  g_signal_connect_object (widget, get_signal (kind), G_CALLBACK (edited_cb), self,
                           G_CONNECT_SWAPPED);

  return self;
}

void
_troupe_form_field_set_required (TroupeFormField *self, gboolean required)
{
  self->required = required;
}

void
_troupe_form_field_set_initial (TroupeFormField *self, int initial)
{
  self->initial = initial;
}

static const char *
get_string (JsonNode *node)
{
  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node) ||
      json_node_get_value_type (node) != G_TYPE_STRING)
    return "";

  return json_node_get_string (node);
}

static void
set_entry_text (GtkWidget *entry, const char *text)
{
  if (!g_str_equal (gtk_editable_get_text (GTK_EDITABLE (entry)), text))
    gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

/* A text that says the same as the document is not laid out anew while a person writes it. */
static void
refresh_json (TroupeFormField *self, JsonNode *node)
{
  g_autofree char *text = node != NULL ? troupe_json_write (node, NULL, NULL) : g_strdup ("");
  g_autofree char *shown = troupe_text_field_get_text (TROUPE_TEXT_FIELD (self->widget));
  g_autoptr (JsonNode) present = NULL;

  if (self->writing)
    return;

  present = troupe_json_check (shown, NULL);
  if (present != NULL && node != NULL && troupe_json_node_equal (present, node))
    return;

  g_strchomp (text);
  troupe_text_field_set_text (TROUPE_TEXT_FIELD (self->widget), text);
  troupe_text_field_set_message (TROUPE_TEXT_FIELD (self->widget), NULL, FALSE);
}

void
_troupe_form_field_refresh (TroupeFormField *self)
{
  JsonNode *node = get_node (self);
  gboolean is_value = node != NULL && JSON_NODE_HOLDS_VALUE (node);

  self->loading = TRUE;
  switch (self->kind)
    {
    case TROUPE_FIELD_TEXT:
      set_entry_text (self->widget, get_string (node));
      break;
    case TROUPE_FIELD_SWITCH:
      gtk_switch_set_active (GTK_SWITCH (self->widget),
                             is_value ? json_node_get_boolean (node) : self->initial);
      break;
    case TROUPE_FIELD_NUMBER:
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->widget),
                                 is_value ? (double) json_node_get_int (node) : self->initial);
      break;
    case TROUPE_FIELD_CEL:
      troupe_cel_field_set_text (TROUPE_CEL_FIELD (self->widget), get_string (node));
      break;
    case TROUPE_FIELD_CODE:
      troupe_text_field_set_text (TROUPE_TEXT_FIELD (self->widget), get_string (node));
      break;
    case TROUPE_FIELD_JSON:
      refresh_json (self, node);
      break;
    default:
      g_assert_not_reached ();
    }
  self->loading = FALSE;
}

const char *
_troupe_form_field_get_key (TroupeFormField *self)
{
  return self->key;
}

GtkWidget *
_troupe_form_field_get_widget (TroupeFormField *self)
{
  return self->widget;
}
