/* test-interfaces.h: network interfaces of a test program
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <arpa/inet.h>
#include <glib.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>

/* Addresses with the lengths of their prefixes, such as `2a01::5/64`. `/0` is that of a connection between two computers. A test sets
 * them before it first asks for a reach; a later change is noticed after a second. */
static const char *const *test_interfaces;

typedef struct
{
  struct ifaddrs entry;
  struct sockaddr_storage address;
  struct sockaddr_storage mask;
} TestInterface;

static void *
test_interface_get_bytes (struct sockaddr_storage *address, int family)
{
  address->ss_family = (sa_family_t) family;
  return family == AF_INET ? (void *) &((struct sockaddr_in *) (void *) address)->sin_addr
                           : (void *) &((struct sockaddr_in6 *) (void *) address)->sin6_addr;
}

/* Both replace those of the C library in this program. */
int getifaddrs (struct ifaddrs **list);
void freeifaddrs (struct ifaddrs *list);

int
getifaddrs (struct ifaddrs **list)
{
  *list = NULL;
  for (guint i = 0; test_interfaces != NULL && test_interfaces[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (test_interfaces[i], "/", 2);
      const int family = strchr (parts[0], ':') != NULL ? AF_INET6 : AF_INET;
      const guint n_bits = (guint) g_ascii_strtoull (parts[1], NULL, 10);
      TestInterface *self = g_new0 (TestInterface, 1);
      guint8 *mask = test_interface_get_bytes (&self->mask, family);

      g_assert_cmpint (
          inet_pton (family, parts[0], test_interface_get_bytes (&self->address, family)), ==, 1);
      for (guint k = 0; k < n_bits; k++)
        mask[k / 8] |= (guint8) (0x80 >> (k % 8));
      self->entry.ifa_addr = (struct sockaddr *) &self->address;
      self->entry.ifa_netmask = (struct sockaddr *) &self->mask;
      self->entry.ifa_flags = n_bits == 0 ? IFF_POINTOPOINT : 0;
      if (g_str_has_prefix (parts[0], "127."))
        self->entry.ifa_flags |= IFF_LOOPBACK;
      self->entry.ifa_next = *list;
      *list = &self->entry;
    }
  return 0;
}

void
freeifaddrs (struct ifaddrs *list)
{
  while (list != NULL)
    {
      struct ifaddrs *next = list->ifa_next;

      g_free (list);
      list = next;
    }
}
