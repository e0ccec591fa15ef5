/* troupe-provider-row.c: preferences row of a provider: API key, address and connection test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-provider-row"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-preferences-apply.h"
#include "troupe-provider-row.h"
#include "troupe-provider-state.h"
#include "troupe-provider-test.h"
#include "troupe-row-name.h"

/* The environment variable of a key and the row for its value. */
typedef struct
{
  const char *variable;
  GtkWidget *row;
  GtkWidget *remove;
  gboolean is_refused; /* by the keyring: the text of the row is not stored */
} KeyField;

struct _TroupeProviderRow
{
  AdwExpanderRow parent_instance;

  const TroupeProvider *provider;
  TroupeStoredKeys *keys;
  GSettings *settings;
  GtkWidget *icon;
  GtkWidget *state_icon;
  GtkWidget *state_label;
  GtkWidget *add; /* focuses the first key entry if a key is missing */
  GArray *fields; /* (element-type KeyField) */
  GtkWidget *address;
  GtkWidget *address_note; /* (nullable): why the address is invalid */
  GtkWidget *test;         /* (nullable) */
};

G_DEFINE_FINAL_TYPE (TroupeProviderRow, troupe_provider_row, ADW_TYPE_EXPANDER_ROW)

/* --- Presentation ----------------------------------------------------------------------------- */

/* Sets the text of a row. AdwEntryRow shows its apply button for programmatic changes as well,
 * so the button is disabled during this change. */
static void
set_text (GtkWidget *row, const char *text)
{
  g_assert (ADW_IS_ENTRY_ROW (row));

  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (row), FALSE);
  gtk_editable_set_text (GTK_EDITABLE (row), text);
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (row), TRUE);
}

/* Returns the variable under which the key of the field is stored, or will be stored. The only field of
 * a provider covers all of its variables, under any of which troupectl may have stored the key. */
static const char *
get_variable (TroupeProviderRow *self, const KeyField *field)
{
  const char *const *kept = troupe_stored_keys_get_names (self->keys);
  g_auto (TroupeProviderState) state = { 0 };

  g_assert (TROUPE_IS_PROVIDER_ROW (self));

  if (self->fields->len > 1)
    return field->variable;
  troupe_provider_state_init (&state, self->provider, kept, NULL);
  return state.key == TROUPE_PROVIDER_KEY_KEYRING || state.key == TROUPE_PROVIDER_KEY_ENVIRONMENT
             ? state.key_variable
             : field->variable;
}

static void
show_key (TroupeProviderRow *self, KeyField *field)
{
  const char *const *kept = troupe_stored_keys_get_names (self->keys);
  const char *variable = get_variable (self, field);
  const TroupeProviderKey key = troupe_provider_key_find (variable, kept);
  const gboolean has_keyring = troupe_stored_keys_get_problem (self->keys) == NULL;
  g_autofree char *title = NULL;

  g_assert (TROUPE_IS_PROVIDER_ROW (self));

  if (key == TROUPE_PROVIDER_KEY_ENVIRONMENT)
    /* Translators: %s is the name of an environment variable. */
    title = g_strdup_printf (_ ("Key: set in the environment (%s)"), variable);
  else if (field->is_refused)
    title = g_strdup (_ ("Key: not stored. Apply it again, or remove the text"));
  else if (key == TROUPE_PROVIDER_KEY_KEYRING)
    title = g_strdup (_ ("Key: in the keyring. Enter a new one to replace it"));
  else if (!has_keyring)
    title = g_strdup_printf (_ ("Key: set %s in the environment"), field->variable);
  else if (self->fields->len > 1)
    title = g_strdup_printf (_ ("Key: %s"), field->variable);
  else
    title = g_strdup (_ ("Key"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (field->row), title);
  if (field->is_refused)
    gtk_widget_add_css_class (field->row, "error");
  else
    gtk_widget_remove_css_class (field->row, "error");
  gtk_widget_set_sensitive (field->row, key != TROUPE_PROVIDER_KEY_ENVIRONMENT && has_keyring);
  gtk_widget_set_visible (field->remove, key == TROUPE_PROVIDER_KEY_KEYRING);
}

static void
show (TroupeProviderRow *self)
{
  g_autoptr (GHashTable) addresses = troupe_preferences_read_addresses (self->settings);
  g_auto (TroupeProviderState) state = { 0 };
  g_autofree char *subtitle = NULL;
  TroupeProviderTestResult tested;
  gboolean works;
  const char *style;
  const char *text;
  g_autofree char *title = NULL;

  g_assert (TROUPE_IS_PROVIDER_ROW (self));

  troupe_provider_state_init (&state, self->provider, troupe_stored_keys_get_names (self->keys),
                              addresses);
  subtitle = troupe_provider_state_describe (&state, self->provider);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), subtitle);
  /* Shows the result of the last test. The configuration is described in the subtitle. */
  tested = self->test != NULL ? troupe_provider_test_get_result (TROUPE_PROVIDER_TEST (self->test))
                              : TROUPE_PROVIDER_UNTESTED;
  works = tested == TROUPE_PROVIDER_WORKS;
  style = works ? "success" : "error";
  gtk_label_set_label (GTK_LABEL (self->state_label), works ? _ ("working") : _ ("not working"));
  gtk_widget_set_css_classes (self->state_label, (const char *[]){ "caption", style, NULL });
  gtk_widget_set_css_classes (self->state_icon, (const char *[]){ style, NULL });
  gtk_image_set_from_icon_name (GTK_IMAGE (self->state_icon),
                                works ? "troupe-check-symbolic" : "troupe-cross-symbolic");
  gtk_widget_set_visible (gtk_widget_get_parent (self->state_label),
                          tested != TROUPE_PROVIDER_UNTESTED);
  gtk_widget_set_visible (self->add, state.key == TROUPE_PROVIDER_KEY_MISSING &&
                                         troupe_stored_keys_get_problem (self->keys) == NULL);
  for (guint i = 0; i < self->fields->len; i++)
    show_key (self, &g_array_index (self->fields, KeyField, i));
  text = state.address != NULL ? state.address : "";
  if (self->address == NULL)
    return;
  title =
      state.address_variable != NULL
          ? g_strdup_printf (_ ("Base URL: set in the environment (%s)"), state.address_variable)
          : g_strdup (_ ("Base URL"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->address), title);
  gtk_widget_set_sensitive (self->address, state.address_variable == NULL);
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->address)), text) == 0)
    return;
  set_text (self->address, text);
}

