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

/* How the addresses of a range are treated. */
typedef enum
{
  MEANS_REFUSED,
  MEANS_PUBLIC,
  MEANS_LAST,   /* check the IPv4 address in the last four bytes */
  MEANS_6TO4,   /* check the address after the prefix */
  MEANS_TEREDO, /* check both: the server, and the client with inverted bits */
} Meaning;

/**
 * Range:
 * @bytes: the first address
 * @n_bits: the length of the prefix
 */
typedef struct
{
  guint8 bytes[16];
  guint n_bits;
  Meaning meaning;
} Range;

/* The first matching range decides; an address in no range is public. */
static const Range ranges_4[] = {
  { { 0 }, 8, MEANS_REFUSED },                 /* this network, unspecified */
  { { 10 }, 8, MEANS_REFUSED },                /* private */
  { { 100, 64 }, 10, MEANS_REFUSED },          /* carrier-grade NAT */
  { { 127 }, 8, MEANS_REFUSED },               /* loopback */
  { { 168, 63, 129, 16 }, 32, MEANS_REFUSED }, /* Azure platform address */
  { { 169, 254 }, 16, MEANS_REFUSED },         /* link-local, cloud instance metadata */
  { { 172, 16 }, 12, MEANS_REFUSED },          /* private */
  { { 192, 0, 0 }, 24, MEANS_REFUSED },        /* IETF protocol assignments */
  { { 192, 0, 2 }, 24, MEANS_REFUSED },        /* documentation */
  { { 192, 88, 99 }, 24, MEANS_REFUSED },      /* 6to4 relays */
  { { 192, 168 }, 16, MEANS_REFUSED },         /* private */
  { { 198, 18 }, 15, MEANS_REFUSED },          /* benchmarking */
  { { 198, 51, 100 }, 24, MEANS_REFUSED },     /* documentation */
  { { 203, 0, 113 }, 24, MEANS_REFUSED },      /* documentation */
  { { 224 }, 4, MEANS_REFUSED },               /* multicast */
  { { 240 }, 4, MEANS_REFUSED },               /* reserved, broadcast */
};

static const Range ranges_6[] = {
  { { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff }, 96, MEANS_LAST }, /* IPv4-mapped */
  { { 0, 0x64, 0xff, 0x9b }, 96, MEANS_LAST },                      /* NAT64 */
  { { 0x20, 0x01, 0, 0 }, 32, MEANS_TEREDO },
  { { 0x20, 0x01, 0 }, 23, MEANS_REFUSED },          /* protocol assignments, benchmarking,
                                                        ORCHID */
  { { 0x20, 0x01, 0x0d, 0xb8 }, 32, MEANS_REFUSED }, /* documentation */
  { { 0x20, 0x02 }, 16, MEANS_6TO4 },
  { { 0x3f, 0xff, 0 }, 20, MEANS_REFUSED }, /* documentation */
  { { 0x20 }, 3, MEANS_PUBLIC },            /* global unicast */
  /* Loopback, unspecified, other IPv4 forms, unique-local, link-local, site-local, multicast,
   * and unassigned addresses. */
  { { 0 }, 0, MEANS_REFUSED },
};

static int allowed_port; /* atomic */

/* --- Addresses ------------------------------------------------------------------------------- */

static gboolean
is_in (const Range *range, const guint8 *bytes)
{
  guint n_bytes = range->n_bits / 8;
  guint rest = range->n_bits % 8;

  g_assert (range != NULL);

  if (memcmp (range->bytes, bytes, n_bytes) != 0)
    return FALSE;
  return rest == 0 || (range->bytes[n_bytes] ^ bytes[n_bytes]) >> (8 - rest) == 0;
}

static Meaning
find_meaning (const Range *ranges, guint n_ranges, const guint8 *bytes)
{
  for (guint i = 0; i < n_ranges; i++)
    if (is_in (&ranges[i], bytes))
      return ranges[i].meaning;
  return MEANS_PUBLIC;
}

static gboolean
is_public_4 (const guint8 *bytes)
{
  return find_meaning (ranges_4, G_N_ELEMENTS (ranges_4), bytes) == MEANS_PUBLIC;
}

