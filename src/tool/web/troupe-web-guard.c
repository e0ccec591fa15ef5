/* troupe-web-guard.c: checks which web addresses a model may access (SSRF protection)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-web-guard"

#include "config.h"

#include <glib/gi18n.h>
#include <libsoup/soup.h>
#include <string.h>

#include "troupe-sanitize-text.h"
#include "troupe-tool.h"
#include "troupe-web-guard-private.h"

/* Lower ports belong to other services, except those of the web itself. */
#define FIRST_FREE_PORT 1024
/* Maximum length of an address in an error message, in bytes. */
#define MOST_SHOWN 200

static int allowed_port; /* atomic */

/* --- Addresses ------------------------------------------------------------------------------- */

void
troupe_web_guard_allow_loopback (guint16 port)
{
  g_atomic_int_set (&allowed_port, port);
}

static gboolean
is_allowed (GInetAddress *address, int port)
{
  static const guint8 loopback[] = { 127, 0, 0, 1 };

  return port != 0 && port == g_atomic_int_get (&allowed_port) &&
         g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV4 &&
         memcmp (g_inet_address_to_bytes (address), loopback, sizeof loopback) == 0;
}

/* Returns TRUE for the server of a test. */
static gboolean
is_allowed_loopback (GSocketAddress *address)
{
  return G_IS_INET_SOCKET_ADDRESS (address) &&
         is_allowed (g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)),
                     g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address)));
}

static gboolean
is_web_port (int port)
{
  return port == 80 || port == 443 || (port >= FIRST_FREE_PORT && port <= G_MAXUINT16);
}

static gboolean
may_reach (GInetAddress *address, int port, TroupeHttpReach reach)
{
  TroupeHttpReach least;

  if (!is_web_port (port))
    return FALSE;
  return is_allowed (address, port) || (troupe_http_reach_find (address, &least) && least <= reach);
}

gboolean
troupe_web_guard_may_reach (GSocketAddress *address, TroupeHttpReach reach)
{
  g_return_val_if_fail (G_IS_SOCKET_ADDRESS (address), FALSE);

  return G_IS_INET_SOCKET_ADDRESS (address) &&
         may_reach (g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)),
                    g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address)), reach);
}

gboolean
troupe_web_guard_may_use (GIOStream *connection, TroupeHttpReach reach)
{
  g_autoptr (GSocketAddress) address = NULL;

  g_return_val_if_fail (G_IS_IO_STREAM (connection), FALSE);

  if (!G_IS_SOCKET_CONNECTION (connection))
    return FALSE;
  address = g_socket_connection_get_remote_address (G_SOCKET_CONNECTION (connection), NULL);
  if (address == NULL || !troupe_web_guard_may_reach (address, reach))
    return FALSE;
  return reach == TROUPE_HTTP_REACH_HERE || is_allowed_loopback (address) ||
         !troupe_http_reach_leads_back (G_SOCKET_CONNECTION (connection));
}

/* --- Checking URLs ---------------------------------------------------------------------------- */

/* Returns TRUE if @host could be a name on the public web. */
static gboolean
is_public_name (const char *host)
{
  g_autofree char *name = g_ascii_strdown (host, -1);

  for (const char *at = name; *at != '\0'; at++)
    if ((*at & 0x80) == 0 && !g_ascii_isalnum (*at) && strchr ("-_.", *at) == NULL)
      return FALSE;
  while (g_str_has_suffix (name, "."))
    name[strlen (name) - 1] = '\0';
  return strchr (name, '.') != NULL && !g_str_has_suffix (name, ".localhost");
}

/* Returns a sentence that describes why @uri is not allowed. (nullable): NULL if it is allowed */
static const char *
find_fault (GUri *uri)
{
  const char *host = g_uri_get_host (uri);
  int port = g_uri_get_port (uri);
  g_autoptr (GInetAddress) address = NULL;

  if ((!g_str_equal (g_uri_get_scheme (uri), "http") &&
       !g_str_equal (g_uri_get_scheme (uri), "https")) ||
      host == NULL || *host == '\0')
    return _ ("A web address must begin with https:// or http:// and contain a host name.");
  if (g_uri_get_userinfo (uri) != NULL)
    return _ ("It must not contain a user name or password.");
  if (!is_web_port (port))
    return _ ("Its port is not allowed: expected 80, 443 or a port from 1024 to 65535.");
  address = g_inet_address_new_from_string (host);
  if (address != NULL ? !may_reach (address, port, TROUPE_HTTP_REACH_PUBLIC)
                      : !is_public_name (host))
    return _ ("It belongs to this computer or to a private network, which tools must not access.");
  return NULL;
}

/* Returns a message with the URL as it was given that describes why it is not allowed. @uri:
 * (nullable). (transfer full) (nullable): NULL if it is allowed */
static char *
explain_fault (GUri *uri, const char *text)
{
  const char *fault = uri != NULL ? find_fault (uri) : _ ("It is not a valid URL.");
  g_autofree char *begin = NULL;
  g_autofree char *line = NULL;

  if (fault == NULL)
    return NULL;
  begin = g_utf8_make_valid (text, (gssize) MIN (strlen (text), MOST_SHOWN));
  line = troupe_text_to_line (begin);
  /* Translators: %s are a URL and a sentence that describes what is wrong with it. */
  return g_strdup_printf (_ ("“%s” was not fetched. %s"), line, fault);
}

GUri *
troupe_web_guard_parse (const char *url, GError **error)
{
  g_autofree char *stripped = NULL;
  g_autoptr (GUri) uri = NULL;
  g_autofree char *fault = NULL;

  g_return_val_if_fail (url != NULL, NULL);

  stripped = g_strstrip (g_strdup (url));
  uri = g_uri_parse (stripped, SOUP_HTTP_URI_FLAGS, NULL);
  fault = explain_fault (uri, stripped);
  if (fault == NULL)
    return g_steal_pointer (&uri);
  g_set_error_literal (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_ARGUMENTS, fault);
  return NULL;
}

GUri *
troupe_web_guard_parse_redirect (GUri *from, const char *location, GError **error)
{
  g_autoptr (GUri) uri = NULL;
  g_autofree char *fault = NULL;

  g_return_val_if_fail (from != NULL && location != NULL, NULL);

  uri = g_uri_parse_relative (from, location, SOUP_HTTP_URI_FLAGS, NULL);
  fault = explain_fault (uri, location);
  if (fault == NULL && g_str_equal (g_uri_get_scheme (from), "https") &&
      !g_str_equal (g_uri_get_scheme (uri), "https"))
    fault = g_strdup (_ ("It leads from a secure connection to an insecure one."));
  if (fault == NULL)
    return g_steal_pointer (&uri);
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_FAILED,
               /* Translators: %s is a sentence that gives the reason. */
               _ ("The page has moved, and its redirect was not followed. %s"), fault);
  return NULL;
}