/* Drops the test result, because it does not apply to the changed configuration. */
static void
changed (TroupeProviderRow *self)
{
  g_assert (TROUPE_IS_PROVIDER_ROW (self));

  if (self->test != NULL)
    troupe_provider_test_forget (TROUPE_PROVIDER_TEST (self->test));
  show (self);
}

/* --- Editing ---------------------------------------------------------------------------------- */

static void
key_applied_cb (TroupeProviderRow *self, GtkWidget *row)
{
  g_autofree char *key = g_strdup (gtk_editable_get_text (GTK_EDITABLE (row)));

  g_assert (TROUPE_IS_PROVIDER_ROW (self));

  /* Whitespace is stripped, because it is often copied along with a key. */
  g_strstrip (key);
  if (*key == '\0')
    set_text (row, "");
  for (guint i = 0; i < self->fields->len && *key != '\0'; i++)
    if (g_array_index (self->fields, KeyField, i).row == row)
      troupe_stored_keys_store (
          self->keys, get_variable (self, &g_array_index (self->fields, KeyField, i)), key);
  if (self->test != NULL)
    troupe_provider_test_forget (TROUPE_PROVIDER_TEST (self->test));
  explicit_bzero (key, strlen (key));
}

/* The key stays in its entry until it is in the keyring, because the user may cancel the keyring. */
static void
key_stored_cb (TroupeProviderRow *self, const char *variable)
{
  g_assert (TROUPE_IS_PROVIDER_ROW (self));

  for (guint i = 0; i < self->fields->len; i++)
    if (g_str_equal (get_variable (self, &g_array_index (self->fields, KeyField, i)), variable))
      set_text (g_array_index (self->fields, KeyField, i).row, "");
}

/* Says that the key in the row, which looks like a stored one, is not stored. Shows the button again that AdwEntryRow
 * hides after `apply`, so that the same key can be stored once more. The button appears when the text changes. */
static void
key_refused_cb (TroupeProviderRow *self, const char *variable)
{
  g_assert (TROUPE_IS_PROVIDER_ROW (self));

  for (guint i = 0; i < self->fields->len; i++)
    {
      KeyField *field = &g_array_index (self->fields, KeyField, i);
      GtkEditable *row = GTK_EDITABLE (field->row);
      g_autofree char *key = NULL;

      if (!g_str_equal (get_variable (self, field), variable))
        continue;
      key = g_strdup (gtk_editable_get_text (row));
      set_text (GTK_WIDGET (row), "");
      gtk_editable_set_text (row, key);
      explicit_bzero (key, strlen (key));
      field->is_refused = TRUE;
      show_key (self, field);
    }
}

