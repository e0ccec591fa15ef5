/* troupe-web-guard-private.h: test hook: allows one loopback port
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-web-guard.h"

G_BEGIN_DECLS

/* For tests only: allows access to 127.0.0.1 at this port. 0: at none, which is the default. */
void troupe_web_guard_allow_loopback (guint16 port);

G_END_DECLS
