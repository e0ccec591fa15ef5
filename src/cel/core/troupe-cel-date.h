/* troupe-cel-date.h: parses and formats CEL timestamps, durations and time zones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel.h"
#include "troupe-date.h"

G_BEGIN_DECLS

/* Parses an RFC 3339 timestamp. @offset: (optional): seconds east of UTC, as written */
gboolean troupe_cel_timestamp_parse (const char *text,
                                     gsize length,
                                     gint64 *seconds,
                                     gint32 *nanoseconds,
                                     int *offset);
char *troupe_cel_timestamp_format (gint64 seconds, gint32 nanoseconds);
gboolean troupe_cel_duration_parse (const char *text,
                                    gsize length,
                                    gboolean with_days,
                                    gint64 *seconds,
                                    gint32 *nanoseconds);
char *troupe_cel_duration_format (gint64 seconds, gint32 nanoseconds);
/* Gets the UTC offset of a time zone at the instant @seconds. The offset is in seconds east of
 * UTC. */
gboolean troupe_cel_zone_get_offset (const char *name, gsize length, gint64 seconds, int *offset);

G_END_DECLS
