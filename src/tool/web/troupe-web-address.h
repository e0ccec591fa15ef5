/* troupe-web-address.h: a host of the public web, to be connected to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-web-guard.h"

G_BEGIN_DECLS

/**
 * TroupeWebAddress:
 *
 * A network address that is looked up once and gives none but those addresses that troupe_web_guard_may_reach()
 * lets through: what was looked at is what is connected to, and a name that stands for something else the next
 * time gains nothing. Where one of them is not let through no other is tried. No proxy is asked for, as it would
 * look the name up again. Secure connections know the host's name from it as from any network address.
 */
#define TROUPE_TYPE_WEB_ADDRESS (troupe_web_address_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWebAddress, troupe_web_address, TROUPE, WEB_ADDRESS, GNetworkAddress)

/* @uri: with a host and a port. Connecting fails with %G_IO_ERROR_PERMISSION_DENIED where it may not be reached.
 * (transfer full) */
TroupeWebAddress *troupe_web_address_new (GUri *uri, TroupeWebReach reach);

G_END_DECLS