/* Another key was not refused. */
static void
key_changed_cb (TroupeProviderRow *self, GtkWidget *row)
{
  g_assert (TROUPE_IS_PROVIDER_ROW (self));

  for (guint i = 0; i < self->fields->len; i++)
    {
      KeyField *field = &g_array_index (self->fields, KeyField, i);

      if (field->row != row || !field->is_refused)
        continue;
      field->is_refused = FALSE;
      show_key (self, field);
    }
}

static void
key_removed_cb (TroupeProviderRow *self, GtkWidget *button)
{
  g_assert (TROUPE_IS_PROVIDER_ROW (self));

  for (guint i = 0; i < self->fields->len; i++)
    if (g_array_index (self->fields, KeyField, i).remove == button)
      troupe_stored_keys_remove (self->keys,
                                 get_variable (self, &g_array_index (self->fields, KeyField, i)));
  changed (self);
}

/* Focuses the key entry, which is not mapped until the row has expanded. */
static gboolean
focus_key_cb (gpointer user_data)
{
  TroupeProviderRow *self = TROUPE_PROVIDER_ROW (user_data);

  if (gtk_widget_get_root (GTK_WIDGET (self)) != NULL)
    gtk_widget_grab_focus (g_array_index (self->fields, KeyField, 0).row);
  return G_SOURCE_REMOVE;
}

void
troupe_provider_row_enter_key (TroupeProviderRow *self)
{
  g_return_if_fail (TROUPE_IS_PROVIDER_ROW (self));

  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self), TRUE);
  g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, focus_key_cb, g_object_ref (self), g_object_unref);
}

static void
set_address_note (TroupeProviderRow *self, const char *text)
{
  g_assert (TROUPE_IS_PROVIDER_ROW (self));

  gtk_label_set_label (GTK_LABEL (self->address_note), text != NULL ? text : "");
  gtk_widget_set_visible (gtk_widget_get_ancestor (self->address_note, GTK_TYPE_LIST_BOX_ROW),
                          text != NULL);
  if (text != NULL)
    gtk_widget_add_css_class (self->address, "error");
  else
    gtk_widget_remove_css_class (self->address, "error");
}

static void
address_applied_cb (TroupeProviderRow *self)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->address)));
  const char *variable = self->provider->url_variables[0];
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_PROVIDER_ROW (self));

  g_strstrip (text);
  /* For some providers, the host alone is sufficient, as in the environment variable of the
   * provider. */
  if (self->provider->is_host_enough && *text != '\0' && strstr (text, "://") == NULL)
    {
      char *whole = g_strconcat ("http://", text, NULL);

      g_free (text);
      text = whole;
    }
  if (*text != '\0' && !troupe_provider_check_address (text, &error))
    {
      set_address_note (self, error->message);
      return;
    }
  set_address_note (self, NULL);
  troupe_preferences_set_address (self->settings, variable,
                                  g_strcmp0 (text, self->provider->url) != 0 ? text : "");
  changed (self);
}

/* --- Child widgets ---------------------------------------------------------------------------- */

