/* troupe-preferences-models.c: preferences page for models, providers and API keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-preferences-models"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-preferences-apply.h"
#include "troupe-preferences-models.h"
#include "troupe-provider-row.h"
#include "troupe-provider-state.h"
#include "troupe-row-name.h"
#include "troupe-stored-keys.h"

struct _TroupePreferencesModels
{
  AdwPreferencesPage parent_instance;

  TroupeStoredKeys *keys;
  GSettings *settings; /* (nullable) */
  GtkWidget *model;
  GtkWidget *keyring_group;
  GtkWidget *keyring_row;
  GtkWidget *unlock;
  GtkWidget *note;
  AdwPreferencesGroup *providers;
  guint n_added; /* providers that have a row or need none */
  guint adding;  /* source that adds the rows */
};

enum
{
  MESSAGE,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePreferencesModels, troupe_preferences_models, ADW_TYPE_PREFERENCES_PAGE)

/* --- Default model ---------------------------------------------------------------------------- */

static void
show_model (TroupePreferencesModels *self)
{
  const char *variable = troupe_provider_find_model_variable ();
  g_autofree char *own = g_settings_get_string (self->settings, TROUPE_PREFERENCES_MODEL);
  const char *text = own;
  g_autofree char *title = NULL;

  g_assert (TROUPE_IS_PREFERENCES_MODELS (self));

  if (variable != NULL)
    text = g_getenv (variable);
  else if (*own == '\0')
    text = TROUPE_PROVIDER_DEFAULT_MODEL;
  title = variable != NULL
              /* Translators: %s is the name of an environment variable. */
              ? g_strdup_printf (_ ("Model: set in the environment (%s)"), variable)
              : *own == '\0' ? g_strdup (_ ("Model: CrewAI default")) : g_strdup (_ ("Model"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->model), title);
  gtk_widget_set_sensitive (self->model, variable == NULL);
  if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->model)), text) == 0)
    return;
  /* AdwEntryRow shows its apply button for programmatic changes as well, so the button is
   * disabled during this change. */
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (self->model), FALSE);
  gtk_editable_set_text (GTK_EDITABLE (self->model), text);
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (self->model), TRUE);
}

static void
set_model (TroupePreferencesModels *self, const char *model)
{
  g_autofree char *text = g_strstrip (g_strdup (model));

  g_assert (TROUPE_IS_PREFERENCES_MODELS (self));

  g_settings_set_string (self->settings, TROUPE_PREFERENCES_MODEL,
                         g_str_equal (text, TROUPE_PROVIDER_DEFAULT_MODEL) ? "" : text);
  show_model (self);
}

static void
model_applied_cb (TroupePreferencesModels *self)
{
  set_model (self, gtk_editable_get_text (GTK_EDITABLE (self->model)));
}

static void
example_activated (GtkWidget *widget, const char *name, GVariant *parameter)
{
  set_model (TROUPE_PREFERENCES_MODELS (widget), g_variant_get_string (parameter, NULL));
}

static void
add_model (TroupePreferencesModels *self)
{
  GtkWidget *group = adw_preferences_group_new ();
  GtkWidget *button = gtk_menu_button_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  const char *const *examples = troupe_provider_list_examples ();

  g_assert (TROUPE_IS_PREFERENCES_MODELS (self));

  for (guint i = 0; examples[i] != NULL; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (examples[i], NULL);

      g_menu_item_set_action_and_target (item, "models.set-default", "s", examples[i]);
      g_menu_append_item (menu, item);
    }
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "pan-down-symbolic");
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Default Models"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Default Models"), -1);
  self->model = adw_entry_row_new ();
  troupe_row_follow_title (self->model);
  adw_entry_row_set_show_apply_button (ADW_ENTRY_ROW (self->model), TRUE);
  adw_entry_row_add_suffix (ADW_ENTRY_ROW (self->model), button);
  g_signal_connect_object (self->model, "apply", G_CALLBACK (model_applied_cb), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group),
                                   _ ("Used for documents that name no model"));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), self->model);
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (self), ADW_PREFERENCES_GROUP (group));
}

