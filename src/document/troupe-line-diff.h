/* troupe-line-diff.h: diff of two texts by lines, and of two lines by words
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TROUPE_LINES_SAME,
  TROUPE_LINES_REMOVED, /* only in the first text */
  TROUPE_LINES_ADDED,   /* only in the second text */
} TroupeLinesKind;

/**
 * TroupeLines:
 * @before, @after: index of the first line in either text, from 0. For a text that does not contain
 *   the lines, the index where they would be inserted
 * @n: the number of lines
 *
 * Consecutive lines of the same kind.
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
 * Compares two texts by lines. Lines that occur only once in each text are matched first (patience
 * diff); the lines between them are compared by the shortest edit script (Myers). The time is
 * bounded: if the texts have too little in common, the result is not the shortest edit script.
 * Lines with different line endings (CR LF) differ. Can be called on any thread.
 *
 * Returns: (transfer full) (element-type TroupeLines): all lines of both texts in order; removed
 * lines precede the lines that replace them. Empty for two empty texts
 */
GArray *troupe_line_diff (const char *before, const char *after);

/**
 * troupe_word_diff:
 * @before, @after: one line each
 *
 * Compares two versions of a line by words. Can be called on any thread. The time grows with the
 * square of the number of differences.
 *
 * Returns: (transfer full) (element-type TroupeLines): as for troupe_line_diff(), with positions
 * and lengths in characters. Empty if the lines have little more in common than punctuation, so
 * that they are unrelated
 */
GArray *troupe_word_diff (const char *before, const char *after);

/* Splits text into lines as troupe_line_diff() counts them, without line endings. A final line
 * feed is not followed by an empty line. (transfer full) */
char **troupe_line_split (const char *text);

G_END_DECLS
