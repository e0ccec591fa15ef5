/* troupe-mcp-http-error.c: errors of the HTTP transport of an MCP server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-http-error"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-mcp-challenge.h"
#include "troupe-mcp-http-error.h"
#include "troupe-mcp-issuer.h"

GError *
troupe_mcp_http_error_new_lost (const TroupeMcpConfig *config, const char *reason)
{
  g_autofree char *shown = troupe_mcp_config_clean (config, reason);

  return g_error_new (TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_NETWORK,
                      /* Translators: %s are a host name and the reason. */
                      _ ("The request to the MCP server at %s failed: %s. Check that its URL is "
                         "correct and that it is running."),
                      config->label, shown);
}

static char *
describe_status (const TroupeMcpConfig *config, guint status, const TroupeMcpRefusal *refusal)
{
  g_assert (config != NULL);

  if (status == 401 || status == 403)
    {
      g_autofree char *advice = NULL;
      g_autoptr (TroupeMcpChallenge) challenge = NULL;
      g_autofree char *server = NULL;

      /* Advises the user what to do if a server requires authentication. */
      challenge = troupe_mcp_challenge_new (refusal->header);
      if (troupe_mcp_config_has_key (config))
        advice = g_strdup (
            status == 403
                ? _ ("Check the permissions of the key in the document’s headers.")
                : _ ("Check that the key in the document’s headers is correct and still valid."));
      else if (!challenge->is_bearer)
        advice = g_strdup (
            _ ("It requires authentication. Add its key to the headers in the document."));
      else
        {
          server = troupe_mcp_resource_make_word (config->uri);
          advice = g_strdup_printf (
              /* Translators: %s is the address of a server. */
              _ ("It requires a sign-in. Run “troupectl mcp sign-in %s”, or get a token from the "
                 "service "
                 "and add it to the document’s headers as “Authorization”: “Bearer TOKEN”."),
              server);
        }
      /* Translators: the first %s is a host name; %u is an HTTP status code, such as 401; the
       * last %s is a sentence with advice. */
      return g_strdup_printf (_ ("The MCP server at %s rejected the request with status %u. %s"),
                              config->label, status, advice);
    }
  return g_strdup_printf (
      /* Translators: %s is a host name; %u is an HTTP status code, such as 404. */
      _ ("The MCP server at %s rejected the request with status %u. Check that its URL is "
         "correct."),
      config->label, status);
}

GError *
troupe_mcp_http_error_new_status (const TroupeMcpConfig *config,
                                  guint status,
                                  const TroupeMcpRefusal *refusal,
                                  GBytes *body)
{
  g_autoptr (TroupeValue) said = NULL;
  g_autofree char *described = NULL;
  gboolean asks;
  GError *error;
  gsize length;
  const char *text;
  g_autoptr (TroupeValue) value = NULL;
  TroupeValue *cause = NULL;

  text = g_bytes_get_data (body, &length);
  value = length > 0 ? troupe_value_from_json (text, (gssize) length, NULL) : NULL;
  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP))
    cause = troupe_value_map_lookup_string (value, "error", -1);
  said =
      cause != NULL && troupe_value_is (cause, TROUPE_VALUE_MAP) ? troupe_value_ref (cause) : NULL;
  described = describe_status (config, status, refusal);
  asks = status == 401 || status == 403;
  error = troupe_mcp_error_new_status (
      status, asks ? TROUPE_MCP_ERROR_AUTHENTICATION : TROUPE_MCP_ERROR_HTTP, described);
  if (asks)
    troupe_mcp_error_set_refusal (error, refusal);
  if (said != NULL)
    {
      TroupeValue *number = troupe_value_map_lookup_string (said, "code", -1);
      TroupeValue *words = troupe_value_map_lookup_string (said, "message", -1);

      if (number != NULL && troupe_value_is (number, TROUPE_VALUE_INTEGER))
        troupe_mcp_error_set_number (error, troupe_value_get_integer (number),
                                     troupe_value_map_lookup_string (said, "data", -1));
      if (words != NULL && troupe_value_is (words, TROUPE_VALUE_STRING))
        {
          g_autofree char *line =
              troupe_mcp_config_clean (config, troupe_value_get_string (words, NULL));

          /* Translators: %s is the error message of the server. */
          g_prefix_error (&error, _ ("“%s”: "), line);
        }
    }
  return error;
}
