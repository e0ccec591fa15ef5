/* troupe-http-reach.c: tells addresses of the internet from those of private networks and of this computer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-http-reach"

#include "config.h"

#include <string.h>

#include "troupe-http-interfaces.h"
#include "troupe-http-reach.h"

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

static gboolean
is_public (GInetAddress *address)
{
  g_assert (G_IS_INET_ADDRESS (address));

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

/* Returns the IPv4 address to which the IPv6 address leads, the address itself if there is none. (transfer full) */
static GInetAddress *
unwrap (GInetAddress *address)
{
  const guint8 *bytes = g_inet_address_to_bytes (address);
  guint8 client[4];

  if (g_inet_address_get_family (address) != G_SOCKET_FAMILY_IPV6)
    return g_object_ref (address);
  switch (find_meaning (ranges_6, G_N_ELEMENTS (ranges_6), bytes))
    {
    case MEANS_LAST:
      return g_inet_address_new_from_bytes (bytes + 12, G_SOCKET_FAMILY_IPV4);
    case MEANS_6TO4:
      return g_inet_address_new_from_bytes (bytes + 2, G_SOCKET_FAMILY_IPV4);
    case MEANS_TEREDO:
      for (guint i = 0; i < sizeof client; i++)
        client[i] = bytes[12 + i] ^ 0xff;
      return g_inet_address_new_from_bytes (client, G_SOCKET_FAMILY_IPV4);
    case MEANS_PUBLIC:
    case MEANS_REFUSED:
    default:
      return g_object_ref (address);
    }
}

gboolean
troupe_http_reach_find (GInetAddress *address, TroupeHttpReach *reach)
{
  g_return_val_if_fail (G_IS_INET_ADDRESS (address) && reach != NULL, FALSE);

  if (is_public (address))
    *reach = TROUPE_HTTP_REACH_PUBLIC;
  else if (is_private (address))
    *reach = TROUPE_HTTP_REACH_PRIVATE;
  else if (g_inet_address_get_is_loopback (address))
    *reach = TROUPE_HTTP_REACH_HERE;
  else
    return FALSE;
  if (*reach != TROUPE_HTTP_REACH_HERE)
    {
      g_autoptr (GInetAddress) inner = unwrap (address);
      TroupeHttpReach found = TROUPE_HTTP_REACH_PUBLIC;

      /* Extends the reach by what is known of the interfaces. */
      if (troupe_http_interfaces_find (address, &found))
        *reach = MAX (*reach, found);
      if (inner != address && troupe_http_interfaces_find (inner, &found))
        *reach = MAX (*reach, found);
    }
  return TRUE;
}

gboolean
troupe_http_reach_is_of_internet (GInetAddress *address)
{
  g_return_val_if_fail (G_IS_INET_ADDRESS (address), FALSE);

  return is_public (address);
}

gboolean
troupe_http_reach_leads_back (GSocketConnection *connection)
{
  g_autoptr (GSocketAddress) here = NULL;
  g_autoptr (GSocketAddress) there = NULL;

  g_return_val_if_fail (G_IS_SOCKET_CONNECTION (connection), TRUE);

  here = g_socket_connection_get_local_address (connection, NULL);
  there = g_socket_connection_get_remote_address (connection, NULL);
  return here != NULL && there != NULL && G_IS_INET_SOCKET_ADDRESS (here) &&
         G_IS_INET_SOCKET_ADDRESS (there) &&
         g_inet_address_equal (g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (here)),
                               g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (there)));
}