static void
add_key (TroupeProviderRow *self, const char *variable)
{
  KeyField field = { .variable = variable };

  g_assert (TROUPE_IS_PROVIDER_ROW (self));

  field.row = adw_password_entry_row_new ();
  troupe_row_follow_title (field.row);
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (field.row), TRUE);
  field.remove = gtk_button_new_from_icon_name ("user-trash-symbolic");
  gtk_widget_add_css_class (field.remove, "flat");
  gtk_widget_set_valign (field.remove, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (field.remove, _ ("Remove Key From Keyring"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (field.remove), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Remove Key From Keyring"), -1);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (field.row), field.remove);
  g_signal_connect_object (field.row, "apply", G_CALLBACK (key_applied_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (field.row, "changed", G_CALLBACK (key_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (field.remove, "clicked", G_CALLBACK (key_removed_cb), self,
                           G_CONNECT_SWAPPED);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), field.row);
  g_array_append_val (self->fields, field);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_provider_row_dispose (GObject *object)
{
  TroupeProviderRow *self = TROUPE_PROVIDER_ROW (object);

  g_clear_object (&self->keys);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (troupe_provider_row_parent_class)->dispose (object);
}

static void
troupe_provider_row_finalize (GObject *object)
{
  g_array_unref (TROUPE_PROVIDER_ROW (object)->fields);
  G_OBJECT_CLASS (troupe_provider_row_parent_class)->finalize (object);
}

static void
troupe_provider_row_class_init (TroupeProviderRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_provider_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_provider_row_finalize;
}

static void
troupe_provider_row_init (TroupeProviderRow *self)
{
  self->fields = g_array_new (FALSE, FALSE, sizeof (KeyField));
}

GtkWidget *
troupe_provider_row_new (const TroupeProvider *provider,
                         TroupeStoredKeys *keys,
                         GSettings *settings)
{
  TroupeProviderRow *self;
  g_autofree const char **variables = NULL;
  GtkWidget *box;

  g_return_val_if_fail (provider != NULL, NULL);
  g_return_val_if_fail (TROUPE_IS_STORED_KEYS (keys), NULL);
  g_return_val_if_fail (G_IS_SETTINGS (settings), NULL);

  self = g_object_new (TROUPE_TYPE_PROVIDER_ROW, "use-markup", FALSE, NULL);
  self->provider = provider;
  self->keys = g_object_ref (keys);
  self->settings = g_object_ref (settings);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), provider->title);
  troupe_row_follow_title (GTK_WIDGET (self));
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  self->icon = gtk_image_new_from_icon_name (
      self->provider->wire == TROUPE_WIRE_MOCK ? "troupe-agent-symbolic"
      : self->provider->fixed_key != NULL      ? "computer-symbolic"
                                               : "dialog-password-symbolic");
  adw_expander_row_add_prefix (ADW_EXPANDER_ROW (self), self->icon);
  self->state_icon = gtk_image_new ();
  self->state_label = gtk_label_new (NULL);
  gtk_box_append (GTK_BOX (box), self->state_icon);
  gtk_box_append (GTK_BOX (box), self->state_label);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  adw_expander_row_add_action (ADW_EXPANDER_ROW (self), box);
  self->add = gtk_button_new_with_label (_ ("Add Key"));
  gtk_widget_set_valign (self->add, GTK_ALIGN_CENTER);
  g_signal_connect_object (self->add, "clicked", G_CALLBACK (troupe_provider_row_enter_key), self,
                           G_CONNECT_SWAPPED);
  adw_expander_row_add_action (ADW_EXPANDER_ROW (self), self->add);
  variables = troupe_provider_list_own_variables (self->provider);
  for (guint i = 0; variables[i] != NULL; i++)
    add_key (self, variables[i]);
  if (self->provider->url_variables[0] != NULL)
    {
      GtkWidget *row = gtk_list_box_row_new ();

      self->address = adw_entry_row_new ();
      troupe_row_follow_title (self->address);
      adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (self->address), TRUE);
      gtk_text_set_input_purpose (GTK_TEXT (
                                      gtk_editable_get_delegate (GTK_EDITABLE (self->address))),
                                  GTK_INPUT_PURPOSE_URL);
      g_signal_connect_object (self->address, "apply", G_CALLBACK (address_applied_cb), self,
                               G_CONNECT_SWAPPED);
      adw_expander_row_add_row (ADW_EXPANDER_ROW (self), self->address);

      self->address_note = gtk_label_new (NULL);
      gtk_label_set_wrap (GTK_LABEL (self->address_note), TRUE);
      gtk_label_set_xalign (GTK_LABEL (self->address_note), 0.0f);
      gtk_widget_add_css_class (self->address_note, "error");
      gtk_widget_add_css_class (self->address_note, "provider-note");
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), self->address_note);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
      adw_expander_row_add_row (ADW_EXPANDER_ROW (self), row);
      gtk_widget_set_visible (row, FALSE);
    }
  if (self->provider->wire == TROUPE_WIRE_MOCK)
    adw_expander_row_set_enable_expansion (ADW_EXPANDER_ROW (self), FALSE);
  else
    {
      self->test = troupe_provider_test_new (self->provider);
      g_signal_connect_object (self->test, "changed", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
      adw_expander_row_add_row (ADW_EXPANDER_ROW (self), self->test);
    }
  g_signal_connect_object (keys, "changed", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (keys, "stored", G_CALLBACK (key_stored_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (keys, "refused", G_CALLBACK (key_refused_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::" TROUPE_PREFERENCES_ADDRESSES, G_CALLBACK (show),
                           self, G_CONNECT_SWAPPED);
  show (self);
  return GTK_WIDGET (self);
}

const TroupeProvider *
troupe_provider_row_get_provider (TroupeProviderRow *self)
{
  g_return_val_if_fail (TROUPE_IS_PROVIDER_ROW (self), NULL);

  return self->provider;
}
