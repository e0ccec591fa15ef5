/* troupe-web-address.h: network address that connects only to permitted hosts (SSRF protection)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-web-guard.h"

G_BEGIN_DECLS

/**
 * TroupeWebAddress:
 *
 * A network address that is resolved once and yields only addresses that
 * troupe_web_guard_may_reach() permits. The connection is made to the checked address, so a name
 * that resolves differently the next time (DNS rebinding) has no effect. If one of the addresses is
 * not permitted, no other address is tried. No proxy is used, because it would resolve the name
 * again. TLS connections get the host name from this object as from any network address.
 */
#define TROUPE_TYPE_WEB_ADDRESS (troupe_web_address_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWebAddress, troupe_web_address, TROUPE, WEB_ADDRESS, GNetworkAddress)

/* @uri: with a host and a port. Connecting fails with %G_IO_ERROR_PERMISSION_DENIED if the host
 *   is not permitted. (transfer full) */
TroupeWebAddress *troupe_web_address_new (GUri *uri, TroupeHttpReach reach);

G_END_DECLS