/* --- Keyring ---------------------------------------------------------------------------------- */

static void
show_keyring (TroupePreferencesModels *self)
{
  const char *problem = troupe_stored_keys_get_problem (self->keys);
  const gboolean is_locked = troupe_stored_keys_is_locked (self->keys);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_PREFERENCES_MODELS (self));

  if (problem != NULL)
    text = g_strdup_printf (
        "%s\n%s", problem,
        _ ("Set keys in the environment instead: add lines such as OPENAI_API_KEY=… to "
           "~/.config/environment.d/troupe.conf and log in again."));
  else
    text = g_strdup (_ ("Unlock it to use its keys."));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->keyring_row),
                                 problem != NULL ? _ ("No Keyring Available")
                                                 : _ ("The Keyring Is Locked"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->keyring_row), text);
  gtk_widget_set_visible (self->unlock, problem == NULL);
  gtk_widget_set_sensitive (self->unlock, !troupe_stored_keys_is_busy (self->keys));
  gtk_widget_set_visible (self->keyring_group, problem != NULL || is_locked);
  gtk_widget_set_visible (self->note, problem == NULL);
}

static void
failed_cb (TroupePreferencesModels *self, const char *text)
{
  g_assert (TROUPE_IS_PREFERENCES_MODELS (self));

  g_signal_emit (self, signals[MESSAGE], 0, text);
}

static void
add_keyring (TroupePreferencesModels *self)
{
  g_assert (TROUPE_IS_PREFERENCES_MODELS (self));

  self->keyring_group = adw_preferences_group_new ();
  self->keyring_row = adw_action_row_new ();
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self->keyring_row), FALSE);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self->keyring_row), 0);
  adw_action_row_set_icon_name (ADW_ACTION_ROW (self->keyring_row), "changes-prevent-symbolic");
  self->unlock = gtk_button_new_with_label (_ ("Unlock"));
  gtk_widget_set_valign (self->unlock, GTK_ALIGN_CENTER);
  g_signal_connect_object (self->unlock, "clicked", G_CALLBACK (troupe_stored_keys_unlock),
                           self->keys, G_CONNECT_SWAPPED);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self->keyring_row), self->unlock);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self->keyring_group), self->keyring_row);
  gtk_widget_set_visible (self->keyring_group, FALSE);
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (self),
                            ADW_PREFERENCES_GROUP (self->keyring_group));
}

/* --- Providers ------------------------------------------------------------------------------------ */

/* Adds the row of the next provider. Returns FALSE if there is none. */
static gboolean
add_provider (TroupePreferencesModels *self)
{
  guint n_providers;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);

  g_assert (TROUPE_IS_PREFERENCES_MODELS (self));

  while (self->n_added < n_providers)
    {
      const TroupeProvider *provider = &providers[self->n_added++];

      if (!provider->is_spoken)
        continue;
      adw_preferences_group_add (self->providers,
                                 troupe_provider_row_new (provider, self->keys, self->settings));
      return TRUE;
    }
  return FALSE;
}

static gboolean
add_provider_cb (gpointer user_data)
{
  TroupePreferencesModels *self = TROUPE_PREFERENCES_MODELS (user_data);

  if (add_provider (self))
    return G_SOURCE_CONTINUE;
  self->adding = 0;
  return G_SOURCE_REMOVE;
}

void
troupe_preferences_models_fill (TroupePreferencesModels *self)
{
  g_return_if_fail (TROUPE_IS_PREFERENCES_MODELS (self));

  if (self->adding == 0 && self->settings != NULL)
    self->adding = g_idle_add_full (G_PRIORITY_LOW, add_provider_cb, self, NULL);
}

