/* troupe-http-interfaces.h: addresses of this computer's network interfaces
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-http-reach.h"

G_BEGIN_DECLS

/*
 * With IPv6, each computer has an address of the internet, and so has every printer beside it, which the router hides from the
 * internet; a server often has a public IPv4 address. The ranges of addresses do not tell them from other hosts.
 *
 * All functions may be called in any thread. The list of interfaces is read from the kernel, at most once a second, because an
 * address may be assigned at any time and there may be hundreds of them.
 */

/* Returns TRUE if the address is one of this computer (%TROUPE_HTTP_REACH_HERE), or of a network to which it is connected
 * without a router (%TROUPE_HTTP_REACH_PRIVATE). Networks between two computers only, such as a connection to a provider, and those
 * that are larger than a link can be (less than 16 bits of IPv4, or 48 of IPv6) do not count. @reach: (out) */
gboolean troupe_http_interfaces_find (GInetAddress *address, TroupeHttpReach *reach);

G_END_DECLS
