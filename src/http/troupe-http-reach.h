/* troupe-http-reach.h: tells addresses of the internet from those of private networks and of this computer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeHttpReach:
 *
 * Which networks a request may access; each value includes the previous ones. Link-local addresses
 * are never included.
 */
typedef enum
{
  TROUPE_HTTP_REACH_PUBLIC,  /* the public internet */
  TROUPE_HTTP_REACH_PRIVATE, /* private networks */
  TROUPE_HTTP_REACH_HERE,    /* this computer */
} TroupeHttpReach;

/* Gets the smallest reach that includes @address. Returns FALSE if none does. An IPv4 address embedded in
 * IPv6 in any form is checked, too. The addresses of this computer's interfaces are known, and the networks to which they are
 * connected (troupe_http_interfaces_find()). Any thread. */
gboolean troupe_http_reach_find (GInetAddress *address, TroupeHttpReach *reach);
/* Returns TRUE if the address is in the range of those of the internet, so that it does not show whether it is one of this computer.
 * Any thread. */
gboolean troupe_http_reach_is_of_internet (GInetAddress *address);
/* Returns TRUE if both ends of the connection have the same address, so that it leads to this computer, even if that address was
 * assigned a moment ago. Any thread. */
gboolean troupe_http_reach_leads_back (GSocketConnection *connection);

G_END_DECLS