static gboolean
is_public_6 (const guint8 *bytes)
{
  const guint8 client[] = { bytes[12] ^ 0xff, bytes[13] ^ 0xff, bytes[14] ^ 0xff,
                            bytes[15] ^ 0xff };

  switch (find_meaning (ranges_6, G_N_ELEMENTS (ranges_6), bytes))
    {
    case MEANS_PUBLIC:
      return TRUE;
    case MEANS_LAST:
      return is_public_4 (bytes + 12);
    case MEANS_6TO4:
      return is_public_4 (bytes + 2);
    case MEANS_TEREDO:
      return is_public_4 (bytes + 4) && is_public_4 (client);
    case MEANS_REFUSED:
    default:
      return FALSE;
    }
}

gboolean
troupe_web_guard_is_public (GInetAddress *address)
{
  g_return_val_if_fail (G_IS_INET_ADDRESS (address), FALSE);

  switch (g_inet_address_get_family (address))
    {
    case G_SOCKET_FAMILY_IPV4:
      return is_public_4 (g_inet_address_to_bytes (address));
    case G_SOCKET_FAMILY_IPV6:
      return is_public_6 (g_inet_address_to_bytes (address));
    case G_SOCKET_FAMILY_INVALID:
    case G_SOCKET_FAMILY_UNIX:
    default:
      return FALSE;
    }
}

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

static gboolean
is_web_port (int port)
{
  return port == 80 || port == 443 || (port >= FIRST_FREE_PORT && port <= G_MAXUINT16);
}

/* Returns TRUE for addresses of private networks: RFC 1918, carrier-grade NAT, and unique-local
 * ones. */
static gboolean
is_private (GInetAddress *address)
{
  static const Range private_4[] = {
    { { 10 }, 8, MEANS_LAST },
    { { 100, 64 }, 10, MEANS_LAST },
    { { 172, 16 }, 12, MEANS_LAST },
    { { 192, 168 }, 16, MEANS_LAST },
  };
  const guint8 *bytes = g_inet_address_to_bytes (address);

  if (g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV6)
    return (bytes[0] & 0xfe) == 0xfc;
  return find_meaning (private_4, G_N_ELEMENTS (private_4), bytes) == MEANS_LAST;
}

gboolean
troupe_web_guard_find_reach (GInetAddress *address, TroupeWebReach *reach)
{
  g_return_val_if_fail (G_IS_INET_ADDRESS (address) && reach != NULL, FALSE);

  if (troupe_web_guard_is_public (address))
    *reach = TROUPE_WEB_REACH_PUBLIC;
  else if (is_private (address))
    *reach = TROUPE_WEB_REACH_PRIVATE;
  else if (g_inet_address_get_is_loopback (address))
    *reach = TROUPE_WEB_REACH_HERE;
  else
    return FALSE;
  return TRUE;
}

static gboolean
may_reach (GInetAddress *address, int port, TroupeWebReach reach)
{
  TroupeWebReach least;

  if (!is_web_port (port))
    return FALSE;
  return is_allowed (address, port) ||
         (troupe_web_guard_find_reach (address, &least) && least <= reach);
}

gboolean
troupe_web_guard_may_reach (GSocketAddress *address, TroupeWebReach reach)
{
  g_return_val_if_fail (G_IS_SOCKET_ADDRESS (address), FALSE);

  return G_IS_INET_SOCKET_ADDRESS (address) &&
         may_reach (g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)),
                    g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address)), reach);
}

gboolean
troupe_web_guard_may_use (GIOStream *connection, TroupeWebReach reach)
{
  g_autoptr (GSocketAddress) address = NULL;

  g_return_val_if_fail (G_IS_IO_STREAM (connection), FALSE);

  if (!G_IS_SOCKET_CONNECTION (connection))
    return FALSE;
  address = g_socket_connection_get_remote_address (G_SOCKET_CONNECTION (connection), NULL);
  return address != NULL && troupe_web_guard_may_reach (address, reach);
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
  if (address != NULL ? !may_reach (address, port, TROUPE_WEB_REACH_PUBLIC)
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
