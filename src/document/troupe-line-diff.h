/* troupe-line-diff.h: which lines of two texts, and words of two lines, differ
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TROUPE_LINES_SAME,
  TROUPE_LINES_REMOVED, /* in the first text alone */
  TROUPE_LINES_ADDED,   /* in the second one alone */
} TroupeLinesKind;

/**
 * TroupeLines:
 * @before, @after: where they begin in either text, from 0; where the other text has none of them: where
 *   they would stand
 * @n: how many
 *
 * Lines behind each other of which the same is to be said.
 */
typedef struct
{
  TroupeLinesKind kind;
  guint before;
  guint after;
  guint n;
} TroupeLines;

/**
 * troupe_line_diff:
 *
 * Compares two texts by lines: by those that each has only once (patience), and between them by the
 * shortest way (Myers). The time is bounded: where the texts have too little in common the way is one that
 * is not the shortest. Lines of an ending of their own (CR LF) are other lines. On any thread.
 *
 * Returns: (transfer full) (element-type TroupeLines): all lines of both texts in order; what was removed
 *   comes before what was added in its place. Empty for two empty texts
 */
GArray *troupe_line_diff (const char *before, const char *after);

/**
 * troupe_word_diff:
 * @before, @after: one line each
 *
 * The same within a line that was changed, by words. On any thread; the time grows with the square of what
 * differs.
 *
 * Returns: (transfer full) (element-type TroupeLines): as troupe_line_diff(), where places and numbers are
 *   those of letters. Empty where the lines have little more in common than punctuation: these are two lines
 */
GArray *troupe_word_diff (const char *before, const char *after);

/* The lines of a text as troupe_line_diff() counts them, without their endings: one that ends with a line
 * feed has no empty line behind it. (transfer full) */
char **troupe_line_split (const char *text);

G_END_DECLS
