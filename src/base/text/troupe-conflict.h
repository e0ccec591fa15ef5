/* troupe-conflict.h: conflict markers of Git in texts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the number of the line, from 1, of the first conflict marker of Git that has an end, or 0.
 * @offset: (out) (optional): the byte offset of that line. Threads: any. */
guint troupe_conflict_find (const char *text, gsize length, gsize *offset);
/* Returns a sentence for the user about a text that contains a conflict. (transfer none) */
const char *troupe_conflict_describe (void);

G_END_DECLS
