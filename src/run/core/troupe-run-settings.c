/* troupe-run-settings.c: settings of models from the file .env next to a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-settings"

#include "config.h"

#include <string.h>

#include "troupe-env-file.h"
#include "troupe-llm-defaults.h"
#include "troupe-llm-embed.h"
#include "troupe-provider-table.h"
#include "troupe-run-settings.h"

static gboolean
is_blank (const char *value)
{
  while (value != NULL && g_ascii_isspace (*value))
    value++;
  return value == NULL || *value == '\0';
}

static void
add_names (GPtrArray *names, char **more)
{
  for (guint i = 0; more[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (names, more[i], g_str_equal, NULL))
      g_ptr_array_add (names, g_strdup (more[i]));
}

/* Returns the variables that name the file of a service account. (transfer full) */
static char **
list_account_variables (void)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  guint n_providers = 0;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);

  for (guint i = 0; i < n_providers; i++)
    if (providers[i].account_variable != NULL)
      g_strv_builder_add (names, providers[i].account_variable);
  return g_strv_builder_end (names);
}

GHashTable *
troupe_run_settings_read (const char *folder)
{
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GHashTable) found = NULL;
  g_auto (GStrv) accounts = NULL;
  GHashTableIter iter;
  gpointer name, value;
  g_auto (GStrv) of_models = NULL;
  g_auto (GStrv) of_embedders = NULL;
  g_auto (GStrv) of_accounts = NULL;

  g_return_val_if_fail (folder != NULL, NULL);

  names = g_ptr_array_new_with_free_func (g_free);
  of_models = troupe_llm_list_setting_variables ();
  of_embedders = troupe_embedder_list_setting_variables ();
  of_accounts = list_account_variables ();
  add_names (names, of_models);
  add_names (names, of_embedders);
  add_names (names, of_accounts);
  g_ptr_array_add (names, NULL);
  found = troupe_env_file_read (folder, (const char *const *) names->pdata, NULL, NULL);
  if (found == NULL)
    return troupe_env_table_new ();
  accounts = list_account_variables ();
  g_hash_table_iter_init (&iter, found);
  /* An account that is not a file is a key, and no setting. */
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (is_blank (value) ||
        (strchr (value, '{') != NULL && g_strv_contains ((const char *const *) accounts, name)))
      g_hash_table_iter_remove (&iter);
  return g_steal_pointer (&found);
}

const char *
troupe_run_settings_get (GHashTable *settings, const char *name)
{
  const char *value;

  g_return_val_if_fail (settings != NULL && name != NULL, NULL);

  value = g_hash_table_lookup (settings, name);
  return value != NULL ? value : g_getenv (name);
}

/* Returns TRUE if the file sets one of the variables that have the same purpose as @name. */
static gboolean
sets_any (GHashTable *settings, const char *name, const char *const *group)
{
  if (!g_strv_contains (group, name))
    return FALSE;
  for (guint i = 0; group[i] != NULL; i++)
    if (g_hash_table_contains (settings, group[i]))
      return TRUE;
  return FALSE;
}

char *
troupe_run_settings_get_default (GHashTable *settings, const char *name)
{
  guint n_providers;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);

  g_return_val_if_fail (settings != NULL && name != NULL, NULL);

  /* The preferences contain the first variable of a group only. */
  if (sets_any (settings, name, troupe_provider_list_model_variables ()))
    return NULL;
  for (guint i = 0; i < n_providers; i++)
    if (sets_any (settings, name, providers[i].url_variables))
      return NULL;
  return troupe_llm_defaults_lookup (name);
}

char *
troupe_run_settings_lookup (const char *name, gpointer settings)
{
  const char *value = troupe_run_settings_get (settings, name);

  return is_blank (value) ? troupe_run_settings_get_default (settings, name) : g_strdup (value);
}
