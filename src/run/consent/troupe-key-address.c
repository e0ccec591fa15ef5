/* troupe-key-address.c: whether a host is an address of the provider whose key it receives
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-key-address"

#include "config.h"

#include <string.h>

#include "troupe-key-address.h"
#include "troupe-key-recipients.h"
#include "troupe-llm-embed-table.h"
#include "troupe-sanitize-text.h"

/* Returns TRUE if @url, of a table of providers, is an address of the host. @url: (nullable); may contain the name of a setting
 * in capitals in its place, such as `https://bedrock-runtime.REGION.amazonaws.com` */
static gboolean
is_address_of (const char *url, const char *host)
{
  const char *authority = url != NULL ? strstr (url, "://") + strlen ("://") : NULL;
  gsize length = authority != NULL ? strcspn (authority, "/") : 0;
  gsize start = 0;
  gsize end = length;

  if (authority == NULL)
    return FALSE;
  while (start < length && !g_ascii_isupper (authority[start]))
    start++;
  while (end > start && !g_ascii_isupper (authority[end - 1]))
    end--;
  if (start == length)
    return strlen (host) == length && strncmp (host, authority, length) == 0;
  return strlen (host) > start + (length - end) && strncmp (host, authority, start) == 0 &&
         strncmp (host + strlen (host) - (length - end), authority + end, length - end) == 0 &&
         memchr (host + start, '.', strlen (host) - (length - end) - start) == NULL;
}

/* Looks at a provider that has the key @name. @is_own: (inout): whether @host is an address of one of them; @foreign: (inout)
 * (nullable): another one. A provider without an address, such as Azure, has another one for each customer. */
static void
look_at_provider (const TroupeProvider *provider,
                  const char *token_url,
                  const char *name,
                  const char *host,
                  gboolean *is_own,
                  const TroupeProvider **foreign)
{
  if (provider->url == NULL || !troupe_key_recipient_has_key (provider, name))
    return;
  if (is_address_of (provider->url, host) || is_address_of (provider->token_url, host) ||
      is_address_of (token_url, host))
    *is_own = TRUE;
  else if (*foreign == NULL)
    *foreign = provider;
}

/* Returns TRUE if the host, with its port, is this computer. */
static gboolean
is_here (const char *host)
{
  g_autofree char *address = g_strconcat ("http://", host, NULL);
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_PARSE_RELAXED, NULL);

  return uri != NULL && troupe_uri_is_here (uri);
}

const TroupeProvider *
troupe_key_address_find_foreign (const char *name, const char *host)
{
  guint n_providers = 0;
  guint n_services = 0;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);
  const TroupeEmbedService *services = troupe_embed_service_get_all (&n_services);
  const TroupeProvider *foreign = NULL;
  gboolean is_own = FALSE;

  g_return_val_if_fail (name != NULL && host != NULL, NULL);

  if (is_here (host))
    return NULL;
  for (guint i = 0; i < n_providers; i++)
    look_at_provider (&providers[i], NULL, name, host, &is_own, &foreign);
  for (guint i = 0; i < n_services; i++)
    look_at_provider (&services[i].provider, services[i].token_url, name, host, &is_own, &foreign);

  return is_own ? NULL : foreign;
}

gboolean
troupe_key_address_is_known (const char *host)
{
  guint n_providers = 0;
  guint n_services = 0;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);
  const TroupeEmbedService *services = troupe_embed_service_get_all (&n_services);

  g_return_val_if_fail (host != NULL, FALSE);

  if (is_here (host))
    return TRUE;
  for (guint i = 0; i < n_providers; i++)
    if (is_address_of (providers[i].url, host) || is_address_of (providers[i].token_url, host))
      return TRUE;
  for (guint i = 0; i < n_services; i++)
    if (is_address_of (services[i].provider.url, host) ||
        is_address_of (services[i].provider.token_url, host) ||
        is_address_of (services[i].token_url, host))
      return TRUE;

  return FALSE;
}
