/* troupe-llm-embed-permissions.c: permissions that an embedder needs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-embed-permissions"

#include "config.h"

#include <libsoup/soup.h>

#include "troupe-limits.h"
#include "troupe-llm-embed-table.h"
#include "troupe-sanitize-text.h"

char *
troupe_embed_describe_host (const char *url)
{
  g_autoptr (GUri) uri = url != NULL ? g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL) : NULL;

  return uri != NULL && g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0'
             ? troupe_uri_describe_host (uri)
             : NULL;
}

char *
troupe_embedder_get_url (TroupeValue *value, TroupeLlmEnvironment *environment)
{
  const TroupeEmbedService *service = troupe_embed_service_find (value, NULL);
  g_autoptr (TroupeValue) config = NULL;

  if (service == NULL)
    return NULL;
  config = troupe_embed_complete_config (service, troupe_embed_get_config (value), environment);

  return troupe_embed_find_url (service, config, environment);
}

char *
troupe_embedder_get_token_url (TroupeValue *value)
{
  const TroupeEmbedService *service = troupe_embed_service_find (value, NULL);
  g_autoptr (TroupeValue) config = NULL;

  if (service == NULL)
    return NULL;
  config = troupe_embed_complete_config (service, troupe_embed_get_config (value), NULL);

  return g_strdup (troupe_embed_get_token_url (service, config, NULL));
}

char *
troupe_embedder_get_account_file (TroupeValue *value, TroupeLlmEnvironment *environment)
{
  const TroupeEmbedService *service = troupe_embed_service_find (value, NULL);

  if (service == NULL ||
      troupe_llm_settings_get_text (troupe_embed_get_config (value), "api_key") != NULL)
    return NULL;
  return troupe_llm_find_account_file (service->provider.key_variables,
                                       service->provider.account_variable, environment);
}

static void
add_keys (GStrvBuilder *names, const TroupeEmbedService *service, TroupeValue *value)
{
  g_assert (names != NULL);

  if (troupe_llm_settings_get_text (troupe_embed_get_config (value), "api_key") == NULL)
    g_strv_builder_addv (names, (const char **) service->provider.key_variables);
  g_strv_builder_addv (names, (const char **) service->token_variables);
}

char **
troupe_embedder_get_environment_names (TroupeValue *value)
{
  const TroupeEmbedService *service = troupe_embed_service_find (value, NULL);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  if (service != NULL)
    {
      add_keys (names, service, value);
      g_strv_builder_addv (names, (const char **) service->provider.url_variables);
      g_strv_builder_addv (names, (const char **) service->provider.other_variables);
      for (const TroupeEmbedSetting *setting = service->settings; setting->name != NULL; setting++)
        g_strv_builder_addv (names, (const char **) setting->variables);
    }

  return g_strv_builder_end (names);
}

char **
troupe_embedder_get_key_names (TroupeValue *value)
{
  const TroupeEmbedService *service = troupe_embed_service_find (value, NULL);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  if (service != NULL)
    add_keys (names, service, value);

  return g_strv_builder_end (names);
}