/* Completes the page if it is shown before it was filled. */
static void
troupe_preferences_models_map (GtkWidget *widget)
{
  TroupePreferencesModels *self = TROUPE_PREFERENCES_MODELS (widget);

  while (self->settings != NULL && add_provider (self))
    continue;
  GTK_WIDGET_CLASS (troupe_preferences_models_parent_class)->map (widget);
}

static void
add_providers (TroupePreferencesModels *self)
{
  GtkWidget *group = adw_preferences_group_new ();
  const char *text;
  GtkWidget *box;
  GtkWidget *label;

  g_assert (TROUPE_IS_PREFERENCES_MODELS (self));

  self->providers = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  adw_preferences_group_set_title (self->providers, _ ("Providers"));
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (self), self->providers);
  text = _ ("Keys are stored in the keyring. They are never written to files, logs or exports.");
  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  label = gtk_label_new (text);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0.0f);
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("changes-prevent-symbolic"));
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_add_css_class (box, "dim-label");
  gtk_widget_add_css_class (box, "preferences-note");
  self->note = box;
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), self->note);
  adw_preferences_page_add (ADW_PREFERENCES_PAGE (self), ADW_PREFERENCES_GROUP (group));
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_preferences_models_dispose (GObject *object)
{
  TroupePreferencesModels *self = TROUPE_PREFERENCES_MODELS (object);

  g_clear_handle_id (&self->adding, g_source_remove);
  if (self->keys != NULL)
    troupe_stored_keys_close (self->keys);
  g_clear_object (&self->keys);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (troupe_preferences_models_parent_class)->dispose (object);
}

static void
troupe_preferences_models_class_init (TroupePreferencesModelsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_preferences_models_dispose;
  GTK_WIDGET_CLASS (klass)->map = troupe_preferences_models_map;
  signals[MESSAGE] = g_signal_new ("message", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "models.set-default", "s",
                                   example_activated);
}

static void
troupe_preferences_models_init (TroupePreferencesModels *self)
{
  adw_preferences_page_set_name (ADW_PREFERENCES_PAGE (self), "models");
  adw_preferences_page_set_title (ADW_PREFERENCES_PAGE (self), _ ("Models"));
  adw_preferences_page_set_icon_name (ADW_PREFERENCES_PAGE (self), "troupe-agent-symbolic");
  self->keys = troupe_stored_keys_new ();
}

void
troupe_preferences_models_set_settings (TroupePreferencesModels *self, GSettings *settings)
{
  g_return_if_fail (TROUPE_IS_PREFERENCES_MODELS (self));
  g_return_if_fail (G_IS_SETTINGS (settings));
  g_return_if_fail (self->settings == NULL);

  self->settings = g_object_ref (settings);
  add_model (self);
  add_keyring (self);
  add_providers (self);
  g_signal_connect_object (self->keys, "changed", G_CALLBACK (show_keyring), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->keys, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  show_model (self);
  show_keyring (self);
}

/* Returns the row of the provider of the key at or below @widget. (nullable) */
static TroupeProviderRow *
find_row (GtkWidget *widget, const char *variable)
{
  if (TROUPE_IS_PROVIDER_ROW (widget))
    return g_strv_contains (
               troupe_provider_row_get_provider (TROUPE_PROVIDER_ROW (widget))->key_variables,
               variable)
               ? TROUPE_PROVIDER_ROW (widget)
               : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      TroupeProviderRow *row = find_row (child, variable);

      if (row != NULL)
        return row;
    }
  return NULL;
}

void
troupe_preferences_models_enter_key (TroupePreferencesModels *self, const char *variable)
{
  TroupeProviderRow *row;

  g_return_if_fail (TROUPE_IS_PREFERENCES_MODELS (self));
  g_return_if_fail (variable != NULL);

  /* The rows are otherwise added one after the other. */
  while (add_provider (self))
    continue;
  row = find_row (GTK_WIDGET (self->providers), variable);
  if (row != NULL)
    troupe_provider_row_enter_key (row);
}
