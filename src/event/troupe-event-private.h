/* troupe-event-private.h: what writing and reading of events share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"

G_BEGIN_DECLS

/* A UUID's text is five groups; the first four and their dashes say which run it is. */
#define TROUPE_EVENT_ID_PREFIX_LENGTH 24

/* Whether the line itself needs the key @name: an event's own field of such a name is not written. */
gboolean troupe_event_is_line_key (const char *name);

G_END_DECLS
