/* troupe-provider-state.c: effective API key and address of a provider
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-provider-state"

#include "config.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

#include "troupe-provider-state.h"

/* Bedrock's third key, the session token, exists only for temporary credentials. */
#define N_SIGNING_KEYS 2

/* --- Environment variables -------------------------------------------------------------------- */

static gboolean
is_set (const char *name)
{
  g_autofree char *value = g_strdup (g_getenv (name));

  return value != NULL && *g_strstrip (value) != '\0';
}

/* (nullable) */
static const char *
find_set (const char *const *names)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (is_set (names[i]))
      return names[i];
  return NULL;
}

const char *
troupe_provider_find_model_variable (void)
{
  return find_set (troupe_provider_list_model_variables ());
}

/* --- Keys ----------------------------------------------------------------------------------------- */

TroupeProviderKey
troupe_provider_key_find (const char *variable, const char *const *kept)
{
  g_return_val_if_fail (variable != NULL, TROUPE_PROVIDER_KEY_MISSING);

  if (is_set (variable))
    return TROUPE_PROVIDER_KEY_ENVIRONMENT;
  if (kept == NULL)
    return TROUPE_PROVIDER_KEY_UNKNOWN;
  return g_strv_contains (kept, variable) ? TROUPE_PROVIDER_KEY_KEYRING
                                          : TROUPE_PROVIDER_KEY_MISSING;
}

const char **
troupe_provider_list_own_variables (const TroupeProvider *provider)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  guint n_names;

  g_return_val_if_fail (provider != NULL, NULL);

  n_names = provider->wire == TROUPE_WIRE_BEDROCK ? N_SIGNING_KEYS : 1;
  for (guint i = 0; i < n_names && provider->key_variables[i] != NULL; i++)
    g_ptr_array_add (names, (gpointer) provider->key_variables[i]);
  g_ptr_array_add (names, NULL);
  return (const char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* --- Complete state --------------------------------------------------------------------------- */

void
troupe_provider_state_init (TroupeProviderState *self,
                            const TroupeProvider *provider,
                            const char *const *kept,
                            GHashTable *addresses)
{
  const char *address = provider->url;
  const char *first = provider->url_variables[0];
  gboolean all;

  g_return_if_fail (self != NULL);

  *self = (TroupeProviderState){ 0 };
  /* Finds the first variable that contains a key. If several keys are required together, finds
   * the first variable whose key is missing. */
  all = provider->wire == TROUPE_WIRE_BEDROCK;
  self->key_variable = provider->key_variables[0];
  self->key = TROUPE_PROVIDER_KEY_MISSING;
  for (guint i = 0; provider->key_variables[i] != NULL && (!all || i < N_SIGNING_KEYS); i++)
    {
      const TroupeProviderKey key = troupe_provider_key_find (provider->key_variables[i], kept);
      const gboolean is_there =
          key == TROUPE_PROVIDER_KEY_KEYRING || key == TROUPE_PROVIDER_KEY_ENVIRONMENT;

      if (i == 0 || is_there || all)
        self->key = key;
      if (is_there != all)
        {
          self->key_variable = provider->key_variables[i];
          break;
        }
    }
  if ((self->key == TROUPE_PROVIDER_KEY_MISSING || self->key == TROUPE_PROVIDER_KEY_UNKNOWN) &&
      (provider->fixed_key != NULL || self->key_variable == NULL))
    self->key = TROUPE_PROVIDER_KEY_NOT_NEEDED;
  self->address_variable = find_set (provider->url_variables);
  if (self->address_variable != NULL)
    address = g_getenv (self->address_variable);
  else if (addresses != NULL && first != NULL && g_hash_table_contains (addresses, first))
    address = g_hash_table_lookup (addresses, first);
  self->address = g_strdup (address);
  self->is_own_address = g_strcmp0 (address, provider->url) != 0;
}

void
troupe_provider_state_clear (TroupeProviderState *self)
{
  g_clear_pointer (&self->address, g_free);
}

char *
troupe_provider_state_describe (const TroupeProviderState *self, const TroupeProvider *provider)
{
  g_autofree char *key = NULL;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (provider != NULL, NULL);

  switch (self->key)
    {
    case TROUPE_PROVIDER_KEY_KEYRING:
      key = g_strdup (_ ("Key in the keyring"));
      break;
    case TROUPE_PROVIDER_KEY_ENVIRONMENT:
      /* Translators: %s is the name of an environment variable. */
      key = g_strdup_printf (_ ("Key from %s"), self->key_variable);
      break;
    case TROUPE_PROVIDER_KEY_NOT_NEEDED:
      key = g_strdup (provider->wire == TROUPE_WIRE_MOCK ? _ ("Answers offline")
                                                         : _ ("No key required"));
      break;
    case TROUPE_PROVIDER_KEY_UNKNOWN:
    case TROUPE_PROVIDER_KEY_MISSING:
    default:
      key = g_strdup (_ ("No key"));
      break;
    }
  if (self->address == NULL || (!self->is_own_address && provider->fixed_key == NULL))
    return g_steal_pointer (&key);
  /* Providers that require no key are identified by their address. */
  if (self->key == TROUPE_PROVIDER_KEY_NOT_NEEDED)
    return g_strdup (self->address);
  return g_strdup_printf ("%s · %s", key, self->address);
}

gboolean
troupe_provider_check_address (const char *text, GError **error)
{
  g_autoptr (GUri) uri = NULL;
  const char *scheme;

  g_return_val_if_fail (text != NULL, FALSE);

  uri = strpbrk (text, " \t\r\n") == NULL ? g_uri_parse (text, G_URI_FLAGS_HAS_PASSWORD, NULL)
                                           : NULL;
  scheme = uri != NULL ? g_uri_get_scheme (uri) : NULL;
  if (scheme == NULL || (!g_str_equal (scheme, "http") && !g_str_equal (scheme, "https")) ||
      g_uri_get_host (uri) == NULL || *g_uri_get_host (uri) == '\0')
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                         _ ("Enter a URL such as https://host/path."));
  else if (g_uri_get_userinfo (uri) != NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                         _ ("The URL must not contain a user name or password. Enter the key in "
                            "the row above; it is stored in the keyring."));
  else
    return TRUE;
  return FALSE;
}

GHashTable *
troupe_provider_make_defaults (GHashTable *addresses, const char *model)
{
  GHashTable *defaults = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  guint n_providers;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);

  for (guint i = 0; addresses != NULL && i < n_providers; i++)
    {
      const char *first = providers[i].url_variables[0];
      const char *address = first != NULL ? g_hash_table_lookup (addresses, first) : NULL;

      /* The default is skipped if any of the variables is set. Otherwise the default would
       * override the second variable, because the first variable takes precedence. */
      if (address != NULL && find_set (providers[i].url_variables) == NULL &&
          troupe_provider_check_address (address, NULL))
        g_hash_table_insert (defaults, g_strdup (first), g_strdup (address));
    }
  if (model != NULL && *model != '\0' && troupe_provider_find_model_variable () == NULL)
    g_hash_table_insert (defaults, g_strdup (troupe_provider_list_model_variables ()[0]),
                         g_strdup (model));
  return defaults;
}
