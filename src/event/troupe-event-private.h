/* troupe-event-private.h: shared by the serializer and the parser of events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"

G_BEGIN_DECLS

/* A UUID consists of five groups. The first four groups and their dashes identify the run. */
#define TROUPE_EVENT_ID_PREFIX_LENGTH 24

/* Returns TRUE if @name is a reserved key of the line. If an event's own field has such a name,
 * it is not written. */
gboolean troupe_event_is_line_key (const char *name);

G_END_DECLS
