/* troupe-web-guard.h: checks which web addresses a model may access (SSRF protection)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-http-reach.h"

G_BEGIN_DECLS

/**
 * troupe_web_guard_parse:
 * @url: as written by a model
 *
 * Parses a URL and checks that it refers to the public web: `http` or `https`, no user, port 80,
 * 443 or 1024 and above, not `localhost`, no name without a dot, no private address. Does not
 * resolve the name: its addresses are checked when it is connected to.
 *
 * Returns: (transfer full) (nullable): the URI, or %NULL with %TROUPE_TOOL_ERROR_ARGUMENTS
 */
GUri *troupe_web_guard_parse (const char *url, GError **error);

/**
 * troupe_web_guard_parse_redirect:
 * @from: the URI that responded
 * @location: the target
 *
 * Checks the target of a redirect like troupe_web_guard_parse(). Redirects from `https` to `http`
 * are refused.
 *
 * Returns: (transfer full) (nullable): the URI, or %NULL with %TROUPE_TOOL_ERROR_FAILED
 */
GUri *troupe_web_guard_parse_redirect (GUri *from, const char *location, GError **error);

/* Returns TRUE if @reach includes @address and its port is permitted. Addresses other than
 * internet addresses are never permitted. */
gboolean troupe_web_guard_may_reach (GSocketAddress *address, TroupeHttpReach reach);

/* Checks a connection that is being established or has been. @connection: of any type */
gboolean troupe_web_guard_may_use (GIOStream *connection, TroupeHttpReach reach);

G_END_DECLS
