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
 * IPv6 in any form is checked, too. Any thread. */
gboolean troupe_http_reach_find (GInetAddress *address, TroupeHttpReach *reach);

G_END_DECLS
