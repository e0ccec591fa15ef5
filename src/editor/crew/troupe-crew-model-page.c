/* troupe-crew-model-page.c: inspector page that chooses a model and its settings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-model-page"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-choosers.h"
#include "troupe-crew-form.h"
#include "troupe-crew-model-page.h"
#include "troupe-crew-models.h"
#include "troupe-crew-page.h"
#include "troupe-form-entry.h"
#include "troupe-form-focus.h"
#include "troupe-form.h"
#include "troupe-keyring.h"
#include "troupe-provider-table.h"
#include "troupe-sanitize-text.h"
#include "troupe-typed-text.h"

typedef struct
{
  TroupeCrewTarget *target;
  const TroupeCrewField *field;
  char **path;
  TroupeCrewPage *page; /* (nullable) */
  GtkWidget *search;
  GtkWidget *list;     /* contains the providers */
  GtkWidget *other;    /* entry for a name that is not listed */
  GtkWidget *settings; /* (nullable): a TroupeCrewForm */
  GtkWidget *settings_box;
  char *shown; /* identifies the contents of the list */
} Model;

static Model *
model_new (TroupeCrewTarget *target, const TroupeCrewField *field, const char *const *path)
{
  Model *self = g_new0 (Model, 1);

  self->target = g_object_ref (target);
  self->field = field;
  self->path = g_strdupv ((char **) path);

  return self;
}

static void
model_free (gpointer data)
{
  Model *self = data;

  g_object_unref (self->target);
  g_strfreev (self->path);
  g_free (self->shown);
  g_free (self);
}

/* --- Current value ---------------------------------------------------------------------------- */

static JsonNode *
get_node (Model *self)
{
  JsonNode *node =
      troupe_form_target_get (TROUPE_FORM_TARGET (self->target), (const char *const *) self->path);

  return node != NULL && JSON_NODE_HOLDS_NULL (node) ? NULL : node;
}

/* Returns the key of the name in a map. Returns NULL if the value is not a map. */
static const char *
get_key (JsonNode *node)
{
  static const char *const keys[] = { "model", "model_name", "deployment_name" };

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (json_object_has_member (json_node_get_object (node), keys[i]))
      return keys[i];
  return keys[0];
}

static const char *
get_name (Model *self)
{
  JsonNode *node = get_node (self);

  if (node != NULL && JSON_NODE_HOLDS_OBJECT (node))
    node = json_object_get_member (json_node_get_object (node), get_key (node));
  return node != NULL && JSON_NODE_HOLDS_VALUE (node) &&
                 json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

/* Sets the name. A map stays a map. @name: (nullable): NULL removes the value */
static void
set_name (Model *self, const char *name)
{
  const char *key = get_key (get_node (self));
  g_auto (GStrv) path = key != NULL && name != NULL
                            ? troupe_path_append ((const char *const *) self->path, key)
                            : g_strdupv (self->path);
  g_autoptr (JsonNode) value = name != NULL ? troupe_json_node_new_string (name) : NULL;

  troupe_form_target_set (TROUPE_FORM_TARGET (self->target), (const char *const *) path, value,
                          _ ("Change Model"), NULL);
}

/* --- API key ---------------------------------------------------------------------------------- */

static void
key_stored_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (TroupeCrewTarget) target = data;
  g_autoptr (GError) error = NULL;

  if (!troupe_keyring_store_finish (result, &error))
    troupe_form_target_report (TROUPE_FORM_TARGET (target), error);
}

static void
save_key_cb (GtkWidget *entry, Model *self)
{
  const char *name = g_object_get_data (G_OBJECT (entry), "troupe-variable");
  const char *key = gtk_editable_get_text (GTK_EDITABLE (entry));
  GtkWidget *popover = gtk_widget_get_ancestor (entry, GTK_TYPE_POPOVER);

  if (key[0] != '\0')
    troupe_keyring_store_async (name, key, NULL, key_stored_cb, g_object_ref (self->target));
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  gtk_popover_popdown (GTK_POPOVER (popover));
}

static void
preferences_cb (GtkWidget *button)
{
  GtkWidget *popover = gtk_widget_get_ancestor (button, GTK_TYPE_POPOVER);

  gtk_popover_popdown (GTK_POPOVER (popover));
  if (g_action_group_get_action_parameter_type (G_ACTION_GROUP (g_application_get_default ()),
                                                "preferences") == NULL)
    gtk_widget_activate_action (button, "app.preferences", NULL);
  else
    gtk_widget_activate_action (button, "app.preferences", "s", "keys");
}

