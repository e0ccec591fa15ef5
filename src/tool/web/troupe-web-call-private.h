/* troupe-web-call-private.h: test hook: shorter deadlines for HTTP requests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-web-call.h"

G_BEGIN_DECLS

/* For tests only, before any call: overrides the deadlines, in milliseconds. */
void troupe_web_call_set_deadlines (guint connect, guint total);

G_END_DECLS
