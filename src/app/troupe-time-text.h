/* troupe-time-text.h: moments as a person reads them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* «07:02:14» today, else with the date. @unix_us: microseconds since 1970. (transfer full) */
char *troupe_time_for_display (gint64 unix_us);

G_END_DECLS