static GtkWidget *
make_key_button (Model *self, const TroupeProvider *provider)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *entry = gtk_password_entry_new ();
  GtkWidget *preferences = NULL;
  g_autofree char *words = NULL;
  GtkWidget *hint;
  GApplication *application;

  /* Creates a button that opens the preferences, where all keys are stored. */
  application = g_application_get_default ();
  if (application != NULL &&
      g_action_group_has_action (G_ACTION_GROUP (application), "preferences"))
    {
      preferences = gtk_button_new_with_label (_ ("All Keys…"));
      gtk_widget_set_halign (preferences, GTK_ALIGN_END);
      gtk_widget_add_css_class (preferences, "flat");
      g_signal_connect (preferences, "clicked", G_CALLBACK (preferences_cb), NULL);
    }
  words = g_strdup_printf (_ ("Key of %s, %s"), provider->title, provider->key_variables[0]);
  hint = gtk_label_new (
      _ ("Press Enter to store the key in the keyring. It is never written to a file."));
  gtk_widget_add_css_class (hint, "caption");
  gtk_widget_add_css_class (hint, "dim-label");
  g_object_set (entry, "placeholder-text", words, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  g_object_set_data_full (G_OBJECT (entry), "troupe-variable",
                          g_strdup (provider->key_variables[0]), g_free);
  g_signal_connect (entry, "activate", G_CALLBACK (save_key_cb), self);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_box_append (GTK_BOX (box), hint);
  if (preferences != NULL)
    gtk_box_append (GTK_BOX (box), preferences);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  troupe_typed_text_take_save_key (popover);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _ ("Add Key"));
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);

  return button;
}

/* --- Model list ------------------------------------------------------------------------------- */

static gboolean
matches (Model *self, const char *model, const char *service)
{
  g_autofree char *query =
      g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);
  g_autofree char *name = g_utf8_casefold (model, -1);
  g_autofree char *title = g_utf8_casefold (service, -1);

  return strstr (name, query) != NULL || strstr (title, query) != NULL;
}

static void
chosen_cb (GtkWidget *row, Model *self)
{
  set_name (self, g_object_get_data (G_OBJECT (row), "troupe-model"));
}

/* Adds the row of a model. @model: (nullable): NULL for CrewAI's default */
static void
add_model (Model *self, GtkWidget *group, const TroupeProvider *provider, const char *model)
{
  TroupeCrewModels *models = troupe_crew_models_get (self->target);
  GtkWidget *row = adw_action_row_new ();
  gboolean has_key = provider == NULL || troupe_crew_models_has_key (models, provider);
  g_autofree char *about =
      model == NULL ? g_strdup (_ ("The model set in the environment, otherwise gpt-4.1-mini"))
      : has_key     ? troupe_crew_models_describe (models, model)
                    : g_strdup (_ ("Key required"));
  gboolean is_chosen = g_strcmp0 (model, get_name (self)) == 0 &&
                       !troupe_crew_target_differs (self->target, (const char *const *) self->path);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                 model != NULL ? model : _ ("CrewAI Default"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), about);
  g_object_set_data_full (G_OBJECT (row), "troupe-model", g_strdup (model), g_free);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_signal_connect (row, "activated", G_CALLBACK (chosen_cb), self);
  if (!has_key)
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), make_key_button (self, provider));
  if (is_chosen)
    {
      g_autofree char *spoken = g_strdup_printf (_ ("%s, selected"), model != NULL ? model : about);
      GtkWidget *tick = gtk_image_new_from_icon_name ("object-select-symbolic");

      gtk_widget_add_css_class (tick, "accent");
      adw_action_row_add_suffix (ADW_ACTION_ROW (row), tick);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                      -1);
      troupe_form_keep_own_name (row);
    }
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
}

static void
add_provider (Model *self, const TroupeProvider *provider, GtkWidget **group, const char *title)
{
  for (guint i = 0; i < G_N_ELEMENTS (provider->examples) && provider->examples[i] != NULL; i++)
    {
      if (!matches (self, provider->examples[i], provider->title))
        continue;
      if (*group == NULL)
        *group = GTK_WIDGET (troupe_form_add_group (self->list, title));
      add_model (self, *group, provider, provider->examples[i]);
    }
}

/* Sorts providers: first providers with a key, then providers without a key, then local
 * providers. */
static int
get_order (TroupeCrewModels *models, const TroupeProvider *provider)
{
  if (troupe_crew_models_is_local (provider))
    return 2;
  return troupe_crew_models_has_key (models, provider) ? 0 : 1;
}

