/* troupe-http-interfaces.c: addresses of this computer's network interfaces
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-http-interfaces"

#include "config.h"

#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>

#include "troupe-http-interfaces.h"

/* How long the list is used, in microseconds. */
#define LIST_US G_USEC_PER_SEC
/* The shortest prefixes of a link. */
#define LEAST_BITS_4 16u
#define LEAST_BITS_6 48u

/**
 * Interface:
 * @family: `AF_INET` or `AF_INET6`
 * @bytes: the address
 * @n_bits: the length of the prefix of its network, 0 if it has none
 * @is_loopback: whether the kernel takes all addresses of the network for those of this computer
 */
typedef struct
{
  int family;
  guint8 bytes[16];
  guint n_bits;
  gboolean is_loopback;
} Interface;

static GMutex lock;
/* The list and when it was read. Under the lock. */
static GArray *interfaces;
static gint64 read_us;

/* --- The list --------------------------------------------------------------------------------- */

/* Returns the bytes of a socket address. (transfer none) (nullable) */
static const guint8 *
get_bytes (const struct sockaddr *address)
{
  if (address != NULL && address->sa_family == AF_INET)
    return (const guint8 *) &((const struct sockaddr_in *) (const void *) address)->sin_addr;
  if (address != NULL && address->sa_family == AF_INET6)
    return (const guint8 *) &((const struct sockaddr_in6 *) (const void *) address)->sin6_addr;
  return NULL;
}

/* Adds what the kernel knows. If that fails, the list is empty, and only ranges are known. */
static void
read_all (GArray *list)
{
  struct ifaddrs *all = NULL;

  if (getifaddrs (&all) != 0)
    {
      g_message ("The addresses of this computer could not be listed");
      return;
    }
  for (const struct ifaddrs *each = all; each != NULL; each = each->ifa_next)
    {
      const guint8 *bytes = get_bytes (each->ifa_addr);
      Interface interface = { 0 };
      gsize n_bytes;

      if (bytes == NULL)
        continue;
      interface.family = each->ifa_addr->sa_family;
      n_bytes = interface.family == AF_INET ? 4 : 16;
      memcpy (interface.bytes, bytes, n_bytes);
      interface.is_loopback = (each->ifa_flags & IFF_LOOPBACK) != 0;
      if ((each->ifa_flags & IFF_POINTOPOINT) == 0)
        {
          const guint8 *mask = get_bytes (each->ifa_netmask);
          guint n_bits = 0;

          for (gsize i = 0; mask != NULL && i < n_bytes; i++)
            for (guint bit = 0x80; bit != 0 && (mask[i] & bit) != 0; bit >>= 1)
              n_bits++;
          interface.n_bits = n_bits;
        }
      g_array_append_val (list, interface);
    }
  freeifaddrs (all);
}

/* --- Addresses -------------------------------------------------------------------------------- */

static gboolean
is_in_network (const Interface *interface, const guint8 *bytes)
{
  const guint n_bytes = interface->n_bits / 8;
  const guint rest = interface->n_bits % 8;

  g_assert (interface != NULL);

  if (interface->n_bits < (interface->family == AF_INET ? LEAST_BITS_4 : LEAST_BITS_6) &&
      !(interface->is_loopback && interface->n_bits > 0))
    return FALSE;
  return memcmp (interface->bytes, bytes, n_bytes) == 0 &&
         (rest == 0 || (interface->bytes[n_bytes] ^ bytes[n_bytes]) >> (8 - rest) == 0);
}

gboolean
troupe_http_interfaces_find (GInetAddress *address, TroupeHttpReach *reach)
{
  const guint8 *bytes = NULL;
  int family;
  gsize n_bytes;
  gboolean is_found = FALSE;
  gint64 now;

  g_return_val_if_fail (G_IS_INET_ADDRESS (address) && reach != NULL, FALSE);

  bytes = g_inet_address_to_bytes (address);
  n_bytes = g_inet_address_get_native_size (address);
  family = g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV4 ? AF_INET : AF_INET6;
  g_mutex_lock (&lock);
  now = g_get_monotonic_time ();
  if (interfaces == NULL || now - read_us >= LIST_US)
    {
      g_clear_pointer (&interfaces, g_array_unref);
      interfaces = g_array_new (FALSE, TRUE, sizeof (Interface));
      read_us = now;
      read_all (interfaces);
    }
  for (guint i = 0; i < interfaces->len; i++)
    {
      const Interface *interface = &g_array_index (interfaces, Interface, i);
      gboolean is_same;

      if (interface->family != family)
        continue;
      is_same = memcmp (interface->bytes, bytes, n_bytes) == 0;
      if (!is_same && !is_in_network (interface, bytes))
        continue;
      is_found = TRUE;
      *reach = TROUPE_HTTP_REACH_PRIVATE;
      if (is_same || interface->is_loopback)
        {
          *reach = TROUPE_HTTP_REACH_HERE;
          break;
        }
    }
  g_mutex_unlock (&lock);
  return is_found;
}
