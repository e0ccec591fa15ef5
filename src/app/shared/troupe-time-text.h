/* troupe-time-text.h: moments as a person reads them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* «07:02:14» today, else with the date. @unix_us: microseconds since 1970. (transfer full) */
char *troupe_time_for_display (gint64 unix_us);
/* «today», the day of the week where it was less than a week ago, else «3 Nov». (transfer full) */
char *troupe_day_for_display (gint64 unix_us);

G_END_DECLS
