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
/* One version of a text with conflicts. */
typedef enum
{
  TROUPE_CONFLICT_OURS,   /* the current branch */
  TROUPE_CONFLICT_BASE,   /* their common ancestor, only in the styles `diff3` and `zdiff3` */
  TROUPE_CONFLICT_THEIRS, /* the branch that is merged */
} TroupeConflictSide;

/**
 * troupe_conflict_take:
 * @keeps_lines: whether an empty line replaces each line that is left out, so that all lines keep their
 *   numbers
 *
 * Takes one version from a text with conflicts. Threads: any.
 *
 * Returns: (transfer full) (nullable): %NULL if the text has no complete conflict, or if the base is not in
 *   each conflict
 */
char *troupe_conflict_take (const char *text, TroupeConflictSide side, gboolean keeps_lines);
/* Returns the name that Git wrote next to the first marker of the version, such as the branch. Threads: any.
 * (transfer full) (nullable) */
char *troupe_conflict_get_name (const char *text, TroupeConflictSide side);

/* Returns a sentence for the user about a text that contains a conflict. (transfer none) */
const char *troupe_conflict_describe (void);

G_END_DECLS
