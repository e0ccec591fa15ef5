/* troupe-preferences-apply.c: applies the settings of the user to runs and model requests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-preferences-apply"

#include "config.h"

#include "troupe-llm-defaults.h"
#include "troupe-preferences-apply.h"
#include "troupe-provider-state.h"

GHashTable *
troupe_preferences_read_addresses (GSettings *settings)
{
  GHashTable *addresses = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GVariant) value = NULL;
  const char *variable, *address;
  GVariantIter iter;

  g_return_val_if_fail (G_IS_SETTINGS (settings), addresses);

  value = g_settings_get_value (settings, TROUPE_PREFERENCES_ADDRESSES);
  g_variant_iter_init (&iter, value);
  while (g_variant_iter_next (&iter, "{&s&s}", &variable, &address))
    g_hash_table_insert (addresses, g_strdup (variable), g_strdup (address));
  return addresses;
}

void
troupe_preferences_set_address (GSettings *settings, const char *variable, const char *address)
{
  g_autoptr (GHashTable) addresses = NULL;
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{ss}"));
  GHashTableIter iter;
  gpointer name, value;

  g_return_if_fail (G_IS_SETTINGS (settings));
  g_return_if_fail (variable != NULL && address != NULL);

  addresses = troupe_preferences_read_addresses (settings);
  if (*address != '\0')
    g_hash_table_insert (addresses, g_strdup (variable), g_strdup (address));
  else
    g_hash_table_remove (addresses, variable);
  g_hash_table_iter_init (&iter, addresses);
  while (g_hash_table_iter_next (&iter, &name, &value))
    g_variant_builder_add (&builder, "{ss}", name, value);
  g_settings_set_value (settings, TROUPE_PREFERENCES_ADDRESSES, g_variant_builder_end (&builder));
}

void
troupe_preferences_apply (GSettings *settings, TroupeEngine *engine)
{
  g_autoptr (GHashTable) addresses = NULL;
  g_autoptr (GHashTable) defaults = NULL;
  g_autofree char *model = NULL;

  g_return_if_fail (G_IS_SETTINGS (settings));
  g_return_if_fail (engine == NULL || TROUPE_IS_ENGINE (engine));

  addresses = troupe_preferences_read_addresses (settings);
  model = g_settings_get_string (settings, TROUPE_PREFERENCES_MODEL);
  defaults = troupe_provider_make_defaults (addresses, model);
  troupe_llm_defaults_set (defaults);
  if (engine != NULL)
    troupe_engine_set_max_calls (engine, g_settings_get_uint (settings, TROUPE_PREFERENCES_CALLS));
}
