/* troupe-web-guard.h: which addresses of the web a model may have fetched
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeWebReach:
 *
 * How far a request may reach; each holds those before it. Link-local addresses are in none.
 */
typedef enum
{
  TROUPE_WEB_REACH_PUBLIC,  /* the public internet */
  TROUPE_WEB_REACH_PRIVATE, /* private networks */
  TROUPE_WEB_REACH_HERE,    /* this computer */
} TroupeWebReach;

/**
 * troupe_web_guard_parse:
 * @url: as a model wrote it
 *
 * Reads an address and looks whether it is one of the public web by what is written there: `http` or `https`, no
 * user, port 80, 443 or one from 1024 on, no `localhost`, no name without a dot, no private address. Looks nothing
 * up: what a name stands for is looked at when it is connected to.
 *
 * Returns: (transfer full) (nullable): the address, or %NULL with %TROUPE_TOOL_ERROR_ARGUMENTS
 */
GUri *troupe_web_guard_parse (const char *url, GError **error);

/**
 * troupe_web_guard_parse_redirect:
 * @from: what answered
 * @location: where it sends to
 *
 * The same for a redirect. From `https` none leads to `http`.
 *
 * Returns: (transfer full) (nullable): the address, or %NULL with %TROUPE_TOOL_ERROR_FAILED
 */
GUri *troupe_web_guard_parse_redirect (GUri *from, const char *location, GError **error);

/* Whether @address is one of the public internet, also where it holds another one (IPv4 in IPv6 in any of its
 * forms). */
gboolean troupe_web_guard_is_public (GInetAddress *address);

/* The least reach that @address lies in. FALSE where it lies in none. */
gboolean troupe_web_guard_find_reach (GInetAddress *address, TroupeWebReach *reach);

/* Whether @address lies within @reach, with its port. Other than internet addresses do not. */
gboolean troupe_web_guard_may_reach (GSocketAddress *address, TroupeWebReach reach);

/* The same for a connection that is being made or is made. @connection: of any type */
gboolean troupe_web_guard_may_use (GIOStream *connection, TroupeWebReach reach);

G_END_DECLS
