/* troupe-permission-services.c: permissions of models and embedders
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-permission-services"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-llm-embed.h"
#include "troupe-llm-environment.h"
#include "troupe-llm.h"
#include "troupe-permission-services.h"
#include "troupe-provider-table.h"

static void
add_variables (TroupePermissionList *self, char **names)
{
  g_assert (self != NULL);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    troupe_permission_list_add (self, TROUPE_PERMISSION_ENVIRONMENT, names[i]);
}

/* Adds the hosts whose addresses are in @value, at any depth: a provider contacts them itself, for example as MCP servers, and
 * gives them texts of the run. @value: (nullable) */
static void
add_addresses (TroupePermissionList *self, TroupeValue *value)
{
  if (value == NULL)
    return;
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      const char *text = troupe_value_get_string (value, NULL);

      if (strstr (text, "://") != NULL)
        troupe_permission_list_add_host (self, text, NULL, TROUPE_KEY_FROM_VARIABLES);
    }
  else if (troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
      add_addresses (self, troupe_value_list_get (value, i));
  else if (troupe_value_is (value, TROUPE_VALUE_MAP))
    for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
      add_addresses (self, troupe_value_map_get_value (value, i));
}

static void
add_model (TroupePermissionList *self, const char *model, TroupeValue *settings)
{
  TroupeLlmEnvironment *environment = troupe_permission_list_get_environment (self);
  g_autofree char *usual = model == NULL ? troupe_llm_get_default_model (environment) : NULL;
  g_autofree char *url = troupe_llm_model_get_url (model, settings, environment);
  g_auto (GStrv) variables = troupe_llm_model_get_environment_names (model, settings, environment);
  g_auto (GStrv) keys = NULL;
  g_autoptr (TroupeValue) rest = NULL;
  g_autofree char *fallback = troupe_llm_model_get_fallback (settings, &rest);
  g_autofree char *account = NULL;
  const char *of_token[2] = { NULL };
  g_autofree char *token_url =
      troupe_llm_model_get_token_url (model, settings, environment, &of_token[0], &account);
  gboolean is_own;
  TroupeValue *parameters;
  const char *parameter_model;

  g_assert (self != NULL);

  keys = troupe_llm_model_get_key_names (model, settings, environment, &is_own);
  troupe_permission_list_add (self, TROUPE_PERMISSION_MODEL, model != NULL ? model : usual);
  troupe_permission_list_add_host (self, url, (const char *const *) keys,
                                   is_own ? TROUPE_KEY_IN_DOCUMENT : TROUPE_KEY_FROM_VARIABLES);
  troupe_permission_list_add_host (self, token_url, of_token, TROUPE_KEY_FROM_VARIABLES);
  if (account != NULL)
    troupe_permission_list_add (self, TROUPE_PERMISSION_KEYS, account);
  add_variables (self, variables);
  /* Adds what a document sends to the model's provider beside the messages. It may name another
   * model. */
  parameters = troupe_value_get_member_of (settings, "additional_params", TROUPE_VALUE_MAP);
  parameter_model = troupe_value_get_member_text (parameters, "model");
  if (parameter_model != NULL)
    troupe_permission_list_add (self, TROUPE_PERMISSION_MODEL, parameter_model);
  add_addresses (self, parameters);
  add_addresses (self, troupe_value_get_member (settings, "builtin_tools"));
  if (fallback != NULL)
    add_model (self, fallback, rest);
}

void
troupe_permission_list_add_model (TroupePermissionList *self,
                                  const char *model,
                                  TroupeValue *settings)
{
  const char *only = NULL;

  g_return_if_fail (self != NULL);

  only = troupe_permission_list_get_only_model (self);
  add_model (self, only != NULL ? only : model, only != NULL ? NULL : settings);
}

void
troupe_permission_list_add_any_model (TroupePermissionList *self, const char *source)
{
  /* Translators: %s is a Python function, class or object such as models:fast */
  g_autofree char *model = g_strdup_printf (
      _ ("any model that %s creates, at its provider’s own address, with the provider’s key"),
      source);
  guint n_providers = 0;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);

  g_return_if_fail (self != NULL && source != NULL);

  troupe_permission_list_add (self, TROUPE_PERMISSION_MODEL, model);
  troupe_permission_list_set_any_model (self);
  for (guint i = 0; i < n_providers; i++)
    {
      const TroupeProvider *provider = &providers[i];
      TroupeLlmEnvironment *environment = troupe_permission_list_get_environment (self);
      gboolean is_set = FALSE;

      /* Adds the server that the environment sets for a provider. */
      for (guint j = 0; provider->url_variables[j] != NULL && !is_set; j++)
        {
          g_autofree char *value =
              troupe_llm_environment_lookup (environment, provider->url_variables[j]);

          is_set = value != NULL;
        }
      if (is_set && provider->prefixes[0] != NULL)
        {
          g_autofree char *environment_model = g_strconcat (provider->prefixes[0], "/x/x", NULL);
          g_autofree char *url = troupe_llm_model_get_url (environment_model, NULL, environment);

          troupe_permission_list_add_host (self, url, provider->key_variables,
                                           TROUPE_KEY_FROM_VARIABLES);
        }
    }
}

void
troupe_permission_list_add_embedder (TroupePermissionList *self,
                                     TroupeValue *embedder,
                                     const char *model)
{
  g_autofree char *url =
      troupe_embedder_get_url (embedder, troupe_permission_list_get_environment (self));
  g_autofree char *token_url = troupe_embedder_get_token_url (embedder);
  g_autofree char *account =
      troupe_embedder_get_account_file (embedder, troupe_permission_list_get_environment (self));
  g_auto (GStrv) keys = troupe_embedder_get_key_names (embedder);
  g_auto (GStrv) variables = troupe_embedder_get_environment_names (embedder);
  TroupeValue *config = troupe_value_get_member (embedder, "config");
  const TroupeKeySource sources = troupe_value_get_member_text (config, "api_key") != NULL
                                      ? TROUPE_KEY_IN_DOCUMENT
                                      : TROUPE_KEY_FROM_VARIABLES;

  g_return_if_fail (self != NULL);

  troupe_permission_list_add (
      self, TROUPE_PERMISSION_MODEL,
      embedder == NULL ? model : troupe_value_get_member_text (config, "model_name"));
  /* If a server exchanges the key for an access token, the embedder's server receives the token,
   * which permits the same. */
  troupe_permission_list_add_host (self, url, (const char *const *) keys, sources);
  troupe_permission_list_add_host (self, token_url, (const char *const *) keys, sources);
  if (account != NULL)
    troupe_permission_list_add (self, TROUPE_PERMISSION_KEYS, account);
  add_variables (self, variables);
}