static gboolean
is_shown (Model *self)
{
  TroupeCrewModels *models = troupe_crew_models_get (self->target);
  guint n_providers;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);
  const char *name = get_name (self);
  GString *shown = g_string_new (gtk_editable_get_text (GTK_EDITABLE (self->search)));

  g_string_append_printf (shown, "\n%s\n", name != NULL ? name : "");
  for (guint i = 0; i < n_providers; i++)
    g_string_append_c (shown, (char) ('0' + get_order (models, &providers[i])));
  if (name != NULL)
    {
      g_autofree char *about = troupe_crew_models_describe (models, name);

      g_string_append (shown, about);
    }
  if (g_strcmp0 (shown->str, self->shown) == 0)
    {
      g_string_free (shown, TRUE);
      return TRUE;
    }
  g_free (self->shown);
  self->shown = g_string_free (shown, FALSE);

  return FALSE;
}

/* --- Page ------------------------------------------------------------------------------------- */

/* Returns the first row of a model at or below @widget. (nullable) */
static GtkWidget *
find_first_model (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (g_object_get_data (G_OBJECT (widget), "troupe-model") != NULL)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_first_model (child);
  return found;
}

/* Enter takes the first result of the search, or a complete name that is not in the list. */
static void
search_activate_cb (Model *self)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  const char *slash = strchr (g_strstrip (text), '/');
  GtkWidget *row;

  if (*text == '\0')
    return;
  /* The entry delays `search-changed`, so the list may not be filtered yet. */
  troupe_crew_page_refresh (self->page);
  row = find_first_model (self->list);
  if (row != NULL)
    chosen_cb (row, self);
  else if (slash != NULL && slash[1] != '\0' &&
           troupe_provider_find_by_prefix (text, slash - text) != NULL)
    {
      gtk_editable_set_text (GTK_EDITABLE (self->search), "");
      set_name (self, text);
    }
}

static void
other_committed_cb (GtkWidget *row, const char *name, Model *self)
{
  set_name (self, name[0] != '\0' ? name : NULL);
}

static void
refresh (TroupeCrewPage *page, gpointer data)
{
  Model *self = data;
  const char *name = get_name (self);
  gboolean has_model;

  g_assert (TROUPE_IS_CREW_PAGE (page));

  if (!is_shown (self))
    {
      TroupeCrewModels *models = troupe_crew_models_get (self->target);
      guint n_providers;
      const TroupeProvider *providers = troupe_provider_get_all (&n_providers);
      GtkWidget *local = NULL;
      TroupeFormFocus *focus = troupe_form_focus_take (self->list);

      troupe_crew_clear_box (self->list);
      if (gtk_editable_get_text (GTK_EDITABLE (self->search))[0] == '\0')
        add_model (self, GTK_WIDGET (troupe_form_add_group (self->list, NULL)), NULL, NULL);
      for (int order = 0; order < 3; order++)
        for (guint i = 0; i < n_providers; i++)
          {
            GtkWidget *group = NULL;

            if (!providers[i].is_spoken || get_order (models, &providers[i]) != order)
              continue;
            if (order == 2)
              add_provider (self, &providers[i], &local, _ ("On this computer"));
            else
              add_provider (self, &providers[i], &group, providers[i].title);
          }
      troupe_form_focus_give_back (focus, self->list);
    }
  troupe_form_entry_set_value (TROUPE_FORM_ENTRY (self->other), name != NULL ? name : "");
  /* Settings are only shown if a model is set. */
  has_model = get_name (self) != NULL;
  gtk_widget_set_visible (self->settings_box, has_model);
  if (has_model && self->settings == NULL)
    {
      self->settings = troupe_crew_form_new (self->target, TROUPE_CREW_OWNER_MODEL,
                                             (const char *const *) self->path);
      gtk_box_append (GTK_BOX (self->settings_box), self->settings);
    }
  else if (self->settings != NULL)
    troupe_crew_form_refresh (TROUPE_CREW_FORM (self->settings));
}

