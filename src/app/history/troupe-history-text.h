/* troupe-history-text.h: texts and icons of stored runs in lists
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-store-history.h"

G_BEGIN_DECLS

/* Returns the name of a run: the name that the user gave it, else its first input, else the name of its document.
 * (transfer full) */
char *troupe_history_text_get_title (const TroupeRunSummary *summary);
/* Returns how the run ended, such as “Failed in notify”. (transfer full) */
char *troupe_history_text_get_outcome (const TroupeRunSummary *summary);
/* Returns what tells the run from others of its document: which part it executed, whether values were changed, and the beginning
 * of its result, or its error, as one line; "" if nothing does. (transfer full) */
char *troupe_history_text_get_difference (const TroupeRunSummary *summary);
/* Returns duration and cost, as far as they are known. (transfer full) */
char *troupe_history_text_get_facts (const TroupeRunSummary *summary);
/* Returns the name and the style class of the icon of a status. @style: (out) (transfer none). (transfer none) */
const char *troupe_history_text_get_icon (TroupeRunStatus status, const char **style);
/* Returns the heading of a day, such as “Today” or “Monday”. @time_us: microseconds since 1970; @now_us: the present
 * time. (transfer full) */
char *troupe_history_text_get_day (gint64 time_us, gint64 now_us);
/* Returns the time of day. (transfer full) */
char *troupe_history_text_get_time (gint64 time_us);
/* Returns day and time within a sentence, such as “today, 07:00”. (transfer full) */
char *troupe_history_text_get_moment (gint64 time_us, gint64 now_us);

G_END_DECLS
