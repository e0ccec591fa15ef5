/* troupe-time-text.h: formats times and dates for display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Formats a time as «07:02:14» if it is today, otherwise with the date. @unix_us: microseconds
 * since 1970. (transfer full) */
char *troupe_time_for_display (gint64 unix_us);
/* Formats a day as «today», as the weekday within the last week, or otherwise as «3 Nov».
 * (transfer full) */
char *troupe_day_for_display (gint64 unix_us);
/* Formats the time of day as «07:02». (transfer full) */
char *troupe_hour_for_display (gint64 unix_us);

G_END_DECLS
