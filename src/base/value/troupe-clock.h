/* troupe-clock.h: RFC 3339 timestamps, time spans, identifiers and "did you mean" suggestions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Threads: any thread, for all functions of this file. */

/* Formats RFC 3339 in UTC with microseconds: `2026-11-21T08:30:00.123456Z`. @unix_us:
 * microseconds since 1970. (transfer full) */
char *troupe_time_to_text (gint64 unix_us);
/* Parses an RFC 3339 timestamp with any UTC offset, which is required. @unix_us: (out):
 * microseconds since 1970. If @text is not a valid timestamp, returns FALSE without setting
 * @unix_us. */
gboolean troupe_time_from_text (const char *text, gint64 *unix_us);

/* Formats a time span for display, for example `2 ms`, `0.8 s`, `31 s`, `1:02` or `1:02:03`.
 * (transfer full) */
char *troupe_span_to_text (gint64 microseconds);

/* Formats a duration for use in a sentence: `0.5 seconds`, `1 second`, `90 seconds`, `15
 * minutes`, `3 hours`. Numbers of servers and documents that are no durations, such as infinity,
 * result in `more than a day` or `an unknown time`. Longer durations are rounded up. (transfer
 * full) */
char *troupe_duration_format (double seconds);

/* Finds the word nearest to @word among @candidates (NULL-terminated) by edit distance, for "did
 * you mean". Returns NULL if no candidate is near enough. (transfer none) */
const char *troupe_nearest_word (const char *word, const char *const *candidates);

/* Replacement for g_set_str(), which GLib 2.74 does not have. Sets *@target to a copy of @text.
 * Returns TRUE if *@target changed. */
gboolean troupe_set_str (char **target, const char *text);

G_END_DECLS
