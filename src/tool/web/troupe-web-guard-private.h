/* troupe-web-guard-private.h: what lets a test reach its own server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-web-guard.h"

G_BEGIN_DECLS

/* For tests alone: lets 127.0.0.1 be reached at this one port. 0: at none, as it is in the program. */
void troupe_web_guard_allow_loopback (guint16 port);

G_END_DECLS
