/* troupe-web-call-private.h: what spares a test the wait for a deadline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-web-call.h"

G_BEGIN_DECLS

/* For tests alone, before any call: other milliseconds than those of the program. */
void troupe_web_call_set_deadlines (guint connect, guint total);

G_END_DECLS
