/* troupe-event-private.h: shared by the serializer and the parser of events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"

G_BEGIN_DECLS

/* A UUID consists of five groups; the first four and their dashes identify the run. */
#define TROUPE_EVENT_ID_PREFIX_LENGTH 24

/* Whether @name is a reserved key of the line: an event's own field of such a name is not
 * written. */
gboolean troupe_event_is_line_key (const char *name);

G_END_DECLS