GtkWidget *
troupe_crew_model_page_new (TroupeCrewTarget *target,
                            const TroupeCrewField *field,
                            const char *const *path)
{
  Model *self;
  GtkWidget *page;
  GtkWidget *box;
  AdwPreferencesGroup *group;
  GtkWidget *label;

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), NULL);
  g_return_val_if_fail (field != NULL && path != NULL, NULL);

  self = model_new (target, field, path);
  page = troupe_crew_page_new (target, _ (field->title));
  self->page = TROUPE_CREW_PAGE (page);
  box = troupe_crew_page_get_box (self->page);
  self->search = troupe_crew_page_add_search (self->page, _ ("Search Models"));
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (search_activate_cb), self);
  self->list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 14);
  gtk_box_append (GTK_BOX (box), self->list);
  group = troupe_form_add_group (box, NULL);
  label = gtk_label_new (_ ("Settings"));
  self->other = troupe_form_entry_new (_ ("Other Model"), "");
  g_signal_connect (self->other, "committed", G_CALLBACK (other_committed_cb), self);
  troupe_form_target_keep_typed (TROUPE_FORM_TARGET (self->target),
                                 (const char *const *) self->path, self->other);
  adw_preferences_group_add (group, self->other);
  self->settings_box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "heading");
  gtk_box_append (GTK_BOX (self->settings_box), label);
  gtk_box_append (GTK_BOX (box), self->settings_box);
  troupe_crew_page_set_refresh (self->page, refresh, self, model_free);
  g_signal_connect_object (troupe_crew_models_get (target), "changed",
                           G_CALLBACK (troupe_crew_page_refresh), page, G_CONNECT_SWAPPED);

  return page;
}

/* --- Row -------------------------------------------------------------------------------------- */

/* Returns TRUE if the model is not used. If an agent is the manager, it has its own model, so
 * CrewAI ignores the model of the built-in manager. */
static gboolean
is_for_nobody (Model *self)
{
  g_auto (GStrv) path = NULL;
  JsonNode *manager;

  if (!g_str_equal (self->field->key, "manager_llm"))
    return FALSE;
  path = g_strdupv (self->path);
  g_free (path[g_strv_length (path) - 1]);
  path[g_strv_length (self->path) - 1] = g_strdup ("manager_agent");
  manager = troupe_form_target_get (TROUPE_FORM_TARGET (self->target), (const char *const *) path);

  return manager != NULL && !JSON_NODE_HOLDS_NULL (manager);
}

static void
refresh_row_cb (GtkWidget *row)
{
  Model *self = g_object_get_data (G_OBJECT (row), "troupe-model-data");
  TroupeCrewModels *models = troupe_crew_models_get (self->target);
  const char *name = get_name (self);
  const TroupeProvider *provider = name != NULL ? troupe_crew_models_find_provider (name) : NULL;
  g_autofree char *shown = name != NULL ? troupe_text_to_line (name) : NULL;
  g_autofree char *about = name != NULL ? troupe_crew_models_describe (models, name) : NULL;
  g_autofree char *line = NULL;
  gboolean has_key = provider == NULL || troupe_crew_models_has_key (models, provider);

  if (is_for_nobody (self))
    {
      line = g_strdup (_ ("Not used, because an agent is the manager"));
      has_key = TRUE;
    }
  else if (troupe_crew_target_differs (self->target, (const char *const *) self->path))
    line = g_strdup (_ ("Several Values"));
  else if (name == NULL)
    line = g_strdup (_ ("CrewAI Default"));
  else if (!has_key)
    line = g_strdup_printf (_ ("%s needs a key"), provider->title);
  else
    line = g_strdup_printf ("%s · %s", provider->title, about);
  troupe_crew_opener_set_help (row, line);
  if (has_key)
    gtk_widget_remove_css_class (row, "told-of");
  else
    gtk_widget_add_css_class (row, "told-of");
  troupe_crew_opener_set_chips (row, shown != NULL ? (const char *const[]){ shown, NULL } : NULL,
                                "");
}

static void
open_cb (GtkWidget *row)
{
  Model *self = g_object_get_data (G_OBJECT (row), "troupe-model-data");

  troupe_crew_target_open_page (self->target,
                                troupe_crew_model_page_new (self->target, self->field,
                                                            (const char *const *) self->path));
}

GtkWidget *
troupe_crew_model_row_new (TroupeCrewTarget *target,
                           const TroupeCrewField *field,
                           const char *const *path)
{
  GtkWidget *row;

  g_return_val_if_fail (TROUPE_IS_CREW_TARGET (target), NULL);
  g_return_val_if_fail (field != NULL && path != NULL, NULL);

  row = troupe_crew_opener_new (_ (field->title));
  g_object_set_data_full (G_OBJECT (row), "troupe-model-data", model_new (target, field, path),
                          model_free);
  g_signal_connect (row, "activated", G_CALLBACK (open_cb), NULL);
  g_signal_connect_object (troupe_crew_target_get_subject (target), "changed",
                           G_CALLBACK (refresh_row_cb), row, G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_crew_models_get (target), "changed", G_CALLBACK (refresh_row_cb),
                           row, G_CONNECT_SWAPPED);
  refresh_row_cb (row);

  return row;
}
